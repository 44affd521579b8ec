"""Corrections of the tracked board, score and money."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from scoring.kernel import (
    Batch,
    Event,
    PrintedValueEntered,
    Refusal,
    Rng,
    SeatCorrection,
    StateCorrection,
    UndoPolicy,
    at_seat,
    legal_action,
    refused_if,
    unchanged_refusal,
)
from scoring.legal_actions import Count, LegalAction, Pick
from scoring.printed_values import number
from scoring.roses import components
from scoring.roses.components import AREAS, HOUSES, NOBLES, NOBODY, PIECES, SEAS, full_name
from scoring.roses.deployment import CalaisCorrected
from scoring.roses.draft import Drafting, without_card
from scoring.roses.parliament import Parliament, score_stone
from scoring.roses.state import Scored, State, house_with_votes, settle_awards, settlement_lines
from scoring.values import replaced, without
from scoring.words import TN, T, Text, TextList, Who, signed

MOST_MONEY = 400
NO_HOUSE = ""


class BoardCorrection(StateCorrection, abstract=True):
    unavailable_reason = T(
        "You can fix mistakes while picking cards, while planning and at the check before parliament. Otherwise, use "
        "Undo."
    )


def _seats(state: State) -> tuple[int, ...]:
    return tuple(range(state.seats))


def _owner(state: State, now: int) -> Pick:
    return Pick("owner", (NOBODY, *_seats(state)), now)


# --- pieces and awards ----------------------------------------------------------------------------------


class CorrectOwner(BoardCorrection):
    """Corrects the owner of a location or person; -1 means neutral."""

    piece: str
    owner: int

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        for piece in PIECES:
            owner = _owner(state, state.owners.get(piece, NOBODY))
            yield legal_action(cls, seat, Pick("piece", (piece,)), owner, at=piece)

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        """Requires the printed values, without which income and price would count as 0."""
        unread = (
            self.owner != NOBODY
            and self.piece in PIECES
            and components.values_needed_to_take(state.printed_values, self.piece)
        )
        return refused_if(unread, "box-needed", T("Enter that card’s printed values first."), "nl 152")

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        if batch.state.owners.get(self.piece, NOBODY) != self.owner:
            batch.emit(OwnerCorrected(self.piece, self.owner))
            settle_awards(batch, self.piece)


class OwnerCorrected(Event):
    """The corrected owner of a location or person; -1 means neutral."""

    piece: str
    owner: int

    def apply(self, state: State) -> State:
        after = state.with_owner(self.piece, self.owner)
        if self.owner == NOBODY:
            # nl 427: a location without an owner after the battles is neutral, with its card on the deck.
            on_deck = isinstance(state.phase, Parliament) and self.piece in components.LOCATION_PIECES
            neutral = tuple(other for other in after.neutral if other != self.piece)
            neutral = (*neutral, self.piece) if on_deck else neutral
            after = replace(after, stands=without(state.stands, self.piece), neutral=neutral)
        if isinstance(state.phase, Drafting) and state.draws:
            rest = without_card(state.phase.laid_out, self.piece)
            after = after.with_phase(laid_out=(*rest, self.piece) if self.owner == NOBODY else rest)
        return after

    def history_line(self, state: State) -> Text:
        name = full_name(state.printed_values, self.piece)
        if self.owner == NOBODY:
            return T("Corrected: {piece} belongs to no one.", piece=name)
        return T("Corrected: {piece} belongs to {who}.", piece=name, who=Who(self.owner))


class PlaceCorrected(Event):
    """The corrected place of a noble or ship."""

    piece: str
    to: str

    def apply(self, state: State) -> State:
        return replace(state, stands={**state.stands, self.piece: self.to})

    def history_line(self, state: State) -> Text:
        place = components.place_name(self.piece, self.to)
        return T("Corrected: {piece} is in {place}.", piece=full_name(state.printed_values, self.piece), place=place)


class CorrectPlace(BoardCorrection, event=PlaceCorrected):
    """Corrects where a noble or ship is."""

    piece: str
    to: str

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterator[LegalAction]:
        for piece in components.MOVERS:
            if piece in state.owners:
                to = Pick("to", tuple(AREAS if piece in NOBLES else SEAS), state.stands.get(piece))
                yield legal_action(cls, seat, Pick("piece", (piece,)), to, at=piece)

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        astray = self.to not in (AREAS if self.piece in NOBLES else SEAS)
        return refused_if(astray, "no-area", T("Nobles go to areas, ships to seas."), "nl 292")


class CorrectCalais(BoardCorrection):
    """Corrects who is Captain of Calais this round and in which area; -1 means nobody."""

    owner: int
    area: str

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        """Legal only before parliament; at other times the tile is on the board (nl 524)."""
        early = not isinstance(state.phase, Parliament)
        text = T("You can correct the Captain of Calais when you check the board before parliament.")
        return super().refusal(state, seat) or refused_if(early, "not-now", text, "nl 524")

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        owner, area = state.calais or (NOBODY, None)
        return (
            legal_action(cls, seat, _owner(state, owner), Pick("area", components.CALAIS_AREAS, area), at="calais"),
        )

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        corrected = CalaisCorrected(self.owner, self.area)
        if corrected.captain != batch.state.calais:
            batch.emit(corrected)


class CorrectAward(BoardCorrection):
    """Corrects who has an award tile; -1 means it is on the board."""

    award: str
    owner: int

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        for award in components.AWARDS:
            owner = _owner(state, state.awards.get(award, NOBODY))
            yield legal_action(cls, seat, Pick("award", (award,)), owner, at="awards")

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        """Accepts any holder, until a piece of that kind changes hands (nl 489)."""
        if batch.state.awards.get(self.award, NOBODY) != self.owner:
            batch.emit(AwardCorrected(self.award, self.owner))


class AwardCorrected(Event):
    """The corrected holder of an award; -1 means nobody."""

    award: str
    owner: int

    def apply(self, state: State) -> State:
        return state.with_award(self.award, self.owner)

    def history_line(self, state: State) -> Text:
        if self.owner == NOBODY:
            return T("Corrected: no one is {award}.", award=components.AWARD_NAMES[self.award])
        return T("Corrected: {who} is {award}.", who=Who(self.owner), award=components.AWARD_NAMES[self.award])


# --- French aid, houses, Kings, votes ------------------------------------------------------------------


class AidCorrected(Event):
    """Whether the French Aid tile has been used. Money is corrected separately, with the purse."""

    seat: int
    taken: bool

    def apply(self, state: State) -> State:
        others = tuple(seat for seat in state.aid_taken if seat != self.seat)
        return replace(state, aid_taken=(*others, self.seat) if self.taken else others)

    def history_line(self, state: State) -> Text:
        if self.taken:
            return T("Corrected: {who} has already taken French aid.", who=Who(self.seat))
        return T("Corrected: {who} still has the French Aid tile.", who=Who(self.seat))


class CorrectAid(SeatCorrection, BoardCorrection, event=AidCorrected):
    """Corrects whether the seat has used its French Aid tile."""

    taken: bool

    @classmethod
    def tracked_fields(cls, state: State) -> Iterable[Pick]:
        return (Pick("taken", (1, 0), int(owner in state.aid_taken)) for owner in _seats(state))

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        return unchanged_refusal((self.whose in state.aid_taken) == self.taken)


class HouseCorrection(BoardCorrection, abstract=True):
    """Base class for corrections that need houses; four players only (nl 546)."""

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        text = T("With two or three players, there are no houses.")
        return super().refusal(state, seat) or refused_if(not state.with_houses, "no-houses", text, "nl 546")


class PastPointsCorrected(Event, abstract=True):
    """Base class for corrections that change points of earlier rounds; lists the score stones to move."""

    def to_do(self, state: State) -> Iterator[Text]:
        before, after = state.victory_points, self.apply(state).victory_points
        yield from (score_stone(seat, after[seat]) for seat in state.order if after[seat] != before[seat])


class HousesCorrected(PastPointsCorrected):
    """Two seats swapped houses, including the points from those houses' Kings."""

    one: int
    other: int

    def apply(self, state: State) -> State:
        swapped = {self.one: self.other, self.other: self.one}
        return replace(
            state,
            houses=tuple(state.houses[swapped.get(seat, seat)] for seat in range(state.seats)),
            scored=tuple(
                replace(row, seat=swapped.get(row.seat, row.seat)) if row.kind == "king" else row
                for row in state.scored
            ),
        )

    def history_line(self, state: State) -> Text:
        one, other = HOUSES[state.houses[self.other]], HOUSES[state.houses[self.one]]
        return T(
            "Corrected: {who} belongs to {house}, {whose} to {other}.",
            who=Who(self.one),
            house=one,
            whose=Who(self.other),
            other=other,
        )


