"""Four devices read a box together, each its own part of the board."""

from __future__ import annotations

from itertools import cycle

import pytest

from companion.box_assignments import BoxAssignments
from companion.box_views import asked_fields
from scoring.games import GAMES

DEVICES = ("Ana", "Ben", "Cleo", "Dave")


@pytest.mark.parametrize("game", ["royals", "wars-of-the-roses"])
def test_devices_read_different_parts_while_there_are_enough(game: str) -> None:
    fields, assignments = asked_fields(GAMES[game]), BoxAssignments(lambda: 0.0)
    unread, here = list(fields), dict.fromkeys(DEVICES, "")
    parts: dict[str, list[object]] = {device: [] for device in DEVICES}
    for device in cycle(DEVICES):
        assignments.go_on("box", device, fields, unread, here[device])
        field = assignments.next("box", device, fields, unread)
        if field is None:
            break
        here[device] = field.key
        unread.remove(field)
        if field.group not in parts[device]:
            others = {part for other in DEVICES if other != device for part in parts[other][-1:]}
            left = {one.group for one in unread} - others - {field.group}
            assert field.group not in others or not left, f"{device} reads what somebody else reads"
            parts[device].append(field.group)
    assert not unread
    assert len({parts[device][0] for device in DEVICES}) == len(DEVICES)
