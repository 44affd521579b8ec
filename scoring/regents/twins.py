"""Two players with the same clan or domain card: one of them entered it wrongly (en 932, 936).

Nobody is told before one of the two lies open; then everybody hears which card it is, and its other owner that it
cannot be theirs. The second of the two is never turned up.
"""

from __future__ import annotations

from collections import Counter

from scoring.kernel import Draft, Event, Refusal, refused_if
from scoring.regents.printed import CLANS, DOMAINS
from scoring.regents.state import State
from scoring.words import T, Text

LOOK = T("One of your cards lies open before somebody else: look at both and put right what was entered wrongly.")


def notice_twins(draft: Draft[State], seat: int) -> None:
    """A card of this seat lies open now."""
    state = draft.state
    mine, others = state.cards[seat], state.opponents(seat)
    if state.is_open(seat) and any(state.cards[other].clan == mine.clan for other in others):
        draft.happen(CardFoundTwice(mine.clan))
    if seat in state.domains_open and any(state.cards[other].domain == mine.domain for other in others):
        draft.happen(CardFoundTwice(mine.domain))


def turned_up_twice(state: State, seat: int, *, domain: bool = False) -> Refusal | None:
    """For the owner alone: the card about to be turned up lies open elsewhere."""
    open_domains = {state.cards[other].domain for other in state.domains_open if other != seat}
    twice = state.cards[seat].domain in open_domains if domain else state.cards[seat].clan in state.open_clans
    return refused_if(twice, "twice", LOOK, "en 932, 936")


def notice_before_the_count(draft: Draft[State]) -> bool:
    """Before hidden domain cards are turned up: two alike would count for two players."""
    found = [domain for domain, times in Counter(cards.domain for cards in draft.state.cards).items() if times > 1]
    for domain in found:
        draft.happen(CardFoundTwice(domain))
    return bool(found)


class CardFoundTwice(Event, reveals=True):
    """Somebody else has entered this clan or domain card, too."""

    card: str

    def tell(self, state: State) -> Text:
        if self.card in CLANS:
            return T("{card} has been entered twice: everybody checks their clan card.", card=CLANS[self.card])
        return T("{card} has been entered twice: everybody checks their domain card.", card=DOMAINS[self.card])

    def to_do(self, state: State) -> tuple[Text, ...]:
        """Once, however often the table confirms the board meanwhile."""
        look = self.tell(state)
        return () if look in state.to_do else (look,)
