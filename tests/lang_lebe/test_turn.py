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


def three(**changes: object) -> Play:
    """Anna in Rouecestre and Stadford, Ben in Lincolia and Lundonia, Carla in Lideforde alone."""
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
def test_an_extra_roll(card: int, die: int, success: bool) -> None:
    assert succeeds(card, die) is success
    play = three()
    play.act(0, MoveFigure("Stadford"))
    play.act(0, PlaceCourtier())
    play.act(0, ExtraRoll(card, die))
    assert play.state.courtiers_in("Stadford") == 2 + success
    assert play.state.hands[0].count == 19  # nl 90: the card is used in any case


@pytest.mark.parametrize(("area", "most"), [("Tateshale", 4), ("Sedberouie", 2)], ids=["L3 four", "L3 two"])
def test_no_more_courtiers_than_the_number_in_the_arms(area: str, most: int) -> None:
    play = three(box={})
    play.act(0, MoveFigure(area))
    play.act(0, PlaceCourtier())
    for _ in range(most - 1):
        play.act(0, ExtraRoll(1, 6))
    assert play.state.courtiers_in(area) == most
    assert play.turn.turn == 1  # nl 92: at the limit the turn is over by itself


class TestMoving:
    def test_into_an_empty_area_and_place_one_for_free(self) -> None:
        play = three()
        play.act(0, MoveFigure("Oxeneford"))
        play.act(0, PlaceCourtier())
        assert play.state.courtiers["Oxeneford"] == (0, 1)  # nl 88
        assert play.state.supply(0) == COURTIERS - 3

    def test_into_an_own_area_and_place_one_for_free(self) -> None:
        play = three()
        play.act(0, MoveFigure("Stadford"))
        play.act(0, PlaceCourtier())
        assert play.state.courtiers["Stadford"] == (0, 2)  # nl 98

    def test_staying_places_one_for_free(self) -> None:
        play = three(courtiers={"Rouecestre": (0, 1), "Lincolia": (1, 2), "Lideforde": (2, 2)})
        play.act(0, Stay())
        assert play.state.courtiers["Rouecestre"] == (0, 2)  # nl 100
        assert play.turn.turn == 1  # two is the limit there

    def test_staying_leaves_room_for_extra_rolls(self) -> None:
        play = three(figures=("Stadford", "Lincolia", "Lideforde"))
        play.act(0, Stay())
        assert play.turn.progress is Progress.PLACING
        play.act(0, ExtraRoll(1, 5))
        assert play.state.courtiers["Stadford"] == (0, 3)

    def test_who_stays_where_it_is_full_can_only_do_nothing(self) -> None:
        play = three(courtiers={"Rouecestre": (0, 2), "Lincolia": (1, 2), "Lideforde": (2, 2)})
        assert play.offer(0, Stay) is None
        assert play.refuses(0, Stay()) == "limit"

    def test_doing_nothing_at_all(self) -> None:
        play = three()
        assert play.act(0, EndTurn()) == [TurnEnded(0), TurnBegan(1)]  # nl 218

    def test_placing_ends_the_moving(self) -> None:
        play = three()
        play.act(0, MoveFigure("Oxeneford"))
        play.act(0, PlaceCourtier())
        assert play.refuses(0, RollOn(1, 6)) == "not-now"  # nl 104
        assert play.refuses(0, MoveFigure("Stadford")) == "not-now"

    def test_moving_on_needs_a_roll_and_places_nothing_on_the_way(self) -> None:
        play = three()
        play.act(0, MoveFigure("Oxeneford"))
        assert play.refuses(0, MoveFigure("Stadford")) == "not-now"
        play.act(0, RollOn(1, 4))
        assert play.refuses(0, PlaceCourtier()) == "not-now"  # nl 102
        play.act(0, MoveFigure("Stadford"))
        assert play.state.courtiers_in("Oxeneford") == 0
        assert play.turn.progress is Progress.ARRIVED  # nl 108: A, B or C again

    def test_a_failed_roll_leaves_stopping_without_courtiers_or_another_card(self) -> None:
        play = three()
        play.act(0, MoveFigure("Oxeneford"))
        play.act(0, RollOn(1, 2))
        assert play.refuses(0, PlaceCourtier()) == "not-now"  # nl 106
        play.act(0, RollOn(1, 1))
        play.act(0, RollOn(2, 2))
        assert play.turn.progress is Progress.MOVING
        assert play.state.hands[0] == Cards(10, 6, 1)
        play.act(0, EndTurn())
        assert play.state.figures[0] == "Oxeneford"
        assert not play.happened(CourtierPlaced)

    def test_several_areas_in_one_turn(self) -> None:
        play = three()
        for area in ("Oxeneford", "Wigemor", "Tateshale"):
            play.act(0, MoveFigure(area))
            play.act(0, RollOn(1, 6))
        play.act(0, MoveFigure("Lancastre"))
        play.act(0, PlaceCourtier())
        assert play.state.courtiers["Lancastre"] == (0, 1)  # nl 110

    def test_an_area_is_entered_only_once_a_turn_so_the_start_area_once_too(self) -> None:
        play = three()
        for area in ("Oxeneford", "Rouecestre"):  # Rouecestre is where the turn began: not entered yet (nl 219)
            play.act(0, MoveFigure(area))
            play.act(0, RollOn(1, 6))
        assert play.refuses(0, MoveFigure("Oxeneford")) == "visited"
        play.act(0, MoveFigure("Stadford"))
        play.act(0, RollOn(1, 6))
        assert play.refuses(0, MoveFigure("Rouecestre")) == "visited"

    def test_the_figure_moves_to_another_area_than_its_own(self) -> None:
        assert three().refuses(0, MoveFigure("Rouecestre")) == "visited"  # nl 78

    def test_man_is_neither_entered_nor_offered_with_three(self) -> None:
        play = three()
        legal_action = play.offer(0, MoveFigure)
        assert legal_action is not None
        assert "Man" not in legal_action.field("area").options  # type: ignore[union-attr]
        assert play.refuses(0, MoveFigure("Man")) == "not-in-play"  # nl 39-41

    @pytest.mark.parametrize(
        ("here", "there"),
        [
            ("Wigemor", "Rouecestre"),
            ("Rouecestre", "Wigemor"),
            ("Sarisberie", "Wigemor"),
            ("Stadford", "Sarisberie"),
        ],
    )
    def test_neighbours_that_the_text_prints_are_held_to(self, here: str, there: str) -> None:
        """nl 84, and in both directions (nl 217)."""
        play = three(figures=(here, "Lincolia", "Lideforde"), courtiers={})
        assert play.refuses(0, MoveFigure(there)) == "neighbour"

    @pytest.mark.parametrize(("here", "there"), [("Wigemor", "Man"), ("Man", "Wigemor"), ("Sarisberie", "Oxeneford")])
    def test_printed_neighbours_are_entered_by_land_and_sea(self, here: str, there: str) -> None:
        play = three(figures=(here, "Lincolia", "Lideforde", "Lundonia"), courtiers={})
        play.act(0, MoveFigure(there))

    def test_of_the_other_areas_the_table_sees_the_neighbours(self) -> None:
        legal_action = three().offer(0, MoveFigure)
        assert legal_action is not None
        assert set(legal_action.field("area").options) == {  # type: ignore[union-attr]
            *("Grentebrige", "Lancastre", "Oxeneford", "Sedberouie", "Stadford", "Tateshale")
        }

    def test_a_foreign_area_is_entered_from_next_to_it_too(self) -> None:
        play = three(figures=("Sarisberie", "Lincolia", "Lideforde"))
        assert play.refuses(0, EnterForeign("Lundonia")) == "neighbour"

    def test_only_the_one_whose_turn_it_is_moves(self) -> None:
        play = three()
        assert play.refuses(1, MoveFigure("Oxeneford")) == "not-your-turn"
        assert play.refuses(1, EndTurn()) == "not-your-turn"

    def test_a_figure_moves_its_courtiers_stay(self) -> None:
        play = three()
        play.act(0, MoveFigure("Oxeneford"))
        assert play.state.courtiers["Rouecestre"] == (0, 1)  # nl 215


