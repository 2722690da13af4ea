"""Why an atom is true: a well-founded derivation down to facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from heapq import heappop, heappush

import clingo

from hexcourt.facts.base.graphs import components
from hexcourt.solver.explain.rules import Variant, pattern_of
from hexcourt.solver.explain.terms import (
    ABSENT,
    AGGREGATE,
    ATOM,
    COMPARISON,
    DOUBLE,
    EVERY,
    BodyLiteral,
    Branch,
    SignedPredicate,
    shown,
    signature_of,
    tuple_text,
)
from hexcourt.solver.explain.theory import (
    GIVEN,
    REASONED,
    STATED,
    UNFOUNDED,
    CountedElement,
    Derivation,
    Node,
    Premise,
    RuleInstance,
    Theory,
    atom_of,
    fresh_number,
)

# Rule instances that support true atoms, collected backwards from what is asked


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
    questions: Counter[SignedPredicate] = Counter()
    frontier = sorted(set(goals))
    while frontier:
        inner = [atom for atom in frontier if not theory.is_leaf(atom)]
        found.update((atom, ()) for atom in frontier)
        inner = _widened(theory, inner, questions, found)
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
    questions: Counter[SignedPredicate],
    found: Mapping[clingo.Symbol, object],
) -> list[clingo.Symbol]:
    """Add all atoms of the predicates that have been asked about time and again."""
    signatures = {signature_of(goal) for goal in goals}
    questions.update(signatures)
    wide = [each for each in signatures if questions[each] > ROUNDS]
    more = {
        atom
        for signature in wide
        for atom in theory.bench.atoms(signature)
        if atom not in found and not theory.is_leaf(atom)
    }
    return sorted({*goals, *more})


def _supporting(theory: Theory, goals: Sequence[clingo.Symbol]) -> Iterator[Instance]:
    """Ask for all rule instances that derive some goals, in the order of the rules."""
    signatures = sorted(
        {signature_of(goal) for goal in goals},
        key=lambda each: (each.name, each.arity, each.positive),
    )
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


# Body literals with the values of a rule instance


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
        counted = tuple(_counted(literal, each) for each in elements)
        texts = ["; ".join(p.text for p in each.premises) for each in counted[:LISTED]]
        more = ", ..." if len(counted) > LISTED else ""
        text = f"all of ({' | '.join(texts)}{more})" if counted else "all of ()"
        note = "" if counted else "there is nothing that it asks for"
        return Premise(EVERY, text, literal.text, _atoms(literal, elements), counted, note=note)
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


def _counted(literal: BodyLiteral, element: Element) -> CountedElement:
    parts = literal.branches[element.branch].parts
    inside = tuple(premise(part, v) for part, v in zip(parts, element.parts, strict=True))
    return CountedElement(_weight(element.weight), inside)


def _weight(weight: clingo.Symbol) -> str:
    return ",".join(map(shown, weight.arguments))


def _atoms(literal: BodyLiteral, elements: Sequence[Element]) -> tuple[str, ...]:
    atoms = (str(a) for each in elements for a in positive_atoms(literal, each))
    return tuple(dict.fromkeys(atoms))


# Ranks of atoms by the size of their smallest derivation
#
# The method is Knuth's: A generalization of Dijkstra's algorithm, Information Processing Letters 6
# (1977).


@dataclass(frozen=True)
class Ranks:
    """In which order atoms are reached from facts, and by which instance each is reached first."""

    order: Mapping[clingo.Symbol, int]
    reason: Mapping[clingo.Symbol, Instance]

    def pick(self, group: Iterable[clingo.Symbol]) -> clingo.Symbol:
        """Of a group pick the atom that is reached first."""
        return min(group, key=lambda atom: self.order.get(atom, len(self.order)))


@dataclass(eq=False, slots=True)
class _Waiting:
    """An instance with the groups that no reached atom belongs to yet, and its size so far."""

    instance: Instance
    open: set[int] = field(default_factory=set)
    size: int = 1


def rank(supports: Supports, leaves: Iterable[clingo.Symbol]) -> Ranks:
    """Rank the atoms that have a well-founded derivation; others are left out."""
    heap: list[tuple[int, int, clingo.Symbol, clingo.Symbol, Instance | None]] = []
    users: dict[clingo.Symbol, list[tuple[_Waiting, int]]] = {}
    for instances in supports.values():
        for instance in instances:
            waiting = _Waiting(instance)
            for number, group in enumerate(instance.groups):
                waiting.open.add(number)
                for atom in set(group):
                    users.setdefault(atom, []).append((waiting, number))
            if not waiting.open:
                heappush(heap, _entry(waiting))
    for leaf in leaves:
        heappush(heap, (1, -1, leaf, leaf, None))
    order: dict[clingo.Symbol, int] = {}
    reason: dict[clingo.Symbol, Instance] = {}
    while heap:
        size, _, _, atom, reached_by = heappop(heap)
        if atom in order:
            continue
        order[atom] = len(order)
        if reached_by is not None:
            reason[atom] = reached_by
        for waiting, number in users.get(atom, ()):
            if number in waiting.open:
                waiting.open.remove(number)
                waiting.size += size
                if not waiting.open:
                    heappush(heap, _entry(waiting))
    return Ranks(order, reason)


def _entry(
    waiting: _Waiting,
) -> tuple[int, int, clingo.Symbol, clingo.Symbol, Instance | None]:
    instance = waiting.instance
    return waiting.size, instance.order, instance.values, instance.head, instance


def acyclic_reasons(supports: Supports, ranks: Ranks) -> dict[clingo.Symbol, tuple[Instance, ...]]:
    """List for each atom the instances that can be shown side by side without any circle.

    The first is the one of its rank. Of others, what lies in a positive loop with the atom has to
    be reached before it.
    """
    # Number the strongly connected components of what rests on what.
    groups = components(supports, partial(_rests_on, supports))
    loops = {atom: number for number, group in enumerate(groups) for atom in group}

    def sound(atom: clingo.Symbol, instance: Instance) -> bool:
        picked = [ranks.pick(group) for group in instance.groups]
        return all(
            each in ranks.order
            and (loops[each] != loops[atom] or ranks.order[each] < ranks.order[atom])
            for each in picked
        )

    return {
        atom: (
            first,
            *(each for each in supports[atom] if each is not first and sound(atom, each)),
        )
        for atom, first in ranks.reason.items()
    }


def _rests_on(supports: Supports, atom: clingo.Symbol) -> list[clingo.Symbol]:
    instances = supports.get(atom, ())
    atoms = (each for instance in instances for group in instance.groups for each in group)
    return list(dict.fromkeys(atoms))


Provenance = Callable[[str], str | None]
"""Tells of a fact where it comes from."""

MOST = 40


class NotSo(ValueError):
    """What is asked about is not as the question supposes: true when it asks why, or not true."""


def why(
    theory: Theory,
    atom: str | clingo.Symbol,
    most: int = MOST,
    every: bool = False,
    provenance: Provenance | None = None,
) -> Derivation:
    """Derive a true atom from facts, by the smallest derivation; ``most`` lines will be shown.

    With ``every``, all rule instances that derive a node are listed, the one of the smallest
    derivation first. Raises NotSo for an atom that is not true, TheoryError for what is no atom.
    """
    goal = atom_of(atom)
    if not theory.bench.holds(goal):
        raise NotSo(f"{goal} is not true: ask why not")
    supports = gather(theory, [goal])
    ranks = rank(supports, (each for each in supports if theory.is_leaf(each)))
    if every:
        reasons = acyclic_reasons(supports, ranks)
    else:
        reasons = {each: (first,) for each, first in ranks.reason.items()}
    nodes: dict[str, Node] = {}
    waiting = [goal]
    for here in waiting:
        if str(here) in nodes:
            continue
        own = reasons.get(here, ())
        circular = len(supports[here]) - len(own) if every else 0
        nodes[str(here)] = _node(theory, here, own, ranks, provenance, circular)
        for instance in own:
            waiting += [ranks.pick(group) for group in instance.groups]
    return Derivation(str(goal), nodes, most)


def matching(theory: Theory, pattern: str) -> tuple[str, ...]:
    """List the true atoms that match a pattern, an atom in which variables stand for anything."""
    term = pattern_of(pattern)
    head = f"__m{fresh_number()}"
    (found,) = theory.bench.ask([f"{head}({term}) :- {term}."], [(head, 1)])
    return tuple(str(atom) for (atom,) in found)


def _node(
    theory: Theory,
    atom: clingo.Symbol,
    instances: tuple[Instance, ...],
    ranks: Ranks,
    provenance: Provenance | None,
    circular: int,
) -> Node:
    if instances:
        steps = tuple(dict.fromkeys(_step(each, ranks) for each in instances))
        return Node(str(atom), REASONED, steps, circular=circular)
    if not theory.is_leaf(atom):
        return Node(str(atom), UNFOUNDED)
    result = None if provenance is None else provenance(str(atom))
    if atom in theory.given:
        return Node(str(atom), GIVEN, provenance=result)
    return Node(str(atom), STATED, stated_by=theory.stated_by(atom), provenance=result)


def _step(instance: Instance, ranks: Ranks) -> RuleInstance:
    premises = (
        premise(literal, value, instance.elements.get(place, ()), ranks.pick)
        for place, (literal, value) in enumerate(
            zip(instance.variant.body, instance.literals, strict=True)
        )
    )
    return RuleInstance(
        instance.variant.rule,
        instance.variant.kind,
        str(instance.head),
        tuple(premises),
        tuple(instance.bound.items()),
    )
