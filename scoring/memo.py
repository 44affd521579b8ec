"""Memoizes pure functions of a state by identity; states are immutable."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

# Enough for the latest states of a few active tables; the oldest are dropped.
CACHE_SIZE = 512

State = TypeVar("State")
Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


if TYPE_CHECKING:
    from functools import cached_property as cached_property
else:

    class cached_property:  # noqa: N801
        """Like `functools.cached_property`, without the lock of Python 3.11: computing a value twice does no harm."""

        def __init__(self, function: Callable[[Any], Any]) -> None:
            self.function, self.name, self.__doc__ = function, function.__name__, function.__doc__

        def __get__(self, owner: Any, kind: type | None = None) -> Any:
            if owner is None:
                return self
            answer = owner.__dict__[self.name] = self.function(owner)
            return answer


class ById:
    """A state hashed and compared by identity: comparing two states by value would take longer than recomputing."""

    __slots__ = ("state",)

    def __init__(self, state: Any) -> None:
        self.state = state

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ById) and self.state is other.state

    def __hash__(self) -> int:
        return id(self.state)


def memoize_by_identity(
    function: Callable[Concatenate[State, Arguments], Result],
) -> Callable[Concatenate[State, Arguments], Result]:
    """Caches a pure function of a state and hashable arguments, with states compared by identity."""

    @lru_cache(maxsize=CACHE_SIZE)
    def compute(same: ById, *args: Hashable) -> Any:
        return function(same.state, *args)  # type: ignore[arg-type, call-arg]

    @wraps(function)
    def cached(state: State, /, *args: Arguments.args, **named: Arguments.kwargs) -> Result:
        answer: Result = compute(ById(state), *args, **named)  # type: ignore[arg-type]
        return answer

    return cached
