"""Recap of a game: five to eight sentences, and the result without a deciding step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from scoring.kernel import AnecdoteKind
from scoring.standings import Category, Standings
from scoring.timeline import Swing, Timeline
from scoring.words import TN, T, Text, TextList, Who, seats, seats_mentioned, signed

FEWEST, MOST = 5, 8
# Sentences that only say who led.
MOST_ABOUT_LEADS = 2
MOST_TURNS = 3
# A change of at least this share of the winner's points is notable.
NOTABLE = 0.15


ANECDOTES: Mapping[AnecdoteKind, Callable[[Text], Text]] = {
    AnecdoteKind.BLUFF: lambda what: T("The biggest bluff: {what}.", what=what),
    AnecdoteKind.TIE: lambda what: T("The closest tie: {what}.", what=what),
    AnecdoteKind.ROLL: lambda what: T("The unluckiest roll: {what}.", what=what),
}
PLACES = (T("second"), T("third"), T("fourth"), T("fifth"), T("sixth"), T("seventh"), T("eighth"), T("ninth"))
ORDINALS = dict(enumerate(PLACES, 2))


@dataclass(frozen=True)
class DecidingStep:
    """A deciding step: without it, another seat would have had the most points, or the winner would have missed the
    target.
    """

    swing: Swing
    # Seat that would have led; None if the game was won by reaching a target.
    instead: int | None
    # Points without the step: of that seat (or the target points), and of the best winner.
    had: int
    other: int


def deciding_steps(timeline: Timeline, standings: Standings) -> tuple[DecidingStep, ...] | None:
    """Returns the deciding steps, the most important first; None if they are unknown.

    They are unknown if a tie-break decided, or if a target was reached without a notable deciding step.
    """
    if standings.target is not None:
        return _steps_to_target(timeline, standings, standings.target) or None
    final, winners = timeline.moments[-1].points, set(standings.winners)
    if timeline.lowest_wins or {seat for seat, points in enumerate(final) if points == max(final)} - winners:
        return None
    found = []
    for place, swing in enumerate(timeline.all_swings):
        without = [points - change for points, change in zip(final, swing.changes, strict=True)]
        best = max(range(len(without)), key=lambda seat: without[seat])
        other = max(without[seat] for seat in winners)
        if best not in winners and without[best] > other and not _was_undone(swing, timeline.all_swings[place + 1 :]):
            found.append(DecidingStep(swing, best, without[best], other))
    return tuple(sorted(found, key=lambda turn: turn.other - turn.had)[:MOST_TURNS])


def _steps_to_target(timeline: Timeline, standings: Standings, target: int) -> tuple[DecidingStep, ...]:
    """Returns the steps without which the winner would have missed the target."""
    winner = standings.winners[0]
    had = timeline.moments[-1].points[winner]
    found = [
        DecidingStep(swing, None, target, had - swing.changes[winner])
        for place, swing in enumerate(timeline.all_swings)
        if swing.recap and had - swing.changes[winner] < target <= had
        if not _was_undone(swing, timeline.all_swings[place + 1 :])
    ]
    return tuple(sorted(found, key=lambda turn: turn.other)[:MOST_TURNS])


def _was_undone(swing: Swing, later: Sequence[Swing]) -> bool:
    """True if a later step took exactly the same number of points back from the seat that gained."""
    gainer = _gainer(swing)
    return any(after.changes[gainer] == -swing.changes[gainer] for after in later)


def recap(timeline: Timeline, standings: Standings, minutes: int, rows: Sequence[Category] = ()) -> tuple[Text, ...]:
    """Returns the recap in chronological order; if little happened, sentences about the places are added.

    A game that was only scored has no leads; the rows of its score sheet are used instead.
    """
    if not timeline.all_swings:
        return tuple(one for one in (standings.reason, _length_sentence(minutes)) if one)
    last = _margin_sentence(timeline, standings)
    happened: Iterator[Text | None] = _sentences(timeline, standings)
    if timeline.lowest_wins:  # the other sentences are about gains
        happened = iter((_first_lead_sentence(timeline), _lead_changes_sentence(timeline, standings)))
    elif not timeline.watched:
        happened = chain(_anecdote_sentences(timeline), _row_sentences(standings, rows))
        last = None if _is_whole_margin(standings, rows) else last
    most = MOST if last is None else MOST - 1
    sentences = [text for text in happened if text is not None][:most]
    sentences += [] if last is None else [last]
    fillers = _filler_sentences(standings, minutes if timeline.watched else 0)
    while len(sentences) < FEWEST and (filler := next(fillers, None)):
        sentences.append(filler)
    return tuple(sentences)


def _sentences(timeline: Timeline, standings: Standings) -> Iterator[Text | None]:
    first, halfway = _first_lead_sentence(timeline), _halfway_sentence(timeline, standings)
    longest, changes = _longest_leader_sentence(timeline, standings), _lead_changes_sentence(timeline, standings)
    most = MOST_ABOUT_LEADS if len(timeline.anecdotes) < 2 else 1
    told = [one for one in (longest, changes, halfway, first) if one][:most]
    yield first if first in told else None
    yield halfway if halfway in told else None
    yield _biggest_swing_sentence(timeline, standings)
    yield _hardest_blow_sentence(timeline)
    yield from _anecdote_sentences(timeline)
    yield _final_lead_sentence(timeline, standings)
    yield _comeback_sentence(timeline, standings)
    yield longest if longest in told else None
    yield changes if changes in told else None


def _anecdote_sentences(timeline: Timeline) -> Iterator[Text]:
    return (ANECDOTES[one.kind](one.text) for one in timeline.anecdotes)


def _row_sentences(standings: Standings, rows: Sequence[Category]) -> Iterator[Text]:
    """Yields a sentence about the decisive row, then sentences about the rows in which a seat had the most."""
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
        own = [row for row in rows if _seat_with_most(row) == standing.seat and not (decisive and row is decisive[0])]
        if own:
            timeline = (T("{row} ({points})", row=row.name, points=max(row.points)) for row in own)
            yield T("{who} scored the most for {rows}.", who=Who(standing.seat), rows=TextList(tuple(timeline)))


def _seat_with_most(row: Category) -> int | None:
    """Returns the seat with the most points in the row; None if tied or not positive."""
    most = max(row.points)
    return row.points.index(most) if most > 0 and row.points.count(most) == 1 else None


def _decisive_row(standings: Standings, rows: Sequence[Category]) -> tuple[Category, int, int] | None:
    """Returns the row without which the second-placed seat would have caught up, with the winner and that seat; else
    None.
    """
    others = [standing for standing in standings.places if standing.place > 1]
    if len(standings.winners) > 1 or not others or len(rows) < 2:
        return None
    who, other = standings.winners[0], others[0].seat
    ahead = sum(row.points[who] - row.points[other] for row in rows)
    best = max(rows, key=lambda row: row.points[who] - row.points[other])
    return (best, who, other) if 0 < ahead <= best.points[who] - best.points[other] else None


def _is_whole_margin(standings: Standings, rows: Sequence[Category]) -> bool:
    """True if the other rows cancel out, so that the decisive row's sentence already tells the final margin."""
    decisive = _decisive_row(standings, rows)
    if decisive is None:
        return False
    found, who, other = decisive
    return sum(row.points[who] - row.points[other] for row in rows if row is not found) == 0


