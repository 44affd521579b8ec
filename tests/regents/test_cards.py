"""Action cards: when they may be played, their effects, and the fifth card."""

from __future__ import annotations

import pytest

from scoring.regents.castle import (
    AgentDrivenOut,
    AgentsSwapped,
    CardPlayed,
    DriveOut,
    ForgoMove,
    MovePiece,
    PlayCard,
    SwapAgents,
)
from scoring.regents.state import OUTSIDE
from scoring.regents.tracks import Advance, MarkerAdvanced, UseChip
from scoring.regents.turn import ChoiceForgone, TakeCounsellor
from scoring.words import T, render
from tests.regents.play import EDITIONS, NAMES, position

EVERY_EDITION = pytest.mark.parametrize("edition", EDITIONS)
# Seat 0 is MacKintosh (no Suspicion), seat 1 Campbell (no Privilege), seat 3 MacDuff (no Influence).
FOUR_PLAYED = ("suspicion", "diplomacy", "influence", "alliance")


def test_one_card_per_turn_and_none_twice() -> None:
    """en 1076, 1080"""
    play = position({0: "chapel"})
    play.act(PlayCard("alliance"))
    assert play.refusal_code(PlayCard("diplomacy")) == "once"
    play.set(turn__card="")
    assert play.refusal_code(PlayCard("alliance")) == "not-held"


def test_card_that_the_clan_lacks_is_never_in_hand() -> None:
    """en 886"""
    assert position({0: "chapel"}).refusal_code(PlayCard("suspicion")) == "not-held"
    assert position({0: "chapel"}).refusal_code(PlayCard("joker")) == "not-held"


@EVERY_EDITION
def test_no_cards_in_the_last_round(edition: str) -> None:
    """en 1086, de 222, nl 647"""
    play = position({0: "chapel"}, edition=edition, round=8)
    assert play.refusal_code(PlayCard("alliance")) == "last-round"
    assert play.legal_action(PlayCard) is None


def test_card_can_be_played_after_the_last_action_point() -> None:
    play = position({0: "chapel"}, turn__action_points=0)
    play.act(PlayCard("alliance"))
    assert play.refusal_code(TakeCounsellor()) == "actions"


# --- Suspicion: en 1224 ---------------------------------------------------------------------------------------


def test_suspicion_drives_an_opponents_agent_out() -> None:
    play = position({0: "chapel", 1: "store"}, turn=1)
    play.act(PlayCard("suspicion"))
    assert play.refusal_code(MovePiece("agent.store", "throne")) == "choose-first"
    assert play.refusal_code(DriveOut(1, "store")) == "not-offered"
    assert play.refusal_code(DriveOut(0, "store")) == "not-offered"
    assert play.act(DriveOut(0, "chapel")) == [AgentDrivenOut(1, 0, "chapel")]
    assert play.state.agents[0] == (OUTSIDE,)
    assert play.turn.action_points == 3


def test_neutral_agents_cannot_be_driven_out() -> None:
    """en 1154, de 288, nl 725"""
    play = position({0: "chapel", 1: "store"}, seats=3, turn=1)
    play.act(PlayCard("suspicion"))
    assert play.refusal_code(DriveOut(3, "chapel")) == "not-offered"


def test_agent_already_outside_cannot_be_driven_out_again() -> None:
    play = position({0: "chapel", 1: "store", 2: OUTSIDE}, turn=1)
    play.act(PlayCard("suspicion"))
    assert play.refusal_code(DriveOut(2, OUTSIDE)) == "not-offered"
    assert play.refusal_code(DriveOut(0, "attic")) == "not-offered"
    play.act(DriveOut(0, "chapel"))


def test_suspicion_without_opponents_in_the_castle_asks_nothing() -> None:
    play = position({1: "store"}, turn=1)
    assert play.act(PlayCard("suspicion"))[-1] == ChoiceForgone(1)


def test_effect_of_a_card_may_be_forgone() -> None:
    play = position({0: "chapel", 1: "store"}, turn=1)
    play.act(PlayCard("suspicion"))
    play.act(ForgoMove())
    assert play.turn.choices == ()
    assert play.refusal_code(ForgoMove()) == "not-now"


# --- Betrayal: en 1264 ----------------------------------------------------------------------------------------


def test_betrayal_swaps_any_two_agents() -> None:
    play = position({0: "chapel", 1: "store", 2: "tower"})
    play.act(PlayCard("betrayal"))
    assert play.refusal_code(SwapAgents("1.store", "1.store")) == "not-offered"
    assert play.refusal_code(SwapAgents("1.store", "2.store")) == "not-offered"
    assert play.refusal_code(SwapAgents("1.store", "nobody")) == "not-offered"
    assert play.act(SwapAgents("1.store", "2.tower")) == [AgentsSwapped(0, 1, "store", 2, "tower")]
    assert play.state.agents[:3] == (("chapel",), ("tower",), ("store",))


def test_betrayal_may_move_a_neutral_agent() -> None:
    play = position({0: "throne"}, seats=3, neutral="chapel")
    play.act(PlayCard("betrayal"))
    play.act(SwapAgents("0.throne", "3.chapel"))
    assert play.state.agents[0] == ("chapel",)
    assert play.state.agents[3] == ("throne",)


# --- Privilege: en 1232 ---------------------------------------------------------------------------------------


