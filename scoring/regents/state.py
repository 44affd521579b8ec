"""Where the game stands, and small claims about it, named as the rulebook names things; cards entered twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from scoring.kernel import Batch, Event, GameState, Refusal, refused_if
from scoring.regents.components import (
    CARDS,
    CHIPS,
    CLANS,
    COUNSELLORS,
    DOMAINS,
    HAND,
    LACKS,
    LOCATIONS,
    THRONE,
    WITH_NEUTRAL,
)
from scoring.regents.editions import Edition
from scoring.values import replaced
from scoring.words import T, Text, Who

# The space of a player's marker on each track, in the order of DOMAINS; 0 is off the track.
Markers = tuple[int, ...]

OUTSIDE = "outside"  # where a driven-out agent is
SOMEWHERE = "somewhere"  # where a counsellor is on a board that Herald does not follow
ON_BOARD, USED = -1, -2  # where a chip is that nobody has


def place_name(place: str) -> Text:
    return LOCATIONS[place] if place in LOCATIONS else T("outside the castle")


@dataclass(frozen=True)
class Secrets:
    """The two cards that a player has drawn."""

    clan: str
    domain: str


@dataclass(frozen=True)
class Note:
    """What one seat has learned of another: a `card` it holds, the `clan` it is, or the clan it `seats_mentioned`."""

    whose: int
    card: str = ""
    clan: str = ""
    named: str = ""
    # In which round.
    round: int = field(default=0, compare=False)


@dataclass(frozen=True, kw_only=True)
class State(GameState):
    edition: Edition
    herald_deals: bool
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
    # Who held each location when it was last scored.
    held: Mapping[str, int] = field(default_factory=dict)
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

    # --- seats and owners -----------------------------------------------------------------------------------

    def opponents(self, seat: int) -> tuple[int, ...]:
        return tuple(other for other in range(self.seats) if other != seat)

    @property
    def has_neutral(self) -> bool:
        return self.seats == WITH_NEUTRAL

    @property
    def neutral_owner(self) -> int:
        """The neutral agents belong to the owner after the last seat."""
        return self.seats

    def owner_name(self, owner: int) -> Text | Who:
        return Who(owner) if owner < self.seats else T("the neutral clan")

    # --- the castle -----------------------------------------------------------------------------------------

    def agents_in(self, owner: int, place: str) -> int:
        return self.agents[owner].count(place)

    def places_of(self, owner: int) -> tuple[str, ...]:
        """Locations with an agent of this owner."""
        return tuple(place for place in LOCATIONS if place in self.agents[owner])

    def tokens_in(self, owner: int, place: str) -> int:
        """Agents, and the counsellors of whoever's turn it is (en 962, 1038)."""
        return self.agents_in(owner, place) + (self.on_board.count(place) if owner == self.turn else 0)

    def relocated(self, owner: int, origin: str, place: str) -> State:
        """One agent is in another place; nothing happens if there is none to move."""
        there = list(self.agents[owner])
        if origin in there:
            there[there.index(origin)] = place
        return replace(self, agents=replaced(self.agents, owner, tuple(there)))

    @property
    def reserve(self) -> int:
        return COUNSELLORS - sum(self.counsellors) - len(self.on_board)

    def most_counsellors(self, seat: int) -> int:
        """Returns how many counsellors this seat could have: its own and the reserve (en 873)."""
        return self.counsellors[seat] + self.reserve

    def with_counsellors(self, seat: int, more: int) -> State:
        return replace(self, counsellors=replaced(self.counsellors, seat, self.counsellors[seat] + more))

    # --- chips ----------------------------------------------------------------------------------------------

    @property
    def chips_left(self) -> tuple[str, ...]:
        """Those that still lie on their thresholds."""
        return tuple(chip for chip in CHIPS if chip not in self.chips)

    def chips_of(self, seat: int) -> int:
        return sum(holder == seat for holder in self.chips.values())

    # --- cards and clans ------------------------------------------------------------------------------------

    def hand(self, seat: int) -> tuple[str, ...]:
        """Secret: the cards the seat still holds."""
        if seat in self.accused or not self.cards or not self.cards[seat].clan:
            return ()
        missing = LACKS[self.cards[seat].clan]
        return tuple(card for card in CARDS if card != missing and card not in self.played[seat])

    def cards_left(self, seat: int) -> int:
        """How many everybody can see."""
        return 0 if seat in self.accused else HAND - len(self.played[seat])

    def is_open(self, seat: int) -> bool:
        """The clan is known to all: rightly accused (en 986), or the fifth card is played (en 1084)."""
        return seat in self.accused or len(self.played[seat]) == HAND

    def has_open_twin(self, seat: int) -> bool:
        """Secret: a card of this seat lies open before somebody else, and there is one of each (en 932, 936)."""
        if not self.cards or not self.cards[seat].clan:
            return False
        mine, others = self.cards[seat], self.opponents(seat)
        clans = [self.cards[other].clan for other in others if self.is_open(other)]
        domains = [self.cards[other].domain for other in others if other in self.domains_open]
        return mine.clan in (*clans, self.neutral) or mine.domain in domains

    @property
    def open_clans(self) -> dict[str, int]:
        """Clans that everybody knows, by owner."""
        known = {self.cards[seat].clan: seat for seat in range(self.seats) if self.cards and self.is_open(seat)}
        return {**known, **({self.neutral: self.neutral_owner} if self.neutral else {})}


# --- the same card twice (en 932, 936) ----------------------------------------------------------------


LOOK = T("Another player has already revealed one of your cards. Compare the two and fix the wrong entry.")


def notice_twins(batch: Batch[State], seat: int) -> None:
    """A card of this seat lies open now."""
    state = batch.state
    mine, others = state.cards[seat], state.opponents(seat)
    if state.is_open(seat) and any(state.cards[other].clan == mine.clan for other in others):
        batch.emit(CardFoundTwice(mine.clan))
    if seat in state.domains_open and any(state.cards[other].domain == mine.domain for other in others):
        batch.emit(CardFoundTwice(mine.domain))


def turned_up_twice(state: State, seat: int, *, domain: bool = False) -> Refusal | None:
    """For the owner alone: the card about to be turned up lies open elsewhere."""
    open_domains = {state.cards[other].domain for other in state.domains_open if other != seat}
    twice = state.cards[seat].domain in open_domains if domain else state.cards[seat].clan in state.open_clans
    return refused_if(twice, "twice", LOOK, "en 932, 936")


def notice_before_the_count(batch: Batch[State]) -> bool:
    """Before hidden domain cards are turned up: two alike would count for two players."""
    found = [domain for domain, times in Counter(cards.domain for cards in batch.state.cards).items() if times > 1]
    for domain in found:
        batch.emit(CardFoundTwice(domain))
    return bool(found)


class CardFoundTwice(Event, reveals=True):
    """Somebody else has entered this clan or domain card, too."""

    card: str

    def history_line(self, state: State) -> Text:
        if self.card in CLANS:
            return T("{card} was entered twice. Everyone, check your clan card.", card=CLANS[self.card])
        return T("{card} was entered twice. Everyone, check your domain card.", card=DOMAINS[self.card])

    def to_do(self, state: State) -> tuple[Text, ...]:
        """Once, however often the table confirms the board meanwhile."""
        look = self.history_line(state)
        return () if look in state.to_do else (look,)
