"""Answers a question in every world of some families: decided as soon as it is settled.

A family of few worlds is gone through whole. Of a larger one the pieces that bear on nothing asked are
dropped; it is gone through until a world settles the answer, and to its end only where counting was
asked for, or the question is for numbers or rows of all worlds. Where paths are asked for that pieces
only ever make worse, worlds are picked by what the earlier ones rest on (``covering``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from time import monotonic

from hexcourt.solver.placement.placement import StatusTally
from hexcourt.solver.query.bearing import Cube, FamilyQuestion
from hexcourt.solver.query.covering import CubeCounter, covered
from hexcourt.solver.query.deciding import Decision
from hexcourt.solver.query.outcomes import UNIVERSAL, Finding, Tally, tallied, tallied_so_far
from hexcourt.solver.query.worlds import World, count_worlds, worlds_of
from hexcourt.solver.sandbox.limited_run import Limits, OutOfBudget, out_of_budget

COUNTED = 2_000
"""Up to so many worlds are counted without being asked for."""

GONE_THROUGH = 5_000
"""From how many worlds on cubes are tried before worlds are gone through."""

CHUNKS = (1, 20, 200, 2_000)
"""How many worlds are decided together: few at first, as one may settle the answer."""

TO_DECIDE = 0.8
"""The part of the time that worlds may take; some is left to say what was found."""

Tell = Callable[[Finding], None]


@dataclass(frozen=True)
class Deadline:
    """When a search among worlds ends that began at ``began``, in seconds of the monotonic clock."""

    limits: Limits
    began: float = field(default_factory=lambda: monotonic())

    @property
    def passed(self) -> bool:
        """Tell whether the part of the time that worlds may take is used up."""
        return monotonic() - self.began > TO_DECIDE * self.limits.seconds

    @property
    def over(self) -> OutOfBudget:
        """Return what is said of a search that ends now."""
        return out_of_budget("seconds", self.limits, monotonic() - self.began)


@dataclass
class Settling:
    """The search for an answer in all worlds of some families; ``tell`` is told what settles it."""

    asked: FamilyQuestion
    tally: Tally
    deadline: Deadline
    tell: Tell | None = None
    count: bool = False
    size: int = field(init=False)
    _done: int = 0
    _settled: bool = False

    def __post_init__(self) -> None:
        self.size = count_worlds(self.asked.families)
        self._settles = "no" if self.tally.asked.mode in UNIVERSAL else "yes"

    @property
    def wants_all(self) -> bool:
        """Tell whether all worlds are to be counted."""
        in_all = self.tally.asked.mode in ("which", "count", "min", "max")
        return self.count or in_all or self.size <= COUNTED

    def find(self) -> Finding:
        """Find the answer."""
        if self.size <= COUNTED:
            self._go_through(worlds_of(self.asked.families), lambda world: 1)
        else:
            self.tally.dropped = self.asked.dropped
            few = count_worlds(self.asked.reduced) <= GONE_THROUGH
            if not few and not self.asked.share_pieces and self.asked.has_cubes:
                self._cover()
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

    def _add(self, world: World, outcome: Decision | str, number: int) -> None:
        self.tally.add(world, outcome, number)
        self._done += number
        if not self._settled and self.tally.answer in self._settles:
            self._settled = True
            if self.tell is not None:  # should anything end the search, this is what is said
                over = out_of_budget("seconds", self.deadline.limits)
                self.tell(tallied_so_far(self.tally, self.size - self._done, over))

    def _ends(self) -> bool:
        """Tell whether no further world is to be decided, and count those that are left."""
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

    # --- by what worlds rest on ---------------------------------------------------------------------

    def _cover(self) -> None:
        """Decide worlds by cubes, and count the worlds of all cubes of each outcome."""
        groups: dict[Decision | str, list[tuple[World, Cube]]] = {}
        found = covered(self.asked, self._is_enough, lambda: self.deadline.passed)
        for world, outcome, cube in found:
            groups.setdefault(outcome, []).append((world, cube))
            if self._is_enough(outcome):
                self._add(self.asked.completed(world), outcome, 1)
                self.tally.leave(self.size - 1)
                return
            if not self._settled and self._would_settle(outcome) and self.tell is not None:
                self._tell_early(world, outcome)
        self._count(groups, whole=not self.deadline.passed)

    def _tell_early(self, world: World, outcome: Decision | str) -> None:
        """Tell what settles the answer, before counting takes its time."""
        self._settled = True
        early = Tally(self.tally.asked, self.tally.families, self.tally.as_is)
        early.add(self.asked.completed(world), outcome)
        over = out_of_budget("seconds", self.deadline.limits)
        assert self.tell is not None
        self.tell(tallied_so_far(early, self.size - 1, over))

    def _would_settle(self, outcome: Decision | str) -> bool:
        one = Tally(self.tally.asked, ())
        one.add((), outcome)
        return one.answer in self._settles

    def _is_enough(self, outcome: Decision | str) -> bool:
        return not self.wants_all and self._would_settle(outcome)

    def _count(self, groups: dict[Decision | str, list[tuple[World, Cube]]], whole: bool) -> None:
        """Count the worlds of each outcome; the last of them has all that are left."""
        counter = CubeCounter(self.asked.families, self.asked.pieces)
        left = self.size
        listed = sorted(groups.items(), key=lambda each: (len(each[1]), str(each[0])))
        for place, (outcome, members) in enumerate(listed, start=1):
            last = whole and place == len(listed)
            number = left if last else counter.count([cube for _, cube in members])
            left -= number
            for world in _simplest(self.asked, members):
                self.tally.add(world, outcome, number)
                number = 0
        if not whole and left:
            self.tally.cut_off(left, self.deadline.over)


def _simplest(asked: FamilyQuestion, members: Sequence[tuple[World, Cube]]) -> list[World]:
    """List a world of each cube: one of as few pieces as it can have, if that is told easily."""
    found = set()
    for world, cube in members:
        least = asked.completed(cube.has)
        found.add(least if asked.is_world(least) else asked.completed(world))
    return sorted(found, key=lambda each: (len(each), each))


def settle(
    asked: FamilyQuestion,
    as_is: str,
    statuses: StatusTally,
    deadline: Deadline,
    tell: Tell | None,
    count: bool,
) -> Finding:
    """Answer a question in every world of some families."""
    tally = Tally(asked.question, asked.families, as_is, statuses)
    return Settling(asked, tally, deadline, tell, count).find()
