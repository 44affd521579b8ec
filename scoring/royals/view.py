"""Views of each seat and of the table screen, built up field by field, so that no secret can be left in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scoring.kernel import FINAL_SCORING, GameView, stored_name
from scoring.memo import memoize_by_identity
from scoring.royals import components, influence, noble_house
from scoring.royals.components import ABACUS, ARCANE, CARDS_OUT, COUNTRIES, FIRST_DRAWS, TITLES, YEARS
from scoring.royals.corrections import influence_anchor, is_corrected, last_entered_influence
from scoring.royals.ending import SumEntry, SumReview, score, sums_mismatch, untracked_kinds
from scoring.royals.epoch import BoardClaims, InfluenceEntry, contested
from scoring.royals.markers import KINDS, kind_of, markers_to_correct
from scoring.royals.state import RoyalsPhase, State
from scoring.royals.turn import SetUp, Turn, UntrackedEpoch, earned_bonuses, positions_to_take
from scoring.sealed import SealedView, sealed_view
from scoring.standings import totals
from scoring.words import T, Text


@dataclass(frozen=True)
class PositionView:
    """`title` is empty and `influence` None if unread. `claims`: the seats that claim it, if more than one."""

    key: str
    title: str
    name: Text | None
    influence: int | None
    holder: int | None
    claims: tuple[int, ...]


@dataclass(frozen=True)
class CityView:
    """`bonus` is printed beside the city. `marker_left`: the city marker is still on the board. `displaced`: cubes on
    the field."""

    key: str
    name: Text | str
    # False if its name is unread.
    named: bool
    bonus: int | None
    marker_left: bool
    positions: tuple[PositionView, ...]
    displaced: tuple[int, ...]


@dataclass(frozen=True)
class InfluenceView:
    """A seat's influence in a country. `known` is False if a printed value is missing."""

    seat: int
    points: int
    known: bool


@dataclass(frozen=True)
class CountryView:
    """`stakes`: the two markers of this epoch. `bonuses`: the country bonuses left, higher first. `ahead`: the seats
    that would take the two markers now; None without influence or in an open tie."""

    key: str
    name: Text
    cities: tuple[CityView, ...]
    influence: tuple[InfluenceView, ...]
    stakes: tuple[int | None, int | None]
    bonuses: tuple[int | None, ...]
    ahead: tuple[int | None, int | None]

    @property
    def leader(self) -> int | None:
        return self.ahead[0]

    @property
    def towns(self) -> tuple[tuple[str, str], ...]:
        """The cities' keys on the map, with their printed names."""
        return tuple((city.key.lower(), city.name if isinstance(city.name, str) else "") for city in self.cities)


@dataclass(frozen=True)
class TitleView:
    key: str
    name: Text
    cubes: tuple[int, ...]
    leaders: tuple[int, ...]
    full: int | None


@dataclass(frozen=True)
class PlayerView:
    """Public information about a seat; never its markers."""

    seat: int
    supply: int


@dataclass(frozen=True)
class MoveView:
    """The effect of taking a position: the country's influence afterwards, and the bonuses earned. `rare`: at least one
    of them is not a city bonus."""

    position: str
    loser: int | None
    influence: tuple[InfluenceView, ...]
    bonuses: tuple[Text, ...]
    rare: bool


@dataclass(frozen=True)
class MarkerView:
    """One of the seat's own markers, in reveal order."""

    name: Text
    points: int | None


@dataclass(frozen=True)
class OwnView:
    """Secrets of one seat, for its owner only."""

    markers: tuple[MarkerView, ...]
    total: int
    known: bool


@dataclass(frozen=True)
class ResultView:
    """The last epoch result of a country, shown until play continues."""

    country: str
    name: Text
    first: int | None
    second: int | None
    influence: tuple[int, ...]
    # False if unread values were not needed, so the number is a minimum.
    known: tuple[bool, ...]
    notes: tuple[Text, ...]
    # Values of the two markers, and how a tie was broken.
    markers: tuple[int | None, ...]
    decided: tuple[Text | None, ...]
    # True for a marker corrected after the scoring; only its current owner sees who has it.
    corrected: tuple[bool, bool] = (False, False)


@dataclass(frozen=True)
class EnteredInfluenceView:
    """Influence in a country as entered in the last scoring: points and correction anchor by seat."""

    key: str
    name: Text
    points: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class SetUpView:
    """The set-up card. `cards_out` is empty if the edition's table is unknown."""

    cards_out: tuple[tuple[Text, int], ...]
    # By seat, starting with the start player.
    first_draws: tuple[int, ...]
    # Values of the noble house markers returned to the box.
    nobles_out: tuple[int, ...]
    # Each player's black or white cubes with two players, otherwise 0 (de 65).
    black_and_white: int


