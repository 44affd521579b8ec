"""After the last knight: hands, choices of the holders, the count and the places."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from scoring.reveal_phases import ContinueReveal
from scoring.saga import GAME
from scoring.saga.final_count import (
    AddLastKnight,
    ArmyCounted,
    BeginCount,
    CountArmy,
    CountBegan,
    EmpressReturned,
    EnterHandAtEnd,
    FinalCount,
    GameOver,
    KeepHand,
)
from scoring.saga.playing import PlayKnight
from scoring.standings import totals
from scoring.words import render
from tests.saga.play import NAMES, Play, knights, nearly_all, position


def over(
    held: Mapping[str, tuple[int, str]] | None = None,
    printed: Mapping[str, str] | None = None,
    armies: tuple[tuple[int, str] | tuple[int, str, str], ...] = (),
    fame: tuple[int, ...] = (0, 0),
) -> Play:
    """Ben has eleven knights on the table and plays his last one; Anna has the given lands and armies."""
    last = position(len(fame), held=held, printed=printed, armies=[*armies, *nearly_all(1, "P4")], fame=fame)
    last.state = replace(last.state, phase=replace(last.turn, turn=1))
    last.act(1, PlayKnight(0, "orange-4"))
    assert isinstance(last.state.phase, FinalCount)
    return last


def test_nothing_is_scored_before_the_finale() -> None:
    play = over(fame=(40, 5, 7))
    assert play.view().reckoning
    assert play.view().reckoning.lines == ()  # type: ignore[union-attr]
    play.act(1, BeginCount())
    assert isinstance(play.state.phase, GameOver)
    assert [line.seat for line in play.view().reckoning.lines] == [2, 1, 0]  # type: ignore[union-attr]
    assert play.happened(EmpressReturned)


def test_places_follow_the_fame_and_ties_are_shared() -> None:
    play = over(fame=(40, 10, 40))  # the hands of Anna and Carla are worth 30 each
    play.count()
    standings = GAME.standings(play.state)
    assert standings
    assert [(place.place, place.seat, place.points) for place in standings.places] == [
        (1, 0, 10),
        (1, 1, 10),
        (1, 2, 10),
    ]
    assert render(standings.reason, NAMES) == "Ben played the last knight in hand: the empress returns."


def test_the_count_can_be_skipped() -> None:
    play = over()
    assert play.count() == (-30, 0)


def test_a_hand_is_deduced_from_the_table() -> None:
    play = over(held={"red": (0, "R4 G1")})
    assert play.view(1).reckoning
    assert play.view(1).reckoning.hands == (25, 0)  # type: ignore[union-attr]


def test_a_player_with_an_impossible_hand_has_to_enter_it() -> None:
    """Twelve cards worth 3: something was entered wrongly."""
    play = over()
    play.state = replace(play.state, amended=(-27, None))
    assert play.state.hand_points(0) == 3
    assert play.refusal_code(1, BeginCount()) == "hands-misfit"
    assert play.view().waiting_for == (0,)
    assert play.refusal_code(0, EnterHandAtEnd(11)) == "hand"
    assert play.refusal_code(0, EnterHandAtEnd(49)) == "hand"
    play.act(0, EnterHandAtEnd(31))
    assert play.count()[0] == -31


def test_an_empty_hand_needs_no_entry() -> None:
    """An empty hand is worth 0, whatever was entered wrongly before."""
    play = over()
    play.state = replace(play.state, amended=(None, 3))
    assert play.view().waiting_for == ()
    assert play.count() == (-30, 0)


def test_players_may_enter_their_own_hands() -> None:
    play = over()
    play.act(0, EnterHandAtEnd(29))
    assert play.count() == (-29, 0)
    assert over().refusal_code(1, EnterHandAtEnd(1)) == "hand"  # no knights left


# --- choices -------------------------------------------------------------------------------------------

TREASURE = {"purple": "add-at-end"}


@pytest.mark.parametrize(
    ("place", "key", "points"),
    [("land-purple", "red-4", 3 + 4 - (30 - 3 - 2 - 4)), ("army-1", "blue-1", 3 - (30 - 3 - 2 - 1))],
)
def test_a_knight_is_added_from_the_hand_before_the_count(place: str, key: str, points: int) -> None:  # nl 323
    play = over(held={"purple": (0, "P3")}, printed=TREASURE, armies=((0, "G2"),))
    assert play.refusal_code(1, BeginCount()) == "not-now"
    play.act(0, AddLastKnight(place, key))
    assert play.count()[0] == points


def test_a_knight_added_at_the_end_conquers_nothing() -> None:  # nl 326
    play = over(held={"purple": (0, "P3")}, printed=TREASURE, armies=((0, "G4 B2"),))
    play.act(0, AddLastKnight("army-1", "red-4"))
    assert play.holder("green") is None


def test_a_knight_is_added_by_the_colour_rule_or_kept() -> None:
    play = over(held={"purple": (0, "P3")}, printed=TREASURE, armies=((0, "G2", "B1"),))
    assert play.refusal_code(0, AddLastKnight("land-purple", "purple-1")) == "colour-rule"
    assert play.refusal_code(0, AddLastKnight("army-1", "blue-2")) == "colour-rule"
    assert play.refusal_code(0, AddLastKnight("land-red", "blue-2")) == "no-army"
    assert play.refusal_code(1, AddLastKnight("land-purple", "blue-2")) == "no-property"
    play.act(0, KeepHand())
    assert play.refusal_code(0, AddLastKnight("land-purple", "blue-2")) == "no-property"
    assert play.count()[0] == 3 - (30 - 3 - 2 - 1)


def test_a_player_without_knights_in_hand_has_none_to_add() -> None:
    play = over(printed=TREASURE)
    lands = {**play.state.lands, "purple": replace(play.state.lands["purple"], holder=1, knights=())}
    play.state = replace(play.state, lands=lands)
    assert play.cards(1) == 0
    assert play.refusal_code(1, KeepHand()) == "no-property"


LAKE = {"blue": "army-counts"}


def test_a_single_attacking_army_counts_without_a_choice() -> None:  # nl 307
    play = over(held={"blue": (0, "B3")}, printed=LAKE, armies=((0, "G4 R1"),))
    assert play.happened(ArmyCounted) == [ArmyCounted(0, 1)]
    assert play.count()[0] == 3 + 5 - (30 - 8)


def test_the_holder_chooses_which_of_several_armies_counts() -> None:
    play = over(held={"blue": (0, "B3")}, printed=LAKE, armies=((0, "G4 R1"), (0, "Y2")))
    assert play.view().waiting_for == (0,)
    assert play.refusal_code(1, BeginCount()) == "not-now"
    assert play.refusal_code(0, CountArmy(3)) == "not-offered"
    assert play.refusal_code(1, CountArmy(3)) == "no-property"
    play.act(0, CountArmy(2))
    assert play.count()[0] == 3 + 2 - (30 - 10)


def test_the_knight_is_added_before_the_army_that_counts_is_chosen() -> None:
    play = over(
        held={"blue": (0, "B3"), "purple": (0, "P1")},
        printed={**LAKE, **TREASURE},
        armies=((0, "G4 R1"), (0, "Y2")),
    )
    assert play.refusal_code(0, CountArmy(1)) == "not-now"
    play.act(0, AddLastKnight("army-2", "orange-4"))
    play.act(0, CountArmy(2))
    assert play.count()[0] == 3 + 1 + 6 - (30 - 3 - 1 - 5 - 6)


def test_without_an_attacking_army_nothing_counts() -> None:
    play = over(held={"blue": (0, "B3")}, printed=LAKE)
    assert play.count()[0] == 3 - 27


def test_exactly_fifteen_even_for_a_stronger_army() -> None:
    play = over(held={"yellow": (0, "Y4 G4 R4 B3 O1")}, printed={"yellow": "fifteen"})
    assert play.count()[0] == 15 - 14


def test_the_count_is_started_once_by_the_table() -> None:
    play = over()
    assert play.refusal_code(0, BeginCount()) == "not-yours"
    assert play.refusal_code(1, ContinueReveal()) == "not-now"
    play.act(1, BeginCount())
    assert play.refusal_code(1, BeginCount()) == "over"
    assert play.refusal_code(0, EnterHandAtEnd(30)) == "over"


def test_an_interrupted_count_continues_at_once() -> None:
    """Old logs may end in the middle of the count."""
    play = over()
    play.state = GAME.apply(play.state, CountBegan())
    assert play.refusal_code(0, EnterHandAtEnd(30)) == "not-now"
    assert play.refusal_code(0, ContinueReveal()) == "not-yours"
    play.act(1, ContinueReveal())
    assert play.refusal_code(1, ContinueReveal()) == "over"


def test_all_points_have_a_score_line_with_its_rule() -> None:
    play = over(held={"yellow": (0, "Y4")}, printed={"yellow": "take-back/five"}, fame=(7, 0))
    play.count()
    lines = [(render(line.what, NAMES), line.points, line.rule) for line in GAME.score(play.state) if line.seat == 0]
    assert lines == [
        ("fame chips", 7, "nl 198"),
        ("Corn Land", 4, "nl 200"),
        ("Corn Land: extra fame", 5, "nl 302"),
        ("11 knights in hand", -26, "nl 205"),
    ]
    assert totals(GAME.score(play.state), 2)[0] == 7 + 4 + 5 - 26


def test_a_printed_value_corrected_during_the_count_changes_the_result() -> None:
    play = over(held={"yellow": (0, "Y4")}, printed={"yellow": "five"})
    play.state = GAME.apply(play.state, CountBegan())
    play.act(1, ContinueReveal(), side__yellow__crown="fifteen")
    standings = GAME.standings(play.state)
    assert standings
    assert {place.seat: place.points for place in standings.places} == {0: 15 - 26, 1: 0}
    assert knights("Y4")
