"""The sheet format: reading with the line of each mistake, writing, and limits."""

from __future__ import annotations

import json
import random
import re
import time
from contextlib import suppress
from pathlib import Path

import pytest

from companion.__main__ import main
from scoring.any_game.examples import EXAMPLES, LANTERN_MARKET, TIDEWATER
from scoring.any_game.keys import SheetError, as_text, keys_of
from scoring.any_game.sheet import LARGEST, parsed, written
from scoring.words import render
from tests.any_game import documented
from tests.release_gates import range_id, shares


def refusal_text(text: str) -> str:
    with pytest.raises(SheetError) as error:
        parsed(text)
    return render(error.value.text, ())


def sheet_with(old: str, new: str, sheet: str = LANTERN_MARKET) -> str:
    assert old in sheet
    return refusal_text(sheet.replace(old, new, 1))


@pytest.mark.parametrize("sheet", EXAMPLES.values(), ids=EXAMPLES)
def test_examples_are_valid_and_survive_writing(sheet: str) -> None:
    assert parsed(written(parsed(sheet))) == parsed(sheet)
    assert json.loads(written(parsed(sheet))) == json.loads(sheet), "an example says nothing twice"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"each": 3', '"each": "three"', "Line 4: “each” must be a number from −9999 to 9999, not “three”."),
        ('"each": 3', '"each": 3.5', "Line 4: “each” must be a number from −9999 to 9999, not “3.5”."),
        ('"each": 3', '"each": true', "Line 4: “each” must be a number from −9999 to 9999, not “True”."),
        (
            '"scale"',
            '"scael"',
            "Line 5: Unknown kind “scael”. Use points, count, scale, pick, majority,",
        ),
        ('"each": 2,', '"each": 2, "each": 3,', "Line 6: “each” appears twice."),
        ('"over": "glass"', '"over": "glas"', "Line 7: There’s no row “glas” above this one."),
        ("floor(coins / 5)", "__import__('os')", "Line 8: “_” isn’t allowed in a formula."),
        ("floor(coins / 5)", "debt", "Line 8: There’s no row “debt” above this one."),
        ('"Glass", "kind"', '"Glass" "kind"', "Line 6: Expected a comma at character 36."),
        ('"max": 9}', '"max": 9', "Line 9: Expected a comma"),
        ('"sheet 1"', '"sheet 2"', "Line 1: This sheet needs a newer version of Herald."),
        ('"sheet 1"', '"page 1"', "Line 1: “herald” must be one of sheet 1, not “page 1”."),
        ('"title": "Lantern Market", ', "", "Line 1: “title” is missing."),
        ('"open_scores"', '"open"', "Line 1: There’s no key “open” here."),
        ('"Lantern Market"', '" x"', "Line 1: “title” must be text of 1 to 48 characters without “=”, not “ x”."),
        ('"Lantern Market"', '"a\u200bb"', "Line 1: “title” must be text of 1 to 48 characters"),
        ("[3, 6]", "[6, 3]", "Line 1: “players” must be two numbers, the lower one first."),
        ("[3, 6]", "[3]", "Line 1: “players” must be two numbers, the lower one first."),
        ('"-lamps"', '"-lamp"', "Line 1: There’s no row “lamp”."),
        ('"id": "silk"', '"id": "lamps"', "Line 5: “lamps” is used twice or reserved."),
        ('"id": "silk"', '"id": "round"', "Line 5: “round” is used twice or reserved."),
        ('"label": "Silk"', '"label": "Lamps"', "Line 5: “Lamps” is used twice or reserved."),
        ("[2, 4]", "[1, 4]", "Line 5: Each step must be higher than the one before."),
        ('"start": 40', '"start": 140', "Line 3: “start” isn’t on the track."),
        ('"private": true', '"private": true, "min": 200', "Line 3: “max” is lower than “min”."),
        ('"private": true', '"private": true, "owner": "table"', "Line 3: The table’s marker can’t be private."),
        (
            '"glass", "prizes": [6, 3]',
            '"glass"',
            "Line 7: A majority needs either areas, or a row and its prizes, not both.",
        ),
        ('"max": "coins"', '"max": "lamps"', "Line 11: There’s no track “lamps” with a marker for each player."),
        (', "purse": "coins"', "", "Line 11: “pays” needs “purse”, and “purse” needs “pays”."),
        (
            '"over": "glass"',
            '"over": "coins", "when": "each-round"',
            "Line 7: “Coins” is private. This would reveal it.",
        ),
        (
            '"at_least": 2',
            '"at_least": 2, "tie_breaks": ["coins"]',
            "Line 7: “Coins” is private. This would reveal it.",
        ),
        ('"max": 9}]', '"max": 9}], "ends": [{"row": "change", "at": 3}]', "Line 9: “1 point per 5 coins” is private."),
        ('"max": 9}]', '"max": 9}], "ends": [{"at": 3}]', "Line 9: “Coins” is private. This would reveal it."),
        ('"max": 9}', '"max": 123456789}', "Line 9: That number is too long."),
        ('"max": 9}', '"max": [[[[[[[1]]]]]]]}', "Line 1: That sheet has too many brackets inside each other."),
        ('"rounds": 12', '"rounds": 21', "Line 1: “rounds” must be a number from 1 to 20, not “21”."),
    ],
)
def test_mistakes_name_their_line(old: str, new: str, message: str) -> None:
    assert sheet_with(old, new).startswith(message)


