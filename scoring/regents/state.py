"""The game state, its predicates, and the detection of cards entered twice."""

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
    HAND_SIZE,
    LOCATIONS,
    MISSING_CARD,
    PLAYERS_WITH_NEUTRAL,
    THRONE,
)
from scoring.regents.editions import Edition
from scoring.values import replaced
from scoring.words import T, Text, Who

# Spaces of a player's markers, in the order of `DOMAINS`; 0 is off the track.
Markers = tuple[int, ...]

OUTSIDE = "outside"  # place of a driven-out agent
SOMEWHERE = "somewhere"  # place of a counsellor when Herald does not track the board
ON_BOARD, USED = -1, -2  # holders of a chip that no seat has


def place_name(place: str) -> Text:
    return LOCATIONS[place] if place in LOCATIONS else T("outside the castle")


@dataclass(frozen=True)
class Secrets:
    """The two cards that a player has drawn."""

    clan: str
    domain: str


@dataclass(frozen=True)
class Note:
    """A fact that one seat has learned about another: a `card` it holds, its `clan`, or the clan it `named`."""

    whose: int
    card: str = ""
    clan: str = ""
    named: str = ""
    # Round in which it was learned.
    round: int = field(default=0, compare=False)


@dataclass(frozen=True, kw_only=True)
class State(GameState):
    edition: Edition
    herald_deals: bool
    # Secret, by seat; empty until all clan and domain cards are known.
    cards: tuple[Secrets, ...] = ()
    # Secret, by seat: discarded accusation tiles, and what the seat has learned.
    tiles_gone: tuple[tuple[str, ...], ...] = ()
    notes: tuple[tuple[Note, ...], ...] = ()
    # The revealed clan of the neutral agents; three players only.
    neutral: str = ""
    # Places of the agents, by owner; the neutral clan comes last.
    agents: tuple[tuple[str, ...], ...] = ()
    king: str = THRONE
    # Seat that held each location when it was last scored.
    held: Mapping[str, int] = field(default_factory=dict)
    tracks: tuple[Markers, ...] = ()
    # Counsellors held by each player; places of those on the board, which all belong to the player whose turn it is.
    counsellors: tuple[int, ...] = ()
    on_board: tuple[str, ...] = ()
    chips: Mapping[str, int] = field(default_factory=dict)
    played: tuple[tuple[str, ...], ...] = ()
    # Seats accused correctly, and seats whose domain card is revealed.
    accused: frozenset[int] = frozenset()
    domains_open: frozenset[int] = frozenset()
    first: int = 0
    round: int = 1

    # --- seats and owners -----------------------------------------------------------------------------------

    def opponents(self, seat: int) -> tuple[int, ...]:
        return tuple(other for other in range(self.seats) if other != seat)

    @property
    def has_neutral(self) -> bool:
        return self.seats == PLAYERS_WITH_NEUTRAL

    @property
    def neutral_owner(self) -> int:
        """Owner number of the neutral agents: one after the last seat."""
        return self.seats

    def owner_name(self, owner: int) -> Text | Who:
        return Who(owner) if owner < self.seats else T("the neutral clan")

    # --- the castle -----------------------------------------------------------------------------------------

    def agents_in(self, owner: int, place: str) -> int:
        return self.agents[owner].count(place)

    def places_of(self, owner: int) -> tuple[str, ...]:
        """Returns the locations with an agent of this owner."""
        return tuple(place for place in LOCATIONS if place in self.agents[owner])

    def tokens_in(self, owner: int, place: str) -> int:
        """Returns the number of the owner's agents in a location, plus counsellors on its turn (en 962, 1038)."""
        return self.agents_in(owner, place) + (self.on_board.count(place) if owner == self.turn else 0)

    def with_agent_moved(self, owner: int, origin: str, place: str) -> State:
        """Returns the state with one agent moved; unchanged if none is at `origin`."""
        places = list(self.agents[owner])
        if origin in places:
            places[places.index(origin)] = place
        return replace(self, agents=replaced(self.agents, owner, tuple(places)))

    @property
    def reserve(self) -> int:
        return COUNSELLORS - sum(self.counsellors) - len(self.on_board)

    def most_counsellors(self, seat: int) -> int:
        """Returns the most counsellors this seat could have: its own plus the reserve (en 873)."""
        return self.counsellors[seat] + self.reserve

    def with_counsellors(self, seat: int, more: int) -> State:
        return replace(self, counsellors=replaced(self.counsellors, seat, self.counsellors[seat] + more))

    # --- chips ----------------------------------------------------------------------------------------------

    @property
    def chips_left(self) -> tuple[str, ...]:
        """Chips still on their thresholds."""
        return tuple(chip for chip in CHIPS if chip not in self.chips)

    def chips_of(self, seat: int) -> int:
        return sum(holder == seat for holder in self.chips.values())

    # --- cards and clans ------------------------------------------------------------------------------------

    def hand(self, seat: int) -> tuple[str, ...]:
        """Returns the action cards the seat still holds; secret."""
        if seat in self.accused or not self.cards or not self.cards[seat].clan:
            return ()
        missing = MISSING_CARD[self.cards[seat].clan]
        return tuple(card for card in CARDS if card != missing and card not in self.played[seat])

    def cards_left(self, seat: int) -> int:
        """Returns the number of cards in hand, which is public."""
        return 0 if seat in self.accused else HAND_SIZE - len(self.played[seat])

    def is_open(self, seat: int) -> bool:
        """True if the clan is public: the seat was accused correctly (en 986) or has played five cards (en 1084)."""
        return seat in self.accused or len(self.played[seat]) == HAND_SIZE

    def has_revealed_duplicate(self, seat: int) -> bool:
        """True if another player has revealed this seat's clan or domain card, although there is only one of each (en
        932, 936); secret."""
        if not self.cards or not self.cards[seat].clan:
            return False
        mine, others = self.cards[seat], self.opponents(seat)
        clans = [self.cards[other].clan for other in others if self.is_open(other)]
        domains = [self.cards[other].domain for other in others if other in self.domains_open]
        return mine.clan in (*clans, self.neutral) or mine.domain in domains

    @property
    def open_clans(self) -> dict[str, int]:
        """Publicly known clans, each with its owner."""
        known = {self.cards[seat].clan: seat for seat in range(self.seats) if self.is_open(seat)}
        return {**known, **({self.neutral: self.neutral_owner} if self.neutral else {})}


