"""Secret history lines: the stake that a dispute would have needed, shown after the game."""

from __future__ import annotations

import pytest

from scoring.lang_lebe import GAME
from scoring.lang_lebe.cards import HandEntered, HandsDealt
from scoring.lang_lebe.components import Cards
from scoring.lang_lebe.corrections import HandCorrected
from scoring.lang_lebe.dispute import DiceRolled, DisputeWon, SealStake, StakeSealed
from scoring.words import render
from tests.lang_lebe.test_dispute import dispute_setting

NAMES = ("Anna", "Ben", "Carla")


@pytest.mark.parametrize(
    ("stake", "dice", "says"),
    [
        # Ben has 2 × 1 for his card and 4 for two courtiers: 6 points to beat. Anna has 2 for her figure.
        (Cards(5), (1, 1, 1, 1, 2), "Anna staked 5, but 4 would have been enough."),
        (Cards(0, 0, 2), (6, 6), "Anna staked 2, but 1 would have been enough."),
        (Cards(1), (5,), "Anna staked one card and needed it."),
        (Cards(0, 2), (2, 1), "Anna staked 2 cards and needed all of them."),
        (Cards(4, 0, 1), (1, 1, 1, 1, 6), "Anna staked 5, but 1 would have been enough."),
    ],
)
def test_winner_reads_how_many_cards_were_enough(stake: Cards, dice: tuple[int, ...], says: str) -> None:
    play = dispute_setting(hands=(stake + Cards(2), Cards(0, 1), Cards(1))).dispute_over(
        "Lundonia", {0: stake, 1: Cards(0, 1), 2: Cards(1)}
    )
    play.roll(dice, (1,))
    before = play.state
    play.roll((1,))
    assert play.happened(DisputeWon) == [DisputeWon(0)]
    told = GAME.secret_history_line(GAME.apply(before, DiceRolled(2, (1,))), DisputeWon(0))
    assert told is not None
    assert render(told, NAMES) == says


def test_winner_of_a_second_roll_reads_how_many_of_its_dice_were_enough() -> None:
    """Anna and Ben first roll 6 points each. Then Anna has 2 for her figure and a 6, and Ben still has 6 points."""
    hands = (Cards(5), Cards(0, 2), Cards(2))
    play = dispute_setting(hands=hands).dispute_over("Lundonia", {0: Cards(3), 1: Cards(0, 1), 2: Cards(1)})
    play.roll((1, 2, 1), (1,), (1,), (6, 1, 1))
    before = play.state
    play.roll((1,))
    assert play.happened(DisputeWon) == [DisputeWon(0)]
    told = GAME.secret_history_line(GAME.apply(before, DiceRolled(1, (1,))), DisputeWon(0))
    assert told is not None
    assert render(told, NAMES) == "Anna staked 3, but 1 would have been enough."


def test_stake_line_names_the_area_and_merges_a_changed_stake() -> None:
    play = dispute_setting().dispute_over("Lundonia", {0: Cards(2)})
    first = GAME.secret_history_line(dispute_setting().dispute_over("Lundonia", {}).state, StakeSealed(0, Cards(2)))
    again = GAME.secret_history_line(play.state, StakeSealed(0, Cards(1, 1)))
    assert [render(text, NAMES) for text in (first, again) if text] == [
        "Anna staked 2 cards ×1 for Lundonia.",
        "Anna changed their mind and staked 1 card ×1, 1 card ×2.",
    ]
    play.act(0, SealStake(1, 1))


@pytest.mark.parametrize(
    ("event", "says"),
    [
        (HandEntered(1, Cards(1, 0, 2)), "Ben held 1 card ×1, 2 cards ×3."),
        (HandCorrected(1, Cards()), "Ben held no cards."),
        (HandsDealt(1, (Cards(1), Cards(0, 1), Cards(1))), "Dealt: Anna 1 card ×1, Ben 1 card ×2, Carla 1 card ×1."),
    ],
)
def test_hands_are_revealed(event: HandEntered | HandCorrected | HandsDealt, says: str) -> None:
    told = GAME.secret_history_line(dispute_setting().state, event)
    assert told is not None
    assert render(told, NAMES) == says


def test_empty_deal_has_no_secret_history_line() -> None:
    assert GAME.secret_history_line(dispute_setting().state, HandsDealt(0, (Cards(),) * 3)) is None
