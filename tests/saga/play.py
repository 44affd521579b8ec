"""A Saga game for tests: positions as literals ("G4 Y2"), and actions that are accepted or refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from scoring.claims import ClaimPlace
from scoring.kernel import EVERY_MOVE, KEY_MOMENTS, Action, GameConfig, stored_name
from scoring.legal_actions import LegalAction
from scoring.saga import GAME
from scoring.saga.components import (
    COLOURS,
    CROWN,
    EXAMPLE,
    NOTHING,
    PROPERTIES,
    Knight,
    Property,
    possible_ends,
    side_key,
    worth,
)
from scoring.saga.corrections import new_army_of
from scoring.saga.final_count import BeginCount, Ending, FinalCount
from scoring.saga.final_scoring import (
    COUNTED,
    FAME,
    ClaimLand,
    EnterKnightsOpenly,
    EnterLastKnight,
    EnterNumber,
    SealKnights,
)
from scoring.saga.phases import SetUp
from scoring.saga.playing import cards_at
from scoring.saga.resuming import (
    MIDDLE,
    EnterFaceDown,
    EnterFame,
    EnterHand,
    EnterHolder,
    EnterSide,
    EnterUsed,
    LayKnight,
    LiftKnight,
    PlayOn,
    ResumeTracking,
)
from scoring.saga.setup import Begin, LayCrowns, LayDrawn, LayLand
from scoring.saga.state import FREE, Army, FaceDown, Land, State, army_place, land_place
from scoring.saga.turn import Turn
from scoring.saga.view import SagaView
from scoring.standings import totals
from scoring.tracking_modes import ChangeTrackingMode
from tests.playing import Playing

LETTERS = {"R": "red", "G": "green", "B": "blue", "O": "orange", "P": "purple", "Y": "yellow"}
NAMES = ("Anna", "Ben", "Carla", "David")


def knights(text: str) -> tuple[Knight, ...]:
    """Parses knights, for example "G4 Y2" for green 4 and yellow 2."""
    return tuple(Knight(LETTERS[word[0]], int(word[1])) for word in text.split())


@dataclass
class Play(Playing[State]):
    game = GAME

    def view(self, seat: int | None = None) -> SagaView:
        return GAME.view(self.state, seat)

    def legal_action(self, seat: int, action: type[Action]) -> LegalAction | None:
        return self.view(seat).legal_action(stored_name(action), seat)

    @property
    def turn(self) -> Turn:
        assert isinstance(self.state.phase, Turn)
        return self.state.phase

    @property
    def end(self) -> FinalCount:
        assert isinstance(self.state.phase, FinalCount)
        return self.state.phase

    def holder(self, land: str) -> int | None:
        return self.state.lands[land].holder

    def cards(self, seat: int) -> int:
        return self.state.hand_cards(seat)

    def count(self) -> tuple[int, ...]:
        """Scores the game; returns the points by seat."""
        self.act(self.end.turn, BeginCount())
        return totals(GAME.score(self.state), self.state.seats)

    def set_up(self, first: int = 0) -> Play:
        """Sets up the example: crown sides and the drawn layout."""
        self.act(0, LayCrowns())
        self.act(0, LayDrawn())
        self.act(0, Begin(first))
        return self


def new_game(players: int = 2, box: Mapping[str, str] = EXAMPLE, reminder: str = "off") -> Play:
    return Play(GAME.start(GameConfig(players, {"reminder": reminder}, box)))


# Knights under the lands in the middle, unless `held` overrides them.
LAYOUT = {"red": "R4 G1", "green": "G4 Y2", "blue": "B3 R2", "orange": "O3 G4", "purple": "P1 Y2", "yellow": "Y3 B1"}
PLAIN_LANDS = dict.fromkeys(("blue", "orange", "purple", "yellow"), "none")


def position(
    players: int = 2,
    held: Mapping[str, tuple[int, str]] | None = None,
    armies: Sequence[tuple[int, str] | tuple[int, str, str]] = (),
    printed: Mapping[str, str] | None = None,
    fame: tuple[int, ...] = (),
    free: str = "",
    turn: Turn | None = None,
    recruited: Mapping[int, str] | None = None,
    reminder: bool = False,
    amended: tuple[int | None, ...] = (),
) -> Play:
    """A position in mid-game.

    `held`: holder and army of a land. `armies`: owner, open knights (the first determines the land) and face-down
    knights; armies are numbered from 1. `printed`: properties of the lands; by default red has +1, green has no minus
    and the others have none.
    """
    shown = {"red": "defence+1", "green": "no-minus", **PLAIN_LANDS, **(printed or {})}
    lands = {land: Land(CROWN, None, knights(LAYOUT[land])) for land in COLOURS}
    lands |= {land: Land(CROWN, seat, knights(army)) for land, (seat, army) in (held or {}).items()}
    state = State(
        seats=players,
        printed_values={**EXAMPLE, **{side_key(land, CROWN): value for land, value in shown.items()}},
        reminder=reminder,
        fame=fame or (0,) * players,
        recruited=tuple(knights((recruited or {}).get(seat, "")) for seat in range(players)),
        amended=amended or (None,) * players,
        phase=turn or Turn(0),
        lands=lands,
        armies={n: _army(*army) for n, army in enumerate(armies, 1)},
        armies_made=len(armies),
        free=knights(free),
        turns=5,
    )
    return Play(state)


def _army(owner: int, shown: str, hidden: str = "") -> Army:
    laid = tuple(FaceDown(knight, 1) for knight in knights(hidden))
    return Army(owner, knights(shown)[0].colour, knights(shown), laid)


# A set is worth 30; no single knight of it conquers a land.
def nearly_all(seat: int, last: str) -> list[tuple[int, str]]:
    """Returns armies with eleven knights of a set, so that only `last` is left in hand."""
    whole = list(knights("R3 R2 G1 G2 B1 B2 O3 O3 P1 Y4 G4 O4"))
    whole.remove(next(knight for knight in whole if knight.value == knights(last)[0].value))
    letters = {colour: letter for letter, colour in LETTERS.items()}
    return [(seat, f"{letters[knight.colour]}{knight.value}") for knight in whole]


# --- final scoring -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Before:
    """The belongings of a seat at the end. `ends`: the end properties of its lands, where several are possible."""

    fame: int
    others: int
    hand: int = 0
    lands: Mapping[str, int] = field(default_factory=dict)
    ends: Mapping[str, str] = field(default_factory=dict)
    counted: int | None = None
    # The set is confirmed to be worth less than 30.
    sure: bool = False


def entry(box: Mapping[str, str], tracking_mode: str, own: Before) -> Iterator[Action]:
    """Yields everything a phone asks for, in that order."""
    for land, army in own.lands.items():
        one = len(possible_ends(box, land)) == 1
        yield ClaimPlace(land) if one else ClaimLand(f"{land}:{own.ends[land]}")
        yield EnterNumber(land_place(land), army)
    if own.counted is not None:
        yield EnterNumber(COUNTED, own.counted)
    yield EnterNumber(FAME, own.fame)
    yield (SealKnights if tracking_mode == KEY_MOMENTS else EnterKnightsOpenly)(own.others, own.hand, own.sure)


def before(followed: State, seat: int, army: int | None) -> Before:
    """Returns the same for a tracked game; `army` is the attacking army that counts."""
    lands = followed.lands_of(seat)
    counts = followed.land_with(seat, Property.ARMY_COUNTS) is not None
    counted = followed.armies[army].strength if counts and army is not None else 0
    attacking = sum(followed.armies[number].strength for number in followed.armies_of(seat))
    return Before(
        followed.fame[seat],
        attacking - counted + worth(followed.face_down_knights(seat)),
        followed.hand_points(seat) if followed.hand_cards(seat) else 0,
        {land: worth(followed.lands[land].knights) for land in lands},
        {land: _end_shown(followed, land) for land in lands},
        counted if counts else None,
        followed.amended[seat] is not None or not followed.hand_fits(seat),  # bots can have impossible hands
    )


def _end_shown(state: State, land: str) -> str:
    return "/".join(one.value for one in state.properties(land) if PROPERTIES[one].at_end) or NOTHING


def entries(followed: State, end: Ending, tracking_mode: str, box: Mapping[str, str]) -> Iterator[tuple[int, Action]]:
    """Yields the entries of all seats for the end of that game, at a table with these printed values."""
    yield end.turn, EnterLastKnight()
    for seat in range(followed.seats):
        for action in entry(box, tracking_mode, before(followed, seat, end.counted)):
            yield seat, action


# --- from final scoring to every move ------------------------------------------------------------------


class Asked(Protocol):
    """A table in a test or a recording."""

    @property
    def state(self) -> State: ...

    def act(self, seat: int, action: Action) -> object: ...


def resume(play: Asked, real: State) -> dict[int, int]:
    """Enters the real board and the hands in EVERY_MOVE mode; returns the new number of each real army."""
    play.act(play.state.table_action_seat, ChangeTrackingMode(EVERY_MOVE))
    if isinstance(play.state.phase, SetUp):
        for land in COLOURS:
            play.act(0, LayLand(land, real.lands[land].side))
        play.act(0, ResumeTracking())
    for number in list(play.state.armies):
        remove_knights(play, army_place(number))
    remove_knights(play, FREE)
    for land, there in real.lands.items():
        if play.state.lands[land].holder != there.holder:
            play.act(0, EnterHolder(land, MIDDLE if there.holder is None else there.holder))
        remove_knights(play, land_place(land))
        for one in there.knights:
            play.act(0, LayKnight(land_place(land), one.key))
        if there.side != play.state.lands[land].side:
            play.act(0, EnterSide(land, there.side))
        if there.holder is not None and there.used != play.state.lands[land].used:
            play.act(0, EnterUsed(land, int(there.used)))
    armies = {number: _enter_army(play, army) for number, army in real.armies.items()}
    for one in real.free:
        play.act(0, LayKnight(FREE, one.key))
    for seat in range(real.seats):
        play.act(seat, EnterFame(real.fame[seat]))
    play.act(0, PlayOn(real.turn or 0))
    for seat in range(real.seats):
        play.act(seat, EnterHand(real.hand_cards(seat), real.hand_points(seat)))
    return armies


def remove_knights(play: Asked, place: str) -> None:
    """Removes all entered knights from this place."""
    while there := cards_at(play.state, place):
        play.act(0, LiftKnight(place, there[-1]))


def _enter_army(play: Asked, army: Army) -> int:
    """Enters an army and returns its number. If its first knight was taken back, another one of that colour starts it
    and is lifted again. Meanwhile a stand-in keeps the army from being empty."""
    is_led = bool(army.led and army.knights)
    first = army.knights[0] if is_led else Knight(army.land, 1)
    play.act(0, LayKnight(new_army_of(army.owner), first.key))
    number = play.state.armies_made
    place = army_place(number)
    others = (colour for colour in COLOURS if colour not in {army.land, *army.colours})
    stand_in = None if is_led else Knight(next(others), 1)
    if stand_in:
        play.act(0, LayKnight(place, stand_in.key))
        play.act(0, LiftKnight(place, first.key))
    for one in army.knights[int(is_led) :]:
        play.act(0, LayKnight(place, one.key))
    for laid in army.face_down:
        play.act(army.owner, EnterFaceDown(number, laid.knight.key))
    if stand_in:
        play.act(0, LiftKnight(place, stand_in.key))
    return number
