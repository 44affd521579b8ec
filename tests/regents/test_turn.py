"""The action phase: seven paid actions, chips, domain cards, and refusals."""

from __future__ import annotations

import pytest

from scoring.regents.accusing import Spy
from scoring.regents.castle import AgentMoved, ForgoMove, KingMoved, MovePiece, Neutral, NeutralMoved
from scoring.regents.scoring_phase import Score
from scoring.regents.state import OUTSIDE
from scoring.regents.tracks import UseChip
from scoring.regents.turn import BeExcused, DomainShown, EndActions, ShowDomain, TakeCounsellor, Turn, TurnBegan
from scoring.words import render
from tests.regents.play import EDITIONS, NAMES, first_turn, position, scoring

EVERY_EDITION = pytest.mark.parametrize("edition", EDITIONS)


@pytest.mark.parametrize(
    ("origin", "to", "cost"),
    [
        ("chapel", "throne", 1),
        ("chapel", "tower", 1),
        ("treasure", "chapel", 2),
        ("tower", "throne", 2),
        ("tower", "knights", 3),
        ("knights", "rampart", 1),
    ],
)
def test_move_of_several_steps_costs_its_shortest_path(origin: str, to: str, cost: int) -> None:
    """en 948"""
    play = position({0: origin})
    assert play.move(origin, to) == [AgentMoved(0, origin, to, cost)]
    assert play.turn.action_points == 3 - cost


def test_door_between_outer_rooms_shortens_the_path() -> None:
    play = position({0: "tower"}, box={"door.chapel.store": "door"})
    play.move("tower", "store")
    assert play.turn.action_points == 1


def test_path_that_is_too_long_is_refused() -> None:
    assert position({0: "tower"}).refusal_code(MovePiece("agent.tower", "rampart")) == "too-far"
    assert position({0: "chapel"}, turn__action_points=1).refusal_code(MovePiece("agent.chapel", "store")) == "too-far"


@pytest.mark.parametrize(
    ("piece", "to", "code"),
    [
        ("agent.store", "throne", "empty"),
        ("agent.dungeon", "throne", "empty"),
        ("agent.chapel", "dungeon", "not-offered"),
        ("agent.chapel", "chapel", "same-place"),
        ("king", "tower", "king"),
        ("king", "rampart", "king"),
        ("king", "throne", "king"),
        ("counsellor", "throne", "no-counsellor"),
        ("outside", "throne", "fifth-agent"),
        ("neutral.chapel", "throne", "neutral"),
        ("queen", "throne", "not-offered"),
        ("", "throne", "not-offered"),
    ],
)
def test_illegal_moves_are_refused_and_change_nothing(piece: str, to: str, code: str) -> None:
    assert position({0: "chapel", 1: "store"}).refusal_code(MovePiece(piece, to)) == code


def test_king_moves_from_room_to_room() -> None:
    """en 954"""
    play = position({0: "chapel"})
    assert play.move("king", "chapel") == [KingMoved(0, "chapel", 1)]
    assert play.move("king", "store") == [KingMoved(0, "store", 2)]
    assert play.turn.action_points == 0
    assert play.refusal_code(MovePiece("king", "throne")) == "actions"


def test_only_the_seat_on_turn_acts() -> None:
    assert position({0: "chapel", 1: "store"}).refusal_code(MovePiece("agent.store", "throne"), 1) == "not-your-turn"


# --- counsellors ----------------------------------------------------------------------------------------------


def test_counsellor_is_taken_once_per_turn_and_placed_at_once() -> None:
    """en 958-964"""
    play = position({0: "chapel"})
    play.act(TakeCounsellor())
    assert play.refusal_code(TakeCounsellor()) == "once"
    play.move("counsellor", "rampart")
    assert (play.state.on_board, play.state.counsellors[0], play.turn.action_points) == (("rampart",), 0, 1)


def test_empty_reserve_gives_no_counsellor() -> None:
    """en 958"""
    play = position({0: "chapel"}, counsellors=(0, 12, 8, 0))
    assert play.state.reserve == 0
    assert play.refusal_code(TakeCounsellor()) == "reserve"
    assert play.legal_action(TakeCounsellor) is None


@pytest.mark.parametrize("place", ["tower", "rampart", "store"])
@EVERY_EDITION
def test_driven_out_agent_returns_anywhere_for_one_action_point(edition: str, place: str) -> None:
    """en 994, de 138; nl 561 allows any "zaal", which there includes the Tower and the Rampart, unlike in nl 767."""
    play = position({0: f"chapel {OUTSIDE}"}, edition=edition)
    play.move("outside", place)
    assert sorted(play.state.agents[0]) == ["chapel", place]
    assert play.turn.action_points == 2
    assert play.refusal_code(MovePiece("outside", place)) == "fifth-agent"


# --- chips and the domain card --------------------------------------------------------------------------------


def test_chip_gives_one_more_action_point_once_per_turn() -> None:
    """en 1092-1096"""
    play = position({0: "chapel"}, chips={"trade.4": 0, "trade.10": 0, "trade.24": 1})
    assert play.view(0).players[0].chips == 2
    play.act(UseChip())
    assert play.turn.action_points == 4
    assert play.refusal_code(UseChip()) == "once"
    assert play.view(0).players[0].chips == 1
    assert position({0: "chapel"}).refusal_code(UseChip()) == "no-chip"


