"""Votes line by line, as they would count now, and the final places."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.lang_lebe.election import count_line
from scoring.lang_lebe.phases import Over
from scoring.lang_lebe.printed import TARGET
from scoring.lang_lebe.state import State, votes
from scoring.standings import ScoreLine, Standing, Standings
from scoring.words import T, Who

SHEET = (AREA_VOTES, THIRD, BONUS) = (T("Area votes"), T("A third less"), T("Bonus votes"))


def score(state: State) -> tuple[ScoreLine, ...]:
    if not state.figures:
        return ()
    return tuple(line for seat in range(state.seats) for line in _lines(state, seat))


def _lines(state: State, seat: int) -> Iterator[ScoreLine]:
    line = count_line(state, seat)
    for area, number in line.areas:
        unknown = T("its number is not known yet") if votes(state, area) is None else None
        yield ScoreLine(seat, T("{area}", area=area), number, "nl 164", unknown, AREA_VOTES)
    if seat in state.out_of_cards:
        note = T("a third of {votes}, rounded down", votes=line.area_votes)
        yield ScoreLine(seat, T("a third less: no cards"), -line.third, "nl 166", note, THIRD)
    yield ScoreLine(seat, T("bonus votes"), line.bonus, "nl 193", category=BONUS)


def standings(state: State) -> Standings | None:
    """The king, then the others by all their votes (nl 205)."""
    election = state.last_election
    if not isinstance(state.phase, Over) or election is None or election.count is None:
        return None
    totals = {line.seat: line.total for line in election.count.lines}
    king, target = state.phase.winner, TARGET[state.seats]
    reason = T(
        "{who} is king with {votes} votes; {target} were needed.",
        who=Who(king),
        votes=totals[king],
        target=target,
    )
    ranked = (Standing(place.place, place.seat, totals[place.seat], place.reason) for place in election.places)
    return Standings(tuple(ranked), reason)
