"""Memoization by state identity: each function is computed once per state object."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from scoring.memo import CACHE_SIZE, memoize_by_identity


@dataclass(frozen=True)
class State:
    cubes: dict[str, int] = field(default_factory=dict)


def counting() -> tuple[object, list[State]]:
    asked: list[State] = []

    @memoize_by_identity
    def cubes_in(state: State, city: str) -> int:
        asked.append(state)
        return state.cubes[city]

    return cubes_in, asked


def test_same_state_is_computed_once_per_function() -> None:
    cubes_in, asked = counting()
    state = State({"Paris": 2, "Bath": 0})
    assert [cubes_in(state, city) for city in ("Paris", "Bath", "Paris")] == [2, 0, 2]  # type: ignore[operator]
    assert len(asked) == 2


def test_equal_but_different_state_is_computed_again() -> None:
    cubes_in, asked = counting()
    state = State({"Paris": 2})
    for one in (state, replace(state), replace(state, cubes={"Paris": 3})):
        cubes_in(one, "Paris")  # type: ignore[operator]
    assert [one.cubes["Paris"] for one in asked] == [2, 2, 3]


def test_results_for_old_states_are_dropped() -> None:
    cubes_in, asked = counting()
    state = State({"Paris": 2})
    cubes_in(state, "Paris")  # type: ignore[operator]
    for _ in range(CACHE_SIZE):
        cubes_in(State({"Paris": 1}), "Paris")  # type: ignore[operator]
    assert cubes_in(state, "Paris") == 2  # type: ignore[operator]
    assert asked.count(state) == 2
