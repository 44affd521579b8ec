"""Actions: stored once, from the right device and a current page, with the printed values they need."""

from __future__ import annotations

import pytest
from werkzeug.test import TestResponse

from scoring.lang_lebe.dispute import SealStake
from tests.actors import HTMX, Device, Evening
from tests.web.scenes import events, is_fragment, notice, set_up, start_dispute, submit_directly

FASTER = "Someone else was faster. Check what’s changed, then tap again."


def table_with_a_new_box(evening: Evening) -> list[Device]:
    """Opens a table whose box has only the values stated in the rulebook, without Rouecestre's votes."""
    return set_up(evening, box="new")


def test_accepted_action_returns_204_or_a_redirect(evening: Evening) -> None:
    anna, *_ = set_up(evening)
    form = {"action_name": "move-figure", "seat": "0", "seq": anna.seen_seq(), "page": "me", "area": "Oxeneford"}
    response = anna.post(f"/t/{anna.code}/actions", form, headers=HTMX)
    assert (response.status_code, response.data) == (204, b"")
    response = anna.submit("end-turn", htmx=False)
    assert (response.status_code, response.location) == (303, f"/t/{anna.code}/me")


def test_refusal_returns_its_reason_alone(evening: Evening) -> None:
    anna, *_ = set_up(evening)
    response = anna.submit("move-figure", area="Man")
    assert response.status_code == 422
    assert (response.headers["HX-Retarget"], response.headers["HX-Reswap"]) == ("#state", "afterend")
    assert response.text.startswith('<div class="notice notice-refusal">')
    assert len(response.data) < 700


def test_fragment_is_part_of_the_page_byte_for_byte(evening: Evening) -> None:
    anna, *_ = set_up(evening)
    for device in (anna, evening.laptop):
        fragment = device.get(htmx=True)
        assert is_fragment(fragment)
        assert f'data-seq="{evening.projection.seq}"' in fragment.text
        assert fragment.text in device.get().text


# --- once -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize(
    ("action", "fields"),
    [("end-turn", {}), ("move-figure", {"area": "Oxeneford"}), ("correct-bonus", {"whose": "1", "votes": "3"})],
)
def test_form_posted_twice_is_stored_once(evening: Evening, action: str, fields: dict[str, str], htmx: bool) -> None:
    anna, *_ = set_up(evening)
    seen = anna.seen_seq()
    form = {"action_name": action, "seat": "0", "seq": seen, "page": "me", **fields}
    first, second = (anna.post(f"/t/{anna.code}/actions", form, headers=HTMX if htmx else {}) for _ in range(2))
    assert first.status_code == second.status_code == (204 if htmx else 303)
    assert first.data == second.data
    assert len({record.action_id for record in evening.projection.records if record.seq > seen}) == 1


def test_double_tap_seals_one_choice(evening: Evening) -> None:
    _, ben, _ = set_up(evening)
    start_dispute(evening)
    seen = ben.seen_seq()
    for _ in range(3):
        assert ben.submit("seal-stake", seq=seen, x1=2).status_code == 200
    assert events(evening.projection).count("StakeSealed") == 1


def test_sealed_choice_can_be_changed_and_changed_back(evening: Evening) -> None:
    _, ben, _ = set_up(evening)
    start_dispute(evening)
    for x1 in (2, 3, 2):
        assert ben.submit("seal-stake", x1=x1).status_code == 200
    assert evening.view(1).stake.x1 == 2  # type: ignore[attr-defined]
    assert events(evening.projection).count("StakeSealed") == 3


# --- detecting new content --------------------------------------------------------------------------------


@pytest.mark.parametrize("htmx", [False, True])
def test_action_from_a_stale_page_changes_nothing(evening: Evening, htmx: bool) -> None:
    anna, *_ = set_up(evening)
    seen = anna.seen_seq()
    evening.laptop.submit("move-figure", seat=0, area="Oxeneford")
    before = evening.projection.seq
    response = anna.submit("end-turn", seq=seen, htmx=htmx)
    assert (response.status_code, notice(response)) == (409, FASTER)
    assert htmx or f'data-seq="{before}"' in response.text
    assert evening.projection.seq == before


