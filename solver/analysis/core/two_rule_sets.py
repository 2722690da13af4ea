"""Two rule sets: which rules differ by what their statements say, and worlds in which both are asked.

Only what depends on the rules that differ is there twice: those rules of one rule set are copied, their
predicates named ``before_...``. Whatever else both rule sets derive is derived once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from types import MappingProxyType

from hexcourt.facts.base.cache import digest_of
from hexcourt.facts.base.fact_syntax import atom_text
from hexcourt.solver.analysis.core.programs import (
    BoundedPositions,
    PositionFamily,
    PrefixRenamer,
    hanging_on,
    sliced,
)
from hexcourt.solver.rulebase.meaning import meanings
from hexcourt.solver.rulebase.program import Program
from hexcourt.solver.rulebase.read_house_rules import amended_rules, stands_beside
from hexcourt.solver.rulebase.rulebase import (
    HouseRules,
    RuleBase,
    printed_rules,
    use_rules,
    worlds_program,
)
from hexcourt.solver.rulebase.short_forms import COUNTED
from hexcourt.solver.rulebase.statement import RuleStatement, Signature

BEFORE = "before_"
"""What the predicates of the other rule set begin with."""


@dataclass(frozen=True)
class FamilyRules:
    """The rules of two rule sets that a family asks, the names of all predicates that depend on what
    differs between them, and the first of these that differ from world to world: where they are
    derived alike, all is. ``differing`` are the rules of each that the other does not have: both
    have what these read.
    """

    old: tuple[RuleStatement, ...]
    new: tuple[RuleStatement, ...]
    affected: frozenset[str]
    first: frozenset[Signature]
    differing: tuple[tuple[RuleStatement, ...], tuple[RuleStatement, ...]]

    def split(self, atoms: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Split a world's atoms into what each rule set derives, by the names that all rule sets
        have.
        """
        items = tuple(atoms)
        new = tuple(each for each in items if not each.startswith(BEFORE))
        alike = (each for each in new if each.partition("(")[0] not in self.affected)
        old = (each.removeprefix(BEFORE) for each in items if each.startswith(BEFORE))
        return tuple(dict.fromkeys((*alike, *old))), new


def both_of(family: PositionFamily, old: RuleBase, new: RuleBase) -> FamilyRules:
    """Find what of two rule sets a family asks, and what of that differs."""
    widened = with_compared(family)
    while True:
        plain = replace(widened, distinguished=frozenset())
        one, other = sliced(plain, old), sliced(plain, new)
        gone, fresh = _not_in(one, other), _not_in(other, one)
        # what only one of them asks of an exception that was dropped
        read = {read.name for each in (*gone, *fresh) for read in each.reads}
        if read.issubset(widened.wanted):
            break
        widened = replace(widened, wanted=(*widened.wanted, *sorted(read)))
    if not (gone or fresh):
        return FamilyRules(one, other, frozenset(), frozenset(), ((), ()))
    if family.distinguished:
        one, other = sliced(widened, old), sliced(widened, new)
        gone, fresh = _not_in(one, other), _not_in(other, one)
    heads = {head for each in (*gone, *fresh) for head in each.heads}
    generator = generating(family)
    rules = (*one, *other, *(each for each in generator if each.kind == "rule"))
    affected = hanging_on((each.name for each in heads), rules)
    chosen = (name for each in generator if each.kind == "choice" for name in each.names)
    varying = frozenset(hanging_on(chosen, rules))
    first = _first_varying(heads, rules, varying)
    return FamilyRules(one, other, frozenset(affected), frozenset(first), (gone, fresh))


def with_compared(family: PositionFamily) -> PositionFamily:
    """Return a family of which all that is compared between two rule sets is wanted, too."""
    outcomes = worlds_program(family.differences).statements if family.differences else ()
    questions = (each.name for one in outcomes for each in one.reads)
    return replace(family, wanted=(*family.wanted, *questions))


def _not_in(
    some: Sequence[RuleStatement], others: Sequence[RuleStatement]
) -> tuple[RuleStatement, ...]:
    """List the statements that say what no other one says; most are written alike in both."""
    texts = {str(each.node) for each in others}
    left = [each for each in some if str(each.node) not in texts]
    names = {name for each in left for name in each.names}
    alike = (each for each in others if not names.isdisjoint(each.names))
    known = {text for each in alike for text in meanings(each)} if left else set()
    return tuple(each for each in left if not known.issuperset(meanings(each)))


def _first_varying(
    heads: Iterable[Signature], rules: Sequence[RuleStatement], varying: Collection[str]
) -> set[Signature]:
    """Find what is derived in some worlds only: of tables, whatever the rules make of them first."""
    waiting, seen = list(heads), set(heads)
    found: set[Signature] = set()
    while waiting:
        head = waiting.pop()
        if head.name in varying:
            found.add(head)
            continue
        further = {new for each in rules if head in each.reads for new in each.heads} - seen
        seen |= further
        waiting += sorted(further)
    return found


