"""Claims: all players tap their places at once, on a board that may be known already."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from scoring.claims import ClaimPlace, Claims, GiveUpPlace

ANNA, BEN, CARLA = 0, 1, 2


def test_claim_takes_over_a_known_place() -> None:
    before = Claims.known({"Paris": ANNA, "Lyon": ANNA})
    after = before.with_claim(BEN, "Paris")
    assert after.owners == {"Paris": BEN, "Lyon": ANNA}
    assert after.contradictions == ()


def test_seats_that_claimed_or_gave_up_were_heard() -> None:
    known = Claims.known({"Paris": ANNA, "Lyon": BEN})
    assert known.seats_entered == frozenset()
    assert known.with_claim(CARLA, "Paris").without_claim(BEN, "Lyon").seats_entered == {BEN, CARLA}


def test_places_of_a_seat_are_known_and_claimed_ones() -> None:
    said = Claims.known({"Paris": ANNA, "Lyon": BEN}).with_claim(ANNA, "Reims")
    assert (said.of(ANNA), said.of(CARLA), said.by("Metz")) == (("Paris", "Reims"), (), ())


def test_two_claims_of_one_round_contradict_each_other() -> None:
    said = Claims().with_claim(ANNA, "Paris").with_claim(BEN, "Paris").with_claim(BEN, "Lyon")
    assert said.contradictions == ("Paris",)
    assert said.owners == {"Lyon": BEN}
    assert said.by("Paris") == (ANNA, BEN)


def test_repeated_claim_changes_nothing() -> None:
    said = Claims().with_claim(ANNA, "Paris")
    assert said.with_claim(ANNA, "Paris") == said


@pytest.mark.parametrize("who", [ANNA, BEN])
def test_contradiction_is_settled_by_giving_up_or_by_the_table(who: int) -> None:
    said = Claims().with_claim(ANNA, "Paris").with_claim(BEN, "Paris")
    other = BEN if who == ANNA else ANNA
    assert said.without_claim(who, "Paris").owners == {"Paris": other}
    assert said.with_owners("Paris", who).owners == {"Paris": who}


def test_settled_place_is_known_in_this_round() -> None:
    """A later claim contradicts the settlement."""
    settled = Claims.known({"Paris": ANNA}).with_owners("Paris", BEN)
    assert settled.with_claim(CARLA, "Paris").contradictions == ("Paris",)
    nobodys = Claims.known({"Paris": ANNA}).with_owners("Paris")
    assert (dict(nobodys.claimants), nobodys.by("Paris")) == ({}, ())


def test_third_claimant_who_gives_up_leaves_the_other_two() -> None:
    said = Claims().with_claim(ANNA, "Paris").with_claim(BEN, "Paris").with_claim(CARLA, "Paris")
    assert said.without_claim(CARLA, "Paris").by("Paris") == (ANNA, BEN)


def test_disputed_place_does_not_return_to_its_previous_owner() -> None:
    """Ben and Carla both claim Anna's place; Ben gives up."""
    said = Claims.known({"Paris": ANNA}).with_claim(BEN, "Paris").with_claim(CARLA, "Paris")
    assert said.without_claim(BEN, "Paris").owners == {"Paris": CARLA}


def test_place_given_up_in_this_round_is_free() -> None:
    known = Claims.known({"Paris": ANNA})
    assert known.without_claim(ANNA, "Paris").owners == {}
    assert known.without_claim(ANNA, "Paris").with_claim(CARLA, "Paris").owners == {"Paris": CARLA}


def test_place_claimed_by_mistake_returns_to_its_owner() -> None:
    known = Claims.known({"Paris": ANNA})
    again = known.with_claim(BEN, "Paris").without_claim(BEN, "Paris")
    assert again == replace(known, seats_entered=frozenset({BEN}))
    both = known.with_claim(BEN, "Paris").with_claim(ANNA, "Paris")
    assert both.without_claim(BEN, "Paris").without_claim(ANNA, "Paris").owners == {}


def test_owner_can_contest_a_claim() -> None:
    """The board was known and Ben claims Paris by mistake, so Anna claims it too."""
    said = Claims.known({"Paris": ANNA}).with_claim(BEN, "Paris").with_claim(ANNA, "Paris")
    assert said.contradictions == ("Paris",)


def test_finished_seat_cannot_claim_until_it_reopens() -> None:
    state = SimpleNamespace(phase=SimpleNamespace(finished=lambda state, seat: seat == ANNA))
    for action in (ClaimPlace, GiveUpPlace):
        refusal = action.refusal(state, ANNA)
        assert refusal is not None
        assert refusal.code == "finished"
        assert action.refusal(state, BEN) is None
