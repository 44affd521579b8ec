"""A plan: a player's planning board, which of its orders are legal, what they cost and what is paid. Also French aid,
which comes before planning."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from scoring.kernel import Action, Batch, BusyReason, Event, Help, Refusal, Rng, TableAction, legal_action, refused_if
from scoring.legal_actions import LegalAction, Pick
from scoring.roses import components
from scoring.roses.components import AREAS, MOVERS, NOBLES, PERSON_PIECES, TROOP_COST, full_name, printed_number
from scoring.roses.state import RosesPhase, State, by_influence
from scoring.sealed import Sealed
from scoring.words import TN, T, Text, Who, seats


@dataclass(frozen=True)
class Plan:
    """A planning board: moves of nobles and ships, troops, cubes and the bid for Calais. `aid` is used by older logs
    only."""

    moves: Mapping[str, str] = field(default_factory=dict)
    troops: Mapping[str, int] = field(default_factory=dict)
    mercenaries: Mapping[str, int] = field(default_factory=dict)
    white: tuple[str, ...] = ()
    black: tuple[str, ...] = ()
    bid: int = 0
    calais: str = ""
    aid: bool = False

    def order_texts(self, state: State) -> Iterator[Text]:
        """Yields all orders on the planning board, legal or not."""
        if self.aid:
            yield T("French aid")
        if self.bid:
            yield T("Calais £{pounds}, {area}", pounds=self.bid, area=AREAS[self.calais].name)
        for piece, to in self.moves.items():
            yield T(
                "{piece} to {place}",
                piece=full_name(state.printed_values, piece),
                place=components.place_name(piece, to),
            )
        yield from (troops_at(state, place, count) for place, count in self.troops.items())
        yield from (mercenaries_at(state, place, count) for place, count in self.mercenaries.items())
        yield from (white_cube(state, person) for person in self.white)
        yield from (black_cube(state, person) for person in self.black)


def troops_at(state: State, place: str, count: int) -> Text:
    return TN(
        "{count} troop at {piece}", "{count} troops at {piece}", count, piece=full_name(state.printed_values, place)
    )


def mercenaries_at(state: State, place: str, count: int) -> Text:
    name = full_name(state.printed_values, place)
    return TN("{count} mercenary at {piece}", "{count} mercenaries at {piece}", count, piece=name)


def white_cube(state: State, person: str) -> Text:
    return T("white cube on {piece}", piece=full_name(state.printed_values, person))


def black_cube(state: State, person: str) -> Text:
    return T("black cube on {piece}", piece=full_name(state.printed_values, person))


PRICES = Help(
    (
        T(
            "A bribe costs twice a noble’s influence, or twice a bishop’s or ship’s income. Loyalty costs that amount "
            "once."
        ),
        T("Troops cost £3, mercenaries are free. A castle, town or port has its own garrison of 3, 2 or 1."),
        T("The highest bidder becomes Captain of Calais. Everyone pays their bid."),
    ),
    "nl 319",
)


class Planning(
    RosesPhase, name="planning", busy_reason=BusyReason(T("Everyone is planning. You can do that later."), "nl 274")
):
    help = Help(
        (
            T("In secret: bid for Calais, move nobles and ships, and put troops on places and cubes on people."),
            T("Troops cost £3. A white cube keeps one of your people loyal; a black cube bribes another player’s."),
            T("You can only attack where you’re present, and ships don’t count as presence."),
        ),
        "nl 267",
    )
    heading = T("Everyone plans in secret.")
    correctable = True
    sealed: Sealed[Plan]

    def waiting_for(self, state: State) -> tuple[int, ...]:
        return self.sealed.waiting_for

    def prompt(self, state: State, seat: int) -> Text:
        return T("Your plan")


# --- which orders are legal ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Dropped:
    """An order that may be planned but is not carried out; it costs nothing (nl 393)."""

    what: Text
    why: Text
    rule: str


@dataclass(frozen=True)
class Orders(Plan):
    """The legal orders of a plan, given owners and places at the start of Deployment."""

    dropped: tuple[Dropped, ...] = ()


def targets_of(state: State, piece: str) -> tuple[str, ...]:
    """Returns the places a noble (nl 302) or a ship (nl 292) may move to."""
    here = state.stands[piece]
    return components.NEIGHBOURS[here] if piece in NOBLES else components.reachable_seas(here)


def why_no_troops(state: State, seat: int, place: str, nobles_to: Collection[str] = ()) -> Text | None:
    """Returns why a seat may not put troops at a location; None if it may: at its own locations, and at other players'
    in areas where it is present or sends a noble (nl 310-316), but never at neutral ones."""
    if place not in state.owners:
        return T("neutral")
    area = state.area_of(place)
    legal = state.owners[place] == seat or area in state.presence(seat) or area in nobles_to
    return None if legal else T("you are not in that area")


def legal_orders(state: State, seat: int, plan: Plan) -> Orders:
    judge = _Judge(state, seat)
    moves = {p: plan.moves[p] for p in MOVERS if p in plan.moves and judge.may_move(p, plan.moves[p])}
    white = tuple(p for p in PERSON_PIECES if p in plan.white and judge.may_guard(p))
    black = tuple(p for p in PERSON_PIECES if p in plan.black and judge.may_bribe(p))
    nobles_to = {to for piece, to in moves.items() if piece in NOBLES}
    places = judge.legal_places({*plan.troops, *plan.mercenaries}, nobles_to)
    return Orders(
        moves=moves,
        white=white,
        black=black,
        troops={place: plan.troops[place] for place in places if plan.troops.get(place)},
        mercenaries=judge.limited_mercenaries(
            {place: plan.mercenaries[place] for place in places if plan.mercenaries.get(place)}
        ),
        bid=plan.bid if plan.calais in components.CALAIS_AREAS else 0,
        calais=plan.calais,
        dropped=tuple(judge.dropped),
    )


def available_mercenaries(state: State, seat: int, wanted: Mapping[str, int]) -> dict[str, int]:
    """Returns the wanted mercenaries, limited to those the seat has, in the order of the influence table."""
    left, march = state.mercenaries[seat], {}
    for place in by_influence(state, wanted, votes_first=True):
        march[place] = min(wanted[place], left)
        left -= march[place]
    return {place: march[place] for place in wanted if march[place]}


@dataclass
class _Judge:
    """Checks orders one by one and records illegal ones with the reason."""

    state: State
    seat: int
    dropped: list[Dropped] = field(default_factory=list)

    def _drop(self, what: Text, why: Text, rule: str = "nl 393") -> bool:
        self.dropped.append(Dropped(what, why, rule))
        return False

    def may_move(self, piece: str, to: str) -> bool:
        what = T("move {piece}", piece=full_name(self.state.printed_values, piece))
        if self.state.owners.get(piece) != self.seat:
            return self._drop(what, T("not yours"))
        return to in targets_of(self.state, piece) or self._drop(what, T("out of reach: stays put"))

    def may_guard(self, person: str) -> bool:
        """True if the person is the seat's own, so that it may put a white cube there (nl 336)."""
        owner = self.state.owners.get(person)
        why = T("neutral") if owner is None else T("not yours")
        return owner == self.seat or self._drop(white_cube(self.state, person), why)

    def may_bribe(self, person: str) -> bool:
        """True if the person is another player's, so that the seat may put a black cube there, in any area (nl 332,
        350).
        """
        owner = self.state.owners.get(person)
        why = T("neutral") if owner is None else T("already yours")
        return owner not in (None, self.seat) or self._drop(black_cube(self.state, person), why)

    def legal_places(self, wanted: Collection[str], nobles_to: Collection[str]) -> tuple[str, ...]:
        """Returns those of the wanted locations to which troops may go; drops the others."""
        places = [place for place in components.LOCATION_PIECES if place in wanted]
        reasons = {place: why_no_troops(self.state, self.seat, place, nobles_to) for place in places}
        for place, why in reasons.items():
            if why:
                self._drop(T("troops at {piece}", piece=full_name(self.state.printed_values, place)), why, "nl 312")
        return tuple(place for place, why in reasons.items() if not why)

    def limited_mercenaries(self, wanted: Mapping[str, int]) -> dict[str, int]:
        """Limits mercenaries to those the seat has, which may have been corrected after the plan. Follows the order of
        the influence table."""
        march = available_mercenaries(self.state, self.seat, wanted)
        for place in by_influence(self.state, wanted, votes_first=True):
            if missing := wanted[place] - march.get(place, 0):
                self._drop(mercenaries_at(self.state, place, missing), T("no more mercenaries"), "nl 242")
        return march


