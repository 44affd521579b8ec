"""Conquest: which army takes which land, at any time, and what happens to the knights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from scoring.highlights import Highlight, Piece, Row
from scoring.kernel import (
    Action,
    Anecdote,
    AnecdoteKind,
    Batch,
    Event,
    Help,
    Refusal,
    Rng,
    allowed,
    legal_action,
    refused_if,
)
from scoring.legal_actions import LegalAction, Pick
from scoring.saga.components import BY_KEY, COLOURS, LANDS, Knight, Property, keys, listed, without_one
from scoring.saga.final_count import end_game
from scoring.saga.state import Land, State, army_place, land_place, missing_strength
from scoring.saga.turn import Turn, TurnAction, TurnEvent, end_if_nothing_left, with_turn_flags
from scoring.standings import ranked
from scoring.values import without
from scoring.words import TN, T, Text, Who

TAKING = Help(
    (
        T("The army becomes the land’s defence, and you can’t add to it any more."),
        T(
            "Knights under a land in the middle become free knights. If a player held the land, their knights go back "
            "to their hand."
        ),
    ),
    "nl 148",
)


def conquerors(state: State, land: str) -> tuple[int, ...]:
    """Returns the army that takes the land at once; several if their owner must choose between equal armies.

    The strongest army above the defence takes it (nl 150, 251). If two owners are tied, nobody does (nl 255).
    """
    best = _strongest(state, _stronger_armies(state, land))
    owners = {state.armies[number].owner for number in best}
    return best if len(owners) == 1 else ()


def conquest_refusal(state: State, number: int) -> Refusal | None:
    """Returns why this army cannot take its land at its owner's wish; None if it can.

    It only has to be stronger than the defence (nl 103, 150), not stronger than other waiting armies. But if another
    player's army is equally strong and none is stronger, nobody takes the land (nl 255).
    """
    army = state.armies[number]
    able = _stronger_armies(state, army.land)
    best = _strongest(state, able)
    rivals = [state.armies[one].owner for one in best if number in best and state.armies[one].owner != army.owner]
    own = T("You hold this land. Your army waits until another player does.")
    weak = T("This army isn’t strong enough to take its land.")
    tied = T(
        "{who}’s attack is equally strong. The land stays until one of you is stronger.",
        who=Who(rivals[0] if rivals else army.owner),
    )
    return (
        refused_if(state.lands[army.land].holder == army.owner, "own-land", own, "nl 148")
        or refused_if(number not in able, "too-weak", weak, "nl 150")
        or refused_if(rivals, "equal", tied, "nl 255")
    )


def _stronger_armies(state: State, land: str) -> tuple[int, ...]:
    """Returns the armies stronger than the defence (nl 150), except those of the land's holder."""
    against = (n for n, a in state.armies.items() if a.land == land and a.owner != state.lands[land].holder)
    return tuple(number for number in against if still_needed(state, number) <= 0)


def _strongest(state: State, armies: Iterable[int]) -> tuple[int, ...]:
    strengths = {number: (state.armies[number].strength,) for number in armies}
    return tuple(ranked(strengths)[0]) if strengths else ()


def _last_conquerors(state: State, seat: int, land: str) -> tuple[int, ...]:
    """Returns the seat's army that takes the land with the last knight (nl 196); several if they are equal."""
    own = (number for number in state.armies_of(seat) if state.armies[number].land == land)
    return _strongest(state, (number for number in own if conquest_refusal(state, number) is None))


def still_needed(state: State, number: int) -> int:
    """Returns how much more strength the army needs to take the land; 0 or less if it can."""
    army = state.armies[number]
    return missing_strength(army.strength, state.defence(army.land))


def settle(batch: Batch[State], last: int | None = None, weakened: tuple[str, ...] = ()) -> None:
    """Carries out all conquests that are due. This terminates, because each conquest makes the land stronger.

    `last` is the seat that has played the last knight of its hand. The game is then over, and nobody gets a free knight
    (nl 195). `weakened` lists lands that have lost a defender. If one owner has equal armies, play pauses until the
    owner has chosen.
    """
    turn = Turn.current(batch.state)
    if turn.contenders:  # determined again with the current armies
        last = turn.last if last is None else last
        armies = (batch.state.armies[one] for one in turn.contenders if one in batch.state.armies)
        weakened = tuple(dict.fromkeys(army.land for army in armies))
        batch.emit(EqualArmiesChanged())
    while due := _due_conquests(batch.state, last, weakened):
        for best in due:
            if len(best) > 1:
                batch.emit(EqualArmiesFound(batch.state.armies[best[0]].owner, best, last))
                return
            _conquer(batch, best[0], free_knight=last is None)
        weakened = ()
    if last is not None:
        end_game(batch, last)


