"""Templates compiled by `fast_jinja` render the same HTML as Jinja's own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import flask.templating
import pytest
from flask import Flask
from jinja2 import UndefinedError

from companion import macro_cache, regions
from companion.app import Herald
from companion.devices import hashed
from companion.i18n import LocalePreference
from companion.screen_stream import ScreenStream
from companion.store import DeviceRole, TableRow
from scoring.games import GAMES
from scoring.recording import to_json
from scoring.replay import Record, replay
from tests.actors import token
from tests.conftest import make_app
from tests.games import one_for_all
from tests.recorder import some_game

CODE = "ABCD"
LOOKS = 6


@pytest.mark.parametrize("game", one_for_all(GAMES, lambda game: game == "royals"))
def test_html_is_the_same_as_jinjas_own(game: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    records = some_game(game).records
    quick = list(screens(make_app(tmp_path_factory.mktemp("quick"), seed=7), game, records))
    with patch.object(Herald, "jinja_environment", flask.templating.Environment):
        usual_app = make_app(tmp_path_factory.mktemp("usual"), seed=7)
        usual_app.jinja_env.bytecode_cache = None
        usual = list(screens(usual_app, game, records))
    assert len(quick) == len(usual) > LOOKS
    assert quick == usual


def screens(app: Flask, game: str, records: tuple[Record, ...]) -> Iterator[str]:
    """Screens of every seat and the table, at several moments and at the end of a game."""
    regions.clear_caches()
    macro_cache.board.forget()
    macro_cache.tile.forget()
    made = app.extensions["herald"]
    made.store.open_table(TableRow(CODE, game, records[0].at, None, None), [to_json(record) for record in records])
    live = made.tables.find(CODE)
    pages = {str(seat.key): ("me", DeviceRole(seat.key)) for seat in live.projection.table.seats}
    for name, (page, claim) in {**pages, "host": ("table", DeviceRole(host=True))}.items():
        made.tables.claim(live, hashed(token(name)), claim)
        for length in range(len(records), 6, -max(1, len(records) // LOOKS)):
            live.load(replay(records[:length]))
            drawing = ScreenStream(app, CODE, hashed(token(name)), page, LocalePreference("nl", "en"), False)._render()
            assert drawing is not None
            yield drawing.whole
    made.store.close()


def rendered(app: Flask, template: str, **values: object) -> str:
    with app.test_request_context():
        return app.jinja_env.from_string(template).render(**values)


def test_undefined_value_raises_but_can_be_tested(tmp_path: Path) -> None:
    app = make_app(tmp_path)
    with pytest.raises((AttributeError, UndefinedError)):
        rendered(app, "{{ value.nothing }}", value="x")
    with pytest.raises(UndefinedError):
        rendered(app, "{{ nobody.name }}")
    assert rendered(app, "{{ value.nothing is defined }}{{ value.nothing|default('–') }}", value="x") == "False–"


def test_text_is_escaped_once(tmp_path: Path) -> None:
    app = make_app(tmp_path)
    macro = "{% macro bold(word, kind='b', caller=none) %}<{{ kind }}>{{ word }}</{{ kind }}>{% endmacro %}"
    assert rendered(app, macro + "{{ bold('<&>') }}{{ bold(kind='i', word=1) }}") == "<b>&lt;&amp;&gt;</b><i>1</i>"
    assert rendered(app, "{{ (words|selectattr('x', 'equalto', 1)|list) }}", words=[]) == "[]"
    with pytest.raises(TypeError):
        rendered(app, macro + "{{ bold('a', 'b', 'c', 'd') }}")
    with pytest.raises(TypeError):
        rendered(app, macro + "{{ bold('a', colour='red') }}")
