"""The evening so far: when the game began, and the latest moments of its public history."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.kernel import Event
from scoring.replay import Projection
from scoring.table_events import GameStarted
from scoring.words import Text, seats_mentioned

# Number of moments on the line of an evening.
MOST = 9


@dataclass(frozen=True)
class EveningMoment:
    """A history line worth remembering; `seat` is the only seat that it names, if there is one."""

    at: str
    seat: int | None
    text: Text


@dataclass(frozen=True)
class Evening:
    began: str
    moments: tuple[EveningMoment, ...]


def evening(projection: Projection) -> Evening:
    """Returns the evening of a started game. An action is one moment, described by its last event worth telling."""
    effective = projection.effective
    began = next(record.at for record in effective if isinstance(record.event, GameStarted))
    told = {record.seq: record.action_id for record in effective if _is_told(record.event)}
    lines = {told[line.seq]: line for line in projection.lines if line.seq in told}
    moments = (EveningMoment(line.at, _only_seat(line.text), line.text) for line in lines.values())
    return Evening(began, tuple(moments)[-MOST:])


def _is_told(event: Event) -> bool:
    """True if the story or a film includes the event. Mere reveals, such as stakes, are left out: their outcome
    follows.
    """
    kind = type(event)
    told = kind.recap is not Event.recap or (kind.highlights is not Event.highlights and not event.reveals)
    return told or event.chapter is not None


def _only_seat(text: Text) -> int | None:
    named = seats_mentioned(text)
    return next(iter(named)) if len(named) == 1 else None
