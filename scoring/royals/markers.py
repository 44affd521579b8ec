"""Markers: their kinds, what each is called, how it is won, who takes it, and whose it would be.

They lie face down (de 219): who has which is withheld from the export of a running game. A bonus goes along with a cube
that was another seat's, and the markers of an epoch with influence that was told wrongly. All others stay where the
table has put them; where a correction changes whose one would be by the cubes and printed numbers, the table is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from scoring.highlights import Highlight, Piece, Row
from scoring.kernel import Batch, Event, Help, UndoPolicy
from scoring.royals import components, noble_house
from scoring.royals.components import CITIES, COUNTRIES, MarkerKey
from scoring.royals.influence import numbers_that_decide, order, portrait_awards, why_ahead, why_most
from scoring.royals.state import Marker, State
from scoring.words import TN, T, Text, Who, seats, seats_mentioned

Owners = dict[MarkerKey, tuple[int, ...]]

# Turned over in this order at the end.
KINDS: Mapping[str, Text] = {
    "city": T("City bonuses"),
    "country": T("Country bonuses"),
    "noble": T("Noble house bonuses"),
    "epoch": T("Epoch markers"),
    "value": T("Titles"),
}
RULES = {"city": "de 223", "country": "de 229", "noble": "de 239", "epoch": "de 253", "value": "de 271"}


BONUSES = Help(
    (
        T("City: for the first player to hold a position there."),
        T("Country: for a cube in every city (displaced cubes count). Two markers, one per player."),
        T("Noble house: for a cube on every title. Take the highest marker left."),
    ),
    "de 217",
)


def kind_of(marker: MarkerKey) -> str:
    return marker.partition(".")[0]


def to_do_without(state: State, marker: MarkerKey) -> tuple[Text, ...]:
    """The to-do list without what it says of this marker; of markers that are called the same, whoever had it."""
    name, had = state.marker_name(marker), set(state.owners_of(marker))
    alike = kind_of(marker) == "noble"
    return tuple(
        line
        for line in state.to_do
        if ("marker", name) not in line.values or (alike and not had & seats_mentioned(line))
    )


def how_won(state: State, seat: int, marker: MarkerKey) -> Text:
    """Told from the state in which it is taken."""
    match marker.split("."):
        case ["city", *_]:
            return T("first in the city")
        case ["country", country, _]:
            return T("a cube in every city of {country}", country=COUNTRIES[country].name)
        case ["epoch", country, epoch, _]:
            return why_ahead(state.scored.get(int(epoch), state), country, seat)
        case ["value", title, _]:
            return why_most(state, title, seat)
        case _:
            return T("a cube on every title")


# --- who takes it --------------------------------------------------------------------------------------


class OwnerFound(Event, abstract=True, secret={"seat"}):
    """A marker, known by its key on the box sheet, lies face down before its owner."""

    seat: int
    marker: str

    def apply(self, state: State) -> State:
        taken = Marker(self.marker, self.seat, how_won(state, self.seat, self.marker))
        left = tuple(key for key in state.removed if key != self.marker)
        return replace(state, markers=(*state.markers, taken), removed=left)

    def recap(self, state: State) -> Text:
        return T("{who} took the {marker}", who=Who(self.seat), marker=state.marker_name(self.marker))

    def history_line(self, state: State) -> Text:
        return T("{who} took the {marker}.", who=Who(self.seat), marker=state.marker_name(self.marker))

    def short_history_line(self, state: State) -> Text:
        """It lies face down (de 219): nobody adds up somebody else's from the history."""
        return T("A player took the {marker}.", marker=state.marker_name(self.marker))

    def still_to_do(self, state: State) -> tuple[Text, ...]:
        """A marker that comes back is not put out of the game."""
        return to_do_without(state, self.marker) if self.marker in state.removed else state.to_do

    def to_do(self, state: State) -> tuple[Text, ...]:
        return (T("{who}: take the {marker}.", who=Who(self.seat), marker=state.marker_name(self.marker)),)

    def secret_history_line(self, state: State) -> Text:
        """Where its owner adds it up, nobody has read what it is worth."""
        who, marker, points = Who(self.seat), state.marker_name(self.marker), state.value(self.marker)
        if points is None:
            return T("{who} revealed the {marker}.", who=who, marker=marker)
        return TN(
            "{who} revealed the {marker}: {count} point.",
            "{who} revealed the {marker}: {count} points.",
            points,
            who=who,
            marker=marker,
        )


class MarkerTaken(OwnerFound):
    def highlights(self, state: State, after: State, then: Sequence[Event]) -> Iterator[Highlight]:
        """Bonuses that few ever get; a city has its first cube too often for it, epochs and titles have their own."""
        if kind_of(self.marker) not in ("country", "noble"):
            return
        marker = state.marker_name(self.marker)
        row, own = Row(self.seat, pieces=(Piece("chip", marker),)), T("You took the {marker}.", marker=marker)
        title = KINDS[kind_of(self.marker)]
        yield Highlight("chip", title, self.history_line(state), (row,), own=((self.seat, own),))


class MissedMarkerTaken(OwnerFound, undo_policy=UndoPolicy.RECOMPUTED):
    """A marker that turns out to have been due before, now that a printed number was put right."""

    def history_line(self, state: State) -> Text:
        marker = state.marker_name(self.marker)
        return T("{who} took the {marker}, which was due earlier.", who=Who(self.seat), marker=marker)


