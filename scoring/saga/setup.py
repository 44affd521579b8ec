"""The set-up: which sides lie up, which knights lie under them, and who begins."""

from __future__ import annotations

from scoring.kernel import Draft, Offer, Pick, Refusal, offer
from scoring.saga.asks import Begin, LayCrowns, LayDrawn, LayLand, PlaceDefence
from scoring.saga.events import DefencePlaced, LandLaid, SetUpFinished
from scoring.saga.knights import COLOURS, VALUES, Knight, knight
from scoring.saga.printed import CROWN, LANDS, SIDES, second_knights, start_in, unknown
from scoring.saga.state import SetUp, State
from scoring.words import T

# Steps for the whole table are offered once, to the first seat; any device may tap them.
FOR_TABLE = 0


def offers(state: State, set_up: SetUp) -> tuple[Offer, ...]:
    laying = tuple(_laying(state, land, side) for land in lands_to_lay(set_up) for side in SIDES)
    crowns = (_crowns(state),) if not set_up.sides else ()
    drawn = (offer(LayDrawn, FOR_TABLE),) if not set_up.knights and is_drawn(state) else ()
    placing = tuple(_placing(land) for land in COLOURS)
    seats = Pick("first", tuple(range(state.seats)))
    begin = (offer(Begin, FOR_TABLE, seats),) if is_complete(set_up) else ()
    return (*crowns, *laying, *drawn, *placing, *begin)


def lands_to_lay(set_up: SetUp) -> tuple[str, ...]:
    return tuple(land for land in COLOURS if land not in set_up.sides)


def is_complete(set_up: SetUp) -> bool:
    return set_up.sides.keys() == set_up.knights.keys() == set(COLOURS)


def is_drawn(state: State) -> bool:
    """True if this box tells the layout that the rulebook draws."""
    return all(start_in(state.box, land) for land in COLOURS)


def _laying(state: State, land: str, side: str) -> Offer:
    return offer(LayLand, FOR_TABLE, Pick("land", (land,)), Pick("side", (side,)), needs=unknown(state.box, land, side))


def _crowns(state: State) -> Offer:
    needs = (key for land in COLOURS for key in unknown(state.box, land, CROWN))
    return offer(LayCrowns, FOR_TABLE, needs=tuple(needs))


def _placing(land: str) -> Offer:
    second = Pick("second", tuple(other.key for other in second_knights(land)))
    return offer(PlaceDefence, FOR_TABLE, Pick("land", (land,)), Pick("first", VALUES), second)


# --- what follows --------------------------------------------------------------------------------------


def lay_land(draft: Draft[State], set_up: SetUp, land: str, side: str) -> None:
    _check_land(land)
    if side not in SIDES:
        raise Refusal("side", T("A land lies with its crown side up, or with the other one."), "nl 31")
    if land in set_up.sides:
        text = T("{land} lies on the table: take that back with undo.", land=LANDS[land].name)
        raise Refusal("laid", text, "nl 31")
    _lay(draft, land, side)


def lay_crowns(draft: Draft[State], set_up: SetUp) -> None:
    if set_up.sides:
        raise Refusal("laid", T("Some lands lie on the table: lay the others one by one."), "nl 31")
    for land in COLOURS:
        _lay(draft, land, CROWN)


def _lay(draft: Draft[State], land: str, side: str) -> None:
    if unknown(draft.state.box, land, side):
        text = T("Say first what is printed on this side of {land}.", land=LANDS[land].name)
        raise Refusal("box-needed", text, "nl 30")
    draft.happen(LandLaid(land, side))


def place_defence(draft: Draft[State], land: str, first: int, second: str) -> None:
    """Placed again, the new knights stand."""
    _check_land(land)
    own, other = knight(f"{land}-{first}"), knight(second)
    if other.colour == land:
        text = T("The second knight under {land} has another colour than the first.", land=LANDS[land].name)
        raise Refusal("colour-rule", text, "nl 54")
    draft.happen(DefencePlaced(land, (own, other)))


def lay_drawn(draft: Draft[State], set_up: SetUp) -> None:
    if set_up.knights or not is_drawn(draft.state):
        raise Refusal("start-layout", T("Enter the two knights of each land."), "nl 47")
    for land in COLOURS:
        draft.happen(DefencePlaced(land, _drawn(draft.state, land)))


def _drawn(state: State, land: str) -> tuple[Knight, ...]:
    pair = start_in(state.box, land)
    assert pair is not None, "is_drawn was asked before"
    return pair


def begin(draft: Draft[State], set_up: SetUp, first: int) -> None:
    if not is_complete(set_up):
        text = T("Before the first turn every land needs its side and two knights.")
        raise Refusal("set-up", text, "nl 47")
    if first not in range(draft.state.seats):
        raise Refusal("no-seat", T("There is no such seat at this table."))
    draft.happen(SetUpFinished(first))


def _check_land(land: str) -> None:
    if land not in COLOURS:
        raise Refusal("no-land", T("There is no such land in Saga."), "nl 33")