def _due_conquests(state: State, last: int | None, weakened: tuple[str, ...]) -> list[tuple[int, ...]]:
    """Returns the conquests that happen automatically.

    If conquest is optional (nl 97), only two kinds are: after a weakened defence (nl 251), and with the last knight
    (nl 196).
    """
    if not state.conquest_waits:
        due = [conquerors(state, land) for land in COLOURS]
    elif last is None:
        due = [conquerors(state, land) for land in weakened]
    else:
        due = [_last_conquerors(state, last, land) for land in COLOURS]
    return [best for best in due if best]


def _conquer(batch: Batch[State], number: int, free_knight: bool) -> None:
    """Emits the events of a conquest, in the order of the rulebook (nl 156-167, 290)."""
    army = batch.state.armies[number]
    land = batch.state.lands[army.land]
    for hidden in army.face_down:
        batch.emit(KnightTurned(army.owner, number, hidden.knight))
    if land.holder is None:
        batch.emit(KnightsFreed(army.land, land.knights))
    else:
        batch.emit(KnightsReturned(land.holder, army.land, land.knights))
    batch.emit(LandConquered(army.owner, army.land, number))
    if free_knight and Property.FREE_KNIGHT in batch.state.properties(army.land) and batch.state.free:
        batch.emit(FreeKnightGranted(army.owner, army.land))  # nl 278


def after_laying(batch: Batch[State], seat: int) -> None:
    """Carries out conquests, then ends the game if the knight was the last of the hand (nl 195)."""
    settle(batch, last=None if batch.state.hand_cards(seat) else seat)


# --- choosing an army ----------------------------------------------------------------------------------


class EqualArmiesFound(Event):
    """Several equal armies of the seat could take the land, so the seat chooses. `last` is the seat that has played the
    last knight, if any."""

    seat: int
    armies: tuple[int, ...]
    last: int | None

    def apply(self, state: State) -> State:
        return with_turn_flags(state, contenders=self.armies, last=self.last)

    def history_line(self, state: State) -> Text:
        land = LANDS[state.armies[self.armies[0]].land].name
        return T("Two of {who}’s armies were tied to take {land}.", who=Who(self.seat), land=land)


class EqualArmiesChanged(Event):
    """A correction changed the equal armies, so the conquest is determined again."""

    def apply(self, state: State) -> State:
        return with_turn_flags(state, contenders=())


class ChooseArmy(Action, phases=(Turn,)):
    """Chooses which of the seat's equal armies takes the land and becomes its defence (nl 156)."""

    army: int

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        contenders = Turn.current(state).contenders
        none = T("None of your armies are tied to take a land.")
        owner = state.armies[contenders[0]].owner if contenders else seat
        return refused_if(not contenders, "not-now", none, "nl 150") or refused_if(
            owner != seat, "not-yours", T("{who} chooses which army takes the land.", who=Who(owner)), "nl 156"
        )

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        return (legal_action(cls, seat, Pick("army", Turn.current(state).contenders)),)

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        last = Turn.current(batch.state).last
        batch.emit(ArmyChosen(seat, self.army))
        _conquer(batch, self.army, free_knight=last is None)
        settle(batch, last)
        end_if_nothing_left(batch)


class ArmyChosen(Event):
    seat: int
    army: int

    def apply(self, state: State) -> State:
        return with_turn_flags(state, contenders=())


class Conquer(TurnAction):
    """Takes a land, at tables that read rule 2b as optional (nl 97) rather than immediate (nl 150)."""

    army: int

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        at_once = T("At this table, lands are taken right away.")
        first = T("You have to play a knight first.")
        return (
            super().refusal(state, seat)
            or refused_if(not state.conquest_waits, "not-now", at_once, "nl 150")
            or refused_if(not Turn.current(state).played, "must-play", first, "nl 103")
        )

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        if self.army not in state.armies_of(seat):
            return Refusal("no-army", T("That’s not one of your attacking armies."), "nl 150")
        return conquest_refusal(state, self.army)

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        for number in allowed(cls, state, seat, "army", state.armies_of(seat)):
            yield legal_action(cls, seat, Pick("army", (number,)))

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        _conquer(batch, self.army, free_knight=True)
        end_if_nothing_left(batch)


