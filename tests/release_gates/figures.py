"""Adds up the figures of the long tests and prints them per file as a table for ARCHITECTURE.md."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Generator, Mapping
from importlib import import_module
from typing import Any

import pytest

Figures = Counter[str]
ADDED_UP: defaultdict[str, Figures] = defaultdict(Counter)
OUTCOMES: defaultdict[str, Figures] = defaultdict(Counter)
SECONDS: Counter[str] = Counter()


@pytest.fixture
def figures(request: pytest.FixtureRequest) -> Figures:
    """Counters of this test; reported even if it fails."""
    counted: Figures = Counter()
    request.node.user_properties.append(("figures", counted))
    return counted


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    # Plain dicts, because reports may come from another process.
    report.user_properties = [
        (name, dict(it) if isinstance(it, Counter) else it) for name, it in report.user_properties
    ]
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if "long" not in report.keywords:
        return
    gate = report.nodeid.partition("::")[0]
    SECONDS[gate] += report.duration  # type: ignore[assignment]
    if report.when == "call" or not report.passed:
        OUTCOMES[gate][report.outcome] += 1
    for name, counted in report.user_properties:
        if report.when == "call" and name == "figures":
            ADDED_UP[gate].update(counted)  # type: ignore[arg-type]


def shortfalls() -> list[str]:
    """Returns messages about gates that tested too little. A gate may define `too_little`, which checks its totals."""
    said: list[str] = []
    for gate, counted in sorted(ADDED_UP.items()):
        if gate.startswith("tests/release_gates/"):
            judge = getattr(import_module(gate.removesuffix(".py").replace("/", ".")), "too_little", None)
            said += judge(counted) if judge else ()
    return said


def pytest_sessionfinish(session: Any) -> None:
    """Fails the run if the gates tested too little in total, even if each part passed."""
    is_worker = hasattr(session.config, "workerinput")
    if not is_worker and session.exitstatus == 0 and shortfalls():
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if OUTCOMES:
        terminalreporter.write_line("| gate | tests | minutes, all processes together | figures |\n|---|---|---|---|")
    for gate, outcomes in sorted(OUTCOMES.items()):
        minutes, said = f"{SECONDS[gate] / 60:.1f}", in_words(ADDED_UP[gate])
        terminalreporter.write_line(f"| `{gate}` | {in_words(outcomes)} | {minutes} | {said} |")
    for line in shortfalls():
        terminalreporter.write_line(f"FAILED {line}")


def in_words(counted: Mapping[str, int]) -> str:
    return ", ".join(f"{number:,} {what}" for what, number in counted.items())
