"""How Herald reads the rules where the text is open."""

from __future__ import annotations

from scoring.readings import IN_A_TURN, THE_END, Reading
from scoring.words import T

READINGS = (
    Reading(IN_A_TURN, T("If nobody bids anything, whoever has the fewest jewels takes it for nothing."), "en 4"),
    Reading(THE_END, T("Whoever is equal in points and in jewels shares the place."), "en 5"),
)
