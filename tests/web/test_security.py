"""Checks on every request and headers of every response."""

from __future__ import annotations

import gzip
import re
import socket
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.app import create_app
from companion.assets import folder
from companion.config import Config
from companion.devices import COOKIE, hashed, signed
from companion.security import HEADERS
from companion.store import DeviceRole
from scoring.game_info import GAME_INFOS
from tests.actors import DEVICE_KEY, Evening
from tests.web.scenes import device_of, sentence, set_up

CSP = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
}


# --- the cookie -------------------------------------------------------------------------------------------


def test_device_token_is_hidden_from_scripts_and_other_sites(busy: Evening) -> None:
    tokens = set()
    for _ in range(3):
        cookie = busy.app.test_client().get("/").headers["Set-Cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert "Path=/" in cookie
        assert "Domain" not in cookie
        tokens.add(cookie.split("=")[1].split(";")[0])
    assert len(tokens) == 3
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{32}\.[A-Za-z0-9_-]{32}", token) for token in tokens)


def test_token_is_issued_once_and_kept(evening: Evening) -> None:
    evening.laptop.get("/")
    assert "Set-Cookie" not in evening.laptop.get("/").headers


@pytest.mark.parametrize(
    "made_up",
    [
        "",
        "short",
        "x" * 31,
        "x" * 32,
        "x" * 33,
        "x" * 4000,
        "../../../../etc/passwd\0",
        "é" * 32,
        signed("x" * 32, "another key"),
        signed("x" * 32, DEVICE_KEY)[:-1],
        signed("x" * 32, DEVICE_KEY).replace("x", "y", 1),
        signed("x" * 33, DEVICE_KEY),
        f"{'x' * 32}.",
    ],
)
def test_forged_token_is_replaced(busy: Evening, made_up: str) -> None:
    client = busy.app.test_client()
    client.set_cookie(COOKIE, made_up)
    assert f"{COOKIE}=" in client.get("/").headers["Set-Cookie"]


def test_cookie_of_an_earlier_version_is_kept_only_if_known(evening: Evening) -> None:
    set_up(evening)
    live = evening.services.tables.find(evening.laptop.code)
    anna = live.projection.table.seats[0].key
    evening.services.tables.claim(live, hashed("a" * 32), DeviceRole(anna))
    evening.services.store.add_to_household(hashed("b" * 32))
    for cookie, kept in (("a" * 32, True), ("b" * 32, True), ("c" * 32, False)):
        client = evening.app.test_client()
        client.set_cookie(COOKIE, cookie)
        assert (f"{COOKIE}=" not in client.get("/").headers.get("Set-Cookie", "")) is kept


def test_issued_cookies_are_valid_after_a_restart(tmp_path: Path) -> None:
    before, after = (create_app(Config(tmp_path)).test_client() for _ in range(2))
    before.get("/")
    given = before.get_cookie(COOKIE)
    assert given is not None
    after.set_cookie(COOKIE, given.value)
    assert "Set-Cookie" not in after.get("/").headers


def test_store_has_only_hashes_of_tokens(evening: Evening) -> None:
    set_up(evening)
    token = evening.laptop.client.get_cookie(COOKIE)
    assert token is not None
    claims = evening.services.store.claims(evening.laptop.code)
    assert device_of(evening.laptop) in claims
    assert token.value not in claims


# --- cross-site requests ----------------------------------------------------------------------------------

OTHERS = [
    {"Origin": "https://evil.example"},
    {"Origin": "http://localhost:9999"},
    {"Origin": "http://localhost.evil.example"},
    {"Origin": "http://evil.example/http://localhost"},
    {"Origin": "null"},
    {"Origin": ""},
    {"Origin": "http://["},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"},
]


@pytest.mark.parametrize("headers", OTHERS, ids=str)
def test_form_on_another_site_cannot_post_here(unmoved: Evening, headers: dict[str, str]) -> None:
    code, rules = unmoved.laptop.code, unmoved.app.url_map.iter_rules()
    posted = {rule.rule for rule in rules if "POST" in (rule.methods or ())}
    assert len(posted) >= 15
    for rule in posted:
        path = re.sub(r"<code>", code, rule).replace("<int:seat>", "1").replace("<int:number>", "1")
        path = path.replace("<game>", "lang-lebe").replace("<token>", "x")
        response = unmoved.laptop.client.post(path, headers=headers)
        assert (response.status_code, sentence(response)) == (403, "This device can’t do that at this table."), rule


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "http://localhost"},
        {"Sec-Fetch-Site": "same-origin", "Origin": "http://localhost"},
        {"Sec-Fetch-Site": "none"},
    ],
    ids=str,
)
def test_own_forms_can_post(evening: Evening, headers: dict[str, str]) -> None:
    assert evening.laptop.client.post("/new/lang-lebe", data={"box": "example"}, headers=headers).status_code == 303


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "localhost:8000",
        "127.0.0.1:8000",
        "192.168.1.20",
        "[::1]:8000",
        "[fe80::1]",
        "LOCALHOST:8000",
        socket.gethostname(),
        f"{socket.gethostname().partition('.')[0]}.local:8000".upper(),
    ],
)
def test_own_names_and_addresses_are_accepted(busy: Evening, host: str) -> None:
    assert busy.laptop.client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8000",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "evil.local.example",
        "evil.local",
        "herald.local",
        "evil.local.",
        "EVIL.LOCAL:8000",
        "local",
        ".local",
        "localhost.evil.",
        "2130706433",
        f"evil.{socket.gethostname()}",
        f"{socket.gethostname()}.local.local",
        "127.0.0.1@evil.example",
        "[",
        "[::1",
        "a b",
        "%00",
        "…",
    ],
)
def test_foreign_host_names_are_refused(busy: Evening, host: str) -> None:
    response = busy.laptop.client.get("/", headers={"Host": host})
    assert (response.status_code, "evil" in response.text) == (400, False)
    assert "be reached at this address" in sentence(response)


