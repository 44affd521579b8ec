"""Printed values: known, asked for, corrected or deduced, but never invented."""

from __future__ import annotations

from typing import Any
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.games import GAMES
from scoring.kernel import Game
from scoring.printed_values import (
    PrintedField,
    PrintedValues,
    Source,
    Trust,
    built_in,
    contradicted,
    contradiction,
    deduced,
    falling,
    halves,
    numbers,
    rising,
    summing,
)
from scoring.words import T, render

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
VOTES = PrintedField("votes", T("Arms"), T("Votes"), ("2", "3", "4"))
PRINTED = PrintedField("printed", T("Arms"), T("Votes"), ("2", "3", "4"), "4", Source("nl 94"))
PROBABLE = PrintedField("probable", T("Arms"), T("Votes"), ("2", "3", "4"), "2", Source("nl 84", Trust.PROBABLE))
STARTS = PrintedField("starts", T("Cards"), T("Start areas"), ("Man", "Wigemor", "Stadford"), many=2)


@pytest.mark.parametrize(
    ("field", "value", "allowed"),
    [
        (VOTES, "3", True),
        (VOTES, "5", False),
        (VOTES, "", False),
        (VOTES, " 3", False),
        (VOTES, "2 3", False),
        (PRINTED, "4", True),
        (PRINTED, "3", False),
        (PROBABLE, "2", True),
        (PROBABLE, "3", True),
        (STARTS, "Man Wigemor", True),
        (STARTS, "Wigemor Man", True),
        (STARTS, "Man Man", False),
        (STARTS, "Man", False),
        (STARTS, "Man Wigemor Stadford", False),
        (STARTS, "Man Atlantis", False),
        (STARTS, "Man  Wigemor", False),
    ],
)
def test_field_accepts_only_possible_values(field: PrintedField, value: str, allowed: bool) -> None:
    assert field.allows(value) == allowed


NUMBER = PrintedField("points", T("Markers"), T("Points"), numbers(1, 40))
NAME = PrintedField("name", T("Cities"), T("Name"), ())
SECOND = PrintedField("second", T("Cities"), T("Title"), ("Duke", "King"), absent="none", part=T("Madrid"))


@pytest.mark.parametrize(
    ("field", "value", "allowed"),
    [
        (NUMBER, "40", True),
        (NUMBER, "41", False),
        (NUMBER, "0", False),
        (NUMBER, "none", False),
        (NAME, "Aix-en-Provence", True),
        (NAME, "", True),
        (NAME, "x" * 24, True),
        (NAME, "x" * 25, False),
        (NAME, "two  blanks", False),
        (NAME, "a\u2028b", False),
        (NAME, "Köln", True),
        (NAME, "\uff2böln", False),
        (NAME, "Kö\u200bln", False),
        (NAME, "\u3164", False),
        (SECOND, "King", True),
        (SECOND, "none", True),
        (SECOND, "", False),
    ],
)
def test_ranges_names_and_absent_parts_are_validated(field: PrintedField, value: str, allowed: bool) -> None:
    assert field.allows(value) == allowed


def test_question_names_its_part() -> None:
    assert render(SECOND.full_label({}), ()) == "Madrid: Title"
    assert VOTES.full_label({}) == VOTES.label


def test_place_is_labelled_by_its_name_which_is_read_first() -> None:
    bonus = PrintedField("bonus", T("Spain"), T("Bonus"), numbers(1, 4), part=T("A city of Spain"), named_by="name")
    name = PrintedField("name", T("Spain"), T("Name"), (), part=T("A city of Spain"), named_by="name")
    assert render(bonus.full_label({}), ()) == "A city of Spain: Bonus"
    assert render(bonus.full_label({"name": "Madrid"}), ()) == "Madrid: Bonus"
    assert (bonus.to_read_first({}), name.to_read_first({}), VOTES.to_read_first({})) == ("name", "", "")
    assert bonus.to_read_first({"name": "Madrid"}) == ""


def test_checks_compare_the_known_values() -> None:
    up, down = rising(T("up"), "", ("a", "b", "c")), falling(T("down"), "", ("a", "b"))
    assert up.holds({"a": "1", "b": "2", "c": "3"}) is True
    assert up.holds({"a": "1", "c": "1"}) is False
    assert up.holds({"a": "1", "c": "2"}) is None
    assert [down.holds({"a": "2", "b": b}) for b in ("2", "3", "none")] == [True, False, None]
    total = summing(T("five"), "", ("a", "b"), 5)
    assert [total.holds({"a": "2", **b}) for b in ({"b": "3"}, {"b": "4"}, {})] == [True, False, None]
    half = halves(T("half"), "", (("a", "b"), ("c", "d")))
    assert [half.holds({"a": "4", "b": b}) for b in ("2", "3", "none")] == [None, False, None]
    assert half.holds({"a": "4", "b": "2", "c": "6", "d": "3"}) is True


