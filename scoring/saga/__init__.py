"""Saga (Wolfgang Kramer and Horst-Rainer Rösner, Kosmos 2004): two to four nobles send knights against six lands,
hold them for fame, lose them again – and when somebody plays the last knight in hand, the empress returns and all is
counted.

Glossary: **land** ("landenkaart") one of six, known by its colour, lying with one of two **sides** up: the **crown**
side of a first game or the **plain** one · **property** what is printed in its middle box (during play) or right box
(at the end) · **knight** ("ridderkaart") a card of one of six colours and a value of 1 to 4 · **set** twelve knights
worth 30 · **army** knights lying together: **attacking** in front of a seat, aimed at the land of its first knight, or
**defending** under a land · **colour rule** each colour once in an army · **face down** a knight nobody else knows,
worth 0 until it is turned · **in the middle** of the table: a land nobody holds · **free knight** ("vrije ridder") one
that lost its land, for anybody to **recruit** · **fame** ("roem") chips, and the points of the end · **take back** from
the table to the hand.

Coverage ("nl" is the line of the Dutch rulebook text):

| rule                                                             | nl            | here                              |
|------------------------------------------------------------------|---------------|-----------------------------------|
| sides of the lands; crown sides in a first game                  | 30-33, 231    | done; what is printed is asked    |
| sets of twelve of equal value; one for the start layout          | 38-42         | done: 12 cards, 30 points         |
| which colours a set has                                          | 39            | not done: not in the text         |
| start layout: two knights a land, own colour and another         | 44-58         | done, by taps or from the box     |
| the youngest begins; clockwise                                   | 76-78         | done                              |
| fame for lands held, before any other action                     | 99, 111-119   | done; a reminder is an option     |
| play one knight: new army or an existing one; one must           | 101, 121-142  | done                              |
| the colour rule, in every army                                   | 144-146       | done                              |
| conquest: stronger than the defence; what happens to the knights | 97, 148-181   | done, at once or when wanted      |
| recruit one free knight for its value, before or after playing   | 106-109, 186  | done                              |
| the end with the last knight; a conquest is still made           | 194-196       | done                              |
| chips, armies under lands, nothing for attacking armies, hands   | 198-216       | done                              |
| add one knight to the defence, once                              | 236-243       | done                              |
| take one knight back each turn; who gets the land                | 245-260       | done                              |
| defence +1, defence −1                                           | 262-274       | done                              |
| a free knight without cost on conquest                           | 276-281       | done                              |
| one knight face down, once                                       | 283-295       | done, secret on the phone         |
| 5 fame; an attacking army counts; no minus for the hand          | 301-313       | done                              |
| army under a land counts nothing; counts 15                      | 315-319, 333  | done                              |
| add a knight at the end; 2 fame from everybody                   | 321-331       | done                              |
| how many knights a hand holds                                    | 352           | done: on every screen             |
| changing chips                                                   | 73            | not done: only the sum matters    |
| all of the end, where Herald has not followed the moves          | 194-226, 301- | done, from what everybody enters  |
| a game under way that Herald is to follow from now on            | –             | done: table and hands are entered |

Readings, where the text is open: `readings.py`, which every screen leads to. Besides:

* Where a land is taken only if its attacker wants it, one whose defence was weakened still changes hands at once (253).
  The last knight takes every land that its player can take then (196); nobody takes it back at once.
* Two face-down knights on one army: the first laid is turned first, the last laid is taken back first.
* A land that changes hands twice at once: each conqueror chooses a free knight (278), the first one first, as long as
  knights lie free.
* A turn ends by itself when nothing is left to do in it.
* At the end (205) Herald works out what each hand is worth; whose count cannot be right has to tell it. What was laid
  after a hand was told was in it; whether a knight that was entered late was, its owner tells. Nothing is expected of
  a hand any more once its owner has corrected it.
* Where only the end is counted, a knight is added (323) on the table before anything is entered, and whoever may count
  an army (307) enters the one of their choice. A land is claimed by what its right box shows: its side follows.
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
from scoring.saga.view import SagaView, view
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
            default=KEY_MOMENTS,
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
    box = FIELDS
    checks = CHECKS
    example = EXAMPLE
    bgg = 9202
    score_rows = SHEET
    interpretations = INTERPRETATIONS

    def start(self, config: GameConfig) -> State:
        return State(
            seats=config.seats,
            box=config.box,
            phase=_FIRST[config.tracking_mode](),
            tracking_mode=config.tracking_mode,
            reminder=config.options.get("reminder", "off") == "on",
            conquest_waits=config.options.get("conquest", "at-once") == "may",
            turns_over=config.options.get("turned", "round") == "over",
            fame=(0,) * config.seats,
            recruited=((),) * config.seats,
            amended=(None,) * config.seats,
        )

    def view(self, state: State, seat: int | None) -> SagaView:
        return view(state, seat, self.common(state, seat))

    def score(self, state: State) -> tuple[ScoreLine, ...]:
        return tuple(line for seat in range(state.seats) for line in state.phase.lines(state, seat))

    def standings(self, state: State) -> Standings | None:
        return state.phase.standings if isinstance(state.phase, GameOver) else None


# What a table begins with, by how closely Herald follows.
_FIRST: Mapping[str, Callable[[], SagaPhase]] = {EVERY_MOVE: SetUp, KEY_MOMENTS: UntrackedPlay, FINAL_SCORING: Played}

GAME = Saga()
