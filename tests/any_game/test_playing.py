"""Tools, counts and the end, with the sheets as examples."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from importlib import import_module

import pytest

from scoring.any_game import GAME, formula
from scoring.any_game.answers import EnterAmounts, SealAnswer
from scoring.any_game.counting import standings
from scoring.any_game.examples import BLANK, EXAMPLES, LANTERN_MARKET, NIGHT_FERRY, TIDEWATER
from scoring.any_game.rounds import (
    Counting,
    CountRound,
    EndGame,
    MoveMarker,
    MoveOwnMarker,
    NameWinners,
    Over,
    Playing,
    SettlePlace,
)
from scoring.any_game.sheet import Number, Vote, parsed
from scoring.any_game.state import LAST, SHEET, State
from scoring.any_game.tools import Asking, DecideTie, Deciding, StartTool, best_bidders, vote_outcome
from scoring.bots import fill_in, pick_legal_action
from scoring.codec import from_form
from scoring.kernel import Action, Game, GameConfig, Refusal, Rng, apply_event, stored_name
from scoring.reveal_phases import ConfirmBoard
from scoring.standings import totals
from scoring.words import render

for module in GAME.modules:
    import_module(f"scoring.any_game.{module}")
NAMES = ("Anna", "Ben", "Clara", "David", "Eva")


def started_game(sheet: str, seats: int) -> State:
    state: State = game_of(sheet).start(GameConfig(seats, {}, {SHEET: sheet}))
    return state


def game_of(sheet: str) -> Game[State]:
    return GAME.of_values({SHEET: sheet})


def act(state: State, seat: int, action: Action) -> State:
    for event in GAME.decide(state, seat, action, Rng(random.Random(1))):
        state = apply_event(state, event)
    return state


def bidding(sheet: str, *bids: int) -> State:
    state = act(started_game(sheet, len(bids)), 0, StartTool("bid", {}))
    for seat, bid in enumerate(bids):
        state = act(state, seat, SealAnswer({"answer": bid}))
    return state


@pytest.mark.parametrize(
    ("wins", "winners"),
    [("highest", (1, 2)), ("highest-unique", (0,)), ("lowest", (3,)), ("lowest-unique", (3,))],
)
def test_winning_bids(wins: str, winners: tuple[int, ...]) -> None:
    assert best_bidders(wins, dict(enumerate((5, 9, 9, 2)))) == winners
    assert best_bidders("highest", {0: 0, 1: 0}) == ()


@pytest.mark.parametrize(
    ("ties", "won"), [("nobody", ()), ("all", (1, 2)), ("order", (2,))], ids=["nobody", "all", "in turn order"]
)
def test_tied_bids(ties: str, won: tuple[int, ...]) -> None:
    sheet = BLANK.replace('"wins": "highest"', f'"wins": "highest", "ties": "{ties}"')
    state = started_game(sheet, 4)
    state = act(state, 0, StartTool("first", {}))
    assert state.first is not None
    before = state.first
    state = act(state, 0, StartTool("bid", {}))
    for seat, bid in enumerate((5, 9, 9, 2)):
        state = act(state, seat, SealAnswer({"answer": bid}))
    expected = (min((1, 2), key=lambda seat: (seat - before) % 4),) if ties == "order" else won
    assert state.results[-1].won == expected
    assert isinstance(state.phase, Playing)


def test_the_table_decides_a_tie() -> None:
    state = bidding(BLANK, 5, 9, 9, 2)
    assert isinstance(state.phase, Deciding)
    assert act(state, 0, DecideTie(2)).results[-1].won == (2,)


@pytest.mark.parametrize(
    ("votes", "half", "two_thirds", "all_"),
    [((4, 3), 0, 1, 1), ((4, 2), 0, 0, 1), ((7, 0), 0, 0, 0), ((0, 0), 1, 1, 1)],
)
def test_votes(votes: tuple[int, int], half: int, two_thirds: int, all_: int) -> None:
    rules = ("half", "two-thirds", "all")
    found = [vote_outcome(Vote(id="v", button="Vote", passes=passes), votes)[0] for passes in rules]
    assert found == [(half,), (two_thirds,), (all_,)]
    assert vote_outcome(Vote(id="v", button="Vote"), (3, 3)) == ((), (0, 1))


def test_tied_bidders_bid_again_and_the_winner_pays() -> None:
    state = bidding(LANTERN_MARKET, 11, 11, 3)
    phase = Asking.current(state)
    assert (phase.sealed.asked, phase.again) == ((0, 1), True)
    state = act(act(state, 0, SealAnswer({"answer": 12})), 1, SealAnswer({"answer": 14}))
    coins = state.sheet.row("coins")
    assert [state.marker(coins, seat) for seat in range(3)] == [40, 26, 40]  # type: ignore[arg-type]
    assert state.round == 2, "the round ends after the bid"


def test_nobody_bids_more_than_they_have() -> None:
    state = act(started_game(LANTERN_MARKET, 3), 0, StartTool("bid", {}))
    with pytest.raises(Refusal) as refused:
        GAME.decide(state, 1, SealAnswer({"answer": 41}), Rng(random.Random(1)))
    assert render(refused.value.message, NAMES) == "Choose a number from 0 to 40."


def test_a_purse_is_for_its_owner_alone() -> None:
    one, other = (act(started_game(LANTERN_MARKET, 3), 1, MoveOwnMarker("coins", to)) for to in (7, 31))
    game = game_of(LANTERN_MARKET)
    for seat in (None, 0, 2):
        assert game.view(one, seat) == game.view(other, seat)
    assert game.view(one, 1) != game.view(other, 1)
    assert totals(game.public_score(one), 3) == totals(game.public_score(other), 3)


def test_bays_are_scored_with_the_next_prize_for_ties() -> None:
    state = act(started_game(TIDEWATER, 3), 0, CountRound())
    for seat, boats in enumerate((3, 3, 1)):
        state = act(state, seat, EnterAmounts({"bays.0": boats, "harbour": int(seat == 2)}))
    assert isinstance(state.phase, Counting), "the table checks the pieces"
    state = act(state, 0, ConfirmBoard())
    assert totals(GAME.score(state), 3) == (4, 4, 2 + 3)
    assert state.round == 2


def test_two_holders_are_settled_by_the_table() -> None:
    state = act(started_game(TIDEWATER, 3), 0, CountRound())
    for seat in range(3):
        state = act(state, seat, EnterAmounts({"harbour": int(seat < 2)}))
    with pytest.raises(Refusal):
        GAME.decide(state, 0, ConfirmBoard(), Rng(random.Random(1)))
    state = act(act(state, 0, SettlePlace("harbour", 1)), 0, ConfirmBoard())
    assert totals(GAME.score(state), 3) == (0, 3, 0)


def test_a_tie_over_a_row_is_settled_by_the_table() -> None:
    sheet = (
        '{"herald": "sheet 1", "title": "A", "players": [2, 4], "rows": ['
        '{"id": "glass", "label": "Glass", "kind": "count"},'
        '{"id": "most", "label": "Most", "kind": "majority", "over": "glass", "prizes": [5, 2], "ties": "table"}]}'
    )
    state = act(started_game(sheet, 3), 0, EndGame())
    for seat, glass in enumerate((4, 4, 1)):
        state = act(state, seat, EnterAmounts({"glass": glass}))
    assert isinstance(state.phase, Counting)
    assert render(state.phase.headline(state), NAMES) == "Most: Anna and Ben are tied. Who’s ahead?"
    state = act(act(state, 0, SettlePlace("most", 1)), 0, ConfirmBoard())
    assert totals(GAME.score(state), 3) == (4 + 2, 4 + 5, 1)


def test_a_track_ends_the_game_and_the_table_names_the_winners() -> None:
    state = act(started_game(NIGHT_FERRY, 5), 0, MoveMarker("storm", 3))
    assert state.ending == "The ferry is lost."
    state = act(state, 0, NameWinners({"1": 1, "4": 1}))
    assert isinstance(state.phase, Over)
    assert standings(state).winners == (1, 4)
    assert render(standings(state).reason, NAMES) == "Ben and Eva won together."


RACE = """\
{"herald": "sheet 1", "title": "Race", "players": [2, 4], "tie_breaks": ["food"], "ends": [{"row": "course", "at": 40}],
 "rows": [
 {"id": "course", "label": "Course", "kind": "track", "max": 46},
 {"id": "food", "label": "Food", "kind": "track", "max": 9, "worth": []},
 {"id": "bonus", "label": "Bonus", "kind": "points"}]}
