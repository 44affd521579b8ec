"""The release zip and herald.pyz start in an empty folder, for another user, with spaces and umlauts in every path."""

from __future__ import annotations

import ast
import os
import shlex
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from companion import __version__
from companion.__main__ import default_instance
from tests.small_checkout import new_checkout, offline, write_wheel
from tools import release

CHECKOUT = Path(__file__).parent.parent
TOP = f"Herald {__version__}"
NOBODY = 65534
IS_ROOT = os.name != "nt" and os.geteuid() == 0
# Root's own Python may be unreadable for other users.
PYTHON = "/usr/bin/python3" if IS_ROOT and Path("/usr/bin/python3").exists() else sys.executable


@pytest.fixture
def room() -> Iterator[Path]:
    """A folder that all users can read; pytest's folders belong to one user."""
    with TemporaryDirectory(prefix="Spiele für alle ") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.fixture
def wheels() -> Iterator[Path]:
    """A folder without spaces in its path, because pip splits at them."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        write_wheel(Path(folder))
        yield Path(folder)


@pytest.fixture
def elsewhere(room: Path, wheels: Path) -> dict[str, Any]:
    """Environment of another user with an own home, in an empty folder."""
    home, folder = room / "Jörg Müller", room / "Neuer Ordner"
    for made in (home, folder):
        made.mkdir()
        if IS_ROOT:
            os.chown(made, NOBODY, NOBODY)
    variables = {**offline(wheels), "HOME": str(home), "USERPROFILE": str(home), "LANG": "C.UTF-8"}
    variables.pop("HERALD_INSTANCE", None)
    user = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if IS_ROOT else {}
    return {"env": variables, "cwd": folder, **user}


@pytest.fixture
def pyz(room: Path) -> Path:
    """herald.pyz of a small checkout."""
    return pack(room, new_checkout(room / "source"))


def pack(room: Path, source: Path) -> Path:
    for name in release.PARTS:
        if not (source / name).exists():
            (source / name).mkdir() if "." not in name and name.islower() else (source / name).touch()
    (source / "companion/__init__.py").write_text(f'__version__ = "{__version__}"\n')
    return release.release(room / "Neue Fassung", source)[0]


def run(pyz: Path, elsewhere: dict[str, Any], *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([PYTHON, str(pyz), *words], capture_output=True, encoding="utf-8", **elsewhere)


def test_pyz_sets_itself_up_once_for_another_user(pyz: Path, elsewhere: dict[str, Any]) -> None:
    first = run(pyz, elsewhere, "--port", "9000")
    assert first.returncode == 0, first.stderr
    assert first.stdout == f"{elsewhere['cwd']} --port 9000\n"
    assert "only this once" in first.stderr
    again = run(pyz, elsewhere)
    assert (again.returncode, again.stderr) == (0, ""), "offline, without another set-up"
    assert not list(elsewhere["cwd"].iterdir()), "all it writes is in the home folder"


def test_newer_pyz_replaces_the_code_and_keeps_the_environment(
    pyz: Path, elsewhere: dict[str, Any], room: Path
) -> None:
    assert run(pyz, elsewhere).returncode == 0
    source = room / "source"
    (source / "companion/__main__.py").write_text("print('newer')")
    newer = run(pack(room, source), elsewhere)
    assert (newer.returncode, newer.stdout, newer.stderr) == (0, "newer\n", "")


def test_interrupted_unpacking_is_restarted(pyz: Path, elsewhere: dict[str, Any]) -> None:
    assert run(pyz, elsewhere).returncode == 0
    app = Path(elsewhere["env"]["HOME"]) / ".herald/app"
    (app / "stamp").unlink()
    (app / "companion/__main__.py").write_text("")
    assert run(pyz, elsewhere).stdout == f"{elsewhere['cwd']}\n"


def test_read_only_home_is_reported_in_one_sentence(pyz: Path, elsewhere: dict[str, Any], room: Path) -> None:
    (room / "locked").write_text("")
    elsewhere["env"]["HOME"] = elsewhere["env"]["USERPROFILE"] = str(room / "locked")
    failed = run(pyz, elsewhere)
    assert failed.returncode == 1
    assert failed.stderr.count("\n") == 1
    assert "cannot be unpacked" in failed.stderr


def test_games_are_kept_outside_the_unpacked_code(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HERALD_INSTANCE", str(tmp_path))
    assert default_instance() == tmp_path


@pytest.mark.skipif(os.name == "nt", reason="Windows has Herald.bat")
def test_start_files_of_the_zip_start_the_pyz_beside_them(pyz: Path, elsewhere: dict[str, Any]) -> None:
    whole = pyz.parent / f"herald-{__version__}.zip"
    shutil.copy(whole, elsewhere["cwd"] / "herald.zip")
    with zipfile.ZipFile(whole) as files:
        for entry in files.infolist():
            path = Path(files.extract(entry, elsewhere["cwd"]))
            path.chmod(entry.external_attr >> 16 & 0o777)
    folder = elsewhere["cwd"] / TOP
    elsewhere["env"]["PATH"] = os.defpath
    started = subprocess.run([folder / "Herald.command", "demo"], capture_output=True, encoding="utf-8", **elsewhere)
    assert started.stdout == f"{elsewhere['cwd']} demo\n", started.stderr
    command = [word if word != "%k" else str(folder / "herald.desktop") for word in desktop_command(folder)]
    started = subprocess.run(command, capture_output=True, encoding="utf-8", **elsewhere)
    assert started.stdout == f"{elsewhere['cwd']}\n", started.stderr


@pytest.mark.skipif(os.name == "nt", reason="Windows has Herald.bat")
def test_desktop_start_file_leaves_an_error_readable(pyz: Path, elsewhere: dict[str, Any], room: Path) -> None:
    (room / "locked").write_text("")
    elsewhere["env"] |= {"HOME": str(room / "locked"), "PATH": os.defpath}
    place = pyz.with_name("herald.desktop")
    place.write_bytes(release.start_file(place.name))
    command = [word if word != "%k" else str(place) for word in desktop_command(pyz.parent)]
    failed = subprocess.run(command, input="\n", capture_output=True, encoding="utf-8", **elsewhere)
    assert "cannot be unpacked" in failed.stderr
    assert failed.stdout == "Press Enter to close."


def desktop_command(folder: Path) -> list[str]:
    """Arguments of the Exec line, which needs no escapes that desktops and shells treat differently."""
    lines = (folder / "herald.desktop").read_text(encoding="utf-8").splitlines()
    (line,) = [line.removeprefix("Exec=") for line in lines if line.startswith("Exec=")]
    assert "\\" not in line
    return shlex.split(line)


@pytest.mark.skipif(not shutil.which("desktop-file-validate"), reason="desktop-file-validate is not installed")
def test_desktop_file_is_valid() -> None:
    subprocess.run(["desktop-file-validate", str(CHECKOUT / "tools/start/herald.desktop")], check=True)


def test_windows_files_have_windows_line_endings() -> None:
    for name in ("Herald.bat", "READ ME.txt"):
        raw = release.start_file(name)
        assert raw.count(b"\r\n") == raw.count(b"\n") > 5
        assert raw.isascii(), "batch files are read in the code page of the machine"
    assert b'"%~dp0herald.pyz"' in release.start_file("Herald.bat")


def test_windows_start_file_blames_python_only_if_it_is_missing() -> None:
    lines = release.start_file("Herald.bat").decode().splitlines()
    gotos = {line.rpartition("goto ")[2] for line in lines if "goto " in line}
    assert gotos == {line[1:] for line in lines if line.startswith(":")}
    assert lines.index("if errorlevel 9009 goto missing") < lines.index(":missing") < lines.index(":end")


def test_release_contains_the_checkout_and_is_reproducible(tmp_path: Path) -> None:
    pyz, whole = release.release(tmp_path / "one")
    names = set(zipfile.ZipFile(pyz).namelist())
    for folder in ("companion", "scoring", "templates", "static"):
        files = (path for path in (CHECKOUT / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts)
        assert {f"payload/{path.relative_to(CHECKOUT).as_posix()}" for path in files} <= names
    assert {"__main__.py", "stamp", "payload/pyproject.toml", "payload/requirements.txt"} <= names
    again = release.release(tmp_path / "two")
    assert [made.read_bytes() for made in again] == [pyz.read_bytes(), whole.read_bytes()]


def test_old_python_can_parse_the_version_check() -> None:
    text = (CHECKOUT / "tools/launcher.py").read_text(encoding="utf-8")
    first = ast.parse(text, feature_version=(3, 6)).body[1:3]
    assert [ast.unparse(one).splitlines()[0] for one in first] == ["import sys", "if sys.version_info < (3, 11):"]


@pytest.mark.long
def test_real_release_installs_its_packages_and_plays(room: Path, elsewhere: dict[str, Any]) -> None:
    """Needs a package index."""
    real = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    kept = {name: value for name, value in elsewhere["env"].items() if not name.startswith("PIP_")}
    elsewhere["env"] = {**kept, **real, "PATH": os.defpath}
    pyz, _whole = release.release(room / "Neue Fassung")
    version = run(pyz, elsewhere, "--version")
    assert version.stdout == f"Herald {__version__}\n", version.stderr
    played = run(pyz, elsewhere, "demo", "lang-lebe", "--fast", "--seats", "3", "--seed", "1")
    assert "is king with" in played.stdout, played.stderr
