"""Details of moves, cards, scoring and the end that rarely occur in whole games."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.kernel import Action
from scoring.regents import GAME
from scoring.regents.castle import (
    CardPlayed,
    DriveOut,
    Driving,
    ForgoMove,
    MovePiece,
    NeutralMoveForgone,
    PlayCard,
    SwapAgents,
    Swapping,
    TwoMoves,
)
from scoring.regents.editions import EDITIONS
from scoring.regents.ending import (
    POINT_KINDS,
    BonusFellShort,
    CountShown,
    FinalEntry,
    GameEnded,
    GiveCounsellor,
    Reveal,
    RoundEnded,
    Shortage,
)
from scoring.regents.scoring_phase import Plan, is_blocked, majorities, outcomes, ties_to_win
from scoring.regents.state import USED, duplicate_refusal
from scoring.regents.tracks import START, ChipUsed, tracks_to_choose
from scoring.reveal_phases import BoardConfirmed, ContinueReveal
from tests.regents.play import Play, markers, new_game, position, scoring
from tests.regents.test_duplicates import turn_with_duplicates
from tests.regents.test_ending import after_last_round, end_of_round
from tests.regents.test_scoring_only import claim_locations, end_without_carla, entry, scoring_only_turn

ANNA, BEN, CARLA = 0, 1, 2

# --- moves ------------------------------------------------------------------------------------------------------


def test_king_moves_no_further_than_the_action_points_allow() -> None:
    """en 954"""
    play = position({}, king="chapel", turn__action_points=1)
    assert play.refusal_code(MovePiece("king", "store")) == "too-far"
    play.move("king", "throne")


def test_neutral_agent_moves_one_step_only() -> None:
    """en 1152: the Store Room is two steps away."""
    play = scoring({ANNA: "chapel"}, seats=3)
    assert play.refusal_code(MovePiece("neutral.chapel", "store")) == "neutral"


@pytest.mark.parametrize("edition", ["de", "nl"])
def test_forgone_neutral_move_is_recorded(edition: str) -> None:
    """de 286, nl 723"""
    play = scoring({ANNA: "chapel"}, seats=3, edition=edition)
    play.score()
    assert play.refusal_code(ForgoMove(), BEN) == "not-your-turn"
    assert play.act(ForgoMove())[0] == NeutralMoveForgone(ANNA)


# --- action cards -----------------------------------------------------------------------------------------------


def test_privilege_does_not_move_a_neutral_agent() -> None:
    """en 1232: it moves two of the player's own agents."""
    play = position({ANNA: "chapel store"}, seats=3)
    play.act(PlayCard("privilege"))
    assert play.refusal_code(MovePiece("neutral.chapel", "tower")) == "empty"


def test_second_move_of_privilege_costs_nothing() -> None:
    """en 1232"""
    play = position({ANNA: "chapel throne"})
    play.act(PlayCard("privilege"))
    play.move("chapel", "throne")
    play.move("throne", "store")
    assert (play.turn.action_points, play.turn.choices) == (2, ())


def test_privilege_has_no_options_without_an_action_point() -> None:
    """en 1232"""
    assert TwoMoves().options(position({ANNA: "chapel"}, turn__action_points=0).state) == ()


def test_betrayal_offers_each_useful_swap_once() -> None:
    """en 1264: other swaps would change nothing."""
    play = position({ANNA: "chapel store", BEN: "chapel", CARLA: "tower"})
    assert dict(Swapping().options(play.state)) == {
        "0.chapel": ("2.tower",),
        "0.store": ("1.chapel", "2.tower"),
        "1.chapel": ("2.tower",),
    }


FIVE = ("suspicion", "diplomacy", "influence", "alliance", "betrayal")


