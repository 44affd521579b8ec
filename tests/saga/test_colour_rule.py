"""Each colour only once per army (nl 144-146): the same rule wherever a knight is played or entered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from scoring.kernel import EVERY_MOVE, KEY_MOMENTS, Action
from scoring.saga.corrections import CorrectKnight, CorrectPlace, EnterMissedMove
from scoring.saga.final_count import AddLastKnight, FinalCount
from scoring.saga.playing import AddToDefence, PlayFaceDown, PlayKnight, PlayOnFaceDown
from scoring.saga.resuming import EnterFaceDown, LayKnight
from scoring.tracking_modes import ChangeTrackingMode
from scoring.words import render
from tests.saga.play import NAMES, Play, position


def turn() -> Play:
    """Anna's army 1 openly contains blue, army 2 has a face-down blue knight, and her Treasure Land has blue too."""
    return position(
        held={"purple": (0, "P3 B2"), "blue": (0, "B3 R2")},
        printed={"purple": "add-card/add-at-end", "blue": "face-down"},
        armies=[(0, "G4 B1"), (0, "Y1", "B1"), (0, "R1 Y4")],
    )


def end() -> Play:
    play = turn()
    play.state = replace(play.state, phase=FinalCount(1))
    return play


def taking_up() -> Play:
    play = turn()
    play.act(0, ChangeTrackingMode(KEY_MOMENTS))
    play.act(0, ChangeTrackingMode(EVERY_MOVE))
    return play


@pytest.mark.parametrize(
    ("moment", "action"),
    [
        (turn, PlayKnight(1, "blue-4")),
        (turn, PlayOnFaceDown(2, "blue-4")),
        (turn, PlayFaceDown(1, "blue-4")),
        (turn, AddToDefence("blue-4")),
        (end, AddLastKnight("army-1", "blue-4")),
        (end, AddLastKnight("land-purple", "blue-4")),
        (turn, CorrectKnight("army-1:green-4", "blue-4")),
        (turn, EnterMissedMove("blue-4", "army-1")),
        (taking_up, LayKnight("army-1", "blue-4")),
        (taking_up, LayKnight("land-purple", "blue-4")),
        (taking_up, EnterFaceDown(2, "blue-4")),
    ],
    ids=lambda value: getattr(value, "__name__", str(value)),
)
def test_a_second_knight_of_a_colour_gets_the_same_refusal(moment: Callable[[], Play], action: Action) -> None:
    refusal = moment().refusal(0, action)
    assert (refusal.code, refusal.rule) == ("colour-rule", "nl 146")
    assert render(refusal.message, NAMES) == "Blue 4 can’t join: an army can only have each colour once."


def test_a_knight_cannot_be_moved_to_an_army_with_its_colour() -> None:
    refusal = turn().refusal(0, CorrectPlace("army-3:yellow-4", "army-2"))
    assert (refusal.code, refusal.rule) == ("colour-rule", "nl 146")


def test_a_face_down_knight_does_not_restrict_the_others() -> None:
    """A refusal would reveal its colour (nl 287)."""
    turn().act(1, EnterMissedMove("blue-4", "army-2"))
    taking_up().act(0, LayKnight("army-2", "blue-4"))
