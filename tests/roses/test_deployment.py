"""Deployment: Calais, illegal orders, not enough money, moves. One test per line of the rulebook."""

from __future__ import annotations

import pytest

from scoring.kernel import Event
from scoring.reveal_phases import ContinueReveal
from scoring.roses.deployment import ArmyDeployed, BidPaid, CalaisWon, OrdersPaid, PieceMoved, WhiteCubeLaid
from scoring.roses.plan import Orders, Plan, bill, legal_orders, troops_at
from scoring.roses.planning import SealPlan
from scoring.roses.resolution import PersonBribed
from scoring.roses.view import AreaView
from tests.roses.play import BLUE, GREEN, RED, YELLOW, Play, as_text, board, check_refused, of_kind, orders

DONE = (ArmyDeployed, PieceMoved, WhiteCubeLaid, PersonBribed, OrdersPaid)

# --- Captain of Calais ----------------------------------------------------------------------------------------


def bids(*pounds: int, order: tuple[int, ...] = (), area: str = "midlands") -> list[Event]:
    play = board({}, order=order, money=20)
    return play.carry_out({seat: orders(bid=bid, calais=area) for seat, bid in enumerate(pounds) if bid})


def test_nl_278_highest_bid_wins_and_all_bids_are_paid() -> None:
    events = bids(3, 7, 5)
    assert of_kind(events, CalaisWon) == [CalaisWon(YELLOW, "midlands")]
    assert of_kind(events, BidPaid) == [BidPaid(0, 3), BidPaid(1, 7), BidPaid(2, 5)]


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (2, 0, 3, 1)])
def test_nl_280_player_further_left_wins_equal_bids(order: tuple[int, ...]) -> None:
    assert of_kind(bids(5, 5, 0, 5, order=order), CalaisWon) == [
        CalaisWon(next(s for s in order if s != GREEN), "midlands")
    ]


def test_nl_280_if_nobody_bids_nobody_is_captain() -> None:
    assert of_kind(bids(), CalaisWon) == []


def test_nl_284_winner_lands_in_the_area_of_their_bid() -> None:
    play = board({}, money=20)
    play.carry_out({0: orders(bid=4, calais="midlands"), 1: orders(bid=6, calais="south-east")})
    assert play.state.calais == (1, "south-east")


def test_nl_524_title_lasts_one_round() -> None:
    play = board({}, money=20)
    play.carry_out({0: orders(bid=4, calais="midlands")})
    play.hold_parliament()
    assert play.state.calais is None


# --- illegal orders (nl 393): ignored and not paid for --------------------------------------------------------------

BOARD = {
    "noble.wales.1": RED,
    "ship.west": RED,
    "castle.wales": RED,
    "bishop.wales": YELLOW,
    "noble.north.1": YELLOW,
    "castle.north": YELLOW,
    "large.west": GREEN,
    "ship.wales": GREEN,
}


@pytest.mark.parametrize(
    ("plan", "why"),
    [
        pytest.param(
            orders(black=("bishop.north",)), "black cube on Bishop of York (neutral)", id="a cube on a neutral person"
        ),
        pytest.param(orders(white=("bishop.north",)), "white cube on Bishop of York (neutral)", id="a white one too"),
        pytest.param(
            orders(troops={"large.wales": 2}),
            "troops at Large Town of Wales (neutral)",
            id="troops on a neutral location",
        ),
        pytest.param(
            orders(white=("noble.north.1",)),
            "white cube on Noble 10 of North England (not yours)",
            id="white on somebody else’s noble",
        ),
        pytest.param(
            orders(black=("noble.wales.1",)),
            "black cube on Noble 6 of Wales (already yours)",
            id="black on an own noble",
        ),
        pytest.param(
            orders(moves={"noble.wales.1": "south-east"}),
            "move Noble 6 of Wales (out of reach: stays put)",
            id="a noble too far",
        ),
        pytest.param(
            orders(moves={"ship.west": "north-east"}),
            "move Ship of Plymouth (out of reach: stays put)",
            id="a ship too far",
        ),
        pytest.param(
            orders(troops={"castle.north": 2}),
            "troops at Pontefract (you are not in that area)",
            id="nl 312: not present",
        ),
        pytest.param(
            orders(troops={"large.west": 2}),
            "troops at Large Town of West Country (you are not in that area)",
            id="nl 536: a ship is no presence",
        ),
        pytest.param(
            orders(moves={"noble.wales.1": "south-east"}, troops={"castle.south-east": 1}),
            "troops at Windsor (neutral)",
            id="nor does a move that is not legal help",
        ),
    ],
)
def test_illegal_order_is_dropped_with_reason_and_costs_nothing(plan: SealPlan, why: str) -> None:
    play = board(BOARD, money=50)
    events = play.carry_out({RED: plan})
    assert not [event for event in events if isinstance(event, DONE)]
    assert play.state.money[RED] == 50
    again = board(BOARD, money=50)
    again.carry_out({RED: plan})
    assert f"Not carried out: {why}." in again.steps()


