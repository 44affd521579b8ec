"""Set-up and turns: positions taken and the bonuses that follow; or an untracked epoch."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from scoring.claims import ClaimPhase, Claims
from scoring.kernel import (
    Action,
    Batch,
    BusyReason,
    Event,
    Help,
    Refusal,
    Rng,
    TableAction,
    allowed,
    legal_action,
    refused_if,
    turn_refusal,
)
from scoring.legal_actions import LegalAction, Pick
from scoring.royals import components, noble_house
from scoring.royals.components import (
    ARCANE,
    CUBES_A_MOVE,
    LAST_EPOCH,
    MOST_CUBES,
    POSITIONS,
    TITLES,
    YEARS,
    MarkerKey,
)
from scoring.royals.markers import MarkerTaken
from scoring.royals.state import RoyalsPhase, State, TableEvent
from scoring.tracking_modes import ModeSwitchPhase
from scoring.words import T, Text, Who, seats

# --- the set-up ----------------------------------------------------------------------------------------


class SetUp(ModeSwitchPhase, RoyalsPhase):
    """Set-up: the table lays out the game and chooses the start player."""

    help = Help(
        (
            T("Set out the board, the markers and the cards."),
            T("The youngest player goes first; in the Arcane Wonders edition, the oldest."),
            T("Tap who goes first."),
        ),
        "de 106",
    )
    busy_reason = BusyReason(T("Tap the start player first."), "de 106", code="set-up")
    sets_up = True

    def headline(self, state: State) -> Text:
        """Asks who starts: the youngest (de 106), or the oldest in the Arcane Wonders edition."""
        if state.edition == ARCANE:
            return T("Who’s the oldest? They go first.")
        return T("Who’s the youngest? They go first.")

    def in_tracking_mode(self, state: State, mode: str) -> State:
        return replace(state, tracking_mode=mode, phase=UntrackedEpoch(), tracked=False)


class ChooseStartPlayer(TableAction, phases=(SetUp,)):
    """Enters the start player: the youngest (de 106), or the oldest in the Arcane Wonders edition."""

    first: int

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        return (legal_action(cls, seat, Pick("first", tuple(range(state.seats)))),)

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(StartPlayerChosen(self.first))
        batch.emit(TurnBegan(self.first))


class StartPlayerChosen(TableEvent, beginner="seat"):
    seat: int

    def apply(self, state: State) -> State:
        return replace(state, first=self.seat)

    def history_line(self, state: State) -> Text:
        return T("{who} goes first.", who=Who(self.seat))


# --- a turn --------------------------------------------------------------------------------------------


class Turn(ModeSwitchPhase, RoyalsPhase):
    """A seat's turn. `before` is the seat of the previous turn; it is None after the first action of this turn."""

    help = Help(
        (
            T("Draw three country cards, or one country card and one intrigue card."),
            T(
                "Then take as many positions as you can pay for with cards of their country. Any three cards count as "
                "one."
            ),
            T("Taking another player’s position also costs an intrigue card of that country, or two for a King."),
        ),
        "de 110",
    )
    busy_reason = BusyReason(T("You can’t do that during a turn. Take positions or end the turn."))
    correctable = True
    turn: int
    before: int | None = None

    def headline(self, state: State) -> Text:
        after = state.still_to_play(self.turn)
        if not state.last_round:
            return T("{who} draws cards and takes positions.", who=Who(self.turn))
        if after:
            return T("Last round: {who}’s turn, then {others}.", who=Who(self.turn), others=seats(after))
        return T("Last turn of the game: {who}.", who=Who(self.turn))

    def waiting_for(self, state: State) -> tuple[int, ...]:
        return (self.turn,)

    def in_tracking_mode(self, state: State, mode: str) -> State:
        return replace(state, tracking_mode=mode, phase=UntrackedEpoch(), tracked=False)


# For the player aid; hands are not tracked.
CARDS = Help(
    (
        T("Play an intrigue card in one of its two countries. Any two intrigue cards can replace one."),
        T("At the end of your turn, keep at most 12 country cards and 4 intrigue cards."),
    ),
    "de 147, 187, 207",
)


class TurnBegan(Event):
    seat: int

    def apply(self, state: State) -> State:
        before = state.phase.turn if isinstance(state.phase, Turn) and state.phase.turn != self.seat else None
        return replace(state, phase=Turn(self.seat, before))

    def history_line(self, state: State) -> Text:
        return T("{who}’s turn.", who=Who(self.seat))


class TurnEnded(TableEvent):
    seat: int

    def apply(self, state: State) -> State:
        return replace(state, on_show=None)


class TurnCalledOff(TableEvent):
    """The epoch had already ended after the turn of `ended`, so the turn of `seat` starts only after the scoring."""

    seat: int
    ended: int

    def apply(self, state: State) -> State:
        return replace(state, phase=Turn(self.ended), on_show=None)

    def history_line(self, state: State) -> Text:
        return T(
            "The epoch ended after {ended}’s turn, so {who}’s turn was postponed.",
            ended=Who(self.ended),
            who=Who(self.seat),
        )


