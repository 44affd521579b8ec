"""What a test does with a browser: open, look, tap, hold, type; the rest is a script in the page."""

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
# Where the middle of the first element is that matches, once it is in sight.
MIDDLE = """(selector) => {
    const found = document.querySelector(selector);
    found.scrollIntoView({block: 'center'});
    const box = found.getBoundingClientRect();
    return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
}"""
# A press as a screen reader makes it: no pointer, the mouse goes down without a count, and the click has one.
PRESS = """(selector) => {
    const found = document.querySelector(selector);
    found.focus();
    for (const [type, detail] of [['mousedown', 0], ['mouseup', 0], ['click', 1]]) {
        found.dispatchEvent(new MouseEvent(type, {bubbles: true, cancelable: true, view: window, detail}));
    }
}"""

# Marks the button that says this, so that a selector finds it.
MARK = """(words) => {
    for (const one of document.querySelectorAll('[data-meant]')) one.removeAttribute('data-meant');
    const found = [...document.querySelectorAll('button, a')].find((one) => one.innerText.trim() === words);
    if (found) found.setAttribute('data-meant', '');
    return !!found;
}"""
# Sends a form as a page would, and goes where that leads.
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
        """Starts it; `folder` is for its profile."""

    @abstractmethod
    def opens(self, url: str) -> None: ...

    @abstractmethod
    def refreshes(self) -> None: ...

    @abstractmethod
    def evaluates(self, expression: str) -> Any:
        """An expression in the page; its value as JSON can carry it."""

    @abstractmethod
    def moves_the_pointer(self, steps: Sequence[Mapping[str, Any]]) -> None:
        """Pointer actions as WebDriver and BiDi both know them."""

    @abstractmethod
    def types(self, keys: str) -> None:
        """Into what has the focus."""

    @abstractmethod
    def quits(self) -> None: ...

    # --- the same in every engine -------------------------------------------------------------------------

    def reloads(self) -> None:
        """Until the page of before is gone: a page that is still loading may answer for the one that follows it."""
        self.evaluates("(window.before = true)")
        self.refreshes()
        self.waits_for("!window.before && document.readyState === 'complete'")

    def runs(self, function: str, *arguments: object) -> Any:
        return self.evaluates(f"({function})({', '.join(map(json.dumps, arguments))})")

    def waits_for(self, claim: str) -> None:
        """Until this expression is true."""
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
        """Longer than a curtain takes to open."""
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
        """A screen reader presses it for somebody who sees nothing."""
        self.waits_for(f"!!document.querySelector({json.dumps(selector)})")
        self.runs(PRESS, selector)

    def button(self, words: str) -> str:
        """A selector for the button that says this."""
        self.waits_for(f"({MARK})({json.dumps(words)})")
        return "[data-meant]"

    def presses(self, words: str) -> None:
        """By keyboard."""
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
    """What a starting program says about where it listens."""
    heard, until = b"", time.monotonic() + PATIENCE
    assert process.stdout is not None
    while time.monotonic() < until and process.poll() is None:
        if select.select([process.stdout], [], [], 0.2)[0]:
            heard += os.read(process.stdout.fileno(), 4096)
            if found := re.search(pattern, heard.decode(errors="replace")):
                return found[1]
    raise AssertionError(f"{process.args!r} does not start: {heard.decode(errors='replace')}")


def ends(process: subprocess.Popen[bytes]) -> None:
    """It and whatever it has started: each was started as the first of a group of its own."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, 9)
    process.wait()
    if process.stdout:
        process.stdout.close()
