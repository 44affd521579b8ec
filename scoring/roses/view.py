"""What each seat, and the table screen, may see: built up from nothing, never the state with parts removed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.box import number
from scoring.ceremony import Scene, Staged
from scoring.kernel import GameView
from scoring.offers import Offer, Pick
from scoring.roses import printed
from scoring.roses.control import control, house_with_votes, ranking, votes
from scoring.roses.draft import Drafting, SetUp, on_table
from scoring.roses.last_parliament import LastBoard
from scoring.roses.plan import FrenchAid, Planning
from scoring.roses.planning import PlanningView, planning_view
from scoring.roses.printed import AREAS, AWARD_NAMES, HOME, HOUSES, KIND_OF, SEAS, SHIPS, called, prize
from scoring.roses.resolution import DEPLOYMENT, Resolution
from scoring.roses.state import State, board_of
from scoring.sealed import SealedView, sealed_view
from scoring.words import Text


@dataclass(frozen=True)
class ArmyView:
    seat: int
    size: int
    defends: bool


@dataclass(frozen=True)
class PieceView:
    """A card with its place on the board. `printed`: income or a noble's value; None: not known or none."""

    key: str
    kind: str
    name: Text | str
    full_name: Text | str
    # A name of its own is known, not just its kind.
    owner: int | None
    points: int
    printed: int | None
    # Where a noble or ship is.
    here: Text | None
    # It may be picked now.
    to_pick: bool
    neutral: bool
    guarded: bool
    armies: tuple[ArmyView, ...]


@dataclass(frozen=True)
class AreaView:
    """`most` and `second` are its victory points; None: not known yet. `house` has its votes as the board stands."""

    key: str
    name: Text
    votes: int
    most: int | None
    second: int | None
    # Castle, towns, bishop and port; then who and what is there now.
    places: tuple[PieceView, ...]
    nobles: tuple[PieceView, ...]
    ships: tuple[PieceView, ...]
    calais: int | None
    # Seats with control points and how many, the strongest first.
    control: tuple[tuple[int, int], ...]
    house: str
    # All cards of this area, for picking and correcting.
    cards: tuple[PieceView, ...]


@dataclass(frozen=True)
class PlayerView:
    """What everybody may know of a seat: never its purse."""

    seat: int
    points: int
    house: str
    house_name: Text | None
    mercenaries: int
    aid_taken: bool


@dataclass(frozen=True)
class AwardView:
    """`kind` of pieces it is for; the Captain of Calais is bid for."""

    key: str
    name: Text
    kind: str
    holder: int | None


@dataclass(frozen=True)
class CardsView:
    """The draft: cards on the table, and who picks from now on."""

    # Herald drew them: whatever else may be in the deck is not there to be picked.
    drawn: bool
    neutral: tuple[Text | str, ...]
    picks: tuple[int, ...]
    mercenaries: int


@dataclass(frozen=True)
class StepView:
    phase: str
    title: Text
    lines: tuple[Text, ...]
    rule: str
    seat: int | None
    place: str


@dataclass(frozen=True)
class VotesView:
    house: str
    name: Text
    votes: int


@dataclass(frozen=True)
class CountView:
    """Before the last parliament, as far as it is entered: points and houses by seat, whose pieces are, of whom to say
    who stands first, and why nothing can be counted yet."""

    points: tuple[int | None, ...]
    houses: tuple[str, ...]
    # Pieces, and who says that they are theirs.
    said: tuple[tuple[str, tuple[int, ...]], ...]
    equals: tuple[int, ...]
    why_not: Text | None


@dataclass(frozen=True)
class SetUpView:
    houses: tuple[tuple[int, str], ...]
    order: tuple[int, ...]


@dataclass(frozen=True)
class RosesView(GameView):
    """`purse` and `planning` are the seat's own; on the table screen they are None."""

    phase: str
    # Of a resolution: deployment, bribery or battles.
    step: str
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
    # Who may still ask France, in turn order, and for how much.
    aid: tuple[tuple[int, int], ...]
    sealed: SealedView | None
    # Steps shown so far of the phase that is on, and whether there are more.
    steps: tuple[StepView, ...]
    more: bool
    # The phase that the next step belongs to.
    coming: str
    # While they are carried out, everybody's plan: the seat, and all orders.
    plans: tuple[tuple[int, tuple[Text, ...]], ...]
    purse: int | None
    planning: PlanningView | None

    @property
    def to_check(self) -> bool:
        return self.phase == "parliament" and self.offer("confirm-board") is not None

    def piece(self, key: str) -> PieceView:
        return next(piece for area in self.areas for piece in area.cards if piece.key == key)

    def take_offer(self, card: str) -> Offer | None:
        """The offer that this card belongs to: alone if its number has to be read first."""
        taking = (offer for offer in self.offers if offer.ask == "take-card")
        return next((offer for offer in taking if card in _options(offer, "card")), None)

    def claimed_by(self, piece: str) -> tuple[int, ...]:
        return dict(self.count.said).get(piece, ()) if self.count else ()

    def house_of(self, seat: int) -> str:
        """As entered so far in the set-up."""
        return dict(self.set_up.houses).get(seat, "") if self.set_up else ""

    def house_names(self, offer: Offer) -> tuple[Text, ...]:
        return tuple(HOUSES[str(house)] for house in _options(offer, "house"))

    def house_name(self, house: str) -> Text:
        return HOUSES[house]

    def places_for(self, piece: str) -> tuple[tuple[str, Text], ...]:
        """All areas for a noble, all seas for a ship."""
        places = SEAS if piece in SHIPS else AREAS
        return tuple((key, printed.place_name(piece, key)) for key in places)

    def place_name(self, key: str) -> Text:
        return SEAS[key].name if key in SEAS and key not in AREAS else AREAS[key].name


