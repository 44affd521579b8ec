"""What happens when a seat asks for something.

Coverage ("de" is the line of the German rulebook text, Abacus 2014; "facts" what is known of Arcane Wonders 2016):

| rule                                                             | de             | here                             |
|------------------------------------------------------------------|----------------|----------------------------------|
| 16 cities in 4 countries, 7 titles in order, 51 markers          | 25-49, 85-89   | done; printed values are asked   |
| 46 cubes for black and white, 36 for the others                  | 53, 65         | done; two players always 46      |
| country cards taken out, three laid out, intrigue cards          | 95-105         | set-up card only: cards stay on  |
|                                                                  |                | the table                        |
| noble house markers by number of players (and edition)           | 81, facts      | done                             |
| start player; clockwise                                          | 106, 110, 215  | done; the table taps who begins  |
| drawing cards, first turn, hand limit, jokers, intrigue cards    | 112-147,       | not done: hands stay on the      |
|                                                                  | 175-191, 205   | table; the set-up card tells the |
|                                                                  |                | cards of the first turn          |
| occupying a free position, two cubes, one on the title           | 155-171        | done; the supply is watched      |
| taking over, never one's own; the loser's cube goes to the city  | 181-201        | done                             |
| several actions a turn                                           | 153            | done                             |
| city bonus to the first in a city                                | 223            | done                             |
| country bonus: a cube in every city, displaced ones too          | 229-233        | done                             |
| noble house bonus: a cube on every title                         | 239-241        | done                             |
| markers lie face down                                            | 219            | done: sums on the own phone only |
| an epoch ends when the display cannot be filled up               | 245-247        | one tap at the end of that turn  |
| the third epoch is played to the end of the round                | 249            | done; tells who still plays      |
| influence, two markers a country                                 | 253            | done, after a check of the board |
| ties: higher title, then the city with the higher bonus          | 255-257        | done; after that the table says  |
| only one seat with influence: the second marker is out           | 259            | done                             |
| after the scoring the next player's turn                         | 261            | done                             |
| titles from Marshal to King; two tied take halves; more: nobody  | 271-275        | done                             |
| most points; the highest single marker; shared                   | 281            | done                             |

Readings, where the text is open:

* One order in a country (253-257): influence, then the highest title held there now, then the highest bonus among the
  cities where exactly that title is held. Who loses a tie for the first marker takes the second.
* A tie that survives all that: the table is asked, and its answer is recorded.
* Without influence nobody gets a marker; nobody at all: both leave the game.
* Titles without cubes score nothing.
* Bonuses after one move come in the order city, country, noble house.
* In a final tie (281) half a portrait is a marker of its half value.
* An epoch ends with a turn, never within one (245, and Arcane Wonders' player aid): one tap ends both.
* A correction that brings a cube to light also brings the bonus that was missed, and so does a title that is put
  right on the box sheet: the highest noble house marker left, in the order of the moves.
* A position that turns out to be another seat's was so from the start: a city or country marker whose owner lacks the
  cubes for it by then goes along. If it was a take-over that nobody had entered, the loser's displaced cube says so,
  entered before or after, and the marker stays with the loser.
* Other markers stay where they lie: if something put right – a printed number of an epoch scored before, too – makes
  them somebody else's, or nobody's, the table is told and corrects them.
* Cubes counted on a title hold: only later moves come on top, whatever title earlier ones turn out to have had.
* Fewer than two cubes left: no further move (157: always two).
* The first turn's cards (121) are told for both editions; the cards taken out only for Abacus, whose table it is.
"""

from __future__ import annotations

