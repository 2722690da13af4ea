"""Which statements bring about what a world shows, and without which it is shown no more.

Every statement of a family's rules gets a switch, and one world is put in the place of all: what its
generator chooses are facts, so that a program of one position is grounded. The fewest statements that
are enough for a finding are a smallest set in conflict; the fewest without which it goes are a smallest
repair (MUS and MCS: Liffiton and Sakallah 2008, over statements, not clauses).
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import clingo
from clingo import ast

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.analysis.core.programs import BoundedPositions, first_argument
from hexcourt.solver.analysis.core.search import FoundWorld, TimeOverError, models
from hexcourt.solver.explain.theory import Derivation, theory_of_world
from hexcourt.solver.explain.why import why
from hexcourt.solver.rulebase.program import Program, grounded
from hexcourt.solver.rulebase.reasons import cited_for
from hexcourt.solver.rulebase.rulebase import AMENDMENTS, worlds_program
from hexcourt.solver.rulebase.statement import Block, Citation, RuleStatement

MAX_REPAIRS = 24
"""How many smallest repairs are searched for at most."""

_SWITCHES = """
{ in_force__(B) } :- cited__(B).
{ sought__(cause;repair) }.
#minimize { 1,B : in_force__(B), sought__(cause) }.
#minimize { 1,B : cited__(B), not in_force__(B), sought__(repair) }.
#show in_force__/1.
"""

_CONFIDENCES = ("low", "medium", "high")


@dataclass(frozen=True)
class Repairs:
    """The fewest statements that are enough for a finding, and the smallest sets whose loss would end
    it.
    """

    in_conflict: tuple[RuleStatement, ...] = ()
    fixed_without: tuple[tuple[RuleStatement, ...], ...] = ()

    @cached_property
    def suspects(self) -> tuple[RuleStatement, ...]:
        """List the statements without one of which it is gone, then the others that are enough."""
        alone = (some[0] for some in self.fixed_without if len(some) == 1)
        return tuple(dict.fromkeys((*alone, *self.in_conflict)))

    @property
    def cause(self) -> frozenset[str]:
        """Return by what findings of one cause are grouped: the cited statements without one of which
        it is gone, or, where there is none, all that are enough.
        """
        alone = [some[0] for some in self.fixed_without if len(some) == 1]
        return frozenset(e.place for e in alone or self.in_conflict if cited_for(e) is not None)

    def ranked(
        self, changed: Collection[str] = (), shared: Mapping[str, int] | None = None
    ) -> list[RuleStatement]:
        """Rank the statements that may be at fault.

        First come those of the texts that ``changed`` since the last green rules, house rules, then the
        ones that are needed: enough with others, and without which alone the finding is gone. Of
        these come the cited ones of the lowest confidence first, then those that more findings have in
        common (``shared`` counts by place).
        """
        counts = shared or {}
        alone = {some[0].place for some in self.fixed_without if len(some) == 1}

        def rank(each: RuleStatement) -> tuple[int, bool, bool, int, int, str, int]:
            cited = cited_for(each)
            sure = _CONFIDENCES.index(cited.confidence) if cited else len(_CONFIDENCES)
            return (
                0 if each.text in changed else 2 - is_amendment(each),
                each.place not in alone or each not in self.in_conflict,
                each.place not in alone,
                sure,
                -counts.get(each.place, 0),
                each.file,
                each.line,
            )

        return sorted(self.suspects, key=rank)


NOT_LOCATED = Repairs()
"""What is said of a finding that no position shows."""


def is_amendment(statement: RuleStatement) -> bool:
    """Return whether a statement is one of house rules."""
    return statement.file.startswith(f"{AMENDMENTS}/")


def shared_by(found: Iterable[Repairs]) -> Mapping[str, int]:
    """Count in how many findings each statement, by its place, is one that may be at fault."""
    return Counter(each.place for one in found for each in one.suspects)


class Repairing:
    """The worlds of a family with a switch for every statement of the rules."""

    def __init__(self, worlds: BoundedPositions) -> None:
        self._worlds = worlds
        self._statements: list[RuleStatement] = []
        self._numbers: dict[tuple[str, int], int] = {}
        accounted = {
            place: (self._switched(statement), cited)
            for place, (statement, cited) in worlds.accounted.items()
        }
        self._rules = [self._switched(each) for each in worlds.statements]
        generator = Program("", replace(worlds, accounted=accounted).text).statements
        self._generator = [each for each in generator if each.kind != "choice"]
        self._chosen = {
            signature
            for name in worlds.family.generating
            for statement in worlds_program(name).statements
            if statement.kind == "choice"
            for signature in statement.heads
        }

    def repairs(self, shown: FoundWorld, until: float) -> Repairs:
        """Search, up to a point in time; what was not found in time is left out."""
        switches = "".join(f"cited__({place})." for place in range(len(self._statements)))
        control = self._grounded(shown, switches + _SWITCHES)
        causes = self._smallest(control, shown, "cause", True, until)
        ends = self._smallest(control, shown, "repair", False, until)
        every = frozenset(range(len(self._statements)))
        return Repairs(
            self._placed(causes[0]) if causes else (),
            tuple(self._placed(every - remaining) for remaining in ends),
        )

    def why(self, shown: FoundWorld, most: int) -> Derivation:
        """Derive, in so many lines at most, what a world shows from what was chosen there."""
        theory = theory_of_world(self._cited(), shown.atoms)
        return why(replace(theory, given=frozenset(self._chosen_atoms(shown))), _class(shown), most)

    def _cited(self) -> Iterator[tuple[RuleStatement, Citation | None]]:
        """List all statements where they stand, with what is cited for each; what reports that one
        holds stands for it.
        """
        worlds = self._worlds
        yield from ((each, each.citation) for each in worlds.statements)
        programs = map(worlds_program, worlds.family.programs)
        written = {str(each.node): each for program in programs for each in program.statements}
        for each in Program(worlds.family.name, worlds.text).statements:
            if each.kind in ("rule", "fact") and each.names[0] in ("says", "fired"):
                stated, cited = worlds.accounted[int(first_argument(each))]
                yield _standing_at(each, stated), cited
            elif each.kind != "choice":
                placed = written.get(str(each.node), each)
                yield placed, placed.citation

    def shows(self, shown: FoundWorld) -> bool:
        """Return whether a world, be it found under other rules, shows its class under these."""
        switches = "".join(f"in_force__({place})." for place in range(len(self._statements)))
        control = self._grounded(shown, switches)
        return bool(control.solve(assumptions=[(_class(shown), True)]).satisfiable)

    def _grounded(self, shown: FoundWorld, more: str) -> clingo.Control:
        """Ground the position of a world: what was chosen are facts."""
        facts = [f"{each}." for each in self._chosen_atoms(shown)]
        nodes = [each.node for each in (*self._rules, *self._generator)]
        return grounded(nodes, "\n".join([*facts, more]))

    def _chosen_atoms(self, shown: FoundWorld) -> list[clingo.Symbol]:
        """List what the generator chose in a world."""
        names = {name for name, _ in self._chosen}
        some = (each for each in shown.atoms if each.partition("(")[0] in names)
        atoms = map(clingo.parse_term, some)  # of some ten thousand few were chosen
        return [each for each in atoms if (each.name, len(each.arguments)) in self._chosen]

    def _switched(self, statement: RuleStatement) -> RuleStatement:
        """Make a statement of the rules hold only while it is active; copies go with what they
        copy.
        """
        if statement.kind not in ("rule", "fact"):
            return statement
        key = statement.text, statement.line
        if key not in self._numbers:
            self._numbers[key] = len(self._statements)
            self._statements.append(statement)
        found: list[ast.AST] = []
        body = "; ".join([*map(str, statement.node.body), f"in_force__({self._numbers[key]})"])
        ast.parse_string(f"{statement.node.head} :- {body}.", found.append)
        return replace(statement, node=found[-1])

    @staticmethod
    def _smallest(
        control: clingo.Control, shown: FoundWorld, sought: str, holds: bool, until: float
    ) -> list[frozenset[int]]:
        """List smallest sets of statements active with which the finding is shown, or is not."""
        aims = [
            (clingo.Function("sought__", [clingo.Function(each)]), each == sought)
            for each in ("cause", "repair")
        ]
        solving, solver = control.configuration.solve, control.configuration.solver
        assert isinstance(solving, clingo.Configuration)
        assert isinstance(solver, clingo.Configuration)
        solving.opt_mode, solving.models, solver.opt_strategy = "optN", 0, "usc"
        found: list[frozenset[int]] = []
        with suppress(TimeOverError):
            for model in models(control, [*aims, (_class(shown), holds)], until):
                if model.optimality_proven:
                    result = model.symbols(shown=True)
                    remaining = frozenset(each.arguments[0].number for each in result)
                    found += [remaining] * (remaining not in found)
                if len(found) == (1 if holds else MAX_REPAIRS):
                    break
        return found

    def _placed(self, numbers: frozenset[int]) -> tuple[RuleStatement, ...]:
        some = (self._statements[each] for each in numbers)
        return tuple(sorted(some, key=lambda each: (each.file, each.line)))


def _standing_at(statement: RuleStatement, other: RuleStatement) -> RuleStatement:
    """Return a statement as if it stood in the place of another one."""
    node = statement.node.update(location=other.node.location)
    return replace(statement, node=node, file=other.file)


def _class(shown: FoundWorld) -> clingo.Symbol:
    return clingo.Function("class", [clingo.Function(shown.searched), shown.found])


# Rules that no world needs


_FIELDS = {"file", "number", "digest", "test"}


@dataclass(frozen=True, slots=True)
class Needless:
    """A rule that no world needs, by a check; ``test`` is one that fails without it, "" if none does,
    None where its text was not tried.
    """

    block: Block
    check: str
    test: str | None

    @property
    def as_row(self) -> dict[str, Any]:
        """Return it as plain values."""
        state = "untried" if self.test is None else "missed" if self.test else "survives"
        fields = {"needless": f"{self.block.file}:{self.block.line}", "rule": self.block.number}
        return {**fields, "check": self.check, "state": state, "test": self.test or None}


def read_mutants(text: str, name: str) -> dict[str, str]:
    """Map digests of rules to the test that fails without each, as ``bench/mutate.py`` writes it."""
    rows = csv.DictReader(text.splitlines())
    if not set(rows.fieldnames or ()) >= _FIELDS:
        raise BadInput(f"{name}: is no table of tests by rules; give docs/mutants.csv")
    return {row["digest"] or "": row["test"] or "" for row in rows}


def needless(
    findings: Iterable[Mapping[str, Any]], blocks: Iterable[Block], tests: Mapping[str, str]
) -> list[Needless]:
    """List the rules that are dead or shadowed, each once, with what tests make of them."""
    at = {(each.citation.file, each.line): each for each in blocks}
    found: dict[str, Needless] = {}
    for row in (each for each in findings if each["check"] in ("dead", "shadowed")):
        for rule in row["rules"]:
            block = at.get((rule["file"], rule["line"]))
            if block is not None:
                found.setdefault(
                    block.digest, Needless(block, row["check"], tests.get(block.digest))
                )
    return list(found.values())


def needless_lines(found: Iterable[Needless]) -> list[str]:
    """Return what no world needs: how much a test misses, and what no test does or was not tried."""
    every = list(found)
    missed = sum(bool(each.test) for each in every)
    lines = [f"\nno world needs {len(every)} rules; a test misses {missed} of them"]
    for entry, wanted in (("no test misses", ""), ("not tried since they changed", None)):
        rules = [each for each in every if each.test == wanted]
        lines += [f"  {entry}: {len(rules)}"] * bool(rules)
        lines += (f"    {e.block.number}  {e.block.file}:{e.block.line}  {e.check}" for e in rules)
    return lines
