"""Films: their schedule, the boards of their scenes, the to-do lines as they come, and how long they last."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from itertools import pairwise

import pytest

from scoring.bots import play_game
from scoring.film import BEATS, BRIEF, FIRST, LETTER, REST, Film, Step, build_film
from scoring.games import GAMES
from scoring.highlights import Highlight, Row
from scoring.kernel import Event, Rng
from scoring.replay import Projection, Record, apply_record, replay
from scoring.table import Table
from scoring.table_events import Undone
from scoring.words import T, render
from tests.browser.moments import stages


@dataclass(frozen=True)
class Shown:
    """Stands for an event with one highlight."""

    highlight: Highlight

    def highlights(self, _state: object, _after: object, _then: object) -> tuple[Highlight, ...]:
        return (self.highlight,)


@pytest.fixture(scope="module")
def rounds() -> tuple[Film, ...]:
    """Every film of two rounds of Wars of the Roses that has several scenes."""
    projection = play_game(GAMES["wars-of-the-roses"], 4, Rng(random.Random(3)), {})
    found = []
    for stage in stages(projection):
        if stage.films and stage.films[0].is_long:
            found.append(stage.films[0])
        if len(found) == 4:
            break
    return tuple(found)


def test_scenes_follow_one_another_without_gaps(rounds: tuple[Film, ...]) -> None:
    for film in rounds:
        assert film.scenes[0].at == 0
        assert all(one.ends == after.at for one, after in pairwise(film.scenes))
        assert film.length == film.scenes[-1].ends
        assert all(one.at < one.told < one.ends for one in film.scenes)


def test_each_scene_starts_on_the_board_that_the_last_one_left(rounds: tuple[Film, ...]) -> None:
    for film in rounds:
        assert all(one.after == after.before for one, after in pairwise(film.scenes))


def test_to_do_lines_appear_with_their_scenes(rounds: tuple[Film, ...]) -> None:
    for film in rounds:
        told = {scene.told for scene in film.scenes}
        assert {line.at for line in film.to_do} <= told
        assert [line.at for line in film.to_do] == sorted(line.at for line in film.to_do)
        last = film.scenes[-1].after.state.to_do
        assert {line.text for line in film.to_do if line.until is None} == set(last) - set(
            film.scenes[0].before.state.to_do
        )


def test_a_round_is_told_in_less_than_two_minutes(rounds: tuple[Film, ...]) -> None:
    assert rounds
    for film in rounds:
        assert film.length < 120_000, [scene.highlight.kind for scene in film.scenes]


def step(highlight: Highlight, table: Table) -> Step:
    return Step(Shown(highlight), table, table)  # type: ignore[arg-type]


def lasting(highlight: Highlight, table: Table) -> int:
    return build_film(1, "", [step(highlight, table)]).length


def test_a_scene_lasts_as_long_as_its_beats_and_its_caption(rounds: tuple[Film, ...]) -> None:
    table, verdict = rounds[0].scenes[0].after, T("Ana takes Wales.")
    few = Highlight("battle", T("Battle"), verdict, (Row(0), Row(1)))
    assert lasting(few, table) == FIRST + 3 * 750 + REST + LETTER * len(render(verdict, table.names))
    many = replace(few, rows=(Row(0),) * 9)
    assert lasting(many, table) == FIRST + BEATS + REST + LETTER * len(render(verdict, table.names))
    assert lasting(replace(few, brief=True), table) == BRIEF


def test_a_ticker_covers_nothing(rounds: tuple[Film, ...]) -> None:
    table = rounds[0].scenes[0].after
    big = Highlight("tracks", T("Ana scores"), T("Three more points."))
    small = replace(big, title=T("Ben scores"), ticker=True)
    steps = [step(one, table) for one in (small, big)]
    assert not build_film(1, "", steps[:1]).covers
    assert build_film(1, "", steps).covers


def moved(projection: Projection, event: Event) -> Projection:
    return apply_record(projection, Record(projection.seq + 1, "2026-01-01T20:00:00+00:00", 0, "later", event))


def test_move_without_scenes_does_not_end_the_running_film() -> None:
    projection = play_game(GAMES["wars-of-the-roses"], 3, Rng(random.Random(1)), {})
    before, after = next(
        (one, then)
        for one, then in pairwise(stages(projection))
        if one.films and one.films[0].is_long and then.films and not then.films[0].scenes
    )
    assert after.films[1] is before.films[0]
    assert after.highlights == ()


def test_the_film_of_an_undone_move_is_gone() -> None:
    projection = next(
        stage
        for stage in stages(play_game(GAMES["wars-of-the-roses"], 2, Rng(random.Random(1)), {}))
        if stage.films and stage.films[0].is_long
    )
    back = next(r.seq for r in projection.records if r.action_id == projection.records[-1].action_id) - 1
    after = moved(projection, Undone(back))
    assert after.films == ()
    assert replay(after.records).films == ()
