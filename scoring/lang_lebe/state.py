"""Where the game stands, and small claims about it, named as the rulebook names things."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.box import Box
from scoring.kernel import Setting
from scoring.lang_lebe import printed
from scoring.lang_lebe.cards import Cards, together
from scoring.lang_lebe.phases import Deal, Dispute, Election, Phase, SetUp, Turn
from scoring.words import Text


@dataclass(frozen=True)
class Rolled:
    """The last card spent on a single die."""

    seat: int
    card: int
    die: int
    for_courtier: bool


@dataclass(frozen=True)
class State:
    """All of it, secrets included: screens see `view` only."""

    seats: int
    box: Box
    cards_on_phones: bool
    herald_rolls: bool
    hands: tuple[Cards, ...]
    phase: Phase = field(default_factory=SetUp)
    # Area -> whose courtiers, how many; only areas with at least one.
    courtiers: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    figures: tuple[str, ...] = ()
    bonus: tuple[int, ...] = ()
    # Who has said so: known after a turn, not during it.
    out_of_cards: tuple[int, ...] = ()
    to_do: tuple[Text, ...] = ()
    rolled: Rolled | None = None
    last_election: Election | None = None
    # Printed numbers that came in since the last event of the game.
    just_filled: tuple[str, ...] = ()


def start(setting: Setting) -> State:
    return State(
        seats=setting.seats,
        box=setting.box,
        cards_on_phones=setting.options.get("cards", "phones") == "phones",
        herald_rolls=setting.options.get("dice", "typed") == "herald",
        hands=(printed.START_HAND,) * setting.seats,
        bonus=(0,) * setting.seats,
    )


# --- seats ---------------------------------------------------------------------------------------------


def clockwise(state: State, seat: int) -> tuple[int, ...]:
    """All seats in order, beginning with this one."""
    return tuple((seat + step) % state.seats for step in range(state.seats))


def turn_of(state: State) -> int | None:
    """Whose turn it is; at an election: whose turn it was."""
    return state.phase.turn if isinstance(state.phase, Turn | Dispute | Election | Deal) else None


def seats_without_cards(state: State) -> tuple[int, ...]:
    return tuple(seat for seat, hand in enumerate(state.hands) if not hand.count)


def discard(state: State) -> Cards:
    """The discard pile between turns: all cards of the game that nobody holds."""
    return printed.cards_in_game(state.seats) - together(state.hands)


def fits_the_game(hands: tuple[Cards, ...]) -> bool:
    """True if there are that many cards of each kind."""
    return together(hands).within(printed.cards_in_game(len(hands)))


# --- areas ---------------------------------------------------------------------------------------------


def areas_in_play(state: State) -> tuple[str, ...]:
    return printed.areas_in_play(state.seats)


def votes(state: State, area: str) -> int | None:
    return printed.votes_in(state.box, area)


def courtiers_in(state: State, area: str) -> int:
    return state.courtiers[area][1] if area in state.courtiers else 0


def figures_in(state: State, area: str) -> tuple[int, ...]:
    return tuple(seat for seat, where in enumerate(state.figures) if where == area)


def holder(state: State, area: str) -> int | None:
    """Who has courtiers and/or the figure there (nl 164); while it is disputed, whoever was there first."""
    if area in state.courtiers:
        return state.courtiers[area][0]
    figures = figures_in(state, area)
    if len(figures) > 1 and isinstance(state.phase, Dispute):
        return state.phase.defender
    return figures[0] if figures else None


def areas_of(state: State, seat: int) -> tuple[str, ...]:
    return tuple(area for area in areas_in_play(state) if holder(state, area) == seat)


def is_empty(state: State, area: str) -> bool:
    return holder(state, area) is None


def is_foreign(state: State, seat: int, area: str) -> bool:
    return holder(state, area) not in (None, seat)


def is_only_area(state: State, area: str) -> bool:
    """True if its holder has no other area: nobody may enter it (nl 116)."""
    owner = holder(state, area)
    return owner is not None and areas_of(state, owner) == (area,)


# --- courtiers -----------------------------------------------------------------------------------------


def supply(state: State, seat: int) -> int:
    on_board = sum(count for owner, count in state.courtiers.values() if owner == seat)
    return printed.COURTIERS - on_board


def is_full(state: State, area: str) -> bool:
    """As many courtiers as votes (nl 94); with the number unknown, as many as any area takes."""
    return courtiers_in(state, area) >= (votes(state, area) or printed.MOST_VOTES)


def can_place(state: State, seat: int, area: str) -> bool:
    return supply(state, seat) > 0 and not is_full(state, area)


def numbers_needed(state: State, area: str) -> tuple[str, ...]:
    """The printed number that has to be known for one more courtier: every area takes two (nl 35)."""
    needed = courtiers_in(state, area) >= printed.FEWEST_VOTES and votes(state, area) is None
    return (printed.votes_key(area),) if needed else ()


def found_full(state: State, area: str) -> bool:
    """True if the number that has just come in shows that there is no room for another courtier."""
    return is_full(state, area) and printed.votes_key(area) in state.just_filled
