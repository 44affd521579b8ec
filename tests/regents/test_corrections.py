"""Corrections of wrongly entered facts, within the limits of the box."""

from __future__ import annotations

import pytest

from scoring.kernel import Action
from scoring.regents.accusing import Accuse, possible_clans, tiles_left
from scoring.regents.castle import PlayCard
from scoring.regents.components import DOMAINS
from scoring.regents.corrections import (
    CorrectAgent,
    CorrectCards,
    CorrectChip,
    CorrectCounsellors,
    CorrectDomain,
    CorrectKing,
    CorrectMarker,
    CorrectPlayed,
    CorrectTile,
)
from scoring.regents.ending import Check, DomainTurnedUp
from scoring.regents.setup import Begin, EnterCards
from scoring.regents.state import OUTSIDE, Note, Secrets
from scoring.reveal_phases import ConfirmBoard
from scoring.words import render
from tests.regents.play import CLANS_OF, DOMAINS_OF, NAMES, Play, new_game, position, with_cards_entered


def test_board_is_corrected_piece_by_piece() -> None:
    play = position({0: "chapel", 1: "store"})
    play.act(CorrectAgent(1, "store", "tower"), 2)
    play.act(CorrectAgent(0, "chapel", OUTSIDE), 3)
    play.act(CorrectKing("chapel"))
    play.act(CorrectMarker(2, "trade", 13))
    play.act(CorrectCounsellors(3, 4))
    play.act(CorrectChip("trade.4", 1))
    assert play.state.agents[:2] == ((OUTSIDE,), ("tower",))
    assert play.state.king == "chapel"
    assert play.markers(2)["trade"] == 9
    assert play.state.counsellors[3] == 4
    assert play.state.chips == {"trade.4": 1}
    play.act(CorrectChip("trade.4", -1))
    assert "trade.4" in play.state.chips_left


def test_own_cards_are_corrected_by_their_owner() -> None:
    play = position({0: "chapel"})
    play.act(CorrectCards("stewart", "trade"), 0)
    assert "suspicion" in play.state.hand(0)
    assert CorrectCards.private
    assert {legal_action.seat for legal_action in play.view(1).corrections if legal_action.private} == {1}


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (CorrectAgent(0, "store", "tower"), "empty"),
        (CorrectAgent(9, "store", "tower"), "empty"),
        (CorrectAgent(0, "chapel", "dungeon"), "not-offered"),
        (CorrectKing("tower"), "not-offered"),
        (CorrectMarker(0, "trade", 7), "not-offered"),
        (CorrectMarker(0, "cooking", 4), "not-offered"),
        (CorrectMarker(9, "trade", 4), "not-offered"),
        (CorrectCounsellors(0, 21), "reserve"),
        (CorrectCounsellors(0, -1), "not-offered"),
        (CorrectChip("trade.5", 0), "not-offered"),
        (CorrectChip("trade.4", 9), "not-offered"),
        (CorrectCards("macbeth", "trade"), "clan"),
        (CorrectCards("stewart", "cooking"), "domain"),
    ],
)
def test_impossible_correction_is_refused(action: Action, code: str) -> None:
    assert position({0: "chapel"}).refusal_code(action) == code


def test_correction_offers_no_more_counsellors_than_exist() -> None:
    """en 873: of 20, Ben has 5 and 2 are on the board."""
    play = position({0: "chapel"}, counsellors=(1, 5, 0, 0), on_board=("tower", "tower"))
    legal_actions = [
        legal_action for legal_action in play.view(0).corrections if legal_action.action == "correct-counsellors"
    ]
    assert [legal_action.field("count").high for legal_action in legal_actions] == [13, 17, 12, 12]  # type: ignore[union-attr]
    assert play.refusal_code(CorrectCounsellors(0, 14)) == "reserve"
    play.act(CorrectCounsellors(0, 13))
    assert play.state.reserve == 0