def test_chip_can_be_used_without_action_points_left() -> None:
    play = scoring({0: "chapel"}, chips={"trade.4": 0})
    play.act(UseChip())
    play.move("chapel", "tower")
    assert play.turn.action_points == 0


def test_domain_card_places_two_counsellors_in_its_room() -> None:
    """en 1102, de 236; free."""
    play = position({1: "knights"}, turn=1)
    assert play.act(ShowDomain()) == [DomainShown(1, "military", 2)]
    assert play.state.on_board == ("knights", "knights")
    assert play.turn.action_points == 3
    assert play.refusal_code(ShowDomain()) == "open"


def test_domain_card_places_only_the_counsellors_in_reserve() -> None:
    play = position({0: "chapel"}, counsellors=(0, 19, 0, 0))
    play.act(ShowDomain())
    assert play.state.on_board == ("throne",)
    assert play.state.reserve == 0


# --- the end of the action phase ------------------------------------------------------------------------------


@pytest.mark.parametrize(("edition", "allowed"), [("en", True), ("nl", False), ("de", False)])
def test_three_actions_are_mandatory_in_german_and_dutch_rules(edition: str, allowed: bool) -> None:
    """de 214: Pflichtaktionen; nl 637: verplichte acties."""
    play = position({0: "chapel"}, edition=edition)
    if allowed:
        play.act(EndActions())
        assert play.turn.action_points == 0
        assert play.refusal_code(EndActions()) == "actions"
    else:
        assert play.refusal_code(EndActions()) == "obligatory"
        assert play.legal_action(EndActions) is None


def test_players_may_excuse_mandatory_actions() -> None:
    play = position({0: "chapel"}, edition="nl")
    play.move("chapel", "throne")
    assert [render(e.history_line(play.state), NAMES) for e in play.act(BeExcused())] == [
        "The table let Anna skip the remaining actions."
    ]
    assert play.turn.action_points == 0
    assert play.legal_action(Score) is not None
    assert position({0: "chapel"}).refusal_code(BeExcused()) == "free", "in English there is nothing to be excused from"


def test_extra_action_point_of_a_chip_is_never_mandatory() -> None:
    """de 214: only three are."""
    play = position({0: "chapel"}, edition="de", chips={"trade.4": 0})
    play.act(UseChip())
    play.move("king", "chapel")
    play.move("king", "throne")
    assert play.refusal_code(EndActions()) == "obligatory"
    assert play.legal_action(EndActions) is None
    play.move("king", "chapel")
    assert play.legal_action(EndActions) is not None
    play.act(EndActions())
    assert play.turn.action_points == 0


def test_next_round_begins_with_the_first_player() -> None:
    play = scoring({0: "chapel"}, turn=0, first=1, round=2)
    assert play.score()[-1] == TurnBegan(1, 3)


# --- the neutral agent ----------------------------------------------------------------------------------------


def test_neutral_agent_moves_before_scoring_in_english_rules() -> None:
    """en 1152"""
    play = position({0: "chapel"}, seats=3)
    assert play.refusal_code(MovePiece("neutral.chapel", "tower")) == "neutral"
    play.set(turn__action_points=0)
    assert play.refusal_code(MovePiece("neutral.chapel", "rampart")) == "neutral"
    assert play.move("neutral.chapel", "tower") == [NeutralMoved(0, "chapel", "tower")]
    assert play.refusal_code(MovePiece("neutral.tower", "chapel")) == "once"
    play.score()
    assert play.markers(0)["religious"] == 1, "the move has cleared the way"


@pytest.mark.parametrize("edition", ["de", "nl"])
def test_neutral_agent_moves_after_scoring_in_other_rules(edition: str) -> None:
    """de 286, nl 723"""
    play = scoring({0: "chapel"}, seats=3, edition=edition)
    assert play.refusal_code(MovePiece("neutral.chapel", "tower")) == "neutral"
    play.score()
    assert play.markers(0)["religious"] == 0
    assert isinstance(play.state.phase, Neutral)
    assert play.refusal_code(MovePiece("agent.chapel", "tower")) == "not-now"
    assert play.refusal_code(MovePiece("neutral.chapel", "attic")) == "not-offered"
    assert play.refusal_code(MovePiece("neutral.attic", "chapel")) == "empty"
    play.move("neutral.chapel", "tower")
    assert isinstance(play.state.phase, Turn)
    assert play.seat == 1


@pytest.mark.parametrize("edition", ["de", "nl"])
def test_neutral_agent_may_stay(edition: str) -> None:
    play = scoring({0: "chapel"}, seats=3, edition=edition)
    play.score()
    play.act(ForgoMove())
    assert play.seat == 1


@EVERY_EDITION
def test_typical_turn_of_three_moves_and_scoring(edition: str) -> None:
    play = first_turn(4, edition)
    play.move("chapel", "tower")
    play.move("store", "throne")
    play.move("throne", "treasure")
    assert play.refusal_code(Spy(1)) == "actions"
    assert play.legal_action(Score) is not None
    play.score()
    assert play.seat == 1
