"""Corrections: anybody corrects the board, only the owner a purse, and only without contradictions."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from scoring.kernel import Action, Rng
from scoring.replay import Projection, undo
from scoring.reveal_phases import BoardConfirmed, ContinueReveal
from scoring.roses import GAME
from scoring.roses.corrections import (
    CorrectAid,
    CorrectAward,
    CorrectCalais,
    CorrectHouses,
    CorrectKing,
    CorrectMercenaries,
    CorrectOwner,
    CorrectPlace,
    CorrectPoints,
    CorrectPurse,
    CorrectVotes,
    IncomeSettled,
    ShipBerthed,
)
from scoring.roses.deployment import ArmyDeployed
from scoring.roses.draft import DrawLots, TakeCard
from scoring.roses.parliament import AwardScored, KingMade
from scoring.roses.plan import AidTaken, FrenchAid, TakeAid
from scoring.roses.state import Scored, votes
from scoring.table import Actor, decide
from scoring.table_events import EnterPrintedValue
from tests.roses.play import (
    Play,
    as_text,
    board,
    board_before_parliament,
    check_refused,
    drafting,
    game,
    of_kind,
    orders,
    parliament_lines,
)
from tests.strategies import begun, with_records

OWNERS = {"castle.wales": 0, "noble.wales.1": 0, "ship.wales": 1}


def test_wrong_owner_is_corrected() -> None:
    play = drafting(OWNERS)
    play.tap(CorrectOwner("castle.wales", 2))
    assert play.owner("castle.wales") == 2
    play.tap(CorrectOwner("noble.wales.1", -1))
    assert play.owner("noble.wales.1") is None
    play.take("noble.wales.1")
    assert play.state.stands["noble.wales.1"] == "wales"


def test_card_put_back_is_not_neutral_on_the_deck() -> None:
    play = drafting(OWNERS)
    play.tap(CorrectOwner("castle.wales", -1))
    assert play.state.neutral == ()
    play.tap(TakeCard("castle.wales"))


def test_nl_427_unowned_location_goes_on_the_deck_after_battles() -> None:
    play = board_before_parliament(OWNERS)
    play.tap(CorrectOwner("castle.wales", -1))
    play.tap(CorrectOwner("noble.wales.1", -1))
    assert play.state.neutral == ("castle.wales",)
    play.tap(CorrectOwner("castle.wales", 2))
    assert play.state.neutral == ()


def test_unread_cards_are_read_before_they_are_given_to_a_seat() -> None:
    """Unread, their income and price would count as 0."""
    play = board(OWNERS, box={"income.port.north": ""})
    check_refused(play, CorrectOwner("port.north", 1), "box-needed", 0)


def test_positions_of_nobles_and_ships_are_corrected() -> None:
    play = board_before_parliament(OWNERS)
    play.tap(CorrectPlace("noble.wales.1", "marches"))
    play.tap(CorrectPlace("ship.wales", "north-west"))
    assert play.state.stands == {"noble.wales.1": "marches", "ship.wales": "north-west"}


def test_points_mercenaries_and_purse_are_corrected() -> None:
    play = board(OWNERS)
    play.tap(CorrectPoints(1, 17))
    play.tap(CorrectMercenaries(1, 4))
    play.act(1, CorrectPurse(33))
    assert (play.points[1], play.state.mercenaries[1], play.state.money[1]) == (17, 4, 33)
    play.tap(CorrectPoints(1, 12))
    assert play.points[1] == 12
    assert play.tap(CorrectPoints(1, 12)) == []


def test_corrected_award_scores_for_its_new_holder() -> None:
    play = board_before_parliament(OWNERS)
    play.state = replace(play.state, awards={"admiral": 1, "warden": 0})
    (event,) = play.tap(CorrectAward("admiral", 2))
    told = GAME.history_line(play.state, event)
    assert told is not None
    assert as_text(told) == "Corrected: Green is Lord High Admiral of England."
    play.tap(CorrectAward("warden", -1))
    assert play.state.awards == {"admiral": 2}
    assert play.tap(CorrectAward("admiral", 2)) == []
    assert of_kind(play.hold_parliament(), AwardScored) == [AwardScored("admiral", 2)]


def test_corrected_captain_of_calais_scores_in_its_new_area() -> None:
    play = board_before_parliament({})
    (event,) = play.tap(CorrectCalais(2, "south-east"))
    told = GAME.history_line(play.state, event)
    assert told is not None
    assert as_text(told) == "Corrected: Green is Captain of Calais (South East England)."
    assert play.tap(CorrectCalais(2, "south-east")) == []
    play.hold_parliament()
    assert play.points[2] == 7 + 4
    nobody = board_before_parliament({})
    nobody.state = replace(nobody.state, calais=(1, "midlands"))
    nobody.tap(CorrectCalais(-1, "midlands"))
    assert nobody.state.calais is None


@pytest.mark.parametrize("moment", [drafting, board])
def test_there_is_no_captain_of_calais_before_the_plans_are_open(moment: Callable[..., Play]) -> None:
    play = moment(OWNERS)
    assert "correct-calais" not in [legal_action.action for legal_action in play.view(0).corrections]
    check_refused(play, CorrectCalais(0, "midlands"), "not-now")


@pytest.mark.parametrize("action", [CorrectCalais(4, "midlands"), CorrectCalais(0, "wales")], ids=str)
def test_captain_outside_the_calais_areas_is_refused(action: Action) -> None:
    check_refused(board_before_parliament({}), action, "not-offered")


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (CorrectOwner("castle.france", 0), "not-offered"),
        (CorrectOwner("castle.wales", 4), "not-offered"),
        (CorrectPlace("castle.wales", "west"), "not-offered"),
        (CorrectPlace("noble.west.1", "west"), "not-offered"),
        (CorrectPlace("noble.wales.1", "north-west"), "no-area"),
        (CorrectPlace("ship.wales", "north"), "no-area"),
        (CorrectMercenaries(0, 18), "mercenaries"),
        (CorrectMercenaries(7, 1), "not-offered"),
        (CorrectAward("calais", 0), "not-offered"),
        (CorrectAward("admiral", 4), "not-offered"),
        (CorrectPoints(0, -1), "not-offered"),
        (CorrectPurse(1000), "not-offered"),
    ],
    ids=str,
)
def test_impossible_corrections_are_refused(action: Action, code: str) -> None:
    check_refused(board(OWNERS), action, code, 0)


def test_no_corrections_outside_correctable_phases() -> None:
    before = game(4)
    check_refused(before, CorrectPoints(0, 1), "not-now", 0)
    open_plans = board(OWNERS)
    open_plans.carry_out({})
    open_plans.stop()
    sitting = board_before_parliament(OWNERS)
    sitting.state = GAME.apply(sitting.state, BoardConfirmed())
    for play in (open_plans, sitting):
        assert play.view(0).corrections == ()
        check_refused(play, CorrectOwner("castle.wales", 1), "not-now", 0)


def test_sealed_plan_stays_when_the_board_is_corrected() -> None:
    play = board(OWNERS)
    play.act(0, orders(troops={"castle.wales": 1}))
    play.tap(CorrectOwner("castle.wales", 1))
    shown = play.view(0).planning
    assert shown is not None
    assert shown.sealed is not None


def test_corrected_mercenary_count_limits_plans_sealed_before() -> None:
    play = board({"castle.north": 0, "castle.wales": 0}, mercenaries=(4, 0, 0, 0))
    play.act(0, orders(mercenaries={"castle.north": 2, "castle.wales": 2}))
    play.tap(CorrectMercenaries(0, 3))
    for seat in (1, 2, 3):
        play.act(seat, orders())
    assert of_kind(play.events, ArmyDeployed) == [
        ArmyDeployed(0, "castle.north", 0, 2),
        ArmyDeployed(0, "castle.wales", 0, 1),
    ]
    assert play.state.mercenaries[0] == 0


def test_only_the_owner_can_correct_a_purse() -> None:
    play = board(OWNERS, money=(1, 2, 3, 4))
    for seat in range(4):
        own = [legal_action for legal_action in play.view(seat).corrections if legal_action.action == "correct-purse"]
        assert [legal_action.seat for legal_action in own] == [seat]
    assert not [legal_action for legal_action in play.view(None).corrections if legal_action.action == "correct-purse"]
    assert replace(play.state, money=(9, 9, 9, 9)) != play.state


# --- consequences of a corrected printed value -----------------------------------------------------------------------

QUIET_CARDS = tuple(f"castle.{area}" for area in ("marches", "north", "midlands", "south-east", "west", "wales"))
INCOME = "income.large.north"  # 5 in the example box


def after_payday(rounds: int = 1) -> Play:
    """Red owns the large town of North England from the first round on; nobody else has income."""
    play = drafting({"large.north": 0}, seats=2, number=1, money=6)
    play.take(*QUIET_CARDS, *(f"noble.{area}.1" for area in ("marches", "north", "midlands")), *["mercenaries"] * 3)
    for _ in range(rounds - 1):
        play.carry_out({})
        play.hold_parliament()
        free = [card for card in play.view(None).legal_actions[0].field("card").options if "noble" in str(card)]  # type: ignore[union-attr]
        play.take(*map(str, free[:6]), *["mercenaries"] * (8 - len(free[:6])))
    return play


@pytest.mark.parametrize("rounds", [1, 2])
def test_corrected_income_is_settled_for_every_payday(rounds: int) -> None:
    play = after_payday(rounds)
    before = play.state.money
    assert play.read(INCOME, "7") == [IncomeSettled("large.north", (2 * rounds, 0))]
    assert play.state.money == (before[0] + 2 * rounds, before[1])
    assert as_text(play.state.to_do[-1]) == f"Red: take £{2 * rounds}."
    assert play.read(INCOME, "4") == [IncomeSettled("large.north", (-3 * rounds, 0))]
    assert play.state.money == (before[0] - rounds, before[1])
    assert as_text(play.state.to_do[-1]) == f"Red: pay back £{3 * rounds}."


def test_nobody_pays_back_more_than_they_have() -> None:
    play = after_payday()
    play.state = replace(play.state, money=(2, 0))
    play.read(INCOME, "0")
    assert play.state.money == (0, 0)


def test_unpaid_debt_is_deducted_from_a_later_settlement() -> None:
    play = after_payday()
    play.state = replace(play.state, money=(1, 0))
    for income, pounds in (("0", 0), ("5", 1), ("6", 2), ("5", 1)):
        play.read(INCOME, income)
        assert play.state.money == (pounds, 0), income


def test_clearing_and_re_entering_a_value_changes_nothing() -> None:
    play = after_payday()
    before = play.state.money
    assert play.read(INCOME, "") == []
    assert play.read(INCOME, "5") == []
    assert play.state.money == before


def test_income_is_settled_with_the_seat_that_was_paid() -> None:
    play = after_payday()
    play.state = replace(play.state, owners={**play.state.owners, "large.north": 1})
    assert play.read(INCOME, "6") == [IncomeSettled("large.north", (1, 0))]


def test_corrected_purse_cancels_earlier_wrong_payments() -> None:
    play = after_payday()
    play.act(0, CorrectPurse(13))
    assert play.read(INCOME, "7") == []
    assert play.state.money[0] == 13


def test_income_corrected_in_resolution_is_settled_after_battles() -> None:
    play = after_payday()
    play.carry_out({0: orders(bid=play.state.money[0], calais="midlands")})
    play.stop()
    play.read(INCOME, "3")
    play.read(INCOME, "8")
    play.tap(ContinueReveal())
    assert min(play.state.money) >= 0
    assert play.state.money[0] == 3
    assert [as_text(text) for text in play.state.to_do][-1] == "Red: take £3."


def test_value_entered_before_the_first_payday_settles_nothing() -> None:
    assert drafting({"large.north": 0}).read(INCOME, "7") == []


def test_ship_in_its_port_moves_with_the_corrected_coast() -> None:
    play = board({"ship.north": 0, "ship.marches": 1}, at={"ship.marches": "north-east"})
    assert play.read("coast.north", "west") == [ShipBerthed("ship.north", "north-west")]
    assert play.state.is_at_home("ship.north")
    assert play.read("coast.north", "west") == []
    assert play.read("coast.marches", "west") == [], "it is at sea"
    assert play.state.stands == {"ship.north": "north-west", "ship.marches": "north-east"}


# --- undo ------------------------------------------------------------------------------------------------------------

RNG = Rng(random.Random(1))


def submit(projection: Projection, action: Action) -> Projection:
    seat = projection.table.state.turn or 0
    return with_records(
        projection, decide(projection.table, Actor(seat), seat, action, RNG), f"ask-{projection.seq}", seat
    )


def with_income(projection: Projection, value: str) -> Projection:
    return with_records(
        projection,
        decide(projection.table, Actor(0), None, EnterPrintedValue(INCOME, value), RNG),
        f"ask-{projection.seq}",
    )


def after_first_payday() -> tuple[Projection, int]:
    """Returns a game of two after the first income, paid to one for a large town, and the seq before that payday."""
    projection = submit(begun(GAME, 2, {"cards": "box"}), DrawLots())
    nobles = (f"noble.{area}.1" for area in ("west", "wales", "north", "midlands"))
    cards = ("large.north", *QUIET_CARDS, *nobles, "mercenaries")
    for card in cards[:-1]:
        projection = submit(projection, TakeCard(card))
    return submit(projection, TakeCard(cards[-1])), projection.seq


def test_undo_keeps_the_printed_value_and_settles_again() -> None:
    projection, before_payday = after_first_payday()
    owner = projection.table.state.owners["large.north"]
    money = projection.table.state.money[owner]
    settled = with_income(projection, "7")
    assert settled.table.state.money[owner] == money + 2

    # Undo to after the payday: the settlement stays, exactly once.
    corrected = submit(settled, CorrectPoints(0, 3))
    back = with_records(corrected, undo(corrected, Actor(host=True), settled.seq), "back")
    assert (back.table.printed_values[INCOME], back.table.state.money[owner]) == ("7", money + 2)

    # Undo to before the payday: nothing is settled, and the next payday uses the new value.
    back = with_records(settled, undo(settled, Actor(host=True), before_payday), "back")
    assert back.table.printed_values[INCOME] == "7"
    assert back.table.state.money[owner] == 6
    assert submit(back, TakeCard("mercenaries")).table.state.money[owner] == money + 2


# --- a French aid tile, a house, past Kings, votes of parliament ----------------------------------------------------


def corrected_line(play: Play, action: Action) -> str:
    before = play.state
    (event,) = play.tap(action)
    told = GAME.history_line(before, event)
    assert told is not None
    return as_text(told)


def after_two_rounds() -> Play:
    """Lancaster (Red and Blue) made the King in round 1, York in round 2; cards are being picked in round 3."""
    play = drafting(OWNERS, number=3)
    kings = (Scored(1, "king", 0, "lancaster"), Scored(1, "king", 3, "lancaster"))
    york = (Scored(2, "king", 1, "york"), Scored(2, "king", 2, "york"))
    play.state = replace(play.state, kings=("lancaster", "york"), scored=(*kings, *york), to_do=())
    return play


def test_french_aid_tile_is_corrected() -> None:
    play = drafting(OWNERS)
    assert corrected_line(play, CorrectAid(1, True)) == "Corrected: Yellow has already taken French aid."
    assert play.state.aid_taken == (1,)
    assert play.view(None).players[1].aid_taken
    check_refused(play, CorrectAid(1, True), "same")
    assert corrected_line(play, CorrectAid(1, False)) == "Corrected: Yellow still has the French Aid tile."
    assert play.state.aid_taken == ()


def test_french_aid_tile_corrected_in_its_phase_counts_at_once() -> None:
    play = board(OWNERS)
    play.state = replace(play.state, phase=FrenchAid((0, 1)), scored=(Scored(1, "before", 2, "", None, 9),))
    play.tap(CorrectAid(0, True))
    check_refused(play, TakeAid(True), "aid", 0)
    play.act(0, TakeAid(False))
    assert of_kind(play.act(1, TakeAid(True)), AidTaken) == [AidTaken(1, 9)]


def test_correcting_a_house_moves_the_points_of_its_kings() -> None:
    play = after_two_rounds()
    assert play.points == (5, 5, 5, 5)
    play.state = replace(play.state, kings=("lancaster",), scored=play.state.scored[:2])
    assert corrected_line(play, CorrectHouses(0, 1)) == "Corrected: Red belongs to York, Yellow to Lancaster."
    assert play.state.houses == ("york", "lancaster", "york", "lancaster")
    assert play.points == (0, 5, 0, 5)
    assert [as_text(text) for text in play.state.to_do] == [
        "Red: move your score stone to 0.",
        "Yellow: move your score stone to 5.",
    ]
    check_refused(play, CorrectHouses(0, 2), "not-offered")


def test_correcting_a_past_king_corrects_the_points() -> None:
    play = after_two_rounds()
    assert (
        corrected_line(play, CorrectKing(2, "lancaster"))
        == "Corrected: the House of Lancaster made the King in round 2."
    )
    assert play.state.kings == ("lancaster", "lancaster")
    assert play.points == (10, 0, 0, 10)
    check_refused(play, CorrectKing(2, "lancaster"), "same")
    assert corrected_line(play, CorrectKing(1, "")) == "Corrected: no King in round 1."
    assert play.points == (5, 0, 0, 5)
    for impossible in (CorrectKing(3, "york"), CorrectKing(0, "york"), CorrectKing(1, "tudor")):
        check_refused(play, impossible, "not-offered")
    check_refused(drafting(OWNERS), CorrectKing(1, "york"), "no-king")


def test_votes_corrected_before_parliament_count_in_it() -> None:
    play = board_before_parliament({"castle.wales": 0, "castle.west": 1})
    assert votes(play.state) == {"lancaster": 5, "york": 6}
    assert (
        corrected_line(play, CorrectVotes("west", "lancaster"))
        == "Corrected: the votes of West Country go to Lancaster."
    )
    assert corrected_line(play, CorrectVotes("wales", "")) == "Corrected: Wales has no votes."
    check_refused(play, CorrectVotes("west", "lancaster"), "same")
    assert votes(play.state) == {"lancaster": 6, "york": 0}
    assert of_kind(play.hold_parliament(), KingMade) == [KingMade("lancaster")]
    assert play.state.roses["wales"] == ""
    assert play.state.votes_entered == {}, "next time they are counted again"


def test_votes_entered_for_an_empty_area_are_explained() -> None:
    play = board_before_parliament({"castle.wales": 0})
    play.tap(CorrectVotes("north", "york"))
    assert "The votes go to the House of York, as the table decided." in parliament_lines(play)


def test_rose_can_be_corrected_at_any_time() -> None:
    play = drafting(OWNERS)
    play.tap(CorrectVotes("wales", "york"))
    assert play.state.roses["wales"] == "york"
    assert play.state.votes_entered == {}


def test_each_correction_is_tapped_at_its_place_on_the_board() -> None:
    places = {(legal_action.action, legal_action.at) for legal_action in after_two_rounds().view(None).corrections}
    assert {("correct-aid", "seat.2"), ("correct-houses", "seat.0"), ("correct-king", "kings")} <= places
    assert {("correct-votes", f"votes.{area}") for area in ("wales", "north")} <= places
    tracked_fields = {
        legal_action.field("round").options[0]: legal_action.field("house").value  # type: ignore[union-attr]
        for legal_action in after_two_rounds().view(None).corrections
        if legal_action.action == "correct-king"
    }
    assert tracked_fields == {1: "lancaster", 2: "york"}


def test_two_or_three_players_have_no_houses_to_correct() -> None:
    for action in (CorrectHouses(0, 1), CorrectKing(1, "york"), CorrectVotes("wales", "york")):
        check_refused(drafting({}, seats=3), action, "no-houses")