def steps_to_an_answer(family: PositionFamily, both: FamilyRules) -> int:
    """Count the rules between what is first derived otherwise and what is compared of two rule sets."""
    if not family.differences:
        return 0
    outcomes = worlds_program(family.differences).statements
    compared = {each.name for one in outcomes for each in one.reads}
    reading: dict[str, set[str]] = defaultdict(set)
    for each in (*both.new, *both.old, *generating(family)):
        for read in each.reads:
            reading[read.name].update(each.names)
    found = {each.name for each in both.first}
    reached, steps = set(found), 0
    while found and compared.isdisjoint(found):
        found = {new for name in found for new in reading[name]} - reached
        reached |= found
        steps += 1
    return steps


def generating(family: PositionFamily) -> list[RuleStatement]:
    """List the statements of the programs that generate worlds."""
    return [each for name in family.generating for each in worlds_program(name).statements]


def worlds_of_both(
    family: PositionFamily,
    old: RuleBase,
    new: RuleBase,
    both: FamilyRules,
    further: Iterable[str] = (),
    everywhere: bool = False,
) -> BoundedPositions:
    """Make the program of a family under two rule sets at once; ``further`` are statements. Unless
    worlds are wanted ``everywhere``, those are left out in which nothing is derived otherwise.
    """
    declared = [e for e in new.profile(family.profile).statements if e.kind == "declaration"]
    rename = PrefixRenamer(both.affected, BEFORE)
    generator = generating(family)
    copied = [
        *(each for each in both.old if not both.affected.isdisjoint(each.names)),
        *(each for each in generator if _is_copied(each, both.affected)),
    ]
    renamed = (replace(each, node=rename(each.node)) for each in copied)
    statements = (*declared, *both.new, *renamed)
    nodes = tuple(each.node for each in statements)
    scope = family.scoped(family, new, (*both.new, *both.old))
    outcomes = worlds_program(family.differences)
    text = "\n".join(
        [
            *(f"#const {key} = {value}. [override]" for key, value in family.scope.items()),
            *(worlds_program(each).text for each in family.generating),
            outcomes.text,
            *scope.facts,
            *further,
            *(() if everywhere else _differing_first(both.first)),
            *_as_before(outcomes.statements, both.affected),
            *_chosen_alike(generator, both.affected),
        ]
    )
    return BoundedPositions(family, nodes, text, MappingProxyType({}), scope, statements)


def general(name: str, arity: int) -> str:
    """Write an atom of a predicate with variables alone."""
    return atom_text(name, (f"V{number}" for number in range(arity)))


def _differing_first(first: Iterable[Signature]) -> Iterator[str]:
    """Leave out worlds in which both rule sets derive alike what all differences come of."""
    for name, arity in sorted(first):
        one = general(name, arity)
        yield f"derived_otherwise :- {one}, not {BEFORE}{one}."
        yield f"derived_otherwise :- {BEFORE}{one}, not {one}."
    yield "class(derived,otherwise) :- derived_otherwise."
    yield "differs_somehow :- class(differs,_)."
    yield ":- not derived_otherwise.  :- not differs_somehow, searching__(differs)."
    yield "#defined derived_otherwise/0."


def _is_copied(statement: RuleStatement, affected: frozenset[str]) -> bool:
    """Return whether the other rule set has a statement of the generator in words of its own."""
    if statement.kind not in ("rule", "constraint", "fact"):
        return False
    read = (each.name for each in statement.reads)
    return not affected.isdisjoint((*statement.names, *read))


def _as_before(outcomes: Sequence[RuleStatement], affected: frozenset[str]) -> Iterator[str]:
    """Write rules that keep predicates equal which depend on nothing that differs."""
    derived = {each.name for statement in outcomes for each in statement.heads}
    known: Mapping[str, int] = {
        read.name: read.arity
        for statement in outcomes
        for read in statement.reads
        if read.name.startswith(BEFORE) and read.name not in derived
    }
    for name, arity in sorted(known.items()):
        if name.removeprefix(BEFORE) not in affected:
            yield f"{general(name, arity)} :- {general(name.removeprefix(BEFORE), arity)}."


def _chosen_alike(generator: Sequence[RuleStatement], affected: frozenset[str]) -> Iterator[str]:
    """Write rules that make the generator's choices the same for both rule sets."""
    chosen = {head for each in generator if each.kind == "choice" for head in each.heads}
    for name, arity in sorted(chosen):
        if name in affected:
            yield f"{BEFORE}{general(name, arity)} :- {general(name, arity)}."


@dataclass(frozen=True)
class RuleChange:
    """What differs about one rule: its number, statements that are gone, and statements that are new."""

    number: str
    gone: tuple[RuleStatement, ...]
    new: tuple[RuleStatement, ...]

    @property
    def kind(self) -> str:
        """Return whether the rule is added, removed or changed."""
        return "changed" if self.gone and self.new else "removed" if self.gone else "added"


