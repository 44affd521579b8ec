"""Secrets of a Wars of the Roses seat: see tests/games.py."""

from __future__ import annotations

PROBES = (
    {"action_name": "seal-plan", "bid": "3", "calais": "midlands"},
    {"action_name": "seal-plan", "troops.castle.north": "1", "preview": "1"},
    {"action_name": "change-plan"},
    {"action_name": "correct-purse", "pounds": "1", "preview": "1"},
)

# In FINAL_SCORING mode nothing is sealed.
SEALING_OPTIONS = {"follow": "moves"}
