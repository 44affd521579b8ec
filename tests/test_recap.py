"""The recap of an evening in a few sentences."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from scoring.kernel import Anecdote, AnecdoteKind
from scoring.recap import FEWEST, MOST, deciding_steps, furthest_behind, recap
from scoring.standings import Category, Standing, Standings, categories
from scoring.timeline import Chapter, Lead, Moment, Swing, Timeline, timeline
from scoring.words import T, Who, render
from tests.games import TESTS, projection_in, recordings

NAMES = ("Anna", "Ben", "Carla")


def evening(*steps: tuple[int, int, int], first: int | None = 0) -> tuple[Timeline, Standings]:
    """Returns the timeline and standings of three players, from their points after each step; most points win."""
    moments = [Moment(n, n, "2026-01-01T20:00:00+00:00", points) for n, points in enumerate(((0, 0, 0), *steps))]
    swings = [
        Swing(after.seq, after.at, T(f"Step {after.step}."), (a - x, b - y, c - z), T(f"step {after.step} came"))
        for before, after in pairwise(moments)
        for (x, y, z), (a, b, c) in [(before.points[:3], after.points[:3])]  # type: ignore[misc]
    ]
    leads, leader = [], None
    for moment, swing in zip(moments[1:], swings, strict=True):
        ahead = [seat for seat in range(3) if moment.points[seat] == max(moment.points)]
        if len(ahead) == 1 and ahead[0] != leader:
            leader = ahead[0]
            leads.append(Lead(leader, swing))
    order = sorted(range(3), key=lambda seat: -steps[-1][seat])
    places = tuple(
        Standing(1 + sum(other > steps[-1][seat] for other in steps[-1]), seat, steps[-1][seat]) for seat in order
    )
    began, ended, all_swings = moments[0].at, moments[-1].at, tuple(swings)
    told = Timeline(began, ended, first, tuple(moments), tuple(leads), all_swings, all_swings, ())
    return told, Standings(places, T("Over."))


def recap_lines(*steps: tuple[int, int, int]) -> list[str]:
    return [render(sentence, NAMES) for sentence in recap(*evening(*steps), 90)]


@pytest.mark.parametrize("path", recordings(), ids=lambda path: path.relative_to(TESTS).as_posix())
def test_every_recording_has_a_recap_of_five_to_eight_sentences(path: Path) -> None:
    projection = projection_in(path)
    assert projection.table.standings is not None
    game, seats = projection.table.game, len(projection.table.seats)
    rows = categories(game.score(projection.table.state), seats, game.score_rows)
    sentences = [
        render(one, projection.table.names) for one in recap(timeline(projection), projection.table.standings, 90, rows)
    ]
    # Fewer sentences with two permanent leaders or without tracked moves. After a shared victory the winners' points
    # are left out.
    told, winners = timeline(projection), len(projection.table.standings.winners)
    fewest = (2 if told.watched else 1) + seats - (winners if winners > 1 else 0)
    fewest = fewest if told.all_swings else 1  # the table named the winners, and nobody has points
    assert min(FEWEST, fewest) <= len(sentences) <= MOST
    assert len(set(sentences)) == len(sentences)


def test_comeback_and_close_finish() -> None:
    sentences = recap_lines((5, 0, 0), (12, 0, 1), (12, 0, 6), (12, 0, 13))
    assert "At one point, Carla trailed by 11 and still won." in sentences
    assert "Anna led the longest but came second." in sentences
    assert "The biggest swing of the evening: step 2 came, +7 for Anna." in sentences
    assert "Then came the turning point: step 4 came. From then on, Carla led." in sentences
    assert sentences[-1] == "It was close: Carla finished just 1 ahead of Anna."


def test_leader_from_first_to_last_step_is_mentioned() -> None:
    assert "No one ever overtook Anna." in recap_lines((5, 0, 0), (9, 1, 2), (20, 3, 4))


def test_shared_victory_and_tie_break() -> None:
    steps = (1, 0, 0), (1, 1, 0), (5, 5, 0)
    assert "The biggest swing came near the end: step 3 came, +4 for Anna." in recap_lines(*steps)
    assert "In the end, Anna and Ben shared the win, with 5 each." in recap_lines(*steps)
    assert not any(" won with " in sentence for sentence in recap_lines(*steps)), "it is said once"
    told, standings = evening(*steps)
    first, second, third = standings.places
    broken = Standings((first, Standing(2, second.seat, second.points), third), T("Over."))
    level = "In the end, Anna and Ben were tied, and the tiebreaker decided it."
    assert level in [render(sentence, NAMES) for sentence in recap(told, broken, 90)]


def test_deciding_step_would_have_changed_the_winner() -> None:
    found = deciding_steps(*evening((0, 10, 0), (3, 10, 0), (12, 10, 0)))
    assert [(render(turn.swing.text, NAMES), turn.instead, turn.had, turn.other) for turn in found] == [
        ("Step 3.", 1, 10, 3),
        ("Step 2.", 1, 10, 9),
    ]


def test_points_won_and_lost_again_decided_nothing() -> None:
    found = deciding_steps(*evening((9, 0, 0), (0, 0, 0), (0, 4, 0), (6, 4, 0)))
    assert [render(turn.swing.text, NAMES) for turn in found] == ["Step 4."]


def test_deciding_steps_are_none_if_points_do_not_decide() -> None:
    told, standings = evening((5, 0, 0), (5, 9, 0))
    other = Standings((Standing(1, 0, 5), Standing(2, 1, 9), Standing(3, 2, 0)), T("Anna is king."))
    assert deciding_steps(told, standings) != ()
    assert deciding_steps(told, other) is None


def test_steps_needed_to_reach_the_target_are_deciding() -> None:
    told, standings = evening((12, 4, 5), (15, 5, 7), (19, 3, 6))
    count, bonus, last = told.all_swings
    told = replace(told, all_swings=(replace(count, recap=None), bonus, replace(last, recap=None)))
    assert deciding_steps(told, standings) == (), "by points alone nobody would have been ahead of Anna"
    found = deciding_steps(told, replace(standings, target=19))
    assert found is not None
    assert [(render(turn.swing.text, NAMES), turn.instead, turn.had, turn.other) for turn in found] == [
        ("Step 2.", None, 19, 16)
    ]
    assert deciding_steps(told, replace(standings, target=16)) is None, (
        "Anna had enough without it, so nothing is claimed"
    )


def test_recorded_election_has_a_target_of_19_votes() -> None:
    standings = projection_in(TESTS / "lang_lebe" / "recorded" / "3-several-elections.jsonl").table.standings
    assert standings is not None
    assert standings.target == 19


def test_biggest_swing_and_hardest_blow_are_the_largest() -> None:
    told, standings = evening((12, 4, 5), (15, 5, 7), (19, 3, 1), (19, 4, 1))
    assert "The biggest swing of the evening: step 1 came, +12 for Anna." in recap_lines(
        (12, 4, 5), (15, 5, 7), (19, 7, 8)
    )
    count, bonus, lost, last = told.all_swings
    quiet = replace(told, all_swings=(replace(count, recap=None), bonus, replace(lost, recap=None), last))
    sentences = [render(sentence, NAMES) for sentence in recap(quiet, standings, 90)]
    assert not any("biggest swing" in sentence or "hardest blow" in sentence for sentence in sentences)


def test_step_that_cost_more_than_it_gained_is_a_blow() -> None:
    sentences = recap_lines((9, 9, 0), (9, 1, 4), (10, 2, 5), (10, 2, 6))
    assert "The hardest blow: step 2 came, −8 for Ben." in sentences
    assert not any("biggest swing" in sentence for sentence in sentences)


def test_furthest_deficit_of_a_seat() -> None:
    assert furthest_behind(evening((5, 0, 0), (12, 0, 1), (12, 0, 13))[0], 2) == 11


def test_biggest_swing_that_is_the_turning_point_is_told_once() -> None:
    sentences = recap_lines((3, 0, 0), (4, 0, 0), (4, 9, 0), (5, 10, 1))
    assert "The biggest swing was the turning point: step 3 came, +9 for Ben. From then on, Ben led." in sentences
    assert not any(sentence.startswith("Then") for sentence in sentences)


def test_biggest_gain_and_turning_point_may_differ_in_seat() -> None:
    sentences = recap_lines((2, 1, 0), (3, 2, 0), (3, 6, 5), (4, 7, 5))
    assert "The biggest swing of the evening: step 3 came, +5 for Carla." in sentences
    assert "Then came the turning point: step 3 came. From then on, Ben led." in sentences
    assert not any("Carla led" in sentence for sentence in sentences)


def test_turning_point_is_told_without_a_big_swing() -> None:
    sentences = recap_lines(*((n, n - 1, 0) for n in range(1, 21)), (20, 22, 0), (21, 23, 0))
    assert not any("biggest" in sentence for sentence in sentences)
    assert "Then came the turning point: step 21 came. From then on, Ben led." in sentences


def test_recap_step_names_no_seat_twice() -> None:
    told, standings = evening((3, 0, 0), (3, 9, 0), (5, 10, 1), (6, 11, 2))
    quiet, taken, *later = told.all_swings
    deed = replace(taken, recap=T("{who} took Lake Land", who=Who(1)))
    swings = (replace(quiet, recap=None), deed, *later)
    leads = (told.leads[0], replace(told.leads[1], swing=deed))
    sentences = [render(one, NAMES) for one in recap(replace(told, all_swings=swings, leads=leads), standings, 90)]
    assert "The biggest swing was the turning point: Ben took Lake Land, +9. From then on, Ben led." in sentences
    bare = replace(told, all_swings=tuple(replace(one, recap=None) for one in swings), leads=leads[:1])
    assert not any("step" in render(one, NAMES) for one in recap(bare, standings, 90))


def test_recap_of_final_scoring_uses_the_score_sheet() -> None:
    rows = [Category(T("Land"), (4, 9, 1)), Category(T("Fame"), (6, 5, 2)), Category(T("Luck"), (3, 3, 0))]
    told, standings = evening((13, 17, 3))
    assert not told.watched
    assert evening((1, 0, 0), (1, 4, 0), (13, 17, 3))[0].watched
    assert [render(one, NAMES) for one in recap(told, standings, 90, rows)] == [
        "Land decided it: Ben scored 5 more than Anna there.",
        "Anna scored the most for Fame (6).",
        "In the end, Ben finished 4 ahead of Anna.",
        "Anna came second with 13.",
        "Carla came third with 3.",
    ]


def test_recap_tells_the_final_margin_once() -> None:
    rows = [Category(T("Area votes"), (20, 6, 5)), Category(T("Bonus votes"), (1, 1, 0))]
    assert [render(one, NAMES) for one in recap(*evening((21, 7, 5)), 90, rows)] == [
        "Area votes decided it: Anna scored 14 more than Ben there.",
        "Ben came second with 7.",
        "Carla came third with 5.",
        "Anna won with 21.",
    ]


@pytest.mark.parametrize("path", recordings(), ids=lambda path: path.relative_to(TESTS).as_posix())
def test_at_most_two_sentences_only_say_who_led(path: Path) -> None:
    projection = projection_in(path)
    assert projection.table.standings is not None
    sentences = [
        render(one, projection.table.names) for one in recap(timeline(projection), projection.table.standings, 90)
    ]
    starts = ("Halfway through", "The lead changed hands", "No one ever overtook")
    ends = ("took the first lead.",)
    about = [one for one in sentences if one.startswith(starts) or one.endswith(ends) or "led the longest" in one]
    assert len(about) <= 2
    assert len(set(sentences)) == len(sentences)


def test_anecdotes_are_told_before_the_turning_point() -> None:
    told, standings = evening((3, 0, 0), (3, 9, 0), (5, 10, 1), (6, 11, 2))
    anecdotes = (
        Anecdote(AnecdoteKind.ROLL, 4, T("{who} rolled 1, 1", who=Who(2))),
        Anecdote(AnecdoteKind.BLUFF, 2, T("{who} staked 3 cards where 1 was enough", who=Who(0))),
    )
    sentences = [render(one, NAMES) for one in recap(replace(told, anecdotes=anecdotes), standings, 90)]
    roll = sentences.index("The unluckiest roll: Carla rolled 1, 1.")
    assert sentences[roll + 1] == "The biggest bluff: Anna staked 3 cards where 1 was enough."
    assert not any(one.endswith("took the first lead.") for one in sentences), "one sentence about leads is enough"


def test_disputes_of_a_recorded_game_bring_its_bluff_and_its_tie() -> None:
    told = timeline(projection_in(TESTS / "lang_lebe/recorded/5-several-elections.jsonl"))
    names = ("Anna", "Ben", "Carla", "David", "Eva")
    assert {one.kind: render(one.text, names) for one in told.anecdotes} == {
        AnecdoteKind.BLUFF: "Anna staked 5 cards where 3 were enough",
        AnecdoteKind.TIE: "Ben and Carla reached 39 each in a dispute and rolled again",
    }


def test_time_axis_counts_chapters_not_actions() -> None:
    told, _ = evening((1, 0, 0), (2, 0, 0), (3, 0, 0), (4, 0, 0), (5, 0, 0))
    chapters = {4: Chapter(T("Round"), 1), 5: Chapter(T("Round"), 2)}
    moments = tuple(replace(moment, chapter=chapters.get(moment.step)) for moment in told.moments)
    assert replace(told, moments=moments).positions == (0, 0.25, 0.5, 0.75, 1, 2)
    assert told.positions == (0, 0.2, 0.4, 0.6, 0.8, 1)
