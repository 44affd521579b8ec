"""Tables in use: finding them, submitting actions, and storing events."""

from __future__ import annotations

import contextlib
import hashlib
import json
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.config import CODE_LETTERS, HeraldError
from companion.hub import Hub
from companion.replay_budget import Budget, OverBudget, replay_in_slices
from companion.store import NEW_BOX, DeviceRole, PlaceTaken, Store, TableRow
from scoring.game_info import GAME_INFOS
from scoring.games import GAMES
from scoring.kernel import Action, Event, Refusal, Rng
from scoring.printed_values import PrintedValues, built_in
from scoring.recording import InvalidExport, from_json, to_json
from scoring.replay import Projection, Record, apply_record, replay, undo
from scoring.table import apply_event, decide_with, deduced_events, may_act, new_table, seated_at_once
from scoring.table_events import Actor, BotSeated, CurtainsAllowed, SeatTaken, TableOpened, TakeSeat, Undo
from scoring.words import T

CODE_LENGTH = 4
KEPT_IN_MEMORY = 500
# Records of a table; the longest games have about a thousand.
MOST_STEPS = 5_000
# Number of recent actions a table remembers, to detect repeats.
REMEMBERED_ACTIONS = 20


class UnknownTable(Exception):
    """No table has this code."""


class UnreadableTable(HeraldError):
    """The log cannot be replayed by this version of Herald."""


class ReplayOverBudget(UnreadableTable):
    """Replaying the log exceeded its CPU budget."""

    def __init__(self, code: str) -> None:
        super().__init__(f"The table {code} is set aside: reading it takes longer than any evening would.")


@dataclass
class LiveTable:
    """A table in memory: its projection, advanced event by event, and which device holds which seat."""

    row: TableRow
    projection: Projection
    claims: dict[str, DeviceRole]
    lock: threading.RLock = field(default_factory=threading.RLock)
    # Ids of all actions ever accepted here.
    action_ids: set[str] = field(init=False)
    # Recent actions by repr (an action may contain a mapping) and seat, each with the required seq at that time. The
    # same action from a page that had seen that seq is a repeat.
    recent_actions: OrderedDict[tuple[str, int | None], int] = field(init=False, default_factory=OrderedDict)
    # The last seq by each seat (None: by a device without one).
    latest: dict[int | None, int] = field(init=False)
    deleted: bool = False

    def __post_init__(self) -> None:
        self.load(self.projection)

    def load(self, projection: Projection) -> None:
        """Replaces the projection with one replayed from a log."""
        self.projection = projection
        self.action_ids = {record.action_id for record in projection.records}
        self.latest = {record.by: record.seq for record in projection.records}

    @property
    def code(self) -> str:
        return self.row.code

    def seat_of(self, device: str) -> int | None:
        """Returns the number of the seat this device holds, or None."""
        claim = self.claims.get(device)
        return None if claim is None or claim.seat_key is None else self.seat_with_key(claim.seat_key)

    def seat_with_key(self, key: int) -> int | None:
        return next((n for n, seat in enumerate(self.projection.table.seats) if seat.key == key), None)

    def seen(self, *seats: int | None) -> int:
        """Returns the last seq that a page of these seats must have seen: that of the last conflicting event, or of the
        last event by one of these seats. It does not change when another seat changes its sealed choice."""
        return max(self.projection.required_seq, *(self.latest.get(seat, 0) for seat in seats))

    def remember(self, action: Action, seat: int | None, moment: int) -> None:
        self.recent_actions[repr(action), seat] = moment
        self.recent_actions.move_to_end((repr(action), seat))
        if len(self.recent_actions) > REMEMBERED_ACTIONS:
            self.recent_actions.popitem(last=False)

    def actor(self, device: str) -> Actor:
        return Actor(self.seat_of(device), self.is_host(device))

    def is_host(self, device: str) -> bool:
        return device in self.claims and self.claims[device].host


