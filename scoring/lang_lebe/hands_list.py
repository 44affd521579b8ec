"""The hands list: what to do with the real pieces and cards after Herald has worked something out."""

from __future__ import annotations

from scoring.kernel import Event
from scoring.lang_lebe.cards import KINDS, Cards
from scoring.lang_lebe.dice import succeeds
from scoring.lang_lebe.events import (
    BoardConfirmed,
    BonusAwarded,
    CardsTakenBack,
    CourtierPlaced,
    CourtiersReturned,
    DealCalled,
    DisputeWon,
    ExtraRolled,
    FigureBanished,
    FigureMoved,
    ForeignEntered,
    MoveRolled,
    SetUpFinished,
    StakesRevealed,
    TurnEnded,
)
from scoring.lang_lebe.phases import Dispute, SetUp, Step, Turn
from scoring.lang_lebe.printed import COURTIERS, START_COURTIERS, START_HAND
from scoring.lang_lebe.state import State
from scoring.words import TN, Both, T, Text, Who


def to_do(state: State, event: Event) -> tuple[Text, ...]:
    """The list after the event, told from the state before it."""
    kept = () if begins_something_new(state, event) else state.to_do
    return (*kept, *_pieces(state, event), *(() if state.cards_on_phones else _cards(state, event)))


def begins_something_new(state: State, event: Event) -> bool:
    """True if the last list and the last roll have served: the table has gone on."""
    match event, state.phase:
        case (FigureMoved() | ForeignEntered() | MoveRolled() | StakesRevealed() | DisputeWon(), _):
            return True
        case (BoardConfirmed() | SetUpFinished(), _) | (ExtraRolled(), Turn()):
            return True
        case (CourtierPlaced(), Turn(step=Step.START | Step.ARRIVED)) | (TurnEnded(), Turn(step=Step.START)):
            return True
        case _:
            return False


def _pieces(state: State, event: Event) -> tuple[Text, ...]:
    match event:
        case SetUpFinished():
            assert isinstance(state.phase, SetUp)
            return (*(_starts_in(seat, area) for seat, area in sorted(state.phase.taken.items())), _starts_with())
        case ExtraRolled(seat, area, card, die) if succeeds(card, die):
            return (T("{who} puts a courtier in {area}.", who=Who(seat), area=area),)
        case CourtiersReturned(seat, area, count):
            return (_takes_back(seat, area, count),)
        case FigureBanished(seat, area):
            return (T("{who}'s figure goes to {area}.", who=Who(seat), area=area),)
        case BonusAwarded(votes):
            return tuple(_moves_up(state, seat, up) for seat, up in enumerate(votes) if up)
        case _:
            return ()


def _cards(state: State, event: Event) -> tuple[Text, ...]:
    """With the cards from the box: what to do with them."""
    match event:
        case SetUpFinished():
            return (T("Everybody takes {cards}.", cards=card_list(START_HAND)),)
        case StakesRevealed():
            return (T("Everybody lays the staked cards on the table, face up."),)
        case CardsTakenBack(seat, cards):
            return (T("{who} takes back {cards}.", who=Who(seat), cards=card_list(cards)),)
        case TurnEnded() if isinstance(state.phase, Dispute):
            return (T("All other staked cards go to the discard pile."),)
        case DealCalled(each):
            return (
                TN(
                    "Shuffle the discard pile and deal {count} card to everybody.",
                    "Shuffle the discard pile and deal {count} cards to everybody.",
                    each,
                ),
            )
        case _:
            return ()


def _starts_in(seat: int, area: str) -> Text:
    return T(
        "{who}: figure and {courtiers} courtiers to {area}.",
        who=Who(seat),
        courtiers=START_COURTIERS,
        area=area,
    )


def _starts_with() -> Text:
    rest = COURTIERS - START_COURTIERS
    return T("Everybody: one courtier on the arrow of the bonus table, {rest} in supply.", rest=rest)


def _takes_back(seat: int, area: str, count: int) -> Text:
    return TN(
        "{who} takes {count} courtier back from {area}.",
        "{who} takes {count} courtiers back from {area}.",
        count,
        who=Who(seat),
        area=area,
    )


def _moves_up(state: State, seat: int, up: int) -> Text:
    to = state.bonus[seat] + up
    return T("{who}'s bonus courtier goes {up} up, to {to}.", who=Who(seat), up=up, to=to)


def card_list(cards: Cards) -> Both:
    """ "2 × x1, 1 × x3" """
    return Both(tuple(T("{count} × x{kind}", count=cards.of(k), kind=k) for k in KINDS if cards.of(k)))
