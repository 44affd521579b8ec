"""A fresh checkout sets itself up: real environments, with a package of our own and no network."""

import ast
import os
import re
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from companion import bootstrap
from tests.small_checkout import DEPENDENCY, PROJECT, new_checkout, offline, write_wheel

CHECKOUT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheels")
    write_wheel(folder)
    return folder


@pytest.fixture(scope="module")
def variables(wheels: Path) -> dict[str, str]:
    """Packages come from the wheels alone, and there is no uv."""
    return offline(wheels)


@pytest.fixture(scope="module")
def set_up(tmp_path_factory: pytest.TempPathFactory, variables: dict[str, str]) -> Path:
    """A checkout that was started once."""
    checkout = new_checkout(tmp_path_factory.mktemp("first") / "a checkout")
    first = play(checkout, variables, checkout)
    announced, done = first.stderr.splitlines()
    assert announced == "Setting up in .venv: this happens once and needs the internet."
    assert re.fullmatch(r"Set up in \d+ seconds\.", done)
    assert first.returncode == 0, first.stderr
    return checkout


@pytest.fixture
def checkout(set_up: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(set_up, tmp_path / "checkout", symlinks=True))


def play(checkout: Path, variables: dict[str, str], cwd: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(checkout / "play"), *words]
    return subprocess.run(command, cwd=cwd, env=variables, capture_output=True, text=True)


def test_a_second_start_installs_nothing(checkout: Path, variables: dict[str, str]) -> None:
    assert play(checkout, variables, checkout).stderr == ""


def test_modules_are_kept_compiled_whatever_the_machine_is_set_to(
    checkout: Path, variables: dict[str, str], tmp_path: Path
) -> None:
    started = play(checkout, {**variables, "PYTHONDONTWRITEBYTECODE": "1"}, tmp_path)
    assert started.returncode == 0, started.stderr
    assert list((checkout / "companion").glob("__pycache__/__init__.*.pyc"))


def test_the_words_and_the_folder_of_the_caller_reach_the_companion(
    checkout: Path, variables: dict[str, str], tmp_path: Path
) -> None:
    started = play(checkout, variables, tmp_path, "--port", "9000", "--instance", "here")
    assert started.stdout == f"{tmp_path} --port 9000 --instance here\n"


def test_a_companion_in_the_caller_s_folder_is_not_taken_for_ours(
    checkout: Path, variables: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "companion.py").write_text("raise SystemExit('somebody else')")
    assert play(checkout, variables, tmp_path).returncode == 0


def test_other_dependencies_are_installed_at_the_next_start(checkout: Path, variables: dict[str, str]) -> None:
    (checkout / "pyproject.toml").write_text(PROJECT.format(f"{DEPENDENCY}>=1"))
    assert "this happens once" in play(checkout, variables, checkout).stderr
    assert play(checkout, variables, checkout).stderr == ""


def test_a_set_up_that_was_broken_off_is_begun_again(checkout: Path, variables: dict[str, str]) -> None:
    (checkout / ".venv/installed-runtime").unlink()
    for pip in checkout.glob(".venv/**/site-packages/pip"):
        shutil.rmtree(pip)
    again = play(checkout, variables, checkout)
    assert (again.returncode, again.stdout) == (0, f"{checkout}\n")


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_an_interpreter_out_of_reach_is_replaced(checkout: Path, variables: dict[str, str]) -> None:
    """Another user's Python: a link that the file system does not let this one follow."""
    (checkout / "locked").mkdir(mode=0)
    python = checkout / ".venv/bin/python"
    python.unlink()
    python.symlink_to(checkout / "locked/python3")
    again = play(checkout, variables, checkout)
    (checkout / "locked").chmod(0o700)
    assert (again.returncode, again.stdout) == (0, f"{checkout}\n"), again.stderr


