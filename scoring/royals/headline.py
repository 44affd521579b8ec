"""What is going on, in a few words, and who is waited for."""

from __future__ import annotations

from scoring.royals import epoch
from scoring.royals.printed import ARCANE, COUNTRIES, YEARS
from scoring.royals.state import Over, Reveal, Scoring, SetUp, State, Titles, Turn, still_to_play
from scoring.words import T, Text, Who, seats


def waiting_for(state: State) -> tuple[int, ...]:
    """Seats that have to do something; nobody in particular where any device may tap on."""
    return (state.phase.turn,) if isinstance(state.phase, Turn) else ()


def headline(state: State) -> Text:
    match state.phase:
        case SetUp():
            return _who_begins(state)
        case Turn(turn=seat):
            return _turn(state, seat)
        case Scoring(confirmed=False):
            return T("Scoring of {year}: is the board right?", year=YEARS[state.epoch])
        case Scoring():
            return _tie(state)
        case Titles():
            return T("The titles: do the cubes lie like this?")
        case Reveal():
            return T("The markers are turned over.")
        case Over():
            return T("All markers are on the table.")


def _who_begins(state: State) -> Text:
    """de 106"""
    if state.edition == ARCANE:
        return T("Who begins? The oldest does.")
    return T("Who begins? The youngest does.")


def _turn(state: State, seat: int) -> Text:
    after = still_to_play(state, seat)
    if not state.last_round:
        return T("{who} draws cards and takes positions.", who=Who(seat))
    if after:
        return T("Last round: {who} plays, then {others}.", who=Who(seat), others=seats(after))
    return T("Last turn of the game: {who}.", who=Who(seat))


def _tie(state: State) -> Text:
    country, tied = next(iter(epoch.ties_to_settle(state).items()), ("", ()))
    if not country:
        return T("The epoch is scored.")
    name = COUNTRIES[country].name
    return T("{country}: {who} are equal in everything. Who comes first?", country=name, who=seats(tied))
