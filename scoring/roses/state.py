"""The game state and its predicates; owners of pieces, special awards, and area control by the influence table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from scoring.kernel import Batch, Event, GameState, Phase
from scoring.memo import memoize_by_identity
from scoring.printed_values import PrintedValues
from scoring.roses import components
from scoring.roses.components import AREAS, AWARDS, HOME, HOUSES, KIND_OF, NOBLES, NOBODY, PIECES, SHIPS, points_of
from scoring.standings import ScoreLine
from scoring.values import replaced, without
from scoring.words import T, Text, Who

if TYPE_CHECKING:
    from scoring.roses.plan import Plan


@dataclass(frozen=True)
class Army:
    """One seat's troops and mercenaries at a location. After a battle, survivors count as troops."""

    seat: int
    troops: int
    mercenaries: int

    @property
    def size(self) -> int:
        return self.troops + self.mercenaries


@dataclass(frozen=True)
class Payday:
    """The income one card paid to a seat in one round."""

    piece: str
    seat: int
    pounds: int


def settlement_lines(pounds: tuple[int, ...]) -> Iterator[Text]:
    """Yields the to-do lines for seats that take money or pay it back."""
    for seat, due in enumerate(pounds):
        if due > 0:
            yield T("{who}: take £{pounds}.", who=Who(seat), pounds=due)
        elif due < 0:
            yield T("{who}: pay back £{pounds}.", who=Who(seat), pounds=-due)


# --- phases --------------------------------------------------------------------------------------------


class RosesPhase(Phase, abstract=True):
    """Base class for all phases of this game."""

    # Name used by the screens.
    name: ClassVar[str] = ""
    # True if scenes list the to-do lines and prices stay fixed.
    scripted: ClassVar[bool] = False

    def board(self, state: State) -> State:
        """Returns the state on which control and votes are computed."""
        return state


@memoize_by_identity
def board_of(state: State) -> State:
    """Returns the board as entered so far, or with the values parliament has frozen."""
    return state.phase.board(state)


# --- victory points ------------------------------------------------------------------------------------

# Rows of the score sheet, each with its rule.
ROWS: Mapping[str, tuple[Text, str]] = {
    "before": (T("Before the last parliament"), ""),
    "most": (T("Most in an area"), "nl 451"),
    "second": (T("Second in an area"), "nl 451"),
    "king": (T("House made the King"), "nl 477"),
    "award": (T("Special awards"), "nl 485"),
    "trade": (T("Trade bonus"), "nl 513"),
    "church": (T("Church bonus"), "nl 519"),
    "correction": (T("Corrected by the table"), ""),
}


@dataclass(frozen=True)
class Scored:
    """An entry of the score sheet: the round, the reason and how a tie was broken. Prizes are looked up in the printed
    values."""

    round: int
    kind: str
    seat: int
    # An area, a house or an award.
    key: str
    note: Text | None = None
    # Only for points entered or corrected by the table.
    points: int = 0

    def worth(self, box: PrintedValues) -> int:
        if self.kind in ("most", "second"):
            return components.prize(box, self.key, self.kind) or 0
        return components.FIXED_POINTS.get(self.kind, self.points)

    def line(self, box: PrintedValues) -> ScoreLine:
        row, rule = ROWS[self.kind]
        return ScoreLine(self.seat, self._label(), self.worth(box), rule, self.note, row)

    def _label(self) -> Text:
        match self.kind:
            case "before":
                return T("On the score track before the last parliament")
            case "correction":
                return T("Round {round}: corrected by the table", round=self.round)
            case "king":
                return T("Round {round}: King of {house}", round=self.round, house=HOUSES[self.key])
            case "award":
                return T("Round {round}: {award}", round=self.round, award=components.AWARD_NAMES[self.key])
        area = AREAS[self.key].name
        match self.kind:
            case "most":
                return T("Round {round}: most in {area}", round=self.round, area=area)
            case "second":
                return T("Round {round}: second in {area}", round=self.round, area=area)
            case "trade":
                return T("Round {round}: trade bonus in {area}", round=self.round, area=area)
            case _:
                return T("Round {round}: church bonus in {area}", round=self.round, area=area)


