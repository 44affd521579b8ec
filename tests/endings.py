"""The ways a game can end, as the recordings have to show each of them."""

from __future__ import annotations

from scoring.lang_lebe.events import ElectionCalled
from scoring.replay import Story

# Issue: a single winner, a tie broken on area votes, and an end after several elections.
WAYS = {"lang-lebe": ("single-winner", "area-votes", "several-elections")}
SEVERAL = 3


def ends(story: Story) -> set[str]:
    """How this finished table ended; usually in more than one way."""
    return {"lang-lebe": _lang_lebe}[story.table.game_key](story)


def _lang_lebe(story: Story) -> set[str]:
    standings = story.table.standings
    assert standings is not None
    reason = standings.places[0].reason
    elections = sum(isinstance(record.event, ElectionCalled) for record in story.live)
    by_message = {
        "the only one with {target} votes or more": "single-winner",
        "more area votes than {others}": "area-votes",
    }
    way = by_message.get(reason.message) if reason else None
    return {*([way] if way else ()), *(["several-elections"] if elections >= SEVERAL else ())}
