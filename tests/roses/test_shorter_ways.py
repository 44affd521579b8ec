"""Equivalent entries: shorter tracking modes and shared buttons give the same result under any options."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scoring.bots import play_game
from scoring.kernel import EVERY_MOVE, Rng
from scoring.printed_values import built_in
from scoring.roses import GAME
from scoring.roses.plan import AllDeclineAid, FrenchAid, TakeAid
from scoring.standings import totals
from tests.release_gates import amount
from tests.roses.counting import entered_at_the_end
from tests.roses.play import Play
from tests.roses.test_last_parliament import same_winner
from tests.roses.test_properties import FEW, OPTIONS, SEEDS, random_board

SEATS = st.sampled_from(GAME.players)


@pytest.mark.long
@settings(max_examples=amount(4, 200), deadline=None)
@given(SEEDS, SEATS, OPTIONS, st.booleans())
def test_entering_only_the_end_gives_the_same_result(
    seed: int, seats: int, options: dict[str, str], read: bool
) -> None:
    """Compares a tracked game with an entered last parliament and with points entered after it."""
    box = None if read else built_in(GAME.printed_fields)
    projection = play_game(GAME, seats, Rng(random.Random(seed)), {**options, "follow": EVERY_MOVE}, box=box)
    shorter = entered_at_the_end(projection, Rng(random.Random(seed)))
    assert shorter.table.standings == projection.table.standings
    scores = [totals(GAME.score(one.table.state), seats) for one in (projection, shorter)]
    assert scores[0] == scores[1]
    same_winner(projection.table.state, options)


@FEW
@given(SEEDS, SEATS, OPTIONS)
def test_declining_french_aid_at_once_equals_one_by_one(seed: int, seats: int, options: dict[str, str]) -> None:
    state = random_board(seed, seats, options).state
    asked = tuple(seat for seat in state.order if state.french_aid(seat))
    assume(len(asked) > 1)
    at_once, in_turn = (Play(replace(state, aid_round=state.round, phase=FrenchAid(asked))) for _ in range(2))
    for seat in asked:
        in_turn.act(seat, TakeAid(False))
    at_once.act(state.table_action_seat, AllDeclineAid())
    assert at_once.state == in_turn.state


# Every value of every option once, cycling through the player counts.
CHOICES = [(option.key, value) for option in GAME.options for value, _ in option.values]


@pytest.mark.parametrize(("key", "value"), CHOICES)
@pytest.mark.parametrize("read", [True, False], ids=["box known", "box unread"])
def test_bots_finish_under_every_option(key: str, value: str, read: bool) -> None:
    seats = GAME.players[CHOICES.index((key, value)) % len(GAME.players)]
    box = None if read else built_in(GAME.printed_fields)
    projection = play_game(GAME, seats, Rng(random.Random(seats)), {key: value}, box=box)
    assert projection.table.options[key] == value
    assert projection.table.standings is not None
