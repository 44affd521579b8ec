"""Recap of a game: five to eight sentences, and the result without a deciding step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.standings import Category, Standings
from scoring.timeline import Swing, Timeline
from scoring.words import TN, T, Text, TextList, Who, seats, seats_mentioned, signed

FEWEST, MOST = 5, 8
MOST_TURNS = 3
# A change is notable from this share of the winner's points on.
NOTABLE = 0.15


ORDINALS = {2: T("second"), 3: T("third"), 4: T("fourth"), 5: T("fifth"), 6: T("sixth")}


@dataclass(frozen=True)
class DecidingStep:
    """A deciding step: without it, another seat would have had the most points, or the winner too few."""

    swing: Swing
    # Seat that would have led; None if the game was won by reaching a target.
    instead: int | None
    # Points without the step: of that seat (or the target), and of the best winner.
    had: int
    other: int


def deciding_steps(told: Timeline, standings: Standings) -> tuple[DecidingStep, ...] | None:
    """Return the deciding steps, the most important first; None if they are unknown.

    That is so if points alone do not decide the winner. It is also so if a target was reached and no notable step made
    the difference.
    """
    if standings.target is not None:
        return _needed(told, standings, standings.target) or None
    final, winners = told.moments[-1].points, set(standings.winners)
    if {seat for seat, points in enumerate(final) if points == max(final)} - winners:
        return None
    found = []
    for place, swing in enumerate(told.all_swings):
        without = [points - change for points, change in zip(final, swing.changes, strict=True)]
        best = max(range(len(without)), key=lambda seat: without[seat])
        other = max(without[seat] for seat in winners)
        if best not in winners and without[best] > other and not _was_undone(swing, told.all_swings[place + 1 :]):
            found.append(DecidingStep(swing, best, without[best], other))
    return tuple(sorted(found, key=lambda turn: turn.other - turn.had)[:MOST_TURNS])


def _needed(told: Timeline, standings: Standings, target: int) -> tuple[DecidingStep, ...]:
    """Return the steps without which the winner would have missed the target."""
    winner = standings.winners[0]
    had = told.moments[-1].points[winner]
    found = [
        DecidingStep(swing, None, target, had - swing.changes[winner])
        for place, swing in enumerate(told.all_swings)
        if swing.recap and had - swing.changes[winner] < target <= had
        if not _was_undone(swing, told.all_swings[place + 1 :])
    ]
    return tuple(sorted(found, key=lambda turn: turn.other)[:MOST_TURNS])


def _was_undone(swing: Swing, later: Sequence[Swing]) -> bool:
    """True if a later step cost the gainer exactly as much again."""
    gainer = _gainer(swing)
    return any(after.changes[gainer] == -swing.changes[gainer] for after in later)


def recap(told: Timeline, standings: Standings, minutes: int, rows: Sequence[Category] = ()) -> tuple[Text, ...]:
    """Return the recap in chronological order; if little happened, places fill it up.

    For a game that was only scored, leads are unknown. The rows of its score sheet are used instead.
    """
    last = _margin(told, standings)
    most = MOST if last is None else MOST - 1
    happened = _sentences(told, standings) if told.watched else _rows_told(standings, rows)
    sentences = [text for text in happened if text is not None][:most]
    sentences += [] if last is None else [last]
    fillers = _fillers(standings, minutes if told.watched else 0)
    while len(sentences) < FEWEST and (filler := next(fillers, None)):
        sentences.append(filler)
    return tuple(sentences)


def _sentences(told: Timeline, standings: Standings) -> Iterator[Text | None]:
    yield _first_lead(told)
    yield _halfway(told, standings)
    yield _biggest(told, standings)
    yield _hardest_blow(told)
    yield _comeback(told, standings)
    yield _longest(told, standings)
    yield _for_good(told, standings)
    yield _lead_changes(told, standings)


def _rows_told(standings: Standings, rows: Sequence[Category]) -> Iterator[Text]:
    """Yield the decisive row, then who had the most in which of the others."""
    decisive = _decisive_row(standings, rows)
    if decisive is not None:
        row, who, other = decisive
        ahead = row.points[who] - row.points[other]
        yield T(
            "{row} decided it: {who} scored {count} more than {other} there.",
            row=row.name,
            who=Who(who),
            count=ahead,
            other=Who(other),
        )
    for standing in standings.places:
        own = [row for row in rows if _had_most(row) == standing.seat and not (decisive and row is decisive[0])]
        if own:
            told = (T("{row} ({points})", row=row.name, points=max(row.points)) for row in own)
            yield T("{who} scored the most for {rows}.", who=Who(standing.seat), rows=TextList(tuple(told)))


def _had_most(row: Category) -> int | None:
    """Return the seat with the most points in the row; None if tied or not positive."""
    most = max(row.points)
    return row.points.index(most) if most > 0 and row.points.count(most) == 1 else None


def _decisive_row(standings: Standings, rows: Sequence[Category]) -> tuple[Category, int, int] | None:
    """Return the row without which the second would have caught up, and winner and second; None without one."""
    others = [standing for standing in standings.places if standing.place > 1]
    if len(standings.winners) > 1 or not others or len(rows) < 2:
        return None
    who, other = standings.winners[0], others[0].seat
    ahead = sum(row.points[who] - row.points[other] for row in rows)
    best = max(rows, key=lambda row: row.points[who] - row.points[other])
    return (best, who, other) if 0 < ahead <= best.points[who] - best.points[other] else None


def _first_lead(told: Timeline) -> Text | None:
    if not told.leads:
        return None
    who = Who(told.leads[0].seat)
    if told.first == told.leads[0].seat:
        return T("{who} went first and took the first lead.", who=who)
    return T("{who} took the first lead.", who=who)


def _halfway(told: Timeline, standings: Standings) -> Text | None:
    half = next((m for m in told.moments if m.step * 2 >= told.moments[-1].step), None)
    if half is None or half is told.moments[-1] or len(set(half.points)) == 1:
        return None
    order = sorted(range(len(half.points)), key=lambda seat: -half.points[seat])
    lead, last = order[0], order[-1]
    if half.points[lead] == half.points[order[1]]:
        return None
    if last in standings.winners:
        return T(
            "Halfway through, {who} led with {most}, and {last}, who went on to win, was last with {least}.",
            who=Who(lead),
            most=half.points[lead],
            last=Who(last),
            least=half.points[last],
        )
    return T("Halfway through, {who} led with {most}.", who=Who(lead), most=half.points[lead])


def _biggest(told: Timeline, standings: Standings) -> Text | None:
    """Return the sentence about the biggest swing, which may also be the turning point."""
    swing = _biggest_step(told)
    if swing is None:
        return None
    seat = _gainer(swing)
    step = _with_points(swing, seat)
    if _turned_by_the_biggest(told, standings):
        return T("The biggest swing was the turning point: {step}. From then on, {who} led.", step=step, who=Who(seat))
    if swing.seq * 10 > told.moments[-1].seq * 9:
        return T("The biggest swing came near the end: {step}.", step=step)
    return T("The biggest swing of the evening: {step}.", step=step)


def _biggest_step(told: Timeline) -> Swing | None:
    """Return the first of the largest swings; None unless it is notable and gained at least what it cost anybody."""
    swing = max(told.all_swings, key=lambda swing: swing.size, default=None)
    if swing is None or not swing.recap or max(swing.changes) < max(-min(swing.changes), _notable(told)):
        return None
    return swing


def _notable(told: Timeline) -> float:
    return max(2, NOTABLE * max(told.moments[-1].points))


def _gainer(swing: Swing) -> int:
    """Return the seat that gained the most."""
    return max(range(len(swing.changes)), key=lambda seat: swing.changes[seat])


def _turned_by_the_biggest(told: Timeline, standings: Standings) -> bool:
    """True if the biggest swing gave its gainer the lead for good: one sentence then covers both."""
    swing = _biggest_step(told)
    return swing is not None and swing is _turning_point(told, standings) and _gainer(swing) == told.leads[-1].seat


def _with_points(swing: Swing, seat: int) -> Text:
    """Return the recap of the event and the seat's points; the seat is named only once."""
    what, points = swing.recap, signed(swing.changes[seat])
    assert what is not None, "nobody would tell it"
    if seat in seats_mentioned(what):
        return T("{what}, {points}", what=what, points=points)
    return T("{what}, {points} for {who}", what=what, points=points, who=Who(seat))


