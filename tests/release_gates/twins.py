"""Pairs of games that differ only in one seat's secret, and continue in the same way.

A pair is made at any moment of a game of bots, in one of two ways. Either the seat takes the same action with other
values or another random outcome: it seals another stake, corrects its hand differently, or spies another card. Or
something it was given earlier is replaced: the hand it was dealt, the marker it won. In both cases the two logs differ
only in fields that the events declare secret.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field, fields, replace
from typing import Any

from scoring.bots import fill_in, printed
from scoring.codec import from_form
from scoring.games import GAMES
from scoring.kernel import EVERY_MOVE, KEY_MOMENTS, Event, Refusal, Rng, stored_name
from scoring.legal_actions import LegalAction
from scoring.replay import Projection, Record, apply_record, replay
from scoring.table import Actor, decide_with
from scoring.table_events import GameStarted
from scoring.tracking_modes import TrackingModeChanged
from tests.games import hidden
from tests.real_cards import RealCards
from tests.recorder import hasty_choice, many_of, mixed_options, tastes, weights
from tests.strategies import AT, begun, with_records

PLAYED_ON = 3
MAX_ACTIONS = 400


class PublicDifference(AssertionError):
    """Public data differs although nothing was revealed."""


@dataclass(frozen=True)
class Twins:
    one: Projection
    two: Projection
    hiding: frozenset[int]

    @property
    def differ(self) -> bool:
        return self.one.table != self.two.table

    @property
    def kind(self) -> str:
        """The kind of secret: the stored name of the first event that differs."""
        both = zip(self.one.effective, self.two.effective, strict=True)
        return next(stored_name(type(one.event)) for one, two in both if one.event != two.event)


@dataclass
class Playing:
    """A whole game of bots, one action at a time."""

    game: str
    seed: int
    projection: Projection = field(init=False)

    def __post_init__(self) -> None:
        rules = GAMES[self.game]
        self.source = random.Random(f"twins {self.game} {self.seed}")
        self.projection = begun(rules, self.source.choice(rules.players), mixed_options(rules, self.seed))
        self.rng, self.real = Rng(self.source), RealCards()
        self.tastes = tastes(self.projection, self.source)
        if self.seed % 3 == 2 and self.projection.table.options.get("follow") == KEY_MOMENTS:
            # Switching to EVERY_MOVE makes Herald ask for the current board.
            self.projection = with_records(
                self.projection, [TrackingModeChanged(EVERY_MOVE)], "change-tracking-mode", 0
            )

    def moments(self) -> Iterator[Projection]:
        for step in range(MAX_ACTIONS):
            if self.projection.table.standings is not None:
                return
            yield self.projection
            legal_action = self._choice()
            values = self.real(self.projection.table, legal_action, self.rng) or fill_in(
                many_of(legal_action), self.rng
            )
            self.projection = with_records(
                self.projection,
                decide_events(self.projection, legal_action, values, self.rng),
                f"ask-{step}",
                legal_action.seat,
            )

    def _choice(self) -> LegalAction:
        """Returns an action, usually of the last actor or the next seat with one, to avoid computing all views."""
        by, table = self.projection.records[-1].by, self.projection.table
        order = [((by or 0) + n) % len(table.seats) for n in range(len(table.seats))]
        for seat in order if self.source.random() < 0.7 else ():
            legal_actions = [
                legal_action
                for legal_action in table.game.view(table.state, seat).legal_actions
                if legal_action.seat == seat
            ]
            if legal_actions:
                return self.source.choices(legal_actions, weights(legal_actions, self.tastes[seat]))[0]
        return hasty_choice(self.projection, self.tastes, self.source)


def decide_events(projection: Projection, legal_action: LegalAction, values: Any, rng: Rng) -> list[Event]:
    game = projection.table.game
    kind = game.action_named(legal_action.action)
    assert kind is not None
    printed_values = printed(game, legal_action, projection.table.read, rng)
    return decide_with(
        projection.table, Actor(legal_action.seat), legal_action.seat, from_form(kind, values), printed_values, rng
    )


# --- the same action with other values or rng -----------------------------------------------------------------------


def same_action_otherwise(projection: Projection, seat: int, source: random.Random) -> Iterator[Twins]:
    """Yields pairs in which this seat takes the same action with other values. Others must see no difference."""
    table = projection.table
    view = table.game.view(table.state, seat)
    mine = [legal_action for legal_action in (*view.legal_actions, *view.corrections) if legal_action.seat == seat]
    may = [legal_action for legal_action in mine if may_hide(projection, legal_action, view.waiting_for)]
    for legal_action in source.sample(may, len(may)):
        try:
            one, two = (
                decide_events(projection, legal_action, fill_in(legal_action, rng), rng)
                for rng in map(Rng, (source, source))
            )
        except Refusal:
            continue  # the random values of a correction may contradict the state
        if not look_same_to_others(one, two) and is_sealing(projection, legal_action):
            raise PublicDifference(f"{legal_action} seals what is not called secret: {one} and {two}")
        if look_same_to_others(one, two) and one != two:
            know = seats_knowing(projection, seat).union(*map(hidden(table.game_key).also_told, one))
            pair = Twins(with_records(projection, one, "one", seat), with_records(projection, two, "two", seat), know)
            if same_in_public(pair):
                yield pair


def seats_knowing(projection: Projection, seat: int) -> frozenset[int]:
    """Returns the seat and the seats that have looked at its cards."""
    shown = {r.event.seat for r in projection.records if r.event.secret and getattr(r.event, "whose", None) == seat}  # type: ignore[attr-defined]
    return frozenset({seat, *shown})


def may_hide(projection: Projection, legal_action: LegalAction, waiting: tuple[int, ...]) -> bool:
    """True if the action can hide something. The last sealed choice cannot, because it reveals them all."""
    kind = projection.table.game.action_named(legal_action.action)
    assert kind is not None
    looks = legal_action.action in hidden(projection.table.game_key).ASKS_FOR_IT
    return not (kind.sealed and waiting == (legal_action.seat,)) and (kind.private or looks)


def is_sealing(projection: Projection, legal_action: LegalAction) -> bool:
    kind = projection.table.game.action_named(legal_action.action)
    return kind is not None and kind.sealed


def look_same_to_others(one: Sequence[Event], two: Sequence[Event]) -> bool:
    """True if these events differ only in secret fields and reveal nothing publicly. A card seen by a spy is revealed
    to the spy alone."""
    if [type(event) for event in one] != [type(event) for event in two]:
        return False
    if any(event.reveals and not event.secret for event in one):
        return False
    return all(public_fields(a) == public_fields(b) for a, b in zip(one, two, strict=True))


def public_fields(event: Event) -> dict[str, object]:
    return {f.name: getattr(event, f.name) for f in fields(event) if f.name not in event.secret}


def same_in_public(twins: Twins) -> bool:
    """True if the public parts of the state that depend on the secret are the same."""
    shows = hidden(twins.one.table.game_key).shows
    return shows(twins.one.table.state) == shows(twins.two.table.state)


# --- different deals ------------------------------------------------------------------------------------------------


def dealt_otherwise(projection: Projection, seat: int, rng: random.Random) -> Twins | None:
    """Returns a pair in which the seat was dealt other cards or markers; None if it has acted on them since."""
    started = next(n for n, record in enumerate(projection.effective) if isinstance(record.event, GameStarted))
    for place in range(len(projection.effective) - 1, started, -1):
        record = projection.effective[place]
        otherwise = hidden(projection.table.game_key).otherwise.get(stored_name(type(record.event)))
        if otherwise is not None:
            later = projection.effective[place + 1 :]
            return otherwise(projection, place, seat, rng) if is_untouched(later, seat, record) else None
        if record.event.reveals:
            return None
    return None


def is_untouched(later: Sequence[Record], seat: int, given: Record) -> bool:
    return not any(record.by == seat and record.action_id != given.action_id for record in later)


def with_event(projection: Projection, place: int, event: Event) -> Projection:
    log = projection.effective
    return replay([*log[:place], replace(log[place], event=event), *log[place + 1 :]])


def make_pair(projection: Projection, place: int, event: Event, hiding: frozenset[int]) -> Twins:
    return Twins(replay(projection.effective), with_event(projection, place, event), hiding)


# --- equal behaviour after undo -------------------------------------------------------------------------------------


def all_twins_at(projection: Projection, rng: random.Random) -> Iterator[Twins]:
    """Yields pairs with secrets that were given first, because they are possible at fewer moments."""
    seats = rng.sample(range(len(projection.table.seats)), len(projection.table.seats))
    another_way = hidden(projection.table.game_key).another_way
    for way in (dealt_otherwise, another_way) if another_way else (dealt_otherwise,):
        yield from (twins for twins in (way(projection, seat, rng) for seat in seats) if twins and twins.differ)
    for seat in seats:
        yield from (twins for twins in same_action_otherwise(projection, seat, rng) if twins.differ)


def twins_at(projection: Projection, rng: random.Random, enough: Set[str] = frozenset()) -> Twins | None:
    """Returns a pair at this moment whose kind is not in `enough`, or None."""
    return next((twins for twins in all_twins_at(projection, rng) if twins.kind not in enough), None)


def continue_pair(twins: Twins, rng: random.Random) -> Twins | None:
    """Returns the pair after an action of a seat without the secret; None if no action leaves the secret out."""
    table = twins.one.table
    seats = [seat for seat in range(len(table.seats)) if seat not in twins.hiding]
    legal_actions = [o for seat in seats for o in table.game.view(table.state, seat).legal_actions if o.seat == seat]
    waiting = table.game.view(table.state, None).waiting_for
    legal_actions = [legal_action for legal_action in legal_actions if may_continue(twins, legal_action, waiting)]
    if not legal_actions or table.standings is not None:
        return None
    legal_action, seed = rng.choice(legal_actions), rng.random()
    try:
        one, two = (moved(projection, legal_action, seed) for projection in (twins.one, twins.two))
    except Refusal:
        return None
    if any(event.reveals for event in (*one, *two)):
        return None
    if not look_same_to_others(one, two):
        raise PublicDifference(f"{legal_action}: {one} and {two}")
    projections = (
        extended(projection, events, legal_action) for projection, events in ((twins.one, one), (twins.two, two))
    )
    return replace(twins, one=next(projections), two=next(projections)) if one == two else None


def may_continue(twins: Twins, legal_action: LegalAction, waiting: tuple[int, ...]) -> bool:
    """False if the action looks at the secret, is checked against it, or is the last sealed choice."""
    secret = hidden(twins.one.table.game_key)
    if legal_action.action in secret.ASKS_FOR_IT | secret.CHECKED_AGAINST_IT:
        return False
    return not (is_sealing(twins.one, legal_action) and waiting == (legal_action.seat,))


def moved(projection: Projection, legal_action: LegalAction, seed: float) -> list[Event]:
    rng = Rng(random.Random(seed))
    return decide_events(projection, legal_action, fill_in(legal_action, rng), rng)


def extended(projection: Projection, events: Sequence[Event], legal_action: LegalAction) -> Projection:
    for event in events:
        projection = apply_record(
            projection, Record(projection.seq + 1, AT, legal_action.seat, f"on-{projection.seq}", event)
        )
    return projection
