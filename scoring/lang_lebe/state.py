"""The state of the game, predicates named as in the rulebook, and the turn phases."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, ClassVar

from scoring.kernel import (
    EVERY_MOVE,
    Batch,
    BusyReason,
    Event,
    GameState,
    Help,
    Phase,
    Refusal,
    refused_if,
    turn_refusal,
)
from scoring.lang_lebe import components
from scoring.lang_lebe.components import Cards, total_of
from scoring.tracking_modes import ModeSwitchPhase
from scoring.values import replaced, without
from scoring.words import T, Text, Who

if TYPE_CHECKING:
    from scoring.lang_lebe.dispute import Dispute
    from scoring.lang_lebe.election import Election


class LangLebePhase(Phase, abstract=True):
    """Base class for the phases, with hooks for screens and printed values."""

    name: ClassVar[str]

    def step(self, state: State) -> str:
        """Returns the step within the phase; empty if it has only one."""
        return ""

    def recounted(self, state: State) -> State:
        """Returns the state with its count updated after a printed value was entered or corrected."""
        return state


@dataclass(frozen=True)
class SpentCard:
    """The card last spent on a single die, as every screen shows it."""

    seat: int
    card: int
    die: int
    points: int
    success: bool
    for_courtier: bool


@dataclass(frozen=True, kw_only=True)
class State(GameState):
    phase: LangLebePhase
    cards_on_phones: bool
    herald_rolls: bool
    # Cards needed to enter a foreign area.
    cards_to_enter: int = 2
    # By seat; empty if Herald does not track the cards.
    hands: tuple[Cards, ...] = ()
    # Secret, by seat: the cards of the last deal, until the hand changes or the seat's turn ends.
    new_cards: tuple[Cards, ...] = ()
    # Hand sizes entered at an election, if Herald does not track the cards.
    sizes: tuple[int, ...] = ()
    # Area -> holder, as last claimed in a mode that does not track the moves.
    last_holders: Mapping[str, int] = field(default_factory=dict)
    # Area -> (owner, number of courtiers); only areas with at least one.
    courtiers: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    figures: tuple[str, ...] = ()
    bonus: tuple[int, ...] = ()
    # Seats known to be out of cards; public after a turn, not during it.
    out_of_cards: tuple[int, ...] = ()
    spent_card: SpentCard | None = None
    last_election: Election | None = None
    # Printed values entered last, until a courtier is placed or a turn begins; see NoRoomFound.
    just_entered: frozenset[str] = frozenset()

    def with_printed_value(self, key: str, value: str) -> State:
        after = replace(super().with_printed_value(key, value), just_entered=self.just_entered | {key})
        return self.phase.recounted(after)

    # --- seats and cards ---

    @property
    def without_cards(self) -> tuple[int, ...]:
        return tuple(seat for seat, hand in enumerate(self.hands) if not hand.count)

    def has_cards(self, seat: int) -> bool:
        """True unless the hand is empty or, if Herald does not track the cards, was empty after the last election."""
        return self.hands[seat].count > 0 if self.hands else seat not in self.out_of_cards

    def seats_able_to_stake(self, first: int) -> tuple[int, ...]:
        """Returns all seats with cards, clockwise from this one (nl 120, 122)."""
        return tuple(seat for seat in self.clockwise(first) if self.has_cards(seat))

    def cards_held(self, seat: int) -> int:
        return self.sizes[seat] if self.sizes else self.hands[seat].count

    def most_cards(self, seat: int) -> Cards:
        """Returns the most cards of each kind this seat can hold: its hand, or all cards of the game if untracked."""
        return self.hands[seat] if self.hands else components.cards_in_game(self.seats)

    @property
    def discard_size(self) -> int:
        """Number of cards on the discard pile."""
        return components.cards_in_game(self.seats).count - sum(self.cards_held(seat) for seat in range(self.seats))

    @property
    def discard_pile(self) -> Cards:
        """The discard pile between turns: all cards of the game that nobody holds."""
        return components.cards_in_game(self.seats) - total_of(self.hands)

    def with_hand(self, seat: int, hand: Cards) -> State:
        return replace(self.without_new_cards(seat), hands=replaced(self.hands, seat, hand))

    def without_new_cards(self, seat: int) -> State:
        """Returns the state with the seat's dealt cards no longer marked as new."""
        return replace(self, new_cards=replaced(self.new_cards, seat, Cards())) if self.new_cards else self

    # --- areas ---

    @property
    def areas(self) -> tuple[str, ...]:
        return components.areas_in_play(self.seats)

    def votes(self, area: str) -> int | None:
        return components.votes_in(self.printed_values, area)

    def courtiers_in(self, area: str) -> int:
        return self.courtiers[area][1] if area in self.courtiers else 0

    def figures_in(self, area: str) -> tuple[int, ...]:
        return tuple(seat for seat, where in enumerate(self.figures) if where == area)

    def holder(self, area: str) -> int | None:
        """Returns the seat with courtiers or its figure in the area (nl 164), or None; in a dispute, the defender."""
        if self.tracking_mode != EVERY_MOVE:
            return self.last_holders.get(area)
        if area in self.courtiers:
            return self.courtiers[area][0]
        figures = self.figures_in(area)
        first: int | None = getattr(self.phase, "defender", None) if len(figures) > 1 else None
        return first if first is not None else next(iter(figures), None)

    def areas_of(self, seat: int) -> tuple[str, ...]:
        return tuple(area for area in self.areas if self.holder(area) == seat)

    def is_empty(self, area: str) -> bool:
        return self.holder(area) is None

    def is_foreign(self, seat: int, area: str) -> bool:
        return self.holder(area) not in (None, seat)

    def is_only_area(self, area: str) -> bool:
        """True if the area's holder has no other area, so that nobody may enter it (nl 116)."""
        owner = self.holder(area)
        return owner is not None and self.areas_of(owner) == (area,)

    def area_refusal(self, area: str) -> Refusal | None:
        if area not in components.AREAS:
            return Refusal("no-area", T("That area isn’t on the board."))
        if area not in self.areas:
            return Refusal("not-in-play", T("With three players, Man is out of play. Choose another area."), "nl 39")
        return None

    # --- pieces ---

    def supply(self, seat: int) -> int:
        on_board = sum(count for owner, count in self.courtiers.values() if owner == seat)
        return components.COURTIERS - on_board

    def most_courtiers(self, area: str = "") -> int:
        """Returns the courtier limit of an area: its votes (nl 94), or the maximum if unnamed or unknown."""
        votes = self.votes(area) if area else None
        return components.MOST_VOTES if votes is None else votes

    def is_full(self, area: str) -> bool:
        return self.courtiers_in(area) >= self.most_courtiers(area)

    def courtiers_refusal(self, area: str, courtiers: int) -> Refusal | None:
        """Returns a refusal if the area cannot hold this many courtiers."""
        most = self.most_courtiers(area)
        text = T("{area} can hold at most {most} courtiers.", area=area, most=most)
        return refused_if(courtiers > most, "limit", text, "nl 94")

    def unknown_votes(self, areas: Iterable[str]) -> tuple[str, ...]:
        """Returns the field keys of these areas' unknown votes."""
        return tuple(components.votes_key(area) for area in areas if self.votes(area) is None)

    def values_needed(self, area: str) -> tuple[str, ...]:
        """Returns the printed value needed to place one more courtier; none before the third (nl 35)."""
        return self.unknown_votes((area,)) if self.courtiers_in(area) >= components.FEWEST_VOTES else ()

    def value_just_entered(self, area: str) -> bool:
        """True if the area's votes were entered with the current action."""
        return components.votes_key(area) in self.just_entered

    def with_figure(self, seat: int, area: str) -> State:
        return replace(self, figures=replaced(self.figures, seat, area))

    def with_courtiers(self, area: str, seat: int, number: int) -> State:
        rest = without(self.courtiers, area)
        return replace(self, courtiers={**rest, area: (seat, number)} if number else rest)


