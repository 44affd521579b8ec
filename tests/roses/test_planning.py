"""Planning: refused plans, changed plans, legal targets, and warnings to the owner."""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import replace

import pytest

from scoring.bots import fill_in
from scoring.codec import from_form
from scoring.kernel import Rng
from scoring.legal_actions import Count, Pick
from scoring.reveal_phases import ContinueReveal
from scoring.roses.components import HOME, LOCATION_PIECES, NEIGHBOURS, NOBLES, SHIPS, TROOPS
from scoring.roses.deployment import ArmyDeployed
from scoring.roses.parliament import Parliament
from scoring.roses.plan import AidTaken, Plan, Planning
from scoring.roses.planning import PlansRevealed, SealPlan
from scoring.roses.state import Scored, State
from tests.roses.play import Play, as_text, board, check_refused, of_kind, orders
from tests.roses.test_properties import random_board

OWNERS = {
    "noble.north.1": 0,
    "castle.north": 0,
    "ship.west": 0,
    "bishop.wales": 0,
    "large.north": 1,
    "noble.wales.1": 1,
    "castle.midlands": 1,
    "castle.marches": 2,
}


def with_points(play: Play, *points: int) -> Play:
    lines = tuple(Scored(1, "correction", seat, "", None, number) for seat, number in enumerate(points))
    play.state = replace(play.state, scored=lines)
    return play


# --- refused on entry ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        pytest.param(orders(troops={"castle.north": 21}), "troops", id="troops beyond 20"),
        pytest.param(
            orders(troops={"castle.north": 11, "large.north": 10}), "troops", id="troops beyond 20 in two places"
        ),
        pytest.param(orders(mercenaries={"castle.north": 3}), "mercenaries", id="mercenaries that one has not"),
        pytest.param(orders(bid=21, calais="midlands"), "purse", id="a bid above the purse"),
        pytest.param(orders(bid=3), "calais", id="a bid without a place"),
        pytest.param(orders(bid=3, calais="wales"), "calais", id="a bid somewhere else"),
        pytest.param(orders(moves={"noble.wales.1": "west"}), "not-your-piece", id="somebody else’s noble"),
        pytest.param(orders(moves={"ship.east": "wales"}), "no-piece", id="no such ship"),
        pytest.param(orders(moves={"noble.north.1": "france"}), "no-area", id="That area isn’t on the board"),
        pytest.param(orders(moves={"ship.west": "north"}), "no-area", id="a ship on land"),
        pytest.param(orders(troops={"bishop.wales": 1}), "no-piece", id="nl 310: troops on a person"),
        pytest.param(orders(white=("castle.north",)), "no-piece", id="a cube on a location"),
        pytest.param(orders(troops={"castle.north": -1}), "amount", id="fewer than none"),
        pytest.param(orders(aid=1), "aid", id="aid for the leader"),
        pytest.param(orders(aid=2), "aid", id="aid twice"),
        pytest.param(orders(aid=-1), "aid", id="less than no aid"),
    ],
)
def test_impossible_plans_are_refused(plan: SealPlan, code: str) -> None:
    play = with_points(board(OWNERS, money=20, mercenaries=(2, 0, 0, 0)), 9, 0, 0, 0)
    check_refused(play, plan, code, 0)


def test_nl_140_there_are_six_cubes_of_each_colour() -> None:
    persons = [f"bishop.{area}" for area in ("marches", "north", "midlands", "south-east", "west", "wales")]
    play = board(OWNERS)
    check_refused(play, orders(black=(*persons, "ship.north")), "cubes", 0)
    check_refused(play, orders(white=(*persons, "ship.north")), "cubes", 0)
    play.act(0, orders(black=tuple(persons), white=tuple(persons)))


def test_person_takes_only_one_cube() -> None:
    check_refused(board(OWNERS), SealPlan({}, {}, {}, {"bishop.wales": 2}, {}), "amount", 0)


def test_no_other_action_is_legal_during_planning() -> None:
    check_refused(board(OWNERS), ContinueReveal(), "not-now")


@pytest.mark.parametrize(
    "plan",
    [
        orders(troops={"castle.wales": 1}),
        orders(white=("bishop.north",)),
        orders(black=("noble.north.1",)),
        orders(moves={"noble.north.1": "west"}),
        orders(troops={"castle.north": 20}),
    ],
    ids=["neutral location", "neutral person", "own person", "out of reach", "more than the purse"],
)
def test_illegal_or_unpaid_orders_are_accepted_and_dropped_later(plan: SealPlan) -> None:
    play = board(OWNERS, money=20)
    play.act(0, plan)
    sealed = play.view(0).planning
    assert sealed is not None
    assert sealed.sealed is not None
    assert sealed.sealed.dropped or sealed.sealed.unpaid, "its owner is warned"


# --- sealed -------------------------------------------------------------------------------------------------


