"""Components: the jewels, their printed values and the number of coins."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.printed_values import PrintedField, PrintedValues, number, numbers, rising
from scoring.words import Section, T, Text

JEWELS = ("pearl", "ruby", "crown")  # en 1: in order of sale
NAMES: Mapping[str, Text] = {"pearl": T("Pearl"), "ruby": T("Ruby"), "crown": T("Crown")}
COINS = 10  # en 2
# Headings of the rulebook. Rules are cited by edition and line of our text ("en 3"); players see the heading above that
# line.
SECTIONS = (
    Section(1, "The jewels", T("The jewels")),
    Section(2, "The coins", T("The coins")),
    Section(3, "Bids", T("Bids")),
    Section(4, "Equal bids", T("Equal bids")),
    Section(5, "The end", T("The end")),
)


def value_key(jewel: str) -> str:
    return f"value.{jewel}"


def value(box: PrintedValues, jewel: str) -> int | None:
    """Returns the printed value, or None if unknown."""
    return number(box, value_key(jewel))


FIELDS = tuple(PrintedField(value_key(jewel), T("Values"), NAMES[jewel], numbers(1, 8)) for jewel in JEWELS)
CHECKS = (rising(T("Each jewel is worth more than the one before."), "en 1", tuple(map(value_key, JEWELS))),)
EXAMPLE: PrintedValues = {value_key("pearl"): "3", value_key("ruby"): "5", value_key("crown"): "8"}
