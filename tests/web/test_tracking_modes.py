"""Games in KEY_MOMENTS and FINAL_SCORING mode have all features of EVERY_MOVE games: forms without scripts, undo,
corrections, curtains, history, story, statistics, files."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import count

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.devices import hashed
from companion.store import DeviceRole
from companion.tables import LiveTable
from scoring.games import GAMES
from scoring.kernel import EVERY_MOVE, FINAL_SCORING, KEY_MOMENTS, SealedEvent, stored_name
from scoring.recording import export_whole, load
from scoring.replay import Projection, Record, last_undo_step, replay
from scoring.standings import totals
from scoring.table_events import SeatTaken
from scoring.timeline import timeline
from scoring.tracking_modes import ModeSwitchPhase, TrackingModeChanged
from tests.actors import Device, Evening
from tests.browser.moments import moments
from tests.games import TESTS, one_for_all, projection_in, recordings
from tests.web.pages import faults, with_form
from tests.web.played import add_played, phone_at, with_box
from tests.web.scenes import stranger

NUMBERS = count()
# Games with several tracking modes.
WITH_WAYS = [key for key, game in GAMES.items() if any(option.key == "follow" for option in game.options)]
# Options that matter only if moves are tracked, in Lang lebe and Saga. Wars of the Roses always tracks them.
OF_MOVES = {"cards", "last-card", "reminder", "conquest", "turned"}
# By game and tracking mode: the shortest recording of a table with its own box.
RECORDED: dict[tuple[str, str], str] = {}
for _path in recordings():
    # Skipped without replaying, which would delay every test process.
    if not any(f'"follow": "{_way}"' in _path.read_text(encoding="utf-8") for _way in (KEY_MOMENTS, FINAL_SCORING)):
        continue
    _story = projection_in(_path)
    _way = _story.table.options.get("follow", EVERY_MOVE)
    if _way != EVERY_MOVE and not any(isinstance(record.event, TrackingModeChanged) for record in _story.records):
        _key = (_story.table.game_key, _way)
        if _key not in RECORDED or _story.seq < projection_in(TESTS / RECORDED[_key]).seq:
            RECORDED[_key] = _path.relative_to(TESTS).as_posix()
COUNTED = sorted((game, path) for (game, way), path in RECORDED.items() if way == KEY_MOMENTS)
EVERY = [*COUNTED, *sorted((game, path) for (game, way), path in RECORDED.items() if way == FINAL_SCORING)]
every_way = pytest.mark.parametrize(("game", "path"), EVERY, ids=[path.replace("/recorded", "") for _, path in EVERY])
only_called = pytest.mark.parametrize(("game", "path"), COUNTED, ids=[game for game, _ in COUNTED])


def test_every_tracking_mode_of_every_game_is_recorded() -> None:
    """Wars of the Roses has no KEY_MOMENTS mode: its secret plans need the board."""
    offered = {
        (key, way)
        for key, game in GAMES.items()
        for option in game.options
        if option.key == "follow"
        for way, _ in option.values
    }
    assert RECORDED.keys() == {(key, way) for key, way in offered if way != EVERY_MOVE}
    assert "wars-of-the-roses" not in dict(COUNTED)


def table_at(evening: Evening, records: tuple[Record, ...]) -> LiveTable:
    """Returns a new table at this point of the game, with the laptop as host."""
    opened = replace(records[0], action_id=f"open-{next(NUMBERS)}")
    live = evening.services.tables.adopt(tuple(with_box((opened, *records[1:]))))
    evening.laptop.get("/")
    cookie = evening.laptop.client.get_cookie("herald")
    assert cookie is not None
    evening.services.tables.claim(live, hashed(cookie.value), DeviceRole(host=True))
    evening.laptop.code = live.code
    return live


# --- the lobby ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", WITH_WAYS)
def test_lobby_hides_options_of_moves_that_are_not_tracked(evening: Evening, game: str) -> None:
    options = GAMES[game].options
    tracking_mode = next(option for option in options if option.key == "follow")
    for way, _ in tracking_mode.listed:
        answer = evening.laptop.client.post(f"/new/{game}", data={"box": "new", "follow": way})
        evening.laptop.code = answer.location.split("/")[2]
        if tracking_mode.asked:
            evening.laptop.submit("choose-option", option="follow", value=way)
        page = evening.laptop.get(f"/t/{evening.laptop.code}/table").text
        asked = {option.key for option in options if f'name="option" value="{option.key}"' in page}
        offered = {option.key for option in options if len(option.listed) > 1}
        assert asked == {key for key in offered if way == EVERY_MOVE or key not in OF_MOVES}, way


@pytest.mark.parametrize("game", WITH_WAYS)
def test_final_scoring_needs_no_curtain(evening: Evening, game: str) -> None:
    names = ["Anna", "Ben", "Carla"]
    answer = evening.laptop.client.post(f"/new/{game}/end", data={"box": "new", "name": names})
    page = evening.laptop.get(answer.location).text
    assert "Started scoring a finished game." in page
    assert "/curtain/" not in page


# --- forms ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", one_for_all(WITH_WAYS, lambda game: game == "lang-lebe"))
def test_every_legal_action_has_a_form_without_scripts(evening: Evening, game: str) -> None:
    """On the table screen, or on a phone if players have their own boards."""
    could_ask, found = set[str](), set[str]()
    for projection in moments(game):
        live = table_at(evening, projection.records)
        seats = range(len(projection.table.seats))
        views = [projection.table.game.view(projection.table.state, seat) for seat in seats]
        new = (
            {one.action for view in views for one in (*view.legal_actions, *view.corrections)}
            - found
            - {"change-tracking-mode"}
        )
        phones = [phone_at(evening, live, seat, token=f"{live.code}{seat}") for seat in seats]
        pages = [evening.laptop.get(f"/t/{live.code}/table"), *(phone.get() for phone in phones)]
        assert {page.status_code for page in pages} == {200}
        assert [fault for page in pages for fault in faults(page.text)] == [], projection.seq
        found |= with_form(new, (page.text for page in pages), phones)
        could_ask |= new
    assert could_ask - found == set(), "offered, and no screen has a form for it"


# --- undo, corrections, history ---------------------------------------------------------------------------------------


@every_way
def test_every_action_can_be_undone_and_stays_struck_through(evening: Evening, game: str, path: str) -> None:
    records, struck = projection_in(TESTS / path).records, 0
    for fraction in (0.4, 0.7, 0.95):
        projection = replay(_whole_actions(records, fraction))
        back = last_undo_step(projection)
        if back is None:
            continue  # a short game without entries yet
        live = table_at(evening, projection.records)
        before = replay(tuple(record for record in with_box(projection.records) if record.seq <= back.to))
        evening.laptop.submit("undo", to=back.to)
        now = evening.services.tables.find(live.code).projection
        assert now.table.state == before.table.state, fraction
        assert now.records[: projection.seq] == live.projection.records[: projection.seq], (
            "what was undone stays in the log"
        )
        struck += "is-undone" in evening.laptop.get(f"/t/{live.code}/history").text
    assert struck, "of some steps nothing is told, of others it is"


def _whole_actions(records: tuple[Record, ...], fraction: float) -> tuple[Record, ...]:
    """Returns this fraction of the log, extended to the end of an action that is no undo."""
    end = int(len(records) * fraction)
    while end < len(records) and records[end].action_id == records[end - 1].action_id:
        end += 1
    return records[:end]


@only_called
def test_wrong_entry_can_be_corrected(evening: Evening, game: str, path: str) -> None:
    """Somewhere in the game there is a correction for this mode's entries, and a page with its form."""
    records, found = projection_in(TESTS / path).records, set[str]()
    for end in range(5, len(records)):
        projection = replay(records[:end])
        if not projection.table.started or projection.table.standings is not None:
            continue
        view = projection.table.game.view(projection.table.state, 0)
        new = {one.action for one in view.corrections} - found - {"change-tracking-mode"}
        found |= new
        if new:
            live = table_at(evening, projection.records)
            phone = phone_at(evening, live, 0, token=live.code)
            assert with_form(new, (), (phone,)) == new, end
    assert found, "no entry of this mode can be corrected except by undo"


