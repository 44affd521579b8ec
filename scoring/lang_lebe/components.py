"""Components: areas, votes, hands and targets from the board, cards and rulebook, and the printed fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.printed_values import (
    ConsistencyCheck,
    PrintedField,
    PrintedValues,
    Source,
    Trust,
    number,
    numbers,
    summing,
)
from scoring.words import TN, Section, T, Text, TextList, rulebook

# Headings of the Dutch rulebook, each with its first line; rule citations use them.
SECTIONS = (
    Section(1, "Lang lebe der König!", T("Introduction")),
    Section(29, "De Speeluitrusting", T("Components")),
    Section(58, "Speelvoorbereiding", T("Setup")),
    Section(72, "Speelverloop", T("How to play")),
    Section(86, "A) trekt een speler in een leeg gebied", T("A) Entering an empty area")),
    Section(96, "B) trekt een speler in een eigen gebied", T("B) Entering your own area")),
    Section(112, "C) trekt een speler in een vreemd gebied", T("C) Entering another player’s area")),
    Section(118, "Diplomatieke twisten", T("Diplomatic disputes")),
    Section(160, "De Koningskeuze", T("King election")),
    Section(201, "Speeleinde", T("End of the game")),
    Section(209, "Het handvat voor de bijzondere regels", T("Special rules")),
    Section(213, "Zetten van de speelfiguren en plaatsen van hovelingen", T("Special rules: figures and courtiers")),
    Section(225, "Het handvat: Diplomatieke twisten", T("Special rules: diplomatic disputes")),
    Section(238, "Het handvat: Koningskeuzes", T("Special rules: king elections")),
)


@dataclass(frozen=True)
class Arms:
    """An area's coat of arms: its votes if the rulebook states them, and the source."""

    votes: int | None = None
    source: Source | None = None


# Influence cards by factor: the die on a card counts once, twice or three times (nl 128).
KINDS = (1, 2, 3)


@dataclass(frozen=True)
class Cards:
    """A number of x1, x2 and x3 cards."""

    x1: int = 0
    x2: int = 0
    x3: int = 0

    @property
    def by_kind(self) -> tuple[int, int, int]:
        return (self.x1, self.x2, self.x3)

    @property
    def count(self) -> int:
        return sum(self.by_kind)

    @property
    def kinds(self) -> tuple[int, ...]:
        """The kinds held, lowest first."""
        return tuple(kind for kind in KINDS if self.of(kind))

    @property
    def listed(self) -> tuple[int, ...]:
        """All cards by kind, lowest first, such as (1, 1, 2)."""
        return tuple(kind for kind in KINDS for _ in range(self.of(kind)))

    @property
    def in_words(self) -> TextList:
        """The cards as a text list: "2 cards ×1, 1 card ×3"."""
        return TextList(
            tuple(TN("{count} card ×{kind}", "{count} cards ×{kind}", self.of(kind), kind=kind) for kind in self.kinds)
        )

    def of(self, kind: int) -> int:
        return self.by_kind[kind - 1] if kind in KINDS else 0

    def lowest(self, count: int) -> Cards:
        return cards(self.listed[: max(count, 0)])

    def within(self, other: Cards) -> bool:
        """True if no count is negative or higher than in `other`."""
        return all(0 <= mine <= theirs for mine, theirs in zip(self.by_kind, other.by_kind, strict=True))

    def times(self, factor: int) -> Cards:
        return Cards(*(number * factor for number in self.by_kind))

    def __add__(self, other: Cards) -> Cards:
        return Cards(*(mine + theirs for mine, theirs in zip(self.by_kind, other.by_kind, strict=True)))

    def __sub__(self, other: Cards) -> Cards:
        return Cards(*(mine - theirs for mine, theirs in zip(self.by_kind, other.by_kind, strict=True)))


