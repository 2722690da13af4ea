"""Properties of a user's own, refused before anything is searched where they could not be broken for a
reason of their own: misspelt, without a sentence, or about what no world holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from hexcourt.facts.base.errors import BadInput, listed
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.base.sizes import LARGEST_DERIVED
from hexcourt.solver.analysis.core.programs import (
    PROPERTIES,
    PositionFamily,
    broken_in,
    first_argument,
    properties_of,
    worlds_of,
)
from hexcourt.solver.analysis.generators.families import all_families
from hexcourt.solver.rulebase.interval_analysis import check_derived
from hexcourt.solver.rulebase.known_words import unknown_word, words_made
from hexcourt.solver.rulebase.program import Program
from hexcourt.solver.rulebase.read_house_rules import (
    UNKNOWN,
    UNREAD,
    check_safe,
    known_names,
    unknown_name,
)
from hexcourt.solver.rulebase.rulebase import (
    HouseRules,
    active_rules,
    all_worlds_programs,
    printed_rules,
    worlds_program,
)
from hexcourt.solver.rulebase.slicing import read
from hexcourt.solver.rulebase.sorts import declared_sorts, sorts_derived, wrong_sort, wrong_value
from hexcourt.solver.rulebase.statement import RuleStatement, Signature
from hexcourt.solver.rulebase.untrusted_program import PermittedSyntax, checked_statements

_BROKEN = Signature("broken", 2)
_MAX_NAMED = 3
"""How many other families are looked through at the most for where a property belongs."""

_WORD = pattern(r"_*[a-z][A-Za-z0-9_]*")


def check_properties(own: HouseRules, families: Sequence[PositionFamily]) -> None:
    """Check properties that are to be looked for in some families.

    Raises BadInput, in one sentence with file and line, where a statement is no rule, cites nothing,
    reads what nothing derives, derives what is derived already, or holds in no world of these families.
    """
    rules = checked_statements(own.text, own.name, allowed=PermittedSyntax(choices=False))
    placed = [(f"{own.name}, line {each.location.begin.line}", each) for each in rules]
    statements = Program(own.name, own.text).statements
    for each in statements:
        wrong = _wrong_form(each)
        if wrong:
            raise _refusal(own, each, wrong)
    _check_names(own, statements)
    declared = declared_sorts(active_rules())
    both_mean = {each for each in _heads_of_worlds() if each in known_names(active_rules()).derived}
    remaining = {k: v for k, v in declared.predicates.items() if k not in both_mean}
    declared = replace(declared, predicates=remaining)
    helpers = sorts_derived(declared, statements)
    named = {head for each in statements for head in each.heads}
    made = words_made(active_rules(), statements, named)
    for each in statements:
        wrong = wrong_sort(declared, helpers, each)
        wrong = wrong or unknown_word(active_rules(), named, made, each)
        wrong = wrong or wrong_value(printed_rules(), each)
        if wrong:
            raise _refusal(own, each, wrong)
    check_derived(placed, LARGEST_DERIVED)
    check_safe(Program(own.name, own.text))
    if _BROKEN not in {head for each in statements for head in each.heads}:
        raise BadInput(f"{own.name}: holds no property; write broken(name,Class) :- ...")
    _check_worlds(own, statements, families)


def _refusal(own: HouseRules, statement: RuleStatement, sentence: str) -> BadInput:
    return BadInput(f"{own.name}, line {statement.line}: {sentence}")


def _wrong_form(statement: RuleStatement) -> str:
    """Describe what is wrong with how a statement is written, "" if nothing."""
    if statement.kind not in ("fact", "rule"):
        return "is no rule; write broken(name,Class) :- what may not be"
    if "broken" not in statement.names:
        return ""
    if statement.heads != (_BROKEN,) or not _WORD.fullmatch(first_argument(statement)):
        what = next((str(h) for h in statement.heads if h != _BROKEN), "")
        named = what or first_argument(statement)
        return f"{named} names no property; write broken(name,Class), the name a word of its own"
    cited = statement.citation
    if cited is None or not cited.sentence.strip():
        return "cites nothing; write above it %! A2.8 high: what holds"
    shipped = properties_of(broken_in(e for e in all_worlds_programs() if _is_of_properties(e)))
    if first_argument(statement) in shipped:
        return f"{first_argument(statement)} is the name of another property; choose another"
    return ""


def _is_of_properties(program: Program) -> bool:
    return program.file.endswith(PROPERTIES)


def _heads_of_worlds() -> set[Signature]:
    """List what the programs of worlds derive."""
    return {head for p in all_worlds_programs() for s in p.statements for head in s.heads}


def _check_names(own: HouseRules, statements: Iterable[RuleStatement]) -> None:
    """Refuse what nothing derives or tells, what nothing reads, and what others derive."""
    known = known_names(active_rules())
    worlds = _heads_of_worlds()
    helpers = {head for each in statements for head in each.heads} - {_BROKEN}
    questions = {name for each in statements for name in each.reads}
    there = known.derived | known.declared | (worlds - {_BROKEN})
    for each in statements:
        for name in each.reads:
            if name not in there and name not in helpers:
                raise _refusal(own, each, unknown_name(name, UNKNOWN, there | helpers))
        for name in each.heads:
            if name != _BROKEN and name in there | known.every:
                text = f"{name} is derived or given already; give what you derive another name"
                raise _refusal(own, each, text)
            if name != _BROKEN and name not in questions:
                raise _refusal(own, each, unknown_name(name, UNREAD, [*questions, _BROKEN]))


def _check_worlds(
    own: HouseRules, statements: Sequence[RuleStatement], families: Sequence[PositionFamily]
) -> None:
    """Refuse a rule that could fire in no world of some families: of it a search would say nothing."""
    silent = _silent(own, statements, statements, families)
    if not silent:
        return
    first = silent[0]
    named = {each.name for each in families}
    others = [
        each for each in all_families().values() if each.name not in named and _knows(each, first)
    ]
    some = [e for e in others[:_MAX_NAMED] if not _silent(own, statements, [first], [e])]
    mend = f"name {listed([e.name for e in some], 'or')}" if some else "read something else"
    where = listed(sorted(named), "or") if some else "any family of worlds"
    read = listed([str(each) for each in first.reads], "and") or str(first.heads[0])
    raise _refusal(own, first, f"could never hold in {where}, by what is known of {read}; {mend}")


def _silent(
    own: HouseRules,
    statements: Sequence[RuleStatement],
    wanted: Iterable[RuleStatement],
    families: Iterable[PositionFamily],
) -> list[RuleStatement]:
    """List the wanted rules that could fire in no world of some families, by the kinds of terms."""
    left = list(wanted)
    for family in families:
        if any(_knows(family, each) for each in left):
            worlds = worlds_of(family, active_rules(), own.text)
            generated = Program("", worlds.generated).statements
            reading = read([*worlds.nodes, *(each.node for each in (*generated, *statements))])
            first = len(reading.nodes) - len(statements)
            fired = {statements[place - first] for place in reading.fired() if place >= first}
            left = [each for each in left if each not in fired]
    return left


def _knows(family: PositionFamily, statement: RuleStatement) -> bool:
    """Return whether a family derives all that must hold for a rule to fire, of what is derived at
    all.
    """
    if "properties" not in family.checks:
        return False
    needed = {each.name for each in statement.needs} & _derived("", all_worlds_programs())
    return needed <= _derived(family.profile, map(worlds_program, family.programs))


def _derived(profile: str, programs: Iterable[Program]) -> set[str]:
    """Name what some programs derive, and a profile, or where none is named the rules."""
    rule_base = active_rules()
    statements = rule_base.profile(profile).statements if profile else rule_base.statements
    every = (*statements, *(each for program in programs for each in program.statements))
    return {name for each in every for name in each.names}
