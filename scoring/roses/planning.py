"""Planning: the orders a seat may plan, immediate refusals, and the reveal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from scoring.highlights import Highlight, Piece, Row
from scoring.kernel import Batch, Event, Refusal, Rng, SealedAction, SealedEvent, Unseal, legal_action, refused_if
from scoring.legal_actions import Count, LegalAction, Limit, Pick
from scoring.memo import memoize_by_identity
from scoring.reveal_phases import Scene
from scoring.roses import components
from scoring.roses.components import (
    AREAS,
    CALAIS_AREAS,
    CUBES,
    LOCATION_PIECES,
    MOVERS,
    NOBLES,
    SEAS,
    TROOPS,
    full_name,
)
from scoring.roses.deployment import deploy, resolve_calais_bids, take_aid
from scoring.roses.plan import Plan, Planning, available_mercenaries, bill, legal_orders, targets_of, why_no_troops
from scoring.roses.resolution import Resolution, Script, attacks, resolve_battles, resolve_bribes
from scoring.roses.state import State
from scoring.words import TN, T, Text, TextList, Who

STAYS = ""

# --- what is in reach -----------------------------------------------------------------------------------


def movers(state: State, seat: int) -> tuple[str, ...]:
    return tuple(piece for piece in MOVERS if state.owners.get(piece) == seat)


def persons_of_others(state: State, seat: int) -> tuple[str, ...]:
    return tuple(person for person in components.PERSON_PIECES if state.owners.get(person, seat) != seat)


@memoize_by_identity
def locations_in_reach(state: State, seat: int) -> tuple[str, ...]:
    """Returns the locations where the seat's troops could go, assuming its nobles move there too."""
    nobles_to = {area for piece in movers(state, seat) if piece in NOBLES for area in targets_of(state, piece)}
    return tuple(place for place in LOCATION_PIECES if why_no_troops(state, seat, place, nobles_to) is None)


def purse(state: State, seat: int, aid: bool) -> int:
    """Returns the seat's money for this round."""
    return state.money[seat] + (state.aid_with_plan(seat) if aid else 0)


def repeatable_plan(state: State, seat: int) -> Plan:
    """Returns the last plan, limited to the bid and mercenaries the seat can still afford."""
    last = state.last_plans[seat] if state.last_plans else Plan()
    places = locations_in_reach(state, seat)
    hired = {place: count for place, count in last.mercenaries.items() if place in places}
    bid = min(last.bid, purse(state, seat, aid=False))
    return replace(last, bid=bid, mercenaries=available_mercenaries(state, seat, hired))


# --- the sealed plan -----------------------------------------------------------------------------------


