"""Joining: scan, name, colour, seat, and everything that can go wrong."""

from __future__ import annotations

import re

import pytest

from scoring.table import PLAYER_COLOURS
from tests.actors import HTMX, Device, Evening
from tests.web.scenes import away_from_the_laptop, events, notice, stranger

COLOURS = list(PLAYER_COLOURS)


def join_status(device: Device, name: object, colour: object) -> int:
    return device.post(f"/j/{device.code}", {"name": name, "colour": colour}).status_code


def test_phone_that_scans_enters_name_and_colour_and_is_seated(evening: Evening) -> None:
    evening.open()
    phone = Device(evening.app.test_client(), evening.laptop.code, "me")
    form = phone.get(f"/j/{phone.code}")
    assert form.status_code == 200
    assert 'name="name"' in form.text
    assert form.text.count('name="colour"') == len(COLOURS)
    seated = phone.post(f"/j/{phone.code}", {"name": "Anna", "colour": "red"})
    assert (seated.status_code, seated.location) == (303, f"/t/{phone.code}/me")
    assert "You’re in" in phone.get().text
    assert [(seat.name, seat.colour) for seat in evening.projection.table.seats] == [("Anna", "red")]


@pytest.mark.parametrize("typed", ["{code}", "{lower}", " {code} ", "{first} {rest}", "\t{lower}"])
def test_code_can_be_typed_in_any_case_and_with_spaces(evening: Evening, typed: str) -> None:
    code = evening.open().code
    words = typed.format(code=code, lower=code.lower(), first=code[:2], rest=code[2:].lower())
    response = evening.app.test_client().get("/join", query_string={"code": words})
    assert (response.status_code, response.location) == (302, f"/j/{code}")


def test_link_works_in_lower_case(evening: Evening) -> None:
    code = evening.open().code
    assert evening.app.test_client().get(f"/j/{code.lower()}").status_code == 200


@pytest.mark.parametrize(
    ("name", "colour", "says"),
    [
        ("Anna", "blue", "Anna is already at this table. Choose another name."),
        ("anna", "blue", "anna is already at this table. Choose another name."),
        ("  Anna ", "blue", "Anna is already at this table. Choose another name."),
        ("Ben", "red", "That colour was just taken. Choose another."),
        ("Ben", "mauve", "That colour doesn’t exist."),
        ("Ben", "", "That colour doesn’t exist."),
        ("", "blue", "Names can be 1 to 20 characters long."),
        ("   ", "blue", "Names can be 1 to 20 characters long."),
        ("B" * 21, "blue", "Names can be 1 to 20 characters long."),
        ("B\x00n", "blue", "Use ordinary letters in the name. Emoji are fine."),
        ("B\u202en", "blue", "Use ordinary letters in the name. Emoji are fine."),
    ],
)
def test_invalid_name_or_colour_is_refused_with_a_text(evening: Evening, name: str, colour: str, says: str) -> None:
    evening.open()
    evening.sit("Anna", "red")
    phone = stranger(evening)
    before = evening.projection.seq
    response = phone.post(f"/j/{phone.code}", {"name": name, "colour": colour})
    assert response.status_code == 422
    assert notice(response) == says
    assert evening.projection.seq == before


def test_refused_name_stays_in_the_form(evening: Evening) -> None:
    evening.open()
    evening.sit("Anna", "red")
    phone = stranger(evening)
    phone.post(f"/j/{phone.code}", {"name": "Anna <3", "colour": "red"})
    assert phone.last is not None
    assert 'value="Anna &lt;3"' in phone.last.text


def test_international_names_are_accepted(evening: Evening) -> None:
    evening.open()
    for name, colour in zip(("Žofie", "李雷", "O’Neill-Þór", "مريم", "🦊"), COLOURS, strict=False):
        evening.sit(name, colour)
        assert name in evening.laptop.get().text


def offered_colour(page: str) -> str:
    return re.findall(r'name="offered" value="(\w*)"', page)[0]


