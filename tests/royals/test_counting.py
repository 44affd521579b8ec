"""Only what is tedious: the board is tapped at the end of an epoch, the markers are added up, and the result is the
same as of every move followed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.ceremony import ConfirmBoard
from scoring.claims import ClaimPlace, SettlePlace
from scoring.following import ChangeWay
from scoring.kernel import COUNTS, Chance, Event, Refusal, Setting
from scoring.offers import Count
from scoring.royals import GAME
from scoring.royals.adding_up import CorrectSum, LetStand, LookingAgain, NameHighest, SealSums, points_of_cities
from scoring.royals.ending import Over
from scoring.royals.epoch import CallEpoch
from scoring.royals.markers import KINDS
from scoring.royals.printed import EXAMPLE, POSITIONS, TITLES
from scoring.royals.state import State
from scoring.royals.titles import ConfirmTitles, CountCubes
from scoring.royals.turn import ResumeTurns
from scoring.royals.turn import TakePosition as Take
from scoring.standings import ScoreLine, totals
from scoring.words import say
from tests.proof import LONG
from tests.royals.counted import count, count_the_end
from tests.royals.play import NAMES, Play, refused, taken
from tests.royals.play import game as table
from tests.royals.test_properties import next_ask

LUCK = Chance(random.Random(1))
GAMES_PLAYED = st.tuples(st.integers(2, 5), st.integers(0, 10**9))
SOME = settings(max_examples=round(1000 * LONG) or 30, deadline=None)


def whole(game: tuple[int, int]) -> tuple[State, list[Event]]:
    """A game in which many positions are taken, and some of them several times in an epoch."""
    seats, seed = game
    luck = random.Random(seed)
    play, moves = table(seats, luck.randrange(seats)), luck.choice((4, 12, 25, 60))
    while not isinstance(play.state.phase, Over):
        ask = next_ask(play.state, luck.randrange(1, 9), hurry=luck.randrange(moves) == 0)
        with suppress(Refusal):
            play.ask(Take(luck.choice(POSITIONS)) if isinstance(ask, Take) else ask)
    return play.state, play.events


def by_kind(lines: tuple[ScoreLine, ...], seats: int) -> dict[object, tuple[int, ...]]:
    kinds = {line.category for line in lines}
    return {kind: totals([line for line in lines if line.category == kind], seats) for kind in kinds}


def same_result(real: State, counted: State) -> None:
    """Points of every kind, ties and places of whoever is first."""
    assert isinstance(counted.phase, Over)
    assert by_kind(GAME.score(counted), real.seats) == by_kind(GAME.score(real), real.seats)
    there, here = GAME.standings(real), GAME.standings(counted)
    assert there is not None
    assert here is not None
    assert here.winners == there.winners
    best = max(row.points for row in there.places)
    assert {(row.seat, row.points) for row in here.places} == {(row.seat, row.points) for row in there.places}
    assert [r.place for r in here.places if r.points == best] == [r.place for r in there.places if r.points == best]


@given(GAMES_PLAYED)
@pytest.mark.long
@SOME
def test_only_counted_a_game_gives_what_it_gives_move_by_move(game: tuple[int, int]) -> None:
    real, events = whole(game)
    counted = count(real, events, LUCK)
    same_result(real, counted)
    assert {epoch: scored.holders for epoch, scored in counted.scored.items()} == {
        epoch: scored.holders for epoch, scored in real.scored.items()
    }
    handed_out = [marker for marker in real.markers if marker.key.startswith(("epoch.", "value."))]
    assert list(counted.markers) == handed_out, "with the same reasons, too"


@given(GAMES_PLAYED)
@pytest.mark.long
@SOME
def test_what_was_seen_on_the_board_is_never_more_than_lies_on_the_titles(game: tuple[int, int]) -> None:
    real, events = whole(game)
    counted = count(real, events, LUCK)
    for seat in range(real.seats):
        seen = Counter(real.title_of(at) for who, at in counted.occupied if who == seat)
        assert all(seen[title] <= real.cubes_on(title)[seat] for title in TITLES)


@given(GAMES_PLAYED)
@pytest.mark.long
@SOME
def test_all_cities_that_are_occupied_in_the_end_have_given_their_markers_away(game: tuple[int, int]) -> None:
    """What Herald checks the sums against."""
    real, _ = whole(game)
    taken = sum(int(real.box[marker.key]) for marker in real.markers if marker.key.startswith("city."))
    assert (points_of_cities(real) or 0) == taken


@given(GAMES_PLAYED)
@pytest.mark.long
@SOME
def test_just_counting_the_end_gives_the_same_points_and_winners(game: tuple[int, int]) -> None:
    real, _ = whole(game)
    same_result(real, count_the_end(real, LUCK))


# --- one rule at a time ------------------------------------------------------------------------------------


def counting(seats: int = 3, box: Mapping[str, str] | None = None) -> Play:
    return Play(GAME.start(Setting(seats, {"follow": COUNTS}, {**EXAMPLE, **(box or {})})))


def score_board(play: Play, **positions: int) -> None:
    """Everybody taps these, and the epoch is scored."""
    play.ask(CallEpoch())
    for place, seat in positions.items():
        play.ask(ClaimPlace(place.replace("__", ".").replace("_", "-")), seat)
    play.confirm()


def to_the_markers(box: Mapping[str, str] | None = None, **positions: int) -> Play:
    """Three epochs with the same board, and the titles."""
    play = counting(2, box)
    score_board(play, **positions)
    score_board(play)
    score_board(play)
    play.ask(ConfirmTitles())
    return play


def added(city: int = 0, country: int = 0, noble: int = 0) -> SealSums:
    return SealSums({"city": city, "country": country, "noble": noble})


def test_nobody_taps_in_a_turn() -> None:
    play = counting()
    assert {offer.ask for offer in play.view(None).offers} == {"call-epoch"}
    refused(play, Take("Spain.1.a"), "not-now")


def test_the_board_of_an_epoch_begins_with_that_of_the_one_before() -> None:
    play = counting()
    score_board(play, Spain__1__a=0, France__5__a=1)
    play.ask(CallEpoch())
    assert play.view(None).position("Spain.1.a").holder == 0
    play.ask(ClaimPlace("Spain.1.a"), 2)
    assert play.view(None).position("Spain.1.a").holder == 2
    play.ask(ConfirmBoard())
    assert play.state.displaced == {"Spain.1": (0,)}
    assert play.state.cubes_on("King") == (1, 1, 1)


def test_two_who_tap_the_same_in_an_epoch_hold_up_the_scoring() -> None:
    play = counting()
    play.ask(CallEpoch())
    play.ask(ClaimPlace("Spain.1.a"), 0)
    play.ask(ClaimPlace("Spain.1.a"), 1)
    assert [place.claims for place in play.view(None).contested] == [(0, 1)]
    refused(play, ConfirmBoard(), "contradiction")
    play.ask(SettlePlace("Spain.1.a"), 1)
    play.ask(ConfirmBoard())
    assert play.state.holders == {"Spain.1.a": 1}


def test_once_the_board_is_confirmed_nobody_taps_any_more() -> None:
    play = counting(2, {"city.Spain.2": "2"})
    play.ask(CallEpoch())
    for seat, place in enumerate(("Spain.2.b", "Spain.4.b")):
        play.ask(ClaimPlace(place), seat)
    play.fill(title__Spain__4__b="Marshal", influence__Spain__4__b=1)
    play.ask(ConfirmBoard())
    assert {offer.ask for offer in play.view(None).offers} == {"settle-tie"}


def test_an_unknown_influence_is_asked_for_only_where_somebody_is() -> None:
    play = counting(2, {"influence.Spain.1.a": "", "influence.France.5.a": ""})
    play.ask(CallEpoch())
    play.ask(ClaimPlace("Spain.1.a"), 0)
    offer = play.view(None).offer("confirm-board")
    assert offer is not None
    assert offer.needs == ("influence.Spain.1.a",)


def test_a_city_bonus_is_asked_for_only_where_it_decides() -> None:
    """Equal influence, and the same highest title there (de 257)."""
    unread = {f"city.Spain.{n}": "" for n in (1, 2, 3, 4)}
    even = {"title.Spain.3.a": "King", "influence.Spain.3.a": "8"}
    for box, needs in (({}, ()), (even, ("city.Spain.1", "city.Spain.3"))):
        play = counting(2, {**unread, **box})
        play.ask(CallEpoch())
        play.ask(ClaimPlace("Spain.1.a"), 0)
        play.ask(ClaimPlace("Spain.3.a"), 1)
        offer = play.view(None).offer("confirm-board")
        assert offer is not None
        assert offer.needs == needs


def test_who_alone_has_a_cube_on_every_title_has_the_highest_noble_house() -> None:
    play = counting(3)
    score_board(play)
    score_board(play)
    score_board(play, Spain__1__a=0)
    for title in TITLES:
        play.ask(CountCubes(title, 2), 0)
        play.ask(CountCubes(title, 1), 1) if title != "King" else None
    play.ask(ConfirmTitles())
    options = [play.view(seat).offer("seal-sums", seat).field("points.noble").options for seat in range(3)]  # type: ignore[union-attr]
    assert options == [(16,), (0,), (0,)]


def test_city_bonuses_that_cannot_be_are_looked_at_again() -> None:
    play = to_the_markers(Spain__1__a=0, France__5__a=1)
    play.ask(added(city=6), 0)
    play.ask(added(city=5), 1)
    assert isinstance(play.state.phase, LookingAgain)
    assert "11 in all, but the occupied cities have 12" in say(play.view(None).headline, NAMES)
    play.ask(CorrectSum(1, "city", 6), 0)
    assert isinstance(play.state.phase, Over)


def test_the_table_may_let_sums_stand_that_herald_does_not_understand() -> None:
    play = to_the_markers(Spain__1__a=0)
    play.ask(added(city=3), 0)
    play.ask(added(), 1)
    play.ask(LetStand())
    assert isinstance(play.state.phase, Over)


def test_a_highest_marker_is_asked_for_only_where_a_tie_for_the_first_place_rests_on_it() -> None:
    """Both have a King in an epoch each of 4, and 13 points of city bonuses."""
    even = {f"epoch.{country}.{n}.first": "4" for country in ("Spain", "France", "Britain") for n in (1, 2, 3)}
    even |= {"city.Spain.1": "12", "city.Spain.2": "1", "city.France.5": "6", "city.France.3": "7"}
    play = to_the_markers(even, Spain__1__a=0, Spain__2__a=0, France__5__a=1, France__3__a=1)
    play.ask(added(city=13), 0)
    play.ask(added(city=13), 1)
    assert play.view(None).waiting_for == (0, 1)
    play.ask(NameHighest(12), 0)
    refused(play, NameHighest(12), "not-now", 0)
    play.ask(NameHighest(8), 1)
    standings = GAME.standings(play.state)
    assert standings is not None
    assert standings.winners == (0,)


def test_what_somebody_has_sealed_is_seen_by_nobody_else() -> None:
    play = to_the_markers(Spain__1__a=0)
    play.ask(added(city=6), 0)
    shown = [play.view(seat).adding_up for seat in (None, 0, 1)]
    assert [view.entered for view in shown if view] == [(), ((0, {"city": 6, "country": 0, "noble": 0}),), ()]


def test_a_table_can_go_over_to_every_move_and_back_and_the_bonuses_stay_with_the_table() -> None:
    play = counting()
    score_board(play, Spain__1__a=0)
    play.ask(ChangeWay("moves"))
    play.ask(ResumeTurns(2, 1))
    assert play.view(None).turn == 1
    assert taken(play.take("France.5.a")) == [], "who was first in a city is not known any more"
    assert play.state.holders == {"Spain.1.a": 0, "France.5.a": 1}
    play.ask(ChangeWay("counts"))
    play.ask(CallEpoch())
    assert play.view(None).position("France.5.a").holder == 1


def test_markers_that_were_followed_are_the_least_that_somebody_can_add_up_to() -> None:
    play = table(2)
    play.take("Spain.1.a")
    play.ask(ChangeWay("counts"))
    for _ in range(3):
        score_board(play)
    play.ask(ConfirmTitles())
    field = play.view(0).offer("seal-sums", 0).field("points.city")  # type: ignore[union-attr]
    assert isinstance(field, Count)
    assert (field.low, field.value) == (6, 6)
    play.ask(added(city=6), 0)
    play.ask(added(), 1)
    assert sum(line.points for line in GAME.score(play.state) if line.category == KINDS["city"]) == 6
