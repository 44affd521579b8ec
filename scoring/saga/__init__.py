"""Saga (Wolfgang Kramer and Horst-Rainer Rösner, Kosmos 2004): two to four nobles send knights against six lands,
hold them for fame, lose them again – and when somebody plays the last knight in hand, the empress returns and all is
counted.

Glossary: **land** ("landenkaart") one of six, known by its colour, lying with one of two **sides** up: the **crown**
side of a first game or the **plain** one · **property** what is printed in its middle box (during play) or right box
(at the end) · **knight** ("ridderkaart") a card of one of six colours and a value of 1 to 4 · **set** twelve knights
worth 30 · **army** knights lying together: **attacking** in front of a seat, aimed at the land of its first knight, or
**defending** under a land · **colour rule** each colour once in an army · **face down** a knight nobody else knows,
worth 0 until it is turned · **in the middle** of the table: a land nobody holds · **free knight** ("vrije ridder") one
that lost its land, for anybody to **recruit** · **fame** ("roem") chips, and the points of the end · **take back** from
the table to the hand.
"""

from __future__ import annotations

from scoring.covers import SAGA
from scoring.kernel import Option
from scoring.loose import LooseGame
from scoring.saga.asks import ASKS
from scoring.saga.confess import confess
from scoring.saga.events import EVENTS
from scoring.saga.fold import fold
from scoring.saga.printed import CHECKS, EXAMPLE, FIELDS
from scoring.saga.rules import decide
from scoring.saga.scores import SHEET, score, standings
from scoring.saga.state import start
from scoring.saga.tell import tell
from scoring.saga.view import view
from scoring.words import T

OPTIONS = (
    Option(
        "reminder",
        T("Fame at the start of a turn"),
        (("off", T("Everybody has to think of it")), ("on", T("Herald reminds you"))),
    ),
)

GAME = LooseGame(
    cover=SAGA,
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
    confess=confess,
    sheet=SHEET,
)
