"""The set-up: cards entered or dealt, the neutral clan, who begins, and the first agents."""

from __future__ import annotations

from scoring.kernel import Chance, Draft, Offer, Pick, Refusal, offer
from scoring.regents.asks import Begin, EnterCards, PlaceAgent, ShowNeutral
from scoring.regents.events import (
    AgentPlaced,
    CardsChecked,
    CardsDealt,
    CardsEntered,
    CardsMiscounted,
    FirstChosen,
    NeutralShown,
    TurnBegan,
)
from scoring.regents.phases import Placing, SetUp
from scoring.regents.printed import AGENTS, CLANS, DOMAINS, LOCATIONS
from scoring.regents.state import State, doors_unknown, first_places, has_neutral, neutral_clan
from scoring.words import T, Text, seats

BY_LOT = -1

# --- what may be asked ---------------------------------------------------------------------------------


def offers(state: State, set_up: SetUp) -> tuple[Offer, ...]:
    if is_ready(state):
        first = Pick("first", (BY_LOT, *range(state.seats)))
        return (offer(Begin, 0, first, needs=doors_unknown(state)),)
    entering = () if state.cards else set_up.sealed.asked
    clans, domains = Pick("clan", clans_to_draw(state)), Pick("domain", tuple(DOMAINS))
    asks_neutral = may_show_neutral(state) and not neutral_clan(state)
    neutral = (offer(ShowNeutral, 0, Pick("clan", tuple(CLANS))),) if asks_neutral else ()
    return (*(offer(EnterCards, seat, clans, domains) for seat in entering), *neutral)


def is_ready(state: State) -> bool:
    """True when everybody knows the own cards, or Herald is to deal them."""
    return state.herald_deals or (bool(state.cards) and (bool(state.neutral) or not has_neutral(state)))


def may_show_neutral(state: State) -> bool:
    """Until all cards are in and fit together; what was shown wrongly is then shown again."""
    return has_neutral(state) and not state.herald_deals and not state.cards


def clans_to_draw(state: State) -> tuple[str, ...]:
    return tuple(clan for clan in CLANS if clan != neutral_clan(state))


def placing_offers(state: State, placing: Placing) -> tuple[Offer, ...]:
    return (offer(PlaceAgent, placing.turn, Pick("place", first_places(state))),)


# --- cards ---------------------------------------------------------------------------------------------


def enter_cards(draft: Draft[State], set_up: SetUp, seat: int, clan: str, domain: str) -> None:
    if seat not in set_up.sealed.asked or draft.state.cards:
        raise Refusal("cards", T("The cards are known: put them right under “Put something right”."), "en 884")
    if clan not in CLANS or domain not in DOMAINS:
        raise Refusal("no-card", T("There is no such card."), "en 900")
    if clan == neutral_clan(draft.state):
        raise Refusal("neutral", T("That is the neutral clan: its card lies open on the table."), "en 1150")
    draft.happen(CardsEntered(seat, clan, domain))
    _check_cards(draft)


def show_neutral(draft: Draft[State], clan: str) -> None:
    state = draft.state
    if not may_show_neutral(state):
        raise Refusal("neutral", T("There is no neutral clan to show now."), "en 1148")
    if clan not in CLANS:
        raise Refusal("no-card", T("There is no such card."), "en 900")
    draft.happen(NeutralShown(clan))
    _check_cards(draft)


def _check_cards(draft: Draft[State]) -> None:
    """Every card is there once (en 932, 936). Whose is wrong nobody is told."""
    state = draft.state
    assert isinstance(state.phase, SetUp)
    if not state.phase.sealed.complete or (has_neutral(state) and not neutral_clan(state)):
        return
    drawn = tuple(state.phase.sealed.choices.values())
    clans = [*(cards.clan for cards in drawn), *([state.neutral] if state.neutral else [])]
    domains = [cards.domain for cards in drawn]
    fits = len(set(clans)) == len(clans) and len(set(domains)) == len(domains)
    draft.happen(CardsChecked() if fits else CardsMiscounted())


# --- first placement -----------------------------------------------------------------------------------


def begin(draft: Draft[State], seat: int, first: int, chance: Chance) -> None:
    state = draft.state
    if seat != 0 or not is_ready(state):
        raise _not_ready(state)
    if first not in range(BY_LOT, state.seats):
        raise Refusal("no-seat", T("There is no such seat at this table."))
    if doors_unknown(state):
        text = T("Say first which outer rooms are adjacent: the diagram of the board shows it.")
        raise Refusal("box-needed", text, "en 1110")
    if state.herald_deals:
        _deal(draft, chance)
    draft.happen(FirstChosen(chance.one_of(range(state.seats)) if first == BY_LOT else first))


def _deal(draft: Draft[State], chance: Chance) -> None:
    state = draft.state
    clans, domains = chance.shuffled(tuple(CLANS)), chance.shuffled(tuple(DOMAINS))
    draft.happen(CardsDealt(clans[: state.seats], domains[: state.seats]))
    if has_neutral(state):
        draft.happen(NeutralShown(clans[state.seats]))


def place_agent(draft: Draft[State], placing: Placing, seat: int, place: str) -> None:
    state = draft.state
    if len(state.agents[seat]) >= AGENTS:
        raise Refusal("agents", T("Everybody has {count} agents.", count=AGENTS), "en 876")
    if place not in LOCATIONS:
        raise Refusal("no-place", T("There is no such location in the castle."), "en 922")
    if place not in first_places(state):
        raise Refusal("rooms-only", T("Agents start in one of the five rooms."), "en 894, nl 471")
    draft.happen(AgentPlaced(seat, place))
    if all(len(mine) == AGENTS for mine in draft.state.agents[: state.seats]):
        draft.happen(TurnBegan(state.first, 1))


def _not_ready(state: State) -> Refusal:
    phase = state.phase
    waiting = phase.sealed.waiting_for if isinstance(phase, SetUp) else ()
    return Refusal("set-up", _missing(waiting), "en 884")


def _missing(waiting: tuple[int, ...]) -> Text:
    if waiting:
        return T("First everybody enters clan and domain card: {who}.", who=seats(waiting))
    return T("First show the clan of the neutral agents.")
