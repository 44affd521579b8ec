"""KEY_MOMENTS mode: the board is claimed at the end of each epoch and the markers are added up. The result is the same
as in EVERY_MOVE mode."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.claims import ClaimPlace, GiveUpPlace, SettlePlace
from scoring.kernel import EVERY_MOVE, FINAL_SCORING, KEY_MOMENTS, Event, GameConfig, Refusal, Rng
from scoring.legal_actions import Count, Pick
from scoring.reveal_phases import ConfirmBoard
from scoring.royals import GAME
from scoring.royals.components import EXAMPLE, NO_POSITION, POSITIONS, TITLES, title_key
from scoring.royals.corrections import CorrectInfluence, CorrectMarker, CorrectPosition
from scoring.royals.ending import (
    AcceptSums,
    CorrectSum,
    EnterSums,
    GameOver,
    NameHighest,
    SealSums,
    SumReview,
    printed_city_points,
)
from scoring.royals.epoch import CallEpoch, EnterInfluence, SettleTie, TapBoard, TieSettled
from scoring.royals.influence import why_ahead
from scoring.royals.markers import KINDS, MarkerTaken
from scoring.royals.state import State
from scoring.royals.titles import ConfirmTitles, CountCubes
from scoring.royals.turn import ChooseStartPlayer, ResumeTurns, SupplyExceeded
from scoring.royals.turn import TakePosition as Take
from scoring.royals.view import ResultView
from scoring.standings import ScoreLine, totals
from scoring.tracking_modes import ChangeTrackingMode
from scoring.words import render
from tests.release_gates import LONG
from tests.royals.counted import count, count_the_end, count_unread_board, unread
from tests.royals.play import NAMES, Play, check_refused, doubts, markers_taken
from tests.royals.play import game as table
from tests.royals.test_bonuses import EVERY_TITLE
from tests.royals.test_properties import next_action

RNG = Rng(random.Random(1))
GAMES_PLAYED = st.tuples(st.integers(2, 5), st.integers(0, 10**9))
FEWER_EXAMPLES = settings(max_examples=round(1000 * LONG) or 15, deadline=None)


def whole(game: tuple[int, int]) -> tuple[State, list[Event]]:
    """Plays a game in which many positions are taken, some of them several times in an epoch."""
    seats, seed = game
    rng = random.Random(seed)
    play, moves = table(seats, rng.randrange(seats)), rng.choice((4, 12, 25, 60))
    while not isinstance(play.state.phase, GameOver):
        action = next_action(play.state, rng.randrange(1, 9), hurry=rng.randrange(moves) == 0)
        with suppress(Refusal):
            play.act(Take(rng.choice(POSITIONS)) if isinstance(action, Take) else action)
    return play.state, play.events


def by_kind(lines: tuple[ScoreLine, ...], seats: int) -> dict[object, tuple[int, ...]]:
    kinds = {line.category for line in lines}
    return {kind: totals([line for line in lines if line.category == kind], seats) for kind in kinds}


def same_result(real: State, counted: State) -> None:
    """Checks that the points of every kind, the winners and the places of the leaders are equal."""
    assert isinstance(counted.phase, GameOver)
    assert by_kind(GAME.score(counted), real.seats) == by_kind(GAME.score(real), real.seats)
    there, here = GAME.standings(real), GAME.standings(counted)
    assert there is not None
    assert here is not None
    assert here.winners == there.winners
    best = max(row.points for row in there.places)
    assert {(row.seat, row.points) for row in here.places} == {(row.seat, row.points) for row in there.places}
    assert [r.place for r in here.places if r.points == best] == [r.place for r in there.places if r.points == best]


@given(GAMES_PLAYED)
@pytest.mark.long
@FEWER_EXAMPLES
def test_key_moments_give_the_same_result_as_every_move(game: tuple[int, int]) -> None:
    real, events = whole(game)
    counted = count(real, events, RNG)
    same_result(real, counted)
    assert {epoch: scored.holders for epoch, scored in counted.scored.items()} == {
        epoch: scored.holders for epoch, scored in real.scored.items()
    }
    handed_out = [marker for marker in real.markers if marker.key.startswith(("epoch.", "value."))]
    assert list(counted.markers) == handed_out, "with the same reasons, too"


@given(GAMES_PLAYED)
@pytest.mark.long
@FEWER_EXAMPLES
def test_cubes_seen_on_the_board_never_exceed_the_title_cubes(game: tuple[int, int]) -> None:
    real, events = whole(game)
    counted = count(real, events, RNG)
    for seat in range(real.seats):
        seen = Counter(real.title_of(at) for who, at in counted.occupied if who == seat)
        assert all(seen[title] <= real.cubes_on(title)[seat] for title in TITLES)


@given(GAMES_PLAYED)
@pytest.mark.long
@FEWER_EXAMPLES
def test_markers_of_all_cities_occupied_at_the_end_are_taken(game: tuple[int, int]) -> None:
    """Herald compares the entered city sums with the sum of these markers."""
    real, _ = whole(game)
    taken = sum(int(real.printed_values[marker.key]) for marker in real.markers if marker.key.startswith("city."))
    assert (printed_city_points(real) or 0) == taken


@given(GAMES_PLAYED)
@pytest.mark.long
@FEWER_EXAMPLES
def test_final_scoring_gives_the_same_points_and_winners(game: tuple[int, int]) -> None:
    real, _ = whole(game)
    same_result(real, count_the_end(real, RNG))


@given(GAMES_PLAYED)
@pytest.mark.long
@FEWER_EXAMPLES
def test_entered_influence_sums_on_unread_board_give_same_result(game: tuple[int, int]) -> None:
    real, _ = whole(game)
    counted = count_unread_board(real, RNG)
    same_result(real, counted)
    handed_out = [(marker.key, marker.seat) for marker in real.markers if marker.key.startswith(("epoch.", "value."))]
    assert [(marker.key, marker.seat) for marker in counted.markers] == handed_out


# --- one rule at a time ------------------------------------------------------------------------------------


def untracked_game(seats: int = 3, box: Mapping[str, str] | None = None) -> Play:
    return Play(GAME.start(GameConfig(seats, {"follow": KEY_MOMENTS}, {**EXAMPLE, **(box or {})})))


def score_board(play: Play, **positions: int) -> None:
    """Claims these positions and scores the epoch."""
    play.act(CallEpoch())
    for place, seat in positions.items():
        play.act(ClaimPlace(place.replace("__", ".").replace("_", "-")), seat)
    play.confirm()


def play_to_sums(box: Mapping[str, str] | None = None, **positions: int) -> Play:
    """Scores three epochs with the same board, and the titles."""
    play = untracked_game(2, box)
    score_board(play, **positions)
    score_board(play)
    score_board(play)
    play.act(ConfirmTitles())
    return play


def sealed_sums(city: int = 0, country: int = 0, noble: int = 0) -> SealSums:
    return SealSums({"city": city, "country": country, "noble": noble})


def test_no_moves_are_tapped_during_an_epoch() -> None:
    play = untracked_game()
    assert {legal_action.action for legal_action in play.view(None).legal_actions} == {"call-epoch"}
    check_refused(play, Take("Spain.1.a"), "not-now")


def test_board_of_an_epoch_starts_with_that_of_the_previous_one() -> None:
    play = untracked_game()
    score_board(play, Spain__1__a=0, France__5__a=1)
    play.act(CallEpoch())
    assert play.view(None).position("Spain.1.a").holder == 0
    play.act(ClaimPlace("Spain.1.a"), 2)
    assert play.view(None).position("Spain.1.a").holder == 2
    play.act(ConfirmBoard())
    assert play.state.displaced == {"Spain.1": (0,)}
    assert play.state.cubes_on("King") == (1, 1, 1)


def test_position_claimed_by_two_seats_blocks_the_scoring() -> None:
    play = untracked_game()
    play.act(CallEpoch())
    play.act(ClaimPlace("Spain.1.a"), 0)
    play.act(ClaimPlace("Spain.1.a"), 1)
    assert [place.claims for place in play.view(None).contested] == [(0, 1)]
    check_refused(play, ConfirmBoard(), "contradiction")
    play.act(SettlePlace("Spain.1.a"), 1)
    play.act(ConfirmBoard())
    assert play.state.holders == {"Spain.1.a": 1}


def test_de_53_claims_are_limited_by_the_cubes() -> None:
    """Two cubes per position: 46 are enough for 23, and the 36 of this colour for 18."""
    there = [position for position in POSITIONS if EXAMPLE[title_key(position)] != NO_POSITION]
    play = untracked_game(3)
    play.act(CallEpoch())
    for place in there[:24]:
        play.act(ClaimPlace(place), 0)
    check_refused(play, ConfirmBoard(), "supply")
    play.act(GiveUpPlace(there[0]), 0)
    assert [event.seat for event in play.act(ConfirmBoard()) if isinstance(event, SupplyExceeded)] == [0]


def test_positions_cannot_be_claimed_after_board_is_confirmed() -> None:
    play = untracked_game(2, {"city.Spain.2": "2"})
    play.act(CallEpoch())
    for seat, place in enumerate(("Spain.2.b", "Spain.4.b")):
        play.act(ClaimPlace(place), seat)
    play.fill(title__Spain__4__b="Marshal", influence__Spain__4__b=1)
    play.act(ConfirmBoard())
    assert {legal_action.action for legal_action in play.view(None).legal_actions} == {"settle-tie"}


def test_unread_influence_is_needed_only_if_it_decides() -> None:
    play = untracked_game(2, {"influence.Spain.1.a": "", "influence.Spain.2.a": "", "influence.France.5.a": ""})
    play.act(CallEpoch())
    play.act(ClaimPlace("Spain.1.a"), 0)
    play.act(ClaimPlace("France.5.a"), 1)
    legal_action = play.view(None).legal_action("confirm-board")
    assert legal_action is not None
    assert legal_action.missing_values == ()
    play.act(ClaimPlace("Spain.2.a"), 1)
    legal_action = play.view(None).legal_action("confirm-board")
    assert legal_action is not None
    assert legal_action.missing_values == ("influence.Spain.1.a", "influence.Spain.2.a")


# --- unread boards -----------------------------------------------------------------------------------------

UNREAD = unread(EXAMPLE)


def influence_entry(**points: int) -> EnterInfluence:
    return EnterInfluence({country.replace("_", "-"): n for country, n in points.items()})


def test_unread_board_is_not_claimed_and_needs_no_printed_values() -> None:
    play = untracked_game(2, UNREAD)
    legal_action = play.view(None).legal_action("call-epoch")
    assert legal_action is not None
    assert legal_action.missing_values == ()
    play.act(CallEpoch())
    assert play.view(None).waiting_for == (0, 1)
    check_refused(play, ConfirmBoard(), "not-now")
    play.act(influence_entry(Spain=8, France=2), 0)
    play.act(influence_entry(Spain=9), 0)
    assert play.view(None).waiting_for == (1,)
    play.act(influence_entry(Spain=3), 1)
    assert play.state.epoch == 2
    assert [(m.key, m.seat) for m in play.state.markers] == [("epoch.Spain.1.first", 0), ("epoch.Spain.1.second", 1)]
    assert [result.notes for result in play.view(None).results if result.country == "France"] == [()]


def test_influence_sums_are_entered_only_if_titles_are_unread() -> None:
    read = {title_key(position): "King" for position in POSITIONS}
    assert GAME.unread_box_warning(KEY_MOMENTS, {**read, title_key("Spain.1.a"): ""}) is not None
    assert GAME.unread_box_warning(KEY_MOMENTS, read) is None
    assert GAME.unread_box_warning(FINAL_SCORING, {}) is None


def test_tie_of_entered_influence_is_settled_by_the_table() -> None:
    play = untracked_game(3, UNREAD)
    play.act(CallEpoch())
    for seat, points in enumerate((5, 5, 1)):
        play.act(influence_entry(Britain=points), seat)
    assert "Who has the higher title there – or, if that’s tied too," in render(play.view(None).headline, NAMES)
    check_refused(play, influence_entry(Britain=6), "not-now", 0)
    told = GAME.history_line(play.state, TieSettled("Britain", 1))
    assert render(told or "", NAMES) == "Britain: tied on influence; Ben won the tie-break."
    play.act(SettleTie("Britain", 1))
    assert [m.seat for m in play.state.markers] == [1, 0]


def entered_epoch(*britain: int) -> Play:
    """Scores an epoch in which all seats entered this influence in Britain and none elsewhere."""
    play = untracked_game(len(britain), UNREAD)
    play.act(CallEpoch())
    for seat, points in enumerate(britain):
        play.act(influence_entry(Britain=points), seat)
    return play


def marker_owners(play: Play) -> dict[str, int]:
    return {marker.key: marker.seat for marker in play.state.markers}


FIRST, SECOND = "epoch.Britain.1.first", "epoch.Britain.1.second"


def test_correcting_entered_influence_moves_the_markers() -> None:
    play = entered_epoch(5, 4, 1)
    shown = {country.key: [points for points, _ in country.points] for country in play.view(None).entered_influence}
    assert shown["Britain"] == [5, 4, 1]
    assert shown["Spain"] == [0, 0, 0]
    events = play.act(CorrectInfluence("Britain", 2, 6))
    assert marker_owners(play) == {FIRST: 2, SECOND: 0}
    tellings = [render(GAME.history_line(play.state, event) or "", NAMES) for event in events]
    assert tellings[0] == "Corrected: Carla has 6 influence in Britain, 1648."
    to_do = [render(line, NAMES) for line in play.view(None).to_do]
    assert "Carla: take the higher 1648 marker for Britain from Anna." in to_do
    assert "Anna: take the higher 1648 marker for Britain." not in to_do
    britain = next(result for result in play.view(None).results if result.country == "Britain")
    assert (britain.first, britain.second, britain.influence) == (2, 0, (5, 4, 6))
    assert play.notes(2)[FIRST] == "6 influence"


def test_corrected_influence_returns_or_removes_markers() -> None:
    play = entered_epoch(5, 0)
    assert play.state.removed.count(SECOND) == 1
    play.act(CorrectInfluence("Britain", 1, 2))
    assert marker_owners(play) == {FIRST: 0, SECOND: 1}
    assert SECOND not in play.state.removed
    play.act(CorrectInfluence("Britain", 0, 0))
    assert marker_owners(play) == {FIRST: 1}
    assert SECOND in play.state.removed


def test_tie_caused_by_a_correction_is_left_to_the_table() -> None:
    play = entered_epoch(5, 4)
    events = play.act(CorrectInfluence("Britain", 1, 5))
    assert doubts(events) == [(FIRST, (0, 1)), (SECOND, (0, 1))]
    assert marker_owners(play) == {FIRST: 0, SECOND: 1}


def test_tie_settled_between_two_seats_does_not_apply_to_a_third() -> None:
    play = entered_epoch(5, 6, 6)
    play.act(SettleTie("Britain", 2))
    assert marker_owners(play) == {FIRST: 2, SECOND: 1}
    events = play.act(CorrectInfluence("Britain", 2, 5))
    assert marker_owners(play)[FIRST] == 1, "Ben alone is ahead"
    assert doubts(events) == [(SECOND, (0, 2))], "nobody has decided between Anna and Carla"


def test_settled_tie_stays_settled_while_the_same_seats_are_tied() -> None:
    play = entered_epoch(5, 6, 6)
    play.act(SettleTie("Britain", 2))
    events = play.act(CorrectInfluence("Britain", 0, 1))
    assert marker_owners(play) == {FIRST: 2, SECOND: 1}
    assert doubts(events) == []


def test_entry_that_caused_a_tie_can_be_corrected_first() -> None:
    play = entered_epoch(5, 5, 1)
    play.act(CorrectInfluence("Britain", 1, 6))
    assert play.state.epoch == 2
    assert marker_owners(play) == {FIRST: 1, SECOND: 0}


def shown_result(play: Play) -> ResultView:
    return next(result for result in play.view(None).results if result.country == "Britain")


def to_do_about(play: Play, marker: str) -> list[str]:
    return [line for text in play.view(None).to_do if marker in (line := render(text, NAMES))]


def test_open_tie_after_a_correction_keeps_marker_owners() -> None:
    play = entered_epoch(4, 5)
    play.act(CorrectInfluence("Britain", 0, 5))
    assert marker_owners(play) == {FIRST: 1, SECOND: 0}
    assert (shown_result(play).first, shown_result(play).second, shown_result(play).influence) == (1, 0, (5, 5))
    assert shown_result(play).decided == (None, None), "the table has not decided"
    assert [render(note, NAMES) for note in shown_result(play).notes] == ["5 influence"] * 2


def test_open_tie_for_second_place_keeps_marker_owners() -> None:
    play = entered_epoch(5, 1, 4)
    play.act(CorrectInfluence("Britain", 1, 4))
    assert (shown_result(play).first, shown_result(play).second) == (0, 2)


def test_open_tie_keeps_a_corrected_marker_secret() -> None:
    views = []
    for owner in (0, 2):
        play = entered_epoch(4, 5, 0)
        play.act(CorrectInfluence("Britain", 0, 5))
        play.act(CorrectMarker(FIRST, owner))
        views.append(play.view(1).results)
    assert views[0] == views[1]


def test_last_decision_between_two_seats_applies() -> None:
    play = untracked_game(3, UNREAD)
    play.act(CallEpoch())
    for seat, points in enumerate((5, 5, 1)):
        play.act(influence_entry(Britain=points, Spain=points), seat)
    play.act(SettleTie("Britain", 0))
    play.act(CorrectInfluence("Britain", 2, 5))
    play.act(SettleTie("Britain", 1))
    play.act(CorrectInfluence("Britain", 2, 1))
    play.act(SettleTie("Spain", 0))
    assert [play.state.owners_of(marker) for marker in (FIRST, SECOND)] == [(1,), (0,)]


def test_to_do_lines_follow_removed_and_returned_markers() -> None:
    play = entered_epoch(10, 5)
    play.act(CorrectInfluence("Britain", 1, 0))
    assert to_do_about(play, "lower 1648 marker for Britain") == [
        "Remove the lower 1648 marker for Britain from the game."
    ]
    play.act(CorrectInfluence("Britain", 1, 5))
    assert to_do_about(play, "lower 1648 marker for Britain") == ["Ben: take the lower 1648 marker for Britain."]
    play.act(CorrectInfluence("Britain", 1, 11))
    assert to_do_about(play, "for Britain") == [
        "Ben: take the higher 1648 marker for Britain from Anna.",
        "Anna: take the lower 1648 marker for Britain from Ben.",
    ]


def test_check_again_line_stays_until_its_cause_is_corrected() -> None:
    play = entered_epoch(4, 5, 1)
    play.act(CorrectInfluence("Britain", 0, 5))
    doubts = to_do_about(play, "Check again")
    assert len(doubts) == 2
    play.act(CorrectInfluence("Britain", 2, 2))
    play.act(CorrectInfluence("Spain", 2, 2))
    assert to_do_about(play, "Check again") == doubts, "Anna and Ben are still equal"
    play.act(CorrectInfluence("Britain", 2, 5))
    assert [line.endswith("Anna, Ben and Carla.") for line in to_do_about(play, "Check again")] == [True, True]
    play.act(CorrectInfluence("Britain", 2, 2))
    assert to_do_about(play, "Check again") == doubts
    play.act(CorrectInfluence("Britain", 0, 4))
    assert to_do_about(play, "Check again") == []


def test_secret_history_line_of_an_unread_marker_has_no_points() -> None:
    play = entered_epoch(5, 4)
    taken, *_ = (event for event in play.events if isinstance(event, MarkerTaken))
    assert render(taken.secret_history_line(play.state), NAMES) == "Anna revealed the higher 1648 marker for Britain."
    play.fill(epoch__Britain__1__first=4)
    assert (
        render(taken.secret_history_line(play.state), NAMES)
        == "Anna revealed the higher 1648 marker for Britain: 4 points."
    )


def test_secret_history_lines_name_the_owner_after_a_correction() -> None:
    play = entered_epoch(5, 4)
    before = play.state
    book = [GAME.secret_history_line(before, event) for event in play.act(CorrectInfluence("Britain", 1, 6))]
    assert [render(line, NAMES) for line in book if line] == [
        "Ben got the higher 1648 marker for Britain from Anna.",
        "Anna got the lower 1648 marker for Britain from Ben.",
    ]
    corrected = [GAME.secret_history_line(before, event) for event in play.act(CorrectMarker(FIRST, 0))]
    assert [render(line, NAMES) for line in corrected if line] == [
        "Corrected: Anna has the higher 1648 marker for Britain."
    ]


def test_influence_that_was_not_entered_cannot_be_corrected() -> None:
    play = untracked_game(2)
    check_refused(play, CorrectInfluence("Britain", 0, 1), "not-now")
    score_board(play, Spain__1__a=0)
    check_refused(play, CorrectInfluence("Spain", 0, 1), "not-now")
    assert play.view(None).entered_influence == ()


def test_corrected_marker_is_not_shown_with_its_first_owner() -> None:
    """Only the new owner's phone shows who has it."""
    play = entered_epoch(5, 4, 1)
    play.act(CorrectMarker(FIRST, 2))
    assert "Anna: take the higher 1648 marker for Britain." not in [
        render(line, NAMES) for line in play.view(None).to_do
    ]
    britain = next(number for number, one in enumerate(play.view(None).results) if one.country == "Britain")
    results = {seat: play.view(seat).results[britain] for seat in (None, 0, 1, 2)}
    shown = {seat: (one.first, one.second, one.corrected) for seat, one in results.items()}
    others = (None, 1, (True, False))
    assert shown == {None: others, 0: others, 1: others, 2: (2, 1, (True, False))}
    back = entered_epoch(5, 4, 1)
    back.act(CorrectMarker(FIRST, 0))
    assert back.view(1).results == play.view(1).results, "nobody else can tell whose it is"


