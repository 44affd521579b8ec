"""Saga (Wolfgang Kramer and Horst-Rainer Rösner, Kosmos 2004): two to four nobles send knights against six lands, hold
them for fame and lose them again. When a player plays the last knight in hand, the empress returns and the game is
scored.

Glossary: **land** ("landenkaart") one of six, known by its colour, with one of two **sides** up: the **crown** side of
a first game or the **plain** one · **property** printed in its middle box (during play) or right box (at the end) ·
**knight** ("ridderkaart") a card with one of six colours and a value of 1 to 4 · **set** twelve knights worth 30 ·
**army** a group of knights: **attacking** in front of a seat, against the land of its first knight, or **defending**
under a land · **colour rule** each colour once in an army · **face down** a knight known only to its owner, worth 0
until it is turned · **in the middle** of the table: a land without a holder · **free knight** ("vrije ridder") one that
lost its land and can be **recruited** by anybody · **fame** ("roem") chips, and points at the end · **take back** from
the table to the hand.

Coverage ("nl" is the line of the Dutch rulebook text):

| rule                                                             | nl            | here                              |
|------------------------------------------------------------------|---------------|-----------------------------------|
| sides of the lands; crown sides in a first game                  | 30-33, 231    | done; printed values are entered  |
| sets of twelve of equal value; one for the start layout          | 38-42         | done: 12 cards, 30 points         |
| colours in a set                                                 | 39            | not done: not in the text         |
| start layout: two knights per land, own colour and another       | 44-58         | done, by taps or from the box     |
| the youngest begins; clockwise                                   | 76-78         | done                              |
| fame for lands held, before any other action                     | 99, 111-119   | done; a reminder is an option     |
| play one knight, obligatory: new army or an existing one         | 101, 121-142  | done                              |
| the colour rule, in every army                                   | 144-146       | done                              |
| conquest: stronger than the defence; the knights afterwards      | 97, 148-181   | done, immediate or optional       |
| recruit one free knight for its value, before or after playing   | 106-109, 186  | done                              |
| the end with the last knight, after any conquest                 | 194-196       | done                              |
| chips, armies under lands, nothing for attacking armies, hands   | 198-216       | done                              |
| add one knight to the defence, once                              | 236-243       | done                              |
| take one knight back each turn; who gets the land                | 245-260       | done                              |
| defence +1, defence −1                                           | 262-274       | done                              |
| a free knight at no cost on conquest                             | 276-281       | done                              |
| one knight face down, once                                       | 283-295       | done, secret on the phone         |
| 5 fame; an attacking army counts; no minus for the hand          | 301-313       | done                              |
| army under a land counts nothing; counts 15                      | 315-319, 333  | done                              |
| add a knight at the end; 2 fame from everybody                   | 321-331       | done                              |
| number of knights in a hand                                      | 352           | done: shown on every screen       |
| changing chips                                                   | 73            | not done: only the sum matters    |
| the whole end, after an untracked game                           | 194-226, 301- | done, from the players' entries   |
| tracking a game already under way                                | –             | done: table and hands are entered |

Interpretations of ambiguous rules are in `interpretations.py`, linked from every screen. Also:

* If lands are taken only when the attacker wants, a land whose defence was weakened still changes hands at once (253).
  The last knight takes every land its player can take then (196); nobody can take one back.
* With two face-down knights in one army, the first played is turned first, the last played is taken back first.
* If a land changes hands twice at once, each conqueror in order may choose a free knight (278), as long as there are
  any.
* A turn ends automatically when nothing is left to do in it.
* At the end (205), Herald computes the value of each hand; a seat with an impossible value has to enter it. Knights
  played after a hand was entered were in it. For a knight entered late, its owner decides. Once its owner has corrected
  a hand, no values are expected of it.
* In FINAL_SCORING mode, a knight is added (323) on the table before anything is entered. A player who may count an army
  (307) enters the one of their choice. A land is claimed by its right box, which determines its side.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scoring.game_info import SAGA
from scoring.kernel import EVERY_MOVE, FINAL_SCORING, KEY_MOMENTS, Game, GameConfig, Help, Option
from scoring.saga import playing as playing
from scoring.saga.components import CHECKS, EXAMPLE, FIELDS, PROPERTIES, SECTIONS
from scoring.saga.conquest import TAKING
from scoring.saga.final_count import SHEET, FinalCount, GameOver
from scoring.saga.interpretations import INTERPRETATIONS
from scoring.saga.phases import Played, SetUp, UntrackedPlay
from scoring.saga.state import SagaPhase, State
from scoring.saga.turn import Turn
from scoring.saga.view import SagaView, own_view, public_view
from scoring.standings import ScoreLine, Standings
from scoring.tracking_modes import tracking_mode_option
from scoring.words import T


class Saga(Game[State]):
    info = SAGA
    modules = (
        "phases",
        "final_count",
        "turn",
        "conquest",
        "playing",
        "setup",
        "corrections",
        "resuming",
        "final_scoring",
    )
    sections = SECTIONS
    aid = (
        (T("Setup"), SetUp.help),
        (T("Your turn"), Turn.help),
        (T("Taking a land"), TAKING),
        (T("What lands can do"), Help(tuple(one.text for one in PROPERTIES.values()), "nl 230")),
        (T("End of the game"), FinalCount.help),
    )
    options = (
        tracking_mode_option(
            moves=T("Everyone taps the knights they play. Herald tracks lands and armies and handles conquests."),
            counts=T("No tapping until the last knight is played. Then everyone enters what scores."),
        ),
        Option(
            "reminder",
            T("Fame at the start of a turn"),
            (("off", T("Remember it yourselves")), ("on", T("Herald reminds you"))),
            of_moves=True,
        ),
        Option(
            "conquest",
            T("When a land falls"),
            (("at-once", T("It’s taken right away")), ("may", T("You may take it"))),
            before="at-once",
            interpretation=True,
            of_moves=True,
        ),
        Option(
            "turned",
            T("When a land is used"),
            (
                ("round", T("Rotate it: same side up")),
                ("over", T("Flip it: other side up")),
            ),
            before="round",
            interpretation=True,
            of_moves=True,
        ),
    )
    printed_fields = FIELDS
    checks = CHECKS
    example = EXAMPLE
    bgg = 9202
    score_rows = SHEET
    interpretations = INTERPRETATIONS

    def start(self, config: GameConfig) -> State:
        return State(
            seats=config.seats,
            printed_values=config.printed_values,
            phase=_FIRST[config.tracking_mode](),
            tracking_mode=config.tracking_mode,
            reminder=config.options.get("reminder", "off") == "on",
            conquest_waits=config.options.get("conquest", "at-once") == "may",
            turns_over=config.options.get("turned", "round") == "over",
            fame=(0,) * config.seats,
            recruited=((),) * config.seats,
            amended=(None,) * config.seats,
        )

    view_class = SagaView
    public_view = staticmethod(public_view)
    own_view = staticmethod(own_view)

    def score(self, state: State) -> tuple[ScoreLine, ...]:
        return tuple(line for seat in range(state.seats) for line in state.phase.lines(state, seat))

    def standings(self, state: State) -> Standings | None:
        return state.phase.standings if isinstance(state.phase, GameOver) else None


# First phase of a table, by tracking mode.
_FIRST: Mapping[str, Callable[[], SagaPhase]] = {EVERY_MOVE: SetUp, KEY_MOMENTS: UntrackedPlay, FINAL_SCORING: Played}

GAME = Saga()
