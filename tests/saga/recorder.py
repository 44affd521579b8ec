"""Makes the recordings of Saga: `python -m tests.saga.recorder [SEEDS]`.

Bots play one game per seed; for each player count, the game that uses the most properties is kept. Its end is then also
entered in KEY_MOMENTS and FINAL_SCORING mode, and one game is tracked from the middle. Existing recordings are never
rewritten: they document how Herald scored when they were made.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from pathlib import Path

from scoring.bots import play_game
from scoring.claims import ClaimPlace, GiveUpPlace, SettlePlace
from scoring.kernel import FINAL_SCORING, KEY_MOMENTS, Action, Rng
from scoring.printed_values import PrintedValues
from scoring.recording import export, load
from scoring.replay import Projection
from scoring.saga import GAME
from scoring.saga.components import CROWN, EXAMPLE, PLAIN, PROPERTIES, Property, side_key
from scoring.saga.conquest import ArmyChosen, FreeKnightTaken, LandConquered
from scoring.saga.final_count import ArmyCounted, BeginCount, CountBegan, FinalCount, LastKnightAdded
from scoring.saga.final_scoring import (
    FAME,
    ClaimLand,
    CompareArmies,
    CorrectNumber,
    EnterKnights,
    EnterNumber,
    TakeBackEntry,
)
from scoring.saga.playing import DefenceStrengthened, FaceDownPlayed, KnightTakenBack
from scoring.saga.resuming import LayKnight, LiftKnight
from scoring.saga.state import State
from scoring.saga.turn import TurnBegan
from scoring.table import Actor, Table, apply_event, decide_with
from tests.recorder import Recording
from tests.saga.play import entries, resume
from tests.strategies import begun, with_records

RECORDED = Path(__file__).parent / "recorded"
# Properties on the crown sides by player count; together they cover all properties.
SHOWN: Mapping[int, Mapping[str, str]] = {
    2: {
        "red": "defence+1",
        "green": "no-minus",
        "blue": "army-counts",
        "orange": "worth-nothing",
        "purple": "add-card",
        "yellow": "take-back/five",
    },
    3: {
        "red": "free-knight",
        "green": "two-each",
        "blue": "face-down",
        "orange": "defence-1",
        "purple": "add-at-end",
        "yellow": "fifteen",
    },
    4: {
        "red": "free-knight",
        "green": "no-minus",
        "blue": "face-down/army-counts",
        "orange": "defence-1/worth-nothing",
        "purple": "add-card/add-at-end",
        "yellow": "take-back/fifteen",
    },
}
# The plain sides show the same, except for these pairs, which are never on the same side.
OTHERS = {"defence+1": "free-knight", "no-minus": "two-each", "five": "fifteen"}
OTHERS |= {other: one for one, other in OTHERS.items()}
REMINDER = {2: "off", 3: "on", 4: "off"}
BY_EVENT = {
    FreeKnightTaken: Property.FREE_KNIGHT,
    FaceDownPlayed: Property.FACE_DOWN,
    DefenceStrengthened: Property.ADD_CARD,
    KnightTakenBack: Property.TAKE_BACK,
    LastKnightAdded: Property.ADD_AT_END,
    ArmyCounted: Property.ARMY_COUNTS,
}


def used_properties(projection: Projection) -> set[Property]:
    """Returns the properties that made a difference in this finished game."""
    found: set[Property] = set()
    table: Table | None = None
    for record in projection.effective:
        event = record.event
        found |= {BY_EVENT[type(event)]} if type(event) in BY_EVENT else set()
        if isinstance(event, LandConquered) and table is not None:
            found |= {Property.DEFENCE_PLUS, Property.DEFENCE_MINUS} & set(table.state.properties(event.land))
        table = apply_event(table, event)
    rules = {line.rule: line for line in GAME.score(projection.table.state)}
    return found | {shown for shown in Property if PROPERTIES[shown].at_end and PROPERTIES[shown].rule in rules}


def box_of(players: int) -> PrintedValues:
    crown = {side_key(land, CROWN): shown for land, shown in SHOWN[players].items()}
    plain = {side_key(land, PLAIN): _other(shown) for land, shown in SHOWN[players].items()}
    return {**EXAMPLE, **crown, **plain}


def _other(shown: str) -> str:
    return "/".join(OTHERS.get(one, one) for one in shown.split("/"))


def play(players: int, seed: int) -> Projection:
    return play_game(GAME, players, Rng(random.Random(seed)), {"reminder": REMINDER[players]}, box_of(players))


def record(seeds: int) -> None:
    for players in GAME.players:
        path = RECORDED / f"{players}-last-knight.jsonl"
        if path.exists():
            continue
        games = (play(players, seed) for seed in range(seeds))
        alone = (game for game in games if game.table.standings and len(game.table.standings.winners) == 1)
        best = max(alone, key=lambda game: (len(used_properties(game)), -game.seq))
        path.write_text(export(best), encoding="utf-8")
        print(path.name, best.seq, sorted(shown.value for shown in used_properties(best)))


def record_equal_armies(seeds: int) -> None:
    """Records a game in which a player chooses between two equal armies, which is rare."""
    for players, seed in product(GAME.players, range(seeds)):
        if any(RECORDED.glob("*-equal-armies.jsonl")):
            return
        game = play(players, seed)
        if game.table.standings and any(isinstance(record.event, ArmyChosen) for record in game.effective):
            path = RECORDED / f"{players}-equal-armies.jsonl"
            path.write_text(export(game), encoding="utf-8")
            print(path.name, seed, game.seq)


# --- the same games, untracked -------------------------------------------------------------------------


def count_only(players: int, tracking_mode: str) -> Projection:
    """Returns the recorded game with only its end entered, including slips and their corrections."""
    followed = end_of(players)
    end = followed.phase
    assert isinstance(end, FinalCount)
    projection = begun(GAME, players, {"reminder": REMINDER[players], "follow": tracking_mode})
    actions = [(0, CompareArmies(6, 1, 7)), (0, CompareArmies(6, -1, 6))] if tracking_mode == KEY_MOMENTS else []
    actions += [*with_slips(entries(followed, end, tracking_mode, GAME.example), players), (end.turn, BeginCount())]
    for number, (seat, action) in enumerate(actions):
        events = decide_with(projection.table, Actor(seat), seat, action, {}, Rng(random.Random(1)))
        projection = with_records(projection, events, f"ask-{number}", seat)
    return projection


def end_of(players: int) -> State:
    """Returns the state of the recorded game when the count begins."""
    table: Table | None = None
    for one in load((RECORDED / f"{players}-last-knight.jsonl").read_text(encoding="utf-8")).effective:
        table = apply_event(table, one.event)
        if isinstance(one.event, CountBegan):
            break
    assert table is not None
    state: State = table.state
    return state


def with_slips(actions: Iterable[tuple[int, Action]], players: int) -> Iterator[tuple[int, Action]]:
    """Adds slips: one player claims another's land, one gives up their own, one mistypes the fame."""
    slips = {ClaimLand, ClaimPlace, EnterNumber}
    for seat, action in actions:
        yield seat, action
        other = (seat + 1) % players
        if type(action) in slips and not (isinstance(action, EnterNumber) and action.what != FAME):
            slips.discard(type(action))
            if isinstance(action, EnterNumber):
                yield other, CorrectNumber(seat, FAME, action.number + 1)
                yield seat, CorrectNumber(seat, FAME, action.number)
            elif isinstance(action, ClaimLand):
                yield other, action
                yield seat, SettlePlace(action.showing.partition(":")[0])
            elif isinstance(action, ClaimPlace):
                yield seat, GiveUpPlace(action.place)
                yield seat, action
        if isinstance(action, EnterKnights) and seat == 0:
            yield other, TakeBackEntry(seat)
            yield seat, action


