"""KEY_MOMENTS mode for disputes and elections: its questions, its counts, and changes between tracking modes."""

from __future__ import annotations

import pytest

from scoring.claims import ClaimPlace, GiveUpPlace, SettlePlace
from scoring.kernel import EVERY_MOVE, FINAL_SCORING, KEY_MOMENTS
from scoring.lang_lebe import GAME
from scoring.lang_lebe.cards import Deal, DealCalled, EnterHand, HandsDealt
from scoring.lang_lebe.components import Cards
from scoring.lang_lebe.corrections import CorrectArea, CorrectBonus, CorrectHand
from scoring.lang_lebe.dispute import Dispute, RollDice, SealStake
from scoring.lang_lebe.election import (
    BonusAwarded,
    Election,
    ElectionCalled,
    ElectionCalledLate,
    KingCrowned,
    RollForTie,
)
from scoring.lang_lebe.key_moments import (
    CallDispute,
    CallElection,
    CardsMiscounted,
    CardsSealed,
    ClaimRest,
    ElectionEntry,
    EnterCardCount,
    SealCards,
)
from scoring.lang_lebe.setup import EnterPieces, FinishBoardEntry
from scoring.lang_lebe.state import BoardEntry, Untracked
from scoring.lang_lebe.turn import EndTurn, Stay
from scoring.reveal_phases import BoardConfirmed, ConfirmBoard
from scoring.tracking_modes import ChangeTrackingMode
from scoring.words import render
from tests.lang_lebe.play import Play, ends_in_election, new_game, position

NAMES = ("Anna", "Ben", "Carla", "David", "Eva")
ANNA, BEN, CARLA, DAVID = 0, 1, 2, 3
# Anna has 20 votes, Ben 10, Carla 6, David 3.
CROWNED = {
    ANNA: ("Grentebrige", "Lundonia", "Oxeneford", "Tateshale", "Lideforde", "Man"),
    BEN: ("Wigemor", "Lancastre", "Lincolia"),
    CARLA: ("Stadford", "Rouecestre"),
    DAVID: ("Sarisberie",),
}
# 6, 3, 2 and 2 votes: nobody is king.
FEW = {ANNA: ("Lundonia", "Man"), BEN: ("Lincolia",), CARLA: ("Rouecestre",), DAVID: ("Sarisberie",)}


def untracked_game(players: int = 4, tracking_mode: str = KEY_MOMENTS, **options: str) -> Play:
    return new_game(players, tracking_mode=tracking_mode, **options)


def to_do(play: Play) -> list[str]:
    return [render(text, NAMES) for text in play.view().to_do]


def claim(play: Play, areas: dict[int, tuple[str, ...]]) -> None:
    for seat, mine in areas.items():
        for area in mine:
            play.act(seat, ClaimPlace(area))


# --- a dispute -----------------------------------------------------------------------------------------


def dispute_setting(courtiers: int = 3, figure: int = 1, area: str = "Lundonia") -> Play:
    """Returns a dispute over Ben's area, entered by Anna, in which everybody has staked two x1 cards."""
    play = untracked_game()
    play.act(ANNA, CallDispute(BEN, courtiers, figure, area))
    for seat in range(4):
        play.act(seat, SealStake(2))
    return play


def roll(play: Play, *rolls: tuple[int, ...]) -> None:
    for seat, dice in zip(play.view().waiting_for, rolls, strict=True):
        play.act(seat, RollDice(dice))


