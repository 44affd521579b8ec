"""Components: countries, titles, supplies and markers from the board and the rulebook; and printed fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from typing import TypeAlias

from scoring.printed_values import (
    ConsistencyCheck,
    PrintedField,
    PrintedValues,
    Source,
    Trust,
    falling,
    halves,
    numbers,
    rising,
)
from scoring.words import Section, T, Text

# Rulebook headings (de), each with its first line; rule citations use them.
SECTIONS = (
    Section(1, "Royals", T("Introduction")),
    Section(7, "Spielmaterial", T("Components")),
    Section(57, "Spielbeschreibung", T("About the game")),
    Section(63, "Spielvorbereitung", T("Setup")),
    Section(108, "Spielverlauf", T("How to play")),
    Section(112, "1. Karten ziehen", T("1. Drawing cards")),
    Section(149, "2. Karten ausspielen", T("2. Playing cards")),
    Section(155, "2. a) Eine freie Position besetzen", T("2. a) Taking a free position")),
    Section(181, "2. b) Eine besetzte Position übernehmen", T("2. b) Taking over a position")),
    Section(211, "Ende eines Zuges", T("End of a turn")),
    Section(217, "Boni", T("Bonuses")),
    Section(221, "Stadtbonus", T("City bonus")),
    Section(227, "Landbonus", T("Country bonus")),
    Section(237, "Adelshausbonus", T("Noble house bonus")),
    Section(243, "Ende einer Epoche", T("End of an epoch")),
    Section(251, "Epochenwertung", T("Epoch scoring")),
    Section(265, "Spielende", T("End of the game")),
    Section(269, "Titelwertung", T("Title scoring")),
    Section(279, "Gewinner", T("Winner")),
    Section(305, "Kurzregel", T("Summary")),
)


@dataclass(frozen=True)
class Country:
    name: Text
    cities: int


# de 25-27. City numbers are ours; city names and all printed values come from the box.
COUNTRIES: Mapping[str, Country] = {
    "France": Country(T("France"), 5),
    "German-States": Country(T("German States"), 4),
    "Britain": Country(T("Britain"), 3),
    "Spain": Country(T("Spain"), 4),
}
# de 89: lowest to highest.
TITLES: Mapping[str, Text] = {
    "Marshal": T("Marshal"),
    "Baron": T("Baron"),
    "Countess": T("Countess"),
    "Duke": T("Duke"),
    "Cardinal": T("Cardinal"),
    "Princess": T("Princess"),
    "King": T("King"),
}
RANK: Mapping[str, int] = {title: rank for rank, title in enumerate(TITLES)}
NO_POSITION = "none"  # de 159: one or two positions a city

YEARS: Mapping[int, int] = {1: 1648, 2: 1680, 3: 1714}  # de 85
LAST_EPOCH = 3
RANKS = ("first", "second")  # de 31, 253: a higher and a lower marker

CITIES: tuple[str, ...] = tuple(
    f"{key}.{n}" for key, country in COUNTRIES.items() for n in range(1, country.cities + 1)
)
POSITIONS: tuple[str, ...] = tuple(f"{city}.{place}" for city in CITIES for place in ("a", "b"))

CUBES, CUBES_OF_BLACK_AND_WHITE = 36, 46  # de 53
MOST_CUBES = CUBES_OF_BLACK_AND_WHITE  # of any colour
CUBES_A_MOVE = 2  # de 157

# --- editions ------------------------------------------------------------------------------------------

ABACUS, ARCANE = "abacus", "arcane"

# de 81 states 16 and 12; with two players, both are removed. Arcane Wonders (player aid) also removes the 16
# with three players. The third marker is assumed to be the lowest; 8, from a player aid, is suggested but not assumed.
NOBLE_VALUES: Mapping[int, int] = {1: 16, 2: 12}
LIKELY_LOWEST_NOBLE = 8
NOBLES_IN_PLAY: Mapping[str, Mapping[int, tuple[int, ...]]] = {
    ABACUS: {2: (3,), 3: (1, 2, 3), 4: (1, 2, 3), 5: (1, 2, 3)},
    ARCANE: {2: (3,), 3: (2, 3), 4: (1, 2, 3), 5: (1, 2, 3)},
}

# de 97-101, Abacus edition. Arcane Wonders has three more Britain cards and its own table.
CARDS_OUT: Mapping[int, Mapping[str, int]] = {
    2: {"France": 11, "German-States": 9, "Britain": 8, "Spain": 6},
    3: {"France": 9, "German-States": 8, "Britain": 7, "Spain": 6},
    4: {"France": 6, "German-States": 5, "Britain": 5, "Spain": 4},
    5: {"France": 0, "German-States": 0, "Britain": 0, "Spain": 0},
}
# de 121-125: country cards drawn in the first turn, starting with the start player.
FIRST_DRAWS: Mapping[int, tuple[int, ...]] = {2: (2, 3), 3: (1, 2, 3), 4: (1, 1, 2, 3), 5: (1, 1, 2, 2, 3)}


def cubes_of(colour: str, players: int) -> int:
    """Returns the number of cubes. With two players both use black or white, not the colours on screen (de 65)."""
    return CUBES_OF_BLACK_AND_WHITE if players == 2 or colour in ("black", "white") else CUBES


# --- places --------------------------------------------------------------------------------------------


def country_of(place: str) -> str:
    """Returns the country of a city or position."""
    return place.partition(".")[0]


def city_of(position: str) -> str:
    return position.rpartition(".")[0]


CITIES_OF = {key: tuple(city for city in CITIES if country_of(city) == key) for key in COUNTRIES}
POSITIONS_IN = {key: tuple(place for place in POSITIONS if country_of(place) == key) for key in COUNTRIES}
POSITIONS_OF = {city: tuple(place for place in POSITIONS if city_of(place) == city) for city in CITIES}

# --- printed values ------------------------------------------------------------------------------------

# Key of the printed field that holds the marker's value.
MarkerKey: TypeAlias = str


def name_key(city: str) -> str:
    return f"name.{city}"


def title_key(position: str) -> str:
    return f"title.{position}"


def influence_key(position: str) -> str:
    return f"influence.{position}"


def cards_key(title: str) -> str:
    return f"cards.{title}"


def city_marker(city: str) -> MarkerKey:
    return f"city.{city}"


def country_markers(country: str) -> tuple[MarkerKey, ...]:
    """Returns the higher and the lower marker."""
    return tuple(f"country.{country}.{which}" for which in RANKS)


def marker_place(marker: MarkerKey) -> str:
    """Returns the place of an untaken marker: a city, a country, or "nobles"."""
    match marker.split("."):
        case ["city", *city]:
            return ".".join(city)
        case ["country" | "epoch", country, *_]:
            return country
        case _:
            return "nobles"


def noble_marker(which: int) -> MarkerKey:
    return f"noble.{which}"


# Values given in the rulebook.
STATED_VALUES: Mapping[MarkerKey, int] = {noble_marker(which): value for which, value in NOBLE_VALUES.items()}


def epoch_markers(country: str, epoch: int) -> tuple[MarkerKey, ...]:
    """Returns the higher and the lower marker."""
    return tuple(f"epoch.{country}.{epoch}.{which}" for which in RANKS)


def most_influence(country: str) -> int:
    """Returns the upper limit of influence in a country for any printed values."""
    return MOST_INFLUENCE * len(POSITIONS_IN[country])


# The best markers of a kind that one seat can have: one per country (de 233).
MOST_OF_A_KIND: Mapping[str, tuple[MarkerKey, ...]] = {
    "city": tuple(map(city_marker, CITIES)),
    "country": tuple(country_markers(country)[0] for country in COUNTRIES),
    "epoch": tuple(epoch_markers(country, epoch)[0] for country in COUNTRIES for epoch in YEARS),
}


def portraits(title: str) -> tuple[MarkerKey, MarkerKey]:
    """Returns the whole portrait and the half."""
    return f"value.{title}.full", f"value.{title}.half"


def city_name(box: PrintedValues, city: str) -> Text | str:
    """Returns the printed name. Without one, names the country, because city numbers mean nothing to players."""
    return box.get(name_key(city)) or T("a city ({country})", country=COUNTRIES[country_of(city)].name)


# Not in the rulebook, but reported by reviewers; suggested, not assumed.
_SEEN = Source(T("a review that mentions it"), Trust.PROBABLE)
KNOWN_NAMES: Mapping[str, str] = {
    "German-States.1": "Cologne",
    "German-States.2": "Munich",
    "German-States.3": "Vienna",
    "Spain.1": "Madrid",
    "Spain.2": "Valencia",
}
# Suggestions to tap instead of typing: cities reported by reviewers, then other large ones. They need not be on the
# board.
NAMES_TO_TAP: Mapping[str, tuple[str, ...]] = {
    "France": ("Paris", "Lyon", "Marseille", "Bordeaux", "Orleans", "Toulouse", "Nantes", "Rouen"),
    "German-States": ("Cologne", "Munich", "Vienna", "Berlin", "Hamburg", "Dresden", "Frankfurt", "Leipzig"),
    "Britain": ("London", "Edinburgh", "Dublin", "York", "Bristol", "Cardiff"),
    "Spain": ("Madrid", "Valencia", "Barcelona", "Seville", "Toledo", "Granada", "Lisbon", "Zaragoza"),
}
KNOWN_TITLES: Mapping[str, str] = {
    "Spain.1.a": "King",
    "Spain.1.b": NO_POSITION,
    "Spain.2.a": "Duke",
    "Spain.2.b": "Marshal",
}
KNOWN_CARDS: Mapping[str, str] = {"Marshal": "1", "King": "8"}

# The printed values are unknown, so these ranges are wide enough for any board.
MOST_POINTS = 40
MOST_INFLUENCE = 20
_INFLUENCE, _POINTS, _CARDS = numbers(1, MOST_INFLUENCE), numbers(1, MOST_POINTS), numbers(1, 12)
_TITLE_WORDS: Mapping[str, Text] = {**TITLES, NO_POSITION: T("No second position")}


def _known(value: str | None) -> Source | None:
    return _SEEN if value else None


def _city_fields(country: str, city: str) -> tuple[PrintedField, ...]:
    group, name = COUNTRIES[country].name, KNOWN_NAMES.get(city)
    place = T("A city ({country})", country=group)
    field = partial(PrintedField, part=place, named_by=name_key(city))
    return (
        field(name_key(city), group, T("which one is it?"), (), name, _known(name), names=NAMES_TO_TAP[country]),
        field(city_marker(city), group, T("city bonus"), _POINTS),
        *(
            one
            for position in POSITIONS_OF[city]
            for one in _position_fields(group, position, partial(field, words=_TITLE_WORDS))
        ),
    )


def _position_fields(group: Text, position: str, field: Callable[..., PrintedField]) -> tuple[PrintedField, ...]:
    second, title = position.endswith("b"), KNOWN_TITLES.get(position)
    absent = NO_POSITION if second else ""
    titled = T("second title") if second else T("first title")
    counts = T("influence of the second title") if second else T("influence of the first title")
    return (
        field(title_key(position), group, titled, tuple(TITLES), title, _known(title), absent=absent),
        field(influence_key(position), group, counts, _INFLUENCE, absent=absent, absent_with=title_key(position)),
    )


def _country_fields(key: str, country: Country) -> tuple[PrintedField, ...]:
    name = country.name
    arms, grid = T("Coat of arms of {country}", country=name), T("Epoch markers of {country}", country=name)
    bonuses = zip(country_markers(key), (T("higher country bonus"), T("lower country bonus")), strict=True)
    return (
        *(field for city in CITIES_OF[key] for field in _city_fields(key, city)),
        *(PrintedField(marker, name, label, _POINTS, part=arms) for marker, label in bonuses),
        *(
            PrintedField(marker, name, label, _POINTS, part=grid)
            for epoch, year in YEARS.items()
            for marker, label in zip(epoch_markers(key, epoch), _epoch_labels(year), strict=True)
        ),
    )


def _epoch_labels(year: int) -> tuple[Text, Text]:
    return T("{year}, higher", year=year), T("{year}, lower", year=year)


def _title_fields(title: str, name: Text) -> tuple[PrintedField, ...]:
    group, cards = T("Titles"), KNOWN_CARDS.get(title)
    full, half = portraits(title)
    return (
        PrintedField(full, group, T("whole portrait"), _POINTS, part=name),
        # optional: follows from the whole portrait
        PrintedField(half, group, T("half a portrait"), _POINTS, part=name, asked=False),
        # Not shown on any screen; kept for boxes read with earlier versions.
        PrintedField(cards_key(title), group, T("cards needed"), _CARDS, cards, _known(cards), part=name, asked=False),
    )


def _noble_fields() -> Iterator[PrintedField]:
    aid = Source(T("a player aid"), Trust.PROBABLE)
    labels = (T("highest marker"), T("middle marker"), T("lowest marker"))
    for which, label in enumerate(labels, 1):
        stated = NOBLE_VALUES.get(which)
        value, source = (stated, Source("de 81")) if stated else (LIKELY_LOWEST_NOBLE, aid)
        yield PrintedField(noble_marker(which), T("Titles"), label, _POINTS, str(value), source, part=T("Noble houses"))


FIELDS: tuple[PrintedField, ...] = (
    *(field for key, country in COUNTRIES.items() for field in _country_fields(key, country)),
    *(field for title, name in TITLES.items() for field in _title_fields(title, name)),
    *_noble_fields(),
)


def _first_is_higher(key: str, country: Country) -> Iterator[ConsistencyCheck]:
    name = country.name
    bonus = T("{country}: the first country bonus is at least as high as the second.", country=name)
    yield falling(bonus, "de 229", country_markers(key))
    for epoch, year in YEARS.items():
        marker = T("{country} {year}: the first marker is at least as high as the second.", country=name, year=year)
        yield falling(marker, "de 253", epoch_markers(key, epoch))


# The number of cities and positions needs no check: the sheet has no fields for more.
CHECKS: tuple[ConsistencyCheck, ...] = (
    *(check for key, country in COUNTRIES.items() for check in _first_is_higher(key, country)),
    rising(T("The titles are worth more from Marshal to King."), "de 89", tuple(portraits(t)[0] for t in TITLES)),
    rising(T("Higher titles need more cards."), "de 61", tuple(cards_key(title) for title in TITLES)),
    halves(T("Half a portrait is worth half the points."), "de 275", tuple(portraits(title) for title in TITLES)),
)

# --- an example box ------------------------------------------------------------------------------------

# Made-up values for trying Herald without the board; they pass all checks. City: name, bonus, then title and influence
# of each position.
_CITIES: Mapping[str, tuple[str, int, tuple[tuple[str, int], ...]]] = {
    "France.1": ("Aix", 3, (("Marshal", 1), ("Countess", 3))),
    "France.2": ("Brest", 4, (("Baron", 2), ("Cardinal", 5))),
    "France.3": ("Caen", 5, (("Duke", 4), ("Princess", 6))),
    "France.4": ("Dijon", 2, (("Marshal", 1), ("Baron", 2))),
    "France.5": ("Evreux", 6, (("King", 8),)),
    "German-States.1": ("Cologne", 3, (("Cardinal", 5), ("Baron", 2))),
    "German-States.2": ("Munich", 4, (("Duke", 4), ("Marshal", 1))),
    "German-States.3": ("Vienna", 6, (("King", 8), ("Countess", 3))),
    "German-States.4": ("Trier", 2, (("Princess", 6), ("Marshal", 1))),
    "Britain.1": ("Ayr", 4, (("Duke", 4), ("Baron", 2))),
    "Britain.2": ("Bath", 3, (("Countess", 3), ("Cardinal", 5))),
    "Britain.3": ("Cork", 6, (("King", 8), ("Marshal", 1))),
    "Spain.1": ("Madrid", 6, (("King", 8),)),
    "Spain.2": ("Valencia", 3, (("Duke", 4), ("Marshal", 1))),
    "Spain.3": ("Cadiz", 4, (("Princess", 6), ("Baron", 2))),
    "Spain.4": ("Denia", 2, (("Cardinal", 5), ("Countess", 3))),
}
_COUNTRY = {"France": (10, 6), "German-States": (9, 5), "Britain": (7, 4), "Spain": (8, 4)}
# the higher marker of 1648; 2 more in each later epoch
_EPOCHS = {"France": 6, "German-States": 5, "Britain": 4, "Spain": 5}
_TITLE = {"Marshal": 4, "Baron": 6, "Countess": 8, "Duke": 10, "Cardinal": 12, "Princess": 14, "King": 16}
_CARDS_NEEDED = {"Marshal": 1, "Baron": 2, "Countess": 3, "Duke": 4, "Cardinal": 5, "Princess": 6, "King": 8}


def _example_cities() -> Iterator[tuple[str, str]]:
    for city, (name, bonus, positions) in _CITIES.items():
        yield name_key(city), name
        yield city_marker(city), str(bonus)
        for position, known in zip_longest(POSITIONS_OF[city], positions):
            title, influence = known or (NO_POSITION, NO_POSITION)
            yield title_key(position), title
            yield influence_key(position), str(influence)


def _example_markers() -> Iterator[tuple[str, int]]:
    for country, bonuses in _COUNTRY.items():
        yield from zip(country_markers(country), bonuses, strict=True)
    for country, lowest in _EPOCHS.items():
        for epoch in YEARS:
            points = lowest + 2 * (epoch - 1)
            yield from zip(epoch_markers(country, epoch), (points, points // 2), strict=True)
    yield from zip(map(noble_marker, (1, 2, 3)), (*NOBLE_VALUES.values(), LIKELY_LOWEST_NOBLE), strict=True)
    for title, points in _TITLE.items():
        yield from zip(portraits(title), (points, points // 2), strict=True)
        yield cards_key(title), _CARDS_NEEDED[title]


EXAMPLE: PrintedValues = {**dict(_example_cities()), **{key: str(points) for key, points in _example_markers()}}
