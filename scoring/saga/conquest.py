"""Who takes which land: noticed and carried out at once, whoever's turn it is – and what becomes of the knights."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from scoring.kernel import Ask, Chance, Draft, Event, Help, Refusal, offer, refused_if
from scoring.offers import Offer, Pick
from scoring.saga.printed import BY_KEY, COLOURS, LANDS, Knight, Property, keys, less, listed
from scoring.saga.reckoning import end_game
from scoring.saga.state import Land, State, army_place, land_place
from scoring.saga.turn import Deed, Turn, end_if_nothing_left, noted
from scoring.standings import ranked
from scoring.values import without
from scoring.words import TN, T, Text, Who

TAKING = Help(
    (
        T("The army becomes the land's defence, and nothing is added to it any more."),
        T("Knights under a land in the middle become free knights; those of its holder go back to the hand."),
    ),
    "nl 148",
)


def conqueror(state: State, land: str) -> int | None:
    """The army that takes the land now.

    It is stronger than the defence (nl 150) and its owner's strongest; with several such owners it is the strongest
    of all, and as long as two owners are equal there, nobody's (nl 251-258). Nobody takes a land from themselves.
    """
    against = [n for n, a in state.armies.items() if a.land == land and a.owner != state.lands[land].holder]
    strong = {number: (state.armies[number].strength,) for number in against if still_needed(state, number) <= 0}
    best = ranked(strong)[0] if strong else ()
    owners = {state.armies[number].owner for number in best}
    return best[0] if len(owners) == 1 else None


def still_needed(state: State, number: int) -> int:
    """How much more the army must be worth to be stronger than the land."""
    army = state.armies[number]
    return falls_short(army.strength, state.defence(army.land))


def falls_short(attack: int, defence: int) -> int:
    """By how much an attack is too weak: it has to be stronger than the defence (nl 150)."""
    return defence + 1 - attack


def settle(draft: Draft[State], free_knight: bool = True) -> None:
    """Carries out every conquest that is due, until none is; each one makes the land stronger, so it ends."""
    while due := _due(draft.state):
        for number in due:
            _conquer(draft, number, free_knight)


def _due(state: State) -> tuple[int, ...]:
    found = (conqueror(state, land) for land in COLOURS)
    return tuple(number for number in found if number is not None)


def _conquer(draft: Draft[State], number: int, free_knight: bool) -> None:
    """What follows, in the order of the text (nl 156-167, 290)."""
    army = draft.state.armies[number]
    land = draft.state.lands[army.land]
    for hidden in army.face_down:
        draft.happen(KnightTurned(army.owner, number, hidden.knight))
    if land.holder is None:
        draft.happen(KnightsFreed(army.land, land.knights))
    else:
        draft.happen(KnightsReturned(land.holder, army.land, land.knights))
    draft.happen(LandConquered(army.owner, army.land, number))
    if free_knight and Property.FREE_KNIGHT in draft.state.properties(army.land) and draft.state.free:
        draft.happen(FreeKnightGranted(army.owner, army.land))  # nl 278


def after_laying(draft: Draft[State], seat: int) -> None:
    """Conquests at once; with the last knight of a hand the game is over, a conquest is still made (nl 195)."""
    last = not draft.state.hand_cards(seat)
    settle(draft, free_knight=not last)
    if last:
        end_game(draft, seat)


# --- what happens to the knights -----------------------------------------------------------------------


class KnightTurned(Event, reveals=True):
    """The face-down knight of that army lies open."""

    seat: int
    army: int
    knight: Knight

    def fold(self, state: State) -> State:
        army = state.armies[self.army]
        hidden = next(hidden for hidden in army.face_down if hidden.knight == self.knight)
        turned = replace(army, knights=(*army.knights, self.knight), face_down=less(army.face_down, hidden))
        return noted(state, acted=True).with_army(army_place(self.army), turned)

    def tell(self, state: State) -> Text:
        land = LANDS[state.armies[self.army].land].name
        return T("{who} turns {knight} up against {land}.", who=Who(self.seat), knight=self.knight.name, land=land)

    def to_do(self, state: State) -> Iterable[Text]:
        yield T("{who} turns {knight} up.", who=Who(self.seat), knight=self.knight.name)

    def clears_to_do(self, state: State) -> bool:
        return not Turn.of(state).acted


class KnightsFreed(Event):
    """A land was taken from the middle: its knights lie free on the table."""

    land: str
    knights: tuple[Knight, ...]

    def fold(self, state: State) -> State:
        return replace(_cleared(state, self.land), free=(*state.free, *self.knights))

    def tell(self, state: State) -> Text | None:
        name, knights = LANDS[self.land].name, listed(self.knights)
        return T("{knights} lose {land} and lie free.", knights=knights, land=name) if self.knights else None

    def to_do(self, state: State) -> Iterable[Text]:
        if self.knights:
            name, knights = LANDS[self.land].name, listed(self.knights)
            yield T("{knights} from under {land} lie free on the table.", knights=knights, land=name)


class KnightsReturned(Event):
    """A land was taken from a seat: its knights are in that seat's hand again."""

    seat: int
    land: str
    knights: tuple[Knight, ...]

    def fold(self, state: State) -> State:
        return _cleared(state, self.land)

    def tell(self, state: State) -> Text:
        who, name, knights = Who(self.seat), LANDS[self.land].name, listed(self.knights)
        if not self.knights:
            return T("{who} loses {land}.", who=who, land=name)
        return T("{who} loses {land}: {knights} back to hand.", who=who, land=name, knights=knights)

    def to_do(self, state: State) -> Iterable[Text]:
        if self.knights:
            yield TN(
                "{who} takes the knight under {land} back into hand: {knights}.",
                "{who} takes the {count} knights under {land} back into hand: {knights}.",
                len(self.knights),
                who=Who(self.seat),
                land=LANDS[self.land].name,
                knights=listed(self.knights),
            )