@pytest.mark.parametrize(
    ("card", "action"),
    [
        ("betrayal", ForgoMove()),
        ("betrayal", SwapAgents("0.chapel", "1.store")),
        ("suspicion", DriveOut(ANNA, "chapel")),
    ],
)
def test_spaces_of_the_fifth_card_go_to_the_only_track_left(card: str, action: Action) -> None:
    """en 1084: its spaces come after its effect, here on the only track not at its end."""
    others = tuple(one for one in FIVE if one != card)
    play = position(
        {ANNA: "chapel", BEN: "store"},
        turn=BEN,
        edition="de",
        tracks={BEN: "13 13 13 13 2"},
        played=((), others, (), ()),
    )
    play.act(PlayCard(card))
    play.act(action)
    assert play.markers(BEN)["trade"] == 4
    assert play.turn.choices == ()


def test_only_the_fifth_card_waits_for_a_check_of_the_clan_card() -> None:
    """en 1084: Carla has entered the clan that Ben has revealed; her first card does not reveal hers."""
    play = turn_with_duplicates(turn=CARLA, accused=frozenset({BEN}))
    play.act(PlayCard("alliance"))
    assert play.state.played[CARLA] == ("alliance",)


@pytest.mark.parametrize("card", ["betrayal", "privilege"])
def test_untracked_card_has_no_choice_to_forgo(card: str) -> None:
    assert scoring_only_turn().act(PlayCard(card)) == [CardPlayed(ANNA, card)]


def test_no_track_is_to_be_chosen_without_spaces() -> None:
    play = position({ANNA: "chapel", BEN: "store"})
    assert tracks_to_choose(play.state) == ()
    assert tracks_to_choose(play.set(turn__choices=(Driving(),)).state) == ()


def test_only_an_own_chip_is_used_up() -> None:
    """en 1092"""
    state = replace(position({}).state, chips={"political.4": BEN, "trade.4": ANNA})
    assert GAME.apply(state, ChipUsed(ANNA)).chips == {"political.4": BEN, "trade.4": USED}


def test_chip_that_nobody_has_cannot_be_used_up() -> None:
    """The chip may have been taken back by an undo."""
    play = position({})
    assert GAME.apply(play.state, ChipUsed(ANNA)).chips == play.state.chips == {}


# --- majorities and orders --------------------------------------------------------------------------------------


def test_king_of_an_untracked_board_blocks_no_location() -> None:
    """en 1004"""
    assert is_blocked(position({}, king="throne").state, "throne")
    assert not is_blocked(scoring_only_turn().state, "throne")


def test_only_the_player_on_turn_claims_majorities() -> None:
    """en 1004"""
    play = claim_locations(scoring_only_turn(), "chapel")
    assert [majorities(play.state, seat) for seat in (ANNA, BEN)] == [("chapel",), ()]


@pytest.mark.parametrize(("ben", "ties"), [("store", ()), ("chapel", ("chapel",)), ("chapel chapel", ())])
def test_diplomacy_wins_ties_only(ben: str, ties: tuple[str, ...]) -> None:
    """en 1240"""
    play = scoring({ANNA: "chapel", BEN: ben}, turn__card="diplomacy")
    assert ties_to_win(play.state, ANNA) == ties


def test_plan_is_worth_its_points_and_chips() -> None:
    """en 1134, 1139"""
    assert Plan(("store",), "", markers("0 0 0 0 4"), ("trade.4",), 3).worth == 4


def test_tower_is_not_used_on_a_track_that_cannot_advance() -> None:
    """en 1014"""
    found = outcomes(markers("13 0 0 0 0"), (), True, EDITIONS["en"])
    assert sorted(found.values()) == [("tower.financial",), ("tower.military",), ("tower.religious",), ("tower.trade",)]


def test_rooms_come_before_the_tower_if_the_outcome_is_equal() -> None:
    found = outcomes(START, (("throne", 1),), True, EDITIONS["en"])
    assert found[markers("2 0 0 0 0")] == ("throne", "tower.political")


def test_scored_locations_replace_the_last_held_ones() -> None:
    play = scoring({ANNA: "treasure"}, held={"chapel": ANNA, "store": BEN})
    play.score()
    assert play.state.held == {"store": BEN, "treasure": ANNA}