def test_corrected_position_decides_no_tie_of_entered_influence() -> None:
    """Herald would know the title of only one of the tied seats."""
    play = untracked_game(2, {**UNREAD, "title.Spain.1.a": "King"})
    play.act(CorrectPosition("Spain.1.a", 1))
    legal_action = play.view(None).legal_action("call-epoch")
    assert legal_action is not None
    assert len(legal_action.missing_values) == 31


def test_switching_to_every_move_requires_the_board() -> None:
    play = untracked_game(2, UNREAD)
    play.act(CallEpoch())
    play.act(influence_entry(Spain=8), 0)
    play.act(influence_entry(Spain=3), 1)
    play.act(ChangeTrackingMode(EVERY_MOVE))
    legal_action = play.view(None).legal_action("resume-turns")
    assert legal_action is not None
    assert len(legal_action.missing_values) == 32
    play.fill(**{key.replace(".", "__"): EXAMPLE[key] for key in legal_action.missing_values})
    check_refused(play, ResumeTurns(0, 0), "not-now")
    play.act(ClaimPlace("Spain.1.a"), 0)
    play.act(ResumeTurns(0, 0))
    assert play.state.holders == {"Spain.1.a": 0}

    assert play.view(None).entered_influence == ()
    check_refused(play, CorrectInfluence("Spain", 0, 1), "not-now")
    assert not [
        legal_action for legal_action in play.view(None).corrections if legal_action.action == "correct-influence"
    ], "no place shows it"


