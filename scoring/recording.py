"""A table as JSON lines: the format of stored records, exports and test recordings.

The first line identifies the file and states the number of records. Then follows one record per line. If the game is
over, the last line holds the final standings. Their `places` are facts that imports compare; the `reason` is a
sentence for readers.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any

from scoring.codec import Malformed, decode, encode
from scoring.games import GAMES
from scoring.kernel import Event, Game, stored_name
from scoring.replay import Projection, Record, replay
from scoring.table import events_by_name
from scoring.table_events import TableOpened
from scoring.words import T, Text, render

FORMAT = 1
WITHHELD = "withheld"


class InvalidExport(Malformed):
    """A file that Herald cannot have written; `why` is a clause for the person who imported it."""

    def __init__(self, why: Text) -> None:
        super().__init__(render(why, ()))
        self.why = why


def to_json(record: Record, withhold: bool = False) -> dict[str, Any]:
    """Returns a record as plain values; with `withhold`, without its secret fields and its action id.

    The id is derived from the action, so two equal ids would reveal equal choices.
    """
    event = record.event
    data = encode(event)
    if withhold:
        data |= dict.fromkeys(event.secret, WITHHELD)
    return {
        "seq": record.seq,
        "at": record.at,
        "by": record.by,
        "ask": WITHHELD if withhold else record.action_id,
        "event": stored_name(type(event)),
        "v": event.version,
        "data": data,
    }


def from_json(game: Game[Any], data: Mapping[str, Any]) -> Record:
    """Returns the record that `to_json` wrote; raises InvalidExport for other data."""
    try:
        seq, at, by, action, name, version = (data[key] for key in ("seq", "at", "by", "ask", "event", "v"))
        kind = events_by_name(game).get(name)
    except (KeyError, TypeError) as error:
        raise InvalidExport(T("a line in the file isn’t part of a table")) from error
    if not (type(seq) is int and type(at) is str and type(action) is str and (by is None or type(by) is int)):
        raise InvalidExport(T("a line in the file isn’t part of a table"))
    if kind is None or type(version) is not int or not 1 <= version <= kind.version:
        raise InvalidExport(T("this Herald doesn’t know one of its steps, so update Herald first"))
    try:
        return Record(seq, at, by, action, decode(kind, _upcast(kind, version, data.get("data"))))
    except Malformed as error:
        raise InvalidExport(T("a line in the file isn’t part of a table")) from error


def _upcast(kind: type[Event], version: int, data: Any) -> Any:
    """Returns the data of an earlier event version in the current form."""
    try:
        for upcast in kind.upcasts[version - 1 :]:
            data = upcast(data)
    except (KeyError, TypeError, ValueError) as error:
        raise Malformed(f"{kind.__name__} is not of version {version}") from error
    return data


def export(projection: Projection) -> str:
    """Returns the table as a file. While the game runs, the file has no secrets and cannot be resumed."""
    return "".join(export_lines(projection))


def export_lines(projection: Projection) -> Iterator[str]:
    """Yields the lines of `export`, so that a server can pause between them."""
    return _lines(projection, withhold=projection.table.standings is None)


def export_whole(projection: Projection) -> str:
    """Returns the table with its secrets as a file, to move a running game to another laptop."""
    return "".join(_lines(projection, withhold=False))


def _lines(projection: Projection, withhold: bool) -> Iterator[str]:
    head = {
        "herald": FORMAT,
        "game": projection.table.game_key,
        "withheld": withhold,
        "records": len(projection.records),
    }
    yield _line(head)
    for record in projection.records:
        yield _line(to_json(record, withhold))
    if projection.table.standings is not None:
        yield _line({"standings": places(projection)})


def _line(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, sort_keys=True) + "\n"


def places(projection: Projection) -> dict[str, Any]:
    """Returns the standings as plain values: the reason in English, and each seat's place, name and points."""
    standings = projection.table.standings
    assert standings is not None
    names = projection.table.names
    return {
        "reason": render(standings.reason, names).replace("−", "-"),
        "places": [[place.place, names[place.seat], place.points] for place in standings.places],
    }


def load(text: str) -> Projection:
    """Returns the table of an export or recording; raises InvalidExport, with one clear sentence, for other text."""
    lines = [line_of(line) for line in text.splitlines() if line.strip()]
    game = game_of(lines[0] if lines else {})
    end = lines.pop() if "standings" in lines[-1] else None
    records = [from_json(game, line) for line in lines[1:]]
    check_order(records)
    if lines[0].get("records", len(records)) != len(records):
        raise InvalidExport(T("the number of steps is wrong: the file is incomplete or was edited by hand"))
    try:
        projection = replay(records)
        ended = places(projection) if projection.table.standings else None
    except Exception as error:
        raise InvalidExport(T("it can’t be replayed: the file is incomplete or was edited by hand")) from error
    check_standings(ended, end and end["standings"])
    return projection


def check_standings(ended: Mapping[str, Any] | None, stated: Any) -> None:
    """Raises InvalidExport if the replayed places differ from the stated ones.

    Reasons are not compared: their wording differs between versions.
    """
    facts = stated["places"] if isinstance(stated, dict) and "places" in stated else stated
    if (ended and ended["places"]) != facts:
        raise InvalidExport(T("replaying it gives a different result: the file is incomplete or was edited by hand"))


def line_of(text: str) -> dict[str, Any]:
    """Parses one line of a file; raises InvalidExport if it is not a JSON object."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidExport(T("this isn’t a table saved by Herald, or it’s incomplete")) from error
    if not isinstance(data, dict):
        raise InvalidExport(T("this isn’t a table saved by Herald"))
    return data


def game_of(head: Mapping[str, Any]) -> Game[Any]:
    """Returns the game named in the first line; raises InvalidExport if the file cannot be resumed here."""
    if "herald" not in head:
        raise InvalidExport(T("this isn’t a table saved by Herald"))
    if head["herald"] != FORMAT:
        raise InvalidExport(T("this file is from a newer Herald, so update this one first"))
    if head.get("withheld"):
        raise InvalidExport(T("this file was saved during the game without the hidden parts, so it can’t be resumed"))
    game = GAMES.get(str(head.get("game")))
    if game is None:
        raise InvalidExport(T("this Herald doesn’t know the game in this file"))
    return game


def check_order(records: Sequence[Record]) -> None:
    """Raises InvalidExport unless the records start with the opening and have no gap."""
    if not records or not isinstance(records[0].event, TableOpened):
        raise InvalidExport(T("the file doesn’t start with the opening of a table"))
    if [record.seq for record in records] != list(range(1, len(records) + 1)):
        raise InvalidExport(T("steps are missing: the file is incomplete or was edited by hand"))


def secret_fields_exist(event: type[Event]) -> bool:
    """True if every name in `secret` is a field of the event."""
    return event.secret <= {field.name for field in fields(event)}
