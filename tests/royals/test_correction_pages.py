"""Effects of corrected printed values or holders: missed bonuses, passed-on markers, and markers to check again."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from companion.screens import history
from scoring.kernel import Event, Rng
from scoring.replay import Projection, undo
from scoring.reveal_phases import ConfirmBoard
from scoring.royals import GAME
from scoring.royals.corrections import CorrectField, CorrectMarker, CorrectPosition, CorrectTitle, EnterMissedMove
from scoring.royals.epoch import EndEpoch, EndTurn
from scoring.royals.markers import KINDS, MarkerDoubted, MarkerPassedOn, rightful_owners
from scoring.royals.titles import ConfirmTitles
from scoring.royals.turn import ChooseStartPlayer, TakePosition
from scoring.table import Actor, decide, decide_with
from scoring.table_events import EnterPrintedValue
from scoring.words import render
from tests.royals.play import NAMES, Play, check_refused, doubts, game, game_with_values, markers_taken
from tests.royals.test_bonuses import EVERY_TITLE
from tests.royals.test_ending import ended_game, play_to_the_titles
from tests.strategies import begun, with_records

MADRID = "title.Spain.1.a"
# Madrid entered as a Duke's position, so that no King is on the board.
MISREAD = {MADRID: "Duke"}
RNG = Rng(random.Random(1))


def history_lines(play: Play, events: list[Event]) -> list[str]:
    return [render(text, NAMES) for event in events if (text := GAME.history_line(play.state, event))]


# --- corrected titles ---------------------------------------------------------------------------------------


def test_corrected_title_awards_the_missed_noble_house_bonus() -> None:
    """de 239"""
    play = game(box=MISREAD)
    play.take(*EVERY_TITLE)
    assert not play.state.has_every_title(0)
    events = play.fill(title__Spain__1__a="King")
    assert markers_taken(events) == [(0, "noble.1")]
    assert history_lines(play, events) == ["Anna took the noble house marker, which was due earlier."]
    assert (
        render(GAME.secret_history_line(play.state, events[0]) or "", NAMES)
        == "Anna revealed the noble house marker: 16 points."
    )
    assert render(play.view(None).to_do[-1], NAMES) == "Anna: take the noble house marker."
    play.act(EndTurn())
    assert markers_taken(play.take(*EVERY_TITLE))[-1] == (1, "noble.2")


def test_missed_noble_houses_are_awarded_in_move_order() -> None:
    play = game(box=MISREAD)
    play.play_turns((), EVERY_TITLE[:-1], EVERY_TITLE, EVERY_TITLE, (EVERY_TITLE[-1],))
    assert markers_taken(play.fill(title__Spain__1__a="King")) == [(2, "noble.1"), (0, "noble.2"), (1, "noble.3")]
    assert doubts(play.events) == []


def test_earlier_noble_house_with_a_lower_marker_is_reported() -> None:
    """Anna takes the best marker left; a to-do line says that Ben has the one due to her."""
    play = game(box=MISREAD)
    play.play_turns(EVERY_TITLE, (*EVERY_TITLE, "France.5.a"))
    assert play.markers(1) >= {"noble.1"}
    events = play.fill(title__Spain__1__a="King")
    assert markers_taken(events) == [(0, "noble.2")]
    assert doubts(events) == [("noble.1", (0,)), ("noble.2", (1,))]
    assert history_lines(play, events)[1:] == [
        "Check again: the noble house marker is with Ben but should go to Anna.",
        "Check again: the noble house marker is with Anna but should go to Ben.",
    ]
    assert [render(text, NAMES) for text in play.view(None).to_do[-2:]] == history_lines(play, events)[1:]
    play.act(CorrectMarker("noble.1", 0))
    play.act(CorrectMarker("noble.2", 1))
    assert doubts(play.fill(title__Spain__2__a="King")) == []


def test_bonus_lost_by_a_corrected_title_is_reported() -> None:
    play = game()
    play.take(*EVERY_TITLE)
    events = play.fill(title__Spain__1__a="Duke")
    assert doubts(events) == [("noble.1", ())]
    assert history_lines(play, events) == ["Check again: the noble house marker is with Anna, but no one earned it."]
    assert "noble.1" in play.markers(0), "it stays until somebody puts it back"
    assert doubts(play.fill(title__Spain__1__a="King")) == []


def test_printed_value_entered_with_a_move_awards_missed_bonus() -> None:
    projection = begun(GAME, 3, {})
    projection = submit(projection, ChooseStartPlayer(0), {MADRID: "Duke"})
    for position in EVERY_TITLE:
        projection = submit(projection, TakePosition(position))
    events = decide_with(projection.table, Actor(0), 0, EndTurn(), {MADRID: "King"}, RNG)
    assert [type(event).__name__ for event in events[:2]] == ["PrintedValueEntered", "MissedMarkerTaken"]


def test_marker_names_distinguish_the_noble_houses() -> None:
    names = {key: render(name, NAMES) for key, name in game().view(None).marker_names}
    assert [names[f"noble.{n}"] for n in (1, 2, 3)] == [f"noble house marker: {points}" for points in (16, 12, 8)]
    assert len(set(names.values())) == len(names)


def submit(projection: Projection, action: Any, printed_values: dict[str, str] | None = None) -> Projection:
    seat = projection.table.state.turn or 0
    events = decide_with(projection.table, Actor(seat), seat, action, printed_values or {}, RNG)
    return with_records(projection, events, f"ask-{projection.seq}", seat)


def enter_value(projection: Projection, value: str) -> Projection:
    return with_records(
        projection,
        decide(projection.table, Actor(0), None, EnterPrintedValue(MADRID, value), RNG),
        f"ask-{projection.seq}",
    )


def undo_to(projection: Projection, to: int) -> Projection:
    return with_records(projection, undo(projection, Actor(host=True), to), f"ask-{projection.seq}")


def test_undo_keeps_the_printed_value_and_redoes_its_effects() -> None:
    projection = submit(begun(GAME, 3, {}), ChooseStartPlayer(0), {MADRID: "Duke"})
    for position in EVERY_TITLE[:-1]:
        projection = submit(projection, TakePosition(position))
    incomplete = projection.seq
    complete = submit(projection, TakePosition(EVERY_TITLE[-1]))
    later = submit(enter_value(complete, "King"), TakePosition("France.5.a"))
    assert later.table.state.owners_of("noble.1") == (0,)

    # Undo to before the value was entered, but after the moves: the bonus is still due.
    ended = submit(complete, EndTurn())
    back = undo_to(enter_value(ended, "King"), complete.seq)
    assert back.table.printed_values[MADRID] == "King"
    assert back.table.state.owners_of("noble.1") == (0,)
    again = undo_to(submit(back, EndTurn()), back.seq)
    assert again.table.state.owners_of("noble.1") == (0,), "and it comes only once"

    # Undo to before the last move needed: the value stays, but the bonus only comes with the move.
    back = undo_to(later, incomplete)
    assert back.table.printed_values[MADRID] == "King"
    assert back.table.state.owners_of("noble.1") == ()
    assert submit(back, TakePosition(EVERY_TITLE[-1])).table.state.owners_of("noble.1") == (0,)


# --- printed values of earlier scorings ---------------------------------------------------------------------


def test_epoch_scored_with_a_wrong_value_is_reported() -> None:
    play = game()
    play.play_turns(("France.3.a",), ("France.2.b",))
    play.score_epoch()
    play.play_turns((), ("France.3.a",), ("France.2.b",))  # the current board does not matter
    assert play.state.owners_of("epoch.France.1.first") == (1,)
    events = play.fill(influence__France__3__a=6)
    assert doubts(events) == [("epoch.France.1.first", (0,)), ("epoch.France.1.second", (1,))]
    assert history_lines(play, events)[0] == (
        "Check again: the higher 1648 marker for France is with Ben but should go to Anna."
    )
    assert doubts(play.fill(influence__Spain__1__a=7, name__France__3="Calais", city__France__3=6)) == []


def test_tie_found_later_is_reported_with_all_tied_seats() -> None:
    play = game(box={"city.France.4": "3"})
    play.play_turns(("France.4.a",), ("France.3.a",))
    play.score_epoch()
    events = play.fill(title__France__3__a="Marshal", influence__France__3__a=1, city__France__3=3)
    assert doubts(events)[-2:] == [("epoch.France.1.first", (0, 1)), ("epoch.France.1.second", (0, 1))]


def test_nonexistent_position_needs_no_values_and_earns_nothing() -> None:
    """de 159"""
    unread = {key: "" for key in GAME.example if key.startswith("influence.")}
    play = game(box=unread)
    play.play_turns(("France.1.a",), ())
    play.take("France.1.b")
    play.fill(title__France__1__b="none", influence__France__1__b="none")
    play.act(EndEpoch())
    legal_action = play.view(None).legal_action("confirm-board")
    assert legal_action is not None
    assert legal_action.missing_values == ()
    events = play.act(ConfirmBoard())
    assert [one for one in markers_taken(events) if "France" in one[1]] == [(0, "epoch.France.1.first")]


def test_portraits_awarded_by_a_wrong_title_are_reported() -> None:
    play = game(box=MISREAD)
    play.play_turns(("Spain.1.a",), ("Spain.2.a",))
    play_to_the_titles(play)
    play.act(ConfirmTitles())
    events = play.fill(title__Spain__1__a="King")
    assert doubts(events) == [("value.Duke.half", ()), ("value.King.full", (0,)), ("value.Duke.full", (1,))]
    assert "Check again: the King portrait should go to Anna." in history_lines(play, events)


def test_uncorrected_markers_are_with_their_rightful_owners() -> None:
    rng = random.Random(7)
    play = game(4)
    while play.state.turn is not None:
        legal_action = rng.choice(play.view(None).legal_actions)
        values = [field.options[0] for field in legal_action.fields]  # type: ignore[union-attr]
        play.act(GAME.action_named(legal_action.action)(*values))  # type: ignore[misc]
        belong = {marker: seats for marker, seats in rightful_owners(play.state).items() if seats}
        assert belong == {marker.key: play.state.owners_of(marker.key) for marker in play.state.markers}
    assert {marker.key.split(".")[0] for marker in play.state.markers} >= set(KINDS)


# --- take-overs -----------------------------------------------------------------------------------------------


def passed_on(events: list[Event]) -> list[tuple[int, str, int]]:
    return [(event.seat, event.marker, event.loser) for event in events if isinstance(event, MarkerPassedOn)]


def test_city_marker_moves_with_a_corrected_cube() -> None:
    """de 223: a seat without a cube in a city was never first there."""
    play = game()
    play.take("Spain.1.a")
    before = play.state
    events = play.act(CorrectPosition("Spain.1.a", 1))
    assert passed_on(events) == [(1, "city.Spain.1", 0)]
    assert (play.markers(0), play.markers(1)) == (set(), {"city.Spain.1"})
    assert play.notes(1) == {"city.Spain.1": "first in the city"}
    play.state = before
    assert history_lines(play, events) == [
        "Corrected: Ben is King of Madrid.",
        "Ben got the city marker for Madrid from Anna.",
    ]


def test_city_marker_also_moves_in_two_corrections() -> None:
    play = game()
    play.take("Spain.1.a")
    assert doubts(play.act(CorrectPosition("Spain.1.a", -1))) == [("city.Spain.1", ())]
    assert passed_on(play.act(CorrectPosition("Spain.1.a", 1))) == [(1, "city.Spain.1", 0)]


@pytest.mark.parametrize("other", ["another position", "a displaced cube"])
def test_city_marker_stays_with_seat_that_still_has_cube_there(other: str) -> None:
    play = game()
    play.take("Spain.2.a")
    if other == "another position":
        play.take("Spain.2.b")
    else:
        play.act(CorrectField("Spain.2", 0, 1))
    events = play.act(CorrectPosition("Spain.2.a", 1))
    assert (passed_on(events), doubts(events)) == ([], [])
    assert play.markers(0) == {"city.Spain.2"}


def test_unentered_take_over_keeps_the_city_marker() -> None:
    play = game()
    play.take("Spain.1.a")
    play.act(CorrectPosition("Spain.1.a", 1))
    assert passed_on(play.act(CorrectField("Spain.1", 0, 1))) == [(0, "city.Spain.1", 1)]
    assert play.markers(0) == {"city.Spain.1"}
    assert passed_on(play.act(CorrectField("Spain.1", 0, 2))) == []


def test_country_marker_moves_if_the_cube_completes_the_country() -> None:
    play = game()
    play.play_turns(("Britain.1.a", "Britain.2.a"), ("Britain.1.b", "Britain.2.b"), ())
    assert markers_taken(play.take("Britain.3.a")) == [(0, "city.Britain.3"), (0, "country.Britain.first")]
    events = play.act(CorrectPosition("Britain.3.a", 1))
    assert passed_on(events) == [(1, "city.Britain.3", 0), (1, "country.Britain.first", 0)]
    assert markers_taken(events) == []


def test_country_marker_that_is_no_longer_earned_is_reported() -> None:
    play = game()
    play.take("Britain.1.a", "Britain.2.a", "Britain.3.a")
    events = play.act(CorrectPosition("Britain.3.a", 1))
    assert passed_on(events) == [(1, "city.Britain.3", 0)]
    assert doubts(events) == [("country.Britain.first", ())]


def test_removed_cubes_report_the_markers_they_earned() -> None:
    play = game()
    play.take(*EVERY_TITLE)
    assert doubts(play.act(CorrectTitle("King", 0, 0))) == [("noble.1", ())]
    play = game()
    play.play_turns(("Britain.1.a", "Britain.2.a", "Britain.3.a"), ("Britain.1.a",))
    assert doubts(play.act(CorrectField("Britain.1", 0, 0))) == [
        ("city.Britain.1", ()),
        ("country.Britain.first", ()),
    ]


def test_rightful_owner_of_a_marker_is_secret_like_its_holder() -> None:
    assert MarkerDoubted.secret == {"seats"}
    assert MarkerPassedOn.secret == {"seat", "loser"}


def test_finished_game_can_be_corrected_too() -> None:
    play = game(box=MISREAD)
    play.take(*EVERY_TITLE)
    ended_game(play)
    before = GAME.standings(play.state)
    play.fill(title__Spain__1__a="King")
    after = GAME.standings(play.state)
    assert before is not None
    assert after is not None
    assert after.places[0].points == before.places[0].points + 16


# --- untracked moves ----------------------------------------------------------------------------------------


def test_missed_move_on_a_position_needs_its_title() -> None:
    play = game_with_values(3)
    check_refused(play, EnterMissedMove("Spain.1.a", 1), "box-needed")
    play.fill(title__Spain__1__a="King")
    events = play.act(EnterMissedMove("Spain.1.a", 1))
    assert markers_taken(events) == [(1, "city.Spain.1")]
    assert (play.state.holder("Spain.1.a"), play.state.cubes_on("King")) == (1, (0, 1, 0))


def test_position_can_be_corrected_while_its_title_is_unread() -> None:
    play = game_with_values(3)
    play.act(CorrectPosition("Spain.1.a", 1))
    assert play.state.holder("Spain.1.a") == 1


def test_missed_take_over_is_entered_at_once_with_all_its_cubes() -> None:
    play = game()
    play.take("Spain.1.a")
    before = play.state
    events = play.act(EnterMissedMove("Spain.1.a", 1))
    assert (play.state.holder("Spain.1.a"), play.state.displaced["Spain.1"]) == (1, (0,))
    assert play.state.cubes_on("King") == (1, 1, 0)
    assert (passed_on(events), doubts(events)) == ([], [])
    play.state = before
    assert history_lines(play, events) == ["Corrected: Ben took King of Madrid from Anna."]
    check_refused(play, EnterMissedMove("Spain.1.a", 0), "own")


@pytest.mark.parametrize("action", [EnterMissedMove("Spain.1.a", 1), CorrectPosition("Spain.1.a", 1)])
def test_missed_take_over_before_a_scoring_reports_its_markers(action: Any) -> None:
    play = game()
    play.play_turns(("Spain.1.a",), (), ())
    play.score_epoch()
    assert "epoch.Spain.1.first" in play.markers(0)
    assert ("epoch.Spain.1.first", (1,)) in doubts(play.act(action))
    play.act(CorrectMarker("epoch.Spain.1.first", 1))
    assert doubts(play.act(CorrectPosition("France.1.a", 2))) == [("epoch.France.1.first", (2,))]


def test_position_taken_again_since_the_scoring_is_not_reported() -> None:
    play = game()
    play.play_turns(("Spain.1.a",), (), ())
    play.score_epoch()
    play.play_turns(("Spain.1.a",))
    assert not [marker for marker, _ in doubts(play.act(EnterMissedMove("Spain.1.a", 2))) if "epoch" in marker]


def test_missed_moves_cannot_be_entered_if_moves_are_not_tracked() -> None:
    play = game()
    play.state = replace(play.state, tracked=False)
    check_refused(play, EnterMissedMove("Spain.1.a", 1), "not-now")


# --- the history --------------------------------------------------------------------------------------------


def test_history_of_a_running_game_hides_marker_owners() -> None:
    """de 219; the export withholds the owners, and so does the history page."""
    projection = submit(submit(begun(GAME, 3, {}), ChooseStartPlayer(0), dict(GAME.example)), TakePosition("Spain.1.a"))
    now = [render(line.text, NAMES) for line in history(projection, None)]
    assert "A player took the city marker for Madrid." in now
    assert not any("Anna took the city marker" in line for line in now)
    assert projection.last is not None
    assert render(projection.last, NAMES) == "Anna took the city marker for Madrid.", "everybody sees it happen"
