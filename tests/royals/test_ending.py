"""Titles, the reveal and the winner."""

from __future__ import annotations

from scoring.kernel import GameConfig, PrintedValueEntered
from scoring.reveal_phases import ConfirmBoard
from scoring.royals import GAME
from scoring.royals.ending import GameEnded, MarkersShown, highest_between
from scoring.royals.epoch import EndEpoch, EndTurn, Scoring
from scoring.royals.markers import KINDS, MarkerRemoved
from scoring.royals.titles import ConfirmTitles, Titles
from scoring.royals.turn import TakePosition
from scoring.standings import totals
from scoring.words import render
from tests.royals.play import NAMES, Play, check_refused, game, game_with_values, markers_taken

DUKES = ("France.3.a", "German-States.2.a", "Britain.1.a")


def play_to_the_titles(play: Play) -> Play:
    """Ends three epochs without further moves."""
    while not isinstance(play.state.phase, Titles):
        play.act(EndTurn() if play.state.last_round else EndEpoch())
        if isinstance(play.state.phase, Scoring):
            play.act(ConfirmBoard())
    return play


def ended_game(play: Play) -> Play:
    play_to_the_titles(play)
    play.act(ConfirmTitles())
    return play


def portraits_taken(play: Play) -> list[tuple[int, str]]:
    play_to_the_titles(play)
    return markers_taken(play.act(ConfirmTitles()))


def test_most_cubes_on_a_title_win_the_whole_portrait() -> None:
    """de 271"""
    play = game()
    play.play_turns(DUKES[:2], DUKES[2:])
    assert portraits_taken(play) == [(0, "value.Duke.full")]
    assert play.notes(0)["value.Duke.full"] == "2 cubes, more than anyone else"


def test_two_tied_seats_get_half_a_portrait_each() -> None:
    """de 275"""
    play = game()
    play.play_turns(DUKES[:1], DUKES[1:2])
    assert portraits_taken(play) == [(0, "value.Duke.half"), (1, "value.Duke.half")]
    assert play.notes(1)["value.Duke.half"] == "1 cube, tied with Anna: half each"


def test_three_tied_seats_get_nothing_and_portrait_is_removed() -> None:
    """de 275"""
    play = game()
    play.play_turns(*((duke,) for duke in DUKES))
    play_to_the_titles(play)
    events = play.act(ConfirmTitles())
    assert markers_taken(events) == []
    assert MarkerRemoved("value.Duke.full") in events


def test_title_without_cubes_scores_nothing() -> None:
    assert portraits_taken(game()) == []


def test_cubes_of_lost_positions_still_count() -> None:
    """de 197: Ben took both positions from Anna, and each has two cubes on the title."""
    play = game()
    play.play_turns(DUKES[:2], DUKES[:2])
    assert portraits_taken(play) == [(0, "value.Duke.half"), (1, "value.Duke.half")]


def test_titles_are_scored_from_marshal_to_king() -> None:
    play = game()
    play.play_turns(("Spain.1.a", "Spain.2.a", "Spain.2.b", "Spain.3.b"))
    assert [marker.split(".")[1] for _, marker in portraits_taken(play)] == ["Marshal", "Baron", "Duke", "King"]


def test_titles_need_only_the_portrait_values_that_are_awarded() -> None:
    play = game_with_values(3, title__France__1__a="Duke", title__France__2__a="Baron", title__France__3__a="Baron")
    play.fill(city__France__1=1, city__France__2=1, city__France__3=1)
    play.fill(influence__France__1__a=1, influence__France__2__a=1, influence__France__3__a=1)
    for epoch in (1, 2, 3):
        play.fill(**{f"epoch__France__{epoch}__first": 4, f"epoch__France__{epoch}__second": 2})
    play.play_turns(("France.1.a", "France.2.a"), ("France.3.a",))
    play_to_the_titles(play)
    legal_action = play.view(None).legal_action("confirm-titles")
    assert legal_action is not None
    assert set(legal_action.missing_values) == {"value.Duke.full", "value.Baron.half"}
    check_refused(play, ConfirmTitles(), "box-needed")
    play.fill(value__Duke__full=10, value__Baron__half=3)
    assert play.act(ConfirmTitles())


def test_no_marker_is_revealed_before_the_finale() -> None:
    play = game()
    play.play_turns(("Spain.1.a", "Spain.2.a"), ("Britain.3.a",))
    play_to_the_titles(play)
    check_refused(play, TakePosition("France.1.a"), "not-now")
    assert play.view(None).reveal is None
    assert play.act(ConfirmTitles())[-2:] == [MarkersShown(len(KINDS)), GameEnded()]
    assert GAME.standings(play.state) is not None
    assert play.view(None).over


def test_kinds_of_markers_add_up_to_the_totals_at_the_end() -> None:
    play = game()
    play.play_turns(("Spain.1.a", "Spain.2.a"), ("Britain.3.a",), ("Spain.3.a",))
    ended_game(play)
    shown = play.view(None).reveal
    assert shown is not None
    assert shown.totals == totals(GAME.score(play.state), 3)


