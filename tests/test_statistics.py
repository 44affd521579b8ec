"""All evenings together, with ties, shared victories and people who met or never met."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.standings import places
from scoring.statistics import Play, Result, by_game, champions, met, people, rivals, summaries, summary


def evening(day: int, game: str, *results: tuple[str, int, int]) -> Play:
    """(name, place, points) each."""
    ended = f"2026-01-{day:02}T22:00:00+00:00"
    return Play(f"T{day}", game, ended, tuple(Result(name.casefold(), name, *numbers) for name, *numbers in results))


EVENINGS = (
    evening(1, "royals", ("Anna", 1, 40), ("Ben", 2, 35), ("Carla", 3, 20)),
    evening(2, "royals", ("Ben", 1, 30), ("Anna", 1, 30), ("Carla", 3, 25)),  # shared
    evening(3, "saga", ("Carla", 1, 12), ("ANNA", 2, 8)),
    evening(4, "royals", ("Anna", 1, 50), ("Ben", 2, 22), ("Carla", 2, 22), ("Dirk", 4, 3)),  # tied behind the winner
)


def test_plays_wins_places_and_averages_of_a_person() -> None:
    anna = summary(EVENINGS, "anna", "Anna")
    assert (anna.plays, anna.wins, anna.places) == (4, 3, (3, 1))
    assert anna.place == pytest.approx((1 + 1 + 2 + 1) / 4)
    assert anna.points == pytest.approx((40 + 30 + 8 + 50) / 4)
    assert anna.best == 50


def test_a_shared_victory_is_a_victory_for_both() -> None:
    shared = EVENINGS[1:2]
    assert {one.name: one.wins for one in summaries(shared)} == {"Anna": 1, "Ben": 1, "Carla": 0}


def test_places_that_are_skipped_after_a_tie_count_nothing() -> None:
    assert summary(EVENINGS, "dirk", "Dirk").places == (0, 0, 0, 1)
    assert summary(EVENINGS, "carla", "Carla").places == (1, 1, 2)


def test_the_list_begins_with_most_wins_and_breaks_ties_by_the_better_place() -> None:
    assert [one.name for one in summaries(EVENINGS)] == ["Anna", "Ben", "Carla", "Dirk"]


def test_champions_are_all_who_have_won_most_and_nobody_before_the_first_victory() -> None:
    assert [one.name for one in champions(summaries(EVENINGS))] == ["Anna"]
    assert [one.name for one in champions(summaries(EVENINGS[1:3]))] == ["Ben", "ANNA", "Carla"]
    assert champions(summaries(())) == ()
    lost = evening(5, "royals", ("Anna", 2, 3), ("Ben", 2, 3))
    assert champions(summaries((lost,))) == ()


def test_head_to_head_tells_ahead_level_and_behind() -> None:
    found = {rival.name: (rival.plays, rival.ahead, rival.level, rival.behind) for rival in rivals(EVENINGS, "anna")}
    assert found == {"Ben": (3, 2, 1, 0), "Carla": (4, 3, 0, 1), "Dirk": (1, 1, 0, 0)}
    assert [rival.name for rival in rivals(EVENINGS, "anna")] == ["Carla", "Ben", "Dirk"]


def test_somebody_is_called_as_they_were_called_last() -> None:
    assert people(EVENINGS)["anna"] == "Anna"
    assert people(EVENINGS[:3])["anna"] == "ANNA"


def test_evenings_are_told_apart_by_game() -> None:
    assert {game: len(plays) for game, plays in by_game(EVENINGS).items()} == {"royals": 3, "saga": 1}


def test_two_who_sat_at_one_table_have_met() -> None:
    assert met(EVENINGS, "anna", "dirk")
    assert not met(EVENINGS[:3], "anna", "dirk")


NAMES = ("Anna", "Ben", "Carla", "Dirk")
scores = st.lists(st.integers(-5, 40), min_size=2, max_size=4)


@given(st.lists(scores, min_size=1, max_size=6))
def test_every_meeting_is_seen_alike_from_both_sides(evenings: list[list[int]]) -> None:
    plays = []
    for day, points in enumerate(evenings, 1):
        at = places({seat: (number,) for seat, number in enumerate(points)})
        plays.append(evening(day, "saga", *((NAMES[seat], at[seat], number) for seat, number in enumerate(points))))
    for one in summaries(plays):
        assert sum(one.places) == one.plays
        assert one.wins == one.places[0]
        for rival in rivals(plays, one.person):
            back = next(other for other in rivals(plays, rival.person) if other.person == one.person)
            assert (rival.ahead, rival.level, rival.behind) == (back.behind, back.level, back.ahead)
