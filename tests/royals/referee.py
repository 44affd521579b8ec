"""An independent referee for Royals, written from the German rulebook; it shares no rules code with Herald.

Cites lines of the rulebook text ("de 253"). Only the keys of printed values and positions are Herald's.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

COUNTRIES = {"France": 5, "German-States": 4, "Britain": 3, "Spain": 4}  # de 27
TITLES = ("Marshal", "Baron", "Countess", "Duke", "Cardinal", "Princess", "King")  # de 89
EPOCHS = (1, 2, 3)  # de 85
CITIES = tuple(f"{country}.{n + 1}" for country, count in COUNTRIES.items() for n in range(count))
NONE = "none"

# Printed field key -> printed value.
Printed = dict[str, str]


def nobles(edition: str, seats: int, box: Printed) -> list[int]:
    """Returns the noble house values in play, highest first: de 81, and the player aid of Arcane Wonders."""
    values = [int(box[f"noble.{n}"]) for n in (1, 2, 3)]
    out = 2 if seats == 2 else 1 if (edition, seats) == ("arcane", 3) else 0
    return values[out:]


def country_of(place: str) -> str:
    return place.split(".")[0]


def city_of(position: str) -> str:
    return position.rpartition(".")[0]


def positions(box: Printed) -> list[str]:
    """Returns the positions, one or two per city (de 159)."""
    every = (f"{city}.{place}" for city in CITIES for place in "ab")
    return [position for position in every if box[f"title.{position}"] != NONE]


@dataclass(frozen=True)
class Turn:
    seat: int
    positions: tuple[str, ...]
    # The display could not be filled up after it (de 245).
    ends_epoch: bool = False


@dataclass(frozen=True)
class Taken:
    """A marker held by a seat."""

    kind: str
    points: int


@dataclass
class Game:
    """A whole game on a real table."""

    seats: int
    edition: str
    box: Printed
    rng: random.Random
    first: int = 0
    turns: list[Turn] = field(default_factory=list)
    holders: dict[str, int] = field(default_factory=dict)
    # Seats with a cube in a city, on a position or displaced: it never leaves the city (de 193, 231).
    present: set[tuple[int, str]] = field(default_factory=set)
    # Cubes on the titles never leave them (de 197).
    cubes: Counter[tuple[str, int]] = field(default_factory=Counter)
    markers: dict[int, list[Taken]] = field(default_factory=dict)
    # Kinds of bonuses a seat already has: each country's and the noble house's count once (de 233, 241).
    had: set[tuple[int, str]] = field(default_factory=set)
    entered: set[str] = field(default_factory=set)
    country_left: dict[str, list[int]] = field(default_factory=dict)
    nobles_left: list[int] = field(default_factory=list)
    # The board at each epoch scoring, and the seat the table put first in complete ties.
    boards: dict[int, dict[str, int]] = field(default_factory=dict)
    ahead: dict[int, dict[str, list[int]]] = field(default_factory=dict)
    open_ties: set[tuple[int, str, frozenset[int]]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.markers = {seat: [] for seat in range(self.seats)}
        self.country_left = {
            country: [int(self.box[f"country.{country}.{rank}"]) for rank in ("first", "second")]
            for country in COUNTRIES
        }
        self.nobles_left = nobles(self.edition, self.seats, self.box)

    def number(self, key: str) -> int:
        return int(self.box[key])

    def take(self, seat: int, kind: str, points: int) -> None:
        self.markers[seat].append(Taken(kind, points))

    # --- a move ----------------------------------------------------------------------------------------

    def occupy(self, seat: int, position: str) -> None:
        """Puts a cube on the position and one on its title (de 157-169), then award the bonuses (de 217-241)."""
        city, country = city_of(position), country_of(position)
        self.holders[position] = seat
        self.cubes[self.box[f"title.{position}"], seat] += 1
        self.present.add((seat, city))
        if city not in self.entered:
            self.entered.add(city)
            self.take(seat, "city", self.number(f"city.{city}"))
        everywhere = all((seat, other) in self.present for other in CITIES if country_of(other) == country)
        if everywhere and (seat, country) not in self.had:
            self.had.add((seat, country))
            if self.country_left[country]:
                self.take(seat, "country", self.country_left[country].pop(0))
        if all(self.cubes[title, seat] for title in TITLES) and (seat, "noble") not in self.had:
            self.had.add((seat, "noble"))
            if self.nobles_left:
                self.take(seat, "noble", self.nobles_left.pop(0))

    # --- an epoch (de 251-259) -------------------------------------------------------------------------

    def influence(self, country: str, seat: int) -> int:
        mine = (place for place, holder in self.holders.items() if holder == seat and country_of(place) == country)
        return sum(self.number(f"influence.{place}") for place in mine)

    def rank(self, country: str, seat: int) -> tuple[int, int, int]:
        """Returns influence, highest title there, and highest bonus of a city where the seat holds that title."""
        mine = [place for place, holder in self.holders.items() if holder == seat and country_of(place) == country]
        highest = max((TITLES.index(self.box[f"title.{place}"]) for place in mine), default=-1)
        cities = [city_of(place) for place in mine if TITLES.index(self.box[f"title.{place}"]) == highest]
        return self.influence(country, seat), highest, max((self.number(f"city.{c}") for c in cities), default=0)

    def score_epoch(self, epoch: int) -> None:
        self.boards[epoch] = dict(self.holders)
        self.ahead[epoch] = {}
        for country in COUNTRIES:
            left = [seat for seat in range(self.seats) if self.influence(country, seat)]
            self.ahead[epoch][country] = []
            for which in ("first", "second"):
                best = max((self.rank(country, seat) for seat in left), default=None)
                equal = [seat for seat in left if self.rank(country, seat) == best]
                if equal:
                    winner = self.rng.choice(equal)  # a complete tie: the table decides
                    self.open_ties |= {(epoch, country, frozenset(equal))} if len(equal) > 1 else set()
                    left.remove(winner)
                    self.ahead[epoch][country].append(winner)
                    self.take(winner, "epoch", self.number(f"epoch.{country}.{epoch}.{which}"))

    # --- the end ---------------------------------------------------------------------------------------

    def most_cubes(self, title: str) -> list[int]:
        most = max(self.cubes[title, seat] for seat in range(self.seats))
        return [seat for seat in range(self.seats) if most and self.cubes[title, seat] == most]

    def score_titles(self) -> None:
        """de 271-275"""
        for title in TITLES:
            ahead = self.most_cubes(title)
            share = {1: "full", 2: "half"}.get(len(ahead))
            for seat in ahead if share else ():
                self.take(seat, "value", self.number(f"value.{title}.{share}"))

    def sum_of(self, seat: int, *kinds: str) -> int:
        return sum(marker.points for marker in self.markers[seat] if marker.kind in kinds)

    @property
    def points(self) -> list[int]:
        return [sum(marker.points for marker in self.markers[seat]) for seat in range(self.seats)]

    def highest(self, seat: int) -> int:
        return max((marker.points for marker in self.markers[seat]), default=0)

    @property
    def winners(self) -> list[int]:
        """Returns the winners (de 281): most points, then the highest single marker, then shared."""
        best = max((points, self.highest(seat)) for seat, points in enumerate(self.points))
        return [seat for seat, points in enumerate(self.points) if (points, self.highest(seat)) == best]


# --- random boxes and games ----------------------------------------------------------------------------


def random_box(rng: random.Random) -> Printed:
    """Returns random printed values allowed by the rulebook, small ones to cause many ties."""
    most = rng.choice((1, 2, 5))
    box = {"noble.1": "16", "noble.2": "12", "noble.3": str(rng.randint(1, 11))}
    for city in CITIES:
        box[f"name.{city}"] = f"City {city}"
        box[f"city.{city}"] = str(rng.randint(1, max(2, most)))
        for place in "ab":
            title = rng.choice(TITLES) if place == "a" or rng.random() < 0.8 else NONE
            box[f"title.{city}.{place}"] = title
            box[f"influence.{city}.{place}"] = NONE if title == NONE else str(rng.randint(1, 3))
    for country in COUNTRIES:
        for key in (f"country.{country}", *(f"epoch.{country}.{epoch}" for epoch in EPOCHS)):
            high, low = sorted((rng.randint(1, most), rng.randint(1, most)), reverse=True)
            box |= {f"{key}.first": str(high), f"{key}.second": str(low)}
    for title, half in zip(TITLES, sorted(rng.sample(range(1, 15), len(TITLES))), strict=True):
        box |= {f"value.{title}.full": str(2 * half), f"value.{title}.half": str(half)}
    return box


def random_game(rng: random.Random, seats: int, edition: str) -> Game:
    """Plays a random game to the end of the last round (de 249) and scores it."""
    game = Game(seats, edition, random_box(rng), rng, first=rng.randrange(seats))
    places, busy = positions(game.box), rng.choice((1, 3, 6))
    turns_of_epochs = [rng.randint(1, 2 * seats) for _ in EPOCHS]
    seat = game.first
    for epoch, count in zip(EPOCHS, turns_of_epochs, strict=True):
        for turn in range(count):
            _turn(game, seat, places, busy, ends_epoch=turn == count - 1)
            seat = (seat + 1) % seats
        while epoch == EPOCHS[-1] and seat != game.first:
            _turn(game, seat, places, busy)
            seat = (seat + 1) % seats
        game.score_epoch(epoch)
    game.score_titles()
    return game


def _turn(game: Game, seat: int, places: Sequence[str], busy: int, ends_epoch: bool = False) -> None:
    """Plays random moves of one turn: two cubes per move, and 36 cubes of each colour (de 53, 157)."""
    taken = []
    for _ in range(game.rng.randint(0, busy)):
        moves = sum(game.cubes[title, seat] for title in TITLES)
        free = [place for place in places if game.holders.get(place) != seat]
        if free and moves < 18:
            taken.append(_useful_position(game, seat, free))
            game.occupy(seat, taken[-1])
    game.turns.append(Turn(seat, tuple(taken), ends_epoch))


def _useful_position(game: Game, seat: int, free: Sequence[str]) -> str:
    """Returns a free position, often with a title or city that the seat lacks; otherwise bonuses would be too rare."""

    def lacking(places: Iterable[str]) -> list[str]:
        titles = [place for place in places if not game.cubes[game.box[f"title.{place}"], seat]]
        return titles or [place for place in places if (seat, city_of(place)) not in game.present]

    better = lacking(free) if game.rng.random() < 0.7 else []
    return game.rng.choice(better or list(free))
