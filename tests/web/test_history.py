"""Corrections preview their effects; the history describes each event and who entered it."""

from __future__ import annotations

import re

import pytest

from companion.screens import HISTORY_LINES
from tests.actors import Evening
from tests.web.pages import places_on
from tests.web.played import LANG_LEBE, add_played
from tests.web.scenes import history, is_fragment, notice, set_up, stranger, struck_seqs, undo_targets

# --- corrections ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("htmx", [False, True])
def test_correction_preview_shows_effects_and_stores_nothing(evening: Evening, htmx: bool) -> None:
    anna, *_ = set_up(evening)
    before, log = evening.projection, len(evening.services.store.log(anna.code))
    response = anna.submit("correct-bonus", seat=0, whose=1, votes=5, preview=1, htmx=htmx)
    assert response.status_code == 200
    assert is_fragment(response) is htmx
    assert re.findall(r"(\d+) → (\d+)", anna.text) == [("3", "8")], "Lideforde’s 3 votes, and 5 more"
    assert evening.projection is before
    assert len(evening.services.store.log(anna.code)) == log


def test_preview_has_the_form_to_submit_it(evening: Evening) -> None:
    anna, *_ = set_up(evening)
    shown = anna.submit("correct-bonus", seat=0, whose=1, votes=5, preview=1).text
    form = shown[shown.index("What this changes") : shown.index("Fix it")]
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
    assert anna.post(f"/t/{anna.code}/actions", fields).status_code == 303
    assert evening.projection.table.state.bonus[1] == 5


@pytest.mark.parametrize("page", ["me", "table"])
def test_corrections_have_their_own_page(evening: Evening, page: str) -> None:
    anna, *_ = set_up(evening)
    way = f"/t/{anna.code}/{page}/corrections"
    assert way in anna.get(f"/t/{anna.code}/{page}").text
    board = anna.get(way).text
    table = evening.projection.table
    offered = table.game.view(table.state, 0 if page == "me" else None).corrections
    # The tracking mode is changed in the footer of a screen.
    assert set(places_on(board)) == {
        legal_action.at for legal_action in offered if legal_action.action != "change-tracking-mode"
    }
    assert "<form" not in board, "nothing is to be filled in before something is tapped"
    opened = anna.get(f"{way}?at=Lundonia").text
    forms = re.findall(r"<form.*?</form>", opened, re.DOTALL)
    sent = [dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form)) for form in forms]
    assert {fields["action_name"] for fields in sent} == {"correct-area"}
    assert {fields["page"] for fields in sent} == {page}


def test_correction_can_be_sent_while_the_game_continues(evening: Evening) -> None:
    anna, *_ = set_up(evening)
    way = f"/t/{anna.code}/me/corrections"
    assert evening.laptop.submit("move-figure", seat=0, area="Oxeneford").status_code == 200
    page = anna.get(f"{way}?at=seat.1").text
    assert 'id="live"' not in page, "nothing that is new at the table takes it away"
    (form,) = (form for form in re.findall(r"<form.*?</form>", page, re.DOTALL) if "correct-bonus" in form)
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
    response = anna.post(way, {**fields, "votes": "5"})
    assert (response.status_code, response.location) == (303, f"{way}?saved={evening.projection.seq}")
    assert evening.projection.table.state.bonus[1] == 5
    page = anna.get(response.location).text
    assert "Corrected: Ben has 5 bonus votes." in page
    assert "Done" in page


def test_refused_correction_stays_open_at_its_place(evening: Evening) -> None:
    anna, *_ = set_up(evening)
    bonus = {
        "action_name": "correct-bonus",
        "page": "me",
        "seat": "0",
        "seq": str(evening.projection.seq),
        "whose": "1",
    }
    response = anna.post(f"/t/{anna.code}/me/corrections?at=seat.1", {**bonus, "votes": "99"})
    assert response.status_code == 422
    assert notice(response).startswith("Choose a number from 0 to 15.")
    (sheet,) = re.findall(r'<section class="correction-sheet.*?</section>', response.text, re.DOTALL)
    assert "Choose a number from 0 to 15." in sheet
    assert re.search(r'name="whose" value="1"', sheet)


def test_corrections_page_accepts_no_moves(evening: Evening) -> None:
    anna, *_ = set_up(evening)
    move = {"action_name": "stay", "page": "me", "seat": "0", "seq": str(evening.projection.seq)}
    before = evening.projection
    for fields in (move, {**move, "preview": "1"}):
        assert anna.post(f"/t/{anna.code}/me/corrections", fields).status_code == 400
    assert evening.projection is before


