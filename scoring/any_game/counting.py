"""Points by row: amounts, majorities, tracks and formulas; who wins, and by which tie-break."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from scoring.any_game import formula
from scoring.any_game.sheet import Choose, Count, Counted, Formula, Holder, Majority, Row, Scale, Steps, Track, used_by
from scoring.any_game.state import State
from scoring.majority import open_tie, prizes, settled
from scoring.memo import memoize_by_identity
from scoring.standings import ScoreLine, Standing, Standings, places, ranked, totals
from scoring.words import TN, T, Text, seats

# A sheet has no lines to cite: players read "Your sheet".
CITED = "en 1"


def value(state: State, row: Row, seat: int, number: int | None = None) -> int:
    """Returns the seat's amount of a row in this round, or the sum of all rounds for None."""
    if not isinstance(row, Counted):
        return state.marker(row, seat) if isinstance(row, Track) else 0
    place = row.id, number if number is not None and row.is_due(number) else None
    if place not in state.known:
        state.known[place] = _amounts(state, row, place[1])
    return state.known[place][seat]


def _amounts(state: State, row: Counted, number: int | None) -> tuple[int, ...]:
    everybody = range(state.seats)
    if number is None:
        due = [n for n in state.scored if row.is_due(n)]
        return tuple(sum(value(state, row, seat, n) for n in due) for seat in everybody)
    if isinstance(row, Majority):
        won = [prizes_ for _, prizes_ in awards(state, row, number)]
        return tuple(sum(one.get(seat, 0) for one in won) for seat in everybody)
    return tuple(_amount(state, row, seat, number) for seat in everybody)


def _amount(state: State, row: Counted, seat: int, number: int) -> int:
    if isinstance(row, Formula):
        used = (other for id_ in used_by(row) if (other := state.sheet.row(id_)))
        values = {other.id: value(state, other, seat, number) for other in used}
        values |= {"players": state.seats, "round": number or state.round}
        return formula.result(row.expression, row.rounding, values)
    amount = state.amount(row.id, number, seat)
    if isinstance(row, Choose):
        return row.options[amount - 1][1] if 0 < amount <= len(row.options) else 0
    return amount


def points(state: State, row: Row, seat: int, number: int) -> int:
    amount = value(state, row, seat, number)
    match row:
        case Count(each=each):
            return each * amount
        case Holder(points=each):
            return each * amount
        case Scale(steps=steps, more=more):
            return _step(steps, amount) + more * max(0, amount - steps[-1][0] if steps else amount)
    return amount


def _step(steps: Steps, amount: int) -> int:
    return next((won for start, won in reversed(steps) if start <= amount), 0)


def track_points(state: State, track: Track, seat: int) -> int:
    """Returns the points of the space, and of the marks reached."""
    if track.of_table:
        return 0
    amount = state.marker(track, seat)
    space = amount if track.worth is None else _step(track.worth, amount)
    won = (int(mark[1]) for mark in track.marks if len(mark) == 3 and _scores_mark(state, track, mark[0], seat))
    return space + sum(won)


def _scores_mark(state: State, track: Track, space: int, seat: int) -> bool:
    reached = state.reached.get((track.id, space), ())
    return seat in (reached[:1] if track.first_only else reached)


# --- majorities ----------------------------------------------------------------------------------------


def areas(state: State, row: Majority, number: int) -> Iterator[tuple[str, str, Mapping[int, int], tuple[int, ...]]]:
    """Yields the place, name, pieces by seat and prizes of each area."""
    for place, (name, won) in enumerate(row.areas):
        field = f"{row.id}.{place}"
        yield field, name, {seat: state.amount(field, number, seat) for seat in range(state.seats)}, won
    if over := state.sheet.row(row.over):
        pieces = {seat: value(state, over, seat, number) for seat in range(state.seats)}
        yield row.id, row.label, pieces, row.prizes


def groups(
    state: State, row: Majority, field: str, number: int, pieces: Mapping[int, int]
) -> tuple[tuple[int, ...], ...]:
    """Returns the seats that take part, best first; tied seats share a group."""
    start = state.first or 0

    def key(seat: int) -> tuple[int, ...]:
        rows = (state.sheet.row(id_) for id_ in row.tie_breaks)
        return (pieces[seat], *(value(state, one, seat) if one else -((seat - start) % state.seats) for one in rows))

    tied = ranked({seat: key(seat) for seat, count in pieces.items() if count >= row.at_least})
    return tuple(part for group in tied for part in settled(group, state.decided.get((field, number), ())))


