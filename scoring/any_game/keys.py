"""Keys of a game sheet. Each has one description, used for reading, error messages, writing and the editor's form."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from functools import cache
from typing import Any, ClassVar, Self, dataclass_transform

from scoring.names import is_plain, tidy
from scoring.words import T, Text

# Largest number on a sheet; imports refuse tables with numbers above 10,000.
MOST = 9_999
NUMBER = re.compile(r"[-−]?\d{1,7}")
# Between the parts of a list item in the editor: "Reed Bay = 8 4 2".
SIGN = "="


class SheetError(ValueError):
    """A sheet that Herald cannot use: the message, the object with the mistake, and its key."""

    def __init__(
        self, message: Text, data: Any = None, key: str = "", line: int = 0, expected: Key | None = None
    ) -> None:
        super().__init__(message.message)
        self.message, self.data, self.key, self.line, self.expected = message, data, key, line, expected

    @property
    def text(self) -> Text:
        return T("Line {line}: {message}", line=self.line, message=self.message) if self.line else self.message


# --- kinds of values -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Kind:
    """A kind of value: `read` checks JSON or raises ValueError; `parse` returns JSON from the editor's text."""

    what: Text
    read: Callable[[Any], Any]
    parse: Callable[[str], Any] = str.strip
    widget: str = "text"
    options: tuple[str, ...] = ()


def _checked(value: Any, so: object) -> Any:
    if not so:
        raise ValueError
    return value


def _number_in(text: str) -> int | str:
    text = text.strip()
    return int(text.replace("−", "-")) if NUMBER.fullmatch(text) else text


def number(low: int = -MOST, high: int = MOST) -> Kind:
    what = T("a number from {low} to {high}", low=low, high=high)
    return Kind(what, lambda v: _checked(v, type(v) is int and low <= v <= high), _number_in, "number")


def words(most: int) -> Kind:
    """A group's own words, on one line. The equals sign separates parts of a list in the editor."""

    def read(value: Any) -> str:
        short = isinstance(value, str) and 0 < len(value) <= most
        return str(_checked(value, short and value == tidy(value) and is_plain(value) and SIGN not in value))

    return Kind(T("text of 1 to {most} characters without “=”", most=most), read)


def name(pattern: str = "[a-z0-9_]{1,24}") -> Kind:
    what = T("an id of 1 to 24 letters a–z, digits or _")
    return Kind(what, lambda v: _checked(v, isinstance(v, str) and re.fullmatch(pattern, v)))


def row_name() -> Kind:
    """The id of a row, or nothing; the editor offers the rows of the sheet."""
    return replace(name("[a-z0-9_]{0,24}"), what=T("the id of a row"), widget="row")


def flag() -> Kind:
    return Kind(T("true or false"), lambda v: _checked(v, type(v) is bool), bool, "flag")


def one_of(*options: str) -> Kind:
    what = T("one of {options}", options=", ".join(options))
    return Kind(what, lambda v: _checked(v, isinstance(v, str) and v in options), widget="choice", options=options)


def either(one: Kind, other: Kind) -> Kind:
    def read(value: Any) -> Any:
        try:
            return one.read(value)
        except ValueError:
            return other.read(value)

    def parse(text: str) -> Any:
        return text.strip() if text.strip() in one.options else other.parse(text)

    what = T("{one}, or {other}", one=one.what, other=other.what)
    return Kind(what, read, parse, "either" if one.options else "text", one.options)


def listed(inner: Kind, low: int, high: int, separator: str = r"\n") -> Kind:
    def read(value: Any) -> tuple[Any, ...]:
        return tuple(map(inner.read, _checked(value, isinstance(value, list) and low <= len(value) <= high)))

    def parse(text: str) -> list[Any]:
        return [inner.parse(part) for part in re.split(separator, text) if part.strip()]

    what = T("a list of {low} to {high}, each {what}", low=low, high=high, what=inner.what)
    return Kind(what, read, parse, "lines" if separator == r"\n" else "text")


def numbers(low: int, high: int, most: int) -> Kind:
    """Returns a list of numbers; the editor takes "2 5", "2, 5" and "2–5"."""
    kind = listed(number(low, high), 1, most, r"[\s,]+|(?<=\d)[-–](?=\d)")
    return replace(kind, what=T("1 to {most} numbers from {low} to {high}", most=most, low=low, high=high))


