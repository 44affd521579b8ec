"""The scoring phase: majorities, every order of scoring, and the result of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from scoring.claims import Claims
from scoring.highlights import Highlight, Row
from scoring.kernel import Batch, Event, Help, Refusal, Rng, legal_action, refused_if
from scoring.legal_actions import LegalAction, Pick, Proposal
from scoring.majority import most
from scoring.regents.castle import Neutral, after_scoring, current_doors
from scoring.regents.components import DOMAIN_OF, DOMAINS, LOCATIONS, RAMPART, ROOMS, TOWER, groups
from scoring.regents.editions import Edition
from scoring.regents.ending import end_turn
from scoring.regents.state import Markers, State
from scoring.regents.tracks import (
    MarkerAdvanced,
    MarkerPushedBack,
    advance,
    advanced,
    at,
    chips_on_the_way,
    marker_name,
    points,
    push_back,
    track_row,
    with_marker,
)
from scoring.regents.turn import (
    AnyTurn,
    ScoringOnlyTurn,
    Turn,
    TurnAction,
    TurnEvent,
    already_scored_refusal,
    card_in,
    is_untracked,
)
from scoring.words import TN, T, Text, TextList, Who

NOTHING, NOBODY = "nothing", "nobody"
# Points from which a scoring gets a highlight on the whole table screen; a smaller one is shown as a ticker.
FULL_SCREEN_GAIN = 2
SCORING = Help(
    (
        T(
            "A room where you have more pieces than anyone else, and the King isn’t there, gives you a space on its "
            "track."
        ),
        T("Adjacent rooms count together: with three, each one gives you three spaces."),
        T(
            "The Tower gives you a space on any track, and the Rampart pushes another player back. Thresholds stop "
            "you if your other tracks lag behind."
        ),
    ),
    "en 998",
)

# --- majorities -----------------------------------------------------------------------------------------


def leaders(state: State, place: str) -> tuple[int, ...]:
    """Returns the owners with the most tokens in a location. The neutral clan counts as a player (en 1148)."""
    return most({owner: state.tokens_in(owner, place) for owner in range(len(state.agents))})


def is_blocked(state: State, place: str) -> bool:
    """True if the King blocks the location (en 1004) and Alliance was not played (en 1256)."""
    return place == state.king and card_in(state) != "alliance" and not is_untracked(state)


def majorities(state: State, seat: int) -> tuple[str, ...]:
    """Returns the locations where the seat has more tokens than any other player (en 1004, de 150, nl 575); in a
    scoring-only turn, the locations it has claimed, including those won by cards."""
    if isinstance(state.phase, ScoringOnlyTurn):
        return state.phase.held if seat == state.turn else ()
    return tuple(p for p in LOCATIONS if leaders(state, p) == (seat,) and not is_blocked(state, p))


def ties_to_win(state: State, seat: int) -> tuple[str, ...]:
    """Returns the locations where Diplomacy would win the seat a tie for most tokens (en 1240); empty if Herald does
    not know where the agents are."""
    if card_in(state) != "diplomacy":
        return ()
    tied = (p for p in state.edition.diplomacy_places if seat in leaders(state, p) and len(leaders(state, p)) > 1)
    return tuple(place for place in tied if not is_blocked(state, place))


def majorities_with(state: State, seat: int, tie: str) -> tuple[str, ...]:
    """Returns the majorities, plus the tie won with Diplomacy, if any."""
    return (*majorities(state, seat), *((tie,) if tie else ()))


def spaces_by_room(state: State, won: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """Returns, for each room won, how far its track advances: the number of rooms in its group (en 1028, 1202)."""
    found = groups(current_doors(state), won)
    return tuple((room, len(group)) for room in ROOMS for group in found if room in group)


def pushes(state: State, seat: int, won: tuple[str, ...]) -> tuple[str, ...]:
    """Returns the markers that the Rampart can push back, and `NOBODY`. It never pushes a marker off its track (en
    1126, de 258).
    """
    if RAMPART not in won:
        return (NOBODY,)
    markers = (f"{o}.{d}" for o in state.opponents(seat) for d in DOMAINS if at(state.tracks[o], d) > 1)
    return (NOBODY, *markers)


# --- orders ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Plan:
    """An order of scoring ("throne", "tower.trade"), the tie that Diplomacy wins in it, and the result."""

    order: tuple[str, ...]
    tie: str
    after: Markers
    chips: tuple[str, ...]
    points: int

    @property
    def key(self) -> str:
        return " ".join(self.order) or NOTHING

    @property
    def worth(self) -> int:
        """Track points plus one point per chip (en 1134, 1139). Used to compare plans; never shown as a score."""
        return self.points + len(self.chips)

    @property
    def preference(self) -> tuple[int, int, list[int]]:
        """Sort key: highest worth, then most spaces in total, then the most evenly advanced markers."""
        return self.worth, sum(self.after), sorted(self.after)


def plans(state: State, seat: int) -> tuple[Plan, ...]:
    """Returns one plan per possible outcome of scoring, best first."""
    made = (plan for tie in ("", *ties_to_win(state, seat)) for plan in plans_with(state, seat, tie))
    return tuple(sorted(made, key=lambda plan: plan.preference, reverse=True))


def plans_with(state: State, seat: int, tie: str) -> tuple[Plan, ...]:
    won, before = majorities_with(state, seat, tie), state.tracks[seat]
    ends = outcomes(before, spaces_by_room(state, won), TOWER in won, state.edition)
    return tuple(_plan(state, before, order, tie, after) for after, order in ends.items())


def _plan(state: State, before: Markers, order: tuple[str, ...], tie: str, after: Markers) -> Plan:
    chips = chips_on_the_way(before, after, state.chips_left)
    return Plan(order, tie, after, chips, points(after) - points(before))


@lru_cache(maxsize=4096)
def outcomes(
    markers: Markers, rooms: tuple[tuple[str, int], ...], tower: bool, edition: Edition
) -> Mapping[Markers, tuple[str, ...]]:
    """Returns every reachable outcome, each with one order that leads to it. The Tower may come anywhere (en 1014)."""
    found: dict[Markers, tuple[str, ...]] = {}
    for number, (room, spaces) in enumerate(rooms):
        after = advanced(markers, DOMAIN_OF[room], spaces, edition)
        rest = outcomes(after, rooms[:number] + rooms[number + 1 :], tower, edition)
        found |= {end: (room, *order) for end, order in rest.items() if end not in found}
    for domain in DOMAINS if tower else ():
        after = advanced(markers, domain, 1, edition)
        rest = outcomes(after, rooms, False, edition) if after != markers else {}
        found |= {end: (f"{TOWER}.{domain}", *order) for end, order in rest.items() if end not in found}
    return found or {markers: ()}


def advances_of(state: State, seat: int, order: tuple[str, ...], won: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """Returns the advances of this order, as track and number of spaces."""
    spaces = dict(spaces_by_room(state, won))
    return tuple(
        (DOMAIN_OF[place], spaces[place]) if place in spaces else (place.removeprefix(f"{TOWER}."), 1)
        for place in order
    )


def step_name(step: str) -> Text:
    """Returns the name of a plan step: a location, or the Tower with its track."""
    if step.startswith(f"{TOWER}."):
        return T("Tower ({domain})", domain=DOMAINS[step.partition(".")[2]])
    return LOCATIONS[step]


# --- scoring --------------------------------------------------------------------------------------------


class Score(TurnAction):
    """Scores in a chosen order ("throne store tower.trade"). `push` is the marker the Rampart pushes back
    ("1.trade")."""

    order: str = NOTHING
    push: str = NOBODY

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        early = not AnyTurn.current(state).may_score
        return (
            super().refusal(state, seat)
            or already_scored_refusal(state)
            or refused_if(early, "actions", T("Finish your actions first."), "en 942")
        )

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> tuple[LegalAction, ...]:
        """Returns one legal action per tie that Diplomacy could win, and one without."""
        return tuple(
            legal_action(
                cls,
                seat,
                Proposal("order", tuple(plan.key for plan in plans_with(state, seat, tie))),
                Pick("push", pushes(state, seat, majorities_with(state, seat, tie))),
            )
            for tie in ("", *ties_to_win(state, seat))
        )

    @property
    def steps(self) -> tuple[str, ...]:
        return () if self.order == NOTHING else tuple(self.order.split(" "))

    @property
    def places(self) -> tuple[str, ...]:
        """The locations used by this scoring."""
        used = (TOWER if step.startswith(f"{TOWER}.") else step for step in self.steps)
        return (*used, *((RAMPART,) if self.push != NOBODY else ()))

    def ties_won(self, state: State, seat: int) -> tuple[str, ...]:
        """Returns the locations without a majority in this order; Diplomacy has to win them."""
        won = majorities(state, seat)
        return tuple(place for place in self.places if place not in won)

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        """Refuses orders that do not score every room with a majority once. Tower and Rampart are optional."""
        places, ties = self.places, self.ties_won(state, seat)
        if len(set(places)) < len(places) or any(step not in (*ROOMS, TOWER) for step in places[: len(self.steps)]):
            return Refusal("order", T("Each location scores only once."), "en 1000")
        if len(ties) > 1 or any(place not in ties_to_win(state, seat) for place in ties):
            return Refusal("majority", T("You don’t have the majority there."), "en 1004")
        if any(room in ROOMS and room not in places for room in majorities(state, seat)):
            return Refusal("majority", T("You have to score every room where you have the majority."), "en 1000")
        if any(step.partition(".")[2] not in DOMAINS for step in self.steps if step.startswith(TOWER)):
            return Refusal("no-track", T("That track doesn’t exist."), "en 1120")
        off = self.push not in pushes(state, seat, majorities_with(state, seat, "".join(ties)))
        return refused_if(
            off,
            "push",
            T("That marker can’t go back: the Rampart never pushes a marker off its track."),
            "en 1126, de 258",
        )

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        state, tie = batch.state, "".join(self.ties_won(batch.state, seat))
        batch.emit(Scored(seat, self.steps, tie))
        for domain, spaces in advances_of(state, seat, self.steps, majorities_with(state, seat, tie)):
            advance(batch, seat, domain, spaces, state.edition)
        if self.push != NOBODY:
            whose, domain = self.push.split(".")
            push_back(batch, seat, int(whose), domain)
        turn = AnyTurn.current(state)
        if earned_usable_chip(state, batch.state, seat):
            batch.emit(ChipActionGranted(seat, turn.took_counsellor, turn.spied))
        elif not isinstance(batch.state.phase, Neutral):
            end_turn(batch, seat)


class Scored(TurnEvent):
    """A seat scored in this order. `tie` is the location won by Diplomacy, if any."""

    order: tuple[str, ...]
    tie: str

    def apply(self, state: State) -> State:
        others = {place: seat for place, seat in state.held.items() if seat != self.seat}
        won = dict.fromkeys(majorities_with(state, self.seat, self.tie), self.seat)
        return after_scoring(replace(state, held={**others, **won}), self.seat)

    def history_line(self, state: State) -> Text:
        if not self.order:
            return T("{who} scored nothing.", who=Who(self.seat))
        return T("{who} scored: {order}.", who=Who(self.seat), order=TextList(tuple(map(step_name, self.order))))

    def highlights(self, state: State, after: State, then: Sequence[Event]) -> Iterator[Highlight]:
        """Shows each marker's advance in the order of scoring."""
        board, rows, own = state, [], []
        for step in then:
            if isinstance(step, MarkerAdvanced):
                rows.append(track_row(board.tracks[self.seat], step))
                board = with_marker(board, self.seat, step.domain, step.to)
            elif isinstance(step, MarkerPushedBack):
                marker = marker_name(step.domain, step.to)
                own.append((step.whose, T("{who} pushed you back: {marker}.", who=Who(self.seat), marker=marker)))
                rows.append(Row(step.whose, what=DOMAINS[step.domain], note=T("one space back")))
        gained = points(board.tracks[self.seat]) - points(state.tracks[self.seat])
        verdict = TN("{who}: one more point.", "{who}: {count} more points.", gained, who=Who(self.seat))
        if rows:
            title, small = T("{who} scores", who=Who(self.seat)), gained < FULL_SCREEN_GAIN
            rooms = tuple(step.partition(".")[0] for step in self.order)
            yield Highlight("tracks", title, verdict, tuple(rows), (self.seat,), tuple(own), ticker=small, places=rooms)


