"""Fame line by line, as it would count now, and the final places."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.saga.knights import worth
from scoring.saga.printed import FIFTEEN_FAME, FIVE_FAME, LANDS, PROPERTIES, TRIBUTE, Property
from scoring.saga.state import (
    CountLine,
    Over,
    Reckoning,
    SetUp,
    State,
    hand_cards,
    hand_points,
    land_with,
    lands_of,
    properties,
    strength,
)
from scoring.standings import ScoreLine, Standing, Standings, places
from scoring.words import TN, T, Who

SHEET = (CHIPS, LANDS_HELD, HANDS, ARMY, TRIBUTES) = (
    T("Fame chips"),
    T("Lands"),
    T("Knights in hand"),
    T("An attacking army"),
    T("Tribute"),
)


def score(state: State) -> tuple[ScoreLine, ...]:
    """While the game goes on without the hands: what they are worth would tell what lies face down."""
    if isinstance(state.phase, SetUp):
        return ()
    return tuple(line for seat in range(state.seats) for line in lines_of(state, seat))


def lines_of(state: State, seat: int) -> tuple[ScoreLine, ...]:
    at_end = isinstance(state.phase, Reckoning | Over)
    ending = (*_hand(state, seat), *_army(state, seat), *_tribute(state, seat)) if at_end else ()
    return (ScoreLine(seat, T("fame chips"), state.fame[seat], "nl 198", category=CHIPS), *_lands(state, seat), *ending)


def _lands(state: State, seat: int) -> Iterator[ScoreLine]:
    """The army under each land (nl 200); two lands change what theirs is worth."""
    for land in lands_of(state, seat):
        shown, name, value = properties(state, land), LANDS[land].name, worth(state.lands[land].knights)
        what = T("{land}", land=name)
        if Property.WORTH_NOTHING in shown:
            note = T("its army of {value} counts nothing", value=value)
            yield ScoreLine(seat, what, 0, PROPERTIES[Property.WORTH_NOTHING].rule, note, LANDS_HELD)
        elif Property.FIFTEEN in shown:
            note = T("its army of {value} counts {points}", value=value, points=FIFTEEN_FAME)
            yield ScoreLine(seat, what, FIFTEEN_FAME, PROPERTIES[Property.FIFTEEN].rule, note, LANDS_HELD)
        else:
            yield ScoreLine(seat, what, value, "nl 200", category=LANDS_HELD)
        if Property.FIVE in shown:
            extra = T("{land}: extra fame", land=name)
            yield ScoreLine(seat, extra, FIVE_FAME, PROPERTIES[Property.FIVE].rule, category=LANDS_HELD)


def _hand(state: State, seat: int) -> Iterator[ScoreLine]:
    cards, points = hand_cards(state, seat), hand_points(state, seat)
    if not cards:
        return
    what = TN("{count} knight in hand", "{count} knights in hand", cards)
    saved = land_with(state, seat, Property.NO_MINUS)
    if saved is None:
        yield ScoreLine(seat, what, -points, "nl 205", category=HANDS)
    else:
        note = T("worth {points}, but {land} forgives it", points=points, land=LANDS[saved].name)
        yield ScoreLine(seat, what, 0, PROPERTIES[Property.NO_MINUS].rule, note, HANDS)


def _army(state: State, seat: int) -> Iterator[ScoreLine]:
    """One attacking army of the holder of that land (nl 307)."""
    land = land_with(state, seat, Property.ARMY_COUNTS)
    counted = state.phase.counted if isinstance(state.phase, Reckoning | Over) else None
    if land is None or counted is None:
        return
    against = T("against {land}", land=LANDS[state.armies[counted].land].name)
    what = T("{land}: an attacking army", land=LANDS[land].name)
    points, rule = strength(state.armies[counted]), PROPERTIES[Property.ARMY_COUNTS].rule
    yield ScoreLine(seat, what, points, rule, against, ARMY)


def _tribute(state: State, seat: int) -> Iterator[ScoreLine]:
    """Two fame from everybody else, as far as they have it (nl 330)."""
    rule = PROPERTIES[Property.TWO_EACH].rule
    for owner in range(state.seats):
        land = land_with(state, owner, Property.TWO_EACH)
        if land is None:
            continue
        name = LANDS[land].name
        payers = [other for other in range(state.seats) if other != owner] if seat == owner else [seat]
        for payer in payers:
            paid = min(TRIBUTE, state.fame[payer])
            if seat == owner:
                yield ScoreLine(seat, T("{land}: from {who}", land=name, who=Who(payer)), paid, rule, category=TRIBUTES)
            else:
                yield ScoreLine(seat, T("{land}: to {who}", land=name, who=Who(owner)), -paid, rule, category=TRIBUTES)


def count(state: State) -> tuple[CountLine, ...]:
    """Every seat with all its lines, the lowest first."""
    lines = {seat: lines_of(state, seat) for seat in range(state.seats)}
    counted = (CountLine(seat, own, sum(line.points for line in own)) for seat, own in lines.items())
    return tuple(sorted(counted, key=lambda line: (line.total, line.seat)))


def standings(state: State) -> Standings | None:
    """By fame; the rules name no tie-break, so equal places are shared."""
    if not isinstance(state.phase, Over):
        return None
    totals = {line.seat: line.total for line in state.phase.count.lines}
    placed = places({seat: (total,) for seat, total in totals.items()})
    order = sorted(totals, key=lambda seat: (placed[seat], seat))
    reason = T("{who} played the last knight in hand: the empress returns.", who=Who(state.phase.turn))
    return Standings(tuple(Standing(placed[seat], seat, totals[seat]) for seat in order), reason)
