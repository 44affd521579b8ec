"""What each seat, and the table screen, may see: built up from nothing, never the state with parts removed."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.kernel import GameView, Offer
from scoring.saga.conquest import still_needed
from scoring.saga.corrections import all_lying, corrections
from scoring.saga.headline import headline, step, waiting_for
from scoring.saga.knights import BY_KEY, COLOURS, SET_POINTS, Knight, called, colours, worth
from scoring.saga.late import new_army_of
from scoring.saga.printed import LANDS, PROPERTIES, SIDES, Property, fame_in, properties_in, shown_by
from scoring.saga.reckoning import misfits
from scoring.saga.rules import offers
from scoring.saga.state import (
    HAND,
    Over,
    Reckoning,
    SetUp,
    State,
    Turn,
    armies_of,
    defence,
    fame_due,
    fame_of,
    hand_cards,
    hand_fits,
    hand_points,
    lands_of,
    places_of,
    properties,
    strength,
    turn_of,
)
from scoring.saga.tell import place_named
from scoring.standings import ScoreLine
from scoring.words import T, Text, Who


@dataclass(frozen=True)
class KnightView:
    """An open knight; the key is what a form sends."""

    colour: str
    value: int
    key: str
    name: Text


@dataclass(frozen=True)
class PropertyView:
    text: Text
    rule: str
    at_end: bool


@dataclass(frozen=True)
class LandView:
    """A land: who holds it (None: it lies in the middle), its army, and how strong an attacker must be to take it."""

    colour: str
    name: Text
    laid: bool
    fame: int
    properties: tuple[PropertyView, ...]
    holder: int | None
    knights: tuple[KnightView, ...]
    worth: int
    to_take: int
    used: bool
    place: str


@dataclass(frozen=True)
class ArmyView:
    """An attacking army. `face_down` are so many knights that nobody else knows; `needs`: how much more to conquer."""

    number: int
    owner: int
    land: str
    land_name: Text
    knights: tuple[KnightView, ...]
    colours: tuple[str, ...]
    face_down: int
    worth: int
    needs: int
    # Its owner holds the land: the army waits.
    waits: bool
    place: str


@dataclass(frozen=True)
class PlayerView:
    """What everybody may know of a seat: never what its hand is worth."""

    seat: int
    fame: int
    cards: int
    fame_a_turn: int
    lands: tuple[str, ...]
    armies: tuple[ArmyView, ...]


@dataclass(frozen=True)
class HandView:
    """The seat's own: how much its hand is worth, whether that can be, and what it has laid face down."""

    cards: int
    points: int
    fits: bool
    face_down: tuple[tuple[Text, KnightView], ...]


@dataclass(frozen=True)
class SideView:
    """A side of a land that can be laid: what is printed on it, and whether somebody has looked."""

    land: str
    side: str
    known: bool
    fame: int
    properties: tuple[PropertyView, ...]


@dataclass(frozen=True)
class SetUpView:
    """`points` of the twelve knights once they lie there: a set is worth `wanted`."""

    sides: tuple[SideView, ...]
    points: int
    wanted: int
    complete: bool


@dataclass(frozen=True)
class CountView:
    seat: int
    lines: tuple[ScoreLine, ...]
    total: int


@dataclass(frozen=True)
class ReckoningView:
    """At the end the hands lie open: what each is worth, by seat, and the count as far as it is shown."""

    hands: tuple[int, ...]
    misfits: tuple[int, ...]
    counted: int | None
    counting: bool
    lines: tuple[CountView, ...]
    finished: bool


@dataclass(frozen=True)
class SagaView(GameView):
    """`hand` is the seat's own; on the table screen it is None."""

    phase: str
    step: str
    reminder: bool
    lands: tuple[LandView, ...]
    players: tuple[PlayerView, ...]
    free: tuple[KnightView, ...]
    colours: tuple[str, ...]
    hand: HandView | None
    # Names of places and knights that offers pick from.
    names: tuple[tuple[str, Text], ...]
    # Printed values of the land cards in words.
    printed: tuple[tuple[str, tuple[Text, ...]], ...]
    set_up: SetUpView | None
    reckoning: ReckoningView | None
    # What the seat whose turn it is has done.
    took_fame: bool
    played: bool

    def named(self, key: str) -> Text | str:
        """A place or a lying knight in words."""
        return dict(self.names).get(key, key)

    def shown(self, value: str) -> tuple[Text, ...]:
        """What a value of the box sheet says about a side."""
        return dict(self.printed).get(value, ())

    def army(self, number: int) -> ArmyView | None:
        return next((army for player in self.players for army in player.armies if army.number == number), None)

    def land(self, colour: str) -> LandView:
        return next(land for land in self.lands if land.colour == colour)


PHASES = {SetUp: "set-up", Turn: "turn", Reckoning: "reckoning", Over: "over"}


def view(state: State, seat: int | None) -> SagaView:
    phase = state.phase
    return SagaView(
        seat=seat,
        headline=headline(state),
        turn=turn_of(state),
        waiting_for=waiting_for(state),
        offers=for_eyes_of(seat, offers(state)),
        hands=state.to_do,
        over=isinstance(phase, Over),
        corrections=for_eyes_of(seat, corrections(state)),
        phase=PHASES[type(phase)],
        step=step(state),
        reminder=state.reminder,
        lands=tuple(_land(state, colour) for colour in COLOURS),
        players=tuple(_player(state, number) for number in range(state.seats)),
        free=_knights(tuple(sorted(state.free, key=lambda one: (COLOURS.index(one.colour), one.value)))),
        colours=COLOURS,
        hand=None if seat is None or isinstance(phase, SetUp) else _hand(state, seat),
        names=_names(state),
        printed=_printed(),
        set_up=_set_up(state, phase) if isinstance(phase, SetUp) else None,
        reckoning=_reckoning(state, phase) if isinstance(phase, Reckoning | Over) else None,
        took_fame=isinstance(phase, Turn) and phase.took_fame,
        played=isinstance(phase, Turn) and phase.played,
    )


