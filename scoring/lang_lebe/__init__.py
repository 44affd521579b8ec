"""Lang lebe der König! (Günter Burkhardt, FX Schmid 1997): three to five nobles spread courtiers over England,
quarrel over areas with influence cards and dice, and whoever unites enough votes at a king election wears the crown.

Glossary: **area** one of 13, with **votes** in its arms, which also limit its courtiers · **figure** a player's one
large piece · **courtier** a small piece · **supply** courtiers not on the board · **influence card** x1, x2 or x3,
kept secret · **extra roll** ("nadobbelen") a card spent on one die for one more courtier, or to move on ·
**foreign** held by somebody else · **dispute** ("diplomatieke twist") everybody stakes cards and rolls for an area ·
**intruder**, **defender** who came and who was there · **banish** to send a loser's figure away · **king election**
("koningskeuze") the count that somebody without cards brings about · **area votes** the numbers of one's areas ·
**bonus votes** those on the bonus table.
"""

from __future__ import annotations

from scoring.covers import LANG_LEBE
from scoring.kernel import Option
from scoring.lang_lebe.asks import ASKS
from scoring.lang_lebe.confess import confess
from scoring.lang_lebe.events import EVENTS
from scoring.lang_lebe.fold import fold
from scoring.lang_lebe.printed import CHECKS, EXAMPLE, FIELDS
from scoring.lang_lebe.rules import decide
from scoring.lang_lebe.scores import SHEET, score, standings
from scoring.lang_lebe.state import start
from scoring.lang_lebe.tell import tell
from scoring.lang_lebe.view import view
from scoring.loose import LooseGame
from scoring.words import T

OPTIONS = (
    Option(
        "cards",
        T("Influence cards"),
        (("phones", T("Hands on the phones")), ("box", T("Cards from the box"))),
    ),
    Option(
        "dice",
        T("Dice"),
        (("typed", T("Real dice, typed in")), ("herald", T("Herald rolls"))),
    ),
)

GAME = LooseGame(
    cover=LANG_LEBE,
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
