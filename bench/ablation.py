"""Counts which claims of the worked examples of FB6.12 break when a rule is left out.

    python bench/ablation.py [EXAMPLE ...]

Prints one row a rule: for each example the claims that agreed and no longer do, and some of them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

from hexcourt.facts.examples.worked_example import embedded_example, example_board, example_names
from hexcourt.facts.formats.embedded import embedded_board
from hexcourt.solver.examples.conformance import (
    AGREED,
    ClaimResult,
    printed_unit_places,
    try_claims,
)
from hexcourt.solver.placement.placement import with_counters
from hexcourt.solver.rulebase.rulebase import active_rules
from hexcourt.solver.sight.los_engine import LosEngine

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.amended_rules import repealed

FAMILY = re.compile(r"FB6\.12[0-9]+|B24\.1|D9\.4")
SHOWN = 4


def rules() -> list[str]:
    """List the rules to leave out: those of the embankment railway, and its neighbours."""
    numbers = {each.number for each in active_rules().citations}
    return sorted(each for each in numbers if FAMILY.fullmatch(each))


def tried(name: str) -> tuple[ClaimResult, ...]:
    """Try the claims of an example by the active rules."""
    example = embedded_example(name)
    board = with_counters(example_board(example, embedded_board(example.board)), example.counters)
    return try_claims(LosEngine(board), example, printed_unit_places(board, example))


def broken(name: str, before: Sequence[ClaimResult], number: str) -> list[str]:
    """Name the claims that agreed and do not without a rule."""
    with repealed(number):
        after = tried(name)
    return [
        f"{one.claim.viewer}-{one.claim.target}"
        for one, other in zip(before, after, strict=True)
        if one.outcome == AGREED and other.outcome != AGREED
    ]


def main(names: Sequence[str]) -> None:
    before = {name: tried(name) for name in names}
    print(f"| rule | {' | '.join(names)} | for example |")
    print(f"| --- | {' | '.join('---' for _ in names)} | --- |")
    for number in rules():
        found = {name: broken(name, before[name], number) for name in names}
        counts = " | ".join(str(len(found[name])) for name in names)
        some = [claim for name in names for claim in found[name][:SHOWN]][:SHOWN]
        print(f"| {number} | {counts} | {', '.join(some)} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:] or example_names())
