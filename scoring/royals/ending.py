"""The end: totals of untracked markers, the reveal by kind, points and places."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from scoring.kernel import (
    FINAL_SCORING,
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
    at_seat,
    legal_action,
    refused_if,
)
from scoring.legal_actions import Count, LegalAction, Pick
from scoring.majority import most
from scoring.reveal_phases import LineReveal, RevealPhase
from scoring.royals import components, noble_house
from scoring.royals.markers import KINDS, RULES, kind_of
from scoring.royals.state import Marker, RoyalsPhase, State, TableEvent
from scoring.sealed import Sealed
from scoring.standings import ScoreLine, Standing, Standings, places, ranked, totals
from scoring.tracking_modes import OpenEntry, SecretEntry
from scoring.words import T, Text, TextList, Who, seats

UNKNOWN = -1


class NoMoreTurns(RoyalsPhase, abstract=True):
    busy_reason = BusyReason(T("The third epoch is over. There are no more turns."), "de 267")


# --- the reveal ----------------------------------------------------------------------------------------


class Reveal(NoMoreTurns, RevealPhase):
    """The final reveal. It plays at once; only a table of an earlier version may have stopped in the middle."""

    help = Help(
        (
            T("Turn over all the markers and add them up."),
            T("If tied, the highest single marker wins. If that’s tied too, the victory is shared."),
        ),
        "de 281",
    )
    heading = T("Ready for the final scoring.")
    turn: int
    kinds: LineReveal[str]

    def play(self, batch: Batch[State], rng: Rng) -> None:
        batch.emit(MarkersShown(self.kinds.skip().shown))
        batch.emit(GameEnded())


class MarkersShown(Event, reveals=True):
    """Some kinds of markers were revealed; `shown` is the number of kinds so far."""

    shown: int

    def apply(self, state: State) -> State:
        if not isinstance(state.phase, Reveal):
            return state
        return state.with_phase(kinds=replace(state.phase.kinds, shown=self.shown))

    def history_line(self, state: State) -> Text:
        kinds = tuple(KINDS.values())[: self.shown]
        return T("Revealed: {kinds}.", kinds=TextList(kinds[-1:]))


class GameOver(RoyalsPhase, over=True):
    help = Help((T("The game is over. See the story of the evening, or play again."),), "de 281")
    heading = T("All markers are on the table.")
    busy_reason = BusyReason(T("The game is over."), "de 281", code="over")


class GameEnded(TableEvent):
    def apply(self, state: State) -> State:
        return replace(state, phase=GameOver())

    def history_line(self, state: State) -> Text:
        return T("All markers are on the table.")


# --- points and places ---------------------------------------------------------------------------------


def score(state: State) -> tuple[ScoreLine, ...]:
    """Returns one line per marker, or per entered total. Secret until the end (de 219)."""
    seen = (marker for marker in state.markers if kind_of(marker.key) not in state.sums.get(marker.seat, ()))
    return (
        *(_line(state, marker) for marker in seen),
        *(
            ScoreLine(seat, KINDS[kind], points, RULES[kind], T("added up at the table"), KINDS[kind])
            for seat, sums in sorted(state.sums.items())
            for kind, points in sums.items()
            if points
        ),
    )


def _line(state: State, marker: Marker) -> ScoreLine:
    kind, points = kind_of(marker.key), state.value(marker.key) or 0
    return ScoreLine(marker.seat, state.marker_name(marker.key), points, RULES[kind], marker.note, KINDS[kind])


def highest_between(state: State, seat: int) -> tuple[int, int]:
    """Returns the lower and upper bounds of a seat's highest single marker. They differ only if totals were entered."""
    if seat in state.highest:
        return state.highest[seat], state.highest[seat]
    sums = dict(state.sums.get(seat, {}))
    noble = sums.pop(noble_house.KIND, 0)  # a single marker (de 241)
    seen = (state.value(marker.key) or 0 for marker in state.markers_of(seat) if kind_of(marker.key) not in sums)
    low = max((noble, *seen))
    return low, max((low, *(min(points, _highest_of(state, kind)) for kind, points in sums.items())))


