"""Clauses solved by CaDiCaL (Biere et al.), with a trimmed proof where there is no model.

CaDiCaL numbers the clauses that it learns and tells from which others each follows (LRAT: Cruz-Filipe
et al., "Efficient certified RAT verification", 2017). Going back from the empty clause leaves what the
refutation needs: often a small part of the clauses and of the proof. The numbers are used for that
alone and need not be trusted; the proof that is left is an ordinary one (DRUP), for any checker.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import IO

from hexcourt.facts.formats.temporary_files import NoRoomError, temporary_file
from hexcourt.solver.proving.clauses.cnf import Cnf


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
    """Solve clauses, giving up after so many conflicts if told to; raises NoRoomError."""
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
        """Give 1 for a model, -1 for none, 0 for given up."""
        main = int(threading.current_thread() is threading.main_thread())
        if conflicts is not None:
            self._calls.cadical300_cbudget(self._solver, conflicts)
            return int(self._calls.cadical300_solve_lim(self._solver, [], main))
        return 1 if self._calls.cadical300_solve(self._solver, [], main) else -1

    def model(self) -> frozenset[int]:
        """Give the variables that are true in the model found."""
        literals = self._calls.cadical300_model(self._solver) or ()
        return frozenset(literal for literal in literals if literal > 0)

    def flush(self) -> None:
        """Have the proof written out to the trace."""
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
