"""Royals (Peter Hawes, Abacusspiele 2014; Arcane Wonders 2016): two to five noble houses occupy positions all over
Europe, take them from each other, and are paid in markers that lie face down until the end.

Glossary: **country** one of four, with **cities** · **position** a portrait in a city, with a **title** and its
**influence** · **holder** whose cube lies on it · **take over** to put one's own cube there; the loser's is
**displaced** to the city's **field** · **title** Marshal to King, with cubes of everybody who ever had one ·
**supply** cubes not on the board · **marker** points, face down: **city bonus**, **country bonus**, **noble house
bonus**, **epoch marker**, **portrait** (of a title, whole or half) · **epoch** 1648, 1680 or 1714, scored by
influence.

Coverage ("de" is the line of the German rulebook text, Abacus 2014; "facts" what is known of Arcane Wonders 2016):

| rule                                                             | de             | here                             |
|------------------------------------------------------------------|----------------|----------------------------------|
| 16 cities in 4 countries, 7 titles in order, 51 markers          | 25-49, 85-89   | done; printed values are asked   |
| 46 cubes for black and white, 36 for the others                  | 53, 65         | done; two players always 46      |
| country cards taken out, three laid out, intrigue cards          | 95-105         | set-up card only: cards stay on  |
|                                                                  |                | the table                        |
| noble house markers by number of players (and edition)           | 81, facts      | done; the third value is asked   |
| start player; clockwise                                          | 106, 110, 215  | done; the table taps who begins  |
| drawing cards, first turn, hand limit, jokers, intrigue cards    | 112-147,       | not done: hands stay on the      |
|                                                                  | 175-191, 205   | table; in the player aid, and    |
|                                                                  |                | the first turn on the set-up card|
| occupying a free position, two cubes, one on the title           | 155-171        | done; Herald warns of the supply |
| taking over, never one's own; the loser's cube goes to the city  | 181-201        | done                             |
| several actions a turn                                           | 153            | done                             |
| city bonus to the first in a city                                | 223            | done                             |
| country bonus: a cube in every city, displaced ones too          | 229-233        | done                             |
| noble house bonus: a cube on every title                         | 239-241        | done                             |
| markers lie face down                                            | 219            | done: sums on its own phone only |
| an epoch ends when the display cannot be filled up (Arcane       | 245-247, facts | one tap at the end of that turn  |
| Wonders: when the pile is empty)                                 |                |                                  |
| the third epoch is played to the end of the round                | 249            | done; tells who still plays      |
| influence, two markers a country                                 | 253            | done, after a check of the board |
| ties: higher title, then the city with the higher bonus          | 255-257        | done; after that the table says  |
| only one seat with influence: the second marker is out           | 259            | done                             |
| after the scoring the next player's turn                         | 261            | done                             |
| titles from Marshal to King; two tied take halves; more: nobody  | 271-275        | done                             |
| most points; the highest single marker; shared                   | 281            | done                             |

Where Herald follows only what is tedious (`UntrackedEpoch`, `BoardClaims`, `SumEntry`), nobody enters a move. At the
end of an epoch everybody taps the positions they hold, beginning with the board of the epoch before; cubes on a title
are at least those seen so; bonuses are taken at the table and added up in secret at the end. Printed numbers are asked
for where they decide who takes a marker, and nowhere else. Where nobody has read the board, everybody adds up their
influence (`InfluenceEntry`), and in the end their epoch markers. There, and where only the end is counted, the table
says who has the most cubes on each title. The same rules count always.

Readings, where the text is open: `readings.py`, which every screen leads to. Besides:

* A title that is put right on the box sheet brings the bonus that was missed, too: the highest noble house marker
  left, in the order of the moves. A city or country marker goes along with a position if its owner lacks the cubes for
  it by then.
* Cubes counted on a title hold: only later moves come on top, whatever title earlier ones turn out to have had.
* City bonuses that were added up are worth what is printed in the cities that are occupied in the end: a city once
  entered stays so (193), and its first has the marker (223). Otherwise the table looks again.
* A position put right after a scoring, or a move that nobody had entered, may have been so when an epoch was scored,
  if it has not changed hands since: the table is told which markers would be somebody else's.
* No colour has more than 46 cubes (53, 157: a move takes two).
* The first turn's cards (121) are told for both editions; the cards taken out only for Abacus, whose table it is.
"""

