"""The board as everybody sees it: the castle, the tracks, and what lies before each player."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.regents import printed
from scoring.regents.phases import Turn
from scoring.regents.plans import is_blocked, majorities, spaces_in
from scoring.regents.printed import CARDS, CLANS, DOMAIN_OF, DOMAINS, LOCATIONS, THRESHOLDS, VALUES
from scoring.regents.state import (
    OUTSIDE,
    State,
    agents_in,
    cards_left,
    chips_left,
    chips_of,
    is_open,
    open_clans,
    turn_of,
    ways,
)
from scoring.regents.tracks import at, points
from scoring.words import Text


@dataclass(frozen=True)
class LocationView:
    """One of seven. `agents`: owner and number, the neutral clan after the last seat. `worth`: spaces that whoever's
    turn it is would advance here now."""

    key: str
    name: Text
    domain: str
    domain_name: Text | None
    agents: tuple[tuple[int, int], ...]
    counsellors: int
    king: bool
    blocked: bool
    worth: int
    doors: tuple[Text, ...]


@dataclass(frozen=True)
class SpaceView:
    """One space of a track, 0 being off it: its value, who stands there, and whether its chip still lies there."""

    value: int
    seats: tuple[int, ...]
    threshold: bool
    chip: bool


@dataclass(frozen=True)
class TrackView:
    key: str
    name: Text
    spaces: tuple[SpaceView, ...]
    values: tuple[int, ...]


@dataclass(frozen=True)
class PlayerView:
    """What everybody may know of a seat."""

    seat: int
    points: int
    counsellors: int
    chips: int
    cards: int
    played: tuple[Text, ...]
    clan: Text | None
    domain: Text | None
    outside: int


def locations(state: State) -> tuple[LocationView, ...]:
    seat = turn_of(state)
    playing = isinstance(state.phase, Turn) and seat is not None
    worth = dict(spaces_in(state, majorities(state, seat or 0))) if playing else {}
    special = [place for place in (printed.TOWER, printed.RAMPART) if playing and place in majorities(state, seat or 0)]
    worth |= dict.fromkeys(special, 1)
    return tuple(_location(state, key, worth.get(key, 0)) for key in LOCATIONS)


def _location(state: State, key: str, worth: int) -> LocationView:
    there = ((owner, agents_in(state, owner, key)) for owner in range(len(state.agents)))
    return LocationView(
        key=key,
        name=LOCATIONS[key],
        domain=DOMAIN_OF.get(key, ""),
        domain_name=DOMAINS.get(DOMAIN_OF.get(key, "")),
        agents=tuple((owner, count) for owner, count in there if count),
        counsellors=state.on_board.count(key),
        king=state.king == key,
        blocked=is_blocked(state, key),
        worth=worth,
        doors=_outer_doors(state, key),
    )


def _outer_doors(state: State, key: str) -> tuple[Text, ...]:
    """Outer rooms that the box sheet says are adjacent to this one."""
    pairs = (pair for pair in ways(state) if key in pair and pair <= set(printed.OUTER))
    others = {other for pair in pairs for other in pair if other != key}
    return tuple(LOCATIONS[other] for other in LOCATIONS if other in others)


def track(state: State, domain: str) -> TrackView:
    spaces = tuple(at(markers, domain) for markers in state.tracks)
    left = chips_left(state)
    return TrackView(
        key=domain,
        name=DOMAINS[domain],
        spaces=tuple(
            SpaceView(
                value=value,
                seats=tuple(seat for seat, at_space in enumerate(spaces) if at_space == space),
                threshold=space in THRESHOLDS,
                chip=f"{domain}.{value}" in left,
            )
            for space, value in enumerate(VALUES)
        ),
        values=tuple(VALUES[space] for space in spaces),
    )


def player(state: State, seat: int) -> PlayerView:
    known = {owner: clan for clan, owner in open_clans(state).items()} if is_open(state, seat) else {}
    return PlayerView(
        seat=seat,
        points=points(state.tracks[seat]),
        counsellors=state.counsellors[seat],
        chips=chips_of(state, seat),
        cards=cards_left(state, seat),
        played=tuple(CARDS[card] for card in state.played[seat]),
        clan=CLANS.get(known.get(seat, "")),
        domain=DOMAINS[state.cards[seat].domain] if seat in state.domains_open else None,
        outside=state.agents[seat].count(OUTSIDE),
    )
