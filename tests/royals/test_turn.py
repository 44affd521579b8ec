"""A turn: positions, cubes, whose turn it is, and how epochs end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.kernel import GameConfig, stored_name
from scoring.reveal_phases import ConfirmBoard
from scoring.royals import GAME
from scoring.royals.components import POSITIONS
from scoring.royals.epoch import EndEpoch, EndTurn, EpochEnded, Scoring, ScoringBegan
from scoring.royals.turn import (
    ChooseStartPlayer,
    PositionOccupied,
    PositionTakenOver,
    SupplyExceeded,
    TakePosition,
    Turn,
    TurnBegan,
    TurnCalledOff,
)
from scoring.words import render
from tests.royals.play import NAMES, Play, check_refused, game, game_with_values

KING_OF_MADRID, DUKE_OF_VALENCIA = "Spain.1.a", "Spain.2.a"


def test_table_chooses_the_start_player_and_turns_go_clockwise() -> None:
    play = game(3, first=1)
    seats = []
    for _ in range(4):
        assert isinstance(play.state.phase, Turn)
        seats.append(play.state.phase.turn)
        play.act(EndTurn())
    assert seats == [1, 2, 0, 1]


def test_no_action_is_legal_before_the_start_player_is_chosen() -> None:
    play = Play(GAME.start(GameConfig(3, {}, {})))
    check_refused(play, EndTurn(), "set-up", seat=0)
    check_refused(play, ChooseStartPlayer(3), "not-offered", seat=0)
    check_refused(play, ChooseStartPlayer(0), "not-yours", seat=1)


def test_free_position_is_occupied_with_two_cubes() -> None:
    play = game()
    before = play.state.supply(0)
    events = play.take(DUKE_OF_VALENCIA)
    assert events[0] == PositionOccupied(0, DUKE_OF_VALENCIA)
    assert play.state.holder(DUKE_OF_VALENCIA) == 0
    assert play.state.cubes_on("Duke") == (1, 0, 0)
    assert play.state.supply(0) == before - 2


def test_after_a_take_over_the_losers_cube_goes_to_the_city() -> None:
    play = game()
    play.play_turns((DUKE_OF_VALENCIA,))
    ben = play.state.supply(1)
    assert play.take(DUKE_OF_VALENCIA) == [PositionTakenOver(1, DUKE_OF_VALENCIA, 0)]
    assert play.state.holder(DUKE_OF_VALENCIA) == 1
    assert play.state.displaced == {"Spain.2": (0,)}
    assert play.state.cubes_on("Duke") == (1, 1, 0), "cubes on a title stay (de 197)"
    assert play.state.supply(1) == ben - 2


def test_repeated_take_overs_add_up_all_cubes() -> None:
    play = game(2)
    play.play_turns(*((DUKE_OF_VALENCIA,),) * 6)
    assert play.state.displaced == {"Spain.2": (0, 1, 0, 1, 0)}
    assert play.state.cubes_on("Duke") == (3, 3)
    assert play.state.supply(0) == 46 - 3 - 3, "three on the city’s field and three on the title"
    assert play.state.supply(1) == 46 - 3 - 3, "two beside the city, one on the position and three on the title"


def test_several_positions_can_be_taken_in_one_turn() -> None:
    play = game()
    play.take(KING_OF_MADRID, DUKE_OF_VALENCIA, "Spain.2.b")
    assert isinstance(play.state.phase, Turn)
    assert play.state.phase.turn == 0


@pytest.mark.parametrize("position", ["Atlantis.1.a", "Spain.5.a", "Spain.2.c", "Spain.2", "", "Spain.1.b"])
def test_position_that_does_not_exist_is_refused(position: str) -> None:
    assert check_refused(game(), TakePosition(position), "no-position").rule == "de 159"


def test_nobody_takes_over_their_own_position() -> None:
    play = game()
    play.take(KING_OF_MADRID)
    assert check_refused(play, TakePosition(KING_OF_MADRID), "own").rule == "de 185"


def test_only_the_player_whose_turn_it_is_moves() -> None:
    play = game()
    check_refused(play, TakePosition(KING_OF_MADRID), "not-your-turn", seat=1)
    check_refused(play, EndTurn(), "not-your-turn", seat=2)
    check_refused(play, ConfirmBoard(), "not-now")


def use_cubes(play: Play, left: int) -> Play:
    """Lets Anna and Ben take two positions back and forth until Anna has `left` cubes."""
    while play.state.supply(0) > left:
        play.take(DUKE_OF_VALENCIA if play.state.holder(DUKE_OF_VALENCIA) != 0 else KING_OF_MADRID)
        play.act(EndTurn())
        play.take(DUKE_OF_VALENCIA if play.state.holder(DUKE_OF_VALENCIA) == 0 else KING_OF_MADRID)
        play.act(EndTurn())
        play.act(EndTurn())
    return play


def test_exceeding_the_cube_supply_warns_once_and_is_allowed() -> None:
    """de 53: the cubes on the table may have another colour than the seat."""
    play = use_cubes(game(3), 0)
    assert SupplyExceeded(0) not in play.events
    assert play.take("France.1.a")[-1] == SupplyExceeded(0)
    assert play.view(None).players[0].supply == 0
    assert SupplyExceeded(0) not in play.take("France.2.a"), "once is enough"


def test_nobody_has_more_than_46_cubes() -> None:
    """de 53, 157"""
    play = use_cubes(game(3), -10)
    assert play.state.cubes_laid(0) == 46
    check_refused(play, TakePosition("France.1.a"), "supply")
    assert {legal_action.action for legal_action in play.view(0).legal_actions} == {"end-turn", "end-epoch"}


@pytest.mark.parametrize(
    ("seats", "colours", "cubes"),
    [
        (2, ("red", "blue"), (46, 46)),
        (3, ("black", "red", "white"), (46, 36, 46)),
        (5, ("red", "blue", "green", "orange", "purple"), (36,) * 5),
    ],
)
def test_cube_supply_depends_on_the_colour(seats: int, colours: tuple[str, ...], cubes: tuple[int, ...]) -> None:
    assert GAME.start(GameConfig(seats, {}, {}, colours)).cubes == cubes


# --- printed numbers ---------------------------------------------------------------------------------------


def missing_values_of(play: Play, position: str) -> tuple[str, ...]:
    return next(
        legal_action.missing_values
        for legal_action in play.view(0).legal_actions
        if legal_action.action == "take-position" and legal_action.field("position").options == (position,)  # type: ignore[union-attr]
    )


def test_first_move_into_a_city_needs_its_title_and_city_bonus() -> None:
    play = game_with_values(3)
    assert missing_values_of(play, "France.1.a") == ("title.France.1.a", "city.France.1")
    check_refused(play, TakePosition("France.1.a"), "box-needed")
    play.fill(title__France__1__a="Duke", city__France__1=4)
    assert missing_values_of(play, "France.1.a") == ()
    play.take("France.1.a")
    play.act(EndTurn())
    assert missing_values_of(play, "France.1.a") == (), "all is known"
    assert missing_values_of(play, "France.1.b") == ("title.France.1.b",), "the city bonus is gone"


def test_value_of_a_bonus_marker_is_asked_for_when_it_is_won() -> None:
    play = game(3)
    play.fill(country__Britain__first="")
    play.take("Britain.1.a", "Britain.2.a")
    assert missing_values_of(play, "Britain.3.a") == ("country.Britain.first",)
    assert missing_values_of(play, "France.1.a") == ()
    play.take("Britain.3.a")
    assert "country.Britain.first" in play.markers(0), "a number nobody can read just now holds nobody up"
    for _ in range(3):  # after the turns of Anna, Ben and Carla
        play.score_epoch()
    titles = play.view(None).legal_action("confirm-titles")
    assert titles is not None
    assert titles.missing_values == ("country.Britain.first",), "but it is asked for at the latest when it counts"


def test_second_position_that_does_not_exist_is_not_legal_action() -> None:
    play = game_with_values(3)
    play.fill(title__France__1__b="none")
    offered = {o.field("position").options[0] for o in play.view(0).legal_actions if o.action == "take-position"}  # type: ignore[union-attr]
    assert offered == set(POSITIONS) - {"France.1.b"}
    assert not play.state.exists("France.1.b")


def test_correcting_a_title_moves_its_cubes() -> None:
    play = game(3)
    play.play_turns((DUKE_OF_VALENCIA,), (DUKE_OF_VALENCIA,))
    play.fill(title__Spain__2__a="Baron")
    assert play.state.cubes_on("Duke") == (0, 0, 0)
    assert play.state.cubes_on("Baron") == (1, 1, 0)


# --- how epochs end ----------------------------------------------------------------------------------------


def test_next_player_continues_after_the_epoch_scoring() -> None:
    play = game(3)
    play.play_turns(("France.1.a",))
    events = play.act(EndEpoch())
    assert events[-1] == ScoringBegan(1)
    assert play.act(ConfirmBoard())[-1] == TurnBegan(2), "who would have been next (de 261)"
    assert play.state.epoch == 2


@pytest.mark.parametrize(("ender", "still"), [(0, [1, 2]), (1, [2]), (2, [])])
def test_third_epoch_is_played_to_the_end_of_the_round(ender: int, still: list[int]) -> None:
    play = game(3)
    play.score_epoch()
    play.score_epoch()  # after Ben's turn: Carla is next
    while play.view(None).turn != ender:
        play.act(EndTurn())
    play.act(EndEpoch())
    for seat in still:
        assert play.view(None).turn == seat
        assert play.state.still_to_play(seat) == tuple(still[still.index(seat) + 1 :])
        check_refused(play, EndEpoch(), "last-round")
        assert play.view(None).legal_action("end-epoch") is None
        play.act(EndTurn())
    assert isinstance(play.state.phase, Scoring)
    assert play.state.epoch == 3


def test_last_round_ends_right_of_the_start_player() -> None:
    play = game(4, first=2)
    play.score_epoch()  # seat 2
    play.score_epoch()  # seat 3
    play.act(EndEpoch())  # seat 0; only seat 1 is left
    assert render(play.view(None).headline, NAMES) == "Last turn of the game: Ben."
    play.act(EndTurn())
    assert isinstance(play.state.phase, Scoring)


def test_headline_names_the_players_still_to_play() -> None:
    play = game(4)
    play.score_epoch()
    play.score_epoch()
    play.play_turns((), ())
    play.act(EndEpoch())
    assert render(play.view(None).headline, NAMES) == "Last round: Ben’s turn, then Carla and David."


def test_legal_actions_are_accepted() -> None:
    play = game(3)
    play.play_turns(("France.1.a",), ("France.1.b", "Spain.1.a"))
    for legal_action in play.view(2).legal_actions:
        if legal_action.action == stored_name(TakePosition):
            position = str(legal_action.field("position").options[0])  # type: ignore[union-attr]
            assert GAME.decide(play.state, 2, TakePosition(position), None)  # type: ignore[arg-type]


# --- the epoch ends one turn late --------------------------------------------------------------------------


def seats_that_may_have_ended(play: Play) -> tuple[int, ...] | None:
    (legal_action,) = (
        legal_action for legal_action in play.view(None).legal_actions if legal_action.action == "end-epoch"
    )
    return legal_action.fields[0].options if legal_action.fields else None  # type: ignore[union-attr,return-value]


def test_ending_an_epoch_one_turn_late_asks_whose_turn_it_was() -> None:
    play = game(3)
    assert seats_that_may_have_ended(play) is None, "nobody has played before the first turn"
    play.act(EndTurn())
    assert seats_that_may_have_ended(play) == (1, 0)
    events = play.act(EndEpoch(after=0))
    assert events == [TurnCalledOff(1, 0), EpochEnded(1), ScoringBegan(1)]
    play.act(ConfirmBoard())
    assert play.state.turn == 1, "de 261: the turn after the one with which the epoch ended"
    assert seats_that_may_have_ended(play) is None, "the turn before it was scored"


def test_after_a_move_the_epoch_ends_with_the_current_turn() -> None:
    play = game(3)
    play.play_turns(())
    play.take(KING_OF_MADRID)
    assert seats_that_may_have_ended(play) is None
    check_refused(play, EndEpoch(after=0), "not-offered")
    play.act(EndEpoch())
    play.act(ConfirmBoard())
    assert play.state.turn == 2


def test_last_round_is_counted_from_turn_that_ended_third_epoch() -> None:
    """de 249: after the last player's turn the round is complete, and nobody plays any more."""
    play = game(3)
    play.score_epoch()
    play.play_turns((), ())
    play.score_epoch()
    play.play_turns((), ())
    assert play.state.turn == 0
    assert play.act(EndEpoch(after=2))[1:] == [EpochEnded(3), ScoringBegan(3)]
    play.state = replace(play.state, phase=Turn(0, 2), last_round=False)
    assert play.act(EndEpoch())[-1] == TurnBegan(1)
