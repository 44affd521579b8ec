"""The set-up: who starts where, and who begins."""

from __future__ import annotations

from scoring.kernel import BoxFilled, Chance, Draft, Offer, Pick, Refusal, offer
from scoring.lang_lebe.asks import DrawStartAreas, TakeStartArea
from scoring.lang_lebe.events import SetUpFinished, StartAreasDrawn, StartAreaTaken
from scoring.lang_lebe.phases import SetUp
from scoring.lang_lebe.printed import AREAS, FIRST_AREA, start_areas_in, start_key
from scoring.lang_lebe.state import State, areas_in_play
from scoring.words import T, Text


def offers(state: State, set_up: SetUp) -> tuple[Offer, ...]:
    free = {seat: free_start_areas(state, set_up, seat) for seat in range(state.seats)}
    taking = (offer(TakeStartArea, seat, Pick("area", areas)) for seat, areas in free.items() if areas)
    by_lot = start_areas_in(state.box, state.seats) is not None
    return (*taking, *([offer(DrawStartAreas, 0)] if by_lot else ()))


def free_start_areas(state: State, set_up: SetUp, seat: int) -> tuple[str, ...]:
    """What this seat may enter: areas nobody has; the last one in must not leave out the first player's."""
    areas = tuple(a for a in possible_start_areas(state) if a not in set_up.taken.values())
    first = FIRST_AREA[state.seats]
    return (first,) if first in areas and is_last_in(state, set_up, seat) else areas


def possible_start_areas(state: State) -> tuple[str, ...]:
    """Those on the start cards; while these are not known, any area in play."""
    return start_areas_in(state.box, state.seats) or areas_in_play(state)


def is_last_in(state: State, set_up: SetUp, seat: int) -> bool:
    return set(range(state.seats)) - set_up.taken.keys() == {seat}


def take_start_area(draft: Draft[State], set_up: SetUp, seat: int, area: str) -> None:
    if area not in free_start_areas(draft.state, set_up, seat):
        raise _not_that_area(draft.state, set_up, area)
    last = is_last_in(draft.state, set_up, seat)
    draft.happen(StartAreaTaken(seat, area))
    if last:
        _finish(draft)


def draw_start_areas(draft: Draft[State], seat: int, chance: Chance) -> None:
    areas = start_areas_in(draft.state.box, draft.state.seats)
    if areas is None or seat != 0:
        raise Refusal("start-areas", T("Deal the start cards and tap in who starts where."), "nl 61")
    draft.happen(StartAreasDrawn(chance.shuffled(areas)))
    _finish(draft)


def _finish(draft: Draft[State]) -> None:
    """Herald remembers which areas the start cards show; whoever has the marked one begins (nl 74)."""
    state = draft.state
    assert isinstance(state.phase, SetUp)
    taken = state.phase.taken
    if start_areas_in(state.box, state.seats) is None:
        draft.happen(BoxFilled(start_key(state.seats), " ".join(sorted(taken.values()))))
    draft.happen(SetUpFinished(next(s for s, area in taken.items() if area == FIRST_AREA[state.seats])))


def _not_that_area(state: State, set_up: SetUp, area: str) -> Refusal:
    first = FIRST_AREA[state.seats]
    if area not in AREAS:
        return Refusal("no-area", T("There is no such area on the board."))
    if area not in areas_in_play(state):
        return Refusal("not-in-play", T("With three players Man is left out: choose another area."), "nl 39")
    if area in set_up.taken.values():
        return Refusal("taken", T("{area} is taken: every start card shows another area.", area=area), "nl 61")
    if area not in possible_start_areas(state):
        return Refusal("start-areas", _only_these(possible_start_areas(state)), "nl 62")
    text = T("Somebody starts in {first}: enter that, or change another seat first.", first=first)
    return Refusal("first-area", text, "nl 74")


def _only_these(areas: tuple[str, ...]) -> Text:
    return T("The start cards for this many players show {areas}.", areas=", ".join(areas))
