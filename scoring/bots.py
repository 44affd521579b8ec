"""Bots that see only their own seat's view and choose among its legal actions.

Test bots play whole games and choose at random, to cover everything. Beginner bots are for people to watch or play
against. They act when awaited; of CANDIDATES random actions, they take the one that gains the most points at once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypeAlias

from scoring.codec import from_form
from scoring.kernel import EVERY_MOVE, Action, Event, Game, GameView, Refusal, Rng, stored_name
from scoring.legal_actions import Count, Dice, LegalAction, Limit, Pick
from scoring.lobby_rules import BOTS
from scoring.printed_values import PrintedValues, contradicted
from scoring.replay import Projection, Record, apply_record
from scoring.standings import totals
from scoring.table import Table, apply_event, decide_with, new_table
from scoring.table_events import PLAYER_COLOURS, Actor, GameStarted, SeatTaken

NAMES = BOTS

# Seat, action, and the printed values entered with it.
ChosenAction: TypeAlias = tuple[int, Action, dict[str, str]]
# Returns form values that the physical pieces show where Herald only records them (a dealt hand); None: random ones.
Real: TypeAlias = Callable[[Table, LegalAction, Rng], Mapping[str, str] | None]


def no_real_pieces(_table: Table, _legal_action: LegalAction, _rng: Rng) -> None:
    """Default `Real`: no physical pieces, so every form is filled in at random."""


def pick_legal_action(view: GameView, rng: Rng) -> LegalAction | None:
    """Returns a random legal action of the view's own seat; None if it has none."""
    mine = [legal_action for legal_action in view.legal_actions if legal_action.seat == view.seat]
    return rng.choice(mine) if mine else None


def fill_in(legal_action: LegalAction, rng: Rng) -> dict[str, str]:
    """Returns random form values within the legal action's bounds."""
    counts = [field for field in legal_action.fields if isinstance(field, Count)]
    values = _random_counts(counts, legal_action.total, rng)
    for limit in legal_action.limits:
        _keep_within(limit, values, rng)
    for field in legal_action.fields:
        match field:
            case Pick(name, options):
                values[name] = str(rng.choice(options))
            case Dice(name, count):
                values[name] = "".join(map(str, rng.roll(count)))
    return values


def _random_counts(counts: Sequence[Count], total: tuple[int, int] | None, rng: Rng) -> dict[str, str]:
    """Returns random values for the counts, with a sum within `total`."""
    if total is None:
        return {count.name: str(rng.randint(count.low, count.high)) for count in counts}
    values = {count.name: count.low for count in counts}
    most = min(total[1], sum(count.high for count in counts))
    for _ in range(rng.randint(total[0], most) - sum(values.values())):
        room = [count.name for count in counts if values[count.name] < count.high]
        values[rng.choice(room)] += 1
    return {name: str(value) for name, value in values.items()}


def _keep_within(limit: Limit, values: dict[str, str], rng: Rng) -> None:
    """Reduces randomly chosen counts, in place, until the limit holds."""
    some = [name for name in limit.names for _ in range(int(values[name]))]
    raised = int(values[limit.raised_by[0]]) * limit.raised_by[1] if limit.raised_by else 0
    for name in rng.shuffled(some)[limit.most + raised :]:
        values[name] = str(int(values[name]) - 1)


def printed(game: Game[Any], legal_action: LegalAction, box: PrintedValues, rng: Rng) -> dict[str, str]:
    """Returns values for the missing printed fields, consistent with the rulebook's checks where possible."""
    return _consistent_values(game, legal_action.missing_values, box, rng)


def _consistent_values(game: Game[Any], keys: Collection[str], box: PrintedValues, rng: Rng) -> dict[str, str]:
    """Returns random values for these printed fields that the rulebook's checks allow, if there are any."""
    values: dict[str, str] = {}
    for field in (field for field in game.printed_fields if field.key in keys):
        likely = (field.value,) if field.value in field.options else ()
        for value in (*likely, *rng.shuffled(field.options)):
            values[field.key] = value
            if contradicted(game.printed_fields, game.checks, {**box, **values}) is None:
                break
    return values


def play_game(
    game: Game[Any],
    seats: int,
    rng: Rng,
    options: Mapping[str, str] | None = None,
    box: PrintedValues | None = None,
    now: Callable[[], str] = lambda: "2026-01-01T20:00:00+00:00",
    most: int = 5000,
    real: Real = no_real_pieces,
    beginners: bool = False,
) -> Projection:
    """Plays a whole game between bots, from the first seat to the standings.

    Raises RuntimeError if it does not end within `most` actions.
    """
    projection = _open_table(game, seats, options or {}, game.example if box is None else box, now)
    for step in range(most):
        if projection.table.standings is not None:
            return projection
        chosen = (
            beginner_action(projection.table, rng, range(seats))
            if beginners
            else random_action(projection.table, rng, real)
        )
        projection = _after_action(projection, chosen, rng, f"bot-{step}", now())
    raise RuntimeError(f"{game.title} did not end within {most} asks")


def random_action(table: Table, rng: Rng, real: Real = no_real_pieces) -> ChosenAction:
    """Returns a random action of a seat that has one, with its missing printed values."""
    legal_action = _any_legal_action(table, rng)
    kind = table.game.action_named(legal_action.action)
    assert kind is not None
    values = real(table, legal_action, rng) or fill_in(legal_action, rng)
    return legal_action.seat, from_form(kind, values), printed(table.game, legal_action, table.read, rng)


