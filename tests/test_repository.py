"""Repository files: they run the same checks as ./check and ask for the data that a report needs."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parent.parent
TEMPLATES = sorted((CHECKOUT / ".github/ISSUE_TEMPLATE").glob("*.yml"))
FORMS = [path for path in TEMPLATES if path.name != "config.yml"]


def read(name: str | Path) -> str:
    return (CHECKOUT / name).read_text(encoding="utf-8")


def test_pre_commit_runs_the_installed_linters_of_check() -> None:
    config = read(".pre-commit-config.yaml")
    steps = runpy.run_path(str(CHECKOUT / "check"))["steps"]([])
    del steps["pytest"]
    entries = re.findall(r"^ +entry: (.+)$", config, re.MULTILINE)
    assert entries == [" ".join([".venv/bin/python", "-m", *step]) for step in steps.values()]
    assert re.findall(r"repo: (.+)", config) == ["local"]


def test_hosted_workflow_runs_check() -> None:
    workflow = read(".github/workflows/check.yml")
    assert re.findall(r"- run: (.+)", workflow) == ["./check"]
    assert 'requires-python = ">=3.11"' in read("pyproject.toml")
    assert '"3.11"' in workflow


@pytest.mark.parametrize("form", FORMS, ids=lambda path: path.stem)
def test_issue_forms_ask_for_the_exported_table_and_the_version(form: Path) -> None:
    text = read(form)
    assert "id: table\n" in text
    assert "export CODE" in text
    assert "herald --version" in text


def test_security_policy_links_to_the_guest_permissions() -> None:
    assert "(docs/strangers.md)" in read("SECURITY.md")
