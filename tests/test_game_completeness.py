"""Lists the declarations and files that a game still lacks.

Work through this list when adding a game. Also needed: its README pictures (`python -m tests.pictures`) and its Dutch
and German translations (`python -m companion.translations`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from companion.assets import folder as part_of_the_app
from scoring.games import GAMES
from scoring.kernel import Action, Event, Game, Phase, registered_in, stored_name
from scoring.words import T
from tests import games
from tests.endings import equal
from tests.games import TESTS, Scene, but, has_hidden, has_secrets, hidden, projection_in, recordings_folder

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
# Required names in game_spec.py and their purpose.
WANTED = {
    "STORED": "its events as they are stored",
    "ENDINGS": "the ways of ending that its recordings have to show",
    "endings_of": "a function that says how a finished story ended",
    "Ledger": "a ledger of its pieces",
    "MOMENTS": "the recordings whose moments are looked at on every screen",
    "SCENE": "the moments of its pictures",
}
SCREENS = ("table.html", "me.html", "corrections.html", "correction_board.html", "plain_board.html", "emblem.html")


def lacks(game: Game[Any]) -> list[str]:
    """Returns everything that is missing, each with the remedy."""
    undeclared = list(undeclared_of(game))
    shown = () if undeclared else recordings_lacking(game)
    return [*undeclared, *shown, *secrets_lacking(game), *rules_lacking(game)]


def undeclared_of(game: Game[Any]) -> Iterator[str]:
    if not (TESTS / game.folder / "game_spec.py").is_file():
        yield f"{game.folder} has no tests/{game.folder}/game_spec.py: tests/games.py says what is in it"
        return
    for name, what in WANTED.items():
        if not games.declaration(game.key, name):
            yield f"{game.folder} does not declare {what}: {name} in tests/{game.folder}/game_spec.py"


def recordings_lacking(game: Game[Any]) -> Iterator[str]:
    told = games.game_spec(game.key)
    projections = [projection_in(path) for path in sorted(recordings_folder(game.key).glob("*.jsonl"))]
    shown = {
        (len(projection.table.seats), way)
        for projection in projections
        for way in told.endings_of(projection) | equal(projection)
    }
    for players in game.players:
        for way in told.ENDINGS:
            if (players, way) not in shown:
                yield (
                    f"{game.folder} has no recording for {players} players that ends with {way}: "
                    "python -m tests.recorder makes one"
                )
    for name in told.MOMENTS:
        if not (recordings_folder(game.key) / f"{name}.jsonl").is_file():
            yield f"{game.folder} names {name} in MOMENTS, and there is no such file in tests/{game.folder}/recorded"
    if not isinstance(told.SCENE, Scene):
        yield f"{game.folder} declares a SCENE that is no tests.games.Scene"


def secrets_lacking(game: Game[Any]) -> Iterator[str]:
    where = f"tests/{game.folder}/hidden.py"
    if has_hidden(game.key) and not has_secrets(game):
        yield f"{game.folder} has {where}, and none of its events has a `secret` field"
    if has_secrets(game) and not has_hidden(game.key):
        yield f"{game.folder} has events with `secret` fields and no {where}: tests/games.py says what is in it"
        return
    secret, sealing = hidden(game.key), any(action.sealed for action in game.actions)
    if has_secrets(game) and not (sealing or secret.twins or secret.PROVED_BY):
        yield f"{game.folder} hides something and nothing proves it: `twins` or `PROVED_BY` in {where}"
    if secret.PROVED_BY and not (TESTS / game.folder / secret.PROVED_BY).is_file():
        yield f"{game.folder} names {secret.PROVED_BY} in {where}, and there is no such file"
    unknown = {probe["action_name"] for probe in secret.PROBES if game.action_named(probe["action_name"]) is None}
    if unknown:
        yield f"{game.folder} has no such asks as the PROBES in {where} try: {', '.join(sorted(unknown))}"
    untried = {stored_name(action) for action in game.actions if action.private} - {
        probe["action_name"] for probe in secret.PROBES
    }
    if untried:
        yield f"{game.folder} has asks of one seat alone that no PROBES in {where} try: {', '.join(sorted(untried))}"


def rules_lacking(game: Game[Any]) -> Iterator[str]:
    if not game.info.about:
        yield f"{game.folder} has no `about` on its cover: what one does in it, in a sentence (scoring/game_info.py)"
    if not game.interpretations:
        yield f"{game.folder} has no `interpretations`: how Herald resolves ambiguous rules (interpretations.py)"
    if not any(event.chapter for event in game.events):
        yield f"{game.folder} has no event with a `chapter`: what divides its evenings?"
    if not game.score_rows:
        yield f"{game.folder} has no `score_rows`: the rows of its score sheet"
    for name in SCREENS:
        if not (part_of_the_app("templates") / game.folder / name).is_file():
            yield f"{game.folder} has no templates/{game.folder}/{name}"
    yield from phases_lacking(game, registered_in(type(game).__module__, Phase))


def phases_lacking(game: Game[Any], phases: Iterable[type[Phase]]) -> Iterator[str]:
    for phase in phases:
        if not hasattr(phase, "heading") and phase.headline is Phase.headline:
            yield f"{game.folder} has no `heading` or `headline` of {phase.__name__}: what is going on then?"


@EVERY_GAME
def test_game_lacks_nothing(game: Game[Any]) -> None:
    assert "\n".join(lacks(game)) == ""


# --- messages --------------------------------------------------------------------------------------------------------


GAME = next(iter(GAMES.values()))


class Open(Event):
    """An event without secrets."""


class Guess(Action, private=True):
    """An action that depends on one seat's secret."""


