"""What happens when a seat asks for something.

Coverage ("nl" is the line of the Dutch rulebook text):

| rule                                                             | nl            | here                              |
|------------------------------------------------------------------|---------------|-----------------------------------|
| votes of the areas, 39 in all, target 20; three players 37 / 19  | 33-43, 170    | done; unknown numbers are asked   |
| Man is left out with three players                               | 39-41         | done                              |
| start areas; who begins; clockwise                               | 61-76         | done; areas learned at the set-up |
| 2 courtiers, 15 in supply, 1 on the bonus table; 12/7/1 cards    | 65, 67        | done                              |
| figures move to *neighbouring* areas; sea routes                 | 78, 84, 217   | not done: the map is not in the   |
|                                                                  |               | text, the table sees it           |
| empty or own area: a free courtier, extra rolls                  | 86-98         | done                              |
| staying; moving through; a failed roll to move on                | 100-110       | done                              |
| foreign area, also with a figure only; somebody's only area      | 112-116, 229  | done                              |
| stakes: 1 to 5 cards, all players, face down                     | 120-122, 227  | done, sealed on the phones        |
| dice on cards, points for pieces, highest total wins             | 124-138       | done, best assignment by Herald   |
| the two yellow markers                                           | 130, 134      | not done: the screens show totals |
| winner places, returns courtiers, banishes figures               | 140-150       | done                              |
| ones bring staked cards back, from below, voluntarily            | 152-156, 235  | done                              |
| election when somebody has no cards after a turn                 | 162           | done                              |
| a third less without cards, rounded down                         | 166-168, 242  | done                              |
| bonus votes by rank of area votes                                | 177-185, 195  | done                              |
| ties: cards, then five dice                                      | 185, 240-244  | done; who has more, never numbers |
| new cards: at most 15, equally many                              | 187, 247      | done                              |
| king: target reached at an election only                         | 203-205, 248  | done                              |
| courtiers stay put; do nothing; an area once a turn; last card   | 215-220       | done                              |
| x2 and x3 cards multiply an extra roll                           | 221           | done                              |
| no courtiers left: the figure alone holds an area                | 222, 245      | done                              |
| more than five cards staked                                      | 228           | refused on entry                  |

Readings, where the text is open:

* An area once a turn (219): what is entered counts. Where the figure stood when the turn began was not entered, so it
  may come back there once, by rolling on.
* Last card (220): who enters a foreign area holds at least two cards, so that staking one leaves one.
* A seat without any card (possible only when the pile was too small to deal) takes no dice in a dispute; pieces count.
* Re-roll (230): only those equal at the top, same cards, same points for pieces; again while equal.
* Ones (154) are those of a seat's last roll. They come back at the end of the turn, after extra rolls (order 140, 154).
* Banished (142): to an area with that player's courtiers, the winner's choice; if there is none, to any empty area;
  if there is none, back where it came from. The figure never stays in the disputed area.
* The free courtier comes first, extra rolls after it (88 "en ... verder", 140); it may be left out.
* A roll to move on (106) may use any card, multiplied as for courtiers (221, 271).
* Ties for the crown (205, 244): area votes after the third, then cards, then dice, among all who reach the target.
* Ties for any rank: cards, then one roll of five dice each ranks all of them; equal sums roll again.
* Places after the king: by all votes; equal totals share a place.
* A printed number put right after the crown is counted at once and may crown somebody else; if nobody has enough
  votes any more, the crown stays until the table goes back with undo.
* The bonus table ends at 15: nobody goes further.
* Too few cards to deal one each: play goes on, and the next turn ends in an election again (162).
"""

from __future__ import annotations

from typing import NoReturn

from scoring.kernel import Ask, Chance, Draft, Event, Offer, Refusal
from scoring.lang_lebe import corrections, disputing, electing, setup, turn
from scoring.lang_lebe.asks import (
    BanishFigure,
    ConfirmBoard,
    CorrectArea,
    CorrectBonus,
    CorrectFigure,
    CorrectHand,
    DrawStartAreas,
    EndTurn,
    EnterForeign,
    EnterHand,
    ExtraRoll,
    MoveFigure,
    PlaceCourtier,
    RollDice,
    RollForTie,
    RollOn,
    SealStake,
    ShowAll,
    ShowNext,
    Stay,
    TakeBack,
    TakeStartArea,
)
from scoring.lang_lebe.cards import Cards
from scoring.lang_lebe.fold import fold
from scoring.lang_lebe.phases import Deal, Dispute, Election, Over, SetUp, Turn
from scoring.lang_lebe.state import State
from scoring.once import once
from scoring.words import T, Who


@once
def offers(state: State) -> tuple[Offer, ...]:
    """Everything that any seat may ask now, corrections apart."""
    match state.phase:
        case SetUp() as set_up:
            return setup.offers(state, set_up)
        case Turn() as now:
            return turn.offers(state, now)
        case Dispute() as dispute:
            return disputing.offers(state, dispute)
        case Election() as election:
            return electing.offers(state, election)
        case Deal() as deal:
            return electing.deal_offers(state, deal)
        case Over():
            return ()