def test_watcher_has_no_corrections(evening: Evening) -> None:
    set_up(evening)
    somebody = stranger(evening)
    code = evening.laptop.code
    assert "corrections" not in somebody.get(f"/t/{code}/table").text
    assert "There’s nothing to correct right now." in somebody.get(f"/t/{code}/table/corrections").text
    assert somebody.get(f"/t/{code}/me/corrections").status_code == 302
    assert somebody.get(f"/t/{code}/history/corrections").status_code == 404


def test_illegal_correction_is_refused_in_the_preview(evening: Evening) -> None:
    anna, *_ = set_up(evening)
    response = anna.submit("correct-bonus", seat=0, whose=1, votes=99, preview=1)
    assert response.status_code == 422
    assert notice(response).startswith("Choose a number from 0 to 15.")
    assert "→" not in response.text


def test_there_is_no_preview_before_the_game(evening: Evening) -> None:
    evening.open()
    evening.sit("Anna", "red")
    before = evening.projection.seq
    for action, fields in (
        ("leave-seat", {"number": "0"}),
        ("start-game", {}),
        ("enter-printed-value", {"field": "x", "value": "y"}),
    ):
        assert evening.laptop.submit(action, None, None, True, preview="1", **fields).status_code == 400
    assert evening.projection.seq == before


def test_correction_is_in_the_history_and_can_be_undone(evening: Evening) -> None:
    anna, *_ = set_up(evening)
    before = evening.projection.seq
    anna.submit("correct-bonus", seat=0, whose=1, votes=5)
    assert "Corrected: Ben has 5 bonus votes. entered by Anna" in history(anna)
    anna.submit("undo", to=before)
    assert struck_seqs(anna) == [before + 1]


# --- the history ------------------------------------------------------------------------------------------


def test_history_shows_each_event_and_who_entered_it(evening: Evening) -> None:
    anna, ben, _ = set_up(evening)
    anna.submit("move-figure", area="Oxeneford")
    ben.submit("place-courtier", seat=0)
    evening.laptop.submit("end-turn", seat=0)
    words = history(anna)
    assert "Anna moved to Oxeneford. entered by Anna" in words
    assert "Anna placed a courtier in Oxeneford. entered by Ben" in words
    assert re.search(r"Ben’s turn\.? 20:00", words), "from the table screen, by nobody’s name"


def test_watcher_reads_the_history_without_undo_links(evening: Evening) -> None:
    anna, *_ = set_up(evening)
    anna.submit("move-figure", area="Oxeneford")
    watcher = stranger(evening)
    assert "Anna moved to Oxeneford" in history(watcher)
    assert undo_targets(watcher) == {}


def test_sealed_choices_are_in_the_history_without_their_content(evening: Evening) -> None:
    anna, ben, _ = set_up(evening)
    evening.laptop.submit("correct-area", seat=0, area="Stadford", holder=1, courtiers=2)
    anna.submit("enter-foreign", area="Stadford")
    ben.submit("seal-stake", x1=2, x2=1)
    words = history(anna)
    assert "Ben sealed their stake. entered by Ben" in words
    assert "×2" not in words


def test_lines_before_the_game_ignore_the_final_seat_order(evening: Evening) -> None:
    evening.open()
    anna, _ = evening.sit("Anna", "red"), evening.sit("Ben", "blue")
    anna.submit("change-seat", number=0, name="Änne", colour="red")
    evening.laptop.submit("move-seat", number=0, by=1)
    words = history(evening.laptop)
    assert "Anna was renamed Änne." in words
    assert "entered by" not in words


@pytest.mark.parametrize("leaves", [0, 2])
def test_history_names_players_who_left_before_the_game(evening: Evening, leaves: int) -> None:
    evening.open()
    for name, colour in (("Anna", "red"), ("Ben", "blue"), ("Carla", "green")):
        evening.sit(name, colour)
    evening.phones[leaves].submit("leave-seat", number=leaves)
    assert f"{('Anna', 'Ben', 'Carla')[leaves]} left the table." in history(evening.laptop)


def test_pages_of_the_history_have_every_line_once(evening: Evening) -> None:
    live = add_played(evening, LANG_LEBE)
    path, seqs = f"/t/{live.code}/history", list[int]()
    while path:
        page = evening.laptop.get(path).text
        on_page = [int(seq) for seq in re.findall(r'id="step-(\d+)"', page)]
        assert len(on_page) <= HISTORY_LINES
        assert ("Newest" in page) is bool(seqs)
        seqs += on_page
        earlier = re.search(r'href="([^"]*before=\d+)"', page)
        path = earlier[1] if earlier else ""
    assert seqs == [line.seq for line in reversed(live.projection.lines)]
    assert len(seqs) > HISTORY_LINES
