"""One game being played: who sits where, what was agreed, the game's own state – and going back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, reduce
from typing import Any

from scoring.box import Box, contradiction, worked_out
from scoring.following import ChangeWay
from scoring.games import GAMES
from scoring.kernel import END, MOVES, Ask, BoxFilled, BoxWorkedOut, Chance, Event, Game, Refusal, Setting, stored_name
from scoring.names import NAME_LENGTH, is_plain, is_short, key_of, tidy
from scoring.seating import (
    TABLE_ASKS,
    TABLE_EVENTS,
    AllowCurtains,
    BotSeated,
    ChangePhone,
    ChangeSeat,
    ChooseOption,
    CurtainOpened,
    CurtainsAllowed,
    DeclineUndo,
    FillBox,
    GameStarted,
    LeaveSeat,
    MoveSeat,
    OptionChosen,
    SeatBot,
    SeatChanged,
    SeatLeft,
    SeatsOrdered,
    SeatTaken,
    StartGame,
    TableOpened,
    TakeSeat,
    UndoDeclined,
    Undone,
    UndoProposed,
)
from scoring.standings import Standings
from scoring.words import T, Text, Who

# Colour is never alone: each has its own shape.
SHAPES: Mapping[str, str] = {
    "red": "circle",
    "blue": "square",
    "green": "triangle",
    "yellow": "diamond",
    "orange": "pentagon",
    "purple": "star",
    "black": "cross",
    "white": "hexagon",
    "grey": "moon",
}


@dataclass(frozen=True)
class Seat:
    """A player's place. Without a phone it answers behind the curtain of a device that may open it."""

    # Stays with the player when seats are moved or left before the game.
    key: int
    name: str
    colour: str
    phone: bool = True
    # Herald plays it, as long as no phone has taken it over.
    bot: bool = False

    @property
    def shape(self) -> str:
        return SHAPES[self.colour]


@dataclass(frozen=True)
class Actor:
    """Who is asking: the seat of the device (None: the table screen) and whether it is the host's."""

    seat: int | None = None
    host: bool = False


# --- the table -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Table:
    """All that the log says, folded."""

    game_key: str
    options: Mapping[str, str]
    box: Box
    example: bool
    seats: tuple[Seat, ...] = ()
    # The highest seat key given so far.
    keys: int = 0
    # Printed numbers in the box that nobody has read: the others leave only one value for them.
    worked_out: frozenset[str] = frozenset()
    # The game's own state; None until the game has started.
    state: Any = None
    # Somebody's wish to go back behind a reveal.
    proposal: int | None = None
    # Every device of the table may open curtains, not only the laptop and the host's.
    curtains_everywhere: bool = False

    @property
    def game(self) -> Game[Any]:
        return GAMES[self.game_key]

    @property
    def started(self) -> bool:
        return self.state is not None

    @property
    def follow(self) -> str:
        """How closely Herald follows: as it was chosen or, by now, as the table has gone over."""
        chosen = self.options.get("follow", MOVES)
        return getattr(self.state, "follow", chosen)

    @property
    def standings(self) -> Standings | None:
        return self.game.standings(self.state) if self.started else None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    @property
    def read(self) -> Box:
        """The printed numbers that somebody has read."""
        return {key: value for key, value in self.box.items() if key not in self.worked_out}

    @property
    def free_colours(self) -> tuple[str, ...]:
        """Those of the pieces in the box, where they are known; without a box, all others too."""
        taken = {seat.colour for seat in self.seats}
        there = self.game.colours if self.game.colours and not self.example else (*self.game.colours, *SHAPES)
        return tuple(colour for colour in dict.fromkeys(there) if colour not in taken)