# --- the state -----------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class State(GameState):
    phase: RosesPhase
    minutes: int
    money: tuple[int, ...]
    mercenaries: tuple[int, ...]
    # Herald draws and lays out the cards.
    draws: bool = False
    # True: an area in which nobody is present has no votes, even if a seat has control points there (nl 469, 536).
    votes_need_presence: bool = False
    round: int = 0
    # Turn order from the left; empty until it is drawn.
    order: tuple[int, ...] = ()
    houses: tuple[str, ...] = ()
    # Location or person -> seat; missing ones are neutral.
    owners: Mapping[str, int] = field(default_factory=dict)
    # Nobles by area, ships by sea; only those with an owner.
    stands: Mapping[str, str] = field(default_factory=dict)
    mercenary_cards: int = components.MERCENARY_CARDS
    # Income paid per card, and amounts to be settled after the battles.
    paydays: tuple[Payday, ...] = ()
    owed: tuple[int, ...] = ()
    # Overpaid income that a seat could not pay back.
    debts: Mapping[int, int] = field(default_factory=dict)
    aid_taken: tuple[int, ...] = ()
    # The last round in which aid was offered before planning.
    aid_round: int = 0
    awards: Mapping[str, int] = field(default_factory=dict)
    calais: tuple[int, str] | None = None
    # Location cards face up on the deck, and cards back in the box.
    neutral: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    # During a resolution: armies by location (latest last), persons with a white cube, and locations whose garrison has
    # already fought.
    armies: Mapping[str, tuple[Army, ...]] = field(default_factory=dict)
    guarded: tuple[str, ...] = ()
    fought_over: tuple[str, ...] = ()
    kings: tuple[str, ...] = ()
    # Votes of areas this round as corrected by the table, overriding the count.
    votes_entered: Mapping[str, str] = field(default_factory=dict)
    # Side of its rose that each area shows (nl 144); empty if it is off the board for a round.
    roses: Mapping[str, str] = field(default_factory=lambda: dict.fromkeys(AREAS, "lancaster"))
    scored: tuple[Scored, ...] = ()
    # At the end, seats with equal points whose tiebreakers were not entered.
    open_ties: tuple[int, ...] = ()
    # Each seat's plan from the previous round; private.
    last_plans: tuple[Plan, ...] = ()

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is in the current phase, otherwise the first in turn order."""
        if not self.order or self.phase.over:
            return None
        return int(getattr(self.phase, "turn", self.order[0]))

    @property
    def table_action_seat(self) -> int:
        return self.order[0] if self.order else 0

    @property
    def with_houses(self) -> bool:
        return self.seats == components.PLAYERS_WITH_HOUSES  # nl 546

    def members(self, house: str) -> tuple[int, ...]:
        return tuple(seat for seat in self.order if self.houses and self.houses[seat] == house)

    def leftmost(self, seats: tuple[int, ...]) -> int:
        return min(seats, key=self.order.index)

    @property
    def reverse_order(self) -> tuple[int, ...]:
        return self.order[::-1]  # nl 376, 411, 427

    def area_of(self, piece: str) -> str:
        """Returns the area where a piece counts: a noble's own place, or the area beside a ship's sea (nl 538)."""
        if piece in NOBLES:
            return self.stands.get(piece, HOME[piece])
        if piece in self.stands:
            return components.SEAS[self.stands[piece]].area
        return HOME[piece]

    @memoize_by_identity
    def pieces_of(self, seat: int) -> tuple[str, ...]:
        return tuple(piece for piece in PIECES if self.owners.get(piece) == seat)

    @memoize_by_identity
    def presence(self, seat: int) -> frozenset[str]:
        """Returns the areas with the seat's noble, castle, town, bishop or port. Ships do not count (nl 312, 536)."""
        return frozenset(self.area_of(piece) for piece in self.pieces_of(seat) if piece not in SHIPS)

    @memoize_by_identity
    def owned_in(self, area: str) -> tuple[str, ...]:
        return tuple(piece for piece in PIECES if piece in self.owners and self.area_of(piece) == area)

    def is_at_home(self, ship: str) -> bool:
        return self.stands.get(ship) == components.home_sea(self.printed_values, ship)

    @property
    def in_deck(self) -> tuple[str, ...]:
        """Cards without an owner that are not back in the box."""
        return tuple(piece for piece in PIECES if piece not in self.owners and piece not in self.gone)

    @property
    def mercenaries_in_supply(self) -> int:
        deployed = sum(army.mercenaries for there in self.armies.values() for army in there)
        return components.MERCENARY_TOKENS - sum(self.mercenaries) - deployed

    @property
    def tiles(self) -> dict[str, int]:
        """Holders of the special awards, including the Captain of Calais."""
        return {**self.awards, components.CALAIS: self.calais[0]} if self.calais else dict(self.awards)

    def with_owner(self, piece: str, seat: int) -> State:
        """Returns the state after giving a piece to a seat. A noble enters in its own area, a ship in its port (nl 236,
        238). For -1, its card goes on the deck."""
        if seat == NOBODY:
            return replace(self, owners=without(self.owners, piece), neutral=(*self.neutral, piece))
        entering = {piece: components.entry_place(self.printed_values, piece)} if piece in components.MOVERS else {}
        return replace(
            self,
            owners={**self.owners, piece: seat},
            stands={**entering, **self.stands},
            neutral=tuple(other for other in self.neutral if other != piece),
            gone=tuple(other for other in self.gone if other != piece),
        )

    def with_award(self, award: str, seat: int) -> State:
        rest = without(self.awards, award)
        return replace(self, awards=rest if seat == NOBODY else {**rest, award: seat})

    # --- money and points -------------------------------------------------------------------------------

    def with_money(self, seat: int, more: int) -> State:
        return replace(self, money=replaced(self.money, seat, self.money[seat] + more))

    def with_settlement(self, pounds: tuple[int, ...]) -> State:
        """Returns the state after settling income paid wrongly. A seat pays back at most what it has; the rest is
        withheld from later settlements."""
        state = self
        for seat, change in enumerate(pounds):
            debt = state.debts.get(seat, 0)
            moved = max(change, -state.money[seat]) if change < 0 else change - min(debt, change)
            state = replace(state.with_money(seat, moved), debts={**state.debts, seat: debt + moved - change})
        return state

    def income(self, seat: int) -> int:
        return sum(components.income_of(self.printed_values, piece) for piece in self.pieces_of(seat))  # nl 255

    @property
    def victory_points(self) -> tuple[int, ...]:
        points = [0] * self.seats
        for scored in self.scored:
            points[scored.seat] += scored.worth(self.printed_values)
        return tuple(points)

    def with_points(self, new: tuple[Scored, ...]) -> State:
        return replace(self, scored=(*self.scored, *new))

    def french_aid(self, seat: int) -> int:
        """Returns the pounds a seat may ask for: its distance to the leader, at most 25. Once a game, in rounds 2 to 5
        (nl 259)."""
        if self.round not in components.AID_ROUNDS or seat in self.aid_taken:
            return 0
        now = self.victory_points
        return min(components.MOST_AID, max(now) - now[seat])

    def aid_with_plan(self, seat: int) -> int:
        """Returns the aid to be decided with the plan; 0 if it was offered before. Used by older logs only."""
        return 0 if self.aid_round == self.round else self.french_aid(seat)

    @property
    def next_turn_order(self) -> tuple[int, ...]:
        """Returns the turn order of the next round."""
        return turn_order(dict(enumerate(self.victory_points)), self.order)


