"""French aid: asked for openly, in turn order, when the income has been paid and before anybody plans (nl 259)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from scoring.kernel import Ask, Chance, Draft, Event, Help, Refusal, TableStep, offer, refused_if
from scoring.offers import Offer, Pick
from scoring.roses.plan import Planning
from scoring.roses.state import RosesPhase, State
from scoring.sealed import Sealed
from scoring.words import T, Text, Who, seats


class FrenchAid(
    RosesPhase,
    name="french-aid",
    wait=T("First everybody who may says whether France is asked for money."),
    rule="nl 259",
):
    """Who may still ask, in turn order; the others are not waited for."""

    help = Help(
        (
            T("Whoever is behind the leader may ask France for the difference in pounds, £25 at most."),
            T("The French Aid tile goes into the box then: once a game, in rounds 2 to 5."),
        ),
        "nl 259",
    )
    asked: tuple[int, ...]

    @property
    def turn(self) -> int:
        return self.asked[0]

    def headline(self, state: State) -> Text:
        return T("{who} may ask France for £{pounds}.", who=Who(self.turn), pounds=state.french_aid(self.turn))

    def waiting_for(self, state: State) -> tuple[int, ...]:
        return (self.turn,)

    def may_correct(self) -> bool:
        return True


def offer_aid(draft: Draft[State]) -> None:
    """Once the income is paid: nobody is asked who could get nothing."""
    if asked := tuple(seat for seat in draft.state.order if draft.state.french_aid(seat)):
        draft.happen(AidOffered(asked))


def to_planning(state: State) -> State:
    return replace(state, phase=Planning(Sealed(tuple(range(state.seats)))))


class AskFrance(Ask, phases=(FrenchAid,)):
    """I hand in my tile for money, or keep it for a later round."""

    take: bool

    @classmethod
    def why_not(cls, state: State, seat: int) -> Refusal | None:
        text = T("{who} decides first.", who=Who(state.during(FrenchAid).turn))
        return refused_if(seat != state.turn, "not-your-turn", text, "nl 259")

    @classmethod
    def offers(cls, state: State, seat: int) -> Iterable[Offer]:
        return (offer(cls, seat, Pick("take", (1, 0) if state.french_aid(seat) else (0,))),)

    def why_not_this(self, state: State, seat: int) -> Refusal | None:
        text = T("French aid is for rounds 2 to 5, once, and for whoever is behind the leader.")
        return refused_if(self.take and not state.french_aid(seat), "aid", text, "nl 259")

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        draft.happen(AidTaken(seat, draft.state.french_aid(seat)) if self.take else AidLeft((seat,)))


class NobodyAsks(TableStep, phases=(FrenchAid,)):
    """All who are left keep their tiles: one tap for the table. The last one simply answers."""

    @classmethod
    def why_not(cls, state: State, seat: int) -> Refusal | None:
        now = state.during(FrenchAid)
        alone = T("Only {who} is left to decide.", who=Who(now.turn))
        return super().why_not(state, seat) or refused_if(len(now.asked) < 2, "not-now", alone, "nl 259")

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        draft.happen(AidLeft(draft.state.during(FrenchAid).asked))


class AidOffered(Event):
    """These seats may ask for French aid this round, in this order."""

    asked: tuple[int, ...]

    def fold(self, state: State) -> State:
        return replace(state, aid_round=state.round, phase=FrenchAid(self.asked))


class AidTaken(Event):
    """French aid, once a game. Tables of earlier days took it when the plans were carried out."""

    seat: int
    pounds: int

    def fold(self, state: State) -> State:
        richer = state.with_money(self.seat, self.pounds)
        return _decided(replace(richer, aid_taken=(*state.aid_taken, self.seat)), (self.seat,))

    def tell(self, state: State) -> Text:
        return T("{who} takes French aid: £{pounds}.", who=Who(self.seat), pounds=self.pounds)

    def to_do(self, state: State) -> Iterable[Text]:
        return () if state.phase.scripted else (handed_in(self.seat, self.pounds),)


def handed_in(seat: int, pounds: int) -> Text:
    return T("{who}: French Aid tile into the box, £{pounds} from the bank.", who=Who(seat), pounds=pounds)


class AidLeft(Event):
    """These seats ask for nothing this round."""

    seats: tuple[int, ...]

    def fold(self, state: State) -> State:
        return _decided(state, self.seats)

    def tell(self, state: State) -> Text:
        return T("No French aid this round: {who}.", who=seats(self.seats))


def _decided(state: State, seats: tuple[int, ...]) -> State:
    """When the last one has decided, everybody plans."""
    if not isinstance(state.phase, FrenchAid):
        return state
    left = tuple(seat for seat in state.phase.asked if seat not in seats)
    return replace(state, phase=FrenchAid(left)) if left else to_planning(state)
