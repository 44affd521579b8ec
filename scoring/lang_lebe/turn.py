"""Whose turn it is and how far it has come; or, where Herald does not follow the turns, that it waits to be called."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING, ClassVar

from scoring.following import Quiet
from scoring.kernel import MOVES, Draft, Event, Help, Refusal, Wait, in_turn
from scoring.lang_lebe.cards import Cards
from scoring.lang_lebe.state import Stage, State
from scoring.words import T, Text, Who

if TYPE_CHECKING:
    from scoring.lang_lebe.dispute import Dispute


class Progress(Enum):
    """How far a turn, or a dispute that is won, has come."""

    START = "start"
    ARRIVED = "arrived"  # in an area that may be taken: place here, or roll to move on
    PLACING = "placing"  # the free courtier stands: roll for more
    MOVING = "moving"  # the roll to move on succeeded
    STUCK = "stuck"  # the roll to move on failed


class Placing(Stage, abstract=True):
    """A turn, or a dispute: each ends in placing courtiers in one area (nl 88, 140). `progress` says how far it is."""

    @property
    def here(self) -> str:
        raise NotImplementedError

    def why_not_now(self, state: State, seat: int, when: tuple[Progress, ...]) -> Refusal | None:
        """Why the seat cannot do what belongs to these moments."""
        raise NotImplementedError

    def why_not_end(self, state: State) -> Refusal | None:
        """What still has to be done before it is over."""
        return None

    def end(self, draft: Draft[State]) -> None:
        """What comes just before the end of the turn."""

    def to_do_at_end(self, state: State) -> Iterable[Text]:
        return ()


_ALLOWED = {
    Progress.START: T("Your turn begins: move your figure, stay and place a courtier, or do nothing."),
    Progress.ARRIVED: T("You have moved: place a courtier, roll to move on, or end your turn."),
    Progress.PLACING: T("Placing courtiers ends the moving: roll for more courtiers, or end your turn."),
    Progress.MOVING: T("Your roll succeeded: move on, or end your turn without courtiers."),
    Progress.STUCK: T("Your roll failed: spend another card to move on, or end your turn without courtiers."),
}


class Turn(Placing, Quiet):
    """`visited` is the figure's way this turn: where it stood at the beginning, then each area it entered."""

    help = Help(
        (
            T("Move your figure to a neighbouring area, or stay where you are."),
            T(
                "In an empty area or one of your own you place a courtier; "
                "one more, or another step, costs a card and a roll."
            ),
            T("Entering somebody else's area means a dispute."),
        ),
        "nl 78",
    )
    name: ClassVar[str] = "turn"
    wait = Wait(T("That is not possible during a turn."))
    correctable = True
    turn: int
    visited: tuple[str, ...]
    progress: Progress = Progress.START

    @property
    def here(self) -> str:
        return self.visited[-1]

    @property
    def entered(self) -> tuple[str, ...]:
        return self.visited[1:]

    def headline(self, state: State) -> Text:
        who, area = Who(self.turn), self.here
        match self.progress:
            case Progress.START:
                return T("{who} moves, or stays.", who=who)
            case Progress.ARRIVED:
                return T("{who} is in {area}: place a courtier, or roll to move on.", who=who, area=area)
            case Progress.PLACING:
                return T("{who} may roll for more courtiers in {area}.", who=who, area=area)
            case Progress.MOVING:
                return T("{who} moves on from {area}.", who=who, area=area)
            case Progress.STUCK:
                return T("{who} is stuck in {area}: roll again, or end the turn.", who=who, area=area)

    def step(self, state: State) -> str:
        return self.progress.value

    def waiting_for(self, state: State) -> tuple[int, ...]:
        return (self.turn,)

    def gone_over(self, state: State, way: str) -> State:
        """The board is as it stands; cards that are on the phones are taken from the box."""
        to_take = state.hands if state.cards_on_phones else ()
        held = {area: seat for seat in range(state.seats) for area in state.areas_of(seat)}
        after = replace(state, follow=way, held=held, hands=(), cards_on_phones=False, out_of_cards=(), rolled=None)
        return replace(after, phase=Between(to_take=to_take))

    def why_not_now(self, state: State, seat: int, when: tuple[Progress, ...]) -> Refusal | None:
        too_early = None if self.progress in when else Refusal("not-now", _ALLOWED[self.progress], "nl 78")
        return in_turn(state, seat, "nl 76") or too_early


def begin_next_turn(draft: Draft[State]) -> None:
    _, following, *_ = draft.state.clockwise(draft.state.turn or 0)
    draft.happen(TurnBegan(following))


class TurnBegan(Event):
    seat: int

    def fold(self, state: State) -> State:
        return replace(state, phase=Turn(self.seat, (state.figures[self.seat],)), just_filled=frozenset())

    def tell(self, state: State) -> Text:
        return T("{who}'s turn.", who=Who(self.seat))


# --- turns that Herald does not follow ------------------------------------------------------------------


class Between(Stage, Quiet):
    """Herald waits to be called. `settled` is the last dispute; `to_take` the hands, if they were on the phones."""

    help = Help(
        (
            T("Play on at the table: nobody taps moves."),
            T("Call Herald when somebody enters another player's area, and when somebody has no cards left."),
        ),
        "nl 114",
    )
    name: ClassVar[str] = "between"
    wait = Wait(T("Herald does not follow the turns at this table: just play."))
    correctable = True
    settled: Dispute | None = None
    to_take: tuple[Cards, ...] = ()

    def headline(self, state: State) -> Text:
        if self.settled:
            return self.settled.headline(state)
        return T("Play on: Herald waits for a dispute or an election.")

    def gone_over(self, state: State, way: str) -> State:
        """Where somebody was last known to be there is taken to be one courtier: the seats say what really stands."""
        after = replace(state, follow=way, last_election=None)
        if way != MOVES:
            return replace(after, phase=Between())
        courtiers = {area: (seat, 1) for area, seat in state.held.items()}
        return replace(after, phase=TakingUp(), courtiers=courtiers, figures=("",) * state.seats)


class TakingUp(Stage):
    """Herald is to follow every move from now on: everybody says what stands on the board."""

    help = Help((T("Everybody taps their own pieces on the board."), T("From then on Herald follows every move.")))
    name: ClassVar[str] = "taking-up"
    heading = T("What stands on the board, and who is next?")
    wait = Wait(T("First everybody says what stands on the board."))

    def waiting_for(self, state: State) -> tuple[int, ...]:
        return tuple(seat for seat, area in enumerate(state.figures) if not area)
