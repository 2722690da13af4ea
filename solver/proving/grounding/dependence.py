"""In which order predicates hang on each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexcourt.solver.proving.grounding.circles import circles
from hexcourt.solver.proving.grounding.rules import Atom, Element, Gathered, Given, Goal, Rule

Signature = tuple[str, int]


def components(rules: Sequence[Rule]) -> Iterator[tuple[frozenset[Signature], list[Rule]]]:
    """List the groups of predicates that hang on each other, those before that others hang on, each
    with its rules; constraints come last.
    """
    needs: dict[Signature, set[Signature]] = {}
    by_head: dict[Signature, list[Rule]] = {}
    constraints = []
    for rule in rules:
        heads = heads_of(rule)
        read = {signature for goal in rule.body for signature in _read(goal)}
        for element in rule.choice or ():
            read |= {s for goal in element.body for s in _read(goal)}
        if not heads:
            constraints.append(rule)
        for head in heads:
            # the heads of one choice are bounded together, so they are grounded together
            needs.setdefault(head, set()).update(read, heads)
            by_head.setdefault(head, []).append(rule)
        for signature in read:
            needs.setdefault(signature, set())
    for group in circles(needs):
        own = {id(rule): rule for signature in sorted(group) for rule in by_head.get(signature, ())}
        if own:
            yield frozenset(group), list(own.values())
    if constraints:
        yield frozenset(), constraints


def heads_of(rule: Rule) -> set[Signature]:
    """List what a rule derives."""
    if rule.head is not None:
        return {rule.head.signature}
    return {each.atom.signature for each in rule.choice or () if each.atom is not None}


def _read(goal: Goal) -> Iterator[Signature]:
    if isinstance(goal, Atom):
        yield goal.signature
    elif isinstance(goal, Gathered):
        for element in goal.elements:
            yield from _of_element(element)
    elif isinstance(goal, Given):
        yield goal.atom.signature
        for each in goal.body:
            yield from _read(each)


def _of_element(element: Element) -> Iterator[Signature]:
    for goal in element.body:
        yield from _read(goal)
