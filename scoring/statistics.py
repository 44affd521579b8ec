"""All evenings together: who played what, how often, with which places and points, and against whom.

Nobody's average says more than it can: it stands beside the number of plays it is made of.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Result:
    """How one person did in one play. `person` is what they are known by, `name` what they are called."""

    person: str
    name: str
    place: int
    points: int

    @property
    def won(self) -> bool:
        return self.place == 1


@dataclass(frozen=True)
class Play:
    """A finished table."""

    code: str
    game: str
    ended: str
    results: tuple[Result, ...]

    def of(self, person: str) -> Result | None:
        return next((result for result in self.results if result.person == person), None)


@dataclass(frozen=True)
class Summary:
    """One person's results, added up; a shared victory is a victory."""

    person: str
    name: str
    plays: int
    wins: int
    place: float
    points: float
    best: int
    # How often each place was reached: first, second, and so on.
    places: tuple[int, ...]


@dataclass(frozen=True)
class Rivalry:
    """How often one person finished before, level with and behind another one."""

    person: str
    name: str
    plays: int
    ahead: int
    level: int
    behind: int


def people(plays: Iterable[Play]) -> dict[str, str]:
    """Everybody who ever played, as they were called last."""
    names: dict[str, str] = {}
    for play in sorted(plays, key=lambda play: play.ended):
        names |= {result.person: result.name for result in play.results}
    return names


def results_of(plays: Iterable[Play], person: str) -> list[Result]:
    return [result for play in plays if (result := play.of(person))]


def summary(plays: Sequence[Play], person: str, name: str) -> Summary:
    """All nought for somebody whose plays do not count."""
    results = results_of(plays, person)
    places = [result.place for result in results]
    count = len(results) or 1
    return Summary(
        person,
        name,
        plays=len(results),
        wins=sum(result.won for result in results),
        place=sum(places) / count,
        points=sum(result.points for result in results) / count,
        best=max((result.points for result in results), default=0),
        places=tuple(places.count(place) for place in range(1, max(places, default=0) + 1)),
    )


def summaries(plays: Sequence[Play]) -> tuple[Summary, ...]:
    """Everybody, most wins first; equal wins by the better average place."""
    found = (summary(plays, person, name) for person, name in people(plays).items())
    return tuple(sorted(found, key=lambda one: (-one.wins, one.place, -one.plays, one.name.casefold())))


def by_game(plays: Iterable[Play]) -> dict[str, list[Play]]:
    games: dict[str, list[Play]] = {}
    for play in plays:
        games.setdefault(play.game, []).append(play)
    return games


def rivals(plays: Sequence[Play], person: str) -> tuple[Rivalry, ...]:
    """Everybody this person ever met at a table, the most frequent first."""
    met = [(mine, other) for play in plays if (mine := play.of(person)) for other in play.results if other != mine]
    found = []
    for key, name in people(plays).items():
        places = [(mine.place, other.place) for mine, other in met if other.person == key]
        if places:
            ahead, level = sum(mine < other for mine, other in places), sum(mine == other for mine, other in places)
            found.append(Rivalry(key, name, len(places), ahead, level, len(places) - ahead - level))
    return tuple(sorted(found, key=lambda rival: (-rival.plays, rival.name.casefold())))


def met(plays: Iterable[Play], one: str, two: str) -> bool:
    """True if they sat at one table: then they are not the same person."""
    return any(play.of(one) and play.of(two) for play in plays)
