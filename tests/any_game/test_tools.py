"""Options of tools and rows that the examples do not use."""

from __future__ import annotations

import json
import random

import pytest

from scoring.any_game.answers import ContinueWithout, EnterAmounts, SealAnswer
from scoring.any_game.rounds import CountRound, EndGame, MoveMarker, Playing
from scoring.any_game.state import State
from scoring.any_game.tools import StartTool
from scoring.kernel import Refusal, Rng
from scoring.reveal_phases import ConfirmBoard
from scoring.standings import totals
from scoring.words import render
from tests.any_game.test_playing import GAME, NAMES, act, started_game


def sheet(*parts: dict[str, object], **head: object) -> str:
    """Returns a sheet with these rows and tools, which are named after their place."""
    named = [
        {"id": f"p{n}", "button" if "question" in part else "label": f"Part {n}", **part}
        for n, part in enumerate(parts)
    ]
    rows = [part for part in named if "label" in part]
    tools = [part for part in named if "button" in part]
    return json.dumps({"herald": "sheet 1", "title": "A", "players": [2, 9], "rows": rows, "tools": tools, **head})


def asking(text: str, tool: str, *answers: int | None, seats: int = 0) -> State:
    """Returns the state after everybody has answered; None: the table continues without."""
    state = act(started_game(text, seats or len(answers)), 0, StartTool(tool, {}))
    return answered(state, *answers)


def answered(state: State, *answers: int | None) -> State:
    for seat, answer in enumerate(answers):
        if answer is not None:
            state = act(state, seat, SealAnswer({"answer": answer}))
    return state if isinstance(state.phase, Playing) else act(state, 0, ContinueWithout())


YES, NO, ABSTAIN = (0,), (1,), 2


@pytest.mark.parametrize(
    ("votes", "rule", "won"),
    [
        ((0, 0, 0, 0, 1, 1, 1), {}, YES),
        ((0, 0, 0, 1, 1, 1, 2), {}, NO),
        ((0, 0, 0, 0, 1, 1, 2), {"passes": "two-thirds"}, YES),
        ((0, 0, 0, 0, 1, 1, 1), {"passes": "two-thirds"}, NO),
        ((0, 0, 2, 2), {"passes": "all"}, YES),
        ((0, 0, 2, 1), {"passes": "all"}, NO),
        ((2, 2, 2), {"passes": "all"}, NO),
        ((2, 2, 2), {}, NO),
        ((0, 0, 1, 1), {"passes": 2}, YES),
        ((0, 0, 1, 1), {"passes": 3}, NO),
        ((0, 1), {"ties": "passes"}, YES),
        ((0, 0, 1, None), {}, YES),
    ],
)
def test_vote_passes_by_its_rule(votes: tuple[int, ...], rule: dict[str, object], won: tuple[int, ...]) -> None:
    text = sheet({"kind": "vote", "question": "Sail?", "abstain": True, **rule})
    assert asking(text, "p0", *votes).results[-1].won == won


def test_votes_weigh_as_much_as_a_track_says() -> None:
    text = sheet(
        {"kind": "track", "start": 1, "max": 9},
        {"kind": "vote", "question": "Sail?", "weights": "p0"},
    )
    state = act(started_game(text, 3), 0, MoveMarker("p0", 3))
    state = answered(act(state, 1, StartTool("p1", {})), 0, 1, 1)
    assert state.results[-1].won == YES, "3 to 2"


@pytest.mark.parametrize(("who", "seats"), [("all", (0, 1, 2)), ("others", (0, 2)), ("chosen", (1, 2))])
def test_only_those_asked_answer(who: str, seats: tuple[int, ...]) -> None:
    text = sheet({"kind": "number", "question": "How many?", "who": who})
    state = act(started_game(text, 3), 1, StartTool("p0", {"1": 1, "2": 1} if who == "chosen" else {}))
    assert getattr(state.phase, "sealed").asked == seats  # noqa: B009


