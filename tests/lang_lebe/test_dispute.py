"""Disputes (nl 118-158 and the special rules 227-236)."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.lang_lebe.components import EXAMPLE, Cards, cards
from scoring.lang_lebe.dispute import (
    DisputeWon,
    RerollCalled,
    RollDice,
    SealStake,
    StakesRevealed,
    best_assignment,
    dice_points,
    most_taken_back,
)
from scoring.lang_lebe.election import ElectionCalled
from scoring.lang_lebe.entering import (
    BanishFigure,
    CardsTakenBack,
    CourtiersReturned,
    EnterForeign,
    FigureBanished,
    TakeBack,
    areas_for_banished,
)
from scoring.lang_lebe.state import TurnBegan
from scoring.lang_lebe.turn import EndTurn, ExtraRoll, MoveFigure, PlaceCourtier, TurnEnded
from tests.lang_lebe.play import Play, position

ONE = Cards(1)


def dispute_setting(**changes: object) -> Play:
    """Returns Anna's turn next to Lundonia, where Ben has two courtiers; he also has Lincolia and Stadford."""
    literal: dict[str, object] = {
        "figures": ("Rouecestre", "Lincolia", "Lideforde"),
        "courtiers": {
            "Rouecestre": (0, 1),
            "Wigemor": (0, 1),
            "Lincolia": (1, 2),
            "Lundonia": (1, 2),
            "Stadford": (1, 1),
            "Lideforde": (2, 2),
        },
    }
    return position(**{**literal, **changes})  # type: ignore[arg-type]


def all_stake(play: Play, stake: Cards = ONE, area: str = "Lundonia") -> Play:
    return play.dispute_over(area, dict.fromkeys(range(play.state.seats), stake))


# --- points ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("staked", "dice", "points"),
    [
        (Cards(1), (5,), 5),
        (Cards(0, 1), (5,), 10),
        (Cards(0, 0, 1), (5,), 15),
        (Cards(2, 2, 1), (1, 1, 3, 4, 6), 3 * 6 + 2 * (4 + 3) + 1 + 1),
        (Cards(1, 1), (6, 2), 14),
        (Cards(1, 1), (2, 6), 14),
        (Cards(0, 0, 3), (1, 2, 3), 18),
    ],
)
def test_die_is_multiplied_by_its_card(staked: Cards, dice: tuple[int, ...], points: int) -> None:
    assert dice_points(staked, dice) == points  # nl 128


def test_largest_die_goes_on_the_largest_card() -> None:
    assert best_assignment(Cards(1, 1, 1), (2, 6, 4)) == ((3, 6), (2, 4), (1, 2))  # nl 124


@given(st.lists(st.tuples(st.sampled_from([1, 2, 3]), st.integers(1, 6)), min_size=1, max_size=5))
def test_no_other_placement_of_the_dice_gives_more_points(laid: list[tuple[int, int]]) -> None:
    staked, dice = zip(*laid, strict=True)
    ways = (sum(card * die for card, die in zip(staked, way, strict=True)) for way in permutations(dice))
    assert dice_points(cards(staked), dice) == max(ways)


def test_points_for_pieces() -> None:
    play = dispute_setting(figures=("Rouecestre", "Lundonia", "Lideforde"))
    play.act(0, EnterForeign("Lundonia"))
    # nl 130: the intruder's figure; nl 132: two courtiers and the figure; a third party has dice only.
    assert play.dispute.extras == (2, 6, 0)


def test_points_for_courtiers_without_the_figure() -> None:
    play = dispute_setting()
    play.act(0, EnterForeign("Lundonia"))
    assert play.dispute.extras == (2, 4, 0)


def test_disputed_area_still_belongs_to_the_defender() -> None:
    play = dispute_setting()
    play.act(0, EnterForeign("Lundonia"))
    assert play.state.holder("Lundonia") == 1
    play = dispute_setting(figures=("Rouecestre", "Oxeneford", "Lideforde"))
    play.act(0, EnterForeign("Oxeneford"))
    assert play.state.holder("Oxeneford") == 1


