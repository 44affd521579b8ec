"""The release gates. Each test here proves a little within ./check and all of it within ./check --long.

HERALD_LONG=1 makes them whole, HERALD_LONG=0.1 a tenth of that; without it they are short. What they did is printed
at the end of the run (tests/release_gates/figures.py).
"""

from __future__ import annotations

import os

LONG = float(os.environ.get("HERALD_LONG", "0"))


def amount(short: int, whole: int) -> int:
    return max(short, round(whole * LONG))


def shares(short: int, whole: int, each: int) -> list[range]:
    """The numbers up to the amount, in pieces of so many: every core can take the next piece."""
    most = amount(short, whole)
    return [range(first, min(first + each, most)) for first in range(0, most, each)]


def numbered(share: range) -> str:
    """The name of a piece: `-k 17000-17499` runs it alone."""
    return f"{share.start}-{share.stop - 1}"
