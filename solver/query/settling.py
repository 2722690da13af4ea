"""Answers a question in every world of some families: decided as soon as it is settled.

A family of few worlds is gone through whole. Of a larger one the pieces that bear on nothing asked are
dropped; it is gone through until a world settles the answer, and to its end only where counting was
asked for, or the question is for numbers or rows of all worlds. Where a few lines are asked about, or
paths that pieces only ever make worse, worlds are parted into regions by what decides them
(``covering``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from time import monotonic

from hexcourt.solver.language.question import UNIVERSAL
from hexcourt.solver.placement.statuses import StatusTally
from hexcourt.solver.query.covering import regions
from hexcourt.solver.query.deciding import Decision
from hexcourt.solver.query.outcomes import QueryResult, Tally, tallied, tallied_so_far
from hexcourt.solver.query.relevance import FamilyQuestion
from hexcourt.solver.query.worlds import World, count_worlds, worlds_of
from hexcourt.solver.sandbox.limited_run import Limits, OutOfBudget, out_of_budget
from hexcourt.solver.sandbox.processes import waited

COUNTED = 2_000
"""Up to so many worlds are counted without being asked for."""

GONE_THROUGH = 5_000
"""From how many worlds on cubes are tried before worlds are gone through."""

FEW_ON_LINES = 100
"""The same where nothing but lines is asked about: their cubes are found quickly."""

CHUNKS = (1, 20, 200, 2_000)
"""How many worlds are decided together: few at first, as one may settle the answer."""

TO_DECIDE = 0.8
"""The part of the time that worlds may take; some is left to say what was found."""

ReportResult = Callable[[QueryResult], None]


@dataclass(frozen=True)
class Deadline:
    """When a search among worlds ends that began at ``began``, in seconds of the monotonic clock; what
    it waits for a processor after ``waited_before`` seconds does not count.
    """

    limits: Limits
    began: float = field(default_factory=lambda: monotonic())
    waited_before: float = field(default_factory=lambda: waited("self"))

    @property
    def used(self) -> float:
        """Return how many seconds the search has used."""
        return monotonic() - self.began - (waited("self") - self.waited_before)

    @property
    def passed(self) -> bool:
        """Return whether the part of the time that worlds may take is used up."""
        return self.used > TO_DECIDE * self.limits.seconds

    @property
    def over(self) -> OutOfBudget:
        """Return what is said of a search that ends now."""
        return out_of_budget("seconds", self.limits, self.used)


@dataclass
class Settling:
    """The search for an answer in all worlds of some families; ``report`` is given what settles
    it.
    """

    asked: FamilyQuestion
    tally: Tally
    deadline: Deadline
    report: ReportResult | None = None
    count: bool = False
    size: int = field(init=False)
    _done: int = 0
    _settled: bool = False

    def __post_init__(self) -> None:
        self.size = count_worlds(self.asked.families)
        self._settles = "no" if self.tally.asked.mode in UNIVERSAL else "yes"

    @property
    def wants_all(self) -> bool:
        """Return whether all worlds are to be counted."""
        in_all = self.tally.asked.mode in ("which", "count", "min", "max")
        return self.count or in_all or self.size <= COUNTED

    def find(self) -> QueryResult:
        """Find the answer."""
        if self.size <= COUNTED:
            self._go_through(worlds_of(self.asked.families), lambda world: 1)
        else:
            self.tally.dropped = self.asked.dropped
            enough = GONE_THROUGH if self.asked.paths else FEW_ON_LINES
            few = count_worlds(self.asked.reduced) <= enough
            if not few and self.asked.is_covered_by_cubes:
                self._part()
            else:
                self._go_through(worlds_of(self.asked.reduced), self.asked.weight)
        return tallied(self.tally)

    def _go_through(self, worlds: Iterator[World], weight: Callable[[World], int]) -> None:
        """Decide world by world, those that differ in nothing asked together."""
        sizes = iter(CHUNKS)
        size = CHUNKS[-1] if self.size <= COUNTED else next(sizes)
        while chunk := list(islice(worlds, size)):
            size = next(sizes, CHUNKS[-1])
            full = [self.asked.completed(world) for world in chunk]
            decided = self.asked.decide(full)
            for world, (here, outcome) in zip(chunk, decided, strict=True):
                self._add(here, outcome, weight(world))
                if self._ends():
                    return

    def _part(self) -> None:
        """Decide worlds region by region."""
        for each in regions(self.asked):
            self._add(*each)
            if self._ends():
                return

    def _add(self, world: World, outcome: Decision | str, number: int) -> None:
        self.tally.add(world, outcome, number)
        self._done += number
        if not self._settled and self.tally.answer in self._settles:
            self._settled = True
            if self.report is not None:  # should anything end the search, this is what is said
                over = out_of_budget("seconds", self.deadline.limits)
                self.report(tallied_so_far(self.tally, self.size - self._done, over))

    def _ends(self) -> bool:
        """Return whether no further world is to be decided, and count those that are left."""
        left = self.size - self._done
        if not left:
            return False
        if self._settled and not self.wants_all:
            self.tally.leave(left)
            return True
        if self.deadline.passed:
            self.tally.cut_off(left, self.deadline.over)
            return True
        return False


def settle(
    family_question: FamilyQuestion,
    as_is: str,
    statuses: StatusTally,
    deadline: Deadline,
    tell: ReportResult | None,
    count: bool,
) -> QueryResult:
    """Answer a question in every world of some families."""
    tally = Tally(family_question.question, family_question.families, as_is, statuses)
    return Settling(family_question, tally, deadline, tell, count).find()
