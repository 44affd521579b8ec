"""Putting right what Herald believes, when the board or a purse says otherwise."""

from __future__ import annotations

from scoring.box import number
from scoring.kernel import BoxFilled, Count, Draft, Event, Offer, Pick, Refusal, offer
from scoring.once import once
from scoring.roses.asks import (
    CorrectAward,
    CorrectCalais,
    CorrectMercenaries,
    CorrectOwner,
    CorrectPlace,
    CorrectPoints,
    CorrectPurse,
)
from scoring.roses.awards import settle_awards
from scoring.roses.events import (
    AwardCorrected,
    CalaisCorrected,
    IncomeSettled,
    MercenariesCorrected,
    OwnerCorrected,
    PlaceCorrected,
    PointsCorrected,
    PurseCorrected,
    ShipBerthed,
)
from scoring.roses.phases import Drafting, Over, Parliament, Planning
from scoring.roses.printed import (
    AREAS,
    AWARDS,
    CALAIS_AREAS,
    MERCENARY_TOKENS,
    MOVERS,
    NOBLES,
    NOBODY,
    PIECES,
    SEAS,
    SHIPS,
)
from scoring.roses.scores import victory_points
from scoring.roses.sheet import coast_key, home_sea, needed_to_take, number_key
from scoring.roses.state import State, is_at_home, mercenaries_in_supply
from scoring.words import TN, T

MOST_MONEY, MOST_POINTS = 400, 300


def may_correct(state: State) -> bool:
    """While cards are taken and plans are made, and before parliament; later there is undo."""
    phase = state.phase
    return isinstance(phase, Drafting | Planning) or (isinstance(phase, Parliament) and not phase.confirmed)


@once
def corrections(state: State) -> tuple[Offer, ...]:
    """Kept apart from the moves. Any seat may put the board right; a purse only its owner."""
    if not may_correct(state):
        return ()
    seat, players = state.order[0], tuple(range(state.seats))
    standing = tuple(piece for piece in MOVERS if piece in state.owners)
    everywhere = tuple(dict.fromkeys((*AREAS, *SEAS)))
    captain = offer(CorrectCalais, seat, Pick("owner", (NOBODY, *players)), Pick("area", CALAIS_AREAS))
    return (
        offer(CorrectOwner, seat, Pick("piece", PIECES), Pick("owner", (NOBODY, *players))),
        *((offer(CorrectPlace, seat, Pick("piece", standing), Pick("to", everywhere)),) if standing else ()),
        *((captain,) if isinstance(state.phase, Parliament) else ()),
        offer(CorrectMercenaries, seat, Pick("whose", players), Count("count", 0, MERCENARY_TOKENS)),
        offer(CorrectAward, seat, Pick("award", tuple(AWARDS)), Pick("owner", (NOBODY, *players))),
        offer(CorrectPoints, seat, Pick("whose", players), Count("points", 0, MOST_POINTS)),
        *(offer(CorrectPurse, own, Count("pounds", 0, MOST_MONEY, state.money[own])) for own in players),
    )


# --- what follows --------------------------------------------------------------------------------------


def correct_owner(draft: Draft[State], piece: str, owner: int) -> None:
    _check_moment(draft.state)
    if piece not in PIECES or owner not in range(NOBODY, draft.state.seats):
        raise Refusal("no-piece", T("Say which card it is, and who has it."))
    if owner != NOBODY and needed_to_take(draft.state.box, piece):
        raise Refusal("box-needed", T("Enter on the box sheet first what that card shows."), "nl 152")
    if draft.state.owners.get(piece, NOBODY) != owner:
        draft.happen(OwnerCorrected(piece, owner))
        settle_awards(draft, piece)


def correct_place(draft: Draft[State], piece: str, to: str) -> None:
    _check_moment(draft.state)
    if piece not in MOVERS or piece not in draft.state.owners:
        raise Refusal("no-piece", T("Only nobles and ships that somebody has are on the board."))
    if to not in (AREAS if piece in NOBLES else SEAS):
        raise Refusal("no-area", T("Nobles go to areas, ships to seas."), "nl 292")
    draft.happen(PlaceCorrected(piece, to))


