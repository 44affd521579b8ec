"""Secrets: other seats cannot see a hand, its size, or a sealed stake."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from scoring.kernel import GameView
from scoring.lang_lebe import GAME
from scoring.lang_lebe.cards import Deal, HandEntered, HandsDealt
from scoring.lang_lebe.components import Cards, cards
from scoring.lang_lebe.corrections import HandCorrected
from scoring.lang_lebe.dispute import Dispute, SealStake, StakeSealed
from scoring.lang_lebe.election import Election, GameOver
from scoring.lang_lebe.entering import EnterForeign
from scoring.lang_lebe.state import State
from scoring.lang_lebe.turn import EndTurn, ExtraRoll, MoveFigure, PlaceCourtier, RollOn
from scoring.lang_lebe.view import LangLebeView
from scoring.words import render
from tests.lang_lebe.play import Play, new_game, position, random_action

NAMES = ("Anna", "Ben", "Carla", "David", "Eva")
ViewFunction = Callable[[State, int | None], GameView]


def others(state: State, seat: int) -> list[int | None]:
    return [None, *(other for other in range(state.seats) if other != seat)]


def looks_the_same(one: State, two: State, seat: int, see: ViewFunction = GAME.view) -> bool:
    """True if everybody but this seat sees the same, byte for byte."""
    return all(repr(see(one, eyes)) == repr(see(two, eyes)) for eyes in others(one, seat))


def with_hand(state: State, seat: int, hand: Cards) -> State:
    """Returns the same position with another hand for this seat, and another sealed stake or deal if there is one."""
    hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
    phase = state.phase
    if isinstance(phase, Dispute) and not phase.revealed and seat in phase.sealed.choices:
        phase = replace(phase, sealed=phase.sealed.seal(seat, hand.lowest(1)))
    if isinstance(phase, Deal) and seat in phase.sealed.choices:
        phase = replace(phase, sealed=phase.sealed.seal(seat, hand + Cards(phase.each)))
    return replace(state, hands=hands, phase=phase)


def another_hand(state: State, seat: int, rng: random.Random) -> Cards:
    """Returns another hand that this seat might hold, given what the others know."""
    hand, pile = state.hands[seat], state.discard_pile
    if seat in state.out_of_cards or not hand.count:
        return hand
    swaps = [(k, other) for k in hand.kinds for other in pile.kinds if k != other]
    if isinstance(state.phase, Election):  # here the larger hand may be known, its cards never
        given, got = rng.choice(swaps) if swaps else (1, 1)
        return hand - cards((given,)) + cards((got,))
    return Cards(*(rng.randint(0, number) for number in hand.by_kind)) + cards((rng.choice((1, 2, 3)),))


@pytest.mark.parametrize("held", ["phones", "box"])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_nobody_sees_another_hand_in_a_whole_game(players: int, held: str) -> None:
    rng = random.Random(players)
    play = new_game(players, cards=held, dice="herald", seed=players)
    while not isinstance(play.state.phase, GameOver):
        seat = rng.randrange(players)
        if rng.random() < 0.4 or isinstance(play.state.phase, Election):
            twin = with_hand(play.state, seat, another_hand(play.state, seat, rng))
            assert looks_the_same(play.state, twin, seat)
        seat, action, printed_values = random_action(play.state, rng)
        play.act(seat, action, **printed_values)


def leaky_view(state: State, seat: int | None) -> LangLebeView:
    return replace(GAME.view(state, seat), target=state.hands[0].count)


def test_leaky_view_is_detected() -> None:
    play = new_game(3).set_up()
    twin = with_hand(play.state, 0, Cards(5))
    assert looks_the_same(play.state, twin, 0)
    assert not looks_the_same(play.state, twin, 0, leaky_view)


def test_owner_sees_the_difference() -> None:
    play = new_game(3).set_up()
    assert GAME.view(play.state, 0) != GAME.view(with_hand(play.state, 0, Cards(5)), 0)


def three_players(**changes: object) -> Play:
    literal: dict[str, object] = {
        "figures": ("Rouecestre", "Lincolia", "Lideforde"),
        "courtiers": {"Rouecestre": (0, 1), "Lincolia": (1, 2), "Lundonia": (1, 1), "Lideforde": (2, 2)},
    }
    return position(**{**literal, **changes})  # type: ignore[arg-type]


def test_actions_that_depend_on_a_hand_are_for_its_owner_only() -> None:
    play = three_players()
    for action in (EnterForeign, RollOn, ExtraRoll, SealStake):
        assert action.private
    assert play.legal_action(0, EnterForeign)
    assert all(not legal_action.private for legal_action in play.view(1).legal_actions + play.view(None).legal_actions)


def test_public_actions_are_offered_on_every_screen() -> None:
    play = three_players()
    for eyes in (None, 0, 1, 2):
        assert {"move-figure", "end-turn", "stay"} <= {
            legal_action.action for legal_action in play.view(eyes).legal_actions
        }


def test_hand_emptied_during_a_turn_is_not_announced_yet() -> None:
    play = three_players(hands=(Cards(1), Cards(5), Cards(5)))
    play.act(0, MoveFigure("Oxeneford"))
    play.act(0, RollOn(1, 6))
    assert not play.view(1).players[0].out_of_cards
    play.act(0, EndTurn())
    assert play.view(1).players[0].out_of_cards  # nl 162: now it must be announced at once


def test_hand_emptied_by_a_stake_is_announced_after_take_backs() -> None:
    play = three_players(hands=(Cards(2), Cards(5), Cards(5)))
    play.dispute_over("Lundonia", {0: Cards(2), 1: Cards(1), 2: Cards(1)}).roll((6, 1), (1,), (1,))
    assert play.state.hands[0] == Cards()
    play.act(0, PlaceCourtier())
    assert play.dispute.winner == 0  # ending the turn automatically would reveal the empty hand
    assert not play.view(1).players[0].out_of_cards
    assert all(line.points >= 0 for line in GAME.score(play.state))
    play.act(0, EndTurn())
    assert play.turn.turn == 1


def test_sealed_stakes_are_visible_to_their_owners_only() -> None:
    play = three_players()
    play.act(0, EnterForeign("Lundonia"))
    play.act(1, SealStake(2, 1))
    assert play.view(1).stake == Cards(2, 1)
    assert play.view(0).stake is None
    assert play.view(None).stake is None
    dispute = play.view(0).dispute
    assert dispute is not None
    assert (dispute.stakes, dispute.sealed.waiting_for) == ((), (0, 2))


def test_history_lines_hide_sealed_contents() -> None:
    play = three_players()
    for event in (
        StakeSealed(1, Cards(2, 1)),
        HandEntered(1, Cards(2, 1)),
        HandCorrected(1, Cards(2, 1)),
        HandsDealt(7, (Cards(7), Cards(2, 5), Cards(6, 0, 1))),
    ):
        assert event.secret
        other = replace(event, **dict.fromkeys(event.secret))  # type: ignore[arg-type]
        text = GAME.history_line(play.state, event)
        assert text is not None
        assert text == GAME.history_line(play.state, other)
        assert "2" not in render(text, NAMES)


def test_hand_emptied_in_a_dispute_is_hidden_until_the_turn_ends() -> None:
    play = three_players(hands=(Cards(2), Cards(5), Cards(5)))
    play.dispute_over("Lundonia", {0: Cards(2), 1: Cards(1), 2: Cards(1)}).roll((6, 2), (1,), (1,))
    play.act(0, PlaceCourtier())
    assert looks_the_same(play.state, with_hand(play.state, 0, Cards(3, 2, 1)), 0)