class SealPlan(SealedAction, phases=(Planning,)):
    """Seals the whole planning board (nl 267-274). Cube values are 1 where a cube is placed. `aid` is for older logs
    only; aid is now decided before planning (nl 259).

    Physically impossible orders are refused; illegal ones are only dropped at the reveal (nl 393).
    """

    moves: Mapping[str, str]
    troops: Mapping[str, int]
    mercenaries: Mapping[str, int]
    white: Mapping[str, int]
    black: Mapping[str, int]
    bid: int = 0
    calais: str = ""
    aid: int = 0

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterator[LegalAction]:
        """Offers only targets that could be legal."""
        plan = Planning.current(state).sealed.last(seat) or Plan()
        places, hired, aid = locations_in_reach(state, seat), state.mercenaries[seat], state.aid_with_plan(seat)
        own_persons = (person for person in components.PERSON_PIECES if state.owners.get(person) == seat)
        troops = [Count(f"troops.{place}", 0, TROOPS, plan.troops.get(place, 0)) for place in places]
        soldiers = [Count(f"mercenaries.{p}", 0, hired, plan.mercenaries.get(p, 0)) for p in places if hired]
        white = [Count(f"white.{p}", 0, 1, int(p in plan.white)) for p in own_persons]
        black = [Count(f"black.{p}", 0, 1, int(p in plan.black)) for p in persons_of_others(state, seat)]
        bounded = ((troops, TROOPS), (soldiers, hired), (white, CUBES), (black, CUBES))
        yield legal_action(
            cls,
            seat,
            *((Count("aid", 0, 1, int(plan.aid)),) if aid else ()),
            Count("bid", 0, state.money[seat] + aid, plan.bid),
            Pick("calais", CALAIS_AREAS),
            *(Pick(f"moves.{piece}", (STAYS, *targets_of(state, piece))) for piece in movers(state, seat)),
            *(*troops, *soldiers, *white, *black),
            limits=(
                Limit(("bid",), state.money[seat], ("aid", aid) if aid else None),
                *(Limit(tuple(count.name for count in counts), most) for counts, most in bounded),
            ),
        )

    def within_means(self, state: State, seat: int) -> SealPlan:
        paid = bill(state, legal_orders(state, seat, self.plan()), purse(state, seat, bool(self.aid)))
        white, black = dict.fromkeys(paid.white, 1), dict.fromkeys(paid.black, 1)
        soldiers = paid.mercenaries
        return replace(self, moves=paid.moves, troops=paid.troops, mercenaries=soldiers, white=white, black=black)

    def fits(self, legal_action: LegalAction) -> bool:
        """Accepts orders that the form does not offer; illegal ones are dropped at the reveal."""
        return True

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        return self._names_refusal() or self._amounts_refusal(state, seat) or self._payment_refusal(state, seat)

    def _names_refusal(self) -> Refusal | None:
        places, persons = {*self.troops, *self.mercenaries}, {*self.white, *self.black}
        unknown = (
            (places - {*LOCATION_PIECES}) | (persons - {*components.PERSON_PIECES}) | (self.moves.keys() - {*MOVERS})
        )
        astray = any(to not in (AREAS if piece in NOBLES else SEAS) for piece, to in self.moves.items())
        lands = T("The Captain of Calais can only land in the Midlands or South East England.")
        return (
            refused_if(unknown, "no-piece", T("That order isn’t possible with this place or person."), "nl 310")
            or refused_if(astray, "no-area", T("Nobles go to areas, ships to seas."), "nl 292")
            or refused_if(self.calais not in ("", *CALAIS_AREAS), "calais", lands, "nl 278")
        )

    def _amounts_refusal(self, state: State, seat: int) -> Refusal | None:
        cubes, most = (*self.white.values(), *self.black.values()), state.mercenaries[seat]
        least = min(*self.troops.values(), *self.mercenaries.values(), *cubes, self.bid, 0)
        nonsense = least < 0 or max(cubes, default=0) > 1
        foreign = any(state.owners.get(piece) != seat for piece in self.moves)
        soldiers, hired = sum(self.troops.values()), sum(self.mercenaries.values())
        crowded = max(sum(self.white.values()), sum(self.black.values())) > CUBES
        has = TN("You only have {count} mercenary.", "You only have {count} mercenaries.", most)
        return (
            refused_if(nonsense, "amount", T("You can put at most one cube on a person."), "nl 332")
            or refused_if(foreign, "not-your-piece", T("You can only move your own nobles and ships."), "nl 294")
            or refused_if(soldiers > TROOPS, "troops", T("You only have {most} troops.", most=TROOPS), "nl 140")
            or refused_if(hired > most, "mercenaries", has, "nl 242")
            or refused_if(crowded, "cubes", T("You only have {most} cubes of each colour.", most=CUBES), "nl 140")
        )

    def _payment_refusal(self, state: State, seat: int) -> Refusal | None:
        pounds = purse(state, seat, bool(self.aid))
        ahead = T("You can only ask for French aid before planning, in rounds 2 to 5.")
        where = T("Choose where the Captain of Calais would land: the Midlands or South East England.")
        return (
            refused_if(self.aid not in (0, 1), "aid", T("You can take French aid once or not at all."), "nl 259")
            or refused_if(self.aid and not state.aid_with_plan(seat), "aid", ahead, "nl 259")
            or refused_if(
                self.bid > pounds, "purse", T("You only have £{pounds}. Lower your bid.", pounds=pounds), "nl 278"
            )
            or refused_if(self.bid and not self.calais, "calais", where, "nl 278")
        )

    def plan(self) -> Plan:
        """Returns the plan as stored: without empty orders, in a fixed order."""
        return Plan(
            moves={piece: self.moves[piece] for piece in MOVERS if piece in self.moves},
            troops={place: self.troops[place] for place in LOCATION_PIECES if self.troops.get(place)},
            mercenaries={place: self.mercenaries[place] for place in LOCATION_PIECES if self.mercenaries.get(place)},
            white=tuple(person for person in components.PERSON_PIECES if self.white.get(person)),
            black=tuple(person for person in components.PERSON_PIECES if self.black.get(person)),
            bid=self.bid,
            calais=self.calais if self.bid else "",
            aid=bool(self.aid),
        )

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(PlanSealed(seat, self.plan()))
        if Planning.current(batch.state).sealed.complete:
            batch.emit(PlansRevealed())
            Resolution.current(batch.state).play(batch, rng)


