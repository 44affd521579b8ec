"""Action cards and the choices they bring (en 1072-1086, 1222-1264)."""

from __future__ import annotations

from scoring.kernel import Draft, Offer, Pick, Refusal, offer
from scoring.regents.asks import Advance, DriveOut, LeaveIt, PlayCard, SwapAgents, TakeAway
from scoring.regents.events import AgentDrivenOut, AgentsSwapped, CardPlayed, ChoiceLeft
from scoring.regents.moving import advance, push_back, tracks_to_advance, tracks_to_go_back
from scoring.regents.phases import Driving, Penalty, Steps, Swapping, Turn, TwoMoves
from scoring.regents.printed import CARDS, DOMAINS
from scoring.regents.state import (
    State,
    hand,
    is_last_round,
    limit_outside_scoring,
    neutral_owner,
    opponents,
    places_of,
)
from scoring.regents.turn import movable_by_privilege, two_moves_offers
from scoring.words import T, Who

# --- what may be asked ---------------------------------------------------------------------------------


def offers(state: State, turn: Turn) -> tuple[Offer, ...]:
    playable = cards_to_play(state, turn)
    return (offer(PlayCard, turn.turn, Pick("card", playable)),) if playable else ()


def cards_to_play(state: State, turn: Turn) -> tuple[str, ...]:
    """One a turn, none in the last round (en 1076); Privilege needs an action (en 1232)."""
    if turn.card or is_last_round(state):
        return ()
    return tuple(card for card in hand(state, turn.turn) if card != "privilege" or turn.actions)


def choice_offers(state: State, turn: Turn) -> tuple[Offer, ...]:
    """What has to be chosen first."""
    seat, leave = turn.turn, offer(LeaveIt, turn.turn)
    match turn.choice:
        case Steps():
            return (offer(Advance, seat, Pick("domain", tracks_to_advance(state, seat))),)
        case Penalty(accused):
            return (offer(TakeAway, accused, Pick("domain", tracks_to_go_back(state, seat))),)
        case Driving():
            targets = ((other, places_of(state, other)) for other in opponents(state, seat))
            driving = (
                offer(DriveOut, seat, Pick("whose", (w,)), Pick("place", there)) for w, there in targets if there
            )
            return (*driving, leave)
        case Swapping():
            return (*_swaps(state, seat), leave)
        case TwoMoves() as two:
            return (*two_moves_offers(state, turn, two), leave)
        case None:
            return ()


def _swaps(state: State, seat: int) -> tuple[Offer, ...]:
    """Agents of different owners in different places: anything else changes nothing."""
    agents = [(owner, place) for owner in range(len(state.agents)) for place in places_of(state, owner)]
    found = []
    for owner, place in agents:
        others = tuple(f"{o}.{p}" for o, p in agents if o > owner and p != place)
        if others:
            found.append(offer(SwapAgents, seat, Pick("one", (f"{owner}.{place}",)), Pick("other", others)))
    return tuple(found)


# --- playing -------------------------------------------------------------------------------------------


def play_card(draft: Draft[State], turn: Turn, card: str) -> None:
    state, seat = draft.state, turn.turn
    if is_last_round(state):
        raise Refusal("last-round", T("No action cards in the last round."), "en 1086")
    if turn.card:
        raise Refusal("once", T("You have played a card this turn: one a turn."), "en 1076")
    if card not in CARDS or card not in hand(state, seat):
        raise Refusal("not-held", T("That card is not in your hand."), "en 886, 1080")
    if card == "privilege" and not turn.actions:
        raise Refusal("actions", T("Privilege needs an action: none is left."), "en 1232")
    draft.happen(CardPlayed(seat, card))
    settle(draft)


def settle(draft: Draft[State]) -> None:
    """Nobody is asked where there is nothing, or only one thing, to choose."""
    while (only := _no_choice(draft.state)) is not None:
        assert isinstance(draft.state.phase, Turn)
        turn = draft.state.phase
        if not only:
            draft.happen(ChoiceLeft(turn.turn))
        elif isinstance(turn.choice, Penalty):
            push_back(draft, turn.choice.accused, turn.turn, only)
        else:
            advance(draft, turn.turn, only, 1, limit_outside_scoring(draft.state))


