"""Phases besides turns: the set-up, entering a game under way, and an untracked game.

This module imports nothing from the turn modules, so that a turn can lead to these phases.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from scoring.kernel import EVERY_MOVE, BusyReason, Help
from scoring.saga.components import COLOURS, Knight
from scoring.saga.state import Land, SagaPhase, State, missing_strength
from scoring.tracking_modes import ModeSwitchPhase
from scoring.words import TN, T, Text


class Entry(SagaPhase, ModeSwitchPhase, abstract=True):
    """Base class for the phases that enter what Herald has to know before it tracks every move."""

    def in_tracking_mode(self, state: State, mode: str) -> State:
        return replace(state, tracking_mode=mode, phase=UntrackedPlay())


class SetUp(Entry):
    """The start layout so far: sides and knights by land."""

    help = Help(
        (
            T("Lay out the six lands. Put two knights under each: one of the land’s colour and one of another."),
            T("Enter your layout, or use the one for a first game."),
            T("Everyone has a set of twelve knights."),
        ),
        "nl 44",
    )
    name: ClassVar[str] = "set-up"
    busy_reason = BusyReason(T("First set up the lands and the knights under them."), "nl 30", code="set-up")
    sets_up = True
    sides: Mapping[str, str] = field(default_factory=dict)
    knights: Mapping[str, tuple[Knight, ...]] = field(default_factory=dict)
    # True: tracking starts in a game that may already have begun.
    under_way: bool = False

    @property
    def lands(self) -> dict[str, Land]:
        return {land: Land(side, knights=self.knights.get(land, ())) for land, side in self.sides.items()}

    @property
    def all_knights(self) -> bool:
        return self.knights.keys() == set(COLOURS)

    def step(self, state: State) -> str:
        if self.sides.keys() != set(COLOURS):
            return "lands"
        return "begin" if self.all_knights else "knights"

    def headline(self, state: State) -> Text:
        return _HEADLINES[self.step(state)]


_HEADLINES = {
    "lands": T("Which side of each land is up?"),
    "knights": T("Which two knights are under each land?"),
    "begin": T("All set! The youngest player goes first."),
}


class BoardEntry(Entry):
    """Entry of the real table, because Herald's state of it is outdated or empty."""

    help = Help(
        (
            T("Enter what’s on the table, then everyone enters their hand."),
            T("After that, Herald tracks every move."),
        )
    )
    name: ClassVar[str] = "board-entry"
    heading = T("What’s on the table, and who’s next?")
    busy_reason = BusyReason(T("First enter what’s on the table."))


@dataclass(frozen=True)
class Compared:
    """A compared attack: its strength, the defence, and the land's bonus or malus."""

    defence: int
    change: int
    attack: int

    @property
    def short(self) -> int:
        return max(0, missing_strength(self.attack, self.defence + self.change))

    @property
    def answer(self) -> Text:
        defence = self.defence + self.change
        if not self.short:
            return T("Yes: {attack} against {defence}. The attack is stronger.", attack=self.attack, defence=defence)
        return TN(
            "No: {attack} against {defence}. You need {count} more.",
            "No: {attack} against {defence}. You need {count} more.",
            self.short,
            attack=self.attack,
            defence=defence,
        )


class Played(SagaPhase):
    """Base class for phases of a game played without Herald."""

    help = Help((T("Tap who played the last knight."), T("Then everyone enters what’s in front of them.")), "nl 195")
    name: ClassVar[str] = "played"
    heading = T("Who played the last knight?")
    busy_reason = BusyReason(T("First tap who played the last knight."), "nl 195")


class UntrackedPlay(Played, ModeSwitchPhase, needs_no_taps=True):
    """The game is under way, but moves are not entered."""

    help = Help(
        (
            T("Keep playing at the table. No need to enter moves."),
            T("Once you’ve played the last knight, tap here to score everything."),
        ),
        "nl 195",
    )
    name: ClassVar[str] = "untracked-play"
    heading = T("Play at the table. Herald scores the end.")
    busy_reason = BusyReason(T("Herald isn’t tracking moves in this game. It only scores the end."))
    compared: Compared | None = None

    def in_tracking_mode(self, state: State, mode: str) -> State:
        """Resumes with the last known table, or with the set-up if there is none."""
        if mode != EVERY_MOVE:
            return replace(state, tracking_mode=mode)
        return replace(state, tracking_mode=mode, phase=BoardEntry() if state.lands else SetUp(under_way=True))
