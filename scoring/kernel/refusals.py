"""Refusals: why an action is not legal, in words, with the rule behind it."""

from __future__ import annotations

from dataclasses import dataclass, field

from scoring.words import T, Text


class Refusal(Exception):
    """A forbidden action: what is wrong, what would be allowed, and where the rule is printed."""

    def __init__(self, code: str, message: Text, rule: str = "", missing_values: tuple[str, ...] = ()) -> None:
        super().__init__(code)
        self.code, self.message, self.rule = code, message, rule
        # Printed values that must be entered first.
        self.missing_values = missing_values


def refused_if(when: object, code: str, message: Text, rule: str = "") -> Refusal | None:
    """Returns a Refusal if `when` is true: a rule in one line. Chain rules with `or`."""
    return Refusal(code, message, rule) if when else None


# Refusals that no screen explains in advance, because it already shows the step that comes first.
OBVIOUS = frozenset({"not-now", "choose-first", "not-yours"})


@dataclass(frozen=True)
class BusyReason:
    """Reason why other actions must wait during a phase, and where the rule is printed."""

    text: Text
    rule: str = ""
    code: str = field(default="not-now", kw_only=True)

    @property
    def refusal(self) -> Refusal:
        return Refusal(self.code, self.text, self.rule)


NOT_NOW = BusyReason(T("You can’t do that right now. Check what the screen is asking for."))
