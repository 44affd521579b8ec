"""Saga on the web: corrections start with the current values and keep secrets hidden."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scoring.replay import Projection
from scoring.saga.corrections import CorrectFame
from scoring.saga.final_count import FinalCount
from scoring.saga.playing import PlayKnight
from scoring.saga.setup import Begin, LayCrowns, LayDrawn
from scoring.saga.turn import EndTurn
from scoring.table_events import StartGame
from tests.actors import Evening
from tests.browser.moments import stages
from tests.games import projection_in, recordings_folder
from tests.secrecy import CODE, Room
from tests.web.pages import correction_at, faults
from tests.web.scenes import submit_directly


@pytest.fixture
def saga(evening: Evening) -> Evening:
    """A table at which Anna has played a knight and has 7 fame; it is Ben's turn."""
    evening.open("saga")
    evening.sit("Anna", "red")
    evening.sit("Ben", "blue")
    submit_directly(evening, None, StartGame())
    for action in (LayCrowns(), LayDrawn(), Begin(0), PlayKnight(0, "red-1"), CorrectFame(0, 7)):
        submit_directly(evening, 0, action)
    return evening


def forms_of(page: str, action: str, **fields: str) -> list[str]:
    """Returns the markup of the forms for this action with these fixed values."""
    forms = re.findall(r"<form.*?</form>", page, re.DOTALL)
    wanted = [f'name="{name}" value="{value}"' for name, value in {"action_name": action, **fields}.items()]
    return [form for form in forms if all(part in form for part in wanted)]


def form_of(page: str, action: str, **fields: str) -> str:
    (found,) = forms_of(page, action, **fields)
    return found


def test_fame_correction_starts_with_the_current_value(saga: Evening) -> None:
    for device in (saga.laptop, *saga.phones):
        for whose, name, fame in (("0", "Anna", "7"), ("1", "Ben", "0")):
            page = correction_at(device, f"seat.{whose}")
            tapped, typed = forms_of(page, "correct-fame", whose=whose)
            assert re.findall(r'name="fame" value="(\d+)" class="is-on"', tapped) == [fame]
            assert re.search(r'name="fame"[^>]* value="(\d+)"', typed)[1] == fame  # type: ignore[index]
            assert name in page
            assert faults(page) == []


def test_last_knight_asks_for_confirmation_and_reveals_nothing(saga: Evening) -> None:
    _, ben = saga.phones
    before = saga.projection.seq
    shown = ben.submit("call-last-knight", whose=0, preview=1)
    assert shown.status_code == 200
    assert "Hidden values can’t be previewed. They appear once you’ve saved the change." in ben.text
    assert saga.projection.seq == before
    form = form_of(shown.text, "call-last-knight", whose="0")
    assert "preview" not in form
    assert re.findall(r"-\d\d", ben.text) == [], "no points of anybody’s hand"
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
    assert ben.post(f"/t/{ben.code}/actions", fields).status_code == 303
    assert isinstance(saga.projection.table.state.phase, FinalCount)


def test_missed_knight_previews_its_effects(saga: Evening) -> None:
    anna, _ = saga.phones
    anna.submit("enter-missed-move", seat=1, knight="blue-2", to="new-0", preview=1)
    assert "Corrected: Anna played Blue 2 as a new army against Lake Land." in anna.text
    assert "No one’s points change." in anna.text


@pytest.mark.parametrize(("page", "device"), [("me", ""), ("table", "host")])
def test_unexpected_knights_are_behind_a_tap(tmp_path: Path, page: str, device: str) -> None:
    """Near the end Herald can deduce the knights in hand, unless a value was mistyped."""
    told = stages(projection_in(recordings_folder("saga") / "2-last-knight.jsonl"))
    room = Room(tmp_path / "room", [projection for projection in told if is_sure(projection)][-1].records)
    shown = room.devices[device or str(room.projection.table.state.turn)].get(f"/t/{CODE}/{page}").text
    assert re.search(f'Herald expects [^<]*<a href="/t/{CODE}/{page}/corrections">check it</a>', shown)
    (pad,) = re.findall(r'<div[^>]* id="pad-play-knight-\d".*?</div>', shown, re.DOTALL)
    (others,) = re.findall(r'<details class="pad-others".*?</details>', shown, re.DOTALL)
    assert 0 < pad.count("<button") < 24
    assert pad.count("<button") + others.count("<button") == 24
    assert "disabled" not in pad + others
    room.close()


def is_sure(projection: Projection) -> bool:
    """True if Herald expects certain knights for this move."""
    view = projection.table.game.view(projection.table.state, projection.table.state.turn)
    return bool(view.legal_action("play-knight") and view.expected)  # type: ignore[attr-defined]


def test_buttons_of_two_possible_armies_show_their_knights(evening: Evening) -> None:
    evening.open("saga", conquest="may")
    evening.sit("Anna", "red")
    evening.sit("Ben", "blue")
    submit_directly(evening, None, StartGame())
    for action in (LayCrowns(), LayDrawn(), Begin(0), PlayKnight(0, "purple-4")):
        submit_directly(evening, 0, action)
    anna, _ = evening.phones
    form = form_of(anna.get().text, "conquer", army="1")
    assert "Take Treasure Land" in form
    assert "Purple 4" not in form, "one army: nothing to tell apart"
    submit_directly(evening, 0, EndTurn())
    submit_directly(evening, 1, PlayKnight(0, "yellow-1"))
    submit_directly(evening, 0, PlayKnight(0, "purple-4"))
    page = anna.get().text
    for army in ("1", "3"):
        form = form_of(page, "conquer", army=army)
        assert "Take Treasure Land" in form
        assert "Purple 4" in form
    assert faults(page) == []
