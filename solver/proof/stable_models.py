"""Ground programs decided: the loops that matter found one by one, then a proof or a stable model."""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import IO

from hexcourt.facts.base.files import NoRoomError, temporary_file
from hexcourt.solver.proof.clauses import Cnf, Founding, Loop, Translation, translate
from hexcourt.solver.proof.ground_program import GroundProgram, GroundRule, WeightRule

# Stable models by definition
#
# The reduct drops what the set contradicts and reads the rest without "not" (Gelfond and Lifschitz,
# "The stable model semantics for logic programming", 1988; for choices and weights Simons, Niemelä and
# Soininen, 2002); its least model, found by deriving until nothing more comes, must be the set itself.
# This module shares no code with the translation into clauses, on purpose.


def objection(program: GroundProgram, atoms: Collection[int]) -> str:
    """Return why a set of atoms is no stable model; "" where it is one."""
    true = frozenset(atoms)
    strangers = [atom for atom in true if not 1 <= atom <= program.atoms]
    if strangers:
        return f"atom {min(strangers)} is none of the program's"
    for place, rule in enumerate(program.rules, start=1):
        if not rule.head and not rule.choice and _holds(rule, true):
            return f"rule {place} of the ground program, a constraint, is broken"
    least = _least_model(program, true)
    names = program.name_of()
    if true - least:
        return f"{names[min(true - least)]} holds, but nothing derives it"
    if least - true:
        return f"{names[min(least - true)]} is derived, but does not hold"
    return ""


def _holds(rule: GroundRule | WeightRule, true: frozenset[int]) -> bool:
    if isinstance(rule, WeightRule):
        return rule.bound <= sum(
            weight for literal, weight in rule.body if (abs(literal) in true) == (literal > 0)
        )
    return all((abs(literal) in true) == (literal > 0) for literal in rule.body)


def _least_model(program: GroundProgram, true: frozenset[int]) -> set[int]:
    """Derive all that the reduct derives."""
    heads: list[list[int]] = []
    wanting: list[int] = []
    waiting: dict[int, list[tuple[int, int]]] = {}
    # The externals that hold are those that are true or, left free, in the set.
    derived = {atom for rule in program.rules for atom in rule.head}
    ready = [
        atom
        for atom, value in program.externals
        if atom not in derived and (value == "true" or (value == "free" and atom in true))
    ]
    for rule in program.rules:
        remaining = [atom for atom in rule.head if not rule.choice or atom in true]
        want, weights = _reduced(rule, true)
        if not remaining or want is None:
            continue
        if want <= 0:
            ready += remaining
            continue
        for atom, weight in weights:
            waiting.setdefault(atom, []).append((len(heads), weight))
        heads.append(remaining)
        wanting.append(want)
    least: set[int] = set()
    while ready:
        atom = ready.pop()
        if atom in least:
            continue
        least.add(atom)
        for place, weight in waiting.get(atom, ()):
            before = wanting[place]
            wanting[place] -= weight
            if before > 0 >= wanting[place]:
                ready += heads[place]
    return least


def _reduced(
    rule: GroundRule | WeightRule, true: frozenset[int]
) -> tuple[int | None, list[tuple[int, int]]]:
    """Return what a rule of the reduct wants and how much each atom adds; nothing if it is dropped."""
    if isinstance(rule, WeightRule):
        met = sum(weight for literal, weight in rule.body if literal < 0 and -literal not in true)
        return rule.bound - met, [(literal, weight) for literal, weight in rule.body if literal > 0]
    if any(literal < 0 and -literal in true for literal in rule.body):
        return None, []
    needed = {literal for literal in rule.body if literal > 0}
    return len(needed), [(atom, 1) for atom in needed]


# Clauses solved by CaDiCaL (Biere et al.), with a trimmed proof
#
# CaDiCaL numbers the clauses that it learns and tells from which others each follows (LRAT: Cruz-
# Filipe et al., "Efficient certified RAT verification", 2017). Going back from the empty clause leaves
# what the refutation needs: often a small part of the clauses and of the proof. The numbers are used
# for that alone and need not be trusted; the proof that is left is an ordinary one (DRUP), for any
# checker.


@dataclass(frozen=True, slots=True)
class Model:
    """A model of the clauses: the variables that are true."""

    true: frozenset[int]


@dataclass(frozen=True, slots=True)
class Refutation:
    """A proof that there is no model, one line a step (DRUP), and the clauses it needs.

    ``core`` are numbers of clauses, from 1, rising.
    """

    proof: tuple[str, ...]
    core: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Undecided:
    """The search was given up after so many conflicts."""

    conflicts: int