@dataclass(frozen=True)
class ActionRequest:
    """A submitted action: by whom, for which seat, the last seq seen, and printed values."""

    actor: Actor
    action: Action
    seat: int | None = None
    seen: int | None = None
    printed_values: Mapping[str, str] = field(default_factory=dict)
    action_id: str = ""


class Tables:
    """All tables of this server."""

    def __init__(self, store: Store, hub: Hub, rng: Rng, now: Callable[[], str]) -> None:
        self._store, self._hub, self._rng, self._now = store, hub, rng, now
        self._live: OrderedDict[str, LiveTable] = OrderedDict()
        self._lock = threading.RLock()
        self._reading: dict[str, threading.Lock] = {}
        # The replay budget of each table, and the tables that exceeded it.
        self.budget: Callable[[], Budget] = Budget
        self.aside: set[str] = set()
        # First letters of new codes.
        self.first_letters = CODE_LETTERS
        # Called after every action at a table that is over.
        self.on_over: Callable[[LiveTable], None] = lambda live: None

    # --- opening and finding tables ---------------------------------------------------------------------

    def open(
        self,
        game: str,
        options: Mapping[str, str],
        box: int | None,
        example: bool = True,
        people: Sequence[tuple[str, str]] = (),
        values: PrintedValues | None = None,
    ) -> LiveTable:
        """Opens a table. Without a box, it uses these `values`, example values, or values that are entered at the table
        and not saved. `people` (names and colours) get seats on this device at once, and the game starts."""
        opened = self._opening(game, options, box, example, values)
        events = [
            opened,
            *deduced_events(apply_event(None, opened)),
            *(seated_at_once(opened, people) if people else ()),
        ]
        at, action = self._now(), first_action_id("open")
        projection = replay([Record(n, at, None, action, event) for n, event in enumerate(events, 1)])
        return self._keep(projection, box)

    def _opening(
        self, game: str, options: Mapping[str, str], box: int | None, example: bool, given: PrintedValues | None = None
    ) -> TableOpened:
        rules = GAMES[game]
        if given is not None:
            return new_table(rules, options, given, example)
        known = self._store.box(box) if box is not None else None
        example = example and known is None
        values: PrintedValues = (
            rules.example if example else {**built_in(rules.printed_fields), **(known.values if known else {})}
        )
        return new_table(rules, options, values, example)

    def adopt(self, records: Sequence[Record], projection: Projection | None = None) -> LiveTable:
        """Imports a table, replayed already or not; returns the existing one if it was imported before."""
        return self.existing_table(records) or self._keep(projection or replay_in_slices(records, Budget()), None)

    def existing_table(self, records: Sequence[Record]) -> LiveTable | None:
        """Returns the existing table with these records and perhaps more; None if there is none. Raises InvalidExport
        if its later records differ."""
        first = to_json(records[0])
        codes = [code for code, opening in self._store.openings().items() if opening == first]
        steps = [fingerprint(record) for record in records]
        for here in map(self.find, codes):
            if steps == [fingerprint(record) for record in here.projection.records[: len(steps)]]:
                return here
        if codes and is_unique(records[0]):
            why = T(
                "this table is already here as {code} but continued differently, so delete that one first",
                code=codes[0],
            )
            raise InvalidExport(why)
        return None

    def _keep(self, projection: Projection, box: int | None) -> LiveTable:
        row = TableRow(self._free_code(), projection.table.game_key, self._now(), box, None)
        self._store.open_table(row, [to_json(record) for record in Budget().each(projection.records)])
        with self._lock:
            return self._remember(LiveTable(row, projection, {}))

    def _free_code(self) -> str:
        while True:
            others = (secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH - 1))
            code = secrets.choice(self.first_letters) + "".join(others)
            if not self._store.is_taken(code):
                return code

    def find(self, code: str) -> LiveTable:
        """Returns the table with this code, from memory or replayed from its log. Raises UnknownTable."""
        with self._lock:
            if code in self._live:
                self._live.move_to_end(code)
                return self._live[code]
            if code in self.aside:
                raise ReplayOverBudget(code)
            row = self._store.table(code)
            if row is None:
                raise UnknownTable(code)
            reading = self._reading.setdefault(code, threading.Lock())
        with reading:  # blocks only requests for the same table
            return self._read_once(row)

    def in_memory(self, code: str) -> LiveTable | None:
        return self._live.get(code)

    def replay_log(self, row: TableRow) -> Projection:
        """Returns the projection of a table without keeping it in memory, so that lists replace no table in play."""
        if row.code in self.aside:
            raise ReplayOverBudget(row.code)
        return self._replay(row)

    def _read_once(self, row: TableRow) -> LiveTable:
        if row.code in self._live:
            return self._live[row.code]
        projection = self._replay(row)
        with self._lock:
            if self._store.table(row.code) is None:  # deleted meanwhile
                raise UnknownTable(row.code)
            self._reading.pop(row.code, None)
            return self._remember(LiveTable(row, projection, self._store.claims(row.code)))

    def _remember(self, live: LiveTable) -> LiveTable:
        """Keeps the table in memory, unless another request has just done so."""
        if live.code in self._live:
            return self._live[live.code]
        self._live[live.code] = live
        if len(self._live) > KEPT_IN_MEMORY:
            self._live.popitem(last=False)
        return live

    def _replay(self, row: TableRow) -> Projection:
        log, budget = self._store.log(row.code), self.budget()
        try:
            records = [from_json(GAMES[row.game], data) for data in budget.each(log)]
            return replay_in_slices(records, budget)
        except OverBudget:
            self.aside.add(row.code)
            raise ReplayOverBudget(row.code) from None
        except Exception as error:  # unknown events can raise anything
            why = "it was played with a newer one, or its file is damaged"
            raise UnreadableTable(f"This Herald cannot read the table {row.code}: {why}.") from error

    def read(self, rows: Iterable[TableRow]) -> Iterator[LiveTable]:
        """Yields these tables, without unreadable ones."""
        for row in rows:
            time.sleep(0)  # requests for running tables come first during a long list
            with contextlib.suppress(UnreadableTable, UnknownTable):
                yield self.find(row.code)

    def delete_set_aside(self, code: str) -> None:
        """Deletes a table that was set aside because its replay exceeded the budget."""
        self._store.delete_table(code)
        self.aside.discard(code)

    def delete(self, live: LiveTable) -> None:
        with live.lock:
            self._store.delete_table(live.code)
            live.deleted = True
            with self._lock:
                self._live.pop(live.code, None)
                for other in self._live.values():
                    if other.row.rematch == live.code:  # a rematch is possible again
                        other.row = replace(other.row, rematch=None)
        self._hub.publish(live.code)

    # --- devices ----------------------------------------------------------------------------------------

    def claim(self, live: LiveTable, device: str, claim: DeviceRole) -> None:
        """Gives the device its role. If another device had the seat, its screen shows that the seat has moved."""
        with live.lock:
            self._check_not_deleted(live)
            self._store.set_claim(live.code, device, claim)
            live.claims = self._store.claims(live.code)
        self._hub.publish(live.code)

    def release(self, live: LiveTable, seat: int) -> None:
        """Takes a seat without a phone away from its device; its player then acts behind the curtain."""
        key = live.projection.table.seats[seat].key
        for device, claim in list(live.claims.items()):
            if claim.seat_key == key and not live.projection.table.seats[seat].phone:
                self.claim(live, device, replace(claim, seat_key=None))

    def rematch(self, live: LiveTable, names: Sequence[str]) -> LiveTable:
        """Opens the same game again, with the same box."""
        table = live.projection.table
        opened = new_table(table.game, table.options, table.read, table.example)
        return self._next(live, names, opened, live.row.box)

    def next_game(self, live: LiveTable, names: Sequence[str], game: str, box: int | None) -> LiveTable:
        """Opens another game for the same people."""
        return self._next(live, names, self._opening(game, {}, box, live.projection.table.example), box)

    def _next(self, live: LiveTable, names: Sequence[str], opened: TableOpened, box: int | None) -> LiveTable:
        """Opens a table with the same seats and devices; called again, it returns that table."""
        with live.lock:
            if live.row.rematch:
                return self.find(live.row.rematch)
            table, at = live.projection.table, self._now()
            seated = [
                (BotSeated if s.bot else SeatTaken)(n + 1, names[n], s.colour, s.phone)
                for n, s in enumerate(table.seats)
            ]
            curtains = [CurtainsAllowed(True)] if table.curtains_everywhere else []
            action, events = (
                first_action_id("rematch"),
                [opened, *deduced_events(apply_event(None, opened)), *seated, *curtains],
            )
            records = [Record(n, at, None, action, event) for n, event in enumerate(events, 1)]
            again = self._keep(replay(records), box)
            keys = {seat.key: n + 1 for n, seat in enumerate(table.seats)}
            for device, claim in live.claims.items():
                seat = None if claim.seat_key is None else keys.get(claim.seat_key)
                self._store.set_claim(again.code, device, replace(claim, seat_key=seat))
            again.claims = self._store.claims(again.code)
            self._store.set_rematch(live.code, again.code)
            live.row = replace(live.row, rematch=again.code)
        self._hub.publish(live.code)
        return again

    # --- actions ----------------------------------------------------------------------------------------

    def submit(self, live: LiveTable, request: ActionRequest) -> Projection:
        """Decides, stores and publishes the action; returns the projection afterwards. A repeated action changes
        nothing."""
        with live.lock:
            if request.action_id and request.action_id in live.action_ids:
                return live.projection
            if self._is_repeat(live, request) and self._may(live.projection, request):
                return live.projection
            before = live.projection
            if before.seq >= MOST_STEPS:
                raise Refusal("full-table", T("This table is full: it can’t record any more steps. Open a new one."))
            events = self._decide(before, request)
            if not events:
                return before
            self._append(live, events, request.actor.seat, request.action_id)
            live.action_ids.add(request.action_id)
            live.remember(request.action, request.seat, before.required_seq)
            live.latest[request.actor.seat] = live.projection.seq
        self._hub.publish(live.code)
        if live.projection.table.standings is not None:
            self.on_over(live)
        return live.projection

    def note(self, live: LiveTable, event: Event) -> None:
        """Stores an event that no action caused; the caller publishes it."""
        with live.lock:
            self._append(live, [event])

    def preview(self, live: LiveTable, request: ActionRequest) -> Projection:
        """Returns the projection after this action without storing it. Raises Refusal if that would reveal something
        hidden."""
        projection = live.projection
        events = self._decide(projection, request)
        if request.action.sealed or any(event.reveals for event in events):
            raise Refusal("hidden", T("Hidden values can’t be previewed. They appear once you’ve saved the change."))
        for record in self._records(projection, events, request.actor.seat, request.action_id):
            projection = apply_record(projection, record)
        return projection

    def take_seat(self, live: LiveTable, device: str, action: TakeSeat) -> None:
        """Takes a seat and assigns it to this device (or, without a phone, to the curtain)."""
        with live.lock:
            claim = live.claims.get(device, DeviceRole())
            projection = self.submit(live, ActionRequest(live.actor(device), action))
            if action.phone:
                self.claim(live, device, replace(claim, seat_key=projection.table.seats[-1].key))

    def _decide(self, projection: Projection, request: ActionRequest) -> list[Event]:
        self._check_not_stale(projection, request)
        if isinstance(request.action, Undo):
            return undo(projection, request.actor, request.action.to)
        if not self._may(projection, request):
            raise Refusal("not-yours", T("Only this seat’s own phone can do that."))
        return decide_with(
            projection.table, request.actor, request.seat, request.action, request.printed_values, self._rng
        )

    def _may(self, projection: Projection, request: ActionRequest) -> bool:
        return may_act(projection.table, request.actor, request.seat, type(request.action))

    def _is_repeat(self, live: LiveTable, request: ActionRequest) -> bool:
        """True if the same action was just taken, and this page had seen all that was required at that time."""
        stale = request.seen is not None and request.seen < live.projection.required_seq
        is_known = stale and request.action.rejects_stale
        moment = live.recent_actions.get((repr(request.action), request.seat)) if is_known else None
        return moment is not None and request.seen is not None and request.seen >= moment

    def _check_not_stale(self, projection: Projection, request: ActionRequest) -> None:
        stale = request.seen is not None and request.seen < projection.required_seq
        if stale and request.action.rejects_stale:
            raise stale_page_refusal()

    def _box_name(self, game: str) -> str:
        number = len(self._store.boxes(game)) + 1
        title = GAME_INFOS[game].title
        return title if number == 1 else f"{title} {number}"

    def _records(self, projection: Projection, events: Sequence[Event], by: int | None, action: str) -> list[Record]:
        action = action or secrets.token_hex(8)
        at = self._now()
        first = projection.seq + 1
        return [Record(first + n, at, by, action, event) for n, event in enumerate(events)]

    def _check_not_deleted(self, live: LiveTable) -> None:
        """Raises UnknownTable if the table was deleted while this request waited for it."""
        if live.deleted:
            raise UnknownTable(live.code)

    def _append(self, live: LiveTable, events: Sequence[Event], by: int | None = None, action: str = "") -> None:
        projection = live.projection
        records = self._records(projection, events, by, action)
        for record in records:
            projection = apply_record(projection, record)
        learned = changed_values(live.projection.table.read, projection.table.read) if live.row.box is not None else {}
        self._check_not_deleted(live)
        if learned and live.row.box == NEW_BOX:
            edition = live.projection.table.options.get("edition", "")
            live.row = self._store.add_box_of(live.row, self._box_name(live.row.game), edition)
        try:
            self._store.append(live.code, [to_json(record) for record in records], live.row.box, learned)
        except PlaceTaken:
            live.load(self._replay(live.row))
            raise stale_page_refusal() from None
        live.projection = projection


