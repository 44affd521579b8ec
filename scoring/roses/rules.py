"""What happens when a seat asks for something.

Coverage ("nl" is the line of the Dutch rulebook text):

| rule                                                             | nl             | here                             |
|------------------------------------------------------------------|----------------|----------------------------------|
| what hands lay out before the game                               | 137-146        | done, on the hands list          |
| six areas, eight seas, one of each symbol and two nobles an area | 106-114        | done; printed numbers are asked  |
| £6, 6 white and 6 black cubes, 20 troops, French Aid tile        | 140            | done                             |
| 15 stones and 15 discs a player                                  | 88, 89         | not done: anything marks a piece |
| houses by lot or entered; none with two or three players         | 146, 546, 547  | done                             |
| turn order by lot, then from the score; equals keep their order  | 189-200        | done                             |
| cards laid out 12/8, 9 with three; neutral ones first, surplus   | 202-213, 549   | done; which cards lie there the  |
| into the box                                                     |                | table sees, or Herald draws      |
| who picks when                                                   | 215-226        | done                             |
| a stone or disc on what was picked                               | 234            | done, on the hands list          |
| nobles enter in their area, ships in their port                  | 236, 238       | done                             |
| mercenaries 2/3/4, kept until used, back after battle            | 242-249, 439   | done; never more than the 17     |
| income                                                           | 255            | done                             |
| French aid: rounds 2-5, once, at most £25                        | 259            | done, chosen with the plan       |
| Captain of Calais: bids, ties, area, a noble of 4, 4 points      | 278-288, 505   | done                             |
| ships two seas, nobles one area                                  | 292-306, 534   | done                             |
| troops on own locations, on others' where present, never neutral | 310-320, 555   | done                             |
| presence: both ends of a noble's move, never a ship              | 312-316, 536   | done                             |
| troops £3, mercenaries free                                      | 324, 326       | done                             |
| white and black cubes on nobles, bishops, captains; prices       | 332-350, 559   | done                             |
| whoever has planned turns the royal house tile                   | 356            | done: who is in, who is missing  |
| talk about plans is forbidden                                    | 170            | not done: that is for the table  |
| reveal; reverse turn order                                       | 374, 376       | done                             |
| not enough money                                                 | 380-389        | done                             |
| illegal orders                                                   | 393            | done                             |
| troops under or beside a stone, later attackers lower, a stone   | 397, 405       | done, on the hands list          |
| on mercenaries that attack alone                                 |                |                                  |
| bribery                                                          | 411-419        | done                             |
| battles, garrisons, neutral locations, several attackers         | 427-439        | done                             |
| victory points of areas, ties by the influence table             | 108, 449-463   | done                             |
| votes of the houses, the King; roses turned, away, laid back     | 469-479        | done                             |
| special awards over time; trade and church bonus                 | 485-519        | done                             |
| the end of a round: Calais and the round marker                  | 524            | done, on the hands list          |
| end after round five, ties                                       | 528            | done                             |

Readings, where the text is open:

* Orders are judged for all on ownership and places at the start of Deployment. The Captain of Calais is no presence.
* What nobody could lay on a planning board (too many cubes or troops, mercenaries that one has not, somebody else's
  noble, a bid above the purse) is refused at once; what 393 lets happen is dropped at the reveal and costs nothing.
  Dropped mercenaries stay with their owner; mercenaries march even if the troops beside them cannot be paid.
* French aid (259) is decided with the plan, so that nobody waits for it; it is known to all when the plans are.
* Short of money (380): an item that cannot be paid is skipped and the next one tried; troops are bought one by one;
  the area of a person is the one where it stands before this round's moves.
* Bribes and battles of one player: in the order of the influence table, areas as they are scored.
* A garrison comes out in the first battle on a location only, however many of the 20 troops lie elsewhere; a
  location gone neutral is taken by a later attacker of the same phase without a fight (427).
* A lone player in an area takes the first prize only; without control points nobody gets any.
* Houses equal in everything: the one of the player furthest left who has points there. Ships and the Captain of
  Calais alone carry votes. Equal votes of both houses: no King, nobody gets 5.
* Awards are looked at after every single change of ownership.
* Final tie (528): points, Kings of the house, the influence table over all pieces; equal then: shared.
* With two or three players cards are picked as with four: forth and back in round 1, straight on later.
* Fewer mercenaries in the pile than the card says: those that are there.
* Where Herald lays the cards out it draws as many as the table would, neutral ones first.
* A rose that is off the board comes back when the area has votes again.
* Income that was read wrongly is made good for every payday since the card was taken; nobody gives back more than
  there is, and a purse that its owner has counted since stays as it is.
* A printed number put right while plans are carried out counts from the next plan on. In parliament nobles' numbers
  and cathedrals are those of the confirmed board until the round is over; prizes count at once, earlier rounds too.
"""

from __future__ import annotations

