"""How fast every screen is current, and what that costs: `python -m tests.bench`. Figures, never a verdict."""
