"""Finds out what of a situation the law looks at: situations that differ in all else are one to it.

The law is ground over the *core* of a situation, its terrain, its levels and what the ends of its line
are like, with all else that may be told left open (as externals). What clingo then leaves of the rules
tells what can still have a say: the open facts from which a way leads, through rules, to what is read
outside. All other facts may be dropped: with or without them the law says the same.

Terrain that the tables say the same of, in all that bears on what is read, is one as well.

What a rule makes of ranges is left open, too. A range that rules look at only divided by a number, as
for each five hexes (A6.4), need not be told from others of the same quotients.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import clingo
import numpy as np
import numpy.typing as npt
from clingo import ast

from hexcourt.facts.boards.terrain_terms import known_terms
from hexcourt.facts.lines.told_situations import (
    BIT,
    LEVEL_TOLD_BY,
    LEVELS,
    TOLD,
    Bits,
    Told,
    sight_facts,
)
from hexcourt.solver.seeing.rulings.kept_rulings import PROFILE
from hexcourt.solver.statutes.lawbook import Lawbook, in_force

_NAME = re.compile(r"[a-z]\w*")

READ = ("surely_blocks", "doubtful", "surely_hinders", "layer", "ranged", "counted")
"""What is read outside of what the law says of a feature."""

_ALWAYS = LEVELS & ~sum(LEVEL_TOLD_BY.values())  # the bits of the ground's level

NOT_AT_ALL, DIVIDED, WHOLLY = 0, 1, 2
"""How ranges are looked at."""


@dataclass(frozen=True, eq=False)
class Bearing:
    """What the law looks at of situations of some cores: the bits of ``Told``, and how at the ranges to
    the upper and to the lower end, shape (cores, 2).
    """

    bits: Bits
    ranges: npt.NDArray[np.int64]


def bearing(cores: Told) -> Bearing:
    """Ask the law what it looks at of situations of some cores."""
    control = clingo.Control(["--warn=none"])
    heard = _Heard()
    control.register_observer(heard)
    program, divided = _opened(in_force())
    control.add("base", [], program)
    control.add("base", [], "\n".join(_facts(cores, len(divided))))
    control.ground([("base", [])])
    bits = np.full(len(cores), _ALWAYS, dtype=np.int64)
    ranges = np.zeros((len(cores), 2), dtype=np.int64)
    open_facts = {atom.literal: atom.symbol for atom in control.symbolic_atoms if atom.is_external}
    for name in READ:
        for atom in control.symbolic_atoms:
            if atom.symbol.name != name:
                continue
            feature = atom.symbol.arguments[0].number
            for literal in heard.rests_on(atom.literal):
                fact = open_facts.get(literal)
                if fact is None:
                    continue
                if fact.name == "told_range":
                    end, view = fact.arguments[1].name == "b", fact.arguments[2].number
                    looked = DIVIDED if divided[view] else WHOLLY
                    ranges[feature, int(end)] = max(ranges[feature, int(end)], looked)
                else:
                    bits[feature] |= _bits_of(fact)
    return Bearing(bits, ranges)


@cache
def alike_terms(lawbook: Lawbook) -> dict[str, str]:
    """Give for each term of terrain the plainest that the law takes for the same: the tables say the
    same of both in all that bears on what is read, and no rule that looks at situations names either.
    """
    rules = [each for each in lawbook.profile(PROFILE).nodes if each.ast_type is ast.ASTType.Rule]
    control = clingo.Control(["--warn=none"])
    control.add("base", [], "\n".join(map(str, rules)))
    control.ground([("base", [])])
    parts = [(_Predicates.of(rule.head), _Predicates.of(*rule.body)) for rule in rules]
    derived = set().union(*(head for head, _ in parts))
    looked_at = {name for _, body in parts for name in body if name not in derived}
    _close(looked_at, [(body, head) for head, body in parts])
    bearing_on = set(READ)
    _close(bearing_on, parts)
    named = {
        name
        for rule, (head, body) in zip(rules, parts, strict=True)
        if body & looked_at
        for name in set(_NAME.findall(str(rule))) - head - body
    }
    said: dict[str, set[str]] = defaultdict(set)
    for symbol in (atom.symbol for atom in control.symbolic_atoms):
        for place, argument in enumerate(symbol.arguments if symbol.name in bearing_on else ()):
            rest = [str(each) for n, each in enumerate(symbol.arguments) if n != place]
            said[str(argument)].add(f"{symbol.name} {place} {rest}")
    first: dict[frozenset[str], str] = {}
    return {
        term: first.setdefault(frozenset(said[term] | own), term)
        for term in sorted(known_terms(), key=lambda each: (each != "open", len(each), each))
        for own in [{term} if term.partition("(")[0] in named else set()]
    }


def _close(names: set[str], pairs: Sequence[tuple[set[str], set[str]]]) -> None:
    """Add to names the second of all pairs of which they hold some of the first, until none is new."""
    while more := {
        name for one, other in pairs if one & names for name in other if name not in names
    }:
        names |= more


@cache
def same_range(lawbook: Lawbook, most: int) -> tuple[int, ...]:
    """Give for each range up to a most the least that rules which divide ranges take for the same."""
    views = enumerate(_quotients(lawbook))
    program = "".join(f"view({n},R,{text}) :- R = 0..{most}." for n, text in views)
    control = clingo.Control(["--warn=none"])
    control.add("base", [], program)
    control.ground([("base", [])])
    seen: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for atom in control.symbolic_atoms:
        view, value, quotient = atom.symbol.arguments
        seen[value.number].append((view.number, str(quotient)))
    first: dict[tuple[tuple[int, str], ...], int] = {}
    return tuple(first.setdefault(tuple(sorted(seen[value])), value) for value in range(most + 1))


class _Heard(clingo.Observer):
    """Hears what clingo leaves of the rules."""

    def __init__(self) -> None:
        self._bodies: dict[int, set[int]] = defaultdict(set)
        self._found: dict[int, frozenset[int]] = {}

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        """Hear a rule."""
        for atom in head:
            self._bodies[atom].update(map(abs, body))

    def weight_rule(
        self, choice: bool, head: Sequence[int], lower: int, body: Sequence[tuple[int, int]]
    ) -> None:
        """Hear a rule with a sum."""
        self.rule(choice, head, [literal for literal, _ in body])

    def rests_on(self, atom: int) -> frozenset[int]:
        """List the atoms that lead to one, whether they hold or not."""
        seen: set[int] = set()
        waiting = [atom]
        while waiting:
            each = waiting.pop()
            if each not in seen:
                seen.add(each)
                waiting.extend(self._bodies.get(each, ()))
        return frozenset(seen)


def _facts(cores: Told, views: int) -> Iterator[str]:
    """Write cores, and what may be told of them as open."""
    for number, sight in enumerate(cores.sights):
        yield sight_facts(number, sight)
    yield from cores.only(LEVELS).features(cores.sight.tolist())
    for fact in TOLD:
        if fact not in LEVEL_TOLD_BY:
            yield f"#external {fact.replace('#', 'F')} : touch(F,_,_,_)."
    levels = (cores.level(name).tolist() for name in ("base", "foot"))
    for number, (base, foot) in enumerate(zip(*levels, strict=True)):
        yield f"#external centre_level({number},{base}). #external along_cliff({number},{foot})."
    yield f"#external told_range(F,(a;b),0..{views}) : touch(F,_,_,_)."


def _bits_of(fact: clingo.Symbol) -> int:
    """Find the bits of an open fact."""
    rest = [str(each) for each in fact.arguments[1:]]
    told = {"centre_level": ["base"], "along_cliff": ["foot"]}.get(fact.name, rest)
    name = f"{fact.name}({','.join(['#', *told])})"
    return BIT[name] | LEVEL_TOLD_BY.get(name, 0)


@dataclass(frozen=True, slots=True)
class _Ranging:
    """A rule that looks at ranges, with these left open: of each range whether it is only divided, and
    the quotients.
    """

    text: str
    divided: tuple[bool, ...]
    quotients: tuple[str, ...]


@cache
def _opened(lawbook: Lawbook) -> tuple[str, tuple[bool, ...]]:
    """Write the law with ranges left open; of each of its views of a range, whether that is divided."""
    rules: list[str] = []
    divided: list[bool] = []
    for node in lawbook.profile(PROFILE).nodes:
        if node.ast_type is ast.ASTType.Comment:
            continue
        found = _ranging(node, len(divided))
        rules.append(str(node) if found is None else found.text)
        divided += () if found is None else found.divided
    return "\n".join(rules), tuple(divided)


@cache
def _quotients(lawbook: Lawbook) -> tuple[str, ...]:
    found = (_ranging(node, 0) for node in lawbook.profile(PROFILE).nodes)
    return tuple(sorted({text for each in found if each is not None for text in each.quotients}))


def _ranging(node: ast.AST, first: int) -> _Ranging | None:
    if node.ast_type is not ast.ASTType.Rule or not any(map(_is_range, node.body)):
        return None
    told = [each for each in node.body if _is_range(each)]
    names = [each.atom.symbol.arguments[2].name for each in told]
    compared = [each for each in node.body if not _is_range(each) and _Names.of(each) & {*names}]
    plain = all(each.atom.ast_type is ast.ASTType.Comparison for each in compared)
    if not plain or _Names.of(node.head) & {*names}:
        raise ValueError(f"of ranges more is made than comparing them: {node}")
    views = [
        f"told_range({each.atom.symbol.arguments[0]},{each.atom.symbol.arguments[1]},{first + n})"
        for n, each in enumerate(told)
    ]
    others = [str(each) for each in node.body if each not in told and each not in compared]
    text = f"{node.head} :- {'; '.join([*others, *views])}."
    looks = [_Looks.at(compared, name) for name in names]
    quotients = {each for look in looks if not look.bare for each in look.quotients}
    return _Ranging(text, tuple(not each.bare for each in looks), tuple(sorted(quotients)))


def _is_range(literal: ast.AST) -> bool:
    if literal.ast_type is not ast.ASTType.Literal or literal.sign != ast.Sign.NoSign:
        return False
    atom = literal.atom
    return atom.ast_type is ast.ASTType.SymbolicAtom and atom.symbol.name == "range"


class _Predicates(ast.Transformer):
    """Gathers the names of predicates."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    @classmethod
    def of(cls, *nodes: ast.AST) -> set[str]:
        """List the predicates of some nodes."""
        found = cls()
        for node in nodes:
            found.visit(node)
        return found.names

    def visit_SymbolicAtom(self, node: ast.AST) -> ast.AST:  # noqa: N802
        """Take down a predicate."""
        self.names.add(node.symbol.name)
        return node


