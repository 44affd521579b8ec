"""Whether a table screen fits: nothing scrolls, is cut, covered or too small, and the space is used."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from scoring.kernel import BoxFilled
from scoring.replay import Story, replay
from scoring.seating import GameStarted
from tests.browser.moments import chosen, named, stages
from tests.games import recorded, story_in

# The screens of the evening, and the smallest word on each of them in pixels, read from two metres.
SIZES = {(1920, 1080): 24, (1366, 768): 18, (1280, 720): 18}
# Twelve letters, and no place to break them.
TWELVE = ("Bartholomäus", "Maximilianus", "Konstantinus", "Margarethina", "Wilhelminkas")

# --- moments -----------------------------------------------------------------------------------------------


@cache
def occasions(game: str, all_of_them: bool) -> dict[str, Story]:
    """By recording and step, with the most players: the lobby, of everything a game can be doing the moment with the
    longest list of what to do, the first and the last turn, and an own box of which nothing is read. `all_of_them`:
    besides, those with most on the table, and those that together show whatever can be asked."""
    told = list(_told(game))
    found = (
        {"lobby": _lobby(told[0][1])} | dict(_first_and_last(told)) | dict(_fullest(told, _list)) | dict(_unread(told))
    )
    if all_of_them:
        found |= dict(_fullest(told, _shown)) | chosen(game, TWELVE)
    return found


def _told(game: str) -> Iterator[tuple[str, Story]]:
    paths = sorted(recorded(game).glob("*.jsonl"))
    most = max(path.stem.split("-")[0] for path in paths)
    for path in paths:
        if path.stem.startswith(f"{most}-"):
            yield from ((f"{path.stem} {story.seq}", story) for story in stages(named(story_in(path), TWELVE)))


def _lobby(story: Story) -> Story:
    """Everybody is seated."""
    started = next(n for n, record in enumerate(story.records) if isinstance(record.event, GameStarted))
    return replay(story.records[:started])


def _view(story: Story) -> Any:
    return story.table.game.view(story.table.state, None)


def _doing(story: Story) -> tuple[str, str]:
    view = _view(story)
    return view.phase, getattr(view, "step", "")


def _list(story: Story) -> int:
    return len(_view(story).to_do)


def _shown(story: Story) -> int:
    return len(repr(_view(story)))


def _fullest(told: list[tuple[str, Story]], weight: Any) -> Iterator[tuple[str, Story]]:
    best: dict[tuple[str, str], tuple[int, str, Story]] = {}
    for name, story in told:
        heavy = weight(story)
        if heavy >= best.get(_doing(story), (-1,))[0]:
            best[_doing(story)] = (heavy, name, story)
    return ((name, story) for _, name, story in best.values())


def is_turn(story: Story) -> bool:
    """Somebody is about to do something with the pieces."""
    return story.table.started and _doing(story) in {
        ("turn", ""),
        ("turn", "start"),
        ("turn", "play"),
        ("cards", ""),
        ("planning", ""),
    }


def _first_and_last(told: list[tuple[str, Story]]) -> Iterator[tuple[str, Story]]:
    turns = [(name, story) for name, story in told if is_turn(story)]
    if turns:
        yield turns[0]
        yield turns[-1]


def _unread(told: list[tuple[str, Story]]) -> Iterator[tuple[str, Story]]:
    """The first and the last turn with a box that nobody has read: its log stops there, since a move would ask."""
    for name, story in _first_and_last(told):
        opened, *others = story.records
        unread = replace(opened, event=replace(opened.event, box={}, example=False))  # type: ignore[call-arg,type-var]
        yield (
            f"unread {name}",
            replay((unread, *(record for record in others if not isinstance(record.event, BoxFilled)))),
        )


# --- looking -----------------------------------------------------------------------------------------------

LOOK = (Path(__file__).parent / "fitting.js").read_text(encoding="utf-8")
SETTLED = """async () => {
    await document.fonts.ready;
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""


def wrong_at(page: Page, size: tuple[int, int], is_start: bool) -> list[str]:
    """What does not fit on a screen of this size."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(SETTLED)
    found: list[str]
    found, used = page.evaluate(LOOK, SIZES[size])
    if is_start and used < 2 / 3:
        found.append(f"only {used:.0%} of the screen is used")
    return found
