"""Whether a set of atoms is a stable model, by the definition and nothing else.

The reduct drops what the set contradicts and reads the rest without "not" (Gelfond and Lifschitz, "The
stable model semantics for logic programming", 1988; for choices and weights Simons, Niemelä and
Soininen, 2002); its least model, found by deriving until nothing more comes, must be the set itself.
This module shares no code with the translation into clauses, on purpose.
"""

from __future__ import annotations

from collections.abc import Collection

from hexcourt.solver.proving.programs.program import GroundProgram, Rule, WeightRule


def objection(program: GroundProgram, atoms: Collection[int]) -> str:
    """Tell why a set of atoms is no stable model; "" where it is one."""
    true = frozenset(atoms)
    strangers = [atom for atom in true if not 1 <= atom <= program.atoms]
    if strangers:
        return f"atom {min(strangers)} is none of the program's"
    for place, rule in enumerate(program.rules, start=1):
        if not rule.head and not rule.choice and _holds(rule, true):
            return f"rule {place} of the ground program, a constraint, is broken"
    least = _least_model(program, true)
    names = program.name_of()
    if true - least:
        return f"{names[min(true - least)]} holds, but nothing derives it"
    if least - true:
        return f"{names[min(least - true)]} is derived, but does not hold"
    return ""


def _holds(rule: Rule | WeightRule, true: frozenset[int]) -> bool:
    if isinstance(rule, WeightRule):
        return rule.bound <= sum(
            weight for literal, weight in rule.body if (abs(literal) in true) == (literal > 0)
        )
    return all((abs(literal) in true) == (literal > 0) for literal in rule.body)


def _least_model(program: GroundProgram, true: frozenset[int]) -> set[int]:
    """Derive all that the reduct derives."""
    heads: list[list[int]] = []
    wanting: list[int] = []
    waiting: dict[int, list[tuple[int, int]]] = {}
    ready = _outer(program, true)
    for rule in program.rules:
        kept = [atom for atom in rule.head if not rule.choice or atom in true]
        want, weights = _reduced(rule, true)
        if not kept or want is None:
            continue
        if want <= 0:
            ready += kept
            continue
        for atom, weight in weights:
            waiting.setdefault(atom, []).append((len(heads), weight))
        heads.append(kept)
        wanting.append(want)
    least: set[int] = set()
    while ready:
        atom = ready.pop()
        if atom in least:
            continue
        least.add(atom)
        for place, weight in waiting.get(atom, ()):
            before = wanting[place]
            wanting[place] -= weight
            if before > 0 >= wanting[place]:
                ready += heads[place]
    return least


def _reduced(
    rule: Rule | WeightRule, true: frozenset[int]
) -> tuple[int | None, list[tuple[int, int]]]:
    """Give what a rule of the reduct wants and how much each atom adds; nothing if it is dropped."""
    if isinstance(rule, WeightRule):
        met = sum(weight for literal, weight in rule.body if literal < 0 and -literal not in true)
        return rule.bound - met, [(literal, weight) for literal, weight in rule.body if literal > 0]
    if any(literal < 0 and -literal in true for literal in rule.body):
        return None, []
    needed = {literal for literal in rule.body if literal > 0}
    return len(needed), [(atom, 1) for atom in needed]


def _outer(program: GroundProgram, true: frozenset[int]) -> list[int]:
    """List the externals that hold: those that are true or, left free, in the set."""
    derived = {atom for rule in program.rules for atom in rule.head}
    return [
        atom
        for atom, value in program.externals
        if atom not in derived and (value == "true" or (value == "free" and atom in true))
    ]
