"""Switching to EVERY_MOVE: board and hands are entered, and the game continues as if always tracked."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from scoring.kernel import EVERY_MOVE, KEY_MOMENTS, Action, GameConfig
from scoring.saga import GAME
from scoring.saga.components import COLOURS, CROWN, EXAMPLE, PLAIN, can_be_worth
from scoring.saga.final_count import GameOver
from scoring.saga.final_scoring import EnterLastKnight
from scoring.saga.phases import BoardEntry, SetUp
from scoring.saga.playing import PlayKnight
from scoring.saga.resuming import (
    ONCE,
    EnterFaceDown,
    EnterFame,
    EnterHand,
    EnterHolder,
    EnterSide,
    EnterUsed,
    HandEntry,
    LayKnight,
    LiftKnight,
    PlayOn,
    ResumeTracking,
)
from scoring.saga.setup import Begin, LayCrowns, LayDrawn
from scoring.saga.state import FREE, State, army_place
from scoring.saga.turn import Turn
from scoring.standings import totals
from scoring.tracking_modes import ChangeTrackingMode
from tests.release_gates import amount
from tests.saga.play import Play, new_game, position, resume
from tests.saga.test_every_option import TABLES, named
from tests.saga.test_random_games import games, random_action

ANNA, BEN, CARLA = 0, 1, 2


def away(players: int = 2) -> Play:
    return Play(GAME.start(GameConfig(players, {"follow": KEY_MOMENTS}, EXAMPLE)))


def game_under_way(players: int = 2) -> Play:
    """A game of which nothing was entered, after the sides of the lands."""
    play = away(players)
    play.act(ANNA, ChangeTrackingMode(EVERY_MOVE))
    play.act(ANNA, LayCrowns())
    play.act(ANNA, ResumeTracking())
    return play


# --- the same game, tracked and resumed late -----------------------------------------------------------


def table_and_hands(state: State) -> tuple[object, ...]:
    """Returns the contents of the table and the hands, without army numbers."""
    armies = [(a.owner, a.land, a.knights, tuple(laid.knight for laid in a.face_down)) for a in state.armies.values()]
    lands = {land: (one.side, one.holder, one.knights, one.used) for land, one in state.lands.items()}
    hands = [(state.hand_cards(seat), state.hand_points(seat)) for seat in range(state.seats)]
    return sorted(armies, key=repr), lands, sorted(state.free, key=repr), state.fame, hands


def can_be_told(state: State) -> bool:
    """True at the start of a turn with possible hands; bots can have impossible ones."""
    hands = [(state.hand_cards(seat), state.hand_points(seat)) for seat in range(state.seats)]
    fresh = isinstance(state.phase, Turn) and state.phase == Turn(state.phase.turn)
    return fresh and all(cards and can_be_worth(cards, points) for cards, points in hands)


def there(action: Action, armies: dict[int, int]) -> Action:
    """Returns the same action with the army numbers of the other table."""
    data = vars(action)
    if "army" in data:
        return replace(action, army=armies.get(data["army"], data["army"]))
    place = str(data.get("place", ""))
    names = {army_place(one): army_place(other) for one, other in armies.items()}
    return replace(action, place=names[place]) if place in names else action


@pytest.mark.long
@pytest.mark.parametrize("known", [True, False], ids=["followed before", "never followed"])
@pytest.mark.parametrize("options", TABLES, ids=named)
def test_a_game_tracked_from_the_middle_ends_as_if_it_had_always_been_tracked(
    options: dict[str, str], known: bool
) -> None:
    resumed = 0
    for seed in range(amount(3, 60)):
        players = 2 + seed % 3
        rng = random.Random(seed)
        leave, come = sorted((rng.randint(1, 30), rng.randint(1, 60)))
        late: Play | None = None
        for moves, play in enumerate(games(seed, players, options=options)):
            state = play.state
            if known and late is None and moves >= leave and can_be_told(state):
                late = Play(state)
                late.act(ANNA, ChangeTrackingMode(KEY_MOMENTS))
            if moves >= come and can_be_told(state) and (late or not known):
                late = late or Play(
                    GAME.start(GameConfig(players, {"follow": KEY_MOMENTS, **options}, state.printed_values))
                )
                armies = resume(late, state)
                assert table_and_hands(late.state) == table_and_hands(state), seed
                _both_to_the_end(Play(state), late, armies, rng)
                resumed += 1
                break
    assert resumed


def _both_to_the_end(one: Play, other: Play, armies: dict[int, int], rng: random.Random) -> None:
    while not isinstance(one.state.phase, GameOver):
        seat, action, printed_values = random_action(one.state, rng)
        new = one.state.armies_made, other.state.armies_made
        one.act(seat, action, **printed_values)
        other.act(seat, there(action, armies), **printed_values)
        if one.state.armies_made > new[0]:
            armies[new[0] + 1] = new[1] + 1
        assert table_and_hands(one.state) == table_and_hands(other.state)
    assert totals(GAME.score(one.state), one.state.seats) == totals(GAME.score(other.state), one.state.seats)
    assert GAME.standings(one.state) == GAME.standings(other.state)


# --- questions -----------------------------------------------------------------------------------------


def test_if_nothing_was_entered_the_start_layout_is_enough() -> None:
    play = away()
    play.act(ANNA, ChangeTrackingMode(EVERY_MOVE))
    assert isinstance(play.state.phase, SetUp)
    assert play.refusal_code(ANNA, ResumeTracking()) == "set-up"  # no side of a land is known yet
    play.act(ANNA, LayCrowns())
    play.act(ANNA, LayDrawn())
    play.act(ANNA, Begin(BEN))
    assert play.turn.turn == BEN


def test_tracking_cannot_be_resumed_in_a_game_tracked_from_the_start() -> None:
    play = new_game()
    play.act(ANNA, LayCrowns())
    assert play.refusal_code(ANNA, ResumeTracking()) == "set-up"


def test_a_table_that_was_tracked_before_starts_with_its_last_board() -> None:
    play = position(held={"green": (BEN, "G3 Y3")}, armies=[(ANNA, "G4")], fame=(3, 5))
    before = table_and_hands(play.state)
    play.act(ANNA, ChangeTrackingMode(KEY_MOMENTS))
    play.act(ANNA, ChangeTrackingMode(EVERY_MOVE))
    assert isinstance(play.state.phase, BoardEntry)
    assert table_and_hands(play.state) == before
    play.act(ANNA, PlayOn(BEN))
    assert play.view().waiting_for == (ANNA, BEN)
    play.act(ANNA, EnterHand(11, 26))
    play.act(BEN, EnterHand(10, 24))
    assert play.turn.turn == BEN
    assert table_and_hands(play.state) == before


def test_knights_recruited_while_untracked_are_in_the_entered_hand() -> None:
    play = game_under_way()
    play.act(ANNA, PlayOn(ANNA))
    assert play.refusal_code(ANNA, EnterHand(11, 30)) == "not-offered"  # nl 38: a set has twelve
    assert play.refusal_code(ANNA, EnterHand(13, 29)) == "not-offered"  # nl 39: and is worth 30
    assert play.refusal_code(ANNA, EnterHand(13, 53)) == "hand"
    play.act(ANNA, EnterHand(14, 36))
    play.act(ANNA, EnterHand(14, 37))  # can be changed until all hands are entered
    play.act(BEN, EnterHand(12, 30))
    assert play.view(ANNA).hand is not None
    assert (play.state.hand_cards(ANNA), play.state.hand_points(ANNA)) == (14, 37)
    play.act(ANNA, PlayKnight(0, "red-4"))
    assert (play.state.hand_cards(ANNA), play.state.hand_points(ANNA)) == (13, 33)


def test_hand_and_table_together_never_exceed_a_set_plus_all_free_knights() -> None:  # nl 160-167
    play = game_under_way()
    for knight in ("red-4", "blue-4", "green-4"):
        play.act(ANNA, LayKnight("new-0" if knight == "red-4" else "army-1", knight))
    for knight in ("red-4", "blue-4", "green-4"):
        play.act(ANNA, LayKnight("land-red", knight))
    play.act(ANNA, PlayOn(ANNA))
    for cards, points in ((22, 48), (21, 49), (8, 30), (9, 17)):  # 25 knights; 61 points; 11 knights; 29 points
        assert play.refusal_code(ANNA, EnterHand(cards, points)) == "not-offered"
    play.act(ANNA, EnterHand(21, 48))
    play.act(ANNA, EnterHand(9, 18))


def test_entering_a_new_holder_clears_the_army_under_the_land() -> None:
    play = game_under_way()
    play.act(ANNA, LayKnight("land-red", "red-4"))
    play.act(ANNA, EnterHolder("red", BEN))
    assert play.state.lands["red"].knights == ()
    play.act(ANNA, LayKnight("land-red", "red-3"))
    assert play.refusal_code(ANNA, LayKnight("land-red", "red-2")) == "colour-rule"  # nl 146
    play.act(ANNA, LiftKnight("land-red", "red-3"))
    play.act(ANNA, LayKnight("land-red", "red-2"))
    assert play.view().land("red").worth == 2


def test_play_cannot_resume_while_an_army_is_stronger_than_its_land() -> None:
    play = game_under_way()
    play.act(ANNA, LayKnight("new-1", "red-4"))
    assert play.refusal_code(ANNA, PlayOn(ANNA)) == "conquest"  # nl 150: no knights are under the land
    for knight in ("red-4", "blue-1"):
        play.act(ANNA, LayKnight("land-red", knight))
    play.act(ANNA, PlayOn(ANNA))
    assert isinstance(play.state.phase, HandEntry)


def test_a_single_use_property_can_be_entered_as_used() -> None:
    play = game_under_way()
    once = [o for o in play.view().legal_actions if o.action == "enter-used"]
    assert not once  # nobody holds such a land yet
    for land in play.state.lands:
        play.act(ANNA, EnterHolder(land, BEN))
    (land,) = {o.field("land").options[0] for o in play.view().legal_actions if o.action == "enter-used"} or {""}  # type: ignore[union-attr]
    play.act(ANNA, EnterUsed(land, 1))
    assert play.state.lands[land].used


def test_a_used_land_that_was_turned_over_shows_its_other_side() -> None:
    assert not [
        o for o in game_under_way().view().legal_actions if o.action == "enter-side"
    ]  # a rotated land keeps its side
    play = Play(GAME.start(GameConfig(2, {"follow": KEY_MOMENTS, "turned": "over"}, EXAMPLE)))
    play.act(ANNA, ChangeTrackingMode(EVERY_MOVE))
    play.act(ANNA, LayCrowns())
    play.act(ANNA, ResumeTracking())
    (land,) = (one for one in COLOURS if ONCE & set(play.state.properties(one)))
    play.act(ANNA, EnterHolder(land, BEN))
    play.act(ANNA, EnterSide(land, PLAIN))
    play.act(ANNA, EnterUsed(land, 1))
    assert (play.state.lands[land].side, play.state.lands[land].used) == (PLAIN, True)
    assert play.state.side_for_next(land) == CROWN


def test_free_knights_and_fame_are_entered() -> None:
    play = game_under_way(3)
    play.act(ANNA, LayKnight(FREE, "red-1"))
    play.act(ANNA, LayKnight(FREE, "red-1"))
    play.act(CARLA, EnterFame(12))
    assert [one.key for one in play.view().free] == ["red-1", "red-1"]
    assert play.state.fame == (0, 0, 12)


# --- secrets -------------------------------------------------------------------------------------------


def test_nobody_else_sees_a_hand_or_a_face_down_knight() -> None:
    def seen(hidden: str, points: int) -> tuple[object, ...]:
        play = game_under_way()
        play.act(ANNA, LayKnight("new-0", "red-1"))
        play.act(ANNA, LayKnight("land-red", "blue-4"))
        play.act(ANNA, EnterFaceDown(1, hidden))
        views = [play.view(BEN), play.view(None)]
        play.act(ANNA, PlayOn(BEN))
        play.act(ANNA, EnterHand(11, points))
        views += [play.view(BEN), play.view(None)]
        play.act(BEN, EnterHand(12, 30))
        return (*views, play.view(BEN), play.view(None))

    assert seen("green-1", 30) == seen("green-3", 33)


def test_no_hand_is_shown_while_the_board_is_entered() -> None:
    play = game_under_way()
    assert play.view(ANNA).hand is None
    play.act(ANNA, PlayOn(ANNA))
    assert play.view(ANNA).hand is None


def test_switching_from_every_move_back_to_key_moments_leads_to_the_count() -> None:
    play = game_under_way()
    play.act(ANNA, PlayOn(ANNA))
    for seat in (ANNA, BEN):
        play.act(seat, EnterHand(12, 30))
    play.act(ANNA, ChangeTrackingMode(KEY_MOMENTS))
    play.act(BEN, EnterLastKnight())
    assert play.view().entering is not None
