"""Jewels: two to four players bid in secret for three jewels, one after the other.

Glossary: **jewel** one of three cards with a printed **value** · **coins** what a player can bid · **bid** sealed, and
paid only by the winner.

Coverage, with rulebook lines:

| rule                                                    | where   | here                                  |
|---------------------------------------------------------|---------|---------------------------------------|
| three jewels, in order; their values are printed        | en 1    | done; each value is asked for once    |
| everybody starts with ten coins                         | en 2    | done                                  |
| sealed bids; the highest wins and is paid               | en 3    | done                                  |
| equal bids: the player with fewer jewels, else nobody   | en 4    | done                                  |
| values and coins left are points; ties: more jewels     | en 5    | done                                  |
"""

from __future__ import annotations

from scoring.kernel import Game, GameConfig
from scoring.standings import ScoreLine, Standings
from scoring.words import T
from tests.sample_game.info import MODEL
from tests.sample_game.rules import components, corrections, scores
from tests.sample_game.rules.auction import Between, Bidding
from tests.sample_game.rules.interpretations import INTERPRETATIONS
from tests.sample_game.rules.state import State
from tests.sample_game.rules.view import ModelView, own_view, public_view


class Model(Game[State]):
    info = MODEL
    modules = ("corrections", "auction")
    printed_fields = components.FIELDS
    checks = components.CHECKS
    example = components.EXAMPLE
    score_rows = scores.SHEET
    interpretations = INTERPRETATIONS
    sections = components.SECTIONS
    aid = ((T("The auction"), Bidding.help),)

    def start(self, config: GameConfig) -> State:
        return State(
            seats=config.seats,
            printed_values=config.printed_values,
            phase=Between(components.JEWELS[0]),
            coins=(components.COINS,) * config.seats,
        )

    view_class = ModelView
    public_view = staticmethod(public_view)
    own_view = staticmethod(own_view)

    def score(self, state: State) -> tuple[ScoreLine, ...]:
        return scores.score(state)

    def standings(self, state: State) -> Standings | None:
        return scores.standings(state)


GAME = Model()
__all__ = ["GAME", "Model", "corrections"]
