"""Makes recordings of tied games in the KEY_MOMENTS and FINAL_SCORING modes: `python -m tests.ties`.

Existing recordings are not changed: they show how Herald scored when they were made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from scoring.claims import ClaimPlace
from scoring.games import GAMES
from scoring.kernel import FINAL_SCORING, KEY_MOMENTS, Action
from scoring.printed_values import PrintedValues
from scoring.recording import export
from scoring.regents.components import DOMAINS, PLAYERS_WITH_NEUTRAL
from scoring.regents.ending import EnterEnd
from scoring.regents.scoring_phase import Score, plans
from scoring.regents.setup import Begin, EnterCards, ShowNeutral
from scoring.regents.tracks import UseChip
from scoring.regents.turn import ScoringOnlyTurn, TakeCounsellor
from scoring.replay import Projection
from scoring.reveal_phases import ConfirmBoard
from scoring.roses.last_parliament import CountOnly, EnterKings, EnterPoints
from scoring.royals.ending import EnterSums, NameHighest, SealSums, untracked_kinds
from scoring.royals.epoch import CallEpoch
from scoring.royals.titles import ConfirmTitles
from scoring.saga.final_count import BeginCount
from scoring.saga.final_scoring import EnterLastKnight
from tests.endings import SHARED, TIE_BREAK, endings_of
from tests.games import recordings_folder
from tests.recorder import Recording
from tests.regents.play import CLANS_OF, DOMAINS_OF
from tests.saga.play import Before, entry

Asks = Iterator[tuple[int, Action]]


def opened(game: str, players: int, tracking_mode: str, box: PrintedValues | None = None) -> Recording:
    rules = GAMES[game]
    options = {option.key: option.default for option in rules.options} | {"follow": tracking_mode}
    return Recording(rules, players, options, {**rules.example, **(box or {})})


def asked(table: Recording, wanted: Iterable[tuple[int, Action]]) -> Projection:
    for seat, action in wanted:
        table.act(seat, action)
    return table.projection


# --- Royals: equal markers for Anna in France and Ben in Britain -----------------------------------------------------

EVEN = {f"epoch.Britain.{epoch}.first": str(4 + 2 * epoch) for epoch in (1, 2, 3)}
EVEN |= {f"epoch.Britain.{epoch}.second": str(2 + epoch) for epoch in (1, 2, 3)}
EVEN |= {"city.France.3": "12", "city.France.1": "1"}
BENS = {TIE_BREAK: ("6", "7"), SHARED: ("12", "1")}


def royals(players: int, tracking_mode: str, way: str) -> Projection:
    first, second = BENS[way]
    table = opened("royals", players, tracking_mode, {**EVEN, "city.Britain.1": first, "city.Britain.2": second})
    if tracking_mode == KEY_MOMENTS:
        asked(table, scored())
    table.act(0, ConfirmTitles())
    kinds = untracked_kinds(table.state)
    for seat in range(players):
        points = {kind: 13 if kind in ("city", "epoch") and seat < 2 else 0 for kind in kinds}
        table.act(seat, SealSums(points) if tracking_mode == KEY_MOMENTS else EnterSums(points))
    for seat in table.state.phase.waiting_for(table.state):
        table.act(seat, NameHighest(12 if seat == 0 or way == SHARED else 10))
    return table.projection


def scored() -> Asks:
    """Three epochs with the same board."""
    for epoch in (1, 2, 3):
        yield 0, CallEpoch()
        if epoch == 1:
            yield from ((0, ClaimPlace(place)) for place in ("France.3.a", "France.1.b"))
            yield from ((1, ClaimPlace(place)) for place in ("Britain.1.a", "Britain.2.a"))
        yield 0, ConfirmBoard()


# --- Saga: everyone is equal -----------------------------------------------------------------------------------------


def saga(players: int, tracking_mode: str, way: str) -> Projection:
    table = opened("saga", players, tracking_mode)
    table.act(1, EnterLastKnight())
    for seat in range(players):
        fame = 12 if seat < 2 else 7
        for action in entry(table.state.printed_values, tracking_mode, Before(fame, 30)):
            table.act(seat, action)
    table.act(1, BeginCount())
    return table.projection


# --- Régents: Anna and Ben mirror each other in separate rooms -------------------------------------------------------

ROOMS = ("chapel", "store")


def regents(players: int, tracking_mode: str, way: str) -> Projection:
    table = opened("regents", players, tracking_mode)
    if tracking_mode == FINAL_SCORING:
        return asked(table, ended(players, way))
    for seat in range(players):
        table.act(seat, EnterCards(CLANS_OF[seat], DOMAINS_OF[seat]))
    if players == PLAYERS_WITH_NEUTRAL:
        table.act(0, ShowNeutral("stewart"))
    table.act(0, Begin(0))
    took = False
    while isinstance(turn := table.state.phase, ScoringOnlyTurn):
        seat, held = turn.turn, ROOMS[turn.turn : turn.turn + 1]
        for place in held:
            if place not in turn.held:
                table.act(seat, ClaimPlace(place))
        if way == TIE_BREAK and seat == 1 and not took and table.state.chips_of(1):
            table.act(seat, UseChip())
            table.act(seat, TakeCounsellor())
            took = True
        table.act(seat, Score(plans(table.state, seat)[0].key))
    table.act(table.state.table_action_seat, ConfirmBoard())
    return table.projection


def ended(players: int, way: str) -> Asks:
    """Anna and Ben lead one domain each. A chip is worth as much as a counsellor and breaks ties."""
    for seat in range(players):
        tracks = {domain: 10 if at == seat < 2 else 1 for at, domain in enumerate(DOMAINS)}
        chips, counsellors = (0, 0) if seat > 1 else (0, 1) if seat == 1 and way == TIE_BREAK else (1, 0)
        yield seat, EnterEnd(tracks, chips, counsellors, DOMAINS_OF[seat], True)
    yield 0, ConfirmBoard()


# --- Wars of the Roses: points include the last parliament -----------------------------------------------------------


def roses(players: int, tracking_mode: str, way: str) -> Projection:
    table = opened("wars-of-the-roses", players, tracking_mode)
    houses = ("york", "york", "lancaster", "lancaster") if players == 4 else ("",) * players
    for seat, house in enumerate(houses):
        table.act(seat, EnterPoints(80 if seat < 2 else 60, house))
    if players == 4:
        table.act(0, EnterKings(2, 3))
    pieces = {0: ("castle.north", "castle.west"), 1: ("castle.wales", "castle.midlands")}
    for seat, theirs in pieces.items():
        for piece in theirs[: 1 if way == TIE_BREAK and seat == 1 else 2]:
            table.act(seat, ClaimPlace(piece))
    table.act(0, CountOnly())
    return table.projection


# By game: the function that makes the recording, the tracking modes and the endings.
MADE: dict[str, tuple[Callable[[int, str, str], Projection], tuple[str, ...], tuple[str, ...]]] = {
    "royals": (royals, (KEY_MOMENTS, FINAL_SCORING), (SHARED, TIE_BREAK)),
    "saga": (saga, (KEY_MOMENTS, FINAL_SCORING), (SHARED,)),
    "regents": (regents, (KEY_MOMENTS, FINAL_SCORING), (SHARED, TIE_BREAK)),
    "wars-of-the-roses": (roses, (FINAL_SCORING,), (SHARED, TIE_BREAK)),
}


def record() -> None:
    for game, (made, follows, current_doors) in MADE.items():
        for players in GAMES[game].players:
            for tracking_mode, way in ((tracking_mode, way) for tracking_mode in follows for way in current_doors):
                path = recordings_folder(game) / f"{players}-{tracking_mode}-{way}.jsonl"
                if path.exists():
                    continue
                projection = made(players, tracking_mode, way)
                assert f"{tracking_mode}-{way}" in endings_of(projection), (path.name, endings_of(projection))
                path.write_text(export(projection), encoding="utf-8")
                print(path.parent.parent.name, path.name, projection.seq)


if __name__ == "__main__":
    record()
