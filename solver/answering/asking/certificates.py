"""Certificates of answers: made, and checked from their folder alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from hexcourt.solver.answering.answer import Answer
from hexcourt.solver.answering.words import counted
from hexcourt.solver.asking.certifying import certify_answer
from hexcourt.solver.asking.outcomes import Finding
from hexcourt.solver.asking.session import Court
from hexcourt.solver.guarding.limits import Limits, OutOfBudget
from hexcourt.solver.proving.certificates.verification import Verification, verify
from hexcourt.solver.proving.clauses.checking import Check


def certified(
    court: Court, finding: Finding, vary: Sequence[str], folder: Path, limits: Limits
) -> tuple[str, dict[str, Any]]:
    """Certify an answer into a folder; say what was certified, and give it as a row."""
    made = certify_answer(court, finding, vary, folder, limits)
    if isinstance(made, OutOfBudget):
        return f"no certificate: {made.sentence}", {"limit": made.what, "why": made.sentence}
    proof = f", proof of {counted(made.proof_lines, 'line')}" if made.proof_lines else ""
    size = f"{made.rules} ground rules, {made.clauses} clauses{proof}"
    row = {
        "certificate": str(folder),
        "verdict": made.verdict,
        "ground_rules": made.rules,
        "clauses": made.clauses,
        "proof_lines": made.proof_lines,
    }
    return f"certified in {folder}: {made.verdict}; {size}", row


def verify_folder(folder: Path) -> Answer:
    """Check a certificate from its folder alone."""
    found = verify(folder)
    rows = [_check_row(check) for check in found.checks]
    verdict = "yes" if found.ok else "no"
    arguments = {"folder": str(folder)}
    lines = tuple(_lines(found))
    return Answer("verify", None, verdict, arguments, rows, profile="asking", lines=lines)


def _lines(found: Verification) -> Iterator[str]:
    said = "yes: the certificate holds" if found.ok else "no: the certificate does not hold"
    yield f"{said} ({found.verdict})"
    for check in found.checks:
        yield f"  {'ok' if check.ok else 'FAILED'}  {check.name}: {check.sentence}"


def _check_row(check: Check) -> dict[str, Any]:
    return {"check": check.name, "ok": check.ok, "sentence": check.sentence}
