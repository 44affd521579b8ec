"""Bribery and battles, one test per line of the rulebook."""

from __future__ import annotations

import pytest

from scoring.roses.components import TROOPS
from scoring.roses.planning import SealPlan
from scoring.roses.resolution import BattleFought, BribeFailed, PersonBribed
from scoring.roses.state import AwardGiven
from tests.roses.play import BLUE, GREEN, RED, YELLOW, as_text, board, of_kind, orders

# --- bribery --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("person", "cost"),
    [
        pytest.param("noble.wales.1", 12, id="nl 332: a noble, twice the control points"),
        pytest.param("bishop.wales", 4, id="nl 342: a bishop, twice the income"),
        pytest.param("ship.south-east", 6, id="nl 348: a captain, twice the income"),
    ],
)
def test_person_without_a_white_cube_changes_sides(person: str, cost: int) -> None:
    play = board({person: YELLOW}, money=50)
    events = play.carry_out({RED: orders(black=(person,))})
    assert of_kind(events, PersonBribed) == [PersonBribed(RED, person, YELLOW)]
    assert play.owner(person) == RED
    assert play.state.money[RED] == 50 - cost


@pytest.mark.parametrize(
    ("person", "cost"),
    [
        pytest.param("noble.wales.1", 6, id="nl 336"),
        pytest.param("bishop.wales", 2, id="nl 342"),
        pytest.param("ship.south-east", 3, id="nl 348"),
    ],
)
def test_nl_411_white_cube_makes_the_bribe_fail(person: str, cost: int) -> None:
    play = board({person: YELLOW}, money=50)
    events = play.carry_out({RED: orders(black=(person,)), YELLOW: orders(white=(person,))})
    assert of_kind(events, BribeFailed) == [BribeFailed(RED, person)]
    assert play.owner(person) == YELLOW
    assert play.state.money[YELLOW] == 50 - cost


def test_nl_411_first_player_bribes_last_and_keeps_the_person() -> None:
    play = board({"noble.wales.1": YELLOW}, order=(GREEN, RED, BLUE, YELLOW))
    events = play.carry_out({seat: orders(black=("noble.wales.1",)) for seat in (RED, GREEN, BLUE)})
    assert of_kind(events, PersonBribed) == [
        PersonBribed(BLUE, "noble.wales.1", YELLOW),
        PersonBribed(RED, "noble.wales.1", BLUE),
        PersonBribed(GREEN, "noble.wales.1", RED),
    ]
    assert play.owner("noble.wales.1") == GREEN


def test_nl_413_every_bribe_succeeds_after_white_cube_is_removed() -> None:
    play = board({"noble.wales.1": YELLOW}, order=(RED, GREEN, BLUE, YELLOW))
    plans = {seat: orders(black=("noble.wales.1",)) for seat in (RED, BLUE)}
    events = play.carry_out({**plans, YELLOW: orders(white=("noble.wales.1",))})
    assert [type(event) for event in events if isinstance(event, BribeFailed | PersonBribed)] == [
        BribeFailed,
        PersonBribed,
    ]
    assert play.owner("noble.wales.1") == RED


def test_nl_350_bribing_needs_no_presence() -> None:
    play = board({"bishop.wales": YELLOW})
    play.carry_out({RED: orders(black=("bishop.wales",))})
    assert play.owner("bishop.wales") == RED


def test_nl_411_bribed_noble_stays_in_the_area_it_moved_to() -> None:
    play = board({"noble.wales.1": YELLOW})
    play.carry_out({RED: orders(black=("noble.wales.1",)), YELLOW: orders(moves={"noble.wales.1": "west"})})
    assert (play.owner("noble.wales.1"), play.state.stands["noble.wales.1"]) == (RED, "west")


def test_nl_419_white_cubes_are_removed_after_the_phase() -> None:
    play = board({"bishop.wales": YELLOW})
    play.carry_out({YELLOW: orders(white=("bishop.wales",))})
    assert play.state.guarded == ()


def test_bribes_of_one_player_follow_the_influence_table() -> None:
    persons = ("ship.wales", "bishop.north", "noble.wales.2", "noble.north.1", "bishop.marches")
    events = board(dict.fromkeys(persons, YELLOW), money=200).carry_out({RED: orders(black=persons)})
    order = [event.person for event in of_kind(events, PersonBribed)]  # type: ignore[attr-defined]
    assert order == ["noble.north.1", "noble.wales.2", "bishop.marches", "bishop.north", "ship.wales"]


