"""King elections and the end (nl 160-205 and the special rules 240-248)."""

from __future__ import annotations

from typing import ClassVar

import pytest

from scoring.kernel import PrintedValueEntered
from scoring.lang_lebe import GAME
from scoring.lang_lebe.cards import Deal, DealCalled, EnterHand, HandsCounted, HandsDealt, HandsMiscounted
from scoring.lang_lebe.components import EXAMPLE, Cards, cards_in_game, total_of
from scoring.lang_lebe.election import (
    BonusAwarded,
    CountLine,
    CountShown,
    ElectionCalled,
    GameOver,
    KingCrowned,
    RollForTie,
    bonus_votes,
    count_line,
    third,
    votes_note,
)
from scoring.lang_lebe.state import TurnBegan
from scoring.lang_lebe.turn import EndTurn
from scoring.reveal_phases import BoardConfirmed, ConfirmBoard, ContinueReveal
from scoring.standings import totals
from scoring.words import render
from tests.lang_lebe.play import Play, dealt_hands, ends_in_election, position

NAMES = ("Anna", "Ben", "Carla", "David", "Eva")
FOUR = ("Stadford", "Rouecestre", "Tateshale", "Man")


def four_players(
    courtiers: dict[str, int], hands: tuple[int, ...], bonus: tuple[int, ...] = (0, 0, 0, 0), **more: object
) -> Play:
    """Returns a position of four seats, each with its figure in an own area and this number of x1 cards, and with one
    courtier in each named area."""
    figures = tuple(next((a for a, s in courtiers.items() if s == seat), FOUR[seat]) for seat in range(4))
    pieces = {area: (seat, 1) for area, seat in courtiers.items()}
    play = position(figures, pieces, tuple(Cards(n) for n in hands), bonus=bonus, **more)  # type: ignore[arg-type]
    return ends_in_election(play)


# --- area votes -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("votes", "lost"),
    list(zip(range(2, 21), (0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6), strict=True)),
)
def test_third_is_rounded_down(votes: int, lost: int) -> None:
    assert third(votes) == lost  # nl 166, 168


def test_rulebook_example_of_player_c() -> None:
    """L4 nl 168: Tateshale, Lincolia, Grentebrige and Lundonia are 14; without cards 10."""
    areas = {"Tateshale": 2, "Lincolia": 2, "Grentebrige": 2, "Lundonia": 2, "Stadford": 0, "Rouecestre": 1}
    play = four_players({**areas, "Man": 3}, (5, 5, 0, 5))
    line = count_line(play.state, 2)
    assert (line.area_votes, line.third, line.votes, line.total) == (14, 4, 10, 10)


@pytest.mark.parametrize("courtiers", [0, 1, 2, 3, 4])
def test_number_of_courtiers_does_not_affect_area_votes(courtiers: int) -> None:
    """L12 nl 245: Oxeneford gives four votes, with the figure alone or with up to four courtiers."""
    there = {"Oxeneford": (0, courtiers)} if courtiers else {}
    play = position(("Oxeneford", "Lincolia", "Lideforde"), {"Lincolia": (1, 1), **there})
    assert count_line(play.state, 0).area_votes == 4


def test_empty_area_counts_for_nobody() -> None:
    """L13 nl 246."""
    play = position(("Oxeneford", "Lincolia", "Lideforde"), {})
    lines = [count_line(play.state, seat) for seat in range(3)]
    assert [[area for area, _ in line.areas] for line in lines] == [["Oxeneford"], ["Lincolia"], ["Lideforde"]]


def test_one_player_with_all_areas_has_39_votes() -> None:
    areas = dict.fromkeys(EXAMPLE_AREAS, (0, 1))
    play = position(("Oxeneford",) * 4, areas)
    assert count_line(play.state, 0).area_votes == 39  # L1 nl 37


EXAMPLE_AREAS = tuple(key.removeprefix("votes.") for key in EXAMPLE if key.startswith("votes."))


# --- starting the count ---------------------------------------------------------------------------------


