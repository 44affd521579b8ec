"""Royals in the web app in KEY_MOMENTS mode: without JavaScript, on one shared device, and without leaked sums."""

from __future__ import annotations

import re
from collections import Counter

from scoring.kernel import EVERY_MOVE, KEY_MOMENTS
from scoring.royals.components import EXAMPLE, TITLES
from scoring.royals.view import RoyalsView
from tests.actors import Device, Evening


def table_in_key_moments(evening: Evening, *names: str) -> list[Device]:
    """Opens a table in KEY_MOMENTS mode with a box whose printed values are all entered."""
    phones = evening.start(*names, game="royals", box="new", follow=KEY_MOMENTS)
    for key, value in EXAMPLE.items():
        assert evening.laptop.submit("enter-printed-value", field=key, value=value).status_code == 200
    return phones


def places_in_form(page: str, action: str) -> list[str]:
    """Returns the positions whose buttons belong to this form."""
    return re.findall(rf'form="{action}-tap" name="place" value="([^"]+)"', page)


def play_to_sums(evening: Evening, phones: list[Device]) -> None:
    for epoch in range(3):
        assert evening.laptop.submit("call-epoch", seat=0).status_code == 200
        if not epoch:
            assert phones[0].submit("claim-place", place="Spain.1.a").status_code == 200
            assert phones[1].submit("claim-place", place="France.5.a").status_code == 200
        assert evening.laptop.submit("confirm-board", seat=0).status_code == 200
    assert evening.laptop.submit("confirm-titles", seat=0).status_code == 200


def test_new_table_uses_key_moments_unless_it_has_no_box(evening: Evening) -> None:
    for box, tracking_mode in (("new", KEY_MOMENTS), ("example", EVERY_MOVE)):
        code = evening.laptop.post("/new/royals", {"box": box}).location.split("/")[2]
        assert evening.services.tables.find(code).projection.table.options["follow"] == tracking_mode
    anna, *_ = table_in_key_moments(evening, "Anna", "Ben")
    anna.get()
    assert "Now playing epoch 1648." in anna.text
    assert "Epoch 1648 is over" in anna.text
    assert "A cube on every title take the highest noble house marker left" in anna.text
    assert "take-position" not in anna.last.text  # type: ignore[union-attr]


def test_players_without_claims_are_listed(evening: Evening) -> None:
    anna, ben, carla = table_in_key_moments(evening, "Anna", "Ben", "Carla")
    anna.submit("call-epoch", seat=0)
    screens = (evening.laptop, anna, ben, carla)
    assert all("Anna, Ben and Carla haven’t tapped anything yet. Score anyway" in page_text(one) for one in screens)
    anna.submit("claim-place", place="Spain.1.a")
    ben.submit("claim-place", place="France.5.a")
    assert all("Carla hasn’t tapped anything yet. Score anyway" in page_text(one) for one in screens)
    assert carla.submit("claim-place", place="France.1.a").status_code == 200
    assert not [one for one in screens if "tapped anything yet" in page_text(one)]
    assert anna.submit("confirm-board", seat=0).status_code == 200


def test_players_with_unchanged_claims_are_listed(evening: Evening) -> None:
    anna, ben, carla = table_in_key_moments(evening, "Anna", "Ben", "Carla")
    anna.submit("call-epoch", seat=0)
    for phone, place in ((anna, "Spain.1.a"), (ben, "France.5.a"), (carla, "France.1.a")):
        phone.submit("claim-place", place=place)
    anna.submit("confirm-board", seat=0)
    anna.submit("call-epoch", seat=0)
    assert "Anna, Ben and Carla haven’t changed anything. Score anyway" in page_text(anna)
    anna.submit("claim-place", place="Spain.2.a")
    carla.submit("give-up-place", place="France.1.a")
    assert "Ben hasn’t changed anything. Score anyway" in page_text(evening.laptop)


def page_text(device: Device) -> str:
    device.get()
    return device.text


def test_on_phone_every_position_is_button_to_claim_or_give_up(evening: Evening) -> None:
    anna, ben = table_in_key_moments(evening, "Anna", "Ben")
    anna.submit("call-epoch", seat=0)
    page = anna.get().text
    assert Counter(places_in_form(page, "claim-place-0")) == dict.fromkeys(places_in_form(page, "claim-place-1"), 2)
    assert len(places_in_form(page, "claim-place-1")) == 30, (
        "mine on the board; anybody’s where a phone enters a country"
    )
    anna.submit("claim-place", place="Spain.1.a")
    page = anna.get().text
    assert set(places_in_form(page, "give-up-place-0")) == {"Spain.1.a"}
    assert places_in_form(ben.get().text, "give-up-place-1") == []


