"""Bootstrap of a fresh checkout: real environments, with a package of our own and no network."""

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from companion import bootstrap
from tests.small_checkout import DEPENDENCY, lock, new_checkout, offline, write_wheel

CHECKOUT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheels")
    write_wheel(folder)
    return folder


@pytest.fixture(scope="module")
def variables(wheels: Path) -> dict[str, str]:
    """Environment variables for a machine without uv, where packages come only from the wheels."""
    return offline(wheels)


@pytest.fixture(scope="module")
def set_up(tmp_path_factory: pytest.TempPathFactory, variables: dict[str, str]) -> Path:
    """A checkout that was started once."""
    checkout = new_checkout(tmp_path_factory.mktemp("first") / "a checkout")
    first = play(checkout, variables, checkout)
    announced, done = first.stderr.splitlines()
    assert announced == "Setting up in .venv: ten seconds to a minute, only this once, with the internet."
    assert re.fullmatch(r"Set up in \d+ seconds\.", done)
    assert first.returncode == 0, first.stderr
    return checkout


@pytest.fixture
def checkout(set_up: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(set_up, tmp_path / "checkout", symlinks=True))


def play(checkout: Path, variables: dict[str, str], cwd: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(checkout / "play"), *words]
    return subprocess.run(command, cwd=cwd, env=variables, capture_output=True, text=True)


def test_second_start_installs_nothing(checkout: Path, variables: dict[str, str]) -> None:
    assert play(checkout, variables, checkout).stderr == ""


def test_bytecode_is_kept_whatever_the_environment_says(
    checkout: Path, variables: dict[str, str], tmp_path: Path
) -> None:
    started = play(checkout, {**variables, "PYTHONDONTWRITEBYTECODE": "1"}, tmp_path)
    assert started.returncode == 0, started.stderr
    assert list((checkout / "companion").glob("__pycache__/__init__.*.pyc"))


def test_companion_gets_the_arguments_and_working_directory(
    checkout: Path, variables: dict[str, str], tmp_path: Path
) -> None:
    started = play(checkout, variables, tmp_path, "--port", "9000", "--instance", "here")
    assert started.stdout == f"{tmp_path} --port 9000 --instance here\n"


def test_companion_module_in_the_callers_folder_is_ignored(
    checkout: Path, variables: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "companion.py").write_text("raise SystemExit('somebody else')")
    assert play(checkout, variables, tmp_path).returncode == 0


def test_changed_dependencies_are_installed_at_the_next_start(checkout: Path, variables: dict[str, str]) -> None:
    (checkout / "requirements.txt").write_text("# another day\n" + lock())
    assert "only this once" in play(checkout, variables, checkout).stderr
    assert play(checkout, variables, checkout).stderr == ""


def test_interrupted_setup_is_restarted(checkout: Path, variables: dict[str, str]) -> None:
    (checkout / ".venv/installed-runtime").unlink()
    for pip in checkout.glob(".venv/**/site-packages/pip"):
        shutil.rmtree(pip)
    again = play(checkout, variables, checkout)
    assert (again.returncode, again.stdout) == (0, f"{checkout}\n")


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_unreachable_interpreter_is_replaced(checkout: Path, variables: dict[str, str]) -> None:
    """Another user's Python: a symlink that the file system does not let this user follow."""
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
def test_another_users_environment_is_reported_in_one_sentence(variables: dict[str, str]) -> None:
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
def test_terminal_shows_the_installation_progress(checkout: Path, variables: dict[str, str], wheels: Path) -> None:
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
    line = rf"\r\d+ s  Requirement already satisfied: {DEPENDENCY}".replace("_", "-")
    assert re.search(line, shown.decode().replace("_", "-"))


def test_unavailable_package_is_reported_in_one_sentence(checkout: Path, variables: dict[str, str]) -> None:
    (checkout / "requirements.txt").write_text(lock("herald_no_such_package"))
    failed = play(checkout, variables, checkout)
    announced, sentence = failed.stderr.splitlines()
    assert failed.returncode == 1
    assert "only this once" in announced
    assert "herald_no_such_package" in sentence
    assert "connect this computer to the internet and start again." in sentence


def test_package_with_another_hash_is_not_installed(tmp_path: Path, variables: dict[str, str]) -> None:
    checkout = new_checkout(tmp_path / "checkout")
    (checkout / "requirements.txt").write_text(lock(content=b"what the authors published"))
    refused = play(checkout, variables, checkout)
    assert refused.returncode == 1
    assert "The packages cannot be installed" in refused.stderr
    assert not list(checkout.glob(f".venv/**/{DEPENDENCY}.py"))


PINNED = re.compile(r"^([a-z0-9-]+)==\S+(?: ; [^\\]+)?(?: \\\n    --hash=sha256:[0-9a-f]{64})+$", re.MULTILINE)
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
GROUPS = {
    "runtime": PROJECT["project"]["dependencies"],
    "test": PROJECT["project"]["dependencies"] + PROJECT["project"]["optional-dependencies"]["test"],
}


@pytest.mark.parametrize(("group", "requirements"), GROUPS.items(), ids=GROUPS.keys())
def test_lock_pins_every_package_with_hashes_and_names_no_index(group: str, requirements: list[str]) -> None:
    text = bootstrap.LOCKS[group].read_text(encoding="utf-8")
    assert PINNED.sub("", text).strip() == ""
    wanted = {re.split(r"[<>=; ]", requirement)[0] for requirement in requirements}
    assert wanted <= set(PINNED.findall(text))
    assert "://" not in text


def test_requirements_have_upper_bounds_or_are_pinned() -> None:
    unbounded = [one for one in GROUPS["runtime"] if not re.search("<|==", one.partition(";")[0])]
    assert unbounded == []
    assert [one for one in PROJECT["build-system"]["requires"] if "==" not in one] == []


def test_python_without_venv_reports_the_package_to_install(tmp_path: Path, variables: dict[str, str]) -> None:
    checkout = new_checkout(tmp_path / "checkout")
    script = "import sys; sys.modules['ensurepip'] = None; from companion import bootstrap; bootstrap.start([])"
    command = [sys.executable, "-c", script]
    failed = subprocess.run(command, cwd=checkout, env=variables, capture_output=True, text=True)
    assert failed.returncode == 1
    assert "apt install python3-venv" in failed.stderr.splitlines()[-1]


@pytest.mark.parametrize("name", ["play", "check"])
def test_old_python_can_parse_the_version_check(name: str) -> None:
    first = ast.parse((CHECKOUT / name).read_text(encoding="utf-8"), feature_version=(3, 6)).body[1:3]
    assert [ast.unparse(statement).splitlines()[0] for statement in first] == [
        "import sys",
        "if sys.version_info < (3, 11):",
    ]


def test_bootstrap_imports_only_the_standard_library() -> None:
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
def test_error_reason_is_the_last_meaningful_line(output: str, reason: str) -> None:
    assert bootstrap.reason(output) == reason
