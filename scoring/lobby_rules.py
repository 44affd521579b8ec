"""Lobby rules: seats, names, colours and options before the game, and when it can start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from scoring.kernel import Event, Game, Option, Refusal
from scoring.names import NAME_LENGTH, is_plain, is_short, key_of, tidy
from scoring.table_events import (
    PLAYER_COLOURS,
    Actor,
    BotSeated,
    GameStarted,
    OptionChosen,
    Seat,
    SeatChanged,
    SeatsOrdered,
    SeatTaken,
)
from scoring.words import T, Text

if TYPE_CHECKING:
    from scoring.table import Table

# --- seats --------------------------------------------------------------------------------------------


def take_seat(table: Table, name: str, colour: str, phone: bool) -> SeatTaken:
    require_not_started(table)
    if len(table.seats) >= table.game.players[-1]:
        full = T("All {seats} seats are taken. You can watch on the table screen.", seats=table.game.players[-1])
        raise Refusal("table-full", full)
    return SeatTaken(table.keys + 1, _require_free_name(table, name), _require_free_colour(table, colour), phone)


BOTS = ("Anna", "Ben", "Carla", "David", "Eva", "Femke", "Gijs", "Hanna", "Ivo")


def seat_bot(table: Table) -> list[Event]:
    """Returns the events that seat a bot. Options change to their values without a box, because bots have no pieces.

    "Bot" in its name distinguishes it from a person.
    """
    if not table.example:
        raise Refusal("no-bots", T("Bots can only join games with sample values."))
    here = {key_of(name) for name in table.names}
    name = next(f"Bot {bot}" for bot in BOTS if here.isdisjoint((key_of(bot), key_of(f"Bot {bot}"))))
    seat = take_seat(table, name, table.free_colours[0], True)
    return [*_options_without_box(table), BotSeated(seat.key, seat.name, seat.colour, seat.phone)]


def _options_without_box(table: Table) -> list[Event]:
    options = (option for option in table.game.options if option.without_box)
    return [
        OptionChosen(option.key, option.without_box)
        for option in options
        if table.options[option.key] != option.without_box
    ]


def change_seat(table: Table, actor: Actor, number: int, name: str, colour: str) -> SeatChanged:
    now = seat_of(table, number)
    require_own_seat_or_host(actor, number)
    others = replace(table, seats=tuple(s for n, s in enumerate(table.seats) if n != number))
    return SeatChanged(number, _require_free_name(others, name), _require_free_colour(others, colour), now.phone)


def move_seat(table: Table, number: int, by: int) -> SeatsOrdered:
    require_not_started(table)
    seat_of(table, number)
    order = list(range(len(table.seats)))
    order.insert((number + (1 if by > 0 else -1)) % len(order), order.pop(number))
    return SeatsOrdered(tuple(order))


# --- options and the start ----------------------------------------------------------------------------


def allowed_options(game: Game[Any], options: Mapping[str, str], example: bool) -> dict[str, str]:
    """Returns all options, with defaults for missing ones. Raises Refusal for an unknown value."""
    chosen = {option.key: options.get(option.key, option.default_for(example)) for option in game.options}
    for option in game.options:
        if chosen[option.key] != option.default:
            _require_allowed_value(option.values, chosen[option.key])
    return chosen


def choose_option(table: Table, key: str, value: str) -> OptionChosen:
    require_not_started(table)
    option = next((option for option in table.game.options if option.key == key), None)
    _require_allowed_value(option.listed if option else (), value)
    if option and is_fixed(table, option):
        raise bots_refusal()
    return OptionChosen(key, value)


def is_fixed(table: Table, option: Option) -> bool:
    """True if bots, who have no pieces, leave only one value of this option."""
    return table.has_bots and bool(option.without_box)


def start_game(table: Table) -> GameStarted:
    require_not_started(table)
    players = table.game.players
    if len(table.seats) not in players:
        missing_values = T(
            "{game} is for {low} to {high} players.",
            game=table.game.title,
            low=players[0],
            high=players[-1],
        )
        raise Refusal("player-count", missing_values)
    for option in table.game.options:
        if not table.options[option.key]:
            raise Refusal("not-chosen", T("Answer this first: {question}", question=option.label))
    return GameStarted()


# --- refusals -----------------------------------------------------------------------------------------


def require_not_started(table: Table) -> None:
    """Raises Refusal if the game has started."""
    if table.started:
        raise Refusal("started", T("The game has started, so seats and options can’t be changed."))


def seat_of(table: Table, number: int) -> Seat:
    """Returns the seat; raises Refusal if there is none with this number."""
    if number not in range(len(table.seats)):
        raise Refusal("no-seat", T("That seat isn’t at this table."))
    return table.seats[number]


def require_own_seat_or_host(actor: Actor, number: int) -> None:
    """Raises Refusal unless the device has this seat or is the host's."""
    if actor.seat != number and not actor.host:
        raise Refusal("not-yours", T("Only this seat’s own phone or the host can do that."))


def require_host(actor: Actor) -> None:
    """Raises Refusal unless the device is the host's."""
    if not actor.host:
        raise Refusal("host-only", T("Only the host’s device can do that."))


def _require_free_name(table: Table, name: str) -> str:
    name = tidy(name)
    if not is_short(name):
        raise Refusal("name", T("Names can be 1 to {most} characters long.", most=NAME_LENGTH))
    if not is_plain(name):
        raise Refusal("name", T("Use ordinary letters in the name. Emoji are fine."))
    if key_of(name) in map(key_of, table.names):
        raise Refusal("name-taken", T("{name} is already at this table. Choose another name.", name=name))
    return name


def _require_free_colour(table: Table, colour: str) -> str:
    if colour not in PLAYER_COLOURS:
        raise Refusal("colour", T("That colour doesn’t exist."))
    if colour not in table.free_colours:
        raise Refusal("colour-taken", T("That colour was just taken. Choose another."))
    return colour


def _require_allowed_value(values: tuple[tuple[str, Text], ...], value: str) -> None:
    if value not in (key for key, _ in values):
        raise Refusal("option", T("That option doesn’t exist."))


def bots_refusal() -> Refusal:
    return Refusal("bots", T("Bots have no pieces, so Herald has to do that."))
