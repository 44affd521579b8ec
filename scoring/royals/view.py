"""What each seat, and the table screen, may see: built up from nothing, never the state with parts removed."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.box import number
from scoring.kernel import GameView
from scoring.once import once
from scoring.royals import bonuses, epoch, printed, titles
from scoring.royals.corrections import corrections, markers_to_correct
from scoring.royals.headline import headline, waiting_for
from scoring.royals.markers import KINDS, called, kind_of
from scoring.royals.printed import CARDS_OUT, COUNTRIES, FIRST_DRAWS, TITLES, YEARS
from scoring.royals.rules import offers
from scoring.royals.scores import score
from scoring.royals.state import (
    Over,
    Reveal,
    Scoring,
    SetUp,
    State,
    Titles,
    Turn,
    city_name,
    cubes_on,
    exists,
    held_in,
    holder,
    is_left,
    markers_of,
    still_to_play,
    supply,
    title_of,
    turn_of,
    value,
    with_cube,
)
from scoring.royals.tell import position_name
from scoring.royals.turn import positions_to_take
from scoring.words import T, Text


@dataclass(frozen=True)
class PositionView:
    """`title` is "" and `influence` None while nobody has said them."""

    key: str
    title: str
    name: Text | None
    influence: int | None
    cards: int | None
    holder: int | None


@dataclass(frozen=True)
class CityView:
    """`bonus` is printed beside the city; `marker_left`: nobody has been here yet. `displaced`: cubes on the field."""

    key: str
    number: str
    name: Text | str
    bonus: int | None
    marker_left: bool
    positions: tuple[PositionView, ...]
    displaced: tuple[int, ...]


@dataclass(frozen=True)
class InfluenceView:
    """A seat's influence in a country; not `known`: a printed number is missing in it."""

    seat: int
    points: int
    known: bool


@dataclass(frozen=True)
class CountryView:
    """`stakes`: the two markers of this epoch. `bonuses`: the country bonuses that are left, the higher first."""

    key: str
    name: Text
    cities: tuple[CityView, ...]
    influence: tuple[InfluenceView, ...]
    stakes: tuple[int | None, int | None]
    bonuses: tuple[int | None, ...]


@dataclass(frozen=True)
class TitleView:
    key: str
    name: Text
    cubes: tuple[int, ...]
    leaders: tuple[int, ...]
    full: int | None
    half: int | None


@dataclass(frozen=True)
class PlayerView:
    """What everybody may know of a seat: never its markers."""

    seat: int
    supply: int
    cubes: int
    titles: int


@dataclass(frozen=True)
class MoveView:
    """What taking a position would change: influence of the country afterwards, markers it would bring."""

    position: str
    name: Text
    loser: int | None
    influence: tuple[InfluenceView, ...]
    bonuses: tuple[Text, ...]


@dataclass(frozen=True)
class MarkerView:
    """One of the seat's own markers, in the order of the reveal."""

    kind: str
    name: Text
    points: int | None


@dataclass(frozen=True)
class OwnView:
    """For its owner's eyes only."""

    markers: tuple[MarkerView, ...]
    total: int
    known: bool


@dataclass(frozen=True)
class ResultView:
    """The last epoch scoring of a country, until the table goes on."""

    country: str
    name: Text
    first: int | None
    second: int | None
    influence: tuple[int, ...]
    notes: tuple[Text, ...]


@dataclass(frozen=True)
class SetUpView:
    """The set-up card. `cards_out` is empty where the edition's table is not known."""

    cards_out: tuple[tuple[Text, int], ...]
    # By step from the start player on.
    first_draws: tuple[int, ...]
    nobles: tuple[int | None, ...]
    nobles_out: tuple[int, ...]
    black_and_white: bool
    oldest: bool


@dataclass(frozen=True)
class KindView:
    """One kind of markers, turned over: points and number of markers by seat."""

    kind: str
    name: Text
    points: tuple[int, ...]
    markers: tuple[int, ...]


@dataclass(frozen=True)
class RevealView:
    """Kinds turned over so far, and what they add up to."""

    kinds: tuple[KindView, ...]
    totals: tuple[int, ...]
    left: int