class TestADispute:
    def test_nothing_is_asked_between_key_moments(self) -> None:
        view = untracked_game().view()
        assert view.waiting_for == ()
        assert {legal_action.action for legal_action in view.legal_actions} == {"call-dispute", "call-election"}

    def test_pieces_give_two_points_each(self) -> None:
        play = dispute_setting()
        assert Dispute.current(play.state).extras == (2, 8, 0, 0)  # nl 130, 132

    def test_dispute_needs_a_piece_of_the_defender(self) -> None:
        assert untracked_game().refusal_code(ANNA, CallDispute(BEN)) == "nobody-there"  # nl 114
        for courtiers, figure in ((1, 0), (0, 1), (1, 1)):
            untracked_game().act(ANNA, CallDispute(BEN, courtiers, figure))

    def test_nobody_disputes_with_themselves(self) -> None:
        assert untracked_game().refusal_code(ANNA, CallDispute(ANNA, 1)) == "not-offered"

    @pytest.mark.parametrize(
        ("area", "most"),
        [("Sedberouie", 2), ("Rouecestre", 2), ("Lincolia", 3), ("Tateshale", 4)],
    )
    def test_area_holds_no_more_courtiers_than_votes(self, area: str, most: int) -> None:
        """nl 94: the figure does not count."""
        play = untracked_game()
        assert play.refusal_code(ANNA, CallDispute(BEN, most + 1, 0, area)) == "limit"
        play.act(ANNA, CallDispute(BEN, most, 1, area))
        assert Dispute.current(play.state).extras[BEN] == 2 * most + 2

    def test_unnamed_or_unknown_area_holds_up_to_four_courtiers(self) -> None:
        """nl 35: no area has more votes."""
        for area in ("", "Lincolia"):
            play = untracked_game(box={})
            assert play.refusal_code(ANNA, CallDispute(BEN, 5, 0, area)) in ("limit", "not-offered")
            play.act(ANNA, CallDispute(BEN, 4, 1, area))

    def test_man_is_not_disputed_with_three_players(self) -> None:
        assert untracked_game(3).refusal_code(ANNA, CallDispute(BEN, 1, 0, "Man")) == "not-in-play"  # nl 39

    def test_area_of_a_dispute_is_optional(self) -> None:
        play = dispute_setting(area="")
        roll(play, (6, 6), (1, 2), (2, 2), (2, 2))
        assert render(play.view().headline, NAMES) == "Anna won the dispute."
        assert "Ben: take 3 courtiers back." in to_do(play)

    def test_play_continues_without_a_tap_after_a_dispute(self) -> None:
        play = dispute_setting()
        roll(play, (6, 6), (1, 2), (2, 2), (1, 1))
        assert isinstance(play.state.phase, Untracked)
        assert play.view().waiting_for == ()
        assert to_do(play) == [
            "Ben: take 3 courtiers back from Lundonia.",  # nl 144
            "Anna: send Ben’s figure to an area with Ben’s courtiers.",  # nl 144
            "Anna: you can place a courtier there and roll for more.",  # nl 140
            "Ben: you can take back 1 card ×1.",  # nl 154
            "David: you can take back 2 cards ×1.",
            "Put staked cards that no one takes back on the discard pile.",  # nl 152
        ]
        dispute = play.view().dispute
        assert dispute is not None
        assert dispute.winner == ANNA

    def test_defender_who_wins_banishes_the_intruder(self) -> None:
        play = dispute_setting()
        roll(play, (1, 2), (6, 6), (2, 2), (2, 2))
        assert to_do(play)[0] == "Ben: send Anna’s figure to an area with Anna’s courtiers."  # nl 142

    def test_third_party_who_wins_banishes_both(self) -> None:
        play = dispute_setting(courtiers=0)
        roll(play, (1, 2), (1, 2), (6, 6), (2, 2))
        assert to_do(play)[:2] == [
            "Carla: send Anna’s figure to an area with Anna’s courtiers.",  # nl 146
            "Carla: send Ben’s figure to an area with Ben’s courtiers.",
        ]

    @pytest.mark.parametrize(("area", "full"), [("Rouecestre", 2), ("Lincolia", 3), ("", 4)])
    def test_defender_who_wins_a_full_area_places_no_courtier(self, area: str, full: int) -> None:
        """nl 140: the limit holds; any other winner finds the area empty."""
        for courtiers in (full - 1, full):
            for winner in (ANNA, BEN, CARLA):
                play = dispute_setting(courtiers, figure=0, area=area)
                roll(play, *((6, 6) if seat == winner else (1, 1) for seat in range(4)))
                placing = f"{NAMES[winner]}: you can place a courtier there and roll for more."
                assert (placing in to_do(play)) == (courtiers < full or winner != BEN)

    def test_equal_points_roll_again(self) -> None:
        play = dispute_setting(courtiers=1, figure=0)
        roll(play, (5, 6), (5, 6), (2, 2), (2, 2))
        assert play.view().waiting_for == (ANNA, BEN)  # nl 230

    def test_stake_has_at_most_five_cards_and_no_more_x3_than_exist(self) -> None:
        play = untracked_game()
        play.act(ANNA, CallDispute(BEN, 1))
        assert play.refusal_code(BEN, SealStake(4, 2)) == "stake"  # nl 122
        assert play.refusal_code(BEN, SealStake(0, 0, 5)) == "cards"
        assert play.refusal_code(BEN, SealStake(0)) == "stake"


