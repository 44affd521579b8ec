"""Where the game stands, and small claims about it, named as the rulebook names things."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from scoring.box import Box
from scoring.kernel import Setting
from scoring.regents import printed
from scoring.regents.castle import Doors, doors
from scoring.regents.phases import Over, Phase, Secrets, SetUp
from scoring.regents.printed import CHIPS, CLANS, EN, HAND, LOCATIONS, ROOMS, THRONE
from scoring.regents.tracks import START, Markers
from scoring.sealed import Sealed
from scoring.words import T, Text, Who

OUTSIDE = "outside"  # where a driven-out agent is
ON_BOARD, USED = -1, -2  # where a chip is that nobody has


@dataclass(frozen=True)
class Note:
    """What one seat has learned of another: a `card` it holds, the `clan` it is, or the clan it `named`."""

    whose: int
    card: str = ""
    clan: str = ""
    named: str = ""


@dataclass(frozen=True)
class State:
    """All of it, secrets included: screens see `view` only."""

    seats: int
    box: Box
    edition: str
    herald_deals: bool
    phase: Phase
    # Secret, by seat: clan and domain card; empty until everybody's are known.
    cards: tuple[Secrets, ...] = ()
    # Secret, by seat: clans whose tile is gone, and what it found out.
    tiles_gone: tuple[tuple[str, ...], ...] = ()
    notes: tuple[tuple[Note, ...], ...] = ()
    # The open clan of the neutral agents, with three players.
    neutral: str = ""
    # By owner, the neutral clan last: where the agents are.
    agents: tuple[tuple[str, ...], ...] = ()
    king: str = THRONE
    tracks: tuple[Markers, ...] = ()
    # Before each player, and on the board for whoever's turn it is.
    counsellors: tuple[int, ...] = ()
    on_board: tuple[str, ...] = ()
    chips: Mapping[str, int] = field(default_factory=dict)
    played: tuple[tuple[str, ...], ...] = ()
    # Who was rightly accused, and whose domain card lies open.
    accused: frozenset[int] = frozenset()
    domains_open: frozenset[int] = frozenset()
    first: int = 0
    round: int = 1
    to_do: tuple[Text, ...] = ()


def start(setting: Setting) -> State:
    seats, empty = setting.seats, ((),) * setting.seats
    dealt = setting.options.get("dealt", "box") == "herald"
    owners = seats + (seats == printed.WITH_NEUTRAL)
    return State(
        seats=seats,
        box=setting.box,
        edition=setting.options.get("edition", EN),
        herald_deals=dealt,
        phase=SetUp(Sealed(() if dealt else tuple(range(seats)))),
        tiles_gone=empty,
        notes=empty,
        agents=((),) * owners,
        tracks=(START,) * seats,
        counsellors=(0,) * seats,
        played=empty,
    )


# --- seats ---------------------------------------------------------------------------------------------


def turn_of(state: State) -> int | None:
    return None if isinstance(state.phase, SetUp | Over) else state.phase.turn


def next_seat(state: State, seat: int) -> int:
    return (seat + 1) % state.seats


def is_last_of_round(state: State, seat: int) -> bool:
    return next_seat(state, seat) == state.first


def opponents(state: State, seat: int) -> tuple[int, ...]:
    return tuple(other for other in range(state.seats) if other != seat)


def is_last_round(state: State) -> bool:
    return state.round == printed.ROUNDS


# --- the castle ----------------------------------------------------------------------------------------


def has_neutral(state: State) -> bool:
    return state.seats == printed.WITH_NEUTRAL


def neutral_clan(state: State) -> str:
    """As far as it is shown, and needs not be shown again."""
    return "" if isinstance(state.phase, SetUp) and state.phase.neutral_again else state.neutral


def neutral_owner(state: State) -> int:
    """The neutral agents belong to the owner after the last seat."""
    return state.seats


def owner_name(state: State, owner: int) -> Text | Who:
    return Who(owner) if owner < state.seats else T("the neutral clan")


def ways(state: State) -> Doors:
    return doors(state.box)


def agents_in(state: State, owner: int, place: str) -> int:
    return state.agents[owner].count(place)


def places_of(state: State, owner: int) -> tuple[str, ...]:
    """Locations with an agent of this owner."""
    return tuple(place for place in LOCATIONS if place in state.agents[owner])


def tokens_in(state: State, owner: int, place: str) -> int:
    """Agents, and the counsellors of whoever's turn it is (en 962, 1038)."""
    return agents_in(state, owner, place) + (state.on_board.count(place) if owner == turn_of(state) else 0)


