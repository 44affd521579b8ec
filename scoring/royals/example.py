"""An example box for trying Herald without the board: numbers that pass all checks, not the printed ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scoring.box import Box
from scoring.royals import printed

# City: name, bonus, then title and influence of each position.
_CITIES: Mapping[str, tuple[str, int, tuple[tuple[str, int], ...]]] = {
    "France.1": ("Aix", 3, (("Marshal", 1), ("Countess", 3))),
    "France.2": ("Brest", 4, (("Baron", 2), ("Cardinal", 5))),
    "France.3": ("Caen", 5, (("Duke", 4), ("Princess", 6))),
    "France.4": ("Dijon", 2, (("Marshal", 1), ("Baron", 2))),
    "France.5": ("Evreux", 6, (("King", 8),)),
    "German-States.1": ("Cologne", 3, (("Cardinal", 5), ("Baron", 2))),
    "German-States.2": ("Munich", 4, (("Duke", 4), ("Marshal", 1))),
    "German-States.3": ("Vienna", 6, (("King", 8), ("Countess", 3))),
    "German-States.4": ("Trier", 2, (("Princess", 6), ("Marshal", 1))),
    "Britain.1": ("Ayr", 4, (("Duke", 4), ("Baron", 2))),
    "Britain.2": ("Bath", 3, (("Countess", 3), ("Cardinal", 5))),
    "Britain.3": ("Cork", 6, (("King", 8), ("Marshal", 1))),
    "Spain.1": ("Madrid", 6, (("King", 8),)),
    "Spain.2": ("Valencia", 3, (("Duke", 4), ("Marshal", 1))),
    "Spain.3": ("Cadiz", 4, (("Princess", 6), ("Baron", 2))),
    "Spain.4": ("Denia", 2, (("Cardinal", 5), ("Countess", 3))),
}
_COUNTRY = {"France": (10, 6), "German-States": (9, 5), "Britain": (7, 4), "Spain": (8, 4)}
_EPOCHS = {"France": 6, "German-States": 5, "Britain": 4, "Spain": 5}  # the higher marker of 1648; then two more each
_TITLE = {"Marshal": 4, "Baron": 6, "Countess": 8, "Duke": 10, "Cardinal": 12, "Princess": 14, "King": 16}
_CARDS = {"Marshal": 1, "Baron": 2, "Countess": 3, "Duke": 4, "Cardinal": 5, "Princess": 6, "King": 8}


def _cities() -> Iterator[tuple[str, str]]:
    for city, (name, bonus, positions) in _CITIES.items():
        yield printed.name_key(city), name
        yield printed.city_marker(city), str(bonus)
        for position, (title, influence) in zip(printed.positions_of(city), positions, strict=False):
            yield printed.title_key(position), title
            yield printed.influence_key(position), str(influence)
        if len(positions) == 1:
            yield printed.title_key(f"{city}.b"), printed.NO_POSITION
            yield printed.influence_key(f"{city}.b"), printed.NO_POSITION


def _markers() -> Iterator[tuple[str, str]]:
    for country, bonuses in _COUNTRY.items():
        for which, points in zip(printed.COUNTRY_MARKERS, bonuses, strict=True):
            yield printed.country_marker(country, which), str(points)
    for country, points in _EPOCHS.items():
        for epoch in printed.YEARS:
            yield printed.epoch_marker(country, epoch, "first"), str(points + 2 * (epoch - 1))
            yield printed.epoch_marker(country, epoch, "second"), str((points + 2 * (epoch - 1)) // 2)
    for noble, points in printed.NOBLE_VALUES.items():
        yield printed.noble_marker(noble), str(points)
    for title, points in _TITLE.items():
        yield printed.title_marker(title, "full"), str(points)
        yield printed.title_marker(title, "half"), str(points // 2)
        yield printed.cards_key(title), str(_CARDS[title])


EXAMPLE: Box = dict((*_cities(), *_markers()))
