"""Parliament: control points, prizes, votes, the King, awards and bonuses. One test per line of the rulebook."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.kernel import PrintedValueEntered
from scoring.reveal_phases import BoardConfirmed, ConfirmBoard, ContinueReveal
from scoring.roses import GAME
from scoring.roses.components import AREAS, number_key
from scoring.roses.parliament import (
    AreaScored,
    AwardScored,
    BonusScored,
    KingMade,
    ParliamentShown,
    numbers_needed,
    scenes,
)
from scoring.roses.state import control, house_with_votes, ranking, votes
from scoring.table import apply_event, new_table
from scoring.table_events import TableOpened
from tests.roses.play import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    Play,
    as_text,
    board,
    board_before_parliament,
    check_refused,
    game,
    of_kind,
    orders,
    parliament_lines,
)


def score_of(play: Play, area: str) -> AreaScored:
    (event,) = [event for event in play.hold_parliament() if isinstance(event, AreaScored) and event.area == area]
    return event


# --- control points -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("piece", "points"),
    [
        ("castle.wales", 6),
        ("large.wales", 4),
        ("bishop.wales", 3),
        ("small.wales", 3),
        ("port.wales", 2),
        ("ship.wales", 2),
        ("noble.wales.1", 6),
    ],
)
def test_nl_108_number_of_control_points(piece: str, points: int) -> None:
    play = board_before_parliament({piece: RED})
    assert control(play.state, "wales", (RED,)).points == points
    assert control(play.state, "west", (RED,)).points == 0


def test_noble_counts_in_its_area_and_ship_in_areas_at_its_sea() -> None:
    play = board_before_parliament(
        {"noble.wales.1": RED, "ship.wales": RED}, at={"noble.wales.1": "west", "ship.wales": "north-west"}
    )
    assert {area: control(play.state, area, (RED,)).points for area in AREAS} == {
        **dict.fromkeys(AREAS, 0),
        "west": 6,
        "north": 2,
    }


@pytest.mark.parametrize("sea", ["north-west", "north-east"])
def test_nl_538_both_seas_of_an_area_count_for_it(sea: str) -> None:
    play = board_before_parliament({"ship.north": RED}, at={"ship.north": sea})
    assert control(play.state, "north", (RED,)).points == 2


# --- first and second ---------------------------------------------------------------------------------------------


def test_nl_451_only_the_two_strongest_are_paid() -> None:
    play = board_before_parliament({"castle.wales": RED, "large.wales": GREEN, "small.wales": YELLOW})
    assert score_of(play, "wales") == AreaScored("wales", RED, GREEN, "york")


def test_lone_player_gets_only_the_first_prize() -> None:
    play = board_before_parliament({"castle.wales": RED}, seats=2)
    assert score_of(play, "wales") == AreaScored("wales", RED, -1, "")
    assert play.points == (5, 0)


def test_empty_area_pays_nothing() -> None:
    assert score_of(board_before_parliament({"castle.wales": RED}), "west") == AreaScored("west", -1, -1, "")


# Owners and noble values with equal control points in Wales, and the seat that wins the tie.
TIES = [
    pytest.param({"noble.wales.1": 1, "castle.wales": 0}, {"noble.wales.1": 6}, 1, id="noble before castle"),
    pytest.param({"castle.wales": 1, "large.wales": 0, "port.wales": 0}, {}, 1, id="castle before large town"),
    pytest.param({"large.wales": 1, "port.wales": 0, "ship.wales": 0}, {}, 1, id="large town before port"),
    pytest.param({"bishop.wales": 1, "small.wales": 0}, {}, 1, id="bishop before small town"),
    pytest.param({"small.wales": 1, "noble.wales.1": 0}, {"noble.wales.1": 3}, 0, id="a noble of 3 before small town"),
    pytest.param({"port.wales": 1, "ship.wales": 0}, {}, 1, id="port before ship"),
    pytest.param(
        {"noble.wales.1": 1, "noble.wales.2": 0, "port.wales": 0},
        {"noble.wales.1": 5, "noble.wales.2": 3},
        1,
        id="higher noble",
    ),
    pytest.param(
        {"noble.wales.1": 1, "noble.wales.2": 0, "noble.west.1": 0},
        {"noble.wales.1": 5, "noble.wales.2": 3, "noble.west.1": 2},
        1,
        id="one noble of 5 before 3 and 2",
    ),
    pytest.param(
        {"noble.wales.1": 1, "noble.west.2": 1, "noble.wales.2": 0, "large.wales": 0},
        {"noble.wales.1": 5, "noble.west.2": 4, "noble.wales.2": 5},
        1,
        id="second noble before large town",
    ),
    pytest.param(
        {"noble.wales.1": 1, "noble.wales.2": 0},
        {"noble.wales.1": 5, "noble.wales.2": 5},
        0,
        id="all equal: turn order",
    ),
    pytest.param({"ship.wales": 1, "ship.west": 0}, {}, 0, id="equal ships: turn order"),
]


@pytest.mark.parametrize(("owners", "values", "winner"), TIES)
def test_nl_449_tie_is_broken_by_the_influence_table(
    owners: dict[str, int], values: dict[str, int], winner: int
) -> None:
    nobles = {piece: "wales" for piece in owners if "west" in piece}
    box = {number_key(piece): str(value) for piece, value in values.items()}
    play = board_before_parliament(owners, at=nobles, box=box, seats=2)
    assert control(play.state, "wales", (0,)).points == control(play.state, "wales", (1,)).points
    assert ranking(play.state, "wales")[0] == winner


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_nl_449_player_further_left_wins_if_everything_is_equal(order: tuple[int, ...]) -> None:
    play = board_before_parliament({"ship.wales": 1, "ship.west": 0}, at={"ship.west": "wales"}, seats=2, order=order)
    assert ranking(play.state, "wales") == order


def test_note_explains_how_a_tie_was_broken() -> None:
    play = board_before_parliament({"bishop.wales": 1, "small.wales": 0}, seats=2)
    play.hold_parliament()
    line = next(line for line in GAME.score(play.state) if line.seat == 1)
    assert (as_text(line.what), line.points, line.rule) == ("Round 2: most in Wales", 5, "nl 451")
    assert line.note is not None
    assert as_text(line.note) == "the bishop decides"


# --- votes and the King ---------------------------------------------------------------------------------------------


def test_nl_469_points_of_both_players_of_a_house_are_added() -> None:
    play = board_before_parliament({"castle.wales": YELLOW, "large.wales": RED, "small.wales": BLUE})
    assert ranking(play.state, "wales")[0] == YELLOW
    assert house_with_votes(play.state, "wales") == "lancaster"


def test_nl_469_nobles_of_a_house_are_compared_together() -> None:
    owners = {"noble.wales.1": RED, "noble.wales.2": BLUE, "noble.west.1": YELLOW, "large.wales": GREEN}
    box = {number_key("noble.wales.1"): "5", number_key("noble.wales.2"): "4", number_key("noble.west.1"): "5"}
    play = board_before_parliament(owners, at={"noble.west.1": "wales"}, box=box)
    assert house_with_votes(play.state, "wales") == "lancaster"


@pytest.mark.parametrize(
    ("order", "house"), [((0, 1, 2, 3), "lancaster"), ((2, 0, 1, 3), "lancaster"), ((1, 0, 2, 3), "york")]
)
def test_nl_108_player_furthest_left_decides_tied_houses(order: tuple[int, ...], house: str) -> None:
    play = board_before_parliament({"ship.wales": RED, "ship.west": YELLOW}, at={"ship.west": "wales"}, order=order)
    assert house_with_votes(replace(play.state, votes_need_presence=False), "wales") == house


def test_nl_469_empty_area_has_no_votes_this_round() -> None:
    assert votes(board_before_parliament({"castle.north": RED}).state) == {"lancaster": 9, "york": 0}


@pytest.mark.parametrize(
    ("options", "house"), [({}, ""), ({"votes": "present"}, ""), ({"votes": "points"}, "lancaster")]
)
@pytest.mark.parametrize("alone", ["ship", "calais"])
def test_nl_469_536_votes_option_counts_a_lone_ship_or_captain(alone: str, options: dict[str, str], house: str) -> None:
    play = board_before_parliament({"ship.south-east": RED} if alone == "ship" else {})
    presence = game(**options).state.votes_need_presence
    play.state = replace(
        play.state, votes_need_presence=presence, calais=None if alone == "ship" else (RED, "south-east")
    )
    assert house_with_votes(play.state, "south-east") == house
    events = play.hold_parliament()
    (south_east,) = (event for event in events if isinstance(event, AreaScored) and event.area == "south-east")
    assert (south_east.most, south_east.house) == (RED, house), "the points of the area are won all the same (nl 540)"


def test_nl_469_536_reason_for_missing_votes_is_shown() -> None:
    play = board_before_parliament({"ship.south-east": RED, "castle.wales": RED})
    lines = parliament_lines(play)
    assert "Ships and the Captain of Calais alone give no votes: remove the rose." in lines


def test_nl_469_536_one_present_player_makes_all_ships_count() -> None:
    play = board_before_parliament(
        {"port.south-east": YELLOW, "ship.south-east": RED, "ship.west": RED}, at={"ship.west": "south-east"}
    )
    assert house_with_votes(play.state, "south-east") == "lancaster", "four points of ships against two of a port"


def test_tables_older_than_votes_option_count_votes_as_before() -> None:
    opened = TableOpened(GAME.key, {}, {}, True)
    assert apply_event(None, opened).options["votes"] == "points"
    assert new_table(GAME, {}, {}, True).options["votes"] == "present"


def test_nl_477_both_players_of_house_with_more_votes_get_five() -> None:
    play = board_before_parliament({"castle.north": RED, "castle.midlands": YELLOW})
    assert of_kind(play.hold_parliament(), KingMade) == [KingMade("lancaster")]
    assert play.points == (9 + 5, 8, 0, 5)
    assert play.state.kings == ("lancaster",)


def test_equal_votes_make_no_king() -> None:
    play = board_before_parliament({"castle.north": RED, "castle.marches": YELLOW, "castle.wales": GREEN})
    assert of_kind(play.hold_parliament(), KingMade) == [KingMade("")]
    assert play.points == (9, 4, 5, 0)
    assert play.state.kings == ("",)


@pytest.mark.parametrize("seats", [2, 3])
def test_nl_551_two_and_three_players_have_no_votes_and_no_king(seats: int) -> None:
    play = board_before_parliament({"castle.north": RED, "castle.midlands": YELLOW}, seats=seats)
    assert of_kind(play.hold_parliament(), KingMade) == []
    assert play.points[:2] == (9, 8)


# --- awards and bonuses ---------------------------------------------------------------------------------------------


def test_nl_485_every_award_is_four_points() -> None:
    play = board_before_parliament({}, seats=2)
    play.state = replace(
        play.state, awards={"admiral": 0, "warden": 1, "constable": 0, "archbishop": 1}, calais=(1, "midlands")
    )
    events = of_kind(play.hold_parliament(), AwardScored)
    assert events == [
        AwardScored(*pair)
        for pair in (("admiral", 0), ("archbishop", 1), ("constable", 0), ("warden", 1), ("calais", 1))
    ]
    assert play.points == (8, 12 + 8), "and Calais is alone in the Midlands"


def test_nl_513_port_and_its_ship_are_a_trade_bonus_each() -> None:
    play = board_before_parliament(
        {"port.wales": 0, "ship.wales": 0, "port.west": 0, "ship.west": 0, "port.north": 0, "ship.north": 1}, seats=2
    )
    assert of_kind(play.hold_parliament(), BonusScored) == [
        BonusScored("trade", 0, "west"),
        BonusScored("trade", 0, "wales"),
    ]


def test_nl_515_ship_need_not_be_at_home() -> None:
    play = board_before_parliament({"port.wales": 0, "ship.wales": 0}, at={"ship.wales": "south-east"}, seats=2)
    assert of_kind(play.hold_parliament(), BonusScored) == [BonusScored("trade", 0, "wales")]


@pytest.mark.parametrize(
    ("owners", "bonus"),
    [
        pytest.param({"bishop.north": 0, "large.north": 0}, True, id="nl 519: York has the cathedral"),
        pytest.param({"bishop.north": 0, "small.north": 0}, False, id="Lincoln has not"),
        pytest.param({"bishop.south-east": 0, "small.south-east": 0}, True, id="Winchester has one"),
        pytest.param({"bishop.north": 0, "large.north": 1}, False, id="somebody else’s town"),
        pytest.param({"bishop.north": 0, "large.north": 0, "small.north": 0}, True, id="both towns"),
    ],
)
def test_cathedral_town_with_its_bishop_scores_a_church_bonus(owners: dict[str, int], bonus: bool) -> None:
    found = of_kind(board_before_parliament(owners, seats=2).hold_parliament(), BonusScored)
    assert [event.bonus for event in found] == (["church"] if bonus else [])  # type: ignore[attr-defined]


def test_nl_519_every_cathedral_with_its_bishop_scores_three() -> None:
    owners = {"bishop.north": 0, "large.north": 0, "bishop.south-east": 0, "small.south-east": 0}
    play = board_before_parliament(owners, seats=2)
    play.hold_parliament()
    assert [line.points for line in GAME.score(play.state) if line.rule == "nl 519"] == [3, 3]


def test_nl_513_every_port_with_its_ship_scores_two_points() -> None:
    play = board_before_parliament({"port.west": 0, "ship.west": 0, "port.wales": 0, "ship.wales": 0}, seats=2)
    play.hold_parliament()
    assert [line.points for line in GAME.score(play.state) if line.rule == "nl 513"] == [2, 2]


def test_nl_505_captain_of_calais_cannot_be_bribed() -> None:
    play = board({"castle.wales": YELLOW})
    play.carry_out({RED: orders(bid=5, calais="midlands")})
    assert play.state.calais == (RED, "midlands")
    again = board({"castle.wales": YELLOW})
    check_refused(again, orders(black=("calais",)), "no-piece", YELLOW)


def test_nl_485_award_is_paid_at_the_end_of_parliament() -> None:
    play = board_before_parliament({"ship.wales": RED, "ship.west": RED})
    play.state = replace(play.state, awards={"admiral": RED})
    events = [type(event) for event in play.hold_parliament()]
    assert events.index(AwardScored) > events.index(KingMade), "after the King"


# --- course of play -------------------------------------------------------------------------------------------------


def test_nl_475_scoring_order_of_areas_king_awards_and_bonuses() -> None:
    titles = [as_text(scene.title) for scene in scenes(board_before_parliament({}).state)]
    assert titles == [
        "Northern Marches: 4 votes",
        "North England: 9 votes",
        "Midlands: 8 votes",
        "South East England: 7 votes",
        "West Country: 6 votes",
        "Wales: 5 votes",
        "The King",
        "Special awards",
        "Bonuses",
    ]


def test_parliament_is_held_after_the_board_check() -> None:
    play = board_before_parliament({"castle.wales": RED, "castle.north": RED})
    check_refused(play, ContinueReveal(), "not-now")
    check_refused(play, ConfirmBoard(), "not-yours", 2)
    play.tap(ConfirmBoard())
    assert (play.state.round, play.view(None).phase) == (3, "cards")


def stop_parliament(play: Play, shown: int) -> None:
    """Restores the state in which earlier versions stopped: after this many scenes of parliament."""
    play.state = GAME.apply(play.state, BoardConfirmed())
    for scene in scenes(play.state)[:shown]:
        for event in (ParliamentShown(), *scene.events):
            play.state = GAME.apply(play.state, event)
            play.events.append(event)


def test_parliament_stopped_by_an_earlier_version_continues() -> None:
    owners = {"castle.wales": RED, "castle.north": RED, "ship.wales": YELLOW}
    at_once = board_before_parliament(owners)
    at_once.hold_parliament()
    for shown in range(10):
        play = board_before_parliament(owners)
        stop_parliament(play, shown)
        check_refused(play, ConfirmBoard(), "not-now")
        play.tap(ContinueReveal())
        assert play.state == at_once.state


def test_only_printed_values_that_matter_are_needed() -> None:
    owners = {
        "castle.wales": RED,
        "bishop.west": RED,
        "large.west": RED,
        "bishop.marches": RED,
        "noble.marches.1": YELLOW,
    }
    play = board_before_parliament(owners)
    play.state = replace(play.state, printed_values={})
    wanted = set(numbers_needed(play.state))
    assert wanted == {
        "value.noble.marches.1",
        "most.marches",
        "second.marches",
        "most.west",
        "most.wales",
        "cathedral.west",
    }
    check_refused(play, ConfirmBoard(), "box-needed")


def test_corrected_printed_value_counts_at_once() -> None:
    play = board_before_parliament({"castle.wales": RED}, seats=2)
    play.hold_parliament()
    assert play.points[RED] == 5
    play.state = GAME.apply(play.state, PrintedValueEntered("most.wales", "6"))
    assert play.points[RED] == 6


def test_noble_value_corrected_in_parliament_keeps_its_scenes() -> None:
    """Areas shown before were scored with the old value, so votes and King use it too."""
    owners = {"noble.north.1": RED, "castle.north": YELLOW, "castle.wales": YELLOW}
    play = board_before_parliament(owners, box={number_key("noble.north.1"): "7"})
    stop_parliament(play, 2)
    shown = play.view(None)
    play.state = GAME.apply(play.state, PrintedValueEntered(number_key("noble.north.1"), "2"))
    assert play.view(None).areas == shown.areas
    play.tap(ContinueReveal())
    scored = {event.area: event.house for event in play.events if isinstance(event, AreaScored)}
    assert (scored["north"], scored["wales"]) == ("lancaster", "york")
    assert of_kind(play.events, KingMade) == [KingMade("lancaster")]
    assert play.points == (9 + 5, 6 + 5, 0, 5)
    assert ranking(play.state, "north")[0] == YELLOW, "from the next round on the number is the new one"


def test_value_cleared_during_parliament_does_not_block_it() -> None:
    play = board_before_parliament({"noble.north.1": RED})
    stop_parliament(play, 1)
    play.state = GAME.apply(play.state, PrintedValueEntered(number_key("noble.north.1"), ""))
    play.tap(ContinueReveal())
    assert play.state.round == 3