# --- an election ---------------------------------------------------------------------------------------


def election(areas: dict[int, tuple[str, ...]], cards: tuple[int, ...], play: Play | None = None) -> Play:
    play = play or untracked_game(len(cards))
    play.act(ANNA, CallElection())
    claim(play, areas)
    for seat, number in enumerate(cards):
        play.act(seat, SealCards(number))
    return play


def count_votes(play: Play) -> Play:
    play.act(ANNA, ConfirmBoard())
    return play


class TestAnElection:
    def test_reaching_the_target_makes_a_king(self) -> None:
        play = count_votes(election(CROWNED, (3, 0, 5, 5)))
        assert play.happened(KingCrowned) == [KingCrowned(ANNA)]
        standings = GAME.standings(play.state)
        assert standings is not None
        # Ben loses a third of 10 (nl 166).
        assert [(place.seat, place.points) for place in standings.places] == [(0, 20), (1, 7), (2, 5), (3, 2)]

    def test_without_a_king_bonus_votes_are_kept_and_cards_are_dealt(self) -> None:
        play = count_votes(election(FEW, (7, 8, 9, 0)))
        assert play.happened(BonusAwarded) == [BonusAwarded((4, 3, 2, 1))]  # nl 179: 2 votes and 9 cards before 2 and 0
        assert play.happened(DealCalled) == [DealCalled(14)]  # nl 187, 247: 80 - 24 = 56 cards for four
        assert isinstance(play.state.phase, Untracked)
        again = count_votes(election({}, (7, 8, 9, 0), play))
        assert again.state.bonus == (8, 6, 4, 2)

    def test_next_election_starts_with_the_areas_last_entered(self) -> None:
        play = count_votes(election(FEW, (7, 8, 0, 9)))
        play.act(BEN, CallElection())
        assert ElectionEntry.current(play.state).claims.owners == {
            area: seat for seat, areas in FEW.items() for area in areas
        }
        play.act(BEN, ClaimPlace("Man"))  # it changed hands meanwhile
        assert play.view().poll.contradictions == ()  # type: ignore[union-attr]
        assert ElectionEntry.current(play.state).claims.owners["Man"] == BEN

    def test_area_tapped_by_two_players_is_settled(self) -> None:
        play = election({**FEW, BEN: ("Lundonia",)}, (7, 8, 0, 9))
        assert play.refusal_code(ANNA, ConfirmBoard()) == "contradiction"
        play.act(BEN, SettlePlace("Lundonia"))
        play.act(ANNA, ConfirmBoard())
        assert play.state.last_holders == {"Lundonia": BEN, "Man": ANNA, "Rouecestre": CARLA, "Sarisberie": DAVID}

    @pytest.mark.parametrize(
        ("missing", "question"),
        [
            ((BEN,), "Ben has no area yet. Where is their figure?"),
            ((ANNA, DAVID), "Anna and David have no area yet. Where are their figures?"),
        ],
    )
    def test_player_without_an_area_is_asked_for_by_name(self, missing: tuple[int, ...], question: str) -> None:
        """nl 164, 222: the figure alone holds an area, and it is always on the board."""
        play = election({seat: areas for seat, areas in FEW.items() if seat not in missing}, (7, 8, 0, 9))
        assert play.refusal_code(ANNA, ConfirmBoard()) == "figure"
        assert play.view().waiting_for == missing
        assert render(play.view().headline, NAMES) == question
        claim(play, {seat: FEW[seat] for seat in missing})
        assert play.view().waiting_for == ()
        count_votes(play)

    def test_player_who_loses_their_only_area_is_asked_for_too(self) -> None:
        play = election({**FEW, BEN: ("Lundonia",)}, (7, 8, 0, 9))
        play.act(ANNA, SettlePlace("Lundonia"))
        assert play.refusal_code(ANNA, ConfirmBoard()) == "figure"
        assert play.view().waiting_for == (BEN,)

    def test_area_can_be_given_up_again(self) -> None:
        play = election({ANNA: ("Lundonia",)}, (7, 8, 0, 9))
        play.act(ANNA, GiveUpPlace("Lundonia"))
        assert ElectionEntry.current(play.state).claims.owners == {}

    def test_man_cannot_be_claimed_with_three_players(self) -> None:
        play = untracked_game(3)
        play.act(ANNA, CallElection())
        assert play.refusal_code(ANNA, ClaimPlace("Man")) == "not-offered"  # nl 39

    def test_count_waits_for_all_card_counts(self) -> None:
        play = untracked_game()
        play.act(ANNA, CallElection())
        claim(play, FEW)
        play.act(BEN, SealCards(0))
        assert play.refusal_code(ANNA, ConfirmBoard()) == "not-now"
        assert play.view().waiting_for == (ANNA, CARLA, DAVID)

    def test_election_needs_a_player_without_cards(self) -> None:
        play = election(CROWNED, (3, 1, 5, 5))
        assert play.act(ANNA, ConfirmBoard()) == [CardsMiscounted()]  # nl 162
        assert play.view().waiting_for == (ANNA, BEN, CARLA, DAVID)
        assert ElectionEntry.current(play.state).claims.of(ANNA) == CROWNED[ANNA]
        for seat, number in enumerate((3, 0, 5, 5)):
            play.act(seat, SealCards(number))
        count_votes(play)

    def test_more_cards_than_exist_are_asked_for_again(self) -> None:
        play = election(CROWNED, (40, 0, 40, 5))
        assert play.act(ANNA, ConfirmBoard()) == [CardsMiscounted()]  # nl 67

    def test_equal_votes_are_ranked_by_cards_then_by_dice(self) -> None:
        areas = {ANNA: ("Lundonia",), BEN: ("Oxeneford",), CARLA: ("Tateshale",), DAVID: ("Man",)}
        play = election(areas, (5, 6, 5, 0))
        play.act(ANNA, ConfirmBoard())
        assert play.view().waiting_for == (ANNA, CARLA)  # nl 185, 243
        play.act(ANNA, RollForTie((1, 1, 1, 1, 1)))
        play.act(CARLA, RollForTie((1, 1, 1, 1, 2)))
        places = play.view().election.places  # type: ignore[union-attr]
        assert [place.seat for place in places] == [BEN, CARLA, ANNA, DAVID]

    def test_only_votes_of_held_areas_are_asked_for(self) -> None:
        areas = {**FEW, CARLA: ("Oxeneford",), DAVID: ("Sedberouie",)}
        play = election(areas, (7, 0, 9, 9), untracked_game(box={}))
        legal_action = play.view().legal_action("confirm-board")
        assert legal_action is not None
        assert legal_action.missing_values == ("votes.Lincolia", "votes.Lundonia")
        assert play.refusal_code(ANNA, ConfirmBoard()) == "box-needed"
        play.act(ANNA, ConfirmBoard(), votes__Lincolia="3", votes__Lundonia="4")
        assert play.happened(BonusAwarded)

    def test_corrected_votes_change_the_count(self) -> None:
        play = election(FEW, (7, 0, 9, 9))
        play.state = GAME.apply(play.state, BoardConfirmed())
        play.state = play.state.with_printed_value("votes.Lundonia", "3")
        line = next(one for one in Election.current(play.state).count.lines if one.seat == ANNA)  # type: ignore[union-attr]
        assert line.votes == 5

    def test_bonus_votes_can_be_corrected_but_not_the_board(self) -> None:
        play = untracked_game()
        play.act(ANNA, CorrectBonus(BEN, 7))
        assert play.state.bonus[BEN] == 7
        assert play.refusal_code(ANNA, CorrectArea("Man", BEN, 1)) == "not-now"


