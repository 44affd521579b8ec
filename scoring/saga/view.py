"""Views of each seat and of the table screen, built up field by field, so that no secret can be left in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scoring.kernel import EVERY_MOVE, FINAL_SCORING, GameView
from scoring.saga.components import (
    COLOURS,
    LANDS,
    PROPERTIES,
    SET_POINTS,
    SIDES,
    Knight,
    Printed,
    fame_of_side,
    possible_ends,
    properties_of_side,
    short_end_text,
    value_text,
    worth,
)
from scoring.saga.conquest import conquest_refusal, still_needed
from scoring.saga.corrections import new_army_of, open_knights_on_table, place_and_knight
from scoring.saga.final_count import CountLine, Ending, misfits
from scoring.saga.final_scoring import COUNTED, FAME, Entering
from scoring.saga.phases import BoardEntry, Compared, SetUp, UntrackedPlay
from scoring.saga.resuming import HandEntry, PlayOn
from scoring.saga.state import FREE, HAND, Land, State, army_place, land_place, missing_strength
from scoring.saga.turn import Turn
from scoring.sealed import SealedView, sealed_view
from scoring.words import T, Text, Who


@dataclass(frozen=True)
class Landscape:
    """The name of a land."""

    colour: str
    name: Text


LANDSCAPES = tuple(Landscape(colour, LANDS[colour].name) for colour in COLOURS)


@dataclass(frozen=True)
class LandView:
    """A land: its holder (None: in the middle), its army, and the strength needed to take it."""

    colour: str
    name: Text
    laid: bool
    fame: int
    properties: tuple[Printed, ...]
    holder: int | None
    knights: tuple[Knight, ...]
    worth: int
    to_take: int
    used: bool
    place: str


@dataclass(frozen=True)
class ArmyView:
    """An attacking army. `face_down`: the number of hidden knights. `needs`: the strength missing for a conquest."""

    number: int
    owner: int
    land: str
    land_name: Text
    knights: tuple[Knight, ...]
    face_down: int
    worth: int
    needs: int
    # True if the army's owner already holds the land, so that the army waits.
    waits: bool
    # True if the army takes the land as soon as its owner wants.
    can_take: bool
    place: str


@dataclass(frozen=True)
class PlayerView:
    """Public information about a seat; never the value of its hand."""

    seat: int
    fame: int
    cards: int
    fame_a_turn: int
    lands: tuple[str, ...]
    armies: tuple[ArmyView, ...]


@dataclass(frozen=True)
class HandView:
    """The seat's own hand: size, value, whether the two fit together, and its face-down knights."""

    cards: int
    points: int
    fits: bool
    face_down: tuple[tuple[Text, Knight], ...]


@dataclass(frozen=True)
class SideView:
    """A side of a land that can be laid out, with its properties."""

    land: str
    side: str
    properties: tuple[Printed, ...]


@dataclass(frozen=True)
class SetUpView:
    """The start layout. `points` is the value of the twelve knights so far; a set is worth `wanted`."""

    sides: tuple[SideView, ...]
    points: int
    wanted: int
    complete: bool


@dataclass(frozen=True)
class EndView:
    """A possible end property of a land; `value` is the form value."""

    value: str
    short: Text
    text: Text
    shown: bool


@dataclass(frozen=True)
class EnteredLandView:
    """A land as entered at the end: who has claimed it, its end property, and its army's value."""

    colour: str
    name: Text
    holders: tuple[int, ...]
    ends: tuple[EndView, ...]
    worth: int | None


@dataclass(frozen=True)
class EntryView:
    """A seat's progress in the final entry. `numbers`: the public numbers to enter, with the values entered so far.

    `others` and `hand` are private to the seat, unless nothing is secret.
    """

    seat: int
    numbers: tuple[tuple[str, int | None], ...]
    finished: bool
    others: int | None
    hand: int | None
    beside: int


@dataclass(frozen=True)
class EnteringView:
    """Entry of lands and values at the end."""

    lands: tuple[EnteredLandView, ...]
    entries: tuple[EntryView, ...]
    # True: nothing is secret, because the game was played without Herald.
    open: bool
    # Seat that played the last knight. Its hand is empty, unless it lost a land at the same time.
    last: int
    # Value of a set.
    wanted: int

    def of(self, seat: int) -> EntryView:
        return self.entries[seat]


@dataclass(frozen=True)
class ComparedView:
    """The result of comparing an attack with a defence."""

    takes: bool
    answer: Text


@dataclass(frozen=True)
class FinalCountView:
    """The end, with hands revealed: their values by seat, and the count shown so far."""

    hands: tuple[int, ...]
    misfits: tuple[int, ...]
    counted: int | None
    counting: bool
    lines: tuple[CountLine, ...]
    finished: bool


