"""The faults that can be planted in a function."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import TypeAlias

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
SWAPPED = {"min": "max", "max": "min", "any": "all", "all": "any"}
# Display text and pictures: mutating them changes no result.
TEXTS = {"T", "TN", "Highlight", "Row", "Piece"}


@dataclass(frozen=True)
class Mutant:
    """A fault: a replacement for one node of the module."""

    module: str
    function: str
    before: str
    after: str
    # Counts equal faults within the function, from 1.
    number: int
    holder: ast.AST
    field: str
    index: int | None
    replacement: ast.AST

    @property
    def name(self) -> str:
        """A name without line numbers, stable as long as the function does not change."""
        again = f" (#{self.number})" if self.number > 1 else ""
        return f"{self.module}.{self.function}: {self.before} -> {self.after}{again}"


@dataclass(frozen=True)
class Source:
    """A parsed module in which one fault at a time is planted."""

    module: str
    path: Path
    tree: ast.Module

    @classmethod
    def of(cls, module: str, path: Path) -> Source:
        return cls(module, path, ast.parse(path.read_text(encoding="utf-8")))

    def functions(self) -> dict[str, Function]:
        """Returns the functions by qualified name."""
        return dict(_functions(self.tree, ""))

    def mutants(self, function: str) -> list[Mutant]:
        found: list[Mutant] = []
        seen: Counter[tuple[str, str]] = Counter()
        for holder, field, index, before, replacement in _changes(self.functions()[function]):
            words = (_short(before), _short(replacement))
            if words[0] != words[1]:
                seen[words] += 1
                found.append(Mutant(self.module, function, *words, seen[words], holder, field, index, replacement))
        return found

    def compiled(self, mutant: Mutant) -> dict[str, CodeType]:
        """Returns the code of the faulty function and of its enclosing functions, by qualified name."""
        before = getattr(mutant.holder, mutant.field)
        after = mutant.replacement
        if mutant.index is not None:
            after = [*before[: mutant.index], mutant.replacement, *before[mutant.index + 1 :]]  # type: ignore[assignment]
        setattr(mutant.holder, mutant.field, after)
        try:
            whole = compile(ast.fix_missing_locations(self.tree), str(self.path), "exec")
        finally:
            setattr(mutant.holder, mutant.field, before)
        return {code.co_qualname: code for code in codes(whole) if holds(code.co_qualname, mutant.function)}


def holds(outer: str, function: str) -> bool:
    """True if the function is the outer one or nested in it."""
    return outer == function or function.startswith(f"{outer}.<locals>.")


def codes(code: CodeType) -> Iterator[CodeType]:
    """Yields this code object and all code objects nested in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


def _functions(node: ast.AST, prefix: str) -> Iterator[tuple[str, Function]]:
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.ClassDef(name):
                yield from _functions(child, f"{prefix}{name}.")
            case ast.FunctionDef(name) | ast.AsyncFunctionDef(name):
                yield prefix + name, child
                yield from _functions(child, f"{prefix}{name}.<locals>.")
            case ast.stmt():
                yield from _functions(child, prefix)


# --- possible changes ---------------------------------------------------------------------------------------

Change: TypeAlias = tuple[ast.AST, str, int | None, ast.AST, ast.AST]


def _changes(function: Function) -> Iterator[Change]:
    for index, statement in enumerate(function.body):
        if not _is_docstring(statement):
            yield from _within(function, "body", index, statement)


def _within(holder: ast.AST, field: str, index: int | None, node: ast.AST) -> Iterator[Change]:
    """Yields the changes of this node and of all nodes below it."""
    if _is_left_alone(node):
        return
    for replacement in _replacements(node, holder, field):
        yield holder, field, index, node, replacement
    for name, value in ast.iter_fields(node):
        if name == "annotation":
            continue
        for number, child in enumerate(value if isinstance(value, list) else [value]):
            if isinstance(child, ast.AST):
                yield from _within(node, name, number if isinstance(value, list) else None, child)