def test_number_of_cards_is_hidden_from_everybody_else() -> None:
    play = untracked_game()
    play.act(ANNA, CallElection())
    play.act(BEN, SealCards(3))
    twin = untracked_game()
    twin.act(ANNA, CallElection())
    twin.act(BEN, SealCards(9))
    assert play.view(BEN).counted == 3
    for eyes in (None, ANNA, CARLA, DAVID):
        assert repr(play.view(eyes)) == repr(twin.view(eyes))
    assert CardsSealed.secret == {"cards"}
    assert SealCards.private


# --- an election with nothing to deal ---------------------------------------------------------------------


def after_an_election_with_nothing_to_deal() -> Play:
    """Returns a game in which the others hold all 60 cards, so that Anna was dealt none (nl 247)."""
    areas = {ANNA: ("Lundonia",), BEN: ("Lincolia",), CARLA: ("Rouecestre",)}
    play = count_votes(election(areas, (0, 30, 30)))
    assert play.happened(DealCalled) == [DealCalled(0)]
    return play


class TestNothingToDeal:
    def test_seat_without_cards_keeps_the_points_for_pieces(self) -> None:
        play = after_an_election_with_nothing_to_deal()
        play.act(BEN, CallDispute(ANNA, 2, 1, "Lundonia"))
        assert play.view().waiting_for == (BEN, CARLA)
        for seat in (BEN, CARLA):
            play.act(seat, SealStake(1))
        roll(play, (1,), (4,))
        assert render(play.view().headline, NAMES) == "Anna won the dispute over Lundonia."

    def test_seat_without_cards_enters_no_foreign_area(self) -> None:
        play = after_an_election_with_nothing_to_deal()
        assert play.refusal_code(ANNA, CallDispute(BEN, 1)) == "cards"  # nl 220

    def test_seat_dealt_no_cards_still_loses_a_third(self) -> None:
        play = after_an_election_with_nothing_to_deal()
        assert [(row.out_of_cards, row.third) for row in play.view().players] == [(True, 1), (False, 0), (False, 0)]

    def test_seat_that_was_dealt_cards_stakes_again(self) -> None:
        play = count_votes(election({ANNA: ("Lundonia",), BEN: ("Lincolia",), CARLA: ("Rouecestre",)}, (0, 20, 20)))
        play.act(BEN, CallDispute(ANNA, 2))
        assert play.view().waiting_for == (BEN, CARLA, ANNA)
        assert not any(row.out_of_cards for row in play.view().players)