@dataclass(frozen=True)
class KindView:
    """One revealed kind of markers, with points by seat."""

    kind: str
    name: Text
    points: tuple[int, ...]


@dataclass(frozen=True)
class RevealView:
    """The kinds revealed so far, and their totals."""

    kinds: tuple[KindView, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True)
class SumEntryView:
    """Entry of marker totals or influence: the kinds or countries to enter, and who has entered.

    `entered` is private to the seat, except for influence and after a game played without Herald.
    """

    kinds: tuple[tuple[str, Text], ...]
    sealed: SealedView
    entered: tuple[tuple[int, Mapping[str, int]], ...]

    def of(self, seat: int) -> Mapping[str, int]:
        return dict(self.entered).get(seat, {})


@dataclass(frozen=True)
class RoyalsView(GameView):
    """`own` holds the seat's secrets; None on the table screen."""

    phase: str
    arcane: bool
    epoch: int
    year: int
    last_round: bool
    # In a turn, the position taken last.
    latest: str | None
    countries: tuple[CountryView, ...]
    titles: tuple[TitleView, ...]
    nobles: tuple[int | None, ...]
    players: tuple[PlayerView, ...]
    # By seat: the known points of the epoch markers it would take now.
    due: tuple[int, ...]
    moves: tuple[MoveView, ...]
    results: tuple[ResultView, ...]
    set_up: SetUpView | None
    reveal: RevealView | None
    own: OwnView | None
    # `tracked` is False if some moves were untracked.
    tracking_mode: str
    tracked: bool
    # Positions claimed by more than one seat.
    contested: tuple[PositionView, ...]
    # While everybody taps their positions, the seats that have tapped nothing.
    untapped: tuple[int, ...]
    # The table enters who has the most cubes on a title, not how many.
    only_leaders_entered: bool
    adding_up: SumEntryView | None
    # Influence entered in the last scoring, if Herald knows nothing else about the board.
    entered_influence: tuple[EnteredInfluenceView, ...]
    # Markers that can be corrected.
    marker_names: tuple[tuple[str, Text], ...]

    @property
    def to_check(self) -> bool:
        return self.phase == "scoring"

    def country(self, key: str) -> CountryView:
        return next(country for country in self.countries if country.key == key)

    def city(self, key: str) -> CityView:
        return next(city for city in self.country(components.country_of(key)).cities if city.key == key)

    def position(self, key: str) -> PositionView:
        return next(place for place in self.city(components.city_of(key)).positions if place.key == key)

    def move(self, position: str) -> MoveView | None:
        return next((move for move in self.moves if move.position == position), None)

    def title(self, key: str) -> TitleView:
        return next(title for title in self.titles if title.key == key)

    def position_name(self, key: str) -> Text:
        place, city = self.position(key), self.city(components.city_of(key))
        return T("{title} of {city}", title=place.name or T("position"), city=city.name)

    def marker_name(self, key: str) -> Text:
        return dict(self.marker_names)[key]

    @staticmethod
    def kind_name(kind: str) -> Text:
        return KINDS[kind]


def _untapped(state: State) -> tuple[int, ...]:
    phase = state.phase
    if not isinstance(phase, BoardClaims) or phase.checked:
        return ()
    return tuple(seat for seat in range(state.seats) if seat not in phase.claims.seats_entered)


def public_view(state: State) -> dict[str, Any]:
    """Returns the fields that every screen shows."""
    phase, board = state.phase, state.phase.on_board(state)
    countries = tuple(_country(board, key) for key in COUNTRIES)
    return {
        "phase": stored_name(type(phase)),
        "arcane": state.edition == ARCANE,
        "epoch": state.epoch,
        "year": YEARS[state.epoch],
        "last_round": state.last_round,
        "latest": state.occupied[-1][1] if state.occupied and isinstance(phase, Turn) else None,
        "countries": countries,
        "titles": tuple(_title(state, key) for key in TITLES),
        "nobles": tuple(map(state.value, noble_house.markers_left(state))),
        "players": tuple(PlayerView(number, max(0, state.supply(number))) for number in range(state.seats)),
        "due": tuple(_epoch_points_due(countries, seat) for seat in range(state.seats)),
        "moves": _moves(state, phase.turn) if isinstance(phase, Turn) else (),
        "set_up": _set_up(state) if isinstance(phase, SetUp | UntrackedEpoch) and not state.scored else None,
        "reveal": _reveal(state),
        "tracking_mode": state.tracking_mode,
        "tracked": state.tracked,
        "only_leaders_entered": state.only_leaders_entered,
        "contested": tuple(_position(board, place) for place in contested(state)),
        "untapped": _untapped(state),
        "entered_influence": _entered_influence(state),
        "marker_names": tuple((key, _distinct_marker_name(state, key)) for key in markers_to_correct(state)),
    }