def test_corrected_position_keeps_an_epoch_of_entered_influence() -> None:
    play = entered_epoch(5, 5)
    play.act(SettleTie("Britain", 0))
    play.fill(**{key.replace(".", "__"): value for key, value in EXAMPLE.items()})
    score_board(play, Britain__1__a=0, Britain__2__a=1)
    events = play.act(CorrectPosition("Britain.3.a", 1))
    assert [marker for marker, _ in doubts(events) if ".1." in marker] == []


def test_unclaimable_position_cannot_be_given_up() -> None:
    play = untracked_game(2, {**UNREAD, "title.Spain.1.a": "King"})
    play.act(CorrectPosition("Spain.1.a", 1))
    play.act(ChangeTrackingMode(EVERY_MOVE))
    assert play.view(1).legal_action("claim-place", 1) is None
    assert play.view(1).legal_action("give-up-place", 1) is None


def test_seats_that_change_nothing_in_a_later_epoch_are_listed() -> None:
    play = untracked_game(2)
    for untapped in ((), (1,)):
        play.act(CallEpoch())
        assert play.view(None).untapped == (0, 1)
        play.act(ClaimPlace("Spain.1.a" if not untapped else "Spain.2.a"), 0)
        if not untapped:
            play.act(ClaimPlace("France.5.a"), 1)
        assert play.view(None).untapped == untapped
        play.act(ConfirmBoard())