def fold(table: Table | None, event: Event) -> Table:
    """The table after the event. `Undone` is not folded here: `replay` leaves out what was undone."""
    if isinstance(event, TableOpened):
        # A table of earlier days says nothing of an option that came later.
        earlier = {option.key: option.before or option.default for option in GAMES[event.game].options}
        options = {**earlier, **event.options}
        return Table(event.game, options, event.box, event.example)
    assert table is not None, "the first event opens the table"
    match event:
        case SeatTaken(key, name, colour, phone):
            seat = Seat(key, name, colour, phone, isinstance(event, BotSeated))
            return replace(table, seats=(*table.seats, seat), keys=key)
        case SeatChanged(number, name, colour, phone):
            seats = list(table.seats)
            seats[number] = replace(seats[number], name=name, colour=colour, phone=phone)
            return replace(table, seats=tuple(seats))
        case SeatLeft(number):
            return replace(table, seats=table.seats[:number] + table.seats[number + 1 :])
        case SeatsOrdered(order):
            return replace(table, seats=tuple(table.seats[number] for number in order))
        case OptionChosen(option, value):
            return replace(table, options={**table.options, option: value})
        case GameStarted():
            colours = tuple(seat.colour for seat in table.seats)
            setting = Setting(len(table.seats), table.options, table.box, colours)
            return replace(table, state=table.game.start(setting))
        case BoxFilled(key, value):
            box = {**table.box, key: value} if value else {k: v for k, v in table.box.items() if k != key}
            state = table.game.fold(table.state, event) if table.started else None
            reasoned = isinstance(event, BoxWorkedOut) and bool(value)
            worked_out = table.worked_out | {key} if reasoned else table.worked_out - {key}
            return replace(table, box=box, state=state, worked_out=worked_out)
        case CurtainOpened():
            return table
        case CurtainsAllowed(everywhere):
            return replace(table, curtains_everywhere=everywhere)
        case UndoProposed(to):
            return replace(table, proposal=to)
        case UndoDeclined() | Undone():
            return replace(table, proposal=None)
        case _:
            return replace(table, state=table.game.fold(table.state, event))


def decide(table: Table, actor: Actor, seat: int | None, ask: Ask, chance: Chance) -> list[Event]:
    """What happens if this ask is taken; raises Refusal if the rules or the moment forbid it."""
    match ask:
        case TakeSeat(name, colour, phone):
            return [_taken(table, name, colour, phone)]
        case SeatBot():
            return [_bot(table)]
        case ChangeSeat(number, name, colour):
            return [_changed(table, actor, number, name, colour)]
        case ChangePhone(number, phone):
            _host_only(actor)
            now = _seat(table, number)
            return [] if now.phone == phone else [SeatChanged(number, now.name, now.colour, phone)]
        case AllowCurtains(everywhere):
            _host_only(actor)
            return [] if everywhere == table.curtains_everywhere else [CurtainsAllowed(everywhere)]
        case LeaveSeat(number):
            _before_start(table)
            _seat(table, number)
            _own_or_host(actor, number)
            return [SeatLeft(number)]
        case MoveSeat(number, by):
            return [_moved(table, number, by)]
        case ChooseOption(option, value):
            return [_option(table, option, value)]
        case StartGame():
            return [_start(table)]
        case FillBox(field, value):
            return _filled(table, field, value)
        case DeclineUndo():
            _host_only(actor)
            return [UndoDeclined()] if table.proposal is not None else []
        case _ if not table.started:
            raise Refusal("not-started", T("The game has not started yet: start it on the table screen."))
        case _ if seat is None or seat not in range(len(table.seats)):
            raise Refusal("no-seat", T("Say which seat this is for."))
        case _:
            return _in_play(table, seat, ask, chance)


def _in_play(table: Table, seat: int, ask: Ask, chance: Chance) -> list[Event]:
    if table.example and isinstance(ask, ChangeWay):
        raise no_box()
    events = table.game.decide(table.state, seat, ask, chance)
    if ask.counts and (refusal := table.game.wrong_box(table.box)):
        raise refusal
    return events


def no_box() -> Refusal:
    return Refusal("no-box", T("There is no box on the table: Herald has to do that itself."))


def decide_with(
    table: Table, actor: Actor, seat: int | None, ask: Ask, fills: Mapping[str, str], chance: Chance
) -> list[Event]:
    """The same for an ask that brings printed numbers along: they are known before it is decided."""
    events: list[Event] = []
    for key, value in fills.items():
        filled = decide(table, actor, None, FillBox(key, value), chance)
        for event in filled:
            table = fold(table, event)
        events += filled
    return events + decide(table, actor, seat, ask, chance)


def may_ask(table: Table, actor: Actor, seat: int | None, ask: type[Ask]) -> bool:
    """True if this device may make such an ask for that seat at all (own asks: only its own device)."""
    if not ask.own or seat is None or seat not in range(len(table.seats)):
        return True
    return actor.seat == seat


def new_table(game: Game[Any], options: Mapping[str, str], box: Box, example: bool) -> TableOpened:
    """The first event of a table."""
    return TableOpened(game.key, allowed_options(game, options, example), box, example)


def seated_at_once(opened: TableOpened, names: Iterable[str]) -> list[Event]:
    """Everybody on one device, and the game begun: for those who only want the end counted."""
    table, events = fold(None, opened), list[Event]()
    for name in names:
        events.append(_taken(table, name, next(iter(table.free_colours), ""), phone=False))
        table = fold(table, events[-1])
    return [*events, _start(table)]