def test_on_table_screen_positions_can_be_claimed_for_any_seat(evening: Evening) -> None:
    table_in_key_moments(evening, "Anna", "Ben")
    evening.laptop.submit("call-epoch", seat=0)
    page = evening.laptop.get().text
    assert [len(places_in_form(page, f"claim-place-{seat}")) for seat in (0, 1)] == [30, 30]


def test_sealed_sums_are_on_no_other_screen_until_all_are_in(evening: Evening) -> None:
    anna, ben = table_in_key_moments(evening, "Anna", "Ben")
    play_to_sums(evening, [anna, ben])
    sums = {"points__city": 6, "points__country": 0, "points__noble": 0}
    assert ben.submit("seal-sums", seat=0, **sums).status_code == 403, "not with somebody else’s phone"
    assert anna.submit("seal-sums", **sums).status_code == 200
    assert "Sealed." in anna.text
    assert 'value="6"' in anna.get().text, "to be changed until the last one is in"
    assert 'value="6"' not in ben.get().text
    assert ben.submit("seal-sums", **sums).status_code == 200
    assert "Ben wins with" in evening.laptop.get().text


def test_game_played_without_herald_is_counted_on_one_device(evening: Evening) -> None:
    laptop = evening.laptop
    answer = laptop.post("/new/royals/end", {"name": ["Anna", "Ben", "Carla"], "box": "new", "edition": "abacus"})
    assert answer.status_code == 303
    laptop.code = answer.location.split("/")[2]
    laptop.get()
    assert "Who has the most cubes on each title?" in laptop.text
    assert "No titles have been marked yet." in laptop.text, "asks before it scores nothing"
    for number, title in enumerate(TITLES):
        laptop.submit("enter-printed-value", field=f"value.{title}.full", value=str(2 * number + 4))
        laptop.submit("enter-printed-value", field=f"value.{title}.half", value=str(number + 2))
        assert laptop.submit("count-cubes", seat=number % 3, title=title, cubes=1).status_code == 200
    assert "No one is marked" not in laptop.get().text
    assert laptop.submit("confirm-titles", seat=0).status_code == 200
    assert "City bonuses" in laptop.text
    for seat, city in enumerate((20, 15, 12)):
        sums = {"points__city": city, "points__country": 8, "points__noble": 0, "points__epoch": 30}
        assert laptop.submit("enter-sums", seat=seat, **sums).status_code == 200
    laptop.get()
    assert "Anna wins with" in laptop.text
    shown = evening.view(None)
    assert isinstance(shown, RoyalsView)
    assert shown.reveal is not None
    assert shown.reveal.totals == (20 + 8 + 30 + 4 + 10 + 16, 15 + 8 + 30 + 6 + 12, 12 + 8 + 30 + 8 + 14)


def test_sum_is_corrected_by_kind_starting_from_entered_value(evening: Evening) -> None:
    anna, ben = table_in_key_moments(evening, "Anna", "Ben")
    play_to_sums(evening, [anna, ben])
    for phone, city in ((anna, 6), (ben, 5)):
        phone.submit("seal-sums", points__city=city, points__country=0, points__noble=0)
    page = anna.get(f"/t/{anna.code}/me/corrections?at=seat.1").text
    assert list(dict.fromkeys(re.findall(r'name="kind" value="([a-z]+)"', page))) == ["city", "country", "noble"]
    assert re.search(r'name="points"[^>]*value="5"|value="5"[^>]*name="points"', page), "Ben’s cities, as entered"
    assert anna.submit("correct-sum", seat=0, whose=1, kind="city", points=6).status_code == 200
    assert "The totals add up now." in evening.laptop.get().text
    assert evening.laptop.submit("accept-sums", seat=0).status_code == 200
    assert "Ben wins with" in evening.laptop.get().text


def test_value_of_an_unread_noble_house_marker_is_typed_in(evening: Evening) -> None:
    laptop = evening.laptop
    answer = laptop.post("/new/royals/end", {"name": ["Anna", "Ben"], "box": "new", "edition": "arcane"})
    laptop.code = answer.location.split("/")[2]
    assert laptop.submit("confirm-titles", seat=0).status_code == 200
    assert re.search(r'type="number"[^>]*name="points.noble" min="0" max="40"', laptop.get().text)
    for seat, noble in enumerate((9, 0)):
        sums = {"points__city": 4, "points__country": 0, "points__noble": noble, "points__epoch": 3}
        assert laptop.submit("enter-sums", seat=seat, **sums).status_code == 200
    laptop.get()
    assert "Anna wins with 16 victory points." in laptop.text
