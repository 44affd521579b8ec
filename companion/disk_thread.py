"""A native thread for slow disk calls, so that a sync blocks no other request."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TypeVar

Result = TypeVar("Result")


class DiskThread:
    """One native thread: the calling greenlet waits while others run. Without gevent, the caller runs the work
    itself."""

    def __init__(self) -> None:
        self._pool: Any = None
        if "gevent.monkey" in sys.modules and sys.modules["gevent.monkey"].is_module_patched("threading"):
            from gevent.threadpool import ThreadPool

            self._pool = ThreadPool(1)

    def run(self, work: Callable[[], Result]) -> Result:
        if self._pool is None:
            return work()
        result, error = _finished(self._pool.spawn(_outcome, work))
        if error is not None:
            raise error
        return result  # type: ignore[no-any-return]


def _outcome(work: Callable[[], Result]) -> tuple[Result | None, BaseException | None]:
    try:
        return work(), None
    except BaseException as error:  # raised again by the caller
        return None, error


def _finished(task: Any) -> Any:
    """Waits for the outcome. A greenlet killed meanwhile ends only after it, so that no transaction is left open."""
    import gevent

    killed = None
    while not task.ready():
        try:
            task.wait()
        except gevent.GreenletExit as error:
            killed = error
    if killed is not None:
        gevent.kill(gevent.getcurrent(), killed)
    return task.get()
