"""Drawn maps: the places of pieces, and what a film changes."""

from __future__ import annotations

import pytest

from companion.maps import GAME_MAPS, ShownArea, ShownPiece, changed, map_layout
from scoring.roses.components import AREAS, LOCATION_PIECES, PIECES, SEAS

LAYOUTS = ("landscape", "portrait")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_roses_map_has_a_place_for_every_piece(layout: str) -> None:
    drawn = map_layout(GAME_MAPS["roses"], layout)
    assert set(drawn.areas) == set(AREAS)
    bishops = tuple(piece for piece in PIECES if piece.startswith("bishop"))
    firsts = [f"{row}.{place}.1" for row, places in (("noble", AREAS), ("sea", SEAS)) for place in places]
    for slot in (*LOCATION_PIECES, *bishops, *firsts, "calais"):
        x, y = drawn.slots[slot]
        assert 0 < x < drawn.width, slot
        assert 0 < y < drawn.height, slot


@pytest.mark.parametrize("layout", LAYOUTS)
def test_places_of_an_area_do_not_overlap(layout: str) -> None:
    drawn = map_layout(GAME_MAPS["roses"], layout)
    fixed = [drawn.slots[piece] for piece in PIECES if piece in drawn.slots and not piece.startswith("noble")]
    gaps = (abs(complex(*one) - complex(*other)) for n, one in enumerate(fixed) for other in fixed[:n])
    assert min(gaps) >= 50


def test_next_slot_counts_the_pieces_of_a_row() -> None:
    drawn = map_layout(GAME_MAPS["roses"], "portrait")
    used: list[str] = []
    found = [drawn.next_slot(used, "noble.wales") for _ in range(6)]
    assert [slot for slot, _ in found[:4]] == [f"noble.wales.{n}" for n in range(1, 5)]
    assert [slot for slot, _ in found[4:]] == ["noble.wales.4"] * 2
    assert len({at for _, at in found}) == 6
    assert drawn.next_slot(used, "noble.west")[0] == "noble.west.1"


def test_changed_returns_new_states_and_empties_gone_pieces() -> None:
    castle, ship = ShownPiece("castle", "castle", (1, 1), "castle"), ShownPiece("ship", "sea", (2, 2), "ship")
    taken = ShownPiece("castle", "castle", (1, 1), "castle", seat="Anna")
    assert changed((castle, ship), (castle, ship)) == ()
    assert changed((castle,), (taken, ship)) == (taken, ship)
    assert changed((castle, ship), (castle,)) == (ShownPiece("ship", "", (2, 2)),)
    assert changed((ShownArea("wales"),), (ShownArea("wales", seat="Anna"),)) == (ShownArea("wales", seat="Anna"),)
