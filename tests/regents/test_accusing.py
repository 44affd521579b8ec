"""Spying, accusing and the deduction sheet."""

from __future__ import annotations

import random

import pytest

from scoring.kernel import Rng
from scoring.regents.accusing import (
    AccusationFailed,
    AccusationProved,
    Accuse,
    Penalty,
    SpiedOn,
    Spy,
    SpyByHand,
    TakeAway,
    possible_clans,
    tiles_left,
)
from scoring.regents.castle import MovePiece
from scoring.regents.components import CARDS, CLANS
from scoring.regents.ending import CounsellorGained
from scoring.regents.state import Note
from scoring.regents.tracks import Advance
from scoring.regents.turn import ChoiceForgone
from scoring.words import T, render
from tests.regents.play import EDITIONS, NAMES, Play, position
from tests.regents.test_random_games import bot_states

EVERY_EDITION = pytest.mark.parametrize("edition", EDITIONS)
# Anna MacKintosh, Ben Campbell, Carla MacGregor, David MacDuff. The King is in the Throne Room.


def turn_beside_the_king(**rest) -> Play:  # type: ignore[no-untyped-def]
    """Returns Anna's turn, with one of her agents in the King's room."""
    return position({0: "throne", 1: "chapel"}, **rest)


# --- spying ---------------------------------------------------------------------------------------------------


def test_spy_alone_sees_one_random_card_of_the_hand() -> None:
    """en 972"""
    seen = set()
    for seed in range(30):
        play = turn_beside_the_king()
        play.rng = Rng(random.Random(seed))
        (spied,) = play.act(Spy(1))
        assert isinstance(spied, SpiedOn)
        seen.add(spied.card)
        own = play.view(0).own
        assert own is not None
        assert render(own.notes[0], NAMES).startswith("Ben holds ")
        assert play.view(1).own.notes == ()  # type: ignore[union-attr]
    assert seen == set(play.state.hand(1))


def test_spying_is_once_per_turn_and_costs_an_action_point() -> None:
    play = turn_beside_the_king()
    play.act(Spy(1))
    assert play.turn.action_points == 2
    assert play.refusal_code(Spy(2)) == "once"


@pytest.mark.parametrize(("left", "allowed"), [(2, True), (1, False), (0, False)])
def test_single_card_cannot_be_spied_on(left: int, allowed: bool) -> None:
    """en 974"""
    played = ("suspicion", "diplomacy", "influence", "alliance", "betrayal")[: 5 - left]
    play = turn_beside_the_king(played=((), played, (), ()))
    legal_action = play.legal_action(Spy)
    assert legal_action is not None
    assert (1 in legal_action.fields[0].options) == allowed  # type: ignore[union-attr]
    if not allowed:
        assert play.refusal_code(Spy(1)) == "hand"


@pytest.mark.parametrize(("edition", "anywhere"), [("en", True), ("nl", True), ("de", False)])
def test_agents_must_meet_for_spying_in_the_german_rules_only(edition: str, anywhere: bool) -> None:
    """de 118; en 970 and nl 541 have no condition."""
    play = turn_beside_the_king(edition=edition)
    if anywhere:
        play.act(Spy(1))
    else:
        assert play.refusal_code(Spy(1)) == "apart"
        play.move("throne", "chapel")
        play.act(Spy(1))


@pytest.mark.parametrize(("whose", "code"), [(0, "oneself"), (4, "oneself"), (-1, "oneself")])
def test_spying_on_oneself_or_on_an_unknown_seat_is_refused(whose: int, code: str) -> None:
    assert turn_beside_the_king().refusal_code(Spy(whose)) == code


# --- spying with real cards -----------------------------------------------------------------------------------


def test_with_real_cards_the_spy_draws_and_enters_the_card() -> None:
    """en 972: nobody draws twice."""
    play = turn_beside_the_king(played=((), ("alliance",), (), ()))
    assert play.refusal_code(SpyByHand(1, "alliance")) == "played"
    assert play.refusal_code(SpyByHand(0, "betrayal")) == "oneself"
    assert play.act(SpyByHand(1, "betrayal")) == [SpiedOn(0, 1, "betrayal")]
    own = play.view(0).own
    assert own is not None
    assert render(own.notes[0], NAMES) == "Ben holds Betrayal, so isn’t Stewart."
    assert play.turn.action_points == 2
    assert play.refusal_code(Spy(2)) == "once"
    assert play.refusal_code(SpyByHand(2, "betrayal")) == "once"


