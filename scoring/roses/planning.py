"""Planning: what a seat may lay on its planning board, what is refused at once, and the reveal."""

from __future__ import annotations

from scoring.kernel import Count, Draft, Limit, Offer, Pick, Refusal, offer
from scoring.roses.asks import SealPlan
from scoring.roses.deployment import may_take_aid
from scoring.roses.events import PlanSealed, PlansRevealed
from scoring.roses.phases import Plan, Planning
from scoring.roses.plan import targets_of
from scoring.roses.printed import (
    AREAS,
    CALAIS_AREAS,
    CUBES,
    LOCATION_PIECES,
    MOVERS,
    NOBLES,
    PERSON_PIECES,
    SEAS,
    TROOPS,
)
from scoring.roses.scores import french_aid
from scoring.roses.state import State, area_of, presence
from scoring.words import TN, T

STAYS = ""


def purse(state: State, seat: int, aid: bool) -> int:
    """What a seat has to spend this round."""
    return state.money[seat] + (french_aid(state, seat) if aid and may_take_aid(state, seat) else 0)


def plan_from(ask: SealPlan) -> Plan:
    """As it is stored: only what is there, always in the same order."""
    return Plan(
        moves={piece: ask.moves[piece] for piece in MOVERS if piece in ask.moves},
        troops={place: ask.troops[place] for place in LOCATION_PIECES if ask.troops.get(place)},
        mercenaries={place: ask.mercenaries[place] for place in LOCATION_PIECES if ask.mercenaries.get(place)},
        white=tuple(person for person in PERSON_PIECES if ask.white.get(person)),
        black=tuple(person for person in PERSON_PIECES if ask.black.get(person)),
        bid=ask.bid,
        calais=ask.calais if ask.bid else "",
        aid=bool(ask.aid),
    )


# --- what may be asked: only targets that could be legal --------------------------------------------------


def offers(state: State, phase: Planning) -> tuple[Offer, ...]:
    return tuple(_planning(state, seat, phase.sealed.of(seat) or Plan()) for seat in phase.sealed.asked)


def _planning(state: State, seat: int, plan: Plan) -> Offer:
    places, hired = locations_in_reach(state, seat), state.mercenaries[seat]
    aid = purse(state, seat, True) - state.money[seat]
    troops = [Count(f"troops.{place}", 0, TROOPS, plan.troops.get(place, 0)) for place in places]
    soldiers = [Count(f"mercenaries.{p}", 0, hired, plan.mercenaries.get(p, 0)) for p in places if hired]
    white = [Count(f"white.{p}", 0, 1, int(p in plan.white)) for p in PERSON_PIECES if state.owners.get(p) == seat]
    black = [Count(f"black.{p}", 0, 1, int(p in plan.black)) for p in persons_of_others(state, seat)]
    return offer(
        SealPlan,
        seat,
        *((Count("aid", 0, 1, int(plan.aid)),) if aid else ()),
        Count("bid", 0, state.money[seat] + aid, plan.bid),
        Pick("calais", CALAIS_AREAS),
        *(Pick(f"moves.{piece}", (STAYS, *targets_of(state, piece))) for piece in movers(state, seat)),
        *(*troops, *soldiers, *white, *black),
        limits=(
            Limit(("bid",), state.money[seat], ("aid", aid) if aid else None),
            Limit(tuple(count.name for count in troops), TROOPS),
            Limit(tuple(count.name for count in soldiers), hired),
            Limit(tuple(count.name for count in white), CUBES),
            Limit(tuple(count.name for count in black), CUBES),
        ),
    )


def movers(state: State, seat: int) -> tuple[str, ...]:
    return tuple(piece for piece in MOVERS if state.owners.get(piece) == seat)


def persons_of_others(state: State, seat: int) -> tuple[str, ...]:
    return tuple(person for person in PERSON_PIECES if state.owners.get(person, seat) != seat)


