"""What is printed on the board, the cards and in the rulebook: locations, tracks, clans, and the box sheet."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from scoring.box import Box, BoxField, Source, Trust
from scoring.words import T, Text

# --- editions ------------------------------------------------------------------------------------------

EN, DE, NL = "en", "de", "nl"

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
OUTER = tuple(room for room in ROOMS if room != THRONE)

# en 894 and nl 471 say rooms; de 42 says Räume, and its Räume are all seven (de 78, 150).
FIRST_PLACES: Mapping[str, tuple[str, ...]] = {EN: ROOMS, DE: tuple(LOCATIONS), NL: ROOMS}

# --- tracks: en 1058-1066, thresholds en 849 -----------------------------------------------------------

#        off  1  2  3  4! 5  6  7  8!  9   10  11  12! 13
VALUES = (0, 1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 24, 30)
LAST_SPACE = len(VALUES) - 1
THRESHOLDS = (4, 8, 12)
# How far every other marker must be before one goes past a threshold: reached the one before it (de 146, nl 571),
# or passed it (en 1008).
NEEDED: Mapping[str, Mapping[int, int]] = {
    EN: {4: 1, 8: 5, 12: 9},
    DE: {4: 1, 8: 4, 12: 8},
    NL: {4: 1, 8: 4, 12: 8},
}
CHIPS = tuple(f"{domain}.{VALUES[space]}" for domain in DOMAINS for space in THRESHOLDS)

# --- pieces and rounds ---------------------------------------------------------------------------------

AGENTS = 4  # en 876
COUNSELLORS = 20  # en 873
ROUNDS, BONUS_ROUND = 8, 4  # en 940, 1070
ACTIONS = 3  # en 944
DOMAIN_COUNSELLORS = 2  # en 1102
STEPS = 2  # en 986, 988, 1084, 1248
END_STEPS = 2  # en 1132
LEAD_POINTS = 3  # en 1138
SMALLEST_SPIED_HAND = 2  # en 974
WITH_NEUTRAL = 3  # players, en 1148

# --- clans and cards: en 904-914, 1222-1264 ------------------------------------------------------------

CARDS: Mapping[str, Text] = {
    "suspicion": T("Suspicion"),
    "privilege": T("Privilege"),
    "diplomacy": T("Diplomacy"),
    "influence": T("Influence"),
    "alliance": T("Alliance"),
    "betrayal": T("Betrayal"),
}
CLANS: Mapping[str, Text] = {
    "mackintosh": T("MacKintosh"),
    "campbell": T("Campbell"),
    "macgregor": T("MacGregor"),
    "macduff": T("MacDuff"),
    "macleod": T("MacLeod"),
    "stewart": T("Stewart"),
}
# The card whose symbol is missing in the arms of the clan.
LACKS: Mapping[str, str] = dict(zip(CLANS, CARDS, strict=True))
CLAN_WITHOUT: Mapping[str, str] = {card: clan for clan, card in LACKS.items()}
HAND = len(CARDS) - 1

# --- the box sheet -------------------------------------------------------------------------------------

# The diagram of adjacent rooms (en 1110) is a lost picture: what the text does not say is asked once.
OUTER_PAIRS = tuple(combinations(OUTER, 2))
DOOR, WALL = "door", "wall"


def door_key(one: str, other: str) -> str:
    return f"door.{one}.{other}"


DOOR_KEYS = tuple(door_key(*pair) for pair in OUTER_PAIRS)

FIELDS: tuple[BoxField, ...] = tuple(
    BoxField(
        key=door_key(one, other),
        group=T("Doors between the outer rooms"),
        label=T("{one} – {other}", one=LOCATIONS[one], other=LOCATIONS[other]),
        options=(WALL, DOOR),
        value=WALL,
        source=Source("en 1110", Trust.PROBABLE),
        words={WALL: T("apart"), DOOR: T("adjacent")},
    )
    for one, other in OUTER_PAIRS
)
EXAMPLE: Box = dict.fromkeys(DOOR_KEYS, WALL)
