"""KEY_MOMENTS mode: moves are untracked, and players call Herald for a dispute or an election."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import ClassVar

from scoring.claims import ClaimPhase, Claims, OwnBoard, PlaceClaimed
from scoring.kernel import (
    KEY_MOMENTS,
    Action,
    Batch,
    BusyReason,
    Event,
    Help,
    Refusal,
    Rng,
    SealedEvent,
    legal_action,
    refused_if,
)
from scoring.lang_lebe.components import BONUS_END, cards_in_game
from scoring.lang_lebe.dispute import NO_CARD_TO_STAKE, STAKES_DISCARDED, Dispute, courtiers_to_do
from scoring.lang_lebe.election import Election, count
from scoring.lang_lebe.state import LangLebePhase, State, Untracked
from scoring.legal_actions import Count, LegalAction, Pick
from scoring.reveal_phases import BoardCheckPhase, LineReveal
from scoring.sealed import Sealed
from scoring.tracking_modes import OpenEntry, SecretEntry
from scoring.values import replaced
from scoring.words import TN, T, Text, Who, seats

# --- a dispute -----------------------------------------------------------------------------------------


class UntrackedDispute(Dispute):
    """A dispute over an untracked area: only the pieces are known, and perhaps the area's name."""

    def after_win(self, state: State, winner: int) -> State:
        return replace(state, phase=Untracked(last_dispute=replace(self, winner=winner)))

    def to_do_after_win(self, state: State, winner: int) -> Iterable[Text]:
        """Returns the steps of a tracked dispute (see `entering`) as to-do lines."""
        won, back = replace(self, winner=winner), self.courtiers_to_return(winner)
        if back:
            yield courtiers_to_do(self.defender, back, self.area)
        for figure in self.figures_to_banish(winner):
            who, loser = Who(winner), Who(figure)
            yield T("{who}: send {loser}’s figure to an area with {loser}’s courtiers.", who=who, loser=loser)
        if self.courtiers - back < state.most_courtiers(self.area):  # nl 140
            yield T("{who}: you can place a courtier there and roll for more.", who=Who(winner))
        for seat in range(len(self.stakes)):
            if won.most_to_take_back(seat):
                yield T("{who}: you can take back {cards}.", who=Who(seat), cards=won.cards_to_take_back(seat).in_words)
        yield STAKES_DISCARDED


class DisputeCalled(Event, clears=True):
    """A player entered a foreign area. Herald knows only the facts that the dispute needs."""

    seat: int
    defender: int
    courtiers: int
    figure: int
    area: str

    def apply(self, state: State) -> State:
        dispute = UntrackedDispute.begin(state, self.seat, self.defender, self.area, self.courtiers, self.figure)
        return replace(state, phase=dispute, last_election=None)

    def history_line(self, state: State) -> Text:
        who, defender, area = Who(self.seat), Who(self.defender), self.area
        if area:
            return T("{who} entered {defender}’s {area}: a dispute.", who=who, defender=defender, area=area)
        return T("{who} entered {defender}’s area: a dispute.", who=who, defender=defender)


class CallDispute(Action, phases=(Untracked,), event=DisputeCalled):
    """Reports that the seat entered the defender's area, with the defending courtiers and figure (nl 112)."""

    defender: int
    courtiers: int = 0
    figure: int = 0
    # Optional.
    area: str = ""

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        if state.tracking_mode != KEY_MOMENTS:
            return Refusal("not-now", T("Only an election can be counted here."))
        return refused_if(not state.has_cards(seat), "cards", NO_CARD_TO_STAKE, "nl 220")

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        """Yields one legal action per courtier limit; the first, with the highest limit, includes the unnamed area."""
        defender = Pick("defender", tuple(other for other in state.clockwise(seat) if other != seat))
        for most in sorted({state.most_courtiers(area) for area in ("", *state.areas)}, reverse=True):
            areas = tuple(area for area in ("", *state.areas) if state.most_courtiers(area) == most)
            pieces = (Count("courtiers", 0, most), Count("figure", 0, 1))
            yield legal_action(cls, seat, defender, Pick("area", areas), *pieces, total=(1, most + 1))

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        nobody = T("The area’s owner must have courtiers there, their figure, or both.")
        if refusal := refused_if(not self.courtiers + self.figure, "nobody-there", nobody, "nl 114"):
            return refusal
        if not self.area:
            return None
        return state.area_refusal(self.area) or state.courtiers_refusal(self.area, self.courtiers)


