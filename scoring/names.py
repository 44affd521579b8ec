"""Rules for player names: readable and distinguishable, emoji included."""

from __future__ import annotations

import re
import unicodedata

NAME_LENGTH = 20
MOST_MARKS = 3
_EMOJI = "[\U0001f000-\U0001faff\u2190-\u21ff\u2300-\u23ff\u25a0-\u27bf\u2900-\u297f\u2b00-\u2bff\u3030\u303d]"
# One emoji, optionally with variation selector, skin tone or flag tags.
_SINGLE_EMOJI = f"{_EMOJI}(?:\ufe0f|[\U0001f3fb-\U0001f3ff])?(?:[\U000e0020-\U000e007e]{{1,6}}\U000e007f)?"
_KEYCAP = "[0-9#*]\ufe0f\u20e3"
_EMOJI_SEQUENCE = re.compile(f"{_KEYCAP}|{_SINGLE_EMOJI}(?:\u200d{_SINGLE_EMOJI})*")
# A leading combining mark, or more marks on a letter than any language uses.
_PILED_UP_MARKS = re.compile(f"^M|M{{{MOST_MARKS + 1}}}")
# Characters that count as printable but show nothing.
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
# Styled forms of ordinary letters: full width, bold, circled.
_STYLED_FORMS = ("<wide>", "<narrow>", "<font>", "<circle>", "<square>", "<small>", "<super>", "<sub>")


def tidy(name: str) -> str:
    """Returns the name in NFC, with single spaces and none at the ends."""
    return unicodedata.normalize("NFC", " ".join(name.split()))


def key_of(name: str) -> str:
    """Returns the comparison key: two spellings with the same key are one name."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def is_short(name: str) -> bool:
    """True if the length is 1 to NAME_LENGTH; emoji joiners, variation selectors and tags do not count."""
    return 0 < sum(letter not in "\u200d\ufe0f" and ord(letter) < 0xE0000 for letter in name) <= NAME_LENGTH


def is_plain(name: str) -> bool:
    """True if the name has no invisible characters, styled letters or piled-up marks."""
    words = _EMOJI_SEQUENCE.sub("", name)
    return not any(map(_is_deceptive, words)) and not _PILED_UP_MARKS.search("".join(map(_kind, words)))


def _is_deceptive(letter: str) -> bool:
    """True for a character that is invisible or a styled form of another one."""
    hidden = (
        not letter.isprintable() or letter in _INVISIBLE or "\ufe00" <= letter <= "\ufe0f" or ord(letter) >= 0xE0000
    )
    return hidden or unicodedata.decomposition(letter).startswith(_STYLED_FORMS)


def _kind(letter: str) -> str:
    return unicodedata.category(letter)[0]
