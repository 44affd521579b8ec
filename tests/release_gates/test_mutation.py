"""Faults planted in the scoring functions: the tests catch all except those that change no result."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.mutation.targets import GROUPS
from tests.release_gates import LONG
from tests.release_gates.figures import Figures


@pytest.mark.parametrize("group", GROUPS if LONG else ["majority"])
def test_planted_faults_are_caught(group: str, figures: Figures) -> None:
    step = max(1, round(1 / LONG)) if LONG else 1
    command = [sys.executable, "-m", "tests.mutation", group, "--jobs=1", f"--step={step}", "--json"]
    told = subprocess.run(command, capture_output=True, text=True)
    assert told.returncode in (0, 1), told.stdout + told.stderr
    found = json.loads(told.stdout.splitlines()[-1])
    for what in ("caught", "equivalent", "missed"):
        figures[what] += len(found[what])
    assert found["missed"] == [], "no test notices these faults"
