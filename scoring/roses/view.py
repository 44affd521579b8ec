"""Views of each seat and of the table screen, built up field by field, so that no secret can be left in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.kernel import GameView
from scoring.legal_actions import LegalAction, Pick
from scoring.printed_values import number
from scoring.roses import components
from scoring.roses.components import AREAS, HOME, HOUSES, KIND_OF, MOVERS, SEAS, SHIPS, full_name, prize
from scoring.roses.draft import Drafting, SetUp, cards_on_table
from scoring.roses.last_parliament import CountOnly, LastBoard
from scoring.roses.plan import (
    Dropped,
    FrenchAid,
    Plan,
    Planning,
    bill,
    black_cost,
    cost_of,
    legal_orders,
    targets_of,
    white_cost,
    why_no_troops,
)
from scoring.roses.planning import STAYS, locations_in_reach, movers, purse, repeatable_plan
from scoring.roses.state import State, board_of, control, house_with_votes, ranking, votes
from scoring.sealed import SealedView, sealed_view
from scoring.words import T, Text, seats


@dataclass(frozen=True)
class ArmyView:
    seat: int
    size: int
    defends: bool


@dataclass(frozen=True)
class PieceView:
    """A card with its place on the board. `printed`: income or noble value; None if unknown or not applicable."""

    key: str
    kind: str
    name: Text | str
    full_name: Text | str
    owner: int | None
    points: int
    printed: int | None
    # Place of a noble or ship.
    here: Text | None
    # Key of that place; for an unowned noble or ship, the place where it will enter. Empty for other pieces.
    at: str
    # True if it can be picked now.
    to_pick: bool
    neutral: bool
    guarded: bool
    armies: tuple[ArmyView, ...]


@dataclass(frozen=True)
class AreaView:
    """`most` and `second` are victory points; None if unknown. `house` is the one that has the votes on the current
    board."""

    key: str
    name: Text
    votes: int
    most: int | None
    second: int | None
    # Castle, towns, port and bishop; then the pieces currently there.
    places: tuple[PieceView, ...]
    nobles: tuple[PieceView, ...]
    ships: tuple[PieceView, ...]
    calais: int | None
    # Seats with their control points, strongest first.
    control: tuple[tuple[int, int], ...]
    house: str
    # All cards of this area, for picking and corrections.
    cards: tuple[PieceView, ...]

    @property
    def pieces(self) -> tuple[PieceView, ...]:
        """All pieces in the area now."""
        return (*self.places, *self.nobles, *self.ships)


@dataclass(frozen=True)
class PlayerView:
    """Public information about a seat; never its purse."""

    seat: int
    points: int
    house: str
    house_name: Text | None
    mercenaries: int
    aid_taken: bool


@dataclass(frozen=True)
class AwardView:
    """A special award. `kind`: the pieces it is awarded for, although the Captain of Calais is bid for."""

    key: str
    name: Text
    kind: str
    holder: int | None


@dataclass(frozen=True)
class CardsView:
    """The draft: the cards on the table and the remaining picks."""

    # True if Herald drew the cards, so that no other card can be picked.
    drawn: bool
    neutral: tuple[Text | str, ...]
    picks: tuple[int, ...]
    mercenaries: int


@dataclass(frozen=True)
class VotesView:
    house: str
    name: Text
    votes: int


@dataclass(frozen=True)
class CountView:
    """Entries before the last parliament: points and houses by seat, and the owners of pieces."""

    points: tuple[int | None, ...]
    houses: tuple[str, ...]
    # Pieces, and the seats that claim them.
    entered: tuple[tuple[str, tuple[int, ...]], ...]
    # Why the last parliament cannot be held yet, and why the points alone do not decide the winner.
    why_not: Text | None
    why_no_winner: Text | None


@dataclass(frozen=True)
class SetUpView:
    houses: tuple[tuple[int, str], ...]
    order: tuple[int, ...]


@dataclass(frozen=True)
class RosesView(GameView):
    """`purse` and `planning` belong to the seat; None on the table screen."""

    phase: str
    round: int
    rounds: int
    minutes: int
    order: tuple[int, ...]
    with_houses: bool
    areas: tuple[AreaView, ...]
    players: tuple[PlayerView, ...]
    awards: tuple[AwardView, ...]
    votes: tuple[VotesView, ...]
    kings: tuple[str, ...]
    set_up: SetUpView | None
    count: CountView | None
    cards: CardsView | None
    # Seats that may still ask for French aid, in turn order, with the pounds.
    aid: tuple[tuple[int, int], ...]
    # Question to confirm before all undecided seats are skipped; a phone names only the others.
    skips_aid: Text | None
    sealed: SealedView | None
    purse: int | None
    planning: PlanningView | None

    @property
    def to_check(self) -> bool:
        return self.phase == "parliament" and self.legal_action("confirm-board") is not None

    def piece(self, key: str) -> PieceView:
        return next(piece for area in self.areas for piece in area.cards if piece.key == key)

    def area_of(self, place: str) -> str:
        """Returns the area where a place or piece is; empty if it is in none."""
        if place in AREAS:
            return place
        return next((area.key for area in self.areas for one in area.pieces if one.key == place), "")

    def take_action(self, card: str) -> LegalAction | None:
        """Returns the legal action that takes this card: one for this card alone if its values must be read first."""
        taking = (legal_action for legal_action in self.legal_actions if legal_action.action == "take-card")
        return next((legal_action for legal_action in taking if card in _options(legal_action, "card")), None)

    def claimed_by(self, piece: str) -> tuple[int, ...]:
        return dict(self.count.entered).get(piece, ()) if self.count else ()

    def house_of(self, seat: int) -> str:
        """Returns the house entered so far in the set-up; empty if none."""
        return dict(self.set_up.houses).get(seat, "") if self.set_up else ""

    def house_names(self, legal_action: LegalAction) -> tuple[Text, ...]:
        return tuple(HOUSES[str(house)] for house in _options(legal_action, "house"))

    def house_name(self, house: str) -> Text:
        return HOUSES[house]

    def places_for(self, piece: str) -> tuple[tuple[str, Text], ...]:
        """Returns all areas for a noble, all seas for a ship."""
        places = SEAS if piece in SHIPS else AREAS
        return tuple((key, components.place_name(piece, key)) for key in places)

    def place_name(self, key: str) -> Text:
        return SEAS[key].name if key in SEAS and key not in AREAS else AREAS[key].name


def _options(legal_action: LegalAction, name: str) -> tuple[str | int, ...]:
    field = legal_action.field(name)
    return field.options if isinstance(field, Pick) else ()


def public_view(state: State) -> dict[str, Any]:
    """Returns the fields that every screen shows."""
    phase = state.phase
    board = board_of(state)
    free = cards_on_table(state) if isinstance(phase, Drafting) else ()
    pieces = {piece: _piece(board, piece, free) for piece in components.PIECES}
    areas = tuple(_area(board, area, pieces) for area in AREAS)
    return {
        "phase": phase.name,
        "round": state.round,
        "rounds": components.ROUNDS,
        "minutes": state.minutes,
        "order": state.order,
        "with_houses": state.with_houses,
        "areas": areas,
        "players": _players(board),
        "awards": _awards(board),
        "votes": _votes(board),
        "kings": state.kings,
        "set_up": SetUpView(tuple(sorted(phase.houses.items())), phase.order) if isinstance(phase, SetUp) else None,
        "count": _count(state, phase) if isinstance(phase, LastBoard) else None,
        "cards": _cards(state, phase) if isinstance(phase, Drafting) else None,
        "aid": tuple((asked, state.french_aid(asked)) for asked in phase.asked) if isinstance(phase, FrenchAid) else (),
        "sealed": sealed_view(phase.sealed) if isinstance(phase, Planning) else None,
    }


def own_view(state: State, seat: int | None) -> dict[str, Any]:
    """Returns the fields that depend on whose screen it is (None: a table screen)."""
    phase = state.phase
    return {
        "skips_aid": _skip_question(phase, seat) if isinstance(phase, FrenchAid) else None,
        "purse": None if seat is None else state.money[seat],
        "planning": planning_view(state, phase, seat) if isinstance(phase, Planning) and seat is not None else None,
    }


# --- the board -----------------------------------------------------------------------------------------


def _area(state: State, area: str, pieces: Mapping[str, PieceView]) -> AreaView:
    here = [piece for piece in components.MOVERS if piece in state.owners and state.area_of(piece) == area]
    return AreaView(
        key=area,
        name=AREAS[area].name,
        votes=AREAS[area].votes,
        most=prize(state.printed_values, area, "most"),
        second=prize(state.printed_values, area, "second"),
        places=tuple(pieces[f"{kind}.{area}"] for kind in ("castle", "large", "small", "port", "bishop")),
        nobles=tuple(pieces[piece] for piece in here if piece in components.NOBLES),
        ships=tuple(pieces[piece] for piece in here if piece in SHIPS),
        calais=state.calais[0] if state.calais and state.calais[1] == area else None,
        control=tuple((seat, control(state, area, (seat,)).points) for seat in ranking(state, area)),
        house=house_with_votes(state, area) if state.houses else "",
        cards=tuple(shown for piece, shown in pieces.items() if HOME[piece] == area),
    )


def _piece(state: State, piece: str, free: tuple[str, ...]) -> PieceView:
    owner = state.owners.get(piece)
    # In its own area, a piece needs no place in its name.
    label = components.short_name if state.area_of(piece) == HOME[piece] else components.away_name
    return PieceView(
        key=piece,
        kind=KIND_OF[piece],
        name=label(state.printed_values, piece),
        full_name=full_name(state.printed_values, piece),
        owner=owner,
        points=components.points_of(state.printed_values, piece),
        printed=number(state.printed_values, components.number_key(piece)),
        here=components.place_name(piece, state.stands[piece]) if piece in state.stands else None,
        at=state.stands.get(piece) or components.entry_place(state.printed_values, piece) if piece in MOVERS else "",
        to_pick=piece in free,
        neutral=piece in state.neutral,
        guarded=piece in state.guarded,
        armies=tuple(ArmyView(a.seat, a.size, a.seat == owner) for a in state.armies.get(piece, ())),
    )


def _players(state: State) -> tuple[PlayerView, ...]:
    points = state.victory_points
    return tuple(
        PlayerView(
            seat=seat,
            points=points[seat],
            house=state.houses[seat] if state.houses else "",
            house_name=HOUSES[state.houses[seat]] if state.houses else None,
            mercenaries=state.mercenaries[seat],
            aid_taken=seat in state.aid_taken,
        )
        for seat in state.order or range(state.seats)
    )


def _awards(state: State) -> tuple[AwardView, ...]:
    held, kinds = state.tiles, {**components.AWARDS, components.CALAIS: "noble"}
    return tuple(AwardView(key, components.AWARD_NAMES[key], kind, held.get(key)) for key, kind in kinds.items())


def _votes(state: State) -> tuple[VotesView, ...]:
    if not state.houses:
        return ()
    won = votes(state)
    return tuple(VotesView(house, name, won[house]) for house, name in HOUSES.items())


# --- phases --------------------------------------------------------------------------------------------


def _count(state: State, phase: LastBoard) -> CountView:
    why_not, no_winner = phase.confirm_refusal(state), CountOnly.refusal(state, state.table_action_seat)
    return CountView(
        points=tuple(phase.points.get(seat) for seat in range(state.seats)),
        houses=tuple(phase.houses.get(seat, "") for seat in range(state.seats)),
        entered=tuple(phase.claims.claimants.items()),
        why_not=why_not.message if why_not else None,
        why_no_winner=no_winner.message if no_winner else None,
    )


def _skip_question(phase: FrenchAid, seat: int | None) -> Text:
    others = tuple(asked for asked in phase.asked if asked != seat)
    return T("This skips {who}. Does everyone keep their tile?", who=seats(others))


def _cards(state: State, phase: Drafting) -> CardsView:
    return CardsView(
        drawn=bool(phase.laid_out),
        neutral=tuple(full_name(state.printed_values, piece) for piece in state.neutral),
        picks=phase.picks[phase.taken :],
        mercenaries=components.MERCENARIES_A_CARD[state.round],
    )


# --- the planning board as its owner sees it ------------------------------------------------------------


@dataclass(frozen=True)
class PlannedView:
    """The orders of a plan for one piece."""

    to: str
    troops: int
    mercenaries: int
    cube: bool


@dataclass(frozen=True)
class OrderView:
    """A piece that may receive orders: a noble or ship that moves, a location with troops, or a person with a cube. The
    cube is white on the seat's own person, black on another's."""

    key: str
    name: Text | str
    kind: str
    points: int
    owner: int
    own: bool
    # In this plan, and in the previous round's.
    planned: PlannedView
    last: PlannedView
    # For a noble or ship: its place, and where it may move.
    here: Text | None
    targets: tuple[tuple[str, Text], ...]
    # For a location. If not `present`, troops are dropped unless a noble moves into the area.
    garrison: int
    present: bool
    # For a person: the price of a cube.
    cost: int


@dataclass(frozen=True)
class PlanAreaView:
    key: str
    name: Text
    present: bool
    movers: tuple[OrderView, ...]
    places: tuple[OrderView, ...]
    persons: tuple[OrderView, ...]


@dataclass(frozen=True)
class SealedPlanView:
    """Summary of a sealed plan: its cost, the orders the rules will drop, and those the purse cannot pay."""

    cost: int
    purse: int
    dropped: tuple[Dropped, ...]
    unpaid: tuple[Text, ...]
    summary: tuple[Text, ...]


@dataclass(frozen=True)
class PlanningView:
    """`aid`: pounds of French aid available; 0 if none."""

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
    plan = phase.sealed.last(seat) or Plan()
    last = repeatable_plan(state, seat)
    return PlanningView(
        purse=state.money[seat],
        aid=state.aid_with_plan(seat),
        takes_aid=plan.aid,
        bid=plan.bid,
        calais=plan.calais,
        last_bid=last.bid,
        last_calais=last.calais,
        calais_areas=_with_names("", components.CALAIS_AREAS),
        mercenaries=state.mercenaries[seat],
        troops=components.TROOPS,
        cubes=components.CUBES,
        troop_cost=components.TROOP_COST,
        has_last=last != Plan(),
        areas=tuple(_plan_area(state, seat, area, plan, last) for area in AREAS),
        sealed=_sealed_plan_view(state, seat, chosen) if chosen else None,
    )


def _plan_area(state: State, seat: int, area: str, plan: Plan, last: Plan) -> PlanAreaView:
    def orders(pieces: Iterable[str]) -> tuple[OrderView, ...]:
        return tuple(_order(state, seat, piece, plan, last) for piece in pieces if state.area_of(piece) == area)

    return PlanAreaView(
        key=area,
        name=AREAS[area].name,
        present=area in state.presence(seat),
        movers=orders(movers(state, seat)),
        places=orders(locations_in_reach(state, seat)),
        persons=orders(person for person in components.PERSON_PIECES if person in state.owners),
    )


def _order(state: State, seat: int, piece: str, plan: Plan, last: Plan) -> OrderView:
    kind, owner, at_home = KIND_OF[piece], state.owners[piece], state.area_of(piece) == components.HOME[piece]
    own = owner == seat
    targets = targets_of(state, piece) if own and piece in MOVERS else ()
    return OrderView(
        key=piece,
        # A piece shown with its symbol under its own area needs no place in its name.
        name=(components.short_name if at_home else components.full_name)(state.printed_values, piece),
        kind=kind,
        points=components.points_of(state.printed_values, piece),
        owner=owner,
        own=own,
        planned=_planned_view(plan, piece, own, targets),
        last=_planned_view(last, piece, own, targets),
        here=components.place_name(piece, state.stands[piece]) if piece in MOVERS else None,
        targets=_with_names(piece, targets),
        garrison=components.GARRISON.get(kind, 0),
        present=piece not in components.LOCATION_PIECES or why_no_troops(state, seat, piece) is None,
        cost=(white_cost if own else black_cost)(state, piece),
    )


def _planned_view(plan: Plan, piece: str, own: bool, targets: tuple[str, ...]) -> PlannedView:
    to, cubes = plan.moves.get(piece, STAYS), plan.white if own else plan.black
    soldiers = (plan.troops.get(piece, 0), plan.mercenaries.get(piece, 0))
    return PlannedView(to if to in targets else STAYS, *soldiers, piece in cubes)


def _with_names(piece: str, places: Iterable[str]) -> tuple[tuple[str, Text], ...]:
    """Returns the places with their names: seas for a ship, otherwise areas."""
    return tuple((to, SEAS[to].name if piece in components.SHIPS else AREAS[to].name) for to in places)


def _sealed_plan_view(state: State, seat: int, plan: Plan) -> SealedPlanView:
    """Returns the outcome of the plan on the current board, without the plans of others."""
    orders = legal_orders(state, seat, plan)
    money = purse(state, seat, plan.aid)
    return SealedPlanView(
        cost=cost_of(state, orders),
        purse=money,
        dropped=orders.dropped,
        unpaid=bill(state, orders, money).unpaid,
        summary=tuple(plan.order_texts(state)),
    )