def cards(kinds: Iterable[int]) -> Cards:
    """Returns the cards of a list of kinds: (1, 1, 2) is two x1 and one x2."""
    listed = tuple(kinds)
    return Cards(*(listed.count(kind) for kind in KINDS))


def total_of(hands: Iterable[Cards]) -> Cards:
    return sum(hands, Cards())


_NEIGHBOUR_RULE = rulebook("nl 84", SECTIONS)

# nl 84, 74, 94, 168 name exactly the 13 areas of nl 33. Votes not stated in the text are on the board.
AREAS: Mapping[str, Arms] = {
    "Grentebrige": Arms(),
    "Lancastre": Arms(),
    "Lideforde": Arms(),
    "Lincolia": Arms(),
    "Lundonia": Arms(),
    "Man": Arms(2, Source("nl 37, 43")),
    "Oxeneford": Arms(4, Source("nl 245")),
    "Rouecestre": Arms(),
    "Sarisberie": Arms(
        2, Source(T("{place}: two neighbours, like every 2-vote area", place=_NEIGHBOUR_RULE), Trust.PROBABLE)
    ),
    "Sedberouie": Arms(2, Source("nl 94")),
    "Stadford": Arms(),
    "Tateshale": Arms(4, Source("nl 94")),
    "Wigemor": Arms(
        4, Source(T("{place}: six neighbours, like every 4-vote area", place=_NEIGHBOUR_RULE), Trust.PROBABLE)
    ),
}
FEWEST_VOTES, MOST_VOTES = 2, 4  # nl 35
# nl 84; valid in both directions and by sea (nl 217). The rulebook text names no neighbours of the other areas.
NEIGHBOURS: Mapping[str, frozenset[str]] = {
    "Wigemor": frozenset({"Man", "Lancastre", "Tateshale", "Stadford", "Oxeneford", "Lideforde"}),
    "Sarisberie": frozenset({"Oxeneford", "Lideforde"}),
}
ALL_VOTES = 39  # nl 37
TRIO, TRIO_VOTES = ("Lincolia", "Grentebrige", "Lundonia"), 10  # nl 168: 14, less Tateshale's 4

ISLAND_LEFT_OUT = "Man"  # nl 39: not with three players
FIRST_AREA: Mapping[int, str] = {3: "Rouecestre", 4: "Tateshale", 5: "Stadford"}  # nl 74
TARGET: Mapping[int, int] = {3: 19, 4: 20, 5: 20}  # nl 172, 173

START_HAND = Cards(x1=12, x2=7, x3=1)  # nl 67, each player
START_COURTIERS = 2  # nl 65
COURTIERS = 17  # nl 65: 18 each, one of them permanently on the bonus table
BONUS_END = 15  # nl 65: the bonus table goes from 1 to 15
MOST_STAKED = 5  # nl 122
CARDS_TO_ENTER: Mapping[str, int] = {"two": 2, "one": 1}  # nl 220, by the table's interpretation
POINTS_PER_PIECE = 2  # nl 130, 132
EXTRA_ROLL_NEEDS = 3  # nl 90
CARDS_FOR_ONES = 2  # nl 154: with fewer cards staked, ones bring nothing back
TIE_DICE = 5  # nl 243
MOST_DEALT = 15  # nl 187


def cards_in_game(players: int) -> Cards:
    return START_HAND.times(players)  # nl 70: the rest stays in the box


def fits_the_game(hands: tuple[Cards, ...]) -> bool:
    """True if the game has enough cards of each kind for these hands."""
    return total_of(hands).within(cards_in_game(len(hands)))


def set_up_to_do() -> tuple[Text, ...]:
    """Returns the to-do lines for the courtiers and cards that everybody takes at the start (nl 65, 67)."""
    rest = COURTIERS - START_COURTIERS
    return (
        T("Everyone: put one courtier on the arrow of the bonus table and keep {rest} in your supply.", rest=rest),
        T("Everyone: take {cards}.", cards=START_HAND.in_words),
    )