def test_points_for_a_lone_figure() -> None:
    play = dispute_setting(figures=("Rouecestre", "Oxeneford", "Lideforde"))
    play.act(0, EnterForeign("Oxeneford"))
    assert play.dispute.extras == (2, 2, 0)  # nl 229


# --- stakes ---------------------------------------------------------------------------------------------


class TestStakes:
    def test_everybody_takes_part(self) -> None:
        play = dispute_setting()
        play.act(0, EnterForeign("Lundonia"))
        assert sorted(play.view().waiting_for) == [0, 1, 2]  # nl 120

    @pytest.mark.parametrize("stake", [Cards(), Cards(6), Cards(3, 3)])
    def test_stake_is_at_least_one_and_at_most_five_cards(self, stake: Cards) -> None:
        play = dispute_setting()
        play.act(0, EnterForeign("Lundonia"))
        assert play.refusal_code(2, SealStake(*stake.by_kind)) == "stake"  # nl 122, 227, 228

    def test_stake_is_limited_to_cards_in_hand(self) -> None:
        play = dispute_setting()
        play.act(0, EnterForeign("Lundonia"))
        assert play.refusal_code(2, SealStake(x3=2)) == "cards"
        assert play.refusal_code(2, SealStake(x1=-1, x2=2)) == "cards"

    def test_several_x3_cards_may_be_staked_later_in_the_game(self) -> None:
        play = dispute_setting(hands=(Cards(5), Cards(5), Cards(5, 1, 3)))
        play.act(0, EnterForeign("Lundonia"))
        play.act(2, SealStake(x3=3))  # nl 236
        assert play.view(2).stake == Cards(0, 0, 3)

    def test_stake_can_be_changed_until_the_last_one_is_in(self) -> None:
        play = dispute_setting()
        play.act(0, EnterForeign("Lundonia"))
        play.act(0, SealStake(1))
        play.act(0, SealStake(2))
        play.act(1, SealStake(1))
        assert play.state.hands[0].count == 20
        events = play.act(2, SealStake(1))
        assert events[-1] == StakesRevealed((Cards(2), Cards(1), Cards(1)))
        assert play.refusal_code(0, SealStake(1)) == "revealed"

    def test_staked_cards_leave_the_hand_at_the_reveal(self) -> None:
        play = all_stake(dispute_setting(), Cards(2, 1))
        assert [hand.count for hand in play.state.hands] == [17, 17, 17]

    def test_no_dice_before_all_stakes_are_in(self) -> None:
        play = dispute_setting()
        play.act(0, EnterForeign("Lundonia"))
        assert play.refusal_code(0, RollDice((3,))) == "not-now"

    def test_seat_without_cards_has_points_for_pieces_only(self) -> None:
        play = dispute_setting(hands=(Cards(3), Cards(), Cards(3)))
        play.dispute_over("Lundonia", {0: ONE, 2: ONE})
        assert play.dispute.revealed
        play.roll((1,), (3,))
        assert play.dispute.winner == 1  # 3 and 3 against 4 for two courtiers

    def test_seat_without_cards_stakes_nothing(self) -> None:
        play = dispute_setting(hands=(Cards(3), Cards(), Cards(3)))
        play.act(0, EnterForeign("Lundonia"))
        assert play.refusal_code(1, SealStake()) == "cards"

    def test_no_other_move_during_a_dispute(self) -> None:
        play = dispute_setting()
        play.act(0, EnterForeign("Lundonia"))
        assert play.refusal_code(0, MoveFigure("Wigemor")) == "not-now"
        assert play.refusal_code(0, EndTurn()) == "not-now"  # nl 216: nobody can avoid it


# --- dice -----------------------------------------------------------------------------------------------