def _hardest_blow(told: Timeline) -> Text | None:
    swing = min(told.all_swings, key=lambda swing: min(swing.changes), default=None)
    if swing is None or not swing.recap or -min(swing.changes) < _notable(told):
        return None
    seat = min(range(len(swing.changes)), key=lambda seat: swing.changes[seat])
    return T("The hardest blow: {step}.", step=_with_points(swing, seat))


def _comeback(told: Timeline, standings: Standings) -> Text | None:
    winner = standings.winners[0]
    behind = furthest_behind(told, winner)
    if behind < max(3, NOTABLE * told.moments[-1].points[winner]):
        return None
    return T("At one point, {who} trailed by {count} and still won.", who=Who(winner), count=behind)


def furthest_behind(told: Timeline, seat: int) -> int:
    """Return the seat's largest distance behind the leader."""
    return max(max(moment.points) - moment.points[seat] for moment in told.moments)


def _longest(told: Timeline, standings: Standings) -> Text | None:
    """Return a sentence about the longest leader, unless that seat won."""
    steps: dict[int, int] = {}
    for now, after in zip(told.moments, told.moments[1:], strict=False):
        ahead = [seat for seat, points in enumerate(now.points) if points == max(now.points)]
        if len(ahead) == 1:
            steps[ahead[0]] = steps.get(ahead[0], 0) + after.step - now.step
    longest = max(steps, key=lambda seat: steps[seat], default=None)
    if longest is None or longest in standings.winners:
        return None
    place = next(row.place for row in standings.places if row.seat == longest)
    return T("{who} led the longest but came {place}.", who=Who(longest), place=ORDINALS[place])