def decide(state: State, seat: int, ask: Ask, chance: Chance) -> list[Event]:
    draft = Draft(state, fold)
    if isinstance(ask, CorrectArea | CorrectFigure | CorrectBonus | CorrectHand):
        _correct(draft, seat, ask)
        return draft.events
    match state.phase:
        case SetUp() as set_up:
            _in_set_up(draft, set_up, seat, ask, chance)
        case Turn() as now:
            _in_turn(draft, now, seat, ask, chance)
        case Dispute() as dispute:
            _in_dispute(draft, dispute, seat, ask, chance)
        case Election() as election:
            _in_election(draft, election, seat, ask, chance)
        case Deal() as deal:
            _in_deal(draft, deal, seat, ask)
        case Over():
            raise Refusal("over", T("The game is over: the king is crowned."), "nl 203")
    return draft.events


def _correct(draft: Draft[State], seat: int, ask: CorrectArea | CorrectFigure | CorrectBonus | CorrectHand) -> None:
    match ask:
        case CorrectArea(area, owner, courtiers):
            corrections.correct_area(draft, area, owner, courtiers)
        case CorrectFigure(figure, area):
            corrections.correct_figure(draft, figure, area)
        case CorrectBonus(whose, votes):
            corrections.correct_bonus(draft, whose, votes)
        case CorrectHand(x1, x2, x3):
            corrections.correct_hand(draft, seat, Cards(x1, x2, x3))


def _in_set_up(draft: Draft[State], set_up: SetUp, seat: int, ask: Ask, chance: Chance) -> None:
    match ask:
        case TakeStartArea(area):
            setup.take_start_area(draft, set_up, seat, area)
        case DrawStartAreas():
            setup.draw_start_areas(draft, seat, chance)
        case _:
            raise Refusal("set-up", T("First everybody enters a start area."), "nl 61")


def _in_turn(draft: Draft[State], now: Turn, seat: int, ask: Ask, chance: Chance) -> None:
    if seat != now.turn:
        raise Refusal("not-your-turn", T("It is {who}'s turn.", who=Who(now.turn)), "nl 76")
    match ask:
        case Stay():
            turn.stay(draft, now)
        case MoveFigure(area):
            turn.move_figure(draft, now, area)
        case EnterForeign(area):
            turn.enter_foreign(draft, now, area)
        case PlaceCourtier():
            turn.place_free_courtier(draft, now)
        case RollOn(card, die):
            turn.roll_on(draft, now, card, die, chance)
        case ExtraRoll(card, die):
            turn.roll_extra(draft, now, card, die, chance)
        case EndTurn():
            turn.end_turn(draft)
        case _:
            _not_now(ask)


def _in_dispute(draft: Draft[State], dispute: Dispute, seat: int, ask: Ask, chance: Chance) -> None:
    match ask:
        case SealStake(x1, x2, x3):
            disputing.seal_stake(draft, dispute, seat, Cards(x1, x2, x3))
        case RollDice(dice):
            disputing.roll_dice(draft, dispute, seat, dice, chance)
        case BanishFigure(figure, area):
            disputing.banish_figure(draft, dispute, seat, figure, area)
        case PlaceCourtier():
            disputing.place_won_courtier(draft, dispute, seat)
        case ExtraRoll(card, die):
            disputing.roll_extra(draft, dispute, seat, card, die, chance)
        case TakeBack(count):
            disputing.choose_take_back(draft, dispute, seat, count)
        case EndTurn():
            disputing.end_dispute(draft, dispute, seat)
        case _:
            raise Refusal("not-now", T("A dispute is on: it has to be settled first."), "nl 120")


def _in_election(draft: Draft[State], election: Election, seat: int, ask: Ask, chance: Chance) -> None:
    match ask:
        case ConfirmBoard():
            electing.confirm_board(draft, election, seat)
        case ShowNext():
            electing.show_next(draft, election, seat, chance)
        case ShowAll():
            electing.show_all(draft, election, seat, chance)
        case RollForTie(dice):
            electing.roll_for_tie(draft, election, seat, dice, chance)
        case _:
            raise Refusal("not-now", T("A king is being elected: play goes on after it."), "nl 162")


def _in_deal(draft: Draft[State], deal: Deal, seat: int, ask: Ask) -> None:
    match ask:
        case EnterHand(x1, x2, x3, sure):
            electing.enter_hand(draft, deal, seat, Cards(x1, x2, x3), sure)
        case _:
            raise Refusal("not-now", T("New cards are dealt: everybody enters the new hand first."), "nl 187")


def _not_now(ask: Ask) -> NoReturn:
    raise Refusal("not-now", T("That is not possible during a turn."))
