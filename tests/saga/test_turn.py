"""A turn: fame first, a knight, conquests, a free knight, and how it ends."""

from __future__ import annotations

import pytest

from scoring.legal_actions import Likely
from scoring.saga import GAME
from scoring.saga.components import CROWN
from scoring.saga.conquest import FreeKnightGranted, KnightsFreed, KnightsReturned, LandConquered, TakeFreeKnight
from scoring.saga.final_count import FinalCount, LastKnightPlayed
from scoring.saga.playing import KnightDoubted, PlayFaceDown, PlayKnight
from scoring.saga.turn import EndTurn, Recruit, TakeFame, Turn, TurnBegan
from scoring.words import render
from tests.saga.play import NAMES, knights, nearly_all, position

HOLDING = {"green": (0, "G4 Y2"), "orange": (0, "O3 G4")}

# --- fame ----------------------------------------------------------------------------------------------


def test_lands_yield_one_fame_per_turn_and_the_gold_land_more() -> None:  # nl 113-116
    play = position(held=HOLDING)
    play.act(0, TakeFame())
    assert play.state.fame == (3, 0)


def test_fame_is_taken_once_per_turn() -> None:
    play = position(held=HOLDING)
    play.act(0, TakeFame())
    assert play.refusal_code(0, TakeFame()) == "fame"
    assert play.legal_action(0, TakeFame) is None


def test_any_other_action_rules_out_taking_fame_this_turn() -> None:  # nl 118
    play = position(held=HOLDING, free="B1", fame=(1, 0))
    play.act(0, Recruit("blue-1"))
    assert play.refusal_code(0, TakeFame()) == "fame-late"
    played = position(held=HOLDING, free="B1", fame=(1, 0))
    played.act(0, PlayKnight(0, "blue-1"))
    assert played.refusal_code(0, TakeFame()) == "fame-late"


def test_fame_can_be_taken_again_in_the_next_turn() -> None:
    play = position(held=HOLDING)
    play.act(0, PlayKnight(0, "blue-1"))
    play.act(1, PlayKnight(0, "blue-1"))
    play.act(0, TakeFame())
    assert play.state.fame == (3, 0)


@pytest.mark.parametrize("reminder", [False, True])
def test_fame_can_be_taken_only_with_a_land(reminder: bool) -> None:  # nl 113
    without = position(reminder=reminder)
    assert without.legal_action(0, TakeFame) is None
    assert without.refusal_code(0, TakeFame()) == "fame"
    assert position(held=HOLDING, reminder=reminder).legal_action(0, TakeFame)


def test_without_the_reminder_the_headline_does_not_mention_fame() -> None:
    assert position(held=HOLDING).view().headline == position().view().headline


def test_the_reminder_shows_the_fame() -> None:
    play = position(held=HOLDING, reminder=True)
    assert render(play.view().headline, NAMES) == "Anna: first take 3 fame, then play a knight."
    play.act(0, TakeFame())
    assert render(play.view().headline, NAMES) == "Anna plays a knight."


# --- playing a knight ----------------------------------------------------------------------------------


def test_the_first_knight_determines_the_land_an_army_attacks() -> None:  # nl 125
    play = position()
    play.act(0, PlayKnight(0, "yellow-1"))
    army = play.view().players[0].armies[0]
    assert (army.land, army.worth, army.needs) == ("yellow", 1, 4)


def test_a_second_army_against_the_same_land_is_allowed() -> None:  # nl 130
    play = position(armies=[(0, "Y1")])
    play.act(0, PlayKnight(0, "yellow-2"))
    assert [army.land for army in play.view().players[0].armies] == ["yellow", "yellow"]


def test_each_colour_only_once_per_army() -> None:  # nl 146
    play = position(armies=[(0, "Y1 B1")])
    assert play.refusal_code(0, PlayKnight(1, "blue-3")) == "colour-rule"
    assert play.refusal_code(0, PlayKnight(1, "yellow-3")) == "colour-rule"
    legal_action = next(
        o for o in play.view(0).legal_actions if o.action == "play-knight" and o.field("army").options == (1,)
    )  # type: ignore[union-attr]
    assert {str(key).split("-")[0] for key in legal_action.field("knight").options} == {
        "red",
        "green",
        "orange",
        "purple",
    }  # type: ignore[union-attr]


@pytest.mark.parametrize("key", ["yellow-0", "yellow-5", "yellow--1", "pink-2", "yellow", "", "yellow-1-1"])
def test_a_knight_that_is_in_no_set_is_refused(key: str) -> None:
    assert position().refusal_code(0, PlayKnight(0, key)) == "not-offered"


