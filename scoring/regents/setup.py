"""Set-up: secret cards, the neutral clan, the first player and the first agents (en 839-936)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from scoring.kernel import (
    Action,
    Batch,
    BusyReason,
    Event,
    Help,
    Refusal,
    Rng,
    SealedAction,
    SealedEvent,
    TableAction,
    legal_action,
    refused_if,
    turn_refusal,
)
from scoring.legal_actions import LegalAction, Pick
from scoring.regents.components import AGENTS, CLANS, DOMAINS, DOOR_KEYS, LOCATIONS, OUTER_ROOMS, ROOMS
from scoring.regents.state import OUTSIDE, Secrets, State, place_name
from scoring.regents.turn import (
    BoardEntry,
    OneSeatPhase,
    TurnBegan,
    TurnEvent,
    is_untracked,
    owners_to_place,
    with_new_turn,
)
from scoring.sealed import Sealed
from scoring.tracking_modes import ModeSwitchPhase
from scoring.values import replaced
from scoring.words import T, Text, TextList, Who, seats

BY_LOT = -1


class SetUp(ModeSwitchPhase):
    """Entry of the secret cards, unless Herald deals them.

    `neutral_again` is true if the cards were inconsistent, so that the neutral clan must be entered again too.
    """

    help = Help(
        (
            T("Everyone has a secret clan card and domain card. Look at yours."),
            T("The action card whose symbol your clan doesn’t have is out of the game."),
            T("Then one player goes first."),
        ),
        "en 884",
    )
    busy_reason = BusyReason(T("Set up the game first."), "en 839", code="set-up")
    sets_up = True
    sealed: Sealed[Secrets]
    miscounted: bool = False
    neutral_again: bool = False

    def headline(self, state: State) -> Text:
        if is_ready(state):
            return T("Who goes first?")
        if self.miscounted:
            return T("These cards can’t all be right. Everyone, check and re-enter your clan and domain.")
        if self.sealed.waiting_for:
            return T("Everyone secretly enters their clan and domain cards.")
        return T("Which clan is neutral?")

    def waiting_for(self, state: State) -> tuple[int, ...]:
        return () if state.cards else self.sealed.waiting_for

    def in_tracking_mode(self, state: State, mode: str) -> State:
        return replace(state, tracking_mode=mode)


def is_ready(state: State) -> bool:
    """True if Herald deals, or if all cards and the neutral clan are entered."""
    return state.herald_deals or (bool(state.cards) and (bool(state.neutral) or not state.has_neutral))


# --- cards ----------------------------------------------------------------------------------------------


class EnterCards(SealedAction, phases=(SetUp,)):
    """Enters the clan and domain card the seat has drawn (en 884, 890)."""

    clan: str
    domain: str

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        known = T("The cards are already entered. Correct them under “Fix a mistake”.")
        return refused_if(state.cards or seat not in SetUp.current(state).sealed.asked, "cards", known, "en 884")

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> tuple[LegalAction, ...]:
        return (legal_action(cls, seat, Pick("clan", clans_to_draw(state)), Pick("domain", tuple(DOMAINS))),)

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        text = T("That’s the neutral clan. Its card is face up on the table.")
        return refused_if(self.clan and self.clan == neutral_clan(state), "neutral", text, "en 1150")

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(CardsEntered(seat, self.clan, self.domain))
        _check_cards(batch)


def neutral_clan(state: State) -> str:
    """Returns the neutral clan; empty if it is not entered yet or must be entered again."""
    return "" if isinstance(state.phase, SetUp) and state.phase.neutral_again else state.neutral


def clans_to_draw(state: State) -> tuple[str, ...]:
    return tuple(clan for clan in CLANS if clan != neutral_clan(state))


def _check_cards(batch: Batch[State]) -> None:
    """Emits whether any card was entered twice (en 932, 936), without revealing whose entry is wrong."""
    state, sealed = batch.state, SetUp.current(batch.state).sealed
    if not sealed.complete or (state.has_neutral and not neutral_clan(state)):
        return
    drawn = tuple(sealed.choices.values())
    clans = [*(cards.clan for cards in drawn), *([state.neutral] if state.neutral else [])]
    domains = [cards.domain for cards in drawn]
    fits = len(set(clans)) == len(clans) and len(set(domains)) == len(domains)
    batch.emit(CardsChecked() if fits else CardsMiscounted())


def cards_name(seat: int, clan: str, domain: str) -> Text:
    return T("{who} {clan} ({domain})", who=Who(seat), clan=CLANS[clan], domain=DOMAINS[domain])


class CardsEntered(SealedEvent, secret={"clan", "domain"}):
    seat: int
    clan: str
    domain: str

    def apply(self, state: State) -> State:
        sealed = SetUp.current(state).sealed.seal(self.seat, Secrets(self.clan, self.domain))
        return state.with_phase(sealed=sealed, miscounted=False)

    def history_line(self, state: State) -> Text:
        return T("{who} entered their cards.", who=Who(self.seat))

    def secret_history_line(self, state: State) -> Text:
        return T("Drawn: {cards}.", cards=cards_name(self.seat, self.clan, self.domain))


class CardsMiscounted(Event):
    """The entered cards are inconsistent; everybody enters theirs again."""

    def apply(self, state: State) -> State:
        again = SetUp(Sealed(SetUp.current(state).sealed.asked), miscounted=True, neutral_again=True)
        return replace(state, phase=again)

    def history_line(self, state: State) -> Text:
        return T("The cards as entered couldn’t all be right.")


class CardsChecked(Event):
    """All cards are entered and consistent."""

    def apply(self, state: State) -> State:
        choices = SetUp.current(state).sealed.choices
        return replace(state, cards=tuple(choices[seat] for seat in range(state.seats)))


class CardsDealt(Event, secret={"clans", "domains"}, reveals=True):
    """Herald dealt clans and domain cards, by seat."""

    clans: tuple[str, ...]
    domains: tuple[str, ...]

    def apply(self, state: State) -> State:
        return replace(state, cards=tuple(map(Secrets, self.clans, self.domains)))

    def history_line(self, state: State) -> Text:
        return T("Herald dealt the clan and domain cards.")

    def secret_history_line(self, state: State) -> Text:
        dealt = zip(self.clans, self.domains, strict=True)
        return T("Dealt: {cards}.", cards=TextList(tuple(cards_name(seat, *pair) for seat, pair in enumerate(dealt))))


# --- the neutral clan -----------------------------------------------------------------------------------


class ShowNeutral(TableAction, phases=(SetUp,)):
    """Enters the neutral clan, whose card is face up (en 1150). Entering again corrects it."""

    clan: str

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        """Refuses if all cards are entered and consistent, or if the game has no neutral clan."""
        if not state.has_neutral or state.herald_deals or state.cards:
            return Refusal("neutral", T("There’s no neutral clan to reveal right now."), "en 1148")
        return super().refusal(state, seat)

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> tuple[LegalAction, ...]:
        return (legal_action(cls, seat, Pick("clan", clans_to_draw(state))),)

    @classmethod
    def is_correction(cls, state: State) -> bool:
        return bool(neutral_clan(state))

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(NeutralShown(self.clan))
        _check_cards(batch)


class NeutralShown(Event):
    clan: str

    def apply(self, state: State) -> State:
        return replace(state, neutral=self.clan).with_phase(neutral_again=False)

    def history_line(self, state: State) -> Text:
        return T("The neutral clan was revealed: {clan}.", clan=CLANS[self.clan])


# --- the first player -----------------------------------------------------------------------------------


class Begin(TableAction, phases=(SetUp,)):
    """Chooses the first player (en 894); -1 lets Herald draw one at random."""

    first: int = BY_LOT

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        if is_ready(state):
            return super().refusal(state, seat)
        if waiting := SetUp.current(state).sealed.waiting_for:
            text = T("Clan and domain cards still to be entered: {who}.", who=seats(waiting))
            return Refusal("set-up", text, "en 884")
        return Refusal("set-up", T("Reveal the neutral clan first."), "en 884")

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> tuple[LegalAction, ...]:
        """Requires the adjacency of the outer rooms, as printed on the board diagram (en 1110)."""
        unknown = tuple(key for key in DOOR_KEYS if not state.printed_values.get(key))
        return (legal_action(cls, seat, Pick("first", (BY_LOT, *range(state.seats))), missing_values=unknown),)

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        if batch.state.herald_deals:
            _deal(batch, rng)
        first = rng.choice(range(batch.state.seats)) if self.first == BY_LOT else self.first
        batch.emit(FirstChosen(first))
        if is_untracked(batch.state):
            batch.emit(TurnBegan(first, 1))


def _deal(batch: Batch[State], rng: Rng) -> None:
    count = batch.state.seats
    clans, domains = rng.shuffled(tuple(CLANS)), rng.shuffled(tuple(DOMAINS))
    batch.emit(CardsDealt(clans[:count], domains[:count]))
    if batch.state.has_neutral:
        batch.emit(NeutralShown(clans[count]))


class FirstChosen(TurnEvent, beginner="seat"):
    """This seat goes first. With three players, the neutral agents are placed in the outer rooms."""

    def apply(self, state: State) -> State:
        if is_untracked(state):
            return replace(state, first=self.seat)
        agents = (*state.agents[: state.seats], OUTER_ROOMS) if state.neutral else state.agents
        return replace(state, first=self.seat, agents=agents, phase=Placing(self.seat))

    def history_line(self, state: State) -> Text:
        return T("{who} goes first.", who=Who(self.seat))

    def to_do(self, state: State) -> Iterator[Text]:
        if state.neutral:
            yield T("Put a neutral agent in each room except the Throne Room.")
        if is_untracked(state):
            yield T("Everyone: place four agents, one at a time. {who} goes first.", who=Who(self.seat))


# --- the first agents -----------------------------------------------------------------------------------


class Placing(OneSeatPhase):
    """Players take turns placing four agents each."""

    help = Help((T("Taking turns, everyone places four agents in the castle, one at a time."),), "en 894")

    def headline(self, state: State) -> Text:
        return T("{who} places an agent.", who=Who(self.turn))


class PlaceAgent(Action, phases=(Placing,)):
    """Places one of the seat's first four agents (en 894)."""

    place: str

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        return turn_refusal(state, seat, "en 942")

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> tuple[LegalAction, ...]:
        return (legal_action(cls, seat, Pick("place", state.edition.first_places)),)

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        if len(state.agents[seat]) >= AGENTS:
            return Refusal("agents", T("Each player has only {count} agents.", count=AGENTS), "en 876")
        outside = self.place in LOCATIONS and self.place not in state.edition.first_places
        return refused_if(outside, "rooms-only", T("Agents start in one of the five rooms."), "en 894, nl 471")

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(AgentPlaced(seat, self.place))
        state = batch.state
        if all(len(mine) == AGENTS for mine in state.agents[: state.seats]):
            batch.emit(TurnBegan(state.first, 1))