def test_clan_contradicted_by_the_own_played_cards_is_refused() -> None:
    play = position({0: "chapel"}, played=(("alliance",), (), (), ()), accused=frozenset({1}))
    assert play.refusal_code(CorrectCards("macleod", "trade"), 0) == "clan"
    assert play.refusal_code(CorrectCards("campbell", "trade"), 0) == "clan"
    assert play.refusal_code(CorrectCards("stewart", "trade"), 1) == "open"
    play.set(domains_open=frozenset({0}))
    assert play.refusal_code(CorrectCards("stewart", "trade"), 0) == "domain"


def cards_offered(play: Play, seat: int) -> tuple[tuple[str | int, ...], ...]:
    """Returns the clans and the domains to choose from; empty if the cards cannot be corrected."""
    found = [legal_action for legal_action in play.view(seat).corrections if legal_action.action == "correct-cards"]
    return tuple(field.options for legal_action in found for field in legal_action.fields)  # type: ignore[union-attr]


def test_hidden_domain_stays_correctable_after_the_clan_is_known() -> None:
    play = position({0: "chapel"}, accused=frozenset({1}))
    assert cards_offered(play, 1) == (("campbell",), tuple(DOMAINS))
    play.act(CorrectCards("campbell", "trade"), 1)
    assert play.state.cards[1] == Secrets("campbell", "trade")
    play.set(domains_open=frozenset({1}))
    assert cards_offered(play, 1) == ()
    assert play.refusal_code(CorrectCards("campbell", "military"), 1) == "open"


def test_domain_card_revealed_by_another_player_is_not_offered() -> None:
    play = position({0: "chapel"}, domains_open=frozenset({1}))
    assert cards_offered(play, 0)[1] == ("political", "financial", "religious", "trade")
    assert play.refusal_code(CorrectCards("mackintosh", "military"), 0) == "domain"


def test_correction_is_not_offered_if_no_clan_is_left() -> None:
    """Anna can only be MacLeod or Stewart, and both are revealed by others."""
    cards = tuple(map(Secrets, ("stewart", "macleod", "stewart", "macduff"), DOMAINS))
    played = (("suspicion", "privilege", "diplomacy", "influence"), (), (), ())
    play = position({0: "chapel"}, played=played, accused=frozenset({1, 2})).set(cards=cards)
    assert cards_offered(play, 0) == ()


def test_cards_can_be_corrected_before_the_first_turn() -> None:
    play = new_game(4)
    for seat in range(4):
        assert play.refusal_code(CorrectCards("stewart", "trade"), seat) == "not-now"
        assert cards_offered(play, seat) == ()
        play.act(EnterCards(CLANS_OF[seat], DOMAINS_OF[seat]), seat)
    assert play.refusal_code(EnterCards("stewart", "trade"), 2) == "cards"
    assert len(cards_offered(play, 2)) == 2
    play.act(CorrectCards("stewart", "trade"), 2)
    assert play.state.cards[2] == Secrets("stewart", "trade")
    play.act(Begin(0), 0)
    assert [legal_action.action for legal_action in play.view(3).corrections] == ["correct-cards"]
    play.act(CorrectCards("macleod", "religious"), 3)
    assert play.state.cards[2:] == (Secrets("stewart", "trade"), Secrets("macleod", "religious"))
    assert play.view(None).corrections == ()


def test_accuser_who_was_shown_a_clan_learns_its_correction() -> None:
    play = position({0: "throne"})
    play.act(Accuse(2, "campbell"))
    play.act(Accuse(1, "macduff"))
    play.act(CorrectCards("stewart", "military"), 1)
    own = play.view(0).own
    assert own is not None
    assert render(own.notes[0], NAMES) == "Ben is Stewart."
    assert possible_clans(play.state, 0)[1] == ("stewart",)
    assert sorted(play.state.tiles_gone[0]) == ["campbell", "macduff", "macgregor", "stewart"]
    assert play.state.notes[1] == (Note(0, named="macduff"),)
    assert "campbell" in possible_clans(play.state, 2)[1], "nobody else learns anything"


def test_neutral_agents_never_leave_the_castle() -> None:
    play = position({0: "chapel"}, seats=3)
    assert play.refusal_code(CorrectAgent(3, "chapel", OUTSIDE)) == "neutral"
    play.act(CorrectAgent(3, "chapel", "tower"))


