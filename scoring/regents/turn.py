"""The action phase: pieces from – to, counsellors, chips, the domain card (en 944-996)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scoring.kernel import Draft, Offer, Pick, Refusal, offer
from scoring.regents.asks import EndActions, MovePiece, ShowDomain, TakeCounsellor, UseChip
from scoring.regents.castle import steps_to
from scoring.regents.events import (
    ActionsEnded,
    AgentBroughtBack,
    AgentMoved,
    ChipUsed,
    CounsellorPlaced,
    CounsellorTaken,
    DomainShown,
    KingMoved,
    NeutralMoved,
)
from scoring.regents.phases import Turn, TwoMoves
from scoring.regents.printed import DE, DOMAIN_COUNSELLORS, EN, LOCATIONS
from scoring.regents.state import (
    State,
    agents_in,
    chips_of,
    has_neutral,
    is_driven_out,
    is_room,
    neutral_owner,
    places_of,
    reserve,
    ways,
)
from scoring.words import TN, T

AGENT, KING, COUNSELLOR, OUTSIDE_AGENT, NEUTRAL = "agent", "king", "counsellor", "outside", "neutral"


# --- what may be asked ---------------------------------------------------------------------------------


def offers(state: State, turn: Turn) -> tuple[Offer, ...]:
    seat = turn.turn
    found = [_from_to(seat, piece, to) for piece, to in _pieces(state, turn)]
    if turn.actions and not turn.took_counsellor and reserve(state):
        found.append(offer(TakeCounsellor, seat))
    if chips_of(state, seat) and not turn.chip_used:
        found.append(offer(UseChip, seat))
    if seat not in state.domains_open:
        found.append(offer(ShowDomain, seat))
    if turn.actions and not obligatory(state, turn):
        found.append(offer(EndActions, seat))
    return tuple(found)


def _from_to(seat: int, piece: str, to: tuple[str, ...]) -> Offer:
    return offer(MovePiece, seat, Pick("piece", (piece,)), Pick("to", to))


def _pieces(state: State, turn: Turn) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every piece that can be moved now, and where to."""
    seat, doors, left = turn.turn, ways(state), turn.actions
    if left:
        for place in places_of(state, seat):
            yield f"{AGENT}.{place}", _within(steps_to(doors, place), left)
        yield KING, _within(steps_to(doors, state.king, rooms_only=True), left)
        if state.counsellors[seat]:
            yield COUNSELLOR, tuple(LOCATIONS)
        if is_driven_out(state, seat):
            yield OUTSIDE_AGENT, tuple(LOCATIONS)
    elif may_move_neutral(state, turn):
        yield from neutral_pieces(state)


def neutral_pieces(state: State) -> Iterator[tuple[str, tuple[str, ...]]]:
    for place in places_of(state, neutral_owner(state)):
        yield f"{NEUTRAL}.{place}", _within(steps_to(ways(state), place), 1)


def neutral_offers(state: State, seat: int) -> tuple[Offer, ...]:
    return tuple(_from_to(seat, piece, to) for piece, to in neutral_pieces(state))


def two_moves_offers(state: State, turn: Turn, choice: TwoMoves) -> tuple[Offer, ...]:
    return tuple(
        _from_to(turn.turn, f"{AGENT}.{place}", _within(steps_to(ways(state), place), 1))
        for place in movable_by_privilege(state, turn, choice)
    )


def movable_by_privilege(state: State, turn: Turn, choice: TwoMoves) -> tuple[str, ...]:
    """Two agents, not one agent twice (en 1232): where the first went another has to stand."""
    seat = turn.turn
    return tuple(p for p in places_of(state, seat) if p != choice.moved or agents_in(state, seat, p) > 1)


def obligatory(state: State, turn: Turn) -> int:
    """The actions that have to be done: the German rules call all three so (de 214), but not that of a chip."""
    return max(turn.actions - turn.chip_used, 0) if state.edition == DE else 0


def may_move_neutral(state: State, turn: Turn) -> bool:
    """At the end of the action phase (en 1152); in the other editions after scoring."""
    return has_neutral(state) and state.edition == EN and not turn.neutral_moved and not turn.actions


def _within(steps: Mapping[str, int], most: int) -> tuple[str, ...]:
    return tuple(place for place in LOCATIONS if place in steps and steps[place] <= most)


# --- from – to -----------------------------------------------------------------------------------------


def move_piece(draft: Draft[State], turn: Turn, piece: str, to: str) -> None:
    kind, _, place = piece.partition(".")
    _check_place(to)
    if isinstance(turn.choice, TwoMoves):
        _move_by_privilege(draft, turn, turn.choice, piece, to)
    elif kind == NEUTRAL:
        _check_neutral(draft.state, turn)
        move_neutral(draft, turn.turn, place, to)
    elif not turn.actions:
        raise Refusal("actions", T("No actions are left: score, or use a chip for one more."), "en 944")
    else:
        _pay(draft, turn, kind, place, to)


