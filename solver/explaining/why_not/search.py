"""Searches for the instances in which rules come nearest to deriving an atom.

A state binds some variables of a rule and has tried some literals of its body. Literals are tried one
after the other, tests as soon as their variables are bound; what a literal has no match for goes on
without it, as failed. So many states of a rule are kept, those with the fewest failures.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import clingo

from hexcourt.solver.explaining.programs.literals import AGGREGATE, ATOM, COMPARISON, BodyLiteral
from hexcourt.solver.explaining.programs.patterns import COMPUTING
from hexcourt.solver.explaining.programs.rules import Variant, outside
from hexcourt.solver.explaining.programs.terms import has, tuple_text, variables_of
from hexcourt.solver.explaining.programs.theory import Theory
from hexcourt.solver.explaining.why_not.probes import fresh_number

KEPT = 300
"""So many states of one rule are followed at once."""

JOINED = 20_000
"""So many pairs of states and atoms are looked at, at the most, where nothing ties them together."""


@dataclass(frozen=True, slots=True)
class State:
    """How far a rule has come: values of variables, literals that failed, literals still to try."""

    order: int
    names: tuple[str, ...]
    values: tuple[clingo.Symbol, ...]
    failed: tuple[int, ...]
    todo: tuple[int, ...]

    @property
    def key(self) -> tuple[int, tuple[int, ...], tuple[clingo.Symbol, ...]]:
        """Give what sorts states: those that come nearest first."""
        return len(self.failed) + len(self.todo), self.failed, self.values


def nearest(theory: Theory, variants: Sequence[Variant]) -> list[list[State]]:
    """Give for each variant the states in which it comes nearest, sorted; ``todo`` was never reached."""
    done: list[list[State]] = [[] for _ in variants]
    states = [
        State(order, (), (), (), tuple(range(len(variant.body))))
        for order, variant in enumerate(variants)
    ]
    places: dict[tuple[int, tuple[str, ...], tuple[int, ...]], int | None] = {}
    while states:
        groups: dict[tuple[int, tuple[str, ...], int], list[State]] = {}
        for state in states:
            known = state.order, state.names, state.todo
            if known not in places:
                places[known] = _next(variants[state.order], state)
            place = places[known]
            if place is None:
                done[state.order].append(state)
            else:
                groups.setdefault((state.order, state.names, place), []).append(state)
        states = _best(_tried(theory, variants, groups))
    return [sorted(each, key=lambda state: state.key) for each in done]


def _best(states: Sequence[State]) -> list[State]:
    """Keep the best states of each variant."""
    by_order: dict[int, list[State]] = {}
    for state in sorted(set(states), key=lambda each: each.key):
        kept = by_order.setdefault(state.order, [])
        if len(kept) < KEPT:
            kept.append(state)
    return [state for each in by_order.values() for state in each]


def _next(variant: Variant, state: State) -> int | None:
    """Choose the literal to try next: a test, else the one that is best tied to what is bound."""
    bound = set(state.names)
    best: tuple[tuple[bool, bool, int, int], int] | None = None
    for place in state.todo:
        literal = variant.body[place]
        names = variant.needs[place]
        unbound = [name for name in names if name not in bound]
        if unbound and not _can_bind(literal, names, state.names):
            continue
        loose = bool(names) and len(unbound) == len(names)
        rank = (bool(unbound), loose, len(unbound), place)
        if best is None or rank < best[0]:
            best = rank, place
    return None if best is None else best[1]


def _can_bind(literal: BodyLiteral, names: tuple[str, ...], bound: tuple[str, ...]) -> bool:
    if literal.negated or literal.kind not in (ATOM, COMPARISON, AGGREGATE):
        return False
    if literal.kind == ATOM and not has(literal.node, *COMPUTING):
        return True
    if literal.kind == AGGREGATE:
        guards = variables_of(outside(literal.node))
        inner = set(names) - set(bound)
        if not inner <= set(guards):
            return False
    given = tuple(name for name in names if name in bound)
    return _is_safe(tuple_text(given), tuple_text(names), literal.text)


@cache
def _is_safe(given: str, names: str, literal: str) -> bool:
    """Ask clingo whether a literal binds its variables when some of them are given."""
    control = clingo.Control(logger=lambda code, text: None)
    try:
        control.add("base", [], f"__n({names}) :- __b({given}); {literal}.")
        control.ground([("base", [])])
    except RuntimeError:
        return False
    return True


_Groups = dict[tuple[int, tuple[str, ...], int], list[State]]


def _tried(theory: Theory, variants: Sequence[Variant], groups: _Groups) -> list[State]:
    """Try the next literal of all states; those that it fails for go on without it."""
    number = fresh_number()
    tries: list[tuple[State, int, tuple[str, ...]]] = []
    lines: list[str] = []
    for group, ((order, names, place), states) in enumerate(groups.items()):
        variant = variants[order]
        literal = variant.body[place]
        needed = variant.needs[place]
        further = tuple(name for name in needed if name not in names)
        for state in states[: _affordable(theory, literal, needed, names)]:
            values = tuple_text(map(str, state.values))
            lines.append(f"__s{number}({group},{len(tries)},{values}).")
            tries.append((state, place, further))
        given = f"__s{number}({group},__N,{tuple_text(names)})"
        lines.append(f"__t{number}(__N,{tuple_text(further)}) :- {given}; {literal.text}.")
    (answers,) = theory.bench.ask(lines, [(f"__t{number}", 2)])
    matched = {seed.number for seed, _ in answers}
    found = [_without(*tries[each][:2]) for each in range(len(tries)) if each not in matched]
    for seed, bound in answers:
        state, place, further = tries[seed.number]
        found.append(_with(state, place, further, bound.arguments))
    return found


def _without(state: State, place: int) -> State:
    todo = tuple(each for each in state.todo if each != place)
    return State(state.order, state.names, state.values, (*state.failed, place), todo)


def _with(
    state: State, place: int, names: tuple[str, ...], values: Sequence[clingo.Symbol]
) -> State:
    todo = tuple(each for each in state.todo if each != place)
    bound = dict(zip(names, values, strict=True)) | dict(
        zip(state.names, state.values, strict=True)
    )
    ordered = sorted(bound)
    return State(
        state.order, tuple(ordered), tuple(bound[name] for name in ordered), state.failed, todo
    )


def _affordable(
    theory: Theory, literal: BodyLiteral, needed: tuple[str, ...], names: tuple[str, ...]
) -> int:
    """Say for how many states a literal may be tried that nothing ties to them."""
    if literal.signature is None or not needed or set(needed) & set(names):
        return KEPT
    return max(1, JOINED // (1 + len(theory.bench.atoms(literal.signature))))