def awards(state: State, row: Majority, number: int) -> Iterator[tuple[str, Mapping[int, int]]]:
    """Yields each area's name and the prizes of its seats."""
    for field, name, pieces, won in areas(state, row, number):
        present = groups(state, row, field, number, pieces)
        if row.alone == "all" and len(present) == 1 == len(present[0]):
            won = (sum(won),)
        yield name, prizes(present, won, "all" if row.ties == "table" else row.ties)


def open_ties(state: State, numbers: tuple[int, ...]) -> dict[str, tuple[int, ...]]:
    """Returns the ties that the table has to decide, by place."""
    found: dict[str, tuple[int, ...]] = {}
    for row in state.due(numbers):
        number = next(number for number in numbers if isinstance(row, Counted) and row.is_due(number))
        if isinstance(row, Majority) and row.ties == "table":
            for field, _, pieces, won in areas(state, row, number):
                found[field] = open_tie(groups(state, row, field, number, pieces), len(won))
        elif isinstance(row, Holder):
            holders = tuple(seat for seat in range(state.seats) if value(state, row, seat, number))
            found[row.id] = holders if len(holders) > 1 else ()
    return {place: tied for place, tied in found.items() if tied}


# --- score lines and places ----------------------------------------------------------------------------


@memoize_by_identity
def score(state: State) -> tuple[ScoreLine, ...]:
    if state.sheet.wins == "table":  # the table names the winners, so nothing counts
        return ()
    return tuple(line for row in state.sheet.rows for line in _lines(state, row))


def _lines(state: State, row: Row) -> Iterator[ScoreLine]:
    for seat in range(state.seats):
        if isinstance(row, Track):
            if won := track_points(state, row, seat):
                what = T("{row}: {number}", row=row.label, number=state.marker(row, seat))
                yield ScoreLine(seat, what, won, CITED, category=row.named)
            continue
        for number in (number for number in state.scored if isinstance(row, Counted) and row.is_due(number)):
            if won := points(state, row, seat, number):
                note = state.of_round(number) if number else None
                yield ScoreLine(seat, _what(state, row, seat, number), won, CITED, note, row.named)


def _what(state: State, row: Row, seat: int, number: int) -> Text:
    match row:
        case Count(label=label, each=each):
            return T("{row}: {count} × {each}", row=label, count=value(state, row, seat, number), each=each)
        case Scale(label=label):
            return T("{row}: {number}", row=label, number=value(state, row, seat, number))
        case Majority(label=label, areas=areas_) if areas_:
            names = ", ".join(name for name, won in awards(state, row, number) if won.get(seat))
            return T("{row}: {number}", row=label, number=names)
    return row.named


def public_score(state: State) -> tuple[ScoreLine, ...]:
    """Returns the lines of rows that are not private."""
    hidden = {row.named for row in state.sheet.rows if row.id in state.sheet.hidden}
    return tuple(line for line in score(state) if line.category not in hidden)


def has_points(state: State) -> bool:
    return bool(score(state))


def standings(state: State) -> Standings:
    """Ranks by points, then by the sheet's tie-breaks; full ties share the place."""
    won, sign = totals(score(state), state.seats), -1 if state.sheet.wins == "lowest" else 1
    if not has_points(state):
        keys: Mapping[int, tuple[int, ...]] = {seat: (int(seat in state.named),) for seat in range(state.seats)}
    else:
        keys = {seat: (sign * won[seat], *tie_breaks(state, seat)) for seat in range(state.seats)}
    at = places(keys)
    rows = [Standing(at[seat], seat, won[seat]) for group in ranked(keys) for seat in group]
    return Standings(tuple(rows), _reason(state, ranked(keys), won))


def tie_breaks(state: State, seat: int) -> Iterator[int]:
    for id_ in state.sheet.tie_breaks:
        if row := state.sheet.row(id_.removeprefix("-")):
            yield value(state, row, seat) * (-1 if id_.startswith("-") else 1)


def _reason(state: State, order: tuple[tuple[int, ...], ...], won: tuple[int, ...]) -> Text:
    first, who = order[0], seats(order[0])
    if not has_points(state):
        return TN("{who} won.", "{who} won together.", len(first), who=who) if state.named else T("Nobody won.")
    level = [group for group, _ in groupby(order, key=lambda group: won[group[0]])]
    if len(first) > 1:
        return T("{who} share the victory with {points} points.", who=who, points=won[first[0]])
    if len(level) < len(order) and won[order[1][0]] == won[first[0]]:
        return T("{who} wins the tie at {points} points.", who=who, points=won[first[0]])
    return T("{who} wins with {points} points.", who=who, points=won[first[0]])