def _highest_of(state: State, kind: str) -> int:
    """Returns the highest marker value of this kind."""
    return max(state.value(marker) or components.MOST_POINTS for marker in components.MOST_OF_A_KIND[kind])


def seats_to_name_highest(state: State) -> tuple[int, ...]:
    """Returns the seats tied for first place whose order depends on a highest marker not entered yet."""
    between = {seat: highest_between(state, seat) for seat in _first_by_points(state)}

    def is_open(seat: int) -> bool:
        low, high = between[seat]
        return low < high and any(low <= other[1] and other[0] <= high for who, other in between.items() if who != seat)

    return tuple(filter(is_open, between))


def _first_by_points(state: State) -> tuple[int, ...]:
    return most(dict(enumerate(totals(score(state), state.seats))))


def _key(state: State, seat: int, points: int, first: tuple[int, ...]) -> tuple[int, int]:
    """Returns points and highest marker. If totals were entered, the highest marker is known only for seats tied for
    first."""
    asked = state.tracked or seat in first
    return points, highest_between(state, seat)[0] if asked else UNKNOWN


def standings(state: State) -> Standings | None:
    """Ranks by points, then by the highest single marker; otherwise places are shared (de 281)."""
    if not state.phase.over:
        return None
    points, first = totals(score(state), state.seats), _first_by_points(state)
    keys = {seat: _key(state, seat, points[seat], first) for seat in range(state.seats)}
    at = places(keys)
    rows = (
        Standing(at[seat], seat, points[seat], _tie_break(state, keys, seat))
        for group in ranked(keys)
        for seat in group
    )
    return Standings(tuple(rows), _reason(keys))


def _tie_break(state: State, keys: Mapping[int, tuple[int, int]], seat: int) -> Text | None:
    """Returns how the seat's tie on points was broken or left open; None without a tie."""
    equal = [other for other in keys if other != seat and keys[other][0] == keys[seat][0]]
    if not equal:
        return None
    if keys[seat][1] == UNKNOWN:
        return T("tied on points")
    if any(keys[other] == keys[seat] for other in equal):
        return T("tied on points and highest marker ({points} each)", points=keys[seat][1])
    low, high = highest_between(state, seat)
    if low < high:
        return T("tied on points; highest single marker at least {points}", points=low)
    return T("tied on points; highest single marker {points}", points=low)


def _reason(keys: Mapping[int, tuple[int, int]]) -> Text:
    first, points = ranked(keys)[0], max(keys.values())[0]
    if len(first) > 1:
        return T("{who} share the victory with {points} victory points.", who=seats(first), points=points)
    if sum(key[0] == points for key in keys.values()) > 1:
        return T(
            "{who} wins with {points} victory points and the highest single marker.", who=seats(first), points=points
        )
    return T("{who} wins with {points} victory points.", who=seats(first), points=points)


# --- adding up markers taken at the table -------------------------------------------------------------

# City, country and noble house markers are face down (de 219), and Herald does not know who took them. So everybody
# enters their own totals in secret. After a game played without Herald, epoch markers are included.


BONUSES = ("city", "country", "noble")


def untracked_kinds(state: State) -> tuple[str, ...]:
    """Returns the kinds of markers that Herald has not tracked, or whose values are unread."""
    epochs = (marker.key for marker in state.markers if kind_of(marker.key) == "epoch")
    return (*BONUSES, "epoch") if state.tracking_mode == FINAL_SCORING or state.unknown(epochs) else BONUSES


