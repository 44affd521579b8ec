"""A plan: everything a player lays on the planning board, and what of it is legal, what it costs, what is paid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from scoring.box import Box
from scoring.roses import sheet
from scoring.roses.phases import Plan
from scoring.roses.printed import (
    AREAS,
    CALAIS_AREAS,
    KIND_OF,
    LOCATION_PIECES,
    MOVERS,
    NEIGHBOURS,
    NOBLES,
    PERSON_PIECES,
    PERSONS,
    PLACE_IN_ORDER,
    RANK,
    SEAS,
    TROOP_COST,
    reachable_seas,
)
from scoring.roses.state import State, area_of, presence
from scoring.words import TN, T, Text


@dataclass(frozen=True)
class Dropped:
    """An order that the rules let happen and do not carry out: it costs nothing (nl 393)."""

    what: Text
    why: Text
    rule: str


@dataclass(frozen=True)
class Orders:
    """What is legal of a plan, judged on ownership and places at the start of Deployment."""

    moves: Mapping[str, str]
    white: tuple[str, ...]
    black: tuple[str, ...]
    troops: Mapping[str, int]
    mercenaries: Mapping[str, int]
    bid: int
    calais: str
    dropped: tuple[Dropped, ...]


@dataclass(frozen=True)
class Bill:
    """What a purse pays for, in the order of nl 382-387; what it cannot pay is left out."""

    bid: int
    white: tuple[str, ...] = ()
    black: tuple[str, ...] = ()
    troops: Mapping[str, int] = field(default_factory=dict)
    unpaid: tuple[Text, ...] = ()
    # Of cubes and troops; the bid is paid on its own.
    cost: int = 0


# --- in words --------------------------------------------------------------------------------------------


def orders_told(state: State, plan: Plan) -> tuple[Text, ...]:
    """Everything that lies on the planning board, legal or not."""
    return tuple(_orders_told(state.box, plan))


def _orders_told(box: Box, plan: Plan) -> Iterator[Text]:
    if plan.aid:
        yield T("French aid")
    if plan.bid:
        yield T("Calais £{pounds}, {area}", pounds=plan.bid, area=AREAS[plan.calais].name)
    for piece, to in plan.moves.items():
        there = AREAS[to].name if piece in NOBLES else SEAS[to].name
        yield T("{piece} to {place}", piece=sheet.called(box, piece), place=there)
    for place, count in plan.troops.items():
        yield TN("{count} troop at {piece}", "{count} troops at {piece}", count, piece=sheet.called(box, place))
    for place, count in plan.mercenaries.items():
        name = sheet.called(box, place)
        yield TN("{count} mercenary at {piece}", "{count} mercenaries at {piece}", count, piece=name)
    yield from (cube_on("white", sheet.called(box, person)) for person in plan.white)
    yield from (cube_on("black", sheet.called(box, person)) for person in plan.black)


# --- which orders are legal ----------------------------------------------------------------------------


def targets_of(state: State, piece: str) -> tuple[str, ...]:
    """Where a noble (nl 302) or a ship (nl 292) may go."""
    here = state.stands[piece]
    return NEIGHBOURS[here] if piece in NOBLES else reachable_seas(here)


def legal_orders(state: State, seat: int, plan: Plan) -> Orders:
    dropped: list[Dropped] = []
    moves = {p: plan.moves[p] for p in MOVERS if p in plan.moves and _may_move(state, seat, p, plan.moves[p], dropped)}
    present = presence(state, seat) | {moves[p] for p in moves if p in NOBLES}  # nl 314
    return Orders(
        moves=moves,
        white=tuple(p for p in PERSON_PIECES if p in plan.white and _may_guard(state, seat, p, dropped)),
        black=tuple(p for p in PERSON_PIECES if p in plan.black and _may_bribe(state, seat, p, dropped)),
        troops=_armies(state, seat, plan.troops, present, dropped),
        mercenaries=_hired(state, seat, _armies(state, seat, plan.mercenaries, present, dropped), dropped),
        bid=plan.bid if plan.calais in CALAIS_AREAS else 0,
        calais=plan.calais,
        dropped=tuple(dict.fromkeys(dropped)),
    )


def _may_move(state: State, seat: int, piece: str, to: str, dropped: list[Dropped]) -> bool:
    name = sheet.called(state.box, piece)
    if state.owners.get(piece) != seat:
        dropped.append(Dropped(T("{piece} moves", piece=name), T("not yours"), "nl 393"))
        return False
    if to not in targets_of(state, piece):
        dropped.append(Dropped(T("{piece} moves", piece=name), T("out of reach: stays put"), "nl 393"))
        return False
    return True


def _may_guard(state: State, seat: int, person: str, dropped: list[Dropped]) -> bool:
    """A white cube lies on one's own person only (nl 336)."""
    if state.owners.get(person) == seat:
        return True
    why = T("neutral") if person not in state.owners else T("not yours")
    dropped.append(Dropped(T("white cube on {piece}", piece=sheet.called(state.box, person)), why, "nl 393"))
    return False


