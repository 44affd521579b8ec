"""What happens when a seat asks for something.

Coverage ("nl" is the line of the Dutch rulebook text):

| rule                                                             | nl            | here                              |
|------------------------------------------------------------------|---------------|-----------------------------------|
| sides of the lands; crown sides in a first game                  | 30-33, 231    | done; what is printed is asked    |
| sets of twelve of equal value; one for the start layout          | 38-42         | done: 12 cards, 30 points         |
| which colours a set has                                          | 39            | not done: not in the text         |
| start layout: two knights a land, own colour and another         | 44-58         | done, by taps or from the box     |
| the youngest begins; clockwise                                   | 76-78         | done                              |
| fame for lands held, before any other action                     | 99, 111-119   | done; a reminder is an option     |
| play one knight: new army or an existing one; one must           | 101, 121-142  | done                              |
| the colour rule, in every army                                   | 144-146       | done                              |
| conquest: stronger than the defence; what happens to the knights | 148-181       | done, at once                     |
| recruit one free knight for its value, before or after playing   | 106-109, 186  | done                              |
| the end with the last knight; a conquest is still made           | 194-196       | done                              |
| chips, armies under lands, nothing for attacking armies, hands   | 198-216       | done                              |
| add one knight to the defence, once                              | 236-243       | done                              |
| take one knight back each turn; who gets the land                | 245-260       | done                              |
| defence +1, defence −1                                           | 262-274       | done                              |
| a free knight without cost on conquest                           | 276-281       | done                              |
| one knight face down, once                                       | 283-295       | done, secret on the phone         |
| 5 fame; an attacking army counts; no minus for the hand          | 301-313       | done                              |
| army under a land counts nothing; counts 15                      | 315-319, 333  | done                              |
| add a knight at the end; 2 fame from everybody                   | 321-331       | done                              |
| how many knights a hand holds                                    | 352           | done: on every screen             |
| changing chips                                                   | 73            | not done: only the sum matters    |

Readings, where the text is open:

* +1 and −1 (264, 271) change what it takes to conquer a land, not what its army is worth at the end.
* Nobody conquers a land from themselves: an army against one's own land waits. It takes the land as soon as somebody
  else holds it with a weaker army.
* Equal strongest attackers (255): the land stays until one of them is strictly strongest; watched after every move.
  Two equal armies of one player: the one begun first takes the land.
* An army keeps its land for good (125), also when its first knight is taken back; without knights it is gone. A land
  whose last defender is taken back stays with its holder, with a defence of 0.
* A face-down knight (288) counts 0 until it is turned: in an own later turn, or when its army takes a land. Turning it
  is an action, so fame is lost after it. It may be taken back unseen (247: an own knight from the table). Two on
  one army: the first laid is turned first, the last laid is taken back first.
* Taking back (248) is possible before or after playing. Who takes a land because of it gets the free knight of 278 too.
* A free knight without cost (278): play stops until the conqueror has taken one or none. If the land changes hands
  twice at once, each conqueror chooses, the first one first, as long as knights lie free. The last knight of a hand
  ends the game, so its conquest brings no free knight (195).
* A turn ends by itself when nothing is left to do in it.
* At the end (205) Herald works out what each hand is worth; whose count cannot be right has to tell it. A knight is
  added (323) before anything is counted. Two fame (331): who has less pays that. 15 (336): exactly, also for more.
* A hand that its owner has told is worth that, whatever is put right among knights that lay on the table then; knights
  laid later were in it; whether one that was entered late was, its owner tells. An army whose first
  knight was entered wrongly is against the land of the right one.
* The last knight of a hand ends the game (195) also when Herald believes in more: one that was laid and not entered can
  be entered late, and a hand can be called empty.
* Ties for the win are shared: the rules name no tie-break.
* A set is worth 30 (39 and reviews), so a knight that the rest of a hand rules out is refused: it, or one before it,
  was entered wrongly. Nothing is refused for that any more once the owner has corrected the own hand.
"""

from __future__ import annotations

from scoring.kernel import Ask, Chance, Draft, Event, Offer, Refusal
from scoring.once import once
from scoring.saga import corrections, reckoning, setup, special, turn
from scoring.saga.asks import (
    CORRECTIONS,
    AddLastKnight,
    AddToDefence,
    Begin,
    BeginCount,
    CallLastKnight,
    CorrectFame,
    CorrectHand,
    CorrectKnight,
    CorrectPlace,
    CountArmy,
    EndTurn,
    EnterForgotten,
    KeepHand,
    LayCrowns,
    LayDrawn,
    LayLand,
    LeaveFreeKnights,
    PlaceDefence,
    PlayFaceDown,
    PlayKnight,
    PlayOnFaceDown,
    Recruit,
    ShowAll,
    ShowNext,
    TakeBack,
    TakeFame,
    TakeFreeKnight,
    TellHand,
    TurnUp,
)
from scoring.saga.fold import fold
from scoring.saga.state import Over, Reckoning, SetUp, State, Turn
from scoring.words import T, Who