def is_driven_out(state: State, seat: int) -> bool:
    return OUTSIDE in state.agents[seat]


def relocated(state: State, owner: int, origin: str, place: str) -> State:
    """One agent is in another place; nothing happens if there is none to move."""
    there = list(state.agents[owner])
    if origin in there:
        there[there.index(origin)] = place
    agents = (*state.agents[:owner], tuple(there), *state.agents[owner + 1 :])
    return replace(state, agents=agents)


def reserve(state: State) -> int:
    return printed.COUNSELLORS - sum(state.counsellors) - len(state.on_board)


def with_counsellors(state: State, seat: int, more: int) -> State:
    held = (*state.counsellors[:seat], state.counsellors[seat] + more, *state.counsellors[seat + 1 :])
    return replace(state, counsellors=held)


# --- tracks and chips ----------------------------------------------------------------------------------


def with_markers(state: State, seat: int, markers: Markers) -> State:
    return replace(state, tracks=(*state.tracks[:seat], markers, *state.tracks[seat + 1 :]))


def chips_left(state: State) -> tuple[str, ...]:
    """Those that still lie on their thresholds."""
    return tuple(chip for chip in CHIPS if chip not in state.chips)


def chips_of(state: State, seat: int) -> int:
    return sum(holder == seat for holder in state.chips.values())


def limit_outside_scoring(state: State) -> str | None:
    """The edition whose thresholds stop an advance: en 1008 every one, de 146 and nl 571 the scoring phase only."""
    return state.edition if state.edition == EN else None


# --- cards and clans -----------------------------------------------------------------------------------


def hand(state: State, seat: int) -> tuple[str, ...]:
    """Secret: the cards the seat still holds."""
    if seat in state.accused or not state.cards:
        return ()
    missing = printed.LACKS[state.cards[seat].clan]
    return tuple(card for card in printed.CARDS if card != missing and card not in state.played[seat])


def cards_left(state: State, seat: int) -> int:
    """How many everybody can see."""
    return 0 if seat in state.accused else HAND - len(state.played[seat])


def is_open(state: State, seat: int) -> bool:
    """The clan is known to all: rightly accused (en 986), or the fifth card is played (en 1084)."""
    return seat in state.accused or len(state.played[seat]) == HAND


def open_clans(state: State) -> dict[str, int]:
    """Clans that everybody knows, by owner."""
    known = {state.cards[seat].clan: seat for seat in range(state.seats) if state.cards and is_open(state, seat)}
    return {**known, **({state.neutral: neutral_owner(state)} if state.neutral else {})}


def tiles(state: State, seat: int) -> tuple[str, ...]:
    """Secret: the clans the seat can still name, and that are not open anyway."""
    shut = open_clans(state)
    return tuple(clan for clan in CLANS if clan not in state.tiles_gone[seat] and clan not in shut)


def is_with_king(state: State, seat: int) -> bool:
    return agents_in(state, seat, state.king) > 0


def first_places(state: State) -> tuple[str, ...]:
    return printed.FIRST_PLACES[state.edition]


def doors_unknown(state: State) -> tuple[str, ...]:
    return tuple(key for key in printed.DOOR_KEYS if not state.box.get(key))


def is_room(place: str) -> bool:
    return place in ROOMS