def test_plan_can_be_changed_until_the_last_one_is_sealed() -> None:
    play = board(OWNERS)
    play.act(0, orders(bid=3, calais="midlands"))
    play.act(0, orders(bid=5, calais="midlands"))
    assert isinstance(play.state.phase, Planning)
    assert play.state.phase.sealed.of(0) == Plan(bid=5, calais="midlands")
    for seat in (1, 2):
        assert not of_kind(play.act(seat, orders()), PlansRevealed)
    assert of_kind(play.act(3, orders()), PlansRevealed)
    assert isinstance(play.state.phase, Parliament)
    check_refused(play, orders(), "not-now", 0)


def test_stored_plan_does_not_depend_on_the_order_of_the_form() -> None:
    one, two = board(OWNERS), board(OWNERS)
    one.act(0, orders(troops={"large.north": 1, "castle.north": 0}, white=("bishop.wales", "noble.north.1")))
    two.act(0, orders(troops={"large.north": 1}, white=("noble.north.1", "bishop.wales")))
    assert one.state == two.state


# --- legal actions ------------------------------------------------------------------------------------------


def fields_of(play: Play, seat: int) -> dict[str, Pick | Count]:
    legal_action = play.view(seat).legal_action("seal-plan", seat)
    assert legal_action is not None
    return {field.name: field for field in legal_action.fields}  # type: ignore[misc]


def test_only_targets_that_could_be_legal_are_offered() -> None:
    """The noble of North England can reach the Marches, the Midlands and Wales, so targets there are listed too."""
    offered = fields_of(board(OWNERS, mercenaries=(2, 0, 0, 0)), 0)
    troops = {name for name in offered if name.startswith("troops")}
    assert troops == {f"troops.{p}" for p in ("castle.marches", "castle.north", "large.north", "castle.midlands")}
    assert {name.replace("mercenaries", "troops") for name in offered if name.startswith("mercenaries")} == troops
    assert {name for name in offered if name.startswith("white")} == {
        "white.noble.north.1",
        "white.bishop.wales",
        "white.ship.west",
    }
    assert {name for name in offered if name.startswith("black")} == {"black.noble.wales.1"}
    assert offered["moves.noble.north.1"] == Pick("moves.noble.north.1", ("", "marches", "midlands", "wales"))
    assert offered["moves.ship.west"].options == ("", "north-west", "wales", "south-east", "midlands")  # type: ignore[union-attr]


def test_nl_298_ship_of_kings_lynn_reaches_two_seas_either_way() -> None:
    play = board({"ship.midlands": 0})
    options = fields_of(play, 0)["moves.ship.midlands"].options  # type: ignore[union-attr]
    assert options == ("", "west", "south-east", "north-east", "marches-east")


def test_ships_cannot_sail_round_scotland() -> None:
    play = board({"ship.marches": 0})
    assert fields_of(play, 0)["moves.ship.marches"].options == ("", "midlands", "north-east")  # type: ignore[union-attr]


def test_targets_that_need_a_noble_are_marked() -> None:
    shown = board(OWNERS).view(0).planning
    assert shown is not None
    present = {place.key: place.present for area in shown.areas for place in area.places}
    assert present == {"castle.marches": False, "castle.north": True, "large.north": True, "castle.midlands": False}


def legal_places(state: State, seat: int, sends: Collection[str] = ()) -> set[str]:
    """Computes nl 310-316 and 536 without the code under test. `sends`: areas that the seat's nobles move to."""
    pieces = [piece for piece, owner in state.owners.items() if owner == seat and piece not in SHIPS]
    present = {state.stands[piece] if piece in NOBLES else HOME[piece] for piece in pieces} | {*sends}
    owned = [place for place in LOCATION_PIECES if place in state.owners]
    return {place for place in owned if state.owners[place] == seat or HOME[place] in present}


@pytest.mark.parametrize("seed", range(12))
def test_form_warnings_and_reveal_agree_on_troops(seed: int) -> None:
    play = random_board(seed)
    play.state = before = replace(play.state, money=(100,) * 4)
    wanted = random.Random(seed).sample(LOCATION_PIECES, TROOPS)
    plan, legal = orders(troops=dict.fromkeys(wanted, 1)), [legal_places(before, seat) for seat in range(4)]
    for seat in range(4):
        nobles = [noble for noble in NOBLES if before.owners.get(noble) == seat]
        in_reach = legal_places(before, seat, {area for noble in nobles for area in NEIGHBOURS[before.stands[noble]]})
        offered = {name for name in fields_of(play, seat) if name.startswith("troops.")}
        assert offered == {f"troops.{place}" for place in in_reach}
        shown = play.view(seat).planning
        assert shown is not None
        present = {place.key: place.present for area in shown.areas for place in area.places}
        assert present == {place: place in legal[seat] for place in in_reach}
        play.act(seat, plan)
        if seat < 3:
            sealed = play.view(seat).planning.sealed  # type: ignore[union-attr]
            assert sealed is not None
            assert len(sealed.dropped) == len({*wanted} - legal[seat])
    deployed = {(event.seat, event.place) for event in play.events if isinstance(event, ArmyDeployed)}
    assert deployed == {(seat, place) for seat in range(4) for place in legal[seat] & {*wanted}}