# --- chips from scoring ---------------------------------------------------------------------------------


def earned_usable_chip(before: State, after: State, seat: int) -> bool:
    """True if scoring earned a chip that the seat may use in the same turn; only one chip can be used in a turn."""
    won = after.chips_of(seat) > before.chips_of(seat)
    return won and before.edition.chip_at_once and not AnyTurn.current(before).chip_used


class ChipActionGranted(Event, stored="turn-went-on"):
    """Scoring earned a chip that may be used for one more action before the turn ends. There is no second scoring."""

    seat: int
    took_counsellor: bool
    spied: bool

    def apply(self, state: State) -> State:
        scoring_only = ScoringOnlyTurn(Claims.known(state.held), self.seat)
        turn = scoring_only if is_untracked(state) else Turn(self.seat, action_points=0)
        return replace(state, phase=replace(turn, took_counsellor=self.took_counsellor, spied=self.spied, scored=True))


class EndTurn(TurnAction):
    """Ends the turn after scoring, whether or not the chip was used."""

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        text = T("Score first. That ends the turn.")
        return super().refusal(state, seat) or refused_if(
            not AnyTurn.current(state).scored, "not-scored", text, "en 942"
        )

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(ChipActionEnded(seat))
        if not isinstance(batch.state.phase, Neutral):
            end_turn(batch, seat)


class ChipActionEnded(Event, stored="turn-was-over"):
    """The turn ended, whether or not the seat used the chip; in some editions, the neutral move follows now."""

    seat: int

    def apply(self, state: State) -> State:
        return after_scoring(state, self.seat)
