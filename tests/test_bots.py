"""Bots play whole games with all table options and take only legal actions."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache

import pytest

from scoring import bots
from scoring.bots import beginner_action, fill_in, play_game
from scoring.game_info import GAME_INFOS
from scoring.games import GAMES
from scoring.kernel import Action, Event, Rng, stored_name
from scoring.legal_actions import Count, Dice, LegalAction, Limit, Pick
from scoring.lobby_rules import allowed_options
from scoring.replay import Projection, apply_record, replay
from scoring.roses.plan import Plan, cost_of, legal_orders
from scoring.roses.planning import PlanSealed
from scoring.table import Actor, Table, decide_with
from tests.games import one_for_all
from tests.real_cards import RealCards

WAYS = [
    (3, {"cards": "phones", "dice": "typed", "last-card": "two"}),
    (4, {"cards": "phones", "dice": "herald", "last-card": "one"}),
    (5, {"cards": "box", "dice": "typed", "last-card": "one"}),
    (3, {"cards": "box", "dice": "herald", "last-card": "two"}),
]


def test_bot_games_below_cover_every_option() -> None:
    game = GAMES["lang-lebe"]
    played = {(key, value) for _, options in WAYS for key, value in options.items()}
    own = [option for option in game.options if option.key != "follow"]  # bots always track every move
    assert played == {(option.key, value) for option in own for value, _ in option.values}
    assert {seats for seats, _ in WAYS} == set(game.players)


@pytest.mark.parametrize(("seats", "options"), WAYS)
def test_bots_finish_the_game_with_legal_actions_only(
    seats: int, options: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = GAMES["lang-lebe"]

    def watched(
        table: Table, actor: Actor, seat: int, action: Action, printed_values: Mapping[str, str], rng: Rng
    ) -> list[Event]:
        offered = game.view(table.state, seat).legal_action(stored_name(type(action)), seat)
        assert offered is not None
        assert set(printed_values) == set(offered.missing_values)
        return decide_with(table, actor, seat, action, printed_values, rng)

    monkeypatch.setattr(bots, "decide_with", watched)
    # No printed values are known: the bots enter them when asked.
    projection = bots.play_game(game, seats, Rng(random.Random(seats)), options, box={}, real=RealCards())
    assert projection.table.standings is not None
    assert projection.table.options == {"follow": "moves", **options}


def test_same_seed_plays_the_same_game() -> None:
    first, again = (play_game(GAMES["lang-lebe"], 3, Rng(random.Random(5))) for _ in range(2))
    assert first == again


def test_endless_bot_game_is_aborted_with_an_error() -> None:
    with pytest.raises(RuntimeError, match="did not end within 3 asks"):
        play_game(GAMES["lang-lebe"], 3, Rng(random.Random(1)), most=3)


@pytest.mark.parametrize("seed", range(30))
def test_filled_in_form_stays_within_the_legal_action(seed: int) -> None:
    counts = (Count("x1", 0, 3), Count("x2", 1, 2), Count("x3", 0, 0))
    legal_action = LegalAction(0, "any", (*counts, Pick("area", ("Man", "Wigemor")), Dice("dice", 4)), total=(2, 4))
    values = fill_in(legal_action, Rng(random.Random(seed)))
    numbers = {count.name: int(values[count.name]) for count in counts}
    assert all(count.low <= numbers[count.name] <= count.high for count in counts)
    assert 2 <= sum(numbers.values()) <= 4
    assert values["area"] in ("Man", "Wigemor")
    assert len(values["dice"]) == 4
    assert set(values["dice"]) <= set("123456")


@pytest.mark.parametrize("seed", range(10))
def test_counts_with_a_shared_limit_stay_within_it(seed: int) -> None:
    counts = (Count("troops.York", 0, 9), Count("troops.London", 0, 9), Count("bid", 0, 50))
    legal_action = LegalAction(0, "any", counts, limits=(Limit(("troops.York", "troops.London"), 5),))
    values = fill_in(legal_action, Rng(random.Random(seed)))
    assert int(values["troops.York"]) + int(values["troops.London"]) <= 5
    assert 0 <= int(values["bid"]) <= 50


def test_limit_is_raised_by_another_count() -> None:
    counts = (Count("bid", 0, 12), Count("aid", 0, 1))
    legal_action = LegalAction(0, "any", counts, limits=(Limit(("bid",), 4, ("aid", 8)),))
    forms = [fill_in(legal_action, Rng(random.Random(seed))) for seed in range(60)]
    most = {aid: max(int(form["bid"]) for form in forms if form["aid"] == aid) for aid in ("0", "1")}
    assert most == {"0": 4, "1": 12}


@cache
def demo_game(key: str, seats: int) -> Projection:
    """Returns a bot game with the options of the demo."""
    game = GAMES[key]
    options = allowed_options(game, {}, example=True)
    return play_game(game, seats, Rng(random.Random(1)), options, most=800, beginners=True)


def set_up_by(projection: Projection) -> list[str]:
    """Returns names the actions taken before the first turn, by the first event of each."""
    asked: dict[str, str] = {}
    before = None
    for record in projection.records:
        if before and before.table.started and before.table.state.phase.sets_up:
            asked.setdefault(record.action_id, stored_name(type(record.event)))
        before = apply_record(before, record)
        if asked and not before.table.state.phase.sets_up:
            break
    return list(asked.values())


# ./check runs only the smallest player count of each game.
EVERY_DEMO = one_for_all(
    [(key, seats) for key, game in GAME_INFOS.items() for seats in game.players],
    lambda case: case[1] == GAME_INFOS[case[0]].players[0],
)


@pytest.mark.parametrize(("key", "seats"), EVERY_DEMO)
def test_beginner_bots_finish_a_trial_game(key: str, seats: int) -> None:
    """Within 800 actions."""
    assert demo_game(key, seats).table.standings is not None


@pytest.mark.parametrize(("key", "seats"), EVERY_DEMO)
def test_beginner_bots_set_up_in_as_few_actions_as_possible(key: str, seats: int) -> None:
    """At most one action; in Saga three, for the lands, the knights and the first player."""
    assert len(set_up_by(demo_game(key, seats))) <= (3 if key == "saga" else 1)


@pytest.mark.parametrize("key", GAME_INFOS)
def test_every_tracked_moment_waits_for_a_seat_or_for_anybody(key: str) -> None:
    """Otherwise a phone that is needed could dim."""
    told = None
    records = demo_game(key, GAME_INFOS[key].players[0]).records
    for record, then in zip(records, (*records[1:], None), strict=True):
        told = apply_record(told, record)
        if told.table.started and (then is None or then.action_id != record.action_id):
            view = told.table.game.view(told.table.state, None)
            at_rest = told.table.state.phase.needs_no_taps and not view.waiting_for
            assert view.over + view.anybody + bool(view.waiting_for) + at_rest == 1, view.headline


@pytest.mark.parametrize("seats", one_for_all(GAMES["wars-of-the-roses"].players, lambda seats: seats == 2))
def test_beginner_bots_plan_only_what_they_can_pay(seats: int) -> None:
    """Their plans also contain no order that would be dropped at the reveal."""
    told, plans = None, 0
    for record in demo_game("wars-of-the-roses", seats).records:
        if told is not None and isinstance(record.event, PlanSealed):
            state, seat, plan = told.table.state, record.event.seat, record.event.plan
            orders = legal_orders(state, seat, plan)
            assert cost_of(state, orders) <= state.money[seat]
            assert not orders.dropped
            plans += plan != Plan()
        told = apply_record(told, record)
    assert plans > seats, "they plan something all the same"


def test_beginner_bots_do_not_enter_facts_twice() -> None:
    """Knights under a land could legally be entered again as a correction."""
    game = GAMES["saga"]
    box = {key: value for key, value in game.example.items() if not key.startswith("start.")}
    for seed in range(3):
        projection = play_game(game, 3, Rng(random.Random(seed)), box=box, most=800, beginners=True)
        assert set_up_by(projection) == ["land-laid", *["defence-placed"] * 6, "set-up-finished"]


def test_beginner_bots_score_more_than_random_ones() -> None:
    """Same seats and seeds; in Royals the points reflect what each seat placed."""
    game = GAMES["royals"]

    def most_points(beginners: bool) -> int:
        played = (play_game(game, 3, Rng(random.Random(seed)), beginners=beginners) for seed in range(3))
        return sum(
            max(place.points for place in projection.table.standings.places)
            for projection in played
            if projection.table.standings
        )

    assert most_points(beginners=True) > most_points(beginners=False)


def test_beginner_bot_waits_for_other_seats() -> None:
    """With people at the table, bots leave other seats' actions and shared actions to them."""
    projection = play_game(GAMES["royals"], 3, Rng(random.Random(1)), beginners=True)
    for seq in range(5, 40):
        table = replay(projection.records[:seq]).table
        waited = table.game.view(table.state, None).waiting_for if table.started else ()
        others = [seat for seat in range(3) if seat not in waited]
        if waited and others:
            assert beginner_action(table, Rng(random.Random(1)), others[:2]) is None