def for_eyes_of(seat: int | None, all_offers: tuple[Offer, ...]) -> tuple[Offer, ...]:
    """What rests on a face-down knight or a hand is offered to its owner alone."""
    return tuple(offer for offer in all_offers if not offer.own or offer.seat == seat)


def knight_view(one: Knight) -> KnightView:
    return KnightView(one.colour, one.value, one.key, called(one))


def _knights(knights: tuple[Knight, ...]) -> tuple[KnightView, ...]:
    return tuple(knight_view(one) for one in knights)


def _property(shown: Property) -> PropertyView:
    printed = PROPERTIES[shown]
    return PropertyView(printed.text, printed.rule, printed.at_end)


def _land(state: State, colour: str) -> LandView:
    if isinstance(state.phase, SetUp):
        return _land_in_set_up(state, state.phase, colour)
    land = state.lands[colour]
    return LandView(
        colour=colour,
        name=LANDS[colour].name,
        laid=True,
        fame=fame_of(state, colour),
        properties=tuple(_property(shown) for shown in properties(state, colour)),
        holder=land.holder,
        knights=_knights(land.knights),
        worth=worth(land.knights),
        to_take=defence(state, colour) + 1,
        used=land.used,
        place=f"land-{colour}",
    )


def _land_in_set_up(state: State, set_up: SetUp, colour: str) -> LandView:
    side, knights = set_up.sides.get(colour), set_up.knights.get(colour, ())
    return LandView(
        colour=colour,
        name=LANDS[colour].name,
        laid=side is not None,
        fame=fame_in(state.box, colour, side) if side else 0,
        properties=tuple(_property(shown) for shown in properties_in(state.box, colour, side)) if side else (),
        holder=None,
        knights=_knights(knights),
        worth=worth(knights),
        to_take=worth(knights) + 1,
        used=False,
        place=f"land-{colour}",
    )


def _army(state: State, number: int) -> ArmyView:
    army = state.armies[number]
    return ArmyView(
        number=number,
        owner=army.owner,
        land=army.land,
        land_name=LANDS[army.land].name,
        knights=_knights(army.knights),
        colours=tuple(colour for colour in COLOURS if colour in colours(army.knights)),
        face_down=len(army.face_down),
        worth=strength(army),
        needs=max(0, still_needed(state, number)),
        waits=state.lands[army.land].holder == army.owner,
        place=f"army-{number}",
    )


def _player(state: State, seat: int) -> PlayerView:
    return PlayerView(
        seat=seat,
        fame=state.fame[seat],
        cards=hand_cards(state, seat),
        fame_a_turn=fame_due(state, seat),
        lands=lands_of(state, seat),
        armies=tuple(_army(state, number) for number in armies_of(state, seat)),
    )


def _hand(state: State, seat: int) -> HandView:
    armies = ((state.armies[number], number) for number in armies_of(state, seat))
    hidden = tuple(
        (place_named(state, f"army-{number}"), knight_view(laid.knight))
        for army, number in armies
        for laid in army.face_down
    )
    return HandView(hand_cards(state, seat), hand_points(state, seat), hand_fits(state, seat), hidden)


def _names(state: State) -> tuple[tuple[str, Text], ...]:
    """Places and what lies in them, for forms that pick from them."""
    places = {place: place_named(state, place) for seat in range(state.seats) for place in places_of(state, seat)}
    lying = {}
    for which in all_lying(state):
        place, _, key = which.partition(":")
        lying[which] = T("{knight}, {place}", knight=called(BY_KEY[key]), place=place_named(state, place))
    new = {new_army_of(seat): T("a new army of {who}", who=Who(seat)) for seat in range(state.seats)}
    return (*places.items(), *lying.items(), *new.items(), (HAND, T("the hand")))


def _printed() -> tuple[tuple[str, tuple[Text, ...]], ...]:
    values = dict.fromkeys(value for land in LANDS.values() for value in land.options)
    return tuple((value, tuple(PROPERTIES[shown].text for shown in shown_by(value))) for value in values)


# --- set-up and end ------------------------------------------------------------------------------------


def _set_up(state: State, set_up: SetUp) -> SetUpView:
    return SetUpView(
        sides=tuple(_side(state, land, side) for land in COLOURS for side in SIDES),
        points=sum(worth(knights) for knights in set_up.knights.values()),
        wanted=SET_POINTS,
        complete=set_up.knights.keys() == set(COLOURS),
    )


def _side(state: State, land: str, side: str) -> SideView:
    shown = properties_in(state.box, land, side)
    known = bool(state.box.get(f"side.{land}.{side}"))
    return SideView(land, side, known, fame_in(state.box, land, side), tuple(_property(one) for one in shown))


def _reckoning(state: State, end: Reckoning | Over) -> ReckoningView:
    shown = end.count.visible if end.count else ()
    return ReckoningView(
        hands=tuple(hand_points(state, seat) for seat in range(state.seats)),
        misfits=misfits(state),
        counted=end.counted,
        counting=end.count is not None,
        lines=tuple(CountView(line.seat, line.lines, line.total) for line in shown),
        finished=end.count is not None and end.count.finished,
    )
