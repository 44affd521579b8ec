"""The rules one by one, each with its rulebook line."""

from __future__ import annotations

import random

import pytest

from scoring.kernel import Action, GameConfig, Refusal, Rng, apply_event
from scoring.table_events import PrintedValueEntered
from scoring.words import render
from tests.sample_game.rules import GAME
from tests.sample_game.rules.auction import Bidding, JewelSold, JewelUnsold, SealBid, TurnUp
from tests.sample_game.rules.components import EXAMPLE, JEWELS, value_key
from tests.sample_game.rules.corrections import CorrectCoins
from tests.sample_game.rules.state import State, jewels_of

RNG = Rng(random.Random(1))
NAMES = ("Anna", "Ben", "Carla", "David")


def started_game(seats: int = 3) -> State:
    return GAME.start(GameConfig(seats, {}, EXAMPLE))


def act(state: State, seat: int, action: Action) -> State:
    for event in GAME.decide(state, seat, action, RNG):
        state = apply_event(state, event)
    return state


def sell_jewel(state: State, *bids: int) -> State:
    state = act(state, 0, TurnUp())
    for seat, coins in enumerate(bids):
        state = act(state, seat, SealBid(coins))
    return state


def refusal_text(state: State, seat: int, action: Action) -> str:
    with pytest.raises(Refusal) as refusal:
        GAME.decide(state, seat, action, RNG)
    return refusal.value.code


def test_jewels_are_sold_in_order_and_each_value_is_asked_for_once() -> None:
    """en 1"""
    unknown = GAME.start(GameConfig(3, {}, {}))
    assert GAME.view(unknown, None).legal_action("turn-up").missing_values == (value_key(JEWELS[0]),)  # type: ignore[union-attr]
    assert refusal_text(unknown, 0, TurnUp()) == "box-needed"
    known = apply_event(unknown, PrintedValueEntered(value_key(JEWELS[0]), "3"))
    assert Bidding.current(act(known, 0, TurnUp())).jewel == JEWELS[0]


def test_everybody_starts_with_ten_coins() -> None:
    """en 2"""
    assert started_game(4).coins == (10, 10, 10, 10)


@pytest.mark.parametrize(
    ("bids", "owner"),
    [((4, 2, 1), 0), ((0, 0, 1), 2), ((5, 5, 1), -1), ((0, 0, 0), -1)],
    ids=["the highest", "one coin", "equal", "nothing at all"],
)
def test_the_highest_bid_wins_the_jewel(bids: tuple[int, ...], owner: int) -> None:
    """en 3, 4"""
    state = sell_jewel(started_game(), *bids)
    assert state.owners == {JEWELS[0]: owner}
    paid = [10 - bid if seat == owner else 10 for seat, bid in enumerate(bids)]
    assert list(state.coins) == paid


def test_of_equal_bids_the_player_with_fewer_jewels_wins() -> None:
    """en 4"""
    state = sell_jewel(sell_jewel(started_game(), 1, 0, 0), 3, 3, 0)
    assert jewels_of(state, 1) == (JEWELS[1],)


def test_values_and_coins_score_points() -> None:
    """en 5"""
    state = sell_jewel(sell_jewel(sell_jewel(started_game(), 2, 0, 0), 0, 4, 0), 0, 0, 9)
    standings = GAME.standings(state)
    assert standings is not None
    assert [(place.place, place.seat, place.points) for place in standings.places] == [
        (1, 0, 11),
        (1, 1, 11),
        (3, 2, 9),
    ]
    assert render(standings.reason, NAMES) == "Anna and Ben share the victory with 11 points."


def test_nobody_bids_more_than_their_coins_or_outside_the_bidding() -> None:
    assert refusal_text(started_game(), 0, SealBid(1)) == "not-now"
    bidding = act(started_game(), 0, TurnUp())
    assert refusal_text(bidding, 1, SealBid(11)) == "coins"
    assert refusal_text(bidding, 0, TurnUp()) == "not-now"
    assert (
        refusal_text(sell_jewel(sell_jewel(sell_jewel(started_game(), 1, 0, 0), 1, 0, 0), 1, 0, 0), 0, SealBid(1))
        == "over"
    )


def test_a_bid_is_visible_only_to_its_owner_until_all_are_sealed() -> None:
    one = act(act(started_game(), 0, TurnUp()), 0, SealBid(3))
    other = act(act(started_game(), 0, TurnUp()), 0, SealBid(7))
    for eyes in (None, 1, 2):
        assert GAME.view(one, eyes) == GAME.view(other, eyes)
    assert GAME.view(one, 0).legal_action("seal-bid", 0) != GAME.view(other, 0).legal_action("seal-bid", 0)


def test_coins_can_be_corrected_between_two_jewels() -> None:
    assert act(started_game(), 2, CorrectCoins(1, 7)).coins == (10, 7, 10)
    assert refusal_text(started_game(), 2, CorrectCoins(1, 11)) == "not-offered"
    assert refusal_text(started_game(), 2, CorrectCoins(3, 1)) == "not-offered"


def test_sales_appear_in_the_history() -> None:
    state = act(started_game(), 0, TurnUp())
    told = [JewelSold(1, "pearl", 4).history_line(state), JewelUnsold("pearl").history_line(state)]
    assert [render(text, NAMES) for text in told] == ["Ben got the Pearl for 4.", "Tied bids: no one got the Pearl."]
