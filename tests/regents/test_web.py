"""Régents on the screens: private actions from the own phone only, refusals with reasons, doors stored in the box."""

from __future__ import annotations

import re

import pytest

from scoring.regents.components import DOOR_KEYS
from scoring.regents.scoring_phase import Score
from scoring.regents.view import RegentsView
from scoring.replay import last_undo_step
from scoring.table import PLAYER_COLOURS
from scoring.words import T
from tests.actors import HTMX, Device, Evening
from tests.regents.play import CLANS_OF, DOMAINS_OF

NAMES = ("Anna", "Ben", "Carla", "David")
PLACES = ("throne", "chapel", "store", "knights")


def act_without_page(evening: Evening, device: Device, action: str, seat: int, **values: object) -> None:
    """Takes an action without loading pages, to prepare a test quickly."""
    assert device.submit(action, seat, evening.projection.seq, htmx=False, **values).status_code == 303


def with_real_cards(evening: Evening, *names: str, **form: str) -> list[Device]:
    """Starts the game with real clan and domain cards."""
    evening.open("regents", **{"box": "new", **form})
    for name, colour in zip(names, PLAYER_COLOURS, strict=False):
        evening.sit(name, colour)
    assert evening.laptop.submit("start-game").status_code == 200
    return evening.phones


def table_with_entered_cards(evening: Evening, *names: str, **form: str) -> list[Device]:
    """Returns the phones after all cards are entered: Anna MacKintosh, Ben Campbell, Carla MacGregor, David MacDuff."""
    phones = with_real_cards(evening, *(names or NAMES), **form)
    for seat, phone in enumerate(phones):
        act_without_page(evening, phone, "enter-cards", seat, clan=CLANS_OF[seat], domain=DOMAINS_OF[seat])
    return phones


def table_at_first_turn(evening: Evening, **form: str) -> list[Device]:
    """Returns the phones at the start of Anna's first turn; everybody has an agent in four rooms."""
    phones = table_with_entered_cards(evening, **form)
    place_agents(evening)
    return phones


def place_agents(evening: Evening) -> None:
    for door in DOOR_KEYS:  # a new box asks for doors first: no outer rooms are adjacent
        evening.laptop.enter_printed_value(door, "wall")
    act_without_page(evening, evening.laptop, "begin", 0, first=0)
    for place in PLACES:
        for seat in range(len(evening.phones)):
            act_without_page(evening, evening.laptop, "place-agent", seat, place=place)


def view_of(evening: Evening, seat: int | None = None) -> RegentsView:
    view = evening.view(seat)
    assert isinstance(view, RegentsView)
    return view


# --- secrets -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "values"),
    [
        ("correct-cards", {"clan": "stewart", "domain": "trade"}),
        ("play-card", {"card": "alliance"}),
        ("accuse", {"whose": "1", "clan": "campbell"}),
        ("show-domain", {}),
    ],
)
def test_private_actions_are_accepted_from_the_own_phone_only(
    evening: Evening, action: str, values: dict[str, str]
) -> None:
    _, ben, *_ = table_at_first_turn(evening)
    before = evening.projection.seq
    for device in (ben, evening.laptop):
        assert device.submit(action, seat=0, **values).status_code == 403
    assert evening.projection.seq == before


def test_nobody_enters_or_reads_the_cards_of_another_seat(evening: Evening) -> None:
    anna, ben, *_ = with_real_cards(evening, *NAMES)
    anna.submit("enter-cards", clan="stewart", domain="trade")
    assert ben.submit("enter-cards", seat=0, clan="campbell", domain="military").status_code == 403
    assert evening.laptop.submit("enter-cards", seat=0, clan="campbell", domain="military").status_code == 403
    own = view_of(evening, 0).own
    assert own is not None
    assert own.clan == T("Stewart")
    for device in (ben, evening.laptop):
        page = device.get().text
        assert 'id="my-cards"' not in page or "Stewart" not in page.split('id="my-cards"')[1]
    assert ben.get(f"/t/{ben.code}/curtain/0").status_code == 403


