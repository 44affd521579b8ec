"""The ways a game can end, as the recordings have to show each of them."""

from __future__ import annotations

from scoring.lang_lebe.events import ElectionCalled
from scoring.regents.events import AccusationFailed, AccusationProved, AgentBroughtBack
from scoring.replay import Story
from scoring.royals.events import MarkerRemoved, MarkerTaken, TieSettled
from scoring.saga.events import LastKnightPlayed
from scoring.words import say
from tests.roses.ways import ways as roses

# Lang lebe: a single winner, a tie broken on area votes, and an end after several elections.
# Régents: a single winner; the other things that can happen are in some recording (tests/regents/test_recordings.py).
# Royals: a single winner; what else a game can show not every number of players can (tests/royals/test_recordings.py).
# Saga ends in one way only.
# Wars of the Roses: as Royals (tests/roses/test_recordings.py).
WAYS = {
    "lang-lebe": ("single-winner", "area-votes", "several-elections"),
    "regents": ("single-winner",),
    "royals": ("single-winner",),
    "saga": ("last-knight",),
    "wars-of-the-roses": ("single-winner",),
}
SEVERAL = 3


def ends(story: Story) -> set[str]:
    """How this finished table ended; usually in more than one way."""
    ways = {
        "lang-lebe": _lang_lebe,
        "regents": _regents,
        "royals": _royals,
        "saga": _saga,
        "wars-of-the-roses": roses,
    }
    return ways[story.table.game_key](story)


def _saga(story: Story) -> set[str]:
    return {"last-knight"} if any(isinstance(record.event, LastKnightPlayed) for record in story.live) else set()


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


def _regents(story: Story) -> set[str]:
    standings, events = story.table.standings, {type(record.event) for record in story.live}
    assert standings is not None
    ways = {
        "single-winner": len(standings.winners) == 1,
        "shared-victory": len(standings.winners) > 1,
        "chips-decide": "more unplayed chips" in say(standings.reason, story.table.names),
        "right-accusation": AccusationProved in events,
        "wrong-accusation": AccusationFailed in events,
        "driven-out-and-back": AgentBroughtBack in events,
    }
    return {way for way, shown in ways.items() if shown}


def _royals(story: Story) -> set[str]:
    state, standings, names = story.table.state, story.table.standings, story.table.names
    assert standings is not None
    notes = [say(marker.note, names) for marker in state.markers]
    kinds = {marker.key.split(".")[0] for marker in state.markers}
    ways = {
        "single-winner": len(standings.winners) == 1,
        "shared-victory": len(standings.winners) > 1,
        "highest-marker": "highest single marker" in say(standings.reason, names),
        "title-halved": any(marker.key.endswith(".half") for marker in state.markers),
        "title-for-nobody": _three_equal(story),
        "single-seat": _single_seat(story),
        "tie-by-title": any("the higher title decided" in note for note in notes),
        "tie-by-city": any("the city with the higher bonus decided" in note for note in notes),
        "tie-for-the-table": any(isinstance(record.event, TieSettled) for record in story.live),
        "noble-house": "noble" in kinds,
        "country-bonus": "country" in kinds,
    }
    return {way for way, shown in ways.items() if shown}


def _three_equal(story: Story) -> bool:
    """Not just a title without cubes: three or more were equal on it."""
    shown = story.table.game.view(story.table.state, None)
    return any(len(title.leaders) > 2 for title in shown.titles)  # type: ignore[attr-defined]


def _single_seat(story: Story) -> bool:
    """In some epoch somebody got the higher marker of a country, and the lower one left the game."""
    events = [record.event for record in story.live]
    gone = {event.marker for event in events if isinstance(event, MarkerRemoved)}
    got = {event.marker for event in events if isinstance(event, MarkerTaken)}
    return any(f"{marker.removesuffix('first')}second" in gone for marker in got if marker.endswith("first"))
