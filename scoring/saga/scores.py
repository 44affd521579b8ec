"""Fame line by line, as it would count now, and the final places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.saga.printed import FIFTEEN_FAME, FIVE_FAME, LANDS, PROPERTIES, TRIBUTE, Property, worth
from scoring.saga.state import State
from scoring.standings import ScoreLine, Standing, Standings, places
from scoring.words import TN, T, Who

SHEET = (CHIPS, LANDS_HELD, HANDS, ARMY, TRIBUTES) = (
    T("Fame chips"),
    T("Lands"),
    T("Knights in hand"),
    T("An attacking army"),
    T("Tribute"),
)


@dataclass(frozen=True)
class CountLine:
    """All points of a seat at the end."""

    seat: int
    lines: tuple[ScoreLine, ...]
    total: int


def lines_so_far(state: State, seat: int) -> tuple[ScoreLine, ...]:
    """While the game goes on without the hands: what they are worth would tell what lies face down."""
    return (ScoreLine(seat, T("fame chips"), state.fame[seat], "nl 198", category=CHIPS), *_lands(state, seat))


def lines_at_end(state: State, seat: int, counted: int | None) -> tuple[ScoreLine, ...]:
    """`counted`: the attacking army that counts."""
    return (*lines_so_far(state, seat), *_hand(state, seat), *_army(state, seat, counted), *_tribute(state, seat))


def _lands(state: State, seat: int) -> Iterator[ScoreLine]:
    """The army under each land (nl 200); two lands change what theirs is worth."""
    for land in state.lands_of(seat):
        shown, name, value = state.properties(land), LANDS[land].name, worth(state.lands[land].knights)
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
    cards, points = state.hand_cards(seat), state.hand_points(seat)
    if not cards:
        return
    what = TN("{count} knight in hand", "{count} knights in hand", cards)
    saved = state.land_with(seat, Property.NO_MINUS)
    if saved is None:
        yield ScoreLine(seat, what, -points, "nl 205", category=HANDS)
    else:
        note = T("worth {points}, but {land} forgives it", points=points, land=LANDS[saved].name)
        yield ScoreLine(seat, what, 0, PROPERTIES[Property.NO_MINUS].rule, note, HANDS)


def _army(state: State, seat: int, counted: int | None) -> Iterator[ScoreLine]:
    """One attacking army of the holder of that land (nl 307)."""
    land = state.land_with(seat, Property.ARMY_COUNTS)
    if land is None or counted is None:
        return
    army, rule = state.armies[counted], PROPERTIES[Property.ARMY_COUNTS].rule
    what = T("{land}: an attacking army", land=LANDS[land].name)
    yield ScoreLine(seat, what, army.strength, rule, T("against {land}", land=LANDS[army.land].name), ARMY)


def _tribute(state: State, seat: int) -> Iterator[ScoreLine]:
    """Two fame from everybody else, as far as they have it (nl 330)."""
    rule = PROPERTIES[Property.TWO_EACH].rule
    for owner in range(state.seats):
        land = state.land_with(owner, Property.TWO_EACH)
        for payer in range(state.seats):
            if land is None or payer == owner or seat not in (payer, owner):
                continue
            name, paid = LANDS[land].name, min(TRIBUTE, state.fame[payer])
            if seat == owner:
                yield ScoreLine(seat, T("{land}: from {who}", land=name, who=Who(payer)), paid, rule, category=TRIBUTES)
            else:
                yield ScoreLine(seat, T("{land}: to {who}", land=name, who=Who(owner)), -paid, rule, category=TRIBUTES)


def count(state: State, counted: int | None) -> tuple[CountLine, ...]:
    """Every seat with all its lines, the lowest first."""
    lines = {seat: lines_at_end(state, seat, counted) for seat in range(state.seats)}
    counts = (CountLine(seat, own, sum(line.points for line in own)) for seat, own in lines.items())
    return tuple(sorted(counts, key=lambda line: (line.total, line.seat)))


def standings(ended_by: int, count: Sequence[CountLine]) -> Standings:
    """By fame; the rules name no tie-break, so equal places are shared."""
    totals = {line.seat: line.total for line in count}
    placed = places({seat: (total,) for seat, total in totals.items()})
    order = sorted(totals, key=lambda seat: (placed[seat], seat))
    reason = T("{who} played the last knight in hand: the empress returns.", who=Who(ended_by))
    return Standings(tuple(Standing(placed[seat], seat, totals[seat]) for seat in order), reason)