class TestDice:
    def test_intruder_rolls_first_then_clockwise(self) -> None:
        play = all_stake(dispute_setting(turn=2), area="Lundonia")
        order = []
        for _ in range(3):
            order.append(play.view().dispute.next_to_roll)  # type: ignore[union-attr]
            play.roll((len(order),))
        assert order == [2, 0, 1]  # nl 124, 132

    def test_all_may_enter_their_dice_in_any_order(self) -> None:
        in_turn = all_stake(dispute_setting()).roll((6,), (1,), (2,))
        play = all_stake(dispute_setting())
        assert play.view().waiting_for == (0, 1, 2)
        for seat, dice in ((2, (2,)), (0, (6,)), (1, (1,))):
            play.act(seat, RollDice(dice))
        assert play.dispute.winner == 0
        assert play.state == in_turn.state  # the order of nl 124, 132 does not affect the result

    def test_nobody_enters_dice_twice(self) -> None:
        play = all_stake(dispute_setting())
        play.act(1, RollDice((3,)))
        assert play.refusal_code(1, RollDice((6,))) == "not-now"

    @pytest.mark.parametrize("dice", [None, (), (3,), (3, 3, 3), (3, 7), (0, 3)])
    def test_number_of_dice_must_match_the_number_of_cards(self, dice: tuple[int, ...] | None) -> None:
        play = all_stake(dispute_setting(), Cards(1, 1))
        assert play.refusal_code(0, RollDice(dice)) == "dice"  # nl 124

    def test_herald_rolls_if_the_table_wants_it(self) -> None:
        play = all_stake(dispute_setting(dice="herald"), Cards(2, 1))
        assert play.refusal_code(0, RollDice((1, 2, 3))) == "dice"
        play.act(0, RollDice())
        assert len(play.dispute.rounds[0].dice[0]) == 3

    def test_highest_total_wins(self) -> None:
        play = all_stake(dispute_setting()).roll((6,), (3,), (6,))
        assert play.happened(DisputeWon) == [DisputeWon(0)]  # 8 against 7 and 6; nl 138

    def test_points_for_pieces_can_decide(self) -> None:
        play = all_stake(dispute_setting()).roll((5,), (4,), (6,))
        assert play.dispute.winner == 1  # 7, 8, 6


class TestRerolls:
    def test_only_those_tied_at_the_top_roll_again(self) -> None:
        play = all_stake(dispute_setting()).roll((4,), (2,), (5,))  # 6, 6, 5
        assert play.happened(RerollCalled) == [RerollCalled((0, 1))]  # nl 230
        assert play.view().waiting_for == (0, 1)
        play.roll((1,))
        assert play.refusal_code(2, RollDice((6,))) == "not-now"
        play.roll((1,))
        assert play.dispute.winner == 1  # 3 against 5

    def test_reroll_decides_even_if_others_had_more(self) -> None:
        play = all_stake(dispute_setting(), Cards(0, 0, 1)).roll((3,), (1,), (3,))  # 11, 7, 9: no tie
        assert play.dispute.winner == 0
        play = all_stake(dispute_setting()).roll((4,), (2,), (5,)).roll((2,), (1,))  # re-roll 4 and 5, Carla stays at 5
        assert play.dispute.winner == 1

    def test_another_tie_is_rolled_again(self) -> None:
        play = all_stake(dispute_setting()).roll((4,), (2,), (5,)).roll((3,), (1,)).roll((6,), (1,))
        assert len(play.happened(RerollCalled)) == 2
        assert play.dispute.winner == 0

    def test_three_way_tie_then_two_way_tie(self) -> None:
        play = all_stake(dispute_setting()).roll((4,), (2,), (6,))
        assert play.happened(RerollCalled) == [RerollCalled((0, 1, 2))]
        play.roll((3,), (1,), (1,))
        assert play.happened(RerollCalled)[1:] == [RerollCalled((0, 1))]

    def test_defender_without_cards_keeps_the_points_for_pieces(self) -> None:
        play = dispute_setting(hands=(Cards(3), Cards(), Cards(3))).dispute_over("Lundonia", {0: ONE, 2: ONE})
        play.roll((2,), (1,))  # 4, 4 and 1
        assert play.happened(RerollCalled) == [RerollCalled((0, 1))]
        assert play.view().waiting_for == (0,)
        play.roll((1,))
        assert play.dispute.winner == 1


# --- the winner's obligations ---------------------------------------------------------------------------


