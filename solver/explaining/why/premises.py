"""Fills the values of a rule instance into its body literals."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import clingo

from hexcourt.solver.explaining.programs.literals import (
    ABSENT,
    AGGREGATE,
    ATOM,
    COMPARISON,
    DOUBLE,
    EVERY,
    BodyLiteral,
)
from hexcourt.solver.explaining.programs.terms import shown
from hexcourt.solver.explaining.why.derivation import Counted, Premise
from hexcourt.solver.explaining.why.supports import Element, positive_atoms

Pick = Callable[[tuple[clingo.Symbol, ...]], clingo.Symbol]

LISTED = 6
"""So many elements of an aggregate stand in its text."""

_NOTHING = "nothing derives it"


def premise(
    literal: BodyLiteral,
    value: clingo.Symbol,
    elements: Sequence[Element] = (),
    pick: Pick = min,
) -> Premise:
    """Write a literal with its values; ``pick`` chooses among atoms that serve equally."""
    if literal.kind == ATOM:
        atom = pick(tuple(each.parts[0] for each in elements)) if literal.branches else value
        return Premise(ATOM, str(atom), literal.text, (str(atom),))
    if literal.kind == ABSENT:
        return Premise(ABSENT, f"not {shown(value)}", literal.text, note=_NOTHING)
    if literal.kind == DOUBLE:
        return Premise(DOUBLE, f"not not {shown(value)}", literal.text, note="it is true")
    if literal.kind == COMPARISON:
        return Premise(COMPARISON, compared(literal, value), literal.text)
    if literal.kind == AGGREGATE:
        return _aggregate(literal, value, elements)
    if literal.kind == EVERY:
        return _every(literal, elements)
    return Premise(literal.kind, literal.text, literal.text)


def compared(literal: BodyLiteral, value: clingo.Symbol) -> str:
    """Write a comparison with its values."""
    first, *others = map(shown, value.arguments)
    pairs = zip(literal.operators, others, strict=True)
    text = " ".join([first, *(f"{operator} {other}" for operator, other in pairs)])
    return f"not {text}" if literal.negated else text


def aggregate_value(function: str, weights: Sequence[clingo.Symbol]) -> clingo.Symbol:
    """Compute what an aggregate comes to."""
    if function == "#count":
        return clingo.Number(len(weights))
    first = [each.arguments[0] for each in weights if each.arguments]
    if function == "#min":
        return min(first, default=clingo.Supremum)
    if function == "#max":
        return max(first, default=clingo.Infimum)
    numbers = [each.number for each in first if each.type is clingo.SymbolType.Number]
    least = 0 if function == "#sum+" else None
    return clingo.Number(sum(n for n in numbers if least is None or n > least))


def _aggregate(literal: BodyLiteral, value: clingo.Symbol, elements: Sequence[Element]) -> Premise:
    weights = [each.weight for each in elements]
    result = str(aggregate_value(literal.function, weights))
    listed = [_weight(each) for each in weights[:LISTED]]
    if len(weights) > LISTED:
        listed.append("...")
    text = f"{literal.function}{{{'; '.join(listed)}}}"
    guards = list(zip(literal.operators, map(shown, _guards(literal, value)), strict=True))
    if guards and guards[0][0]:
        operator, bound = guards.pop(0)
        text = f"{bound} {operator} {text}"
    elif guards:
        guards.pop(0)
    text = " ".join([text, *(f"{operator} {bound}" for operator, bound in guards)])
    return Premise(
        AGGREGATE,
        f"not {text}" if literal.negated else text,
        literal.text,
        _atoms(literal, elements),
        tuple(_counted(literal, each) for each in elements),
        result,
        f"it comes to {result}",
    )


def _guards(literal: BodyLiteral, value: clingo.Symbol) -> list[clingo.Symbol]:
    """List the values of the guards, one for each operator."""
    bounds = list(value.arguments)
    return [clingo.Function("", []), *bounds] if literal.operators[:1] == ("",) else bounds


def _every(literal: BodyLiteral, elements: Sequence[Element]) -> Premise:
    counted = tuple(_counted(literal, each) for each in elements)
    texts = ["; ".join(p.text for p in each.premises) for each in counted[:LISTED]]
    more = ", ..." if len(counted) > LISTED else ""
    text = f"all of ({' | '.join(texts)}{more})" if counted else "all of ()"
    note = "" if counted else "there is nothing that it asks for"
    return Premise(EVERY, text, literal.text, _atoms(literal, elements), counted, note=note)


def _counted(literal: BodyLiteral, element: Element) -> Counted:
    parts = literal.branches[element.branch].parts
    inside = tuple(premise(part, v) for part, v in zip(parts, element.parts, strict=True))
    return Counted(_weight(element.weight), inside)


def _weight(weight: clingo.Symbol) -> str:
    return ",".join(map(shown, weight.arguments))


def _atoms(literal: BodyLiteral, elements: Sequence[Element]) -> tuple[str, ...]:
    atoms = (str(a) for each in elements for a in positive_atoms(literal, each))
    return tuple(dict.fromkeys(atoms))
