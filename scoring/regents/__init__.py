"""Régents (Joël Boutteville, Krok Nik Douil 2011): three to five Scottish clans send agents through Edinburgh Castle,
advance on five influence tracks by majorities, and try to identify each other.

Glossary: **location** one of seven: five **rooms**, each with its **domain**, the **Tower** and the **Rampart** ·
**door** connection between adjacent locations · **agent** one of a player's four pieces · **driven out** removed from
the board by a Suspicion card · **counsellor** a white token from the reserve of 20: held by a player, or on the board
for this turn · **marker** a player's piece on one of five **tracks**, counted in **spaces** · **threshold** the spaces
4, 10 and 24 · **chip** a royal privilege, taken from a threshold · **clan** secret, with the one **card** it lacks ·
**domain card** secret preference · **tile** used to accuse · **plan** an order in which a player scores · **counted** a
turn not tracked move by move: the active player enters which locations are **held**.

Coverage (lines of the rulebook text: "en" from 821, "nl" from 396, "de" from 1):

| rule                                                             | en            | here                             |
|------------------------------------------------------------------|---------------|----------------------------------|
| King in the Throne Room, chips on 4, 10 and 24 of every track    | 845-849       | done                             |
| clan and domain card, each once; five of six action cards        | 884-892, 918  | done: entered in secret or dealt |
| six accusation tiles each                                        | 888           | done                             |
| first placement in turns (nl 471; de 42 Tower and Rampart too)   | 894           | done, by edition                 |
| the round marker                                                 | 847, 942      | the round is shown               |
| adjacency                                                        | 1110          | as stated in the text; the rest  |
|                                                                  |               | is entered once                  |
| eight rounds, clockwise, three actions (de 214, nl 637           | 940-944       | done; the table may excuse       |
| obligatory)                                                      |               | a player                         |
| move agents; several steps cost an action each                   | 948           | done                             |
| move the King, rooms only                                        | 952-954       | done                             |
| take a counsellor, once, while the reserve lasts                 | 958           | done                             |
| place a counsellor anywhere; all go back after the turn          | 962-966       | done                             |
| spy, once, on a hand of two or more (de 118 meeting agents)      | 970-974       | done; drawn by hand or by Herald |
| accuse with an agent in the King's room (nl 555 only once)       | 980-990       | done                             |
| bring a driven-out agent back                                    | 994           | done                             |
| majority, King, combined majority, Tower, Rampart                | 1000-1050,    | done                             |
|                                                                  | 1114-1126     |                                  |
| thresholds, by edition (de 146, nl 571)                          | 1006-1012     | done                             |
| scoring in any order                                             | 1014          | done: every outcome is offered   |
| values of the spaces                                             | 1058-1066     | done                             |
| bonus of round 4                                                 | 1070          | done                             |
| action cards, one a turn, none in the last round; the fifth card | 1072-1086     | done                             |
| Privilege needs an action (de 379, nl 803 do not say so)         | 1232          | done, by edition                 |
| Diplomacy wins a room (de 341 any location)                      | 1240          | done, by edition                 |
| privilege chips, one a turn (de 226, nl 653 also at once)        | 1090-1096     | done, by edition                 |
| domain card during the game or at the end                        | 1100-1108     | done                             |
| final scoring, ties by chips, shared victory                     | 1130-1144     | done                             |
| three players: the neutral clan (de 286, nl 723 after scoring)   | 1148-1154     | done, by edition                 |

Differences between the editions are in `editions.py`, as one table. Interpretations of ambiguous rules are in
`interpretations.py`, linked from every screen. Also: an advance of two spaces is made space by space. If the
marker can move on one track only, or on none, no choice is offered. A room blocked by the King connects no rooms.

KEY_MOMENTS (a counted turn): the players themselves handle agents, the King and the number of actions. The locations
entered as held already include the effects of Alliance and Diplomacy. Spying, accusing, cards, counsellors, chips and
the domain card are entered, and checked as far as they do not depend on the board.

FINAL_SCORING: every player's position is entered as it is before hidden domain cards are revealed. Herald asks about a
chip that such a card leads to, unless a marker has already reached it.
"""

