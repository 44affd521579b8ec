"""Highlights: derived from the log alone, of every kind, without secrets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from scoring.game_info import GAME_INFOS
from scoring.highlights import Highlight, Row, merged
from scoring.lang_lebe.dispute import DiceRolled, DisputeWon, StakesRevealed
from scoring.regents.accusing import AccusationFailed, AccusationProved
from scoring.replay import Projection, Record, apply_record, replay
from scoring.table_events import Undone
from scoring.words import T, render
from tests.browser.moments import stages
from tests.games import TESTS, projection_in
from tests.highlights import ALL, KINDS, highlights_of, played_in, with_highlight


def just_after(path: str, kind: type) -> Iterator[Projection]:
    """Yields the game after each action that emitted this event."""
    for projection in stages(projection_in(TESTS / path)):
        action = projection.records[-1].action_id
        if any(isinstance(record.event, kind) for record in projection.records[-40:] if record.action_id == action):
            yield projection


@pytest.mark.parametrize("game", GAME_INFOS)
def test_every_highlight_kind_is_declared(game: str) -> None:
    found = {highlight.kind for projection in played_in(game) for highlight in projection.highlights}
    assert found == set(KINDS[game])


@pytest.mark.parametrize(("game", "kind"), ALL)
def test_highlight_has_rows_a_verdict_and_sentences_for_seats(game: str, kind: str) -> None:
    projection = with_highlight(game, kind)
    for highlight in highlights_of(projection, kind):
        names = projection.table.names
        assert highlight.rows or highlight.brief or highlight.kind == "step", "only a step of one line has no rows"
        assert render(highlight.title, names) != render(highlight.verdict, names)
        seats = {
            *highlight.seats,
            *(row.seat for row in highlight.rows if row.seat is not None),
            *(seat for seat, _ in highlight.private_texts),
        }
        assert seats <= set(range(len(names)))
        for row in highlight.rows:
            assert not row.most or 0 <= (row.number or 0) <= row.most, "no bar is longer than its rail"


def test_same_log_gives_the_same_highlights() -> None:
    projection = with_highlight("lang-lebe", "dice")
    assert replay(projection.records).highlights == projection.highlights
    assert replay(projection.records).highlights_seq == projection.highlights_seq


def test_stale_safe_event_neither_ends_nor_restarts_a_highlight() -> None:
    projection = next(just_after("lang_lebe/recorded/3-area-votes.jsonl", StakesRevealed))
    rolled = DiceRolled(0, (1,) * 5)
    after = apply_record(projection, Record(projection.seq + 1, projection.records[-1].at, 0, "rolls", rolled))
    assert (after.highlights, after.highlights_seq) == (projection.highlights, projection.highlights_seq)


def test_last_dice_and_their_result_are_one_highlight() -> None:
    projection = next(just_after("lang_lebe/recorded/3-area-votes.jsonl", DisputeWon))
    (highlight,) = projection.highlights
    winner = next(record.event.seat for record in reversed(projection.records) if isinstance(record.event, DisputeWon))
    assert [row.seat for row in highlight.rows if row.wins] == [winner]
    best = max(row.number or 0 for row in highlight.rows)
    assert next(row.number for row in highlight.rows if row.wins) == best
    assert highlight.text_for(winner)
    assert highlight.text_for(None) is None


def test_undone_highlight_is_not_played() -> None:
    projection = next(just_after("lang_lebe/recorded/3-area-votes.jsonl", DisputeWon))
    back = next(record.seq for record in projection.records if record.action_id == projection.records[-1].action_id) - 1
    after = apply_record(projection, Record(projection.seq + 1, projection.records[-1].at, 0, "back", Undone(back)))
    assert projection.highlights
    assert not after.highlights


def test_only_a_proved_accusation_names_the_clan() -> None:
    clans = ("MacKintosh", "Campbell", "MacGregor", "MacDuff", "MacLeod", "Stewart")
    seen = set()
    for path in sorted((TESTS / "regents" / "recorded").glob("*.jsonl")):
        for kind in (AccusationProved, AccusationFailed):
            for projection in just_after(f"regents/recorded/{path.name}", kind):
                (highlight,) = [highlight for highlight in projection.highlights if highlight.kind == "accusation"]
                said = " ".join(
                    render(text, projection.table.names)
                    for text in (highlight.title, highlight.verdict, *dict(highlight.private_texts).values())
                )
                said += " ".join(
                    render(piece.face, projection.table.names) for row in highlight.rows for piece in row.pieces
                )
                assert any(clan in said for clan in clans) == (kind is AccusationProved)
                seen.add(kind)
    assert seen == {AccusationProved, AccusationFailed}


def test_highlights_of_one_kind_and_title_are_merged() -> None:
    one = Highlight("domains", T("The domain cards"), T("One."), (Row(0),), private_texts=((0, T("Yours.")),))
    two = replace(one, verdict=T("Two."), rows=(Row(1),), private_texts=((1, T("Yours.")),))
    other = replace(one, title=T("Something else"))
    first = merged(one, two)
    assert first
    assert [row.seat for row in first.rows] == [0, 1]
    assert (first.verdict, len(first.private_texts)) == (T("Two."), 2)
    assert merged(first, other) is None
    assert merged(one, replace(two, rows=(Row(0, known=True), Row(1)))) is None, "it shows the known rows itself"


def test_tie_break_is_explained_in_the_winning_row() -> None:
    equal = 0
    for game, kind in (("wars-of-the-roses", "area"), ("royals", "country")):
        for highlight in (highlight for projection in played_in(game) for highlight in highlights_of(projection, kind)):
            first = next(row for row in highlight.rows if row.wins)
            tied = any(row is not first and row.prize and row.number == first.number for row in highlight.rows)
            equal += tied
            assert first.prize
            assert first.note or not tied
    assert equal, "no recording has a tie"


def test_bonuses_of_a_seat_have_one_row_each() -> None:
    for projection in played_in("wars-of-the-roses"):
        for highlight in highlights_of(projection, "awards"):
            lines = [(row.seat, row.what) for row in highlight.rows]
            assert len(set(lines)) == len(lines)


def test_return_of_the_empress_shows_no_points_yet() -> None:
    projection = with_highlight("saga", "empress")
    (highlight,) = highlights_of(projection, "empress")
    assert [row.seat for row in highlight.rows] == list(range(len(projection.table.seats)))
    assert all(row.number is None and (row.pieces or row.note) for row in highlight.rows)
    assert highlight.text_for(highlight.seats[0])
