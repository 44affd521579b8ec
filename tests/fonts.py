"""Builds the fonts in static/vendor from the published packages: `python -m tests.fonts FOLDER`.

The folder holds `npm pack`ed and unpacked @fontsource packages, each named after its family. Needs fonttools and
brotli. Figures default to lining ones; the originals default to old-style figures, which do not align in a column of
points. Each face has one file with the letters of our three languages. A second file has the other Latin letters and is
loaded only when a name needs one.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

VENDOR = Path(__file__).parent.parent / "static" / "vendor"
FACES = (("alegreya", 800), ("alegreya-sans", 500), ("alegreya-sans", 700))
USUAL = {*map(ord, "ÄÖÜßäöüÉáçèéêëíïîóôñ\u00a0£Ø·×–‘’“”„…−"), *range(0x20, 0x7F)} - {*map(ord, "$@[\\]^`{|}~")}
LATIN = {*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x218, 0x21C), 0x1E9E, *map(ord, "–—‘’‚“”„…‹›€−")}
PARTS = (("usual", USUAL, ("latin",)), ("names", LATIN - USUAL, ("latin", "latin-ext")))
FEATURES = ["kern", "liga", "tnum"]


def main(folder: Path) -> None:
    kept = [entry for entry in manifest() if "fontsource" not in entry["source"]]
    for family, weight in FACES:
        package = folder / family / "package"
        version = json.loads((package / "package.json").read_text())["version"]
        about = {"version": version, "licence": "OFL-1.1"}
        for part, letters, originals in PARTS:
            files = [f"files/{family}-{original}-{weight}-normal.woff2" for original in originals]
            made = f"{family}-{version}-{part}-{weight}.woff2"
            subset_fonts([package / file for file in files], VENDOR / made, letters)
            source = f"npm @fontsource/{family}@{version}, {' and '.join(files)}, cut by tests/fonts.py"
            kept.append({"name": f"{family} {weight}, {part}", **about, "source": source, "file": made})
        licence = f"{family}-{version}.LICENSE.txt"
        shutil.copy(package / "LICENSE", VENDOR / licence)
        source = f"npm @fontsource/{family}@{version}, LICENSE"
        entry = {"name": f"{family} licence", **about, "source": source, "file": licence}
        kept += [entry] if entry not in kept else []
    for entry in kept:
        entry["sha256"] = sha256((VENDOR / entry["file"]).read_bytes()).hexdigest()
    (VENDOR / "MANIFEST.json").write_text(json.dumps(kept, indent=2) + "\n")


def manifest() -> list[dict[str, str]]:
    found: list[dict[str, str]] = json.loads((VENDOR / "MANIFEST.json").read_text())
    return found


def subset_fonts(originals: Sequence[Path], made: Path, letters: set[int]) -> None:
    from fontTools import merge

    parts = [lining(original, letters) for original in originals]
    font = parts[0]
    if len(parts) > 1:
        with TemporaryDirectory() as folder:
            files = [str(Path(folder, str(number))) for number in range(len(parts))]
            for part, file in zip(parts, files, strict=True):
                part.save(file)
            font = merge.Merger().merge(files)
    font.flavor = "woff2"
    font.save(made)
    print(f"{made.name}: {made.stat().st_size} bytes, {len(font.getBestCmap())} letters")


def lining(original: Path, letters: set[int]) -> Any:
    """Returns the font reduced to these letters, with lining figures as the default."""
    from fontTools import subset
    from fontTools.ttLib import TTFont

    font = TTFont(original, recalcTimestamp=False)
    better = single(font, "lnum")
    for table in font["cmap"].tables:
        table.cmap.update({code: better[glyph] for code, glyph in table.cmap.items() if glyph in better})
    figures = letters & set(range(0x30, 0x3A))
    names = [0, 1, 2, 4, 6, 13, 14]
    options = subset.Options(hinting=False, layout_features=FEATURES if figures else [], name_IDs=names)
    options.drop_tables += ["STAT", "gasp", "prep", *([] if figures else ["GSUB", "GPOS", "GDEF"])]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=letters)
    cutter.subset(font)
    font.flavor = None
    return font


def single(font: Any, feature: str) -> dict[str, str]:
    """Returns the single-glyph substitutions of one OpenType feature."""
    table, found = font["GSUB"].table, {}
    for record in table.FeatureList.FeatureRecord:
        for number in record.Feature.LookupListIndex if record.FeatureTag == feature else ():
            for part in table.LookupList.Lookup[number].SubTable:
                found.update(getattr(getattr(part, "ExtSubTable", part), "mapping", {}))
    return found


if __name__ == "__main__":
    main(Path(sys.argv[1]))
