"""Certificates of what a search of worlds says that there is none of, by the machinery of every "no".

What is certified is that a program has no answer set in which what is sought holds: the worlds of the
family, the part of the rule set that the search depends on, and a class of what is looked for that is
none of those that are accepted (``asp/worlds/analysis_baseline.tsv``). Beside the refutation goes a
world without one. Whoever verifies writes the program again from what is stated and the rule set that is
installed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from types import MappingProxyType
from typing import Any

import clingo

from hexcourt.facts.base.errors import BadInput, quoted
from hexcourt.facts.base.files import make_new_folder
from hexcourt.solver.analysis.certified_differences import (
    EQUAL,
    RuleSetsStatement,
    missing_rules,
    relations_of,
    stated_of,
)
from hexcourt.solver.analysis.certified_differences import KIND as RULE_SETS
from hexcourt.solver.analysis.core.programs import (
    PROPERTIES,
    BoundedPositions,
    PositionFamily,
    broken_in,
    first_argument,
    properties_of,
    worlds_of,
)
from hexcourt.solver.analysis.core.search import search_program
from hexcourt.solver.analysis.core.two_rule_sets import RuleSetComparison
from hexcourt.solver.analysis.differences import FamilyComparison
from hexcourt.solver.analysis.findings import (
    CLASSES,
    CheckExtent,
    ExaminedFamily,
    Naming,
    RuleFinding,
)
from hexcourt.solver.analysis.generators.families import all_families, family_of
from hexcourt.solver.answer.answer import Answer
from hexcourt.solver.answer.words import (
    certificate_row,
    certificate_size,
    check_lines,
    check_row,
    counted,
    what_failed,
)
from hexcourt.solver.proof.certificate import (
    ALL_FILES,
    UNSATISFIABLE,
    Certificate,
    UndecidedError,
    check_statement,
    check_target,
    draft,
    question_object,
    write_certificate,
)
from hexcourt.solver.proof.ground_program import ProgramError
from hexcourt.solver.proof.grounding import ground_text, program_text
from hexcourt.solver.proof.proof_checking import ProofCheck
from hexcourt.solver.proof.second_grounder import program_checks
from hexcourt.solver.proof.verification import Verification, kind_stated, verify
from hexcourt.solver.query.certifying import verify_answer
from hexcourt.solver.rulebase.rulebase import RuleBase, active_rules, printed_rules, worlds_program
from hexcourt.solver.rulebase.statement import Citation, RuleStatement
from hexcourt.solver.ruleset.certifying import KIND as FACTS
from hexcourt.solver.ruleset.certifying import verify_facts

KIND = "worlds"
MEANING = "no world of the family shows anything of what is looked for, but what is listed"

NAMED = "properties"
"""The check of which one alone may be certified, by its name."""
_KIND_WORDS = {"conflicts": "conflict", "gaps": "gap", NAMED: "property that is broken"}

MAX_RULES = 400_000
"""Of so many ground rules at the most a proof is tried."""

MAX_CONFLICTS = 2_000_000
"""After so many conflicts a proof is given up."""


DEAD = "dead"
"""The check of which is certified that ``rules`` that are named fire in no world."""


@dataclass(frozen=True)
class WorldsStatement:
    """That no world of a family shows a class of a check, ``but`` those that are accepted; with a
    ``name`` none in which this property is broken; none in which one of the ``rules`` fires, each named
    by its number or, where another fires, as ``FILE:LINE``.
    """

    family: PositionFamily
    check: str
    name: str = ""
    but: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a name that the program would not depend on, or not on that alone."""
        if self.name and (self.check != NAMED or self.but):
            raise BadInput(
                f"{quoted(self.name)}: is named beside another check or what is accepted; certify a "
                "property by itself"
            )
        if bool(self.rules) != (self.check == DEAD) or (self.rules and self.but):
            raise BadInput(
                f"{self.check[:40]}: rules that never fire are named of the check {DEAD} alone; "
                "name one of its rules"
            )

    @cached_property
    def citation(self) -> Citation:
        """Return the sentence of the property; raises BadInput where the family knows no such one."""
        found = properties_of(self._broken)
        if self.name not in found or not self.is_known:
            text = f"choose one of {', '.join(sorted(found))}" if found else "name another family"
            raise BadInput(f"{self.name[:40]}: is no property of {self.family.name}; {text}")
        return found[self.name]

    @cached_property
    def dead(self) -> Mapping[int, Citation]:
        """Map the statements that are said to fire in no world, by number, to what each cites; raises
        BadInput for a rule of which the family has none.
        """
        cited = {place: one for place, (_, one) in self.worlds.accounted.items()}
        for each in self.rules:
            if not any(each in (one.number, one.key) for one in cited.values()):
                raise BadInput(
                    f"{each[:60]}: is no rule that could fire in worlds of {self.family.name}; "
                    "name another family"
                )
        named = set(self.rules)
        return {n: one for n, one in cited.items() if not named.isdisjoint((one.number, one.key))}

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
    def worlds(self) -> BoundedPositions:
        """Make the program of the family."""
        return worlds_of(self.family, active_rules())

    @cached_property
    def accepted(self) -> tuple[RuleFinding, ...]:
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
            **({"rules": list(self.rules)} if self.rules else {}),
            "but": {entry: each.key for entry, each in zip(self.but, self.accepted, strict=True)},
            "family": self.family.name,
            "scope": dict(self.family.scope),
            "rules_digest": active_rules().digest,
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
        if self.rules:
            rules = ", ".join(
                f"{e.number} ({e.sentence})" for e in dict.fromkeys(self.dead.values())
            )
            return f"proved that no statement of {rules} fires in any world of {of}"
        some = f" but the {len(self.but)} listed, which are accepted," if self.but else ""
        return f"proved that there is no {_KIND_WORDS[self.check]}{some} in any world of {of}"

    @property
    def refusal(self) -> str:
        """Describe why nothing is certified where it is not so."""
        some = f"some world of {self.family.name}"
        if self.rules:
            return (
                f"{self.rules[0]}: fires in {some}, so that nothing is certified; name another rule"
            )
        return (
            f"{self.name or self.check}: {some} shows more, so that nothing is certified; "
            f"`hexcourt rules {self.check}` shows the smallest"
        )

    def program(self) -> str:
        """Write the program that has no answer set with what is sought."""
        names = frozenset([self.name] if self.name else map(str, self.dead))
        return search_program(self.worlds, _CERTIFIED[self.check], names, self.but)


