"""The stored form of all table events: every later version must read them.

Each line has the name, version and fields of an event. Lines are added for new events and versions, never edited or
removed. Game events are listed in tests/<folder>/game_spec.py.
"""

from __future__ import annotations

OF_THE_TABLE = [
    "bot-seated 1: key, name, colour, phone",
    "box-filled 1: field, value",
    "box-worked-out 1: field, value",
    "curtain-opened 1: seat, phone, host",
    "curtains-allowed 1: everywhere",
    "game-started 1",
    "option-chosen 1: option, value",
    "seat-changed 1: seat, name, colour, phone",
    "seat-left 1: seat",
    "seat-taken 1: key, name, colour, phone",
    "seats-ordered 1: order",
    "table-opened 1: game, options, box, example",
    "undo-declined 1",
    "undo-proposed 1: to",
    "undone 1: to",
]
