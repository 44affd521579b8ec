"""Tapping what is yours: everybody at once, on a board that was known before."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from scoring.claims import ClaimPlace, Claims, GiveUpPlace

ANNA, BEN, CARLA = 0, 1, 2


def test_what_was_known_before_is_taken_over_by_whoever_says_so() -> None:
    before = Claims.known({"Paris": ANNA, "Lyon": ANNA})
    after = before.claimed(BEN, "Paris")
    assert after.owners == {"Paris": BEN, "Lyon": ANNA}
    assert after.contradictions == ()


def test_everybody_who_said_something_in_this_round_was_heard() -> None:
    known = Claims.known({"Paris": ANNA, "Lyon": BEN})
    assert known.heard == frozenset()
    assert known.claimed(CARLA, "Paris").given_up(BEN, "Lyon").heard == {BEN, CARLA}


def test_places_of_a_seat_are_those_it_said() -> None:
    said = Claims.known({"Paris": ANNA, "Lyon": BEN}).claimed(ANNA, "Reims")
    assert (said.of(ANNA), said.of(CARLA), said.by("Metz")) == (("Paris", "Reims"), (), ())


def test_two_who_say_the_same_in_one_round_contradict_each_other() -> None:
    said = Claims().claimed(ANNA, "Paris").claimed(BEN, "Paris").claimed(BEN, "Lyon")
    assert said.contradictions == ("Paris",)
    assert said.owners == {"Lyon": BEN}
    assert said.by("Paris") == (ANNA, BEN)


def test_saying_it_twice_is_saying_it_once() -> None:
    said = Claims().claimed(ANNA, "Paris")
    assert said.claimed(ANNA, "Paris") == said


@pytest.mark.parametrize("who", [ANNA, BEN])
def test_a_contradiction_is_settled_by_giving_up_or_by_the_table(who: int) -> None:
    said = Claims().claimed(ANNA, "Paris").claimed(BEN, "Paris")
    other = BEN if who == ANNA else ANNA
    assert said.given_up(who, "Paris").owners == {"Paris": other}
    assert said.settled("Paris", who).owners == {"Paris": who}


def test_place_that_is_settled_is_known_in_this_round() -> None:
    """Whoever claims it afterwards contradicts what the table has settled."""
    settled = Claims.known({"Paris": ANNA}).settled("Paris", BEN)
    assert settled.claimed(CARLA, "Paris").contradictions == ("Paris",)
    nobodys = Claims.known({"Paris": ANNA}).settled("Paris")
    assert (dict(nobodys.said), nobodys.by("Paris")) == ({}, ())


def test_third_claimant_who_gives_up_leaves_the_other_two() -> None:
    said = Claims().claimed(ANNA, "Paris").claimed(BEN, "Paris").claimed(CARLA, "Paris")
    assert said.given_up(CARLA, "Paris").by("Paris") == (ANNA, BEN)


def test_what_two_claim_is_not_given_back_to_a_third_who_had_it() -> None:
    """Ben and Carla both say that Anna's place is theirs; Ben gives in."""
    said = Claims.known({"Paris": ANNA}).claimed(BEN, "Paris").claimed(CARLA, "Paris")
    assert said.given_up(BEN, "Paris").owners == {"Paris": CARLA}


def test_what_was_given_up_in_this_round_is_anybodys() -> None:
    known = Claims.known({"Paris": ANNA})
    assert known.given_up(ANNA, "Paris").owners == {}
    assert known.given_up(ANNA, "Paris").claimed(CARLA, "Paris").owners == {"Paris": CARLA}


def test_a_place_taken_over_by_mistake_is_again_whose_it_was() -> None:
    known = Claims.known({"Paris": ANNA})
    again = known.claimed(BEN, "Paris").given_up(BEN, "Paris")
    assert again == replace(known, heard=frozenset({BEN}))
    both = known.claimed(BEN, "Paris").claimed(ANNA, "Paris")
    assert both.given_up(BEN, "Paris").given_up(ANNA, "Paris").owners == {}


def test_who_loses_a_place_to_a_claim_can_say_it_is_theirs_after_all() -> None:
    """The board was known, Ben takes Paris over by mistake: now both have spoken."""
    said = Claims.known({"Paris": ANNA}).claimed(BEN, "Paris").claimed(ANNA, "Paris")
    assert said.contradictions == ("Paris",)


def test_who_has_entered_everything_claims_nothing_more_until_that_is_taken_back() -> None:
    state = SimpleNamespace(phase=SimpleNamespace(finished=lambda state, seat: seat == ANNA))
    for action in (ClaimPlace, GiveUpPlace):
        refusal = action.refusal(state, ANNA)
        assert refusal is not None
        assert refusal.code == "finished"
        assert action.refusal(state, BEN) is None
