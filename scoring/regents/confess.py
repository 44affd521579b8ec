"""What only some knew during the game: clans, domain cards, cards that were spied, tiles that were played."""

from __future__ import annotations

from scoring.kernel import Event
from scoring.regents.events import AccusationFailed, CardsCorrected, CardsDealt, CardsEntered, SpiedOn
from scoring.regents.printed import CARDS, CLANS, DOMAINS
from scoring.regents.state import State
from scoring.words import Both, T, Text, Who


def confess(_state: State, event: Event) -> Text | None:
    match event:
        case CardsEntered(seat, clan, domain):
            return T("Drawn: {cards}.", cards=_cards(seat, clan, domain))
        case CardsCorrected(seat, clan, domain):
            return T("Put right: {cards}.", cards=_cards(seat, clan, domain))
        case CardsDealt(clans, domains):
            dealt = tuple(_cards(seat, *pair) for seat, pair in enumerate(zip(clans, domains, strict=True)))
            return T("Dealt: {cards}.", cards=Both(dealt))
        case SpiedOn(seat, whose, card):
            return T("{who} sees that {whose} holds {card}.", who=Who(seat), whose=Who(whose), card=CARDS[card])
        case AccusationFailed(seat, whose, clan, really):
            return T(
                "{who} names {clan} and is shown that {whose} is {really}.",
                who=Who(seat),
                clan=CLANS[clan],
                whose=Who(whose),
                really=CLANS[really],
            )
        case _:
            return None


def _cards(seat: int, clan: str, domain: str) -> Text:
    return T("{who} {clan} ({domain})", who=Who(seat), clan=CLANS[clan], domain=DOMAINS[domain])
