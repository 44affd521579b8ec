"""Royals in the web app: moves from any device, prompts for printed values, and no sums of other players."""

from __future__ import annotations

import re

import pytest

from scoring.royals.view import RoyalsView
from tests.actors import Device, Evening
from tests.royals.test_bonuses import EVERY_TITLE
from tests.web.scenes import notice

MOVES = (
    (0, ("Spain.1.a", "Spain.2.a", "Spain.3.a", "Spain.4.a")),
    (1, ("Britain.1.a", "Britain.2.a", "Britain.3.a")),
    (2, ("France.1.a", "France.5.a")),
)


def started_game(evening: Evening, *names: str, **form: str) -> list[Device]:
    phones = evening.start(*names, game="royals", follow="moves", **form)
    assert evening.laptop.submit("choose-start-player", seat=0, first=0).status_code == 200
    return phones


def scored_game(evening: Evening) -> list[Device]:
    """Plays a round in which everybody wins markers, and scores an epoch."""
    phones = started_game(evening, "Anna", "Ben", "Carla")
    for seat, positions in MOVES:
        for position in positions:
            assert phones[seat].submit("take-position", position=position).status_code == 200
        assert phones[seat].submit("end-turn" if seat < 2 else "end-epoch").status_code == 200
    assert evening.laptop.submit("confirm-board", seat=2).status_code == 200
    assert phones[0].submit("end-turn").status_code == 200
    return phones


def royals_view(evening: Evening, seat: int | None) -> RoyalsView:
    shown = evening.view(seat)
    assert isinstance(shown, RoyalsView)
    return shown


def test_set_up_card_shows_removed_cards_and_first_draws(evening: Evening) -> None:
    evening.start("Anna", "Ben", game="royals")
    evening.laptop.get()
    text = evening.laptop.text
    assert "France 11 , German States 9 , Britain 8 , Spain 6" in text
    assert "Noble house markers to put back in the box: 16, 12" in text
    assert "back in the box: 16, 12" in text
    assert "use the black and white cubes: 46 each" in text
    assert "2 – 3" in text
    assert "Who’s the youngest?" in text


def test_other_edition_has_its_own_set_up(evening: Evening) -> None:
    evening.start("Anna", "Ben", "Carla", game="royals", edition="arcane")
    evening.laptop.get()
    text = evening.laptop.text
    assert "Noble house markers to put back in the box: 16 ." in text
    assert "Who’s the oldest?" in text
    assert "France 9" not in text, "its table of cards is not known"
    evening.laptop.submit("choose-start-player", seat=0, first=2)
    assert "Period 1648 is over" in evening.laptop.text


def test_move_can_be_tapped_on_any_device_of_the_table(evening: Evening) -> None:
    anna, ben, _ = started_game(evening, "Anna", "Ben", "Carla")
    assert anna.submit("take-position", position="Spain.1.a").status_code == 200
    assert ben.submit("take-position", seat=0, position="Spain.2.a").status_code == 200
    assert evening.laptop.submit("take-position", seat=0, position="Spain.2.b").status_code == 200
    assert evening.projection.table.state.holders == {"Spain.1.a": 0, "Spain.2.a": 0, "Spain.2.b": 0}


@pytest.mark.parametrize(
    ("seat", "position", "told"),
    [
        (0, "Atlantis.1.a", "That position isn’t on the board"),
        (0, "Spain.1.b", "Madrid only has one position"),
        (1, "Spain.2.a", "It’s Anna’s turn"),
        (7, "Spain.2.a", "Choose which seat this is for"),
        (0, "Spain.1.a", "You already hold this position"),
    ],
)
def test_illegal_moves_are_refused_with_the_reason(evening: Evening, seat: int, position: str, told: str) -> None:
    anna, *_ = started_game(evening, "Anna", "Ben", "Carla")
    anna.submit("take-position", position="Spain.1.a")
    before = evening.projection.seq
    assert anna.submit("take-position", seat=seat, position=position).status_code == 422
    assert told in anna.text
    assert evening.projection.seq == before


def test_phone_shows_what_a_take_over_would_change(evening: Evening) -> None:
    anna, ben, _ = started_game(evening, "Anna", "Ben", "Carla")
    for position in ("Spain.1.a", "Spain.2.a"):
        anna.submit("take-position", position=position)
    anna.submit("end-turn")
    ben.get(htmx=True)
    button = re.search(r'<button[^>]*value="Spain.2.a".*?</button>', ben.last.text, re.S)  # type: ignore[union-attr]
    assert button
    words = " ".join(re.sub(r"<[^>]+>", " ", button[0]).split())
    assert words == "4 Duke , Anna , from Anna, Anna 8, you 4"


# --- printed values ----------------------------------------------------------------------------------------


