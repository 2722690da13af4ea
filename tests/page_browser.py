"""A real Chromium on a real server, for tests of the page."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from tests.effort import PATIENCE

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
DRIVER = "chromedriver"


def browser_or_skip(width: int = 1280, height: int = 860, **preferences: str) -> Any:
    """Start a Chromium without a window; skips where there is none."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    driver = shutil.which(DRIVER)
    if browser is None or driver is None:
        pytest.skip("no chromium and chromedriver (Debian: chromium, chromium-driver)")
    webdriver = pytest.importorskip("selenium.webdriver")
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = browser
    for each in (
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--force-prefers-reduced-motion",
        f"--window-size={width},{height}",
    ):
        options.add_argument(each)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    started = webdriver.Chrome(options=options, service=Service(driver))
    started.set_script_timeout(PATIENCE)
    features = [{"name": name.replace("_", "-"), "value": v} for name, v in preferences.items()]
    started.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    return started


@contextlib.contextmanager
def serving(*arguments: str, folder: Path) -> Iterator[str]:
    """Run ``hexcourt serve`` on a free port while this lasts; gives its address.

    What it says beside that address is an error of the program.
    """
    pytest.importorskip("uvicorn")
    command = [sys.executable, "-m", "hexcourt", "serve", "--port", "0", "--no-browser"]
    told = (folder / "address").open("w+b")
    process = subprocess.Popen(
        [*command, "--workers", "2", *arguments],
        stdout=told,
        stderr=subprocess.STDOUT,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    try:
        yield _address(process, folder / "address")
    finally:
        process.terminate()
        process.wait(PATIENCE)
        told.close()
    said = (folder / "address").read_text().splitlines()
    assert len(said) == 1, "\n".join(said)


def _address(process: subprocess.Popen[bytes], told: Path) -> str:
    while process.poll() is None:
        found = re.search(r"http://[\d.:]+/", told.read_text())
        if found:
            return found[0]
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(0.1)
    raise AssertionError(told.read_text())


class Page:
    """The page in a browser, as a user has it."""

    def __init__(self, browser: Any, address: str) -> None:
        self.browser = browser
        self.address = address

    def open(self, **state: str | list[str]) -> None:
        """Open the page by a link that says a state."""
        told = [
            (name, value)
            for name, values in state.items()
            for value in ([values] if isinstance(values, str) else values)
        ]
        link = "&".join(f"{name}={quote(value)}" for name, value in told)
        self.browser.get("about:blank")
        self.browser.get(f"{self.address}#{link}")
        self.settle(0)

    def run(self, script: str, *arguments: object) -> Any:
        """Run a script in the page."""
        return self.browser.execute_script(script, *arguments)

    @property
    def shown(self) -> int:
        """Tell how many states have been shown."""
        return int(self.run("return document.body.dataset.shown ?? 0"))

    def wait(self, until: Callable[[], Any]) -> None:
        """Wait until something holds."""
        from selenium.webdriver.support.wait import WebDriverWait

        WebDriverWait(self.browser, PATIENCE, 0.02).until(lambda _: until())

    def settle(self, after: int) -> None:
        """Wait until a state after some other is shown whole."""

        # the page itself waits: to be asked again and again takes more time than what is waited for
        self.browser.execute_async_script(
            """const [after, done] = arguments;
            const look = () => {
                const stage = document.querySelector("#stage");
                const shown = Number(document.body.dataset.shown ?? 0) > after;
                shown && stage && !stage.hasAttribute("aria-busy") ? done() : setTimeout(look, 5);
            };
            look();""",
            after,
        )

    @contextlib.contextmanager
    def change(self) -> Iterator[None]:
        """Do something, and wait until what it leads to is shown."""
        before = self.shown
        yield
        self.settle(before)

    def all(self, selector: str) -> list[Any]:
        """Find elements."""
        return list(self.browser.find_elements("css selector", selector))

    def one(self, selector: str) -> Any:
        """Find an element."""
        return self.browser.find_element("css selector", selector)

    def text(self, selector: str) -> str:
        """Read what an element says."""
        return str(self.one(selector).text)

    def named(self, words: str, within: str = "body") -> Any:
        """Find the button in sight that says something."""
        found = [
            each
            for each in self.all(f"{within} button")
            if each.is_displayed() and words in (each.text, each.get_attribute("aria-label"))
        ]
        assert found, f"no button {words}"
        return found[0]

    def spot(self, hex_name: str) -> Mapping[str, float]:
        """Tell where on the screen a hex is."""
        found = self.run(
            """const shape = document.querySelector(`#sheet .hexes [data-hex="${arguments[0]}"]`);
            const box = shape.getBoundingClientRect();
            return {x: box.left + box.width / 2, y: box.top + box.height / 2, size: box.height};""",
            hex_name,
        )
        assert found["size"] > 0
        return found  # type: ignore[no-any-return]

    def pointer(self) -> Any:
        """Take the mouse."""
        from selenium.webdriver import ActionChains

        return ActionChains(self.browser, duration=10)

    def at(self, pointer: Any, x: float, y: float) -> Any:
        """Move the mouse to a point of the screen."""
        pointer.w3c_actions.pointer_action.move_to_location(round(x), round(y))
        return pointer

    def click(self, hex_name: str) -> None:
        """Choose a hex with the mouse, and wait for what comes of it."""
        where = self.spot(hex_name)
        with self.change():
            self.at(self.pointer(), where["x"], where["y"]).click().perform()

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Press, move and release the mouse."""
        pointer = self.at(self.pointer(), *start)
        pointer.click_and_hold()
        half = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        self.at(self.at(pointer, *half), *end).release().perform()

    def press(self, *keys: str) -> None:
        """Press keys."""
        self.pointer().send_keys(*keys).perform()

    @property
    def fragment(self) -> str:
        """Give what the link says."""
        return str(self.run("return decodeURIComponent(location.hash)"))

    def complaints(self) -> list[str]:
        """Take what stands in the console."""
        return [each["message"] for each in self.browser.get_log("browser")]

    def saved(self, folder: Path, pattern: str) -> Path:
        """Wait until the browser has saved a file, and tell where it is."""

        # the browser makes an empty file of that name first, and moves what it has written over it
        def written() -> list[Path]:
            return [each for each in folder.glob(pattern) if each.stat().st_size]

        self.wait(written)
        (found,) = written()
        return found

    def unnamed(self) -> list[str]:
        """List what can be used, as a screen reader is told of it, and has no name."""
        nodes = self.browser.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        roles = {
            *("button", "link", "textbox", "combobox", "checkbox", "tab", "tabpanel", "dialog"),
            *("application", "spinbutton", "listbox", "option", "group", "region", "table"),
        }
        named = ("main", "paragraph")
        return [
            node["role"]["value"]
            for node in nodes
            if not node["ignored"]
            and node["role"]["value"] in roles - set(named)
            and not node.get("name", {}).get("value")
            and (node["role"]["value"] != "group")
        ]
