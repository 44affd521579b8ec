"""Battles: one for one, garrisons in the first battle on a location, neutral results."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.roses import sheet
from scoring.roses.awards import settle_awards
from scoring.roses.events import BattleFought
from scoring.roses.phases import BATTLES
from scoring.roses.printed import GARRISON, KIND_OF, LOCATION_PIECES, NOBODY
from scoring.roses.script import Script, in_table_order
from scoring.roses.state import State, reverse_order
from scoring.words import TN, T, Text, Who


def attacks(before: State, seat: int, deployed: State) -> tuple[str, ...]:
    """Locations of others beside which this seat has laid troops."""
    places = (
        place
        for place in LOCATION_PIECES
        if before.owners.get(place) != seat and any(army.seat == seat for army in deployed.armies.get(place, ()))
    )
    return tuple(sorted(places, key=lambda piece: in_table_order(before, piece)))


def battles(script: Script, attacks: Mapping[int, tuple[str, ...]]) -> None:
    taken: dict[str, int] = {}
    for seat in reverse_order(script.state):
        for place in attacks[seat]:
            _battle(script, seat, place)
            taken[place] = script.state.owners.get(place, NOBODY)
    if not any(attacks.values()):
        script.write(BATTLES, T("Battles"), [T("Nobody attacks.")], "nl 427", _troops_back(script, {}), None)
    else:
        script.add_hands(_troops_back(script, taken))


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
