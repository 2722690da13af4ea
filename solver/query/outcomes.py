"""What a question came to: in the one world that there is, or in all worlds of some families."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from hexcourt.facts.pieces.pieces import Piece
from hexcourt.solver.language.question import UNIVERSAL, Question
from hexcourt.solver.placement.statuses import StatusTally
from hexcourt.solver.query.deciding import AskedNumber, Decision, Outcome, Row, row_order
from hexcourt.solver.query.worlds import Family, World
from hexcourt.solver.sandbox.limited_run import OutOfBudget

MAX_KEPT = 20_000
"""How many worlds of each kind are kept by name, those of the fewest pieces; all are counted."""

VERDICTS = ("yes", "no", "unknown")
IMPOSSIBLE = "impossible"

NONE = AskedNumber(None, None)
"""There is no such number."""


@dataclass(frozen=True, slots=True)
class WorldCounts:
    """How many worlds say what; those that decide the answer are ``witnesses``: yes for what is asked of
    some world, no for what is claimed of all.

    All numbers add up: ``total`` are the worlds that ``counts`` has as yes, no and unknown, and those
    not decided because a limit was met (``over``); ``excluded`` are further worlds, which may not be.
    ``rows`` tells in how many worlds each row holds, and ``perhaps`` in how many others it may hold;
    ``values`` how many worlds come to each number, ``open_values`` how many to one that is not decided,
    and ``valueless`` how many to none. In ``vacuous`` worlds a claim is about nothing, in
    ``perhaps_vacuous`` it may be.

    ``smallest`` are the deciding worlds of the fewest pieces, ``minimal`` those of which no part tells
    the same. Worlds that are not decided are ``open``; ``impossible`` ones are given with the reason;
    ``left_out`` are pieces that may not lie, with the rule. ``unlisted`` worlds are counted, but are not
    among those given by name. ``undetermined_statuses`` says which statuses of units are undetermined in
    how many worlds. ``uncounted`` worlds were left as soon as the answer was settled; ``dropped`` counts
    pieces of the families that bear on nothing asked.
    """

    total: int
    counts: Mapping[str, int]
    over: int
    excluded: int
    witnesses: tuple[World, ...]
    open: tuple[World, ...]
    smallest: tuple[World, ...]
    minimal: tuple[World, ...]
    impossible: tuple[tuple[World, str], ...]
    left_out: tuple[tuple[str, str], ...]
    rows: tuple[tuple[Row, int], ...]
    perhaps: tuple[tuple[Row, int], ...]
    values: tuple[tuple[int, int], ...]
    open_values: tuple[tuple[AskedNumber, int], ...]
    valueless: int
    vacuous: int
    perhaps_vacuous: int
    unlisted: int
    as_is: str = ""
    undetermined_statuses: tuple[str, ...] = ()
    uncounted: int = 0
    dropped: int = 0

    @property
    def every(self) -> int:
        """Count all worlds of the families, with those that may not be."""
        return self.total + self.excluded


@dataclass(frozen=True)
class QueryResult:
    """The answer to a question: yes, no, unknown or out_of_budget.

    ``rows`` are what was asked for, for a claim its counterexamples; ``perhaps`` rows that
    depend on ``undecided`` rules. ``number`` is what was asked for, in halves for levels and
    costs; of many worlds it is the range of their numbers. A claim is about so many ``cases``,
    at least and at most; one about nothing is ``vacuous``. ``worlds`` says about the worlds varied.
    """

    question: Question
    answer: str
    rows: tuple[Row, ...] = ()
    perhaps: tuple[Row, ...] = ()
    number: AskedNumber | None = None
    cases: tuple[int, int] = (0, 0)
    vacuous: bool = False
    undecided: tuple[str, ...] = ()
    worlds: WorldCounts | None = None
    over: OutOfBudget | None = None

    @property
    def value(self) -> tuple[int | None, int | None] | None:
        """Return the number asked for, at least and at most: nothing first where there may be none."""
        if self.number is None:
            return None
        return None if self.number.may_lack else self.number.least, self.number.most


def finding(question: Question, outcome: Decision) -> QueryResult:
    """Describe what an outcome answers, or that a limit was met."""
    if isinstance(outcome, OutOfBudget):
        return QueryResult(question, "out_of_budget", over=outcome)
    certain = set(outcome.certain)
    perhaps = tuple(row for row in outcome.possible if row not in certain)
    rows = outcome.certain
    if question.mode in ("min", "max"):
        rows, perhaps = best_rows(question.mode, rows), best_rows(question.mode, perhaps)
    return QueryResult(
        question,
        verdict(question, outcome),
        rows,
        perhaps,
        number_of(question, outcome),
        outcome.cases,
        is_vacuous(question, outcome),
        outcome.rules,
    )


def is_vacuous(question: Question, outcome: Outcome) -> bool:
    """Return whether a claim is about nothing."""
    return question.then is not None and outcome.cases[1] == 0


def verdict(question: Question, outcome: Decision) -> str:
    """Return yes, no or unknown: ``all`` and ``never`` hold where there is no row."""
    if isinstance(outcome, OutOfBudget):
        return "out_of_budget"
    if outcome.goal is None or (question.mode == "which" and outcome.goal and not outcome.certain):
        return "unknown"
    wants_none = (question.then is not None) != (question.mode == "never")
    return "yes" if outcome.goal != wants_none else "no"


def number_of(question: Question, outcome: Outcome) -> AskedNumber | None:
    """Return the number asked for; nothing where none was."""
    if question.mode == "count":
        return AskedNumber(len(outcome.certain), len(outcome.possible))
    if question.mode not in ("min", "max"):
        return None
    if outcome.best is not None:
        return outcome.best
    pick = min if question.mode == "min" else max
    found = pick((row[0] for row in outcome.certain if isinstance(row[0], int)), default=None)
    return AskedNumber(found, found)


def best_rows(mode: str, rows: Sequence[Row]) -> tuple[Row, ...]:
    """List the rows of the least or greatest number."""
    numbered = [row for row in rows if isinstance(row[0], int)]
    if not numbered:
        return tuple(rows)
    best = (min if mode == "min" else max)(row[0] for row in numbered)
    return tuple(row for row in numbered if row[0] == best)


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
    remaining = tally._over, tally.over
    tally.cut_off(left, over)
    try:
        return tallied(tally)
    finally:
        tally._over, tally.over = remaining


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