def test_number_range_includes_both_ends() -> None:
    assert numbers(2, 4) == ("2", "3", "4")


@given(st.text(max_size=12))
def test_no_other_text_is_a_value(value: str) -> None:
    assert STARTS.allows(value) == (value in {f"{a} {b}" for a in STARTS.options for b in STARTS.options if a != b})


def test_new_box_has_stated_values_but_no_probable_ones() -> None:
    unread = PrintedField("unread", T("Arms"), T("Votes"), ("2", "3"), None, Source("nl 94"))
    assert built_in((VOTES, PRINTED, PROBABLE, STARTS, unread)) == {"printed": "4"}


@EVERY_GAME
def test_every_field_has_a_unique_key_and_a_valid_built_in_value(game: Game[Any]) -> None:
    assert len({field.key for field in game.printed_fields}) == len(game.printed_fields)
    for field in game.printed_fields:
        assert field.value is None or field.allows(field.value)
        assert (field.value is None) == (field.source is None), "a built-in value says where it comes from"
        assert game.field(field.key) is field
    assert game.field("no-such-field") is None


@EVERY_GAME
def test_example_values_are_complete_and_pass_every_check(game: Game[Any]) -> None:
    assert game.example.keys() <= {field.key for field in game.printed_fields}
    assert {field.key for field in game.printed_fields if not field.is_name} <= game.example.keys(), (
        "only names can be left out"
    )
    assert all(field.allows(game.example.get(field.key, "")) for field in game.printed_fields)
    assert [check.holds(game.example) for check in game.checks] == [True] * len(game.checks)


@EVERY_GAME
def test_check_waits_for_all_its_values_and_never_raises(game: Game[Any]) -> None:
    assert {check.holds(built_in(game.printed_fields)) for check in game.checks} <= {None, True}
    for field in game.printed_fields:
        rest = {key: value for key, value in game.example.items() if key != field.key}
        assert False not in {check.holds(rest) for check in game.checks}


@EVERY_GAME
def test_every_check_can_fail(game: Game[Any]) -> None:
    changed = [
        {**game.example, field.key: value}
        for field in game.printed_fields
        if not field.certain
        for value in other_values(field, game.example)
    ]
    for check in game.checks:
        assert any(check.holds(box) is False for box in changed), check.text.message


def other_values(field: PrintedField, box: PrintedValues) -> list[str]:
    chosen = box.get(field.key, "").split(" ")
    free = [option for option in field.options if option not in chosen]
    return [" ".join([*chosen[:spot], new, *chosen[spot + 1 :]]) for spot in range(field.many) for new in free]


# --- deduced values ------------------------------------------------------------------------------------

THREE = tuple(PrintedField(key, T("Arms"), T("Votes"), ("2", "3", "4")) for key in "abc")
TEN = summing(T("Together they have ten."), "nl 168", ("a", "b", "c"), 10)


@pytest.mark.parametrize(
    ("read", "clear"),
    [
        ({}, {}),
        ({"a": "2"}, {"b": "4", "c": "4"}),
        ({"a": "3"}, {}),
        ({"a": "3", "b": "3"}, {"c": "4"}),
        ({"a": "4", "b": "4"}, {"c": "2"}),
        ({"a": "3", "b": "3", "c": "4"}, {}),
    ],
)
def test_values_determined_by_a_sum_are_deduced(read: PrintedValues, clear: PrintedValues) -> None:
    assert deduced(THREE, (TEN,), read) == clear


@pytest.mark.parametrize(("read", "broken"), [({"a": "2", "b": "3"}, True), ({"a": "2", "b": "4"}, False), ({}, False)])
def test_values_that_make_a_sum_impossible_contradict_it(read: PrintedValues, broken: bool) -> None:
    assert (contradicted(THREE, (TEN,), read) is TEN) == broken
    if broken:
        assert deduced(THREE, (TEN,), read) == {}


@pytest.mark.parametrize(
    ("read", "why"),
    [
        ({"Lincolia": "2", "Grentebrige": "3"}, "Grentebrige 3, Lincolia 2."),
        ({"Stadford": "3", "Lincolia": "2", "Man": "2", "Lundonia": "3"}, "Lincolia 2, Lundonia 3."),
    ],
)
def test_contradiction_names_the_check_and_its_values(read: PrintedValues, why: str) -> None:
    game = GAMES["lang-lebe"]
    found = contradiction(game.printed_fields, game.checks, {f"votes.{area}": votes for area, votes in read.items()})
    assert found is not None
    statement = "Lincolia, Grentebrige and Lundonia together have 10 votes."
    assert render(found.why, ()) == f"{statement} That doesn’t fit {why}"