def test_foreign_name_of_the_laptop_has_no_laptop_permissions(evening: Evening) -> None:
    """DNS rebinding: a page of evil.local whose address now points to the laptop."""
    code = evening.open().code
    here = {"Host": "evil.local:8000", "Origin": "http://evil.local:8000", "Sec-Fetch-Site": "same-origin"}
    assert evening.laptop.client.post(f"/t/{code}/delete", headers=here).status_code == 400
    assert evening.laptop.get(f"/t/{code}/table").status_code == 200


@pytest.mark.parametrize(
    ("address", "is_laptop"),
    [("127.0.0.1", True), ("::1", True), ("127.0.0.2", False), ("192.168.1.20", False), ("fe80::1", False)],
)
def test_only_the_machine_itself_is_the_laptop(evening: Evening, address: str, is_laptop: bool) -> None:
    code = evening.open().code
    other = evening.app.test_client()
    other.environ_base["REMOTE_ADDR"] = address
    assert other.post(f"/t/{code}/delete").status_code == (303 if is_laptop else 403)


def test_more_host_names_can_be_configured(tmp_path: Path) -> None:
    client = create_app(Config(tmp_path, names=frozenset({"Games.local"}))).test_client()
    assert client.get("/", headers={"Host": "games.local:8000"}).status_code == 200
    assert client.get("/", headers={"Host": "other.local:8000"}).status_code == 400


# --- response headers -------------------------------------------------------------------------------------


def all_kinds_of_answers(evening: Evening) -> list[TestResponse]:
    code, laptop = evening.laptop.code, evening.laptop
    return [
        *(laptop.get(path) for path in ("/", f"/t/{code}", f"/t/{code}/table", f"/t/{code}/export", "/boxes/1/export")),
        *(laptop.get(path) for path in ("/nothing", "/t/ZZZZZ", "/static/herald.css", "/static/no.css", "/s/x")),
        laptop.get(f"/t/{code}/table", htmx=True),
        laptop.get(f"/t/{code}/stream"),
        laptop.post(f"/t/{code}/actions"),
        laptop.post("/language", {"language": "en"}),
        laptop.client.get("/", headers={"Host": "evil.example"}),
        laptop.client.post("/", headers={"Origin": "null"}),
        laptop.client.options("/"),
        laptop.client.head("/"),
    ]


@pytest.mark.parametrize(
    ("address", "policy"),
    [
        ("http://127.0.0.1:8000", "same-origin"),
        ("http://[::1]:8000", "same-origin"),
        ("https://192.168.1.20", "same-origin"),
        ("http://192.168.1.20:8000", None),
    ],
)
def test_windows_of_other_sites_are_isolated_if_possible(evening: Evening, address: str, policy: str | None) -> None:
    """Browsers ignore the header on plain http and would complain about it on the console."""
    answer = evening.app.test_client().get("/", base_url=address)
    assert answer.headers.get("Cross-Origin-Opener-Policy") == policy


def test_every_response_has_the_security_headers(busy: Evening) -> None:
    for response in all_kinds_of_answers(busy):
        for name, value in HEADERS.items():
            assert response.headers[name] == value, response.request.path
        assert response.headers["Cache-Control"] in ("no-store", "no-cache") or response.request.path[:8] == "/static/"
        response.close()


