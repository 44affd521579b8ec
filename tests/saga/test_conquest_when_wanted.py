"""Lands conquered only on request: exactly the legal conquests are accepted (nl 97, 103, 150)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from scoring.kernel import Event
from scoring.saga import GAME
from scoring.saga.components import side_key
from scoring.saga.conquest import ChooseArmy, Conquer, LandConquered
from scoring.saga.corrections import CallLastKnight, CorrectKnight
from scoring.saga.final_count import LANDS_HELD, FinalCount, LastKnightPlayed
from scoring.saga.playing import PlayKnight, TakeBack
from scoring.saga.state import State
from scoring.saga.turn import EndTurn, Turn, TurnEnded
from scoring.words import render
from tests.release_gates import amount
from tests.saga.play import NAMES, Play, knights, nearly_all, position
from tests.saga.test_random_games import games, taken

ANNA, BEN, CARLA = 0, 1, 2
CORN = {"yellow": "take-back"}


def waiting(players: int = 2, **there: object) -> Play:
    play = position(players, **there)  # type: ignore[arg-type]
    play.state = replace(play.state, conquest_waits=True)
    return play


def can_take(play: Play, number: int) -> bool:
    army = play.view().army(number)
    return army is not None and army.can_take


# --- any army above the defence conquers (nl 103, 150) -------------------------------------------------


def test_a_stronger_waiting_army_of_another_player_does_not_block_a_conquest() -> None:
    play = waiting(armies=[(ANNA, "G4 B2"), (BEN, "G4 B4")])
    play.act(ANNA, PlayKnight(1, "yellow-1"))  # 7 against 6, while Ben waits with 8
    assert can_take(play, 1)
    play.act(ANNA, Conquer(1))
    assert play.holder("green") == ANNA
    assert play.state.armies.keys() == {2}, "Ben’s army waits for his turn"


def test_the_other_player_conquers_it_back_in_their_own_turn() -> None:
    play = waiting(armies=[(ANNA, "G4 B2"), (BEN, "G4 B4")])
    play.act(ANNA, PlayKnight(1, "yellow-1"))
    play.act(ANNA, Conquer(1))
    play.act(BEN, PlayKnight(0, "red-1"))
    play.act(BEN, Conquer(2))
    assert play.holder("green") == BEN


@pytest.mark.parametrize("number", [1, 2])
def test_either_of_two_own_armies_may_conquer_the_land(number: int) -> None:
    play = waiting(armies=[(ANNA, "G4 B3"), (ANNA, "G4 B4")])
    play.act(ANNA, PlayKnight(0, "red-1"))
    play.act(ANNA, Conquer(number))
    assert play.holder("green") == ANNA
    assert number not in play.state.armies


def test_the_turn_continues_as_long_as_a_land_can_be_conquered() -> None:
    play = waiting(armies=[(ANNA, "G4 B3"), (BEN, "G4 B4"), (ANNA, "B4 R2"), (BEN, "B4 R4")])
    play.act(ANNA, PlayKnight(0, "red-1"))
    play.act(ANNA, Conquer(1))
    assert play.turn.turn == ANNA
    play.act(ANNA, Conquer(3))
    assert play.turn.turn == BEN


# --- equal armies of two players (nl 255) --------------------------------------------------------------


def test_equal_armies_of_two_players_block_each_other_with_a_refusal_that_explains_it() -> None:
    play = waiting(armies=[(ANNA, "G4 B3"), (BEN, "G4 R3")], free="B1", fame=(1, 0))
    play.act(ANNA, PlayKnight(0, "red-1"))
    refusal = play.refusal(ANNA, Conquer(1))
    assert refusal.code == "equal"
    assert refusal.rule == "nl 255"
    told = render(refusal.message, NAMES)
    assert told == "Ben’s attack is equally strong. The land stays until one of you is stronger."
    assert not can_take(play, 1)
    play.act(ANNA, EndTurn())
    play.act(BEN, PlayKnight(2, "blue-1"))
    play.act(BEN, Conquer(2))
    assert play.holder("green") == BEN


def test_equal_armies_below_the_strongest_do_not_block_each_other() -> None:
    play = waiting(3, armies=[(ANNA, "G4 B3"), (BEN, "G4 R3"), (CARLA, "G4 B4")])
    play.act(ANNA, PlayKnight(0, "red-1"))
    play.act(ANNA, Conquer(1))
    assert play.holder("green") == ANNA


def test_refusals_state_the_real_reason() -> None:
    play = waiting(
        held={"green": (ANNA, "G1")}, armies=[(ANNA, "G4"), (ANNA, "B1"), (BEN, "R4 B4")], free="B1", fame=(1, 0)
    )
    play.act(ANNA, PlayKnight(0, "red-1"))
    assert play.refusal_code(ANNA, Conquer(1)) == "own-land"
    assert play.refusal_code(ANNA, Conquer(2)) == "too-weak"
    assert play.refusal_code(ANNA, Conquer(3)) == "no-army"  # Ben's army


# --- the last knight (nl 196) --------------------------------------------------------------------------


def last_knight(*waiting_armies: tuple[int, str], **there: object) -> Play:
    """Anna has one knight in hand, a 4. Her army of 2 attacks Castle Land, which Ben holds with 5."""
    armies = [*nearly_all(ANNA, "P4"), *waiting_armies]
    return waiting(3, armies=armies, held={"red": (BEN, "R4 G1")}, printed={"red": "free-knight"}, **there)


def test_the_last_knight_conquers_its_land_although_others_wait() -> None:
    """6 against a defence of 5 while another player waits with 7."""
    play = last_knight((CARLA, "R4 B3"))
    play.act(ANNA, PlayKnight(2, "purple-4"))
    assert play.happened(LandConquered) == [LandConquered(ANNA, "red", 2)]
    assert isinstance(play.state.phase, FinalCount)
    held = [line.points for line in GAME.score(play.state) if line.category == LANDS_HELD]
    assert held == [6]


def test_with_the_last_knight_the_strongest_army_of_its_player_conquers_the_land() -> None:
    play = last_knight((ANNA, "R4 B4"))
    play.state = replace(play.state, recruited=(knights("R4 B4"), (), ()))
    play.act(ANNA, PlayKnight(2, "purple-4"))
    assert play.state.lands["red"].knights == knights("R4 B4")


def test_with_the_last_knight_a_tie_with_another_player_leaves_the_land() -> None:
    play = last_knight((CARLA, "R4 B2"))
    play.act(ANNA, PlayKnight(2, "purple-4"))
    assert play.holder("red") == BEN
    assert isinstance(play.state.phase, FinalCount)


def test_an_unexpected_last_knight_also_conquers_its_land() -> None:
    play = waiting(armies=[(ANNA, "G4 B2")])
    play.act(ANNA, PlayKnight(1, "yellow-1"))
    play.act(BEN, CallLastKnight(ANNA))
    assert play.holder("green") == ANNA
    assert isinstance(play.state.phase, FinalCount)


# --- a weakened defence (nl 251-258) -------------------------------------------------------------------


def test_a_weakened_land_goes_to_the_strictly_strongest_army_and_is_not_conquered_back_unasked() -> None:
    """Anna's own army against it waits until she asks for the conquest."""
    play = waiting(
        held={"green": (ANNA, "G4 R3"), "yellow": (ANNA, "Y3")},
        printed=CORN,
        armies=[(BEN, "G4 P1"), (ANNA, "G3 B4")],
    )
    play.act(ANNA, TakeBack("land-green", "red-3"))
    assert play.happened(LandConquered) == [LandConquered(BEN, "green", 1)]
    play.act(ANNA, PlayKnight(0, "red-1"))
    play.act(ANNA, Conquer(2))
    assert play.holder("green") == ANNA


