"""Reading the box: several phones enter printed values one by one, never the same one twice."""

from __future__ import annotations

import re
from html import unescape

import pytest
from werkzeug.test import TestResponse

from companion.pending_moves import PendingMove
from companion.tables import ActionRequest
from scoring.games import GAMES
from scoring.kernel import Action, PrintedValueDeduced
from scoring.reveal_phases import ConfirmBoard
from scoring.royals.components import CITIES
from scoring.royals.ending import SealSums
from scoring.royals.epoch import CallEpoch
from scoring.table import Actor
from tests.actors import HTMX, Device, Evening
from tests.web.scenes import device_of, events, notice, set_up

VOTES = {
    "Grentebrige": 3, "Lancastre": 3, "Lideforde": 3, "Lincolia": 3, "Lundonia": 4, "Man": 2, "Oxeneford": 4,
    "Rouecestre": 2, "Sarisberie": 2, "Sedberouie": 2, "Stadford": 3, "Tateshale": 4, "Wigemor": 4,
}  # fmt: skip


def asked_field(phone: Device) -> str:
    """Returns the printed field that this phone's page asks for; empty if none."""
    found = re.search(r'name="field" value="([^"]+)"', phone.get(f"/t/{phone.code}/box").text)
    return found[1] if found else ""


def enter_value(phone: Device, field: str, value: object) -> int:
    return phone.post(f"/t/{phone.code}/box", {"field": field, "value": value}, headers=HTMX).status_code


def open_board_page(phone: Device) -> None:
    assert phone.post(f"/t/{phone.code}/box/now").status_code == 303


def test_lobby_shows_how_many_values_are_missing(evening: Evening) -> None:
    evening.open(box="new")
    for name, colour in (("Anna", "red"), ("Ben", "blue"), ("Carla", "green")):
        evening.sit(name, colour)
    evening.laptop.get()
    assert "9 printed values left to enter." in evening.laptop.text
    open_board_page(evening.phones[0])
    evening.laptop.get()
    assert "1 device is entering values." in evening.laptop.text


def test_lobby_warns_about_skipping_the_printed_values(evening: Evening) -> None:
    evening.open("royals", box="new", follow="counts")
    anna = evening.sit("Anna", "black")
    for device in (evening.laptop, anna):
        device.get()
        assert "136 printed values left to enter. About 14 minutes." in device.text
        assert "If you skip this, everyone adds up their own influence at each epoch" in device.text
    evening.laptop.submit("choose-option", option="follow", value="moves")
    anna.get()
    assert "If you skip this, Herald asks for the city and title with each new position" in anna.text


def test_phone_on_the_box_page_is_not_asleep(evening: Evening) -> None:
    evening.open(box="new")
    anna, _ben = evening.sit("Anna", "red"), evening.sit("Ben", "blue")
    evening.laptop.get()
    assert evening.laptop.text.count("phone is asleep") == 2
    anna.get(f"/t/{anna.code}/box")
    evening.laptop.get()
    assert evening.laptop.text.count("phone is asleep") == 1
    anna.get(f"/t/{anna.code}/me/stream").close()  # returned to the table and disconnected
    evening.laptop.get()
    assert evening.laptop.text.count("phone is asleep") == 2


def test_checks_are_updated_with_every_value(evening: Evening) -> None:
    evening.open(box="new")
    anna = evening.sit("Anna", "red")
    assert "checks pass" not in anna.get(f"/t/{anna.code}/box").text
    while field := asked_field(anna):
        enter_value(anna, field, VOTES[field.removeprefix("votes.")])
    assert '<hx-partial hx-target="#checks"' in anna.get(f"/t/{anna.code}/box", htmx=True).text
    assert "2 of 2 checks pass" in anna.text


def test_lobby_offers_one_tap_if_all_values_are_likely(evening: Evening) -> None:
    evening.open("regents", box="new")
    evening.sit("Anna", "red")
    evening.laptop.get()
    assert "Does your copy match what Herald expects? Check it, then tap once." in evening.laptop.text
    assert "left to enter" not in evening.laptop.text


def test_next_value_is_asked_for_after_an_entry(evening: Evening) -> None:
    phone = set_up(evening, box="new")[0]
    open_board_page(phone)
    first = asked_field(phone)
    assert enter_value(phone, first, VOTES[first.removeprefix("votes.")]) == 200
    assert asked_field(phone) not in ("", first)
    assert evening.projection.table.printed_values[first]


