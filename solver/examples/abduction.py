"""Finds where the units of a worked example stand, so that the fewest of its claims are contradicted.

Every line between candidates is judged beforehand, once for each way the board may be along it; the
search itself is a program (``best_placement``), whose optimum is proved by the solver.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import TypeVar

import clingo
import numpy as np

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.fact_syntax import string_term
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import GROUND, Counter
from hexcourt.facts.examples.worked_example import (
    AFV,
    Example,
    ExampleUnit,
    LineClaim,
    StatedPlace,
    afv_at,
)
from hexcourt.facts.tracing.touched import hexes_of
from hexcourt.solver.examples.conformance import (
    CheckedLine,
    UnitPlace,
    check_lines,
    line_of,
    mark_remarks,
    unit_place_at,
)
from hexcourt.solver.placement.placement import with_counters
from hexcourt.solver.position.board_state import BoardState
from hexcourt.solver.rulebase.ground import ActiveRules
from hexcourt.solver.sight.los_engine import LosEngine


class NoAnswer(RuntimeError):
    """The program has no answer at all."""


def first_optimum(
    grounded: clingo.Control, preferred: Sequence[clingo.Symbol]
) -> tuple[clingo.Symbol, ...]:
    """Return the atoms of an optimal answer; its optimality is proved.

    Of several, it is the one that holds the earliest of ``preferred`` that it can, taken in order.
    """
    grounded.configuration.solve.models = 0  # type: ignore[union-attr]
    costs, _ = _last(grounded, ())
    bound = ",".join(str(cost) for cost in costs)
    grounded.configuration.solve.opt_mode = f"enum,{bound}" if bound else "enum"  # type: ignore[union-attr]
    grounded.configuration.solve.models = 1  # type: ignore[union-attr]
    remaining: list[tuple[clingo.Symbol, bool]] = []
    for atom in preferred:
        may_hold = grounded.solve(assumptions=[*remaining, (atom, True)]).satisfiable
        remaining.append((atom, bool(may_hold)))
    return _last(grounded, remaining)[1]


def possible(grounded: clingo.Control) -> tuple[clingo.Symbol, ...]:
    """Return the atoms that are true in one answer or another."""
    grounded.configuration.solve.models = 0  # type: ignore[union-attr]
    grounded.configuration.solve.enum_mode = "brave"  # type: ignore[union-attr]
    return _last(grounded, ())[1]


def _last(
    grounded: clingo.Control, assumptions: Sequence[tuple[clingo.Symbol, bool]]
) -> tuple[list[int], tuple[clingo.Symbol, ...]]:
    """Return costs and atoms of the last model that solving finds."""
    found: tuple[list[int], tuple[clingo.Symbol, ...]] | None = None
    with grounded.solve(assumptions=assumptions, yield_=True) as models:
        for model in models:
            found = (list(model.cost), tuple(model.symbols(atoms=True)))
    if found is None:
        raise NoAnswer("no answer fits")
    return found


PROFILE = "best_placement"
AS_PRINTED = "as_printed"

Held = TypeVar("Held")

Line = tuple[UnitPlace, UnitPlace]
Case = tuple[tuple[int, str], ...]
"""What is chosen, of the variables that bear on a line: variable and value."""


@dataclass(frozen=True)
class Variable:
    """Something that may be otherwise on the board: rubble in a hex, or the reading of an outline.

    ``values`` are terrain terms, the first being ``as_printed``; ``hexes`` are those it bears on;
    ``rubbled`` is the hex that rubble would lie in, none for an outline.
    """

    name: str
    values: tuple[str, ...]
    hexes: frozenset[str]
    rubbled: str | None = None


@dataclass(frozen=True)
class Solution:
    """What a search found.

    ``posts`` and ``chosen`` are one best placement, the first in the order of the file; ``every`` lists
    for each unit all posts, for each variable all values, that a placement as good may have.
    ``contradicted`` and ``missed`` are the numbers of the claims, and of those whose marks, the best
    placement contradicts; ``close`` of those whose lines are too close to call.
    """

    posts: Mapping[str, UnitPlace]
    chosen: Mapping[str, str]
    every: Mapping[str, tuple[UnitPlace, ...]]
    values: Mapping[str, tuple[str, ...]]
    contradicted: tuple[int, ...]
    missed: tuple[int, ...]
    close: tuple[int, ...]
    lines: int


class ExampleSearch:
    """A search for the posts of one example's units on its board."""

    def __init__(self, example: Example, position: BoardState) -> None:
        """``position`` has the board as the example reads it, with its ``fixed_counters`` on it."""
        self.example = example
        self.position = position
        self.board = position.board_of_lines
        self.engine = LosEngine(self.board)
        self.stand: dict[str, tuple[UnitPlace, ...]] = {
            unit.name: tuple(
                unit_place_at(self.board, place, position.statuses)
                for place in _places(example, unit)
            )
            for unit in example.units
        }
        self.variables = (*_rubble(example), *_readings(example, self.board))

    @cached_property
    def trials(self) -> Sequence[tuple[LineClaim, Mapping[Line, Line]]]:
        """Return for each claim, and each pair of posts of its units, the line that it is then about."""
        return [
            (
                claim,
                {
                    (a, b): line_of(claim, {claim.viewer: a, claim.target: b})
                    for a, b in product(self.stand[claim.viewer], self.stand[claim.target])
                },
            )
            for claim in self.example.claims
        ]

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """List the lines that any claim may be about."""
        found = {line for _, trials in self.trials for line in trials.values()}
        return tuple(sorted(found, key=lambda line: (line[0].name, line[1].name)))

    def solve(self) -> Solution:
        """Search; the optimum is proved."""
        facts = "\n".join(self._facts())
        atoms = first_optimum(
            ActiveRules(PROFILE).ground(facts),
            [clingo.parse_term(term) for term in self._preferred()],
        )
        contradicted, missed = (_claims(atoms, name) for name in ("contradicted", "misses"))
        sharing = sum(atom.match("shared", 2) for atom in atoms)
        bounds = {"contradictions": len(contradicted), "missing": len(missed), "sharing": sharing}
        brave = possible(ActiveRules("every_placement").ground(facts, bounds))
        return Solution(
            posts=dict(self._posts_in(atoms)),
            chosen={self.variables[n].name: value for n, value in _chosen(atoms)},
            every=_by_line(self._posts_in(brave)),
            values=_by_line((self.variables[n].name, value) for n, value in _chosen(brave)),
            contradicted=contradicted,
            missed=missed,
            close=_claims(atoms, "close"),
            lines=len(self.lines),
        )

    def _preferred(self) -> Iterator[str]:
        yield from (f"at({string_term(unit)},{n})" for unit, n in self._in_order())
        for n, variable in enumerate(self.variables):
            yield from (f"chosen({n},{value})" for value in variable.values)

    @cached_property
    def posts(self) -> tuple[UnitPlace, ...]:
        """List all posts; their numbers stand for them in the program."""
        return tuple(dict.fromkeys(post for posts in self.stand.values() for post in posts))

    def _in_order(self) -> Iterator[tuple[str, int]]:
        for unit, posts in self.stand.items():
            yield from ((unit, self.posts.index(post)) for post in posts)

    def _posts_in(self, atoms: Sequence[clingo.Symbol]) -> list[tuple[str, UnitPlace]]:
        held = {
            (atom.arguments[0].string, atom.arguments[1].number)
            for atom in atoms
            if atom.match("at", 2)
        }
        return [(u, self.posts[n]) for u, n in self._in_order() if (u, n) in held]

    def _facts(self) -> Iterator[str]:
        number = {post: n for n, post in enumerate(self.posts)}
        for unit, n in self._in_order():
            yield f"may_stand({string_term(unit)},{n})."
        for n, a in enumerate(self.posts):
            for m, b in enumerate(self.posts):
                if n != m and a.location.hex == b.location.hex:
                    yield f"sharing({n},{m})."
            yield f"sharing({n},{n})."
        for n, variable in enumerate(self.variables):
            yield from (f"may_lie({n},{value})." for value in variable.values)
        for n, variable in enumerate(self.variables):
            for value in variable.values[1:]:
                left = self._board_with(((n, value),)).locations_by_name
                gone = [m for m, post in enumerate(self.posts) if post.location.name not in left]
                yield from (f"gone_if({m},{n},{value})." for m in gone)
        lines = {line: n for n, line in enumerate(self.lines)}
        for claim, trials in self.trials:
            units = f"{string_term(claim.viewer)},{string_term(claim.target)}"
            yield f"claim({claim.number},{units}). says({claim.number},{claim.says})."
            for (a, b), line in trials.items():
                yield f"trial({claim.number},{number[a]},{number[b]},{lines[line]})."
        yield from self._verdicts()

    # --- verdicts ---------------------------------------------------------------------------------

    def _verdicts(self) -> Iterator[str]:
        """Return what each line is like, and which claims' marks do not fit it, in each case."""
        claims = self._claims_of_lines()
        cases: dict[Case, int] = {}
        lines = {line: n for n, line in enumerate(self.lines)}
        for entry, some in self._states().items():
            engine = LosEngine(self._board_with(entry)) if entry else self.engine
            for line, found in zip(some, check_lines(engine, some), strict=True):
                bearing = sorted(self._relevant_variables[line])
                case = tuple((n, dict(entry).get(n, AS_PRINTED)) for n in bearing)
                where = f"{lines[line]},{cases.setdefault(case, len(cases))}"
                yield f"verdict({where},{_verdict(found)})."
                for claim in claims[line] if found.verdict == "clear" else ():
                    if mark_remarks(engine, self.example.meanings, claim, line):
                        yield f"unmarked({claim.number},{where})."
        for case, n in cases.items():
            yield f"case({n})."
            yield from (f"needs({n},{variable},{value})." for variable, value in case)

    def _claims_of_lines(self) -> Mapping[Line, list[LineClaim]]:
        """Return the claims that say of a line that it is there."""
        found: dict[Line, list[LineClaim]] = {line: [] for line in self.lines}
        for claim, trials in self.trials:
            for line in dict.fromkeys(trials.values()) if claim.says == "yes" else ():
                found[line].append(claim)
        return found

    def _states(self) -> Mapping[Case, list[Line]]:
        """Return the states of the board, as far as they are not as printed, each with the lines to
        judge in it: those that all of it bears on.
        """
        states: dict[Case, list[Line]] = {}
        for line in self.lines:
            bearing = sorted(self._relevant_variables[line])
            for values in product(*(self.variables[n].values for n in bearing)):
                pairs = zip(bearing, values, strict=True)
                items = tuple((n, value) for n, value in pairs if value != AS_PRINTED)
                states.setdefault(items, []).append(line)
        return states

    @cached_property
    def _relevant_variables(self) -> Mapping[Line, frozenset[int]]:
        """Return which variables bear on which lines: those of a hex that the line, or the line moved by
        the drawing's grain, touches.
        """
        indices = self.board.indices
        ends = np.array(
            [[indices[a.location.hex], indices[b.location.hex]] for a, b in self.lines],
            dtype=np.int32,
        )
        apart = np.flatnonzero(ends[:, 0] != ends[:, 1])
        touched: dict[int, set[int]] = {}
        aside = self.engine.scene.sideways(ends[apart])
        for shifts in (0 * aside, aside, -aside):
            runs = self.engine.scene.trace(ends[apart], shifts)
            for n, line in enumerate(apart.tolist()):
                found = runs.hexes[runs.starts[n] : runs.starts[n + 1]]
                touched.setdefault(line, set()).update(found.tolist())
        hexes = [{indices[name] for name in variable.hexes} for variable in self.variables]
        return {
            line: frozenset(
                n for n, where in enumerate(hexes) if where & touched.get(number, set())
            )
            for number, line in enumerate(self.lines)
        }

    def _board_with(self, case: Case) -> Board:
        """Return the board with some variables stated differently than as printed."""
        given = {self.variables[n]: value for n, value in case}
        rubble = [Counter(v.rubbled, GROUND, value) for v, value in given.items() if v.rubbled]
        readings = {variable.name: value for variable, value in given.items()}
        outlines = tuple(
            replace(each, terrain=readings.get(each.name, each.terrain))
            for each in self.board.outlines
        )
        return with_counters(replace(self.board, outlines=outlines), rubble)


