"""Deployment: the Captain of Calais, and each seat's payments, moves, troops and white cubes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from scoring.highlights import Highlight, Piece, Row
from scoring.kernel import Event
from scoring.reveal_phases import Scene
from scoring.roses.components import AREAS, CALAIS, LOCATION_PIECES, NOBLES, NOBODY, SEAS, full_name, place_name
from scoring.roses.plan import AidTaken, Bill, Plan, aid_to_do
from scoring.roses.resolution import DEPLOYMENT, Script
from scoring.roses.state import Army, State
from scoring.values import replaced
from scoring.words import TN, T, Text, TextList, Who, seats

# --- French aid ----------------------------------------------------------------------------------------


def take_aid(script: Script, plans: tuple[Plan, ...]) -> None:
    """Pays French aid requested in the plan; only in logs from before aid became a separate phase."""
    lines, to_do = [], []
    for seat in script.state.order:
        pounds = script.state.aid_with_plan(seat) if plans[seat].aid else 0
        if pounds:
            script.emit(AidTaken(seat, pounds))
            lines.append(T("{who}: take £{pounds}.", who=Who(seat), pounds=pounds))
            to_do.append(aid_to_do(seat, pounds))
    if lines:
        script.write(Scene(DEPLOYMENT, T("French aid"), tuple(lines), "nl 259", tuple(to_do)))


# --- Captain of Calais ---------------------------------------------------------------------------------


def resolve_calais_bids(script: Script, bills: Mapping[int, Bill]) -> None:
    """Pays all bids to the bank. The highest bid wins; a tie goes to the seat furthest left (nl 278, 280)."""
    bids = {seat: bills[seat].bid for seat in script.state.order if bills[seat].bid}
    lines, to_do, highlight, title = [], [], None, T("Captain of Calais")
    for seat, pounds in bids.items():
        area = AREAS[bills[seat].calais].name
        script.emit(BidPaid(seat, pounds))
        lines.append(T("{who} bids £{pounds} ({area}).", who=Who(seat), pounds=pounds, area=area))
        to_do.append(_payment(seat, pounds))
    if bids:
        best = tuple(seat for seat, pounds in bids.items() if pounds == max(bids.values()))
        winner = script.state.leftmost(best)
        won = CalaisWon(winner, bills[winner].calais)
        lines += [T("Tied bids: turn order decides.")] if len(best) > 1 else []
        lines.append(won.history_line(script.state))
        area = AREAS[won.area].name
        to_do.append(T("{who}: put the Captain of Calais and a disc in {area}.", who=Who(winner), area=area))
        script.emit(won)
        rows = tuple(
            Row(seat, pieces=(Piece("chip", f"£{pounds}"),), wins=seat == winner)
            for seat, pounds in sorted(bids.items(), key=lambda bid: bid[1])
        )
        own = ((winner, T("You’re Captain of Calais ({area}).", area=area)),)
        highlight = Highlight("bids", title, lines[-1], rows, (winner,), own)
    said = tuple(lines) or (T("No one bids."),)
    scene = Scene(
        DEPLOYMENT, title, said, "nl 278, 280", tuple(to_do), place=CALAIS, empty=not lines, highlight=highlight
    )
    script.write(scene)


class Payment(Event, abstract=True):
    seat: int
    pounds: int

    def apply(self, state: State) -> State:
        return state.with_money(self.seat, -self.pounds)


class BidPaid(Payment):
    def history_line(self, state: State) -> Text:
        return T("{who} bid £{pounds} for Calais.", who=Who(self.seat), pounds=self.pounds)


class CalaisWon(Event):
    seat: int
    area: str

    def apply(self, state: State) -> State:
        return replace(state, calais=(self.seat, self.area))

    def history_line(self, state: State) -> Text:
        return T("{who} became Captain of Calais ({area}).", who=Who(self.seat), area=AREAS[self.area].name)


class CalaisCorrected(Event):
    """The corrected Captain of Calais this round and his area; -1 means nobody."""

    owner: int
    area: str

    @property
    def captain(self) -> tuple[int, str] | None:
        return None if self.owner == NOBODY else (self.owner, self.area)

    def apply(self, state: State) -> State:
        return replace(state, calais=self.captain)

    def history_line(self, state: State) -> Text:
        if self.owner == NOBODY:
            return T("Corrected: no one is Captain of Calais.")
        return T("Corrected: {who} is Captain of Calais ({area}).", who=Who(self.owner), area=AREAS[self.area].name)


# --- each seat -----------------------------------------------------------------------------------------


def deploy(script: Script, seat: int, paid: Bill) -> None:
    """Pays, moves nobles and ships, places troops and white cubes (nl 376-399)."""
    pairs = [line for order in (_pay, _move, _march, _guard) for line in order(script, seat, paid)]
    done, left_out = tuple(line for line, _ in pairs if line), tuple(_left_out_lines(paid))
    to_do, title = tuple(thing for _, thing in pairs if thing), T("{who} deploys", who=Who(seat))
    lines = (*done, *left_out) or (T("No orders."),)
    highlight = _orders_highlight(seat, title, done, len(left_out)) if done or left_out else None
    script.write(Scene(DEPLOYMENT, title, lines, "nl 376-399", to_do, seat, empty=not highlight, highlight=highlight))


def _orders_highlight(seat: int, title: Text, done: tuple[Text, ...], left_out: int) -> Highlight:
    """Returns the highlight of the orders that were carried out; the others are only counted."""
    verdict = TN("{who}: one order.", "{who}: {count} orders.", len(done), who=Who(seat))
    if not done:
        return Highlight("deployment", title, T("Not carried out: {count}.", count=left_out), (), (seat,), brief=True)
    if left_out:
        verdict = T("{carried_out} Not carried out: {count}.", carried_out=verdict, count=left_out)
    return Highlight("deployment", title, verdict, tuple(Row(what=line) for line in done), (seat,))


def _left_out_lines(paid: Bill) -> Iterator[Text]:
    """Yields a line for each order that was unpaid or dropped."""
    for what in paid.unpaid:
        yield T("Not enough money for: {what}.", what=what)
    for dropped in paid.dropped:
        yield T("Not carried out: {what} ({why}).", what=dropped.what, why=dropped.why)


# Pairs of a scene line and a to-do line; either may be None.
_LinePairs = Iterator[tuple[Text | None, Text | None]]


def _payment(seat: int, pounds: int) -> Text:
    return T("{who}: pay £{pounds}.", who=Who(seat), pounds=pounds)


def _pay(script: Script, seat: int, paid: Bill) -> _LinePairs:
    if paid.cost:
        script.emit(OrdersPaid(seat, paid.cost))
        yield T("Pays £{pounds}.", pounds=paid.cost), _payment(seat, paid.cost)


def _move(script: Script, seat: int, paid: Bill) -> _LinePairs:
    for piece, to in paid.moves.items():
        script.emit(PieceMoved(seat, piece, to))
        yield _move_lines(script.state, seat, piece, to)


def _move_lines(state: State, seat: int, piece: str, to: str) -> tuple[Text, Text]:
    who, name = Who(seat), full_name(state.printed_values, piece)
    if piece in NOBLES:
        area = AREAS[to].name
        goes = T("{piece} goes to {area}.", piece=name, area=area)
        return goes, T("{who}: move {piece} to {area}.", who=who, piece=name, area=area)
    if state.is_at_home(piece):  # nl 535
        return T("{piece} sails home.", piece=name), T("{who}: return {piece} to its home port.", who=who, piece=name)
    sea = SEAS[to].name
    sails = T("{piece} sails to {sea}.", piece=name, sea=sea)
    return sails, T("{who}: move {piece} to {sea}.", who=who, piece=name, sea=sea)


def _march(script: Script, seat: int, paid: Bill) -> _LinePairs:
    for place in LOCATION_PIECES:
        troops, mercenaries = paid.troops.get(place, 0), paid.mercenaries.get(place, 0)
        if troops + mercenaries:
            line = _army_line(script.state, seat, place, _force_text(troops, mercenaries))
            script.emit(ArmyDeployed(seat, place, troops, mercenaries))
            yield line, T("{who}: put {what}", who=Who(seat), what=line)
            if not troops and script.state.owners[place] != seat:  # nl 397
                name = full_name(script.state.printed_values, place)
                yield None, T("{who}: put a stone on the mercenaries beside {place}.", who=Who(seat), place=name)


def _army_line(state: State, seat: int, place: str, force: Text) -> Text:
    """Returns the line about an army; each further attacker goes below the earlier ones (nl 405)."""
    name, owner = full_name(state.printed_values, place), Who(state.owners[place])
    if owner == Who(seat):
        return T("{force} under the stone on {place}.", force=force, place=name)
    first = seats(tuple(army.seat for army in state.armies.get(place, ()) if Who(army.seat) != owner))
    if not first.parts:
        return T("{force} beside {place}, against {owner}.", force=force, place=name, owner=owner)
    return T(
        "{force} beside {place}, against {owner}, below those of {others}.",
        force=force,
        place=name,
        owner=owner,
        others=first,
    )


def _force_text(troops: int, mercenaries: int) -> Text:
    soldiers = TN("{count} troop", "{count} troops", troops)
    hired = TN("{count} mercenary", "{count} mercenaries", mercenaries)
    if troops and mercenaries:
        return T("{troops} and {mercenaries}", troops=soldiers, mercenaries=hired)
    return soldiers if troops else hired


def _guard(script: Script, seat: int, paid: Bill) -> _LinePairs:
    for person in paid.white:
        script.emit(WhiteCubeLaid(seat, person))
    if paid.white:
        names = TextList(tuple(full_name(script.state.printed_values, person) for person in paid.white))
        yield (
            TN("White cube on {names}.", "White cubes on {names}.", len(paid.white), names=names),
            TN(
                "{who}: put a white cube on {names}.",
                "{who}: put white cubes on {names}.",
                len(paid.white),
                who=Who(seat),
                names=names,
            ),
        )


class OrdersPaid(Payment):
    """Payment for cubes and troops."""

    def history_line(self, state: State) -> Text:
        return T("{who} paid £{pounds}.", who=Who(self.seat), pounds=self.pounds)


class PieceMoved(Event):
    """A noble moved to an area, or a ship to a sea."""

    seat: int
    piece: str
    to: str

    def apply(self, state: State) -> State:
        return replace(state, stands={**state.stands, self.piece: self.to})

    def history_line(self, state: State) -> Text:
        return T(
            "{piece} moved to {to}.",
            piece=full_name(state.printed_values, self.piece),
            to=place_name(self.piece, self.to),
        )


class ArmyDeployed(Event):
    """An army was placed under the seat's own stone or beside another player's."""

    seat: int
    place: str
    troops: int
    mercenaries: int

    def apply(self, state: State) -> State:
        there = (*state.armies.get(self.place, ()), Army(self.seat, self.troops, self.mercenaries))
        left = replaced(state.mercenaries, self.seat, state.mercenaries[self.seat] - self.mercenaries)
        return replace(state, armies={**state.armies, self.place: there}, mercenaries=left)

    def history_line(self, state: State) -> Text:
        name, size = full_name(state.printed_values, self.place), self.troops + self.mercenaries
        return T("{who} deployed {size} at {place}.", who=Who(self.seat), size=size, place=name)


class WhiteCubeLaid(Event):
    seat: int
    person: str

    def apply(self, state: State) -> State:
        return replace(state, guarded=(*state.guarded, self.person))

    def history_line(self, state: State) -> Text:
        return T(
            "{who} put a white cube on {person}.",
            who=Who(self.seat),
            person=full_name(state.printed_values, self.person),
        )
