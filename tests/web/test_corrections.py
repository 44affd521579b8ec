"""Corrections on the board: tapping a place opens its current values and previews the consequences."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from itertools import pairwise
from urllib.parse import quote

import pytest

from companion.devices import hashed
from companion.store import DeviceRole
from companion.tables import LiveTable
from scoring.games import GAMES
from scoring.kernel import GameView, Rng, stored_name
from scoring.lang_lebe.corrections import CorrectArea
from scoring.legal_actions import Count, LegalAction, Pick
from scoring.replay import Projection, apply_record, replay
from scoring.royals.components import TITLES
from tests.actors import HTMX, Device, Evening
from tests.games import declaration, one_for_all, projection_in, recordings_folder
from tests.web.pages import correction_at, faults, places_on
from tests.web.played import phone_at
from tests.web.scenes import prepare_election, set_up, submit_directly
from tests.web.test_every_game import play_one_step, seat_players

STEPS = 60


def offers_at(evening: Evening, device: Device) -> dict[str, list[LegalAction]]:
    """Corrections open to this device, by place."""
    seat = None if device.page == "table" else evening.phones.index(device)
    found: dict[str, list[LegalAction]] = {}
    for legal_action in evening.view(seat).corrections:
        if legal_action.at:
            found.setdefault(legal_action.at, []).append(legal_action)
    return found


@pytest.mark.parametrize("game", one_for_all(GAMES, lambda game: game == "lang-lebe"))
def test_every_correctable_place_opens_with_its_current_values(evening: Evening, game: str) -> None:
    seat_players(evening, game)
    rng, opened = Rng(random.Random(5)), set[str]()
    for step in range(STEPS):
        if evening.projection.table.standings is not None:
            break
        for device in (evening.laptop, evening.phones[0]) if step % 9 == 8 or not opened else ():
            legal_actions = offers_at(evening, device)
            board = device.get(f"/t/{device.code}/{device.page}/corrections").text
            assert set(places_on(board)) == legal_actions.keys(), "each place is drawn, and nothing else"
            assert faults(board) == []
            for place in sorted(legal_actions)[step % 3 :: 3]:
                page = correction_at(device, place)
                assert faults(page) == [], place
                for legal_action in legal_actions[place]:
                    assert any(starts_with_current_values(form, legal_action) for form in forms_in(page)), (
                        place,
                        legal_action,
                    )
                    opened.add(legal_action.action)
        play_one_step(evening, rng)
    assert opened, f"nothing of {game} can be corrected: is a phase `correctable`, and do its legal actions have `at`?"


def forms_in(page: str) -> list[str]:
    """Returns the forms, with the buttons elsewhere on the page that submit them."""
    forms = re.findall(r"<form.*?</form>", page, re.DOTALL)
    return [form + "".join(buttons_of(page, named[1])) if (named := FORM_ID.match(form)) else form for form in forms]


FORM_ID = re.compile(r'<form[^>]* id="([^"]+)"')


def buttons_of(page: str, form: str) -> list[str]:
    return re.findall(rf'<button[^>]* form="{re.escape(form)}"[^>]*>', page)


def starts_with_current_values(form: str, legal_action: LegalAction) -> bool:
    """True if the form has the action with its current values filled in."""
    return f'value="{legal_action.action}"' in form and all(_filled_in(form, field) for field in legal_action.fields)


def _filled_in(form: str, field: object) -> bool:
    if re.search(rf'name="{field.name}" value="{re.escape(str(field.value))}"[^>]*aria-current="true"', form):
        return True
    if isinstance(field, Count):
        return bool(re.search(rf'name="{field.name}"[^>]* value="{field.value}"', form))
    assert isinstance(field, Pick)
    if len(field.options) == 1:
        return f'type="hidden" name="{field.name}" value="{field.options[0]}"' in form
    if field.value is None:
        return f'name="{field.name}"' in form
    value = re.escape(str(field.value))
    return bool(
        re.search(rf'value="{value}"[^>]* (checked|selected)|type="hidden" name="{field.name}" value="{value}"', form)
    )


def test_area_opens_with_the_owner_of_its_courtiers(evening: Evening) -> None:
    anna, *_ = set_up(evening)
    submit_directly(evening, 0, CorrectArea("Lundonia", 1, 2))
    (form,) = (form for form in forms_in(correction_at(anna, "Lundonia")) if 'type="radio"' in form)
    assert re.search(r'name="holder" value="1"[^>]* checked', form)
    assert re.search(r'name="courtiers" value="2" aria-current', form)


def test_courtier_moves_to_another_area(evening: Evening) -> None:
    anna, *_ = set_up(evening)
    submit_directly(evening, 0, CorrectArea("Lundonia", 1, 2))
    (form,) = (form for form in forms_in(correction_at(anna, "Lundonia")) if "move-courtier" in form)
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
    assert 'value="Man"' not in form, "it is out of play with three players"
    answer = anna.post(f"/t/{anna.code}/me/corrections?at=Lundonia", {**fields, "to": "Wigemor"})
    assert (answer.status_code, answer.location) == (303, page_after_correction(anna, evening))
    assert "Corrected: Ben has 1 courtier in Wigemor." in anna.get(answer.location).text
    courtiers = evening.projection.table.state.courtiers
    assert (courtiers["Lundonia"], courtiers["Wigemor"]) == ((1, 1), (1, 1))


def page_after_correction(device: Device, evening: Evening) -> str:
    """Returns the corrections page after a correction, open for the next one."""
    return f"/t/{device.code}/me/corrections?saved={evening.projection.seq}"


def test_consequences_are_shown_while_editing(evening: Evening) -> None:
    anna, *_ = set_up(evening)
    before = evening.projection
    way = f"/t/{anna.code}/me/corrections?at=seat.1"
    change = {
        "action_name": "correct-bonus",
        "page": "me",
        "seat": "0",
        "seq": str(before.seq),
        "whose": "1",
        "votes": "5",
    }
    shown = anna.post(way, change, headers=HTMX)
    assert shown.status_code == 200
    assert "<html" not in shown.text
    assert "Corrected: Ben has 5 bonus votes." in anna.text
    assert evening.projection is before, "nothing is kept yet"
    refused = anna.post(way, {**change, "votes": "99"}, headers=HTMX)
    assert "Choose a number from 0 to 15." in refused.text
    assert anna.post(way, change).status_code == 303
    assert evening.projection.table.state.bonus[1] == 5


# Games with a board check before a count, each with a recording that contains one.
CHECKED: dict[str, str] = {game: declaration(game, "CHECKED") for game in GAMES if declaration(game, "CHECKED")}
COUNTS = {"confirm-board", "confirm-titles", "begin-count"}


def board_checks(game: str) -> list[Projection]:
    """Moments of each kind at which the board is checked before a count."""
    records = projection_in(recordings_folder(game) / f"{CHECKED[game]}.jsonl").records
    projection, found = replay(records[:1]), dict[str, Projection]()
    for record, following in pairwise(records[1:]):
        projection = apply_record(projection, record)
        if projection.table.started and record.action_id != following.action_id:
            found |= dict.fromkeys(
                COUNTS & {legal_action.action for legal_action in public_view(projection).legal_actions}, projection
            )
    return list(found.values())


def test_every_game_with_a_board_check_names_a_recording_of_it() -> None:
    with_check = {key for key, game in GAMES.items() if COUNTS & set(map(stored_name, game.actions))}
    assert with_check - CHECKED.keys() == set(), "CHECKED in the game_spec.py of these is missing"


def table_at(evening: Evening, projection: Projection) -> LiveTable:
    """Returns a table at this moment, with the laptop as host."""
    records = (replace(projection.records[0], action_id=f"open-{projection.seq}"), *projection.records[1:])
    live = evening.services.tables.adopt(records)
    evening.laptop.get("/")
    cookie = evening.laptop.client.get_cookie("herald")
    assert cookie is not None
    evening.services.tables.claim(live, hashed(cookie.value), DeviceRole(host=True))
    evening.laptop.code = live.code
    return live


def public_view(projection: Projection) -> GameView:
    return projection.table.game.view(projection.table.state, None)


@pytest.mark.parametrize("game", CHECKED)
def test_board_check_before_a_count_is_the_same_as_corrections(evening: Evening, game: str) -> None:
    """Every place opens with a tap, including players' own areas, on the table screen and on every phone. The button
    that continues the count is on the same screen."""
    seen = board_checks(game)
    assert seen, "the recording has a check"
    for projection in seen:
        live = table_at(evening, projection)
        for device in (evening.laptop, phone_at(evening, live, 0), phone_at(evening, live, 1, "q")):
            screen = device.get().text
            every = places_on(device.get(f"/t/{device.code}/{device.page}/corrections").text)
            # When the titles are counted, the map already is: it opens from Fix a mistake.
            for place in every if "confirm-titles" not in screen else TITLES:
                assert f"corrections?at={quote(place, safe='.:')}#correction" in screen, place
            assert any(f'value="{action}"' in screen for action in COUNTS), "and then the count goes on"


@pytest.mark.parametrize("game", CHECKED)
def test_watchers_are_not_told_to_tap_mistakes(evening: Evening, game: str) -> None:
    """Watchers see the usual board."""
    projections = [projection for projection in board_checks(game) if public_view(projection).to_check]
    assert projections, "the board is checked"
    for projection in projections:
        spectator = Device(evening.app.test_client(), table_at(evening, projection).code, "table")
        assert "Tap anything that’s wrong." in evening.laptop.get().text
        assert "Tap anything that’s wrong." not in spectator.get().text
        assert places_on(spectator.get().text) == ()


def test_board_check_continues_after_a_correction(evening: Evening) -> None:
    prepare_election(evening)
    anna, place = evening.phones[0], "seat.1"
    form = {
        "action_name": "correct-bonus",
        "page": "me",
        "seat": "0",
        "seq": str(evening.projection.seq),
        "whose": "1",
        "votes": "3",
    }
    kept = anna.post(f"/t/{anna.code}/me/corrections?at={place}", form)
    assert (kept.status_code, kept.location) == (303, page_after_correction(anna, evening))
    assert place in places_on(anna.get().text), "the next mistake is one tap away"
    assert "The board is correct – count" in anna.text


def test_correction_waits_on_screen_for_its_printed_values(evening: Evening) -> None:
    anna, *_ = evening.start("Anna", "Ben", "Carla", game="royals", follow="moves", box="new")
    evening.laptop.submit("choose-start-player", 0, first=0)
    seq = str(evening.projection.seq)
    form = {
        "action_name": "enter-missed-move",
        "page": "me",
        "seat": "0",
        "seq": seq,
        "position": "Spain.1.a",
        "whose": "1",
    }
    answer = anna.post(f"/t/{anna.code}/me/corrections?at=Spain.1.a", form)
    assert (answer.status_code, answer.location) == (303, f"/t/{anna.code}/me")
    for read in ("Madrid", "King"):  # the city's name, then the title
        assert anna.enter_missing_value(read).status_code in (200, 303)
    assert evening.projection.table.state.holder("Spain.1.a") == 1
