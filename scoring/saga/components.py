"""Components: knights, lands, the start layout, and printed fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import TypeVar

from scoring.printed_values import ConsistencyCheck, PrintedField, PrintedValues, Source, Trust
from scoring.words import Section, T, Text, TextList, rulebook

# Rulebook headings (nl), each with its first line; rule citations use them.
SECTIONS = (
    Section(1, "Spelidee", T("Introduction")),
    Section(14, "Doel van het spel", T("Aim of the game")),
    Section(21, "Spelmateriaal", T("Components")),
    Section(26, "De voorbereiding van het spel", T("Setup")),
    Section(62, "Zo wordt de startopstelling opgebouwd", T("Setup: the starting layout")),
    Section(80, "De landenkaarten", T("The land cards")),
    Section(95, "Het verloop van het spel", T("How to play")),
    Section(111, "1. Roempunten ontvangen", T("1. Taking fame")),
    Section(121, "2a. Een ridderkaart spelen", T("2a. Playing a knight")),
    Section(148, "2b. Een land veroveren", T("2b. Conquering a land")),
    Section(186, "3. Een “vrije ridder” rekruteren", T("3. Recruiting a free knight")),
    Section(194, "Einde van het spel", T("End of the game")),
    Section(230, "De speciale eigenschappen van de afzonderlijke landen", T("Properties of the lands")),
    Section(234, "Eigenschappen tijdens het spel", T("Properties during the game")),
    Section(299, "Eigenschappen aan het einde van het spel", T("Properties at the end")),
    Section(338, "Tips voor het eerste spel", T("Tips for the first game")),
)

# --- knights -------------------------------------------------------------------------------------------

# In the rulebook's order of lands (nl 33).
COLOURS = ("red", "green", "blue", "orange", "purple", "yellow")
VALUES = (1, 2, 3, 4)  # reviews agree; nl 224: three cards worth 4
SET_CARDS = 12  # nl 38
STRONGEST = len(COLOURS) * VALUES[-1]  # nl 146: an army has each colour once
SET_POINTS = 30  # reviews: each set has three knights of every value; nl 39: all sets are worth the same
# Upper limits for one player: a set plus all free knights, which come only from the start layout (nl 160-167).
MOST_CARDS, MOST_POINTS = 2 * SET_CARDS, 2 * SET_POINTS

One = TypeVar("One")


@dataclass(frozen=True)
class Knight:
    colour: str
    value: int

    @property
    def key(self) -> str:
        """Form value, such as `green-4`."""
        return f"{self.colour}-{self.value}"

    @property
    def name(self) -> Text:
        """Display name, such as "Green 4"."""
        return _NAMES[self.colour](self.value)


ALL_KNIGHTS: tuple[Knight, ...] = tuple(Knight(colour, value) for colour in COLOURS for value in VALUES)
BY_KEY: Mapping[str, Knight] = {knight.key: knight for knight in ALL_KNIGHTS}

_NAMES: Mapping[str, Callable[[int], Text]] = {
    "red": lambda value: T("Red {value}", value=value),
    "green": lambda value: T("Green {value}", value=value),
    "blue": lambda value: T("Blue {value}", value=value),
    "orange": lambda value: T("Orange {value}", value=value),
    "purple": lambda value: T("Purple {value}", value=value),
    "yellow": lambda value: T("Yellow {value}", value=value),
}


def listed(knights: Iterable[Knight]) -> TextList:
    return TextList(tuple(one.name for one in knights))


def keys(knights: Iterable[Knight]) -> tuple[str, ...]:
    """Returns the form values of these knights; equal knights share one."""
    return tuple(dict.fromkeys(one.key for one in knights))


def worth(knights: Iterable[Knight]) -> int:
    return sum(one.value for one in knights)


def colours(knights: Iterable[Knight]) -> frozenset[str]:
    return frozenset(one.colour for one in knights)


def without_one(things: tuple[One, ...], gone: One) -> tuple[One, ...]:
    """Returns the tuple without one occurrence of `gone`."""
    place = things.index(gone)
    return things[:place] + things[place + 1 :]


def worth_of(count: int) -> tuple[int, int]:
    """Returns the lowest and highest value of this many knights, 1 to 4 each."""
    return VALUES[0] * count, VALUES[-1] * count


def can_be_worth(count: int, points: int) -> bool:
    """True if this many knights can be worth that much."""
    low, high = worth_of(count)
    return low <= points <= high


def cards_besides(known: int) -> tuple[int, int]:
    """Returns the fewest and most knights that a player, who has at least a set, has besides the known ones."""
    return _besides(known, SET_CARDS, MOST_CARDS)


def points_besides(known: int) -> tuple[int, int]:
    """Returns the lowest and highest value of the knights a player has besides the known ones."""
    return _besides(known, SET_POINTS, MOST_POINTS)


def _besides(known: int, least: int, most: int) -> tuple[int, int]:
    """Returns the bounds for the rest of a player's knights, in cards or points."""
    low = max(0, least - known)
    return low, max(low, most - known)


