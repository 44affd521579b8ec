"""The box sheet: what cards, shields and the board show and the rulebook does not tell, and what things are called."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.box import Box, BoxField, Check, Source, Trust, falling, number, numbers
from scoring.roses.printed import (
    AREAS,
    COASTS,
    CONTROL_POINTS,
    HOME,
    KIND_OF,
    LOCATIONS,
    NOBLES,
    PIECES,
    SEAS,
    TWO_COASTS,
    WITH_INCOME,
)
from scoring.words import T, Text, rulebook

# --- keys ----------------------------------------------------------------------------------------------


def number_key(piece: str) -> str:
    """The income on the card, or the number in a noble's shield."""
    return f"value.{piece}" if KIND_OF[piece] == "noble" else f"income.{piece}"


def name_key(piece: str) -> str:
    return f"name.{piece}"


def prize_key(area: str, place: str) -> str:
    """Victory points of an area; `place` is most or second."""
    return f"{place}.{area}"


def cathedral_key(area: str) -> str:
    return f"cathedral.{area}"


def coast_key(area: str) -> str:
    return f"coast.{area}"


# --- what the rulebook tells ---------------------------------------------------------------------------

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
_BERWICK = Source(T("{place}: the port furthest north", place=rulebook("nl 127")), Trust.PROBABLE)
_PRIZES: Mapping[str, tuple[int, int, Source]] = {
    "north": (9, 6, Source("nl 459")),
    "south-east": (7, 4, Source("nl 540")),
}
_CATHEDRALS: Mapping[str, tuple[str, Source]] = {
    "north": ("large", Source("nl 110, 455")),
    "south-east": ("small", Source("nl 110, 240")),
}
_STAFFORD = ("noble.south-east.1", "6", Source("nl 364, 366"))

# --- what things are called ----------------------------------------------------------------------------

KIND_NAMES: Mapping[str, Text] = {
    "noble": T("Noble"),
    "castle": T("Royal Castle"),
    "large": T("Large Town"),
    "bishop": T("Bishop"),
    "small": T("Small Town"),
    "port": T("Port"),
    "ship": T("Ship"),
}


def own_name(box: Box, piece: str) -> str:
    """As the box has it or the rulebook tells; empty where nobody has read it yet."""
    return box.get(name_key(piece), "") or NAMES.get(piece, "")


def short_name(box: Box, piece: str) -> Text | str:
    """Enough where the area is written beside it."""
    return own_name(box, piece) or KIND_NAMES[KIND_OF[piece]]


def away_name(box: Box, piece: str) -> Text | str:
    """Of a noble or ship that is somewhere else, beside the sign of its kind: where it comes from."""
    town = own_name(box, f"port.{HOME[piece]}") if KIND_OF[piece] == "ship" else ""
    return own_name(box, piece) or town or AREAS[HOME[piece]].short


def called(box: Box, piece: str) -> Text | str:
    """A piece inside a sentence."""
    kind, area = KIND_OF[piece], AREAS[HOME[piece]].name
    if name := own_name(box, piece):
        return name
    if kind == "noble" and (value := number(box, number_key(piece))) is not None:
        return T("Noble {value} of {area}", value=value, area=area)
    return _after_its_town(box, piece) or T("{kind} of {area}", kind=KIND_NAMES[kind], area=area)


def _after_its_town(box: Box, piece: str) -> Text | None:
    """A bishop is called after the cathedral town, a ship after its port (nl 110, 127)."""
    kind, area = KIND_OF[piece], HOME[piece]
    town = {"bishop": cathedral(box, area), "ship": f"port.{area}"}.get(kind)
    name = own_name(box, town) if town else ""
    if not name:
        return None
    return T("Bishop of {town}", town=name) if kind == "bishop" else T("Ship of {town}", town=name)


# --- numbers -------------------------------------------------------------------------------------------


def printed_number(box: Box, piece: str) -> int:
    """Income or noble's value; nought while it is not known, and for what has none."""
    return number(box, number_key(piece)) or 0


def income_of(box: Box, piece: str) -> int:
    return printed_number(box, piece) if KIND_OF[piece] in WITH_INCOME else 0


def points_of(box: Box, piece: str) -> int:
    """Control points (nl 108)."""
    kind = KIND_OF[piece]
    return printed_number(box, piece) if kind == "noble" else CONTROL_POINTS[kind]


def prize(box: Box, area: str, place: str) -> int | None:
    return number(box, prize_key(area, place))


def cathedral(box: Box, area: str) -> str | None:
    """The cathedral town of the area, as a piece."""
    kind = box.get(cathedral_key(area), "")
    return f"{kind}.{area}" if kind else None


def home_sea(box: Box, ship: str) -> str:
    """Beside its own port; of two coasts the one that the box tells."""
    area = HOME[ship]
    return f"{area}-{box.get(coast_key(area), 'east')}" if area in TWO_COASTS else area


def needed_to_take(box: Box, piece: str) -> tuple[str, ...]:
    """What has to be read off the card or the board when somebody first takes it."""
    kind, area = KIND_OF[piece], HOME[piece]
    keys = (
        *((number_key(piece),) if kind in (*WITH_INCOME, "noble") else ()),
        *((coast_key(area),) if kind == "ship" and area in TWO_COASTS else ()),
    )
    return tuple(key for key in keys if not box.get(key))


