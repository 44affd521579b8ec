"""The steps of a resolution as they are written, each with what happened while it was."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from scoring.kernel import Draft, Event
from scoring.roses import sheet
from scoring.roses.awards import told
from scoring.roses.events import AwardGiven
from scoring.roses.phases import Step
from scoring.roses.printed import KIND_OF, NOBLES, PLACE_IN_ORDER, RANK
from scoring.roses.state import State, area_of
from scoring.words import Text


@dataclass
class Script:
    """Steps so far, and the board after them."""

    draft: Draft[State]
    steps: list[Step] = field(default_factory=list)
    _from: int = 0

    @property
    def state(self) -> State:
        return self.draft.state

    def happen(self, event: Event) -> None:
        self.draft.happen(event)

    def write(
        self,
        phase: str,
        title: Text,
        lines: list[Text],
        rule: str,
        hands: list[Text],
        seat: int | None,
        place: str = "",
    ) -> None:
        events = tuple(self.draft.events[self._from :])
        self._from = len(self.draft.events)
        given = [told(event.award, event.seat) for event in events if isinstance(event, AwardGiven)]
        step = Step(phase, title, (*lines, *given), rule, events, (*hands, *given), seat, place)
        self.steps.append(step)

    def add_hands(self, hands: list[Text]) -> None:
        """To the last step of a phase."""
        self.steps[-1] = replace(self.steps[-1], hands=(*self.steps[-1].hands, *hands))


def in_table_order(state: State, piece: str) -> tuple[int, int, int]:
    """The order of the influence table, areas as they are scored."""
    value = sheet.points_of(state.box, piece) if piece in NOBLES else 0
    return (RANK[KIND_OF[piece]], -value, PLACE_IN_ORDER[area_of(state, piece)])
