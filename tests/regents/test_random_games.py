"""Whole bot games: invariants of every game."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, groupby, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.bots import fill_in, play_game
from scoring.codec import from_form
from scoring.kernel import Action, Refusal, Rng
from scoring.recording import export, load
from scoring.regents import GAME
from scoring.regents.castle import MovePiece, Neutral
from scoring.regents.components import AGENTS, CHIPS, COUNSELLORS, DOMAINS, LAST_SPACE, LOCATIONS, TOWER
from scoring.regents.editions import DUTCH, ENGLISH, GERMAN
from scoring.regents.editions import EDITIONS as RULES
from scoring.regents.scoring_phase import advances_of, leaders, majorities_with, plans
from scoring.regents.setup import SetUp
from scoring.regents.state import OUTSIDE, USED, State
from scoring.regents.tracks import advanced, chips_on_the_way, points
from scoring.regents.turn import Turn
from scoring.replay import Projection
from scoring.standings import totals
from scoring.table import Table, apply_event
from tests.real_cards import RealCards
from tests.regents.play import EDITIONS, markers, scoring
from tests.release_gates import amount


@cache
def game(seed: int) -> Projection:
    """Returns a bot game; the seeds cover every number of players, every edition, and cards dealt and drawn."""
    options = {"edition": EDITIONS[seed % 3], "dealt": ("herald", "box")[seed % 2]}
    return play_game(GAME, 3 + (seed // 3) % 3, Rng(random.Random(seed)), options, real=RealCards())


def bot_states(seeds: Iterable[int]) -> Iterator[State]:
    for seed in seeds:
        table: Table | None = None
        for record in game(seed).effective:
            table = apply_event(table, record.event)
            if table.started:
                yield table.state


@pytest.mark.parametrize("seed", range(9))
def test_bots_play_to_the_end_with_legal_actions(seed: int) -> None:
    projection = game(seed)
    assert projection.table.standings is not None
    assert load(export(projection)) == projection


# --- every option ---------------------------------------------------------------------------------------------

# The number of players and every option of the game, each with all its values.
CHOICES = {"players": tuple(GAME.players)} | {o.key: tuple(value for value, _ in o.values) for o in GAME.options}
# Every combination of them; the first 18 contain every pair of values of any two choices.
MIXES = sorted(product(*map(range, map(len, CHOICES.values()))), key=lambda mix: sum(mix) % 3)
PAIRS = 18


def test_short_run_covers_every_pair_of_option_values() -> None:
    for one, other in combinations(range(len(CHOICES)), 2):
        wanted = set(product(*(range(len(values)) for values in (list(CHOICES.values())[n] for n in (one, other)))))
        assert {(mix[one], mix[other]) for mix in MIXES[:PAIRS]} == wanted, (list(CHOICES)[one], list(CHOICES)[other])


@pytest.mark.long
@pytest.mark.parametrize("number", range(min(amount(PAIRS, len(MIXES)), len(MIXES))))
def test_bots_finish_under_every_option(number: int) -> None:
    players, *options = (values[at] for values, at in zip(CHOICES.values(), MIXES[number], strict=True))
    update_choice = dict(zip(list(CHOICES)[1:], options, strict=True))
    projection = play_game(GAME, players, Rng(random.Random(number)), update_choice, real=RealCards())  # type: ignore[arg-type]
    assert projection.table.options.items() >= update_choice.items()
    standings = projection.table.standings
    assert standings is not None
    assert {standing.seat: standing.points for standing in standings.places} == dict(
        enumerate(totals(GAME.score(projection.table.state), players))  # type: ignore[arg-type]
    )
    assert load(export(projection)) == projection


def test_bots_enter_the_printed_doors() -> None:
    projection = play_game(GAME, 4, Rng(random.Random(3)), {"dealt": "herald"}, box={})
    assert set(projection.table.printed_values) == {field.key for field in GAME.printed_fields}


def test_no_agents_counsellors_or_chips_are_lost() -> None:
    for state in bot_states(range(9)):
        assert state.reserve in range(COUNSELLORS + 1)
        assert sum(state.counsellors) + len(state.on_board) + state.reserve == COUNSELLORS
        assert all(holder in (USED, *range(state.seats)) for holder in state.chips.values())
        assert set(state.chips) | set(state.chips_left) == set(CHIPS)
        assert all(set(agents) <= {*LOCATIONS, OUTSIDE} for agents in state.agents)
        if not isinstance(state.phase, SetUp):
            placed = [len(agents) for agents in state.agents]
            assert all(count == AGENTS for count in placed) or state.round == 1
        assert all(0 <= space <= LAST_SPACE for track in state.tracks for space in track)
        assert not isinstance(state.phase, Turn) or state.phase.action_points in range(5)


# --- legal actions and refusals agree -----------------------------------------------------------------------


def is_accepted(state: State, seat: int, action: Action) -> bool:
    try:
        return bool(GAME.decide(state, seat, action, Rng(random.Random(1))))
    except Refusal:
        return False


def sampled_states(share: float) -> Iterator[State]:
    """Yields a share of the states in which the game waits for a player."""
    rng = random.Random(5)
    for seed in range(9):
        table: Table | None = None
        for _, asked in groupby(game(seed).effective, key=lambda record: record.action_id):
            for record in asked:
                table = apply_event(table, record.event)
            if table is not None and table.started and rng.random() < share:
                yield table.state


def test_every_legal_action_is_accepted() -> None:
    for state in sampled_states(0.05):
        moves = (action for action in GAME.actions if not action.is_correction(state))
        for legal_action in (
            legal_action for action in moves for legal_action in GAME.all_legal_actions(state, action)
        ):
            kind = GAME.action_named(legal_action.action)
            assert kind is not None
            for _ in range(3):
                assert is_accepted(
                    state, legal_action.seat, from_form(kind, fill_in(legal_action, Rng(random.Random(_))))
                )


def test_piece_moves_exactly_where_it_is_offered() -> None:
    agents = [f"{kind}.{place}" for kind in ("agent", "neutral") for place in LOCATIONS]
    pieces = (*agents, "king", "counsellor", "outside")
    for state in sampled_states(0.04):
        seat = state.turn
        if isinstance(state.phase, Turn | Neutral) and seat is not None:
            moves = GAME.all_legal_actions(state, MovePiece)
            offered = {(o.fields[0].options[0], to) for o in moves for to in o.fields[1].options}  # type: ignore[union-attr]
            taken = {(p, to) for p in pieces for to in LOCATIONS if is_accepted(state, seat, MovePiece(p, to))}
            assert taken == offered


def test_majorities_do_not_depend_on_the_seat_number() -> None:
    """Exchanging the owners exchanges the majorities."""
    for state in sampled_states(0.04):
        order = list(range(len(state.agents)))[::-1]
        turned = replace(state, agents=tuple(state.agents[owner] for owner in order), on_board=())
        for place in LOCATIONS:
            here = leaders(replace(state, on_board=()), place)
            assert sorted(order.index(owner) for owner in here) == list(leaders(turned, place))


# --- the proposed order ---------------------------------------------------------------------------------------


def every_order(state: State) -> Iterator[int]:
    """Yields the points of every possible order."""
    seat = 0
    ties = {plan.tie for plan in plans(state, seat)}
    for tie in ties:
        won = majorities_with(state, seat, tie)
        rooms = [place for place in won if place not in (TOWER, "rampart")]
        towers = [[f"{TOWER}.{domain}"] for domain in DOMAINS] if TOWER in won else []
        for extra in [[], *towers]:
            for order in permutations([*rooms, *extra]):
                yield worth(state, seat, order, won)


def worth(state: State, seat: int, order: tuple[str, ...], won: tuple[str, ...]) -> int:
    before = after = state.tracks[seat]
    for domain, spaces in advances_of(state, seat, order, won):
        after = advanced(after, domain, spaces, state.edition)
    return points(after) - points(before) + len(chips_on_the_way(before, after, state.chips_left))


MARKERS = st.tuples(*[st.integers(0, 13)] * 5).map(lambda spaces: " ".join(map(str, spaces)))


@given(
    mine=st.sets(st.sampled_from(list(LOCATIONS)), max_size=6),
    tied=st.sets(st.sampled_from(list(LOCATIONS)), max_size=2),
    track=MARKERS,
    edition=st.sampled_from(EDITIONS),
    card=st.sampled_from(["", "diplomacy", "alliance"]),
    doors=st.sets(st.sampled_from([field.key for field in GAME.printed_fields]), max_size=2),
)
@settings(max_examples=60, deadline=None)
def test_proposed_order_is_never_worse_than_any_other(
    mine: set[str], tied: set[str], track: str, edition: str, card: str, doors: set[str]
) -> None:
    agents = {0: " ".join(sorted(mine)), 1: " ".join(sorted(tied))}
    box = dict.fromkeys(doors, "door")
    play = scoring(agents, edition=edition, tracks={0: track}, king="chapel", turn__card=card, box=box)
    proposed = plans(play.state, 0)[0]
    assert play.view(0).plans[0].key == proposed.key
    everything = list(every_order(play.state))
    assert proposed.worth == max(everything)
    assert {plan.worth for plan in plans(play.state, 0)} <= set(everything)
    before, shown = play.view(0).players[0], play.view(0).plans[0]
    play.score(shown.key)
    after = play.view(0).players[0]
    assert (after.points - before.points, after.chips - before.chips) == (shown.points, len(shown.chips))


@given(MARKERS, st.sampled_from(list(DOMAINS)), st.integers(0, 5), st.sampled_from(EDITIONS))
@settings(max_examples=100, deadline=None)
def test_english_thresholds_are_never_more_lenient_than_german(
    track: str, domain: str, spaces: int, edition: str
) -> None:
    start = markers(track)
    assert points(advanced(start, domain, spaces, ENGLISH)) <= points(advanced(start, domain, spaces, GERMAN))
    assert advanced(start, domain, spaces, GERMAN) == advanced(start, domain, spaces, DUTCH)
    assert points(advanced(start, domain, spaces, RULES[edition])) >= points(start)