class TestTheCall:
    def test_empty_hand_after_a_turn_causes_an_election(self) -> None:
        play = four_players({"Tateshale": 0, "Lincolia": 1, "Lundonia": 2, "Man": 3}, (5, 0, 5, 5))
        assert play.events[-1] == ElectionCalled((1,))  # nl 162: also after another player's turn
        assert play.view().players[1].out_of_cards

    def test_every_seat_without_cards_loses_a_third(self) -> None:
        play = four_players({"Tateshale": 0, "Lincolia": 1, "Lundonia": 2, "Man": 3}, (0, 0, 5, 5))
        play.count_votes()
        thirds = {line.seat: line.third for line in play.view().election.lines}  # type: ignore[union-attr]
        assert thirds == {0: 1, 1: 1, 2: 0, 3: 0}  # nl 166

    def test_no_move_before_the_election_is_settled(self) -> None:
        play = four_players({"Tateshale": 0}, (5, 0, 5, 5))
        assert play.refusal_code(1, EndTurn()) == "not-now"

    def test_board_is_confirmed_before_the_count(self) -> None:
        play = four_players({"Tateshale": 0}, (5, 0, 5, 5))
        assert play.refusal_code(0, ContinueReveal()) == "not-now"
        play.act(0, ConfirmBoard())
        assert play.refusal_code(0, ConfirmBoard()) == "not-now"

    def test_missing_votes_of_held_areas_are_asked_for(self) -> None:
        play = four_players({"Tateshale": 0, "Lincolia": 1, "Lundonia": 2, "Man": 3}, (5, 0, 5, 5), box={})
        legal_action = play.legal_action(0, ConfirmBoard)
        assert legal_action is not None
        assert legal_action.missing_values == ("votes.Lincolia", "votes.Lundonia")
        assert play.refusal_code(0, ConfirmBoard()) == "box-needed"
        play.act(0, ConfirmBoard(), votes__Lincolia="3", votes__Lundonia="4")

    def test_count_lines_appear_one_by_one_fewest_votes_first(self) -> None:
        play = four_players({"Tateshale": 0, "Wigemor": 0, "Lincolia": 1, "Lundonia": 2, "Man": 3}, (5, 0, 5, 5))
        before, events = play.state, play.act(0, ConfirmBoard())
        seen = []
        for event in events:
            for played in event.highlights(before, play.state, ()):
                seen.append([row.number for row in played.rows if isinstance(event, CountShown)])
            before = GAME.apply(before, event)
        assert seen[:4] == [[2], [2, 2], [2, 2, 4], [2, 2, 4, 8]]

    def test_result_follows_the_last_line(self) -> None:
        play = four_players({"Tateshale": 0, "Wigemor": 0, "Lincolia": 1, "Lundonia": 2, "Man": 3}, (5, 0, 5, 5))
        play.act(0, ConfirmBoard())
        places = play.view().election.places  # type: ignore[union-attr]
        assert [(place.seat, place.bonus) for place in places] == [(0, 4), (2, 3), (3, 2), (1, 1)]
        assert play.happened(BonusAwarded) == [BonusAwarded((4, 1, 3, 2))]

    def test_a_count_stopped_by_an_earlier_version_continues(self) -> None:
        areas = {"Tateshale": 0, "Wigemor": 0, "Lincolia": 1, "Lundonia": 2, "Man": 3}
        for shown in range(5):
            play = four_players(areas, (5, 0, 5, 5))
            play.state = GAME.apply(play.state, BoardConfirmed())
            for line in range(shown):
                play.state = GAME.apply(play.state, CountShown(line + 1))
            assert play.refusal_code(0, ConfirmBoard()) == "not-now"
            places = play.view().election.places  # type: ignore[union-attr]
            assert [place.seat for place in places] == ([0, 2, 3, 1] if shown == 4 else [])
            play.act(0, ContinueReveal())
            assert play.happened(CountShown) == [CountShown(line) for line in range(shown + 1, 5)]
            assert play.happened(BonusAwarded) == [BonusAwarded((4, 1, 3, 2))]

    def test_votes_corrected_during_the_count_change_the_count(self) -> None:
        box = {**EXAMPLE, "votes.Lundonia": "3", "votes.Grentebrige": "4"}
        play = four_players({"Tateshale": 0, "Lincolia": 1, "Lundonia": 2, "Man": 3}, (5, 0, 5, 5), box=box)
        play.state = GAME.apply(play.state, BoardConfirmed())
        for key, votes in (("votes.Lundonia", "4"), ("votes.Grentebrige", "3")):
            play.state = GAME.apply(play.state, PrintedValueEntered(key, votes))
        play.act(0, ContinueReveal())
        lines = {line.seat: line.area_votes for line in play.view().election.lines}  # type: ignore[union-attr]
        assert lines[2] == 4


