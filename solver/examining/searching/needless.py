"""Rules that no world needs, beside what tests make of them: what no test misses either may go."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from hexcourt.facts.errors import BadInput
from hexcourt.solver.statutes.statute import Block

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
        """Give it as plain values."""
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
    """Tell what no world needs: how much a test misses, and what no test does or was not tried."""
    every = list(found)
    missed = sum(bool(each.test) for each in every)
    lines = [f"\nno world needs {len(every)} rules; a test misses {missed} of them"]
    for said, wanted in (("no test misses", ""), ("not tried since they changed", None)):
        rules = [each for each in every if each.test == wanted]
        lines += [f"  {said}: {len(rules)}"] * bool(rules)
        lines += (f"    {e.block.number}  {e.block.file}:{e.block.line}  {e.check}" for e in rules)
    return lines
