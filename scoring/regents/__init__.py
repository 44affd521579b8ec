"""Régents (Joël Boutteville, Krok Nik Douil 2011): three to five Scottish clans send agents through Edinburgh Castle,
advance on five influence tracks by majorities, and try to find out who is who.

Glossary: **location** one of seven: five **rooms**, each with its **domain**, the **Tower** and the **Rampart** ·
**door** what makes two locations adjacent · **agent** one of a player's four · **driven out** off the board by a
Suspicion card · **counsellor** a white token of the reserve of 20: before a player, or on the board for this turn ·
**marker** a player's on one of five **tracks**, counted in **spaces** · **threshold** the spaces 4, 10 and 24 ·
**chip** a royal privilege, from a threshold · **clan** secret, with the one **card** it lacks · **domain card** secret
preference · **tile** to accuse with · **plan** an order in which a player scores.
"""

from __future__ import annotations

from scoring.covers import REGENTS
from scoring.kernel import Option
from scoring.loose import LooseGame
from scoring.regents.asks import ASKS
from scoring.regents.confess import confess
from scoring.regents.events import EVENTS
from scoring.regents.fold import fold
from scoring.regents.printed import DE, EN, EXAMPLE, FIELDS, NL
from scoring.regents.rules import decide
from scoring.regents.scores import KINDS, score, standings
from scoring.regents.state import start
from scoring.regents.tell import tell
from scoring.regents.view import view
from scoring.words import T

OPTIONS = (
    Option("edition", T("Edition"), ((EN, T("English rules")), (DE, T("German rules")), (NL, T("Dutch rules")))),
    Option(
        "dealt",
        T("Clan and domain cards"),
        (("box", T("Cards from the box")), ("herald", T("Herald deals"))),
        without_box="herald",
    ),
)

GAME = LooseGame(
    cover=REGENTS,
    options=OPTIONS,
    box=FIELDS,
    checks=(),
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
    confess=confess,
    sheet=tuple(KINDS.values()),
)
