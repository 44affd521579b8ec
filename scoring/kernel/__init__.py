"""What a game is made of. Games import from here; each module below holds one part of it."""

from scoring.kernel.asks import (
    Ask,
    Correction,
    SealedAsk,
    TableStep,
    allowed,
    at_seat,
    for_eyes_of,
    in_turn,
    not_offered,
    offer,
    offered,
    why_not,
)
from scoring.kernel.chance import Chance
from scoring.kernel.defined import Defined, defined_in, stored_name
from scoring.kernel.events import BoxFilled, BoxWorkedOut, Draft, Event, SealedEvent, Upcast, WhenUndone, fold
from scoring.kernel.game import Game, GameView, NotNow, Option, Setting
from scoring.kernel.refusals import OBVIOUS, Refusal, not_now, refused_if
from scoring.kernel.state import COUNTS, END, MOVES, GameState, Help, Phase, State

__all__ = [
    "COUNTS",
    "END",
    "MOVES",
    "OBVIOUS",
    "Ask",
    "BoxFilled",
    "BoxWorkedOut",
    "Chance",
    "Correction",
    "Defined",
    "Draft",
    "Event",
    "Game",
    "GameState",
    "GameView",
    "Help",
    "NotNow",
    "Option",
    "Phase",
    "Refusal",
    "SealedAsk",
    "SealedEvent",
    "Setting",
    "State",
    "TableStep",
    "Upcast",
    "WhenUndone",
    "allowed",
    "at_seat",
    "defined_in",
    "fold",
    "for_eyes_of",
    "in_turn",
    "not_now",
    "not_offered",
    "offer",
    "offered",
    "refused_if",
    "stored_name",
    "why_not",
]
