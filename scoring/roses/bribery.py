"""Bribery: black cubes one by one, against the white ones that still lie there."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.roses import sheet
from scoring.roses.awards import settle_awards
from scoring.roses.events import BribeFailed, PersonBribed
from scoring.roses.phases import BRIBERY
from scoring.roses.plan import Bill
from scoring.roses.printed import KIND_OF
from scoring.roses.script import Script, in_table_order
from scoring.roses.state import reverse_order
from scoring.words import T, Text, Who


def bribery(script: Script, bills: Mapping[int, Bill]) -> None:
    """One by one; a white cube saves its person once (nl 411, 413)."""
    state = script.state
    for seat in reverse_order(state):
        for person in sorted(bills[seat].black, key=lambda piece: in_table_order(state, piece)):
            _bribe(script, seat, person)
    if not any(bills[seat].black for seat in state.order):
        script.write(BRIBERY, T("Bribery"), [T("Nobody bribes.")], "nl 411", _white_back(script), None)
    else:
        script.add_hands(_white_back(script))


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
