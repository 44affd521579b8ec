"""Makes the recording that shows every tool and row: `python -m tests.any_game.record`."""

from __future__ import annotations

from scoring.any_game import GAME
from scoring.any_game.answers import ContinueWithout, EnterAmounts, SealAnswer
from scoring.any_game.examples import NIGHT_FERRY
from scoring.any_game.rounds import CountRound, MoveMarker, MoveOwnMarker, NameWinners, SettlePlace
from scoring.any_game.state import SHEET
from scoring.any_game.tools import DecideTie, StartTool
from scoring.recording import export
from scoring.reveal_phases import ConfirmBoard
from tests.any_game.sheets import EVERYTHING
from tests.games import recordings_folder
from tests.recorder import Recording


def everything() -> Recording:
    """Every tool and every kind of row, with ties that the table decides."""
    table = Recording(GAME, 4, {}, {SHEET: EVERYTHING})
    for tool in ("first", "dice", "timer"):
        table.act(0, StartTool(tool, {}))
    table.act(1, StartTool("bid", {}))
    for seat, bid in enumerate((5, 9, 9, 2)):
        table.act(seat, SealAnswer({"answer": bid}))
    table.act(0, DecideTie(2))
    table.act(2, StartTool("vote", {}))
    for seat, vote in enumerate((0, 0, 1)):
        table.act(seat, SealAnswer({"answer": vote}))
    table.act(0, ContinueWithout())
    table.act(3, StartTool("watch", {"0": 1, "1": 1, "2": 1}))
    for seat, choice in enumerate((0, 1, 0)):
        table.act(seat, SealAnswer({"answer": choice}))
    table.act(0, StartTool("orders", {}))
    for seat in range(4):
        table.act(seat, SealAnswer({"0": 1, str(1 + seat % 2): 1}))
    table.act(1, MoveMarker("course", 3))
    table.act(0, MoveMarker("storm", 1))
    table.act(2, MoveOwnMarker("coins", 12))
    table.act(0, CountRound())
    for seat, boats in enumerate((3, 3, 1, 0)):
        table.act(seat, EnterAmounts({"bays.0": boats, "bays.1": 2, "crown": int(seat < 2), "points": 4 + seat}))
    for place, ahead in (("bays.0", 1), ("bays.1", 0), ("bays.1", 1), ("bays.1", 2), ("crown", 0)):
        table.act(0, SettlePlace(place, ahead))
    table.act(0, ConfirmBoard())
    table.act(0, MoveMarker("storm", 3))
    for seat in range(4):
        table.act(seat, SealAnswer({"lamps": seat, "promise": 1 + seat % 2}))
    return table


def ferry() -> Recording:
    """A game without points, whose winners the table names."""
    table = Recording(GAME, 5, {}, {SHEET: NIGHT_FERRY})
    table.act(0, StartTool("crew", {}))
    for seat in range(5):
        table.act(seat, SealAnswer({"answer": seat % 2}))
    table.act(0, StartTool("watch", {"1": 1, "4": 1}))
    for seat, answer in ((1, 1), (4, 0)):
        table.act(seat, SealAnswer({"answer": answer}))
    table.act(0, MoveMarker("storm", 3))
    table.act(0, NameWinners({"1": 1, "4": 1}))
    return table


def main() -> None:
    for name, table in (("4-everything", everything()), ("5-named", ferry())):
        assert table.projection.table.standings is not None, name
        (recordings_folder(GAME.key) / f"{name}.jsonl").write_text(export(table.projection), encoding="utf-8")


if __name__ == "__main__":
    main()