def test_every_marker_has_a_score_line_with_its_reason() -> None:
    play = game()
    play.play_turns(("Spain.1.a", "Spain.2.a", "Spain.3.a", "Spain.4.a"))
    ended_game(play)
    lines = [
        (render(line.what, NAMES), line.points, render(line.note, NAMES))
        for line in GAME.score(play.state)
        if line.note
    ]
    assert len(lines) == len(play.state.markers)
    assert ("city marker for Madrid", 6, "first in the city") in lines
    assert ("higher country marker for Spain", 8, "a cube in every city of Spain") in lines
    assert ("higher 1680 marker for Spain", 7, "23 influence") in lines
    assert ("King portrait", 16, "1 cube, more than anyone else") in lines
    assert all(line.rule.startswith("de ") for line in GAME.score(play.state))


def test_most_points_win() -> None:
    play = game()
    play.play_turns(("Spain.1.a",), ("France.1.a",))
    ended_game(play)
    result = GAME.standings(play.state)
    assert result is not None
    assert result.winners == (0,)
    assert [place.points for place in result.places] == sorted((p.points for p in result.places), reverse=True)
    assert render(result.reason, NAMES) == "Anna wins with 43 victory points."


# One city per seat, each in its own country: the printed values alone decide the points.
TIED = {
    **{f"epoch.{country}.{epoch}.first": "1" for country in ("France", "Spain") for epoch in (1, 2, 3)},
    "title.France.1.a": "Marshal",
    "title.Spain.1.a": "Baron",
}


def final_tie(city: tuple[int, int], title: tuple[int, int]) -> Play:
    box = {**TIED, "city.France.1": str(city[0]), "city.Spain.1": str(city[1])}
    box |= {"value.Marshal.full": str(title[0]), "value.Baron.full": str(title[1])}
    play = game(2, box=box)
    play.play_turns(("France.1.a",), ("Spain.1.a",))
    return ended_game(play)


def test_tie_is_broken_by_the_highest_single_marker() -> None:
    """de 281"""
    result = GAME.standings(final_tie((3, 2), (7, 8)).state)
    assert result is not None
    assert [(place.place, place.seat, place.points) for place in result.places] == [(1, 1, 13), (2, 0, 13)]
    assert result.places[0].reason is not None
    assert render(result.places[0].reason, NAMES) == "tied on points; highest single marker 8"
    assert render(result.reason, NAMES) == "Ben wins with 13 victory points and the highest single marker."


def test_players_tied_on_highest_marker_too_share_victory() -> None:
    """de 281"""
    result = GAME.standings(final_tie((3, 3), (7, 7)).state)
    assert result is not None
    assert result.winners == (0, 1)
    assert render(result.reason, NAMES) == "Anna and Ben share the victory with 13 victory points."


def test_half_a_portrait_counts_as_a_marker_of_its_half_value() -> None:
    """An interpretation: with the whole portrait of 30 there would be no tie; each half of 9 is a marker of 9."""
    play = game(2, box={"value.Duke.full": "30", "value.Duke.half": "9"})
    play.play_turns(("France.3.a",), ("Britain.1.a",))
    ended_game(play)
    assert "value.Duke.half" in play.markers(0) & play.markers(1)
    assert [highest_between(play.state, seat)[0] for seat in (0, 1)] == [10, 9], "an epoch marker of 10, a half of 9"


def test_value_corrected_after_the_end_changes_the_score_lines() -> None:
    play = ended_with_madrid()
    before = totals(GAME.score(play.state), 3)[0]
    play.state = GAME.apply(play.state, PrintedValueEntered("city.Spain.1", "9"))
    assert totals(GAME.score(play.state), 3)[0] == before + 3


def ended_with_madrid() -> Play:
    play = game()
    play.play_turns(("Spain.1.a",))
    return ended_game(play)


def test_no_action_is_legal_after_the_end() -> None:
    play = ended_with_madrid()
    assert play.view(0).legal_actions == ()
    check_refused(play, TakePosition("France.1.a"), "over", seat=0)


def test_player_aid_contains_the_card_rules() -> None:
    """de 147: 12 and 4; de 187: either country; de 207: two for one."""
    aid = " ".join(render(sentence, ()) for _, told in GAME.aid for sentence in told.sentences)
    assert "at most 12 country cards and 4 intrigue cards" in aid
    assert "in one of its two countries" in aid
    assert "Any two intrigue cards can replace one" in aid


def test_de_106_set_up_names_the_start_player_of_each_edition() -> None:
    for edition, who in (("abacus", "youngest"), ("arcane", "oldest")):
        view = GAME.view(GAME.start(GameConfig(3, {"edition": edition}, {})), None)
        assert render(view.headline, ()) == f"Who’s the {who}? They go first."
        help_ = [render(sentence, ()) for sentence in view.help.sentences]
        assert "The youngest player goes first; in the Arcane Wonders edition, the oldest." in help_
