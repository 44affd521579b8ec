"""Lang lebe der König! (Günter Burkhardt, FX Schmid 1997): three to five nobles spread courtiers over England and fight
over areas with influence cards and dice. A noble with enough votes at a king election becomes king.

Glossary: **area** one of 13, with **votes** in its arms, which also limit its courtiers · **figure** a player's one
large piece · **courtier** a small piece · **supply** courtiers not on the board · **influence card** x1, x2 or x3, kept
secret · **extra roll** ("nadobbelen") a card spent on one die for one more courtier, or to move on · **foreign** held
by another player · **dispute** ("diplomatieke twist") everybody stakes cards and rolls for an area · **intruder**,
**defender** the player who entered and the one who was there · **banish** to send a loser's figure away · **king
election** ("koningskeuze") the count caused by a player without cards · **area votes** the votes of a player's areas ·
**bonus votes** those on the bonus table.

Coverage ("nl" is the line of the Dutch rulebook text):

| rule                                                             | nl            | here                              |
|------------------------------------------------------------------|---------------|-----------------------------------|
| votes of the areas, 39 in all, target 20; three players 37 / 19  | 33-43, 170    | done; asks for unknown numbers    |
| Man is left out with three players                               | 39-41         | done                              |
| start areas; who begins; clockwise                               | 61-76         | done; areas entered at set-up     |
| 2 courtiers, 15 in supply, 1 on the bonus table; 12/7/1 cards    | 65, 67        | done                              |
| figures move to *neighbouring* areas; sea routes                 | 78, 84, 217   | done for Wigemor and Sarisberie;  |
|                                                                  |               | the rest of the map is not in the |
|                                                                  |               | text: the players check it        |
| empty or own area: a free courtier, extra rolls                  | 86-98         | done                              |
| staying; moving through; a failed roll to move on                | 100-110       | done                              |
| foreign area, also with a figure only; a player's only area      | 112-116, 229  | done                              |
| stakes: 1 to 5 cards, all players, face down                     | 120-122, 227  | done, sealed on the phones        |
| dice on cards, points for pieces, highest total wins             | 124-138       | done, best assignment by Herald   |
| the two yellow markers                                           | 130, 134      | not done: the screens show totals |
| winner places, returns courtiers, banishes figures               | 140-150       | done; placing before or after     |
|                                                                  |               | banishing                         |
| ones bring staked cards back, lowest first, optional             | 152-156, 235  | done                              |
| election when a player has no cards after a turn                 | 162           | done; at once, if found before    |
|                                                                  |               | the next player has moved         |
| a third less without cards, rounded down                         | 166-168, 242  | done                              |
| bonus votes by rank of area votes                                | 177-185, 195  | done                              |
| ties: cards, then five dice                                      | 185, 240-244  | done; card counts stay secret     |
| new cards: at most 15, the same number for everybody             | 187, 247      | done                              |
| king: target reached at an election only                         | 203-205, 248  | done                              |
| courtiers stay put; do nothing; an area once a turn; last card   | 215-220       | done                              |
| x2 and x3 cards multiply an extra roll                           | 221           | done                              |
| no courtiers left: the figure alone holds an area                | 222, 245      | done; a seat without an area      |
|                                                                  |               | cannot be counted                 |
| more than five cards staked                                      | 228           | refused on entry                  |

In KEY_MOMENTS mode, Herald handles only disputes and elections. The players themselves check whether a player may
enter (112-116, 220), where a figure is banished to (142), courtiers and extra rolls (86-98, 140).

Interpretations of ambiguous rules are in `interpretations.py`, linked from every screen. Also: correcting a hand in a
dispute (with real cards) withdraws that seat's stake, and the seat stakes again. After the coronation, equal totals
share a place.
"""

from __future__ import annotations

from collections.abc import Iterator

from scoring.game_info import LANG_LEBE
from scoring.kernel import EVERY_MOVE, FINAL_SCORING, KEY_MOMENTS, Action, Game, GameConfig, Option, Refusal
from scoring.lang_lebe import corrections as corrections
from scoring.lang_lebe import entering as entering
from scoring.lang_lebe.components import (
    CARDS_TO_ENTER,
    CHECKS,
    EXAMPLE,
    FIELDS,
    SECTIONS,
    START_HAND,
    TARGET,
    Cards,
    set_up_to_do,
)
from scoring.lang_lebe.dispute import Dispute
from scoring.lang_lebe.election import Election, GameOver, count_line
from scoring.lang_lebe.entering import AFTER_DISPUTE
from scoring.lang_lebe.interpretations import INTERPRETATIONS
from scoring.lang_lebe.key_moments import final_election_entry
from scoring.lang_lebe.setup import SetUp
from scoring.lang_lebe.state import LangLebePhase, Placing, State, Turn, Untracked
from scoring.lang_lebe.turn import ROLLING, PlaceHere
from scoring.lang_lebe.view import LangLebeView, own_view, public_view
from scoring.standings import ScoreLine, Standing, Standings
from scoring.tracking_modes import tracking_mode_option
from scoring.words import T, Text, Who

AREA_VOTES, THIRD, BONUS = T("Area votes"), T("Minus a third"), T("Bonus votes")


