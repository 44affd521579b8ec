"""Statistics over all evenings, with ties, shared victories, and people who met or never met."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.standings import places
from scoring.statistics import (
    Play,
    Result,
    Summary,
    achievements,
    best_score,
    by_game,
    champions,
    met,
    people,
    rivals,
    streaks,
    summaries,
    summary,
    who_beats_whom,
)
from scoring.words import render


def evening(day: int, game: str, *results: tuple[str, int, int]) -> Play:
    """Results are (name, place, points)."""
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


def test_shared_victory_counts_for_both() -> None:
    shared = EVENINGS[1:2]
    assert {one.name: one.wins for one in summaries(shared)} == {"Anna": 1, "Ben": 1, "Carla": 0}


def test_places_skipped_after_a_tie_are_not_counted() -> None:
    assert summary(EVENINGS, "dirk", "Dirk").places == (0, 0, 0, 1)
    assert summary(EVENINGS, "carla", "Carla").places == (1, 1, 2)


def test_list_is_sorted_by_wins_then_by_better_places() -> None:
    assert [one.name for one in summaries(EVENINGS)] == ["Anna", "Ben", "Carla", "Dirk"]


def test_champions_are_all_people_with_most_wins() -> None:
    assert [one.name for one in champions(summaries(EVENINGS))] == ["Anna"]
    assert [one.name for one in champions(summaries(EVENINGS[1:3]))] == ["Ben", "ANNA", "Carla"]
    assert champions(summaries(())) == ()
    lost = evening(5, "royals", ("Anna", 2, 3), ("Ben", 2, 3))
    assert champions(summaries((lost,))) == ()


def test_head_to_head_counts_ahead_level_and_behind() -> None:
    found = {rival.name: (rival.plays, rival.ahead, rival.level, rival.behind) for rival in rivals(EVENINGS, "anna")}
    assert found == {"Ben": (3, 2, 1, 0), "Carla": (4, 3, 0, 1), "Dirk": (1, 1, 0, 0)}
    assert [rival.name for rival in rivals(EVENINGS, "anna")] == ["Carla", "Ben", "Dirk"]


def test_latest_spelling_of_a_name_is_used() -> None:
    assert people(EVENINGS)["anna"] == "Anna"
    assert people(EVENINGS[:3])["anna"] == "ANNA"


def test_statistics_are_separated_by_game() -> None:
    assert {game: len(plays) for game, plays in by_game(EVENINGS).items()} == {"royals": 3, "saga": 1}


def plays_of(results: str) -> list[Play]:
    """Plays of Anna and Ben, one per day: w (Anna wins), l (Ben wins) or s (shared victory)."""
    anna, ben = {"w": 1, "l": 2, "s": 1}, {"w": 2, "l": 1, "s": 1}
    return [
        evening(day, "saga", ("Anna", anna[result], 10), ("Ben", ben[result], 10))
        for day, result in enumerate(results, 1)
    ]


@pytest.mark.parametrize(
    ("results", "rows"),
    [("", []), ("w", [1]), ("l", [0]), ("wwlw", [1, 2, 0, 1]), ("lwsw", [0, 1, 2, 3]), ("wwl", [1, 2, 0])],
)
def test_streak_grows_with_victories_and_ends_with_a_defeat(results: str, rows: list[int]) -> None:
    plays = plays_of(results)
    assert streaks(plays, "anna") == rows
    assert streaks(plays[::-1], "anna") == rows, "by the day they ended"
    anna = summary(plays, "anna", "Anna")
    assert (anna.streak, anna.on_a_roll) == (max(rows, default=0), rows[-1] if rows else 0)


def test_summary_without_plays_is_all_zeros() -> None:
    eva = summary(EVENINGS, "eva", "Eva")
    assert (eva.plays, eva.wins, eva.place, eva.points, eva.best, eva.places) == (0, 0, 0, 0, 0, ())
    assert (eva.streak, eva.on_a_roll, eva.colour) == (0, 0, "")


def test_best_result_may_be_negative() -> None:
    assert summary([evening(1, "saga", ("Anna", 1, -2), ("Ben", 2, -5))], "ben", "Ben").best == -5


def test_arms_are_the_latest_ones() -> None:
    plays = [
        Play(f"T{day}", "saga", f"2026-01-0{day}T22:00:00+00:00", (Result("anna", "Anna", 1, 5, colour),))
        for day, colour in enumerate(("red", "blue", ""), 1)
    ]
    anna = summary(plays, "anna", "Anna")
    assert anna.colour == "blue"


def test_equal_wins_and_places_are_ordered_by_plays_then_by_name() -> None:
    plays = [evening(1, "saga", ("ben", 2, 3), ("Anna", 2, 3)), evening(2, "saga", ("Carla", 2, 3))]
    assert [one.name for one in summaries(plays)] == ["Anna", "ben", "Carla"]
    plays.append(evening(3, "saga", ("Carla", 2, 3)))
    assert [one.name for one in summaries(plays)] == ["Carla", "Anna", "ben"]


@pytest.mark.parametrize(
    ("results", "margin"),
    [
        ((("Anna", 1, 40), ("Ben", 2, 35), ("Carla", 3, 20)), 5),
        ((("Anna", 2, 35), ("Ben", 1, 40)), 5),
        ((("Anna", 1, 30), ("Ben", 2, 30)), 0),
        ((("Anna", 1, 30), ("Ben", 1, 30), ("Carla", 3, 20)), 0),
        ((("Anna", 1, 30), ("Ben", 1, 30)), 0),
        ((("Anna", 1, 30),), 0),
        ((("Anna", 2, 30), ("Ben", 2, 10)), 0),
    ],
    ids=["to the second", "by seat order", "by a tie-break", "shared", "shared by all", "alone", "nobody won"],
)
def test_margin_of_a_victory(results: tuple[tuple[str, int, int], ...], margin: int) -> None:
    assert evening(1, "royals", *results).margin == margin


def record_facts(plays: list[Play]) -> list[tuple[str, tuple[str, ...], int, str]]:
    found = achievements(plays)
    return [(render(one.what, ()), one.names, one.number, one.play.code if one.play else "") for one in found]


def test_records_are_streak_widest_victory_and_best_comeback() -> None:
    plays = [*plays_of("wwlw"), evening(8, "saga", ("Ben", 1, 9), ("Anna", 2, 2))]
    plays[2] = replace(plays[2], behind=4)
    plays[3] = replace(plays[3], behind=3)
    assert record_facts(plays) == [
        ("Longest winning streak", ("Anna",), 2, ""),
        ("Biggest win", ("Ben",), 7, "T8"),
        ("Best comeback", ("Ben",), 4, "T3"),
    ]


def test_smallest_records_are_two_in_a_row_and_one_point() -> None:
    plays = [evening(day, "saga", ("Anna", 1, 6), ("Ben", 2, 5)) for day in (1, 2)]
    plays[1] = replace(plays[1], behind=1)
    assert [(what, number) for what, _, number, _ in record_facts(plays)] == [
        ("Longest winning streak", 2),
        ("Biggest win", 1),
        ("Best comeback", 1),
    ]


def test_records_that_nobody_holds_are_left_out() -> None:
    assert record_facts([]) == []
    assert record_facts(plays_of("w")) == []


def test_record_of_a_shared_victory_names_both() -> None:
    shared = replace(evening(1, "saga", ("Anna", 1, 9), ("Ben", 1, 9), ("Carla", 3, 2)), behind=3)
    assert record_facts([shared]) == [("Best comeback", ("Anna", "Ben"), 3, "T1")]


def test_lowest_score_is_the_best_where_the_lowest_wins() -> None:
    plays = [replace(evening(1, "golf", ("Anna", 1, 31), ("Ben", 2, 34)), lowest_wins=True)]
    record = best_score(plays)
    assert record is not None
    assert (record.names, record.number, plays[0].margin) == (("Anna",), 31, 3)
    assert summary(plays, "ben", "Ben").best == 34


def test_person_without_plays_has_only_zeros() -> None:
    assert summary((), "anna", "Anna") == Summary("anna", "Anna", 0, 0, 0, 0, 0, (), 0, 0, "")


def test_best_score_in_any_play() -> None:
    record = best_score(EVENINGS)
    assert record is not None
    assert (record.names, record.number, record.play) == (("Anna",), 50, EVENINGS[3])
    assert best_score(()) is None


@pytest.mark.parametrize(
    ("results", "pairs"),
    [
        ("w", []),
        ("ww", [("Anna", "Ben", 2, 0)]),
        ("ll", [("Ben", "Anna", 2, 0)]),
        ("wl", [("Anna", "Ben", 1, 1)]),
        ("wlss", [("Anna", "Ben", 1, 1)]),
        ("ss", []),
        ("wll", [("Ben", "Anna", 2, 1)]),
    ],
)
def test_leading_rival_is_named_first(results: str, pairs: list[tuple[str, str, int, int]]) -> None:
    """One meeting makes no rivalry; evenings that nobody won alone do not either."""
    found = who_beats_whom(plays_of(results))
    assert [(pair.one, pair.two, pair.ahead, pair.behind) for pair in found] == pairs


def test_rivals_are_sorted_by_meetings_then_lead_then_name() -> None:
    plays = [
        *plays_of("wl"),
        *(evening(day, "saga", ("Dirk", 1, 5), ("Carla", 2, 3)) for day in (11, 12)),
        *(evening(day, "saga", ("Emil", 1, 5), ("Flora", 2, 3)) for day in (13, 14)),
        *(evening(day, "saga", ("Gerd", 1 + day % 2, 5), ("Hans", 2 - day % 2, 3)) for day in (15, 16, 17)),
    ]
    assert [pair.one for pair in who_beats_whom(plays)] == ["Hans", "Dirk", "Emil", "Anna"]


def test_people_at_the_same_table_have_met() -> None:
    assert met(EVENINGS, "anna", "dirk")
    assert not met(EVENINGS[:3], "dirk", "anna")
    assert not met(EVENINGS[:3], "anna", "dirk")


NAMES = ("Anna", "Ben", "Carla", "Dirk")
scores = st.lists(st.integers(-5, 40), min_size=2, max_size=4)


@given(st.lists(scores, min_size=1, max_size=6))
def test_every_meeting_is_counted_from_both_sides(evenings: list[list[int]]) -> None:
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