# --- between tracking modes -------------------------------------------------------------------------------------------


def switchable_moments(game: str, way: str) -> Iterator[Projection]:
    """Yields the first and the last moment at which a table in this mode can switch to another."""
    paths = (path for path in recordings() if projection_in(path).table.game_key == game)
    whole = min(
        (projection_in(path) for path in paths if _only(projection_in(path), way)),
        key=lambda projection: projection.seq,
    )
    actions = [record.action_id for record in whole.records]
    ends = [end for end in range(1, len(actions)) if actions[end] != actions[end - 1]]
    projections = (replay(whole.records[:end]) for end in ends)
    quiet = [
        projection
        for projection in projections
        if projection.table.started and isinstance(projection.table.state.phase, ModeSwitchPhase)
    ]
    return iter((quiet[0], quiet[-1]))


def _only(projection: Projection, way: str) -> bool:
    changed = any(isinstance(record.event, TrackingModeChanged) for record in projection.records)
    return projection.table.options.get("follow", EVERY_MOVE) == way and not changed


@pytest.mark.parametrize(("way", "other"), [(KEY_MOMENTS, EVERY_MOVE), (EVERY_MOVE, KEY_MOMENTS)])
@pytest.mark.parametrize("game", [game for game, _ in COUNTED])
def test_tracking_mode_switches_by_a_tap_and_back_by_undo(evening: Evening, game: str, way: str, other: str) -> None:
    for projection in switchable_moments(game, way):
        live = table_at(evening, projection.records)
        before = live.projection.table.state
        link = f'href="/t/{live.code}/table/tracking"'
        assert link in evening.laptop.get(f"/t/{live.code}/table").text
        assert f'name="way" value="{other}">' in evening.laptop.get(f"/t/{live.code}/table/tracking").text
        evening.laptop.submit("change-tracking-mode", seat=before.table_action_seat, way=other)
        assert link in evening.laptop.get(f"/t/{live.code}/table").text, "the same place leads back"
        after = evening.services.tables.find(live.code).projection
        assert (before.tracking_mode, after.table.state.tracking_mode) == (way, other)
        for device in (evening.laptop, phone_at(evening, live, 0, token=live.code)):
            page = device.get(f"/t/{live.code}/{'table' if device is evening.laptop else 'me'}")
            assert (page.status_code, faults(page.text)) == (200, [])
        back = last_undo_step(after)
        assert back is not None
        evening.laptop.submit("undo", to=back.to)
        assert evening.services.tables.find(live.code).projection.table.state == before


