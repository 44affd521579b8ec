"""The cards of a real box, for whole games of bots in which people keep their cards themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scoring.kernel import Rng
from scoring.legal_actions import LegalAction
from scoring.table import Table
from tests.games import declares


class RealCards:
    """Shuffles and deals the real cards when Herald asks what everybody holds; who is asked reads the cards off.

    A game whose cards stay with the people declares a `RealCards` of its own that is called like this one.
    """

    def __init__(self) -> None:
        self._of_the_game: Callable[[Table, LegalAction, Rng], Mapping[str, str] | None] | None = None

    def __call__(self, table: Table, legal_action: LegalAction, rng: Rng) -> Mapping[str, str] | None:
        if self._of_the_game is None:
            self._of_the_game = declares(table.game_key, "RealCards", _NoCards)()
        return self._of_the_game(table, legal_action, rng)


class _NoCards:
    def __call__(self, table: Table, legal_action: LegalAction, rng: Rng) -> Mapping[str, str] | None:
        return None
