"""Epoch scoring: influence, ties, and markers that nobody gets."""

from __future__ import annotations

import pytest

from scoring.reveal_phases import BoardConfirmed, ConfirmBoard
from scoring.royals.epoch import EndEpoch, EndTurn, EpochScored, Scoring, SettleTie, TieSettled
from scoring.royals.influence import influence
from scoring.royals.markers import MarkerRemoved
from scoring.royals.turn import TakePosition
from tests.royals.play import Play, check_refused, game, game_with_values, markers_taken, settle

# Marshals with 1 influence in cities with bonus 3 and 2; otherwise equal.
MARSHAL_OF_AIX, MARSHAL_OF_DIJON = "France.1.a", "France.4.a"


def epoch_marker_owners(play: Play, country: str) -> tuple[int | None, int | None]:
    """Returns the seats that got the two markers of the epoch just scored."""
    owners = {marker.key: marker.seat for marker in play.state.markers}
    epoch = max(event.epoch for event in play.events if isinstance(event, EpochScored))
    return owners.get(f"epoch.{country}.{epoch}.first"), owners.get(f"epoch.{country}.{epoch}.second")


def test_most_influence_wins_higher_marker_and_second_most_lower() -> None:
    """de 253"""
    play = game()
    play.play_turns(("Spain.2.a", "Spain.2.b"), ("Spain.1.a",), ("Spain.4.b",))  # 5, 8, 3
    play.score_epoch()
    assert epoch_marker_owners(play, "Spain") == (1, 0)
    assert play.notes(1)["epoch.Spain.1.first"] == "8 influence"
    assert play.notes(0)["epoch.Spain.1.second"] == "5 influence"


def test_displaced_cubes_have_no_influence() -> None:
    """de 199"""
    play = game()
    play.play_turns(("Spain.1.a",), ("Spain.1.a",))
    assert [influence(play.state, "Spain", seat) for seat in range(3)] == [0, 8, 0]
    play.score_epoch()
    assert epoch_marker_owners(play, "Spain") == (1, None)


def test_with_one_seat_in_a_country_the_second_marker_is_removed() -> None:
    """de 259"""
    play = game()
    play.play_turns(("Spain.1.a",))
    events = play.score_epoch()
    assert epoch_marker_owners(play, "Spain") == (0, None)
    assert MarkerRemoved("epoch.Spain.1.second") in events
    assert MarkerRemoved("epoch.Spain.1.first") not in events


def test_without_influence_both_markers_are_removed() -> None:
    play = game()
    events = play.score_epoch()
    assert markers_taken(events) == []
    assert sum(isinstance(event, MarkerRemoved) for event in events) == 8


def test_influence_tie_is_broken_by_the_higher_title() -> None:
    """de 255: Cardinal 5 and Marshal 1 against Princess 6; the loser takes the second marker."""
    play = game()
    play.play_turns(("Spain.4.a", "Spain.2.b"), ("Spain.3.a",))
    play.score_epoch()
    assert epoch_marker_owners(play, "Spain") == (1, 0)
    assert play.notes(1)["epoch.Spain.1.first"] == "6 influence, tied with Anna; the higher title decided"


def test_title_lost_by_a_take_over_breaks_no_tie() -> None:
    """Only currently held titles count: Anna's Princess was lost."""
    play = game(2)
    play.play_turns(("Spain.3.a", "Spain.4.b"), ("Spain.3.a",))
    play.fill(influence__Spain__4__b=6)
    play.score_epoch()
    assert epoch_marker_owners(play, "Spain") == (1, 0)


def test_title_tie_is_broken_by_the_higher_city_bonus() -> None:
    """de 257: Marshals in Aix (3) and Dijon (2)."""
    play = game()
    play.play_turns((MARSHAL_OF_DIJON,), (MARSHAL_OF_AIX,))
    play.score_epoch()
    assert epoch_marker_owners(play, "France") == (1, 0)
    note = "1 influence, tied with Anna; the city with the higher bonus decided"
    assert play.notes(1)["epoch.France.1.first"] == note


def test_only_cities_with_the_highest_title_break_that_tie() -> None:
    """Anna's Countess is in Aix, which has the highest bonus, but her highest title is in Dijon."""
    box = {
        "city.France.1": "9",
        "title.France.2.a": "Duke",
        "title.France.4.a": "Duke",
        "title.France.4.b": "Countess",
        "influence.France.2.a": "4",
        "influence.France.4.a": "4",
        "influence.France.1.b": "3",
        "influence.France.4.b": "3",
    }
    play = game(box=box)
    play.play_turns(("France.4.a", "France.1.b"), ("France.2.a", "France.4.b"))  # bonus 2 and 9 against 4 and 2
    play.score_epoch()
    assert epoch_marker_owners(play, "France") == (1, 0)


