"""The history: each event in words that everybody may read."""

from __future__ import annotations

from scoring.kernel import Event
from scoring.regents.events import (
    AccusationFailed,
    AccusationProved,
    ActionsEnded,
    AgentBroughtBack,
    AgentCorrected,
    AgentDrivenOut,
    AgentMoved,
    AgentPlaced,
    AgentsSwapped,
    BonusFellShort,
    CardPlayed,
    CardsCorrected,
    CardsDealt,
    CardsEntered,
    CardsMiscounted,
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
    GameEnded,
    KingCorrected,
    KingMoved,
    MarkerAdvanced,
    MarkerCorrected,
    MarkerPushedBack,
    NeutralMoved,
    NeutralShown,
    RoundEnded,
    Scored,
    SpiedOn,
)
from scoring.regents.hands_list import chip_name
from scoring.regents.printed import CARDS, CLANS, DOMAINS, LOCATIONS, TOWER, VALUES
from scoring.regents.state import ON_BOARD, USED, State, owner_name
from scoring.words import TN, Both, T, Text, Who


def tell(state: State, event: Event) -> Text | None:
    tellers = (_set_up, _acted, _found_out, _cards, _tracks, _corrected)
    return next((text for teller in tellers if (text := teller(state, event))), None)


def place_name(place: str) -> Text:
    return LOCATIONS[place] if place in LOCATIONS else T("outside the castle")


def _way(origin: str, place: str) -> Text:
    return T("{origin} – {place}", origin=place_name(origin), place=place_name(place))


def step_name(step: str) -> Text:
    """A step of a plan: a location, the Tower with its track."""
    if step.startswith(f"{TOWER}."):
        return T("Tower ({domain})", domain=DOMAINS[step.partition(".")[2]])
    return LOCATIONS[step]


def _set_up(_state: State, event: Event) -> Text | None:
    match event:
        case CardsEntered(seat):
            return T("{who} has entered the cards.", who=Who(seat))
        case CardsMiscounted():
            return T("The cards as entered cannot all be right.")
        case CardsDealt():
            return T("Herald deals clans and domain cards.")
        case NeutralShown(clan):
            return T("The neutral clan is {clan}.", clan=CLANS[clan])
        case FirstChosen(seat):
            return T("{who} begins.", who=Who(seat))
        case AgentPlaced(seat, place):
            return T("{who} places an agent: {place}.", who=Who(seat), place=LOCATIONS[place])
        case _:
            return None


def _acted(_state: State, event: Event) -> Text | None:
    match event:
        case AgentMoved(seat, origin, place):
            return T("{who} moves an agent: {way}.", who=Who(seat), way=_way(origin, place))
        case KingMoved(seat, place):
            return T("{who} moves the King: {place}.", who=Who(seat), place=LOCATIONS[place])
        case NeutralMoved(seat, origin, place):
            return T("{who} moves a neutral agent: {way}.", who=Who(seat), way=_way(origin, place))
        case CounsellorTaken(seat):
            return T("{who} takes a counsellor.", who=Who(seat))
        case CounsellorPlaced(seat, place):
            return T("{who} places a counsellor: {place}.", who=Who(seat), place=LOCATIONS[place])
        case AgentBroughtBack(seat, place):
            return T("{who} brings an agent back: {place}.", who=Who(seat), place=LOCATIONS[place])
        case ChipUsed(seat):
            return T("{who} uses a chip for one more action.", who=Who(seat))
        case ActionsEnded(seat):
            return T("{who} leaves the remaining actions.", who=Who(seat))
        case _:
            return None


def _found_out(_state: State, event: Event) -> Text | None:
    """Who learns something, never what."""
    match event:
        case SpiedOn(seat, whose):
            return T("{who} spies on {whose}.", who=Who(seat), whose=Who(whose))
        case AccusationProved(seat, whose, clan):
            return T("{who} accuses {whose} and is right: {clan}.", who=Who(seat), whose=Who(whose), clan=CLANS[clan])
        case AccusationFailed(seat, whose):
            return T("{who} accuses {whose} and is wrong.", who=Who(seat), whose=Who(whose))
        case DomainShown(seat, domain):
            return T("{who} turns up the domain card: {domain}.", who=Who(seat), domain=DOMAINS[domain])
        case DomainTurnedUp(seat, domain):
            return T("{who}'s domain is {domain}.", who=Who(seat), domain=DOMAINS[domain])
        case _:
            return None


def _cards(state: State, event: Event) -> Text | None:
    match event:
        case CardPlayed(seat, card):
            return T("{who} plays {card}.", who=Who(seat), card=CARDS[card])
        case AgentDrivenOut(seat, whose, place):
            left = LOCATIONS[place]
            return T("{who} drives an agent of {whose} out: {place}.", who=Who(seat), whose=Who(whose), place=left)
        case AgentsSwapped(seat, one, one_place, other, other_place):
            first = T("{who} ({place})", who=owner_name(state, one), place=LOCATIONS[one_place])
            second = T("{who} ({place})", who=owner_name(state, other), place=LOCATIONS[other_place])
            return T("{who} swaps agents: {one} and {other}.", who=Who(seat), one=first, other=second)
        case _:
            return None


def _tracks(_state: State, event: Event) -> Text | None:
    match event:
        case Scored(seat, ()):
            return T("{who} scores nothing.", who=Who(seat))
        case Scored(seat, order):
            return T("{who} scores: {order}.", who=Who(seat), order=Both(tuple(map(step_name, order))))
        case MarkerAdvanced(seat, domain, _, to):
            return T("{who}: {domain} {value}.", who=Who(seat), domain=DOMAINS[domain], value=VALUES[to])
        case MarkerPushedBack(seat, whose, domain, to):
            marker = T("{domain} {value}", domain=DOMAINS[domain], value=VALUES[to])
            return T("{who} pushes {whose} back: {marker}.", who=Who(seat), whose=Who(whose), marker=marker)
        case ChipTaken(seat, chip):
            return T("{who} takes the chip of {chip}.", who=Who(seat), chip=chip_name(chip))
        case CounsellorGained(seat, count):
            return TN("{who} gets a counsellor.", "{who} gets {count} counsellors.", count, who=Who(seat))
        case RoundEnded(number):
            return T("Round {round} is over.", round=number)
        case BonusFellShort():
            return T("The reserve has too few counsellors for the bonus.")
        case GameEnded():
            return T("The game is over.")
        case _:
            return None


def _corrected(state: State, event: Event) -> Text | None:
    match event:
        case AgentCorrected(whose, origin, place):
            return T("Put right: an agent of {who}: {way}.", who=owner_name(state, whose), way=_way(origin, place))
        case KingCorrected(place):
            return T("Put right: the King is in the {place}.", place=LOCATIONS[place])
        case MarkerCorrected(seat, domain, to):
            marker = T("{domain} {value}", domain=DOMAINS[domain], value=VALUES[to])
            return T("Put right: {who} has {marker}.", who=Who(seat), marker=marker)
        case CounsellorsCorrected(seat, count):
            return T("Put right: counsellors of {who}: {count}.", who=Who(seat), count=count)
        case ChipCorrected(chip, holder):
            return T("Put right: the chip of {chip}: {holder}.", chip=chip_name(chip), holder=chip_holder(holder))
        case CardsCorrected(seat):
            return T("{who} has put the own cards right.", who=Who(seat))
        case _:
            return None


def chip_holder(holder: int) -> Text | Who:
    return {ON_BOARD: T("on the board"), USED: T("used")}.get(holder, Who(holder))
