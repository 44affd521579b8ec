"""Hints for a first game: why to stake, how many dice to roll, and open disputes."""

from __future__ import annotations

from scoring.lang_lebe.dispute import RollDice, SealStake
from scoring.table_events import StartGame
from tests.actors import Evening
from tests.web.scenes import set_up, start_dispute, submit_directly

COLOURS = {"Anna": "red", "Ben": "blue", "Carla": "green"}
WHY = "Everyone takes part in a dispute"


def test_uninvolved_players_are_told_why_to_stake(evening: Evening) -> None:
    anna, ben, carla = set_up(evening)
    start_dispute(evening)
    for phone, told in ((anna, False), (ben, False), (carla, True)):
        phone.get()
        assert "How much do you stake?" in phone.text
        assert (WHY in phone.text) is told


def test_all_players_are_told_how_many_dice_to_roll(evening: Evening) -> None:
    phones = set_up(evening)
    start_dispute(evening)
    for seat, cards in enumerate((3, 1, 2)):
        submit_directly(evening, seat, SealStake(x1=cards))
    for phone, dice, said in zip(phones, ((1, 1, 1), (4,), (6, 6)), ("3 dice", "1 die", "2 dice"), strict=True):
        phone.get()
        assert f"Roll {said}." in phone.text
        submit_directly(evening, phone.seat, RollDice(dice))


def test_area_is_contested_until_the_dispute_is_won(evening: Evening) -> None:
    set_up(evening)
    start_dispute(evening)
    for seat in range(3):
        submit_directly(evening, seat, SealStake(x1=1))
    for seat, die in enumerate((6, 1, 1)):
        assert "Contested" in evening.laptop.get().text
        submit_directly(evening, seat, RollDice((die,)))
    assert "won the dispute over Stadford" in evening.laptop.get().text
    assert "Contested" not in evening.laptop.get().text


def test_regents_can_be_tried_without_a_box(evening: Evening) -> None:
    """Herald deals clan and domain cards and draws lots, so it asks for no card from a box."""
    evening.open("regents")
    for name, colour in COLOURS.items():
        evening.sit(name, colour)
    submit_directly(evening, None, StartGame())
    assert {legal_action.action for legal_action in evening.view(None).legal_actions} == {"begin"}
    assert evening.laptop.submit("begin", seat=0, first="-1").status_code == 200
    assert all(evening.view(seat).own.clan for seat in range(3))


def test_regents_with_a_box_can_be_dealt_by_herald(evening: Evening) -> None:
    for dealt in ("box", "herald"):
        evening.open("regents", box="new", dealt=dealt)
        assert evening.projection.table.options["dealt"] == dealt


def test_trial_of_regents_can_use_real_cards(evening: Evening) -> None:
    evening.open("regents")
    assert evening.laptop.submit("choose-option", option="dealt", value="box").status_code == 200
    assert evening.projection.table.options["dealt"] == "box"
