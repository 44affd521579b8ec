"""Thresholds, chips and values of the spaces, in each edition."""

from __future__ import annotations

import pytest

from scoring.regents.castle import PlayCard
from scoring.regents.components import CHIPS, VALUES
from scoring.regents.editions import EDITIONS as RULES
from scoring.regents.scoring_phase import Score
from scoring.regents.tracks import Advance, ChipTaken, MarkerAdvanced, advanced, chips_on_the_way, points
from scoring.words import render
from tests.regents.play import EDITIONS, NAMES, markers, position, scoring

EVERY_EDITION = pytest.mark.parametrize("edition", EDITIONS)
ALL = set(EDITIONS)


def test_spaces_have_their_printed_values() -> None:
    """en 1058-1066: by ones to 6, by twos to 10, by threes to 16, by fours to 24, then 30."""
    assert VALUES == (0, 1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 24, 30)
    assert points(markers("13 12 8 4 0")) == 30 + 24 + 10 + 4


@pytest.mark.parametrize(
    ("before", "passing"),
    [
        pytest.param("4 0 1 1 1", set(), id="R8: past 4 with a track at 0"),
        pytest.param("4 1 1 1 1", ALL, id="R8: past 4 with all at 1"),
        pytest.param("8 4 4 4 4", {"de", "nl"}, id="R9: past 10 with all on 4"),
        pytest.param("8 5 5 5 5", ALL, id="past 10 with all on 5"),
        pytest.param("8 5 5 5 4", {"de", "nl"}, id="past 10 with one on 4"),
        pytest.param("8 3 9 9 9", set(), id="past 10 with one on 3"),
        pytest.param("12 8 8 8 8", {"de", "nl"}, id="past 24 with all on 10"),
        pytest.param("12 9 9 9 9", ALL, id="past 24 with all on 13"),
        pytest.param("12 7 9 9 9", set(), id="past 24 with one on 8"),
        pytest.param("5 0 0 0 0", ALL, id="beyond 4 already: en 1010, de 148"),
        pytest.param("9 1 1 1 1", ALL, id="beyond 10 already"),
        pytest.param("3 0 0 0 0", ALL, id="onto 4"),
        pytest.param("7 0 0 0 0", ALL, id="onto 10"),
        pytest.param("11 0 0 0 0", ALL, id="onto 24"),
    ],
)
@EVERY_EDITION
def test_threshold_is_passed_by_the_rule_of_the_edition(edition: str, before: str, passing: set[str]) -> None:
    start = markers(before)
    after = advanced(start, "political", 1, RULES[edition])
    assert after[0] - start[0] == (1 if edition in passing else 0)
    assert after[1:] == start[1:]


@EVERY_EDITION
def test_marker_stops_on_the_threshold_and_loses_the_rest(edition: str) -> None:
    assert advanced(markers("2 0 1 1 1"), "political", 5, RULES[edition]) == markers("4 0 1 1 1")
    assert advanced(markers("2 1 1 1 1"), "political", 5, RULES[edition]) == markers("7 1 1 1 1")


@EVERY_EDITION
def test_track_ends_at_30(edition: str) -> None:
    assert advanced(markers("12 9 9 9 9"), "political", 3, RULES[edition]) == markers("13 9 9 9 9")


@EVERY_EDITION
def test_threshold_applies_again_to_a_marker_pushed_back_onto_it(edition: str) -> None:
    assert advanced(markers("5 0 1 1 1"), "political", 1, RULES[edition]) == markers("6 0 1 1 1")
    assert advanced(markers("4 0 1 1 1"), "political", 1, RULES[edition]) == markers("4 0 1 1 1")


# --- limits on advances: en all, de and nl in the scoring phase -----------------------------------------------


@pytest.mark.parametrize(("edition", "passes"), [("en", False), ("de", True), ("nl", True)])
def test_influence_card_and_thresholds(edition: str, passes: bool) -> None:
    """en 1008 "during or at the end"; de 146 "bei einer Wertung"; nl 571 "op het einde"."""
    play = position({0: "chapel"}, edition=edition, tracks={0: "4 0 1 1 1"})
    play.act(PlayCard("influence"))
    if passes:
        play.act(Advance("political"))
        play.act(Advance("political"))
        assert play.markers(0)["political"] == 6
    else:
        assert play.refusal_code(Advance("political")) == "threshold"
        play.act(Advance("military"))
        play.act(Advance("political"))
        assert play.markers(0) == {"political": 5, "military": 1, "financial": 1, "religious": 1, "trade": 1}