# --- fate of the knights -------------------------------------------------------------------------------


class KnightTurned(Event, reveals=True):
    """A face-down knight of that army was turned face up."""

    seat: int
    army: int
    knight: Knight

    def apply(self, state: State) -> State:
        army = state.armies[self.army]
        hidden = next(hidden for hidden in army.face_down if hidden.knight == self.knight)
        turned = replace(army, knights=(*army.knights, self.knight), face_down=without_one(army.face_down, hidden))
        return with_turn_flags(state, acted=True).with_army(army_place(self.army), turned)

    def history_line(self, state: State) -> Text:
        land = LANDS[state.armies[self.army].land].name
        return T(
            "{who} turned {knight} face up against {land}.", who=Who(self.seat), knight=self.knight.name, land=land
        )

    def anecdote(self, state: State) -> Anecdote:
        """Returns the knight that was hidden; a higher value makes a better anecdote."""
        land = LANDS[state.armies[self.army].land].name
        text = T("{who} had {knight} face down against {land}", who=Who(self.seat), knight=self.knight.name, land=land)
        return Anecdote(AnecdoteKind.BLUFF, self.knight.value, text)

    def to_do(self, state: State) -> Iterable[Text]:
        yield T("{who}: turn {knight} face up.", who=Who(self.seat), knight=self.knight.name)

    def clears_to_do(self, state: State) -> bool:
        return not Turn.current(state).acted


class DefenceFell(Event, abstract=True):
    """An army was stronger than the land; the conquest follows."""

    def highlights(self, state: State, after: State, then: Sequence[Event]) -> Iterator[Highlight]:
        """Shows the army against the defence, with both strengths."""
        conquest = next((one for one in then if isinstance(one, LandConquered)), None)
        army = state.armies.get(conquest.army) if conquest else None
        if conquest is None or army is None:
            return
        name, land = LANDS[conquest.land].name, state.lands[conquest.land]
        attack = Row(conquest.seat, pieces=_cards(army.knights), number=army.strength, wins=True)
        alone = None if land.holder is not None else name
        defence = Row(land.holder, alone, _cards(land.knights), number=state.defence(conquest.land))
        yours, lost = (
            T("{land} is yours.", land=name),
            T("You lost {land} to {who}.", land=name, who=Who(conquest.seat)),
        )
        own = [(conquest.seat, yours), *([(land.holder, lost)] if land.holder is not None else [])]
        title = T("{who} attacks {land}", who=Who(conquest.seat), land=name)
        verdict = conquest.history_line(state)
        rows, seat, places = (defence, attack), (conquest.seat,), (conquest.land,)
        yield Highlight("conquest", title, verdict, rows, seat, tuple(own), places=places)


def _cards(knights: Iterable[Knight]) -> tuple[Piece, ...]:
    return tuple(Piece("card", knight.name, worth=knight.value, colour=knight.colour) for knight in knights)


class KnightsFreed(DefenceFell):
    """A land was taken from the middle; its knights become free knights."""

    land: str
    knights: tuple[Knight, ...]

    def apply(self, state: State) -> State:
        return replace(_without_army(state, self.land), free=(*state.free, *self.knights))

    def history_line(self, state: State) -> Text | None:
        name, knights = LANDS[self.land].name, listed(self.knights)
        return T("{knights} lost {land} and became free knights.", knights=knights, land=name) if self.knights else None

    def to_do(self, state: State) -> Iterable[Text]:
        if self.knights:
            name, knights = LANDS[self.land].name, listed(self.knights)
            yield T("Put {knights} from under {land} on the table as free knights.", knights=knights, land=name)


