"""Details of influence, titles, markers and noble houses that rarely decide whole games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from scoring.legal_actions import Pick
from scoring.reveal_phases import ConfirmBoard
from scoring.royals import GAME, noble_house
from scoring.royals.components import CITIES, EXAMPLE, NO_POSITION, POSITIONS, TITLES, noble_marker, title_key
from scoring.royals.corrections import CorrectMarker
from scoring.royals.epoch import CallEpoch, EndEpoch, EpochScored, SettleTie
from scoring.royals.influence import deciding_values, key_of
from scoring.royals.markers import is_earned, markers_to_correct
from scoring.royals.state import NOBODY, CubeCount, Marker, State
from scoring.royals.titles import CountCubes
from scoring.royals.turn import SupplyExceeded
from scoring.words import T
from tests.royals.play import Play, check_refused, doubts, game, game_with_values
from tests.royals.test_counting import score_board, untracked_game
from tests.royals.test_ending import play_to_the_titles

ANNA, BEN, CARLA, DAVID = range(4)
SEATS = {"A": ANNA, "B": BEN, "C": CARLA, "D": DAVID}
MARSHAL, BARON, DUKE, CARDINAL, KING = 0, 1, 3, 4, 6


def board(cubes: str) -> State:
    """Returns a board in Spain where nothing else is read: "A1a 3 Duke 5" is Anna's cube on Spain.1.a, with influence
    3, title Duke and a city bonus of 5; "?" is unread."""
    holders, values = dict[str, int](), dict[str, str]()
    for cube in filter(None, cubes.split(", ")):
        place, influence, title, bonus = cube.split()
        position = f"Spain.{place[1]}.{place[2]}"
        holders[position] = SEATS[place[0]]
        read = {f"influence.{position}": influence, f"title.{position}": title, f"city.Spain.{place[1]}": bonus}
        values |= {key: value for key, value in read.items() if value != "?"}
    state = game_with_values(4, **{key.replace(".", "__"): value for key, value in values.items()}).state
    return replace(state, holders=holders)


# --- influence (de 253-257) ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cubes", "key"),
    [
        ("A1a 3 Duke 5", (3, DUKE, 5)),
        ("A1a ? Duke 5", (1, DUKE, 5)),
        ("A1a 3 ? 5", (3, -1, 5)),
        ("A1a 3 Duke ?", (3, DUKE, 0)),
        ("A1a 3 Duke 5, A2a 2 Duke 7", (5, DUKE, 7)),
        ("A1a 3 Duke 5, A2a 2 Marshal 7", (5, DUKE, 5)),
        ("A1a 3 Marshal 5, A2a 2 ? 7", (5, MARSHAL, 5)),
        ("", (0, -1, 0)),
    ],
)
def test_de_253_unread_values_count_as_their_minimum(cubes: str, key: tuple[int, int, int]) -> None:
    assert key_of(board(cubes), "Spain", ANNA) == key


@pytest.mark.parametrize(
    ("cubes", "unread"),
    [
        # Influence decides first.
        ("A1a 3 ? ?, B2a 2 ? ?", ""),
        ("A1a 3 ? ?, B2a ? ? ?", "influence.2.a"),
        # Titles decide only between equal influence.
        ("A1a 2 ? ?, B2a 2 ? ?", "title.1.a title.2.a"),
        ("A1a 2 Baron ?, B2a 2 Duke ?", ""),
        ("A1a 1 Baron ?, A3a 1 ? ?, B2a 2 Duke ?", "title.3.a"),
        # An unread title is at least that of Marshal, but players see which criterion decided.
        ("A1a 2 ? 5, B2a 2 Marshal 3", "title.1.a"),
        ("A1a 2 ? 5, B2a 2 Marshal 7", "title.1.a"),
        # Bonuses decide only between equal highest titles, in the cities of these titles.
        ("A1a 2 King ?, B2a 2 King 5", "bonus.1"),
        ("A1a 1 King 2, A3a 1 Baron ?, B2a 2 King 5", ""),
        # A second title may be as high as the first, in a better city.
        ("A1a 1 King 5, A3a 1 ? 2, B2a 2 King 5", "title.3.a"),
        ("B1a 1 King 5, B3a 1 ? 2, A2a 2 King 5", "title.3.a"),
        # A city of both decides nothing unless another city may be better: the lowest bonus is 1.
        ("A1a 2 King ?, B1b 1 King ?, B2a 1 King 1", ""),
        ("A1a 2 King ?, B1b 1 King ?, B2a 1 King 2", "bonus.1"),
        # Two seats ahead take both markers.
        ("A1a 2 ? ?, B2a 2 ? ?, C3a 9 ? ?", "title.1.a title.2.a"),
        ("A1a 2 ? ?, B2a 2 ? ?, C3a 9 ? ?, D4a 8 ? ?", ""),
        ("A1a 2 ? ?, B2a 2 ? ?, C3a ? ? ?, D4a 9 ? ?", "title.1.a title.2.a influence.3.a"),
        # A seat that is only as good as the others is not ahead of them.
        ("A1a 2 ? 5, B2a 2 Duke 5, C3a 2 Duke 5, D4a 9 ? ?", "title.1.a"),
        # Carla is ahead of Ben, so Anna has to compete with her: her influence is needed first.
        ("A1a 2 ? 5, B2a 2 Duke 5, C3a 1 Cardinal 5, C3b ? Baron 5, D4a 9 ? ?", "influence.3.b"),
    ],
)
def test_de_253_only_values_that_decide_a_marker_are_needed(cubes: str, unread: str) -> None:
    keys = {key.replace("Spain.", "").replace("city", "bonus") for key in deciding_values(board(cubes), "Spain")}
    assert keys == set(unread.split())


def test_markers_stay_if_unread_values_decide_after_a_correction() -> None:
    """Anna was ahead. With equal influence and two Kings, the unread bonus would decide."""
    box = {title_key(at): "King" for at in ("Spain.1.a", "Spain.2.a")} | {"city.Spain.1": ""}
    play = untracked_game(2, {**box, "influence.Spain.1.a": "8", "influence.Spain.2.a": "7"})
    score_board(play, Spain__1__a=ANNA, Spain__2__a=BEN)
    owners = play.state.markers
    assert doubts(play.fill(influence__Spain__2__a="8")) == []
    assert play.state.markers == owners
    assert [marker.seat for marker in owners] == [ANNA, BEN]


# --- scoring an epoch ----------------------------------------------------------------------------------------------


def test_de_253_tie_is_settled_only_on_a_confirmed_board() -> None:
    equal = {"influence.Spain.1.a": "4", title_key("Spain.1.a"): "Duke", "city.Spain.1": "3"}
    play = game(2, box=equal)
    play.play_turns(("Spain.1.a",), ("Spain.2.a",))
    play.act(EndEpoch())
    refusal = check_refused(play, SettleTie("Spain", ANNA), "not-now")
    assert refusal.rule == "de 253"
    play.act(ConfirmBoard())
    settling = [one.seat for one in GAME.all_legal_actions(play.state, SettleTie)]
    assert settling == [play.state.table_action_seat], "it is listed once"


def test_scored_epoch_keeps_a_phase_of_another_kind() -> None:
    before = game().state
    assert GAME.apply(before, EpochScored(1)).phase == before.phase


def test_de_157_only_positions_new_to_a_seat_take_cubes() -> None:
    """24 of the 46 cubes are on the board: the same positions need no others."""
    there = [at for at in POSITIONS if EXAMPLE[title_key(at)] != NO_POSITION][:12]
    play = untracked_game()
    score_board(play, **{at.replace(".", "__").replace("-", "_"): ANNA for at in there})
    assert play.state.cubes_laid(ANNA) == 24
    play.act(CallEpoch())
    play.act(ConfirmBoard())
    assert play.state.epoch == 3


# --- the board -----------------------------------------------------------------------------------------------------


def test_scored_board_leaves_out_cubes_that_a_correction_removed() -> None:
    state = board("A1a 3 Duke 5, B2a 2 Baron 5")
    state = replace(state, scored={1: state}, doubted={1: {"Spain.1.a": NOBODY, "Spain.3.a": CARLA}})
    assert state.holders_when_scored(1) == {"Spain.2.a": BEN, "Spain.3.a": CARLA}


def test_board_with_cubes_only_on_titles_has_been_seen() -> None:
    state = replace(untracked_game().state, occupied=((ANNA, "Spain.1.a"),))
    assert (state.is_unseen, state.only_leaders_entered) == (False, False)


def test_tracked_game_never_enters_only_the_leaders() -> None:
    assert game().state.is_unseen
    assert not game().state.only_leaders_entered
    assert untracked_game().state.only_leaders_entered


def test_de_159_only_positions_on_the_board_can_exist() -> None:
    state = untracked_game(box={title_key("Spain.2.a"): ""}).state
    assert state.title_of("Spain.2.a") is None
    assert state.exists("Spain.2.a")
    assert not state.exists("Spain.1.b")
    assert not state.exists("Spain.9.a")


def test_positions_that_nobody_holds_any_more_are_empty() -> None:
    state = board("A1a 3 Duke 5, B2a 2 Baron 5").with_board({"Spain.2.a": BEN})
    assert state.holders == {"Spain.2.a": BEN}
    assert state.occupied == (), "a cube that stays is no move"


def test_marker_that_returns_is_neither_owned_nor_removed() -> None:
    state = replace(game().state, removed=("city.Spain.1", "city.Spain.2"))
    assert state.without_marker("city.Spain.1").removed == ("city.Spain.2",)


def test_values_in_the_rulebook_need_not_be_read() -> None:
    markers = (noble_marker(1), noble_marker(3))
    assert game_with_values().state.unknown(markers) == (noble_marker(3),)


def test_bonus_markers_are_corrected_only_if_moves_are_tracked() -> None:
    play = untracked_game(2)
    score_board(play, Spain__1__a=ANNA)
    kinds = {marker.partition(".")[0] for marker in markers_to_correct(play.state)}
    assert kinds == {"epoch"}
    assert all(
        set(_options(one.field("marker"))) <= set(markers_to_correct(play.state))
        for one in GAME.all_legal_actions(play.state, CorrectMarker)
    )
    assert f"city.{CITIES[0]}" in markers_to_correct(game().state)


def _options(field: object) -> tuple[str | int, ...]:
    assert isinstance(field, Pick)
    return field.options


@pytest.mark.parametrize(
    ("marker", "earned"),
    [("city.Spain.1", True), ("city.Spain.2", False), ("country.Spain.first", False), ("noble.1", True)],
)
def test_de_193_only_bonuses_of_places_need_cubes_there(marker: str, earned: bool) -> None:
    assert is_earned(board("A1a 3 Duke 5"), Marker(marker, ANNA, T("a marker"))) is earned


# --- titles and noble houses (de 169, 239-241) ---------------------------------------------------------------------

# One position of each title.
AT: Mapping[str, str] = {
    title: next(at for at in POSITIONS if EXAMPLE[title_key(at)] == title) for title in reversed(TITLES)
}
ONE_OF_EACH = tuple((ANNA, at) for at in AT.values())
KINGS = (ANNA, AT["King"])


@pytest.mark.parametrize(
    ("moves", "counted", "completed"),
    [
        (ONE_OF_EACH[1:], {}, None),
        (ONE_OF_EACH, {}, 7),
        ((KINGS, *ONE_OF_EACH), {}, 8),
        # The first cube on a title counts, not a later one.
        ((*ONE_OF_EACH, KINGS), {}, 7),
        # Cubes counted at the table came at the latest then.
        (ONE_OF_EACH[1:], {"King": CubeCount(1, 6)}, 6),
        (ONE_OF_EACH[1:], {"King": CubeCount(1, 3)}, 6),
        ((*ONE_OF_EACH, *((BEN, AT["Duke"]),) * 3), {"King": CubeCount(1, 10)}, 7),
        # Without a cube when they were counted, only later moves count.
        ((*ONE_OF_EACH, KINGS, KINGS), {"King": CubeCount(0, 7)}, 8),
        (ONE_OF_EACH, {"King": CubeCount(0, 7)}, None),
        (ONE_OF_EACH, {"King": CubeCount(0, 1)}, None),
        (ONE_OF_EACH, {"King": CubeCount(0, 0)}, 7),
    ],
)
def test_de_239_house_is_complete_with_first_cube_on_last_title(
    moves: tuple[tuple[int, str], ...], counted: dict[str, CubeCount], completed: int | None
) -> None:
    entered = {(title, ANNA): count for title, count in counted.items()}
    state = replace(game().state, occupied=moves, counted=entered)
    assert state.completed_at(ANNA) == completed


def with_houses(seats: int, complete: int, *markers: tuple[str, int]) -> State:
    """Returns an untracked game in which the first seats have a cube on every title, counted at the same time."""
    counted = {(title, seat): CubeCount(1, 1) for title in TITLES for seat in range(complete)}
    owned = tuple(Marker(key, seat, T("a marker")) for key, seat in markers)
    state = replace(untracked_game(seats).state, counted=counted, markers=owned, holders={"Spain.1.a": ANNA})
    return replace(state, occupied=((ANNA, "Spain.1.a"),))


@pytest.mark.parametrize(
    ("markers", "houses"),
    [
        ((), (ANNA, BEN)),
        ((("noble.1", BEN),), (BEN, ANNA)),
        ((("noble.1", BEN), ("noble.2", ANNA)), (BEN, ANNA)),
        ((("city.Spain.1", BEN), ("noble.1", ANNA)), (ANNA, BEN)),
    ],
)
def test_de_239_houses_counted_together_rank_by_their_markers(
    markers: tuple[tuple[str, int], ...], houses: tuple[int, ...]
) -> None:
    assert noble_house.houses(with_houses(3, 2, *markers)) == houses


@pytest.mark.parametrize(("seat", "points"), [(ANNA, (16,)), (BEN, (0, 12, 8))])
def test_de_241_house_with_a_marker_enters_its_value(seat: int, points: tuple[int, ...]) -> None:
    """Four houses are complete, and there are three markers."""
    field = noble_house.sum_field(with_houses(4, 4, ("noble.1", ANNA)), seat, "noble")
    assert isinstance(field, Pick)
    assert field.options == points


# --- counting cubes on titles --------------------------------------------------------------------------------------


def at_the_titles() -> Play:
    """Returns an untracked game of two after three epochs without a cube; each colour has 36."""
    play = untracked_game(2)
    play.state = replace(play.state, cubes=(36, 36))
    for _ in range(3):
        score_board(play)
    return play


def test_cubes_on_titles_are_entered_only_after_untracked_moves() -> None:
    check_refused(play_to_the_titles(game()), CountCubes("King", 1), "not-now", ANNA)


@pytest.mark.parametrize(("cubes", "exceeded"), [(36, []), (37, [ANNA]), (46, [ANNA])])
def test_de_53_more_cubes_than_the_colour_has_are_questioned(cubes: int, exceeded: list[int]) -> None:
    play = at_the_titles()
    events = play.act(CountCubes("King", cubes), ANNA)
    assert [event.seat for event in events if isinstance(event, SupplyExceeded)] == exceeded


def test_de_53_more_cubes_than_any_colour_has_are_refused() -> None:
    check_refused(at_the_titles(), CountCubes("King", 47), "supply", ANNA)


def test_de_53_only_cubes_added_to_a_title_come_from_the_supply() -> None:
    play = at_the_titles()
    play.act(CountCubes("King", 40), ANNA)
    play.act(CountCubes("King", 46), ANNA)
    assert play.state.cubes_on("King")[ANNA] == 46
