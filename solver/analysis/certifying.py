"""Certificates of what a search of worlds says that there is none of, by the machinery of every "no".

What is certified is that a program has no answer set in which what is sought holds: the worlds of the
family, the part of the rule set that the search depends on, and a class of what is looked for that is
none of those that are accepted (``asp/worlds/analysis_baseline.tsv``). Beside the refutation goes a
world without one. Whoever verifies writes the program again from what is stated and the rule set that is
installed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from types import MappingProxyType
from typing import Any

import clingo

from hexcourt.facts.base.errors import BadInput, quoted
from hexcourt.solver.analysis.core.programs import (
    PROPERTIES,
    Family,
    Worlds,
    broken_in,
    first_argument,
    properties_of,
    worlds_of,
)
from hexcourt.solver.analysis.core.search import sought_program
from hexcourt.solver.analysis.findings import CLASSES, Finding, Naming
from hexcourt.solver.analysis.generators.families import FAMILIES, family_of
from hexcourt.solver.proof.certificate import (
    ALL_FILES,
    UNSATISFIABLE,
    Certificate,
    check_target,
    check_told,
    draft,
    regrounds,
    told_object,
    write_certificate,
)
from hexcourt.solver.proof.ground_program import ProgramError
from hexcourt.solver.proof.grounding import ground_text, program_text
from hexcourt.solver.proof.proof_checking import Check
from hexcourt.solver.proof.verification import Verification
from hexcourt.solver.rulebase.rulebase import active_rules, worlds_program
from hexcourt.solver.rulebase.statement import Citation, RuleStatement

KIND = "worlds"
MEANING = "no world of the family shows anything of what is looked for, but what is listed"

NAMED = "properties"
"""The check of which one alone may be certified, by its name."""
_SOUGHT = {"conflicts": "conflict", "gaps": "gap", NAMED: "property that is broken"}

MOST_RULES = 400_000
"""Of so many ground rules at the most a proof is tried."""

MOST_CONFLICTS = 2_000_000
"""After so many conflicts a proof is given up."""


@dataclass(frozen=True)
class WorldsStatement:
    """That no world of a family shows a class of a check, ``but`` those that are accepted; with a
    ``name`` none in which this property is broken.
    """

    family: Family
    check: str
    name: str = ""
    but: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a name that the program would not depend on, or not on that alone."""
        if self.name and (self.check != NAMED or self.but):
            raise BadInput(
                f"{quoted(self.name)}: is named beside another check or what is accepted; certify a "
                "property by itself"
            )

    @cached_property
    def citation(self) -> Citation:
        """Return the sentence of the property; raises BadInput where the family knows no such one."""
        found = properties_of(self._broken)
        if self.name not in found or not self.is_known:
            told = f"choose one of {', '.join(sorted(found))}" if found else "name another family"
            raise BadInput(f"{self.name[:40]}: is no property of {self.family.name}; {told}")
        return found[self.name]

    @property
    def is_known(self) -> bool:
        """Return whether the family has the property, and the lines that may break it."""
        reading = (each for each in self._broken if first_argument(each) == self.name)
        of_change = [any(r.name == "after_change" for r in each.reads) for each in reading]
        return bool(of_change) and self.family.scope.get("most_lines", 3) >= 2 + any(of_change)

    @property
    def _broken(self) -> tuple[RuleStatement, ...]:
        names = (each for each in self.family.programs if each.endswith(PROPERTIES))
        return broken_in(map(worlds_program, names))

    @cached_property
    def worlds(self) -> Worlds:
        """Make the program of the family."""
        return worlds_of(self.family, active_rules())

    @cached_property
    def accepted(self) -> tuple[Finding, ...]:
        """Name what is excepted; raises BadInput where that is not accepted."""
        naming = Naming(self.worlds, active_rules())
        try:
            found = tuple(naming.finding(self.check, clingo.parse_term(e)) for e in self.but)
        except (ValueError, RuntimeError):
            raise BadInput("question.json, but: is none that is looked for; certify anew") from None
        for each in found:
            if each.accepted is None:
                raise BadInput(f"{each.key}: is not accepted, so that it may not be excepted")
        return found

    @property
    def as_json(self) -> dict[str, Any]:
        """Return the statement as plain values."""
        return {
            "kind": KIND,
            "meaning": MEANING,
            "check": self.check,
            **({"property": self.name} if self.name else {}),
            "but": {said: each.key for said, each in zip(self.but, self.accepted, strict=True)},
            "family": self.family.name,
            "scope": dict(self.family.scope),
            "law": active_rules().digest,
            **({"amended": list(active_rules().assumed)} if active_rules().assumed else {}),
            "hexcourt": version("hexcourt"),
        }

    @property
    def sentence(self) -> str:
        """Describe what is proved."""
        of = f"{self.family.name}: {self.family.scope_words}; by the rules {active_rules().digest} of "
        of += f"hexcourt {version('hexcourt')}"
        if self.name:
            cited = f"{self.citation.number}: {self.citation.sentence}"
            return f"proved that {self.name} ({cited}) holds in every world of {of}"
        some = f" but the {len(self.but)} listed, which are accepted," if self.but else ""
        return f"proved that there is no {_SOUGHT[self.check]}{some} in any world of {of}"

    def program(self) -> str:
        """Write the program that has no answer set with what is sought."""
        names = frozenset([self.name] if self.name else [])
        return sought_program(self.worlds, CLASSES[self.check], names, self.but)


