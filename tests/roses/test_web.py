"""Wars of the Roses in the web app: reading a new box, refusals with reasons, foreign seats, the curtain."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from companion.imports import could_open
from scoring.recording import load
from scoring.roses.components import CONTROL_POINTS, EXAMPLE, FIELDS, PIECES
from scoring.roses.plan import AidOffered
from scoring.table_events import TableOpened
from tests.actors import Device, Evening
from tests.games import projection_in
from tests.web.pages import all_corrections, faults, read
from tests.web.played import phone_at
from tests.web.scenes import link_for, notice

RECORDED = Path(__file__).parent / "recorded"
LIKELY = {field.key: field.value for field in FIELDS}
FOUR = ("Anna", "Ben", "Carla", "David")


def known_box(evening: Evening) -> str:
    """Returns the id of a box with all printed values entered."""
    box = evening.services.store.add_box("wars-of-the-roses", "Ours")
    evening.services.store.fill_box(box.id, EXAMPLE)
    return str(box.id)


def open_table(evening: Evening, *names: str, box: str = "", **form: str) -> list[Device]:
    evening.open("wars-of-the-roses", box=box or known_box(evening), **form)
    for name, colour in zip(names, ("red", "blue", "green", "yellow"), strict=False):
        evening.sit(name, colour)
    assert evening.laptop.submit("start-game").status_code == 200
    return evening.phones


def in_turn_order(evening: Evening) -> None:
    """Makes the turn order equal to the seat order; with four players the first two are Lancaster."""
    seats = len(evening.phones)
    if seats == 4:
        for seat, house in enumerate(("lancaster", "lancaster")):
            evening.laptop.submit("take-house", seat, house=house)
    for seat in range(seats - 1):
        evening.laptop.submit("draw-stone", 0, next=seat)


def planning(evening: Evening, *names: str) -> list[Device]:
    phones = open_table(evening, *names)
    in_turn_order(evening)
    cards = ["castle.north", "large.north", "noble.wales.1", "castle.wales", "bishop.wales", "port.west"]
    cards += ["ship.west", "small.north", "castle.west", "port.wales", "large.west", "bishop.north"]
    for card in cards:
        turn = evening.view(None).turn
        if turn is not None and evening.view(None).legal_action("take-card") is not None:
            assert evening.laptop.submit("take-card", turn, card=card).status_code == 200
    assert evening.view(None).phase == "planning"  # type: ignore[attr-defined]
    return phones


def card_button(device: Device, card: str) -> str:
    """Returns the text on the button of a card that can be picked."""
    (found,) = re.findall(rf'<button[^>]* value="{card}"[^>]*>(.*?)</button>', device.get().text, re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", found).split())


def test_card_to_pick_shows_influence_and_known_income(evening: Evening) -> None:
    phones = open_table(evening, *FOUR)
    in_turn_order(evening)
    influence, income = CONTROL_POINTS["large"], EXAMPLE["income.large.wales"]
    assert f" {influence} influence £{income} income " in card_button(phones[0], "large.wales")
    assert EXAMPLE["value.noble.wales.1"] in card_button(phones[0], "noble.wales.1")
    unread = Evening(evening.app)
    others = open_table(unread, *FOUR, box="new")
    in_turn_order(unread)
    assert "£" not in card_button(others[0], "large.wales")


def test_new_box_is_read_card_by_card_and_remembered(evening: Evening) -> None:
    open_table(evening, "Anna", "Ben", box="new")
    in_turn_order(evening)
    anna, ben = evening.phones
    assert "number in the shield" not in anna.get().text
    anna.submit("take-card", card="noble.wales.1")
    assert "Wales, Noble 1 number in the shield" in anna.text
    assert evening.view(None).turn == 0, "the move waits"
    assert anna.enter_missing_value(7).status_code == 200
    assert anna.enter_printed_value("name.noble.wales.1", "Herbert").status_code == 200
    assert ben.submit("take-card", card="castle.north").status_code == 200, "a castle shows no number"
    ben.submit("take-card", card="port.wales")
    assert ben.enter_missing_value(3).status_code == 200
    table = evening.projection.table
    assert {
        key: table.printed_values[key] for key in ("value.noble.wales.1", "name.noble.wales.1", "income.port.wales")
    } == {
        "value.noble.wales.1": "7",
        "name.noble.wales.1": "Herbert",
        "income.port.wales": "3",
    }
    assert "name.port.wales" not in table.printed_values
    assert "Herbert" in evening.laptop.get().text
    assert evening.services.store.boxes()[0].values["name.noble.wales.1"] == "Herbert"


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"bid": "90", "calais": "midlands"}, "Lower your bid"),
        ({"bid": "1"}, "Choose where the Captain of Calais would land"),
        ({"troops.castle.north": "21"}, "You only have 20 troops."),
        ({"mercenaries.castle.north": "1"}, "You only have 0 mercenaries."),
        ({"moves.noble.wales.1": "west"}, "You can only move your own nobles and ships."),
        (
            {
                f"black.{p}": "1"
                for p in (
                    "bishop.north",
                    "bishop.west",
                    "bishop.wales",
                    "ship.west",
                    "ship.north",
                    "ship.wales",
                    "ship.midlands",
                )
            },
            "You only have 6 cubes of each colour.",
        ),
    ],
)
def test_refused_plan_shows_the_reason_and_its_rule(evening: Evening, form: dict[str, str], words: str) -> None:
    anna = planning(evening, *FOUR)[0]
    response = anna.submit("seal-plan", **form)
    assert response.status_code == 422
    assert words in notice(response)
    assert re.search(r'class="rule">Dutch rulebook, page \d+: \S', response.text)
    assert "Your plan is sealed" not in response.text


def test_nobody_plans_for_another_seat(evening: Evening) -> None:
    phones = planning(evening, *FOUR)
    before = evening.projection.seq
    for device in (evening.laptop, phones[1]):
        response = device.submit("seal-plan", 0, bid=1, calais="midlands")
        assert response.status_code == 403
    assert evening.projection.seq == before
    assert phones[0].submit("seal-plan", bid=1, calais="midlands").status_code == 200


@pytest.mark.parametrize("form", [{"troops": "1"}, {"orders.castle.north": "1"}, {"troops.castle.north": "many"}])
def test_form_that_is_not_a_plan_is_rejected_as_malformed(evening: Evening, form: dict[str, str]) -> None:
    anna = planning(evening, *FOUR)[0]
    assert anna.submit("seal-plan", **form).status_code == 400


def test_form_has_exactly_the_fields_of_the_legal_action(evening: Evening) -> None:
    for seat, phone in enumerate(planning(evening, *FOUR)):
        legal_action = evening.view(seat).legal_action("seal-plan", seat)
        assert legal_action is not None
        page = read(phone.get().text)
        names = {str(control["name"]) for control in page.named("input") if control.get("name")}
        mine = {name for name in names if "." in name or name in ("bid", "calais", "aid")}
        assert mine == {field.name for field in legal_action.fields}
        assert faults(phone.get().text) == []


def test_changing_a_sealed_plan_fills_the_form_with_it(evening: Evening) -> None:
    anna = planning(evening, *FOUR)[0]
    anna.submit("seal-plan", **{"bid": "2", "calais": "midlands", "troops.castle.north": "1"})
    assert "Your plan is sealed." in anna.get().text
    assert anna.submit("change-plan").status_code == 200
    page = read(anna.get().text)
    values = {
        control.get("name"): control.get("value") for control in page.named("input") if control.get("type") == "number"
    }
    assert (values["bid"], values["troops.castle.north"]) == ("2", "1")
    assert "Your plan is sealed." not in anna.text


def test_nothing_is_revealed_while_a_plan_is_being_changed(evening: Evening) -> None:
    anna, ben = planning(evening, "Anna", "Ben")
    anna.submit("seal-plan", bid=2, calais="midlands")
    for device in (evening.laptop, ben):
        assert device.submit("change-plan", 0).status_code == 403
    assert "1 of 2 in" in evening.laptop.get().text
    anna.submit("change-plan")
    assert "0 of 2 in" in evening.laptop.get().text
    ben.submit("seal-plan")
    assert "Everyone plans in secret." in ben.get().text
    assert "1 of 2 in" in ben.text
    anna.submit("seal-plan", bid=3, calais="midlands")
    assert "Calais £3, Midlands" in ben.get(f"/t/{ben.code}/history").text
    assert anna.submit("change-plan").status_code == 422, "they all lie open"


def test_undo_seals_a_reopened_plan_again(evening: Evening) -> None:
    anna = planning(evening, "Anna", "Ben")[0]
    anna.submit("seal-plan", bid=2, calais="midlands")
    anna.submit("change-plan")
    anna.submit("undo", to=evening.projection.seq - 1)
    assert "Your plan is sealed." in anna.get().text
    assert evening.projection.table.state.phase.sealed.of(0).bid == 2


def test_sealed_plan_survives_a_change_of_phone(evening: Evening) -> None:
    anna = planning(evening, *FOUR)[0]
    anna.submit("seal-plan", **{"bid": "2", "calais": "midlands", "troops.castle.north": "1"})
    link = link_for(evening, 0)
    other = Device(evening.app.test_client(), evening.laptop.code, "me", seat=0)
    assert other.post(link).status_code == 303
    assert "Calais £2, Midlands" in other.get().text
    assert "Calais £2, Midlands" not in anna.get().text
    assert other.submit("seal-plan", bid=3, calais="midlands").status_code == 200
    assert evening.projection.table.state.phase.sealed.of(0).bid == 3


def test_seat_without_a_phone_plans_behind_the_curtain(evening: Evening) -> None:
    planning(evening, "Anna", "Ben", "Carla")
    evening.laptop.submit("change-phone", number=2, phone=0)
    opened_curtain = evening.laptop.post(f"/t/{evening.laptop.code}/curtain/2", follow_redirects=True)
    assert "Seal my plan" in opened_curtain.text
    assert "data-keep" not in opened_curtain.text, "nothing stays on a shared device"
    form = {
        "action_name": "seal-plan",
        "page": "curtain",
        "seat": "2",
        "seq": str(evening.projection.seq),
        "bid": "1",
        "calais": "midlands",
    }
    response = evening.laptop.post(f"/t/{evening.laptop.code}/actions", form)
    assert response.status_code == 303
    assert evening.view(None).waiting_for == (0, 1)
    again = evening.laptop.post(f"/t/{evening.laptop.code}/curtain/2", follow_redirects=True)
    assert "Change my plan" in again.text
    change = {"action_name": "change-plan", "page": "curtain", "seat": "2", "seq": str(evening.projection.seq)}
    response = evening.laptop.post(f"/t/{evening.laptop.code}/actions", change, follow_redirects=True)
    assert evening.view(None).waiting_for == (0, 1, 2)
    assert "Seal my plan" in response.text, "the curtain stays open until it is sealed"


def test_planning_timer_is_shown_only_if_the_option_is_set(evening: Evening) -> None:
    anna = planning(evening, "Anna", "Ben")[0]
    assert "data-glass" not in anna.get().text
    other = Evening(evening.app)
    open_table(other, "Anna", "Ben", glass="3")
    assert other.projection.table.state.minutes == 3


def test_two_players_see_no_houses(evening: Evening) -> None:
    planning(evening, "Anna", "Ben")
    text = evening.laptop.get().text
    screen = text[text.index('id="screen"') :]  # the drawings before it are those of every table
    assert "Lancaster" not in screen
    assert "rose-" not in screen


def test_skipping_french_aid_names_the_skipped_players_first(evening: Evening) -> None:
    records = projection_in(RECORDED / "3-aid-in-turn.jsonl").records
    offered = (n for n, r in enumerate(records) if isinstance(r.event, AidOffered) and len(r.event.asked) > 1)
    live = evening.services.tables.adopt(records[: next(offered) + 1])
    evening.laptop.code = live.code
    (first, _), *others = evening.view(None).aid  # type: ignore[attr-defined]
    page = phone_at(evening, live, first).get().text
    panel = page[page.index("No one asks France this round") :]
    for seat, _ in others:
        assert live.projection.table.names[seat] in panel[: panel.index("Yes, no one asks")]
    assert "Does everyone keep their tile?" in panel
    assert page.count("No one asks France this round") == 1
    assert "<summary" in page[page.index("No one asks France this round") - 80 :][:80], "no button that sends at once"


# --- stumbling blocks of a first evening ---------------------------------------------------------------------------


def cards_to_pick(device: Device) -> list[str]:
    return re.findall(r'name="card" value="([^"]+)"', device.get().text)


def test_without_a_box_herald_lays_out_the_cards(evening: Evening) -> None:
    anna, ben = open_table(evening, "Anna", "Ben", box="example")
    in_turn_order(evening)
    laid_out = evening.projection.table.state.phase.laid_out
    assert len(laid_out) == 12
    for device in (anna, evening.laptop):
        assert sorted(cards_to_pick(device)) == sorted(set(laid_out))
    assert "Draw 12 cards" not in anna.text
    assert "Draw 12 cards" not in evening.laptop.get().text
    other = next(piece for piece in PIECES if piece not in laid_out)
    anna.submit("take-card", card=other)
    assert notice(anna.last).startswith("That card isn’t on display. Pick another one.")  # type: ignore[arg-type]
    while evening.view(None).phase == "cards":  # type: ignore[attr-defined]
        phone = (anna, ben)[evening.view(None).turn or 0]
        assert phone.submit("take-card", card=cards_to_pick(phone)[0]).status_code == 200
    assert evening.view(None).phase == "planning"  # type: ignore[attr-defined]


def test_with_a_box_the_table_lays_out_the_cards(evening: Evening) -> None:
    open_table(evening, "Anna", "Ben")
    in_turn_order(evening)
    assert "Draw 12 cards and lay them out." in evening.laptop.get().text
    assert len(cards_to_pick(evening.laptop)) == len(PIECES) + 1


def test_table_with_a_box_may_let_herald_lay_out_the_cards(evening: Evening) -> None:
    open_table(evening, "Anna", "Ben", cards="herald")
    in_turn_order(evening)
    assert len(evening.projection.table.state.phase.laid_out) == 12


def test_files_with_an_unknown_option_are_not_imported() -> None:
    old = load((RECORDED / "2-empty-area.jsonl").read_text(encoding="utf-8")).records[0].event
    assert isinstance(old, TableOpened)
    assert "cards" not in old.options
    assert could_open(old)
    assert not could_open(replace(old, options={**old.options, "dice": "herald"}))


def test_last_plan_leads_to_parliament_with_a_full_history(evening: Evening) -> None:
    phones = planning(evening, "Anna", "Ben")
    phones[0].submit("seal-plan", **{"bid": "2", "calais": "midlands", "troops.castle.north": "1"})
    assert "Calais £2, Midlands" not in phones[1].get().text
    phones[1].submit("seal-plan")
    for device in (*phones, evening.laptop):
        text = device.get(f"/t/{device.code}/history").text
        assert "Calais £2, Midlands" in text
        assert "1 troop at Pontefract" in text
        assert "no orders" in text
        assert "Before parliament: is the board correct?" in device.get().text, "nobody bribes, nobody attacks"


def test_calais_is_explained_next_to_the_bid(evening: Evening) -> None:
    anna = planning(evening, "Anna", "Ben")[0]
    anna.get()
    assert (
        "Highest bid: a noble with 4 influence there and 4 VPs, this round only. Everyone pays their bid." in anna.text
    )


def test_negative_numbers_have_a_minus_sign_everywhere(evening: Evening) -> None:
    planning(evening, "Anna", "Ben")
    evening.laptop.submit("correct-points", 0, whose=1, points=9)
    evening.laptop.submit("correct-points", 0, whose=1, points=4)
    history = evening.laptop.get(f"/t/{evening.laptop.code}/history").text
    assert "+9 victory points for Ben." in history
    assert "−5 victory points for Ben." in history
    sheet = evening.laptop.get(f"/t/{evening.laptop.code}/sheet").text
    assert not re.search(r">\s*-\d", sheet)


def corrections_page(phone: Device) -> str:
    return all_corrections(phone)


def test_captain_can_be_corrected_on_any_screen(evening: Evening) -> None:
    phones = planning(evening, *FOUR)
    for phone in phones:
        assert 'value="correct-calais"' not in corrections_page(phone)
        phone.submit("seal-plan")
    assert 'value="correct-calais"' in corrections_page(phones[2])
    assert phones[2].submit("correct-calais", 0, owner=1, area="midlands").status_code == 200
    assert evening.projection.table.state.calais == (1, "midlands")


def test_finished_game_gets_its_last_parliament_on_one_device(evening: Evening) -> None:
    laptop = evening.laptop
    answer = laptop.post("/new/wars-of-the-roses/end", {"name": list(FOUR), "box": "new"})
    assert answer.status_code == 303, answer.text
    laptop.code = answer.location.split("/")[2]
    assert "How do things stand before the last parliament?" in laptop.get().text
    for seat, (points, house) in enumerate(((90, "york"), (80, "lancaster"), (70, "lancaster"), (60, "york"))):
        laptop.submit("enter-points", seat, points=points, house=house)
    laptop.submit("enter-kings", 0, lancaster=1, york=2)
    for piece in ("castle.wales", "large.wales", "castle.north"):
        laptop.submit("claim-place", 1, place=piece)
    laptop.submit("claim-place", 0, place="castle.west")
    laptop.submit("enter-captain", 0, area="midlands")
    assert "Hold the last parliament" in laptop.get().text
    legal_action = evening.view(None).legal_action("confirm-board")
    assert legal_action is not None
    assert legal_action.missing_values
    laptop.submit("confirm-board", 0)
    while waiting := evening.services.pending_moves.at(laptop.code):
        field, *_ = waiting.missing(evening.projection.table.printed_values)
        assert laptop.enter_missing_value(LIKELY[field]).status_code == 200
    standings = evening.projection.table.standings
    assert standings is not None
    # Anna: West Country, the Midlands, the Captain of Calais. Ben: North England, Wales, the Constable, and with Carla
    # the King. The Captain alone gives no votes.
    assert [(row.seat, row.points) for row in standings.places] == [(0, 108), (1, 103), (2, 75), (3, 60)]
    sheet = laptop.get(f"/t/{laptop.code}/sheet").text
    assert "Before the last parliament" in sheet


def test_only_tied_leaders_are_asked_for_their_pieces(evening: Evening) -> None:
    laptop = evening.laptop
    answer = laptop.post("/new/wars-of-the-roses/end", {"name": list(FOUR[:3]), "box": "new"})
    laptop.code = answer.location.split("/")[2]
    for seat, points in enumerate((50, 50, 20)):
        laptop.submit("enter-points", seat, points=points)
    assert "To see who won, tap the pieces of Anna and Ben." in laptop.get().text
    assert "who won?" not in laptop.text
    laptop.submit("claim-place", 0, place="castle.wales")
    assert laptop.submit("enter-no-pieces", 2).status_code == 422, "Carla is not tied"
    laptop.submit("enter-no-pieces", 1)
    assert "who won?" in laptop.get().text
    laptop.submit("count-only", 0)
    standings = evening.projection.table.standings
    assert standings is not None
    assert standings.winners == (0,)


def test_lobby_does_not_ask_for_the_only_tracking_mode(evening: Evening) -> None:
    page = evening.laptop.get("/new/wars-of-the-roses").text
    assert "Already played? Score a finished game." in page
    assert "How closely should Herald track the game?" not in page
    open_table(evening, "Anna", "Ben")
    assert "How closely should Herald track the game?" not in evening.laptop.get().text
