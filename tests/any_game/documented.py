"""The key tables of docs/game-sheets.md, made from the sheet format: `python -m tests.any_game.documented`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import MISSING, fields
from pathlib import Path

from scoring.any_game.keys import Part, as_text, keys_of
from scoring.any_game.sheet import ROWS, TOOLS, End, Sheet
from scoring.words import render

DOCUMENT = Path(__file__).parents[2] / "docs" / "game-sheets.md"
BETWEEN = re.compile(r"(?<=<!-- keys -->\n).*(?=<!-- end of keys -->)", re.DOTALL)


def tables() -> str:
    return "\n".join(table(*section) for section in sections())


def sections() -> Iterator[tuple[str, type[Part]]]:
    yield "The sheet", Sheet
    for kind, row in ROWS.items():
        yield f"Row of kind `{kind}`", row
    for kind, tool in TOOLS.items():
        yield f"Tool of kind `{kind}`", tool
    yield "Each of `ends`", End


def table(title: str, part: type[Part]) -> str:
    rows = "".join(line(part, name) for name in keys_of(part))
    return f"### {title}\n\n| Key | Meaning | Value | Default |\n|---|---|---|---|\n{rows}"


def line(part: type[Part], name: str) -> str:
    key = keys_of(part)[name]
    default = next(one.default for one in fields(part) if one.name == name)  # type: ignore[arg-type]
    said = (
        "required"
        if default is MISSING
        else f"`{str(default).lower()}`"
        if default in (True, False)
        else as_text(default)
    )
    cells = (f"`{name}`", render(key.label, ()), render(key.kind.what, ()), said)
    return f"| {' | '.join(cells)} |\n"


if __name__ == "__main__":
    text = DOCUMENT.read_text(encoding="utf-8")
    DOCUMENT.write_text(BETWEEN.sub(lambda _: tables(), text), encoding="utf-8")
