"""The state after an event. Never refuses: what is in the log happened."""

from __future__ import annotations

from dataclasses import replace

from scoring.ceremony import Ceremony
from scoring.kernel import BoxFilled, Event
from scoring.royals import epoch
from scoring.royals.events import (
    BoardConfirmed,
    EpochEnded,
    EpochScored,
    FieldCorrected,
    GameEnded,
    MarkerCorrected,
    MarkerPassedOn,
    MarkerRemoved,
    MarkersShown,
    MarkerTaken,
    MissedMarkerTaken,
    PositionCorrected,
    PositionOccupied,
    PositionTakenOver,
    ScoringBegan,
    StartPlayerChosen,
    TieSettled,
    TitleCorrected,
    TitlesConfirmed,
    TurnBegan,
    TurnEnded,
)
from scoring.royals.hands_list import to_do
from scoring.royals.markers import KINDS, how_won
from scoring.royals.printed import COUNTRIES, LAST_EPOCH
from scoring.royals.state import (
    NOBODY,
    Counted,
    Marker,
    Over,
    Phase,
    Reveal,
    Scored,
    Scoring,
    State,
    Titles,
    Turn,
    turn_of,
    with_cube,
)
from scoring.words import T


def fold(state: State, event: Event) -> State:
    if isinstance(event, BoxFilled):
        rest = {key: value for key, value in state.box.items() if key != event.field}
        return replace(state, box={**rest, event.field: event.value} if event.value else rest)
    after = replace(state, to_do=to_do(state, event))
    after = _corrected(_markers(_cubes(_clock(after, event), event), event), event)
    return replace(after, phase=_phase(state, event))


def _clock(state: State, event: Event) -> State:
    match event:
        case StartPlayerChosen(seat):
            return replace(state, first=seat)
        case EpochEnded(number):
            return replace(state, last_round=number == LAST_EPOCH)
        case EpochScored(number):
            results = tuple(epoch.result(state, country) for country in COUNTRIES)
            settled = state.phase.settled if isinstance(state.phase, Scoring) else {}
            scored = {**state.scored, number: Scored(state.holders, settled)}
            return replace(state, epoch=min(number + 1, LAST_EPOCH), last_scoring=results, scored=scored)
        case PositionOccupied() | PositionTakenOver() | TurnEnded() | ScoringBegan():
            return replace(state, last_scoring=())
        case _:
            return state


def _cubes(state: State, event: Event) -> State:
    match event:
        case PositionOccupied(seat, position) | PositionTakenOver(seat, position):
            return with_cube(state, seat, position)
        case _:
            return state


def _markers(state: State, event: Event) -> State:
    match event:
        case MarkerTaken(seat, marker) | MissedMarkerTaken(seat, marker):
            taken = Marker(marker, seat, how_won(state, seat, marker))
            return replace(state, markers=(*state.markers, taken))
        case MarkerRemoved(marker):
            return replace(state, removed=(*state.removed, marker))
        case MarkerPassedOn(seat, marker, loser):
            kept = tuple(taken for taken in state.markers if taken.key != marker)
            passed = Marker(marker, seat, how_won(state, seat, marker))
            return replace(state, markers=(*kept, passed), passed_on={**state.passed_on, marker: loser})
        case _:
            return state


def _corrected(state: State, event: Event) -> State:
    match event:
        case PositionCorrected(position, holder):
            others = {held: seat for held, seat in state.holders.items() if held != position}
            return replace(state, holders=others if holder == NOBODY else {**others, position: holder})
        case TitleCorrected(title, seat, cubes):
            now = Counted(cubes, len(state.occupied))
            return replace(state, counted={**state.counted, (title, seat): now})
        case FieldCorrected(city, seat, cubes):
            others_there = tuple(other for other in state.displaced.get(city, ()) if other != seat)
            return replace(state, displaced={**state.displaced, city: others_there + (seat,) * cubes})
        case MarkerCorrected(marker, holder):
            kept = tuple(taken for taken in state.markers if taken.key != marker)
            held = () if holder == NOBODY else (Marker(marker, holder, T("corrected at the table")),)
            left = tuple(key for key in state.removed if key != marker)
            return replace(state, markers=(*kept, *held), removed=left)
        case _:
            return state


def _phase(state: State, event: Event) -> Phase:
    """The phase after the event, told from the state before it."""
    phase, seat = state.phase, turn_of(state) or 0
    match event:
        case TurnBegan(who):
            return Turn(who)
        case ScoringBegan():
            return Scoring(seat)
        case BoardConfirmed() if isinstance(phase, Scoring):
            return replace(phase, confirmed=True)
        case TieSettled(country, who) if isinstance(phase, Scoring):
            settled = (*phase.settled.get(country, ()), who)
            return replace(phase, settled={**phase.settled, country: settled})
        case EpochScored(number) if number == LAST_EPOCH:
            return Titles(seat)
        case TitlesConfirmed():
            return Reveal(seat, Ceremony(tuple(KINDS)))
        case MarkersShown(shown) if isinstance(phase, Reveal):
            return replace(phase, kinds=replace(phase.kinds, shown=shown))
        case GameEnded():
            return Over()
        case _:
            return phase
