"""Why an atom is true: a well-founded derivation down to facts."""

from __future__ import annotations

from collections.abc import Callable

import clingo

from hexcourt.solver.explaining.programs.patterns import pattern_of
from hexcourt.solver.explaining.programs.theory import Theory, atom_of
from hexcourt.solver.explaining.why.derivation import (
    GIVEN,
    REASONED,
    STATED,
    UNFOUNDED,
    Derivation,
    Node,
    Step,
)
from hexcourt.solver.explaining.why.premises import premise
from hexcourt.solver.explaining.why.ranking import Ranks, acyclic_reasons, rank
from hexcourt.solver.explaining.why.supports import Instance, gather
from hexcourt.solver.explaining.why_not.probes import fresh_number

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
    told = None if provenance is None else provenance(str(atom))
    if atom in theory.given:
        return Node(str(atom), GIVEN, provenance=told)
    return Node(str(atom), STATED, stated_by=theory.stated_by(atom), provenance=told)


def _step(instance: Instance, ranks: Ranks) -> Step:
    premises = (
        premise(literal, value, instance.elements.get(place, ()), ranks.pick)
        for place, (literal, value) in enumerate(
            zip(instance.variant.body, instance.literals, strict=True)
        )
    )
    return Step(
        instance.variant.rule,
        instance.variant.kind,
        str(instance.head),
        tuple(premises),
        tuple(instance.bound.items()),
    )
