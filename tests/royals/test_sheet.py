"""The printed fields of Royals: built-in values, refused values, and consistency checks."""

from __future__ import annotations

from collections import Counter

import pytest

from scoring.kernel import GameConfig
from scoring.printed_values import Trust, built_in
from scoring.royals import GAME
from scoring.royals.components import CHECKS, CITIES, COUNTRIES, EXAMPLE, FIELDS, POSITIONS, TITLES, country_of
from scoring.words import in_english, render


def field(key: str):  # type: ignore[no-untyped-def]
    found = GAME.field(key)
    assert found is not None, key
    return found


def test_board_has_5_4_3_and_4_cities_with_one_or_two_positions() -> None:
    """de 25-27, 159"""
    assert Counter(map(country_of, CITIES)) == {"France": 5, "German-States": 4, "Britain": 3, "Spain": 4}
    assert len(POSITIONS) == 2 * len(CITIES)
    assert GAME.field("title.France.6.a") is None
    assert GAME.field("title.France.1.c") is None
    assert not field("title.France.1.a").allows("none"), "every city has a first position"
    assert field("title.France.1.b").allows("none")


def test_there_are_as_many_marker_fields_as_markers_in_the_box() -> None:
    """de 25-45: 16 + 8 + 3 + 24, and 7 portraits of two values."""
    kinds = Counter(f.key.split(".")[0] for f in FIELDS)
    assert {k: kinds[k] for k in ("city", "country", "noble", "epoch")} == {
        "city": 16,
        "country": 8,
        "noble": 3,
        "epoch": 24,
    }
    assert kinds["value"] == 2 * len(TITLES)


def test_only_values_from_the_rulebook_are_built_in() -> None:
    """de 81 names 12 and 16; all other values are asked for."""
    assert built_in(FIELDS) == {"noble.1": "16", "noble.2": "12"}
    assert field("noble.3").source.trust is Trust.PROBABLE


def test_values_reported_by_others_are_only_probable() -> None:
    likely = {f.key: f.value for f in FIELDS if f.source and f.source.trust is Trust.PROBABLE}
    assert likely["title.Spain.1.a"] == "King"
    assert likely["title.Spain.1.b"] == "none"
    assert likely["cards.King"] == "8"
    assert likely["name.German-States.3"] == "Vienna"
    assert not any(key.startswith(("influence.", "city.", "country.", "epoch.", "value.")) for key in likely)


@pytest.mark.parametrize(
    ("key", "value", "allowed"),
    [
        ("city.Spain.1", "4", True),
        ("city.Spain.1", "0", False),
        ("city.Spain.1", "41", False),
        ("city.Spain.1", "-3", False),
        ("city.Spain.1", "04", False),
        ("city.Spain.1", "four", False),
        ("influence.Spain.1.a", "20", True),
        ("influence.Spain.1.a", "21", False),
        ("title.Spain.1.a", "Duke", True),
        ("title.Spain.1.a", "Pope", False),
        ("noble.1", "16", True),
        ("noble.1", "15", False),
        ("name.France.1", "Aix-en-Provence", True),
        ("name.France.1", "", True),
        ("name.France.1", "x" * 24, True),
        ("name.France.1", "x" * 25, False),
        ("name.France.1", "a\nb", False),
        ("name.France.1", " Paris", False),
    ],
)
def test_values_out_of_range_are_refused(key: str, value: str, allowed: bool) -> None:
    assert field(key).allows(value) == allowed


@pytest.mark.parametrize(
    ("key", "value", "text"),
    [
        ("country.Spain.second", "9", "Spain: the first country bonus is at least as high as the second."),
        ("epoch.Spain.2.second", "40", "Spain 1680: the first marker is at least as high as the second."),
        ("value.Duke.full", "8", "The titles are worth more from Marshal to King."),
        ("value.Duke.half", "4", "Half a portrait is worth half the points."),
        ("cards.Duke", "5", "Higher titles need more cards."),
    ],
)
def test_consistency_checks_fail_on_wrong_values(key: str, value: str, text: str) -> None:
    failed = [render(c.text, (), in_english) for c in CHECKS if c.holds({**EXAMPLE, key: value}) is False]
    assert text in failed


def test_equal_first_and_second_markers_are_consistent() -> None:
    box = {**EXAMPLE, "country.Spain.second": "8"}
    assert all(check.holds(box) for check in CHECKS)


CARDS_OUT_BY_PLAYERS = {2: (11, 9, 8, 6), 3: (9, 8, 7, 6), 4: (6, 5, 5, 4), 5: (0, 0, 0, 0)}
FIRST_DRAWS_BY_PLAYERS = {2: (2, 3), 3: (1, 2, 3), 4: (1, 1, 2, 3), 5: (1, 1, 2, 2, 3)}


@pytest.mark.parametrize("seats", GAME.players)
def test_set_up_card_shows_both_tables_of_the_rulebook(seats: int) -> None:
    """de 97-101: France, German States, Britain, Spain; de 120-125: from the start player on."""
    card = GAME.view(GAME.start(GameConfig(seats, {"edition": "abacus"}, {})), None).set_up
    assert card is not None
    names = ("France", "German States", "Britain", "Spain")
    assert [render(name, ()) for name, _ in card.cards_out] == list(names)
    assert tuple(count for _, count in card.cards_out) == CARDS_OUT_BY_PLAYERS[seats]
    assert card.first_draws == FIRST_DRAWS_BY_PLAYERS[seats]
    other = GAME.view(GAME.start(GameConfig(seats, {"edition": "arcane"}, {})), None).set_up
    assert other is not None
    assert (other.cards_out, other.first_draws) == ((), FIRST_DRAWS_BY_PLAYERS[seats])


def test_country_is_one_group_so_that_one_phone_can_fill_it() -> None:
    groups = {f.key: render(f.group, ()) for f in FIELDS}
    for key, country in COUNTRIES.items():
        mine = {f.key for f in FIELDS if f".{key}." in f.key or f.key.endswith(f".{key}")}
        assert {groups[k] for k in mine} == {render(country.name, ())}
