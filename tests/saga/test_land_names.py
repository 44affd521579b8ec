"""The lands have the names printed on the cards, as far as they are known."""

from __future__ import annotations

import pytest

from companion.i18n import CATALOGS, catalog_in
from scoring.saga.components import LANDS

SOFT_HYPHEN = "\N{SOFT HYPHEN}"

# nl 33-34. German names from reviews, except for the purple land: the only review that names it says "Schattenland",
# which contradicts the treasure of nl 34.
PRINTED = {
    "nl": ("Burchtland", "Bosland", "Meerland", "Goudland", "Schatland", "Maisland"),
    "de": ("Burgenland", "Waldland", "Seenland", "Goldland", "Schatzland", "Kornland"),
}


@pytest.mark.parametrize("language", PRINTED)
def test_a_land_has_its_printed_name(language: str) -> None:
    words = catalog_in(CATALOGS, language)
    names = [words.gettext(land.name.message).replace(SOFT_HYPHEN, "") for land in LANDS.values()]
    assert tuple(names) == PRINTED[language]