@dataclass(frozen=True)
class RuleSetComparison:
    """Two rule sets, the rules that differ, and how many are only written or stated differently."""

    old: RuleBase
    new: RuleBase
    changes: tuple[RuleChange, ...]
    rewritten: int
    retold: int

    def without(self, change: RuleChange) -> RuleBase:
        """Return the new rule set without one change."""
        if self.new.house_rules:
            return _without_number(self.new, change.number)
        return _undone(self.old, self.new, change)

    @property
    def profiles(self) -> frozenset[str]:
        """List the profiles in which a statement that differs is asked."""
        gone = {each for change in self.changes for each in change.gone}
        new = {each for change in self.changes for each in change.new}
        items = ((self.old, _places(gone)), (self.new, _places(new)))
        return frozenset(
            name
            for rule_base, places in items
            for name in rule_base.profiles
            if not places.isdisjoint(_places(rule_base.profile(name).statements))
        )


def compare_rule_sets(old: RuleBase, new: RuleBase) -> RuleSetComparison:
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
        for number in () if stands_beside(each.file) else repealing.numbers(each):
            by_number[number][1].append(each)
    changes = tuple(
        RuleChange(number, _in_order(some), _in_order(others))
        for number, (some, others) in sorted(by_number.items())
    )
    rewritten = len(before.keys() & after.keys())
    sentences = ({(e.number, e.sentence) for e in rule_base.citations} for rule_base in (old, new))
    retold = len({number for number, _ in _symmetric(*sentences)} - set(by_number))
    return RuleSetComparison(old, new, changes, rewritten, retold)


def _in_order(some: Iterable[RuleStatement]) -> tuple[RuleStatement, ...]:
    return tuple(sorted(dict.fromkeys(some), key=lambda each: (each.file, each.line)))


def _symmetric(one: set[tuple[str, str]], other: set[tuple[str, str]]) -> set[tuple[str, str]]:
    return {
        each
        for each in one ^ other
        if any(each[0] == n for n, _ in one) and any(each[0] == n for n, _ in other)
    }


def _places(statements: Iterable[RuleStatement]) -> set[str]:
    return {f"{each.place} {each.text}" for each in statements}


def _number(statement: RuleStatement) -> str:
    cited = statement.heading or statement.citation
    return cited.number if cited is not None else statement.file


class _Repealing:
    """Finds by which numbers a statement is gone: those of house rules that take it out, or its own."""

    def __init__(self, new: RuleBase) -> None:
        self._orders = [
            (_number(statement), frozenset(statement.strings))
            for rules in new.house_rules
            for statement in Program(rules.name, rules.text).statements
            if statement.names and statement.names[0] in ("repeal", "replace", "prevails")
        ]

    def numbers(self, statement: RuleStatement) -> list[str]:
        """List the numbers."""
        heading = statement.heading
        known = (
            {heading.number, heading.key, f"{statement.file}:{heading.line}"} if heading else set()
        )
        found = [number for number, taken in self._orders if taken & known]
        return list(dict.fromkeys(found)) or [_number(statement)]


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
        question = ",".join(sorted(profiles[name]))
        for statement in program.statements:
            found[question, " ".join(statement.text.split())].append(statement)
    return MappingProxyType(found)


def _by_meaning(
    statements: Iterable[tuple[str, RuleStatement]],
) -> Mapping[str, list[RuleStatement]]:
    """Map what statements say, and where it is asked, to those that say it. A statement that reads what
    words count as says what it said.
    """
    found: dict[str, list[RuleStatement]] = defaultdict(list)
    for query, statement in statements:
        written = str(statement.node).replace(COUNTED, "")
        if written != str(statement.node):
            (plain,) = Program("", written).statements
            texts = meanings(plain)
        else:
            texts = meanings(statement)
        for text in texts:
            found[f"{query}: {text}"].append(statement)
    return found


# A rule set without one of its changes


def _without_number(rule_base: RuleBase, number: str) -> RuleBase:
    """Return a rule set without what its house rules say by one number."""
    left: list[HouseRules] = []
    for rules in rule_base.house_rules:
        program = Program(rules.name, rules.text)
        gone = [each for each in program.statements if _number(each) == number]
        remaining = program.without(gone)
        if remaining.statements:
            left.append(HouseRules(rules.name, remaining.text))
    with use_rules(printed_rules()):
        return amended_rules(tuple(left))


def _undone(old: RuleBase, new: RuleBase, change: RuleChange) -> RuleBase:
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
    texts = (each.text for each in programs.values())
    digest = digest_of([new.digest, "without", change.number, *texts])
    return replace(new, programs=MappingProxyType(programs), gone=new.gone | heads, digest=digest)
