"""Sharing a box: as a file, QR codes in a picture, or their text. The user chooses between differences."""

from __future__ import annotations

import contextlib
import io
import json
import random
import re
import sys
from functools import cache
from html import unescape
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image
from werkzeug.datastructures import FileStorage, MultiDict
from werkzeug.test import TestResponse

from companion import picture_reader, qr, sharing
from companion.sharing import codes_in, codes_of, sheet_of, texts_in_pictures
from companion.store import BoxRow
from scoring.games import GAMES
from scoring.kernel import PrintedValueEntered, Refusal
from scoring.royals.components import EXAMPLE
from tests.actors import Device, Evening
from tests.web.scenes import notice, stranger

ROYALS = BoxRow(1, "royals", "Ours", dict(EXAMPLE), "abacus", "Anna, Ben")
AREAS = {"Grentebrige": "3", "Lancastre": "3", "Lideforde": "3", "Lincolia": "3", "Stadford": "3"}
VOTES = {f"votes.{area}": votes for area, votes in AREAS.items()}
LANG_LEBE = BoxRow(1, "lang-lebe", "Theirs", VOTES, "", "Carla")


def photograph(texts: list[str], angle: float = 4, quality: int = 70) -> bytes:
    """Returns a photograph of the screen, slightly rotated and blurred."""
    drawn = [qr.code(text).get_matrix() for text in texts]
    size, module = max(map(len, drawn)), 6
    screen = Image.new("L", (size * module * len(drawn), size * module), 235)
    for number, matrix in enumerate(drawn):
        for y, row in enumerate(matrix):
            for x, dark in enumerate(row):
                if dark:
                    left, top = (number * size + x) * module, y * module
                    screen.paste(30, (left, top, left + module, top + module))
    taken = io.BytesIO()
    screen.rotate(angle, expand=True, fillcolor=120).save(taken, "JPEG", quality=quality)
    return taken.getvalue()


def import_pictures(device: Device, *files: bytes, codes: str = "") -> TestResponse:
    form: MultiDict[str, object] = MultiDict([("codes", codes)])
    for number, content in enumerate(files):
        form.add("file", FileStorage(io.BytesIO(content), f"{number}.jpg"))
    return device.client.post("/boxes/import", data=form, content_type="multipart/form-data")


# --- as codes ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_codes_of_a_whole_box_contain_its_values(game: str) -> None:
    sheet = sheet_of(BoxRow(1, game, "Ours", dict(GAMES[game].example), "", "Anna"))
    texts = codes_of(sheet)
    found = codes_in(reversed(texts))
    assert found
    assert json.loads(found.sheet()) == sheet
    assert len(texts) <= 4


def test_box_of_royals_is_read_from_one_picture_of_all_its_codes() -> None:
    texts = codes_of(sheet_of(ROYALS))
    assert len(texts) > 1
    assert sorted(texts_in_pictures([photograph(texts)])) == sorted(texts)


def test_codes_of_two_boxes_are_not_mixed() -> None:
    our_box, theirs = codes_of(sheet_of(ROYALS)), codes_of({**sheet_of(ROYALS), "name": "Theirs"})
    found = codes_in([our_box[0], *theirs[1:]])
    assert found
    assert found.missing == tuple(range(2, len(our_box) + 1))
    forged = codes_in([text.replace(texts[0].split(" ")[2], "AAAAAA") for texts in (our_box,) for text in texts])
    assert forged
    with pytest.raises(Refusal):
        forged.sheet()


@pytest.mark.parametrize("text", ["", "HERALD-BOX 1/1", "HERALD-BOX 3/2 ABCDEF AAAA", "HERALD-BOX 1/99 ABCDEF AAAA"])
def test_other_texts_are_not_codes(text: str) -> None:
    assert codes_in([text]) is None


@pytest.mark.parametrize("content", [b"", b"\xff\xd8 no picture", b"\x89PNG\r\n\x1a\n", b"{}"])
def test_invalid_picture_has_no_codes(content: bytes) -> None:
    assert texts_in_pictures([content]) == []


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_damaged_pictures_cause_no_error(kind: str) -> None:
    rng, whole = random.Random(kind), blank_picture(kind, 200, 200)
    for _ in range(300):
        damaged = bytearray(whole)
        for place in rng.sample(range(len(whole)), 5):
            damaged[place] = rng.randrange(256)
        del damaged[rng.randrange(len(whole)) if rng.random() < 0.3 else len(whole) :]
        with contextlib.suppress(picture_reader.TooLarge):
            assert picture_reader.texts_in([bytes(damaged)]) == []


@cache
def blank_picture(kind: str, width: int, height: int) -> bytes:
    picture = io.BytesIO()
    Image.new("L", (width, height), 255).save(picture, kind)
    return picture.getvalue()


@pytest.mark.parametrize("sizes", [[(4100, 4000)], [(3000, 3000), (3000, 3000)], [(7750, 7750)] * 6])
def test_pictures_over_sixteen_megapixels_in_all_are_refused(evening: Evening, sizes: list[tuple[int, int]]) -> None:
    answer = import_pictures(evening.laptop, *(blank_picture("PNG", *size) for size in sizes))
    sentence = "Those photos are too large to read. Send fewer at once: 16 megapixels are the limit."
    assert (answer.status_code, notice(answer)) == (422, sentence)


