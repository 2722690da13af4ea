"""Certificates that a property holds in every world of a scope, by the machinery of every other "no".

What is certified is that a program has no answer set in which what is sought holds: the part of the law
that the property hangs on, the worlds of the family, and the property broken. Beside the refutation goes
a world in which the property is not broken. Whoever verifies writes the program again from what is
stated and the law that is installed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from types import MappingProxyType
from typing import Any

from hexcourt.facts.errors import BadInput
from hexcourt.solver.examining.families import FAMILIES
from hexcourt.solver.examining.worlds import Family, sliced
from hexcourt.solver.proving.certificates.certificate import (
    Certificate,
    draft,
    regrounds,
    write_certificate,
)
from hexcourt.solver.proving.certificates.folder import check_target
from hexcourt.solver.proving.certificates.layout import ALL_FILES, UNSATISFIABLE
from hexcourt.solver.proving.certificates.verification import Verification, verify
from hexcourt.solver.proving.clauses.checking import Check
from hexcourt.solver.proving.programs.ground import program_text
from hexcourt.solver.proving.programs.program import SOUGHT
from hexcourt.solver.statutes.lawbook import in_force, worlds_program
from hexcourt.solver.statutes.statute import Citation, Statute

KIND = "property"
MEANING = "the property holds in every world of the scope"

_BROKEN = "broken"


@dataclass(frozen=True)
class PropertyStatement:
    """That a property of a family's programs holds in every world of the family."""

    family: Family
    name: str

    @cached_property
    def citation(self) -> Citation:
        """Give the property's sentence; raises BadInput where the family knows no such property."""
        found = {n: each.citation for n, each in _properties(self.family) if each.citation}
        if self.name not in found or not self.is_known:
            told = f"choose one of {', '.join(sorted(found))}" if found else "name another family"
            raise BadInput(f"{self.name[:40]}: is no property of {self.family.name}; {told}")
        return found[self.name]

    @property
    def is_known(self) -> bool:
        """Tell whether the family has the property, and the lines that may break it."""
        found = [each for name, each in _properties(self.family) if name == self.name]
        of_change = any(read.name == "after_change" for each in found for read in each.reads)
        return bool(found) and self.family.scope.get("most_lines", 3) >= (3 if of_change else 2)

    @property
    def as_json(self) -> dict[str, Any]:
        """Give the statement as plain values."""
        return {
            "kind": KIND,
            "meaning": MEANING,
            "property": self.name,
            "family": self.family.name,
            "scope": dict(self.family.scope),
            "law": in_force().digest,
            **({"amended": list(in_force().assumed)} if in_force().assumed else {}),
            "hexcourt": version("hexcourt"),
        }

    @property
    def sentence(self) -> str:
        """Say what is proved."""
        scope = ", ".join(f"{k.replace('_', ' ')} {n}" for k, n in self.family.scope.items())
        return (
            f"proved that {self.name} ({self.citation.number}: {self.citation.sentence}) holds in every "
            f"world of {self.family.name}: {scope}; by the law {in_force().digest} of hexcourt "
            f"{version('hexcourt')}"
        )

    def program(self) -> str:
        """Write the program that has no answer set with what is sought."""
        family, lawbook = self.family, in_force()
        about = [
            each
            for program in _told(family)
            for each in program
            if each.names != (_BROKEN,) or _first(each) == self.name
        ]
        generating = [each for name in family.generating for each in worlds_program(name).statutes]
        wanted = {read.name for each in (*about, *generating) for read in each.reads}
        rules = sliced(replace(family, wanted=tuple(sorted(wanted))), lawbook)
        scope = family.scoped(family, lawbook, sliced(family, lawbook))
        broken = next(e.heads[0] for e in about if e.names == (_BROKEN,))
        lines = [
            *(f"#const {key} = {value}. [override]" for key, value in family.scope.items()),
            *(str(each.node) for each in (*rules, *generating, *about)),
            *scope.facts,
            f"broken_here :- {broken.name}({self.name},_).",
            f"{{ {SOUGHT} }}.",
            f":- {SOUGHT}, not broken_here.",
        ]
        return "\n".join((*_declared((*rules, *generating, *about)), *lines)) + "\n"