class TestTheIntruderWins:
    def test_defenders_courtiers_return_to_the_supply(self) -> None:
        play = all_stake(dispute_setting()).roll((6,), (1,), (1,))
        assert play.happened(CourtiersReturned) == [CourtiersReturned(1, "Lundonia", 2)]  # nl 144
        assert play.state.supply(1) == 17 - 3

    def test_winner_places_one_courtier_free_and_rolls_for_more(self) -> None:
        play = all_stake(dispute_setting()).roll((6,), (1,), (1,))
        assert play.refusal_code(0, ExtraRoll(1, 6)) == "not-now"
        play.act(0, PlaceCourtier())
        assert play.refusal_code(0, PlaceCourtier()) == "not-now"
        play.act(0, ExtraRoll(1, 6))
        play.act(0, ExtraRoll(1, 2))
        assert play.state.courtiers["Lundonia"] == (0, 2)  # nl 140
        assert play.act(0, EndTurn()) == [TurnEnded(0), TurnBegan(1)]

    def test_courtier_limit_holds_after_a_dispute(self) -> None:
        play = all_stake(dispute_setting(), area="Lincolia").roll((6,), (1,), (1,))
        play.act(0, BanishFigure(1, "Stadford"))
        play.act(0, PlaceCourtier())
        for _ in range(2):
            play.act(0, ExtraRoll(1, 6))
        assert play.state.courtiers_in("Lincolia") == 3
        assert play.refusal_code(0, ExtraRoll(1, 6)) == "limit"

    def test_placing_a_courtier_is_optional(self) -> None:
        play = all_stake(dispute_setting()).roll((6,), (1,), (1,))
        play.act(0, EndTurn())
        assert play.state.holder("Lundonia") == 0  # the figure alone holds the area

    def test_defender_is_banished_to_an_area_with_own_courtiers(self) -> None:
        play = all_stake(dispute_setting(), area="Lincolia").roll((6,), (1,), (1,))
        assert areas_for_banished(play.state, 1) == ("Lundonia", "Stadford")  # nl 144
        assert play.refusal_code(0, BanishFigure(1, "Oxeneford")) == "banish"
        assert play.refusal_code(0, BanishFigure(1, "Lincolia")) == "banish"
        assert play.refusal_code(1, BanishFigure(1, "Stadford")) == "not-yours"
        play.act(0, BanishFigure(1, "Stadford"))
        assert play.state.figures[1] == "Stadford"

    def test_courtiers_may_be_placed_before_the_figure_is_banished(self) -> None:
        """nl 140 comes before nl 142; the figure is gone by the end of the turn (nl 150)."""
        play = all_stake(dispute_setting(), area="Lincolia").roll((6,), (1,), (1,))
        play.act(0, PlaceCourtier())
        play.act(0, ExtraRoll(1, 6))
        assert play.state.holder("Lincolia") == 0
        assert play.refusal_code(0, EndTurn()) == "not-now"
        assert play.legal_action(0, EndTurn) is None
        play.act(0, BanishFigure(1, "Stadford"))
        other = all_stake(dispute_setting(), area="Lincolia").roll((6,), (1,), (1,))
        for action in (BanishFigure(1, "Stadford"), PlaceCourtier(), ExtraRoll(1, 6)):
            other.act(0, action)
        assert (play.state.courtiers, play.state.figures) == (other.state.courtiers, other.state.figures)
        assert play.act(0, EndTurn()) == other.act(0, EndTurn())

    def test_banishment_is_automatic_with_a_single_destination(self) -> None:
        courtiers = {"Rouecestre": (0, 1), "Lincolia": (1, 2), "Stadford": (1, 1), "Lideforde": (2, 2)}
        play = all_stake(dispute_setting(courtiers=courtiers), area="Lincolia").roll((6,), (1,), (1,))
        assert play.happened(FigureBanished) == [FigureBanished(1, "Stadford")]