def test_dropped_mercenaries_stay_with_their_owner() -> None:
    play = board(BOARD, mercenaries=(3, 0, 0, 0))
    play.carry_out({RED: orders(mercenaries={"castle.north": 2, "castle.wales": 1})})
    assert play.state.mercenaries[RED] == 2


def dropped_lines(orders_given: Orders) -> list[str]:
    return [f"{as_text(one.what)}: {as_text(one.why)}" for one in orders_given.dropped]


def test_areas_with_fewer_votes_lose_surplus_mercenaries() -> None:
    """Votes: North England 9, Wales 5, Northern Marches 4, which are scored first."""
    owners = dict.fromkeys(("castle.marches", "castle.north", "castle.wales"), RED)
    state = board(owners, mercenaries=(2, 0, 0, 0)).state
    sent = {"castle.marches": 2, "castle.north": 1, "castle.wales": 3}
    legal = legal_orders(state, RED, Plan(mercenaries=sent))
    assert legal.mercenaries == {"castle.north": 1, "castle.wales": 1}
    assert dropped_lines(legal) == [
        "2 mercenaries at Royal Castle of Wales: no more mercenaries",
        "2 mercenaries at Royal Castle of Northern Marches: no more mercenaries",
    ]


def test_piece_corrected_to_another_owner_does_not_move() -> None:
    legal = legal_orders(board(BOARD).state, RED, Plan(moves={"noble.north.1": "wales", "noble.wales.1": "west"}))
    assert legal.moves == {"noble.wales.1": "west"}
    assert dropped_lines(legal) == ["move Noble 10 of North England: not yours"]


def test_nl_536_ship_sent_to_sea_of_area_gives_no_presence_there() -> None:
    owners = {"ship.west": RED, "castle.wales": YELLOW}
    plan = orders(moves={"ship.west": "wales"}, troops={"castle.wales": 4})
    assert not of_kind(board(owners).carry_out({RED: plan}), ArmyDeployed)


def test_bid_without_a_landing_place_is_not_paid() -> None:
    assert legal_orders(board(BOARD).state, RED, Plan(bid=3)).bid == 0
    assert legal_orders(board(BOARD).state, RED, Plan(bid=3, calais="midlands")).bid == 3


def test_captain_of_calais_does_not_count_as_presence() -> None:
    play = board({"castle.midlands": YELLOW}, money=50)
    events = play.carry_out({RED: orders(bid=5, calais="midlands", troops={"castle.midlands": 4})})
    assert not of_kind(events, ArmyDeployed)


@pytest.mark.parametrize(
    ("place", "stands", "goes", "legal"),
    [
        pytest.param("castle.north", "north", "", True, id="nl 314: where the noble stands"),
        pytest.param("castle.north", "north", "wales", True, id="nl 558: where it came from"),
        pytest.param("large.west", "wales", "west", True, id="nl 558: where it goes"),
        pytest.param("large.west", "wales", "", False, id="not where it could go"),
    ],
)
def test_noble_is_present_at_both_ends_of_its_move(place: str, stands: str, goes: str, legal: bool) -> None:
    owners = {"noble.wales.1": RED, "castle.north": YELLOW, "large.west": YELLOW}
    plan = orders(moves={"noble.wales.1": goes} if goes else {}, troops={place: 1})
    events = board(owners, at={"noble.wales.1": stands}).carry_out({RED: plan})
    assert bool(of_kind(events, ArmyDeployed)) == legal


