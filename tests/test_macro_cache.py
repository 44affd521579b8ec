"""A control is drawn once for the same arguments in the same language, and only then."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from markupsafe import Markup

from companion import macro_cache


@pytest.fixture
def spoken(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    now = {"language": "en"}
    monkeypatch.setattr(macro_cache, "translator", lambda: (now["language"], (), None))
    return now


def counting() -> tuple[Callable[..., Markup], list[object]]:
    asked: list[object] = []

    def macro(*args: object, **named: object) -> Markup:
        asked.append((args, named))
        return Markup("{}").format(repr((args, named)))

    return partial(macro_cache.MacroCache(9), macro), asked


def test_the_same_control_is_drawn_once(spoken: dict[str, str]) -> None:
    draw, asked = counting()
    assert draw(1, kind="plain") == draw(1, kind="plain")
    assert len(asked) == 1


def test_another_language_draws_it_anew(spoken: dict[str, str]) -> None:
    draw, asked = counting()
    draw(1)
    spoken["language"] = "nl"
    draw(1)
    assert len(asked) == 2


def test_one_and_true_are_not_the_same(spoken: dict[str, str]) -> None:
    draw, _ = counting()
    assert draw(1) != draw(True)


@pytest.mark.parametrize("argument", [[1], {"a": 1}], ids=["a list", "a mapping"])
def test_what_can_change_is_drawn_every_time(spoken: dict[str, str], argument: object) -> None:
    draw, asked = counting()
    draw(argument)
    draw(argument)
    assert len(asked) == 2


def test_a_control_with_something_inside_is_drawn_every_time(spoken: dict[str, str]) -> None:
    draw, asked = counting()
    inside = object()
    draw(1, caller=inside)
    draw(1, caller=inside)
    assert len(asked) == 2
