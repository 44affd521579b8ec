"""Details of conquests, the count and the board that rarely occur in whole games."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.claims import ClaimPlace
from scoring.kernel import EVERY_MOVE, FINAL_SCORING, KEY_MOMENTS, Action
from scoring.legal_actions import Count
from scoring.saga import GAME
from scoring.saga.components import MOST_FAME, STRONGEST, Property, side_key
from scoring.saga.conquest import ArmyChosen, ChooseArmy, Conquer, FreeKnightGranted, KnightTurned
from scoring.saga.corrections import CallLastKnight, CorrectPlace
from scoring.saga.final_count import (
    AddLastKnight,
    BeginCount,
    CountArmy,
    CountBegan,
    EnterHandAtEnd,
    FinalCount,
    KeepHand,
)
from scoring.saga.final_scoring import (
    FAME,
    ClaimLand,
    Entering,
    EnterLastKnight,
    EnterNumber,
    Knights,
    SealKnights,
)
from scoring.saga.phases import BoardEntry, Compared, SetUp, UntrackedPlay
from scoring.saga.playing import PlayKnight, TakeBack
from scoring.saga.state import State, likely
from scoring.saga.turn import Turn
from tests.saga.play import Play, knights, new_game, position
from tests.saga.test_conquest_when_wanted import waiting
from tests.saga.test_final_scoring import away, enter_all, showing
from tests.saga.test_properties import CORN, equal_armies

ANNA, BEN = 0, 1


def test_nobody_has_points_before_the_first_turn() -> None:
    assert GAME.score(new_game().state) == ()


# --- equal armies of one player ------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "granted"), [(Turn(ANNA), 1), (Turn(ANNA, last=ANNA), 0)])
def test_choosing_the_army_grants_the_free_knight_except_at_the_end(turn: Turn, granted: int) -> None:
    """nl 278, and nl 195: the game is over after the last knight."""
    play = position(
        held={"red": (BEN, "R1")},
        printed={"red": "free-knight"},
        armies=[(ANNA, "R3 P2"), (ANNA, "R3 O2")],
        free="B1",
        turn=replace(turn, contenders=(1, 2)),
    )
    play.act(ANNA, ChooseArmy(2))
    assert len(play.happened(FreeKnightGranted)) == granted
    assert play.happened(ArmyChosen) == [ArmyChosen(ANNA, 2)]


def test_the_turn_ends_when_nothing_is_left_to_do_after_choosing_the_army() -> None:
    """Anna has played her knight and used everything else that a turn allows."""
    play = position(armies=[(ANNA, "R4 P2"), (ANNA, "R3 O3"), (ANNA, "B1")], held={"red": (BEN, "R1")})
    done = Turn(ANNA, took_fame=True, acted=True, played=True, recruited=True, took_back=True)
    play.state = replace(play.state, phase=replace(done, contenders=(1, 2)))
    play.act(ANNA, ChooseArmy(1))
    assert play.turn.turn == BEN


def test_without_equal_armies_there_is_none_to_choose() -> None:
    assert position(armies=[(ANNA, "R3")]).refusal_code(ANNA, ChooseArmy(1)) == "not-now"


def test_an_army_moved_by_correction_no_longer_contends() -> None:
    play = position(held={"green": (0, "G2 R3"), "yellow": (0, "Y3")}, printed=CORN, armies=[(1, "G4"), (1, "G4")])
    play.act(ANNA, TakeBack("land-green", "red-3"))
    assert play.turn.contenders == (1, 2)
    play.act(BEN, CorrectPlace("army-2:green-4", "hand"))
    assert play.state.lands["green"].knights == knights("G4")
    assert play.holder("green") == BEN


def test_calling_the_last_knight_while_equal_armies_contend_ends_the_game() -> None:
    play = equal_armies()
    play.act(ANNA, TakeBack("land-green", "red-3"))
    play.act(ANNA, CallLastKnight(ANNA))
    assert play.turn.contenders == (1, 2)
    play.act(BEN, ChooseArmy(1))
    assert isinstance(play.state.phase, FinalCount)
    assert play.end.turn == ANNA


# --- conquest by choice ----------------------------------------------------------------------------------


def test_a_requested_conquest_of_the_free_knight_land_grants_a_free_knight() -> None:
    play = waiting(held={"red": (BEN, "R1")}, printed={"red": "free-knight"}, armies=[(ANNA, "R3")], free="B1")
    play.act(ANNA, PlayKnight(0, "blue-1"))
    play.act(ANNA, Conquer(1))
    assert play.happened(FreeKnightGranted)


def test_conquests_cannot_be_requested_if_they_happen_at_once() -> None:
    play = position(armies=[(ANNA, "G1")])
    play.act(ANNA, PlayKnight(0, "blue-1"))
    play.state = replace(play.state, phase=Turn(ANNA, played=True))
    assert play.refusal_code(ANNA, Conquer(1)) == "not-now"


def test_turning_up_one_knight_leaves_the_others_face_down() -> None:
    play = position(armies=[(ANNA, "G4", "B2 O3")])
    army = GAME.apply(play.state, KnightTurned(ANNA, 1, knights("O3")[0])).armies[1]
    assert army.knights == knights("G4 O3")
    assert [hidden.knight for hidden in army.face_down] == list(knights("B2"))


@pytest.mark.parametrize(("attack", "short"), [(4, 3), (6, 1), (7, 0), (9, 0)])
def test_a_sufficient_attack_is_short_by_zero(attack: int, short: int) -> None:
    assert Compared(5, 1, attack).short == short


# --- final scoring ---------------------------------------------------------------------------------------


def after_the_last_knight(**shown: str) -> Play:
    play = away(2, showing(**shown) if shown else {})
    play.act(ANNA, EnterLastKnight())
    return play


def entering(play: Play) -> Entering:
    assert isinstance(play.state.phase, Entering)
    return play.state.phase


def test_the_printed_value_overrides_the_property_of_an_earlier_claim() -> None:
    """Both sides are entered after the claim, so that only one property is possible."""
    play = after_the_last_knight()
    play.act(ANNA, ClaimLand("yellow:fifteen"))
    assert entering(play).shown(play.state, "yellow") == (Property.FIFTEEN,)
    read = replace(play.state, printed_values=showing(yellow="five"))
    assert entering(play).shown(read, "yellow") == (Property.FIVE,)


def test_numbers_not_entered_yet_count_as_zero() -> None:
    play = after_the_last_knight(green="none")
    play.act(ANNA, ClaimPlace("red"))
    assert entering(play).beside(play.state, ANNA) == 0
    play.act(ANNA, EnterNumber("land-red", 6))
    assert entering(play).beside(play.state, ANNA) == 6


def test_nobody_has_finished_while_a_number_is_missing() -> None:
    play = after_the_last_knight(green="none")
    said = replace(entering(play), knights={ANNA: Knights(30, 0, 0)})
    assert not said.finished(play.state, ANNA)
    assert replace(said, numbers={ANNA: {FAME: 0}}).finished(play.state, ANNA)


def test_the_count_waits_until_all_players_have_entered_everything() -> None:
    play = after_the_last_knight(green="none")
    enter_all(play, ANNA, fame=3, others=30)
    assert play.refusal_code(ANNA, BeginCount()) == "not-now"
    enter_all(play, BEN, fame=3, others=30)
    play.act(ANNA, BeginCount())


def test_numbers_are_limited_by_the_chips_and_the_knights() -> None:
    play = after_the_last_knight(green="none")
    play.act(ANNA, ClaimPlace("red"))
    legal_actions = [one for one in play.view(ANNA).legal_actions if one.action == "enter-number" and one.seat == ANNA]
    bounds = {str(one.field("what").options[0]): one.field("number") for one in legal_actions}  # type: ignore[union-attr]
    assert bounds == {"land-red": Count("number", 0, STRONGEST), FAME: Count("number", 0, MOST_FAME)}
    assert STRONGEST != MOST_FAME


def test_knights_are_entered_last_and_only_once() -> None:
    play = after_the_last_knight(green="none")
    assert play.refusal_code(ANNA, SealKnights(30)) == "not-yet"
    enter_all(play, BEN, fame=0, others=30)
    enter_all(play, ANNA, fame=0, others=30)
    assert play.refusal_code(ANNA, SealKnights(30)) == "finished"


def test_armies_cannot_be_worth_more_than_all_knights() -> None:
    """nl 160: one set plus all free knights."""
    play = after_the_last_knight(green="none")
    play.act(ANNA, EnterNumber(FAME, 0))
    lands = replace(entering(play).claims, claimants=dict.fromkeys(("red", "green", "blue"), (ANNA,)))
    numbers = {ANNA: {FAME: 0, "land-red": 30, "land-green": 30, "land-blue": 1}}
    play.state = replace(play.state, phase=replace(entering(play), claims=lands, numbers=numbers))
    assert play.refusal_code(ANNA, SealKnights(0)) == "set"
    assert play.legal_action(ANNA, SealKnights) is None


@pytest.mark.parametrize(
    ("others", "hand", "sure", "refused"),
    [
        (30, 0, False, ""),
        (29, 0, False, "set"),
        (29, 0, True, ""),
        (0, 0, True, ""),
        (50, 10, False, ""),
        (50, 10, True, ""),
        (50, 11, False, "set"),
        (50, 11, True, "set"),
    ],
)
def test_knights_are_worth_one_set_plus_possible_free_knights(others: int, hand: int, sure: bool, refused: str) -> None:
    """nl 39, 160; less only if the player confirms it."""
    play = after_the_last_knight(green="none")
    play.act(ANNA, EnterNumber(FAME, 0))
    action = SealKnights(others, hand, sure)
    if refused:
        assert play.refusal_code(ANNA, action) == refused
    else:
        play.act(ANNA, action)


def test_only_switching_to_every_move_requires_the_board() -> None:
    fresh, seen = away().state, position().state
    assert UntrackedPlay().in_tracking_mode(fresh, FINAL_SCORING) == replace(fresh, tracking_mode=FINAL_SCORING)
    assert UntrackedPlay().in_tracking_mode(fresh, EVERY_MOVE).phase == SetUp(under_way=True)
    assert UntrackedPlay().in_tracking_mode(seen, EVERY_MOVE).phase == BoardEntry()
    for entry in (SetUp(), BoardEntry()):
        assert entry.in_tracking_mode(seen, KEY_MOMENTS) == replace(
            seen, tracking_mode=KEY_MOMENTS, phase=UntrackedPlay()
        )


# --- the final count -------------------------------------------------------------------------------------

ADDS, COUNTS_ARMY = {"purple": "add-at-end"}, {"blue": "army-counts"}


def reckoning(**there: object) -> Play:
    """Ben has played the last knight. Anna may add one (nl 323), and one army of the holder of blue counts (nl 307)."""
    held = {"purple": (ANNA, "P1"), "blue": (BEN, "B3")}
    play = position(**{"held": held, "printed": ADDS | COUNTS_ARMY, **there})  # type: ignore[arg-type]
    play.state = replace(play.state, phase=FinalCount(BEN))
    return play


def test_adding_a_knight_comes_before_choosing_the_army_that_counts() -> None:
    play = reckoning(armies=[(BEN, "R3"), (BEN, "G2")])
    assert ANNA in play.end.waiting_for(play.state)
    assert play.end.adding(play.state) == ANNA
    assert play.end.choosing(play.state) == BEN
    assert BEN not in replace(play.end, added=False).waiting_for(_told_hands(play))
    assert replace(play.end, added=True).waiting_for(_told_hands(play)) == (BEN,)


def _told_hands(play: Play) -> State:
    """Returns the same state with possible values of both hands entered."""
    return play.state.with_hand_value(ANNA, play.cards(ANNA) * 2).with_hand_value(BEN, play.cards(BEN) * 2)


@pytest.mark.parametrize("action", [KeepHand(), AddLastKnight("land-purple", "red-1")])
def test_a_single_army_counts_automatically_after_the_added_knight_is_settled(action: Action) -> None:
    play = reckoning(armies=[(BEN, "R3")])
    play.act(ANNA, action)
    assert play.end.counted == 1


def test_nobody_is_awaited_after_the_count_has_begun() -> None:
    play = reckoning(armies=[(BEN, "R3"), (BEN, "G2")])
    state = GAME.apply(_told_hands(play), CountBegan())
    assert state.phase.waiting_for(state) == ()


@pytest.mark.parametrize(
    ("seat", "action", "done"),
    [
        (ANNA, AddLastKnight("land-purple", "red-1"), {}),
        (ANNA, KeepHand(), {}),
        (BEN, CountArmy(1), {"added": True}),
        (BEN, BeginCount(), {"added": True, "counted": 1}),
        (BEN, EnterHandAtEnd(10), {}),
    ],
)
def test_no_choices_after_the_count_has_begun(seat: int, action: Action, done: dict[str, int]) -> None:
    play = reckoning(armies=[(BEN, "R3"), (BEN, "G2")])
    play.state = replace(_told_hands(play), phase=replace(play.end, **done))
    if isinstance(action, BeginCount):
        assert GAME.refusal(play.state, seat, action) is None
    play.state = GAME.apply(play.state, CountBegan())
    assert play.refusal_code(seat, action) == "not-now"


def test_an_empty_hand_is_not_entered() -> None:
    play = reckoning()
    play.state = replace(play.state, missing={BEN: play.cards(BEN)})
    assert play.refusal_code(BEN, EnterHandAtEnd(0)) == "hand"


@pytest.mark.parametrize("place", ["army-9", "land-blue", "army-1"])
def test_a_knight_can_only_be_added_to_ones_own_army(place: str) -> None:
    """nl 324: neither to a missing army nor to another player's."""
    assert reckoning(armies=[(BEN, "R3")]).refusal_code(ANNA, AddLastKnight(place, "red-1")) == "no-army"


