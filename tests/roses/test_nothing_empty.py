"""Nothing is asked that can be deduced, and the table never stops at an empty scene."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given

from scoring.kernel import Event
from scoring.reveal_phases import BoardConfirmed, ConfirmBoard, ShowAll, ShowNext
from scoring.roses import GAME
from scoring.roses.components import AREAS, MERCENARY
from scoring.roses.draft import CardsLaidOut, CardTaken, Drafting, IncomePaid, RoundBegan, TakeCard
from scoring.roses.parliament import AreaScored, Parliament, ParliamentShown
from scoring.roses.plan import Planning
from scoring.roses.resolution import BattlesEnded, Resolution, StepShown
from scoring.roses.state import State
from tests.roses.play import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    Play,
    board,
    drafting,
    game,
    happened,
    in_parliament,
    orders,
    said,
)
from tests.roses.test_properties import FEW, SEEDS, random_board, random_plans

# On all devices together, from the last sealed plan to the start of the next round.
MOST_TAPS = 6


def taps_of_a_round(play: Play) -> int:
    """Return the number of taps if every phase is shown at once."""
    taps = 0
    while not isinstance(play.state.phase, Drafting):
        waiting = isinstance(play.state.phase, Parliament) and not play.state.phase.assembled
        play.taps(ConfirmBoard() if waiting else ShowAll() if play.view(None).more else ShowNext())
        taps += 1
    return taps


def test_plans_without_orders_lead_to_parliament_at_once() -> None:
    play = board({"castle.north": RED})
    play.plan({})
    assert not play.view(None).more
    events = play.taps(ShowNext())
    assert len(happened(events, StepShown)) == 7, "all of them are in the log: Calais, four seats, bribery, battles"
    assert isinstance(play.state.phase, Parliament)


def test_a_round_in_which_little_happens_takes_six_taps() -> None:
    play = board({"noble.north.1": RED, "castle.north": YELLOW, "large.wales": GREEN, "bishop.wales": BLUE})
    play.plan(
        {RED: orders(troops={"castle.north": 4}, bid=3, calais="midlands"), BLUE: orders(white=("bishop.wales",))}
    )
    assert taps_of_a_round(play) == MOST_TAPS
    assert play.owner("castle.north") == RED


def test_only_seats_with_orders_deploy_and_empty_phases_are_skipped() -> None:
    play = board({"noble.north.1": RED, "castle.north": YELLOW})
    play.plan({RED: orders(troops={"castle.north": 4})})
    play.taps(ShowNext())
    shown = play.view(None)
    assert [said(step.title) for step in shown.steps] == ["Red deploys"]
    assert shown.coming == "battles"
    play.taps(ShowNext())
    assert [said(step.title) for step in play.view(None).steps] == ["Red attacks Pontefract"]
    play.taps(ShowNext())
    assert isinstance(play.state.phase, Parliament)


def test_to_do_lines_of_a_skipped_phase_are_kept() -> None:
    play = board({"noble.wales.1": RED, "castle.wales": RED})
    play.plan({RED: orders(white=("noble.wales.1",), troops={"castle.wales": 1})})
    play.taps(ShowAll())
    assert "Red: put a white cube on Noble 6 of Wales." in map(said, play.view(None).to_do)
    play.taps(ShowNext())
    assert [said(text) for text in play.view(None).to_do] == [
        "Return all white cubes to their owners.",
        "Take all troops off the board. Mercenaries go back to the pile.",
    ]


def test_white_cubes_are_returned_before_a_battle_too() -> None:
    play = board({"noble.wales.1": RED, "castle.wales": YELLOW})
    play.plan({RED: orders(white=("noble.wales.1",), troops={"castle.wales": 4})})
    play.taps(ShowAll())
    play.taps(ShowAll())
    first, *rest = (said(text) for text in play.view(None).to_do)
    assert first == "Return all white cubes to their owners."
    assert rest[-1] == "Red: put a stone on Royal Castle of Wales."
    play.taps(ShowNext())
    assert play.view(None).to_do == (), "it was on the screens while the battle was"


def test_parliament_stops_only_at_areas_with_pieces() -> None:
    play = in_parliament({"castle.wales": RED})
    play.state = replace(play.state, awards={})
    events = play.taps(ConfirmBoard())
    assert [event.area for event in happened(events, AreaScored)] == list(AREAS)  # type: ignore[attr-defined]
    shown = play.view(None)
    assert [said(step.title) for step in shown.steps] == ["Wales: 5 votes"]
    assert "Midlands: remove the rose for this round." in map(said, shown.to_do)
    play.taps(ShowNext())
    assert [said(step.title) for step in play.view(None).steps] == ["Wales: 5 votes", "The King"]
    play.taps(ShowNext())
    assert isinstance(play.state.phase, Drafting), "no awards, no bonuses"


def test_with_an_empty_board_parliament_ends_after_the_board_is_confirmed() -> None:
    play = in_parliament({}, seats=2)
    play.taps(ConfirmBoard())
    assert (play.view(None).steps, play.view(None).more) == ((), False)
    play.taps(ShowNext())
    assert play.state.round == 3


# --- the last card ------------------------------------------------------------------------------------------


def last_two(*cards: str) -> Play:
    play = drafting({"castle.north": RED}, seats=2)
    phase = play.state.phase
    assert isinstance(phase, Drafting)
    play.state = replace(play.state, draws=True, phase=replace(phase, taken=len(phase.picks) - 2, laid_out=cards))
    return play


def test_the_last_card_laid_out_by_herald_is_taken_automatically() -> None:
    play = last_two("large.north", "bishop.north")
    events = play.taps(TakeCard("large.north"))
    assert happened(events, CardTaken) == [CardTaken(0, "large.north"), CardTaken(1, "bishop.north")]
    assert happened(events, IncomePaid)
    assert isinstance(play.state.phase, Planning)
    to_do = [said(text) for text in play.view(None).to_do]
    assert to_do[:2] == ["Red: put a stone on York.", "Yellow: put a disc on Bishop of York."]


def test_one_of_two_equal_mercenary_cards_is_taken_automatically() -> None:
    play = last_two("large.north", MERCENARY, MERCENARY)
    assert len(happened(play.taps(TakeCard("large.north")), CardTaken)) == 2


def test_an_unread_last_card_is_not_taken_automatically() -> None:
    play = last_two("large.north", "bishop.north")
    play.reads("income.bishop.north", "")
    assert len(happened(play.taps(TakeCard("large.north")), CardTaken)) == 1
    assert isinstance(play.state.phase, Drafting)


def test_the_last_card_is_not_taken_automatically_if_the_table_lays_out_cards() -> None:
    play = game(2)
    play.state = GAME.apply(play.state, RoundBegan(1, (0, 1)))
    for card in ("castle.north", "castle.wales", "castle.west"):
        assert len(happened(play.taps(TakeCard(card)), CardTaken)) == 1
    assert not any(isinstance(event, CardsLaidOut) for event in play.events)


# --- earlier evenings ---------------------------------------------------------------------------------------


def one_by_one(state: State) -> list[Event]:
    """Return the events as logged when the table stopped at every scene."""
    phase, events = state.phase, list[Event]()
    assert isinstance(phase, Resolution)
    for scene in phase.scenes:
        events += [StepShown(), *scene.events]
    events += [BattlesEnded(), BoardConfirmed()]
    sitting = state
    for event in events:
        sitting = GAME.apply(sitting, event)
    assert isinstance(sitting.phase, Parliament)
    for scene in sitting.phase.script(sitting):
        events += [ParliamentShown(), *scene.events]
    return events


@FEW
@given(SEEDS)
def test_skipping_empty_scenes_does_not_change_the_result(seed: int) -> None:
    play = random_board(seed)
    play.plan(random_plans(play, seed + 3))
    before, logged = play.state, one_by_one(play.state)
    for event in logged:
        before = GAME.apply(before, event)
    events: list[Event] = []
    while not isinstance(play.state.phase, Drafting):
        waiting = isinstance(play.state.phase, Parliament) and not play.state.phase.assembled
        events += play.taps(ConfirmBoard() if waiting else ShowNext())
    assert [event for event in events if event in logged] == logged
    assert (before.scored, before.owners, before.money) == (play.state.scored, play.state.owners, play.state.money)