# --- costs ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bill(Orders):
    """The orders that the purse can pay for, in the order of nl 382-387; the others are left out."""

    unpaid: tuple[Text, ...] = ()
    # For cubes and troops; the bid is separate.
    cost: int = 0


def white_cost(state: State, person: str) -> int:
    """Returns a noble's value, or the income of a bishop or ship (nl 336, 342, 348)."""
    return printed_number(state.printed_values, person)


def black_cost(state: State, person: str) -> int:
    return 2 * white_cost(state, person)  # nl 332


def cost_of(state: State, orders: Orders) -> int:
    """Returns the total cost of all orders, whether the seat can pay or not."""
    cubes = sum(white_cost(state, p) for p in orders.white) + sum(black_cost(state, p) for p in orders.black)
    return orders.bid + cubes + TROOP_COST * sum(orders.troops.values())


def bill(state: State, orders: Orders, purse: int) -> Bill:
    """Pays for as many orders as possible: skips one that the purse cannot pay, and tries the next (nl 380, 387)."""
    bid = min(orders.bid, purse)
    till = _Till(state, purse - bid)
    paid = replace(
        orders,
        white=till.cubes(orders.white, white_cost, white_cube),
        black=till.cubes(orders.black, black_cost, black_cube),
        troops=till.troops(orders.troops),
        bid=bid,
    )
    return Bill(**vars(paid), unpaid=tuple(till.unpaid), cost=purse - bid - till.left)