@dataclass(frozen=True)
class RoyalsView(GameView):
    """`own` is the seat's own; on the table screen it is None."""

    phase: str
    arcane: bool
    epoch: int
    year: int
    last_round: bool
    still_to_play: tuple[int, ...]
    countries: tuple[CountryView, ...]
    titles: tuple[TitleView, ...]
    nobles: tuple[int | None, ...]
    players: tuple[PlayerView, ...]
    moves: tuple[MoveView, ...]
    results: tuple[ResultView, ...]
    set_up: SetUpView | None
    reveal: RevealView | None
    own: OwnView | None
    # Markers that a correction can name.
    marker_names: tuple[tuple[str, Text], ...]
    # Printed values that an offer wants to know, as this table calls things.
    wanted: tuple[tuple[str, Text], ...]

    def country(self, key: str) -> CountryView:
        return next(country for country in self.countries if country.key == key)

    def city(self, key: str) -> CityView:
        return next(city for city in self.country(printed.country_of(key)).cities if city.key == key)

    def position(self, key: str) -> PositionView:
        return next(place for place in self.city(printed.city_of(key)).positions if place.key == key)

    def move(self, position: str) -> MoveView | None:
        return next((move for move in self.moves if move.position == position), None)

    def title(self, key: str) -> TitleView:
        return next(title for title in self.titles if title.key == key)

    def position_name(self, key: str) -> Text:
        place, city = self.position(key), self.city(printed.city_of(key))
        return T("{title} of {city}", title=place.name or T("position"), city=city.name)

    def label(self, key: str) -> Text:
        return dict(self.wanted)[key]

    def marker_name(self, key: str) -> Text:
        return dict(self.marker_names)[key]


PHASES = {SetUp: "set-up", Turn: "turn", Scoring: "scoring", Titles: "titles", Reveal: "reveal", Over: "over"}


def view(state: State, seat: int | None) -> RoyalsView:
    phase, fixes, asked = state.phase, corrections(state), offers(state)
    return RoyalsView(
        seat=seat,
        headline=headline(state),
        turn=turn_of(state),
        waiting_for=waiting_for(state),
        offers=asked,
        hands=state.to_do,
        over=isinstance(phase, Over),
        corrections=fixes,
        phase=PHASES[type(phase)],
        arcane=state.edition == printed.ARCANE,
        epoch=state.epoch,
        year=YEARS[state.epoch],
        last_round=state.last_round,
        still_to_play=still_to_play(state, phase.turn) if isinstance(phase, Turn) and state.last_round else (),
        countries=tuple(_country(state, key) for key in COUNTRIES),
        titles=tuple(_title(state, key) for key in TITLES),
        nobles=tuple(value(state, marker) for marker in bonuses.noble_markers_left(state)),
        players=tuple(_player(state, number) for number in range(state.seats)),
        moves=_moves(state, phase.turn) if isinstance(phase, Turn) else (),
        results=_results(state),
        set_up=_set_up(state) if isinstance(phase, SetUp) else None,
        reveal=_reveal(state, shown_kinds(phase)) if isinstance(phase, Reveal | Over) else None,
        own=None if seat is None else _own(state, seat),
        marker_names=_marker_names(state) if fixes else (),
        wanted=tuple((key, _question(state, key)) for key in dict.fromkeys(k for o in asked for k in o.needs)),
    )


# --- the board -----------------------------------------------------------------------------------------


def _country(state: State, key: str) -> CountryView:
    first, second = (value(state, printed.epoch_marker(key, state.epoch, which)) for which in printed.RANKS)
    return CountryView(
        key=key,
        name=COUNTRIES[key].name,
        cities=tuple(_city(state, city) for city in printed.cities_of(key)),
        influence=_influence(state, key),
        stakes=(first, second),
        bonuses=tuple(value(state, marker) for marker in bonuses.country_markers_left(state, key)),
    )


def _influence(state: State, country: str) -> tuple[InfluenceView, ...]:
    """Everybody present, the most influential first."""
    present = {state.holders[position] for position in held_in(state, country)}
    shown = (
        InfluenceView(seat, epoch.influence(state, country, seat), epoch.is_known(state, country, seat))
        for seat in sorted(present)
    )
    return tuple(sorted(shown, key=lambda line: line.points, reverse=True))


def _city(state: State, city: str) -> CityView:
    marker = printed.city_marker(city)
    return CityView(
        key=city,
        number=city.partition(".")[2],
        name=city_name(state, city),
        bonus=value(state, marker),
        marker_left=is_left(state, marker),
        positions=tuple(_position(state, place) for place in printed.positions_of(city) if _is_shown(state, place)),
        displaced=state.displaced.get(city, ()),
    )


def _is_shown(state: State, position: str) -> bool:
    return exists(state, position) or holder(state, position) is not None


def _position(state: State, position: str) -> PositionView:
    title = title_of(state, position) or ""
    return PositionView(
        key=position,
        title=title,
        name=TITLES.get(title),
        influence=epoch.influence_of(state, position),
        cards=number(state.box, printed.cards_key(title)),
        holder=holder(state, position),
    )


