"""Double-entry bookkeeping of knights and fame from the events alone: none may appear or vanish."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from scoring.kernel import EVERY_MOVE, Event
from scoring.saga.components import BY_KEY, SET_CARDS, SET_POINTS, Knight, worth
from scoring.saga.conquest import FreeKnightTaken, KnightsFreed, KnightsReturned, KnightTurned, LandConquered
from scoring.saga.corrections import FameCorrected, HandEmptied, KnightCorrected, MissedMoveEntered, PlaceCorrected
from scoring.saga.final_count import LastKnightAdded
from scoring.saga.playing import DefenceStrengthened, FaceDownPlayed, FaceDownTakenBack, KnightPlayed, KnightTakenBack
from scoring.saga.resuming import (
    FaceDownEntered,
    FameEntered,
    HandEntered,
    HandsKnown,
    HolderEntered,
    KnightLaid,
    KnightLifted,
)
from scoring.saga.setup import DefencePlaced
from scoring.saga.state import State
from scoring.saga.turn import FameTaken, KnightRecruited

FREE = "free"


@dataclass
class Ledger:
    """Independent count of the knights in a game of Saga; a hand is a number of cards and points."""

    seats: int
    cards: Counter[int] = field(init=False)
    points: Counter[int] = field(init=False)
    places: defaultdict[str, list[Knight]] = field(default_factory=lambda: defaultdict(list))
    face_down: defaultdict[int, list[Knight]] = field(default_factory=lambda: defaultdict(list))
    fame: Counter[int] = field(default_factory=Counter)
    # Value of the knights under each land at the start.
    laid: Counter[str] = field(default_factory=Counter)
    owners: dict[str, int] = field(default_factory=dict)
    # The highest army number so far.
    armies: int = 0
    # Knights that left a hand without a known place.
    missing: Counter[int] = field(default_factory=Counter)
    # Seats that played a knight face down: their open knights can only be checked against public information.
    hid: set[int] = field(default_factory=set)
    # Hand sizes as entered by their owners.
    told: dict[int, int] = field(default_factory=dict)
    # Knights were corrected, so a set may be worth more or less than it should be.
    corrected: bool = False

    def __post_init__(self) -> None:
        self.cards = Counter(dict.fromkeys(range(self.seats), SET_CARDS))
        self.points = Counter(dict.fromkeys(range(self.seats), SET_POINTS))

    def book(self, event: Event) -> None:
        match event:
            case DefencePlaced(land, knights):
                self.places[f"land-{land}"] = list(knights)
                self.laid[land] = worth(knights)
            case KnightPlayed(seat, army, knight):
                self.armies = max(army, self.armies)
                self._play(seat, f"army-{army}", knight)
            case DefenceStrengthened(seat, land, knight):
                self._play(seat, f"land-{land}", knight)
            case LastKnightAdded(seat, place, knight):
                self._play(seat, place, knight)
            case FaceDownPlayed(seat, _, army, knight):
                self.hid.add(seat)
                self._hand(seat, -1, knight)
                self.face_down[army].append(knight)
            case FaceDownTakenBack(seat, army):
                self._hand(seat, +1, self.face_down[army].pop())
            case KnightTurned(_, army, knight):
                self.face_down[army].remove(knight)
                self.places[f"army-{army}"].append(knight)
            case KnightsFreed(land, knights):
                self._take(f"land-{land}", knights)
                self.places[FREE] += knights
                self.owners.pop(f"land-{land}", None)
            case KnightsReturned(seat, land, knights):
                self._to_hand(seat, f"land-{land}", knights)
            case LandConquered(seat, land, army):
                self.owners[f"land-{land}"] = seat
                assert self.places[f"land-{land}"] == [], "an army lies under one land, and alone"
                self.places[f"land-{land}"] = self.places.pop(f"army-{army}")
            case KnightTakenBack(seat, place, knight):
                self._to_hand(seat, place, (knight,))
            case FreeKnightTaken(seat, knight) | KnightRecruited(seat, knight):
                self._to_hand(seat, FREE, (knight,))
                self.fame[seat] -= knight.value if isinstance(event, KnightRecruited) else 0
            case FameTaken(seat, fame):
                self.fame[seat] += fame
            case _:
                self._put_right(event)
                self._said(event)

    def _said(self, event: Event) -> None:
        """Book what the table enters when tracking starts in mid-game."""
        self.corrected |= isinstance(event, HandsKnown)
        match event:
            case HolderEntered(land, holder):
                place = f"land-{land}"
                for knight in tuple(self.places[place]):
                    self._lifted(place, knight)
                self.owners.pop(place, None)
                if holder is not None:
                    self.owners[place] = holder
            case KnightLaid(place, knight):
                if place.startswith("new-"):
                    self.armies += 1
                    self.owners[f"army-{self.armies}"] = int(place.partition("-")[2])
                    place = f"army-{self.armies}"
                if place in self.owners:
                    self._play(self.owners[place], place, knight)
                else:
                    self.places[place].append(knight)
                    self.laid["said"] += knight.value
            case KnightLifted(place, "face-down"):
                hidden = self.face_down[int(place.partition("-")[2])].pop()
                self._hand(self.owners[place], +1, hidden)
            case KnightLifted(place, knight):
                self._lifted(place, BY_KEY[knight])
            case FaceDownEntered(seat, army, knight):
                self.hid.add(seat)
                self._hand(seat, -1, knight)
                self.face_down[army].append(knight)
            case FameEntered(seat, fame):
                self.fame[seat] = fame
            case HandEntered(seat, cards, _):
                self.told[seat] = cards
            case HandsKnown():
                self.cards = Counter({**self.cards, **self.told})

    def _lifted(self, place: str, knight: Knight) -> None:
        if place in self.owners:
            self._to_hand(self.owners[place], place, (knight,))
        else:
            self._take(place, (knight,))
            self.laid["said"] -= knight.value

    def _put_right(self, event: Event) -> None:
        self.corrected |= isinstance(event, KnightCorrected | MissedMoveEntered | HandEmptied)
        match event:
            case FameCorrected(seat, fame):
                self.fame[seat] = fame
            case KnightCorrected(place, knight, really):
                self._take(place, (knight,))
                self.places[place].append(really)
                self._owes(place, knight.value - really.value)
            case PlaceCorrected(place, knight, "hand"):
                self._to_hand(self.owners[place], place, (knight,))
            case PlaceCorrected(place, knight, to):
                self._take(place, (knight,))
                self.places[to].append(knight)
            case MissedMoveEntered(seat, place, knight):
                self.armies += place == "new"
                self._play(seat, f"army-{self.armies}" if place == "new" else place, knight)
                self.cards[seat] += self.missing[seat] > 0
                self.missing[seat] -= self.missing[seat] > 0
            case HandEmptied(seat):
                self.missing[seat] += self.cards[seat]
                self.cards[seat] = 0

    def _owes(self, place: str, points: int) -> None:
        """Book the difference of a corrected knight to its owner's hand or to the start layout."""
        if place in self.owners:
            self.points[self.owners[place]] += points
        else:
            self.laid["corrected"] -= points

    def _play(self, seat: int, place: str, knight: Knight) -> None:
        self._hand(seat, -1, knight)
        self.places[place].append(knight)
        self.owners[place] = seat

    def _to_hand(self, seat: int, place: str, knights: tuple[Knight, ...]) -> None:
        self._take(place, knights)
        for knight in knights:
            self._hand(seat, +1, knight)

    def _take(self, place: str, knights: tuple[Knight, ...]) -> None:
        for knight in knights:
            self.places[place].remove(knight)

    def _hand(self, seat: int, by: int, knight: Knight) -> None:
        self.cards[seat] += by
        self.points[seat] += by * knight.value

    def check(self, state: State) -> None:
        if state.tracking_mode != EVERY_MOVE:  # without tracked moves nobody knows where a knight is
            return
        lying = [knight for there in (*self.places.values(), *self.face_down.values()) for knight in there]
        for seat in range(self.seats):
            assert state.hand_cards(seat) == self.cards[seat] >= 0
            # The owner may have entered another value of the hand, which then counts.
            assert state.hand_points(seat) - (state.amended[seat] or 0) == self.points[seat]
            assert self.points[seat] >= 0 or self.corrected or state.amended[seat] is not None or seat in self.hid
            assert state.fame[seat] == self.fame[seat] >= 0
        on_table = [knight for land in state.lands.values() for knight in land.knights] + list(state.free)
        on_table += [knight for army in state.armies.values() for knight in army.knights]
        hidden = [face_down.knight for army in state.armies.values() for face_down in army.face_down]
        if state.lands:
            assert Counter([*on_table, *hidden]) == Counter(lying)
        assert worth(lying) + self.points.total() == self.seats * SET_POINTS + self.laid.total()
