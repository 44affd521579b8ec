"""What is printed on the board, the cards and in the rulebook: areas, pieces, ways by land and sea, prices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from scoring.words import T, Text


@dataclass(frozen=True)
class Area:
    """`votes` in parliament (nl 479), which also rank areas when money is short (nl 387)."""

    name: Text
    votes: int
    short: Text


# In the order in which they are scored (nl 475).
# In an event: no seat at all.
NOBODY = -1
AREAS: Mapping[str, Area] = {
    "marches": Area(T("Northern Marches"), 4, T("Marches")),
    "north": Area(T("North England"), 9, T("North")),
    "midlands": Area(T("Midlands"), 8, T("Midlands")),
    "south-east": Area(T("South East England"), 7, T("South East")),
    "west": Area(T("West Country"), 6, T("West")),
    "wales": Area(T("Wales"), 5, T("Wales")),
}
PLACE_IN_ORDER: Mapping[str, int] = {area: place for place, area in enumerate(AREAS)}

# The influence table from left to right (nl 108).
KINDS = ("noble", "castle", "large", "bishop", "small", "port", "ship")
RANK: Mapping[str, int] = {kind: rank for rank, kind in enumerate(KINDS)}
LOCATIONS = ("castle", "large", "small", "port")  # nl 125
PERSONS = ("noble", "bishop", "ship")  # nl 126
CONTROL_POINTS: Mapping[str, int] = {"castle": 6, "large": 4, "bishop": 3, "small": 3, "port": 2, "ship": 2}  # nl 108
GARRISON: Mapping[str, int] = {"castle": 3, "large": 2, "small": 2, "port": 1}  # nl 427
WITH_INCOME = ("large", "bishop", "small", "port", "ship")  # nl 152, 255
MERCENARY = "mercenaries"

# Every area has one of each symbol and two nobles (nl 108).
PIECES: tuple[str, ...] = tuple(
    piece
    for area in AREAS
    for kind in KINDS
    for piece in ([f"noble.{area}.1", f"noble.{area}.2"] if kind == "noble" else [f"{kind}.{area}"])
)
KIND_OF: Mapping[str, str] = {piece: piece.split(".")[0] for piece in PIECES}
HOME: Mapping[str, str] = {piece: piece.split(".")[1] for piece in PIECES}
OF_KIND: Mapping[str, tuple[str, ...]] = {k: tuple(p for p in PIECES if KIND_OF[p] == k) for k in KINDS}
LOCATION_PIECES = tuple(piece for piece in PIECES if KIND_OF[piece] in LOCATIONS)
PERSON_PIECES = tuple(piece for piece in PIECES if KIND_OF[piece] in PERSONS)
NOBLES = tuple(piece for piece in PIECES if KIND_OF[piece] == "noble")
SHIPS = tuple(piece for piece in PIECES if KIND_OF[piece] == "ship")
MOVERS = (*NOBLES, *SHIPS)

# --- ways ----------------------------------------------------------------------------------------------

# nl 302, 306, 320: upright or level neighbours; North England and Midlands have three each (nl 578).
_BORDERS = (
    ("marches", "north"),
    ("north", "midlands"),
    ("north", "wales"),
    ("midlands", "wales"),
    ("midlands", "south-east"),
    ("wales", "west"),
    ("west", "south-east"),
)
NEIGHBOURS: Mapping[str, tuple[str, ...]] = {
    area: tuple(other for other in AREAS if (area, other) in _BORDERS or (other, area) in _BORDERS) for area in AREAS
}


@dataclass(frozen=True)
class Sea:
    area: str
    name: Text


# One open chain round the coast, not round Scotland (nl 106); two areas lie on both coasts (nl 298, 534).
SEAS: Mapping[str, Sea] = {
    "marches-west": Sea("marches", T("Northern Marches, west")),
    "north-west": Sea("north", T("North England, west")),
    "wales": Sea("wales", AREAS["wales"].name),
    "west": Sea("west", AREAS["west"].name),
    "south-east": Sea("south-east", AREAS["south-east"].name),
    "midlands": Sea("midlands", AREAS["midlands"].name),
    "north-east": Sea("north", T("North England, east")),
    "marches-east": Sea("marches", T("Northern Marches, east")),
}
SHIP_STEPS = 2  # nl 534
_CHAIN = tuple(SEAS)
assert all(SEAS[one].area != SEAS[other].area for one, other in pairwise(_CHAIN))
TWO_COASTS = ("marches", "north")  # nl 106
COASTS = ("west", "east")


def reachable_seas(sea: str) -> tuple[str, ...]:
    at = _CHAIN.index(sea)
    near = range(max(0, at - SHIP_STEPS), min(len(_CHAIN), at + SHIP_STEPS + 1))
    return tuple(_CHAIN[n] for n in near if n != at)


# --- numbers -------------------------------------------------------------------------------------------

ROUNDS = 5  # nl 174
START_MONEY = 6  # nl 140
CUBES = 6  # nl 140: so many white and so many black
TROOPS = 20  # nl 140
MERCENARY_TOKENS, MERCENARY_CARDS = 17, 6  # nl 71, 46
MERCENARIES_A_CARD: Mapping[int, int] = {1: 2, 2: 3, 3: 4, 4: 4, 5: 4}  # nl 247-249
TROOP_COST = 3  # nl 324
MOST_AID, AID_ROUNDS = 25, range(2, ROUNDS + 1)  # nl 259
CALAIS_AREAS = ("midlands", "south-east")  # nl 278
CALAIS_POINTS = 4  # nl 280
AWARD_POINTS, KING_POINTS, TRADE_POINTS, CHURCH_POINTS = 4, 5, 2, 3  # nl 485, 477, 513, 519
AWARD_NEEDS = 2  # nl 489

AWARDS: Mapping[str, str] = {"admiral": "ship", "archbishop": "bishop", "constable": "castle", "warden": "port"}
AWARD_NAMES: Mapping[str, Text] = {
    "admiral": T("Lord High Admiral of England"),
    "archbishop": T("Archbishop of Canterbury"),
    "constable": T("Constable of the Tower of London"),
    "warden": T("Warden of the Cinque Ports"),
}
HOUSES: Mapping[str, Text] = {"lancaster": T("Lancaster"), "york": T("York")}
PLAYERS_WITH_HOUSES = 4  # nl 546


def cards_laid_out(players: int, number: int) -> int:
    """Besides the neutral ones of the round before (nl 206, 207, 549, 550)."""
    if players == 3:
        return 9
    return 12 if number == 1 else 8


def picking_order(order: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Forth and back in the first round (nl 220), straight on later (nl 226)."""
    picks = cards_laid_out(len(order), number) // len(order)
    ways = (order, order[::-1]) if number == 1 else (order, order)
    return tuple(seat for turn in range(picks) for seat in ways[turn % 2])