def areas_in_play(players: int) -> tuple[str, ...]:
    return tuple(area for area in AREAS if players > 3 or area != ISLAND_LEFT_OUT)


def area_not_bordering(here: str, there: str) -> str | None:
    """Returns the area whose known neighbours do not include the other one; None if the two may be neighbours."""
    pairs = ((here, there), (there, here))
    return next((area for area, other in pairs if other not in NEIGHBOURS.get(area, (other,))), None)


# --- printed values ------------------------------------------------------------------------------------


def votes_key(area: str) -> str:
    return f"votes.{area}"


def start_key(players: int) -> str:
    return f"start.{players}"


def votes_in(box: PrintedValues, area: str) -> int | None:
    """Returns the votes in the area's arms, from the rulebook or the printed values; None if unknown."""
    arms = AREAS[area]
    if arms.source and arms.source.trust is Trust.PRINTED:
        return arms.votes
    return number(box, votes_key(area))


def start_areas_in(box: PrintedValues, players: int) -> tuple[str, ...] | None:
    """Returns the areas on the start cards; None if they are unknown or impossible."""
    areas = tuple(box.get(start_key(players), "").split())
    right = len(areas) == players and FIRST_AREA[players] in areas
    return areas if right and set(areas) <= set(areas_in_play(players)) else None


def _votes_field(area: str, arms: Arms) -> PrintedField:
    options = numbers(FEWEST_VOTES, MOST_VOTES)
    value = None if arms.votes is None else str(arms.votes)
    label = T("votes on the coat of arms")
    return PrintedField(
        votes_key(area), T("The number on the coat of arms"), label, options, value, arms.source, part=area, alone=True
    )


def _start_field(players: int) -> PrintedField:
    label = T("Start areas with {count} players", count=players)
    return PrintedField(
        start_key(players), T("The start cards"), label, areas_in_play(players), many=players, asked=False
    )


FIELDS: tuple[PrintedField, ...] = (
    *(_votes_field(area, arms) for area, arms in AREAS.items()),
    *(_start_field(players) for players in TARGET),
)


def _votes_check(text: Text, rule: str, areas: tuple[str, ...], total: int) -> ConsistencyCheck:
    return summing(text, rule, tuple(map(votes_key, areas)), total)


def _start_check(players: int) -> ConsistencyCheck:
    def holds(box: PrintedValues) -> bool | None:
        areas = box.get(start_key(players))
        return FIRST_AREA[players] in areas.split() if areas else None

    first = T("With {count} players, one of them starts in {area}.", count=players, area=FIRST_AREA[players])
    return ConsistencyCheck(first, "nl 74", holds)


CHECKS: tuple[ConsistencyCheck, ...] = (
    _votes_check(T("All areas together have {votes} votes.", votes=ALL_VOTES), "nl 37", tuple(AREAS), ALL_VOTES),
    _votes_check(
        T("Lincolia, Grentebrige and Lundonia together have {votes} votes.", votes=TRIO_VOTES),
        "nl 168",
        TRIO,
        TRIO_VOTES,
    ),
    *(_start_check(players) for players in TARGET),
)

# Made-up values that satisfy all checks, for playing without the box.
EXAMPLE: PrintedValues = {
    "votes.Grentebrige": "3",
    "votes.Lancastre": "3",
    "votes.Lideforde": "3",
    "votes.Lincolia": "3",
    "votes.Lundonia": "4",
    "votes.Man": "2",
    "votes.Oxeneford": "4",
    "votes.Rouecestre": "2",
    "votes.Sarisberie": "2",
    "votes.Sedberouie": "2",
    "votes.Stadford": "3",
    "votes.Tateshale": "4",
    "votes.Wigemor": "4",
    "start.3": "Lideforde Lincolia Rouecestre",
    "start.4": "Lancastre Lideforde Lundonia Tateshale",
    "start.5": "Grentebrige Lancastre Lideforde Rouecestre Stadford",
}
