"""Statistics over all plays: who played what, how often, with which places and points, and against whom.

Every average is shown with the number of plays behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.words import T, Text


@dataclass(frozen=True)
class Result:
    """One person's result in one play. `person` is the key, `name` the name shown."""

    person: str
    name: str
    place: int
    points: int
    colour: str = ""

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
    # The winner's largest distance behind the leader.
    behind: int = 0
    title: str = ""
    lowest_wins: bool = False

    @property
    def best(self) -> Callable[..., Any]:
        """`max`, or `min` if the lowest score wins."""
        return min if self.lowest_wins else max

    @property
    def margin(self) -> int:
        """The winner's lead over the next place; 0 if the victory was shared."""
        winners = [result for result in self.results if result.won]
        others = [result.points for result in self.results if not result.won]
        return abs(winners[0].points - self.best(others)) if len(winners) == 1 and others else 0

    def of(self, person: str) -> Result | None:
        return next((result for result in self.results if result.person == person), None)


@dataclass(frozen=True)
class Summary:
    """One person's results, added up; a shared victory counts as a win."""

    person: str
    name: str
    plays: int
    wins: int
    place: float
    points: float
    best: int
    # How often each place was reached: first, second, and so on.
    places: tuple[int, ...]
    # Longest and current winning streak.
    streak: int
    on_a_roll: int
    # Colour played last.
    colour: str


@dataclass(frozen=True)
class Rivalry:
    """How often one person finished ahead of, level with and behind another."""

    person: str
    name: str
    plays: int
    ahead: int
    level: int
    behind: int


def people(plays: Iterable[Play]) -> dict[str, str]:
    """Returns all players so far by key, with their latest names."""
    names: dict[str, str] = {}
    for play in sorted(plays, key=lambda play: play.ended):
        names |= {result.person: result.name for result in play.results}
    return names


def results_of(plays: Iterable[Play], person: str) -> list[Result]:
    return [result for play in plays if (result := play.of(person))]


def summary(plays: Sequence[Play], person: str, name: str) -> Summary:
    """Returns one person's summary; all zeros for a person without counted plays."""
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
        best=plays[0].best((result.points for result in results), default=0) if plays else 0,
        places=tuple(places.count(place) for place in range(1, max(places, default=0) + 1)),
        streak=max(streaks(plays, person), default=0),
        on_a_roll=streaks(plays, person)[-1] if results else 0,
        colour=next((result.colour for result in results_of(newest_first(plays), person) if result.colour), ""),
    )


def newest_first(plays: Iterable[Play]) -> list[Play]:
    return sorted(plays, key=lambda play: play.ended, reverse=True)


def streaks(plays: Iterable[Play], person: str) -> list[int]:
    """Returns the winning streak after each of this person's plays, oldest first."""
    rows: list[int] = []
    for result in reversed(results_of(newest_first(plays), person)):
        rows.append((rows[-1] if rows else 0) + 1 if result.won else 0)
    return rows


@dataclass(frozen=True)
class Achievement:
    """A record, who holds it, and where it was set."""

    what: Text
    names: tuple[str, ...]
    number: int
    # Play in which the record was set, if it was one play.
    play: Play | None = None


def achievements(plays: Sequence[Play]) -> tuple[Achievement, ...]:
    """Returns the longest winning streak, the biggest win and the best comeback; fewer if nobody has one yet."""
    best = max(summaries(plays), key=lambda one: one.streak, default=None)
    found = [Achievement(T("Longest winning streak"), (best.name,), best.streak)] if best and best.streak > 1 else []
    for what, size in ((T("Biggest win"), "margin"), (T("Best comeback"), "behind")):
        play = max(plays, key=lambda play: int(getattr(play, size)), default=None)
        if play and getattr(play, size) > 0:
            winners = tuple(result.name for result in play.results if result.won)
            found.append(Achievement(what, winners, getattr(play, size), play))
    return tuple(found)


def best_score(plays: Sequence[Play]) -> Achievement | None:
    """Returns the best score among plays of one game; None without plays."""
    scores = [(result.points, play, result) for play in plays for result in play.results]
    if not scores:
        return None
    points, play, result = plays[0].best(scores, key=lambda score: score[0])
    return Achievement(T("Lowest score") if play.lowest_wins else T("High score"), (result.name,), points, play)


@dataclass(frozen=True)
class Pair:
    """Two people who have met, and how often each finished ahead of the other."""

    one: str
    two: str
    ahead: int
    behind: int


def who_beats_whom(plays: Sequence[Play]) -> tuple[Pair, ...]:
    """Returns the pairs with at least two decided plays, those with the most first; the person ahead is named first."""
    found: dict[frozenset[str], Pair] = {}
    for person, name in people(plays).items():
        for rival in rivals(plays, person):
            pair = Pair(name, rival.name, rival.ahead, rival.behind)
            if rival.ahead > rival.behind or frozenset((person, rival.person)) not in found:
                found[frozenset((person, rival.person))] = pair
    met = [pair for pair in found.values() if pair.ahead + pair.behind > 1]
    return tuple(sorted(met, key=lambda pair: (-(pair.ahead + pair.behind), pair.behind - pair.ahead, pair.one)))


def summaries(plays: Sequence[Play]) -> tuple[Summary, ...]:
    """Returns everybody's summary, most wins first, then by average place."""
    found = (summary(plays, person, name) for person, name in people(plays).items())
    return tuple(sorted(found, key=lambda one: (-one.wins, one.place, -one.plays, one.name.casefold())))


def champions(everybody: Sequence[Summary]) -> tuple[Summary, ...]:
    """Returns everybody with the most wins; empty before the first victory."""
    most = max((one.wins for one in everybody), default=0)
    return tuple(one for one in everybody if one.wins == most > 0)


def by_game(plays: Iterable[Play]) -> dict[str, list[Play]]:
    games: dict[str, list[Play]] = {}
    for play in plays:
        games.setdefault(play.game, []).append(play)
    return games


def rivals(plays: Sequence[Play], person: str) -> tuple[Rivalry, ...]:
    """Returns all opponents of this person, most frequent first."""
    met = [(mine, other) for play in plays if (mine := play.of(person)) for other in play.results if other != mine]
    found = []
    for key, name in people(plays).items():
        places = [(mine.place, other.place) for mine, other in met if other.person == key]
        if places:
            ahead, level = sum(mine < other for mine, other in places), sum(mine == other for mine, other in places)
            found.append(Rivalry(key, name, len(places), ahead, level, len(places) - ahead - level))
    return tuple(sorted(found, key=lambda rival: (-rival.plays, rival.name.casefold())))


def met(plays: Iterable[Play], one: str, two: str) -> bool:
    """True if the two sat at the same table, so that they must be different people."""
    return any(play.of(one) and play.of(two) for play in plays)
