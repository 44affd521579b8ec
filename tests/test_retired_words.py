"""Words that were renamed stay out of code, templates and docs. The changelog and stored names keep them."""

from __future__ import annotations

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
# Logs, fixtures and vendored files keep old names; translations repeat the UI.
EXEMPT = ("CHANGELOG.md", "/recorded/", "/fixtures/", "/vendor/", "/translations/", "/rulebooks/", Path(__file__).name)
# Kind of file, pattern, the word to use.
RETIRED = [
    ("py", r"\b(Sealed)?Ask\b(?=[\],:()|])|\bTableStep\b", "Action, SealedAction, TableAction"),
    ("py", r"\b(TABLE_ASKS|asks_by_name|ask_named|may_ask|read_ask|ask_id|next_ask|beginner_ask)\b", "action"),
    ("py", r"\bPut(Seat)?Right\b|\bTakeSealBack\b|\bputs_right\b", "StateCorrection, SeatCorrection, Unseal"),
    ("py", r"\bwhy_not_\w+|\.why_not\b|\bfor_eyes_of\b|\bnot_offered\b", "a name that ends in _refusal"),
    ("py", r"\bOffer\b|\bevery_offer\b|\boffered_to\b", "LegalAction, eligible_seats"),
    ("py", r"\bChance\b|\bWhenUndone\b|\bDraft\[|\bdraft\.happen\b", "Rng, UndoPolicy, Batch, emit"),
    ("py", r"\bBox(Filled|WorkedOut|Field)\b|\bFillBox\b", "PrintedValueEntered, PrintedValueDeduced, PrintedField"),
    ("py", r"def (fold|tell|retold|recall|confess)\(self", "apply, history_line, recap, short_history_line"),
    ("py", r"\bConfession\b|\bCeremony\b|\bShowingAll\b|\bStaged\b", "SecretHistoryLine, LineReveal, ScriptedPhase"),
    ("py", r"\b[Cc]hronicles?\b|\bCOVERS\b|\bREADINGS\b|\bNoTable\b", "Timeline, GAME_INFOS, INTERPRETATIONS"),
    ("py", r"\bStepBack\b|\bsteps_back\b|\bStory\b", "UndoStep, undo_steps, Projection"),
    ("py", r"\bTongue\b|\btongue\b|\bVoice\b|\bCrowd\b|\bWatching\b", "locale, Translator, ConnectionLimiter"),
    (
        "html js",
        r"name=\"ask\"|elements\.ask\b|\bmend[.-]|\bdrawn_once\b|\bact-\w",
        "action_name, correction, highlight",
    ),
    ("css", r"\.mend-|\.acts?\b|\.call-flash", ".correction-, .highlight, .prompt-flash"),
    ("md", r"`(Ask|Offer|PutRight|why_not|fold|tell|confess|retold)`|tests/(proof|model)/", "see the glossary"),
    ("py html js css md", r"(?i)\bwhoever\b|\bput right\b|\bbox sheet|\bceremon|\bgreat moment", "plain words"),
]


def files(kinds: str) -> list[Path]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [
        ROOT / name
        for name in listed.splitlines()
        if name.rpartition(".")[2] in kinds.split() and not any(part in f"/{name}" for part in EXEMPT)
    ]


@cache
def text(path: Path) -> str:
    return re.sub(r'stored="[^"]*"', "", path.read_text(encoding="utf-8")) if path.is_file() else ""


@pytest.mark.parametrize(("kinds", "pattern", "instead"), RETIRED, ids=[instead for *_, instead in RETIRED])
def test_retired_words_are_gone(kinds: str, pattern: str, instead: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}" for path in files(kinds) for match in re.finditer(pattern, text(path))
    ]
    assert not found, f"use {instead}: {found[:10]}"


def test_a_retired_word_is_found() -> None:
    assert re.search(RETIRED[0][1], "class Seal(Ask):")
    assert re.search(RETIRED[-1][1], "Whoever sits first")
