"""A turn: moving, placing, extra rolls (nl 78-116 and the special rules 215-223)."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

import pytest

from scoring.kernel import EVERY_MOVE, GameConfig
from scoring.lang_lebe import GAME
from scoring.lang_lebe.components import CARDS_TO_ENTER, COURTIERS, EXAMPLE, Cards
from scoring.lang_lebe.election import ElectionCalled
from scoring.lang_lebe.entering import EnterForeign, TakeBack
from scoring.lang_lebe.state import Progress, TurnBegan
from scoring.lang_lebe.turn import (
    CourtierPlaced,
    EndTurn,
    ExtraRoll,
    MoveFigure,
    NoRoomFound,
    PlaceCourtier,
    RollOn,
    Stay,
    TurnEnded,
    succeeds,
)
from scoring.words import render
from tests.lang_lebe.play import Play, position

NAMES = ("Anna", "Ben", "Carla")


def three_players(**changes: object) -> Play:
    """Returns Anna's turn: Anna in Rouecestre and Stadford, Ben in Lincolia and Lundonia, Carla in Lideforde alone."""
    literal: dict[str, object] = {
        "figures": ("Rouecestre", "Lincolia", "Lideforde"),
        "courtiers": {
            "Rouecestre": (0, 1),
            "Stadford": (0, 1),
            "Lincolia": (1, 2),
            "Lundonia": (1, 1),
            "Lideforde": (2, 2),
        },
    }
    return position(**{**literal, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("card", "die", "success"),
    [
        pytest.param(2, 2, True, id="L10 nl 221"),
        pytest.param(1, 1, False, id="L11 nl 90 one"),
        pytest.param(1, 2, False, id="L11 nl 90 two"),
        *(pytest.param(1, die, True, id=f"L11 nl 90, 269 {die}") for die in (3, 4, 5, 6)),
        pytest.param(2, 1, False, id="nl 221 one on x2"),
        pytest.param(3, 1, True, id="nl 221 one on x3"),
    ],
)
def test_extra_roll_succeeds_or_fails_by_card_and_die(card: int, die: int, success: bool) -> None:
    assert succeeds(card, die) is success
    play = three_players()
    play.act(0, MoveFigure("Stadford"))
    play.act(0, PlaceCourtier())
    play.act(0, ExtraRoll(card, die))
    assert play.state.courtiers_in("Stadford") == 2 + success
    assert play.state.hands[0].count == 19  # nl 90: the card is spent in any case


@pytest.mark.parametrize(("area", "most"), [("Tateshale", 4), ("Sedberouie", 2)], ids=["L3 four", "L3 two"])
def test_courtiers_are_limited_by_the_votes_of_the_area(area: str, most: int) -> None:
    play = three_players(box={})
    play.act(0, MoveFigure(area))
    play.act(0, PlaceCourtier())
    for _ in range(most - 1):
        play.act(0, ExtraRoll(1, 6))
    assert play.state.courtiers_in(area) == most
    assert play.turn.turn == 1  # nl 92: at the limit the turn ends by itself


class TestMoving:
    def test_moving_into_an_empty_area_places_one_courtier_free(self) -> None:
        play = three_players()
        play.act(0, MoveFigure("Oxeneford"))
        play.act(0, PlaceCourtier())
        assert play.state.courtiers["Oxeneford"] == (0, 1)  # nl 88
        assert play.state.supply(0) == COURTIERS - 3

    def test_moving_into_an_own_area_places_one_courtier_free(self) -> None:
        play = three_players()
        play.act(0, MoveFigure("Stadford"))
        play.act(0, PlaceCourtier())
        assert play.state.courtiers["Stadford"] == (0, 2)  # nl 98

    def test_staying_places_one_courtier_free(self) -> None:
        play = three_players(courtiers={"Rouecestre": (0, 1), "Lincolia": (1, 2), "Lideforde": (2, 2)})
        play.act(0, Stay())
        assert play.state.courtiers["Rouecestre"] == (0, 2)  # nl 100
        assert play.turn.turn == 1  # two is the limit there

    def test_staying_allows_extra_rolls(self) -> None:
        play = three_players(figures=("Stadford", "Lincolia", "Lideforde"))
        play.act(0, Stay())
        assert play.turn.progress is Progress.PLACING
        play.act(0, ExtraRoll(1, 5))
        assert play.state.courtiers["Stadford"] == (0, 3)

    def test_staying_in_a_full_area_is_refused(self) -> None:
        play = three_players(courtiers={"Rouecestre": (0, 2), "Lincolia": (1, 2), "Lideforde": (2, 2)})
        assert play.legal_action(0, Stay) is None
        assert play.refusal_code(0, Stay()) == "limit"

    def test_turn_may_be_skipped(self) -> None:
        play = three_players()
        assert play.act(0, EndTurn()) == [TurnEnded(0), TurnBegan(1)]  # nl 218

    def test_placing_ends_the_movement(self) -> None:
        play = three_players()
        play.act(0, MoveFigure("Oxeneford"))
        play.act(0, PlaceCourtier())
        assert play.refusal_code(0, RollOn(1, 6)) == "not-now"  # nl 104
        assert play.refusal_code(0, MoveFigure("Stadford")) == "not-now"

    def test_moving_on_needs_a_roll_and_places_nothing_on_the_way(self) -> None:
        play = three_players()
        play.act(0, MoveFigure("Oxeneford"))
        assert play.refusal_code(0, MoveFigure("Stadford")) == "not-now"
        play.act(0, RollOn(1, 4))
        assert play.refusal_code(0, PlaceCourtier()) == "not-now"  # nl 102
        play.act(0, MoveFigure("Stadford"))
        assert play.state.courtiers_in("Oxeneford") == 0
        assert play.turn.progress is Progress.ARRIVED  # nl 108: A, B or C again

    def test_failed_roll_allows_stopping_or_another_card(self) -> None:
        play = three_players()
        play.act(0, MoveFigure("Oxeneford"))
        play.act(0, RollOn(1, 2))
        assert play.refusal_code(0, PlaceCourtier()) == "not-now"  # nl 106
        play.act(0, RollOn(1, 1))
        play.act(0, RollOn(2, 2))
        assert play.turn.progress is Progress.MOVING
        assert play.state.hands[0] == Cards(10, 6, 1)
        play.act(0, EndTurn())
        assert play.state.figures[0] == "Oxeneford"
        assert not play.happened(CourtierPlaced)

    def test_several_areas_in_one_turn(self) -> None:
        play = three_players()
        for area in ("Oxeneford", "Wigemor", "Tateshale"):
            play.act(0, MoveFigure(area))
            play.act(0, RollOn(1, 6))
        play.act(0, MoveFigure("Lancastre"))
        play.act(0, PlaceCourtier())
        assert play.state.courtiers["Lancastre"] == (0, 1)  # nl 110

    def test_each_area_is_entered_once_per_turn_even_the_start_area(self) -> None:
        play = three_players()
        for area in ("Oxeneford", "Rouecestre"):  # Rouecestre is where the turn began: not entered yet (nl 219)
            play.act(0, MoveFigure(area))
            play.act(0, RollOn(1, 6))
        assert play.refusal_code(0, MoveFigure("Oxeneford")) == "visited"
        play.act(0, MoveFigure("Stadford"))
        play.act(0, RollOn(1, 6))
        assert play.refusal_code(0, MoveFigure("Rouecestre")) == "visited"

    def test_figure_must_move_to_another_area(self) -> None:
        assert three_players().refusal_code(0, MoveFigure("Rouecestre")) == "visited"  # nl 78

    def test_man_is_not_entered_with_three_players(self) -> None:
        play = three_players()
        legal_action = play.legal_action(0, MoveFigure)
        assert legal_action is not None
        assert "Man" not in legal_action.field("area").options  # type: ignore[union-attr]
        assert play.refusal_code(0, MoveFigure("Man")) == "not-in-play"  # nl 39-41

    @pytest.mark.parametrize(
        ("here", "there"),
        [
            ("Wigemor", "Rouecestre"),
            ("Rouecestre", "Wigemor"),
            ("Sarisberie", "Wigemor"),
            ("Stadford", "Sarisberie"),
        ],
    )
    def test_neighbours_printed_in_the_rules_are_enforced(self, here: str, there: str) -> None:
        """nl 84, in both directions (nl 217)."""
        play = three_players(figures=(here, "Lincolia", "Lideforde"), courtiers={})
        assert play.refusal_code(0, MoveFigure(there)) == "neighbour"

    @pytest.mark.parametrize(("here", "there"), [("Wigemor", "Man"), ("Man", "Wigemor"), ("Sarisberie", "Oxeneford")])
    def test_printed_neighbours_are_entered_by_land_and_sea(self, here: str, there: str) -> None:
        play = three_players(figures=(here, "Lincolia", "Lideforde", "Lundonia"), courtiers={})
        play.act(0, MoveFigure(there))

    def test_other_neighbours_are_left_to_the_players(self) -> None:
        legal_action = three_players().legal_action(0, MoveFigure)
        assert legal_action is not None
        assert set(legal_action.field("area").options) == {  # type: ignore[union-attr]
            *("Grentebrige", "Lancastre", "Oxeneford", "Sedberouie", "Stadford", "Tateshale")
        }

    def test_foreign_area_is_entered_from_a_neighbour_too(self) -> None:
        play = three_players(figures=("Sarisberie", "Lincolia", "Lideforde"))
        assert play.refusal_code(0, EnterForeign("Lundonia")) == "neighbour"

    def test_only_the_seat_on_turn_moves(self) -> None:
        play = three_players()
        assert play.refusal_code(1, MoveFigure("Oxeneford")) == "not-your-turn"
        assert play.refusal_code(1, EndTurn()) == "not-your-turn"

    def test_figure_moves_without_its_courtiers(self) -> None:
        play = three_players()
        play.act(0, MoveFigure("Oxeneford"))
        assert play.state.courtiers["Rouecestre"] == (0, 1)  # nl 215


class TestForeignAreas:
    def test_entering_a_foreign_area_is_a_dispute_not_a_move(self) -> None:
        play = three_players()
        assert play.refusal_code(0, MoveFigure("Lundonia")) == "foreign"  # nl 114
        play.act(0, EnterForeign("Lundonia"))
        assert play.dispute.defender == 1

    def test_lone_figure_makes_an_area_foreign(self) -> None:
        play = three_players(figures=("Rouecestre", "Oxeneford", "Lideforde"))
        assert play.refusal_code(0, MoveFigure("Oxeneford")) == "foreign"
        play.act(0, EnterForeign("Oxeneford"))  # nl 114, 229
        assert play.dispute.defender == 1

    def test_only_area_of_a_player_cannot_be_entered(self) -> None:
        play = three_players()
        assert play.refusal_code(0, EnterForeign("Lideforde")) == "only-area"  # nl 116
        legal_action = play.legal_action(0, EnterForeign)
        assert legal_action is not None
        assert legal_action.field("area").options == ("Lincolia", "Lundonia")  # type: ignore[union-attr]

    def test_refusal_to_enter_an_area_is_shown_on_the_own_phone_only(self) -> None:
        play = three_players()
        closed = {area: render(why, NAMES) for area, why in play.view(0).closed}
        assert closed["Lideforde"] == "It’s Carla’s only area, so no one can enter it."
        assert closed["Rouecestre"] == "Your figure is already in Rouecestre. Choose another area."
        shown = {
            area for action in (MoveFigure, EnterForeign) for area in play.legal_action(0, action).field("area").options
        }  # type: ignore[union-attr]
        assert shown.isdisjoint(closed)
        assert shown | set(closed) == set(play.state.areas)
        assert not play.view(1).closed
        assert not play.view(None).closed
        poor = three_players(hands=(Cards(1), Cards(5), Cards(5)))
        assert render(dict(poor.view(0).closed)["Lincolia"], NAMES).startswith("You can’t enter with your last card")

    def test_figure_elsewhere_counts_as_a_second_area(self) -> None:
        play = three_players(figures=("Rouecestre", "Lincolia", "Oxeneford"))
        play.act(0, EnterForeign("Lideforde"))
        assert play.dispute.defender == 2

    def test_foreign_area_cannot_be_entered_with_the_last_card(self) -> None:
        play = three_players(hands=(Cards(1), Cards(5), Cards(5)))
        assert play.legal_action(0, EnterForeign) is None
        assert play.refusal_code(0, EnterForeign("Lundonia")) == "cards"  # nl 220
        play = three_players(hands=(Cards(2), Cards(5), Cards(5)))
        play.act(0, EnterForeign("Lundonia"))

    def test_entering_a_foreign_area_with_one_card_is_an_option(self) -> None:
        """nl 220: "one must always have a card" – to stake, or left in hand."""
        hands = (Cards(1), Cards(5), Cards(5))
        for option, refusal in (("two", "cards"), ("one", None)):
            play = three_players(hands=hands)
            play.state = replace(play.state, cards_to_enter=CARDS_TO_ENTER[option])
            assert refusal is None or play.refusal_code(0, EnterForeign("Lundonia")) == refusal
        play.dispute_over("Lundonia", dict.fromkeys(range(3), Cards(1)))
        assert play.state.hands[0] == Cards()

    def test_option_does_not_allow_entering_without_a_card(self) -> None:
        play = three_players(hands=(Cards(), Cards(5), Cards(5)))
        play.state = replace(play.state, cards_to_enter=1)
        assert play.refusal_code(0, EnterForeign("Lundonia")) == "cards"

    def test_older_tables_need_two_cards_to_enter_a_foreign_area(self) -> None:
        def needs(**options: str) -> int:
            return GAME.start(GameConfig(3, {"follow": EVERY_MOVE, **options}, EXAMPLE)).cards_to_enter

        assert (needs(**{"last-card": "one"}), needs(**{"last-card": "two"}), needs()) == (1, 2, 2)
        (option,) = (option for option in GAME.options if option.key == "last-card")
        assert option.before == "two"

    def test_entering_an_empty_or_own_area_causes_no_dispute(self) -> None:
        assert three_players().refusal_code(0, EnterForeign("Oxeneford")) == "not-foreign"
        assert three_players().refusal_code(0, EnterForeign("Stadford")) == "not-foreign"

    def test_after_a_successful_roll_a_foreign_area_can_be_entered(self) -> None:
        play = three_players()
        play.act(0, MoveFigure("Oxeneford"))
        play.act(0, RollOn(1, 3))
        play.act(0, EnterForeign("Lundonia"))
        assert play.dispute.came_from == "Oxeneford"


class TestExtraRolls:
    def test_extra_rolls_are_unlimited_while_cards_last(self) -> None:
        play = three_players()
        play.act(0, MoveFigure("Oxeneford"))
        play.act(0, PlaceCourtier())
        for die in (1, 2, 1, 3, 1, 6):
            play.act(0, ExtraRoll(1, die))
        assert play.state.courtiers_in("Oxeneford") == 3  # nl 92
        play.act(0, EndTurn())

    def test_lowest_card_is_offered_first_but_any_may_be_used(self) -> None:
        play = three_players()
        play.act(0, MoveFigure("Oxeneford"))
        legal_action = play.legal_action(0, RollOn)
        assert legal_action is not None
        assert legal_action.field("card").options == (1, 2, 3)  # type: ignore[union-attr]

    def test_card_that_always_succeeds_needs_no_die(self) -> None:
        """nl 90, 221: three times a one is enough."""
        play = three_players()
        play.act(0, MoveFigure("Oxeneford"))
        assert [render(GAME.history_line(play.state, e) or "", NAMES) for e in play.act(0, RollOn(3))] == [
            "Anna spent ×3: free to move on."
        ]
        assert play.turn.progress is Progress.MOVING
        play = three_players(figures=("Stadford", "Lincolia", "Lideforde"))
        play.act(0, Stay())
        assert play.refusal_code(0, ExtraRoll(2)) == "dice"
        events = play.act(0, ExtraRoll(3))
        assert render(GAME.history_line(play.state, events[0]) or "", NAMES) == "Anna spent ×3: one more courtier."
        assert play.state.courtiers["Stadford"] == (0, 3)

    def test_card_not_in_hand_is_refused(self) -> None:
        play = three_players(hands=(Cards(3), Cards(5), Cards(5)))
        play.act(0, MoveFigure("Oxeneford"))
        assert play.refusal_code(0, RollOn(3, 6)) == "cards"

    @pytest.mark.parametrize("die", [None, 0, 7])
    def test_a_die_has_six_faces(self, die: int | None) -> None:
        play = three_players()
        play.act(0, MoveFigure("Oxeneford"))
        assert play.refusal_code(0, RollOn(1, die)) == "dice"

    def test_herald_rolls_if_the_table_wants_it(self) -> None:
        play = three_players(dice="herald")
        play.act(0, MoveFigure("Oxeneford"))
        assert play.refusal_code(0, RollOn(1, 6)) == "dice"
        play.act(0, RollOn(1))
        assert play.state.spent_card is not None
        assert play.state.spent_card.die in range(1, 7)

    def test_spending_the_last_card_causes_an_election(self) -> None:
        play = three_players(hands=(Cards(1), Cards(5), Cards(5)))
        play.act(0, MoveFigure("Oxeneford"))
        play.act(0, PlaceCourtier())
        events = play.act(0, ExtraRoll(1, 1))
        assert events[-2:] == [TurnEnded(0), ElectionCalled((0,))]  # nl 162

    def test_move_with_the_last_card_still_allows_placing(self) -> None:
        play = three_players(hands=(Cards(1), Cards(5), Cards(5)))
        play.act(0, MoveFigure("Oxeneford"))
        play.act(0, RollOn(1, 6))
        play.act(0, MoveFigure("Stadford"))
        events = play.act(0, PlaceCourtier())
        assert events == [CourtierPlaced(0, "Stadford"), TurnEnded(0), ElectionCalled((0,))]

    def test_turn_ends_after_a_failed_move_without_cards(self) -> None:
        play = three_players(hands=(Cards(1), Cards(5), Cards(5)))
        play.act(0, MoveFigure("Oxeneford"))
        assert play.act(0, RollOn(1, 1))[-1] == ElectionCalled((0,))


class TestSupply:
    # 17 courtiers: all of Anna's are on the board.
    ALL_OUT: ClassVar = {
        "Oxeneford": (0, 4),
        "Tateshale": (0, 4),
        "Wigemor": (0, 4),
        "Lundonia": (0, 3),
        "Rouecestre": (0, 2),
        "Lincolia": (1, 1),
        "Grentebrige": (1, 1),
        "Lideforde": (2, 1),
    }

    def test_figure_alone_takes_an_area_without_courtiers_in_supply(self) -> None:
        play = three_players(courtiers=self.ALL_OUT)
        assert play.state.supply(0) == 0
        assert play.refusal_code(0, Stay()) == "supply"
        play.act(0, MoveFigure("Stadford"))
        assert play.legal_action(0, PlaceCourtier) is None
        assert play.refusal_code(0, PlaceCourtier()) == "supply"
        play.act(0, EndTurn())
        assert play.view().areas[[a.name for a in play.view().areas].index("Stadford")].holder == 0  # nl 222
        for seat in (1, 2):
            play.act(seat, EndTurn())
        play.act(0, MoveFigure("Lundonia"))
        assert play.view().areas[[a.name for a in play.view().areas].index("Stadford")].holder is None


class TestPrintedNumbers:
    def test_votes_are_asked_for_only_at_the_third_courtier(self) -> None:
        play = three_players(box={}, turn=1)
        stay = play.legal_action(1, Stay)
        assert stay is not None
        assert stay.missing_values == ("votes.Lincolia",)
        assert play.refusal_code(1, Stay()) == "box-needed"
        play.act(1, MoveFigure("Tateshale"))
        place = play.legal_action(1, PlaceCourtier)
        assert place is not None
        assert place.missing_values == ()

    def test_votes_can_be_entered_with_the_action(self) -> None:
        play = three_players(box={}, turn=1)
        play.act(1, Stay(), votes__Lincolia="3")
        assert play.state.courtiers_in("Lincolia") == 3
        assert play.turn.turn == 2

    def test_entered_votes_are_stored_even_if_the_area_is_full(self) -> None:
        play = three_players(box={}, turn=1)
        assert play.act(1, Stay(), votes__Lincolia="2") == [NoRoomFound(1, "Lincolia")]
        assert play.state.courtiers_in("Lincolia") == 2
        assert play.turn.progress is Progress.START
        assert play.legal_action(1, Stay) is None
        assert play.refusal_code(1, Stay()) == "limit"

    def test_no_card_is_spent_if_the_entered_votes_leave_no_room(self) -> None:
        play = three_players(box={})
        play.act(0, MoveFigure("Stadford"))
        play.act(0, PlaceCourtier())
        events = play.act(0, ExtraRoll(1, 6), votes__Stadford="2")
        assert events == [NoRoomFound(0, "Stadford"), TurnEnded(0), TurnBegan(1)]
        assert play.state.hands[0].count == 20

    def test_known_votes_are_not_asked_for(self) -> None:
        play = three_players(box=EXAMPLE, turn=1)
        stay = play.legal_action(1, Stay)
        assert stay is not None
        assert stay.missing_values == ()


def test_taking_cards_back_is_refused_during_a_turn() -> None:
    assert three_players().refusal_code(0, TakeBack(1)) == "not-now"
