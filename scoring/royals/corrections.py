"""Putting right what Herald believes, when the board says otherwise."""

from __future__ import annotations

from dataclasses import replace

from scoring.kernel import BoxFilled, Count, Draft, Event, Offer, Pick, Refusal, offer
from scoring.once import once
from scoring.royals import printed
from scoring.royals.asks import CorrectField, CorrectMarker, CorrectPosition, CorrectTitle
from scoring.royals.bonuses import earned, noble_house_bonus
from scoring.royals.events import (
    FieldCorrected,
    MarkerCorrected,
    MarkerDoubted,
    MarkerPassedOn,
    MarkerTaken,
    MissedMarkerTaken,
    PositionCorrected,
    TitleCorrected,
)
from scoring.royals.fold import fold
from scoring.royals.markers import all_markers
from scoring.royals.printed import CITIES, POSITIONS, TITLES, YEARS
from scoring.royals.rightful import doubtful, is_earned, noble_houses
from scoring.royals.state import (
    NOBODY,
    Scoring,
    State,
    Titles,
    Turn,
    completed_at,
    cubes_on,
    exists,
    holder,
    supply,
    title_of,
    turn_of,
)
from scoring.royals.turn import award_bonuses
from scoring.words import T, Who


def may_correct(state: State) -> bool:
    """During a turn, and at the checks before a scoring; later there is undo."""
    phase = state.phase
    return isinstance(phase, Turn | Titles) or (isinstance(phase, Scoring) and not phase.confirmed)


@once
def corrections(state: State) -> tuple[Offer, ...]:
    """Kept apart from the moves. Any seat may put the board right."""
    seat = turn_of(state)
    if seat is None or not may_correct(state):
        return ()
    players = tuple(range(state.seats))
    known = tuple(p for p in POSITIONS if exists(state, p) and title_of(state, p))
    holders, whose, cubes = (
        Pick("holder", (NOBODY, *players)),
        Pick("whose", players),
        Count("cubes", 0, max(state.cubes)),
    )
    return (
        *((offer(CorrectPosition, seat, Pick("position", known), holders),) if known else ()),
        offer(CorrectTitle, seat, Pick("title", tuple(TITLES)), whose, cubes),
        offer(CorrectField, seat, Pick("city", CITIES), whose, cubes),
        offer(CorrectMarker, seat, Pick("marker", markers_to_correct(state)), holders),
    )


def markers_to_correct(state: State) -> tuple[str, ...]:
    """Those that can have found an owner by now; portraits follow from the cubes."""
    scored = state.epoch - 1 + isinstance(state.phase, Titles)
    coming = tuple(f".{epoch}." for epoch in YEARS if epoch > scored)
    return tuple(
        key for key in all_markers(state) if not (key.startswith("epoch.") and any(part in key for part in coming))
    )


# --- what follows --------------------------------------------------------------------------------------


def correct_position(draft: Draft[State], position: str, owner: int) -> None:
    """A cube that turns up may earn a bonus that was missed, or one that went to whom it was taken for."""
    state = draft.state
    _check_moment(state)
    if not exists(state, position) or title_of(state, position) is None:
        raise Refusal("no-position", T("There is no such position on the board."), "de 159")
    _check_owner(state, owner)
    if owner != NOBODY and holder(state, position) != owner:
        _check_supply(state, owner, 1)
    draft.happen(PositionCorrected(position, owner))
    if owner != NOBODY:
        city = printed.city_of(position)
        _pass_on(draft, owner, city)
        award_bonuses(draft, owner, city)
    doubt(draft, state)


def correct_title(draft: Draft[State], title: str, whose: int, cubes: int) -> None:
    state = draft.state
    _check_moment(state)
    _check_seat(state, whose)
    if title not in TITLES:
        raise Refusal("no-title", T("There is no such title."), "de 89")
    _check_supply(state, whose, cubes - cubes_on(state, title)[whose], cubes)
    draft.happen(TitleCorrected(title, whose, cubes))
    if marker := noble_house_bonus(draft.state, whose):
        draft.happen(MarkerTaken(whose, marker))
    doubt(draft, state)


def correct_field(draft: Draft[State], city: str, whose: int, cubes: int) -> None:
    state = draft.state
    _check_moment(state)
    _check_seat(state, whose)
    if city not in CITIES:
        raise Refusal("no-city", T("There is no such city on the board."), "de 25")
    _check_supply(state, whose, cubes - state.displaced.get(city, ()).count(whose), cubes)
    draft.happen(FieldCorrected(city, whose, cubes))
    _pass_back(draft, state, whose)
    award_bonuses(draft, whose, city)
    doubt(draft, state)


def correct_marker(draft: Draft[State], marker: str, owner: int) -> None:
    """Who has it by mistake or by Herald's: nothing else follows from it."""
    _check_moment(draft.state)
    if marker not in markers_to_correct(draft.state):
        raise Refusal("no-marker", T("There is no such marker in the game by now."), "de 219")
    _check_owner(draft.state, owner)
    draft.happen(MarkerCorrected(marker, owner))


def after_filled(state: State, filled: BoxFilled) -> list[Event]:
    """A title read wrongly may have kept somebody from a noble house bonus, or given one away."""
    draft = Draft(state, fold)
    draft.happen(filled)
    if filled.field.startswith(("title.", "influence.", "city.")):
        for seat in noble_houses(draft.state):
            missed = completed_at(state, seat) is None
            if missed and (marker := noble_house_bonus(draft.state, seat)):
                draft.happen(MissedMarkerTaken(seat, marker))
        doubt(draft, state)
    return draft.events[1:]


def doubt(draft: Draft[State], before: State) -> None:
    """Markers that nobody moves by themselves, but that would be somebody else's now."""
    for marker, seats in tuple(doubtful(before, draft.state)):
        draft.happen(MarkerDoubted(marker, seats))


def _pass_on(draft: Draft[State], seat: int, city: str) -> None:
    """Bonuses of others who lack the cubes for them go to whom the cube really is, if it earns them."""
    for taken in draft.state.markers:
        if taken.seat != seat and not is_earned(draft.state, taken):
            on_board = fold(draft.state, MarkerCorrected(taken.key, NOBODY))
            if taken.key in earned(on_board, seat, city):
                draft.happen(MarkerPassedOn(seat, taken.key, taken.seat))


def _pass_back(draft: Draft[State], before: State, seat: int) -> None:
    """The cube had been there after all, and was displaced: the marker was rightly taken."""
    for taken in draft.state.markers:
        mine = replace(taken, seat=seat)
        came_back = is_earned(draft.state, mine) and not is_earned(before, mine)
        if came_back and draft.state.passed_on.get(taken.key) == seat != taken.seat:
            draft.happen(MarkerPassedOn(seat, taken.key, taken.seat))


# --- refusals ------------------------------------------------------------------------------------------


def _check_moment(state: State) -> None:
    if not may_correct(state):
        text = T("Corrections are for a turn, or for the check before a scoring; otherwise go back with undo.")
        raise Refusal("not-now", text)


def _check_seat(state: State, seat: int) -> None:
    if seat not in range(state.seats):
        raise Refusal("no-seat", T("There is no such seat at this table."))


def _check_owner(state: State, owner: int) -> None:
    if owner != NOBODY:
        _check_seat(state, owner)


def _check_supply(state: State, seat: int, more: int, cubes: int = 0) -> None:
    if more > supply(state, seat) or cubes < 0:
        text = T("{who} has only {count} cubes in all.", who=Who(seat), count=state.cubes[seat])
        raise Refusal("supply", text, "de 53")