def test_no_two_phones_are_asked_for_the_same_value(evening: Evening) -> None:
    phones = set_up(evening, box="new")
    read: list[str] = []
    for phone in phones:
        open_board_page(phone)
    while any(map(asked_field, phones)):
        wanted = [asked_field(phone) for phone in phones if asked_field(phone)]
        assert len(set(wanted)) == len(wanted)
        for phone in phones:
            if field := asked_field(phone):
                read.append(field)
                enter_value(phone, field, VOTES[field.removeprefix("votes.")])
    assert len(set(read)) == len(read)
    table = evening.projection.table
    assert not {*read} & table.deduced
    assert {key for key in table.printed_values if key.startswith("votes.")} == {f"votes.{area}" for area in VOTES}


def test_deduced_values_are_filled_in_and_not_asked_for(evening: Evening) -> None:
    phone = set_up(evening, box="new")[0]
    open_board_page(phone)
    while asked_field(phone).startswith("votes."):
        field = asked_field(phone)
        assert enter_value(phone, field, VOTES[field.removeprefix("votes.")]) == 200
    table = evening.projection.table
    assert {area: table.printed_values[f"votes.{area}"] for area in VOTES} == {
        area: str(votes) for area, votes in VOTES.items()
    }
    assert table.deduced
    assert all(
        isinstance(r.event, PrintedValueDeduced)
        for r in evening.projection.records
        if getattr(r.event, "field", "") in table.deduced
    )
    # The household's box keeps only entered values.
    assert not table.deduced & evening.services.store.boxes()[0].values.keys()


def test_value_that_makes_a_stated_sum_impossible_is_refused(evening: Evening) -> None:
    phone = set_up(evening, box="new")[0]
    enter_value(phone, "votes.Lincolia", 2)
    assert evening.projection.table.printed_values["votes.Grentebrige"] == "4"
    answer = phone.post(f"/t/{phone.code}/box", {"field": "votes.Grentebrige", "value": "3"})
    assert answer.status_code == 422
    why = "Lincolia, Grentebrige and Lundonia together have 10 votes. That doesn’t fit Grentebrige 3, Lincolia 2."
    assert notice(answer).startswith(why)
    assert 'name="field" value="votes.Grentebrige"' in answer.text, "asked for again: nobody enters it elsewhere"


def test_correcting_a_value_updates_deduced_ones(evening: Evening) -> None:
    phone = set_up(evening, box="new")[0]
    for area in ("Lincolia", "Grentebrige"):
        enter_value(phone, f"votes.{area}", 3)
    assert evening.projection.table.printed_values["votes.Lundonia"] == "4"
    assert enter_value(phone, "votes.Lincolia", 4) == 200
    assert evening.projection.table.printed_values["votes.Lundonia"] == "3"


def test_contradictory_values_are_marked_until_one_is_corrected(evening: Evening) -> None:
    phone = set_up(evening, box="new")[0]
    for area, votes in (("Lincolia", 3), ("Grentebrige", 3), ("Lincolia", 4), ("Grentebrige", 4), ("Lincolia", 3)):
        assert enter_value(phone, f"votes.{area}", votes) == 200
    assert "doesn’t fit" not in unescape(phone.get(f"/t/{phone.code}/box").text)
    enter_value(phone, "votes.Lundonia", 3)
    enter_value(phone, "votes.Lincolia", 4)
    page = phone.get(f"/t/{phone.code}/box").text
    assert "That doesn’t fit Grentebrige 4, Lincolia 4, Lundonia 3." in unescape(page)
    assert page.count("is-wrong") == 3
    enter_value(phone, "votes.Lundonia", 2)
    assert "is-wrong" not in phone.get(f"/t/{phone.code}/box").text


# --- places and their names ------------------------------------------------------------------------------


def royals(evening: Evening) -> Device:
    evening.open("royals", box="new")
    return evening.sit("Anna", "grey")


def test_city_is_named_before_its_other_values(evening: Evening) -> None:
    phone = royals(evening)
    open_board_page(phone)
    assert asked_field(phone) == "name.France.1"
    page = phone.get(f"/t/{phone.code}/box?at=influence.Britain.2.a").text
    assert 'name="field" value="name.Britain.2"' in page
    assert "Britain 2" not in page
    phone.enter_printed_value("name.Britain.2", "London")
    phone.get(f"/t/{phone.code}/box?at=influence.Britain.2.a")
    assert "London influence of the first title" in phone.text


