"""The state after an event. Never refuses: what is in the log happened."""

from __future__ import annotations

from dataclasses import replace

from scoring.ceremony import Ceremony
from scoring.kernel import BoxFilled, Event
from scoring.saga.events import (
    AimCorrected,
    ArmyCounted,
    CountBegan,
    CountShown,
    DefencePlaced,
    DefenceStrengthened,
    EmpressReturned,
    FaceDownPlayed,
    FaceDownTakenBack,
    FameCorrected,
    FameTaken,
    ForgottenEntered,
    FreeKnightGranted,
    FreeKnightsLeft,
    FreeKnightTaken,
    HandCorrected,
    HandEmptied,
    HandKept,
    HandStood,
    HandTold,
    KnightCorrected,
    KnightPlayed,
    KnightRecruited,
    KnightsFreed,
    KnightsReturned,
    KnightTakenBack,
    KnightTurned,
    LandConquered,
    LandLaid,
    LastKnightAdded,
    LastKnightPlayed,
    PlaceCorrected,
    SetUpFinished,
    TurnBegan,
)
from scoring.saga.hands_list import to_do
from scoring.saga.knights import Knight, without
from scoring.saga.scores import count
from scoring.saga.state import (
    HAND,
    NEW,
    Army,
    FaceDown,
    Land,
    Over,
    Phase,
    Reckoning,
    SetUp,
    State,
    Turn,
    armies_of,
    army_at,
    army_place,
    hand_cards,
    hand_points,
    knights_at,
    laid_since,
    land_at,
    land_place,
    missing,
)


def fold(state: State, event: Event) -> State:
    if isinstance(event, BoxFilled):
        return _box_filled(state, event)
    after = replace(state, to_do=to_do(state, event))
    after = _fame(_table(_hidden(_hands(after, event), event), event), event)
    if isinstance(event, SetUpFinished | TurnBegan):
        after = replace(after, turns=after.turns + 1)
    return replace(after, phase=_phase(after, event))


def _box_filled(state: State, event: BoxFilled) -> State:
    """A number put right while the count is on shows in the count."""
    rest = {key: value for key, value in state.box.items() if key != event.field}
    after = replace(state, box={**rest, event.field: event.value} if event.value else rest)
    if isinstance(after.phase, Reckoning | Over) and after.phase.count is not None:
        return replace(after, phase=replace(after.phase, count=replace(after.phase.count, lines=count(after))))
    return after


# --- knights on the table ------------------------------------------------------------------------------


def _table(state: State, event: Event) -> State:
    match event:
        case SetUpFinished() if isinstance(state.phase, SetUp):
            set_up = state.phase
            lands = {land: Land(side, knights=set_up.knights.get(land, ())) for land, side in set_up.sides.items()}
            return replace(state, lands=lands)
        case KnightPlayed(seat, number, knight) if number not in state.armies:
            return _new_army(state, number, seat, knight)
        case KnightPlayed(_, number, knight):
            return _laid(state, army_place(number), knight)
        case DefenceStrengthened(_, land, knight):
            return _used(_laid(state, land_place(land), knight), land)
        case LastKnightAdded(_, place, knight):
            return _laid(state, place, knight)
        case KnightsFreed(land, knights):
            return replace(_cleared(state, land), free=(*state.free, *knights))
        case KnightsReturned(_, land):
            return _cleared(state, land)
        case LandConquered(seat, land, number):
            rest = {other: army for other, army in state.armies.items() if other != number}
            army = state.armies[number]
            held = Land(state.lands[land].side, seat, army.knights, since=army.since)
            return replace(state, armies=rest, lands={**state.lands, land: held})
        case KnightTakenBack(_, place, knight):
            return _taken(state, place, knight)
        case _:
            return _put_right(state, event)


def _put_right(state: State, event: Event) -> State:
    match event:
        case KnightCorrected(place, knight, really):
            since = knight.colour in laid_since(state, place)
            after = _with_knights(state, place, _swapped(knights_at(state, place), knight, really))
            return _marked(_marked(after, place, knight, False), place, really, since)
        case PlaceCorrected(place, knight, to):
            since, away = knight.colour in laid_since(state, place), _taken(state, place, knight)
            return away if to == HAND else _marked(_put(away, to, knight), to, knight, since)
        case ForgottenEntered(seat, place, knight) if place == NEW:
            return _new_army(state, state.armies_made + 1, seat, knight)
        case ForgottenEntered(_, place, knight):
            return _laid(state, place, knight)
        case AimCorrected(number, land):
            return _army_is(state, number, replace(state.armies[number], land=land))
        case HandTold(seat) | HandCorrected(seat):
            return _all_told(state, seat)
        case _:
            return state


