"""What a seat hides, and how it could have been otherwise: see tests/games.py."""

from __future__ import annotations

PROBES = (
    {"action_name": "seal-bid", "coins": "3"},
    {"action_name": "seal-bid", "coins": "11", "preview": "1"},
)
# With two players there are few bids.
SEALED_ONCE = 3