def test_stale_safe_actions_make_no_page_stale(evening: Evening) -> None:
    anna, ben, _ = set_up(evening)
    seen = anna.seen_seq()
    for quiet in (
        ("change-seat", {"number": 1, "name": "Benno", "colour": "blue"}),
        ("enter-printed-value", fill("Wigemor", 4)),
    ):
        assert ben.submit(quiet[0], None, None, True, **quiet[1]).status_code == 200
    assert anna.submit("end-turn", seq=seen).status_code == 200


def fill(area: str, votes: int) -> dict[str, object]:
    return {"field": f"votes.{area}", "value": votes}


def test_simultaneous_sealed_choices_are_all_accepted(evening: Evening) -> None:
    phones = set_up(evening)
    start_dispute(evening)
    seen = [phone.seen_seq() for phone in phones]
    assert len(set(seen)) == 1
    for phone, seq in zip(phones, seen, strict=True):
        assert phone.submit("seal-stake", seq=seq, x1=1).status_code == 200
    assert events(evening.projection)[-4:] == ["StakeSealed"] * 3 + ["StakesRevealed"]


def test_stake_after_the_reveal_is_refused(evening: Evening) -> None:
    anna, *_ = set_up(evening)
    start_dispute(evening)
    seen = anna.seen_seq()
    for seat in range(3):
        submit_directly(evening, seat, SealStake(x1=1))
    before = evening.projection.seq
    response = anna.submit("seal-stake", seq=seen, x1=5)
    assert response.status_code == 422
    assert "All stakes have been revealed, so they can’t be changed." in notice(response)
    assert evening.projection.seq == before


# --- from the right device --------------------------------------------------------------------------------


@pytest.mark.parametrize("page", ["me", "table"])
def test_private_action_needs_that_seats_own_device(evening: Evening, page: str) -> None:
    anna, ben, carla = set_up(evening)
    start_dispute(evening)
    before = evening.projection.seq
    for device in (anna, carla, evening.laptop):
        form = {"action_name": "seal-stake", "seat": "1", "seq": before, "page": page, "x1": "1"}
        response = device.post(f"/t/{ben.code}/actions", form, headers=HTMX)
        assert response.status_code == 403
        assert "Only this seat’s own phone can do that." in response.text
        assert 'name="seat" value="1"' not in response.text, "and it is not offered"
    assert evening.projection.seq == before


def test_history_shows_who_tapped_for_another_seat(evening: Evening) -> None:
    _, ben, _ = set_up(evening)
    assert ben.submit("move-figure", seat=0, area="Oxeneford").status_code == 200
    record = evening.projection.records[-1]
    assert (type(record.event).__name__, record.event.seat, record.by) == ("FigureMoved", 0, 1)  # type: ignore[attr-defined]
    history = ben.get(f"/t/{ben.code}/history")
    assert "entered by Ben" in history.text


@pytest.mark.parametrize(
    ("action", "fields"),
    [
        ("change-seat", {"number": "0", "name": "Nobody", "colour": "purple"}),
        ("leave-seat", {"number": "0"}),
        ("change-phone", {"number": "0", "phone": "0"}),
        ("decline-undo", {}),
    ],
)
def test_forged_form_cannot_change_another_seat(evening: Evening, action: str, fields: dict[str, str]) -> None:
    evening.open()
    evening.sit("Anna", "red")
    ben = evening.sit("Ben", "blue")
    before = evening.projection.seq
    assert ben.submit(action, None, None, True, **fields).status_code == 403
    assert evening.projection.seq == before


def test_tap_out_of_turn_is_refused_with_the_rule(evening: Evening) -> None:
    _, ben, _ = set_up(evening)
    before = evening.projection.seq
    response = ben.submit("end-turn")
    assert (response.status_code, evening.projection.seq) == (422, before)
    assert notice(response).startswith("It’s Anna’s turn.")
    assert '<small class="rule">Dutch rulebook: How to play</small>' in response.text


