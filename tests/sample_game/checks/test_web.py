"""The screens of this game."""

from __future__ import annotations

from tests.actors import Device, Evening
from tests.sample_game.rules import GAME

NAMES = ("Anna", "Ben", "Carla", "David", "Emma")


def start_table(evening: Evening) -> Device:
    """Starts a table with the fewest players; returns the phone of the first."""
    return evening.start(*NAMES[: GAME.players[0]], game="model")[0]


def test_bidders_see_the_value_of_the_jewel_and_their_coins(evening: Evening) -> None:
    anna = start_table(evening)
    assert evening.laptop.submit("turn-up", seat=0).status_code == 200
    anna.get()
    assert "It's worth 3 points." in anna.text
    assert "You have 10 coins." in anna.text


def test_coins_are_corrected_at_the_seat_that_was_tapped(evening: Evening) -> None:
    anna = start_table(evening)
    change = {
        "action_name": "correct-coins",
        "page": "me",
        "seat": "0",
        "seq": str(evening.projection.seq),
        "whose": "1",
        "coins": "7",
    }
    assert anna.post(f"/t/{anna.code}/me/corrections?at=seat.1", change).status_code == 303
    assert evening.projection.table.state.coins[:2] == (10, 7)
