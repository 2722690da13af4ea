"""Counts of which rules the cases of ``cases/`` show: those that decide one, and those that one misses.

    python bench/case_coverage.py [--draw N] [--seed S]

A rule decides a case where the case cites it first. With ``--draw N`` so many rule numbers are drawn.
Each is taken out, and the cases that cite it, or that were written for it (``source``), are answered
again until one comes out otherwise.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Sequence
from functools import partial

from hexcourt.facts.base.errors import BadInput, RuleError
from hexcourt.solver.conformance.cases import Case, answered, corpus
from hexcourt.solver.rulebase.rulebase import printed_rules, use_rules

MAX_TRIED = 12
"""How many cases are answered again without a rule until one fails."""


def fails_without(number: str, cases: Sequence[Case]) -> bool:
    """Return whether some of the cases is answered otherwise, or not at all, without a rule."""
    with use_rules(printed_rules().without([number])):
        for case in cases:
            try:
                now = answered(case)
            except (BadInput, RuleError):
                return True
            if now.outcome != case.outcome:
                return True
    return False


def _promising(number: str, case: Case) -> tuple[bool, bool, tuple[int, int, str]]:
    """Sort cases by how likely each is to fail without a rule: written for it, decided by it, small."""
    return not case.source.endswith(f": {number}"), case.rules[:1] != (number,), case.size


def main() -> None:
    """Print the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draw", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    cases = corpus()
    deciding = sorted({each.number for each in printed_rules().blocks if each.statements})
    by_number: dict[str, list[Case]] = defaultdict(list)
    for case in cases:
        for number in {*case.rules, case.source.rpartition(": ")[2]}:
            by_number[number].append(case)
    first = {case.rules[0] for case in cases if case.rules}
    decide, shown = len(first & {*deciding}), len(by_number.keys() & {*deciding})
    print(
        f"{len(cases)} cases; of {len(deciding)} rule numbers {decide} decide one, {shown} have one"
    )
    print("without a case:", ", ".join(e for e in deciding if e not in by_number))
    drawn = random.Random(chosen.seed).sample(deciding, min(chosen.draw, len(deciding)))
    missed = []
    for number in drawn:
        few = sorted(by_number[number], key=partial(_promising, number))[:MAX_TRIED]
        if not fails_without(number, few):
            missed.append(number)
    if drawn:
        print(
            f"of {len(drawn)} drawn, {len(drawn) - len(missed)} have a case that fails without them"
        )
        print("none fails without:", ", ".join(missed))


if __name__ == "__main__":
    main()
