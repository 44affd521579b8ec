"""Putting right what was entered wrongly."""

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
from scoring.saga.final_count import BeginCount, CountArmy, FinalCount, LastKnightPlayed, TellHand
from scoring.saga.playing import KnightDoubted, PlayFaceDown, PlayKnight, TakeBack, TurnUp
from scoring.saga.turn import Turn
from scoring.standings import totals
from scoring.words import render
from tests.saga.play import NAMES, Play, knights, nearly_all, new_game, position


def points(play: Play) -> tuple[int, ...]:
    return totals(GAME.score(play.state), play.state.seats)


def test_fame_is_put_right() -> None:
    play = position(fame=(3, 0))
    play.act(1, CorrectFame(0, 5))
    assert play.state.fame == (5, 0)


def test_a_knight_that_was_another_one() -> None:
    play = position(armies=[(0, "G4 B2")])
    play.act(1, CorrectKnight("army-1:blue-2", "red-1"))
    assert play.state.armies[1].knights == knights("G4 R1")


def test_a_correction_can_show_that_a_land_was_conquered() -> None:
    play = position(armies=[(0, "G4 B2")])
    play.act(1, CorrectKnight("army-1:blue-2", "blue-3"))
    assert play.holder("green") == 0
    assert play.turn.turn == 0


def test_a_free_knight_may_be_any() -> None:
    play = position(free="G4 G3")
    play.act(0, CorrectKnight("free:green-3", "green-4"))
    assert play.state.free == knights("G4 G4")


def test_a_knight_laid_on_the_wrong_army() -> None:
    play = position(armies=[(0, "G4 B2"), (0, "Y1")])
    play.act(0, CorrectPlace("army-1:blue-2", "army-2"))
    assert play.state.armies[2].knights == knights("Y1 B2")
    play.act(0, CorrectPlace("army-2:blue-2", "hand"))
    assert play.cards(0) == 10


def test_what_the_hand_is_worth_is_its_owners_to_say() -> None:
    play = position(armies=[(0, "G4")])
    play.act(0, CorrectHand(25))
    assert play.state.hand_points(0) == 25
    assert CorrectHand.private


def test_of_a_corrected_hand_nothing_is_expected_any_more() -> None:
    play = position(
        held={"red": (0, "R4 G3 B2 Y1"), "purple": (0, "P4 R3 Y4 G2")}, armies=[(0, "O4 B3")], recruited={0: "O4"}
    )
    assert play.view(0).expected == (1, 2)
    play.act(0, CorrectHand(9))
    assert play.view(0).expected == ()
    assert KnightDoubted not in map(type, play.act(0, PlayKnight(0, "yellow-4")))
    assert play.state.hand_points(0) == 5


# --- a hand that its owner has told --------------------------------------------------------------------


def at_the_end(**table: Any) -> Play:
    play = position(**table)
    play.state = replace(play.state, phase=FinalCount(1))
    return play


def test_a_hand_told_at_the_end_stays_as_told_when_the_table_is_put_right() -> None:
    play = at_the_end(held={"red": (0, "R4 G1")})
    play.act(0, TellHand(26))
    play.act(1, CorrectKnight("land-red:red-4", "red-3"))
    assert play.state.hand_points(0) == 26
    assert points(play)[0] == 3 + 1 - 26


def test_a_hand_corrected_in_a_turn_stays_as_corrected() -> None:
    play = position(armies=[(0, "G4")])
    play.act(0, CorrectHand(27))
    play.act(1, CorrectKnight("army-1:green-4", "green-3"))
    assert play.state.hand_points(0) == 27
    play.act(1, CorrectPlace("army-1:green-3", "hand"))
    assert (play.state.hand_points(0), play.cards(0)) == (27, 12)


def test_a_hand_that_nobody_told_follows_the_table() -> None:
    play = position(armies=[(0, "G4 B2")])
    play.act(1, CorrectKnight("army-1:green-4", "green-3"))
    assert play.state.hand_points(0) == 25
    play.act(1, CorrectPlace("army-1:blue-2", "hand"))
    assert play.state.hand_points(0) == 27
    assert play.happened(HandValueKept) == []


def test_a_knight_laid_after_the_hand_was_told_was_in_it() -> None:
    """27 told, a green 4 entered that was a 3: 24 are left, not 23 – and with the 3 still in hand, 27."""
    play = position(armies=[(0, "R2")])
    play.act(0, CorrectHand(27))
    play.act(0, PlayKnight(1, "green-4"))
    play.act(1, CorrectKnight("army-1:green-4", "green-3"))
    assert play.state.hand_points(0) == 24
    play.act(1, CorrectKnight("army-1:red-2", "red-1"))  # lay there before
    assert play.state.hand_points(0) == 24
    play.act(1, CorrectPlace("army-1:green-3", "hand"))
    assert play.state.hand_points(0) == 27


