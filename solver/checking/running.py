"""Runs checks of a scenario: in their order, each by itself, findings sorted.

What a check found before is not looked for again (``kept_findings``). A check that meets bad input is
answered ``unknown`` with the sentence of that; the others go on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from hexcourt.facts.errors import BadInput
from hexcourt.solver.checking.checks import Check
from hexcourt.solver.checking.finding import Finding, Found
from hexcourt.solver.checking.kept_findings import KeptFindings
from hexcourt.solver.checking.scenario import Scenario
from hexcourt.solver.statutes.amendments.amending import under

Tell = Callable[[int, str | None], None]
"""Takes how many checks are done, and what is done next."""

_WORST_FIRST = (Found.FAIL, Found.UNKNOWN, Found.WARN, Found.PASS)


def run_checks(
    scenario: Scenario, checks: Sequence[Check], tell: Tell = lambda done, what: None
) -> tuple[Finding, ...]:
    """Run checks; give their findings by check, what is worst first."""
    found: list[Finding] = []
    for each in checks:
        tell(0, f"{each.code} {each.title}")
        found += _findings(scenario, each)
        tell(1, None)
    short = (_short(scenario, each) for each in found)
    return tuple(sorted(dict.fromkeys(short), key=_order))


def _short(scenario: Scenario, finding: Finding) -> Finding:
    """Say what was found as its reader says it; witnesses keep the names that the map has."""
    subject, sentence = scenario.short(finding.subject), scenario.short(finding.sentence)
    if (subject, sentence) == (finding.subject, finding.sentence):
        return finding
    return replace(finding, subject=subject, sentence=sentence)


def _findings(scenario: Scenario, check: Check) -> Iterable[Finding]:
    nothing = [Finding(check.code, "card", Found.PASS, "The card has nothing to look at.")]
    try:
        with under(scenario.house_rules):
            kept = KeptFindings(scenario)
            found = kept.find(check)
            if found is None:
                found = list(check.run(scenario)) or nothing
                kept.keep(check, found)
            return found
    except BadInput as error:
        return [Finding(check.code, "card", Found.UNKNOWN, str(error))]


def _order(finding: Finding) -> tuple[object, ...]:
    rank = _WORST_FIRST.index(finding.found)
    return finding.check, rank, tuple(_natural(finding.subject)), finding.sentence


def _natural(text: str) -> Iterator[tuple[int, str]]:
    """Part a text so that g2 comes before g10."""
    for word, number in re.findall(r"([^0-9]+)|([0-9]+)", text):
        yield (0, word.lower()) if word else (int(number[:18]), number)