def test_content_security_policy_is_strict(busy: Evening) -> None:
    policy = busy.laptop.get("/").headers["Content-Security-Policy"]
    assert set(policy.split("; ")) == CSP
    for header, value in (("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "same-origin")):
        assert busy.laptop.get("/").headers[header] == value


def test_static_files_are_small_and_cached_by_content_hash(busy: Evening) -> None:
    page = busy.laptop.get("/").text
    links = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
    assert len(links) >= 4
    for link in links:
        packed = busy.laptop.client.get(link, headers={"Accept-Encoding": "gzip"})
        plain = busy.laptop.client.get(link)
        assert "Content-Encoding" not in plain.headers
        if not link.split("?")[0].endswith((".woff2", ".png")):  # these formats are already compressed
            assert packed.headers["Content-Encoding"] == "gzip"
            assert len(packed.data) < max(len(plain.data), 200)
        assert packed.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert packed.headers["Vary"] == "Accept-Encoding", "another cookie is no other file"
        assert "Set-Cookie" not in packed.headers
        assert busy.laptop.client.get(link.split("?")[0] + "?v=old").headers["Cache-Control"] == "no-cache"


def test_fonts_are_fetched_once(busy: Evening) -> None:
    """The stylesheet uses the same content hashes as the preload links of the pages."""
    page = busy.laptop.get("/").text
    early = re.findall(r'rel="preload" as="font" type="font/woff2" crossorigin href="([^"]+)"', page)
    style = re.search(r'href="(/static/herald.css[^"]+)"', page)
    assert style
    named = [f"/static/{url}" for url in re.findall(r'url\("([^"]+)"\)', busy.laptop.client.get(style[1]).text)]
    assert len(early) == 3
    assert set(early) < set(named)
    for url in named:
        face = busy.laptop.client.get(url)
        assert face.content_type == "font/woff2"
        assert face.headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_pages_are_compressed_and_vary_by_cookie(busy: Evening) -> None:
    packed = busy.laptop.client.get("/", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert {"Accept-Encoding", "HX-Request", "Cookie"} <= set(packed.vary)


def test_image_request_sets_no_cookie(app: Flask) -> None:
    """Its cookie would arrive after the page's and replace it, so a new host would lose the table."""
    assert "Set-Cookie" not in app.test_client().get("/favicon.ico").headers
    assert "Set-Cookie" in app.test_client().get("/").headers


def test_phone_page_with_fonts_and_map_is_at_most_90_kilobytes(busy: Evening) -> None:
    """The first load: the page, its styles and scripts, and the preloaded fonts."""
    client = busy.phones[0].client
    packed = {"Accept-Encoding": "gzip"}
    page = client.get(f"/t/{busy.laptop.code}/me", headers=packed, follow_redirects=True)
    text = gzip.decompress(page.data).decode()
    links = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', text))
    assert sum(".woff2" in link for link in links) == 3
    assert len(page.data) + sum(len(client.get(link, headers=packed).data) for link in links) < 90_000


@pytest.mark.parametrize("game", sorted(GAME_INFOS))
def test_the_scripts_of_a_phone_page_fit_in_28_kilobytes(evening: Evening, game: str) -> None:
    evening.open(game)
    phone = evening.sit("Anna", "red")
    packed = {"Accept-Encoding": "gzip"}
    links = re.findall(r'src="(/static/[^"]+[.]js[^"]*)"', phone.get(f"/t/{evening.laptop.code}/me").text)
    sizes = {link: len(phone.client.get(link, headers=packed).data) for link in links}
    assert sum(sizes.values()) < 28_000, sizes


def test_minified_scripts_are_equivalent(app: Flask) -> None:
    for path in sorted(folder("static").glob("*.js")):
        lines, comments = app.test_client().get(f"/static/{path.name}").text.splitlines(), ("//", "/*", " ")
        assert not [line for line in lines if line.startswith(comments) or " // " in line or not line], path.name
        assert set(lines) <= {line.split(" // ")[0].strip() for line in path.read_text().splitlines()}, path.name


def test_minified_styles_are_equivalent(app: Flask) -> None:
    """They lack comments, needless whitespace and the semicolon before a brace; addresses have versions."""

    def bare(style: str) -> str:
        style = re.sub(r"/\*.*?\*/|\?v=\w+", "", style, flags=re.DOTALL)
        return re.sub(r"\s+", "", style).replace(";}", "}")

    for path in sorted(folder("static").glob("*.css")):
        served = app.test_client().get(f"/static/{path.name}").text
        assert bare(served) == bare(path.read_text()), path.name
        assert len(served) < len(path.read_text()), path.name