def test_card_correction_is_undone_by_its_owner_or_with_the_host(evening: Evening) -> None:
    anna, *_ = table_at_first_turn(evening)
    assert anna.submit("correct-cards", clan="stewart", domain="trade").status_code == 200
    of_anna, of_ben = last_undo_step(evening.projection, 0), last_undo_step(evening.projection, 1)
    assert of_anna is not None
    assert of_ben is not None
    assert (of_anna.needs_host, of_ben.needs_host) == (False, True)


def test_only_the_accused_chooses_where_the_accuser_goes_back(evening: Evening) -> None:
    anna, ben, carla, _ = table_at_first_turn(evening)
    for domain in ("trade", "military"):
        act_without_page(evening, evening.laptop, "correct-marker", 0, whose=0, domain=domain, value=3)
    assert anna.submit("accuse", whose=1, clan="stewart").status_code == 200
    for device in (anna, carla, evening.laptop):
        assert 'value="take-away"' not in device.get().text
        assert device.submit("take-away", seat=1, domain="trade").status_code == 403
    assert 'value="take-away"' in ben.get().text
    assert ben.submit("take-away", domain="trade").status_code == 200
    assert ben.submit("take-away", domain="military").status_code == 200
    assert view_of(evening).choice == ""


def test_accuser_is_warned_about_a_revealed_clan(evening: Evening) -> None:
    warning = "A revealed clan can only be right for its owner."
    anna, *_ = table_with_entered_cards(evening, *NAMES[:3])
    evening.laptop.submit("show-neutral", seat=0, clan="stewart")
    place_agents(evening)
    form = anna.get().text.partition('id="accuse"')[2].partition("</details>")[0]
    assert warning in form
    assert form.count("revealed: neutral clan") == 1
    assert warning not in evening.laptop.get().text
    assert anna.submit("accuse", whose=1, clan="stewart").status_code == 200


def test_accused_without_a_phone_answers_behind_the_curtain(evening: Evening) -> None:
    anna, *_ = table_at_first_turn(evening)
    for domain in ("trade", "military"):
        act_without_page(evening, evening.laptop, "correct-marker", 0, whose=0, domain=domain, value=3)
    assert anna.submit("accuse", whose=1, clan="stewart").status_code == 200
    assert evening.laptop.submit("change-phone", number=1, phone=0).status_code == 200
    opened = evening.laptop.post(f"/t/{anna.code}/curtain/1", follow_redirects=True).text
    assert 'value="take-away"' in opened
    behind = {
        "action_name": "take-away",
        "seat": 1,
        "seq": evening.projection.seq,
        "page": "curtain",
        "domain": "trade",
    }
    assert evening.laptop.post(f"/t/{anna.code}/actions", behind).status_code == 200
    assert evening.projection.table.state.tracks[0] == (0, 3, 0, 0, 2)


def test_history_and_export_of_a_running_table_reveal_no_clan(evening: Evening) -> None:
    anna, *_ = table_at_first_turn(evening)
    anna.submit("spy", whose=1)
    anna.submit("accuse", whose=1, clan="stewart")
    for path in ("history", "export", "table"):
        text = evening.laptop.get(f"/t/{anna.code}/{path}").text.lower()
        assert not any(f'"{clan}"' in text or f" {clan}." in text for clan in CLANS_OF), path
    assert "Anna accused Ben and was wrong." in evening.laptop.get(f"/t/{anna.code}/history").text


def test_only_the_own_phone_shows_the_deduction_sheet(evening: Evening) -> None:
    phones = table_at_first_turn(evening)
    for phone in phones:
        assert phone.get(htmx=True).text.count('class="sheet-table"') == 1
    assert "sheet-table" not in evening.laptop.get().text


