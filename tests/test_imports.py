"""Modules of a game have no import cycles, at module level or inside functions."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

SCORING = Path(__file__).parent.parent / "scoring"
PACKAGES = sorted(path.parent.name for path in SCORING.glob("*/__init__.py"))


def executed_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Yields all nodes except `TYPE_CHECKING` blocks, which are never executed."""
    if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
        return
    yield node
    for child in ast.iter_child_nodes(node):
        yield from executed_nodes(child)


def imported_modules(package: str, source: str) -> Iterator[str]:
    """Yields the modules of the package that this source imports."""
    for node in executed_nodes(ast.parse(source)):
        match node:
            case ast.ImportFrom(module=module) if module == package:
                yield from (alias.name for alias in node.names)
            case ast.ImportFrom(module=str(module)) if module.startswith(f"{package}."):
                yield module.removeprefix(f"{package}.")
            case ast.Import():
                names = (alias.name for alias in node.names)
                yield from (name.removeprefix(f"{package}.") for name in names if name.startswith(f"{package}."))


def cycle(package: str, sources: Mapping[str, str]) -> list[str]:
    """Returns the modules of one import cycle; empty if there is none."""
    graph = {name: {*imported_modules(package, source)} & sources.keys() for name, source in sources.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


@pytest.mark.parametrize("package", PACKAGES)
def test_modules_of_a_package_have_no_import_cycle(package: str) -> None:
    sources = {path.stem: path.read_text(encoding="utf-8") for path in (SCORING / package).glob("*.py")}
    assert len(sources) > 1
    assert cycle(f"scoring.{package}", sources) == []


@pytest.mark.parametrize(
    "line",
    [
        "from scoring.game.end import Over",
        "from scoring.game import end",
        "import scoring.game.end",
        "def over():\n    from scoring.game.end import Over",
    ],
)
def test_planted_cycle_is_found(line: str) -> None:
    assert cycle("scoring.game", {"turn": line, "end": "from scoring.game.turn import Turn"})


def test_import_for_annotations_closes_no_cycle() -> None:
    line = "if TYPE_CHECKING:\n    from scoring.game.end import Over"
    assert not cycle("scoring.game", {"turn": line, "end": "from scoring.game.turn import Turn"})
