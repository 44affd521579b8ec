"""Corrections of wrongly entered facts, within the limits of the board."""

from __future__ import annotations

import pytest

from scoring.lang_lebe import GAME
from scoring.lang_lebe.cards import EnterHand
from scoring.lang_lebe.components import Cards
from scoring.lang_lebe.corrections import CorrectArea, CorrectBonus, CorrectFigure, CorrectHand, HandCorrected
from scoring.lang_lebe.dispute import SealStake, StakesRevealed
from scoring.lang_lebe.election import ElectionCalled, ElectionCalledLate, ElectionCalledOff
from scoring.lang_lebe.entering import EnterForeign
from scoring.lang_lebe.setup import TakeStartArea
from scoring.lang_lebe.state import Progress, Turn, TurnBegan
from scoring.lang_lebe.turn import EndTurn, MoveFigure, Stay
from scoring.reveal_phases import BoardConfirmed, ConfirmBoard
from tests.lang_lebe.play import Play, dealt_hands, ends_in_election, new_game, position


def three_players(**changes: object) -> Play:
    literal: dict[str, object] = {
        "figures": ("Rouecestre", "Lincolia", "Lideforde"),
        "courtiers": {"Rouecestre": (0, 1), "Lincolia": (1, 2), "Lundonia": (1, 1), "Lideforde": (2, 2)},
    }
    return position(**{**literal, **changes})  # type: ignore[arg-type]


def enter_hands(play: Play) -> None:
    for seat, hand in enumerate(dealt_hands(play.state)):
        play.act(seat, EnterHand(*hand.by_kind))


class TestAreas:
    def test_courtiers_are_corrected_by_any_seat(self) -> None:
        play = three_players()
        play.act(2, CorrectArea("Lundonia", 0, 4))
        assert play.state.courtiers["Lundonia"] == (0, 4)
        play.act(1, CorrectArea("Lundonia", -1, 0))
        assert play.state.holder("Lundonia") is None

    @pytest.mark.parametrize(
        ("action", "code"),
        [
            (CorrectArea("Lundonia", 1, 5), "limit"),
            (CorrectArea("Sedberouie", 1, 3), "limit"),
            (CorrectArea("Lundonia", 1, 0), "holder"),
            (CorrectArea("Lundonia", -1, 1), "holder"),
            (CorrectArea("Lundonia", 3, 1), "not-offered"),
            (CorrectArea("Lundonia", -2, 1), "not-offered"),
            (CorrectArea("Lincolia", 0, 1), "one-holder"),
            (CorrectArea("Man", 0, 1), "not-in-play"),
            (CorrectArea("Atlantis", 0, 1), "no-area"),
        ],
    )
    def test_illegal_area_correction_is_refused(self, action: CorrectArea, code: str) -> None:
        assert three_players().refusal_code(0, action) == code

    def test_nobody_has_more_than_17_courtiers(self) -> None:
        full = dict.fromkeys(("Oxeneford", "Tateshale", "Wigemor", "Lundonia"), (0, 4))
        play = three_players(courtiers={**full, "Rouecestre": (0, 1), "Lideforde": (2, 2), "Lincolia": (1, 1)})
        assert play.refusal_code(0, CorrectArea("Stadford", 0, 1)) == "supply"
        play.act(0, CorrectArea("Lundonia", 0, 3))
        play.act(0, CorrectArea("Stadford", 0, 1))

    def test_area_with_unknown_votes_holds_up_to_four_courtiers(self) -> None:
        play = three_players(box={})
        play.act(0, CorrectArea("Lundonia", 1, 4))
        assert play.state.courtiers_in("Lundonia") == 4


