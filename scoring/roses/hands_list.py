"""The hands list: what to do with the real pieces after Herald has worked something out."""

from __future__ import annotations

from scoring.kernel import Event
from scoring.roses.awards import told
from scoring.roses.events import (
    AwardGiven,
    CardsRemoved,
    CardTaken,
    IncomePaid,
    KingMade,
    MercenariesHired,
    ParliamentShown,
    PlansRevealed,
    RoundBegan,
    StepShown,
)
from scoring.roses.phases import Drafting, Parliament, Resolution
from scoring.roses.printed import HOUSES, cards_laid_out
from scoring.roses.state import State
from scoring.words import TN, T, Text, Who


def to_do(state: State, event: Event) -> tuple[Text, ...]:
    """The list after the event, told from the state before it."""
    match event, state.phase:
        case StepShown(), Resolution(_, steps) if not steps.finished:
            step = steps.lines[steps.shown]
            before = steps.lines[steps.shown - 1].phase if steps.shown else ""
            return (*(state.to_do if before == step.phase else ()), *step.hands)
        case (PlansRevealed(), _) | (ParliamentShown(), Parliament(_, 0)):
            return ()
        case RoundBegan(number), _:
            return _lay_out(state, number)
        case CardTaken(), _:
            return ()
        case MercenariesHired(seat, count), _:
            return (TN("{who} takes {count} mercenary.", "{who} takes {count} mercenaries.", count, who=Who(seat)),)
        case AwardGiven(award, seat), state_phase if not isinstance(state_phase, Resolution):
            return (*state.to_do, told(award, seat))
        case CardsRemoved(cards), phase:
            surplus = phase.surplus if isinstance(phase, Drafting) else 0
            cards_back = TN(
                "{count} card that nobody picked goes back into the box.",
                "{count} cards that nobody picked go back into the box.",
                max(surplus, len(cards)),
            )
            return (*state.to_do, cards_back)
        case IncomePaid(pounds), _:
            paid = (T("{who} takes £{pounds}.", who=Who(seat), pounds=pounds[seat]) for seat in state.order)
            return (*state.to_do, *paid)
        case KingMade(house), _ if house:
            name = HOUSES[house]
            rose = T("A rose of {house} on space {round} of the round track.", house=name, round=state.round)
            return (*state.to_do, rose)
        case _:
            return state.to_do


def _lay_out(state: State, number: int) -> tuple[Text, ...]:
    count = cards_laid_out(state.seats, number)
    cards = T("Draw {count} cards and lay them out.", count=count)
    if not state.neutral:
        return (cards,)
    neutral = TN(
        "Lay out the {count} neutral card from the top of the deck.",
        "Lay out the {count} neutral cards from the top of the deck.",
        len(state.neutral),
    )
    return (neutral, cards)
