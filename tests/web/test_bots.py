"""Playing alone: watching bots, or playing against them."""

from __future__ import annotations

import random

import pytest

from companion.bots import MOST_TABLES, MOVE_SECONDS, Bots, bot_seats
from companion.tables import LiveTable
from scoring.game_info import GAME_INFOS
from scoring.games import GAMES
from scoring.kernel import KEY_MOMENTS, Event, Rng
from tests.actors import Evening

MOST_MOVES = 800


@pytest.fixture
def bots(evening: Evening) -> Bots:
    """Bots that move only when the test says so."""
    made = evening.services.bots
    made.keep_playing = lambda live: None  # type: ignore[method-assign]
    return made


def open_path(evening: Evening, path: str) -> LiveTable:
    answer = evening.laptop.post(path)
    assert answer.status_code == 303
    evening.laptop.code = answer.location.split("/")[2]
    return evening.services.tables.find(evening.laptop.code)


def test_start_page_offers_a_demo_and_bots_for_every_game(evening: Evening) -> None:
    page = evening.laptop.get("/").text
    for info in GAME_INFOS.values():
        assert info.about, f"{info.key} has no `about` in scoring/game_info.py"
        for path in (f"/new/{info.key}", f"/demo/{info.key}", f"/against-bots/{info.key}"):
            assert f'"{path}"' in page


def test_last_played_game_comes_first(evening: Evening) -> None:
    evening.start("Anna", "Ben", "Carla", game="royals")
    page = evening.laptop.get("/").text
    assert page.index('"/new/royals"') < page.index('"/new/lang-lebe"')
    assert "Royals is in progress" in page


def test_table_that_has_not_started_is_not_in_progress(evening: Evening) -> None:
    evening.open("royals")
    page = evening.laptop.get("/").text
    assert "Royals hasn’t started yet" in page
    assert "Royals is in progress" not in page


@pytest.mark.parametrize("game", GAME_INFOS)
def test_demo_starts_with_one_tap_and_ends(evening: Evening, bots: Bots, game: str) -> None:
    live = open_path(evening, f"/demo/{game}")
    assert live.projection.table.started
    assert all(name.startswith("Bot ") for name in live.projection.table.names)
    moves = 0
    while bots.move(live):
        moves += 1
        assert moves < MOST_MOVES
    assert live.projection.table.standings is not None
    assert evening.laptop.get(f"/t/{live.code}/table").status_code == 200


WITH_HIGHLIGHTS = [
    key for key, game in GAMES.items() if any(kind.highlights != Event.highlights for kind in game.events)
]


@pytest.mark.parametrize("game", WITH_HIGHLIGHTS)
def test_first_highlight_of_a_demo_comes_within_ten_seconds(evening: Evening, bots: Bots, game: str) -> None:
    """Three demos of each game, in the time that the bots wait before each move."""
    for seed in range(3):
        bots.rng = Rng(random.Random(seed))
        live, moves, seconds = open_path(evening, f"/demo/{game}"), 0, 0.0
        while not live.projection.highlights:
            seconds += bots._seconds_before(moves, lapses=True)
            assert bots.move(live)
            moves += 1
        assert seconds <= 10, (game, seed, moves)
        assert bots._seconds_before(moves, lapses=False) == MOVE_SECONDS


def test_demo_is_not_listed_as_running_and_does_not_count(evening: Evening, bots: Bots) -> None:
    live = open_path(evening, "/demo/royals")
    assert "goes on" not in evening.laptop.get("/").text
    while bots.move(live):
        pass
    assert "Bot Anna" not in evening.laptop.get("/statistics").text
    again = open_path(evening, "/demo/royals")
    assert evening.services.store.table(live.code) is None, "the one that nobody watches is cleared away"
    assert evening.services.store.table(again.code) is not None


def test_bots_wait_for_the_turn_of_a_person(evening: Evening, bots: Bots) -> None:
    live = open_path(evening, "/against-bots/royals")
    anna = evening.sit("Anna", "purple")
    assert [seat.bot for seat in live.projection.table.seats] == [True, True, False]
    anna.submit("start-game")
    assert live.projection.table.started
    while bots.move(live):
        pass
    view = live.projection.table.game.view(live.projection.table.state, None)
    assert not set(view.waiting_for) & set(bot_seats(live))
    assert live.projection.table.standings is None


