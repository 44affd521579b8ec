"""A seat without a phone answers on any device of the table, and none of its secrets stay there."""

from __future__ import annotations

import pytest
from werkzeug.test import TestResponse

from scoring.lang_lebe.dispute import SealStake
from scoring.table_events import CurtainOpened
from tests.actors import HTMX, Device, Evening
from tests.web.pages import all_corrections
from tests.web.scenes import (
    away_from_the_laptop,
    events,
    finish_game,
    history,
    is_fragment,
    sentence,
    set_up,
    start_dispute,
    stranger,
    submit_directly,
    with_curtain,
)

SECRETS = ("Hold to see my cards", "my-cards", "seal-stake", 'name="x1"', "in hand", "data-seq")


def curtain(device: Device, seat: int) -> str:
    return f"/t/{device.code}/curtain/{seat}"


def open_curtain(device: Device, seat: int) -> TestResponse:
    return device.post(curtain(device, seat), follow_redirects=True)


def act_behind(device: Device, seat: int, action: str, htmx: bool = True, **fields: object) -> TestResponse:
    """Posts an action as the opened curtain would."""
    seen = device.get(f"/t/{device.code}/table", htmx=True).text.split('data-seq="')[1].split('"')[0]
    form = {"action_name": action, "seat": seat, "seq": seen, "page": "curtain", **fields}
    return device.post(f"/t/{device.code}/actions", form, headers=HTMX if htmx else {})


def allowed_everywhere(evening: Evening) -> None:
    assert evening.laptop.submit("allow-curtains", everywhere=1).status_code == 200


def everybody(evening: Evening) -> dict[str, Device]:
    screen = stranger(evening)
    screen.post(f"/t/{screen.code}/watch")
    return {"laptop": evening.laptop, "table screen": screen, "Anna’s phone": evening.phones[0]}


def test_any_device_can_open_a_curtain_if_the_host_allows_it(evening: Evening) -> None:
    carla = with_curtain(evening)
    allowed_everywhere(evening)
    for who, device in everybody(evening).items():
        assert f'href="{curtain(device, carla)}"' in device.get(f"/t/{device.code}/table").text, who
        closed = device.get(curtain(device, carla))
        assert closed.status_code == 200
        assert "Pass the device to" in closed.text
        assert "Carla" in closed.text
        shown = open_curtain(device, carla)
        assert shown.status_code == 200
        assert "Hold to see my cards" in shown.text, who


def test_seat_without_a_phone_corrects_its_hand_behind_a_curtain(evening: Evening) -> None:
    carla = with_curtain(evening, cards="box")
    page = open_curtain(evening.laptop, carla).text
    assert "correct-hand" in page
    assert "correct-area" not in page, "the board is corrected in front of everyone"
    assert "correct-hand" not in all_corrections(evening.laptop)
    act_behind(evening.laptop, carla, "correct-hand", x1=4, x2=3, x3=0)
    assert evening.projection.table.state.hands[carla].count == 7


def test_closed_curtain_has_no_secrets(evening: Evening) -> None:
    carla = with_curtain(evening)
    start_dispute(evening)
    submit_directly(evening, carla, SealStake(x1=3, x2=2))
    closed = evening.laptop.get(curtain(evening.laptop, carla))
    for secret in SECRETS:
        assert secret not in closed.text
    assert "data-stream" not in closed.text, "nothing reaches it from outside"


def test_opened_curtain_is_shown_once_and_a_reload_closes_it(evening: Evening) -> None:
    carla = with_curtain(evening)
    here = curtain(evening.laptop, carla)
    response = evening.laptop.post(here)
    assert (response.status_code, response.location, response.text.count("Hold to see")) == (303, here, 0)
    assert "Hold to see my cards" in evening.laptop.get(here).text
    again = evening.laptop.get(here)
    assert again.status_code == 200
    for secret in SECRETS:
        assert secret not in again.text


def test_opening_curtain_is_closed_by_visiting_another_page(evening: Evening) -> None:
    carla = with_curtain(evening)
    evening.laptop.post(curtain(evening.laptop, carla))
    evening.laptop.get(f"/t/{evening.laptop.code}/table")
    assert "Pass the device to" in evening.laptop.get(curtain(evening.laptop, carla)).text


def test_sealed_choice_does_not_change_the_closed_curtain(evening: Evening) -> None:
    carla = with_curtain(evening)
    start_dispute(evening)
    before = evening.laptop.get(curtain(evening.laptop, carla))
    submit_directly(evening, carla, SealStake(x1=3, x2=2))
    after = evening.laptop.get(curtain(evening.laptop, carla))
    assert before.data == after.data
    assert dict(before.headers) == dict(after.headers)


