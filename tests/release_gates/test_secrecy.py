"""Pairs of games that differ only in one seat's secret: all other devices receive the same bytes.

tests/test_secrecy.py plays a few such pairs through forms and compares everything. Here many pairs are compared, each
with all views, on every kind of device. Pages, errors, files and refusals are sampled.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from scoring.games import GAMES
from scoring.kernel import stored_name
from scoring.replay import Projection
from scoring.roses.planning import PlanSealed
from scoring.words import T
from tests.games import but, games_with_secrets, hidden, one_for_all, temporarily_registered
from tests.release_gates import range_id, shares
from tests.release_gates.figures import Figures, pytest_sessionfinish, shortfalls
from tests.release_gates.twins import MAX_ACTIONS, PLAYED_ON, Playing, PublicDifference, Twins, continue_pair, twins_at
from tests.secrecy import HISTORY, PAGES, Room, differences, probes_of
from tests.strategies import begun

Rooms = tuple[Room, Room]
PAIRS = 7  # per game, shared among its kinds of secrets
LOOKING = 1  # devices per moment that load pages, besides the one that sends probes
LOOKED_AT = 4  # pages besides the history, which is always compared
# Enough games for every kind of secret to occur.
MOST_GAMES = 12
# Moments taken from each game per turn.
A_WHILE = 120
# From this number of games on, the frequencies are checked.
MANY_GAMES = 100
# Maximum pairs per moment for rarely hidden secrets.
AT_A_MOMENT = 4


class House:
    """Two rooms per player count, created once and reused for many games."""

    def __init__(self, folder: Path, game: str) -> None:
        self.folder, self.game = folder, game
        self.rooms: dict[int, Rooms] = {}

    def room_for(self, projection: Projection) -> Rooms:
        seats = len(projection.table.seats)
        if seats not in self.rooms:
            records = begun(GAMES[self.game], seats, {}).records
            one, two = (Room(self.folder / f"{seats}-{number}", records) for number in (1, 2))
            self.rooms[seats] = (one, two)
        return self.rooms[seats]

    def close(self) -> None:
        for pair in self.rooms.values():
            for room in pair:
                room.close()


@pytest.fixture
def house(tmp_path: Path, game: str) -> Iterator[House]:
    made = House(tmp_path, game)
    yield made
    made.close()


def differences_seen(house: House, twins: Twins, rng: random.Random, figures: Figures) -> list[str]:
    """Returns the differences that devices without the secret can see, from a sample of devices and pages."""
    rooms = house.room_for(twins.one)
    for room, projection in zip(rooms, (twins.one, twins.two), strict=True):
        room.show(projection, twins.hiding)
    figures["pushes compared"] += sum(len(rooms[0].streams[name].heard) for name in rooms[0].others)
    others = tuple(page for page in PAGES if page not in HISTORY)
    pages, looking = (*HISTORY, *rng.sample(others, LOOKED_AT)), rng.sample(rooms[0].others, LOOKING)
    probes = rng.sample(probes_of(house.game), 1)
    figures["moments compared"] += 1
    figures["answers compared"] += len(looking) * (len(pages) + 1) + len(probes)
    figures["views compared"] += len(rooms[0].others)
    return differences(*rooms, pages, probes, looking)


def show_same_game(house: House, twins: Twins) -> None:
    """Shows the same game in both rooms and drains the streams, so that later pushes show only the difference."""
    for room in house.room_for(twins.one):
        room.show(twins.one, twins.hiding)
        for stream in room.streams.values():
            stream.heard.clear()


def compare(house: House, twins: Twins | None, rng: random.Random, figures: Figures) -> None:
    if twins is not None:
        show_same_game(house, twins)
    for _ in range(PLAYED_ON):
        if twins is None or not twins.differ:
            return
        assert differences_seen(house, twins, rng, figures) == []
        twins = continue_pair(twins, rng)


def share_of_a_kind(game: str) -> int:
    return -(-PAIRS // len(kinds_of_secrets(game)))


def enough_of(game: str, pairs: Counter[str], played: int, games: int) -> set[str]:
    """Returns the kinds of secrets with enough compared pairs so far. Dealt hands and face-down cards are rarely
    hidden, so one game may supply the pairs of all games."""
    seldom = hidden(game).otherwise
    share = share_of_a_kind(game)
    return {kind for kind in kinds_of_secrets(game) if pairs[kind] >= share * (games if kind in seldom else played)}


def too_little(counted: Mapping[str, int]) -> list[str]:
    """Returns messages about rarely compared secrets in the totals of the whole run; called by
    tests.release_gates.figures."""
    whole = (game for game in games_with_secrets() if counted.get(f"{game}: games", 0) >= MANY_GAMES)
    return [
        said
        for game in whole
        for said in rarely_compared(
            game, Counter({kind: counted.get(f"{game}: {kind}", 0) for kind in kinds_of_secrets(game)})
        )
    ]


def rarely_compared(game: str, pairs: Counter[str]) -> list[str]:
    """Returns messages about dealt or face-down secrets that were compared too rarely: less than half as often as the
    other kinds on average."""
    every, seldom = kinds_of_secrets(game), hidden(game).otherwise.keys()
    usual = [pairs[kind] for kind in every - seldom] or [pairs[kind] for kind in every]
    average = sum(usual) / len(usual)
    return [
        f"{game}: {kind} was compared {pairs[kind]} times, the others {average:.0f} times on average"
        for kind in sorted(seldom & every)
        if 2 * pairs[kind] < average
    ]


@pytest.mark.parametrize("games", shares(1, 150, 25), ids=range_id)
@pytest.mark.parametrize("game", games_with_secrets())
def test_pairs_with_another_secret_look_the_same_to_others(
    game: str, games: range, house: House, figures: Figures
) -> None:
    every, seldom, pairs = kinds_of_secrets(game), hidden(game).otherwise.keys(), Counter[str]()
    for played, seed in enumerate(games, 1):
        rng = random.Random(seed)
        for projection in Playing(game, seed).moments():
            # Secrets that can be compared at any time are compared at half of the moments, once per moment.
            usual = every - seldom if rng.random() < 0.5 else set()
            for _ in range(AT_A_MOMENT):
                enough = enough_of(game, pairs, played, len(games)) | usual
                twins = twins_at(projection, rng, enough) if enough < every else None
                if twins is None:
                    break
                compare(house, twins, rng, figures)
                pairs[twins.kind] += 1
                figures[f"{game}: {twins.kind}"] += 1
                usual = every - seldom
        figures["games"] += 1
        figures[f"{game}: games"] += 1
        figures["differences"] += 0
    figures["pairs"] += pairs.total()
    assert figures["pairs"] >= len(games)


def kinds_of_secrets(game: str) -> set[str]:
    return {stored_name(event) for event in GAMES[game].events if event.secret} - hidden(game).NO_TWINS


def games_in_turn(game: str) -> Iterator[Projection]:
    """Yields moments of several games in turn, so that late stages of some games come early."""
    playing = [Playing(game, seed).moments() for seed in range(MOST_GAMES)]
    for _ in range(0, MAX_ACTIONS, A_WHILE):
        for moments in playing:
            yield from islice(moments, A_WHILE)


@pytest.mark.parametrize("game", one_for_all(games_with_secrets(), lambda game: game == "regents"))
def test_every_kind_of_secret_is_compared_at_least_once(game: str, house: House, figures: Figures) -> None:
    found, rng = set[str](), random.Random(game)
    for projection in games_in_turn(game):
        if kinds_of_secrets(game) <= found:
            return
        if (twins := twins_at(projection, rng, found)) is not None:
            compare(house, twins, rng, figures)
            found.add(twins.kind)
            figures[f"{game}: {twins.kind}"] += 1
    missing = kinds_of_secrets(game) - found
    assert not missing, f"{game}: in {MOST_GAMES} games nothing was compared of {', '.join(sorted(missing))}"


def test_rarely_compared_secrets_are_reported() -> None:
    """Examples: a knight played face down, and a hand dealt by Herald."""
    often = Counter(dict.fromkeys(kinds_of_secrets("saga"), 50))
    assert rarely_compared("saga", often) == []
    assert rarely_compared("saga", often | Counter({"hand-corrected": 120})) == [
        f"saga: {kind} was compared 50 times, the others 120 times on average"
        for kind in ("face-down-played", "hand-said", "hidden-laid", "knights-sealed")
    ]
    assert rarely_compared("lang-lebe", Counter({"stake-sealed": 40, "hand-entered": 40, "hands-dealt": 9})) == [
        "lang-lebe: hands-dealt was compared 9 times, the others 20 times on average"
    ]


@pytest.mark.parametrize(("games", "outcome"), [(MANY_GAMES, 1), (MANY_GAMES - 1, 0)])
def test_whole_run_with_rarely_compared_secrets_fails(
    games: int, outcome: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = Counter({"saga: games": games, "saga: hand-corrected": 200, "saga: hidden-laid": 200})
    monkeypatch.setattr("tests.release_gates.figures.ADDED_UP", {"tests/release_gates/test_secrecy.py": counted})
    session = SimpleNamespace(config=SimpleNamespace(), exitstatus=0)
    pytest_sessionfinish(session)
    assert session.exitstatus == outcome
    assert [said.split(" was ")[0] for said in shortfalls()] == [
        f"saga: {kind}" for kind in ("face-down-played", "hand-said", "knights-sealed") if outcome
    ]


@pytest.mark.parametrize("game", one_for_all(games_with_secrets(), lambda game: game == "regents"))
def test_view_that_depends_on_a_secret_is_found_in_every_game(game: str, house: House, figures: Figures) -> None:
    rules = GAMES[game]

    def telling(state: Any, seat: int | None) -> Any:
        return replace(rules.view(state, seat), headline=T(str(hash(repr(state)))))

    rng = random.Random(1)
    projections = (projection for seed in range(2, 99) for projection in Playing(game, seed).moments())
    twins = next(filter(None, (twins_at(projection, rng) for projection in projections)), None)
    assert twins, f"no moment of {game} could have been otherwise for one seat alone: see `otherwise` in tests/games.py"
    with temporarily_registered(but(rules, view=telling)):
        show_same_game(house, twins)
        found = differences_seen(house, twins, rng, figures)
    assert {f"stream of {name}" for name in house.room_for(twins.one)[0].others} <= set(found)
    assert {f"view of {name}" for name in house.room_for(twins.one)[0].others} <= set(found)
    assert any(what.startswith("fragment for ") for what in found)


def test_sealed_choice_not_declared_secret_in_its_event_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PlanSealed, "secret", frozenset())
    rng = random.Random(1)
    with pytest.raises(PublicDifference, match="seal-plan"):
        _ = [twins_at(projection, rng) for projection in Playing("wars-of-the-roses", 2).moments()]
