"""Majorities, groups, Tower and Rampart: the rulebook's examples, in each edition."""

from __future__ import annotations

from itertools import pairwise, permutations

import pytest

from scoring.regents.castle import PlayCard
from scoring.regents.components import OUTER_ROOMS, groups
from scoring.regents.scoring_phase import Score, Scored, majorities, plans, spaces_by_room
from scoring.regents.tracks import ChipTaken, MarkerPushedBack
from scoring.words import render
from tests.regents.play import EDITIONS, NAMES, position, scoring

EVERY_EDITION = pytest.mark.parametrize("edition", EDITIONS)
RED, YELLOW, BLUE = 0, 1, 2


@pytest.mark.parametrize(
    ("agents", "king", "on_board", "gains"),
    [
        pytest.param(
            {RED: "treasure treasure", YELLOW: "treasure", BLUE: "treasure"},
            "throne",
            (),
            {"financial": 1},
            id="R1: en 1016, de 152, nl 577",
        ),
        pytest.param({RED: "chapel chapel", YELLOW: "chapel"}, "chapel", (), {}, id="R2: en 1022, de 158, nl 583"),
        pytest.param(
            {RED: "throne store treasure"},
            "chapel",
            (),
            {"political": 3, "financial": 3, "trade": 3},
            id="R3: en 1030, de 166, nl 591",
        ),
        pytest.param(
            {RED: "knights", YELLOW: "knights", BLUE: "knights"},
            "throne",
            ("knights",),
            {"military": 1},
            id="R4: en 1040, de 178, nl 601",
        ),
        pytest.param(
            {RED: "chapel store", YELLOW: "knights"}, "throne", (), {"religious": 1, "trade": 1}, id="R11: en 1204"
        ),
        pytest.param({RED: "chapel", YELLOW: "chapel"}, "throne", (), {}, id="a tie is no majority: en 1004"),
        pytest.param({YELLOW: "chapel"}, "throne", (), {}, id="nobody scores without tokens"),
        pytest.param({}, "throne", ("store",), {"trade": 1}, id="a counsellor alone: en 964"),
        pytest.param(
            {RED: "treasure tower chapel"},
            "throne",
            (),
            {"financial": 1, "religious": 1},
            id="Tower joins nothing: en 1036",
        ),
    ],
)
@EVERY_EDITION
def test_majorities_advance_the_tracks_of_their_rooms(
    edition: str, agents: dict[int, str], king: str, on_board: tuple[str, ...], gains: dict[str, int]
) -> None:
    play = scoring(agents, edition=edition, king=king, on_board=on_board)
    play.act(Score(" ".join(_rooms(play)) or "nothing"))
    assert {domain: space for domain, space in play.markers(RED).items() if space} == gains


def _rooms(play) -> list[str]:  # type: ignore[no-untyped-def]
    return [room for room, _ in spaces_by_room(play.state, majorities(play.state, RED))]


@EVERY_EDITION
def test_alliance_and_a_counsellor_win_the_kings_room(edition: str) -> None:
    """R5: en 1046, de 184, nl 607."""
    play = scoring(
        {RED: "chapel", YELLOW: "chapel"}, edition=edition, king="chapel", on_board=("chapel",), turn__card="alliance"
    )
    play.score()
    assert play.markers(RED)["religious"] == 1


@EVERY_EDITION
def test_room_blocked_by_the_king_links_nothing(edition: str) -> None:
    agents = {RED: "throne chapel store"}
    blocked = scoring(agents, edition=edition, king="throne")
    blocked.score()
    assert blocked.markers(RED) == dict.fromkeys(blocked.markers(RED), 0) | {"religious": 1, "trade": 1}
    allied = scoring(agents, edition=edition, king="throne", turn__card="alliance")
    allied.score()
    assert allied.markers(RED) == dict.fromkeys(blocked.markers(RED), 0) | {"political": 3, "religious": 3, "trade": 3}


def test_outer_rooms_with_a_printed_door_form_a_group() -> None:
    apart = scoring({RED: "chapel store"})
    joined = scoring({RED: "chapel store"}, box={"door.chapel.store": "door"})
    apart.score()
    joined.score()
    assert (apart.markers(RED)["trade"], joined.markers(RED)["trade"]) == (1, 2)


