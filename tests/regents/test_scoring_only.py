"""KEY_MOMENTS mode: the player on turn taps the locations held; Herald does not track the board."""

from __future__ import annotations

import pytest

from scoring.claims import ClaimPlace, GiveUpPlace
from scoring.regents import GAME
from scoring.regents.accusing import Accuse, Spy, TakeAway
from scoring.regents.castle import MovePiece, PlayCard
from scoring.regents.components import DOMAINS, OUTER_ROOMS, VALUES
from scoring.regents.corrections import CorrectAgent, CorrectKing, CorrectMarker
from scoring.regents.ending import EnterChip, EnterEnd
from scoring.regents.scoring_phase import Score
from scoring.regents.setup import THE_KING, EnterPiece
from scoring.regents.state import SOMEWHERE
from scoring.regents.tracks import Advance, UseChip
from scoring.regents.turn import (
    BoardEntry,
    EndActions,
    PlaceCounsellor,
    ScoringOnlyTurn,
    ShowDomain,
    TakeCounsellor,
    Turn,
)
from scoring.reveal_phases import ConfirmBoard
from scoring.tracking_modes import ChangeTrackingMode
from scoring.words import render
from tests.regents.play import NAMES, Play, first_turn, markers, new_game, scoring, with_cards_entered

OFF = markers("0 0 0 0 0")


def scoring_only_turn(seats: int = 4, edition: str = "en", **fields: object) -> Play:
    """Returns Anna's first turn, with nothing on the tracks."""
    return with_cards_entered(seats, edition, tracking_mode="counts").set(**fields)


def claim_locations(play: Play, *places: str) -> Play:
    """Taps the locations so that the seat on turn claims exactly these."""
    phase = play.state.phase
    assert isinstance(phase, ScoringOnlyTurn)
    for place in (*phase.held, *places):
        if (place in phase.held) != (place in places):
            play.act(ClaimPlace(place) if place in places else GiveUpPlace(place))
    return play


def taps_to_score(play: Play, *places: str) -> int:
    before = len(play.events)
    claim_locations(play, *places)
    return len(play.events) - before


# --- a turn ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_agents_are_not_placed_in_herald(seats: int) -> None:
    play = scoring_only_turn(seats)
    assert isinstance(play.state.phase, ScoringOnlyTurn)
    assert play.seat == 0
    assert not any(play.state.agents)
    to_do = [render(text, NAMES) for text in play.state.to_do]
    assert to_do[-1] == "Everyone: place four agents, one at a time. Anna goes first."
    assert ("Put a neutral agent in each room except the Throne Room." in to_do) == (seats == 3)


def test_held_locations_score_with_their_groups() -> None:  # en 1028
    play = claim_locations(scoring_only_turn(), "throne", "store", "chapel")
    assert [render(step, NAMES) for step in play.view().plans[0].steps] == ["Throne Room", "Chapel", "Store Room"]
    play.score()
    assert play.markers(0) == {"political": 3, "military": 0, "financial": 0, "religious": 3, "trade": 3}
    assert play.seat == 1


def test_holding_nothing_scores_nothing() -> None:
    play = scoring_only_turn()
    play.act(Score())
    assert play.markers(0) == dict.fromkeys(DOMAINS, 0)


def test_tower_and_rampart_count_as_usual() -> None:  # en 1120, 1124
    play = claim_locations(scoring_only_turn(tracks=(OFF, markers("2 0 0 0 0"), OFF, OFF)), "tower", "rampart")
    play.score("tower.trade", "1.political")
    assert play.markers(0)["trade"] == 1
    assert play.markers(1)["political"] == 1


def test_only_the_player_on_turn_enters_the_locations_held() -> None:
    play = scoring_only_turn()
    assert play.refusal_code(ClaimPlace("throne"), 1) == "not-now"
    assert play.refusal_code(ClaimPlace("dungeon")) == "not-offered"


def test_turn_starts_with_the_locations_held_last() -> None:
    play = scoring_only_turn(3)
    claim_locations(play, "throne", "store").score()
    claim_locations(play, "chapel").score()
    claim_locations(play, "store", "chapel").score()
    assert isinstance(play.state.phase, ScoringOnlyTurn)
    assert play.state.phase.held == ("throne",), "Carla has taken the Store Room since"
    assert {place.key: place.holder for place in play.view().locations if place.holder is not None} == {
        "throne": 0,
        "chapel": 2,
        "store": 2,
    }
    assert taps_to_score(play, "throne", "store") == 1