_CERTIFIED = {**CLASSES, DEAD: "fired"}
"""The checks that are certified, with the classes that no world shows."""

Stated = WorldsStatement | RuleSetsStatement
"""What a certificate may state of worlds."""


def certify_worlds(stated: Stated, folder: Path) -> Certificate:
    """Certify a statement into a folder.

    Raises BadInput where it is not so in some world, UndecidedError or ProgramError where there is no
    proof in the budget: their sentence says why.
    """
    check_target(folder, ALL_FILES)  # before the work is done
    text, as_json = stated.program(), stated.as_json
    rules = len(ground_text(program_text(text)).rules)
    if rules > MAX_RULES:
        raise ProgramError(f"{rules} ground rules, more than the {MAX_RULES} that are tried")
    made = draft(text, (), as_json, conflicts=MAX_CONFLICTS, about_goal=True)
    if made.made.verdict != UNSATISFIABLE:
        raise BadInput(stated.refusal)
    return write_certificate(folder, made)


@dataclass(frozen=True, slots=True)
class VerifiedWorlds:
    """What is known of such a certificate; ``stated`` only where it is of the rules installed."""

    folder: Verification
    checks: tuple[ProofCheck, ...]
    stated: Stated | None
    needed: str = ""

    @property
    def every(self) -> tuple[ProofCheck, ...]:
        """List all checks, in order."""
        return (*self.folder.checks, *self.checks)

    @property
    def ok(self) -> bool:
        """Return whether all checks held."""
        return all(each.ok for each in self.every)


