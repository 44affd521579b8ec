"""Details of disputes, elections and tracking modes that whole games seldom meet."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.kernel import EVERY_MOVE, FINAL_SCORING, KEY_MOMENTS
from scoring.lang_lebe import GAME
from scoring.lang_lebe.components import START_HAND, Cards, votes_key
from scoring.lang_lebe.dispute import DisputeWon, RerollCalled, StakeOpened
from scoring.lang_lebe.election import ElectionCalled, KingCrowned, RollForTie, count_line, with_places
from scoring.lang_lebe.key_moments import ElectionEntry
from scoring.lang_lebe.state import BoardEntry, Untracked
from scoring.reveal_phases import ConfirmBoard, ContinueReveal
from tests.lang_lebe.play import ends_in_election, new_game, position
from tests.lang_lebe.test_dispute import all_stake, dispute_setting
from tests.lang_lebe.test_election import four_players
from tests.lang_lebe.test_key_moments import CROWNED, election, untracked_game

ANNA, BEN, CARLA = 0, 1, 2

# --- disputes ------------------------------------------------------------------------------------------


def test_nl_230_loser_of_the_first_roll_cannot_win_the_second() -> None:
    """Ben has no cards but 4 points for courtiers. Anna and Carla tie above him, then both roll below him."""
    play = dispute_setting(hands=(START_HAND, Cards(), START_HAND))
    play.dispute_over("Lundonia", {ANNA: Cards(1), CARLA: Cards(1)})
    play.roll((4,), (6,))
    assert play.happened(RerollCalled)
    play.roll((1,), (2,))
    assert play.happened(DisputeWon)[-1].seat == ANNA  # 1 and 2 for the figure, against 2


def test_winner_of_a_dispute_is_awaited() -> None:
    play = all_stake(dispute_setting()).roll((6,), (1,), (1,))
    assert play.dispute.winner == ANNA
    assert play.dispute.waiting_for(play.state) == (ANNA,)


def test_reopened_stake_is_missing() -> None:
    play = dispute_setting()
    play.dispute_over("Lundonia", {ANNA: Cards(1), BEN: Cards(1)})
    state = GAME.apply(play.state, StakeOpened(ANNA))
    assert state.phase.waiting_for(state) == (ANNA, CARLA)


# --- elections -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", [ANNA, BEN, CARLA])
def test_election_follows_the_turn_of_the_seat_that_played(turn: int) -> None:
    figures = ("Oxeneford", "Lincolia", "Lideforde")
    play = ends_in_election(position(figures, {}, (Cards(5), Cards(), Cards(5)), turn=turn))
    assert play.happened(ElectionCalled)
    assert play.election.turn == turn


def test_area_with_unknown_votes_counts_zero() -> None:
    play = four_players({"Tateshale": 0, "Lincolia": 1, "Man": 2, "Wigemor": 3}, (0, 5, 5, 5))
    unread = replace(
        play.state,
        printed_values={key: v for key, v in play.state.printed_values.items() if key != votes_key("Wigemor")},
    )
    assert count_line(unread, 3).areas == (("Wigemor", 0),)
    assert count_line(unread, 3).total == 0


def test_count_waits_for_tie_dice() -> None:
    """With equal votes and cards, the count stays on the screens while the dice are rolled."""
    play = four_players({"Tateshale": 0, "Wigemor": 1, "Man": 2, "Lideforde": 3}, (5, 5, 0, 5)).count_votes()
    assert play.election.yet_to_roll(play.state)
    assert play.refusal_code(play.election.turn, ContinueReveal()) == "not-now"
    refusal = play.election.continue_refusal(play.state)
    assert refusal is not None
    assert refusal.rule == "nl 243"


def test_tie_dice_need_votes_that_were_cleared_since() -> None:
    play = four_players({"Tateshale": 0, "Wigemor": 1, "Lincolia": 2, "Lideforde": 3}, (5, 5, 0, 5)).count_votes()
    key = votes_key("Lincolia")
    for votes, missing in (("3", ()), ("", (key,))):
        play.state = replace(play.state, printed_values={**play.state.printed_values, key: votes})
        roll = play.legal_action(play.election.yet_to_roll(play.state)[0], RollForTie)
        assert roll is not None
        assert roll.missing_values == missing


def test_places_are_settled_only_when_no_roll_is_missing() -> None:
    tied = four_players({"Tateshale": 0, "Wigemor": 1, "Man": 2, "Lideforde": 3}, (5, 5, 0, 5)).count_votes()
    assert with_places(tied.state, tied.election).places == ()


def test_king_comes_first_and_others_with_enough_votes_are_named() -> None:
    """nl 205: Anna has more area votes. Ben had enough votes too; Carla and David had not."""
    areas = {"Tateshale": 0, "Wigemor": 0, "Lundonia": 1, "Lincolia": 1, "Man": 2, "Lideforde": 3}
    play = four_players(areas, (5, 5, 0, 5), bonus=(12, 15, 0, 0))
    before = play.count_votes().state.last_election
    assert play.happened(KingCrowned) == [KingCrowned(ANNA)]
    assert before is not None
    assert [(place.seat, place.bonus, place.reason is None) for place in before.places] == [
        (ANNA, 0, False),
        (BEN, 0, False),
        (3, 0, True),
        (CARLA, 0, True),
    ]
    count = before.count
    assert count is not None
    again = with_places(play.state, replace(before, places=(), winner=None))
    assert (again.winner, again.places) == (ANNA, before.places)


def test_impossible_card_counts_are_asked_for_again() -> None:
    """nl 162: an election is called, but nobody is out of cards."""
    play = election(CROWNED, (3, 1, 5, 5))
    assert not ElectionEntry.current(play.state).miscounted
    play.act(ANNA, ConfirmBoard())
    assert ElectionEntry.current(play.state).miscounted


# --- hands and tracking modes --------------------------------------------------------------------------


def test_changed_hand_has_no_cards_marked_as_new() -> None:
    state = replace(dispute_setting().state, new_cards=(Cards(1), Cards(2), Cards(3)))
    assert state.with_hand(BEN, Cards(4)).new_cards == (Cards(1), Cards(), Cards(3))
    assert dispute_setting().state.with_hand(BEN, Cards(4)).new_cards == ()


@pytest.mark.parametrize(("cards", "taken"), [("phones", True), ("box", False)])
def test_hands_on_phones_become_real_cards_when_tracking_stops(cards: str, taken: bool) -> None:
    play = dispute_setting(cards=cards)
    after = play.turn.in_tracking_mode(play.state, KEY_MOMENTS)
    assert isinstance(after.phase, Untracked)
    assert after.phase.cards_to_take == (play.state.hands if taken else ())
    assert (after.hands, after.cards_on_phones) == ((), False)


def test_held_areas_get_one_courtier_when_tracking_starts_again() -> None:
    play = untracked_game(3)
    state = replace(play.state, last_holders={"Lundonia": BEN, "Man": CARLA})
    assert Untracked().in_tracking_mode(state, FINAL_SCORING) == replace(
        state, tracking_mode=FINAL_SCORING, phase=Untracked()
    )
    after = Untracked().in_tracking_mode(state, EVERY_MOVE)
    assert after.courtiers == {"Lundonia": (BEN, 1), "Man": (CARLA, 1)}
    assert after.phase == BoardEntry()


def test_every_seat_without_a_placed_figure_is_awaited() -> None:
    state = replace(new_game(3).state, figures=("Man", "", ""))
    assert BoardEntry().waiting_for(state) == (BEN, CARLA)


def test_last_empty_area_is_not_an_only_area() -> None:
    """nl 116 is about areas that a seat holds."""
    play = dispute_setting()
    courtiers = {area: (ANNA, 1) for area in play.state.areas if area != "Sarisberie"}
    state = replace(play.state, courtiers=courtiers, figures=("Lundonia",) * 3)
    assert state.is_empty("Sarisberie")
    assert not state.is_only_area("Sarisberie")
