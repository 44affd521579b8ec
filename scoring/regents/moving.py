"""Markers that move, and the chips they take."""

from __future__ import annotations

from scoring.kernel import Draft
from scoring.regents.events import ChipTaken, MarkerAdvanced, MarkerPushedBack
from scoring.regents.printed import DOMAINS
from scoring.regents.state import State, chips_left, limit_outside_scoring
from scoring.regents.tracks import advanced, at, chips_on_the_way


def advance(draft: Draft[State], seat: int, domain: str, spaces: int, edition: str | None) -> None:
    """A chip is taken by the first to reach or pass its threshold, in every kind of advance (en 1090)."""
    before = draft.state.tracks[seat]
    after = advanced(before, domain, spaces, edition)
    draft.happen(MarkerAdvanced(seat, domain, spaces, at(after, domain)))
    for chip in chips_on_the_way(before, after, chips_left(draft.state)):
        draft.happen(ChipTaken(seat, chip))


def push_back(draft: Draft[State], seat: int, whose: int, domain: str) -> None:
    draft.happen(MarkerPushedBack(seat, whose, domain, at(draft.state.tracks[whose], domain) - 1))


def tracks_to_advance(state: State, seat: int) -> tuple[str, ...]:
    """Where one space is possible outside the scoring phase."""
    markers, edition = state.tracks[seat], limit_outside_scoring(state)
    return tuple(domain for domain in DOMAINS if advanced(markers, domain, 1, edition) != markers)


def tracks_to_go_back(state: State, seat: int) -> tuple[str, ...]:
    """A failed accusation may push a marker off its track; the protection is the Rampart's alone (en 988, 1126)."""
    return tuple(domain for domain in DOMAINS if at(state.tracks[seat], domain) > 0)