def test_turn_with_one_change_takes_two_taps() -> None:
    play = claim_locations(scoring_only_turn(4), "throne", "store")
    for _ in range(4):
        play.score()
    assert taps_to_score(play, "throne", "store", "tower") == 1
    assert len([event for event in play.score() if type(event).__name__ == "Scored"]) == 1


# --- other actions in a turn ------------------------------------------------------------------------------------


def test_moves_are_not_entered_in_key_moments_mode() -> None:
    play = scoring_only_turn(counsellors=(1, 0, 0, 0))
    assert play.refusal_code(MovePiece("counsellor", "chapel")) == "not-now"
    assert play.refusal_code(EndActions()) == "not-now"
    actions = {legal_action.action for legal_action in play.view(0).legal_actions}
    assert actions == {
        "claim-place", "score", "take-counsellor", "place-counsellor", "spy", "spy-by-hand", "accuse", "play-card",
        "show-domain",
    }  # fmt: skip


def test_counsellors_are_taken_and_placed_without_a_location() -> None:  # en 958-966
    play = scoring_only_turn()
    assert play.refusal_code(PlaceCounsellor()) == "no-counsellor"
    play.act(TakeCounsellor())
    assert play.refusal_code(TakeCounsellor()) == "once"
    play.act(PlaceCounsellor())
    assert play.state.on_board == (SOMEWHERE,)
    assert play.state.reserve == 19
    play.score()
    assert play.state.reserve == 20
    assert "Return the counsellor to the reserve." in [render(text, NAMES) for text in play.state.to_do]


@pytest.mark.parametrize("card", ["suspicion", "betrayal", "privilege", "alliance", "diplomacy"])
def test_cards_with_effects_on_the_board_ask_for_nothing(card: str) -> None:
    play = scoring_only_turn(5)
    seat = 1 if card == "suspicion" else 0  # Anna is MacKintosh
    for _ in range(seat):
        play.score()
    play.act(PlayCard(card))
    assert play.state.played[seat] == (card,)
    assert isinstance(play.state.phase, ScoringOnlyTurn)
    assert not play.state.phase.choices
    assert play.refusal_code(PlayCard("influence")) == "once"


def test_influence_and_the_last_card_give_spaces() -> None:  # en 1248, 1084
    play = scoring_only_turn(played=(("privilege", "diplomacy", "alliance", "betrayal"), (), (), ()))
    play.act(PlayCard("influence"))
    for domain in ("trade", "trade", "political", "military"):
        play.act(Advance(domain))
    assert play.markers(0) == {"political": 1, "military": 1, "financial": 0, "religious": 0, "trade": 2}
    play.score()


@pytest.mark.parametrize("edition", ["en", "de", "nl"])
def test_spying_and_accusing_do_not_check_agents_and_king(edition: str) -> None:  # en 984, de 118
    play = scoring_only_turn(edition=edition, tracks=(markers("1 2 0 0 0"), *(OFF,) * 3))
    play.act(Spy(1))
    play.act(Accuse(1, "stewart"))
    play.act(TakeAway("political"), 1)
    assert play.markers(0) == {"political": 0, "military": 1, "financial": 0, "religious": 0, "trade": 0}
    play.score()


def test_chip_is_used_once_per_turn() -> None:  # en 1094
    play = scoring_only_turn(chips={"trade.4": 0, "trade.10": 0})
    play.act(UseChip())
    assert play.refusal_code(UseChip()) == "once"
    assert play.state.chips_of(0) == 1


def test_shown_domain_card_is_revealed() -> None:  # en 1102
    play = scoring_only_turn()
    play.act(ShowDomain())
    assert play.state.domains_open == {0}
    assert play.state.reserve == 18


@pytest.mark.parametrize("edition", ["en", "de", "nl"])
def test_neutral_agent_is_not_tracked(edition: str) -> None:  # en 1152, de 286
    play = scoring_only_turn(3, edition)
    play.score()
    assert play.seat == 1


