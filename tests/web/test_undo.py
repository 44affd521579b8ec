"""Undo of the last action or to any point; behind a reveal the host has to agree."""

from __future__ import annotations

import pytest

from tests.actors import Evening
from tests.web.scenes import (
    events,
    history,
    notice,
    reveal_stakes,
    set_up,
    start_dispute,
    stranger,
    struck_seqs,
    undo_targets,
)

# --- undo -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("htmx", [False, True])
def test_last_action_is_undone_with_one_tap(evening: Evening, htmx: bool) -> None:
    anna, ben, _ = set_up(evening)
    before, state = evening.projection.seq, evening.projection.table.state
    anna.submit("move-figure", area="Oxeneford")
    assert f'name="to" value="{before}"' in ben.get().text
    assert ben.submit("undo", to=before, htmx=htmx).status_code == (200 if htmx else 303)
    assert evening.projection.table.state == state
    assert struck_seqs(ben) == [before + 1]
    assert "Undone: Anna moved to Oxeneford." in history(ben)


def test_undoing_another_seats_sealed_choice_needs_the_host(evening: Evening) -> None:
    set_up(evening)
    start_dispute(evening)
    anna, ben, _ = evening.phones
    before = evening.projection.seq
    anna.submit("seal-stake", x1=1)
    sealed = evening.projection.table.state
    ben.submit("undo", to=before)
    assert evening.projection.table.state == sealed, "Ben can only propose it"
    assert evening.projection.table.proposal == before
    anna.submit("undo", to=before)
    assert evening.projection.table.state != sealed, "Anna may change her mind"


def test_action_is_undone_with_all_its_consequences(evening: Evening) -> None:
    anna, *_ = set_up(evening)
    before, state = evening.projection.seq, evening.projection.table.state
    anna.submit("end-turn")
    assert len(evening.projection.records) == before + 2
    steps = undo_targets(anna)
    assert {steps[seq] for seq in steps if seq > before} == {before}
    anna.submit("undo", to=before)
    assert evening.projection.table.state == state


def test_history_offers_undo_to_any_point(evening: Evening) -> None:
    anna, *_ = set_up(evening)
    before, state = evening.projection.seq, evening.projection.table.state
    for seat, area in enumerate(("Oxeneford", "Stadford", "Lundonia")):
        evening.laptop.submit("move-figure", seat=seat, area=area)
        evening.laptop.submit("end-turn", seat=seat)
    last = evening.projection.seq
    to = undo_targets(anna)[before + 1]
    anna.submit("undo", to=to)
    assert evening.projection.table.state == state
    assert all(before < seq <= last for seq in struck_seqs(anna))
    assert "Anna moved to Oxeneford" in history(anna)


def test_undone_action_can_be_repeated_and_undone_again(evening: Evening) -> None:
    anna, *_ = set_up(evening)
    for _ in range(3):
        before = evening.projection.seq
        assert anna.submit("move-figure", area="Oxeneford").status_code == 200
        assert anna.submit("undo", to=before).status_code == 200
    assert events(evening.projection)[-6:] == ["FigureMoved", "Undone"] * 3


@pytest.mark.parametrize("to", ["0", "1", "4", "999", "999999999", "-1"])
def test_undo_before_the_game_or_into_the_future_is_refused(evening: Evening, to: str) -> None:
    anna, *_ = set_up(evening)
    before = evening.projection.seq
    response = anna.submit("undo", to=to)
    assert response.status_code in (400, 422)
    assert evening.projection.seq == before
    if response.status_code == 422:
        assert notice(response) == "There’s nothing left to undo there."


def test_undo_from_a_stale_page_is_refused(evening: Evening) -> None:
    anna, *_ = set_up(evening)
    anna.submit("move-figure", area="Oxeneford")
    seen, to = anna.seen_seq(), evening.projection.seq - 1
    evening.laptop.submit("place-courtier", seat=0)
    before = evening.projection.seq
    assert anna.submit("undo", seq=seen, to=to).status_code == 409
    assert evening.projection.seq == before


def test_seating_is_never_undone(evening: Evening) -> None:
    anna, ben, _ = set_up(evening)
    before = evening.projection.seq
    anna.submit("move-figure", area="Oxeneford")
    ben.submit("change-seat", number=1, name="Benno", colour="purple")
    anna.submit("undo", to=before)
    assert (evening.projection.table.names[1], evening.projection.table.seats[1].colour) == ("Benno", "purple")


# --- behind a reveal --------------------------------------------------------------------------------------


def test_undo_behind_a_reveal_by_a_player_is_only_a_proposal(evening: Evening) -> None:
    set_up(evening)
    reveal_stakes(evening)
    _, ben, _ = evening.phones
    to, state = evening.projection.seq - 2, evening.projection.table.state
    assert ben.submit("undo", to=to).status_code == 200
    assert events(evening.projection)[-1] == "UndoProposed"
    assert evening.projection.table.state == state
    for device, decides in ((evening.laptop, True), (ben, False), (evening.phones[0], False)):
        page = device.get().text
        assert "decline-undo" in page if decides else "decline-undo" not in page
        assert "to before the reveal" in page


def test_only_the_host_accepts_or_declines_a_proposal(evening: Evening) -> None:
    set_up(evening)
    reveal_stakes(evening)
    anna, ben, _ = evening.phones
    to, state = evening.projection.seq - 2, evening.projection.table.state
    ben.submit("undo", to=to)
    screen = stranger(evening)
    screen.post(f"/t/{screen.code}/watch")
    for device in (anna, ben, screen):
        assert device.submit("decline-undo").status_code == 403
        device.submit("undo", to=to)
        assert evening.projection.table.state == state
        assert evening.projection.table.proposal == to
    assert "Undone" not in events(evening.projection)


def test_host_accepts_a_proposal_and_the_undo_happens(evening: Evening) -> None:
    set_up(evening)
    reveal_stakes(evening)
    to = evening.projection.seq - 2
    evening.phones[1].submit("undo", to=to)
    assert evening.laptop.submit("undo", to=to).status_code == 200
    assert events(evening.projection)[-1] == "Undone"
    assert evening.projection.table.proposal is None
    assert not evening.view(None).dispute.stakes  # type: ignore[attr-defined]
    assert evening.view(None).waiting_for == (2,)


def test_host_declines_a_proposal_and_play_continues(evening: Evening) -> None:
    set_up(evening)
    reveal_stakes(evening)
    state = evening.projection.table.state
    evening.phones[1].submit("undo", to=evening.projection.seq - 2)
    assert evening.laptop.submit("decline-undo").status_code == 200
    assert evening.projection.table.state == state
    assert evening.projection.table.proposal is None
    assert "decline-undo" not in evening.laptop.get().text
    assert "The table chose to keep playing." in history(evening.laptop)


def test_proposal_does_not_block_play(evening: Evening) -> None:
    set_up(evening)
    reveal_stakes(evening)
    seen = evening.phones[0].seen_seq()
    evening.phones[1].submit("undo", to=evening.projection.seq - 2)
    assert evening.phones[0].submit("roll-dice", seq=seen, seat=0, dice="4").status_code == 200


def test_host_undoes_behind_a_reveal_without_a_proposal(evening: Evening) -> None:
    set_up(evening)
    reveal_stakes(evening)
    evening.laptop.submit("undo", to=evening.projection.seq - 2)
    assert events(evening.projection)[-1] == "Undone"
