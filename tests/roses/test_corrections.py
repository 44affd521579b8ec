"""Putting things right: the board by anybody, a purse by its owner, and only when it contradicts nobody."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.kernel import Ask
from scoring.roses import GAME
from scoring.roses.asks import (
    ConfirmBoard,
    CorrectAward,
    CorrectMercenaries,
    CorrectOwner,
    CorrectPlace,
    CorrectPoints,
    CorrectPurse,
    ShowPhase,
    TakeCard,
)
from scoring.roses.events import ArmyDeployed, AwardScored
from tests.roses.play import board, drafting, game, happened, in_parliament, orders, refused, said

OWNERS = {"castle.wales": 0, "noble.wales.1": 0, "ship.wales": 1}


def test_a_wrong_owner_is_put_right() -> None:
    play = drafting(OWNERS)
    play.taps(CorrectOwner("castle.wales", 2))
    assert play.owner("castle.wales") == 2
    play.taps(CorrectOwner("noble.wales.1", -1))
    assert play.owner("noble.wales.1") is None
    play.take("noble.wales.1")
    assert play.state.stands["noble.wales.1"] == "wales"


def test_a_card_put_back_is_not_neutral_on_the_deck() -> None:
    play = drafting(OWNERS)
    play.taps(CorrectOwner("castle.wales", -1))
    assert play.state.neutral == ()
    play.taps(TakeCard("castle.wales"))


def test_nl_427_a_location_that_is_nobodys_after_the_battles_lies_on_the_deck() -> None:
    play = in_parliament(OWNERS)
    play.taps(CorrectOwner("castle.wales", -1))
    play.taps(CorrectOwner("noble.wales.1", -1))
    assert play.state.neutral == ("castle.wales",)
    play.taps(CorrectOwner("castle.wales", 2))
    assert play.state.neutral == ()


def test_a_card_that_nobody_has_read_is_read_before_it_is_given_to_somebody() -> None:
    """Otherwise its income and its price would count as nothing."""
    play = board(OWNERS, box={"income.port.north": ""})
    refused(play, CorrectOwner("port.north", 1), "box-needed", 0)


def test_nobles_and_ships_are_put_where_they_are() -> None:
    play = in_parliament(OWNERS)
    play.taps(CorrectPlace("noble.wales.1", "marches"))
    play.taps(CorrectPlace("ship.wales", "north-west"))
    assert play.state.stands == {"noble.wales.1": "marches", "ship.wales": "north-west"}


def test_points_mercenaries_and_the_own_purse() -> None:
    play = board(OWNERS)
    play.taps(CorrectPoints(1, 17))
    play.taps(CorrectMercenaries(1, 4))
    play.ask(1, CorrectPurse(33))
    assert (play.points[1], play.state.mercenaries[1], play.state.money[1]) == (17, 4, 33)
    play.taps(CorrectPoints(1, 12))
    assert play.points[1] == 12
    assert play.taps(CorrectPoints(1, 12)) == []


def test_an_award_is_put_where_its_tile_lies_and_scores_there() -> None:
    play = in_parliament(OWNERS)
    play.state = replace(play.state, awards={"admiral": 1, "warden": 0})
    (event,) = play.taps(CorrectAward("admiral", 2))
    told = GAME.tell(play.state, event)
    assert told is not None
    assert said(told) == "Corrected: Green is Lord High Admiral of England."
    play.taps(CorrectAward("warden", -1))
    assert play.state.awards == {"admiral": 2}
    assert play.taps(CorrectAward("admiral", 2)) == []
    assert happened(play.sit(), AwardScored) == [AwardScored("admiral", 2)]


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        (CorrectOwner("castle.france", 0), "no-piece"),
        (CorrectOwner("castle.wales", 4), "no-piece"),
        (CorrectPlace("castle.wales", "west"), "no-piece"),
        (CorrectPlace("noble.west.1", "west"), "no-piece"),
        (CorrectPlace("noble.wales.1", "north-west"), "no-area"),
        (CorrectPlace("ship.wales", "north"), "no-area"),
        (CorrectMercenaries(0, 18), "mercenaries"),
        (CorrectMercenaries(7, 1), "no-seat"),
        (CorrectAward("calais", 0), "no-award"),
        (CorrectAward("admiral", 4), "no-award"),
        (CorrectPoints(0, -1), "points"),
        (CorrectPurse(1000), "pounds"),
    ],
    ids=str,
)
def test_nonsense_is_refused(ask: Ask, code: str) -> None:
    refused(board(OWNERS), ask, code, 0)


def test_nothing_is_corrected_before_the_game_while_plans_are_carried_out_or_in_parliament() -> None:
    before = game(4)
    refused(before, CorrectPoints(0, 1), "not-now", 0)
    open_plans = board(OWNERS)
    open_plans.plan({})
    sitting = in_parliament(OWNERS)
    sitting.taps(ConfirmBoard())
    for play in (open_plans, sitting):
        assert play.view(0).corrections == ()
        refused(play, CorrectOwner("castle.wales", 1), "not-now", 0)


def test_a_sealed_plan_stays_when_the_board_is_put_right() -> None:
    play = board(OWNERS)
    play.ask(0, orders(troops={"castle.wales": 1}))
    play.taps(CorrectOwner("castle.wales", 1))
    shown = play.view(0).planning
    assert shown is not None
    assert shown.sealed is not None


def test_no_more_mercenaries_march_than_there_are_when_the_count_was_put_right_after_the_plan() -> None:
    play = board({"castle.north": 0, "castle.wales": 0}, mercenaries=(4, 0, 0, 0))
    play.ask(0, orders(mercenaries={"castle.north": 2, "castle.wales": 2}))
    play.taps(CorrectMercenaries(0, 3))
    for seat in (1, 2, 3):
        play.ask(seat, orders())
    assert "Not carried out: 1 mercenary at Royal Castle of Wales (no more mercenaries)." in play.steps()
    play.taps(ShowPhase())
    assert happened(play.events, ArmyDeployed) == [
        ArmyDeployed(0, "castle.north", 0, 2),
        ArmyDeployed(0, "castle.wales", 0, 1),
    ]
    assert play.state.mercenaries[0] == 0


def test_only_the_owner_is_offered_the_own_purse() -> None:
    play = board(OWNERS, money=(1, 2, 3, 4))
    for seat in range(4):
        own = [offer for offer in play.view(seat).corrections if offer.ask == "correct-purse"]
        assert [offer.seat for offer in own] == [seat]
    assert not [offer for offer in play.view(None).corrections if offer.ask == "correct-purse"]
    assert replace(play.state, money=(9, 9, 9, 9)) != play.state
