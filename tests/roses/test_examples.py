"""The 17 worked examples of the rulebook, with their printed values."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.roses.components import AREAS, HOUSES, cards_laid_out, number_key
from scoring.roses.deployment import ArmyDeployed
from scoring.roses.draft import CardsRemoved, Drafting
from scoring.roses.plan import bill, cost_of, legal_orders, targets_of
from scoring.roses.resolution import BattleFought
from scoring.roses.state import Scored, house_with_votes, king, ranking
from tests.roses.play import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    Play,
    as_text,
    board,
    board_before_parliament,
    drafting,
    of_kind,
    orders,
)

NEVILLE, STAFFORD = "noble.north.1", "noble.south-east.1"
PERCY, PLANTAGENET, HERBERT = "noble.north.1", "noble.midlands.1", "noble.wales.1"


def worth(**values: int) -> dict[str, str]:
    return {number_key(piece.replace("__", ".")): str(value) for piece, value in values.items()}


def with_points(play: Play, *points: int) -> Play:
    lines = tuple(Scored(1, "correction", seat, "", None, number) for seat, number in enumerate(points))
    play.state = replace(play.state, scored=lines)
    return play


def test_nl_194_last_on_the_track_goes_first() -> None:
    play = with_points(board(order=(BLUE, GREEN, YELLOW, RED)), 10, 12, 13, 16)
    assert play.state.next_turn_order == (RED, YELLOW, GREEN, BLUE)


def test_nl_200_tied_players_keep_their_order() -> None:
    assert with_points(board(order=(2, RED, YELLOW, 3)), 30, 30, 40, 50).state.next_turn_order[:2] == (RED, YELLOW)
    assert with_points(board(order=(YELLOW, 2, 3, RED)), 30, 30, 40, 50).state.next_turn_order[:2] == (YELLOW, RED)


def test_nl_263_french_aid_is_the_difference_to_the_leader() -> None:
    play = with_points(board(), 30, 33, 38, 20)
    assert play.state.french_aid(RED) == 8
    assert play.state.french_aid(YELLOW) == 5


def test_nl_213_neutral_cards_are_laid_out_besides_the_eight() -> None:
    play = drafting(seats=4, number=2)
    play.state = replace(play.state, neutral=("castle.wales", "port.wales"))
    assert cards_laid_out(4, 2) + len(play.state.neutral) == 10
    phase = play.state.phase
    assert isinstance(phase, Drafting)
    assert [phase.picks.count(seat) for seat in range(4)] == [2, 2, 2, 2]
    cards = [card for card in play.view(0).legal_actions[0].field("card").options if card not in play.state.neutral]  # type: ignore[union-attr]
    events = play.take(*map(str, cards[:8]))
    assert of_kind(events, CardsRemoved) == [CardsRemoved(("castle.wales", "port.wales"))]


def planning_example() -> Play:
    """nl 360: Yellow has Neville, Winchester and Carisbrooke; Red has Windsor and Stafford."""
    owners = {STAFFORD: RED, "castle.south-east": RED, "bishop.south-east": RED}
    owners |= {NEVILLE: YELLOW, "small.south-east": YELLOW, "castle.west": YELLOW}
    return board(owners, at={NEVILLE: "west"}, mercenaries=(1, 0, 0, 0), box=worth(noble__north__1=10))


RED_PLAN = orders(
    moves={STAFFORD: "west"},
    troops={"small.south-east": 3, "castle.west": 4},
    mercenaries={"castle.south-east": 1},
    white=(STAFFORD,),
    black=(NEVILLE,),
)


def test_nl_364_plan_costs_47_pounds() -> None:
    play = planning_example()
    legal = legal_orders(play.state, RED, RED_PLAN.plan())
    assert legal.dropped == ()
    assert cost_of(play.state, legal) == 9 + 12 + 0 + 6 + 20 == 47
    assert bill(play.state, legal, 47).cost == 47


def test_nl_433_one_troop_survives_each_battle() -> None:
    events = planning_example().carry_out({RED: RED_PLAN})
    assert of_kind(events, BattleFought) == [
        BattleFought("castle.west", RED, 4, YELLOW, 3, RED, 1),
        BattleFought("small.south-east", RED, 3, YELLOW, 2, RED, 1),
    ]


def test_nl_437_next_attacker_meets_one_troop_and_no_garrison() -> None:
    """Blue attacks after Red in reverse turn order."""
    play = planning_example()
    play.state = replace(
        play.state, order=(BLUE, RED, YELLOW, GREEN), owners={**play.state.owners, "port.south-east": BLUE}
    )
    events = play.carry_out({RED: RED_PLAN, BLUE: orders(troops={"small.south-east": 3})})
    assert of_kind(events, BattleFought)[-1] == BattleFought("small.south-east", BLUE, 3, RED, 1, BLUE, 2)
    assert play.owner("small.south-east") == BLUE


def test_nl_288_captain_of_calais_is_a_noble_of_four() -> None:
    play = board_before_parliament({"large.south-east": YELLOW})
    play.state = replace(play.state, calais=(RED, "south-east"))
    assert ranking(play.state, "south-east") == (RED, YELLOW)


@pytest.mark.parametrize(
    ("owners", "values", "winner", "loser", "why"),
    [
        pytest.param(
            {PERCY: RED, "bishop.north": RED, PLANTAGENET: YELLOW, "small.north": YELLOW},
            {"noble__north__1": 9, "noble__midlands__1": 9},
            RED,
            YELLOW,
            "the bishop decides",
            id="nl 455",
        ),
        pytest.param(
            {NEVILLE: YELLOW, "port.north": YELLOW, "castle.north": RED, "large.north": RED},
            {"noble__north__1": 8},
            YELLOW,
            RED,
            "nobles decide: 8 beats none",
            id="nl 459",
        ),
        pytest.param(
            {PERCY: RED, "large.north": RED, PLANTAGENET: YELLOW, HERBERT: YELLOW},
            {"noble__north__1": 9, "noble__midlands__1": 9, "noble__wales__1": 4},
            YELLOW,
            RED,
            "nobles decide: 9 + 4 beats 9",
            id="nl 463",
        ),
    ],
)
def test_tie_is_broken_piece_by_piece(
    owners: dict[str, int], values: dict[str, int], winner: int, loser: int, why: str
) -> None:
    nobles = {piece: "north" for piece in owners if piece.startswith("noble")}
    play = board_before_parliament(owners, at=nobles, box=worth(**values))
    assert ranking(play.state, "north") == (winner, loser)
    play.hold_parliament()
    assert (play.points[winner], play.points[loser]) >= (9, 6)
    first = next(line for line in play.state.scored if (line.kind, line.key) == ("most", "north"))
    assert (first.seat, as_text(first.note)) == (winner, why)  # type: ignore[arg-type]


def test_nl_459_north_england_pays_nine_and_six() -> None:
    play = board_before_parliament(
        {NEVILLE: YELLOW, "port.north": YELLOW, "castle.north": RED, "large.north": RED},
        box=worth(noble__north__1=8),
        houses=("lancaster", "lancaster", "york", "york"),
    )
    play.hold_parliament()
    assert play.points == (6 + 5, 9 + 5, 0, 0)


def test_nl_473_neville_breaks_the_tie_of_the_houses() -> None:
    owners = {"castle.north": RED, "large.north": BLUE, "small.north": BLUE}
    owners |= {NEVILLE: YELLOW, "bishop.north": GREEN, "port.north": GREEN}
    play = board_before_parliament(owners, box=worth(noble__north__1=8))
    assert house_with_votes(play.state, "north") == "york"


def test_nl_479_twenty_votes_to_nineteen_make_a_king() -> None:
    owners = {"castle.marches": RED, "castle.north": RED, "castle.south-east": BLUE}
    owners |= {"castle.midlands": YELLOW, "castle.west": GREEN, "castle.wales": GREEN}
    play = board_before_parliament(owners)
    won = {h: sum(AREAS[a].votes for a in AREAS if house_with_votes(play.state, a) == h) for h in HOUSES}
    assert won == {"lancaster": 20, "york": 19}
    assert king(won) == "lancaster"
    play.hold_parliament()
    kings = [line.seat for line in play.state.scored if line.kind == "king"]
    assert sorted(kings) == [RED, BLUE]


def test_nl_540_ships_in_a_sea_count_for_the_area_beside_it() -> None:
    owners = {"port.south-east": RED, "ship.south-east": RED, "ship.west": RED, "large.south-east": YELLOW}
    play = board_before_parliament(owners, at={"ship.west": "south-east"}, seats=2)
    assert ranking(play.state, "south-east") == (RED, YELLOW)
    play.hold_parliament()
    area = [(line.kind, line.seat) for line in play.state.scored if line.key == "south-east" and line.kind != "trade"]
    assert area == [("most", RED), ("second", YELLOW)]
    assert play.points == (7 + 2, 4)  # with the trade bonus


def test_nl_389_pontefract_is_paid_before_kenilworth() -> None:
    play = board({"castle.north": RED, "castle.midlands": RED}, money=6)
    events = play.carry_out({RED: orders(troops={"castle.north": 2, "castle.midlands": 2})})
    assert of_kind(events, ArmyDeployed) == [ArmyDeployed(RED, "castle.north", 2, 0)]


def test_nl_306_noble_cannot_move_from_wales_to_the_south_east() -> None:
    play = board({HERBERT: RED})
    assert "south-east" not in targets_of(play.state, HERBERT)
    play.carry_out({RED: orders(moves={HERBERT: "south-east"})})
    assert play.state.stands[HERBERT] == "wales"


def test_nl_320_only_yellow_can_attack_and_only_windsor() -> None:
    play = board(
        {"castle.south-east": RED, STAFFORD: RED, "bishop.south-east": YELLOW, NEVILLE: BLUE}, at={NEVILLE: "west"}
    )
    everywhere = orders(troops={"castle.south-east": 2, "small.south-east": 2})
    legal = {seat: tuple(legal_orders(play.state, seat, everywhere.plan()).troops) for seat in range(4)}
    assert legal == {RED: ("castle.south-east",), YELLOW: ("castle.south-east",), GREEN: (), BLUE: ()}
    moved = orders(moves={NEVILLE: "south-east"}, troops={"castle.south-east": 2})
    assert tuple(legal_orders(play.state, BLUE, moved.plan()).troops) == ("castle.south-east",)
