"""What is stored is read for good: an event that has changed since reads what earlier Heralds wrote."""

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


def renamed(data: dict[str, Any]) -> dict[str, Any]:
    """Once the field was called `who`."""
    return {"seat": data["who"]}


def counted_from_one(data: dict[str, Any]) -> dict[str, Any]:
    """Before that, seats were counted from one."""
    return {"who": data["number"] - 1}


@pytest.fixture
def changed_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TURN_ENDED, "upcasts", (counted_from_one, renamed))
    monkeypatch.setattr(TURN_ENDED, "version", 3)


def of_version(version: int, fields: Any) -> str:
    """The recording as an earlier Herald would have written it."""
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
def test_a_file_of_every_version_is_the_same_evening(version: int, projection: Projection) -> None:
    read = load(of_version(version, OLD[version]))
    assert read.table.standings == projection.table.standings
    assert [record.event for record in read.records] == [record.event for record in projection.records]


@pytest.mark.usefixtures("changed_twice")
def test_it_is_written_as_the_newest_version(projection: Projection) -> None:
    ended = next(record for record in projection.records if isinstance(record.event, TURN_ENDED))
    assert to_json(ended)["v"] == 3


@pytest.mark.usefixtures("changed_twice")
@pytest.mark.parametrize("version", [0, 4, "1", None])
def test_no_version_that_there_never_was_is_read(version: Any) -> None:
    with pytest.raises(InvalidExport, match="doesn’t know one of its steps"):
        load(of_version(version, OLD[3]))


@pytest.mark.usefixtures("changed_twice")
@pytest.mark.parametrize("version", [1, 2])
def test_data_that_is_not_of_its_version_is_no_table(version: int) -> None:
    with pytest.raises(InvalidExport, match="isn’t part of a table"):
        load(of_version(version, OLD[3]))


def test_a_version_counts_the_changes() -> None:
    class NeverChanged(Event, abstract=True):
        pass

    class ChangedTwice(Event, abstract=True):
        upcasts = (counted_from_one, renamed)

    assert (NeverChanged.version, ChangedTwice.version) == (1, 3)
