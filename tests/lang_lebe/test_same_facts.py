"""The same facts give the same results in every tracking mode, under every option.

Bots play a tracked game. Its facts are entered at other tables. One is in KEY_MOMENTS mode, one is in FINAL_SCORING
mode at every election. A third starts tracking in the middle of the game.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

import pytest

from scoring.claims import ClaimPlace, GiveUpPlace
from scoring.kernel import EVERY_MOVE, FINAL_SCORING, KEY_MOMENTS, Action, Event
from scoring.lang_lebe import GAME
from scoring.lang_lebe.cards import Deal, DealCalled, EnterHand, HandsDealt
from scoring.lang_lebe.components import EXAMPLE
from scoring.lang_lebe.corrections import CorrectBonus
from scoring.lang_lebe.dispute import DiceRolled, DisputeWon, RollDice, SealStake, StakeSealed
from scoring.lang_lebe.election import Election, GameOver, RollForTie, TieRolled
from scoring.lang_lebe.entering import CourtiersReturned, ForeignEntered, Intrusion
from scoring.lang_lebe.key_moments import (
    CallDispute,
    CallElection,
    ElectionEntry,
    EnterCardCount,
    SealCards,
    UntrackedDispute,
)
from scoring.lang_lebe.setup import EnterPieces, FinishBoardEntry
from scoring.lang_lebe.state import Progress, State, Turn, Untracked
from scoring.lang_lebe.turn import UNROLLED, ExtraRoll, ExtraRolled, MoveRolled, RollOn
from scoring.reveal_phases import BoardConfirmed, ConfirmBoard
from scoring.tracking_modes import ChangeTrackingMode
from scoring.words import render
from tests.lang_lebe.play import new_game, random_action
from tests.release_gates import amount

NAMES = ("Anna", "Ben", "Carla", "David", "Eva")
# Average number of turns after which another table starts to track the game.
TURNS_PER_RESUMED_TABLE = 12


@dataclass(frozen=True)
class Case:
    players: int
    cards: str
    dice: str
    last_card: str
    # False: printed values are asked for when needed.
    box_known: bool

    @property
    def box(self) -> Mapping[str, str]:
        return EXAMPLE if self.box_known else {}


def every_case() -> list[Case]:
    """All options of the tracked game, shuffled; a few cases already cover every value."""
    values = ((3, 4, 5), ("phones", "box"), ("typed", "herald"), ("two", "one"), (True, False))
    found = [Case(*chosen) for chosen in product(*values)]
    random.Random(2).shuffle(found)
    return found


CASES = every_case()
SEEDS = range(amount(8, 144))


# --- key moments and final scoring -------------------------------------------------------------------------


class UntrackedTables:
    """A table in KEY_MOMENTS mode for the tracked game, and one in FINAL_SCORING mode."""

    def __init__(self, case: Case) -> None:
        self.play = new_game(case.players, box=case.box, tracking_mode=KEY_MOMENTS)
        # Replaced at every election by a table without earlier entries.
        self.end = new_game(case.players, tracking_mode=FINAL_SCORING)
        self.compared = 0

    def enter(self, before: State, action: Action, events: Sequence[Event], after: State) -> None:
        board = replace(before, printed_values=after.printed_values)  # printed values came along with the action
        for event in events:
            self._enter(board, event)
        self._compare(events, after)

    def _enter(self, before: State, event: Event) -> None:
        match event:
            case ForeignEntered(seat, area):
                defender = before.holder(area)
                assert defender is not None
                figure = int(before.figures[defender] == area)
                self.play.act(seat, CallDispute(defender, before.courtiers_in(area), figure, area))
            case StakeSealed(seat, stake):
                self.play.act(seat, SealStake(*stake.by_kind))
            case DiceRolled(seat, dice):
                self.play.act(seat, RollDice(dice))
            case TieRolled(seat, dice):
                self.play.act(seat, RollForTie(dice))
                self.end.act(seat, RollForTie(dice))
            case BoardConfirmed():
                self._elect(before)
                self._count_the_end(before)

    def _elect(self, board: State) -> None:
        self.play.act(board.turn or 0, CallElection())
        for area in board.areas:
            owner, claimant = board.holder(area), ElectionEntry.current(self.play.state).claims.owners.get(area)
            if owner is not None and owner != claimant:
                self.play.act(owner, ClaimPlace(area))
            elif owner is None and claimant is not None:
                self.play.act(claimant, GiveUpPlace(area))
        for seat, hand in enumerate(board.hands):
            self.play.act(seat, SealCards(hand.count))
        legal_action = self.play.view().legal_action("confirm-board")
        assert legal_action is not None
        printed_values = {key.replace(".", "__"): board.printed_values[key] for key in legal_action.missing_values}
        self.play.act(self.play.state.table_action_seat, ConfirmBoard(), **printed_values)

    def _count_the_end(self, board: State) -> None:
        self.end = new_game(board.seats, box=board.printed_values, tracking_mode=FINAL_SCORING)
        for seat, hand in enumerate(board.hands):
            for area in board.areas_of(seat):
                self.end.act(seat, ClaimPlace(area))
            self.end.act(seat, EnterCardCount(hand.count, board.bonus[seat]))
        self.end.act(self.end.state.table_action_seat, ConfirmBoard())

    def _compare(self, events: Sequence[Event], tracked: State) -> None:
        mine, phase = self.play.state, tracked.phase
        assert tracked.bonus == mine.bonus
        if isinstance(phase, Turn) and phase.progress is Progress.START:
            assert tracked.out_of_cards == mine.out_of_cards
        if isinstance(phase, Intrusion):
            self._compare_dispute(phase, events)
        if isinstance(phase, Election) and phase.count:
            for state in (mine, self.end.state):
                assert (phase.count, phase.tie_dice) == (
                    Election.current(state).count,
                    Election.current(state).tie_dice,
                )
                assert phase.yet_to_roll(tracked) == Election.current(state).yet_to_roll(state)
            self.compared += 1
        for dealt in (event for event in events if isinstance(event, HandsDealt | DealCalled)):
            assert dealt.each == self.play.happened(DealCalled)[-1].each == self.end.happened(DealCalled)[-1].each
        if isinstance(phase, GameOver):
            assert GAME.standings(tracked) == GAME.standings(mine) == GAME.standings(self.end.state)
            self.compared += 1

    def _compare_dispute(self, tracked: Intrusion, events: Sequence[Event]) -> None:
        phase = self.play.state.phase
        untracked = phase.last_dispute if isinstance(phase, Untracked) else phase
        assert isinstance(untracked, UntrackedDispute)
        for name in ("winner", "rounds", "extras", "stakes", "sealed"):
            assert getattr(tracked, name) == getattr(untracked, name)
        if any(isinstance(event, DisputeWon) for event in events):
            seats = range(len(tracked.stakes))
            assert [tracked.cards_to_take_back(seat) for seat in seats] == [
                untracked.cards_to_take_back(seat) for seat in seats
            ]
            lines = [render(text, NAMES) for text in self.play.view().to_do]
            back = [event for event in events if isinstance(event, CourtiersReturned)]
            assert sum("courtier" in line and " back from " in line for line in lines) == len(back)
            assert all(render(text, NAMES) in lines for event in back for text in event.to_do(self.play.state))
        self.compared += 1


# --- resumed midway ----------------------------------------------------------------------------------------


class ResumedTable:
    """A table that starts to track the game at the beginning of a turn, with typed dice and real cards."""

    def __init__(self, case: Case, tracked: State) -> None:
        self.play = new_game(
            case.players, "box", box=tracked.printed_values, tracking_mode=KEY_MOMENTS, last_card=case.last_card
        )
        for seat, votes in enumerate(tracked.bonus):
            self.play.act(0, CorrectBonus(seat, votes))
        self.play.act(0, ChangeTrackingMode(EVERY_MOVE))
        for seat, figure in enumerate(tracked.figures):
            for area in tracked.areas_of(seat):
                self.play.act(seat, EnterPieces(area, tracked.courtiers_in(area), int(figure == area)))
        self.play.act(0, FinishBoardEntry(Turn.current(tracked).turn))
        self._enter_hands(tracked)
        self._compare(tracked)

    def _enter_hands(self, tracked: State) -> None:
        for seat, hand in enumerate(tracked.hands):
            self.play.act(seat, EnterHand(*hand.by_kind))

    def enter(
        self, seat: int, action: Action, printed_values: Mapping[str, str], events: Sequence[Event], after: State
    ) -> None:
        self.play.act(seat, with_typed_dice(action, events), **printed_values)
        if isinstance(self.play.state.phase, Deal) and not isinstance(after.phase, Deal):
            self._enter_hands(after)  # the tracked game dealt them on the phones
        self._compare(after)

    def _compare(self, tracked: State) -> None:
        for name in ("courtiers", "figures", "hands", "bonus", "out_of_cards", "printed_values", "phase"):
            assert getattr(self.play.state, name) == getattr(tracked, name), name
        assert GAME.score(self.play.state) == GAME.score(tracked)
        assert GAME.standings(self.play.state) == GAME.standings(tracked)


def with_typed_dice(action: Action, events: Sequence[Event]) -> Action:
    """Returns the action with the rolled dice filled in, even if Herald rolled them."""
    for event in events:
        match action, event:
            case RollDice(), DiceRolled(dice=dice):
                return RollDice(dice)
            case RollForTie(), TieRolled(dice=dice):
                return RollForTie(dice)
            case RollOn() | ExtraRoll(), MoveRolled(die=die) | ExtraRolled(die=die):
                return replace(action, die=None if die == UNROLLED else die)
    return action


# --- the tracked game --------------------------------------------------------------------------------------


def tracked_game(case: Case, seed: int) -> Iterator[tuple[State, int, Action, Mapping[str, str], list[Event], State]]:
    """Yields a random game step by step: state, seat, action, printed values, events, next state."""
    rng = random.Random(seed)
    play = new_game(case.players, case.cards, case.dice, case.box, seed, last_card=case.last_card)
    while not isinstance(play.state.phase, GameOver):
        before = play.state
        seat, action, printed_values = random_action(before, rng)
        events = play.act(seat, action, **printed_values)
        yield before, seat, action, printed_values, events, play.state


@pytest.mark.long
@pytest.mark.parametrize("seed", SEEDS)
def test_same_facts_give_the_same_results_in_every_tracking_mode(seed: int) -> None:
    case, rng = CASES[seed % len(CASES)], random.Random(seed)
    untracked = UntrackedTables(case)
    resumed: ResumedTable | None = None
    for before, seat, action, printed_values, events, after in tracked_game(case, seed):
        untracked.enter(before, action, events, after)
        if resumed:
            resumed.enter(seat, action, printed_values, events, after)
        start = isinstance(after.phase, Turn) and after.phase.progress is Progress.START
        if start and not after.out_of_cards and rng.randrange(TURNS_PER_RESUMED_TABLE) == 0:
            resumed = ResumedTable(case, after)
    assert untracked.compared > 20
    assert resumed


@pytest.mark.parametrize("name", list(Case.__dataclass_fields__))
def test_every_option_is_drawn(name: str) -> None:
    drawn = {getattr(CASES[seed % len(CASES)], name) for seed in SEEDS}
    assert drawn == {getattr(case, name) for case in CASES}
