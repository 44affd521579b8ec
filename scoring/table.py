"""A table: one game being played, with its seats, options, printed values, game state and proposed undo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, reduce
from typing import Any

from scoring import lobby_rules
from scoring.games import GAMES
from scoring.kernel import (
    EVERY_MOVE,
    FINAL_SCORING,
    Action,
    Event,
    Game,
    PrintedValueDeduced,
    PrintedValueEntered,
    Refusal,
    Rng,
    stored_name,
)
from scoring.printed_values import PrintedValues, contradiction, deduced
from scoring.standings import ScoreLine, Standings
from scoring.table_events import (
    PLAYER_COLOURS,
    TABLE_ACTIONS,
    TABLE_EVENTS,
    Actor,
    AllowCurtains,
    ChangePhone,
    ChangeSeat,
    ChooseOption,
    CurtainsAllowed,
    DeclineUndo,
    EnterPrintedValue,
    LeaveSeat,
    MoveSeat,
    Seat,
    SeatBot,
    SeatChanged,
    SeatLeft,
    StartGame,
    TableOpened,
    TakeSeat,
    UndoDeclined,
)
from scoring.tracking_modes import ChangeTrackingMode
from scoring.values import without
from scoring.words import T, Text


@dataclass(frozen=True)
class Table:
    """The state of a table after all events in its log."""

    game_key: str
    options: Mapping[str, str]
    printed_values: PrintedValues
    example: bool
    seats: tuple[Seat, ...] = ()
    # Highest seat key so far.
    keys: int = 0
    # Keys of unread printed values that follow from the others.
    deduced: frozenset[str] = frozenset()
    # The game's own state; None until the game has started.
    state: Any = None
    # Seq of the proposed undo past a reveal, if any.
    proposal: int | None = None
    # True: every device at the table may open curtains, not only the laptop and the host's.
    curtains_everywhere: bool = False

    @property
    def game(self) -> Game[Any]:
        return GAMES[self.game_key].of_values(self.printed_values)

    @property
    def started(self) -> bool:
        return self.state is not None

    @property
    def tracking_mode(self) -> str:
        """Tracking mode, as chosen in the lobby or changed during the game."""
        chosen = self.options.get("follow", EVERY_MOVE)
        return getattr(self.state, "tracking_mode", chosen)

    @property
    def standings(self) -> Standings | None:
        return self.game.standings(self.state) if self.started else None

    @property
    def public_score(self) -> tuple[ScoreLine, ...] | None:
        """Public score lines; None before the start, and before the end of a game that hides them."""
        shown = self.started and (self.game.open_scores or self.standings is not None)
        return self.game.public_score(self.state) if shown else None

    @property
    def has_bots(self) -> bool:
        return any(seat.bot for seat in self.seats)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    @property
    def read(self) -> PrintedValues:
        """Printed values that somebody has read."""
        return {key: value for key, value in self.printed_values.items() if key not in self.deduced}

    @property
    def free_colours(self) -> tuple[str, ...]:
        """Colours that no seat has. With a box, only the colours of its pieces. Without one, or for a finished game,
        whose players may have kept the arms of an earlier game, all colours."""
        taken = {seat.colour for seat in self.seats}
        boxed = self.game.colours and not self.example and self.tracking_mode != FINAL_SCORING
        there = self.game.colours if boxed else (*self.game.colours, *PLAYER_COLOURS)
        return tuple(colour for colour in dict.fromkeys(there) if colour not in taken)


def apply_event(table: Table | None, event: Event) -> Table:
    """Returns the table after the event. `Undone` removes nothing here; `replay` leaves out undone records."""
    if isinstance(event, TableOpened):
        # The log of an older table does not mention options that came later.
        earlier = {option.key: option.before or option.default for option in GAMES[event.game].options}
        options = {**earlier, **event.options}
        return Table(event.game, options, event.box, event.example)
    assert table is not None, "the first event opens the table"
    if isinstance(event, PrintedValueEntered):
        return _with_printed_value(table, event)
    if isinstance(event, TABLE_EVENTS):
        after: Table = event.apply(table)
        return after
    return replace(table, state=table.game.apply(table.state, event))


def _with_printed_value(table: Table, filled: PrintedValueEntered) -> Table:
    key, value = filled.field, filled.value
    box = {**table.printed_values, key: value} if value else without(table.printed_values, key)
    state = table.game.apply(table.state, filled) if table.started else None
    is_deduced = isinstance(filled, PrintedValueDeduced) and bool(value)
    deduced_keys = table.deduced | {key} if is_deduced else table.deduced - {key}
    return replace(table, printed_values=box, state=state, deduced=deduced_keys)


def decide(table: Table, actor: Actor, seat: int | None, action: Action, rng: Rng) -> list[Event]:
    """Returns the events of this action; raises Refusal if it is not legal now."""
    match action:
        case TakeSeat(name, colour, phone):
            return [lobby_rules.take_seat(table, name, colour, phone)]
        case SeatBot():
            return lobby_rules.seat_bot(table)
        case ChangeSeat(number, name, colour):
            return [lobby_rules.change_seat(table, actor, number, name, colour)]
        case ChangePhone(number, phone):
            lobby_rules.require_host(actor)
            now = lobby_rules.seat_of(table, number)
            return [] if now.phone == phone else [SeatChanged(number, now.name, now.colour, phone)]
        case AllowCurtains(everywhere):
            lobby_rules.require_host(actor)
            return [] if everywhere == table.curtains_everywhere else [CurtainsAllowed(everywhere)]
        case LeaveSeat(number):
            lobby_rules.require_not_started(table)
            lobby_rules.seat_of(table, number)
            lobby_rules.require_own_seat_or_host(actor, number)
            return [SeatLeft(number)]
        case MoveSeat(number, by):
            return [lobby_rules.move_seat(table, number, by)]
        case ChooseOption(option, value):
            return [lobby_rules.choose_option(table, option, value)]
        case StartGame():
            return [lobby_rules.start_game(table)]
        case EnterPrintedValue(field, value):
            return _printed_value_events(table, field, value)
        case DeclineUndo():
            lobby_rules.require_host(actor)
            return [UndoDeclined()] if table.proposal is not None else []
        case _ if not table.started:
            raise Refusal("not-started", T("The game hasn’t started yet. Start it on the table screen."))
        case _ if seat is None or seat not in range(len(table.seats)):
            raise Refusal("no-seat", T("Choose which seat this is for."))
        case _:
            return _game_events(table, seat, action, rng)


def _game_events(table: Table, seat: int, action: Action, rng: Rng) -> list[Event]:
    if table.has_bots and isinstance(action, ChangeTrackingMode):
        raise lobby_rules.bots_refusal()
    events = table.game.decide(table.state, seat, action, rng)
    if action.counts and (refusal := table.game.printed_values_refusal(table.printed_values)):
        raise refusal
    return events


def decide_with(
    table: Table, actor: Actor, seat: int | None, action: Action, printed_values: Mapping[str, str], rng: Rng
) -> list[Event]:
    """Like `decide`, for an action with printed values: they are entered before it is decided."""
    events: list[Event] = []
    for key, value in printed_values.items():
        filled = decide(table, actor, None, EnterPrintedValue(key, value), rng)
        for event in filled:
            table = apply_event(table, event)
        events += filled
    return events + decide(table, actor, seat, action, rng)


def may_act(table: Table, actor: Actor, seat: int | None, action: type[Action]) -> bool:
    """True if this device may take such an action for that seat. Private actions need the seat's own device."""
    if not action.private or seat is None or seat not in range(len(table.seats)):
        return True
    return actor.seat == seat


