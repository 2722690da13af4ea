"""Worlds in which two rule sets are asked at once: only what depends on the rules that differ is
there twice.

The rules of one rule set that anything depends on which differs are copied, their predicates named
``before_...``; whatever else both rule sets derive is derived once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from hexcourt.solver.analysis.core.programs import Family, Renamed, Worlds, hanging_on, sliced
from hexcourt.solver.rulebase.meaning import meanings
from hexcourt.solver.rulebase.rulebase import RuleBase, worlds_program
from hexcourt.solver.rulebase.statement import RuleStatement, Signature

BEFORE = "before_"
"""What the predicates of the other rule set begin with."""


@dataclass(frozen=True)
class Both:
    """The rules of two rule sets that a family asks, the names of all predicates that depend on what
    differs between them, and the first of these that differ from world to world: where they are
    derived alike, all is.
    """

    old: tuple[RuleStatement, ...]
    new: tuple[RuleStatement, ...]
    affected: frozenset[str]
    first: frozenset[Signature]

    def parted(self, atoms: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Part a world's atoms into what each rule set derives, by the names that all rule sets have."""
        said = tuple(atoms)
        new = tuple(each for each in said if not each.startswith(BEFORE))
        alike = (each for each in new if each.partition("(")[0] not in self.affected)
        old = (each.removeprefix(BEFORE) for each in said if each.startswith(BEFORE))
        return tuple(dict.fromkeys((*alike, *old))), new


def both_of(family: Family, old: RuleBase, new: RuleBase) -> Both:
    """Find what of two rule sets a family asks, and what of that differs."""
    outcomes = worlds_program(family.differences).statutes if family.differences else ()
    asked = (each.name for one in outcomes for each in one.reads)
    widened = replace(family, wanted=(*family.wanted, *asked))
    one, other = sliced(widened, old), sliced(widened, new)
    texts = [{text for each in rules for text in meanings(each)} for rules in (one, other)]
    differing = [each for each in one if not texts[1].issuperset(meanings(each))]
    differing += [each for each in other if not texts[0].issuperset(meanings(each))]
    heads = {head for each in differing for head in each.heads}
    generator = _generating(family)
    rules = (*one, *other, *(each for each in generator if each.kind == "rule"))
    affected = hanging_on((each.name for each in heads), rules)
    chosen = (name for each in generator if each.kind == "choice" for name in each.names)
    first = _first_varying(heads, rules, hanging_on(chosen, rules))
    return Both(one, other, frozenset(affected), frozenset(first))


def _first_varying(
    heads: Iterable[Signature], rules: Sequence[RuleStatement], varying: set[str]
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


def _generating(family: Family) -> list[RuleStatement]:
    return [each for name in family.generating for each in worlds_program(name).statutes]


def worlds_of_both(
    family: Family, old: RuleBase, new: RuleBase, both: Both, further: Iterable[str] = ()
) -> Worlds:
    """Make the program of a family under two rule sets at once; ``further`` are statements."""
    declared = [
        each.node for each in new.profile(family.profile).statutes if each.kind == "declaration"
    ]
    rename = Renamed(both.affected, BEFORE)
    generator = _generating(family)
    nodes = [
        *declared,
        *(each.node for each in both.new),
        *(rename(e.node) for e in both.old if not both.affected.isdisjoint(e.names)),
        *(rename(each.node) for each in generator if _is_copied(each, both.affected)),
    ]
    scope = family.scoped(family, new, (*both.new, *both.old))
    outcomes = worlds_program(family.differences)
    text = "\n".join(
        [
            *(f"#const {key} = {value}. [override]" for key, value in family.scope.items()),
            *(worlds_program(each).text for each in family.generating),
            outcomes.text,
            *scope.facts,
            *further,
            *_differing_first(both.first),
            *_as_before(outcomes.statutes, both.affected),
            *_chosen_alike(generator, both.affected),
        ]
    )
    return Worlds(family, tuple(nodes), text, MappingProxyType({}), scope)


def _differing_first(first: Iterable[Signature]) -> Iterator[str]:
    """Leave out worlds in which both rule sets derive alike what all differences come of."""
    for name, arity in sorted(first):
        arguments = ",".join(f"V{number}" for number in range(arity))
        one = f"{name}({arguments})" if arity else name
        yield f"derived_otherwise :- {one}, not {BEFORE}{one}."
        yield f"derived_otherwise :- {BEFORE}{one}, not {one}."
    yield "class(derived,otherwise) :- derived_otherwise."
    yield "differs_somehow :- class(differs,_)."
    yield ":- not derived_otherwise.  :- not differs_somehow, searching__(differs)."
    yield "#defined derived_otherwise/0."


def _is_copied(statute: RuleStatement, affected: frozenset[str]) -> bool:
    """Return whether the other rule set has a statement of the generator in words of its own."""
    if statute.kind not in ("rule", "constraint", "fact"):
        return False
    read = (each.name for each in statute.reads)
    return not affected.isdisjoint((*statute.names, *read))


def _as_before(outcomes: Sequence[RuleStatement], affected: frozenset[str]) -> Iterator[str]:
    """Let predicates on which nothing that differs bears be before as they are."""
    derived = {each.name for statute in outcomes for each in statute.heads}
    told: Mapping[str, int] = {
        read.name: read.arity
        for statute in outcomes
        for read in statute.reads
        if read.name.startswith(BEFORE) and read.name not in derived
    }
    for name, arity in sorted(told.items()):
        if name.removeprefix(BEFORE) not in affected:
            arguments = ",".join(f"V{number}" for number in range(arity))
            yield f"{name}({arguments}) :- {name.removeprefix(BEFORE)}({arguments})."


def _chosen_alike(generator: Sequence[RuleStatement], affected: frozenset[str]) -> Iterator[str]:
    """Let what the generator chooses be the same for both rule sets."""
    chosen = {head for each in generator if each.kind == "choice" for head in each.heads}
    for name, arity in sorted(chosen):
        if name in affected:
            arguments = ",".join(f"V{number}" for number in range(arity))
            yield f"{BEFORE}{name}({arguments}) :- {name}({arguments})."
