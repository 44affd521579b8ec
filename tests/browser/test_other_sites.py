"""Other sites, open on a phone with a seat at a table, can neither change nor learn anything."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser, Page

from companion.store import FILE_NAME
from tests.browser.server import Server


class OtherSite(BaseHTTPRequestHandler):
    """Serves the same page at every path."""

    page = ""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(self.page.encode())

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def elsewhere() -> Iterator[str]:
    site = ThreadingHTTPServer(("127.0.0.1", 0), OtherSite)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{site.server_port}/"
    site.shutdown()
    site.server_close()


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Page]:
    """A browser that has visited Herald and holds its cookie."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(server.origin)
    assert [cookie["name"] for cookie in context.cookies()] == ["herald"]
    yield page
    context.close()


def tables(server: Server) -> int:
    connection = sqlite3.connect(server.folder / "instance" / FILE_NAME)
    (count,) = connection.execute("SELECT count(*) FROM tables").fetchone()
    connection.close()
    return int(count)


def test_form_on_another_site_opens_no_table(phone: Page, server: Server, elsewhere: str) -> None:
    OtherSite.page = f'<form method="post" action="{server.origin}/new/saga"><button>Win</button></form>'
    before = tables(server)
    phone.goto(elsewhere)
    with phone.expect_navigation() as led:
        phone.get_by_role("button", name="Win").click()
    assert led.value.status == 403
    assert tables(server) == before


def test_script_on_another_site_can_neither_post_nor_read(phone: Page, server: Server, elsewhere: str) -> None:
    OtherSite.page = "<p>Nothing to see.</p>"
    before = tables(server)
    phone.goto(elsewhere)
    sent = """async url => {
        const read = await fetch(url, {credentials: "include"}).then(it => it.text(), () => "not allowed");
        const form = new URLSearchParams({box: "example"});
        const post = {method: "POST", mode: "no-cors", credentials: "include", body: form};
        await fetch(url + "/new/saga", post).catch(() => null);
        return read;
    }"""
    assert phone.evaluate(sent, server.origin) == "not allowed"
    assert tables(server) == before


def test_herald_cannot_be_framed(phone: Page, server: Server, elsewhere: str) -> None:
    OtherSite.page = f'<iframe src="{server.origin}/" name="inside"></iframe>'
    phone.goto(elsewhere)
    phone.wait_for_load_state("networkidle")
    (frame,) = [frame for frame in phone.frames if frame.name == "inside"]
    assert frame.url.startswith("chrome-error:")


def test_no_script_can_read_the_seat_cookie(phone: Page, server: Server) -> None:
    assert phone.evaluate("document.cookie") == ""
    assert phone.evaluate("localStorage.length + sessionStorage.length") == 0
    phone.evaluate("""() => {
        const script = document.createElement("script");
        script.textContent = "window.ran = true";
        document.body.append(script);
        const image = document.createElement("img");
        image.setAttribute("onerror", "window.ran = true");
        image.src = "/nothing.png";
        document.body.append(image);
    }""")
    phone.wait_for_load_state("networkidle")
    assert phone.evaluate("window.ran === undefined"), "a script that got into a page does not run"