class SumEntry(NoMoreTurns):
    """Entry of totals: every seat enters, by kind, the total of its face-down markers (de 219)."""

    help = Help((T("Secretly add up your markers by type."),), "de 281")
    sealed: Sealed[Mapping[str, int]]

    def headline(self, state: State) -> Text:
        if state.tracking_mode == FINAL_SCORING:
            return T("Everyone’s markers, by type.")
        return T("Everyone secretly adds up their bonus markers.")

    def waiting_for(self, state: State) -> tuple[int, ...]:
        return self.sealed.waiting_for


class SumsAction(Action, abstract=True, phases=(SumEntry,)):
    """Base class for entering a seat's marker totals by kind."""

    points: Mapping[str, int]

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        return (
            legal_action(
                cls, seat, *(sum_field(state, seat, kind, f"points.{kind}") for kind in untracked_kinds(state))
            ),
        )

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        last = SumEntry.current(batch.state).sealed.is_last(seat)
        points = {kind: self.points[kind] for kind in untracked_kinds(batch.state)}
        batch.emit(self.sums_event(seat, points))
        if last:
            batch.emit(SumsRevealed())
            end_if_settled(batch)

    def sums_event(self, seat: int, points: Mapping[str, int]) -> Event:
        raise NotImplementedError


class SealSums(SecretEntry, SumsAction):
    """Enters totals in secret until all are in."""

    def sums_event(self, seat: int, points: Mapping[str, int]) -> Event:
        return SumsSealed(seat, points)


class EnterSums(OpenEntry, SumsAction):
    """Enters totals openly, because all markers are already revealed."""

    def sums_event(self, seat: int, points: Mapping[str, int]) -> Event:
        return SumsEntered(seat, points)


class SumsEvent(Event, abstract=True):
    seat: int
    points: Mapping[str, int]

    def apply(self, state: State) -> State:
        if not isinstance(state.phase, SumEntry):
            return state
        return replace(state, phase=SumEntry(state.phase.sealed.seal(self.seat, self.points)))

    def history_line(self, state: State) -> Text:
        return T("{who} added up their markers.", who=Who(self.seat))


class SumsSealed(SumsEvent, SealedEvent, secret={"points"}):
    def secret_history_line(self, state: State) -> Text:
        sums = TextList(tuple(T("{kind} {points}", kind=KINDS[kind], points=n) for kind, n in self.points.items()))
        return T("{who} revealed: {sums}.", who=Who(self.seat), sums=sums)


class SumsEntered(SumsEvent):
    pass


class SumsRevealed(TableEvent, reveals=True):
    def apply(self, state: State) -> State:
        sums = state.phase.sealed.choices if isinstance(state.phase, SumEntry) else state.sums
        return replace(state, phase=SumReview(), sums=sums)

    def history_line(self, state: State) -> Text:
        return T("All markers were added up.")


def sum_field(state: State, seat: int, kind: str, name: str) -> Pick | Count:
    """Returns the form field for a seat's total of one kind.

    The minimum is what Herald has seen handed out, the maximum what one seat can have of that kind.
    """
    if kind == noble_house.KIND:
        return noble_house.sum_field(state, seat, name)
    known = sum(state.value(m.key) or 0 for m in state.markers_of(seat) if kind_of(m.key) == kind)
    return Count(name, known, max(known, most_points(state, kind)), known)


def most_points(state: State, kind: str) -> int:
    """Returns the highest possible total of one seat's markers of a kind."""
    return sum(state.value(marker) or components.MOST_POINTS for marker in components.MOST_OF_A_KIND[kind])


# --- remainders and ties -------------------------------------------------------------------------------


class SumReview(NoMoreTurns):
    """Check of the entered totals, if the city totals do not match or a tie needs the highest markers. After a
    correction, the table decides when to score."""

    help = Help((T("Everything is added up. Check what’s shown here, then fix it or score it as it is."),), "de 281")
    let_stand: bool = False

    def headline(self, state: State) -> Text:
        if sums_mismatch(state):
            points, right = entered_city_points(state), printed_city_points(state) or 0
            return T(
                "City bonuses: you entered {points} in total, but the occupied cities add up to {right}.",
                points=points,
                right=right,
            )
        if tied := seats_to_name_highest(state):
            return T("Tied on points. {who}: what’s your highest single marker?", who=seats(tied))
        return T("The totals add up now. Score them when you’re done.")

    def waiting_for(self, state: State) -> tuple[int, ...]:
        return () if sums_mismatch(state) else seats_to_name_highest(state)