def _no_choice(state: State) -> str | None:
    """The one track there is, "" if there is nothing at all; None: somebody chooses."""
    if not isinstance(state.phase, Turn) or state.phase.choice is None:
        return None
    turn = state.phase
    match turn.choice:
        case Steps():
            tracks = tracks_to_advance(state, turn.turn)
        case Penalty():
            tracks = tracks_to_go_back(state, turn.turn)
        case Driving():
            return None if any(places_of(state, other) for other in opponents(state, turn.turn)) else ""
        case Swapping():
            return None if _swaps(state, turn.turn) else ""
        case TwoMoves() as two:
            return None if movable_by_privilege(state, turn, two) else ""
    return (tracks or ("",))[0] if len(tracks) < 2 else None


# --- choices -------------------------------------------------------------------------------------------


def choose_advance(draft: Draft[State], turn: Turn, domain: str) -> None:
    if not isinstance(turn.choice, Steps):
        raise _nothing_to_choose()
    _check_domain(domain)
    if domain not in tracks_to_advance(draft.state, turn.turn):
        text = T("The marker may not pass its threshold yet, or is at the end: choose another track.")
        raise Refusal("threshold", text, "en 1008")
    advance(draft, turn.turn, domain, 1, limit_outside_scoring(draft.state))
    settle(draft)


def take_away(draft: Draft[State], turn: Turn, seat: int, domain: str) -> None:
    choice = turn.choice
    if not isinstance(choice, Penalty):
        raise _nothing_to_choose()
    if seat != choice.accused:
        raise Refusal("not-yours", T("{who} chooses.", who=Who(choice.accused)), "en 988")
    _check_domain(domain)
    if domain not in tracks_to_go_back(draft.state, turn.turn):
        raise Refusal("off-track", T("That marker is off its track already: choose another."), "en 988")
    push_back(draft, seat, turn.turn, domain)
    settle(draft)


def drive_out(draft: Draft[State], turn: Turn, whose: int, place: str) -> None:
    state = draft.state
    if not isinstance(turn.choice, Driving):
        raise _nothing_to_choose()
    if whose == neutral_owner(state):
        raise Refusal("neutral", T("Neutral agents cannot be driven out."), "en 1154")
    if whose not in opponents(state, turn.turn):
        raise Refusal("opponent", T("Suspicion drives out an opponent's agent."), "en 1224")
    if place not in places_of(state, whose):
        raise Refusal("empty", T("No agent of {who} stands there.", who=Who(whose)), "en 1224")
    draft.happen(AgentDrivenOut(turn.turn, whose, place))
    settle(draft)


def swap_agents(draft: Draft[State], turn: Turn, one: str, other: str) -> None:
    state = draft.state
    if not isinstance(turn.choice, Swapping):
        raise _nothing_to_choose()
    first, second = _agent(state, one), _agent(state, other)
    if first is None or second is None:
        raise Refusal("empty", T("No such agent stands there."), "en 1264")
    if first[0] == second[0] or first[1] == second[1]:
        raise Refusal("no-change", T("Choose agents of two players in two different places."), "en 1264")
    draft.happen(AgentsSwapped(turn.turn, *first, *second))
    settle(draft)


def leave_it(draft: Draft[State], turn: Turn) -> None:
    if not isinstance(turn.choice, Driving | Swapping | TwoMoves):
        raise _nothing_to_choose()
    draft.happen(ChoiceLeft(turn.turn))
    settle(draft)


def _agent(state: State, key: str) -> tuple[int, str] | None:
    owner, _, place = key.partition(".")
    if not owner.isdecimal() or int(owner) not in range(len(state.agents)):
        return None
    return (int(owner), place) if place in places_of(state, int(owner)) else None


def _check_domain(domain: str) -> None:
    if domain not in DOMAINS:
        raise Refusal("no-track", T("There is no such track."), "en 924")


def _nothing_to_choose() -> Refusal:
    return Refusal("not-now", T("There is nothing of that kind to choose now."))
