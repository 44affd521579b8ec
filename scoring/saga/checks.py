"""Refusals that several ways of playing a knight share."""

from __future__ import annotations

from scoring.kernel import Refusal
from scoring.saga.knights import Knight, called, colours
from scoring.saga.state import Army, State, Turn, hand_cards
from scoring.words import TN, T, Who


def check_may_play(turn: Turn) -> None:
    if turn.played:
        raise Refusal("played", T("You have played your knight for this turn."), "nl 122")


def own_army(state: State, seat: int, number: int) -> Army:
    army = state.armies.get(number)
    if army is None:
        raise Refusal(
            "no-army", T("There is no such attacking army: play to one of yours, or begin a new one."), "nl 134"
        )
    if army.owner != seat:
        text = T("That is {who}'s army: play to one of yours, or begin a new one.", who=Who(army.owner))
        raise Refusal("no-army", text, "nl 134")
    return army


def check_colour(one: Knight, taken: frozenset[str]) -> None:
    if one.colour in taken:
        text = T("{knight} cannot join: each colour only once in an army.", knight=called(one))
        raise Refusal("colour-rule", text, "nl 146")


def check_lies_with(one: Knight, others: tuple[Knight, ...]) -> None:
    """The same for a knight that is said to lie there."""
    if one.colour in colours(others):
        text = T("{knight} cannot lie there: each colour only once in an army.", knight=called(one))
        raise Refusal("colour-rule", text, "nl 146")


def check_in_set(state: State, seat: int, one: Knight, possible: tuple[Knight, ...]) -> None:
    """A set is worth 30: what cannot be in the hand was entered wrongly, now or before."""
    if one not in possible:
        cards = hand_cards(state, seat)
        text = TN(
            "{knight} cannot be the {count} knight left in hand: look at what was entered before.",
            "{knight} cannot be one of the {count} knights left in hand: look at what was entered before.",
            cards,
            knight=called(one),
        )
        raise Refusal("not-in-hand", text, "nl 39")