class TestForeignAreas:
    def test_moving_in_is_a_dispute_not_a_move(self) -> None:
        play = three()
        assert play.refuses(0, MoveFigure("Lundonia")) == "foreign"  # nl 114
        play.act(0, EnterForeign("Lundonia"))
        assert play.dispute.defender == 1

    def test_a_lone_figure_makes_an_area_foreign(self) -> None:
        play = three(figures=("Rouecestre", "Oxeneford", "Lideforde"))
        assert play.refuses(0, MoveFigure("Oxeneford")) == "foreign"
        play.act(0, EnterForeign("Oxeneford"))  # nl 114, 229
        assert play.dispute.defender == 1

    def test_somebodys_only_area_is_not_entered(self) -> None:
        play = three()
        assert play.refuses(0, EnterForeign("Lideforde")) == "only-area"  # nl 116
        legal_action = play.offer(0, EnterForeign)
        assert legal_action is not None
        assert legal_action.field("area").options == ("Lincolia", "Lundonia")  # type: ignore[union-attr]

    def test_an_area_that_cannot_be_entered_says_why_on_the_own_phone_alone(self) -> None:
        play = three()
        closed = {area: render(why, NAMES) for area, why in play.view(0).closed}
        assert closed["Lideforde"] == "It’s Carla’s only area, so no one can enter it."
        assert closed["Rouecestre"] == "Your figure is already in Rouecestre. Choose another area."
        shown = {area for action in (MoveFigure, EnterForeign) for area in play.offer(0, action).field("area").options}  # type: ignore[union-attr]
        assert shown.isdisjoint(closed)
        assert shown | set(closed) == set(play.state.areas)
        assert not play.view(1).closed
        assert not play.view(None).closed
        poor = three(hands=(Cards(1), Cards(5), Cards(5)))
        assert render(dict(poor.view(0).closed)["Lincolia"], NAMES).startswith("You can’t enter with your last card")

    def test_a_figure_elsewhere_is_a_second_area(self) -> None:
        play = three(figures=("Rouecestre", "Lincolia", "Oxeneford"))
        play.act(0, EnterForeign("Lideforde"))
        assert play.dispute.defender == 2

    def test_not_with_the_last_card(self) -> None:
        play = three(hands=(Cards(1), Cards(5), Cards(5)))
        assert play.offer(0, EnterForeign) is None
        assert play.refuses(0, EnterForeign("Lundonia")) == "cards"  # nl 220
        play = three(hands=(Cards(2), Cards(5), Cards(5)))
        play.act(0, EnterForeign("Lundonia"))

    def test_entering_a_foreign_area_with_exactly_one_card_is_an_option(self) -> None:
        """nl 220: "one must always have a card" – to stake, or left in hand."""
        hands = (Cards(1), Cards(5), Cards(5))
        for option, refusal in (("two", "cards"), ("one", None)):
            play = three(hands=hands)
            play.state = replace(play.state, cards_to_enter=CARDS_TO_ENTER[option])
            assert refusal is None or play.refuses(0, EnterForeign("Lundonia")) == refusal
        play.dispute_over("Lundonia", dict.fromkeys(range(3), Cards(1)))
        assert play.state.hands[0] == Cards()

    def test_with_that_option_too_nobody_enters_without_a_card(self) -> None:
        play = three(hands=(Cards(), Cards(5), Cards(5)))
        play.state = replace(play.state, cards_to_enter=1)
        assert play.refuses(0, EnterForeign("Lundonia")) == "cards"

    def test_a_table_chooses_it_and_those_of_before_keep_two_cards(self) -> None:
        def needs(**options: str) -> int:
            return GAME.start(GameConfig(3, {"follow": EVERY_MOVE, **options}, EXAMPLE)).cards_to_enter

        assert (needs(**{"last-card": "one"}), needs(**{"last-card": "two"}), needs()) == (1, 2, 2)
        (option,) = (option for option in GAME.options if option.key == "last-card")
        assert option.before == "two"

    def test_an_empty_or_own_area_is_no_dispute(self) -> None:
        assert three().refuses(0, EnterForeign("Oxeneford")) == "not-foreign"
        assert three().refuses(0, EnterForeign("Stadford")) == "not-foreign"

    def test_after_a_successful_roll_a_foreign_area_can_be_entered(self) -> None:
        play = three()
        play.act(0, MoveFigure("Oxeneford"))
        play.act(0, RollOn(1, 3))
        play.act(0, EnterForeign("Lundonia"))
        assert play.dispute.came_from == "Oxeneford"


