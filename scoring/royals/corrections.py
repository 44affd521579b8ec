"""Putting right what Herald believes, when the board says otherwise, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from scoring.kernel import BoxFilled, Chance, Correction, Draft, Event, Refusal, fold, offer, refused_if
from scoring.offers import Count, Offer, Pick
from scoring.royals import printed
from scoring.royals.markers import MarkerTaken, MissedMarkerTaken, OwnerFound, doubt, is_earned, noble_houses
from scoring.royals.printed import CITIES, COUNTRIES, CUBES_A_MOVE, POSITIONS, TITLES, MarkerKey
from scoring.royals.state import NOBODY, Marker, State
from scoring.royals.supply import lacks_cubes, warn_of_supply
from scoring.royals.titles import CubesCounted
from scoring.royals.turn import award_bonuses, earned, noble_house_bonus
from scoring.values import without
from scoring.words import TN, T, Text, Who


class PutRight(Correction, abstract=True):
    """Kept apart from the moves. Any seat may put the board right."""

    @classmethod
    def why_not(cls, state: State, seat: int) -> Refusal | None:
        if state.phase.may_correct():
            return None
        text = T("Corrections are for a turn, or for the check before a scoring; otherwise go back with undo.")
        return Refusal("not-now", text)


def _no_seat(state: State, seat: int) -> Refusal | None:
    return refused_if(seat not in range(state.seats), "no-seat", T("There is no such seat at this table."))


def _holder(state: State, now: int | None) -> Pick:
    return Pick("holder", (NOBODY, *range(state.seats)), now)


def _cubes(owner: int, now: int) -> tuple[Pick, Count]:
    return Pick("whose", (owner,)), Count("cubes", 0, printed.CUBES_OF_BLACK_AND_WHITE, now)


# --- a move that nobody entered ------------------------------------------------------------------------


class EnterForgotten(PutRight):
    """That seat took the position, and nobody entered it: a cube lies there, one on its title, and the loser's beside
    the city (de 165, 193)."""

    position: str
    whose: int

    @classmethod
    def why_not(cls, state: State, seat: int) -> Refusal | None:
        text = T("Herald does not follow the moves at this table.")
        return super().why_not(state, seat) or refused_if(not state.followed, "not-now", text)

    def why_not_this(self, state: State, seat: int) -> Refusal | None:
        if self.position in POSITIONS and state.holder(self.position) == self.whose:
            text = T("{who} holds this position already.", who=Who(self.whose))
            return Refusal("own", text, "de 185")
        return _no_seat(state, self.whose) or lacks_cubes(state, self.whose, CUBES_A_MOVE)

    @classmethod
    def offers(cls, state: State, seat: int) -> Iterable[Offer]:
        """A cube lies on the title: it has to be known which."""
        for position in filter(state.exists, POSITIONS):
            others = tuple(other for other in range(state.seats) if other != state.holder(position))
            needs = state.unknown((printed.title_key(position),))
            yield offer(cls, seat, Pick("position", (position,)), Pick("whose", others), needs=needs, at=position)

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        before = draft.state
        draft.happen(ForgottenEntered(self.whose, self.position))
        award_bonuses(draft, self.whose, printed.city_of(self.position))
        look_back(draft, before, self.position)
        doubt(draft, before)
        warn_of_supply(draft, before)


class ForgottenEntered(Event):
    seat: int
    position: str

    def fold(self, state: State) -> State:
        return state.with_cube(self.seat, self.position)

    def tell(self, state: State) -> Text:
        who, name, loser = Who(self.seat), state.position_name(self.position), state.holder(self.position)
        if loser is None:
            return T("Corrected: {who} had become {position}.", who=who, position=name)
        return T("Corrected: {who} had taken {position} from {loser}.", who=who, position=name, loser=Who(loser))


# --- a position ----------------------------------------------------------------------------------------


class CorrectPosition(PutRight):
    """A cube of that seat really lies on the position; -1: none. `along`: whoever entered it for the wrong seat laid
    the wrong cube on its title, too (de 165)."""

    position: str
    holder: int
    along: int = 0

    def why_not_this(self, state: State, seat: int) -> Refusal | None:
        if self.along and not _has_cubes_on_title(state, self.position):
            return Refusal("not-now", T("Herald does not know the cubes on that title."))
        if self.holder in (NOBODY, state.holder(self.position)):
            return None
        return _no_seat(state, self.holder) or lacks_cubes(state, self.holder, 1 + self.along)

    @classmethod
    def offers(cls, state: State, seat: int) -> Iterable[Offer]:
        """Its title may be unknown: it is asked for when it counts."""
        for position in filter(state.exists, POSITIONS):
            now = state.holders.get(position, NOBODY)
            along = (Pick("along", (1, 0), 1),) if _has_cubes_on_title(state, position) else ()
            yield offer(cls, seat, Pick("position", (position,)), _holder(state, now), *along, at=position)

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        """A cube that turns up may earn a bonus that was missed, or one that went to whom it was taken for."""
        before = draft.state
        draft.happen(PositionCorrected(self.position, self.holder))
        if self.along:
            _move_on_title(draft, self.position, before.holders.get(self.position, NOBODY), self.holder)
        if self.holder != NOBODY:
            city = printed.city_of(self.position)
            _pass_on(draft, self.holder, city)
            award_bonuses(draft, self.holder, city)
        look_back(draft, before, self.position)
        doubt(draft, before)
        warn_of_supply(draft, before)


def _has_cubes_on_title(state: State, position: str) -> bool:
    return state.followed and state.title_of(position) in TITLES


def _move_on_title(draft: Draft[State], position: str, wrong: int, right: int) -> None:
    title = draft.state.title_of(position)
    assert title is not None
    for whose, more in ((wrong, -1), (right, 1)) if wrong != right else ():
        if whose != NOBODY:
            _count_on_title(draft, title, whose, max(0, draft.state.cubes_on(title)[whose] + more))


class PositionCorrected(Event):
    position: str
    holder: int

    def fold(self, state: State) -> State:
        others = without(state.holders, self.position)
        return replace(state, holders=others if self.holder == NOBODY else {**others, self.position: self.holder})

    def tell(self, state: State) -> Text:
        name = state.position_name(self.position)
        if self.holder == NOBODY:
            return T("Corrected: nobody is {position}.", position=name)
        return T("Corrected: {who} is {position}.", who=Who(self.holder), position=name)


# --- what was scored before --------------------------------------------------------------------------


class ScoredBoardDoubted(Event):
    """The cube that was put right may have lain there when this epoch was scored."""

    epoch: int
    position: str
    holder: int

    def fold(self, state: State) -> State:
        then = {**state.doubted.get(self.epoch, {}), self.position: self.holder}
        return replace(state, doubted={**state.doubted, self.epoch: then})


def look_back(draft: Draft[State], before: State, position: str) -> None:
    """What is put right may have been so when an epoch was scored, if the position has not changed hands since: nobody
    remembers exactly, so the table is told which markers would be somebody else's."""
    wrong, right = before.holder(position), draft.state.holders.get(position, NOBODY)
    for epoch in before.scored:
        if before.lay_then(epoch).get(position) == wrong:
            draft.happen(ScoredBoardDoubted(epoch, position, right))


