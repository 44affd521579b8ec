"""Help: every phase explains its actions, every rule cites the rulebook, every refusal has a reason."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest

from scoring.games import GAMES
from scoring.kernel import Game, Help, Phase, registered_in
from scoring.words import render, rulebook
from tests.actors import Evening

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.folder)
MOST_SENTENCES = 3
# About one and a half phone screens.
MOST_LETTERS = 2200


def phases(game: Game[Any]) -> tuple[type[Phase], ...]:
    return registered_in(type(game).__module__, Phase)


def sentences(told: Help) -> list[str]:
    return [render(sentence, ()) for sentence in told.sentences]


@EVERY_GAME
def test_every_phase_has_a_help_of_at_most_three_sentences(game: Game[Any]) -> None:
    for phase in phases(game):
        said = sentences(phase.help)
        assert 1 <= len(said) <= MOST_SENTENCES, phase
        assert all(sentence.endswith(".") for sentence in said), phase


@EVERY_GAME
def test_explanations_cite_the_rulebook(game: Game[Any]) -> None:
    rules = [phase.help.rule for phase in phases(game)] + [told.rule for _, told in game.aid]
    for rule in filter(None, rules):
        cited = render(game.cite(rule), ())
        printed = r"(Dutch|German|English) rulebook(, page \d+)?: .+"
        assert re.match(printed if game.sections else r"Rules, ", cited), cited
        assert not re.search(r"\b(nl|de|en) \d", cited), "lines of our text are for us"


@EVERY_GAME
def test_rulebook_headings_are_in_the_order_of_their_lines(game: Game[Any]) -> None:
    assert all(one.line < later.line for one, later in pairwise(game.sections))


@EVERY_GAME
def test_every_rulebook_section_has_an_english_name(game: Game[Any]) -> None:
    assert all(section.name for section in game.sections)


def test_rules_are_cited_by_page_or_else_by_section() -> None:
    assert render(GAMES["wars-of-the-roses"].cite("nl 411, 413"), ()) == "Dutch rulebook, page 13: 6. Bribery"
    assert render(GAMES["lang-lebe"].cite("nl 120"), ()) == "Dutch rulebook: Diplomatic disputes"
    assert render(GAMES["regents"].cite("de 118"), ()) == "German rulebook: E) Spying on an opponent"
    assert GAMES["regents"].heading("de 118") == "E) Einen Gegenspieler ausspionieren"
    assert render(GAMES["regents"].cite("de 118", "de"), ()) == "German rulebook: “E) Einen Gegenspieler ausspionieren”"
    assert render(rulebook("p. 4"), ()) == "Rules, p. 4", "a game without a list of its headings"


@EVERY_GAME
def test_player_aid_fits_on_one_screen(game: Game[Any]) -> None:
    assert len(game.aid) in range(1, 9)
    assert sum(len(line) for _, told in game.aid for line in sentences(told)) < MOST_LETTERS


# --- on the screens -----------------------------------------------------------------------------------------


def test_help_is_one_tap_away_on_phones_and_on_the_table_screen(evening: Evening) -> None:
    anna, ben, _ = evening.start("Anna", "Ben", "Carla")
    for phone in (anna, ben):
        assert '<details class="card" id="help"><summary>What can I do?</summary>' in phone.get().text
        assert "Everyone draws a start card and puts their figure and two courtiers in its area." in phone.text
        assert "Dutch rulebook: Setup" in phone.text
    code = evening.laptop.code
    assert f'href="/t/{code}/table/help">What can I do?</a>' in evening.laptop.get().text
    for device, page in ((anna, "me"), (evening.laptop, "table")):
        device.get(f"/t/{code}/{page}/help")
        assert "Everyone draws a start card and puts their figure and two courtiers in its area." in device.text
        assert "King election" in device.text


@EVERY_GAME
def test_each_game_has_a_player_aid_before_a_table_is_opened(evening: Evening, game: Game[Any]) -> None:
    assert f'href="/help/{game.key}"' in evening.laptop.get(f"/new/{game.key}").text
    evening.laptop.get(f"/help/{game.key}")
    for title, told in game.aid:
        assert render(title, ()) in evening.laptop.text
        for line in sentences(told):
            assert " ".join(line.split()) in evening.laptop.text


def test_stranger_gets_no_help_page_of_a_seat(evening: Evening) -> None:
    anna, *_ = evening.start("Anna", "Ben", "Carla")
    stranger = evening.app.test_client()
    assert stranger.get(f"/t/{anna.code}/me/help").status_code == 302
    assert stranger.get(f"/t/{anna.code}/me/hidden").status_code == 302
    assert stranger.post(f"/t/{anna.code}/me/hidden").status_code == 403


# --- without scripts ----------------------------------------------------------------------------------------


def test_without_scripts_secrets_are_on_a_page_behind_a_warning(evening: Evening) -> None:
    anna, *_ = evening.start("Anna", "Ben", "Carla")
    for seat, area in enumerate(("Rouecestre", "Lideforde", "Lincolia")):
        evening.laptop.submit("take-start-area", seat=seat, area=area)
    hidden = f"/t/{anna.code}/me/hidden"
    assert f'<a class="button no-js-only" href="{hidden}">' in anna.get().text
    warning = anna.get(hidden)
    assert "Make sure no one else can see this screen." in warning.text
    assert "hold-content" not in warning.text, "nothing before it is asked for"
    shown = anna.post(hidden)
    assert shown.headers["Cache-Control"] == "no-store"
    assert 'class="hold-content" id="my-cards">' in shown.text
    assert "12 ×1" in anna.text
