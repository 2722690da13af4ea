"""Watches a process from outside where the system cannot fork or hold one to limits: Windows, macOS.

Time and memory are looked at a few times a second, so work may go beyond its memory for a moment.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import psutil

LOOK = 0.2
"""How often to look after a process, in seconds: each look lists all processes of the machine."""

STARVED_ON_WINDOWS = frozenset({3, 0xC0000005, 0xC0000017, 0xC000012D, 0xC00000FD, 0xC0000409})
"""The statuses with which Windows ends what gets no more memory, or the C library what fails."""


def python(*module: str) -> tuple[str, ...]:
    """Give the command that runs a module anew; nothing is imported from the folder it is run in."""
    return (sys.executable, "-P", "-m", *module)


class Watched:
    """A process that was started, with all that it starts."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        import psutil

        self._process = process
        self._told: psutil.Process | None = None
        with suppress(psutil.Error):
            self._told = psutil.Process(process.pid)

    def holds(self) -> int:
        """Give the bytes of memory that it and its children hold, 0 where the system does not tell."""
        return sum(map(_held, self._all()))

    def end(self) -> None:
        """End it and all that it started."""
        import psutil

        for each in self._all():
            with suppress(psutil.Error):
                each.kill()
        with suppress(OSError):
            self._process.kill()

    def wait(self, deadline: float, most: int) -> Literal["seconds", "memory"] | None:
        """Wait until it has ended by itself; end it where it meets a limit, and tell which."""
        while True:
            left = deadline - time.monotonic()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(max(0.0, min(left, LOOK)))
                return None
            if left <= 0 or self.holds() > most:
                self.end()
                self._process.wait()
                return "seconds" if left <= 0 else "memory"

    def _all(self) -> Iterable[psutil.Process]:
        import psutil

        if self._told is None:
            return ()
        children: list[psutil.Process] = []
        with suppress(psutil.Error):
            children = self._told.children(recursive=True)
        return (self._told, *children)


def held(pid: int | None = None) -> int:
    """Give the bytes of memory that a process holds, this one where none is named; 0 if it is gone."""
    import psutil

    with suppress(psutil.Error):
        return _held(psutil.Process(pid))
    return 0


def _held(process: psutil.Process) -> int:
    """Give what a process holds: on Windows what was promised to it, which is what runs out."""
    import psutil

    with suppress(psutil.Error):
        told = process.memory_info()
        return int(getattr(told, "private", told.rss))
    return 0