# --- refusals --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "values", "told"),
    [
        ("move-piece", {"piece": "agent.tower", "to": "chapel"}, "There’s no agent at that location"),
        ("move-piece", {"piece": "outside", "to": "chapel"}, "All four of your agents are already in the castle"),
        ("move-piece", {"piece": "king", "to": "tower"}, "The King can only enter rooms"),
        ("accuse", {"whose": "0", "clan": "campbell"}, "not yourself"),
        ("accuse", {"whose": "1", "clan": "macbeth"}, "not an option right now"),
        ("play-card", {"card": "suspicion"}, "isn’t in your hand"),
        ("use-chip", {}, "You have no privilege chip"),
        ("score", {"order": "nothing"}, "Finish your actions first"),
    ],
)
def test_illegal_action_is_refused_with_the_reason(
    evening: Evening, action: str, values: dict[str, str], told: str
) -> None:
    anna, *_ = table_at_first_turn(evening)
    before = evening.projection.seq
    assert anna.submit(action, **values).status_code == 422
    assert told in anna.text
    assert evening.projection.seq == before


def test_a_move_can_be_tapped_on_any_device_of_the_table(evening: Evening) -> None:
    anna, ben, *_ = table_at_first_turn(evening)
    assert anna.submit("move-piece", piece="agent.chapel", to="tower").status_code == 200
    assert ben.submit("move-piece", seat=0, piece="agent.store", to="rampart").status_code == 200
    assert evening.laptop.submit("move-piece", seat=0, piece="king", to="treasure").status_code == 200
    assert "Anna scores." in evening.laptop.text
    assert "4 other orders" in evening.laptop.text


def test_correction_previews_its_changes(evening: Evening) -> None:
    anna, *_ = table_at_first_turn(evening)
    before = evening.projection.seq
    anna.submit("correct-marker", whose=1, domain="trade", value=13, preview="1")
    assert "Corrected: Ben is at Trade 13." in anna.text
    assert "0 → 13" in anna.text
    assert evening.projection.seq == before


# --- entrances and screens ----------------------------------------------------------------------------------------


def test_doors_are_asked_for_automatically_and_stored_in_the_box(evening: Evening) -> None:
    table_with_entered_cards(evening)
    assert 'name="box.' not in evening.laptop.get().text
    assert evening.laptop.enter_printed_value("door.chapel.store", "door").status_code == 200
    evening.laptop.submit("begin", seat=0, first=0)
    assert "Is this what’s printed?" in evening.laptop.text
    evening.laptop.post(f"/t/{evening.laptop.code}/number", {"page": "table", "likely": "1"}, headers=HTMX)
    kept = evening.services.store.boxes("regents")[0].values
    assert [kept[key] for key in DOOR_KEYS].count("wall") == len(DOOR_KEYS) - 1
    assert kept["door.chapel.store"] == "door"
    evening.laptop.get(htmx=True)
    assert "adjacent: Store Room" in evening.laptop.text


@pytest.mark.parametrize("edition", ["en", "de", "nl"])
def test_every_screen_of_a_three_player_game_can_be_rendered(evening: Evening, edition: str) -> None:
    phones = table_with_entered_cards(evening, *NAMES[:3], edition=edition)
    evening.laptop.submit("show-neutral", seat=0, clan="stewart")
    place_agents(evening)
    evening.laptop.get()
    assert "Neutral: Stewart" in evening.laptop.text
    for _ in range(3):
        to = "treasure" if view_of(evening).location("throne").king else "throne"
        assert phones[0].submit("move-piece", piece="king", to=to).status_code == 200
    if edition == "en":
        assert phones[0].submit("move-piece", piece="neutral.chapel", to="tower").status_code == 200
    assert phones[0].submit("score", order=view_of(evening).plans[0].key).status_code == 200
    if edition != "en":
        assert "Skip the neutral agents" in phones[0].text
        assert phones[0].submit("forgo-move").status_code == 200
    assert "Ben: 3 actions left." in evening.laptop.get().text


