"""Battles: one for one, garrisons in the first battle on a location, neutral results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from scoring.kernel import Event
from scoring.roses.control import owned, settle_awards
from scoring.roses.printed import GARRISON, KIND_OF, LOCATION_PIECES, NOBODY, called
from scoring.roses.resolution import BATTLES, Script, in_table_order
from scoring.roses.state import Army, Scene, State
from scoring.words import TN, T, Text, Who


class BattleFought(Event):
    """Sizes before the battle, garrison included; `holder` and `left` after it. -1: nobody."""

    place: str
    attacker: int
    attackers: int
    defender: int
    defenders: int
    holder: int
    left: int

    def fold(self, state: State) -> State:
        fighting = (self.attacker, self.defender)
        others = tuple(army for army in state.armies.get(self.place, ()) if army.seat not in fighting)
        won = (Army(self.holder, self.left, 0),) if self.left else ()
        return replace(
            owned(state, self.place, self.holder),
            armies={**state.armies, self.place: (*won, *others)},
            fought_over=(*state.fought_over, self.place),
        )

    def tell(self, state: State) -> Text:
        name, attacker = called(state.box, self.place), Who(self.attacker)
        if self.holder == NOBODY:
            return T("{who} attacks {place}: it is neutral now.", who=attacker, place=name)
        if self.holder == self.attacker:
            return T("{who} takes {place}.", who=attacker, place=name)
        return T("{who} attacks {place} in vain.", who=attacker, place=name)

    # --- its scene --------------------------------------------------------------------------------------

    def lines(self, state: State) -> Iterator[Text]:
        name, attacker, owner = called(state.box, self.place), Who(self.attacker), Who(self.defender)
        if self.defender == NOBODY:
            yield T("{place} has just gone neutral: {who} takes it without a fight.", place=name, who=attacker)
            return
        fighting, defending = self.attackers, self.defenders
        against = T("{attackers} against {defenders} of {owner}", attackers=fighting, defenders=defending, owner=owner)
        if self.place in state.fought_over:
            yield T("{against} (no garrison any more).", against=against)
        else:
            yield T("{against} (garrison {garrison}).", against=against, garrison=GARRISON[KIND_OF[self.place]])
        if self.holder == NOBODY:
            yield T("Both sides lose all: {place} is neutral.", place=name)
        elif self.holder == self.attacker:
            yield T("{who} takes {place}; {left} left.", who=attacker, place=name, left=self.left)
        else:
            yield T("{owner} holds {place}; {left} left.", owner=owner, place=name, left=self.left)

    def on_board(self, state: State) -> Iterator[Text]:
        name, who, owner = called(state.box, self.place), Who(self.attacker), Who(self.defender)
        if self.defender != NOBODY and self.place not in state.fought_over:
            # The stone turns into troops when it is first attacked (nl 427).
            troops = TN("{count} troop", "{count} troops", GARRISON[KIND_OF[self.place]])
            yield T("{place}: {owner} puts {troops} in place of the stone.", place=name, owner=owner, troops=troops)
        stay = TN("{count} troop stays", "{count} troops stay", self.left)
        if self.holder == NOBODY:
            yield T("{place}: all troops off; the card face up on the deck.", place=name)
        elif self.holder == self.defender:
            yield T("{place}: {stay} with {owner}.", place=name, stay=stay, owner=owner)
        elif self.defender == NOBODY:
            yield T("{place}: {who} takes the card from the deck.", place=name, who=who)
        else:
            card = T("{who} takes the card from {owner}", who=who, owner=owner)
            yield T("{place}: {card}, {stay}.", place=name, card=card, stay=stay)


def attacks(before: State, seat: int, deployed: State) -> list[str]:
    """Locations of others beside which this seat has laid troops."""
    return in_table_order(
        before,
        (
            place
            for place in LOCATION_PIECES
            if before.owners.get(place) != seat and any(army.seat == seat for army in deployed.armies.get(place, ()))
        ),
    )


def battles(script: Script, attacks: Mapping[int, list[str]]) -> None:
    taken: dict[str, int] = {}
    for seat in script.state.reverse_order:
        for place in attacks[seat]:
            _battle(script, seat, place)
            taken[place] = script.state.owners.get(place, NOBODY)
    script.close(BATTLES, T("Nobody attacks."), "nl 427", _troops_back(script.state, taken))


def _battle(script: Script, seat: int, place: str) -> None:
    state = script.state
    attackers = sum(army.size for army in state.armies[place] if army.seat == seat)
    owner, defenders = state.owners.get(place, NOBODY), defence(state, place)
    left = abs(attackers - defenders)
    holder = NOBODY if not left else seat if attackers > defenders else owner
    battle = BattleFought(place, seat, attackers, owner, defenders, holder, left)
    script.happen(battle)
    settle_awards(script.draft, place)
    title = T("{who} attacks {place}", who=Who(seat), place=called(state.box, place))
    lines, to_do = tuple(battle.lines(state)), tuple(battle.on_board(state))
    script.write(Scene(BATTLES, title, lines, "nl 427, 429", to_do, seat, place))


def defence(state: State, place: str) -> int:
    """Troops of whoever holds it; the stone is a garrison in the first battle only (nl 427, 429)."""
    owner = state.owners.get(place)
    if owner is None:
        return 0
    troops = sum(army.size for army in state.armies.get(place, ()) if army.seat == owner)
    return troops + (0 if place in state.fought_over else GARRISON[KIND_OF[place]])


def _troops_back(state: State, taken: Mapping[str, int]) -> Iterator[Text]:
    """Troops come off, mercenaries go back to the pile, stones are laid (nl 439)."""
    if any(state.armies.values()):
        yield T("All troops come off the board; mercenaries go back to the pile.")
    for place, seat in taken.items():
        if seat != NOBODY:
            yield T("{who} puts a stone on {place}.", who=Who(seat), place=called(state.box, place))
