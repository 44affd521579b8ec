"""Turn actions: moving the figure, placing courtiers, spending cards on rolls, and ending the turn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import ClassVar

from scoring.kernel import Action, Batch, Event, Help, Refusal, Rng, action_refusal, allowed, legal_action, refused_if
from scoring.lang_lebe.cards import dice_fields, dice_refusal, resolve_dice
from scoring.lang_lebe.components import EXTRA_ROLL_NEEDS, KINDS, NEIGHBOURS, area_not_bordering, cards
from scoring.lang_lebe.election import ElectionCalled
from scoring.lang_lebe.state import Placing, Progress, SpentCard, State, Turn, begin_next_turn
from scoring.legal_actions import Dice, LegalAction, Pick
from scoring.words import T, Text, Who, seats

# Stored instead of a die if the card always succeeds.
UNROLLED = 0

ROLLING = Help(
    (
        T("Spend a card and roll a die: ×1 needs 3 or more, ×2 needs 2 or more, and ×3 always works without a roll."),
        T("You can try as often as you have cards. An area holds as many courtiers as it has votes."),
    ),
    "nl 90",
)


class TurnAction(Action, abstract=True, phases=(Placing,)):
    """Base class for actions in a turn or in a won area, legal while the progress is one of `when`."""

    when: ClassVar[tuple[Progress, ...]]

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        return Placing.current(state).timing_refusal(state, seat, cls.when)


# --- moving --------------------------------------------------------------------------------------------


class MoveToArea(TurnAction, abstract=True, phases=(Turn,)):
    """Base class for moves to another area, at the start of a turn or after a roll to move on."""

    when: ClassVar[tuple[Progress, ...]] = (Progress.START, Progress.MOVING)
    area: str

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        areas = allowed(cls, state, seat, "area", state.areas)
        return (legal_action(cls, seat, Pick("area", areas)),) if areas else ()

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        turn = Turn.current(state)
        return state.area_refusal(self.area) or self._visited_refusal(turn) or self._neighbour_refusal(state, turn)

    def _visited_refusal(self, turn: Turn) -> Refusal | None:
        """Refuses an area already visited this turn: each may be entered once (nl 219)."""
        if self.area == turn.here:
            text = T("Your figure is already in {area}. Choose another area.", area=self.area)
            return Refusal("visited", text, "nl 78")
        if self.area in turn.areas_entered:
            text = T(
                "You’ve already been in {area} this turn. You can enter each area only once per turn.", area=self.area
            )
            return Refusal("visited", text, "nl 219")
        return None

    def _neighbour_refusal(self, state: State, turn: Turn) -> Refusal | None:
        """Refuses an area known not to be a neighbour. Where Herald does not know, the players check the board."""
        area = area_not_bordering(turn.here, self.area)
        if area is None:
            return None
        names = ", ".join(name for name in state.areas if name in NEIGHBOURS[area])
        return Refusal("neighbour", T("{area} only borders {areas}.", area=area, areas=names), "nl 84")


class MoveFigure(MoveToArea):
    """Moves into an empty area or one of the seat's own (nl 86, 96)."""

    area: str

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        if refusal := super().values_refusal(state, seat):
            return refusal
        if not state.is_foreign(seat, self.area):  # nl 80, 81
            return None
        owner = Who(state.holder(self.area) or 0)
        text = T("{area} is {who}’s. Enter it as a dispute from your own phone.", area=self.area, who=owner)
        return Refusal("foreign", text, "nl 114")

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(FigureMoved(seat, self.area))
        end_if_nothing_left(batch)


class FigureMoved(Event, clears=True):
    """The figure moved into an empty area or one of its own."""

    seat: int
    area: str

    def apply(self, state: State) -> State:
        turn = Turn.current(state)
        after = replace(state.with_figure(self.seat, self.area), spent_card=None)
        return after.with_phase(visited=(*turn.visited, self.area), progress=Progress.ARRIVED)

    def recap(self, state: State) -> Text:
        return T("{who} moved to {area}", who=Who(self.seat), area=self.area)

    def history_line(self, state: State) -> Text:
        return T("{who} moved to {area}.", who=Who(self.seat), area=self.area)


# --- spending a card on a die --------------------------------------------------------------------------


def succeeds(card: int, die: int) -> bool:
    """True if the die, multiplied by the card, is at least 3 (nl 90, 221)."""
    return always_succeeds(card) or card * die >= EXTRA_ROLL_NEEDS


def always_succeeds(card: int) -> bool:
    """True if every die succeeds on this card, so that no roll is needed."""
    return card >= EXTRA_ROLL_NEEDS