def turn_order(points: Mapping[int, int], before: Iterable[int]) -> tuple[int, ...]:
    """Returns the seats with the fewest points first; seats with equal points keep their order (nl 190, 196)."""
    return tuple(sorted(before, key=lambda seat: points.get(seat, 0)))


# --- special awards ------------------------------------------------------------------------------------


class AwardGiven(Event):
    """A special award changed hands; seat -1 means it is back on the board."""

    award: str
    seat: int

    def apply(self, state: State) -> State:
        return state.with_award(self.award, self.seat)

    def history_line(self, state: State) -> Text:
        if self.seat == NOBODY:
            return T("{award}: back on the board.", award=components.AWARD_NAMES[self.award])
        return T("{award}: tile to {who}.", award=components.AWARD_NAMES[self.award], who=Who(self.seat))

    def to_do(self, state: State) -> Iterable[Text]:
        return () if state.phase.scripted else (self.history_line(state),)


def most_of(state: State, award: str) -> tuple[int, ...]:
    """Returns the seats with the most pieces for an award; empty if that is fewer than two (nl 489)."""
    held = [state.owners.get(piece) for piece in components.PIECES_OF_KIND[AWARDS[award]]]
    best = max((held.count(seat) for seat in state.order), default=0)
    return tuple(seat for seat in state.order if held.count(seat) == best >= components.AWARD_MINIMUM)