def test_privilege_moves_two_agents_for_one_action_point() -> None:
    play = position({0: "chapel store"})
    play.act(PlayCard("privilege"))
    play.move("chapel", "throne")
    assert play.turn.action_points == 2
    assert play.refusal_code(MovePiece("agent.throne", "knights")) == "privilege", "not the same one twice"
    play.move("store", "rampart")
    assert (play.turn.action_points, play.turn.choices) == (2, ())


def test_first_agent_may_join_the_second_which_then_moves_on() -> None:
    play = position({0: "chapel throne"})
    play.act(PlayCard("privilege"))
    play.move("chapel", "throne")
    play.move("throne", "store")
    assert sorted(play.state.agents[0]) == ["store", "throne"]


def test_privilege_moves_one_step_each_and_needs_an_action_point() -> None:
    play = position({0: "chapel store"})
    play.act(PlayCard("privilege"))
    assert play.refusal_code(MovePiece("agent.chapel", "store")) == "privilege"
    assert play.refusal_code(MovePiece("king", "store")) == "empty"
    done = position({0: "chapel store"}, turn__action_points=0)
    assert done.refusal_code(PlayCard("privilege")) == "actions"
    legal_action = done.legal_action(PlayCard)
    assert legal_action is not None
    assert "privilege" not in legal_action.fields[0].options  # type: ignore[union-attr]


@pytest.mark.parametrize("edition", ["de", "nl"])
def test_privilege_without_an_action_point_moves_nobody(edition: str) -> None:
    """de 214, 379 and nl 637, 803: only the English rules require an action point (en 1232)."""
    play = position({0: "chapel store"}, edition=edition, turn__action_points=0)
    assert render(play.view(0).card_effect("privilege"), NAMES) == "No action left, so no agent moves."
    assert play.act(PlayCard("privilege")) == [CardPlayed(0, "privilege"), ChoiceForgone(0)]
    assert play.state.agents[0] == ("chapel", "store")
    assert play.refusal_code(MovePiece("agent.chapel", "throne")) == "actions"
    play.score()


@pytest.mark.parametrize("edition", ["de", "nl"])
def test_privilege_as_the_fifth_card_always_gives_two_spaces(edition: str) -> None:
    """de 220, nl 645"""
    played = ("diplomacy", "influence", "alliance", "betrayal")
    play = position({0: "chapel store"}, edition=edition, turn__action_points=0, played=(played, (), (), ()))
    play.act(PlayCard("privilege"))
    play.act(Advance("trade"))
    play.act(Advance("political"))
    assert (play.markers(0)["trade"], play.markers(0)["political"]) == (1, 1)
    assert play.state.is_open(0)
    assert play.turn.choices == ()


@pytest.mark.parametrize("edition", ["de", "nl"])
def test_action_point_of_a_chip_pays_for_privilege(edition: str) -> None:
    play = position({0: "chapel store"}, edition=edition, turn__action_points=0, chips={"trade.4": 0})
    play.act(UseChip())
    play.act(PlayCard("privilege"))
    play.move("chapel", "throne")
    play.move("store", "rampart")
    assert (play.turn.action_points, play.turn.choices) == (0, ())


def test_lone_agent_moves_alone() -> None:
    play = position({0: "chapel"})
    play.act(PlayCard("privilege"))
    assert play.move("chapel", "throne")[-1] == ChoiceForgone(0)


# --- Influence: en 1248 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("first", "second", "after"), [("trade", "trade", 2), ("trade", "military", 1)])
def test_influence_advances_one_marker_by_two_or_two_by_one(first: str, second: str, after: int) -> None:
    play = position({0: "chapel"})
    play.act(PlayCard("influence"))
    assert play.refusal_code(Advance("cooking")) == "threshold"
    play.act(Advance(first))
    play.act(Advance(second))
    assert play.markers(0)[second] == after
    assert play.refusal_code(Advance("trade")) == "not-now"


def test_single_track_that_can_advance_is_not_asked_for() -> None:
    play = position({0: "chapel"}, edition="de", tracks={0: "13 13 13 13 2"})
    events = play.act(PlayCard("influence"))
    assert [event for event in events if isinstance(event, MarkerAdvanced)] == [
        MarkerAdvanced(0, "trade", 1, 3),
        MarkerAdvanced(0, "trade", 1, 4),
    ]


def test_spaces_are_lost_if_no_track_can_advance() -> None:
    play = position({0: "chapel"}, tracks={0: "13 13 13 13 13"})
    assert play.act(PlayCard("influence"))[-1] == ChoiceForgone(0)


# --- the fifth card: en 1084, de 220, nl 645 ------------------------------------------------------------------


@EVERY_EDITION
def test_fifth_card_reveals_the_clan_and_gives_two_spaces(edition: str) -> None:
    play = position({1: "chapel", 0: "store"}, edition=edition, turn=1, played=((), FOUR_PLAYED, (), ()))
    play.act(PlayCard("betrayal"))
    play.act(ForgoMove())
    play.act(Advance("trade"))
    play.act(Advance("trade"))
    assert play.markers(1)["trade"] == 2
    assert play.state.is_open(1)
    assert play.view(None).players[1].clan == T("Campbell")
    assert play.state.hand(1) == ()


def test_influence_as_the_fifth_card_gives_four_spaces() -> None:
    played = ("suspicion", "diplomacy", "betrayal", "alliance")
    play = position({1: "chapel"}, turn=1, played=((), played, (), ()))
    play.act(PlayCard("influence"))
    for _ in range(4):
        play.act(Advance("trade" if play.markers(1)["trade"] < 2 else "military"))
    assert (play.markers(1)["trade"], play.markers(1)["military"]) == (2, 2)
    assert play.turn.choices == ()