def allowed_options(game: Game[Any], options: Mapping[str, str], example: bool) -> dict[str, str]:
    """Missing ones take their default; a value that an option does not have is refused."""
    chosen = {option.key: options.get(option.key, option.default_for(example)) for option in game.options}
    for option in game.options:
        if chosen[option.key] != option.default:
            _allowed_value(option.values, chosen[option.key])
    return chosen


def _taken(table: Table, name: str, colour: str, phone: bool) -> SeatTaken:
    _before_start(table)
    if len(table.seats) >= table.game.players[-1]:
        full = T("All {seats} seats are taken: watch on the table screen.", seats=table.game.players[-1])
        raise Refusal("table-full", full)
    return SeatTaken(table.keys + 1, _free_name(table, name), _free_colour(table, colour), phone)


BOTS = ("Anna", "Ben", "Carla", "David", "Eva", "Femke")


def _bot(table: Table) -> BotSeated:
    """Named so that nobody takes it for somebody; its games count for nothing, as all that are only tried out."""
    if not table.example:
        raise Refusal("no-bots", T("Bots play where a game is only tried out, with example numbers."))
    name = next(name for name in (f"Bot {bot}" for bot in BOTS) if name not in table.names)
    taken = _taken(table, name, table.free_colours[0], True)
    return BotSeated(taken.key, taken.name, taken.colour, taken.phone)


def _changed(table: Table, actor: Actor, number: int, name: str, colour: str) -> SeatChanged:
    now = _seat(table, number)
    _own_or_host(actor, number)
    others = replace(table, seats=tuple(s for n, s in enumerate(table.seats) if n != number))
    return SeatChanged(number, _free_name(others, name), _free_colour(others, colour), now.phone)


def _moved(table: Table, number: int, by: int) -> SeatsOrdered:
    _before_start(table)
    _seat(table, number)
    order = list(range(len(table.seats)))
    order.insert((number + (1 if by > 0 else -1)) % len(order), order.pop(number))
    return SeatsOrdered(tuple(order))


def _option(table: Table, key: str, value: str) -> OptionChosen:
    _before_start(table)
    option = next((option for option in table.game.options if option.key == key), None)
    _allowed_value(option.listed if option else (), value)
    if table.example and option and option.fixed_without_box:
        raise no_box()
    return OptionChosen(key, value)


def _start(table: Table) -> GameStarted:
    _before_start(table)
    players = table.game.players
    if len(table.seats) not in players:
        needs = T(
            "{game} is for {low} to {high} players.",
            game=table.game.title,
            low=players[0],
            high=players[-1],
        )
        raise Refusal("player-count", needs)
    for option in table.game.options:
        if not table.options[option.key]:
            raise Refusal("not-chosen", T("Answer this first: {question}", question=option.label))
    return GameStarted()


def _filled(table: Table, key: str, value: str) -> list[Event]:
    """The number, and what follows from it."""
    check_box(table.game, table.read, key, value)
    filled = BoxFilled(key, value)
    return [filled, *what_follows(table, filled)]


def check_box(game: Game[Any], read: Box, key: str, value: str) -> None:
    """Refuses what cannot be printed there. A number that is put right may contradict others that are to be put right
    too: nothing is counted before they agree."""
    field = game.field(key)
    if field is None or not field.allows(value):
        raise Refusal("box-value", T("That is not one of the values this can have."))
    if field.names_a_place and value in {read.get(one.key) for one in game.box if one.names_a_place and one != field}:
        raise Refusal("named-twice", T("{name} is on the board only once, and has been entered already.", name=value))
    broken = None if key in read else contradiction(game.box, game.checks, {**read, key: value})
    if broken and key in broken.entries:
        raise Refusal("box-contradicts", broken.why, broken.check.rule)


def what_follows(table: Table, filled: BoxFilled) -> list[Event]:
    """What a printed number changes in a game that is under way, and the numbers that are clear now."""
    events = _in_the_game(table, filled)
    table = reduce(fold, events, fold(table, filled))
    return [*events, *reasoned(table)]


def reasoned(table: Table) -> list[Event]:
    """Numbers that what has been read leaves only one value for, or no longer does."""
    game, events = table.game, list[Event]()
    now = worked_out(game.box, game.checks, table.read)
    for key in sorted(now.keys() | table.worked_out):
        if now.get(key, "") != table.box.get(key, ""):
            clear = BoxWorkedOut(key, now.get(key, ""))
            follows = [clear, *_in_the_game(table, clear)]
            table = reduce(fold, follows, table)
            events += follows
    return events


def _in_the_game(table: Table, filled: BoxFilled) -> list[Event]:
    return table.game.after_filled(table.state, filled) if table.started else []


