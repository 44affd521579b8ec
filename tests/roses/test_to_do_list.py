"""The to-do list for the physical pieces after each phase, in the order of the rulebook."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from scoring.reveal_phases import BoardConfirmed
from scoring.roses import GAME
from scoring.roses.components import MERCENARY, PIECES
from scoring.roses.draft import DrawLots, DrawStone, TakeHouse
from scoring.roses.parliament import ParliamentShown, scenes
from tests.roses.play import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    Play,
    as_text,
    board,
    board_before_parliament,
    drafting,
    game,
    orders,
)


def to_do_list(play: Play) -> list[str]:
    return [as_text(text) for text in play.view(None).to_do]


# --- set-up, turn order, cards ---------------------------------------------------------------------------------------


def test_nl_137_to_do_list_of_the_set_up() -> None:
    play = game(4)
    assert to_do_list(play) == [
        "Shuffle the cards into a face-down deck.",
        "Put the noble and ship tokens, awards and mercenaries on their symbols.",
        "Everyone: take £6, 6 white and 6 black cubes, 20 troops and a French Aid tile.",
        "Put the score stones on 00 and the round marker on 1.",
        "Put a rose on each area, red side up, and the other five beside the round track.",
    ]
    assert not [line for line in to_do_list(game(3)) if "rose" in line], "nl 547"


def test_nl_146_189_204_to_do_list_of_the_first_round() -> None:
    play = game(4)
    for seat in (0, 2):
        play.act(seat, TakeHouse("york"))
    for seat in (3, 1, 0):
        play.tap(DrawStone(seat))
    assert to_do_list(play) == [
        "Put the royal house tiles out face up: Red (York), Yellow (Lancaster), Green (York), Blue (Lancaster).",
        "Place the turn order stones, from the left: Blue, Yellow, Red and Green.",
        "Draw 12 cards and lay them out.",
    ]


def test_three_players_have_no_house_tiles() -> None:
    play = game(3)
    play.tap(DrawLots())
    assert [line.split(",")[0].split(":")[0] for line in to_do_list(play)] == [
        "Place the turn order stones",
        "Draw 9 cards and lay them out.",
    ]


@pytest.mark.parametrize(
    ("card", "line"),
    [
        pytest.param("castle.north", "Red: put a stone on Pontefract.", id="nl 234: a location"),
        pytest.param("bishop.north", "Red: put a disc on Bishop of York.", id="nl 234: a bishop"),
        pytest.param(
            "noble.south-east.1",
            "Red: put one token of Stafford with a disc in South East England.",
            id="nl 236: a noble",
        ),
        pytest.param(
            "ship.west",
            "Red: remove the upper token of Ship of Plymouth and put a disc on the lower one.",
            id="nl 238: a ship",
        ),
        pytest.param(MERCENARY, "Red: take 3 mercenaries.", id="nl 242: mercenaries"),
    ],
)
def test_to_do_line_of_each_kind_of_picked_card(card: str, line: str) -> None:
    play = drafting(number=2)
    play.take(card)
    assert to_do_list(play) == [line]


def test_last_pick_lists_unpicked_cards_and_income() -> None:
    play = drafting({"large.north": YELLOW}, order=(YELLOW, RED), seats=2)
    play.state = replace(play.state, neutral=("castle.wales",))
    cards = [piece for piece in PIECES if piece.startswith(("castle", "noble")) and piece != "castle.wales"]
    play.take(*cards[:8])
    assert to_do_list(play)[-3:] == [
        "Put 1 unpicked card back in the box.",
        "Yellow: take £5.",
        "Red: take £0.",
    ]


# --- resolving the plans ---------------------------------------------------------------------------------------------

OWNERS = {"castle.wales": YELLOW, "large.wales": RED, "noble.wales.1": GREEN, "ship.wales": YELLOW, "bishop.wales": RED}


def test_nl_374_to_399_deployment() -> None:
    play = board(OWNERS, money=60, mercenaries=(0, 0, 2, 0), order=(RED, YELLOW, GREEN, BLUE))
    play.carry_out(
        {
            RED: orders(troops={"castle.wales": 4}, white=("bishop.wales",), bid=2, calais="midlands"),
            YELLOW: orders(troops={"castle.wales": 1}, moves={"ship.wales": "west"}, bid=3, calais="south-east"),
            GREEN: orders(mercenaries={"castle.wales": 2}, moves={"noble.wales.1": "west"}),
        }
    )
    assert play.to_do("deployment") == [
        "Red: pay £2.",
        "Yellow: pay £3.",
        "Yellow: put the Captain of Calais and a disc in South East England.",
        "Green: move Noble 6 of Wales to West Country.",
        "Green: put 2 mercenaries beside Royal Castle of Wales, against Yellow.",
        "Green: put a stone on the mercenaries beside Royal Castle of Wales.",
        "Yellow: pay £3.",
        "Yellow: move Ship of Wales to West Country.",
        "Yellow: put 1 troop under the stone on Royal Castle of Wales.",
        "Red: pay £14.",
        "Red: put 4 troops beside Royal Castle of Wales, against Yellow, below those of Green.",
        "Red: put a white cube on Bishop of Wales.",
    ]


def test_nl_397_mercenaries_alone_are_marked_with_a_stone() -> None:
    play = board(OWNERS, mercenaries=(4, 2, 0, 0))
    both = orders(mercenaries={"castle.wales": 1, "large.wales": 1}, troops={"castle.wales": 1})
    play.carry_out({RED: both})
    assert not [line for line in play.to_do("deployment") if "a stone on the mercenaries" in line]


def test_nl_411_to_419_bribery() -> None:
    play = board({**OWNERS, "bishop.west": GREEN}, order=(RED, YELLOW, GREEN, BLUE))
    plans = {
        RED: orders(black=("noble.wales.1", "bishop.west")),
        BLUE: orders(black=("bishop.wales",)),
        YELLOW: orders(white=("ship.wales",)),
    }
    play.carry_out({**plans, RED: replace(plans[RED], white={"bishop.wales": 1})})
    assert play.to_do("bribery") == [
        "Bishop of Wales: return the black and white cubes to their owners.",
        "Red: replace Green’s disc on Noble 6 of Wales with yours.",
        "Red: take the card, the token and your black cube.",
        "Red: replace Green’s disc on Bishop of West Country with yours.",
        "Red: take the card and your black cube.",
        "Archbishop of Canterbury: tile to Red.",
        "Return all white cubes to their owners.",
    ]


def test_nl_427_to_439_battles() -> None:
    owners = {"castle.wales": YELLOW, "port.wales": YELLOW, "small.wales": YELLOW, "large.wales": RED}
    play = board({**owners, "noble.wales.1": GREEN}, money=90)
    play.carry_out(
        {
            RED: orders(troops={"castle.wales": 4, "port.wales": 1}),
            GREEN: orders(troops={"small.wales": 1, "castle.wales": 3}),
        }
    )
    assert play.to_do("battles") == [
        "Yellow: replace the stone on Royal Castle of Wales with 3 troops.",
        "Royal Castle of Wales: remove Green’s and Yellow’s troops, leave those of Red, and put the card face up on "
        "the deck.",
        "Yellow: replace the stone on Small Town of Wales with 2 troops.",
        "Small Town of Wales: 1 troop stays with Yellow.",
        "Red: take the card of Royal Castle of Wales from the deck.",
        "Yellow: replace the stone on Port of Wales with 1 troop.",
        "Port of Wales: remove all troops and put the card face up on the deck.",
        "Take all troops off the board. Mercenaries go back to the pile.",
        "Red: put a stone on Royal Castle of Wales.",
        "Yellow: put a stone on Small Town of Wales.",
    ]


def test_troops_stay_while_the_next_attacker_waits() -> None:
    play = board({"castle.wales": YELLOW, "large.wales": RED, "noble.wales.1": GREEN}, money=90)
    play.carry_out({RED: orders(troops={"castle.wales": 4}), GREEN: orders(troops={"castle.wales": 3})})
    assert not [line for line in play.to_do("battles") if "remove all troops" in line]
    play.stop(len(play.scenes))
    assert [army.seat for army in play.state.armies["castle.wales"]] == [RED]


def test_battle_without_survivors_adds_no_further_removal() -> None:
    play = board({"port.wales": YELLOW, "large.wales": RED})
    play.carry_out({RED: orders(troops={"port.wales": 1})})
    assert play.to_do("battles")[-1] == "Port of Wales: remove all troops and put the card face up on the deck."


# --- parliament and the next round ------------------------------------------------------------------------------------


def to_do_lists_in_parliament(play: Play) -> Iterator[list[str]]:
    """Returns the to-do list after each scene of parliament."""
    play.state = GAME.apply(play.state, BoardConfirmed())
    for scene in scenes(play.state):
        for event in (ParliamentShown(), *scene.events):
            play.state = GAME.apply(play.state, event)
        yield to_do_list(play)


def test_nl_451_to_477_every_step_moves_score_stones_and_roses() -> None:
    """Red and Blue are Lancaster; at first all roses show its side (nl 144)."""
    play = board_before_parliament({"castle.marches": RED, "castle.north": YELLOW, "large.north": RED})
    first, second, *_, last = to_do_lists_in_parliament(play)
    assert first == ["Red: move your score stone to 4."]
    assert second == [
        "North England: turn the rose to its York side.",
        "Red: move your score stone to 10.",
        "Yellow: move your score stone to 9.",
    ]
    assert last == [
        "North England: turn the rose to its York side.",
        "Midlands: remove the rose for this round.",
        "South East England: remove the rose for this round.",
        "West Country: remove the rose for this round.",
        "Wales: remove the rose for this round.",
        "Put a York rose on space 2 of the round track.",
        "Red: move your score stone to 10.",
        "Yellow: move your score stone to 14.",
        "Green: move your score stone to 5.",
    ]


def test_removed_rose_returns_and_a_correct_one_is_not_listed() -> None:
    play = board_before_parliament({"castle.wales": RED, "castle.north": RED})
    play.state = replace(play.state, roses={**play.state.roses, "wales": ""})
    play.hold_parliament()
    assert [line for line in to_do_list(play) if line.startswith(("Wales", "North England"))] == [
        "Wales: put the rose back, Lancaster side up."
    ]


def test_nl_547_two_and_three_players_have_no_roses() -> None:
    play = board_before_parliament({"castle.wales": RED}, seats=3)
    play.hold_parliament()
    assert to_do_list(play)[0] == "Red: move your score stone to 5."
    assert not [line for line in to_do_list(play) if "rose" in line]


def test_awards_and_bonuses_also_move_the_score_stones() -> None:
    play = board_before_parliament({"port.wales": RED, "ship.wales": RED}, seats=2)
    play.state = replace(play.state, awards={"warden": YELLOW})
    play.hold_parliament()
    assert to_do_list(play)[:2] == ["Red: move your score stone to 7.", "Yellow: move your score stone to 4."]


def test_nl_524_to_do_list_of_the_next_round() -> None:
    play = board_before_parliament({"castle.wales": RED})
    play.state = replace(play.state, calais=(GREEN, "midlands"), neutral=("port.west", "port.wales"))
    play.hold_parliament()
    assert to_do_list(play)[-5:] == [
        "Green: return the Captain of Calais to the board and take your disc back.",
        "Move the round marker to 3.",
        "Place the turn order stones, from the left: Yellow, Blue, Red and Green.",
        "Lay out the 2 neutral cards from the top of the deck.",
        "Draw 8 cards and lay them out.",
    ]


def test_after_the_last_parliament_nothing_is_left_to_do() -> None:
    play = board_before_parliament({"castle.wales": RED}, number=5)
    play.state = replace(play.state, calais=(GREEN, "midlands"))
    play.hold_parliament()
    assert to_do_list(play) == []


def test_nl_429_stone_is_replaced_by_a_garrison_only_once() -> None:
    play = board({"castle.wales": YELLOW, "large.wales": RED, "small.wales": GREEN})
    attack = orders(troops={"castle.wales": 2})
    play.carry_out({RED: attack, GREEN: attack})
    assert play.to_do("battles") == [
        "Yellow: replace the stone on Royal Castle of Wales with 3 troops.",
        "Royal Castle of Wales: 1 troop stays with Yellow.",
        "Red: take the card of Royal Castle of Wales from Yellow; 1 troop stays.",
        "Take all troops off the board. Mercenaries go back to the pile.",
        "Red: put a stone on Royal Castle of Wales.",
    ]