def rightful_holder(state: State, award: str) -> int | None:
    """Returns who should hold the award (nl 489). The holder keeps it unless another seat has more pieces, or the
    holder fewer than two. Then it goes to the seat with the most; of several, to the one furthest left."""
    most, holder = most_of(state, award), state.awards.get(award)
    return holder if holder in most else next(iter(most), None)


def settle_awards(batch: Batch[State], piece: str) -> None:
    """Reassigns the award for this piece's kind after the piece has changed hands."""
    for award in (award for award, kind in AWARDS.items() if kind == KIND_OF.get(piece)):
        rightful = rightful_holder(batch.state, award)
        if rightful != batch.state.awards.get(award):
            batch.emit(AwardGiven(award, NOBODY if rightful is None else rightful))


# --- the influence table --------------------------------------------------------------------------------

# Noble values in descending order, then the number of castles, large towns, bishops … ships; compared from left to
# right.
Influence: TypeAlias = tuple[tuple[int, ...], ...]
OTHER_KINDS = components.KINDS[1:]


@dataclass(frozen=True, order=True)
class Control:
    """Control of one seat, or of one house, in an area."""

    points: int
    influence: Influence
    pieces: tuple[str, ...] = field(default=(), compare=False)
    calais: bool = field(default=False, compare=False)


@memoize_by_identity
def control(state: State, area: str, seats: tuple[int, ...]) -> Control:
    """Returns the control of these seats in an area. The Captain of Calais counts as a noble of 4 (nl 280, 288)."""
    pieces = tuple(piece for piece in state.owned_in(area) if state.owners[piece] in seats)
    calais = state.calais is not None and state.calais[0] in seats and state.calais[1] == area
    points = sum(points_of(state.printed_values, piece) for piece in pieces) + (
        components.CALAIS_POINTS if calais else 0
    )
    return Control(points, influence(state, pieces, calais), pieces, calais)


def influence(state: State, pieces: tuple[str, ...], calais: bool = False) -> Influence:
    nobles = [points_of(state.printed_values, piece) for piece in pieces if piece in NOBLES]
    nobles += [components.CALAIS_POINTS] if calais else []
    counts = ((sum(KIND_OF[piece] == kind for piece in pieces),) for kind in OTHER_KINDS)
    return (tuple(sorted(nobles, reverse=True)), *counts)


