"""Evenings with every kind of trouble still reach their end: no error, no dead end, nothing lost by a restart."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.store import Store
from companion.tables import UnreadableTable
from scoring.games import GAMES
from scoring.kernel import Rng
from scoring.recording import load
from scoring.saga.playing import PlayKnight
from scoring.saga.turn import Turn
from tests.games import but, one_for_all, temporarily_registered
from tests.release_gates import evening, range_id, shares
from tests.release_gates.evening import Chaos, send_again
from tests.release_gates.figures import Figures


@pytest.mark.parametrize("evenings", shares(1, 60, 5), ids=range_id)
@pytest.mark.parametrize("game", one_for_all(GAMES, lambda game: game == "regents"))
def test_evening_full_of_trouble_still_reaches_its_end(
    game: str, evenings: range, tmp_path: Path, figures: Figures
) -> None:
    for seed in evenings:
        folder = tmp_path / str(seed)
        folder.mkdir()
        chaos = Chaos(game, seed, folder, figures)
        chaos.play()
        chaos.made.store.close()


# --- the gate can fail, and failures can be replayed ----------------------------------------------------------------


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(evening, "FAILURES", tmp_path / "failures")
    return tmp_path / "failures"


def test_game_without_any_legal_action_is_found(tmp_path: Path, kept: Path) -> None:
    rules = GAMES["saga"]

    def stuck(state: Any, seat: int | None) -> Any:
        view = rules.view(state, seat)
        return replace(view, legal_actions=(), corrections=()) if isinstance(state.phase, Turn) else view

    with temporarily_registered(but(rules, view=stuck)), pytest.raises(AssertionError, match="a dead end"):
        Chaos("saga", 1, tmp_path).play()


def test_saved_failure_recurs_when_replayed(tmp_path: Path, kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = GAMES["saga"]

    def breaking(state: Any, seat: int, action: Any, rng: Rng) -> Any:
        if isinstance(action, PlayKnight):
            raise RuntimeError("planted")
        return rules.decide(state, seat, action, rng)

    with temporarily_registered(but(rules, decide=breaking)):
        with pytest.raises(AssertionError, match="play-knight"):
            Chaos("saga", 1, tmp_path).play()
        assert load((kept / "saga-1.jsonl").read_text()).table.started
        (tmp_path / "again").mkdir()
        again = send_again(kept / "saga-1.requests.jsonl", tmp_path / "again")
    assert again.projection.table == load((kept / "saga-1.jsonl").read_text()).table
    assert "play-knight" in capsys.readouterr().out


def test_table_changed_by_a_restart_is_found(tmp_path: Path, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The patched store drops the last record of every action with several records."""
    append = Store.append

    def forgetful(self: Store, code: str, records: list[Any], *more: Any) -> None:
        append(self, code, records[:-1] if len(records) > 1 else records, *more)

    monkeypatch.setattr(Store, "append", forgetful)
    with pytest.raises((AssertionError, UnreadableTable)):
        Chaos("saga", 1, tmp_path).play()