from __future__ import annotations

from scoring.game_info import ROYALS
from scoring.kernel import EVERY_MOVE, FINAL_SCORING, KEY_MOMENTS, Game, GameConfig, Option
from scoring.printed_values import PrintedValues
from scoring.royals import components, corrections, ending
from scoring.royals import epoch as epoch
from scoring.royals.components import ABACUS, ARCANE, POSITIONS, SECTIONS
from scoring.royals.epoch import Scoring
from scoring.royals.interpretations import INTERPRETATIONS
from scoring.royals.markers import BONUSES, KINDS
from scoring.royals.state import State
from scoring.royals.titles import Titles
from scoring.royals.turn import CARDS, SetUp, Turn, UntrackedEpoch
from scoring.royals.view import RoyalsView, view
from scoring.tracking_modes import tracking_mode_option
from scoring.words import T, Text


class Royals(Game[State]):
    info = ROYALS
    modules = ("markers", "ending", "turn", "titles", "epoch", "corrections")
    sections = SECTIONS
    aid = (
        (T("Setup"), SetUp.help),
        (T("Your turn"), Turn.help),
        (T("Your cards"), CARDS),
        (T("Immediate bonuses"), BONUSES),
        (T("End of an epoch"), Scoring.help),
        (T("Titles, after the third epoch"), Titles.help),
        (T("End of the game"), ending.Reveal.help),
    )
    options = (
        Option("edition", T("Edition"), ((ABACUS, T("Abacusspiele 2014")), (ARCANE, T("Arcane Wonders 2016")))),
        tracking_mode_option(
            moves=T("Tap every position as it’s taken. Herald hands out all the markers."),
            counts=T("No tapping during turns. Herald scores the epochs, the titles and the end."),
            default=KEY_MOMENTS,
        ),
    )
    box = components.FIELDS
    checks = components.CHECKS
    example = components.EXAMPLE
    open_scores = False
    colours = ("black", "white", "grey", "purple", "orange")  # de 52
    score_rows = tuple(KINDS.values())
    interpretations = INTERPRETATIONS

    def start(self, config: GameConfig) -> State:
        colours = config.colours or ("",) * config.seats
        return State(
            seats=config.seats,
            box=config.box,
            phase={EVERY_MOVE: SetUp(), KEY_MOMENTS: UntrackedEpoch(), FINAL_SCORING: Titles()}[config.tracking_mode],
            tracking_mode=config.tracking_mode,
            followed=config.tracking_mode == EVERY_MOVE,
            edition=config.options.get("edition", ABACUS),
            cubes=tuple(components.cubes_of(colour, config.seats) for colour in colours),
        )

    def unread_box_warning(self, tracking_mode: str, box: PrintedValues) -> Text | None:
        if tracking_mode == EVERY_MOVE:
            return T(
                "If you skip this, Herald asks for the city and title with each new position, and at each epoch for "
                "the numbers that decide it."
            )
        if tracking_mode == FINAL_SCORING or all(box.get(components.title_key(position)) for position in POSITIONS):
            return None
        return T(
            "If you skip this, everyone adds up their own influence at each epoch (four numbers each). Once the board "
            "is entered, it only takes one tap per position."
        )

    def view(self, state: State, seat: int | None) -> RoyalsView:
        return view(state, self.common(state, seat))

    score = staticmethod(ending.score)
    standings = staticmethod(ending.standings)
    after_printed_value = staticmethod(corrections.after_printed_value)


GAME = Royals()
