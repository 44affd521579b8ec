"""The hands list: what to do with the real cards and chips after Herald has worked something out."""

from __future__ import annotations

from scoring.kernel import Event
from scoring.saga.events import (
    DefenceStrengthened,
    FaceDownPlayed,
    FaceDownTakenBack,
    FameTaken,
    FreeKnightTaken,
    KnightPlayed,
    KnightRecruited,
    KnightsFreed,
    KnightsReturned,
    KnightTakenBack,
    KnightTurned,
    LandConquered,
    LastKnightPlayed,
    SetUpFinished,
)
from scoring.saga.knights import SET_CARDS, called, listed
from scoring.saga.printed import LANDS
from scoring.saga.state import State, Turn
from scoring.words import TN, T, Text, Who


def to_do(state: State, event: Event) -> tuple[Text, ...]:
    """The list after the event, told from the state before it."""
    kept = () if begins_something_new(state, event) else state.to_do
    return (*kept, *_new(event))


def begins_something_new(state: State, event: Event) -> bool:
    """True if the last list has served: somebody has done something else."""
    match event:
        case FameTaken() | KnightPlayed() | FaceDownPlayed() | DefenceStrengthened() | SetUpFinished():
            return True
        case KnightRecruited() | FreeKnightTaken() | KnightTakenBack() | FaceDownTakenBack():
            return True
        case KnightTurned():
            return isinstance(state.phase, Turn) and not state.phase.acted
        case _:
            return False


def _new(event: Event) -> tuple[Text, ...]:
    match event:
        case SetUpFinished():
            return (T("Everybody takes a set of {count} knights; the rest goes back to the box.", count=SET_CARDS),)
        case FameTaken(seat, fame) if fame:
            return (T("{who} takes {fame} fame from the supply.", who=Who(seat), fame=fame),)
        case KnightRecruited(seat, knight):
            text = T(
                "{who} pays {cost} fame and takes {knight}.", who=Who(seat), cost=knight.value, knight=called(knight)
            )
            return (text,)
        case FreeKnightTaken(seat, knight):
            return (T("{who} takes {knight}, without cost.", who=Who(seat), knight=called(knight)),)
        case KnightTurned(seat, _, knight):
            return (T("{who} turns {knight} up.", who=Who(seat), knight=called(knight)),)
        case KnightsFreed(land, knights) if knights:
            text = T(
                "{knights} from under {land} lie free on the table.", knights=listed(knights), land=LANDS[land].name
            )
            return (text,)
        case KnightsReturned(seat, land, knights) if knights:
            text = TN(
                "{who} takes the knight under {land} back into hand: {knights}.",
                "{who} takes the {count} knights under {land} back into hand: {knights}.",
                len(knights),
                who=Who(seat),
                land=LANDS[land].name,
                knights=listed(knights),
            )
            return (text,)
        case LandConquered(seat, land):
            return (T("{who} lays {land} on the army that took it.", who=Who(seat), land=LANDS[land].name),)
        case FaceDownPlayed(_, land) | DefenceStrengthened(_, land):
            return (T("Turn {land} round: it is used.", land=LANDS[land].name),)
        case LastKnightPlayed():
            return (T("Everybody lays the knights in hand open on the table."),)
        case _:
            return ()
