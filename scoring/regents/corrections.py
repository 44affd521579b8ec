"""Corrections of the tracked board, cards and tiles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from scoring.kernel import (
    Batch,
    Event,
    Refusal,
    Rng,
    SeatCorrection,
    StateCorrection,
    allowed,
    at_seat,
    legal_action,
    refused_if,
    unchanged_refusal,
)
from scoring.legal_actions import Count, LegalAction, Pick
from scoring.regents.castle import move_text
from scoring.regents.components import (
    CARDS,
    CHIPS,
    CLANS,
    COUNSELLORS,
    DOMAINS,
    HAND_SIZE,
    LOCATIONS,
    MISSING_CARD,
    ROOMS,
    VALUES,
)
from scoring.regents.setup import Placing, SetUp, cards_name
from scoring.regents.state import ON_BOARD, OUTSIDE, USED, Secrets, State, duplicate_refusal, report_duplicates
from scoring.regents.tracks import INDEX, chip_name, marker_name, with_marker
from scoring.regents.turn import card_in, if_possible, is_untracked, spend
from scoring.values import replaced, without
from scoring.words import T, Text, Who

# --- the board ------------------------------------------------------------------------------------------


class AgentCorrected(Event):
    whose: int
    origin: str
    place: str

    def apply(self, state: State) -> State:
        return state.with_agent_moved(self.whose, self.origin, self.place)

    def history_line(self, state: State) -> Text:
        who, way = state.owner_name(self.whose), move_text(self.origin, self.place)
        return T("Corrected: {who}’s agent: {way}.", who=who, way=way)


class CastleCorrection(StateCorrection, abstract=True):
    """Base class for corrections that need a tracked board."""

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        text = T("At this table, Herald doesn’t track the agents or the King.")
        return super().refusal(state, seat) or refused_if(is_untracked(state), "not-followed", text)


class CorrectAgent(CastleCorrection, event=AgentCorrected):
    """Corrects where one of that owner's agents is; "outside" means driven out."""

    whose: int
    origin: str
    place: str

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterator[LegalAction]:
        places = (*LOCATIONS, OUTSIDE)
        for here in places:
            owners = tuple(owner for owner in range(len(state.agents)) if state.agents_in(owner, here))
            if owners:
                elsewhere = Pick("place", tuple(place for place in places if place != here))
                yield legal_action(cls, seat, Pick("whose", owners), Pick("origin", (here,)), elsewhere, at=here)

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        if self.whose not in range(len(state.agents)) or not state.agents_in(self.whose, self.origin):
            return Refusal("empty", T("That agent isn’t there."), "en 948")
        neutral = self.whose == state.neutral_owner and self.place == OUTSIDE
        return refused_if(neutral, "neutral", T("Neutral agents can’t be removed from the castle."), "en 1154")


class KingCorrected(Event):
    place: str

    def apply(self, state: State) -> State:
        return replace(state, king=self.place)

    def history_line(self, state: State) -> Text:
        return T("Corrected: the King is in the {place}.", place=LOCATIONS[self.place])


class CorrectKing(CastleCorrection, event=KingCorrected):
    place: str

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> tuple[LegalAction, ...]:
        return (legal_action(cls, seat, Pick("place", ROOMS, state.king), at=state.king),)


class CorrectMarker(StateCorrection):
    """Corrects the value under a seat's marker; 0 means off the track. Chips have their own correction."""

    whose: int
    domain: str
    value: int

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterator[LegalAction]:
        for domain in DOMAINS:
            for owner in range(state.seats):
                value = Pick("value", VALUES, VALUES[state.tracks[owner][INDEX[domain]]])
                at = f"track.{domain}"
                yield legal_action(cls, seat, Pick("whose", (owner,)), Pick("domain", (domain,)), value, at=at)

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(MarkerCorrected(self.whose, self.domain, VALUES.index(self.value)))


class MarkerCorrected(Event):
    seat: int
    domain: str
    to: int

    def apply(self, state: State) -> State:
        return with_marker(state, self.seat, self.domain, self.to)

    def history_line(self, state: State) -> Text:
        return T("Corrected: {who} is at {marker}.", who=Who(self.seat), marker=marker_name(self.domain, self.to))


class CounsellorsCorrected(Event):
    seat: int
    count: int

    def apply(self, state: State) -> State:
        return replace(state, counsellors=replaced(state.counsellors, self.seat, self.count))

    def history_line(self, state: State) -> Text:
        return T("Corrected: {who}’s counsellors: {count}.", who=Who(self.seat), count=self.count)


