"""The history: each event in words that everybody may read. Who takes which marker is public, the sums are not."""

from __future__ import annotations

from scoring.kernel import Event
from scoring.royals.events import (
    BoardConfirmed,
    EpochEnded,
    EpochScored,
    FieldCorrected,
    GameEnded,
    MarkerCorrected,
    MarkerDoubted,
    MarkerPassedOn,
    MarkerRemoved,
    MarkersShown,
    MarkerTaken,
    MissedMarkerTaken,
    PositionCorrected,
    PositionOccupied,
    PositionTakenOver,
    StartPlayerChosen,
    TieSettled,
    TitleCorrected,
    TitlesConfirmed,
    TurnBegan,
)
from scoring.royals.markers import KINDS, called, doubted, passed_on
from scoring.royals.printed import COUNTRIES, TITLES, YEARS, city_of
from scoring.royals.state import NOBODY, State, city_name, title_of
from scoring.words import TN, Both, T, Text, Who


def tell(state: State, event: Event) -> Text | None:
    return _in_turn(state, event) or _scored(state, event) or _corrected(state, event)


def position_name(state: State, position: str) -> Text:
    """ "Duke of Valencia" """
    title = TITLES.get(title_of(state, position) or "", T("position"))
    return T("{title} of {city}", title=title, city=city_name(state, city_of(position)))


def _in_turn(state: State, event: Event) -> Text | None:
    match event:
        case StartPlayerChosen(seat):
            return T("{who} begins.", who=Who(seat))
        case TurnBegan(seat):
            return T("{who}'s turn.", who=Who(seat))
        case PositionOccupied(seat, position):
            return T("{who} is now {position}.", who=Who(seat), position=position_name(state, position))
        case PositionTakenOver(seat, position, loser):
            name = position_name(state, position)
            return T("{who} takes {position} from {loser}.", who=Who(seat), position=name, loser=Who(loser))
        case MarkerTaken(seat, marker):
            return T("{who} takes the {marker}.", who=Who(seat), marker=called(state, marker))
        case MissedMarkerTaken(seat, marker):
            return T("{who} takes the {marker}: it was due before.", who=Who(seat), marker=called(state, marker))
        case MarkerRemoved(marker):
            return T("Nobody gets the {marker}.", marker=called(state, marker))
        case EpochEnded(epoch):
            return T("The epoch {year} is over.", year=YEARS[epoch])
        case MarkerPassedOn(seat, marker, loser):
            return passed_on(state, seat, marker, loser)
        case MarkerDoubted(marker, seats):
            return doubted(state, marker, seats)
        case _:
            return None


def _scored(state: State, event: Event) -> Text | None:
    match event:
        case BoardConfirmed():
            return T("The board is checked: influence is compared.")
        case TieSettled(country, seat):
            name = COUNTRIES[country].name
            return T("{country}: all equal; the table puts {who} first.", country=name, who=Who(seat))
        case EpochScored(epoch):
            return T("The epoch {year} is scored.", year=YEARS[epoch])
        case TitlesConfirmed():
            return T("The cubes on the titles are counted, from Marshal to King.")
        case MarkersShown(shown):
            kinds = tuple(KINDS.values())[:shown]
            return T("Turned over: {kinds}.", kinds=Both(kinds[-1:]))
        case GameEnded():
            return T("All markers are on the table.")
        case _:
            return None


def _corrected(state: State, event: Event) -> Text | None:
    match event:
        case PositionCorrected(position, holder) if holder == NOBODY:
            return T("Corrected: nobody is {position}.", position=position_name(state, position))
        case PositionCorrected(position, holder):
            return T("Corrected: {who} is {position}.", who=Who(holder), position=position_name(state, position))
        case TitleCorrected(title, seat, cubes):
            return TN(
                "Corrected: {count} cube of {who} on the {title}.",
                "Corrected: {count} cubes of {who} on the {title}.",
                cubes,
                who=Who(seat),
                title=TITLES[title],
            )
        case FieldCorrected(city, seat, cubes):
            return TN(
                "Corrected: {count} cube of {who} beside {city}.",
                "Corrected: {count} cubes of {who} beside {city}.",
                cubes,
                who=Who(seat),
                city=city_name(state, city),
            )
        case MarkerCorrected(marker, holder) if holder == NOBODY:
            return T("Corrected: the {marker} lies on the board.", marker=called(state, marker))
        case MarkerCorrected(marker, holder):
            return T("Corrected: {who} has the {marker}.", who=Who(holder), marker=called(state, marker))
        case _:
            return None
