"""Random disputes and elections in every tracking mode, against a referee written from the rulebook alone."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace

import pytest

from scoring.claims import ClaimPlace
from scoring.kernel import FINAL_SCORING, KEY_MOMENTS
from scoring.lang_lebe import GAME
from scoring.lang_lebe.cards import DealCalled, HandsDealt
from scoring.lang_lebe.components import Cards, cards
from scoring.lang_lebe.corrections import CorrectBonus
from scoring.lang_lebe.dispute import Dispute, DisputeWon, RollDice, SealStake
from scoring.lang_lebe.election import BonusAwarded, Election, KingCrowned, RollForTie
from scoring.lang_lebe.entering import (
    BanishFigure,
    CardsTakenBack,
    CourtiersReturned,
    EnterForeign,
    FigureBanished,
    Intrusion,
)
from scoring.lang_lebe.key_moments import CallDispute, CallElection, EnterCardCount, SealCards
from scoring.lang_lebe.state import Untracked
from scoring.lang_lebe.turn import EndTurn, PlaceCourtier
from scoring.legal_actions import Pick
from scoring.reveal_phases import ConfirmBoard
from scoring.words import render
from tests.lang_lebe.play import Play, ends_in_election, new_game, position
from tests.lang_lebe.referee import Outcome, Script, Verdict, judge_dispute, judge_election
from tests.release_gates import range_id, shares

NAMES = ("Anna", "Ben", "Carla", "David", "Eva")
PRINTED = {"Man": 2, "Oxeneford": 4, "Sedberouie": 2, "Tateshale": 4}  # nl 37, 43, 94, 245
TRIO = ("Lincolia", "Grentebrige", "Lundonia")  # nl 168
OTHERS = ("Lancastre", "Lideforde", "Rouecestre", "Sarisberie", "Stadford", "Wigemor")
ROLLS = 60
SHARES = shares(200, 3000, 200)


def random_votes(rng: random.Random) -> dict[str, int]:
    """Returns possible votes of the areas: 39 in all, 10 of them in three areas (nl 37, 168)."""
    while True:
        votes = PRINTED | {area: rng.randint(2, 4) for area in (*TRIO, *OTHERS)}
        if sum(votes.values()) == 39 and sum(votes[area] for area in TRIO) == 10:
            return votes


def printed_votes(votes: Mapping[str, int]) -> dict[str, str]:
    return {f"votes.{area}": str(number) for area, number in votes.items()}


def in_play(players: int) -> list[str]:
    return [area for area in (*PRINTED, *TRIO, *OTHERS) if players > 3 or area != "Man"]  # nl 39


def random_dice(rng: random.Random, counts: Mapping[int, int]) -> dict[int, list[tuple[int, ...]]]:
    """Returns random dice; some tables roll low numbers only, which makes ties more frequent."""
    faces = rng.choice(((1, 2, 3, 4, 5, 6), (1, 2, 3)))
    return {
        seat: [tuple(rng.choice(faces) for _ in range(count)) for _ in range(ROLLS)] for seat, count in counts.items()
    }


# --- disputes ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class DisputeCase:
    """The facts of one dispute: seat 0 enters an area of seat 1."""

    votes: Mapping[str, int]
    area: str
    courtiers: int
    figure: bool
    stakes: Mapping[int, tuple[int, ...]]
    dice: Mapping[int, list[tuple[int, ...]]]

    @property
    def players(self) -> int:
        return len(self.stakes)

    def judge(self, script: Script) -> Verdict:
        limit = self.votes[self.area]
        return judge_dispute(0, 1, self.courtiers, self.figure, limit, self.stakes, script)


def random_dispute(rng: random.Random) -> DisputeCase:
    players, votes = rng.choice((3, 4, 5)), random_votes(rng)
    area = rng.choice([area for area in in_play(players) if area not in ("Wigemor", "Sarisberie")])
    figure = rng.random() < 0.5
    courtiers = rng.randint(0 if figure else 1, votes[area])
    pile = [1] * 12 * players + [2] * 7 * players + [3] * players
    rng.shuffle(pile)
    most = rng.choice((1, 2, 5))
    stakes = {seat: tuple(sorted(pile.pop() for _ in range(rng.randint(1, most)))) for seat in range(players)}
    if rng.random() < 0.2:
        stakes[rng.randrange(1, players)] = ()
    dice = random_dice(rng, {seat: len(stake) for seat, stake in stakes.items()})
    return DisputeCase(votes, area, courtiers, figure, stakes, dice)


def play_dispute(play: Play, case: DisputeCase) -> Script:
    """Stakes and rolls for all seats until the dispute is won, and returns the dice script."""
    for seat, stake in case.stakes.items():
        if stake:
            play.act(seat, SealStake(*cards(stake).by_kind))
    script = Script(case.dice)
    while not play.happened(DisputeWon):
        for seat in play.view().waiting_for:
            play.act(seat, RollDice(script.roll(seat)))
    return script


def to_do(case: DisputeCase, verdict: Verdict) -> list[str]:
    """Returns the to-do list that the verdict requires."""
    winner, back = NAMES[verdict.winner], verdict.courtiers_to_return
    lines = []
    if back:
        lines.append(f"Ben: take {back} courtier{('s' if back > 1 else '')} back from {case.area}.")
    for loser in (NAMES[seat] for seat in sorted(verdict.banished)):
        lines.append(f"{winner}: send {loser}’s figure to an area with {loser}’s courtiers.")
    if verdict.may_place:
        lines.append(f"{winner}: you can place a courtier there and roll for more.")
    for seat, taken in sorted(verdict.cards_back.items()):
        lines.append(f"{NAMES[seat]}: you can take back {cards_text(taken)}.")
    return [*lines, "Put staked cards that no one takes back on the discard pile."]


def cards_text(taken: tuple[int, ...]) -> str:
    counts = {kind: taken.count(kind) for kind in sorted(set(taken))}
    return ", ".join(f"{count} card{'s' if count > 1 else ''} ×{kind}" for kind, count in counts.items())


def untracked_dispute(case: DisputeCase) -> Play:
    play = new_game(case.players, box=printed_votes(case.votes), tracking_mode=KEY_MOMENTS)
    without = tuple(seat for seat, stake in case.stakes.items() if not stake)
    play.state = replace(play.state, out_of_cards=without)
    play.act(0, CallDispute(1, case.courtiers, int(case.figure), case.area))
    return play


def tracked_dispute(case: DisputeCase, rng: random.Random) -> Play:
    """Returns the same dispute with tracked moves. All seats have courtiers elsewhere and one card more than they
    stake."""
    free = [area for area in in_play(case.players) if area not in (case.area, "Wigemor", "Sarisberie")]
    homes = rng.sample(free, case.players)
    courtiers = {home: (seat, 1) for seat, home in enumerate(homes)}
    if case.courtiers:
        courtiers[case.area] = (1, case.courtiers)
    figures = (homes[0], case.area if case.figure else homes[1], *homes[2:])
    hands = tuple(cards(stake) + Cards(1) if stake else Cards() for stake in case.stakes.values())
    play = position(figures, courtiers, hands, box=printed_votes(case.votes))
    play.act(0, EnterForeign(case.area))
    return play


def clear_area(play: Play) -> None:
    """Banishes the figures and ends the turn without placing a courtier."""
    winner = Intrusion.current(play.state).winner
    assert winner is not None
    while (legal_action := play.legal_action(winner, BanishFigure)) is not None:
        figure, area = legal_action.field("figure"), legal_action.field("area")
        assert isinstance(figure, Pick)
        assert isinstance(area, Pick)
        play.act(winner, BanishFigure(int(figure.options[0]), str(area.options[0])))
    play.act(winner, EndTurn())


@pytest.mark.long
@pytest.mark.parametrize("share", SHARES, ids=range_id)
def test_disputes_match_the_referee(share: range) -> None:
    for seed in share:
        rng = random.Random(seed)
        case = random_dispute(rng)
        script = Script(case.dice)
        verdict = case.judge(script)

        play = untracked_dispute(case)
        assert play_dispute(play, case).used == script.used, seed
        settled = Untracked.current(play.state).last_dispute
        assert settled
        assert settled.winner == verdict.winner, seed
        assert {one: settled.total(settled.rounds[-1], one) for one in verdict.points} == verdict.points, seed
        assert [render(text, NAMES) for text in play.view().to_do] == to_do(case, verdict), seed

        board = tracked_dispute(case, rng)
        assert play_dispute(board, case).used == script.used, seed
        assert Dispute.current(board.state).winner == verdict.winner, seed
        assert (board.legal_action(verdict.winner, PlaceCourtier) is not None) == verdict.may_place, seed
        clear_area(board)
        assert sum(event.count for event in board.happened(CourtiersReturned)) == verdict.courtiers_to_return, seed
        assert {event.seat for event in board.happened(FigureBanished)} == verdict.banished, seed
        taken = {event.seat: event.cards.listed for event in board.happened(CardsTakenBack)}
        assert taken == verdict.cards_back, seed


# --- elections -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ElectionCase:
    """The facts of one election: areas, cards and bonus votes by seat. The figure is in a seat's first area."""

    votes: Mapping[str, int]
    areas: tuple[tuple[str, ...], ...]
    cards: tuple[int, ...]
    bonus: tuple[int, ...]
    dice: Mapping[int, list[tuple[int, ...]]]

    @property
    def players(self) -> int:
        return len(self.areas)

    def judge(self, script: Script) -> Outcome:
        area_votes = [sum(self.votes[area] for area in mine) for mine in self.areas]
        return judge_election(area_votes, self.cards, self.bonus, script)


