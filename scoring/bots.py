"""Players that know nothing but their own view: they choose among the asks it offers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from scoring.box import Box
from scoring.codec import from_form
from scoring.kernel import MOVES, Ask, Chance, Event, Game, GameView
from scoring.offers import Count, Dice, Limit, Offer, Pick
from scoring.replay import Record, Story, advance
from scoring.seating import GameStarted, SeatTaken
from scoring.table import SHAPES, Actor, Table, decide_with, new_table

NAMES = ("Anna", "Ben", "Carla", "David", "Eva", "Femke")

# What the real pieces show where Herald only writes it down (a hand dealt from the box); None: make it up.
Real: TypeAlias = Callable[[Table, Offer, Chance], Mapping[str, str] | None]


def nothing_real(_table: Table, _offer: Offer, _chance: Chance) -> None:
    """No box on the table: whatever an offer allows may have happened."""


def pick_offer(view: GameView, chance: Chance) -> Offer | None:
    """One of the asks this seat could make for itself."""
    mine = [offer for offer in view.offers if offer.seat == view.seat]
    return chance.one_of(mine) if mine else None


def fill_in(offer: Offer, chance: Chance) -> dict[str, str]:
    """The offer's form, filled in at random within what it allows."""
    counts = [field for field in offer.fields if isinstance(field, Count)]
    values = _counts(counts, offer.total, chance)
    for limit in offer.limits:
        _keep_within(limit, values, chance)
    for field in offer.fields:
        match field:
            case Pick(name, options):
                values[name] = str(chance.one_of(options))
            case Dice(name, count):
                values[name] = "".join(map(str, chance.dice(count)))
    return values


def _counts(counts: Sequence[Count], total: tuple[int, int] | None, chance: Chance) -> dict[str, str]:
    if total is None:
        return {count.name: str(chance.between(count.low, count.high)) for count in counts}
    values = {count.name: count.low for count in counts}
    most = min(total[1], sum(count.high for count in counts))
    for _ in range(chance.between(total[0], most) - sum(values.values())):
        room = [count.name for count in counts if values[count.name] < count.high]
        values[chance.one_of(room)] += 1
    return {name: str(value) for name, value in values.items()}


def _keep_within(limit: Limit, values: dict[str, str], chance: Chance) -> None:
    """Takes away what is too much, here and there."""
    some = [name for name in limit.names for _ in range(int(values[name]))]
    raised = int(values[limit.raised_by[0]]) * limit.raised_by[1] if limit.raised_by else 0
    for name in chance.shuffled(some)[limit.most + raised :]:
        values[name] = str(int(values[name]) - 1)


def printed(game: Game[Any], offer: Offer, chance: Chance) -> dict[str, str]:
    """Values for the printed numbers that have to come along."""
    fields = [field for field in game.box if field.key in offer.needs]
    likely = {field.key: field.value for field in fields if field.value in field.options}
    return {field.key: likely.get(field.key) or chance.one_of(field.options) for field in fields}


def play_game(
    game: Game[Any],
    seats: int,
    chance: Chance,
    options: Mapping[str, str] | None = None,
    box: Box | None = None,
    now: Callable[[], str] = lambda: "2026-01-01T20:00:00+00:00",
    most: int = 5000,
    real: Real = nothing_real,
) -> Story:
    """A whole game between bots, from the first seat to the standings."""
    story = _opened(game, seats, options or {}, game.example if box is None else box, now)
    for step in range(most):
        if story.table.standings is not None:
            return story
        story = _one_ask(story, chance, f"bot-{step}", now(), real)
    raise RuntimeError(f"{game.title} did not end within {most} asks")


def next_ask(table: Table, chance: Chance, real: Real = nothing_real) -> tuple[int, Ask, dict[str, str]]:
    """A seat that can do something, what it asks, and the printed numbers that go with it."""
    offer = _any_offer(table, chance)
    kind = table.game.ask_named(offer.ask)
    assert kind is not None
    values = real(table, offer, chance) or fill_in(offer, chance)
    return offer.seat, from_form(kind, values), printed(table.game, offer, chance)


def _any_offer(table: Table, chance: Chance) -> Offer:
    for seat in chance.shuffled(range(len(table.seats))):
        if offer := pick_offer(table.game.view(table.state, seat), chance):
            return offer
    raise RuntimeError("nobody can do anything: a dead end")


def _opened(game: Game[Any], seats: int, options: Mapping[str, str], box: Box, now: Callable[[], str]) -> Story:
    colours = list(SHAPES)
    if any(option.key == "follow" for option in game.options):  # bots have no board to count
        options = {"follow": MOVES, **options}
    story = advance(None, Record(1, now(), None, "open", new_table(game, options, box, box is game.example)))
    for number in range(seats):
        taken = SeatTaken(number + 1, NAMES[number], colours[number])
        story = advance(story, Record(story.seq + 1, now(), number, f"sit-{number}", taken))
    return _told(story, [GameStarted()], None, "start", now())


def _one_ask(story: Story, chance: Chance, ask_id: str, at: str, real: Real) -> Story:
    seat, ask, fills = next_ask(story.table, chance, real)
    events = decide_with(story.table, Actor(seat), seat, ask, fills, chance)
    return _told(story, events, seat, ask_id, at)


def _told(story: Story, events: Sequence[Event], by: int | None, ask_id: str, at: str) -> Story:
    for event in events:
        story = advance(story, Record(story.seq + 1, at, by, ask_id, event))
    return story