@EVERY_GAME
def test_contradiction_names_a_minimal_set_of_values(game: Game[Any]) -> None:
    wrong = [
        {**game.example, field.key: value}
        for field in game.printed_fields
        if not field.certain
        for value in other_values(field, game.example)[:2]
    ]
    found = [one for one in (contradiction(game.printed_fields, game.checks, box) for box in wrong) if one]
    assert bool(found) == bool(game.checks)
    for one in found:
        for key in one.entries:
            rest = {other: value for other, value in one.entries.items() if other != key}
            assert contradicted(game.printed_fields, game.checks, rest) is None


def test_contradiction_search_does_not_try_each_value(monkeypatch: pytest.MonkeyPatch) -> None:
    game, tried = GAMES["royals"], Mock(wraps=contradicted)
    monkeypatch.setattr("scoring.printed_values.contradicted", tried)
    wrong = {**game.example, "country.Britain.first": "1", "country.Britain.second": "2"}
    found = contradiction(game.printed_fields, game.checks, wrong)
    assert found is not None
    assert found.entries.keys() == {"country.Britain.first", "country.Britain.second"}
    assert tried.call_count < len(wrong) / 3


def test_stated_values_are_used_for_deduction() -> None:
    """Man has 2 votes, Oxeneford 4, …: these count even in a box without entered values."""
    game = GAMES["lang-lebe"]
    votes = {field.key: game.example[field.key] for field in game.printed_fields if field.key.startswith("votes.")}
    read = {field.key: votes[field.key] for field in game.printed_fields if field.key in votes and not field.certain}
    last = read.popitem()
    assert deduced(game.printed_fields, game.checks, read)[last[0]] == last[1]


def test_order_narrows_the_values_in_between() -> None:
    up = rising(T("Each is more."), "de 89", ("a", "b", "c"))
    assert deduced(THREE, (up,), {}) == {"a": "2", "b": "3", "c": "4"}
    down = falling(T("None is more."), "de 89", ("a", "b", "c"))
    assert deduced(THREE, (down,), {"a": "2"}) == {"b": "2", "c": "2"}
    assert deduced(THREE, (down,), {"c": "4"}) == {"a": "4", "b": "4"}


def test_parts_that_the_box_lacks_have_no_values() -> None:
    bonus = PrintedField("bonus", T("Cities"), T("Bonus"), ("1", "2"), absent="none", absent_with="second")
    assert [bonus.is_absent({"second": title}) for title in ("none", "King", "")] == [True, False, False]
    assert VOTES.is_absent({"": ""}) is False
    assert deduced((SECOND, bonus), (), {"second": "none"}) == {"bonus": "none"}
    assert deduced((SECOND, bonus), (), {"second": "none", "bonus": "none"}) == {}
    assert deduced((SECOND, bonus), (), {"second": "King"}) == {}


def test_names_and_paired_values_are_not_deduced() -> None:
    pair = PrintedField("pair", T("Cards"), T("Start areas"), ("1",), many=2)
    some = PrintedField("some", T("Cards"), T("Cards"), ("2", "many"))
    assert deduced((pair, some), (), {}) == {}


def test_half_and_whole_are_deduced_from_each_other() -> None:
    both = tuple(PrintedField(key, T("Arms"), T("Votes"), numbers(1, 8)) for key in ("whole", "half"))
    half = halves(T("Half is half."), "de 275", (("whole", "half"),))
    assert deduced(both, (half,), {"whole": "6"}) == {"half": "3"}
    assert deduced(both, (half,), {"half": "3"}) == {"whole": "6"}
    assert deduced(both, (half,), {"half": "4"}) == {"whole": "8"}
    assert contradicted(both, (half,), {"whole": "7"}) is half


@EVERY_GAME
@given(data=st.data())
def test_deduction_never_contradicts_the_box(game: Game[Any], data: st.DataObject) -> None:
    """For any subset of a valid box, every deduced value equals the printed one."""
    keys = data.draw(st.sets(st.sampled_from(sorted(game.example))))
    read = {key: game.example[key] for key in keys}
    for key, value in deduced(game.printed_fields, game.checks, read).items():
        assert game.example[key] == value


def test_lang_lebe_asks_for_no_area_when_one_is_left() -> None:
    game = GAMES["lang-lebe"]
    votes = {field.key: game.example[field.key] for field in game.printed_fields if field.key.startswith("votes.")}
    for key, value in (
        (field.key, votes[field.key]) for field in game.printed_fields if field.key in votes and not field.certain
    ):
        rest = {other: votes[other] for other in votes if other != key}
        assert deduced(game.printed_fields, game.checks, rest) == {key: value}
