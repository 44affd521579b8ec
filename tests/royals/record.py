"""Writes the recordings again: `python -m tests.royals.record`. Only for a rule that has changed on purpose."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from scoring.bots import NAMES
from scoring.box import Box
from scoring.ceremony import ConfirmBoard, ShowAll
from scoring.kernel import Ask, Chance, Event
from scoring.recording import export
from scoring.replay import Record, Story, advance
from scoring.royals import GAME
from scoring.royals.ending import ConfirmTitles
from scoring.royals.epoch import EndEpoch, EndTurn, SettleTie
from scoring.royals.printed import EXAMPLE
from scoring.royals.turn import ChooseStartPlayer
from scoring.royals.turn import TakePosition as Take
from scoring.seating import GameStarted, SeatTaken
from scoring.table import Actor, decide_with, new_table

FOLDER = Path(__file__).parent / "recorded"
COLOURS = ("black", "white", "purple", "orange", "red")
AT = "2026-01-01T20:00:00+00:00"


class Recorder:
    def __init__(self, seats: int, edition: str = "abacus", box: Box | None = None) -> None:
        opened = new_table(GAME, {"edition": edition}, {**EXAMPLE, **(box or {})}, example=True)
        self.story: Story = advance(None, Record(1, AT, None, "open", opened))
        for number in range(seats):
            self.happened([SeatTaken(number + 1, NAMES[number], COLOURS[number])], f"sit-{number}", number)
        self.happened([GameStarted()], "start")

    def happened(self, events: Sequence[Event], ask: str, by: int | None = None) -> None:
        for event in events:
            self.story = advance(self.story, Record(self.story.seq + 1, AT, by, ask, event))

    def ask(self, *asks: Ask) -> Recorder:
        for ask in asks:
            table = self.story.table
            seat = table.state.turn or 0
            events = decide_with(table, Actor(seat), seat, ask, {}, Chance(random.Random(1)))
            self.happened(events, f"ask-{self.story.seq}", seat)
        return self

    def turn(self, *positions: str) -> Recorder:
        return self.ask(*map(Take, positions), EndTurn())

    def epoch(self, *positions: str) -> Recorder:
        return self.ask(*map(Take, positions), EndEpoch(), ConfirmBoard())

    def end(self, name: str) -> None:
        self.ask(ConfirmTitles(), ShowAll())
        FOLDER.mkdir(exist_ok=True)
        (FOLDER / f"{name}.jsonl").write_text(export(self.story), encoding="utf-8")


def main() -> None:
    # Two: Anna alone in Spain, a Duke each (halves), and in the end all is equal.
    even = {"city.France.3": "5", "city.Britain.1": "5", "influence.France.3.a": "4", "influence.Britain.1.a": "4"}
    even |= {f"epoch.{c}.{n}.first": "4" for c in ("France", "Britain") for n in (1, 2, 3)}
    two = Recorder(2, box=even).ask(ChooseStartPlayer(0))
    two.turn("France.3.a").epoch("Britain.1.a").epoch().epoch().end("2-shared-victory")

    again = Recorder(2, "arcane").ask(ChooseStartPlayer(1))
    again.turn("Spain.1.a", "Britain.1.a").epoch("Spain.1.a").turn("Spain.1.a", "France.1.a").epoch("France.1.b")
    again.turn().epoch("Britain.2.a")
    again.end("2-single-winner")

    # Three, with the other edition: a tie by title in Spain, by city in France, three Barons so nobody's.
    three = Recorder(3, "arcane").ask(ChooseStartPlayer(2))
    three.turn("Spain.4.a", "Spain.2.b", "France.4.a", "Britain.1.b")
    three.turn("Spain.3.a", "France.1.a", "German-States.1.b")
    three.epoch("France.2.a", "Britain.3.a")
    three.turn("Spain.1.a").turn("Spain.2.b", "France.5.a").epoch("Spain.3.a", "German-States.3.a")
    three.turn("France.5.a").ask(EndEpoch(), EndTurn(), ConfirmBoard())
    three.end("3-tie-by-city")

    # Four: a tie that only the table can break, all three bonuses, take-overs back and forth.
    four = Recorder(4, box={"city.France.4": "3"}).ask(ChooseStartPlayer(1))
    four.turn("France.4.a").turn("France.1.a")
    four.turn("Britain.1.a", "Britain.2.a", "Britain.3.a", "France.2.a", "Spain.4.a", "Spain.3.a", "Spain.2.b")
    four.epoch("Britain.3.a", "Spain.1.a").ask(SettleTie("France", 2))
    four.turn("Spain.3.a").turn("Britain.3.a").turn("Spain.3.a").epoch("France.1.b")
    four.turn("France.5.a").ask(EndEpoch()).turn("France.5.a").ask(EndTurn(), ConfirmBoard())
    four.end("4-tie-for-the-table")

    # Five: points equal at the top, the highest single marker decides.
    close = {f"epoch.{country}.{n}.first": "1" for country in ("France", "Spain") for n in (1, 2, 3)}
    close |= {"city.France.1": "3", "city.Spain.1": "2", "title.Spain.1.a": "Baron"}
    close |= {"value.Marshal.full": "37", "value.Baron.full": "38"}
    five = Recorder(5, box=close).ask(ChooseStartPlayer(0))
    five.turn("France.1.a").turn("Spain.1.a").turn("Britain.2.a").turn("German-States.2.a").epoch("German-States.4.a")
    five.turn().turn().turn("Britain.2.b").turn().epoch()
    five.turn().turn().ask(EndEpoch()).turn().turn().ask(ConfirmBoard())
    five.end("5-highest-marker")


if __name__ == "__main__":
    main()
