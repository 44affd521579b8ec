"""The worked examples of the rulebook and their consequences, S1 to S13."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from scoring.saga import GAME
from scoring.saga.conquest import LandConquered
from scoring.saga.final_count import FinalCount
from scoring.saga.playing import PlayKnight, TakeBack
from scoring.saga.turn import Recruit
from scoring.standings import ScoreLine, totals
from tests.saga.play import Play, knights, position


def test_nl_169_the_forest_is_conquered_and_its_knights_become_free() -> None:  # S1
    play = position(armies=[(0, "G4")])
    play.act(0, PlayKnight(1, "blue-3"))
    assert play.holder("green") == 0
    assert play.state.lands["green"].knights == knights("G4 B3")
    assert sorted(k.key for k in play.state.free) == ["green-4", "yellow-2"]
    assert play.state.armies == {}


def test_nl_180_the_knights_of_a_conquered_player_return_to_hand() -> None:  # S1
    play = position(held={"green": (1, "G4 Y2")}, armies=[(0, "G4")])
    before = play.cards(1)
    play.act(0, PlayKnight(1, "blue-3"))
    assert play.holder("green") == 0
    assert play.state.free == ()
    assert play.cards(1) == before + 2


# Land armies of 10 and 13 and an attacking army of 7 use ten knights. With one recruited, three worth 4 are in hand.
TEN, THIRTEEN, SEVEN = "R4 G3 B2 Y1", "P4 R3 Y4 G2", "O4 B3"
CASTLE_AND_TREASURE = {"red": TEN, "purple": THIRTEEN}
FINAL_COUNTS: Mapping[str, tuple[Mapping[str, str], Mapping[str, str], int]] = {
    "S2 nl-226": ({}, CASTLE_AND_TREASURE, 39),
    "S6 nl-303 corn: 5 more": ({"yellow": "five"}, {"yellow": TEN, "purple": THIRTEEN}, 44),
    "S7 nl-336 corn: the 10 count 15": ({"yellow": "fifteen"}, {"yellow": TEN, "purple": THIRTEEN}, 44),
    "S7 nl-336 corn: the 13 count 15": ({"yellow": "fifteen"}, {"yellow": THIRTEEN, "purple": TEN}, 41),
    "S9 nl-313 forest: no minus": ({}, {"green": TEN, "purple": THIRTEEN}, 43),
    "S10 nl-319 gold: the 13 count nothing": ({"orange": "worth-nothing"}, {"red": TEN, "orange": THIRTEEN}, 26),
    "S11 nl-309 lake: the 7 count": ({"blue": "army-counts"}, {"red": TEN, "blue": THIRTEEN}, 46),
    "C6 +1 changes no points": ({"red": "defence+1"}, CASTLE_AND_TREASURE, 39),
    "C6 -1 changes no points": ({"orange": "defence-1"}, {"orange": TEN, "purple": THIRTEEN}, 39),
}


@pytest.mark.parametrize(("printed", "held", "total"), FINAL_COUNTS.values(), ids=FINAL_COUNTS)
def test_the_final_count(printed: Mapping[str, str], held: Mapping[str, str], total: int) -> None:
    play = position(
        printed=printed,
        held={land: (0, army) for land, army in held.items()},
        armies=[(0, SEVEN)],
        fame=(20, 0),
        recruited={0: "O4"},
    )
    assert (play.cards(0), play.state.hand_points(0)) == (3, 4)
    assert totals(final_lines(play, counted=1 if "blue" in held else None), 2)[0] == total


def final_lines(play: Play, counted: int | None = None) -> tuple[ScoreLine, ...]:
    """Returns the score lines as if the game were over now."""
    return GAME.score(replace(play.state, phase=FinalCount(1, counted=counted)))


@pytest.mark.parametrize("attack", [6, 7, 8])
@pytest.mark.parametrize(
    ("land", "printed", "margin"),
    [
        pytest.param("red", "defence+1", 2, id="S3 nl-266 castle +1"),
        pytest.param("red", "free-knight", 1, id="nl-150 castle without +1"),
        pytest.param("orange", "defence-1", 0, id="S4 nl-273 gold -1"),
        pytest.param("orange", "none", 1, id="nl-150 gold without -1"),
    ],
)
def test_how_strong_an_attacker_must_be(land: str, printed: str, margin: int, attack: int) -> None:
    letter = {"red": "R", "orange": "O"}[land]
    play = position(printed={land: printed}, held={land: (1, f"{letter}4 P2")}, armies=[(0, f"{letter}{attack - 4}")])
    play.act(0, PlayKnight(1, "blue-4"))
    assert (play.holder(land) == 0) == (attack >= 6 + margin)
    assert play.happened(LandConquered) == ([LandConquered(0, land, 1)] if attack >= 6 + margin else [])


@pytest.mark.parametrize("value", [1, 2, 3, 4])
def test_a_free_knight_costs_its_value(value: int) -> None:  # S5 nl 188
    play = position(free=f"B{value}", fame=(4, 0))
    play.act(0, Recruit(f"blue-{value}"))
    assert play.state.fame == (4 - value, 0)
    assert play.state.free == ()
    assert play.cards(0) == 13


@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_fame_from_every_opponent(players: int) -> None:  # S8 nl 330
    play = position(players, held={"green": (0, "G1")}, printed={"green": "two-each"}, fame=(10,) * players)
    assert tributes(play) == {0: 2 * (players - 1), **dict.fromkeys(range(1, players), -2)}


def test_a_player_with_less_than_two_fame_pays_all_of_it() -> None:  # C6, interpretation of nl 330
    play = position(3, held={"green": (0, "G1")}, printed={"green": "two-each"}, fame=(0, 1, 0))
    assert tributes(play) == {0: 1, 1: -1, 2: 0}


def tributes(play: Play) -> dict[int, int]:
    paid = [line for line in final_lines(play) if line.rule == "nl 330"]
    return {seat: sum(line.points for line in paid if line.seat == seat) for seat in range(play.state.seats)}


def test_a_face_down_knight_counts_nothing_at_the_end() -> None:  # S12 nl 289
    play = position(held={"blue": (0, "B1")}, printed={"blue": "army-counts"}, armies=[(0, "G4", "R3")])
    army = next(line for line in final_lines(play, counted=1) if line.rule == "nl 307")
    assert army.points == 4
    assert (play.cards(0), play.state.hand_points(0)) == (12 - 3, 30 - 1 - 4 - 3)


def test_equal_attackers_leave_the_land_until_one_is_stronger() -> None:  # S13 nl 247-260
    play = position(
        3,
        held={"green": (0, "G4 R3 B2"), "yellow": (0, "Y3")},
        printed={"yellow": "take-back"},
        armies=[(1, "G4 P3"), (2, "G3 O4")],
    )
    play.act(0, TakeBack("land-green", "red-3"))
    assert play.holder("green") == 0  # 6 against 7 and 7
    play.act(0, PlayKnight(0, "orange-1"))
    play.act(1, PlayKnight(1, "yellow-1"))
    assert play.holder("green") == 1
    assert play.state.lands["green"].knights == knights("G4 P3 Y1")
    assert play.cards(0) == 12 - 2  # Y3 and O1; the rest of the Forest army is back in hand
