"""FINAL_SCORING mode: after the last knight, players enter lands, armies and hands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from scoring.claims import ClaimPhase, Claims, OwnBoard, PlaceClaimed
from scoring.kernel import (
    KEY_MOMENTS,
    Action,
    Batch,
    BusyReason,
    Correction,
    Event,
    Help,
    Refusal,
    Rng,
    SealedEvent,
    TableAction,
    legal_action,
    refused_if,
)
from scoring.legal_actions import Count, LegalAction, Pick
from scoring.saga.components import (
    COLOURS,
    LANDS,
    MOST_FAME,
    MOST_POINTS,
    SET_POINTS,
    STRONGEST,
    Property,
    points_besides,
    possible_ends,
    properties_of_value,
)
from scoring.saga.final_count import CountBegan, FinalCount, ToCount
from scoring.saga.phases import Compared, Played, UntrackedPlay
from scoring.saga.state import Facts, Held, State, land_place, named_by
from scoring.tracking_modes import OpenEntry, SecretEntry
from scoring.values import without
from scoring.words import T, Text, Who

# Keys of numbers to enter; armies under lands use their places as keys.
FAME, COUNTED = "fame", "counted"


# --- during the game -----------------------------------------------------------------------------------


class LastKnightEntered(Event, stored="last-knight-said"):
    seat: int

    def apply(self, state: State) -> State:
        return replace(state, phase=Entering(claims=Claims(), turn=self.seat))

    def history_line(self, state: State) -> Text:
        return T("{who} played the last knight and ended the game.", who=Who(self.seat))


class EnterLastKnight(Action, phases=(Played,), event=LastKnightEntered):
    """Enters that the seat has played its last knight, which ends the game (nl 195)."""


class ArmiesCompared(Event, stale_safe=True, not_a_move=True):
    defence: int
    change: int
    attack: int

    def apply(self, state: State) -> State:
        compared = Compared(self.defence, self.change, self.attack)
        return state.with_phase(compared=compared)


class CompareArmies(TableAction, rejects_stale=False, phases=(UntrackedPlay,), event=ArmiesCompared):
    """Shows whether an attack takes a land (nl 150, 264, 271)."""

    defence: int
    change: int
    attack: int

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        defence, attack = Count("defence", 0, STRONGEST), Count("attack", 0, STRONGEST)
        return (legal_action(cls, seat, defence, Pick("change", (0, 1, -1)), attack),)


# --- the end: public results ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Knights:
    """Values of a seat's other knights on the table and of its hand. `beside` is the value the seat had entered openly
    by then."""

    others: int
    hand: int
    beside: int


class Entering(ToCount, ClaimPhase):
    """Entry of lands and values after the last knight of `turn`. `ends` is the entered end property by land, `numbers`
    the public numbers by seat."""

    help = Help(
        (
            T("Tap your lands, then enter the armies under them, your fame and your hand."),
            T("Your hand stays sealed until the final scoring."),
        ),
        "nl 196",
    )
    name: ClassVar[str] = "entering"
    busy_reason = BusyReason(
        T("The last knight has been played. Only the final scoring is left."), "nl 195", code="over"
    )
    turn: int
    ends: Mapping[str, str] = field(default_factory=dict)
    numbers: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    knights: Mapping[int, Knights] = field(default_factory=dict)

    def lands_of(self, seat: int) -> tuple[str, ...]:
        mine = self.claims.of(seat)
        return tuple(land for land in COLOURS if land in mine)

    def shown(self, state: State, land: str) -> tuple[Property, ...]:
        """Returns the land's end properties: the only possible ones, or those its holder entered."""
        possible = possible_ends(state.printed_values, land)
        return properties_of_value(possible[0] if len(possible) == 1 else self.ends.get(land, possible[0]))

    def numbers_to_enter(self, state: State, seat: int) -> tuple[str, ...]:
        """Returns the keys of the seat's public numbers: armies under lands, an attacking army that counts, and
        fame."""
        lands = self.lands_of(seat)
        counts = any(Property.ARMY_COUNTS in self.shown(state, land) for land in lands)
        return (*map(land_place, lands), *((COUNTED,) if counts else ()), FAME)

    def entered(self, seat: int, what: str) -> int | None:
        return self.numbers.get(seat, {}).get(what)

    def missing(self, state: State, seat: int) -> tuple[str, ...]:
        return tuple(what for what in self.numbers_to_enter(state, seat) if self.entered(seat, what) is None)

    def beside(self, state: State, seat: int) -> int:
        """Returns the value of the knights that the seat has entered openly."""
        return sum(self.entered(seat, what) or 0 for what in self.numbers_to_enter(state, seat) if what != FAME)

    def sealed(self, state: State, seat: int) -> Knights | None:
        """Returns the seat's entry for its other knights and hand; None if its open entries have changed after that."""
        entered = self.knights.get(seat)
        return entered if entered and entered.beside == self.beside(state, seat) else None

    # --- claims ----------------------------------------------------------------------------------------

    def places(self, state: State, seat: int) -> tuple[str, ...]:
        """Returns the lands with only one possible end property. The others are claimed together with their
        property."""
        return tuple(land for land in COLOURS if len(possible_ends(state.printed_values, land)) == 1)

    def to_give_up(self, state: State, seat: int) -> tuple[str, ...]:
        return self.claims.of(seat)

    def place_name(self, state: State, place: str) -> Text | str:
        return LANDS[place].name if place in LANDS else place

    # --- progress --------------------------------------------------------------------------------------

    def waiting_for(self, state: State) -> tuple[int, ...]:
        return tuple(seat for seat in range(state.seats) if not self.finished(state, seat))

    def finished(self, state: State, seat: int) -> bool:
        contested = set(self.claims.contradictions) & set(self.lands_of(seat))
        return not contested and not self.missing(state, seat) and self.sealed(state, seat) is not None

    def step(self, state: State) -> str:
        return "enter" if self.waiting_for(state) else "check"

    def headline(self, state: State) -> Text:
        if self.waiting_for(state):
            return T("The game is over. Everyone enters what’s in front of them.")
        return T("Everything has been entered. Check the table, then score.")

    # --- the final count -------------------------------------------------------------------------------

    def count_refusal(self, state: State) -> Refusal | None:
        waiting = self.waiting_for(state)
        text = T("Waiting for {who} to enter everything.", who=Who(waiting[0] if waiting else 0))
        return self.contradiction_refusal(state) or refused_if(waiting, "not-now", text, "nl 196")

    def begin_count(self, batch: Batch[State]) -> None:
        if batch.state.tracking_mode == KEY_MOMENTS:
            batch.emit(HandsRevealed())
        batch.emit(CountBegan())

    def count_begun(self, state: State) -> State:
        after = replace(state, entered=tuple(self._facts(state, seat) for seat in range(state.seats)))
        return replace(after, phase=FinalCount(self.turn).with_count(after))

    def _facts(self, state: State, seat: int) -> Facts:
        numbers, entered = self.numbers.get(seat, {}), self.knights.get(seat)
        lands = {land: Held(numbers.get(land_place(land), 0), self.shown(state, land)) for land in self.lands_of(seat)}
        return Facts(numbers.get(FAME, 0), lands, entered.hand if entered else 0, army=numbers.get(COUNTED))


