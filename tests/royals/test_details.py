"""Details of turns, totals and the winner that rarely occur in whole games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from scoring.kernel import Event
from scoring.legal_actions import Count
from scoring.royals import GAME
from scoring.royals.components import CITIES, EXAMPLE, city_marker
from scoring.royals.ending import (
    BONUSES,
    AcceptSums,
    GameOver,
    MarkersShown,
    NameHighest,
    Reveal,
    SealSums,
    SumReview,
    SumsEntered,
    SumsRevealed,
    entered_city_points,
    highest_between,
    printed_city_points,
    seats_to_name_highest,
    sum_field,
    sums_mismatch,
    untracked_kinds,
)
from scoring.royals.epoch import (
    BoardClaims,
    CallEpoch,
    EndEpoch,
    EndTurn,
    EpochEnded,
    InfluenceEntry,
    Scoring,
    ScoringBegan,
    SettleTie,
    TapBoard,
    TieSettled,
)
from scoring.royals.markers import KINDS
from scoring.royals.state import Marker, State
from scoring.royals.titles import TitlesConfirmed
from scoring.royals.turn import TurnEnded
from scoring.sealed import Sealed
from scoring.standings import totals
from scoring.words import T
from tests.royals.play import Play, check_refused, game, game_with_values
from tests.royals.test_counting import play_to_sums, sealed_sums, untracked_game
from tests.royals.test_ending import play_to_the_titles

ANNA, BEN, CARLA = 0, 1, 2
CITY_VALUES = [int(EXAMPLE[city_marker(city)]) for city in CITIES]

# --- events ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("action", [EndTurn(), EndEpoch()])
def test_ended_turn_is_recorded(action: EndTurn | EndEpoch) -> None:
    """de 215, 245"""
    assert game().act(action)[0] == TurnEnded(ANNA)


@pytest.mark.parametrize("event", [MarkersShown(2), TieSettled("Spain", ANNA), SumsEntered(ANNA, {"city": 6})])
def test_event_of_another_phase_changes_nothing(event: Event) -> None:
    """An undo may remove the event that started the phase."""
    before = game().state
    assert GAME.apply(before, event) == before


def test_totals_stay_when_they_are_revealed_again() -> None:
    state = game_with_sums({"city": 6})
    assert GAME.apply(state, SumsRevealed()).sums == state.sums


def test_kinds_of_markers_are_shown_one_after_another() -> None:
    """Only tables of earlier versions stop between the kinds."""
    play = play_to_the_titles(game())
    play.state = GAME.apply(play.state, TitlesConfirmed())
    shown = GAME.apply(play.state, MarkersShown(2)).phase
    assert isinstance(shown, Reveal)
    assert shown.kinds.shown == 2


# --- the board of an epoch ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("last_round", "ended"), [(False, [EpochEnded(1)]), (True, [])])
def test_de_249_third_epoch_ends_once(last_round: bool, ended: list[Event]) -> None:
    """The third epoch may already have ended while moves were tracked."""
    play = untracked_game()
    play.state = replace(play.state, last_round=last_round)
    assert play.act(CallEpoch()) == [*ended, ScoringBegan(1)]


def test_everybody_is_awaited_until_the_board_is_confirmed() -> None:
    play = untracked_game()
    play.act(CallEpoch())
    phase = play.state.phase
    assert isinstance(phase, BoardClaims)
    assert phase.waiting_for(play.state) == (ANNA, BEN, CARLA)
    assert replace(phase, checked=True).waiting_for(play.state) == ()


def test_confirmed_board_no_longer_follows_the_taps() -> None:
    phase = BoardClaims(checked=True)
    state = replace(untracked_game().state, holders={"Spain.1.a": ANNA}, phase=phase)
    assert phase.on_board(state).holders == {"Spain.1.a": ANNA}


def test_influence_that_was_not_entered_is_zero() -> None:
    assert InfluenceEntry(entered=Sealed((ANNA, BEN), {ANNA: {}})).entered_influence("Spain", ANNA) == 0
    assert InfluenceEntry(entered=Sealed((ANNA, BEN))).entered_influence("Spain", BEN) == 0


def test_board_is_not_tapped_after_all_influence_was_entered() -> None:
    """de 255: only the tie is still open."""
    play = untracked_game()
    play.state = replace(play.state, phase=InfluenceEntry(checked=True))
    check_refused(play, TapBoard(), "not-now")


def test_tie_is_settled_after_the_board_is_confirmed() -> None:
    """de 253"""
    play = game()
    play.act(EndEpoch())
    check_refused(play, SettleTie("Spain", ANNA), "not-now")


def test_tracked_scoring_stays_until_the_next_turn_begins() -> None:
    phase = Scoring(turn=BEN)
    assert phase.scored(game().state) == phase


# --- points ------------------------------------------------------------------------------------------------------


def game_with_sums(*sums: Mapping[str, int], box: Mapping[str, str] | None = None, **fields: object) -> State:
    """Returns an untracked game with these totals entered."""
    state = game(max(2, len(sums)), box=box).state
    entered = dict(enumerate(sums))
    return replace(state, phase=SumReview(), tracked=False, sums=entered, **fields)  # type: ignore[arg-type]


def game_with_unread_marker() -> State:
    """Returns a game in which Anna has a city marker with an unread value."""
    play = game_with_values(2, title__Spain__1__a="King")
    play.take("Spain.1.a")
    assert play.markers(ANNA) == {"city.Spain.1"}
    return play.state


def test_total_of_zero_has_no_score_line() -> None:
    lines = GAME.score(replace(game_with_sums({"city": 6, "country": 0}), phase=GameOver()))
    assert [(line.seat, line.category, line.points) for line in lines] == [(ANNA, KINDS["city"], 6)]


def test_unread_marker_is_worth_nothing_yet() -> None:
    assert totals(GAME.score(replace(game_with_unread_marker(), phase=GameOver())), 2) == (0, 0)
    assert highest_between(game_with_unread_marker(), ANNA) == (0, 0)
    field = sum_field(game_with_unread_marker(), ANNA, "city", "points")
    assert isinstance(field, Count)
    assert (field.low, field.value) == (0, 0)


def test_seat_without_markers_has_none_above_zero() -> None:
    assert highest_between(game().state, ANNA) == (0, 0)


@pytest.mark.parametrize(
    ("sums", "between"),
    [
        ({"noble": 4, "city": 6}, (4, 6)),
        ({"noble": 4, "city": 3}, (4, 4)),
        ({"city": 100}, (0, max(CITY_VALUES))),
    ],
)
def test_de_281_highest_marker_is_limited_by_the_totals(sums: dict[str, int], between: tuple[int, int]) -> None:
    assert highest_between(game_with_sums(sums), ANNA) == between


def test_markers_of_a_kind_with_a_total_are_not_counted_again() -> None:
    """Herald has seen Anna take a marker of 6; her total of 3 says otherwise."""
    seen = (Marker("city.Spain.1", ANNA, T("first in the city")),)
    assert highest_between(game_with_sums({"city": 3}, markers=seen), ANNA) == (0, 3)


def test_total_of_cities_is_at_most_that_of_all_cities() -> None:
    field = sum_field(game_with_sums({}), ANNA, "city", "points")
    assert isinstance(field, Count)
    assert field.high == sum(CITY_VALUES)


@pytest.mark.parametrize(("key", "epochs"), [("city.Spain.1", False), ("epoch.Spain.1.first", True)])
def test_only_unread_epoch_markers_are_added_up(key: str, epochs: bool) -> None:
    state = game_with_sums({}, box={key: ""}, markers=(Marker(key, ANNA, T("a marker")),))
    assert untracked_kinds(state) == ((*BONUSES, "epoch") if epochs else BONUSES)


# --- the highest marker ------------------------------------------------------------------------------------------

# Anna has 10 points: a noble house marker of 4 and cities of 6, so a highest marker between 4 and 6.
BETWEEN_4_AND_6 = {"noble": 4, "city": 6}
BETWEEN_2_AND_5 = {"noble": 2, "city": 5, "country": 3}
NAMED = {"city": 10}


@pytest.mark.parametrize(
    ("others", "highest", "named"),
    [
        ((NAMED,), {BEN: 3}, ()),
        ((NAMED,), {BEN: 4}, (ANNA,)),
        ((NAMED,), {BEN: 6}, (ANNA,)),
        ((NAMED,), {BEN: 7}, ()),
        ((BETWEEN_2_AND_5,), {}, (ANNA, BEN)),
        ((NAMED, NAMED), {BEN: 5, CARLA: 9}, (ANNA,)),
        (({"city": 9},), {BEN: 5}, ()),
    ],
)
def test_de_281_highest_marker_is_asked_for_if_it_may_decide(
    others: tuple[dict[str, int], ...], highest: dict[int, int], named: tuple[int, ...]
) -> None:
    assert seats_to_name_highest(game_with_sums(BETWEEN_4_AND_6, *others, highest=highest)) == named


def places(state: State) -> dict[int, int]:
    standings = GAME.standings(replace(state, phase=GameOver()))
    assert standings is not None
    return {row.seat: row.place for row in standings.places}


def test_de_281_unnamed_highest_marker_counts_as_its_minimum() -> None:
    assert places(game_with_sums(BETWEEN_4_AND_6, NAMED, highest={BEN: 5})) == {BEN: 1, ANNA: 2}


@pytest.mark.parametrize(("tracked", "second"), [(True, 3), (False, 2)])
def test_de_281_known_highest_marker_decides_lower_places(tracked: bool, second: int) -> None:
    """Anna is first. Ben has 10 points with a marker of 10, Carla with two of 5."""
    values = {"city.Spain.1": "30", "city.Spain.2": "10", "city.Spain.3": "5", "city.Spain.4": "5"}
    owners = zip(values, (ANNA, BEN, CARLA, CARLA), strict=True)
    markers = tuple(Marker(key, seat, T("first in the city")) for key, seat in owners)
    state = replace(game_with_sums({}, {}, {}, box=values, markers=markers), tracked=tracked)
    assert places(state) == {ANNA: 1, BEN: 2, CARLA: second}


# --- totals that do not match ------------------------------------------------------------------------------------


def game_with_equal_markers(ben: int) -> Play:
    """Two seats with equal points on the board. Anna has entered 13 for her cities, and Ben `ben`."""
    even = {f"epoch.{country}.{n}.first": "4" for country in ("Spain", "France") for n in (1, 2, 3)}
    even |= {"city.Spain.1": "12", "city.Spain.2": "1", "city.France.5": "6", "city.France.3": "7"}
    play = play_to_sums(even, Spain__1__a=ANNA, Spain__2__a=ANNA, France__5__a=BEN, France__3__a=BEN)
    play.act(sealed_sums(city=ben), ANNA)
    play.act(sealed_sums(city=ben), BEN)
    assert isinstance(play.state.phase, SumReview)
    return play


def test_tie_waits_until_the_totals_match() -> None:
    """de 223: the four cities are worth 26."""
    play = game_with_equal_markers(12)
    assert seats_to_name_highest(play.state) == (ANNA, BEN)
    assert play.state.phase.waiting_for(play.state) == ()
    check_refused(play, NameHighest(12), "not-now", ANNA)
    play.act(AcceptSums())
    assert play.state.phase.waiting_for(play.state) == (ANNA, BEN)


def test_matching_totals_need_no_consent() -> None:
    check_refused(game_with_equal_markers(13), AcceptSums(), "not-now")


def test_totals_are_compared_only_if_every_occupied_city_is_read() -> None:
    state = replace(game(box={"city.Spain.2": ""}).state, holders={"Spain.1.a": ANNA})
    assert printed_city_points(state) == int(EXAMPLE["city.Spain.1"])
    assert printed_city_points(replace(state, holders={"Spain.1.a": ANNA, "Spain.2.a": ANNA})) is None


def test_seats_without_a_total_of_cities_add_nothing() -> None:
    assert entered_city_points(game_with_sums({"city": 6}, {"country": 3})) == 6


def test_totals_are_not_uneven_before_any_are_entered() -> None:
    assert not sums_mismatch(game().state)


def test_every_kind_has_to_be_entered() -> None:
    check_refused(play_to_sums(Spain__1__a=ANNA), SealSums({"city": 6}), "not-offered", ANNA)
