"""Runs a whole command in a process that is started anew, and watched, where the system cannot fork.

The child is told by its environment that it is behind the fence, and says its status shifted, so that
none of a crash or of a library is taken for a computed one.
"""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Sequence

from hexcourt.solver.guarding.apart import met_by
from hexcourt.solver.guarding.fence import CommandDied
from hexcourt.solver.guarding.limits import Limits, OutOfBudget, out_of_budget
from hexcourt.solver.guarding.processes import end_with
from hexcourt.solver.guarding.watching import Watched, held, python

_FENCED = "HEXCOURT_FENCED"
_SHIFT = 100
_INTERRUPTED = 130
_GRACE = 3.0  # how many seconds a command has to end by itself that was interrupted


def run_respawned(arguments: Sequence[str], limits: Limits) -> int | OutOfBudget:
    """Run ``hexcourt`` with some arguments in a child; give its exit status, or the limit that it met.

    Raises CommandDied where it ends without a word.
    """
    deadline, most = time.monotonic() + limits.seconds, held() + limits.memory
    environment = {**os.environ, _FENCED: str(os.getpid())}
    with subprocess.Popen([*python("hexcourt"), *arguments], env=environment) as process:
        watched = Watched(process)
        try:
            met = watched.wait(deadline, most)
        except KeyboardInterrupt:  # the terminal told the child, too
            watched.wait(time.monotonic() + _GRACE, most)
            return _INTERRUPTED
        except BaseException:
            watched.end()
            raise
    if process.returncode >= _SHIFT and process.returncode < _SHIFT + 256:
        return process.returncode - _SHIFT
    try:
        return out_of_budget(met or met_by(process.returncode), limits)
    except RuntimeError as error:
        raise CommandDied(str(error)) from None


def is_respawned() -> bool:
    """Tell whether this process is a child behind the fence; what it starts in turn is not."""
    parent = os.environ.pop(_FENCED, None)
    if parent is None:
        return False
    if parent.isdecimal():
        end_with(int(parent))
    return True


def said(status: int) -> int:
    """Give the status with which a child says that its own was computed."""
    return (status & 255) + _SHIFT