def correct_calais(draft: Draft[State], owner: int, area: str) -> None:
    """Only before parliament: otherwise the tile lies on the board (nl 524)."""
    _check_moment(draft.state)
    if not isinstance(draft.state.phase, Parliament):
        raise Refusal("not-now", T("The Captain of Calais is put right before parliament."), "nl 524")
    if owner not in range(NOBODY, draft.state.seats) or area not in CALAIS_AREAS:
        raise Refusal("calais", T("Say who is Captain of Calais, and where."), "nl 284")
    if draft.state.calais != (None if owner == NOBODY else (owner, area)):
        draft.happen(CalaisCorrected(owner, area))


def correct_mercenaries(draft: Draft[State], whose: int, count: int) -> None:
    _check_moment(draft.state)
    _check_seat(draft.state, whose)
    free = mercenaries_in_supply(draft.state) + draft.state.mercenaries[whose]
    if count not in range(free + 1):
        text = TN("There is {count} mercenary for that.", "There are {count} mercenaries for that.", free)
        raise Refusal("mercenaries", text, "nl 71")
    draft.happen(MercenariesCorrected(whose, count))


def correct_award(draft: Draft[State], award: str, owner: int) -> None:
    """As the tiles lie: whoever counted otherwise, it holds until a piece of that kind changes hands (nl 489)."""
    _check_moment(draft.state)
    if award not in AWARDS or owner not in range(NOBODY, draft.state.seats):
        raise Refusal("no-award", T("Say which award it is, and who has it."), "nl 485")
    if draft.state.awards.get(award, NOBODY) != owner:
        draft.happen(AwardCorrected(award, owner))


def correct_points(draft: Draft[State], whose: int, points: int) -> None:
    _check_moment(draft.state)
    _check_seat(draft.state, whose)
    if points not in range(MOST_POINTS + 1):
        raise Refusal("points", T("That is no number of victory points."))
    more = points - victory_points(draft.state)[whose]
    if more:
        draft.happen(PointsCorrected(whose, more))


def correct_purse(draft: Draft[State], seat: int, pounds: int) -> None:
    _check_moment(draft.state)
    if pounds not in range(MOST_MONEY + 1):
        raise Refusal("pounds", T("That is no sum of money in this game."))
    draft.happen(PurseCorrected(seat, pounds))


# --- what follows from a printed number that is put right ----------------------------------------------


def after_filled(state: State, filled: BoxFilled) -> list[Event]:
    """Income that was paid wrongly is made good; a ship in its port lies where the port is."""
    for piece in PIECES:
        if filled.field == number_key(piece) and piece not in NOBLES:
            return _settled(state, piece, number({filled.field: filled.value}, filled.field))
    for ship in SHIPS:
        if filled.field == coast_key(ship.removeprefix("ship.")) and filled.value and is_at_home(state, ship):
            sea = home_sea({**state.box, filled.field: filled.value}, ship)
            return [ShipBerthed(ship, sea)] if sea != state.stands[ship] else []
    return []


def _settled(state: State, piece: str, income: int | None) -> list[Event]:
    """A number that is only forgotten settles nothing."""
    paid = [day for day in state.paydays if day.piece == piece]
    if income is None or isinstance(state.phase, Over) or all(day.pounds == income for day in paid):
        return []
    due = (sum(income - day.pounds for day in paid if day.seat == seat) for seat in range(state.seats))
    return [IncomeSettled(piece, tuple(due))]


# --- refusals ------------------------------------------------------------------------------------------


def _check_moment(state: State) -> None:
    if not may_correct(state):
        text = T("Corrections are for the cards, the planning and the check before parliament; otherwise undo.")
        raise Refusal("not-now", text)


def _check_seat(state: State, seat: int) -> None:
    if seat not in range(state.seats):
        raise Refusal("no-seat", T("There is no such seat at this table."))