def solve(cnf: Cnf, conflicts: int | None = None) -> Model | Refutation | Undecided:
    """Solve clauses, giving up after so many conflicts if given to; raises NoRoomError."""
    if () in cnf.clauses:
        return Refutation(("0",), (cnf.clauses.index(()) + 1,))
    with temporary_file() as trace, Cadical(trace) as solver:
        solver.add(cnf.clauses)
        status = solver.solve(conflicts)
        if status > 0:
            return Model(solver.model())
        if status == 0:
            return Undecided(conflicts or 0)
        solver.flush()
        trace.seek(0)
        return _trimmed(trace, len(cnf.clauses))


class Cadical:
    """CaDiCaL 3.0.0 by way of python-sat's C module: its own class cannot turn LRAT on."""

    def __init__(self, trace: IO[bytes]) -> None:
        import pysolvers

        self._calls, self._trace = pysolvers, trace
        self._solver = pysolvers.cadical300_new()
        for option, value in (("lrat", 1), ("binary", 0), ("factor", 0)):
            pysolvers.cadical300_set(self._solver, option, value)
        self._stream = pysolvers.cadical300_tracepr(self._solver, trace)

    def __enter__(self) -> Cadical:
        return self

    def __exit__(self, *_: object) -> None:
        self._calls.cadical300_del(self._solver, self._trace)

    def add(self, clauses: Iterable[tuple[int, ...]]) -> None:
        """Add clauses, of which none is empty."""
        for clause in clauses:
            self._calls.cadical300_add_cl(self._solver, clause)

    def solve(self, conflicts: int | None) -> int:
        """Return 1 for a model, -1 for none, 0 for given up."""
        main = int(threading.current_thread() is threading.main_thread())
        if conflicts is not None:
            self._calls.cadical300_cbudget(self._solver, conflicts)
            return int(self._calls.cadical300_solve_lim(self._solver, [], main))
        return 1 if self._calls.cadical300_solve(self._solver, [], main) else -1

    def model(self) -> frozenset[int]:
        """Return the variables that are true in the model found."""
        literals = self._calls.cadical300_model(self._solver) or ()
        return frozenset(literal for literal in literals if literal > 0)

    def flush(self) -> None:
        """Write the proof out to the trace."""
        self._calls.flushpr(self._stream)


Step = tuple[int, tuple[int, ...], tuple[int, ...]]
"""A learnt clause: its number, its literals, the numbers of the clauses it follows from."""


def _steps(trace: IO[bytes]) -> Iterator[Step]:
    for line in trace:
        if not line.endswith(b"\n"):
            return
        fields = line.split()
        if fields[1:2] == [b"d"]:
            continue
        number, *numbers = map(int, fields)
        end = numbers.index(0)
        yield number, tuple(numbers[:end]), tuple(numbers[end + 1 : -1])


def _trimmed(trace: IO[bytes], clauses: int) -> Refutation:
    """Keep the steps that the empty clause needs, and drop each from memory after its last use."""
    steps: list[Step] = []
    for step in _steps(trace):
        steps.append(step)
        if not step[1]:
            break
    else:
        raise NoRoomError  # every proof ends with the empty clause
    needed, last_use = {steps[-1][0]}, dict[int, int]()
    for number, _, reasons in reversed(steps):
        if number in needed:
            for reason in reasons:
                last_use.setdefault(reason, number)
                needed.add(reason)
    core = [place for place, number in _originals(steps, clauses) if number in needed]
    return Refutation(tuple(_proof(steps, needed, last_use)), tuple(core))


def _originals(steps: list[Step], clauses: int) -> Iterator[tuple[int, int]]:
    """Pair each clause's place, from 1, with CaDiCaL's number for it.

    What CaDiCaL learns while clauses are still being added takes numbers from the same row.
    """
    learnt = {number for number, _, _ in steps}
    free = (number for number in count(1) if number not in learnt)
    return zip(range(1, clauses + 1), free, strict=False)


def _proof(steps: list[Step], needed: set[int], last_use: dict[int, int]) -> Iterator[str]:
    learnt: dict[int, tuple[int, ...]] = {}
    for number, literals, reasons in steps:
        if number not in needed:
            continue
        yield " ".join(map(str, (*literals, 0)))
        learnt[number] = literals
        for reason in dict.fromkeys(reasons):
            # a unit clause stays: checkers do not take back what it made hold
            if last_use[reason] == number and len(learnt.get(reason, ())) > 1:
                yield " ".join(map(str, ("d", *learnt.pop(reason), 0)))


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