def test_single_bonus_vote_is_in_the_singular() -> None:
    one, two = (CountLine(0, (), 3, 0, 3, bonus, 3 + bonus, enough=False) for bonus in (1, 2))
    assert [render(votes_note(line) or "", NAMES) for line in (one, two)] == ["1 bonus vote", "2 bonus votes"]


# --- bonus votes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "votes"),
    [
        pytest.param(4, (4, 3, 2, 1), id="L6 nl 179-181"),
        pytest.param(3, (3, 2, 1), id="L7 nl 183 three"),
        pytest.param(5, (5, 4, 3, 2, 1), id="L7 nl 183 five"),
    ],
)
def test_bonus_votes_by_rank(players: int, votes: tuple[int, ...]) -> None:
    assert bonus_votes(players) == votes


class TestBonus:
    def test_most_area_votes_give_most_bonus_votes(self) -> None:
        areas = {"Tateshale": 0, "Lincolia": 1, "Grentebrige": 1, "Lundonia": 2, "Stadford": 2, "Wigemor": 2}
        play = four_players({**areas, "Man": 3}, (5, 5, 5, 0)).count_votes()
        assert play.happened(BonusAwarded) == [BonusAwarded((2, 3, 4, 1))]  # nl 179-181: 4, 6, 11 and 2

    def test_earlier_bonus_votes_do_not_affect_the_rank(self) -> None:
        areas = {"Tateshale": 0, "Lincolia": 1, "Man": 2, "Wigemor": 3, "Stadford": 3}
        play = four_players(areas, (5, 5, 0, 5), bonus=(0, 9, 12, 0)).count_votes()
        assert play.happened(BonusAwarded) == [BonusAwarded((3, 2, 1, 4))]
        assert play.state.bonus == (3, 11, 13, 4)  # nl 195-197

    def test_bonus_votes_are_limited_to_15(self) -> None:
        areas = {"Tateshale": 0, "Lincolia": 1, "Man": 2, "Wigemor": 3, "Stadford": 3}
        play = four_players(areas, (5, 5, 0, 5), bonus=(14, 15, 0, 0)).count_votes()
        assert play.state.bonus == (15, 15, 1, 4)

    def test_equal_area_votes_are_ranked_by_cards(self) -> None:
        areas = {"Tateshale": 0, "Wigemor": 1, "Oxeneford": 2, "Man": 3}
        play = four_players(areas, (5, 7, 6, 0)).count_votes()
        assert play.happened(BonusAwarded) == [BonusAwarded((2, 4, 3, 1))]  # nl 185

    def test_rulebook_example_of_three_tied_after_the_third(self) -> None:
        """L5 nl 242: A 12 - 4, B 11 - 3, C 8. C has cards; A and B have none and roll."""
        areas = {"Tateshale": 0, "Oxeneford": 0, "Wigemor": 0}
        areas |= {"Lundonia": 1, "Lincolia": 1, "Man": 1, "Sedberouie": 1}
        areas |= {"Lancastre": 2, "Stadford": 2, "Rouecestre": 2, "Lideforde": 3}
        play = four_players(areas, (0, 0, 1, 9))
        votes = [count_line(play.state, seat) for seat in range(4)]
        assert [(line.area_votes, line.votes) for line in votes] == [(12, 8), (11, 8), (8, 8), (3, 3)]
        play.count_votes()
        assert play.view().waiting_for == (0, 1)
        assert play.refusal_code(2, RollForTie((6,) * 5)) == "not-now"
        play.act(0, RollForTie((1, 2, 3, 4, 5)))
        play.act(1, RollForTie((6, 6, 6, 6, 6)))
        assert play.happened(BonusAwarded) == [BonusAwarded((2, 3, 4, 1))]


