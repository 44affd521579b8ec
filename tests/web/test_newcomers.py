"""What somebody at a first game has to be told: why they stake, how many dice they roll, what is still open."""

from __future__ import annotations

from scoring.lang_lebe.dispute import RollDice, SealStake
from scoring.table_events import StartGame
from tests.actors import Evening
from tests.web.scenes import happens, in_dispute, set_up

COLOURS = {"Anna": "red", "Ben": "blue", "Carla": "green"}
WHY = "Everyone takes part in a dispute"


def test_whoever_is_neither_intruder_nor_defender_is_told_why_to_stake(evening: Evening) -> None:
    anna, ben, carla = set_up(evening)
    in_dispute(evening)
    for phone, told in ((anna, False), (ben, False), (carla, True)):
        phone.get()
        assert "How much do you stake?" in phone.text
        assert (WHY in phone.text) is told


def test_everybody_is_told_how_many_dice_to_roll(evening: Evening) -> None:
    phones = set_up(evening)
    in_dispute(evening)
    for seat, cards in enumerate((3, 1, 2)):
        happens(evening, seat, SealStake(x1=cards))
    for phone, dice, said in zip(phones, ((1, 1, 1), (4,), (6, 6)), ("3 dice", "1 die", "2 dice"), strict=True):
        phone.get()
        assert f"Roll {said}." in phone.text
        happens(evening, phone.seat, RollDice(dice))


def test_an_area_is_contested_until_somebody_has_won_it(evening: Evening) -> None:
    set_up(evening)
    in_dispute(evening)
    for seat in range(3):
        happens(evening, seat, SealStake(x1=1))
    for seat, die in enumerate((6, 1, 1)):
        assert "is-contested" in evening.laptop.get().text
        happens(evening, seat, RollDice((die,)))
    assert "won the dispute over Stadford" in evening.laptop.get().text
    assert "is-contested" not in evening.laptop.get().text


def test_regents_can_be_tried_with_nothing_on_the_table(evening: Evening) -> None:
    """Herald deals clan and domain cards and draws lots: nobody is asked for a card that is not there."""
    evening.open("regents", dealt="box")
    for name, colour in COLOURS.items():
        evening.sit(name, colour)
    happens(evening, None, StartGame())
    assert {legal_action.action for legal_action in evening.view(None).legal_actions} == {"begin"}
    assert evening.laptop.submit("begin", seat=0, first="-1").status_code == 200
    assert all(evening.view(seat).own.clan for seat in range(3))


def test_regents_with_a_box_has_its_cards_dealt_at_the_table_if_wanted(evening: Evening) -> None:
    for dealt in ("box", "herald"):
        evening.open("regents", box="new", dealt=dealt)
        assert evening.story.table.options["dealt"] == dealt


def test_whoever_tries_regents_may_still_take_real_cards(evening: Evening) -> None:
    evening.open("regents")
    assert evening.laptop.submit("choose-option", option="dealt", value="box").status_code == 200
    assert evening.story.table.options["dealt"] == "box"
