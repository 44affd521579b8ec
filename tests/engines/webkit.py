"""WebKitGTK by plain WebDriver: requests to WebKitWebDriver, on a virtual display."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from tests.engines.driver import PATIENCE, Driver, PageGone, end_process, wait_for_output

GONE = ("no such frame", "javascript error", "no such window", "unknown error")


class WebKit(Driver):
    programs: ClassVar[tuple[str, ...]] = ("WebKitWebDriver", "Xvfb")
    packages: ClassVar[str] = "webkit2gtk-driver xvfb"

    def __init__(self, folder: Path) -> None:
        self._screen = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        display = wait_for_output(self._screen, r"(\d+)\n")
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._port = free.getsockname()[1]
        own = {"DISPLAY": f":{display}", "GDK_BACKEND": "x11", "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder)}
        plain = {"LIBGL_ALWAYS_SOFTWARE": "1", "WEBKIT_DISABLE_COMPOSITING_MODE": "1", "NO_AT_BRIDGE": "1"}
        self._driver = subprocess.Popen(
            ["WebKitWebDriver", f"--port={self._port}"],
            env={**os.environ, **own, **plain},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._session = ""
        wanted = {"capabilities": {"alwaysMatch": {"browserName": "MiniBrowser"}}}
        opened = self._until_there("POST", "/session", wanted)
        self._session = f"/session/{opened['sessionId']}"

    def _until_there(self, method: str, path: str, body: Mapping[str, Any]) -> Any:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return self._request(method, path, body)
            except URLError:
                assert time.monotonic() < until, "WebKitWebDriver does not answer"
                time.sleep(0.05)

    def _request(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        address = f"http://127.0.0.1:{self._port}{self._session}{path}"
        request = Request(address, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except HTTPError as error:
            said = json.load(error)["value"]
            if said["error"] in GONE:
                raise PageGone(said["message"]) from None
            raise AssertionError(said) from None

    def open(self, url: str) -> None:
        self._request("POST", "/url", {"url": url})

    def refresh(self) -> None:
        self._request("POST", "/refresh", {})

    def evaluate(self, expression: str) -> Any:
        return self._request("POST", "/execute/sync", {"script": f"return {expression};", "args": []})

    def move_pointer(self, steps: Sequence[Mapping[str, Any]]) -> None:
        pointer = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": list(steps)}
        self._request("POST", "/actions", {"actions": [pointer]})

    def types(self, keys: str) -> None:
        strokes = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self._request("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": strokes}]})

    def quit(self) -> None:
        end_process(self._driver)
        end_process(self._screen)