def test_names_are_tapped_or_typed_and_no_city_is_entered_twice(evening: Evening) -> None:
    phone = royals(evening)
    assert 'name="value" value="Madrid"' in phone.get(f"/t/{phone.code}/box?at=name.Spain.1").text
    phone.enter_printed_value("name.Spain.1", "Madrid")
    assert 'value="Madrid"' not in phone.get(f"/t/{phone.code}/box?at=name.Spain.2").text
    answer = phone.enter_printed_value("name.Spain.2", "Madrid")
    assert (answer.status_code, notice(answer)) == (
        422,
        "Madrid is on the board only once and has already been entered.",
    )
    typed = {"field": "name.Spain.2", "typed": "  Ciudad   Real "}
    assert phone.post(f"/t/{phone.code}/box", typed, headers=HTMX).status_code == 200
    assert evening.projection.table.printed_values["name.Spain.2"] == "Ciudad Real"


def test_move_asks_for_the_city_first_and_then_for_its_title(evening: Evening) -> None:
    anna = royals(evening)
    evening.sit("Ben", "black")
    evening.laptop.submit("choose-option", option="follow", value="moves")
    evening.laptop.submit("start-game")
    evening.laptop.submit("choose-start-player", seat=0, first=0)
    anna.submit("take-position", position="France.1.a")
    assert "A city (France) which one is it?" in awaited_field(anna)
    anna.enter_missing_value("Paris")
    assert "Paris first title" in awaited_field(anna)
    anna.enter_missing_value("Duke")
    anna.get(htmx=True)
    assert "Put your second cube on the Duke" in anna.text
    assert "city marker for Paris" in anna.text


def test_unused_values_are_not_asked_for(evening: Evening) -> None:
    phone = royals(evening)
    assert "cards needed" not in phone.get(f"/t/{phone.code}/box?part=5").text


def test_one_tap_confirms_all_likely_values(evening: Evening) -> None:
    """Régents: three taps at most, one for each room at the door."""
    evening.open("regents", box="new")
    phone = evening.sit("Anna", "red")
    open_board_page(phone)
    page = phone.get(f"/t/{phone.code}/box").text
    assert "Which outer rooms share a door?" in page
    picked = phone.get(f"/t/{phone.code}/box?picked=knights").text
    assert 'name="field" value="door.knights.store"' in picked
    phone.enter_printed_value("door.knights.store", "door")
    assert phone.post(f"/t/{phone.code}/box", {"likely": "1"}, headers=HTMX).status_code == 200
    box = evening.projection.table.printed_values
    assert [box[key] for key in sorted(box) if key.startswith("door.")].count("wall") == 5
    assert box["door.knights.store"] == "door"
    assert "All values are entered." in phone.get(f"/t/{phone.code}/box").text


@pytest.mark.parametrize("game", ["regents", "saga"])
def test_likely_values_are_confirmed_by_one_phone(evening: Evening, game: str) -> None:
    evening.open(game, box="new")
    phones = [evening.sit(name, colour) for name, colour in (("Anna", "red"), ("Ben", "blue"), ("Carla", "green"))]
    for phone in phones:
        open_board_page(phone)
    for phone in phones:
        phone.get(f"/t/{phone.code}/box")
    anna, *others = phones
    assert "Yes, that matches" in anna.text
    for phone in others:
        assert "Yes, that matches" not in phone.text
        assert "The others are entering the rest." in phone.text
    assert anna.post(f"/t/{anna.code}/box", {"likely": "1"}, headers=HTMX).status_code == 200
    assert all("All values are entered." in phone.get(f"/t/{phone.code}/box").text for phone in phones)


def test_field_tapped_on_one_phone_is_not_assigned_to_another(evening: Evening) -> None:
    anna, ben, _ = set_up(evening, box="new")
    open_board_page(anna)
    anna.get(f"/t/{anna.code}/box?at=votes.Stadford")
    open_board_page(ben)
    while asked_field(ben):
        assert asked_field(ben) != "votes.Stadford"
        enter_value(ben, asked_field(ben), VOTES[asked_field(ben).removeprefix("votes.")])
    assert "votes.Stadford" in evening.projection.table.deduced or asked_field(anna) == "votes.Stadford"