# --- final scoring -------------------------------------------------------------------------------------


def test_final_scoring_is_one_election_without_secrets() -> None:
    play = untracked_game(tracking_mode=FINAL_SCORING)
    claim(play, CROWNED)
    for seat, (number, bonus) in enumerate(((3, 0), (0, 4), (5, 3), (5, 15))):
        play.act(seat, EnterCardCount(number, bonus))
    assert play.view().poll.card_counts == (3, 0, 5, 5)  # type: ignore[union-attr]
    assert play.refusal_code(ANNA, SealCards(3)) == "open"
    count_votes(play)
    standings = GAME.standings(play.state)
    assert standings is not None
    assert [(place.seat, place.points) for place in standings.places] == [(0, 20), (3, 17), (1, 11), (2, 8)]


def test_final_scoring_needs_an_area_for_every_player() -> None:
    play = untracked_game(tracking_mode=FINAL_SCORING)
    claim(play, {**CROWNED, DAVID: ()})
    for seat, number in enumerate((3, 0, 5, 5)):
        play.act(seat, EnterCardCount(number))
    assert play.refusal_code(ANNA, ConfirmBoard()) == "figure"
    assert render(play.view().headline, NAMES) == "David has no area yet. Where is their figure?"


def test_final_scoring_without_a_king_allows_the_next_election() -> None:
    play = untracked_game(tracking_mode=FINAL_SCORING)
    claim(play, FEW)
    for seat in range(4):
        play.act(seat, EnterCardCount(seat, seat))
    counted_places = count_votes(play)
    while counted_places.view().waiting_for:
        play.act(play.view().waiting_for[0], RollForTie((1, 2, 3, 4, 1 + len(play.events) % 6)))
    assert play.refusal_code(ANNA, CallDispute(BEN, 1)) == "not-now"
    play.act(ANNA, CallElection())
    assert isinstance(play.state.phase, ElectionEntry)


