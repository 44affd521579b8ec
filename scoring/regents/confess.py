"""What nobody else knew during the game: clans and domain cards, what a spy saw, what an accuser learned."""

from __future__ import annotations

from scoring.kernel import Event
from scoring.regents.events import AccusationFailed, CardsCorrected, CardsDealt, CardsEntered, SpiedOn
from scoring.regents.printed import CARDS, CLANS, DOMAINS
from scoring.regents.state import State
from scoring.words import Both, T, Text, Who


def confess(state: State, event: Event) -> Text | None:
    match event:
        case CardsEntered(seat, clan, domain) | CardsCorrected(seat, clan, domain):
            return _cards(seat, clan, domain)
        case CardsDealt(clans, domains):
            hands = (_cards(seat, *cards) for seat, cards in enumerate(zip(clans, domains, strict=True)))
            return T("Dealt: {hands}", hands=Both(tuple(hands)))
        case SpiedOn(seat, whose, card):
            return T("{who} sees {card} in the hand of {whose}.", who=Who(seat), card=CARDS[card], whose=Who(whose))
        case AccusationFailed(seat, whose, clan, really):
            return T(
                "{who} takes {whose} for {clan} and learns: {really}.",
                who=Who(seat),
                whose=Who(whose),
                clan=CLANS[clan],
                really=CLANS[really],
            )
        case _:
            return None


def _cards(seat: int, clan: str, domain: str) -> Text:
    return T("{who} is of clan {clan}, for {domain}.", who=Who(seat), clan=CLANS[clan], domain=DOMAINS[domain])
