"""Spying and accusing: actions that tell somebody a secret (en 968-990)."""

from __future__ import annotations

from scoring.kernel import Chance, Draft, Offer, Pick, Refusal, offer
from scoring.regents.asks import Accuse, Spy
from scoring.regents.cards import settle
from scoring.regents.events import AccusationFailed, AccusationProved, CounsellorGained, SpiedOn
from scoring.regents.phases import Turn
from scoring.regents.printed import CLANS, DE, LOCATIONS, NL, SMALLEST_SPIED_HAND
from scoring.regents.state import (
    State,
    agents_in,
    cards_left,
    hand,
    is_open,
    is_with_king,
    open_clans,
    opponents,
    reserve,
    tiles,
)
from scoring.regents.turn import check_actions
from scoring.words import T, Who

# --- what may be asked ---------------------------------------------------------------------------------


def offers(state: State, turn: Turn) -> tuple[Offer, ...]:
    seat = turn.turn
    if not turn.actions:
        return ()
    spied = () if turn.spied else tuple(o for o in opponents(state, seat) if may_be_spied_on(state, seat, o))
    accused = tuple(other for other in opponents(state, seat) if may_be_accused(state, seat, other))
    named = tiles(state, seat)
    return (
        *((offer(Spy, seat, Pick("whose", spied)),) if spied else ()),
        *(
            (offer(Accuse, seat, Pick("whose", accused), Pick("clan", named)),)
            if accused and named and is_with_king(state, seat)
            else ()
        ),
    )


def may_be_spied_on(state: State, seat: int, other: int) -> bool:
    """Two cards or more (en 974); in the German rules also agents of both in one place (de 118)."""
    return cards_left(state, other) >= SMALLEST_SPIED_HAND and (state.edition != DE or _meet(state, seat, other))


def may_be_accused(state: State, seat: int, other: int) -> bool:
    return not is_open(state, other) and not _is_cleared(state, seat, other)


def _is_cleared(state: State, seat: int, other: int) -> bool:
    """In the Dutch rules nobody accuses somebody again who has shown them another clan (nl 555)."""
    return state.edition == NL and any(note.whose == other and note.clan for note in state.notes[seat])


def _meet(state: State, seat: int, other: int) -> bool:
    return any(agents_in(state, seat, place) and agents_in(state, other, place) for place in LOCATIONS)


# --- what follows --------------------------------------------------------------------------------------


def spy(draft: Draft[State], turn: Turn, whose: int, chance: Chance) -> None:
    state, seat = draft.state, turn.turn
    check_actions(turn)
    if turn.spied:
        raise Refusal("once", T("You have spied this turn: once a turn."), "en 970")
    _check_opponent(state, seat, whose)
    if cards_left(state, whose) < SMALLEST_SPIED_HAND:
        raise Refusal("hand", T("{who} has fewer than two cards: no spying.", who=Who(whose)), "en 974")
    if not may_be_spied_on(state, seat, whose):
        text = T("One of your agents must be where an agent of {who} is.", who=Who(whose))
        raise Refusal("apart", text, "de 118")
    draft.happen(SpiedOn(seat, whose, chance.one_of(hand(state, whose))))


def accuse(draft: Draft[State], turn: Turn, whose: int, clan: str) -> None:
    state, seat = draft.state, turn.turn
    check_actions(turn)
    if not is_with_king(state, seat):
        raise Refusal("king", T("Only with an agent in the King's room."), "en 984")
    _check_opponent(state, seat, whose)
    if is_open(state, whose):
        raise Refusal("open", T("Everybody knows the clan of {who} already.", who=Who(whose)), "en 986, 1084")
    if _is_cleared(state, seat, whose):
        text = T("You have accused {who} wrongly before: not a second time.", who=Who(whose))
        raise Refusal("cleared", text, "nl 555")
    _check_tile(state, seat, clan)
    if state.cards[whose].clan == clan:
        draft.happen(AccusationProved(seat, whose, clan))
        if reserve(draft.state):
            draft.happen(CounsellorGained(seat, 1))
    else:
        draft.happen(AccusationFailed(seat, whose, clan, state.cards[whose].clan))
    settle(draft)


# --- refusals ------------------------------------------------------------------------------------------


def _check_opponent(state: State, seat: int, whose: int) -> None:
    if whose == seat:
        raise Refusal("oneself", T("Choose somebody else, not yourself."), "en 972, 980")
    if whose not in range(state.seats):
        raise Refusal("no-seat", T("There is no such seat at this table."))


def _check_tile(state: State, seat: int, clan: str) -> None:
    if clan not in CLANS:
        raise Refusal("no-clan", T("There is no such clan."), "en 900")
    if clan in open_clans(state):
        raise Refusal("clan-open", T("Nobody else can be {clan}: that clan is open.", clan=CLANS[clan]), "en 884")
    if clan in state.tiles_gone[seat]:
        raise Refusal("tile", T("You have no {clan} tile any more.", clan=CLANS[clan]), "en 988")