class TestExtraRolls:
    def test_as_many_as_one_likes_while_cards_last(self) -> None:
        play = three()
        play.act(0, MoveFigure("Oxeneford"))
        play.act(0, PlaceCourtier())
        for die in (1, 2, 1, 3, 1, 6):
            play.act(0, ExtraRoll(1, die))
        assert play.state.courtiers_in("Oxeneford") == 3  # nl 92
        play.act(0, EndTurn())

    def test_the_lowest_card_is_offered_first_but_any_may_be_used(self) -> None:
        play = three()
        play.act(0, MoveFigure("Oxeneford"))
        legal_action = play.offer(0, RollOn)
        assert legal_action is not None
        assert legal_action.field("card").options == (1, 2, 3)  # type: ignore[union-attr]

    def test_a_card_that_always_works_asks_for_no_die(self) -> None:
        """nl 90, 221: three times a one is enough."""
        play = three()
        play.act(0, MoveFigure("Oxeneford"))
        assert [render(GAME.history_line(play.state, e) or "", NAMES) for e in play.act(0, RollOn(3))] == [
            "Anna spent ×3: free to move on."
        ]
        assert play.turn.progress is Progress.MOVING
        play = three(figures=("Stadford", "Lincolia", "Lideforde"))
        play.act(0, Stay())
        assert play.refuses(0, ExtraRoll(2)) == "dice"
        events = play.act(0, ExtraRoll(3))
        assert render(GAME.history_line(play.state, events[0]) or "", NAMES) == "Anna spent ×3: one more courtier."
        assert play.state.courtiers["Stadford"] == (0, 3)

    def test_a_card_one_does_not_hold(self) -> None:
        play = three(hands=(Cards(3), Cards(5), Cards(5)))
        play.act(0, MoveFigure("Oxeneford"))
        assert play.refuses(0, RollOn(3, 6)) == "cards"

    @pytest.mark.parametrize("die", [None, 0, 7])
    def test_a_die_has_six_faces(self, die: int | None) -> None:
        play = three()
        play.act(0, MoveFigure("Oxeneford"))
        assert play.refuses(0, RollOn(1, die)) == "dice"

    def test_herald_rolls_if_the_table_wants_it(self) -> None:
        play = three(dice="herald")
        play.act(0, MoveFigure("Oxeneford"))
        assert play.refuses(0, RollOn(1, 6)) == "dice"
        play.act(0, RollOn(1))
        assert play.state.rolled is not None
        assert play.state.rolled.die in range(1, 7)

    def test_the_last_card_spent_ends_the_turn_and_calls_an_election(self) -> None:
        play = three(hands=(Cards(1), Cards(5), Cards(5)))
        play.act(0, MoveFigure("Oxeneford"))
        play.act(0, PlaceCourtier())
        events = play.act(0, ExtraRoll(1, 1))
        assert events[-2:] == [TurnEnded(0), ElectionCalled((0,))]  # nl 162

    def test_the_last_card_spent_on_a_successful_move_still_lets_one_place(self) -> None:
        play = three(hands=(Cards(1), Cards(5), Cards(5)))
        play.act(0, MoveFigure("Oxeneford"))
        play.act(0, RollOn(1, 6))
        play.act(0, MoveFigure("Stadford"))
        events = play.act(0, PlaceCourtier())
        assert events == [CourtierPlaced(0, "Stadford"), TurnEnded(0), ElectionCalled((0,))]

    def test_stuck_without_cards_the_turn_is_over(self) -> None:
        play = three(hands=(Cards(1), Cards(5), Cards(5)))
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

    def test_without_courtiers_the_figure_alone_takes_an_area(self) -> None:
        play = three(courtiers=self.ALL_OUT)
        assert play.state.supply(0) == 0
        assert play.refuses(0, Stay()) == "supply"
        play.act(0, MoveFigure("Stadford"))
        assert play.offer(0, PlaceCourtier) is None
        assert play.refuses(0, PlaceCourtier()) == "supply"
        play.act(0, EndTurn())
        assert play.view().areas[[a.name for a in play.view().areas].index("Stadford")].holder == 0  # nl 222
        for seat in (1, 2):
            play.act(seat, EndTurn())
        play.act(0, MoveFigure("Lundonia"))
        assert play.view().areas[[a.name for a in play.view().areas].index("Stadford")].holder is None


