"""The evening as somebody would tell it: five to eight sentences, and what it would have been without one step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.chronicle import Chronicle, Swing
from scoring.standings import Standings
from scoring.words import TN, Both, T, Text, Who, signed

FEWEST, MOST = 5, 8
MOST_TURNS = 3
# A change is worth telling from this part of the winner's points on.
NOTABLE = 0.15


@dataclass(frozen=True)
class Turn:
    """Without this step somebody else would have had most points."""

    swing: Swing
    instead: int
    # What that seat and the best of the winners would have had.
    had: int
    other: int


def turns(told: Chronicle, standings: Standings) -> tuple[Turn, ...]:
    """The steps that decided it, the one that mattered most first. None where points alone do not make the winner."""
    final, winners = told.moments[-1].points, set(standings.winners)
    if {seat for seat, points in enumerate(final) if points == max(final)} - winners:
        return ()
    found = []
    for place, swing in enumerate(told.all_swings):
        without = [points - change for points, change in zip(final, swing.changes, strict=True)]
        best = max(range(len(without)), key=lambda seat: without[seat])
        other = max(without[seat] for seat in winners)
        if best not in winners and without[best] > other and not _was_undone(swing, told.all_swings[place + 1 :]):
            found.append(Turn(swing, best, without[best], other))
    return tuple(sorted(found, key=lambda turn: turn.other - turn.had)[:MOST_TURNS])


def _was_undone(swing: Swing, later: Sequence[Swing]) -> bool:
    """What was won there was lost again."""
    gainer = max(range(len(swing.changes)), key=lambda seat: swing.changes[seat])
    return any(after.changes[gainer] == -swing.changes[gainer] for after in later)


def tale(told: Chronicle, standings: Standings, minutes: int) -> tuple[Text, ...]:
    """In the order in which it happened; where little happened, the places fill it up."""
    last = _margin(told, standings)
    most = MOST if last is None else MOST - 1
    sentences = [text for text in _sentences(told, standings) if text is not None][:most]
    sentences += [] if last is None else [last]
    fillers = _fillers(standings, minutes)
    while len(sentences) < FEWEST and (filler := next(fillers, None)):
        sentences.append(filler)
    return tuple(sentences)


def _sentences(told: Chronicle, standings: Standings) -> Iterator[Text | None]:
    yield _first_lead(told)
    yield _halfway(told, standings)
    yield _biggest(told)
    yield _hardest_blow(told)
    yield _comeback(told, standings)
    yield _longest(told, standings)
    yield _for_good(told, standings)
    yield _lead_changes(told, standings)


def _first_lead(told: Chronicle) -> Text | None:
    if not told.leads:
        return None
    who = Who(told.leads[0].seat)
    if told.first == told.leads[0].seat:
        return T("{who} began, and was the first to lead.", who=who)
    return T("{who} was the first to lead.", who=who)


def _halfway(told: Chronicle, standings: Standings) -> Text | None:
    half = next((m for m in told.moments if m.step * 2 >= told.moments[-1].step), None)
    if half is None or half is told.moments[-1] or len(set(half.points)) == 1:
        return None
    order = sorted(range(len(half.points)), key=lambda seat: -half.points[seat])
    lead, last = order[0], order[-1]
    if half.points[lead] == half.points[order[1]]:
        return None
    if last in standings.winners:
        return T(
            "Halfway through {who} led with {most}, and {last}, of all people, was last with {least}.",
            who=Who(lead),
            most=half.points[lead],
            last=Who(last),
            least=half.points[last],
        )
    return T("Halfway through {who} led with {most}.", who=Who(lead), most=half.points[lead])


def _biggest(told: Chronicle) -> Text | None:
    swing = max(told.all_swings, key=lambda swing: max(swing.changes), default=None)
    if swing is None or max(swing.changes) <= 1:
        return None
    seat = max(range(len(swing.changes)), key=lambda seat: swing.changes[seat])
    gain = signed(max(swing.changes))
    return T("The biggest step, {gain} for {who}: {what}", gain=gain, who=Who(seat), what=swing.text)


def _hardest_blow(told: Chronicle) -> Text | None:
    swing = min(told.all_swings, key=lambda swing: min(swing.changes), default=None)
    if swing is None or -min(swing.changes) < max(2, NOTABLE * max(told.moments[-1].points)):
        return None
    seat = min(range(len(swing.changes)), key=lambda seat: swing.changes[seat])
    loss = signed(min(swing.changes))
    return T("The hardest blow, {loss} for {who}: {what}", loss=loss, who=Who(seat), what=swing.text)


def _comeback(told: Chronicle, standings: Standings) -> Text | None:
    winner = standings.winners[0]
    behind = furthest_behind(told, winner)
    if behind < max(3, NOTABLE * told.moments[-1].points[winner]):
        return None
    return T("At one point {who} was {count} behind, and still won.", who=Who(winner), count=behind)


def furthest_behind(told: Chronicle, seat: int) -> int:
    """How far this seat was behind the first one at its worst."""
    return max(max(moment.points) - moment.points[seat] for moment in told.moments)


def _longest(told: Chronicle, standings: Standings) -> Text | None:
    """Whoever led for longest, if that was no winner."""
    steps: dict[int, int] = {}
    for now, after in zip(told.moments, told.moments[1:], strict=False):
        ahead = [seat for seat, points in enumerate(now.points) if points == max(now.points)]
        if len(ahead) == 1:
            steps[ahead[0]] = steps.get(ahead[0], 0) + after.step - now.step
    longest = max(steps, key=lambda seat: steps[seat], default=None)
    if longest is None or longest in standings.winners:
        return None
    place = next(row.place for row in standings.places if row.seat == longest)
    return T("{who} led for longest, and finished in place {place}.", who=Who(longest), place=place)


def _for_good(told: Chronicle, standings: Standings) -> Text | None:
    if len(told.leads) < 2 or told.leads[-1].seat not in standings.winners:
        return None
    lead = told.leads[-1]
    return T("Then {who} took the lead for good: {what}", who=Who(lead.seat), what=lead.swing.text)


def _lead_changes(told: Chronicle, standings: Standings) -> Text | None:
    changes = len(told.leads) - 1
    if changes > 0:
        return TN("The lead changed hands once.", "The lead changed hands {count} times.", changes)
    if changes == 0 and told.leads[0].seat in standings.winners:
        return T("Nobody ever overtook {who}.", who=Who(told.leads[0].seat))
    return None


def _margin(told: Chronicle, standings: Standings) -> Text | None:
    winners, final = standings.winners, told.moments[-1].points
    others = [row for row in standings.places if row.place > 1]
    if len(winners) > 1:
        return T("In the end {who} shared the victory.", who=Both(tuple(map(Who, winners))))
    if not others:
        return None
    ahead, who, other = final[winners[0]] - final[others[0].seat], Who(winners[0]), Who(others[0].seat)
    if ahead == 0:
        return T("In the end {who} and {other} were level, and the tie-break decided.", who=who, other=other)
    if ahead < 0:
        return None
    if ahead <= max(2, NOTABLE * abs(final[winners[0]]) / 2):
        return T("It was close: in the end {who} was {count} ahead of {other}.", who=who, count=ahead, other=other)
    return T("In the end {who} was {count} ahead of {other}.", who=who, count=ahead, other=other)


def _fillers(standings: Standings, minutes: int) -> Iterator[Text]:
    behind = [row for row in standings.places if row.place > 1]
    for row in behind:
        yield T("{who} finished in place {place} with {points}.", who=Who(row.seat), place=row.place, points=row.points)
    if minutes > 0:
        yield TN("You played for a minute.", "You played for {count} minutes.", minutes)
