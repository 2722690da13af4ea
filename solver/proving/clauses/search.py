"""Ground programs decided: the loops that matter found one by one, then a proof or a stable model."""

from __future__ import annotations

from dataclasses import dataclass

from hexcourt.facts.formats.temporary_files import temporary_file
from hexcourt.solver.proving.clauses.cnf import Cnf, Translation, translate
from hexcourt.solver.proving.clauses.loops import Founding, Loop
from hexcourt.solver.proving.clauses.sat import Cadical, Model, Refutation, Undecided, solve
from hexcourt.solver.proving.programs.program import GroundProgram

ROUNDS = 1000
"""After so many rounds of new loops all circles are ordered instead, which needs no rounds."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A formula, the loops that it forbids (nothing: its circles are ordered), and what came of it."""

    cnf: Cnf
    loops: tuple[Loop, ...] | None
    outcome: Model | Refutation | Undecided


def decide(program: GroundProgram, conflicts: int | None = None) -> Decision:
    """Decide whether a program has a stable model, giving up where a round takes so many conflicts."""
    translation = Translation(program, ordered=False)
    founding = Founding(program, translation.circle)
    loops: list[Loop] = []
    with temporary_file() as trace, Cadical(trace) as solver:
        done = 0
        for _ in range(ROUNDS):
            new = translation.clauses.clauses[done:]
            if () in new:
                break
            solver.add(new)
            done += len(new)
            status = solver.solve(conflicts)
            if status < 0:
                break
            if status == 0:
                return Decision(translation.cnf(), tuple(loops), Undecided(conflicts or 0))
            true = solver.model()
            unfounded = founding.unfounded(true)
            if not unfounded:
                return Decision(translation.cnf(), tuple(loops), Model(true))
            for loop in unfounded:
                translation.forbid_loop(loop)
            loops += unfounded
        else:
            cnf = translate(program)
            return Decision(cnf, None, solve(cnf, conflicts))
    # solved once more from the start: the proof then is one of the formula as it is written
    cnf = translation.cnf()
    return Decision(cnf, tuple(loops), solve(cnf, conflicts))