# --- other tracking modes ------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["en", "de", "nl"])
def test_score_rises_by_the_number_on_the_button(evening: Evening, edition: str) -> None:
    """A chip won on the way is counted with the chips, not with the points."""
    anna, *_ = table_with_entered_cards(evening, follow="counts", edition=edition)
    for door in DOOR_KEYS:
        evening.laptop.enter_printed_value(door, "wall")
    act_without_page(evening, evening.laptop, "begin", 0, first=0)
    act_without_page(evening, evening.laptop, "correct-marker", 0, whose=0, domain="political", value=3)
    for place in ("throne", "tower"):
        assert anna.submit("claim-place", place=place).status_code == 200
    before = view_of(evening).players[0]
    button = re.search(r"Score \+(\d+)", anna.get().text)
    assert button is not None
    assert anna.submit("score", order=view_of(evening).plans[0].key).status_code == 200
    after = view_of(evening).players[0]
    assert after.chips == before.chips + 1
    assert after.points - before.points == int(button[1]) == 2


def test_player_on_turn_taps_the_locations_held(evening: Evening) -> None:
    anna, ben, *_ = table_with_entered_cards(evening, follow="counts")
    for door in DOOR_KEYS:  # a new box asks for doors first: no outer rooms are adjacent
        evening.laptop.enter_printed_value(door, "wall")
    act_without_page(evening, evening.laptop, "begin", 0, first=0)
    assert anna.submit("claim-place", place="throne").status_code == 200
    assert 'name="place" value="throne" aria-pressed="true"' in anna.get().text
    assert 'name="place" value="throne"' not in ben.get().text.partition('id="castle"')[0], "Ben’s phone is calm"
    assert "Score +1" in anna.text
    assert ben.submit("give-up-place", seat=0, place="throne").status_code == 200, "anybody may tap for somebody else"
    assert anna.submit("claim-place", place="throne").status_code == 200
    assert anna.submit("score", order="throne").status_code == 200
    assert view_of(evening).tracks[0].values == (1, 0, 0, 0)
    assert "Ben’s turn." in anna.text


def test_table_changes_its_tracking_mode(evening: Evening) -> None:
    table_with_entered_cards(evening, *NAMES[:3], follow="counts")
    act_without_page(evening, evening.laptop, "show-neutral", 0, clan="stewart")
    for door in DOOR_KEYS:  # a new box asks for doors first: no outer rooms are adjacent
        evening.laptop.enter_printed_value(door, "wall")
    act_without_page(evening, evening.laptop, "begin", 0, first=0)
    act_without_page(evening, evening.laptop, "change-tracking-mode", 0, way="moves")
    for device in (evening.laptop, *evening.phones):
        assert "Where are the agents and the King?" in device.get().text
    for place in PLACES:
        for whose in range(4):
            act_without_page(evening, evening.laptop, "enter-piece", whose % 3, whose=whose, place=place)
    assert "Where is the King?" in evening.phones[0].get().text
    act_without_page(evening, evening.laptop, "enter-piece", 0, whose=-1, place="store")
    assert "Your turn: 3 actions" in evening.phones[0].get().text


def test_final_scoring_is_entered_on_one_device(evening: Evening) -> None:
    laptop = evening.laptop
    opened = laptop.post("/new/regents/end", {"name": ["Anna", "Ben", "Carla"], "box": "new", "edition": "en"})
    assert opened.status_code == 303, opened.text
    laptop.code = opened.location.split("/")[2]
    assert "What does everyone have?" in laptop.get().text
    for seat, (domain, marker) in enumerate((("political", 10), ("military", 6), ("trade", 4))):
        tracks = {f"tracks__{one}": marker if one == domain else 1 for one in DOMAINS_OF}
        form = {**tracks, "chips": seat, "counsellors": 2, "domain": domain, "shown": 1}
        assert laptop.submit("enter-end", seat, **form).status_code == 200
    assert laptop.submit("confirm-board", 0).status_code == 200
    # Four tracks with one point, sole lead in the own domain, two counsellors.
    assert [place.points for place in evening.projection.table.standings.places] == [19, 16, 15]
    assert laptop.text.count("Anna is Guardian of the Kingdom") == 1, "said once"
    assert "3 ahead of Ben, 19 to 16." in laptop.text


