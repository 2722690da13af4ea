"""Certificates: an answer in a folder, with all that is needed to check it.

What a certificate by itself proves is that the ground program has no stable model, or has the one
shown; for a program with ``SOUGHT`` it is about its models in which that atom holds, and a model without
it shows beside a refutation that the program does not contradict itself. That it is what ``program.lp``
grounds to is found out by grounding that again (``regrounds``), and what the program has to do with a
question by writing it again (``hexcourt.solver.asking.verifying``).

| file | what |
| --- | --- |
| ``question.json`` | what was asked, as the caller put it |
| ``board.lp`` | where there is one: the board that it was asked of |
| ``program.lp`` | the rules and the facts given; any clingo reads it |
| ``ground.aspif`` | the ground program |
| ``loops.txt`` | sets of atoms that would hold each other up, which the formula forbids |
| ``formula.cnf`` | its translation into clauses, DIMACS |
| ``atoms.tsv`` | which variable is which atom; ``#`` marks auxiliary atoms |
| ``proof.drat``, ``core.txt`` | unsatisfiable: the proof, and the numbers of the clauses it needs |
| ``model.txt``, ``values.txt`` | satisfiable: the true atoms; all values, as SAT solvers print them |
| ``model.txt`` | unsatisfiable, of what is sought: a model without it |
| ``bounds/`` | where there is one: a certificate of its own, of the bounds of an answer |
| ``manifest.json`` | verdict, tools, sizes, and the SHA-256 of every other file |
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path

from hexcourt.solver.proving.certificates.folder import MANIFEST, write_folder
from hexcourt.solver.proving.certificates.layout import (
    ALL_FILES,
    BOUNDS,
    SATISFIABLE,
    TOOLS,
    UNSATISFIABLE,
    atoms_table,
    falsified,
    json_text,
    loops_lines,
    manifest_text,
    model_lines,
    values_lines,
)
from hexcourt.solver.proving.clauses import sat
from hexcourt.solver.proving.clauses.checking import Check, check_proof
from hexcourt.solver.proving.clauses.cnf import Cnf
from hexcourt.solver.proving.clauses.reduct import objection
from hexcourt.solver.proving.clauses.search import decide
from hexcourt.solver.proving.programs.aspif import write_aspif
from hexcourt.solver.proving.programs.program import (
    GroundProgram,
    with_sought,
    without_sought,
)


class UndecidedError(RuntimeError):
    """The conflicts allowed did not suffice for an answer."""


class UnprovedError(RuntimeError):
    """An answer was found, but its proof or model did not stand the check: a fault of the tools."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate that was written: where, its verdict, and its size.

    ``true`` are the names of the true atoms, none where the verdict is "unsatisfiable"; ``proof_lines``
    is 0 where it is "satisfiable"; ``checks`` are those passed before it was written.
    """

    folder: Path
    verdict: str
    true: tuple[str, ...]
    rules: int
    variables: int
    clauses: int
    proof_lines: int
    checks: tuple[Check, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """A certificate before it is written: what it is, and its files but the manifest."""

    made: Certificate
    files: Mapping[str, str]
    is_sought: bool


def draft(
    rules: str,
    given: Sequence[str],
    question: Mapping[str, object],
    *,
    constants: Mapping[str, int] | None = None,
    conflicts: int | None = None,
    sought: bool = False,
) -> Draft:
    """Answer whether a program has a stable model, with ``sought`` one in which ``SOUGHT`` holds.

    ``rules`` is a whole program, ``given`` are facts without their full stop (see ``ground``),
    ``question`` is what JSON can hold. Raises ProgramError for a program that there is no proof for,
    UndecidedError after so many ``conflicts``.
    """
    from hexcourt.solver.proving.programs.ground import ground_text, program_text

    text = program_text(rules, given, constants)
    asked = json_text(question)
    program = ground_text(text)
    wanted = with_sought(program) if sought else program
    decision = decide(wanted, conflicts)
    cnf, outcome = decision.cnf, decision.outcome
    if isinstance(outcome, sat.Undecided):
        raise UndecidedError(f"{outcome.conflicts} conflicts did not decide it; allow more")
    files = {
        "question.json": asked,
        "program.lp": text,
        "ground.aspif": write_aspif(program),
        "loops.txt": loops_lines(decision.loops),
        "formula.cnf": cnf.dimacs(),
        "atoms.tsv": atoms_table(program),
    }
    if isinstance(outcome, sat.Refutation):
        checks = _refuted(cnf, outcome, files)
        if sought:
            files["model.txt"] = _witness(program, conflicts)
        verdict, true, lines = UNSATISFIABLE, frozenset[int](), len(outcome.proof)
    else:
        checks = _satisfied(wanted, cnf, outcome, files)
        verdict, true, lines = SATISFIABLE, outcome.true, 0
    names = tuple(name for atom, name in program.names if atom in true)
    sizes = len(program.rules), cnf.variables, len(cnf.clauses), lines
    return Draft(Certificate(Path(), verdict, names, *sizes, checks), files, sought)


def certify(
    folder: Path,
    rules: str,
    given: Sequence[str],
    question: Mapping[str, object],
    *,
    constants: Mapping[str, int] | None = None,
    conflicts: int | None = None,
) -> Certificate:
    """Answer whether a program has a stable model, and write the certificate.

    See ``draft``; raises BadInput, too, where the folder cannot be written.
    """
    made = draft(rules, given, question, constants=constants, conflicts=conflicts)
    return write_certificate(folder, made)


def write_certificate(
    folder: Path, main: Draft, board: str | None = None, bounds: Draft | None = None
) -> Certificate:
    """Write a certificate into a folder, with the board and the bounds that it is about."""
    files = dict(main.files)
    if board is not None:
        files["board.lp"] = board
    if bounds is not None:
        inner = dict(bounds.files)
        inner[MANIFEST] = _manifest(bounds, inner)
        files |= {f"{BOUNDS}/{name}": text for name, text in inner.items()}
    files[MANIFEST] = _manifest(main, files)
    write_folder(folder, files, ALL_FILES)
    return replace(main.made, folder=folder)


def regrounds(texts: Mapping[str, str]) -> Check:
    """Check, with clingo, that a certificate's program grounds to its ground program."""
    from hexcourt.solver.proving.programs.ground import ground_text
    from hexcourt.solver.proving.programs.program import ProgramError

    try:
        same = write_aspif(ground_text(texts["program.lp"])) == texts["ground.aspif"]
    except ProgramError as error:
        return Check("grounding", False, f"program.lp does not ground ({error}); certify anew")
    if same:
        return Check("grounding", True, "program.lp grounds to ground.aspif")
    told = "program.lp grounds to something else than ground.aspif; certify anew"
    return Check("grounding", False, told)


