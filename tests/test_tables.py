"""Live tables: each action is accepted once, from a current page and the right device, and published to all screens."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.hub import Hub
from companion.store import DeviceRole, Store
from companion.tables import ActionRequest, LiveTable, Tables, UnknownTable, UnreadableTable
from scoring.kernel import Action, Refusal, Rng
from scoring.lang_lebe.dispute import SealStake
from scoring.lang_lebe.entering import EnterForeign
from scoring.lang_lebe.setup import TakeStartArea
from scoring.lang_lebe.turn import EndTurn, MoveFigure, RollOn
from scoring.replay import last_undo_step
from scoring.table import Actor
from scoring.table_events import ChangeSeat, EnterPrintedValue, StartGame, TakeSeat, Undo

AT = "2026-01-01T20:00:00+00:00"


class Evening:
    """Tables on a real file, and a shorthand for submitting actions."""

    def __init__(self, folder: Path) -> None:
        self.store, self.hub = Store(folder), Hub()
        self.tables = Tables(self.store, self.hub, Rng(random.Random(1)), lambda: AT)

    def submit(self, live: LiveTable, action: Action, seat: int | None = None, **more: object) -> None:
        actor = Actor(seat, host=seat is None)
        self.tables.submit(live, ActionRequest(actor, action, seat, **more))  # type: ignore[arg-type]

    def start_table(self, box: int | None = None) -> LiveTable:
        live = self.tables.open("lang-lebe", {"follow": "moves"}, box)
        for name, colour in (("Anna", "red"), ("Ben", "blue"), ("Carla", "green")):
            self.submit(live, TakeSeat(name, colour))
        self.submit(live, StartGame())
        for seat, area in enumerate(("Rouecestre", "Lincolia", "Lideforde")):
            self.submit(live, TakeStartArea(area), seat)
        return live


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    made = Evening(tmp_path)
    yield made
    made.store.close()


def refusal_code(evening: Evening, live: LiveTable, action: Action, seat: int | None, **more: object) -> str:
    before = live.projection
    with pytest.raises(Refusal) as refusal:
        evening.submit(live, action, seat, **more)
    assert live.projection == before
    return refusal.value.code


# --- timing ---------------------------------------------------------------------------------------------------------


def test_move_from_a_stale_page_is_refused(evening: Evening) -> None:
    live = evening.start_table()
    seen = live.projection.seq
    evening.submit(live, EndTurn(), 0, seen=seen)
    assert refusal_code(evening, live, EndTurn(), 1, seen=seen) == "stale"
    evening.submit(live, EndTurn(), 1, seen=live.projection.seq)


def test_new_name_or_printed_value_makes_no_page_stale(evening: Evening) -> None:
    live = evening.start_table()
    seen = live.projection.seq
    evening.submit(live, ChangeSeat(2, "Clara", "green"), 2)
    evening.submit(live, EnterPrintedValue("votes.Lancastre", "4"))
    assert live.projection.seq == seen + 2
    evening.submit(live, EndTurn(), 0, seen=seen)


def test_sealed_choices_are_not_stale_until_the_reveal(evening: Evening) -> None:
    live = evening.start_table()
    evening.submit(live, MoveFigure("Stadford"), 0)
    evening.submit(live, EndTurn(), 0)
    evening.submit(live, EnterForeign("Rouecestre"), 1)
    seen = live.projection.seq
    for seat in (0, 1, 1):
        evening.submit(live, SealStake(x1=1 + seat), seat, seen=seen)
    evening.submit(live, SealStake(x1=1), 2, seen=seen)
    assert live.projection.table.state.phase.revealed
    assert refusal_code(evening, live, SealStake(x1=3), 0, seen=seen) == "revealed"


def test_undo_must_have_seen_what_it_undoes(evening: Evening) -> None:
    live = evening.start_table()
    evening.submit(live, EndTurn(), 0)
    seen, step = live.projection.seq, last_undo_step(live.projection)
    assert step is not None
    evening.submit(live, EndTurn(), 1)
    assert refusal_code(evening, live, Undo(step.to), None, seen=seen) == "stale"


# --- once -----------------------------------------------------------------------------------------------------------


def test_double_tap_is_stored_once(evening: Evening) -> None:
    live = evening.start_table()
    evening.submit(live, EndTurn(), 0, action_id="tap")
    after = live.projection
    evening.submit(live, EndTurn(), 0, action_id="tap", seen=after.seq - 2)
    assert live.projection == after
    assert len(evening.store.log(live.code)) == after.seq


def test_simultaneous_taps_are_processed_one_by_one(evening: Evening) -> None:
    live = evening.start_table()
    seen = live.projection.seq
    taken: list[str] = []

    def tap(number: int) -> None:
        try:
            evening.submit(live, EndTurn(), 0, seen=seen, action_id=f"tap-{number}")
            taken.append("taken")
        except Refusal as refusal:
            taken.append(refusal.code)

    threads = [threading.Thread(target=tap, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # All of them sent the same action, which is stored once.
    assert taken == ["taken"] * 8
    assert sum(type(record.event).__name__ == "TurnEnded" for record in live.projection.records) == 1
    assert [row["seq"] for row in evening.store.log(live.code)] == list(range(1, live.projection.seq + 1))


def test_refusal_stores_and_publishes_nothing(evening: Evening) -> None:
    live = evening.start_table()
    version = evening.hub.version(live.code)
    assert refusal_code(evening, live, EndTurn(), 2) == "not-your-turn"
    assert refusal_code(evening, live, RollOn(card=1, die=3), 0) == "not-now"
    assert evening.hub.version(live.code) == version
    assert len(evening.store.log(live.code)) == live.projection.seq


def test_private_action_needs_its_seats_device(evening: Evening) -> None:
    live = evening.start_table()
    request = ActionRequest(Actor(None, host=True), EnterForeign("Lincolia"), 0)
    with pytest.raises(Refusal, match="not-yours"):
        evening.tables.submit(live, request)


def test_repeating_a_private_action_reveals_nothing(evening: Evening) -> None:
    """The same action from two devices counts once. A private action sent by others gets the same answer whatever it
    was."""
    live = evening.start_table()
    seen = live.projection.seq
    evening.submit(live, MoveFigure("Stadford"), 0, seen=seen)
    evening.submit(live, MoveFigure("Stadford"), 0, seen=seen)
    evening.submit(live, EndTurn(), 0)
    seen = live.projection.seq
    evening.submit(live, EnterForeign("Rouecestre"), 1, seen=seen)
    for area in ("Rouecestre", "Lideforde"):
        with pytest.raises(Refusal, match="stale"):
            evening.tables.submit(live, ActionRequest(Actor(0), EnterForeign(area), 1, seen=seen))
    evening.submit(live, EnterForeign("Rouecestre"), 1, seen=seen)


# --- two processes, other versions ----------------------------------------------------------------------------------


def test_records_of_another_process_are_loaded_first(evening: Evening, tmp_path: Path) -> None:
    live = evening.start_table()
    other = Evening(tmp_path)
    other.submit(other.tables.find(live.code), EndTurn(), 0)
    with pytest.raises(Refusal, match="stale"):
        evening.submit(live, EndTurn(), 0)
    assert live.projection == other.tables.find(live.code).projection
    evening.submit(live, EndTurn(), 1)
    other.store.close()


def test_table_of_a_newer_herald_is_unreadable_and_others_load(evening: Evening) -> None:
    live = evening.start_table()
    strange = evening.tables.open("lang-lebe", {}, None).code
    unknown = {"seq": 2, "at": AT, "by": None, "ask": "x", "event": "dragon-woken", "v": 1, "data": {}}
    evening.store.append(strange, [unknown])
    fresh = Tables(evening.store, Hub(), Rng(random.Random(1)), lambda: AT)
    with pytest.raises(UnreadableTable, match=f"cannot read the table {strange}"):
        fresh.find(strange)
    assert [found.code for found in fresh.read(evening.store.tables())] == [live.code]
    with pytest.raises(UnknownTable):
        fresh.find("NONE")


def test_printed_value_entered_at_a_table_is_saved_in_the_box(evening: Evening) -> None:
    box = evening.store.add_box("lang-lebe", "Our copy").id
    live = evening.start_table(box)
    evening.submit(live, EnterPrintedValue("votes.Lancastre", "4"))
    assert evening.store.boxes()[0].values["votes.Lancastre"] == "4"
    again = evening.tables.open("lang-lebe", {}, box)
    assert again.projection.table.printed_values["votes.Lancastre"] == "4"
    step = last_undo_step(live.projection)
    assert step is not None
    evening.submit(live, Undo(step.to))
    assert evening.store.boxes()[0].values["votes.Lancastre"] == "4", "undo of a move leaves the sheet alone"


def test_seat_belongs_to_one_device(evening: Evening) -> None:
    live = evening.start_table()
    evening.tables.claim(live, "old phone", DeviceRole(2))
    evening.tables.claim(live, "new phone", DeviceRole(2))
    assert (live.seat_of("old phone"), live.seat_of("new phone")) == (None, 1)
    assert evening.store.claims(live.code) == {"old phone": DeviceRole(None), "new phone": DeviceRole(2)}
