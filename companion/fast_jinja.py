"""A faster Jinja, since a screen evaluates about a thousand attributes, calls and pieces of text.

Omits features that no template here uses: item lookup for attributes, calls that receive the context, and escaping per
template. The HTML is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial
from itertools import repeat
from keyword import iskeyword
from typing import Any

from flask.templating import Environment
from jinja2 import StrictUndefined, Template, nodes, pass_context, pass_environment
from jinja2.compiler import CodeGenerator, Frame, MacroRef
from jinja2.environment import TemplateModule
from jinja2.filters import make_attrgetter
from jinja2.nodes import EvalContext
from jinja2.runtime import Context
from jinja2.runtime import Macro as UsualMacro
from jinja2.utils import missing
from markupsafe import Markup
from markupsafe import escape as as_escaped

NOTHING = StrictUndefined()
as_markup: Callable[[str], Markup] = partial(str.__new__, Markup)
# Tests and filters that accept missing values; all others require them.
MAY_BE_MISSING = frozenset({"defined", "undefined", "default", "d"})


def escape(value: Any) -> str:
    """Escapes a value for HTML, with shortcuts for the most frequent types. What is not Markup is only joined later,
    so the result need not be."""
    kind = type(value)
    if kind is Markup:
        return value  # type: ignore[no-any-return]
    if kind is str:
        text = value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        return text.replace('"', "&#34;").replace("'", "&#39;")  # type: ignore[no-any-return]
    return str(value) if kind is int else as_escaped(value)


class Macro(UsualMacro):
    def __call__(self, *args: Any, **named: Any) -> Markup:
        if self.catch_varargs or self.catch_kwargs:
            return as_markup(super().__call__(*args, **named))
        given = len(args)
        if given < self._argument_count:
            args += tuple(map(named.pop, self.arguments[given:], repeat(missing)))
        if self.caller and not self.explicit_caller:
            args += (named.pop("caller", None) or self._environment.undefined("No caller defined", name="caller"),)
        if named or given > self._argument_count:
            raise TypeError(f"macro {self.name!r} takes {self.arguments}, not {given} and {[*named]}")
        return as_markup(self._func(*args))


class Caller:
    """The body of a call block without arguments."""

    __slots__ = ("_drawn",)

    def __init__(self, drawn: Callable[[], str]) -> None:
        self._drawn = drawn

    def __call__(self) -> Markup:
        return as_markup(self._drawn())


class Generator(CodeGenerator):
    """Generates `view.seat` and `badge(seat)`, where Jinja generates a call that resolves them at run time."""

    # True inside a test or filter that accepts missing values.
    _asking = False

    def macro_def(self, macro_ref: MacroRef, frame: Frame) -> None:
        is_told = macro_ref.node.args or macro_ref.accesses_kwargs or macro_ref.accesses_varargs
        if isinstance(macro_ref.node, nodes.CallBlock) and not is_told and not macro_ref.accesses_caller:
            self.write("Caller(macro)")
        else:
            super().macro_def(macro_ref, frame)

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        of_blocks = isinstance(node.node, nodes.Name) and node.node.name == "self"
        if self._asking or of_blocks or iskeyword(node.attr):
            super().visit_Getattr(node, frame)
            return
        self.write("(")
        self.visit(node.node, frame)
        self.write(f").{node.attr}")

    def visit_Test(self, node: nodes.Test, frame: Frame) -> None:  # noqa: N802
        before, self._asking = self._asking, self._asking or node.name in MAY_BE_MISSING
        super().visit_Test(node, frame)
        self._asking = before

    def visit_Filter(self, node: nodes.Filter, frame: Frame) -> None:  # noqa: N802
        before, self._asking = self._asking, self._asking or node.name in MAY_BE_MISSING
        super().visit_Filter(node, frame)
        self._asking = before

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802
        if node.dyn_args or node.dyn_kwargs or any(iskeyword(named.key) for named in node.kwargs):
            super().visit_Call(node, frame, forward_caller)
            return
        self.write("(")
        self.visit(node.node, frame)
        self.write(")(")
        for value in (*node.args, *node.kwargs):
            self.visit(value, frame)
            self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")


class FastContext(Context):
    """A template context without the set-up that is the same for all templates."""

    def __init__(self, environment: Any, parent: dict[str, Any], name: str | None, blocks: Any, **_: Any) -> None:
        self.parent, self.vars, self.environment, self.name = parent, {}, environment, name
        self.eval_ctx = environment.always_escaping
        self.exported_vars, self.globals_keys = set(), environment.globals.keys()
        self.blocks = {key: [block] for key, block in blocks.items()}


class FastTemplate(Template):
    """A template that uses the environment's globals directly, since all templates share them."""

    environment: FastEnvironment

    def _get_default_module(self, _context: Context | None = None) -> TemplateModule:
        return super()._get_default_module()

    def new_context(self, vars: Any = None, shared: bool = False, locals: Any = None) -> FastContext:  # noqa: A002
        told = vars if shared else {**self.environment.globals, **(vars or {})}
        if locals:
            told = {**told, **{name: value for name, value in locals.items() if value is not missing}}
        return FastContext(self.environment, told, self.name, self.blocks)