def _title(state: State, title: str) -> TitleView:
    full, half = (value(state, printed.title_marker(title, part)) for part in ("full", "half"))
    return TitleView(title, TITLES[title], cubes_on(state, title), titles.leaders(state, title), full, half)


def _player(state: State, seat: int) -> PlayerView:
    held = sum(1 for title in TITLES if cubes_on(state, title)[seat])
    return PlayerView(seat, supply(state, seat), state.cubes[seat], held)


@once
def _moves(state: State, seat: int) -> tuple[MoveView, ...]:
    return tuple(_move(state, seat, position) for position in positions_to_take(state, seat))


def _move(state: State, seat: int, position: str) -> MoveView:
    after = with_cube(state, seat, position)
    won = bonuses.earned(after, seat, printed.city_of(position))
    return MoveView(
        position=position,
        name=position_name(state, position),
        loser=holder(state, position),
        influence=_influence(after, printed.country_of(position)),
        bonuses=tuple(_BONUS[kind_of(marker)] for marker in won),
    )


_BONUS = {"city": T("city bonus"), "country": T("country bonus"), "noble": T("noble house bonus")}


# --- scoring -------------------------------------------------------------------------------------------


def _results(state: State) -> tuple[ResultView, ...]:
    return tuple(
        ResultView(r.country, COUNTRIES[r.country].name, r.first, r.second, r.influence, r.notes)
        for r in state.last_scoring
    )


def _set_up(state: State) -> SetUpView:
    out = CARDS_OUT[state.seats] if state.edition == printed.ABACUS else {}
    in_play = printed.NOBLES_IN_PLAY[state.edition][state.seats]
    return SetUpView(
        cards_out=tuple((COUNTRIES[key].name, count) for key, count in out.items()),
        first_draws=FIRST_DRAWS[state.seats],
        nobles=tuple(printed.NOBLE_VALUES[which] for which in in_play),
        nobles_out=tuple(points for which, points in printed.NOBLE_VALUES.items() if which not in in_play),
        black_and_white=state.seats == 2,
        oldest=state.edition == printed.ARCANE,
    )


def shown_kinds(phase: Reveal | Over) -> tuple[str, ...]:
    return phase.kinds.visible if isinstance(phase, Reveal) else tuple(KINDS)


def _reveal(state: State, shown: tuple[str, ...]) -> RevealView:
    return RevealView(
        kinds=tuple(KindView(kind, KINDS[kind], _points(state, (kind,)), _count(state, kind)) for kind in shown),
        totals=_points(state, shown),
        left=len(KINDS) - len(shown),
    )


def _question(state: State, key: str) -> Text:
    """What is printed there? Asked with the names that this table has given to its cities."""
    kind, _, place = key.partition(".")
    if kind == "title":
        return T("Title in {city}", city=city_name(state, printed.city_of(place)))
    if kind == "influence":
        return T("Influence of the {position}", position=position_name(state, place))
    if kind == "city":
        return T("City bonus of {city}", city=city_name(state, place))
    return T("Points: {marker}", marker=called(state, key))


def _points(state: State, kinds: tuple[str, ...]) -> tuple[int, ...]:
    pairs = zip(state.markers, score(state), strict=True)
    lines = [line for marker, line in pairs if kind_of(marker.key) in kinds]
    return tuple(sum(line.points for line in lines if line.seat == seat) for seat in range(state.seats))


def _count(state: State, kind: str) -> tuple[int, ...]:
    return tuple(sum(kind_of(m.key) == kind for m in markers_of(state, seat)) for seat in range(state.seats))


def _own(state: State, seat: int) -> OwnView:
    order = tuple(KINDS)
    mine = sorted(markers_of(state, seat), key=lambda marker: order.index(kind_of(marker.key)))
    shown = tuple(MarkerView(kind_of(m.key), called(state, m.key), value(state, m.key)) for m in mine)
    known = [marker.points for marker in shown if marker.points is not None]
    return OwnView(shown, sum(known), len(known) == len(shown))


def _marker_names(state: State) -> tuple[tuple[str, Text], ...]:
    return tuple((key, _marker_name(state, key)) for key in markers_to_correct(state))


def _marker_name(state: State, key: str) -> Text:
    """Noble house markers are told apart by their points, which are no secret."""
    kind, _, which = key.partition(".")
    if kind != "noble":
        return called(state, key)
    return T(
        "{marker}: {points}", marker=called(state, key), points=value(state, key) or printed.NOBLE_VALUES[int(which)]
    )