def random_election(rng: random.Random) -> ElectionCase:
    """Returns a random election; equal votes and cards are frequent, and so is a small deal."""
    players, votes = rng.choice((3, 4, 5)), random_votes(rng)
    areas = in_play(players)
    rng.shuffle(areas)
    owners: list[list[str]] = [[areas.pop()] for _ in range(players)]
    for area in areas[rng.randint(0, len(areas)) :]:
        rng.choice(owners).append(area)
    all_cards = 20 * players // (players - 1)  # one hand is empty
    few = rng.choice(((1,), (0, 1, 2), (3, 5, 9), (all_cards, all_cards - 1)))
    held = [rng.choice(few) for _ in range(players)]
    held[rng.randrange(players)] = 0
    low, high = rng.choice(((0, 0), (0, 4), (0, 9), (0, 15), (13, 15)))
    bonus = tuple(rng.randint(low, high) for _ in range(players))
    dice = random_dice(rng, dict.fromkeys(range(players), 5))
    return ElectionCase(votes, tuple(map(tuple, owners)), tuple(held), bonus, dice)


def untracked_election(facts: ElectionCase, tracking_mode: str) -> Play:
    play = new_game(facts.players, box=printed_votes(facts.votes), tracking_mode=tracking_mode)
    if tracking_mode == KEY_MOMENTS:
        for seat, votes in enumerate(facts.bonus):
            play.act(0, CorrectBonus(seat, votes))
        play.act(0, CallElection())
    for seat, mine in enumerate(facts.areas):
        for area in mine:
            play.act(seat, ClaimPlace(area))
        number, votes = facts.cards[seat], facts.bonus[seat]
        play.act(seat, SealCards(number) if tracking_mode == KEY_MOMENTS else EnterCardCount(number, votes))
    return play