def test_printed_city_bonus_counts_even_if_its_marker_is_taken() -> None:
    """de 257: the bonus is also printed in the city's field."""
    play = game()
    play.play_turns(("France.1.b",), (MARSHAL_OF_DIJON,), (MARSHAL_OF_AIX,))
    assert "city.France.1" in play.markers(0)
    play.score_epoch()
    assert epoch_marker_owners(play, "France") == (0, 2), (
        "3 points, then Carla in the city of 3 before Ben in the city of 2"
    )


def test_tie_for_the_second_marker_is_broken_in_the_same_way() -> None:
    play = game()
    play.play_turns((MARSHAL_OF_DIJON,), (MARSHAL_OF_AIX,), ("France.5.a",))
    play.score_epoch()
    assert epoch_marker_owners(play, "France") == (2, 1)


def test_complete_tie_is_settled_by_the_table() -> None:
    play = game(box={"city.France.4": "3"})
    play.play_turns((MARSHAL_OF_DIJON,), (MARSHAL_OF_AIX,))
    events = play.score_epoch()
    assert events == [BoardConfirmed()]
    legal_action = play.view(None).legal_action("settle-tie")
    assert legal_action is not None
    assert [field.options for field in legal_action.fields] == [("France",), (0, 1)]  # type: ignore[union-attr]
    check_refused(play, ConfirmBoard(), "not-now")
    check_refused(play, SettleTie("France", 2), "not-offered")
    check_refused(play, SettleTie("Spain", 0), "not-offered")
    check_refused(play, TakePosition("Spain.1.a"), "not-now")
    assert settle(play, "France", 0)[0] == TieSettled("France", 0)
    assert epoch_marker_owners(play, "France") == (0, 1)
    assert play.notes(0)["epoch.France.1.first"] == "1 influence, tied with Ben; the table decided"


def test_three_tied_seats_are_ordered_one_by_one() -> None:
    box = {"city.France.4": "3", "title.France.2.a": "Marshal", "influence.France.2.a": "1", "city.France.2": "3"}
    play = game(box=box)
    play.play_turns((MARSHAL_OF_DIJON,), (MARSHAL_OF_AIX,), ("France.2.a",))
    play.score_epoch()
    settle(play, "France", 2)
    legal_action = play.view(None).legal_action("settle-tie")
    assert legal_action is not None
    assert legal_action.fields[1].options == (0, 1)  # type: ignore[union-attr]
    settle(play, "France", 0)
    assert epoch_marker_owners(play, "France") == (2, 0)


def test_ties_behind_the_second_place_need_no_order() -> None:
    play = game(4, box={"city.France.4": "3"})
    play.play_turns((MARSHAL_OF_DIJON,), (MARSHAL_OF_AIX,), ("France.5.a",), ("France.3.a",))
    play.score_epoch()
    assert epoch_marker_owners(play, "France") == (2, 3)


def test_each_epoch_has_its_own_markers() -> None:
    play = game(2)
    play.play_turns(("Spain.1.a",), ())
    for _ in range(3):
        play.act(EndEpoch())
        if not isinstance(play.state.phase, Scoring):  # the third epoch is played to the end of the round
            play.act(EndTurn())
        play.act(ConfirmBoard())
    assert {m for m in play.markers(0) if m.startswith("epoch.")} == {f"epoch.Spain.{n}.first" for n in (1, 2, 3)}


def test_scoring_needs_only_the_printed_values_that_matter() -> None:
    play = game_with_values(3)
    play.fill(title__France__1__a="Duke", city__France__1=4)
    play.play_turns(("France.1.a",))
    play.act(EndEpoch())
    assert play.state.phase.values_to_confirm(play.state) == ("epoch.France.1.first",)
    check_refused(play, ConfirmBoard(), "box-needed")
    play.fill(influence__France__1__a=4, epoch__France__1__first=6)
    play.act(ConfirmBoard())
    assert epoch_marker_owners(play, "France") == (0, None)


def test_last_scoring_stays_on_the_screens_until_the_next_move() -> None:
    play = game()
    play.play_turns(("Spain.1.a",), ("Spain.2.a",))
    play.score_epoch()
    spain = next(result for result in play.view(None).results if result.country == "Spain")
    assert (spain.first, spain.second, spain.influence) == (0, 1, (8, 4, 0))
    play.take("France.1.a")
    assert play.view(None).results == ()


@pytest.mark.parametrize("seat", [1, 2])
def test_only_the_last_player_can_confirm_the_scoring(seat: int) -> None:
    play = game()
    play.act(EndEpoch())
    check_refused(play, ConfirmBoard(), "not-yours", seat=seat)