def _cleared(state: State, land: str) -> State:
    return state.with_army(land_place(land), replace(state.lands[land], knights=(), since=frozenset()))


class LandConquered(Event):
    """The attacking army of this number lies under the land now."""

    seat: int
    land: str
    army: int

    def fold(self, state: State) -> State:
        army = state.armies[self.army]
        held = Land(state.lands[self.land].side, self.seat, army.knights, since=army.since)
        return replace(state, armies=without(state.armies, self.army), lands={**state.lands, self.land: held})

    def tell(self, state: State) -> Text:
        return T("{who} conquers {land}.", who=Who(self.seat), land=LANDS[self.land].name)

    def to_do(self, state: State) -> Iterable[Text]:
        yield T("{who} lays {land} on the army that took it.", who=Who(self.seat), land=LANDS[self.land].name)


# --- a free knight without cost (nl 276-281) -----------------------------------------------------------


class FreeKnightGranted(Event):
    """The conquest lets the seat take a free knight, now or never."""

    seat: int
    land: str

    def fold(self, state: State) -> State:
        return noted(state, choosers=(*Turn.of(state).choosers, self.seat))


class Choice(Ask, abstract=True, phases=(Turn,)):
    """For whoever has just conquered the land."""

    @classmethod
    def why_not(cls, state: State, seat: int) -> Refusal | None:
        chooser, late = Turn.of(state).choosing, T("A free knight without cost is for the moment of the conquest only.")
        somebody_else = T("{who} has conquered the land and chooses.", who=Who(chooser or 0))
        return refused_if(chooser is None, "not-now", late, "nl 279") or refused_if(
            chooser != seat, "not-yours", somebody_else, "nl 278"
        )


class TakeFreeKnight(Choice):
    """Without cost, at once after the conquest (nl 278)."""

    knight: str

    @classmethod
    def offers(cls, state: State, seat: int) -> Iterable[Offer]:
        return (offer(cls, seat, Pick("knight", keys(state.free))),)

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        draft.happen(FreeKnightTaken(seat, BY_KEY[self.knight]))
        end_if_nothing_left(draft)


class FreeKnightTaken(Deed):
    seat: int
    knight: Knight

    def fold(self, state: State) -> State:
        return _chosen(state.recruits(self.seat, self.knight), self.seat)

    def tell(self, state: State) -> Text:
        return T("{who} takes {knight} without cost.", who=Who(self.seat), knight=self.knight.name)

    def to_do(self, state: State) -> Iterable[Text]:
        yield T("{who} takes {knight}, without cost.", who=Who(self.seat), knight=self.knight.name)


class LeaveFreeKnights(Choice):
    """None of them, and not later either (nl 279)."""

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        draft.happen(FreeKnightsLeft(seat))
        end_if_nothing_left(draft)


class FreeKnightsLeft(Event):
    seat: int

    def fold(self, state: State) -> State:
        return _chosen(state, self.seat)

    def tell(self, state: State) -> Text:
        return T("{who} takes no free knight.", who=Who(self.seat))


def _chosen(state: State, seat: int) -> State:
    """The next one chooses, as long as knights lie free."""
    return noted(state, choosers=less(Turn.of(state).choosers, seat) if state.free else ())
