"""Corrections of the tracked board and markers, and their consequences."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from scoring.kernel import (
    Batch,
    Event,
    PrintedValueEntered,
    Refusal,
    Rng,
    StateCorrection,
    apply_event,
    legal_action,
    refused_if,
)
from scoring.legal_actions import Count, LegalAction, Pick
from scoring.royals import components, noble_house
from scoring.royals.components import CITIES, COUNTRIES, CUBES_A_MOVE, POSITIONS, TITLES, YEARS, MarkerKey
from scoring.royals.epoch import EpochScoring, InfluenceEntry, score_epoch
from scoring.royals.influence import influence
from scoring.royals.markers import (
    MarkerDoubted,
    MarkerPassedOn,
    MarkerRemoved,
    MarkerTaken,
    MissedMarkerTaken,
    is_earned,
    markers_to_correct,
    report_doubts,
    rightful_owners,
    to_do_without,
)
from scoring.royals.state import NOBODY, Marker, State
from scoring.royals.titles import CubesCounted
from scoring.royals.turn import award_bonuses, cubes_refusal, earned_bonuses, room_for_cubes, warn_of_supply
from scoring.values import without
from scoring.words import TN, T, Text, Who


class BoardCorrection(StateCorrection, abstract=True):
    unavailable_reason = T("You can fix mistakes during a turn or at the check before scoring. Otherwise, use Undo.")


def _seat_refusal(state: State, seat: int) -> Refusal | None:
    return refused_if(seat not in range(state.seats), "no-seat", T("That seat isn’t at this table."))


def _holder_field(state: State, now: int | None) -> Pick:
    return Pick("holder", (NOBODY, *range(state.seats)), now)


def _cube_fields(state: State, owner: int, now: int) -> tuple[Pick, Count]:
    return Pick("whose", (owner,)), Count("cubes", 0, room_for_cubes(state, owner, now), now)


# --- untracked moves -----------------------------------------------------------------------------------


class EnterMissedMove(BoardCorrection):
    """Enters a take-over or occupation that was missed. A cube goes on the position and one on its title, the loser's
    beside the city (de 165, 193)."""

    position: str
    whose: int

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        text = T("Herald isn’t tracking moves at this table.")
        return super().refusal(state, seat) or refused_if(not state.tracked, "not-now", text)

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        if self.position in POSITIONS and state.holder(self.position) == self.whose:
            text = T("{who} already holds this position.", who=Who(self.whose))
            return Refusal("own", text, "de 185")
        return _seat_refusal(state, self.whose) or cubes_refusal(state, self.whose, CUBES_A_MOVE)

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        """Requires the title, because a cube goes on it."""
        for position in filter(state.exists, POSITIONS):
            others = tuple(other for other in range(state.seats) if other != state.holder(position))
            missing_values = state.unknown((components.title_key(position),))
            yield legal_action(
                cls,
                seat,
                Pick("position", (position,)),
                Pick("whose", others),
                missing_values=missing_values,
                at=position,
            )

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        before = batch.state
        batch.emit(MissedMoveEntered(self.whose, self.position))
        award_bonuses(batch, self.whose, components.city_of(self.position))
        doubt_scored_epochs(batch, before, self.position)
        report_doubts(batch, before)
        warn_of_supply(batch, before)


class MissedMoveEntered(Event, stored="forgotten-entered"):
    seat: int
    position: str

    def apply(self, state: State) -> State:
        return state.with_cube(self.seat, self.position)

    def history_line(self, state: State) -> Text:
        who, name, loser = Who(self.seat), state.position_name(self.position), state.holder(self.position)
        if loser is None:
            return T("Corrected: {who} became {position}.", who=who, position=name)
        return T("Corrected: {who} took {position} from {loser}.", who=who, position=name, loser=Who(loser))


# --- a position ----------------------------------------------------------------------------------------


class CorrectPosition(BoardCorrection):
    """Corrects whose cube is on the position; -1 means no cube. `along` also gives that seat the cube on the title,
    which the wrong seat had placed (de 165). If the corrected holder is the seat that lost the position, the take-over
    is undone.
    """

    position: str
    holder: int
    along: int = 0

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        if self.along and not _has_cubes_on_title(state, self.position):
            return Refusal("not-now", T("Herald doesn’t know the cubes on that title."))
        if self.holder in (NOBODY, state.holder(self.position)):
            return None
        return _seat_refusal(state, self.holder) or cubes_refusal(state, self.holder, 1 + self.along)

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        """Does not require the title; players enter it once it matters."""
        for position in filter(state.exists, POSITIONS):
            now = state.holders.get(position, NOBODY)
            along = (Pick("along", (1, 0), 1),) if _has_cubes_on_title(state, position) else ()
            yield legal_action(cls, seat, Pick("position", (position,)), _holder_field(state, now), *along, at=position)

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        """Also awards a bonus that the corrected cube earns: one missed so far, or one that the wrong seat received."""
        before = batch.state
        batch.emit(PositionCorrected(self.position, self.holder))
        if self.along and _was_displaced_by_holder(before, self.position, self.holder):
            _undo_take_over(batch, before, self.position)
        elif self.along:
            _move_on_title(batch, self.position, before.holders.get(self.position, NOBODY), self.holder)
        if self.holder != NOBODY:
            city = components.city_of(self.position)
            _pass_on(batch, self.holder, city)
            award_bonuses(batch, self.holder, city)
        doubt_scored_epochs(batch, before, self.position)
        report_doubts(batch, before)
        warn_of_supply(batch, before)


def _has_cubes_on_title(state: State, position: str) -> bool:
    return state.tracked and state.title_of(position) in TITLES


def _move_on_title(batch: Batch[State], position: str, wrong: int, right: int) -> None:
    title = batch.state.title_of(position)
    assert title is not None
    for whose, more in ((wrong, -1), (right, 1)) if wrong != right else ():
        if whose != NOBODY:
            _count_on_title(batch, title, whose, max(0, batch.state.cubes_on(title)[whose] + more))


def _was_displaced_by_holder(state: State, position: str, seat: int) -> bool:
    """True if the holder took the position from this seat, whose cube is still beside the city (de 193)."""
    holder, moves = state.holder(position), [who for who, at in state.occupied if at == position]
    beside = state.displaced.get(components.city_of(position), ())
    return seat != holder and moves[-2:] == [seat, holder] and seat in beside


def _undo_take_over(batch: Batch[State], before: State, position: str) -> None:
    """Undoes a take-over: removes the taker's cube from the title and the loser's from the city field."""
    city, loser = components.city_of(position), batch.state.holders[position]
    _move_on_title(batch, position, before.holders[position], NOBODY)
    batch.emit(FieldCorrected(city, loser, before.displaced[city].count(loser) - 1))


class PositionCorrected(Event):
    position: str
    holder: int

    def apply(self, state: State) -> State:
        others = without(state.holders, self.position)
        return replace(state, holders=others if self.holder == NOBODY else {**others, self.position: self.holder})

    def history_line(self, state: State) -> Text:
        name = state.position_name(self.position)
        if self.holder == NOBODY:
            return T("Corrected: no one is {position}.", position=name)
        return T("Corrected: {who} is {position}.", who=Who(self.holder), position=name)


# --- earlier scorings --------------------------------------------------------------------------------


class ScoredBoardDoubted(Event):
    """The corrected cube may already have been on the position when this epoch was scored."""

    epoch: int
    position: str
    holder: int

    def apply(self, state: State) -> State:
        then = {**state.doubted.get(self.epoch, {}), self.position: self.holder}
        return replace(state, doubted={**state.doubted, self.epoch: then})


def doubt_scored_epochs(batch: Batch[State], before: State, position: str) -> None:
    """Records that a correction may affect scored epochs, unless the position has changed hands since then. Nobody can
    be sure, so the table only learns which markers would change owners. Epochs scored by entered influence do not
    depend on positions."""
    wrong, right = before.holder(position), batch.state.holders.get(position, NOBODY)
    for epoch, scored in before.scored.items():
        if before.holders_when_scored(epoch).get(position) == wrong and not isinstance(scored.phase, InfluenceEntry):
            batch.emit(ScoredBoardDoubted(epoch, position, right))


# --- entered influence ---------------------------------------------------------------------------------


def last_entered_influence(state: State) -> State | None:
    """Returns the state of the last scored epoch, or of the epoch being scored. None unless influence was entered and
    nothing else is known about the board."""
    scored = state.scored[max(state.scored)] if state.scored else None
    asked = state if isinstance(state.phase, EpochScoring) else scored
    if asked is None or not isinstance(asked.phase, InfluenceEntry) or not asked.phase.checked:
        return None
    return asked if state.is_unseen else None


class CorrectInfluence(BoardCorrection):
    """Corrects a seat's influence in a country. The markers change owners accordingly, unless that leaves a tie."""

    country: str
    whose: int
    points: int

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        if not state.is_unseen:
            return Refusal("not-now", T("Herald knows the board. Fix what’s on it or who has a marker instead."))
        if (entered := last_entered_influence(state)) is None:
            return Refusal("not-now", T("No one has entered their influence yet."), "de 253")
        return None if entered is state else super().refusal(state, seat)

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        return _seat_refusal(state, self.whose)

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        entered = last_entered_influence(state)
        assert entered is not None
        for country in COUNTRIES:
            for whose in range(state.seats):
                points = Count("points", 0, components.most_influence(country), influence(entered, country, whose))
                yield legal_action(
                    cls,
                    seat,
                    Pick("country", (country,)),
                    Pick("whose", (whose,)),
                    points,
                    at=influence_anchor(country, whose),
                )

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        before, entered = batch.state, last_entered_influence(batch.state)
        assert entered is not None
        batch.emit(InfluenceCorrected(entered.epoch, self.country, self.whose, self.points))
        if entered is before:
            score_epoch(batch)
            return
        _hand_over(batch, before, components.epoch_markers(self.country, entered.epoch))
        report_doubts(batch, before)