def entered_city_points(state: State) -> int:
    """Returns the sum of all entered city bonuses."""
    return sum(points.get("city", 0) for points in state.sums.values())


def printed_city_points(state: State) -> int | None:
    """Returns the total value of all occupied cities' markers; None if unknown. An occupied city stays occupied
    (de 193), and its marker is taken (de 223)."""
    values = [
        state.value(components.city_marker(city)) for city in {components.city_of(place) for place in state.holders}
    ]
    known = [value for value in values if value is not None]
    return sum(known) if known and len(known) == len(values) else None


def sums_mismatch(state: State) -> bool:
    let_stand = isinstance(state.phase, SumReview) and state.phase.let_stand
    return not let_stand and printed_city_points(state) not in (None, entered_city_points(state))


class AcceptSums(TableAction, phases=(SumReview,)):
    """Accepts the entered sums although they do not add up, or after a correction."""

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        tied = not sums_mismatch(state) and bool(seats_to_name_highest(state))
        return super().refusal(state, seat) or refused_if(tied, "not-now", T("The totals already add up."))

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(SumsAccepted())
        end_if_settled(batch)


class SumsAccepted(Event, stored="sums-let-stand"):
    def apply(self, state: State) -> State:
        return replace(state, phase=SumReview(let_stand=True))

    def history_line(self, state: State) -> Text:
        return T("The table accepted the totals.")


class CorrectSum(Correction, phases=(SumReview,)):
    """Corrects a seat's total of one kind of markers."""

    whose: int
    kind: str
    points: int

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        for owner in range(state.seats):
            # Epoch values read after a seat has sealed its totals do not replace the entered ones.
            entered = state.sums.get(owner, {})
            for kind in dict.fromkeys((*untracked_kinds(state), *entered)):
                points = replace(sum_field(state, owner, kind, "points"), value=entered.get(kind, 0))
                yield legal_action(cls, seat, Pick("whose", (owner,)), Pick("kind", (kind,)), points, at=at_seat(owner))

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(SumCorrected(self.whose, self.kind, self.points))


class SumCorrected(Event):
    seat: int
    kind: str
    points: int

    def apply(self, state: State) -> State:
        sums = {**state.sums.get(self.seat, {}), self.kind: self.points}
        return replace(state, sums={**state.sums, self.seat: sums})

    def history_line(self, state: State) -> Text:
        kind = KINDS[self.kind]
        return T("Corrected: {who}, {kind}: {points}.", who=Who(self.seat), kind=kind, points=self.points)


class NameHighest(Action, rejects_stale=False, phases=(SumReview,)):
    """Enters the seat's highest single marker, to break a tie on points (de 281)."""

    points: int

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        asked = seat in seats_to_name_highest(state) and not sums_mismatch(state)
        return refused_if(not asked, "not-now", T("Your highest marker isn’t needed."), "de 281")

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        low, high = highest_between(state, seat)
        return (legal_action(cls, seat, Count("points", low, high, low)),)

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(HighestNamed(seat, self.points))
        end_if_settled(batch)


class HighestNamed(Event):
    seat: int
    points: int

    def apply(self, state: State) -> State:
        return replace(state, highest={**state.highest, self.seat: self.points})

    def history_line(self, state: State) -> Text:
        return T("{who}’s highest single marker was {points}.", who=Who(self.seat), points=self.points)


def end_if_settled(batch: Batch[State]) -> None:
    """Ends the game once the totals match and no tie for first place needs a highest marker."""
    if not sums_mismatch(batch.state) and not seats_to_name_highest(batch.state):
        batch.emit(GameEnded())
