"""./check reports skipped parts: a missing browser is a notice locally and a failure in CI."""

from __future__ import annotations

import os
import re
import runpy
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import engines
from tests.browser.test_every_engine import require

CHECKOUT = Path(__file__).parent.parent
Programs = Callable[..., None]


@pytest.fixture
def check() -> Any:
    return SimpleNamespace(**runpy.run_path(str(CHECKOUT / "check")))


@pytest.fixture
def only_programs(monkeypatch: pytest.MonkeyPatch) -> Programs:
    """Simulates a machine with only these programs, where nothing can be installed."""
    monkeypatch.setattr(os, "geteuid", lambda: 1000)

    def has(*programs: str) -> None:
        monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}" if name in programs else None)

    return has


@pytest.fixture(params=["here", "in CI"])
def is_ci(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    monkeypatch.setenv("CI", "true" if request.param == "in CI" else "false")
    return bool(request.param == "in CI")


ALL = ("WebKitWebDriver", "Xvfb", "firefox-esr", "chromium", "dbus-daemon", "nginx")
LOCK = {engines.LOCK: "chromium xvfb dbus-daemon"}
NGINX = {"nginx": "nginx-light"}


@pytest.mark.parametrize(
    ("programs", "absent"),
    [
        (ALL, {}),
        (("WebKitWebDriver", "Xvfb"), {"Firefox": "firefox-esr", **LOCK, **NGINX}),
        (("firefox-esr", "WebKitWebDriver"), {"WebKit": "webkit2gtk-driver xvfb", **LOCK, **NGINX}),
        (("firefox-esr", "WebKitWebDriver", "Xvfb", "chromium-headless-shell", "dbus-daemon"), {**LOCK, **NGINX}),
        ((), {"WebKit": "webkit2gtk-driver xvfb", "Firefox": "firefox-esr", **LOCK, **NGINX}),
    ],
)
def test_missing_engine_is_reported_with_its_package(
    check: Any,
    only_programs: Programs,
    is_ci: bool,
    capsys: pytest.CaptureFixture[str],
    programs: tuple[str, ...],
    absent: dict[str, str],
) -> None:
    only_programs(*programs)
    assert check.absent_engines() == absent
    status = check.verdict([], False, absent)
    *said, last = capsys.readouterr().out.splitlines()
    assert said == [
        f"{name} is left out of the browser tests: apt install {packages} brings it."
        for name, packages in absent.items()
    ]
    if not absent:
        assert (status, last) == (0, "All checks passed.")
    elif is_ci:
        assert (status, last) == (check.FAILED, f"Failed: {', '.join(absent)}.")
    else:
        assert (status, last) == (0, f"All checks passed, without {' and '.join(absent)}.")


def test_missing_chromium_skips_the_browser_tests_with_a_notice(
    check: Any, is_ci: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    status = check.verdict([], True, {})
    first, last = capsys.readouterr().out.splitlines()
    assert first == check.NO_BROWSER
    if is_ci:
        assert (status, last) == (check.FAILED, "Failed: the browser tests.")
    else:
        assert (status, last) == (check.INCOMPLETE, "All checks passed, without the browser tests.")


@pytest.mark.parametrize("name", engines.ENGINES)
def test_missing_engine_skips_its_tests_and_fails_in_ci(only_programs: Programs, is_ci: bool, name: str) -> None:
    only_programs()
    with pytest.raises(pytest.fail.Exception if is_ci else pytest.skip.Exception, match=f"{name} is not installed"):
        require(name)


def test_missing_engine_is_installed_in_ci(
    check: Any, only_programs: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    only_programs("WebKitWebDriver", "Xvfb", "chromium", "dbus-daemon", "nginx")
    asked: list[tuple[str, ...]] = []

    def runs(command: list[str], **_: object) -> subprocess.CompletedProcess[bytes]:
        asked.append(tuple(command))
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(Path, "exists", lambda _: True)
    monkeypatch.setattr(subprocess, "run", runs)
    monkeypatch.setenv("CI", "false")
    assert [*check.absent_engines()] == ["Firefox"]
    assert asked == [], "nobody’s machine is changed"
    monkeypatch.setenv("CI", "true")
    check.absent_engines()
    assert [command[-1] for command in asked] == ["update", "firefox-esr"]


def test_ci_requires_every_engine_and_runs_all_repeats() -> None:
    said = (CHECKOUT / ".ci/run").read_text(encoding="utf-8").splitlines()
    assert said[-3:] == ['export CI="${CI:-true}"', './check "$@"', './check --repeats "$@"']


FAIL_ONCE = """
from pathlib import Path
import pytest

@pytest.mark.parametrize("number", range({many}))
def test_late(number: int) -> None:
    tried = Path(__file__).with_name(f"tried-{number}")
    been_here = tried.exists()
    tried.touch()
    assert been_here
"""


@pytest.mark.parametrize(("many", "passes"), [(2, True), (6, False)])
def test_few_failed_tests_are_rerun_alone_and_named(
    check: Any, tmp_path: Path, capfd: pytest.CaptureFixture[str], many: int, passes: bool
) -> None:
    check.passes.__globals__["FAILURES"] = tmp_path / ".pytest_cache/v/cache/lastfailed"
    assert check.passes("pytest", pytest_in(tmp_path, FAIL_ONCE.replace("{many}", str(many))), None) is passes
    said = capfd.readouterr().out
    assert ("Passed only when run alone: test_it.py::test_late[0], test_it.py::test_late[1]" in said) is passes
    assert said.splitlines()[-2].startswith(f"== pytest: {'passed' if passes else 'FAILED'}")


INTERRUPTED = """
def test_fails() -> None:
    raise AssertionError

def test_is_interrupted() -> None:
    raise KeyboardInterrupt

def test_never_runs() -> None:
    raise AssertionError
"""


def pytest_in(folder: Path, text: str) -> list[str]:
    (folder / "test_it.py").write_text(text, encoding="utf-8")
    cache = f"cache_dir={folder / '.pytest_cache'}"
    return [sys.executable, "-m", "pytest", "--rootdir", str(folder), "-c", os.devnull, str(folder), "-o", cache]


def test_interrupted_run_fails_and_is_not_retried(
    check: Any, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    check.passes.__globals__["FAILURES"] = tmp_path / ".pytest_cache/v/cache/lastfailed"
    assert not check.passes("pytest", pytest_in(tmp_path, INTERRUPTED), None)
    assert "once more" not in capfd.readouterr().out


LEAVES_A_SERVER = """
import subprocess, sys
from pathlib import Path

def test_leaves_a_server() -> None:
    server = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    Path(__file__).with_name("server.pid").write_text(str(server.pid))
"""


def test_step_leaves_no_process_behind(check: Any, tmp_path: Path) -> None:
    assert check.passes("pytest", pytest_in(tmp_path, LEAVES_A_SERVER), None)
    pid = int((tmp_path / "server.pid").read_text())
    with pytest.raises(ProcessLookupError):
        poll(pid, seconds=10)


def poll(pid: int, seconds: float) -> None:
    """Polls until the process is gone, then raises ProcessLookupError."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        os.kill(pid, 0)
        time.sleep(0.02)


def test_check_imports_only_the_standard_library() -> None:
    said = subprocess.run([sys.executable, "-S", "check", "--help"], cwd=CHECKOUT, capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    assert "Firefox" in said.stdout


def test_tests_with_a_long_version_run_once(check: Any) -> None:
    short, long = check.chosen_steps(set(), True, []), check.chosen_steps({"--long"}, True, [])
    assert "release gates" not in short
    assert "-m" not in short["pytest"]
    assert long["pytest"][-2:] == ["-m", "not long"]
    assert long["release gates"][long["release gates"].index("-m") + 1] == "long"


def test_without_a_browser_no_selected_test_needs_one(check: Any) -> None:
    steps = check.chosen_steps({"--long"}, False, ["-k", "saga"])
    assert steps["pytest"][-4:] == ["-m", "not long and not browser", "-k", "saga"]
    assert "long and not browser" in steps["release gates"]


def test_repeats_run_only_on_request_and_alone(check: Any) -> None:
    (step,) = check.chosen_steps({"--repeats"}, True, ["-k", "saga"]).values()
    assert step[-4:] == ["-m", "repeats", "-k", "saga"]
    with pytest.raises(SystemExit):
        check.arguments(["--repeats", "--long"])


def test_long_run_collects_every_file_with_a_long_test(check: Any) -> None:
    files = check.long_files()
    asking = re.compile(
        r"^from tests.release_gates import .*\b(amount|LONG|shares)\b|^from tests.games import .*\bone_for_all\b",
        re.MULTILINE,
    )
    tests = [path for path in (CHECKOUT / "tests").rglob("test_*.py") if asking.search(path.read_text("utf-8"))]
    assert len(tests) > 10
    assert {str(path.relative_to(CHECKOUT)) for path in tests} <= set(files)
    assert "tests/release_gates/test_disk.py" in files