def test_reason_never_states_a_tie_with_unread_influence() -> None:
    unread = {f"influence.Spain.{at}": "" for at in ("1.a", "2.a", "2.b")}
    play = untracked_game(2, {**unread, "influence.Spain.3.a": "3"})
    play.state = replace(play.state, holders={"Spain.1.a": 0, "Spain.2.a": 0, "Spain.2.b": 0, "Spain.3.a": 1})
    assert render(why_ahead(play.state, "Spain", 0), NAMES) == "at least 3 influence"


def test_table_that_claims_positions_reads_the_titles_first() -> None:
    play = untracked_game(2, {**UNREAD, "title.Spain.1.a": "King"})
    play.act(CallEpoch())
    play.act(influence_entry(Spain=8), 0)
    legal_action = play.view(None).legal_action("tap-board")
    assert legal_action is not None
    assert len(legal_action.missing_values) == 31
    play.fill(**{key.replace(".", "__"): EXAMPLE[key] for key in legal_action.missing_values})
    play.act(TapBoard())
    play.act(ClaimPlace("Spain.1.a"), 0)
    play.act(ConfirmBoard())
    assert play.state.holders == {"Spain.1.a": 0}


def test_unread_epoch_markers_are_added_up_by_their_owners() -> None:
    play = untracked_game(2, UNREAD)
    for _ in range(3):
        play.act(CallEpoch())
        play.act(influence_entry(Spain=3), 0)
        play.act(influence_entry(Spain=2), 1)
    play.act(ConfirmTitles())
    fields = [field.name for field in play.view(0).legal_action("seal-sums", 0).fields]  # type: ignore[union-attr]
    assert fields == ["points.city", "points.country", "points.noble", "points.epoch"]
    play.act(SealSums({"city": 1, "country": 0, "noble": 0, "epoch": 20}), 0)
    play.act(SealSums({"city": 0, "country": 0, "noble": 0, "epoch": 9}), 1)
    assert totals(GAME.score(play.state), 2) == (21, 9)