def test_optional_values_can_be_entered_too(evening: Evening) -> None:
    evening.open("saga", box="new")
    phone = evening.sit("Anna", "red")
    phone.get(f"/t/{phone.code}/box?part=2")
    assert "the knight of its own colour" in phone.text
    answer = phone.enter_printed_value("start.red.first", "4")
    assert 'name="field" value="start.red.second"' in answer.text
    assert "0 of 14" in phone.text


def test_entering_out_of_order_continues_from_there(evening: Evening) -> None:
    phone = royals(evening)
    open_board_page(phone)
    for field, value in (("name.Spain.1", "Madrid"), ("city.Spain.1", "4")):
        answer = phone.enter_printed_value(field, value)
    assert 'name="field" value="title.Spain.1.a"' in answer.text


# --- moves with unread values --------------------------------------------------------------------------


def stay_without_votes(evening: Evening, **form: str) -> Device:
    """Lets Anna stay in her area, whose votes are unknown, and returns her phone."""
    anna = set_up(evening, box="new", **form)[0]
    legal_action = next(one for one in evening.view(0).legal_actions if one.seat == 0 and one.missing_values)
    anna.submit(legal_action.action)
    return anna


def awaited_field(device: Device) -> str:
    device.get(htmx=True)
    return device.text[device.text.find("Printed value") :] if "Printed value" in device.text else ""


def test_move_asks_for_its_missing_value(evening: Evening) -> None:
    before = set_up(evening, box="new")[0].get(htmx=True).text
    assert "/number" not in before
    legal_action = next(one for one in evening.view(0).legal_actions if one.seat == 0 and one.missing_values)
    seq = evening.projection.seq
    evening.phones[0].submit(legal_action.action)
    assert evening.projection.seq == seq
    assert awaited_field(evening.phones[0])
    assert awaited_field(evening.laptop)
    assert not awaited_field(evening.phones[1])


def test_entering_the_value_makes_the_move(evening: Evening) -> None:
    anna = stay_without_votes(evening)
    before = evening.projection.seq
    assert anna.post(f"/t/{anna.code}/number", {"page": "me", "value": "3"}, headers=HTMX).status_code == 204
    happened = [type(record.event).__name__ for record in evening.projection.records]
    assert happened.index("PrintedValueEntered", before) < len(happened) - 1
    assert happened[-1] != "PrintedValueEntered"
    assert not awaited_field(anna)
    assert not awaited_field(evening.laptop)


def test_value_can_be_entered_on_the_table_screen(evening: Evening) -> None:
    stay_without_votes(evening)
    seq = evening.projection.seq
    answer = evening.laptop.post(f"/t/{evening.laptop.code}/number", {"page": "table", "value": "3"}, headers=HTMX)
    assert answer.status_code == 204
    assert evening.projection.seq > seq + 1
    assert evening.projection.records[-1].by == 0


def test_not_now_drops_the_pending_move(evening: Evening) -> None:
    anna = stay_without_votes(evening)
    seq = evening.projection.seq
    anna.post(f"/t/{anna.code}/number", {"page": "me"}, headers=HTMX)
    assert evening.projection.seq == seq
    assert not awaited_field(anna)
    assert not awaited_field(evening.laptop)


def test_impossible_value_is_refused_and_the_question_stays(evening: Evening) -> None:
    anna = stay_without_votes(evening)
    answer = anna.post(f"/t/{anna.code}/number", {"page": "me", "value": "9"}, headers=HTMX)
    assert answer.status_code == 422
    assert awaited_field(anna)


def test_one_tap_confirms_all_likely_values_of_a_move(evening: Evening) -> None:
    evening.open("saga", box="new")
    phones = [evening.sit(name, colour) for name, colour in (("Anna", "red"), ("Ben", "blue"), ("Carla", "green"))]
    evening.laptop.submit("choose-option", option="follow", value="moves")
    evening.laptop.submit("start-game")
    assert 'name="box.' not in evening.laptop.get(htmx=True).text
    phones[0].submit("lay-crowns")
    assert "Castle Land: what the crown side shows Defence +1" in awaited_field(phones[0])
    answer = phones[0].post(f"/t/{phones[0].code}/number", {"page": "me", "likely": "1"}, headers=HTMX)
    assert answer.status_code == 204
    assert evening.projection.table.printed_values["side.red.crown"] == "defence+1"
    assert [type(record.event).__name__ for record in evening.projection.records].count("LandLaid") == 6