def test_phone_takes_over_from_a_bot(evening: Evening, bots: Bots) -> None:
    live = open_path(evening, "/demo/royals")
    key = live.projection.table.seats[0].key
    link = evening.laptop.post(f"/t/{live.code}/seat/0/link").text
    assert "Bot Anna" in link
    assert bot_seats(live) == (0, 1, 2)
    live.claims["phone"] = next(iter(live.claims.values())).__class__(seat_key=key)
    assert bot_seats(live) == (1, 2)


def test_bot_can_be_added_to_a_trial_table(evening: Evening) -> None:
    evening.open("saga")
    assert "Add a bot" in evening.laptop.get(f"/t/{evening.laptop.code}/table").text
    assert evening.laptop.submit("seat-bot").status_code == 200
    assert [(seat.name, seat.bot) for seat in evening.projection.table.seats] == [("Bot Anna", True)]


def test_no_bot_has_the_name_of_a_player(evening: Evening) -> None:
    evening.open("saga")
    evening.sit("anna", "red")
    evening.laptop.submit("seat-bot")
    assert [seat.name for seat in evening.projection.table.seats] == ["anna", "Bot Ben"]


def test_bots_cannot_join_games_that_count(evening: Evening) -> None:
    evening.open("saga", box="new")
    assert "Add a bot" not in evening.laptop.get(f"/t/{evening.laptop.code}/table").text
    assert "Bots can only join games with sample values" in evening.laptop.submit("seat-bot").text


def test_bots_stay_bots_in_a_rematch(evening: Evening, bots: Bots) -> None:
    live = open_path(evening, "/against-bots/royals")
    evening.sit("Anna", "purple")
    evening.laptop.submit("start-game")
    again = evening.services.tables.rematch(live, live.projection.table.names)
    assert [seat.bot for seat in again.projection.table.seats] == [True, True, False]


def test_bots_play_while_watched_and_at_few_tables_at_once(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    made = evening.services.bots
    begun: list[str] = []
    monkeypatch.setattr("threading.Thread.start", lambda self: begun.append(self._args[0].code))
    live = open_path(evening, "/demo/royals")
    evening.laptop.get(f"/t/{live.code}/table")
    evening.laptop.get(f"/t/{live.code}/table")
    assert begun == [live.code], "they have begun already"
    made.last_viewed.update({str(number): 0.0 for number in range(MOST_TABLES)})
    evening.laptop.get(f"/t/{open_path(evening, '/demo/saga').code}/table")
    assert begun == [live.code]
    made.last_viewed[live.code] = -1000.0
    assert not made._continues(live), "nobody has looked for a while"
    assert live.code not in made.last_viewed


def test_strangers_can_open_few_tables_with_bots(evening: Evening) -> None:
    client = evening.app.test_client()
    far = {"REMOTE_ADDR": "192.168.1.77"}
    answers = [client.post("/demo/royals", environ_overrides=far).status_code for _ in range(6)]
    assert answers == [303] * 5 + [429]
    assert client.post("/against-bots/royals", environ_overrides=far).status_code == 429


def options_to_choose(evening: Evening) -> set[str]:
    """Options that the lobby lets the table choose."""
    page = evening.laptop.get(f"/t/{evening.laptop.code}/table").text
    options = evening.projection.table.game.options
    return {option.key for option in options if f'name="option" value="{option.key}"' in page}


def test_bots_have_no_pieces_so_herald_has_them(evening: Evening) -> None:
    evening.open()
    assert evening.laptop.submit("choose-option", option="cards", value="box").status_code == 200
    assert evening.laptop.submit("seat-bot").status_code == 200
    assert evening.projection.table.options["cards"] == "phones"
    assert options_to_choose(evening) == {"last-card"}
    assert "Because bots are playing: Track every move, Hands on phones and Herald rolls." in evening.laptop.text
    for option, value in (("cards", "box"), ("dice", "typed"), ("follow", KEY_MOMENTS)):
        refused = evening.laptop.submit("choose-option", option=option, value=value)
        assert "Bots have no pieces, so Herald has to do that." in refused.text


def test_cards_from_the_box_return_when_the_bot_leaves(evening: Evening) -> None:
    evening.open()
    evening.laptop.submit("seat-bot")
    assert evening.laptop.submit("leave-seat", number=0).status_code == 200
    assert options_to_choose(evening) == {"follow", "cards", "dice", "last-card"}
    assert evening.laptop.submit("choose-option", option="cards", value="box").status_code == 200
