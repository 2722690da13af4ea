"""Both laws asked step by step, until time is over or somebody interrupts."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from hexcourt.solver.comparing.board_answers import Asked, Step
from hexcourt.solver.comparing.rules_compared import Comparison
from hexcourt.solver.statutes.lawbook import enacted


@dataclass
class BothSaid:
    """What two laws say, and the names of the steps that neither was asked."""

    old: dict[Asked, str] = field(default_factory=dict)
    new: dict[Asked, str] = field(default_factory=dict)
    left: tuple[str, ...] = ()
    interrupted: bool = False


def ask_both(
    comparison: Comparison,
    steps: Iterable[Step],
    until: float,
    tell: Callable[[str], None] = lambda _: None,
) -> BothSaid:
    """Ask both laws step by step, up to a moment of the clock; an interruption ends it, too."""
    every = list(steps)
    said = BothSaid()
    for number, step in enumerate(every):
        left = tuple(each.name for each in every[number:])
        if time.monotonic() >= until:
            said.left = left
            break
        tell(f"{number + 1} of {len(every)}: {step.name}")
        try:
            with enacted(comparison.old):
                before = dict(step.ask())
            with enacted(comparison.new):
                after = dict(step.ask())
        except KeyboardInterrupt:
            said.left, said.interrupted = left, True
            break
        said.old.update(before)
        said.new.update(after)
    return said