def test_two_phones_that_join_together_are_both_seated(evening: Evening) -> None:
    evening.open()
    anna, ben, carla = stranger(evening), stranger(evening), stranger(evening)
    pages = [phone.get(f"/j/{phone.code}").text for phone in (anna, ben, carla)]
    first, second = COLOURS[0], COLOURS[1]
    assert [offered_colour(page) for page in pages] == [first] * 3
    for phone, name in ((anna, "Anna"), (ben, "Ben")):
        answer = phone.post(f"/j/{phone.code}", {"name": name, "colour": first, "offered": first})
        assert answer.status_code == 303
    assert [seat.colour for seat in evening.projection.table.seats] == [first, second]
    answer = carla.post(f"/j/{carla.code}", {"name": "Carla", "colour": second, "offered": first})
    assert "That colour was just taken. Choose another." in answer.text, "Carla had chosen it"


def test_tapped_colour_stays_selected_when_the_page_refreshes(evening: Evening) -> None:
    evening.open()
    phone = stranger(evening)
    first, second, third = COLOURS[:3]
    again = f"/j/{phone.code}/colours?colour={second}&offered={first}"
    assert offered_colour(phone.get(again).text) == first, "it was chosen, not offered"
    evening.sit("Anna", second)
    assert offered_colour(phone.get(again).text) == first, "it is gone, and another one is offered"
    evening.sit("Ben", first)
    assert offered_colour(phone.get(again).text) == third


def test_only_free_colours_are_offered(evening: Evening) -> None:
    evening.open()
    evening.sit("Anna", "red")
    offered_colour = re.findall(r'name="colour" value="(\w+)"', stranger(evening).get(f"/j/{evening.laptop.code}").text)
    assert offered_colour == [colour for colour in COLOURS if colour != "red"]


def test_every_colour_has_its_own_arms_and_an_accessible_name(evening: Evening) -> None:
    evening.open()
    page = stranger(evening).get(f"/j/{evening.laptop.code}").text
    drawings = re.findall(r'<svg class="coat seat-(\w+)"[^>]*>(.*?)</svg>', page, re.DOTALL)
    assert len(drawings) == len({drawing for _, drawing in drawings}) == len(COLOURS)
    for colour in COLOURS:
        assert f'<span class="visually-hidden">{colour}</span>' in page


def test_full_table_says_so_and_accepts_nobody(evening: Evening) -> None:
    evening.open()
    for name, colour in zip(("Anna", "Ben", "Carla", "David", "Eva"), COLOURS, strict=False):
        evening.sit(name, colour)
    late = stranger(evening)
    page = late.get(f"/j/{late.code}")
    assert "All seats are taken." in page.text
    assert 'name="name"' not in page.text
    response = late.post(f"/j/{late.code}", {"name": "Femke", "colour": "purple"})
    assert (response.status_code, notice(response)) == (
        422,
        "All 5 seats are taken. You can watch on the table screen.",
    )
    assert len(evening.projection.table.seats) == 5


def test_running_game_accepts_nobody(evening: Evening) -> None:
    evening.start("Anna", "Ben", "Carla")
    late = stranger(evening)
    page = late.get(f"/j/{late.code}")
    assert "The game is already under way." in page.text
    assert 'name="name"' not in page.text
    assert join_status(late, "Eva", "orange") == 422
    assert evening.projection.table.names == ("Anna", "Ben", "Carla")


def test_name_and_colour_can_be_changed_before_the_game(evening: Evening) -> None:
    evening.open()
    anna, _ = evening.sit("Ana", "red"), evening.sit("Ben", "blue")
    page = anna.get().text
    form = page[page.index("Change name or colour") :]
    assert 'value="Ana"' in form
    assert re.findall(r'name="colour" value="(\w+)"', form)[0] == "red", "one can keep one’s colour"
    assert 'value="blue"' not in form
    anna.submit("change-seat", number=0, name="Anna", colour="green")
    assert "Anna" in evening.laptop.get().text
    assert [(seat.name, seat.colour) for seat in evening.projection.table.seats] == [("Anna", "green"), ("Ben", "blue")]


