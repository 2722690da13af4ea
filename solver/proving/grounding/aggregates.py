"""Aggregates over elements that hold, or may hold, as literals of ground programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from hexcourt.solver.proving.grounding.residual import NotUnderstoodError
from hexcourt.solver.proving.grounding.terms import INF, ORDER, SUP, Value, compare
from hexcourt.solver.proving.programs import program as ground

MOST_VALUES = 10_000
"""How many values an aggregate may have that is assigned."""


class Maker(Protocol):
    """What takes further atoms and rules."""

    instances: list[ground.Rule | ground.WeightRule]

    def fresh(self) -> int:
        """Give an atom without a name."""


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
            if len(values) > MOST_VALUES:
                raise NotUnderstoodError(f"an aggregate has more than {MOST_VALUES} values")
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
            self.maker.instances += [ground.Rule(False, (either,), (x,)) for x in literals]
            literals = [either]
        found += literals
        return bool(literals)

    def _bounded(self, operator: str, value: Value) -> int | None:
        """Give the literal of a bound: 0 where it holds anyway, nothing where it cannot."""
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
        self.maker.instances.append(ground.WeightRule(False, (atom,), need, body))
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
        self.maker.instances += [ground.Rule(False, (either,), (x,)) for x in sorted(literals)]
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
    maker.instances += [ground.Rule(False, (atom,), body) for body in bodies]
    return atom


def _denied(literal: int | None) -> int | None:
    if literal is None:
        return 0
    return -literal if literal else None


def _compares(operator: str, one: Value, other: Value) -> bool:
    order = compare(one, other)
    return {"<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0}[operator]
