"""Makes the program of a family of worlds: the part of the rule set that it asks, given which
statement says what, a generator of legal positions, and what is looked for.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

from clingo import ast

from hexcourt.solver.rulebase.program import Program
from hexcourt.solver.rulebase.rulebase import (
    AMENDMENTS,
    RuleBase,
    other_rules,
    worlds_file,
    worlds_program,
)
from hexcourt.solver.rulebase.statement import Citation, RuleStatement

# Copies of rules under other names


def hanging_on(names: Iterable[str], rules: Sequence[RuleStatement]) -> set[str]:
    """List some predicates, and all that rules derive of them."""
    found, grown = set(names), True
    while grown:
        grown = False
        for each in rules:
            if not found.isdisjoint(read.name for read in each.reads) and not found.issuperset(
                each.names
            ):
                found.update(each.names)
                grown = True
    return found


def copies(
    rules: Sequence[RuleStatement], texts: Collection[str], prefix: str
) -> list[RuleStatement]:
    """Copy what rules derive of some predicates that are ``texts`` otherwise: all that depends on these
    gets a name that begins with ``prefix``. Copies are of no file.
    """
    affected = frozenset(hanging_on(texts, rules))
    rename = PrefixRenamer(affected, prefix)
    return [
        replace(each, node=rename(each.node), file="")
        for each in rules
        if not affected.isdisjoint(each.names) and set(texts).isdisjoint(each.names)
    ]


class PrefixRenamer(ast.Transformer):
    """Renames some predicates to names that begin with a prefix."""

    def __init__(self, affected: frozenset[str], prefix: str) -> None:
        self._affected = affected
        self._prefix = prefix

    def visit_SymbolicAtom(self, node: ast.AST) -> ast.AST:  # noqa: N802 - clingo calls it so
        """Return an atom its name."""
        symbol = node.symbol
        if symbol.ast_type is ast.ASTType.Function and symbol.name in self._affected:
            return node.update(symbol=symbol.update(name=f"{self._prefix}{symbol.name}"))
        return node


PROPERTIES = "properties.lp"
"""What the names of programs end with that hold properties."""


class BoundedPosition(Protocol):
    """A bounded position as a user has it: a facts file called smallest.lp, and what is asked there."""

    @property
    def facts(self) -> str:
        """Return the facts file."""

    @property
    def command(self) -> str:
        """Write the question as a user asks it."""

    @property
    def caption(self) -> str:
        """Describe what is asked in a few words."""

    @property
    def summary(self) -> str:
        """Describe the position itself in a line."""

    @property
    def verdict(self) -> str:
        """Return what the world says of it."""

    def answered(self) -> str:
        """Ask the active rules; raises BadInput where they do not take the position."""

    def ask_again(self, atoms: Iterable[str], broken: str | None, further: str) -> str:
        """Ask the shipped program; say what differs from a world's ``atoms``, "" if nothing.

        ``broken`` is the property, with ``further`` ones of a user's own, that has to fail there too.
        """


@dataclass(frozen=True)
class Scope:
    """What a family takes from the rules and their tables: facts that its generator reads, the
    ``things`` that worlds are made of by their kinds, and how many shapes of questions there are.
    """

    facts: tuple[str, ...]
    things: Mapping[str, tuple[str, ...]]
    shapes: int = 0


@dataclass(frozen=True)
class PositionFamily:
    """A family of worlds: the profile that is asked, the programs that generate worlds, how large they
    are, and what of the rule set is left out: sums that no bounded search can hold (``cut``), and
    words that are given by other means (``left_out``). Statements of the folders in ``examined``
    are held to account; ``decisive`` are the predicates by which they say something, of what is
    ``asked`` where that has to be said. ``scoped`` takes its scope from the rules that it asks,
    ``read`` turns atoms of a world into a position; ``differences`` is the program that tells
    what two rule sets say otherwise. The ``programs`` that look for nothing generate. Statements
    that hand on by which rule another says something of ``handed_on`` predicates are held to
    account too. What never fires here may do so in the worlds of ``further`` families. One that
    ``compares`` asks the rules of two lines at once, which is searched by clauses. What is
    ``distinguished`` the rule set is given a second time, as ``alone_...``, and so derives all that
    depends on it.
    """

    name: str
    profile: str
    programs: tuple[str, ...]
    wanted: tuple[str, ...]
    decisive: tuple[str, ...]
    examined: tuple[str, ...]
    scoped: Callable[[PositionFamily, RuleBase, Sequence[RuleStatement]], Scope]
    read: Callable[[Iterable[str]], BoundedPosition]
    checks: tuple[str, ...]
    differences: str
    asked: bool = False
    cut: frozenset[str] = frozenset()
    left_out: frozenset[str] = frozenset()
    scope: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    storeys: int = 2
    handed_on: frozenset[str] = frozenset()
    further: tuple[PositionFamily, ...] = ()
    compares: bool = False
    distinguished: frozenset[str] = frozenset()

    @property
    def generating(self) -> tuple[str, ...]:
        """List the programs that generate worlds."""
        return tuple(e for e in self.programs if not e.endswith(("checks.lp", PROPERTIES)))

    @property
    def scope_words(self) -> str:
        """Describe how large the worlds are."""
        return ", ".join(f"{name.replace('_', ' ')} {most}" for name, most in self.scope.items())


ALONE = "alone_"
"""What the names begin with of all that depends on what is told apart."""


@dataclass(frozen=True)
class BoundedPositions:
    """The program of a family: statements of the rules, and how worlds are ``generated``; ``accounted``
    are those that are held to account, by number, with what each cites.
    """

    family: PositionFamily
    nodes: tuple[ast.AST, ...]
    generated: str
    accounted: Mapping[int, tuple[RuleStatement, Citation]]
    scope: Scope
    statements: tuple[RuleStatement, ...] = ()

    @property
    def text(self) -> str:
        """Return the text that goes with the statements: worlds, and what each statement says there."""
        result = _reporting_rules(self.family, self.accounted)
        return "\n".join([self.generated, *result, "class(occurs,B) :- fired(S), below(S,B)."])


def worlds_of(family: PositionFamily, rule_base: RuleBase, further: str = "") -> BoundedPositions:
    """Make the program of a family under a rule set; ``further`` are properties of a user's own."""
    questions = (each.name for one in Program("", further).statements for each in one.reads)
    rules = sliced(replace(family, wanted=(*family.wanted, *questions)), rule_base)
    declared = [
        each
        for each in rule_base.profile(family.profile).statements
        if each.kind in ("declaration", "constant")
    ]
    accounted = accounted_in(family, rules)
    scope = family.scoped(family, rule_base, rules)
    shown = "\n".join(
        [
            *(f"#const {key} = {value}. [override]" for key, value in family.scope.items()),
            *(worlds_program(each).text for each in family.programs),
            further,
            *scope.facts,
        ]
    )
    statements = (*declared, *rules)
    nodes = tuple(each.node for each in statements)
    return BoundedPositions(family, nodes, shown, MappingProxyType(accounted), scope, statements)