def test_last_player_to_enter_areas_may_take_all_that_are_free() -> None:
    play = untracked_game()
    play.act(ANNA, CallElection())
    claim(play, {**CROWNED, DAVID: ()})
    for seat, number in ((ANNA, 3), (BEN, 0)):
        play.act(seat, SealCards(number))
    assert play.refusal_code(DAVID, ClaimRest()) == "not-last"  # Carla is still counting
    play.act(CARLA, SealCards(5))
    assert play.refusal_code(CARLA, ClaimRest()) == "not-last"
    play.act(DAVID, ClaimRest())
    entry = ElectionEntry.current(play.state)
    assert entry.claims.of(DAVID) == ("Sarisberie", "Sedberouie")
    assert play.refusal_code(DAVID, ClaimRest()) == "not-last"


# --- between tracking modes -------------------------------------------------------------------------------


class TestChangingOver:
    def test_change_to_key_moments_keeps_areas_and_bonus_votes(self) -> None:
        play = position(
            ("Rouecestre", "Lincolia", "Lideforde"),
            {"Rouecestre": (0, 1), "Lundonia": (1, 1), "Lideforde": (2, 2)},
            bonus=(3, 2, 1),
        )
        hands = play.state.hands
        play.act(0, ChangeTrackingMode(KEY_MOMENTS))
        assert play.state.last_holders == {"Rouecestre": 0, "Lundonia": 1, "Lincolia": 1, "Lideforde": 2}
        assert play.state.bonus == (3, 2, 1)
        assert play.view(1).hand == hands[1]  # to be taken from the box
        play.act(0, CallElection())
        assert play.view(1).hand is None

    def test_change_to_every_move_asks_for_board_and_hands(self) -> None:
        play = count_votes(election({**FEW, CARLA: ("Stadford",), DAVID: ("Oxeneford",)}, (7, 8, 0, 9)))
        play.act(ANNA, ChangeTrackingMode(EVERY_MOVE))
        assert isinstance(play.state.phase, BoardEntry)
        play.act(ANNA, EnterPieces("Lundonia", 3, 1))
        play.act(ANNA, EnterPieces("Man", 0))
        assert play.refusal_code(CARLA, EnterPieces("Lincolia", 1)) == "one-holder"
        assert play.refusal_code(CARLA, EnterPieces("Sedberouie", 3)) == "not-offered"
        assert play.refusal_code(ANNA, FinishBoardEntry(CARLA)) == "figure"
        play.act(BEN, EnterPieces("Lincolia", 2, 1))
        play.act(CARLA, EnterPieces("Stadford", 0))
        play.act(CARLA, EnterPieces("Man", 1, 1))
        play.act(DAVID, EnterPieces("Oxeneford", 0, 1))
        play.act(ANNA, FinishBoardEntry(CARLA))
        for seat in range(4):
            play.act(seat, EnterHand(4 + seat, 2))
        assert not isinstance(play.state.phase, Deal)
        assert play.turn.turn == CARLA
        assert play.state.courtiers == {"Lundonia": (0, 3), "Lincolia": (1, 2), "Man": (2, 1)}
        assert play.state.figures == ("Lundonia", "Lincolia", "Man", "Oxeneford")
        assert play.state.hands[DAVID] == Cards(7, 2)
        play.act(CARLA, Stay())

    def test_change_back_while_the_board_is_entered_drops_its_pieces(self) -> None:
        play = count_votes(election({**FEW, CARLA: ("Stadford",), DAVID: ("Oxeneford",)}, (7, 8, 0, 9)))
        before = play.state
        play.act(ANNA, ChangeTrackingMode(EVERY_MOVE))
        play.act(ANNA, EnterPieces("Lundonia", 3, 1))
        play.act(ANNA, ChangeTrackingMode(KEY_MOMENTS))
        after = play.state
        assert (after.tracking_mode, after.phase) == (KEY_MOMENTS, Untracked())
        assert (after.courtiers, after.figures, after.last_holders) == ({}, (), before.last_holders)

    def test_empty_hand_stays_empty_when_the_tracking_mode_changes(self) -> None:
        """nl 247: after an election with nothing to deal."""
        hands = (Cards(), Cards(18, 11, 2), Cards(18, 10, 1))
        board = {"Rouecestre": (0, 1), "Lincolia": (1, 1), "Lideforde": (2, 2)}
        figures = ("Rouecestre", "Lincolia", "Lideforde")
        for found in (0, 2):
            play = ends_in_election(position(figures, board, hands, cards="box")).count_votes()
            assert play.happened(HandsDealt)[-1].each == 0
            play.act(ANNA, CorrectHand(found))
            play.act(ANNA, ChangeTrackingMode(KEY_MOMENTS))
            play.act(BEN, CallDispute(CARLA, 2, 1))
            assert play.view().waiting_for == (BEN, CARLA, *([ANNA] if found else []))

    @pytest.mark.parametrize("cards", [(5, 0, 7), (5, 0, 0)])
    def test_tracking_begins_with_an_election_if_a_hand_is_empty(self, cards: tuple[int, ...]) -> None:
        """nl 162: it is held before the next turn."""
        play = untracked_game(3)
        play.act(ANNA, ChangeTrackingMode(EVERY_MOVE))
        for seat, area in enumerate(("Rouecestre", "Lundonia", "Lincolia")):
            play.act(seat, EnterPieces(area, 1, 1))
        play.act(ANNA, FinishBoardEntry(CARLA))
        for seat, number in enumerate(cards):
            play.act(seat, EnterHand(number))
        assert play.happened(ElectionCalledLate) == [
            ElectionCalledLate(tuple(seat for seat, number in enumerate(cards) if not number), CARLA)
        ]
        play.count_votes()
        assert play.happened(DealCalled) == [DealCalled(15)]
        for seat in range(3):
            play.act(seat, EnterHand(cards[seat] + 8, 6, 1))
        assert play.turn.turn == CARLA

    def test_tracking_after_an_election_without_deal_begins_a_turn(self) -> None:
        play = after_an_election_with_nothing_to_deal()
        play.act(ANNA, ChangeTrackingMode(EVERY_MOVE))
        for seat, area in enumerate(("Lundonia", "Lincolia", "Rouecestre")):
            play.act(seat, EnterPieces(area, 1, 1))
        play.act(ANNA, FinishBoardEntry(BEN))
        for seat, hand in enumerate((Cards(), Cards(18, 11, 1), Cards(18, 10, 2))):
            play.act(seat, EnterHand(*hand.by_kind))
        assert play.turn.turn == BEN
        assert play.act(BEN, EndTurn())[-1] == ElectionCalled((ANNA,))
