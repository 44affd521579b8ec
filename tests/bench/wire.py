"""Bytes that an ordinary move sends to each screen, by game: `python -m tests.bench wire`."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from statistics import mean, median, quantiles

from companion.devices import hashed
from companion.i18n import LocalePreference
from companion.screen_stream import ScreenStream
from companion.store import DeviceRole, TableRow
from companion.tables import LiveTable
from scoring.games import GAMES
from scoring.recording import load, to_json
from scoring.replay import Record, apply_record
from tests.actors import token
from tests.conftest import make_app
from tests.games import recorded

CODE = "ABCD"


@dataclass
class Sent:
    """Bytes sent to phones and to the table screen, one figure per screen and move, and their total per region."""

    phones: list[int] = field(default_factory=list)
    tables: list[int] = field(default_factory=list)
    whole: list[int] = field(default_factory=list)
    regions: Counter[str] = field(default_factory=Counter)


def sent(game: str, file: Path, folder: Path) -> Sent:
    """Returns the bytes sent to every seat and the table screen for every move of a recording."""
    records = load(file.read_text()).records
    app = make_app(folder, seed=7)
    made = app.extensions["herald"]
    made.store.open_table(TableRow(CODE, game, records[0].at, None, None), [to_json(r) for r in records])
    live = made.tables.find(CODE)
    claims = {str(n): DeviceRole(seat.key) for n, seat in enumerate(live.projection.table.seats)}
    for name, claim in {**claims, "host": DeviceRole(host=True)}.items():
        made.tables.claim(live, hashed(token(name)), claim)
    pages = {**dict.fromkeys(claims, "me"), "host": "table"}
    screens = [
        ScreenStream(app, CODE, hashed(token(n)), page, LocalePreference(None, "en"), False)
        for n, page in pages.items()
    ]
    result = Sent()
    for _ in moves(records, live):
        for screen in screens:
            drawing = screen._rendered()
            assert drawing is not None
            began = bool(screen.shown)
            news, _ = drawing.changed_regions(screen.shown)
            length = len(screen._diff(drawing).encode())
            if not began:
                result.whole.append(len(drawing.whole.encode()))
            if began and not live.projection.table.standings:
                (result.phones if screen.page == "me" else result.tables).append(length)
                result.regions.update({f"{screen.page} {name}": len(html) for name, html in news.items()})
    made.store.close()
    return result


def moves(records: Sequence[Record], live: LiveTable) -> Iterator[None]:
    """Yields after each action; screens never see the state between two events of one action."""
    projection = None
    for record, following in pairwise(records):
        projection = apply_record(projection, record)
        if projection.table.started and following.action_id != record.action_id:
            live.load(projection)
            yield


def told(with_regions: bool) -> str:
    """Returns a Markdown table with one recording per game, of the largest recorded player count."""
    lines = [
        "| bytes a move and screen | phone: mean / median / 95 % | table screen | a whole screen |",
        "|---|---|---|---|",
    ]
    for key in GAMES:
        with tempfile.TemporaryDirectory() as folder:
            figures = sent(key, max(recorded(key).glob("*.jsonl")), Path(folder))
        lines.append(f"| {key} | {spread(figures.phones)} | {spread(figures.tables)} | {mean(figures.whole):.0f} |")
        for region, size in figures.regions.most_common(14) if with_regions else ():
            lines.append(f"| {region} | {size / figures.regions.total():.1%} | | |")
    return "\n".join(lines)


def spread(sizes: list[int]) -> str:
    return f"{mean(sizes):.0f} / {median(sizes):.0f} / {quantiles(sizes, n=20)[-1]:.0f}"
