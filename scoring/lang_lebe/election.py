"""A king election: the votes of each seat, who is king, and who gets how many bonus votes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scoring.lang_lebe.phases import CountLine, Election, Place
from scoring.lang_lebe.printed import BONUS_END, MOST_DEALT, TARGET, votes_key
from scoring.lang_lebe.state import State, areas_in_play, areas_of, discard, is_empty, votes
from scoring.standings import places, ranked
from scoring.words import T, Text, seats


def third(area_votes: int) -> int:
    return area_votes // 3  # nl 166, 168: rounded down


def count_line(state: State, seat: int) -> CountLine:
    """Votes of all areas with one's courtiers and/or figure (nl 164, 245); bonus votes on top (nl 193)."""
    areas = tuple((area, votes(state, area) or 0) for area in areas_of(state, seat))
    area_votes = sum(number for _, number in areas)
    lost = third(area_votes) if seat in state.out_of_cards else 0
    return CountLine(seat, areas, area_votes, lost, state.bonus[seat])


def count(state: State) -> tuple[CountLine, ...]:
    return tuple(count_line(state, seat) for seat in range(state.seats))


def numbers_needed_to_count(state: State) -> tuple[str, ...]:
    held = (area for area in areas_in_play(state) if not is_empty(state, area))
    return tuple(votes_key(area) for area in held if votes(state, area) is None)


def with_enough_votes(state: State) -> tuple[int, ...]:
    """Those who reach the votes of nl 172, 173."""
    return tuple(line.seat for line in count(state) if line.total >= TARGET[state.seats])


# --- who is before whom (nl 185, 205, 242-244) ---------------------------------------------------------


def before_dice(state: State, seat: int) -> tuple[int, int]:
    """Area votes after the third, then the number of cards; never the original votes (nl 242)."""
    return (count_line(state, seat).votes, state.hands[seat].count)


def dice_sums(election: Election, seat: int) -> tuple[int, ...]:
    return tuple(sum(dice) for dice in election.tie_dice.get(seat, ()))


def rank_key(state: State, election: Election, seat: int) -> tuple[int, ...]:
    return (*before_dice(state, seat), *dice_sums(election, seat))


def yet_to_roll(state: State, election: Election) -> tuple[int, ...]:
    """Who still has to roll five dice: for the crown if anybody can have it, else for the bonus votes."""
    sums = {seat: dice_sums(election, seat) for seat in range(state.seats)}
    if candidates := with_enough_votes(state):
        best = ranked({seat: before_dice(state, seat) for seat in candidates})[0]
        return _missing(sums, best, 0, only_the_top=True)
    groups = ranked({seat: before_dice(state, seat) for seat in range(state.seats)})
    return tuple(sorted(seat for group in groups for seat in _missing(sums, group, 0, only_the_top=False)))


def _missing(
    sums: Mapping[int, tuple[int, ...]], group: tuple[int, ...], done: int, only_the_top: bool
) -> tuple[int, ...]:
    """Equal sums roll again, as long as it matters."""
    if len(group) < 2:
        return ()
    if missing := tuple(seat for seat in group if len(sums[seat]) <= done):
        return missing
    again = ranked({seat: (sums[seat][done],) for seat in group})
    parts = again[:1] if only_the_top else again
    return tuple(seat for part in parts for seat in _missing(sums, part, done + 1, only_the_top))


def king(state: State, election: Election) -> int | None:
    """Of those with enough votes, the one with more area votes, then cards, then luck (nl 205, 244)."""
    candidates = with_enough_votes(state)
    return max(candidates, key=lambda seat: rank_key(state, election, seat)) if candidates else None


def rank_order(state: State, election: Election) -> tuple[int, ...]:
    """From most area votes to fewest, bonus votes left out (nl 195-197)."""
    seats_by_seat = range(state.seats)
    return tuple(sorted(seats_by_seat, key=lambda seat: rank_key(state, election, seat), reverse=True))


# --- what follows --------------------------------------------------------------------------------------


def bonus_votes(players: int) -> tuple[int, ...]:
    """By rank: 4, 3, 2, 1 with four players (nl 179-183)."""
    return tuple(range(players, 0, -1))


def bonus_awarded(state: State, election: Election) -> tuple[int, ...]:
    """Fields moved up, by seat; the bonus table ends at 15."""
    by_seat = dict(zip(rank_order(state, election), bonus_votes(state.seats), strict=True))
    return tuple(min(by_seat[seat], BONUS_END - state.bonus[seat]) for seat in range(state.seats))


def dealt_to_each(state: State) -> int:
    return min(MOST_DEALT, discard(state).count // state.seats)  # nl 187, 247


def settled(state: State, election: Election) -> Election:
    """The election with its places, once all is counted and no roll is missing."""
    if election.count is None or not election.count.finished or yet_to_roll(state, election):
        return election
    winner = king(state, election)
    if winner is not None:
        return replace(election, places=final_places(state, election, winner), winner=winner)
    return replace(election, places=bonus_places(state, election, bonus_awarded(state, election)))


def bonus_places(state: State, election: Election, awarded: tuple[int, ...]) -> tuple[Place, ...]:
    order = rank_order(state, election)
    return tuple(
        Place(number, seat, awarded[seat], _why_before(state, election, seat, order[number:]))
        for number, seat in enumerate(order, start=1)
    )


def final_places(state: State, election: Election, winner: int) -> tuple[Place, ...]:
    """The king, then the others by all their votes; equal totals share a place (nl 205)."""
    lines = count(state)
    others = places({line.seat: (line.total,) for line in lines if line.seat != winner})
    reached = [seat for seat in with_enough_votes(state) if seat != winner]
    first = Place(1, winner, 0, _why_king(state, election, winner, tuple(reached)))
    after = sorted(others, key=lambda seat: (others[seat], seat))
    return (first, *(Place(others[seat] + 1, seat, 0, _why_not_king(seat, reached)) for seat in after))


def _why_king(state: State, election: Election, winner: int, rivals: tuple[int, ...]) -> Text:
    if not rivals:
        return T("the only one with {target} votes or more", target=TARGET[state.seats])
    fewer = tuple(seat for seat in rivals if _votes_of(state, seat) < _votes_of(state, winner))
    if fewer == rivals:
        return T("more area votes than {others}", others=seats(rivals))
    return _why_before(state, election, winner, rivals) or T("before {others}", others=seats(rivals))


def _why_not_king(seat: int, reached: list[int]) -> Text | None:
    return T("enough votes, but not the king") if seat in reached else None


def _why_before(state: State, election: Election, seat: int, behind: tuple[int, ...]) -> Text | None:
    """Why this seat is before others with as many votes: who has more cards is told, never how many."""
    equal = [other for other in behind if _votes_of(state, other) == _votes_of(state, seat)]
    by_dice = [other for other in equal if before_dice(state, other) == before_dice(state, seat)]
    by_cards = [other for other in equal if other not in by_dice]
    cards = T("as many area votes as {others}, but more cards", others=seats(by_cards))
    luck = T("as many area votes and cards as {others}, but the better roll", others=seats(by_dice))
    reasons = [*([luck] if by_dice else ()), *([cards] if by_cards else ())]
    return T("{one}; {other}", one=reasons[0], other=reasons[1]) if len(reasons) > 1 else next(iter(reasons), None)


def _votes_of(state: State, seat: int) -> int:
    return count_line(state, seat).votes


def by_total(lines: tuple[CountLine, ...]) -> tuple[CountLine, ...]:
    """The order of the count on the screens: fewest votes first."""
    return tuple(sorted(lines, key=lambda line: (line.total, line.seat)))
