"""Tables played to the point that a test is about."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import count, pairwise

from scoring.bots import play_game
from scoring.games import GAMES
from scoring.kernel import Rng
from scoring.lang_lebe.election import BonusAwarded, ElectionCalled, KingCrowned, TieRolled
from scoring.recording import export_whole
from scoring.replay import Projection, Record, replay
from tests.browser.actors import Phone, TableScreen
from tests.browser.evening import Evening

# Start cards of the example box for three players; the owner of Rouecestre begins.
START_AREAS = ("Rouecestre", "Lideforde", "Lincolia")
NAMES = ("Anna", "Ben", "Carla")
COLOURS = ("red", "blue", "green")
NUMBERS = count(1)
# The table screen, as an entry of `looking`.
TABLE = "table"

Three = tuple[TableScreen, Phone, Phone, Phone]


def set_out(evening: Evening, *looking: str) -> Three:
    """Sets out a game: Anna, Ben and Carla have their start areas, and Anna begins."""
    return open_pages(_set_out(evening), looking)


def open_dispute(evening: Evening, *looking: str) -> Three:
    """Sets out a dispute: Ben has entered Anna's Oxeneford, and nobody has staked yet."""
    table, anna, ben, carla = _set_out(evening)
    start_dispute(anna, ben)
    return open_pages((table, anna, ben, carla), looking)


def open_pages(three: Three, looking: Sequence[str] = ()) -> Three:
    """Opens the pages of `looking`, or of everybody. Until now they were closed, because open pages would follow every
    step."""
    for screen in three:
        if not looking or (screen.name or TABLE) in looking:
            screen.open(screen.path)
    return three


def _set_out(evening: Evening) -> Three:
    table = evening.table_screen()
    table.post("/new/lang-lebe", box="example", dice="typed")
    anna, ben, carla = (evening.phone(name) for name in NAMES)
    for seat, phone in enumerate((anna, ben, carla)):
        phone.post(f"/j/{table.code}", name=phone.name, colour=COLOURS[seat])
        phone.seat = seat
    start(table)
    return table, anna, ben, carla


def start(table: TableScreen) -> None:
    """Starts the game and gives the first three seats their start areas."""
    table.submit("start-game")
    for seat, area in enumerate(START_AREAS):
        table.submit("take-start-area", seat, area=area)


def start_dispute(anna: Phone, ben: Phone) -> None:
    anna.submit("move-figure", area="Oxeneford")
    anna.submit("place-courtier")
    anna.submit("end-turn")
    ben.submit("enter-foreign", area="Oxeneford")


# --- elections, from a game between bots -----------------------------------------------------------------


def file_before_bonus_votes() -> str:
    """Returns a table, as a file, at an election that makes nobody king."""
    return _before_election(BonusAwarded)


def file_before_coronation() -> str:
    """Returns a table, as a file, at the election that ends the game."""
    return _before_election(KingCrowned)


def own_table(records: Sequence[Record]) -> Projection:
    """Returns the same game as a separate table; otherwise Herald would recognise it by its first record."""
    return replay([replace(records[0], action_id=f"open-{next(NUMBERS)}"), *records[1:]])


def _before_election(outcome: type) -> str:
    return next(
        export_whole(own_table(records))
        for seed in range(50)
        for records, ends in _elections(_game(seed))
        if ends == [outcome]
    )


@cache
def _game(seed: int) -> Projection:
    return play_game(GAMES["lang-lebe"], 3, Rng(random.Random(seed)))


def _elections(game: Projection) -> Iterator[tuple[tuple[Record, ...], list[type]]]:
    """Yields the records up to each election, and the events that it causes."""
    records = game.records
    called = [n for n, record in enumerate(records, 1) if isinstance(record.event, ElectionCalled)]
    for first, last in pairwise([*called, len(records)]):
        kinds = [type(record.event) for record in records[first:last]]
        yield records[:first], [kind for kind in kinds if kind in (TieRolled, BonusAwarded, KingCrowned)]
