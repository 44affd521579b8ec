"""The end: hands, choices that lands allow, the count line by line, and places (nl 194-226, 299-337)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from scoring.highlights import Highlight, Piece, Row
from scoring.kernel import (
    Action,
    Batch,
    BusyReason,
    Event,
    Help,
    Refusal,
    Rng,
    TableAction,
    allowed,
    legal_action,
    refused_if,
)
from scoring.legal_actions import Count, LegalAction, Pick
from scoring.reveal_phases import LineReveal, RevealPhase
from scoring.saga.components import (
    BY_KEY,
    FIFTEEN_FAME,
    FIVE_FAME,
    LANDS,
    PROPERTIES,
    TRIBUTE,
    Knight,
    Property,
    can_be_worth,
    worth_of,
)
from scoring.saga.state import Facts, SagaPhase, State, colour_refusal, likely
from scoring.standings import ScoreLine, Standing, Standings, places
from scoring.words import TN, T, Text, Who, seats

# --- phases --------------------------------------------------------------------------------------------

NOT_BEGUN: LineReveal[CountLine] = LineReveal(())


class ToCount(SagaPhase, abstract=True):
    """Base class for phases after the last knight, before the count."""

    def count_refusal(self, state: State) -> Refusal | None:
        raise NotImplementedError

    def begin_count(self, batch: Batch[State]) -> None:
        batch.emit(CountBegan())

    def count_begun(self, state: State) -> State:
        """Returns the state with the count started."""
        raise NotImplementedError


class Ending(SagaPhase, abstract=True):
    """Base class for phases after the last knight, played by `turn`. `counted` is the attacking army that counts;
    `count` is empty until the count begins.
    """

    turn: int
    counted: int | None = None
    count: LineReveal[CountLine] = NOT_BEGUN

    @property
    def counting(self) -> bool:
        return bool(self.count.lines)

    def lines(self, state: State, seat: int) -> tuple[ScoreLine, ...]:
        return lines_at_end(state.facts(self.counted), seat)

    def recounted(self, state: State) -> Self:
        return self.with_count(state) if self.counting else self

    def with_count(self, state: State) -> Self:
        return replace(self, count=replace(self.count, lines=count(state.facts(self.counted))))


class FinalCount(Ending, ToCount, RevealPhase):
    """The end of the game: hands, choices that lands allow, then the count."""

    help = Help(
        (
            T("Score your fame and the army under each of your lands. Armies without a land score nothing."),
            T("Knights in hand are subtracted."),
            T("Some lands change this, as shown in their right box."),
        ),
        "nl 195",
    )
    name: ClassVar[str] = "final-count"
    busy_reason = BusyReason(
        T("The last knight has been played. Only the final scoring is left."), "nl 195", code="over"
    )
    # True after the holder of the land for adding a knight has added one or declined.
    added: bool = False

    def may_correct(self, state: State) -> bool:
        return not self.counting

    def adding(self, state: State) -> int | None:
        """Returns the seat that may still add a knight from its hand (nl 323), if any."""
        holder = _holder_of_property(state, Property.ADD_AT_END)
        return None if self.added or holder is None or not state.hand_cards(holder) else holder

    def choosing(self, state: State) -> int | None:
        """Returns the seat that must still choose which attacking army counts (nl 307), if any."""
        holder = _holder_of_property(state, Property.ARMY_COUNTS)
        return None if self.counted is not None or holder is None or not state.armies_of(holder) else holder

    def step(self, state: State) -> str:
        if self.counting:
            return "count"
        if self.adding(state) is not None:
            return "add"
        if self.choosing(state) is not None:
            return "army"
        return "hands" if misfits(state) else "check"

    def headline(self, state: State) -> Text:
        match self.step(state):
            case "count":
                return T("The empress returns: time to count fame.")
            case "add":
                who = Who(self.adding(state) or 0)
                return T("The game is over. {who} may add a knight from their hand to an army.", who=who)
            case "army":
                who = Who(self.choosing(state) or 0)
                return T("The game is over. Which of {who}’s attacking armies scores?", who=who)
            case "hands":
                return T(
                    "The game is over. Waiting for {who} to enter what their hand is worth.", who=seats(misfits(state))
                )
            case _:
                return T("{who} played the last knight. Check the table, then score.", who=Who(self.turn))

    def waiting_for(self, state: State) -> tuple[int, ...]:
        if self.counting:
            return ()
        asked = self.adding(state)
        asked = self.choosing(state) if asked is None else asked
        return tuple(sorted({*misfits(state), *(() if asked is None else (asked,))}))

    def count_refusal(self, state: State) -> Refusal | None:
        chooser, wrong = self.choosing(state), misfits(state)
        choose = T("Waiting for {who} to choose which attacking army scores.", who=Who(chooser or 0))
        tell = T("Waiting for {who} to enter on their own phone what their hand is worth.", who=seats(wrong))
        return (
            _count_begun_refusal(state)
            or _knight_first_refusal(state)
            or refused_if(chooser is not None, "not-now", choose, "nl 307")
            or refused_if(wrong, "hands-misfit", tell, "nl 205")
        )

    def count_begun(self, state: State) -> State:
        return replace(state, phase=self.with_count(state))

    def continue_refusal(self, state: State) -> Refusal | None:
        text = T("First check the table and start the scoring.")
        return refused_if(not self.counting, "not-now", text, "nl 196")

    def play(self, batch: Batch[State], rng: Rng) -> None:
        batch.emit(CountShown(self.count.skip().shown))
        batch.emit(EmpressReturned())


class GameOver(Ending, over=True):
    help = Help((T("The game is over. See the story of the evening, or play again."),), "nl 215")
    name: ClassVar[str] = "game-over"
    busy_reason = BusyReason(T("The game is over: the empress has returned."), "nl 195", code="over")

    @property
    def standings(self) -> Standings:
        """Returns the places by fame. The rules have no tie-break, so places are shared."""
        return standings(self.turn, self.count.lines)

    def headline(self, state: State) -> Text:
        return T("The empress crowns {who}.", who=seats(self.standings.winners))


def misfits(state: State) -> tuple[int, ...]:
    """Returns the seats that must enter the value of their hands, because the tracked one is impossible or
    uncertain.
    """
    wrong = (seat for seat in range(state.seats) if not state.hand_fits(seat) or seat in state.unsure)
    return tuple(seat for seat in wrong if state.hand_cards(seat))


def _holder_of_property(state: State, wanted: Property) -> int | None:
    """Returns the seat that holds the land with this property, if any."""
    return next((seat for seat in range(state.seats) if state.land_with(seat, wanted) is not None), None)


# --- the last knight -----------------------------------------------------------------------------------


class LastKnightPlayed(Event, reveals=True):
    """A hand is empty: the game is over, and all hands are revealed."""

    seat: int

    def apply(self, state: State) -> State:
        return replace(state, phase=FinalCount(self.seat))

    def recap(self, state: State) -> Text:
        return T("{who} played the last knight", who=Who(self.seat))

    def history_line(self, state: State) -> Text:
        return T("{who} played the last knight and ended the game.", who=Who(self.seat))

    def to_do(self, state: State) -> Iterable[Text]:
        return (T("Everyone: put your remaining knights face up on the table."),)

    def highlights(self, state: State, after: State, then: Sequence[Event]) -> Iterator[Highlight]:
        """Yields the lands held at the end; fame is counted only afterwards."""
        held = {seat: state.lands_of(seat) for seat in range(state.seats)}
        rows = tuple(
            Row(seat, pieces=_pieces(lands), note=None if lands else T("no lands"), wins=seat == self.seat)
            for seat, lands in held.items()
        )
        verdict = T("{who} played the last knight: time to count fame.", who=Who(self.seat))
        own = ((self.seat, T("You played the last knight: the empress returns.")),)
        places = tuple(land for lands in held.values() for land in lands)
        yield Highlight("empress", T("The empress returns"), verdict, rows, (self.seat,), own, places=places)


def _pieces(lands: Iterable[str]) -> tuple[Piece, ...]:
    return tuple(Piece("order", LANDS[land].name, colour=land) for land in lands)


def end_game(batch: Batch[State], seat: int) -> None:
    batch.emit(LastKnightPlayed(seat))
    settle_choices(batch)


def settle_choices(batch: Batch[State]) -> None:
    """Chooses the army that counts if its owner has only one."""
    end = FinalCount.current(batch.state)
    if end.adding(batch.state) is not None:
        return
    chooser = end.choosing(batch.state)
    if chooser is not None and len(batch.state.armies_of(chooser)) == 1:
        batch.emit(ArmyCounted(chooser, batch.state.armies_of(chooser)[0]))


def _count_begun_refusal(state: State) -> Refusal | None:
    return refused_if(FinalCount.current(state).counting, "not-now", T("The count has already started."), "nl 196")


def _knight_first_refusal(state: State) -> Refusal | None:
    adder = FinalCount.current(state).adding(state)
    text = T("Waiting for {who} to add a knight from their hand or decline.", who=Who(adder or 0))
    return refused_if(adder is not None, "not-now", text, "nl 323")


# --- hand values ---------------------------------------------------------------------------------------


class EnterHandValue(Action, abstract=True, private=True):
    """Base class for entering the value of the seat's own hand."""

    points: int

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        low, high = worth_of(state.hand_cards(seat))
        shown = max(low, min(high, state.hand_points(seat)))
        return (legal_action(cls, seat, Count("points", low, high, shown)),)

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        cards = state.hand_cards(seat)
        low, high = worth_of(cards)
        text = T("{cards} knights are worth {low} to {high}. Count again.", cards=cards, low=low, high=high)
        return refused_if(not can_be_worth(cards, self.points), "hand", text, "nl 205")


