"""Components: board locations and doors, tracks, clans, cards, rulebook constants, and printed fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import combinations
from typing import TypeAlias

from scoring.printed_values import PrintedField, PrintedValues, Source, Trust
from scoring.words import Section, T, Text

# Headings of the three rulebooks (de, nl, en), each with its first line; rule citations use them.
SECTIONS = (
    Section(1, "Die Hüter des Königreiches", T("Introduction")),
    Section(16, "Material", T("Components")),
    Section(20, "Spielvorbereitung", T("Setup")),
    Section(48, "Die Clans", T("The clans")),
    Section(70, "Das Schloss von Edinburgh", T("Edinburgh Castle")),
    Section(86, "Spielablauf", T("Game turn")),
    Section(116, "E) Einen Gegenspieler ausspionieren", T("E) Spying on an opponent")),
    Section(122, "F) Einen Spieler dunkler Machenschaften bezichtigen", T("F) Accusing an opponent")),
    Section(136, "G) Einen Agenten einsetzen", T("G) Placing an agent")),
    Section(142, "Ende eines Spielzuges und Wertung", T("End of a turn and scoring")),
    Section(206, "Bonus nach der 4. Runde", T("Bonus after round 4")),
    Section(210, "Aktionskarten", T("Action cards")),
    Section(224, "Königliche Privilegien", T("Privilege chips")),
    Section(232, "Bereichskarten", T("Domain cards")),
    Section(246, "Turm und Wehrgang", T("Tower and Rampart")),
    Section(260, "Spielende und Schlusswertung", T("End of the game and final scoring")),
    Section(280, "Spiel mit 3 Spielern", T("Three-player game")),
    Section(300, "Spielhilfe", T("Player aid")),
    Section(396, "De bewakers van het koninkrijk", T("Introduction")),
    Section(411, "Spelmateriaal", T("Components")),
    Section(413, "Spelopstelling", T("Setup")),
    Section(475, "De clans", T("The clans")),
    Section(497, "Het kasteel van Edinburg", T("Edinburgh Castle")),
    Section(509, "Spelronde", T("Game turn")),
    Section(539, "E) Een tegenstander bespioneren", T("E) Spying on an opponent")),
    Section(547, "F) een speler beschuldigen van occultisme", T("F) Accusing an opponent")),
    Section(559, "G) Een vertrouweling op het bord zetten", T("G) Placing an agent")),
    Section(565, "Einde van de spelbeurt van een speler", T("End of a turn and scoring")),
    Section(629, "Bonus van de 4° ronde", T("Bonus after round 4")),
    Section(633, "Actie kaarten", T("Action cards")),
    Section(649, "Schijven privilege", T("Privilege chips")),
    Section(659, "Domein kaart", T("Domain cards")),
    Section(675, "Toren en weergang", T("Tower and Rampart")),
    Section(697, "Einde van het spel en eindafrekening", T("End of the game and final scoring")),
    Section(717, "Spel met 3 spelers", T("Three-player game")),
    Section(729, "Spelhulp", T("Player aid")),
    Section(821, "Guardians of the Kingdom", T("Introduction")),
    Section(837, "Components", T("Components")),
    Section(839, "Setup", T("Setup")),
    Section(853, "Components", T("Components")),
    Section(882, "Setup", T("Setup")),
    Section(898, "The clans", T("The clans")),
    Section(920, "Edinburgh Castle", T("Edinburgh Castle")),
    Section(932, "Components", T("Components")),
    Section(938, "Game turn", T("Game turn")),
    Section(946, "A) Move an agent token", T("A) Moving an agent")),
    Section(950, "B) Move the King Edward I token", T("B) Moving the King")),
    Section(956, "C) Take a counsellor token", T("C) Taking a counsellor")),
    Section(960, "D) Play a counsellor token", T("D) Placing a counsellor")),
    Section(968, "E) Spy on an opponent", T("E) Spying on an opponent")),
    Section(976, "F) Accuse an opponent of dark deeds", T("F) Accusing an opponent")),
    Section(992, "G) Place an agent token on the board", T("G) Placing an agent")),
    Section(998, "Scoring phase", T("End of a turn and scoring")),
    Section(1068, "Round 4 bonus", T("Bonus after round 4")),
    Section(1072, "Action cards", T("Action cards")),
    Section(1088, "Privilege chips", T("Privilege chips")),
    Section(1098, "Domain cards", T("Domain cards")),
    Section(1110, "Edinburgh Castle (diagram)", T("Edinburgh Castle")),
    Section(1114, "Tower and Rampart", T("Tower and Rampart")),
    Section(1128, "End of game and final scoring", T("End of the game and final scoring")),
    Section(1146, "3 player game", T("Three-player game")),
    Section(1166, "Reference", T("Player aid")),
    Section(1218, "Reference: Action cards", T("Action cards")),
)

# --- the castle: en 924, 1120, 1124 --------------------------------------------------------------------

LOCATIONS: Mapping[str, Text] = {
    "throne": T("Throne Room"),
    "knights": T("Hall of Knights"),
    "treasure": T("Treasure Room"),
    "chapel": T("Chapel"),
    "store": T("Store Room"),
    "tower": T("Tower"),
    "rampart": T("Rampart"),
}
DOMAINS: Mapping[str, Text] = {
    "political": T("Political"),
    "military": T("Military"),
    "financial": T("Financial"),
    "religious": T("Religious"),
    "trade": T("Trade"),
}
THRONE, TOWER, RAMPART = "throne", "tower", "rampart"
DOMAIN_OF: Mapping[str, str] = dict(zip(LOCATIONS, DOMAINS, strict=False))
ROOM_OF: Mapping[str, str] = {domain: room for room, domain in DOMAIN_OF.items()}
ROOMS = tuple(DOMAIN_OF)
OUTER_ROOMS = tuple(room for room in ROOMS if room != THRONE)

# Locations from top to bottom of the board; also the tab order.
READING_ORDER = (TOWER, "treasure", "chapel", THRONE, "knights", "store", RAMPART)

# --- tracks: en 1058-1066, thresholds en 849 -----------------------------------------------------------

#        off  1  2  3  4! 5  6  7  8!  9   10  11  12! 13
VALUES = (0, 1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 24, 30)
LAST_SPACE = len(VALUES) - 1
THRESHOLDS = (4, 8, 12)
CHIPS = tuple(f"{domain}.{VALUES[space]}" for domain in DOMAINS for space in THRESHOLDS)

# --- pieces and rounds ---------------------------------------------------------------------------------

AGENTS = 4  # en 876
COUNSELLORS = 20  # en 873
ROUNDS, BONUS_ROUND = 8, 4  # en 940, 1070
ACTIONS = 3  # en 944
DOMAIN_COUNSELLORS = 2  # en 1102
BONUS_SPACES = 2  # en 986, 988, 1084, 1248
DOMAIN_SPACES = 2  # en 1132
LEAD_POINTS = 3  # en 1138
SMALLEST_SPIED_HAND = 2  # en 974
PLAYERS_WITH_NEUTRAL = 3  # en 1148

# --- clans and cards: en 904-914, 1222-1264 ------------------------------------------------------------

CARDS: Mapping[str, Text] = {
    "suspicion": T("Suspicion"),
    "privilege": T("Privilege"),
    "diplomacy": T("Diplomacy"),
    "influence": T("Influence"),
    "alliance": T("Alliance"),
    "betrayal": T("Betrayal"),
}
# en 1224-1264, paraphrased; editions.py has the texts that differ by edition.
CARD_EFFECTS: Mapping[str, Text] = {
    "suspicion": T("Remove another player’s agent from the castle."),
    "privilege": T("Move two agents for one action."),
    "diplomacy": T("In one room where you’re tied for the most pieces, you have the majority."),
    "influence": T("Move one of your markers two spaces forward, or two markers one space each."),
    "alliance": T("In one room, your majority counts even though the King is there."),
    "betrayal": T("Swap any two agents."),
}
CLANS: Mapping[str, Text] = {
    "mackintosh": T("MacKintosh"),
    "campbell": T("Campbell"),
    "macgregor": T("MacGregor"),
    "macduff": T("MacDuff"),
    "macleod": T("MacLeod"),
    "stewart": T("Stewart"),
}
# By clan, the card whose symbol is missing from its coat of arms.
MISSING_CARD: Mapping[str, str] = dict(zip(CLANS, CARDS, strict=True))
CLAN_WITHOUT: Mapping[str, str] = {card: clan for clan, card in MISSING_CARD.items()}
HAND_SIZE = len(CARDS) - 1

# --- printed values ------------------------------------------------------------------------------------

# Our rulebook text lacks the diagram of adjacent rooms (en 1110), so the players enter these doors once.
OUTER_PAIRS = tuple(combinations(OUTER_ROOMS, 2))
DOOR, WALL = "door", "wall"


def door_key(one: str, other: str) -> str:
    return f"door.{one}.{other}"


DOOR_KEYS = tuple(door_key(*pair) for pair in OUTER_PAIRS)

FIELDS: tuple[PrintedField, ...] = tuple(
    PrintedField(
        key=door_key(one, other),
        group=T("Doors between the outer rooms"),
        label=T("{one} – {other}", one=LOCATIONS[one], other=LOCATIONS[other]),
        options=(WALL, DOOR),
        value=WALL,
        source=Source("en 1110", Trust.PROBABLE),
        words={WALL: T("not adjacent"), DOOR: T("adjacent")},
    )
    for one, other in OUTER_PAIRS
)
EXAMPLE: PrintedValues = dict.fromkeys(DOOR_KEYS, WALL)

# --- doors, distances and groups ------------------------------------------------------------------------

Doors: TypeAlias = frozenset[frozenset[str]]

# The Throne Room is the centre (en 845, ex. 3 at 1034); Tower and Rampart join two rooms each (en 1120, 1124).
_KNOWN_DOORS: Doors = frozenset(
    frozenset(pair)
    for pair in (
        *((THRONE, room) for room in OUTER_ROOMS),
        (TOWER, "treasure"),
        (TOWER, "chapel"),
        (RAMPART, "knights"),
        (RAMPART, "store"),
    )
)


def doors(box: PrintedValues) -> Doors:
    """Returns all adjacent pairs. Outer rooms are adjacent only if their printed value says so."""
    return _KNOWN_DOORS | {frozenset(pair) for pair in OUTER_PAIRS if box.get(door_key(*pair)) == DOOR}


@cache
def steps_to(doors: Doors, start: str, rooms_only: bool = False) -> Mapping[str, int]:
    """Returns the distance to every other reachable location, through rooms only for the King (en 954)."""
    open_to = ROOMS if rooms_only else tuple(LOCATIONS)
    found, edge = {start: 0}, [start]
    while edge:
        here = edge.pop(0)
        for place in open_to:
            if place not in found and frozenset((here, place)) in doors:
                found[place] = found[here] + 1
                edge.append(place)
    return {place: steps for place, steps in found.items() if place != start}


def groups(doors: Doors, rooms: Iterable[str]) -> tuple[frozenset[str], ...]:
    """Returns the rooms as connected groups (en 1028). Tower and Rampart never belong to one (en 1036)."""
    left, made = [room for room in ROOMS if room in set(rooms)], []
    while left:
        group = {left.pop(0)}
        while joining := {room for room in left if any(frozenset((room, other)) in doors for other in group)}:
            group |= joining
            left = [room for room in left if room not in joining]
        made.append(frozenset(group))
    return tuple(made)