def test_spy_may_enter_any_card_regardless_of_the_real_hand() -> None:
    """A refusal would reveal the clan: Ben, a Campbell, cannot have Privilege."""
    turn_beside_the_king().act(SpyByHand(1, "privilege"))
    options = {
        legal_action.field("card").options
        for legal_action in turn_beside_the_king().view(0).legal_actions
        if legal_action.action == "spy-by-hand"
    }  # type: ignore[union-attr]
    assert options == {tuple(CARDS)}


def test_spied_card_is_entered_on_the_own_phone_unless_dealt() -> None:
    play = turn_beside_the_king()
    assert SpyByHand.private
    assert "spy-by-hand" not in {legal_action.action for legal_action in play.view(1).legal_actions}
    assert play.set(herald_deals=True).refusal_code(SpyByHand(1, "betrayal")) == "dealt"


# --- correct accusation: en 986 -------------------------------------------------------------------------------


@EVERY_EDITION
def test_correct_accusation_reveals_the_clan_and_pays(edition: str) -> None:
    play = turn_beside_the_king(edition=edition)
    events = play.act(Accuse(1, "campbell"))
    assert events == [AccusationProved(0, 1, "campbell"), CounsellorGained(0, 1)]
    play.act(Advance("trade"))
    play.act(Advance("trade"))
    assert play.markers(0)["trade"] == 2
    assert play.state.counsellors[0] == 1
    assert play.turn.action_points == 2
    assert play.state.hand(1) == ()
    assert play.view(None).players[1].clan == T("Campbell")
    assert play.view(None).players[1].cards == 0


def test_counsellor_from_an_accusation_can_be_placed_at_once() -> None:
    """de 130, nl 553"""
    play = turn_beside_the_king()
    play.act(Accuse(1, "campbell"))
    play.act(Advance("trade"))
    play.act(Advance("trade"))
    play.move("counsellor", "tower")
    assert play.turn.action_points == 1


def test_empty_reserve_pays_no_counsellor() -> None:
    """en 986"""
    play = turn_beside_the_king(counsellors=(0, 20, 0, 0))
    assert play.act(Accuse(1, "campbell")) == [AccusationProved(0, 1, "campbell")]


@pytest.mark.parametrize(("edition", "limited"), [("en", True), ("de", False), ("nl", False)])
def test_thresholds_limit_the_reward_in_the_english_rules_only(edition: str, limited: bool) -> None:
    """en 986 against de 130, nl 553."""
    play = turn_beside_the_king(edition=edition, tracks={0: "4 0 1 1 1"})
    play.act(Accuse(1, "campbell"))
    if limited:
        assert play.refusal_code(Advance("political")) == "threshold"
    else:
        play.act(Advance("political"))


# --- a wrong accusation: en 988 -------------------------------------------------------------------------------


@EVERY_EDITION
def test_wrong_accusation_costs_two_tiles_and_two_spaces(edition: str) -> None:
    """R6: en 990, de 134, nl 557."""
    play = turn_beside_the_king(edition=edition, tracks={0: "3 2 0 0 0"})
    assert play.act(Accuse(1, "macgregor")) == [AccusationFailed(0, 1, "macgregor", "campbell")]
    assert {"macgregor", "campbell"} & set(tiles_left(play.state, 0)) == set()
    assert play.turn.choice == Penalty(1)
    assert play.view(None).waiting_for == (1,)
    assert play.refusal_code(TakeAway("political"), 0) == "not-yours"
    assert play.refusal_code(TakeAway("trade"), 1) == "off-track"
    assert play.refusal_code(TakeAway("cooking"), 1) == "off-track"
    assert play.refusal_code(MovePiece("agent.throne", "chapel")) == "choose-first"
    play.act(TakeAway("political"), 1)
    play.act(TakeAway("military"), 1)
    assert play.markers(0) == {"political": 2, "military": 1, "financial": 0, "religious": 0, "trade": 0}
    assert play.turn.action_points == 2
    assert play.turn.choices == ()


