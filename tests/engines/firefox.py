"""Firefox by WebDriver BiDi: JSON over a WebSocket served by the browser."""

from __future__ import annotations

import base64
import json
import os
import secrets
import socket
import struct
import subprocess
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import urlsplit

from tests.engines.driver import Driver, PageGone, end_process, wait_for_output

# No network traffic of its own, and no page that opens by itself.
SETTINGS = {
    "app.update.auto": False,
    "browser.startup.page": 0,
    "browser.shell.checkDefaultBrowser": False,
    "browser.aboutConfig.showWarning": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "remote.active-protocols": 1,
    "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": False,
}


class Firefox(Driver):
    programs: ClassVar[tuple[str, ...]] = ("firefox-esr",)
    packages: ClassVar[str] = "firefox-esr"

    def __init__(self, folder: Path) -> None:
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in SETTINGS.items()]
        (folder / "user.js").write_text("\n".join(lines), encoding="utf-8")
        self._process = subprocess.Popen(
            ["firefox-esr", "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"],
            env={**os.environ, "HOME": str(folder), "MOZ_CRASHREPORTER_DISABLE": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self._line = Line(wait_for_output(self._process, r"(ws://[\d.:]+)") + "/session")
        self._numbers = count(1)
        self._request("session.new", capabilities={})
        self._page = self._request("browsingContext.getTree")["contexts"][0]["context"]

    def _request(self, method: str, **parameters: object) -> Any:
        number = next(self._numbers)
        self._line.send({"id": number, "method": method, "params": parameters})
        while (answer := self._line.receive()).get("id") != number:
            pass  # unsolicited events
        if answer["type"] == "error":
            if answer["error"] in ("no such frame", "unknown error", "no such node"):
                raise PageGone(answer["message"])
            raise AssertionError(answer)
        return answer["result"]

    def open(self, url: str) -> None:
        self._request("browsingContext.navigate", context=self._page, url=url, wait="complete")

    def refresh(self) -> None:
        self._request("browsingContext.reload", context=self._page, wait="complete")

    def evaluate(self, expression: str) -> Any:
        answer = self._request(
            "script.evaluate",
            expression=f"JSON.stringify({expression})",
            target={"context": self._page},
            awaitPromise=False,
        )
        if answer["type"] == "exception":
            raise PageGone(answer["exceptionDetails"]["text"])
        value = answer["result"].get("value")
        return None if value is None else json.loads(value)

    def move_pointer(self, steps: Sequence[Mapping[str, Any]]) -> None:
        pointer = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": list(steps)}
        self._request("input.performActions", context=self._page, actions=[pointer])

    def types(self, keys: str) -> None:
        strokes = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        keyboard = {"type": "key", "id": "keys", "actions": strokes}
        self._request("input.performActions", context=self._page, actions=[keyboard])

    def press(self, words: str) -> None:
        """Clicks after the keys: remote keys reach a button in Firefox but do not activate it."""
        self.run_function(
            "(selector) => { const b = document.querySelector(selector); b.focus(); b.click(); }", self.button(words)
        )

    def quit(self) -> None:
        self._line.close()
        end_process(self._process)


class Line:
    """A minimal local WebSocket client (RFC 6455)."""

    def __init__(self, address: str) -> None:
        where = urlsplit(address)
        self._socket = socket.create_connection((where.hostname or "", where.port or 0), timeout=60)
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        head = f"GET {where.path} HTTP/1.1\r\nHost: {where.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        self._socket.sendall(f"{head}Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        self._heard = b""
        while b"\r\n\r\n" not in self._heard:
            self._receive_more()
        answer, _, self._heard = self._heard.partition(b"\r\n\r\n")
        assert b" 101 " in answer.split(b"\r\n")[0], answer

    def send(self, message: Mapping[str, Any]) -> None:
        data, mask = json.dumps(message).encode(), secrets.token_bytes(4)
        size = bytes([0x80 | len(data)]) if len(data) < 126 else struct.pack(">BH", 0xFE, len(data))
        masked = bytes(byte ^ mask[n % 4] for n, byte in enumerate(data))
        self._socket.sendall(b"\x81" + size + mask + masked)

    def receive(self) -> dict[str, Any]:
        """Returns the next message, which may have several frames."""
        whole, is_last = b"", False
        while not is_last:
            first, second = self._read(2)
            size = second & 0x7F
            if size > 125:
                size = int.from_bytes(self._read(2 if size == 126 else 8))
            data = self._read(size)
            if first & 0x0F < 8:  # neither ping nor close
                whole, is_last = whole + data, bool(first & 0x80)
        found: dict[str, Any] = json.loads(whole)
        return found

    def _read(self, size: int) -> bytes:
        while len(self._heard) < size:
            self._receive_more()
        taken, self._heard = self._heard[:size], self._heard[size:]
        return taken

    def _receive_more(self) -> None:
        more = self._socket.recv(65536)
        assert more, "the browser has hung up"
        self._heard += more

    def close(self) -> None:
        self._socket.close()
