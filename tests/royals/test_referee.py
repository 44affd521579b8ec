"""Herald against an independent referee: the same game in every tracking mode, with any printed values read."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import product

import pytest

from scoring.kernel import EVERY_MOVE, FINAL_SCORING, KEY_MOMENTS, Action, GameConfig, Refusal
from scoring.reveal_phases import ConfirmBoard
from scoring.royals import GAME
from scoring.royals.ending import EnterSums, NameHighest, SealSums, SumReview, seats_to_name_highest
from scoring.royals.epoch import (
    CallEpoch,
    EndEpoch,
    EndTurn,
    EnterInfluence,
    EpochScoring,
    InfluenceEntry,
    SettleTie,
    ties_to_settle,
)
from scoring.royals.markers import KINDS
from scoring.royals.titles import ConfirmTitles, CountCubes
from scoring.royals.turn import ChooseStartPlayer, TakePosition
from scoring.standings import totals
from tests.release_gates import amount
from tests.royals.counted import claim_changes
from tests.royals.play import Play
from tests.royals.referee import COUNTRIES, EPOCHS, TITLES, Game, Printed, random_game

SEATS = tuple(GAME.players)
EDITIONS = ("abacus", "arcane")
BONUSES = ("city", "country", "noble")


# --- values read before the game ------------------------------------------------------------------------


def all_values(box: Printed, rng: random.Random) -> Printed:
    return box


def no_values(box: Printed, rng: random.Random) -> Printed:
    return {}


def random_values(box: Printed, rng: random.Random) -> Printed:
    return {key: value for key, value in box.items() if rng.random() < 0.5}


def titles_only(box: Printed, rng: random.Random) -> Printed:
    """Reads the titles, which are enough to claim positions. Other values are read once they decide."""
    return {key: value for key, value in box.items() if key.startswith(("title.", "name."))}


READ: tuple[Callable[[Printed, random.Random], Printed], ...] = (all_values, no_values, random_values, titles_only)


# --- tables joining this game ---------------------------------------------------------------------------


class Table(Play):
    """A table that enters only the printed values Herald asks for."""

    def __init__(self, game: Game, tracking_mode: str, read: Printed) -> None:
        options = {"edition": game.edition, "follow": tracking_mode}
        super().__init__(GAME.start(GameConfig(game.seats, options, read)))
        self.game = game

    def tap(self, action: Action, seat: int | None = None) -> None:
        try:
            self.act(action, seat)
        except Refusal as refusal:
            if refusal.code != "box-needed":
                raise
            self.fill(**{key.replace(".", "__"): self.game.box[key] for key in refusal.missing_values})
            self.tap(action, seat)

    def settle(self, epoch: int) -> None:
        """Settles ties as the referee's game did."""
        while isinstance(self.state.phase, EpochScoring) and (ties := ties_to_settle(self.state)):
            country, tied = next(iter(ties.items()))
            if not isinstance(self.state.phase, InfluenceEntry):
                assert (epoch, country, frozenset(tied)) in self.game.open_ties, "nothing else decides (de 255-257)"
            first = next(seat for seat in self.game.ahead[epoch][country] if seat in tied)
            self.tap(SettleTie(country, first))

    def name_highest(self) -> None:
        while isinstance(self.state.phase, SumReview) and (seats := seats_to_name_highest(self.state)):
            self.tap(NameHighest(self.game.highest(seats[0])), seats[0])


def enter_moves(game: Game, read: Printed) -> Table:
    """Returns a Herald table in which every move was entered."""
    table, epoch = Table(game, EVERY_MOVE, read), 1
    table.tap(ChooseStartPlayer(game.first))
    for turn in game.turns:
        for position in turn.positions:
            table.tap(TakePosition(position))
        table.tap(EndEpoch() if turn.ends_epoch else EndTurn())
        if isinstance(table.state.phase, EpochScoring):
            table.tap(ConfirmBoard())
            table.settle(epoch)
            epoch += 1
    table.tap(ConfirmTitles())
    return table


