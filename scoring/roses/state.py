"""Where the game stands, and small claims about it, named as the rulebook names things."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from scoring.box import Box
from scoring.kernel import Setting
from scoring.once import once
from scoring.roses import sheet
from scoring.roses.phases import Drafting, Parliament, Phase, Plan, Planning, Resolution, SetUp
from scoring.roses.printed import (
    AREAS,
    AWARDS,
    HOME,
    MERCENARY_CARDS,
    MERCENARY_TOKENS,
    NOBLES,
    OF_KIND,
    PIECES,
    PLAYERS_WITH_HOUSES,
    SEAS,
    SHIPS,
    START_MONEY,
)
from scoring.words import Text


@dataclass(frozen=True)
class Army:
    """Troops and mercenaries of one seat at a location; after a battle those that are left count as troops."""

    seat: int
    troops: int
    mercenaries: int

    @property
    def size(self) -> int:
        return self.troops + self.mercenaries


@dataclass(frozen=True)
class Payday:
    """What a seat was paid for one card in one round."""

    piece: str
    seat: int
    pounds: int


@dataclass(frozen=True)
class Scored:
    """A reason for points: what for, in which round, and how a tie was broken. The points are in the box."""

    round: int
    kind: str
    seat: int
    key: str
    note: Text | None = None
    # Only for what the table put right by hand.
    points: int = 0


@dataclass(frozen=True)
class State:
    """All of it, secrets included: screens see `view` only."""

    seats: int
    box: Box
    minutes: int
    money: tuple[int, ...]
    mercenaries: tuple[int, ...]
    phase: Phase = field(default_factory=SetUp)
    # Herald draws the cards and lays them out.
    draws: bool = False
    round: int = 0
    order: tuple[int, ...] = ()
    houses: tuple[str, ...] = ()
    # Location or person -> seat; what is missing is neutral.
    owners: Mapping[str, int] = field(default_factory=dict)
    # Nobles by area, ships by sea; only those that somebody has taken.
    stands: Mapping[str, str] = field(default_factory=dict)
    mercenary_cards: int = MERCENARY_CARDS
    # What was paid for which card, and what is still to be settled when the plans have been carried out.
    paydays: tuple[Payday, ...] = ()
    owed: tuple[int, ...] = ()
    # What could not be given back of what was paid wrongly, by seat.
    debts: Mapping[int, int] = field(default_factory=dict)
    aid_taken: tuple[int, ...] = ()
    awards: Mapping[str, int] = field(default_factory=dict)
    calais: tuple[int, str] | None = None
    # Location cards that lie face up on the deck, and cards that are back in the box.
    neutral: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    # During a resolution: armies by location (the last one to come lies lowest), persons with a white cube,
    # and locations whose garrison has come out.
    armies: Mapping[str, tuple[Army, ...]] = field(default_factory=dict)
    guarded: tuple[str, ...] = ()
    fought_over: tuple[str, ...] = ()
    kings: tuple[str, ...] = ()
    # Which side of its rose each area shows (nl 144); empty: it is off the board for a round.
    roses: Mapping[str, str] = field(default_factory=lambda: dict.fromkeys(AREAS, "lancaster"))
    scored: tuple[Scored, ...] = ()
    # Each seat's plan of the round before, for its own eyes.
    last_plans: tuple[Plan, ...] = ()
    to_do: tuple[Text, ...] = ()


def start(setting: Setting) -> State:
    return State(
        seats=setting.seats,
        box=setting.box,
        minutes=int(setting.options.get("glass", "0")),
        money=(START_MONEY,) * setting.seats,
        mercenaries=(0,) * setting.seats,
        draws=setting.options.get("cards") == "herald",
    )


# --- seats ---------------------------------------------------------------------------------------------


def with_houses(state: State) -> bool:
    return state.seats == PLAYERS_WITH_HOUSES  # nl 546


def members(state: State, house: str) -> tuple[int, ...]:
    return tuple(seat for seat in state.order if state.houses and state.houses[seat] == house)


def leftmost(state: State, seats: tuple[int, ...]) -> int:
    return min(seats, key=state.order.index)


def reverse_order(state: State) -> tuple[int, ...]:
    return state.order[::-1]  # nl 376, 411, 427


def turn_of(state: State) -> int | None:
    """Who picks a card; otherwise whoever taps for the table: the first in turn order."""
    match state.phase:
        case Drafting() as drafting:
            return drafting.turn
        case Resolution() | Parliament() | Planning():
            return state.order[0]
        case _:
            return None


# --- parliament ----------------------------------------------------------------------------------------


def deciding_numbers(state: State) -> dict[str, str]:
    """Of the box, what decides in parliament who gets something: nobles' numbers and cathedrals."""
    keys = (*map(sheet.number_key, NOBLES), *map(sheet.cathedral_key, AREAS))
    return {key: state.box.get(key, "") for key in keys}


@once
def as_confirmed(state: State) -> State:
    """In parliament: with the deciding numbers as they were when it assembled, so that no step contradicts another."""
    if isinstance(state.phase, Parliament) and state.phase.confirmed:
        return replace(state, box={**state.box, **state.phase.numbers})
    return state


# --- pieces --------------------------------------------------------------------------------------------


def area_of(state: State, piece: str) -> str:
    """Where a piece counts: a noble where it stands, a ship in the area beside its sea (nl 538)."""
    if piece in NOBLES:
        return state.stands.get(piece, HOME[piece])
    if piece in SHIPS:
        return SEAS[state.stands[piece]].area if piece in state.stands else HOME[piece]
    return HOME[piece]


def pieces_of(state: State, seat: int) -> tuple[str, ...]:
    return tuple(piece for piece in PIECES if state.owners.get(piece) == seat)


def presence(state: State, seat: int) -> frozenset[str]:
    """Areas with one's noble, castle, town, bishop or port; a ship is no presence (nl 312, 536)."""
    return frozenset(area_of(state, piece) for piece in pieces_of(state, seat) if piece not in SHIPS)


def is_at_home(state: State, ship: str) -> bool:
    return state.stands.get(ship) == sheet.home_sea(state.box, ship)


def in_deck(state: State) -> tuple[str, ...]:
    """Cards that nobody has and that are not back in the box."""
    return tuple(piece for piece in PIECES if piece not in state.owners and piece not in state.gone)


def mercenaries_in_supply(state: State) -> int:
    deployed = sum(army.mercenaries for there in state.armies.values() for army in there)
    return MERCENARY_TOKENS - sum(state.mercenaries) - deployed


def income(state: State, seat: int) -> int:
    return sum(sheet.income_of(state.box, piece) for piece in pieces_of(state, seat))  # nl 255


def holdings(state: State, award: str) -> dict[int, int]:
    """How many pieces each seat has of the kind this award is for."""
    held = [state.owners.get(piece) for piece in OF_KIND[AWARDS[award]]]
    return {seat: held.count(seat) for seat in state.order}
