"""Markers: their kinds, what each is called, and how it was won."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.royals import epoch, printed, titles
from scoring.royals.printed import COUNTRIES, TITLES, YEARS, MarkerKey
from scoring.royals.state import State, city_name, owners_of
from scoring.words import T, Text, Who, seats

# Turned over in this order at the end.
KINDS: Mapping[str, Text] = {
    "city": T("City bonuses"),
    "country": T("Country bonuses"),
    "noble": T("Noble house bonuses"),
    "epoch": T("Epoch markers"),
    "value": T("Titles"),
}
RULES: Mapping[str, str] = {
    "city": "de 223",
    "country": "de 229",
    "noble": "de 239",
    "epoch": "de 253",
    "value": "de 271",
}


def kind_of(marker: MarkerKey) -> str:
    return marker.partition(".")[0]


def called(state: State, marker: MarkerKey) -> Text:
    """What the marker is, in words; its value is told to its owner only."""
    kind, *rest = marker.split(".")
    match kind:
        case "city":
            return T("city marker of {city}", city=city_name(state, ".".join(rest)))
        case "country":
            return _higher_or_lower(COUNTRIES[rest[0]].name, rest[1])
        case "epoch":
            return _of_epoch(COUNTRIES[rest[0]].name, YEARS[int(rest[1])], rest[2])
        case "value":
            return _portrait(TITLES[rest[0]], rest[1])
        case _:
            return T("noble house marker")


def _higher_or_lower(country: Text, which: str) -> Text:
    if which == "first":
        return T("higher country marker of {country}", country=country)
    return T("lower country marker of {country}", country=country)


def _of_epoch(country: Text, year: int, which: str) -> Text:
    if which == "first":
        return T("higher marker of {country} {year}", country=country, year=year)
    return T("lower marker of {country} {year}", country=country, year=year)


def _portrait(title: Text, part: str) -> Text:
    return (
        T("portrait of the {title}", title=title) if part == "full" else T("half portrait of the {title}", title=title)
    )


def how_won(state: State, seat: int, marker: MarkerKey) -> Text:
    """Told from the state in which it is taken."""
    kind, *rest = marker.split(".")
    match kind:
        case "city":
            return T("the first in the city")
        case "country":
            return T("a cube in every city of {country}", country=COUNTRIES[rest[0]].name)
        case "epoch":
            return epoch.why(state, rest[0], seat)
        case "value":
            return titles.why(state, rest[0], seat)
        case _:
            return T("a cube on every title")


def passed_on(state: State, seat: int, marker: MarkerKey, loser: int) -> Text:
    return T("{who} gets the {marker} from {loser}.", who=Who(seat), marker=called(state, marker), loser=Who(loser))


def doubted(state: State, marker: MarkerKey, owners: tuple[int, ...]) -> Text:
    """Who has it, and whose it would be as everything is known now."""
    name, holders = called(state, marker), seats(owners_of(state, marker))
    if not owners:
        return T("Look again: {holder} has the {marker}, but nobody has earned it.", holder=holders, marker=name)
    if not holders.parts:
        return T("Look again: the {marker} would go to {who}.", marker=name, who=seats(owners))
    return T(
        "Look again: {holder} has the {marker}, but it would go to {who}.",
        holder=holders,
        marker=name,
        who=seats(owners),
    )


def all_markers(state: State) -> tuple[MarkerKey, ...]:
    """Every marker that can lie on the board of this game before the titles are scored."""
    nobles = printed.NOBLES_IN_PLAY[state.edition][state.seats]
    return (
        *(printed.city_marker(city) for city in printed.CITIES),
        *(printed.country_marker(country, which) for country in COUNTRIES for which in printed.COUNTRY_MARKERS),
        *(printed.noble_marker(which) for which in nobles),
        *(
            printed.epoch_marker(country, number, which)
            for country in COUNTRIES
            for number in YEARS
            for which in printed.RANKS
        ),
    )
