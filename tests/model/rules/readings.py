"""How Herald reads the rules where the text is open."""

from __future__ import annotations

from scoring.readings import IN_A_TURN, THE_END, Reading
from scoring.words import T

READINGS = (
    Reading(IN_A_TURN, T("If no one bids anything, the player with the fewest jewels takes it for free."), "en 4"),
    Reading(THE_END, T("Players tied on points and jewels share the place."), "en 5"),
)
