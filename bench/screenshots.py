"""Takes the pictures of the page in ``docs/pictures/``: embedded boards alone, in a Chromium.

``python bench/screenshots.py``. Needs Debian's chromium and chromium-driver.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image

HOME = Path(__file__).resolve().parents[1]
PICTURES = HOME / "docs" / "pictures"

COLOURS = 128

ROADBLOCKS = {
    "ask": 'always : path("I9","J14")',
    "vary": "{ roadblock(A,B) : road(A,B) } <= 1",
}
SHOWN: dict[str, dict[str, str | list[str]]] = {
    "page_line": {"board": "budapest", "at": "L33h2", "to": "E31"},
    "page_changes": {
        "board": "budapest",
        "at": "G39",
        "place": ['rubble("H38",stone)'],
        "before": "",
        "view": "370,610,1.0",
    },
    "page_movement": {
        "board": "pegasus",
        "tab": "movement",
        "start": "L13",
        "goal": "K9",
        "turns": "3",
        "view": "240,330,0.85",
    },
    "page_worlds": {
        "board": "pegasus",
        "tab": "question",
        "unit": "truck",
        "turns": "9",
        "view": "240,330,0.85",
        **ROADBLOCKS,
    },
    "page_rule": {"board": "budapest", "at": "F31", "atStatus": "emplaced", "rule": "FB6.1233"},
}


def main() -> None:
    sys.path.insert(0, str(HOME))
    from tests.page_browser import Page, browser_or_skip, serving

    PICTURES.mkdir(exist_ok=True)
    browser = browser_or_skip(1280, 860)
    try:
        with tempfile.TemporaryDirectory() as log, serving(folder=Path(log)) as address:
            page = Page(browser, address)
            for name, state in SHOWN.items():
                page.open(**state)
                image = Image.open(io.BytesIO(browser.get_screenshot_as_png())).convert("RGB")
                few = image.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=4)
                few.save(PICTURES / f"{name}.png", optimize=True)
                print(f"{name}.png: {(PICTURES / f'{name}.png').stat().st_size} bytes")
    finally:
        browser.quit()


if __name__ == "__main__":
    main()
