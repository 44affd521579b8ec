"""Rule interpretations, one page per game; refusals link to the interpretations they rest on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, render_template, request

from companion.i18n import set_game
from companion.routes.start import known_game
from companion.services import find_table
from scoring.interpretations import lines_of
from scoring.kernel import Game
from scoring.words import Text

bp = Blueprint("rules", __name__)


@dataclass(frozen=True)
class InterpretationView:
    text: Text
    rule: str
    # True if it is about a rule cited on the previous page.
    meant: bool


@dataclass(frozen=True)
class RulesView:
    title: str
    topics: tuple[tuple[Text, tuple[InterpretationView, ...]], ...]
    # The table to return to, if any.
    code: str
    # The rule cited on the previous page, if any.
    cited: str


def rules_view(game: Game[Any], cited: str, code: str) -> RulesView:
    """Returns the interpretations by topic, in the game's order."""
    lines = lines_of(cited)
    shown = [
        (r.topic, InterpretationView(r.text, r.rule, bool(lines & lines_of(r.rule)))) for r in game.interpretations
    ]
    topics = dict.fromkeys(topic for topic, _ in shown)
    told = tuple((one, tuple(r for t, r in shown if t == one)) for one in topics)
    return RulesView(game.title, told, code, cited if lines else "")


@bp.get("/rules/<game>")
def of_game(game: str) -> str:
    return page(known_game(game))


@bp.get("/t/<code>/rules")
def at_table(code: str) -> str:
    live = find_table(code)
    return page(live.projection.table.game, live.code)


def page(game: Game[Any], code: str = "") -> str:
    set_game(game)
    return render_template("rules.html", rules=rules_view(game, request.args.get("cited", ""), code), view=None)
