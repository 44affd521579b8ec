"""What a seat alone may see: its cards, its tiles and its deduction sheet."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.regents.deduction import possible_clans
from scoring.regents.phases import Secrets, SetUp
from scoring.regents.printed import CARDS, CLAN_WITHOUT, CLANS, DOMAINS, LACKS
from scoring.regents.state import Note, State, hand, is_open
from scoring.words import T, Text, Who


@dataclass(frozen=True)
class SheetRow:
    """What is known of an opponent; `possible` by clan, in the order of the clans."""

    seat: int
    possible: tuple[bool, ...]
    open: bool


@dataclass(frozen=True)
class OwnView:
    """For its owner's eyes only."""

    clan: Text | None
    lacks: Text | None
    domain: Text | None
    hand: tuple[Text, ...]
    sheet: tuple[SheetRow, ...]
    notes: tuple[Text, ...]


def own_view(state: State, seat: int) -> OwnView:
    cards = _cards(state, seat)
    return OwnView(
        clan=CLANS[cards.clan] if cards else None,
        lacks=CARDS[LACKS[cards.clan]] if cards else None,
        domain=DOMAINS[cards.domain] if cards else None,
        hand=tuple(CARDS[card] for card in hand(state, seat)),
        sheet=_sheet(state, seat) if state.cards else (),
        notes=tuple(_said(note) for note in reversed(state.notes[seat])),
    )


def _cards(state: State, seat: int) -> Secrets | None:
    if state.cards:
        return state.cards[seat]
    return state.phase.sealed.of(seat) if isinstance(state.phase, SetUp) else None


def _sheet(state: State, seat: int) -> tuple[SheetRow, ...]:
    return tuple(
        SheetRow(other, tuple(clan in left for clan in CLANS), is_open(state, other))
        for other, left in possible_clans(state, seat).items()
    )


def _said(note: Note) -> Text:
    who = Who(note.whose)
    if note.clan:
        return T("{who} is {clan}.", who=who, clan=CLANS[note.clan])
    if note.named:
        return T("{who} took you for {clan}.", who=who, clan=CLANS[note.named])
    not_clan = CLANS[CLAN_WITHOUT[note.card]]
    return T("{who} holds {card}: not {clan}.", who=who, card=CARDS[note.card], clan=not_clan)
