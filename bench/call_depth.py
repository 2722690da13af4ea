"""How much of the program one question enters: files, their lines, and the depth of its calls.

    python bench/call_depth.py [--list]

Each question is put once, to a Position of its own, in this process (``HEXCOURT_NO_FORK``). Only
functions of the package count, not what modules and classes do while they are imported; the depth is
that of their frames on the stack, without those of libraries. Run it twice: after a change of the rules
or of their readers the first run fills the cache on disk.
"""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

os.environ["HEXCOURT_NO_FORK"] = "1"

import hexcourt
from hexcourt import Position, open_board

PACKAGE = f"{Path(hexcourt.__file__).parent}{os.sep}"

QUESTIONS: dict[str, tuple[str, Callable[[Position], object]]] = {
    "los budapest F31 G33": ("budapest", lambda position: position.los("F31", "G33")),
    "ask pegasus": ("pegasus", lambda position: position.ask('which H : sees(H, "L13")')),
    "path pegasus L13 K12": ("pegasus", lambda position: position.path("L13", "K12", unit="squad")),
}


@dataclass
class Entered:
    """What one question entered: code by file, and how deep its calls went."""

    files: dict[str, set[str]] = field(default_factory=dict)
    deepest: tuple[str, ...] = ()
    _stack: list[str] = field(default_factory=list)
    _importing: int = 0

    def note(self, frame: FrameType, event: str, _: Any) -> None:
        """Take down a call or a return (``sys.setprofile``)."""
        code = frame.f_code
        if event not in ("call", "return") or not code.co_filename.startswith(PACKAGE):
            return
        if not code.co_flags & inspect.CO_OPTIMIZED:  # the body of a module or of a class
            self._importing += 1 if event == "call" else -1
            return
        if self._importing:
            return
        if event == "return":
            if self._stack:
                self._stack.pop()
            return
        file = code.co_filename.removeprefix(PACKAGE)
        self._stack.append(f"{file}:{code.co_name}")
        self.files.setdefault(file, set()).add(code.co_name)
        if len(self._stack) > len(self.deepest):
            self.deepest = tuple(self._stack)

    @property
    def lines(self) -> int:
        """Count the lines of the files."""
        return sum((Path(PACKAGE) / file).read_bytes().count(b"\n") for file in self.files)


def entered_by(board: str, ask: Callable[[Position], object]) -> Entered:
    """Put a question, and return what it entered."""
    position = open_board(board)
    found = Entered()
    sys.setprofile(found.note)
    try:
        ask(position)
    finally:
        sys.setprofile(None)
    return found


def main() -> None:
    """Print files, lines and depth of each question; with ``--list`` the files and the deepest stack."""
    for name, (board, ask) in QUESTIONS.items():
        found = entered_by(board, ask)
        print(f"{name}: {len(found.files)} files, {found.lines} lines, depth {len(found.deepest)}")
        if "--list" in sys.argv[1:]:
            for file, functions in sorted(found.files.items()):
                print(f"    {file}: {' '.join(sorted(functions))}")
            print("  deepest:", *found.deepest, sep="\n    ")


if __name__ == "__main__":
    main()
