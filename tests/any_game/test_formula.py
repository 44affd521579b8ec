"""Formulas: what is accepted, and results compared with a second evaluator."""

from __future__ import annotations

import random
from fractions import Fraction
from math import floor

import pytest

from scoring.any_game.formula import names_in, parsed, result
from scoring.any_game.keys import SheetError
from scoring.words import render

VALUES = {"coins": 27, "glass": 4, "players": 5, "none": 0}


@pytest.mark.parametrize(
    ("expression", "points"),
    [
        ("coins", 27),
        ("2 + 3 × 4", 14),
        ("(2 + 3) * 4", 20),
        ("10 − 2 − 3", 5),
        ("12 ÷ 2 / 3", 2),
        ("-glass + 1", -3),
        ("2 * -3", -6),
        ("coins / 5", 5),
        ("floor(coins / 5) * 2", 10),
        ("min(coins, 10) + max(1, glass, 3)", 14),
        ("coins / none", 0),
        ("1.5 * glass", 6),
        ("unknown + 1", 1),
        ("9999 * 9999", 9999),
        ("0 - 9999 * 9999", -9999),
    ],
)
def test_results(expression: str, points: int) -> None:
    assert result(expression, "down", VALUES) == points


@pytest.mark.parametrize(("rounding", "points"), [("down", 13), ("up", 14), ("nearest", 14)])
def test_rounding(rounding: str, points: int) -> None:
    assert result("coins / 2", rounding, VALUES) == points
    assert result("0 - coins / 2", rounding, VALUES) == {"down": -14, "up": -13, "nearest": -13}[rounding]


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("__import__('os')", "“_” isn’t allowed in a formula."),
        ("coins ** 2", "Something is missing in the formula."),
        ("coins +", "Something is missing in the formula."),
        ("", "Something is missing in the formula."),
        ("(coins", "A bracket isn’t closed in the formula."),
        ("coins)", "“)” isn’t expected there in the formula."),
        ("2 coins", "“coins” isn’t expected there in the formula."),
        ("(1, 2)", "“,” isn’t expected there in the formula."),
        ("floor(1, 2)", "“,” isn’t expected there in the formula."),
        ("floor(1 + " * 20, "That formula is too long."),
        ("+".join("1" * 40), "That formula is too long."),
        ("((((((((((1))))))))))", "That formula has too many brackets."),
        ("----------1", "That formula has too many brackets."),
    ],
)
def test_refused(expression: str, message: str) -> None:
    with pytest.raises(SheetError) as refused:
        parsed(expression)
    assert render(refused.value.text, ()) == message


def test_names() -> None:
    assert names_in(parsed("floor(coins / 5) + min(glass, players) * 2")) == {"coins", "glass", "players"}


def random_formula(rng: random.Random, depth: int = 0) -> str:
    if depth == 4 or rng.random() < 0.3:
        return rng.choice(["1", "7", "2.5", *VALUES])
    if rng.random() < 0.2:
        name = rng.choice(["min", "max", "floor"])
        return f"{name}({', '.join(random_formula(rng, depth + 1) for _ in range(1 if name == 'floor' else 2))})"
    return f"({random_formula(rng, depth + 1)} {rng.choice('+-*/')} {random_formula(rng, depth + 1)})"


class Number(Fraction):
    """A fraction whose division by zero gives 0."""

    def __truediv__(self, other: Fraction) -> Fraction:  # type: ignore[override]
        return Number(Fraction(self) / Fraction(other)) if other else Number(0)

    def __add__(self, other: Fraction) -> Fraction:  # type: ignore[override]
        return Number(Fraction(self) + Fraction(other))

    def __sub__(self, other: Fraction) -> Fraction:  # type: ignore[override]
        return Number(Fraction(self) - Fraction(other))

    def __mul__(self, other: Fraction) -> Fraction:  # type: ignore[override]
        return Number(Fraction(self) * Fraction(other))


def test_random_formulas_agree_with_python() -> None:
    rng = random.Random(1)
    names = {name: Number(value) for name, value in VALUES.items()}
    compared = 0
    while compared < 500:
        expression = random_formula(rng)
        try:
            points = result(expression, "down", VALUES)
        except SheetError:  # too long
            continue
        for plain in ("1", "7", "2.5"):
            expression = expression.replace(plain, f"Number('{plain}')")
        known = {**names, "Number": Number, "min": min, "max": max, "floor": lambda a: Number(floor(a))}
        expected = floor(eval(expression, {"__builtins__": {}}, known))
        assert points == max(-9999, min(9999, expected)), expression
        compared += 1
