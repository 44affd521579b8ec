"""Secrets of a seat, and alternatives that others cannot tell apart: see tests/games.py."""

from __future__ import annotations

PROBES = (
    {"action_name": "seal-bid", "coins": "3"},
    {"action_name": "seal-bid", "coins": "11", "preview": "1"},
)
# Two players seal only a few bids.
SEALED_ONCE = 3
