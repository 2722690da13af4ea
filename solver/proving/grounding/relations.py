"""Relations of ground atoms, and bodies joined over them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from hexcourt.solver.proving.grounding.residual import NotUnderstoodError
from hexcourt.solver.proving.grounding.rules import Atom, Between, Compared, Simple, Term, variables
from hexcourt.solver.proving.grounding.terms import Value, calculated, compare

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
    """Tell whether a comparison holds."""
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
    if isinstance(goal, Compared):
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
    """Tell whether a term can be matched with a value to bind its variables."""
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
    if isinstance(goal, Compared):
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


def _compared_step(goal: Compared, known: set[str]) -> Step:
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
