"""Invalid requests to any route get a clear 4xx and change nothing, never a 500."""

from __future__ import annotations

import pytest
from werkzeug.routing import Rule

from companion.routes import sharing
from companion.security import MAX_FORM, Guesses
from tests.actors import Evening
from tests.web.scenes import sentence, stranger

NO_TABLE = "No table has this code. Check the table screen and try again."
URLENCODED = "application/x-www-form-urlencoded"


def path(rule: Rule, code: str, **more: str) -> str:
    values = {"code": code, "page": "me", "seat": "1", "token": "x" * 32, "number": "1", "game": "lang-lebe"}
    built = rule.rule
    for name in rule.arguments:
        kind = next(part for part in ("int:", "path:", "") if f"<{part}{name}>" in built)
        built = built.replace(f"<{kind}{name}>", {**values, "filename": "no.js", **more}[name])
    return built


def posts(evening: Evening) -> list[Rule]:
    return [rule for rule in evening.app.url_map.iter_rules() if "POST" in (rule.methods or ())]


# --- every route ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["ZZZZZ", "0", "A%00B", "%FF%FE", "%F0%9F%A6%8A", "%27%20OR%201=1--", "x" * 2000])
def test_every_route_reports_an_unknown_table(busy: Evening, code: str) -> None:
    device, checked = stranger(busy), 0
    pages = [rule for rule in busy.app.url_map.iter_rules() if not rule.endpoint.startswith("api.")]
    for rule in pages:
        for method in (rule.methods or set()) & {"GET", "POST"} if "code" in rule.arguments else ():
            busy.services.guesses = Guesses()
            response = device.client.open(path(rule, code), method=method)
            assert (response.status_code, sentence(response)) == (404, NO_TABLE), rule
            checked += 1
    assert checked >= 20


FORMS = {
    "nothing": {},
    "huge": {"action_name": "x" * 60_000, "seat": "9" * 50, "seq": "9" * 50, "name": "n" * 999},
    "negative": {"action_name": "end-turn", "seat": "-1", "seq": "-1", "to": "-1", "number": "-5"},
    "wrong types": {"action_name": "end-turn", "seat": "one", "seq": "1.5", "page": "7", "address": "0x7f"},
    "unicode": {
        "action_name": "énd-türn",
        "seat": "²",
        "seq": "٣",
        "name": "\u202e\ufeff",
        "colour": "róuge",
        "language": "ñ",
    },
    "NUL": {"action_name": "end\0turn", "seat": "\0", "seq": "0\0", "name": "\0", "page": "me\0", "language": "\0"},
    "markup": {
        "action_name": "<script>alert(1)</script>",
        "seat": '"><b>',
        "seq": "'",
        "page": "</main>",
        "address": "<i>",
    },
}
BODIES = {
    "not UTF-8": (b"action_name=\xff\xfe&seat=\x80&seq=%ff%fe&name=%c3%28&colour=\xc0", URLENCODED),
    "JSON": (b'{"action_name": "end-turn", "seat": 0, "seq": 9}', "application/json"),
    "text": (b"action_name=end-turn&seat=0&seq=99", "text/plain"),
    "no type": (b"action_name=end-turn&seat=0&seq=99", ""),
    "no boundary": (b"--x\r\n\r\n", "multipart/form-data"),
    "incomplete": (
        b'--x\r\nContent-Disposition: form-data; name="action_name"\r\n\r\nend-t',
        "multipart/form-data; boundary=x",
    ),
    "many parts": (
        b"".join(b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n' for _ in range(500)) + b"--x--",
        "multipart/form-data; boundary=x",
    ),
    "many fields": (b"&".join(b"f%d=1" % n for n in range(5000)), URLENCODED),
    "odd charset": (b"action_name=end-turn", URLENCODED + "; charset=utf-7"),
}
# These routes need no fields: an empty form is valid.
HARMLESS = {"join.watch", "start.resume", "start.open_table", "join.wifi", "table.submit_printed_value"}
HARMLESS |= {
    "join.make_link",
    "table.open_curtain",
    "boxes.start_reading",
    "boxes.stop_reading",
    "boxes.fill",
    "game_sheets.new",
    "bots.demo",
    "bots.against",
    "table.old_actions",
    "table.old_corrections",
}


@pytest.mark.parametrize("kind", [*FORMS, *BODIES])
def test_no_route_fails_on_an_invalid_form(unmoved: Evening, kind: str) -> None:
    for rule in posts(unmoved):
        if rule.endpoint == "start.delete":
            continue
        for device in (unmoved.laptop, stranger(unmoved)):
            url = path(rule, unmoved.laptop.code)
            if kind in FORMS:
                response = device.post(url, FORMS[kind])
            else:
                response = device.client.post(url, data=BODIES[kind][0], content_type=BODIES[kind][1])
            assert response.status_code < 500, rule
            assert response.status_code >= 400 or rule.endpoint in HARMLESS, (rule, response.status_code)
            assert "<script>alert" not in response.text
            assert "Traceback" not in response.text


def test_no_route_accepts_an_unknown_method(unmoved: Evening) -> None:
    for rule in unmoved.app.url_map.iter_rules():
        url = path(rule, unmoved.laptop.code)
        for method in {"GET", "POST", "PUT", "PATCH", "DELETE"} - methods_at(unmoved, url):
            response = unmoved.laptop.client.open(url, method=method)
            assert (response.status_code, sentence(response)) == (405, "You can’t do that here."), (method, url)


def methods_at(evening: Evening, url: str) -> set[str]:
    return set(evening.app.url_map.bind("localhost").allowed_methods(url))


FORM_ROUTES = ("/t/{}/actions", "/j/{}", "/t/{}/wifi", "/t/{}/address", "/t/{}/box", "/new/lang-lebe", "/boxes/1")


@pytest.mark.parametrize("url", [*FORM_ROUTES, "/language"])
def test_too_large_form_is_refused(unmoved: Evening, url: str) -> None:
    for data in ({"name": "x" * MAX_FORM}, {"file": b"x" * MAX_FORM}):
        response = unmoved.laptop.post(url.format(unmoved.laptop.code), data, content_type=URLENCODED)
        assert (response.status_code, sentence(response)) == (413, "That’s too large.")


def test_picture_upload_has_its_own_size_limit(unmoved: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    assert sharing.MAX_PICTURES > MAX_FORM
    monkeypatch.setattr(sharing, "MAX_PICTURES", 1_000)
    data = {"file": b"x" * 1_000}
    response = unmoved.laptop.post("/boxes/import", data, content_type="multipart/form-data")
    assert (response.status_code, sentence(response)) == (413, "That’s too large.")


@pytest.mark.parametrize(
    "url",
    [
        "/boxes/0",
        "/boxes/99",
        "/boxes/99999999999999999999",
        "/boxes/" + "9" * 5000,
        "/boxes/1e3",
        "/boxes/-1",
        "/boxes/99/export",
        "/new/chess",
        "/new/%00",
        "/static/../companion/app.py",
        "/static/%2e%2e/companion/app.py",
        "/static/..%5c..%5cherald.sqlite3",
        "/static/%00",
        "/static/herald.sqlite3",
        "/nothing",
        "/%ff",
        "/t/",
    ],
)
def test_missing_page_is_a_404(unmoved: Evening, url: str) -> None:
    response = unmoved.laptop.get(url)
    assert (response.status_code, sentence(response)) == (404, "There’s nothing here.")
