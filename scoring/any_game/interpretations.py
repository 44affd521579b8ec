"""How Herald reads a sheet that leaves something open."""

from __future__ import annotations

from scoring.interpretations import IN_A_TURN, SCORING, THE_END, Interpretation
from scoring.words import T

INTERPRETATIONS = (
    Interpretation(IN_A_TURN, T("With “highest wins”, a bid of 0 is a pass and never wins."), "en 1"),
    Interpretation(IN_A_TURN, T("A vote passes with more than half of the votes. Abstentions don’t count."), "en 1"),
    Interpretation(IN_A_TURN, T("A marker reaches every mark it lands on or jumps over."), "en 1"),
    Interpretation(SCORING, T("Tied players share the prizes of their places, rounded down."), "en 1"),
    Interpretation(SCORING, T("Dividing by zero gives 0. Results of formulas are rounded down."), "en 1"),
    Interpretation(THE_END, T("Players who are tied after all tie-breaks share the place."), "en 1"),
)