class AgentPlaced(TurnEvent):
    place: str

    def apply(self, state: State) -> State:
        agents = replaced(state.agents, self.seat, (*state.agents[self.seat], self.place))
        return replace(state, agents=agents, phase=Placing(state.next_seat(self.seat)))

    def history_line(self, state: State) -> Text:
        return T("{who} placed an agent: {place}.", who=Who(self.seat), place=LOCATIONS[self.place])


# --- the board when tracking starts midway --------------------------------------------------------------

THE_KING = -1


class PieceEntered(Event, stored="piece-set"):
    whose: int
    place: str

    def apply(self, state: State) -> State:
        if not isinstance(state.phase, BoardEntry):
            return state
        if self.whose == THE_KING:
            after = replace(state, king=self.place, phase=replace(state.phase, king_entered=True))
        else:
            agents = (*state.agents[self.whose], self.place)
            after = replace(state, agents=replaced(state.agents, self.whose, agents))
        return after if owners_to_enter(after) else with_new_turn(after, state.phase.turn)

    def history_line(self, state: State) -> Text:
        if self.whose == THE_KING:
            return T("Placed the King: {place}.", place=LOCATIONS[self.place])
        who = state.owner_name(self.whose)
        return T("Placed {who}’s agent: {place}.", who=who, place=place_name(self.place))


class EnterPiece(Action, rejects_stale=False, phases=(BoardEntry,), event=PieceEntered):
    """Enters the place of one of an owner's agents ("outside" if driven out). Owner -1 is the King."""

    whose: int
    place: str

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterator[LegalAction]:
        """Offers each seat its own agents, and the seat with the table actions also the neutral agents and the King."""
        for_all = (state.neutral_owner, THE_KING) if seat == state.table_action_seat else ()
        for whose in (whose for whose in owners_to_enter(state) if whose in (seat, *for_all)):
            yield legal_action(cls, seat, Pick("whose", (whose,)), Pick("place", places_for(state, whose)))


def owners_to_enter(state: State) -> tuple[int, ...]:
    """Returns the owners whose agents are not all entered, and -1 if the King's place is not."""
    king = isinstance(state.phase, BoardEntry) and not state.phase.king_entered
    return (*owners_to_place(state), *((THE_KING,) if king else ()))


def places_for(state: State, whose: int) -> tuple[str, ...]:
    if whose == THE_KING:
        return ROOMS
    return tuple(LOCATIONS) if whose == state.neutral_owner else (*LOCATIONS, OUTSIDE)
