"""Rewrites the recordings: `python -m tests.royals.record`. Only for a rule that was changed on purpose."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from pathlib import Path

from scoring.bots import NAMES
from scoring.claims import ClaimPlace, GiveUpPlace, SettlePlace
from scoring.kernel import EVERY_MOVE, FINAL_SCORING, KEY_MOMENTS, Action, Event, Rng
from scoring.printed_values import PrintedValues
from scoring.recording import export
from scoring.replay import Projection, Record, apply_record
from scoring.reveal_phases import ConfirmBoard
from scoring.royals import GAME
from scoring.royals.components import EXAMPLE
from scoring.royals.ending import AcceptSums, CorrectSum, NameHighest, SealSums
from scoring.royals.epoch import CallEpoch, EndEpoch, EndTurn, SettleTie
from scoring.royals.titles import ConfirmTitles
from scoring.royals.turn import ChooseStartPlayer, ResumeTurns
from scoring.royals.turn import TakePosition as Take
from scoring.table import Actor, decide_with, new_table
from scoring.table_events import GameStarted, SeatTaken
from scoring.tracking_modes import ChangeTrackingMode
from tests.royals.counted import (
    final_scoring_entries,
    is_needed,
    key_moments_entries,
    sums,
    unread,
    unread_board_entries,
)
from tests.royals.scripted import scripted
from tests.royals.test_counting import whole

FOLDER = Path(__file__).parent / "recorded"
COLOURS = ("black", "white", "purple", "orange", "red")
AT = "2026-01-01T20:00:00+00:00"
RNG = Rng(random.Random(1))


class Recorder:
    def __init__(
        self, seats: int, edition: str = "abacus", box: PrintedValues | None = None, tracking_mode: str = EVERY_MOVE
    ) -> None:
        options = {"edition": edition, "follow": tracking_mode}
        known = {key: value for key, value in {**EXAMPLE, **(box or {})}.items() if value}
        opened = new_table(GAME, options, known, example=tracking_mode == EVERY_MOVE)
        self.projection: Projection = apply_record(None, Record(1, AT, None, "open", opened))
        for number in range(seats):
            self.add([SeatTaken(number + 1, NAMES[number], COLOURS[number])], f"sit-{number}", number)
        self.add([GameStarted()], "start")

    def add(self, events: Sequence[Event], action: str, by: int | None = None) -> None:
        for event in events:
            self.projection = apply_record(self.projection, Record(self.projection.seq + 1, AT, by, action, event))

    def act(self, *actions: Action) -> Recorder:
        for action in actions:
            self.act_as(self.projection.table.state.turn or 0, action)
        return self

    def act_as(self, seat: int, *actions: Action) -> Recorder:
        for action in actions:
            events = decide_with(self.projection.table, Actor(seat), seat, action, {}, RNG)
            self.add(events, f"ask-{self.projection.seq}", seat)
        return self

    def act_all(self, actions: Iterable[tuple[int, Action]]) -> Recorder:
        """Takes the actions that Herald needs and skips the others."""
        for seat, action in actions:
            if is_needed(self.projection.table.state, seat, action):
                self.act_as(seat, action)
        return self

    def turn(self, *positions: str) -> Recorder:
        return self.act(*map(Take, positions), EndTurn())

    def epoch(self, *positions: str) -> Recorder:
        return self.act(*map(Take, positions), EndEpoch(), ConfirmBoard())

    def end(self, name: str) -> None:
        self.act(ConfirmTitles())
        self.keep(name)

    def keep(self, name: str) -> None:
        FOLDER.mkdir(exist_ok=True)
        (FOLDER / f"{name}.jsonl").write_text(export(self.projection), encoding="utf-8")


def main() -> None:
    # Two players: Anna alone in Spain, one Duke each (halves), and a tie in everything at the end.
    even = {"city.France.3": "5", "city.Britain.1": "5", "influence.France.3.a": "4", "influence.Britain.1.a": "4"}
    even |= {f"epoch.{c}.{n}.first": "4" for c in ("France", "Britain") for n in (1, 2, 3)}
    two = Recorder(2, box=even).act(ChooseStartPlayer(0))
    two.turn("France.3.a").epoch("Britain.1.a").epoch().epoch().end("2-shared-victory")

    again = Recorder(2, "arcane").act(ChooseStartPlayer(1))
    again.turn("Spain.1.a", "Britain.1.a").epoch("Spain.1.a").turn("Spain.1.a", "France.1.a").epoch("France.1.b")
    again.turn().epoch("Britain.2.a")
    again.end("2-single-winner")

    # Three players, the other edition: a tie by title in Spain, a tie by city in France, and a three-way tie for Baron.
    three = Recorder(3, "arcane").act(ChooseStartPlayer(2))
    three.turn("Spain.4.a", "Spain.2.b", "France.4.a", "Britain.1.b")
    three.turn("Spain.3.a", "France.1.a", "German-States.1.b")
    three.epoch("France.2.a", "Britain.3.a")
    three.turn("Spain.1.a").turn("Spain.2.b", "France.5.a").epoch("Spain.3.a", "German-States.3.a")
    three.turn("France.5.a").act(EndEpoch(), EndTurn(), ConfirmBoard())
    three.end("3-tie-by-city")

    # Four players: a tie that only the table can settle, all three bonuses, take-overs back and forth.
    four = Recorder(4, box={"city.France.4": "3"}).act(ChooseStartPlayer(1))
    four.turn("France.4.a").turn("France.1.a")
    four.turn("Britain.1.a", "Britain.2.a", "Britain.3.a", "France.2.a", "Spain.4.a", "Spain.3.a", "Spain.2.b")
    four.epoch("Britain.3.a", "Spain.1.a").act(SettleTie("France", 2))
    four.turn("Spain.3.a").turn("Britain.3.a").turn("Spain.3.a").epoch("France.1.b")
    four.turn("France.5.a").act(EndEpoch()).turn("France.5.a").act(EndTurn(), ConfirmBoard())
    four.end("4-tie-for-the-table")

    # Five players: a tie at the top, decided by the highest single marker.
    close = {f"epoch.{country}.{n}.first": "1" for country in ("France", "Spain") for n in (1, 2, 3)}
    close |= {"city.France.1": "3", "city.Spain.1": "2", "title.Spain.1.a": "Baron"}
    close |= {"value.Marshal.full": "37", "value.Baron.full": "38"}
    five = Recorder(5, box=close).act(ChooseStartPlayer(0))
    five.turn("France.1.a").turn("Spain.1.a").turn("Britain.2.a").turn("German-States.2.a").epoch("German-States.4.a")
    five.turn().turn().turn("Britain.2.b").turn().epoch()
    five.turn().turn().act(EndEpoch()).turn().turn().act(ConfirmBoard())
    five.end("5-highest-marker")

    record_untracked()


def record_untracked() -> None:
    """Records games of bots in KEY_MOMENTS and FINAL_SCORING mode."""
    for seats in (2, 3, 5):
        real, events = whole((seats, seats))
        Recorder(seats, tracking_mode=KEY_MOMENTS).act_all(key_moments_entries(real, events)).keep(f"{seats}-counted")
        Recorder(seats, tracking_mode=FINAL_SCORING).act_all(final_scoring_entries(real)).keep(f"{seats}-end-counted")

    record_unread_boards()

    # Four players: the tracking mode changes twice, two claim the same place, one taps by mistake, one adds up wrongly.
    play = scripted()
    four = Recorder(4, tracking_mode=KEY_MOMENTS).act(
        ChangeTrackingMode("moves"), ResumeTurns(0, 1), ChangeTrackingMode("counts")
    )
    first, *rest = key_moments_entries(play.state, play.events)
    four.act_as(*first).act_as(0, ClaimPlace("Spain.2.a")).act_as(1, ClaimPlace("Spain.2.a"), SettlePlace("Spain.2.a"))
    four.act_as(2, ClaimPlace("Britain.2.b"), GiveUpPlace("Britain.2.b"))
    sealed = [n for n, (_, action) in enumerate(rest) if isinstance(action, SealSums)][-1]
    four.act_all((seat, action) for seat, action in rest[:sealed] if action != ClaimPlace("Spain.2.a"))
    wrong = sums(play.state, 3) | {"city": 14}
    four.act_as(3, SealSums(wrong), CorrectSum(3, "city", 15), AcceptSums()).keep("4-counted")
    Recorder(4, tracking_mode=FINAL_SCORING).act_all(final_scoring_entries(play.state)).keep("4-end-counted")

    # Two players tied on points: the highest single marker is asked for.
    box = {"city.France.3": "12", "city.France.1": "1", "city.Britain.1": "6", "city.Britain.2": "7"}
    box |= {f"epoch.{c}.{n}.first": "4" for c in ("France", "Britain") for n in (1, 2, 3)}
    two = Recorder(2, box=box, tracking_mode=KEY_MOMENTS).act(CallEpoch())
    two.act_as(0, ClaimPlace("France.3.a"), ClaimPlace("France.1.b"))
    two.act_as(1, ClaimPlace("Britain.1.a"), ClaimPlace("Britain.2.a"))
    two.act(ConfirmBoard(), CallEpoch(), ConfirmBoard(), CallEpoch(), ConfirmBoard(), ConfirmTitles())
    thirteen = {"city": 13, "country": 0, "noble": 0}
    two.act_as(0, SealSums(thirteen)).act_as(1, SealSums(thirteen))
    two.act_as(0, NameHighest(12)).act_as(1, NameHighest(7)).keep("2-highest-named")


def record_unread_boards() -> None:
    """Records games of bots at tables that have not read the board."""
    for seats in (2, 3, 4, 5):
        real, _ = whole((seats, seats))
        table = Recorder(seats, tracking_mode=KEY_MOMENTS, box=unread(EXAMPLE))
        table.act_all(unread_board_entries(real, lambda table=table: table.projection.table.state)).keep(
            f"{seats}-told"
        )  # type: ignore[misc]


if __name__ == "__main__":
    main()
