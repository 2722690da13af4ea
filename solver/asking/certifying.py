"""Certificates for answers: the question as one program, and a checked proof or model of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hexcourt.facts.errors import BadInput
from hexcourt.facts.pieces.laid_pieces import piece_text
from hexcourt.solver.asking.one_program import direct_program
from hexcourt.solver.asking.outcomes import UNIVERSAL, Finding
from hexcourt.solver.asking.session import Court
from hexcourt.solver.guarding.limits import Limits, OutOfBudget, out_of_budget
from hexcourt.solver.proving.certificates.certificate import (
    Certificate,
    UndecidedError,
    UnprovedError,
    certify,
)
from hexcourt.solver.proving.certificates.layout import SATISFIABLE


def certify_answer(
    court: Court, finding: Finding, vary: Sequence[str], folder: Path, limits: Limits
) -> Certificate | OutOfBudget:
    """Certify an answer into a folder; raises BadInput for an answer that nothing certifies.

    The program is that of ``direct_program`` with the constraint that an answer set decides the
    question: a ``no``, or a claim that holds, is that there is none. What comes of it must be what the
    court has found, or else one of them is wrong: UnprovedError.
    """
    asked = finding.question
    if finding.answer not in ("yes", "no"):
        raise BadInput(f"the answer is {finding.answer}: there is nothing to certify; ask for more")
    direct = direct_program(court, asked.text, vary)
    rules = f"{direct.rules}\n{direct.refuting}\n"
    about = {
        "question": asked.text,
        "board": court.board.name,
        "vary": list(vary),
        "supposed": [piece_text(piece) for piece in court.changed.pieces],
        "counters": [f"{each.terrain} in {each.hex}" for each in court.board.counters],
        "unit": court.mover.unit.name,
        "allowance": court.mover.unit.allowance / 2,
        "from": court.mover.start,
        "turns": court.mover.turns,
        "answer": finding.answer,
        "meaning": _meaning(finding),
    }
    try:
        made = certify(folder, rules, direct.given, about, conflicts=limits.conflicts)
    except UndecidedError:
        return out_of_budget("conflicts", limits)
    expected = (finding.answer == "yes") != (asked.mode in UNIVERSAL)
    if (made.verdict == SATISFIABLE) != expected:
        raise UnprovedError(
            f"the law as one program is {made.verdict}, but the answer was {finding.answer}; please "
            f"report this, with the folder {folder}"
        )
    return made


def _meaning(finding: Finding) -> str:
    """Say what the certificate's verdict tells of the question."""
    if finding.question.mode in UNIVERSAL:
        return "unsatisfiable: no world breaks the claim; satisfiable: the model is one that does"
    return "unsatisfiable: no world says yes; satisfiable: the model is one that does"
