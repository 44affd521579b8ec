"""Action cards and what they let a player choose (en 1072-1086, 1222-1264)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from scoring.acts import Act, Piece, Row
from scoring.kernel import Chance, Draft, Event, Refusal, allowed, offer, refused_if
from scoring.offers import Offer, Pick
from scoring.regents.castle import TwoMoves
from scoring.regents.printed import CARDS, CLANS, HAND, LOCATIONS, ROUNDS, STEPS
from scoring.regents.state import OUTSIDE, State
from scoring.regents.tracks import Steps
from scoring.regents.turn import (
    Action,
    AnyTurn,
    Choice,
    Choose,
    Move,
    Spaces,
    actions_left,
    chosen,
    has_scored,
    if_possible,
    is_counted,
    notice_twins,
    settle,
    spend,
    turned_up_twice,
)
from scoring.values import replaced
from scoring.words import T, Text, Who

# --- playing a card -------------------------------------------------------------------------------------


class PlayCard(Action, own=True):
    """Free, once a turn (en 1076)."""

    called = T("Play an action card")
    card: str

    @classmethod
    def why_not(cls, state: State, seat: int) -> Refusal | None:
        return (
            super().why_not(state, seat)
            or has_scored(state)  # de 214, nl 637: before the majorities are counted
            or refused_if(state.round == ROUNDS, "last-round", T("No action cards in the last round."), "en 1086")
            or refused_if(AnyTurn.of(state).card, "once", T("You have played a card this turn: one a turn."), "en 1076")
        )

    @classmethod
    def offers(cls, state: State, seat: int) -> tuple[Offer, ...]:
        return if_possible(offer(cls, seat, Pick("card", allowed(cls, state, seat, "card", CARDS))))

    def why_not_this(self, state: State, seat: int) -> Refusal | None:
        if self.card not in state.hand(seat):
            return Refusal("not-held", T("That card is not in your hand."), "en 886, 1080")
        unpaid = self.card == "privilege" and not actions_left(state)
        last = len(state.played[seat]) + 1 == HAND
        return refused_if(unpaid, "actions", T("Privilege needs an action: none is left."), "en 1232") or (
            turned_up_twice(state, seat) if last else None
        )

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        draft.happen(CardPlayed(seat, self.card))
        notice_twins(draft, seat)
        settle(draft)


class CardPlayed(Move, reveals=True):
    """Diplomacy and Alliance count at scoring; the others are made use of at once. The fifth brings spaces, too."""

    card: str

    def fold(self, state: State) -> State:
        played = (*state.played[self.seat], self.card)
        effect = tuple(one for one in EFFECTS.get(self.card, ()) if isinstance(one, Spaces) or not is_counted(state))
        last = (Steps("last-card"),) if len(played) == HAND else ()
        after = replace(state, played=replaced(state.played, self.seat, played))
        return spend(after, 0, card=self.card, choices=(*AnyTurn.of(state).choices, *effect, *last))

    def tell(self, state: State) -> Text:
        return T("{who} plays {card}.", who=Who(self.seat), card=CARDS[self.card])

    def plays(self, state: State, after: State, then: Sequence[Event]) -> Iterator[Act]:
        """The fifth card tells the clan (en 1084)."""
        if not after.is_open(self.seat) or state.is_open(self.seat):
            return
        who, clan = Who(self.seat), CLANS[after.cards[self.seat].clan]
        own = T(
            "Your last card: everybody knows that you are {clan}. {spaces} spaces forward.", clan=clan, spaces=STEPS
        )
        verdict = T("{who} is {clan}: {spaces} spaces forward.", who=who, clan=clan, spaces=STEPS)
        row = Row(self.seat, pieces=(Piece("card", CARDS[self.card]), Piece("turned", clan)), wins=True)
        yield Act("accusation", T("{who} plays the last card", who=who), verdict, (row,), own=((self.seat, own),))


# --- Suspicion ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Driving(Choice):
    """Suspicion: whose agent leaves the castle (en 1224). Neutral agents cannot be driven out (en 1154)."""

    def headline(self, who: Who) -> Text:
        return T("Suspicion: {who} drives an agent out.", who=who)

    def options(self, state: State) -> tuple[int, ...]:
        return tuple(other for other in state.opponents(AnyTurn.of(state).turn) if state.places_of(other))


class DriveOut(Choose):
    """An opponent's agent leaves the castle."""

    choice: ClassVar[type[Choice]] = Driving
    whose: int
    place: str

    @classmethod
    def offers(cls, state: State, seat: int) -> Iterator[Offer]:
        for whose in Driving().options(state):
            yield offer(cls, seat, Pick("whose", (whose,)), Pick("place", state.places_of(whose)))

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        draft.happen(AgentDrivenOut(seat, self.whose, self.place))
        settle(draft)


class AgentDrivenOut(Event):
    seat: int
    whose: int
    place: str

    def fold(self, state: State) -> State:
        return chosen(state.relocated(self.whose, self.place, OUTSIDE))

    def tell(self, state: State) -> Text:
        who, whose, left = Who(self.seat), Who(self.whose), LOCATIONS[self.place]
        return T("{who} drives an agent of {whose} out: {place}.", who=who, whose=whose, place=left)

    def to_do(self, state: State) -> tuple[Text, ...]:
        return (T("{who} takes an agent off the {place}.", who=Who(self.whose), place=LOCATIONS[self.place]),)


# --- Betrayal -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Swapping(Choice):
    """Betrayal: which two agents change places (en 1264)."""

    def headline(self, who: Who) -> Text:
        return T("Betrayal: {who} swaps two agents.", who=who)

    def options(self, state: State) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Agents of different owners in different places: anything else changes nothing."""
        agents = [(owner, place) for owner in range(len(state.agents)) for place in state.places_of(owner)]
        swaps = (
            (f"{owner}.{place}", tuple(f"{o}.{p}" for o, p in agents if o > owner and p != place))
            for owner, place in agents
        )
        return tuple((one, others) for one, others in swaps if others)


class SwapAgents(Choose):
    """Two agents change places; each as owner and place, "0.chapel"."""

    choice: ClassVar[type[Choice]] = Swapping
    one: str
    other: str

    @classmethod
    def offers(cls, state: State, seat: int) -> Iterator[Offer]:
        for one, others in Swapping().options(state):
            yield offer(cls, seat, Pick("one", (one,)), Pick("other", others))

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        one, one_place = self.one.split(".")
        other, other_place = self.other.split(".")
        draft.happen(AgentsSwapped(seat, int(one), one_place, int(other), other_place))
        settle(draft)


class AgentsSwapped(Event):
    """The agent of owner `one` and that of owner `other` changed places; an owner beyond the seats is neutral."""

    seat: int
    one: int
    one_place: str
    other: int
    other_place: str

    def fold(self, state: State) -> State:
        after = state.relocated(self.one, self.one_place, self.other_place)
        return chosen(after.relocated(self.other, self.other_place, self.one_place))

    def tell(self, state: State) -> Text:
        first = T("{who} ({place})", who=state.owner_name(self.one), place=LOCATIONS[self.one_place])
        second = T("{who} ({place})", who=state.owner_name(self.other), place=LOCATIONS[self.other_place])
        return T("{who} swaps agents: {one} and {other}.", who=Who(self.seat), one=first, other=second)


# What is chosen at once; where the turn is only counted, pieces are moved on the table without Herald.
EFFECTS: dict[str, tuple[Choice, ...]] = {
    "suspicion": (Driving(),),
    "betrayal": (Swapping(),),
    "privilege": (TwoMoves(),),
    "influence": (Steps("influence"),),
}