class _Names(ast.Transformer):
    """Gathers the names of variables."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    @classmethod
    def of(cls, node: ast.AST) -> set[str]:
        """List the variables of a node."""
        found = cls()
        found.visit(node)
        return found.names

    def visit_Variable(self, node: ast.AST) -> ast.AST:  # noqa: N802
        """Take down a variable."""
        self.names.add(node.name)
        return node


class _Looks(ast.Transformer):
    """Finds where a variable stands: alone in quotients, which are taken down, or elsewhere."""

    def __init__(self, name: str) -> None:
        self.name, self.bare, self.quotients = name, False, set[str]()

    @classmethod
    def at(cls, nodes: Sequence[ast.AST], name: str) -> _Looks:
        """Look for a variable in some nodes."""
        found = cls(name)
        for node in nodes:
            found.visit(node)
        return found

    def visit_BinaryOperation(self, node: ast.AST) -> ast.AST:  # noqa: N802
        """Take down a quotient of the variable by a number."""
        if node.operator_type == ast.BinaryOperator.Division and _Names.of(node) == {self.name}:
            self.quotients.add(re.sub(rf"\b{self.name}\b", "R", str(node)))
            return node
        return node.update(**self.visit_children(node))

    def visit_Variable(self, node: ast.AST) -> ast.AST:  # noqa: N802
        """Take down that the variable stands elsewhere."""
        self.bare |= node.name == self.name
        return node
