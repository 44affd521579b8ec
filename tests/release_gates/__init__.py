"""The release gates: each test runs briefly within ./check and completely within ./check --long.

HERALD_LONG=1 is the full length, HERALD_LONG=0.1 a tenth of it; without it they are short. Their figures are printed at
the end of the run (tests/release_gates/figures.py).
"""

from __future__ import annotations

import os

LONG = float(os.environ.get("HERALD_LONG", "0"))


def amount(short: int, whole: int) -> int:
    return max(short, round(whole * LONG))


def shares(short: int, whole: int, each: int) -> list[range]:
    """Splits the numbers below the amount into ranges of `each`, so that test processes can share them."""
    most = amount(short, whole)
    return [range(first, min(first + each, most)) for first in range(0, most, each)]


def range_id(share: range) -> str:
    """Returns the test id of a range: `-k 17000-17499` runs it alone."""
    return f"{share.start}-{share.stop - 1}"