# --- the current turn and its progress ------------------------------------------------------------------


class Progress(Enum):
    """Progress of a turn, or of the winner's actions after a dispute."""

    START = "start"
    ARRIVED = "arrived"  # in an area that may be taken: place a courtier, or roll to move on
    PLACING = "placing"  # the free courtier is placed: roll for more
    MOVING = "moving"  # the roll to move on succeeded
    STUCK = "stuck"  # the roll to move on failed


class Placing(LangLebePhase, abstract=True):
    """Base class for turns and disputes, which both end with placing courtiers in one area (nl 88, 140)."""

    @property
    def here(self) -> str:
        raise NotImplementedError

    def timing_refusal(self, state: State, seat: int, when: tuple[Progress, ...]) -> Refusal | None:
        """Returns a refusal unless the seat may act and the progress is one of `when`."""
        raise NotImplementedError

    def end_refusal(self, state: State) -> Refusal | None:
        """Returns a refusal that names an unfinished obligation; None if the turn may end."""
        return None

    def end(self, batch: Batch[State]) -> None:
        """Emits the events just before the end of the turn."""

    def to_do_at_end(self, state: State) -> Iterable[Text]:
        return ()


_NEXT_STEPS = {
    Progress.START: T("Your turn: move your figure, stay and place a courtier, or do nothing."),
    Progress.ARRIVED: T("You’ve moved. Place a courtier, roll to move on, or end your turn."),
    Progress.PLACING: T("You’ve placed a courtier, so you can’t move on. Roll for more courtiers, or end your turn."),
    Progress.MOVING: T("Your roll succeeded. Move on, or end your turn without courtiers."),
    Progress.STUCK: T("Your roll failed. Spend another card to move on, or end your turn without courtiers."),
}