def together(*kinds: Kind, optional: int = 0) -> Kind:
    """A list with one value of each kind; the kind at the index `optional`, if any, may be left out."""

    def fitting(count: int) -> tuple[Kind, ...]:
        return kinds[:optional] + kinds[optional + 1 :] if optional and count == len(kinds) - 1 else kinds

    def read(value: Any) -> tuple[Any, ...]:
        some = fitting(len(_checked(value, isinstance(value, list))))
        return tuple(kind.read(part) for kind, part in zip(some, value, strict=True))

    def parse(text: str) -> list[Any]:
        parts = text.split(SIGN)
        some = fitting(len(parts))
        return [kind.parse(part) for kind, part in zip(some, parts, strict=False)] if len(parts) == len(some) else parts

    what = T("[{parts}]", parts=T("{one}, {other}", one=kinds[0].what, other=kinds[-1].what))
    return Kind(what, read, parse)


def parts(kinds: Mapping[str, type[Part]], most: int) -> Kind:
    """A list of JSON objects, each with its `kind`; parts of only one kind do not name it."""
    sole = kinds.get("")

    def part(data: Any) -> Part:
        if not isinstance(data, dict):
            raise ValueError
        kind = sole or kinds.get(str(data.get("kind")))
        if kind is None:
            unknown = T("Unknown kind “{kind}”. Use {kinds}.", kind=str(data.get("kind"))[:24], kinds=", ".join(kinds))
            raise SheetError(unknown, data, "kind")
        return kind.read(data)

    def read(value: Any) -> tuple[Part, ...]:
        return tuple(map(part, _checked(value, isinstance(value, list) and len(value) <= most)))

    return Kind(T("a list of at most {most}", most=most), read)


def as_text(value: Any) -> str:
    """Returns a value as the editor shows it."""
    if not isinstance(value, tuple):
        return "" if value is None or value is MISSING else str(value)
    if any(isinstance(part, tuple) for part in value):
        return "\n".join(f" {SIGN} ".join(map(as_text, item)) for item in value)
    return (" " if all(isinstance(part, int) for part in value) else "\n").join(map(str, value))


def plain(value: Any) -> Any:
    """Returns a value as JSON."""
    if isinstance(value, Part):
        return value.write()
    return [plain(part) for part in value] if isinstance(value, tuple) else value


# --- keys ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Key:
    """A key of a sheet: its values, and its name in the editor. The editor shows `main` keys first."""

    kind: Kind
    label: Text
    main: bool = False
    # None: it may be left out; MISSING: it may not.
    default: Any = None

    @property
    def required(self) -> bool:
        return self.default is MISSING


def key(kind: Kind, label: Text, *, default: Any = MISSING, main: bool = False) -> Any:
    described: Field[Any] = field(metadata={"key": Key(kind, label, main, default)})
    described.default = default
    return described


def keys_of(part: type[Part]) -> Mapping[str, Key]:
    return _keys_of(part)  # type: ignore[arg-type]


@cache
def _keys_of(part: Any) -> Mapping[str, Key]:
    return {one.name: one.metadata["key"] for one in fields(part)}


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(key,))
class Part:
    """Base class for the parts of a sheet: each becomes a frozen dataclass whose fields are its keys."""

    # Its kind in JSON; empty for parts of only one kind.
    kind: ClassVar[str] = ""

    def __init_subclass__(cls, kind: str = "") -> None:
        cls.kind = kind
        dataclass(frozen=True, kw_only=True)(cls)

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Self:
        """Returns the part in this JSON object; raises SheetError for the first mistake."""
        known, names = keys_of(cls), [name for name in data if name != "kind" or not cls.kind]
        unknown = next((name for name in names if name not in known), None)
        if unknown is not None:
            raise SheetError(T("There’s no key “{key}” here.", key=unknown[:24]), data, unknown)
        missing = (one.name for one in fields(cls) if one.default is MISSING and one.name not in data)  # type: ignore[arg-type]
        if name := next(missing, None):
            raise SheetError(T("“{key}” is missing.", key=name), data)
        return cls(**{name: _read(known[name], data, name) for name in names})

    def write(self) -> dict[str, Any]:
        """Returns the part as JSON, without keys that have their default value."""
        own = ((one, getattr(self, one.name)) for one in fields(self))  # type: ignore[arg-type]
        said = {one.name: plain(value) for one, value in own if value != one.default}
        return {"kind": self.kind, **said} if self.kind else said


def _read(known: Key, data: Mapping[str, Any], name: str) -> Any:
    try:
        return known.kind.read(data[name])
    except SheetError as error:
        data = data if error.data is None else error.data
        raise SheetError(error.message, data, error.key or name, expected=error.expected) from None
    except ValueError:
        shown = str(data[name])[:24]
        wrong = T("“{key}” must be {what}, not “{value}”.", key=name, what=known.kind.what, value=shown)
        raise SheetError(wrong, data, name, expected=known) from None