@dataclass
class _Till:
    """The money left while paying, and the orders that could not be paid."""

    state: State
    left: int
    unpaid: list[Text] = field(default_factory=list)

    def cubes(
        self, wanted: tuple[str, ...], price: Callable[[State, str], int], cube: Callable[[State, str], Text]
    ) -> tuple[str, ...]:
        paid = set()
        for person in by_influence(self.state, wanted, votes_first=True):
            if price(self.state, person) <= self.left:
                self.left -= price(self.state, person)
                paid.add(person)
            else:
                self.unpaid.append(cube(self.state, person))
        return tuple(person for person in wanted if person in paid)

    def troops(self, wanted: Mapping[str, int]) -> dict[str, int]:
        paid: dict[str, int] = {}
        for place in by_influence(self.state, wanted, votes_first=True):
            paid[place] = min(wanted[place], self.left // TROOP_COST)
            self.left -= TROOP_COST * paid[place]
            if missing := wanted[place] - paid[place]:
                self.unpaid.append(troops_at(self.state, place, missing))
        return {place: paid[place] for place in wanted if paid[place]}


# --- French aid (nl 259) ------------------------------------------------------------------------------

# Players decide openly, in turn order, after income and before planning.


class FrenchAid(
    RosesPhase,
    name="french-aid",
    busy_reason=BusyReason(T("First everyone who can ask for French aid has to decide."), "nl 259"),
):
    """French aid, decided in turn order by the seats in `asked`. Other seats are not waited for."""

    help = Help(
        (
            T("If you’re behind the leader, you may ask France for £1 for each point you’re behind, up to £25."),
            T("The French Aid tile then goes in the box: once per game, in rounds 2 to 5."),
        ),
        "nl 259",
    )
    correctable = True
    asked: tuple[int, ...]

    @property
    def turn(self) -> int:
        return self.asked[0]

    def headline(self, state: State) -> Text:
        return T("{who} may ask France for £{pounds}.", who=Who(self.turn), pounds=state.french_aid(self.turn))

    def waiting_for(self, state: State) -> tuple[int, ...]:
        return (self.turn,)


def offer_aid(batch: Batch[State]) -> None:
    """After income, offers aid to the seats that would get any."""
    if asked := tuple(seat for seat in batch.state.order if batch.state.french_aid(seat)):
        batch.emit(AidOffered(asked))


def start_planning(state: State) -> State:
    return replace(state, phase=Planning(Sealed(tuple(range(state.seats)))))


class TakeAid(Action, phases=(FrenchAid,)):
    """Uses the French Aid tile for money, or keeps it for a later round."""

    take: bool

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        text = T("{who} decides first.", who=Who(FrenchAid.current(state).turn))
        return refused_if(seat != state.turn, "not-your-turn", text, "nl 259")

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        return (legal_action(cls, seat, Pick("take", (1, 0) if state.french_aid(seat) else (0,))),)

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        text = T("You can only take French aid once, in rounds 2 to 5, and only if you’re behind the leader.")
        return refused_if(self.take and not state.french_aid(seat), "aid", text, "nl 259")

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(AidTaken(seat, batch.state.french_aid(seat)) if self.take else AidDeclined((seat,)))


class AllDeclineAid(TableAction, phases=(FrenchAid,)):
    """Declines for all seats that have not decided; they keep their tiles. Screens name them and ask for confirmation.
    Not legal if only one seat is left."""

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        now = FrenchAid.current(state)
        alone = T("Only {who} is left to decide.", who=Who(now.turn))
        return super().refusal(state, seat) or refused_if(len(now.asked) < 2, "not-now", alone, "nl 259")

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(AidDeclined(FrenchAid.current(batch.state).asked))


class AidOffered(Event):
    """These seats may ask for French aid this round, in turn order."""

    asked: tuple[int, ...]

    def apply(self, state: State) -> State:
        return replace(state, aid_round=state.round, phase=FrenchAid(self.asked))


class AidTaken(Event):
    """A seat took French aid, possible once a game. In older logs, it does so when plans are carried out."""

    seat: int
    pounds: int

    def apply(self, state: State) -> State:
        richer = state.with_money(self.seat, self.pounds)
        return _with_decided(replace(richer, aid_taken=(*state.aid_taken, self.seat)), (self.seat,))

    def history_line(self, state: State) -> Text:
        return T("{who} took £{pounds} in French aid.", who=Who(self.seat), pounds=self.pounds)

    def to_do(self, state: State) -> Iterable[Text]:
        return () if state.phase.scripted else (aid_to_do(self.seat, self.pounds),)


def aid_to_do(seat: int, pounds: int) -> Text:
    return T(
        "{who}: put your French Aid tile in the box and take £{pounds} from the bank.", who=Who(seat), pounds=pounds
    )


class AidDeclined(Event, stored="aid-left"):
    """These seats take no aid this round."""

    seats: tuple[int, ...]

    def apply(self, state: State) -> State:
        return _with_decided(state, self.seats)

    def history_line(self, state: State) -> Text:
        return T("{who} took no French aid this round.", who=seats(self.seats))


def _with_decided(state: State, seats: tuple[int, ...]) -> State:
    """Removes the seats that have decided; when none is left, planning starts."""
    if not isinstance(state.phase, FrenchAid):
        return state
    left = tuple(seat for seat in state.phase.asked if seat not in seats)
    return replace(state, phase=FrenchAid(left)) if left else start_planning(state)
