"""Replays sessions of five users on the page, in a Chromium, and prints what each step takes.

``python bench/page_sessions.py [--figures | --film]``. The times are those that the browser's own clock
gives from the event to the answer on the screen, so they mean something on an idle machine alone. At the
end the three figures that have aims are taken several times, and printed with these: ``--figures`` takes
them alone. With ``--film`` the moving picture of the README is taken. Exit status 1 where an aim is
missed. Needs Debian's chromium and chromium-driver.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

from PIL import Image

HOME = Path(__file__).resolve().parents[1]
FILM = HOME / "docs" / "pictures" / "page.webp"
SIZE = (1100, 700)
AIMS = {"first paint": 1000, "line": 150, "drag of a counter": 400}
"""What steps may take at most, in milliseconds."""

TARGETS = ("I39", "F31", "K35", "E31", "M36", "D33", "L38", "H30", "J32")
"""Ends of lines from G39, and hexes to which rubble is dragged."""

CARD = HOME / "examples" / "cards" / "outpost.toml"
SAVE = HOME / "examples" / "saves" / "outpost.vsav"

POINTER = """
let dot = document.querySelector("#film-pointer");
if (!dot) {
  dot = document.createElement("div");
  dot.id = "film-pointer";
  Object.assign(dot.style, {position: "fixed", zIndex: 99, width: "18px", height: "18px",
    borderRadius: "50%", background: "#cc2f7b", border: "3px solid #fff", pointerEvents: "none"});
  document.body.append(dot);
}
dot.style.left = `${arguments[0] - 10}px`;
dot.style.top = `${arguments[1] - 10}px`;
"""


class Session:
    """A user at the page; frames are kept of what is filmed."""

    def __init__(self, page: Any, filmed: bool = False) -> None:
        self.page = page
        self.filmed = filmed
        self.frames: list[tuple[Image.Image, int]] = []
        self.taken: list[tuple[str, float]] = []

    def frame(self, milliseconds: int = 1400) -> None:
        """Keep what is seen."""
        if self.filmed:
            content = self.page.browser.get_screenshot_as_png()
            self.frames.append((Image.open(io.BytesIO(content)).convert("RGB"), milliseconds))

    def step(self, name: str, act: Callable[[], object]) -> None:
        """Do something that leads to an answer, and note how long that took."""
        self.page.run(
            "window.begun = null; addEventListener('pointerup', () => window.begun = performance.now(),"
            " {capture: true, once: true}); new MutationObserver((m, o) => {"
            " window.ended = performance.now(); o.disconnect(); }).observe(document.body,"
            " {attributeFilter: ['data-shown']}); window.asked = performance.now();"
        )
        with self.page.change():
            act()
        took = self.page.run("return window.ended - (window.begun ?? window.asked)")
        self.taken.append((name, took))
        self.frame()

    def point(self, x: float, y: float) -> None:
        """Show where the pointer is, in a film."""
        if self.filmed:
            self.page.run(POINTER, x, y)

    def click(self, name: str, selector: str, words: str = "") -> None:
        """Press a button."""
        found = [each for each in self.page.all(selector) if words in each.text]
        box = found[0].rect
        self.point(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.step(name, found[0].click)

    def choose(self, name: str, hex_name: str) -> None:
        """Choose a hex."""
        where = self.page.spot(hex_name)
        self.point(where["x"], where["y"])
        pointer = self.page.at(self.page.pointer(), where["x"], where["y"])
        self.step(name, lambda: pointer.click().perform())

    def drag(self, name: str, start: str, end: str) -> None:
        """Drag from a hex to another."""
        first, last = self.page.spot(start), self.page.spot(end)
        self.point(last["x"], last["y"])
        ends = (first["x"], first["y"]), (last["x"], last["y"])
        self.step(name, lambda: self.page.drag(*ends))


def lawyer(session: Session) -> None:
    """A rules lawyer looks what blocks a line, and what rubble would change."""
    page = session.page
    page.open()
    session.frame()
    session.click("open a board", "#start .board", "budapest")
    session.choose("who sees a hex", "G39")
    session.drag("line", "G39", "I39")
    page.one("[data-kind=rubble]").click()
    session.choose("place a counter", "H38")
    page.press("\ue00c")
    session.frame(2200)
    session.drag("drag of a counter", "H38", "H36")
    session.drag("line", "I39", "F31")
    page.one("#panel-sight .reasons li .rule").click()
    page.wait(lambda: page.all("#rule[open] .statements"))
    session.frame(2200)
    page.press("\ue00c")


def film(session: Session) -> None:
    """What the moving picture of the README shows."""
    page = session.page
    page.open()
    page.wait(lambda: page.run("return [...document.images].every(e => e.complete)"))
    session.frame(2000)
    session.click("open a board", "#start .board", "budapest")
    session.choose("who sees a hex", "G39")
    session.drag("line", "G39", "I39")
    page.one("[data-kind=rubble]").click()
    session.choose("place a counter", "H38")
    page.press("\ue00c")
    session.frame(2200)
    page.one("#panel-sight .headline .rule").click()
    page.wait(lambda: page.all("#rule[open] .statements"))
    session.frame(2200)
    page.press("\ue00c")
    page.wait(lambda: not page.all("#rule[open]"))
    session.click("movement", "#tab-movement")
    session.choose("what is reached", "F31")
    session.choose("path", "G34")


def designer(session: Session) -> None:
    """A designer opens a save, and checks the card."""
    session.page.open()
    session.step("open a save", lambda: session.page.one("#files").send_keys(str(SAVE)))
    session.page.open()
    session.step("open a card", lambda: session.page.one("#files").send_keys(str(CARD)))
    session.click("check the card", "#panel-card .main")
    session.click("a finding", "#panel-card .findings button.place")


def mover(session: Session) -> None:
    """A player sees where a squad gets, and how."""
    session.page.open(board="pegasus", tab="movement")
    session.choose("what is reached", "L13")
    session.choose("path", "K12")
    session.click("a step back", "#panel-movement .stepper button")
    session.click("adjacent", "#tabs button", "Adjacent")
    session.page.one("#more-location").send_keys("L13")
    session.click("adjacent", "#panel-more .main")


def asker(session: Session) -> None:
    """An analyst asks a question over worlds."""
    vary = "{ roadblock(A,B) : road(A,B) } <= 1"
    session.page.open(board="pegasus", tab="question", unit="truck", turns="9")
    session.step(
        "worlds",
        lambda: session.page.run(
            "location.hash = arguments[0]",
            "board=pegasus&tab=question&unit=truck&turns=9"
            f'&ask=always : path("I9","J14")&vary={vary}',
        ),
    )
    session.click("next world", "#panel-question .stepper button", "World ▶")


def guest(session: Session) -> None:
    """Somebody on a telephone follows a link."""
    screen = {"width": 390, "height": 800, "deviceScaleFactor": 1, "mobile": True}
    session.page.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
    session.page.open(board="budapest", at="L33h2", to="E31")
    paint = "return performance.getEntriesByName('first-contentful-paint')[0].startTime"
    session.taken.append(("first paint", session.page.run(paint)))
    assert session.page.run("return document.documentElement.scrollWidth") <= screen["width"]
    session.page.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


USERS = (lawyer, designer, mover, asker, guest)


def figures(session: Session) -> None:
    """Take what has an aim: each step with other hexes every time, on pages that are loaded anew."""
    paint = "return performance.getEntriesByName('first-contentful-paint')[0].startTime"
    for state in ({}, {"board": "budapest"}, {"board": "budapest", "at": "L33h2", "to": "E31"}) * 3:
        session.page.open(**state)
        session.taken.append(("first paint", session.page.run(paint)))
    session.page.open(board="budapest")
    session.choose("who sees a hex", "G39")
    for target in TARGETS:
        session.drag("line", "G39", target)
    session.page.open(board="budapest", at="G39", place='rubble("H38",stone)')
    for start, end in pairwise(("H38", *TARGETS)):
        session.drag("drag of a counter", start, end)


def aims_met(taken: list[tuple[str, float]]) -> bool:
    """Print the figures with their aims, and tell whether all are met."""
    met = True
    for name, aim in AIMS.items():
        found = sorted(took for each, took in taken if each == name)
        middle = median(found)
        met = met and middle <= aim
        print(
            f"{name:20} median {middle:5.0f} ms of {len(found)}, {found[0]:.0f} to {found[-1]:.0f}; "
            f"aim {aim} ms: {'met' if middle <= aim else 'missed'}"
        )
    return met


def main() -> None:
    """Replay them."""
    sys.path.insert(0, str(HOME))
    from tests.page_browser import Page, browser_or_skip, serving

    filmed = "--film" in sys.argv
    browser = browser_or_skip(*SIZE) if filmed else browser_or_skip()
    if filmed:
        screen = {"width": SIZE[0], "height": SIZE[1], "deviceScaleFactor": 1, "mobile": False}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
        browser.execute_cdp_cmd("Page.setBypassCSP", {"enabled": True})
    met = True
    try:
        with tempfile.TemporaryDirectory() as log, serving(folder=Path(log)) as address:
            every = (figures,) if "--figures" in sys.argv else (*USERS, figures)
            for user in (film,) if filmed else every:
                session = Session(Page(browser, address), filmed)
                user(session)
                for name, took in session.taken if user is not figures else ():
                    aim = f" (aim {AIMS[name]})" if name in AIMS else ""
                    print(f"{user.__name__:10} {name:20} {took:7.0f} ms{aim}")
                if filmed:
                    write(session.frames)
                if user is figures:
                    met = aims_met(session.taken)
            complaints = browser.get_log("browser")
            assert not complaints, complaints
    finally:
        browser.quit()
    sys.exit(not met)


def write(frames: list[tuple[Image.Image, int]]) -> None:
    """Write a moving picture."""
    images, durations = zip(*frames, strict=True)
    first, *others = images
    first.save(
        FILM, save_all=True, append_images=others, duration=list(durations), loop=0, quality=60
    )
    print(f"{FILM.name}: {len(frames)} pictures, {FILM.stat().st_size} bytes")


if __name__ == "__main__":
    main()