def test_accuser_alone_learns_the_clan() -> None:
    play = turn_beside_the_king(tracks={0: "3 2 0 0 0"})
    play.act(Accuse(1, "macgregor"))
    own = play.view(0).own
    assert own is not None
    assert render(own.notes[0], NAMES) == "Ben is Campbell."
    assert possible_clans(play.state, 0)[1] == ("campbell",)
    assert len(possible_clans(play.state, 2)[1]) == 5
    assert play.view(None).players[1].clan is None
    accused = play.view(1).own
    assert accused is not None
    assert render(accused.notes[0], NAMES) == "Anna thought you were MacGregor."


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("0 0 0 0 0", "0 0 0 0 0", id="nothing there to lose"),
        pytest.param("0 1 0 0 0", "0 0 0 0 0", id="one space, pushed off the track"),
        pytest.param("0 5 0 0 0", "0 3 0 0 0", id="only one track: nobody is asked"),
    ],
)
def test_penalty_without_a_choice_is_applied_at_once(before: str, after: str) -> None:
    play = turn_beside_the_king(tracks={0: before})
    play.act(Accuse(1, "macgregor"))
    assert play.turn.choices == ()
    assert play.state.tracks[0] == tuple(map(int, after.split()))
    assert bool(play.happened(ChoiceForgone)) == (sum(map(int, before.split())) < 2)


@pytest.mark.parametrize(
    ("tracks", "accuser", "accused", "table"),
    [
        (
            "0 0 0 0 0",
            "You were wrong, but you have no space to lose.",
            "You’re innocent, but Anna has no space to lose.",
            "Ben is innocent, but Anna has no space to lose.",
        ),
        (
            "0 1 0 0 0",
            "You were wrong: one space back.",
            "You’re innocent: Anna goes back one space.",
            "Ben is innocent: Anna goes back one space.",
        ),
        (
            "0 5 0 0 0",
            "You were wrong: 2 spaces back.",
            "You’re innocent: Anna goes back 2 spaces.",
            "Ben is innocent: Anna goes back 2 spaces.",
        ),
        (
            "1 1 0 0 0",
            "You were wrong: 2 spaces back, where Ben chooses.",
            "You’re innocent. Choose on which tracks Anna goes back.",
            "Ben is innocent: Anna goes back 2 spaces.",
        ),
    ],
)
def test_wrong_accusation_describes_its_cost_accurately(tracks: str, accuser: str, accused: str, table: str) -> None:
    """The texts announce a choice of tracks only if the accused has one."""
    play = turn_beside_the_king(tracks={0: tracks})
    before = play.state
    failed, *then = play.act(Accuse(1, "macgregor"))
    (highlight,) = failed.highlights(before, play.state, then)
    told = [highlight.text_for(0), highlight.text_for(1), highlight.verdict]
    assert [text and render(text, NAMES) for text in told] == [accuser, accused, table]
    assert ("Choose on which" in accused) == (play.turn.choice == Penalty(1))


def test_used_tile_cannot_be_played_again() -> None:
    play = turn_beside_the_king()
    play.act(Accuse(1, "macgregor"))
    assert play.refusal_code(Accuse(2, "macgregor")) == "tile"
    assert play.refusal_code(Accuse(1, "campbell")) == "tile", "nl 555: nor can this player be accused rightly any more"


@pytest.mark.parametrize(("edition", "again"), [("en", True), ("de", True), ("nl", False)])
def test_dutch_rules_forbid_repeating_a_wrong_accusation(edition: str, again: bool) -> None:
    """nl 555"""
    play = turn_beside_the_king(edition=edition)
    play.act(Accuse(1, "macgregor"))
    legal_action = play.legal_action(Accuse)
    assert legal_action is not None
    assert (1 in legal_action.field("whose").options) == again  # type: ignore[union-attr]
    if again:
        play.act(Accuse(1, "stewart"))
    else:
        assert play.refusal_code(Accuse(1, "stewart")) == "cleared"
        play.act(Accuse(2, "stewart"))


# --- refusals -------------------------------------------------------------------------------------------------


def test_accusation_needs_an_agent_in_the_kings_room() -> None:
    """en 984"""
    play = position({0: "chapel", 1: "throne"})
    assert play.refusal_code(Accuse(1, "campbell")) == "king"
    assert play.legal_action(Accuse) is None