def test_only_tracked_facts_can_be_corrected() -> None:
    play = scoring_only_turn()
    assert play.refusal_code(CorrectAgent(0, "chapel", "store")) == "not-followed"
    assert play.refusal_code(CorrectKing("chapel")) == "not-followed"
    play.act(CorrectMarker(1, "trade", 4))
    assert play.markers(1)["trade"] == 4


# --- between tracking modes -------------------------------------------------------------------------------------


def test_change_from_every_move_to_key_moments() -> None:
    play = scoring({0: "chapel chapel store store", 1: "throne throne tower tower"}, king="knights")
    play.score()
    play.act(ChangeTrackingMode("counts"))
    assert isinstance(play.state.phase, ScoringOnlyTurn)
    assert play.state.phase.claims.of(0) == ("chapel", "store")
    assert play.seat == 1
    claim_locations(play, "throne", "tower").score("throne tower.trade")
    assert play.markers(1) == {"political": 1, "military": 0, "financial": 0, "religious": 0, "trade": 1}


def test_pending_choice_on_the_board_is_dropped_with_tracking() -> None:
    play = first_turn()
    play.act(PlayCard("betrayal"))
    play.act(ChangeTrackingMode("counts"))
    assert isinstance(play.state.phase, ScoringOnlyTurn)
    assert play.state.phase.card == "betrayal"
    assert not play.state.phase.choices


def test_change_to_every_move_asks_for_the_board() -> None:
    play = scoring_only_turn(3)
    play.act(ChangeTrackingMode("moves"))
    assert isinstance(play.state.phase, BoardEntry)
    assert play.refusal_code(EnterPiece(0, "tower"), 1) == "not-offered"
    for place in ("throne", "throne", "outside", "tower"):
        for seat in range(3):
            play.act(EnterPiece(seat, place), seat)
    assert play.refusal_code(EnterPiece(0, "chapel"), 0) == "not-offered"
    for room in OUTER_ROOMS:
        play.act(EnterPiece(3, room), 0)
    assert play.refusal_code(EnterPiece(THE_KING, "tower"), 0) == "not-offered"
    play.act(EnterPiece(THE_KING, "chapel"), 0)
    assert play.state.phase == Turn(0)
    assert play.state.king == "chapel"
    assert play.state.agents == (("throne", "throne", "outside", "tower"),) * 3 + (OUTER_ROOMS,)
    play.move("outside", "store")


def test_turn_in_progress_ends_in_key_moments_mode() -> None:
    play = claim_locations(scoring_only_turn(), "throne")
    play.act(ChangeTrackingMode("moves"))
    assert isinstance(play.state.phase, ScoringOnlyTurn)
    play.score()
    assert play.markers(0)["political"] == 1
    assert isinstance(play.state.phase, BoardEntry)
    assert play.seat == 1
    play.act(ChangeTrackingMode("counts"))
    assert isinstance(play.state.phase, ScoringOnlyTurn)
    assert play.seat == 1


# --- final scoring ----------------------------------------------------------------------------------------------


def entry(tracks: str, chips: int, counsellors: int, domain: str, shown: bool = True) -> EnterEnd:
    """Parses "1 0 4 10 24": values in the order political, military, financial, religious, trade."""
    values = dict(zip(DOMAINS, map(int, tracks.split()), strict=True))
    return EnterEnd(values, chips, counsellors, domain, shown)


def end_without_carla() -> Play:
    """Returns a game in which Anna and Ben have entered their final positions, and Carla has not."""
    play = new_game(3, tracking_mode="end")
    play.act(entry("10 4 4 1 1", 2, 1, "political"), 0)
    play.act(entry("4 4 4 4 4", 1, 3, "trade"), 1)
    return play


def test_end_is_counted_from_everybodys_entries() -> None:
    play = end_without_carla()
    assert GAME.score(play.state) == (), "nobody leads while it is entered"
    assert play.refusal_code(ConfirmBoard(), 0) == "entries"
    play.act(entry("0 0 0 0 3", 0, 0, "military", shown=False), 2)
    play.act(ConfirmBoard(), 0)
    assert play.markers(2) == {"political": 0, "military": 2, "financial": 0, "religious": 0, "trade": 3}
    lines = {(line.seat, render(line.what, NAMES)): line.points for line in GAME.score(play.state)}
    assert lines[0, "Political: sole leader"] == 3
    assert (1, "Trade: sole leader") in lines
    assert lines[1, "3 counsellors"] == 3
    assert lines[0, "2 chips"] == 2