def _refuted(cnf: Cnf, outcome: sat.Refutation, files: dict[str, str]) -> tuple[Check, ...]:
    proof = "".join(f"{line}\n" for line in outcome.proof)
    files["proof.drat"] = proof
    files["core.txt"] = "".join(f"{number}\n" for number in outcome.core)
    checks = tuple(check_proof(cnf.clauses, outcome.core, proof))
    for check in checks:
        if not check.ok:
            raise UnprovedError(check.sentence)
    return checks


def _satisfied(
    program: GroundProgram, cnf: Cnf, outcome: sat.Model, files: dict[str, str]
) -> tuple[Check, ...]:
    atoms = {atom for atom in outcome.true if atom <= program.atoms}
    told = objection(program, atoms)
    broken = falsified(cnf, outcome.true)
    if told or broken:
        raise UnprovedError(told or f"the SAT solver's model breaks clause {broken}")
    files["model.txt"] = model_lines(program, atoms)
    files["values.txt"] = values_lines(cnf, outcome.true)
    return (Check("model", True, "the model is stable by the reduct"),)


def _witness(program: GroundProgram, conflicts: int | None) -> str:
    """Find a model of a program without what is sought: one that has none proves whatever one likes."""
    bare = without_sought(program)
    outcome = decide(bare, conflicts).outcome
    if isinstance(outcome, sat.Undecided):
        raise UndecidedError(f"{outcome.conflicts} conflicts found no model; allow more")
    if isinstance(outcome, sat.Refutation):
        raise UnprovedError("the program has no answer set at all: it contradicts itself")
    atoms = {atom for atom in outcome.true if atom <= program.atoms}
    told = objection(bare, atoms)
    if told:
        raise UnprovedError(told)
    return model_lines(program, atoms)


def _manifest(draft: Draft, files: Mapping[str, str]) -> str:
    made = draft.made
    tools = {name: version(name) for name in TOOLS}
    sizes = made.rules, made.variables, made.clauses, made.proof_lines
    contents = {name: text.encode() for name, text in files.items()}
    return manifest_text(made.verdict, draft.is_sought, tools, sizes, contents)
