"""Screenshots for the README: `python -m tests.pictures [folder]`, by default into docs.

For each game, a bot game up to a typical moment: its table screen and a phone. The same moments in another language or
size: `python -m tests.pictures folder --language nl --width 320`. All screens: `python -m tests.every_screen`. An
animation of a dispute: `python -m tests.pictures --moving`. All highlights, frame by frame: `python
-m tests.pictures FOLDER --highlights`.
"""

from __future__ import annotations

import argparse
import logging
import random
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

from PIL import Image
from playwright.sync_api import Browser, Page
from werkzeug.serving import make_server

from companion.app import create_app
from companion.config import Config
from companion.devices import COOKIE, hashed
from companion.services import Services
from companion.store import DeviceRole, TableRow
from scoring.bots import play_game
from scoring.games import GAMES
from scoring.kernel import Rng
from scoring.recording import to_json
from scoring.replay import Projection, apply_record, replay
from tests.chromium import UNHINTED, chromium
from tests.games import Scene, codes, game_spec
from tests.highlights import ALL, played_in, with_highlight
from tests.web.played import with_box

DOCS = Path(__file__).parent.parent / "docs"
EVENING = datetime(2026, 1, 1, 20, 0, tzinfo=UTC)
TABLE, PHONE = (1920, 1080), (390, 844)
# ms until a screen knows which phones are connected.
SETTLED = 1500


def scenes() -> dict[str, Scene]:
    """The declared scene of each game, by key."""
    return {key: game_spec(key).SCENE for key in GAMES}


def moment(game: str, holds: Callable[[Any], bool]) -> Projection:
    """Returns the game at the first moment after `Scene.share` of the log for which `holds` is true."""
    records = with_box(play_bot_game(game).records)
    first = int(len(records) * scenes()[game].share)
    shown = replay(records[:first])
    for record, after in pairwise(records[first - 1 :]):
        shown = shown if record.seq == shown.seq else apply_record(shown, record)
        if record.action_id == after.action_id:  # between two events of one action
            continue
        if shown.table.started and holds(shown.table.game.view(shown.table.state, None)):
            return shown
    raise LookupError(f"{game}: no such moment")


@cache
def play_bot_game(game: str) -> Projection:
    scene = scenes()[game]
    return play_game(GAMES[game], scene.seats, Rng(random.Random(scene.seed)), scene.options)


@dataclass
class Room:
    """A running Herald and a browser that can act as any device."""

    made: Services
    origin: str
    browser: Browser
    language: str
    theme: Literal["light", "dark"] = "light"
    codes: Iterator[str] = field(default_factory=codes)

    def store_table(self, projection: Projection) -> str:
        """Stores a table at this moment and returns its code. Registers a device for each seat."""
        table, code = projection.table, next(self.codes)
        row = TableRow(code, table.game_key, EVENING.isoformat(), None, None)
        self.made.store.open_table(row, [to_json(record) for record in projection.records])
        live = self.made.tables.find(code)
        self.made.tables.claim(live, hashed(token(code, "table")), DeviceRole(host=True))
        for seat in table.seats:
            self.made.tables.claim(live, hashed(token(code, seat.name)), DeviceRole(seat.key))
        return code

    @contextmanager
    def device(
        self, code: str, name: str, size: tuple[int, int], scale: float, settled: int = SETTLED
    ) -> Iterator[Page]:
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            device_scale_factor=scale,
            color_scheme=self.theme,
            locale=self.language,
            reduced_motion="reduce",
        )
        context.add_cookies([{"name": COOKIE, "value": token(code, name), "url": self.origin}])
        page = context.new_page()
        page.goto(f"{self.origin}/t/{code}/{'table' if name == 'table' else 'me'}")
        page.wait_for_timeout(settled)
        yield page
        context.close()


def token(code: str, name: str) -> str:
    return f"{code}{name}".ljust(32, "_")


