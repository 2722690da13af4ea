"""Runs checks of a scenario: in their order, each by itself and within limits of its own, findings
sorted.

What a check found before is not looked for again (``kept_findings``). A check that meets bad input or
a limit is answered ``unknown`` with the sentence of that, beside what it has found; the others go on.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from hexcourt.facts.errors import BadInput
from hexcourt.solver.checking.checks import Check
from hexcourt.solver.checking.finding import Finding, Found
from hexcourt.solver.checking.kept_findings import KeptFindings
from hexcourt.solver.checking.scenario import Scenario
from hexcourt.solver.guarding.limits import (
    Limits,
    OutOfBudget,
    out_of_budget,
    run_limited,
    say_early,
)
from hexcourt.solver.guarding.processes import can_fork
from hexcourt.solver.statutes.house_rules import under

Tell = Callable[[int, str | None], None]
"""Takes how many checks are done, and what is done next."""

Hear = Callable[[tuple[Finding, ...]], None]
"""Takes what a check found, as soon as that is done."""

BROKEN_OFF = "Not looked at to its end"
"""What is said first of a check that met a limit."""

_LEAST = 0.1
"""How many seconds a check has where the time of all is over; what is kept is found within these."""

_WORST_FIRST = (Found.FAIL, Found.UNKNOWN, Found.WARN, Found.PASS)


def run_checks(
    scenario: Scenario,
    checks: Sequence[Check],
    tell: Tell = lambda done, what: None,
    limits: Limits | None = None,
    hear: Hear = lambda found: None,
    in_all: float | None = None,
) -> tuple[Finding, ...]:
    """Run checks, each within ``limits`` where there are any, and within so many seconds ``in_all``;
    give their findings by check, what is worst first, and let them be heard as they come.
    """
    found: list[Finding] = []
    until = None if in_all is None else time.monotonic() + in_all
    for each in checks:
        tell(0, f"{each.code} {each.title}")
        short = (_short(scenario, one) for one in _findings(scenario, each, _left(limits, until)))
        done = tuple(sorted(dict.fromkeys(short), key=_order))
        hear(done)
        found += done
        tell(1, None)
    return tuple(found)


def _short(scenario: Scenario, finding: Finding) -> Finding:
    """Say what was found as its reader says it; witnesses keep the names that the map has."""
    subject, sentence = scenario.short(finding.subject), scenario.short(finding.sentence)
    if (subject, sentence) == (finding.subject, finding.sentence):
        return finding
    return replace(finding, subject=subject, sentence=sentence)


def _findings(scenario: Scenario, check: Check, limits: Limits | None) -> Iterable[Finding]:
    try:
        with under(scenario.house_rules):
            kept = KeptFindings(scenario)
            found = kept.find(check)
            if found is None:
                found = _within(scenario, check, limits)
                kept.keep(check, found)
            return found
    except BadInput as error:
        return [Finding(check.code, "card", Found.UNKNOWN, str(error))]


def _left(limits: Limits | None, until: float | None) -> Limits | None:
    """Give the limits of the next check, which may take what is left of the time at most."""
    if limits is None or until is None:
        return limits
    return replace(limits, seconds=max(_LEAST, min(limits.seconds, until - time.monotonic())))


def _within(scenario: Scenario, check: Check, limits: Limits | None) -> list[Finding]:
    """Run a check; where it meets a limit, give what it has found, and that it was broken off."""
    nothing = [Finding(check.code, "card", Found.PASS, "The card has nothing to look at.")]
    if limits is None or not can_fork():
        return list(check.run(scenario)) or nothing

    def work() -> tuple[bool, list[Finding]]:
        found: list[Finding] = []
        for each in check.run(scenario):
            found.append(each)
            say_early((False, found))
        return True, found

    until = time.monotonic() + limits.seconds
    told = run_limited(work, limits)
    done, found = (False, []) if isinstance(told, OutOfBudget) else told
    if done:
        return found or nothing
    met = told if isinstance(told, OutOfBudget) else None
    if met is None:  # what it said before is what came back
        met = out_of_budget("seconds" if time.monotonic() >= until else "memory", limits)
    sentence = f"{BROKEN_OFF}: {met.sentence}."
    return [*found, Finding(check.code, "check", Found.UNKNOWN, sentence, given_up=True)]


def _order(finding: Finding) -> tuple[object, ...]:
    rank = _WORST_FIRST.index(finding.found)
    return finding.check, rank, tuple(_natural(finding.subject)), finding.sentence


def _natural(text: str) -> Iterator[tuple[int, str]]:
    """Part a text so that g2 comes before g10."""
    for word, number in re.findall(r"([^0-9]+)|([0-9]+)", text):
        yield (0, word.lower()) if word else (int(number[:18]), number)
