"""Checks derivations step by step, without the search that found them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import clingo

from hexcourt.solver.explain.rules import DERIVED
from hexcourt.solver.explain.terms import ATOM, DOUBLE
from hexcourt.solver.explain.theory import (
    GIVEN,
    REASONED,
    STATED,
    Derivation,
    Node,
    Premise,
    RuleInstance,
    Theory,
    atom_of,
    facts_text,
    fresh_number,
)
from hexcourt.solver.explain.why import matching


def recheck(theory: Theory, derivation: Derivation) -> list[str]:
    """List what is wrong with a derivation; nothing, where it is sound.

    Each step has to hold in the model, its rule alone has to derive its head from its body's atoms
    alone, leaves have to be facts, and no atom may rest on itself.
    """
    faults = [fault for node in derivation.nodes.values() for fault in _node_faults(theory, node)]
    steps = [step for node in derivation.nodes.values() for step in node.steps]
    holding = _holding(theory, steps)
    for number, step in enumerate(steps):
        if (number, step.head) not in holding:
            faults.append(f"{step.head}: its rule does not hold so in the model")
        elif not _derives(theory, step):
            faults.append(f"{step.head}: its rule alone does not derive it")
    missing = sorted(
        {atom for node in derivation.nodes.values() for atom in _rests_on(node)}
        - derivation.nodes.keys()
    )
    faults += [f"{atom} is not explained" for atom in missing]
    if derivation.goal not in derivation.nodes:
        faults.append(f"{derivation.goal} is not explained")
    return faults + [f"{atom} rests on itself" for atom in _circular(derivation)]


def _node_faults(theory: Theory, node: Node) -> Iterator[str]:
    atom = atom_of(node.atom)
    if not theory.bench.holds(atom):
        yield f"{node.atom} is not true"
    if node.kind == GIVEN and atom not in theory.given:
        yield f"{node.atom} is not given"
    elif node.kind == STATED and theory.stated_by(atom) is None:
        yield f"{node.atom} is not stated"
    elif node.kind not in (GIVEN, STATED) and not node.steps:
        yield f"{node.atom} has no reason"
    for step in node.steps:
        if node.kind != REASONED or step.head != node.atom:
            yield f"{node.atom} is not what its rule derives: {step.head}"
        for each in _all(step.premises):
            if each.kind == ATOM and not theory.bench.holds(atom_of(each.text)):
                yield f"{step.head}: {each.text} is not true"


def _all(premises: Iterable[Premise]) -> Iterator[Premise]:
    for each in premises:
        yield each
        for element in each.elements:
            yield from _all(element.premises)


def _holding(theory: Theory, steps: Sequence[RuleInstance]) -> set[tuple[int, str]]:
    """Ask for the instances of rules in the whole model; give the numbers of steps with their heads."""
    name = f"__k{fresh_number()}"
    lines = []
    for number, step in enumerate(steps):
        names = [variable for variable, _ in step.values]
        given = [f"{variable} = {value}" for variable, value in step.values]
        for variant in step.rule.variants:
            if list(variant.variables) == names and variant.kind == step.kind:
                body = "; ".join([*given, *(each.text for each in variant.body)]) or "#true"
                lines.append(f"{name}({number},{variant.head}) :- {body}.")
    (found,) = theory.bench.ask(lines, [(name, 2)])
    return {(number.number, str(head)) for number, head in found}


def _derives(theory: Theory, step: RuleInstance) -> bool:
    """Ground the rule as it is written over its body's atoms alone."""
    atoms = {each.text for each in _all(step.premises) if each.kind == ATOM}
    for each in _all(step.premises):
        if each.kind == DOUBLE:
            atoms |= set(matching(theory, each.text.removeprefix("not not ")))
    control = clingo.Control(logger=lambda code, text: None)
    text = f"{theory.defined}\n{step.rule.text}\n{facts_text(sorted(atoms))}"
    control.add("base", [], text)
    control.ground([("base", [])])
    found = control.symbolic_atoms[atom_of(step.head)]
    return found is not None and (found.is_fact or step.kind != DERIVED)


def _rests_on(node: Node) -> list[str]:
    return [atom for step in node.steps for each in step.premises for atom in each.atoms]


def _circular(derivation: Derivation) -> list[str]:
    """List the atoms that lie on a circle, or above one: what is left when leaves are taken away."""
    users: dict[str, list[str]] = {atom: [] for atom in derivation.nodes}
    open_atoms: dict[str, int] = {}
    for atom, node in derivation.nodes.items():
        below = set(_rests_on(node)) & derivation.nodes.keys()
        open_atoms[atom] = len(below)
        for each in below:
            users[each].append(atom)
    free = [atom for atom, count in open_atoms.items() if not count]
    for atom in free:
        for user in users[atom]:
            open_atoms[user] -= 1
            if not open_atoms[user]:
                free.append(user)
    return sorted(open_atoms.keys() - set(free))