# --- an election: areas and card counts -------------------------------------------------------------------


class ElectionEntry(LangLebePhase, ClaimPhase, BoardCheckPhase):
    """Entry of everybody's areas and secret card counts; seat `turn` called the election."""

    help = Help(
        (
            T("Everyone taps the areas they hold and secretly enters how many cards they have left."),
            T("Once everyone’s in, Herald counts the votes."),
        ),
        "nl 164",
    )
    name: ClassVar[str] = "election-entry"
    busy_reason = BusyReason(T("A king is being elected. Play continues afterwards."), "nl 162")
    claims: Claims
    turn: int
    sealed: Sealed[int]
    miscounted: bool = False

    def headline(self, state: State) -> Text:
        if self.miscounted and not self.sealed.complete:
            return miscount_text(state)
        if refusal := self.confirm_refusal(state):
            return refusal.message
        return T("Everyone’s in. Count the votes.")

    def waiting_for(self, state: State) -> tuple[int, ...]:
        missing = {*self.sealed.waiting_for, *self.seats_without_area}
        return tuple(seat for seat in self.sealed.asked if seat in missing)

    def places(self, state: State, seat: int) -> tuple[str, ...]:
        return state.areas

    def place_name(self, state: State, place: str) -> str:
        return place

    @property
    def seats_without_area(self) -> tuple[int, ...]:
        """Seats that have claimed no area yet; each needs one, because its figure stands somewhere (nl 164, 222)."""
        return tuple(seat for seat in self.sealed.asked if not self.claims.of(seat))

    @property
    def out_of_cards(self) -> tuple[int, ...]:
        return tuple(seat for seat in sorted(self.sealed.asked) if self.sealed.of(seat) == 0)

    def confirm_refusal(self, state: State) -> Refusal | None:
        if not self.sealed.complete:
            text = T("King election: tap your areas and count your cards.")
            return Refusal("not-now", text, "nl 164")
        return self.contradiction_refusal(state) or self._missing_area_refusal()

    def _missing_area_refusal(self) -> Refusal | None:
        text = TN(
            "{who} has no area yet. Where is their figure?",
            "{who} have no area yet. Where are their figures?",
            len(self.seats_without_area),
            who=seats(self.seats_without_area),
        )
        return refused_if(bool(self.seats_without_area), "figure", text, "nl 164")

    def confirm(self, batch: Batch[State], rng: Rng) -> None:
        """Starts the count, or asks everybody to count cards again if the numbers are impossible.

        The numbers are not checked earlier, so that no screen reveals anything about them.
        """
        too_many = sum(self.sealed.choices.values()) > cards_in_game(batch.state.seats).count  # nl 67
        if too_many or not self.out_of_cards:  # nl 162
            batch.emit(CardsMiscounted())
        else:
            super().confirm(batch, rng)
            Election.current(batch.state).play(batch, rng)

    def values_to_confirm(self, state: State) -> tuple[str, ...]:
        return state.unknown_votes(area for area in state.areas if self.claims.by(area))

    def confirmed(self, state: State) -> State:
        sizes = tuple(self.sealed.choices[seat] for seat in range(state.seats))
        known = replace(state, last_holders=self.claims.owners, sizes=sizes, out_of_cards=self.out_of_cards)
        return replace(known, phase=Election(self.turn, LineReveal(count(known))))

    def confirmation(self, state: State) -> Text:
        return T("{who} ran out of cards. Time to elect a king!", who=seats(self.out_of_cards))


def miscount_text(state: State) -> Text:
    return T(
        "That can’t be right: someone must have no cards left, and there are only {count} cards in all. Everyone, "
        "count again.",
        count=cards_in_game(state.seats).count,
    )


