"""The deduction sheet: what one seat can know of the clans of the others."""

from __future__ import annotations

from scoring.regents.printed import CLAN_WITHOUT, CLANS
from scoring.regents.state import State, is_open, open_clans, opponents


def possible_clans(state: State, seat: int) -> dict[int, tuple[str, ...]]:
    """By opponent: the clans that nothing this seat has seen rules out."""
    left = {other: _not_ruled_out(state, seat, other) for other in opponents(state, seat)}
    while True:  # whoever is found out leaves that clan to nobody else
        found = {other: clans[0] for other, clans in left.items() if len(clans) == 1}
        less = {
            other: tuple(clan for clan in clans if all(clan != it or whose == other for whose, it in found.items()))
            for other, clans in left.items()
        }
        if less == left or not all(less.values()):
            return left
        left = less


def _not_ruled_out(state: State, seat: int, other: int) -> tuple[str, ...]:
    """Shown at a failed accusation, or by the own clan, open clans, cards played and cards spied."""
    seen = [note for note in state.notes[seat] if note.whose == other]
    shown = [note.clan for note in seen if note.clan]
    if is_open(state, other):
        shown = [state.cards[other].clan]
    if shown:
        return (shown[-1],)
    cards = (*state.played[other], *(note.card for note in seen if note.card))
    out = {state.cards[seat].clan, *open_clans(state), *(CLAN_WITHOUT[card] for card in cards)}
    return tuple(clan for clan in CLANS if clan not in out)
