"""Herald works in browsers of five years ago: Safari 15.0, Chrome 96, Firefox 94. What they lack is not used here."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from scoring.game_info import GAME_INFOS

CHECKOUT = Path(__file__).parent.parent
STATIC = CHECKOUT / "static"
STYLES = sorted(STATIC.glob("*.css"))
SCRIPTS = sorted(STATIC.glob("*.js"))
TEMPLATES = sorted((CHECKOUT / "templates").rglob("*.html"))

# The first browser that has it is younger in at least one of the three families.
NOT_IN_STYLES = {
    "relation to what is inside": r":has\(",
    "container queries": r"@container|container-type",
    "layers and scopes": r"@layer|@scope|@starting-style",
    "ranges in media queries": r"@media[^{]*[<>]",
    "mixed and wide colours": r"color-mix\(|oklch\(|oklab\(|\blch\(|\blab\(|light-dark\(|\bcolor\(",
    "accent colours": r"accent-color",
    "popovers and dialogs": r":popover-open|::backdrop|:modal",
    "subgrids": r"\bsubgrid\b",
    "single transforms": r"(?<=[{;\s])(translate|rotate|scale): ",
    "rules in rules": r"&[\s.:>+~\[#]",
    "calculations": r"\b(round|mod|rem|sin|cos|tan|pow|sqrt|hypot)\(",
}
NOT_IN_SCRIPTS = {
    "at": r"\.at\(",
    "own properties": r"Object\.hasOwn\b",
    "deep copies": r"structuredClone",
    "from the end": r"\.findLast(Index)?\(",
    "copies of lists": r"\.to(Sorted|Reversed|Spliced)\(|\.with\(",
    "groups": r"\.groupBy\(",
    "sets": r"\.(union|intersection|difference|isSubsetOf)\(",
    "signals": r"AbortSignal\.(timeout|any)|throwIfAborted",
    "forms": r"requestSubmit",
    "dialogs and popovers": r"showModal|showPopover|togglePopover",
    "visibility": r"checkVisibility",
    # A screen that cannot be kept on by a lock plays a film: there it is asked for first.
    "locks": r"(?<!if \()(?<!await )navigator\.wakeLock",
    "secure contexts": r"randomUUID|crypto\.subtle|navigator\.(clipboard|share)",
    "looking behind": r"\(\?<[=!]",
    "static blocks": r"static\s*\{",
    "styles made in scripts": r"adoptedStyleSheets|new CSSStyleSheet",
    "relation to what is inside": r":has\(",
    "focus that is seen": r":focus-visible",
}
NOT_IN_TEMPLATES = {
    "dialogs": r"<dialog|\spopover|popovertarget",
    "what is inert": r"\sinert[\s>=]",
    "modules": r'type="(module|importmap)"',
    "search": r"<search[\s>]",
}


def without_comments(text: str) -> str:
    return re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", "", text, flags=re.DOTALL)


def younger(text: str, features: dict[str, str]) -> list[str]:
    return [feature for feature, written in features.items() if re.search(written, text)]


def of_ours(path: Path, features: dict[str, str]) -> list[str]:
    return younger(without_comments(path.read_text(encoding="utf-8")), features)


def test_the_lists_find_what_is_too_young() -> None:
    assert younger("a:has(b) { color: color-mix(in srgb, red, blue); }", NOT_IN_STYLES) == [
        "relation to what is inside",
        "mixed and wide colours",
    ]
    assert younger(without_comments("const last = all.at(-1); // structuredClone"), NOT_IN_SCRIPTS) == ["at"]


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_styles_use_nothing_that_old_browsers_lack(path: Path) -> None:
    assert of_ours(path, NOT_IN_STYLES) == []


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_what_only_newer_browsers_measure_stands_behind_what_all_do(path: Path) -> None:
    """The height without the browser's own bars: where it is unknown, the declaration before it counts."""
    for declared, number in re.findall(r"([\w-]+): (\d+)[dsl]vh", path.read_text(encoding="utf-8")):
        assert f"{declared}: {number}vh; {declared}: {number}" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_scripts_use_nothing_that_old_browsers_lack(path: Path) -> None:
    assert of_ours(path, NOT_IN_SCRIPTS) == []


def test_templates_use_nothing_that_old_browsers_lack() -> None:
    found = {path.name: of_ours(path, NOT_IN_TEMPLATES) for path in TEMPLATES}
    assert {name: features for name, features in found.items() if features} == {}


def test_htmx_needs_nothing_that_old_browsers_lack() -> None:
    """It would make styles of its own for its indicators, which Safari 15 cannot; the pages tell it not to."""
    htmx = next((STATIC / "vendor").glob("htmx-*.min.js")).read_text(encoding="utf-8")
    assert younger(htmx, NOT_IN_SCRIPTS) == ["styles made in scripts"]
    assert "config.includeIndicatorCSS){" in htmx
    page = (CHECKOUT / "templates" / "base.html").read_text(encoding="utf-8")
    config = re.search(r"name=\"htmx-config\" content='([^']*)'", page)
    assert config
    assert json.loads(config[1])["includeIndicatorCSS"] is False


# --- the stylesheets stay small -----------------------------------------------------------------------------

CLASS = re.compile(r"\.([a-zA-Z][\w-]*)")
# Classes that htmx and pygal put on elements.
FROM_OUTSIDE = {"htmx-request", "major"}


def styled(styles: Sequence[Path]) -> set[str]:
    """Every class that a rule is about."""
    rules = "".join(without_comments(path.read_text(encoding="utf-8")) for path in styles)
    return {name for selector in re.findall(r"([^{}]+)\{", rules) for name in CLASS.findall(selector)}


def test_what_only_one_game_shows_is_styled_in_the_file_of_that_game() -> None:
    """A rule in the file of a game is about something in its own templates or in those that all games have."""
    folders = [info.folder for info in GAME_INFOS.values()]
    shared = words([path for path in TEMPLATES if path.parent.name not in folders] + SCRIPTS)
    for folder in folders:
        style = STATIC / f"{folder}.css"
        own = words([path for path in TEMPLATES if path.parent.name == folder])
        strange = styled([style] if style.is_file() else []) - own - shared
        unknown = {name for name in strange if not name.startswith(beginnings(TEMPLATES))}
        assert unknown == set(), f"static/{folder}.css has rules for classes that no template of {folder} writes"


def test_every_rule_is_about_something_that_exists() -> None:
    """A class counts as used where its name is written, or where a template puts it together from its beginning."""
    sources = [*TEMPLATES, *SCRIPTS, *(CHECKOUT / "companion").rglob("*.py"), *(CHECKOUT / "templates").rglob("*.svg")]
    unused = styled(STYLES) - words(sources) - FROM_OUTSIDE
    unknown = {name for name in unused if not name.startswith(beginnings(sources))}
    assert unknown == set(), "stylesheets have rules for classes that no template or script writes"


def words(sources: Sequence[Path]) -> set[str]:
    return {word for path in sources for word in re.findall(r"[\w-]+", path.read_text(encoding="utf-8"))}


def beginnings(sources: Sequence[Path]) -> tuple[str, ...]:
    """Of names that a template puts together."""
    return tuple({found for path in sources for found in re.findall(r"([a-z-]+-)\{[{%]", path.read_text("utf-8"))})
