"""Which rules differ between two rule sets: by what statements say, not by how they are written."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from types import MappingProxyType

from hexcourt.facts.base.digests import digest_of
from hexcourt.solver.rulebase.meaning import meanings
from hexcourt.solver.rulebase.program import Program
from hexcourt.solver.rulebase.read_house_rules import amended_rules
from hexcourt.solver.rulebase.rulebase import HouseRules, RuleBase, printed_rules, use_rules
from hexcourt.solver.rulebase.statement import RuleStatement


@dataclass(frozen=True)
class Change:
    """What differs about one rule: its number, statements that are gone, and statements that are new."""

    number: str
    gone: tuple[RuleStatement, ...]
    new: tuple[RuleStatement, ...]

    @property
    def kind(self) -> str:
        """Return whether the rule is added, removed or changed."""
        return "changed" if self.gone and self.new else "removed" if self.gone else "added"


@dataclass(frozen=True)
class Comparison:
    """Two rule sets, the rules that differ, and how many are only written or told otherwise."""

    old: RuleBase
    new: RuleBase
    changes: tuple[Change, ...]
    rewritten: int
    retold: int

    def without(self, change: Change) -> RuleBase:
        """Return the new rule set without one change."""
        if self.new.house_rules:
            return _without_number(self.new, change.number)
        return _undone(self.old, self.new, change)

    @property
    def profiles(self) -> frozenset[str]:
        """List the profiles in which a statement that differs is asked."""
        gone = {each for change in self.changes for each in change.gone}
        new = {each for change in self.changes for each in change.new}
        told = ((self.old, _places(gone)), (self.new, _places(new)))
        return frozenset(
            name
            for law, places in told
            for name in law.profiles
            if not places.isdisjoint(_places(law.profile(name).statutes))
        )


def compare_laws(old: RuleBase, new: RuleBase) -> Comparison:
    """Find the rules that differ."""
    one, other = _stated(old), _stated(new)
    before = _by_meaning([(k[0], e) for k in one.keys() - other.keys() for e in one[k]])
    after = _by_meaning([(k[0], e) for k in other.keys() - one.keys() for e in other[k]])
    gone = [each for text in sorted(before.keys() - after.keys()) for each in before[text]]
    fresh = [each for text in sorted(after.keys() - before.keys()) for each in after[text]]
    by_number: dict[str, tuple[list[RuleStatement], list[RuleStatement]]] = defaultdict(
        lambda: ([], [])
    )
    repealing = _Repealing(new)
    for each in gone:
        for number in repealing.numbers(each):
            by_number[number][0].append(each)
    for each in fresh:
        by_number[_number(each)][1].append(each)
    changes = tuple(
        Change(number, _in_order(some), _in_order(others))
        for number, (some, others) in sorted(by_number.items())
    )
    rewritten = len(before.keys() & after.keys())
    sentences = ({(e.number, e.sentence) for e in law.citations} for law in (old, new))
    retold = len({number for number, _ in _symmetric(*sentences)} - set(by_number))
    return Comparison(old, new, changes, rewritten, retold)


def _in_order(some: Iterable[RuleStatement]) -> tuple[RuleStatement, ...]:
    return tuple(sorted(dict.fromkeys(some), key=lambda each: (each.file, each.line)))


def _symmetric(one: set[tuple[str, str]], other: set[tuple[str, str]]) -> set[tuple[str, str]]:
    return {
        each
        for each in one ^ other
        if any(each[0] == n for n, _ in one) and any(each[0] == n for n, _ in other)
    }


def _places(statutes: Iterable[RuleStatement]) -> set[str]:
    return {f"{each.place} {each.text}" for each in statutes}


def _number(statute: RuleStatement) -> str:
    cited = statute.heading or statute.citation
    return cited.number if cited is not None else statute.file


class _Repealing:
    """Tells by which numbers a statement is gone: those of house rules that take it out, or its own."""

    def __init__(self, new: RuleBase) -> None:
        self._orders = [
            (_number(statute), frozenset(statute.strings))
            for rules in new.house_rules
            for statute in Program(rules.name, rules.text).statutes
            if statute.names and statute.names[0] in ("repeal", "replace")
        ]

    def numbers(self, statute: RuleStatement) -> list[str]:
        """List the numbers."""
        heading = statute.heading
        known = (
            {heading.number, heading.key, f"{statute.file}:{heading.line}"} if heading else set()
        )
        found = [number for number, taken in self._orders if taken & known]
        return list(dict.fromkeys(found)) or [_number(statute)]


# Statements by meaning


_Key = tuple[str, str]


@cache
@lru_cache(2)
def _stated(rule_base: RuleBase) -> Mapping[_Key, list[RuleStatement]]:
    """Map statements, as written and with the profiles in which they are asked, to where they stand."""
    profiles: dict[str, list[str]] = defaultdict(list)
    for name in rule_base.profiles:
        for program in rule_base.profile(name).programs:
            profiles[program.name].append(name)
    found: dict[_Key, list[RuleStatement]] = defaultdict(list)
    for name, program in rule_base.programs.items():
        asked = ",".join(sorted(profiles[name]))
        for statute in program.statutes:
            found[asked, " ".join(statute.text.split())].append(statute)
    return MappingProxyType(found)


def _by_meaning(statutes: Iterable[tuple[str, RuleStatement]]) -> Mapping[str, list[RuleStatement]]:
    """Map what statements say, and where it is asked, to those that say it."""
    found: dict[str, list[RuleStatement]] = defaultdict(list)
    for asked, statute in statutes:
        for text in meanings(statute):
            found[f"{asked}: {text}"].append(statute)
    return found


# A rule set without one of its changes


def _without_number(law: RuleBase, number: str) -> RuleBase:
    """Return a rule set without what its house rules say by one number."""
    left: list[HouseRules] = []
    for rules in law.house_rules:
        program = Program(rules.name, rules.text)
        gone = [each for each in program.statutes if _number(each) == number]
        kept = program.without(gone)
        if kept.statutes:
            left.append(HouseRules(rules.name, kept.text))
    with use_rules(printed_rules()):
        return amended_rules(tuple(left))


def _undone(old: RuleBase, new: RuleBase, change: Change) -> RuleBase:
    """Return the new rule set with one change undone."""
    programs = dict(new.programs)
    lines: dict[str, list[str]] = defaultdict(list)
    for each in change.gone:
        lines[each.file].append(each.text)
    for name in sorted({*lines, *(each.file for each in change.new)}):
        fresh = [each for each in change.new if each.file == name]
        there = programs[name].without(fresh) if name in programs else old.programs[name]
        added = "\n".join(lines[name]) if name in programs else ""
        programs[name] = Program(name, f"{there.text.rstrip()}\n\n{added}\n")
    heads = {head for each in (*change.gone, *change.new) for head in each.heads}
    told = (each.text for each in programs.values())
    digest = digest_of([new.digest, "without", change.number, *told])
    return replace(new, programs=MappingProxyType(programs), gone=new.gone | heads, digest=digest)
