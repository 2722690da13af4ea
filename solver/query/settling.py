"""Answers a question in every world of some families: decided as soon as it is settled.

A family of few worlds is gone through whole. Of a larger one the pieces that bear on nothing asked are
dropped; it is gone through until a world settles the answer, and to its end only where counting was
asked for, or the question is for numbers or rows of all worlds. Where a few lines are asked about, or
paths that pieces only ever make worse, worlds are parted into regions by what decides them
(``covering``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field
from itertools import groupby, islice
from time import monotonic
from typing import Any

from hexcourt.facts.pieces.pieces import Piece
from hexcourt.solver.language.question import UNIVERSAL, Question
from hexcourt.solver.placement.statuses import StatusTally
from hexcourt.solver.query.covering import regions
from hexcourt.solver.query.deciding import AskedNumber, Decision, Outcome, Row, row_order
from hexcourt.solver.query.outcomes import (
    IMPOSSIBLE,
    NONE,
    VERDICTS,
    QueryResult,
    WorldCounts,
    number_of,
    verdict,
)
from hexcourt.solver.query.relevance import FamilyQuestion
from hexcourt.solver.query.worlds import Family, World, count_worlds, worlds_of
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


# --- counting worlds as they are decided ---

MAX_KEPT = 20_000
"""How many worlds of each kind are kept by name, those of the fewest pieces; all are counted."""


@dataclass
class _Kept:
    """Worlds given by name: of all that were ``counted`` the ``most`` of the fewest pieces."""

    most: int
    counted: int = 0
    worlds: dict[World, str] = field(default_factory=dict)

    def add(self, world: World, why: str = "", number: int = 1) -> None:
        self.counted += number
        self.worlds[world] = why
        if len(self.worlds) > 2 * self.most:
            self.worlds = dict(self.listed)

    @property
    def listed(self) -> tuple[tuple[World, str], ...]:
        """List them by size, each with the reason that it was given."""
        every = sorted(self.worlds.items(), key=lambda each: (len(each[0]), each[0]))
        return tuple(every[: self.most])


@dataclass
class Tally:
    """Counts worlds as they are decided: every world is counted once, as what it says."""

    asked: Question
    families: Sequence[Family]
    as_is: str = ""
    statuses: StatusTally | None = None
    most_kept: int = MAX_KEPT
    over: OutOfBudget | None = None
    rules: set[str] = field(default_factory=set)
    _kept: dict[str, _Kept] = field(init=False)
    _rows: Counter[Row] = field(default_factory=Counter)
    _perhaps: Counter[Row] = field(default_factory=Counter)
    _numbers: Counter[AskedNumber] = field(default_factory=Counter)
    _vacuous: int = 0
    _perhaps_vacuous: int = 0
    _over: int = 0
    _uncounted: int = 0
    dropped: int = 0

    def __post_init__(self) -> None:
        self._kept = {entry: _Kept(self.most_kept) for entry in (*VERDICTS, IMPOSSIBLE)}

    def add(self, world: World, outcome: Decision | str, number: int = 1) -> None:
        """Count a world, or one that cannot be, with the reason; it may stand for a ``number`` of
        worlds that differ in nothing asked.
        """
        if isinstance(outcome, str):
            self._kept[IMPOSSIBLE].add(world, outcome, number)
        elif isinstance(outcome, OutOfBudget):
            self.cut_off(number, outcome)
        else:
            self._kept[verdict(self.asked, outcome)].add(world, number=number)
            if number:
                self._count(outcome, number)
            if number and self.statuses is not None:
                self.statuses.add(world, number)

    def leave(self, number: int) -> None:
        """Leave worlds uncounted, as the answer is settled without them."""
        self._uncounted += number

    def cut_off(self, number: int, over: OutOfBudget) -> None:
        """Count worlds that were not decided because a limit was met."""
        self._over += number
        self.over = self.over or over

    def _count(self, outcome: Outcome, worlds: int) -> None:
        certain = set(outcome.certain)
        self.rules.update(outcome.rules)
        self._rows.update(dict.fromkeys(certain, worlds))
        self._perhaps.update(dict.fromkeys(set(outcome.possible) - certain, worlds))
        number = number_of(self.asked, outcome)
        if number is not None:
            self._numbers[number] += worlds
        if self.asked.then is not None:
            least, most = outcome.cases
            self._vacuous += worlds * (most == 0)
            self._perhaps_vacuous += worlds * (least == 0 < most)

    @property
    def counts(self) -> dict[str, int]:
        """Count the worlds that say yes, no, or that it is not decided."""
        return {entry: self._kept[entry].counted for entry in VERDICTS}

    @property
    def answer(self) -> str:
        """Return yes, no or unknown of all worlds; a deciding world answers though a limit was met."""
        universal = self.asked.mode in UNIVERSAL
        if self.counts["no" if universal else "yes"]:
            return "no" if universal else "yes"
        if self.over is not None:
            return "out_of_budget"
        if self.counts["unknown"]:
            return "unknown"
        return "yes" if universal else "no"

    @property
    def number(self) -> AskedNumber | None:
        """Return the range of the numbers of all worlds; nothing where not all were decided."""
        if not self._numbers or self.over is not None or self._uncounted:
            return None
        found = [n for each in self._numbers for n in (each.least, each.most) if n is not None]
        lacking = any(each.may_lack or each.most is None for each in self._numbers)
        return AskedNumber(min(found), max(found), lacking) if found else AskedNumber(None, None)

    def worlds(self) -> WorldCounts:
        """Return what was counted."""
        says = "no" if self.asked.mode in UNIVERSAL else "yes"
        deciding, opened = (
            tuple(world for world, _ in self._kept[entry].listed) for entry in (says, "unknown")
        )
        fewest = len(deciding[0]) if deciding else 0
        impossible = self._kept[IMPOSSIBLE].listed
        counts, not_possible = self.counts, self._kept[IMPOSSIBLE].counted
        listed = len(deciding) + len(opened) + len(impossible)
        named = counts[says] + counts["unknown"] + not_possible
        return WorldCounts(
            total=sum(counts.values()) + self._over + self._uncounted,
            counts=counts,
            over=self._over,
            excluded=not_possible,
            witnesses=deciding,
            open=opened,
            smallest=tuple(world for world in deciding if len(world) == fewest),
            minimal=_minimal(deciding),
            impossible=impossible,
            left_out=tuple(each for family in self.families for each in family.refused),
            rows=_by_number(self._rows),
            perhaps=_by_number(self._perhaps),
            values=_values(self._numbers),
            open_values=_open_values(self._numbers),
            valueless=self._numbers[NONE],
            vacuous=self._vacuous,
            perhaps_vacuous=self._perhaps_vacuous,
            unlisted=named - listed,
            as_is=self.as_is,
            undetermined_statuses=() if self.statuses is None else self.statuses.words,
            uncounted=self._uncounted,
            dropped=self.dropped,
        )


def tallied(tally: Tally) -> QueryResult:
    """Describe what the worlds counted answer."""
    worlds = tally.worlds()
    return QueryResult(
        tally.asked,
        tally.answer,
        number=tally.number,
        vacuous=worlds.vacuous == worlds.total,
        undecided=tuple(sorted(tally.rules)),
        worlds=worlds,
        over=tally.over,
    )


def tallied_so_far(tally: Tally, left: int, over: OutOfBudget) -> QueryResult:
    """Describe what the worlds counted answer should the others not be decided."""
    so_far = copy(tally)
    so_far.cut_off(left, over)
    return tallied(so_far)


def _by_number(rows: Counter[Row]) -> tuple[tuple[Row, int], ...]:
    return tuple(sorted(rows.items(), key=lambda each: (-each[1], row_order(each[0]))))


def _values(numbers: Counter[AskedNumber]) -> tuple[tuple[int, int], ...]:
    decided = {each.least: n for each, n in numbers.items() if each.is_decided}
    return tuple(sorted((value, n) for value, n in decided.items() if value is not None))


def _open_values(numbers: Counter[AskedNumber]) -> tuple[tuple[AskedNumber, int], ...]:
    found = [(each, n) for each, n in numbers.items() if not each.is_decided]
    return tuple(
        sorted(found, key=lambda each: (each[0].least or 0, each[0].most or 0, each[0].may_lack))
    )


class _Parts:
    """Worlds in a tree of their pieces, in which a part of another world is found in few steps."""

    def __init__(self) -> None:
        self.tree: dict[int | None, Any] = {}
        self.steps = 0

    def add(self, world: Sequence[int]) -> None:
        node = self.tree
        for piece in world:
            node = node.setdefault(piece, {})
        node[None] = {}

    def has_part_of(self, world: Collection[int]) -> bool:
        """Return whether a world that was added lies whole in this one."""
        waiting = [self.tree]
        while waiting:
            node = waiting.pop()
            self.steps += 1
            if None in node:
                return True
            fewer, other = (node, world) if len(node) < len(world) else (world, node)
            waiting.extend(node[piece] for piece in fewer if piece in other)
        return False


def _minimal(worlds: Sequence[World]) -> tuple[World, ...]:
    """List those worlds, given by size, that hold no other whole."""
    numbers: dict[Piece, int] = {}
    parts = _Parts()
    minimal: list[World] = []
    for _, some in groupby(worlds, len):
        here = []
        for world in some:
            pieces = sorted(numbers.setdefault(piece, len(numbers)) for piece in world)
            if not parts.has_part_of(frozenset(pieces)):
                here.append((world, pieces))
        for world, pieces in here:
            minimal.append(world)
            parts.add(pieces)
    return tuple(minimal)
