"""Invariants for any board and any plans: nothing is lost, and neither arrival order nor seat numbers matter."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.bots import fill_in
from scoring.codec import from_form
from scoring.kernel import Event, Rng
from scoring.roses import GAME
from scoring.roses.components import AREAS, AWARDS, MOVERS, NOBLES, PERSON_PIECES, PIECES, SEAS
from scoring.roses.deployment import BidPaid, OrdersPaid
from scoring.roses.plan import AidTaken, Plan
from scoring.roses.planning import SealPlan, resolution_scenes
from scoring.roses.state import Scored, State, rightful_holder
from tests.roses.play import HOUSES, Play, board

SEEDS = st.integers(0, 2**32)
FEW = settings(max_examples=25, deadline=None)
# All options except the tracking mode.
OPTIONS = st.fixed_dictionaries(
    {one.key: st.sampled_from([value for value, _ in one.values]) for one in GAME.options if one.key != "follow"}
)


def random_board(seed: int, seats: int = 4, options: Mapping[str, str] | None = None) -> Play:
    rng = random.Random(seed)
    owned = rng.sample(PIECES, rng.randint(10, 44))
    owners = {piece: rng.randrange(seats) for piece in PIECES if piece in owned}
    at = {p: rng.choice(list(AREAS) if p in NOBLES else list(SEAS)) for p in MOVERS if p in owners}
    play = board(
        owners,
        seats=seats,
        order=tuple(rng.sample(range(seats), seats)),
        at=at,
        money=tuple(rng.randint(0, 60) for _ in range(seats)),
        mercenaries=tuple(rng.randint(0, 4) for _ in range(seats)),
        options=options,
    )
    points = tuple(Scored(1, "correction", seat, "", None, rng.randint(0, 30)) for seat in range(seats))
    state = replace(play.state, scored=points)
    held = {award: rightful_holder(state, award) for award in AWARDS}
    return Play(replace(state, awards={award: seat for award, seat in held.items() if seat is not None}))


def random_plans(play: Play, seed: int) -> dict[int, SealPlan]:
    rng = Rng(random.Random(seed))
    found = GAME.all_legal_actions(play.state, SealPlan)
    return {legal_action.seat: from_form(SealPlan, fill_in(legal_action, rng)) for legal_action in found}


def any_plan(seed: int) -> SealPlan:
    """Returns a random plan, beyond what forms allow. About half of its orders are illegal."""
    rng = random.Random(seed)
    persons = rng.sample(PERSON_PIECES, 6)
    places = [piece for piece in PIECES if piece not in PERSON_PIECES]
    return SealPlan(
        {},
        {place: rng.randint(0, 3) for place in rng.sample(places, 6)},
        {},
        dict.fromkeys(persons[:3], 1),
        dict.fromkeys(persons[3:], 1),
    )


def money_of(state: State) -> int:
    return sum(state.money)


@FEW
@given(SEEDS)
def test_order_in_which_plans_arrive_does_not_matter(seed: int) -> None:
    plans = random_plans(random_board(seed), seed)
    outcomes = []
    for order in list(permutations(range(4)))[:: 1 + seed % 5]:
        play = random_board(seed)
        for seat in order:
            play.act(seat, plans[seat])
        outcomes.append(play.state)
    assert all(outcome == outcomes[0] for outcome in outcomes)


@FEW
@given(SEEDS)
def test_money_and_pieces_are_conserved(seed: int) -> None:
    play = random_board(seed)
    before = play.state
    play.carry_out(random_plans(play, seed + 1))
    check_conserved(before, play.state, play.events)


@FEW
@given(SEEDS)
def test_illegal_plans_lose_no_pieces_or_money(seed: int) -> None:
    play = random_board(seed)
    before = play.state
    play.carry_out({seat: any_plan(seed + seat) for seat in range(4)})
    check_conserved(before, play.state, play.events)


def check_conserved(before: State, after: State, events: list[Event]) -> None:
    paid = sum(event.pounds for event in events if isinstance(event, BidPaid | OrdersPaid))
    came = sum(event.pounds for event in events if isinstance(event, AidTaken))
    assert money_of(after) == money_of(before) + came - paid
    assert min(after.money) >= 0
    assert set(after.owners) | set(after.neutral) == set(before.owners), "every card is somebody’s or on the deck"
    assert set(after.owners).isdisjoint(after.neutral)
    assert {p for p in before.owners if p in PERSON_PIECES} == {p for p in after.owners if p in PERSON_PIECES}
    assert sum(after.mercenaries) <= sum(before.mercenaries)
    assert after.armies == {}
    for award in AWARDS:
        assert rightful_holder(after, award) == after.awards.get(award), "an award lies with one player, the right one"


@FEW
@given(SEEDS, st.permutations(range(4)))
def test_permuting_the_seats_permutes_the_result(seed: int, new: list[int]) -> None:
    play = random_board(seed)
    plans = random_plans(play, seed + 2)
    other = with_new_seats(play, new)
    other.carry_out({new[seat]: plan for seat, plan in plans.items()})
    play.carry_out(plans)
    assert {piece: new[seat] for piece, seat in play.state.owners.items()} == dict(other.state.owners)
    assert tuple(other.state.money[new[seat]] for seat in range(4)) == play.state.money
    play.hold_parliament()
    other.hold_parliament()
    assert tuple(other.points[new[seat]] for seat in range(4)) == play.points


def with_new_seats(play: Play, new: list[int]) -> Play:
    def by_seat(values: tuple[int, ...] | tuple[str, ...]) -> tuple[int, ...]:
        return tuple(values[new.index(seat)] for seat in range(4))  # type: ignore[misc]

    state = play.state
    return Play(
        replace(
            state,
            owners={piece: new[seat] for piece, seat in state.owners.items()},
            order=tuple(new[seat] for seat in state.order),
            money=by_seat(state.money),
            mercenaries=by_seat(state.mercenaries),
            houses=tuple(HOUSES[new.index(seat)] for seat in range(4)),
            scored=tuple(replace(line, seat=new[line.seat]) for line in state.scored),
            awards={award: new[seat] for award, seat in state.awards.items()},
        )
    )


@FEW
@given(SEEDS)
def test_resolution_is_pure_and_applied_scene_by_scene(seed: int) -> None:
    play = random_board(seed)
    plans = tuple(plan.plan() for _, plan in sorted(random_plans(play, seed).items()))
    before = play.state
    scenes = resolution_scenes(before, plans)
    assert scenes == resolution_scenes(before, plans)
    assert play.state == before
    play.carry_out({seat: sealing_action(plan) for seat, plan in enumerate(plans)})
    assert play.scenes == scenes
    assert replace(play.plans_open, phase=before.phase, last_plans=(), to_do=()) == before


def sealing_action(plan: Plan) -> SealPlan:
    cubes = (dict.fromkeys(plan.white, 1), dict.fromkeys(plan.black, 1))
    return SealPlan(plan.moves, plan.troops, plan.mercenaries, *cubes, plan.bid, plan.calais, int(plan.aid))


@FEW
@given(SEEDS, st.sampled_from([2, 3, 4]))
def test_prizes_are_never_paid_twice(seed: int, seats: int) -> None:
    play = random_board(seed, seats)
    play.carry_out({})
    play.hold_parliament()
    new = [line for line in play.state.scored if line.kind in ("most", "second", "award")]
    assert len({(line.kind, line.key) for line in new}) == len(new)
    for area in AREAS:
        first, second = ([line.seat for line in new if (line.kind, line.key) == (k, area)] for k in ("most", "second"))
        assert len(first) <= 1
        assert len(second) <= len(first)
        assert set(first).isdisjoint(second)
