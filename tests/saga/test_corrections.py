"""Corrections of wrong entries."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scoring.saga import GAME
from scoring.saga.conquest import FreeKnightGranted
from scoring.saga.corrections import (
    CallLastKnight,
    CorrectFame,
    CorrectHand,
    CorrectKnight,
    CorrectPlace,
    EnterMissedMove,
    HandValueKept,
    KnightCorrected,
)
from scoring.saga.final_count import BeginCount, CountArmy, EnterHandAtEnd, FinalCount, LastKnightPlayed
from scoring.saga.playing import KnightDoubted, PlayFaceDown, PlayKnight, TakeBack, TurnUp
from scoring.saga.turn import Turn
from scoring.standings import totals
from scoring.words import render
from tests.saga.play import NAMES, Play, knights, nearly_all, new_game, position


def points(play: Play) -> tuple[int, ...]:
    return totals(GAME.score(play.state), play.state.seats)


def test_fame_is_corrected() -> None:
    play = position(fame=(3, 0))
    play.act(1, CorrectFame(0, 5))
    assert play.state.fame == (5, 0)


def test_a_wrong_knight_is_corrected() -> None:
    play = position(armies=[(0, "G4 B2")])
    play.act(1, CorrectKnight("army-1:blue-2", "red-1"))
    assert play.state.armies[1].knights == knights("G4 R1")


def test_a_correction_can_cause_a_conquest() -> None:
    play = position(armies=[(0, "G4 B2")])
    play.act(1, CorrectKnight("army-1:blue-2", "blue-3"))
    assert play.holder("green") == 0
    assert play.turn.turn == 0


def test_a_free_knight_can_be_corrected_to_any_knight() -> None:
    play = position(free="G4 G3")
    play.act(0, CorrectKnight("free:green-3", "green-4"))
    assert play.state.free == knights("G4 G4")


def test_a_knight_on_the_wrong_army_is_corrected() -> None:
    play = position(armies=[(0, "G4 B2"), (0, "Y1")])
    play.act(0, CorrectPlace("army-1:blue-2", "army-2"))
    assert play.state.armies[2].knights == knights("Y1 B2")
    play.act(0, CorrectPlace("army-2:blue-2", "hand"))
    assert play.cards(0) == 10


def test_only_the_owner_corrects_the_value_of_a_hand() -> None:
    play = position(armies=[(0, "G4")])
    play.act(0, CorrectHand(25))
    assert play.state.hand_points(0) == 25
    assert CorrectHand.private


def test_a_corrected_hand_has_no_expected_knights() -> None:
    play = position(
        held={"red": (0, "R4 G3 B2 Y1"), "purple": (0, "P4 R3 Y4 G2")}, armies=[(0, "O4 B3")], recruited={0: "O4"}
    )
    assert play.view(0).expected == (1, 2)
    play.act(0, CorrectHand(9))
    assert play.view(0).expected == ()
    assert KnightDoubted not in map(type, play.act(0, PlayKnight(0, "yellow-4")))
    assert play.state.hand_points(0) == 5


# --- entered hands -------------------------------------------------------------------------------------


def at_the_end(**table: Any) -> Play:
    play = position(**table)
    play.state = replace(play.state, phase=FinalCount(1))
    return play


def test_a_hand_entered_at_the_end_keeps_its_value_when_the_board_is_corrected() -> None:
    play = at_the_end(held={"red": (0, "R4 G1")})
    play.act(0, EnterHandAtEnd(26))
    play.act(1, CorrectKnight("land-red:red-4", "red-3"))
    assert play.state.hand_points(0) == 26
    assert points(play)[0] == 3 + 1 - 26


def test_a_hand_corrected_during_a_turn_keeps_its_value() -> None:
    play = position(armies=[(0, "G4")])
    play.act(0, CorrectHand(27))
    play.act(1, CorrectKnight("army-1:green-4", "green-3"))
    assert play.state.hand_points(0) == 27
    play.act(1, CorrectPlace("army-1:green-3", "hand"))
    assert (play.state.hand_points(0), play.cards(0)) == (27, 12)


def test_a_hand_that_was_not_entered_follows_the_board() -> None:
    play = position(armies=[(0, "G4 B2")])
    play.act(1, CorrectKnight("army-1:green-4", "green-3"))
    assert play.state.hand_points(0) == 25
    play.act(1, CorrectPlace("army-1:blue-2", "hand"))
    assert play.state.hand_points(0) == 27
    assert play.happened(HandValueKept) == []


def test_a_knight_played_after_the_hand_was_entered_was_part_of_it() -> None:
    """27 entered, then a green 4 that was really a 3: 24 are left, not 23. With the 3 back in hand, 27."""
    play = position(armies=[(0, "R2")])
    play.act(0, CorrectHand(27))
    play.act(0, PlayKnight(1, "green-4"))
    play.act(1, CorrectKnight("army-1:green-4", "green-3"))
    assert play.state.hand_points(0) == 24
    play.act(1, CorrectKnight("army-1:red-2", "red-1"))  # played before the hand was entered
    assert play.state.hand_points(0) == 24
    play.act(1, CorrectPlace("army-1:green-3", "hand"))
    assert play.state.hand_points(0) == 27


def test_knights_played_since_the_hand_was_entered_are_tracked_wherever_they_go() -> None:
    play = position(armies=[(0, "P1"), (0, "R2")])
    play.act(0, CorrectHand(27))
    play.act(0, PlayKnight(1, "green-4"))  # 5 against 3: now under Treasure Land
    assert play.holder("purple") == 0
    play.act(1, CorrectPlace("land-purple:green-4", "army-2"))
    play.act(1, CorrectKnight("army-2:green-4", "yellow-4"))
    play.act(1, CorrectKnight("army-2:yellow-4", "yellow-2"))
    assert play.state.hand_points(0) == 25
    play.act(0, CorrectHand(25))  # from now on all of it was played before
    play.act(1, CorrectKnight("army-2:yellow-2", "yellow-1"))
    assert play.state.hand_points(0) == 25


def test_a_knight_played_face_down_after_the_hand_was_entered_was_part_of_it_too() -> None:
    play = position(held={"blue": (0, "B3 R2")}, printed={"blue": "face-down"}, armies=[(0, "R2")])
    play.act(0, CorrectHand(25))
    play.act(0, PlayFaceDown(1, "green-4"))
    play.act(1, PlayKnight(0, "red-1"))
    play.act(0, TurnUp(1))
    play.act(1, CorrectKnight("army-1:green-4", "green-3"))
    assert play.state.hand_points(0) == 22


def test_a_correction_of_another_players_knight_leaves_an_entered_hand_alone() -> None:
    play = position(armies=[(0, "G4"), (1, "B2")], free="Y1")
    play.act(0, CorrectHand(27))
    for which, really in (("army-2:blue-2", "blue-1"), ("free:yellow-1", "yellow-2"), ("land-red:red-4", "red-3")):
        play.act(1, CorrectKnight(which, really))
    assert play.state.hand_points(0) == 27
    assert play.happened(HandValueKept) == []


def test_old_logged_corrections_keep_their_meaning() -> None:
    """In old logs, a corrected knight changes the hand, and an army keeps its land."""
    play = position(armies=[(0, "G4")], amended=(1, None))
    state = GAME.apply(play.state, KnightCorrected("army-1", *knights("G4 B3")))
    assert state.hand_points(0) == 28
    assert state.armies[1].land == "green"


# --- placed but not entered ----------------------------------------------------------------------------


def test_a_missed_knight_is_entered() -> None:
    play = position(armies=[(0, "G4")], held={"red": (1, "R4")})
    play.act(1, EnterMissedMove("yellow-1", "army-1"))
    assert play.state.armies[1].knights == knights("G4 Y1")
    assert (play.cards(0), play.state.hand_points(0)) == (10, 25)
    play.act(0, EnterMissedMove("blue-2", "land-red"))
    assert play.state.lands["red"].knights == knights("R4 B2")
    assert play.cards(1) == 10
    assert play.turn == Turn(0), "it is no move of this turn"


def test_a_missed_knight_can_be_a_new_army_and_can_cause_a_conquest() -> None:
    play = position(armies=[(1, "G4")])
    play.act(0, EnterMissedMove("blue-2", "new-0"))
    assert (play.state.armies[2].owner, play.state.armies[2].land) == (0, "blue")
    play.act(0, EnterMissedMove("yellow-3", "army-1"))
    assert play.holder("green") == 1
    assert play.turn.turn == 0
    play.act(0, EnterMissedMove("red-1", "new-1"))
    assert sorted(play.state.armies) == [2, 3]


def test_the_last_knight_of_a_hand_ends_the_game_even_if_another_was_missed() -> None:
    """Herald counted two knights in hand; one was already on the table, and the other was just played."""
    play = position(armies=nearly_all(0, "P4")[:-1])
    play.act(0, PlayKnight(0, "red-4"))
    assert play.cards(0) == 1
    assert play.turn.turn == 1, "it went on"
    play.act(1, EnterMissedMove("yellow-4", "new-0"))
    assert play.happened(LastKnightPlayed) == [LastKnightPlayed(0)]
    assert play.end.turn == 0
    assert play.refusal_code(1, EnterMissedMove("yellow-4", "new-0")) == "hand"


def test_a_conquest_by_a_missed_last_knight_grants_no_free_knight() -> None:
    play = position(armies=nearly_all(0, "P4"), held={"red": (1, "R1")}, printed={"red": "free-knight"}, free="B4")
    play.state = replace(play.state, phase=Turn(1))
    play.act(1, EnterMissedMove("purple-4", "army-1"))
    assert play.holder("red") == 0
    assert play.end.turn == 0
    assert play.happened(FreeKnightGranted) == []


def test_calling_the_last_knight_ends_the_game() -> None:
    """The missed knights are unknown, but the hand is empty. The game is over and the hand costs no points."""
    play = position(armies=[(0, "G4 B1")], fame=(7, 3))
    play.act(1, CallLastKnight(0))
    assert play.end.turn == 0
    assert play.cards(0) == 0
    assert play.view().players[0].cards == 0
    assert points(play) == (7, 3 - 30)
    assert play.refusal_code(1, CallLastKnight(1)) == "not-now"
    assert play.count() == (7, 3 - 30)


def test_a_missed_knight_can_still_be_entered_before_the_count() -> None:
    play = position(held={"purple": (0, "P3")}, fame=(7, 3))
    play.act(1, CallLastKnight(0))
    play.act(1, EnterMissedMove("red-4", "land-purple"))
    assert (play.cards(0), play.state.hand_points(0)) == (0, 0)
    assert points(play)[0] == 7 + 3 + 4
    assert play.count()[0] == 7 + 3 + 4


def test_an_entered_hand_is_asked_for_again_when_a_missed_knight_is_found() -> None:
    """Only the owner knows whether the knight was in the entered hand, so Herald asks before the count."""
    play = at_the_end(armies=[(0, "G4")])
    play.act(0, EnterHandAtEnd(26))
    play.act(1, EnterMissedMove("blue-2", "army-1"))
    assert play.view().waiting_for == (0,)
    assert play.refusal_code(1, BeginCount()) == "hands-misfit"
    play.act(0, EnterHandAtEnd(26))
    assert play.count()[0] == -26


def test_a_missed_knight_at_the_end_conquers_nothing_and_reopens_the_choice_of_army() -> None:
    lake = {"held": {"blue": (0, "B3")}, "printed": {"blue": "army-counts"}, "armies": [(0, "G4 R2")]}
    play = at_the_end(**lake)
    play.act(1, EnterMissedMove("yellow-1", "army-1"))
    assert play.holder("green") is None  # 7 against 6
    assert play.end.counted == 1
    play.act(1, EnterMissedMove("orange-4", "new-0"))
    assert play.end.counted is None
    play.act(0, CountArmy(2))
    play.act(1, EnterMissedMove("orange-1", "new-1"))
    assert play.end.counted == 2


# --- an army's target ----------------------------------------------------------------------------------


def test_an_army_attacks_the_land_of_its_corrected_first_knight() -> None:
    play = position()
    play.act(0, PlayKnight(0, "green-4"))
    play.act(1, CorrectKnight("army-1:green-4", "blue-4"))
    army = play.view().army(1)
    assert army is not None
    assert (army.land, render(army.land_name, NAMES), army.needs) == ("blue", "Lake Land", 2)
    assert play.holder("blue") is None


def test_the_attacked_land_changes_before_conquests_are_checked() -> None:
    play = position(armies=[(0, "G2 P4")])
    play.act(1, CorrectKnight("army-1:green-2", "blue-2"))  # 6 conquers Lake Land, but would not conquer Forest Land
    assert play.holder("blue") == 0
    assert play.holder("green") is None
    other = position(armies=[(0, "G2 P4")])
    # 7 would conquer Forest Land, but does not conquer Gold Land
    other.act(1, CorrectKnight("army-1:green-2", "orange-3"))
    assert other.holder("green") is None
    assert other.state.armies[1].land == "orange"


def test_an_army_keeps_its_land_when_another_knight_is_corrected() -> None:
    play = position(armies=[(0, "G1 B2")], held={"yellow": (0, "Y3")}, printed={"yellow": "take-back"})
    play.act(1, CorrectKnight("army-1:blue-2", "red-2"))
    assert play.state.armies[1].land == "green"
    play.act(0, TakeBack("army-1", "green-1"))
    play.act(1, CorrectKnight("army-1:red-2", "purple-2"))  # now the first knight, but it did not start the army
    assert play.state.armies[1].land == "green"


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (CorrectFame(5, 1), "not-offered"),
        (CorrectFame(0, -1), "not-offered"),
        (CorrectFame(0, 999), "not-offered"),
        (CorrectKnight("army-1:red-1", "red-2"), "not-offered"),
        (CorrectKnight("army-9:green-4", "red-2"), "not-offered"),
        (CorrectKnight("nonsense", "red-2"), "not-offered"),
        (CorrectKnight("army-1:blue-2", "green-1"), "colour-rule"),
        (CorrectKnight("army-1:blue-2", "green-7"), "not-offered"),
        (CorrectPlace("army-1:blue-2", "army-2"), "colour-rule"),
        (CorrectPlace("army-1:blue-2", "army-3"), "no-army"),
        (CorrectPlace("army-1:blue-2", "army-1"), "no-army"),
        (CorrectPlace("land-red:red-4", "hand"), "no-army"),
        (CorrectPlace("free:yellow-4", "hand"), "no-army"),
        (CorrectHand(400), "hand"),
        (EnterMissedMove("green-7", "army-1"), "not-offered"),
        (EnterMissedMove("green-1", "army-1"), "colour-rule"),
        (EnterMissedMove("red-1", "army-9"), "not-offered"),
        (EnterMissedMove("red-1", "land-red"), "not-offered"),
        (EnterMissedMove("red-1", "free"), "not-offered"),
        (EnterMissedMove("red-1", "hand"), "not-offered"),
        (EnterMissedMove("red-1", "new-2"), "not-offered"),
        (EnterMissedMove("red-1", "new"), "not-offered"),
        (CallLastKnight(2), "not-offered"),
    ],
)
def test_impossible_corrections_are_refused(action: object, code: str) -> None:
    play = position(armies=[(0, "G4 B2"), (0, "B1"), (1, "Y1")], free="Y4")
    assert play.refusal_code(0, action) == code  # type: ignore[arg-type]


def test_corrections_are_possible_during_a_turn_and_before_the_count() -> None:
    assert {found.action for found in new_game().view(0).corrections} == {"change-tracking-mode"}
    assert new_game().refusal_code(0, CorrectFame(0, 3)) == "not-now"
    play = position(armies=[(0, "G4 B2")])
    play.state = replace(play.state, phase=FinalCount(0))
    play.act(0, CorrectKnight("army-1:blue-2", "blue-4"))
    assert play.holder("green") is None  # after the last knight no land changes hands
    assert play.refusal_code(0, CorrectPlace("army-1:blue-4", "hand")) == "not-now"
    actions = {legal_action.action for legal_action in play.view(0).corrections}
    assert actions == {"correct-fame", "correct-knight", "enter-missed-move"}


def test_every_seat_can_correct_only_its_own_hand() -> None:
    play = position()
    hands = [legal_action.seat for legal_action in play.view(1).corrections if legal_action.action == "correct-hand"]
    assert hands == [1]
    assert not any(legal_action.private for legal_action in play.view(None).corrections)
