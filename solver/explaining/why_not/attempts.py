"""Writes out the state in which a rule came nearest: what of its body holds, and what does not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import clingo
from clingo import ast

from hexcourt.solver.explaining.programs.literals import (
    ABSENT,
    ATOM,
    DOUBLE,
    EVERY,
    BodyLiteral,
    take_apart,
)
from hexcourt.solver.explaining.programs.patterns import COMPUTING, folded, pattern_of, pattern_text
from hexcourt.solver.explaining.programs.rules import Variant
from hexcourt.solver.explaining.programs.terms import (
    ANY,
    Names,
    constant,
    filled,
    has,
    hidden,
    shown,
    variables_of,
)
from hexcourt.solver.explaining.programs.theory import Theory
from hexcourt.solver.explaining.why.derivation import FAILS, HOLDS, OPEN, Attempt, Premise, Trial
from hexcourt.solver.explaining.why.premises import premise
from hexcourt.solver.explaining.why.proving_why import matching, why
from hexcourt.solver.explaining.why.supports import Element, chosen, element_rule
from hexcourt.solver.explaining.why_not.probes import fresh_number
from hexcourt.solver.explaining.why_not.search import State

_BECAUSE = 8
"""So many lines would be enough to say why what should not be true is true."""


@dataclass(frozen=True, slots=True)
class _Filled:
    """A literal with the values of a state filled in, and as written in the rule.

    ``pattern`` writes its atom, if it is one, with the values that all states share that fail just
    so, where nothing like it is true. It is ``exact`` where no arithmetic waits for values.
    """

    literal: BodyLiteral
    written: str
    state: str
    pattern: str = ""
    wide: str = ""
    exact: bool = False

    @property
    def widens(self) -> bool:
        """Tell whether a missing atom may be put in more general words."""
        return self.state == FAILS and self.exact and self.wide != self.pattern


@dataclass(frozen=True, slots=True)
class Near:
    """A state in which a rule came near to an atom of a pattern.

    ``shared`` are the variables whose values all states share that fail just so.
    """

    pattern: str
    variant: Variant
    state: State
    shared: frozenset[str]

    @property
    def distance(self) -> int:
        """Count the body literals that do not hold."""
        return len(self.state.failed) + len(self.state.todo)


def attempts_of(theory: Theory, found: Sequence[Near]) -> list[Attempt]:
    """Write out states of rules; all are asked about at once."""
    number = fresh_number()
    all_filled = _told_apart(theory, [list(_fill(each)) for each in found])
    lines: list[str] = [f"__one{number}."]
    lines += [
        f"__d{number}({n},-1,{_head(each)}) :- __one{number}." for n, each in enumerate(found)
    ]
    for order, filled_in in enumerate(all_filled):
        for place, each in enumerate(filled_in):
            lines += _questions(each, order, place, number)
    heads = [(f"__d{number}", 3), (f"__e{number}", 6), (f"__x{number}", 3)]
    values, elements, wanting = theory.bench.ask(lines, heads)
    details = _Details(values, elements, wanting)
    return [
        Attempt(
            near.variant.rule,
            near.variant.kind,
            _head_text(near, details.values.get((order, -1))),
            tuple(
                _trial(theory, each, details, (order, place))
                for place, each in enumerate(all_filled[order])
            ),
        )
        for order, near in enumerate(found)
    ]


class _Details:
    """The answers about literals, by the number of the state and of the literal."""

    def __init__(self, values: _Rows, elements: _Rows, wanting: _Rows) -> None:
        self.values = {(o.number, p.number): value for o, p, value in values}
        self.elements: dict[tuple[int, int], list[Element]] = {}
        for order, place, _, branch, weight, parts in elements:
            element = Element(weight, branch.number, tuple(parts.arguments))
            self.elements.setdefault((order.number, place.number), []).append(element)
        self.wanting: dict[tuple[int, int], clingo.Symbol] = {}
        for order, place, what in wanting:
            self.wanting.setdefault((order.number, place.number), what)


_Rows = list[list[clingo.Symbol]]


def _bound(state: State, location: ast.Location) -> dict[str, ast.AST]:
    return {
        name: ast.SymbolicTerm(location, value)
        for name, value in zip(state.names, state.values, strict=True)
    }


def _all_bound(variant: Variant, state: State, location: ast.Location) -> dict[str, ast.AST]:
    values = {name: constant(location, ANY) for name in variant.variables}
    return values | _bound(state, location)


def _head(near: Near) -> str:
    head = near.variant.head
    return str(filled(head, _all_bound(near.variant, near.state, head.location)))


def _head_text(near: Near, value: clingo.Symbol | None) -> str:
    """Write what the rule would derive: what was asked for, or what it comes to."""
    if value is None or not variables_of([pattern_of(near.pattern)]):
        return near.pattern
    return shown(value)


def _fill(near: Near) -> Iterator[_Filled]:
    variant, state = near.variant, near.state
    for place, literal in enumerate(variant.body):
        location = literal.node.location
        values = _all_bound(variant, state, location)
        how = FAILS if place in state.failed else OPEN if place in state.todo else HOLDS
        inner = take_apart(filled(literal.node, values), Names(variant.variables, "Any"))
        filled_in = _Filled(inner, variant.written[place], how)
        if literal.kind in (ATOM, ABSENT):
            bound = _bound(state, location)
            term = folded(filled(literal.node.atom.symbol, bound))
            common = {name: value for name, value in bound.items() if name in near.shared}
            wide = folded(filled(literal.node.atom.symbol, common))
            filled_in = replace(
                filled_in,
                pattern=pattern_text(term),
                wide=pattern_text(term if has(wide, *COMPUTING) else wide),
                exact=not has(term, *COMPUTING),
            )
        yield filled_in


def _told_apart(theory: Theory, found: list[list[_Filled]]) -> list[list[_Filled]]:
    """Widen the patterns of missing atoms as far as nothing like them is true."""
    wide = sorted({each.wide for row in found for each in row if each.widens})
    name = f"__w{fresh_number()}"
    lines = [f"{name}({place}) :- {pattern}." for place, pattern in enumerate(wide)]
    (true,) = theory.bench.ask(lines, [(name, 1)])
    missing = set(wide) - {wide[place.number] for (place,) in true}
    return [
        [
            replace(each, pattern=each.wide) if each.widens and each.wide in missing else each
            for each in row
        ]
        for row in found
    ]


def _questions(each: _Filled, order: int, place: int, number: int) -> Iterator[str]:
    """Ask for the values of a literal, for its elements, and for what a condition lacks."""
    literal, given = each.literal, f"__one{number}"
    yield f"__d{number}({order},{place},{literal.template}) :- {given}."
    if each.state == OPEN:
        return
    for branch_number, branch in enumerate(literal.branches):
        begin = f"__e{number}({order},{place},()"
        yield element_rule(begin, branch_number, branch, given)
    if literal.kind == EVERY and each.state == FAILS:
        inner = literal.node.literal
        sign = ast.Sign.NoSign if inner.sign == ast.Sign.Negation else ast.Sign.Negation
        parts = [given, *map(str, literal.node.condition), str(inner.update(sign=sign))]
        yield f"__x{number}({order},{place},{_inner_template(inner)}) :- {'; '.join(parts)}."


def _inner_template(inner: ast.AST) -> str:
    if inner.atom.ast_type is ast.ASTType.SymbolicAtom:
        return str(hidden(inner.atom.symbol))
    return "()"


def _trial(theory: Theory, each: _Filled, details: _Details, key: tuple[int, int]) -> Trial:
    literal = each.literal
    value = details.values.get(key)
    if each.state != HOLDS and literal.kind == ATOM:
        missing = each.pattern if each.state == FAILS and each.exact else ""
        return Trial(each.state, Premise(ATOM, each.pattern, each.written), missing)
    if each.state == OPEN or value is None:
        text = f"not {each.pattern}" if literal.kind == ABSENT else _blanked(literal.text)
        return Trial(each.state, Premise(literal.kind, text, each.written))
    elements = chosen(literal, details.elements.get(key, ()))
    found = replace(premise(literal, value, elements), written=each.written)
    if each.state == HOLDS:
        return Trial(HOLDS, found)
    return _failed(theory, literal, found, value, details.wanting.get(key))


def _blanked(text: str) -> str:
    return text.replace(ANY, "_")


def _failed(
    theory: Theory,
    literal: BodyLiteral,
    found: Premise,
    value: clingo.Symbol,
    wanting: clingo.Symbol | None,
) -> Trial:
    if literal.kind == ABSENT:
        true = matching(theory, shown(value))[0]
        return Trial(FAILS, replace(found, note=""), because=why(theory, true, _BECAUSE))
    if literal.kind == EVERY and wanting is not None:
        inner = literal.node.literal
        if inner.atom.ast_type is ast.ASTType.SymbolicAtom and not inner.sign:
            note, missing = f"not for {shown(wanting)}", shown(wanting)
        else:
            note, missing = f"not for {_blanked(str(inner))}", ""
        if inner.sign:
            note = f"{shown(wanting)} is true"
        return Trial(FAILS, replace(found, text=found.written, note=note), missing)
    if literal.kind == DOUBLE:
        return Trial(FAILS, replace(found, note=""), shown(value))
    return Trial(FAILS, found)


def missing_of(attempts: Sequence[Attempt]) -> list[str]:
    """List the patterns of missing atoms, those of the nearest attempts first."""
    found: Mapping[str, None] = dict.fromkeys(
        trial.missing for each in attempts for trial in each.failing if trial.missing
    )
    return list(found)
