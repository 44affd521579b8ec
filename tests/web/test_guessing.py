"""Codes and links cannot be guessed, tokens are never shown, and errors reveal nothing."""

from __future__ import annotations

import logging
from collections.abc import Callable

import pytest

from companion.devices import COOKIE, hashed
from companion.security import ALL_GUESSES, GUESS_SECONDS, GUESSES, MOST_GUESSES, STRICT_SECONDS, Guesses
from companion.store import Store
from tests.actors import HTMX, Device, Evening
from tests.web.pages import all_pages
from tests.web.scenes import away_from_the_laptop, device_of, link_for, reveal_stakes, sentence, set_up, stranger

ADDRESS = "192.168.1.99"
TOO_MANY = "Too many wrong codes. Wait a minute, then scan the code on the table screen."


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(evening: Evening) -> Clock:
    clock = Clock()
    evening.services.guesses = Guesses(clock)
    return clock


def wrong_code(device: Device, n: int) -> int:
    return device.get(f"/t/0{n}/table").status_code


def wrong_typed(device: Device, n: int) -> int:
    return device.get(f"/join?code=0{n}").status_code


def wrong_link(device: Device, n: int) -> int:
    return device.get(f"/s/{n:032}").status_code


# --- likely values ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("guess", [wrong_code, wrong_typed, wrong_link])
def test_twelve_wrong_guesses_in_a_minute_lock_an_address_out(
    evening: Evening, clock: Clock, guess: Callable[[Device, int], int]
) -> None:
    set_up(evening)
    guesser, right = stranger(evening, ADDRESS), f"/t/{evening.laptop.code}/table"
    first = [guess(guesser, n) for n in range(GUESSES)]
    assert len(first) == 12
    assert set(first) <= {404, 410}
    for path in ("/t/00/table", f"/s/{0:032}", right, f"/j/{evening.laptop.code}"):
        response = guesser.get(path)
        assert (response.status_code, sentence(response)) == (429, TOO_MANY), "not even the right one"
    clock.now += GUESS_SECONDS - 0.1
    assert guesser.get(right).status_code == 429
    clock.now += 0.2 + GUESS_SECONDS
    assert guesser.get(right).status_code == 200


def test_slow_guesser_is_not_locked_out(evening: Evening, clock: Clock) -> None:
    guesser = stranger(evening, ADDRESS)
    for n in range(40):
        clock.now += GUESS_SECONDS / 11
        assert wrong_code(guesser, n) == 404


def test_guesses_never_lock_out_a_seated_player(evening: Evening, clock: Clock) -> None:
    phones = set_up(evening)
    guesser = stranger(evening, ADDRESS)
    for n in range(GUESSES + 3):
        wrong_code(guesser, n)
    for device in (*phones, evening.laptop):
        assert away_from_the_laptop(device, ADDRESS).get().status_code == 200
    assert away_from_the_laptop(phones[0], ADDRESS).submit("end-turn").status_code == 200


def test_other_addresses_are_not_locked_out(evening: Evening, clock: Clock) -> None:
    evening.open()
    for n in range(GUESSES + 1):
        wrong_code(stranger(evening, ADDRESS), n)
    assert stranger(evening, "192.168.1.98").get(f"/j/{evening.laptop.code}").status_code == 200


def test_memory_for_guesses_is_bounded() -> None:
    clock = Clock()
    guesses = Guesses(clock)
    for n in range(20_000):
        guesses.wrong(f"10.0.{n % 256}.{n // 256}")
    for _ in range(1000):
        guesses.wrong(ADDRESS)
    for counted in (guesses._usual, guesses._strict):
        assert len(counted._by_address) <= 10_000
        assert len(counted._by_address[ADDRESS]) <= GUESSES
        assert len(counted._all) <= MOST_GUESSES
    assert guesses.too_many(ADDRESS)