class Unnamed(Phase, abstract=True):
    """A phase without a headline."""


class Named(Unnamed, abstract=True):
    heading = T("Somebody is named.")


def test_empty_folder_is_reported() -> None:
    nowhere = but(GAME, info=replace(GAME.info, folder="nowhere"))
    said = "\n".join([*undeclared_of(nowhere), *rules_lacking(nowhere)])
    assert "nowhere has no tests/nowhere/game_spec.py" in said
    assert "nowhere has no templates/nowhere/me.html" in said


def test_missing_declaration_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    told = games.game_spec(GAME.key)
    monkeypatch.delattr(told, "MOMENTS")
    assert [line.split(":")[0] for line in lacks(GAME)] == [
        f"{GAME.folder} does not declare the recordings whose moments are looked at on every screen"
    ]


def test_unrecorded_ending_is_reported_with_its_player_count(monkeypatch: pytest.MonkeyPatch) -> None:
    told = games.game_spec(GAME.key)
    everything = {name: getattr(told, name) for name in WANTED}
    other = SimpleNamespace(**{**everything, "ENDINGS": ("by-lot",), "MOMENTS": ("none",)})
    monkeypatch.setattr(games, "game_spec", lambda key: other)
    said = lacks(GAME)
    assert f"{GAME.folder} has no recording for {GAME.players[0]} players that ends with by-lot" in said[0]
    assert f"{GAME.folder} names none in MOMENTS" in said[-1]


def test_private_action_without_a_probe_is_reported() -> None:
    more = but(GAME, actions=(*GAME.actions, Guess))
    assert [line.split(": ")[1] for line in secrets_lacking(more)] == ["guess"]


def test_secret_declarations_without_secret_events_are_reported() -> None:
    without = but(GAME, events=(Open,))
    assert "none of its events has a `secret` field" in "\n".join(secrets_lacking(without))
    assert "no event with a `chapter`" in "\n".join(rules_lacking(without))


def test_missing_texts_of_a_game_are_reported() -> None:
    bare = but(GAME, info=replace(GAME.info, about=None), interpretations=(), score_rows=())
    assert [line.split(": ")[0] for line in rules_lacking(bare)] == [
        f"{GAME.folder} has no `about` on its cover",
        f"{GAME.folder} has no `interpretations`",
        f"{GAME.folder} has no `score_rows`",
    ]


def test_phase_without_a_headline_is_reported() -> None:
    assert [line.split(": ")[0] for line in phases_lacking(GAME, (Named, Unnamed))] == [
        f"{GAME.folder} has no `heading` or `headline` of Unnamed"
    ]
