"""Templates are compiled once and kept; what is kept may be damaged or not writable, and every page still opens."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

from companion import compiled
from tests.conftest import make_app


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(compiled, "FOLDER", tmp_path / "kept")
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    return tmp_path / "kept"


def opens(app: Flask) -> bool:
    return "What are you playing tonight?" in app.test_client().get("/").text


def test_a_second_start_compiles_nothing_again(folder: Path, tmp_path: Path) -> None:
    assert opens(make_app(tmp_path))
    kept = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert kept
    again = make_app(tmp_path)
    again.jinja_env.compile = None  # type: ignore[assignment, method-assign]
    assert opens(again)
    assert {path: path.stat().st_mtime_ns for path in folder.iterdir()} == kept


def test_with_other_filters_every_template_is_compiled_again(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert opens(make_app(tmp_path))
    kept = {path: path.read_bytes() for path in folder.iterdir()}
    monkeypatch.setattr(compiled, "FILTERS", "others")
    assert opens(make_app(tmp_path))
    assert all(path.read_bytes() != before for path, before in kept.items())


@pytest.mark.parametrize("rest", [0, 1, 0.02, 0.5, 0.99])
def test_a_damaged_file_is_compiled_again(folder: Path, tmp_path: Path, rest: float) -> None:
    assert opens(make_app(tmp_path))
    for path in folder.iterdir():
        whole = path.read_bytes()
        path.write_bytes(whole[: int(len(whole) * rest)] if rest < 1 else b"?" * len(whole))
    assert opens(make_app(tmp_path))


def test_a_folder_that_cannot_be_written_to_keeps_no_page_from_opening(folder: Path, tmp_path: Path) -> None:
    folder.write_text("a file where the folder should be")
    assert opens(make_app(tmp_path))
