"""Player names must be readable and distinguishable."""

from __future__ import annotations

import pytest

from scoring.names import NAME_LENGTH, is_plain, is_short, key_of, tidy

WELCOME = [
    "Anna",
    "Zo\u00eb",
    "Zoe\u0308",
    "Jean-Luc O\u2019Neill",
    "\u674e\u660e",
    "\u0e19\u0e33",
    "\U0001f3f3\ufe0f\u200d\U0001f308",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "\U0001f44d\U0001f3fd",
    "\u2764\ufe0f Anna",
    "1\ufe0f\u20e3",
]
TRICKS = [
    "\uff21nna",
    "\U0001d400nna",
    "\u24b6nna",
    "An\u200bna",
    "An\u200dna",
    "An\u202ena",
    "An\u00adna",
    "An\u3164na",
    "\u2800",
    "An\ufe0fna",
    "An\U000e0041na",
    "\u0301",
    "A" + "\u0301" * 9,
]


@pytest.mark.parametrize("name", WELCOME, ids=ascii)
def test_names_and_emoji_are_accepted(name: str) -> None:
    assert is_short(tidy(name))
    assert is_plain(tidy(name))


@pytest.mark.parametrize("name", TRICKS, ids=ascii)
def test_invisible_and_lookalike_characters_are_refused(name: str) -> None:
    assert not is_plain(tidy(name))


def test_joiners_do_not_count_towards_the_length() -> None:
    flag = "\U0001f3f3\ufe0f\u200d\U0001f308"
    assert is_short(flag * (NAME_LENGTH // 2))
    assert not is_short(flag * (NAME_LENGTH // 2) + "A")
    assert not is_short("")


def test_equivalent_spellings_of_a_name_are_equal() -> None:
    assert key_of("Zoe\u0308 ") == key_of("ZO\u00cb") != key_of("Zoe")
