"""Putting right what was entered wrongly."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.saga.asks import CorrectFame, CorrectHand, CorrectKnight, CorrectPlace, PlayKnight
from scoring.saga.state import Reckoning, hand_points
from tests.saga.play import knights, new_game, position


def test_fame_is_put_right() -> None:
    play = position(fame=(3, 0))
    play.ask(1, CorrectFame(0, 5))
    assert play.state.fame == (5, 0)


def test_a_knight_that_was_another_one() -> None:
    play = position(armies=[(0, "G4 B2")])
    play.ask(1, CorrectKnight("army-1:blue-2", "red-1"))
    assert play.state.armies[1].knights == knights("G4 R1")


def test_a_correction_can_show_that_a_land_was_conquered() -> None:
    play = position(armies=[(0, "G4 B2")])
    play.ask(1, CorrectKnight("army-1:blue-2", "blue-3"))
    assert play.holder("green") == 0
    assert play.turn.turn == 0


def test_a_free_knight_may_be_any() -> None:
    play = position(free="G4 G3")
    play.ask(0, CorrectKnight("free:green-3", "green-4"))
    assert play.state.free == knights("G4 G4")


def test_a_knight_laid_on_the_wrong_army() -> None:
    play = position(armies=[(0, "G4 B2"), (0, "Y1")])
    play.ask(0, CorrectPlace("army-1:blue-2", "army-2"))
    assert play.state.armies[2].knights == knights("Y1 B2")
    play.ask(0, CorrectPlace("army-2:blue-2", "hand"))
    assert play.cards(0) == 10


def test_what_the_hand_is_worth_is_its_owners_to_say() -> None:
    play = position(armies=[(0, "G4")])
    play.ask(0, CorrectHand(25))
    assert hand_points(play.state, 0) == 25
    assert CorrectHand.own


def test_a_corrected_hand_refuses_no_knight_any_more() -> None:
    play = position(
        held={"red": (0, "R4 G3 B2 Y1"), "purple": (0, "P4 R3 Y4 G2")}, armies=[(0, "O4 B3")], recruited={0: "O4"}
    )
    assert play.refuses(0, PlayKnight(0, "yellow-4")) == "not-in-hand"
    play.ask(0, CorrectHand(9))
    play.ask(0, PlayKnight(0, "yellow-4"))
    assert hand_points(play.state, 0) == 5


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        (CorrectFame(5, 1), "no-seat"),
        (CorrectFame(0, -1), "fame"),
        (CorrectFame(0, 999), "fame"),
        (CorrectKnight("army-1:red-1", "red-2"), "not-there"),
        (CorrectKnight("army-9:green-4", "red-2"), "not-there"),
        (CorrectKnight("nonsense", "red-2"), "not-there"),
        (CorrectKnight("army-1:blue-2", "green-1"), "colour-rule"),
        (CorrectKnight("army-1:blue-2", "green-7"), "knight"),
        (CorrectPlace("army-1:blue-2", "army-2"), "colour-rule"),
        (CorrectPlace("army-1:blue-2", "army-3"), "no-army"),
        (CorrectPlace("army-1:blue-2", "army-1"), "no-army"),
        (CorrectPlace("land-red:red-4", "hand"), "no-army"),
        (CorrectPlace("free:yellow-4", "hand"), "no-army"),
        (CorrectHand(400), "hand"),
    ],
)
def test_a_correction_that_cannot_be_is_refused(ask: object, code: str) -> None:
    play = position(armies=[(0, "G4 B2"), (0, "B1"), (1, "Y1")], free="Y4")
    assert play.refuses(0, ask) == code  # type: ignore[arg-type]


def test_corrections_are_for_a_turn_and_the_check_before_the_count() -> None:
    assert new_game().view(0).corrections == ()
    assert new_game().refuses(0, CorrectFame(0, 3)) == "not-now"
    play = position(armies=[(0, "G4 B2")])
    play.state = replace(play.state, phase=Reckoning(0))
    play.ask(0, CorrectKnight("army-1:blue-2", "blue-4"))
    assert play.holder("green") is None  # the last knight is played: no land changes hands
    assert play.refuses(0, CorrectPlace("army-1:blue-4", "hand")) == "not-now"
    asks = {offer.ask for offer in play.view(0).corrections}
    assert asks == {"correct-fame", "correct-knight"}


def test_every_seat_is_offered_its_own_hand_only() -> None:
    play = position()
    hands = [offer.seat for offer in play.view(1).corrections if offer.ask == "correct-hand"]
    assert hands == [1]
    assert not any(offer.own for offer in play.view(None).corrections)
