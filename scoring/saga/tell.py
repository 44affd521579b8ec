"""The history: each event in words that everybody may read. Hidden things are told without their content."""

from __future__ import annotations

from scoring.kernel import Event
from scoring.saga.events import (
    AimCorrected,
    ArmyCounted,
    CountBegan,
    DefencePlaced,
    DefenceStrengthened,
    EmpressReturned,
    FaceDownPlayed,
    FaceDownTakenBack,
    FameCorrected,
    FameTaken,
    ForgottenEntered,
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
from scoring.saga.knights import called, listed
from scoring.saga.printed import CROWN, LANDS
from scoring.saga.state import FREE, NEW, State, army_at, land_at
from scoring.words import T, Text, Who


def tell(state: State, event: Event) -> Text | None:
    return (
        _in_set_up(event)
        or _in_turn(state, event)
        or _in_conquest(event)
        or _in_special(state, event)
        or _at_end(state, event)
        or _corrected(state, event)
    )


def _in_set_up(event: Event) -> Text | None:
    match event:
        case LandLaid(land, side) if side == CROWN:
            return T("{land} lies with its crown side up.", land=LANDS[land].name)
        case LandLaid(land):
            return T("{land} lies with its other side up.", land=LANDS[land].name)
        case DefencePlaced(land, knights):
            return T("Under {land}: {knights}.", land=LANDS[land].name, knights=listed(knights))
        case SetUpFinished(first):
            return T("{who} begins.", who=Who(first))
        case _:
            return None


def _in_turn(state: State, event: Event) -> Text | None:
    match event:
        case TurnBegan(seat):
            return T("{who}'s turn.", who=Who(seat))
        case FameTaken(seat, 0):
            return T("{who} holds no land: no fame.", who=Who(seat))
        case FameTaken(seat, fame):
            return T("{who} takes {fame} fame.", who=Who(seat), fame=fame)
        case KnightPlayed(seat, number, knight) if number not in state.armies:
            land = LANDS[knight.colour].name
            return T(
                "{who} plays {knight}: a new army against {land}.", who=Who(seat), knight=called(knight), land=land
            )
        case KnightPlayed(seat, number, knight):
            land = LANDS[state.armies[number].land].name
            return T(
                "{who} plays {knight} to the army against {land}.", who=Who(seat), knight=called(knight), land=land
            )
        case KnightRecruited(seat, knight):
            cost = knight.value
            return T("{who} recruits {knight} for {cost} fame.", who=Who(seat), knight=called(knight), cost=cost)
        case _:
            return None


def _in_conquest(event: Event) -> Text | None:
    match event:
        case KnightsFreed(land, knights) if knights:
            return T("{knights} lose {land} and lie free.", knights=listed(knights), land=LANDS[land].name)
        case KnightsReturned(seat, land, knights) if knights:
            name = LANDS[land].name
            return T("{who} loses {land}: {knights} back to hand.", who=Who(seat), land=name, knights=listed(knights))
        case KnightsReturned(seat, land):
            return T("{who} loses {land}.", who=Who(seat), land=LANDS[land].name)
        case LandConquered(seat, land):
            return T("{who} conquers {land}.", who=Who(seat), land=LANDS[land].name)
        case FreeKnightTaken(seat, knight):
            return T("{who} takes {knight} without cost.", who=Who(seat), knight=called(knight))
        case FreeKnightsLeft(seat):
            return T("{who} takes no free knight.", who=Who(seat))
        case _:
            return None


def _in_special(state: State, event: Event) -> Text | None:
    match event:
        case FaceDownPlayed(seat, _, number):
            land = LANDS[state.armies[number].land].name
            return T("{who} plays a knight face down to the army against {land}.", who=Who(seat), land=land)
        case DefenceStrengthened(seat, land, knight):
            name = LANDS[land].name
            return T("{who} adds {knight} to the defence of {land}.", who=Who(seat), knight=called(knight), land=name)
        case KnightTurned(seat, number, knight):
            land = LANDS[state.armies[number].land].name
            return T("{who} turns {knight} up against {land}.", who=Who(seat), knight=called(knight), land=land)
        case KnightTakenBack(seat, place, knight):
            return T(
                "{who} takes {knight} back: {place}.",
                who=Who(seat),
                knight=called(knight),
                place=place_named(state, place),
            )
        case FaceDownTakenBack(seat, number):
            land = LANDS[state.armies[number].land].name
            return T("{who} takes a face-down knight back from the army against {land}.", who=Who(seat), land=land)
        case _:
            return None


def _at_end(state: State, event: Event) -> Text | None:
    match event:
        case LastKnightPlayed(seat):
            return T("{who} has played the last knight: the game is over.", who=Who(seat))
        case HandTold(seat, points):
            return T("{who}'s hand is worth {points}.", who=Who(seat), points=points)
        case LastKnightAdded(seat, place, knight):
            return T(
                "{who} adds {knight}: {place}.", who=Who(seat), knight=called(knight), place=place_named(state, place)
            )
        case HandKept(seat):
            return T("{who} adds no knight.", who=Who(seat))
        case ArmyCounted(seat, number):
            land = LANDS[state.armies[number].land].name
            return T("{who}'s army against {land} counts.", who=Who(seat), land=land)
        case CountBegan():
            return T("The table is checked: the fame is counted.")
        case EmpressReturned():
            return T("The empress has returned.")
        case _:
            return None


def _corrected(state: State, event: Event) -> Text | None:
    match event:
        case FameCorrected(seat, fame):
            return T("Corrected: {who} has {fame} fame.", who=Who(seat), fame=fame)
        case KnightCorrected(place, knight, really):
            old, new, there = called(knight), called(really), place_named(state, place)
            return T("Corrected: {old} is {new}, {place}.", old=old, new=new, place=there)
        case PlaceCorrected(place, knight, to):
            here, there = place_named(state, place), place_named(state, to)
            return T("Corrected: {knight}, not {here} but {there}.", knight=called(knight), here=here, there=there)
        case AimCorrected(number, land):
            who = Who(state.armies[number].owner)
            return T("Corrected: this army of {who} is against {land}.", who=who, land=LANDS[land].name)
        case HandStood(seat):
            return T("{who}'s hand is worth what {who} told.", who=Who(seat))
        case ForgottenEntered(seat, place, knight) if place == NEW:
            against = LANDS[knight.colour].name
            return T(
                "Corrected: {who} has laid {knight}, a new army against {land}.",
                who=Who(seat),
                knight=called(knight),
                land=against,
            )
        case ForgottenEntered(seat, place, knight):
            there = place_named(state, place)
            return T("Corrected: {who} has laid {knight}: {place}.", who=Who(seat), knight=called(knight), place=there)
        case HandEmptied(seat):
            return T("Corrected: {who} has no knight left in hand.", who=Who(seat))
        case HandCorrected(seat):
            return T("{who} has corrected the own hand.", who=Who(seat))
        case _:
            return None


def place_named(state: State, place: str) -> Text:
    """An army or the free knights, in words."""
    number, land = army_at(state, place), land_at(state, place)
    if number is not None:
        army = state.armies[number]
        return T("{who}'s army against {land}", who=Who(army.owner), land=LANDS[army.land].name)
    if land is not None:
        return T("the army under {land}", land=LANDS[land].name)
    return T("the free knights") if place == FREE else T("the hand")