def test_only_ones_own_armies_are_reinforced() -> None:
    play = position(armies=[(1, "Y1")])
    assert play.refusal_code(0, PlayKnight(1, "blue-1")) == "no-army"
    assert play.refusal_code(0, PlayKnight(7, "blue-1")) == "no-army"


def test_exactly_one_knight_must_be_played_per_turn() -> None:  # nl 101, 122
    play = position(free="B1", fame=(1, 0))
    assert play.refusal_code(0, EndTurn()) == "must-play"
    play.act(0, PlayKnight(0, "yellow-1"))
    assert play.refusal_code(0, PlayKnight(0, "yellow-1")) == "played"
    play.act(0, EndTurn())
    assert play.turn.turn == 1


def test_nobody_plays_out_of_turn() -> None:
    assert position().refusal_code(1, PlayKnight(0, "yellow-1")) == "not-your-turn"


def test_a_turn_ends_automatically_when_nothing_is_left_to_do() -> None:
    play = position(free="B4", fame=(3, 0))
    play.act(0, PlayKnight(0, "yellow-1"))
    assert play.turn == Turn(1)


def test_the_expected_knights_in_hand_are_deduced_from_the_set() -> None:
    """Three cards worth 4 can only be 1, 1 and 2 (nl 224)."""
    play = position(
        held={"red": (0, "R4 G3 B2 Y1"), "purple": (0, "P4 R3 Y4 G2")}, armies=[(0, "O4 B3")], recruited={0: "O4"}
    )
    assert play.cards(0) == 3
    assert play.view(None).expected == (1, 2)
    legal_action = play.legal_action(0, PlayKnight)
    assert legal_action is not None
    assert {key[-1] for key in legal_action.field("knight").options} == {"1", "2"}  # type: ignore[union-attr,index]
    assert KnightDoubted not in map(type, play.act(0, PlayKnight(0, "yellow-2")))


def test_an_impossible_hand_refuses_no_knight() -> None:
    """Earlier entries must be wrong; refusing the real knight would block the game."""
    play = position(held={"red": (0, "R4 G4 B4 Y4 P4 O4")}, armies=[(0, "O4 B4"), (0, "P4 R4")])
    assert play.view(0).hand
    assert not play.view(0).hand.fits  # type: ignore[union-attr]
    play.act(0, PlayKnight(0, "yellow-4"))


# --- conquest ------------------------------------------------------------------------------------------


def test_an_army_equal_to_the_defence_waits() -> None:  # nl 150: greater
    play = position(armies=[(0, "G4")])
    play.act(0, PlayKnight(1, "blue-2"))
    assert play.holder("green") is None
    assert play.view().players[0].armies[0].needs == 1


def test_a_conquest_is_carried_out_in_the_order_of_the_rulebook() -> None:  # nl 156-167
    play = position(held={"green": (1, "G1 Y2")}, armies=[(0, "G4")])
    play.act(0, PlayKnight(1, "blue-3"))
    kinds = [type(event) for event in play.events]
    assert kinds.index(KnightsReturned) < kinds.index(LandConquered) < kinds.index(TurnBegan)
    said = [render(text, NAMES) for text in play.view().to_do]
    assert said == [
        "Ben: take the 2 knights under Forest Land back to your hand: Green 1, Yellow 2.",
        "Anna: put Forest Land on the army that took it.",
    ]


def test_a_new_army_can_conquer_with_one_knight() -> None:
    play = position(held={"purple": (1, "P1")})
    play.act(0, PlayKnight(0, "purple-2"))
    assert play.holder("purple") == 0


def test_nobody_conquers_a_land_from_themselves() -> None:
    play = position(held={"purple": (0, "P1")})
    play.act(0, PlayKnight(0, "purple-2"))
    army = play.view().players[0].armies[0]
    assert play.state.lands["purple"].knights == knights("P1")
    assert army.waits


def test_a_waiting_army_conquers_its_land_as_soon_as_another_player_holds_it_more_weakly() -> None:
    play = position(held={"purple": (1, "P1")}, armies=[(1, "P4")])
    play.act(0, PlayKnight(0, "purple-2"))
    assert play.happened(LandConquered) == [LandConquered(0, "purple", 2), LandConquered(1, "purple", 1)]
    assert play.holder("purple") == 1


def test_a_held_land_takes_no_more_knights() -> None:  # nl 157
    play = position(held={"purple": (0, "P1")}, armies=[(0, "Y1")])
    places = {o.field("army").options for o in play.view(0).legal_actions if o.action == "play-knight"}  # type: ignore[union-attr]
    assert places == {(0,), (1,)}


