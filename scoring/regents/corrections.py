"""Putting right what Herald believes, when the board or a card says otherwise."""

from __future__ import annotations

from scoring.kernel import Count, Draft, Offer, Pick, Refusal, offer
from scoring.once import once
from scoring.regents.asks import (
    CorrectAgent,
    CorrectCards,
    CorrectChip,
    CorrectCounsellors,
    CorrectKing,
    CorrectMarker,
    ShowNeutral,
)
from scoring.regents.events import (
    AgentCorrected,
    CardsCorrected,
    ChipCorrected,
    CounsellorsCorrected,
    KingCorrected,
    MarkerCorrected,
)
from scoring.regents.phases import Check, Placing, SetUp, Turn
from scoring.regents.printed import CHIPS, CLANS, COUNSELLORS, DOMAINS, LACKS, LOCATIONS, ROOMS, VALUES
from scoring.regents.setup import clans_to_draw, may_show_neutral
from scoring.regents.state import (
    ON_BOARD,
    OUTSIDE,
    USED,
    State,
    agents_in,
    is_open,
    neutral_clan,
    neutral_owner,
    open_clans,
    reserve,
    turn_of,
)
from scoring.words import T


def may_correct(state: State) -> bool:
    """During a turn that waits for no choice, and before the final count; otherwise there is undo."""
    return (isinstance(state.phase, Turn) and not state.phase.choices) or isinstance(state.phase, Check)


def may_correct_cards(state: State) -> bool:
    """Also before the first turn, from when everybody's cards are known: they cannot be entered again."""
    return may_correct(state) or (isinstance(state.phase, SetUp | Placing) and bool(state.cards))


@once
def corrections(state: State) -> tuple[Offer, ...]:
    """Kept apart from the moves. Any seat may put the board right; clan and domain only their owner."""
    return (*_neutral(state), *_board(state), *(card for owner in range(state.seats) for card in _cards(state, owner)))


def _neutral(state: State) -> tuple[Offer, ...]:
    """The clan that was shown as the neutral one is another."""
    if not isinstance(state.phase, SetUp) or not may_show_neutral(state) or not neutral_clan(state):
        return ()
    return (offer(ShowNeutral, 0, Pick("clan", clans_to_draw(state))),)


def _board(state: State) -> tuple[Offer, ...]:
    seat = turn_of(state)
    if seat is None or not may_correct(state):
        return ()
    players, places = tuple(range(state.seats)), (*LOCATIONS, OUTSIDE)
    owners, whose = Pick("whose", tuple(range(len(state.agents)))), Pick("whose", players)
    return (
        offer(CorrectAgent, seat, owners, Pick("origin", places), Pick("place", places)),
        offer(CorrectKing, seat, Pick("place", ROOMS)),
        offer(CorrectMarker, seat, whose, Pick("domain", tuple(DOMAINS)), Pick("value", VALUES)),
        offer(CorrectCounsellors, seat, whose, Count("count", 0, COUNSELLORS)),
        offer(CorrectChip, seat, Pick("chip", CHIPS), Pick("holder", (ON_BOARD, *players, USED))),
    )


def _cards(state: State, seat: int) -> tuple[Offer, ...]:
    if not may_correct_cards(state):
        return ()
    clans, domains = clans_possible(state, seat), domains_possible(state, seat)
    if not clans or not domains or _lies_open(state, seat):
        return ()
    return (offer(CorrectCards, seat, Pick("clan", clans), Pick("domain", domains)),)


def _lies_open(state: State, seat: int) -> bool:
    return is_open(state, seat) and seat in state.domains_open


def clans_possible(state: State, seat: int) -> tuple[str, ...]:
    """What lies open does not contradict; other secret cards play no part in it."""
    if is_open(state, seat):
        return (state.cards[seat].clan,)
    return tuple(c for c in CLANS if c not in open_clans(state) and LACKS[c] not in state.played[seat])


def domains_possible(state: State, seat: int) -> tuple[str, ...]:
    if seat in state.domains_open:
        return (state.cards[seat].domain,)
    shut = {state.cards[other].domain for other in state.domains_open}
    return tuple(domain for domain in DOMAINS if domain not in shut)


# --- what follows --------------------------------------------------------------------------------------


def correct_agent(draft: Draft[State], whose: int, origin: str, place: str) -> None:
    state = draft.state
    _check_moment(state)
    if whose not in range(len(state.agents)) or not agents_in(state, whose, origin):
        raise Refusal("empty", T("No such agent stands there."), "en 948")
    if place not in (*LOCATIONS, OUTSIDE):
        raise Refusal("no-place", T("There is no such location in the castle."), "en 922")
    if whose == neutral_owner(state) and place == OUTSIDE:
        raise Refusal("neutral", T("Neutral agents cannot be driven out."), "en 1154")
    draft.happen(AgentCorrected(whose, origin, place))


def correct_king(draft: Draft[State], place: str) -> None:
    _check_moment(draft.state)
    if place not in ROOMS:
        raise Refusal("king", T("The King enters rooms only, not the Tower or the Rampart."), "en 954")
    draft.happen(KingCorrected(place))


def correct_marker(draft: Draft[State], whose: int, domain: str, value: int) -> None:
    """Chips do not follow: who took one is put right by itself."""
    _check_moment(draft.state)
    _check_seat(draft.state, whose)
    if domain not in DOMAINS or value not in VALUES:
        raise Refusal("no-space", T("There is no such space on the tracks."), "en 1058")
    draft.happen(MarkerCorrected(whose, domain, VALUES.index(value)))


def correct_counsellors(draft: Draft[State], whose: int, count: int) -> None:
    state = draft.state
    _check_moment(state)
    _check_seat(state, whose)
    if count not in range(reserve(state) + state.counsellors[whose] + 1):
        raise Refusal("reserve", T("There are only 20 counsellors in all."), "en 873")
    draft.happen(CounsellorsCorrected(whose, count))


def correct_chip(draft: Draft[State], chip: str, holder: int) -> None:
    _check_moment(draft.state)
    if chip not in CHIPS:
        raise Refusal("no-chip", T("There is no such chip."), "en 849")
    if holder not in (ON_BOARD, USED):
        _check_seat(draft.state, holder)
    draft.happen(ChipCorrected(chip, holder))


def correct_cards(draft: Draft[State], seat: int, clan: str, domain: str) -> None:
    state = draft.state
    if not may_correct_cards(state):
        raise _not_now()
    if _lies_open(state, seat):
        raise Refusal("open", T("Your clan and your domain card lie open already."), "en 986, 1108")
    if is_open(state, seat) and clan != state.cards[seat].clan:
        raise Refusal("open", T("Your clan lies open already."), "en 986")
    if clan not in clans_possible(state, seat):
        raise Refusal("clan", T("You cannot be of that clan: its card lies open, or you have played what it lacks."))
    if domain not in domains_possible(state, seat):
        raise Refusal("domain", T("That is not a domain card you can have."))
    draft.happen(CardsCorrected(seat, clan, domain))


# --- refusals ------------------------------------------------------------------------------------------


def _check_moment(state: State) -> None:
    if not may_correct(state):
        raise _not_now()


def _not_now() -> Refusal:
    text = T("Corrections are for a turn, or for the check before the count; otherwise go back with undo.")
    return Refusal("not-now", text)


def _check_seat(state: State, seat: int) -> None:
    if seat not in range(state.seats):
        raise Refusal("no-seat", T("There is no such seat at this table."))