def test_what_was_laid_since_is_known_wherever_the_knight_goes() -> None:
    play = position(armies=[(0, "P1"), (0, "R2")])
    play.act(0, CorrectHand(27))
    play.act(0, PlayKnight(1, "green-4"))  # 5 against 3: it lies under Treasure Land now
    assert play.holder("purple") == 0
    play.act(1, CorrectPlace("land-purple:green-4", "army-2"))
    play.act(1, CorrectKnight("army-2:green-4", "yellow-4"))
    play.act(1, CorrectKnight("army-2:yellow-4", "yellow-2"))
    assert play.state.hand_points(0) == 25
    play.act(0, CorrectHand(25))  # from now on all of it lay there before
    play.act(1, CorrectKnight("army-2:yellow-2", "yellow-1"))
    assert play.state.hand_points(0) == 25


def test_a_knight_laid_face_down_after_the_hand_was_told_was_in_it_too() -> None:
    play = position(held={"blue": (0, "B3 R2")}, printed={"blue": "face-down"}, armies=[(0, "R2")])
    play.act(0, CorrectHand(25))
    play.act(0, PlayFaceDown(1, "green-4"))
    play.act(1, PlayKnight(0, "red-1"))
    play.act(0, TurnUp(1))
    play.act(1, CorrectKnight("army-1:green-4", "green-3"))
    assert play.state.hand_points(0) == 22


def test_a_knight_of_somebody_else_leaves_a_told_hand_alone() -> None:
    play = position(armies=[(0, "G4"), (1, "B2")], free="Y1")
    play.act(0, CorrectHand(27))
    for which, really in (("army-2:blue-2", "blue-1"), ("free:yellow-1", "yellow-2"), ("land-red:red-4", "red-3")):
        play.act(1, CorrectKnight(which, really))
    assert play.state.hand_points(0) == 27
    assert play.happened(HandValueKept) == []


def test_a_stored_correction_means_what_it_meant() -> None:
    """Evenings from before: a knight put right moves the hand, and an army keeps its land."""
    play = position(armies=[(0, "G4")], amended=(1, None))
    state = GAME.apply(play.state, KnightCorrected("army-1", *knights("G4 B3")))
    assert state.hand_points(0) == 28
    assert state.armies[1].land == "green"


# --- what was laid and not entered ---------------------------------------------------------------------


def test_a_knight_that_was_laid_and_not_entered() -> None:
    play = position(armies=[(0, "G4")], held={"red": (1, "R4")})
    play.act(1, EnterMissedMove("yellow-1", "army-1"))
    assert play.state.armies[1].knights == knights("G4 Y1")
    assert (play.cards(0), play.state.hand_points(0)) == (10, 25)
    play.act(0, EnterMissedMove("blue-2", "land-red"))
    assert play.state.lands["red"].knights == knights("R4 B2")
    assert play.cards(1) == 10
    assert play.turn == Turn(0), "it is no move of this turn"


def test_a_forgotten_knight_can_be_an_army_of_its_own_and_can_show_a_conquest() -> None:
    play = position(armies=[(1, "G4")])
    play.act(0, EnterMissedMove("blue-2", "new-0"))
    assert (play.state.armies[2].owner, play.state.armies[2].land) == (0, "blue")
    play.act(0, EnterMissedMove("yellow-3", "army-1"))
    assert play.holder("green") == 1
    assert play.turn.turn == 0
    play.act(0, EnterMissedMove("red-1", "new-1"))
    assert sorted(play.state.armies) == [2, 3]


def test_the_last_knight_of_a_hand_ends_the_game_also_when_another_was_forgotten() -> None:
    """Herald knew of two knights; one lay on the table already, and the other has just been played."""
    play = position(armies=nearly_all(0, "P4")[:-1])
    play.act(0, PlayKnight(0, "red-4"))
    assert play.cards(0) == 1
    assert play.turn.turn == 1, "it went on"
    play.act(1, EnterMissedMove("yellow-4", "new-0"))
    assert play.happened(LastKnightPlayed) == [LastKnightPlayed(0)]
    assert play.end.turn == 0
    assert play.refuses(1, EnterMissedMove("yellow-4", "new-0")) == "hand"


def test_a_conquest_by_a_forgotten_last_knight_brings_no_free_knight() -> None:
    play = position(armies=nearly_all(0, "P4"), held={"red": (1, "R1")}, printed={"red": "free-knight"}, free="B4")
    play.state = replace(play.state, phase=Turn(1))
    play.act(1, EnterMissedMove("purple-4", "army-1"))
    assert play.holder("red") == 0
    assert play.end.turn == 0
    assert play.happened(FreeKnightGranted) == []


