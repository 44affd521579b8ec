"""Benchmark: how quickly every screen is up to date, and at what cost. Run `python -m tests.bench`; it reports figures
and never fails."""