def equal_armies_of_ben() -> Play:
    play = waiting(
        held={"green": (ANNA, "G4 R3"), "yellow": (ANNA, "Y3")}, printed=CORN, armies=[(BEN, "G4 P1"), (BEN, "G3 O2")]
    )
    play.act(ANNA, TakeBack("land-green", "red-3"))
    return play


def test_the_army_that_conquers_a_weakened_land_is_determined_again_after_a_correction() -> None:
    play = equal_armies_of_ben()
    play.act(BEN, CorrectKnight("army-2:orange-2", "orange-3"))
    assert play.state.lands["green"].knights == knights("G3 O3")
    again = equal_armies_of_ben()
    again.act(BEN, CorrectKnight("land-yellow:yellow-3", "yellow-4"))
    assert again.turn.contenders == (1, 2)
    again.act(BEN, ChooseArmy(1))
    assert again.holder("green") == BEN


# --- whole games with an independent referee -----------------------------------------------------------


@dataclass(frozen=True)
class Attack:
    """An army on the table with its strength added up independently."""

    number: int
    owner: int
    land: str
    strength: int


class Referee:
    """Legal conquests, derived only from the cards on the table and the text of the rules."""

    def __init__(self, state: State) -> None:
        self.lands = state.lands
        self.shown = {land: state.printed_values[side_key(land, one.side)] for land, one in state.lands.items()}
        self.attacks = [
            Attack(number, army.owner, army.land, sum(knight.value for knight in army.knights))
            for number, army in state.armies.items()
        ]

    def defence(self, land: str) -> int:
        """nl 264, 271: one land has +1 defence, another -1."""
        values = sum(knight.value for knight in self.lands[land].knights)
        return values + ("defence+1" in self.shown[land]) - ("defence-1" in self.shown[land])

    def breaks(self, attack: Attack) -> bool:
        """nl 150: stronger than the defence of a land the attacker does not hold."""
        return attack.strength > self.defence(attack.land) and attack.owner != self.lands[attack.land].holder

    def tied(self, attack: Attack) -> bool:
        """nl 255: among the strongest armies, tied with one of another player."""
        against = [one for one in self.attacks if one.land == attack.land and self.breaks(one)]
        highest = max(one.strength for one in against)
        return attack.strength == highest and any(
            one.owner != attack.owner for one in against if one.strength == highest
        )

    def legal(self, seat: int) -> set[int]:
        mine = (one for one in self.attacks if one.owner == seat and self.breaks(one))
        return {one.number for one in mine if not self.tied(one)}