def test_second_tap_on_take_a_seat_takes_no_second_seat(evening: Evening) -> None:
    evening.open()
    phone = evening.sit("Anna", "red")
    for again in ({"name": "Anna", "colour": "red"}, {"name": "Else", "colour": "blue"}):
        response = phone.post(f"/j/{phone.code}", again)
        assert (response.status_code, response.location) == (303, f"/t/{phone.code}/me")
    assert events(evening.projection) == ["TableOpened", "SeatTaken"]


def test_scanning_again_leads_back_to_ones_seat(evening: Evening) -> None:
    evening.open()
    phone = evening.sit("Anna", "red")
    assert phone.get(f"/j/{phone.code}").location == f"/t/{phone.code}/me"
    assert phone.get(f"/t/{phone.code}").location == f"/t/{phone.code}/me"


def test_table_screen_keeps_code_address_and_qr_reachable(evening: Evening) -> None:
    evening.open()
    for page in (evening.laptop.get(), evening.laptop.get(f"/t/{evening.laptop.code}/invite")):
        assert f'aria-label="Table code">{evening.laptop.code}</p>' in page.text
        assert "192.168.1.20:8000" in page.text
        assert f'<svg class="qr" role="img" aria-label="http://192.168.1.20:8000/j/{evening.laptop.code}"' in page.text
    for name, colour in (("Anna", "red"), ("Ben", "blue"), ("Carla", "green")):
        evening.sit(name, colour)
    evening.laptop.submit("start-game")
    assert 'class="qr"' not in evening.laptop.get().text
    assert f'href="/t/{evening.laptop.code}/invite"' in evening.laptop.get().text
    assert 'class="qr"' in evening.laptop.get(f"/t/{evening.laptop.code}/invite").text


@pytest.mark.parametrize("htmx", [False, True])
def test_unknown_code_is_reported(evening: Evening, htmx: bool) -> None:
    evening.open()
    code = "ZZZZ" if evening.laptop.code != "ZZZZ" else "YYYY"
    for path in (f"/j/{code}", f"/join?code={code}", f"/t/{code}", f"/t/{code}/table"):
        response = evening.app.test_client().get(path, headers=HTMX if htmx else {})
        assert response.status_code == 404
        assert "No table has this code." in response.text
        assert ("<html" in response.text) is not htmx
        assert ('action="/join"' in response.text) is not htmx, "and can be typed again"
    assert 'action="/join"' not in evening.app.test_client().get("/nothing").text


def test_player_without_a_phone_is_seated_on_the_table_screen(evening: Evening) -> None:
    evening.open()
    response = evening.laptop.submit("take-seat", name="Opa", colour="white")
    assert response.status_code == 200
    assert "plays on a shared device" in response.text
    assert [(seat.name, seat.phone) for seat in evening.projection.table.seats] == [("Opa", False)]
    assert evening.laptop.get(f"/t/{evening.laptop.code}").location.endswith("/table"), "it is nobody’s own phone"


def test_seat_with_a_phone_cannot_be_taken_on_the_table_screen(evening: Evening) -> None:
    evening.open()
    evening.laptop.submit("take-seat", name="Opa", colour="white", phone="1")
    assert [seat.phone for seat in evening.projection.table.seats] == [False]


def test_phone_can_take_a_seat_without_one_until_the_game_starts(evening: Evening) -> None:
    """By tapping the seat or typing its name; not if the seat already has a phone."""
    evening.open()
    for name, colour in (("Ada", "red"), ("Bob", "blue"), ("Cleo", "green")):
        evening.laptop.submit("take-seat", name=name, colour=colour)
    bob, other = stranger(evening), stranger(evening)
    offered_colour = bob.get(f"/j/{bob.code}").text
    assert [f'name="name" value="{name}"' in offered_colour for name in ("Ada", "Bob", "Cleo")] == [True] * 3
    assert join_status(bob, " bob", "") == 303
    assert [(seat.name, seat.colour, seat.phone) for seat in evening.projection.table.seats] == [
        ("Ada", "red", False),
        ("Bob", "blue", True),
        ("Cleo", "green", False),
    ]
    assert bob.get(f"/t/{bob.code}/me").status_code == 200
    assert 'name="name" value="Bob"' not in other.get(f"/j/{other.code}").text
    assert join_status(other, "Bob", "yellow") == 422
    assert evening.laptop.submit("start-game").status_code == 200
    assert 'name="name"' not in other.get(f"/j/{other.code}").text
    assert join_status(other, "Cleo", "yellow") == 422
    assert [seat.phone for seat in evening.projection.table.seats] == [False, True, False]