def test_other_phones_cannot_enter_the_value(evening: Evening) -> None:
    stay_without_votes(evening)
    ben, seq = evening.phones[1], evening.projection.seq
    ben.post(f"/t/{ben.code}/number", {"page": "me", "value": "3"}, headers=HTMX)
    assert evening.projection.seq == seq
    assert awaited_field(evening.phones[0]), "nor does it take the question away"


# --- entering many values on all phones ------------------------------------------------------------------


def epoch_to_score(evening: Evening) -> tuple[Device, Device]:
    """Returns two phones whose seats hold one position each in two countries with unknown influence."""
    anna, ben = evening.start("Anna", "Ben", game="royals", box="new", follow="counts")
    for key, value in GAMES["royals"].example.items():
        if key.startswith(("name.", "title.")):
            anna.enter_printed_value(key, value)
    anna.submit("call-epoch", seat=0)
    for country in ("Spain", "France"):
        anna.submit("claim-place", place=f"{country}.1.a")
        ben.submit("claim-place", place=f"{country}.2.a")
    return anna, ben


def test_claiming_positions_needs_known_cities_and_titles(evening: Evening) -> None:
    anna, _ = evening.start("Anna", "Ben", game="royals", box="new", follow="counts")
    anna.submit("call-epoch", seat=0)
    assert not awaited_field(anna), "influence is told, and nothing is read"
    assert "Your influence in each country" in anna.get(htmx=True).text
    anna.submit("tap-board", seat=0)
    read = set[str]()
    while field := asked_field(anna):
        assert field.startswith(("name.", "title."))
        read.add(field)
        if "HX-Redirect" in open_box_page(anna).headers:
            break
    assert {key for key in read if key.startswith("name.")} == {f"name.{city}" for city in CITIES}
    assert "Everyone taps their own positions." in evening.laptop.get(htmx=True).text


def open_box_page(phone: Device) -> TestResponse:
    """Enters the value that this phone is asked for."""
    field = asked_field(phone)
    form = {"field": field, "value": GAMES["royals"].example[field], "helping": "1"}
    return phone.post(f"/t/{phone.code}/box", form, headers=HTMX)


def test_all_phones_enter_only_the_values_that_a_count_needs(evening: Evening) -> None:
    anna, ben = epoch_to_score(evening)
    answer = anna.submit("confirm-board", seat=0)
    assert answer.headers["HX-Redirect"] == f"/t/{anna.code}/box"
    for device in (ben, evening.laptop):
        assert "Enter 4 printed values first" in awaited_field(device)
    assert "Not now" not in awaited_field(ben)
    for phone in (anna, ben):
        open_board_page(phone)
    assert asked_field(anna) != asked_field(ben)
    read = list[str]()
    while len(read) < 4:
        phone = anna if len(read) % 2 or not asked_field(ben) else ben
        read.append(asked_field(phone))
        last = open_box_page(phone)
    assert last.headers["HX-Redirect"] == f"/t/{anna.code}"
    assert set(read) == {f"influence.{country}.{n}.a" for country in ("Spain", "France") for n in (1, 2)}
    assert "EpochScored" in {type(record.event).__name__ for record in evening.projection.records}
    assert not awaited_field(evening.laptop)


def test_values_for_a_secret_action_are_asked_of_its_seat_alone() -> None:
    for action, others in ((SealSums({}), False), (CallEpoch(), True)):
        question = PendingMove(ActionRequest(Actor(0), action), "anna", ("city.Spain.1",), many=True)
        assert question.is_for("anna", "me")
        assert question.is_for("ben", "me") is others
        assert question.is_for("laptop", "table") is others


def test_helpers_return_to_the_table_after_the_last_value(evening: Evening) -> None:
    anna, ben = epoch_to_score(evening)
    anna.submit("confirm-board", seat=0)
    assert ben.get(f"/t/{ben.code}/box?helping=still").status_code == 204, "still needed: nothing changes on its page"
    while "HX-Redirect" not in open_box_page(anna).headers:
        pass
    assert ben.get(f"/t/{ben.code}/box?helping=still").location == f"/t/{ben.code}"
    assert ben.get(f"/t/{ben.code}/box?helping=1").location == f"/t/{ben.code}"


def test_not_now_drops_a_pending_count(evening: Evening) -> None:
    anna, ben = epoch_to_score(evening)
    anna.submit("confirm-board", seat=0)
    anna.post(f"/t/{anna.code}/number", {"page": "me"}, headers=HTMX)
    assert not awaited_field(ben)
    assert "of 136" in ben.get(f"/t/{ben.code}/box").text


