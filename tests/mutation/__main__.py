"""Plants faults and prints those that no test notices: `python -m tests.mutation --help`."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from pathlib import Path

from tests.mutation.equivalent import equivalent
from tests.mutation.runner import NOT_EXECUTED, Result, run
from tests.mutation.targets import GROUPS


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation")
    parser.add_argument("group", nargs="*", default=list(GROUPS))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", default="", help="only faults with this in their names")
    parser.add_argument("--again", type=Path, help="only those that an earlier run printed into this file")
    parser.add_argument("--step", type=int, default=1, help="only one fault in so many")
    parser.add_argument("--json", action="store_true", help="tell the result as JSON")
    chosen = parser.parse_args(words)
    before = chosen.again.read_text(encoding="utf-8").splitlines() if chosen.again else None
    printed = before and {line.removesuffix(NOT_EXECUTED) for line in before}

    def wanted(name: str) -> bool:
        return chosen.only in name and (printed is None or name in printed)

    missed = 0
    for group in chosen.group:
        began = time.monotonic()
        result = run(GROUPS[group], chosen.jobs, equivalent(), wanted, chosen.step)
        print(f"{group}: {summary(result)} in {(time.monotonic() - began) / 60:.1f} minutes", flush=True)
        if chosen.json:
            print(json.dumps({"caught": result.caught, "equivalent": result.equivalent, "missed": result.missed}))
        missed += len(result.missed)
    return 1 if missed else 0


def summary(result: Result) -> str:
    counts = {
        "caught": result.caught,
        "survived": result.survived,
        "not executed": result.unreached,
        "equivalent": result.equivalent,
        "unusable": result.unusable,
    }
    return ", ".join(f"{len(names)} {what}" for what, names in counts.items()) + f": {result.share:.1%}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
