"""Automatic steps: the game skips choices with one option, and scenes with nothing to show."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given

from scoring.kernel import Event
from scoring.reveal_phases import BoardConfirmed, ConfirmBoard
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
    as_text,
    board,
    board_before_parliament,
    drafting,
    game,
    of_kind,
    orders,
)
from tests.roses.test_properties import FEW, SEEDS, random_board, random_plans

# On all devices together, from the last sealed plan to the first card of the next round.
MOST_TAPS = 1


def titles(events: list[Event], state: State) -> list[str]:
    """Returns the scene titles in the film of these events."""
    found = []
    for number, event in enumerate(events):
        found += [as_text(one.title) for one in event.highlights(state, state, events[number + 1 :])]
        state = GAME.apply(state, event)
    return found


def test_plans_without_orders_lead_to_parliament_at_once() -> None:
    play = board({"castle.north": RED})
    events = play.carry_out({})
    assert len(of_kind(events, StepShown)) == 7, "all of them are in the log: Calais, four seats, bribery, battles"
    assert isinstance(play.state.phase, Parliament)


def test_round_needs_one_tap_after_the_last_plan() -> None:
    play = board({"noble.north.1": RED, "castle.north": YELLOW, "large.wales": GREEN, "bishop.wales": BLUE})
    play.carry_out(
        {RED: orders(troops={"castle.north": 4}, bid=3, calais="midlands"), BLUE: orders(white=("bishop.wales",))}
    )
    taps = 0
    while not isinstance(play.state.phase, Drafting):
        play.tap(ConfirmBoard())
        taps += 1
    assert taps == MOST_TAPS
    assert play.owner("castle.north") == RED


def test_film_leaves_out_seats_without_orders_and_empty_phases() -> None:
    play = board({"noble.north.1": RED, "castle.north": YELLOW})
    before, events = play.state, play.carry_out({RED: orders(troops={"castle.north": 4})})
    assert titles(events, before) == ["Plans for round 2", "Red deploys", "Red attacks Pontefract"]


def test_to_do_lines_of_empty_scenes_are_listed() -> None:
    play = board({"noble.wales.1": RED, "castle.wales": RED})
    play.carry_out({RED: orders(white=("noble.wales.1",), troops={"castle.wales": 1})})
    to_do = [as_text(text) for text in play.view(None).to_do]
    assert "Red: put a white cube on Noble 6 of Wales." in to_do
    assert to_do[-2:] == [
        "Return all white cubes to their owners.",
        "Take all troops off the board. Mercenaries go back to the pile.",
    ]


def test_film_of_parliament_leaves_out_areas_without_pieces() -> None:
    play = board_before_parliament({"castle.wales": RED})
    play.state = replace(play.state, awards={})
    before, events = play.state, play.hold_parliament()
    assert [event.area for event in of_kind(events, AreaScored)] == list(AREAS)  # type: ignore[attr-defined]
    assert titles(events, before) == ["Wales: 5 votes", "The King"]
    assert "Midlands: remove the rose for this round." in map(as_text, play.view(None).to_do)
    assert isinstance(play.state.phase, Drafting)


def test_empty_parliament_ends_after_the_board_check() -> None:
    play = board_before_parliament({}, seats=2)
    before, events = play.state, play.hold_parliament()
    assert titles(events, before) == []
    assert play.state.round == 3


# --- the last card ------------------------------------------------------------------------------------------


def last_two(*cards: str) -> Play:
    play = drafting({"castle.north": RED}, seats=2)
    phase = play.state.phase
    assert isinstance(phase, Drafting)
    play.state = replace(play.state, draws=True, phase=replace(phase, taken=len(phase.picks) - 2, laid_out=cards))
    return play


def test_last_card_laid_out_by_herald_is_taken_automatically() -> None:
    play = last_two("large.north", "bishop.north")
    events = play.tap(TakeCard("large.north"))
    assert of_kind(events, CardTaken) == [CardTaken(0, "large.north"), CardTaken(1, "bishop.north")]
    assert of_kind(events, IncomePaid)
    assert isinstance(play.state.phase, Planning)
    to_do = [as_text(text) for text in play.view(None).to_do]
    assert to_do[:2] == ["Red: put a stone on York.", "Yellow: put a disc on Bishop of York."]


def test_one_of_two_equal_mercenary_cards_is_taken_automatically() -> None:
    play = last_two("large.north", MERCENARY, MERCENARY)
    assert len(of_kind(play.tap(TakeCard("large.north")), CardTaken)) == 2


def test_unread_last_card_is_not_taken_automatically() -> None:
    play = last_two("large.north", "bishop.north")
    play.read("income.bishop.north", "")
    assert len(of_kind(play.tap(TakeCard("large.north")), CardTaken)) == 1
    assert isinstance(play.state.phase, Drafting)


def test_last_card_on_a_real_table_is_not_taken_automatically() -> None:
    play = game(2)
    play.state = GAME.apply(play.state, RoundBegan(1, (0, 1)))
    for card in ("castle.north", "castle.wales", "castle.west"):
        assert len(of_kind(play.tap(TakeCard(card)), CardTaken)) == 1
    assert not any(isinstance(event, CardsLaidOut) for event in play.events)


# --- earlier evenings ---------------------------------------------------------------------------------------


def one_by_one(state: State) -> list[Event]:
    """Returns the events as logged when the table stopped at every scene."""
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
    events = play.carry_out(random_plans(play, seed + 3))
    before, logged = play.plans_open, one_by_one(play.plans_open)
    for event in logged:
        before = GAME.apply(before, event)
    events += play.hold_parliament()
    assert [event for event in events if event in logged] == logged
    assert (before.scored, before.owners, before.money) == (play.state.scored, play.state.owners, play.state.money)