from __future__ import annotations

from scoring.game_info import REGENTS
from scoring.kernel import FINAL_SCORING, Game, GameConfig, Help, Option
from scoring.regents.accusing import ACCUSING
from scoring.regents.components import CARD_EFFECTS, CARDS, EXAMPLE, FIELDS, PLAYERS_WITH_NEUTRAL, SECTIONS
from scoring.regents.editions import EDITIONS, ENGLISH
from scoring.regents.ending import POINT_KINDS, FinalEntry, Reveal, final_standings, score_lines
from scoring.regents.interpretations import INTERPRETATIONS
from scoring.regents.scoring_phase import SCORING
from scoring.regents.setup import SetUp
from scoring.regents.state import Secrets, State
from scoring.regents.tracks import START
from scoring.regents.turn import Turn
from scoring.regents.view import RegentsView, own_view, public_view, recent_findings
from scoring.sealed import Sealed
from scoring.standings import ScoreLine, Standings, totals
from scoring.tracking_modes import tracking_mode_option
from scoring.words import T, Text


class Regents(Game[State]):
    info = REGENTS
    modules = ("state", "turn", "tracks", "ending", "accusing", "castle", "scoring_phase", "setup", "corrections")
    sections = SECTIONS
    aid = (
        (T("Setup"), SetUp.help),
        (T("Your turn"), Turn.help),
        (T("Scoring"), SCORING),
        (
            T("Action cards"),
            Help(
                (
                    *(T("{card}: {does}", card=CARDS[key], does=CARD_EFFECTS[key]) for key in CARDS),
                    T("German rules: Diplomacy also wins the Tower or the Rampart."),
                ),
                "en 1072, de 341",
            ),
        ),
        (T("Accusing"), ACCUSING),
        (T("End of the game"), Reveal.help),
    )
    options = (
        tracking_mode_option(
            moves=T("Tap every move. Herald knows the castle, shows what’s possible and tells the whole story."),
            counts=T("When your turn ends, tap the rooms you hold. Herald advances the markers."),
        ),
        Option("edition", T("Edition"), tuple((key, edition.name) for key, edition in EDITIONS.items())),
        Option(
            "dealt",
            T("Clan and domain cards"),
            (("box", T("Real cards")), ("herald", T("Herald deals"))),
            without_box="herald",
        ),
    )
    printed_fields = FIELDS
    example = EXAMPLE
    bgg = 81297
    score_rows = tuple(POINT_KINDS.values())
    interpretations = INTERPRETATIONS

    def start(self, config: GameConfig) -> State:
        seats, empty = config.seats, ((),) * config.seats
        dealt = config.options.get("dealt", "box") == "herald"
        end = config.tracking_mode == FINAL_SCORING
        return State(
            seats=seats,
            printed_values=config.printed_values,
            tracking_mode=config.tracking_mode,
            edition=EDITIONS[config.options.get("edition", ENGLISH.key)],
            herald_deals=dealt,
            phase=FinalEntry(0) if end else SetUp(Sealed(() if dealt else tuple(range(seats)))),
            cards=(Secrets("", ""),) * seats if end else (),
            tiles_gone=empty,
            notes=empty,
            agents=((),) * (seats + (seats == PLAYERS_WITH_NEUTRAL)),
            tracks=(START,) * seats,
            counsellors=(0,) * seats,
            played=empty,
        )

    view_class = RegentsView
    public_view = staticmethod(public_view)
    own_view = staticmethod(own_view)

    def just_learned(self, state: State, seat: int) -> tuple[Text, ...]:
        return recent_findings(state, seat)

    def score(self, state: State) -> tuple[ScoreLine, ...]:
        if isinstance(state.phase, FinalEntry):  # No leader is shown while final positions are being entered.
            return ()
        return tuple(
            line for kind in POINT_KINDS for seat in range(state.seats) for line in score_lines(state, seat, kind)
        )

    def standings(self, state: State) -> Standings | None:
        return final_standings(state, totals(self.score(state), state.seats)) if state.phase.over else None


GAME = Regents()