class TestTieDice:
    def tied_seats(self, hands: tuple[int, ...] = (0, 5, 5, 5)) -> Play:
        """Returns an election in which Ben, Carla and David have equal votes and cards."""
        return four_players({"Man": 0, "Tateshale": 1, "Wigemor": 2, "Oxeneford": 3}, hands).count_votes()

    def test_tie_is_rolled_with_five_dice_each(self) -> None:
        play = self.tied_seats()
        assert play.view().waiting_for == (1, 2, 3)
        for dice in (None, (1, 2, 3, 4), (1, 2, 3, 4, 7)):
            assert play.refusal_code(1, RollForTie(dice)) == "dice"  # nl 243
        assert play.refusal_code(0, RollForTie((1,) * 5)) == "not-now"
        assert play.refusal_code(0, ContinueReveal()) == "not-now"

    def test_one_roll_ranks_all_tied_seats(self) -> None:
        play = self.tied_seats()
        for seat, die in ((2, 3), (1, 2), (3, 6)):
            play.act(seat, RollForTie((die,) * 5))
        assert play.happened(BonusAwarded) == [BonusAwarded((1, 2, 3, 4))]

    def test_equal_sums_roll_again(self) -> None:
        play = self.tied_seats()
        play.act(1, RollForTie((3, 3, 3, 3, 3)))
        play.act(2, RollForTie((1, 2, 3, 4, 5)))
        assert play.refusal_code(1, RollForTie((6,) * 5)) == "not-now"
        play.act(3, RollForTie((1,) * 5))
        assert play.view().waiting_for == (1, 2)
        play.act(1, RollForTie((1,) * 5))
        play.act(2, RollForTie((2,) * 5))
        assert play.happened(BonusAwarded) == [BonusAwarded((1, 3, 4, 2))]

    def test_equal_sums_below_the_first_roll_again_too(self) -> None:
        play = self.tied_seats()
        for seat, die in ((1, 6), (2, 3), (3, 3)):
            play.act(seat, RollForTie((die,) * 5))
        assert play.view().waiting_for == (2, 3)
        play.act(2, RollForTie((1,) * 5))
        play.act(3, RollForTie((2,) * 5))
        assert play.happened(BonusAwarded) == [BonusAwarded((1, 4, 2, 3))]

    def test_two_ties_at_once(self) -> None:
        play = four_players({"Man": 0, "Sedberouie": 1, "Wigemor": 2, "Oxeneford": 3}, (0, 0, 5, 5)).count_votes()
        assert play.view().waiting_for == (0, 1, 2, 3)
        for seat, die in enumerate((1, 2, 3, 4)):
            play.act(seat, RollForTie((die,) * 5))
        assert play.happened(BonusAwarded) == [BonusAwarded((1, 2, 3, 4))]

    def test_herald_can_roll_for_a_tie(self) -> None:
        play = four_players({"Man": 0, "Tateshale": 1, "Wigemor": 2, "Lideforde": 3}, (0, 5, 5, 5), dice="herald")
        play.count_votes()
        while not play.happened(BonusAwarded):
            play.act(play.view().waiting_for[0], RollForTie())
        assert sorted(play.happened(BonusAwarded)[0].votes) == [1, 2, 3, 4]

    def test_reason_names_who_has_more_cards_but_not_how_many(self) -> None:
        play = four_players({"Tateshale": 0, "Wigemor": 1, "Oxeneford": 2, "Man": 3}, (12, 14, 13, 0)).count_votes()
        places = play.view().election.places  # type: ignore[union-attr]
        reasons = [render(place.reason, NAMES) if place.reason else "" for place in places]
        assert reasons[:2] == [
            "tied with Carla and Anna on area votes, but more cards",
            "tied with Anna on area votes, but more cards",
        ]
        assert not any(digit in reason for reason in reasons for digit in "0123456789")


# --- new cards ------------------------------------------------------------------------------------------


