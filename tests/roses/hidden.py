"""What a seat of Wars of the Roses hides: see tests/games.py."""

from __future__ import annotations

PROBES = (
    {"ask": "seal-plan", "bid": "3", "calais": "midlands"},
    {"ask": "seal-plan", "troops.castle.north": "1", "preview": "1"},
    {"ask": "change-plan"},
    {"ask": "correct-purse", "pounds": "1", "preview": "1"},
)

# Where only the end is counted, nothing is sealed.
SEALING_OPTIONS = {"follow": "moves"}
