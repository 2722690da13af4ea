"""Takes the pictures of the page in ``docs/pictures/``: embedded boards alone, in a Chromium.

``python bench/screenshots.py``. Needs Debian's chromium and chromium-driver.

``python bench/screenshots.py --everywhere FOLDER`` takes each state of ``tests/cli/web/test_page.py`` on
three screens, light and dark, into a folder, to be looked at. It prints where the page scrolls sideways,
cuts text off or covers a control, and exits with 1 if it does so anywhere.
"""

from __future__ import annotations

import io
import sys
import tempfile
from itertools import product
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


SCREENS = ((390, 800), (768, 1024), (1280, 720))

FAULTS = """
const found = [];
const wide = document.documentElement.scrollWidth;
if (wide > document.documentElement.clientWidth) found.push(`sideways: ${wide}`);
const within = document.querySelector("dialog[open]") ?? document.body;
for (const each of within.querySelectorAll("*")) {
  if (each.closest("svg, #sheet, #stage, .unseen, .skip, [hidden]") || !each.checkVisibility()) continue;
  const box = each.getBoundingClientRect();
  if (box.width < 2 || box.height < 2) continue;
  const named = `${each.localName} ${each.id} ${each.textContent.slice(0, 40)}`;
  const hides = ["hidden", "clip"].includes(getComputedStyle(each).overflowX);
  const beyond = each.scrollWidth > each.clientWidth + 1;
  if (beyond && (hides || each.localName === "button")) found.push(`cut off: ${named}`);
  // rows with many columns, and the one row of what is laid, scroll by themselves
  if (beyond && each.matches("aside, dialog, .form, .answer")) found.push(`sideways: ${named}`);
  if (!each.matches("button, input, select, summary")) continue;
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const top = document.elementFromPoint(x, y);
  if (!top || each.contains(top) || top.contains(each) || each.closest("label")?.contains(top)) continue;
  // what scrolls beneath the tabs is no fault, nor is what an open list lies over
  if (!top.closest("[role=tablist], details[open]")) found.push(`covered: ${named}`);
}
return found;
"""
"""Finds what cannot be read or reached on the screen."""


def everywhere(folder: Path) -> bool:
    """Take all states on all screens into a folder; tell whether nothing is cut off or covered."""
    from tests.cli.web.test_page import STATES, write_boards
    from tests.page_browser import Page, browser_or_skip, serving

    folder.mkdir(parents=True, exist_ok=True)
    openers = {
        "export": "#export",
        "help": "#help",
        "layers": "#layers summary",
        "armed": "[data-kind=rubble]",
    }
    states = [(str(number), state, "") for number, state in enumerate(STATES)]
    states += [(name, {"board": "budapest", "at": "F31"}, each) for name, each in openers.items()]
    browser, fine = browser_or_skip(), True
    with tempfile.TemporaryDirectory() as boards, tempfile.TemporaryDirectory() as log:
        write_boards(Path(boards))
        with serving("--boards", boards, folder=Path(log)) as address:
            page = Page(browser, address)
            for (width, height), scheme in product(SCREENS, ("light", "dark")):
                screen = {"width": width, "height": height, "deviceScaleFactor": 1}
                screen["mobile"] = width < 500
                browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
                media = [{"name": "prefers-color-scheme", "value": scheme}]
                browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": media})
                for name, state, opener in states:
                    page.open(**state)
                    if opener:
                        page.one(opener).click()
                    path = folder / f"{width}_{scheme}_{name}.png"
                    path.write_bytes(browser.get_screenshot_as_png())
                    for fault in page.run(FAULTS):
                        fine = False
                        print(f"{path.name}: {fault}")
    browser.quit()
    return fine


def main() -> None:
    sys.path.insert(0, str(HOME))
    if "--everywhere" in sys.argv:
        sys.exit(not everywhere(Path(sys.argv[-1])))
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