def test_nl_415_bribed_noble_takes_no_attack_along() -> None:
    play = board({"noble.wales.1": RED, "castle.wales": YELLOW, "large.north": GREEN})
    events = play.carry_out({RED: orders(troops={"castle.wales": 4}), YELLOW: orders(black=("noble.wales.1",))})
    assert of_kind(events, PersonBribed) == [PersonBribed(YELLOW, "noble.wales.1", RED)]
    assert play.owner("castle.wales") == RED


def test_orders_are_judged_on_the_board_before_anybody_deploys() -> None:
    """Yellow's noble leaves Wales, but Red's attack on Yellow there is judged on the board before."""
    play = board({"noble.wales.1": YELLOW, "castle.wales": YELLOW, "port.wales": RED})
    plans = {YELLOW: orders(moves={"noble.wales.1": "west"}), RED: orders(troops={"castle.wales": 1})}
    assert of_kind(play.carry_out(plans), ArmyDeployed) == [ArmyDeployed(RED, "castle.wales", 1, 0)]


# --- not enough money (nl 380-389) -----------------------------------------------------------------------------------

RICH = {
    "noble.north.1": RED,  # 10
    "noble.midlands.1": RED,  # 8
    "bishop.north": RED,  # 4
    "bishop.wales": RED,  # 2
    "ship.north": RED,  # 2
    "castle.north": RED,
    "castle.midlands": RED,
    "large.wales": RED,
    "port.wales": RED,
    "noble.wales.1": YELLOW,  # 6, so 12
    "noble.west.1": YELLOW,  # 9, so 18
    "bishop.west": YELLOW,  # 2, so 4
}


def payments(money: int, plan: SealPlan, owners: dict[str, int] | None = None) -> list[Event]:
    play = board(owners or RICH, money=(money, 0, 0, 0))
    return [event for event in play.carry_out({RED: plan}) if isinstance(event, (*DONE, BidPaid))]