class HandValueEntered(Event, stale_safe=True, stored="hand-told"):
    """The value of a hand, entered by its owner."""

    seat: int
    points: int

    def apply(self, state: State) -> State:
        return state.with_hand_value(self.seat, self.points)

    def history_line(self, state: State) -> Text:
        return T("{who}’s hand was worth {points}.", who=Who(self.seat), points=self.points)


class EnterHandAtEnd(EnterHandValue, rejects_stale=False, phases=(FinalCount,), event=HandValueEntered):
    """Enters the value of the seat's hand, if the tracked one is impossible or wrong (nl 205)."""

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        empty = not state.hand_cards(seat)
        return _count_begun_refusal(state) or refused_if(empty, "hand", T("You have no knights in hand."), "nl 205")


# --- a knight added before the count (nl 321-327) ------------------------------------------------------


class Adding(Action, abstract=True, phases=(FinalCount,)):
    """Base class for actions of the seat whose land allows it to add a knight."""

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        other, text = FinalCount.current(state).adding(state) != seat, T("You can’t add a knight at the end.")
        return _count_begun_refusal(state) or refused_if(other, "no-property", text, "nl 323")


class AddLastKnight(Adding, private=True):
    """Adds a knight from the hand to an army of the seat before the count (nl 323). It conquers no land (nl 326)."""

    place: str
    knight: str

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        for place in state.places_of(seat):
            if knights := allowed(cls, state, seat, "knight", BY_KEY, place=place):
                yield legal_action(cls, seat, Pick("place", (place,)), likely(knights, state.in_hand(seat)))

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        army = state.at(self.place)
        if army is None or army.owner != seat:
            return Refusal("no-army", T("Add it to one of your own armies."), "nl 324")
        return colour_refusal(self.knight, army.colours)

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(LastKnightAdded(seat, self.place, BY_KEY[self.knight]))
        settle_choices(batch)