class Turn(Placing, ModeSwitchPhase):
    """A turn. `visited` is the figure's path: its area at the beginning, then each area it entered."""

    help = Help(
        (
            T("Move your figure to a neighbouring area, or stay where you are."),
            T(
                "In an empty area or your own, place a courtier. Another courtier, or another move, costs a card and "
                "a roll."
            ),
            T("Entering another player’s area starts a dispute; a player without cards brings on an election."),
        ),
        "nl 78",
    )
    name: ClassVar[str] = "turn"
    busy_reason = BusyReason(T("You can’t do that during a turn."))
    correctable = True
    turn: int
    visited: tuple[str, ...]
    progress: Progress = Progress.START

    @property
    def here(self) -> str:
        return self.visited[-1]

    @property
    def areas_entered(self) -> tuple[str, ...]:
        return self.visited[1:]

    def headline(self, state: State) -> Text:
        who, area = Who(self.turn), self.here
        match self.progress:
            case Progress.START:
                return T("{who} moves or stays.", who=who)
            case Progress.ARRIVED:
                return T("{who}, in {area}: place a courtier or roll to move on.", who=who, area=area)
            case Progress.PLACING:
                return T("{who} can roll for more courtiers in {area}.", who=who, area=area)
            case Progress.MOVING:
                return T("{who} moves on from {area}.", who=who, area=area)
            case Progress.STUCK:
                return T("{who}, stuck in {area}: roll again or end your turn.", who=who, area=area)

    def step(self, state: State) -> str:
        return self.progress.value

    def waiting_for(self, state: State) -> tuple[int, ...]:
        return (self.turn,)

    def in_tracking_mode(self, state: State, mode: str) -> State:
        """Keeps the board. Hands on phones become cards to take from the box."""
        cards_to_take = state.hands if state.cards_on_phones else ()
        held = {area: seat for seat in range(state.seats) for area in state.areas_of(seat)}
        out = tuple(seat for seat in state.out_of_cards if not state.has_cards(seat))
        after = replace(
            state,
            tracking_mode=mode,
            last_holders=held,
            hands=(),
            cards_on_phones=False,
            out_of_cards=out,
            spent_card=None,
        )
        return replace(after, phase=Untracked(cards_to_take=cards_to_take))

    def timing_refusal(self, state: State, seat: int, when: tuple[Progress, ...]) -> Refusal | None:
        too_early = None if self.progress in when else Refusal("not-now", _NEXT_STEPS[self.progress], "nl 78")
        return turn_refusal(state, seat, "nl 76") or too_early


def begin_next_turn(batch: Batch[State]) -> None:
    _, following, *_ = batch.state.clockwise(batch.state.turn or 0)
    batch.emit(TurnBegan(following))


class TurnBegan(Event):
    seat: int

    def apply(self, state: State) -> State:
        return replace(state, phase=Turn(self.seat, (state.figures[self.seat],)), just_entered=frozenset())

    def history_line(self, state: State) -> Text:
        return T("{who}’s turn.", who=Who(self.seat))


# --- untracked turns ------------------------------------------------------------------------------------


class Untracked(LangLebePhase, ModeSwitchPhase, needs_no_taps=True):
    """Untracked play between disputes and elections. `cards_to_take` holds the hands if they were on phones."""

    help = Help(
        (
            T("Keep playing at the table. No need to tap your moves."),
            T("Tell Herald when a player enters another player’s area or has no cards left."),
        ),
        "nl 114",
    )
    name: ClassVar[str] = "untracked"
    busy_reason = BusyReason(T("Herald doesn’t track turns at this table. Just play."))
    correctable = True
    last_dispute: Dispute | None = None
    cards_to_take: tuple[Cards, ...] = ()

    def headline(self, state: State) -> Text:
        if self.last_dispute:
            return self.last_dispute.headline(state)
        return T("Keep playing. Herald is waiting for a dispute or an election.")

    def in_tracking_mode(self, state: State, mode: str) -> State:
        """Assumes one courtier in each area that had a holder; the seats then enter the actual pieces."""
        after = replace(state, tracking_mode=mode, last_election=None)
        if mode != EVERY_MOVE:
            return replace(after, phase=Untracked())
        courtiers = {area: (seat, 1) for area, seat in state.last_holders.items()}
        return replace(after, phase=BoardEntry(), courtiers=courtiers, figures=("",) * state.seats)


class BoardEntry(LangLebePhase, ModeSwitchPhase):
    """Entry of everybody's pieces on the board, after a switch to EVERY_MOVE."""

    help = Help((T("Everyone taps their own pieces on the board."), T("After that, Herald tracks every move.")))
    name: ClassVar[str] = "board-entry"
    heading = T("What’s on the board, and who’s next?")
    busy_reason = BusyReason(T("Everyone has to enter their pieces first."))

    def waiting_for(self, state: State) -> tuple[int, ...]:
        return tuple(seat for seat, area in enumerate(state.figures) if not area)

    def in_tracking_mode(self, state: State, mode: str) -> State:
        """Drops the pieces entered so far and keeps the last known holders."""
        return replace(state, tracking_mode=mode, phase=Untracked(), courtiers={}, figures=())
