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


def turn_with_duplicates(**fields: object) -> Play:
    """Returns Anna's turn, with her agent in the King's room; Ben and Carla have entered the same cards."""
    play = position({0: "throne"}, **fields)  # type: ignore[arg-type]
    anna, ben, _, david = play.state.cards
    return play.set(cards=(anna, ben, ben, david))


def duplicates_in(events: list[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, CardFoundTwice)]


def warned_seats(play: Play) -> list[int]:
    own = [play.view(seat).own for seat in range(4)]
    return [seat for seat, mine in enumerate(own) if mine and mine.warning]


def test_duplicates_are_not_announced_before_one_is_revealed() -> None:
    assert warned_seats(turn_with_duplicates()) == []


def test_accusation_reveals_a_duplicate_clan_card() -> None:
    play = turn_with_duplicates()
    assert duplicates_in(play.act(Accuse(1, "campbell"))) == [CardFoundTwice("campbell")]
    assert "Campbell was entered twice. Everyone, check your clan card." in history_texts(play)
    assert warned_seats(play) == [2], "the owner of the hidden card is warned"
    play.set(phase=position({0: "throne"}).state.phase)
    play.act(CorrectCards("stewart", "military"), 2)
    assert warned_seats(play) == []


def test_fifth_card_reveals_a_duplicate_clan_card() -> None:
    four = ("suspicion", "diplomacy", "influence", "alliance")
    play = turn_with_duplicates(turn=1, played=((), four, (), ()), king="chapel")
    assert duplicates_in(play.act(PlayCard("betrayal"))) == [CardFoundTwice("campbell")]
    assert warned_seats(play) == [2]


def test_second_of_two_duplicate_cards_is_never_revealed() -> None:
    four = ("suspicion", "diplomacy", "influence", "alliance")
    clan = turn_with_duplicates(turn=2, played=((), (), four, ()), accused=frozenset({1}))
    assert clan.refusal_code(PlayCard("betrayal")) == "twice"
    domain = turn_with_duplicates(turn=2, domains_open=frozenset({1}))
    assert domain.refusal_code(ShowDomain()) == "twice"
    assert domain.refusal_code(CorrectDomain(True)) == "twice"


def test_accusation_of_a_duplicate_clan_asks_for_a_check() -> None:
    """Herald cannot decide whether it is correct: one of the two entries is wrong."""
    play = turn_with_duplicates(accused=frozenset({1}))
    before = play.state
    assert play.act(Accuse(2, "campbell")) == [CardFoundTwice("campbell")]
    assert (play.turn, play.state.accused, play.state.tiles_gone) == (before.phase, {1}, before.tiles_gone)
    assert "Campbell was entered twice. Everyone, check your clan card." in history_texts(play)
    play.act(CorrectCards("stewart", "military"), 2)
    assert isinstance(play.act(Accuse(2, "campbell"))[0], AccusationFailed)


def test_revealed_domain_card_reveals_a_duplicate() -> None:
    play = turn_with_duplicates(turn=1)
    assert duplicates_in(play.act(ShowDomain())) == [CardFoundTwice("military")]
    assert "Military was entered twice. Everyone, check your domain card." in history_texts(play)
    assert warned_seats(play) == [2]


def test_duplicate_domain_cards_are_detected_before_the_count() -> None:
    play = turn_with_duplicates().set(phase=Check(0))
    assert play.act(ConfirmBoard()) == [CardFoundTwice("military")]
    assert isinstance(play.state.phase, Check)
    play.act(CorrectCards("stewart", "trade"), 2)
    play.act(ConfirmBoard())
    assert [event.domain for event in play.happened(DomainTurnedUp)] == ["political", "military", "trade", "religious"]


def test_repeated_confirmation_asks_for_the_same_check_once() -> None:
    play = turn_with_duplicates().set(phase=Check(0))
    for _ in range(3):
        play.act(ConfirmBoard())
    assert history_texts(play) == ["Military was entered twice. Everyone, check your domain card."]


def test_different_cards_cause_no_warning() -> None:
    play = position({0: "throne"})
    assert not duplicates_in(play.act(Accuse(1, "campbell")))
    assert warned_seats(play) == []
    assert play.state.cards[2] == Secrets("macgregor", "financial")


def history_texts(play: Play) -> list[str]:
    return [render(text, NAMES) for text in play.state.to_do]
