"""Certificates of answers, and questions written out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.console import Console

from hexcourt.cli.asking.questions import Asking
from hexcourt.cli.showing.answers import Answer
from hexcourt.cli.showing.output import say
from hexcourt.cli.showing.words import counted
from hexcourt.cli.showing.writing import write_whole
from hexcourt.solver.asking.one_program import direct_program
from hexcourt.solver.asking.outcomes import Finding
from hexcourt.solver.asking.session import Court
from hexcourt.solver.guarding.limits import OutOfBudget
from hexcourt.solver.proving.certificates.verification import verify
from hexcourt.solver.proving.clauses.checking import Check


def write_question(court: Court, asking: Asking, path: Path) -> str:
    """Write a question out as one program; say what was written."""
    write_whole(path, direct_program(court, asking.question, asking.vary).text)
    return f"written to {path}: clingo {path} 0"


def certified(
    court: Court, finding: Finding, asking: Asking, folder: Path
) -> tuple[str, dict[str, Any]]:
    """Certify an answer into a folder; say what was certified, and give it as a row."""
    # loaded only where a proof is wanted
    from hexcourt.solver.asking.certifying import certify_answer

    made = certify_answer(court, finding, asking.vary, folder, asking.limits)
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


def verify_folder(console: Console, folder: Path, as_json: bool) -> int:
    """Check a certificate from its folder alone."""
    found = verify(folder)
    rows = [_check_row(check) for check in found.checks]
    answer = Answer(
        "verify", None, "yes" if found.ok else "no", {"folder": str(folder)}, rows, profile="asking"
    )
    if as_json:
        say(console, answer.as_json())
        return answer.exit_status
    said = "yes: the certificate holds" if found.ok else "no: the certificate does not hold"
    say(console, f"{said} ({found.verdict})")
    for check in found.checks:
        say(console, f"  {'ok' if check.ok else 'FAILED'}  {check.name}: {check.sentence}")
    return answer.exit_status


def _check_row(check: Check) -> dict[str, Any]:
    return {"check": check.name, "ok": check.ok, "sentence": check.sentence}
