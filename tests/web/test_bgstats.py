"""The BG Stats link, decoded and compared with a recorded game, and the play file of an evening."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from companion import bgstats
from companion.tables import table_id
from scoring.games import GAMES
from tests.actors import Evening
from tests.games import but, temporarily_registered
from tests.web.played import BY_MARKER, LANG_LEBE, ROYALS, SAGA, SHARED, add_played, half, phone_at, recorded_game
from tests.web.scenes import sentence


def link_data(evening: Evening, code: str) -> dict[str, Any]:
    """Returns the decoded data of the link."""
    response = evening.laptop.get(f"/t/{code}/bgstats")
    assert response.status_code == 302
    url = urlsplit(response.location)
    assert (url.scheme, url.netloc, url.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    (data,) = parse_qs(url.query, strict_parsing=True)["data"]
    found: dict[str, Any] = json.loads(data)
    return found


def test_link_has_all_data_of_a_recorded_game(evening: Evening) -> None:
    live = add_played(evening, LANG_LEBE)
    evening.laptop.post("/location", {"place": "  At the   king’s "})
    steps = len(live.projection.records) - 1
    assert link_data(evening, live.code) == {
        "sourceName": "Herald",
        "sourcePlayId": table_id(live.projection),
        "playDate": "2026-01-02 20:10:40",  # 212 steps of 20 seconds after 19:00
        "durationMin": round((steps - 4) * 20 / 60),  # from the start of the game
        "comments": "Carla is king with 20 votes (19 needed). (Real cards; Real dice)",
        "location": "At the king’s",
        "game": {
            "name": "Lang lebe der König!",
            "sourceGameId": "lang-lebe",
            "highestWins": True,
            "noPoints": False,
            "bggId": 298,
        },
        "players": [
            player("Anna", start=True, winner=False, score=14, rank=2, role="red"),
            player("Ben", start=False, winner=False, score=4, rank=3, role="blue"),
            player("Carla", start=False, winner=True, score=20, rank=1, role="green"),
        ],
    }


def player(name: str, start: bool, winner: bool, score: int, rank: int, role: str) -> dict[str, Any]:
    return {
        "name": name,
        "sourcePlayerId": name.casefold(),
        "startPlayer": start,
        "winner": winner,
        "score": score,
        "rank": rank,
        "role": role,
        "team": "",
    }


def test_seats_with_a_shared_victory_all_win_with_equal_rank(evening: Evening) -> None:
    found = link_data(evening, add_played(evening, SHARED).code)
    assert [(one["winner"], one["rank"]) for one in found["players"]] == [(True, 1), (True, 1)]
    assert found["comments"].endswith(" (Abacusspiele 2014)")
    assert "board" not in found, "an edition is no board"


def test_equal_points_with_a_tie_break_have_different_ranks(evening: Evening) -> None:
    players = link_data(evening, add_played(evening, BY_MARKER).code)["players"]
    top = [(one["score"], one["rank"], one["winner"]) for one in players if one["score"] == 43]
    assert sorted(top) == [(43, 1, True), (43, 2, False)]


@pytest.mark.parametrize("path", [LANG_LEBE, SHARED, ROYALS, BY_MARKER, SAGA])
def test_booleans_are_always_present_and_one_seat_begins(evening: Evening, path: str) -> None:
    found = link_data(evening, add_played(evening, path).code)
    assert {type(found["game"][key]) for key in ("highestWins", "noPoints")} == {bool}
    for one in found["players"]:
        assert type(one["winner"]) is type(one["startPlayer"]) is bool
    assert sum(one["startPlayer"] for one in found["players"]) == 1
    assert found["game"].get("bggId") == {SAGA: 9202, LANG_LEBE: 298}.get(path, 165986)
    assert "location" not in found, "nobody said where"


def test_boardgamegeek_ids_are_looked_up_never_guessed() -> None:
    # Number, name, year, designer and publisher of all five agree with our boxes in the TidyTuesday data of 12 March
    # 2019 (board_games.csv), which are from BoardGameGeek.
    known = {"lang-lebe": 298, "regents": 81297, "saga": 9202, "royals": 165986, "wars-of-the-roses": 58936}
    assert {key: game.bgg for key, game in GAMES.items() if game.bgg is not None} == known


def test_boardgamegeek_id_is_a_number_if_known(evening: Evening) -> None:
    with temporarily_registered(but(GAMES["saga"], bgg=12345)):
        assert link_data(evening, add_played(evening, SAGA).code)["game"]["bggId"] == 12345


def test_play_has_the_same_id_on_every_laptop_and_after_a_rename(evening: Evening) -> None:
    live = add_played(evening, ROYALS)
    before = link_data(evening, live.code)["sourcePlayId"]
    evening.services.people.rename("Anna", "Annabel")
    again = link_data(evening, live.code)
    assert again["sourcePlayId"] == before
    assert again["players"][0] | {"name": "Annabel", "sourcePlayerId": "annabel"} == again["players"][0]
    assert link_data(evening, add_played(evening, ROYALS, 1).code)["sourcePlayId"] != before


def test_there_is_no_link_before_the_end(evening: Evening) -> None:
    live = evening.services.tables.adopt(half(SAGA).records)
    response = evening.laptop.get(f"/t/{live.code}/bgstats")
    assert response.status_code == 409
    assert sentence(response) == "You can see this once the game is over."
    assert "/bgstats" not in evening.laptop.get(f"/t/{live.code}/table").text


def test_breaks_during_an_evening_are_not_counted(evening: Evening) -> None:
    projection = recorded_game(SAGA)
    start, end = "2026-01-01T20:00:00+00:00", "2026-01-09T20:30:00+00:00"
    resumed = [
        replace(r, at=start if n < 60 else "2026-01-09T20:00:00+00:00") for n, r in enumerate(projection.records)
    ]
    resumed[-1] = replace(resumed[-1], at=end)
    live = evening.services.tables.adopt(resumed)
    assert bgstats.FinishedTable(live.projection, 0).minutes == 30


def test_every_phone_has_a_button_and_the_table_screen_a_qr_code(evening: Evening) -> None:
    live = add_played(evening, SAGA)
    phone = phone_at(evening, live, 0)
    assert f'href="/t/{live.code}/bgstats">Send to BG Stats (uses the internet)</a>' in phone.get().text
    assert phone.get(f"/t/{live.code}/bgstats").status_code == 302
    table = evening.laptop.get(f"/t/{live.code}/table").text
    assert f'aria-label="http://192.168.1.20:8000/t/{live.code}/bgstats"' in table


# --- the play file ------------------------------------------------------------------------------------------


def test_whole_evening_is_one_file(evening: Evening) -> None:
    first, second = add_played(evening, ROYALS, 0), add_played(evening, SAGA, 0, ["Anna", "Dirk", "Carla"])
    add_played(evening, LANG_LEBE, 3)
    response = evening.laptop.get(f"/t/{second.code}/evening.bgsplay")
    assert response.headers["Content-Disposition"] == 'attachment; filename="herald-2026-01-02.bgsplay"'
    file = json.loads(response.data)
    assert {game["name"] for game in file["games"]} == {"Royals", "Saga"}
    assert len(file["plays"]) == 2
    names = {person["id"]: person["name"] for person in file["players"]}
    games = {game["id"]: game["name"] for game in file["games"]}
    plays = {games[play["gameRefId"]]: play for play in file["plays"]}
    scores = [(names[one["playerRefId"]], one["score"], one["rank"]) for one in plays["Royals"]["playerScores"]]
    assert scores == [("Anna", "53", 3), ("Ben", "87", 1), ("Carla", "76", 2)]
    assert plays["Royals"]["uuid"] == bgstats.id_of("play", table_id(first.projection))
    assert all(type(one["winner"]) is bool for play in file["plays"] for one in play["playerScores"])


def test_file_leaves_trial_games_out(evening: Evening) -> None:
    trial, counted = add_played(evening, ROYALS, 0, example=True), add_played(evening, SAGA, 0)
    for code in (trial.code, counted.code):
        file = json.loads(evening.laptop.get(f"/t/{code}/evening.bgsplay").data)
        assert [game["name"] for game in file["games"]] == ["Saga"]
        assert len(file["plays"]) == 1


def test_evening_of_trial_games_has_no_file(evening: Evening) -> None:
    trial = add_played(evening, ROYALS, 0, example=True)
    assert evening.laptop.get(f"/t/{trial.code}/evening.bgsplay").status_code == 404
    assert "evening.bgsplay" not in evening.laptop.get(f"/t/{trial.code}/table").text


def test_file_states_the_score_order_and_names_no_owner(evening: Evening) -> None:
    code = add_played(evening, LANG_LEBE, 0).code
    file = json.loads(evening.laptop.get(f"/t/{code}/evening.bgsplay").data)
    (play,), (game,) = file["plays"], file["games"]
    assert (play["scoringSetting"], game["highestWins"], game["noPoints"]) == (0, True, False)
    assert "meRefId" not in file["userInfo"], "a number that is no id of a person of the file"
    assert "board" not in play
    assert play["comments"].endswith(" (Real cards; Real dice)")


def test_file_lists_each_person_once_whatever_the_spelling(evening: Evening) -> None:
    add_played(evening, ROYALS, 0)
    second = add_played(evening, SAGA, 0, ["ANNA", "Dirk", "Carla"])
    file = json.loads(evening.laptop.get(f"/t/{second.code}/evening.bgsplay").data)
    ids = [person["uuid"] for person in file["players"]]
    assert len(ids) == len(set(ids)) == 4


def test_phone_gets_only_the_plays_it_took_part_in(evening: Evening) -> None:
    mine = add_played(evening, ROYALS, 0)
    add_played(evening, SAGA, 0)
    file = json.loads(phone_at(evening, mine, 0).get(f"/t/{mine.code}/evening.bgsplay").data)
    assert [game["name"] for game in file["games"]] == ["Royals"]