def accepted_lands(state: State, seat: int) -> set[int]:
    return {number for number in state.armies if taken(state, seat, Conquer(number))}


def random_steps(seed: int, players: int) -> Iterator[tuple[State, list[Event], State]]:
    """Yields state before, events and state after each step of a random game with conquests on request."""
    before, booked = None, 0
    for play in games(2 * seed + 1, players):
        assert play.state.conquest_waits
        if before is not None:
            yield before, play.events[booked:], play.state
        before, booked = play.state, len(play.events)


def until(state: State, events: list[Event], last: type[Event]) -> State:
    for event in events:
        if isinstance(event, last):
            break
        state = GAME.apply(state, event)
    return state


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_independent_referee_agrees_with_every_conquest(players: int) -> None:
    offered = contested = ended = finished = 0
    for seed in range(amount(6, 200)):
        for before, events, after in random_steps(seed, players):
            now = after.phase
            if isinstance(now, Turn) and now.played and not now.choosers and not now.contenders:
                referee = Referee(after)
                legal = referee.legal(now.turn)
                assert accepted_lands(after, now.turn) == legal, (seed, legal)
                offered += len(legal)
                contested += len(legal - strictly_strongest(referee))
                assert not any(accepted_lands(after, seat) for seat in range(players) if seat != now.turn)
            kinds = [type(event) for event in events]
            if TurnEnded in kinds and kinds.index(TurnEnded) > 0:  # ended automatically
                ended += 1
                turn = Turn.current(before).turn
                assert Referee(until(before, events, TurnEnded)).legal(turn) == set(), seed
            for event in events:
                if isinstance(event, LastKnightPlayed):
                    finished += 1
                    assert Referee(until(before, events, LastKnightPlayed)).legal(event.seat) == set(), seed
    assert min(offered, contested, ended, finished) > 0, (offered, contested, ended, finished)


def strictly_strongest(referee: Referee) -> set[int]:
    """Returns the armies that would conquer their land under the weakened-defence rule (nl 251)."""
    strong = [one for one in referee.attacks if referee.breaks(one)]
    rivals = {one.number: [other for other in strong if other.land == one.land and other != one] for one in strong}
    return {one.number for one in strong if all(other.strength < one.strength for other in rivals[one.number])}