def certify_worlds(stated: WorldsStatement, folder: Path) -> Certificate:
    """Certify a statement into a folder.

    Raises BadInput where it is not so in some world, UndecidedError or ProgramError where there is no
    proof in the budget: their sentence says why.
    """
    check_target(folder, ALL_FILES)  # before the work is done
    text, told = stated.program(), stated.as_json
    rules = len(ground_text(program_text(text)).rules)
    if rules > MOST_RULES:
        raise ProgramError(f"{rules} ground rules, more than the {MOST_RULES} that are tried")
    made = draft(text, (), told, conflicts=MOST_CONFLICTS, sought=True)
    if made.made.verdict != UNSATISFIABLE:
        what = stated.name or stated.check
        raise BadInput(
            f"{what}: some world of {stated.family.name} shows more, so that nothing is certified; "
            f"`hexcourt rules {stated.check}` shows the smallest"
        )
    return write_certificate(folder, made)


@dataclass(frozen=True, slots=True)
class VerifiedWorlds:
    """What is known of such a certificate; ``stated`` only where it is of the rules installed."""

    folder: Verification
    checks: tuple[Check, ...]
    stated: WorldsStatement | None
    needed: str = ""

    @property
    def every(self) -> tuple[Check, ...]:
        """List all checks, in order."""
        return (*self.folder.checks, *self.checks)

    @property
    def ok(self) -> bool:
        """Return whether all checks held."""
        return all(each.ok for each in self.every)


def is_of_worlds(found: Verification) -> bool:
    """Return whether a certificate whose folder was checked is one of worlds."""
    return found.ok and told_object(found.texts["question.json"]).get("kind") == KIND


def verify_worlds(found: Verification) -> VerifiedWorlds:
    """Check that a certificate whose folder was checked is one of worlds."""
    told = told_object(found.texts["question.json"])
    if told.get("law") != active_rules().digest:
        needed = (
            f"it is of the rules {str(told.get('law'))[:40]!a}, installed is {active_rules().digest} of "
            f"hexcourt {version('hexcourt')}"
        )
        return VerifiedWorlds(found, (), None, needed)
    try:
        stated = read_worlds(found.texts["question.json"])
    except BadInput as error:
        return VerifiedWorlds(found, (Check("statement", False, str(error)),), None)
    same = found.texts["program.lp"] == program_text(stated.program())
    said = "program.lp is what check, scope and law come to, written again"
    otherwise = "program.lp is not what check, scope and law come to; certify anew"
    checks = [Check("program", same, said if same else otherwise)]
    if same:
        checks.append(regrounds(found.texts))
    if found.verdict != UNSATISFIABLE or not found.is_sought:
        checks.append(Check("statement", False, "it proves nothing of worlds; certify anew"))
    return VerifiedWorlds(found, tuple(checks), stated)


def read_worlds(text: str) -> WorldsStatement:
    """Read what ``question.json`` states; raises BadInput where it is not so."""
    told = told_object(text)
    family, scope = FAMILIES.get(str(told.get("family"))), told.get("scope")
    if family is None or not isinstance(scope, dict) or set(scope) != set(family.scope):
        raise BadInput("question.json, family or scope: is none that is known; certify anew")
    if not all(type(each) is int and 0 <= each <= 10 for each in scope.values()):
        raise BadInput("question.json, scope: holds what is no small number; certify anew")
    largest = family_of(family.name, scope.get("most_hexes")).scope
    if any(each > largest[key] for key, each in scope.items()):
        raise BadInput("question.json, scope: is larger than its worlds are; certify anew")
    check, but = str(told.get("check")), told.get("but")
    if check not in CLASSES or check not in family.checks or not isinstance(but, dict):
        raise BadInput("question.json, check or but: is none that is known; certify anew")
    ordered = MappingProxyType({key: scope[key] for key in family.scope})
    bounded = replace(family, scope=ordered)
    name = told.get("property", "")
    if not isinstance(name, str):
        raise BadInput("question.json, property: is no name; certify anew")
    stated = WorldsStatement(bounded, check, name, tuple(but))
    if stated.name:
        _ = stated.citation
    check_told(told, stated.as_json)
    return stated