def verify_worlds(found: Verification, against: Sequence[RuleBase] = ()) -> VerifiedWorlds:
    """Check that a certificate whose folder was checked is one of worlds, by the active rules; one of
    two rule sets by these, the printed ones and those it is checked ``against``.
    """
    document = question_object(found.texts["question.json"])
    of_two = document.get("kind") == RULE_SETS
    known = {each.digest: each for each in (printed_rules(), active_rules(), *against)}
    if of_two and (needed := missing_rules(document, known)):
        return VerifiedWorlds(found, (), None, needed)
    if not of_two and document.get("rules_digest") != active_rules().digest:
        needed = (
            f"it is of the rules {str(document.get('rules_digest'))[:40]!a}, "
            f"installed is {active_rules().digest} of hexcourt {version('hexcourt')}"
        )
        return VerifiedWorlds(found, (), None, needed)
    try:
        stated: Stated
        if of_two:
            stated = stated_of(document, _bounded_family(document), known)
            check_statement(document, stated.as_json)
        else:
            stated = read_worlds(found.texts["question.json"])
    except BadInput as error:
        return VerifiedWorlds(found, (ProofCheck("statement", False, str(error)),), None)
    text = program_text(stated.program())
    checks = [*program_checks(found, text, "check, scope and rules", own_grounder=False)]
    if found.verdict != UNSATISFIABLE or not found.has_goal:
        checks.append(ProofCheck("statement", False, "it proves nothing of worlds; certify anew"))
    return VerifiedWorlds(found, tuple(checks), stated)


def read_worlds(text: str) -> WorldsStatement:
    """Read what ``question.json`` states; raises BadInput where it is not so."""
    document = question_object(text)
    family = _bounded_family(document)
    check, but = str(document.get("check")), document.get("but")
    if check not in _CERTIFIED or check not in family.checks or not isinstance(but, dict):
        raise BadInput("question.json, check or but: is none that is known; certify anew")
    name, rules = document.get("property", ""), document.get("rules", [])
    if not isinstance(name, str) or not isinstance(rules, list):
        raise BadInput("question.json, property or rules: is no name; certify anew")
    stated = WorldsStatement(family, check, name, tuple(but), tuple(map(str, rules)))
    _ = stated.citation if stated.name else stated.dead  # what is named is there
    check_statement(document, stated.as_json)
    return stated


def _bounded_family(document: Mapping[str, Any]) -> PositionFamily:
    """Return the family that is stated, in the scope that is; raises BadInput where there is none."""
    family, scope = all_families().get(str(document.get("family"))), document.get("scope")
    if family is None or not isinstance(scope, dict) or set(scope) != set(family.scope):
        raise BadInput("question.json, family or scope: is none that is known; certify anew")
    if not all(type(each) is int and 0 <= each <= 10 for each in scope.values()):
        raise BadInput("question.json, scope: holds what is no small number; certify anew")
    largest = family_of(family.name, scope.get("most_hexes")).scope
    if any(each > largest[key] for key, each in scope.items()):
        raise BadInput("question.json, scope: is larger than its worlds are; certify anew")
    return replace(family, scope=MappingProxyType({key: scope[key] for key in family.scope}))


@dataclass(frozen=True, slots=True)
class CertificateOutcome:
    """What became of the certificate of a check: a few words, and what its row says of it."""

    sentence: str
    row: dict[str, Any]


NOT_ASKED_FOR = CertificateOutcome("not certified", {})
"""Nobody asked for a certificate."""


def make_folder(folder: Path, rules: Sequence[str], properties: str) -> None:
    """Make the folder that certificates of families go into.

    Raises BadInput where it is not empty, or where something else than whole families is named.
    """
    if rules:
        raise BadInput(
            f"{rules[0][:60]}: whole families are certified, or one property or rule by `hexcourt "
            "rules properties` or `dead`; name none but these"
        )
    if properties:
        raise BadInput("properties of your own are not certified; leave --properties out")
    make_new_folder(folder)