@once
def offers(state: State) -> tuple[Offer, ...]:
    """Everything that any seat may ask now, corrections apart."""
    match state.phase:
        case SetUp() as set_up:
            return setup.offers(state, set_up)
        case Turn() as now:
            return turn.offers(state, now)
        case Reckoning() as end:
            return reckoning.offers(state, end)
        case Over():
            return ()


def decide(state: State, seat: int, ask: Ask, chance: Chance) -> list[Event]:
    draft = Draft(state, fold)
    if isinstance(ask, CORRECTIONS):
        _correct(draft, seat, ask)
        return draft.events
    match state.phase:
        case SetUp() as set_up:
            _in_set_up(draft, set_up, seat, ask)
        case Turn(choosing=int()) as now:
            _choosing(draft, now, seat, ask)
        case Turn() as now:
            _in_turn(draft, now, seat, ask)
        case Reckoning() as end:
            _at_end(draft, end, seat, ask)
        case Over():
            raise Refusal("over", T("The game is over: the empress has returned."), "nl 195")
    return draft.events


def _correct(draft: Draft[State], seat: int, ask: Ask) -> None:
    match ask:
        case CorrectFame(whose, fame):
            corrections.correct_fame(draft, whose, fame)
        case CorrectKnight(which, really):
            corrections.correct_knight(draft, which, really)
        case CorrectPlace(which, to):
            corrections.correct_place(draft, which, to)
        case EnterForgotten(knight, to):
            corrections.enter_forgotten(draft, knight, to)
        case CallLastKnight(whose):
            corrections.call_last_knight(draft, whose)
        case CorrectHand(points):
            corrections.correct_hand(draft, seat, points)


def _in_set_up(draft: Draft[State], set_up: SetUp, seat: int, ask: Ask) -> None:
    if seat != setup.FOR_TABLE:
        raise Refusal("not-yours", T("This is for {who} to tap.", who=Who(setup.FOR_TABLE)))
    match ask:
        case LayLand(land, side):
            setup.lay_land(draft, set_up, land, side)
        case LayCrowns():
            setup.lay_crowns(draft, set_up)
        case PlaceDefence(land, first, second):
            setup.place_defence(draft, land, first, second)
        case LayDrawn():
            setup.lay_drawn(draft, set_up)
        case Begin(first):
            setup.begin(draft, set_up, first)
        case _:
            raise Refusal("set-up", T("First the lands and the knights under them."), "nl 30")


def _in_turn(draft: Draft[State], now: Turn, seat: int, ask: Ask) -> None:
    if isinstance(ask, TakeFreeKnight | LeaveFreeKnights):
        _choosing(draft, now, seat, ask)
    elif seat != now.turn:
        raise Refusal("not-your-turn", T("It is {who}'s turn.", who=Who(now.turn)), "nl 77")
    else:
        _on_turn(draft, now, ask)


def _on_turn(draft: Draft[State], now: Turn, ask: Ask) -> None:
    match ask:
        case TakeFame():
            turn.take_fame(draft, now)
        case PlayKnight(army, knight):
            turn.play_knight(draft, now, army, knight)
        case PlayOnFaceDown(army, knight):
            turn.play_on_face_down(draft, now, army, knight)
        case PlayFaceDown(army, knight):
            special.play_face_down(draft, now, army, knight)
            turn.after_playing(draft, now.turn)
        case AddToDefence(knight):
            special.add_to_defence(draft, now, knight)
            turn.after_playing(draft, now.turn)
        case TurnUp(army):
            special.turn_up(draft, now, army)
            turn.after_extra(draft)
        case TakeBack(place, knight):
            special.take_back(draft, now, place, knight)
            turn.after_extra(draft)
        case Recruit(knight):
            turn.recruit(draft, now, knight)
        case EndTurn():
            turn.end_turn(draft, now)
        case _:
            raise Refusal("not-now", T("That is not possible during a turn."))


def _choosing(draft: Draft[State], now: Turn, seat: int, ask: Ask) -> None:
    match ask:
        case TakeFreeKnight(knight):
            special.take_free_knight(draft, now, seat, knight)
        case LeaveFreeKnights():
            special.leave_free_knights(draft, now, seat)
        case _:
            who = Who(now.turn if now.choosing is None else now.choosing)
            raise Refusal("not-now", T("First {who} takes a free knight, or none.", who=who), "nl 278")
    turn.end_if_nothing_left(draft)


def _at_end(draft: Draft[State], end: Reckoning, seat: int, ask: Ask) -> None:
    match ask:
        case TellHand(points):
            reckoning.tell_hand(draft, end, seat, points)
        case AddLastKnight(place, knight):
            reckoning.add_last_knight(draft, end, seat, place, knight)
        case KeepHand():
            reckoning.keep_hand(draft, end, seat)
        case CountArmy(army):
            reckoning.count_army(draft, end, seat, army)
        case BeginCount():
            reckoning.begin_count(draft, end, seat)
        case ShowNext():
            reckoning.show(draft, end, seat, everything=False)
        case ShowAll():
            reckoning.show(draft, end, seat, everything=True)
        case _:
            raise Refusal("over", T("The last knight is played: only the count is left."), "nl 195")
