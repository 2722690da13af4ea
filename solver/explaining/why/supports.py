"""Collects, backwards from what is asked, every rule instance that supports a true atom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import clingo

from hexcourt.solver.explaining.programs.literals import ATOM, EVERY, BodyLiteral, Branch
from hexcourt.solver.explaining.programs.rules import Variant
from hexcourt.solver.explaining.programs.terms import Signature, shown, signature_of, tuple_text
from hexcourt.solver.explaining.programs.theory import Theory
from hexcourt.solver.explaining.why_not.probes import fresh_number

ROUNDS = 12
"""In so many rounds a predicate is asked about atom by atom, then about all that is true of it."""


@dataclass(frozen=True, slots=True)
class Element:
    """An instance of an element of a body literal: what is counted, and its literals' values."""

    weight: clingo.Symbol
    branch: int
    parts: tuple[clingo.Symbol, ...]


@dataclass(frozen=True, slots=True)
class Instance:
    """An instance of a rule whose body holds: ``literals`` are the values of its body literals.

    ``elements`` gives for literals with branches what holds of each. ``groups`` are the positive
    atoms that it rests on: of each group one is enough.
    """

    variant: Variant
    order: int
    head: clingo.Symbol
    literals: tuple[clingo.Symbol, ...]
    values: clingo.Symbol
    elements: Mapping[int, tuple[Element, ...]]
    groups: tuple[tuple[clingo.Symbol, ...], ...]

    @property
    def bound(self) -> dict[str, str]:
        """Map the rule's variables to their values."""
        return dict(zip(self.variant.variables, map(shown, self.values.arguments), strict=True))


Supports = Mapping[clingo.Symbol, tuple[Instance, ...]]
"""The instances that derive each atom; leaves have none."""


def gather(theory: Theory, goals: Iterable[clingo.Symbol]) -> Supports:
    """Collect the supports of true atoms and of all that these rest on."""
    found: dict[clingo.Symbol, tuple[Instance, ...]] = {}
    asked: Counter[Signature] = Counter()
    frontier = sorted(set(goals))
    while frontier:
        inner = [atom for atom in frontier if not theory.is_leaf(atom)]
        found.update((atom, ()) for atom in frontier)
        inner = _widened(theory, inner, asked, found)
        found.update((atom, ()) for atom in inner)
        for instance in _supporting(theory, inner):
            found[instance.head] = (*found[instance.head], instance)
        reached = {
            each
            for atom in inner
            for instance in found[atom]
            for group in instance.groups
            for each in group
        }
        frontier = sorted(reached - found.keys())
    return found


def _widened(
    theory: Theory,
    goals: list[clingo.Symbol],
    asked: Counter[Signature],
    found: Mapping[clingo.Symbol, object],
) -> list[clingo.Symbol]:
    """Add all atoms of the predicates that have been asked about time and again."""
    signatures = {signature_of(goal) for goal in goals}
    asked.update(signatures)
    wide = [each for each in signatures if asked[each] > ROUNDS]
    more = {
        atom
        for signature in wide
        for atom in theory.bench.atoms(signature)
        if atom not in found and not theory.is_leaf(atom)
    }
    return sorted({*goals, *more})


def _supporting(theory: Theory, goals: Sequence[clingo.Symbol]) -> Iterator[Instance]:
    """Ask for all rule instances that derive some goals, in the order of the rules."""
    signatures = sorted({signature_of(goal) for goal in goals}, key=_order)
    variants = [variant for each in signatures for variant in theory.variants(each)]
    if not variants:
        return
    number = fresh_number()
    lines = [f"__g{number}({goal})." for goal in goals]
    for order, variant in enumerate(variants):
        lines += reason_rules(variant, order, number)
    reasons, elements = theory.bench.ask(lines, [(f"__r{number}", 4), (f"__e{number}", 6)])
    inside = _sorted_elements(elements)
    for order_symbol, head, literals, values in reasons:
        order = order_symbol.number
        variant = variants[order]
        own = {
            place: chosen(literal, inside.get((order, place, values), ()))
            for place, literal in enumerate(variant.body)
            if literal.branches
        }
        groups = tuple(_groups(theory, variant, literals.arguments, own))
        yield Instance(variant, order, head, tuple(literals.arguments), values, own, groups)


def reason_rules(variant: Variant, order: int, number: int) -> Iterator[str]:
    """Write the rules that tell which instances of a rule derive the goals, and on what elements."""
    values = tuple_text(variant.variables)
    templates = tuple_text(literal.template for literal in variant.body)
    body = "; ".join([f"__g{number}({variant.head})", *(each.text for each in variant.body)])
    yield f"__r{number}({order},{variant.head},{templates},{values}) :- {body}."
    reason = f"__r{number}({order},_,_,{values})"
    for place, literal in enumerate(variant.body):
        for branch_number, branch in enumerate(literal.branches):
            yield element_rule(
                f"__e{number}({order},{place},{values}", branch_number, branch, reason
            )


def element_rule(begin: str, number: int, branch: Branch, given: str) -> str:
    """Write the rule that lists the instances of a branch."""
    templates = tuple_text(part.template for part in branch.parts)
    body = "; ".join([given, *(part.text for part in branch.parts)])
    return f"{begin},{number},{branch.weight},{templates}) :- {body}."


_Key = tuple[int, int, clingo.Symbol]


def _sorted_elements(answers: list[list[clingo.Symbol]]) -> dict[_Key, list[Element]]:
    inside: dict[_Key, list[Element]] = {}
    for order, place, values, branch, weight, parts in answers:
        element = Element(weight, branch.number, tuple(parts.arguments))
        inside.setdefault((order.number, place.number, values), []).append(element)
    return inside


def chosen(literal: BodyLiteral, elements: Sequence[Element]) -> tuple[Element, ...]:
    """Keep one element for each thing that is counted; all, where every one matters."""
    if literal.kind in (EVERY, ATOM):
        return tuple(elements)
    first: dict[clingo.Symbol, Element] = {}
    for each in elements:
        first.setdefault(each.weight, each)
    return tuple(first.values())


def _groups(
    theory: Theory,
    variant: Variant,
    values: Sequence[clingo.Symbol],
    elements: Mapping[int, tuple[Element, ...]],
) -> Iterator[tuple[clingo.Symbol, ...]]:
    """List the positive atoms that an instance rests on; of each group one is enough."""
    for place, literal in enumerate(variant.body):
        if literal.kind == ATOM:
            own = elements.get(place)
            yield (values[place],) if own is None else tuple(each.parts[0] for each in own)
        else:
            for element in elements.get(place, ()):
                for atom in positive_atoms(literal, element):
                    yield (atom,)


def positive_atoms(literal: BodyLiteral, element: Element) -> list[clingo.Symbol]:
    """List the positive atoms of an element."""
    parts = literal.branches[element.branch].parts
    return [value for part, value in zip(parts, element.parts, strict=True) if part.kind == ATOM]


def _order(signature: Signature) -> tuple[str, int, bool]:
    return signature.name, signature.arity, signature.positive