def own_view(state: State, seat: int | None) -> dict[str, Any]:
    """Returns the fields that depend on whose screen it is (None: a table screen)."""
    phase = state.phase
    return {
        "results": _results(state, seat),
        "own": None if seat is None else _own(state, seat),
        "adding_up": _sum_entry(state, phase, seat),
    }


# --- the board -----------------------------------------------------------------------------------------


def _country(state: State, key: str) -> CountryView:
    first, second = map(state.value, components.epoch_markers(key, state.epoch))
    return CountryView(
        key=key,
        name=COUNTRIES[key].name,
        cities=tuple(_city(state, city) for city in components.CITIES_OF[key]),
        influence=_influence(state, key),
        stakes=(first, second),
        bonuses=tuple(map(state.value, state.still_on_board(components.country_markers(key)))),
        ahead=_ahead(state, key),
    )


def _ahead(state: State, country: str) -> tuple[int | None, int | None]:
    places = [group[0] if len(group) == 1 else None for group in influence.ranking(state, country) for _ in group]
    first, second = (*places, None, None)[:2]
    return first, second


def _epoch_points_due(countries: Iterable[CountryView], seat: int) -> int:
    pairs = (pair for country in countries for pair in zip(country.ahead, country.stakes, strict=True))
    return sum(points or 0 for who, points in pairs if who == seat)


def _influence(state: State, country: str) -> tuple[InfluenceView, ...]:
    """Returns all seats present in the country, most influence first."""
    return tuple(
        InfluenceView(seat, influence.influence(state, country, seat), influence.is_known(state, country, seat))
        for group in influence.ranking(state, country)
        for seat in group
    )


def _city(state: State, city: str) -> CityView:
    marker = components.city_marker(city)
    return CityView(
        key=city,
        name=state.city_name(city),
        named=bool(state.printed_values.get(components.name_key(city))),
        bonus=state.value(marker),
        marker_left=bool(state.still_on_board((marker,))),
        positions=tuple(
            _position(state, place)
            for place in components.POSITIONS_OF[city]
            if state.exists(place) or state.holder(place) is not None
        ),
        displaced=state.displaced.get(city, ()),
    )


def _position(state: State, position: str) -> PositionView:
    title = state.title_of(position) or ""
    return PositionView(
        key=position,
        title=title,
        name=TITLES.get(title),
        influence=influence.influence_of(state, position),
        holder=state.holder(position),
        claims=contested(state).get(position, ()),
    )


def _title(state: State, title: str) -> TitleView:
    full = state.value(components.portraits(title)[0])
    return TitleView(title, TITLES[title], state.cubes_on(title), influence.leaders(state, title), full)


@memoize_by_identity
def _moves(state: State, seat: int) -> tuple[MoveView, ...]:
    return tuple(_move(state, seat, position) for position in positions_to_take(state, seat))


def _move(state: State, seat: int, position: str) -> MoveView:
    after = state.with_cube(seat, position)
    won = earned_bonuses(after, seat, components.city_of(position))
    return MoveView(
        position=position,
        loser=state.holder(position),
        influence=_influence(after, components.country_of(position)),
        bonuses=tuple(_BONUS[kind_of(marker)] for marker in won),
        rare=any(kind_of(marker) != "city" for marker in won),
    )


_BONUS = {"city": T("city bonus"), "country": T("country bonus"), "noble": T("noble house bonus")}


def _set_up(state: State) -> SetUpView:
    out = CARDS_OUT[state.seats] if state.edition == ABACUS else {}
    in_play = noble_house.in_play(state)
    return SetUpView(
        cards_out=tuple((COUNTRIES[key].name, count) for key, count in out.items()),
        first_draws=FIRST_DRAWS[state.seats],
        nobles_out=tuple(points for marker, points in components.STATED_VALUES.items() if marker not in in_play),
        black_and_white=state.cubes[0] if state.seats == 2 else 0,
    )


# --- the markers ---------------------------------------------------------------------------------------


def _results(state: State, seat: int | None) -> tuple[ResultView, ...]:
    """Returns the results with the values known when the epoch was scored. Everybody sees that a marker was corrected;
    only its owner sees who has it.
    """
    if state.on_show is None:
        return ()
    epoch = state.scored[state.on_show].epoch
    return tuple(_with_corrections(state, seat, result, epoch) for result in _scored_results(state, state.on_show))