class MarkerPassedOn(OwnerFound, secret={"seat", "loser"}):
    """The cube that brought the marker was another seat's; or, by influence that was told, another seat is ahead."""

    loser: int

    def apply(self, state: State) -> State:
        passed_on = {**state.passed_on, self.marker: self.loser}
        return super().apply(replace(state.without_marker(self.marker), passed_on=passed_on))

    def still_to_do(self, state: State) -> tuple[Text, ...]:
        return to_do_without(state, self.marker)

    def history_line(self, state: State) -> Text:
        marker = state.marker_name(self.marker)
        return T("{who} got the {marker} from {loser}.", who=Who(self.seat), marker=marker, loser=Who(self.loser))

    def to_do(self, state: State) -> tuple[Text, ...]:
        marker = state.marker_name(self.marker)
        return (T("{who}: take the {marker} from {loser}.", who=Who(self.seat), marker=marker, loser=Who(self.loser)),)

    def short_history_line(self, state: State) -> Text:
        return T("The {marker} changed hands.", marker=state.marker_name(self.marker))

    def secret_history_line(self, state: State) -> Text:
        return self.history_line(state)


class MarkerRemoved(Event):
    """Nobody gets the marker: it is out of the game."""

    marker: str

    def apply(self, state: State) -> State:
        others = state.without_marker(self.marker)
        return replace(others, removed=(*others.removed, self.marker))

    def still_to_do(self, state: State) -> tuple[Text, ...]:
        return to_do_without(state, self.marker)

    def history_line(self, state: State) -> Text:
        return T("No one got the {marker}.", marker=state.marker_name(self.marker))

    def to_do(self, state: State) -> tuple[Text, ...]:
        return (T("Remove the {marker} from the game.", marker=state.marker_name(self.marker)),)


# --- whose it would be ---------------------------------------------------------------------------------


class MarkerDoubted(Event, secret={"seats"}, undo_policy=UndoPolicy.RECOMPUTED):
    """After something was put right the marker would be theirs, or nobody's: the table looks again."""

    marker: str
    seats: tuple[int, ...]

    def history_line(self, state: State) -> Text:
        """Who has it, and whose it would be as everything is known now."""
        name, holder = state.marker_name(self.marker), seats(state.owners_of(self.marker))
        if not self.seats:
            return T("Check again: the {marker} is with {holder}, but no one earned it.", holder=holder, marker=name)
        who = seats(self.seats)
        if not holder.parts:
            return T("Check again: the {marker} should go to {who}.", marker=name, who=who)
        return T(
            "Check again: the {marker} is with {holder} but should go to {who}.", holder=holder, marker=name, who=who
        )

    def short_history_line(self, state: State) -> Text:
        return T("Check again: whose is the {marker}?", marker=state.marker_name(self.marker))

    def to_do(self, state: State) -> tuple[Text, ...]:
        return (self.history_line(state),)


def doubt(batch: Batch[State], before: State) -> None:
    """The markers that would have other owners now that something was put right."""
    then, now = rightful(before), rightful(batch.state)
    for marker in dict.fromkeys((*then, *now)):
        owners = now.get(marker, ())
        if owners != then.get(marker, ()) and owners != batch.state.owners_of(marker):
            batch.emit(MarkerDoubted(marker, owners))


def rightful(state: State) -> Owners:
    """Whose each marker would be by the cubes and printed numbers as they are known now, if anybody's."""
    by_presence = (marker for marker in state.markers if kind_of(marker.key) in ("city", "country"))
    owners: Owners = {marker.key: (marker.seat,) if is_earned(state, marker) else () for marker in by_presence}
    if state.followed:
        owners |= noble_house.rightful(state)
    for epoch, scored in state.scored.items():
        owners |= _rightful_by_influence(state, replace(scored, box=state.box, holders=state.lay_then(epoch)))
    if "value" in map(kind_of, state.gone):
        owners |= {marker: tuple(sorted(ahead)) for marker, ahead in portrait_awards(state)}
    return owners


def is_earned(state: State, marker: Marker) -> bool:
    """False if the owner lacks the cubes: those in a city never leave it (de 193)."""
    kind, _, place = marker.key.partition(".")
    if kind == "city":
        return state.has_cube_in(marker.seat, place)
    return kind != "country" or state.has_every_city(marker.seat, components.country_of(place))


def _rightful_by_influence(now: State, scored: State) -> Owners:
    """As the board lay then; seats that only the table could put in order share a doubt. Where that rests on numbers
    that nobody has read, nothing is doubted."""
    owners: Owners = {}
    for country in COUNTRIES:
        markers = components.epoch_markers(country, scored.epoch)
        if any(numbers_that_decide(scored, country)):
            owners |= {marker: now.owners_of(marker) for marker in markers}
        else:
            best = [equals for equals in order(scored, country) for _ in equals]
            owners |= {marker: best[place] if place < len(best) else () for place, marker in enumerate(markers)}
    return owners


def markers_to_correct(state: State) -> tuple[MarkerKey, ...]:
    """Those that can have found an owner by now; portraits follow from the cubes."""
    bonuses = (
        *(components.city_marker(city) for city in CITIES),
        *(marker for country in COUNTRIES for marker in components.country_markers(country)),
        *noble_house.in_play(state),
    )
    return (
        *(bonuses if state.followed else ()),
        *(marker for c in COUNTRIES for epoch in state.scored for marker in components.epoch_markers(c, epoch)),
    )