class CorrectHouses(HouseCorrection, event=HousesCorrected):
    """Swaps the houses of two seats, so that each house keeps two players (nl 146)."""

    one: int
    other: int

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterator[LegalAction]:
        for one in _seats(state):
            others = tuple(other for other in state.order if state.houses[other] != state.houses[one])
            yield legal_action(cls, seat, Pick("one", (one,)), Pick("other", others), at=at_seat(one))


class KingCorrected(PastPointsCorrected):
    """The corrected King of an earlier round, including that round's points."""

    round: int
    house: str

    def apply(self, state: State) -> State:
        others = tuple(row for row in state.scored if (row.kind, row.round) != ("king", self.round))
        mine = tuple(Scored(self.round, "king", seat, self.house) for seat in state.members(self.house))
        return replace(state, kings=replaced(state.kings, self.round - 1, self.house), scored=(*others, *mine))

    def history_line(self, state: State) -> Text:
        if not self.house:
            return T("Corrected: no King in round {round}.", round=self.round)
        return T(
            "Corrected: the House of {house} made the King in round {round}.",
            house=HOUSES[self.house],
            round=self.round,
        )


class CorrectKing(HouseCorrection, event=KingCorrected):
    """Corrects which house made the King in an earlier round; empty means none (nl 477)."""

    round: int
    house: str = NO_HOUSE

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        text = T("There has been no parliament yet.")
        return super().refusal(state, seat) or refused_if(not state.kings, "no-king", text, "nl 477")

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterator[LegalAction]:
        for past, house in enumerate(state.kings, start=1):
            yield legal_action(cls, seat, Pick("round", (past,)), Pick("house", (*HOUSES, NO_HOUSE), house), at="kings")

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        past = self.round in range(1, len(state.kings) + 1)
        return unchanged_refusal(past and state.kings[self.round - 1] == self.house)


