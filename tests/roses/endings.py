"""Features of a finished game of Wars of the Roses: its ending, and the rarer cases before it."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.kernel import Event
from scoring.replay import Projection
from scoring.reveal_phases import BoardConfirmed
from scoring.roses.components import AREAS, NOBLES
from scoring.roses.draft import CardsLaidOut, RoundBegan
from scoring.roses.last_parliament import PointsEntered
from scoring.roses.parliament import AreaScored, KingMade
from scoring.roses.plan import AidDeclined, AidOffered, AidTaken
from scoring.roses.planning import PlansRevealed
from scoring.roses.resolution import BattleFought, PersonBribed, Resolution
from scoring.roses.state import State, house_note, is_deserted, ranking
from scoring.table import Table, apply_event
from scoring.words import render


def endings_of(projection: Projection) -> set[str]:
    standings, names = projection.table.standings, projection.table.names
    assert standings is not None
    reason = render(standings.reason, names)
    events = [record.event for record in projection.effective]
    shown = {
        "single-winner": len(standings.winners) == 1,
        "final-tie": "decided by the influence table" in reason or "more Kings" in reason,
        "neutralised": any(isinstance(event, BattleFought) and event.holder == -1 for event in events),
        "noble-bribed-twice": bribed_twice(events),
        "aid-bid": any(bid_with_aid(state) for event, state in moments(projection) if isinstance(event, PlansRevealed)),
        "cards-drawn": any(isinstance(event, CardsLaidOut) for event in events),
        "short-purse": any(
            is_short_of_money(state) for event, state in moments(projection) if isinstance(event, PlansRevealed)
        ),
        "french-aid": any(isinstance(event, AidTaken) for event in events),
        "aid-in-turn": {AidDeclined, AidTaken} == aid_answers(events),
        "ships-alone": any(
            has_deserted_area(state) for event, state in moments(projection) if isinstance(event, BoardConfirmed)
        ),
        "empty-area": any(isinstance(event, AreaScored) and event.most == -1 for event in events),
        "house-tie": any(
            has_house_tie(state) for event, state in moments(projection) if isinstance(event, BoardConfirmed)
        ),
        "counted": any(isinstance(event, PointsEntered) for event in events),
        "no-king": any(isinstance(event, KingMade) and not event.house for event in events),
    }
    return {way for way, is_shown in shown.items() if is_shown}


def moments(projection: Projection) -> Iterator[tuple[Event, State]]:
    """Yields each event with the state after it."""
    table: Table | None = None
    for record in projection.effective:
        table = apply_event(table, record.event)
        if table.started:
            yield record.event, table.state


def is_short_of_money(state: State) -> bool:
    assert isinstance(state.phase, Resolution)
    lines = [line.message for scene in state.phase.scenes for line in scene.lines]
    return "Not enough money for: {what}." in lines


def bid_with_aid(state: State) -> bool:
    """True if a seat bids more than its purse, with French aid."""
    assert isinstance(state.phase, Resolution)
    return any(plan.aid and plan.bid > state.money[seat] for seat, plan in enumerate(state.phase.plans))


def has_house_tie(state: State) -> bool:
    """True if the houses tie in some area and the influence table decides."""
    notes = [house_note(state, area) for area in AREAS] if state.with_houses else []
    return any(note is not None and "turn order" not in note.message for note in notes)


def aid_answers(events: list[Event]) -> set[type[Event]]:
    """Returns the kinds of answers to French aid before planning."""
    asked = any(isinstance(event, AidOffered) for event in events)
    return {type(event) for event in events if asked and isinstance(event, AidDeclined | AidTaken)}


def has_deserted_area(state: State) -> bool:
    """True if a seat has control points in an area without presence, which therefore has no votes."""
    return state.with_houses and any(is_deserted(state, area) and ranking(state, area) for area in AREAS)


def bribed_twice(events: list[Event]) -> bool:
    """True if a noble changed sides twice in one phase."""
    seen: set[str] = set()
    for event in events:
        if isinstance(event, RoundBegan):
            seen = set()
        if isinstance(event, PersonBribed) and event.person in NOBLES:
            if event.person in seen:
                return True
            seen = {*seen, event.person}
    return False