@dataclass(frozen=True)
class SagaView(GameView):
    """`hand` belongs to the seat; None on the table screen."""

    phase: str
    step: str
    reminder: bool
    lands: tuple[LandView, ...]
    players: tuple[PlayerView, ...]
    free: tuple[Knight, ...]
    colours: tuple[str, ...]
    hand: HandView | None
    # Names of the places and knights in legal actions.
    names: tuple[tuple[str, Text], ...]
    set_up: SetUpView | None
    reckoning: FinalCountView | None
    # False if moves are untracked: lands, players and hands are not shown.
    tracked: bool
    entering: EnteringView | None
    compared: ComparedView | None
    # Seats that have entered their hands when tracking starts in the middle of a game.
    hands_entered: SealedView | None
    # The seat's own entry: the number of knights and their value.
    hand_entered: tuple[int, int] | None
    # Why play cannot continue yet.
    not_yet: Text | None
    # Possible values of the next knight, by public information; empty if every value is possible.
    expected: tuple[int, ...]

    @property
    def to_check(self) -> bool:
        return self.phase == "final-count" and self.step == "check"

    def named(self, key: str) -> Text | str:
        """Returns the name of a place or of a knight on the table."""
        return dict(self.names).get(key, key)

    def army(self, number: int) -> ArmyView | None:
        return next((army for player in self.players for army in player.armies if army.number == number), None)

    def against(self, land: str) -> tuple[ArmyView, ...]:
        """Returns the armies marching against a land, the strongest first."""
        armies = (army for player in self.players for army in player.armies if army.land == land)
        return tuple(sorted(armies, key=lambda army: -army.worth))

    @property
    def landscapes(self) -> tuple[Landscape, ...]:
        """The lands of an untracked game, of which only the names are known."""
        return LANDSCAPES

    def land(self, colour: str) -> LandView:
        return next(land for land in self.lands if land.colour == colour)


# Phases in which the hands are unknown.
UNKNOWN_HANDS = (SetUp, BoardEntry, HandEntry)


def public_view(state: State) -> dict[str, Any]:
    """Returns the fields that every screen shows."""
    phase, tracked = state.phase, state.tracking_mode == EVERY_MOVE
    return {
        "phase": phase.name,
        "step": phase.step(state),
        "reminder": state.reminder,
        "lands": tuple(_land(state, colour) for colour in COLOURS if tracked),
        "players": tuple(_player(state, number) for number in range(state.seats) if tracked),
        "free": tuple(sorted(state.free if tracked else (), key=lambda one: (COLOURS.index(one.colour), one.value))),
        "colours": COLOURS,
        "names": _names(state) if tracked else _number_names(),
        "set_up": _set_up(state, phase) if isinstance(phase, SetUp) else None,
        "reckoning": _reckoning(state, phase) if isinstance(phase, Ending) else None,
        "tracked": tracked,
        "compared": _compared(phase.compared) if isinstance(phase, UntrackedPlay) and phase.compared else None,
        "not_yet": _not_yet(state) if isinstance(phase, BoardEntry) else None,
        "hands_entered": sealed_view(phase.sealed) if isinstance(phase, HandEntry) else None,
        "expected": state.values_expected(phase.turn) if isinstance(phase, Turn) and not phase.played else (),
    }


def own_view(state: State, seat: int | None) -> dict[str, Any]:
    """Returns the fields that depend on whose screen it is (None: a table screen)."""
    phase, tracked = state.phase, state.tracking_mode == EVERY_MOVE
    return {
        "hand": _hand(state, seat) if seat is not None and tracked and not isinstance(phase, UNKNOWN_HANDS) else None,
        "entering": _entering(state, phase, seat) if isinstance(phase, Entering) else None,
        "hand_entered": phase.sealed.of(seat) if isinstance(phase, HandEntry) else None,
    }


def _not_yet(state: State) -> Text | None:
    refusal = PlayOn.refusal(state, state.table_action_seat)
    return refusal.message if refusal else None


def _properties(state: State, land: str, side: str) -> tuple[Printed, ...]:
    return tuple(PROPERTIES[one] for one in properties_of_side(state.printed_values, land, side))


def _land(state: State, colour: str) -> LandView:
    """Returns the view of a land. During the set-up, its defence is the value of its knights only."""
    set_up = state.phase
    if isinstance(set_up, SetUp):
        land = Land(set_up.sides.get(colour, ""), knights=set_up.knights.get(colour, ()))
        defence = worth(land.knights)
    else:
        land, defence = state.lands[colour], state.defence(colour)
    return LandView(
        colour=colour,
        name=LANDS[colour].name,
        laid=bool(land.side),
        fame=fame_of_side(state.printed_values, colour, land.side) if land.side else 0,
        properties=_properties(state, colour, land.side) if land.side else (),
        holder=land.holder,
        knights=land.knights,
        worth=worth(land.knights),
        to_take=missing_strength(0, defence),
        used=land.used,
        place=land_place(colour),
    )