def _pay(draft: Draft[State], turn: Turn, kind: str, place: str, to: str) -> None:
    state, seat = draft.state, turn.turn
    match kind:
        case "agent":
            _check_agent(state, seat, place, to)
            cost = steps_to(ways(state), place)[to]
            _check_cost(cost, turn.actions)
            draft.happen(AgentMoved(seat, place, to, cost))
        case "king":
            draft.happen(KingMoved(seat, to, _kings_way(state, turn, to)))
        case "counsellor":
            if not state.counsellors[seat]:
                raise Refusal("no-counsellor", T("You have no counsellor: take one from the reserve first."), "en 962")
            draft.happen(CounsellorPlaced(seat, to))
        case "outside":
            if not is_driven_out(state, seat):
                raise Refusal("fifth-agent", T("All your agents are in the castle: nobody has a fifth."), "en 948, 994")
            draft.happen(AgentBroughtBack(seat, to))
        case _:
            raise Refusal("no-piece", T("There is no such piece to move."))


def _move_by_privilege(draft: Draft[State], turn: Turn, choice: TwoMoves, piece: str, to: str) -> None:
    place = piece.removeprefix(f"{AGENT}.")
    _check_agent(draft.state, turn.turn, place, to)
    if place not in movable_by_privilege(draft.state, turn, choice):
        raise Refusal("privilege", T("Privilege moves two different agents: choose another one."), "en 1232")
    if steps_to(ways(draft.state), place)[to] != 1:
        raise Refusal("privilege", T("Privilege moves each of the two to an adjacent location."), "en 1232")
    draft.happen(AgentMoved(turn.turn, place, to, 0 if choice.moved else 1))


def _kings_way(state: State, turn: Turn, to: str) -> int:
    if not is_room(to):
        raise Refusal("king", T("The King enters rooms only, not the Tower or the Rampart."), "en 954")
    if to == state.king:
        raise Refusal("king", T("The King is there already."), "en 954")
    cost = steps_to(ways(state), state.king, rooms_only=True)[to]
    _check_cost(cost, turn.actions)
    return cost


def move_neutral(draft: Draft[State], seat: int, place: str, to: str) -> None:
    _check_place(to)
    _check_agent(draft.state, neutral_owner(draft.state), place, to)
    if steps_to(ways(draft.state), place)[to] != 1:
        raise Refusal("neutral", T("A neutral agent moves to an adjacent location."), "en 1152")
    draft.happen(NeutralMoved(seat, place, to))


# --- the other actions ---------------------------------------------------------------------------------


def take_counsellor(draft: Draft[State], turn: Turn) -> None:
    check_actions(turn)
    if turn.took_counsellor:
        raise Refusal("once", T("You have taken a counsellor this turn: once a turn."), "en 958")
    if not reserve(draft.state):
        raise Refusal("reserve", T("The reserve is empty: there are only 20 counsellors."), "en 958")
    draft.happen(CounsellorTaken(turn.turn))


def use_chip(draft: Draft[State], turn: Turn) -> None:
    if not chips_of(draft.state, turn.turn):
        raise Refusal("no-chip", T("You have no privilege chip."), "en 1090")
    if turn.chip_used:
        raise Refusal("once", T("You have used a chip this turn: one a turn."), "en 1094")
    draft.happen(ChipUsed(turn.turn))


def show_domain(draft: Draft[State], turn: Turn) -> None:
    """Counsellors as far as the reserve has them (de 236)."""
    state, seat = draft.state, turn.turn
    if seat in state.domains_open:
        raise Refusal("open", T("Your domain card lies open already."), "en 1108")
    draft.happen(DomainShown(seat, state.cards[seat].domain, min(DOMAIN_COUNSELLORS, reserve(state))))


def end_actions(draft: Draft[State], turn: Turn) -> None:
    if not turn.actions:
        raise Refusal("actions", T("No actions are left: score."), "en 944")
    if owed := obligatory(draft.state, turn):
        text = TN("One more action is obligatory.", "{count} more actions are obligatory.", owed)
        raise Refusal("obligatory", text, "de 214")
    draft.happen(ActionsEnded(turn.turn))


# --- refusals ------------------------------------------------------------------------------------------


def check_actions(turn: Turn) -> None:
    if not turn.actions:
        raise Refusal("actions", T("No actions are left: score, or use a chip for one more."), "en 944")


def _check_place(to: str) -> None:
    if to not in LOCATIONS:
        raise Refusal("no-place", T("There is no such location in the castle."), "en 922")


def _check_agent(state: State, owner: int, place: str, to: str) -> None:
    if place not in LOCATIONS or not agents_in(state, owner, place):
        raise Refusal("empty", T("No agent to move stands there: choose another location."), "en 948")
    if place == to:
        raise Refusal("same-place", T("The agent stands there already."), "en 948")


def _check_cost(cost: int, left: int) -> None:
    if cost > left:
        text = TN(
            "That is {cost} steps, and one action is left.",
            "That is {cost} steps, and {count} actions are left.",
            left,
            cost=cost,
        )
        raise Refusal("too-far", text, "en 948")


def _check_neutral(state: State, turn: Turn) -> None:
    if not has_neutral(state):
        raise Refusal("neutral", T("There is no neutral clan with this many players."), "en 1148")
    if state.edition != EN:
        raise Refusal("neutral", T("The neutral agent moves after scoring."), "de 286")
    if turn.neutral_moved:
        raise Refusal("once", T("A neutral agent has moved this turn: one a turn."), "en 1152")
    if turn.actions:
        raise Refusal("neutral", T("The neutral agent moves at the end: finish your actions first."), "en 1152")
