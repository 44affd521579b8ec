"""Round 4, the last round, the final scoring, and the Guardian of the Kingdom."""

from __future__ import annotations

import pytest

from scoring.regents import GAME
from scoring.regents.castle import MovePiece
from scoring.regents.ending import (
    BonusFellShort,
    Check,
    CounsellorGained,
    DomainTurnedUp,
    GameOver,
    GiveCounsellor,
    RoundEnded,
    Shortage,
)
from scoring.regents.tracks import ChipTaken
from scoring.regents.turn import ShowDomain, TurnBegan
from scoring.reveal_phases import ConfirmBoard
from scoring.standings import totals
from scoring.words import render
from tests.regents.play import EDITIONS, NAMES, Play, scoring

EVERY_EDITION = pytest.mark.parametrize("edition", EDITIONS)


def end_of_round(number: int, **rest) -> Play:  # type: ignore[no-untyped-def]
    """Returns David's turn, the last of the round, in which he scores nothing."""
    return scoring({}, turn=3, round=number, **rest)


# --- the bonus of round 4: en 1070, nl 631 --------------------------------------------------------------------


@EVERY_EDITION
def test_round_4_gives_each_sole_leader_a_counsellor(edition: str) -> None:
    tracks = {0: "3 2 1 0 0", 1: "2 2 3 0 0", 2: "1 1 2 0 0", 3: "0 0 0 0 1"}
    play = end_of_round(4, edition=edition, tracks=tracks)
    events = play.score()
    assert [event for event in events if isinstance(event, CounsellorGained)] == [
        CounsellorGained(0, 1),
        CounsellorGained(1, 1),
        CounsellorGained(3, 1),
    ]
    assert events[-1] == TurnBegan(0, 5)


def test_one_player_may_lead_several_tracks() -> None:
    play = end_of_round(4, tracks={2: "1 1 1 1 1"})
    play.score()
    assert play.state.counsellors == (0, 0, 5, 0)


@pytest.mark.parametrize("number", [1, 2, 3, 5, 6, 7])
def test_no_bonus_after_other_rounds(number: int) -> None:
    play = end_of_round(number, tracks={2: "1 1 1 1 1"})
    assert RoundEnded(number) in play.score()
    assert play.state.counsellors == (0, 0, 0, 0)


def test_players_choose_who_gets_the_last_counsellors() -> None:
    play = end_of_round(4, tracks={0: "1 1 0 0 0", 1: "0 0 1 0 0"}, counsellors=(0, 0, 18, 0))
    assert play.score()[-1] == BonusFellShort((2, 1, 0, 0))
    assert isinstance(play.state.phase, Shortage)
    assert play.refusal_code(GiveCounsellor(2)) == "not-offered"
    assert play.refusal_code(GiveCounsellor(7)) == "not-offered"
    play.act(GiveCounsellor(0))
    play.act(GiveCounsellor(1))
    assert play.state.counsellors == (1, 1, 18, 0)
    assert play.seat == 0
    assert play.state.round == 5


def test_shortage_with_one_possible_recipient_needs_no_choice() -> None:
    play = end_of_round(4, tracks={0: "1 1 0 0 0"}, counsellors=(0, 0, 19, 0))
    play.score()
    assert play.state.counsellors == (1, 0, 19, 0)
    empty = end_of_round(4, tracks={0: "1 1 0 0 0", 1: "0 0 1 0 0"}, counsellors=(0, 0, 20, 0))
    empty.score()
    assert empty.state.counsellors == (0, 0, 20, 0)


# --- the end: en 1130-1144 ------------------------------------------------------------------------------------


def after_last_round(**rest) -> Play:  # type: ignore[no-untyped-def]
    """Returns the game after the last turn of round 8."""
    play = end_of_round(8, **rest)
    play.score()
    assert isinstance(play.state.phase, Check)
    return play


def final_points(play: Play) -> tuple[int, ...]:
    play.act(ConfirmBoard())
    assert isinstance(play.state.phase, GameOver)
    return totals(GAME.score(play.state), play.state.seats)


@EVERY_EDITION
def test_hidden_domain_card_advances_past_thresholds(edition: str) -> None:
    """en 1132, de 264, nl 701"""
    play = after_last_round(edition=edition, tracks={0: "4 0 0 0 0"})
    play.act(ConfirmBoard())
    assert play.markers(0)["political"] == 6
    assert [event.domain for event in play.happened(DomainTurnedUp)] == [
        "political",
        "military",
        "financial",
        "religious",
    ]


def test_last_advance_takes_a_chip_too() -> None:
    play = after_last_round(tracks={0: "3 0 0 0 0"})
    play.act(ConfirmBoard())
    assert play.happened(ChipTaken) == [ChipTaken(0, "political.4")]