def tracked_election(facts: ElectionCase, rng: random.Random) -> Play:
    """Returns the same election with tracked moves: figures, courtiers, hands."""
    pile = [1] * 12 * facts.players + [2] * 7 * facts.players + [3] * facts.players
    rng.shuffle(pile)
    hands = tuple(cards(pile.pop() for _ in range(number)) for number in facts.cards)
    courtiers = {area: (seat, 1) for seat, mine in enumerate(facts.areas) for area in mine[rng.randint(0, 1) :]}
    courtiers |= {area: (seat, 1) for seat, mine in enumerate(facts.areas) for area in mine[1:]}
    figures = tuple(mine[0] for mine in facts.areas)
    turn = rng.randrange(facts.players)
    board = position(figures, courtiers, hands, turn, bonus=facts.bonus, box=printed_votes(facts.votes))
    return ends_in_election(board)


def play_election(play: Play, facts: ElectionCase) -> tuple[Outcome, Script]:
    """Counts the votes, rolls all ties, and returns the outcome and the dice script."""
    script = Script(facts.dice)
    play.act(play.state.table_action_seat, ConfirmBoard())
    while isinstance(play.state.phase, Election):
        for seat in play.view().waiting_for:
            play.act(seat, RollForTie(script.roll(seat)))
    count = play.state.last_election.count  # type: ignore[union-attr]
    assert count is not None
    totals = tuple(line.total for line in sorted(count.lines, key=lambda line: line.seat))
    if crowned := play.happened(KingCrowned):
        standings = GAME.standings(play.state)
        assert standings is not None
        assert [place.points for place in standings.places] == [totals[place.seat] for place in standings.places]
        shared: dict[int, set[int]] = {}
        for place in standings.places[1:]:
            shared.setdefault(place.place, set()).add(place.seat)
        return Outcome(totals, crowned[0].seat, tuple(map(frozenset, shared.values()))), script
    (awarded,), (dealt,) = play.happened(BonusAwarded), play.happened(DealCalled) or play.happened(HandsDealt)
    return Outcome(totals, bonus=awarded.votes, dealt=dealt.each), script


@pytest.mark.long
@pytest.mark.parametrize("share", SHARES, ids=range_id)
def test_elections_match_the_referee(share: range) -> None:
    for seed in share:
        rng = random.Random(seed)
        facts = random_election(rng)
        script = Script(facts.dice)
        outcome = facts.judge(script)
        for play in (
            untracked_election(facts, KEY_MOMENTS),
            untracked_election(facts, FINAL_SCORING),
            tracked_election(facts, rng),
        ):
            assert play_election(play, facts) == (outcome, script), seed