def _army(state: State, number: int) -> ArmyView:
    army = state.armies[number]
    return ArmyView(
        number=number,
        owner=army.owner,
        land=army.land,
        land_name=LANDS[army.land].name,
        knights=army.knights,
        face_down=len(army.face_down),
        worth=army.strength,
        needs=max(0, still_needed(state, number)),
        waits=state.lands[army.land].holder == army.owner,
        can_take=state.conquest_waits and conquest_refusal(state, number) is None,
        place=army_place(number),
    )


def _player(state: State, seat: int) -> PlayerView:
    return PlayerView(
        seat=seat,
        fame=state.fame[seat],
        cards=state.hand_cards(seat),
        fame_a_turn=state.fame_due(seat),
        lands=state.lands_of(seat),
        armies=tuple(_army(state, number) for number in state.armies_of(seat)),
    )


def _hand(state: State, seat: int) -> HandView:
    hidden = tuple(
        (state.place_named(army_place(number)), laid.knight)
        for number in state.armies_of(seat)
        for laid in state.armies[number].face_down
    )
    return HandView(state.hand_cards(seat), state.hand_points(seat), state.hand_fits(seat), hidden)


def _names(state: State) -> tuple[tuple[str, Text], ...]:
    """Returns the names of places and of the knights in them, for forms."""
    places = {place: state.place_named(place) for seat in range(state.seats) for place in state.places_of(seat)}
    places |= {place: state.place_named(place) for place in (*map(land_place, state.lands), FREE)}
    knights = {which: _lying(state, which) for which in open_knights_on_table(state)}
    new = {new_army_of(seat): T("a new army for {who}", who=Who(seat)) for seat in range(state.seats)}
    return (*places.items(), *knights.items(), *new.items(), (HAND, T("the hand")))


def _lying(state: State, which: str) -> Text:
    place, one = place_and_knight(which)
    return T("{knight}, {place}", knight=one.name, place=state.place_named(place))


def _number_names() -> tuple[tuple[str, Text], ...]:
    """Returns the names of the numbers to enter at the end."""
    lands = ((land_place(land), T("the army under {land}", land=LANDS[land].name)) for land in COLOURS)
    return (*lands, (FAME, T("the fame chips")), (COUNTED, T("the attacking army that scores")))


def _set_up(state: State, set_up: SetUp) -> SetUpView:
    return SetUpView(
        sides=tuple(SideView(land, side, _properties(state, land, side)) for land in COLOURS for side in SIDES),
        points=sum(worth(knights) for knights in set_up.knights.values()),
        wanted=SET_POINTS,
        complete=set_up.all_knights,
    )


def _reckoning(state: State, end: Ending) -> FinalCountView:
    return FinalCountView(
        hands=tuple(facts.hand for facts in state.facts(end.counted)),
        misfits=() if end.counting else misfits(state),
        counted=end.counted,
        counting=end.counting,
        lines=end.count.visible,
        finished=end.counting and end.count.finished,
    )


def _entering(state: State, now: Entering, seat: int | None) -> EnteringView:
    return EnteringView(
        lands=tuple(_entered_land(state, now, colour) for colour in COLOURS),
        entries=tuple(
            _entry(state, now, one, one == seat or state.tracking_mode == FINAL_SCORING) for one in range(state.seats)
        ),
        open=state.tracking_mode == FINAL_SCORING,
        last=now.turn,
        wanted=SET_POINTS,
    )


def _entered_land(state: State, now: Entering, colour: str) -> EnteredLandView:
    holders = now.claims.by(colour)
    shown = now.ends.get(colour) if holders else None
    ends = tuple(
        EndView(end, short_end_text(end), value_text(end), end == shown)
        for end in possible_ends(state.printed_values, colour)
    )
    worth = now.entered(holders[0], land_place(colour)) if len(holders) == 1 else None
    return EnteredLandView(colour, LANDS[colour].name, holders, ends, worth)


def _entry(state: State, now: Entering, seat: int, own: bool) -> EntryView:
    entered = now.sealed(state, seat) if own else None
    return EntryView(
        seat=seat,
        numbers=tuple((what, now.entered(seat, what)) for what in now.numbers_to_enter(state, seat)),
        finished=seat not in now.waiting_for(state),
        others=entered.others if entered else None,
        hand=entered.hand if entered else None,
        beside=now.beside(state, seat),
    )


def _compared(one: Compared) -> ComparedView:
    return ComparedView(not one.short, one.answer)
