"""Deployment: French aid, the Captain of Calais, what each seat pays for, moves and lays on the board."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.roses import sheet
from scoring.roses.events import AidTaken, ArmyDeployed, BidPaid, CalaisWon, OrdersPaid, PieceMoved, WhiteCubeLaid
from scoring.roses.phases import DEPLOYMENT, Plan
from scoring.roses.plan import Bill, Orders
from scoring.roses.printed import AID_ROUNDS, AREAS, LOCATION_PIECES, NOBLES, SEAS
from scoring.roses.scores import french_aid
from scoring.roses.script import Script
from scoring.roses.state import State, is_at_home, leftmost
from scoring.words import TN, Both, T, Text, Who, seats


def may_take_aid(state: State, seat: int) -> bool:
    """Once a game, in rounds 2 to 5, for whoever is behind (nl 259)."""
    return state.round in AID_ROUNDS and seat not in state.aid_taken and french_aid(state, seat) > 0


def take_aid(script: Script, plans: tuple[Plan, ...]) -> None:
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


def captain_of_calais(script: Script, orders: Mapping[int, Orders], bills: Mapping[int, Bill]) -> None:
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


def deploy(script: Script, seat: int, orders: Orders, paid: Bill) -> None:
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