@pytest.mark.parametrize(
    ("tool", "message"),
    [
        ('"kind": "number", "min": 9, "max": 3', "“max” is lower than “min”."),
        ('"kind": "choice", "options": ["A", "B"], "max": 3', "Each player picks from “min” to “max” options."),
        ('"kind": "vote", "weights": "seals"', "There’s no row “seals”."),
        ('"kind": "choice"', "“options” is missing."),
        ('"kind": "vote", "weights": "end"', "“end” is counted only at the end."),
    ],
)
def test_mistakes_in_tools(tool: str, message: str) -> None:
    start = (
        f'{{"herald": "sheet 1", "title": "A", "players": [2, 4], "tools": [\n{{"id": "t", "button": "T", {tool}}}],'
        ' "rows": [{"id": "end", "label": "End", "kind": "count"}]}'
    )
    assert refusal_text(start) == f"Line 2: {message}"


@pytest.mark.parametrize("text", ["", "7", "[]", "null", '"a"', "{", "[[", "\ud800", '{"herald": NaN}', "{}"])
def test_other_texts_are_refused(text: str) -> None:
    assert refusal_text(text).startswith("Line 1: ")


def test_limits() -> None:
    rows = [{"id": f"r{n}", "label": f"Row {n}", "kind": "points", "when": "each-round"} for n in range(12)]
    sheet = {"herald": "sheet 1", "title": "A", "players": [2, 4], "rounds": 10, "rows": rows}
    assert len(parsed(json.dumps(sheet)).rows) == 12
    assert "too much to enter" in refusal_text(json.dumps(sheet | {"rounds": 11}))
    formulas = [{"id": f"f{n}", "label": f"Row {n}", "kind": "formula", "expression": "1"} for n in range(11)]
    assert "10 formulas at most" in refusal_text(json.dumps(sheet | {"rows": formulas}))
    assert "“rows” must be a list of at most 30" in refusal_text(json.dumps(sheet | {"rows": formulas * 3}))
    assert "too large" in refusal_text(TIDEWATER + " " * LARGEST)


def test_what_rests_on_a_private_row_is_hidden() -> None:
    assert parsed(LANTERN_MARKET).hidden == {"coins", "change"}
    over = LANTERN_MARKET.replace('"over": "glass"', '"over": "coins"').replace("coins / 5", "most_glass / 5")
    assert parsed(over).hidden == {"coins", "most_glass", "change"}


def test_order_of_keys_does_not_matter() -> None:
    data = json.loads(TIDEWATER)
    turned = {key: data[key] for key in reversed(data)} | {
        "rows": [dict(reversed(row.items())) for row in data["rows"]]
    }
    assert parsed(json.dumps(turned)) == parsed(TIDEWATER)


def test_every_value_survives_the_editor() -> None:
    for text in EXAMPLES.values():
        sheet = parsed(text)
        for part in (sheet, *sheet.rows, *sheet.tools, *sheet.ends):
            for name, key in keys_of(type(part)).items():
                value = getattr(part, name)
                if name not in ("rows", "tools", "ends") and value not in (None, "", ()):
                    shown = as_text(value)
                    assert key.kind.read(key.kind.parse(shown) if key.kind.widget != "flag" else value) == value, name


