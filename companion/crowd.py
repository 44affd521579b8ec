"""Who is connected: nobody holds so many lines that others get none, and a line that stays silent is given up.

There is always room for one more: the line that was silent longest goes, first of the address that has too many, then
of the address that has most. The laptop, and addresses from which a device of some table has come, go before strangers.
"""

from __future__ import annotations

import contextlib
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

# In the environment of a request: tells that its device has a place at a table.
KNOWN = "herald.known"
LAPTOP = frozenset({"127.0.0.1", "::1"})
# A phone has six lines at most; behind one address may be a few of them.
LINES = 64
STREAMS = 32
# Kept free for files of Herald's own, and for what is accepted before it is looked at.
OWN_FILES = 256
# Kept free for addresses that are known.
FOR_KNOWN = 64
WANTED_FILES = (16_384, 10_240, 4_096, 1_024)
HEAD_SECONDS = 10.0
IDLE_SECONDS = 60.0
BODY_SECONDS = 30.0
QUIET_SECONDS = 60.0


class Doing(Enum):
    """What a line is open for. The first head is due sooner than the next one."""

    ARRIVING = auto()
    IDLE = auto()
    ASKING = auto()
    STREAMING = auto()


PATIENCE = {Doing.ARRIVING: HEAD_SECONDS, Doing.IDLE: IDLE_SECONDS, Doing.ASKING: BODY_SECONDS}
SILENT = (Doing.ARRIVING, Doing.IDLE)


@dataclass(eq=False)
class Line:
    """One connection. `is_sent`: all of the request has come, so that what takes time now is Herald."""

    address: str
    hang_up: Callable[[], None]
    since: float
    doing: Doing = Doing.ARRIVING
    is_sent: Callable[[], bool] = lambda: True
    gone: bool = False


class Crowd:
    def __init__(
        self,
        most: int,
        clock: Callable[[], float] = time.monotonic,
        say: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        self.most, self._clock, self._say = most, clock, say
        # By address, each in the order in which they came to do what they do.
        self._lines: defaultdict[str, dict[Line, None]] = defaultdict(dict)
        self._count = 0
        self._known: dict[str, None] = {}
        self._said = -QUIET_SECONDS

    def __len__(self) -> int:
        return self._count

    def enter(self, address: str, hang_up: Callable[[], None]) -> Line | None:
        """The new line; None: there is no room for it."""
        if not self._has_room(address):
            return None
        line = Line(address, hang_up, self._clock())
        self._lines[address][line] = None
        self._count += 1
        return line

    def leave(self, line: Line) -> None:
        """It is closed; whoever was hung up on has left already."""
        if line.gone:
            return
        line.gone = True
        self._count -= 1
        self._lines[line.address].pop(line)
        if not self._lines[line.address]:
            del self._lines[line.address]

    def now(self, line: Line, doing: Doing) -> None:
        if line.gone:
            return
        line.doing, line.since = doing, self._clock()
        lines = self._lines[line.address]
        lines[line] = lines.pop(line)
        if doing is Doing.STREAMING and self._count_of(line.address, (doing,)) > STREAMS and not self._is_laptop(line):
            self._hang_up(next(one for one in lines if one.doing is doing), "streams")

    def know(self, address: str) -> None:
        """A device of some table comes from there."""
        self._known.pop(address, None)
        self._known[address] = None
        if len(self._known) > 1_000:
            del self._known[next(iter(self._known))]

    def sweep(self) -> None:
        """Hangs up on whoever does not say what they want."""
        now = self._clock()
        for line in [line for lines in self._lines.values() for line in lines]:
            late = now - line.since > PATIENCE.get(line.doing, now)
            if late and (line.doing is not Doing.ASKING or not line.is_sent()):
                line.since = now  # should it not be gone by then, it is told again
                line.hang_up()

    def make_room(self) -> None:
        """There are fewer files than were thought: the machine has other programs."""
        self._make_room(self._strangers(), "lines")

    # --- room ---------------------------------------------------------------------------------------------

    def _has_room(self, address: str) -> bool:
        if address not in LAPTOP and len(self._lines.get(address, ())) >= LINES:
            return self._make_room([address], "lines")
        if self._count < self.most:
            return True
        known = address in LAPTOP or address in self._known
        return self._make_room(self._strangers(), "lines") or (known and self._count < self.most + FOR_KNOWN)

    def _strangers(self) -> list[str]:
        """Whoever has most lines first."""
        strangers = (one for one in self._lines if one not in LAPTOP and one not in self._known)
        return sorted(strangers, key=lambda one: len(self._lines[one]), reverse=True)

    def _make_room(self, addresses: list[str], what: str) -> bool:
        for address in addresses:
            silent = next((line for line in self._lines[address] if line.doing in SILENT), None)
            if silent is not None:
                self._hang_up(silent, what)
                return True
        self._tell(f"{self._count} connections are open: further ones are turned away, the tables go on.")
        return False

    def _hang_up(self, line: Line, what: str) -> None:
        count = len(self._lines[line.address])
        self._tell(f"{line.address} keeps {count} {what} open: the oldest are closed, the tables go on.")
        self.leave(line)
        line.hang_up()

    def _count_of(self, address: str, doing: tuple[Doing, ...]) -> int:
        return sum(line.doing in doing for line in self._lines[address])

    def _is_laptop(self, line: Line) -> bool:
        return line.address in LAPTOP

    def _tell(self, sentence: str) -> None:
        """One sentence a minute is enough."""
        if self._clock() - self._said >= QUIET_SECONDS:
            self._said = self._clock()
            self._say(sentence)


def room_for_all() -> int:
    """How many lines there may be, with the limit on open files raised as far as it goes."""
    return max(64, open_files() - OWN_FILES - FOR_KNOWN)


def open_files() -> int:
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return WANTED_FILES[0]
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in WANTED_FILES:
        if soft != resource.RLIM_INFINITY and soft < wanted and (hard == resource.RLIM_INFINITY or wanted <= hard):
            with contextlib.suppress(ValueError, OSError):  # macOS has a limit beside the limit
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
                break
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return WANTED_FILES[0] if soft == resource.RLIM_INFINITY else min(soft, WANTED_FILES[0])
