"""Royals (Peter Hawes, Abacusspiele 2014; Arcane Wonders 2016): two to five noble houses occupy positions all over
Europe, take them from each other, and earn markers that stay face down until the end.

Glossary: **country** one of four, with **cities** · **position** a portrait in a city, with a **title** and its
**influence** · **holder** seat whose cube is on it · **take over** to put one's own cube there; the loser's is
**displaced** to the city's **field** · **title** Marshal to King, with cubes of everybody who ever had one · **supply**
cubes not on the board · **marker** points, face down: **city bonus**, **country bonus**, **noble house bonus**, **epoch
marker**, **portrait** (of a title, whole or half) · **epoch** 1648, 1680 or 1714, scored by influence.

Coverage ("de" is the line of the German rulebook text, Abacus 2014; "facts" is what is known about Arcane Wonders
2016):

| rule                                                             | de             | here                             |
|------------------------------------------------------------------|----------------|----------------------------------|
| 16 cities in 4 countries, 7 titles in order, 51 markers          | 25-49, 85-89   | done; printed values are entered |
| 46 cubes for black and white, 36 for the others                  | 53, 65         | done; two players always 46      |
| country cards removed, three laid out, intrigue cards            | 95-105         | set-up card only: cards are not  |
|                                                                  |                | tracked                          |
| noble house markers by number of players (and edition)           | 81, facts      | done; the third value is entered |
| start player; clockwise                                          | 106, 110, 215  | done; the table enters it        |
| drawing cards, first turn, hand limit, jokers, intrigue cards    | 112-147,       | not done: hands are not tracked; |
|                                                                  | 175-191, 205   | in the player aid, the first     |
|                                                                  |                | turn on the set-up card          |
| occupying a free position, two cubes, one on the title           | 155-171        | done; Herald warns of the supply |
| taking over, never one's own; the loser's cube goes to the city  | 181-201        | done                             |
| several actions per turn                                         | 153            | done                             |
| city bonus to the first in a city                                | 223            | done                             |
| country bonus: a cube in every city, displaced ones too          | 229-233        | done                             |
| noble house bonus: a cube on every title                         | 239-241        | done                             |
| markers are face down                                            | 219            | done: totals on own phone only   |
| an epoch ends when the display cannot be refilled (Arcane        | 245-247, facts | one tap at the end of that turn  |
| Wonders: when the pile is empty)                                 |                |                                  |
| the third epoch is played to the end of the round                | 249            | done; shows who still plays      |
| influence, two markers per country                               | 253            | done, after a check of the board |
| ties: higher title, then the city with the higher bonus          | 255-257        | done; then the table decides     |
| only one seat with influence: the second marker is out           | 259            | done                             |
| after the scoring the next player's turn                         | 261            | done                             |
| titles from Marshal to King; two tied take halves; more: nobody  | 271-275        | done                             |
| most points; the highest single marker; shared                   | 281            | done                             |

KEY_MOMENTS (`UntrackedEpoch`, `BoardClaims`, `SumEntry`): moves are not entered. At the end of an epoch, everybody taps
the positions they hold, starting from the previous epoch's board. Cubes on a title are at least those seen this way.
Bonuses are taken at the table and entered in secret at the end. Printed values are asked for only if they decide who
takes a marker. If the board is unread, players enter their influence (`InfluenceEntry`) and, at the end, the total of
their epoch markers. There, and in FINAL_SCORING mode, the table enters who has the most cubes on each title. The
scoring rules are the same in all modes.

Interpretations of ambiguous rules are in `interpretations.py`, linked from every screen. Also:

* Correcting a printed title also awards a missed bonus: the highest noble house marker left, in the order of
  moves. A city or country marker follows a corrected position if its owner then lacks the cubes for it.
* An entered count of cubes on a title stands. Only later moves are added, even if titles of earlier moves are
  corrected.
* Entered city bonuses must match the printed values of the cities occupied at the end. A city once entered stays
  occupied (193), and its first player has the marker (223). If they do not match, the players check again.
* A position corrected after a scoring, or a move entered late, may already have been on the board when the epoch was
  scored. If the position has not changed hands since then, Herald reports which markers would change owners.
* No colour has more than 46 cubes (53, 157: a move takes two).
* The first turn's cards (121) are shown for both editions; the removed cards only for Abacus, whose rulebook lists
  them.
"""