class SpendCard(TurnAction, abstract=True, private=True):
    """Base class for actions that spend a card and roll one die."""

    card: int
    # None if Herald rolls, or if no roll is needed.
    die: int | None = None

    @property
    def dice(self) -> tuple[int, ...] | None:
        return None if self.die is None else (self.die,)

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        return super().refusal(state, seat) or card_refusal(state, seat, KINDS)

    @classmethod
    def fields(cls, state: State, seat: int) -> tuple[Pick | Dice, ...]:
        return (Pick("card", state.hands[seat].kinds), *dice_fields(state, "die", 1))

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        unrolled = None if self.needs_no_die else dice_refusal(state, self.dice, 1)
        return card_refusal(state, seat, (self.card,)) or unrolled

    @property
    def needs_no_die(self) -> bool:
        return self.die is None and always_succeeds(self.card)

    def fits(self, legal_action: LegalAction) -> bool:
        card = tuple(field for field in legal_action.fields if not isinstance(field, Dice))
        return super().fits(replace(legal_action, fields=card) if self.needs_no_die else legal_action)

    def die_on_card(self, state: State, rng: Rng) -> int:
        """Returns the die on the card; UNROLLED if players roll and the card needs no roll."""
        if self.needs_no_die and not state.herald_rolls:
            return UNROLLED
        (die,) = resolve_dice(self.dice, 1, rng)
        return die


def card_refusal(state: State, seat: int, kinds: tuple[int, ...]) -> Refusal | None:
    """Returns a refusal unless the seat holds a card of one of these kinds."""
    held = any(state.hands[seat].of(kind) for kind in kinds)
    return refused_if(not held, "cards", T("You don’t hold that card. Choose one of yours."), "nl 90")


class RollOn(SpendCard, phases=(Turn,)):
    """Spends a card and rolls to move on instead of placing courtiers (nl 106)."""

    label = T("Roll to move on")
    when: ClassVar[tuple[Progress, ...]] = (Progress.ARRIVED, Progress.STUCK)

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        return (legal_action(cls, seat, *cls.fields(state, seat)),)

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(MoveRolled(seat, self.card, self.die_on_card(batch.state, rng)))
        end_if_nothing_left(batch)


class MoveRolled(Event, clears=True):
    """A card was spent and a die rolled for moving on."""

    seat: int
    card: int
    die: int

    def apply(self, state: State) -> State:
        progress = Progress.MOVING if succeeds(self.card, self.die) else Progress.STUCK
        return with_card_spent(state, self.seat, self.card, self.die, for_courtier=False).with_phase(progress=progress)

    def history_line(self, state: State) -> Text:
        who, card, die = Who(self.seat), self.card, self.die
        if die == UNROLLED:
            return T("{who} spent ×{card}: free to move on.", who=who, card=card)
        if succeeds(card, die):
            return T("{who} spent ×{card} and rolled {die}: free to move on.", who=who, card=card, die=die)
        return T("{who} spent ×{card} and rolled {die}: stuck.", who=who, card=card, die=die)


def with_card_spent(state: State, seat: int, card: int, die: int, for_courtier: bool) -> State:
    spent = SpentCard(seat, card, die, card * die, succeeds(card, die), for_courtier)
    return replace(state.with_hand(seat, state.hands[seat] - cards((card,))), spent_card=spent)


# --- placing courtiers ---------------------------------------------------------------------------------


class PlaceHere(TurnAction, abstract=True):
    """Base class for actions that place one courtier in the current area."""

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        return super().refusal(state, seat) or room_refusal(state, seat)

    @classmethod
    def fields(cls, state: State, seat: int) -> tuple[Pick | Dice, ...]:
        return ()

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        return (
            legal_action(
                cls, seat, *cls.fields(state, seat), missing_values=state.values_needed(Placing.current(state).here)
            ),
        )

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        area = Placing.current(batch.state).here
        if batch.state.is_full(area):
            batch.emit(NoRoomFound(seat, area))
        else:
            self.place(batch, seat, area, rng)
        end_if_nothing_left(batch)

    def place(self, batch: Batch[State], seat: int, area: str, rng: Rng) -> None:
        batch.emit(CourtierPlaced(seat, area))


def room_refusal(state: State, seat: int) -> Refusal | None:
    if not state.supply(seat):
        return Refusal("supply", T("You have no courtiers left in your supply."), "nl 222")
    area = Placing.current(state).here
    text = T("{area} is full. It can hold {most} courtiers.", area=area, most=state.most_courtiers(area))
    return refused_if(state.is_full(area), "limit", text, "nl 94")


class Stay(PlaceHere, phases=(Turn,)):
    """Leaves the figure where it is and places the free courtier there (nl 100)."""

    label = T("Stay and place a courtier")
    when: ClassVar[tuple[Progress, ...]] = (Progress.START,)


