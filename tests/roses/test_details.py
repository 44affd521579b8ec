"""Details of parliament, battles and the last board that rarely occur in whole games."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.claims import ClaimPlace
from scoring.kernel import Batch
from scoring.reveal_phases import BoardConfirmed, Scene
from scoring.roses import GAME
from scoring.roses.components import MERCENARY_TOKENS, SHIPS, cathedral_key, number_key, prize_key
from scoring.roses.last_parliament import CountOnly, EnterPoints, HoldAward, LastBoard, StandFirst
from scoring.roses.parliament import AreaScored, BonusScored, GameOver, Parliament, bonuses, numbers_needed, scenes
from scoring.roses.resolution import BATTLES, BRIBERY, DEPLOYMENT, Resolution, StepShown
from scoring.roses.state import Army, AwardGiven, Scored, by_influence, settle_awards
from scoring.words import T
from tests.roses.play import BLUE, GREEN, RED, YELLOW, Play, as_text, board, board_before_parliament, check_refused
from tests.roses.test_last_parliament import finished_game, offered_actions

# --- the last board ----------------------------------------------------------------------------------------------


def last_board(play: Play) -> LastBoard:
    assert isinstance(play.state.phase, LastBoard)
    return play.state.phase


def with_points(*points: int) -> Play:
    play = finished_game(len(points))
    for seat, number in enumerate(points):
        play.act(seat, EnterPoints(number))
    return play


def test_entered_points_belong_to_the_round_before_the_last() -> None:
    play = with_points(40, 30)
    scored = last_board(play).board(play.state).scored
    assert [(one.round, one.seat, one.points) for one in scored] == [(4, RED, 40), (4, YELLOW, 30)]


def test_nl_190_table_orders_three_tied_players() -> None:
    play = with_points(40, 40, 40)
    play.act(GREEN, StandFirst())
    play.act(YELLOW, StandFirst())
    assert last_board(play).order(play.state) == (GREEN, YELLOW, RED)


def test_only_owned_nobles_and_ships_are_on_the_last_board() -> None:
    play = with_points(40, 30)
    play.act(RED, ClaimPlace("noble.wales.1"))
    play.act(YELLOW, ClaimPlace("ship.west"))
    assert set(last_board(play).board(play.state).stands) == {"noble.wales.1", "ship.west"}


@pytest.mark.parametrize("entered", [RED, YELLOW])
def test_players_without_entered_points_count_as_having_none(entered: int) -> None:
    play = finished_game(2)
    play.act(entered, EnterPoints(0))
    assert last_board(play).order(play.state) == (RED, YELLOW)
    assert last_board(play).ranked_groups(play.state) == ((RED, YELLOW),)


def test_turn_order_is_asked_only_between_entered_points() -> None:
    """One player has 0 points; those of the others are not entered yet (nl 190)."""
    play = finished_game(3)
    play.act(RED, EnterPoints(0))
    check_refused(play, StandFirst(), "not-equal", YELLOW)
    play.act(GREEN, EnterPoints(0))
    assert last_board(play).seats_to_order(play.state) == (RED, GREEN)


def test_nl_489_tile_is_needed_if_others_have_more() -> None:
    """Red and Yellow have two ships each and Red the tile; then Yellow and Green have three each."""
    play = with_points(40, 30, 20)
    for seat, ship in zip((RED, RED, YELLOW, YELLOW), SHIPS, strict=False):
        play.act(seat, ClaimPlace(ship))
    play.act(RED, HoldAward("admiral"))
    phase = last_board(play)
    assert phase.award_holder(phase.board(play.state), "admiral") == RED
    others = replace(play.state, owners=dict(zip(SHIPS, (YELLOW, GREEN) * 3, strict=True)), order=(RED, YELLOW, GREEN))
    assert phase.award_holder(others, "admiral") is None
    assert phase.award_holder(replace(others, awards={"admiral": GREEN}), "admiral") == GREEN


def test_nl_528_ties_behind_the_winner_need_no_tie_breakers() -> None:
    play = with_points(60, 40, 40)
    assert last_board(play).open_ties(play.state) == (YELLOW, GREEN)
    for seat, noble in ((YELLOW, "noble.wales.1"), (GREEN, "noble.west.1")):
        play.act(seat, ClaimPlace(noble))
    assert last_board(play).open_ties(play.state) == ()
    unread = replace(play.state, printed_values={**play.state.printed_values, number_key("noble.west.1"): ""})
    assert last_board(play).open_ties(unread) == (YELLOW, GREEN)


def test_tie_for_the_win_is_not_an_open_tie() -> None:
    """A tie for the win needs its tie-breakers."""
    play = with_points(60, 60, 40)
    assert last_board(play).open_ties(play.state) == ()
    check_refused(play, CountOnly(), "equal", RED)


@pytest.mark.parametrize(("points", "asked"), [((60, 40), False), ((60, 60), True)])
def test_only_tied_winners_are_asked_whether_they_have_pieces(points: tuple[int, ...], asked: bool) -> None:
    assert ("enter-no-pieces" in offered_actions(with_points(*points))) == asked


def test_pieces_are_needed_only_after_all_points() -> None:
    play = finished_game(3)
    for seat in (RED, YELLOW):
        play.act(seat, EnterPoints(60))
    assert "enter-no-pieces" not in offered_actions(play)
    check_refused(play, CountOnly(), "points", RED)


# --- values parliament needs -------------------------------------------------------------------------------------


def test_prize_is_needed_where_only_the_captain_is_present() -> None:
    play = board_before_parliament({}, box={prize_key("south-east", "most"): "", prize_key("wales", "most"): ""})
    assert numbers_needed(play.state) == ()
    captain = replace(play.state, calais=(RED, "south-east"))
    assert numbers_needed(captain) == (prize_key("south-east", "most"),)


@pytest.mark.parametrize(
    ("towns", "needed"),
    [
        ({}, False),
        ({"large.wales": RED}, True),
        ({"small.wales": RED}, True),
        ({"large.wales": RED, "small.wales": RED}, False),
        ({"large.wales": BLUE, "small.wales": BLUE}, False),
    ],
)
def test_nl_519_cathedral_is_needed_if_one_town_is_owned(towns: dict[str, int], needed: bool) -> None:
    play = board_before_parliament({"bishop.wales": RED, **towns}, box={cathedral_key("wales"): ""})
    assert (cathedral_key("wales") in numbers_needed(play.state)) == needed


@pytest.mark.parametrize("cathedral", ["", "large.wales", "small.wales"])
def test_nl_519_owner_of_both_towns_has_the_cathedral(cathedral: str) -> None:
    owners = {"bishop.wales": RED, "large.wales": RED, "small.wales": RED}
    play = board_before_parliament(owners, box={cathedral_key("wales"): cathedral.partition(".")[0]})
    assert [*bonuses(play.state)] == [BonusScored("church", RED, "wales")]


def test_parliament_shows_nothing_before_the_board_is_confirmed() -> None:
    play = board_before_parliament({"castle.wales": RED})
    assert Parliament().script(play.state) == ()


# --- parliament view ---------------------------------------------------------------------------------------------


def scene_lines(play: Play, place: str) -> tuple[list[str], bool]:
    """Returns the lines of a scene, and whether it has a highlight."""
    scene = next(one for one in scenes(play.state) if one.place == place)
    return [as_text(line) for line in scene.lines], scene.highlight is not None


@pytest.mark.parametrize(
    ("seats", "owners", "votes", "empty"),
    [
        (2, {"castle.wales": RED}, "", False),
        (2, {}, "", True),
        (4, {"castle.wales": RED}, "", False),
        (4, {"ship.wales": RED}, "", False),
        (4, {}, "york", False),
        (4, {}, "", True),
    ],
)
def test_film_leaves_out_areas_without_pieces_and_votes(
    seats: int, owners: dict[str, int], votes: str, empty: bool
) -> None:
    play = board_before_parliament(owners, seats=seats)
    entered = {"wales": votes} if votes else {}
    (scene,) = (one for one in scenes(replace(play.state, votes_entered=entered)) if one.place == "wales")
    assert scene.empty == empty


def test_stopped_parliament_asks_for_a_value_cleared_since() -> None:
    """Only tables of earlier versions stop in parliament."""
    play = board_before_parliament({"castle.wales": RED})
    begun = GAME.apply(play.state, BoardConfirmed())
    play.state = replace(begun, printed_values={**begun.printed_values, prize_key("wales", "most"): ""})
    (continues,) = (one for one in play.view(None).legal_actions if one.action == "continue-reveal")
    assert continues.missing_values == (prize_key("wales", "most"),)


def test_area_scene_lists_all_control_points_and_both_prizes() -> None:
    play = board_before_parliament({"castle.wales": RED, "large.wales": GREEN}, seats=3)
    lines, played = scene_lines(play, "wales")
    assert played
    assert [("Red" in line, "Green" in line) for line in lines] == [(True, False), (False, True)] * 2
    assert "5 victory points" in lines[2]
    assert "2 victory points" in lines[3]
    lines, played = scene_lines(play, "west")
    assert (len(lines), played) == (1, False)


def test_king_scene_highlights_its_last_line() -> None:
    play = board_before_parliament({"castle.wales": RED})
    scene = next(one for one in scenes(play.state) if one.place == "king")
    assert scene.highlight is not None
    assert scene.highlight.verdict == scene.lines[-1]
    assert len(scene.lines) == 2


@pytest.mark.parametrize("place", ["awards", "bonuses"])
def test_award_and_bonus_scenes_without_recipients_have_a_line(place: str) -> None:
    lines, played = scene_lines(board_before_parliament({}), place)
    assert (len(lines), "Red" in lines[0], played) == (1, False, False)
    some = board_before_parliament({"port.wales": RED, "ship.wales": RED})
    some.state = replace(some.state, awards={"warden": RED})
    lines, played = scene_lines(some, place)
    assert (len(lines), "Red" in lines[0], played) == (1, True, True)


def test_note_names_the_tie_breaker_against_the_next_seat() -> None:
    """Red has by far the most; Yellow and Green tie for second, and the bishop decides for Yellow."""
    owners = {"castle.wales": RED, "bishop.wales": YELLOW, "small.wales": GREEN}
    play = board_before_parliament(owners, seats=3)
    play.hold_parliament()
    rows = {one.kind: one for one in play.state.scored if one.key == "wales"}
    assert rows["most"].note is None
    assert rows["second"].note is not None
    assert as_text(rows["second"].note) == "the bishop decides"


def test_paid_seat_without_pieces_has_no_note() -> None:
    play = board_before_parliament({"castle.wales": RED}, seats=2)
    [first, second] = AreaScored("wales", YELLOW, RED, "").scored(play.state)
    assert (first.seat, first.note) == (YELLOW, None)
    assert (second.seat, second.note) == (RED, None)


# --- the resolution ----------------------------------------------------------------------------------------------


def scene(phase: str) -> Scene:
    return Scene(phase, T("A scene"), (), "")


def test_nl_419_white_cubes_stay_until_the_battles() -> None:
    play = board({"noble.wales.1": RED})
    steps = (scene(DEPLOYMENT), scene(BRIBERY), scene(BATTLES))
    state = replace(play.state, guarded=("noble.wales.1",), phase=Resolution(scenes=steps))
    left = []
    for _ in range(4):
        state = GAME.apply(state, StepShown())
        left.append(bool(state.guarded))
    assert left == [True, True, False, False]


def test_nothing_comes_after_the_last_scene() -> None:
    assert [Resolution(scenes=(scene(BRIBERY),), shown=shown).next_part for shown in (0, 1)] == [BRIBERY, ""]
    assert Resolution().next_part == ""


# --- the state ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "key", "worth"), [("most", "wales", 0), ("king", "york", 5), ("award", "warden", 4)])
def test_unread_prize_is_worth_nothing_yet(kind: str, key: str, worth: int) -> None:
    assert Scored(1, kind, RED, key).worth({}) == worth


def test_it_is_nobodys_turn_when_the_game_is_over() -> None:
    play = board({})
    assert play.state.turn == RED
    assert replace(play.state, phase=GameOver()).turn is None
    assert replace(play.state, order=()).turn is None


def test_nl_546_without_houses_nobody_is_a_member() -> None:
    assert board({}, seats=3).state.members("york") == ()
    assert board({}).state.members("york") == (YELLOW, GREEN)


def test_mercenaries_on_the_board_and_in_hand_are_not_in_supply() -> None:
    play = board({}, mercenaries=(2, 0, 1, 0))
    state = replace(play.state, armies={"castle.wales": (Army(RED, 1, 3),)})
    assert state.mercenaries_in_supply == MERCENARY_TOKENS - 3 - 3


def test_cards_in_box_are_not_in_deck_until_they_have_owner() -> None:
    state = replace(board({"castle.wales": RED}).state, gone=("castle.west", "large.west"))
    assert {"castle.wales", "castle.west", "large.west"}.isdisjoint(state.in_deck)
    assert "castle.north" in state.in_deck
    assert state.with_owner("castle.west", BLUE).gone == ("large.west",)


NOBLE_VALUES = {number_key("noble.marches.1"): "3", number_key("noble.west.1"): "4", number_key("noble.wales.1"): "3"}


@pytest.mark.parametrize(
    ("votes_first", "order"),
    [
        (True, ("noble.west.1", "noble.wales.1", "noble.marches.1", "castle.wales", "castle.marches")),
        (False, ("noble.west.1", "noble.marches.1", "noble.wales.1", "castle.marches", "castle.wales")),
    ],
)
def test_nl_387_nobles_are_sorted_by_value_then_area(votes_first: bool, order: tuple[str, ...]) -> None:
    """Only payments follow the votes: 5 in Wales, 4 in the Northern Marches."""
    play = board(dict.fromkeys(order, RED), box=NOBLE_VALUES)
    assert by_influence(play.state, sorted(order), votes_first=votes_first) == [*order]


# --- awards ------------------------------------------------------------------------------------------------------


def after_settling(play: Play, piece: str) -> list[AwardGiven]:
    batch = Batch(play.state)
    settle_awards(batch, piece)
    return [event for event in batch.events if isinstance(event, AwardGiven)]


def test_corrected_tile_stays_until_a_piece_of_its_kind_moves() -> None:
    """Red has two ports; the table corrected the tile to Blue. A ship that changes hands does not move it."""
    play = board({"port.wales": RED, "port.west": RED})
    play.state = replace(play.state, awards={"warden": BLUE})
    assert after_settling(play, "ship.wales") == []
    assert after_settling(play, "port.west") == [AwardGiven("warden", RED)]


def test_nl_489_tile_returns_to_the_board_if_nobody_has_two() -> None:
    play = board({"port.wales": RED})
    play.state = replace(play.state, awards={"warden": RED})
    assert after_settling(play, "port.west") == [AwardGiven("warden", -1)]