@EVERY_EDITION
def test_chain_of_outer_rooms_is_one_group(edition: str) -> None:
    """en 1028: the ends of the chain share no door, and the Throne Room links nothing while the King is there."""
    doors = ("door.knights.treasure", "door.treasure.chapel", "door.chapel.store")
    play = scoring({RED: "knights treasure chapel store"}, edition=edition, box=dict.fromkeys(doors, "door"))
    play.score()
    assert play.markers(RED) == {"political": 0, "military": 4, "financial": 4, "religious": 4, "trade": 4}


@pytest.mark.parametrize("rooms", list(permutations(OUTER_ROOMS)))
def test_group_does_not_depend_on_the_order_of_the_doors(rooms: tuple[str, ...]) -> None:
    joined = frozenset(map(frozenset, pairwise(rooms)))
    assert groups(joined, rooms) == (frozenset(rooms),)
    gap = joined - {frozenset(rooms[1:3])}
    assert set(groups(gap, rooms)) == {frozenset(rooms[:2]), frozenset(rooms[2:])}


# --- Diplomacy ------------------------------------------------------------------------------------------------


@EVERY_EDITION
def test_diplomacy_wins_one_tie_and_the_better_one_is_proposed(edition: str) -> None:
    """en 1240: the Throne Room would link two others, the Hall of Knights only itself."""
    agents = {RED: "throne chapel store knights", YELLOW: "throne knights"}
    play = scoring(agents, edition=edition, king="treasure", turn__card="diplomacy")
    assert plans(play.state, RED)[0].tie == "throne"
    play.score()
    assert play.markers(RED) == {"political": 3, "military": 0, "financial": 0, "religious": 3, "trade": 3}
    assert play.happened(Scored)[0].tie == "throne"


def test_diplomacy_may_win_any_single_tie() -> None:
    agents = {RED: "throne chapel store knights", YELLOW: "throne knights"}
    play = scoring(agents, king="treasure", turn__card="diplomacy")
    assert play.refusal_code(Score("throne knights chapel store")) == "majority"
    play.act(Score("knights chapel store"))
    assert play.markers(RED) == {"political": 0, "military": 1, "financial": 0, "religious": 1, "trade": 1}


def test_diplomacy_does_not_beat_the_king_and_needs_a_token() -> None:
    play = scoring({RED: "throne", YELLOW: "throne", BLUE: "chapel", 3: "chapel"}, turn__card="diplomacy")
    assert [plan.tie for plan in plans(play.state, RED)] == [""]


@pytest.mark.parametrize(("edition", "won"), [("en", False), ("nl", False), ("de", True)])
def test_diplomacy_on_the_tower_and_the_rampart_by_edition(edition: str, won: bool) -> None:
    """Raum (de 341), zaal (nl 767), ROOM (en 1240)."""
    agents = {RED: "tower rampart", YELLOW: "tower rampart"}
    play = scoring(agents, edition=edition, turn__card="diplomacy", tracks={YELLOW: "3 0 0 0 0"})
    assert {plan.tie for plan in plans(play.state, RED)} == ({"", "tower", "rampart"} if won else {""})
    if won:
        assert play.refusal_code(Score("tower.trade", "1.political")) == "majority"
        play.act(Score("nothing", "1.political"))
        assert play.markers(YELLOW)["political"] == 2


# --- Tower and Rampart ----------------------------------------------------------------------------------------


@EVERY_EDITION
def test_tower_advances_any_track_by_one(edition: str) -> None:
    """en 1120, de 252; nl 681: also a track that has already moved."""
    play = scoring({RED: "tower chapel"}, edition=edition)
    play.act(Score("chapel tower.religious"))
    assert play.markers(RED)["religious"] == 2


def test_tower_is_optional_but_a_room_is_not() -> None:
    play = scoring({RED: "tower chapel"})
    assert play.refusal_code(Score("tower.trade")) == "majority"
    assert play.refusal_code(Score("nothing")) == "majority"
    play.act(Score("chapel"))
    assert play.markers(RED) == {"political": 0, "military": 0, "financial": 0, "religious": 1, "trade": 0}


@EVERY_EDITION
def test_rampart_pushes_an_opponents_marker_back_one_space(edition: str) -> None:
    play = scoring({RED: "rampart"}, edition=edition, tracks={BLUE: "0 0 8 0 0"})
    play.act(Score("nothing", "2.financial"))
    assert play.happened(MarkerPushedBack) == [MarkerPushedBack(RED, BLUE, "financial", 7)]


