"""The mutation tester: the faults it plants, and that its listed exceptions still exist."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutation.equivalent import equivalent
from tests.mutation.operators import Source
from tests.mutation.runner import sources_of
from tests.mutation.targets import GROUPS


def faults(tmp_path: Path, *body: str) -> set[str]:
    """Returns the faults planted in a function with this body."""
    path = tmp_path / "planted.py"
    path.write_text("\n    ".join(["def found(self, a, b):", *body]) + "\n", encoding="utf-8")
    source = Source.of("planted", path)
    mutants = source.mutants("found")
    assert all([*source.compiled(mutant)] == ["found"] for mutant in mutants)
    return {f"{mutant.before} -> {mutant.after}" for mutant in mutants}


@pytest.mark.parametrize(
    ("body", "planted"),
    [
        ("yield a < b", {"a < b -> a <= b"}),
        ("yield a == b != 0", {"a == b != 0 -> a != b != 0", "a == b != 0 -> a == b == 0", "0 -> 1", "0 -> -1"}),
        ("yield a + b * a", {"a + b * a -> a - b * a", "b * a -> b + a"}),
        ("yield a and b", {"a and b -> a or b", "a and b -> a", "a and b -> b"}),
        ("yield not a", {"not a -> a"}),
        ("yield min(a, b)", {"min(a, b) -> max(a, b)"}),
        ("yield () if self.each else a", {"() if self.each else a -> ()", "() if self.each else a -> a"}),
        ("yield [n for n in a if n]", {"for n in a if n -> for n in a"}),
        ("return a", {"return a -> return None"}),
        ("a.happen(b)", {"a.happen(b) -> pass"}),
        ("a += b", {"a += b -> a -= b"}),
        ("if a: b = 3", {"if a -> if not a", "3 -> 4", "3 -> 2"}),
        ("while a: a = b.pop()", {"while a -> once: while a"}),
        ("yield True", {"True -> False"}),
    ],
)
def test_faults_of_a_function(tmp_path: Path, body: str, planted: set[str]) -> None:
    assert faults(tmp_path, body) == planted


@pytest.mark.parametrize(
    "body",
    [
        '"""Contract."""',
        'yield T("{count} of 3", count=a + 1)',
        "assert a > 1",
        "a: tuple[int, 2]",
        'raise ValueError(a + "!")',
        'yield f"{a + b}"',
        'a.append(T("one more"))',
        "yield zip(a, b, strict=True)",
        'yield T("somebody") if a else T("nobody")',
        'yield a or [T("nobody")]',
    ],
)
def test_no_faults_in_texts_assertions_and_annotations(tmp_path: Path, body: str) -> None:
    assert faults(tmp_path, body) == set()


def test_identical_faults_of_a_function_have_different_names(tmp_path: Path) -> None:
    path = tmp_path / "planted.py"
    path.write_text("def found(a):\n    yield a < 1\n    yield a < 1\n", encoding="utf-8")
    names = [mutant.name for mutant in Source.of("planted", path).mutants("found")]
    assert len(names) == len({*names})
    assert names[:1] == ["planted.found: a < 1 -> a <= 1"]
    assert "planted.found: a < 1 -> a <= 1 (#2)" in names


def test_faults_of_a_nested_function_belong_to_it(tmp_path: Path) -> None:
    path = tmp_path / "planted.py"
    path.write_text("def outer(a):\n    def inner(b: int | None):\n        yield b < a\n    yield inner\n", "utf-8")
    source = Source.of("planted", path)
    assert source.mutants("outer") == []
    [fault] = source.mutants("outer.<locals>.inner")
    assert fault.name == "planted.outer.<locals>.inner: b < a -> b <= a"
    assert {*source.compiled(fault)} == {"outer", "outer.<locals>.inner"}


def planted_in(group: str) -> set[str]:
    targets = GROUPS[group]
    return {
        mutant.name
        for source in sources_of(targets).values()
        for function in targets.functions(source)
        for mutant in source.mutants(function)
    }


@pytest.mark.parametrize(
    ("group", "fault"),
    [
        ("regents", "-> once: while (joining := "),
        ("lang_lebe", "() if self.each else state.out_of_cards -> ()"),
    ],
    ids=["a chain of rooms", "an election with nothing to deal"],
)
def test_previously_missed_faults_are_planted(group: str, fault: str) -> None:
    assert any(fault in name for name in planted_in(group))


def test_listed_faults_exist_and_have_a_reason() -> None:
    """If the function of a listed fault changes, its line is removed: the fault may be caught now."""
    every = set[str]().union(*map(planted_in, GROUPS))
    assert equivalent().keys() - every == set()
    assert [name for name, reason in equivalent().items() if len(reason) < 10] == []
    assert len(equivalent()) < 0.05 * len(every), "at least 95 of 100 faults are caught"


def test_part_of_a_group_counts_only_its_own_faults() -> None:
    command = [sys.executable, "-m", "tests.mutation", "majority", "--only=majority.none", "--json"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "majority: 0 caught, 0 survived, 0 not executed, 0 equivalent" in told
    assert json.loads(told.splitlines()[-1]) == {"caught": [], "equivalent": [], "missed": []}