# --- the same card twice (en 932, 936) ----------------------------------------------------------------


DUPLICATE_WARNING = T("Another player has already revealed one of your cards. Compare the two and fix the wrong entry.")


def report_duplicates(batch: Batch[State], seat: int) -> None:
    """Emits `CardFoundTwice` if another seat has entered a card this seat has just revealed."""
    state = batch.state
    mine, others = state.cards[seat], state.opponents(seat)
    if state.is_open(seat) and any(state.cards[other].clan == mine.clan for other in others):
        batch.emit(CardFoundTwice(mine.clan))
    if seat in state.domains_open and any(state.cards[other].domain == mine.domain for other in others):
        batch.emit(CardFoundTwice(mine.domain))


def duplicate_refusal(state: State, seat: int, *, domain: bool = False) -> Refusal | None:
    """Refuses to reveal a card that another player has already revealed. The refusal is private."""
    open_domains = {state.cards[other].domain for other in state.domains_open if other != seat}
    twice = state.cards[seat].domain in open_domains if domain else state.cards[seat].clan in state.open_clans
    return refused_if(twice, "twice", DUPLICATE_WARNING, "en 932, 936")


def report_duplicate_domains(batch: Batch[State]) -> bool:
    """Emits `CardFoundTwice` for each domain card entered twice, before hidden ones are revealed and scored. Returns
    whether there was any."""
    found = [domain for domain, times in Counter(cards.domain for cards in batch.state.cards).items() if times > 1]
    for domain in found:
        batch.emit(CardFoundTwice(domain))
    return bool(found)


class CardFoundTwice(Event, reveals=True):
    """Two seats have entered the same clan or domain card."""

    card: str

    def history_line(self, state: State) -> Text:
        if self.card in CLANS:
            return T("{card} was entered twice. Everyone, check your clan card.", card=CLANS[self.card])
        return T("{card} was entered twice. Everyone, check your domain card.", card=DOMAINS[self.card])

    def to_do(self, state: State) -> tuple[Text, ...]:
        """Yields the line about checking the cards only once, even if the table confirms the board several times."""
        look = self.history_line(state)
        return () if look in state.to_do else (look,)