@pytest.mark.parametrize(
    ("money", "plan", "events"),
    [
        pytest.param(
            9,
            orders(bid=9, calais="midlands", white=("bishop.wales",)),
            [BidPaid(RED, 9)],
            id="nl 382: the bid first",
        ),
        pytest.param(
            10,
            orders(white=("noble.north.1",), black=("bishop.west",), troops={"castle.north": 1}),
            [OrdersPaid(RED, 10), WhiteCubeLaid(RED, "noble.north.1")],
            id="nl 383: white before black and troops",
        ),
        pytest.param(
            5,
            orders(black=("bishop.west",), troops={"castle.north": 1}),
            [OrdersPaid(RED, 4), PersonBribed(RED, "bishop.west", YELLOW)],
            id="nl 384: black before troops",
        ),
        pytest.param(
            7,
            orders(troops={"castle.north": 3}),
            [OrdersPaid(RED, 6), ArmyDeployed(RED, "castle.north", 2, 0)],
            id="nl 385: troops one by one",
        ),
        pytest.param(
            10,
            orders(white=("bishop.north", "noble.north.1", "ship.north")),
            [OrdersPaid(RED, 10), WhiteCubeLaid(RED, "noble.north.1")],
            id="nl 387: nobles first",
        ),
        pytest.param(
            4,
            orders(white=("ship.north", "bishop.north")),
            [OrdersPaid(RED, 4), WhiteCubeLaid(RED, "bishop.north")],
            id="nl 387: ships last",
        ),
        pytest.param(
            10,
            orders(white=("noble.midlands.1", "noble.north.1")),
            [OrdersPaid(RED, 10), WhiteCubeLaid(RED, "noble.north.1")],
            id="nl 387: the higher noble first",
        ),
        pytest.param(
            18,
            orders(black=("noble.wales.1", "noble.west.1")),
            [OrdersPaid(RED, 18), PersonBribed(RED, "noble.west.1", YELLOW)],
            id="nl 387: the higher noble first, bribed too",
        ),
        pytest.param(
            6,
            orders(white=("bishop.wales", "bishop.north")),
            [OrdersPaid(RED, 6), WhiteCubeLaid(RED, "bishop.north"), WhiteCubeLaid(RED, "bishop.wales")],
            id="enough is enough",
        ),
        pytest.param(
            5,
            orders(white=("bishop.wales", "bishop.north")),
            [OrdersPaid(RED, 4), WhiteCubeLaid(RED, "bishop.north")],
            id="nl 387: the area with more votes first",
        ),
        pytest.param(
            3,
            orders(troops={"large.wales": 1, "castle.midlands": 1}),
            [OrdersPaid(RED, 3), ArmyDeployed(RED, "castle.midlands", 1, 0)],
            id="nl 387: a castle before a town",
        ),
        pytest.param(
            9,
            orders(troops={"castle.midlands": 2, "castle.north": 2}),
            [OrdersPaid(RED, 9), ArmyDeployed(RED, "castle.north", 2, 0), ArmyDeployed(RED, "castle.midlands", 1, 0)],
            id="nl 389: and as many as possible",
        ),
        pytest.param(
            5,
            orders(white=("noble.north.1", "ship.north"), troops={"port.wales": 1}),
            [OrdersPaid(RED, 5), ArmyDeployed(RED, "port.wales", 1, 0), WhiteCubeLaid(RED, "ship.north")],
            id="nl 380: what cannot be paid is skipped",
        ),
    ],
)
def test_payment_order_when_money_is_short(money: int, plan: SealPlan, events: list[Event]) -> None:
    assert payments(money, plan) == events


def test_nl_387_payments_follow_votes_not_scoring_order() -> None:
    """Wales has 5 votes; the Northern Marches have 4, but are scored first."""
    owners = dict.fromkeys(("bishop.marches", "bishop.wales", "port.marches", "port.wales"), RED)
    box = {"income.bishop.marches": "2", "income.bishop.wales": "2"}
    plan = orders(white=("bishop.marches", "bishop.wales"), troops={"port.marches": 1, "port.wales": 1})
    play = board(owners, money=(2, 0, 0, 0), box=box)
    assert of_kind(play.carry_out({RED: plan}), WhiteCubeLaid) == [WhiteCubeLaid(RED, "bishop.wales")]
    orders_given = legal_orders(play.plans_open, RED, Plan(troops=plan.troops))
    paid = bill(play.plans_open, orders_given, 3)
    assert paid.troops == {"port.wales": 1}
    assert [as_text(what) for what in paid.unpaid] == [as_text(troops_at(play.plans_open, "port.marches", 1))]


def test_equal_nobles_are_paid_by_votes_of_their_old_area() -> None:
    owners = {"noble.wales.1": RED, "noble.north.2": RED}
    play = board(owners, money=6, box={"value.noble.wales.1": "6", "value.noble.north.2": "6"})
    events = play.carry_out({RED: orders(white=tuple(owners), moves={"noble.wales.1": "midlands"})})
    assert of_kind(events, WhiteCubeLaid) == [WhiteCubeLaid(RED, "noble.north.2")]


@pytest.mark.parametrize(
    ("nobles", "first"),
    [
        pytest.param(("noble.wales.2", "noble.wales.1"), "noble.wales.1", id="of one area"),
        pytest.param(("noble.wales.1", "noble.north.2"), "noble.north.2", id="one comes from elsewhere"),
    ],
)
def test_nl_387_first_listed_of_equal_nobles_is_paid(nobles: tuple[str, ...], first: str) -> None:
    play = board(
        dict.fromkeys(nobles, RED),
        at=dict.fromkeys(nobles, "wales"),
        money=6,
        box={f"value.{noble}": "6" for noble in nobles},
    )
    events = play.carry_out({RED: orders(white=nobles)})
    assert of_kind(events, WhiteCubeLaid) == [WhiteCubeLaid(RED, first)]