def _hidden(state: State, event: Event) -> State:
    match event:
        case FaceDownPlayed(_, land, number, knight):
            army = state.armies[number]
            laid = replace(army, face_down=(*army.face_down, FaceDown(knight, state.turns)))
            return _used(_marked(_army_is(state, number, laid), army_place(number), knight, True), land)
        case KnightTurned(_, number, knight):
            army = state.armies[number]
            place = [hidden.knight for hidden in army.face_down].index(knight)
            rest = army.face_down[:place] + army.face_down[place + 1 :]
            return _army_is(state, number, replace(army, knights=(*army.knights, knight), face_down=rest))
        case FaceDownTakenBack(_, number):
            army = state.armies[number]
            return _army_is(state, number, replace(army, face_down=army.face_down[:-1]))
        case _:
            return state


def _army_is(state: State, number: int, army: Army) -> State:
    """An army without knights is gone."""
    rest = {other: kept for other, kept in state.armies.items() if other != number}
    if not army.knights and not army.face_down:
        return replace(state, armies=rest)
    return replace(state, armies={**state.armies, number: army})


def _with_knights(state: State, place: str, knights: tuple[Knight, ...]) -> State:
    number, land = army_at(state, place), land_at(state, place)
    if number is not None:
        return _army_is(state, number, replace(state.armies[number], knights=knights))
    if land is not None:
        return replace(state, lands={**state.lands, land: replace(state.lands[land], knights=knights)})
    return replace(state, free=knights)


def _new_army(state: State, number: int, seat: int, knight: Knight) -> State:
    armies = {**state.armies, number: Army(seat, knight.colour, (knight,), since=frozenset({knight.colour}))}
    return replace(state, armies=armies, armies_made=max(number, state.armies_made))


def _laid(state: State, place: str, knight: Knight) -> State:
    """From the hand, so after whatever its owner has told about it."""
    return _marked(_put(state, place, knight), place, knight, True)


def _marked(state: State, place: str, knight: Knight, since: bool) -> State:
    """Whether this knight was laid since its owner last told the hand."""
    number, land, colour = army_at(state, place), land_at(state, place), frozenset({knight.colour})
    now = laid_since(state, place) | colour if since else laid_since(state, place) - colour
    if number is not None:
        return _army_is(state, number, replace(state.armies[number], since=now))
    if land is not None:
        return replace(state, lands={**state.lands, land: replace(state.lands[land], since=now)})
    return state


def _all_told(state: State, seat: int) -> State:
    """The owner has told the hand with all of this on the table."""
    told: frozenset[str] = frozenset()
    armies = {n: replace(army, since=told) if army.owner == seat else army for n, army in state.armies.items()}
    lands = {key: replace(land, since=told) if land.holder == seat else land for key, land in state.lands.items()}
    return replace(state, armies=armies, lands=lands)


def _put(state: State, place: str, knight: Knight) -> State:
    return _with_knights(state, place, (*knights_at(state, place), knight))


def _taken(state: State, place: str, knight: Knight) -> State:
    number = army_at(state, place)
    if number is not None and knights_at(state, place)[0] == knight:
        state = _army_is(state, number, replace(state.armies[number], led=False))
    return _marked(_with_knights(state, place, without(knights_at(state, place), knight)), place, knight, False)


def _swapped(knights: tuple[Knight, ...], old: Knight, new: Knight) -> tuple[Knight, ...]:
    place = knights.index(old)
    return (*knights[:place], new, *knights[place + 1 :])


def _cleared(state: State, land: str) -> State:
    return replace(state, lands={**state.lands, land: replace(state.lands[land], knights=(), since=frozenset())})


def _used(state: State, land: str) -> State:
    return replace(state, lands={**state.lands, land: replace(state.lands[land], used=True)})


# --- hands and fame ------------------------------------------------------------------------------------