def influence_anchor(country: str, seat: int) -> str:
    return f"told.{country}.{seat}"


class InfluenceCorrected(Event):
    epoch: int
    country: str
    seat: int
    points: int

    def apply(self, state: State) -> State:
        if self.epoch not in state.scored:
            return self._said(state)
        return replace(state, scored={**state.scored, self.epoch: self._said(state.scored[self.epoch])})

    def still_to_do(self, state: State) -> tuple[Text, ...]:
        """Removes the to-do lines of doubts that the corrected influence settles."""
        then, now = rightful_owners(state), rightful_owners(self.apply(state))
        markers = components.epoch_markers(self.country, self.epoch)
        changed = [marker for marker in markers if then.get(marker) != now.get(marker)]
        settled = [MarkerDoubted(marker, then[marker]).history_line(state) for marker in changed]
        return tuple(line for line in state.to_do if line not in settled)

    def _said(self, state: State) -> State:
        if not isinstance(state.phase, InfluenceEntry):
            return state
        entered = state.phase.entered
        return state.with_phase(
            entered=entered.seal(self.seat, {**(entered.of(self.seat) or {}), self.country: self.points})
        )

    def history_line(self, state: State) -> Text:
        return TN(
            "Corrected: {who} has {count} influence in {country}, {year}.",
            "Corrected: {who} has {count} influence in {country}, {year}.",
            self.points,
            who=Who(self.seat),
            country=COUNTRIES[self.country].name,
            year=YEARS[self.epoch],
        )


