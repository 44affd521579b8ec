"""Why something cannot be asked, in words, with the rule it rests on."""

from __future__ import annotations

from dataclasses import dataclass, field

from scoring.words import T, Text


class Refusal(Exception):
    """An ask that the rules forbid: what is wrong, what would be allowed, and where it is printed."""

    def __init__(self, code: str, message: Text, rule: str = "", missing_values: tuple[str, ...] = ()) -> None:
        super().__init__(code)
        self.code, self.message, self.rule = code, message, rule
        # Printed numbers that have to be said first.
        self.missing_values = missing_values


def refused_if(when: object, code: str, message: Text, rule: str = "") -> Refusal | None:
    """A rule in one line: refused when this is so. Rules are tried in turn with `or`."""
    return Refusal(code, message, rule) if when else None


# Not worth saying beforehand: a later or another step of the turn, which the screen leads to.
OBVIOUS = frozenset({"not-now", "choose-first", "not-yours"})


@dataclass(frozen=True)
class BusyReason:
    """Why anything else has to wait while something goes on, and where that is printed."""

    text: Text
    rule: str = ""
    code: str = field(default="not-now", kw_only=True)

    @property
    def refusal(self) -> Refusal:
        return Refusal(self.code, self.text, self.rule)


NOT_NOW = BusyReason(T("You can’t do that right now. Check what the screen is asking for."))