@EVERY_EDITION
def test_rampart_never_pushes_a_marker_off_its_track(edition: str) -> None:
    """R10: de 258, nl 687, en 1126."""
    play = scoring({RED: "rampart"}, edition=edition, tracks={BLUE: "0 0 1 0 2"})
    assert play.refusal_code(Score("nothing", "2.financial")) == "push"
    assert play.refusal_code(Score("nothing", "2.political")) == "push"
    assert [plan.pushes for plan in play.view(RED).plans] == [("nobody", "2.trade")]


@pytest.mark.parametrize("push", ["0.trade", "9.trade", "2.nothing", "trade", ""])
def test_rampart_affects_opponents_only(push: str) -> None:
    play = scoring({RED: "rampart"}, tracks={RED: "3 3 3 3 3"})
    assert play.refusal_code(Score("nothing", push)) == "push"


def test_rampart_without_a_majority_does_nothing() -> None:
    play = scoring({RED: "rampart", YELLOW: "rampart"}, tracks={YELLOW: "3 3 3 3 3"})
    assert play.refusal_code(Score("nothing", "1.trade")) == "majority"


@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("throne", "majority"),
        ("chapel chapel", "order"),
        ("chapel rampart", "order"),
        ("chapel dungeon", "order"),
        ("chapel tower.cooking", "no-track"),
        ("chapel tower", "no-track"),
        ("chapel tower.trade tower.political", "order"),
    ],
)
def test_order_that_the_majorities_do_not_allow_is_refused(order: str, code: str) -> None:
    play = scoring({RED: "chapel tower", YELLOW: "throne"}, king="store")
    assert play.refusal_code(Score(order)) == code


def test_scoring_before_the_actions_are_done_is_refused() -> None:
    play = position({RED: "chapel"})
    assert play.refusal_code(Score("chapel")) == "actions"
    assert play.legal_action(Score) is None


# --- the three-player game ------------------------------------------------------------------------------------


@EVERY_EDITION
def test_neutral_clan_counts_as_a_player(edition: str) -> None:
    play = scoring({RED: "chapel store store"}, seats=3, edition=edition)
    play.act(Score("store"))
    assert play.markers(RED) == {"political": 0, "military": 0, "financial": 0, "religious": 0, "trade": 1}


# --- consequences ---------------------------------------------------------------------------------------------


def test_counsellors_on_the_board_return_after_the_turn() -> None:
    play = scoring({RED: "chapel"}, on_board=("chapel", "tower"), counsellors=(1, 0, 0, 0))
    assert play.state.reserve == 17
    play.score("chapel")
    assert play.state.on_board == ()
    assert play.state.reserve == 19
    assert play.seat == YELLOW


def test_to_do_list_is_in_order() -> None:
    play = scoring({RED: "throne chapel rampart"}, king="store", tracks={RED: "3 0 0 0 0", YELLOW: "0 0 0 0 5"})
    play.act(Score("chapel throne", "1.trade"))
    assert [render(line, NAMES) for line in play.view().to_do] == [
        "Anna: move Religious forward 2 spaces, to 2.",
        "Anna: move Political forward one space, to 4.",
        "Anna: take the Political 4 chip.",
        "Ben: move Trade back one space, to 4.",
    ]
    assert play.happened(ChipTaken) == [ChipTaken(RED, "political.4")]


def test_button_panel_and_highlight_show_the_same_points() -> None:
    """A chip to be won is shown as a chip: its point counts only at the end (en 1139)."""
    play = scoring({RED: "throne treasure"}, king="store", tracks={RED: "0 0 2 0 0"})
    before, plan = play.state, play.view(RED).plans[0]
    scored, *then = play.score(plan.key)
    (highlight,) = scored.highlights(before, play.state, then)
    assert plan.points == play.view(RED).players[RED].points - 2 == 4
    assert len(plan.chips) == play.view(RED).players[RED].chips == 1
    assert render(highlight.verdict, NAMES) == "Anna: 4 more points."


def test_effect_at_scoring_requires_a_card_played_this_turn() -> None:
    play = scoring({RED: "chapel", YELLOW: "chapel"})
    play.act(PlayCard("diplomacy"))
    play.score()
    assert play.markers(RED)["religious"] == 1