def test_that_was_the_last_knight() -> None:
    """Nobody knows any more what was forgotten: the hand is empty, so the game is over and nothing is minus."""
    play = position(armies=[(0, "G4 B1")], fame=(7, 3))
    play.act(1, CallLastKnight(0))
    assert play.end.turn == 0
    assert play.cards(0) == 0
    assert play.view().players[0].cards == 0
    assert points(play) == (7, 3 - 30)
    assert play.refuses(1, CallLastKnight(1)) == "not-now"
    assert play.count() == (7, 3 - 30)


def test_a_missing_knight_can_still_be_found_before_the_count() -> None:
    play = position(held={"purple": (0, "P3")}, fame=(7, 3))
    play.act(1, CallLastKnight(0))
    play.act(1, EnterMissedMove("red-4", "land-purple"))
    assert (play.cards(0), play.state.hand_points(0)) == (0, 0)
    assert points(play)[0] == 7 + 3 + 4
    assert play.count()[0] == 7 + 3 + 4


def test_who_told_the_hand_tells_it_again_when_a_forgotten_knight_turns_up() -> None:
    """Was it in the hand that was told? Only its owner knows, and Herald asks before it counts."""
    play = at_the_end(armies=[(0, "G4")])
    play.act(0, TellHand(26))
    play.act(1, EnterMissedMove("blue-2", "army-1"))
    assert play.view().waiting_for == (0,)
    assert play.refuses(1, BeginCount()) == "hands-misfit"
    play.act(0, TellHand(26))
    assert play.count()[0] == -26


def test_a_forgotten_knight_at_the_end_takes_no_land_and_asks_again_which_army_counts() -> None:
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


# --- the land an army is against -----------------------------------------------------------------------


def test_an_army_is_against_the_land_of_its_first_knight_as_put_right() -> None:
    play = position()
    play.act(0, PlayKnight(0, "green-4"))
    play.act(1, CorrectKnight("army-1:green-4", "blue-4"))
    army = play.view().army(1)
    assert army is not None
    assert (army.land, render(army.land_name, NAMES), army.needs) == ("blue", "Lake Land", 2)
    assert play.holder("blue") is None


def test_the_land_follows_before_conquests_are_made() -> None:
    play = position(armies=[(0, "G2 P4")])
    play.act(1, CorrectKnight("army-1:green-2", "blue-2"))  # 6 takes Lake Land, not Forest Land
    assert play.holder("blue") == 0
    assert play.holder("green") is None
    other = position(armies=[(0, "G2 P4")])
    other.act(1, CorrectKnight("army-1:green-2", "orange-3"))  # 7 takes Forest Land, not Gold Land
    assert other.holder("green") is None
    assert other.state.armies[1].land == "orange"


def test_an_army_keeps_its_land_when_another_knight_is_put_right() -> None:
    play = position(armies=[(0, "G1 B2")], held={"yellow": (0, "Y3")}, printed={"yellow": "take-back"})
    play.act(1, CorrectKnight("army-1:blue-2", "red-2"))
    assert play.state.armies[1].land == "green"
    play.act(0, TakeBack("army-1", "green-1"))
    play.act(1, CorrectKnight("army-1:red-2", "purple-2"))  # lies first now, but did not begin the army
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
def test_a_correction_that_cannot_be_is_refused(action: object, code: str) -> None:
    play = position(armies=[(0, "G4 B2"), (0, "B1"), (1, "Y1")], free="Y4")
    assert play.refuses(0, action) == code  # type: ignore[arg-type]


def test_corrections_are_for_a_turn_and_the_check_before_the_count() -> None:
    assert new_game().view(0).corrections == ()
    assert new_game().refuses(0, CorrectFame(0, 3)) == "not-now"
    play = position(armies=[(0, "G4 B2")])
    play.state = replace(play.state, phase=FinalCount(0))
    play.act(0, CorrectKnight("army-1:blue-2", "blue-4"))
    assert play.holder("green") is None  # the last knight is played: no land changes hands
    assert play.refuses(0, CorrectPlace("army-1:blue-4", "hand")) == "not-now"
    actions = {legal_action.action for legal_action in play.view(0).corrections}
    assert actions == {"correct-fame", "correct-knight", "enter-missed-move"}


def test_every_seat_is_offered_its_own_hand_only() -> None:
    play = position()
    hands = [legal_action.seat for legal_action in play.view(1).corrections if legal_action.action == "correct-hand"]
    assert hands == [1]
    assert not any(legal_action.private for legal_action in play.view(None).corrections)