# --- lands ---------------------------------------------------------------------------------------------


class Property(Enum):
    """The special properties, by their printed field keys."""

    # Middle box: during play.
    DEFENCE_PLUS = "defence+1"
    FREE_KNIGHT = "free-knight"
    FACE_DOWN = "face-down"
    DEFENCE_MINUS = "defence-1"
    ADD_CARD = "add-card"
    TAKE_BACK = "take-back"
    # Right box: at the end.
    NO_MINUS = "no-minus"
    TWO_EACH = "two-each"
    ARMY_COUNTS = "army-counts"
    WORTH_NOTHING = "worth-nothing"
    ADD_AT_END = "add-at-end"
    FIVE = "five"
    FIFTEEN = "fifteen"


@dataclass(frozen=True)
class Printed:
    """A property's text and its rule."""

    text: Text
    rule: str
    # Short text for a small button; only for properties that apply at the end.
    short: Text | None = None

    @property
    def at_end(self) -> bool:
        return self.short is not None


PROPERTIES: Mapping[Property, Printed] = {
    Property.DEFENCE_PLUS: Printed(T("Defence +1"), "nl 264"),
    Property.FREE_KNIGHT: Printed(T("Free knight when conquered"), "nl 278"),
    Property.FACE_DOWN: Printed(T("Play one knight face down"), "nl 284"),
    Property.DEFENCE_MINUS: Printed(T("Defence −1"), "nl 271"),
    Property.ADD_CARD: Printed(T("Add one knight to its army"), "nl 238"),
    Property.TAKE_BACK: Printed(T("Take one knight back each turn"), "nl 247"),
    Property.NO_MINUS: Printed(T("End: no penalty for your hand"), "nl 312", T("no hand penalty")),
    Property.TWO_EACH: Printed(T("End: 2 fame from each player"), "nl 330", T("2 from each player")),
    Property.ARMY_COUNTS: Printed(T("End: one attacking army scores"), "nl 307", T("an army scores")),
    Property.WORTH_NOTHING: Printed(T("End: its army counts as 0"), "nl 317", T("army counts as 0")),
    Property.ADD_AT_END: Printed(T("End: add one knight to an army"), "nl 323", T("add a knight")),
    Property.FIVE: Printed(T("End: 5 fame"), "nl 302", T("+5 fame")),
    Property.FIFTEEN: Printed(T("End: its army counts as 15"), "nl 334", T("army counts as 15")),
}

CROWN, PLAIN = "crown", "plain"
SIDES = (CROWN, PLAIN)
NOTHING = "none"


@dataclass(frozen=True)
class LandCard:
    """A land's name and possible sides. Our rulebook text does not say which side has the crown."""

    name: Text
    # All possible contents of a side (nl 234-337): the likely crown side first, the likely plain side second.
    options: tuple[str, ...]


# Red and green have two properties for the same box, so there is one on each side (nl 262-281, 311-331).
LANDS: Mapping[str, LandCard] = {
    "red": LandCard(T("Castle Land"), ("defence+1", "free-knight")),
    "green": LandCard(T("Forest Land"), ("no-minus", "two-each")),
    "blue": LandCard(T("Lake Land"), ("army-counts", "face-down", "face-down/army-counts", NOTHING)),
    "orange": LandCard(T("Gold Land"), ("worth-nothing", "defence-1", "defence-1/worth-nothing", NOTHING)),
    "purple": LandCard(T("Treasure Land"), ("add-card", "add-at-end", "add-card/add-at-end", NOTHING)),
    "yellow": LandCard(
        T("Corn Land"),
        ("take-back/five", "fifteen", "take-back/fifteen", "five", "take-back", NOTHING),
    ),
}

