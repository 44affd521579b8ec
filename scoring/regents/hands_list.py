"""The hands list: what to do with the real pieces after what Herald has worked out."""

from __future__ import annotations

from scoring.kernel import Event
from scoring.regents import printed
from scoring.regents.events import (
    AccusationFailed,
    AccusationProved,
    ActionsEnded,
    AgentBroughtBack,
    AgentDrivenOut,
    AgentMoved,
    AgentPlaced,
    BoardConfirmed,
    CardPlayed,
    ChipTaken,
    ChipUsed,
    CounsellorGained,
    CounsellorPlaced,
    CounsellorTaken,
    DomainShown,
    DomainTurnedUp,
    FirstChosen,
    KingMoved,
    MarkerAdvanced,
    MarkerPushedBack,
    NeutralMoved,
    RoundEnded,
    Scored,
    SpiedOn,
    TurnEnded,
)
from scoring.regents.phases import NeutralMove
from scoring.regents.printed import DOMAINS, LOCATIONS, VALUES
from scoring.regents.state import State
from scoring.regents.tracks import at
from scoring.words import TN, T, Text, Who

_NEW = (
    FirstChosen,
    AgentPlaced,
    AgentMoved,
    KingMoved,
    CounsellorTaken,
    CounsellorPlaced,
    AgentBroughtBack,
    SpiedOn,
    AccusationProved,
    AccusationFailed,
    CardPlayed,
    DomainShown,
    ChipUsed,
    ActionsEnded,
    NeutralMoved,
    Scored,
    BoardConfirmed,
)


def to_do(state: State, event: Event) -> tuple[Text, ...]:
    """The list after the event, told from the state before it."""
    served = isinstance(event, _NEW) and not isinstance(state.phase, NeutralMove)
    return (*(() if served else state.to_do), *_new(state, event))


def chip_name(chip: str) -> Text:
    domain, _, value = chip.partition(".")
    return T("{domain} {value}", domain=DOMAINS[domain], value=value)


def _new(state: State, event: Event) -> tuple[Text, ...]:
    match event:
        case MarkerAdvanced(seat, domain, _, to) | MarkerPushedBack(_, seat, domain, to):
            return _marker(state, seat, domain, to)
        case ChipTaken(seat, chip):
            return (T("{who} takes the chip of {chip}.", who=Who(seat), chip=chip_name(chip)),)
        case CounsellorGained(seat, count):
            took = TN("{who} takes a counsellor.", "{who} takes {count} counsellors.", count, who=Who(seat))
            return (took,)
        case TurnEnded() if state.on_board:
            back = TN("The counsellor goes back to the reserve.", "{count} counsellors go back.", len(state.on_board))
            return (back,)
        case RoundEnded(number) if number < printed.ROUNDS:
            return (T("The round marker goes to {round}.", round=number + 1),)
        case FirstChosen() if state.neutral:
            return (T("A neutral agent in each room but the Throne Room."),)
        case _:
            return _cards(event)


def _cards(event: Event) -> tuple[Text, ...]:
    match event:
        case AccusationProved(_, whose):
            return (T("{who} turns the clan card up and puts the remaining cards away.", who=Who(whose)),)
        case AccusationFailed(seat, whose):
            shows = T("{who} shows the clan card to {accuser} alone.", who=Who(whose), accuser=Who(seat))
            return (shows, T("{who} puts two tiles away, face down.", who=Who(seat)))
        case AgentDrivenOut(_, whose, place):
            return (T("{who} takes an agent off the {place}.", who=Who(whose), place=LOCATIONS[place]),)
        case DomainShown(_, domain, count) if count:
            room = LOCATIONS[printed.ROOM_OF[domain]]
            one = TN("A counsellor into the {room}.", "{count} counsellors into the {room}.", count, room=room)
            return (one,)
        case DomainTurnedUp(seat, domain):
            return (T("{who} turns up the domain card: {domain}.", who=Who(seat), domain=DOMAINS[domain]),)
        case ChipUsed(seat):
            return (T("{who} puts a chip out of the game.", who=Who(seat)),)
        case _:
            return ()


def _marker(state: State, seat: int, domain: str, to: int) -> tuple[Text, ...]:
    steps, who, name, value = to - at(state.tracks[seat], domain), Who(seat), DOMAINS[domain], VALUES[to]
    if steps > 0:
        return (
            TN(
                "{who}: {domain} one space, to {value}.",
                "{who}: {domain} {count} spaces, to {value}.",
                steps,
                who=who,
                domain=name,
                value=value,
            ),
        )
    if steps < 0 and to == 0:
        return (T("{who}: {domain} off the track.", who=who, domain=name),)
    if steps < 0:
        return (T("{who}: {domain} one space back, to {value}.", who=who, domain=name, value=value),)
    return (T("{who}: {domain} stays on {value}.", who=who, domain=name, value=value),)