def _is_left_alone(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id=name)):
            return name in TEXTS
        case ast.Assert() | ast.Raise() | ast.Import() | ast.ImportFrom() | ast.JoinedStr():
            return True
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():  # handled as functions of their own
            return True
        case ast.keyword("strict"):  # of zip: only a check
            return True
        case ast.Expr(ast.Call(ast.Attribute(attr="append" | "extend"))):  # displayed lines
            return any(_is_text(part) for part in ast.walk(node))
        case ast.Expr():
            return _is_docstring(node)
    return False


def _is_text(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id=name)):
            return name in TEXTS
        case ast.List(elts=[*parts]) | ast.Tuple(elts=[*parts]):
            return bool(parts) and all(map(_is_text, parts))
    return False


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _replacements(node: ast.AST, holder: ast.AST, field: str) -> Iterator[ast.AST]:
    match node:
        case ast.expr():
            yield from _expressions(node, holder, field)
        case ast.comprehension(target, source, conditions, is_async):
            for condition in conditions:
                rest = [one for one in conditions if one is not condition]
                yield ast.comprehension(target, source, rest, is_async)
        case ast.stmt():
            yield from _statements(node)


def _statements(node: ast.stmt) -> Iterator[ast.AST]:
    match node:
        case ast.Return(value) if value is not None and not _is_none(value):
            yield ast.Return(ast.Constant(None))
        case ast.Expr(ast.Call()):
            yield ast.Pass()
        case ast.AugAssign(target, op, value) if type(op) in ARITHMETIC:
            yield ast.AugAssign(target, ARITHMETIC[type(op)](), value)
        case ast.If(test, body, orelse) if not _is_negated_by_its_operator(test):
            yield ast.If(_negated(test), body, orelse)
        case ast.While(test, body, orelse):
            yield ast.While(test, [*body, ast.Break()], orelse)
        case ast.Continue():
            yield ast.Break()
        case ast.Break():
            yield ast.Continue()


def _expressions(node: ast.expr, holder: ast.AST, field: str) -> Iterator[ast.AST]:
    match node:
        case ast.Compare(left, ops, comparators):
            for number, op in enumerate(ops):
                other = [*ops[:number], COMPARISONS[type(op)](), *ops[number + 1 :]]
                yield ast.Compare(left, other, comparators)
        case ast.BinOp(left, op, right) if type(op) in ARITHMETIC:
            yield ast.BinOp(left, ARITHMETIC[type(op)](), right)
        case ast.BoolOp(op, values) if not any(map(_is_text, values)):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
            for dropped in range(len(values)):
                rest = [value for number, value in enumerate(values) if number != dropped]
                yield rest[0] if len(rest) == 1 else ast.BoolOp(op, rest)
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            yield operand
        case ast.IfExp(_, body, orelse) if not (_is_text(body) or _is_text(orelse)):
            yield body
            yield orelse
        case ast.Call(ast.Name(id=name), arguments, keywords) if name in SWAPPED:
            yield ast.Call(ast.Name(SWAPPED[name], ast.Load()), arguments, keywords)
        case ast.Constant(bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(int() as value):
            yield ast.Constant(value + 1)
            if value:
                yield ast.Constant(value - 1)
            elif not (isinstance(holder, ast.Subscript) and field == "slice"):
                yield ast.UnaryOp(ast.USub(), ast.Constant(1))


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_negated_by_its_operator(test: ast.expr) -> bool:
    """True if swapping the operator already negates the condition, so `not` would be redundant."""
    match test:
        case ast.UnaryOp(ast.Not()):
            return True
        case ast.Compare(_, [ast.Eq() | ast.NotEq() | ast.In() | ast.NotIn() | ast.Is() | ast.IsNot()]):
            return True
    return False


def _negated(test: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), test)


def _short(node: ast.AST) -> str:
    """Returns the source on one line; for compound statements, their first line."""
    if isinstance(node, ast.While):
        return ("once: " if isinstance(node.body[-1], ast.Break) else "") + f"while {ast.unparse(node.test)}"
    if isinstance(node, ast.If):
        return f"if {ast.unparse(node.test)}"
    return " ".join(ast.unparse(node).split())
