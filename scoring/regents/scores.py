"""Points line by line as far as everybody may know them, and the final places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scoring.majority import most
from scoring.regents.phases import Over
from scoring.regents.printed import DOMAINS, LEAD_POINTS, VALUES
from scoring.regents.state import State, chips_of
from scoring.regents.tracks import at
from scoring.standings import ScoreLine, Standing, Standings, places, ranked, totals
from scoring.words import TN, T, Text, seats

# Read out in this order at the end.
KINDS: Mapping[str, Text] = {
    "tracks": T("Influence tracks"),
    "domain": T("Own domain led alone"),
    "chips": T("Privilege chips"),
    "counsellors": T("Counsellors"),
}


def score(state: State) -> tuple[ScoreLine, ...]:
    """A domain card that is still hidden counts for nothing yet."""
    return tuple(line for kind in KINDS for seat in range(state.seats) for line in lines(state, seat, kind))


def lines(state: State, seat: int, kind: str) -> Iterator[ScoreLine]:
    match kind:
        case "tracks":
            for domain, name in DOMAINS.items():
                points = VALUES[at(state.tracks[seat], domain)]
                yield ScoreLine(seat, T("{domain} track", domain=name), points, "en 1134", category=KINDS[kind])
        case "domain" if leads_own_domain(state, seat):
            name = DOMAINS[state.cards[seat].domain]
            note = T("alone at the head of the own domain")
            what = T("{domain} led alone", domain=name)
            yield ScoreLine(seat, what, LEAD_POINTS, "en 1138", note, KINDS[kind])
        case "chips" if chips := chips_of(state, seat):
            what = TN("{count} chip", "{count} chips", chips)
            yield ScoreLine(seat, what, chips, "en 1139", category=KINDS[kind])
        case "counsellors" if held := state.counsellors[seat]:
            what = TN("{count} counsellor", "{count} counsellors", held)
            yield ScoreLine(seat, what, held, "en 1140", category=KINDS[kind])


def leads_alone(state: State, domain: str) -> int | None:
    """Who is ahead of all others on the track (en 1070, 1138)."""
    ahead = most({seat: at(markers, domain) for seat, markers in enumerate(state.tracks)})
    return ahead[0] if len(ahead) == 1 else None


def leads_own_domain(state: State, seat: int) -> bool:
    """Only an open domain card tells."""
    return seat in state.domains_open and leads_alone(state, state.cards[seat].domain) == seat


def standings(state: State) -> Standings | None:
    """Most points, then most unplayed chips, then shared (en 1144)."""
    if not isinstance(state.phase, Over):
        return None
    points = totals(score(state), state.seats)
    keys = {seat: (points[seat], chips_of(state, seat)) for seat in range(state.seats)}
    place = places(keys)
    rows = (Standing(place[s], s, points[s], _tie_break(keys, s)) for group in ranked(keys) for s in group)
    return Standings(tuple(rows), _reason(keys))


def _tie_break(keys: dict[int, tuple[int, int]], seat: int) -> Text | None:
    equal = [other for other in keys if other != seat and keys[other][0] == keys[seat][0]]
    if not equal:
        return None
    chips = keys[seat][1]
    if any(keys[other] == keys[seat] for other in equal):
        return T("equal points and {chips} unplayed chips each", chips=chips)
    return T("equal points; {chips} unplayed chips", chips=chips)


def _reason(keys: dict[int, tuple[int, int]]) -> Text:
    first, points = ranked(keys)[0], max(keys.values())[0]
    if len(first) > 1:
        return T("{who} share the title with {points} victory points.", who=seats(first), points=points)
    if sum(key[0] == points for key in keys.values()) > 1:
        return T("{who} wins: {points} victory points and more unplayed chips.", who=seats(first), points=points)
    return T("{who} is Guardian of the Kingdom with {points} victory points.", who=seats(first), points=points)