# --- spaces on chosen tracks ------------------------------------------------------------------------------------


def test_each_tap_of_two_spaces_names_the_value_it_leads_to(evening: Evening) -> None:
    anna, *_ = table_at_first_turn(evening)
    act_without_page(evening, evening.laptop, "correct-marker", 0, whose=0, domain="trade", value=6)
    assert anna.submit("play-card", card="influence").status_code == 200
    assert "2 spaces to go: choose a track for each." in anna.text
    for hint in ("6 → 8", "0 → 1"):
        assert hint in anna.text
    assert anna.submit("advance", domain="trade").status_code == 200
    assert "One more space: choose a track." in anna.text
    assert "8 → 10" in anna.text


def test_accused_player_reads_how_far_the_accuser_goes_back(evening: Evening) -> None:
    anna, ben, *_ = table_at_first_turn(evening)
    for domain, value in (("trade", 8), ("political", 1)):
        act_without_page(evening, evening.laptop, "correct-marker", 0, whose=0, domain=domain, value=value)
    assert anna.submit("accuse", whose=1, clan="stewart").status_code == 200
    assert "Anna goes back 2 spaces: choose a track for each." in ben.get().text
    for hint in ("8 → 6", "1 → 0"):
        assert hint in ben.text


# --- texts and legal actions before scoring -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("held", "words"),
    [
        (18, "Two counsellors in its room now"),
        (19, "The reserve has only one counsellor, so you’d get one instead of two"),
        (20, "The reserve is empty, so you’d get no counsellor"),
    ],
)
def test_domain_button_announces_an_empty_reserve(evening: Evening, held: int, words: str) -> None:
    anna, *_ = table_at_first_turn(evening)
    act_without_page(evening, evening.laptop, "correct-counsellors", 0, whose=1, count=held)
    anna.get()
    assert words in anna.text
    assert ("Reveal it anyway?" in anna.text) == (held > 18)
    assert anna.submit("show-domain").status_code == 200
    assert len(evening.projection.table.state.on_board) == 20 - held


def test_diplomacy_with_two_ties_offers_only_valid_combinations(evening: Evening) -> None:
    """de 341: only one of the two ties is won, so no order with the room includes a push by the Rampart."""
    anna, *_ = table_at_first_turn(evening, edition="de")
    for seat in range(4):
        for place in PLACES[1:]:
            act_without_page(evening, evening.laptop, "correct-agent", 0, whose=seat, origin=place, place="treasure")
    for seat, place in ((0, "rampart"), (1, "rampart"), (0, "chapel"), (1, "chapel")):
        act_without_page(evening, evening.laptop, "correct-agent", 0, whose=seat, origin="treasure", place=place)
    act_without_page(evening, evening.laptop, "correct-marker", 0, whose=1, domain="trade", value=3)
    act_without_page(evening, anna, "play-card", 0, card="diplomacy")
    act_without_page(evening, evening.laptop, "be-excused", 0)
    combinations = [
        (order, push) for form in score_forms(anna.get().text) for order in form["order"] for push in form["push"]
    ]
    assert {("chapel", "nobody"), ("nothing", "1.trade"), ("nothing", "nobody")} == set(combinations)
    table = evening.projection.table
    for order, push in combinations:
        assert table.game.refusal(table.state, 0, Score(order, push)) is None
    assert anna.submit("score", order="nothing", push="1.trade").status_code == 200


def sent_from_the_bar(html: str, form: str) -> str:
    named = re.search(r'<form[^>]* id="([^"]+)"', form)
    return "".join(re.findall(rf'<button[^>]* form="{named[1]}"[^>]*>', html)) if named else ""


def score_forms(html: str) -> list[dict[str, list[str]]]:
    """Returns the options of each scoring form by field, including its buttons in the bar. Fields that a form lacks are
    "nobody"."""
    forms = [form for form in re.findall(r"<form.*?</form>", html, re.DOTALL) if 'value="score"' in form]
    forms = [form + sent_from_the_bar(html, form) for form in forms]
    return [
        {name: re.findall(rf'name="{name}" value="([^"]+)"', form) or ["nobody"] for name in ("order", "push")}
        for form in forms
    ]


