"""What is on the cover of each box: enough to choose a game by. A new game is one line here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Cover:
    key: str
    title: str
    players: range
    # Where its rules, templates and tests are.
    folder: str


LANG_LEBE = Cover("lang-lebe", "Lang lebe der König!", range(3, 6), "lang_lebe")
REGENTS = Cover("regents", "Régents", range(3, 6), "regents")
ROYALS = Cover("royals", "Royals", range(2, 6), "royals")
SAGA = Cover("saga", "Saga", range(2, 5), "saga")
ROSES = Cover("wars-of-the-roses", "Wars of the Roses", range(2, 5), "roses")

COVERS: Mapping[str, Cover] = {cover.key: cover for cover in tuple(vars().values()) if isinstance(cover, Cover)}
