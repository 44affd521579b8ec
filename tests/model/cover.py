"""What `scoring/covers.py` says of a game."""

from __future__ import annotations

from scoring.covers import Cover
from scoring.words import T

ABOUT = "Bid in secret for three jewels, and keep your coins together."
MODEL = Cover("model", "Jewels", range(2, 5), "model", T(ABOUT))
