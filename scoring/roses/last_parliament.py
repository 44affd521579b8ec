"""FINAL_SCORING mode: a group that played without Herald enters its board, to hold the last parliament, or its final
points, to determine the winner.

Facts that follow from others are not entered. The last round's turn order follows from the score (nl 190), an award
from the most pieces (nl 489). Only ties are entered: who is first in turn order, or who has the tile.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace

from scoring.claims import ClaimPhase, Claims
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
from scoring.legal_actions import Count, LegalAction, Limit, Pick
from scoring.reveal_phases import BoardCheckPhase, BoardConfirmed
from scoring.roses import components
from scoring.roses.components import AREAS, AWARDS, HOUSES, NOBLES, NOBODY, PIECES, ROUNDS, SHIPS
from scoring.roses.deployment import CalaisCorrected, CalaisWon, PieceMoved
from scoring.roses.draft import HOUSE_SIZE
from scoring.roses.parliament import GameEnded, Parliament, numbers_needed
from scoring.roses.state import AwardGiven, RosesPhase, Scored, State, most_of, turn_order
from scoring.standings import ranked
from scoring.words import T, Text, Who, seats

BEFORE = "before"


class LastBoard(
    BoardCheckPhase,
    ClaimPhase,
    RosesPhase,
    name="last-board",
    busy_reason=BusyReason(T("First enter the points and pieces as they are on the board."), "nl 445"),
    scripted=True,
):
    """Entry of points, Kings and pieces before the last round's parliament."""

    help = Help(
        (T("Enter everyone’s points and pieces, and the Kings so far, from before the last parliament."),), "nl 449"
    )
    heading = T("How do things stand before the last parliament?")
    claims: Claims = field(default_factory=Claims)
    # By seat, as far as entered.
    points: Mapping[int, int] = field(default_factory=dict)
    houses: Mapping[int, str] = field(default_factory=dict)
    # Of seats with equal points, those entered as first in turn order.
    first: tuple[int, ...] = ()
    # True if the Kings were entered; if not, an empty list of Kings means that they are unknown.
    kings_known: bool = False
    # Seats entered as having no piece left.
    without_pieces: tuple[int, ...] = ()

    def places(self, state: State, seat: int) -> tuple[str, ...]:
        return PIECES

    def place_name(self, state: State, place: str) -> Text | str:
        return components.full_name(state.printed_values, place)

    # --- consequences -----------------------------------------------------------------------------------

    def board(self, state: State) -> State:
        """Returns the state with the entries so far: owners, turn order, houses, points and awards."""
        owners = self.claims.owners
        now = replace(
            state,
            owners=owners,
            stands={
                p: state.stands.get(p, components.entry_place(state.printed_values, p))
                for p in components.MOVERS
                if p in owners
            },
            order=self.order(state),
            houses=tuple(house for _, house in sorted(self.houses.items())) if len(self.houses) == state.seats else (),
            scored=tuple(Scored(ROUNDS - 1, BEFORE, s, "", None, points) for s, points in sorted(self.points.items())),
        )
        return replace(
            now, awards={award: seat for award in AWARDS if (seat := self.award_holder(now, award)) is not None}
        )

    def order(self, state: State) -> tuple[int, ...]:
        """Returns the turn order of the last round."""
        return turn_order(self.points, sorted(range(state.seats), key=self._turn_order_key))

    def _turn_order_key(self, seat: int) -> tuple[bool, int]:
        return (seat not in self.first, self.first.index(seat) if seat in self.first else seat)

    def seats_to_order(self, state: State) -> tuple[int, ...]:
        """Returns the seats with equal points whose turn order is still to be entered. The last seat of a group follows
        from the others."""
        groups = (
            [seat for seat in range(state.seats) if self.points.get(seat) == points]
            for points in {*self.points.values()}
        )
        missing = ([seat for seat in group if seat not in self.first] for group in groups)
        return tuple(seat for group in missing if len(group) > 1 for seat in group)

    def award_holder(self, board: State, award: str) -> int | None:
        most = most_of(board, award)
        return most[0] if len(most) == 1 else board.awards.get(award) if board.awards.get(award) in most else None

    # --- missing values ---------------------------------------------------------------------------------

    def entries_refusal(self, state: State) -> Refusal | None:
        """Returns which entries are missing or contradict each other; None if a winner can be determined."""
        missing = tuple(seat for seat in range(state.seats) if seat not in self.points)
        text = (
            T("Enter the points and tap the house: {who}.", who=seats(missing))
            if state.with_houses
            else T("Points missing for {who}.", who=seats(missing))
        )
        return refused_if(missing, "points", text) or self.contradiction_refusal(state)

    def ranked_groups(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Returns the seats by points and Kings, best first; equal seats share a group (nl 528)."""
        kings = {seat: state.kings.count(self.houses.get(seat, "")) for seat in range(state.seats)}
        return ranked({seat: (self.points.get(seat, 0), kings[seat]) for seat in kings})

    def tie_refusal(self, state: State, group: tuple[int, ...]) -> Refusal | None:
        """Returns a refusal naming the fact missing to break a group's tie. None if nothing is missing or the group has
        one seat."""
        if len(group) == 1:
            return None
        unknown = not self.kings_known and len({self.houses.get(seat) for seat in group}) > 1
        kings = T("{who} are tied. To see who won, enter the Kings.", who=seats(group))
        empty = self.seats_without_entry(group)
        pieces = T("{who} are tied. To see who won, tap the pieces of {whose}.", who=seats(group), whose=seats(empty))
        return refused_if(unknown, "kings", kings, "nl 528") or refused_if(empty, "equal", pieces, "nl 528")

    def seats_without_entry(self, group: tuple[int, ...]) -> tuple[int, ...]:
        """Returns the seats of a group without any piece, except those entered as having none."""
        return tuple(seat for seat in group if not self.claims.of(seat) and seat not in self.without_pieces)

    def unread_nobles(self, state: State, group: tuple[int, ...]) -> tuple[str, ...]:
        """Returns the keys of unread noble values needed to break a tie. Empty if fewer than two of the tied seats have
        nobles."""
        owners = self.claims.owners
        nobles = [noble for noble in NOBLES if owners.get(noble) in group]
        if len({owners[noble] for noble in nobles}) < 2:
            return ()
        return tuple(key for key in map(components.number_key, nobles) if not state.printed_values.get(key))

    def open_ties(self, state: State) -> tuple[int, ...]:
        """Returns the seats behind the winner whose tie stays open, since entering the tiebreakers is optional."""
        behind = self.ranked_groups(state)[1:]
        is_open = [group for group in behind if self.tie_refusal(state, group) or self.unread_nobles(state, group)]
        return tuple(seat for group in is_open for seat in group)

    def confirm_refusal(self, state: State) -> Refusal | None:
        board = self.board(state)
        unclear = next((award for award in AWARDS if award not in board.awards and most_of(board, award)), None)
        text = T("Tap who holds this tile: {award}.", award=components.AWARD_NAMES[unclear or "warden"])
        kings = T("There can be at most four Kings before the last parliament.")
        return (
            self.entries_refusal(state)
            or refused_if(len(state.kings) >= ROUNDS, "kings", kings, "nl 477")
            or refused_if(self.seats_to_order(state), "order", T("Tap who’s first in turn order."), "nl 190")
            or refused_if(unclear, "award", text, "nl 489")
        )

    def values_to_confirm(self, state: State) -> tuple[str, ...]:
        return numbers_needed(self.board(state))

    def confirm(self, batch: Batch[State], rng: Rng) -> None:
        batch.emit(BoardConfirmed())
        Parliament.current(batch.state).confirm(batch, rng)

    def confirmed(self, state: State) -> State:
        return replace(self.board(state), round=ROUNDS, phase=Parliament())


# --- points, houses, Kings -----------------------------------------------------------------------------


class PointsEntered(Event):
    seat: int
    points: int
    house: str

    def apply(self, state: State) -> State:
        phase = LastBoard.current(state)
        houses = {**phase.houses, self.seat: self.house} if self.house else phase.houses
        return state.with_phase(points={**phase.points, self.seat: self.points}, houses=houses)

    def history_line(self, state: State) -> Text:
        return T("{who} had {points} victory points.", who=Who(self.seat), points=self.points)


class EnterPoints(Action, rejects_stale=False, phases=(LastBoard,), event=PointsEntered):
    """Enters the seat's points on the score track and, with four players, its house."""

    points: int
    house: str = ""

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        now = Count("points", 0, components.MOST_POINTS, LastBoard.current(state).points.get(seat, 0))
        houses = allowed(cls, state, seat, "house", HOUSES, points=0)
        return (legal_action(cls, seat, now, *((Pick("house", houses),) if state.with_houses else ())),)

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        others = [house for other, house in LastBoard.current(state).houses.items() if other != seat]
        full = others.count(self.house) >= HOUSE_SIZE
        return refused_if(full, "house", T("That house already has two players. Choose the other one."), "nl 146")


class KingsEntered(Event):
    lancaster: int
    york: int

    def apply(self, state: State) -> State:
        kings = ("lancaster",) * self.lancaster + ("york",) * self.york
        return replace(state.with_phase(kings_known=True), kings=kings)

    def history_line(self, state: State) -> Text:
        return T("Kings so far: Lancaster {lancaster}, York {york}.", lancaster=self.lancaster, york=self.york)


class EnterKings(TableAction, rejects_stale=False, phases=(LastBoard,), event=KingsEntered):
    """Enters the number of Kings of each house so far (nl 477)."""

    lancaster: int
    york: int

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        text = T("With two or three players, there are no houses.")
        return super().refusal(state, seat) or refused_if(not state.with_houses, "no-houses", text, "nl 546")

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        counts = (Count(house, 0, ROUNDS, state.kings.count(house)) for house in HOUSES)
        return (legal_action(cls, seat, *counts, limits=(Limit(tuple(HOUSES), ROUNDS),)),)


# --- facts beyond points and pieces --------------------------------------------------------------------


class StoodFirst(Event):
    seat: int

    def apply(self, state: State) -> State:
        return state.with_phase(first=(*LastBoard.current(state).first, self.seat))

    def history_line(self, state: State) -> Text:
        return T("{who} was next in turn order.", who=Who(self.seat))


class StandFirst(Action, rejects_stale=False, phases=(LastBoard,), event=StoodFirst):
    """Enters that this seat is first in turn order among seats with equal points."""

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        text = T("The score already decides the turn order.")
        return refused_if(seat not in LastBoard.current(state).seats_to_order(state), "not-equal", text, "nl 190")


class EnterPieceLocation(Action, rejects_stale=False, phases=(LastBoard,), event=PieceMoved):
    """Enters that the seat's noble or ship is away from home, and where."""

    piece: str
    to: str

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterator[LegalAction]:
        """Yields one legal action per noble with the areas, and per ship with the seas."""
        mine = LastBoard.current(state).claims.of(seat)
        for kind, places in ((NOBLES, AREAS), (SHIPS, components.SEAS)):
            if pieces := tuple(piece for piece in kind if piece in mine):
                yield legal_action(cls, seat, Pick("piece", pieces), Pick("to", tuple(places)))


class EnterCaptain(Action, rejects_stale=False, phases=(LastBoard,)):
    """Enters that this seat is Captain of Calais, and in which area (nl 280). An empty area withdraws the entry."""

    area: str = ""

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        is_captain = state.calais is not None and state.calais[0] == seat
        return (legal_action(cls, seat, Pick("area", (*components.CALAIS_AREAS, *(("",) if is_captain else ())))),)

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(CalaisWon(seat, self.area) if self.area else CalaisCorrected(NOBODY, ""))


class HoldAward(Action, rejects_stale=False, phases=(LastBoard,)):
    """Enters which of several seats with the most pieces has an award's tile (nl 489)."""

    award: str

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterator[LegalAction]:
        board = LastBoard.current(state).board(state)
        most = {award: most_of(board, award) for award in AWARDS}
        tied = tuple(award for award in AWARDS if len(most[award]) > 1 and seat in most[award])
        if tied:
            yield legal_action(cls, seat, Pick("award", tied))

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(AwardGiven(self.award, seat))


# --- the winner only -----------------------------------------------------------------------------------


class NoPiecesEntered(Event):
    seat: int

    def apply(self, state: State) -> State:
        return state.with_phase(without_pieces=(*LastBoard.current(state).without_pieces, self.seat))

    def history_line(self, state: State) -> Text:
        return T("{who} had no pieces.", who=Who(self.seat))


class EnterNoPieces(Action, rejects_stale=False, phases=(LastBoard,), event=NoPiecesEntered):
    """Enters that a tied leader has no piece left, as opposed to pieces not entered yet."""

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        phase = LastBoard.current(state)
        leaders = phase.ranked_groups(state)[0]
        needed = not phase.entries_refusal(state) and len(leaders) > 1 and seat in phase.seats_without_entry(leaders)
        return refused_if(not needed, "not-tied", T("No tie depends on that."), "nl 528")


class CountOnly(TableAction, phases=(LastBoard,)):
    """Ends the game with the points as entered, the last parliament included (nl 528)."""

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        """Requires consistent entries, and tiebreakers for the leaders only."""
        phase = LastBoard.current(state)
        return (
            super().refusal(state, seat)
            or phase.entries_refusal(state)
            or phase.tie_refusal(state, phase.ranked_groups(state)[0])
        )

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        phase = LastBoard.current(state)
        return (legal_action(cls, seat, missing_values=phase.unread_nobles(state, phase.ranked_groups(state)[0])),)

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(PiecesCounted())
        batch.emit(GameEnded())


class PiecesCounted(Event):
    """The entered pieces, used only for the influence table; nothing more is scored."""

    def apply(self, state: State) -> State:
        phase = LastBoard.current(state)
        return replace(phase.board(state), round=ROUNDS, open_ties=phase.open_ties(state))
