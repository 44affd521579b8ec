"""Encoding round trip: stored data is read back unchanged, anything else is refused; forms become actions or are
refused."""

from __future__ import annotations

import contextlib
import json
import random
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.codec import Malformed, decode, encode, from_form
from scoring.lang_lebe.dispute import RollDice, SealStake
from scoring.lang_lebe.entering import EnterForeign
from scoring.lang_lebe.turn import ExtraRoll
from scoring.table_events import ChangePhone, MoveSeat, TakeSeat
from tests.release_gates import amount
from tests.strategies import ASKS, EVENTS, random_instance

KINDS: list[type[Any]] = [*EVENTS, *ASKS]
SEEDS = st.integers(0, 2**32)
# JSON values by kind. A field accepts one kind: true is not a number, and neither is 1.0.
PLAIN: dict[str, list[Any]] = {
    "bool": [True, False],
    "int": [0, 1],
    "float": [1.0],
    "str": ["", "1"],
    "null": [None],
    "list": [[]],
    "object": [{"surprise": 1}],
}
TAKEN = "taken"


def wrong_values(hint: Any) -> list[Any]:
    """Returns all values of another kind, and lists of such values."""
    if get_origin(hint) in (Union, UnionType):
        (real,) = (arg for arg in get_args(hint) if arg is not NoneType)
        return [value for value in wrong_values(real) if value is not None]
    counts = "object" if hint == Mapping[str, int] else ""  # the plain object is valid here
    right = {tuple: "list", Mapping: counts}.get(get_origin(hint) or hint, getattr(hint, "__name__", ""))
    wrong = [value for kind, values in PLAIN.items() if kind != right for value in values]
    return [*wrong, *([value] for value in wrong_values(get_args(hint)[0]))] if right == "list" else wrong


@pytest.mark.long
@given(seed=SEEDS)
@settings(max_examples=amount(10, 200), deadline=None)
def test_every_event_and_action_survives_the_round_trip(seed: int) -> None:
    rng = random.Random(seed)
    for kind in KINDS:
        value = random_instance(kind, rng)
        assert decode(kind, json.loads(json.dumps(encode(value)))) == value


def refusal(kind: type[Any], data: Any) -> str:
    """Returns the reason of the refusal, or a note that there was none."""
    try:
        decode(kind, data)
    except Malformed as why:
        return str(why)
    return TAKEN


def test_field_of_another_type_is_refused() -> None:
    taken = []
    for kind in KINDS:
        plain, hints = encode(random_instance(kind, random.Random(1))), get_type_hints(kind)
        wrong = [(name, value) for name in plain for value in wrong_values(hints[name])]
        taken += [(kind, one) for one in wrong if refusal(kind, {**plain, one[0]: one[1]}) == TAKEN]
    assert taken == []


def test_unknown_or_missing_field_is_refused() -> None:
    taken = []
    for kind in KINDS:
        plain = encode(random_instance(kind, random.Random(1)))
        if "has no field surprise" not in refusal(kind, {**plain, "surprise": 1}):
            taken.append((kind, "surprise"))
        for needed in (field.name for field in fields(kind) if field.default is MISSING):
            if "is incomplete" not in refusal(kind, {key: part for key, part in plain.items() if key != needed}):
                taken.append((kind, needed))
    assert taken == []


@dataclass(frozen=True)
class Inner:
    number: int


@dataclass(frozen=True)
class Outer:
    pair: tuple[int, str]
    inner: Inner | None
    by_seat: Mapping[int, Inner]
    many: tuple[Inner, ...] = ()


GOOD: dict[str, Any] = {"pair": [1, "a"], "inner": {"number": 2}, "by_seat": {"3": {"number": 4}}}