FAME = 1  # nl 114: fame per land and turn
GOLD_LAND = "orange"  # this land yields more fame (nl 115)
LIKELY_GOLD_FAME = "2"
GOLD_FAME_OPTIONS = ("2", "3", "4", "5")

FIVE_FAME = 5  # nl 303
FIFTEEN_FAME = 15  # nl 336
TRIBUTE = 2  # nl 331
MOST_FAME = 320  # nl 24: 32 chips, the largest worth 10 according to reviews


# --- printed values ------------------------------------------------------------------------------------


def other_side(side: str) -> str:
    return PLAIN if side == CROWN else CROWN


def side_key(land: str, side: str) -> str:
    return f"side.{land}.{side}"


def fame_key(side: str) -> str:
    return f"fame.{GOLD_LAND}.{side}"


def start_keys(land: str) -> tuple[str, str]:
    """Returns the keys of the first knight's value and the second knight, in the layout drawn in the rulebook."""
    return f"start.{land}.first", f"start.{land}.second"


def keys_of(land: str, side: str) -> tuple[str, ...]:
    """Returns the keys of all printed values on this side of the land."""
    return (side_key(land, side), *((fame_key(side),) if land == GOLD_LAND else ()))


def likely_side(land: str, side: str) -> str:
    return LANDS[land].options[SIDES.index(side)]


def properties_of_side(box: PrintedValues, land: str, side: str) -> tuple[Property, ...]:
    """Returns the side's properties from the printed values or, if unread, the likely ones."""
    return properties_of_value(box.get(side_key(land, side)) or likely_side(land, side))


def properties_of_value(value: str) -> tuple[Property, ...]:
    """Returns the properties of a sheet value: "take-back/five" has two, "none" has none."""
    return () if value == NOTHING else tuple(Property(part) for part in value.split("/"))


def possible_ends(box: PrintedValues, land: str) -> tuple[str, ...]:
    """Returns the land's possible end properties: the printed ones, or all in the rulebook if a side is unread."""
    known = [box.get(side_key(land, side), "") for side in SIDES]
    values = known if all(known) else LANDS[land].options
    return tuple(dict.fromkeys(_end_property_of(value) for value in values))


def _end_property_of(value: str) -> str:
    """Returns the end property in a sheet value."""
    return "/".join(one.value for one in properties_of_value(value) if PROPERTIES[one].at_end) or NOTHING


def short_end_text(end: str) -> Text:
    return next((one.short for one in map(PROPERTIES.__getitem__, properties_of_value(end)) if one.short), T("nothing"))


def fame_of_side(box: PrintedValues, land: str, side: str) -> int:
    return int(box.get(fame_key(side)) or LIKELY_GOLD_FAME) if land == GOLD_LAND else FAME


def unread_keys(box: PrintedValues, land: str, side: str) -> tuple[str, ...]:
    """Returns the keys of unread values needed before this side can be laid out."""
    return tuple(key for key in keys_of(land, side) if not box.get(key))


def drawn_knights(box: PrintedValues, land: str) -> tuple[Knight, Knight] | None:
    """Returns the two knights of the drawn layout; None if unread."""
    first, second = (box.get(key) for key in start_keys(land))
    return (Knight(land, int(first)), BY_KEY[second]) if first and second else None


def second_knights(land: str) -> tuple[Knight, ...]:
    """Returns the possible second knights, which must differ in colour from the land (nl 54)."""
    return tuple(knight for knight in ALL_KNIGHTS if knight.colour != land)


_REVIEWS = T("{place}, the order in its lists, and reviews of the game", place=rulebook("nl 31, 234-337", SECTIONS))


def _side_field(land: str, side: str) -> PrintedField:
    name, likely, source = LANDS[land].name, likely_side(land, side), Source(_REVIEWS, Trust.PROBABLE)
    label = T("what the crown side shows") if side == CROWN else T("what the other side shows")
    words = {value: value_text(value) for value in LANDS[land].options}
    key, group = side_key(land, side), T("The land cards")
    return PrintedField(key, group, label, tuple(words), likely, source, part=name, words=words)