class HandsRevealed(Event, reveals=True):
    """All hands are entered; the count may show them."""


# --- lands ---------------------------------------------------------------------------------------------


class ClaimLand(OwnBoard, phases=(Entering,)):
    """Claims a land together with its end property, such as `yellow:five`."""

    showing: str

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        now = Entering.current(state)
        lands = [land for land in COLOURS if land not in now.places(state, seat)]
        every = {f"{land}:{end}": (land, end) for land in lands for end in possible_ends(state.printed_values, land)}
        mine = now.lands_of(seat)
        new = tuple(key for key, (land, end) in every.items() if land not in mine or now.ends.get(land) != end)
        return (legal_action(cls, seat, Pick("showing", new)),) if new else ()

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        land, _, end = self.showing.partition(":")
        if land not in Entering.current(batch.state).lands_of(seat):
            batch.emit(PlaceClaimed(seat, land))
        if Entering.current(batch.state).ends.get(land) != end:
            batch.emit(EndPropertyEntered(land, end))


class EndPropertyEntered(Event, stored="end-shown"):
    """The end property of a land was entered."""

    land: str
    end: str

    def apply(self, state: State) -> State:
        now = Entering.current(state)
        return state.with_phase(ends={**now.ends, self.land: self.end})


# --- public values -------------------------------------------------------------------------------------


def _bounds(what: str) -> int:
    """Returns the upper limit of an entered number."""
    return MOST_FAME if what == FAME else STRONGEST


class NumberEntered(Event):
    seat: int
    what: str
    number: int

    def apply(self, state: State) -> State:
        now = Entering.current(state)
        mine = {**now.numbers.get(self.seat, {}), self.what: self.number}
        return state.with_phase(numbers={**now.numbers, self.seat: mine})

    def history_line(self, state: State) -> Text:
        who, number = Who(self.seat), self.number
        if self.what == FAME:
            return T("{who} had {fame} fame.", who=who, fame=number)
        if self.what == COUNTED:
            return T("{who}’s attacking army scored {number}.", who=who, number=number)
        land = LANDS[named_by(self.what)].name
        return T("The army under {land} was worth {number}.", land=land, number=number)


