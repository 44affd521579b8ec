"""Rule differences between the three printed editions: one `Edition` for each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.regents.components import CARD_EFFECTS, LOCATIONS, ROOMS
from scoring.words import T, Text


@dataclass(frozen=True, eq=False)
class Edition:
    """The rules that differ between editions. Each edition is a singleton, compared by identity."""

    key: str
    name: Text
    # Locations of the first agents: the rooms (en 894, nl 471), or all seven "Räume" (de 42, 78, 150).
    first_places: tuple[str, ...]
    # True if all three actions are obligatory (de 214, nl 637); otherwise a player may take fewer (en 944).
    actions_obligatory: bool
    # Spying requires an agent in the same location as one of the other player's agents (de 118).
    spy_meets_agent: bool
    # A player may not accuse the same opponent again after a wrong accusation (nl 555).
    one_wrong_accusation: bool
    # Privilege requires an action left to pay (en 1232).
    privilege_needs_action: bool
    # By threshold, the space that all other markers must have reached before a marker may pass: one beyond the previous
    # threshold (en 1008), or the previous threshold itself (de 146, nl 571).
    space_required: Mapping[int, int]
    # True if thresholds stop every advance (en 1008); otherwise only those in the scoring phase (de 146, nl 571).
    thresholds_always: bool
    # Locations where Diplomacy wins a tie: ROOM (en 1240), zaal (nl 767), or any Raum (de 341).
    diplomacy_places: tuple[str, ...]
    # Effect of each action card, paraphrased.
    card_texts: Mapping[str, Text]
    # A chip won in scoring may be used at once (de 226, nl 653); otherwise only in an action phase (en 1092).
    chip_at_once: bool
    # The neutral agent moves after scoring (de 286, nl 723); otherwise at the end of the action phase (en 1152).
    neutral_after_scoring: bool


ENGLISH = Edition(
    key="en",
    name=T("English rules"),
    first_places=ROOMS,
    actions_obligatory=False,
    spy_meets_agent=False,
    one_wrong_accusation=False,
    privilege_needs_action=True,
    space_required={4: 1, 8: 5, 12: 9},
    thresholds_always=True,
    diplomacy_places=ROOMS,
    card_texts=CARD_EFFECTS,
    chip_at_once=False,
    neutral_after_scoring=False,
)
GERMAN = Edition(
    key="de",
    name=T("German rules"),
    first_places=tuple(LOCATIONS),
    actions_obligatory=True,
    spy_meets_agent=True,
    one_wrong_accusation=False,
    privilege_needs_action=False,
    space_required={4: 1, 8: 4, 12: 8},
    thresholds_always=False,
    diplomacy_places=tuple(LOCATIONS),
    card_texts={
        **CARD_EFFECTS,
        "diplomacy": T("In one room, the Tower or the Rampart, you have the majority if you’re tied for first."),
    },
    chip_at_once=True,
    neutral_after_scoring=True,
)
DUTCH = Edition(
    key="nl",
    name=T("Dutch rules"),
    first_places=ROOMS,
    actions_obligatory=True,
    spy_meets_agent=False,
    one_wrong_accusation=True,
    privilege_needs_action=False,
    space_required={4: 1, 8: 4, 12: 8},
    thresholds_always=False,
    diplomacy_places=ROOMS,
    card_texts=CARD_EFFECTS,
    chip_at_once=True,
    neutral_after_scoring=True,
)
# The first one is the default.
EDITIONS: Mapping[str, Edition] = {edition.key: edition for edition in (ENGLISH, GERMAN, DUTCH)}
