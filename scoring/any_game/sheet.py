"""Game sheets: the rows that a group's own game counts and the tools it uses. Each class lists the keys of one part."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from json import decoder, scanner
from typing import Any, TypeAlias

from scoring.any_game import formula
from scoring.any_game.keys import (
    MOST,
    Kind,
    Part,
    SheetError,
    either,
    flag,
    key,
    listed,
    name,
    number,
    numbers,
    one_of,
    parts,
    row_name,
    together,
    words,
)
from scoring.majority import TIES
from scoring.memo import cached_property
from scoring.words import T, Text

FORMAT = "sheet 1"
LARGEST, DEEPEST, MOST_ENTRIES, MOST_FORMULAS = 16_000, 6, 120, 10
RESERVED = ("players", "round", "min", "max", "floor", "order")
ROUNDS = 20
EACH_ROUND, END = "each-round", "end"
LABEL = words(32)
WHEN = either(one_of(EACH_ROUND, END), numbers(1, ROUNDS, ROUNDS))
POINTS, SPACE, PRIZES = number(), number(), numbers(0, MOST, 9)
STEPS = listed(together(SPACE, POINTS), 0, 40)


EXPRESSION = Kind(T("a formula"), lambda value: _formula(words(formula.LONGEST).read(value)))

When: TypeAlias = "str | tuple[int, ...]"
Steps: TypeAlias = "tuple[tuple[int, int], ...]"


def _formula(text: str) -> str:
    formula.parsed(text)
    return text


# --- rows ----------------------------------------------------------------------------------------------


class Row(Part):
    id: str = key(name(), T("Id"))
    label: str = key(LABEL, T("Name"), main=True)

    @property
    def named(self) -> Text:
        return T("{label}", label=self.label)

    @property
    def hint(self) -> Text | None:
        """How an amount scores, in a few words beside it."""
        return None


class Counted(Row):
    """A row that is entered or computed when a round or the game ends."""

    when: When = key(WHEN, T("When it’s scored"), default=END, main=True)

    def is_due(self, number: int) -> bool:
        """True if it is scored after this round; 0 is the end of the game."""
        if isinstance(self.when, tuple):
            return number in self.when
        return self.when == (EACH_ROUND if number else END)


class Entered(Counted):
    private: bool = key(flag(), T("Only its player sees it until the end"), default=False)


class Points(Entered, kind="points"):
    min: int = key(number(), T("Lowest possible"), default=0)
    max: int = key(number(), T("Highest possible"), default=999)


class Count(Entered, kind="count"):
    each: int = key(POINTS, T("Points for each"), default=1, main=True)
    max: int = key(number(1), T("Most per player"), default=99)
    supply: int | None = key(number(1), T("Most for all players together"), default=None)

    @property
    def hint(self) -> Text | None:
        return T("{points} each", points=self.each)


class Scale(Entered, kind="scale"):
    steps: Steps = key(STEPS, T("Number = points, one per line"), main=True)
    more: int = key(POINTS, T("Points for each one beyond the last"), default=0)
    max: int = key(number(1), T("Most per player"), default=99)

    @property
    def hint(self) -> Text | None:
        return T("{points} points", points=" · ".join(str(won) for _, won in self.steps[:5]))


class Choose(Entered, kind="pick"):
    options: tuple[tuple[str, int], ...] = key(
        listed(together(LABEL, POINTS), 1, 12), T("Option = points, one per line"), main=True
    )


class Holder(Counted, kind="holder"):
    points: int = key(POINTS, T("Points for the holder"), main=True)


class Majority(Counted, kind="majority"):
    areas: tuple[tuple[str, tuple[int, ...]], ...] = key(
        listed(together(LABEL, PRIZES), 0, 12), T("Area = prizes, one per line"), default=(), main=True
    )
    over: str = key(row_name(), T("Or: most of this row"), default="", main=True)
    prizes: tuple[int, ...] = key(PRIZES, T("Prizes for most of that row"), default=(), main=True)
    ties: str = key(one_of(*TIES, "table"), T("Ties"), default="split")
    max: int = key(number(1, 99), T("Most pieces in an area"), default=99)
    at_least: int = key(number(0, 99), T("Pieces needed to take part"), default=1)
    alone: str = key(one_of("first", "all"), T("Prizes for a player alone there"), default="first")
    tie_breaks: tuple[str, ...] = key(listed(name(), 0, 4, r"[\s,]+"), T("Tie-breaks"), default=())


class Track(Row, kind="track"):
    start: int = key(SPACE, T("First space"), default=0)
    min: int = key(SPACE, T("Lowest space"), default=0)
    max: int = key(SPACE, T("Last space"), default=99, main=True)
    owner: str = key(one_of("player", "table"), T("Whose marker"), default="player")
    private: bool = key(flag(), T("Only its player sees it until the end"), default=False)
    worth: Steps | None = key(STEPS, T("Space = points, one per line"), default=None, main=True)
    marks: tuple[tuple[Any, ...], ...] = key(
        listed(together(SPACE, POINTS, words(48), optional=1), 0, 12),
        T("Space = points = text, one per line"),
        default=(),
    )
    first_only: bool = key(flag(), T("Only the first player to reach a mark scores it"), default=False)

    @property
    def of_table(self) -> bool:
        return self.owner == "table"


class Formula(Counted, kind="formula"):
    expression: str = key(EXPRESSION, T("Formula"), main=True)
    rounding: str = key(one_of(*formula.ROUND), T("Rounded"), default="down")


ROWS: Mapping[str, type[Row]] = {
    row.kind: row for row in (Points, Count, Scale, Choose, Majority, Holder, Track, Formula)
}

# --- tools ---------------------------------------------------------------------------------------------


class Tool(Part):
    id: str = key(name(), T("Id"))
    button: str = key(words(24), T("Button"), main=True)
    ends_round: bool = key(flag(), T("Ends the round"), default=False)


class Asked(Tool):
    question: str = key(words(80), T("Question"), default="", main=True)
    who: str = key(one_of("all", "others", "chosen"), T("Players asked"), default="all")
    reveal: str = key(
        one_of("together", "in-turn", "winner-last", "counts"), T("How it’s revealed"), default="together"
    )


class Number(Asked, kind="number"):
    min: int = key(number(), T("Lowest number"), default=0)
    max: int | str = key(
        either(name("[a-z_][a-z0-9_]{0,23}"), number()), T("Highest number, or a track"), default=99, main=True
    )
    wins: str = key(
        one_of("none", "highest", "lowest", "highest-unique", "lowest-unique"), T("Who wins"), default="none", main=True
    )
    ties: str = key(one_of("table", "again", "nobody", "all", "order"), T("Ties"), default="table")
    then: str = key(one_of("table", "nobody", "all", "order"), T("Tied again"), default="table")
    pays: str = key(one_of("none", "winner", "all"), T("Who pays"), default="none")
    purse: str = key(row_name(), T("Track it’s paid from"), default="")


OPTIONS = listed(LABEL, 2, 12)


class Choice(Asked, kind="choice"):
    options: tuple[str, ...] = key(OPTIONS, T("Options, one per line"), main=True)
    min: int = key(number(1, 12), T("Pick at least"), default=1)
    max: int = key(number(1, 12), T("Pick at most"), default=1)


class Vote(Asked, kind="vote"):
    options: tuple[str, ...] = key(
        OPTIONS, T("Options, one per line; the first is yes"), default=("Yes", "No"), main=True
    )
    weights: str = key(row_name(), T("Row with the number of votes"), default="")
    passes: int | str = key(
        either(one_of("half", "two-thirds", "all"), number(1, 99)), T("Passes with"), default="half"
    )
    ties: str = key(one_of("fails", "passes", "table"), T("Ties"), default="fails")
    abstain: bool = key(flag(), T("Players may abstain"), default=False)


class Dice(Tool, kind="dice"):
    count: int = key(number(1, 12), T("Dice"), default=1, main=True)
    sides: int = key(number(2, 100), T("Sides"), default=6, main=True)


class FirstPlayer(Tool, kind="first-player"):
    """Draws who goes first."""


class Timer(Tool, kind="timer"):
    seconds: int = key(number(5, 3_600), T("Seconds"), default=60, main=True)


TOOLS: Mapping[str, type[Tool]] = {tool.kind: tool for tool in (Number, Choice, Vote, Dice, FirstPlayer, Timer)}

# --- the whole sheet -----------------------------------------------------------------------------------


class End(Part):
    """A condition that ends the game, after the round or at once. A `row` of "" is the total."""

    row: str = key(row_name(), T("What counts"), default="", main=True)
    at: int = key(number(), T("Ends at"))
    text: str = key(words(80), T("What Herald says then"), default="")
    now: bool = key(flag(), T("At once, not after the round"), default=False)


class Sheet(Part):
    herald: str = key(one_of(FORMAT), T("Format"))
    title: str = key(words(48), T("Title"), main=True)
    players: tuple[int, ...] = key(numbers(2, 9, 2), T("Players"))
    bgg: int | None = key(number(1, 9_999_999), T("BoardGameGeek number"), default=None)
    author: str = key(words(48), T("Author"), default="")
    note: str = key(words(200), T("Note"), default="")
    rounds: int | None = key(number(1, ROUNDS), T("Rounds"), default=None, main=True)
    round_name: str = key(words(24), T("A round is called"), default="", main=True)
    wins: str = key(one_of("highest", "lowest", "table"), T("Who wins"), default="highest", main=True)
    tie_breaks: tuple[str, ...] = key(listed(name("-?[a-z0-9_]{1,24}"), 0, 4, r"[\s,]+"), T("Tie-breaks"), default=())
    open_scores: bool = key(flag(), T("Totals are visible before the end"), default=True)
    rows: tuple[Row, ...] = key(parts(ROWS, 30), T("Rows"), default=())
    tools: tuple[Tool, ...] = key(parts(TOOLS, 12), T("Tools"), default=())
    ends: tuple[End, ...] = key(parts({"": End}, 3), T("Ends"), default=())

    def row(self, id_: str) -> Row | None:
        return next((row for row in self.rows if row.id == id_), None)

    def tool(self, id_: str) -> Tool | None:
        return next((tool for tool in self.tools if tool.id == id_), None)

    @cached_property
    def hidden(self) -> frozenset[str]:
        """Ids of private rows and of all rows that depend on one."""
        found: set[str] = set()
        for row in self.rows:
            if getattr(row, "private", False) or not found.isdisjoint(used_by(row)):
                found.add(row.id)
        return frozenset(found)


def used_by(row: Row) -> frozenset[str]:
    """Returns the ids of the rows that this one is computed from."""
    match row:
        case Formula(expression=expression):
            return formula.names_in(formula.parsed(expression)) - {"players", "round"}
        case Majority(over=over, tie_breaks=tie_breaks):
            return frozenset({over, *tie_breaks}) - {"", "order"}
    return frozenset()


# --- checks across parts -------------------------------------------------------------------------------

# A part with a mistake, the key, and the message.
Mistake: TypeAlias = "tuple[Part, str, Text]"


def mistakes(sheet: Sheet) -> Iterator[Mistake]:
    """Yields mistakes that only show when parts are compared; every key is valid by itself."""
    yield from _whole(sheet)
    yield from _twice(sheet)
    for place, row in enumerate(sheet.rows):
        yield from _in_row(sheet, row, {above.id for above in sheet.rows[:place]})
    for tool in sheet.tools:
        yield from _in_tool(sheet, tool)
    for end in sheet.ends:
        yield from _unknown(sheet, end, "row", end.row)
    yield from _revealing(sheet)


def _whole(sheet: Sheet) -> Iterator[Mistake]:
    low, *high = sheet.players
    if len(high) != 1 or low > high[0]:
        yield sheet, "players", T("“players” must be two numbers, the lower one first.")
    counted = [row for row in sheet.rows if isinstance(row, Counted)]
    if sum(row.is_due(n) for row in counted for n in range((sheet.rounds or 1) + 1)) > MOST_ENTRIES:
        yield sheet, "rows", T("That’s too much to enter: {most} entries per player at most.", most=MOST_ENTRIES)
    if sum(isinstance(row, Formula) for row in sheet.rows) > MOST_FORMULAS:
        yield sheet, "rows", T("A sheet can have {most} formulas at most.", most=MOST_FORMULAS)
    for tie_break in sheet.tie_breaks:
        yield from _unknown(sheet, sheet, "tie_breaks", tie_break.removeprefix("-"))


def _twice(sheet: Sheet) -> Iterator[Mistake]:
    for parts_, names in ((sheet.rows, ("id", "label")), (sheet.tools, ("id", "button"))):
        for one in names:
            seen = set(RESERVED)
            for part in parts_:
                value = getattr(part, one)
                if value in seen:
                    yield part, one, T("“{name}” is used twice or reserved.", name=value)
                seen.add(value)


def _unknown(sheet: Sheet, part: Part, where: str, id_: str) -> Iterator[Mistake]:
    if id_ and sheet.row(id_) is None:
        yield part, where, T("There’s no row “{row}”.", row=id_)


def _in_row(sheet: Sheet, row: Row, above: set[str]) -> Iterator[Mistake]:
    where = {Formula: "expression", Majority: "over"}.get(type(row), "id")
    for missing in sorted(used_by(row) - above):
        yield row, where, T("There’s no row “{row}” above this one.", row=missing)
    match row:
        case Points() | Track() if row.min > row.max:
            yield row, "max", T("“max” is lower than “min”.")
        case Track(start=start) if not row.min <= start <= row.max:
            yield row, "start", T("“start” isn’t on the track.")
        case Scale(steps=steps) if any(one[0] >= other[0] for one, other in pairwise(steps)):
            yield row, "steps", T("Each step must be higher than the one before.")
        case Majority(areas=areas, over=over, prizes=won) if bool(areas) == bool(over) or bool(over) != bool(won):
            yield row, "areas", T("A majority needs either areas, or a row and its prizes, not both.")
    if isinstance(row, Track) and row.of_table and row.private:
        yield row, "private", T("The table’s marker can’t be private.")


def _in_tool(sheet: Sheet, tool: Tool) -> Iterator[Mistake]:
    match tool:
        case Number(max=int(high), min=low) if low > high:
            yield tool, "max", T("“max” is lower than “min”.")
        case Choice(options=options, min=low, max=high) if not low <= high <= len(options):
            yield tool, "max", T("Each player picks from “min” to “max” options.")
        case Vote(weights=weights):
            yield from _unknown(sheet, tool, "weights", weights)
            if getattr(sheet.row(weights), "when", "") == END:
                yield tool, "weights", T("“{row}” is counted only at the end.", row=weights)
    if isinstance(tool, Number):
        tracks = {row.id for row in sheet.rows if isinstance(row, Track) and not row.of_table}
        for where, id_ in (("max", tool.max), ("purse", tool.purse)):
            if isinstance(id_, str) and id_ and id_ not in tracks:
                yield tool, where, T("There’s no track “{row}” with a marker for each player.", row=id_)
        if (tool.pays == "none") != (tool.purse == ""):
            yield tool, "purse", T("“pays” needs “purse”, and “purse” needs “pays”.")


def _revealing(sheet: Sheet) -> Iterator[Mistake]:
    """Yields the mistakes that would reveal a private row before the end."""
    for end in sheet.ends:
        yield from _shown(sheet, end, "row", [end.row] if end.row else [row.id for row in sheet.rows])
    for tool in sheet.tools:
        if isinstance(tool, Vote):
            yield from _shown(sheet, tool, "weights", [tool.weights])
    for row in sheet.rows:
        if isinstance(row, Majority):
            yield from _shown(sheet, row, "tie_breaks", row.tie_breaks)
            if row.when != END:
                yield from _shown(sheet, row, "over", [row.over])


def _shown(sheet: Sheet, part: Part, where: str, ids: Iterable[str]) -> Iterator[Mistake]:
    for row in sheet.rows:
        if row.id in sheet.hidden.intersection(ids):
            yield part, where, T("“{row}” is private. This would reveal it.", row=row.label)


# --- reading and writing -------------------------------------------------------------------------------


class Located(dict[str, Any]):
    """A JSON object that knows where it begins in the text."""

    at = 0

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        seen: set[str] = set()
        self.doubled = next((name for name, _ in pairs if name in seen or seen.add(name)), "")  # type: ignore[func-returns-value]


class _Decoder(json.JSONDecoder):
    """Reads JSON objects as `Located`; refuses a key that appears twice."""

    def __init__(self) -> None:
        super().__init__(object_pairs_hook=Located)
        self.parse_object = self._object
        self.scan_once = scanner.py_make_scanner(self)  # type: ignore[attr-defined]

    def _object(self, text_and_start: tuple[str, int], *rest: Any) -> tuple[Located, int]:
        text, start = text_and_start
        found, end = decoder.JSONObject(text_and_start, *rest)  # type: ignore[attr-defined]
        if found.doubled:
            twice = T("“{key}” appears twice.", key=found.doubled[:24])
            raise SheetError(twice, line=_line_at(text, text.rfind(f'"{found.doubled}"', start, end)))
        found.at = start
        return found, end


def _line_at(text: str, place: int) -> int:
    return text.count("\n", 0, max(place, 0)) + 1


def line_of(text: str, data: Any, name: str) -> int:
    """Returns the line of a key in this object, or of the object itself."""
    at = getattr(data, "at", 0)
    found = re.compile(rf'"{re.escape(name)}"\s*:').search(text, at) if name in (data or ()) else None
    return _line_at(text, found.start() if found else at)


@lru_cache(maxsize=256)
def parsed(text: str) -> Sheet:
    """Returns the sheet in this text; raises SheetError, with its line, for the first mistake."""
    try:
        data = _loaded(text)
        return _checked(Sheet.read(data), data)
    except SheetError as error:
        error.line = error.line or line_of(text, error.data, error.key)
        raise


def _loaded(text: str) -> Located:
    if len(text.encode(errors="replace")) > LARGEST:
        raise SheetError(T("That sheet is too large."), line=1)
    # An unclosed string ends with the text: searching for its end again from each quote would take seconds.
    bare = re.sub(r'"(?:[^"\\]|\\.)*"?', lambda found: " " * len(found[0]), text, flags=re.DOTALL)
    if _depth(bare) > DEEPEST:
        raise SheetError(T("That sheet has too many brackets inside each other."), line=1)
    if long := re.search(r"\d{8}", bare):
        raise SheetError(T("That number is too long."), line=_line_at(text, long.start()))
    try:
        data = _Decoder().decode(text)
    except json.JSONDecodeError as error:
        comma = T("Expected a comma at character {column}.", column=error.colno)
        other = T("This isn’t JSON, from character {column} on.", column=error.colno)
        raise SheetError(comma if "',' delimiter" in error.msg else other, line=error.lineno) from None
    if not isinstance(data, Located):
        raise SheetError(T("This isn’t a sheet."), line=1)
    version = data.get("herald")
    if version != FORMAT and isinstance(version, str) and re.fullmatch(r"sheet \d+", version):
        raise SheetError(T("This sheet needs a newer version of Herald."), data, "herald")
    return data


def _depth(bare: str) -> int:
    depth = deepest = 0
    for sign in bare:
        depth += (sign in "[{") - (sign in "]}")
        deepest = max(depth, deepest)
    return deepest


def _checked(sheet: Sheet, data: Mapping[str, Any]) -> Sheet:
    for part, where, message in mistakes(sheet):
        lists = ((getattr(sheet, one), data.get(one)) for one in ("rows", "tools", "ends"))
        found = next((there[own.index(part)] for own, there in lists if there and part in own), data)
        raise SheetError(message, found, where)
    return sheet


def written(sheet: Sheet) -> str:
    """Returns the sheet as text, one part per line."""
    data = {**sheet.write(), "herald": FORMAT}
    long = {name: data.pop(name) for name in ("ends", "rows", "tools") if name in data}
    head = json.dumps(data, ensure_ascii=False)[1:-1]
    lists = (f'"{name}": [\n  ' + ",\n  ".join(_line(part) for part in part_) + "]" for name, part_ in long.items())
    return "{" + ",\n ".join((head, *lists)) + "}"


def _line(part: Mapping[str, Any]) -> str:
    return json.dumps(part, ensure_ascii=False)