def _first_lead_sentence(timeline: Timeline) -> Text | None:
    if not timeline.leads:
        return None
    who = Who(timeline.leads[0].seat)
    if timeline.first == timeline.leads[0].seat:
        return T("{who} went first and took the first lead.", who=who)
    return T("{who} took the first lead.", who=who)


def _halfway_sentence(timeline: Timeline, standings: Standings) -> Text | None:
    places = timeline.positions
    half = next((m for m, place in zip(timeline.moments, places, strict=True) if place * 2 >= places[-1]), None)
    if half is None or half is timeline.moments[-1] or len(set(half.points)) == 1:
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


def _biggest_swing_sentence(timeline: Timeline, standings: Standings) -> Text | None:
    """Returns the sentence about the biggest swing, which may also be the turning point."""
    swing = _biggest_swing(timeline)
    if swing is None:
        return None
    seat = _gainer(swing)
    step = _with_points(swing, seat)
    if _biggest_swing_was_turning_point(timeline, standings):
        return T("The biggest swing was the turning point: {step}. From then on, {who} led.", step=step, who=Who(seat))
    if swing.seq * 10 > timeline.moments[-1].seq * 9:
        return T("The biggest swing came near the end: {step}.", step=step)
    return T("The biggest swing of the evening: {step}.", step=step)


def _biggest_swing(timeline: Timeline) -> Swing | None:
    """Returns the first of the largest swings; None unless it is notable and no seat lost more than was gained."""
    swing = max(timeline.all_swings, key=lambda swing: swing.size, default=None)
    if swing is None or not swing.recap or max(swing.changes) < max(-min(swing.changes), _notable(timeline)):
        return None
    return swing


def _notable(timeline: Timeline) -> float:
    """Returns how many points make a change notable."""
    return max(2, NOTABLE * max(timeline.moments[-1].points))


def _gainer(swing: Swing) -> int:
    """Returns the seat that gained the most."""
    return max(range(len(swing.changes)), key=lambda seat: swing.changes[seat])