def _hand_over(batch: Batch[State], before: State, markers: Iterable[MarkerKey]) -> None:
    """Gives these markers to the seat now ahead, or removes them. Applies only if influence was entered without a
    board."""
    then, now = rightful_owners(before), rightful_owners(batch.state)
    for marker in markers:
        had, owners = batch.state.owners_of(marker), now[marker]
        if owners in (then[marker], had) or len(owners) > 1:
            continue
        if not owners:
            batch.emit(MarkerRemoved(marker))
        else:
            batch.emit(MarkerPassedOn(owners[0], marker, had[0]) if had else MarkerTaken(owners[0], marker))


# --- cubes on a title ----------------------------------------------------------------------------------


class CorrectTitle(BoardCorrection):
    """Corrects a seat's number of cubes on a title."""

    title: str
    whose: int
    cubes: int

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        whose = self.whose
        return _seat_refusal(state, whose) or cubes_refusal(
            state, whose, self.cubes - state.cubes_on(self.title)[whose]
        )

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        for title in TITLES:
            for owner, cubes in enumerate(state.cubes_on(title)):
                yield legal_action(cls, seat, Pick("title", (title,)), *_cube_fields(state, owner, cubes), at=title)

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        before = batch.state
        _count_on_title(batch, self.title, self.whose, self.cubes)
        report_doubts(batch, before)
        warn_of_supply(batch, before)


def _count_on_title(batch: Batch[State], title: str, whose: int, cubes: int) -> None:
    """Corrects the number of cubes. An additional one may complete a noble house (de 239)."""
    batch.emit(TitleCorrected(title, whose, cubes))
    for marker in noble_house.earned_marker(batch.state, whose):
        batch.emit(MarkerTaken(whose, marker))


class TitleCorrected(CubesCounted):
    def history_line(self, state: State) -> Text:
        return TN(
            "Corrected: {who} has {count} cube on the {title}.",
            "Corrected: {who} has {count} cubes on the {title}.",
            self.cubes,
            who=Who(self.seat),
            title=TITLES[self.title],
        )


# --- displaced cubes -----------------------------------------------------------------------------------