# --- the bonus of round 4 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reserve", "short"), [(3, False), (2, False), (1, True), (0, False)])
def test_bonus_falls_short_if_too_few_counsellors_are_left(reserve: int, short: bool) -> None:
    """en 1070: Anna and Ben lead one track each."""
    play = end_of_round(4, tracks={ANNA: "1 0 0 0 0", BEN: "0 1 0 0 0"}, counsellors=(0, 0, 20 - reserve, 0))
    play.score()
    assert (play.happened(BonusFellShort) == [BonusFellShort((1, 1, 0, 0))]) == short
    assert isinstance(play.state.phase, Shortage) == short


def test_player_without_bonus_left_is_not_offered_another() -> None:
    """en 1070"""
    tracks = {ANNA: "1 0 0 0 0", BEN: "0 1 0 0 0", CARLA: "0 0 1 0 0"}
    play = end_of_round(4, tracks=tracks, counsellors=(0, 0, 0, 18))
    play.score()
    play.act(GiveCounsellor(ANNA))
    assert play.refusal_code(GiveCounsellor(ANNA)) == "not-offered"


@pytest.mark.parametrize(("number", "checks"), [(3, False), (8, True)])
def test_only_the_last_round_ends_with_a_check(number: int, checks: bool) -> None:
    before = end_of_round(number).state
    after = GAME.apply(before, RoundEnded(number))
    assert (after.phase != before.phase) == checks


# --- the final count --------------------------------------------------------------------------------------------


def stopped_reveal() -> Play:
    """Returns a game in the reveal phase, where tables of an earlier version stopped."""
    play = after_last_round()
    play.state = GAME.apply(play.state, BoardConfirmed())
    return play


def test_showing_everything_shows_all_kinds_of_points() -> None:
    assert stopped_reveal().act(ContinueReveal()) == [CountShown(len(POINT_KINDS)), GameEnded()]


def test_kinds_of_points_are_shown_during_the_reveal_only() -> None:
    shown = GAME.apply(stopped_reveal().state, CountShown(2)).phase
    assert isinstance(shown, Reveal)
    assert shown.kinds.shown == 2
    before = after_last_round().state
    assert GAME.apply(before, CountShown(2)) == before


# --- final scoring ----------------------------------------------------------------------------------------------


def chips_asked_for(play: Play) -> tuple[str, ...]:
    assert isinstance(play.state.phase, FinalEntry)
    return play.state.phase.chips_to_enter(play.state)


@pytest.mark.parametrize(("chips", "chip"), [(11, ("religious.10",)), (12, ())])
def test_chip_is_asked_for_while_one_is_free(chips: int, chip: tuple[str, ...]) -> None:
    """en 849: there are 15, of which Anna and Ben have three."""
    play = end_without_carla()
    assert chips_asked_for(play) == ()
    play.act(entry("0 0 0 8 0", chips, 0, "religious", shown=False), CARLA)
    assert chips_asked_for(play) == chip


def test_shown_domain_card_leads_to_no_chip() -> None:
    """en 1132: only hidden ones advance at the end."""
    play = end_without_carla()
    play.act(entry("0 0 0 8 0", 0, 0, "religious"), CARLA)
    assert chips_asked_for(play) == ()


def test_own_chips_do_not_limit_a_second_entry() -> None:
    """en 849: Anna has two of 15 chips."""
    play = end_without_carla()
    play.act(entry("4 4 4 4 4", 13, 3, "trade"), BEN)
    assert play.refusal_code(entry("4 4 4 4 4", 14, 3, "trade"), BEN) == "not-offered"


# --- cards entered twice ----------------------------------------------------------------------------------------


def test_unknown_clan_card_has_no_duplicate() -> None:
    """en 932: the clan cards are not entered in final scoring, nor before the game has begun."""
    assert new_game().state.has_revealed_duplicate(ANNA) is False
    four = new_game(4, tracking_mode="end")
    four.act(entry("0 0 0 0 0", 0, 0, "trade"), ANNA)
    assert four.state.has_revealed_duplicate(ANNA) is False
    assert four.state.hand(ANNA) == ()


def test_domain_card_is_not_its_own_duplicate() -> None:
    """en 936"""
    assert duplicate_refusal(position({}, domains_open=frozenset({ANNA})).state, ANNA, domain=True) is None
