"""The set-up: sides, knights under the lands, start player."""

from __future__ import annotations

import pytest

from scoring.saga import GAME
from scoring.saga.components import (
    CHECKS,
    COLOURS,
    EXAMPLE,
    FIELDS,
    LANDS,
    PLAIN,
    SET_CARDS,
    SET_POINTS,
    SIDES,
    fame_of_side,
    keys_of,
    properties_of_value,
    side_key,
    worth,
)
from scoring.saga.playing import PlayKnight
from scoring.saga.setup import Begin, LayCrowns, LayDrawn, LayLand, PlaceDefence
from tests.saga.play import knights, new_game


def test_a_first_game_is_set_up_in_three_taps() -> None:
    play = new_game().set_up(first=1)
    assert play.turn.turn == 1
    assert {land: laid.side for land, laid in play.state.lands.items()} == dict.fromkeys(COLOURS, "crown")
    lying = [knight for land in play.state.lands.values() for knight in land.knights]
    assert (len(lying), worth(lying)) == (SET_CARDS, SET_POINTS)
    assert [player.cards for player in play.view().players] == [12, 12]


def test_every_land_starts_with_its_own_colour_and_another() -> None:  # nl 49, 54
    play = new_game().set_up()
    for colour, land in play.state.lands.items():
        first, second = land.knights
        assert first.colour == colour != second.colour


def test_lands_and_knights_can_be_entered_one_by_one() -> None:
    play = new_game()
    for land in COLOURS:
        play.act(0, LayLand(land, PLAIN))
        play.act(0, PlaceDefence(land, 3, "red-2" if land != "red" else "blue-2"))
    play.act(0, Begin(0))
    assert play.state.lands["green"].knights == knights("G3 R2")
    assert [p.value for p in play.state.properties("red")] == ["free-knight"]


def test_printed_values_are_asked_for_when_a_side_is_laid() -> None:
    play = new_game(box={})
    assert play.refusal_code(0, LayLand("orange", "crown")) == "box-needed"
    legal_actions = [
        o for o in play.view(0).legal_actions if o.action == "lay-land" and o.field("land").options == ("orange",)
    ]  # type: ignore[union-attr]
    assert [legal_action.missing_values for legal_action in legal_actions] == [
        keys_of("orange", side) for side in SIDES
    ]
    play.act(0, LayLand("orange", "crown"), side__orange__crown="defence-1", fame__orange__crown="3")
    assert play.view().land("orange").fame == 3
    assert fame_of_side(play.state.printed_values, "orange", "crown") == 3


def test_the_crown_sides_of_a_new_box_are_suggested_and_marked_unverified() -> None:
    play = new_game(box={})
    legal_action = play.legal_action(0, LayCrowns)
    assert legal_action
    assert set(legal_action.missing_values) == {key for land in COLOURS for key in keys_of(land, "crown")}
    fields = {field.key: field for field in FIELDS}
    assert all(fields[key].value and not fields[key].certain for key in legal_action.missing_values)


def test_no_printed_value_is_certain_and_the_default_is_one_fame_per_turn() -> None:
    assert not any(field.certain for field in FIELDS)
    assert {land: fame_of_side({}, land, "crown") for land in COLOURS} == {**dict.fromkeys(COLOURS, 1), "orange": 2}


@pytest.mark.parametrize("land", COLOURS)
def test_every_printed_value_of_a_side_consists_of_properties(land: str) -> None:
    for value in LANDS[land].options:
        assert "/".join(shown.value for shown in properties_of_value(value)) == ("" if value == "none" else value)


def test_the_example_box_is_complete_and_consistent() -> None:
    assert all(field.allows(EXAMPLE[field.key]) for field in FIELDS)
    assert all(check.holds(EXAMPLE) for check in CHECKS)


def test_checks_detect_equal_sides_and_a_layout_that_is_not_a_set() -> None:
    twice = {**EXAMPLE, side_key("red", "plain"): "defence+1"}
    assert [check.holds(twice) for check in CHECKS] == [False, True, True, True]
    both = {**EXAMPLE, side_key("yellow", "plain"): "five"}
    assert [check.holds(both) for check in CHECKS] == [True, True, False, True]
    weak = {**EXAMPLE, "start.red.first": "3"}
    assert [check.holds(weak) for check in CHECKS] == [True, True, True, False]
    assert [check.holds({}) for check in CHECKS] == [None] * 4


def test_knights_placed_again_replace_the_earlier_ones() -> None:
    play = new_game()
    play.act(0, PlaceDefence("red", 1, "blue-1"))
    play.act(0, PlaceDefence("red", 4, "green-1"))
    assert play.view().land("red").worth == 5


def test_a_layout_of_unusual_value_is_reported_and_not_refused() -> None:
    play = new_game()
    play.act(0, LayCrowns())
    play.act(0, LayDrawn())
    play.act(0, PlaceDefence("red", 3, "green-1"))
    assert play.view().set_up
    assert (play.view().set_up.points, play.view().set_up.wanted) == (29, 30)  # type: ignore[union-attr]
    play.act(0, Begin(0))


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (LayLand("pink", "crown"), "not-offered"),
        (LayLand("red", "upright"), "not-offered"),
        (PlaceDefence("red", 4, "red-1"), "not-offered"),
        (PlaceDefence("red", 5, "green-1"), "not-offered"),
        (PlaceDefence("red", 0, "green-1"), "not-offered"),
        (PlaceDefence("red", 4, "green-9"), "not-offered"),
        (PlaceDefence("pink", 4, "green-1"), "not-offered"),
        (Begin(0), "set-up"),
        (PlayKnight(0, "red-1"), "set-up"),
    ],
)
def test_an_impossible_set_up_is_refused(action: object, code: str) -> None:
    assert new_game().refusal_code(0, action) == code  # type: ignore[arg-type]


def test_a_land_is_laid_once_and_the_start_player_must_exist() -> None:
    play = new_game()
    play.act(0, LayLand("red", "crown"))
    assert play.refusal_code(0, LayLand("red", "plain")) == "laid"
    assert play.refusal_code(0, LayCrowns()) == "laid"
    full = new_game()
    full.act(0, LayCrowns())
    full.act(0, LayDrawn())
    assert full.refusal_code(0, Begin(2)) == "not-offered"
    assert full.refusal_code(0, LayDrawn()) == "start-layout"


def test_actions_of_the_whole_table_are_legal_for_one_seat_only() -> None:
    play = new_game(3)
    assert {legal_action.seat for legal_action in play.view(2).legal_actions} == {0}
    assert play.refusal_code(1, LayCrowns()) == "not-yours"


def test_the_drawn_layout_needs_its_printed_values() -> None:
    box = {key: value for key, value in EXAMPLE.items() if key != "start.blue.first"}
    play = new_game(box=box)
    assert play.legal_action(0, LayDrawn) is None
    assert play.refusal_code(0, LayDrawn()) == "start-layout"


def test_player_counts() -> None:
    assert list(GAME.players) == [2, 3, 4]