class VotesCorrected(Event):
    """The corrected house with an area's votes. Before parliament it counts; at other times, only the rose changes."""

    area: str
    house: str

    def apply(self, state: State) -> State:
        if isinstance(state.phase, Parliament):
            return replace(state, votes_entered={**state.votes_entered, self.area: self.house})
        return replace(state, roses={**state.roses, self.area: self.house})

    def history_line(self, state: State) -> Text:
        area = AREAS[self.area].name
        if not self.house:
            return T("Corrected: {area} has no votes.", area=area)
        return T("Corrected: the votes of {area} go to {house}.", area=area, house=HOUSES[self.house])


class CorrectVotes(HouseCorrection, event=VotesCorrected):
    """Corrects which house has an area's votes, as its rose shows. Empty means the rose is off the board (nl 469)."""

    area: str
    house: str = NO_HOUSE

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterator[LegalAction]:
        for area in AREAS:
            house = Pick("house", (*HOUSES, NO_HOUSE), _votes_of(state, area))
            yield legal_action(cls, seat, Pick("area", (area,)), house, at=f"votes.{area}")

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        return unchanged_refusal(self.area in AREAS and _votes_of(state, self.area) == self.house)


def _votes_of(state: State, area: str) -> str:
    """Returns the house with an area's votes: in the coming parliament, or in the last one at other times."""
    return house_with_votes(state, area) if isinstance(state.phase, Parliament) else state.roses[area]


# --- mercenaries, points, money ------------------------------------------------------------------------


class MercenariesCorrected(Event):
    seat: int
    count: int

    def apply(self, state: State) -> State:
        return replace(state, mercenaries=replaced(state.mercenaries, self.seat, self.count))

    def history_line(self, state: State) -> Text:
        who = Who(self.seat)
        return TN(
            "Corrected: {who} has {count} mercenary.", "Corrected: {who} has {count} mercenaries.", self.count, who=who
        )


class CorrectMercenaries(SeatCorrection, BoardCorrection, event=MercenariesCorrected):
    """Corrects a seat's number of mercenaries."""

    count: int

    @classmethod
    def tracked_fields(cls, state: State) -> Iterable[Count]:
        return (Count("count", 0, components.MERCENARY_TOKENS, count) for count in state.mercenaries)

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        free = state.mercenaries_in_supply + sum(state.mercenaries[self.whose : self.whose + 1])
        text = TN("Only {count} mercenary is available.", "Only {count} mercenaries are available.", free)
        return refused_if(self.count > free, "mercenaries", text, "nl 71")