def test_award_moves_with_a_bribe_at_once() -> None:
    play = board({"bishop.wales": YELLOW, "bishop.north": YELLOW, "bishop.west": RED})
    events = play.carry_out({RED: orders(black=("bishop.wales", "bishop.north"))})
    assert of_kind(events, AwardGiven) == [AwardGiven("archbishop", RED)]


# --- battles --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "garrison"),
    [
        pytest.param("castle.wales", 3, id="nl 427: a castle"),
        pytest.param("large.wales", 2, id="nl 427: a large town"),
        pytest.param("small.wales", 2, id="nl 427: a small town"),
        pytest.param("port.wales", 1, id="nl 427: a port"),
    ],
)
@pytest.mark.parametrize("more", [-1, 0, 1])
def test_troops_and_garrison_are_removed_one_for_one(place: str, garrison: int, more: int) -> None:
    attackers = garrison + more
    if attackers < 1:
        return
    play = board({place: YELLOW, "noble.wales.1": RED})
    (battle,) = of_kind(play.carry_out({RED: orders(troops={place: attackers})}), BattleFought)
    holder = {-1: YELLOW, 0: -1, 1: RED}[more]
    assert battle == BattleFought(place, RED, attackers, YELLOW, garrison, holder, abs(more))
    assert play.owner(place) == (None if holder == -1 else holder)


def attack(*sizes: int, defence: int = 0, order: tuple[int, ...] = (RED, GREEN, BLUE, YELLOW)) -> list[BattleFought]:
    """Red, Green and Blue attack Yellow's castle of Wales; the last in turn order attacks first."""
    play = board({"castle.wales": YELLOW, "port.wales": RED, "large.wales": GREEN, "small.wales": BLUE}, order=order)
    plans = {seat: orders(troops={"castle.wales": n}) for seat, n in zip((RED, GREEN, BLUE), sizes, strict=True) if n}
    plans[YELLOW] = orders(troops={"castle.wales": defence} if defence else {})
    return of_kind(play.carry_out(plans), BattleFought)  # type: ignore[return-value]


def test_troops_under_the_stone_defend_with_the_garrison() -> None:
    assert attack(5, 0, 0, defence=2) == [BattleFought("castle.wales", RED, 5, YELLOW, 5, -1, 0)]


def test_nl_427_garrison_is_complete_without_troops_in_supply() -> None:
    owners = {"castle.wales": YELLOW, "castle.north": YELLOW, "bishop.wales": RED}
    play = board(owners)
    plans = {RED: orders(troops={"castle.wales": 3}), YELLOW: orders(troops={"castle.north": TROOPS})}
    (battle,) = of_kind(play.carry_out(plans), BattleFought)
    assert battle == BattleFought("castle.wales", RED, 3, YELLOW, 3, -1, 0)


def test_nl_429_next_attacker_meets_no_second_garrison() -> None:
    assert attack(3, 0, 4, defence=2) == [
        BattleFought("castle.wales", BLUE, 4, YELLOW, 5, YELLOW, 1),
        BattleFought("castle.wales", RED, 3, YELLOW, 1, RED, 2),
    ]


def test_nl_429_new_owner_has_no_garrison() -> None:
    assert attack(3, 2, 5) == [
        BattleFought("castle.wales", BLUE, 5, YELLOW, 3, BLUE, 2),
        BattleFought("castle.wales", GREEN, 2, BLUE, 2, -1, 0),
        BattleFought("castle.wales", RED, 3, -1, 0, RED, 3),
    ]


def test_nl_427_neutral_location_is_taken_by_the_next_attacker() -> None:
    assert attack(1, 0, 3)[-1] == BattleFought("castle.wales", RED, 1, -1, 0, RED, 1)