from scoring.kernel import Ask, Chance, Draft, Event, Offer, Refusal
from scoring.once import once
from scoring.royals import corrections, ending, turn
from scoring.royals.asks import (
    ChooseStartPlayer,
    ConfirmBoard,
    ConfirmTitles,
    CorrectField,
    CorrectMarker,
    CorrectPosition,
    CorrectTitle,
    EndEpoch,
    EndTurn,
    SettleTie,
    ShowAll,
    ShowNext,
    TakePosition,
)
from scoring.royals.fold import fold
from scoring.royals.state import Over, Reveal, Scoring, SetUp, State, Titles, Turn, turn_of
from scoring.words import T, Who


@once
def offers(state: State) -> tuple[Offer, ...]:
    """Everything that any seat may ask now, corrections apart."""
    match state.phase:
        case SetUp():
            return turn.set_up_offers(state)
        case Turn() as now:
            return turn.offers(state, now)
        case Scoring() as scoring:
            return ending.scoring_offers(state, scoring)
        case Titles() as titles:
            return ending.titles_offers(state, titles)
        case Reveal() as reveal:
            return ending.reveal_offers(reveal)
        case Over():
            return ()


def decide(state: State, seat: int, ask: Ask, chance: Chance) -> list[Event]:
    draft = Draft(state, fold)
    if isinstance(ask, CorrectPosition | CorrectTitle | CorrectField | CorrectMarker):
        _correct(draft, ask)
        return draft.events
    match state.phase:
        case SetUp():
            _in_set_up(draft, seat, ask)
        case Turn(turn=now):
            _in_turn(draft, now, seat, ask)
        case Over():
            raise Refusal("over", T("The game is over."), "de 281")
        case Scoring() | Titles() | Reveal():
            _check_for_table(state, seat)
            _after_an_epoch(draft, ask)
    return draft.events


def _correct(draft: Draft[State], ask: CorrectPosition | CorrectTitle | CorrectField | CorrectMarker) -> None:
    match ask:
        case CorrectPosition(position, owner):
            corrections.correct_position(draft, position, owner)
        case CorrectTitle(title, whose, cubes):
            corrections.correct_title(draft, title, whose, cubes)
        case CorrectField(city, whose, cubes):
            corrections.correct_field(draft, city, whose, cubes)
        case CorrectMarker(marker, owner):
            corrections.correct_marker(draft, marker, owner)


def _in_set_up(draft: Draft[State], seat: int, ask: Ask) -> None:
    match ask:
        case ChooseStartPlayer(first) if seat == 0:
            turn.choose_start_player(draft, first)
        case _:
            raise Refusal("set-up", T("First say who begins."), "de 106")


def _in_turn(draft: Draft[State], now: int, seat: int, ask: Ask) -> None:
    if seat != now:
        raise Refusal("not-your-turn", T("It is {who}'s turn.", who=Who(now)), "de 110")
    match ask:
        case TakePosition(position):
            turn.take_position(draft, seat, position)
        case EndTurn():
            turn.end_turn(draft, seat)
        case EndEpoch():
            turn.end_epoch(draft, seat)
        case _:
            raise Refusal("not-now", T("That is not possible during a turn: take positions, or end it."))


def _after_an_epoch(draft: Draft[State], ask: Ask) -> None:
    match draft.state.phase, ask:
        case Scoring() as scoring, ConfirmBoard():
            ending.confirm_board(draft, scoring)
        case Scoring() as scoring, SettleTie(country, ahead):
            ending.settle_tie(draft, scoring, country, ahead)
        case Titles(), ConfirmTitles():
            ending.confirm_titles(draft)
        case Reveal() as reveal, ShowNext():
            ending.show_next(draft, reveal)
        case Reveal() as reveal, ShowAll():
            ending.show_all(draft, reveal)
        case Scoring(), _:
            raise Refusal("not-now", T("The epoch is being scored: play goes on after it."), "de 247")
        case _:
            raise Refusal("not-now", T("The third epoch is over: no more turns are played."), "de 267")


def _check_for_table(state: State, seat: int) -> None:
    whose = turn_of(state)
    if seat != whose:
        raise Refusal("not-yours", T("This is for {who} to tap.", who=Who(whose or 0)))