def new_table(game: Game[Any], options: Mapping[str, str], box: PrintedValues, example: bool) -> TableOpened:
    """Returns the first event of a table."""
    return TableOpened(game.key, lobby_rules.allowed_options(game, options, example), box, example)


def seated_at_once(opened: TableOpened, people: Sequence[tuple[str, str]]) -> list[Event]:
    """Returns the events that seat everybody on one device and start the game, so that a finished game can be scored.

    `people` are names and colours; for an empty colour, Herald picks one.
    """
    table, events, wanted = apply_event(None, opened), list[Event](), {colour for _, colour in people}
    for name, colour in people:
        free = next((one for one in table.free_colours if one not in wanted), "")
        events.append(lobby_rules.take_seat(table, name, colour or free, phone=False))
        table = apply_event(table, events[-1])
    return [*events, lobby_rules.start_game(table)]


def _printed_value_events(table: Table, key: str, value: str) -> list[Event]:
    """Returns the event of an entered printed value, and its consequences."""
    check_printed_value(table.game, table.read, key, value)
    filled = PrintedValueEntered(key, value)
    return [filled, *consequences(table, filled)]


def check_printed_value(game: Game[Any], read: PrintedValues, key: str, value: str) -> None:
    """Raises Refusal for an impossible value.

    A corrected value may contradict others that also need a correction; nothing is counted before all agree.
    """
    field = game.field(key)
    if field is None or not field.allows(value):
        raise Refusal("box-value", T("That value isn’t possible here."))
    if field.names_a_place and value in {
        read.get(one.key) for one in game.printed_fields if one.names_a_place and one != field
    }:
        raise Refusal("named-twice", T("{name} is on the board only once and has already been entered.", name=value))
    broken = None if key in read else contradiction(game.printed_fields, game.checks, {**read, key: value})
    if broken and key in broken.entries:
        raise Refusal("box-contradicts", broken.why, broken.check.rule)