class TurnAction(Action, abstract=True, phases=(Turn,)):
    """Base class for actions of the seat whose turn it is."""

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        return turn_refusal(state, seat, "de 110")


# --- untracked turns -----------------------------------------------------------------------------------


class UntrackedEpoch(ModeSwitchPhase, RoyalsPhase, needs_no_taps=True):
    """An untracked epoch, until the table enters that it is over."""

    help = Help(
        (
            T("Keep playing at the table. No need to tap your moves."),
            T(
                "Tap when the epoch is over: the display can’t be refilled to three cards or, in the Arcane Wonders "
                "edition, the pile is empty."
            ),
        ),
        "de 245",
    )
    busy_reason = BusyReason(T("Herald isn’t tracking moves. Tap when the epoch is over."))
    correctable = True

    def headline(self, state: State) -> Text:
        """Returns the year played; the last epoch includes the rest of its round (de 249)."""
        year = YEARS[state.epoch]
        if state.epoch == LAST_EPOCH:
            return T("Now playing the last epoch, {year}.", year=year)
        return T("Now playing epoch {year}.", year=year)

    def in_tracking_mode(self, state: State, mode: str) -> State:
        return replace(state, tracking_mode=mode, phase=Resuming(claims=Claims.known(state.holders)))


class Resuming(ModeSwitchPhase, ClaimPhase, RoyalsPhase):
    """Return to tracked moves: players tap the changed positions, and the table enters whose turn it is."""

    heading = T("Whose turn is it, and who went first?")
    help = Help(
        (
            T("From here on, Herald tracks every move."),
            T("Everyone taps what they’ve taken since Herald last saw the board."),
            T("Tap whose turn it is."),
        )
    )
    claims: Claims = Claims()

    def places(self, state: State, seat: int) -> tuple[str, ...]:
        """Empty while titles are unread, because players could not find the positions."""
        return () if state.unread_titles else tuple(filter(state.exists, POSITIONS))

    def place_name(self, state: State, place: str) -> Text:
        return state.position_name(place)

    def on_board(self, state: State) -> State:
        return state.with_board(self.claims.owners)

    def in_tracking_mode(self, state: State, mode: str) -> State:
        return replace(state, tracking_mode=mode, phase=UntrackedEpoch())


class ResumeTurns(TableAction, phases=(Resuming,)):
    first: int
    turn: int

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        return (
            super().refusal(state, seat)
            or Resuming.current(state).contradiction_refusal(state)
            or cls._board_missing_refusal(state)
        )

    @classmethod
    def _board_missing_refusal(cls, state: State) -> Refusal | None:
        """Requires the tapped positions if an epoch was scored and nobody has tapped any."""
        missing = state.scored and not state.unread_titles and not Resuming.current(state).claims.claimants
        return refused_if(missing, "not-now", T("First everyone has to tap the positions they hold."))

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        everybody = tuple(range(state.seats))
        missing_values = state.unread_titles if state.scored and state.is_unseen else ()
        return (
            legal_action(cls, seat, Pick("first", everybody), Pick("turn", everybody), missing_values=missing_values),
        )

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        if batch.state.phase.on_board(batch.state) != batch.state:
            batch.emit(BoardEntered())
        batch.emit(StartPlayerChosen(self.first))
        batch.emit(TurnBegan(self.turn))


class BoardEntered(Event, stored="board-seen"):
    """The board was entered as tapped."""

    def apply(self, state: State) -> State:
        return state.phase.on_board(state)


# --- positions -----------------------------------------------------------------------------------------


class TakePosition(TurnAction):
    """Occupies a free position (de 155) or takes one over (de 181)."""

    label = T("Take a position")
    position: str

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        return super().refusal(state, seat) or cubes_refusal(state, seat, CUBES_A_MOVE)  # de 157

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        if self.position not in POSITIONS:
            return Refusal("no-position", T("That position isn’t on the board. Take another one."), "de 159")
        if not state.exists(self.position):
            city = state.city_name(components.city_of(self.position))
            return Refusal("no-position", T("{city} only has one position. Take that one.", city=city), "de 159")
        if state.holder(self.position) == seat:
            return Refusal("own", T("You already hold this position. Take another one."), "de 185")
        return None

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        """Yields one legal action per position, with its title and the values of markers it would win."""
        for position in positions_to_take(state, seat):
            won = earned_bonuses(state.with_cube(seat, position), seat, components.city_of(position))
            missing_values = state.unknown((components.title_key(position), *won))
            yield legal_action(cls, seat, Pick("position", (position,)), missing_values=missing_values)

    @classmethod
    def must_know(cls, missing_values: tuple[str, ...]) -> tuple[str, ...]:
        """Returns the title only; values of markers can wait until they are counted."""
        return tuple(key for key in missing_values if key.startswith("title."))

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        before, loser = batch.state, batch.state.holder(self.position)
        if loser is None:
            batch.emit(PositionOccupied(seat, self.position))
        else:
            batch.emit(PositionTakenOver(seat, self.position, loser))
        award_bonuses(batch, seat, components.city_of(self.position))
        warn_of_supply(batch, before)


