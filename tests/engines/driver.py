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
    def open(self, url: str) -> None: ...

    @abstractmethod
    def refresh(self) -> None: ...

    @abstractmethod
    def evaluate(self, expression: str) -> Any:
        """Evaluates an expression in the page; returns its value as JSON data."""

    @abstractmethod
    def move_pointer(self, steps: Sequence[Mapping[str, Any]]) -> None:
        """Performs pointer actions in the format shared by WebDriver and BiDi."""

    @abstractmethod
    def types(self, keys: str) -> None:
        """Types into the focused element."""

    @abstractmethod
    def quit(self) -> None: ...

    # --- the same in every engine -------------------------------------------------------------------------

    def reload(self) -> None:
        """Reloads and waits until the old document is gone; while loading, it could still answer for the new one."""
        self.evaluate("(window.before = true)")
        self.refresh()
        self.wait_for("!window.before && document.readyState === 'complete'")

    def run_function(self, function: str, *arguments: object) -> Any:
        return self.evaluate(f"({function})({', '.join(map(json.dumps, arguments))})")

    def wait_for(self, claim: str) -> None:
        """Waits until this expression is true."""
        until = time.monotonic() + PATIENCE
        while not self._is(claim):
            assert time.monotonic() < until, f"never: {claim}\n{self.words()}"
            time.sleep(0.05)

    def _is(self, claim: str) -> bool:
        with contextlib.suppress(PageGone):
            return bool(self.evaluate(claim))
        return False

    def should_see(self, *texts: str) -> None:
        for text in texts:
            self.wait_for(f"document.body.innerText.includes({json.dumps(text)})")

    def words(self) -> str:
        return str(self.evaluate("document.body.innerText"))

    def tap(self, selector: str) -> None:
        self._press_for(selector, 50)

    def hold(self, selector: str) -> None:
        """Holds for longer than a curtain takes to open."""
        self._press_for(selector, 900)

    def _press_for(self, selector: str, milliseconds: int) -> None:
        self.wait_for(f"!!document.querySelector({json.dumps(selector)})")
        x, y = self.run_function(MIDDLE, selector)
        self.move_pointer(
            [
                {"type": "pointerMove", "x": x, "y": y, "duration": 0},
                {"type": "pointerDown", "button": 0},
                {"type": "pause", "duration": milliseconds},
                {"type": "pointerUp", "button": 0},
            ]
        )

    def press_as_screen_reader(self, selector: str) -> None:
        """Presses the element as a screen reader does."""
        self.wait_for(f"!!document.querySelector({json.dumps(selector)})")
        self.run_function(PRESS, selector)

    def button(self, words: str) -> str:
        """Returns a selector for the button with these words."""
        self.wait_for(f"({MARK})({json.dumps(words)})")
        return "[data-meant]"

    def press(self, words: str) -> None:
        """Presses the button by keyboard."""
        self.run_function("(selector) => { document.querySelector(selector).focus(); }", self.button(words))
        self.types(ENTER)

    def post(self, path: str, **fields: object) -> None:
        self.run_function(SEND, path, {name: str(value) for name, value in fields.items()})

    @property
    def path(self) -> str:
        return str(self.evaluate("location.pathname"))

    @property
    def focused(self) -> str:
        return str(self.evaluate("document.activeElement.tagName"))

    @property
    def announced(self) -> str:
        return str(self.evaluate("document.getElementById('announce').textContent"))


class PageGone(Exception):
    """The page was left while the script ran."""


def wait_for_output(process: subprocess.Popen[bytes], pattern: str) -> str:
    """Returns the match of `pattern` in the output of a starting program. Fails if it exits or times out."""
    heard, until = b"", time.monotonic() + PATIENCE
    assert process.stdout is not None
    while time.monotonic() < until and process.poll() is None:
        if select.select([process.stdout], [], [], 0.2)[0]:
            heard += os.read(process.stdout.fileno(), 4096)
            if found := re.search(pattern, heard.decode(errors="replace")):
                return found[1]
    raise AssertionError(f"{process.args!r} does not start: {heard.decode(errors='replace')}")


def end_process(process: subprocess.Popen[bytes]) -> None:
    """Ends the process and its children; each was started in its own process group."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, 9)
    process.wait()
    if process.stdout:
        process.stdout.close()