def first_action_id(what: str) -> str:
    """Returns a unique id for a table's first action, which identifies the table wherever it is imported."""
    return f"{what}-{secrets.token_hex(8)}"


def is_unique(first: Record) -> bool:
    """False for tables of early versions and for simulated games between bots."""
    return "-" in first.action_id


def table_id(projection: Projection) -> str:
    """Returns a permanent id of the table, the same on every laptop."""
    telling = projection.records[:1] if is_unique(projection.records[0]) else projection.records
    return hashlib.sha256(json.dumps([to_json(one) for one in telling], sort_keys=True).encode()).hexdigest()[:32]


def fingerprint(record: Record) -> tuple[int, str, str, type[Event]]:
    """Returns a fingerprint of a record that ignores player names."""
    return record.seq, record.at, record.action_id, type(record.event)


def changed_values(old: PrintedValues, new: PrintedValues) -> PrintedValues:
    """Returns printed values entered or removed at the table, which its box keeps for later evenings."""
    return {key: new.get(key, "") for key in old.keys() | new.keys() if old.get(key) != new.get(key)}


def stale_page_refusal() -> Refusal:
    return Refusal("stale", T("Someone else was faster. Check what’s changed, then tap again."))


def action_id(device: str, seen: int, name: str, seat: int | None, values: Mapping[str, str]) -> str:
    """Returns an id that is equal for equal taps from the same page, so that a double tap or a retry is stored only
    once."""
    parts = [device, str(seen), name, str(seat), *(f"{key}={values[key]}" for key in sorted(values))]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]
