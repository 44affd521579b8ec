"""Codec: frozen dataclasses to plain JSON values and strictly back, and web forms to typed actions."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

Decoded = TypeVar("Decoded")


class Malformed(ValueError):
    """Data that does not match its type; the message names the class or field."""


@cache
def _type_hints(cls: Any) -> dict[str, Any]:
    hints = get_type_hints(cls)
    return {field.name: hints[field.name] for field in fields(cls)}


def encode(value: Any) -> Any:
    """Returns a dataclass (or anything inside one) as plain JSON values."""
    if is_dataclass(value):
        return {field.name: encode(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): encode(part) for key, part in value.items()}
    if isinstance(value, tuple | list):
        return [encode(part) for part in value]
    return value


def decode(cls: type[Decoded], data: Any) -> Decoded:
    """Returns the dataclass that `encode` wrote. Raises Malformed for missing, unknown or wrongly typed fields."""
    if not isinstance(data, dict):
        raise Malformed(f"{cls.__name__} is not an object")
    readers: dict[str, Reader] = _field_readers(cls)  # type: ignore[arg-type]
    try:
        return cls(**{name: readers[name](part, name) for name, part in data.items()})
    except KeyError:
        unknown = sorted(data.keys() - readers.keys())
        raise Malformed(f"{cls.__name__} has no field {unknown[0]}") from None
    except TypeError as error:  # a field without a default is missing
        raise Malformed(f"{cls.__name__} is incomplete") from error


# --- readers by type, built once per type ------------------------------------------------------------------

# Called with the plain value and its field name.
Reader = Callable[[Any, str], Any]


@cache
def _field_readers(cls: Any) -> dict[str, Reader]:
    return {name: _reader(kind) for name, kind in _type_hints(cls).items()}


@cache
def _reader(kind: Any) -> Reader:
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _optional_reader(_reader(next(arg for arg in args if arg is not NoneType)), NoneType in args)
    if origin is tuple:
        return (
            _tuple_reader(_reader(args[0]))
            if args[1:] == (Ellipsis,)
            else _fixed_tuple_reader(tuple(map(_reader, args)))
        )
    if _is_mapping(kind):
        return _mapping_reader(args[0] is int, _reader(args[1]))
    if is_dataclass(kind) and isinstance(kind, type):
        return lambda data, _: decode(kind, data)
    return _scalar_reader(kind)


def _scalar_reader(kind: type) -> Reader:
    def read(data: Any, name: str) -> Any:
        if type(data) is not kind:  # bool is not an int here
            raise Malformed(f"{name} is not {kind.__name__}")
        return data

    return read


def _optional_reader(inner: Reader, may_be_none: bool) -> Reader:
    return lambda data, name: None if data is None and may_be_none else inner(data, name)


def _tuple_reader(inner: Reader) -> Reader:
    return lambda data, name: tuple([inner(part, name) for part in _as_list(data, name)])


def _fixed_tuple_reader(inners: tuple[Reader, ...]) -> Reader:
    def read(data: Any, name: str) -> Any:
        if len(_as_list(data, name)) != len(inners):
            raise Malformed(f"{name} has the wrong length")
        return tuple([inner(part, name) for inner, part in zip(inners, data, strict=True)])

    return read


def _as_list(data: Any, name: str) -> list[Any]:
    if not isinstance(data, list):
        raise Malformed(f"{name} is not a list")
    return data


def _mapping_reader(by_number: bool, inner: Reader) -> Reader:
    def read(data: Any, name: str) -> Any:
        if not isinstance(data, dict):
            raise Malformed(f"{name} is not an object")
        return {_parse_number(key, name) if by_number else key: inner(part, name) for key, part in data.items()}

    return read


# --- forms ---------------------------------------------------------------------------------------------


def from_form(cls: type[Decoded], form: Mapping[str, str]) -> Decoded:
    """Returns a typed action from form fields; empty ones are left out. `troops.London` is one entry of a mapping
    `troops`."""
    hints: dict[str, Any] = _type_hints(cls)  # type: ignore[arg-type]
    values: dict[str, Any] = {name: {} for name, kind in hints.items() if _is_mapping(kind)}
    for name, text in form.items():
        field, dot, key = name.partition(".")
        if field not in hints or bool(dot) != _is_mapping(hints[field]):
            raise Malformed(f"{cls.__name__} has no field {name}")
        if not text.strip():
            continue
        if dot:
            values[field][key] = _parse(get_args(hints[field])[1], text.strip(), name)
        else:
            values[field] = _parse(hints[field], text.strip(), name)
    try:
        return cls(**values)
    except TypeError as error:
        raise Malformed(f"{cls.__name__} is incomplete") from error


def _is_mapping(kind: Any) -> bool:
    origin = get_origin(kind)
    return origin is not None and isinstance(origin, type) and issubclass(origin, Mapping)


def _parse(kind: Any, text: str, name: str) -> Any:
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _parse(next(arg for arg in args if arg is not NoneType), text, name)
    if origin is tuple:  # dice: "3146" or "3,1,4,6"
        return tuple(_parse(args[0], part, name) for part in (text.split(",") if "," in text else text))
    if kind is int:
        return _parse_number(text, name)
    if kind is bool:
        return _parse_flag(text, name)
    return text


def _parse_flag(text: str, name: str) -> bool:
    if text not in ("1", "on", "true", "0", "off", "false"):
        raise Malformed(f"{name} is neither on nor off")
    return text in ("1", "on", "true")


def _parse_number(text: str, name: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,6}", text):
        raise Malformed(f"{name} is not a number")
    return int(text)
