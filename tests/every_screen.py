"""Screenshots of every screen for review: `python -m tests.every_screen FOLDER --language nl --theme dark`.

Covers the moments of all games that together show every action (tests/browser/moments.py), with long names. Each is
taken on the table screen, on a phone that is waited for and on one that is not. All pages around them are included.
Phone screenshots show the full page.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Literal

from playwright.sync_api import Page

from scoring.game_info import GAME_INFOS
from tests.browser.moments import moments, waited_for
from tests.chromium import UNHINTED, chromium
from tests.pictures import PHONE, TABLE, Room, room

SETTLED = 250
AROUND = ("history", "box", "invite", "sheet")
AFTER = ("story", "picture", "sheet", "table")
HOUSE = ("", "tables", "statistics", "help/network", "phone", "nothing")


def main(folder: Path, language: str, theme: Literal["light", "dark"], only: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with chromium(UNHINTED) as browser, room(browser, language) as here:
        here.theme = theme
        for game, info in GAME_INFOS.items():
            if only in ("", info.folder):
                take_game(here, folder, game)
        if only in ("", "house"):
            take_household_pages(here, folder)


def take_game(here: Room, folder: Path, game: str) -> None:
    for number, projection in enumerate(moments(game)):
        code = here.store_table(projection)
        busy = waited_for(projection)
        at = f"{GAME_INFOS[game].folder}-{number:02d}"
        with here.device(code, "table", TABLE, 0.5, SETTLED) as screen:
            take(screen, folder / f"{at}-table.png")
            if number == 2:
                take_table_pages(here, screen, folder, at, code, AROUND, whole=False)
            if projection.table.standings is not None:
                take_table_pages(here, screen, folder, at, code, AFTER, whole=False)
        for kind, seat in (("phone", busy), ("other", (busy + 1) % len(projection.table.seats))):
            with here.device(code, projection.table.names[seat], PHONE, 1.0, SETTLED) as phone:
                take(phone, folder / f"{at}-{kind}.png", whole=True)
                if kind == "phone" and projection.table.standings is not None:
                    take_table_pages(here, phone, folder, at, code, ("story", "picture"), whole=True)
                elif kind == "phone" and number == 0:
                    take_table_pages(here, phone, folder, at, code, ("me/corrections",), whole=True)


def take_table_pages(
    here: Room, page: Page, folder: Path, at: str, code: str, paths: tuple[str, ...], whole: bool
) -> None:
    for path in paths:
        page.goto(f"{here.origin}/t/{code}/{path}")
        page.wait_for_timeout(SETTLED)
        take(page, folder / f"{at}-{path.replace('/', '-')}{'-phone' if whole else '-table'}.png", whole)


def take_household_pages(here: Room, folder: Path) -> None:
    """Takes the pages that belong to no game, on a phone and on the laptop."""
    news = tuple(f"new/{game}" for game in GAME_INFOS)
    for kind, size, scale in (("table", TABLE, 0.5), ("phone", PHONE, 1.0)):
        with here.device("ZZZZ", kind, size, scale, SETTLED) as page:
            for path in (*HOUSE, *news):
                page.goto(f"{here.origin}/{path}")
                take(page, folder / f"house-{path.replace('/', '-') or 'start'}-{kind}.png", whole=kind == "phone")
            lobby(here, page, folder, kind)


def lobby(here: Room, page: Page, folder: Path, kind: str) -> None:
    page.goto(f"{here.origin}/new/saga")
    page.locator("form button[type=submit]").last.click()
    page.wait_for_timeout(SETTLED)
    take(page, folder / f"house-lobby-{kind}.png", whole=kind == "phone")
    code = page.url.split("/")[4]
    for path in (f"j/{code}", f"t/{code}/invite", f"t/{code}/box"):
        page.goto(f"{here.origin}/{path}")
        take(page, folder / f"house-{path.split('/')[-1] if path[0] == 't' else 'join'}-{kind}.png", kind == "phone")


def take(page: Page, path: Path, whole: bool = False) -> None:
    page.screenshot(path=path, animations="disabled", full_page=whole)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--language", default="en")
    parser.add_argument("--theme", choices=("light", "dark"), default="light")
    parser.add_argument("--only", default="", help="one game (its folder), or house")
    main(**vars(parser.parse_args()))
