"""What an ordinary move sends to each screen: bytes of news, by game; `python -m tests.bench wire`."""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from statistics import mean, median, quantiles

from companion.devices import hashed
from companion.languages import Tongue
from companion.store import Claim, TableRow
from companion.watching import Watching
from scoring.games import GAMES
from scoring.recording import load, to_json
from scoring.replay import advance
from tests.actors import token
from tests.conftest import make_app
from tests.games import recorded

CODE = "ABCD"


@dataclass
class Sent:
    """Bytes to phones and to a table screen, a figure for each screen and move; and what they were for."""

    phones: list[int] = field(default_factory=list)
    tables: list[int] = field(default_factory=list)
    whole: list[int] = field(default_factory=list)
    regions: Counter[str] = field(default_factory=Counter)


def sent(game: str, file: Path, folder: Path) -> Sent:
    """Every move of a recording, as every seat and the table screen are told of it."""
    records = load(file.read_text()).records
    app = make_app(folder, seed=7)
    made = app.extensions["herald"]
    made.store.open_table(TableRow(CODE, game, records[0].at, None, None), [to_json(r) for r in records])
    live = made.tables.find(CODE)
    claims = {str(n): Claim(seat.key) for n, seat in enumerate(live.story.table.seats)}
    for name, claim in {**claims, "host": Claim(host=True)}.items():
        made.tables.claim(live, hashed(token(name)), claim)
    pages = {**dict.fromkeys(claims, "me"), "host": "table"}
    screens = [Watching(app, CODE, hashed(token(n)), page, Tongue(None, "en"), False) for n, page in pages.items()]
    result = Sent()
    for _ in moves(records, live):
        for screen in screens:
            drawing = screen._drawing()
            assert drawing is not None
            result.whole.append(len(drawing.whole.encode()))
            began = bool(screen.marks)
            news = drawing.news(screen.marks)
            length = len(screen._told(drawing).encode())
            if began and not live.story.table.standings:
                (result.phones if screen.page == "me" else result.tables).append(length)
                result.regions.update({f"{screen.page} {name}": len(html) for name, html in news.items()})
    made.store.close()
    return result


def moves(records, live) -> Iterator[None]:
    story = None
    for record, following in pairwise(records):
        story = advance(story, record)
        if story.table.started and following.ask_id != record.ask_id:
            live.tell(story)
            yield


def main() -> None:
    for key in GAMES:
        file = max(recorded(key).glob("*.jsonl"))
        with tempfile.TemporaryDirectory() as folder:
            figures = sent(key, file, Path(folder))
        for name, of in (("phone", figures.phones), ("table", figures.tables)):
            told = f"mean {mean(of):.0f}, median {median(of):.0f}, 95 % {quantiles(of, n=20)[-1]:.0f} bytes"
            print(f"{key} {name}: {told}; a whole screen {mean(figures.whole):.0f}")
        if "-v" in sys.argv:
            total = sum(figures.regions.values())
            for region, size in figures.regions.most_common(14):
                print(f"     {size / total:5.1%} {region}")


if __name__ == "__main__":
    main()
