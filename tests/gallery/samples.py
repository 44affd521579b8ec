"""Sample data of the gallery: five players, one with a name of maximum length, and parts of every game."""

from __future__ import annotations

from types import SimpleNamespace as Thing
from typing import Any

from scoring.table_events import PLAYER_COLOURS

NAMES = ["Anna", "Bartholomeus-Willem", "Çağla", "Dirk", "Eleonora van Dongen", "Fé", "Gwendolyn", "Wim", "Xandra"]

ALL_SEATS = [
    Thing(number=n, name=name, colour=colour)
    for n, (name, colour) in enumerate(zip(NAMES, PLAYER_COLOURS, strict=True))
]
SEATS = ALL_SEATS[:5]
ANNA, BART, CAGLA, DIRK, ELEONORA = SEATS


CONTEXT: dict[str, Any] = {
    "all_seats": ALL_SEATS,
    "players": SEATS,
    "anna": ANNA,
    "long_name": BART,
    "cards": [
        Thing(name="x1", label="×1", hint="Parchment", held=9, value=2),
        Thing(name="x2", label="×2", hint="Gold", held=4, value=1),
        Thing(name="x3", label="×3", hint="Dagger", held=0, value=0),
    ],
    "some_sealed": [Thing(seat=seat, sealed=n not in (1, 4)) for n, seat in enumerate(SEATS)],
    "all_sealed": [Thing(seat=seat, sealed=True) for seat in SEATS],
    "hands": [
        "Çağla took back 2 courtiers from Lincolia.",
        "Anna: Political marker 3 spaces on, to 6.",
        "Anna took the Paris marker.",
        "Bartholomeus-Willem puts his figure in Tateshale and took the crown from the middle of the board.",
    ],
    "lines": [
        {
            "what": "Areas",
            "points": 14,
            "rule": "en p.6",
            "note": "Tateshale 4, Lincolia 3, Grentebrige 3, Lundonia 4.",
        },
        {"what": "No influence cards left", "points": "−4", "rule": "en p.6", "note": "A third of 14, rounded down."},
        {"what": "Bonus track", "points": 5, "rule": "en p.7"},
        {"what": "Majority in France, tie broken by the higher title", "points": 12, "rule": "", "note": ""},
    ],
}