def test_title_is_asked_for_after_move_and_city_bonus_can_wait(evening: Evening) -> None:
    anna, *_ = started_game(evening, "Anna", "Ben", "Carla", box="new")
    assert 'name="box.' not in anna.get(htmx=True).text
    assert anna.submit("take-position", position="France.1.a").status_code == 200
    assert evening.projection.table.state.holders == {}, "the move waits"
    assert 'name="value" value="Duke"' in anna.enter_missing_value("Paris").text, "first which city it is"
    assert anna.enter_missing_value("Duke").status_code == 200
    assert evening.projection.table.state.holders == {"France.1.a": 0}
    assert points_of_markers(evening) == [None]
    assert anna.enter_printed_value("city.France.1", 4).status_code == 200
    assert points_of_markers(evening) == [4]
    box = evening.services.store.boxes("royals")[0]
    assert (box.values["title.France.1.a"], box.values["city.France.1"]) == ("Duke", "4"), (
        "kept for every later evening"
    )


def points_of_markers(evening: Evening) -> list[int | None]:
    own = royals_view(evening, 0).own
    assert own is not None
    return [marker.points for marker in own.markers]


def test_impossible_printed_value_stops_the_move(evening: Evening) -> None:
    anna, *_ = started_game(evening, "Anna", "Ben", "Carla", box="new")
    anna.submit("take-position", position="France.1.a")
    anna.enter_missing_value("Paris")
    assert anna.enter_missing_value("Emperor").status_code == 422
    assert evening.projection.table.state.holders == {}
    assert "title.France.1.a" not in evening.projection.table.printed_values
    assert anna.enter_printed_value("city.France.1", 99).status_code == 422
    assert "city.France.1" not in evening.projection.table.printed_values


def test_player_can_enter_that_there_is_no_second_position(evening: Evening) -> None:
    anna, *_ = started_game(evening, "Anna", "Ben", "Carla", box="new")
    anna.submit("take-position", position="France.1.b")
    assert 'name="value" value="none"' in anna.enter_missing_value("Paris").text
    assert anna.enter_missing_value("none").status_code == 422, "there is nothing to take"
    assert evening.projection.table.printed_values["influence.France.1.b"] == "none", "nor to read"
    assert evening.projection.table.state.holders == {}
    assert [place.key for place in royals_view(evening, None).city("France.1").positions] == ["France.1.a"]


def test_two_phones_read_different_countries_at_once(evening: Evening) -> None:
    """Both loaded the empty sheet; each sends the values of its own country."""
    anna, ben, _ = started_game(evening, "Anna", "Ben", "Carla", box="new")
    for phone in (anna, ben):
        phone.get(f"/t/{phone.code}/box")
    said = (
        (anna, "city.Spain.1", "6"),
        (ben, "city.France.1", "3"),
        (anna, "name.Spain.1", "Madrid"),
        (ben, "city.Spain.2", "3"),
    )
    for phone, field, value in said:
        assert phone.enter_printed_value(field, value).status_code == 200
    known = evening.projection.table.printed_values
    assert {field: known.get(field) for _, field, _ in said} == {field: value for _, field, value in said}
    assert anna.enter_printed_value("name.Spain.1", "").status_code == 200
    assert "name.Spain.1" not in evening.projection.table.printed_values, "a name can be forgotten again"


def test_box_sheet_opens_the_selected_part(evening: Evening) -> None:
    anna, *_ = started_game(evening, "Anna", "Ben", "Carla", box="new")
    page = anna.get(f"/t/{anna.code}/box?part=3").text
    assert re.findall(r'\?part=(\d)"[^>?]* aria-current="true"', page) == ["3"]
    assert anna.get(f"/t/{anna.code}/box?part=x").status_code == 200


def test_box_file_of_another_game_is_refused(evening: Evening) -> None:
    from io import BytesIO

    text = b'{"format": "herald-box", "game": "royals", "name": "x", "values": {"votes.Man": "2"}}'
    response = evening.laptop.post("/boxes/import", {"file": (BytesIO(text), "box.json")})
    assert response.status_code == 422
    assert "for Royals, but its values don’t fit that game" in notice(response)
    assert evening.services.store.boxes("royals") == []


# --- secrets -----------------------------------------------------------------------------------------------


def marker_totals(evening: Evening) -> dict[int, int]:
    found = {}
    for seat in range(3):
        own = royals_view(evening, seat).own
        assert own is not None
        found[seat] = own.total
    return found


def sums_on(page: str) -> list[str]:
    """Returns the marker lists with values and sum on an owner's phone."""
    return re.findall(r'class="own-markers"', page)