@pytest.mark.parametrize("game", [game for game, _ in COUNTED])
def test_tracking_mode_can_always_be_switched_back(evening: Evening, game: str) -> None:
    """From every phase that can be switched, and from those that a switch leads to."""
    met = dict[type[object], Projection]()
    for projection in moments(game):
        met.setdefault(type(projection.table.state.phase), projection)
    switchable = [projection for phase, projection in met.items() if issubclass(phase, ModeSwitchPhase)]
    assert len(switchable) > 2
    for projection in switchable:
        state = projection.table.state
        for _ in range(3):
            assert isinstance(state.phase, ModeSwitchPhase), f"{type(state.phase).__name__} is a dead end"
            other = KEY_MOMENTS if state.tracking_mode == EVERY_MOVE else EVERY_MOVE
            state = state.phase.in_tracking_mode(state, other)
            assert state.tracking_mode == other
            assert all(GAMES[game].view(state, seat) for seat in (None, *range(state.seats)))
            assert GAMES[game].score(state) is not None


def test_tracking_page_says_what_to_finish_first(evening: Evening) -> None:
    playing = (one for one in moments("lang-lebe") if one.table.tracking_mode != FINAL_SCORING)
    running = (projection for projection in playing if projection.table.standings is None)
    busy = next(one for one in running if not isinstance(one.table.state.phase, ModeSwitchPhase))
    live = table_at(evening, busy.records)
    page = evening.laptop.get(f"/t/{live.code}/table/tracking")
    assert "Finish this first:" in page.text
    assert 'name="way"' in page.text
    assert "change-tracking-mode" not in page.text


def test_bots_leave_no_choice_of_tracking_mode(evening: Evening) -> None:
    code = evening.laptop.post("/demo/saga").location.split("/")[2]
    assert "/table/tracking" not in evening.laptop.get(f"/t/{code}/table").text
    assert evening.laptop.get(f"/t/{code}/table/tracking").location == f"/t/{code}/table"


# --- a seat without a phone -------------------------------------------------------------------------------------------


@only_called
def test_seat_without_a_phone_seals_behind_the_curtain(evening: Evening, game: str, path: str) -> None:
    records = projection_in(TESTS / path).records
    sealed = [record for record in records if isinstance(record.event, SealedEvent)]
    # in Régents only a seat that chooses to spy seals
    assert sealed or game == "regents", "this way asks for something secret"
    for kind in {type(record.event) for record in sealed}:
        first = next(record for record in sealed if type(record.event) is kind)
        seat = first.event.seat  # type: ignore[attr-defined]
        before = tuple(_without_phone(record, seat) for record in records if record.seq < first.seq)
        live = table_at(evening, before)
        laptop = evening.laptop
        assert f"/t/{live.code}/curtain/{seat}" in laptop.get(f"/t/{live.code}/table").text
        shown = laptop.post(f"/t/{live.code}/curtain/{seat}", follow_redirects=True)
        assert shown.status_code == 200
        actions = {
            one.action
            for one in live.projection.table.game.view(live.projection.table.state, seat).legal_actions
            if one.private
        }
        assert any(f'value="{action}"' in shown.text for action in actions), stored_name(kind)


