"""Takes the screenshots: `python -m tests.gallery [folder]`, by default into instance/gallery."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

from tests.chromium import chromium
from tests.gallery.app import ROOT
from tests.gallery.serving import serve_gallery

# page, width, height, themes, with JavaScript
SHOTS = [
    ("phone", 390, 844, ("light", "dark"), True),
    ("phone", 320, 640, ("light",), True),
    ("phone", 390, 844, ("light",), False),
    ("table", 1920, 1080, ("light", "dark"), True),
    ("table", 1280, 800, ("dark",), True),
    ("table", 1024, 768, ("light",), True),
    ("lobby", 1920, 1080, ("light", "dark"), True),
    ("lobby", 390, 844, ("light",), True),
    ("curtain", 390, 844, ("light", "dark"), True),
    ("curtain", 320, 640, ("dark",), True),
    ("quiet", 390, 844, ("light", "dark"), True),
]


def main(folder: Path) -> None:
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    folder.mkdir(parents=True, exist_ok=True)
    with serve_gallery() as address, chromium() as browser:
        for page_name, width, height, themes, scripts in SHOTS:
            for theme in themes:
                page = browser.new_page(
                    viewport={"width": width, "height": height}, java_script_enabled=scripts, color_scheme=theme
                )
                page.goto(f"{address}/{page_name}")
                name = f"{page_name}-{width}x{height}-{theme}{'' if scripts else '-plain'}.png"
                page.screenshot(path=folder / name, full_page=True)
                page.close()
                print(folder / name)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "instance" / "gallery")
