"""Bounded positions of a rule set that is handed over as a folder: its own generators and checks.

Each program of its ``worlds`` whose name does not end with ``checks.lp``, ``properties.lp`` or
``differences.lp`` generates a family, and goes with all that do. A position is a facts file in its own
vocabulary, which is confirmed by the rules alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

import clingo

from hexcourt.facts.base.errors import RuleError
from hexcourt.solver.analysis.core.programs import PROPERTIES, PositionFamily, Scope
from hexcourt.solver.language.vocabulary import askables
from hexcourt.solver.rulebase.declarations import GIVEN_OUT, declarations
from hexcourt.solver.rulebase.program import grounded
from hexcourt.solver.rulebase.rulebase import (
    ANSWERS,
    RuleBase,
    active_rules,
    all_worlds_programs,
    other_rules,
    worlds_program,
)
from hexcourt.solver.rulebase.statement import RuleStatement, Signature
from hexcourt.solver.ruleset.facts import inputs

_CHECKS, _DIFFERENCES = "checks.lp", "differences.lp"

_KINDS = {
    "conflict": "conflicts",
    "gap": "gaps",
    "silent": "dead",
    "sole": "shadowed",
    "property": "properties",
}
"""The check that each class of findings makes possible, in the order in which checks are carried out."""


@dataclass(frozen=True)
class FactsPosition:
    """A facts file called smallest.lp, and what the world says of it: atoms that are read outside."""

    facts: str
    expected: frozenset[str]

    @property
    def command(self) -> str:
        """Write a question as a user asks it."""
        return f"hexcourt ask smallest.lp '{_question()}' --rules {other_rules()}"

    @property
    def caption(self) -> str:
        """Return the question."""
        return _question()

    @property
    def summary(self) -> str:
        """Return the facts in a line."""
        return self.facts.replace("\n", " ").strip()

    @property
    def verdict(self) -> str:
        """Return what the world says."""
        return "; ".join(sorted(self.expected)) or "nothing"

    def answered(self) -> str:
        """Return what the active rules derive of the facts."""
        return "; ".join(sorted(self._derived(()))) or "nothing"

    def ask_again(self, atoms: Iterable[str], broken: str | None, further: str) -> str:
        """Ground the active rules over the facts; say what differs from the world, "" if nothing."""
        del atoms
        derived = self._derived(())
        if derived != self.expected:
            ours, theirs = sorted(derived - self.expected), sorted(self.expected - derived)
            return f"the rules say {ours}, the world {theirs}"
        if broken is None:
            return ""
        some = [e.text for e in all_worlds_programs() if e.file.endswith(PROPERTIES)]
        found = self._derived([*some, further], Signature("broken", 2))
        return "" if broken in found else f"{broken} does not hold there"

    def _derived(self, texts: Iterable[str], *more: Signature) -> frozenset[str]:
        nodes = active_rules().profile(ANSWERS).nodes
        control = grounded(nodes, "\n".join([self.facts, *texts]))
        wanted = {*_outputs(), *more}
        return frozenset(
            str(each.symbol)
            for each in control.symbolic_atoms
            if each.is_fact and Signature(each.symbol.name, len(each.symbol.arguments)) in wanted
        )


def _outputs() -> frozenset[Signature]:
    return frozenset(each.signature for each in declarations(active_rules(), GIVEN_OUT))


def _question() -> str:
    """Write the question for the first predicate that tells what comes of a position."""
    given_out = [e.signature for e in declarations(active_rules(), GIVEN_OUT) if e.role == "tells"]
    first = next((e for e in askables().values() if e.signature in given_out), None)
    first = first or next(iter(askables().values()))
    names = ", ".join(name for _, name in first.arguments)
    return f"which {names} : {first.name}({names})"


def read_position(atoms: Iterable[str]) -> FactsPosition:
    """Turn the atoms of a world into a position."""
    facts: list[str] = []
    expected: set[str] = set()
    for text in atoms:
        atom = clingo.parse_term(text)
        signature = Signature(atom.name, len(atom.arguments))
        if signature in inputs():
            facts.append(f"{atom}.\n")
        elif signature in _outputs():
            expected.add(str(atom))
    return FactsPosition("".join(sorted(facts)), frozenset(expected))


def _no_scope(_family: PositionFamily, _rules: RuleBase, _some: Sequence[RuleStatement]) -> Scope:
    return Scope((), {})


@cache
def folder_families(folder: Path) -> Mapping[str, PositionFamily]:
    """Return the families of the rule set in a folder, which is the one that is active."""
    programs = {each.file: each for each in all_worlds_programs()}
    shared = [n for n in programs if n.endswith((_CHECKS, PROPERTIES))]
    differences = next((n for n in programs if n.endswith(_DIFFERENCES)), "")
    rules = active_rules()
    decisive = tuple(
        e.name for e in declarations(rules, GIVEN_OUT) if e.role in ("decides", "open")
    )
    found = {}
    for name, program in programs.items():
        if name in shared or name.endswith(_DIFFERENCES):
            continue
        bounds = [e.node for e in program.statements if e.kind == "constant"]
        read = {
            r.name for e in (name, *shared) for s in worlds_program(e).statements for r in s.reads
        }
        all_texts = " ".join(worlds_program(each).text for each in shared)
        try:
            scope = {str(each.name): int(str(each.value)) for each in bounds}
        except ValueError:
            raise RuleError(f"{folder}/worlds/{name}: bounds are whole numbers") from None
        found[program.file.removesuffix(".lp")] = PositionFamily(
            name=program.file.removesuffix(".lp"),
            profile=ANSWERS,
            programs=(name, *shared),
            wanted=tuple(sorted(read)),
            decisive=decisive,
            examined=("",),
            scoped=_no_scope,
            read=read_position,
            checks=tuple(each for kind, each in _KINDS.items() if f"class({kind}," in all_texts),
            differences=differences,
            scope=MappingProxyType(scope),
        )
    return MappingProxyType(found)
