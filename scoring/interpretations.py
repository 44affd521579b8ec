"""Where a rulebook is open, how Herald reads it: sentences for people, each with the lines that it rests on."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scoring.words import T, Text

BEFORE = T("Before the game")
IN_A_TURN = T("During a turn")
SCORING = T("Scoring")
THE_END = T("End of the game")
PUT_RIGHT = T("Corrections")


@dataclass(frozen=True)
class Interpretation:
    """`rule`: edition and lines, such as "nl 259, 312-316"; without an edition the one named before it."""

    topic: Text
    text: Text
    rule: str


# As long a range as a reading cites; what is longer is nobody's citation.
LONGEST = 100


def lines_of(rule: str) -> frozenset[tuple[str, int]]:
    """The lines that a citation names, each with its edition."""
    edition, found = "", set()
    for word, first, last in re.findall(r"([a-z]{2}) |([0-9]{1,4})(?:-([0-9]{1,4}))?", rule):
        edition = word or edition
        if first:
            found |= {(edition, line) for line in range(int(first), min(int(last or first), int(first) + LONGEST) + 1)}
    return frozenset(found)