def test_the_command_checks_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "market.json"
    file.write_text(LANTERN_MARKET, encoding="utf-8")
    assert main(["sheet", "check", str(file)]) == 0
    assert capsys.readouterr().out == "Lantern Market: 7 rows, 1 tool. No mistakes found.\n"
    file.write_text(LANTERN_MARKET.replace('"each": 3', '"each": "three"'), encoding="utf-8")
    assert main(["sheet", "check", str(file)]) == 1
    assert "market.json: Line 4: “each” must be a number" in capsys.readouterr().err
    file.write_bytes(b"\xff\xfe")
    assert main(["sheet", "check", str(file)]) == 1
    assert main(["sheet", "check", str(file) + "x"]) == 1


def test_the_documented_keys_are_those_of_the_format() -> None:
    """`python -m tests.any_game.documented` writes them."""
    text = documented.DOCUMENT.read_text(encoding="utf-8")
    assert documented.BETWEEN.search(text)[0] == documented.tables()  # type: ignore[index]
    assert parsed(text.partition("```json\n")[2].partition("```")[0]).title == "Orchard Row"


def test_an_empty_key_is_an_unknown_key() -> None:
    with pytest.raises(SheetError) as error:
        parsed('{"": 1}')
    assert render(error.value.text, ()) == "Line 1: There’s no key “” here."


# --- mutated sheets ---------------------------------------------------------------------------------------------

WORDS = re.compile(r'"[^"]*"|-?\d+|[\[\]{},:]|true|false')
FOREIGN = ("null", "1e9", '"\\u0000"', "-1", "99999", '"{0.__class__}"', "[]", "{}", '""', "nan", "\n", '"sheet 9"')


def mutated_sheet(rng: random.Random) -> str:
    """Returns a sheet with one to four tokens replaced, doubled, swapped or dropped."""
    words = WORDS.findall(rng.choice(list(EXAMPLES.values())))
    for _ in range(rng.randint(1, 4)):
        place, other = rng.randrange(len(words)), rng.randrange(len(words))
        match rng.randrange(5):
            case 0:
                words[place] = rng.choice(FOREIGN)
            case 1:
                words[place] = words[other]
            case 2:
                words[place], words[other] = words[other], words[place]
            case 3:
                words[place:place] = words[other : other + rng.randint(1, 9)]
            case 4:
                del words[place : place + rng.randint(1, 3)]
    return " ".join(words) if rng.random() < 0.9 else "".join(words)[: rng.randrange(900)]


def cpu_seconds(text: str) -> float:
    """Returns the CPU time of reading a sheet, the best of three: other programs disturb a single one."""
    times = []
    for _ in range(3):
        parsed.cache_clear()
        began = time.process_time()
        with suppress(SheetError):
            parsed(text)
        times.append(time.process_time() - began)
    return min(times)


@pytest.mark.long
@pytest.mark.parametrize("sheets", shares(3_000, 1_000_000, 25_000), ids=range_id)
def test_mutated_sheets_are_read_or_refused_with_a_line(sheets: range) -> None:
    rng = random.Random(sheets.start)
    valid = unplaced = 0
    slowest: tuple[float, str] = (0.0, "")
    for _ in sheets:
        text, began = mutated_sheet(rng), time.process_time()
        try:
            valid += parsed(written(parsed(text))) == parsed(text)
        except SheetError as error:
            unplaced += error.line < 1 or "Line " not in render(error.text, ())
        slowest = max(slowest, (time.process_time() - began, text))
    assert not unplaced
    assert valid > len(sheets) / 100, "some mutations leave a valid sheet"
    assert cpu_seconds(slowest[1]) < 0.02, "20 ms a sheet"


def objects(of_one: str) -> str:
    return "{" + ", ".join(of_one % number for number in range(1_100)) + "}"


# Texts that a careless reader needs seconds for.
SLOW = {
    "an unclosed string of quotes": '"' + '\\"' * 7_900,
    "only quotes": '"' * 15_999,
    "brackets": "[" * 15_999,
    "digits": "1" * 15_999,
    "spaces": '{"herald": "sheet 1"' + " " * 15_900 + "}",
    "many keys": objects('"k%d": 1'),
    "a key twice": objects('"k%d": 1')[:-1] + ', "k7": 1}',
    "a long formula": LANTERN_MARKET.replace("floor(coins / 5)", "(" * 14_000),
}


@pytest.mark.long
@pytest.mark.parametrize("text", SLOW.values(), ids=SLOW)
def test_texts_made_to_be_slow_are_refused_in_time(text: str) -> None:
    assert refusal_text(text).startswith("Line ")
    assert cpu_seconds(text) < 0.02, "20 ms a sheet"
