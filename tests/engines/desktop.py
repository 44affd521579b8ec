"""A virtual desktop for a Chromium with a window: a display, and a session bus whose power manager counts locks.

Only such a Chromium locks the screen; the headless one has none. The bus is D-Bus, spoken with the standard library.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from struct import pack, unpack_from
from typing import ClassVar

from tests.engines.driver import end_process, wait_for_output

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
CONFIG = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
"http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:path={path}</listen><auth>EXTERNAL</auth><policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>"""
# The services that desktops offer to keep the screen on; Chromium asks the first one it finds.
SERVICES = ("org.freedesktop.ScreenSaver", "org.freedesktop.PowerManagement", "org.gnome.SessionManager")
CALL, ANSWER = 1, 2
# Header fields of a message.
PATH, INTERFACE, MEMBER, REPLY_TO, TO, SENDER, SIGNATURE = 1, 2, 3, 5, 6, 7, 8
SETTLED_SECONDS = 1.0


class Desktop:
    programs: ClassVar[tuple[str, ...]] = ("Xvfb", "dbus-daemon")
    packages: ClassVar[str] = "chromium xvfb dbus-daemon"

    @classmethod
    def is_here(cls) -> bool:
        return bool(cls.browser()) and all(map(shutil.which, cls.programs))

    @staticmethod
    def browser() -> str | None:
        """Path of a Chromium that can open a window."""
        return next(filter(None, map(shutil.which, BROWSERS)), None)

    def __init__(self, folder: Path) -> None:
        self._bus = Bus(folder)
        self._screen = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._display = wait_for_output(self._screen, r"(\d+)\n")

    @property
    def environment(self) -> Mapping[str, str]:
        own = {"DISPLAY": f":{self._display}", "DBUS_SESSION_BUS_ADDRESS": self._bus.address}
        return {**os.environ, **own, "XDG_CURRENT_DESKTOP": "XFCE"}

    def is_locked(self, wanted: bool, seconds: float = 10.0) -> bool:
        """Waits until the screen is locked on (or no longer) and stays so for a second; False if that never happens."""
        until, since = time.monotonic() + seconds, 0.0
        while time.monotonic() < until:
            now = time.monotonic()
            since = (since or now) if self._bus.is_locked is wanted else 0.0
            if since and now - since > SETTLED_SECONDS:
                return True
            time.sleep(0.05)
        return False

    def quit(self) -> None:
        end_process(self._screen)
        self._bus.end()


class Bus:
    """A session bus and, on it, a power manager that keeps the screen on while somebody asks for it."""

    def __init__(self, folder: Path) -> None:
        path, config = folder / "bus", folder / "bus.xml"
        config.write_text(CONFIG.format(path=path), encoding="utf-8")
        command = ["dbus-daemon", f"--config-file={config}", "--nofork", "--print-address=1"]
        self._daemon = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
        )
        self.address = wait_for_output(self._daemon, r"(\S+)\n")
        self._locks: set[int] = set()
        self._serial = 0
        self._line = socket.socket(socket.AF_UNIX)
        self._line.connect(str(path))
        self._line.sendall(b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\r\n")
        assert self._line.recv(1000).startswith(b"OK")
        self._line.sendall(b"BEGIN\r\n")
        self._file = self._line.makefile("rb")
        self._answer_bus("Hello")
        for service in SERVICES:
            self._answer_bus("RequestName", b"su", padded(text(service), 4) + pack("<I", 0))
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    @property
    def is_locked(self) -> bool:
        return bool(self._locks)

    def end(self) -> None:
        end_process(self._daemon)
        self._thread.join()
        self._file.close()
        self._line.close()

    def _serve(self) -> None:
        while head := self._file.read(16):
            body_length, serial, fields_length = unpack_from("<III", head, 4)
            fields = read_fields(self._file.read(fields_length + -fields_length % 8)[:fields_length])
            body = self._file.read(body_length)
            if head[1] == CALL:
                self._answer(serial, fields, body)

    def _answer(self, serial: int, fields: Mapping[int, object], body: bytes) -> None:
        member, answer = str(fields[MEMBER]), b""
        if member == "Inhibit":
            self._locks.add(serial)
            answer = pack("<I", serial)
        elif member in ("UnInhibit", "Uninhibit"):
            self._locks.discard(unpack_from("<I", body)[0])
        head = [(REPLY_TO, b"u", pack("<I", serial)), (TO, b"s", text(str(fields[SENDER])))]
        self._send(ANSWER, head, b"u" if answer else b"", answer)

    def _answer_bus(self, member: str, signature: bytes = b"", body: bytes = b"") -> None:
        name = text("org.freedesktop.DBus")
        place = [(PATH, b"o", text("/org/freedesktop/DBus")), (INTERFACE, b"s", name), (TO, b"s", name)]
        self._send(CALL, [*place, (MEMBER, b"s", text(member))], signature, body)

    def _send(self, kind: int, fields: list[tuple[int, bytes, bytes]], signature: bytes, body: bytes) -> None:
        self._serial += 1
        if signature:
            fields = [*fields, (SIGNATURE, b"g", bytes([len(signature)]) + signature + b"\0")]
        listed = b""
        for code, of_type, value in fields:
            listed = padded(listed, 8) + bytes([code, 1]) + of_type + b"\0" + value
        head = b"l" + pack("<BBBIII", kind, 0, 1, len(body), self._serial, len(listed))
        self._line.sendall(padded(head + listed, 8) + body)


def text(words: str) -> bytes:
    return pack("<I", len(words)) + words.encode() + b"\0"


def padded(data: bytes, to: int) -> bytes:
    return data + bytes(-len(data) % to)


def read_fields(data: bytes) -> dict[int, object]:
    """The header fields of a little-endian message, by code."""
    fields: dict[int, object] = {}
    at = 0
    while at < len(data):
        at += -at % 8
        code, of_type = data[at], data[at + 2 : at + 3]
        at += 4
        if of_type == b"g":
            size, begins = data[at], at + 1
        elif of_type in b"so":
            size, begins = unpack_from("<I", data, at)[0], at + 4
        else:
            fields[code], at = unpack_from("<I", data, at)[0], at + 4
            continue
        fields[code], at = data[begins : begins + size].decode(), begins + size + 1
    return fields
