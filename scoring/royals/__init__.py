"""Royals (Peter Hawes, Abacusspiele 2014; Arcane Wonders 2016): two to five noble houses occupy positions all over
Europe, take them from each other, and are paid in markers that lie face down until the end.

Glossary: **country** one of four, with **cities** · **position** a portrait in a city, with a **title** and its
**influence** · **holder** whose cube lies on it · **take over** to put one's own cube there; the loser's is
**displaced** to the city's **field** · **title** Marshal to King, with cubes of everybody who ever had one ·
**supply** cubes not on the board · **marker** points, face down: **city bonus**, **country bonus**, **noble house
bonus**, **epoch marker**, **portrait** (of a title, whole or half) · **epoch** 1648, 1680 or 1714, scored by
influence.
"""

from __future__ import annotations

from scoring.covers import ROYALS
from scoring.kernel import Option
from scoring.loose import LooseGame
from scoring.royals.asks import ASKS
from scoring.royals.confess import confess
from scoring.royals.corrections import after_filled
from scoring.royals.events import EVENTS
from scoring.royals.example import EXAMPLE
from scoring.royals.fold import fold
from scoring.royals.markers import KINDS
from scoring.royals.printed import ABACUS, ARCANE, CHECKS, FIELDS
from scoring.royals.rules import decide
from scoring.royals.scores import score, standings
from scoring.royals.state import start
from scoring.royals.tell import tell
from scoring.royals.view import view
from scoring.words import T

OPTIONS = (Option("edition", T("Edition"), ((ABACUS, T("Abacusspiele 2014")), (ARCANE, T("Arcane Wonders 2016")))),)

GAME = LooseGame(
    cover=ROYALS,
    options=OPTIONS,
    box=FIELDS,
    checks=CHECKS,
    example=EXAMPLE,
    asks=ASKS,
    events=EVENTS,
    start=start,
    decide=decide,
    fold=fold,
    view=view,
    tell=tell,
    score=score,
    standings=standings,
    open_scores=False,
    colours=("black", "white", "grey", "purple", "orange"),  # de 52
    confess=confess,
    sheet=tuple(KINDS.values()),
    after_filled=after_filled,
)