def positions_to_take(state: State, seat: int) -> tuple[str, ...]:
    return () if TakePosition.refusal(state, seat) else allowed(TakePosition, state, seat, "position", POSITIONS)


class CubePlaced(TableEvent, abstract=True):
    seat: int
    position: str

    def apply(self, state: State) -> State:
        phase = replace(state.phase, before=None) if isinstance(state.phase, Turn) else state.phase
        return replace(state.with_cube(self.seat, self.position), on_show=None, phase=phase)

    def to_do(self, state: State) -> tuple[Text, ...]:
        """Returns the line about the second cube, which goes on the title (de 169)."""
        title = TITLES[state.title_of(self.position) or "King"]
        return (T("{who}: put your second cube on the {title} beside the board.", who=Who(self.seat), title=title),)


class PositionOccupied(CubePlaced):
    def history_line(self, state: State) -> Text:
        return T("{who} became {position}.", who=Who(self.seat), position=state.position_name(self.position))


class PositionTakenOver(CubePlaced):
    """The cube of `loser` moved to the city's field."""

    loser: int

    def history_line(self, state: State) -> Text:
        name = state.position_name(self.position)
        return T("{who} took {position} from {loser}.", who=Who(self.seat), position=name, loser=Who(self.loser))

    def to_do(self, state: State) -> tuple[Text, ...]:
        """Adds the line about the loser's cube, which moves to the city field (de 193) or the Arcane Wonders
        cathedral."""
        city = state.city_name(components.city_of(self.position))
        to_field = T("{who}: move your cube to the city field of {city}.", who=Who(self.loser), city=city)
        to_cathedral = T("{who}: move your cube to the cathedral of {city}.", who=Who(self.loser), city=city)
        return (to_cathedral if state.edition == ARCANE else to_field, *super().to_do(state))


# --- bonuses (de 217-241) ------------------------------------------------------------------------------


def award_bonuses(batch: Batch[State], seat: int, city: str) -> None:
    for marker in earned_bonuses(batch.state, seat, city):
        batch.emit(MarkerTaken(seat, marker))


def earned_bonuses(state: State, seat: int, city: str) -> tuple[MarkerKey, ...]:
    """Returns the city, country and noble house bonuses earned by a move in this city."""
    return (
        *city_bonus(state, seat, city),
        *country_bonus(state, seat, components.country_of(city)),
        *noble_house.earned_marker(state, seat),
    )


def city_bonus(state: State, seat: int, city: str) -> tuple[MarkerKey, ...]:
    """Returns the bonus for the first seat in the city, on either position (de 223)."""
    return state.still_on_board((components.city_marker(city),)) if state.has_position_in(seat, city) else ()


def country_bonus(state: State, seat: int, country: str) -> tuple[MarkerKey, ...]:
    """Returns the highest marker left if the seat has a cube in every city; one per seat and country (de 229-233)."""
    if state.has_marker(seat, f"country.{country}.") or not state.has_every_city(seat, country):
        return ()
    return state.still_on_board(components.country_markers(country))[:1]


# --- cube supply (de 53) ------------------------------------------------------------------------------

# Herald only warns if a seat has more cubes on the board than its colour has. Black and white have 46, other colours
# 36, and a seat may use another colour at the table than here. No seat can have more than 46.


def room_for_cubes(state: State, seat: int, here: int = 0) -> int:
    """Returns the maximum number of cubes at a place that now has `here`: no colour has more than 46."""
    return here + max(0, MOST_CUBES - state.cubes_laid(seat))


def cubes_refusal(state: State, seat: int, more: int) -> Refusal | None:
    """Refuses more cubes than can be on the board."""
    text = T("{who} only has {count} cubes in total.", who=Who(seat), count=MOST_CUBES)
    return refused_if(more > room_for_cubes(state, seat), "supply", text, "de 53")


def warn_of_supply(batch: Batch[State], before: State) -> None:
    for seat in range(before.seats):
        if before.supply(seat) >= 0 > batch.state.supply(seat):
            batch.emit(SupplyExceeded(seat))


class SupplyExceeded(Event):
    """The seat has more cubes on the board than its colour has. The state does not change."""

    seat: int

    def history_line(self, state: State) -> Text:
        who, count = Who(self.seat), state.cubes[self.seat]
        return T(
            "{who} has placed more than the {count} cubes of this colour. Is everything correct?", who=who, count=count
        )

    def to_do(self, state: State) -> tuple[Text, ...]:
        return (self.history_line(state),)
