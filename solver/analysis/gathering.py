"""Does pieces of work by several processes; gives what each came to, also where all is stopped."""

from __future__ import annotations

import os
import pickle
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Generic, TypeVar

from hexcourt.solver.sandbox.children import most_members, run_team
from hexcourt.solver.sandbox.processes import can_fork
from hexcourt.solver.sandbox.threads import stays_here

T = TypeVar("T")

SECONDS_TO_REPORT = 2.0
"""For how many seconds more what was found may be told when the time is over."""

INTERRUPTED, TIME_OVER = "it was interrupted", "the time was over"
NO_MEMORY = "the memory was too short"


@dataclass(frozen=True)
class WorkResults(Generic[T]):
    """What pieces of work came to by their numbers, as far as each had come; those that came to their
    end; and why all was stopped, "" if it was not.
    """

    found: dict[int, T]
    done: frozenset[int]
    stopped: str


def gather(
    work: Callable[[int], Iterator[T]], order: Sequence[int], until: float, alone: bool = False
) -> WorkResults[T]:
    """Do pieces of work in an order, until a point in time; each gives what it came to so far,
    time and again. Where they may not be done beside each other (``alone``), nor elsewhere, they are
    stopped in between alone.
    """
    if alone or stays_here() or not can_fork():
        return _one_by_one(work, order, until)
    with TemporaryDirectory() as name:
        folder = Path(name)
        waiting, numbers = os.pipe()
        os.write(numbers, bytes(order))
        os.close(numbers)

        def member(_: int) -> None:
            while number := os.read(waiting, 1):
                for so_far in work(number[0]):
                    _put(folder / f"{number[0]}", so_far)
                (folder / f"{number[0]}.done").touch()

        stopped = ""
        try:
            run_team(member, min(most_members(None), len(order)), until + SECONDS_TO_REPORT)
        except KeyboardInterrupt:
            stopped = INTERRUPTED
        except TimeoutError:
            stopped = TIME_OVER
        except MemoryError:
            stopped = NO_MEMORY
        finally:
            os.close(waiting)
        found = {
            n: pickle.loads((folder / f"{n}").read_bytes()) for n in order if _is_in(folder, n)
        }
        done = frozenset(n for n in order if (folder / f"{n}.done").exists())
    return WorkResults(found, done, stopped)


def _is_in(folder: Path, number: int) -> bool:
    return (folder / f"{number}").exists()


def _put(path: Path, what: object) -> None:
    """Write it whole: who reads it may do so at any moment."""
    part = path.with_suffix(".part")
    part.write_bytes(pickle.dumps(what))
    part.replace(path)


def _one_by_one(
    work: Callable[[int], Iterator[T]], order: Sequence[int], until: float
) -> WorkResults[T]:
    found: dict[int, T] = {}
    done: set[int] = set()
    try:
        for number in order:
            if time.monotonic() >= until and found:
                return WorkResults(found, frozenset(done), TIME_OVER)
            for so_far in work(number):
                found[number] = so_far
            done.add(number)
    except KeyboardInterrupt:
        return WorkResults(found, frozenset(done), INTERRUPTED)
    return WorkResults(found, frozenset(done), "")
