"""Tables brought to the point that a test is about."""

from __future__ import annotations

from tests.browser.actors import Phone, TableScreen
from tests.browser.evening import Evening

# The start cards of the example box for three; whoever has Rouecestre begins.
START_AREAS = ("Rouecestre", "Lideforde", "Lincolia")
NAMES = ("Anna", "Ben", "Carla")

Three = tuple[TableScreen, Phone, Phone, Phone]


def set_out(evening: Evening) -> Three:
    """Anna, Ben and Carla have their start areas; Anna begins."""
    table = evening.table_screen()
    table.opens_a_table()
    anna, ben, carla = evening.seated(table, *NAMES)
    table.asks("start-game")
    for seat, area in enumerate(START_AREAS):
        table.asks("take-start-area", seat, area=area)
    return table, anna, ben, carla


def in_dispute(evening: Evening) -> Three:
    """Ben has entered Anna's Oxeneford; nobody has staked yet."""
    table, anna, ben, carla = set_out(evening)
    into_dispute(anna, ben)
    return table, anna, ben, carla


def into_dispute(anna: Phone, ben: Phone) -> None:
    anna.asks("move-figure", area="Oxeneford")
    anna.asks("place-courtier")
    anna.asks("end-turn")
    ben.asks("enter-foreign", area="Oxeneford")