"""


def test_round_is_finished_when_a_track_reaches_its_end() -> None:
    game, state = game_of(RACE), started_game(RACE, 3)
    assert not game.view(state, 0).counts_rounds
    state = act(state, 1, MoveMarker("course", 40))
    assert isinstance(state.phase, Playing), "the others still have their turn"
    assert (game.view(state, 0).counts_rounds, game.view(state, 0).last_round) == (True, True)
    state = act(act(state, 2, MoveMarker("course", 40)), 2, MoveMarker("food", 1))
    state = act(state, 0, CountRound())
    for seat in range(3):
        state = act(state, seat, EnterAmounts({"bonus": 1}))
    assert isinstance(state.phase, Over)
    assert [(one.seat, one.points) for one in standings(state).places] == [(2, 41), (1, 41), (0, 1)]
    assert state.ending == "Race"


def test_lowest_wins_with_tie_breaks_from_few() -> None:
    sheet = BLANK.replace('"players": [2, 9]', '"players": [2, 9], "wins": "lowest", "tie_breaks": ["-points"]')
    state = act(started_game(sheet, 2), 0, CountRound())
    state = act(act(state, 0, EnterAmounts({"points": 12})), 1, EnterAmounts({"points": 30}))
    state = act(state, 0, EndGame())
    assert standings(state).winners == (0,)


def test_labels_are_values_and_never_messages() -> None:
    sheet = BLANK.replace('"Points"', '"{0.__class__}"').replace('"Secret number"', '"{who}"')
    state = bidding(sheet, 1, 2)
    state = act(state, 0, CountRound())
    for seat in range(2):
        state = act(state, seat, EnterAmounts({"points": 5}))
    lines = [render(line.what, NAMES) for line in GAME.score(state)]
    assert lines == ["{0.__class__}"] * 2


def test_kinds_have_the_expected_defaults() -> None:
    tool = parsed(BLANK).tool("bid")
    assert isinstance(tool, Number)
    assert (tool.min, tool.max, tool.ties) == (0, 99, "table")


def test_each_formula_is_computed_once_per_round_and_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five formulas of each round and five of the end, each of all above: without a memory, 20⁵ rounds of sums."""
    rows = [
        {
            "id": f"f{n}",
            "label": f"Formula {n}",
            "kind": "formula",
            "when": "end" if n % 2 else "each-round",
            "expression": " + ".join(["round", *(f"f{above}" for above in range(n))]),
        }
        for n in range(10)
    ]
    sheet = json.dumps({"herald": "sheet 1", "title": "A", "players": [2, 9], "rounds": 19, "rows": rows})
    computed = Counter[str]()
    result = formula.result
    monkeypatch.setattr(formula, "result", lambda *args: computed.update([args[0]]) or result(*args))
    state = replace(started_game(sheet, 9), scored=(*range(1, 20), LAST), round=20)
    assert totals(game_of(sheet).score(state), 9)
    assert sorted(computed.values()) == [9] * 5 + [19 * 9] * 5


@pytest.mark.parametrize("seats", [2, 5, 9])
@pytest.mark.parametrize("sheet", [*EXAMPLES.values(), BLANK], ids=[*EXAMPLES, "blank"])
def test_random_actions_finish_every_sheet(sheet: str, seats: int) -> None:
    game, rng = game_of(sheet), Rng(random.Random(seats))
    state, actions = started_game(sheet, seats), {stored_name(action): action for action in game.actions}
    for _ in range(5_000):
        if state.phase.over:
            break
        seat = rng.choice(tuple(range(seats)))
        if legal_action := pick_legal_action(game.view(state, seat), rng):
            action = from_form(actions[legal_action.action], fill_in(legal_action, rng))
            for event in game.decide(state, seat, action, rng):
                state = apply_event(state, event)
    found = game.standings(state)
    assert found is not None
    assert found.winners
    assert [place.place for place in found.places] == sorted(place.place for place in found.places)
