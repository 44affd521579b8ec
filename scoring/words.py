"""Texts for people, kept as message + values so that each screen can render them in its own language."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from scoring.memo import cached_property


@dataclass(frozen=True)
class Who:
    """A seat in a text, rendered as the player's name."""

    seat: int


@dataclass(frozen=True)
class TextList:
    """Several values in a text, rendered as a list: people with an "and", numbers and phrases with commas."""

    parts: tuple[Value, ...]


@dataclass(frozen=True)
class Text:
    """A gettext message, its plural if it has one, and the values to fill in."""

    message: str
    plural: str = ""
    count: int = 1
    values: tuple[tuple[str, Value], ...] = ()

    @cached_property
    def _hash(self) -> int:
        return hash((self.message, self.plural, self.count, self.values))

    def __hash__(self) -> int:
        """Returns the cached hash: every screen looks its texts up in a cache."""
        return self._hash


@dataclass(frozen=True)
class Addressed:
    """A line for its addressee's phone, where it leaves out the name: "Anna: take a card." becomes "Take a card."
    there."""

    text: Text


Value: TypeAlias = "str | int | Who | TextList | Text | Addressed"
Translate: TypeAlias = Callable[[str, str, int], str]


def T(message: str, /, **values: Value) -> Text:  # noqa: N802 - reads like gettext's _()
    return Text(message, values=tuple(sorted(values.items())))


def TN(one: str, many: str, count: int, /, **values: Value) -> Text:  # noqa: N802
    """Returns a message with a plural; `{count}` stands for the number."""
    return Text(one, many, count, tuple(sorted({**values, "count": count}.items())))


def seats(numbers: Sequence[int]) -> TextList:
    return TextList(tuple(Who(number) for number in numbers))


def seats_mentioned(value: Value) -> frozenset[int]:
    """Returns the seats that a text names."""
    match value:
        case Who(seat):
            return frozenset({seat})
        case TextList(parts):
            return frozenset[int]().union(*map(seats_mentioned, parts))
        case Text():
            return frozenset[int]().union(*(seats_mentioned(part) for _, part in value.values))
        case Addressed(text):
            return seats_mentioned(text)
        case _:
            return frozenset()


# Beginning of a line for one player, in every language.
_NAME = re.compile(r"{(\w+)}: ")


def addressee(text: Text) -> int | None:
    """Returns the seat addressed by a line such as "{who}: take a card."; None for other lines."""
    found = _NAME.match(text.message)
    value = dict(text.values).get(found[1]) if found else None
    return value.seat if isinstance(value, Who) else None


@dataclass(frozen=True)
class Section:
    """A rulebook section that starts at this line of our text.

    It has its printed heading, a name for readers of other languages, and a page (0: unknown).
    """

    line: int
    heading: str
    name: Text | None = None
    page: int = 0


EDITIONS = {"nl": T("Dutch rulebook"), "de": T("German rulebook"), "en": T("English rulebook")}


def section_at(place: str, sections: Sequence[Section]) -> Section | None:
    """Returns the section of a place such as nl 168: edition and line of our text. A range counts from its first
    line."""
    line = int(next(iter(re.findall(r"\d+", place)), 0))
    return next((one for one in reversed(sections) if one.line <= line), None)


def rulebook(place: str, sections: Sequence[Section] = (), language: str = "") -> Text:
    """Returns where a rule is printed: edition, page and section.

    Readers of the edition's own language get the printed heading, all others the section's name.
    """
    found = section_at(place, sections)
    if found is None:
        return T("Rules, {place}", place=place)
    edition, page = EDITIONS.get(place[:2], T("Rulebook")), found.page
    if found.name and language != place[:2]:
        if page:
            return T("{edition}, page {page}: {section}", edition=edition, page=page, section=found.name)
        return T("{edition}: {section}", edition=edition, section=found.name)
    if page:
        return T("{edition}, page {page}: “{heading}”", edition=edition, page=page, heading=found.heading)
    return T("{edition}: “{heading}”", edition=edition, heading=found.heading)


def amount(number: int | str) -> str:
    """Returns a number with a minus sign instead of a hyphen."""
    return str(number).replace("-", "−")


def signed(number: int) -> str:
    """Returns a number with its sign."""
    return amount(f"{number:+d}")


AND = T("{some} and {last}")


def in_english(one: str, many: str, count: int) -> str:
    return many if many and count != 1 else one


def listed(names: Sequence[str], translate: Translate = in_english) -> str:
    """Returns the names as a list in words: "Anna, Ben and Carla"."""
    if len(names) < 2:
        return "".join(names)
    return translate(AND.message, "", 1).format(some=", ".join(names[:-1]), last=names[-1])


def render(value: Value, names: Sequence[str], translate: Translate = in_english) -> str:
    """Returns the text as a plain sentence, with players' names for seats."""
    match value:
        case Who(seat):
            return names[seat]
        case TextList(parts):
            said = [render(part, names, translate) for part in parts]
            people = all(isinstance(part, Who) for part in parts)
            return listed(said, translate) if people else ", ".join(said)
        case Text(message, plural, count, values):
            words = {key: render(part, names, translate) for key, part in values}
            return translate(message, plural, count).format_map(words)
        case Addressed(text):
            words = {key: render(part, names, translate) for key, part in text.values}
            line = _NAME.sub("", translate(text.message, text.plural, text.count), count=1).format_map(words)
            return line[:1].upper() + line[1:]
        case int():
            return amount(value)
        case _:
            return value
