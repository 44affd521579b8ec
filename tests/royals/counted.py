"""The entries that the shorter modes take for a tracked game: the board after each epoch, and the markers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from scoring.claims import ClaimPlace, GiveUpPlace
from scoring.kernel import FINAL_SCORING, KEY_MOMENTS, Action, Event, GameConfig, Rng
from scoring.printed_values import PrintedValues
from scoring.reveal_phases import ConfirmBoard
from scoring.royals import GAME
from scoring.royals.components import COUNTRIES, LAST_EPOCH, TITLES
from scoring.royals.ending import EnterSums, NameHighest, SealSums, SumReview, SumsAction
from scoring.royals.epoch import (
    BoardClaims,
    CallEpoch,
    EnterInfluence,
    EpochScored,
    InfluenceEntry,
    SettleTie,
    TieSettled,
    ties_to_settle,
)
from scoring.royals.influence import influence, winners
from scoring.royals.markers import kind_of
from scoring.royals.state import State
from scoring.royals.titles import ConfirmTitles, CountCubes

BONUSES = ("city", "country", "noble")


def sums(state: State, seat: int, kinds: Iterable[str] = BONUSES) -> dict[str, int]:
    """Returns the sums of a seat's markers by kind."""
    worth = Counter[str]()
    for marker in state.markers_of(seat):
        worth[kind_of(marker.key)] += state.value(marker.key) or 0
    return {kind: worth[kind] for kind in kinds}


def highest(state: State, seat: int) -> int:
    return max((state.value(marker.key) or 0 for marker in state.markers_of(seat)), default=0)


def ties_of(events: Iterable[Event]) -> Mapping[int, list[TieSettled]]:
    """Returns the ties settled by the table, by epoch."""
    epoch, settled = 1, dict[int, list[TieSettled]]()
    for event in events:
        if isinstance(event, TieSettled):
            settled.setdefault(epoch, []).append(event)
        elif isinstance(event, EpochScored):
            epoch = event.epoch + 1
    return settled


def setting(real: State, tracking_mode: str) -> GameConfig:
    return GameConfig(real.seats, {"edition": real.edition, "follow": tracking_mode}, real.printed_values)


def claim_changes(before: Mapping[str, int], after: Mapping[str, int]) -> Iterator[tuple[int, Action]]:
    """Yields the changes on the board as claims of their owners."""
    yield from ((seat, ClaimPlace(place)) for place, seat in after.items() if before.get(place) != seat)
    yield from ((seat, GiveUpPlace(place)) for place, seat in before.items() if place not in after)


def key_moments_entries(real: State, events: Iterable[Event]) -> Iterator[tuple[int, Action]]:
    """Yields the entries of this game in KEY_MOMENTS mode, including some that `is_needed` drops."""
    board: Mapping[str, int] = {}
    settled = ties_of(events)
    for epoch in range(1, LAST_EPOCH + 1):
        yield 0, CallEpoch()
        yield from claim_changes(board, real.scored[epoch].holders)
        board = real.scored[epoch].holders
        yield 0, ConfirmBoard()
        yield from ((0, SettleTie(tie.country, tie.seat)) for tie in settled.get(epoch, ()))
    yield from ((seat, CountCubes(title, n)) for title in TITLES for seat, n in enumerate(real.cubes_on(title)))
    yield 0, ConfirmTitles()
    yield from ((seat, SealSums(sums(real, seat))) for seat in range(real.seats))
    yield from ((seat, NameHighest(highest(real, seat))) for seat in range(real.seats))


def final_scoring_entries(real: State) -> Iterator[tuple[int, Action]]:
    """Yields the entries in FINAL_SCORING mode: the seats with the most cubes, and the sums of all markers."""
    return _entries_after_the_epochs(real, EnterSums)


def _entries_after_the_epochs(real: State, action_class: type[SumsAction]) -> Iterator[tuple[int, Action]]:
    for title in TITLES:
        cubes = real.cubes_on(title)
        yield from ((seat, CountCubes(title, 1)) for seat, n in enumerate(cubes) if n and n == max(cubes))
    yield 0, ConfirmTitles()
    yield from ((seat, action_class(sums(real, seat, (*BONUSES, "epoch")))) for seat in range(real.seats))
    yield from ((seat, NameHighest(highest(real, seat))) for seat in range(real.seats))


def count(real: State, events: Iterable[Event], rng: Rng) -> State:
    """Returns the final state of the game entered in KEY_MOMENTS mode."""
    return _after_entering(GAME.start(setting(real, KEY_MOMENTS)), key_moments_entries(real, events), rng)


def count_the_end(real: State, rng: Rng) -> State:
    return _after_entering(GAME.start(setting(real, FINAL_SCORING)), final_scoring_entries(real), rng)


def unread(box: PrintedValues) -> PrintedValues:
    """Returns the printed values with all but the portraits and noble houses cleared."""
    return {key: value if key.startswith(("value.", "noble.")) else "" for key, value in box.items()}


def unread_board_entries(real: State, now: Callable[[], State]) -> Iterator[tuple[int, Action]]:
    """Yields the entries of a table with an unread board: influence sums, and tie decisions."""
    for epoch in range(1, LAST_EPOCH + 1):
        scored = real.scored[epoch]
        yield 0, CallEpoch()
        for seat in range(real.seats):
            yield seat, EnterInfluence({country: influence(scored, country, seat) for country in COUNTRIES})
        while isinstance(now().phase, InfluenceEntry):
            country, tied = next(iter(ties_to_settle(now()).items()))
            yield 0, SettleTie(country, next(seat for seat in winners(scored, country) if seat in tied))
    yield from _entries_after_the_epochs(real, SealSums)


def count_unread_board(real: State, rng: Rng) -> State:
    states = [GAME.start(replace(setting(real, KEY_MOMENTS), printed_values=unread(real.printed_values)))]
    for one in unread_board_entries(real, lambda: states[-1]):
        states.append(_after_entering(states[-1], [one], rng))
    return states[-1]


def _after_entering(state: State, entries: Iterable[tuple[int, Action]], rng: Rng) -> State:
    for seat, action in entries:
        if not is_needed(state, seat, action):
            continue
        for event in GAME.decide(state, seat, action, rng):
            state = GAME.apply(state, event)
        assert not isinstance(state.phase, BoardClaims) or GAME.view(state, None).contested == ()
    return state


def is_needed(state: State, seat: int, action: Action) -> bool:
    """False for cubes that Herald has already seen, and for a highest marker that no tie needs."""
    if isinstance(action, CountCubes):
        return state.cubes_on(action.title)[seat] != action.cubes
    return not isinstance(action, NameHighest) or (
        isinstance(state.phase, SumReview) and GAME.view(state, None).legal_action("name-highest", seat) is not None
    )