def test_epoch_markers_read_during_sealing_count_once() -> None:
    """For seats that had already sealed, the entered sum counts and can be corrected. For the others, the printed
    values count."""
    play = play_to_sums({key: "" for key in EXAMPLE if key.startswith("epoch.")}, Spain__1__a=0, France__5__a=1)
    play.act(SealSums({"city": 6, "country": 0, "noble": 0, "epoch": 20}), 0)
    printed = {marker.key: EXAMPLE[marker.key] for marker in play.state.markers}
    play.fill(**{key.replace(".", "__"): value for key, value in printed.items()})
    assert [field.name for field in play.view(1).legal_action("seal-sums", 1).fields] == [  # type: ignore[union-attr]
        "points.city",
        "points.country",
        "points.noble",
    ]
    play.act(sealed_sums(city=5), 1)
    portraits = sum(int(printed[one.key]) for one in play.state.markers_of(0) if not one.key.startswith("epoch."))
    theirs = sum(int(printed[one.key]) for one in play.state.markers_of(1))
    assert totals(GAME.score(play.state), 2) == (6 + 20 + portraits, 5 + theirs)
    legal_actions = [
        legal_action for legal_action in play.view(None).corrections if legal_action.action == "correct-sum"
    ]
    kinds = [
        (legal_action.field("whose").options[0], legal_action.field("kind").options[0])
        for legal_action in legal_actions
    ]  # type: ignore[union-attr]
    assert kinds == [(0, kind) for kind in ("city", "country", "noble", "epoch")] + [
        (1, kind) for kind in ("city", "country", "noble")
    ]
    play.act(CorrectSum(0, "epoch", 21), 0)
    assert totals(GAME.score(play.state), 2)[0] == 6 + 21 + portraits