class TestNewCards:
    AREAS: ClassVar = {"Tateshale": 0, "Lincolia": 1, "Man": 2, "Wigemor": 3, "Stadford": 3}

    def test_at_most_15_new_cards_each(self) -> None:
        play = four_players(self.AREAS, (1, 0, 2, 3)).count_votes()
        assert play.happened(HandsDealt)[0].each == 15  # nl 187
        assert [hand.count for hand in play.state.hands] == [16, 15, 17, 18]
        assert play.state.discard_pile.count == 80 - 66  # the rest stays in the pile

    def test_dealt_cards_are_shown_to_their_owner_only(self) -> None:
        play = four_players(self.AREAS, (1, 0, 2, 3)).count_votes()
        dealt = play.happened(HandsDealt)[0].dealt
        for seat, new in enumerate(dealt):
            (found,) = play.view(seat).just_learned
            assert render(found, NAMES) == f"New in your hand: {render(new.in_words, NAMES)}."
        assert play.view(None).just_learned == ()

    def test_with_too_few_cards_everybody_gets_the_same_number(self) -> None:
        hands = (Cards(18), Cards(), Cards(18), Cards(0, 27))
        figures = ("Tateshale", "Lincolia", "Man", "Wigemor")
        play = ends_in_election(position(figures, {"Stadford": (3, 1)}, hands)).count_votes()
        assert play.happened(HandsDealt)[0].each == 4  # nl 247: 17 on the pile
        assert [hand.count for hand in play.state.hands] == [22, 4, 22, 31]
        assert total_of(play.state.hands).within(cards_in_game(4))

    def test_play_continues_with_the_next_player(self) -> None:
        play = four_players(self.AREAS, (1, 0, 2, 3)).count_votes()
        assert play.events[-1] == TurnBegan(1)  # nl 189
        assert not play.state.out_of_cards

    def test_election_without_a_deal_is_repeated_after_the_next_turn(self) -> None:
        hands = (Cards(30, 10), Cards(), Cards(18), Cards(0, 18, 3))
        figures = ("Tateshale", "Lincolia", "Man", "Wigemor")
        play = ends_in_election(position(figures, {"Stadford": (3, 1)}, hands)).count_votes()
        assert play.happened(HandsDealt)[0].each == 0
        assert play.view().players[1].out_of_cards
        play.act(1, EndTurn())
        assert play.events[-1] == ElectionCalled((1,))

    def with_real_cards(self, hands: tuple[int, ...] = (1, 0, 2, 3)) -> Play:
        return four_players(self.AREAS, hands, cards="box").count_votes()

    def test_with_real_cards_everybody_enters_the_new_hand(self) -> None:
        play = self.with_real_cards()
        assert play.happened(DealCalled) == [DealCalled(15)]
        hands = dealt_hands(play.state)
        for seat in (0, 1, 2):
            play.act(seat, EnterHand(*hands[seat].by_kind))
        assert play.state.hands[0] == Cards(1)
        assert play.view(0).entered == hands[0]
        assert play.view(1).entered == hands[1]
        assert play.act(3, EnterHand(*hands[3].by_kind))[1:] == [HandsCounted(), TurnBegan(1)]
        assert play.state.hands == hands

    def test_hand_of_the_wrong_size_is_refused(self) -> None:
        play = self.with_real_cards()
        assert play.refusal_code(0, EnterHand(15)) == "hand-size"
        assert play.refusal_code(0, EnterHand(12, 0, 5, sure=True)) == "cards"
        assert play.refusal_code(0, EnterHand(12, 0, 5)) == "cards"
        assert play.refusal_code(0, EnterHand(17, -1)) == "cards"

    def test_hand_of_the_wrong_size_is_accepted_when_confirmed(self) -> None:
        """A card spent without Herald must not block the game."""
        play = self.with_real_cards()
        hands = dealt_hands(play.state)
        fewer = hands[0] - Cards(1)
        assert play.refusal_code(0, EnterHand(*fewer.by_kind)) == "hand-size"
        play.act(0, EnterHand(*fewer.by_kind, sure=True))
        for seat in (1, 2, 3):
            play.act(seat, EnterHand(*hands[seat].by_kind))
        assert play.state.hands == (fewer, *hands[1:])

    def test_inconsistent_hands_are_asked_for_again(self) -> None:
        play = self.with_real_cards()
        play.act(0, EnterHand(12, 0, 4))
        play.act(1, EnterHand(15))
        play.act(2, EnterHand(17))
        assert play.act(3, EnterHand(17, 0, 1))[1:] == [HandsMiscounted()]
        assert isinstance(play.state.phase, Deal)
        assert play.view().waiting_for == (0, 1, 2, 3)
        assert Deal.current(play.state).miscounted
        for seat, hand in enumerate(dealt_hands(play.state)):
            play.act(seat, EnterHand(*hand.by_kind))
        assert play.turn.turn == 1


# --- the king -------------------------------------------------------------------------------------------