def test_attack_without_presence_is_free_and_causes_a_warning() -> None:
    play = board(OWNERS, money=10)
    play.act(0, orders(troops={"castle.midlands": 2, "large.north": 1}))
    sealed = play.view(0).planning.sealed  # type: ignore[union-attr]
    assert sealed is not None
    assert [as_text(d.what) for d in sealed.dropped] == ["troops at Kenilworth"]
    assert (sealed.cost, sealed.purse) == (3, 10)


def test_last_plan_can_be_copied_as_far_as_it_still_fits() -> None:
    play = board(OWNERS)
    play.carry_out({0: orders(troops={"large.north": 5}, moves={"ship.west": "wales"}, white=("bishop.wales",))})
    play.state = replace(play.state, phase=board().state.phase)
    shown = play.view(0).planning
    assert shown is not None
    assert shown.has_last
    assert {p.key: p.last.troops for a in shown.areas for p in a.places if p.last.troops} == {"large.north": 5}
    assert {c.key for a in shown.areas for c in a.persons if c.last.cube} == {"bishop.wales"}
    assert {m.key: m.last.to for a in shown.areas for m in a.movers if m.last.to} == {}, "it is there already"


def test_copied_plan_is_limited_by_money_and_mercenaries() -> None:
    play = board(OWNERS, money=12, mercenaries=(3, 0, 0, 0))
    sent = {"castle.north": 2, "large.north": 1}
    play.carry_out({0: orders(mercenaries=sent, bid=9, calais="midlands")})
    play.state = replace(play.state, phase=board().state.phase, mercenaries=(2, 0, 0, 0))
    shown = play.view(0).planning
    assert shown is not None
    assert (shown.last_bid, shown.purse) == (3, 3)
    copied = {place.key: place.last.mercenaries for area in shown.areas for place in area.places}
    assert {key: count for key, count in copied.items() if count} == {"castle.north": 2}


# --- French aid with the plan, in logs of 0.1.0 (nl 259; now: test_french_aid.py) -----------------------------


@pytest.mark.parametrize(
    ("points", "number", "pounds"),
    [
        pytest.param((30, 38, 0, 0), 2, 8, id="the difference"),
        pytest.param((0, 40, 0, 0), 5, 25, id="at most 25"),
        pytest.param((38, 38, 0, 0), 3, 0, id="nothing for the leader"),
        pytest.param((0, 9, 0, 0), 1, 0, id="not in round 1"),
    ],
)
def test_without_french_aid_phase_aid_is_part_of_private_plan(
    points: tuple[int, ...], number: int, pounds: int
) -> None:
    play = with_points(board(OWNERS, number=number), *points)
    shown = play.view(0).planning
    assert shown is not None
    assert shown.aid == pounds
    assert ("aid" in fields_of(play, 0)) == (pounds > 0)
    assert play.view(None).planning is None


def test_french_aid_is_available_once_and_can_be_bid_at_once() -> None:
    play = with_points(board(OWNERS, money=2), 0, 9, 0, 0)
    check_refused(play, orders(bid=11, calais="midlands"), "purse", 0)
    events = play.carry_out({0: orders(aid=1, bid=11, calais="midlands")})
    assert of_kind(events, AidTaken) == [AidTaken(0, 9)]
    assert play.state.money[0] == 0
    play.state = replace(play.state, phase=board().state.phase)
    check_refused(play, orders(aid=1), "aid", 0)


def test_legal_action_view_and_rules_agree_on_the_highest_bid() -> None:
    play = with_points(board(OWNERS, money=2), 0, 9, 0, 0)
    bid = fields_of(play, 0)["bid"]
    assert isinstance(bid, Count)
    assert bid.high == 2 + 9
    shown = play.view(0).planning
    assert shown is not None
    assert shown.purse + shown.aid == bid.high
    check_refused(play, orders(bid=3, calais="midlands"), "purse", 0)
    check_refused(play, orders(bid=12, calais="midlands", aid=1), "purse", 0)
    play.act(0, orders(bid=bid.high, calais="midlands", aid=1))
    assert fields_of(play, 1)["bid"].high == 2, "nothing for the leader"  # type: ignore[union-attr]


def test_bots_also_bid_with_french_aid() -> None:
    play = with_points(board(OWNERS, money=2), 0, 9, 0, 0)
    legal_action = play.view(0).legal_action("seal-plan", 0)
    assert legal_action is not None
    plans = [from_form(SealPlan, fill_in(legal_action, Rng(random.Random(seed)))) for seed in range(40)]
    for plan in plans:
        play.act(0, plan)
    assert max(plan.bid for plan in plans if plan.aid) > 2
    assert max(plan.bid for plan in plans if not plan.aid) <= 2
