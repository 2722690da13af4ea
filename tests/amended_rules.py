"""Rule sets without some of their rules, or with others: faults that tests plant, ablation.

A rule is what stands below a ``%! NUMBER ...`` comment, up to the next such comment or an empty line.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import PurePath
from posixpath import dirname, relpath
from types import MappingProxyType

from hexcourt.facts.base.cache import digest_of
from hexcourt.facts.base.errors import BadInput, listed
from hexcourt.solver.rulebase.program import Program
from hexcourt.solver.rulebase.read_house_rules import UNKNOWN, declared, nearest, unknown_name
from hexcourt.solver.rulebase.rulebase import AMENDMENTS, RuleBase, active_rules, use_rules
from hexcourt.solver.rulebase.statement import Signature, uses
from hexcourt.solver.rulebase.untrusted_program import PermittedSyntax, checked_statements

_OWN = PermittedSyntax(choices=False)


@dataclass(frozen=True, slots=True)
class Amendment:
    """A change of the rules: ``taken`` rules, named by number or ``FILE:LINE``, are no more; the
    rules of ``text``, with citations if need be, are added to a ``program``.

    Where that is not named it is the one that the taken rules stand in, else the one that derives
    what the new rules derive.
    """

    taken: tuple[str, ...] = ()
    text: str = ""
    program: str = ""


@contextmanager
def repealed(*cited: str) -> Iterator[RuleBase]:
    """Do without the rules of these numbers, and of those repealed round about.

    ``tables.lp:12`` does without what stands below the citation in that line alone.
    Sessions opened before keep their results. Raises BadInput, with the nearest ones, for a
    number or place where nothing is cited.
    """
    with use_rules(amend(active_rules(), Amendment(cited))) as rule_base:
        yield rule_base


@contextmanager
def amended(amendment: Amendment) -> Iterator[RuleBase]:
    """Let an amended rule set be in force; raises BadInput as ``amend`` does."""
    with use_rules(amend(active_rules(), amendment)) as rule_base:
        yield rule_base


def amend(rule_base: RuleBase, amendment: Amendment) -> RuleBase:
    """Change a rule set; raises BadInput where what is to be taken is not there, or what is to be
    added is not a rule, reads what nothing derives, or has no program that it belongs to.
    """
    _check_cited(rule_base, amendment.taken)
    left = rule_base.without(amendment.taken)
    if not amendment.text.strip():
        return left
    heads = _checked_heads(rule_base, amendment.text)
    to = _program_of(rule_base, amendment, heads)
    name = hashlib.sha256(f"{to}\0{amendment.text}".encode()).hexdigest()[:8]
    addition = Program(f"{AMENDMENTS}/{name}.lp", amendment.text)
    near = relpath(addition.name, dirname(to) or ".")
    including = Program(to, f'{left.programs[to].text.rstrip()}\n#include "{near}".\n')
    programs = {**left.programs, to: including, addition.name: addition}
    digest = digest_of([left.digest, "+", to, addition.name, addition.text])
    return replace(left, programs=MappingProxyType(dict(sorted(programs.items()))), digest=digest)


def _check_cited(rule_base: RuleBase, cited: Iterable[str]) -> None:
    wanted = set(cited)
    if not wanted:
        return
    numbers = {each.number for each in rule_base.citations}
    places = {each.key for each in rule_base.citations}
    for name, program in rule_base.programs.items():
        places.update(f"{name}:{each.line}" for each in program.citations)
    for each in sorted(wanted - numbers - places):
        near = near_place(rule_base, each) if ":" in each else nearest(each, numbers)
        mend = f"did you mean {listed(near, 'or')}?" if near else "`hexcourt rules` lists them"
        raise BadInput(f"{each[:60]}: no rule is cited by that name; {mend}")


def near_place(rule_base: RuleBase, wanted: str) -> list[str]:
    """List the places in the file most like the one named that are nearest to the line named."""
    name, _, line = wanted.rpartition(":")
    files = {each.file for each in rule_base.citations}
    near = nearest(PurePath(name).name, files, most=1)
    places = [each for each in rule_base.citations if each.file in near]
    at = int(line) if line.isdecimal() and len(line) < 6 else 0
    return [each.key for each in sorted(places, key=lambda each: abs(each.line - at))[:3]]


def _checked_heads(rule_base: RuleBase, text: str) -> frozenset[Signature]:
    """Check rules that are to be added; give the predicates that they derive."""
    source = "amendment"
    names = [use for each in checked_statements(text, source, allowed=_OWN) for use in uses(each)]
    heads = frozenset(each.signature for each in names if each.derived)
    known = set(heads)
    for statement in rule_base.statements:
        known.update(statement.heads)
    known |= declared(rule_base)
    for each in names:
        if each.signature not in known:
            line = each.node.location.begin.line
            wrong = unknown_name(each.signature, UNKNOWN, known)
            raise BadInput(f"{source}, line {line}: {wrong}")
    return heads


def _program_of(rule_base: RuleBase, amendment: Amendment, heads: frozenset[Signature]) -> str:
    """Find the program that new rules belong to."""
    if amendment.program:
        return _program_named(rule_base, amendment.program)
    cited = set(amendment.taken)
    taken = {
        block.file
        for block in rule_base.blocks
        if not cited.isdisjoint((block.number, block.key, f"{block.file}:{block.line}"))
    }
    deriving = {each.file for each in rule_base.statements if not heads.isdisjoint(each.heads)}
    found = sorted(taken or deriving)
    if len(found) != 1:
        which = f"one of {', '.join(found[:6])}" if found else "one of asp/"
        raise BadInput(f"amendment: name the program that it belongs to, {which}")
    return found[0]


def _program_named(rule_base: RuleBase, name: str) -> str:
    found = [each for each in rule_base.programs if each == name or each.endswith(f"/{name}")]
    if len(found) != 1:
        near = nearest(name, rule_base.programs)
        mend = f"did you mean {listed(near, 'or')}?" if near else "name a file of asp/"
        raise BadInput(f"{name[:60]}: no program of the rules have that name; {mend}")
    return found[0]
