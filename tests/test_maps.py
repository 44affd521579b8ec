"""Drawn maps: the places of towns and pieces, and what a film changes."""

from __future__ import annotations

from itertools import combinations

import pytest

from companion.maps import GAME_MAPS, LAYOUTS, ShownArea, ShownPiece, changed, map_layout, slots_of
from scoring.roses.components import AREAS, LOCATION_PIECES, PIECES, SEAS
from scoring.royals.components import CITIES, CITIES_OF, EXAMPLE, NAMES_TO_TAP, name_key

# Room of a city with two positions, in units of the map: width and height.
ROOM = {"landscape": (170, 155), "portrait": (300, 172)}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_city_of_europe_has_room(layout: str) -> None:
    geo = map_layout("europe-4", layout)
    assert set(geo.slots) == {city.lower() for city in CITIES}
    wide, high = ROOM[layout]
    for (one, (x, y)), (other, (left, top)) in combinations(geo.slots.items(), 2):
        assert abs(x - left) >= wide or abs(y - top) >= high, (one, other)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("country", CITIES_OF)
def test_towns_take_different_slots_of_their_country(layout: str, country: str) -> None:
    geo, cities = map_layout("europe-4", layout), CITIES_OF[country]
    known = (EXAMPLE[name_key(city)] for city in cities)
    for names in ([""] * len(cities), list(known), [*NAMES_TO_TAP[country]][: len(cities)], ["Nowhere"] * len(cities)):
        towns = tuple((city.lower(), name) for city, name in zip(cities, names, strict=False))
        found = slots_of(geo, towns)
        assert sorted(found.values()) == sorted(found) == sorted(city.lower() for city in cities), names


def test_known_towns_stand_where_they_are() -> None:
    geo = map_layout("europe-4", "landscape")
    found = slots_of(geo, (("britain.1", "London"), ("britain.2", "Edinburgh"), ("britain.3", "Dublin")))
    at = {name: geo.slots[found[town]] for name, town in (("London", "britain.1"), ("Edinburgh", "britain.2"))}
    assert at["Edinburgh"][1] < at["London"][1]
    assert geo.slots[found["britain.3"]][0] < at["London"][0]


def test_unknown_towns_keep_their_order() -> None:
    geo = map_layout("europe-4", "portrait")
    towns = tuple((f"spain.{n}", "") for n in range(1, 5))
    assert slots_of(geo, towns) == {slot: slot for slot, _ in towns}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_roses_map_has_a_place_for_every_piece(layout: str) -> None:
    drawn = map_layout(GAME_MAPS["roses"], layout)
    assert set(drawn.areas) == set(AREAS)
    bishops = tuple(piece for piece in PIECES if piece.startswith("bishop"))
    firsts = [f"{row}.{place}.1" for row, places in (("noble", AREAS), ("sea", SEAS)) for place in places]
    for slot in (*LOCATION_PIECES, *bishops, *firsts, "calais"):
        x, y = drawn.slots[slot]
        assert 0 < x < drawn.width, slot
        assert 0 < y < drawn.height, slot


@pytest.mark.parametrize("layout", LAYOUTS)
def test_places_of_an_area_do_not_overlap(layout: str) -> None:
    drawn = map_layout(GAME_MAPS["roses"], layout)
    fixed = [drawn.slots[piece] for piece in PIECES if piece in drawn.slots and not piece.startswith("noble")]
    gaps = (abs(complex(*one) - complex(*other)) for n, one in enumerate(fixed) for other in fixed[:n])
    assert min(gaps) >= 50


def test_next_slot_counts_the_pieces_of_a_row() -> None:
    drawn = map_layout(GAME_MAPS["roses"], "portrait")
    used: list[str] = []
    found = [drawn.next_slot(used, "noble.wales") for _ in range(6)]
    assert [slot for slot, _ in found[:4]] == [f"noble.wales.{n}" for n in range(1, 5)]
    assert [slot for slot, _ in found[4:]] == ["noble.wales.4"] * 2
    assert len({at for _, at in found}) == 6
    assert drawn.next_slot(used, "noble.west")[0] == "noble.west.1"


def test_changed_returns_new_states_and_empties_gone_pieces() -> None:
    castle, ship = ShownPiece("castle", "castle", (1, 1), "castle"), ShownPiece("ship", "sea", (2, 2), "ship")
    taken = ShownPiece("castle", "castle", (1, 1), "castle", seat="Anna")
    assert changed((castle, ship), (castle, ship)) == ()
    assert changed((castle,), (taken, ship)) == (taken, ship)
    assert changed((castle, ship), (castle,)) == (ShownPiece("ship", "", (2, 2)),)
    assert changed((ShownArea("wales"),), (ShownArea("wales", seat="Anna"),)) == (ShownArea("wales", seat="Anna"),)
