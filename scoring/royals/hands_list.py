"""The hands list: what to do with the real pieces after Herald has worked something out."""

from __future__ import annotations

from scoring.kernel import Event
from scoring.royals import printed
from scoring.royals.events import (
    EpochEnded,
    GameEnded,
    MarkerDoubted,
    MarkerPassedOn,
    MarkerRemoved,
    MarkerTaken,
    MissedMarkerTaken,
    PositionOccupied,
    PositionTakenOver,
    StartPlayerChosen,
    TitlesConfirmed,
    TurnEnded,
)
from scoring.royals.markers import called, doubted, passed_on
from scoring.royals.printed import LAST_EPOCH
from scoring.royals.state import State, city_name, still_to_play, title_of, turn_of
from scoring.words import T, Text, Who


def to_do(state: State, event: Event) -> tuple[Text, ...]:
    """The list after the event, told from the state before it."""
    kept = () if begins_something_new(event) else state.to_do
    return (*kept, *_new(state, event))


def begins_something_new(event: Event) -> bool:
    """True if the last list has served: the table has gone on."""
    return isinstance(
        event, StartPlayerChosen | PositionOccupied | PositionTakenOver | TurnEnded | TitlesConfirmed | GameEnded
    )


def _new(state: State, event: Event) -> tuple[Text, ...]:
    match event:
        case PositionOccupied(seat, position):
            return (_second_cube(state, seat, position),)
        case PositionTakenOver(seat, position, loser):
            return (_displaced(state, position, loser), _second_cube(state, seat, position))
        case MarkerTaken(seat, marker) | MissedMarkerTaken(seat, marker):
            return (T("{who} takes the {marker}.", who=Who(seat), marker=called(state, marker)),)
        case MarkerPassedOn(seat, marker, loser):
            return (passed_on(state, seat, marker, loser),)
        case MarkerDoubted(marker, seats):
            return (doubted(state, marker, seats),)
        case MarkerRemoved(marker):
            return (T("Out of the game: {marker}.", marker=called(state, marker)),)
        case EpochEnded(epoch) if epoch < LAST_EPOCH or still_to_play(state, turn_of(state) or 0):
            # de 245
            return (T("Shuffle the discarded country cards as the new pile and lay out three."),)
        case _:
            return ()


def _second_cube(state: State, seat: int, position: str) -> Text:
    """de 169"""
    title = printed.TITLES[title_of(state, position) or "King"]
    return T("{who}: the second cube goes on the {title} beside the board.", who=Who(seat), title=title)


def _displaced(state: State, position: str, loser: int) -> Text:
    """de 193; Arcane Wonders calls the field a cathedral."""
    city = city_name(state, printed.city_of(position))
    if state.edition == printed.ARCANE:
        return T("{who}'s cube goes to the cathedral of {city}.", who=Who(loser), city=city)
    return T("{who}'s cube goes to the city field of {city}.", who=Who(loser), city=city)