def test_city_bonus_is_needed_only_where_it_decides() -> None:
    """Equal influence, and the same highest title there (de 257)."""
    unread = {f"city.Spain.{n}": "" for n in (1, 2, 3, 4)}
    even = {"title.Spain.3.a": "King", "influence.Spain.3.a": "8"}
    for box, missing_values in (({}, ()), (even, ("city.Spain.1", "city.Spain.3"))):
        play = untracked_game(2, {**unread, **box})
        play.act(CallEpoch())
        play.act(ClaimPlace("Spain.1.a"), 0)
        play.act(ClaimPlace("Spain.3.a"), 1)
        legal_action = play.view(None).legal_action("confirm-board")
        assert legal_action is not None
        assert legal_action.missing_values == missing_values


def test_only_complete_noble_house_has_the_highest_marker() -> None:
    play = untracked_game(3)
    score_board(play)
    score_board(play)
    score_board(play, Spain__1__a=0)
    for title in TITLES:
        play.act(CountCubes(title, 2), 0)
        play.act(CountCubes(title, 1), 1) if title != "King" else None
    play.act(ConfirmTitles())
    options = [play.view(seat).legal_action("seal-sums", seat).field("points.noble").options for seat in range(3)]  # type: ignore[union-attr]
    assert options == [(16,), (0,), (0,)]


