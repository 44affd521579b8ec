"""Wars of the Roses: Lancaster vs. York (Peter Hawes, Z-Man 2010): two to four lords plan in secret, behind screens,
where to bid, march, bribe and attack. Parliament then determines who controls England and which house makes the King.

Glossary: **area** one of six, with **votes** and **prizes** for most and second · **control points** the worth of
pieces in an area · **location** Royal Castle, large or small town, port · **person** noble, bishop, ship (its captain)
· **neutral** without an owner · **presence** having a piece in an area, ships excluded · **troops** £3 each,
**mercenaries** free · **white cube** keeps one's own person loyal, **black cube** bribes another player's ·
**garrison** the troops that replace a stone when it is first attacked · **influence table** nobles, castles, large
towns, bishops, small towns, ports, ships: ties are broken from left to right · **Captain of Calais** a title for one
round, bid for in secret.

Coverage ("nl" is the line of the Dutch rulebook text):

| rule                                                             | nl             | here                             |
|------------------------------------------------------------------|----------------|----------------------------------|
| laying out the components before the game                        | 137-146        | done, on the to-do list          |
| six areas, eight seas, one of each symbol and two nobles an area | 106-114        | done; printed values are entered |
| £6, 6 white and 6 black cubes, 20 troops, French Aid tile        | 140            | done                             |
| 15 stones and 15 discs a player                                  | 88, 89         | not done: anything marks a piece |
| houses by lot or entered; none with two or three players         | 146, 546, 547  | done                             |
| turn order by lot, then from the score; equals keep their order  | 189-200        | done                             |
| cards: 12/8, 9 with three; neutral first, surplus removed        | 202-213, 549   | done; on the table or by Herald  |
| picking order                                                    | 215-226        | done                             |
| a stone or disc on what was picked                               | 234            | done, on the to-do list          |
| nobles enter in their area, ships in their port                  | 236, 238       | done                             |
| mercenaries 2/3/4, kept until used, back after battle            | 242-249, 439   | done; never more than the 17     |
| income                                                           | 255            | done                             |
| French aid: rounds 2-5, once, at most £25                        | 259            | done, decided in turn order      |
| Captain of Calais: bids, ties, area, a noble of 4, 4 points      | 278-288, 505   | done                             |
| ships two seas, nobles one area                                  | 292-306, 534   | done                             |
| troops on own locations, on others' where present, never neutral | 310-320, 555   | done                             |
| presence: both ends of a noble's move, never a ship              | 312-316, 536   | done                             |
| troops £3, mercenaries free                                      | 324, 326       | done                             |
| white and black cubes on nobles, bishops, captains; prices       | 332-350, 559   | done                             |
| a player who has finished planning turns the royal house tile    | 356            | done: shows who is missing       |
| talk about plans is forbidden                                    | 170            | not done: left to the table      |
| reveal; reverse turn order                                       | 374, 376       | done                             |
| not enough money                                                 | 380-389        | done                             |
| illegal orders                                                   | 393            | done                             |
| troops under or beside a stone; stones on lone mercenaries       | 397, 405       | done, on the to-do list          |
| bribery                                                          | 411-419        | done                             |
| battles, garrisons, neutral locations, several attackers         | 427-439        | done; garrisons always in full   |
| victory points of areas, ties by the influence table             | 108, 449-463   | done                             |
| votes of the houses, the King; roses turned, removed, put back   | 469-479, 536   | done; ships alone: an option     |
| special awards over time; trade and church bonus                 | 485-519        | done                             |
| the end of a round: Calais and the round marker                  | 524            | done, on the to-do list          |
| end after round five, ties                                       | 528            | done                             |

Interpretations of ambiguous rules are in `interpretations.py`, linked from every screen. Also: mercenaries march even
if the troops beside them cannot be paid. If Herald lays out the cards, it draws as many as the table would, neutral
ones first.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from scoring.game_info import ROSES
from scoring.kernel import EVERY_MOVE, FINAL_SCORING, Event, Game, GameConfig, Option, PrintedValueEntered
from scoring.printed_values import PrintedValues
from scoring.roses import corrections
from scoring.roses.components import CHECKS, EXAMPLE, FIELDS, SECTIONS, START_MONEY
from scoring.roses.draft import Drafting, SetUp, set_up_lines
from scoring.roses.interpretations import INTERPRETATIONS
from scoring.roses.last_parliament import LastBoard
from scoring.roses.parliament import AWARDS_WON, THE_END, Parliament
from scoring.roses.plan import PRICES, FrenchAid, Planning
from scoring.roses.resolution import Resolution
from scoring.roses.state import ROWS, Influence, State, influence, why_before
from scoring.roses.view import RosesView, own_view, public_view
from scoring.standings import ScoreLine, Standing, Standings, places, ranked
from scoring.tracking_modes import tracking_mode_option
from scoring.words import TN, T, Text, seats

OPTIONS = (
    tracking_mode_option(
        moves=T("Plans need the board, so Herald tracks it and only stops when something happens."), counts=None
    ),
    Option(
        "cards",
        T("Location and person cards"),
        (("box", T("Real cards")), ("herald", T("Herald draws them"))),
        without_box="herald",
        before="box",
    ),
    Option(
        "votes",
        T("An area with only ships or the Captain of Calais"),
        (("present", T("Has no votes")), ("points", T("Has votes"))),
        before="points",
        interpretation=True,
    ),
    Option(
        "glass",
        T("Sand timer for planning"),
        (("0", T("None")), ("3", T("3 minutes")), ("5", T("5 minutes"))),
    ),
)


class WarsOfTheRoses(Game[State]):
    info = ROSES
    modules = (
        "state",
        "plan",
        "draft",
        "parliament",
        "resolution",
        "deployment",
        "corrections",
        "last_parliament",
        "planning",
    )
    sections = SECTIONS
    aid = (
        (T("Cards"), Drafting.help),
        (T("French aid"), FrenchAid.help),
        (T("Planning"), Planning.help),
        (T("What it costs"), PRICES),
        (T("Deployment, bribery, battles"), Resolution.help),
        (T("Parliament"), Parliament.help),
        (T("Special awards"), AWARDS_WON),
        (T("End of the game"), THE_END),
    )
    options = OPTIONS
    printed_fields = FIELDS
    checks = CHECKS
    example = EXAMPLE
    bgg = 58936
    colours = ("red", "yellow", "green", "blue")
    score_rows = tuple(row for row, _ in ROWS.values())
    interpretations = INTERPRETATIONS

    def start(self, config: GameConfig) -> State:
        state = State(
            seats=config.seats,
            printed_values=config.printed_values,
            tracking_mode=config.tracking_mode,
            phase=LastBoard() if config.tracking_mode == FINAL_SCORING else SetUp(),
            minutes=int(config.options.get("glass", "0")),
            money=(START_MONEY,) * config.seats,
            mercenaries=(0,) * config.seats,
            draws=config.options.get("cards") == "herald",
            votes_need_presence=config.options.get("votes", "present") == "present",
        )
        return state if config.tracking_mode == FINAL_SCORING else replace(state, to_do=tuple(set_up_lines(state)))

    def unread_box_warning(self, tracking_mode: str, box: PrintedValues) -> Text | None:
        if tracking_mode != EVERY_MOVE:
            return None
        return T("If you skip this, you enter each card when a player takes it, and the rest at the first parliament.")

    view_class = RosesView
    public_view = staticmethod(public_view)
    own_view = staticmethod(own_view)

    def score(self, state: State) -> tuple[ScoreLine, ...]:
        return tuple(scored.line(state.printed_values) for scored in state.scored)

    def standings(self, state: State) -> Standings | None:
        """Ranks by points, then Kings of the house, then the influence table over all pieces (nl 528)."""
        if not state.phase.over:
            return None
        keys = {seat: _final_key(state, seat) for seat in range(state.seats)}
        at = places(keys)
        rows = (
            Standing(at[seat], seat, keys[seat][0], _tie_break(state, keys, seat))
            for group in ranked(keys)
            for seat in group
        )
        return Standings(tuple(rows), _reason(keys))

    def after_printed_value(self, state: State, filled: PrintedValueEntered) -> list[Event]:
        return corrections.after_printed_value(state, filled)


# --- the end -------------------------------------------------------------------------------------------

Keys: TypeAlias = dict[int, tuple[int, int, Influence]]


def _final_key(state: State, seat: int) -> tuple[int, int, Influence]:
    """Returns the ranking key: points, Kings, influence. With two or three players, nobody has a house (nl 546)."""
    kings = state.kings.count(state.houses[seat]) if state.with_houses else 0
    pieces = () if seat in state.open_ties else state.pieces_of(seat)
    return (state.victory_points[seat], kings, influence(state, pieces))


def _tie_break(state: State, keys: Keys, seat: int) -> Text | None:
    """Returns how the seat's tie on points was broken, or that it was not; None without a tie. Compares with the seat
    ahead in the ranking first, then with the one behind."""
    groups = ranked(keys)
    place = next(number for number, group in enumerate(groups) if seat in group)
    if len(groups[place]) > 1 and seat in state.open_ties:
        return T("tied on points, tiebreaker not entered")
    if len(groups[place]) > 1:
        return T("tied on everything")
    beside = (keys[group[0]] for group in (*groups[:place][-1:], *groups[place + 1 :][:1]))
    rival = next((key for key in beside if key[0] == keys[seat][0]), None)
    if rival is None:
        return None
    if rival[1] != keys[seat][1]:
        return TN(
            "tied on points; {count} King from their house",
            "tied on points; {count} Kings from their house",
            keys[seat][1],
        )
    one, other = sorted((rival[2], keys[seat][2]), reverse=True)
    if not state.with_houses:
        return T("tied on points: {why}", why=why_before(one, other))
    return T("tied on points and Kings: {why}", why=why_before(one, other))


def _reason(keys: Keys) -> Text:
    first, best = ranked(keys)[0], max(keys.values())
    if len(first) > 1:
        return T("{who} share the victory with {points} victory points.", who=seats(first), points=best[0])
    rivals = [key for seat, key in keys.items() if key[0] == best[0] and seat not in first]
    if not rivals:
        return T("{who} wins with {points} victory points.", who=seats(first), points=best[0])
    if all(key[1] < best[1] for key in rivals):
        return T(
            "{who} wins with {points} victory points and more Kings from their house.", who=seats(first), points=best[0]
        )
    return T(
        "{who} wins with {points} victory points, decided by the influence table.", who=seats(first), points=best[0]
    )


GAME = WarsOfTheRoses()
