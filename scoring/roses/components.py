"""Components: areas, pieces, connections and prices; and the printed fields that only the box can supply."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

from scoring.printed_values import (
    ConsistencyCheck,
    PrintedField,
    PrintedValues,
    Source,
    Trust,
    falling,
    number,
    numbers,
)
from scoring.words import Section, T, Text, rulebook

# Rulebook headings (nl), each with its first line and page; rule citations use them.
SECTIONS = (
    Section(1, "Speloverzicht", T("Overview"), 2),
    Section(37, "Spelmateriaal", T("Components"), 3),
    Section(104, "Het speelbord", T("The board"), 4),
    Section(123, "Terminologie", T("Terms"), 5),
    Section(133, "Voorbereiding", T("Setup"), 5),
    Section(150, "Kort speloverzicht", T("Summary"), 6),
    Section(172, "Spelverloop", T("How to play"), 6),
    Section(187, "1. Beurtvolgorde bepalen", T("1. Turn order"), 6),
    Section(202, "2. Kaarten trekken", T("2. Drawing cards"), 7),
    Section(251, "3. Inkomen ontvangen", T("3. Income"), 9),
    Section(265, "4. Planning", T("4. Planning"), 9),
    Section(370, "5. Opstellen", T("5. Deployment"), 12),
    Section(407, "6. Omkoping", T("6. Bribery"), 13),
    Section(423, "7. Gevechten", T("7. Battles"), 13),
    Section(445, "8. Parlement", T("8. Parliament"), 15),
    Section(522, "Einde van een ronde", T("End of a round"), 18),
    Section(526, "Einde van het spel", T("End of the game")),
    Section(532, "Bijzondere spelregels voor schepen", T("Special rules for ships"), 18),
    Section(542, "Spelregels voor 2 en 3 spelers", T("Rules for 2 and 3 players"), 18),
    Section(553, "Belangrijke spelregels", T("Important rules"), 18),
)

# Stands for no seat in events.
NOBODY = -1


@dataclass(frozen=True)
class Area:
    """`votes` count in parliament (nl 479) and rank areas when money is short (nl 387)."""

    name: Text
    votes: int
    short: Text


# In scoring order (nl 475).
AREAS: Mapping[str, Area] = {
    "marches": Area(T("Northern Marches"), 4, T("Marches")),
    "north": Area(T("North England"), 9, T("North")),
    "midlands": Area(T("Midlands"), 8, T("Midlands")),
    "south-east": Area(T("South East England"), 7, T("South East")),
    "west": Area(T("West Country"), 6, T("West")),
    "wales": Area(T("Wales"), 5, T("Wales")),
}

# The influence table from left to right (nl 108).
KINDS = ("noble", "castle", "large", "bishop", "small", "port", "ship")
LOCATIONS = ("castle", "large", "small", "port")  # nl 125
PERSONS = ("noble", "bishop", "ship")  # nl 126
CONTROL_POINTS: Mapping[str, int] = {"castle": 6, "large": 4, "bishop": 3, "small": 3, "port": 2, "ship": 2}  # nl 108
GARRISON: Mapping[str, int] = {"castle": 3, "large": 2, "small": 2, "port": 1}  # nl 427
INCOME_KINDS = ("large", "bishop", "small", "port", "ship")  # nl 152, 255
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
PIECES_OF_KIND: Mapping[str, tuple[str, ...]] = {k: tuple(p for p in PIECES if KIND_OF[p] == k) for k in KINDS}
LOCATION_PIECES = tuple(piece for piece in PIECES if KIND_OF[piece] in LOCATIONS)
PERSON_PIECES = tuple(piece for piece in PIECES if KIND_OF[piece] in PERSONS)
NOBLES = tuple(piece for piece in PIECES if KIND_OF[piece] == "noble")
SHIPS = tuple(piece for piece in PIECES if KIND_OF[piece] == "ship")
MOVERS = (*NOBLES, *SHIPS)

# --- endings -------------------------------------------------------------------------------------------

# nl 302, 306, 320: vertical or horizontal neighbours; North England and Midlands have three each (nl 578).
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


# An open chain round the coast, not round Scotland (nl 106). Two areas lie on both coasts (nl 298, 534).
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


def reachable_seas(sea: str) -> tuple[str, ...]:
    at = _CHAIN.index(sea)
    near = range(max(0, at - SHIP_STEPS), min(len(_CHAIN), at + SHIP_STEPS + 1))
    return tuple(_CHAIN[n] for n in near if n != at)


def place_name(piece: str, place: str) -> Text:
    """Returns the name of the area a noble is in, or of the sea a ship is on."""
    return AREAS[place].name if piece in NOBLES else SEAS[place].name


# --- numbers -------------------------------------------------------------------------------------------

ROUNDS = 5  # nl 174
START_MONEY = 6  # nl 140
CUBES = 6  # nl 140: of each colour
TROOPS = 20  # nl 140
MERCENARY_TOKENS, MERCENARY_CARDS = 17, 6  # nl 71, 46
MERCENARIES_A_CARD: Mapping[int, int] = {1: 2, 2: 3, 3: 4, 4: 4, 5: 4}  # nl 247-249
TROOP_COST = 3  # nl 324
MOST_AID, AID_ROUNDS = 25, range(2, ROUNDS + 1)  # nl 259
CALAIS_AREAS = ("midlands", "south-east")  # nl 278
CALAIS_POINTS = 4  # nl 280
FIXED_POINTS: Mapping[str, int] = {"king": 5, "award": 4, "trade": 2, "church": 3}  # nl 477, 485, 513, 519
AWARD_MINIMUM = 2  # nl 489
# Upper limit of input forms; far above any real score.
MOST_POINTS = 300

# Each award goes to the player with the most pieces of a kind, except the Captain of Calais, who is bid for.
CALAIS = "calais"
AWARDS: Mapping[str, str] = {"admiral": "ship", "archbishop": "bishop", "constable": "castle", "warden": "port"}
AWARD_NAMES: Mapping[str, Text] = {
    "admiral": T("Lord High Admiral of England"),
    "archbishop": T("Archbishop of Canterbury"),
    "constable": T("Constable of the Tower of London"),
    "warden": T("Warden of the Cinque Ports"),
    CALAIS: T("Captain of Calais"),
}
HOUSES: Mapping[str, Text] = {"lancaster": T("Lancaster"), "york": T("York")}
PLAYERS_WITH_HOUSES = 4  # nl 546


def cards_laid_out(players: int, number: int) -> int:
    """Returns the number of cards laid out, besides the previous round's neutral ones (nl 206, 207, 549, 550)."""
    if players == 3:
        return 9
    return 12 if number == 1 else 8