def test_cards_chips_and_counsellors_are_limited_by_the_box() -> None:
    play = end_without_carla()
    assert play.refusal_code(entry("0 0 0 0 0", 0, 0, "trade"), 2) == "domain"
    assert play.refusal_code(entry("0 0 0 0 0", 13, 0, "military"), 2) == "not-offered"
    assert play.refusal_code(entry("0 0 0 0 0", 0, 17, "military"), 2) == "not-offered"
    assert play.refusal_code(entry("7 0 0 0 0", 0, 0, "military"), 2) == "not-offered", "no space is worth 7"
    play.act(entry("0 0 0 0 0", 12, 16, "military"), 2)


def test_wrong_entry_is_entered_again() -> None:
    play = end_without_carla()
    play.act(entry("3 3 3 3 3", 5, 5, "trade", shown=False), 1)
    assert play.state.tracks[1] == markers("3 3 3 3 3")
    assert play.state.domains_open == {0}


@pytest.mark.parametrize(("there", "chips"), [(True, 1), (False, 0)])
def test_chip_reached_by_a_hidden_domain_card_is_asked_for(there: bool, chips: int) -> None:  # en 1090, 1132
    play = end_without_carla()
    play.act(entry("0 0 0 8 0", 0, 0, "religious", shown=False), 2)
    assert play.refusal_code(ConfirmBoard(), 0) == "chip"
    assert play.refusal_code(EnterChip("religious.4", True), 0) == "not-offered", "it has been passed"
    play.act(EnterChip("religious.10", there), 0)
    play.act(ConfirmBoard(), 0)
    assert play.markers(2)["religious"] == VALUES.index(13)
    assert play.state.chips_of(2) == chips
    assert play.state.chips_of(0) == 2


def test_chip_still_on_its_threshold_belongs_to_nobody() -> None:  # en 849, 1090
    """While Carla's marker is entered wrongly, the chip does not matter, but it still exists."""
    play = end_without_carla()
    play.act(entry("0 0 0 8 0", 0, 0, "religious", shown=False), 2)
    play.act(EnterChip("religious.10", True), 0)
    play.act(entry("0 0 0 2 0", 0, 0, "religious", shown=False), 2)
    assert play.refusal_code(entry("0 0 0 8 0", 12, 0, "religious", shown=False), 2) == "not-offered", "16 chips in all"
    play.act(entry("0 0 0 8 0", 11, 0, "religious", shown=False), 2)
    play.act(ConfirmBoard(), 0)
    assert [play.state.chips_of(seat) for seat in range(3)] == [2, 1, 11 + 1]


def test_chip_passed_by_a_corrected_marker_is_no_longer_on_its_threshold() -> None:  # en 1090
    play = end_without_carla()
    play.act(entry("0 0 0 8 0", 0, 0, "religious", shown=False), 2)
    play.act(EnterChip("religious.10", True), 0)
    play.act(entry("4 4 4 13 4", 1, 3, "trade"), 1)
    play.act(ConfirmBoard(), 0)
    assert play.markers(2)["religious"] == VALUES.index(13)
    assert play.state.chips_of(2) == 0


def test_no_chip_is_asked_for_once_all_15_are_accounted_for() -> None:
    play = end_without_carla()
    play.act(entry("0 0 0 8 0", 12, 0, "religious", shown=False), 2)
    play.act(ConfirmBoard(), 0)
    assert [play.state.chips_of(seat) for seat in range(3)] == [2, 1, 12]


def test_chip_already_passed_is_not_asked_for() -> None:
    play = end_without_carla()
    play.act(entry("0 3 0 0 0", 0, 0, "military", shown=False), 2)
    play.act(ConfirmBoard(), 0)
    assert play.state.chips_of(2) == 0


def test_entries_are_corrected_only_by_entering_them_again() -> None:
    assert end_without_carla().refusal_code(CorrectMarker(1, "trade", 4), 0) == "not-now"
