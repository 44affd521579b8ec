"""Two games that differ only in a face-down knight look the same to everybody but its owner."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from scoring.codec import encode
from scoring.kernel import Refusal, Rng
from scoring.recording import WITHHELD, to_json
from scoring.replay import Record
from scoring.saga import GAME
from scoring.saga.components import ALL_KNIGHTS, Knight
from scoring.saga.corrections import CorrectHand, HandCorrected
from scoring.saga.final_count import AddLastKnight, FinalCount
from scoring.saga.playing import FaceDownPlayed, PlayFaceDown, PlayKnight, PlayOnFaceDown, TakeBack, TurnUp
from scoring.saga.state import Army, FaceDown, State
from scoring.saga.turn import Turn
from scoring.saga.view import SagaView
from scoring.words import render
from tests.release_gates import amount
from tests.saga.play import NAMES, knights, position
from tests.saga.test_random_games import bot_states

LAKE = {"held": {"blue": (0, "B3 R2")}, "printed": {"blue": "face-down"}}


def hiding(state: State, number: int, knight: Knight) -> State:
    """Returns the same state with another face-down knight."""
    army = state.armies[number]
    laid = (FaceDown(knight, army.face_down[0].turn), *army.face_down[1:])
    return replace(state, armies={**state.armies, number: replace(army, face_down=laid)})


def look_the_same(one: State, other: State, owner: int, seen=GAME.view) -> bool:  # type: ignore[no-untyped-def]
    others = [seat for seat in (None, *range(one.seats)) if seat != owner]
    return all(encode(seen(one, seat)) == encode(seen(other, seat)) for seat in others) and GAME.score(
        one
    ) == GAME.score(other)


def face_down_armies(state: State) -> list[tuple[int, Army]]:
    return [(number, army) for number, army in state.armies.items() if army.face_down]


@pytest.mark.long
def test_nobody_sees_a_face_down_knight_in_whole_games() -> None:
    rng, compared, games = random.Random(7), 0, amount(8, 100)
    for state in bot_states(range(games)):
        if isinstance(state.phase, Turn):
            for number, army in face_down_armies(state):
                compared += 1
                assert look_the_same(state, hiding(state, number, rng.choice(ALL_KNIGHTS)), army.owner)
    assert compared > games, compared


def leaky(state: State, seat: int | None) -> SagaView:
    hidden = [laid.knight.value for army in state.armies.values() for laid in army.face_down]
    return replace(GAME.view(state, seat), step=str(hidden))


def test_the_check_would_find_a_leak() -> None:
    play = position(**LAKE, armies=[(0, "G4", "R4")])  # type: ignore[arg-type]
    twin = hiding(play.state, 1, Knight("yellow", 1))
    assert look_the_same(play.state, twin, 0)
    assert not look_the_same(play.state, twin, 0, leaky)


def test_the_owner_does_see_the_difference() -> None:
    play = position(**LAKE, armies=[(0, "G4", "R4")])  # type: ignore[arg-type]
    assert GAME.view(play.state, 0) != GAME.view(hiding(play.state, 1, Knight("yellow", 1)), 0)
    hand = play.view(0).hand
    assert hand
    assert [laid.key for _, laid in hand.face_down] == ["red-4"]


def test_a_refusal_on_another_device_reveals_nothing() -> None:
    """Actions that depend on the hidden colour are private; the public one is refused whatever the knight is."""
    assert PlayOnFaceDown.private
    assert PlayFaceDown.private
    assert TurnUp.private
    one = position(**LAKE, armies=[(0, "G4", "R4")])  # type: ignore[arg-type]
    for knight in ALL_KNIGHTS:
        refusals = set()
        for hidden in ("R4", "Y1", "P2"):
            other = hiding(one.state, 1, knights(hidden)[0])
            with pytest.raises(Refusal) as refused:
                GAME.decide(other, 0, PlayKnight(1, knight.key), Rng(random.Random(1)))
            refusals.add((refused.value.code, refused.value.message))
        assert len(refusals) == 1


def test_trying_to_add_a_knight_to_another_players_army_at_the_end_reveals_nothing() -> None:
    play = position(held={"purple": (0, "P3")}, printed={"purple": "add-at-end"}, armies=[(1, "G4", "R4")])
    play.state = replace(play.state, phase=FinalCount(1))
    assert {play.refusal_code(0, AddLastKnight("army-1", knight.key)) for knight in ALL_KNIGHTS} == {"no-army"}


def test_the_history_shows_secret_actions_without_their_content() -> None:
    play = position(**LAKE, armies=[(0, "G4")])  # type: ignore[arg-type]
    laid = FaceDownPlayed(0, "blue", 1, Knight("red", 4))
    assert (
        render(GAME.history_line(play.state, laid) or "", NAMES)
        == "Anna played a knight face down to the army against Forest Land."
    )
    assert render(GAME.history_line(play.state, HandCorrected(0, 17)) or "", NAMES) == "Anna corrected their hand."


def test_an_export_of_a_running_game_withholds_the_face_down_knight() -> None:
    record = Record(1, "now", 0, "ask", FaceDownPlayed(0, "blue", 1, Knight("red", 4)))
    assert to_json(record, withhold=True)["data"] == {"seat": 0, "land": "blue", "army": 1, "knight": WITHHELD}


def test_a_face_down_knight_that_is_taken_back_stays_secret() -> None:
    play = position(held={"yellow": (0, "Y3")}, printed={"yellow": "take-back"}, armies=[(0, "G4", "R1")])
    twin = position(held={"yellow": (0, "Y3")}, printed={"yellow": "take-back"}, armies=[(0, "G4", "P3")])
    for game in (play, twin):
        game.act(0, TakeBack("army-1", "face-down"))
    assert play.events == twin.events
    assert look_the_same(play.state, twin.state, 0)


def test_only_the_owner_sees_a_corrected_hand() -> None:
    one, other = position(armies=[(0, "G4")]), position(armies=[(0, "G4")])
    one.act(0, CorrectHand(20))
    other.act(0, CorrectHand(30))
    assert look_the_same(one.state, other.state, 0)
    assert one.view(0) != other.view(0)