def _options(offer: Offer, name: str) -> tuple[str | int, ...]:
    field = offer.field(name)
    return field.options if isinstance(field, Pick) else ()


def view(state: State, seat: int | None, common: Mapping[str, Any]) -> RosesView:
    phase = state.phase
    plans = phase.plans if isinstance(phase, Resolution) else ()
    staged = phase if isinstance(phase, Staged) else None
    board = board_of(state)
    free = on_table(state) if isinstance(phase, Drafting) else ()
    pieces = {piece: _piece(board, piece, free) for piece in printed.PIECES}
    areas = tuple(_area(board, area, pieces) for area in AREAS)
    return RosesView(
        **common,
        phase=phase.name,
        step=phase.part(state) or DEPLOYMENT if isinstance(phase, Resolution) else "",
        round=state.round,
        rounds=printed.ROUNDS,
        minutes=state.minutes,
        order=state.order,
        with_houses=state.with_houses,
        areas=areas,
        players=_players(board),
        awards=_awards(board),
        votes=_votes(board),
        kings=state.kings,
        set_up=SetUpView(tuple(sorted(phase.houses.items())), phase.order) if isinstance(phase, SetUp) else None,
        count=_count(state, phase) if isinstance(phase, LastBoard) else None,
        cards=_cards(state, phase) if isinstance(phase, Drafting) else None,
        aid=tuple((asked, state.french_aid(asked)) for asked in phase.asked) if isinstance(phase, FrenchAid) else (),
        sealed=sealed_view(phase.sealed) if isinstance(phase, Planning) else None,
        steps=tuple(map(_step, staged.on_screen(state))) if staged else (),
        more=staged is not None and not staged.is_all_shown(state),
        coming=phase.next_part(state) if isinstance(phase, Resolution) else "",
        plans=tuple((seat, tuple(plans[seat].told(state))) for seat in state.order) if plans else (),
        purse=None if seat is None else state.money[seat],
        planning=planning_view(state, phase, seat) if isinstance(phase, Planning) and seat is not None else None,
    )


# --- the board -----------------------------------------------------------------------------------------


def _area(state: State, area: str, pieces: Mapping[str, PieceView]) -> AreaView:
    here = [piece for piece in printed.MOVERS if piece in state.owners and state.area_of(piece) == area]
    return AreaView(
        key=area,
        name=AREAS[area].name,
        votes=AREAS[area].votes,
        most=prize(state.box, area, "most"),
        second=prize(state.box, area, "second"),
        places=tuple(pieces[f"{kind}.{area}"] for kind in ("castle", "large", "small", "port", "bishop")),
        nobles=tuple(pieces[piece] for piece in here if piece in printed.NOBLES),
        ships=tuple(pieces[piece] for piece in here if piece in SHIPS),
        calais=state.calais[0] if state.calais and state.calais[1] == area else None,
        control=tuple((seat, control(state, area, (seat,)).points) for seat in ranking(state, area)),
        house=house_with_votes(state, area) if state.houses else "",
        cards=tuple(shown for piece, shown in pieces.items() if HOME[piece] == area),
    )


def _piece(state: State, piece: str, free: tuple[str, ...]) -> PieceView:
    owner = state.owners.get(piece)
    # In its own area a piece needs no more than its kind.
    label = printed.short_name if state.area_of(piece) == HOME[piece] else printed.away_name
    return PieceView(
        key=piece,
        kind=KIND_OF[piece],
        name=label(state.box, piece),
        full_name=called(state.box, piece),
        owner=owner,
        points=printed.points_of(state.box, piece),
        printed=number(state.box, printed.number_key(piece)),
        here=printed.place_name(piece, state.stands[piece]) if piece in state.stands else None,
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
    held, kinds = state.tiles, {**printed.AWARDS, printed.CALAIS: "noble"}
    return tuple(AwardView(key, AWARD_NAMES[key], kind, held.get(key)) for key, kind in kinds.items())


def _votes(state: State) -> tuple[VotesView, ...]:
    if not state.houses:
        return ()
    won = votes(state)
    return tuple(VotesView(house, name, won[house]) for house, name in HOUSES.items())


# --- phases --------------------------------------------------------------------------------------------


def _count(state: State, phase: LastBoard) -> CountView:
    why_not = phase.why_not_confirm(state)
    return CountView(
        points=tuple(phase.points.get(seat) for seat in range(state.seats)),
        houses=tuple(phase.houses.get(seat, "") for seat in range(state.seats)),
        said=tuple(phase.claims.said.items()),
        equals=phase.equals(state),
        why_not=why_not.message if why_not else None,
    )


def _cards(state: State, phase: Drafting) -> CardsView:
    return CardsView(
        drawn=bool(phase.laid_out),
        neutral=tuple(called(state.box, piece) for piece in state.neutral),
        picks=phase.picks[phase.taken :],
        mercenaries=printed.MERCENARIES_A_CARD[state.round],
    )


def _step(scene: Scene) -> StepView:
    return StepView(scene.phase, scene.title, scene.lines, scene.rule, scene.seat, scene.place)
