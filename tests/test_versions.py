"""Event versions: a changed event still reads data written by earlier versions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.games import GAMES
from scoring.kernel import Event
from scoring.recording import InvalidExport, load, to_json
from scoring.replay import Projection
from scoring.table import events_by_name

RECORDING = Path(__file__).parent / "lang_lebe" / "recorded" / "3-single-winner.jsonl"
TURN_ENDED = events_by_name(GAMES["lang-lebe"])["turn-ended"]


def upcast_renamed_field(data: dict[str, Any]) -> dict[str, Any]:
    """Upcasts a field that was called `who`."""
    return {"seat": data["who"]}


def upcast_counted_from_one(data: dict[str, Any]) -> dict[str, Any]:
    """Upcasts an even earlier version, which counted seats from one."""
    return {"who": data["number"] - 1}


@pytest.fixture
def changed_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TURN_ENDED, "upcasts", (upcast_counted_from_one, upcast_renamed_field))
    monkeypatch.setattr(TURN_ENDED, "version", 3)


def of_version(version: int, fields: Any) -> str:
    """Returns the recording as an earlier version would have written it."""
    lines = [json.loads(line) for line in RECORDING.read_text(encoding="utf-8").splitlines()]
    for line in lines:
        if line.get("event") == "turn-ended":
            line |= {"v": version, "data": fields(line["data"]["seat"])}
    return "".join(json.dumps(line) + "\n" for line in lines)


OLD = {
    1: lambda seat: {"number": seat + 1},
    2: lambda seat: {"who": seat},
    3: lambda seat: {"seat": seat},
}


@pytest.fixture(scope="module")
def projection() -> Projection:
    return load(RECORDING.read_text(encoding="utf-8"))


@pytest.mark.usefixtures("changed_twice")
@pytest.mark.parametrize("version", OLD)
def test_file_of_every_version_replays_the_same(version: int, projection: Projection) -> None:
    read = load(of_version(version, OLD[version]))
    assert read.table.standings == projection.table.standings
    assert [record.event for record in read.records] == [record.event for record in projection.records]


@pytest.mark.usefixtures("changed_twice")
def test_newest_version_is_written(projection: Projection) -> None:
    ended = next(record for record in projection.records if isinstance(record.event, TURN_ENDED))
    assert to_json(ended)["v"] == 3


@pytest.mark.usefixtures("changed_twice")
@pytest.mark.parametrize("version", [0, 4, "1", None])
def test_unknown_version_is_refused(version: Any) -> None:
    with pytest.raises(InvalidExport, match="doesn’t know one of its steps"):
        load(of_version(version, OLD[3]))


@pytest.mark.usefixtures("changed_twice")
@pytest.mark.parametrize("version", [1, 2])
def test_data_of_another_version_is_refused(version: int) -> None:
    with pytest.raises(InvalidExport, match="isn’t part of a table"):
        load(of_version(version, OLD[3]))


def test_version_is_the_number_of_upcasts_plus_one() -> None:
    class NeverChanged(Event, abstract=True):
        pass

    class ChangedTwice(Event, abstract=True):
        upcasts = (upcast_counted_from_one, upcast_renamed_field)

    assert (NeverChanged.version, ChangedTwice.version) == (1, 3)
