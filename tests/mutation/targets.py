"""The functions in which faults are planted, and the tests that must catch them."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

from tests.mutation.operators import Function, Source

# Functions that only produce text, stories or legal actions, which are not results.
TEXT_FUNCTIONS = {
    "history_line",
    "secret_history_line",
    "recap",
    "anecdote",
    "short_history_line",
    "highlights",
    "headline",
    "prompt",
    "explain",
    "fields",
    "place_name",
    "legal_actions",
    "display",
    "chapter",
    "to_do",
    "clears_to_do",
    "step",
}
# Return types of functions that only produce text or legal actions.
TEXT_TYPES = ("Text", "LegalAction", "Help", "View", "Highlight", "Piece", "Row", "Likely")


@dataclass(frozen=True)
class Group:
    """Modules in which faults are planted, and the tests that cover them."""

    # All functions except those that only produce text; "module:name" selects one function or class.
    targets: tuple[str, ...]
    # Test files and folders.
    tests: tuple[str, ...]
    # Substrings of test ids; a test needs at least one of them. Empty: all tests.
    ids: tuple[str, ...] = ()

    @property
    def modules(self) -> list[str]:
        return [target.partition(":")[0] for target in self.targets]

    def paths(self, tests: Path) -> list[str]:
        return [str(tests / path) for path in self.tests]

    def includes(self, test: str) -> bool:
        return "test_web" not in test and (not self.ids or any(part in test for part in self.ids))

    def functions(self, source: Source) -> list[str]:
        only = [target.partition(":")[2] for target in self.targets if target.startswith(f"{source.module}:")]
        found = source.functions()
        if only:
            return [name for name in found if name in only or name.partition(".")[0] in only]
        return [name for name, node in found.items() if not only_text(name, node)]


def only_text(name: str, node: Function) -> bool:
    returned = ast.unparse(node.returns) if node.returns else ""
    return name.rpartition(".")[2] in TEXT_FUNCTIONS or any(kind in returned for kind in TEXT_TYPES)


# Replays recorded games to their end: quick, and exact about points and places.
ENDS = "test_recordings.py::test_recorded_game_still_has_the_same_result"
SHARED = ("printed_values", "claims:Claims", "sealed:Sealed", "standings", "statistics", "tracks", "values")


def _of_game(folder: str, key: str, *targets: str) -> Group:
    return Group(
        tuple(f"scoring.{folder}.{target}" for target in targets),
        (folder, ENDS, "test_options.py"),
        (f"/{folder}/", f"[{folder}/", f"[{key}-"),
    )


GROUPS = {
    "majority": Group(("scoring.majority",), ("test_majority.py",)),
    "shared": Group(
        tuple(f"scoring.{target}" for target in SHARED),
        tuple(f"test_{target.partition(':')[0]}.py" for target in SHARED),
    ),
    "saga": _of_game("saga", "saga", "conquest", "final_scoring", "phases", "final_count", "state"),
    "roses": _of_game("roses", "wars-of-the-roses", "last_parliament", "parliament", "plan", "resolution", "state"),
    "lang_lebe": _of_game("lang_lebe", "lang-lebe", "key_moments", "cards", "dispute", "election", "state"),
    "regents": _of_game(
        "regents", "regents", "castle", "ending", "components:groups", "scoring_phase", "state", "tracks"
    ),
    "royals": _of_game("royals", "royals", "ending", "epoch", "influence", "markers", "noble_house", "state", "titles"),
}
