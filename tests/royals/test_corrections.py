"""Corrections of the board: their consequences, refusals, and what stays secret."""

from __future__ import annotations

import itertools

import pytest

from scoring.kernel import Action, stored_name
from scoring.legal_actions import Pick
from scoring.reveal_phases import ConfirmBoard
from scoring.royals.corrections import CorrectField, CorrectMarker, CorrectPosition, CorrectTitle, EnterMissedMove
from scoring.royals.epoch import EndEpoch, EndTurn, SettleTie
from tests.royals.play import check_refused, game, game_with_values, markers_taken
from tests.royals.test_bonuses import EVERY_TITLE


def test_correcting_a_position_leaves_the_title_cubes_alone() -> None:
    play = game()
    play.take("Spain.1.a")
    play.act(CorrectPosition("Spain.1.a", 1))
    assert play.state.holder("Spain.1.a") == 1
    assert play.state.cubes_on("King") == (1, 0, 0)
    play.act(CorrectPosition("Spain.1.a", -1))
    assert play.state.holder("Spain.1.a") is None


def test_move_of_the_wrong_seat_is_corrected_with_its_title_cube() -> None:
    play = game()
    play.take("Spain.1.a")
    play.act(CorrectPosition("Spain.1.a", 1, along=1))
    assert (play.state.holder("Spain.1.a"), play.state.cubes_on("King")) == (1, (0, 1, 0))
    play.act(CorrectPosition("Spain.1.a", -1, along=1))
    assert (play.state.holder("Spain.1.a"), play.state.cubes_on("King")) == (None, (0, 0, 0))
    play.act(CorrectPosition("Spain.1.a", 2, along=1))
    assert play.state.cubes_on("King") == (0, 0, 1)
    play.act(CorrectPosition("Spain.1.a", 2, along=1))
    assert play.state.cubes_on("King") == (0, 0, 1), "nothing was wrong"


def test_undone_take_over_returns_the_displaced_cube() -> None:
    """de 165, 193"""
    play = game()
    play.play_turns(("Spain.1.a",), ("Spain.1.a",))
    assert (play.state.cubes_on("King"), play.state.displaced["Spain.1"]) == ((1, 1, 0), (0,))
    play.act(CorrectPosition("Spain.1.a", 0, along=1))
    assert (play.state.holder("Spain.1.a"), play.state.cubes_on("King")) == (0, (1, 0, 0))
    assert play.state.displaced["Spain.1"] == ()
    assert play.markers(0) == {"city.Spain.1"}


def test_correcting_seat_of_take_over_leaves_displaced_cube() -> None:
    play = game()
    play.play_turns(("Spain.1.a",), ("Spain.1.a",))
    play.act(CorrectPosition("Spain.1.a", 2, along=1))
    assert (play.state.cubes_on("King"), play.state.displaced["Spain.1"]) == ((1, 0, 1), (0,))


def test_corrected_title_cube_may_complete_a_noble_house() -> None:
    play = game()
    play.take(*EVERY_TITLE[:-1])
    play.act(EndTurn())
    play.take(EVERY_TITLE[-1])
    assert (0, "noble.1") in markers_taken(play.act(CorrectPosition(EVERY_TITLE[-1], 0, along=1)))


def test_unread_title_has_no_cube_to_move_along() -> None:
    play = game_with_values(3)
    check_refused(play, CorrectPosition("Spain.1.a", 1, along=1), "not-now")


def test_added_cube_awards_the_missed_bonus() -> None:
    play = game()
    assert markers_taken(play.act(CorrectPosition("Britain.1.a", 2))) == [(2, "city.Britain.1")]
    play.act(CorrectField("Britain.2", 2, 1))
    assert markers_taken(play.act(CorrectPosition("Britain.3.a", 2))) == [
        (2, "city.Britain.3"),
        (2, "country.Britain.first"),
    ]


def test_added_displaced_cube_completes_a_country() -> None:
    """de 231"""
    play = game()
    play.play_turns(("Britain.1.a", "Britain.2.a"), ("Britain.3.a",))
    assert markers_taken(play.act(CorrectField("Britain.3", 0, 1))) == [(0, "country.Britain.first")]
    assert markers_taken(play.act(CorrectField("Britain.3", 0, 2))) == []


def test_correcting_title_cubes_may_complete_a_noble_house() -> None:
    play = game()
    play.take(*EVERY_TITLE[:-1])
    assert markers_taken(play.act(CorrectTitle("King", 0, 1))) == [(0, "noble.1")]
    before = play.state.supply(0)
    play.act(CorrectTitle("King", 0, 3))
    assert (play.state.cubes_on("King")[0], play.state.supply(0)) == (3, before - 2)
    play.take("Spain.1.a")
    assert play.state.cubes_on("King")[0] == 4, "later cubes come on top"


