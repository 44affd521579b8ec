"""Nobody learns what somebody else keeps hidden: not from a view, a page, its length, an error, a file or the stream.

Whole games are played twice through the web app, equal but for one seat's secrets; everything that anybody else
receives has to be equal, byte for byte. There are two kinds of pairs: a seat that changes its sealed choice before
the reveal (any game), and hands that were dealt differently (a pair of logs that the game supplies).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from scoring.bots import fill_in, printed
from scoring.games import GAMES
from scoring.kernel import Chance, Event, Game, Offer
from scoring.lang_lebe.cards import Cards
from scoring.lang_lebe.events import HandsDealt
from scoring.regents.events import CardsDealt, GameEnded
from scoring.regents.printed import CLANS, DOMAINS
from scoring.replay import replay
from scoring.saga.events import FaceDownPlayed, KnightTurned, LastKnightPlayed
from scoring.saga.knights import Knight
from tests.real_cards import RealCards
from tests.recorder import hasty_choice, many_of, mixed_options, play
from tests.secrecy import PAGES, PROBES, SCREENS, SECRET, Log, Room, changed, differences, log_until
from tests.strategies import begun

THOROUGH = (0, 5)  # these secrets are looked at from all sides, every fourth on the screens, all of them in the views
Rooms = tuple[Room, Room]
OpenRooms = Callable[[Log, Log], Rooms]


@pytest.fixture
def rooms(tmp_path: Path) -> Iterator[OpenRooms]:
    opened: list[Room] = []

    def open_rooms(one: Log, two: Log) -> Rooms:
        pair = (
            Room(tmp_path / f"{len(opened)}", one),
            Room(tmp_path / f"{len(opened) + 1}", two),
        )
        opened.extend(pair)
        return pair

    yield open_rooms
    for room in opened:
        room.close()


# --- a choice that is changed before the reveal ------------------------------------------------------------------


@dataclass
class Pair:
    """Bots in two rooms. Whenever the seat seals something, it first seals something else: another in each room."""

    rooms: Rooms
    luck: random.Random
    pending: tuple[str, dict[str, str]] | None = None
    compared: int = 0
    owner_saw: int = 0

    @property
    def story(self) -> Any:
        return self.rooms[0].story

    def both_ask(self, offer: Offer, values: dict[str, str]) -> None:
        fills = printed(self.story.table.game, offer, Chance(self.luck))
        for room in self.rooms:
            room.ask(offer.seat, offer.ask, values, fills)

    def step(self, tastes: list[dict[str, float]], real: RealCards) -> None:
        table = self.story.table
        offer = self.sealing_offer() or hasty_choice(self.story, tastes, self.luck)
        kind = table.game.ask_named(offer.ask)
        assert kind is not None
        chance = Chance(self.luck)
        values = dict(real(table, offer, chance) or fill_in(many_of(offer), chance))
        last = kind.sealing and self.rooms[0].view(None).waiting_for == (offer.seat,)
        if kind.sealing and offer.seat == SECRET and not last:
            self.seal_something_else(offer, values)
        else:
            if last and self.pending is not None:
                self.settle()
            self.both_ask(offer, values)

    def sealing_offer(self) -> Offer | None:
        """The seat with the secret seals first: it has to be able to change its mind."""
        asks = self.story.table.game.ask_named
        offers = [o for o in self.rooms[0].view(SECRET).offers if o.seat == SECRET and asks(o.ask).sealing]
        return offers[0] if offers and SECRET in self.rooms[0].view(None).waiting_for else None

    def seal_something_else(self, offer: Offer, values: dict[str, str]) -> None:
        self.pending = (offer.ask, values)
        fewer = replace(offer, total=(offer.total[0], offer.total[0])) if offer.total else offer
        for room, shape in zip(self.rooms, (offer, fewer), strict=True):
            room.ask(SECRET, offer.ask, fill_in(shape, Chance(self.luck)), {})
        self.compare()

    def settle(self) -> None:
        """The others are in but for one: now the seat decides, in both rooms alike."""
        self.compare()
        assert self.pending is not None
        ask, values = self.pending
        for room in self.rooms:
            room.ask(SECRET, ask, values, {})
        self.pending = None
        assert self.rooms[0].story.table == self.rooms[1].story.table

    def compare(self) -> None:
        one, two = self.rooms
        if one.story.table != two.story.table:
            pages = PAGES if self.compared in THOROUGH else SCREENS if self.compared % 4 == 1 else ()
            assert differences(one, two, pages, PROBES if pages is PAGES else ()) == []
            self.compared += 1
            self.owner_saw += one.view(SECRET) != two.view(SECRET)


# Cards that are entered once, at the set-up: compared when the seat is in, and before the last one is.
SEALED_ONCE = {"regents": 2}
DRAWN = {"regents": {"dealt": "box"}}
SEALING = [game for game in GAMES.values() if any(ask.sealing for ask in game.asks)]


@pytest.mark.parametrize("game", SEALING, ids=lambda game: game.key)
def test_a_whole_game_shows_nobody_what_a_seat_has_sealed(game: Game[Any], rooms: OpenRooms) -> None:
    options = {option.key: option.values[-1][0] for option in game.options} | DRAWN.get(game.key, {})
    records = list(begun(game, game.players[0], options).records)
    pair = Pair(rooms(records, records), random.Random(3))
    real, tastes = RealCards(), [{"end-turn": 0.1}, {"end-turn": 8.0}, {"end-turn": 8.0}]
    for _ in range(400):
        if pair.story.table.standings is not None:
            break
        pair.step(tastes, real)
    assert pair.story.table.standings is not None
    assert pair.compared >= SEALED_ONCE.get(game.key, max(THOROUGH) + 1)
    assert pair.owner_saw == pair.compared, "the owner does see the own choice"
    assert differences(*pair.rooms, SCREENS, ()) == []


# --- hands that were dealt differently ----------------------------------------------------------------------------


def cards_were_dealt(event: Event) -> bool:
    return isinstance(event, HandsDealt) and event.dealt[SECRET].x1 > 0


def lang_lebe_twins() -> tuple[Log, Log]:
    """Herald deals the seat an x2 in one log and an x1 in the other; what nobody got stays in the pile."""
    log, place = log_until(cards_were_dealt)
    event = log[place].event
    assert isinstance(event, HandsDealt)
    dealt = list(event.dealt)
    dealt[SECRET] = dealt[SECRET] - Cards(x1=1) + Cards(x2=1)
    return log, changed(log, place, HandsDealt(event.each, tuple(dealt)))


def saga_twins() -> tuple[Log, Log]:
    """The seat laid a knight face down: another one in each log."""
    for seed in range(200):
        story = play(GAMES["saga"], 3, seed)
        for place, record in enumerate(story.live if story is not None else ()):
            event = record.event
            if isinstance(event, FaceDownPlayed) and event.seat == SECRET and story is not None:
                log = [r for r in story.live if r.seq <= record.seq or r.ask == record.ask]
                log = [replace(r, seq=number) for number, r in enumerate(log, 1)]
                other = Knight(event.knight.colour, event.knight.value % 4 + 1)
                return log, changed(log, place, replace(event, knight=other))
    raise AssertionError("no game in which somebody plays a knight face down")


def regents_twins() -> tuple[Log, Log]:
    """Herald deals the seat a clan and a domain card that in the other log nobody has."""
    story = play(
        GAMES["regents"], 3, next(s for s in range(9) if mixed_options(GAMES["regents"], s)["dealt"] == "herald")
    )
    assert story is not None
    place = next(n for n, record in enumerate(story.records) if isinstance(record.event, CardsDealt))
    event = story.records[place].event
    assert isinstance(event, CardsDealt)
    log = list(story.records[: place + 1 + 2])  # the neutral clan and who begins
    neutral = log[place + 1].event
    clans, domains = list(event.clans), list(event.domains)
    clans[SECRET] = next(clan for clan in CLANS if clan not in (*event.clans, getattr(neutral, "clan", "")))
    domains[SECRET] = next(domain for domain in DOMAINS if domain not in event.domains)
    return log, changed(log, place, CardsDealt(tuple(clans), tuple(domains)))


TWINS: dict[str, Callable[[], tuple[Log, Log]]] = {
    "lang-lebe": lang_lebe_twins,
    "regents": regents_twins,
    "saga": saga_twins,
}
# What the seat with the secret may ask alike in both rooms rests on no secret; a reveal ends the comparison.
RESTS_ON_IT = (
    "play-on-face-down",
    "play-face-down",
    "turn-up",
    "take-back",
    "correct-hand",
    "play-card",
    "show-domain",
)
# Who spies on the seat or accuses it learns something of it.
ASKS_FOR_IT = ("spy", "accuse")
REVEALS = (HandsDealt, KnightTurned, LastKnightPlayed, GameEnded)


def test_a_game_without_sealed_choices_and_without_cards_proves_its_secrets_itself() -> None:
    """Royals: markers lie face down, but who takes one is told (tests/royals/test_secrets.py)."""
    assert set(GAMES) - {game.key for game in SEALING} - TWINS.keys() == {"royals"}


@pytest.mark.parametrize("key", TWINS)
def test_play_goes_on_with_other_hidden_cards_and_nobody_else_can_tell(key: str, rooms: OpenRooms) -> None:
    one, two = TWINS[key]()
    assert replay(one).table != replay(two).table
    pair = rooms(one, two)
    looked = 0
    luck, tastes = random.Random(5), [{"end-turn": 0.2}] * 3
    assert differences(*pair) == []
    for step in range(40):
        offer = hasty_choice(pair[0].story, tastes, luck)
        values = fill_in(offer, Chance(luck))
        if offer.seat == SECRET and values.get("card", "1") != "1":
            continue  # it may spend what it holds in both rooms
        if "x2" in values and offer.seat == SECRET:
            values = {"x1": "1", "x2": "0", "x3": "0"}
        if offer.seat == SECRET and offer.ask in RESTS_ON_IT:
            continue
        if offer.ask in ASKS_FOR_IT and str(SECRET) in (str(offer.seat), values["whose"]):
            continue
        for room in pair:
            room.ask(offer.seat, offer.ask, values, {})
        if any(isinstance(record.event, REVEALS) for record in pair[0].story.records[len(one) :]):
            break  # now everybody knows, or the next hands come from piles that differ
        assert differences(*pair, SCREENS if step % 5 == 0 else (), PROBES if step % 20 == 10 else ()) == []
        assert pair[0].view(SECRET) != pair[1].view(SECRET)
        looked += 1
    assert looked > 10
