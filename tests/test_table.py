"""The table: seating, moving seats, options and start, and the code of each refusal."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.games import GAMES
from scoring.kernel import Action, Event, Refusal, Rng
from scoring.lang_lebe.setup import TakeStartArea
from scoring.lang_lebe.turn import EndTurn, RollOn
from scoring.names import NAME_LENGTH
from scoring.table import (
    PLAYER_COLOURS,
    Actor,
    Seat,
    Table,
    actions_by_name,
    apply_event,
    decide,
    decide_with,
    history_line,
    may_act,
    new_table,
)
from scoring.table_events import (
    ChangePhone,
    ChangeSeat,
    ChooseOption,
    DeclineUndo,
    EnterPrintedValue,
    LeaveSeat,
    MoveSeat,
    SeatsOrdered,
    SeatTaken,
    StartGame,
    TableOpened,
    TakeSeat,
    UndoDeclined,
)
from scoring.words import render
from tests.strategies import begun

RNG = Rng(random.Random(1))
HOST = Actor(host=True)
EMPTY = apply_event(None, new_table(GAMES["lang-lebe"], {}, {}, example=False))
THREE = replace(EMPTY, seats=(Seat(1, "Anna", "red"), Seat(2, "Ben", "blue"), Seat(3, "Carla", "green")), keys=3)
STARTED = begun(GAMES["lang-lebe"], 3, {}).table


def table_after(table: Table, action: Action, actor: Actor = HOST, seat: int | None = None) -> Table:
    for event in decide(table, actor, seat, action, RNG):
        table = apply_event(table, event)
    return table


def refusal_code(table: Table, action: Action, actor: Actor = HOST, seat: int | None = None) -> str:
    with pytest.raises(Refusal) as refusal:
        decide(table, actor, seat, action, RNG)
    assert render(refusal.value.message, table.names).endswith((".", "!"))
    return refusal.value.code


def test_seat_has_a_name_and_a_colour() -> None:
    table = table_after(table_after(EMPTY, TakeSeat("  Anna  Maria ", "red")), TakeSeat("Ben", "blue", phone=False))
    assert table.seats == (Seat(1, "Anna Maria", "red", True), Seat(2, "Ben", "blue", False))


def test_colours_of_the_box_are_offered_first() -> None:
    table = apply_event(None, new_table(GAMES["royals"], {}, {}, example=True))
    assert table.free_colours[:5] == ("black", "white", "grey", "purple", "orange")
    assert set(table.free_colours) == set(PLAYER_COLOURS)
    assert table_after(table, TakeSeat("Anna", "black")).free_colours[0] == "white"


@pytest.mark.parametrize(
    ("code", "table", "action"),
    [
        ("name", EMPTY, TakeSeat(" ", "red")),
        ("name", EMPTY, TakeSeat("x" * (NAME_LENGTH + 1), "red")),
        ("name", EMPTY, TakeSeat("An\x00na", "red")),
        ("name", EMPTY, TakeSeat("An\u202ena", "red")),
        ("name-taken", THREE, TakeSeat("ANNA", "black")),
        ("colour", EMPTY, TakeSeat("Anna", "mauve")),
        ("colour-taken", THREE, TakeSeat("Dora", "red")),
        ("table-full", replace(THREE, seats=THREE.seats * 2), TakeSeat("Dora", "black")),
        ("started", STARTED, TakeSeat("Dora", "black")),
        ("started", STARTED, LeaveSeat(0)),
        ("started", STARTED, MoveSeat(0, 1)),
        ("started", STARTED, StartGame()),
        ("started", STARTED, ChooseOption("dice", "herald")),
        ("no-seat", THREE, LeaveSeat(3)),
        ("no-seat", THREE, MoveSeat(-1, 1)),
        ("no-seat", THREE, ChangeSeat(9, "Dora", "black")),
        ("no-seat", THREE, ChangePhone(9, True)),
        ("option", THREE, ChooseOption("dice", "loaded")),
        ("option", THREE, ChooseOption("luck", "on")),
        ("player-count", EMPTY, StartGame()),
        ("player-count", replace(THREE, seats=THREE.seats[:2]), StartGame()),
        ("box-value", THREE, EnterPrintedValue("votes.Man", "3")),
        ("box-value", THREE, EnterPrintedValue("votes.Atlantis", "3")),
        ("not-started", THREE, EndTurn()),
    ],
)
def test_table_refuses_with_a_code(code: str, table: Table, action: Action) -> None:
    assert refusal_code(table, action) == code


@pytest.mark.parametrize("seat", [None, -1, 3])
def test_move_needs_a_seat_of_the_table(seat: int | None) -> None:
    assert refusal_code(STARTED, TakeStartArea("Man"), seat=seat) == "no-seat"


def test_seat_is_changed_only_by_its_phone_or_the_host() -> None:
    change = ChangeSeat(1, "Benno", "black")
    assert refusal_code(THREE, change, Actor(0)) == "not-yours"
    assert refusal_code(THREE, LeaveSeat(1), Actor(None)) == "not-yours"
    for actor in (Actor(1), HOST):
        assert table_after(THREE, change, actor).seats[1] == Seat(2, "Benno", "black")
    assert table_after(THREE, ChangeSeat(1, "Ben", "blue"), Actor(1)) == THREE, (
        "one’s own name and colour are not taken"
    )


def test_only_the_host_changes_phones_and_declines_undo() -> None:
    assert refusal_code(THREE, ChangePhone(1, False), Actor(1)) == "host-only"
    assert table_after(THREE, ChangePhone(1, False)).seats[1] == Seat(2, "Ben", "blue", False)
    assert decide(THREE, HOST, None, ChangePhone(1, True), RNG) == []
    wished = replace(THREE, proposal=4)
    assert refusal_code(wished, DeclineUndo(), Actor(1)) == "host-only"
    assert decide(wished, HOST, None, DeclineUndo(), RNG) == [UndoDeclined()]
    assert decide(THREE, HOST, None, DeclineUndo(), RNG) == []


@given(st.lists(st.tuples(st.integers(0, 2), st.sampled_from([-1, 1])), max_size=8))
def test_moving_seats_keeps_all_seats_and_their_keys(moves: list[tuple[int, int]]) -> None:
    table = THREE
    for number, by in moves:
        (event,) = decide(table, HOST, None, MoveSeat(number, by), RNG)
        assert isinstance(event, SeatsOrdered)
        moved, table = table.seats[number], apply_event(table, event)
        assert table.seats[(number + by) % 3] == moved
    assert sorted(seat.key for seat in table.seats) == [1, 2, 3]


def test_seat_key_is_never_reused() -> None:
    table = table_after(table_after(THREE, LeaveSeat(2), Actor(2)), TakeSeat("Dora", "green"))
    assert [seat.key for seat in table.seats] == [1, 2, 4]


def test_unknown_options_are_refused_and_missing_ones_default() -> None:
    game = GAMES["lang-lebe"]
    options = new_table(game, {"dice": "herald"}, {}, False).options
    assert options == {"follow": "", "cards": "phones", "dice": "herald", "last-card": "two"}
    with pytest.raises(Refusal):
        new_table(game, {"dice": "loaded"}, {}, False)


def test_printed_values_are_applied_before_the_action_is_decided() -> None:
    events = decide_with(STARTED, Actor(0), 0, TakeStartArea("Lideforde"), {"votes.Lancastre": "4"}, RNG)
    assert [type(event).__name__ for event in events] == ["PrintedValueEntered", "StartAreaTaken"]
    with pytest.raises(Refusal, match="box-value"):
        decide_with(STARTED, Actor(0), 0, TakeStartArea("Lideforde"), {"votes.Lancastre": "9"}, RNG)


class Followed(Event):
    field: str


def test_missing_option_keeps_the_behaviour_of_older_versions() -> None:
    opened = apply_event(None, TableOpened("wars-of-the-roses", {"glass": "0"}, {}, False))
    options = GAMES["wars-of-the-roses"].options
    assert opened.options == {option.key: option.before or option.default for option in options}
    assert {"moves", "points"} <= {option.before for option in options}


def test_consequences_of_a_printed_value_precede_the_action(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["lang-lebe"]
    monkeypatch.setattr(game, "after_printed_value", lambda _, filled: [Followed(filled.field)])
    assert decide(STARTED, HOST, None, EnterPrintedValue("votes.Man", "2"), RNG)[1:] == [Followed("votes.Man")]
    assert len(decide(THREE, HOST, None, EnterPrintedValue("votes.Man", "2"), RNG)) == 1, "nothing is under way yet"
    numbers = {"votes.Lancastre": "4", "votes.Man": "2"}
    events = decide_with(STARTED, Actor(0), 0, TakeStartArea("Lideforde"), numbers, RNG)
    names = ["PrintedValueEntered", "Followed", "PrintedValueEntered", "Followed", "StartAreaTaken"]
    assert [type(event).__name__ for event in events] == names


def test_private_action_needs_that_seats_device() -> None:
    assert may_act(STARTED, Actor(1), 1, RollOn)
    for actor in (Actor(0), Actor(None), HOST):
        assert not may_act(STARTED, actor, 1, RollOn)
        assert may_act(STARTED, actor, 1, EndTurn)


def test_history_omits_changes_of_colours() -> None:
    def line_text(event: Event) -> str:
        text = history_line(THREE, event)
        return render(text, THREE.names) if text else ""

    assert line_text(SeatTaken(4, "Dora", "black")) == "Dora took a seat."
    (renamed,) = decide(THREE, HOST, None, ChangeSeat(1, "Benno", "blue"), RNG)
    assert line_text(renamed) == "Ben was renamed Benno."
    (recoloured,) = decide(THREE, HOST, None, ChangeSeat(1, "Ben", "black"), RNG)
    assert line_text(recoloured) == ""
    (curtained,) = decide(THREE, HOST, None, ChangePhone(1, False), RNG)
    assert line_text(curtained) == "Ben switched to a shared device."


def test_contradictory_printed_values_block_counts() -> None:
    """Regression: a game was once scored with 38 votes."""
    wrong = {**GAMES["lang-lebe"].example, "votes.Man": "3"}
    refusal = GAMES["lang-lebe"].printed_values_refusal(wrong)
    assert refusal is not None
    assert render(refusal.message, ()).startswith("All areas together have 39 votes.")
    assert GAMES["lang-lebe"].printed_values_refusal(GAMES["lang-lebe"].example) is None
    counting = {name for game in GAMES.values() for name, action in actions_by_name(game).items() if action.counts}
    assert {"confirm-board", "continue-reveal", "confirm-titles"} <= counting