def _before_start(table: Table) -> None:
    if table.started:
        raise Refusal("started", T("The game is under way: seats and options stay as they are."))


def _seat(table: Table, number: int) -> Seat:
    if number not in range(len(table.seats)):
        raise Refusal("no-seat", T("There is no such seat at this table."))
    return table.seats[number]


def _own_or_host(actor: Actor, number: int) -> None:
    if actor.seat != number and not actor.host:
        raise Refusal("not-yours", T("Only this seat's own phone or the host can do that."))


def _host_only(actor: Actor) -> None:
    if not actor.host:
        raise Refusal("host-only", T("Only the host's device can do that."))


def _free_name(table: Table, name: str) -> str:
    name = tidy(name)
    if not is_short(name):
        raise Refusal("name", T("A name has 1 to {most} letters.", most=NAME_LENGTH))
    if not is_plain(name):
        raise Refusal("name", T("Write the name in ordinary letters; emoji are fine."))
    if key_of(name) in map(key_of, table.names):
        raise Refusal("name-taken", T("{name} sits here already: choose another name.", name=name))
    return name


def _free_colour(table: Table, colour: str) -> str:
    if colour not in SHAPES:
        raise Refusal("colour", T("There is no such colour."))
    if colour not in table.free_colours:
        raise Refusal("colour-taken", T("That colour has just been taken: choose another."))
    return colour


def _allowed_value(values: tuple[tuple[str, Text], ...], value: str) -> None:
    if value not in (key for key, _ in values):
        raise Refusal("option", T("There is no such choice."))


def tell(table: Table | None, event: Event) -> Text | None:
    """The event in words for the history, told from the table before it."""
    match event:
        case TableOpened():
            return T("The table is open.")
        case SeatTaken(_, name):
            return T("{name} takes a seat.", name=name)
        case SeatLeft(number):
            assert table is not None
            return T("{who} leaves the table.", who=table.seats[number].name)
        case GameStarted():
            counts = table is not None and table.follow == END
            return T("The end of a game is counted.") if counts else T("The game begins.")
        case BoxFilled(key, value):
            assert table is not None
            return _tell_box(table, key, value, isinstance(event, BoxWorkedOut))
        case CurtainOpened():
            return tell_curtain(event)
        case CurtainsAllowed(everywhere):
            return EVERYWHERE if everywhere else NOT_EVERYWHERE
        case UndoProposed():
            return T("Somebody asks to go back to before something was sealed or revealed.")
        case UndoDeclined():
            return T("The table plays on.")
        case Undone():
            return None  # told by what it takes back (scoring.replay)
        case SeatChanged(number, name, _, phone):
            assert table is not None
            return _tell_change(table.seats[number], name, phone)
        case SeatsOrdered() | OptionChosen():
            return None
        case _:
            assert table is not None
            return table.game.tell(table.state, event)


def _tell_change(before: Seat, name: str, phone: bool) -> Text | None:
    if name != before.name:
        return T("{before} is now called {name}.", before=before.name, name=name)
    if phone == before.phone:
        return None
    if phone:
        return T("{name} plays on a phone from now on.", name=name)
    return T("{name} plays on a shared device from now on.", name=name)


EVERYWHERE = T("Every device at the table may open curtains from now on.")
NOT_EVERYWHERE = T("Only the laptop and the host's device open curtains from now on.")


def tell_curtain(opened: CurtainOpened) -> Text:
    if opened.phone is not None:
        return T("The curtain of {who} was opened on {other}'s phone.", who=Who(opened.seat), other=Who(opened.phone))
    if opened.host:
        return T("The curtain of {who} was opened on the host's device.", who=Who(opened.seat))
    return T("The curtain of {who} was opened on a table screen.", who=Who(opened.seat))


def _tell_box(table: Table, key: str, value: str, reasoned: bool) -> Text | None:
    field = table.game.field(key)
    if field is None or (reasoned and not value):
        return None
    label = field.full_label(table.box)
    if reasoned:
        return T("Worked out: {label} {value}.", label=label, value=field.said(value))
    return T("From the box: {label} {value}.", label=label, value=field.said(value))


def events_by_name(game: Game[Any]) -> Mapping[str, type[Event]]:
    return _by_name((*TABLE_EVENTS, *game.events))


def asks_by_name(game: Game[Any]) -> Mapping[str, type[Ask]]:
    return _by_name((*TABLE_ASKS, *game.asks))


@cache
def _by_name(kinds: tuple[type[Any], ...]) -> Mapping[str, type[Any]]:
    return {stored_name(kind): kind for kind in kinds}
