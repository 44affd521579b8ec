"""Victory points line by line, the turn order they make, and the final places."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scoring.kernel import Event
from scoring.roses import sheet
from scoring.roses.control import Influence, influence, ranking, tie_note, why_before
from scoring.roses.events import AreaScored, AwardScored, BonusScored, KingMade, PointsCorrected
from scoring.roses.phases import Over
from scoring.roses.printed import (
    AREAS,
    AWARD_NAMES,
    AWARD_POINTS,
    CHURCH_POINTS,
    HOUSES,
    KING_POINTS,
    MOST_AID,
    NOBODY,
    TRADE_POINTS,
)
from scoring.roses.state import Scored, State, members, pieces_of, with_houses
from scoring.standings import ScoreLine, Standing, Standings, places, ranked, totals
from scoring.words import TN, T, Text, seats

CALAIS = "calais"
RULES = {
    "most": "nl 451",
    "second": "nl 451",
    "king": "nl 477",
    "award": "nl 485",
    "trade": "nl 513",
    "church": "nl 519",
    "correction": "",
}

# The rows of a score sheet.
KINDS: Mapping[str, Text] = {
    "most": T("Most in an area"),
    "second": T("Second in an area"),
    "king": T("King of the house"),
    "award": T("Special awards"),
    "trade": T("Trade bonus"),
    "church": T("Church bonus"),
    "correction": T("Put right by the table"),
}

# --- what is scored ------------------------------------------------------------------------------------


def for_area(state: State, event: AreaScored) -> tuple[Scored, ...]:
    """Most and second-most, with the reason where points were equal."""
    order = ranking(state, event.area)
    rows = []
    for kind, seat in (("most", event.most), ("second", event.second)):
        if seat != NOBODY:
            # With a printed number put right since, a seat that was paid may have nothing there any more.
            behind = order[order.index(seat) + 1 :][:1] if seat in order else ()
            note = tie_note(state, event.area, seat, behind[0]) if behind else None
            rows.append(Scored(state.round, kind, seat, event.area, note))
    return tuple(rows)


def scored_for(state: State, event: Event) -> tuple[Scored, ...]:
    """What a step of parliament is worth, and to whom."""
    match event:
        case AreaScored():
            return for_area(state, event)
        case KingMade(house):
            return tuple(Scored(state.round, "king", seat, house) for seat in members(state, house))
        case AwardScored(award, seat):
            return (Scored(state.round, "award", seat, award),)
        case BonusScored(bonus, seat, area):
            return (Scored(state.round, bonus, seat, area),)
        case PointsCorrected(seat, points):
            return (Scored(state.round, "correction", seat, "", None, points),)
        case _:
            return ()


def with_more(state: State, new: tuple[Scored, ...]) -> State:
    return replace(state, scored=(*state.scored, *new)) if new else state


# --- lines ---------------------------------------------------------------------------------------------


def points(state: State, scored: Scored) -> int:
    match scored.kind:
        case "most" | "second":
            return sheet.prize(state.box, scored.key, scored.kind) or 0
        case "king":
            return KING_POINTS
        case "award":
            return AWARD_POINTS
        case "trade":
            return TRADE_POINTS
        case "church":
            return CHURCH_POINTS
        case _:
            return scored.points


def what(state: State, scored: Scored) -> Text:
    number = scored.round
    match scored.kind:
        case "most":
            return T("Round {round}: most in {area}", round=number, area=AREAS[scored.key].name)
        case "second":
            return T("Round {round}: second in {area}", round=number, area=AREAS[scored.key].name)
        case "king":
            return T("Round {round}: King of {house}", round=number, house=HOUSES[scored.key])
        case "award":
            return T("Round {round}: {award}", round=number, award=award_name(scored.key))
        case "trade":
            return T("Round {round}: trade bonus in {area}", round=number, area=AREAS[scored.key].name)
        case "church":
            return T("Round {round}: church bonus in {area}", round=number, area=AREAS[scored.key].name)
        case _:
            return T("Round {round}: put right by the table", round=number)


def award_name(award: str) -> Text:
    return AWARD_NAMES.get(award) or T("Captain of Calais")


def score(state: State) -> tuple[ScoreLine, ...]:
    return tuple(
        ScoreLine(s.seat, what(state, s), points(state, s), RULES[s.kind], s.note, KINDS[s.kind]) for s in state.scored
    )


def victory_points(state: State) -> tuple[int, ...]:
    return totals(score(state), state.seats)


def next_order(state: State) -> tuple[int, ...]:
    """Whoever is last goes first; equals keep their order (nl 190, 196)."""
    now = victory_points(state)
    return tuple(sorted(state.order, key=lambda seat: now[seat]))


def french_aid(state: State, seat: int) -> int:
    """The difference to the leader in pounds, at most 25 (nl 259)."""
    now = victory_points(state)
    return min(MOST_AID, max(now) - now[seat])


# --- the end -------------------------------------------------------------------------------------------


def kings_of(state: State, seat: int) -> int:
    """How often the seat's house has made the King; nobody has a house with two or three players (nl 546)."""
    return state.kings.count(state.houses[seat]) if with_houses(state) else 0


def final_key(state: State, seat: int) -> tuple[int, int, Influence]:
    """Points, Kings of the house, then the influence table over all pieces (nl 528)."""
    return (victory_points(state)[seat], kings_of(state, seat), influence(state, pieces_of(state, seat)))


def standings(state: State) -> Standings | None:
    if not isinstance(state.phase, Over):
        return None
    keys = {seat: final_key(state, seat) for seat in range(state.seats)}
    at = places(keys)
    rows = (
        Standing(at[seat], seat, keys[seat][0], _tie_break(state, keys, seat))
        for group in ranked(keys)
        for seat in group
    )
    return Standings(tuple(rows), _reason(keys))


Keys = dict[int, tuple[int, int, Influence]]


def _tie_break(state: State, keys: Keys, seat: int) -> Text | None:
    """Where points are equal: what decides against whoever is next to it, before it if possible; or nothing does."""
    groups = ranked(keys)
    place = next(number for number, group in enumerate(groups) if seat in group)
    if len(groups[place]) > 1:
        return T("equal in everything")
    beside = (keys[group[0]] for group in (*groups[:place][-1:], *groups[place + 1 :][:1]))
    rival = next((key for key in beside if key[0] == keys[seat][0]), None)
    if rival is None:
        return None
    if rival[1] != keys[seat][1]:
        return TN("equal points; {count} King of the house", "equal points; {count} Kings of the house", keys[seat][1])
    one, other = sorted((rival[2], keys[seat][2]), reverse=True)
    if not with_houses(state):
        return T("equal points: {why}", why=why_before(one, other))
    return T("equal points and Kings: {why}", why=why_before(one, other))


def _reason(keys: Keys) -> Text:
    first, best = ranked(keys)[0], max(keys.values())
    if len(first) > 1:
        return T("{who} share the victory with {points} victory points.", who=seats(first), points=best[0])
    rivals = [key for seat, key in keys.items() if key[0] == best[0] and seat not in first]
    if not rivals:
        return T("{who} wins with {points} victory points.", who=seats(first), points=best[0])
    if all(key[1] < best[1] for key in rivals):
        return T("{who} wins: {points} victory points, and more Kings of the house.", who=seats(first), points=best[0])
    return T("{who} wins: {points} victory points, and the influence table decides.", who=seats(first), points=best[0])
