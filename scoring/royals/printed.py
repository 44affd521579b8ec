"""What is printed on the board, the markers and in the rulebook: countries, titles, supplies, and the box sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from scoring.box import Box, BoxField, Check, Source, Trust, falling, number, numbers, rising
from scoring.words import T, Text


@dataclass(frozen=True)
class Country:
    name: Text
    cities: int


# de 25-27. The numbers of the cities are ours; their names and all printed values are the box's.
COUNTRIES: Mapping[str, Country] = {
    "France": Country(T("France"), 5),
    "German-States": Country(T("German States"), 4),
    "Britain": Country(T("Britain"), 3),
    "Spain": Country(T("Spain"), 4),
}
# de 89: from the lowest to the highest.
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
RANKS = ("first", "second")  # de 253
COUNTRY_MARKERS = ("first", "second")  # de 31

CITIES: tuple[str, ...] = tuple(
    f"{key}.{n}" for key, country in COUNTRIES.items() for n in range(1, country.cities + 1)
)
POSITIONS: tuple[str, ...] = tuple(f"{city}.{place}" for city in CITIES for place in ("a", "b"))

CUBES, CUBES_OF_BLACK_AND_WHITE = 36, 46  # de 53
CUBES_A_MOVE = 2  # de 157

# --- editions ------------------------------------------------------------------------------------------

ABACUS, ARCANE = "abacus", "arcane"

# de 81 takes 12 and 16 out with two players. Arcane Wonders: player aid; 16 is out with three, too.
NOBLE_VALUES: Mapping[int, int] = {1: 16, 2: 12, 3: 8}
NOBLES_IN_PLAY: Mapping[str, Mapping[int, tuple[int, ...]]] = {
    ABACUS: {2: (3,), 3: (1, 2, 3), 4: (1, 2, 3), 5: (1, 2, 3)},
    ARCANE: {2: (3,), 3: (2, 3), 4: (1, 2, 3), 5: (1, 2, 3)},
}

# de 97-101, for the Abacus edition; the other one has three more cards of Britain and a table of its own.
CARDS_OUT: Mapping[int, Mapping[str, int]] = {
    2: {"France": 11, "German-States": 9, "Britain": 8, "Spain": 6},
    3: {"France": 9, "German-States": 8, "Britain": 7, "Spain": 6},
    4: {"France": 6, "German-States": 5, "Britain": 5, "Spain": 4},
    5: {"France": 0, "German-States": 0, "Britain": 0, "Spain": 0},
}
# de 121-125: country cards of the first turn, from the start player on.
FIRST_DRAWS: Mapping[int, tuple[int, ...]] = {
    2: (2, 3),
    3: (1, 2, 3),
    4: (1, 1, 2, 3),
    5: (1, 1, 2, 2, 3),
}


def cubes_of(colour: str, players: int) -> int:
    """With two players both are black or white, whatever Herald paints them (de 65)."""
    return CUBES_OF_BLACK_AND_WHITE if players == 2 or colour in ("black", "white") else CUBES


# --- where things are ----------------------------------------------------------------------------------


def country_of(place: str) -> str:
    """Of a city or of a position."""
    return place.partition(".")[0]


def city_of(position: str) -> str:
    return position.rpartition(".")[0]


# Views ask these hundreds of times.
_CITIES_OF = {key: tuple(city for city in CITIES if country_of(city) == key) for key in COUNTRIES}
_POSITIONS_IN = {key: tuple(place for place in POSITIONS if country_of(place) == key) for key in COUNTRIES}
_POSITIONS_OF = {city: (f"{city}.a", f"{city}.b") for city in CITIES}


def cities_of(country: str) -> tuple[str, ...]:
    return _CITIES_OF[country]


def positions_in(country: str) -> tuple[str, ...]:
    return _POSITIONS_IN[country]


def positions_of(city: str) -> tuple[str, ...]:
    return _POSITIONS_OF[city]


# --- the box sheet -------------------------------------------------------------------------------------

# A marker is called as the box field that holds its value.
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


def country_marker(country: str, which: str) -> MarkerKey:
    return f"country.{country}.{which}"


def noble_marker(which: int) -> MarkerKey:
    return f"noble.{which}"


def epoch_marker(country: str, epoch: int, which: str) -> MarkerKey:
    return f"epoch.{country}.{epoch}.{which}"


def title_marker(title: str, part: str) -> MarkerKey:
    """`part` is full or half."""
    return f"value.{title}.{part}"


def title_in(box: Box, position: str) -> str | None:
    """The title of a position; none: there is no such position; None: not known yet."""
    return box.get(title_key(position)) or None


def city_name(box: Box, city: str) -> Text | str:
    """As the box has it; until then as somebody has read it on the board, or by number."""
    return box.get(name_key(city)) or KNOWN_NAMES.get(city) or place_of(city)


def place_of(city: str) -> Text:
    """A city by its number: what it is called before anybody has read its name."""
    country, _, place = city.partition(".")
    return T("{country} {number}", country=COUNTRIES[country].name, number=place)


# Not in the rulebook but read on the board by reviewers, so offered as likely and never taken for granted.
_SEEN = Source(T("a review that names it"), Trust.PROBABLE)
KNOWN_NAMES: Mapping[str, str] = {
    "German-States.1": "Cologne",
    "German-States.2": "Munich",
    "German-States.3": "Vienna",
    "Spain.1": "Madrid",
    "Spain.2": "Valencia",
}
KNOWN_TITLES: Mapping[str, str] = {
    "Spain.1.a": "King",
    "Spain.1.b": NO_POSITION,
    "Spain.2.a": "Duke",
    "Spain.2.b": "Marshal",
}
KNOWN_CARDS: Mapping[str, str] = {"Marshal": "1", "King": "8"}

# Wide enough for any board: Herald does not know the printed values, it only refuses nonsense.
_INFLUENCE, _POINTS, _CARDS = numbers(1, 20), numbers(1, 40), numbers(1, 12)
_TITLE_WORDS: Mapping[str, Text] = {**TITLES, NO_POSITION: T("No second position")}


def _known(value: str | None) -> Source | None:
    return _SEEN if value else None


def _city_fields(country: str, city: str) -> tuple[BoxField, ...]:
    group, place = COUNTRIES[country].name, place_of(city)
    name = KNOWN_NAMES.get(city)
    return (
        BoxField(name_key(city), group, T("name"), (), name, _known(name), part=place),
        BoxField(city_marker(city), group, T("city bonus"), _POINTS, part=place),
        *(field for position in positions_of(city) for field in _position_fields(group, place, position)),
    )


def _position_fields(group: Text, place: Text, position: str) -> tuple[BoxField, ...]:
    second, title = position.endswith("b"), KNOWN_TITLES.get(position)
    absent = NO_POSITION if second else ""
    titled = T("second title") if second else T("first title")
    counts = T("influence of the second title") if second else T("influence of the first title")
    return (
        BoxField(
            title_key(position),
            group,
            titled,
            tuple(TITLES),
            title,
            _known(title),
            absent=absent,
            part=place,
            words=_TITLE_WORDS,
        ),
        BoxField(influence_key(position), group, counts, _INFLUENCE, absent=absent, part=place, words=_TITLE_WORDS),
    )


def _country_fields(key: str, country: Country) -> tuple[BoxField, ...]:
    name = country.name
    arms, grid = T("Arms of {country}", country=name), T("Epochs of {country}", country=name)
    return (
        *(field for city in cities_of(key) for field in _city_fields(key, city)),
        BoxField(country_marker(key, "first"), name, T("higher country bonus"), _POINTS, part=arms),
        BoxField(country_marker(key, "second"), name, T("lower country bonus"), _POINTS, part=arms),
        *(
            BoxField(epoch_marker(key, epoch, which), name, _epoch_label(year, which), _POINTS, part=grid)
            for epoch, year in YEARS.items()
            for which in RANKS
        ),
    )


def _epoch_label(year: int, which: str) -> Text:
    return T("{year}, higher", year=year) if which == "first" else T("{year}, lower", year=year)


def _title_fields(title: str, name: Text) -> tuple[BoxField, ...]:
    group, cards = T("Titles"), KNOWN_CARDS.get(title)
    return (
        BoxField(title_marker(title, "full"), group, T("whole portrait"), _POINTS, part=name),
        BoxField(title_marker(title, "half"), group, T("half a portrait"), _POINTS, part=name),
        BoxField(cards_key(title), group, T("cards needed"), _CARDS, cards, _known(cards), part=name),
    )


def _noble_field(which: int, value: int) -> BoxField:
    printed = Source("de 81") if value in (12, 16) else Source(T("a player aid"), Trust.PROBABLE)
    label = T("marker {number}", number=which)
    return BoxField(noble_marker(which), T("Noble houses"), label, _POINTS, str(value), printed, part=T("Noble houses"))


FIELDS: tuple[BoxField, ...] = (
    *(field for key, country in COUNTRIES.items() for field in _country_fields(key, country)),
    *(field for title, name in TITLES.items() for field in _title_fields(title, name)),
    *(_noble_field(which, value) for which, value in NOBLE_VALUES.items()),
)


def _first_is_higher(key: str, country: Country) -> tuple[Check, ...]:
    name = country.name
    bonus = T("{country}: the first country bonus is not the lower one.", country=name)
    return (
        falling(bonus, "de 229", tuple(country_marker(key, which) for which in COUNTRY_MARKERS)),
        *(
            falling(
                T("{country} {year}: the first marker is not the lower one.", country=name, year=year),
                "de 253",
                tuple(epoch_marker(key, epoch, which) for which in RANKS),
            )
            for epoch, year in YEARS.items()
        ),
    )


def _halves_check() -> Check:
    def holds(box: Box) -> bool | None:
        pairs = [(number(box, title_marker(t, "full")), number(box, title_marker(t, "half"))) for t in TITLES]
        known = [full == 2 * half for full, half in pairs if full is not None and half is not None]
        if not all(known):
            return False
        return True if len(known) == len(pairs) else None

    return Check(T("Half a portrait is worth half the points."), "de 275", holds)


# Cities a country, and positions a city, need no check: the sheet has no room for more.
CHECKS: tuple[Check, ...] = (
    *(check for key, country in COUNTRIES.items() for check in _first_is_higher(key, country)),
    rising(
        T("The titles are worth more from Marshal to King."), "de 89", tuple(title_marker(t, "full") for t in TITLES)
    ),
    rising(T("Higher titles need more cards."), "de 61", tuple(cards_key(title) for title in TITLES)),
    _halves_check(),
)