class PlanSealed(SealedEvent, secret={"plan"}):
    seat: int
    plan: Plan

    def apply(self, state: State) -> State:
        return replace(state, phase=Planning(Planning.current(state).sealed.seal(self.seat, self.plan)))

    def history_line(self, state: State) -> Text:
        return T("{who} sealed their plan.", who=Who(self.seat))

    def secret_history_line(self, state: State) -> Text:
        orders = TextList(tuple(self.plan.order_texts(state))) if self.plan != Plan() else T("no orders")
        if Planning.current(state).sealed.last(self.seat) is not None:
            return T("{who}’s new plan: {orders}.", who=Who(self.seat), orders=orders)
        return T("Round {round}, {who}’s plan: {orders}.", round=state.round, who=Who(self.seat), orders=orders)


class PlanOpened(Event, sealed=True, stale_safe=True):
    seat: int

    def apply(self, state: State) -> State:
        return replace(state, phase=Planning(Planning.current(state).sealed.open(self.seat)))

    def history_line(self, state: State) -> Text:
        return T("{who} changed their plan.", who=Who(self.seat))


class ChangePlan(Unseal, phases=(Planning,), event=PlanOpened):
    """Reopens a sealed planning board while another player is still planning (nl 274)."""


# --- the reveal ----------------------------------------------------------------------------------------


class PlansRevealed(Event, reveals=True, clears=True):
    """All plans were revealed at once. Their consequences are settled now and played scene by scene."""

    def apply(self, state: State) -> State:
        plans = revealed_plans(state)
        return replace(state, phase=Resolution(plans=plans, scenes=resolution_scenes(state, plans)), last_plans=plans)

    def history_line(self, state: State) -> Text:
        return T("All plans were revealed.")

    def highlights(self, state: State, after: State, then: Sequence[Event]) -> Iterator[Highlight]:
        """Yields a highlight with one row per area, listing each seat's orders there."""
        plans, rows = revealed_plans(state), []
        for area in AREAS:
            orders = {seat: tuple(order_summaries(state, plans[seat], area)) for seat in state.order}
            pieces = (Piece("order", TextList(what), seat=seat) for seat, what in orders.items() if what)
            rows.append(Row(what=AREAS[area].name, pieces=tuple(pieces)))
        title, orders_given = T("Plans for round {round}", round=state.round), tuple(row for row in rows if row.pieces)
        lines = tuple(_all_orders(state, seat, plans[seat]) for seat in state.order)
        yield Highlight("plans", title, self.history_line(state), orders_given, lines=lines)


def revealed_plans(state: State) -> tuple[Plan, ...]:
    """Returns the sealed plans by seat."""
    return tuple(Planning.current(state).sealed.of(seat) or Plan() for seat in range(state.seats))


def _all_orders(state: State, seat: int, plan: Plan) -> Text:
    orders = tuple(plan.order_texts(state))
    return T("{who}: {orders}.", who=Who(seat), orders=TextList(orders) if orders else T("no orders"))


def order_summaries(state: State, plan: Plan, area: str) -> Iterator[Text | str]:
    """Yields short texts of a plan's orders in an area."""
    yield from (
        full_name(state.printed_values, piece) for piece, to in plan.moves.items() if piece in NOBLES and to == area
    )
    armies = (*plan.troops.items(), *plan.mercenaries.items())
    if troops := sum(count for place, count in armies if state.area_of(place) == area):
        yield TN("{count} troop", "{count} troops", troops)
    for cubes, one, many in (
        (plan.white, T("white cube"), T("white cubes")),
        (plan.black, T("black cube"), T("black cubes")),
    ):
        if laid := sum(state.area_of(person) == area for person in cubes):
            yield one if laid == 1 else many
    if plan.bid and plan.calais == area:
        yield T("Captain of Calais")


def resolution_scenes(state: State, plans: tuple[Plan, ...]) -> tuple[Scene, ...]:
    """Returns the scenes of deployment, bribery and battles. Orders are judged and paid on the board at the reveal (nl
    374-393)."""
    script = Script(Batch(state))
    take_aid(script, plans)
    purses = script.state.money
    bills = {seat: bill(state, legal_orders(state, seat, plans[seat]), purses[seat]) for seat in state.order}
    resolve_calais_bids(script, bills)
    for seat in state.reverse_order:
        deploy(script, seat, bills[seat])
    resolve_bribes(script, bills)
    resolve_battles(script, {seat: attacks(state, seat, script.state) for seat in state.order})
    return tuple(script.scenes)
