"""Influence tracks (advances, thresholds, spaces on a chosen track) and privilege chips."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from scoring.highlights import Highlight, Piece, Row
from scoring.kernel import Batch, Event, Refusal, Rng, legal_action, refused_if
from scoring.legal_actions import LegalAction, Pick
from scoring.regents.components import DOMAINS, LAST_SPACE, THRESHOLDS, VALUES
from scoring.regents.editions import Edition
from scoring.regents.state import USED, Markers, State
from scoring.regents.turn import (
    AnyTurn,
    Choose,
    Spaces,
    TurnAction,
    TurnEvent,
    choice_in,
    settle,
    spend,
    use_one_space,
)
from scoring.tracks import reached
from scoring.values import replaced
from scoring.words import TN, T, Text, Who

START: Markers = (0,) * len(DOMAINS)
INDEX = {domain: number for number, domain in enumerate(DOMAINS)}

# --- markers --------------------------------------------------------------------------------------------


def at(markers: Markers, domain: str) -> int:
    return markers[INDEX[domain]]


def may_pass(markers: Markers, domain: str, edition: Edition) -> bool:
    """True unless the marker stands on a threshold and another one is too far behind (en 1008, de 146, nl 571)."""
    space = at(markers, domain)
    if space not in THRESHOLDS:
        return True
    return min(markers) >= edition.space_required[space]


def advanced(markers: Markers, domain: str, spaces: int, edition: Edition | None) -> Markers:
    """Returns the markers after one has advanced space by space. It stops at 30 and at a threshold it may not pass;
    without an edition, thresholds are ignored."""
    for _ in range(spaces):
        space = at(markers, domain)
        if space == LAST_SPACE or (edition and not may_pass(markers, domain, edition)):
            return markers
        markers = replaced(markers, INDEX[domain], space + 1)
    return markers


def points(markers: Markers) -> int:
    return sum(VALUES[space] for space in markers)


def chips_on_the_way(before: Markers, after: Markers, left: Iterable[str]) -> tuple[str, ...]:
    """Returns the remaining chips whose threshold a marker has reached or passed (en 1090)."""
    remaining = set(left)
    passed = (
        f"{domain}.{VALUES[space]}"
        for domain in DOMAINS
        for space in reached(THRESHOLDS, at(before, domain), at(after, domain))
    )
    return tuple(chip for chip in passed if chip in remaining)


def chip_name(chip: str) -> Text:
    domain, _, value = chip.partition(".")
    return T("{domain} {value}", domain=DOMAINS[domain], value=value)


def marker_name(domain: str, space: int) -> Text:
    return T("{domain} {value}", domain=DOMAINS[domain], value=VALUES[space])


# --- markers that move, and the chips they take ---------------------------------------------------------


def advance(batch: Batch[State], seat: int, domain: str, spaces: int, edition: Edition | None) -> None:
    """Advances a marker and takes the chips that it is the first to reach or pass, in every kind of advance (en
    1090).
    """
    before = batch.state.tracks[seat]
    after = advanced(before, domain, spaces, edition)
    batch.emit(MarkerAdvanced(seat, domain, spaces, at(after, domain)))
    for chip in chips_on_the_way(before, after, batch.state.chips_left):
        batch.emit(ChipTaken(seat, chip))


def push_back(batch: Batch[State], seat: int, whose: int, domain: str) -> None:
    batch.emit(MarkerPushedBack(seat, whose, domain, at(batch.state.tracks[whose], domain) - 1))


def with_marker(state: State, seat: int, domain: str, to: int) -> State:
    markers = replaced(state.tracks[seat], INDEX[domain], to)
    return replace(state, tracks=replaced(state.tracks, seat, markers))


def track_row(before: Markers, step: MarkerAdvanced) -> Row:
    """Returns the highlight row of one advance, with a note if a threshold stopped it."""
    was = at(before, step.domain)
    held = step.to - was < step.spaces and step.to in THRESHOLDS
    return Row(
        what=DOMAINS[step.domain],
        number=VALUES[step.to],
        before=VALUES[was],
        most=VALUES[LAST_SPACE],
        marks=tuple(VALUES[space] for space in THRESHOLDS),
        note=T("stopped at the threshold") if held else None,
    )


class MarkerAdvanced(Event):
    """A marker with `spaces` to advance went to space `to`."""

    seat: int
    domain: str
    spaces: int
    to: int

    def apply(self, state: State) -> State:
        return use_one_space(with_marker(state, self.seat, self.domain, self.to))

    def recap(self, state: State) -> Text:
        return T(
            "{who} reached {value} on the {domain} track",
            who=Who(self.seat),
            value=VALUES[self.to],
            domain=DOMAINS[self.domain],
        )

    def history_line(self, state: State) -> Text:
        return T("{who}: {domain} {value}.", who=Who(self.seat), domain=DOMAINS[self.domain], value=VALUES[self.to])

    def to_do(self, state: State) -> tuple[Text, ...]:
        who, domain, value = Who(self.seat), DOMAINS[self.domain], VALUES[self.to]
        steps = self.to - at(state.tracks[self.seat], self.domain)
        if not steps:
            return (T("{who}: leave {domain} on {value}.", who=who, domain=domain, value=value),)
        return (
            TN(
                "{who}: move {domain} forward one space, to {value}.",
                "{who}: move {domain} forward {count} spaces, to {value}.",
                steps,
                who=who,
                domain=domain,
                value=value,
            ),
        )


class MarkerPushedBack(Event):
    """A marker was pushed back; `seat` chose it, with the Rampart or after being wrongly accused."""

    seat: int
    whose: int
    domain: str
    to: int

    def apply(self, state: State) -> State:
        return use_one_space(with_marker(state, self.whose, self.domain, self.to))

    def recap(self, state: State) -> Text:
        return T("{who} pushed {whose} back", who=Who(self.seat), whose=Who(self.whose))

    def history_line(self, state: State) -> Text:
        marker = marker_name(self.domain, self.to)
        return T("{who} pushed {whose} back: {marker}.", who=Who(self.seat), whose=Who(self.whose), marker=marker)

    def to_do(self, state: State) -> tuple[Text, ...]:
        who, name = Who(self.whose), DOMAINS[self.domain]
        if self.to == 0:
            return (T("{who}: move {domain} off the track.", who=who, domain=name),)
        return (T("{who}: move {domain} back one space, to {value}.", who=who, domain=name, value=VALUES[self.to]),)


class ChipTaken(Event):
    seat: int
    chip: str

    def highlights(self, state: State, after: State, then: Sequence[Event]) -> Iterator[Highlight]:
        chip = chip_name(self.chip)
        row, own = Row(self.seat, pieces=(Piece("chip", chip),)), T("You earned the {chip} chip.", chip=chip)
        yield Highlight(
            "chip", T("A privilege chip"), self.history_line(state), (row,), private_texts=((self.seat, own),)
        )

    def apply(self, state: State) -> State:
        return replace(state, chips={**state.chips, self.chip: self.seat})

    def history_line(self, state: State) -> Text:
        return T("{who} earned the {chip} chip.", who=Who(self.seat), chip=chip_name(self.chip))

    def to_do(self, state: State) -> tuple[Text, ...]:
        return (T("{who}: take the {chip} chip.", who=Who(self.seat), chip=chip_name(self.chip)),)


# --- spaces on chosen tracks ----------------------------------------------------------------------------


class MoveMarker(Choose, abstract=True):
    """Base class for actions that use one space of the pending choice on a track."""

    domain: str

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> tuple[LegalAction, ...]:
        return (legal_action(cls, seat, Pick("domain", tracks_to_choose(state))),)

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        choice = choice_in(batch.state)
        assert choice is not None
        choice.choose(batch, self.domain)
        settle(batch)


def tracks_to_choose(state: State) -> tuple[str, ...]:
    choice = choice_in(state)
    return tuple(choice.options(state)) if isinstance(choice, Spaces) else ()


@dataclass(frozen=True)
class Steps(Spaces):
    """Spaces to advance on chosen tracks. `why` is "influence", "accusation" or "last-card"."""

    why: str

    def headline(self, who: Who) -> Text:
        match self.why:
            case "accusation":
                return TN("{who} was right: one more space.", "{who} was right: {count} spaces.", self.left, who=who)
            case "last-card":
                return TN(
                    "{who}’s last card: one more space.", "{who}’s last card: {count} spaces.", self.left, who=who
                )
            case _:
                return TN(
                    "Influence: {who} advances one more space.",
                    "Influence: {who} advances {count} spaces.",
                    self.left,
                    who=who,
                )

    def options(self, state: State) -> tuple[str, ...]:
        """Returns the tracks on which the marker can advance one space outside the scoring phase."""
        markers = state.tracks[AnyTurn.current(state).turn]
        return tuple(d for d in DOMAINS if advanced(markers, d, 1, limit_outside_scoring(state)) != markers)

    def choose(self, batch: Batch[State], option: str) -> None:
        advance(batch, AnyTurn.current(batch.state).turn, option, 1, limit_outside_scoring(batch.state))


def limit_outside_scoring(state: State) -> Edition | None:
    """Returns the edition if its thresholds stop advances outside the scoring phase, else None."""
    return state.edition if state.edition.thresholds_always else None


class Advance(MoveMarker):
    """Advances one space on this track."""

    choice: ClassVar[type[Spaces]] = Steps
    domain: str

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        text = T("That marker can’t pass its threshold yet, or is at the end. Choose another track.")
        return refused_if(self.domain not in tracks_to_choose(state), "threshold", text, "en 1008")


# --- used chips -----------------------------------------------------------------------------------------


class ChipUsed(TurnEvent):
    def apply(self, state: State) -> State:
        used = next((chip for chip, holder in state.chips.items() if holder == self.seat), "")
        chips = {**state.chips, used: USED} if used else state.chips
        return spend(replace(state, chips=chips), -1, chip_used=True)

    def history_line(self, state: State) -> Text:
        return T("{who} used a chip for one more action.", who=Who(self.seat))

    def to_do(self, state: State) -> tuple[Text, ...]:
        return (T("{who}: remove a chip from the game.", who=Who(self.seat)),)


class UseChip(TurnAction, event=ChipUsed):
    """Uses a chip for one more action, once a turn (en 1092)."""

    label = T("Use a chip")

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        return (
            super().refusal(state, seat)
            or refused_if(not state.chips_of(seat), "no-chip", T("You have no privilege chip."), "en 1090")
            or refused_if(
                AnyTurn.current(state).chip_used,
                "once",
                T("You’ve already used a chip this turn. You can use one per turn."),
                "en 1094",
            )
        )