def _without_phone(record: Record, seat: int) -> Record:
    event = record.event
    if isinstance(event, SeatTaken) and event.key == seat + 1:
        return replace(record, event=replace(event, phone=False))
    return record


# --- afterwards -------------------------------------------------------------------------------------------------------

PAGES = ("story", "picture", "sheet", "table", "history")
FILES = ("picture.svg", "scores.csv", "evening.bgsplay", "export")


@every_way
def test_finished_game_has_all_pages_and_files(evening: Evening, game: str, path: str) -> None:
    live = add_played(evening, path)
    projection = live.projection
    assert projection.table.standings is not None
    for device in (evening.laptop, phone_at(evening, live, 0), stranger(evening)):
        for page in PAGES:
            answer = device.get(f"/t/{live.code}/{page}")
            assert (answer.status_code, faults(answer.text)) == (200, []), page
    files = {file: evening.laptop.get(f"/t/{live.code}/{file}") for file in FILES}
    assert {file: answer.status_code for file, answer in files.items()} == dict.fromkeys(FILES, 200)
    points = totals(projection.table.game.score(projection.table.state), len(projection.table.seats))
    assert _totals(files["scores.csv"]) == dict(zip(projection.table.names, points, strict=True))
    assert load(files["export"].text).table.standings == projection.table.standings
    play = json.loads(files["evening.bgsplay"].text)["plays"][0]
    assert {int(one["score"]) for one in play["playerScores"]} == set(points)
    drawn = 'class="chart"' if timeline(projection).watched else "score-bars"
    assert drawn in evening.laptop.get(f"/t/{live.code}/story").text
    winners = [projection.table.names[seat] for seat in projection.table.standings.winners]
    statistics = evening.laptop.get(f"/statistics/{game}").text
    assert all(name in statistics for name in winners)


def _totals(answer: TestResponse) -> dict[str, int]:
    rows = csv.reader(io.StringIO(answer.text))
    return {name: int(points) for _, name, _, what, points, *_ in rows if what == "Total"}


@every_way
def test_export_survives_an_import_byte_for_byte(evening: Evening, game: str, path: str) -> None:
    projection: Projection = projection_in(TESTS / path)
    assert export_whole(load(export_whole(projection))) == export_whole(projection)


# --- bots and tables without a box ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [game for game, _ in COUNTED])
def test_hard_parts_can_be_tried_with_sample_values(evening: Evening, game: str) -> None:
    evening.start("Anna", "Ben", "Carla", game=game, follow=KEY_MOMENTS)
    table = evening.projection.table
    assert table.example
    assert table.state.tracking_mode == KEY_MOMENTS
    assert evening.view(None).corrections, "and can switch to every move"


@pytest.mark.parametrize("game", WITH_WAYS)
def test_new_table_asks_no_option_decided_by_copy_or_mode(evening: Evening, game: str) -> None:
    page = evening.laptop.get(f"/new/{game}").text
    decided = [option.key for option in GAMES[game].options if option.without_box and option.key != "follow"]
    assert not [key for key in {*decided, *OF_MOVES} if f'name="{key}"' in page]


@pytest.mark.parametrize(
    ("game", "option"), [("regents", "dealt"), ("lang-lebe", "dice"), ("wars-of-the-roses", "cards")]
)
def test_lobby_says_what_it_set_because_there_is_no_copy(evening: Evening, game: str, option: str) -> None:
    says = "Chosen because you’re playing without your own copy."
    evening.open(game, box="new", dice="herald")
    assert says not in evening.laptop.get().text
    code = evening.laptop.post(f"/new/{game}", {"box": "example", "follow": EVERY_MOVE}).location.split("/")[2]
    evening.laptop.code = code
    form = evening.laptop.get().text.split(f'name="option" value="{option}"')[1].split("</form>")[0]
    assert evening.projection.table.options[option] == "herald"
    assert says in form
    usual = next(one.default for one in GAMES[game].options if one.key == option)
    assert evening.laptop.submit("choose-option", option=option, value=usual).status_code == 200
    form = evening.laptop.get().text.split(f'name="option" value="{option}"')[1].split("</form>")[0]
    assert says not in form


@pytest.mark.parametrize("game", WITH_WAYS)
def test_bots_track_every_move(evening: Evening, game: str) -> None:
    client: FlaskClient = evening.laptop.client
    for path in (f"/demo/{game}", f"/against-bots/{game}"):
        answer = client.post(path)
        assert answer.status_code == 303, path
        table = evening.services.tables.find(answer.location.split("/")[2]).projection.table
        assert table.options["follow"] == EVERY_MOVE, path
    assert isinstance(evening.laptop, Device)