@memoize_by_identity
def _scored_results(state: State, shown: int) -> tuple[ResultView, ...]:
    scored = state.scored[shown]
    return tuple(_result(scored, key, _result_owners(state, scored, key)) for key in COUNTRIES)


def _result_owners(state: State, scored: State, country: str) -> tuple[int | None, ...]:
    """Returns who took the two markers. If corrected influence led to a tie, these are the current owners. The owner of
    a corrected marker is not revealed.
    """
    ahead = (*influence.winners(scored, country), None, None)[:2]
    if not influence.tie_to_settle(scored, country):
        return ahead
    return tuple(
        seat if is_corrected(state, marker) else next(iter(state.owners_of(marker)), None)
        for marker, seat in zip(components.epoch_markers(country, scored.epoch), ahead, strict=True)
    )


def _with_corrections(state: State, seat: int | None, result: ResultView, epoch: int) -> ResultView:
    markers = components.epoch_markers(result.country, epoch)
    by_hand = tuple(is_corrected(state, marker) for marker in markers)
    if not any(by_hand):
        return result
    owners = [
        (seat if seat in state.owners_of(marker) else None) if corrected else before
        for marker, corrected, before in zip(markers, by_hand, (result.first, result.second), strict=True)
    ]
    return replace(result, first=owners[0], second=owners[1], corrected=(by_hand[0], by_hand[1]))


def _entered_influence(state: State) -> tuple[EnteredInfluenceView, ...]:
    entered = last_entered_influence(state)
    if entered is None:
        return ()
    return tuple(
        EnteredInfluenceView(
            country,
            COUNTRIES[country].name,
            tuple((influence.influence(entered, country, n), influence_anchor(country, n)) for n in range(state.seats)),
        )
        for country in COUNTRIES
    )


@memoize_by_identity
def _result(scored: State, country: str, owners: tuple[int | None, ...]) -> ResultView:
    first, second = owners
    present = [seat for seat in owners if seat is not None]
    return ResultView(
        country=country,
        name=COUNTRIES[country].name,
        first=first,
        second=second,
        influence=tuple(influence.influence(scored, country, seat) for seat in range(scored.seats)),
        known=tuple(influence.is_known(scored, country, seat) for seat in range(scored.seats)),
        notes=tuple(influence.why_ahead(scored, country, seat) for seat in present),
        markers=tuple(map(scored.value, components.epoch_markers(country, scored.epoch))),
        decided=tuple(influence.what_decided(scored, country, seat) for seat in present),
    )


def _own(state: State, seat: int) -> OwnView:
    order = tuple(KINDS)
    mine = sorted(state.markers_of(seat), key=lambda marker: order.index(kind_of(marker.key)))
    shown = tuple(MarkerView(state.marker_name(m.key), state.value(m.key)) for m in mine)
    known = [marker.points for marker in shown if marker.points is not None]
    return OwnView(shown, sum(known), len(known) == len(shown))


def _reveal(state: State) -> RevealView | None:
    shown: tuple[str, ...]
    if isinstance(state.phase, SumReview) and sums_mismatch(state):
        shown = ("city",)
    elif state.phase.over:
        shown = tuple(KINDS)
    else:
        return None
    kinds = tuple(_kind(state, kind) for kind in shown)
    sums = tuple(sum(kind.points[seat] for kind in kinds) for seat in range(state.seats))
    return RevealView(kinds, sums)


def _sum_entry(state: State, phase: RoyalsPhase, seat: int | None) -> SumEntryView | None:
    if isinstance(phase, InfluenceEntry):
        countries = tuple((key, country.name) for key, country in COUNTRIES.items())
        return SumEntryView(countries, sealed_view(phase.entered), tuple(phase.entered.choices.items()))
    if not isinstance(phase, SumEntry):
        return None
    entered = phase.sealed.choices
    mine = (
        entered
        if state.tracking_mode == FINAL_SCORING
        else {who: points for who, points in entered.items() if who == seat}
    )
    kinds = tuple((kind, KINDS[kind]) for kind in untracked_kinds(state))
    return SumEntryView(kinds, sealed_view(phase.sealed), tuple(mine.items()))


def _kind(state: State, kind: str) -> KindView:
    lines = [line for line in score(state) if line.category == KINDS[kind]]
    return KindView(kind, KINDS[kind], totals(lines, state.seats))


def _distinct_marker_name(state: State, key: str) -> Text:
    """Returns a unique name. Noble house markers are distinguished by value, which is public; only the lowest may be
    unread."""
    if kind_of(key) != noble_house.KIND:
        return state.marker_name(key)
    points = state.value(key)
    if points is None:
        return T("lowest noble house marker")
    return T("{marker}: {points}", marker=state.marker_name(key), points=points)