# --- filters ----------------------------------------------------------------------------------------------
# A screen filters its legal actions about ten times; Jinja would resolve attribute and test for each of them, and ask
# for each list whether it is asynchronous.


def join(values: Iterable[Any], d: str = "") -> str:
    texts = list(values)
    if any(hasattr(text, "__html__") for text in texts):
        return as_escaped(d).join(texts)
    return str(d).join(map(str, texts))


def first(values: Iterable[Any]) -> Any:
    return next(iter(values), NOTHING)


@pass_environment
def select(environment: FastEnvironment, values: Iterable[Any], *test: Any) -> list[Any]:
    passes: Any = environment.tests[test[0]] if test else bool
    given = test[1:]
    return [value for value in values if passes(value, *given)]


@pass_environment
def reject(environment: FastEnvironment, values: Iterable[Any], *test: Any) -> list[Any]:
    passes: Any = environment.tests[test[0]] if test else bool
    given = test[1:]
    return [value for value in values if not passes(value, *given)]


@pass_context
def map_values(context: Context, values: Iterable[Any], name: str = "", *given: Any, attribute: str = "") -> list[Any]:
    """Returns the values' attribute, or each value after the filter `name`."""
    if attribute:
        return list(map(getter(context.environment, attribute), values))
    return [context.environment.call_filter(name, value, given, context=context) for value in values]


@pass_environment
def selectattr(environment: FastEnvironment, values: Iterable[Any], name: str, *test: Any) -> list[Any]:
    return _selected(environment, values, name, test, True)


@pass_environment
def rejectattr(environment: FastEnvironment, values: Iterable[Any], name: str, *test: Any) -> list[Any]:
    return _selected(environment, values, name, test, False)


def _selected(
    environment: FastEnvironment, values: Iterable[Any], name: str, test: tuple[Any, ...], passing: bool
) -> list[Any]:
    get = getter(environment, name)
    passes: Any = environment.tests[test[0]] if test else bool
    given = test[1:]
    return [value for value in values if bool(passes(get(value), *given)) is passing]


@cache
def getter(environment: Any, name: str) -> Callable[[Any], Any]:
    return partial(getattr_or_missing, name) if name.isidentifier() else make_attrgetter(environment, name)


def getattr_or_missing(name: str, value: Any) -> Any:
    return getattr(value, name, NOTHING)


class FastEnvironment(Environment):
    code_generator_class = Generator
    context_class = FastContext
    template_class = FastTemplate

    def __init__(self, app: Any, **options: Any) -> None:
        super().__init__(app, **{**options, "autoescape": True})
        self.always_escaping = EvalContext(self)
        self.filters |= {"selectattr": selectattr, "rejectattr": rejectattr, "select": select, "reject": reject}
        self.filters |= {"list": list, "join": join, "first": first, "map": map_values}
        self._known: dict[str, Template] = {}

    def get_template(self, name: Any, parent: Any = None, globals: Any = None) -> Template:  # noqa: A002
        """Returns the template from a cache by name, since a screen consists of a dozen templates."""
        found = self._known.get(name)
        if found is None or self.auto_reload:
            found = self._known[name] = super().get_template(name, parent, globals)
        return found

    def _generate(self, *args: Any, **options: Any) -> str:
        """Adds our own replacements to every template's imports, on the same line, so that line numbers stay
        correct.
        """
        imports, rest = super()._generate(*args, **options).split("\n", 1)
        return f"{imports}; from companion.fast_jinja import Caller, Macro, escape\n{rest}"
