"""Registry of actions, events and phases, which register by being defined."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar, TypeVar, dataclass_transform

Thing = TypeVar("Thing")


def stored_name(cls: type) -> str:
    """Returns the name in logs and forms: `BidSealed` is `bid-sealed`, unless the class pins another name with
    `stored=`."""
    # Only the class's own pin counts: a subclass is another event with another name.
    return cls.__dict__.get("stored") or _hyphenated(cls.__name__)


@cache
def _hyphenated(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Registered:
    """Base class for actions, events and phases. Defining one registers it: a game consists of those in its package.

    Each becomes a frozen dataclass. Class flags follow the base class, as in `class StakesRevealed(Event,
    reveals=True)`. A class that only provides methods for others is `abstract`.
    """

    # Log name of a renamed class, as in `class New(Event, stored="old-name")`.
    stored: ClassVar[str] = ""
    _by_package: ClassVar[dict[str, list[type]]] = {}

    def __init_subclass__(cls, abstract: bool = False, **claims: Any) -> None:
        super().__init_subclass__()
        for name, value in claims.items():
            assert hasattr(cls, name), f"{cls.__name__} is of no kind that has {name}"
            setattr(cls, name, value)
        dataclass(frozen=True)(cls)
        if not abstract:
            Registered._by_package.setdefault(cls.__module__.rpartition(".")[0], []).append(cls)


def registered_in(package: str, kind: type[Thing]) -> tuple[type[Thing], ...]:
    """Returns all classes of this kind in the package, in definition order, which depends on imports."""
    return tuple(one for one in Registered._by_package.get(package, ()) if issubclass(one, kind))


def in_module_order(package: str, kind: type[Thing], modules: Sequence[str]) -> tuple[type[Thing], ...]:
    """Returns all classes of this kind in the package, in the given module order, then in line order.

    Raises LookupError for a class in a module that is not in the list.
    """
    place = {f"{package}.{module}": number for number, module in enumerate(modules)}
    found = registered_in(package, kind)
    if unlisted := {one.__module__ for one in found} - place.keys():
        raise LookupError(f"{', '.join(sorted(unlisted))} missing from the modules of {package}")
    return tuple(sorted(found, key=lambda one: place[one.__module__]))
