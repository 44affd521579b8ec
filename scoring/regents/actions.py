"""What a turn has besides moving pieces: counsellors, domain card, chips, leaving the rest (en 956-966, 1088-1108)."""

from __future__ import annotations

from dataclasses import replace

from scoring.kernel import Chance, Draft, Refusal, refused_if
from scoring.regents.printed import DOMAIN_COUNSELLORS, DOMAINS, EN, LOCATIONS, ROOM_OF
from scoring.regents.state import SOMEWHERE, USED, State
from scoring.regents.turn import (
    Action,
    CountedTurn,
    Move,
    PaidAction,
    Turn,
    actions_left,
    has_scored,
    spend,
    turn_of,
)
from scoring.regents.twins import notice_twins, turned_up_twice
from scoring.words import TN, T, Text, Who

# --- counsellors ----------------------------------------------------------------------------------------


class TakeCounsellor(PaidAction):
    """From the reserve, once a turn (en 958)."""

    called = T("Take a counsellor")

    @classmethod
    def why_not(cls, state: State, seat: int) -> Refusal | None:
        once = T("You have taken a counsellor this turn: once a turn.")
        empty = T("The reserve is empty: there are only 20 counsellors.")
        return (
            super().why_not(state, seat)
            or refused_if(turn_of(state).took_counsellor, "once", once, "en 958")
            or refused_if(not state.reserve, "reserve", empty, "en 958")
        )

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        draft.happen(CounsellorTaken(seat))


class CounsellorTaken(Move):
    def fold(self, state: State) -> State:
        return spend(state.with_counsellors(self.seat, 1), took_counsellor=True)

    def tell(self, state: State) -> Text:
        return T("{who} takes a counsellor.", who=Who(self.seat))


def no_counsellor(state: State, seat: int) -> Refusal | None:
    text = T("You have no counsellor: take one from the reserve first.")
    return refused_if(not state.counsellors[seat], "no-counsellor", text, "en 962")


class PlaceCounsellor(Action, phases=(CountedTurn,)):
    """Somewhere in the castle, for this turn (en 962): where is for the table to see."""

    called = T("Place a counsellor")

    @classmethod
    def why_not(cls, state: State, seat: int) -> Refusal | None:
        return super().why_not(state, seat) or no_counsellor(state, seat)

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        draft.happen(CounsellorUsed(seat))


class CounsellorUsed(Move):
    """It is on the board, in a turn that is only counted."""

    def fold(self, state: State) -> State:
        return replace(state, on_board=(*state.on_board, SOMEWHERE)).with_counsellors(self.seat, -1)

    def tell(self, state: State) -> Text:
        return T("{who} places a counsellor.", who=Who(self.seat))


# --- the domain card ------------------------------------------------------------------------------------


class ShowDomain(Action, own=True):
    """Turn up my domain card for two counsellors in its room (en 1102), as far as the reserve has them (de 236)."""

    called = T("Turn up the domain card")

    @classmethod
    def why_not(cls, state: State, seat: int) -> Refusal | None:
        shown, text = seat in state.domains_open, T("Your domain card lies open already.")
        return (
            super().why_not(state, seat)
            or refused_if(shown, "open", text, "en 1108")
            or turned_up_twice(state, seat, domain=True)
        )

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        state = draft.state
        draft.happen(DomainShown(seat, state.cards[seat].domain, counsellors_for_domain(state)))
        notice_twins(draft, seat)


def counsellors_for_domain(state: State) -> int:
    """How many a domain card would bring now: said before it is turned up."""
    return min(DOMAIN_COUNSELLORS, state.reserve)


class DomainShown(Move, reveals=True):
    """During the game: so many counsellors from the reserve went into its room."""

    domain: str
    counsellors: int

    def fold(self, state: State) -> State:
        on_board = state.on_board + (ROOM_OF[self.domain],) * self.counsellors
        return replace(state, on_board=on_board, domains_open=state.domains_open | {self.seat})

    def tell(self, state: State) -> Text:
        return T("{who} turns up the domain card: {domain}.", who=Who(self.seat), domain=DOMAINS[self.domain])

    def to_do(self, state: State) -> tuple[Text, ...]:
        if not self.counsellors:
            return ()
        room, count = LOCATIONS[ROOM_OF[self.domain]], self.counsellors
        return (TN("A counsellor into the {room}.", "{count} counsellors into the {room}.", count, room=room),)


# --- chips ----------------------------------------------------------------------------------------------


class UseChip(Action):
    """One more action, once a turn (en 1092)."""

    called = T("Use a chip")

    @classmethod
    def why_not(cls, state: State, seat: int) -> Refusal | None:
        return (
            super().why_not(state, seat)
            or refused_if(not state.chips_of(seat), "no-chip", T("You have no privilege chip."), "en 1090")
            or refused_if(turn_of(state).chip_used, "once", T("You have used a chip this turn: one a turn."), "en 1094")
        )

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        draft.happen(ChipUsed(seat))


class ChipUsed(Move):
    def fold(self, state: State) -> State:
        used = next((chip for chip, holder in state.chips.items() if holder == self.seat), "")
        chips = {**state.chips, used: USED} if used else state.chips
        return spend(replace(state, chips=chips), -1, chip_used=True)

    def tell(self, state: State) -> Text:
        return T("{who} uses a chip for one more action.", who=Who(self.seat))

    def to_do(self, state: State) -> tuple[Text, ...]:
        return (T("{who} takes a chip out of the game.", who=Who(self.seat)),)


# --- leaving the rest -----------------------------------------------------------------------------------


class EndActions(Action, phases=(Turn,)):
    """Leave the remaining actions."""

    @classmethod
    def why_not(cls, state: State, seat: int) -> Refusal | None:
        owed = obligatory(state)
        must = TN(
            "One more action is obligatory, unless the table lets you leave it.",
            "{count} more actions are obligatory, unless the table lets you leave them.",
            owed,
        )
        return (
            super().why_not(state, seat)
            or has_scored(state)
            or refused_if(not actions_left(state), "actions", T("No actions are left: score."), "en 944")
            or refused_if(owed, "obligatory", must, "de 214, nl 637")
        )

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        draft.happen(ActionsEnded(seat))


def obligatory(state: State) -> int:
    """The actions that have to be done: two editions call all three so (de 214, nl 637), but not that of a chip."""
    return max(actions_left(state) - turn_of(state).chip_used, 0) if state.edition != EN else 0


class ActionsEnded(Move):
    def fold(self, state: State) -> State:
        return spend(state, actions_left(state))

    def tell(self, state: State) -> Text:
        return T("{who} leaves the remaining actions.", who=Who(self.seat))


class BeExcused(Action, phases=(Turn,)):
    """The table lets me leave actions that are obligatory."""

    @classmethod
    def why_not(cls, state: State, seat: int) -> Refusal | None:
        free = T("No action is obligatory now: you may leave the rest.")
        return super().why_not(state, seat) or refused_if(not obligatory(state), "free", free, "en 944")

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        draft.happen(ActionsExcused(seat))


class ActionsExcused(ActionsEnded):
    """Obligatory ones, with the consent of the table."""

    def tell(self, state: State) -> Text:
        return T("The table lets {who} leave the remaining actions.", who=Who(self.seat))