def _biggest_swing_was_turning_point(timeline: Timeline, standings: Standings) -> bool:
    """True if the biggest swing also gave its gainer the final lead, so that one sentence covers both."""
    swing = _biggest_swing(timeline)
    return (
        swing is not None and swing is _turning_point(timeline, standings) and _gainer(swing) == timeline.leads[-1].seat
    )


def _with_points(swing: Swing, seat: int) -> Text:
    """Returns the swing's recap with the points of the seat, which is named only once."""
    what, points = swing.recap, signed(swing.changes[seat])
    assert what is not None, "nobody would tell it"
    if seat in seats_mentioned(what):
        return T("{what}, {points}", what=what, points=points)
    return T("{what}, {points} for {who}", what=what, points=points, who=Who(seat))


def _hardest_blow_sentence(timeline: Timeline) -> Text | None:
    """Returns the sentence about the largest loss, unless that was the biggest swing."""
    swing = min(timeline.all_swings, key=lambda swing: min(swing.changes), default=None)
    if swing is None or not swing.recap or -min(swing.changes) < _notable(timeline):
        return None
    if swing is _biggest_swing(timeline):
        return None
    seat = min(range(len(swing.changes)), key=lambda seat: swing.changes[seat])
    return T("The hardest blow: {step}.", step=_with_points(swing, seat))


def _comeback_sentence(timeline: Timeline, standings: Standings) -> Text | None:
    winner = standings.winners[0]
    behind = furthest_behind(timeline, winner)
    if behind < max(3, NOTABLE * timeline.moments[-1].points[winner]):
        return None
    return T("At one point, {who} trailed by {count} and still won.", who=Who(winner), count=behind)


def furthest_behind(timeline: Timeline, seat: int) -> int:
    """Returns the seat's largest distance behind the leader."""
    if timeline.lowest_wins:
        return max(moment.points[seat] - min(moment.points) for moment in timeline.moments)
    return max(max(moment.points) - moment.points[seat] for moment in timeline.moments)


def _longest_leader_sentence(timeline: Timeline, standings: Standings) -> Text | None:
    """Returns a sentence about the longest leader, unless that seat won."""
    steps: dict[int, int] = {}
    for now, after in zip(timeline.moments, timeline.moments[1:], strict=False):
        ahead = [seat for seat, points in enumerate(now.points) if points == max(now.points)]
        if len(ahead) == 1:
            steps[ahead[0]] = steps.get(ahead[0], 0) + after.step - now.step
    longest = max(steps, key=lambda seat: steps[seat], default=None)
    if longest is None or longest in standings.winners:
        return None
    place = next(row.place for row in standings.places if row.seat == longest)
    return T("{who} led the longest but came {place}.", who=Who(longest), place=ORDINALS[place])


def _turning_point(timeline: Timeline, standings: Standings) -> Swing | None:
    """Returns the swing that gave the winner the lead for good; None without a change of lead."""
    if len(timeline.leads) < 2 or timeline.leads[-1].seat not in standings.winners:
        return None
    return timeline.leads[-1].swing


def _final_lead_sentence(timeline: Timeline, standings: Standings) -> Text | None:
    swing = _turning_point(timeline, standings)
    if swing is None or _biggest_swing_was_turning_point(timeline, standings):
        return None
    who = Who(timeline.leads[-1].seat)
    if not swing.recap:
        return T("Then {who} took the lead and kept it.", who=who)
    return T("Then came the turning point: {what}. From then on, {who} led.", who=who, what=swing.recap)


def _lead_changes_sentence(timeline: Timeline, standings: Standings) -> Text | None:
    changes = len(timeline.leads) - 1
    if changes > 0:
        return TN("The lead changed hands once.", "The lead changed hands {count} times.", changes)
    if changes == 0 and timeline.leads[0].seat in standings.winners:
        return T("No one ever overtook {who}.", who=Who(timeline.leads[0].seat))
    return None


def _margin_sentence(timeline: Timeline, standings: Standings) -> Text | None:
    winners, final = standings.winners, timeline.moments[-1].points
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


def _filler_sentences(standings: Standings, minutes: int) -> Iterator[Text]:
    behind = [row for row in standings.places if row.place > 1]
    for row in behind:
        place = ORDINALS[row.place]
        yield T("{who} came {place} with {points}.", who=Who(row.seat), place=place, points=row.points)
    if len(standings.winners) == 1:
        yield T("{who} won with {points}.", who=Who(standings.winners[0]), points=standings.places[0].points)
    if length := _length_sentence(minutes):
        yield length


def _length_sentence(minutes: int) -> Text | None:
    return TN("The game took a minute.", "The game took {count} minutes.", minutes) if minutes > 0 else None