class TestTheDefenderWins:
    def test_intruder_is_banished_and_everything_else_stays(self) -> None:
        play = all_stake(dispute_setting()).roll((1,), (6,), (1,))
        assert play.dispute.winner == 1
        assert not play.happened(CourtiersReturned)
        assert play.refusal_code(0, BanishFigure(0, "Wigemor")) == "not-yours"
        play.act(1, BanishFigure(0, "Wigemor"))  # nl 142
        play.act(1, PlaceCourtier())
        assert play.state.courtiers["Lundonia"] == (1, 3)
        assert play.state.figures == ("Wigemor", "Lincolia", "Lideforde")

    def test_next_turn_is_left_of_the_intruder_whoever_won(self) -> None:
        play = all_stake(dispute_setting(turn=2)).roll((1,), (1,), (6,))
        assert play.dispute.winner == 1
        assert play.refusal_code(2, EndTurn()) == "not-yours"
        assert play.act(1, EndTurn()) == [TurnEnded(2), TurnBegan(0)]  # nl 158

    def test_intruder_without_other_areas_goes_to_an_empty_one(self) -> None:
        courtiers = {"Lincolia": (1, 2), "Lundonia": (1, 2), "Lideforde": (2, 2)}
        play = all_stake(dispute_setting(courtiers=courtiers)).roll((1,), (6,), (1,))
        areas = areas_for_banished(play.state, 0)
        assert "Rouecestre" in areas
        assert not {"Man", "Lundonia", "Lincolia", "Lideforde"} & set(areas)
        play.act(1, BanishFigure(0, "Oxeneford"))
        assert play.state.holder("Oxeneford") == 0


class TestSomebodyElseWins:
    def start(self) -> Play:
        """Returns a dispute won by Carla after Anna entered Lincolia, where Ben's figure stands."""
        return all_stake(dispute_setting(), Cards(0, 0, 1), "Lincolia").roll((1,), (1,), (6,))

    def test_courtiers_return_and_both_figures_are_banished(self) -> None:
        play = self.start()
        assert play.happened(CourtiersReturned) == [CourtiersReturned(1, "Lincolia", 2)]  # nl 146
        play.act(2, BanishFigure(1, "Lundonia"))
        play.act(2, PlaceCourtier())
        assert play.refusal_code(2, EndTurn()) == "not-now"
        play.act(2, BanishFigure(0, "Wigemor"))
        assert play.state.courtiers["Lincolia"] == (2, 1)
        assert play.state.figures == ("Wigemor", "Lundonia", "Lideforde")  # nl 148: the winner's figure stays away

    def test_extra_rolls_cost_the_winner_cards(self) -> None:
        play = self.start()
        play.act(2, BanishFigure(1, "Lundonia"))
        play.act(2, BanishFigure(0, "Wigemor"))
        play.act(2, PlaceCourtier())
        assert play.refusal_code(0, ExtraRoll(1, 6)) == "not-yours"
        play.act(2, ExtraRoll(1, 6))
        assert play.state.hands[2].count == 18
        assert play.state.courtiers["Lincolia"] == (2, 2)

    def test_one_player_is_left_in_the_area_at_the_end_of_the_turn(self) -> None:
        play = self.start()
        play.act(2, BanishFigure(1, "Lundonia"))
        play.act(2, BanishFigure(0, "Wigemor"))
        play.act(2, EndTurn())
        assert play.state.holder("Lincolia") is None  # nl 150


# --- ones (nl 154-156, 235) -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "back"),
    [
        pytest.param((1, 1, 3, 4, 6), Cards(2), id="L8 nl 156"),
        pytest.param((1, 1, 1, 4, 6), Cards(2, 1), id="L9 nl 156"),
        pytest.param((1, 1, 1, 1, 1), Cards(2, 2, 1), id="nl 154 all ones"),
        pytest.param((2, 3, 3, 4, 6), Cards(), id="nl 154 no ones"),
    ],
)
def test_ones_return_the_lowest_cards(dice: tuple[int, ...], back: Cards) -> None:
    stake = Cards(2, 2, 1)
    assert stake.lowest(most_taken_back(stake, dice)) == back
    play = dispute_setting().dispute_over("Lundonia", {0: stake, 1: Cards(0, 5), 2: ONE})
    play.roll(dice, (6, 6, 6, 6, 6), (2,))
    play.act(1, BanishFigure(0, "Wigemor"))
    play.act(1, EndTurn())
    assert play.happened(CardsTakenBack) == ([CardsTakenBack(0, back)] if back.count else [])
    assert play.state.hands[0].count == 15 + back.count