def _places(example: Example, unit: ExampleUnit) -> tuple[StatedPlace, ...]:
    if unit.candidates:
        return unit.candidates
    if unit.place is None:
        raise BadInput(
            f"{example.name}: unit {unit.name} has no place to be looked for; "
            f'add may_be_at("{unit.name}",Location)'
        )
    return (unit.place,)


def fixed_counters(example: Example) -> tuple[Counter, ...]:
    """List the counters that are not searched for."""
    afvs = [
        afv_at(_places(example, unit)[0].location)
        for unit in example.units
        if unit.kind == AFV and len(_places(example, unit)) == 1
    ]
    remaining = (each for each in example.placed if each not in example.rubble_choices)
    return tuple(sorted({*remaining, *afvs}))


def _rubble(example: Example) -> Iterator[Variable]:
    hexes = _by_line((counter.hex, counter.terrain) for counter in example.rubble_choices)
    for name, terms in hexes.items():
        yield Variable(f"rubble in {name}", (AS_PRINTED, *terms), frozenset({name}), name)


def _readings(example: Example, board: Board) -> Iterator[Variable]:
    outlines = {outline.name: outline for outline in board.outlines}
    for name, terms in example.readings.items():
        drawn = outlines[name]
        others = tuple(term for term in terms if term != drawn.terrain)
        yield Variable(name, (AS_PRINTED, *others), frozenset(hexes_of(board, drawn)))


def _verdict(evaluated: CheckedLine) -> str:
    if evaluated.close and evaluated.verdict != "unknown":
        return "too_close"
    return evaluated.verdict


def _chosen(atoms: Sequence[clingo.Symbol]) -> list[tuple[int, str]]:
    return sorted(
        (atom.arguments[0].number, str(atom.arguments[1]))
        for atom in atoms
        if atom.match("chosen", 2)
    )


def _claims(atoms: Sequence[clingo.Symbol], name: str) -> tuple[int, ...]:
    return tuple(sorted(atom.arguments[0].number for atom in atoms if atom.match(name, 1)))


def _by_line(pairs: Iterable[tuple[str, Held]]) -> dict[str, tuple[Held, ...]]:
    found: dict[str, tuple[Held, ...]] = {}
    for key, value in pairs:
        found[key] = (*found.get(key, ()), value)
    return found
