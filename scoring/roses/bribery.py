"""Bribery: black cubes one by one, against the white ones that still lie there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scoring.kernel import Event
from scoring.roses.control import owned, settle_awards
from scoring.roses.plan import Bill
from scoring.roses.printed import KIND_OF, called
from scoring.roses.resolution import BRIBERY, Script, in_table_order
from scoring.roses.state import Scene, State
from scoring.words import T, Text, Who


def bribery(script: Script, bills: Mapping[int, Bill]) -> None:
    """One by one; a white cube saves its person once (nl 411, 413). At the end all white cubes go back (nl 419)."""
    for seat in script.state.reverse_order:
        for person in in_table_order(script.state, bills[seat].black):
            _bribe(script, seat, person)
    white_back = [T("All white cubes go back to their owners.")] if script.state.guarded else []
    script.close(BRIBERY, T("Nobody bribes."), "nl 411", white_back)


def _bribe(script: Script, seat: int, person: str) -> None:
    name, owner = called(script.state.box, person), script.state.owners[person]
    title = T("{who} bribes {person}", who=Who(seat), person=name)
    if person in script.state.guarded:
        script.happen(BribeFailed(seat, person))
        line = T("A white cube keeps {person} loyal to {owner}; both cubes go back.", person=name, owner=Who(owner))
        back = T("{person}: black and white cube back to their owners.", person=name)
        script.write(Scene(BRIBERY, title, (line,), "nl 411", (back,), seat, person))
        return
    script.happen(PersonBribed(seat, person, owner))
    settle_awards(script.draft, person)
    line = T("No white cube: {person} changes from {owner} to {who}.", person=name, owner=Who(owner), who=Who(seat))
    discs = T("{person}: the disc of {owner} off, a disc of {who} on.", person=name, owner=Who(owner), who=Who(seat))
    script.write(Scene(BRIBERY, title, (line,), "nl 411, 413", (discs, _card(person, seat)), seat, person))


def _card(person: str, seat: int) -> Text:
    """A bishop has no token to hand over (nl 411)."""
    if KIND_OF[person] == "bishop":
        return T("{who} gets the card and takes the black cube back.", who=Who(seat))
    return T("{who} gets card and token and takes the black cube back.", who=Who(seat))


class BribeFailed(Event):
    """A white cube lay there: both cubes go back."""

    seat: int
    person: str

    def fold(self, state: State) -> State:
        return replace(state, guarded=tuple(other for other in state.guarded if other != self.person))

    def tell(self, state: State) -> Text:
        return T("{who} fails to bribe {person}.", who=Who(self.seat), person=called(state.box, self.person))


class PersonBribed(Event):
    seat: int
    person: str
    loser: int

    def fold(self, state: State) -> State:
        return owned(state, self.person, self.seat)

    def tell(self, state: State) -> Text:
        name = called(state.box, self.person)
        return T("{who} bribes {person} away from {loser}.", who=Who(self.seat), person=name, loser=Who(self.loser))