# --- the same action from two people -------------------------------------------------------------------------


def test_same_action_from_two_seats_is_stored_once(evening: Evening) -> None:
    anna, ben, _carla = set_up(evening)
    seen, before = anna.seen_seq(), evening.projection.seq
    assert evening.laptop.submit("end-turn", 0, seen).status_code == 200
    after = evening.projection.seq
    assert after > before
    assert anna.submit("end-turn", 0, seen).status_code == 200
    assert evening.projection.seq == after
    # From a current page the same action means the next turn; another action from a stale page is refused.
    assert ben.submit("end-turn", 0).status_code == 422
    assert anna.submit("stay", 0, seen).status_code == 409


# --- printed values a move needs --------------------------------------------------------------------------


def stay_in_area(device: Device, votes: str = "") -> TestResponse:
    """Stays in the area; enters the votes if given, because then they are asked for."""
    answer = device.submit("stay")
    return device.enter_missing_value(votes) if votes else answer


def test_printed_value_is_saved_in_the_box_for_later_tables(evening: Evening) -> None:
    anna, *_ = table_with_a_new_box(evening)
    assert stay_in_area(anna, "3").status_code == 200
    box = evening.services.store.boxes()[0]
    assert box.values["votes.Rouecestre"] == "3"
    assert box.values["start.3"] == "Lideforde Lincolia Rouecestre", "start areas are learned by playing"
    later = Evening(evening.app)
    set_up(later, box=str(box.id))
    assert later.projection.table.printed_values["votes.Rouecestre"] == "3"
    assert not later.projection.table.example
    assert stay_in_area(later.phones[0]).status_code == 200, "it is not asked for again"


def test_printed_value_stays_entered_when_its_move_is_undone(evening: Evening) -> None:
    anna, *_ = table_with_a_new_box(evening)
    before = evening.projection.seq
    stay_in_area(anna, "3")
    anna.submit("undo", to=before)
    assert evening.projection.table.printed_values["votes.Rouecestre"] == "3"
    assert evening.services.store.boxes()[0].values["votes.Rouecestre"] == "3"


@pytest.mark.parametrize("votes", ["1", "5", "x", "3 3", "-3", "٣"])
def test_impossible_printed_value_stops_the_whole_action(evening: Evening, votes: str) -> None:
    anna, *_ = table_with_a_new_box(evening)
    before = evening.projection.seq
    response = stay_in_area(anna, votes)
    assert (response.status_code, evening.projection.seq) == (422, before)
    assert notice(response) == "That value isn’t possible here."


def test_value_stated_in_the_rulebook_cannot_be_changed(evening: Evening) -> None:
    anna, *_ = table_with_a_new_box(evening)
    assert anna.submit("enter-printed-value", field="votes.Tateshale", value="2").status_code == 422


def test_example_table_changes_no_box(evening: Evening) -> None:
    anna, *_ = set_up(evening)
    anna.submit("enter-printed-value", field="votes.Wigemor", value="3")
    assert evening.services.store.boxes() == []
    assert "ample values, not the printed ones" in anna.get().text


def test_page_of_the_previous_version_can_still_send_actions(evening: Evening) -> None:
    anna, *_ = set_up(evening)
    form = {"ask": "move-figure", "seat": "0", "seq": anna.seen_seq(), "page": "me", "area": "Oxeneford"}
    response = anna.post(f"/t/{anna.code}/ask", form, headers=HTMX)
    assert (response.status_code, response.location) == (308, f"/t/{anna.code}/actions")
    assert anna.post(response.location, form, headers=HTMX).status_code == 204


@pytest.mark.parametrize("page", ["me", "table"])
def test_old_corrections_address_redirects_to_the_new_one(evening: Evening, page: str) -> None:
    anna, *_ = set_up(evening)
    response = anna.get(f"/t/{anna.code}/{page}/put-right?at=seat.1")
    assert (response.status_code, response.location) == (308, f"/t/{anna.code}/{page}/corrections?at=seat.1")
    assert anna.post(f"/t/{anna.code}/{page}/put-right").status_code == 308
