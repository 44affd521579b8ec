"""Herald supports browsers of five years ago (Safari 15.0, Chrome 96, Firefox 94) and uses no newer features."""

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

# Features that at least one of the three browsers lacks in that version.
NOT_IN_STYLES = {
    "relation to what is inside": r":has\(",
    "container queries": r"@container",
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
    # Without a wake lock a video keeps the screen on, so scripts must test for the lock first.
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


def test_feature_lists_match_newer_features() -> None:
    assert younger("a:has(b) { color: color-mix(in srgb, red, blue); }", NOT_IN_STYLES) == [
        "relation to what is inside",
        "mixed and wide colours",
    ]
    assert younger(without_comments("const last = all.at(-1); // structuredClone"), NOT_IN_SCRIPTS) == ["at"]


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_styles_use_no_newer_features(path: Path) -> None:
    """A stylesheet that only improves the layout of newer browsers stands in @supports as a whole."""
    text = without_comments(path.read_text(encoding="utf-8")).strip()
    if not re.fullmatch(r"@supports selector\(:has\(\*\)\) \{\n(  [^\n]*\n|\n)*\}", text):
        assert younger(text, NOT_IN_STYLES) == []


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_dynamic_viewport_units_follow_a_fallback(path: Path) -> None:
    """Browsers without dvh, svh and lvh use the preceding vh declaration."""
    for declared, number in re.findall(r"([\w-]+): (\d+)[dsl]vh", path.read_text(encoding="utf-8")):
        assert f"{declared}: {number}vh; {declared}: {number}" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_container_units_follow_a_fallback(path: Path) -> None:
    """Browsers without cqw and cqh use the preceding declaration of the same rule, or what stands before @supports."""
    text = without_comments(path.read_text(encoding="utf-8"))
    outside = re.sub(r"@supports \(width: 1cqw\) \{(?:[^{}]*\{[^{}]*\})*\s*\}", "", text)
    for body in re.findall(r"\{([^{}]*)\}", outside):
        declared = [declaration.strip().partition(":")[0] for declaration in body.split(";") if "cq" not in declaration]
        for declaration in (one for one in body.split(";") if re.search(r"\dcq[wh]", one)):
            assert declaration.strip().partition(":")[0] in declared, declaration


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_scripts_use_no_newer_features(path: Path) -> None:
    assert of_ours(path, NOT_IN_SCRIPTS) == []


def test_templates_use_no_newer_features() -> None:
    found = {path.name: of_ours(path, NOT_IN_TEMPLATES) for path in TEMPLATES}
    assert {name: features for name, features in found.items() if features} == {}


def test_htmx_uses_no_newer_features() -> None:
    """Except its indicator styles, which Safari 15 does not support; the pages disable them."""
    htmx = next((STATIC / "vendor").glob("htmx-*.min.js")).read_text(encoding="utf-8")
    assert younger(htmx, NOT_IN_SCRIPTS) == ["styles made in scripts"]
    assert "config.includeIndicatorCSS){" in htmx
    page = (CHECKOUT / "templates" / "base.html").read_text(encoding="utf-8")
    config = re.search(r"name=\"htmx-config\" content='([^']*)'", page)
    assert config
    assert json.loads(config[1])["includeIndicatorCSS"] is False


# --- the stylesheets stay small -----------------------------------------------------------------------------

CLASS = re.compile(r"\.([a-zA-Z][\w-]*)")
# Classes set by htmx and pygal.
FROM_OUTSIDE = {"htmx-request", "major"}


def styled_classes(styles: Sequence[Path]) -> set[str]:
    """Returns every class in a selector."""
    rules = "".join(without_comments(path.read_text(encoding="utf-8")) for path in styles)
    return {name for selector in re.findall(r"([^{}]+)\{", rules) for name in CLASS.findall(selector)}


def test_game_stylesheet_has_only_rules_for_that_game() -> None:
    """Its classes occur in the game's own templates or in shared ones."""
    folders = [info.folder for info in GAME_INFOS.values()]
    shared = words([path for path in TEMPLATES if path.parent.name not in folders] + SCRIPTS)
    for folder in folders:
        style = STATIC / f"{folder}.css"
        own = words([path for path in TEMPLATES if path.parent.name == folder])
        strange = styled_classes([style] if style.is_file() else []) - own - shared
        unknown = {name for name in strange if not name.startswith(beginnings(TEMPLATES))}
        assert unknown == set(), f"static/{folder}.css has rules for classes that no template of {folder} writes"


def test_every_css_rule_matches_an_existing_class() -> None:
    """A class counts as used if its name occurs, or if a template builds it from a prefix."""
    sources = [*TEMPLATES, *SCRIPTS, *(CHECKOUT / "companion").rglob("*.py"), *(CHECKOUT / "templates").rglob("*.svg")]
    unused = styled_classes(STYLES) - words(sources) - FROM_OUTSIDE
    unknown = {name for name in unused if not name.startswith(beginnings(sources))}
    assert unknown == set(), "stylesheets have rules for classes that no template or script writes"


def words(sources: Sequence[Path]) -> set[str]:
    return {word for path in sources for word in re.findall(r"[\w-]+", path.read_text(encoding="utf-8"))}


def beginnings(sources: Sequence[Path]) -> tuple[str, ...]:
    """Prefixes of class names that a template completes with an expression."""
    return tuple({found for path in sources for found in re.findall(r"([a-z-]+-)\{[{%]", path.read_text("utf-8"))})
