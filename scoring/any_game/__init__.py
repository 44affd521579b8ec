"""Any game: tools and score sheets for a game that Herald has no rules for.

| part                                              | here                                                          |
|---------------------------------------------------|---------------------------------------------------------------|
| the sheet: rows, tools and ends, with their keys  | `sheet`, `keys`, `formula`; the sheet is one printed value    |
| questions, votes, dice, first player, timer       | `answers`, `tools`                                            |
| rounds, counts, tracks, the end                   | `rounds`, `counting`, `corrections`                           |
"""

from __future__ import annotations

from collections.abc import Callable

from scoring.any_game.counting import public_score, score, standings
from scoring.any_game.examples import BLANK, EXAMPLES, TIDEWATER, blank
from scoring.any_game.interpretations import INTERPRETATIONS
from scoring.any_game.keys import SheetError
from scoring.any_game.rounds import Counting, Over, Playing
from scoring.any_game.sheet import Sheet, parsed
from scoring.any_game.state import LAST, SHEET, State, sheet_in
from scoring.any_game.view import AnyGameView, own_view, public_view
from scoring.game_info import ANY_GAME
from scoring.kernel import Game, GameConfig
from scoring.memo import memoize_by_identity
from scoring.names import key_of
from scoring.printed_values import PrintedField, PrintedValues
from scoring.standings import ScoreLine, Standings
from scoring.words import T, Text

EXAMPLE: PrintedValues = {SHEET: TIDEWATER}


class SheetField(PrintedField):
    """The sheet, as a printed value."""

    def allows(self, value: str) -> bool:
        try:
            return bool(parsed(value))
        except SheetError:
            return False

    def display(self, value: str) -> Text | str:
        return parsed(value).title if value else ""

    def news(self, before: str, value: str) -> Text | None:
        old, new = (parsed(text or BLANK) for text in (before, value))
        parts = {*old.rows, *old.tools} ^ {*new.rows, *new.tools}
        names = dict.fromkeys(str(getattr(part, "label", getattr(part, "button", ""))) for part in parts)
        return T("Sheet changed: {parts}.", parts=", ".join(sorted(names)) or new.title)


class AnyGame(Game[State]):
    """A game defined by a sheet; `of_values` returns the one for a table's sheet."""

    info = ANY_GAME
    modules = ("answers", "tools", "rounds", "corrections")
    printed_fields = (SheetField(SHEET, T("Sheet"), T("Sheet"), (), asked=False),)
    example = EXAMPLE
    ready_made = {"blank": {SHEET: BLANK}, **{name: {SHEET: sheet} for name, sheet in EXAMPLES.items()}}  # noqa: RUF012
    interpretations = INTERPRETATIONS
    aid = ((T("While you play"), Playing.help), (T("The count"), Counting.help))

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.score_rows = tuple(row.named for row in sheet.rows)
        self.open_scores = sheet.open_scores
        self.lowest_wins = sheet.wins == "lowest"
        self.bgg = sheet.bgg

    @property
    def title(self) -> str:
        return self.sheet.title

    @property
    def statistics_key(self) -> str:
        return f"{self.key}/{key_of(self.title)}"

    @property
    def players(self) -> range:
        return range(self.sheet.players[0], self.sheet.players[1] + 1)

    def of_values(self, values: PrintedValues) -> AnyGame:
        return _of_sheet(self, sheet_in(values)) if SHEET in values else self

    def translated(self, values: PrintedValues, say: Callable[[Text], str]) -> PrintedValues:
        return {SHEET: blank(say)} if values[SHEET] == BLANK else values

    def start(self, config: GameConfig) -> State:
        return State(seats=config.seats, printed_values=config.printed_values, phase=Playing())

    view_class = AnyGameView
    public_view = staticmethod(public_view)
    own_view = staticmethod(own_view)

    def score(self, state: State) -> tuple[ScoreLine, ...]:
        return score(state)

    def public_score(self, state: State) -> tuple[ScoreLine, ...]:
        return score(state) if LAST in state.scored else public_score(state)

    def standings(self, state: State) -> Standings | None:
        return standings(state) if isinstance(state.phase, Over) else None

    def cite(self, place: str, language: str = "") -> Text:
        return T("Your sheet")


@memoize_by_identity
def _of_sheet(game: AnyGame, sheet: Sheet) -> AnyGame:
    own = AnyGame(sheet)
    vars(own).update({name: value for name, value in vars(game).items() if name not in vars(own)})
    return own


GAME = AnyGame(parsed(BLANK))
