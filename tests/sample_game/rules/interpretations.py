"""Interpretations of the rules where the text is open."""

from __future__ import annotations

from scoring.interpretations import IN_A_TURN, THE_END, Interpretation
from scoring.words import T

INTERPRETATIONS = (
    Interpretation(
        IN_A_TURN, T("If no one bids anything, the player with the fewest jewels takes it for free."), "en 4"
    ),
    Interpretation(THE_END, T("Players tied on points and jewels share the place."), "en 5"),
)
