"""Macro cache: a control is rendered once per arguments and language."""

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


def test_same_control_is_rendered_once(spoken: dict[str, str]) -> None:
    draw, asked = counting()
    assert draw(1, kind="plain") == draw(1, kind="plain")
    assert len(asked) == 1


def test_other_language_renders_again(spoken: dict[str, str]) -> None:
    draw, asked = counting()
    draw(1)
    spoken["language"] = "nl"
    draw(1)
    assert len(asked) == 2


def test_one_and_true_have_different_cache_keys(spoken: dict[str, str]) -> None:
    draw, _ = counting()
    assert draw(1) != draw(True)


@pytest.mark.parametrize("argument", [[1], {"a": 1}], ids=["a list", "a mapping"])
def test_mutable_arguments_are_not_cached(spoken: dict[str, str], argument: object) -> None:
    draw, asked = counting()
    draw(argument)
    draw(argument)
    assert len(asked) == 2


def test_control_with_a_caller_block_is_not_cached(spoken: dict[str, str]) -> None:
    draw, asked = counting()
    inside = object()
    draw(1, caller=inside)
    draw(1, caller=inside)
    assert len(asked) == 2