class CorrectCounsellors(SeatCorrection, event=CounsellorsCorrected):
    """Corrects a seat's number of counsellors."""

    count: int

    @classmethod
    def tracked_fields(cls, state: State) -> Iterator[Count]:
        return (Count("count", 0, state.most_counsellors(seat), count) for seat, count in enumerate(state.counsellors))

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        too_many = self.whose in range(state.seats) and self.count > state.most_counsellors(self.whose)
        return refused_if(too_many, "reserve", T("There are only {count} counsellors.", count=COUNSELLORS), "en 873")


class ChipCorrected(Event):
    chip: str
    holder: int

    def apply(self, state: State) -> State:
        others = without(state.chips, self.chip)
        return replace(state, chips=others if self.holder == ON_BOARD else {**others, self.chip: self.holder})

    def history_line(self, state: State) -> Text:
        chip, holder = chip_name(self.chip), chip_holder(self.holder)
        return T("Corrected: {chip} chip: {holder}.", chip=chip, holder=holder)


class CorrectChip(StateCorrection, event=ChipCorrected):
    """Corrects who holds a chip; -1 means on the board, -2 used."""

    chip: str
    holder: int

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterator[LegalAction]:
        for chip in CHIPS:
            holder = Pick("holder", (ON_BOARD, *range(state.seats), USED), state.chips.get(chip, ON_BOARD))
            yield legal_action(cls, seat, Pick("chip", (chip,)), holder, at="chips")


def chip_holder(holder: int) -> Text | Who:
    return {ON_BOARD: T("on the board"), USED: T("used")}.get(holder, Who(holder))


# --- played cards, the domain card and tiles ------------------------------------------------------------


class CorrectPlayed(StateCorrection, private=True):
    """Corrects whether one of the seat's own action cards has been played; its effects are corrected separately.
    Private, since the refusal of an impossible card would reveal the clan."""

    card: str
    played: bool

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterator[LegalAction]:
        for played in (True, False):
            if cards := allowed(cls, state, seat, "card", CARDS, played=played):
                yield legal_action(cls, seat, Pick("card", cards), Pick("played", (int(played),)), at=at_seat(seat))

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        if self.card == MISSING_CARD[state.cards[seat].clan]:
            return Refusal("not-held", T("Your clan doesn’t have that card. Fix your clan first."), "en 886")
        same = (self.card in state.played[seat]) == self.played
        last = self.played and len(state.played[seat]) + 1 == HAND_SIZE
        return unchanged_refusal(same) or (duplicate_refusal(state, seat) if last else None)

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(PlayedCorrected(seat, self.card, self.played))
        report_duplicates(batch, seat)


class PlayedCorrected(Event, reveals=True):
    seat: int
    card: str
    played: bool

    def apply(self, state: State) -> State:
        others = tuple(card for card in state.played[self.seat] if card != self.card)
        now = (*others, self.card) if self.played else others
        after = replace(state, played=replaced(state.played, self.seat, now))
        # A card corrected to unplayed must not take effect at scoring.
        undone = not self.played and state.turn == self.seat and card_in(state) == self.card
        return spend(after, 0, card="") if undone else after

    def history_line(self, state: State) -> Text:
        who, card = Who(self.seat), CARDS[self.card]
        if self.played:
            return T("Corrected: {who} has played {card}.", who=who, card=card)
        return T("Corrected: {who} hasn’t played {card}.", who=who, card=card)


class CorrectDomain(StateCorrection, private=True):
    """Corrects whether the seat's own domain card was revealed during the game."""

    shown: bool

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> tuple[LegalAction, ...]:
        shown = Pick("shown", allowed(cls, state, seat, "shown", (0, 1)))
        return if_possible(legal_action(cls, seat, shown, at=at_seat(seat)))

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        same = (seat in state.domains_open) == bool(self.shown)
        return unchanged_refusal(same) or (duplicate_refusal(state, seat, domain=True) if self.shown else None)

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(DomainCorrected(seat, batch.state.cards[seat].domain if self.shown else ""))
        report_duplicates(batch, seat)


class DomainCorrected(Event, reveals=True):
    """The domain card was corrected to be face up with this domain, or hidden if empty."""

    seat: int
    domain: str

    def apply(self, state: State) -> State:
        now = state.domains_open | {self.seat} if self.domain else state.domains_open - {self.seat}
        return replace(state, domains_open=now)

    def history_line(self, state: State) -> Text:
        who = Who(self.seat)
        if not self.domain:
            return T("Corrected: {who}’s domain card is hidden.", who=who)
        return T("Corrected: {who}’s domain card is revealed: {domain}.", who=who, domain=DOMAINS[self.domain])