# --- the fields ----------------------------------------------------------------------------------------

# Wide enough for any box: Herald does not know the printed values, it only refuses nonsense.
_INCOME, _VALUE, _PRIZE = numbers(0, 20), numbers(1, 15), numbers(0, 15)
_TOWNS: Mapping[str, Text] = {"large": T("the large town"), "small": T("the small town")}
_COAST_WORDS: Mapping[str, Text] = {"west": T("west coast"), "east": T("east coast")}


def _prize_field(area: str, place: str) -> BoxField:
    """Where the text is silent, the two areas that it tells suggest a pattern: as many as votes, and three less."""
    most, second, source = _PRIZES.get(area, (0, 0, None))
    guess = AREAS[area].votes - (0 if place == "most" else 3)
    told = source or Source(T("as in the areas of {place}", place=rulebook("nl 459, 540")), Trust.PROBABLE)
    value = (most if place == "most" else second) if source else guess
    label = T("points for the most") if place == "most" else T("points for the second")
    return _field(prize_key(area, place), area, label, _PRIZE, str(value), told, T("Parliament"))


def _field(
    key: str,
    area: str,
    label: Text,
    options: tuple[str, ...],
    value: str | None = None,
    source: Source | None = None,
    part: Text | None = None,
    words: Mapping[str, Text] | None = None,
) -> BoxField:
    # Its part says the area too: in a move the question stands alone.
    where = T("{area}, {part}", area=AREAS[area].name, part=part) if part else None
    return BoxField(key, AREAS[area].name, label, options, value, source, part=where, words=words or {})


def _piece_fields(piece: str) -> tuple[BoxField, ...]:
    kind, area = KIND_OF[piece], HOME[piece]
    part: Text = KIND_NAMES[kind]
    if kind == "noble":
        part = T("Noble {number}", number=piece[-1])
    fields = []
    if kind in (*LOCATIONS, "noble"):
        berwick = piece == "port.marches"
        name = "Berwick" if berwick else NAMES.get(piece)
        source = _BERWICK if berwick else Source("nl 240-540") if name else None
        fields.append(_field(name_key(piece), area, T("name"), (), name, source, part))
    if kind == "noble":
        value, told = (_STAFFORD[1], _STAFFORD[2]) if piece == _STAFFORD[0] else (None, None)
        fields.append(_field(number_key(piece), area, T("number in the shield"), _VALUE, value, told, part))
    if kind in WITH_INCOME:
        fields.append(_field(number_key(piece), area, T("income in pounds"), _INCOME, part=part))
    return tuple(fields)


def _area_fields(area: str) -> tuple[BoxField, ...]:
    town, told = _CATHEDRALS.get(area, (None, None))
    coast = Source(T("where the port lies in England"), Trust.PROBABLE)
    return (
        *(_prize_field(area, place) for place in ("most", "second")),
        *(field for piece in PIECES if HOME[piece] == area for field in _piece_fields(piece)),
        _field(cathedral_key(area), area, T("cathedral in"), tuple(_TOWNS), town, told, KIND_NAMES["bishop"], _TOWNS),
        *(
            [_field(coast_key(area), area, T("port on the"), COASTS, "east", coast, KIND_NAMES["ship"], _COAST_WORDS)]
            if area in TWO_COASTS
            else ()
        ),
    )


FIELDS: tuple[BoxField, ...] = tuple(field for area in AREAS for field in _area_fields(area))

# What the rulebook prints needs no check.
_PRINTED = {field.key for field in FIELDS if field.certain}
CHECKS: tuple[Check, ...] = tuple(
    falling(
        T("{area}: the second gets no more than the first.", area=AREAS[area].name),
        "nl 451",
        (prize_key(area, "most"), prize_key(area, "second")),
    )
    for area in AREAS
    if not {prize_key(area, "most"), prize_key(area, "second")} <= _PRINTED
)

# Numbers for trying Herald without the box: not the printed ones.
_EXAMPLE_VALUES = (7, 3, 10, 5, 8, 4, 6, 5, 9, 2, 6, 3)
_EXAMPLE_INCOMES: Mapping[str, tuple[int, ...]] = {
    "large": (3, 5, 4, 6, 4, 3),
    "bishop": (2, 4, 3, 4, 2, 2),
    "small": (2, 3, 2, 3, 3, 2),
    "port": (2, 3, 3, 4, 3, 2),
    "ship": (1, 2, 2, 3, 2, 1),
}
EXAMPLE: Box = {
    **{field.key: field.value for field in FIELDS if field.value is not None and (field.options or field.certain)},
    **{number_key(noble): str(value) for noble, value in zip(NOBLES, _EXAMPLE_VALUES, strict=True)},
    **{
        number_key(f"{kind}.{area}"): str(income)
        for kind, incomes in _EXAMPLE_INCOMES.items()
        for area, income in zip(AREAS, incomes, strict=True)
    },
    **{cathedral_key(area): "large" for area in AREAS if area not in _CATHEDRALS},
    # The text has a value of its own.
    number_key("noble.south-east.1"): "6",
}
assert set(SEAS) >= {home_sea(EXAMPLE, f"ship.{area}") for area in AREAS}