def test_choice_of_several_has_bounds() -> None:
    text = sheet({"kind": "choice", "question": "Which?", "options": ["A", "B", "C"], "min": 1, "max": 2})
    state = act(started_game(text, 2), 0, StartTool("p0", {}))
    for picks in ({}, {"0": 1, "1": 1, "2": 1}):
        with pytest.raises(Refusal):
            GAME.decide(state, 0, SealAnswer(picks), Rng(random.Random(1)))
    assert act(state, 0, SealAnswer({"0": 1, "2": 1})) != state


def test_everybody_pays_a_bid() -> None:
    bid = {"kind": "number", "question": "Bid?", "max": "p0", "wins": "highest", "pays": "all", "purse": "p0"}
    state = asking(sheet({"kind": "track", "start": 10, "worth": []}, bid), "p1", 4, 7, 0)
    assert state.markers["p0"] == (6, 3, 10)


MAJORITY = {"kind": "majority", "areas": [["Bay", [9, 5, 2]]]}


@pytest.mark.parametrize(
    ("options", "pieces", "points"),
    [
        ({}, (5, 3, 1), (9, 5, 2)),
        ({"at_least": 3}, (5, 3, 1), (9, 5, 0)),
        ({"at_least": 0, "ties": "all"}, (5, 0, 0), (9, 5, 5)),
        ({}, (5, 0, 0), (9, 0, 0)),
        ({"alone": "all"}, (5, 0, 0), (16, 0, 0)),
        ({"ties": "dense"}, (4, 4, 1), (9, 9, 5)),
        ({"tie_breaks": ["order"]}, (4, 4, 1), (9, 5, 2)),
        ({"tie_breaks": ["p0"], "ties": "all"}, (4, 4, 4), (5, 9, 5)),
    ],
)
def test_majority_follows_its_options(
    options: dict[str, object], pieces: tuple[int, ...], points: tuple[int, ...]
) -> None:
    text = sheet({"kind": "track", "worth": []}, {**MAJORITY, **options})
    state = act(act(started_game(text, 3), 1, MoveMarker("p0", 2)), 0, EndGame())
    for seat, count in enumerate(pieces):
        state = act(state, seat, EnterAmounts({"p1.0": count}))
    assert totals(GAME.score(state.phase.entered(state)), 3) == points  # type: ignore[attr-defined]


@pytest.mark.parametrize(("first_only", "points"), [(True, (12 + 3, 12)), (False, (12 + 3, 12 + 3))])
def test_first_one_to_pass_a_mark_may_score_alone(first_only: bool, points: tuple[int, ...]) -> None:
    text = sheet({"kind": "track", "marks": [[10, 3, "Wreath"]], "first_only": first_only})
    state = act(act(started_game(text, 2), 0, MoveMarker("p0", 12)), 1, MoveMarker("p0", 12))
    assert totals(GAME.score(state), 2) == points


def test_no_more_pieces_than_the_box_has() -> None:
    text = sheet({"kind": "count", "each": 2, "supply": 12, "when": "each-round", "label": "Lamps"})
    state = act(started_game(text, 2), 0, CountRound())
    state = act(act(state, 0, EnterAmounts({"p0": 8})), 1, EnterAmounts({"p0": 6}))
    assert not isinstance(state.phase, Playing)
    with pytest.raises(Refusal) as refused:
        GAME.decide(state, 0, ConfirmBoard(), Rng(random.Random(1)))
    assert render(refused.value.message, NAMES) == "You entered 14 Lamps in total, but there are 12."
    state = act(state, 1, EnterAmounts({"p0": 4}))
    assert totals(GAME.score(state), 2) == (16, 8)


def test_scale_and_pick_are_looked_up() -> None:
    text = sheet(
        {"kind": "scale", "steps": [[1, 1], [2, 4], [4, 9]], "more": 7},
        {"kind": "pick", "options": [["Castle", 5], ["Village", -2]]},
    )
    state = act(started_game(text, 3), 0, EndGame())
    for seat, (gems, chosen) in enumerate(((3, 1), (6, 2), (0, 0))):
        state = act(state, seat, EnterAmounts({"p0": gems, "p1": chosen}))
    assert totals(GAME.score(state), 3) == (4 + 5, 9 + 14 - 2, 0)
    assert render(GAME.score(state)[0].what, NAMES) == "Part 0: 3"
