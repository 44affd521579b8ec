"""Secrets: clan, domain card, hand, tiles, spied cards and deduction sheet are visible to their owner only."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from scoring.kernel import GameView
from scoring.recording import WITHHELD, to_json
from scoring.regents import GAME
from scoring.regents.accusing import AccusationFailed, Accuse, SpiedOn
from scoring.regents.castle import PlayCard
from scoring.regents.components import CLANS, DOMAINS, MISSING_CARD
from scoring.regents.corrections import CardsCorrected, CorrectCards
from scoring.regents.setup import CardsDealt, CardsEntered, EnterCards
from scoring.regents.state import Note, Secrets, State
from scoring.regents.turn import ShowDomain
from scoring.regents.view import RegentsView
from scoring.replay import Record
from scoring.words import render
from tests.regents.play import NAMES, new_game, position
from tests.regents.test_random_games import bot_states
from tests.release_gates import amount

ViewFunction = Callable[[State, int | None], GameView]


def looks_the_same(one: State, two: State, seat: int, see: ViewFunction = GAME.view) -> bool:
    """True if everybody but this seat sees the same, byte for byte."""
    others = [None, *(other for other in range(one.seats) if other != seat)]
    same = all(repr(see(one, eyes)) == repr(see(two, eyes)) for eyes in others)
    return same and GAME.score(one) == GAME.score(two)


def with_other_secrets(state: State, seat: int, rng: random.Random) -> State:
    """Returns the same table with other cards, knowledge and tiles for this seat."""
    now = state.cards[seat]
    clans = [clan for clan in CLANS if MISSING_CARD[clan] not in state.played[seat] and clan != state.neutral]
    clan = now.clan if state.is_open(seat) else rng.choice(clans)
    domain = now.domain if seat in state.domains_open else rng.choice(list(DOMAINS))
    seat_notes = (*state.notes[seat], Note((seat + 1) % state.seats, card=rng.choice(list(MISSING_CARD.values()))))
    return replace(
        state,
        cards=(*state.cards[:seat], Secrets(clan, domain), *state.cards[seat + 1 :]),
        notes=(*state.notes[:seat], seat_notes, *state.notes[seat + 1 :]),
        tiles_gone=(*state.tiles_gone[:seat], (rng.choice(list(CLANS)),), *state.tiles_gone[seat + 1 :]),
    )


@pytest.mark.long
def test_nobody_sees_another_seats_secrets_in_whole_games() -> None:
    rng, compared, games = random.Random(7), 0, amount(4, 60)
    for state in bot_states(range(games)):
        if state.cards and not GAME.view(state, None).over and rng.random() < 0.05:
            seat = rng.randrange(state.seats)
            compared += 1
            assert looks_the_same(state, with_other_secrets(state, seat, rng), seat)
    assert compared > 7 * games


def leaky_view(state: State, seat: int | None) -> RegentsView:
    return replace(GAME.view(state, seat), neutral=CLANS[state.cards[0].clan])


def test_leaky_view_is_detected() -> None:
    play = position({0: "chapel"})
    twin = replace(play.state, cards=(Secrets("stewart", "trade"), *play.state.cards[1:]))
    assert looks_the_same(play.state, twin, 0)
    assert not looks_the_same(play.state, twin, 0, leaky_view)
    assert GAME.view(play.state, 0) != GAME.view(twin, 0)


def test_table_screen_and_host_without_a_seat_see_no_cards() -> None:
    assert position({0: "chapel"}).view(None).own is None


def test_actions_that_depend_on_a_secret_are_private() -> None:
    assert all(action.private for action in (EnterCards, PlayCard, Accuse, ShowDomain, CorrectCards))
    play = position({0: "throne"})
    own = {legal_action.action for legal_action in play.view(0).legal_actions if legal_action.private}
    assert own == {"accuse", "play-card", "show-domain", "spy-by-hand"}
    assert not any(legal_action.private for seat in (None, 1, 2, 3) for legal_action in play.view(seat).legal_actions)


def test_entered_cards_are_shown_on_the_own_phone_only() -> None:
    one, two = new_game(4), new_game(4)
    one.act(EnterCards("stewart", "trade"), 1)
    two.act(EnterCards("campbell", "military"), 1)
    assert looks_the_same(one.state, two.state, 1)
    assert one.view(1) != two.view(1)


def test_history_lines_hide_what_was_learned() -> None:
    play = position({0: "throne"})
    told = [
        render(GAME.history_line(play.state, event) or "", NAMES)
        for event in (
            SpiedOn(0, 1, "alliance"),
            AccusationFailed(0, 1, "stewart", "campbell"),
            CardsEntered(1, "campbell", "trade"),
            CardsDealt(("campbell",), ("trade",)),
            CardsCorrected(1, "campbell", "trade"),
        )
    ]
    assert told == [
        "Anna spied on Ben.",
        "Anna accused Ben and was wrong.",
        "Ben entered their cards.",
        "Herald dealt the clan and domain cards.",
        "Ben corrected their cards.",
    ]


def test_export_of_a_running_game_leaves_out_secrets() -> None:
    def data(event: object) -> dict[str, object]:
        stored: dict[str, object] = to_json(Record(1, "now", 0, "ask", event), withhold=True)["data"]  # type: ignore[arg-type]
        return stored

    assert data(SpiedOn(0, 1, "alliance")) == {"seat": 0, "whose": 1, "card": WITHHELD}
    failed = data(AccusationFailed(0, 1, "stewart", "campbell"))
    assert failed == {"seat": 0, "whose": 1, "clan": WITHHELD, "really": WITHHELD}
    assert data(CardsEntered(1, "campbell", "trade")) == {"seat": 1, "clan": WITHHELD, "domain": WITHHELD}
    assert data(CardsDealt(("campbell",), ("trade",))) == {"clans": WITHHELD, "domains": WITHHELD}
