"""Transcript of a screen reader at join, stake, reveal and turn: `python -m tests.transcript` writes
docs/screen-reader.md.

It is based on Chromium's accessibility tree, which every screen reader receives, and on changes of the live region.
Pronunciation and added words differ between screen readers.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.browser.actors import Phone
from tests.browser.evening import Evening
from tests.browser.prepared import COLOURS, NAMES, start, start_dispute
from tests.browser.server import Server
from tests.chromium import chromium

DOCUMENT = Path(__file__).parent.parent / "docs" / "screen-reader.md"
# Records every change of the live region, in order.
LISTEN = """
window.said = [];
addEventListener('DOMContentLoaded', () => {
    const region = document.getElementById('announce');
    if (!region) return; // a file, not a page
    new MutationObserver(() => {
        const text = region.textContent.trim();
        if (text) window.said.push(text);
    }).observe(region, {childList: true, characterData: true, subtree: true});
});
"""
# Containers are not announced themselves, only their parts.
SILENT = {
    "generic",
    "none",
    "InlineTextBox",
    "LineBreak",
    "LayoutTable",
    "LayoutTableRow",
    "LayoutTableCell",
    "Section",
}
SILENT |= {"ListMarker", "paragraph", "list", "listitem", "form", "DescriptionList", "LabelText", "Legend", "emphasis"}
SILENT |= {"strong", "code", "time", "subscript", "superscript", "Iframe", "Abbr", "HeaderAsNonLandmark", "Figcaption"}
WORDS = {
    "StaticText": "",
    "RootWebArea": "page",
    "DisclosureTriangle": "disclosure",
    "Details": "group",
    "img": "image",
}
STATES = {
    "checked": "checked",
    "expanded": "expanded",
    "disabled": "dimmed",
    "invalid": "invalid",
    "required": "required",
}


def page_lines(page: Page) -> list[str]:
    """The whole page from top to bottom, as it is read out."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    return list(_lines({node["nodeId"]: node for node in nodes}, nodes[0]))


def _lines(by_id: dict[str, Any], node: dict[str, Any], inside: str = "") -> Iterator[str]:
    role = node.get("role", {}).get("value", "")
    name = node.get("name", {}).get("value", "").strip()
    told = not node["ignored"] and role not in SILENT and bool(name)
    if told and not (role == "StaticText" and name in inside):
        yield ", ".join(filter(None, [name, WORDS.get(role, role), *_states(node)]))
        inside = name if role not in ("RootWebArea", "region", "group", "main", "navigation") else inside
    for child in node.get("childIds", ()):
        if child in by_id:
            yield from _lines(by_id, by_id[child], inside)


def _states(node: dict[str, Any]) -> Iterator[str]:
    for one in node.get("properties", ()):
        value = one["value"].get("value")
        if one["name"] == "level":
            yield f"level {value}"
        elif one["name"] in STATES and value in (True, "true"):
            yield STATES[one["name"]]
        elif one["name"] == "expanded":
            yield "collapsed"
    if "value" in node and node["value"].get("value") not in (None, ""):
        yield str(node["value"]["value"])


def announcements(page: Page) -> list[str]:
    """Live region announcements since the last call."""
    page.wait_for_timeout(400)
    found: list[str] = page.evaluate("() => window.said.splice(0)")
    return found


def scenes(evening: Evening) -> Iterator[tuple[str, list[str], list[str]]]:
    """Yields title, text of the page in reading order, and live announcements."""
    table = evening.table_screen()
    table.post("/new/lang-lebe", box="example", dice="typed")
    anna = evening.special_phone("Anna")
    anna.page.add_init_script(LISTEN)
    anna.page.goto(f"{evening.origin}/j/{table.code}")
    yield "Joining", page_lines(anna.page), announcements(anna.page)
    anna.page.goto(f"{evening.origin}/static/postgame.js")
    anna.post(f"/j/{table.code}", name="Anna", colour=COLOURS[0])
    anna.seat = 0
    ben, carla = others(evening, table.code)
    start(table)
    anna.open(anna.path)
    yield "Anna’s turn", page_lines(anna.page), announcements(anna.page)
    start_dispute(anna, ben)
    anna.wait_until_current()
    yield "Ben enters Anna’s area: a stake", page_lines(anna.page), announcements(anna.page)
    anna.seal(x1=1)
    yield "Anna has sealed her stake", page_lines(anna.page), announcements(anna.page)
    ben.submit("seal-stake", x1=2)
    carla.submit("seal-stake", x1=1)
    anna.wait_until_current()
    yield "The reveal", page_lines(anna.page), announcements(anna.page)
    ben.submit("roll-dice", dice="65")
    anna.wait_until_current()
    yield "Ben has rolled: Anna’s turn to roll", page_lines(anna.page), announcements(anna.page)


def others(evening: Evening, code: str) -> tuple[Phone, Phone]:
    found = evening.phone(NAMES[1]), evening.phone(NAMES[2])
    for seat, phone in enumerate(found, 1):
        phone.post(f"/j/{code}", name=phone.name, colour=COLOURS[seat])
        phone.seat = seat
    return found


def written(evening: Evening) -> str:
    parts = [
        "# What a screen reader says",
        "Read from Chromium’s accessibility tree on Anna’s phone, in a game of Lang lebe der König!, by "
        "`python -m tests.transcript`. **Said by itself** is the polite live region; the rest is the page from top to "
        "bottom, a line for each thing that a screen reader stops at.",
    ]
    for title, page, live in scenes(evening):
        parts += [f"## {title}"]
        parts += ["**Said by itself:** " + (" · ".join(f"“{one}”" for one in live) or "nothing")]
        parts += ["\n".join(f"- {line}" for line in page)]
    return "\n\n".join(parts) + "\n"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        server = Server(Path(folder))
        server.start()
        evening = Evening(browser)
        try:
            evening.begins(server)
            DOCUMENT.write_text(written(evening), encoding="utf-8")
            evening.ends()
            evening.go_home()
        finally:
            server.kill()


if __name__ == "__main__":
    main()
