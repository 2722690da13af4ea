"""Proofs of unsatisfiability held against their clauses by programs that others wrote.

``dratify`` is asked always, inside this process; ``drat-trim`` and ``cake_lpr`` (whose own correctness
is proved) where they can be found. dratify 0.1.10 must not be asked to admit RAT steps: with deletions
it then accepts refutations of clauses that have a model (``1 0``, ``-1 2 0`` by ``d -1 2 0``, ``-2 0``,
``0``). CaDiCaL's steps are all RUP, so nothing is lost.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hexcourt.facts.base.files import temporary_folder

MAX_STEPS = 1_000_000
"""The longest proof that is checked, in lines."""

SECONDS = 600
"""How long each program outside may take."""


@dataclass(frozen=True, slots=True)
class ProofCheck:
    """The outcome of one check: what was checked, whether it held, and a sentence."""

    name: str
    ok: bool
    sentence: str


def check_proof(
    clauses: Sequence[Sequence[int]],
    core: Sequence[int],
    proof: str,
    checkers: str | None = None,
) -> list[ProofCheck]:
    """Check by every checker at hand that a proof refutes clauses.

    ``core`` are numbers of clauses, from 1: dratify is given these alone, since what refutes a part
    refutes the whole; the others take all. ``checkers`` is a folder in which
    these are looked for before the path.
    """
    steps = proof.count("\n") + 1
    if steps > MAX_STEPS:
        text = f"proof.drat has {steps} lines, {MAX_STEPS} are checked at most; ask about less"
        return [ProofCheck("proof by dratify", False, text)]
    if any(not 1 <= number <= len(clauses) for number in core):
        text = "core.txt names a clause that formula.cnf does not have; certify anew"
        return [ProofCheck("proof by dratify", False, text)]
    found = [_by_dratify([clauses[number - 1] for number in core], proof)]
    trimmer = _found("drat-trim", checkers)
    if trimmer:
        found += _by_programs(clauses, proof, trimmer, _found("cake_lpr", checkers))
    return found


def _found(name: str, checkers: str | None) -> str | None:
    """Find a program in a folder, else on the path."""
    return (shutil.which(name, path=checkers) if checkers else None) or shutil.which(name)


def _by_dratify(clauses: Sequence[Sequence[int]], proof: str) -> ProofCheck:
    import dratify

    formula = dratify.CNF()
    for clause in clauses:
        formula.add_dimacs(clause)
    try:
        result = dratify.check_proof(formula, proof, check_rat=False)
    except (ValueError, IndexError, TypeError, OverflowError) as error:
        text = f"proof.drat cannot be read ({error}); certify anew"
        return ProofCheck("proof by dratify", False, text)
    if result.ok and result.reached_empty:
        text = f"dratify: {len(clauses)} clauses are refuted in {result.steps} steps"
        return ProofCheck("proof by dratify", True, text)
    step = f"step {result.failed_step}: " if result.failed_step > 0 else ""
    text = f"proof.drat, {step}{result.reason}; certify anew"
    return ProofCheck("proof by dratify", False, text)


def _by_programs(
    clauses: Sequence[Sequence[int]], proof: str, trimmer: str, verified: str | None
) -> list[ProofCheck]:
    with temporary_folder() as folder:
        formula, steps, hinted = (folder / each for each in ("cnf", "drat", "lrat"))
        variables = max((abs(each) for clause in clauses for each in clause), default=0)
        lines = [f"p cnf {variables} {len(clauses)}"]
        lines += [" ".join(map(str, (*clause, 0))) for clause in clauses]
        formula.write_text("\n".join(lines) + "\n", "ascii")
        steps.write_text(proof, "utf-8")
        questions = [trimmer, str(formula), str(steps), "-t", str(SECONDS), "-L", str(hinted)]
        found = [_by_program(questions, "s VERIFIED")]
        if found[0].ok and verified:
            questions = [verified, str(formula), str(hinted)]
            found.append(_by_program(questions, "s VERIFIED UNSAT"))
    return found


def _by_program(questions: Sequence[str], wanted: str) -> ProofCheck:
    tool = Path(questions[0]).name
    name = f"proof by {tool}"
    try:
        ran = subprocess.run(questions, capture_output=True, timeout=SECONDS + 10, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        text = f"{tool} gave no answer ({type(error).__name__}); check proof.drat without it"
        return ProofCheck(name, False, text)
    lines = ran.stdout.decode("utf-8", "replace").replace("\r", "\n").splitlines()
    if wanted in (line.strip() for line in lines):
        return ProofCheck(name, True, f"{tool}: the proof is verified")
    return ProofCheck(name, False, f"{tool} does not accept proof.drat; certify anew")
