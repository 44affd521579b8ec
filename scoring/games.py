"""The games Herald knows. A new game is one import and one line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.kernel import Game
from scoring.lang_lebe import GAME as LANG_LEBE
from scoring.regents import GAME as REGENTS
from scoring.roses import GAME as ROSES
from scoring.royals import GAME as ROYALS
from scoring.saga import GAME as SAGA

GAMES: Mapping[str, Game[Any]] = {game.key: game for game in (LANG_LEBE, REGENTS, ROYALS, SAGA, ROSES)}