DUKE_NONE, KING_ONE = CorrectTitle("Duke", 0, 0), CorrectTitle("King", 0, 1)


@pytest.mark.parametrize(
    "fixes",
    [
        *itertools.permutations([DUKE_NONE, KING_ONE, "sheet"]),
        *itertools.permutations([DUKE_NONE, "sheet"]),
        *itertools.permutations([KING_ONE, "sheet"]),
        (DUKE_NONE, KING_ONE),
        ("sheet",),
    ],
)
def test_misread_title_is_corrected_by_value_or_by_count(fixes: tuple[Action | str]) -> None:
    play = game(box={"title.Spain.1.a": "Duke"})
    play.take("Spain.1.a")
    for fix in fixes:
        if isinstance(fix, str):
            play.fill(title__Spain__1__a="King")
        else:
            play.act(fix)
    assert (play.state.cubes_on("Duke")[0], play.state.cubes_on("King")[0]) == (0, 1)
    assert play.state.supply(0) == 34
    play.take("Spain.2.a", "France.5.a")
    assert (play.state.cubes_on("Duke")[0], play.state.cubes_on("King")[0]) == (1, 2), "later cubes come on top"


def test_displaced_cubes_are_corrected_per_seat() -> None:
    play = game()
    play.act(CorrectField("Spain.2", 1, 2))
    play.act(CorrectField("Spain.2", 0, 1))
    play.act(CorrectField("Spain.2", 1, 1))
    assert sorted(play.state.displaced["Spain.2"]) == [0, 1]


def test_marker_is_corrected_to_its_real_holder_or_back_to_board() -> None:
    play = game()
    play.take("Spain.1.a")
    play.act(CorrectMarker("city.Spain.1", 2))
    assert (play.markers(0), play.markers(2)) == (set(), {"city.Spain.1"})
    play.act(CorrectMarker("city.Spain.1", -1))
    play.play_turns(
        (),
    )
    assert markers_taken(play.take("Spain.1.a")) == [(1, "city.Spain.1")], "it lies there again"


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (CorrectPosition("Spain.9.a", 0), "not-offered"),
        (CorrectPosition("Spain.1.b", 0), "not-offered"),
        (CorrectPosition("Spain.1.a", 3), "no-seat"),
        (CorrectPosition("Spain.1.a", -2), "no-seat"),
        (CorrectTitle("Pope", 0, 1), "not-offered"),
        (CorrectTitle("King", 3, 1), "no-seat"),
        (CorrectTitle("King", 0, 47), "supply"),
        (CorrectTitle("King", 0, -1), "not-offered"),
        (CorrectField("Spain.9", 0, 1), "not-offered"),
        (CorrectField("Spain.1", -1, 1), "no-seat"),
        (CorrectField("Spain.1", 0, 99), "supply"),
        (CorrectMarker("city.Atlantis.1", 0), "not-offered"),
        (CorrectMarker("epoch.Spain.1.first", 0), "not-offered"),
        (CorrectMarker("value.King.full", 0), "not-offered"),
        (CorrectMarker("city.Spain.1", 7), "not-offered"),
    ],
)
def test_impossible_corrections_are_refused(action: Action, code: str) -> None:
    check_refused(game(), action, code)


def test_noble_house_marker_that_is_not_in_play_cannot_be_given() -> None:
    check_refused(game(2), CorrectMarker("noble.1", 0), "not-offered")


def test_corrections_are_closed_while_confirmed_board_is_scored() -> None:
    play = game(box={"city.France.4": "3"})
    play.play_turns(("France.4.a",), ("France.1.a",))
    play.act(EndEpoch())
    play.act(CorrectPosition("Spain.1.a", 0))
    play.act(ConfirmBoard())
    assert play.view(None).corrections == ()
    check_refused(play, CorrectPosition("Spain.1.a", 1), "not-now")
    play.act(SettleTie("France", 0))
    assert play.view(None).corrections


def test_every_legal_correction_is_accepted() -> None:
    play = game()
    play.play_turns(("Spain.1.a",), ("Spain.1.a",))
    legal_actions = [
        legal_action for legal_action in play.view(None).corrections if legal_action.action != "change-tracking-mode"
    ]
    every: tuple[type[Action], ...] = (CorrectPosition, CorrectTitle, CorrectField, CorrectMarker, EnterMissedMove)
    kinds = {stored_name(kind): kind for kind in every}
    assert {legal_action.action for legal_action in legal_actions} == kinds.keys()
    for legal_action in legal_actions:
        values = {field.name: field.options[-1] if isinstance(field, Pick) else 2 for field in legal_action.fields}
        again = game()
        again.state = play.state
        again.act(kinds[legal_action.action](**values))