def _may_bribe(state: State, seat: int, person: str, dropped: list[Dropped]) -> bool:
    """A black cube lies on somebody else's person, wherever that is (nl 332, 350)."""
    if state.owners.get(person, seat) != seat:
        return True
    why = T("neutral") if person not in state.owners else T("yours already")
    dropped.append(Dropped(T("black cube on {piece}", piece=sheet.called(state.box, person)), why, "nl 393"))
    return False


def _armies(
    state: State, seat: int, wanted: Mapping[str, int], present: frozenset[str], dropped: list[Dropped]
) -> dict[str, int]:
    chosen = [place for place in LOCATION_PIECES if wanted.get(place, 0) > 0]
    return {place: wanted[place] for place in chosen if _may_hold_troops(state, seat, place, present, dropped)}


def _hired(state: State, seat: int, wanted: Mapping[str, int], dropped: list[Dropped]) -> dict[str, int]:
    """As many as the seat has, in the order of the influence table: they may have been put right after the plan."""
    left = state.mercenaries[seat]
    march: dict[str, int] = {}
    for place in sorted(wanted, key=lambda piece: payment_order(state, piece)):
        count = wanted[place]
        going = min(count, left)
        left -= going
        march |= {place: going} if going else {}
        if going < count:
            name = sheet.called(state.box, place)
            what = TN("{count} mercenary at {piece}", "{count} mercenaries at {piece}", count - going, piece=name)
            dropped.append(Dropped(what, T("no more mercenaries"), "nl 242"))
    return {place: march[place] for place in wanted if place in march}


def _may_hold_troops(state: State, seat: int, place: str, present: frozenset[str], dropped: list[Dropped]) -> bool:
    """One's own location to defend it; somebody else's to attack it, where one is present (nl 310, 312)."""
    owner = state.owners.get(place)
    if owner == seat or (owner is not None and area_of(state, place) in present):
        return True
    why, rule = (T("neutral"), "nl 312") if owner is None else (T("you are not in that area"), "nl 312")
    dropped.append(Dropped(T("troops at {piece}", piece=sheet.called(state.box, place)), why, rule))
    return False


# --- what it costs -------------------------------------------------------------------------------------


def white_cost(state: State, person: str) -> int:
    """A noble's value, or the income of a bishop or ship (nl 336, 342, 348)."""
    return sheet.printed_number(state.box, person)


def black_cost(state: State, person: str) -> int:
    return 2 * white_cost(state, person)  # nl 332


def cost_of(state: State, orders: Orders) -> int:
    """All of it, whether the purse has it or not."""
    cubes = sum(white_cost(state, p) for p in orders.white) + sum(black_cost(state, p) for p in orders.black)
    return orders.bid + cubes + TROOP_COST * sum(orders.troops.values())


def payment_order(state: State, piece: str) -> tuple[int, int, int, int]:
    """Influence table, higher noble, area with more votes (nl 387); then the order of the areas."""
    value = sheet.printed_number(state.box, piece) if KIND_OF[piece] in PERSONS and piece in NOBLES else 0
    area = area_of(state, piece)
    return (RANK[KIND_OF[piece]], -value, -AREAS[area].votes, PLACE_IN_ORDER[area])


def bill(state: State, orders: Orders, purse: int) -> Bill:
    """As much as possible: what cannot be paid is skipped and the next thing tried (nl 380)."""
    paid_bid = min(orders.bid, purse)
    left = purse - paid_bid
    unpaid: list[Text] = []
    paid: dict[str, tuple[str, ...]] = {}
    for colour, wanted, price in (("white", orders.white, white_cost), ("black", orders.black, black_cost)):
        done = []
        for person in sorted(wanted, key=lambda piece: payment_order(state, piece)):
            if price(state, person) <= left:
                left -= price(state, person)
                done.append(person)
            else:
                unpaid.append(cube_on(colour, sheet.called(state.box, person)))
        paid[colour] = tuple(person for person in wanted if person in done)
    troops: dict[str, int] = {}
    for place in sorted(orders.troops, key=lambda piece: payment_order(state, piece)):
        count = min(orders.troops[place], left // TROOP_COST)
        left -= TROOP_COST * count
        troops |= {place: count} if count else {}
        if count < orders.troops[place]:
            missing = orders.troops[place] - count
            name = sheet.called(state.box, place)
            unpaid.append(TN("{count} troop at {piece}", "{count} troops at {piece}", missing, piece=name))
    in_order = {place: troops[place] for place in LOCATION_PIECES if place in troops}
    return Bill(paid_bid, paid["white"], paid["black"], in_order, tuple(unpaid), purse - paid_bid - left)


def cube_on(colour: str, name: Text | str) -> Text:
    if colour == "white":
        return T("white cube on {piece}", piece=name)
    return T("black cube on {piece}", piece=name)
