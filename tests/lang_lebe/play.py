"""Test harness of a game: positions as literals, accepted and refused actions, bots that read their view."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, fields
from itertools import product
from typing import Any

from scoring.bots import printed
from scoring.codec import from_form
from scoring.kernel import EVERY_MOVE, Action, Correction, GameConfig, Rng, stored_name
from scoring.lang_lebe import GAME
from scoring.lang_lebe.cards import Deal, EnterHand
from scoring.lang_lebe.components import AREAS, EXAMPLE, START_HAND, Cards, cards
from scoring.lang_lebe.dispute import Dispute, RollDice, SealStake
from scoring.lang_lebe.election import Election
from scoring.lang_lebe.entering import EnterForeign
from scoring.lang_lebe.key_moments import CountCards
from scoring.lang_lebe.setup import TakeStartArea
from scoring.lang_lebe.state import Progress, State, Turn
from scoring.lang_lebe.turn import EndTurn
from scoring.lang_lebe.view import LangLebeView
from scoring.legal_actions import Count, Dice, LegalAction, Pick
from scoring.reveal_phases import ConfirmBoard
from tests.playing import Playing

# Start areas of the bots in these tests.
STARTS = {
    3: ("Rouecestre", "Lincolia", "Lideforde"),
    4: ("Tateshale", "Lancastre", "Lideforde", "Lundonia"),
    5: ("Stadford", "Grentebrige", "Lancastre", "Lideforde", "Rouecestre"),
}


@dataclass
class Play(Playing[State]):
    game = GAME

    def view(self, seat: int | None = None) -> LangLebeView:
        return GAME.view(self.state, seat)

    def legal_action(self, seat: int, action: type[Action]) -> LegalAction | None:
        return self.view(seat).legal_action(stored_name(action), seat)

    @property
    def turn(self) -> Turn:
        assert isinstance(self.state.phase, Turn)
        return self.state.phase

    @property
    def dispute(self) -> Dispute:
        assert isinstance(self.state.phase, Dispute)
        return self.state.phase

    @property
    def election(self) -> Election:
        assert isinstance(self.state.phase, Election)
        return self.state.phase

    # --- longer sequences ---

    def set_up(self) -> Play:
        """Gives everybody the start area of `STARTS`; seat 0 begins."""
        for seat, area in enumerate(STARTS[self.state.seats]):
            self.act(seat, TakeStartArea(area))
        return self

    def dispute_over(self, area: str, stakes: Mapping[int, Cards]) -> Play:
        """Lets the seat on turn enter the area, and seals all stakes."""
        self.act(self.turn.turn, EnterForeign(area))
        for seat, stake in stakes.items():
            self.act(seat, SealStake(*stake.by_kind))
        return self

    def roll(self, *rolls: tuple[int, ...]) -> Play:
        """Rolls the dice of the next seats in order."""
        for dice in rolls:
            self.act(self.view().waiting_for[0], RollDice(dice))
        return self

    def count_votes(self) -> Play:
        """Confirms the board; the count and its result follow at once, unless dice are missing."""
        self.act(self.election.turn, ConfirmBoard())
        return self


def new_game(
    players: int = 3,
    cards: str = "phones",
    dice: str = "typed",
    box: Mapping[str, str] = EXAMPLE,
    seed: int = 1,
    tracking_mode: str = EVERY_MOVE,
    last_card: str = "two",
) -> Play:
    setting = GameConfig(players, {"follow": tracking_mode, "cards": cards, "dice": dice, "last-card": last_card}, box)
    return Play(GAME.start(setting), rng=Rng(random.Random(seed)))


def position(
    figures: tuple[str, ...],
    courtiers: Mapping[str, tuple[int, int]],
    hands: tuple[Cards, ...] = (),
    turn: int = 0,
    progress: Progress = Progress.START,
    bonus: tuple[int, ...] = (),
    box: Mapping[str, str] = EXAMPLE,
    cards: str = "phones",
    dice: str = "typed",
) -> Play:
    """Returns a game with these figures, courtiers and hands, and this seat on turn."""
    players = len(figures)
    state = State(
        seats=players,
        printed_values=box,
        cards_on_phones=cards == "phones",
        herald_rolls=dice == "herald",
        hands=hands or (START_HAND,) * players,
        phase=Turn(turn, (figures[turn],), progress),
        courtiers=courtiers,
        figures=figures,
        bonus=bonus or (0,) * players,
    )
    return Play(state)


def ends_in_election(play: Play) -> Play:
    """Ends the turn in a position in which a seat has no cards; the board is still unchecked."""
    play.act(play.turn.turn, EndTurn())
    return play


# --- players that use only their view ------------------------------------------------------------------


def random_form(legal_action: LegalAction, rng: random.Random) -> dict[str, str]:
    counts = {part.name: part.low for part in legal_action.fields if isinstance(part, Count)}
    if legal_action.total:
        for _ in range(rng.randint(*legal_action.total) - sum(counts.values())):
            room = [p.name for p in legal_action.fields if isinstance(p, Count) and counts[p.name] < p.high]
            counts[rng.choice(room)] += 1
    form = {name: str(number) for name, number in counts.items()}
    for part in legal_action.fields:
        match part:
            case Count(name, low, high) if not legal_action.total:
                form[name] = str(rng.randint(low, high))
            case Pick(name, options):
                form[name] = str(rng.choice(options))
            case Dice(name, count):
                form[name] = "".join(str(rng.randint(1, 6)) for _ in range(count))
    return form


def all_legal_actions(state: State) -> tuple[LegalAction, ...]:
    """Returns the legal actions of all seats, without corrections."""
    shown = (GAME.legal_actions(state, seat) for seat in range(state.seats))
    return tuple(
        legal_action
        for seat, legal_actions in enumerate(shown)
        for legal_action in legal_actions
        if legal_action.seat == seat
    )


def random_action(state: State, rng: random.Random) -> tuple[int, Action, dict[str, str]]:
    """Returns a legal action filled in at random; hands dealt from the box are entered as dealt."""
    legal_action = rng.choice(all_legal_actions(state))
    kind = GAME.action_named(legal_action.action)
    assert kind is not None
    read = printed(GAME, legal_action, state.printed_values, Rng(rng))
    printed_values = {key.replace(".", "__"): value for key, value in read.items()}
    if issubclass(kind, CountCards):
        return (
            legal_action.seat,
            from_form(kind, random_form(legal_action, rng) | {"cards": str(rng.randint(0, 9))}),
            printed_values,
        )
    if kind is EnterHand:
        assert isinstance(state.phase, Deal)
        return legal_action.seat, EnterHand(*dealt_hands(state)[legal_action.seat].by_kind), printed_values
    return legal_action.seat, from_form(kind, random_form(legal_action, rng)), printed_values


def dealt_hands(state: State) -> tuple[Cards, ...]:
    """Returns the hands if the pile were dealt in one fixed order."""
    assert isinstance(state.phase, Deal)
    pile, each = list(state.discard_pile.listed), state.phase.each
    random.Random(len(pile)).shuffle(pile)
    return tuple(hand + cards(pile[seat * each : (seat + 1) * each]) for seat, hand in enumerate(state.hands))


# --- all actions, to compare legal actions with decide -------------------------------------------------

_VALUES: Mapping[str, tuple[Any, ...]] = {
    "area": (*AREAS, "Atlantis"),
    "card": (0, 1, 2, 3, 4),
    "die": (None, 0, 1, 6, 7),
    "dice": (None, (), *((3,) * count for count in range(1, 7)), (7,), (0, 1)),
    "figure": (-1, 0, 1, 2, 3, 4, 5),
    "count": (-1, 0, 1, 2, 3, 4, 5, 6),
    "x1": (-1, 0, 1, 2, 5, 6),
    "x2": (-1, 0, 1, 5, 6),
    "x3": (-1, 0, 1, 2),
    "sure": (False,),
    "defender": (0, 1, 5),
    "courtiers": (0, 2, 3, 5),
    "place": (*AREAS, "Atlantis"),
    "cards": (-1, 0, 7, 101),
    "bonus": (-1, 0, 16),
    "following": (-1, 0, 4, 5),
}


def every_action() -> list[Action]:
    """Returns every kind of action with many values, legal and illegal, without corrections."""
    kinds = (kind for kind in GAME.actions if not issubclass(kind, Correction))
    return [
        kind(**dict(zip((f.name for f in fields(kind)), values, strict=True)))
        for kind in kinds
        for values in product(*(_VALUES[f.name] for f in fields(kind)))
    ]


def matching_legal_action(found: tuple[LegalAction, ...], seat: int, action: Action) -> LegalAction | None:
    """Returns the legal action that this action matches, or None."""
    named = (o for o in found if o.seat == seat and o.action == stored_name(type(action)))
    return next((legal_action for legal_action in named if _answers(legal_action, action)), None)


def _answers(legal_action: LegalAction, action: Action) -> bool:
    values = {f.name: getattr(action, f.name) for f in fields(action)}
    unrolled = values.get("card") == 3 and values.get("die") is None  # works with any die
    asked = {part.name: part for part in legal_action.fields if not (unrolled and isinstance(part, Dice))}
    if any(value is not None and value is not False for name, value in values.items() if name not in asked):
        return False
    total = sum(values[name] for name, part in asked.items() if isinstance(part, Count))
    in_total = legal_action.total is None or legal_action.total[0] <= total <= legal_action.total[1]
    return in_total and all(_allows(part, values[name]) for name, part in asked.items())


def _allows(part: Pick | Count | Dice, value: Any) -> bool:
    match part:
        case Pick(_, options):
            return value in options
        case Count(_, low, high):
            return bool(low <= value <= high)
        case Dice(_, count):
            dice = (value,) if isinstance(value, int) else value or ()
            return len(dice) == count and all(die in range(1, 7) for die in dice)
