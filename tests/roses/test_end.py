"""The end after round five, and its tie-breaks (nl 528)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.reveal_phases import ContinueReveal
from scoring.roses import GAME
from scoring.roses.parliament import GameOver
from scoring.roses.state import Scored
from scoring.words import render
from tests.roses.play import NAMES, Play, board_before_parliament, check_refused


def finished_game(
    points: tuple[int, ...],
    owners: dict[str, int] | None = None,
    kings: tuple[str, ...] = (),
    houses: tuple[str, ...] = ("lancaster", "york", "york", "lancaster"),
) -> Play:
    play = board_before_parliament(owners or {}, seats=len(points), houses=houses, number=5)
    lines = tuple(Scored(1, "correction", seat, "", None, number) for seat, number in enumerate(points))
    play.state = replace(play.state, scored=lines, kings=kings, phase=GameOver())
    return play


def places(play: Play) -> list[tuple[int, int]]:
    found = GAME.standings(play.state)
    assert found is not None
    return [(row.place, row.seat) for row in found.places]


def reason(play: Play) -> str:
    found = GAME.standings(play.state)
    assert found is not None
    return render(found.reason, NAMES)


def test_game_ends_after_the_fifth_parliament() -> None:
    play = board_before_parliament({"castle.wales": 0}, number=5)
    assert GAME.standings(play.state) is None
    play.hold_parliament()
    assert isinstance(play.state.phase, GameOver)
    check_refused(play, ContinueReveal(), "game-over", 0)
    assert play.view(0).over


def test_most_victory_points_win() -> None:
    play = finished_game((90, 120, 100, 80))
    assert places(play) == [(1, 1), (2, 2), (3, 0), (4, 3)]
    assert reason(play) == "Yellow wins with 120 victory points."


def test_ties_are_broken_by_the_kings_of_the_house() -> None:
    play = finished_game((100, 100, 0, 0), kings=("york", "lancaster", "york", "", "york"))
    assert places(play)[:2] == [(1, 1), (2, 0)]
    assert reason(play) == "Yellow wins with 100 victory points and more Kings from their house."


@pytest.mark.parametrize(
    ("owners", "winner"),
    [
        pytest.param({"noble.north.1": 3, "noble.north.2": 0}, 3, id="strongest noble"),
        pytest.param({"noble.wales.1": 3, "noble.west.2": 0, "noble.wales.2": 0}, 3, id="strongest before more"),
        pytest.param({"castle.wales": 3, "large.wales": 0, "large.west": 0}, 3, id="most castles"),
        pytest.param({"large.wales": 3, "bishop.wales": 0, "bishop.west": 0}, 3, id="most large towns"),
        pytest.param({"ship.wales": 3, "ship.west": 3, "ship.north": 0}, 3, id="most ships"),
    ],
)
def test_ties_within_a_house_are_broken_by_the_influence_table(owners: dict[str, int], winner: int) -> None:
    play = finished_game((100, 0, 0, 100), owners, kings=("lancaster",))
    assert places(play)[0] == (1, winner)
    assert reason(play) == "Blue wins with 100 victory points, decided by the influence table."


def test_players_tied_in_everything_share_the_victory() -> None:
    play = finished_game((50, 50), {"castle.wales": 0, "castle.west": 1})
    assert places(play) == [(1, 0), (1, 1)]
    assert reason(play) == "Red and Yellow share the victory with 50 victory points."


def test_without_houses_only_the_influence_table_breaks_ties() -> None:
    play = finished_game((50, 50, 10), {"castle.wales": 1})
    assert places(play) == [(1, 1), (2, 0), (3, 2)]


def tie_reasons(play: Play) -> list[str | None]:
    found = GAME.standings(play.state)
    assert found is not None
    return [row.reason and render(row.reason, NAMES) for row in found.places]


def test_only_games_with_houses_mention_kings_as_tie_breaker() -> None:
    decides = "tied on points: the Royal Castle decides"
    assert tie_reasons(finished_game((50, 50, 10), {"castle.wales": 1})) == [decides, decides, None]


def test_reasons_compare_with_the_next_in_the_ranking() -> None:
    """Red and Blue have one more King than Yellow; a castle decides between them."""
    play = finished_game((50, 50, 10, 50), {"castle.wales": 3}, kings=("lancaster",))
    assert places(play) == [(1, 3), (2, 0), (3, 1), (4, 2)]
    castle = "tied on points and Kings: the Royal Castle decides"
    assert tie_reasons(play) == [castle, castle, "tied on points; 0 Kings from their house", None]


def test_three_tied_players_are_each_compared_with_the_next() -> None:
    play = finished_game((50, 50, 50), {"castle.wales": 0, "large.wales": 1})
    castle, town = (f"tied on points: the {piece} decides" for piece in ("Royal Castle", "large town"))
    assert places(play) == [(1, 0), (2, 1), (3, 2)]
    assert tie_reasons(play) == [castle, castle, town]
