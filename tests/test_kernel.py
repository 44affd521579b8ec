"""The kernel: names, rng, legal actions, options and refusals, and that every game complies."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from importlib import import_module
from inspect import signature
from itertools import groupby
from pkgutil import iter_modules
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.bots import play_game
from scoring.games import GAMES
from scoring.kernel import (
    Action,
    Batch,
    Event,
    Game,
    GameConfig,
    GameState,
    Option,
    Phase,
    PrintedValueEntered,
    Refusal,
    Rng,
    apply_event,
    in_module_order,
    legal_action,
    registered_in,
    stored_name,
)
from scoring.lang_lebe.dispute import SealStake
from scoring.lang_lebe.turn import EndTurn
from scoring.legal_actions import Count, Dice, LegalAction, Pick
from scoring.table import actions_by_name
from scoring.table_events import TABLE_ACTIONS, TABLE_EVENTS, EnterPrintedValue
from scoring.words import T, Text
from tests.games import projection_in, recordings_folder
from tests.strategies import begun

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (EndTurn, "end-turn"),
        (PrintedValueEntered, "box-filled"),
        (Action, "action"),
        (EnterPrintedValue, "enter-printed-value"),
    ],
)
def test_class_is_stored_under_its_words(kind: type, name: str) -> None:
    assert stored_name(kind) == name


class Dealt(Event, abstract=True, stored="hand-dealt"):
    """Renamed after it was first stored."""


class DealtAgain(Dealt, abstract=True):
    """A subclass that was never renamed."""


def test_stored_name_is_not_inherited_by_a_subclass() -> None:
    assert stored_name(Dealt) == "hand-dealt"
    assert stored_name(DealtAgain) == "dealt-again"


# --- rng --------------------------------------------------------------------------------------------------------


@given(seed=st.integers(), things=st.lists(st.integers(), min_size=1, max_size=8), low=st.integers(-5, 5))
def test_rng_is_bounded_and_seeded(seed: int, things: list[int], low: int) -> None:
    def drawn() -> tuple[object, ...]:
        rng = Rng(random.Random(seed))
        return rng.roll(6), rng.shuffled(things), rng.choice(things), rng.randint(low, low + 2)

    dice, shuffled, one, number = drawn()
    assert drawn() == (dice, shuffled, one, number)
    assert isinstance(dice, tuple)
    assert len(dice) == 6
    assert set(dice) <= set(range(1, 7))
    assert isinstance(shuffled, tuple)
    assert sorted(shuffled) == sorted(things)
    assert one in things
    assert number in range(low, low + 3)


def test_die_shows_each_of_six_faces() -> None:
    assert set(Rng(random.Random(1)).roll(200)) == {1, 2, 3, 4, 5, 6}


# --- legal actions -----------------------------------------------------------------------------------------------


def test_legal_action_has_its_name_seat_and_fields() -> None:
    sealing = legal_action(SealStake, 2, Count("x1", 0, 3, 1), Pick("card", (1, 2)), Dice("die", 1), total=(1, 3))
    assert sealing == LegalAction(2, "seal-stake", sealing.fields, (1, 3), (), private=True)
    assert sealing.field("card") == Pick("card", (1, 2))
    assert not legal_action(EndTurn, 0).private


def test_view_finds_a_legal_action_by_name_and_seat() -> None:
    table = begun(GAMES["lang-lebe"], 3, {}).table
    view = table.game.view(table.state, 1)
    mine = view.legal_action("take-start-area", 1)
    assert mine is not None
    assert mine.seat == 1
    assert view.legal_action("take-start-area") is not None
    assert view.legal_action("crown-myself") is None


def test_first_value_of_an_option_is_its_default() -> None:
    assert Option("dice", T("Dice"), (("typed", T("Real dice")), ("herald", T("Herald rolls")))).default == "typed"


def test_refusal_has_a_code_a_text_and_a_rule() -> None:
    refused = Refusal("cards", T("You held no such card."), "nl 90")
    assert (refused.code, refused.message.message, refused.rule) == ("cards", "You held no such card.", "nl 90")
    assert str(refused) == "cards", "a log of errors shows the code, not what somebody holds"


class Quiet(Phase, abstract=True):
    """An empty phase."""


class Named(Quiet, abstract=True):
    who: int


class Written(Event, abstract=True):
    """Adds a to-do line, keeping or replacing the previous ones."""

    what: str
    anew: bool = False

    def to_do(self, state: GameState) -> Iterable[Text]:
        yield T(self.what)

    def clears_to_do(self, state: GameState) -> bool:
        return self.anew


def test_each_event_of_a_batch_sees_the_previous_ones() -> None:
    batch = Batch(GameState(seats=2, printed_values={}, phase=Quiet()))
    batch.emit(PrintedValueEntered("abc", "1"))
    assert batch.state.printed_values == {"abc": "1"}
    batch.emit(PrintedValueEntered("abc", ""))
    assert (batch.state.printed_values, len(batch.events)) == ({}, 2)


def test_to_do_list_grows_until_it_is_replaced() -> None:
    batch = Batch(GameState(seats=2, printed_values={}, phase=Quiet()))
    batch.emit(Written("one"))
    batch.emit(Written("two"))
    assert batch.state.to_do == (T("one"), T("two"))
    batch.emit(Written("three", anew=True))
    assert batch.state.to_do == (T("three"),)


def test_only_existing_phase_fields_can_be_replaced() -> None:
    assert GameState(seats=2, printed_values={}, phase=Named(0)).with_phase(who=1).phase == Named(1)
    with pytest.raises(TypeError):
        GameState(seats=2, printed_values={}, phase=Quiet()).with_phase(who=1)


def test_decided_event_is_applied_once() -> None:
    """Replaying the same event on the same state returns the identical state."""
    state, event = GameState(seats=2, printed_values={}, phase=Quiet()), PrintedValueEntered("abc", "1")
    batch = Batch(state)
    batch.emit(event)
    assert apply_event(state, event) is batch.state


# --- every game --------------------------------------------------------------------------------------------------


@EVERY_GAME
def test_game_starts_with_every_player_count_and_option(game: Game[Any]) -> None:
    for players in game.players:
        for option in game.options:
            for value, _ in option.values:
                options = {**{o.key: o.default_for(example=True) for o in game.options}, option.key: value}
                state = game.start(GameConfig(players, options, {}))
                assert game.standings(state) is None
                assert not any(line.points for line in game.score(state))
                assert [game.view(state, seat).seat for seat in (None, *range(players))] == [None, *range(players)]


@EVERY_GAME
def test_private_actions_are_only_in_their_owners_view(game: Game[Any]) -> None:
    """The table screen has none: its actions depend only on public knowledge."""
    projection = play_game(game, game.players[0], Rng(random.Random(4)))
    state, kinds, owned = begun(game, game.players[0], {}).table.state, actions_by_name(game), 0
    actions = groupby(projection.records[game.players[0] + 2 :], key=lambda record: record.action_id)
    for number, (_, records) in enumerate(actions):
        for record in records:
            state = game.apply(state, record.event)
        for seat in (None, *range(game.players[0])) if number % 3 == 0 else ():
            view = game.view(state, seat)
            for made in (*view.legal_actions, *view.corrections):
                assert made.private == kinds[made.action].private
                assert not made.private or made.seat == seat
                owned += made.private
    # Some private actions exist only in tracking modes that bots do not use.
    assert not owned or any(action.private for action in game.actions)


@EVERY_GAME
def test_actions_and_events_have_unique_names(game: Game[Any]) -> None:
    for kinds in ((*TABLE_ACTIONS, *game.actions), (*TABLE_EVENTS, *game.events)):
        names = Counter(map(stored_name, kinds))
        assert [name for name, times in names.items() if times > 1] == []


@EVERY_GAME
def test_order_of_actions_is_the_order_of_the_games_modules(game: Game[Any]) -> None:
    """Renaming modules or sorting imports changes neither button order nor the choices of bots."""
    own = [
        kind.__module__.rpartition(".")[2] for kind in game.actions if kind.__module__.startswith(type(game).__module__)
    ]
    assert list(dict.fromkeys(own)) == [module for module in game.modules if module in own]
    assert own == sorted(own, key=game.modules.index)


@EVERY_GAME
def test_every_module_with_definitions_is_listed(game: Game[Any]) -> None:
    """Every listed module defines something; an unlisted one with definitions is an error."""
    package = import_module(type(game).__module__)
    for module in iter_modules(package.__path__):
        import_module(f"{package.__name__}.{module.name}")
    homes = {kind.__module__.rpartition(".")[2] for kind in registered_in(package.__name__, object)}
    assert homes == set(game.modules)
    assert len(set(game.modules)) == len(game.modules)


def test_unlisted_module_is_reported() -> None:
    game = GAMES["lang-lebe"]
    with pytest.raises(LookupError, match=r"scoring\.lang_lebe\.turn missing"):
        in_module_order("scoring.lang_lebe", Action, [module for module in game.modules if module != "turn"])


def test_order_follows_the_list_and_not_the_imports() -> None:
    game = GAMES["lang-lebe"]
    backwards = in_module_order("scoring.lang_lebe", Action, game.modules[::-1])
    assert {kind.__module__ for kind in backwards[:1]} == {"scoring.lang_lebe.setup"}
    assert set(backwards) == set(in_module_order("scoring.lang_lebe", Action, game.modules))


@EVERY_GAME
def test_action_is_found_by_its_stored_name(game: Game[Any]) -> None:
    for action in game.actions:
        assert game.action_named(stored_name(action)) is action
    assert game.action_named("take-seat") is None, "asks of the table are not the game’s"


@pytest.mark.parametrize("key", GAMES)
def test_public_part_of_a_view_knows_no_seat_and_is_shared(key: str) -> None:
    game, table = GAMES[key], projection_in(max(recordings_folder(key).glob("*.jsonl"))).table
    assert list(signature(game.public_view).parameters) == ["state"]
    public = game.public_view(table.state)
    views = [game.view(table.state, seat) for seat in (None, *range(len(table.seats)))]
    assert public
    for name in public:
        assert len({id(getattr(view, name)) for view in views}) == 1, name
    assert not public.keys() & game.own_view(table.state, 0).keys()