def by_influence(state: State, pieces: Iterable[str], *, votes_first: bool = False) -> list[str]:
    """Sorts pieces by kind from left to right, then higher nobles first. Then by area, in scoring order or with more
    votes first."""
    areas = sorted(AREAS, key=lambda area: -AREAS[area].votes) if votes_first else list(AREAS)

    def place(piece: str) -> tuple[int, int, int]:
        value = points_of(state.printed_values, piece)
        return (components.KINDS.index(KIND_OF[piece]), -value, areas.index(state.area_of(piece)))

    return sorted(pieces, key=place)


def ranking(state: State, area: str) -> tuple[int, ...]:
    """Returns the seats with control points in the area, strongest first. Full ties go to the seat furthest left (nl
    108, 449).
    """
    found = {seat: control(state, area, (seat,)) for seat in state.order}
    there = [seat for seat in state.order if found[seat].points]
    return tuple(sorted(there, key=lambda seat: found[seat], reverse=True))


def house_with_votes(state: State, area: str) -> str:
    """Returns the house with more control points; ties go by influence, then to the seat furthest left (nl 469)."""
    if area in state.votes_entered:
        return state.votes_entered[area]
    found = {house: control(state, area, state.members(house)) for house in HOUSES}
    best = max(found.values())
    if not best.points or is_deserted(state, area):
        return ""
    equal = [house for house in HOUSES if found[house] == best]
    present = tuple(s for house in equal for s in state.members(house) if control(state, area, (s,)).points)
    return state.houses[state.leftmost(present)]


def is_deserted(state: State, area: str) -> bool:
    """True if the area has no votes because nobody is present. Ships and the Captain of Calais do not count (nl 312,
    469, 536).
    """
    return state.votes_need_presence and not any(area in state.presence(seat) for seat in state.order)


def votes(state: State) -> dict[str, int]:
    """Returns the votes of each house on the current board."""
    won = {area: house_with_votes(state, area) for area in AREAS}
    return {house: sum(AREAS[area].votes for area in AREAS if won[area] == house) for house in HOUSES}


def king(won: dict[str, int]) -> str:
    """Returns the house with more votes; empty if tied, with no King this round (nl 477)."""
    lancaster, york = won["lancaster"], won["york"]
    return "" if lancaster == york else "lancaster" if lancaster > york else "york"


# --- reasons -------------------------------------------------------------------------------------------

_TIE_REASONS = {
    "noble": T("the noble decides"),
    "castle": T("the Royal Castle decides"),
    "large": T("the large town decides"),
    "bishop": T("the bishop decides"),
    "small": T("the small town decides"),
    "port": T("the port decides"),
    "ship": T("more ships decide"),
}


def why_before(one: Influence, other: Influence) -> Text:
    """Returns what breaks a tie on points: the first difference in the influence table, or turn order."""
    if one[0] != other[0]:
        if not all((*one[0], *other[0])):  # only one side has nobles, so their values may be unread
            return _TIE_REASONS["noble"]
        return T("nobles decide: {one} beats {other}", one=_nobles(one[0]), other=_nobles(other[0]))
    for kind, mine, theirs in zip(OTHER_KINDS, one[1:], other[1:], strict=True):
        if mine != theirs:
            return _TIE_REASONS[kind]
    return T("all tied: turn order decides")


def _nobles(values: tuple[int, ...]) -> Text | str:
    return " + ".join(map(str, values)) if values else T("none")


def tie_note(state: State, area: str, before: int, after: int) -> Text | None:
    """Returns how a tie between two neighbours in the ranking was broken; None if there was no tie."""
    one, other = (control(state, area, (seat,)) for seat in (before, after))
    return why_before(one.influence, other.influence) if one.points == other.points else None


def house_note(state: State, area: str) -> Text | None:
    """Returns how a tie between the houses was broken; None if there was none."""
    if area in state.votes_entered or is_deserted(state, area):
        return None
    other, one = sorted(control(state, area, state.members(house)) for house in HOUSES)
    return why_before(one.influence, other.influence) if one.points == other.points > 0 else None