class TestPrintedNumbers:
    def test_the_number_is_asked_for_the_third_courtier_only(self) -> None:
        play = three(box={}, turn=1)
        stay = play.offer(1, Stay)
        assert stay is not None
        assert stay.missing_values == ("votes.Lincolia",)
        assert play.refuses(1, Stay()) == "box-needed"
        play.act(1, MoveFigure("Tateshale"))
        place = play.offer(1, PlaceCourtier)
        assert place is not None
        assert place.missing_values == ()

    def test_it_comes_along_with_the_ask(self) -> None:
        play = three(box={}, turn=1)
        play.act(1, Stay(), votes__Lincolia="3")
        assert play.state.courtiers_in("Lincolia") == 3
        assert play.turn.turn == 2

    def test_if_it_shows_that_there_is_no_room_nothing_is_placed_and_it_is_remembered(self) -> None:
        play = three(box={}, turn=1)
        assert play.act(1, Stay(), votes__Lincolia="2") == [NoRoomFound(1, "Lincolia")]
        assert play.state.courtiers_in("Lincolia") == 2
        assert play.turn.progress is Progress.START
        assert play.offer(1, Stay) is None
        assert play.refuses(1, Stay()) == "limit"

    def test_no_card_is_spent_when_the_number_shows_that_there_is_no_room(self) -> None:
        play = three(box={})
        play.act(0, MoveFigure("Stadford"))
        play.act(0, PlaceCourtier())
        events = play.act(0, ExtraRoll(1, 6), votes__Stadford="2")
        assert events == [NoRoomFound(0, "Stadford"), TurnEnded(0), TurnBegan(1)]
        assert play.state.hands[0].count == 20

    def test_a_known_number_is_not_asked(self) -> None:
        play = three(box=EXAMPLE, turn=1)
        stay = play.offer(1, Stay)
        assert stay is not None
        assert stay.missing_values == ()


def test_taking_back_has_no_place_in_a_turn() -> None:
    assert three().refuses(0, TakeBack(1)) == "not-now"
