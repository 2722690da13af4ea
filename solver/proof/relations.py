"""Relations of ground atoms, and bodies joined over them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from hexcourt.solver.proof import ground_program
from hexcourt.solver.proof.residual import NotUnderstoodError
from hexcourt.solver.proof.rules import (
    INF,
    ORDER,
    SUP,
    Atom,
    Between,
    Comparison,
    Simple,
    Term,
    Value,
    calculated,
    compare,
    variables,
)

Row = tuple[Value, ...]
Bound = dict[str, Value]

UNDEFINED = object()
"""What a term comes to that cannot be calculated."""


class Relation:
    """The atoms of one signature that may hold, indexed by whichever places are asked for."""

    def __init__(self) -> None:
        self.rows: dict[Row, None] = {}
        self._indices: dict[tuple[int, ...], dict[Row, list[Row]]] = {}

    def add(self, row: Row) -> bool:
        """Add a row; tell whether it is new."""
        if row in self.rows:
            return False
        self.rows[row] = None
        for places, index in self._indices.items():
            index.setdefault(tuple(row[place] for place in places), []).append(row)
        return True

    def keep(self, rows: set[Row]) -> None:
        """Keep these rows alone."""
        self.rows = {row: None for row in self.rows if row in rows}
        self._indices.clear()

    def matching(self, places: tuple[int, ...], key: Row) -> Sequence[Row]:
        """List the rows that have values at places."""
        if not places:
            return list(self.rows)
        if len(places) == len(key) and places not in self._indices:
            index: dict[Row, list[Row]] = {}
            for row in self.rows:
                index.setdefault(tuple(row[place] for place in places), []).append(row)
            self._indices[places] = index
        return self._indices[places].get(key, ())


def evaluated(term: Term, bound: Bound) -> Any:
    """Calculate a term whose variables are bound."""
    kind = term[0]
    if kind == "is":
        return term[1]
    if kind == "var":
        return bound[term[1]]
    parts = [evaluated(part, bound) for part in term[2]]
    if any(part is UNDEFINED for part in parts):
        return UNDEFINED
    if kind == "fun":
        return (term[1], *parts)
    if term[1] == "abs":
        return abs(parts[0]) if isinstance(parts[0], int) else UNDEFINED
    try:
        found = calculated(str(term[1]), parts[0], parts[1])
    except OverflowError:
        raise NotUnderstoodError("a number is out of range") from None
    return UNDEFINED if found is None else found


def holds(operator: str, one: Value, other: Value) -> bool:
    """Return whether a comparison holds."""
    if operator in ("=", "!="):
        same = type(one) is type(other) and one == other
        return same == (operator == "=")
    order = compare(one, other)
    return {"<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0}[operator]


Step = Callable[[Bound, Callable[[], None]], None]
"""Binds what it can and calls on for each way."""


def planned(
    goals: Sequence[Simple],
    bound: set[str],
    relation: Callable[[Atom], Relation],
    only: dict[int, Callable[[], Sequence[Row]]] | None = None,
) -> tuple[list[Step], list[Simple]]:
    """Order goals so that each is bound when its turn comes; ``bound`` grows by what they bind.

    Given back beside the steps are the negated atoms and those that wait for more to be bound. ``only``
    lists rows for some goal instead of its relation.
    """
    steps: list[Step] = []
    waiting = list(enumerate(goals))
    while True:
        choice = _next(waiting, bound, relation, only or {})
        if choice is None:
            return steps, [goal for _, goal in waiting]
        waiting.remove(choice)
        number, goal = choice
        rows = (only or {}).get(number)
        steps.append(_step(goal, bound, relation, rows))
        bound |= names_in(goal)


def names_in(goal: Simple) -> set[str]:
    """List the variables of a goal."""
    if isinstance(goal, Atom):
        return {name for term in goal.terms for name in variables(term)}
    if isinstance(goal, Between):
        return {name for term in (goal.one, goal.least, goal.most) for name in variables(term)}
    return {*variables(goal.one), *variables(goal.other)}


def _next(
    waiting: Sequence[tuple[int, Simple]],
    bound: set[str],
    relation: Callable[[Atom], Relation],
    only: dict[int, Callable[[], Sequence[Row]]],
) -> tuple[int, Simple] | None:
    """Choose the goal that leaves the fewest ways."""
    best: tuple[float, int, tuple[int, Simple]] | None = None
    for each in waiting:
        cost = _cost(each[1], bound, relation)
        if each[0] in only:
            cost = 0.5
        if cost is not None and (best is None or (cost, each[0]) < best[:2]):
            best = (cost, each[0], each)
    return None if best is None else best[2]


def _cost(goal: Simple, bound: set[str], relation: Callable[[Atom], Relation]) -> float | None:
    if isinstance(goal, Comparison):
        free = [set(variables(each)) - bound for each in (goal.one, goal.other)]
        if not free[0] and not free[1]:
            return 0
        if goal.operator != "=" or (free[0] and free[1]):
            return None
        open_term = goal.one if free[0] else goal.other
        return 0 if _solvable(open_term, bound) else None
    if isinstance(goal, Between):
        if any(set(variables(each)) - bound for each in (goal.least, goal.most)):
            return None
        return 0 if not set(variables(goal.one)) - bound else 3
    if goal.sign:
        return None
    size = len(relation(goal).rows)
    fixed = sum(not set(variables(term)) - bound for term in goal.terms)
    share = fixed / len(goal.terms) if goal.terms else 1
    return float(1 + size ** (1 - share) * (1 if fixed == len(goal.terms) else 2))


def _solvable(term: Term, bound: set[str]) -> bool:
    """Return whether a term can be matched with a value to bind its variables."""
    if not set(variables(term)) - bound or term[0] == "var":
        return True
    if term[0] == "fun":
        return all(_solvable(part, bound) for part in term[2])
    if term[1] not in ("+", "-"):
        return False
    one, other = term[2]
    free = [set(variables(each)) - bound for each in (one, other)]
    return bool(free[0]) != bool(free[1]) and _solvable(one if free[0] else other, bound)


def matched(term: Term, value: Value, bound: Bound) -> bool:
    """Match a term with a value, binding what is free in it; tell whether it fits."""
    kind = term[0]
    if kind == "var":
        name = str(term[1])
        if name not in bound:
            bound[name] = value
            return True
        return holds("=", bound[name], value)
    if kind == "is":
        return holds("=", term[1], value)
    if kind == "fun":
        parts: Sequence[Term] = term[2]
        if not isinstance(value, tuple) or len(value) != len(parts) + 1 or value[0] != term[1]:
            return False
        return all(matched(part, v, bound) for part, v in zip(parts, value[1:], strict=True))
    if all(name in bound for name in variables(term)):
        own = evaluated(term, bound)
        return own is not UNDEFINED and holds("=", own, value)
    if not isinstance(value, int):
        return False
    one, other = term[2]
    if all(name in bound for name in variables(one)):
        known = evaluated(one, bound)
        if not isinstance(known, int):
            return False
        return matched(other, value - known if term[1] == "+" else known - value, bound)
    known = evaluated(other, bound)
    if not isinstance(known, int):
        return False
    return matched(one, value - known if term[1] == "+" else value + known, bound)


def _step(
    goal: Simple,
    bound: set[str],
    relation: Callable[[Atom], Relation],
    rows: Callable[[], Sequence[Row]] | None,
) -> Step:
    if isinstance(goal, Between):
        return _between_step(goal)
    if isinstance(goal, Comparison):
        return _compared_step(goal, bound)
    return _atom_step(goal, bound, relation, rows)


def _between_step(goal: Between) -> Step:
    def step(bound: Bound, on: Callable[[], None]) -> None:
        ends = evaluated(goal.least, bound), evaluated(goal.most, bound)
        if not all(isinstance(end, int) for end in ends):
            return
        for number in range(ends[0], ends[1] + 1):
            before = dict(bound)
            if matched(goal.one, number, bound):
                on()
            bound.clear()
            bound.update(before)

    return step


def _compared_step(goal: Comparison, known: set[str]) -> Step:
    free = [set(variables(each)) - known for each in (goal.one, goal.other)]
    if not free[0] and not free[1]:

        def check(bound: Bound, on: Callable[[], None]) -> None:
            one, other = evaluated(goal.one, bound), evaluated(goal.other, bound)
            if one is not UNDEFINED and other is not UNDEFINED and holds(goal.operator, one, other):
                on()

        return check
    target, source = (goal.one, goal.other) if free[0] else (goal.other, goal.one)
    names = tuple(free[0] or free[1])

    def bind(bound: Bound, on: Callable[[], None]) -> None:
        value = evaluated(source, bound)
        if value is not UNDEFINED and matched(target, value, bound):
            on()
        for name in names:
            bound.pop(name, None)

    return bind


def _atom_step(
    goal: Atom,
    known: set[str],
    relation: Callable[[Atom], Relation],
    rows: Callable[[], Sequence[Row]] | None,
) -> Step:
    fixed = tuple(
        place for place, term in enumerate(goal.terms) if not set(variables(term)) - known
    )
    free = [(place, term) for place, term in enumerate(goal.terms) if place not in fixed]
    names = tuple({name for _, term in free for name in variables(term)})
    keys = [goal.terms[place] for place in fixed]
    once = [str(term[1]) for _, term in free]
    plain = all(term[0] == "var" for _, term in free) and len(set(once)) == len(once)
    places = [place for place, _ in free]
    pairs = list(zip(once, places, strict=True)) if plain else []

    def step(bound: Bound, on: Callable[[], None]) -> None:
        key = tuple([evaluated(term, bound) for term in keys])
        if UNDEFINED in key:
            return
        if rows is not None:
            some: Sequence[Row] = [
                row
                for row in rows()
                if all(holds("=", row[p], v) for p, v in zip(fixed, key, strict=True))
            ]
        elif not free:
            some = (key,) if key in relation(goal).rows else ()
        else:
            some = relation(goal).matching(fixed, key)
        for row in some:
            if plain:
                for name, place in pairs:
                    bound[name] = row[place]
                on()
            else:
                for name in names:
                    bound.pop(name, None)
                if all(matched(term, row[place], bound) for place, term in free):
                    on()
        for name in names:
            bound.pop(name, None)

    return step


def run(steps: Sequence[Step], bound: Bound, found: Callable[[], None]) -> None:
    """Go through all ways to bind what the steps bind."""

    def at(number: int) -> None:
        if number == len(steps):
            found()
        else:
            steps[number](bound, lambda: at(number + 1))

    at(0)


def ways(steps: Sequence[Step], bound: Bound) -> Iterator[Bound]:
    """List all ways."""
    some: list[Bound] = []
    run(steps, bound, lambda: some.append(dict(bound)))
    return iter(some)


# Aggregates


MAX_VALUES = 10_000
"""How many values an aggregate may have that is assigned."""


class Maker(Protocol):
    """What takes further atoms and rules."""

    instances: list[ground_program.GroundRule | ground_program.WeightRule]

    def fresh(self) -> int:
        """Return an atom without a name."""


@dataclass(frozen=True)
class Gate:
    """An aggregate: what each of its elements weighs, and the literal that it may hold by.

    ``sure`` are the weights of elements that hold, ``open_parts`` literals and weights of the others.
    """

    function: str
    sure: tuple[Value, ...]
    open_parts: tuple[tuple[int, Value], ...]
    maker: Maker

    def candidates(self) -> Sequence[Value]:
        """List the values that it may have."""
        if self.function in ("#min", "#max"):
            return self._extreme_candidates()
        values = {sum(self.sure)}
        for _, weight in self.open_parts:
            values |= {value + weight for value in values}
            if len(values) > MAX_VALUES:
                raise NotUnderstoodError(f"an aggregate has more than {MAX_VALUES} values")
        return sorted(values)

    def _extreme_candidates(self) -> Sequence[Value]:
        values = {*self.sure, *(weight for _, weight in self.open_parts)}
        if not self.sure:
            values.add(SUP if self.function == "#min" else INF)
        return sorted(values, key=ORDER)

    def literals(self, operator: str, value: Value, found: list[int]) -> bool:
        """Add literals by which the aggregate compares so with a value; tell whether it can."""
        if operator == "=":
            return self.literals(">=", value, found) and self.literals("<=", value, found)
        if operator == "!=":
            return self._differs(value, found)
        literal = self._bounded(operator, value)
        if literal is None:
            return False
        if literal:
            found.append(literal)
        return True

    def _differs(self, value: Value, found: list[int]) -> bool:
        sides = [self._bounded(operator, value) for operator in ("<", ">")]
        if 0 in sides:
            return True
        literals = [literal for literal in sides if literal]
        if len(literals) > 1:
            either = self.maker.fresh()
            self.maker.instances += [
                ground_program.GroundRule(False, (either,), (x,)) for x in literals
            ]
            literals = [either]
        found += literals
        return bool(literals)

    def _bounded(self, operator: str, value: Value) -> int | None:
        """Return the literal of a bound: 0 where it holds anyway, nothing where it cannot."""
        if self.function in ("#min", "#max"):
            return self._extreme(operator, value)
        if not isinstance(value, int):
            return 0 if _compares(operator, 0, value) else None
        if operator == ">=":
            return self._at_least(value)
        if operator == ">":
            return self._at_least(value + 1)
        return _denied(self._at_least(value if operator == "<" else value + 1))

    def _at_least(self, bound: int) -> int | None:
        need = bound - sum(self.sure)
        pairs: dict[int, int] = {}
        for literal, weight in self.open_parts:
            if weight < 0:
                literal, weight, need = -literal, -weight, need - weight
            pairs[literal] = pairs.get(literal, 0) + weight
        body = tuple((literal, weight) for literal, weight in pairs.items() if weight)
        if need <= 0:
            return 0
        if sum(weight for _, weight in body) < need:
            return None
        atom = self.maker.fresh()
        self.maker.instances.append(ground_program.WeightRule(False, (atom,), need, body))
        return atom

    def _extreme(self, operator: str, value: Value) -> int | None:
        """Bound a least or greatest element: it is beyond where any element is."""
        beyond = ("<", "<=") if self.function == "#min" else (">", ">=")
        if operator not in beyond:
            turned = {"<": ">=", ">": "<=", "<=": ">", ">=": "<"}[operator]
            return _denied(self._extreme(turned, value))
        nothing = SUP if self.function == "#min" else INF
        if any(_compares(operator, each, value) for each in (nothing, *self.sure)):
            return 0
        literals = {x for x, weight in self.open_parts if _compares(operator, weight, value)}
        if not literals:
            return None
        either = self.maker.fresh()
        self.maker.instances += [
            ground_program.GroundRule(False, (either,), (x,)) for x in sorted(literals)
        ]
        return either


def gate_of(
    function: str, parts: Mapping[object, tuple[Value, list[tuple[int, ...]]]], maker: Maker
) -> Gate:
    """Make the gate of an aggregate: of each element the weight, and the bodies it may hold by."""
    sure: list[Value] = []
    open_parts: list[tuple[int, Value]] = []
    for weight, bodies in parts.values():
        if function == "#count":
            weight = 1
        elif function == "#sum+":
            weight = max(0, weight) if isinstance(weight, int) else weight
        if function not in ("#min", "#max") and not isinstance(weight, int):
            raise NotUnderstoodError("what is no number is added up")
        if () in bodies:
            sure.append(weight)
        else:
            open_parts.append((_literal(bodies, maker), weight))
    return Gate(function, tuple(sure), tuple(open_parts), maker)


def _literal(bodies: Sequence[tuple[int, ...]], maker: Maker) -> int:
    if len(bodies) == 1 and len(bodies[0]) == 1:
        return bodies[0][0]
    atom = maker.fresh()
    maker.instances += [ground_program.GroundRule(False, (atom,), body) for body in bodies]
    return atom


def _denied(literal: int | None) -> int | None:
    if literal is None:
        return 0
    return -literal if literal else None


def _compares(operator: str, one: Value, other: Value) -> bool:
    order = compare(one, other)
    return {"<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0}[operator]
