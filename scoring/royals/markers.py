"""Markers: kinds, names, how they are won, who takes them, and who should have them.

Markers are face down (de 219), so exports of a running game omit the owners. If a cube is corrected to another seat,
its bonuses go to that seat; if influence is corrected, so do epoch markers. All other markers stay where the table put
them: if a correction changes who should have one, Herald only reports it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from scoring.highlights import Highlight, Piece, Row
from scoring.kernel import Batch, Event, Help, UndoPolicy
from scoring.royals import components, noble_house
from scoring.royals.components import CITIES, COUNTRIES, MarkerKey
from scoring.royals.influence import deciding_values, portrait_awards, ranking, why_ahead, why_most
from scoring.royals.state import Marker, State
from scoring.words import TN, T, Text, Who, seats, seats_mentioned

Owners = dict[MarkerKey, tuple[int, ...]]

# In the order in which they are revealed.
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
    """Returns the to-do list without lines about this marker. Noble house markers share a name, so only lines of its
    owners are removed."""
    name, had = state.marker_name(marker), set(state.owners_of(marker))
    alike = kind_of(marker) == "noble"
    return tuple(
        line
        for line in state.to_do
        if ("marker", name) not in line.values or (alike and not had & seats_mentioned(line))
    )


def how_won(state: State, seat: int, marker: MarkerKey) -> Text:
    """Returns how the marker is won, given the state before it is taken."""
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


class MarkerGiven(Event, abstract=True, secret={"seat"}):
    """Base class for events that give a seat a marker, identified by its printed key and kept face down."""

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
        """Hides the owner, because markers are face down (de 219) and could be added up from the history."""
        return T("A player took the {marker}.", marker=state.marker_name(self.marker))

    def still_to_do(self, state: State) -> tuple[Text, ...]:
        """Returns the to-do list without an earlier line that removes this marker."""
        return to_do_without(state, self.marker) if self.marker in state.removed else state.to_do

    def to_do(self, state: State) -> tuple[Text, ...]:
        return (T("{who}: take the {marker}.", who=Who(self.seat), marker=state.marker_name(self.marker)),)

    def secret_history_line(self, state: State) -> Text:
        """Omits the value if nobody has read it, because the owner entered a total."""
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


class MarkerTaken(MarkerGiven):
    def highlights(self, state: State, after: State, then: Sequence[Event]) -> Iterator[Highlight]:
        """Only rare bonuses are highlighted. City bonuses are too frequent; epochs and titles have their own
        highlights."""
        if kind_of(self.marker) not in ("country", "noble"):
            return
        marker = state.marker_name(self.marker)
        row, own = Row(self.seat, pieces=(Piece("chip", marker),)), T("You took the {marker}.", marker=marker)
        title = KINDS[kind_of(self.marker)]
        yield Highlight("chip", title, self.history_line(state), (row,), private_texts=((self.seat, own),))


class MissedMarkerTaken(MarkerGiven, undo_policy=UndoPolicy.RECOMPUTED):
    """A corrected printed value shows that the seat had earned this marker earlier."""

    def history_line(self, state: State) -> Text:
        marker = state.marker_name(self.marker)
        return T("{who} took the {marker}, which was due earlier.", who=Who(self.seat), marker=marker)


class MarkerPassedOn(MarkerGiven, secret={"seat", "loser"}):
    """A marker changed owners, because a correction gave its cube or the lead in influence to another seat."""

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
    """The marker leaves the game because no seat gets it."""

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


# --- prospective owners --------------------------------------------------------------------------------


class MarkerDoubted(Event, secret={"seats"}, undo_policy=UndoPolicy.RECOMPUTED):
    """After a correction, the marker should belong to these seats, or to none. The table checks it."""

    marker: str
    seats: tuple[int, ...]

    def history_line(self, state: State) -> Text:
        """Names the current holder and who should have the marker."""
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


def report_doubts(batch: Batch[State], before: State) -> None:
    """Emits a doubt for each marker whose rightful owner has changed through a correction."""
    then, now = rightful_owners(before), rightful_owners(batch.state)
    for marker in dict.fromkeys((*then, *now)):
        owners = now.get(marker, ())
        if owners != then.get(marker, ()) and owners != batch.state.owners_of(marker):
            batch.emit(MarkerDoubted(marker, owners))


def rightful_owners(state: State) -> Owners:
    """Returns the rightful owners of each marker, by the cubes and printed values known now."""
    by_presence = (marker for marker in state.markers if kind_of(marker.key) in ("city", "country"))
    owners: Owners = {marker.key: (marker.seat,) if is_earned(state, marker) else () for marker in by_presence}
    if state.tracked:
        owners |= noble_house.rightful_owners(state)
    for epoch, scored in state.scored.items():
        owners |= _rightful_by_influence(
            state, replace(scored, printed_values=state.printed_values, holders=state.holders_when_scored(epoch))
        )
    if "value" in map(kind_of, state.gone):
        owners |= {marker: tuple(sorted(ahead)) for marker, ahead in portrait_awards(state)}
    return owners


def is_earned(state: State, marker: Marker) -> bool:
    """False if the owner lacks the cubes for it. Cubes never leave a city (de 193)."""
    kind, _, place = marker.key.partition(".")
    if kind == "city":
        return state.has_cube_in(marker.seat, place)
    return kind != "country" or state.has_every_city(marker.seat, components.country_of(place))


def _rightful_by_influence(now: State, scored: State) -> Owners:
    """Returns the rightful owners by the scored board. Seats whose tie only the table can settle share a marker. If
    unread values would decide, the current owners stay."""
    owners: Owners = {}
    for country in COUNTRIES:
        markers = components.epoch_markers(country, scored.epoch)
        if any(deciding_values(scored, country)):
            owners |= {marker: now.owners_of(marker) for marker in markers}
        else:
            best = [equals for equals in ranking(scored, country) for _ in equals]
            owners |= {marker: best[place] if place < len(best) else () for place, marker in enumerate(markers)}
    return owners


def markers_to_correct(state: State) -> tuple[MarkerKey, ...]:
    """Returns the markers that may have an owner by now. Portraits are excluded because they follow from the cubes."""
    bonuses = (
        *(components.city_marker(city) for city in CITIES),
        *(marker for country in COUNTRIES for marker in components.country_markers(country)),
        *noble_house.in_play(state),
    )
    return (
        *(bonuses if state.tracked else ()),
        *(marker for c in COUNTRIES for epoch in state.scored for marker in components.epoch_markers(c, epoch)),
    )