def test_large_photographs_are_read_at_a_smaller_scale() -> None:
    texts = codes_of(sheet_of(ROYALS))
    with Image.open(io.BytesIO(photograph(texts))) as taken:
        larger = taken.resize((taken.width * 4, taken.height * 4))
    assert larger.width * larger.height > picture_reader.MOST_PIXELS
    shot = io.BytesIO()
    larger.save(shot, "JPEG")
    assert sorted(texts_in_pictures([shot.getvalue()])) == sorted(texts)
    assert picture_reader.decode(shot.getvalue(), 4_000_000, 16_000_000).size[0] * 2 <= larger.width


def test_pictures_are_read_in_a_process_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = codes_of(sheet_of(ROYALS))
    taken = photograph(texts)
    monkeypatch.setattr(Image, "open", None)
    assert sorted(texts_in_pictures([taken])) == sorted(texts)


ENDLESS = "import sys; sys.stdin.buffer.read()\nwhile True: pass"
GREEDY = """
import sys
sys.path.insert(0, {folder!r})
import picture_reader
picture_reader.limit_resources()
bytearray(2 * picture_reader.MEMORY)
"""


@pytest.mark.parametrize("script", [ENDLESS, GREEDY], ids=["endless", "greedy"])
def test_reader_is_limited_in_time_and_memory(evening: Evening, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    folder = str(Path(picture_reader.__file__).parent)
    monkeypatch.setattr(sharing, "READER", (sys.executable, "-c", script.format(folder=folder)))
    monkeypatch.setattr(sharing, "PATIENCE", 3.0)
    assert import_pictures(evening.laptop, photograph(["HERALD-BOX 1/1 ABCDEF AAAA"])).status_code == 422


# --- between two Heralds ----------------------------------------------------------------------------------


def test_page_shows_all_codes_and_only_to_the_household(evening: Evening) -> None:
    box = evening.services.store.add_box("royals", "Ours", "abacus", "Anna")
    evening.services.store.fill_box(box.id, EXAMPLE)
    shown = evening.laptop.get(f"/boxes/{box.id}/share").text
    assert shown.count('class="qr"') == len(codes_of(sheet_of(BoxRow(1, "royals", "Ours", EXAMPLE, "abacus", "Anna"))))


def test_picture_imports_the_box_with_edition_and_readers(evening: Evening) -> None:
    answer = import_pictures(evening.laptop, photograph(codes_of(sheet_of(ROYALS))))
    assert answer.location == "/boxes/1"
    (box,) = evening.services.store.boxes()
    assert (box.name, box.edition, box.read_by, box.values) == ("Ours", "abacus", "Anna, Ben", EXAMPLE)
    assert json.loads(evening.laptop.get("/boxes/1/export").text) == sheet_of(box)


def test_codes_can_be_scanned_one_by_one_in_any_order(evening: Evening) -> None:
    first, *others = codes_of(sheet_of(ROYALS))
    answer = import_pictures(evening.laptop, *(photograph([text]) for text in others))
    assert answer.status_code == 422
    assert notice(answer) == f"{len(others)} of {len(others) + 1} codes were read. Add photos of the others too: 1."
    kept = re.search(r"<textarea[^>]*>(.*?)</textarea>", answer.text, re.DOTALL)
    assert kept
    assert evening.services.store.boxes() == []
    assert import_pictures(evening.laptop, photograph([first]), codes=unescape(kept[1])).location == "/boxes/1"


def test_text_of_the_codes_can_be_imported(evening: Evening) -> None:
    assert import_pictures(evening.laptop, codes="\n".join(codes_of(sheet_of(ROYALS)))).location == "/boxes/1"
    assert evening.services.store.boxes()[0].values == EXAMPLE


def test_picture_without_a_code_is_refused_with_advice(evening: Evening) -> None:
    answer = import_pictures(evening.laptop, blank_picture("PNG", 300, 300))
    assert (answer.status_code, notice(answer)) == (
        422,
        "Couldn’t find a code in that photo. Hold the camera straight and move closer.",
    )


def test_sheet_of_0_1_0_is_still_readable(evening: Evening) -> None:
    """Version 0.1.0 had no editions and readers, and asked for the cards needed for titles."""
    old = {
        "format": "herald-box",
        "game": "royals",
        "name": "Ours",
        "values": {"cards.King": "8", "name.Spain.1": "Madrid"},
    }
    assert import_pictures(evening.laptop, json.dumps(old, indent=1).encode()).location == "/boxes/1"
    (box,) = evening.services.store.boxes()
    assert (box.values, box.edition, box.read_by) == (old["values"], "", "")
    assert json.loads(evening.laptop.get("/boxes/1/export").text) == old


# --- differences ------------------------------------------------------------------------------------------


def our_box(evening: Evening, **votes: str) -> int:
    box = evening.services.store.add_box("lang-lebe", "Our copy")
    evening.services.store.fill_box(box.id, {f"votes.{area}": value for area, value in votes.items()})
    return box.id


def test_differences_are_shown_by_place(evening: Evening) -> None:
    our_box(evening, Lancastre="2", Lideforde="3")
    import_pictures(evening.laptop, json.dumps(sheet_of(LANG_LEBE)).encode())
    page = evening.laptop.client.post("/boxes/import", data={"sheet": json.dumps(sheet_of(LANG_LEBE))}).text
    words = " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())
    assert "entered by Carla" in words
    assert "1 value differs from Our copy." in words
    assert "Lancastre: votes on the coat of arms 2 → 3" in words
    assert "3 values not entered here yet" in words
    assert "Lideforde" not in words
    assert len(evening.services.store.boxes()) == 1


def test_only_chosen_values_are_imported(evening: Evening) -> None:
    box = our_box(evening, Lancastre="2", Stadford="2")
    form = {"sheet": json.dumps(sheet_of(LANG_LEBE)), "take": ["votes.Lancastre", "votes.Lincolia", "votes.Paris"]}
    assert evening.laptop.post(f"/boxes/{box}/merge", form).location == f"/boxes/{box}"
    kept = evening.services.store.boxes()[0].values
    assert kept == {"votes.Lancastre": "3", "votes.Lincolia": "3", "votes.Stadford": "2"}


def test_values_that_contradict_a_stated_sum_are_not_imported(evening: Evening) -> None:
    box = our_box(evening, Lundonia="2", Grentebrige="4")
    sheet = {**sheet_of(LANG_LEBE), "values": {"votes.Lincolia": "3"}}
    answer = evening.laptop.post(f"/boxes/{box}/merge", {"sheet": json.dumps(sheet), "take": ["votes.Lincolia"]})
    assert answer.status_code == 422
    assert "Lincolia, Grentebrige and Lundonia together have 10 votes." in notice(answer)
    assert "votes.Lincolia" not in evening.services.store.boxes()[0].values


def test_box_of_another_game_is_not_imported(evening: Evening) -> None:
    box = our_box(evening, Lundonia="2")
    form = {"sheet": json.dumps(sheet_of(ROYALS)), "take": ["name.Spain.1"]}
    assert evening.laptop.post(f"/boxes/{box}/merge", form).status_code == 422


def test_codes_are_small_enough_for_a_photograph() -> None:
    sizes = [len(qr.code(text).get_matrix()) for text in codes_of(sheet_of(ROYALS))]
    assert max(sizes) <= 85
    assert all(one >= other for one, other in pairwise(sizes))


# --- tables opened by guests -----------------------------------------------------------------------------


def opened_by_a_guest(evening: Evening) -> Device:
    guest = stranger(evening)
    guest.code = guest.post("/new/lang-lebe", {"box": "new"}).location.split("/")[2]
    guest.post(f"/j/{guest.code}", {"name": "Gus", "colour": "red"})
    assert guest.enter_printed_value("votes.Wigemor", "4").status_code == 200
    return guest


def test_guest_values_are_kept_only_if_the_household_saves_them(evening: Evening) -> None:
    guest = opened_by_a_guest(evening)
    assert not evening.services.store.boxes("lang-lebe")
    assert "Save to our copy" not in guest.get(f"/t/{guest.code}/box").text
    assert guest.post(f"/t/{guest.code}/box/keep").status_code == 403
    assert "Save to our copy" in evening.laptop.get(f"/t/{guest.code}/box").text
    assert evening.laptop.post(f"/t/{guest.code}/box/keep").location == "/boxes/1"
    assert evening.services.store.boxes("lang-lebe")[0].values == {"votes.Wigemor": "4"}


def test_household_chooses_which_guest_values_to_import(evening: Evening) -> None:
    our_box = evening.services.store.add_box("lang-lebe", "Ours")
    evening.services.store.fill_box(our_box.id, {"votes.Wigemor": "3"})
    guest = opened_by_a_guest(evening)
    page = evening.laptop.post(f"/t/{guest.code}/box/keep").text
    assert "1 value differs from Ours." in page
    assert evening.services.store.boxes("lang-lebe")[0].values == {"votes.Wigemor": "3"}


def test_example_values_are_never_kept_in_a_box(evening: Evening) -> None:
    code = evening.open(box="example").code
    assert evening.laptop.post(f"/t/{code}/box/keep").status_code == 403
    assert not evening.services.store.boxes("lang-lebe")


def test_values_that_fit_no_box_are_refused_with_the_reason(evening: Evening) -> None:
    """A table stored by an earlier version, which accepted such values."""
    guest = opened_by_a_guest(evening)
    live = evening.services.tables.find(guest.code)
    evening.services.tables.note(live, PrintedValueEntered("votes.Wigemor", "9"))
    answer = evening.laptop.post(f"/t/{guest.code}/box/keep")
    assert (answer.status_code, "its values don’t fit that game" in notice(answer)) == (422, True)