class TestFiguresAndBonus:
    def test_figure_is_corrected(self) -> None:
        play = three_players()
        play.act(1, CorrectFigure(0, "Oxeneford"))
        assert play.state.figures[0] == "Oxeneford"
        assert play.refusal_code(0, MoveFigure("Oxeneford")) == "visited"
        play.act(0, Stay())
        assert play.state.courtiers["Oxeneford"] == (0, 1)

    @pytest.mark.parametrize(
        ("action", "code"),
        [
            (CorrectFigure(0, "Lincolia"), "one-holder"),
            (CorrectFigure(0, "Lundonia"), "one-holder"),
            (CorrectFigure(0, "Man"), "not-in-play"),
            (CorrectFigure(3, "Oxeneford"), "not-offered"),
        ],
    )
    def test_figure_correction_into_a_foreign_area_is_refused(self, action: CorrectFigure, code: str) -> None:
        assert three_players().refusal_code(0, action) == code

    def test_bonus_votes_are_corrected(self) -> None:
        play = three_players()
        play.act(0, CorrectBonus(2, 15))
        assert play.state.bonus == (0, 0, 15)
        assert play.refusal_code(0, CorrectBonus(2, 16)) == "not-offered"
        assert play.refusal_code(0, CorrectBonus(3, 1)) == "not-offered"


class TestHands:
    def test_with_real_cards_a_hand_is_corrected_by_its_owner(self) -> None:
        play = three_players(cards="box")
        play.act(1, CorrectHand(10, 6, 1))
        assert play.state.hands[1] == Cards(10, 6, 1)
        assert play.refusal_code(1, CorrectHand(37)) == "not-offered"
        assert play.refusal_code(1, CorrectHand(-1)) == "not-offered"

    def test_hand_on_the_phones_cannot_be_corrected(self) -> None:
        assert three_players().refusal_code(1, CorrectHand(10, 6, 1)) == "phones"

    def test_impossible_hand_is_accepted_but_stops_the_count(self) -> None:
        """A refusal on entry would reveal the other hands."""
        play = three_players(cards="box", hands=(Cards(12), Cards(), Cards(12)), progress=Progress.ARRIVED)
        play.act(1, CorrectHand(1))
        play.act(1, CorrectHand(0))
        ends_in_election(play)
        play.act(0, CorrectHand(30))
        assert play.legal_action(0, ConfirmBoard) is None
        assert play.refusal_code(0, ConfirmBoard()) == "hands-misfit"
        play.act(0, CorrectHand(11))
        play.act(0, ConfirmBoard())

    def test_election_is_called_off_if_everybody_has_cards_after_all(self) -> None:
        play = ends_in_election(three_players(cards="box", hands=(Cards(5), Cards(), Cards(5))))
        assert play.act(1, CorrectHand(1))[1:] == [ElectionCalledOff(), TurnBegan(1)]
        assert play.turn.turn == 1
        assert not play.view().players[1].out_of_cards

    def test_hand_corrected_to_empty_is_announced_after_the_turn(self) -> None:
        play = three_players(cards="box", progress=Progress.ARRIVED)
        play.act(1, CorrectHand())
        assert not play.view().players[1].out_of_cards
        assert play.view(1).hand == Cards()
        assert play.act(0, EndTurn())[-1] == ElectionCalled((1,))

    @pytest.mark.parametrize("seat", [0, 1])
    def test_late_empty_hand_causes_the_election_at_once(self, seat: int) -> None:
        """nl 162: nobody has moved since. The seat whose turn had begun plays after the election."""
        play = three_players(cards="box")
        assert play.act(seat, CorrectHand())[-1] == ElectionCalledLate((seat,), 0)
        assert play.view().players[seat].out_of_cards
        play.count_votes()
        assert play.state.phase.turn == 2  # type: ignore[union-attr]
        while not isinstance(play.state.phase, Turn):
            enter_hands(play)
        assert play.turn.turn == 0

    def test_late_election_is_called_off_too(self) -> None:
        play = three_players(cards="box")
        play.act(1, CorrectHand())
        assert play.act(1, CorrectHand(1))[1:] == [ElectionCalledOff(), TurnBegan(0)]

    def test_seat_dealt_no_cards_does_not_cause_an_election_at_once(self) -> None:
        """Too few cards for everybody: the next turn ends in an election."""
        play = three_players(cards="box", hands=(Cards(5), Cards(), Cards(5)))
        assert play.act(1, CorrectHand()) == [HandCorrected(1, Cards())]
        assert play.act(0, CorrectHand(4)) == [HandCorrected(0, Cards(4))]


