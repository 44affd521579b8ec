"""Set-up, turn order, cards and income."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.kernel import PrintedValueEntered
from scoring.roses import GAME
from scoring.roses.components import (
    AREAS,
    MERCENARY,
    PIECES,
    away_name,
    cards_laid_out,
    full_name,
    picking_order,
    short_name,
)
from scoring.roses.corrections import CorrectOwner
from scoring.roses.draft import (
    CardsLaidOut,
    CardsRemoved,
    Drafting,
    DrawLots,
    DrawStone,
    HousesDrawn,
    IncomePaid,
    MercenariesHired,
    OrderDrawn,
    RoundBegan,
    SetUp,
    TakeCard,
    TakeHouse,
)
from scoring.roses.plan import Planning
from scoring.roses.resolution import PersonBribed
from scoring.roses.state import AwardGiven
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
)

# --- set-up --------------------------------------------------------------------------------------------


def test_herald_draws_houses_and_turn_order_with_one_tap() -> None:
    play = game(4)
    play.tap(DrawLots())
    assert isinstance(play.state.phase, Drafting)
    assert sorted(play.state.houses) == ["lancaster", "lancaster", "york", "york"]
    assert sorted(play.state.order) == [0, 1, 2, 3]


def test_drawn_houses_do_not_apply_in_final_scoring_mode() -> None:
    """Both phases have a `houses` field, so the event could be applied to the wrong one."""
    with pytest.raises(AssertionError):
        HousesDrawn(("york", "lancaster") * 2).apply(game(4, follow="end").state)


def test_everybody_starts_with_six_pounds_and_no_mercenaries() -> None:
    play = game(3)
    play.tap(DrawLots())
    assert play.state.money == (6, 6, 6)
    assert play.state.mercenaries == (0, 0, 0)


def test_houses_can_be_entered_and_the_last_two_are_deduced() -> None:
    play = game(4)
    play.act(2, TakeHouse("york"))
    play.act(0, TakeHouse("york"))
    assert isinstance(play.state.phase, SetUp)
    assert play.state.phase.houses == {2: "york", 0: "york", 1: "lancaster", 3: "lancaster"}
    for seat in (3, 1, 0):
        play.tap(DrawStone(seat))
    assert play.state.order == (3, 1, 0, 2)
    assert play.state.houses == ("york", "lancaster", "york", "lancaster")


def test_entered_values_stay_when_the_rest_is_drawn() -> None:
    for _ in range(8):
        play = game(4)
        play.act(3, TakeHouse("york"))
        play.tap(DrawStone(1))
        play.tap(DrawLots())
        assert play.state.houses[3] == "york"
        assert play.state.order[0] == 1


def test_no_third_player_joins_a_house() -> None:
    play = game(4)
    play.act(0, TakeHouse("york"))
    play.act(1, TakeHouse("lancaster"))
    play.act(2, TakeHouse("lancaster"))
    check_refused(play, TakeHouse("lancaster"), "house", 3)


@pytest.mark.parametrize("seats", [2, 3])
def test_nl_546_two_and_three_players_have_no_houses(seats: int) -> None:
    play = game(seats)
    check_refused(play, TakeHouse("york"), "no-houses", 0)
    play.tap(DrawLots())
    assert play.state.houses == ()
    assert play.view(None).votes == ()


def test_stone_is_drawn_from_the_bag_only_once() -> None:
    play = game(3)
    play.tap(DrawStone(1))
    check_refused(play, DrawStone(1), "no-seat")
    check_refused(play, DrawStone(3), "no-seat")
    check_refused(play, TakeCard("castle.north"), "set-up")


# --- who picks, and how many ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "number", "count"),
    [
        pytest.param(4, 1, 12, id="nl 206"),
        pytest.param(4, 2, 8, id="nl 207"),
        pytest.param(2, 1, 12, id="nl 549, round 1"),
        pytest.param(2, 5, 8, id="nl 549, later"),
        pytest.param(3, 1, 9, id="nl 550, round 1"),
        pytest.param(3, 4, 9, id="nl 550, later"),
    ],
)
def test_number_of_cards_laid_out(players: int, number: int, count: int) -> None:
    assert cards_laid_out(players, number) == count
    picks = picking_order(tuple(range(players)), number)
    assert len(picks) == count
    assert {picks.count(seat) for seat in range(players)} == {count // players}


@pytest.mark.parametrize(
    ("order", "number", "picks"),
    [
        pytest.param((0, 1, 2, 3), 1, (0, 1, 2, 3, 3, 2, 1, 0, 0, 1, 2, 3), id="nl 220"),
        pytest.param((0, 1, 2, 3), 2, (0, 1, 2, 3, 0, 1, 2, 3), id="nl 226"),
        pytest.param((2, 0, 1), 1, (2, 0, 1, 1, 0, 2, 2, 0, 1), id="three players"),
        pytest.param((1, 0), 1, (1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1), id="two players"),
    ],
)
def test_picking_order_reverses_in_the_first_round_only(
    order: tuple[int, ...], number: int, picks: tuple[int, ...]
) -> None:
    assert picking_order(order, number) == picks


def test_only_the_next_player_picks() -> None:
    play = drafting(order=(2, 1, 0, 3))
    check_refused(play, TakeCard("castle.north"), "not-your-turn", 1)
    play.tap(TakeCard("castle.north"))
    assert play.owner("castle.north") == 2


@pytest.mark.parametrize(
    ("card", "code"), [("castle.north", "taken"), ("port.wales", "gone"), ("castle.london", "not-laid-out")]
)
def test_unavailable_cards_cannot_be_picked(card: str, code: str) -> None:
    play = drafting({"castle.north": 1})
    play.state = replace(play.state, gone=("port.wales",))
    check_refused(play, TakeCard(card), code)


ALIKE = {"value.noble.wales.1": "5", "value.noble.wales.2": "5"}


def test_nobles_with_equal_values_have_distinct_names_in_history() -> None:
    play = board({"noble.wales.1": 0, "noble.wales.2": 1}, box=ALIKE, at={"noble.wales.2": "west"})
    plan = orders(moves={"noble.wales.1": "marches"}, black=("noble.wales.2",), white=("noble.wales.2",))
    play.act(0, plan)
    mine = play.view(0).planning
    assert mine is not None
    assert mine.sealed is not None
    assert [as_text(text) for text in mine.sealed.summary] == [
        "Noble 5 (1) of Wales to Northern Marches",
        "white cube on Noble 5 (2) of Wales",
        "black cube on Noble 5 (2) of Wales",
    ]
    assert [as_text(order.what) for order in mine.sealed.dropped] == [
        "move Noble 5 (1) of Wales",
        "white cube on Noble 5 (2) of Wales",
    ]
    before = play.state
    events = play.carry_out({0: plan})
    bribed = next(event for event in events if isinstance(event, PersonBribed))
    told = GAME.history_line(before, bribed)
    assert told is not None
    assert as_text(told) == "Red bribed Noble 5 (2) of Wales away from Yellow."
    away = [play.view(None).piece(f"noble.wales.{which}").name for which in (1, 2)]
    assert [as_text(name) for name in away] == ["Noble (1)", "Wales (2)"]  # type: ignore[arg-type]


def test_two_equal_nobles_of_one_area_have_distinct_names() -> None:
    alike = ALIKE
    play = drafting({"noble.wales.1": 0, "noble.wales.2": 1, "noble.west.1": 0}, box=alike)
    names = [
        as_text(full_name(play.state.printed_values, f"noble.{which}")) for which in ("wales.1", "wales.2", "west.1")
    ]  # type: ignore[arg-type]
    assert names == ["Noble 5 (1) of Wales", "Noble 5 (2) of Wales", "Noble 9 of West Country"]
    assert [as_text(play.view(None).piece(f"noble.wales.{n}").name) for n in (1, 2)] == ["Noble (1)", "Noble (2)"]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("box", "names"),
    [
        pytest.param({}, ("Noble (1) of Wales", "Noble (2) of Wales"), id="unread"),
        pytest.param({"value.noble.wales.2": "7"}, ("Noble of Wales", "Noble 7 of Wales"), id="one is read"),
        pytest.param(ALIKE, ("Noble 5 (1) of Wales", "Noble 5 (2) of Wales"), id="equal values"),
        pytest.param({"name.noble.wales.1": "Herbert"}, ("Herbert", "Noble of Wales"), id="one has a name"),
        pytest.param(
            {"name.noble.wales.1": "Herbert", "name.noble.wales.2": "Herbert"},
            ("Herbert (1)", "Herbert (2)"),
            id="equal names",
        ),
    ],
)
def test_no_two_pieces_share_a_name_whatever_values_are_entered(box: dict[str, str], names: tuple[str, str]) -> None:
    assert tuple(as_text(full_name(box, f"noble.wales.{which}")) for which in (1, 2)) == names  # type: ignore[arg-type]
    assert len({str(as_text(full_name(box, piece))) for piece in PIECES}) == len(PIECES)  # type: ignore[arg-type]
    for area in AREAS:
        pair = [f"noble.{area}.{which}" for which in (1, 2)]
        for name in (short_name, away_name):
            assert len({(as_text(name(box, one)), box.get(f"value.{one}")) for one in pair}) == 2  # type: ignore[arg-type]


def test_dropped_orders_on_two_unread_nobles_are_both_listed() -> None:
    neutral = ("noble.wales.1", "noble.wales.2")
    play = board({"castle.north": 0}, box={f"value.{noble}": "" for noble in neutral})
    play.act(0, orders(white=neutral, black=neutral))
    mine = play.view(0).planning
    assert mine is not None
    assert mine.sealed is not None
    named = ["Noble (1) of Wales", "Noble (2) of Wales"]
    cubes = [f"{colour} cube on {name}" for colour in ("white", "black") for name in named]
    assert [as_text(order.what) for order in mine.sealed.dropped] == cubes
    assert [as_text(text) for text in mine.sealed.summary] == cubes
    play.carry_out({0: orders(white=neutral, black=neutral)})
    told = [line for line in play.steps() if line.startswith("Not carried out")]
    assert told == [f"Not carried out: {cube} (neutral)." for cube in cubes]


def test_two_unread_nobles_have_distinct_names_in_corrections() -> None:
    play = drafting(box=dict.fromkeys(("value.noble.wales.1", "value.noble.wales.2"), ""))
    view = play.view(0)
    keys = ("noble.wales.1", "noble.wales.2")
    shown = [(as_text(view.piece(key).name), as_text(view.piece(key).full_name)) for key in keys]  # type: ignore[arg-type]
    assert shown == [("Noble (1)", "Noble (1) of Wales"), ("Noble (2)", "Noble (2) of Wales")]


# --- effects of a card ------------------------------------------------------------------------------------


def test_nl_236_238_nobles_and_ships_enter_at_home() -> None:
    play = drafting()
    play.take("noble.wales.2", "ship.west")
    assert play.state.stands == {"noble.wales.2": "wales", "ship.west": "west"}
    assert play.state.is_at_home("ship.west")


@pytest.mark.parametrize("coast", ["west", "east"])
def test_ship_with_two_coasts_starts_at_the_printed_coast(coast: str) -> None:
    play = drafting(box={"coast.north": coast})
    play.take("ship.north")
    assert play.state.stands["ship.north"] == f"north-{coast}"


@pytest.mark.parametrize(
    ("number", "count"),
    [
        pytest.param(1, 2, id="nl 247"),
        pytest.param(2, 3, id="nl 248"),
        *(pytest.param(n, 4, id=f"nl 249, {n}") for n in (3, 4, 5)),
    ],
)
def test_number_of_mercenaries_on_a_card(number: int, count: int) -> None:
    play = drafting(number=number)
    assert of_kind(play.take(MERCENARY), MercenariesHired) == [MercenariesHired(0, count)]
    assert play.state.mercenaries[0] == count


def test_there_are_seventeen_mercenaries_and_six_cards() -> None:
    play = drafting(number=3, mercenaries=(8, 7, 0, 0))
    assert of_kind(play.take(MERCENARY), MercenariesHired) == [MercenariesHired(0, 2)]
    play.state = replace(play.state, mercenary_cards=0)
    check_refused(play, TakeCard(MERCENARY), "not-laid-out")
    assert MERCENARY not in play.view(0).legal_actions[0].field("card").options  # type: ignore[union-attr]


def test_picking_a_card_requires_its_unread_printed_values() -> None:
    play = drafting()
    for key in ("income.large.wales", "value.noble.wales.1", "coast.north", "income.ship.north"):
        play.state = GAME.apply(play.state, PrintedValueEntered(key, ""))
    missing_values = {
        legal_action.field("card").options: legal_action.missing_values for legal_action in play.view(0).legal_actions
    }  # type: ignore[union-attr]
    assert missing_values["large.wales",] == ("income.large.wales",)
    assert missing_values["noble.wales.1",] == ("value.noble.wales.1",)
    assert missing_values["ship.north",] == ("income.ship.north", "coast.north")
    assert all(not missing_values[cards] for cards in missing_values if len(cards) > 1)
    check_refused(play, TakeCard("large.wales"), "box-needed")
    play.state = GAME.apply(play.state, PrintedValueEntered("income.large.wales", "3"))
    play.take("large.wales")


@pytest.mark.parametrize("card", ["castle.wales", MERCENARY])
def test_castles_and_mercenaries_have_no_printed_value(card: str) -> None:
    play = drafting()
    play.state = replace(play.state, printed_values={})
    play.take(card)


# --- income and the end of the draft ------------------------------------------------------------------------


def test_nl_255_castles_and_nobles_have_no_income() -> None:
    play = drafting({"castle.north": 0, "noble.north.1": 0, "large.north": 0}, money=1)
    events = play.take(
        "small.north",
        "bishop.wales",
        "port.north",
        "ship.north",
        "castle.wales",
        "noble.wales.1",
        "castle.west",
        MERCENARY,
    )
    assert of_kind(events, IncomePaid) == [IncomePaid((5 + 3, 2, 3, 2))]
    assert play.state.money == (9, 3, 4, 3)
    assert isinstance(play.state.phase, Planning)


def test_last_pick_requires_all_unread_values_of_owned_pieces() -> None:
    play = drafting({"large.wales": 3})
    play.take(*PIECES[:7])
    play.state = GAME.apply(play.state, PrintedValueEntered("income.large.wales", ""))
    assert all("income.large.wales" in legal_action.missing_values for legal_action in play.view(None).legal_actions)
    check_refused(play, TakeCard(MERCENARY), "box-needed")


def test_nl_211_unpicked_neutral_cards_go_back_into_the_box() -> None:
    play = drafting()
    play.state = replace(play.state, neutral=("castle.wales", "port.wales"))
    events = play.take("castle.wales", *PIECES[:7])
    assert of_kind(events, CardsRemoved) == [CardsRemoved(("port.wales",))]
    assert play.state.gone == ("port.wales",)
    assert play.owner("castle.wales") == 0


@pytest.mark.parametrize("picked", [(), ("castle.wales",), ("castle.wales", "port.wales")], ids=len)
def test_nl_213_one_card_is_removed_per_neutral_card(picked: tuple[str, ...]) -> None:
    """Herald knows only their number, because it does not see the cards on the table."""
    play = board()
    play.state = replace(play.state, neutral=("castle.wales", "port.wales"))
    play.state = GAME.apply(play.state, RoundBegan(3, (0, 1, 2, 3)))
    play.take(*picked, *PIECES[: 8 - len(picked)])
    assert "Put 2 unpicked cards back in the box." in [as_text(text) for text in play.state.to_do]
    assert set(play.state.gone) == {"castle.wales", "port.wales"} - set(picked)


def test_award_goes_to_the_first_seat_with_two_during_the_draft() -> None:
    play = drafting({"port.wales": 1})
    events = play.take("castle.west", "port.west")
    assert of_kind(events, AwardGiven) == [AwardGiven("warden", 1)]


def test_no_other_action_is_legal_while_cards_are_picked() -> None:
    check_refused(drafting(), orders(), "not-now")


# --- no box: Herald draws ----------------------------------------------------------------------------------------


def herald_drew(seats: int, number: int = 1, neutral: tuple[str, ...] = (), taken: int = 0) -> Play:
    """A new round for which Herald has drawn the cards."""
    play = board_before_parliament(dict.fromkeys(PIECES[:taken], 0), seats=seats, number=number - 1 or 1)
    play.state = replace(play.state, draws=True, neutral=neutral, round=number - 1)
    play.hold_parliament()
    return play


def cards_laid_out_now(play: Play) -> tuple[str, ...]:
    assert isinstance(play.state.phase, Drafting)
    return play.state.phase.laid_out


@pytest.mark.parametrize(("seats", "count"), [(2, 12), (3, 9), (4, 12)])
def test_herald_lays_out_the_right_number_of_cards(seats: int, count: int) -> None:
    play = game(seats, cards="herald")
    play.tap(DrawLots())
    assert len(cards_laid_out_now(play)) == count
    assert len(set(cards_laid_out_now(play)) - {MERCENARY}) + cards_laid_out_now(play).count(MERCENARY) == count, (
        "no card twice"
    )
    offered = {card for legal_action in play.view(0).legal_actions for card in legal_action.field("card").options}  # type: ignore[union-attr]
    assert offered == set(cards_laid_out_now(play))


def test_herald_lays_out_neutral_cards_first() -> None:
    play = herald_drew(4, number=3, neutral=("castle.wales", "port.wales"))
    assert cards_laid_out_now(play)[:2] == ("castle.wales", "port.wales")
    assert len(cards_laid_out_now(play)) == 10
    first, *rest = cards_laid_out_now(play)
    left = rest[-2:]
    events = play.take(first, *rest[:-2])
    assert of_kind(events, CardsRemoved) == [CardsRemoved(tuple(left))]
    assert set(play.state.gone) == set(left) - {MERCENARY}
    assert play.state.mercenary_cards == 6 - (*rest, first).count(MERCENARY)


def test_herald_draws_no_owned_or_removed_cards() -> None:
    for _ in range(5):
        play = herald_drew(4, number=5, taken=30)
        assert set(cards_laid_out_now(play)).isdisjoint(PIECES[:30])


def test_card_that_is_not_laid_out_cannot_be_picked() -> None:
    play = herald_drew(4, number=2)
    other = next(piece for piece in PIECES if piece not in cards_laid_out_now(play))
    check_refused(play, TakeCard(other), "not-laid-out")
    play.state = replace(play.state, phase=replace(play.state.phase, laid_out=("castle.north",)))  # type: ignore[type-var]
    check_refused(play, TakeCard(MERCENARY), "not-laid-out")


def test_giving_cards_by_correction_always_leaves_a_card_to_pick() -> None:
    play = herald_drew(2, number=2)
    for card in set(cards_laid_out_now(play)) - {MERCENARY}:
        play.tap(CorrectOwner(card, 1))
    play.state = replace(play.state, mercenary_cards=0)
    assert play.view(None).legal_actions
    play.take(next(piece for piece in PIECES if piece not in play.state.owners))


def test_corrections_of_owners_update_the_cards_laid_out() -> None:
    play = herald_drew(4, number=2)
    card, taken = sorted(set(cards_laid_out_now(play)) - {MERCENARY})[:2]
    play.tap(CorrectOwner(card, 1))
    assert card not in cards_laid_out_now(play)
    play.take(taken)
    play.tap(CorrectOwner(taken, -1))
    assert taken in cards_laid_out_now(play)
    while isinstance(play.state.phase, Drafting):
        play.take(cards_laid_out_now(play)[0])
    assert set(play.state.gone).isdisjoint(play.state.owners)


def test_only_the_host_undoes_cards_that_herald_laid_out() -> None:
    assert all(event.reveals for event in (CardsLaidOut, HousesDrawn, OrderDrawn))


def test_nl_189_empty_bag_has_no_stone_to_draw() -> None:
    """All stones are drawn (nl 189), and no house (nl 158) is known yet."""
    play = game(4)
    for seat in (3, 1, 0):
        play.tap(DrawStone(seat))
    assert isinstance(play.state.phase, SetUp)
    assert {legal_action.action for legal_action in play.view(None).legal_actions} == {"draw-lots", "take-house"}
    play.tap(DrawLots())
    assert play.state.order == (3, 1, 0, 2)
