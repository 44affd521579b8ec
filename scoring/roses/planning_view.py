"""A seat's own planning board, area by area; nobody else is shown any of it."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.roses import sheet
from scoring.roses.deployment import may_take_aid
from scoring.roses.phases import Plan, Planning
from scoring.roses.plan import Dropped, bill, black_cost, cost_of, legal_orders, orders_told, targets_of, white_cost
from scoring.roses.planning import locations_in_reach, movers, persons_of_others, purse
from scoring.roses.printed import (
    AREAS,
    CUBES,
    GARRISON,
    HOME,
    KIND_OF,
    NOBLES,
    PERSON_PIECES,
    SEAS,
    TROOP_COST,
    TROOPS,
)
from scoring.roses.scores import french_aid
from scoring.roses.state import State, area_of, presence
from scoring.words import Text


@dataclass(frozen=True)
class TargetView:
    """Where a noble or ship may go; `area` is the land area that a noble would be present in."""

    key: str
    name: Text
    chosen: bool
    last: bool
    area: str


@dataclass(frozen=True)
class MoverView:
    key: str
    name: Text | str
    kind: str
    points: int
    here: Text
    targets: tuple[TargetView, ...]
    chosen: str
    last: str


@dataclass(frozen=True)
class PlaceView:
    """A location to defend or attack; not `present`: only if a noble moves into the area."""

    key: str
    name: Text | str
    kind: str
    kind_name: Text
    owner: int
    own: bool
    garrison: int
    present: bool
    troops: int
    mercenaries: int
    last_troops: int
    last_mercenaries: int


@dataclass(frozen=True)
class CubeView:
    """A person: a white cube on an own one, a black cube on somebody else's."""

    key: str
    name: Text | str
    kind: str
    points: int
    owner: int
    own: bool
    cost: int
    chosen: bool
    last: bool


@dataclass(frozen=True)
class PlanAreaView:
    key: str
    name: Text
    present: bool
    movers: tuple[MoverView, ...]
    places: tuple[PlaceView, ...]
    persons: tuple[CubeView, ...]
    # Something is planned here.
    planned: bool


@dataclass(frozen=True)
class SealedPlanView:
    """The sealed plan in short: what it costs, what the rules will drop, what the purse cannot pay."""

    cost: int
    purse: int
    aid: bool
    dropped: tuple[Dropped, ...]
    unpaid: tuple[Text, ...]
    summary: tuple[Text, ...]


@dataclass(frozen=True)
class PlanningView:
    """`aid`: pounds that France would send, nought if none."""

    purse: int
    aid: int
    takes_aid: bool
    bid: int
    calais: str
    last_bid: int
    last_calais: str
    calais_areas: tuple[tuple[str, Text], ...]
    mercenaries: int
    troops: int
    cubes: int
    troop_cost: int
    has_last: bool
    areas: tuple[PlanAreaView, ...]
    sealed: SealedPlanView | None


def planning_view(state: State, phase: Planning, seat: int) -> PlanningView:
    chosen = phase.sealed.of(seat)
    plan = chosen or Plan()
    last = state.last_plans[seat] if state.last_plans else Plan()
    aid = french_aid(state, seat) if may_take_aid(state, seat) else 0
    return PlanningView(
        purse=state.money[seat],
        aid=aid,
        takes_aid=plan.aid,
        bid=plan.bid,
        calais=plan.calais,
        last_bid=last.bid,
        last_calais=last.calais,
        calais_areas=tuple((area, AREAS[area].name) for area in ("midlands", "south-east")),
        mercenaries=state.mercenaries[seat],
        troops=TROOPS,
        cubes=CUBES,
        troop_cost=TROOP_COST,
        has_last=last != Plan(),
        areas=tuple(_area(state, seat, area, plan, last) for area in AREAS),
        sealed=_sealed(state, seat, chosen) if chosen else None,
    )


def _area(state: State, seat: int, area: str, plan: Plan, last: Plan) -> PlanAreaView:
    moved = tuple(_mover(state, p, plan, last) for p in movers(state, seat) if area_of(state, p) == area)
    places = tuple(
        _place(state, seat, p, plan, last) for p in locations_in_reach(state, seat) if area_of(state, p) == area
    )
    foreign = persons_of_others(state, seat)
    persons = tuple(
        _person(state, seat, p, plan, last)
        for p in PERSON_PIECES
        if (state.owners.get(p) == seat or p in foreign) and area_of(state, p) == area
    )
    planned = any(mover.chosen for mover in moved) or any(p.troops + p.mercenaries for p in places)
    return PlanAreaView(
        key=area,
        name=AREAS[area].name,
        present=area in presence(state, seat),
        movers=moved,
        places=places,
        persons=persons,
        planned=planned or any(person.chosen for person in persons),
    )


def _name(state: State, piece: str) -> Text | str:
    """Beside its sign, under its own area, a piece needs no more than its kind."""
    called = sheet.short_name if area_of(state, piece) == HOME[piece] else sheet.called
    return called(state.box, piece)


def _mover(state: State, piece: str, plan: Plan, last: Plan) -> MoverView:
    lands = piece in NOBLES
    chosen, before = plan.moves.get(piece, ""), last.moves.get(piece, "")
    here = state.stands[piece]
    targets = targets_of(state, piece)
    return MoverView(
        key=piece,
        name=_name(state, piece),
        kind=KIND_OF[piece],
        points=sheet.points_of(state.box, piece),
        here=AREAS[here].name if lands else SEAS[here].name,
        targets=tuple(
            TargetView(to, AREAS[to].name if lands else SEAS[to].name, to == chosen, to == before, to if lands else "")
            for to in targets
        ),
        chosen=chosen if chosen in targets else "",
        last=before if before in targets else "",
    )


def _place(state: State, seat: int, place: str, plan: Plan, last: Plan) -> PlaceView:
    owner = state.owners[place]
    return PlaceView(
        key=place,
        name=sheet.short_name(state.box, place),
        kind=KIND_OF[place],
        kind_name=sheet.KIND_NAMES[KIND_OF[place]],
        owner=owner,
        own=owner == seat,
        garrison=GARRISON[KIND_OF[place]],
        present=owner == seat or area_of(state, place) in presence(state, seat),
        troops=plan.troops.get(place, 0),
        mercenaries=plan.mercenaries.get(place, 0),
        last_troops=last.troops.get(place, 0),
        last_mercenaries=min(last.mercenaries.get(place, 0), state.mercenaries[seat]),
    )


def _person(state: State, seat: int, person: str, plan: Plan, last: Plan) -> CubeView:
    own = state.owners[person] == seat
    cubes, before = (plan.white, last.white) if own else (plan.black, last.black)
    return CubeView(
        key=person,
        name=_name(state, person),
        kind=KIND_OF[person],
        points=sheet.points_of(state.box, person),
        owner=state.owners[person],
        own=own,
        cost=white_cost(state, person) if own else black_cost(state, person),
        chosen=person in cubes,
        last=person in before,
    )


def _sealed(state: State, seat: int, plan: Plan) -> SealedPlanView:
    """What would happen to it on the board as it stands: nothing rests on anybody else's plan."""
    orders = legal_orders(state, seat, plan)
    money = purse(state, seat, plan.aid)
    return SealedPlanView(
        cost=cost_of(state, orders),
        purse=money,
        aid=plan.aid,
        dropped=orders.dropped,
        unpaid=bill(state, orders, money).unpaid,
        summary=orders_told(state, plan),
    )