def test_a_value_entered_before_the_count_does_not_begin_it() -> None:
    play = reckoning()
    play.act(ANNA, KeepHand(), side__yellow__plain="five")
    assert not play.end.counting


# --- placing and removing knights ------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["camp-1", "army-x", "hand", "land-pink"])
def test_a_place_that_does_not_exist_holds_nothing(place: str) -> None:
    state = position(armies=[(ANNA, "G4")], free="B1").state
    assert state.at(place) is None
    assert state.knights_at(place) == ()


@pytest.mark.parametrize(("taken", "led"), [("G4", False), ("B2", True)])
def test_an_army_is_led_until_its_first_knight_is_taken_back(taken: str, led: bool) -> None:
    state = position(armies=[(ANNA, "G4 B2")]).state
    after = state.with_since("army-1", knights(taken)[0], True).without_knight("army-1", knights(taken)[0])
    assert after.armies[1].led is led
    assert after.armies[1].since == frozenset()


@pytest.mark.parametrize(("over", "unread"), [(False, ()), (True, (side_key("yellow", "plain"),))])
def test_the_other_side_is_read_only_if_lands_are_turned_over(over: bool, unread: tuple[str, ...]) -> None:
    state = position().state
    box = {key: value for key, value in state.printed_values.items() if key != side_key("yellow", "plain")}
    assert replace(state, printed_values=box, turns_over=over).keys_of_other_side("yellow") == unread


def test_every_knight_is_likely_if_none_can_be_in_hand() -> None:
    assert likely(("red-1", "red-2"), ()).options == ("red-1", "red-2")
    found = likely(("red-1", "red-2"), knights("R2"))
    assert (found.options, found.others) == (("red-2",), ("red-1",))
