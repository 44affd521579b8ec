"""Plants each fault in its own process and runs the tests that execute the faulty function, quickest first.

Everything runs in one pytest session: tests are collected once, and each fault runs in a fork of that process.
"""

from __future__ import annotations

import functools
import gc
import mmap
import os
import pickle
import resource
import sys
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from itertools import islice
from pathlib import Path
from struct import Struct
from tempfile import TemporaryFile
from types import CodeType, FrameType, FunctionType
from typing import Any, TypeAlias

import pytest

from tests.games import TESTS
from tests.mutation.operators import Mutant, Source
from tests.mutation.targets import Group

# Test seconds per fault, as measured without a fault, and the factor by which a fault may slow them down.
BUDGET, PATIENCE = 8.0, 4
MEMORY = 1 << 30
NOTE = Struct("i")
NOT_EXECUTED = " (not executed)"
# Exit codes of a fault's process; death by a signal also counts as caught.
SURVIVED, CAUGHT = 0, 1
# No options that slow down failing tests: only pass or fail matters.
ARGUMENTS = (
    *("-q", "-s", "--tb=native", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:xdist"),
    *("--hypothesis-profile=mutation", "-m", "not browser"),
)

# The functions that a test executes, by module and qualified name.
Executed: TypeAlias = frozenset[tuple[str, str]]

# Functions in memory, each paired with its faulty code.
Faulty: TypeAlias = list[tuple[FunctionType, CodeType]]


@dataclass(frozen=True)
class Timed:
    """A test that passes without a fault: its index in the session, its duration and the functions it executes."""

    number: int
    seconds: float
    executed: Executed


@dataclass
class Result:
    """Fault names of a group by outcome."""

    caught: list[str] = field(default_factory=list)
    survived: list[str] = field(default_factory=list)
    # No test executes the function.
    unreached: list[str] = field(default_factory=list)
    # Listed as changing no result, so not tried.
    equivalent: list[str] = field(default_factory=list)
    # The faulty code does not compile or cannot replace the function in memory.
    unusable: list[str] = field(default_factory=list)

    @property
    def share(self) -> float:
        """Share of caught faults among all faults."""
        total = sum(map(len, (self.caught, self.survived, self.unreached, self.equivalent)))
        return len(self.caught) / total if total else 1.0

    @property
    def missed(self) -> list[str]:
        return [*self.survived, *self.unreached]


def run(
    group: Group,
    jobs: int,
    equivalent: Collection[str] = (),
    wanted: Callable[[str], bool] = lambda name: True,
    step: int = 1,
) -> Result:
    """Tries every `step`-th wanted fault of a group and prints those that no test caught."""
    session = _Session(group, jobs, equivalent, wanted, step)
    status = pytest.main([*ARGUMENTS, *group.paths(TESTS)], plugins=[session])
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED) or session.result is None:
        raise RuntimeError(f"the tests could not be run: {status}")
    return session.result


