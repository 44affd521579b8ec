"""Exports finished tables to BG Stats: a link that opens the app, and a play file for a whole evening.

All text is English, regardless of the phone's language: the app matches games, editions and roles by name.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any
from urllib.parse import quote

from companion.people import is_nameless
from companion.tables import table_id
from scoring.kernel import Game
from scoring.names import key_of
from scoring.replay import Projection
from scoring.standings import Standings
from scoring.table_events import GameStarted
from scoring.timeline import ended_at
from scoring.words import render

CREATE_PLAY = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Herald"
# UUID namespace of all plays, people, games and places in exported files.
UUID_NAMESPACE = uuid.uuid5(uuid.NAMESPACE_DNS, "herald.companion")
# A gap of at least this length is a break, for example until the game is resumed another evening.
SHORTEST_BREAK = timedelta(hours=2)
# The file states per game (`highestWins`), not per play, how points are compared.
SCORED_AS_THE_GAME = 0
TIME = "%Y-%m-%d %H:%M:%S"


@dataclass(frozen=True)
class FinishedTable:
    """A finished table, its first player and its location."""

    projection: Projection
    first: int | None
    location: str = ""

    @property
    def game(self) -> Game[Any]:
        return self.projection.table.game

    @property
    def standings(self) -> Standings:
        assert self.projection.table.standings is not None
        return self.projection.table.standings

    @property
    def ended(self) -> datetime:
        return datetime.fromisoformat(ended_at(self.projection))

    @property
    def chosen(self) -> tuple[str, ...]:
        """The edition and the variants, without the tracking mode. An interpretation is left out if it has the value
        that all tables had before the option existed."""
        table = self.projection.table
        chosen, own = table.options, (one for one in self.game.options if one.key != "follow")
        own = (one for one in own if one.matters(table.tracking_mode))
        options = (one for one in own if not (one.interpretation and chosen[one.key] == one.before))
        return tuple(render(option.label_of(chosen[option.key]), ()) for option in options)

    @property
    def comment(self) -> str:
        """The deciding reason and the chosen options. The app's board field is not used: it is for games with
        several boards.
        """
        reason = render(self.standings.reason, self.projection.table.names)
        return f"{reason} ({'; '.join(self.chosen)})" if self.chosen else reason

    @property
    def minutes(self) -> int:
        return minutes_played(self.projection)


# --- the link -----------------------------------------------------------------------------------------------


def link(finished: FinishedTable) -> str:
    """Returns a link that opens BG Stats with this play, on any device."""
    return CREATE_PLAY + quote(json.dumps(play(finished), ensure_ascii=False, separators=(",", ":")), safe="")


def play(finished: FinishedTable) -> dict[str, Any]:
    """Returns the play in the format of the link. It states every boolean, since the app fails if one is missing."""
    game, known = finished.game, {"location": finished.location} if finished.location else {}
    return {
        "sourceName": SOURCE,
        "sourcePlayId": table_id(finished.projection),
        "playDate": finished.ended.astimezone(UTC).strftime(TIME),
        "durationMin": finished.minutes,
        "comments": finished.comment,
        **known,
        "game": {
            "name": game.title,
            "sourceGameId": game.statistics_key,
            "highestWins": not game.lowest_wins,
            "noPoints": not has_points(finished),
            **({"bggId": game.bgg} if game.bgg is not None else {}),
        },
        "players": players(finished),
    }


def players(finished: FinishedTable) -> list[dict[str, Any]]:
    """Returns the players in seat order; those who share a victory are all winners with the same rank."""
    places = {place.seat: place for place in finished.standings.places}
    return [
        {
            "name": seat.name,
            "sourcePlayerId": key_of(seat.name),
            "startPlayer": number == finished.first,
            "winner": places[number].place == 1,
            "score": places[number].points,
            "rank": places[number].place,
            "role": seat.colour,
            "team": "",
        }
        for number, seat in enumerate(finished.projection.table.seats)
    ]


def has_points(finished: FinishedTable) -> bool:
    return bool(finished.game.score(finished.projection.table.state))


# --- the play file ------------------------------------------------------------------------------------------


def play_file(evening: Sequence[FinishedTable]) -> dict[str, Any]:
    """Returns a `.bgsplay` file: people, games and places once each, and plays that reference them."""
    names = {key_of(name): name for finished in evening for name in finished.projection.table.names}
    games = {finished.game.statistics_key: finished for finished in evening}
    locations = {key_of(finished.location): finished.location for finished in evening if finished.location}
    changed = max(finished.ended for finished in evening).astimezone().strftime(TIME)
    return {
        "about": SOURCE,
        "players": [
            {**named_entry("person", key, name, number, changed), "isAnonymous": is_nameless(name)}
            for number, (key, name) in enumerate(names.items(), 1)
        ],
        "locations": [
            named_entry("location", *item, number, changed) for number, item in enumerate(locations.items(), 1)
        ],
        "games": [game_entry(finished, number, changed) for number, finished in enumerate(games.values(), 1)],
        "plays": [play_entry(finished, list(names), list(games), list(locations)) for finished in evening],
        # No "me" player: any of the players may open the file.
        "userInfo": {},
    }


def named_entry(kind: str, key: str, name: str, number: int, changed: str) -> dict[str, Any]:
    return {"id": number, "uuid": id_of(kind, key), "name": name, "modificationDate": changed}


def id_of(kind: str, key: str) -> str:
    return str(uuid.uuid5(UUID_NAMESPACE, f"{kind} {key}")).upper()


def game_entry(finished: FinishedTable, number: int, changed: str) -> dict[str, Any]:
    game = finished.game
    return {
        **named_entry("game", game.statistics_key, game.title, number, changed),
        "highestWins": not game.lowest_wins,
        "noPoints": not has_points(finished),
        "cooperative": False,
        "usesTeams": False,
        **({"bggId": game.bgg} if game.bgg is not None else {}),
    }


def play_entry(finished: FinishedTable, names: list[str], games: list[str], locations: list[str]) -> dict[str, Any]:
    """Returns one play of the file; times without a zone are local."""
    ended = finished.ended.astimezone().strftime(TIME)
    place = {"locationRefId": locations.index(key_of(finished.location)) + 1} if finished.location else {}
    return {
        "uuid": id_of("play", table_id(finished.projection)),
        "playDate": ended,
        "entryDate": ended,
        "modificationDate": ended,
        "durationMin": finished.minutes,
        "gameRefId": games.index(finished.game.statistics_key) + 1,
        **place,
        "comments": finished.comment,
        "ignored": False,
        "manualWinner": False,
        "usesTeams": False,
        "rounds": 0,
        "scoringSetting": SCORED_AS_THE_GAME,
        "playerScores": [
            {
                "playerRefId": names.index(one["sourcePlayerId"]) + 1,
                "score": str(one["score"]),
                "winner": one["winner"],
                "startPlayer": one["startPlayer"],
                "newPlayer": False,
                "rank": one["rank"],
                "role": one["role"],
                "seatOrder": seat,
            }
            for seat, one in enumerate(players(finished), 1)
        ],
    }


def minutes_played(projection: Projection) -> int:
    """Returns the minutes from the first move to the last, without breaks."""
    records, end = projection.records, ended_at(projection)
    start = next(record.seq for record in records if isinstance(record.event, GameStarted))
    times = [datetime.fromisoformat(record.at) for record in records if record.seq >= start and record.at <= end]
    gaps = (later - earlier for earlier, later in pairwise(times))
    return round(sum((gap for gap in gaps if gap < SHORTEST_BREAK), timedelta()).total_seconds() / 60)