def value_text(value: str) -> Text:
    """Returns a sheet value as the text of its properties."""
    shown = TextList(tuple(PROPERTIES[one].text for one in properties_of_value(value)))
    return T("{properties}", properties=shown) if shown.parts else T("Nothing")


def _fame_field(side: str) -> PrintedField:
    name, review = LANDS[GOLD_LAND].name, T("{place}, and a review of the game", place=rulebook("nl 115", SECTIONS))
    source = Source(review, Trust.PROBABLE)
    label = T("fame per turn on the crown side") if side == CROWN else T("fame per turn on the other side")
    return PrintedField(
        fame_key(side), T("The land cards"), label, GOLD_FAME_OPTIONS, LIKELY_GOLD_FAME, source, part=name
    )


# The only pair named in the text (nl 171), probably from the drawn layout.
_DRAWN = {start_keys("green")[0]: "4", start_keys("green")[1]: "yellow-2"}


def _start_fields(land: str) -> tuple[PrintedField, ...]:
    group, name = T("The start layout shown on page 3"), LANDS[land].name
    first, second = start_keys(land)
    source = Source("nl 171", Trust.PROBABLE) if first in _DRAWN else None
    values = tuple(str(value) for value in VALUES)
    others = {knight.key: knight.name for knight in second_knights(land)}
    field = partial(PrintedField, part=name, asked=False)  # optional: most tables enter the layout knight by knight
    return (
        field(first, group, T("the knight of its own colour"), values, _DRAWN.get(first), source),
        field(second, group, T("the second knight"), tuple(others), _DRAWN.get(second), source, words=others),
    )


FIELDS: tuple[PrintedField, ...] = (
    *(_side_field(land, side) for land in COLOURS for side in SIDES),
    *(_fame_field(side) for side in SIDES),
    *(field for land in COLOURS for field in _start_fields(land)),
)


def _one_on_each_side(land: str, one: Property, other: Property) -> ConsistencyCheck:
    """Returns the check that the two properties are on different sides of the land."""

    def holds(box: PrintedValues) -> bool | None:
        if any(not box.get(side_key(land, side)) for side in SIDES):
            return None
        crown, plain = (set(properties_of_side(box, land, side)) & {one, other} for side in SIDES)
        return {*crown, *plain} == {one, other} and not crown & plain

    text = T("The two sides of {land} are different.", land=LANDS[land].name)
    rules = f"{PROPERTIES[one].rule}, {PROPERTIES[other].rule.removeprefix('nl ')}"
    return ConsistencyCheck(text, rules, holds)


def _layout_sum(box: PrintedValues) -> bool | None:
    """Returns whether the drawn layout is worth a set; None if a value is unread."""
    pairs = [drawn_knights(box, land) for land in COLOURS]
    return None if None in pairs else sum(worth(pair) for pair in pairs if pair) == SET_POINTS


CHECKS: tuple[ConsistencyCheck, ...] = (
    _one_on_each_side("red", Property.DEFENCE_PLUS, Property.FREE_KNIGHT),
    _one_on_each_side("green", Property.NO_MINUS, Property.TWO_EACH),
    _one_on_each_side("yellow", Property.FIVE, Property.FIFTEEN),
    ConsistencyCheck(
        T("The twelve knights in the layout are worth {points}.", points=SET_POINTS), "nl 39", _layout_sum
    ),
)

# Likely sides and a possible layout, for trying Herald without the box; the printed ones may differ.
_LAYOUT = {
    "red": ("4", "green-1"),
    "green": ("4", "yellow-2"),
    "blue": ("3", "red-2"),
    "orange": ("3", "green-4"),
    "purple": ("1", "yellow-2"),
    "yellow": ("3", "blue-1"),
}
EXAMPLE: PrintedValues = {
    **{side_key(land, side): likely_side(land, side) for land in COLOURS for side in SIDES},
    **{fame_key(side): LIKELY_GOLD_FAME for side in SIDES},
    **{key: value for land, pair in _LAYOUT.items() for key, value in zip(start_keys(land), pair, strict=True)},
}