class CorrectField(BoardCorrection):
    """Corrects a seat's number of displaced cubes beside a city."""

    city: str
    whose: int
    cubes: int

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        there = state.displaced.get(self.city, ()).count(self.whose)
        return _seat_refusal(state, self.whose) or cubes_refusal(state, self.whose, self.cubes - there)

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        for city in CITIES if state.tracked else ():
            for owner in range(state.seats):
                cubes = state.displaced.get(city, ()).count(owner)
                yield legal_action(cls, seat, Pick("city", (city,)), *_cube_fields(state, owner, cubes), at=city)

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        before = batch.state
        batch.emit(FieldCorrected(self.city, self.whose, self.cubes))
        _pass_back(batch, before, self.whose)
        award_bonuses(batch, self.whose, self.city)
        report_doubts(batch, before)
        warn_of_supply(batch, before)


class FieldCorrected(Event):
    city: str
    seat: int
    cubes: int

    def apply(self, state: State) -> State:
        others = tuple(other for other in state.displaced.get(self.city, ()) if other != self.seat)
        return replace(state, displaced={**state.displaced, self.city: others + (self.seat,) * self.cubes})

    def history_line(self, state: State) -> Text:
        return TN(
            "Corrected: {who} has {count} cube beside {city}.",
            "Corrected: {who} has {count} cubes beside {city}.",
            self.cubes,
            who=Who(self.seat),
            city=state.city_name(self.city),
        )


# --- a marker ------------------------------------------------------------------------------------------

CORRECTED = T("corrected by the table")


class MarkerCorrected(Event, secret={"holder"}):
    marker: str
    holder: int

    def apply(self, state: State) -> State:
        held = () if self.holder == NOBODY else (Marker(self.marker, self.holder, CORRECTED),)
        others = state.without_marker(self.marker)
        return replace(others, markers=(*others.markers, *held))

    def still_to_do(self, state: State) -> tuple[Text, ...]:
        return to_do_without(state, self.marker)

    def history_line(self, state: State) -> Text:
        name = state.marker_name(self.marker)
        if self.holder == NOBODY:
            return T("Corrected: the {marker} is on the board.", marker=name)
        return T("Corrected: {who} has the {marker}.", who=Who(self.holder), marker=name)

    def secret_history_line(self, state: State) -> Text:
        return self.history_line(state)

    def short_history_line(self, state: State) -> Text:
        return T("Corrected: the holder of the {marker}.", marker=state.marker_name(self.marker))


def is_corrected(state: State, marker: MarkerKey) -> bool:
    """True if the marker's holder was corrected after it was handed out or removed."""
    handed_out = any(taken.key == marker and taken.note != CORRECTED for taken in state.markers)
    return not handed_out and marker not in state.removed


class CorrectMarker(BoardCorrection, event=MarkerCorrected):
    """Corrects who has a marker; -1 means it is on the board. Nothing else changes."""

    marker: str
    holder: int

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        """The form has no default, because the holder is secret."""
        for marker in markers_to_correct(state):
            yield legal_action(
                cls, seat, Pick("marker", (marker,)), _holder_field(state, None), at=components.marker_place(marker)
            )


# --- markers that move with a position -----------------------------------------------------------------


def _pass_on(batch: Batch[State], seat: int, city: str) -> None:
    """Passes bonuses on to this seat, the cube's real owner, if it earns them and the other seat lacks the cubes."""
    for taken in batch.state.markers:
        if taken.seat != seat and not is_earned(batch.state, taken):
            on_board = apply_event(batch.state, MarkerCorrected(taken.key, NOBODY))
            if taken.key in earned_bonuses(on_board, seat, city):
                batch.emit(MarkerPassedOn(seat, taken.key, taken.seat))


def _pass_back(batch: Batch[State], before: State, seat: int) -> None:
    """Gives markers back to a seat whose displaced cube earned them, as the correction shows."""
    for taken in batch.state.markers:
        mine = replace(taken, seat=seat)
        came_back = is_earned(batch.state, mine) and not is_earned(before, mine)
        if came_back and batch.state.passed_on.get(taken.key) == seat != taken.seat:
            batch.emit(MarkerPassedOn(seat, taken.key, taken.seat))


# --- corrected printed values --------------------------------------------------------------------------


def after_printed_value(state: State, filled: PrintedValueEntered) -> list[Event]:
    """Returns the events of a corrected value. Because of a misread title, a noble house bonus may have been missed or
    wrongly given."""
    batch = Batch(state)
    batch.emit(filled)
    if filled.field.startswith(("title.", "influence.", "city.")):
        for seat in noble_house.houses(batch.state):
            missed = noble_house.earned_marker(batch.state, seat) if state.completed_at(seat) is None else ()
            for marker in missed:
                batch.emit(MissedMarkerTaken(seat, marker))
        report_doubts(batch, state)
    return batch.events[1:]
