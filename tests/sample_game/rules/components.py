"""What is printed: the jewels and their values, and the number of coins."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.printed_values import PrintedField, PrintedValues, number, numbers, rising
from scoring.words import Section, T, Text

JEWELS = ("pearl", "ruby", "crown")  # en 1: in the order in which they are sold
NAMES: Mapping[str, Text] = {"pearl": T("Pearl"), "ruby": T("Ruby"), "crown": T("Crown")}
COINS = 10  # en 2
# The headings of the rulebook. A rule is cited by edition and line of our text of it ("en 3"); people are told the
# heading above that line.
SECTIONS = (
    Section(1, "The jewels"),
    Section(2, "The coins"),
    Section(3, "Bids"),
    Section(4, "Equal bids"),
    Section(5, "The end"),
)


def value_key(jewel: str) -> str:
    return f"value.{jewel}"


def value(box: PrintedValues, jewel: str) -> int | None:
    """The number on the card, if it is known."""
    return number(box, value_key(jewel))


FIELDS = tuple(PrintedField(value_key(jewel), T("Values"), NAMES[jewel], numbers(1, 8)) for jewel in JEWELS)
CHECKS = (rising(T("Each jewel is worth more than the one before."), "en 1", tuple(map(value_key, JEWELS))),)
EXAMPLE: PrintedValues = {value_key("pearl"): "3", value_key("ruby"): "5", value_key("crown"): "8"}
