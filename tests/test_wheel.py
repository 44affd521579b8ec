"""The installed wheel is complete: it plays and serves, with templates, static files and languages."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from companion import __version__
from tests.pseudo import LANGUAGE, bracketed, write_catalogue
from tests.server import Server

CHECKOUT = Path(__file__).parent.parent
FOLDERS = ("companion", "scoring", "templates", "static")
FILES = ("pyproject.toml", "LICENSE", "README.md")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy of the checkout with one more language."""
    copy = tmp_path_factory.mktemp("checkout")
    for name in FOLDERS:
        shutil.copytree(CHECKOUT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in FILES:
        shutil.copy(CHECKOUT / name, copy / name)
    write_catalogue(copy / "companion")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(copy / "dist")]
    subprocess.run(command, cwd=copy, check=True, capture_output=True)
    (made,) = (copy / "dist").glob("*.whl")
    return made


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Path:
    """An environment with the wheel; Herald's dependencies come from the environment of these tests."""
    venv = tmp_path_factory.mktemp("installed") / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(venv)], check=True)
    python = venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    (site,) = venv.glob("Lib/site-packages") if os.name == "nt" else venv.glob("lib/*/site-packages")
    (site / "needed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps", "--no-index", "--quiet"]
    subprocess.run([*pip, "--disable-pip-version-check", str(wheel)], check=True)
    return python.parent


@pytest.fixture
def elsewhere(tmp_path: Path) -> dict[str, Any]:
    """Another working directory and home, without references to the checkout."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {"cwd": tmp_path, "env": {**variables, "HOME": str(tmp_path), "USERPROFILE": str(tmp_path)}}


def test_wheel_contains_everything_and_nothing_else(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder in ("templates", "static"):
        files = {path.relative_to(CHECKOUT).as_posix() for path in (CHECKOUT / folder).rglob("*") if path.is_file()}
        assert {f"companion/{name}" for name in files} <= names
    for folder in ("companion", "scoring"):
        modules = {path.relative_to(CHECKOUT).as_posix() for path in (CHECKOUT / folder).rglob("*.py")}
        assert modules <= names
    assert f"companion/translations/{LANGUAGE}/LC_MESSAGES/messages.mo" in names
    assert {name.split("/")[0] for name in names} == {
        "companion",
        "scoring",
        f"herald_companion-{__version__}.dist-info",
    }


def test_installed_companion_plays_with_bots(installed: Path, elsewhere: dict[str, Any]) -> None:
    where = "import companion, scoring; print(companion.__file__, scoring.__file__)"
    found = subprocess.check_output([installed / "python", "-c", where], text=True, **elsewhere)
    assert str(CHECKOUT) not in found
    command = [installed / "herald", "demo", "lang-lebe", "--fast", "--seed", "1", "--seats", "3"]
    said = subprocess.check_output(command, encoding="utf-8", **elsewhere)
    assert said.startswith("Lang lebe der König!, 3 bots, seed 1, ")
    assert "is king with" in said


@pytest.mark.parametrize("command", ["herald", "companion"])
def test_installed_commands_print_the_version(installed: Path, elsewhere: dict[str, Any], command: str) -> None:
    said = subprocess.check_output([installed / command, "--version"], encoding="utf-8", **elsewhere)
    assert said == f"Herald {__version__}\n"


def test_wheel_metadata_describes_herald(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as files:
        about = files.read(f"herald_companion-{__version__}.dist-info/METADATA").decode()
    head, _, long_description = about.partition("\n\n")
    assert "Name: herald-companion\n" in head
    assert f"Version: {__version__}\n" in head
    assert "License-Expression: MIT\n" in head
    assert "Classifier: Framework :: Flask\n" in head
    assert long_description.startswith("# Herald")


@pytest.fixture
def address(installed: Path, elsewhere: dict[str, Any], tmp_path: Path) -> Iterator[str]:
    """Address of the running installed companion; its tables are in the home folder."""
    server = Server(tmp_path, (str(installed / "herald"),), **elsewhere)
    server.start()
    yield f"http://127.0.0.1:{server.port}"
    server.kill()


def fetched(url: str, **headers: str) -> tuple[str, str]:
    with urlopen(Request(url, headers=headers)) as answer:
        return answer.headers["Content-Type"], answer.read().decode()


def test_installed_companion_serves_pages_and_static_files(address: str, tmp_path: Path) -> None:
    kind, page = fetched(f"{address}/")
    assert kind == "text/html; charset=utf-8"
    assert "Lang lebe der König!" in page
    assets = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
    assert {re.sub(r"\?.*", "", asset).rsplit(".", 1)[1] for asset in assets} >= {"css", "js"}
    for asset in assets:
        with urlopen(address + asset) as answer:
            assert answer.read()
    assert bracketed("What are you playing tonight?") in fetched(f"{address}/", **{"Accept-Language": LANGUAGE})[1]
    assert (tmp_path / ".herald" / "herald.sqlite3").is_file()
