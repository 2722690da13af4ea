"""What may be asked: the predicates of questions, the ``%:`` lines of the vocabulary."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType

from hexcourt.facts.base.errors import BadInput, listed
from hexcourt.solver.rulebase.declarations import SAID, declarations
from hexcourt.solver.rulebase.rulebase import RuleBase, active_rules
from hexcourt.solver.rulebase.statement import RuleStatement

FILE = "vocabulary/askable.lp"
"""The definitions of the predicates that are looked up."""


@dataclass(frozen=True, slots=True)
class Askable:
    """A predicate of questions: ``arguments`` are pairs of kind and name.

    ``told`` marks those that are computed for each question; the others are looked up.
    """

    name: str
    arguments: tuple[tuple[str, str], ...]
    told: bool
    sentence: str
    example: str

    @property
    def kinds(self) -> tuple[str, ...]:
        """Return the kind of each argument."""
        return tuple(kind for kind, _ in self.arguments)

    @property
    def signature(self) -> tuple[str, int]:
        """Return name and arity."""
        return self.name, len(self.arguments)

    @property
    def form(self) -> str:
        """Write it with the names of its arguments: ``costs(Thing,Price)``."""
        return f"{self.name}({','.join(name for _, name in self.arguments)})"


def askables() -> Mapping[tuple[str, int], Askable]:
    """Map name and arity to every predicate that may be asked, in the order of their file."""
    return _askables(active_rules())


@cache
def _askables(rule_base: RuleBase) -> Mapping[tuple[str, int], Askable]:
    return MappingProxyType(
        {
            each.signature: Askable(
                each.name, each.arguments, each.role == "told", each.sentence, each.example
            )
            for each in declarations(rule_base, SAID)
            if each.role in ("", "told")
        }
    )


def find_askables(word: str) -> tuple[Askable, ...]:
    """List the predicates of a name, else those whose name or sentence has a word.

    Raises BadInput, with the nearest name, where there is none.
    """
    every = tuple(askables().values())
    named = tuple(each for each in every if each.name == word)
    wanted = word.lower()
    found = named or tuple(
        each
        for each in every
        if wanted in each.name or re.search(rf"\b{re.escape(wanted)}", each.sentence.lower())
    )
    if not found:
        raise BadInput(f"{word[:40]}: nothing of that name may be asked{meant(word)}")
    return found


def meant(name: str) -> str:
    """Offer the names most like one that may not be asked, as the end of a sentence."""
    known = sorted({each for each, _ in askables()})
    near = get_close_matches(name[:40], known, n=2, cutoff=0.5)
    if near:
        return f"; did you mean {listed(near, 'or')}?"
    return "; `hexcourt vocabulary` lists what may be asked"


def definitions(wanted: frozenset[str]) -> tuple[str, frozenset[str]]:
    """Return the rules that some predicates depend on, and the names of all facts that these read."""
    return _definitions(active_rules(), wanted)


@cache
def _definitions(rule_base: RuleBase, wanted: frozenset[str]) -> tuple[str, frozenset[str]]:
    rules = [each for each in rule_base.programs[FILE].statutes if each.heads]
    kept: set[RuleStatement] = set()
    names, waiting = set(wanted), set(wanted)
    while waiting:
        name = waiting.pop()
        for rule in rules:
            if name in rule.names and rule not in kept:
                kept.add(rule)
                read = {each.name for each in rule.reads}
                waiting |= read - names
                names |= read
    return "\n".join(sorted(str(each.node) for each in kept)), frozenset(names)


def names_of(signatures: Iterable[tuple[str, int]]) -> frozenset[str]:
    """Return the names alone of some predicates."""
    return frozenset(name for name, _ in signatures)
