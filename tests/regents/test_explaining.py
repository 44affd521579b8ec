"""Refusals and secret findings: who sees them, and in which words."""

from __future__ import annotations

from html import unescape
from itertools import pairwise

import pytest

from scoring.kernel import Refusal
from scoring.regents import GAME
from scoring.regents.accusing import Accuse, Spy
from scoring.regents.castle import PlayCard
from scoring.regents.components import CARD_EFFECTS, CARDS
from scoring.regents.turn import TakeCounsellor
from scoring.words import render
from tests.actors import Evening
from tests.regents.play import NAMES, Play, position


def reasons(play: Play, seat: int | None) -> dict[str, str]:
    return {render(one.what, NAMES): render(one.why, NAMES) for one in play.view(seat).unavailable}


def test_refusal_cites_the_deciding_rule() -> None:
    play = position({0: "chapel", 1: "chapel"})
    refusal = GAME.refusal(play.state, 0, Accuse(1, "campbell"))
    assert isinstance(refusal, Refusal)
    assert reasons(play, 0)["Accuse"] == render(refusal.message, NAMES) == "One of your agents must be with the King."
    assert "Accuse" not in reasons(position({0: "throne", 1: "chapel"}), 0)


def test_refusal_that_may_depend_on_a_secret_is_private() -> None:
    play = position({0: "chapel", 1: "chapel"})
    play.act(TakeCounsellor())
    assert "Accuse" in reasons(play, 0)
    assert reasons(play, None).keys() == {"Take a counsellor", "Use a chip"}
    assert (
        reasons(play, None)["Take a counsellor"]
        == "You’ve already taken a counsellor this turn. You can take one per turn."
    )
    assert reasons(play, 1) == {}, "it is not Ben’s turn"


def test_equal_refusals_are_shown_once() -> None:
    play = position({0: "throne", 1: "chapel"})
    for here, there in pairwise(("throne", "knights", "throne", "knights")):
        play.move(here, there)
    (named,) = [what for what, why in reasons(play, 0).items() if why.startswith("No actions left")]
    assert {*named.split(", ")} == {"Spy", "Accuse", "Take a counsellor"}


def test_spied_card_is_shown_to_the_spy_until_the_round_ends() -> None:
    play = position({0: "throne", 1: "chapel"})
    assert play.view(0).just_learned == ()
    play.act(Spy(1))
    (found,) = play.view(0).just_learned
    assert render(found, NAMES).startswith("Ben holds ")
    assert play.view(1).just_learned == play.view(None).just_learned == ()


def test_card_effect_is_described_on_the_button_and_in_the_hand() -> None:
    assert CARD_EFFECTS.keys() == CARDS.keys()
    own = position({0: "throne"}).view(0).own
    assert own is not None
    assert all(does in CARD_EFFECTS.values() for _, does in own.hand)


@pytest.mark.parametrize(("edition", "anywhere"), [("en", False), ("nl", False), ("de", True)])
def test_diplomacy_names_where_it_wins_a_tie_in_this_edition(edition: str, anywhere: bool) -> None:
    """ROOM (en 1240), zaal (nl 767), Raum (de 341)."""
    play = position({0: "throne"}, edition=edition)
    own = play.view(0).own
    assert own is not None
    hand = {render(card, NAMES): render(does, NAMES) for card, does in own.hand}
    offered = render(play.view(0).card_effect("diplomacy"), NAMES)
    play.act(PlayCard("diplomacy"))
    played = play.view(None).card_played
    assert played is not None
    texts = {hand["Diplomacy"], offered, render(played[1], NAMES)}
    assert len(texts) == 1
    assert ("the Tower or the Rampart" in texts.pop()) == anywhere


def test_set_up_asks_everybody_to_look_at_their_clan(evening: Evening) -> None:
    phones = evening.start("Anna", "Ben", "Carla", "David", game="regents")
    evening.laptop.submit("begin", seat=0, first=0)
    for seat, phone in enumerate(phones):
        clan = render(evening.view(seat).own.clan, NAMES)  # type: ignore[attr-defined]
        page = unescape(phone.get().text)
        assert page.index("For your eyes only") < page.index("<h1"), "the first thing on the phone"
        assert page.index("Hold to see what’s new") < page.index(f"You’re {clan}.")
    assert "For your eyes only" not in evening.laptop.get().text
