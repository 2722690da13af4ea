"""What a question came to: in the one world that there is, or in all worlds of some families."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from hexcourt.facts.pieces.laid_pieces import Piece
from hexcourt.solver.asking.deciding import Outcome, Row, row_order
from hexcourt.solver.asking.language.question import Question
from hexcourt.solver.asking.worlds import Family, World
from hexcourt.solver.guarding.limits import OutOfBudget

UNIVERSAL = ("all", "always", "never")
"""The modes that claim something of every world; the others ask whether there is a world."""

MOST_KEPT = 100_000
"""How many worlds of each kind are kept by name; all are counted."""


@dataclass(frozen=True, slots=True)
class Worlds:
    """How many worlds say what; those that decide the answer are ``telling``: yes for what is asked of
    some world, no for what is claimed of all.

    ``smallest`` are the telling worlds of the fewest pieces, ``minimal`` those of which no part tells
    the same. ``impossible`` worlds may not be, with the reason; ``left_out`` are pieces that may not
    lie, with the rule. ``rows`` tells in how many worlds each row holds, ``values`` how many worlds come
    to each number, ``vacuous`` in how many a claim is about nothing.
    """

    total: int
    counts: Mapping[str, int]
    telling: tuple[World, ...]
    open: tuple[World, ...]
    smallest: tuple[World, ...]
    minimal: tuple[World, ...]
    impossible: tuple[tuple[World, str], ...]
    left_out: tuple[tuple[str, str], ...]
    rows: tuple[tuple[Row, int], ...]
    values: tuple[tuple[int, int], ...]
    vacuous: int
    as_is: str = ""


@dataclass(frozen=True)
class Finding:
    """The answer to a question: yes, no, unknown or out_of_budget.

    ``rows`` are what was asked for, for a claim its counterexamples; ``perhaps`` rows that hang on
    ``undecided`` rules. ``value`` is the number that was asked for, at least and at most, in halves for
    levels and costs. A claim is about so many ``cases``, at least and at most; one about nothing is
    ``vacuous``. ``worlds`` tells of the worlds varied.
    """

    question: Question
    answer: str
    rows: tuple[Row, ...] = ()
    perhaps: tuple[Row, ...] = ()
    value: tuple[int | None, int | None] | None = None
    cases: tuple[int, int] = (0, 0)
    vacuous: bool = False
    undecided: tuple[str, ...] = ()
    worlds: Worlds | None = None
    over: OutOfBudget | None = None


def finding(asked: Question, outcome: Outcome | None, over: OutOfBudget | None = None) -> Finding:
    """Say what an outcome answers; without one, that a limit was met."""
    if outcome is None:
        return Finding(asked, "out_of_budget", over=over)
    perhaps = tuple(row for row in outcome.possible if row not in set(outcome.certain))
    rows = outcome.certain
    if asked.mode in ("min", "max"):
        rows, perhaps = best_rows(asked.mode, rows), best_rows(asked.mode, perhaps)
    return Finding(
        asked,
        verdict(asked, outcome),
        rows,
        perhaps,
        value_of(asked, outcome),
        outcome.cases,
        is_vacuous(asked, outcome),
        outcome.rules,
    )


def is_vacuous(asked: Question, outcome: Outcome) -> bool:
    """Tell whether a claim is about nothing."""
    return asked.then is not None and outcome.cases[1] == 0


def verdict(asked: Question, outcome: Outcome) -> str:
    """Say yes, no or unknown: ``all`` and ``never`` hold where there is no row."""
    if outcome.goal is None or (asked.mode == "which" and outcome.goal and not outcome.certain):
        return "unknown"
    wants_none = (asked.then is not None) != (asked.mode == "never")
    return "yes" if outcome.goal != wants_none else "no"


def value_of(asked: Question, outcome: Outcome) -> tuple[int | None, int | None] | None:
    """Give the number asked for, at least and at most: nothing where there may be none."""
    if asked.mode == "count":
        return len(outcome.certain), len(outcome.possible)
    if asked.mode not in ("min", "max"):
        return None
    if outcome.best is not None:
        return outcome.best
    pick = min if asked.mode == "min" else max
    numbers = [
        pick((row[0] for row in rows if isinstance(row[0], int)), default=None)
        for rows in (outcome.certain, outcome.possible)
    ]
    return numbers[0], numbers[1]


def best_rows(mode: str, rows: Sequence[Row]) -> tuple[Row, ...]:
    """List the rows of the least or greatest number."""
    numbered = [row for row in rows if isinstance(row[0], int)]
    if not numbered:
        return tuple(rows)
    best = (min if mode == "min" else max)(row[0] for row in numbered)
    return tuple(row for row in numbered if row[0] == best)


@dataclass
class Tally:
    """Counts worlds as they are decided."""

    asked: Question
    families: Sequence[Family]
    counts: dict[str, int] = field(default_factory=lambda: {"yes": 0, "no": 0, "unknown": 0})
    kept: dict[str, list[World]] = field(default_factory=dict)
    barred: list[tuple[World, str]] = field(default_factory=list)
    rows: dict[Row, int] = field(default_factory=dict)
    values: dict[int, int] = field(default_factory=dict)
    rules: set[str] = field(default_factory=set)
    vacuous: int = 0
    as_is: str = ""

    def add(self, world: World, outcome: Outcome | str) -> None:
        """Count a world, or one that cannot be, with the reason."""
        if isinstance(outcome, str):
            self.barred.append((world, outcome))
            return
        said = verdict(self.asked, outcome)
        self.counts[said] += 1
        worlds = self.kept.setdefault(said, [])
        if len(worlds) < MOST_KEPT:
            worlds.append(world)
        self.rules.update(outcome.rules)
        self.vacuous += is_vacuous(self.asked, outcome)
        for row in outcome.certain:
            self.rows[row] = self.rows.get(row, 0) + 1
        least, most = value_of(self.asked, outcome) or (None, None)
        if least is not None and least == most:
            self.values[least] = self.values.get(least, 0) + 1

    @property
    def answer(self) -> str:
        """Say yes, no or unknown of all worlds counted; there is no answer about none."""
        universal = self.asked.mode in UNIVERSAL
        if self.counts["no" if universal else "yes"]:
            return "no" if universal else "yes"
        if self.counts["unknown"]:
            return "unknown"
        return "yes" if universal else "no"

    def worlds(self) -> Worlds:
        """Give what was counted."""
        telling = self.kept.get("no" if self.asked.mode in UNIVERSAL else "yes", [])
        telling = sorted(telling, key=lambda world: (len(world), world))
        fewest = len(telling[0]) if telling else 0
        return Worlds(
            total=sum(self.counts.values()),
            counts=dict(self.counts),
            telling=tuple(telling),
            open=tuple(self.kept.get("unknown", [])),
            smallest=tuple(world for world in telling if len(world) == fewest),
            minimal=_minimal(telling),
            impossible=tuple(self.barred),
            left_out=tuple(each for family in self.families for each in family.refused),
            rows=tuple(sorted(self.rows.items(), key=lambda each: (-each[1], row_order(each[0])))),
            values=tuple(sorted(self.values.items())),
            vacuous=self.vacuous,
            as_is=self.as_is,
        )


def tallied(asked: Question, tally: Tally, over: OutOfBudget | None = None) -> Finding:
    """Say what the worlds counted answer; a telling world answers even where a limit was met."""
    worlds = tally.worlds()
    answer = tally.answer
    if over is not None and not worlds.telling:
        answer = "out_of_budget"
    numbers = [number for number, _ in worlds.values]
    return Finding(
        asked,
        answer,
        value=(min(numbers), max(numbers)) if numbers else None,
        vacuous=not worlds.total or worlds.vacuous == worlds.total,
        undecided=tuple(sorted(tally.rules)),
        worlds=worlds,
        over=over,
    )


def _minimal(worlds: Iterable[World]) -> tuple[World, ...]:
    """List those worlds, given by size, that hold no other whole."""
    found: list[tuple[World, frozenset[Piece]]] = []
    for world in worlds:
        here = frozenset(world)
        if not any(other <= here for _, other in found):
            found.append((world, here))
    return tuple(world for world, _ in found)
