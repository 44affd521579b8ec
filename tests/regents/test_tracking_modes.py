"""The same game gives the same points in EVERY_MOVE, KEY_MOMENTS and FINAL_SCORING mode."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from scoring.bots import fill_in
from scoring.claims import ClaimPlace, GiveUpPlace
from scoring.codec import from_form
from scoring.kernel import Action, Rng
from scoring.legal_actions import Count, LegalAction
from scoring.regents import GAME
from scoring.regents.castle import DriveOut, ForgoMove, MovePiece, Neutral, SwapAgents
from scoring.regents.components import DOMAINS, EXAMPLE, OUTER_PAIRS, VALUES, door_key
from scoring.regents.ending import Check, EnterChip, EnterEnd, FinalEntry
from scoring.regents.scoring_phase import Score, majorities_with
from scoring.regents.setup import Begin, FirstChosen, PlaceAgent, Placing
from scoring.regents.state import State
from scoring.regents.tracks import ChipTaken
from scoring.regents.turn import BeExcused, EndActions, PlaceCounsellor, ScoringOnlyTurn, Turn
from scoring.reveal_phases import ConfirmBoard
from scoring.table import Table
from scoring.tracking_modes import ChangeTrackingMode
from tests.regents.game_spec import RealCards
from tests.regents.play import EDITIONS, Play, new_game
from tests.release_gates import amount

# 3, 4 and 5 players in three editions, with cards drawn and dealt.
MIXES = 3 * len(EDITIONS) * 2
# Actions on the untracked board.
UNTRACKED_ACTIONS = (PlaceAgent, EndActions, BeExcused, DriveOut, SwapAgents, ForgoMove)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(amount(MIXES, 600)))
def test_game_gives_the_same_points_in_every_tracking_mode(seed: int) -> None:
    """Compares EVERY_MOVE mode with KEY_MOMENTS, from the start or a later turn on, and with FINAL_SCORING."""
    moves, shorter, rng = game(seed, "moves"), [game(seed, "counts")], random.Random(-seed)
    for before, seat, action in bot_game(moves, random.Random(seed)):
        for counts in shorter:
            for whose, tapped in key_moments_actions(before, counts, seat, action, moves):
                counts.act(tapped, whose)
            if not isinstance(moves.state.phase, Placing | Neutral):  # phases that exist only in EVERY_MOVE mode
                assert facts(counts.state) == facts(moves.state)
        if len(shorter) == 1 and moves.state.phase == Turn(moves.seat) and rng.random() < 0.2:
            shorter.append(Play(moves.state))
            shorter[-1].act(ChangeTrackingMode("counts"))
        if isinstance(before.phase, Check) and isinstance(action, ConfirmBoard):
            finished = final_scoring_state(before, rng)
            assert facts(finished)["tracks"] == facts(moves.state)["tracks"]
    assert {result(play.state) for play in (moves, *shorter)} == {result(finished)}


@pytest.mark.long
@pytest.mark.parametrize("seed", range(amount(30, 600)))
def test_re_entering_final_positions_loses_no_chip(seed: int) -> None:
    """en 849: there are 15. Everybody keeps the chips they entered last and those gained by the domain cards."""
    rng = random.Random(seed)
    play = new_game(3 + seed % 3, EDITIONS[seed // 3 % 3], tracking_mode="end")
    for _ in range(40):
        mine = [
            legal_action for seat in range(play.state.seats) for legal_action in GAME.legal_actions(play.state, seat)
        ]
        enter_end(
            play,
            rng.choice([legal_action for legal_action in mine if legal_action.action in ("enter-end", "enter-chip")]),
            rng,
        )
    while legal_action := next((o for o in GAME.legal_actions(play.state, 0) if o.action == "enter-chip"), None):
        enter_end(play, legal_action, rng)
    sheet = FinalEntry.current(play.state)
    assert not sheet.waiting_for(play.state)
    play.act(ConfirmBoard(), 0)
    brought = [chip.seat for chip in play.happened(ChipTaken)]
    assert sum(sheet.chips.values()) + len(brought) <= 15
    for seat in range(play.state.seats):
        assert play.state.chips_of(seat) == sheet.chips[seat] + brought.count(seat)


def enter_end(play: Play, legal_action: LegalAction, rng: random.Random) -> None:
    """Enters a random final position: no chips or the most possible, and markers close to a threshold."""
    kind = GAME.action_named(legal_action.action)
    assert kind is not None
    values = fill_in(legal_action, Rng(rng))
    if legal_action.action == "enter-end":
        chips = legal_action.field("chips")
        assert isinstance(chips, Count)
        values |= {f"tracks.{domain}": rng.choice(("0", "3", "8", "20")) for domain in DOMAINS}
        values |= {"chips": str(rng.choice((0, chips.high))), "shown": rng.choice("001")}
    play.act(from_form(kind, values), legal_action.seat)


def game(seed: int, tracking_mode: str) -> Play:
    """Returns a new game; the seeds cover every number of players, every edition, cards drawn and dealt, and random
    doors."""
    rng = random.Random(seed)
    box = {**EXAMPLE, **{door_key(*pair): rng.choice(("wall", "door")) for pair in OUTER_PAIRS}}
    return new_game(3 + seed % 3, EDITIONS[seed // 3 % 3], ("box", "herald")[seed // 9 % 2], box, tracking_mode)


def bot_game(play: Play, source: random.Random) -> Iterator[tuple[State, int, Action]]:
    """Yields a whole bot game action by action: the state before it, the seat and the action."""
    rng, real = Rng(source), RealCards()
    while not play.state.phase.over:
        before = play.state
        legal_action = rng.choice(
            [o for seat in range(before.seats) for o in GAME.legal_actions(before, seat) if o.seat == seat]
        )
        kind = GAME.action_named(legal_action.action)
        assert kind is not None
        action = from_form(
            kind, real(Table(GAME.key, {}, {}, True, state=before), legal_action, rng) or fill_in(legal_action, rng)
        )
        play.act(action, legal_action.seat)
        yield before, legal_action.seat, action


def key_moments_actions(
    before: State, counts: Play, seat: int, action: Action, moves: Play
) -> Iterator[tuple[int, Action]]:
    """Yields the equivalent actions in KEY_MOMENTS mode."""
    match action:
        case MovePiece("counsellor"):
            yield seat, PlaceCounsellor()
        case Begin():  # the same first player
            yield seat, Begin(moves.happened(FirstChosen)[-1].seat)
        case Score():
            won = majorities_with(before, seat, "".join(action.ties_won(before, seat)))
            yield from ((seat, tap) for tap in claim_changes(counts.state, won))
            yield seat, action
        case _ if not isinstance(action, (*UNTRACKED_ACTIONS, MovePiece)):
            yield seat, action


def claim_changes(state: State, won: tuple[str, ...]) -> list[Action]:
    """Returns the actions after which these locations are held."""
    assert isinstance(state.phase, ScoringOnlyTurn)
    held = state.phase.held
    gone = [GiveUpPlace(place) for place in held if place not in won]
    return [*gone, *(ClaimPlace(place) for place in won if place not in held)]


def final_scoring_state(state: State, rng: random.Random) -> State:
    """Returns the same game entered in FINAL_SCORING mode after the last round. Everybody first enters it wrongly."""
    play = new_game(state.seats, state.edition.key, tracking_mode="end")
    for seat in range(state.seats):
        wrong = next(legal_action for legal_action in GAME.legal_actions(play.state, seat) if legal_action.seat == seat)
        play.act(from_form(EnterEnd, fill_in(wrong, Rng(rng))), seat)
        values = {domain: VALUES[space] for domain, space in zip(DOMAINS, state.tracks[seat], strict=True)}
        domain, shown = state.cards[seat].domain, seat in state.domains_open
        play.act(EnterEnd(values, state.chips_of(seat), state.counsellors[seat], domain, shown), seat)
    while (sheet := play.state.phase) and isinstance(sheet, FinalEntry) and (asked := sheet.chips_to_enter(play.state)):
        play.act(EnterChip(asked[0], asked[0] in state.chips_left), 0)
    play.act(ConfirmBoard(), 0)
    return play.state


def facts(state: State) -> dict[str, object]:
    """Returns everything that affects points, everybody's deductions, and the seat on turn."""
    names = ("tracks", "chips", "counsellors", "reserve", "played", "accused", "domains_open", "round")
    notes = tuple(tuple((note.whose, note.clan, note.named) for note in mine) for mine in state.notes)
    return {name: getattr(state, name) for name in names} | {"notes": notes, "turn": state.turn}


def result(state: State) -> tuple[object, ...]:
    return GAME.score(state), GAME.standings(state)