def certify_examined(
    examined: ExaminedFamily, folder: Path, until: float, tell: Callable[[str], None]
) -> dict[str, CertificateOutcome]:
    """Certify what each check of a family came to, into folders of their own, as long as a moment of the
    clock is not over.
    """
    family = examined.worlds.family
    found = {}
    for looked in examined.looked:
        why = _why_not(examined, looked, until)
        if why:
            found[looked.check] = _not_certified(why)
            continue
        tell(f"{family.name}: proof of {looked.check}")
        into = folder / f"{looked.check}_{family.name}"
        if looked.check == DEAD:
            stated = WorldsStatement(family, DEAD, rules=_dead_in(examined))
            some = f"the {counted(len(stated.rules), 'rule')} found: "
        else:
            but = tuple(sorted(map(str, looked.classes)))
            stated = WorldsStatement(family, looked.check, but=but)
            some = f"no more than the {len(but)} accepted: " if but else ""
        found[looked.check] = certify_into(stated, into, some)
    return found


def _dead_in(examined: ExaminedFamily) -> tuple[str, ...]:
    """List the rules that were found to fire in no world, by where they stand."""
    found = (each for each in examined.findings if (each.check, each.kind) == (DEAD, DEAD))
    return tuple(sorted({cited.key for each in found for cited in each.rules}))


def certify_into(stated: Stated, folder: Path, some: str = "") -> CertificateOutcome:
    """Certify a statement into a folder; tell what became of it, and of ``some`` findings."""
    try:
        made = certify_worlds(stated, folder)
    except (ProgramError, UndecidedError) as error:
        return _not_certified(str(error))
    text = f"certified in {folder}: {some}{certificate_size(made)}"
    return CertificateOutcome(text, {"certified": certificate_row(made, folder)})


def certify_compared(
    comparison: RuleSetComparison,
    compared: FamilyComparison,
    folder: Path,
    tell: Callable[[str], None],
) -> dict[str, CertificateOutcome]:
    """Certify what two rule sets come to in the worlds of a family, each relation of them into a folder
    of its own: where they differ, that the new rules permit only more, or forbid only more.
    """
    if not compared.complete:
        return {"": _not_certified("the search was stopped")}
    family, found = compared.family, {}
    for relation in relations_of(family):
        if bool(compared.found) == (relation == EQUAL):
            continue
        tell(f"{family.name}: proof of {relation}")
        stated = RuleSetsStatement(family, comparison.old, comparison.new, relation)
        with suppress(BadInput):  # some world shows otherwise
            found[relation] = certify_into(stated, folder / f"{relation}_{family.name}")
    return found or {"": _not_certified("answers differ")}


def _why_not(examined: ExaminedFamily, looked: CheckExtent, until: float) -> str:
    """Describe why there is nothing to certify."""
    if looked.check not in _CERTIFIED:
        return "that something never occurs is shown by the search alone"
    if looked.empty:
        return "there is no world"
    if not looked.complete:
        return "the search was stopped"
    if looked.check == DEAD and not _dead_in(examined):
        return "no rule is dead"
    unmet = [each for each in examined.open if each.check == looked.check != DEAD]
    if unmet:
        return f"{counted(len(unmet), 'finding')} open"
    return "the time was over" if time.monotonic() >= until else ""


def _not_certified(why: str) -> CertificateOutcome:
    return CertificateOutcome(f"not certified: {why}", {"not_certified": why})


def is_named(named: Sequence[str]) -> bool:
    """Return whether something else than families is named."""
    return any(each not in all_families() for each in named)


