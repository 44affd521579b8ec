"""Just the end: a group that played without Herald says what everybody has, on one device or on several."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from itertools import chain, repeat

from scoring.kernel import Ask, Chance, Draft, Event, Help, Refusal, TableStep, offer, refused_if
from scoring.offers import Count, Offer, Pick
from scoring.regents.ending import Check
from scoring.regents.printed import CHIPS, COUNSELLORS, DOMAINS, END_STEPS, VALUES
from scoring.regents.state import USED, Markers, Secrets, State
from scoring.regents.tracks import advanced, chip_name, chips_on_the_way
from scoring.values import replaced, without
from scoring.words import T, Text, Who, seats


class Sheet(Check):
    """What is on the table after the last round, before hidden domain cards are turned up (en 1132)."""

    help = Help(
        (T("Enter what lies on the table after the last round, before hidden domain cards are turned up."),), "en 1130"
    )
    # Unplayed chips, by seat, as far as entered; which ones they are nobody needs to say.
    chips: Mapping[int, int] = field(default_factory=dict)
    # Whether a chip still lies on its threshold, where it matters.
    there: Mapping[str, bool] = field(default_factory=dict)

    def headline(self, state: State) -> Text:
        return T("What does everybody have?") if self.waiting_for(state) else super().headline(state)

    def waiting_for(self, state: State) -> tuple[int, ...]:
        return tuple(seat for seat in range(state.seats) if seat not in self.chips)

    def chips_asked(self, state: State) -> tuple[str, ...]:
        """Once everybody is in: chips that may be there for a hidden domain card, and nobody has told about."""
        if self.waiting_for(state) or sum(self.chips.values()) == len(CHIPS):
            return ()
        return tuple(chip for chip in chips_ahead(state) if chip not in self.there)

    def lying(self, state: State) -> tuple[str, ...]:
        """Chips that are still there, where it matters."""
        return tuple(chip for chip, there in self.there.items() if there and chip in chips_ahead(state))

    def why_not_confirm(self, state: State) -> Refusal | None:
        missing = self.waiting_for(state)
        first = T("First say what everybody has: {who}.", who=seats(missing))
        chip = T("First say whether the chip is still there.")
        return refused_if(missing, "entries", first) or refused_if(self.chips_asked(state), "chip", chip)

    def confirmed(self, state: State) -> State:
        """So many chips for everybody; all the others are used, but for those that still lie there."""
        gone = [chip for chip in CHIPS if chip not in self.lying(state)]
        holders = (seat for seat, count in self.chips.items() for _ in range(count))
        return super().confirmed(replace(state, chips=dict(zip(gone, chain(holders, repeat(USED)), strict=False))))


def sheet_of(state: State) -> Sheet:
    assert isinstance(state.phase, Sheet)
    return state.phase


def chips_ahead(state: State) -> tuple[str, ...]:
    """Chips that hidden domain cards lead to and that no marker has reached: those of the others are taken."""
    off = (0,) * len(DOMAINS)
    reached = {chip for markers in state.tracks for chip in chips_on_the_way(off, markers, CHIPS)}
    hidden = (seat for seat in range(state.seats) if seat not in state.domains_open)
    ahead = (chip for seat in hidden for chip in _on_the_last_way(state.tracks[seat], state.cards[seat].domain))
    return tuple(chip for chip in ahead if chip not in reached)


def _on_the_last_way(markers: Markers, domain: str) -> tuple[str, ...]:
    return chips_on_the_way(markers, advanced(markers, domain, END_STEPS, None), CHIPS)


class EnterEnd(Ask, strict=False, phases=(Sheet,)):
    """What one player has: `tracks` the value that each marker stands on (0: off the track), `shown` whether the domain
    card was turned up during the game. Entered again, it replaces what was said."""

    tracks: Mapping[str, int]
    chips: int
    counsellors: int
    domain: str
    shown: bool

    @classmethod
    def offers(cls, state: State, seat: int) -> tuple[Offer, ...]:
        """There are 15 chips, 20 counsellors and one domain card of each in all (en 849, 873, 936)."""
        others = without(sheet_of(state).chips, seat)
        chips = len(CHIPS) - sum(others.values()) - len(sheet_of(state).lying(state))
        counsellors = COUNSELLORS - sum(state.counsellors[other] for other in others)
        return (
            offer(
                cls,
                seat,
                *(Pick(f"tracks.{domain}", VALUES) for domain in DOMAINS),
                Count("chips", 0, chips),
                Count("counsellors", 0, counsellors),
                Pick("domain", tuple(domain for domain in DOMAINS if not _domain_of(state, others, domain))),
                Pick("shown", (0, 1)),
            ),
        )

    def why_not_this(self, state: State, seat: int) -> Refusal | None:
        twice = _domain_of(state, without(sheet_of(state).chips, seat), self.domain)
        text = T("{who} has that domain card: there is one of each.", who=seats(twice))
        return refused_if(twice, "domain", text, "en 936")

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        spaces = tuple(VALUES.index(self.tracks[domain]) for domain in DOMAINS)
        draft.happen(EndEntered(seat, spaces, self.chips, self.counsellors, self.domain, self.shown))


def _domain_of(state: State, entered: Iterable[int], domain: str) -> list[int]:
    return [seat for seat in entered if state.cards[seat].domain == domain]


class EndEntered(Event):
    """`tracks` are spaces, in the order of the domains."""

    seat: int
    tracks: tuple[int, ...]
    chips: int
    counsellors: int
    domain: str
    shown: bool

    def fold(self, state: State) -> State:
        sheet = sheet_of(state)
        shown = state.domains_open | {self.seat} if self.shown else state.domains_open - {self.seat}
        return replace(
            state,
            tracks=replaced(state.tracks, self.seat, self.tracks),
            counsellors=replaced(state.counsellors, self.seat, self.counsellors),
            cards=replaced(state.cards, self.seat, Secrets("", self.domain)),
            domains_open=shown,
            phase=replace(sheet, chips={**sheet.chips, self.seat: self.chips}),
        )

    def tell(self, state: State) -> Text:
        return T("What {who} has is entered.", who=Who(self.seat))


class TellChip(TableStep, phases=(Sheet,)):
    """Whether this chip still lies on its threshold, for somebody whose hidden domain card leads to it."""

    chip: str
    there: bool

    @classmethod
    def offers(cls, state: State, seat: int) -> tuple[Offer, ...]:
        sheet = sheet_of(state)
        full = len(sheet.lying(state)) + sum(sheet.chips.values()) >= len(CHIPS)
        asked = sheet.chips_asked(state)
        return (offer(cls, seat, Pick("chip", asked), Pick("there", (0,) if full else (0, 1))),) if asked else ()

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        draft.happen(ChipTold(self.chip, self.there))


class ChipTold(Event):
    chip: str
    there: bool

    def fold(self, state: State) -> State:
        sheet = sheet_of(state)
        return replace(state, phase=replace(sheet, there={**sheet.there, self.chip: self.there}))

    def tell(self, state: State) -> Text:
        chip = chip_name(self.chip)
        if self.there:
            return T("The chip of {chip} is still there.", chip=chip)
        return T("The chip of {chip} is gone.", chip=chip)