class TestHandsInADispute:
    def in_dispute(self, **changes: object) -> Play:
        play = three_players(**{"cards": "box", "hands": (Cards(5), Cards(2), Cards(5)), **changes})
        play.act(0, EnterForeign("Lundonia"))
        return play

    def test_hand_can_be_corrected_until_the_stakes_are_revealed(self) -> None:
        play = self.in_dispute()
        assert play.refusal_code(1, SealStake(0, 0, 1)) == "cards"
        play.act(1, CorrectHand(1, 0, 1))
        play.act(1, SealStake(0, 0, 1))
        play.act(0, SealStake(1))
        play.act(2, SealStake(1))
        assert play.dispute.stakes == (Cards(1), Cards(0, 0, 1), Cards(1))
        assert play.refusal_code(1, CorrectHand(1)) == "not-now"

    def test_only_the_seat_that_corrects_its_hand_stakes_again(self) -> None:
        play = self.in_dispute()
        play.act(0, SealStake(1))
        play.act(1, SealStake(2))
        play.act(1, CorrectHand(3))
        assert play.view().waiting_for == (1, 2)

    def test_seat_corrected_to_no_cards_is_not_awaited(self) -> None:
        play = self.in_dispute()
        play.act(0, SealStake(1))
        play.act(2, SealStake(1))
        assert isinstance(play.act(1, CorrectHand())[-1], StakesRevealed)
        assert play.dispute.stakes[1] == Cards()

    def test_seat_corrected_to_a_card_stakes_too(self) -> None:
        play = self.in_dispute(hands=(Cards(5), Cards(), Cards(5)))
        assert play.view().waiting_for == (0, 2)
        play.act(1, CorrectHand(1))
        assert play.view().waiting_for == (0, 1, 2)

    def test_hands_held_by_herald_stay_as_they_are(self) -> None:
        assert self.in_dispute(cards="phones").refusal_code(1, CorrectHand(3)) == "phones"


class TestWhen:
    def test_no_corrections_during_the_set_up(self) -> None:
        play = new_game(3)
        assert {found.action for found in play.view().corrections} == {"change-tracking-mode"}
        assert play.refusal_code(0, CorrectBonus(0, 1)) == "not-now"
        play.act(0, TakeStartArea("Rouecestre"))

    def test_no_board_corrections_during_a_dispute(self) -> None:
        play = three_players()
        play.act(0, EnterForeign("Lundonia"))
        assert play.view().corrections == ()
        assert play.refusal_code(0, CorrectFigure(0, "Oxeneford")) == "not-now"

    def test_corrections_until_the_board_is_confirmed(self) -> None:
        play = ends_in_election(three_players(hands=(Cards(5), Cards(), Cards(5))))
        assert play.view().corrections
        play.act(0, CorrectArea("Lundonia", -1, 0))
        play.state = GAME.apply(play.state, BoardConfirmed())
        assert play.view().corrections == ()
        assert play.refusal_code(0, CorrectBonus(0, 1)) == "not-now"

    def test_corrections_are_listed_apart_from_the_moves(self) -> None:
        view = three_players(cards="box").view(1)
        assert not any(legal_action.action.startswith("correct") for legal_action in view.legal_actions)
        assert list(dict.fromkeys(legal_action.action for legal_action in view.corrections)) == [
            "correct-area",
            "move-courtier",
            "correct-figure",
            "correct-bonus",
            "correct-hand",
            "change-tracking-mode",
        ]
        assert [o.seat for o in view.corrections if o.private] == [1]