def certify_named(check: str, named: Sequence[str], hexes: int | None, folder: Path) -> Answer:
    """Certify that the one property named holds in every world of a family, or that the one rule fires
    in none: of the family that is named, or the first that can break it, or that has the rule.
    """
    stated = _stated(named, hexes) if check == NAMED else _stated_dead(named, hexes)
    command = f"rules {check}"
    try:
        made = certify_worlds(stated, folder)
    except (ProgramError, UndecidedError) as error:
        parts = (f"not certified: {error}",)
        return Answer(command, None, "unknown", {"rules": list(named)}, [], lines=parts)
    rows = [certificate_row(made, folder), _stated_row(stated)]
    lines = (stated.sentence, f"certified in {folder}: {certificate_size(made)}")
    return Answer(command, None, "yes", {"rules": list(named)}, rows, lines=lines)


def _stated_row(stated: Stated) -> dict[str, Any]:
    return {"statement": stated.sentence, "stated": stated.as_json}


def _stated(named: Sequence[str], hexes: int | None) -> WorldsStatement:
    names = [each for each in named if each not in all_families()]
    if len(names) != 1:
        raise BadInput(
            "one property is certified at a time; name it, as reciprocity, or families alone"
        )
    families = [each for each in named if each in all_families()] or list(all_families())
    known = [WorldsStatement(family_of(each, hexes), "properties", names[0]) for each in families]
    stated = [each for each in known if each.is_known]
    if not stated:
        some = len(families) < len(all_families())
        text = "none of these families has lines" if some else "no family has"
        raise BadInput(f"{names[0][:40]}: {text} such a property to break; see asp/worlds")
    return stated[0]


def _stated_dead(named: Sequence[str], hexes: int | None) -> WorldsStatement:
    rules = [each for each in named if each not in all_families()]
    families = [each for each in named if each in all_families()] or list(all_families())
    if len(rules) != 1:
        raise BadInput("one rule is certified to be dead at a time; name one")
    error = BadInput(f"{rules[0][:60]}: no family of worlds looks for what is dead")
    for each in families:
        try:
            if DEAD in all_families()[each].checks:
                stated = WorldsStatement(family_of(each, hexes), DEAD, rules=tuple(rules))
                _ = stated.dead
                return stated
        except BadInput as refused:
            error = refused
    raise error


def verify_folder(
    folder: Path, checkers: str | None = None, against: Sequence[RuleBase] = ()
) -> Answer:
    """Check a certificate, of an answer or of worlds, from its folder and by the installed rules; one of
    two rule sets also by those it is checked ``against``.

    ``checkers`` is a folder in which ``drat-trim`` and ``cake_lpr`` are looked for before the path.
    """
    checked = verify(folder, checkers=checkers)
    kind = kind_stated(checked)
    if kind in (KIND, RULE_SETS):
        return _verify_worlds(checked, against)
    return (verify_facts if kind == FACTS else verify_answer)(checked)


def _verify_worlds(checked: Verification, against: Sequence[RuleBase]) -> Answer:
    found = verify_worlds(checked, against)
    bound = found.ok and found.stated is not None
    rows: list[dict[str, Any]] = []
    if bound and found.stated is not None:
        rows.append(_stated_row(found.stated))
    rows += map(check_row, found.every)
    verdict = "yes" if bound else "unbound" if found.ok else "no"
    return Answer(
        "verify", None, verdict, {"folder": str(checked.folder)}, rows, lines=tuple(_lines(found))
    )


def _lines(found: VerifiedWorlds) -> Iterator[str]:
    if found.ok and found.stated is not None:
        yield f"yes: {found.stated.sentence}"
        yield from (
            f"  but {each.key}, accepted by {each.accepted}" for each in found.stated.accepted
        )
        yield (
            "by: the program written again from check, scope and rules; grounded again by clingo "
            f"{version('clingo')} and compared; the refutation of its clauses checked"
        )
        yield (
            "taken on trust: that the worlds are what boards are, clingo's grounder, the translation "
            "into clauses"
        )
    elif found.ok:
        text = "a ground program is refuted; that it is of these worlds was not checked"
        yield f"{text}: {found.needed}"
    else:
        yield what_failed(found.every)
    yield from check_lines(found.every)
