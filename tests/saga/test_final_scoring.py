"""KEY_MOMENTS and FINAL_SCORING mode: the entered end scores as if every move had been tracked."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from scoring.claims import ClaimPlace, GiveUpPlace, SettlePlace
from scoring.kernel import FINAL_SCORING, KEY_MOMENTS, GameConfig, Refusal
from scoring.saga import GAME
from scoring.saga.components import EXAMPLE, NOTHING, SIDES, possible_ends, side_key
from scoring.saga.final_count import BeginCount
from scoring.saga.final_scoring import (
    COUNTED,
    FAME,
    ClaimLand,
    CompareArmies,
    CorrectNumber,
    Entering,
    EnterKnightsOpenly,
    EnterLastKnight,
    EnterNumber,
    HandsRevealed,
    SealKnights,
    TakeBackEntry,
)
from scoring.saga.phases import UntrackedPlay
from scoring.standings import totals
from scoring.tracking_modes import ChangeTrackingMode
from tests.saga.play import Before, Play, entry, new_game, position

ANNA, BEN, CARLA = 0, 1, 2
NO_LANDS: Mapping[str, int] = {}


def away(players: int = 2, box: Mapping[str, str] = EXAMPLE, tracking_mode: str = KEY_MOMENTS) -> Play:
    return Play(GAME.start(GameConfig(players, {"follow": tracking_mode}, box)))


def showing(**shown: str) -> dict[str, str]:
    """Returns printed values: these properties on both sides of these lands, and no end properties elsewhere."""
    plain = {"red": "defence+1", "blue": NOTHING, "orange": NOTHING, "purple": NOTHING, "yellow": NOTHING}
    return {**EXAMPLE, **{side_key(land, side): value for land, value in {**plain, **shown}.items() for side in SIDES}}


def enter_all(
    play: Play, seat: int, fame: int, others: int, hand: int = 0, lands: Mapping[str, int] | None = None
) -> None:
    """Enters everything a phone asks for, in that order."""
    for action in entry(play.state.printed_values, play.state.tracking_mode, Before(fame, others, hand, lands or {})):
        play.act(seat, action)


def counted(play: Play) -> tuple[int, ...]:
    end = play.state.phase
    assert isinstance(end, Entering)
    play.act(end.turn, BeginCount())
    return totals(GAME.score(play.state), play.state.seats)


# --- counting; whole games: test_every_option.py -------------------------------------------------------


def test_the_rulebook_example_is_scored_without_tracked_moves() -> None:
    """nl 218-226: 20 chips, armies of 10 and 13 under lands, 7 attacking, a hand of 4."""
    play = away(2, showing(green="two-each"))
    play.act(BEN, EnterLastKnight())
    enter_all(play, ANNA, fame=20, others=7, hand=4, lands={"red": 10, "blue": 13})
    enter_all(play, BEN, fame=0, others=30)
    assert counted(play) == (39, 0)


# --- questions asked and not asked ---------------------------------------------------------------------


def asked_fields(play: Play, seat: int) -> set[str]:
    return {o.action for o in play.view(seat).legal_actions if o.seat == seat}


def missing(play: Play, seat: int) -> list[str]:
    view = play.view(seat).entering
    assert view is not None
    return [what for what, number in view.of(seat).numbers if number is None]


def test_nobody_is_waited_for_during_the_game() -> None:
    play = away(4)
    assert play.view(ANNA).waiting_for == ()
    assert asked_fields(play, BEN) == {"enter-last-knight"}


def test_a_land_with_one_possible_property_is_claimed_by_one_tap() -> None:
    play = away()
    play.act(ANNA, EnterLastKnight())
    offered = play.legal_action(ANNA, ClaimPlace)
    assert offered is not None
    assert offered.field("place").options == ("red",)  # type: ignore[union-attr]
    assert play.refusal_code(ANNA, ClaimPlace("yellow")) == "not-offered"
    play.act(ANNA, ClaimLand("yellow:five"))
    assert missing(play, ANNA) == ["land-yellow", "fame"]


def test_a_land_claimed_by_mistake_is_given_up_whatever_its_properties() -> None:
    play = away()
    play.act(ANNA, EnterLastKnight())
    play.act(BEN, ClaimLand("green:no-minus"))
    play.act(BEN, ClaimPlace("red"))
    play.act(BEN, GiveUpPlace("green"))
    assert play.state.phase.claims.of(BEN) == ("red",)


def test_an_unread_land_may_have_all_its_possible_properties() -> None:
    assert possible_ends({}, "yellow") == ("five", "fifteen", NOTHING)
    assert possible_ends({side_key("yellow", "crown"): "five"}, "yellow") == ("five", "fifteen", NOTHING)
    assert possible_ends({}, "red") == (NOTHING,)
    assert possible_ends(EXAMPLE, "yellow") == ("five", "fifteen")


def test_only_the_holder_of_that_land_is_asked_for_the_army_that_counts() -> None:
    play = away()
    play.act(ANNA, EnterLastKnight())
    play.act(ANNA, ClaimLand("blue:army-counts"))
    play.act(BEN, ClaimLand("green:no-minus"))
    assert missing(play, ANNA) == ["land-blue", COUNTED, FAME]
    assert missing(play, BEN) == ["land-green", FAME]
    play.act(ANNA, ClaimLand("blue:none"))
    assert missing(play, ANNA) == ["land-blue", FAME]


def test_the_player_of_the_last_knight_may_still_have_a_hand() -> None:
    """The land it conquered was conquered back at once by a waiting army, so its knights are back in hand."""
    play = away()
    play.act(ANNA, EnterLastKnight())
    enter_all(play, ANNA, fame=1, others=23, hand=7)
    enter_all(play, BEN, fame=2, others=30)
    assert play.view(ANNA).entering.last == ANNA  # type: ignore[union-attr]
    assert counted(play) == (-6, 2)


def test_a_hand_and_the_played_knights_are_worth_a_set_or_more() -> None:
    play = away()
    play.act(BEN, EnterLastKnight())
    play.act(ANNA, ClaimPlace("red"))
    assert play.refusal_code(ANNA, SealKnights(20, 10)) == "not-yet"
    play.act(ANNA, EnterNumber("land-red", 9))
    play.act(ANNA, EnterNumber(FAME, 12))
    assert play.refusal_code(ANNA, SealKnights(16, 4)) == "set"  # 29
    assert play.refusal_code(ANNA, SealKnights(40, 12)) == "set"  # 61
    assert play.refusal_code(ANNA, SealKnights(40, 12, sure=True)) == "set"
    for others, hand, sure in ((16, 5, False), (16, 9, False), (16, 4, True)):  # a set; free knights; smaller sets
        play.act(ANNA, SealKnights(others, hand, sure))
        assert play.view(ANNA).waiting_for == (BEN,)
        assert play.refusal_code(ANNA, ClaimPlace("red")) == "finished"
        play.act(BEN, TakeBackEntry(ANNA))


def test_nobody_has_more_than_a_set_and_all_free_knights() -> None:
    """nl 160-167: free knights come only from the start layout, which is one set."""
    play = away()
    play.act(BEN, EnterLastKnight())
    enter_all(play, ANNA, fame=0, others=40, hand=20)
    play.act(BEN, ClaimPlace("red"))
    for land, end in (("orange", "worth-nothing"), ("yellow", "five")):
        play.act(BEN, ClaimLand(f"{land}:{end}"))
    for land in ("red", "orange", "yellow"):
        play.act(BEN, EnterNumber(f"land-{land}", 21))
    play.act(BEN, EnterNumber(FAME, 0))
    assert play.refusal_code(BEN, SealKnights(0, 0)) == "set"  # 63
    play.act(BEN, CorrectNumber(BEN, "land-red", 18))
    play.act(BEN, SealKnights(0, 0))


def test_a_later_change_on_the_table_asks_for_the_hand_again() -> None:
    play = away()
    play.act(BEN, EnterLastKnight())
    enter_all(play, ANNA, fame=3, others=11, hand=10, lands={"red": 9})
    assert play.view(None).waiting_for == (BEN,)
    play.act(BEN, CorrectNumber(ANNA, "land-red", 8))
    assert play.view(None).waiting_for == (ANNA, BEN)
    play.act(ANNA, SealKnights(12, 10))
    play.act(BEN, CorrectNumber(ANNA, FAME, 4))  # not about knights: the hand stays
    assert play.view(None).waiting_for == (BEN,)
    play.act(ANNA, TakeBackEntry(ANNA))
    play.act(ANNA, GiveUpPlace("red"))
    assert play.view(None).waiting_for == (ANNA, BEN)


def test_a_land_claimed_by_two_players_has_to_be_settled_before_the_count() -> None:
    play = away(3)
    play.act(CARLA, EnterLastKnight())
    enter_all(play, ANNA, fame=1, others=20, hand=1, lands={"red": 9})
    enter_all(play, BEN, fame=2, others=21, hand=1, lands={"red": 8})
    enter_all(play, CARLA, fame=3, others=30)
    assert play.view(None).waiting_for == (ANNA, BEN)
    assert play.refusal_code(CARLA, BeginCount()) == "contradiction"
    play.act(BEN, SettlePlace("red"))
    assert play.view(None).waiting_for == (ANNA,)
    play.act(ANNA, SealKnights(29, 1))
    assert counted(play) == (0, 9, 3)


# --- secrets -------------------------------------------------------------------------------------------


def test_nobody_else_sees_a_hand_before_the_count() -> None:
    def seen(others: int, hand: int) -> tuple[object, ...]:
        play = away()
        play.act(BEN, EnterLastKnight())
        enter_all(play, ANNA, fame=1, others=others, hand=hand)
        return (play.view(BEN), play.view(None))

    assert seen(20, 10) == seen(30, 7)


def test_the_hands_are_revealed_with_the_count() -> None:
    play = away()
    play.act(BEN, EnterLastKnight())
    enter_all(play, ANNA, fame=1, others=20, hand=10)
    enter_all(play, BEN, fame=1, others=30)
    assert counted(play) == (-9, 1)
    assert len(play.happened(HandsRevealed)) == 1
    assert play.view(BEN).reckoning.hands == (10, 0)  # type: ignore[union-attr]


def test_a_game_played_without_herald_is_entered_openly_by_anybody() -> None:
    play = away(tracking_mode=FINAL_SCORING)
    assert "change-tracking-mode" not in {o.action for o in play.view(None).corrections}
    play.act(BEN, EnterLastKnight())
    play.act(ANNA, EnterNumber(FAME, 4))
    assert play.refusal_code(ANNA, SealKnights(30, 0)) == "open"
    play.act(ANNA, EnterKnightsOpenly(20, 10))
    assert play.view(None).entering.of(ANNA).hand == 10  # type: ignore[union-attr]
    enter_all(play, BEN, fame=1, others=30)
    assert counted(play) == (-6, 1)
    assert not play.happened(HandsRevealed)


# --- who takes the land --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("defence", "change", "attack", "takes"),
    [(6, 0, 7, True), (6, 0, 6, False), (6, 1, 7, False), (6, 1, 8, True), (6, -1, 6, True), (6, -1, 5, False)],
    ids=["nl 171", "nl 150", "nl 264", "nl 266", "nl 272", "nl 271"],
)
def test_comparing_armies_shows_whether_the_land_falls(defence: int, change: int, attack: int, takes: bool) -> None:
    play = away()
    play.act(ANNA, CompareArmies(defence, change, attack))
    told = play.view(BEN).compared
    assert told is not None
    assert told.takes is takes


def test_comparing_armies_uses_the_same_rule_as_tracked_games() -> None:
    followed = position(held={"green": (BEN, "G3 Y3")}, armies=[(ANNA, "G4")])
    view = followed.view(None)
    play = away()
    play.act(ANNA, CompareArmies(view.land("green").worth, 0, view.players[ANNA].armies[0].worth))
    told = play.view(None).compared
    assert told is not None
    assert told.answer.count == view.players[ANNA].armies[0].needs == 3


# --- between tracking modes ----------------------------------------------------------------------------


def test_a_table_in_every_move_mode_can_leave_it_at_any_turn() -> None:
    play = new_game().set_up()
    play.act(ANNA, ChangeTrackingMode(KEY_MOMENTS))
    assert isinstance(play.state.phase, UntrackedPlay)
    play.act(ANNA, EnterLastKnight())
    enter_all(play, ANNA, fame=1, others=30)
    enter_all(play, BEN, fame=2, others=28, hand=2)
    assert counted(play) == (1, 0)


def test_the_count_cannot_begin_before_the_last_knight() -> None:
    play = away()
    with pytest.raises(Refusal):
        play.act(ANNA, BeginCount())