def test_guest_can_join_although_many_addresses_guess(evening: Evening, clock: Clock) -> None:
    evening.open()
    free = 0
    for n in range(150):
        guesser = stranger(evening, f"10.0.1.{n}")
        free += sum(wrong_code(guesser, guess) == 404 for guess in range(GUESSES))
    assert free <= ALL_GUESSES + 150
    assert stranger(evening).get(f"/j/{evening.laptop.code}").status_code == 200, "anyone with the code may join"
    clock.now += STRICT_SECONDS + 1
    assert wrong_code(stranger(evening, "10.0.1.1"), 1) == 404


def test_guesses_from_too_many_addresses_lock_everybody_out(evening: Evening, clock: Clock) -> None:
    evening.open()
    for n in range(MOST_GUESSES):
        evening.services.guesses.wrong(f"10.1.{n // 250}.{n % 250}")
    assert stranger(evening).get(f"/j/{evening.laptop.code}").status_code == 429


# --- tokens and links -------------------------------------------------------------------------------------


def test_no_page_shows_a_device_token_or_its_hash(evening: Evening) -> None:
    set_up(evening)
    reveal_stakes(evening)
    devices = (evening.laptop, *evening.phones)
    secrets = {device_of(device) for device in devices}
    for device in devices:
        cookie = device.client.get_cookie(COOKIE)
        assert cookie is not None
        secrets |= {cookie.value, hashed(cookie.value)[:12]}
    link = link_for(evening, 1).removeprefix("/s/")
    pages = [page for device in devices for page in all_pages(device)]
    assert len(pages) > 30
    for page in pages:
        for secret in (*secrets, link, hashed(link)):
            assert secret not in page.text, page.request.path


def test_seat_link_is_only_in_the_qr_code_on_the_hosts_page(evening: Evening) -> None:
    set_up(evening)
    shown = evening.laptop.post(f"/t/{evening.laptop.code}/seat/1/link")
    assert 'class="qr"' in shown.text
    assert "/s/" not in shown.text, "to be scanned, not to be read over a shoulder"
    assert shown.headers["Cache-Control"] == "no-store"


def test_database_has_no_tokens_and_no_links(evening: Evening) -> None:
    set_up(evening)
    link = link_for(evening, 1).removeprefix("/s/")
    cookie = evening.phones[0].client.get_cookie(COOKIE)
    assert cookie is not None
    store: Store = evening.services.store
    folder = evening.services.config.instance
    everything = b"".join(path.read_bytes() for path in folder.iterdir())
    assert evening.laptop.code.encode() in everything
    assert store.claims(evening.laptop.code)
    for secret in (link, cookie.value):
        assert secret.encode() not in everything


# --- errors reveal nothing --------------------------------------------------------------------------------

EVIL = "<script>alert(1)</script>"


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", f"/{EVIL}", 404),
        ("GET", f"/t/{EVIL}", 404),
        ("GET", f"/join?code={EVIL}", 404),
        ("GET", f"/s/{EVIL}", 404),
        ("GET", f"/new/{EVIL}", 404),
        ("PUT", f"/?x={EVIL}", 405),
        ("POST", f"/language?x={EVIL}", 400),
    ],
)
def test_error_page_repeats_nothing_of_the_request(
    busy: Evening, method: str, path: str, status: int, htmx: bool
) -> None:
    headers = {"User-Agent": EVIL, "Referer": EVIL, "X-Evil": EVIL, **(HTMX if htmx else {})}
    busy.services.guesses = Guesses()
    response = busy.laptop.client.open(path, method=method, headers=headers, data={"language": EVIL, "back": EVIL})
    assert response.status_code in (status, 410)
    assert "alert(1)" not in response.text
    assert "<h1>" in response.text


def test_internal_error_reveals_nothing(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    evening.open()

    def broken(*_: object) -> None:
        raise RuntimeError("the seats are made of secrets")

    monkeypatch.setattr("companion.routes.table.show", broken)
    with caplog.at_level(logging.CRITICAL):
        for headers in ({}, HTMX):
            response = evening.laptop.client.get(f"/t/{evening.laptop.code}/table", headers=headers)
            assert response.status_code == 500
            assert "Something went wrong in Herald" in response.text
            for telling in ("secrets", "Traceback", "RuntimeError", "File ", ".py"):
                assert telling not in response.text
            assert response.headers["Cache-Control"] == "no-store"