def test_nested_values_are_decoded() -> None:
    assert decode(Outer, GOOD) == Outer((1, "a"), Inner(2), {3: Inner(4)})


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"pair": [1]}, "pair has the wrong length"),
        ({"pair": ["a", 1]}, "pair is not int"),
        ({"pair": "1a"}, "pair is not a list"),
        ({"inner": {"number": "2"}}, "number is not int"),
        ({"inner": []}, "Inner is not an object"),
        ({"by_seat": {"three": {"number": 4}}}, "by_seat is not a number"),
        ({"by_seat": []}, "by_seat is not an object"),
        ({"many": [{"number": 1, "more": 2}]}, "Inner has no field more"),
        ({"many": {"number": 1}}, "many is not a list"),
    ],
)
def test_error_names_the_nested_field(change: dict[str, Any], why: str) -> None:
    with pytest.raises(Malformed, match=why):
        decode(Outer, {**GOOD, **change})


@pytest.mark.parametrize("data", [None, [], "x", 1, True])
def test_only_an_object_is_an_event(data: object) -> None:
    with pytest.raises(Malformed, match="is not an object"):
        decode(Inner, data)


# --- forms ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "form"),
    [
        (SealStake(x1=2, x3=1), {"x1": "2", "x2": "", "x3": " 1 "}),
        (SealStake(x1=-1), {"x1": "-1"}),
        (RollDice((3, 1, 4)), {"dice": "314"}),
        (RollDice((3, 1, 4)), {"dice": "3, 1, 4".replace(" ", "")}),
        (RollDice(), {"dice": "  "}),
        (RollDice(), {}),
        (ExtraRoll(card=2, die=6), {"card": "2", "die": "6"}),
        (EnterForeign("Man"), {"area": " Man "}),
        (TakeSeat("Anna", "red", phone=False), {"name": "Anna", "colour": "red", "phone": "0"}),
        (ChangePhone(1, True), {"number": "1", "phone": "1"}),
    ],
)
def test_form_becomes_an_action(action: object, form: dict[str, str]) -> None:
    assert from_form(type(action), form) == action


@dataclass(frozen=True)
class Orders:
    troops: Mapping[str, int]
    bid: int = 0


@pytest.mark.parametrize(
    ("form", "orders"),
    [
        ({"bid": "2"}, Orders({}, 2)),
        ({"troops.London": "3", "troops.Port.of.York": "1"}, Orders({"London": 3, "Port.of.York": 1})),
        ({"troops.London": " "}, Orders({})),
    ],
)
def test_field_with_a_dot_is_a_mapping_entry(form: dict[str, str], orders: Orders) -> None:
    assert from_form(Orders, form) == orders


@pytest.mark.parametrize("form", [{"troops": "3"}, {"bid.London": "3"}, {"troops.London": "x"}, {".": "1"}])
def test_only_a_mapping_field_takes_a_key(form: dict[str, str]) -> None:
    with pytest.raises(Malformed):
        from_form(Orders, form)


@pytest.mark.parametrize(
    ("kind", "form"),
    [
        (SealStake, {"x1": "two"}),
        (SealStake, {"x1": "1.5"}),
        (SealStake, {"x1": "1e3"}),
        (SealStake, {"x1": "٣"}),
        (SealStake, {"x1": "+1"}),
        (SealStake, {"x1": "--1"}),
        (SealStake, {"x1": "1234567"}),
        (SealStake, {"x4": "1"}),
        (RollDice, {"dice": "3 1"}),
        (RollDice, {"dice": "3,,1"}),
        (RollDice, {"dice": "⚀"}),
        (ExtraRoll, {"die": "3"}),
        (EnterForeign, {"area": ""}),
        (MoveSeat, {"number": "1", "by": ""}),
        (ChangePhone, {"number": "1", "phone": "perhaps"}),
    ],
)
def test_invalid_form_is_malformed(kind: type, form: dict[str, str]) -> None:
    with pytest.raises(Malformed):
        from_form(kind, form)


@given(
    form=st.dictionaries(st.text(max_size=6), st.text(max_size=9), max_size=2), text=st.text("01-, xyz²", max_size=8)
)
@settings(deadline=None)
def test_no_form_crashes_the_decoder(form: dict[str, str], text: str) -> None:
    for kind in ASKS:
        filled = dict.fromkeys((field.name for field in fields(kind)), text)
        for tried in (filled, {**filled, **form}):
            with contextlib.suppress(Malformed):
                assert isinstance(from_form(kind, tried), kind)
