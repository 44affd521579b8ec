"""Accessibility of every screen: axe finds nothing, targets are large enough for fingers, nothing is cut or shown by
colour alone. Everything a phone asks is in view without scrolling. Each moment is visited once for all checks. A screen
without new kinds of elements is checked closely only in the long run. Moments after the first of a phase are checked in
the repetitions."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scoring.game_info import GAME_INFOS
from scoring.replay import Projection
from tests.browser.above_fold import below, waiting
from tests.browser.accessibility import new_findings, only_a_colour
from tests.browser.evening import Evening
from tests.browser.moments import import_game, moments, waited_for
from tests.browser.screen import Screen
from tests.games import one_for_all


def colours(projection: Projection) -> dict[str, str]:
    return {seat.colour: seat.name for seat in projection.table.seats}


def found_at(evening: Evening, projection: Projection) -> dict[str, list[str]]:
    """Returns the findings on the table screen and on the phone of an awaited player."""
    table, (phone,) = import_game(evening, projection, waited_for(projection))
    screens: dict[str, Screen] = {"table": table, "phone": phone}
    # before disclosures are opened
    found = {f"fold at {projection.seq}": below(phone, phone.seat in waiting(projection))}
    for device, screen in screens.items():
        found[f"{device} at {projection.seq}"] = new_findings(screen) + only_a_colour(screen, colours(projection))
    return found


def one_of_each_phase(game: str) -> tuple[Projection, ...]:
    """Returns the first chosen moment of each phase, which shows the most."""
    first: dict[type, Projection] = {}
    for projection in moments(game):
        first.setdefault(type(projection.table.state.phase), projection)
    return tuple(first.values())


def all_the_others(game: str) -> tuple[Projection, ...]:
    known = one_of_each_phase(game)
    return tuple(projection for projection in moments(game) if projection not in known)


@pytest.mark.long
@pytest.mark.parametrize("chosen", [one_of_each_phase, pytest.param(all_the_others, marks=pytest.mark.repeats)])
@pytest.mark.parametrize("game", one_for_all(GAME_INFOS, lambda game: game == "lang-lebe"))
def test_every_phase_of_every_game_is_accessible(
    evening: Evening, game: str, chosen: Callable[[str], tuple[Projection, ...]]
) -> None:
    wrong = {}
    for projection in chosen(game):
        wrong |= found_at(evening, projection)
    assert {where: what for where, what in wrong.items() if what} == {}