@contextmanager
def room(browser: Browser, language: str) -> Iterator[Room]:
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Config(Path(folder), address="192.168.1.20"), clock=lambda: EVENING + timedelta(hours=1))
        server = make_server("127.0.0.1", 0, app, threaded=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield Room(app.extensions["herald"], f"http://127.0.0.1:{server.server_port}", browser, language)
        finally:
            server.shutdown()


def main(folder: Path, language: str = "en", width: int = PHONE[0]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with chromium(UNHINTED) as browser, room(browser, language) as here:
        for game, scene in scenes().items():
            for kind in ("table", "phone"):
                projection = moment(game, getattr(scene, kind))
                taken = shot(here, scene, projection, here.store_table(projection), kind, width)
                (folder / f"{game}-{kind}.webp").write_bytes(taken)


def shot(here: Room, scene: Scene, projection: Projection, code: str, kind: str, width: int) -> bytes:
    """Takes one screenshot: of the phone that is waited for, or of the table screen while that phone is connected."""
    table = projection.table
    waiting = table.game.view(table.state, None).waiting_for or (0,)
    name = table.names[waiting[0]]
    with here.device(code, name, (width, PHONE[1]), 1.0) as phone:
        if kind == "phone":
            if scene.opened:
                phone.click(scene.opened)
            return webp(phone.screenshot(animations="disabled"))
        with here.device(code, "table", TABLE, 2 / 3) as screen:
            if scene.film:
                stop_at(screen, scene.film)
            return webp(screen.screenshot(animations="disabled"))


def webp(png: bytes) -> bytes:
    """Returns the picture at a tenth of the size."""
    packed = BytesIO()
    Image.open(BytesIO(png)).convert("RGB").save(packed, "WEBP", quality=80, method=6)
    return packed.getvalue()


PLAY = "() => window.herald.film.replay()"


# Milliseconds per frame. The page's clock is stopped, so slow screenshots do not matter.
FRAME = 100
FEW = 3
MOVE_ON = """(by) => {
    window.known = window.known || new WeakSet();
    for (const one of document.getAnimations()) {
        const at = window.known.has(one) ? one.currentTime + by : 0;
        window.known.add(one);
        if (at >= one.effect.getComputedTiming().endTime) one.finish();
        else { one.pause(); one.currentTime = at; }
    }
}"""


LAYER = ".highlight-layer:not(.is-leaving)"


def begin(screen: Page) -> None:
    """Plays the latest highlight with the page's clock paused."""
    screen.emulate_media(reduced_motion="no-preference")
    screen.clock.install()
    screen.clock.pause_at(datetime.now(UTC) + timedelta(seconds=1))
    screen.evaluate(PLAY)


def move_on(screen: Page, frames: int = 1) -> None:
    for _ in range(frames):
        screen.clock.run_for(FRAME)
        screen.evaluate(MOVE_ON, FRAME)


def stop_at(screen: Page, kind: str) -> None:
    """Plays the film to the end of its first scene of this kind."""
    begin(screen)
    while not screen.locator(f"{LAYER} .highlight-of-{kind}").count():
        screen.keyboard.press("ArrowRight")
        move_on(screen)
    move_on(screen, 50)


def highlight_frames(folder: Path, language: str = "en") -> None:
    """Three frames of every highlight kind: its start, its middle and its end."""
    folder.mkdir(parents=True, exist_ok=True)
    with chromium(UNHINTED) as browser, room(browser, language) as here:
        for game, kind in ALL:
            projection = with_highlight(game, kind)
            with here.device(here.store_table(projection), "table", TABLE, 0.5) as screen:
                begin(screen)
                for _ in range(next(n for n, highlight in enumerate(projection.highlights) if highlight.kind == kind)):
                    screen.locator(LAYER).click()
                for number, frames in enumerate((8, 12, 20), 1):
                    move_on(screen, frames)
                    screen.screenshot(path=folder / f"{game}-{kind}-{number}.png")


def moving(folder: Path, language: str = "en") -> None:
    """Saves a won dispute as one small animation."""
    won = (
        projection
        for projection in played_in("lang-lebe")
        if [highlight.kind for highlight in projection.highlights] == ["dice"]
    )
    projection = next(
        projection for projection in won if len(projection.highlights[0].rows) == FEW
    )  # more rows make a larger file
    frames = []
    with (
        chromium(UNHINTED) as browser,
        room(browser, language) as here,
        here.device(here.store_table(projection), "table", TABLE, 1 / 3) as screen,
    ):
        begin(screen)
        while screen.locator(LAYER).count():
            move_on(screen)
            frames.append(Image.open(BytesIO(screen.screenshot())).convert("RGB"))
    first, *others = frames[:-1]
    small = {"quality": 50, "method": 6, "minimize_size": True}
    first.save(folder / "dispute.webp", save_all=True, append_images=others, duration=FRAME, loop=0, **small)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=DOCS)
    parser.add_argument("--language", default="en")
    parser.add_argument("--width", type=int, default=PHONE[0])
    parser.add_argument("--moving", action="store_true")
    parser.add_argument("--highlights", action="store_true")
    asked = parser.parse_args()
    if asked.highlights:
        highlight_frames(asked.folder, asked.language)
    elif asked.moving:
        moving(asked.folder, asked.language)
    else:
        main(asked.folder, asked.language, asked.width)
