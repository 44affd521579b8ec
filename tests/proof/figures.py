"""What the gates did is counted by each test and printed, added up, when all are through."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Generator
from typing import Any

import pytest

Figures = Counter[str]
ADDED_UP: defaultdict[str, Figures] = defaultdict(Counter)
SECONDS: Counter[str] = Counter()


@pytest.fixture
def figures(request: pytest.FixtureRequest) -> Figures:
    """Counts of this test; they are told even if it fails."""
    counted: Figures = Counter()
    request.node.user_properties.append(("figures", counted))
    return counted


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    # Plain values: they may come from another process.
    report.user_properties = [
        (name, dict(it) if isinstance(it, Counter) else it) for name, it in report.user_properties
    ]
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    for name, counted in report.user_properties:
        if report.when == "call" and name == "figures":
            gate = report.nodeid.partition("::")[0]
            ADDED_UP[gate].update(counted)  # type: ignore[arg-type]
            SECONDS[gate] += round(report.duration)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    for gate, counted in sorted(ADDED_UP.items()):
        told = ", ".join(f"{number:,} {what}" for what, number in counted.items())
        terminalreporter.write_line(f"{gate}: {told}; {SECONDS[gate]:,} s in all processes")
