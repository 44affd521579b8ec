"""French aid, taken openly and in turn order after income, before planning (nl 259)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.roses import GAME
from scoring.roses.components import MERCENARY
from scoring.roses.draft import IncomePaid, TakeCard
from scoring.roses.plan import AidDeclined, AidOffered, AidTaken, AllDeclineAid, FrenchAid, Planning, TakeAid
from scoring.roses.state import Scored
from tests.roses.play import BLUE, GREEN, RED, YELLOW, Play, as_text, check_refused, drafting, of_kind, orders

# Red leads; Blue is first in turn order.
POINTS, ORDER = (38, 30, 33, 0), (BLUE, YELLOW, GREEN, RED)


def after_income(points: tuple[int, ...] = POINTS, number: int = 2, seats: int = 4) -> Play:
    """A game after the last pick and the income."""
    play = drafting({}, number=number, order=tuple(seat for seat in ORDER if seat < seats), money=2, seats=seats)
    scored = tuple(Scored(1, "before", seat, "", None, count) for seat, count in enumerate(points[:seats]))
    play.state = replace(play.state, scored=scored)
    phase = play.state.phase
    play.state = play.state.with_phase(taken=len(phase.picks) - 1)  # type: ignore[attr-defined]
    play.tap(TakeCard(MERCENARY))
    return play


def test_nl_259_french_aid_is_between_income_and_planning() -> None:
    play = after_income()
    kinds = [type(event) for event in play.events]
    assert kinds.index(IncomePaid) < kinds.index(AidOffered)
    assert isinstance(play.state.phase, FrenchAid)
    assert as_text(play.view(None).headline) == "Blue may ask France for £25."
    assert play.view(None).waiting_for == (BLUE,)
    assert play.view(RED).aid == play.view(None).aid == ((BLUE, 25), (YELLOW, 8), (GREEN, 5))
    check_refused(play, orders(), "not-now", BLUE)


def test_nl_259_french_aid_is_public_and_in_turn_order() -> None:
    play = after_income()
    check_refused(play, TakeAid(True), "not-your-turn", YELLOW)
    play.act(BLUE, TakeAid(False))
    play.act(YELLOW, TakeAid(True))
    assert as_text(play.state.to_do[-1]) == "Yellow: put your French Aid tile in the box and take £8 from the bank."
    assert play.view(None).players[1].aid_taken
    assert not TakeAid.private
    play.act(GREEN, TakeAid(True))
    assert isinstance(play.state.phase, Planning)
    assert of_kind(play.events, AidTaken) == [AidTaken(YELLOW, 8), AidTaken(GREEN, 5)]
    assert [money - 2 for money in play.state.money] == [0, 8, 5, 0]


def test_skipping_french_aid_names_the_skipped_players() -> None:
    play = after_income()
    questions = [play.view(seat).skips_aid for seat in (BLUE, None)]
    assert [as_text(question) for question in questions if question] == [
        "This skips Yellow and Green. Does everyone keep their tile?",
        "This skips Blue, Yellow and Green. Does everyone keep their tile?",
    ]
    play.tap(AllDeclineAid())
    assert play.events[-1] == AidDeclined((BLUE, YELLOW, GREEN))
    assert isinstance(play.state.phase, Planning)
    assert play.state.aid_taken == ()


def test_skipping_french_aid_needs_at_least_two_players() -> None:
    play = after_income()
    play.act(BLUE, TakeAid(False))
    play.act(YELLOW, TakeAid(False))
    assert play.refusal_code(play.state.table_action_seat, AllDeclineAid()) == "not-now"
    assert "all-decline-aid" not in {legal_action.action for legal_action in play.view(GREEN).legal_actions}


def test_players_without_french_aid_to_take_are_skipped() -> None:
    play = after_income()
    play.state = replace(play.state, aid_taken=(BLUE,))
    assert [seat for seat in ORDER if play.state.french_aid(seat)] == [YELLOW, GREEN]
    assert isinstance(after_income((20, 20, 20, 20)).state.phase, Planning)
    assert isinstance(after_income(number=1).state.phase, Planning), "rounds 2 to 5"


def test_french_aid_is_not_part_of_the_plan() -> None:
    play = after_income()
    play.act(BLUE, TakeAid(False))
    play.act(play.state.table_action_seat, AllDeclineAid())
    planning = play.view(BLUE).planning
    assert planning is not None
    assert planning.aid == 0
    legal_action = play.view(BLUE).legal_action("seal-plan", BLUE)
    assert legal_action is not None
    assert "aid" not in {field.name for field in legal_action.fields}
    check_refused(play, orders(aid=1), "aid", BLUE)


@pytest.mark.parametrize("seats", [2, 3])
def test_french_aid_with_two_or_three_players(seats: int) -> None:
    play = after_income(seats=seats)
    assert isinstance(play.state.phase, FrenchAid)
    assert RED not in play.state.phase.asked


def test_history_shows_who_took_french_aid_and_who_did_not() -> None:
    play = after_income()
    told = [GAME.history_line(play.state, event) for event in (AidDeclined((BLUE,)), AidTaken(YELLOW, 8))]
    assert [as_text(text) for text in told if text] == [
        "Blue took no French aid this round.",
        "Yellow took £8 in French aid.",
    ]