# --- noble house markers with unread values ----------------------------------------------------------------


def noble_field(play: Play, seat: int) -> Pick | Count:
    legal_action = next(
        o for o in play.view(seat).legal_actions if o.action in ("seal-sums", "enter-sums") and o.seat == seat
    )
    field = legal_action.field("points.noble")
    assert isinstance(field, Pick | Count)
    return field


def at_sum_entry(seats: int, edition: str, lowest: str) -> Play:
    """A FINAL_SCORING game in which all seats enter the sums of all markers."""
    box = {key: value for key, value in EXAMPLE.items() if key.startswith("value.")} | {"noble.3": lowest}
    play = Play(GAME.start(GameConfig(seats, {"follow": FINAL_SCORING, "edition": edition}, box)))
    play.act(ConfirmTitles())
    return play


@pytest.mark.parametrize(
    ("seats", "edition", "values"),
    [
        (2, "abacus", (0, 8)),
        (2, "arcane", (0, 8)),
        (3, "abacus", (0, 16, 12, 8)),
        (3, "arcane", (0, 12, 8)),
        (4, "arcane", (0, 16, 12, 8)),
        (5, "abacus", (0, 16, 12, 8)),
    ],
)
def test_de_81_only_noble_house_markers_in_play_can_be_entered(
    seats: int, edition: str, values: tuple[int, ...]
) -> None:
    play = at_sum_entry(seats, edition, lowest="8")
    assert noble_field(play, 0) == Pick("points.noble", values)
    other = at_sum_entry(seats, edition, lowest="9")
    assert noble_field(other, 0) == Pick("points.noble", (*values[:-1], 9))


@pytest.mark.parametrize("points", [0, 9, 12, 16, 40])
def test_unread_lowest_noble_house_marker_can_have_any_value(points: int) -> None:
    """The rulebook states 16 and 12 (de 81), and no third value."""
    play = at_sum_entry(3, "abacus", lowest="")
    sums = {"city": 10, "country": 0, "noble": points, "epoch": 0}
    play.act(EnterSums(sums), 0)
    assert play.state.phase.sealed.choices[0] == sums  # type: ignore[attr-defined]
    check_refused(play, EnterSums({**sums, "noble": 41}), "not-offered", 1)


def test_owner_of_the_only_noble_house_marker_enters_its_value() -> None:
    play = untracked_game(2, {"noble.3": ""})
    score_board(play, Spain__1__a=0)
    score_board(play)
    score_board(play)
    for title in TITLES:
        play.act(CountCubes(title, 2), 0)
    play.act(ConfirmTitles())
    check_refused(play, sealed_sums(city=6), "not-offered", 0)
    play.act(sealed_sums(city=6, noble=9), 0)
    check_refused(play, sealed_sums(noble=9), "not-offered", 1)
    assert noble_field(play, 1) == Pick("points.noble", (0,)), "no cube on any title"


def test_noble_house_marker_awarded_by_herald_counts() -> None:
    """Switched from EVERY_MOVE to KEY_MOMENTS: Anna has the 16, so Ben, who completed his house later, has the 12."""
    play = table(3)
    play.take(*EVERY_TITLE)
    assert "noble.1" in play.markers(0)
    play.act(ChangeTrackingMode("counts"))
    for _ in range(3):
        score_board(play)
    for title in TITLES:
        play.act(CountCubes(title, 1), 1)
    play.act(ConfirmTitles())
    assert [noble_field(play, seat) for seat in range(3)] == [Pick("points.noble", (n,)) for n in (16, 12, 0)]


def test_noble_house_sum_is_corrected_within_the_same_limits() -> None:
    play = play_to_sums(Spain__1__a=0)
    play.act(sealed_sums(city=3), 0)
    play.act(sealed_sums(), 1)
    assert isinstance(play.state.phase, SumReview)
    check_refused(play, CorrectSum(0, "noble", 8), "not-offered", 0)
    check_refused(play, CorrectSum(0, "noble", 37), "not-offered", 0)


def test_no_screen_shows_value_for_unread_noble_house_marker() -> None:
    play = Play(GAME.start(GameConfig(3, {}, {})))
    play.act(ChooseStartPlayer(0))
    assert play.view(None).nobles == (16, 12, None)
    names = [render(name, ()) for key, name in play.view(None).marker_names if key.startswith("noble.")]
    assert names == ["noble house marker: 16", "noble house marker: 12", "lowest noble house marker"]


def test_impossible_city_bonuses_have_to_be_checked() -> None:
    play = play_to_sums(Spain__1__a=0, France__5__a=1)
    play.act(sealed_sums(city=6), 0)
    play.act(sealed_sums(city=5), 1)
    assert isinstance(play.state.phase, SumReview)
    assert "you entered 11 in total, but the occupied cities add up to 12" in render(play.view(None).headline, NAMES)
    play.act(CorrectSum(1, "city", 6), 0)
    assert render(play.view(None).headline, NAMES) == "The totals add up now. Score them when you’re done."
    play.act(CorrectSum(1, "country", 4), 0)  # nothing is scored meanwhile
    play.act(AcceptSums())
    assert isinstance(play.state.phase, GameOver)