class KnightsReturned(DefenceFell):
    """A land was taken from a seat; its knights return to that seat's hand."""

    seat: int
    land: str
    knights: tuple[Knight, ...]

    def apply(self, state: State) -> State:
        return _without_army(state, self.land)

    def recap(self, state: State) -> Text:
        return T("{who} lost {land}", who=Who(self.seat), land=LANDS[self.land].name)

    def history_line(self, state: State) -> Text:
        who, name, knights = Who(self.seat), LANDS[self.land].name, listed(self.knights)
        if not self.knights:
            return T("{who} lost {land}.", who=who, land=name)
        return T("{who} lost {land} and took {knights} back.", who=who, land=name, knights=knights)

    def to_do(self, state: State) -> Iterable[Text]:
        if self.knights:
            yield TN(
                "{who}: take the knight under {land} back to your hand: {knights}.",
                "{who}: take the {count} knights under {land} back to your hand: {knights}.",
                len(self.knights),
                who=Who(self.seat),
                land=LANDS[self.land].name,
                knights=listed(self.knights),
            )


def _without_army(state: State, land: str) -> State:
    """Returns the state with no knights under the land."""
    return state.with_army(land_place(land), replace(state.lands[land], knights=(), since=frozenset()))


class LandConquered(Event):
    """The attacking army became the land's defence."""

    seat: int
    land: str
    army: int

    def apply(self, state: State) -> State:
        army = state.armies[self.army]
        held = Land(state.side_for_next(self.land), self.seat, army.knights, since=army.since)
        return replace(state, armies=without(state.armies, self.army), lands={**state.lands, self.land: held})

    def recap(self, state: State) -> Text:
        return T("{who} took {land}", who=Who(self.seat), land=LANDS[self.land].name)

    def history_line(self, state: State) -> Text:
        return T("{who} conquered {land}.", who=Who(self.seat), land=LANDS[self.land].name)

    def to_do(self, state: State) -> Iterable[Text]:
        who, land = Who(self.seat), LANDS[self.land].name
        yield T("{who}: put {land} on the army that took it.", who=who, land=land)
        if state.lands[self.land].used and state.turns_over:
            yield T("{who}: flip {land} back. You may use it once.", who=who, land=land)
        elif state.lands[self.land].used:
            yield T("{who}: rotate {land} back. You may use it once.", who=who, land=land)


# --- a free knight without cost (nl 276-281) -----------------------------------------------------------


class FreeKnightGranted(Event):
    """After a conquest, the seat may take a free knight, now or not at all."""

    seat: int
    land: str

    def apply(self, state: State) -> State:
        return with_turn_flags(state, choosers=(*Turn.current(state).choosers, self.seat))


class Choice(Action, abstract=True, phases=(Turn,)):
    """Base class for choices for the seat that has just conquered the land."""

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        chooser, late = (
            Turn.current(state).choosing,
            T("You can only take a free knight at no cost right after a conquest."),
        )
        somebody_else = T("{who} conquered the land, so they choose.", who=Who(chooser or 0))
        return refused_if(chooser is None, "not-now", late, "nl 279") or refused_if(
            chooser != seat, "not-yours", somebody_else, "nl 278"
        )


class TakeFreeKnight(Choice):
    """Takes a free knight at no cost, right after the conquest (nl 278)."""

    knight: str

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        return (legal_action(cls, seat, Pick("knight", keys(state.free))),)

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(FreeKnightTaken(seat, BY_KEY[self.knight]))
        end_if_nothing_left(batch)


class FreeKnightTaken(TurnEvent):
    seat: int
    knight: Knight

    def apply(self, state: State) -> State:
        return _after_choice(state.with_recruit(self.seat, self.knight), self.seat)

    def history_line(self, state: State) -> Text:
        return T("{who} took {knight} at no cost.", who=Who(self.seat), knight=self.knight.name)

    def to_do(self, state: State) -> Iterable[Text]:
        yield T("{who}: take {knight} at no cost.", who=Who(self.seat), knight=self.knight.name)


class LeaveFreeKnights(Choice):
    """Declines the free knight; it cannot be taken later (nl 279)."""

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(FreeKnightsLeft(seat))
        end_if_nothing_left(batch)


class FreeKnightsLeft(Event):
    seat: int

    def apply(self, state: State) -> State:
        return _after_choice(state, self.seat)

    def history_line(self, state: State) -> Text:
        return T("{who} took no free knight.", who=Who(self.seat))


def _after_choice(state: State, seat: int) -> State:
    """Returns the state in which the next seat chooses, if any free knights remain."""
    return with_turn_flags(state, choosers=without_one(Turn.current(state).choosers, seat) if state.free else ())
