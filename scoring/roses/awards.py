"""Special awards over time: who holds one, looked at after every single change of ownership."""

from __future__ import annotations

from scoring.kernel import Draft
from scoring.roses.events import AwardGiven
from scoring.roses.printed import AWARD_NEEDS, AWARDS, KIND_OF, NOBODY
from scoring.roses.scores import award_name
from scoring.roses.state import State, holdings, leftmost
from scoring.words import T, Text, Who


def rightful_holder(state: State, award: str) -> int | None:
    """The holder keeps it until somebody has more or he has fewer than two; then most, furthest left (nl 489)."""
    counts, holder = holdings(state, award), state.awards.get(award)
    best = max(counts.values(), default=0)
    if best < AWARD_NEEDS:
        return None
    if holder is not None and counts[holder] == best:
        return holder
    return leftmost(state, tuple(seat for seat, count in counts.items() if count == best))


def settle_awards(draft: Draft[State], piece: str) -> None:
    """After this piece has changed hands."""
    for award in (award for award, kind in AWARDS.items() if kind == KIND_OF.get(piece)):
        rightful = rightful_holder(draft.state, award)
        if rightful != draft.state.awards.get(award):
            draft.happen(AwardGiven(award, NOBODY if rightful is None else rightful))


def told(award: str, seat: int) -> Text:
    if seat == NOBODY:
        return T("{award}: back on the board.", award=award_name(award))
    return T("{award}: {who} takes the tile.", award=award_name(award), who=Who(seat))
