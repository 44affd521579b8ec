"""In the German and Dutch rules a chip won in scoring can be used at once (de 226, nl 653)."""

from __future__ import annotations

import pytest

from scoring.regents.accusing import Spy
from scoring.regents.castle import ForgoMove, Neutral, NeutralMoved, PlayCard
from scoring.regents.scoring_phase import EndTurn, Score
from scoring.regents.tracks import UseChip
from scoring.regents.turn import EndActions, ScoringOnlyTurn, TakeCounsellor, TurnBegan
from scoring.words import render
from tests.regents.play import NAMES, Play, scoring
from tests.regents.test_scoring_only import claim_locations, scoring_only_turn

GERMAN_AND_DUTCH = pytest.mark.parametrize("edition", ["de", "nl"])


def wins_a_chip(edition: str, **fields: object) -> Play:
    """Returns the game after Anna scored the Chapel and reached the first threshold of its track."""
    play = scoring({0: "chapel"}, edition=edition, tracks={0: "0 0 0 3 0"}, **fields)
    play.score()
    assert play.state.chips["religious.4"] == 0
    return play


def headline(play: Play) -> str:
    return render(play.view().headline, NAMES)


@GERMAN_AND_DUTCH
def test_chip_won_in_scoring_can_be_used_at_once(edition: str) -> None:
    play = wins_a_chip(edition)
    assert headline(play) == "Anna can use a chip right away or end the turn."
    assert play.refusal_code(TakeCounsellor()) == "actions"
    play.act(UseChip())
    assert headline(play) == "Anna: one action left."
    play.move("chapel", "throne")
    assert headline(play) == "Anna ends their turn."
    assert play.act(EndTurn())[-1] == TurnBegan(1, 2)
    assert play.state.chips_of(0) == 0


@GERMAN_AND_DUTCH
def test_nothing_is_scored_again_after_the_chip(edition: str) -> None:
    """de 190, nl 613; a card comes before the majorities (de 214, nl 637)."""
    play = wins_a_chip(edition)
    play.act(UseChip())
    for action in (Score("chapel"), PlayCard("alliance"), EndActions()):
        assert play.refusal_code(action) == "scored"
    assert not play.view().plans
    play.act(EndTurn())
    assert play.markers(0)["religious"] == 4


@GERMAN_AND_DUTCH
def test_chip_may_be_kept(edition: str) -> None:
    play = wins_a_chip(edition)
    play.act(EndTurn())
    assert (play.seat, play.state.chips_of(0)) == (1, 1)


def test_chip_is_used_in_the_action_phase_in_english_rules() -> None:
    """en 1092"""
    assert wins_a_chip("en").seat == 1
    assert scoring({0: "chapel"}).refusal_code(EndTurn()) == "not-scored"


@GERMAN_AND_DUTCH
def test_scoring_ends_the_turn_if_a_chip_was_already_used(edition: str) -> None:
    """de 228, nl 655: one per turn."""
    assert wins_a_chip(edition, turn__chip_used=True).seat == 1


@GERMAN_AND_DUTCH
def test_once_per_turn_actions_stay_used(edition: str) -> None:
    play = wins_a_chip(edition, turn__took_counsellor=True, turn__spied=True)
    play.act(UseChip())
    assert play.refusal_code(TakeCounsellor()) == "once"
    assert play.refusal_code(Spy(1)) == "once"


@GERMAN_AND_DUTCH
def test_with_three_players_the_neutral_agent_moves_last(edition: str) -> None:
    """de 286, nl 723"""
    play = wins_a_chip(edition, seats=3, neutral="store knights treasure throne")
    play.act(UseChip())
    play.act(EndTurn())
    assert isinstance(play.state.phase, Neutral)
    play.move("neutral.store", "throne")
    assert play.happened(NeutralMoved)
    assert play.seat == 1
    kept = wins_a_chip(edition, seats=3, neutral="store knights treasure throne")
    kept.act(EndTurn())
    kept.act(ForgoMove())
    assert kept.seat == 1


@GERMAN_AND_DUTCH
def test_chip_at_once_in_key_moments_mode(edition: str) -> None:
    play = claim_locations(scoring_only_turn(edition=edition), "chapel", "throne", "store", "knights", "treasure")
    play.score()
    assert headline(play) == "Anna can use a chip right away or end the turn."
    assert isinstance(play.state.phase, ScoringOnlyTurn)
    play.act(UseChip())
    assert [
        legal_action.action
        for legal_action in play.view(0).legal_actions
        if legal_action.action in ("score", "claim-place", "end-turn")
    ] == ["end-turn"]
    play.act(EndTurn())
    assert play.seat == 1
