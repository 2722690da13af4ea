"""The lines of a failure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from hexcourt.solver.explaining.lines import Cell, Line, Wording
from hexcourt.solver.explaining.programs.literals import ATOM
from hexcourt.solver.explaining.programs.rules import DERIVED
from hexcourt.solver.explaining.why.derivation import (
    FAILS,
    HOLDS,
    OPEN,
    Attempt,
    Failure,
    Miss,
    Trial,
)
from hexcourt.solver.explaining.why.why_lines import derivation_cell, in_words, premise_line

_ORDER = (FAILS, OPEN, HOLDS)


def failure_cell(failure: Failure, wording: Wording | None) -> Cell:
    """Give the root of a failure's lines; each missing atom is looked into where it stands highest."""
    return _Writer(failure, wording).root()


class _Writer:
    def __init__(self, failure: Failure, wording: Wording | None) -> None:
        self.failure = failure
        self.wording = wording
        self.expanded: set[str] = set()

    def root(self) -> Cell:
        miss = self.failure.root
        notes = ["not true", *_says(miss)]
        line = Line("goal", in_words(miss.pattern, self.wording), miss.pattern)
        written = Line(line.kind, line.text, line.atom, note="; ".join(notes))
        return Cell(lambda: written, lambda: self._attempts(miss.pattern))

    def _attempts(self, pattern: str) -> Iterable[Cell]:
        if pattern in self.expanded:
            return []
        self.expanded.add(pattern)
        return [self._attempt(each) for each in self.failure.misses[pattern].attempts]

    def _attempt(self, attempt: Attempt) -> Cell:
        failing = len(attempt.failing)
        note = f"{failing} of {len(attempt.trials)} conditions fail"
        if not failing:
            chosen = attempt.kind != DERIVED
            note = "it may be chosen, and is not" if chosen else "the model does not obey the rule"
        line = Line(
            "attempt",
            in_words(attempt.head, self.wording),
            attempt.head,
            attempt.rule,
            self._because(attempt),
            note,
        )
        return Cell(lambda: line, lambda: self._trials(attempt))

    def _because(self, attempt: Attempt) -> str:
        failing = ", ".join(each.premise.text for each in attempt.failing)
        return f"{in_words(attempt.head, self.wording)} would need {failing}" if failing else ""

    def _trials(self, attempt: Attempt) -> Iterator[Cell]:
        for state in _ORDER:
            for trial in attempt.trials:
                if trial.state == state:
                    yield self._trial(trial)

    def _trial(self, trial: Trial) -> Cell:
        below: list[str] = []
        line = premise_line(trial.premise, self.wording, trial.state)
        cell = Cell(lambda: _noted(line, below))
        cell.below = partial(self._below, trial, below)
        return cell

    def _below(self, trial: Trial, notes: list[str]) -> Iterable[Cell]:
        if trial.because is not None:
            return [derivation_cell(trial.because, self.wording)]
        miss = self.failure.misses.get(trial.missing)
        if miss is None:
            return []
        notes += _says(miss)
        if trial.missing in self.expanded and miss.attempts:
            notes.append("looked into at another place")
        return self._attempts(trial.missing)


def _says(miss: Miss) -> list[str]:
    further = f"{miss.further} more attempts are further off" if miss.further else ""
    return [each for each in (miss.says, further) if each]


def _noted(line: Line, notes: list[str]) -> Line:
    parts = [part for part in (line.note, *notes) if part]
    atom = line.atom or (line.text if line.kind == ATOM else "")
    return Line(line.kind, line.text, atom, line.rule, line.because, "; ".join(parts))