def record_counts() -> None:
    for players, (way, tracking_mode) in product(
        GAME.players, {"only-counted": KEY_MOMENTS, "played-without": FINAL_SCORING}.items()
    ):
        path = RECORDED / f"{players}-{way}.jsonl"
        if not path.exists():
            path.write_text(export(count_only(players, tracking_mode)), encoding="utf-8")
            print(path.name)


# --- the same game, resumed midway ---------------------------------------------------------------------


class Slipping(Recording):
    """A recording whose first entered knight is wrong and lifted again."""

    slipped = False

    def act(self, seat: int, action: Action) -> None:
        super().act(seat, action)
        if isinstance(action, LayKnight) and not self.slipped:
            self.slipped = True
            super().act(seat, LiftKnight(action.place, action.knight))
            super().act(seat, action)


def resume_recording(players: int) -> Projection:
    """Returns the recorded game, untracked until a knight is face down, then with every move to its end."""
    real = next(state for state in _turns(players) if any(army.face_down for army in state.armies.values()))
    recording = Slipping(GAME, players, {"reminder": REMINDER[players], "follow": KEY_MOMENTS}, box_of(players))
    resume(recording, real)
    return recording.play_on(players)


def _turns(players: int) -> Iterator[State]:
    """Yields the recorded game at the start of every turn."""
    table: Table | None = None
    for one in load((RECORDED / f"{players}-last-knight.jsonl").read_text(encoding="utf-8")).effective:
        table = apply_event(table, one.event)
        if isinstance(one.event, TurnBegan):
            yield table.state


def record_taken_up() -> None:
    path = RECORDED / "3-taken-up.jsonl"
    if not path.exists():
        path.write_text(export(resume_recording(3)), encoding="utf-8")
        print(path.name)


if __name__ == "__main__":
    RECORDED.mkdir(exist_ok=True)
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    record(seeds)
    record_equal_armies(seeds)
    record_counts()
    record_taken_up()
