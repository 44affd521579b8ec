"""Properties of lands that their holders use during the game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.kernel import GameConfig
from scoring.saga import GAME
from scoring.saga.components import CROWN, EXAMPLE, PLAIN, properties_of_side, side_key
from scoring.saga.conquest import (
    ChooseArmy,
    Conquer,
    FreeKnightGranted,
    KnightTurned,
    LandConquered,
    LeaveFreeKnights,
    TakeFreeKnight,
)
from scoring.saga.corrections import CorrectKnight
from scoring.saga.final_count import FinalCount
from scoring.saga.playing import AddToDefence, PlayFaceDown, PlayKnight, PlayOnFaceDown, TakeBack, TurnUp
from scoring.saga.turn import EndTurn, Recruit, TakeFame, Turn
from scoring.words import render
from tests.saga.play import NAMES, Play, knights, nearly_all, position

# --- add one knight to the defence (nl 236) ------------------------------------------------------------

TREASURE = {"held": {"purple": (0, "P3 R2")}, "printed": {"purple": "add-card"}}


def test_a_knight_is_added_to_the_defence_instead_of_playing() -> None:
    play = position(**TREASURE)  # type: ignore[arg-type]
    play.act(0, AddToDefence("blue-4"))
    assert play.state.lands["purple"].knights == knights("P3 R2 B4")
    assert play.turn.turn == 1
    assert play.cards(0) == 9


def test_the_defence_is_strengthened_only_once_and_by_the_colour_rule() -> None:
    play = position(**TREASURE)  # type: ignore[arg-type]
    assert play.refusal_code(0, AddToDefence("red-1")) == "colour-rule"
    play.act(0, AddToDefence("blue-4"))
    play.act(1, PlayKnight(0, "red-1"))
    assert play.refusal_code(0, AddToDefence("green-1")) == "used"
    assert play.legal_action(0, AddToDefence) is None


def test_a_new_holder_may_strengthen_the_defence_again() -> None:  # nl 242
    play = position(**TREASURE, armies=[(1, "P4")])  # type: ignore[arg-type]
    play.act(0, AddToDefence("blue-1"))
    play.act(1, PlayKnight(1, "green-4"))  # 8 against 6
    assert play.holder("purple") == 1
    play.act(0, PlayKnight(0, "red-1"))
    play.act(1, AddToDefence("blue-4"))
    assert play.state.lands["purple"].knights == knights("P4 G4 B4")


def test_only_the_holder_of_the_land_has_its_property() -> None:
    assert position(held={"purple": (0, "P3")}).refusal_code(0, AddToDefence("blue-1")) == "no-property"
    other = position(held={"purple": (1, "P3")}, printed={"purple": "add-card"})
    assert other.refusal_code(0, AddToDefence("blue-1")) == "no-property"


def test_strengthening_the_defence_replaces_playing_a_knight() -> None:
    play = position(**TREASURE, free="B1", fame=(1, 0))  # type: ignore[arg-type]
    play.act(0, PlayKnight(0, "yellow-1"))
    assert play.refusal_code(0, AddToDefence("blue-4")) == "played"


# --- take one knight back each turn (nl 245) -----------------------------------------------------------

CORN = {"yellow": "take-back"}


def test_one_knight_per_turn_can_be_taken_back() -> None:
    play = position(held={"yellow": (0, "Y3 B1")}, printed=CORN, armies=[(0, "R2 G1")])
    play.act(0, TakeBack("army-1", "green-1"))
    assert play.state.armies[1].knights == knights("R2")
    assert play.refusal_code(0, TakeBack("army-1", "red-2")) == "taken-back"
    play.act(0, PlayKnight(0, "green-1"))
    play.act(1, PlayKnight(0, "red-1"))
    assert play.legal_action(0, TakeBack)


def test_taking_back_is_an_extra_action_even_after_playing_and_rules_out_taking_fame() -> None:
    play = position(held={"yellow": (0, "Y3 B1")}, printed=CORN)
    play.act(0, PlayKnight(0, "red-1"))
    assert play.turn.turn == 0
    play.act(0, TakeBack("army-1", "red-1"))
    assert play.state.armies == {}
    assert play.turn.turn == 1
    early = position(held={"yellow": (0, "Y3 B1")}, printed=CORN)
    early.act(0, TakeBack("land-yellow", "blue-1"))
    assert early.refusal_code(0, TakeFame()) == "fame-late"


def test_a_weakened_land_goes_to_the_strongest_attacker() -> None:  # nl 251
    play = position(
        3,
        held={"green": (0, "G4 R3"), "yellow": (0, "Y3")},
        printed=CORN,
        armies=[(1, "G4 P1"), (2, "G3 O3")],
    )
    play.act(0, TakeBack("land-green", "red-3"))
    assert play.holder("green") == 2
    assert play.cards(0) == 12 - 1  # only Y3 is on the table
    assert [army.owner for army in play.state.armies.values()] == [1]


def test_the_defence_modifier_also_applies_to_a_weakened_land() -> None:
    play = position(
        held={"red": (0, "R4 G3"), "yellow": (0, "Y3")}, printed={**CORN, "red": "defence+1"}, armies=[(1, "R4 P1")]
    )
    play.act(0, TakeBack("land-red", "green-3"))
    assert play.holder("red") == 0  # 5 against 4 + 1


def test_the_holders_own_army_does_not_compete_for_a_weakened_land() -> None:
    play = position(held={"green": (0, "G4 R3"), "yellow": (0, "Y3")}, printed=CORN, armies=[(0, "G3 P3")])
    play.act(0, TakeBack("land-green", "red-3"))
    assert play.state.lands["green"].knights == knights("G4")


def test_a_tied_land_goes_to_a_third_player_who_is_stronger() -> None:
    play = position(
        4,
        held={"green": (0, "G4 R3"), "yellow": (0, "Y3")},
        printed=CORN,
        armies=[(1, "G4 P1"), (2, "G3 O2"), (3, "G2 B2")],
    )
    play.act(0, TakeBack("land-green", "red-3"))
    assert play.holder("green") == 0
    for seat in (0, 1, 2):
        play.act(seat, PlayKnight(0, "blue-1"))
        if play.turn.turn == seat:
            play.act(seat, EndTurn())
    play.act(3, PlayKnight(3, "yellow-4"))
    assert play.holder("green") == 3


def equal_armies() -> Play:
    return position(
        held={"green": (0, "G4 R3"), "yellow": (0, "Y3")}, printed=CORN, armies=[(1, "G4 P1"), (1, "G3 O2")]
    )


def test_a_player_chooses_which_of_two_equal_armies_conquers_the_land() -> None:
    play = equal_armies()
    play.act(0, TakeBack("land-green", "red-3"))
    assert play.holder("green") == 0
    assert play.view().waiting_for == (1,)
    assert play.refusal_code(0, PlayKnight(0, "blue-1")) == "not-now"
    assert play.refusal_code(0, ChooseArmy(1)) == "not-yours"
    play.act(1, ChooseArmy(2))
    assert play.state.lands["green"].knights == knights("G3 O2")
    assert list(play.state.armies) == [1]
    play.act(0, PlayKnight(0, "blue-1"))


def test_the_choice_is_asked_again_when_one_of_the_armies_is_corrected() -> None:
    play = equal_armies()
    play.act(0, TakeBack("land-green", "red-3"))
    play.act(1, CorrectKnight("army-2:orange-2", "orange-3"))
    assert play.state.lands["green"].knights == knights("G3 O3")
    assert play.turn.contenders == ()


def test_with_the_last_knight_the_choice_is_made_before_the_game_ends() -> None:
    """nl 196: the conquest still happens."""
    play = position(armies=[(0, "R3 P2"), (0, "R3 O2")], held={"red": (1, "R1")})
    play.state = replace(play.state, missing={0: 7})
    assert play.cards(0) == 1
    play.act(0, PlayKnight(0, "blue-1"))
    assert play.turn.contenders == (1, 2)
    play.act(0, ChooseArmy(2))
    assert play.state.lands["red"].knights == knights("R3 O2")
    assert isinstance(play.state.phase, FinalCount)


@pytest.mark.parametrize(("really", "asked"), [("blue-2", True), ("orange-3", False)])
def test_a_correction_before_that_choice_does_not_prevent_the_end_of_the_game(really: str, asked: bool) -> None:
    play = position(armies=[(0, "R3 P2"), (0, "R3 O2")], held={"red": (1, "R1")})
    play.state = replace(play.state, missing={0: 7})
    play.act(0, PlayKnight(0, "blue-1"))
    which = "army-3:blue-1" if asked else "army-2:orange-2"
    play.act(0, CorrectKnight(which, really))
    if asked:
        play.act(0, ChooseArmy(2))
    assert play.holder("red") == 0
    assert isinstance(play.state.phase, FinalCount)


# --- pending conquests (nl 97), turned lands (nl 241, 294) -----------------------------------------------


def test_the_table_chooses_whether_conquests_happen_at_once() -> None:
    """nl 97 "may" against nl 150 "as soon as"."""
    for waits in (False, True):
        play = position(armies=[(0, "G4 B2")])
        play.state = replace(play.state, conquest_waits=waits)
        play.act(0, PlayKnight(1, "yellow-1"))
        assert play.holder("green") == (None if waits else 0)
    assert play.turn.turn == 0, "the turn goes on: the land may be taken"
    assert play.refusal_code(1, Conquer(1)) == "not-your-turn"
    play.act(0, Conquer(1))
    assert play.holder("green") == 0
    assert play.turn.turn == 1


def test_a_land_left_alone_can_be_conquered_in_a_later_turn_after_playing() -> None:
    play = position(armies=[(0, "G4 B2")])
    play.state = replace(play.state, conquest_waits=True)
    play.act(0, PlayKnight(1, "yellow-1"))
    play.act(0, EndTurn())
    assert play.refusal_code(1, Conquer(1)) == "must-play"
    play.act(1, PlayKnight(0, "blue-1"))
    assert play.holder("green") is None
    assert play.refusal_code(0, Conquer(1)) == "must-play"
    play.act(0, PlayKnight(0, "blue-1"))
    assert play.refusal_code(0, Conquer(2)) == "no-army", "it is Ben’s"
    assert play.refusal_code(0, Conquer(3)) == "too-weak"
    play.act(0, Conquer(1))
    assert play.holder("green") == 0


def test_a_weakened_defence_loses_the_land_at_once_even_with_conquests_on_request() -> None:
    """nl 251-253"""
    play = position(held={"green": (0, "G4 R3"), "yellow": (0, "Y3")}, printed=CORN, armies=[(1, "G4 P1")])
    play.state = replace(play.state, conquest_waits=True)
    play.act(0, TakeBack("land-green", "red-3"))
    assert play.holder("green") == 1


def test_a_conquest_by_the_last_knight_happens_even_with_conquests_on_request() -> None:
    """nl 196"""
    play = position(armies=nearly_all(0, "P4"), held={"red": (1, "R1")})
    play.state = replace(play.state, conquest_waits=True)
    play.act(0, PlayKnight(1, "purple-4"))
    assert play.holder("red") == 0
    assert isinstance(play.state.phase, FinalCount)


def used(turns_over: bool) -> Play:
    play = position(**TREASURE, armies=[(1, "P4 Y3")])  # type: ignore[arg-type]
    play.state = replace(play.state, turns_over=turns_over)
    play.act(0, AddToDefence("blue-4"))
    return play


@pytest.mark.parametrize("turns_over", [False, True])
def test_after_a_reconquest_the_to_do_list_says_to_turn_a_used_land_back(turns_over: bool) -> None:
    play = used(turns_over)
    assert play.state.lands["purple"].used
    play.act(1, PlayKnight(1, "green-3"))
    assert play.holder("purple") == 1
    told = [render(text, NAMES) for text in play.view().to_do]
    how = "flip" if turns_over else "rotate"
    assert f"Ben: {how} Treasure Land back. You may use it once." in told
    land = play.state.lands["purple"]
    assert (land.used, land.side) == (False, CROWN)


def test_a_used_land_is_rotated_or_turned_over_by_option() -> None:
    """nl 241, 294 "omgedraaid": either a mark that it is used, or its other side."""
    assert used(False).state.lands["purple"].side == CROWN
    play = used(True)
    assert play.state.lands["purple"].side == PLAIN
    shown = {one.value for one in play.state.properties("purple")}
    assert shown == {one.value for one in properties_of_side(EXAMPLE, "purple", PLAIN)} != {"add-card"}


def test_only_a_used_land_is_turned_back_for_the_next_holder() -> None:
    """nl 242, 294"""
    play = position(**TREASURE)  # type: ignore[arg-type]
    assert replace(play.state, turns_over=True).side_for_next("purple") == CROWN
    assert used(True).state.side_for_next("purple") == CROWN
    assert used(False).state.side_for_next("purple") == CROWN


def test_turning_a_land_over_needs_the_printed_value_of_its_other_side() -> None:
    play = position(**TREASURE)  # type: ignore[arg-type]
    play.state = replace(
        play.state, turns_over=True, printed_values={**play.state.printed_values, side_key("purple", PLAIN): ""}
    )
    assert play.refusal_code(0, AddToDefence("blue-4")) == "box-needed"


def test_old_tables_conquer_at_once_and_rotate_used_lands() -> None:
    state = GAME.start(GameConfig(2, {}, EXAMPLE))
    assert (state.conquest_waits, state.turns_over) == (False, False)
    before = {option.key: option.before for option in GAME.options}
    assert (before["conquest"], before["turned"]) == ("at-once", "round")
    chosen = GAME.start(GameConfig(2, {"conquest": "may", "turned": "over"}, EXAMPLE))
    assert (chosen.conquest_waits, chosen.turns_over) == (True, True)


def test_taking_back_the_last_defender_leaves_the_land_with_its_holder() -> None:
    play = position(held={"yellow": (0, "Y3")}, printed=CORN)
    play.act(0, TakeBack("land-yellow", "yellow-3"))
    assert play.holder("yellow") == 0
    assert play.view().land("yellow").to_take == 1


def test_only_ones_own_knights_can_be_taken_back() -> None:
    play = position(held={"yellow": (0, "Y3")}, printed=CORN, armies=[(1, "R1")], free="B1")
    for place, key in (("army-1", "red-1"), ("land-green", "green-4"), ("free", "blue-1"), ("land-yellow", "red-1")):
        assert play.refusal_code(0, TakeBack(place, key)) == "not-offered"
    assert position(armies=[(0, "R1")]).refusal_code(0, TakeBack("army-1", "red-1")) == "no-property"


def test_an_army_keeps_its_land_when_its_first_knight_is_taken_back() -> None:
    play = position(held={"yellow": (0, "Y3")}, printed=CORN, armies=[(0, "G3 B2")])
    play.act(0, TakeBack("army-1", "green-3"))
    assert play.state.armies[1].land == "green"


# --- a free knight on conquest (nl 276) ----------------------------------------------------------------

CASTLE = {"printed": {"red": "free-knight"}, "armies": [(0, "R4")]}


def test_the_conqueror_takes_a_free_knight_at_once() -> None:
    play = position(**CASTLE, free="B4")  # type: ignore[arg-type]
    play.act(0, PlayKnight(1, "yellow-2"))
    assert play.turn.choosing == 0
    assert set(play.legal_action(0, TakeFreeKnight).field("knight").options) == {"blue-4", "red-4", "green-1"}  # type: ignore[union-attr]
    play.act(0, TakeFreeKnight("blue-4"))
    assert play.state.fame == (0, 0)
    assert play.cards(0) == 12 - 2 + 1
    assert play.turn.turn == 1


def test_a_free_knight_is_taken_at_once_or_not_at_all() -> None:
    play = position(**CASTLE)  # type: ignore[arg-type]
    play.act(0, PlayKnight(1, "yellow-2"))
    assert play.refusal_code(0, EndTurn()) == "not-now"
    assert play.refusal_code(1, TakeFreeKnight("red-4")) == "not-yours"
    assert play.refusal_code(0, TakeFreeKnight("blue-4")) == "not-offered"
    play.act(0, LeaveFreeKnights())
    assert play.turn == Turn(1)
    assert play.refusal_code(0, TakeFreeKnight("red-4")) == "not-now"


def test_the_free_knight_does_not_use_up_the_recruiting_of_the_turn() -> None:
    play = position(**CASTLE, free="B1", fame=(4, 0))  # type: ignore[arg-type]
    play.act(0, PlayKnight(1, "yellow-2"))
    play.act(0, TakeFreeKnight("red-4"))
    play.act(0, Recruit("blue-1"))
    assert play.cards(0) == 12 - 2 + 2


def test_without_free_knights_there_is_no_choice() -> None:
    play = position(printed={"red": "free-knight"}, armies=[(0, "R4")], held={"red": (1, "R1")})
    play.act(0, PlayKnight(1, "yellow-2"))
    assert play.happened(FreeKnightGranted) == []
    assert play.turn.turn == 1


def test_a_seat_that_conquers_in_another_players_turn_chooses_too() -> None:
    play = position(
        held={"red": (0, "R4 G3"), "yellow": (0, "Y3")},
        printed={**CORN, "red": "free-knight"},
        armies=[(1, "R4 P1")],
        free="B4",
    )
    play.act(0, TakeBack("land-red", "green-3"))
    assert play.turn.choosing == 1
    play.act(1, TakeFreeKnight("blue-4"))
    assert play.turn.turn == 0
    play.act(0, PlayKnight(0, "blue-1"))


def twice(free: str = "", fame: tuple[int, ...] = (0, 0)) -> Play:
    """Ben holds Castle Land weakly and has a strong army waiting. Anna conquers it, and he conquers it back at once."""
    play = position(held={"red": (1, "R1")}, printed={"red": "free-knight"}, armies=[(1, "R4")], free=free, fame=fame)
    play.act(0, PlayKnight(0, "red-2"))
    assert [conquest.seat for conquest in play.happened(LandConquered)] == [0, 1]
    return play


def test_a_land_conquered_twice_gives_each_conqueror_a_free_knight() -> None:  # nl 278
    play = twice("B4 G1")
    assert play.turn.choosing == 0
    assert play.refusal_code(1, TakeFreeKnight("blue-4")) == "not-yours"
    play.act(0, TakeFreeKnight("blue-4"))
    assert play.turn.choosing == 1
    assert play.refusal_code(0, PlayKnight(0, "blue-1")) == "not-now"
    play.act(1, TakeFreeKnight("green-1"))
    assert play.turn == Turn(1)
    assert [play.cards(0), play.cards(1)] == [12 + 1, 12 - 1 + 1]


def test_free_knights_left_by_the_first_conqueror_go_to_the_second() -> None:
    play = twice("B4")
    play.act(0, LeaveFreeKnights())
    play.act(1, TakeFreeKnight("blue-4"))
    assert play.state.free == ()
    assert play.turn == Turn(1)


def test_the_second_conqueror_has_no_choice_when_no_free_knight_is_left() -> None:
    play = twice("B4")
    play.act(0, TakeFreeKnight("blue-4"))
    assert play.turn == Turn(1)


# --- one knight face down (nl 283) ---------------------------------------------------------------------

LAKE = {"held": {"blue": (0, "B3 R2")}, "printed": {"blue": "face-down"}}


def test_a_face_down_knight_counts_nothing_until_it_is_turned_up() -> None:
    play = position(**LAKE, armies=[(0, "G4")])  # type: ignore[arg-type]
    play.act(0, PlayFaceDown(1, "red-4"))
    assert play.holder("green") is None  # 4 against 6
    assert play.cards(0) == 12 - 4
    play.act(1, PlayKnight(0, "red-1"))
    play.act(0, TurnUp(1))
    assert play.holder("green") == 0  # 8 against 6
    assert play.state.lands["green"].knights == knights("G4 R4")


def test_a_face_down_knight_is_turned_up_only_in_a_later_turn() -> None:  # nl 289
    play = position(**LAKE, armies=[(0, "G4")], free="B1", fame=(1, 0))  # type: ignore[arg-type]
    play.act(0, PlayFaceDown(1, "red-4"))
    assert play.turn.turn == 0
    assert play.refusal_code(0, TurnUp(1)) == "face-down"


def test_a_face_down_knight_is_turned_up_when_its_army_conquers() -> None:  # nl 290
    play = position(**LAKE, armies=[(0, "G4", "R3")])  # type: ignore[arg-type]
    play.act(0, PlayOnFaceDown(1, "yellow-4"))
    kinds = [type(event) for event in play.events]
    assert kinds.index(KnightTurned) < kinds.index(LandConquered)
    assert play.state.lands["green"].knights == knights("G4 Y4 R3")


def test_a_knight_is_played_face_down_once_per_holder() -> None:
    play = position(**LAKE, armies=[(0, "G4"), (0, "Y1")])  # type: ignore[arg-type]
    play.act(0, PlayFaceDown(1, "red-4"))
    play.act(1, PlayKnight(0, "red-1"))
    assert play.refusal_code(0, PlayFaceDown(2, "red-1")) == "used"
    assert play.legal_action(0, PlayFaceDown) is None


def test_a_knight_is_played_face_down_only_on_ones_own_attacking_army() -> None:  # nl 286
    play = position(**LAKE, armies=[(1, "G4")])  # type: ignore[arg-type]
    assert play.refusal_code(0, PlayFaceDown(0, "red-4")) == "no-army"
    assert play.refusal_code(0, PlayFaceDown(1, "red-4")) == "no-army"
    assert position(armies=[(0, "G4")]).refusal_code(0, PlayFaceDown(1, "red-4")) == "no-property"


def test_the_colour_rule_applies_to_face_down_knights() -> None:  # nl 287
    play = position(**LAKE, armies=[(0, "G4", "R1")])  # type: ignore[arg-type]
    assert play.refusal_code(0, PlayFaceDown(1, "green-1")) == "colour-rule"
    assert play.refusal_code(0, PlayFaceDown(1, "red-2")) == "colour-rule"
    assert play.refusal_code(0, PlayOnFaceDown(1, "red-2")) == "colour-rule"
    assert play.refusal_code(0, PlayKnight(1, "red-2")) == "face-down"
    assert play.refusal_code(0, PlayKnight(1, "yellow-2")) == "face-down"


def test_a_face_down_knight_can_be_taken_back_unseen() -> None:
    play = position(held={"yellow": (0, "Y3")}, printed=CORN, armies=[(0, "G4", "R1")])
    play.act(0, TakeBack("army-1", "face-down"))
    assert play.state.armies[1].face_down == ()
    assert play.cards(0) == 12 - 2


def test_turning_up_a_knight_is_an_action_and_rules_out_taking_fame() -> None:  # nl 118
    play = position(**LAKE, armies=[(0, "G4", "R1")])  # type: ignore[arg-type]
    assert play.legal_action(0, TakeFame)
    play.act(0, TurnUp(1))
    assert play.holder("green") is None  # 5 against 6
    assert play.refusal_code(0, TakeFame()) == "fame-late"
    assert play.legal_action(0, TakeFame) is None


def test_an_army_with_only_a_face_down_knight_still_exists() -> None:
    play = position(held={"yellow": (0, "Y3")}, printed=CORN, armies=[(0, "G4", "R1")])
    play.act(0, TakeBack("army-1", "green-4"))
    assert [hidden.knight for hidden in play.state.armies[1].face_down] == list(knights("R1"))
    assert play.state.armies[1].land == "green"
    assert play.cards(0) == 12 - 2
    play.act(0, PlayOnFaceDown(1, "blue-2"))
    assert play.state.armies[1].knights == knights("B2")


def test_an_army_disappears_with_its_last_knight_open_or_face_down() -> None:
    play = position(held={"yellow": (0, "Y3")}, printed=CORN, armies=[(0, "G4", "R1")])
    play.state = replace(play.state, armies={1: replace(play.state.armies[1], knights=())})
    play.act(0, TakeBack("army-1", "face-down"))
    assert play.state.armies == {}


def test_of_two_face_down_knights_the_last_is_taken_back_and_the_first_turned_up_first() -> None:
    play = position(held={"yellow": (0, "Y3")}, printed=CORN, armies=[(0, "G2", "R1 B3")])
    up = Play(play.state)
    play.act(0, TakeBack("army-1", "face-down"))
    assert [hidden.knight for hidden in play.state.armies[1].face_down] == list(knights("R1"))
    up.act(0, TurnUp(1))
    assert up.state.armies[1].knights == knights("G2 R1")
    assert [hidden.knight for hidden in up.state.armies[1].face_down] == list(knights("B3"))


@pytest.mark.parametrize("number", [1, 2])
def test_there_must_be_a_face_down_knight_to_turn_up(number: int) -> None:
    play = position(armies=[(0, "G4"), (1, "G3", "R1")])
    assert play.refusal_code(0, TurnUp(number)) in ("no-face-down", "no-army")
    assert play.refusal_code(0, PlayOnFaceDown(1, "red-1")) == "no-face-down"
