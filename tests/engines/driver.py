"""Browser driver for tests: open, look, tap, hold, type; everything else is a script in the page."""

from __future__ import annotations

import contextlib
import json
import os
import re
import select
import shutil
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

PATIENCE = 20.0
# The centre of the first matching element, after scrolling it into view.
MIDDLE = """(selector) => {
    const found = document.querySelector(selector);
    found.scrollIntoView({block: 'center'});
    const box = found.getBoundingClientRect();
    return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
}"""
# A press by a screen reader: no pointer, a mousedown with detail 0, a click with detail 1.
PRESS = """(selector) => {
    const found = document.querySelector(selector);
    found.focus();
    for (const [type, detail] of [['mousedown', 0], ['mouseup', 0], ['click', 1]]) {
        found.dispatchEvent(new MouseEvent(type, {bubbles: true, cancelable: true, view: window, detail}));
    }
}"""

# Marks the button with these words, so that a selector can find it.
MARK = """(words) => {
    for (const one of document.querySelectorAll('[data-meant]')) one.removeAttribute('data-meant');
    const found = [...document.querySelectorAll('button, a')].find((one) => one.innerText.trim() === words);
    if (found) found.setAttribute('data-meant', '');
    return !!found;
}"""
# Posts a form as a page would and follows the redirect.
SEND = """(path, fields) => {
    const form = document.createElement('form');
    Object.assign(form, {method: 'post', action: path});
    for (const [name, value] of Object.entries(fields)) {
        const field = document.createElement('input');
        Object.assign(field, {type: 'hidden', name, value});
        form.append(field);
    }
    document.body.append(form);
    form.submit();
}"""
ENTER = "\ue006"


class Driver(ABC):
    """A running browser with one page."""

    programs: ClassVar[tuple[str, ...]]
    packages: ClassVar[str]

    @classmethod
    def is_here(cls) -> bool:
        return all(map(shutil.which, cls.programs))

    @abstractmethod
    def __init__(self, folder: Path) -> None:
        """Starts the browser; `folder` holds its profile."""

    @abstractmethod
    def opens(self, url: str) -> None: ...

    @abstractmethod
    def refreshes(self) -> None: ...

    @abstractmethod
    def evaluates(self, expression: str) -> Any:
        """Evaluates an expression in the page; returns its value as JSON data."""

    @abstractmethod
    def moves_the_pointer(self, steps: Sequence[Mapping[str, Any]]) -> None:
        """Performs pointer actions in the format shared by WebDriver and BiDi."""

    @abstractmethod
    def types(self, keys: str) -> None:
        """Types into the focused element."""

    @abstractmethod
    def quits(self) -> None: ...

    # --- the same in every engine -------------------------------------------------------------------------

    def reloads(self) -> None:
        """Reloads and waits until the old document is gone; while loading, it could still answer for the new one."""
        self.evaluates("(window.before = true)")
        self.refreshes()
        self.waits_for("!window.before && document.readyState === 'complete'")

    def runs(self, function: str, *arguments: object) -> Any:
        return self.evaluates(f"({function})({', '.join(map(json.dumps, arguments))})")

    def waits_for(self, claim: str) -> None:
        """Waits until this expression is true."""
        until = time.monotonic() + PATIENCE
        while not self._is(claim):
            assert time.monotonic() < until, f"never: {claim}\n{self.words()}"
            time.sleep(0.05)

    def _is(self, claim: str) -> bool:
        with contextlib.suppress(PageGone):
            return bool(self.evaluates(claim))
        return False

    def sees(self, *texts: str) -> None:
        for text in texts:
            self.waits_for(f"document.body.innerText.includes({json.dumps(text)})")

    def words(self) -> str:
        return str(self.evaluates("document.body.innerText"))

    def taps(self, selector: str) -> None:
        self._points(selector, 50)

    def holds(self, selector: str) -> None:
        """Holds for longer than a curtain takes to open."""
        self._points(selector, 900)

    def _points(self, selector: str, milliseconds: int) -> None:
        self.waits_for(f"!!document.querySelector({json.dumps(selector)})")
        x, y = self.runs(MIDDLE, selector)
        self.moves_the_pointer(
            [
                {"type": "pointerMove", "x": x, "y": y, "duration": 0},
                {"type": "pointerDown", "button": 0},
                {"type": "pause", "duration": milliseconds},
                {"type": "pointerUp", "button": 0},
            ]
        )

    def is_read_to(self, selector: str) -> None:
        """Presses the element as a screen reader does."""
        self.waits_for(f"!!document.querySelector({json.dumps(selector)})")
        self.runs(PRESS, selector)

    def button(self, words: str) -> str:
        """Returns a selector for the button with these words."""
        self.waits_for(f"({MARK})({json.dumps(words)})")
        return "[data-meant]"

    def presses(self, words: str) -> None:
        """Presses the button by keyboard."""
        self.runs("(selector) => { document.querySelector(selector).focus(); }", self.button(words))
        self.types(ENTER)

    def posts(self, path: str, **fields: object) -> None:
        self.runs(SEND, path, {name: str(value) for name, value in fields.items()})

    @property
    def path(self) -> str:
        return str(self.evaluates("location.pathname"))

    @property
    def focused(self) -> str:
        return str(self.evaluates("document.activeElement.tagName"))

    @property
    def announced(self) -> str:
        return str(self.evaluates("document.getElementById('announce').textContent"))


class PageGone(Exception):
    """The page was left while the script ran."""


def said_by(process: subprocess.Popen[bytes], pattern: str) -> str:
    """Returns the match of `pattern` in the output of a starting program. Fails if it exits or times out."""
    heard, until = b"", time.monotonic() + PATIENCE
    assert process.stdout is not None
    while time.monotonic() < until and process.poll() is None:
        if select.select([process.stdout], [], [], 0.2)[0]:
            heard += os.read(process.stdout.fileno(), 4096)
            if found := re.search(pattern, heard.decode(errors="replace")):
                return found[1]
    raise AssertionError(f"{process.args!r} does not start: {heard.decode(errors='replace')}")


def ends(process: subprocess.Popen[bytes]) -> None:
    """Ends the process and its children; each was started in its own process group."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, 9)
    process.wait()
    if process.stdout:
        process.stdout.close()
