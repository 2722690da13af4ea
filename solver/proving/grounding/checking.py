"""Ground programs held against the programs that they are said to be of, without clingo's grounder."""

from __future__ import annotations

from collections.abc import Iterator

from hexcourt.facts.errors import BadInput
from hexcourt.solver.proving.clauses.checking import Check
from hexcourt.solver.proving.grounding.grounder import ground_apart
from hexcourt.solver.proving.grounding.residual import NotUnderstoodError, residual
from hexcourt.solver.proving.programs.ground import plain_text
from hexcourt.solver.proving.programs.program import GroundProgram, ProgramError


def difference(text: str, program: GroundProgram) -> str:
    """Name something in which a ground program is not that of a text of ``program_text``, if anything.

    Raises NotUnderstoodError where the text holds what this grounder does not understand, or more than
    it goes through.
    """
    try:
        own = ground_apart(plain_text(text))
    except (BadInput, ProgramError, RecursionError, RuntimeError) as error:
        raise NotUnderstoodError(str(error)) from None
    mine, theirs = residual(own), residual(program)
    found = mine.difference(theirs)
    if found and (mine.is_opaque or theirs.is_opaque):
        raise NotUnderstoodError(f"weights over many literals cannot be compared ({found})")
    return found


def grounding_checks(name: str, text: str, program: GroundProgram) -> Iterator[Check]:
    """Check a ground program; nothing where the text is not understood."""
    try:
        found = difference(text, program)
    except NotUnderstoodError:
        return
    if found:
        told = f"ground.aspif says something else of {found[:80]!a} than program.lp; certify anew"
        yield Check(name, False, told)
    else:
        yield Check(name, True, "ground.aspif says what a grounder of our own makes of program.lp")
