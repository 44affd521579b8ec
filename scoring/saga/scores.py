"""Fame line by line, as it would count now, and the final places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring.saga.printed import FIFTEEN_FAME, FIVE_FAME, LANDS, PROPERTIES, TRIBUTE, Property
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
class Held:
    """A land that somebody holds: what its army is worth, and what it shows."""

    worth: int
    shown: tuple[Property, ...]


@dataclass(frozen=True)
class Facts:
    """All of one seat that counts at the end, however Herald came to know it.

    `cards`: how many knights the hand has; None: nobody has said. `army`: what the attacking army is worth that would
    count, and `against` which land it is, where that is known.
    """

    fame: int
    lands: Mapping[str, Held]
    hand: int
    cards: int | None = None
    army: int | None = None
    against: str | None = None

    def land_with(self, wanted: Property) -> str | None:
        """The land that shows the property."""
        return next((land for land, held in self.lands.items() if wanted in held.shown), None)


@dataclass(frozen=True)
class CountLine:
    """All points of a seat at the end."""

    seat: int
    lines: tuple[ScoreLine, ...]
    total: int


def lines_so_far(facts: Facts, seat: int) -> tuple[ScoreLine, ...]:
    """While the game goes on without the hands: what they are worth would tell what lies face down."""
    return (ScoreLine(seat, T("fame chips"), facts.fame, "nl 198", category=CHIPS), *_lands(facts, seat))


def lines_at_end(facts: Sequence[Facts], seat: int) -> tuple[ScoreLine, ...]:
    own = facts[seat]
    return (*lines_so_far(own, seat), *_hand(own, seat), *_army(own, seat), *_tribute(facts, seat))


def _lands(facts: Facts, seat: int) -> Iterator[ScoreLine]:
    """The army under each land (nl 200); two lands change what theirs is worth."""
    for land, held in facts.lands.items():
        name, value, shown = LANDS[land].name, held.worth, held.shown
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


def _hand(facts: Facts, seat: int) -> Iterator[ScoreLine]:
    if not (facts.hand if facts.cards is None else facts.cards):
        return
    what = HANDS if facts.cards is None else TN("{count} knight in hand", "{count} knights in hand", facts.cards)
    saved = facts.land_with(Property.NO_MINUS)
    if saved is None:
        yield ScoreLine(seat, what, -facts.hand, "nl 205", category=HANDS)
    else:
        note = T("worth {points}, but {land} forgives it", points=facts.hand, land=LANDS[saved].name)
        yield ScoreLine(seat, what, 0, PROPERTIES[Property.NO_MINUS].rule, note, HANDS)


def _army(facts: Facts, seat: int) -> Iterator[ScoreLine]:
    """One attacking army of the holder of that land (nl 307)."""
    land = facts.land_with(Property.ARMY_COUNTS)
    if land is None or facts.army is None:
        return
    what = T("{land}: an attacking army", land=LANDS[land].name)
    note = T("against {land}", land=LANDS[facts.against].name) if facts.against else None
    yield ScoreLine(seat, what, facts.army, PROPERTIES[Property.ARMY_COUNTS].rule, note, ARMY)


def _tribute(facts: Sequence[Facts], seat: int) -> Iterator[ScoreLine]:
    """Two fame from everybody else, as far as they have it (nl 330)."""
    rule = PROPERTIES[Property.TWO_EACH].rule
    for owner, owned in enumerate(facts):
        land = owned.land_with(Property.TWO_EACH)
        for payer, paying in enumerate(facts):
            if land is None or payer == owner or seat not in (payer, owner):
                continue
            name, paid = LANDS[land].name, min(TRIBUTE, paying.fame)
            if seat == owner:
                yield ScoreLine(seat, T("{land}: from {who}", land=name, who=Who(payer)), paid, rule, category=TRIBUTES)
            else:
                yield ScoreLine(seat, T("{land}: to {who}", land=name, who=Who(owner)), -paid, rule, category=TRIBUTES)


def count(facts: Sequence[Facts]) -> tuple[CountLine, ...]:
    """Every seat with all its lines, the lowest first."""
    lines = {seat: lines_at_end(facts, seat) for seat in range(len(facts))}
    counts = (CountLine(seat, own, sum(line.points for line in own)) for seat, own in lines.items())
    return tuple(sorted(counts, key=lambda line: (line.total, line.seat)))


def standings(ended_by: int, count: Sequence[CountLine]) -> Standings:
    """By fame; the rules name no tie-break, so equal places are shared."""
    totals = {line.seat: line.total for line in count}
    placed = places({seat: (total,) for seat, total in totals.items()})
    order = sorted(totals, key=lambda seat: (placed[seat], seat))
    reason = T("{who} played the last knight in hand: the empress returns.", who=Who(ended_by))
    cheer = T("The empress crowns {who}!", who=Who(order[0]))
    return Standings(tuple(Standing(placed[seat], seat, totals[seat]) for seat in order), reason, cheer, reason)