def enter_epochs(game: Game, read: Printed) -> Table:
    """Returns a Herald table with positions entered after each epoch, or influence sums if the titles are unread."""
    table, board = Table(game, KEY_MOMENTS, read), dict[str, int]()
    for epoch in EPOCHS:
        table.tap(CallEpoch())
        if table.view(None).legal_action("enter-influence", 0):
            for seat in range(game.seats):
                table.tap(EnterInfluence(influence_at(game, epoch, seat)), seat)
        else:
            for seat, action in claim_changes(board, game.boards[epoch]):
                table.tap(action, seat)
            board = game.boards[epoch]
            table.tap(ConfirmBoard())
        table.settle(epoch)
    return enter_sums(table, SealSums)


def influence_at(game: Game, epoch: int, seat: int) -> dict[str, int]:
    board = game.boards[epoch].items()
    return {
        country: sum(
            game.number(f"influence.{place}")
            for place, holder in board
            if holder == seat and place.startswith(f"{country}.")
        )
        for country in COUNTRIES
    }


def enter_the_end(game: Game, read: Printed) -> Table:
    return enter_sums(Table(game, FINAL_SCORING, read), EnterSums)


def enter_sums(table: Table, form: type[SealSums | EnterSums]) -> Table:
    game = table.game
    for seat, title in product(range(game.seats), TITLES):
        told = int(seat in game.most_cubes(title)) if table.state.only_leaders_entered else game.cubes[title, seat]
        if table.state.cubes_on(title)[seat] != told:
            table.tap(CountCubes(title, told), seat)
    table.tap(ConfirmTitles())
    for seat in range(game.seats):
        legal_action = table.view(seat).legal_action("seal-sums", seat) or table.view(seat).legal_action(
            "enter-sums", seat
        )
        assert legal_action is not None
        kinds = (one.name.partition(".")[2] for one in legal_action.fields)
        table.tap(form({kind: game.sum_of(seat, kind) for kind in kinds}), seat)
    table.name_highest()
    return table


WAYS = (enter_moves, enter_epochs, enter_the_end)


def test_every_value_of_every_option_is_compared() -> None:
    offered = {option.key: {value for value, _ in option.values} for option in GAME.options}
    assert offered == {"edition": set(EDITIONS), "follow": {EVERY_MOVE, KEY_MOMENTS, FINAL_SCORING}}


def check_result(game: Game, table: Table) -> None:
    standings = GAME.standings(table.state)
    assert standings is not None, "the game is over"
    lines = GAME.score(table.state)
    for kind, name in KINDS.items():
        real = tuple(game.sum_of(seat, kind) for seat in range(game.seats))
        assert totals([line for line in lines if line.category == name], game.seats) == real, kind
    assert list(totals(lines, game.seats)) == game.points
    assert sorted(standings.winners) == game.winners


def random_games(rng: random.Random, count: int) -> Iterator[Game]:
    for number in range(count):
        seats, edition = (*product(SEATS, EDITIONS),)[number % (len(SEATS) * len(EDITIONS))]
        yield random_game(rng, seats, edition)


@pytest.mark.long
@pytest.mark.parametrize("read", READ, ids=lambda read: read.__name__)
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_points_and_winners_match_the_referee(
    way: Callable[[Game, Printed], Table], read: Callable[[Printed, random.Random], Printed]
) -> None:
    rng = random.Random(f"{way.__name__} {read.__name__}")
    for game in random_games(rng, amount(24, 800)):
        check_result(game, way(game, read(game.box, rng)))


def test_random_games_cover_everything_that_scores() -> None:
    """Covers bonuses of all kinds, noble houses completed too late, ties of all kinds, and deciding markers."""
    rng, seen = random.Random(1), set[str]()
    for game in random_games(rng, 400):
        seen |= {marker.kind for seat in range(game.seats) for marker in game.markers[seat]}
        complete = sum((seat, "noble") in game.had for seat in range(game.seats))
        owners = sum(marker.kind == "noble" for seat in range(game.seats) for marker in game.markers[seat])
        seen |= {"noble house too late"} if complete > owners else set()
        seen |= {f"{len(game.most_cubes(title))} ahead on a title" for title in TITLES}
        first = [seat for seat in range(game.seats) if game.points[seat] == max(game.points)]
        seen |= {"highest marker"} if len(first) > len(game.winners) else set()
        seen |= {"shared victory"} if len(game.winners) > 1 else set()
    assert seen >= {"city", "country", "noble", "epoch", "value", "noble house too late"}
    assert seen >= {f"{n} ahead on a title" for n in range(4)}
    assert seen >= {"highest marker", "shared victory"}
