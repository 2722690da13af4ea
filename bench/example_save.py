"""Writes the save that comes with the program, examples/saves/outpost.vsav.

Usage: python bench/example_save.py
"""

from __future__ import annotations

import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
SAVE = PROJECT / "examples" / "saves" / "outpost.vsav"

sys.path.insert(0, str(PROJECT / "tests"))
import saves_written as write  # noqa: E402


def text() -> bytes:
    """Write the save: a board, the turn, and three captions with the counters below each."""
    return write.save_file(
        write.board("budapest"),
        "INFO\tRussian\tGerman\t1\t3\t2\t4\t3\tThe Outpost|6 Turns\t",
        write.counter("North", (200, 200), ("rotate;4;88", "0")),
        _caption("german/ob_setup_1.1", "Set up in building L33", 300),
        *(_unit("4-6-7 1sq", "ge/ge467S", 2260 + each, 380) for each in range(4)),
        _unit("8-1", "ge/geL81", 2300, 380),
        _unit("HMG", "ge/geHMG", 2320, 380),
        _caption("german/ob_setup_1.2", "Set up within 2 hexes of M37", 500),
        *(_unit("2-4-7 1hs", "ge/ge247H", 2260 + each, 580) for each in range(2)),
        _unit("LMG", "ge/geLMG", 2300, 580),
        _caption("russian/ob_setup_2.1", "Enter on Turn 1 along the west edge", 700),
        *(_unit("5-2-7 1sq", "ru/ru527S", 2260 + each, 780) for each in range(8)),
        _unit("8-0", "ru/ruL80", 2300, 780),
        _unit("8-0", "ru/ruL80", 2301, 780),
        _unit("9-1", "ru/ruL91", 2320, 780),
    )


def _caption(name: str, sentence: str, y: int) -> str:
    return write.label(f"<html><!-- vasl-templates:id {name} -->{sentence}", (2250, y))


def _unit(name: str, image: str, x: int, y: int) -> str:
    conceal = (f"conceal;C;x;{image[:2]}", "null;")
    return write.counter(name, (x, y), conceal, (write.layer([name], [image]), "1"))


if __name__ == "__main__":
    SAVE.write_bytes(text())
