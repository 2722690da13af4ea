"""Which rules bring about what a world shows, and which would have to go for it to be shown no more.

Every cited rule of a family's program gets a switch; the choices of one world are fixed. The fewest
rules that are enough for a finding are a smallest set of rules in conflict; the fewest without which
it goes are a smallest repair (MUS and MCS: Liffiton and Sakallah 2008, over rules, not clauses).
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import clingo
from clingo import ast

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.analysis.core.programs import Worlds
from hexcourt.solver.analysis.core.search import Shown, TimeOverError, models
from hexcourt.solver.rulebase.program import grounded
from hexcourt.solver.rulebase.rulebase import worlds_program
from hexcourt.solver.rulebase.statement import Block, Citation, RuleStatement

MOST_REPAIRS = 8
"""How many smallest repairs are told at most."""

_SWITCHES = """
{ in_force__(B) } :- cited__(B).
{ sought__(cause;repair) }.
#minimize { 1,B : in_force__(B), sought__(cause) }.
#minimize { 1,B : cited__(B), not in_force__(B), sought__(repair) }.
#show in_force__/1.
"""


@dataclass(frozen=True, slots=True)
class Repairs:
    """The fewest rules that are enough for a finding, and the smallest sets whose loss would end it."""

    in_conflict: tuple[Citation, ...]
    mended_without: tuple[tuple[Citation, ...], ...]


class Repairing:
    """A world of a family with a switch for every rule that the rule set cites."""

    def __init__(self, worlds: Worlds, shown: Shown) -> None:
        self._citations: list[Citation] = []
        switched = {
            place: (self._switched(statement, cited), cited)
            for place, (statement, cited) in worlds.accounted.items()
        }
        text = replace(worlds, accounted=switched).text
        switches = "".join(f"cited__({place})." for place in range(len(self._citations)))
        nodes = {id(own.node): new.node for (own, _), (new, _) in self._both(worlds, switched)}
        switching = (nodes.get(id(node), node) for node in worlds.nodes)
        self._control = grounded(switching, text + switches + _SWITCHES)
        self._class = clingo.Function("class", [clingo.Function(shown.searched), shown.said])
        self._fixed = [*self._choices(worlds, frozenset(shown.atoms))]

    def repairs(self, until: float) -> Repairs:
        """Search, up to a point in time; what was not found in time is left out."""
        causes = self._smallest("cause", True, until)
        ends = self._smallest("repair", False, until)
        every = frozenset(range(len(self._citations)))
        return Repairs(
            self._cited(causes[0]) if causes else (),
            tuple(self._cited(every - kept) for kept in ends),
        )

    @staticmethod
    def _both(
        worlds: Worlds, switched: dict[int, tuple[RuleStatement, Citation]]
    ) -> Iterator[tuple[tuple[RuleStatement, Citation], tuple[RuleStatement, Citation]]]:
        return ((worlds.accounted[place], each) for place, each in switched.items())

    def _switched(self, statement: RuleStatement, cited: Citation) -> RuleStatement:
        """Let a statement hold only while what it cites is in force."""
        if cited not in self._citations:
            self._citations.append(cited)
        switch = f"in_force__({self._citations.index(cited)})"
        found: list[ast.AST] = []
        body = "; ".join([*map(str, statement.node.body), switch])
        ast.parse_string(f"{statement.node.head} :- {body}.", found.append)
        return replace(statement, node=found[-1])

    def _choices(
        self, worlds: Worlds, atoms: frozenset[str]
    ) -> Iterator[tuple[clingo.Symbol, bool]]:
        """Fix what the programs of the worlds choose."""
        chosen = {
            signature
            for name in worlds.family.generating
            for statement in worlds_program(name).statements
            if statement.kind == "choice"
            for signature in statement.heads
        }
        for name, arity in sorted(chosen):
            for each in self._control.symbolic_atoms.by_signature(name, arity):
                if not each.is_fact:
                    yield each.symbol, str(each.symbol) in atoms

    def _smallest(self, sought: str, shown: bool, until: float) -> list[frozenset[int]]:
        """List smallest sets of active rules with which the finding is shown, or is not."""
        aims = [
            (clingo.Function("sought__", [clingo.Function(each)]), each == sought)
            for each in ("cause", "repair")
        ]
        solving = self._control.configuration.solve
        assert isinstance(solving, clingo.Configuration)
        solving.opt_mode, solving.models = "optN", 0
        found: list[frozenset[int]] = []
        assumptions = [*self._fixed, *aims, (self._class, shown)]
        with suppress(TimeOverError):
            for model in models(self._control, assumptions, until):
                if model.optimality_proven:
                    told = model.symbols(shown=True)
                    kept = frozenset(each.arguments[0].number for each in told)
                    found += [kept] * (kept not in found)
                if len(found) == MOST_REPAIRS:
                    break
        return found

    def _cited(self, places: frozenset[int]) -> tuple[Citation, ...]:
        return tuple(sorted((self._citations[p] for p in places), key=lambda c: (c.file, c.line)))


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
        told = {"needless": f"{self.block.file}:{self.block.line}", "rule": self.block.number}
        return {**told, "check": self.check, "state": state, "test": self.test or None}


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
    for said, wanted in (("no test misses", ""), ("not tried since they changed", None)):
        rules = [each for each in every if each.test == wanted]
        lines += [f"  {said}: {len(rules)}"] * bool(rules)
        lines += (f"    {e.block.number}  {e.block.file}:{e.block.line}  {e.check}" for e in rules)
    return lines