def test_corrections_wait_for_a_pending_choice() -> None:
    play = position({0: "chapel"})
    play.act(PlayCard("influence"))
    assert play.refusal_code(CorrectKing("chapel")) == "not-now"
    assert [legal_action.action for legal_action in play.view(0).corrections] == ["change-tracking-mode"]
    assert with_cards_entered(4).refusal_code(CorrectKing("chapel")) == "not-now"


# --- forgotten action cards, revealed domain cards, accusation tiles -------------------------------------------


def test_forgotten_action_card_is_corrected() -> None:
    play = position({0: "chapel"}, turn=2)
    (corrected,) = play.act(CorrectPlayed("alliance", True), 0)
    assert render(corrected.history_line(play.state), NAMES) == "Corrected: Anna has played Alliance."
    assert play.state.played[0] == ("alliance",)
    assert "alliance" not in play.state.hand(0)
    assert "macleod" not in possible_clans(play.state, 1)[0], "everybody sees what lies open"
    assert play.refusal_code(CorrectPlayed("alliance", True), 0) == "same"
    assert play.refusal_code(CorrectPlayed("suspicion", True), 0) == "not-held", "Anna is MacKintosh"
    play.act(CorrectPlayed("alliance", False), 0)
    assert play.state.played[0] == ()


def test_card_corrected_to_unplayed_has_no_effect_at_scoring() -> None:
    play = position({0: "throne"})
    play.act(PlayCard("alliance"))
    play.act(CorrectPlayed("alliance", False))
    assert play.turn.card == ""
    play.act(PlayCard("betrayal"))


def test_fifth_card_added_by_correction_reveals_the_clan() -> None:
    four = ("privilege", "diplomacy", "influence", "alliance")
    play = position({0: "chapel"}, turn=1, played=(four, (), (), ()))
    play.act(CorrectPlayed("betrayal", True), 0)
    assert play.state.is_open(0)
    assert play.view(None).players[0].clan is not None
    assert play.turn.choices == ()
    assert not any(play.state.tracks[0])


def test_revealed_domain_card_is_corrected() -> None:
    play = position({0: "chapel"}, turn=2)
    (corrected,) = play.act(CorrectDomain(True), 0)
    assert render(corrected.history_line(play.state), NAMES) == "Corrected: Anna’s domain card is revealed: Political."
    assert play.state.domains_open == {0}
    assert play.state.on_board == (), "the counsellors have gone back long ago"
    play.set(phase=Check(0))
    play.act(ConfirmBoard(), 0)
    assert [event.seat for event in play.happened(DomainTurnedUp)] == [1, 2, 3]


def test_domain_card_corrected_to_unrevealed_is_hidden_again() -> None:
    play = position({0: "chapel"}, domains_open=frozenset({0}))
    assert play.refusal_code(CorrectDomain(True), 0) == "same"
    (corrected,) = play.act(CorrectDomain(False), 0)
    assert render(corrected.history_line(play.state), NAMES) == "Corrected: Anna’s domain card is hidden."
    assert play.view(None).players[0].domain is None


def test_accusation_tiles_are_corrected_by_their_owner() -> None:
    play = position({0: "throne"})
    (corrected,) = play.act(CorrectTile("stewart", True), 0)
    assert render(corrected.history_line(play.state), NAMES) == "Anna corrected their accusation tiles."
    assert "stewart" not in tiles_left(play.state, 0)
    assert play.refusal_code(Accuse(1, "stewart")) == "tile"
    assert play.refusal_code(CorrectTile("stewart", True), 0) == "same"
    play.act(CorrectTile("stewart", False), 0)
    assert "stewart" in tiles_left(play.state, 0)


@pytest.mark.parametrize("kind", [CorrectPlayed, CorrectDomain, CorrectTile])
def test_cards_and_tiles_are_corrected_by_their_owner_alone(kind: type[Action]) -> None:
    assert kind.private
    actions = {legal_action.action for legal_action in position({0: "chapel"}).view(None).corrections}
    assert actions.isdisjoint({"correct-played", "correct-domain", "correct-tile"})
