"""The state after an event. Never refuses: what is in the log happened."""

from __future__ import annotations

from dataclasses import replace

from scoring.kernel import BoxFilled, Event
from scoring.regents import printed
from scoring.regents.events import (
    AccusationFailed,
    AccusationProved,
    AgentBroughtBack,
    AgentCorrected,
    AgentDrivenOut,
    AgentMoved,
    AgentPlaced,
    AgentsSwapped,
    CardPlayed,
    CardsChecked,
    CardsCorrected,
    CardsDealt,
    ChipCorrected,
    ChipTaken,
    ChipUsed,
    CounsellorGained,
    CounsellorPlaced,
    CounsellorsCorrected,
    CounsellorTaken,
    DomainShown,
    DomainTurnedUp,
    FirstChosen,
    KingCorrected,
    KingMoved,
    MarkerAdvanced,
    MarkerCorrected,
    MarkerPushedBack,
    NeutralMoved,
    NeutralShown,
    SpiedOn,
    TurnBegan,
    TurnEnded,
)
from scoring.regents.fold_phase import phase_after
from scoring.regents.hands_list import to_do
from scoring.regents.phases import Secrets, SetUp
from scoring.regents.state import (
    ON_BOARD,
    OUTSIDE,
    USED,
    Note,
    State,
    neutral_owner,
    relocated,
    with_counsellors,
    with_markers,
)
from scoring.regents.tracks import moved


def fold(state: State, event: Event) -> State:
    if isinstance(event, BoxFilled):
        rest = {key: value for key, value in state.box.items() if key != event.field}
        return replace(state, box={**rest, event.field: event.value} if event.value else rest)
    after = replace(state, to_do=to_do(state, event), phase=phase_after(state, event))
    after = _tracks(_pieces(_set_up(after, event), event), event)
    return _corrected(_secrets(after, event), event)


def _set_up(state: State, event: Event) -> State:
    match event:
        case CardsDealt(clans, domains):
            return replace(state, cards=tuple(map(Secrets, clans, domains)))
        case CardsChecked() if isinstance(state.phase, SetUp):
            return replace(state, cards=tuple(state.phase.sealed.choices[seat] for seat in range(state.seats)))
        case NeutralShown(clan):
            return replace(state, neutral=clan)
        case FirstChosen(seat):
            agents = (*state.agents[: state.seats], printed.OUTER) if state.neutral else state.agents
            return replace(state, first=seat, agents=agents)
        case AgentPlaced(seat, place):
            mine = (*state.agents[seat], place)
            return replace(state, agents=(*state.agents[:seat], mine, *state.agents[seat + 1 :]))
        case TurnBegan(_, number):
            return replace(state, round=number)
        case _:
            return state


def _pieces(state: State, event: Event) -> State:
    match event:
        case AgentMoved(seat, origin, place):
            return relocated(state, seat, origin, place)
        case NeutralMoved(_, origin, place):
            return relocated(state, neutral_owner(state), origin, place)
        case AgentBroughtBack(seat, place):
            return relocated(state, seat, OUTSIDE, place)
        case AgentDrivenOut(_, whose, place):
            return relocated(state, whose, place, OUTSIDE)
        case AgentsSwapped(_, one, one_place, other, other_place):
            return relocated(relocated(state, one, one_place, other_place), other, other_place, one_place)
        case KingMoved(_, place) | KingCorrected(place):
            return replace(state, king=place)
        case CounsellorTaken(seat):
            return with_counsellors(state, seat, 1)
        case CounsellorGained(seat, count):
            return with_counsellors(state, seat, count)
        case CounsellorPlaced(seat, place):
            return replace(with_counsellors(state, seat, -1), on_board=(*state.on_board, place))
        case DomainShown(_, domain, counsellors):
            return replace(state, on_board=state.on_board + (printed.ROOM_OF[domain],) * counsellors)
        case TurnEnded():
            return replace(state, on_board=())
        case _:
            return state


def _tracks(state: State, event: Event) -> State:
    match event:
        case (
            MarkerAdvanced(seat, domain, _, to)
            | MarkerPushedBack(_, seat, domain, to)
            | MarkerCorrected(seat, domain, to)
        ):
            return with_markers(state, seat, moved(state.tracks[seat], domain, to))
        case ChipTaken(seat, chip):
            return replace(state, chips={**state.chips, chip: seat})
        case ChipUsed(seat):
            used = next((chip for chip, holder in state.chips.items() if holder == seat), "")
            return replace(state, chips={**state.chips, used: USED}) if used else state
        case _:
            return state


def _secrets(state: State, event: Event) -> State:
    """Cards on the table, and what each seat alone has found out."""
    match event:
        case CardPlayed(seat, card):
            mine = (*state.played[seat], card)
            return replace(state, played=(*state.played[:seat], mine, *state.played[seat + 1 :]))
        case DomainShown(seat) | DomainTurnedUp(seat):
            return replace(state, domains_open=state.domains_open | {seat})
        case AccusationProved(_, whose):
            return replace(state, accused=state.accused | {whose})
        case AccusationFailed(seat, whose, clan, really):
            gone = (*state.tiles_gone[seat], clan, really)
            after = replace(state, tiles_gone=(*state.tiles_gone[:seat], gone, *state.tiles_gone[seat + 1 :]))
            return _noted(_noted(after, seat, Note(whose, clan=really)), whose, Note(seat, named=clan))
        case SpiedOn(seat, whose, card):
            return _noted(state, seat, Note(whose, card=card))
        case _:
            return state


def _noted(state: State, seat: int, note: Note) -> State:
    mine = (*state.notes[seat], note)
    return replace(state, notes=(*state.notes[:seat], mine, *state.notes[seat + 1 :]))


def _corrected(state: State, event: Event) -> State:
    match event:
        case AgentCorrected(whose, origin, place):
            return relocated(state, whose, origin, place)
        case CounsellorsCorrected(seat, count):
            return with_counsellors(state, seat, count - state.counsellors[seat])
        case ChipCorrected(chip, holder):
            others = {other: owner for other, owner in state.chips.items() if other != chip}
            return replace(state, chips=others if holder == ON_BOARD else {**others, chip: holder})
        case CardsCorrected(seat, clan, domain):
            state = _shown_really(state, seat, clan)
            return replace(state, cards=(*state.cards[:seat], Secrets(clan, domain), *state.cards[seat + 1 :]))
        case _:
            return state


def _shown_really(state: State, whose: int, clan: str) -> State:
    """Whoever was shown the clan card saw the real one, and put its tile away."""
    notes, tiles_gone = [list(mine) for mine in state.notes], [list(gone) for gone in state.tiles_gone]
    for mine, gone in zip(notes, tiles_gone, strict=True):
        for number, note in enumerate(mine):
            if note.whose == whose and note.clan:
                mine[number] = replace(note, clan=clan)
                # Once for each time: the same tile may be gone for having been named to somebody else.
                if note.clan in gone:
                    gone[gone.index(note.clan)] = clan
    return replace(state, notes=tuple(map(tuple, notes)), tiles_gone=tuple(map(tuple, tiles_gone)))