# --- cubes on a title ----------------------------------------------------------------------------------


class CorrectTitle(PutRight):
    """So many cubes of that seat really lie on the title."""

    title: str
    whose: int
    cubes: int

    def why_not_this(self, state: State, seat: int) -> Refusal | None:
        whose = self.whose
        return _no_seat(state, whose) or lacks_cubes(state, whose, self.cubes - state.cubes_on(self.title)[whose])

    @classmethod
    def offers(cls, state: State, seat: int) -> Iterable[Offer]:
        for title in TITLES:
            for owner, cubes in enumerate(state.cubes_on(title)):
                yield offer(cls, seat, Pick("title", (title,)), *_cubes(owner, cubes), at=title)

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        before = draft.state
        _count_on_title(draft, self.title, self.whose, self.cubes)
        doubt(draft, before)
        warn_of_supply(draft, before)


def _count_on_title(draft: Draft[State], title: str, whose: int, cubes: int) -> None:
    """A cube that turns up may complete a noble house (de 239)."""
    draft.happen(TitleCorrected(title, whose, cubes))
    for marker in noble_house_bonus(draft.state, whose):
        draft.happen(MarkerTaken(whose, marker))


class TitleCorrected(CubesCounted):
    def tell(self, state: State) -> Text:
        return TN(
            "Corrected: {count} cube of {who} on the {title}.",
            "Corrected: {count} cubes of {who} on the {title}.",
            self.cubes,
            who=Who(self.seat),
            title=TITLES[self.title],
        )


# --- displaced cubes -----------------------------------------------------------------------------------


class CorrectField(PutRight):
    """So many displaced cubes of that seat really lie beside the city."""

    city: str
    whose: int
    cubes: int

    def why_not_this(self, state: State, seat: int) -> Refusal | None:
        there = state.displaced.get(self.city, ()).count(self.whose)
        return _no_seat(state, self.whose) or lacks_cubes(state, self.whose, self.cubes - there)

    @classmethod
    def offers(cls, state: State, seat: int) -> Iterable[Offer]:
        for city in CITIES if state.followed else ():
            for owner in range(state.seats):
                cubes = state.displaced.get(city, ()).count(owner)
                yield offer(cls, seat, Pick("city", (city,)), *_cubes(owner, cubes), at=city)

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        before = draft.state
        draft.happen(FieldCorrected(self.city, self.whose, self.cubes))
        _pass_back(draft, before, self.whose)
        award_bonuses(draft, self.whose, self.city)
        doubt(draft, before)
        warn_of_supply(draft, before)