def test_card_drawn_by_hand_is_entered_on_the_spys_phone(evening: Evening) -> None:
    anna, ben, *_ = table_at_first_turn(evening)
    assert 'value="spy-by-hand"' in anna.get().text
    for device in (ben, evening.laptop):
        assert 'value="spy-by-hand"' not in device.get().text
        assert device.submit("spy-by-hand", seat=0, whose=1, card="betrayal").status_code == 403
    assert anna.submit("spy-by-hand", whose=1, card="betrayal").status_code == 200
    assert "Ben holds Betrayal, so isn’t Stewart." in anna.text
    assert "holds Betrayal" not in evening.laptop.get().text + ben.get().text


def test_chip_won_in_scoring_is_used_at_once_on_the_screens(evening: Evening) -> None:
    anna, *_ = table_at_first_turn(evening, edition="nl")
    act_without_page(evening, evening.laptop, "correct-marker", 0, whose=0, domain="religious", value=3)
    act_without_page(evening, evening.laptop, "correct-agent", 0, whose=0, origin="store", place="chapel")
    act_without_page(evening, evening.laptop, "be-excused", 0)
    assert anna.submit("score", order="chapel").status_code == 200
    assert "Anna can use a chip right away or end the turn." in anna.text
    assert "Use a chip: one more action" in anna.text
    assert anna.submit("use-chip").status_code == 200
    assert anna.submit("move-piece", piece="king", to="store").status_code == 200
    assert "End turn" in anna.text
    assert anna.submit("end-turn").status_code == 200
    assert evening.projection.table.state.turn == 1


def test_chip_is_offered_before_skipping_the_rest(evening: Evening) -> None:
    anna, *_ = table_at_first_turn(evening)
    act_without_page(evening, evening.laptop, "correct-chip", 0, chip="political.4", holder=0)
    text = anna.get().text
    taps = ("Take a counsellor", "Use a chip: one more action", "Skip the rest")
    assert sorted(taps, key=text.index) == list(taps)


def test_owner_of_a_duplicate_card_is_warned_on_the_own_phone(evening: Evening) -> None:
    anna, ben, *_ = table_at_first_turn(evening)
    assert ben.submit("correct-cards", clan="mackintosh", domain="political").status_code == 200
    warning = "Another player has already revealed one of your cards"
    assert warning not in ben.text
    assert anna.submit("show-domain").status_code == 200
    assert "Political was entered twice. Everyone, check your domain card." in anna.text
    assert warning in " ".join((ben.get().text, ben.text))
    assert warning not in evening.laptop.get().text + anna.get().text


@pytest.mark.parametrize(
    ("action", "values", "told"),
    [
        ("correct-played", {"card": "alliance", "played": 1}, "Corrected: Anna has played Alliance."),
        ("correct-domain", {"shown": 1}, "Corrected: Anna’s domain card is revealed: Political."),
        ("correct-tile", {"clan": "stewart", "gone": 1}, "Anna corrected their accusation tiles."),
    ],
)
def test_own_cards_and_tiles_are_corrected_on_the_own_phone(
    evening: Evening, action: str, values: dict[str, object], told: str
) -> None:
    anna, ben, *_ = table_at_first_turn(evening)
    page = f"/t/{anna.code}/me/corrections?at=seat."
    assert f'value="{action}"' in anna.get(f"{page}0").text
    assert f'value="{action}"' not in anna.get(f"{page}1").text
    assert f'value="{action}"' in ben.get(f"{page}1").text, "of one’s own cards"
    assert f'value="{action}"' not in evening.laptop.get(f"/t/{anna.code}/table/corrections?at=seat.0").text
    assert ben.submit(action, seat=0, **values).status_code == 403
    assert anna.submit(action, **values).status_code == 200
    ben.get(f"/t/{anna.code}/history")
    assert told in ben.text
