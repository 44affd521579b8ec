"""Interpretations: how Herald resolves ambiguous rules, as sentences for players with the cited rulebook lines."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scoring.words import T, Text

BEFORE = T("Before the game")
IN_A_TURN = T("During a turn")
SCORING = T("Scoring")
THE_END = T("End of the game")
CORRECTIONS = T("Corrections")


@dataclass(frozen=True)
class Interpretation:
    """A resolved ambiguity. `rule` is edition and lines, such as "nl 259, 312-316"; without an edition, a place has
    that of the previous one.
    """

    topic: Text
    text: Text
    rule: str


# Longest line range that a citation may name; longer ranges are cut off.
LONGEST = 100


def lines_of(rule: str) -> frozenset[tuple[str, int]]:
    """Returns the (edition, line) pairs that a citation names."""
    edition, found = "", set()
    for word, first, last in re.findall(r"([a-z]{2}) |([0-9]{1,4})(?:-([0-9]{1,4}))?", rule):
        edition = word or edition
        if first:
            found |= {(edition, line) for line in range(int(first), min(int(last or first), int(first) + LONGEST) + 1)}
    return frozenset(found)
