"""Counts of which rules the cases of ``cases/`` show: those that decide one, and those that one misses.

    python bench/case_coverage.py [--draw N] [--seed S]

A rule decides a case where the case cites it first. With ``--draw N`` so many rule numbers are drawn.
Each is taken out, and the cases that cite it are answered again until one comes out otherwise.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Sequence

from hexcourt.facts.base.errors import BadInput, RuleError
from hexcourt.solver.conformance.cases import Case, answered, corpus
from hexcourt.solver.rulebase.rulebase import printed_rules, use_rules


def fails_without(number: str, cases: Sequence[Case]) -> bool:
    """Return whether some of the cases is answered otherwise, or not at all, without a rule."""
    with use_rules(printed_rules().without([number])):
        for case in cases:
            try:
                now = answered(case)
            except (BadInput, RuleError):
                return True
            if (now.answer, now.value, now.rules[:1]) != (case.answer, case.value, case.rules[:1]):
                return True
    return False


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
        for number in case.rules:
            by_number[number].append(case)
    first = {case.rules[0] for case in cases if case.rules}
    decide, cited = len(first & {*deciding}), len(by_number.keys() & {*deciding})
    print(
        f"{len(cases)} cases; of {len(deciding)} rule numbers {decide} decide one, {cited} are cited"
    )
    print("cited by none:", ", ".join(e for e in deciding if e not in by_number))
    drawn = random.Random(chosen.seed).sample(deciding, min(chosen.draw, len(deciding)))
    missed = []
    for number in drawn:
        few = sorted(by_number[number], key=lambda e: (e.rules[:1] != (number,), e.size))[:12]
        if not fails_without(number, few):
            missed.append(number)
    if drawn:
        print(
            f"of {len(drawn)} drawn, {len(drawn) - len(missed)} have a case that fails without them"
        )
        print("none fails without:", ", ".join(missed))


if __name__ == "__main__":
    main()
