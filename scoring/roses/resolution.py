"""The plans are carried out: scenes that are settled when all screens are lifted, and shown at the table's pace."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import ClassVar

from scoring.ceremony import Ceremony, Showing
from scoring.kernel import Chance, Draft, Event, Refusal, TableStep, offer, refused_if
from scoring.offers import Offer
from scoring.roses.control import AwardGiven
from scoring.roses.draft import made_good, made_good_told
from scoring.roses.parliament import Parliament
from scoring.roses.plan import Plan
from scoring.roses.printed import KIND_OF, NOBLES, PLACE_IN_ORDER, RANK, points_of
from scoring.roses.state import Scene, Scripted, State
from scoring.words import T, Text

DEPLOYMENT, BRIBERY, BATTLES = "deployment", "bribery", "battles"
NAMES = {DEPLOYMENT: T("Deployment"), BRIBERY: T("Bribery"), BATTLES: T("Battles")}

# --- written when the plans are revealed ---------------------------------------------------------------


@dataclass
class Script:
    """The scenes so far, each with what happened in it, and the board after them."""

    draft: Draft[State]
    scenes: list[Scene] = field(default_factory=list)
    _from: int = 0

    @property
    def state(self) -> State:
        return self.draft.state

    def happen(self, event: Event) -> None:
        self.draft.happen(event)

    def write(self, scene: Scene) -> None:
        """With what happened since the last one, and the awards that changed hands."""
        events = tuple(self.draft.events[self._from :])
        self._from = len(self.draft.events)
        given = [event.tell(self.state) for event in events if isinstance(event, AwardGiven)]
        self.scenes.append(replace(scene, lines=(*scene.lines, *given), events=events, to_do=(*scene.to_do, *given)))

    def close(self, phase: str, nothing: Text, rule: str, to_do: Iterable[Text]) -> None:
        """At the end of a phase; if there was no scene of it, one that says so."""
        if self.scenes[-1].phase != phase:
            self.write(Scene(phase, NAMES[phase], (nothing,), rule))
        last = self.scenes[-1]
        self.scenes[-1] = replace(last, to_do=(*last.to_do, *to_do))


def in_table_order(state: State, pieces: Iterable[str]) -> list[str]:
    """The order of the influence table, areas as they are scored."""

    def place(piece: str) -> tuple[int, int, int]:
        value = points_of(state.box, piece) if piece in NOBLES else 0
        return (RANK[KIND_OF[piece]], -value, PLACE_IN_ORDER[state.area_of(piece)])

    return sorted(pieces, key=place)


# --- shown ---------------------------------------------------------------------------------------------


class Resolution(Showing, Scripted):
    """The plans lie open; their consequences are settled and shown one by one."""

    rule: ClassVar[str] = "nl 370"
    plans: tuple[Plan, ...]
    scenes: Ceremony[Scene]

    @property
    def now(self) -> str:
        """Deployment, bribery or battles: of the scene that was shown last; before the first one, of that."""
        return self.scenes.lines[max(0, self.scenes.shown - 1)].phase

    @property
    def coming(self) -> str:
        """The same of the scene that comes next; empty after the last one."""
        return "" if self.scenes.finished else self.scenes.lines[self.scenes.shown].phase

    def headline(self, state: State) -> Text:
        return T("{phase}: the plans lie open.", phase=NAMES[self.now])

    def busy(self, state: State) -> Refusal:
        return Refusal("not-now", T("The plans lie open: they are carried out first."), "nl 374")

    def is_all_shown(self, state: State) -> bool:
        return self.scenes.finished

    def show_next(self, draft: Draft[State], chance: Chance) -> None:
        if self.scenes.finished:
            draft.happen(BattlesEnded())
            return
        draft.happen(StepShown())
        for event in self.scenes.lines[self.scenes.shown].events:
            draft.happen(event)

    def show_phase(self, draft: Draft[State], chance: Chance) -> None:
        """All scenes of the phase that comes next or goes on."""
        while draft.state.phase.coming == self.coming:
            draft.state.phase.show_next(draft, chance)


class ShowPhase(TableStep, phases=(Resolution, Parliament)):
    """The rest of this phase at once."""

    @classmethod
    def why_not(cls, state: State, seat: int) -> Refusal | None:
        return (
            super().why_not(state, seat)
            or state.phase.why_not_show(state)
            or refused_if(
                state.phase.is_all_shown(state), "not-now", T("All of it is on the screens."), state.phase.rule
            )
        )

    @classmethod
    def offers(cls, state: State, seat: int) -> Iterable[Offer]:
        return (offer(cls, seat, needs=state.phase.numbers_to_show(state)),)

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        draft.state.phase.show_phase(draft, chance)


class StepShown(Event):
    """The next step of the resolution is on the screens; what it changes follows."""

    def fold(self, state: State) -> State:
        # nl 419: white cubes go back before the battles. With printed numbers put right since, the plans may
        # resolve in fewer scenes than were shown.
        guarded = () if state.phase.coming in (BATTLES, "") else state.guarded
        return replace(state, guarded=guarded, phase=replace(state.phase, scenes=state.phase.scenes.next()))

    def clears_to_do(self, state: State) -> bool:
        """The list gathers what is to be done in one phase."""
        phase = state.phase
        return not phase.scenes.finished and (phase.scenes.shown == 0 or phase.now != phase.coming)

    def to_do(self, state: State) -> Iterable[Text]:
        scenes = state.phase.scenes
        return () if scenes.finished else scenes.lines[scenes.shown].to_do


class BattlesEnded(Event, clears=True):
    """Troops and mercenaries leave the board, stones are laid again."""

    def fold(self, state: State) -> State:
        paid = made_good(state, state.owed)
        return replace(paid, owed=(), armies={}, guarded=(), fought_over=(), phase=Parliament())

    def tell(self, state: State) -> Text:
        return T("The battles are over.")

    def to_do(self, state: State) -> Iterable[Text]:
        return made_good_told(state.owed)