def _told(family: Family) -> Iterator[Sequence[Statute]]:
    """Give the statements of the programs that hold properties."""
    for name in family.programs:
        if name.endswith("properties.lp"):
            yield [
                each
                for each in worlds_program(name).statutes
                if each.names and each.names != ("class",)
            ]


def _properties(family: Family) -> Iterator[tuple[str, Statute]]:
    for program in _told(family):
        yield from ((_first(each), each) for each in program if each.names == (_BROKEN,))


def _first(statute: Statute) -> str:
    return str(statute.node.head.atom.symbol.arguments[0])


def _declared(statutes: Sequence[Statute]) -> Iterator[str]:
    """Declare what is read but derived by nothing here."""
    derived = {head for each in statutes for head in each.heads}
    for name in sorted({read for each in statutes for read in each.reads} - derived):
        yield f"#defined {name.name}/{name.arity}."


def certify_property(stated: PropertyStatement, folder: Path) -> Certificate:
    """Certify a property into a folder; raises BadInput where it is broken in some world."""
    _ = stated.citation
    check_target(folder, ALL_FILES)  # before the work is done
    made = draft(stated.program(), (), stated.as_json, sought=True)
    if made.made.verdict != UNSATISFIABLE:
        raise BadInput(
            f"{stated.name}: is broken in some world of {stated.family.name}, so that nothing is "
            "certified; `hexcourt law properties` shows the smallest"
        )
    return write_certificate(folder, made)


@dataclass(frozen=True, slots=True)
class VerifiedProperty:
    """What is known of a certificate of a property; ``stated`` only where it is of the law installed."""

    folder: Verification
    checks: tuple[Check, ...]
    stated: PropertyStatement | None
    needed: str = ""

    @property
    def every(self) -> tuple[Check, ...]:
        """List all checks, in order."""
        return (*self.folder.checks, *self.checks)

    @property
    def ok(self) -> bool:
        """Tell that all checks held."""
        return all(each.ok for each in self.every)


def is_of_property(folder: Path) -> bool:
    """Tell whether a certificate is one of a property."""
    try:
        told = json.loads((folder / "question.json").read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(told, dict) and told.get("kind") == KIND


def verify_property(folder: Path, checkers: str | None = None) -> VerifiedProperty:
    """Check a certificate of a property; raises BadInput for what is no certificate."""
    found = verify(folder, checkers=checkers)
    if not found.ok:
        return VerifiedProperty(found, (), None)
    told: Mapping[str, Any] = json.loads(found.texts["question.json"])
    if told.get("law") != in_force().digest:
        needed = (
            f"it is of the law {str(told.get('law'))[:40]!a}, installed is {in_force().digest} of "
            f"hexcourt {version('hexcourt')}"
        )
        return VerifiedProperty(found, (), None, needed)
    try:
        stated = _read(told)
    except BadInput as error:
        return VerifiedProperty(found, (Check("statement", False, str(error)),), None)
    same = found.texts["program.lp"] == program_text(stated.program())
    said = "program.lp is what property, scope and law come to, written again"
    otherwise = "program.lp is not what property, scope and law come to; certify anew"
    checks = [Check("program", same, said if same else otherwise)]
    if same:
        checks.append(regrounds(folder))
    if found.verdict != UNSATISFIABLE or not found.is_sought:
        checks.append(Check("statement", False, "it proves no property; certify anew"))
    return VerifiedProperty(found, tuple(checks), stated)


def _read(told: Mapping[str, Any]) -> PropertyStatement:
    """Read what is stated; raises BadInput where it is not so."""
    family, scope = FAMILIES.get(str(told.get("family"))), told.get("scope")
    if family is None or not isinstance(scope, dict) or set(scope) != set(family.scope):
        raise BadInput("question.json, family or scope: is none that is known; certify anew")
    if not all(type(each) is int and 0 <= each <= 10 for each in scope.values()):
        raise BadInput("question.json, scope: holds what is no small number; certify anew")
    ordered = MappingProxyType({key: scope[key] for key in family.scope})
    stated = PropertyStatement(replace(family, scope=ordered), str(told.get("property")))
    _ = stated.citation
    if stated.as_json != told:
        raise BadInput("question.json: is not so; certify anew")
    return stated