def test_table_may_accept_sums_that_do_not_add_up() -> None:
    play = play_to_sums(Spain__1__a=0)
    play.act(sealed_sums(city=3), 0)
    play.act(sealed_sums(), 1)
    play.act(AcceptSums())
    assert isinstance(play.state.phase, GameOver)


def test_highest_marker_is_needed_only_for_first_place() -> None:
    """Both have a King in a country with epoch markers of 4, and 13 points in city bonuses."""
    even = {f"epoch.{country}.{n}.first": "4" for country in ("Spain", "France", "Britain") for n in (1, 2, 3)}
    even |= {"city.Spain.1": "12", "city.Spain.2": "1", "city.France.5": "6", "city.France.3": "7"}
    play = play_to_sums(even, Spain__1__a=0, Spain__2__a=0, France__5__a=1, France__3__a=1)
    play.act(sealed_sums(city=13), 0)
    play.act(sealed_sums(city=13), 1)
    assert play.view(None).waiting_for == (0, 1)
    play.act(NameHighest(12), 0)
    check_refused(play, NameHighest(12), "not-now", 0)
    play.act(NameHighest(8), 1)
    standings = GAME.standings(play.state)
    assert standings is not None
    assert standings.winners == (0,)


def test_unneeded_highest_marker_is_shown_as_a_minimum() -> None:
    """Anna's King is worth 16, more than any marker of Ben's can be. Her epoch markers need not be known."""
    box = {key: value for key, value in EXAMPLE.items() if key.startswith("value.")}
    play = Play(GAME.start(GameConfig(2, {"follow": FINAL_SCORING}, box)))
    play.act(CountCubes("King", 1), 0)
    play.act(CountCubes("Marshal", 1), 1)
    play.act(ConfirmTitles())
    play.act(EnterSums({"city": 0, "country": 0, "noble": 0, "epoch": 30}), 0)
    play.act(EnterSums({"city": 14, "country": 14, "noble": 0, "epoch": 14}), 1)
    standings = GAME.standings(play.state)
    assert standings is not None
    assert standings.winners == (0,)
    assert [render(row.reason or "", NAMES) for row in standings.places] == [
        "tied on points; highest single marker at least 16",
        "tied on points; highest single marker at least 4",
    ]


def test_sealed_sums_are_visible_only_to_their_owner() -> None:
    play = play_to_sums(Spain__1__a=0)
    play.act(sealed_sums(city=6), 0)
    shown = [play.view(seat).adding_up for seat in (None, 0, 1)]
    assert [view.entered for view in shown if view] == [(), ((0, {"city": 6, "country": 0, "noble": 0}),), ()]


def test_switching_modes_twice_leaves_bonuses_to_the_table() -> None:
    play = untracked_game()
    score_board(play, Spain__1__a=0)
    play.act(ChangeTrackingMode("moves"))
    play.act(ResumeTurns(2, 1))
    assert play.view(None).turn == 1
    assert markers_taken(play.take("France.5.a")) == [], "who was first in a city is not known any more"
    assert play.state.holders == {"Spain.1.a": 0, "France.5.a": 1}
    play.act(ChangeTrackingMode("counts"))
    play.act(CallEpoch())
    assert play.view(None).position("France.5.a").holder == 1


def test_switching_to_every_move_asks_for_changes_on_the_board() -> None:
    play = untracked_game()
    score_board(play, Spain__1__a=0)
    play.act(ChangeTrackingMode("moves"))
    assert play.view(None).position("Spain.1.a").holder == 0, "as last entered"
    play.act(ClaimPlace("Spain.1.a"), 1)
    play.act(ClaimPlace("France.5.a"), 0)
    play.act(ClaimPlace("France.5.a"), 2)
    check_refused(play, ResumeTurns(2, 1), "contradiction")
    play.act(SettlePlace("France.5.a"), 2)
    play.act(ResumeTurns(2, 1))
    assert play.state.holders == {"Spain.1.a": 1, "France.5.a": 2}
    assert play.state.displaced == {"Spain.1": (0,)}
    assert play.state.cubes_on("King") == (1, 1, 1)
    assert play.view(None).turn == 1


def test_tracked_markers_are_the_minimum_of_the_entered_sum() -> None:
    play = table(2)
    play.take("Spain.1.a")
    play.act(ChangeTrackingMode("counts"))
    for _ in range(3):
        score_board(play)
    play.act(ConfirmTitles())
    field = play.view(0).legal_action("seal-sums", 0).field("points.city")  # type: ignore[union-attr]
    assert isinstance(field, Count)
    assert (field.low, field.value) == (6, 6)
    play.act(sealed_sums(city=6), 0)
    play.act(sealed_sums(), 1)
    assert sum(line.points for line in GAME.score(play.state) if line.category == KINDS["city"]) == 6
