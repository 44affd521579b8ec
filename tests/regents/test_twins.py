"""Duplicate clan or domain cards are detected when they are revealed, at the latest."""

from __future__ import annotations

from scoring.kernel import Event
from scoring.regents.accusing import AccusationFailed, Accuse
from scoring.regents.castle import PlayCard
from scoring.regents.corrections import CorrectCards, CorrectDomain
from scoring.regents.ending import Check, DomainTurnedUp
from scoring.regents.state import CardFoundTwice, Secrets
from scoring.regents.turn import ShowDomain
from scoring.reveal_phases import ConfirmBoard
from scoring.words import render
from tests.regents.play import NAMES, Play, position


def alike(**fields: object) -> Play:
    """Anna's turn, in the King's room. Ben and Carla have entered the same cards."""
    play = position({0: "throne"}, **fields)  # type: ignore[arg-type]
    anna, ben, _, david = play.state.cards
    return play.set(cards=(anna, ben, ben, david))


def found(events: list[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, CardFoundTwice)]


def warned(play: Play) -> list[int]:
    own = [play.view(seat).own for seat in range(4)]
    return [seat for seat, mine in enumerate(own) if mine and mine.warning]


def test_duplicate_cards_are_not_announced_before_one_is_revealed() -> None:
    assert warned(alike()) == []


def test_duplicate_clan_cards_are_detected_when_an_accusation_reveals_one() -> None:
    play = alike()
    assert found(play.act(Accuse(1, "campbell"))) == [CardFoundTwice("campbell")]
    assert "Campbell was entered twice. Everyone, check your clan card." in said(play)
    assert warned(play) == [2], "the owner of the hidden card is warned"
    play.set(phase=position({0: "throne"}).state.phase)
    play.act(CorrectCards("stewart", "military"), 2)
    assert warned(play) == []


def test_duplicate_clan_cards_are_detected_when_the_fifth_card_reveals_one() -> None:
    four = ("suspicion", "diplomacy", "influence", "alliance")
    play = alike(turn=1, played=((), four, (), ()), king="chapel")
    assert found(play.act(PlayCard("betrayal"))) == [CardFoundTwice("campbell")]
    assert warned(play) == [2]


def test_second_of_two_duplicate_cards_is_never_revealed() -> None:
    four = ("suspicion", "diplomacy", "influence", "alliance")
    clan = alike(turn=2, played=((), (), four, ()), accused=frozenset({1}))
    assert clan.refuses(PlayCard("betrayal")) == "twice"
    domain = alike(turn=2, domains_open=frozenset({1}))
    assert domain.refuses(ShowDomain()) == "twice"
    assert domain.refuses(CorrectDomain(True)) == "twice"


def test_accusation_of_a_clan_entered_twice_waits_for_a_check_by_everybody() -> None:
    """Herald cannot decide whether it is correct: one of the two entries is wrong."""
    play = alike(accused=frozenset({1}))
    before = play.state
    assert play.act(Accuse(2, "campbell")) == [CardFoundTwice("campbell")]
    assert (play.turn, play.state.accused, play.state.tiles_gone) == (before.phase, {1}, before.tiles_gone)
    assert "Campbell was entered twice. Everyone, check your clan card." in said(play)
    play.act(CorrectCards("stewart", "military"), 2)
    assert isinstance(play.act(Accuse(2, "campbell"))[0], AccusationFailed)


def test_duplicate_domain_cards_are_detected_when_one_is_revealed() -> None:
    play = alike(turn=1)
    assert found(play.act(ShowDomain())) == [CardFoundTwice("military")]
    assert "Military was entered twice. Everyone, check your domain card." in said(play)
    assert warned(play) == [2]


def test_duplicate_domain_cards_are_detected_before_they_are_counted() -> None:
    play = alike().set(phase=Check(0))
    assert play.act(ConfirmBoard()) == [CardFoundTwice("military")]
    assert isinstance(play.state.phase, Check)
    play.act(CorrectCards("stewart", "trade"), 2)
    play.act(ConfirmBoard())
    assert [event.domain for event in play.happened(DomainTurnedUp)] == ["political", "military", "trade", "religious"]


def test_repeated_confirmation_asks_for_the_same_check_once() -> None:
    play = alike().set(phase=Check(0))
    for _ in range(3):
        play.act(ConfirmBoard())
    assert said(play) == ["Military was entered twice. Everyone, check your domain card."]


def test_different_cards_cause_no_warning() -> None:
    play = position({0: "throne"})
    assert not found(play.act(Accuse(1, "campbell")))
    assert warned(play) == []
    assert play.state.cards[2] == Secrets("macgregor", "financial")


def said(play: Play) -> list[str]:
    return [render(text, NAMES) for text in play.state.to_do]