class LastKnightAdded(Event):
    seat: int
    place: str
    knight: Knight

    def apply(self, state: State) -> State:
        return replace(state.with_knight(self.place, self.knight), phase=replace(FinalCount.current(state), added=True))

    def history_line(self, state: State) -> Text:
        place = state.place_named(self.place)
        return T("{who} added {knight} to {place}.", who=Who(self.seat), knight=self.knight.name, place=place)


class KeepHand(Adding):
    """Declines to add a knight, which is optional (nl 324)."""

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(HandKept(seat))
        settle_choices(batch)


class HandKept(Event):
    seat: int

    def apply(self, state: State) -> State:
        return state.with_phase(added=True)

    def history_line(self, state: State) -> Text:
        return T("{who} added no knight.", who=Who(self.seat))


# --- an attacking army that counts (nl 305-309) --------------------------------------------------------


class ArmyCounted(Event):
    """An attacking army was chosen to count as fame."""

    seat: int
    army: int

    def apply(self, state: State) -> State:
        return state.with_phase(counted=self.army)

    def history_line(self, state: State) -> Text:
        land = LANDS[state.armies[self.army].land].name
        return T("{who}’s army against {land} scored.", who=Who(self.seat), land=land)


class CountArmy(Action, phases=(FinalCount,), event=ArmyCounted):
    """Chooses the attacking army that counts as fame (nl 307)."""

    army: int

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        other, text = FinalCount.current(state).choosing(state) != seat, T("You can’t score an attacking army.")
        return (
            _count_begun_refusal(state)
            or _knight_first_refusal(state)
            or refused_if(other, "no-property", text, "nl 307")
        )

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        return (legal_action(cls, seat, Pick("army", state.armies_of(seat))),)


