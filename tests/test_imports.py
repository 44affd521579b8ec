"""The modules of a game import each other in one direction only, at the head of a module or inside a function."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

SCORING = Path(__file__).parent.parent / "scoring"
PACKAGES = sorted(path.parent.name for path in SCORING.glob("*/__init__.py"))


def executed(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes but those for type checkers only: they are never imported."""
    if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
        return
    yield node
    for child in ast.iter_child_nodes(node):
        yield from executed(child)


def imported(package: str, source: str) -> Iterator[str]:
    """Names below the package that a module of it imports."""
    for node in executed(ast.parse(source)):
        match node:
            case ast.ImportFrom(module=module) if module == package:
                yield from (alias.name for alias in node.names)
            case ast.ImportFrom(module=str(module)) if module.startswith(f"{package}."):
                yield module.removeprefix(f"{package}.")
            case ast.Import():
                names = (alias.name for alias in node.names)
                yield from (name.removeprefix(f"{package}.") for name in names if name.startswith(f"{package}."))


def cycle(package: str, sources: Mapping[str, str]) -> list[str]:
    """The modules of one cycle of imports; empty if there is none."""
    graph = {name: {*imported(package, source)} & sources.keys() for name, source in sources.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


@pytest.mark.parametrize("package", PACKAGES)
def test_the_modules_of_a_package_do_not_import_each_other_in_a_circle(package: str) -> None:
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
def test_a_planted_circle_is_found(line: str) -> None:
    assert cycle("scoring.game", {"turn": line, "end": "from scoring.game.turn import Turn"})


def test_an_import_for_annotations_only_closes_no_circle() -> None:
    line = "if TYPE_CHECKING:\n    from scoring.game.end import Over"
    assert not cycle("scoring.game", {"turn": line, "end": "from scoring.game.turn import Turn"})
