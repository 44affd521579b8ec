"""Wars of the Roses: Lancaster vs. York (Peter Hawes, Z-Man 2010): two to four lords plan in secret, behind screens,
where to bid, march, bribe and attack; parliament counts who controls England and which house makes the King.

Glossary: **area** one of six, with **votes** and **prizes** for most and second · **control points** what pieces are
worth there · **location** Royal Castle, large or small town, port · **person** noble, bishop, ship (its captain) ·
**neutral** nobody's · **presence** a piece in an area, ships apart · **troops** £3 each, **mercenaries** free ·
**white cube** keeps an own person loyal, **black cube** bribes somebody else's · **garrison** what a stone turns into
when it is first attacked · **influence table** nobles, castles, large towns, bishops, small towns, ports, ships: ties
are broken from left to right · **Captain of Calais** a title for one round, bid for in secret.
"""

from __future__ import annotations

from scoring.covers import ROSES
from scoring.kernel import Option
from scoring.loose import LooseGame
from scoring.roses.asks import ASKS
from scoring.roses.confess import confess
from scoring.roses.corrections import after_filled
from scoring.roses.events import EVENTS
from scoring.roses.fold import fold
from scoring.roses.rules import decide
from scoring.roses.scores import KINDS, score, standings
from scoring.roses.sheet import CHECKS, EXAMPLE, FIELDS
from scoring.roses.state import start
from scoring.roses.tell import tell
from scoring.roses.view import view
from scoring.words import T

OPTIONS = (
    Option(
        "cards",
        T("Location and person cards"),
        (("box", T("Cards from the box")), ("herald", T("Herald lays them out"))),
        without_box="herald",
        later=True,
    ),
    Option(
        "glass",
        T("Sand-glass for planning"),
        (("0", T("None")), ("3", T("3 minutes")), ("5", T("5 minutes"))),
    ),
)

GAME = LooseGame(
    cover=ROSES,
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
    colours=("red", "yellow", "green", "blue"),
    confess=confess,
    after_filled=after_filled,
    sheet=tuple(KINDS.values()),
)
