"""What `scoring/covers.py` says of a game."""

from __future__ import annotations

from scoring.covers import Cover

MODEL = Cover("model", "Jewels", range(2, 5), "model")