class EnterNumber(Action, rejects_stale=False, phases=(Entering,), event=NumberEntered):
    """Enters the value of an army under a land (`land-red`) or of the army that counts, or the fame (nl 198-200)."""

    what: str
    number: int

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        for what in Entering.current(state).missing(state, seat):
            yield legal_action(cls, seat, Pick("what", (what,)), Count("number", 0, _bounds(what)))


class CorrectNumber(Correction, phases=(Entering,), event=NumberEntered):
    """Corrects an entered number."""

    whose: int
    what: str
    number: int

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        now = Entering.current(state)
        for owner in range(state.seats):
            for what in now.numbers_to_enter(state, owner):
                if (number := now.entered(owner, what)) is not None:
                    fields = Pick("what", (what,)), Count("number", 0, _bounds(what), number)
                    yield legal_action(cls, seat, Pick("whose", (owner,)), *fields)


# --- knights without points, and the hand --------------------------------------------------------------


class EnterKnights(Action, abstract=True, rejects_stale=False, phases=(Entering,)):
    """Base class for entering the value of the other knights on the table and of the hand.

    The other knights score nothing. But all knights in total must be worth a set, plus any free knights, so mistakes
    are found (nl 39).
    """

    event: ClassVar[type[KnightsEntered]]
    others: int
    hand: int = 0
    # True: the seat confirms a total below that of a set.
    sure: bool = False

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        now, first = Entering.current(state), T("First enter your lands, their armies and your fame.")
        done = T("{who} has already entered everything. Take that back first.", who=Who(seat))
        too_many = T(
            "Your armies add up to {points}, more than all the knights. Check them again.",
            points=now.beside(state, seat),
        )
        return (
            refused_if(now.missing(state, seat), "not-yet", first, "nl 196")
            or refused_if(not now.waiting_for(state), "finished", done)
            or refused_if(now.beside(state, seat) > MOST_POINTS, "set", too_many, "nl 160")
        )

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        now = Entering.current(state)
        beside, entered = now.beside(state, seat), now.sealed(state, seat) or Knights(0, 0, 0)
        others, hand = Count("others", 0, MOST_POINTS, entered.others), Count("hand", 0, MOST_POINTS, entered.hand)
        return (legal_action(cls, seat, others, hand, total=points_besides(beside)),)

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        points = Entering.current(state).beside(state, seat) + self.others + self.hand
        text = T(
            "Your knights add up to {points}, but a set is worth {set}: {missing} missing. Count again.",
            points=points,
            set=SET_POINTS,
            missing=SET_POINTS - points,
        )
        many = T(
            "Your knights add up to {points}, but a set and all free knights are worth {most}. Count again.",
            points=points,
            most=MOST_POINTS,
        )
        return refused_if(points < SET_POINTS and not self.sure, "set", text, "nl 39") or refused_if(
            points > MOST_POINTS, "set", many, "nl 160"
        )

    def fits(self, legal_action: LegalAction) -> bool:
        most = legal_action.total[1] if legal_action.total else MOST_POINTS
        return super().fits(replace(legal_action, total=(0, most)) if self.sure else legal_action)

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(self.event(seat, self.others, self.hand))


class KnightsEntered(Event, abstract=True):
    seat: int
    others: int
    hand: int

    def apply(self, state: State) -> State:
        now = Entering.current(state)
        entered = Knights(self.others, self.hand, now.beside(state, self.seat))
        return state.with_phase(knights={**now.knights, self.seat: entered})


class KnightsSealed(KnightsEntered, SealedEvent, secret={"others", "hand"}):
    def history_line(self, state: State) -> Text:
        return T("{who} entered their hand.", who=Who(self.seat))

    def secret_history_line(self, state: State) -> Text:
        return T("{who} had knights worth {points} in hand.", who=Who(self.seat), points=self.hand)


class KnightsEnteredOpenly(KnightsEntered, stored="knights-told"):
    def history_line(self, state: State) -> Text:
        return T("{who}’s hand was worth {points}.", who=Who(self.seat), points=self.hand)


class EntryTakenBack(Event):
    seat: int

    def apply(self, state: State) -> State:
        now = Entering.current(state)
        return state.with_phase(knights=without(now.knights, self.seat))

    def history_line(self, state: State) -> Text:
        return T("{who} took back their entry.", who=Who(self.seat))


class TakeBackEntry(Correction, phases=(Entering,), event=EntryTakenBack):
    """Withdraws a seat's entry, so that its lands and hand can be changed again."""

    whose: int

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        entered = tuple(owner for owner in range(state.seats) if Entering.current(state).finished(state, owner))
        return (legal_action(cls, seat, Pick("whose", entered)),) if entered else ()


class SealKnights(SecretEntry, EnterKnights, event=KnightsSealed):
    """Enters the values of knights and hand in secret."""


class EnterKnightsOpenly(OpenEntry, EnterKnights, event=KnightsEnteredOpenly):
    """Enters the values of knights and hand openly."""