from scoring.kernel import Ask, Chance, Draft, Event, Offer, Refusal
from scoring.once import once
from scoring.roses import corrections, drafting, parliament, planning, showing
from scoring.roses.asks import (
    ConfirmBoard,
    CorrectAward,
    CorrectCalais,
    CorrectMercenaries,
    CorrectOwner,
    CorrectPlace,
    CorrectPoints,
    CorrectPurse,
    DrawLots,
    DrawStone,
    SealPlan,
    ShowNext,
    ShowPhase,
    TakeCard,
    TakeHouse,
)
from scoring.roses.fold import fold
from scoring.roses.phases import Drafting, Over, Parliament, Planning, Resolution, SetUp
from scoring.roses.state import State
from scoring.words import T

Correction = (
    CorrectOwner | CorrectPlace | CorrectCalais | CorrectMercenaries | CorrectAward | CorrectPoints | CorrectPurse
)


@once
def offers(state: State) -> tuple[Offer, ...]:
    """Everything that any seat may ask now, corrections apart."""
    match state.phase:
        case SetUp() as set_up:
            return drafting.set_up_offers(state, set_up)
        case Drafting() as cards:
            return drafting.offers(state, cards)
        case Planning() as plans:
            return planning.offers(state, plans)
        case Resolution() as resolution:
            return showing.offers(state, resolution)
        case Parliament() as sitting:
            return parliament.offers(state, sitting)
        case Over():
            return ()


def decide(state: State, seat: int, ask: Ask, chance: Chance) -> list[Event]:
    draft = Draft(state, fold)
    if isinstance(ask, Correction):
        _correct(draft, seat, ask)
        return draft.events
    match state.phase:
        case SetUp() as set_up:
            _in_set_up(draft, set_up, seat, ask, chance)
        case Drafting() as cards:
            _taking_cards(draft, cards, seat, ask)
        case Planning() as plans:
            _planning(draft, plans, seat, ask)
        case Resolution() as resolution:
            _resolving(draft, resolution, seat, ask)
        case Parliament() as sitting:
            _in_parliament(draft, sitting, seat, ask, chance)
        case Over():
            raise Refusal("over", T("The game is over."), "nl 528")
    return draft.events


def _correct(draft: Draft[State], seat: int, ask: Correction) -> None:
    match ask:
        case CorrectOwner(piece, owner):
            corrections.correct_owner(draft, piece, owner)
        case CorrectPlace(piece, to):
            corrections.correct_place(draft, piece, to)
        case CorrectCalais(owner, area):
            corrections.correct_calais(draft, owner, area)
        case CorrectMercenaries(whose, count):
            corrections.correct_mercenaries(draft, whose, count)
        case CorrectAward(award, owner):
            corrections.correct_award(draft, award, owner)
        case CorrectPoints(whose, points):
            corrections.correct_points(draft, whose, points)
        case CorrectPurse(pounds):
            corrections.correct_purse(draft, seat, pounds)


def _in_set_up(draft: Draft[State], phase: SetUp, seat: int, ask: Ask, chance: Chance) -> None:
    match ask:
        case DrawLots():
            drafting.draw_lots(draft, phase, chance)
        case TakeHouse(house):
            drafting.take_house(draft, phase, seat, house, chance)
        case DrawStone(next_seat):
            drafting.draw_stone(draft, phase, next_seat, chance)
        case _:
            raise Refusal("set-up", T("First the houses and the turn order."), "nl 189")


def _taking_cards(draft: Draft[State], phase: Drafting, seat: int, ask: Ask) -> None:
    match ask:
        case TakeCard(card):
            drafting.take_card(draft, phase, seat, card)
        case _:
            raise Refusal("not-now", T("Cards are being picked: that comes later."), "nl 215")


def _planning(draft: Draft[State], phase: Planning, seat: int, ask: Ask) -> None:
    match ask:
        case SealPlan():
            planning.seal_plan(draft, phase, seat, ask)
        case _:
            raise Refusal("not-now", T("Everybody is planning: that comes later."), "nl 274")


def _resolving(draft: Draft[State], phase: Resolution, seat: int, ask: Ask) -> None:
    match ask:
        case ShowNext():
            showing.show_next(draft, phase, seat)
        case ShowPhase():
            showing.show_phase(draft, phase, seat)
        case _:
            raise Refusal("not-now", T("The plans lie open: they are carried out first."), "nl 374")


def _in_parliament(draft: Draft[State], phase: Parliament, seat: int, ask: Ask, chance: Chance) -> None:
    match ask:
        case ConfirmBoard():
            parliament.confirm_board(draft, phase, seat)
        case ShowNext():
            parliament.show_next(draft, phase, seat, chance)
        case ShowPhase():
            parliament.show_rest(draft, phase, seat)
        case _:
            raise Refusal("not-now", T("Parliament is sitting: that comes later."), "nl 445")