# Candidate actions that a beginner bot compares.
CANDIDATES = 4


def beginner_action(table: Table, rng: Rng, seats: Collection[int]) -> ChosenAction | None:
    """Returns the next action of one of these seats; None while only other seats have to act.

    Bots do not peek: actions that reveal something are worth 0 in advance, and sealed choices are random. Entries
    already made are not repeated. During set-up, the action that causes the most events is chosen.
    """
    waited = table.game.view(table.state, None).waiting_for
    mine = [seat for seat in seats if seat in waited]
    quiet = table.state.phase.needs_no_taps and not waited  # people decide when something happens
    if (not waited and not quiet) or len(seats) == len(table.seats):  # table-wide action, or no people to act
        mine = mine or list(seats)
    legal_actions = [_new_legal_actions(table, seat) for seat in rng.shuffled(mine)]
    if table.state.phase.sets_up:
        ideas = [_candidate(table, legal_action, rng) for some in legal_actions for legal_action in some]
        return max(ideas, key=lambda idea: _event_count(table, idea, rng), default=None)
    for some in filter(None, legal_actions):
        ideas = [_candidate(table, rng.choice(some), rng) for _ in range(CANDIDATES)]
        return max(ideas, key=lambda idea: _gain(table, idea, rng))
    return None


def _new_legal_actions(table: Table, seat: int) -> list[LegalAction]:
    """Returns the seat's own legal actions that have not been entered yet."""
    left = {stored_name(action) for action in table.game.actions if action.people_only}
    own = (one for one in table.game.view(table.state, seat).legal_actions if one.seat == seat)
    return [one for one in own if not one.already_entered and one.action not in left]


def _candidate(table: Table, legal_action: LegalAction, rng: Rng) -> ChosenAction:
    """Returns the legal action with random form values."""
    kind = table.game.action_named(legal_action.action)
    assert kind is not None
    action = from_form(kind, fill_in(legal_action, rng)).within_means(table.state, legal_action.seat)
    return legal_action.seat, action, printed(table.game, legal_action, table.read, rng)


def _event_count(table: Table, idea: ChosenAction, rng: Rng) -> int:
    """Returns how many events the action would cause; 0 if it is refused."""
    seat, action, printed_values = idea
    try:
        return len(decide_with(table, Actor(seat), seat, action, printed_values, rng))
    except Refusal:
        return 0


def _gain(table: Table, idea: ChosenAction, rng: Rng) -> float:
    """Returns how much the action would improve the seat's lead at once.

    Sealed and revealing actions are worth 0, refused ones -1000.
    """
    seat, action, printed_values = idea
    if action.sealed:
        return 0
    try:
        events = decide_with(table, Actor(seat), seat, action, printed_values, rng)
    except Refusal:
        return -1000
    if any(event.reveals for event in events):
        return 0
    after = table
    for event in events:
        after = apply_event(after, event)
    return _lead(after, seat) - _lead(table, seat)


def _lead(table: Table, seat: int) -> float:
    """Returns the seat's points minus the best points of the others."""
    points = totals(table.game.score(table.state), len(table.seats))
    return len(points) * points[seat] - sum(points)


def _any_legal_action(table: Table, rng: Rng) -> LegalAction:
    """Returns a random legal action of a random seat; raises RuntimeError if no seat has one."""
    for seat in rng.shuffled(range(len(table.seats))):
        if legal_action := pick_legal_action(table.game.view(table.state, seat), rng):
            return legal_action
    raise RuntimeError("nobody can do anything: a dead end")


def _open_table(
    game: Game[Any], seats: int, options: Mapping[str, str], box: PrintedValues, now: Callable[[], str]
) -> Projection:
    """Returns a started game with bots in all seats."""
    colours = list(PLAYER_COLOURS)
    if any(option.key == "follow" for option in game.options):  # bots have no physical board to score
        options = {"follow": EVERY_MOVE, **options}
    projection = apply_record(None, Record(1, now(), None, "open", new_table(game, options, box, box is game.example)))
    for number in range(seats):
        taken = SeatTaken(number + 1, NAMES[number], colours[number])
        projection = apply_record(projection, Record(projection.seq + 1, now(), number, f"sit-{number}", taken))
    return _after_events(projection, [GameStarted()], None, "start", now())


def _after_action(projection: Projection, chosen: ChosenAction | None, rng: Rng, action_id: str, at: str) -> Projection:
    if chosen is None:
        raise RuntimeError("nobody can do anything: a dead end")
    events = _events_of(projection.table, chosen, rng)
    return _after_events(projection, events, chosen[0], action_id, at)


def _events_of(table: Table, chosen: ChosenAction, rng: Rng) -> list[Event]:
    """Returns the events of the action, adding further printed values if a refusal asks for them."""
    seat, action, printed_values = chosen
    try:
        return decide_with(table, Actor(seat), seat, action, printed_values, rng)
    except Refusal as refusal:
        if not refusal.missing_values:
            raise
        more = _consistent_values(table.game, refusal.missing_values, {**table.read, **printed_values}, rng)
        return _events_of(table, (seat, action, {**printed_values, **more}), rng)


def _after_events(
    projection: Projection, events: Sequence[Event], by: int | None, action_id: str, at: str
) -> Projection:
    for event in events:
        projection = apply_record(projection, Record(projection.seq + 1, at, by, action_id, event))
    return projection
