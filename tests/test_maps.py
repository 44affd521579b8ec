"""Drawn maps: every town has a slot of its own, in its country, and keeps it."""

from __future__ import annotations

from itertools import combinations

import pytest

from companion.maps import LAYOUTS, map_layout, slots_of
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
