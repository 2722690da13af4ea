"""How certificates are told, whatever they certify: what was made, and what each check found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from hexcourt.facts.base.errors import shown
from hexcourt.solver.proof.certificate import Certificate
from hexcourt.solver.proof.proof_checking import Check

LONGEST_TOLD = 400
"""How many characters of what a check says are told."""


def certificate_row(made: Certificate, folder: Path) -> dict[str, Any]:
    """Tell how large a certificate is."""
    return {
        "certificate": str(folder),
        "verdict": made.verdict,
        "ground_rules": made.rules,
        "clauses": made.clauses,
        "proof_lines": made.proof_lines,
    }


def check_row(check: Check) -> dict[str, Any]:
    """Tell what a check found."""
    return {"check": check.name, "ok": check.ok, "sentence": check.sentence}


def what_failed(checks: Sequence[Check]) -> str:
    """Say which check a certificate fails first."""
    wrong = next(check for check in checks if not check.ok)
    return f"no: the certificate does not hold: {shown(wrong.sentence, LONGEST_TOLD)}"


def check_lines(checks: Sequence[Check]) -> Iterator[str]:
    """Tell of each check."""
    for check in checks:
        said = shown(check.sentence, LONGEST_TOLD)
        yield f"  {'ok' if check.ok else 'FAILED'}  {check.name}: {said}"