from __future__ import annotations

from scoring.game_info import ROYALS
from scoring.kernel import EVERY_MOVE, FINAL_SCORING, KEY_MOMENTS, Game, GameConfig, Option
from scoring.printed_values import PrintedValues
from scoring.royals import components, corrections, ending
from scoring.royals import epoch as epoch
from scoring.royals.components import ABACUS, ARCANE, POSITIONS, SECTIONS
from scoring.royals.epoch import Scoring
from scoring.royals.interpretations import INTERPRETATIONS
from scoring.royals.markers import BONUSES, KINDS
from scoring.royals.state import RoyalsPhase, State
from scoring.royals.titles import Titles
from scoring.royals.turn import CARDS, SetUp, Turn, UntrackedEpoch
from scoring.royals.view import RoyalsView, own_view, public_view
from scoring.tracking_modes import tracking_mode_option
from scoring.words import T, Text


class Royals(Game[State]):
    info = ROYALS
    modules = ("markers", "ending", "turn", "titles", "epoch", "corrections")
    sections = SECTIONS
    aid = (
        (T("Setup"), SetUp.help),
        (T("Your turn"), Turn.help),
        (T("Your cards"), CARDS),
        (T("Immediate bonuses"), BONUSES),
        (T("End of an epoch"), Scoring.help),
        (T("Titles, after the third epoch"), Titles.help),
        (T("End of the game"), ending.Reveal.help),
    )
    options = (
        Option("edition", T("Edition"), ((ABACUS, T("Abacusspiele 2014")), (ARCANE, T("Arcane Wonders 2016")))),
        tracking_mode_option(
            moves=T("Tap every position as it’s taken. Herald hands out all the markers."),
            counts=T("No tapping during turns. Herald scores the epochs, the titles and the end."),
            default=KEY_MOMENTS,
        ),
    )
    printed_fields = components.FIELDS
    checks = components.CHECKS
    example = components.EXAMPLE
    bgg = 165986
    open_scores = False
    colours = ("black", "white", "grey", "purple", "orange")  # de 52
    score_rows = tuple(KINDS.values())
    interpretations = INTERPRETATIONS

    def start(self, config: GameConfig) -> State:
        colours = config.colours or ("",) * config.seats
        first: dict[str, RoyalsPhase] = {EVERY_MOVE: SetUp(), KEY_MOMENTS: UntrackedEpoch(), FINAL_SCORING: Titles()}
        return State(
            seats=config.seats,
            printed_values=config.printed_values,
            phase=first[config.tracking_mode],
            tracking_mode=config.tracking_mode,
            tracked=config.tracking_mode == EVERY_MOVE,
            edition=config.options.get("edition", ABACUS),
            cubes=tuple(components.cubes_of(colour, config.seats) for colour in colours),
        )

    def unread_box_warning(self, tracking_mode: str, box: PrintedValues) -> Text | None:
        if tracking_mode == EVERY_MOVE:
            return T(
                "If you skip this, Herald asks for the city and title with each new position, and at each epoch for "
                "the numbers that decide it."
            )
        if tracking_mode == FINAL_SCORING or all(box.get(components.title_key(position)) for position in POSITIONS):
            return None
        return T(
            "If you skip this, everyone adds up their own influence at each epoch (four numbers each). Once the board "
            "is entered, it only takes one tap per position."
        )

    view_class = RoyalsView
    public_view = staticmethod(public_view)
    own_view = staticmethod(own_view)

    score = staticmethod(ending.score)
    standings = staticmethod(ending.standings)
    after_printed_value = staticmethod(corrections.after_printed_value)


GAME = Royals()