def test_curtain_pages_are_not_cached_by_browsers(evening: Evening) -> None:
    carla = with_curtain(evening)
    for page in (evening.laptop.get(curtain(evening.laptop, carla)), open_curtain(evening.laptop, carla)):
        assert page.headers["Cache-Control"] == "no-store"


def test_opened_curtain_has_no_stream_and_a_page_to_return_to(evening: Evening) -> None:
    carla = with_curtain(evening)
    page = open_curtain(evening.laptop, carla).text
    assert "data-stream" not in page
    assert f'data-curtain="/t/{evening.laptop.code}"' in page


@pytest.mark.parametrize("htmx", [False, True])
def test_sealing_a_choice_closes_the_curtain(evening: Evening, htmx: bool) -> None:
    carla = with_curtain(evening)
    start_dispute(evening)
    response = act_behind(evening.laptop, carla, "seal-stake", htmx, x1=2)
    home = f"/t/{evening.laptop.code}"
    if htmx:
        assert (response.status_code, response.headers["HX-Redirect"], response.text) == (200, home, "")
    else:
        assert (response.status_code, response.location) == (303, home)
    for secret in SECRETS[:5]:
        assert secret not in response.text
    record = evening.projection.records[-1]
    assert (type(record.event).__name__, record.by) == ("StakeSealed", carla)


def test_curtain_closes_when_its_seat_has_no_more_actions(evening: Evening) -> None:
    carla = with_curtain(evening)
    for seat in (0, 1):
        evening.laptop.submit("end-turn", seat=seat)
    assert act_behind(evening.laptop, carla, "end-turn", False).location == f"/t/{evening.laptop.code}"


def test_closed_curtain_has_a_link_back(evening: Evening) -> None:
    carla = with_curtain(evening)
    page = evening.laptop.get(f"/t/{evening.laptop.code}/curtain/{carla}").text
    assert f'href="/t/{evening.laptop.code}">Back<' in page


@pytest.mark.parametrize("htmx", [False, True])
def test_other_actions_keep_the_curtain_open(evening: Evening, htmx: bool) -> None:
    carla = with_curtain(evening)
    for seat in (0, 1):
        evening.laptop.submit("end-turn", seat=seat)
    response = act_behind(evening.laptop, carla, "move-figure", htmx, area="Oxeneford")
    assert response.status_code == 200
    assert "Hold to see my cards" in response.text
    assert is_fragment(response) is htmx


def test_refusal_behind_the_curtain_stays_behind_it(evening: Evening) -> None:
    carla = with_curtain(evening)
    start_dispute(evening)
    response = act_behind(evening.laptop, carla, "seal-stake", x1=6)
    assert response.status_code == 422
    assert "Stake one to five cards." in response.text
    assert 'name="page" value="curtain"' in response.text


@pytest.mark.parametrize("seat", [0, 1])
def test_seat_with_a_phone_has_no_curtain_even_for_the_host(evening: Evening, seat: int) -> None:
    with_curtain(evening)
    start_dispute(evening)
    before = evening.projection.seq
    for device in (*everybody(evening).values(), evening.phones[seat]):
        for response in (
            device.get(curtain(device, seat)),
            open_curtain(device, seat),
            act_behind(device, seat, "seal-stake", x1=1),
        ):
            assert response.status_code == 403
            assert "Hold to see my cards" not in response.text
    assert evening.projection.seq == before
    assert f"/curtain/{seat}" not in evening.laptop.get().text


def test_watching_device_cannot_open_a_curtain(evening: Evening) -> None:
    carla = with_curtain(evening)
    start_dispute(evening)
    watcher = stranger(evening)
    before = evening.projection.seq
    for response in (
        watcher.get(curtain(watcher, carla)),
        open_curtain(watcher, carla),
        act_behind(watcher, carla, "seal-stake", x1=1),
    ):
        assert response.status_code == 403
    assert "/curtain/" not in watcher.get(f"/t/{watcher.code}/table").text
    assert evening.projection.seq == before


@pytest.mark.parametrize("seat", ["9", "-1", "999999999999999999999", "x", ""])
def test_unknown_seat_has_no_curtain(evening: Evening, seat: str) -> None:
    with_curtain(evening)
    laptop, before = evening.laptop, evening.projection.seq
    assert laptop.get(f"/t/{laptop.code}/curtain/{seat}").status_code == 404
    assert laptop.post(f"/t/{laptop.code}/curtain/{seat}").status_code in (404, 405)
    form = {"action_name": "end-turn", "seat": seat, "seq": before, "page": "curtain"}
    assert laptop.post(f"/t/{laptop.code}/actions", form).status_code in (400, 404)
    assert evening.projection.seq == before