class CardsMiscounted(Event):
    """The card counts were impossible: nobody was out of cards, or there were too many."""

    def apply(self, state: State) -> State:
        return state.with_phase(sealed=Sealed(ElectionEntry.current(state).sealed.asked), miscounted=True)

    def history_line(self, state: State) -> Text:
        return miscount_text(state)


def final_election_entry(players: int) -> ElectionEntry:
    """Returns the entry phase for the final election of an untracked game."""
    return ElectionEntry(Claims(), 0, Sealed(tuple(range(players))))


class PollOpened(Event, clears=True):
    seat: int

    def apply(self, state: State) -> State:
        poll = ElectionEntry(Claims.known(state.last_holders), self.seat, Sealed(state.clockwise(self.seat)))
        return replace(state, phase=poll, last_election=None)

    def history_line(self, state: State) -> Text:
        return T("{who} called an election.", who=Who(self.seat))


class CallElection(Action, phases=(Untracked,), event=PollOpened):
    """Calls an election: a player has no cards left (nl 162)."""


class ClaimRest(OwnBoard, phases=(ElectionEntry,)):
    """Claims all remaining areas for the last seat that enters its areas."""

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        entry = ElectionEntry.current(state)
        others = set(entry.sealed.asked) - {seat}
        entered = others.isdisjoint((*entry.sealed.waiting_for, *entry.seats_without_area)) and not entry.claims.of(
            seat
        )
        last = refused_if(not entered, "not-last", T("Only the last player to tap areas can take all the others."))
        return super().refusal(state, seat) or last

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        return (legal_action(cls, seat),) if len(_free_areas(state)) > 1 else ()

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        for area in _free_areas(batch.state):
            batch.emit(PlaceClaimed(seat, area))


def _free_areas(state: State) -> tuple[str, ...]:
    claims = ElectionEntry.current(state).claims
    return tuple(area for area in state.areas if not claims.by(area))


class CountCards(Action, abstract=True, phases=(ElectionEntry,)):
    """Base class for actions that enter how many influence cards are left in the hand."""

    cards: int

    @classmethod
    def fields(cls, state: State, seat: int) -> tuple[Count, ...]:
        return (Count("cards", 0, cards_in_game(state.seats).count, ElectionEntry.current(state).sealed.of(seat) or 0),)

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        return (legal_action(cls, seat, *cls.fields(state, seat)),)


class CardsSealed(SealedEvent, secret={"cards"}):
    seat: int
    cards: int

    def apply(self, state: State) -> State:
        return state.with_phase(sealed=ElectionEntry.current(state).sealed.seal(self.seat, self.cards))

    def history_line(self, state: State) -> Text:
        return T("{who} counted their cards.", who=Who(self.seat))

    def secret_history_line(self, state: State) -> Text:
        return TN("{who} held {count} card.", "{who} held {count} cards.", self.cards, who=Who(self.seat))


class SealCards(SecretEntry, CountCards, event=CardsSealed):
    """Enters the card count secretly.

    The others learn which seats have no cards, and who has more cards of two seats with equal votes (nl 185), but no
    number.
    """


class CardCountEntered(Event, stale_safe=True, stored="cards-told"):
    seat: int
    cards: int
    bonus: int

    def apply(self, state: State) -> State:
        after = state.with_phase(sealed=ElectionEntry.current(state).sealed.seal(self.seat, self.cards))
        return replace(after, bonus=replaced(state.bonus, self.seat, self.bonus))

    def history_line(self, state: State) -> Text:
        who, cards = Who(self.seat), self.cards
        return T("{who} – cards: {cards}, bonus votes: {bonus}.", who=who, cards=cards, bonus=self.bonus)


class EnterCardCount(OpenEntry, CountCards, event=CardCountEntered):
    """Enters the card count openly, with the seat's field on the bonus table."""

    bonus: int = 0

    @classmethod
    def fields(cls, state: State, seat: int) -> tuple[Count, ...]:
        return (*super().fields(state, seat), Count("bonus", 0, BONUS_END, state.bonus[seat]))
