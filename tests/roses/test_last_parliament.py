"""FINAL_SCORING mode: the same points, ties and winners as in EVERY_MOVE mode."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.claims import ClaimPlace, GiveUpPlace, SettlePlace
from scoring.kernel import FINAL_SCORING, Action, GameConfig
from scoring.reveal_phases import ConfirmBoard
from scoring.roses import GAME
from scoring.roses.components import AWARDS, CALAIS_AREAS, EXAMPLE, SHIPS
from scoring.roses.last_parliament import (
    CountOnly,
    EnterCaptain,
    EnterKings,
    EnterNoPieces,
    EnterPieceLocation,
    EnterPoints,
    HoldAward,
    LastBoard,
    StandFirst,
)
from scoring.roses.parliament import GameOver, Parliament
from scoring.roses.state import Scored, State, most_of
from scoring.standings import totals
from tests.games import projection_in
from tests.release_gates import amount
from tests.roses.counting import entry_actions, state_before_last_parliament
from tests.roses.play import GREEN, RED, YELLOW, Play, as_text, check_refused
from tests.roses.test_properties import OPTIONS, SEEDS, random_board
from tests.roses.test_recordings import FILES

HOUSES = ("lancaster", "york", "york", "lancaster")
LONG = settings(max_examples=amount(25, 2000), deadline=None)


def finished_game(
    seats: int = 4, box: Mapping[str, str] | None = None, options: Mapping[str, str] | None = None
) -> Play:
    return Play(GAME.start(GameConfig(seats, {**(options or {}), "follow": FINAL_SCORING}, {**EXAMPLE, **(box or {})})))


def before_the_last_parliament(seed: int, seats: int, options: Mapping[str, str]) -> State:
    """A tracked game after all battles of the last round, often with tied points and pieces."""
    rng = random.Random(seed)
    state = random_board(seed, seats, options).state
    if rng.random() < 0.4:  # only ships in the same sea, so the turn order decides
        ships = {ship: rng.randrange(seats) for ship in SHIPS}
        state = replace(state, owners=ships, stands={ship: rng.choice(("wales", "west")) for ship in SHIPS})
    points = [rng.choice((40, 40, 41, 55)) for _ in range(seats)]
    order = tuple(sorted(state.order, key=lambda seat: points[seat]))
    ordered = replace(state, order=order, round=5, phase=Parliament())
    return replace(
        ordered,
        scored=tuple(Scored(4, "correction", seat, "", None, number) for seat, number in enumerate(points)),
        kings=tuple(rng.choice(("lancaster", "york", "")) for _ in range(4)) if seats == 4 else (),
        awards={award: rng.choice(most) for award in AWARDS if (most := most_of(ordered, award))},
        calais=rng.choice((None, *((rng.randrange(seats), area) for area in CALAIS_AREAS))),
    )


def enter_board(state: State, options: Mapping[str, str]) -> Play:
    """Returns a FINAL_SCORING game with this board entered."""
    play = finished_game(state.seats, state.printed_values, options)
    for seat, action in entry_actions(state):
        play.act(seat, action)
    return play


def last_board(play: Play) -> LastBoard:
    assert isinstance(play.state.phase, LastBoard)
    return play.state.phase


def play_to_the_end(play: Play) -> Play:
    play.act(play.state.table_action_seat, ConfirmBoard())
    assert isinstance(play.state.phase, GameOver)
    return play


@pytest.mark.long
@LONG
@given(SEEDS, st.sampled_from([2, 3, 4]), OPTIONS)
def test_tracked_and_final_scoring_games_have_the_same_result(seed: int, seats: int, options: dict[str, str]) -> None:
    state = before_the_last_parliament(seed, seats, options)
    followed, counted = play_to_the_end(Play(state)), play_to_the_end(enter_board(state, options))
    assert followed.state.victory_points == counted.state.victory_points
    assert GAME.standings(followed.state) == GAME.standings(counted.state)
    assert totals(GAME.score(counted.state), seats) == counted.state.victory_points
    assert followed.state.kings.count("york") == counted.state.kings.count("york")


@pytest.mark.long
@LONG
@given(SEEDS, st.sampled_from([2, 3, 4]), OPTIONS)
def test_final_points_including_last_parliament_give_same_winner(
    seed: int, seats: int, options: dict[str, str]
) -> None:
    """Kings and the influence table break ties; the turn order does not."""
    same_winner(replace(before_the_last_parliament(seed, seats, options), phase=GameOver()), options)


def same_winner(state: State, options: Mapping[str, str]) -> None:
    """Checks that entering the points, Kings and pieces of a finished game gives the same winner and reason."""
    counted = enter_board(state, options)
    for legal_action in (
        legal_action for legal_action in counted.view(None).legal_actions if legal_action.action == "enter-no-pieces"
    ):
        counted.act(legal_action.seat, EnterNoPieces())
    counted.act(0, CountOnly())
    found, expected = GAME.standings(counted.state), GAME.standings(state)
    assert found is not None
    assert expected is not None
    assert (found.winners, found.reason) == (expected.winners, expected.reason)
    for mine, theirs in zip(found.places, expected.places, strict=True):
        assert mine == theirs or mine.seat in counted.state.open_ties


@pytest.mark.parametrize("first", [RED, YELLOW])
def test_turn_order_decides_between_players_tied_in_everything(first: int) -> None:
    play = finished_game(2)
    for seat, ship in enumerate(("ship.wales", "ship.west")):
        play.act(seat, EnterPoints(50))
        play.act(seat, ClaimPlace(ship))
    play.act(YELLOW, EnterPieceLocation("ship.west", "wales"))
    play.act(first, StandFirst())
    play_to_the_end(play)
    assert play.state.victory_points[first] == 55


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_recorded_games_have_same_result_in_final_scoring_mode(path: Path) -> None:
    whole = projection_in(path)
    found = GAME.standings(play_to_the_end(enter_board(state_before_last_parliament(whole), whole.table.options)).state)
    assert found == whole.table.standings


# --- nothing known is asked ----------------------------------------------------------------------------------


def offered_actions(play: Play) -> set[str]:
    return {legal_action.action for legal_action in play.view(None).legal_actions}


def test_turn_order_is_asked_for_only_between_tied_players() -> None:
    play = finished_game(3)
    for seat, points in enumerate((50, 40, 50)):
        play.act(seat, EnterPoints(points))
    assert last_board(play).seats_to_order(play.state) == (0, 2)
    check_refused(play, StandFirst(), "not-equal", YELLOW)
    check_refused(play, ConfirmBoard(), "order", RED)
    play.act(GREEN, StandFirst())
    assert last_board(play).order(play.state) == (1, 2, 0)
    assert "stand-first" not in offered_actions(play)


def test_tile_is_needed_only_if_several_players_have_most() -> None:
    play = finished_game(2)
    play.act(0, EnterPoints(40))
    play.act(1, EnterPoints(50))
    for seat, area in enumerate(("north", "wales", "west", "midlands")):
        play.act(seat % 2, ClaimPlace(f"castle.{area}"))
        play.act(0, ClaimPlace(f"port.{area}"))
    assert "hold-award" in offered_actions(play)
    check_refused(play, ConfirmBoard(), "award", RED)
    play.act(1, HoldAward("constable"))
    assert {award.key: award.holder for award in play.view(None).awards if award.holder is not None} == {
        "constable": 1,
        "warden": 0,
    }
    play.act(0, ConfirmBoard())


def test_houses_are_asked_for_until_they_are_known() -> None:
    play = finished_game()
    play.act(0, EnterPoints(40, "york"))
    play.act(1, EnterPoints(41, "york"))
    check_refused(play, EnterPoints(42, "york"), "house", GREEN)
    play.act(1, EnterPoints(43, "york"))
    play.act(GREEN, EnterPoints(42, "lancaster"))
    check_refused(play, ConfirmBoard(), "points", RED)
    assert last_board(play).board(play.state).houses == ()
    play.act(3, EnterPoints(44, "lancaster"))
    assert last_board(play).board(play.state).houses == ("york", "york", "lancaster", "lancaster")


@pytest.mark.parametrize("seats", [2, 3])
def test_without_houses_nobody_is_asked_for_kings(seats: int) -> None:
    assert "enter-kings" not in offered_actions(finished_game(seats))
    check_refused(finished_game(seats), EnterKings(1, 1), "no-houses", RED)


def test_piece_claimed_by_two_players_has_to_be_settled() -> None:
    play = finished_game(2)
    for seat, points in enumerate((40, 50)):
        play.act(seat, EnterPoints(points))
        play.act(seat, ClaimPlace("castle.north"))
    check_refused(play, ConfirmBoard(), "contradiction", RED)
    count = play.view(None).count
    assert count is not None
    assert count.entered == (("castle.north", (0, 1)),)
    play.act(1, SettlePlace("castle.north"))
    assert play.view(None).piece("castle.north").owner == 1
    play.act(1, GiveUpPlace("castle.north"))
    assert play.view(None).piece("castle.north").owner is None


# --- the winner, points including the last parliament (nl 528) ------------------------------------------------


def with_points(*points: int, houses: tuple[str, ...] = HOUSES) -> Play:
    play = finished_game(len(points))
    for seat, number in enumerate(points):
        play.act(seat, EnterPoints(number, houses[seat] if len(points) == 4 else ""))
    return play


def winners(play: Play) -> tuple[int, ...]:
    play.act(0, CountOnly())
    standings = GAME.standings(play.state)
    assert standings is not None
    return standings.winners


def why_no_winner(play: Play) -> str:
    count = play.view(None).count
    assert count is not None
    assert count.why_no_winner is not None
    return as_text(count.why_no_winner)


def test_clear_winner_needs_no_pieces() -> None:
    assert winners(with_points(50, 20, 20)) == (RED,)
    assert winners(with_points(20, 20, 50, 20)) == (GREEN,)


def test_tie_behind_the_winner_stays_open_with_a_note() -> None:
    play = with_points(50, 20, 20)
    play.act(YELLOW, ClaimPlace("castle.north"))
    play.act(0, CountOnly())
    standings = GAME.standings(play.state)
    assert standings is not None
    assert [(row.place, row.seat) for row in standings.places] == [(1, 0), (2, 1), (2, 2)]
    reasons = [row.reason and as_text(row.reason) for row in standings.places]
    assert reasons == [None, *["tied on points, tiebreaker not entered"] * 2]


def test_tie_behind_winner_is_broken_once_its_pieces_are_entered() -> None:
    play = with_points(50, 20, 20)
    play.act(YELLOW, ClaimPlace("port.north"))
    play.act(GREEN, ClaimPlace("castle.north"))
    play.act(0, CountOnly())
    standings = GAME.standings(play.state)
    assert standings is not None
    assert [(row.place, row.seat) for row in standings.places] == [(1, 0), (2, 2), (3, 1)]


def test_pieces_of_other_players_do_not_break_a_tie() -> None:
    play = with_points(50, 50, 20)
    play.act(GREEN, ClaimPlace("castle.north"))
    check_refused(play, CountOnly(), "equal", RED)
    assert why_no_winner(play) == "Red and Yellow are tied. To see who won, tap the pieces of Red and Yellow."
    play.act(RED, ClaimPlace("large.north"))
    assert why_no_winner(play) == "Red and Yellow are tied. To see who won, tap the pieces of Yellow."
    check_refused(play, CountOnly(), "equal", RED)
    play.act(YELLOW, ClaimPlace("port.north"))
    assert winners(play) == (RED,)


def test_victory_is_shared_only_if_all_leaders_have_equal_pieces() -> None:
    play = with_points(50, 50)
    check_refused(play, CountOnly(), "equal", RED)
    play.act(RED, ClaimPlace("port.wales"))
    play.act(YELLOW, ClaimPlace("port.west"))
    assert winners(play) == (RED, YELLOW)


def test_tied_leader_without_pieces_enters_that() -> None:
    play = with_points(50, 50, 20)
    play.act(YELLOW, ClaimPlace("port.wales"))
    check_refused(play, EnterNoPieces(), "not-tied", GREEN)
    check_refused(play, EnterNoPieces(), "not-tied", YELLOW)
    play.act(RED, EnterNoPieces())
    assert winners(play) == (YELLOW,)


def test_tied_leaders_of_different_houses_need_only_the_kings() -> None:
    play = with_points(50, 50, 20, 20)
    check_refused(play, CountOnly(), "kings", RED)
    assert why_no_winner(play) == "Red and Yellow are tied. To see who won, enter the Kings."
    play.act(0, EnterKings(2, 3))
    assert winners(play) == (YELLOW,)


def test_leaders_with_equal_kings_need_their_pieces() -> None:
    play = with_points(50, 50, 20, 20)
    play.act(0, EnterKings(0, 0))
    check_refused(play, CountOnly(), "equal", RED)


def test_tied_leaders_of_one_house_need_no_kings() -> None:
    play = with_points(50, 20, 20, 50)
    check_refused(play, CountOnly(), "equal", RED)
    play.act(RED, ClaimPlace("port.wales"))
    play.act(3, ClaimPlace("castle.wales"))
    assert winners(play) == (3,)


def test_only_leaders_with_most_kings_need_pieces() -> None:
    play = with_points(50, 50, 20, 50)
    play.act(0, EnterKings(3, 2))
    play.act(RED, ClaimPlace("port.wales"))
    play.act(3, ClaimPlace("castle.wales"))
    assert winners(play) == (3,)


def needed_to_count(play: Play) -> tuple[str, ...]:
    legal_action = play.view(None).legal_action("count-only")
    assert legal_action is not None
    return legal_action.missing_values


def test_noble_has_to_be_read_only_if_two_leaders_have_one() -> None:
    play = with_points(50, 50, 20)
    play.state = replace(
        play.state, printed_values={**play.state.printed_values, **{f"value.noble.wales.{n}": "" for n in (1, 2)}}
    )
    play.act(GREEN, ClaimPlace("noble.wales.2"))
    play.act(RED, ClaimPlace("noble.wales.1"))
    play.act(YELLOW, ClaimPlace("castle.wales"))
    assert needed_to_count(play) == ()
    play.act(YELLOW, ClaimPlace("noble.west.1"))
    assert needed_to_count(play) == ("value.noble.wales.1",)
    play.act(YELLOW, GiveUpPlace("noble.west.1"))
    play.act(0, CountOnly())
    standings = GAME.standings(play.state)
    assert standings is not None
    assert standings.winners == (RED,)
    reason = standings.places[0].reason
    assert reason is not None
    assert as_text(reason) == "tied on points: the noble decides"


def test_printed_values_are_needed_only_where_they_decide() -> None:
    play = finished_game(2, {"value.noble.wales.1": "", "cathedral.west": ""})
    for seat, points in enumerate((40, 50)):
        play.act(seat, EnterPoints(points))
    legal_action = play.view(None).legal_action("confirm-board")
    assert legal_action is not None
    assert legal_action.missing_values == ()
    play.act(0, ClaimPlace("noble.wales.1"))
    legal_action = play.view(None).legal_action("confirm-board")
    assert legal_action is not None
    assert legal_action.missing_values == ("value.noble.wales.1",)


def test_unread_noble_also_needs_the_prize_of_its_area() -> None:
    play = finished_game(2, {"value.noble.wales.1": "", "most.wales": ""})
    for seat, points in enumerate((40, 50)):
        play.act(seat, EnterPoints(points))
    play.act(0, ClaimPlace("noble.wales.1"))
    legal_action = play.view(None).legal_action("confirm-board")
    assert legal_action is not None
    assert legal_action.missing_values == ("value.noble.wales.1", "most.wales")


def test_entered_captain_can_be_removed() -> None:
    play = finished_game(2)
    nowhere: Action = EnterCaptain("")
    check_refused(play, nowhere, "not-offered", RED)
    play.act(0, EnterCaptain("midlands"))
    play.act(0, nowhere)
    assert play.state.calais is None


def test_five_kings_are_too_many_before_the_last_parliament() -> None:
    play = finished_game()
    for seat, house in enumerate(HOUSES):
        play.act(seat, EnterPoints(40 + seat, house))
    play.act(0, EnterKings(2, 3))
    check_refused(play, ConfirmBoard(), "kings", RED)
    play.act(0, CountOnly())