def test_there_is_no_curtain_before_the_game(evening: Evening) -> None:
    evening.open()
    evening.laptop.submit("take-seat", name="Opa", colour="white")
    assert evening.laptop.get(curtain(evening.laptop, 0)).status_code == 404
    assert open_curtain(evening.laptop, 0).status_code == 404


def test_private_actions_without_a_phone_need_the_curtain(evening: Evening) -> None:
    carla = with_curtain(evening)
    start_dispute(evening)
    assert evening.laptop.submit("seal-stake", seat=carla, x1=1).status_code == 403
    assert evening.phones[0].submit("seal-stake", seat=carla, x1=1).status_code == 403
    assert act_behind(evening.phones[0], carla, "seal-stake", x1=1).status_code == 200


def test_curtain_accepts_no_actions_for_another_seat(evening: Evening) -> None:
    carla = with_curtain(evening)
    start_dispute(evening)
    submit_directly(evening, 0, SealStake(x1=1))
    seq = evening.projection.seq
    form = {"action_name": "seal-stake", "seat": 1, "x1": 1, "seq": seq, "page": "curtain"}
    assert evening.laptop.post(f"/t/{evening.laptop.code}/actions", form).status_code == 403
    assert evening.projection.seq == seq
    assert carla == 2


@pytest.mark.parametrize("htmx", [False, True])
def test_host_moves_a_seat_from_its_phone_behind_the_curtain(evening: Evening, htmx: bool) -> None:
    _, ben, _ = set_up(evening)
    response = evening.laptop.submit("change-phone", number=1, phone=0, htmx=htmx)
    assert response.status_code == (200 if htmx else 303)
    assert not evening.projection.table.seats[1].phone
    assert "This seat has moved" in ben.get().text
    assert "Hold to see my cards" not in ben.get().text
    assert "Hold to see my cards" in open_curtain(evening.laptop, 1).text
    assert ben.submit("seal-stake", seat=1, x1=1).status_code == 403
    assert "Ben switched to a shared device." in evening.laptop.get(f"/t/{ben.code}/history").text


def test_only_the_host_moves_a_seat_behind_the_curtain(evening: Evening) -> None:
    anna, ben, _ = set_up(evening)
    for device in (anna, ben):
        assert device.submit("change-phone", number=1, phone=0).status_code == 403
    assert evening.projection.table.seats[1].phone
    assert ben.get(f"/t/{ben.code}").location.endswith("/me")


# --- permissions and announcements -------------------------------------------------------------------------------


TOLD = "private screen was opened on"


def other_screen_text(evening: Evening) -> str:
    """Returns the text of another table screen."""
    screen = stranger(evening)
    screen.get(f"/t/{screen.code}/table")
    return screen.text


def test_only_laptop_and_host_open_curtains_by_default(evening: Evening) -> None:
    carla = with_curtain(evening)
    start_dispute(evening)
    anna, screen = away_from_the_laptop(evening.phones[0]), stranger(evening)
    screen.post(f"/t/{screen.code}/watch")
    before = evening.projection.seq
    for device in (anna, screen):
        for response in (
            device.get(curtain(device, carla)),
            open_curtain(device, carla),
            act_behind(device, carla, "seal-stake", x1=1),
        ):
            assert response.status_code == 403
            assert "only the laptop and the host’s device" in sentence(response)
            assert 'name="x1"' not in response.text
        for page in ("table", "me"):
            assert "/curtain/" not in device.get(f"/t/{device.code}/{page}").text
    assert evening.projection.seq == before
    assert 'name="x1"' in open_curtain(away_from_the_laptop(evening.laptop), carla).text, "the host’s device"
    second = Device(evening.app.test_client(), evening.laptop.code)
    second.post(f"/t/{second.code}/watch")
    assert 'name="x1"' in open_curtain(second, carla).text, "the laptop"


def test_only_the_host_decides_who_may_open_curtains(evening: Evening) -> None:
    carla = with_curtain(evening)
    anna = away_from_the_laptop(evening.phones[0])
    assert anna.submit("allow-curtains", everywhere=1).status_code == 403
    assert 'value="allow-curtains"' not in anna.get(f"/t/{anna.code}/invite").text
    assert 'value="allow-curtains"' in evening.laptop.get(f"/t/{anna.code}/invite").text
    allowed_everywhere(evening)
    assert open_curtain(anna, carla).status_code == 200
    assert "The host let every device at the table open private screens." in history(anna)
    evening.laptop.submit("allow-curtains", everywhere=0)
    assert open_curtain(anna, carla).status_code == 403


def test_curtain_permission_is_shown_only_if_a_seat_has_no_phone(evening: Evening) -> None:
    set_up(evening)
    assert "allow-curtains" not in evening.laptop.get(f"/t/{evening.laptop.code}/invite").text