def areas_in_reach(state: State, seat: int) -> frozenset[str]:
    """Where the seat is present now, or would be if a noble of its moved there (nl 314)."""
    moved = {area for piece in movers(state, seat) if piece in NOBLES for area in targets_of(state, piece)}
    return presence(state, seat) | moved


def locations_in_reach(state: State, seat: int) -> tuple[str, ...]:
    """Own ones to defend, those of others to attack; never neutral ones (nl 310, 312)."""
    reach = areas_in_reach(state, seat)
    return tuple(p for p in LOCATION_PIECES if p in state.owners and area_of(state, p) in reach)


# --- what follows --------------------------------------------------------------------------------------


def seal_plan(draft: Draft[State], phase: Planning, seat: int, ask: SealPlan) -> None:
    _check_names(ask)
    _check_amounts(draft.state, seat, ask)
    last = phase.sealed.is_last(seat)
    draft.happen(PlanSealed(seat, plan_from(ask)))
    if last:
        # Nothing follows that would have to see it: it is resolved once, when it is kept.
        draft.events.append(PlansRevealed())


# --- refusals: what nobody could lay on a planning board; the rest is dropped at the reveal (nl 393) --------


def _check_names(ask: SealPlan) -> None:
    for names, known in (
        (ask.moves, MOVERS),
        (ask.troops, LOCATION_PIECES),
        (ask.mercenaries, LOCATION_PIECES),
        (ask.white, PERSON_PIECES),
        (ask.black, PERSON_PIECES),
    ):
        if not set(names) <= set(known):
            raise Refusal("no-piece", T("There is no such place or person for that order."), "nl 310")
    for piece, to in ask.moves.items():
        if to not in (AREAS if piece in NOBLES else SEAS):
            raise Refusal("no-area", T("Nobles go to areas, ships to seas."), "nl 292")
    if ask.calais and ask.calais not in CALAIS_AREAS:
        text = T("The Captain of Calais lands in the Midlands or in South East England.")
        raise Refusal("calais", text, "nl 278")


def _check_amounts(state: State, seat: int, ask: SealPlan) -> None:
    if ask.aid not in (0, 1):
        raise Refusal("aid", T("French aid is taken once or not at all."), "nl 259")
    once = (*ask.white.values(), *ask.black.values())
    counts = (*ask.troops.values(), *ask.mercenaries.values(), *once, ask.bid)
    if any(count < 0 for count in counts) or any(count > 1 for count in once):
        raise Refusal("amount", T("One cube on a person, and nothing less than none."), "nl 332")
    if any(state.owners.get(piece) != seat for piece in ask.moves):
        raise Refusal("not-your-piece", T("Move only your own nobles and ships."), "nl 294")
    if sum(ask.troops.values()) > TROOPS:
        raise Refusal("troops", T("You have {most} troops.", most=TROOPS), "nl 140")
    if sum(ask.mercenaries.values()) > state.mercenaries[seat]:
        text = TN("You have {count} mercenary.", "You have {count} mercenaries.", state.mercenaries[seat])
        raise Refusal("mercenaries", text, "nl 242")
    for cubes in (ask.white, ask.black):
        if sum(cubes.values()) > CUBES:
            raise Refusal("cubes", T("You have {most} cubes of each colour.", most=CUBES), "nl 140")
    if ask.aid and not may_take_aid(state, seat):
        text = T("French aid is for rounds 2 to 5, once, and for whoever is behind the leader.")
        raise Refusal("aid", text, "nl 259")
    if ask.bid > purse(state, seat, bool(ask.aid)):
        text = T("You have £{pounds}: bid no more.", pounds=purse(state, seat, bool(ask.aid)))
        raise Refusal("purse", text, "nl 278")
    if ask.bid and not ask.calais:
        text = T("Say where the Captain of Calais would land: Midlands or South East England.")
        raise Refusal("calais", text, "nl 278")
