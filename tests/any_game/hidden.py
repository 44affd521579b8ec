"""Secrets of a seat with a game sheet: see tests/games.py."""

from __future__ import annotations

PROBES = (
    {"action_name": "seal-answer", "amounts.answer": "1"},
    {"action_name": "move-own-marker", "row": "coins", "to": "1"},
)