def accounted_in(
    family: PositionFamily, rules: Sequence[RuleStatement]
) -> dict[int, tuple[RuleStatement, Citation]]:
    """Map the numbers of the rules that a family holds to account to these, and to what each cites."""
    return {
        place: (each, cited)
        for place, each in enumerate(rules)
        if each.file.startswith((*family.examined, f"{AMENDMENTS}/"))
        if (cited := _accounted_to(family, each)) is not None
    }


_HANDED_ON = "handed on"


def is_handed_on(cited: Citation) -> bool:
    """Return whether a statement cites no rule of its own."""
    return cited.number == _HANDED_ON


def _accounted_to(family: PositionFamily, statement: RuleStatement) -> Citation | None:
    """Return what a statement is held to account by."""
    cited = statement.citation or statement.heading
    if cited is None and not family.handed_on.isdisjoint(statement.names):
        handed = f"what another rule says: {statement.node.head}"
        return Citation(_HANDED_ON, "high", handed, statement.file, statement.line)
    return cited


def sliced(family: PositionFamily, rule_base: RuleBase) -> tuple[RuleStatement, ...]:
    """List the rules that what is wanted of a family depends on; and once more those that depend on what
    is distinguished.
    """
    rules = [
        each
        for each in rule_base.profile(family.profile).statements
        if each.node.ast_type is ast.ASTType.Rule
    ]
    deriving: dict[str, list[RuleStatement]] = {}
    for each in rules:
        for name in each.names:
            deriving.setdefault(name, []).append(each)
    waiting, needed = list(family.wanted), set(family.cut)
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += [read.name for each in deriving.get(name, ()) for read in each.reads]
    needed -= family.cut
    questions = [each for each in rules if not needed.isdisjoint(each.names)]
    return (*questions, *copies(questions, family.distinguished, ALONE))


def _reporting_rules(
    family: PositionFamily, statements: Mapping[int, tuple[RuleStatement, Citation]]
) -> Iterator[str]:
    """Write rules by which statements report that they hold, and what they derive of the question."""
    numbers = set()
    first: dict[Citation, int] = {}
    for place, (statement, cited) in statements.items():
        body = "; ".join(map(str, statement.node.body))
        yield f'cites({place},"{cited.number}"). stands_in({place},"{statement.file}").'
        yield f"below({place},{first.setdefault(cited, place)})."
        yield f"fired({place}){' :- ' * bool(body)}{body}."
        numbers.add(cited.number)
        if statement.names[0] in family.decisive:
            yield f"decides({first[cited]})."
            question = f"asked({first_argument(statement)})" if family.asked else ""
            text = "; ".join(filter(None, [question, body]))
            yield f"says({place},{statement.node.head}){' :- ' * bool(text)}{text}."
    for number in sorted(numbers):
        yield f'chapter("{number}","{number.partition(".")[0]}").'


def first_argument(statement: RuleStatement) -> str:
    """Return the first argument of its head."""
    return str(statement.node.head.atom.symbol.arguments[0])


def broken_in(programs: Iterable[Program]) -> tuple[RuleStatement, ...]:
    """List the statements of programs by which properties are broken."""
    return tuple(e for program in programs for e in program.statements if e.names == ("broken",))


def properties_of(broken: Iterable[RuleStatement]) -> Mapping[str, Citation]:
    """Map the names of properties to what is cited above them."""
    return {first_argument(each): each.citation for each in broken if each.citation is not None}


BASELINE = "analysis_baseline.tsv"
"""The table of accepted findings beside the programs of bounded positions."""


def accepted() -> Mapping[str, Citation]:
    """Map the findings that are accepted to the reason cited for each; the table may be missing."""
    return _accepted(other_rules())


@cache
def _accepted(_other: Path | None) -> Mapping[str, Citation]:
    found = {}
    try:
        text = worlds_file(BASELINE)
    except FileNotFoundError:
        text = ""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#") or line.startswith("check\t"):
            continue
        *key, by, confidence, reason = line.split("\t")
        found[" ".join(filter(None, key))] = Citation(by, confidence, reason, BASELINE, number)
    return MappingProxyType(found)