def test_move_is_made_when_a_stale_sheet_enters_its_last_value(evening: Evening) -> None:
    anna, ben = epoch_to_score(evening)
    anna.submit("confirm-board", seat=0)
    open_board_page(anna)
    for _ in range(3):
        open_box_page(anna)
    last = asked_field(anna)
    assert ben.enter_printed_value(last, GAMES["royals"].example[last]).headers["HX-Redirect"] == f"/t/{ben.code}"
    assert "EpochScored" in events(evening.projection)
    assert evening.services.pending_moves.at(ben.code) is None


def test_refusal_of_a_pending_move_appears_at_the_last_entry(evening: Evening) -> None:
    anna, ben = epoch_to_score(evening)
    for which, points in (("first", 5), ("second", 4), ("first", 3)):
        anna.enter_printed_value(f"country.Britain.{which}", points)
    anna.submit("confirm-board", seat=0)
    open_board_page(ben)
    while (answer := open_box_page(ben)).status_code == 200 and "HX-Redirect" not in answer.headers:
        pass
    assert answer.status_code == 422
    assert "Fix that before anything is scored." in notice(answer)


def check_pending_move(evening: Evening, whose: Device, action: Action, *fields: str) -> None:
    """Parks an action of the first seat that waits for these fields."""
    asked_field = ActionRequest(Actor(0), action, 0, evening.projection.seq)
    evening.services.pending_moves.put(whose.code, PendingMove(asked_field, device_of(whose), fields, many=True))


def test_next_value_of_a_move_is_asked_of_its_owner(evening: Evening) -> None:
    anna, ben = epoch_to_score(evening)
    check_pending_move(evening, anna, ConfirmBoard(), "influence.Spain.1.a")
    form = {"field": "influence.Spain.1.a", "value": GAMES["royals"].example["influence.Spain.1.a"], "helping": "1"}
    ben.post(f"/t/{ben.code}/box", form, headers=HTMX)
    waiting = evening.services.pending_moves.at(anna.code)
    assert waiting is not None
    assert waiting.device == device_of(anna)
    assert awaited_field(anna)


def test_next_value_is_asked_of_its_owner_and_the_table_screen(
    evening: Evening,
) -> None:
    anna = royals(evening)
    evening.sit("Ben", "black")
    evening.laptop.submit("choose-option", option="follow", value="moves")
    evening.laptop.submit("start-game")
    evening.laptop.submit("choose-start-player", seat=0, first=0)
    anna.submit("take-position", position="France.1.a")
    evening.laptop.enter_missing_value("Paris")
    assert "Paris first title" in awaited_field(anna)


def test_helper_cannot_trigger_a_private_move(evening: Evening) -> None:
    anna, ben = epoch_to_score(evening)
    check_pending_move(evening, anna, SealSums({}), "city.Spain.1")
    before = evening.services.pending_moves.at(anna.code)
    form = {"field": "city.Spain.1", "value": "4", "helping": "1"}
    ben.post(f"/t/{ben.code}/box", form, headers=HTMX)
    assert evening.services.pending_moves.at(anna.code) is before
    assert events(evening.projection)[-1] == "PrintedValueEntered"


def test_helpers_cannot_drop_a_pending_move(evening: Evening) -> None:
    anna, ben = epoch_to_score(evening)
    anna.submit("confirm-board", seat=0)
    ben.post(f"/t/{ben.code}/number", {"page": "me"}, headers=HTMX)
    assert awaited_field(anna)
    assert awaited_field(ben)


def test_box_page_opened_in_the_lobby_announces_the_start(evening: Evening) -> None:
    evening.open(box="new")
    for name, colour in (("Anna", "red"), ("Ben", "blue"), ("Carla", "green")):
        evening.sit(name, colour)
    anna = evening.phones[0]
    still = f"/t/{anna.code}/box?lobby=still"
    assert still in anna.get(f"/t/{anna.code}/box").text
    assert anna.get(still, htmx=True).status_code == 204
    evening.laptop.submit("start-game")
    assert f'<a href="/t/{anna.code}">Back to the table</a>' in anna.get(still, htmx=True).text
    assert anna.text == "The game has started. Back to the table"
    assert still not in anna.get(f"/t/{anna.code}/box").text