def test_stream_of_a_phone_offers_no_forbidden_curtain(evening: Evening) -> None:
    carla = with_curtain(evening)
    anna = away_from_the_laptop(evening.phones[0])
    for device, may in ((anna, False), (evening.laptop, True)):
        stream = device.client.get(f"/t/{device.code}/{device.page}/stream", buffered=False)
        first = next(iter(stream.response))
        stream.close()
        assert (f"/curtain/{carla}" in str(first)) is may


def test_open_curtain_is_on_the_table_screen_and_in_the_history(
    evening: Evening,
) -> None:
    carla = with_curtain(evening)
    allowed_everywhere(evening)
    for device, where in (
        (evening.laptop, "the host’s device."),
        (evening.phones[0], "Anna’s phone."),
        (everybody(evening)["table screen"], "a table screen."),
    ):
        device.get(curtain(device, carla))
        assert TOLD not in other_screen_text(evening), "a closed curtain is nobody’s business"
        open_curtain(device, carla)
        assert f"{TOLD} {where}" in other_screen_text(evening)
        device.get(f"/t/{device.code}/table")
        assert TOLD not in other_screen_text(evening)
        assert f"{TOLD} {where}" in history(evening.laptop)


def test_curtain_is_recorded_once_each_time_it_is_opened(evening: Evening) -> None:
    carla = with_curtain(evening)
    for seat in (0, 1):
        evening.laptop.submit("end-turn", seat=seat)
    seq = evening.laptop.seen_seq()
    for _ in range(3):
        open_curtain(evening.laptop, carla)
    form = {"action_name": "move-figure", "seat": carla, "seq": seq, "page": "curtain", "area": "Oxeneford"}
    assert evening.laptop.post(f"/t/{evening.laptop.code}/actions", form).status_code == 200
    assert events(evening.projection).count("CurtainOpened") == 1
    evening.laptop.get(f"/t/{evening.laptop.code}")
    open_curtain(evening.laptop, carla)
    assert events(evening.projection).count("CurtainOpened") == 2


def test_action_behind_an_unopened_curtain_is_recorded_too(evening: Evening) -> None:
    carla = with_curtain(evening)
    start_dispute(evening)
    refused = act_behind(evening.laptop, carla, "seal-stake", x1=6)
    assert 'name="x1"' in refused.text, "it shows what is behind"
    assert evening.projection.records[-1].event == CurtainOpened(carla, None, True)


def test_opening_a_curtain_makes_no_page_stale(evening: Evening) -> None:
    carla = with_curtain(evening)
    anna = evening.phones[0]
    seen, last, screen = anna.seen_seq(), evening.projection.last, anna.get(htmx=True).text
    open_curtain(evening.laptop, carla)
    assert (evening.projection.last, anna.get(htmx=True).text) == (last, screen)
    assert anna.submit("end-turn", seq=seen).status_code == 200


def test_undo_keeps_the_record_of_an_opened_curtain(evening: Evening) -> None:
    carla = with_curtain(evening)
    anna = evening.phones[0]
    before, seq = evening.projection.table, evening.projection.seq
    anna.submit("end-turn")
    open_curtain(evening.laptop, carla)
    anna.submit("undo", to=seq)
    assert evening.projection.table == before
    assert TOLD in history(anna)
    assert not any(line.undone for line in evening.projection.lines if "curtain" in line.text.message)


def test_silent_curtain_counts_as_closed_after_ten_minutes(evening: Evening) -> None:
    carla, now = with_curtain(evening), 0.0
    evening.services.curtains._steady = lambda: now
    open_curtain(evening.laptop, carla)
    now = 599.0
    assert TOLD in other_screen_text(evening)
    now = 601.0
    assert TOLD not in other_screen_text(evening)


def test_after_the_game_curtains_hide_and_record_nothing(evening: Evening) -> None:
    finish_game(evening)
    evening.laptop.submit("change-phone", number=1, phone=0)
    open_curtain(evening.laptop, 1)
    assert "CurtainOpened" not in events(evening.projection)


def test_curtain_permission_is_kept_in_a_rematch(evening: Evening) -> None:
    finish_game(evening)
    allowed_everywhere(evening)
    tables = evening.services.tables
    live = tables.find(evening.laptop.code)
    assert tables.rematch(live, live.projection.table.names).projection.table.curtains_everywhere


def test_malformed_form_behind_a_curtain_does_not_open_it(evening: Evening) -> None:
    carla = with_curtain(evening)
    assert act_behind(evening.laptop, carla, "no-such-ask").status_code == 400
    assert "CurtainOpened" not in events(evening.projection)
    assert act_behind(evening.laptop, carla, "end-turn").status_code >= 400, "the answer shows what is behind"
    assert events(evening.projection)[-1] == "CurtainOpened"