def _turning_point(told: Timeline, standings: Standings) -> Swing | None:
    """Return the swing that gave the winner the lead for good; None without a change of lead."""
    if len(told.leads) < 2 or told.leads[-1].seat not in standings.winners:
        return None
    return told.leads[-1].swing


def _for_good(told: Timeline, standings: Standings) -> Text | None:
    swing = _turning_point(told, standings)
    if swing is None or _turned_by_the_biggest(told, standings):
        return None
    who = Who(told.leads[-1].seat)
    if not swing.recap:
        return T("Then {who} took the lead and kept it.", who=who)
    return T("Then came the turning point: {what}. From then on, {who} led.", who=who, what=swing.recap)


def _lead_changes(told: Timeline, standings: Standings) -> Text | None:
    changes = len(told.leads) - 1
    if changes > 0:
        return TN("The lead changed hands once.", "The lead changed hands {count} times.", changes)
    if changes == 0 and told.leads[0].seat in standings.winners:
        return T("No one ever overtook {who}.", who=Who(told.leads[0].seat))
    return None


def _margin(told: Timeline, standings: Standings) -> Text | None:
    winners, final = standings.winners, told.moments[-1].points
    others = [row for row in standings.places if row.place > 1]
    if len(winners) > 1:
        points = standings.places[0].points
        return T("In the end, {who} shared the win, with {points} each.", who=seats(winners), points=points)
    if not others:
        return None
    ahead, who, other = final[winners[0]] - final[others[0].seat], Who(winners[0]), Who(others[0].seat)
    if ahead == 0:
        return T("In the end, {who} and {other} were tied, and the tiebreaker decided it.", who=who, other=other)
    if ahead < 0:
        return None
    if ahead <= max(2, NOTABLE * abs(final[winners[0]]) / 2):
        return T("It was close: {who} finished just {count} ahead of {other}.", who=who, count=ahead, other=other)
    return T("In the end, {who} finished {count} ahead of {other}.", who=who, count=ahead, other=other)


def _fillers(standings: Standings, minutes: int) -> Iterator[Text]:
    behind = [row for row in standings.places if row.place > 1]
    for row in behind:
        place = ORDINALS[row.place]
        yield T("{who} came {place} with {points}.", who=Who(row.seat), place=place, points=row.points)
    if len(standings.winners) == 1:
        yield T("{who} won with {points}.", who=Who(standings.winners[0]), points=standings.places[0].points)
    if minutes > 0:
        yield TN("The game took a minute.", "The game took {count} minutes.", minutes)
