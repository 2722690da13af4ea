"""Runs work in a process that is started anew, where the system cannot fork.

The work and the house rules in force are copied to it; what it says comes back as from a forked one.
Run as a program this module is that process.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import TypeVar

from hexcourt.solver.guarding import limits as limiting
from hexcourt.solver.guarding.limits import Budget, Limits, OutOfBudget, out_of_budget
from hexcourt.solver.guarding.processes import ENDLESS, NO_MEMORY, STARVED, confine, end_with
from hexcourt.solver.guarding.watching import STARVED_ON_WINDOWS, Watched, held, python
from hexcourt.solver.statutes.house_rules import under
from hexcourt.solver.statutes.lawbook import in_force

T = TypeVar("T")

_MODULE = "hexcourt.solver.guarding.apart"


def run_apart(work: Callable[[], T], limits: Limits) -> T | OutOfBudget:
    """Do work in a process of its own as ``run_limited`` does; what it holds has to be packed."""
    deadline = time.monotonic() + limits.seconds
    content = limiting.packed((in_force().house_rules, limits, work))
    with subprocess.Popen(
        python(_MODULE),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        watched = Watched(process)
        said: list[bytes] = []
        talk = threading.Thread(
            target=lambda: said.append(process.communicate(content)[0]), daemon=True
        )
        talk.start()
        try:
            met = watched.wait(deadline, held() + limits.memory)
        except BaseException:
            watched.end()
            raise
        talk.join()
    if found := limiting.last_said(b"".join(said)):
        return found[0]  # type: ignore[no-any-return]
    return out_of_budget(met or met_by(process.returncode), limits)


def met_by(status: int) -> Budget:
    """Tell from the status of a process that said nothing which limit it met."""
    if status in (NO_MEMORY, 1, 127) or -status in STARVED or status in STARVED_ON_WINDOWS:
        return "memory"
    raise RuntimeError(f"the process ended with status {status} and said nothing")


def _main() -> None:
    """Do the work that is read from standard input; what it prints itself is lost."""
    end_with(os.getppid())
    writing = os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    content = sys.stdin.buffer.read()
    for stream in range(3):
        os.dup2(null, stream)
    try:
        rules, limits, work = pickle.loads(content)
        confine(limits.seconds, ENDLESS, limits.may_write)
        with under(rules):
            limiting.tell_to(writing, work)
    except MemoryError:
        os._exit(NO_MEMORY)
    os._exit(0)


if __name__ == "__main__":
    _main()
