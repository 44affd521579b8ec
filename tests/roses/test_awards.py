"""Special awards over time (nl 487-501): their holders as pieces change hands one by one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.roses import GAME
from scoring.roses.components import AREAS, AWARDS
from scoring.roses.corrections import CorrectOwner
from scoring.roses.state import rightful_holder
from tests.roses.play import as_text, board

SHIPS = [f"ship.{area}" for area in AREAS]


@pytest.mark.parametrize(
    ("holder", "counts", "order", "expected"),
    [
        pytest.param(None, (1, 1, 1), (0, 1, 2), None, id="nobody with two"),
        pytest.param(None, (2, 0, 0), (0, 1, 2), 0, id="the first with two"),
        pytest.param(0, (2, 2, 0), (1, 0, 2), 0, id="kept against an equal"),
        pytest.param(0, (2, 3, 0), (0, 1, 2), 1, id="lost to somebody with more"),
        pytest.param(0, (1, 2, 2), (2, 1, 0), 2, id="fallen under two: most, furthest left"),
        pytest.param(0, (0, 3, 3), (0, 2, 1), 2, id="several with more: furthest left"),
        pytest.param(0, (1, 1, 0), (0, 1, 2), None, id="back on the board"),
        pytest.param(0, (3, 2, 0), (1, 0, 2), 0, id="kept with more"),
    ],
)
def test_award_holder(
    holder: int | None, counts: tuple[int, ...], order: tuple[int, ...], expected: int | None
) -> None:
    seats = [seat for seat, count in enumerate(counts) for _ in range(count)]
    play = board(dict(zip(SHIPS, seats, strict=False)), seats=3, order=order)
    play.state = replace(play.state, awards={} if holder is None else {"admiral": holder})
    assert rightful_holder(play.state, "admiral") == expected


@pytest.mark.parametrize(("award", "kind"), AWARDS.items())
def test_each_award_counts_its_own_kind_of_piece(award: str, kind: str) -> None:
    play = board({f"{kind}.wales": 1}, seats=2)
    play.tap(CorrectOwner(f"{kind}.north", 1))
    assert play.state.awards == {award: 1}


def test_awards_are_updated_after_every_single_change() -> None:
    """Two ships change hands one by one. After the first change both seats have two, and the holder keeps the award."""
    play = board(dict.fromkeys(SHIPS[:3], 0) | {SHIPS[3]: 1}, seats=2)
    play.state = replace(play.state, awards={"admiral": 0})
    play.tap(CorrectOwner(SHIPS[0], 1))
    assert play.state.awards == {"admiral": 0}
    play.tap(CorrectOwner(SHIPS[1], 1))
    assert play.state.awards == {"admiral": 1}


def test_nl_493_archbishop_of_york_counts_as_one_bishop() -> None:
    play = board({"bishop.north": 0}, seats=2)
    assert rightful_holder(play.state, "archbishop") is None
    play.tap(CorrectOwner("bishop.wales", 0))
    assert play.state.awards == {"archbishop": 0}


def test_captain_of_calais_is_not_a_ship() -> None:
    play = board({"ship.wales": 0}, seats=2)
    play.state = replace(play.state, calais=(0, "midlands"))
    assert rightful_holder(play.state, "admiral") is None


def test_player_aid_explains_awards_mercenaries_and_french_aid() -> None:
    aid = [as_text(sentence) for _, told in GAME.aid for sentence in told.sentences]
    for part in (
        "with 2 ships, bishops, Royal Castles or ports",
        "2 mercenaries in round 1, 3 in round 2 and 4",
        "£25",
    ):
        assert any(part in sentence for sentence in aid), part