def test_illegal_order_uses_no_money() -> None:
    events = payments(3, orders(white=("noble.wales.1",), troops={"castle.north": 1}))
    assert events == [OrdersPaid(RED, 3), ArmyDeployed(RED, "castle.north", 1, 0)]


def test_mercenaries_march_even_if_troops_cannot_be_paid() -> None:
    play = board(RICH, money=0, mercenaries=(2, 0, 0, 0))
    events = play.carry_out({RED: orders(troops={"castle.north": 2}, mercenaries={"castle.north": 2})})
    assert of_kind(events, ArmyDeployed) == [ArmyDeployed(RED, "castle.north", 0, 2)]


def test_unpaid_orders_are_listed() -> None:
    play = board(RICH, money=(4, 0, 0, 0))
    play.carry_out({RED: orders(white=("noble.north.1",), troops={"castle.north": 2})})
    unpaid = [line for line in play.steps() if line.startswith("Not enough money for: ")]
    assert [line.removeprefix("Not enough money for: ") for line in unpaid] == [
        "white cube on Noble 10 of North England.",
        "1 troop at Pontefract.",
    ]


# --- moves and their order ----------------------------------------------------------------------------------------


def test_nl_376_deployment_goes_from_last_player_to_first() -> None:
    play = board({}, order=(BLUE, RED, GREEN, YELLOW))
    play.carry_out({})
    titles = [step for step in play.steps() if step.endswith("deploys")]
    assert titles == ["Yellow deploys", "Green deploys", "Red deploys", "Blue deploys"]


def test_nl_535_ship_moved_to_its_home_sea_is_back_in_port() -> None:
    play = board({"ship.west": RED}, at={"ship.west": "wales"})
    play.carry_out({RED: orders(moves={"ship.west": "west"})})
    assert "Ship of Plymouth sails home." in play.steps()


def test_old_log_stopped_in_resolution_continues() -> None:
    play = board({"castle.wales": RED, "noble.wales.1": YELLOW})
    march = orders(troops={"castle.wales": 1})
    play.carry_out({RED: march, YELLOW: march, GREEN: orders(bid=1, calais="midlands")})
    after = play.state
    for shown in range(len(play.scenes) + 1):
        play.stop(shown)
        check_refused(play, ContinueReveal(), "not-yours", 2)
        play.tap(ContinueReveal())
        assert play.state == after


def test_to_do_list_collects_the_lines_of_all_scenes() -> None:
    play = board({"castle.wales": RED, "noble.wales.1": RED, "bishop.wales": YELLOW}, money=20)
    play.carry_out({RED: orders(troops={"castle.wales": 2}, moves={"noble.wales.1": "west"}, black=("bishop.wales",))})
    assert [as_text(text) for text in play.view(None).to_do] == [
        "Red: pay £10.",
        "Red: move Noble 6 of Wales to West Country.",
        "Red: put 2 troops under the stone on Royal Castle of Wales.",
        "Red: replace Yellow’s disc on Bishop of Wales with yours.",
        "Red: take the card and your black cube.",
        "Take all troops off the board. Mercenaries go back to the pile.",
    ]


def test_each_scene_of_the_film_shows_the_board_after_it() -> None:
    play: Play = board({"noble.wales.1": RED})
    play.carry_out({RED: orders(moves={"noble.wales.1": "west"}, bid=5, calais="midlands")})
    play.stop()
    assert area_in(play, "wales").nobles
    assert area_in(play, "midlands").calais is None
    play.stop(2)
    assert area_in(play, "midlands").calais == RED
    play.stop(len(play.scenes))
    assert area_in(play, "west").nobles


def area_in(play: Play, key: str) -> AreaView:
    return next(area for area in play.view(None).areas if area.key == key)