# --- the final count -----------------------------------------------------------------------------------


class BeginCount(TableAction, phases=(ToCount,)):
    """Confirms the table and starts the count."""

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        return super().refusal(state, seat) or ToCount.current(state).count_refusal(state)

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        ToCount.current(batch.state).begin_count(batch)
        FinalCount.current(batch.state).play(batch, rng)


class CountBegan(Event):
    def apply(self, state: State) -> State:
        return ToCount.current(state).count_begun(state)

    def history_line(self, state: State) -> Text:
        return T("The table was checked and the fame counted.")


class CountShown(Event):
    """The number of seats whose count is shown."""

    shown: int

    def apply(self, state: State) -> State:
        end = FinalCount.current(state)
        return state.with_phase(count=replace(end.count, shown=self.shown))


class EmpressReturned(Event):
    """The count is finished."""

    def apply(self, state: State) -> State:
        end = FinalCount.current(state)
        return replace(state, phase=GameOver(end.turn, end.counted, end.count))

    def history_line(self, state: State) -> Text:
        return T("The empress returned.")


# --- fame line by line and the standings ---------------------------------------------------------------------

SHEET = (CHIPS, LANDS_HELD, HANDS, ARMY, TRIBUTES) = (
    T("Fame chips"),
    T("Lands"),
    T("Knights in hand"),
    T("Attacking army"),
    T("Tribute"),
)


@dataclass(frozen=True)
class CountLine:
    """The final points of one seat."""

    seat: int
    lines: tuple[ScoreLine, ...]
    total: int


def lines_so_far(facts: Facts, seat: int) -> tuple[ScoreLine, ...]:
    """Returns the score lines during the game, without the hands: their values would reveal face-down knights."""
    return (ScoreLine(seat, T("fame chips"), facts.fame, "nl 198", category=CHIPS), *_lands(facts, seat))


def lines_at_end(facts: Sequence[Facts], seat: int) -> tuple[ScoreLine, ...]:
    """Returns the score lines at the end, hands included."""
    own = facts[seat]
    return (*lines_so_far(own, seat), *_hand(own, seat), *_army(own, seat), *_tribute(facts, seat))