def test_full_table_still_offers_seats_without_a_phone(evening: Evening) -> None:
    evening.open()
    for name, colour in zip(("Anna", "Ben", "Carla", "David"), COLOURS, strict=False):
        evening.sit(name, colour)
    evening.laptop.submit("take-seat", name="Eva", colour=COLOURS[4])
    late = stranger(evening)
    page = late.get(f"/j/{late.code}").text
    assert "All seats are taken." in page
    assert re.findall(r'name="name" value="(\w+)"', page) == ["Eva"]
    assert join_status(late, "Eva", "") == 303
    assert evening.projection.table.seats[4].phone


def test_phone_cannot_take_the_seat_of_a_bot_by_its_name(evening: Evening) -> None:
    evening.open()
    evening.laptop.submit("seat-bot")
    (name,) = evening.projection.table.names
    assert join_status(stranger(evening), name, "yellow") == 422


# --- phones that played before ---------------------------------------------------------------------------------


def chosen_colour(page: str) -> str:
    found = re.search(r'name="colour" value="(\w+)" checked', page)
    assert found
    return found[1]


def test_returning_phone_finds_its_name_and_colour_filled_in(evening: Evening) -> None:
    evening.open()
    anna = evening.sit("Anna", "yellow")
    evening.open()
    page = anna.get(f"/j/{evening.laptop.code}").text
    assert 'value="Anna"' in page
    assert chosen_colour(page) == "yellow"


def test_taken_colour_is_replaced_by_the_first_free_one(evening: Evening) -> None:
    evening.open()
    phone = stranger(evening)
    first = chosen_colour(phone.get(f"/j/{evening.laptop.code}").text)
    evening.sit("Anna", first)
    page = phone.get(f"/j/{evening.laptop.code}/colours?colour={first}").text
    assert f'value="{first}"' not in page
    assert chosen_colour(page) != first
    assert chosen_colour(phone.get(f"/j/{evening.laptop.code}/colours?colour=green").text) == "green"


def test_colours_that_the_box_lacks_are_not_offered(evening: Evening) -> None:
    evening.open("royals", box="new")
    page = evening.laptop.get(f"/j/{evening.laptop.code}").text
    assert 'value="red"' not in page
    assert 'value="purple"' in page


def test_start_page_of_a_phone_is_its_running_table(evening: Evening) -> None:
    evening.open()
    anna = away_from_the_laptop(evening.sit("Anna", "red"))
    assert anna.get("/").location == f"/t/{anna.code}"
    links = {"Referer": "http://localhost/t/x/me"}
    assert anna.client.get("/", headers=links, environ_overrides=anna.client.environ_base).status_code == 200
    assert evening.laptop.get("/").status_code == 200


def test_start_page_of_a_phone_takes_the_code_of_a_newer_table(evening: Evening) -> None:
    """The host left a game unfinished and opened another table, whose address and code the phone types."""
    evening.open()
    anna = away_from_the_laptop(evening.sit("Anna", "red"))
    unfinished = anna.code
    assert 'href="/"' in anna.get(f"/t/{unfinished}/invite").text
    evening.open("royals")
    assert 'name="code"' in anna.get("/").text
    evening.sit("Ben", "blue")
    evening.sit("Carla", "green")
    evening.laptop.submit("start-game")
    assert anna.get("/").location == f"/t/{unfinished}"
