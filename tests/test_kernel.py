"""The words all games share: names, luck, offers, options, refusals – and that every game keeps to them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from importlib import import_module
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
def test_a_class_is_stored_under_its_words(kind: type, name: str) -> None:
    assert stored_name(kind) == name


class Dealt(Event, abstract=True, stored="hand-dealt"):
    """Renamed since it was first stored."""


class DealtAgain(Dealt, abstract=True):
    """Another event, which was never called anything else."""


def test_a_renamed_event_keeps_its_stored_name_and_does_not_hand_it_on() -> None:
    assert stored_name(Dealt) == "hand-dealt"
    assert stored_name(DealtAgain) == "dealt-again"


# --- luck -------------------------------------------------------------------------------------------------------


@given(seed=st.integers(), things=st.lists(st.integers(), min_size=1, max_size=8), low=st.integers(-5, 5))
def test_luck_stays_within_bounds_and_repeats_with_its_seed(seed: int, things: list[int], low: int) -> None:
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


def test_a_die_has_six_faces_and_falls_on_each() -> None:
    assert set(Rng(random.Random(1)).roll(200)) == {1, 2, 3, 4, 5, 6}


# --- offers ------------------------------------------------------------------------------------------------------


def test_an_offer_says_what_may_be_asked_and_whose_it_is() -> None:
    sealing = legal_action(SealStake, 2, Count("x1", 0, 3, 1), Pick("card", (1, 2)), Dice("die", 1), total=(1, 3))
    assert sealing == LegalAction(2, "seal-stake", sealing.fields, (1, 3), (), private=True)
    assert sealing.field("card") == Pick("card", (1, 2))
    assert not legal_action(EndTurn, 0).private


def test_a_view_finds_an_offer_by_name_and_seat() -> None:
    table = begun(GAMES["lang-lebe"], 3, {}).table
    view = table.game.view(table.state, 1)
    mine = view.legal_action("take-start-area", 1)
    assert mine is not None
    assert mine.seat == 1
    assert view.legal_action("take-start-area") is not None
    assert view.legal_action("crown-myself") is None


def test_the_first_value_of_an_option_is_its_default() -> None:
    assert Option("dice", T("Dice"), (("typed", T("Real dice")), ("herald", T("Herald rolls")))).default == "typed"


def test_a_refusal_carries_its_code_its_words_and_its_rule() -> None:
    refused = Refusal("cards", T("You held no such card."), "nl 90")
    assert (refused.code, refused.message.message, refused.rule) == ("cards", "You held no such card.", "nl 90")
    assert str(refused) == "cards", "a log of errors shows the code, not what somebody holds"


class Quiet(Phase, abstract=True):
    """Nothing is going on."""


class Named(Quiet, abstract=True):
    who: int


class Written(Event, abstract=True):
    """Something to do for the hands, with or without what was there before."""

    what: str
    anew: bool = False

    def to_do(self, state: GameState) -> Iterable[Text]:
        yield T(self.what)

    def clears_to_do(self, state: GameState) -> bool:
        return self.anew


def test_a_draft_lets_each_step_see_what_the_last_one_did() -> None:
    batch = Batch(GameState(seats=2, box={}, phase=Quiet()))
    batch.emit(PrintedValueEntered("abc", "1"))
    assert batch.state.box == {"abc": "1"}
    batch.emit(PrintedValueEntered("abc", ""))
    assert (batch.state.box, len(batch.events)) == ({}, 2)


def test_the_to_do_list_grows_until_the_table_goes_on() -> None:
    batch = Batch(GameState(seats=2, box={}, phase=Quiet()))
    batch.emit(Written("one"))
    batch.emit(Written("two"))
    assert batch.state.to_do == (T("one"), T("two"))
    batch.emit(Written("three", anew=True))
    assert batch.state.to_do == (T("three"),)


def test_a_phase_goes_on_changed_and_no_other_phase_is_taken_for_it() -> None:
    assert GameState(seats=2, box={}, phase=Named(0)).with_phase(who=1).phase == Named(1)
    with pytest.raises(TypeError):
        GameState(seats=2, box={}, phase=Quiet()).with_phase(who=1)


def test_what_is_decided_is_folded_once() -> None:
    """Whoever replays the same event on the same state gets the very same state."""
    state, event = GameState(seats=2, box={}, phase=Quiet()), PrintedValueEntered("abc", "1")
    batch = Batch(state)
    batch.emit(event)
    assert apply_event(state, event) is batch.state


# --- every game --------------------------------------------------------------------------------------------------


@EVERY_GAME
def test_a_game_starts_for_every_number_of_players_and_every_option(game: Game[Any]) -> None:
    for players in game.players:
        for option in game.options:
            for value, _ in option.values:
                options = {**{o.key: o.default_for(example=True) for o in game.options}, option.key: value}
                state = game.start(GameConfig(players, options, {}))
                assert game.standings(state) is None
                assert not any(line.points for line in game.score(state))
                assert [game.view(state, seat).seat for seat in (None, *range(players))] == [None, *range(players)]


@EVERY_GAME
def test_a_view_offers_own_asks_to_their_owner_alone(game: Game[Any]) -> None:
    """And on the table screen there are none: what is offered there rests on what everybody knows."""
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
    # Some are asked only where Herald does not follow every move, as bots do.
    assert not owned or any(action.private for action in game.actions)


@EVERY_GAME
def test_no_two_actions_and_no_two_events_have_the_same_name(game: Game[Any]) -> None:
    for kinds in ((*TABLE_ACTIONS, *game.actions), (*TABLE_EVENTS, *game.events)):
        names = Counter(map(stored_name, kinds))
        assert [name for name, times in names.items() if times > 1] == []


@EVERY_GAME
def test_the_order_of_actions_is_the_order_of_the_games_modules(game: Game[Any]) -> None:
    """Neither renamed modules nor sorted imports change the order of buttons, or what bots choose."""
    own = [
        kind.__module__.rpartition(".")[2] for kind in game.actions if kind.__module__.startswith(type(game).__module__)
    ]
    assert list(dict.fromkeys(own)) == [module for module in game.modules if module in own]
    assert own == sorted(own, key=game.modules.index)


@EVERY_GAME
def test_every_module_that_defines_something_is_listed(game: Game[Any]) -> None:
    """A module that is not listed is an error; every listed one defines something."""
    package = import_module(type(game).__module__)
    for module in iter_modules(package.__path__):
        import_module(f"{package.__name__}.{module.name}")
    homes = {kind.__module__.rpartition(".")[2] for kind in registered_in(package.__name__, object)}
    assert homes == set(game.modules)
    assert len(set(game.modules)) == len(game.modules)


def test_a_module_missing_from_the_list_is_named() -> None:
    game = GAMES["lang-lebe"]
    with pytest.raises(LookupError, match=r"scoring\.lang_lebe\.turn missing"):
        in_module_order("scoring.lang_lebe", Action, [module for module in game.modules if module != "turn"])


def test_the_order_follows_the_list_and_not_the_imports() -> None:
    game = GAMES["lang-lebe"]
    backwards = in_module_order("scoring.lang_lebe", Action, game.modules[::-1])
    assert {kind.__module__ for kind in backwards[:1]} == {"scoring.lang_lebe.setup"}
    assert set(backwards) == set(in_module_order("scoring.lang_lebe", Action, game.modules))


@EVERY_GAME
def test_an_ask_is_found_by_its_stored_name(game: Game[Any]) -> None:
    for action in game.actions:
        assert game.action_named(stored_name(action)) is action
    assert game.action_named("take-seat") is None, "asks of the table are not the game’s"
