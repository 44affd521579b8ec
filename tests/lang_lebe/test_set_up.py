"""Printed values and set-up (nl 29-76)."""

from __future__ import annotations

import pytest

from scoring.kernel import PrintedValueEntered
from scoring.lang_lebe import GAME
from scoring.lang_lebe.components import (
    AREAS,
    EXAMPLE,
    FIRST_AREA,
    START_HAND,
    TARGET,
    areas_in_play,
    cards_in_game,
    votes_in,
)
from scoring.lang_lebe.setup import DrawStartAreas, SetUpFinished, TakeStartArea
from scoring.lang_lebe.turn import EndTurn, MoveFigure
from scoring.printed_values import built_in
from tests.lang_lebe.play import STARTS, new_game


@pytest.mark.parametrize(
    ("players", "votes", "target"),
    [
        pytest.param(4, 39, 20, id="L1 nl 37"),
        pytest.param(5, 39, 20, id="L1 nl 173"),
        pytest.param(3, 37, 19, id="L2 nl 43, 172"),
    ],
)
def test_total_votes_of_all_areas_in_play(players: int, votes: int, target: int) -> None:
    assert sum(votes_in(EXAMPLE, area) or 0 for area in areas_in_play(players)) == votes
    assert TARGET[players] == target
    assert target == votes // 2 + 1


@pytest.mark.parametrize(
    ("area", "votes"),
    [("Tateshale", 4), ("Sedberouie", 2), ("Oxeneford", 4), ("Man", 2)],
    ids=["L3 nl 94", "L3 nl 94 Sedberouie", "L12 nl 245", "nl 37, 43"],
)
def test_votes_given_by_the_rulebook_are_known(area: str, votes: int) -> None:
    assert votes_in({}, area) == votes
    assert built_in(GAME.printed_fields)[f"votes.{area}"] == str(votes)


@pytest.mark.parametrize(("area", "suggested"), [("Wigemor", "4"), ("Sarisberie", "2")])
def test_probable_votes_are_suggested_but_not_known(area: str, suggested: str) -> None:
    field = GAME.field(f"votes.{area}")
    assert field is not None
    assert field.value == suggested
    assert not field.certain
    assert votes_in({}, area) is None


def test_thirteen_areas_are_named() -> None:
    assert len(AREAS) == 13  # nl 33


def test_example_box_satisfies_every_check() -> None:
    assert [check.holds(EXAMPLE) for check in GAME.checks] == [True] * len(GAME.checks)
    assert all(field.allows(EXAMPLE[field.key]) for field in GAME.printed_fields)


def test_checks_are_undecided_while_values_are_missing() -> None:
    assert [check.holds({}) for check in GAME.checks] == [None] * len(GAME.checks)


@pytest.mark.parametrize(
    ("field", "value", "rule"),
    [
        ("votes.Stadford", "4", "nl 37"),
        ("votes.Lincolia", "4", "nl 168"),
        ("start.3", "Lideforde Lincolia Stadford", "nl 74"),
    ],
)
def test_check_finds_a_wrong_value(field: str, value: str, rule: str) -> None:
    broken = {**EXAMPLE, field: value}
    assert rule in [check.rule for check in GAME.checks if check.holds(broken) is False]


def test_start_hand_is_12_7_1() -> None:
    assert START_HAND.by_kind == (12, 7, 1)  # L14, nl 67, 256
    assert START_HAND.count == 20
    assert cards_in_game(5).by_kind == (60, 35, 5)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_start_areas_have_two_courtiers_and_the_figure(players: int) -> None:
    play = new_game(players, box={}).set_up()
    for seat, area in enumerate(STARTS[players]):
        assert play.state.courtiers[area] == (seat, 2)  # nl 65
        assert play.state.figures[seat] == area
        assert play.state.supply(seat) == 15
    assert play.state.bonus == (0,) * players


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("shift", [0, 1, 2])
def test_player_in_the_marked_area_begins_then_clockwise(players: int, shift: int) -> None:
    play = new_game(players, box={})
    areas = STARTS[players][shift:] + STARTS[players][:shift]
    for seat, area in enumerate(areas):
        play.act(seat, TakeStartArea(area))
    first = areas.index(FIRST_AREA[players])
    assert play.happened(SetUpFinished) == [SetUpFinished(first)]  # nl 74
    for step in range(players):
        assert play.turn.turn == (first + step) % players  # nl 76
        play.act(play.turn.turn, EndTurn())


def test_last_start_area_must_be_the_marked_one_if_still_free() -> None:
    play = new_game(4, box={})
    for seat, area in enumerate(("Lancastre", "Lideforde", "Lundonia")):
        play.act(seat, TakeStartArea(area))
    assert play.refusal_code(3, TakeStartArea("Wigemor")) == "first-area"
    legal_action = play.legal_action(3, TakeStartArea)
    assert legal_action is not None
    assert legal_action.field("area").options == ("Tateshale",)  # type: ignore[union-attr]
    play.act(1, TakeStartArea("Tateshale"))
    play.act(3, TakeStartArea("Wigemor"))
    assert play.turn.turn == 1


def test_start_area_can_be_changed_until_the_last_one_is_in() -> None:
    play = new_game(3, box={})
    play.act(0, TakeStartArea("Lincolia"))
    assert play.refusal_code(1, TakeStartArea("Lincolia")) == "taken"
    play.act(0, TakeStartArea("Rouecestre"))
    play.act(1, TakeStartArea("Lincolia"))
    play.act(2, TakeStartArea("Lideforde"))
    assert play.refusal_code(0, TakeStartArea("Wigemor")) == "not-now"


def test_nobody_starts_in_man_with_three_players() -> None:
    assert new_game(3, box={}).refusal_code(0, TakeStartArea("Man")) == "not-in-play"  # nl 39
    new_game(4, box={}).act(0, TakeStartArea("Man"))


def test_unknown_area_is_refused() -> None:
    assert new_game(3, box={}).refusal_code(0, TakeStartArea("Atlantis")) == "no-area"


def test_no_move_before_everybody_is_placed() -> None:
    assert new_game(3).refusal_code(0, MoveFigure("Wigemor")) == "set-up"


def test_start_areas_are_stored_in_alphabetical_order() -> None:
    play = new_game(3, box={}).set_up()
    assert play.happened(PrintedValueEntered) == [PrintedValueEntered("start.3", "Lideforde Lincolia Rouecestre")]
    assert play.state.printed_values["start.3"] == "Lideforde Lincolia Rouecestre"


def test_known_start_areas_are_the_only_choices_and_can_be_drawn() -> None:
    play = new_game(3)
    assert play.refusal_code(0, TakeStartArea("Wigemor")) == "start-areas"
    assert play.legal_action(0, DrawStartAreas) is not None
    play.act(0, DrawStartAreas())
    assert sorted(play.state.figures) == EXAMPLE["start.3"].split()
    assert play.state.figures[play.turn.turn] == "Rouecestre"
    assert not play.happened(PrintedValueEntered)


def test_unknown_start_areas_cannot_be_drawn() -> None:
    play = new_game(3, box={})
    assert play.legal_action(0, DrawStartAreas) is None
    assert play.refusal_code(0, DrawStartAreas()) == "start-areas"


def test_impossible_start_areas_are_replaced() -> None:
    play = new_game(3, box={"start.3": "Lincolia Lundonia Wigemor"}).set_up()
    assert play.state.printed_values["start.3"] == "Lideforde Lincolia Rouecestre"
