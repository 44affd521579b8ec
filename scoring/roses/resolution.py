"""Deployment, bribery, battles: a pure function of the board, the plans and the turn order, in explained steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.kernel import Draft, Event
from scoring.roses import sheet
from scoring.roses.awards import settle_awards, told
from scoring.roses.events import (
    AidTaken,
    ArmyDeployed,
    AwardGiven,
    BattleFought,
    BidPaid,
    BribeFailed,
    CalaisWon,
    OrdersPaid,
    PersonBribed,
    PieceMoved,
    WhiteCubeLaid,
)
from scoring.roses.phases import BATTLES, BRIBERY, DEPLOYMENT, Plan, Step
from scoring.roses.plan import Bill, Orders, bill, legal_orders
from scoring.roses.printed import (
    AID_ROUNDS,
    AREAS,
    GARRISON,
    KIND_OF,
    LOCATION_PIECES,
    NOBLES,
    PLACE_IN_ORDER,
    RANK,
    SEAS,
)
from scoring.roses.scores import french_aid
from scoring.roses.state import State, area_of, is_at_home, leftmost, reverse_order
from scoring.words import TN, Both, T, Text, Who, seats

NOBODY = -1
Fold = Callable[[State, Any], State]


@dataclass
class Script:
    """Steps as they are written, each with the events that happened while it was."""

    draft: Draft[State]
    steps: list[Step] = field(default_factory=list)
    _from: int = 0

    @property
    def state(self) -> State:
        return self.draft.state

    def happen(self, event: Event) -> None:
        self.draft.happen(event)

    def write(
        self,
        phase: str,
        title: Text,
        lines: list[Text],
        rule: str,
        hands: list[Text],
        seat: int | None,
        place: str = "",
    ) -> None:
        events = tuple(self.draft.events[self._from :])
        self._from = len(self.draft.events)
        given = [told(event.award, event.seat) for event in events if isinstance(event, AwardGiven)]
        step = Step(phase, title, (*lines, *given), rule, events, (*hands, *given), seat, place)
        self.steps.append(step)


def resolve(state: State, plans: tuple[Plan, ...], fold: Fold) -> tuple[Step, ...]:
    """Orders are judged and paid for on the board as it stands when all screens are lifted (nl 374-393)."""
    script = Script(Draft(state, fold))
    _french_aid(script, plans)
    orders = {seat: legal_orders(state, seat, plans[seat]) for seat in state.order}
    bills = {seat: bill(state, orders[seat], script.state.money[seat]) for seat in state.order}
    _captain_of_calais(script, orders, bills)
    for seat in reverse_order(state):
        _deploy(script, seat, orders[seat], bills[seat])
    _bribery(script, bills)
    _battles(script, {seat: _attacks(state, seat, script.state) for seat in state.order})
    return tuple(script.steps)


# --- deployment ----------------------------------------------------------------------------------------


def may_take_aid(state: State, seat: int) -> bool:
    """Once a game, in rounds 2 to 5, for whoever is behind (nl 259)."""
    return state.round in AID_ROUNDS and seat not in state.aid_taken and french_aid(state, seat) > 0


def _french_aid(script: Script, plans: tuple[Plan, ...]) -> None:
    asking = [seat for seat in script.state.order if plans[seat].aid and may_take_aid(script.state, seat)]
    if not asking:
        return
    lines, hands = [], []
    for seat in asking:
        pounds = french_aid(script.state, seat)
        script.happen(AidTaken(seat, pounds))
        lines.append(T("{who} takes £{pounds}.", who=Who(seat), pounds=pounds))
        hands.append(T("{who}: French Aid tile into the box, £{pounds} from the bank.", who=Who(seat), pounds=pounds))
    script.write(DEPLOYMENT, T("French aid"), lines, "nl 259", hands, None)


def _captain_of_calais(script: Script, orders: Mapping[int, Orders], bills: Mapping[int, Bill]) -> None:
    """All bids go to the bank; the highest wins, of equal ones the one furthest left (nl 278, 280)."""
    bids = {seat: bills[seat].bid for seat in script.state.order if bills[seat].bid}
    lines, hands = [], []
    for seat, pounds in bids.items():
        area = AREAS[orders[seat].calais].name
        script.happen(BidPaid(seat, pounds))
        lines.append(T("{who} bids £{pounds} ({area}).", who=Who(seat), pounds=pounds, area=area))
        hands.append(T("{who} pays £{pounds}.", who=Who(seat), pounds=pounds))
    if bids:
        best = tuple(seat for seat, pounds in bids.items() if pounds == max(bids.values()))
        winner = leftmost(script.state, best)
        area = AREAS[orders[winner].calais].name
        script.happen(CalaisWon(winner, orders[winner].calais))
        lines += [T("Equal bids: the turn order decides.")] if len(best) > 1 else []
        lines.append(T("{who} is Captain of Calais, in {area}.", who=Who(winner), area=area))
        hands.append(T("{who} puts the Captain of Calais in {area}, with a disc.", who=Who(winner), area=area))
    else:
        lines.append(T("Nobody bids."))
    script.write(DEPLOYMENT, T("Captain of Calais"), lines, "nl 278, 280", hands, None, "calais")


def _deploy(script: Script, seat: int, orders: Orders, paid: Bill) -> None:
    """Pays, moves nobles and ships, lays troops and white cubes (nl 376-399)."""
    lines: list[Text] = []
    hands: list[Text] = []
    if paid.cost:
        script.happen(OrdersPaid(seat, paid.cost))
        lines.append(T("Pays £{pounds}.", pounds=paid.cost))
        hands.append(T("{who} pays £{pounds}.", who=Who(seat), pounds=paid.cost))
    if paid.unpaid:
        lines.append(T("Not enough money for: {what}.", what=Both(paid.unpaid)))
    lines += [T("Not carried out: {what} ({why}).", what=d.what, why=d.why) for d in orders.dropped]
    for piece, to in orders.moves.items():
        script.happen(PieceMoved(seat, piece, to))
        line = _moved(script.state, piece, to)
        lines.append(line)
        hands.append(line)
    for place in LOCATION_PIECES:
        troops, mercenaries = paid.troops.get(place, 0), orders.mercenaries.get(place, 0)
        if troops + mercenaries:
            line = _army(script.state, seat, place, troops, mercenaries)
            script.happen(ArmyDeployed(seat, place, troops, mercenaries))
            lines.append(line)
            hands.append(T("{who}: {what}", who=Who(seat), what=line))
            if not troops and script.state.owners[place] != seat:  # nl 397
                name = sheet.called(script.state.box, place)
                hands.append(T("{who}: a stone on the mercenaries beside {place}.", who=Who(seat), place=name))
    for person in paid.white:
        script.happen(WhiteCubeLaid(seat, person))
    if paid.white:
        names = Both(tuple(sheet.called(script.state.box, person) for person in paid.white))
        lines.append(T("White cubes on {names}.", names=names))
        hands.append(T("{who}: white cubes on {names}.", who=Who(seat), names=names))
    script.write(
        DEPLOYMENT,
        T("{who} deploys", who=Who(seat)),
        lines or [T("No orders.")],
        "nl 376-399",
        hands,
        seat,
    )


def _moved(state: State, piece: str, to: str) -> Text:
    name = sheet.called(state.box, piece)
    if piece in NOBLES:
        return T("{piece} goes to {area}.", piece=name, area=AREAS[to].name)
    if is_at_home(state, piece):
        return T("{piece} sails home.", piece=name)  # nl 535
    return T("{piece} sails to {sea}.", piece=name, sea=SEAS[to].name)


def _army(state: State, seat: int, place: str, troops: int, mercenaries: int) -> Text:
    """Whoever attacks later lies lower (nl 405)."""
    name, owner = sheet.called(state.box, place), state.owners[place]
    force = _force(troops, mercenaries)
    if owner == seat:
        return T("{force} under the stone on {place}.", force=force, place=name)
    first = tuple(army.seat for army in state.armies.get(place, ()) if army.seat != owner)
    if first:
        below = seats(first)
        return T(
            "{force} beside {place}, against {owner}, below those of {others}.",
            force=force,
            place=name,
            owner=Who(owner),
            others=below,
        )
    return T("{force} beside {place}, against {owner}.", force=force, place=name, owner=Who(owner))


def _force(troops: int, mercenaries: int) -> Text:
    soldiers = TN("{count} troop", "{count} troops", troops)
    hired = TN("{count} mercenary", "{count} mercenaries", mercenaries)
    if troops and mercenaries:
        return T("{troops} and {mercenaries}", troops=soldiers, mercenaries=hired)
    return soldiers if troops else hired


# --- bribery -------------------------------------------------------------------------------------------


def _in_table_order(state: State, piece: str) -> tuple[int, int, int]:
    """The order of the influence table, areas as they are scored."""
    value = sheet.points_of(state.box, piece) if piece in NOBLES else 0
    return (RANK[KIND_OF[piece]], -value, PLACE_IN_ORDER[area_of(state, piece)])


def _bribery(script: Script, bills: Mapping[int, Bill]) -> None:
    """One by one; a white cube saves its person once (nl 411, 413)."""
    state = script.state
    for seat in reverse_order(state):
        for person in sorted(bills[seat].black, key=lambda piece: _in_table_order(state, piece)):
            _bribe(script, seat, person)
    if not any(bills[seat].black for seat in state.order):
        script.write(BRIBERY, T("Bribery"), [T("Nobody bribes.")], "nl 411", _white_back(script), None)
    else:
        _add_hands(script, _white_back(script))


def _bribe(script: Script, seat: int, person: str) -> None:
    name, owner = sheet.called(script.state.box, person), script.state.owners[person]
    title = T("{who} bribes {person}", who=Who(seat), person=name)
    if person in script.state.guarded:
        script.happen(BribeFailed(seat, person))
        lines = [T("A white cube keeps {person} loyal to {owner}; both cubes go back.", person=name, owner=Who(owner))]
        hands = [T("{person}: black and white cube back to their owners.", person=name)]
        script.write(BRIBERY, title, lines, "nl 411", hands, seat, person)
        return
    script.happen(PersonBribed(seat, person, owner))
    settle_awards(script.draft, person)
    lines = [T("No white cube: {person} changes from {owner} to {who}.", person=name, owner=Who(owner), who=Who(seat))]
    hands = _bribed_hands(name, person, seat, owner)
    script.write(BRIBERY, title, lines, "nl 411, 413", hands, seat, person)


def _bribed_hands(name: Text | str, person: str, seat: int, owner: int) -> list[Text]:
    """A bishop has no token to hand over (nl 411)."""
    discs = T("{person}: the disc of {owner} off, a disc of {who} on.", person=name, owner=Who(owner), who=Who(seat))
    if KIND_OF[person] == "bishop":
        return [discs, T("{who} gets the card and takes the black cube back.", who=Who(seat))]
    return [discs, T("{who} gets card and token and takes the black cube back.", who=Who(seat))]


def _white_back(script: Script) -> list[Text]:
    """At the end of the phase all white cubes go back (nl 419)."""
    return [T("All white cubes go back to their owners.")] if script.state.guarded else []


def _add_hands(script: Script, hands: list[Text]) -> None:
    script.steps[-1] = replace(script.steps[-1], hands=(*script.steps[-1].hands, *hands))


# --- battles -------------------------------------------------------------------------------------------


def _attacks(before: State, seat: int, deployed: State) -> tuple[str, ...]:
    """Locations of others beside which this seat has laid troops."""
    places = (
        place
        for place in LOCATION_PIECES
        if before.owners.get(place) != seat and any(army.seat == seat for army in deployed.armies.get(place, ()))
    )
    return tuple(sorted(places, key=lambda piece: _in_table_order(before, piece)))


def _battles(script: Script, attacks: Mapping[int, tuple[str, ...]]) -> None:
    taken: dict[str, int] = {}
    for seat in reverse_order(script.state):
        for place in attacks[seat]:
            _battle(script, seat, place)
            taken[place] = script.state.owners.get(place, NOBODY)
    if not any(attacks.values()):
        script.write(BATTLES, T("Battles"), [T("Nobody attacks.")], "nl 427", _troops_back(script, {}), None)
    else:
        _add_hands(script, _troops_back(script, taken))


def defence(state: State, place: str) -> int:
    """Troops of whoever holds it; the stone is a garrison in the first battle only (nl 427, 429)."""
    owner = state.owners.get(place)
    if owner is None:
        return 0
    troops = sum(army.size for army in state.armies.get(place, ()) if army.seat == owner)
    return troops + (0 if place in state.fought_over else GARRISON[KIND_OF[place]])


def _battle(script: Script, seat: int, place: str) -> None:
    state = script.state
    attackers = sum(army.size for army in state.armies[place] if army.seat == seat)
    owner, defenders = state.owners.get(place, NOBODY), defence(state, place)
    left = abs(attackers - defenders)
    holder = NOBODY if not left else seat if attackers > defenders else owner
    script.happen(BattleFought(place, seat, attackers, owner, defenders, holder, left))
    settle_awards(script.draft, place)
    name = sheet.called(state.box, place)
    script.write(
        BATTLES,
        T("{who} attacks {place}", who=Who(seat), place=name),
        _told(state, place, seat, attackers, owner, defenders, holder, left),
        "nl 427, 429",
        [*_garrison(state, place, owner), *_battle_hands(name, seat, owner, holder, left)],
        seat,
        place,
    )


def _told(
    state: State, place: str, seat: int, attackers: int, owner: int, defenders: int, holder: int, left: int
) -> list[Text]:
    name, garrison = sheet.called(state.box, place), GARRISON[KIND_OF[place]]
    if owner == NOBODY:
        return [T("{place} has just gone neutral: {who} takes it without a fight.", place=name, who=Who(seat))]
    against = T(
        "{attackers} against {defenders} of {owner}", attackers=attackers, defenders=defenders, owner=Who(owner)
    )
    fresh = place not in state.fought_over
    lines = [
        T("{against} (garrison {garrison}).", against=against, garrison=garrison)
        if fresh
        else T("{against} (no garrison any more).", against=against)
    ]
    if holder == NOBODY:
        return [*lines, T("Both sides lose all: {place} is neutral.", place=name)]
    if holder == seat:
        return [*lines, T("{who} takes {place}; {left} left.", who=Who(seat), place=name, left=left)]
    return [*lines, T("{owner} holds {place}; {left} left.", owner=Who(owner), place=name, left=left)]


def _garrison(state: State, place: str, owner: int) -> list[Text]:
    """The stone turns into troops when it is first attacked (nl 427)."""
    if owner == NOBODY or place in state.fought_over:
        return []
    name, count = sheet.called(state.box, place), GARRISON[KIND_OF[place]]
    troops = TN("{count} troop", "{count} troops", count)
    return [T("{place}: {owner} puts {troops} in place of the stone.", place=name, owner=Who(owner), troops=troops)]


def _battle_hands(name: Text | str, seat: int, owner: int, holder: int, left: int) -> list[Text]:
    if holder == NOBODY:
        return [T("{place}: all troops off; the card face up on the deck.", place=name)]
    stay = TN("{count} troop stays", "{count} troops stay", left)
    if holder != seat:
        return [T("{place}: {stay} with {owner}.", place=name, stay=stay, owner=Who(owner))]
    if owner == NOBODY:
        return [T("{place}: {who} takes the card from the deck.", place=name, who=Who(seat))]
    card = T("{who} takes the card from {owner}", who=Who(seat), owner=Who(owner))
    return [T("{place}: {card}, {stay}.", place=name, card=card, stay=stay)]


def _troops_back(script: Script, taken: Mapping[str, int]) -> list[Text]:
    """Troops come off, mercenaries go back to the pile, stones are laid (nl 439)."""
    state = script.state
    stones = [
        T("{who} puts a stone on {place}.", who=Who(seat), place=sheet.called(state.box, place))
        for place, seat in taken.items()
        if seat != NOBODY
    ]
    left = any(state.armies.values())
    off = T("All troops come off the board; mercenaries go back to the pile.")
    return [*([off] if left else []), *stones]