class CorrectPoints(SeatCorrection, BoardCorrection):
    """Corrects a seat's victory points on the score track."""

    points: int

    @classmethod
    def tracked_fields(cls, state: State) -> Iterable[Count]:
        return (Count("points", 0, components.MOST_POINTS, points) for points in state.victory_points)

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        if more := self.points - batch.state.victory_points[self.whose]:
            batch.emit(PointsCorrected(self.whose, more))


class PointsCorrected(Event):
    """The difference between the corrected and the tracked victory points."""

    seat: int
    points: int

    def apply(self, state: State) -> State:
        return state.with_points((Scored(state.round, "correction", self.seat, "", None, self.points),))

    def history_line(self, state: State) -> Text:
        return T("Corrected: {points} victory points for {who}.", who=Who(self.seat), points=signed(self.points))


class PurseCorrected(Event, secret={"pounds"}):
    """The corrected amount in a purse. The money was counted, so earlier wrong payments of income are settled too."""

    seat: int
    pounds: int

    def apply(self, state: State) -> State:
        return replace(
            state,
            money=replaced(state.money, self.seat, self.pounds),
            paydays=tuple(day for day in state.paydays if day.seat != self.seat),
            debts=without(state.debts, self.seat),
        )

    def history_line(self, state: State) -> Text:
        return T("{who} corrected their purse.", who=Who(self.seat))

    def secret_history_line(self, state: State) -> Text:
        return T("{who} had £{pounds}.", who=Who(self.seat), pounds=self.pounds)


class CorrectPurse(BoardCorrection, private=True, event=PurseCorrected):
    """Corrects the amount of money in the seat's own purse."""

    pounds: int

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        return (legal_action(cls, seat, Count("pounds", 0, MOST_MONEY, state.money[seat]), at=at_seat(seat)),)


# --- consequences of a corrected printed value ---------------------------------------------------------


def after_printed_value(state: State, filled: PrintedValueEntered) -> list[Event]:
    """Returns the events caused by a new printed value: settled income, or a ship in port moved to the right coast."""
    for piece in PIECES:
        if filled.field == components.number_key(piece) and piece not in NOBLES:
            return _settle_income(state, piece, number({filled.field: filled.value}, filled.field))
    for ship in components.SHIPS:
        if filled.field == components.coast_key(ship.removeprefix("ship.")) and filled.value and state.is_at_home(ship):
            sea = components.home_sea({**state.printed_values, filled.field: filled.value}, ship)
            return [ShipBerthed(ship, sea)] if sea != state.stands[ship] else []
    return []


def _settle_income(state: State, piece: str, income: int | None) -> list[Event]:
    """Returns the event that settles income already paid for this card; empty if the value was only deleted."""
    paid = [day for day in state.paydays if day.piece == piece]
    if income is None or state.phase.over or all(day.pounds == income for day in paid):
        return []
    due = (sum(income - day.pounds for day in paid if day.seat == seat) for seat in range(state.seats))
    return [IncomeSettled(piece, tuple(due))]


class IncomeSettled(Event, undo_policy=UndoPolicy.RECOMPUTED):
    """The income that each seat was underpaid for this card, in pounds; negative if overpaid."""

    piece: str
    pounds: tuple[int, ...]

    def apply(self, state: State) -> State:
        """Settles the difference; while plans are carried out, only after the battles, because prices are fixed
        then.
        """
        income = components.income_of(state.printed_values, self.piece)
        paydays = tuple(replace(day, pounds=income) if day.piece == self.piece else day for day in state.paydays)
        now = replace(state, paydays=paydays)
        if not state.phase.scripted:
            return now.with_settlement(self.pounds)
        owed = state.owed or (0,) * state.seats
        return replace(now, owed=tuple(old + new for old, new in zip(owed, self.pounds, strict=True)))

    def history_line(self, state: State) -> Text:
        return T("Income corrected: {paid}", paid=TextList(tuple(settlement_lines(self.pounds))))

    def to_do(self, state: State) -> Iterable[Text]:
        return () if state.phase.scripted else settlement_lines(self.pounds)


class ShipBerthed(Event, undo_policy=UndoPolicy.RECOMPUTED):
    """A ship in port moved to its area's other coast after a correction."""

    ship: str
    sea: str

    def apply(self, state: State) -> State:
        return PlaceCorrected(self.ship, self.sea).apply(state)

    def history_line(self, state: State) -> Text:
        return PlaceCorrected(self.ship, self.sea).history_line(state)