def test_nl_427_neutral_card_is_laid_out_next_round() -> None:
    play = board({"castle.wales": YELLOW, "port.wales": RED})
    play.carry_out({RED: orders(troops={"castle.wales": 3})})
    assert play.state.neutral == ("castle.wales",)
    play.hold_parliament()
    cards = play.view(None).cards
    assert cards is not None
    assert [str(name) if isinstance(name, str) else as_text(name) for name in cards.neutral] == [
        "Royal Castle of Wales"
    ]
    assert "castle.wales" in play.view(None).legal_actions[0].field("card").options  # type: ignore[union-attr]


def test_card_taken_back_from_the_deck_is_no_longer_neutral() -> None:
    play = board({"castle.wales": YELLOW, "port.wales": RED, "large.wales": BLUE}, order=(RED, GREEN, YELLOW, BLUE))
    play.carry_out({BLUE: orders(troops={"castle.wales": 3}), RED: orders(troops={"castle.wales": 1})})
    assert (play.owner("castle.wales"), play.state.neutral) == (RED, ())


def test_mercenaries_fight_like_troops_and_return_to_the_pile() -> None:
    play = board({"castle.wales": YELLOW, "port.wales": RED}, mercenaries=(4, 0, 0, 0), money=3, number=3)
    plan = orders(troops={"castle.wales": 1}, mercenaries={"castle.wales": 3})
    assert of_kind(play.carry_out({RED: plan}), BattleFought) == [
        BattleFought("castle.wales", RED, 4, YELLOW, 3, RED, 1)
    ]
    assert play.state.mercenaries[RED] == 1
    assert play.state.mercenaries_in_supply == 16


def test_nl_439_all_troops_leave_the_board_after_the_battles() -> None:
    play = board({"castle.wales": YELLOW, "port.wales": RED})
    play.carry_out({RED: orders(troops={"castle.wales": 9}), YELLOW: orders(troops={"castle.wales": 1})})
    assert play.state.armies == {}
    assert play.state.fought_over == ()


def test_nl_439_new_owner_has_a_garrison_next_round() -> None:
    play = board({"castle.wales": YELLOW, "port.wales": RED, "large.wales": GREEN})
    play.carry_out({RED: orders(troops={"castle.wales": 5})})
    again = board({"castle.wales": RED, "large.wales": GREEN})
    (battle,) = of_kind(again.carry_out({GREEN: orders(troops={"castle.wales": 2})}), BattleFought)
    assert battle == BattleFought("castle.wales", GREEN, 2, RED, 3, RED, 1)


def test_nl_427_battles_are_fought_in_reverse_turn_order() -> None:
    play = board({"castle.wales": YELLOW, "port.wales": YELLOW, "large.wales": RED, "small.wales": GREEN}, money=200)
    plans: dict[int, SealPlan] = {
        RED: orders(troops={"port.wales": 4, "castle.wales": 4}),
        GREEN: orders(troops={"large.wales": 1}),
    }
    fought = [(e.attacker, e.place) for e in of_kind(play.carry_out(plans), BattleFought)]  # type: ignore[attr-defined]
    assert fought == [(GREEN, "large.wales"), (RED, "castle.wales"), (RED, "port.wales")]


def test_award_moves_with_a_battle_at_once() -> None:
    play = board({"castle.wales": YELLOW, "noble.wales.1": RED, "castle.west": RED}, money=200)
    events = play.carry_out({RED: orders(troops={"castle.wales": 4})})
    assert of_kind(events, AwardGiven) == [AwardGiven("constable", RED)]


def test_player_may_attack_their_own_house() -> None:
    play = board({"castle.wales": BLUE, "port.wales": RED})
    play.carry_out({RED: orders(troops={"castle.wales": 4})})
    assert play.owner("castle.wales") == RED


def test_attack_left_without_troops_after_payment_is_not_battle() -> None:
    play = board({"castle.wales": YELLOW, "port.wales": RED}, money=2)
    assert of_kind(play.carry_out({RED: orders(troops={"castle.wales": 4})}), BattleFought) == []


def test_battles_have_scenes_and_to_do_lines() -> None:
    play = board({"castle.wales": YELLOW, "port.wales": RED})
    play.carry_out({RED: orders(troops={"castle.wales": 4})})
    assert play.steps()[-3:] == [
        "Red attacks Royal Castle of Wales",
        "4 against Yellow’s 3 (garrison 3).",
        "Red takes Royal Castle of Wales with 1 left.",
    ]
