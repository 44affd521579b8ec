"""Formulas of a game sheet: parsed into a tree, computed in exact fractions. Nothing is executed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from math import ceil, floor
from typing import TypeAlias

from scoring.any_game.keys import MOST, SheetError
from scoring.words import T

LONGEST, MOST_PARTS, DEEPEST = 120, 40, 8
TOKEN = re.compile(r"\s*(?:(\d{1,7}(?:\.\d{1,3})?)|([a-z][a-z0-9_]*)|([-+−×÷*/(),]))")
SIGNS = {"−": "-", "×": "*", "÷": "/"}
OPERATIONS: Mapping[str, Callable[[Fraction, Fraction], Fraction]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b if b else Fraction(0),
}
FUNCTIONS: Mapping[str, Callable[..., Fraction]] = {"min": min, "max": max, "floor": lambda a: Fraction(floor(a))}
ROUND: Mapping[str, Callable[[Fraction], int]] = {
    "down": floor,
    "up": ceil,
    "nearest": lambda a: floor(a + Fraction(1, 2)),
}

# A number, a name, or an operation or function with its operands.
Tree: TypeAlias = "Fraction | str | tuple[str, tuple[Tree, ...]]"


def tokens(expression: str) -> Iterator[str]:
    at = 0
    while at < len(expression.rstrip()):
        found = TOKEN.match(expression, at)
        if found is None:
            sign = expression[at:].lstrip()[0]
            raise SheetError(T("“{sign}” isn’t allowed in a formula.", sign=sign))
        yield SIGNS.get(found[0].strip(), found[0].strip())
        at = found.end()


@cache
def parsed(expression: str) -> Tree:
    """Returns the formula as a tree; raises SheetError if it is not one."""
    found = [*tokens(expression), ""]
    if len(expression) > LONGEST or len(found) > MOST_PARTS:
        raise SheetError(T("That formula is too long."))
    tree, rest = _sum(found, 0)
    if rest != [""]:
        raise SheetError(T("“{sign}” isn’t expected there in the formula.", sign=rest[0]))
    return tree


def _sum(rest: list[str], depth: int) -> tuple[Tree, list[str]]:
    return _chain(rest, depth, "+-", lambda rest: _chain(rest, depth, "*/", lambda rest: _atom(rest, depth)))


def _chain(
    rest: list[str], depth: int, signs: str, inner: Callable[[list[str]], tuple[Tree, list[str]]]
) -> tuple[Tree, list[str]]:
    tree, rest = inner(rest)
    while rest[0] and rest[0] in signs:
        other, after = inner(rest[1:])
        tree, rest = (rest[0], (tree, other)), after
    return tree, rest


def _atom(rest: list[str], depth: int) -> tuple[Tree, list[str]]:
    first = rest[0]
    if depth > DEEPEST:
        raise SheetError(T("That formula has too many brackets."))
    if first == "-":
        tree, rest = _atom(rest[1:], depth + 1)
        return ("-", (Fraction(0), tree)), rest
    if first == "(" or (first in FUNCTIONS and rest[1] == "("):
        operands, rest = _operands(rest[1:] if first == "(" else rest[2:], depth + 1)
        if len(operands) != 1 and first in ("(", "floor"):
            raise SheetError(T("“{sign}” isn’t expected there in the formula.", sign=","))
        return operands[0] if first == "(" else (first, operands), rest
    if not first or not (first[0].isdecimal() or first[0].isalpha()):
        raise SheetError(T("Something is missing in the formula."))
    return Fraction(first) if first[0].isdecimal() else first, rest[1:]


def _operands(rest: list[str], depth: int) -> tuple[tuple[Tree, ...], list[str]]:
    tree, rest = _sum(rest, depth)
    found = [tree]
    while rest[0] == ",":
        tree, rest = _sum(rest[1:], depth)
        found.append(tree)
    if rest[0] != ")":
        raise SheetError(T("A bracket isn’t closed in the formula."))
    return tuple(found), rest[1:]


def names_in(tree: Tree) -> frozenset[str]:
    if isinstance(tree, tuple):
        return frozenset[str]().union(*map(names_in, tree[1]))
    return frozenset({tree}) if isinstance(tree, str) else frozenset()


def _computed(tree: Tree, values: Mapping[str, int]) -> Fraction:
    if isinstance(tree, str):
        return Fraction(values.get(tree, 0))
    if isinstance(tree, Fraction):
        return tree
    operands = [_computed(part, values) for part in tree[1]]
    return OPERATIONS[tree[0]](*operands) if tree[0] in OPERATIONS else FUNCTIONS[tree[0]](*operands)


def result(expression: str, rounding: str, values: Mapping[str, int]) -> int:
    """Returns the rounded result. Dividing by zero gives 0; unknown names count as 0."""
    return max(-MOST, min(MOST, ROUND[rounding](_computed(parsed(expression), values))))