def test_revealed_domain_card_does_not_advance_at_the_end() -> None:
    play = after_last_round(tracks={0: "4 0 0 0 0"}, domains_open=frozenset({0}))
    play.act(ConfirmBoard())
    assert play.markers(0)["political"] == 4


@pytest.mark.parametrize(
    ("tracks", "bonus"),
    [
        pytest.param("4 0 0 0 0", 3, id="alone at the head"),
        pytest.param("3 0 0 0 0", 0, id="tied at the head"),
        pytest.param("0 0 0 0 0", 0, id="behind"),
    ],
)
def test_three_points_for_sole_lead_in_the_own_domain(tracks: str, bonus: int) -> None:
    """en 1138, de 270, nl 707: the card may have been revealed early."""
    play = after_last_round(tracks={0: tracks, 1: "3 0 0 0 0"}, domains_open=frozenset(range(4)))
    final_points(play)
    score_lines = [line for line in GAME.score(play.state) if line.seat == 0 and line.rule == "en 1138"]
    assert sum(line.points for line in score_lines) == bonus


def test_all_kinds_of_points_add_up() -> None:
    """Tracks 4 + 1 with the last advance, 3 for the own domain, one for each chip and counsellor."""
    play = after_last_round(
        tracks={0: "2 1 0 0 0"}, chips={"trade.4": 0, "trade.10": 0, "trade.24": -2}, counsellors=(3, 0, 0, 0)
    )
    assert final_points(play)[0] == (4 + 1) + 3 + (2 + 1) + 3
    own = [(render(line.what, NAMES), line.points, line.rule) for line in GAME.score(play.state) if line.seat == 0]
    assert own == [
        ("Political track", 4, "en 1134"),
        ("Military track", 1, "en 1134"),
        ("Financial track", 0, "en 1134"),
        ("Religious track", 0, "en 1134"),
        ("Trade track", 0, "en 1134"),
        ("Political: sole leader", 3, "en 1138"),
        ("3 chips", 3, "en 1139"),
        ("3 counsellors", 3, "en 1140"),
    ]


def test_points_are_counted_in_the_finale_only() -> None:
    play = after_last_round(tracks={0: "2 1 0 0 0"}, counsellors=(0, 2, 0, 0))
    assert play.view().reveal is None, "nothing is counted before the finale"
    play.act(ConfirmBoard())
    assert isinstance(play.state.phase, GameOver)
    after = play.view().reveal
    assert after is not None
    assert [(render(kind.name, NAMES), kind.points) for kind in after.kinds] == [
        ("Influence tracks", (5, 2, 2, 2)),
        ("Sole leader in own domain", (3, 3, 3, 3)),
        ("Privilege chips", (1, 0, 0, 0)),
        ("Counsellors", (0, 2, 0, 0)),
    ]


@pytest.mark.parametrize(
    ("chips", "winners", "reason"),
    [
        pytest.param({}, (0, 1), "Anna and Ben share the title with 6 victory points.", id="shared"),
        pytest.param(
            {"trade.4": 1},
            (1,),
            "Ben wins with 6 victory points and more unplayed chips.",
            id="chips decide",
        ),
    ],
)
def test_ties_are_broken_by_unplayed_chips_then_shared(
    chips: dict[str, int], winners: tuple[int, ...], reason: str
) -> None:
    """en 1144, de 278, nl 715"""
    spare = (6, 6 - len(chips), 0, 0)
    play = after_last_round(domains_open=frozenset(range(4)), counsellors=spare, chips=chips)
    final_points(play)
    standings = GAME.standings(play.state)
    assert standings is not None
    assert standings.winners == winners
    assert render(standings.reason, NAMES) == reason
    assert [place.place for place in standings.places] == ([1, 1, 3, 3] if len(winners) == 2 else [1, 2, 3, 3])
    assert standings.places[0].reason is not None


def test_a_single_winner() -> None:
    play = after_last_round(tracks={2: "0 0 0 0 3"})
    final_points(play)
    standings = GAME.standings(play.state)
    assert standings is not None
    assert render(standings.reason, NAMES) == "Carla is Guardian of the Kingdom with 8 victory points."


def test_no_action_is_legal_after_the_end() -> None:
    play = after_last_round()
    assert play.refusal_code(ShowDomain()) == "not-now"
    final_points(play)
    assert play.refusal_code(MovePiece("king", "chapel"), 0) == "over"
    assert play.view(0).legal_actions == ()


def test_hidden_domain_does_not_count_during_the_game() -> None:
    play = scoring({}, tracks={0: "5 0 0 0 0"})
    assert totals(GAME.score(play.state), 4)[0] == 5
