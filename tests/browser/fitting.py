"""Checks that a table screen fits: nothing scrolls, is cut, covered or too small, and the space is used."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from scoring.kernel import PrintedValueEntered
from scoring.replay import Projection, replay
from scoring.table_events import GameStarted
from tests.browser.moments import chosen_moments, named, stages
from tests.games import projection_in, recordings_folder

# Supported screen sizes, and the smallest legible text on each in pixels, read from two metres.
SIZES = {(1920, 1080): 24, (1366, 768): 18, (1280, 720): 18}
# Names of twelve letters without a line-break opportunity.
TWELVE = (
    "Bartholomäus",
    "Maximilianus",
    "Konstantinus",
    "Margarethina",
    "Wilhelminkas",
    "Ferdinandius",
    "Gottfriedina",
    "Hildegardius",
    "Isabellarius",
)

# --- moments -----------------------------------------------------------------------------------------------


# Phases in which a player is about to handle the pieces.
TURNS = {("turn", ""), ("turn", "start"), ("turn", "play"), ("cards", ""), ("planning", "")}


@dataclass(frozen=True)
class Stage:
    """The game after an action, with its phase and the length of the to-do list."""

    name: str
    projection: Projection
    doing: tuple[str, str]
    listed: int


@cache
def occasions(game: str, all_of_them: bool) -> dict[str, Projection]:
    """Returns moments by recording and step, with the most players. They are the lobby, the longest to-do list of each
    phase, the first and last turn, and both turns with an unread box. With `all_of_them` also the fullest tables, and
    moments that together show every action."""
    stages = list(_stages(game))
    found = (
        {"lobby": _lobby(stages[0].projection)}
        | _stage_names(_first_and_last(stages))
        | _stage_names(_fullest(stages, _to_do_list))
    )
    found |= dict(_unread(stages))
    if all_of_them:
        found |= _stage_names(_fullest(stages, _view_size)) | chosen_moments(game, TWELVE)
    return found


def _stage_names(stages: Iterable[Stage]) -> dict[str, Projection]:
    return {stage.name: stage.projection for stage in stages}


def _stages(game: str) -> Iterator[Stage]:
    paths = sorted(recordings_folder(game).glob("*.jsonl"))
    most = max(path.stem.split("-")[0] for path in paths)
    for path in paths:
        if path.stem.startswith(f"{most}-"):
            for projection in stages(named(projection_in(path), TWELVE)):
                view = _view(projection)
                yield Stage(f"{path.stem} {projection.seq}", projection, _doing(view), len(view.to_do))


def _lobby(projection: Projection) -> Projection:
    """Returns the lobby with everybody seated."""
    started = next(n for n, record in enumerate(projection.records) if isinstance(record.event, GameStarted))
    return replay(projection.records[:started])


def _view(projection: Projection) -> Any:
    return projection.table.game.view(projection.table.state, None)


def _doing(view: Any) -> tuple[str, str]:
    return view.phase, getattr(view, "step", "")


def _to_do_list(stage: Stage) -> int:
    return stage.listed


def _view_size(stage: Stage) -> int:
    return len(repr(_view(stage.projection)))


def _fullest(stages: list[Stage], weight: Callable[[Stage], int]) -> Iterable[Stage]:
    best: dict[tuple[str, str], tuple[int, Stage]] = {}
    for stage in stages:
        heavy = weight(stage)
        if heavy >= best.get(stage.doing, (-1,))[0]:
            best[stage.doing] = (heavy, stage)
    return (stage for _, stage in best.values())


def is_turn(projection: Projection) -> bool:
    return projection.table.started and _doing(_view(projection)) in TURNS


def _first_and_last(stages: list[Stage]) -> list[Stage]:
    turns = [stage for stage in stages if stage.doing in TURNS]
    return [turns[0], turns[-1]] if turns else []


def _unread(stages: list[Stage]) -> Iterator[tuple[str, Projection]]:
    """Yields the first and the last turn with an unread box. The log ends with it, since a move would need values."""
    for stage in _first_and_last(stages):
        opened, *others = stage.projection.records
        unread = replace(opened, event=replace(opened.event, box={}, example=False))  # type: ignore[call-arg,type-var]
        kept = (record for record in others if not isinstance(record.event, PrintedValueEntered))
        yield f"unread {stage.name}", replay((unread, *kept))


# --- inspecting pages --------------------------------------------------------------------------------------

LOOK = (Path(__file__).parent / "fitting.js").read_text(encoding="utf-8")
SETTLED = """async () => {
    await document.fonts.ready;
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""


def wrong_at(page: Page, size: tuple[int, int], is_start: bool) -> list[str]:
    """Returns everything that does not fit on a screen of this size."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(SETTLED)
    found: list[str]
    found, used = page.evaluate(LOOK, SIZES[size])
    if is_start and used < 2 / 3:
        found.append(f"only {used:.0%} of the screen is used")
    return found
