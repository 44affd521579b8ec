"""Two identical clan or domain cards are noticed at the latest when they are turned up."""

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
    """Anna's turn, with the King. Ben and Carla have entered the same cards."""
    play = position({0: "throne"}, **fields)  # type: ignore[arg-type]
    anna, ben, _, david = play.state.cards
    return play.set(cards=(anna, ben, ben, david))


def found(events: list[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, CardFoundTwice)]


def warned(play: Play) -> list[int]:
    own = [play.view(seat).own for seat in range(4)]
    return [seat for seat, mine in enumerate(own) if mine and mine.warning]


def test_nobody_hears_of_two_identical_cards_before_one_is_turned_up() -> None:
    assert warned(alike()) == []


def test_two_identical_clan_cards_are_noticed_when_an_accusation_turns_one_up() -> None:
    play = alike()
    assert found(play.act(Accuse(1, "campbell"))) == [CardFoundTwice("campbell")]
    assert "Campbell was entered twice. Everyone, check your clan card." in said(play)
    assert warned(play) == [2], "whoever has it hidden looks again"
    play.set(phase=position({0: "throne"}).state.phase)
    play.act(CorrectCards("stewart", "military"), 2)
    assert warned(play) == []


def test_two_identical_clan_cards_are_noticed_when_the_fifth_card_shows_one() -> None:
    four = ("suspicion", "diplomacy", "influence", "alliance")
    play = alike(turn=1, played=((), four, (), ()), king="chapel")
    assert found(play.act(PlayCard("betrayal"))) == [CardFoundTwice("campbell")]
    assert warned(play) == [2]


def test_the_second_of_two_identical_cards_is_never_turned_up() -> None:
    four = ("suspicion", "diplomacy", "influence", "alliance")
    clan = alike(turn=2, played=((), (), four, ()), accused=frozenset({1}))
    assert clan.refuses(PlayCard("betrayal")) == "twice"
    domain = alike(turn=2, domains_open=frozenset({1}))
    assert domain.refuses(ShowDomain()) == "twice"
    assert domain.refuses(CorrectDomain(True)) == "twice"


def test_an_accusation_of_a_clan_entered_twice_waits_until_everybody_has_looked() -> None:
    """Herald cannot tell whether it is right: one of the two entries is wrong."""
    play = alike(accused=frozenset({1}))
    before = play.state
    assert play.act(Accuse(2, "campbell")) == [CardFoundTwice("campbell")]
    assert (play.turn, play.state.accused, play.state.tiles_gone) == (before.phase, {1}, before.tiles_gone)
    assert "Campbell was entered twice. Everyone, check your clan card." in said(play)
    play.act(CorrectCards("stewart", "military"), 2)
    assert isinstance(play.act(Accuse(2, "campbell"))[0], AccusationFailed)


def test_two_identical_domain_cards_are_noticed_when_one_is_turned_up() -> None:
    play = alike(turn=1)
    assert found(play.act(ShowDomain())) == [CardFoundTwice("military")]
    assert "Military was entered twice. Everyone, check your domain card." in said(play)
    assert warned(play) == [2]


def test_two_identical_domain_cards_are_noticed_before_they_are_counted() -> None:
    play = alike().set(phase=Check(0))
    assert play.act(ConfirmBoard()) == [CardFoundTwice("military")]
    assert isinstance(play.state.phase, Check)
    play.act(CorrectCards("stewart", "trade"), 2)
    play.act(ConfirmBoard())
    assert [event.domain for event in play.happened(DomainTurnedUp)] == ["political", "military", "trade", "religious"]


def test_confirming_again_and_again_asks_for_the_same_look_once() -> None:
    play = alike().set(phase=Check(0))
    for _ in range(3):
        play.act(ConfirmBoard())
    assert said(play) == ["Military was entered twice. Everyone, check your domain card."]


def test_cards_that_are_all_different_are_nobodys_concern() -> None:
    play = position({0: "throne"})
    assert not found(play.act(Accuse(1, "campbell")))
    assert warned(play) == []
    assert play.state.cards[2] == Secrets("macgregor", "financial")


def said(play: Play) -> list[str]:
    return [render(text, NAMES) for text in play.state.to_do]