class _Session:
    """pytest plugin that replaces the test loop."""

    def __init__(
        self, group: Group, jobs: int, equivalent: Collection[str], wanted: Callable[[str], bool], step: int
    ) -> None:
        self.group, self.jobs, self.equivalent, self.wanted, self.step = group, jobs, equivalent, wanted, step
        self.result: Result | None = None
        self.failed = False
        # Shared memory in which each process stores the index of the test that caught its fault.
        self.note = mmap.mmap(-1, NOTE.size * (jobs + 1))

    @pytest.hookimpl(tryfirst=True)
    def pytest_configure(self) -> None:
        """Makes Hypothesis deterministic and disables shrinking."""
        from hypothesis import HealthCheck, Phase, settings  # pytest must import it first

        settings.register_profile(
            "mutation",
            deadline=None,
            database=None,
            derandomize=True,
            phases=(Phase.explicit, Phase.generate),
            suppress_health_check=list(HealthCheck),
        )

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = [item for item in session.items if self.group.includes(item.nodeid)]
        sources = sources_of(self.group)
        functions = _live(sources)
        _forget()
        timed = self._time_tests(items, sources)
        self.result = self._try_all(items, sources, functions, timed)
        return True

    def _time_tests(self, items: Sequence[pytest.Item], sources: Mapping[str, Source]) -> list[Timed]:
        """Runs all tests without a fault, in a separate process so that their caches cannot hide a fault later."""
        modules = {str(source.path): name for name, source in sources.items()}

        def measure() -> list[Timed]:
            return [self._measure(number, item, modules) for number, item in enumerate(items)]

        return _in_a_fork(measure)

    def _measure(self, number: int, item: pytest.Item, modules: Mapping[str, str]) -> Timed:
        executed: set[CodeType] = set()

        def note(frame: FrameType, event: str, _: Any) -> None:
            if event == "call" and frame.f_code.co_filename in modules:
                executed.add(frame.f_code)

        began = time.process_time()
        sys.setprofile(note)
        try:
            passed = self._run(item)
        finally:
            sys.setprofile(None)
        assert passed, f"{item.nodeid} fails without a fault"
        names = ((modules[code.co_filename], code.co_qualname) for code in executed)
        return Timed(number, time.process_time() - began, frozenset(names))

    def _run(self, item: pytest.Item) -> bool:
        """Returns False if the test fails."""
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        return not self.failed

    def _try_all(
        self,
        items: Sequence[pytest.Item],
        sources: Mapping[str, Source],
        functions: Sequence[FunctionType],
        timed: Sequence[Timed],
    ) -> Result:
        result, running = Result(), dict[int, tuple[int, Mutant]]()
        # Tests that have caught a fault, by function: they run first.
        killers: dict[tuple[str, str], list[int]] = {}
        for mutant in islice(self._mutants(sources, result), 0, None, self.step):
            where = (mutant.module, mutant.function)
            faulty = _faulty(sources[mutant.module], mutant, functions)
            if not faulty:
                result.unusable.append(mutant.name)
                continue
            if len(running) >= self.jobs:
                self._wait(running, result, killers)
            chosen = _quickest(timed, where, killers.get(where, []))
            if not chosen:
                result.unreached.append(mutant.name)
                print(mutant.name + NOT_EXECUTED, flush=True)
                continue
            slot = min({*range(self.jobs + 1)} - {slot for slot, _ in running.values()})
            if (child := os.fork()) == 0:
                self._try(slot, faulty, items, chosen)
            running[child] = slot, mutant
        while running:
            self._wait(running, result, killers)
        return result

    def _mutants(self, sources: Mapping[str, Source], result: Result) -> Iterator[Mutant]:
        for source in sources.values():
            for function in self.group.functions(source):
                for mutant in source.mutants(function):
                    if not self.wanted(mutant.name):
                        continue
                    if mutant.name in self.equivalent:
                        result.equivalent.append(mutant.name)
                    else:
                        yield mutant

    def _try(self, slot: int, faulty: Faulty, items: Sequence[pytest.Item], chosen: Sequence[Timed]) -> None:
        """Runs the tests in this forked process, then exits. A fault that makes the tests hang counts as caught."""
        status = CAUGHT
        try:
            _silent()
            limit = int(5 + PATIENCE * sum(test.seconds for test in chosen))
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
            used = _memory() + MEMORY
            resource.setrlimit(resource.RLIMIT_AS, (used, used))
            for function, code in faulty:
                function.__code__ = code
            for test in chosen:
                NOTE.pack_into(self.note, slot * NOTE.size, test.number)
                if not self._run(items[test.number]):
                    break
            else:
                status = SURVIVED
        finally:
            os._exit(status)

    def _wait(
        self, running: dict[int, tuple[int, Mutant]], result: Result, killers: dict[tuple[str, str], list[int]]
    ) -> None:
        child, status = os.wait()
        slot, mutant = running.pop(child)
        if status == SURVIVED:
            result.survived.append(mutant.name)
            print(mutant.name, flush=True)
            return
        result.caught.append(mutant.name)
        [number] = NOTE.unpack_from(self.note, slot * NOTE.size)
        known = killers.setdefault((mutant.module, mutant.function), [])
        if number in known:
            known.remove(number)
        known.insert(0, number)


# --- helpers ------------------------------------------------------------------------------------------------


def sources_of(group: Group) -> dict[str, Source]:
    found = {}
    for name in group.modules:
        module = import_module(name)
        assert module.__file__ is not None
        found[name] = Source.of(name, Path(module.__file__))
    return found


def _live(sources: Mapping[str, Source]) -> list[FunctionType]:
    """Returns the functions of these modules found in memory: methods, properties, closures and decorated ones."""
    return [one for one in gc.get_objects() if isinstance(one, FunctionType) and one.__module__ in sources]


def _faulty(source: Source, mutant: Mutant, functions: Sequence[FunctionType]) -> Faulty:
    """Returns the functions with their faulty code; empty if the fault does not compile or does not fit them."""
    try:
        codes = source.compiled(mutant)
    except (SyntaxError, ValueError):
        return []
    live = [one for one in functions if one.__module__ == mutant.module and one.__code__.co_qualname in codes]
    found = [(one, codes[one.__code__.co_qualname]) for one in live]
    return found if all(one.__code__.co_freevars == code.co_freevars for one, code in found) else []


def _forget() -> None:
    """Clears results cached during collection, which came from functions without a fault."""
    for one in gc.get_objects():
        if isinstance(one, functools._lru_cache_wrapper):
            one.cache_clear()


def _quickest(timed: Sequence[Timed], function: tuple[str, str], killers: Sequence[int]) -> list[Timed]:
    """Returns the tests that execute this function, within the budget: those that caught a fault in it first, then the
    quickest."""
    order = {number: place for place, number in enumerate(killers)}
    fitting = [test for test in timed if function in test.executed]
    fitting.sort(key=lambda test: (order.get(test.number, len(order)), test.seconds))
    chosen, left = list[Timed](), BUDGET
    for test in fitting:
        left -= test.seconds
        if chosen and left < 0:
            break
        chosen.append(test)
    return chosen


def _in_a_fork(work: Callable[[], list[Timed]]) -> list[Timed]:
    with TemporaryFile() as file:
        if (child := os.fork()) == 0:
            status = 1
            try:
                _silent()
                pickle.dump(work(), file)
                file.flush()
                status = 0
            finally:
                os._exit(status)
        _, status = os.waitpid(child, 0)
        if status:
            raise RuntimeError("the tests fail without a fault")
        file.seek(0)
        measured: list[Timed] = pickle.load(file)
        return measured


def _silent() -> None:
    sys.stdout.flush()
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def _memory() -> int:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    return pages * resource.getpagesize()
