"""Action and phase names in templates and scripts exist: a wrong one would silently never match."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

from companion.assets import folder
from scoring.games import GAMES
from scoring.kernel import Phase, registered_in, stored_name
from scoring.table_events import TABLE_ACTIONS

TEMPLATES, STATIC = folder("templates"), folder("static")
PAGES = sorted(TEMPLATES.rglob("*.html"))
SCRIPTS = sorted(STATIC.glob("*.js"))
# Where templates name an action: `legal_action.action == …`, `selectattr('action', …)`, `view.legal_action(…)`,
# `bare_form(view, …)` and the titles of `corrections(view, {…})`.
ACTION, PHASE, FIND, FORM, TITLES = "action", "phase", "legal_action", "bare_form", "corrections"
HIDDEN_FIELD = re.compile('name="action_name" value="([a-z-]+)"')
IN_SCRIPTS = re.compile(r"action_name\.value = [^;]*")
OF_THE_TABLE = {stored_name(kind) for kind in TABLE_ACTIONS}


def consts(node: nodes.Node | None, lists: dict[str, nodes.Node]) -> Iterator[str]:
    """Yields string constants in a value, tuple, either branch of a condition, or list set in the same template."""
    match node:
        case nodes.Const(value=str() as value):
            yield value
        case nodes.Tuple(items=items) | nodes.List(items=items):
            for item in items:
                yield from consts(item, lists)
        case nodes.CondExpr(expr1=one, expr2=two):
            yield from (*consts(one, lists), *consts(two, lists))
        case nodes.Add(left=one, right=two):
            yield from (*consts(one, lists), *consts(two, lists))
        case nodes.Name(name=name) if name in lists:
            yield from consts(lists[name], {})


def is_about(node: nodes.Node, what: str) -> bool:
    return what == (node.attr if isinstance(node, nodes.Getattr) else getattr(node, "name", None))


def names_in(source: str, what: str) -> set[str]:
    """Literals that a template compares with an action's name (`what` is ACTION) or a phase's (PHASE)."""
    tree = Environment(extensions=["jinja2.ext.i18n"], autoescape=True).parse(source)
    lists = {node.target.name: node.node for node in tree.find_all(nodes.Assign) if isinstance(node.target, nodes.Name)}
    found = [*of_comparisons(tree, what, lists), *of_filters(tree, what, lists), *of_loops(tree, what, lists)]
    found += of_calls(tree, lists) if what == ACTION else of_dicts(tree)
    found += HIDDEN_FIELD.findall(source) if what == ACTION else []
    return set(found)


def of_comparisons(tree: nodes.Template, what: str, lists: dict[str, nodes.Node]) -> Iterator[str]:
    for node in tree.find_all(nodes.Compare):
        if is_about(node.expr, what):
            for operand in node.ops:
                yield from consts(operand.expr, lists)


def of_filters(tree: nodes.Template, what: str, lists: dict[str, nodes.Node]) -> Iterator[str]:
    for node in tree.find_all(nodes.Filter):
        first = node.args[0] if node.args else None
        if node.name in ("selectattr", "rejectattr") and isinstance(first, nodes.Const) and first.value == what:
            yield from consts(node.args[2], lists)


def of_loops(tree: nodes.Template, what: str, lists: dict[str, nodes.Node]) -> Iterator[str]:
    for node in tree.find_all(nodes.For):
        if is_about(node.target, what):
            yield from consts(node.iter, lists)


def of_calls(tree: nodes.Template, lists: dict[str, nodes.Node]) -> Iterator[str]:
    for node in tree.find_all(nodes.Call):
        if is_about(node.node, FIND):
            yield from consts(node.args[0], lists)
        if is_about(node.node, FORM):
            yield from consts(node.args[1], lists)
        if is_about(node.node, TITLES) and len(node.args) > 1 and isinstance(node.args[1], nodes.Dict):
            yield from (name for pair in node.args[1].items for name in consts(pair.key, {}))


def of_dicts(tree: nodes.Template) -> Iterator[str]:
    """Keys of a dict of texts by phase; if a step follows, the first word is the phase."""
    for node in tree.find_all(nodes.Getitem):
        about = any(one.attr == PHASE for one in node.arg.find_all(nodes.Getattr))
        if isinstance(node.node, nodes.Dict) and (about or is_about(node.arg, PHASE)):
            for pair in node.node.items:
                yield from (name.split()[0] for name in consts(pair.key, {}))


def games_of(page: Path) -> Iterable[str]:
    """Returns the game whose folder a template is in, or all games."""
    return [key for key, game in GAMES.items() if game.folder in page.parts] or list(GAMES)


def actions_of(keys: Iterable[str]) -> set[str]:
    return OF_THE_TABLE | {stored_name(kind) for key in keys for kind in GAMES[key].actions}


def phases_of(keys: Iterable[str]) -> set[str]:
    kinds = [kind for key in keys for kind in registered_in(type(GAMES[key]).__module__, Phase)]
    return {getattr(kind, "name", "") or stored_name(kind) for kind in kinds}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(TEMPLATES).as_posix())
def test_every_action_and_phase_that_a_template_names_exists(page: Path) -> None:
    source, keys = page.read_text(encoding="utf-8"), games_of(page)
    assert names_in(source, ACTION) - actions_of(keys) == set()
    assert names_in(source, PHASE) - phases_of(keys) == set()


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_every_action_that_a_script_names_exists(script: Path) -> None:
    lines = IN_SCRIPTS.findall(script.read_text(encoding="utf-8"))
    assert {name for line in lines for name in re.findall(r"'([a-z-]+)'", line)} <= actions_of(GAMES)


def test_search_finds_the_names_in_templates() -> None:
    """Guards against a search that finds nothing."""
    pages = [page.read_text(encoding="utf-8") for page in PAGES]
    assert len({name for source in pages for name in names_in(source, ACTION)}) > 100
    assert len({name for source in pages for name in names_in(source, PHASE)}) > 15


@pytest.mark.parametrize(
    "line",
    [
        "{% if offer.action == 'fly-away' %}{% endif %}",
        "{{ offers|selectattr('action', 'equalto', 'fly-away')|list }}",
        "{{ offers|rejectattr('action', 'in', ('end-turn', 'fly-away') if view.over else ())|list }}",
        "{% set on_plan = ('end-turn', 'fly-away') %}{% if offer.action in on_plan %}{% endif %}",
        "{% for action in ('end-turn', 'fly-away') %}{% endfor %}",
        "{{ view.play.legal_action('fly-away', 1) }}",
        "{% call actions.bare_form(view, 'fly-away') %}{% endcall %}",
        "{{ actions.corrections(view, {'end-turn': 'The end', 'fly-away': 'Gone'}) }}",
        '<input type="hidden" name="action_name" value="fly-away">',
    ],
)
def test_wrong_action_is_found(line: str) -> None:
    assert "fly-away" in names_in(line, ACTION)


@pytest.mark.parametrize(
    "line",
    [
        "{% if play.phase == 'asleep' %}{% endif %}",
        "{% if play.phase not in ('turn', 'asleep') %}{% endif %}",
        "{{ {'turn': 1, 'asleep': 2}[play.phase] }}",
        "{{ {'turn play': 1, 'asleep now': 2}[(play.phase ~ ' ' ~ play.step)|trim]|default('') }}",
    ],
)
def test_wrong_phase_is_found(line: str) -> None:
    assert "asleep" in names_in(line, PHASE)
