"""Whole games of bots: nothing is lost, and exactly the legal actions are accepted."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.bots import fill_in
from scoring.codec import decode, encode, from_form
from scoring.kernel import (
    FINAL_SCORING,
    KEY_MOMENTS,
    Action,
    Correction,
    Event,
    GameConfig,
    PrintedValueEntered,
    Refusal,
    Rng,
    legal_actions_of,
    stored_name,
)
from scoring.legal_actions import Count, LegalAction, Pick
from scoring.saga import GAME
from scoring.saga.components import COLOURS, EXAMPLE, LANDS, SET_CARDS, SET_POINTS, SIDES, side_key, worth
from scoring.saga.final_count import GameOver
from scoring.saga.phases import SetUp
from scoring.saga.playing import TakeBack
from scoring.saga.setup import Begin, DefencePlaced
from scoring.saga.state import State
from scoring.saga.turn import FameTaken, KnightRecruited, Turn
from scoring.tracking_modes import ChangeTrackingMode
from tests.release_gates import amount
from tests.saga.ledger import Ledger
from tests.saga.play import Play
from tests.saga.test_properties import equal_armies

MOST = 2000
CORRECTIONS = tuple(kind for kind in GAME.actions if issubclass(kind, Correction))
FOLLOWED = "moves"
MOVES = tuple(kind for kind in GAME.actions if kind not in CORRECTIONS)


def all_legal_actions(state: State, kinds: tuple[type[Action], ...] = MOVES) -> tuple[LegalAction, ...]:
    """Returns the legal actions of all seats, including private ones."""
    return tuple(legal_action for kind in kinds for legal_action in legal_actions_of(kind, state))


def any_box(rng: random.Random) -> dict[str, str]:
    """Returns random printed values: any property the rulebook allows on each side."""
    sides = {side_key(land, side): rng.choice(LANDS[land].options) for land in COLOURS for side in SIDES}
    return {**EXAMPLE, **sides}


def random_form(legal_action: LegalAction, rng: random.Random) -> dict[str, str]:
    if legal_action.total is not None:
        return fill_in(legal_action, Rng(rng))
    form = {}
    for part in legal_action.fields:
        match part:
            case Pick(name, options):
                form[name] = str(rng.choice(options))
            case Count(name, low, high):
                form[name] = str(rng.randint(low, high))
    return form


def random_action(state: State, rng: random.Random) -> tuple[int, Action, dict[str, str]]:
    legal_action = rng.choice(all_legal_actions(state))
    kind = GAME.action_named(legal_action.action)
    assert kind is not None
    printed_values = {
        key.replace(".", "__"): rng.choice(GAME.field(key).options) for key in legal_action.missing_values
    }  # type: ignore[union-attr]
    return legal_action.seat, from_form(kind, random_form(legal_action, rng)), printed_values


def interpretation_options(seed: int) -> dict[str, str]:
    """Returns the rule interpretations chosen by this seed."""
    return {"conquest": ("at-once", "may")[seed % 2], "turned": ("round", "over")[seed // 2 % 2]}


def games(
    seed: int,
    players: int,
    known: bool = True,
    tracking_mode: str = FOLLOWED,
    options: Mapping[str, str] | None = None,
) -> Iterator[Play]:
    """Yields a game after every action, from start to end; the seed chooses all options not given."""
    rng = random.Random(seed)
    box = any_box(rng) if known else {}
    drawn = {"reminder": rng.choice(("on", "off")), **interpretation_options(seed)}
    play = Play(GAME.start(GameConfig(players, {"follow": tracking_mode, **drawn, **(options or {})}, box)))
    yield play
    for _ in range(MOST):
        if isinstance(play.state.phase, GameOver):
            return
        seat, action, printed_values = random_action(play.state, rng)
        play.act(seat, action, **printed_values)
        yield play
    raise AssertionError(f"game {seed} of {players} does not end")


def bot_states(seeds: Iterable[int]) -> Iterator[State]:
    for seed, tracking_mode in product(seeds, (FOLLOWED, KEY_MOMENTS, FINAL_SCORING)):
        for play in games(seed, 2 + seed % 3, tracking_mode=tracking_mode):
            yield play.state
    for seed in seeds:
        yield from taking_up_states(seed)


def taking_up_states(seed: int) -> Iterator[State]:
    """Yields states of a table that switched to EVERY_MOVE: random boards, then hands, are entered."""
    rng, players = random.Random(seed), 2 + seed % 3
    play = Play(GAME.start(GameConfig(players, {"follow": KEY_MOMENTS, **interpretation_options(seed)}, any_box(rng))))
    play.act(0, ChangeTrackingMode(FOLLOWED))
    for _ in range(60):
        yield play.state
        seat, action, printed_values = random_action(play.state, rng)
        if not isinstance(action, Begin):
            play.act(seat, action, **printed_values)


@pytest.mark.long
@settings(max_examples=amount(8, 200), deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([2, 3, 4]), st.booleans())
def test_no_knight_and_no_fame_is_lost(seed: int, players: int, known: bool) -> None:
    ledger, booked = Ledger(players), 0
    for play in games(seed, players, known):
        for event in play.events[booked:]:
            ledger.book(event)
        booked = len(play.events)
        if isinstance(play.state.phase, SetUp):
            continue
        ledger.check(play.state)
        assert_every_knight_is_somewhere(play)
        assert_fame_is_what_was_taken_less_what_was_paid(play)
        assert_every_army_keeps_the_colour_rule(play.state)
        assert_no_conquest_is_left_undone(play.state)


@pytest.mark.long
@settings(max_examples=amount(4, 200), deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([2, 3, 4]))
def test_corrections_never_lose_a_knight_or_block_the_game(seed: int, players: int) -> None:
    rng, ledger, booked = random.Random(seed), Ledger(players), 0
    for play in games(seed, players):
        if rng.random() < 0.3:
            put_something_right(play, rng)
        for event in play.events[booked:]:
            ledger.book(event)
        booked = len(play.events)
        if isinstance(play.state.phase, SetUp):
            continue
        ledger.check(play.state)
        assert_no_conquest_is_left_undone(play.state)
        assert all(play.view(seat).headline for seat in (None, *range(players)))
        assert bool(all_legal_actions(play.state)) != isinstance(play.state.phase, GameOver)


def put_something_right(play: Play, rng: random.Random) -> None:
    """Takes any available correction; one that ends the game only now and then.

    A table that has left every move stays away: see test_resuming.py for how it comes back.
    """
    found = [
        o for o in all_legal_actions(play.state, CORRECTIONS) if o.action != "call-last-knight" or rng.random() < 0.1
    ]
    found = [o for o in found if play.state.tracking_mode == FOLLOWED or o.action != "change-tracking-mode"]
    if not found:
        return
    legal_action = rng.choice(found)
    kind = GAME.action_named(legal_action.action)
    assert kind is not None
    with contextlib.suppress(Refusal):
        play.act(legal_action.seat, from_form(kind, random_form(legal_action, rng)))


def test_the_ledger_detects_a_dropped_knight() -> None:
    """Herald deduces a hand from the table, so a lost knight looks like one in hand."""
    dropped = 0
    for seed in range(12):
        ledger, booked = Ledger(2 + seed % 3), 0
        for play in games(seed, 2 + seed % 3):
            for event in play.events[booked:]:
                ledger.book(event)
            booked = len(play.events)
            for number, army in play.state.armies.items():
                if army.face_down:
                    rest = {other: kept for other, kept in play.state.armies.items() if other != number}
                    dropped += 1
                    with pytest.raises(AssertionError):
                        ledger.check(replace(play.state, armies=rest))
    assert dropped


def assert_every_knight_is_somewhere(play: Play) -> None:
    """Checks that hands, armies, lands and free knights add up to all sets on the table, in number and value."""
    state = play.state
    seats = range(state.seats)
    open_ones = [k for army in state.armies.values() for k in army.knights]
    under = [k for land in state.lands.values() for k in land.knights]
    hidden = [k for seat in seats for k in state.face_down_knights(seat)]
    table = [*open_ones, *under, *hidden, *state.free]
    assert len(table) + sum(state.hand_cards(seat) for seat in seats) == SET_CARDS * (state.seats + 1)
    assert all(state.hand_cards(seat) >= 0 for seat in seats)
    if all(amended is None for amended in state.amended):
        start_set = sum(worth(event.knights) for event in last_layout(play))
        hands = sum(state.hand_points(seat) for seat in seats)
        assert worth(table) + hands == SET_POINTS * state.seats + start_set


def last_layout(play: Play) -> list[Any]:
    return list({event.land: event for event in play.happened(DefencePlaced)}.values())


def assert_fame_is_what_was_taken_less_what_was_paid(play: Play) -> None:
    for seat in range(play.state.seats):
        taken = sum(event.fame for event in play.happened(FameTaken) if event.seat == seat)
        paid = sum(event.knight.value for event in play.happened(KnightRecruited) if event.seat == seat)
        assert play.state.fame[seat] == taken - paid >= 0


def assert_every_army_keeps_the_colour_rule(state: State) -> None:
    armies = [[*army.knights, *(laid.knight for laid in army.face_down)] for army in state.armies.values()]
    for army in (*armies, *(land.knights for land in state.lands.values())):
        assert len({knight.colour for knight in army}) == len(army)


def assert_no_conquest_is_left_undone(state: State) -> None:
    """Recomputes conquests independently: a single strongest attacker above the defence must already hold the land."""
    if not isinstance(state.phase, Turn) or state.phase.contenders or state.conquest_waits:
        return
    for colour, land in state.lands.items():
        shown = state.printed_values.get(side_key(colour, land.side), LANDS[colour].options[SIDES.index(land.side)])
        walls = worth(land.knights) + ("defence+1" in shown) - ("defence-1" in shown)
        attackers = [(worth(a.knights), a.owner) for a in state.armies.values() if a.land == colour]
        strong = [attack for attack in attackers if attack[0] > walls and attack[1] != land.holder]
        best = {owner for value, owner in strong if value == max(strong)[0]}
        assert len(best) != 1, (colour, strong, walls)


@pytest.mark.long
@settings(max_examples=amount(4, 100), deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([2, 3, 4]))
def test_replaying_stored_events_gives_the_same_state(seed: int, players: int) -> None:
    play = list(games(seed, players))[-1]
    rng = random.Random(seed)
    box = any_box(rng)
    again = GAME.start(
        GameConfig(players, {"reminder": rng.choice(("on", "off")), **interpretation_options(seed)}, box)
    )
    for event in play.events:
        stored = event if isinstance(event, PrintedValueEntered) else decode(type(event), encode(event))
        again = GAME.apply(again, stored)
    assert again == play.state


@pytest.mark.parametrize("seed", range(3))
def test_renaming_the_seats_renames_the_result(seed: int) -> None:
    """Moves everybody one seat on: the same game, the same points."""
    play = list(games(seed, 3))[-1]
    state = play.state
    assert isinstance(state.phase, GameOver)
    points = {line.seat: line.total for line in state.phase.count.lines}
    moved = GAME.start(GameConfig(3, interpretation_options(seed), state.printed_values))
    for event in play.events:
        moved = GAME.apply(moved, one_further(event))
    assert isinstance(moved.phase, GameOver)
    assert {line.seat: line.total for line in moved.phase.count.lines} == {(s + 1) % 3: p for s, p in points.items()}


def one_further(event: Event) -> Event:
    data = {f.name: getattr(event, f.name) for f in fields(event)}
    named = {name: value for name, value in data.items() if name in ("seat", "first", "last") and value is not None}
    moved = {name: (value + 1) % 3 for name, value in named.items()}
    return type(event)(**{**data, **moved})


# --- legal actions and decide agree --------------------------------------------------------------------

_KNIGHTS = ("red-1", "green-4", "blue-2", "orange-3", "purple-1", "yellow-4", "red-5", "pink-1", "face-down")
_PLACES = (
    "army-1",
    "army-2",
    "army-3",
    "army-5",
    "land-red",
    "land-yellow",
    "land-blue",
    "free",
    "hand",
    "red",
    "yellow",
    "pink",
)
_VALUES: dict[str, tuple[Any, ...]] = {
    "land": (*COLOURS, "pink"),
    "side": ("crown", "plain", "edge"),
    "first": (-1, 0, 1, 2, 3, 4),
    "second": _KNIGHTS,
    "army": (0, 1, 2, 3, 5, 9),
    "knight": _KNIGHTS,
    "place": _PLACES,
    "points": (-1, 0, 1, 5, 12, 30),
    "showing": ("yellow:five", "yellow:none", "blue:army-counts", "green:no-minus", "red:none", "pink:five"),
    "what": ("land-red", "land-yellow", "land-blue", "fame", "counted", "hand"),
    "number": (-1, 0, 7, 24, 25, 320, 321),
    "others": (-1, 0, 12, 30, 45, 61),
    "hand": (-1, 0, 12, 30, 61),
    "sure": (True, False),
    "defence": (-1, 0, 24, 25),
    "change": (-2, -1, 0, 1),
    "attack": (-1, 0, 24, 25),
    "holder": (-2, -1, 0, 1, 3, 4),
    "used": (-1, 0, 1, 2),
    "fame": (-1, 0, 12, 320, 321),
    "following": (-1, 0, 1, 2, 3, 4),
    "cards": (0, 1, 11, 12, 13, 24, 25),
}


def every_action() -> list[Action]:
    return [
        kind(**dict(zip((f.name for f in fields(kind)), values, strict=True)))
        for kind in MOVES
        for values in product(*(_VALUES[f.name] for f in fields(kind)))
    ]


def matching_legal_action(found: tuple[LegalAction, ...], seat: int, action: Action) -> bool:
    named = (o for o in found if o.seat == seat and o.action == stored_name(type(action)) and not o.missing_values)
    return any(
        all(_allows(part, getattr(action, part.name)) for part in legal_action.fields)
        and _adds_up(legal_action, action)
        for legal_action in named
    )


def _adds_up(legal_action: LegalAction, action: Action) -> bool:
    if legal_action.total is None:
        return True
    low, high = 0 if getattr(action, "sure", False) else legal_action.total[0], legal_action.total[1]
    return low <= sum(getattr(action, part.name) for part in legal_action.fields) <= high


def _allows(part: Any, value: Any) -> bool:
    return part.allows(value) if isinstance(part, Pick) else part.low <= value <= part.high


def taken(state: State, seat: int, action: Action) -> bool:
    try:
        GAME.decide(state, seat, action, Rng(random.Random(1)))
    except Refusal:
        return False
    return True


@pytest.mark.parametrize("seed", range(4))
def test_exactly_the_legal_actions_are_accepted(seed: int) -> None:
    rng, actions = random.Random(seed), every_action()
    for state in bot_states([seed]):
        if rng.random() < 0.9:
            continue
        found = all_legal_actions(state)
        for seat in range(state.seats):
            for action in rng.sample(actions, 250):
                assert taken(state, seat, action) == matching_legal_action(found, seat, action), (seat, action)


@pytest.mark.repeats
def test_the_comparison_covers_every_kind_of_action() -> None:
    """Each action is legal somewhere in these games, so none is missed above."""
    met = {legal_action.action for state in bot_states(range(18)) for legal_action in all_legal_actions(state)}
    equal = equal_armies()
    equal.act(0, TakeBack("land-green", "red-3"))
    met |= {legal_action.action for legal_action in all_legal_actions(equal.state)}
    # only for interrupted counts in logs of version 0.1.0
    assert met == {stored_name(kind) for kind in MOVES} - {"continue-reveal"}