def picking_order(order: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Returns the seats in picking order. Alternates direction in the first round (nl 220), not later (nl 226)."""
    picks = cards_laid_out(len(order), number) // len(order)
    ways = (order, order[::-1]) if number == 1 else (order, order)
    return tuple(seat for turn in range(picks) for seat in ways[turn % 2])


# --- printed value keys --------------------------------------------------------------------------------


def number_key(piece: str) -> str:
    """Key of a card's income, or of the number in a noble's shield."""
    return f"value.{piece}" if KIND_OF[piece] == "noble" else f"income.{piece}"


def name_key(piece: str) -> str:
    return f"name.{piece}"


def prize_key(area: str, place: str) -> str:
    """Key of an area's victory points; `place` is "most" or "second"."""
    return f"{place}.{area}"


def cathedral_key(area: str) -> str:
    return f"cathedral.{area}"


def coast_key(area: str) -> str:
    return f"coast.{area}"


# --- values from the rulebook --------------------------------------------------------------------------

NAMES: Mapping[str, str] = {
    "castle.north": "Pontefract",  # nl 459
    "large.north": "York",  # nl 459
    "small.north": "Lincoln",  # nl 455
    "port.north": "Kingston",  # nl 459
    "castle.midlands": "Kenilworth",  # nl 389
    "port.midlands": "King's Lynn",  # nl 298
    "castle.south-east": "Windsor",  # nl 240
    "large.south-east": "London",  # nl 288
    "small.south-east": "Winchester",  # nl 320; London is the large one
    "port.south-east": "Sandwich",  # nl 540
    "castle.west": "Carisbrooke",  # nl 320
    "port.west": "Plymouth",  # nl 534
    "noble.south-east.1": "Stafford",  # nl 240
}
_FURTHEST_NORTH = Source(T("{place}: the port furthest north", place=rulebook("nl 127", SECTIONS)), Trust.PROBABLE)
_AS_IN_ENGLAND = Source(T("where the port is in England"), Trust.PROBABLE)
_AS_ELSEWHERE = Source(T("as in the areas in {place}", place=rulebook("nl 459, 540", SECTIONS)), Trust.PROBABLE)
_STATED: Mapping[str, tuple[str, Source]] = {
    # Prizes follow the pattern of the two areas that the text covers: "most" scores the votes, "second" three less.
    **{prize_key(area, "most"): (str(AREAS[area].votes), _AS_ELSEWHERE) for area in AREAS},
    **{prize_key(area, "second"): (str(AREAS[area].votes - 3), _AS_ELSEWHERE) for area in AREAS},
    prize_key("north", "most"): ("9", Source("nl 459")),
    prize_key("north", "second"): ("6", Source("nl 459")),
    prize_key("south-east", "most"): ("7", Source("nl 540")),
    prize_key("south-east", "second"): ("4", Source("nl 540")),
    cathedral_key("north"): ("large", Source("nl 110, 455")),
    cathedral_key("south-east"): ("small", Source("nl 110, 240")),
    **{coast_key(area): ("east", _AS_IN_ENGLAND) for area in TWO_COASTS},
    **{name_key(piece): (name, Source("nl 240-540")) for piece, name in NAMES.items()},
    name_key("port.marches"): ("Berwick", _FURTHEST_NORTH),
    number_key("noble.south-east.1"): ("6", Source("nl 364, 366")),
}

# --- names ---------------------------------------------------------------------------------------------

KIND_NAMES: Mapping[str, Text] = {
    "noble": T("Noble"),
    "castle": T("Royal Castle"),
    "large": T("Large Town"),
    "bishop": T("Bishop"),
    "small": T("Small Town"),
    "port": T("Port"),
    "ship": T("Ship"),
}


def own_name(box: PrintedValues, piece: str) -> str:
    """Returns the name from the printed values or the rulebook; empty if neither has one."""
    return box.get(name_key(piece), "") or NAMES.get(piece, "")


def _noble_number(box: PrintedValues, piece: str) -> str:
    """Returns "1" or "2" if neither name nor value tells the two nobles of an area apart; otherwise
    empty."""
    if KIND_OF[piece] != "noble":
        return ""
    same = {own_name(box, noble) or number(box, number_key(noble)) for noble in _nobles_of(HOME[piece])}
    return piece[-1] if len(same) == 1 else ""


@cache
def _nobles_of(area: str) -> tuple[str, ...]:
    return tuple(noble for noble in NOBLES if HOME[noble] == area)


def _with_number(name: Text | str, which: str) -> Text | str:
    return T("{kind} ({number})", kind=name, number=which) if which else name


def short_name(box: PrintedValues, piece: str) -> Text | str:
    """Returns the name to use where the screen also shows the area."""
    return _with_number(own_name(box, piece) or KIND_NAMES[KIND_OF[piece]], _noble_number(box, piece))


def away_name(box: PrintedValues, piece: str) -> Text | str:
    """Returns the name of a noble or ship away from home, to be shown beside its symbol: its own name or its origin."""
    town = own_name(box, f"port.{HOME[piece]}") if KIND_OF[piece] == "ship" else ""
    return _with_number(own_name(box, piece) or town or AREAS[HOME[piece]].short, _noble_number(box, piece))


def full_name(box: PrintedValues, piece: str) -> Text | str:
    """Returns the name to use in a sentence. Unique even if no names have been entered."""
    kind, area, which = KIND_OF[piece], AREAS[HOME[piece]].name, _noble_number(box, piece)
    if name := own_name(box, piece):
        return _with_number(name, which)
    if kind == "noble" and (value := number(box, number_key(piece))) is not None:
        if which:
            return T("Noble {value} ({number}) of {area}", value=value, number=which, area=area)
        return T("Noble {value} of {area}", value=value, area=area)
    if which:
        return T("Noble ({number}) of {area}", number=which, area=area)
    return _name_by_town(box, piece) or T("{kind} of {area}", kind=KIND_NAMES[kind], area=area)


def _name_by_town(box: PrintedValues, piece: str) -> Text | None:
    """Names a bishop after the cathedral town, a ship after its port (nl 110, 127). None if that name is unknown."""
    kind, area = KIND_OF[piece], HOME[piece]
    town = {"bishop": cathedral(box, area), "ship": f"port.{area}"}.get(kind)
    name = own_name(box, town) if town else ""
    if not name:
        return None
    return T("Bishop of {town}", town=name) if kind == "bishop" else T("Ship of {town}", town=name)


def printed_number(box: PrintedValues, piece: str) -> int:
    """Returns the income or the noble's value; 0 if it is unknown or the piece has none."""
    return number(box, number_key(piece)) or 0


def income_of(box: PrintedValues, piece: str) -> int:
    return printed_number(box, piece) if KIND_OF[piece] in INCOME_KINDS else 0


def points_of(box: PrintedValues, piece: str) -> int:
    """Returns the piece's control points (nl 108)."""
    kind = KIND_OF[piece]
    return printed_number(box, piece) if kind == "noble" else CONTROL_POINTS[kind]


def prize(box: PrintedValues, area: str, place: str) -> int | None:
    return number(box, prize_key(area, place))


def cathedral(box: PrintedValues, area: str) -> str | None:
    """Returns the area's cathedral town as a piece; None if unknown."""
    kind = box.get(cathedral_key(area), "")
    return f"{kind}.{area}" if kind else None


def home_sea(box: PrintedValues, ship: str) -> str:
    """Returns the sea beside the ship's port. With two coasts, the printed value decides, east by default."""
    area = HOME[ship]
    return f"{area}-{box.get(coast_key(area), 'east')}" if area in TWO_COASTS else area


def entry_place(box: PrintedValues, piece: str) -> str:
    """Returns where a piece enters: a noble in its own area, a ship beside its port (nl 236, 238)."""
    return home_sea(box, piece) if KIND_OF[piece] == "ship" else HOME[piece]


def values_needed_to_take(box: PrintedValues, piece: str) -> tuple[str, ...]:
    """Returns the keys of unread printed values that must be entered before the card can be taken."""
    if piece == MERCENARY:
        return ()
    kind, area = KIND_OF[piece], HOME[piece]
    keys = (
        *((number_key(piece),) if kind in (*INCOME_KINDS, "noble") else ()),
        *((coast_key(area),) if kind == "ship" and area in TWO_COASTS else ()),
    )
    return tuple(key for key in keys if not box.get(key))


# --- the fields ----------------------------------------------------------------------------------------

# The printed values are unknown, so these ranges are wide enough for any box.
_INCOME, _VALUE, _PRIZE = numbers(0, 20), numbers(1, 15), numbers(0, 15)
_TOWNS: Mapping[str, Text] = {"large": T("the large town"), "small": T("the small town")}
_COASTS: Mapping[str, Text] = {"west": T("west coast"), "east": T("east coast")}


def _fields(area: str) -> Iterator[PrintedField]:
    parliament = T("Parliament")
    yield _field(area, prize_key(area, "most"), parliament, T("points for most"), _PRIZE)
    yield _field(area, prize_key(area, "second"), parliament, T("points for second"), _PRIZE)
    for piece in (piece for piece in PIECES if HOME[piece] == area):
        kind = KIND_OF[piece]
        part = T("Noble {number}", number=piece[-1]) if kind == "noble" else KIND_NAMES[kind]
        if kind in (*LOCATIONS, "noble"):
            # optional: the kind is enough to identify it
            yield replace(_field(area, name_key(piece), part, T("name"), ()), asked=False)
        if kind == "noble":
            yield _field(area, number_key(piece), part, T("number in the shield"), _VALUE)
        if kind in INCOME_KINDS:
            yield _field(area, number_key(piece), part, T("income in pounds"), _INCOME)
    yield _field(area, cathedral_key(area), KIND_NAMES["bishop"], T("cathedral in"), tuple(_TOWNS), _TOWNS)
    if area in TWO_COASTS:
        yield _field(area, coast_key(area), KIND_NAMES["ship"], T("port on the"), tuple(_COASTS), _COASTS)


def _field(
    area: str, key: str, part: Text, label: Text, options: tuple[str, ...], words: Mapping[str, Text] | None = None
) -> PrintedField:
    value, source = _STATED.get(key, (None, None))
    # The part includes the area because, during a move, the question is shown on its own.
    where = T("{area}, {part}", area=AREAS[area].name, part=part)
    return PrintedField(key, AREAS[area].name, label, options, value, source, part=where, words=words or {})


FIELDS: tuple[PrintedField, ...] = tuple(field for area in AREAS for field in _fields(area))

# Values given in the rulebook need no check.
_PRINTED = {field.key for field in FIELDS if field.certain}
CHECKS: tuple[ConsistencyCheck, ...] = tuple(
    falling(T("{area}: second gets no more than first.", area=AREAS[area].name), "nl 451", prizes)
    for area in AREAS
    if not {*(prizes := (prize_key(area, "most"), prize_key(area, "second")))} <= _PRINTED
)

# Made-up values for trying Herald without the box.
_EXAMPLE_VALUES = (7, 3, 10, 5, 8, 4, 6, 5, 9, 2, 6, 3)
_EXAMPLE_INCOMES: Mapping[str, tuple[int, ...]] = {
    "large": (3, 5, 4, 6, 4, 3),
    "bishop": (2, 4, 3, 4, 2, 2),
    "small": (2, 3, 2, 3, 3, 2),
    "port": (2, 3, 3, 4, 3, 2),
    "ship": (1, 2, 2, 3, 2, 1),
}
EXAMPLE: PrintedValues = {
    **{field.key: field.value for field in FIELDS if field.value is not None and (field.options or field.certain)},
    **{number_key(noble): str(value) for noble, value in zip(NOBLES, _EXAMPLE_VALUES, strict=True)},
    **{
        number_key(f"{kind}.{area}"): str(income)
        for kind, incomes in _EXAMPLE_INCOMES.items()
        for area, income in zip(AREAS, incomes, strict=True)
    },
    **{cathedral_key(area): "large" for area in AREAS if cathedral_key(area) not in _STATED},
    # The rulebook gives this value.
    number_key("noble.south-east.1"): "6",
}
assert set(SEAS) >= {home_sea(EXAMPLE, f"ship.{area}") for area in AREAS}
