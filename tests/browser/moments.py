"""Moments of all games from the recordings; together they show every action that a screen can offer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import groupby, product

from companion.people import with_names
from scoring.claims import PlaceClaimed
from scoring.lang_lebe.key_moments import ElectionEntry
from scoring.recording import export_whole
from scoring.replay import Projection, apply_record, replay
from tests.browser.actors import Phone, TableScreen
from tests.browser.evening import Evening
from tests.browser.prepared import own_table
from tests.games import TESTS, game_spec, projection_in
from tests.games import recordings_folder as in_folder

# Names of maximum length without a line-break opportunity.
LONG_NAMES = (
    "Annegretwilhelminas",
    "Benediktmaximilians",
    "Carolinefriederikes",
    "Dorotheamargaretena",
    "Emmanuelfriedrichen",
    "Ferdinandalexandres",
    "Gottfriedmaximilian",
    "Hildegardelisabeths",
    "Isabellakatharinens",
)


def named(projection: Projection, names: Sequence[str]) -> Projection:
    """Returns the same game, played by people with these names."""
    called = {seat.key: name for seat, name in zip(projection.table.seats, names, strict=False)}
    return replay(tuple(with_names(projection.records, called)))


def with_long_names(projection: Projection) -> Projection:
    return named(projection, LONG_NAMES)


def recorded_game(path: str) -> Projection:
    """Returns a recorded game, played by people with long names."""
    return with_long_names(projection_in(TESTS / path))


def stages(projection: Projection) -> Iterator[Projection]:
    """Yields the game after every action."""
    grown: Projection | None = None
    for _, caused in groupby(projection.records, key=lambda record: record.action_id):
        for record in caused:
            grown = apply_record(grown, record)
        if grown is not None and grown.table.started:
            yield grown


def waited_for(projection: Projection) -> int:
    """Returns a seat that the game waits for, or 0."""
    waited = projection.table.game.view(projection.table.state, None).waiting_for
    return waited[0] if waited else 0


def offered_actions(projection: Projection) -> frozenset[str]:
    """Returns the legal actions on the table screen and on the phone of the awaited seat, and the phase."""
    table = projection.table
    views = [table.game.view(table.state, seat) for seat in (None, waited_for(projection))]
    actions = {legal_action.action for view in views for legal_action in view.legal_actions}
    return frozenset(actions | {f"phase {getattr(views[0], 'phase', '')}", f"over {table.standings is not None}"})


def moments(game: str) -> tuple[Projection, ...]:
    return tuple(chosen_moments(game, LONG_NAMES).values())


def beginning(game: str) -> Projection:
    """Returns the first moment of a game, which has the most choices."""
    recording = game_spec(game).MOMENTS[0]
    return next(stages(named(projection_in(in_folder(game) / f"{recording}.jsonl"), LONG_NAMES)))


def contested_election(players: int) -> Projection:
    """Returns the start of a Lang lebe election in which three players have tapped the same two areas."""
    recording = in_folder("lang-lebe") / f"{players}-counts-several-elections.jsonl"
    told = stages(named(projection_in(recording), LONG_NAMES))
    projection = next(one for one in told if isinstance(one.table.state.phase, ElectionEntry))
    for place, seat in product(("Lundonia", "Grentebrige"), range(3)):
        last = projection.records[-1]
        tapped = replace(last, seq=last.seq + 1, action_id=f"tapped-{last.seq}", event=PlaceClaimed(seat, place))
        projection = apply_record(projection, tapped)
    return projection


@cache
def chosen_moments(game: str, names: Sequence[str]) -> dict[str, Projection]:
    """Returns a small set of moments, by recording and step, that together show every action and phase. Of two that
    show the same, it takes the later one, with more on the table."""
    found: dict[frozenset[str], tuple[str, Projection]] = {}
    for recording in reversed(game_spec(game).MOMENTS):
        told = stages(named(projection_in(in_folder(game) / f"{recording}.jsonl"), names))
        found |= {offered_actions(projection): (f"{recording} {projection.seq}", projection) for projection in told}
    missing, picked = set().union(*found), []
    while missing:
        most = max(found, key=lambda shows: len(shows & missing))
        missing -= most
        picked.append(found[most])
    return dict(picked)


def import_game(evening: Evening, projection: Projection, *seats: int) -> tuple[TableScreen, list[Phone]]:
    """Imports the game; returns the table screen and the phones of these seats."""
    table = evening.table_screen()
    table.import_without_taps(export_whole(own_table(projection.records)))
    phones = [evening.phone(f"phone {number}") for number, _ in enumerate(seats)]
    for phone, seat in zip(phones, seats, strict=True):
        phone.name = projection.table.seats[seat].name
        phone.post(table.new_link(seat))
        phone.seat = seat
    for screen in (table, *phones):
        screen.open(screen.path)
    return table, phones
