"""Asks, events and phases are known by being defined."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar, TypeVar, dataclass_transform

Thing = TypeVar("Thing")


def stored_name(cls: type) -> str:
    """`BidSealed` is stored as `bid-sealed`."""
    return _hyphenated(cls.__name__)


@cache
def _hyphenated(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Defined:
    """Asks, events and phases register by being defined: a game consists of those in its own package.

    Each is a frozen dataclass by itself. What is true of it as a kind stands beside its name, as in
    `class StakesRevealed(Event, reveals=True)`. A class that only lends its methods to others is `abstract`.
    """

    _by_package: ClassVar[dict[str, list[type]]] = {}

    def __init_subclass__(cls, abstract: bool = False, **claims: Any) -> None:
        super().__init_subclass__()
        for name, value in claims.items():
            assert hasattr(cls, name), f"{cls.__name__} is of no kind that has {name}"
            setattr(cls, name, value)
        dataclass(frozen=True)(cls)
        if not abstract:
            Defined._by_package.setdefault(cls.__module__.rpartition(".")[0], []).append(cls)


def defined_in(package: str, kind: type[Thing]) -> tuple[type[Thing], ...]:
    """All of this kind in the package, in the order of their definition."""
    return tuple(one for one in Defined._by_package.get(package, ()) if issubclass(one, kind))