def _hands(state: State, event: Event) -> State:
    match event:
        case KnightRecruited(seat, knight) | FreeKnightTaken(seat, knight):
            recruited = (*state.recruited[seat], knight)
            hands = (*state.recruited[:seat], recruited, *state.recruited[seat + 1 :])
            return replace(state, recruited=hands, free=without(state.free, knight))
        case HandTold(seat, points) | HandCorrected(seat, points):
            told = _amended(state, seat, points - hand_points(state, seat))
            return replace(told, unsure=state.unsure - {seat})
        case ForgottenEntered(seat, _, knight) if missing(state, seat):
            found = {**state.missing, seat: missing(state, seat) - 1}
            return _amended(replace(state, missing=found), seat, knight.value)
        case ForgottenEntered(seat) if state.amended[seat] is not None:
            return replace(state, unsure=state.unsure | {seat})
        case HandEmptied(seat):
            gone = {**state.missing, seat: missing(state, seat) + hand_cards(state, seat)}
            return _amended(replace(state, missing=gone), seat, -hand_points(state, seat))
        case HandStood(seat, by):
            return _amended(state, seat, by)
        case _:
            return state


def _amended(state: State, seat: int, by: int) -> State:
    amended = (state.amended[seat] or 0) + by
    return replace(state, amended=(*state.amended[:seat], amended, *state.amended[seat + 1 :]))


def _fame(state: State, event: Event) -> State:
    match event:
        case FameTaken(seat, fame):
            return _fame_is(state, seat, state.fame[seat] + fame)
        case KnightRecruited(seat, knight):
            return _fame_is(state, seat, state.fame[seat] - knight.value)  # nl 188
        case FameCorrected(seat, fame):
            return _fame_is(state, seat, fame)
        case _:
            return state


def _fame_is(state: State, seat: int, fame: int) -> State:
    return replace(state, fame=(*state.fame[:seat], fame, *state.fame[seat + 1 :]))


# --- what is going on ----------------------------------------------------------------------------------


def _phase(after: State, event: Event) -> Phase:
    match event, after.phase:
        case SetUpFinished(first), _:
            return Turn(first)
        case TurnBegan(seat), _:
            return Turn(seat)
        case LastKnightPlayed(seat), _:
            return Reckoning(seat)
        case _, SetUp() as set_up:
            return _set_up(set_up, event)
        case _, Turn() as turn:
            return _turn(after, turn, event)
        case _, Reckoning() as reckoning:
            return _reckoning(after, reckoning, event)
        case _, over:
            return over


def _set_up(set_up: SetUp, event: Event) -> SetUp:
    match event:
        case LandLaid(land, side):
            return replace(set_up, sides={**set_up.sides, land: side})
        case DefencePlaced(land, knights):
            return replace(set_up, knights={**set_up.knights, land: knights})
        case _:
            return set_up


def _turn(after: State, turn: Turn, event: Event) -> Turn:
    match event:
        case FameTaken():
            return replace(turn, took_fame=True)
        case KnightPlayed() | FaceDownPlayed() | DefenceStrengthened():
            return replace(turn, acted=True, played=True)
        case KnightRecruited():
            return replace(turn, acted=True, recruited=True)
        case KnightTakenBack() | FaceDownTakenBack():
            return replace(turn, acted=True, took_back=True)
        case KnightTurned():
            return replace(turn, acted=True)
        case FreeKnightGranted(seat):
            return replace(turn, choosers=(*turn.choosers, seat))
        case FreeKnightTaken(seat) | FreeKnightsLeft(seat) if seat in turn.choosers:
            place = turn.choosers.index(seat)
            return replace(turn, choosers=turn.choosers[:place] + turn.choosers[place + 1 :] if after.free else ())
        case _:
            return turn


def _reckoning(after: State, reckoning: Reckoning, event: Event) -> Phase:
    match event:
        case LastKnightAdded() | HandKept():
            return replace(reckoning, added=True)
        case ArmyCounted(_, number):
            return replace(reckoning, counted=number)
        case ForgottenEntered(seat) if reckoning.counted in armies_of(after, seat):  # asked again: which one counts
            return replace(reckoning, counted=None)
        case CountBegan():
            return replace(reckoning, count=Ceremony(count(after)))
        case CountShown(shown) if reckoning.count is not None:
            return replace(reckoning, count=replace(reckoning.count, shown=shown))
        case EmpressReturned() if reckoning.count is not None:
            return Over(reckoning.turn, reckoning.counted, reckoning.count)
        case _:
            return reckoning