def test_knights_from_the_middle_become_free_but_not_those_of_a_player() -> None:
    play = position(armies=[(0, "P4")], held={"blue": (1, "B1")})
    play.act(0, PlayKnight(1, "blue-3"))
    assert play.happened(KnightsFreed)
    assert len(play.state.free) == 2


# --- free knights --------------------------------------------------------------------------------------


def test_one_free_knight_per_turn_before_or_after_playing() -> None:  # nl 108, 188
    play = position(free="B1 B2 R1", fame=(9, 0))
    play.act(0, Recruit("blue-1"))
    assert play.refusal_code(0, Recruit("blue-2")) == "recruited"
    play.act(0, PlayKnight(0, "blue-1"))
    assert play.turn.turn == 1
    after = position(free="B1", fame=(9, 0))
    after.act(0, PlayKnight(0, "yellow-1"))
    after.act(0, Recruit("blue-1"))
    assert after.turn.turn == 1
    assert after.state.fame == (8, 0)


def test_nobody_spends_more_fame_than_they_have() -> None:
    play = position(free="B4 B1", fame=(3, 0))
    assert play.refusal_code(0, Recruit("blue-4")) == "fame-short"
    assert play.legal_action(0, Recruit)
    assert play.legal_action(0, Recruit).field("knight").options == ("blue-1",)  # type: ignore[union-attr]


def test_only_free_knights_are_recruited() -> None:
    assert position(free="B1", fame=(9, 0)).refusal_code(0, Recruit("red-1")) == "not-offered"
    assert position(free="B1", fame=(9, 0)).refusal_code(0, Recruit("blue-5")) == "not-offered"
    assert position(free="B1").refusal_code(0, TakeFreeKnight("blue-1")) == "not-now"


# --- the last knight -----------------------------------------------------------------------------------


def test_the_game_ends_with_the_last_knight_in_hand() -> None:  # nl 195
    play = position(armies=nearly_all(0, "P4"))
    assert play.cards(0) == 1
    play.act(0, PlayKnight(0, "red-4"))
    assert isinstance(play.state.phase, FinalCount)
    assert play.happened(LastKnightPlayed) == [LastKnightPlayed(0)]
    assert play.refusal_code(1, PlayKnight(0, "red-1")) == "over"


def test_a_conquest_by_the_last_knight_still_happens_but_grants_no_free_knight() -> None:
    play = position(
        armies=nearly_all(0, "P4"),
        held={"red": (1, "R1")},
        printed={"red": "free-knight"},
        free="B4",
    )
    play.act(0, PlayKnight(1, "purple-4"))
    assert play.holder("red") == 0
    assert isinstance(play.state.phase, FinalCount)
    assert play.happened(FreeKnightGranted) == []
    assert play.legal_action(0, TakeFreeKnight) is None
    assert play.cards(0) == 0


def test_a_mistyped_value_disables_no_legal_knight_and_is_reported() -> None:
    """nl 39: a set is worth 30, so the last knight must be a 4 if everything was entered correctly."""
    play = position(armies=nearly_all(0, "P4"))
    assert play.view(0).expected == (4,)
    legal_action = play.legal_action(0, PlayKnight)
    assert legal_action is not None
    field = legal_action.field("knight")
    assert isinstance(field, Likely)
    assert len(field.options) + len(field.others) == 24
    events = play.act(0, PlayKnight(0, "red-3"))
    assert KnightDoubted(0, (4,)) in events
    told = [render(text, NAMES) for text in play.view(None).to_do]
    assert "Compare Anna’s knights on the screen with the table: one of them is different." in told
    assert isinstance(play.state.phase, FinalCount), "nl 195: it was the last one all the same"
    assert not [line for line in GAME.score(play.state) if line.seat == 0 and line.points < 0], "the hand is empty"


def test_a_face_down_knight_is_not_doubted() -> None:
    """Only its owner knows the knight."""
    held = {"red": (0, "R4 G3 B2 Y1"), "blue": (0, "P4 R3 Y4 G2")}
    play = position(held=held, armies=[(0, "O4 B3")], recruited={0: "O4"}, printed={"blue": "face-down"})
    assert play.view(0).expected == (1, 2)
    assert KnightDoubted not in map(type, play.act(0, PlayFaceDown(1, "yellow-4")))


def test_hand_sizes_are_public() -> None:  # nl 352
    play = position(armies=[(1, "Y1")])
    assert [player.cards for player in play.view(None).players] == [12, 11]
    assert play.view(0).land("red").properties[0].rule == "nl 264"
    assert play.state.lands["red"].side == CROWN