@pytest.mark.parametrize(
    ("whose", "clan", "code"),
    [
        (0, "mackintosh", "oneself"),
        (4, "campbell", "oneself"),
        (1, "macbeth", "not-offered"),
        (1, "", "not-offered"),
    ],
)
def test_accusing_oneself_or_an_unknown_clan_is_refused(whose: int, clan: str, code: str) -> None:
    assert turn_beside_the_king().refusal_code(Accuse(whose, clan)) == code


@EVERY_EDITION
def test_revealed_clan_may_be_named_in_vain(edition: str) -> None:
    """en 888, 980-982, de 126, nl 549: everybody has a tile of every clan, and no edition forbids playing it."""
    play = turn_beside_the_king(edition=edition, accused=frozenset({2}), tracks={0: "0 5 0 0 0"})
    assert play.view(0).open_clans == (("macgregor", 2),), "the phone warns"
    assert play.act(Accuse(1, "macgregor"))[0] == AccusationFailed(0, 1, "macgregor", "campbell")
    assert play.markers(0)["military"] == 3
    assert {"macgregor", "campbell"} & set(tiles_left(play.state, 0)) == set()


def test_neutral_clan_may_be_named_in_vain() -> None:
    play = turn_beside_the_king(seats=3)
    assert play.view(0).open_clans == (("stewart", 3),)
    assert play.act(Accuse(1, "stewart"))[0] == AccusationFailed(0, 1, "stewart", "campbell")


def test_player_with_a_revealed_clan_card_cannot_be_accused() -> None:
    assert turn_beside_the_king(accused=frozenset({2})).refusal_code(Accuse(2, "macgregor")) == "open"


@EVERY_EDITION
def test_player_who_has_played_five_cards_may_be_accused(edition: str) -> None:
    """en 980, de 126, nl 549: no rule forbids it, though everybody knows the clan."""
    played = ("suspicion", "diplomacy", "influence", "alliance", "betrayal")
    play = turn_beside_the_king(played=((), played, (), ()), edition=edition)
    legal_action = play.legal_action(Accuse)
    assert legal_action is not None
    assert [field.options for field in legal_action.fields] == [(1, 2, 3), tuple(CLANS)]  # type: ignore[union-attr]
    play.act(Accuse(1, "campbell"))
    assert render(play.state.to_do[0], NAMES) == "Ben: reveal your clan card."
    play.act(Advance("trade"))
    play.act(Advance("trade"))
    assert (play.markers(0)["trade"], play.state.counsellors[0]) == (2, 1)
    assert play.refusal_code(Accuse(1, "campbell")) == "open", (
        "once the clan card lies open, there is nothing to accuse of"
    )


def test_accusation_needs_an_action_point() -> None:
    assert turn_beside_the_king(turn__action_points=0).refusal_code(Accuse(1, "campbell")) == "actions"


# --- the deduction sheet --------------------------------------------------------------------------------------


def test_only_the_own_clan_is_ruled_out_at_the_start() -> None:
    sheet = possible_clans(turn_beside_the_king().state, 0)
    assert sheet == {other: tuple(clan for clan in CLANS if clan != "mackintosh") for other in (1, 2, 3)}


def test_played_cards_rule_clans_out_for_everybody() -> None:
    """en 1226-1258"""
    state = turn_beside_the_king(played=((), ("suspicion", "alliance"), (), ())).state
    assert possible_clans(state, 2)[1] == ("campbell", "macduff", "stewart")


def test_neutral_clan_is_ruled_out() -> None:
    assert "stewart" not in possible_clans(turn_beside_the_king(seats=3).state, 0)[1]


def test_spied_card_rules_out_a_clan_for_the_spy_alone() -> None:
    state = turn_beside_the_king(notes=((Note(1, card="alliance"),), (), (), ())).state
    assert "macleod" not in possible_clans(state, 0)[1]
    assert "macleod" in possible_clans(state, 2)[1]


def test_known_clan_is_ruled_out_for_the_other_players() -> None:
    state = turn_beside_the_king(accused=frozenset({1}), notes=((Note(2, clan="macgregor"),), (), (), ())).state
    assert possible_clans(state, 0) == {1: ("campbell",), 2: ("macgregor",), 3: ("macduff", "macleod", "stewart")}


def test_deduction_sheet_never_rules_out_the_truth() -> None:
    for state in bot_states(range(3)):
        if state.cards:
            for seat in range(state.seats):
                assert all(state.cards[other].clan in left for other, left in possible_clans(state, seat).items())