class TestOnes:
    def test_single_staked_card_never_returns(self) -> None:
        play = all_stake(dispute_setting()).roll((6,), (1,), (1,))
        assert play.refusal_code(1, TakeBack(1)) == "take-back"  # nl 154: at least two cards staked
        play.act(0, EndTurn())
        assert not play.happened(CardsTakenBack)

    def two_ones(self) -> Play:
        play = dispute_setting().dispute_over("Lundonia", {0: Cards(0, 3), 1: Cards(2), 2: ONE})
        return play.roll((6, 6, 6), (1, 1), (2,))

    def test_all_returnable_cards_return_by_default(self) -> None:
        play = self.two_ones()
        play.act(0, EndTurn())
        assert play.happened(CardsTakenBack) == [CardsTakenBack(1, Cards(2))]
        assert play.state.hands[1].count == 20

    @pytest.mark.parametrize("count", [0, 1, 2])
    def test_taking_cards_back_is_optional(self, count: int) -> None:
        play = self.two_ones()
        play.act(1, TakeBack(count))  # nl 235
        assert play.refusal_code(1, TakeBack(3)) == "not-offered"
        play.act(0, EndTurn())
        assert play.state.hands[1].count == 18 + count

    def test_no_cards_are_taken_back_before_there_is_a_winner(self) -> None:
        play = dispute_setting().dispute_over("Lundonia", {0: Cards(2), 1: Cards(2), 2: ONE}).roll((1, 1))
        assert play.refusal_code(0, TakeBack(1)) == "take-back"

    def test_cards_return_after_the_extra_rolls(self) -> None:
        play = dispute_setting(hands=(Cards(2), Cards(9), Cards(9))).dispute_over(
            "Lundonia", {0: Cards(2), 1: ONE, 2: ONE}
        )
        play.roll((1, 6), (1,), (1,))
        play.act(0, PlaceCourtier())
        assert play.legal_action(0, ExtraRoll) is None
        assert play.refusal_code(0, ExtraRoll(1, 6)) == "cards"
        events = play.act(0, EndTurn())
        assert events == [CardsTakenBack(0, ONE), TurnEnded(0), TurnBegan(1)]  # holds a card again: no election

    def test_last_valid_roll_counts(self) -> None:
        play = dispute_setting().dispute_over("Lundonia", {0: Cards(2), 1: Cards(2), 2: Cards(2)})
        play.roll((4, 1), (2, 1), (1, 1))  # 7, 7, 2
        play.roll((6, 5), (1, 1))
        play.act(0, EndTurn())
        # Anna's 1 was in the first roll only, Ben's two in the second; Carla did not roll again.
        assert play.happened(CardsTakenBack) == [CardsTakenBack(1, Cards(2)), CardsTakenBack(2, Cards(2))]

    def test_declining_the_last_cards_leads_to_an_election(self) -> None:
        play = dispute_setting(hands=(Cards(9), Cards(2), Cards(9)))
        play.dispute_over("Lundonia", {0: Cards(3), 1: Cards(2), 2: ONE}).roll((6, 6, 6), (1, 1), (2,))
        play.act(1, TakeBack(0))
        assert play.act(0, EndTurn())[-1] == ElectionCalled((1,))  # nl 162


def test_votes_of_a_disputed_area_are_asked_only_when_needed() -> None:
    play = all_stake(dispute_setting(box={})).roll((1,), (6,), (1,))
    play.act(1, BanishFigure(0, "Wigemor"))
    legal_action = play.legal_action(1, PlaceCourtier)
    assert legal_action is not None
    assert legal_action.missing_values == ("votes.Lundonia",)
    assert play.refusal_code(1, PlaceCourtier()) == "box-needed"
    play.act(1, PlaceCourtier(), votes__Lundonia=EXAMPLE["votes.Lundonia"])
    assert play.state.courtiers_in("Lundonia") == 3