def test_only_the_owners_phone_has_the_list_and_the_sum(evening: Evening) -> None:
    phones = scored_game(evening)
    for seat, phone in enumerate(phones):
        page = phone.get(htmx=True).text
        assert len(sums_on(page)) == 1
        shown = re.search(r'id="my-markers".*?score-points">(\d+)<', page, re.S)
        assert shown
        assert int(shown[1]) == marker_totals(evening)[seat]
    for path in ("table", "history", "box", "invite"):
        assert sums_on(evening.laptop.get(f"/t/{evening.laptop.code}/{path}").text) == []


def test_history_shows_taken_markers_without_taker_or_value(evening: Evening) -> None:
    """While the game runs, nobody can add up the face-down markers."""
    scored_game(evening)
    evening.laptop.get(f"/t/{evening.laptop.code}/history")
    assert "A player took the city marker for Madrid." in evening.laptop.text
    assert "A player took the higher country marker for Spain." in evening.laptop.text
    lines = re.findall(r"took the [a-z0-9 ]*marker[^.]*\.", evening.laptop.text)
    assert lines
    assert not [line for line in lines if re.search(r"\d", re.sub(r"\b(1648|1680|1714)\b", "", line))]


def test_export_of_a_running_game_withholds_who_has_which_marker(evening: Evening) -> None:
    import json

    scored_game(evening)
    text = evening.laptop.get(f"/t/{evening.laptop.code}/export").text
    taken = [json.loads(line) for line in text.splitlines() if '"marker-taken"' in line]
    assert taken
    assert {line["data"]["seat"] for line in taken} == {"withheld"}
    assert "standings" not in text


def preview_text(page: str) -> str:
    card = re.search(r"What this changes<\/h2>.*?</section>", page, re.S)
    assert card
    return " ".join(re.sub(r"<[^>]+>", " ", card[0]).split())


def test_correction_is_previewed_without_points(evening: Evening) -> None:
    """The preview shows the future history lines. Sums would reveal everybody's markers."""
    _, ben, _ = scored_game(evening)
    response = ben.submit("correct-position", seat=1, position="France.2.a", holder=1, preview=1)
    assert response.status_code == 200
    words = preview_text(response.text)
    assert "Corrected: Ben is Baron of Brest. A player took the city marker for Brest." in words
    assert not re.search(r"\d", words.replace("1648", ""))
    assert evening.projection.table.state.holders.get("France.2.a") is None


def test_preview_shows_that_the_city_marker_moves(evening: Evening) -> None:
    _, ben, _ = scored_game(evening)
    response = ben.submit("correct-position", seat=1, position="Spain.1.a", holder=1, preview=1)
    assert "The city marker for Madrid changed hands." in response.text
    assert "Check again: whose is the higher country marker for Spain?" in response.text


def test_preview_does_not_reveal_who_has_a_marker(evening: Evening) -> None:
    """Nothing else on the screens would show that somebody previewed it (de 219)."""
    _, ben, _ = scored_game(evening)
    response = ben.submit("correct-position", seat=1, position="Spain.1.a", holder=1, preview=1)
    assert "Anna" not in preview_text(response.text)


def test_title_corrected_on_the_sheet_awards_the_missed_bonus(evening: Evening) -> None:
    anna, *_ = started_game(evening, "Anna", "Ben", "Carla")
    assert anna.enter_printed_value("title.Spain.1.a", "Duke").status_code == 200
    for position in EVERY_TITLE:
        assert anna.submit("take-position", position=position).status_code == 200
    assert evening.projection.table.state.markers[-1].key == "city.Spain.1"
    assert anna.enter_printed_value("title.Spain.1.a", "King").status_code == 200
    assert evening.projection.table.state.markers[-1].key == "noble.1"
    evening.laptop.get()
    assert "Anna: take the noble house marker." in evening.laptop.text


@pytest.mark.parametrize("action", ["continue-reveal", "end-turn", "confirm-titles"])
def test_end_cannot_be_previewed(evening: Evening, action: str) -> None:
    scored_game(evening)
    assert evening.laptop.submit(action, seat=1, preview=1).status_code == 400


def test_markers_are_scored_only_in_the_finale(evening: Evening) -> None:
    scored_game(evening)
    laptop = evening.laptop
    laptop.submit("end-epoch", seat=1)
    laptop.submit("confirm-board", seat=1)
    laptop.submit("end-epoch", seat=2)
    laptop.submit("confirm-board", seat=2)
    assert "City bonuses" not in laptop.text
    laptop.submit("confirm-titles", seat=2)
    assert "wins with" in laptop.text
    assert "a cube in every city of Spain" in laptop.text
    ended = evening.projection.table.standings
    assert ended is not None
    assert {place.seat: place.points for place in ended.places} == marker_totals(evening)