class FieldCorrected(Event):
    city: str
    seat: int
    cubes: int

    def fold(self, state: State) -> State:
        others = tuple(other for other in state.displaced.get(self.city, ()) if other != self.seat)
        return replace(state, displaced={**state.displaced, self.city: others + (self.seat,) * self.cubes})

    def tell(self, state: State) -> Text:
        return TN(
            "Corrected: {count} cube of {who} beside {city}.",
            "Corrected: {count} cubes of {who} beside {city}.",
            self.cubes,
            who=Who(self.seat),
            city=state.city_name(self.city),
        )


# --- a marker ------------------------------------------------------------------------------------------


def markers_to_correct(state: State) -> tuple[MarkerKey, ...]:
    """Those that can have found an owner by now; portraits follow from the cubes."""
    bonuses = (
        *(printed.city_marker(city) for city in CITIES),
        *(marker for country in COUNTRIES for marker in printed.country_markers(country)),
        *state.noble_markers,
    )
    return (
        *(bonuses if state.followed else ()),
        *(marker for c in COUNTRIES for epoch in state.scored for marker in printed.epoch_markers(c, epoch)),
    )


class CorrectMarker(PutRight):
    """That seat really has the marker; -1: it lies on the board. Nothing else follows from it."""

    marker: str
    holder: int

    @classmethod
    def offers(cls, state: State, seat: int) -> Iterable[Offer]:
        """Who has it is nobody else's business: nothing is filled in beforehand."""
        for marker in markers_to_correct(state):
            yield offer(cls, seat, Pick("marker", (marker,)), _holder(state, None), at=printed.lies_at(marker))

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        draft.happen(MarkerCorrected(self.marker, self.holder))


class MarkerCorrected(Event, secret={"holder"}):
    marker: str
    holder: int

    def fold(self, state: State) -> State:
        held = () if self.holder == NOBODY else (Marker(self.marker, self.holder, T("corrected at the table")),)
        left = tuple(key for key in state.removed if key != self.marker)
        return replace(state, markers=(*_others(state, self.marker), *held), removed=left)

    def tell(self, state: State) -> Text:
        name = state.marker_name(self.marker)
        if self.holder == NOBODY:
            return T("Corrected: the {marker} lies on the board.", marker=name)
        return T("Corrected: {who} has the {marker}.", who=Who(self.holder), marker=name)

    def recall(self, state: State) -> Text:
        return T("Corrected: who has the {marker}.", marker=state.marker_name(self.marker))


def _others(state: State, marker: MarkerKey) -> tuple[Marker, ...]:
    return tuple(taken for taken in state.markers if taken.key != marker)


# --- markers that go along with a cube -----------------------------------------------------------------


class MarkerPassedOn(OwnerFound, secret={"seat", "loser"}):
    """A cube was another seat's, and so is the marker that came with it."""

    loser: int

    def fold(self, state: State) -> State:
        passed_on = {**state.passed_on, self.marker: self.loser}
        return super().fold(replace(state, markers=_others(state, self.marker), passed_on=passed_on))

    def tell(self, state: State) -> Text:
        marker = state.marker_name(self.marker)
        return T("{who} gets the {marker} from {loser}.", who=Who(self.seat), marker=marker, loser=Who(self.loser))


def _pass_on(draft: Draft[State], seat: int, city: str) -> None:
    """Bonuses of others who lack the cubes for them go to whom the cube really is, if it earns them."""
    for taken in draft.state.markers:
        if taken.seat != seat and not is_earned(draft.state, taken):
            on_board = fold(draft.state, MarkerCorrected(taken.key, NOBODY))
            if taken.key in earned(on_board, seat, city):
                draft.happen(MarkerPassedOn(seat, taken.key, taken.seat))


def _pass_back(draft: Draft[State], before: State, seat: int) -> None:
    """The cube had been there after all, and was displaced: the marker was rightly taken."""
    for taken in draft.state.markers:
        mine = replace(taken, seat=seat)
        came_back = is_earned(draft.state, mine) and not is_earned(before, mine)
        if came_back and draft.state.passed_on.get(taken.key) == seat != taken.seat:
            draft.happen(MarkerPassedOn(seat, taken.key, taken.seat))


# --- a printed number put right ------------------------------------------------------------------------


def after_filled(state: State, filled: BoxFilled) -> list[Event]:
    """A title read wrongly may have kept somebody from a noble house bonus, or given one away."""
    draft = Draft(state)
    draft.happen(filled)
    if filled.field.startswith(("title.", "influence.", "city.")):
        for seat in noble_houses(draft.state):
            missed = noble_house_bonus(draft.state, seat) if state.completed_at(seat) is None else ()
            for marker in missed:
                draft.happen(MissedMarkerTaken(seat, marker))
        doubt(draft, state)
    return draft.events[1:]