NOBODY = 65534
EVERYBODYS_PYTHON = Path("/usr/bin/python3")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root can become another user")
@pytest.mark.skipif(not EVERYBODYS_PYTHON.exists(), reason="there is no Python that all users can run")
def test_another_user_s_environment_is_told_in_one_sentence(variables: dict[str, str]) -> None:
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        checkout = new_checkout(Path(folder) / "checkout")
        (checkout / ".venv/bin").mkdir(parents=True)
        (checkout / ".venv/installed-runtime").touch(mode=0o600)
        (Path(folder) / "locked").mkdir(mode=0o700)
        (checkout / ".venv/bin/python").symlink_to(Path(folder) / "locked/python3")
        command = [str(EVERYBODYS_PYTHON), str(checkout / "play")]
        as_nobody = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        failed = subprocess.run(command, cwd=checkout, env=variables, capture_output=True, text=True, **as_nobody)
    assert failed.returncode == 1
    assert "Traceback" not in failed.stderr
    assert failed.stderr.endswith("start again.\n")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pseudo-terminals")
def test_a_terminal_shows_what_is_being_installed(checkout: Path, variables: dict[str, str], wheels: Path) -> None:
    import pty

    (checkout / ".venv/installed-runtime").write_text("older")
    ours, theirs = pty.openpty()
    command = [sys.executable, str(checkout / "play")]
    process = subprocess.Popen(command, cwd=checkout, env=variables, stdout=subprocess.DEVNULL, stderr=theirs)
    os.close(theirs)
    shown = b""
    with suppress(OSError):  # the other end is closed
        while part := os.read(ours, 4096):
            shown += part
    os.close(ours)
    assert process.wait() == 0
    assert f"\rRequirement already satisfied: {DEPENDENCY}".replace("_", "-") in shown.decode().replace("_", "-")


def test_a_package_that_cannot_be_had_is_told_in_one_sentence(checkout: Path, variables: dict[str, str]) -> None:
    (checkout / "pyproject.toml").write_text(PROJECT.format("herald_no_such_package"))
    failed = play(checkout, variables, checkout)
    announced, sentence = failed.stderr.splitlines()
    assert failed.returncode == 1
    assert "this happens once" in announced
    assert "herald_no_such_package" in sentence
    assert "connect this computer to the internet and start again." in sentence


def test_a_python_without_venv_is_told_what_to_install(tmp_path: Path, variables: dict[str, str]) -> None:
    checkout = new_checkout(tmp_path / "checkout")
    script = "import sys; sys.modules['ensurepip'] = None; from companion import bootstrap; bootstrap.start([])"
    command = [sys.executable, "-c", script]
    failed = subprocess.run(command, cwd=checkout, env=variables, capture_output=True, text=True)
    assert failed.returncode == 1
    assert "apt install python3-venv" in failed.stderr.splitlines()[-1]


@pytest.mark.parametrize("name", ["play", "check"])
def test_an_old_python_can_read_why_it_is_too_old(name: str) -> None:
    first = ast.parse((CHECKOUT / name).read_text(encoding="utf-8"), feature_version=(3, 6)).body[1:3]
    assert [ast.unparse(statement).splitlines()[0] for statement in first] == [
        "import sys",
        "if sys.version_info < (3, 11):",
    ]


def test_the_set_up_needs_nothing_that_is_not_there_yet() -> None:
    tree = ast.parse(Path(bootstrap.__file__).read_text(encoding="utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names


REASONS = {
    "pip without a network": (
        "WARNING: Retrying after 'NewConnectionError(...)'\nERROR: Cannot install flask.\n",
        "there is no connection",
    ),
    "pip with a wrong name": (
        "ERROR: Could not find a version.\nERROR: No matching distribution found for flusk\n\n[notice]\n",
        "No matching distribution found for flusk",
    ),
    "uv with a wrong name": (
        "  × No solution found:\n  ╰─▶ Because flusk was not found, there is none.\n",
        "Because flusk was not found, there is none",
    ),
    "nothing": ("", "no reason given"),
}


@pytest.mark.parametrize(("output", "reason"), REASONS.values(), ids=REASONS.keys())
def test_the_reason_is_the_last_line_that_says_something(output: str, reason: str) -> None:
    assert bootstrap.reason(output) == reason