def consequences(table: Table, filled: PrintedValueEntered) -> list[Event]:
    """Returns the consequences of a printed value: events of the running game, and newly deduced values."""
    events = _game_consequences(table, filled)
    table = reduce(apply_event, events, apply_event(table, filled))
    return [*events, *deduced_events(table)]


def deduced_events(table: Table) -> list[Event]:
    """Returns events for the values that can be deduced now, or no longer can."""
    game, events = table.game, list[Event]()
    now = deduced(game.printed_fields, game.checks, table.read)
    for key in sorted(now.keys() | table.deduced):
        if now.get(key, "") != table.printed_values.get(key, ""):
            clear = PrintedValueDeduced(key, now.get(key, ""))
            follows = [clear, *_game_consequences(table, clear)]
            table = reduce(apply_event, follows, table)
            events += follows
    return events


def _game_consequences(table: Table, filled: PrintedValueEntered) -> list[Event]:
    return table.game.after_printed_value(table.state, filled) if table.started else []


def history_line(table: Table | None, event: Event) -> Text | None:
    """Returns the event's news line, given the table before it; None if it has none."""
    if isinstance(event, TABLE_EVENTS) and not isinstance(event, PrintedValueEntered):
        return event.history_line(table)
    assert table is not None
    if isinstance(event, PrintedValueEntered):
        return _printed_value_line(table, event.field, event.value, isinstance(event, PrintedValueDeduced))
    return table.game.history_line(table.state, event)


def history_text(table: Table | None, event: Event, over: bool) -> Text | None:
    """Returns the event's history line, given the table before it.

    While the game runs, the line leaves out what the event hides.
    """
    text = history_line(table, event)
    if over or text is None or table is None or not table.started:
        return text
    return event.short_history_line(table.state) or text


def _printed_value_line(table: Table, key: str, value: str, is_deduced: bool) -> Text | None:
    field = table.game.field(key)
    if field is None or (is_deduced and not value):
        return None
    if news := field.news(table.printed_values.get(key, ""), value):
        return news
    label = field.full_label(table.printed_values)
    if is_deduced:
        return T("Worked out: {label} {value}.", label=label, value=field.display(value))
    return T("Printed value: {label} {value}.", label=label, value=field.display(value))


def events_by_name(game: Game[Any]) -> Mapping[str, type[Event]]:
    return _by_name((*TABLE_EVENTS, *game.events))


def actions_by_name(game: Game[Any]) -> Mapping[str, type[Action]]:
    return _by_name((*TABLE_ACTIONS, *game.actions))


@cache
def _by_name(kinds: tuple[type[Any], ...]) -> Mapping[str, type[Any]]:
    return {stored_name(kind): kind for kind in kinds}
