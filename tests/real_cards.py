"""Real cards for bot games in which players hold cards from the box."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scoring.kernel import Rng
from scoring.legal_actions import LegalAction
from scoring.table import Table
from tests.games import declaration


class RealCards:
    """Deals real cards when Herald asks for hands and enters them for the seat that is asked.

    A game with real cards declares its own `RealCards` with the same call signature.
    """

    def __init__(self) -> None:
        self._of_the_game: Callable[[Table, LegalAction, Rng], Mapping[str, str] | None] | None = None

    def __call__(self, table: Table, legal_action: LegalAction, rng: Rng) -> Mapping[str, str] | None:
        if self._of_the_game is None:
            self._of_the_game = declaration(table.game_key, "RealCards", _NoCards)()
        return self._of_the_game(table, legal_action, rng)


class _NoCards:
    def __call__(self, table: Table, legal_action: LegalAction, rng: Rng) -> Mapping[str, str] | None:
        return None
