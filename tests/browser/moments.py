"""Moments of all games from the recordings: together they show everything that can be asked on a screen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import groupby

from companion.people import with_names
from scoring.recording import export_whole
from scoring.replay import Story, advance, replay
from tests.browser.actors import Phone, TableScreen
from tests.browser.evening import Evening
from tests.browser.prepared import own_table
from tests.games import TESTS, declared, story_in
from tests.games import recorded as in_folder

# As long as a name can be, and no place to break it.
LONG_NAMES = (
    "Annegretwilhelminas",
    "Benediktmaximilians",
    "Carolinefriederikes",
    "Dorotheamargaretena",
    "Emmanuelfriedrichen",
)


def with_long_names(story: Story) -> Story:
    names = {seat.key: name for seat, name in zip(story.table.seats, LONG_NAMES, strict=False)}
    return replay(tuple(with_names(story.records, names)))


def recorded(path: str) -> Story:
    """A recorded game, played by people with long names."""
    return with_long_names(story_in(TESTS / path))


def stages(story: Story) -> Iterator[Story]:
    """The game after every ask."""
    grown: Story | None = None
    for _, caused in groupby(story.records, key=lambda record: record.ask_id):
        for record in caused:
            grown = advance(grown, record)
        if grown is not None and grown.table.started:
            yield grown


def waited_for(story: Story) -> int:
    """Somebody who has something to do."""
    waited = story.table.game.view(story.table.state, None).waiting_for
    return waited[0] if waited else 0


def shown(story: Story) -> frozenset[str]:
    """What can be asked on the table screen or on the phone of whoever is waited for, and what the game is doing."""
    table = story.table
    views = [table.game.view(table.state, seat) for seat in (None, waited_for(story))]
    asks = {offer.ask for view in views for offer in view.offers}
    return frozenset(asks | {f"phase {getattr(views[0], 'phase', '')}", f"over {table.standings is not None}"})


@cache
def moments(game: str) -> tuple[Story, ...]:
    """As few as show everything; of two that show the same the later one, when there is more on the table."""
    found: dict[frozenset[str], Story] = {}
    for name in reversed(declared(game).MOMENTS):
        found |= {shown(story): story for story in stages(with_long_names(story_in(in_folder(game) / f"{name}.jsonl")))}
    missing, chosen = set().union(*found), []
    while missing:
        most = max(found, key=lambda shows: len(shows & missing))
        missing -= most
        chosen.append(found[most])
    return tuple(chosen)


def brought(evening: Evening, story: Story, *seats: int) -> tuple[TableScreen, list[Phone]]:
    """The table screen, and the phones of these seats."""
    table = evening.table_screen()
    table.is_brought(export_whole(own_table(story.records)))
    phones = [evening.phone(f"phone {number}") for number, _ in enumerate(seats)]
    for phone, seat in zip(phones, seats, strict=True):
        phone.name = story.table.seats[seat].name
        phone.posts(table.new_link(seat))
        phone.seat = seat
    for screen in (table, *phones):
        screen.opens(screen.path)
    return table, phones
