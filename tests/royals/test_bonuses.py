"""Bonuses are awarded automatically: city, country and noble house, and never one too many."""

from __future__ import annotations

import pytest

from scoring.royals.components import TITLES
from scoring.royals.epoch import EndTurn
from scoring.royals.markers import MarkerTaken
from tests.royals.play import game, markers_taken

# One position of every title, Marshal to King, without completing a country.
EVERY_TITLE = ("France.1.a", "France.2.a", "France.1.b", "Britain.1.a", "Spain.4.a", "Spain.3.a", "Spain.1.a")
BRITAIN = ("Britain.1.a", "Britain.2.a", "Britain.3.a")


def test_first_in_a_city_gets_its_marker() -> None:
    """de 223"""
    play = game()
    assert markers_taken(play.take("Spain.2.b")) == [(0, "city.Spain.2")]


def test_second_in_a_city_gets_nothing_on_either_position() -> None:
    play = game()
    play.play_turns(("Spain.2.b",))
    assert markers_taken(play.take("Spain.2.a")) == []
    assert markers_taken(play.take("Spain.2.b")) == []


def test_completing_a_country_earns_the_higher_marker_first() -> None:
    """de 229"""
    play = game()
    assert markers_taken(play.take(*BRITAIN))[-1] == (0, "country.Britain.first")
    play.act(EndTurn())
    assert markers_taken(play.take("Britain.1.b", "Britain.2.b", "Britain.3.b")) == [(1, "country.Britain.second")]
    play.act(EndTurn())
    assert markers_taken(play.take(*BRITAIN)) == [], "both are gone (de 233)"


def test_displaced_cubes_count_for_the_country() -> None:
    """de 231"""
    play = game()
    play.play_turns(("Britain.1.a", "Britain.2.a"), ("Britain.1.a", "Britain.2.a"), ())
    assert markers_taken(play.take("Britain.3.a")) == [(0, "city.Britain.3"), (0, "country.Britain.first")]


def test_one_country_marker_per_seat() -> None:
    """de 233: a seat with one gets no second one, even if it holds all cities twice."""
    play = game()
    play.take(*BRITAIN)
    assert markers_taken(play.take("Britain.1.b", "Britain.2.b", "Britain.3.b")) == []
    assert "country.Britain.second" not in play.markers(0)


def test_two_positions_in_one_city_count_as_one_city() -> None:
    play = game()
    play.take("Britain.1.a", "Britain.1.b", "Britain.2.a", "Britain.2.b")
    assert not any(marker.startswith("country.") for marker in play.markers(0))


def test_cube_on_every_title_earns_a_noble_house_marker() -> None:
    """de 239"""
    play = game(3)
    assert markers_taken(play.take(*EVERY_TITLE[:-1]))[-1][1] != "noble.1"
    assert markers_taken(play.take(EVERY_TITLE[-1])) == [(0, "city.Spain.1"), (0, "noble.1")]
    play.act(EndTurn())
    assert markers_taken(play.take(*EVERY_TITLE)) == [(1, "noble.2")]
    play.act(EndTurn())
    assert markers_taken(play.take(*EVERY_TITLE)) == [(2, "noble.3")]


def test_one_noble_house_marker_per_seat() -> None:
    """de 241: a seat with one gets no second one while others are left."""
    play = game(3)
    play.play_turns(EVERY_TITLE, (), ())
    assert markers_taken(play.take("France.2.b")) == []
    play.act(EndTurn())
    assert markers_taken(play.take(*EVERY_TITLE)) == [(1, "noble.2")]


def test_titles_lost_on_board_still_count_for_noble_house() -> None:
    """de 197: the cube on the title stays."""
    play = game(3)
    play.play_turns(EVERY_TITLE[:-1], EVERY_TITLE[:-1], ())
    assert (0, "noble.1") in markers_taken(play.take(EVERY_TITLE[-1]))


@pytest.mark.parametrize(
    ("edition", "seats", "markers"),
    [
        ("abacus", 2, ["noble.3"]),
        ("abacus", 3, ["noble.1", "noble.2", "noble.3"]),
        ("abacus", 4, ["noble.1", "noble.2", "noble.3"]),
        ("abacus", 5, ["noble.1", "noble.2", "noble.3"]),
        ("arcane", 2, ["noble.3"]),
        ("arcane", 3, ["noble.2", "noble.3"]),
        ("arcane", 4, ["noble.1", "noble.2", "noble.3"]),
        ("arcane", 5, ["noble.1", "noble.2", "noble.3"]),
    ],
)
def test_noble_house_markers_by_edition_and_player_count(edition: str, seats: int, markers: list[str]) -> None:
    """de 81; Arcane Wonders also removes the 16 with three players."""
    play = game(seats, edition=edition)
    won = []
    for _ in range(seats):
        won += [marker for _, marker in markers_taken(play.take(*EVERY_TITLE)) if marker.startswith("noble.")]
        play.act(EndTurn())
    assert won == markers


def test_one_move_can_earn_all_three_bonuses() -> None:
    play = game(3)
    rest = ("France.1.a", "France.2.a", "France.1.b", "Spain.4.a", "Spain.3.a")  # Marshal to Princess, no Duke, no King
    play.take(*rest, "Britain.1.a", "Britain.2.a")
    assert markers_taken(play.take("Britain.3.a")) == [
        (0, "city.Britain.3"),
        (0, "country.Britain.first"),
        (0, "noble.1"),
    ]


def test_bonus_events_follow_their_move_immediately() -> None:
    """de 219: "sofort" (at once)."""
    play = game(3)
    events = play.take("Spain.1.a", "Spain.2.a")
    assert [type(event) is MarkerTaken for event in events] == [False, True, False, True]


def test_every_title_covers_all_seven_titles() -> None:
    play = game(3)
    assert {play.state.printed_values[f"title.{position}"] for position in EVERY_TITLE} == set(TITLES)