class TestTheKing:
    def test_enough_votes_at_an_election_win(self) -> None:
        areas = {"Tateshale": 0, "Lundonia": 0, "Wigemor": 0, "Lincolia": 1, "Man": 2, "Stadford": 3}
        play = four_players(areas, (5, 0, 5, 5), bonus=(8, 0, 0, 0)).count_votes()
        assert play.happened(KingCrowned) == [KingCrowned(0)]  # nl 203: 12 + 8
        assert not play.happened(BonusAwarded)
        assert isinstance(play.state.phase, GameOver)
        assert play.refusal_code(0, EndTurn()) == "over"
        assert play.view().legal_actions == ()

    def test_one_vote_short_is_not_enough(self) -> None:
        areas = {"Tateshale": 0, "Lundonia": 0, "Wigemor": 0, "Lincolia": 1, "Man": 2, "Stadford": 3}
        play = four_players(areas, (5, 0, 5, 5), bonus=(7, 0, 0, 0)).count_votes()
        assert not play.happened(KingCrowned)

    @pytest.mark.parametrize(("bonus", "king"), [(15, True), (14, False)])
    def test_nineteen_votes_win_with_three_players(self, bonus: int, king: bool) -> None:
        figures = ("Oxeneford", "Lincolia", "Lideforde")
        play = position(figures, {}, (Cards(5), Cards(), Cards(5)), bonus=(bonus, 0, 0))
        ends_in_election(play).count_votes()
        assert bool(play.happened(KingCrowned)) is king  # nl 172

    def test_loss_of_a_third_can_cost_the_crown(self) -> None:
        areas = {"Tateshale": 0, "Lundonia": 0, "Wigemor": 0, "Lincolia": 1, "Man": 2, "Stadford": 3}
        play = four_players(areas, (0, 5, 5, 5), bonus=(8, 0, 0, 0)).count_votes()
        assert not play.happened(KingCrowned)  # 12 - 4 + 8

    def test_enough_votes_between_elections_do_not_win(self) -> None:
        areas = {"Tateshale": (0, 1), "Lundonia": (0, 1), "Lincolia": (1, 1)}
        play = position(("Wigemor", "Lincolia", "Man", "Stadford"), areas, bonus=(15, 0, 0, 0))
        play.act(0, EndTurn())
        assert play.turn.turn == 1  # nl 248

    def several_candidates(self, hands: tuple[int, ...], bens: tuple[str, ...] = ("Lundonia", "Oxeneford")) -> Play:
        areas = dict.fromkeys(("Tateshale", "Wigemor"), 0) | dict.fromkeys(bens, 1)
        return four_players({**areas, "Man": 2, "Lideforde": 3}, hands, bonus=(12, 15, 0, 0)).count_votes()

    def test_candidate_with_more_area_votes_beats_a_higher_total(self) -> None:
        play = self.several_candidates((5, 5, 0, 5), bens=("Lundonia", "Lincolia"))
        assert play.happened(KingCrowned) == [KingCrowned(0)]  # nl 205: 8 + 12 before 7 + 15
        places = GAME.standings(play.state)
        assert places is not None
        assert [(p.place, p.seat, p.points) for p in places.places] == [(1, 0, 20), (2, 1, 22), (3, 3, 3), (4, 2, 2)]
        assert render(places.places[0].reason or "", NAMES) == "more area votes than Ben"

    def test_votes_corrected_after_the_crown_are_recounted(self) -> None:
        play = self.several_candidates((5, 6, 0, 5), bens=("Lundonia", "Lincolia"))
        assert play.state.phase == GameOver(0)
        state = GAME.apply(play.state, PrintedValueEntered("votes.Lincolia", "4"))  # 8 + 12 and 8 + 15, but more cards
        places = GAME.standings(state)
        assert places is not None
        assert places.winners == (1,)
        assert {p.seat: p.points for p in places.places} == dict(enumerate(totals(GAME.score(state), 4)))

    def test_crown_stays_if_corrected_votes_leave_nobody_with_enough(self) -> None:
        areas = {"Tateshale": 0, "Lundonia": 0, "Wigemor": 0, "Lincolia": 1, "Man": 2, "Stadford": 3}
        play = four_players(areas, (5, 0, 5, 5), bonus=(8, 0, 0, 0)).count_votes()
        state = GAME.apply(play.state, PrintedValueEntered("votes.Wigemor", "2"))
        places = GAME.standings(state)
        assert places is not None
        assert places.winners == (0,)
        assert render(places.places[0].reason or "", NAMES) == "crowned before a value was corrected"
        assert {p.seat: p.points for p in places.places} == dict(enumerate(totals(GAME.score(state), 4)))

    def test_crown_stays_if_corrected_votes_would_need_a_tie_roll(self) -> None:
        areas = dict.fromkeys(("Lundonia", "Lincolia"), 0) | dict.fromkeys(("Tateshale", "Wigemor"), 1)
        play = four_players({**areas, "Man": 2, "Lideforde": 3}, (5, 5, 0, 5), bonus=(15, 12, 0, 0)).count_votes()
        assert play.state.phase == GameOver(1)  # nl 205: 8 area votes before 7
        state = GAME.apply(
            play.state, PrintedValueEntered("votes.Lincolia", "4")
        )  # nl 244: now 8 each, with 5 cards each
        places = GAME.standings(state)
        assert places is not None
        assert places.winners == (1,)
        assert render(places.places[0].reason or "", NAMES) == "crowned before a value was corrected"

    def test_equal_candidates_are_ranked_by_cards(self) -> None:
        play = self.several_candidates((6, 5, 0, 5))
        assert play.happened(KingCrowned) == [KingCrowned(0)]  # nl 244
        reason = play.view().election.places[0].reason  # type: ignore[union-attr]
        assert reason is not None
        assert render(reason, NAMES) == "tied with Ben on area votes, but more cards"

    def test_only_candidates_with_equal_cards_roll_five_dice(self) -> None:
        play = self.several_candidates((5, 5, 0, 5))
        assert play.view().waiting_for == (0, 1)
        play.act(0, RollForTie((1,) * 5))
        play.act(1, RollForTie((2,) * 5))
        assert play.happened(KingCrowned) == [KingCrowned(1)]

    def test_third_candidate_below_the_tie_does_not_roll_again(self) -> None:
        areas = {"Tateshale": 0, "Wigemor": 1, "Oxeneford": 2, "Stadford": 0, "Lancastre": 1, "Lincolia": 2, "Man": 3}
        play = four_players(areas, (5, 5, 5, 0), bonus=(15, 15, 15, 0)).count_votes()
        play.act(0, RollForTie((2,) * 5))
        play.act(1, RollForTie((2,) * 5))
        play.act(2, RollForTie((1,) * 5))
        assert play.view().waiting_for == (0, 1)
        play.act(0, RollForTie((2,) * 5))
        play.act(1, RollForTie((3,) * 5))
        assert play.happened(KingCrowned) == [KingCrowned(1)]

    def test_candidates_tied_below_the_best_roll_do_not_roll_again(self) -> None:
        areas = {"Tateshale": 0, "Wigemor": 1, "Oxeneford": 2, "Stadford": 0, "Lancastre": 1, "Lincolia": 2, "Man": 3}
        play = four_players(areas, (5, 5, 5, 0), bonus=(15, 15, 15, 0)).count_votes()
        for seat, die in enumerate((1, 1, 2)):
            play.act(seat, RollForTie((die,) * 5))
        assert play.happened(KingCrowned) == [KingCrowned(2)]

    def test_ties_below_the_king_share_the_place_without_a_roll(self) -> None:
        areas = {"Tateshale": 0, "Lundonia": 0, "Lincolia": 1, "Stadford": 2, "Man": 3}
        play = four_players(areas, (5, 5, 5, 0), bonus=(15, 0, 0, 0)).count_votes()
        places = GAME.standings(play.state)
        assert places is not None
        assert [(p.place, p.seat) for p in places.places] == [(1, 0), (2, 1), (2, 2), (4, 3)]
        assert places.winners == (0,)
        assert render(places.reason, NAMES) == "Anna is king with 23 votes (20 needed)."


def test_score_lines_add_up_to_the_count() -> None:
    play = four_players({"Tateshale": 0, "Lincolia": 1, "Man": 2, "Wigemor": 3}, (0, 5, 5, 5), bonus=(3, 2, 1, 0))
    lines = GAME.score(play.state)
    assert totals(lines, 4) == tuple(count_line(play.state, seat).total for seat in range(4)) == (6, 5, 3, 4)
    assert [(render(line.what, NAMES), line.points, line.rule) for line in lines if line.seat == 0] == [
        ("Tateshale", 4, "nl 164"),
        ("minus a third: no cards", -1, "nl 166"),
        ("bonus votes", 3, "nl 193"),
    ]


def test_no_standings_before_the_end() -> None:
    assert GAME.standings(four_players({"Tateshale": 0}, (5, 0, 5, 5)).state) is None