class TileCorrected(Event, secret={"clan", "gone"}, sealed=True):
    seat: int
    clan: str
    gone: bool

    def apply(self, state: State) -> State:
        others = tuple(clan for clan in state.tiles_gone[self.seat] if clan != self.clan)
        now = (*others, self.clan) if self.gone else others
        return replace(state, tiles_gone=replaced(state.tiles_gone, self.seat, now))

    def history_line(self, state: State) -> Text:
        return T("{who} corrected their accusation tiles.", who=Who(self.seat))

    def secret_history_line(self, state: State) -> Text:
        who, clan = Who(self.seat), CLANS[self.clan]
        if self.gone:
            return T("Corrected: {who} no longer has the {clan} tile.", who=who, clan=clan)
        return T("Corrected: {who} still has the {clan} tile.", who=who, clan=clan)


class CorrectTile(StateCorrection, private=True, event=TileCorrected):
    """Corrects whether one of the seat's own accusation tiles is out of the game."""

    clan: str
    gone: bool

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterator[LegalAction]:
        for gone in (True, False):
            if clans := allowed(cls, state, seat, "clan", CLANS, gone=gone):
                yield legal_action(cls, seat, Pick("clan", clans), Pick("gone", (int(gone),)), at=at_seat(seat))

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        return unchanged_refusal((self.clan in state.tiles_gone[seat]) == self.gone)


# --- clan and domain card -------------------------------------------------------------------------------


class CardsCorrected(Event, secret={"clan", "domain"}, sealed=True):
    seat: int
    clan: str
    domain: str

    def apply(self, state: State) -> State:
        after = _correct_notes(state, self.seat, self.clan)
        return replace(after, cards=replaced(state.cards, self.seat, Secrets(self.clan, self.domain)))

    def history_line(self, state: State) -> Text:
        return T("{who} corrected their cards.", who=Who(self.seat))

    def secret_history_line(self, state: State) -> Text:
        return T("Corrected: {cards}.", cards=cards_name(self.seat, self.clan, self.domain))


class CorrectCards(StateCorrection, private=True, event=CardsCorrected):
    """Corrects the seat's own clan and domain card. Also legal before the first turn, once all cards have been
    entered.
    """

    clan: str
    domain: str

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        before = isinstance(state.phase, SetUp | Placing) and state.cards
        known = state.is_open(seat) and seat in state.domains_open
        text = T("Your clan and domain card are already revealed.")
        return (None if before else super().refusal(state, seat)) or refused_if(known, "open", text, "en 986, 1108")

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> tuple[LegalAction, ...]:
        clans, domains = clans_possible(state, seat), domains_possible(state, seat)
        now = state.cards[seat]
        fields = Pick("clan", clans, now.clan), Pick("domain", domains, now.domain)
        return if_possible(legal_action(cls, seat, *fields, at=at_seat(seat)))

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        if state.is_open(seat) and self.clan != state.cards[seat].clan:
            return Refusal("open", T("Your clan is already revealed."), "en 986")
        if self.clan not in clans_possible(state, seat):
            text = T("You can’t be that clan: its card is already revealed, or you’ve played a card it lacks.")
            return Refusal("clan", text)
        impossible = self.domain not in domains_possible(state, seat)
        return refused_if(impossible, "domain", T("You can’t have that domain card."))


def clans_possible(state: State, seat: int) -> tuple[str, ...]:
    """Returns the clans compatible with revealed clans and the seat's played cards, regardless of other seats' secret
    cards."""
    if state.is_open(seat):
        return (state.cards[seat].clan,)
    return tuple(c for c in CLANS if c not in state.open_clans and MISSING_CARD[c] not in state.played[seat])


def domains_possible(state: State, seat: int) -> tuple[str, ...]:
    if seat in state.domains_open:
        return (state.cards[seat].domain,)
    shut = {state.cards[other].domain for other in state.domains_open}
    return tuple(domain for domain in DOMAINS if domain not in shut)


def _correct_notes(state: State, whose: int, clan: str) -> State:
    """Replaces the wrong clan in the notes and discarded tiles of every accuser who was shown this card."""
    notes, tiles_gone = [list(mine) for mine in state.notes], [list(gone) for gone in state.tiles_gone]
    for mine, gone in zip(notes, tiles_gone, strict=True):
        for number, note in enumerate(mine):
            if note.whose == whose and note.clan:
                mine[number] = replace(note, clan=clan)
                # One tile per note: another tile of this clan may be gone because the accuser named it to another seat.
                if note.clan in gone:
                    gone[gone.index(note.clan)] = clan
    return replace(state, notes=tuple(map(tuple, notes)), tiles_gone=tuple(map(tuple, tiles_gone)))
