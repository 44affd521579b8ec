"""Every page that a device can reach, and a small HTML validator."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import chain, pairwise
from urllib.parse import quote, unquote

from werkzeug.test import TestResponse

from tests.actors import Device

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
Attributes = dict[str, str | None]


def all_pages(device: Device) -> list[TestResponse]:
    """Fetches all pages that this device could be linked to, including errors."""
    table = f"/t/{device.code}"
    paths = [
        *("/", "/new/lang-lebe", f"/j/{device.code}", "/nothing", "/boxes/1"),
        *(f"{table}/{page}" for page in ("table", "me", "history", "invite", "box", "curtain/2", "export")),
    ]
    pages = [device.client.get(path, follow_redirects=True) for path in paths]
    parts = [device.get(f"{table}/{page}", htmx=True) for page in ("table", "me")]
    return [*pages, *(part for part in parts if part.status_code != 302)]


def places_on(page: str) -> tuple[str, ...]:
    """Places of the correction board that can be tapped."""
    return tuple(dict.fromkeys(map(unquote, re.findall(r'href="[^"]*corrections\?at=([^"#]+)#correction"', page))))


def correction_at(device: Device, place: str) -> str:
    """Returns the correction page of one place."""
    return device.get(f"/t/{device.code}/{device.page}/corrections?at={quote(place)}").text


def each_correction(device: Device) -> Iterator[str]:
    """Yields the correction board and the page of each of its places."""
    board = device.get(f"/t/{device.code}/{device.page}/corrections").text
    yield board
    yield from (correction_at(device, place) for place in places_on(board))


def all_corrections(device: Device) -> str:
    return "".join(each_correction(device))


def with_form(actions: set[str], pages: Iterable[str], devices: Iterable[Device]) -> set[str]:
    """Returns the actions that have a form on these pages or on the correction pages of these devices. Stops as soon as
    all are found."""
    found: set[str] = set()
    for page in chain(pages, *map(each_correction, devices)):
        found |= {action for action in actions if f'value="{action}"' in page}
        if found == actions:
            break
    return found


@dataclass
class Reader(HTMLParser):
    """Parses one page and collects its elements."""

    elements: list[tuple[str, Attributes]] = field(default_factory=list)
    open: list[tuple[str, Attributes]] = field(default_factory=list)
    unbalanced: list[str] = field(default_factory=list)
    # Each element with its ancestors.
    inside: list[tuple[str, Attributes, list[str]]] = field(default_factory=list)
    title: str = ""
    # Table cells without a heading.
    unheaded: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if len(found) != len(attrs):
            self.unbalanced.append(f"<{tag}> says something twice")
        self._look_at_table(tag, found)
        self.elements.append((tag, found))
        self.inside.append((tag, found, [name for name, _ in self.open]))
        if tag not in VOID:
            self.open.append((tag, found))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1][0] != tag:
            self.unbalanced.append(f"</{tag}> in {[name for name, _ in self.open][-3:]}")
            return
        self.open.pop()

    def handle_data(self, data: str) -> None:
        if data.strip() and self._cell is not None:
            self.unheaded += [] if self._is_headed() else [f"no heading for the cell {data.strip()!r}"]
            self._cell = None
        if self.open and self.open[-1][0] == "title":
            self.title += data

    # State of the current table: whether the row has a heading, columns with one, and the current cell.
    _row_headed: bool = False
    _columns: set[int] = field(default_factory=set)
    _column: int = 0
    _cell: int | None = None

    def _look_at_table(self, tag: str, found: Attributes) -> None:
        match tag:
            case "table":
                self._columns = set()
            case "tr":
                self._row_headed, self._column, self._cell = False, 0, None
            case "th" | "td":
                self._column += int(found.get("colspan") or 1)
                self._row_headed |= tag == "th" and found.get("scope") == "row"
                if tag == "th" and found.get("scope") == "col":
                    self._columns.add(self._column)
                self._cell = self._column if tag == "td" else None

    def _is_headed(self) -> bool:
        return self._row_headed or (self._cell in self._columns and ("thead", {}) not in self.open)

    def named(self, *tags: str) -> list[Attributes]:
        return [attributes for tag, attributes in self.elements if tag in tags]

    @property
    def ids(self) -> list[str]:
        return [str(attributes["id"]) for _, attributes in self.elements if "id" in attributes]


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    return reader


def faults(html: str) -> list[str]:
    """Returns the problems of the page; empty if it is valid enough."""
    page = read(html)
    forms, labels, ids = page.named("form"), page.named("label"), page.ids
    return [
        *page.unbalanced,
        *(f"<{tag}> is not closed" for tag, _ in page.open),
        *(f"id {name} is there {count} times" for name, count in Counter(ids).items() if count > 1),
        *(f"form without {what}: {form}" for form in forms for what in ("method", "action") if not form.get(what)),
        *(f"a form in a form: {form}" for tag, form, around in page.inside if tag == "form" and "form" in around),
        *(f"no label: {control}" for control in page.inside if is_nameless(page, *control)),
        *(f"label for nothing: {label}" for label in labels if label.get("for", "") not in ("", *ids)),
        *(f"image without words: {image}" for image in page.named("img") if "alt" not in image),
        *(["more than one h1"] if len(page.named("h1")) > 1 else []),
        *(frame(page) if "<html" in html else []),
        *references(page),
        *(f"<{tag}> in a <{outer}>" for tag, outer in interactive_in_interactive(page)),
        *inline(page),
        *misplaced(page),
        *headings(page),
        *page.unheaded,
    ]


# Block elements: not allowed in a paragraph, nor in a summary (except headings).
BLOCKS = {"address", "article", "aside", "blockquote", "details", "div", "dl", "fieldset", "figure", "footer", "form"}
BLOCKS |= {"header", "hr", "main", "nav", "ol", "p", "pre", "section", "table", "ul"}
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
# Elements that cannot have an accessible name without a role.
PLAIN = {"b", "code", "div", "em", "i", "li", "p", "small", "span", "strong", "td"}


def misplaced(page: Reader) -> list[str]:
    """Returns markup that browsers tolerate but validators and screen readers do not."""
    return [
        *(
            f"autocomplete on a {found['type']}"
            for found in page.named("input")
            if "autocomplete" in found and found.get("type") in ("checkbox", "radio", "hidden", "submit")
        ),
        *(f"<{tag}> in a <summary>" for tag, _, around in page.inside if tag in BLOCKS and "summary" in around),
        *(f"<{tag}> in a <p>" for tag, _, around in page.inside if tag in BLOCKS | {*HEADINGS} and "p" in around),
        *(
            f"aria-label on a <{tag}>: {found['aria-label']}"
            for tag, found in page.elements
            if tag in PLAIN and "aria-label" in found and "role" not in found
        ),
    ]


def headings(page: Reader) -> list[str]:
    """Returns the heading levels that follow a skipped level."""
    levels = [int(tag[1]) for tag, _ in page.elements if tag in HEADINGS]
    return [f"h{one} is followed by h{next_one}" for one, next_one in pairwise(levels) if next_one > one + 1]


def frame(page: Reader) -> list[str]:
    """Returns the parts of a complete page that this page lacks."""
    return [
        *([] if page.title.strip() else ["no title"]),
        *([] if page.named("html")[0].get("lang") else ["no language"]),
        *([] if len(page.named("main")) == 1 else ["not one main"]),
    ]


def is_nameless(page: Reader, tag: str, control: Attributes, around: list[str]) -> bool:
    """True for a control without an accessible name."""
    if tag not in ("input", "select", "textarea") or control.get("type") in ("hidden", "submit"):
        return False
    labelled = control.get("aria-label") or control.get("aria-labelledby") or "label" in around
    return not labelled and control.get("id") not in [label.get("for") for label in page.named("label")]


def references(page: Reader) -> list[str]:
    """Returns the referenced ids that do not exist."""
    wanted = [
        (name, attributes[name])
        for _, attributes in page.elements
        for name in ("form", "aria-controls", "aria-describedby", "aria-labelledby", "list")
        if attributes.get(name)
    ]
    return [f"{name} points to nothing: {target}" for name, target in wanted if target not in page.ids]


def interactive_in_interactive(page: Reader) -> list[tuple[str, str]]:
    outer = {"a", "button", "summary"}
    return [
        (tag, next(name for name in around if name in outer))
        for tag, _, around in page.inside
        if tag in ("a", "button", "input", "select", "form", "details") and outer & set(around)
    ]


def inline(page: Reader) -> list[str]:
    """Violations of a strict Content-Security-Policy, and references to the internet."""
    return [
        *(f"<{tag}> {name}=" for tag, found in page.elements for name in found if name.startswith(("on", "hx-on"))),
        *(f"<{tag}> style=" for tag, found in page.elements if "style" in found),
        *("<style>" for _ in page.named("style")),
        *(f"script {script}" for script in page.named("script") if not is_ours(script.get("src"), "/static/")),
        *(
            f"leads away: {found[name]}"
            for _, found in page.elements
            for name in ("src", "href", "action", "hx-get", "hx-post", "formaction")
            if name in found and not is_ours(found[name], ("/", "#"))
        ),
    ]


def is_ours(url: str | None, starts: str | tuple[str, ...]) -> bool:
    return bool(url) and str(url).startswith(starts) and not str(url).startswith("//")
