"""Cache of compiled templates: if it is damaged or not writable, every page still opens."""

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


def test_second_start_compiles_nothing(folder: Path, tmp_path: Path) -> None:
    assert opens(make_app(tmp_path))
    kept = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert kept
    again = make_app(tmp_path)
    again.jinja_env.compile = None  # type: ignore[assignment, method-assign]
    assert opens(again)
    assert {path: path.stat().st_mtime_ns for path in folder.iterdir()} == kept


def test_changed_filters_recompile_every_template(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert opens(make_app(tmp_path))
    kept = {path: path.read_bytes() for path in folder.iterdir()}
    monkeypatch.setattr(compiled, "FILTERS", "others")
    assert opens(make_app(tmp_path))
    assert all(path.read_bytes() != before for path, before in kept.items())


@pytest.mark.parametrize("rest", [0, 1, 0.02, 0.5, 0.99])
def test_damaged_file_is_recompiled(folder: Path, tmp_path: Path, rest: float) -> None:
    assert opens(make_app(tmp_path))
    for path in folder.iterdir():
        whole = path.read_bytes()
        path.write_bytes(whole[: int(len(whole) * rest)] if rest < 1 else b"?" * len(whole))
    assert opens(make_app(tmp_path))


def test_read_only_folder_does_not_stop_pages_from_opening(folder: Path, tmp_path: Path) -> None:
    folder.write_text("a file where the folder should be")
    assert opens(make_app(tmp_path))