@pytest.mark.parametrize(("edition", "passes"), [("en", False), ("de", True), ("nl", True)])
def test_fifth_card_and_thresholds(edition: str, passes: bool) -> None:
    """en 1084; de 220 and nl 645 have no limit."""
    played = ("suspicion", "diplomacy", "betrayal", "influence")
    play = position({1: "chapel"}, edition=edition, turn=1, tracks={1: "4 0 1 1 1"}, played=((), played, (), ()))
    play.act(PlayCard("alliance"))
    if passes:
        play.act(Advance("political"))
    else:
        assert play.refusal_code(Advance("political")) == "threshold"


@EVERY_EDITION
def test_tower_and_rooms_respect_thresholds_in_every_edition(edition: str) -> None:
    play = scoring({0: "tower throne"}, edition=edition, king="store", tracks={0: "4 0 1 1 1"})
    play.act(Score("throne tower.political"))
    assert play.markers(0)["political"] == 4


@EVERY_EDITION
def test_order_matters_and_the_tower_may_unlock_a_threshold(edition: str) -> None:
    """en 1014: first the Tower on the track at 0, then the room past its threshold."""
    play = scoring({0: "tower throne"}, edition=edition, king="store", tracks={0: "4 0 1 1 1"})
    assert play.view(0).plans[0].key == "tower.military throne"
    play.score()
    assert play.markers(0) == {"political": 5, "military": 1, "financial": 1, "religious": 1, "trade": 1}


# --- chips ----------------------------------------------------------------------------------------------------


def test_there_are_fifteen_chips() -> None:
    assert len(CHIPS) == 15


@pytest.mark.parametrize(
    ("before", "after", "taken"),
    [
        pytest.param("3 0 0 0 0", "4 0 0 0 0", ("political.4",), id="landing on it"),
        pytest.param("3 1 1 1 1", "6 1 1 1 1", ("political.4",), id="jumping over it"),
        pytest.param("3 4 4 4 4", "8 4 4 4 4", ("political.4", "political.10"), id="two at once"),
        pytest.param("4 0 0 0 0", "5 0 0 0 0", (), id="leaving it"),
    ],
)
def test_chip_goes_to_the_marker_that_reaches_or_passes_it(before: str, after: str, taken: tuple[str, ...]) -> None:
    assert chips_on_the_way(markers(before), markers(after), CHIPS) == taken
    assert chips_on_the_way(markers(before), markers(after), ()) == ()


def test_only_the_first_marker_takes_the_chip() -> None:
    play = scoring({0: "throne", 1: "store"}, king="chapel", tracks={0: "3 0 0 0 0", 1: "3 0 0 0 0"})
    play.score()
    assert play.happened(ChipTaken) == [ChipTaken(0, "political.4")]
    play.set(turn__action_points=0, agents=((), ("throne",), (), ()))
    play.score()
    assert play.happened(MarkerAdvanced)[-1] == MarkerAdvanced(1, "political", 1, 4)
    assert len(play.happened(ChipTaken)) == 1


def test_chip_is_also_taken_by_an_advance_from_a_card() -> None:
    play = position({0: "chapel"}, tracks={0: "3 0 0 0 0"})
    play.act(PlayCard("influence"))
    play.act(Advance("political"))
    assert play.happened(ChipTaken) == [ChipTaken(0, "political.4")]


def test_among_equal_orders_the_lowest_track_is_proposed() -> None:
    play = scoring({0: "tower"}, tracks={0: "2 1 0 1 2"})
    assert [plan.points for plan in play.view(0).plans] == [1] * 5
    assert play.view(0).plans[0].key == "tower.financial"


@pytest.mark.parametrize(
    ("tracks", "said"),
    [
        ({}, None),
        ({0: "0 0 0 0 1"}, "Anna leads by one point."),
        ({0: "0 0 0 0 1", 1: "1 0 0 0 7"}, "Ben leads by 8 points."),
        ({0: "0 0 0 0 4", 2: "4 0 0 0 0"}, "Tied for the lead: Anna and Carla."),
    ],
)
def test_view_names_the_leader_on_the_tracks(tracks: dict[int, str], said: str | None) -> None:
    lead = position({0: "chapel", 1: "chapel"}, tracks=tracks).view().lead
    assert (lead and render(lead, NAMES)) == said