class LangLebe(Game[State]):
    info = LANG_LEBE
    modules = ("state", "cards", "dispute", "election", "turn", "entering", "corrections", "key_moments", "setup")
    sections = SECTIONS
    aid = (
        (T("Setup"), SetUp.help),
        (T("Your turn"), Turn.help),
        (T("Rolling for a courtier or a move"), ROLLING),
        (T("Dispute"), Dispute.help),
        (T("After a dispute"), AFTER_DISPUTE),
        (T("King election"), Election.help),
    )
    options = (
        tracking_mode_option(
            moves=T("Tap every move. Herald keeps track of the board and tells the whole story afterwards."),
            counts=T("Just play, and use Herald for disputes and elections. You use the real cards."),
            default=None,
        ),
        Option(
            "cards",
            T("Influence cards"),
            (("phones", T("Hands on phones")), ("box", T("Real cards"))),
            without_box="phones",
            of_moves=True,
        ),
        Option("dice", T("Dice"), (("typed", T("Real dice")), ("herald", T("Herald rolls"))), without_box="herald"),
        Option(
            "last-card",
            T("Entering another player’s area"),
            (("two", T("Two cards: one stays in your hand")), ("one", T("One card is enough"))),
            before="two",
            interpretation=True,
            of_moves=True,
        ),
    )
    printed_fields = FIELDS
    checks = CHECKS
    example = EXAMPLE
    bgg = 298
    score_rows = (AREA_VOTES, THIRD, BONUS)
    interpretations = INTERPRETATIONS
    read_out = True

    def start(self, config: GameConfig) -> State:
        tracked = config.tracking_mode == EVERY_MOVE
        begin: dict[str, LangLebePhase] = {
            EVERY_MOVE: SetUp(),
            KEY_MOMENTS: Untracked(),
            FINAL_SCORING: final_election_entry(config.seats),
        }
        return State(
            seats=config.seats,
            printed_values=config.printed_values,
            phase=begin[config.tracking_mode],
            tracking_mode=config.tracking_mode,
            cards_on_phones=tracked and config.options.get("cards", "phones") == "phones",
            herald_rolls=config.options.get("dice", "typed") == "herald",
            cards_to_enter=CARDS_TO_ENTER[config.options.get("last-card", "two")],
            hands=(START_HAND,) * config.seats if tracked else (),
            bonus=(0,) * config.seats,
            to_do=set_up_to_do() if config.tracking_mode == KEY_MOMENTS else (),
        )

    def refusal(self, state: State, seat: int, action: Action) -> Refusal | None:
        """Accepts a courtier for a full area if the area's votes were entered with the action.

        The entered value is then stored, and `NoRoomFound` is emitted instead of the courtier.
        """
        refusal = super().refusal(state, seat, action)
        no_room = refusal is not None and refusal.code == "limit" and isinstance(action, PlaceHere)
        return None if no_room and state.value_just_entered(Placing.current(state).here) else refusal

    view_class = LangLebeView
    public_view = staticmethod(public_view)
    own_view = staticmethod(own_view)

    def just_learned(self, state: State, seat: int) -> tuple[Text, ...]:
        """Returns the cards just dealt to the seat. Only during a turn: the form for a stake shows the whole hand
        anyway.
        """
        deals = state.cards_on_phones and state.new_cards and isinstance(state.phase, Turn)
        new = state.new_cards[seat] if deals else Cards()
        return (T("New in your hand: {cards}.", cards=new.in_words),) if new.count else ()

    def score(self, state: State) -> tuple[ScoreLine, ...]:
        """Returns all votes as score lines, as an election would count them now."""
        seats = range(state.seats) if state.figures or state.last_holders else ()
        return tuple(line for seat in seats for line in _lines(state, seat))

    def standings(self, state: State) -> Standings | None:
        """Returns the final standings: the king, then the others by total votes (nl 205)."""
        election = state.last_election
        if not isinstance(state.phase, GameOver) or election is None or election.count is None:
            return None
        totals = {line.seat: line.total for line in election.count.lines}
        who, votes, target = Who(state.phase.winner), totals[state.phase.winner], TARGET[state.seats]
        reason = T("{who} is king with {votes} votes ({target} needed).", who=who, votes=votes, target=target)
        ranked = (Standing(place.place, place.seat, totals[place.seat], place.reason) for place in election.places)
        return Standings(tuple(ranked), reason, T("Long live King {who}!", who=who), reason, target)


def _lines(state: State, seat: int) -> Iterator[ScoreLine]:
    line = count_line(state, seat)
    for area, number in line.areas:
        unknown = T("its number isn’t known yet") if state.votes(area) is None else None
        yield ScoreLine(seat, T("{area}", area=area), number, "nl 164", unknown, AREA_VOTES)
    if seat in state.out_of_cards:
        note = T("a third of {votes}, rounded down", votes=line.area_votes)
        yield ScoreLine(seat, T("minus a third: no cards"), -line.third, "nl 166", note, THIRD)
    yield ScoreLine(seat, T("bonus votes"), line.bonus, "nl 193", category=BONUS)


GAME = LangLebe()