class PlaceCourtier(PlaceHere):
    """Places the free courtier (nl 88; after a dispute nl 140)."""

    label = T("Place a courtier")
    when: ClassVar[tuple[Progress, ...]] = (Progress.ARRIVED,)


class ExtraRoll(SpendCard, PlaceHere):
    """Spends a card and rolls for one more courtier (nl 90)."""

    label = T("Roll for one more courtier")
    when: ClassVar[tuple[Progress, ...]] = (Progress.PLACING,)

    def place(self, batch: Batch[State], seat: int, area: str, rng: Rng) -> None:
        die = self.die_on_card(batch.state, rng)
        batch.emit(ExtraRolled(seat, area, self.card, die))
        if succeeds(self.card, die):
            batch.emit(CourtierPlaced(seat, area))


class ExtraRolled(Event):
    """A card was spent and a die rolled for one more courtier."""

    seat: int
    area: str
    card: int
    die: int

    def apply(self, state: State) -> State:
        return with_card_spent(state, self.seat, self.card, self.die, for_courtier=True)

    def history_line(self, state: State) -> Text:
        who, card, die = Who(self.seat), self.card, self.die
        if die == UNROLLED:
            return T("{who} spent ×{card}: one more courtier.", who=who, card=card)
        if succeeds(card, die):
            return T("{who} spent ×{card} and rolled {die}: one more courtier.", who=who, card=card, die=die)
        return T("{who} spent ×{card} and rolled {die}: no courtier.", who=who, card=card, die=die)

    def clears_to_do(self, state: State) -> bool:
        return isinstance(state.phase, Turn)

    def to_do(self, state: State) -> Iterable[Text]:
        if succeeds(self.card, self.die):
            yield T("{who}: put a courtier in {area}.", who=Who(self.seat), area=self.area)


class CourtierPlaced(Event):
    seat: int
    area: str

    def apply(self, state: State) -> State:
        after = state.with_courtiers(self.area, self.seat, state.courtiers_in(self.area) + 1)
        shown_card = None if self.clears_to_do(state) else state.spent_card
        return replace(after, spent_card=shown_card, just_entered=frozenset()).with_phase(progress=Progress.PLACING)

    def history_line(self, state: State) -> Text:
        return T("{who} placed a courtier in {area}.", who=Who(self.seat), area=self.area)

    def clears_to_do(self, state: State) -> bool:
        """True for the free courtier of a turn. A later courtier stays listed with the roll that allowed it."""
        return isinstance(state.phase, Turn) and state.phase.progress is not Progress.PLACING


class NoRoomFound(Event):
    """The votes entered with this courtier showed that the area was already full."""

    seat: int
    area: str

    def apply(self, state: State) -> State:
        return replace(state, just_entered=frozenset())

    def history_line(self, state: State) -> Text:
        return T("{area} was full, so {who} placed no courtier.", who=Who(self.seat), area=self.area)


# --- the end of a turn ---------------------------------------------------------------------------------


class EndTurn(TurnAction):
    """Ends the turn, or skips it if nothing was done yet (nl 218)."""

    when: ClassVar[tuple[Progress, ...]] = tuple(Progress)

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        return super().refusal(state, seat) or Placing.current(state).end_refusal(state)

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        Placing.current(batch.state).end(batch)
        end_turn(batch)


def end_if_nothing_left(batch: Batch[State]) -> None:
    """Ends the turn if its seat has no other action left, for lack of room, courtiers or cards."""
    state = batch.state
    remaining_actions = (Stay, MoveFigure, RollOn, PlaceCourtier, ExtraRoll)
    if isinstance(state.phase, Turn) and all(
        action_refusal(action, state, state.phase.turn) for action in remaining_actions
    ):
        end_turn(batch)


def end_turn(batch: Batch[State]) -> None:
    """Begins the next turn, or an election if a player has no cards left (nl 162)."""
    batch.emit(TurnEnded(batch.state.turn or 0))
    if out := batch.state.without_cards:
        batch.emit(ElectionCalled(out))
    else:
        begin_next_turn(batch)


class TurnEnded(Event):
    seat: int

    def apply(self, state: State) -> State:
        shown_card = None if self.clears_to_do(state) else state.spent_card
        after = replace(state, out_of_cards=state.without_cards, last_election=None, spent_card=shown_card)
        return after.without_new_cards(self.seat)

    def recap(self, state: State) -> Text | None:
        spent = state.without_cards
        return T("{who} ran out of cards", who=seats(spent)) if spent else None

    def clears_to_do(self, state: State) -> bool:
        return isinstance(state.phase, Turn) and state.phase.progress is Progress.START

    def to_do(self, state: State) -> Iterable[Text]:
        yield from Placing.current(state).to_do_at_end(state)