def _lands(facts: Facts, seat: int) -> Iterator[ScoreLine]:
    """Yields a line for the army under each land (nl 200), whose value two properties change."""
    for land, held in facts.lands.items():
        name, value, shown = LANDS[land].name, held.worth, held.shown
        what = T("{land}", land=name)
        if Property.WORTH_NOTHING in shown:
            note = T("its army of {value} counts as 0", value=value)
            yield ScoreLine(seat, what, 0, PROPERTIES[Property.WORTH_NOTHING].rule, note, LANDS_HELD)
        elif Property.FIFTEEN in shown:
            note = T("its army of {value} counts as {points}", value=value, points=FIFTEEN_FAME)
            yield ScoreLine(seat, what, FIFTEEN_FAME, PROPERTIES[Property.FIFTEEN].rule, note, LANDS_HELD)
        else:
            yield ScoreLine(seat, what, value, "nl 200", category=LANDS_HELD)
        if Property.FIVE in shown:
            extra = T("{land}: extra fame", land=name)
            yield ScoreLine(seat, extra, FIVE_FAME, PROPERTIES[Property.FIVE].rule, category=LANDS_HELD)


def _hand(facts: Facts, seat: int) -> Iterator[ScoreLine]:
    if not (facts.hand if facts.cards is None else facts.cards):
        return
    what = HANDS if facts.cards is None else TN("{count} knight in hand", "{count} knights in hand", facts.cards)
    saved = facts.land_with(Property.NO_MINUS)
    if saved is None:
        yield ScoreLine(seat, what, -facts.hand, "nl 205", category=HANDS)
    else:
        note = T("worth {points}, but {land} cancels the penalty", points=facts.hand, land=LANDS[saved].name)
        yield ScoreLine(seat, what, 0, PROPERTIES[Property.NO_MINUS].rule, note, HANDS)


def _army(facts: Facts, seat: int) -> Iterator[ScoreLine]:
    """Yields a line for the attacking army that the land's holder may count (nl 307)."""
    land = facts.land_with(Property.ARMY_COUNTS)
    if land is None or facts.army is None:
        return
    what = T("{land}: attacking army", land=LANDS[land].name)
    note = T("against {land}", land=LANDS[facts.against].name) if facts.against else None
    yield ScoreLine(seat, what, facts.army, PROPERTIES[Property.ARMY_COUNTS].rule, note, ARMY)


def _tribute(facts: Sequence[Facts], seat: int) -> Iterator[ScoreLine]:
    """Yields a line for 2 fame from every other seat, or as much as it has (nl 330)."""
    rule = PROPERTIES[Property.TWO_EACH].rule
    for owner, owned in enumerate(facts):
        land = owned.land_with(Property.TWO_EACH)
        for payer, paying in enumerate(facts):
            if land is None or payer == owner or seat not in (payer, owner):
                continue
            name, paid = LANDS[land].name, min(TRIBUTE, paying.fame)
            if seat == owner:
                yield ScoreLine(seat, T("{land}: from {who}", land=name, who=Who(payer)), paid, rule, category=TRIBUTES)
            else:
                yield ScoreLine(seat, T("{land}: to {who}", land=name, who=Who(owner)), -paid, rule, category=TRIBUTES)


def count(facts: Sequence[Facts]) -> tuple[CountLine, ...]:
    """Returns every seat with its score lines, lowest total first."""
    lines = {seat: lines_at_end(facts, seat) for seat in range(len(facts))}
    counts = (CountLine(seat, own, sum(line.points for line in own)) for seat, own in lines.items())
    return tuple(sorted(counts, key=lambda line: (line.total, line.seat)))


def standings(ended_by: int, count: Sequence[CountLine]) -> Standings:
    """Ranks by fame. The rules have no tie-break, so places are shared."""
    totals = {line.seat: line.total for line in count}
    placed = places({seat: (total,) for seat, total in totals.items()})
    order = sorted(totals, key=lambda seat: (placed[seat], seat))
    reason = T("{who} played the last knight in hand: the empress returns.", who=Who(ended_by))
    cheer = T("The empress crowns {who}!", who=Who(order[0]))
    return Standings(tuple(Standing(placed[seat], seat, totals[seat]) for seat in order), reason, cheer, reason)
