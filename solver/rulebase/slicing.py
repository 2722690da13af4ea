"""Finds which statements of a profile, and which rows of its tables, are needed over some facts.

Grounding takes time for each rule and each row of a table, needed or not. Two passes over the rules
leave out the others. Forwards: from the kinds of terms in the facts, which rules could fire. Backwards:
from the predicates that are wanted, which kinds of terms something asks for (as magic sets do for
single terms: Bancilhon, Maier, Sagiv and Ullman, 1986). What the rules derive from tables alone is
derived once, and given as rows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from heapq import heappop, heappush
from operator import and_, or_
from typing import Any, NamedTuple

from clingo import Symbol, SymbolType, ast

from hexcourt.solver.rulebase.declarations import (
    INPUT_MARK,
    Key,
    Pattern,
    atoms,
    declarations,
    kinds_of_facts,
)
from hexcourt.solver.rulebase.program import grounded
from hexcourt.solver.rulebase.rulebase import RuleBase, kept_reading
from hexcourt.solver.rulebase.statement import alternatives, is_plain, nodes_in, uses

LONGEST = 40_000
"""The most characters of facts that are looked through: of more, grounding takes most of the time."""

Node = ast.AST | str
"""A statement: as clingo reads it, or as it writes it, which is read in less time."""

ANY = -1
"""The set of all kinds. A set of kinds is a whole number with a bit for each kind."""

_OTHER = 1
"""The kinds that no statement names: nothing tells them apart."""

_KEPT_BY_KINDS = 512

_KEPT_STATEMENTS = 1 << 14
"""Profiles share most of their statements, and so does a rule set with what it is amended to."""

Kinds = tuple[int, ...]
"""The sets of kinds at each place of a predicate."""

Known = Mapping[Key, Kinds]

Term = tuple[int, str, int]
"""What an atom asks for at a place: place, and a variable, or "" and a set of kinds."""

Atom = tuple[Key, tuple[Term, ...]]
"""An atom of a rule; places where anything may stand are left out."""


class AtomGroup(NamedTuple):
    """Atoms that a rule asks for together: those of its body, or within one element of an aggregate or
    of a condition. Only what makes ``true`` atoms true can bind variables; all ``atoms`` are looked up.
    """

    true: tuple[Atom, ...]
    atoms: tuple[Atom, ...]


class RuleShape(NamedTuple):
    """A rule: what it derives, and what it asks for, its body first.

    The head of a plain rule is one literal, neither a choice nor a disjunction.
    """

    heads: tuple[Atom, ...]
    groups: tuple[AtomGroup, ...]
    is_plain: bool

    @property
    def body(self) -> tuple[Atom, ...]:
        """List the atoms that must hold: none that is denied, in a condition or an aggregate."""
        return self.groups[0].true

    @property
    def reads(self) -> frozenset[Key]:
        """Return the predicates that it asks for."""
        return frozenset(key for part in self.groups for key, _ in part.atoms)


class Row(NamedTuple):
    """Rows of a table with the same kinds of terms, written as facts."""

    key: Key
    kinds: Kinds
    text: str


@dataclass(frozen=True, eq=False)
class Firing:
    """The statements of a profile, as clingo reads or writes them, read for which of them could fire."""

    nodes: Sequence[Node]
    rules: Mapping[int, RuleShape]
    """The rules by their position in ``nodes``."""
    others: Mapping[int, tuple[Key, ...]]
    """The positions of what is no rule, which always stays, with the predicates it asks for."""
    constants: frozenset[str]
    masks: dict[str, int]
    """The kinds that the rules and tables name, each with a bit of its own."""
    closed: frozenset[int] = frozenset()
    """The positions of the rules that derive from tables alone, whatever the facts are."""
    rows: Sequence[Row] = ()
    """What these derive."""

    def could_fire(self, facts: str) -> Sequence[Node]:
        """List the statements of the profile without rules that derive nothing over these facts."""
        found = self._kinds_in(facts)
        return self.at(self.rules) if found is None else _could_fire(self, found)

    def needed(self, facts: str, wanted: tuple[Key, ...]) -> Sequence[Node]:
        """List the statements on which the predicates that are wanted depend over these facts, with the
        rows of tables, as text.
        """
        found = self._kinds_in(facts)
        return self.at(_leading_to(self, wanted)) if found is None else _needed(self, found, wanted)

    def fired(self) -> frozenset[int]:
        """Return which rules could fire without further facts, by their positions in ``nodes``."""
        return frozenset(_forwards(self, {}, {}, self.rules.keys())[0])

    def at(self, positions: Iterable[int]) -> Sequence[Node]:
        """List what is no rule, and the rules at some positions."""
        return tuple(self.nodes[place] for place in sorted({*positions, *self.others}))

    @cached_property
    def readers(self) -> Mapping[Key, Sequence[int]]:
        """Return by predicate the positions of the rules that fire only if one of its atoms holds."""
        return _by_predicate({position: rule.body for position, rule in self.rules.items()})

    @cached_property
    def deriving(self) -> Mapping[Key, Sequence[int]]:
        """Return by predicate the positions of the rules that derive it."""
        return _by_predicate({position: rule.heads for position, rule in self.rules.items()})

    @cached_property
    def table_kinds(self) -> Known:
        """Return which kinds stand at each place of the tables."""
        found: dict[Key, Kinds] = {}
        for key, kinds, _ in self.rows:
            _add(found, key, kinds)
        return found

    @cached_property
    def starting(self) -> frozenset[int]:
        """Return the positions of the rules that could fire over tables alone, or over nothing."""
        rows = self.table_kinds
        return frozenset(n for n, r in self.rules.items() if all(key in rows for key, _ in r.body))

    def _kinds_in(self, facts: str) -> tuple[tuple[Key, Kinds], ...] | None:
        """Return which kinds stand at each place of facts; None where it is not known."""
        found = kinds_of_facts(facts) if len(facts) <= LONGEST else None
        if found is None:
            return None
        items = []
        for key, places in sorted(found.items()):
            named = [kinds or () for kinds in places]
            if any(not self.constants.isdisjoint(kinds) for kinds in named):
                return None
            items.append((key, tuple(_mask(kinds, self.masks) for kinds in named)))
        return tuple(items)


def _by_predicate(atoms_of: Mapping[int, Sequence[Atom]]) -> Mapping[Key, Sequence[int]]:
    """Return by predicate the positions of the rules with atoms of it."""
    found: dict[Key, list[int]] = defaultdict(list)
    for position, named in atoms_of.items():
        for key in dict.fromkeys(key for key, _ in named):
            found[key].append(position)
    return found


def _mask(kinds: Iterable[str], masks: Mapping[str, int]) -> int:
    found = 0
    for each in kinds:
        found |= masks.get(each, _OTHER)
    return found


# --- reading the rules ----------------------------------------------------------------------------


@cache
def firing(rule_base: RuleBase, profile: str) -> Firing:
    """Read a profile for which of its rules could fire, or look up how it was read before."""

    def reading() -> list[Any]:
        return _written_down(read(rule_base.profile(profile).nodes))

    return _read_again(*kept_reading(rule_base, f"firing {profile}", reading))


@cache
def sliced(rule_base: RuleBase, profile: str) -> Firing:
    """Read a profile as ``firing``, with what it derives from tables alone."""
    found = firing(rule_base, profile)

    def reading() -> list[Any]:
        inputs = frozenset((*each.signature,) for each in declarations(rule_base, INPUT_MARK))
        full = with_tables(found, inputs)
        return [[*full.masks], sorted(full.closed), full.rows]

    kinds, closed, rows = kept_reading(rule_base, f"tables {profile}", reading)
    return replace(
        found,
        masks={name: 2 << n for n, name in enumerate(kinds)},
        closed=frozenset(closed),
        rows=[Row((key[0], key[1]), tuple(places), text) for key, places, text in rows],
    )


@cache
def terms_read(rule_base: RuleBase, profile: str, predicate: str) -> frozenset[tuple[str, str]]:
    """Return which terms the rules of a profile ask for as the one argument of a predicate: the name of
    each, and its own first argument, "" where anything may stand; ("", "") is any term.
    """

    def reading() -> list[Any]:
        read = (use for node in rule_base.profile(profile).nodes for use in uses(node))
        terms = (use.node.arguments[0] for use in read if use.signature == (predicate, 1))
        return sorted({pair for term in terms for pair in _named_terms(term)})

    return frozenset(map(tuple, kept_reading(rule_base, f"{predicate} in {profile}", reading)))


def _named_terms(term: ast.AST) -> Iterator[tuple[str, str]]:
    """Name a term, or each of a pool, with what is written at its first place."""
    for each in alternatives(term):
        if each.ast_type is ast.ASTType.SymbolicTerm:
            yield str(each.symbol), ""
        elif each.ast_type is ast.ASTType.Function and each.arguments:
            for first in alternatives(each.arguments[0]):
                is_written = first.ast_type is ast.ASTType.SymbolicTerm
                yield each.name, str(first.symbol) if is_written else ""
        else:
            yield "", ""


def read(statements: Iterable[ast.AST]) -> Firing:
    """Read statements for which of them could fire."""
    nodes = tuple(each for each in statements if each.ast_type is not ast.ASTType.Comment)
    named = (each.name for each in nodes if each.ast_type is ast.ASTType.Definition)
    constants = frozenset(named)
    masks: dict[str, int] = {}
    rules = {}
    for n, each in enumerate(nodes):
        heads, groups, is_plain = _read(each, _named_in(each, constants))
        if groups:
            rules[n] = RuleShape(
                _numbered(heads, masks),
                tuple(AtomGroup(*(_numbered(some, masks) for some in part)) for part in groups),
                is_plain,
            )
    not_rules = (ast.ASTType.Rule, ast.ASTType.Defined)  # an undefined predicate is no error here
    others = {
        n: tuple(dict.fromkeys((*use.signature,) for use in uses(each)))
        for n, each in enumerate(nodes)
        if each.ast_type not in not_rules
    }
    return Firing(nodes, rules, others, constants, masks)


_ReadAtom = tuple[Key, tuple[Pattern, ...]]
_ReadAtoms = Sequence[_ReadAtom]


def _numbered(some: _ReadAtoms, masks: dict[str, int]) -> tuple[Atom, ...]:
    """Write sets of kinds as numbers; kinds that are new are numbered."""
    found = []
    for key, patterns in some:
        terms: list[Term] = []
        for place, each in enumerate(patterns):
            if isinstance(each, str):
                terms.append((place, each, ANY))
            elif each is not None:
                terms.append((place, "", sum(_bit(kind, masks) for kind in sorted(each))))
        found.append((key, tuple(terms)))
    return tuple(found)


def _bit(kind: str, masks: dict[str, int]) -> int:
    return masks.setdefault(kind, 2 << len(masks))


@lru_cache(_KEPT_STATEMENTS)
def _read(
    node: ast.AST, constants: frozenset[str]
) -> tuple[_ReadAtoms, Sequence[tuple[_ReadAtoms, _ReadAtoms]], bool]:
    """Read the heads of a rule, and what it asks for; nothing where it is none."""
    if node.ast_type is ast.ASTType.Rule:
        body = [each for each in node.body if _is_atom(each)]
        has_one_head = node.head.ast_type is ast.ASTType.Literal
        elements = [
            each
            for part in node.body
            if part.ast_type is ast.ASTType.ConditionalLiteral or _is_aggregate(part)
            for each in nodes_in(part)
            if each.ast_type in _ELEMENTS
        ]
        if not has_one_head:
            inside = nodes_in(node.head)
            elements += [e for e in inside if e.ast_type is ast.ASTType.ConditionalLiteral]
        groups = [_group(body, [], constants)]
        for each in elements:
            own = [each.literal] if each.ast_type is ast.ASTType.ConditionalLiteral else []
            groups.append(_group(each.condition, own, constants))
        return _heads(node.head, constants), groups, has_one_head
    if node.ast_type is ast.ASTType.External:
        return atoms(node.atom.symbol, constants), [((), ())], False
    return (), [], False


_ELEMENTS = (ast.ASTType.ConditionalLiteral, ast.ASTType.BodyAggregateElement)


def _is_atom(literal: ast.AST) -> bool:
    is_literal = literal.ast_type is ast.ASTType.Literal
    return is_literal and literal.atom.ast_type is ast.ASTType.SymbolicAtom


def _is_aggregate(literal: ast.AST) -> bool:
    kinds = (ast.ASTType.Aggregate, ast.ASTType.BodyAggregate)
    return literal.ast_type is ast.ASTType.Literal and literal.atom.ast_type in kinds


def _group(
    conditions: Iterable[ast.AST], others: Iterable[ast.AST], constants: frozenset[str]
) -> tuple[_ReadAtoms, _ReadAtoms]:
    """Return the atoms of conditions that must be true, of a pool none; and all atoms."""
    true: list[_ReadAtom] = []
    every: list[_ReadAtom] = []
    for each in filter(_is_atom, conditions):
        items = atoms(each.atom.symbol, constants)
        true += items if len(items) == 1 and is_plain(each) else ()
        every += items
    for each in filter(_is_atom, others):
        every += atoms(each.atom.symbol, constants)
    return true, every


def _named_in(node: ast.AST, constants: frozenset[str]) -> frozenset[str]:
    """Return those constants that a statement may name, so that profiles with others read it alike."""
    written = _written(node)
    return frozenset(each for each in constants if each in written)


@lru_cache(_KEPT_STATEMENTS)
def _written(node: ast.AST) -> str:
    return str(node)


def _heads(head: ast.AST, constants: frozenset[str]) -> _ReadAtoms:
    if head.ast_type is ast.ASTType.Literal:
        is_atom = head.atom.ast_type is ast.ASTType.SymbolicAtom
        return atoms(head.atom.symbol, constants) if is_atom else ()
    weighed = head.ast_type is ast.ASTType.HeadAggregate  # #count { 1,X : p(X) : q(X) }
    parts = [each.condition if weighed else each for each in head.elements]
    return [each for part in parts for each in _heads(part.literal, constants)]


def with_tables(found: Firing, inputs: frozenset[Key] = frozenset()) -> Firing:
    """Derive what depends on no predicate that comes from outside: ``inputs``, or derived by no rule."""
    rules = found.rules
    closed = {n for n, rule in rules.items() if rule.is_plain and rule.heads}
    open_keys = {key for rule in rules.values() for key in rule.reads} - found.deriving.keys()
    open_keys |= inputs
    open_keys |= {key for n in rules.keys() - closed for key, _ in rules[n].heads}
    size = -1
    while size != len(open_keys):
        size = len(open_keys)
        for n in tuple(closed):
            heads = {key for key, _ in rules[n].heads}
            if not open_keys.isdisjoint(heads | rules[n].reads):
                closed.remove(n)
                open_keys |= heads
    nodes = map(str, found.at(closed))
    control = grounded((), "\n".join(e for e in nodes if e[0] != "#" or e.startswith("#const")))
    masks = {**found.masks}
    texts: dict[tuple[Key, Kinds], list[str]] = {}
    for each in control.symbolic_atoms:
        symbol = each.symbol
        if not each.is_fact:  # denied in a circle: grounding alone does not decide it
            return found
        key = (f"{'' if symbol.positive else '-'}{symbol.name}", len(symbol.arguments))
        kinds = tuple(_bit(_kind(term), masks) for term in symbol.arguments)
        texts.setdefault((key, kinds), []).append(f"{symbol}.")
    rows = [Row(*about, " ".join(some)) for about, some in texts.items()]
    return replace(found, closed=frozenset(closed), rows=rows, masks=masks)


def _kind(term: Symbol) -> str:
    if term.type is SymbolType.Number:
        return "#"
    if term.type is SymbolType.String:
        return '"'
    return f"{term.name}(" if term.arguments else term.name


def _written_down(found: Firing) -> list[Any]:
    """Write it as lists, texts and numbers."""

    def numbers(some: Iterable[Atom], every: Sequence[Atom]) -> list[int]:
        return [every.index(each) for each in some]

    rules = [
        [n, rule.heads, [[numbers(*part), part.atoms] for part in rule.groups], rule.is_plain]
        for n, rule in found.rules.items()
    ]
    nodes = [_written(each) for each in found.nodes if isinstance(each, ast.AST)]
    others = [*found.others.items()]
    return [nodes, rules, others, sorted(found.constants), [*found.masks]]


def _read_again(
    nodes: list[str],
    rules: list[Any],
    others: list[Any],
    constants: list[str],
    kinds: list[str],
) -> Firing:
    def atoms(some: list[Any]) -> tuple[Atom, ...]:
        return tuple([((key[0], key[1]), tuple(map(tuple, terms))) for key, terms in some])

    def group(true: list[int], some: list[Any]) -> AtomGroup:
        every = atoms(some)
        return AtomGroup(tuple([every[n] for n in true]), every)

    shapes: dict[int, RuleShape] = {}
    for n, heads, groups, plain in rules:
        shapes[n] = RuleShape(atoms(heads), tuple([group(*each) for each in groups]), plain)
    return Firing(
        nodes,
        shapes,
        {n: tuple(map(tuple, keys)) for n, keys in others},
        frozenset(constants),
        {name: 2 << n for n, name in enumerate(kinds)},
    )


# --- what is needed -------------------------------------------------------------------------------


@lru_cache(_KEPT_BY_KINDS)
def _could_fire(firing: Firing, found: tuple[tuple[Key, Kinds], ...]) -> Sequence[Node]:
    return firing.at(_forwards(firing, {}, dict(found), firing.rules.keys())[0])


@lru_cache(_KEPT_BY_KINDS)
def _needed(
    firing: Firing, found: tuple[tuple[Key, Kinds], ...], wanted: tuple[Key, ...]
) -> Sequence[Node]:
    rules = _leading_to(firing, wanted)
    tables, rows, closed = firing.table_kinds, firing.rows, rules & firing.closed
    if any(key in tables for key, _ in found):  # the facts add rows to them
        tables, rows, closed = {}, (), frozenset()
    fired, known = _forwards(firing, tables, dict(found), rules - closed)
    needed, demanded = _backwards(firing, fired | closed, known, wanted)
    texts = (
        text
        for key, kinds, text in rows
        if key in demanded and all(map(and_, kinds, demanded[key]))
    )
    return (*firing.at(needed - closed), *texts)


@lru_cache(_KEPT_BY_KINDS)
def _leading_to(firing: Firing, wanted: tuple[Key, ...]) -> frozenset[int]:
    """Return the positions of the rules on which predicates depend, whatever their terms."""
    waiting = [*wanted, *(each for keys in firing.others.values() for each in keys)]
    found = {position for position, rule in firing.rules.items() if not rule.heads}
    waiting += [key for n in found for key in firing.rules[n].reads]
    known = set(waiting)
    while waiting:
        fresh = set(firing.deriving.get(waiting.pop(), ())) - found
        found |= fresh
        read = {key for n in fresh for key in firing.rules[n].reads}
        waiting += read - known
        known |= read
    return frozenset(found)


def _forwards(
    firing: Firing, given: Known, facts: Known, rules: Set[int]
) -> tuple[set[int], Known]:
    """Find which of some rules could fire over ``given`` tables and facts, and the kinds of atoms."""
    known, readers = {**given, **facts}, firing.readers
    fired: set[int] = set()
    waiting = {*firing.starting}
    waiting.update(each for key in facts for each in readers.get(key, ()))
    while waiting:
        grown: set[Key] = set()
        for position in sorted(waiting & rules):
            rule = firing.rules[position]
            bound = _bound(rule.groups[0][0], known, {})
            if bound is not None:
                fired.add(position)
                for key, terms in rule.heads:
                    if _add(known, key, _kinds_at(key, terms, bound)):
                        grown.add(key)
        waiting = {each for key in grown for each in readers.get(key, ())}
    return fired, known


def _backwards(
    firing: Firing, fired: Set[int], known: Known, wanted: Iterable[Key]
) -> tuple[set[int], Known]:
    """Find the rules on which atoms that are wanted depend, and the kinds of the atoms they ask for.

    None of them looks an atom of other kinds up, so it does not matter to them whether it holds.
    """
    demanded: dict[Key, Kinds] = {}
    needed: set[int] = set()
    waiting: list[tuple[int, Key]] = []
    deriving = firing.deriving

    def ask(key: Key, kinds: Kinds) -> None:
        if _add(demanded, key, kinds) and key in deriving:  # what rules read stands before them
            heappush(waiting, (-deriving[key][-1], key))

    def look(rule: RuleShape, wanted: Mapping[str, int]) -> bool:
        bound = _bound(rule.groups[0][0], known, dict(wanted))
        if bound is None:
            return False
        for number, (true, every) in enumerate(rule.groups):
            own = bound if number == 0 else _bound(true, known, dict(bound))
            if own is not None:
                for key, terms in every:
                    ask(key, _kinds_at(key, terms, own))
        return True

    for key in (*wanted, *(each for keys in firing.others.values() for each in keys)):
        ask(key, (ANY,) * key[1])
    for position in fired:
        if not firing.rules[position].heads and look(firing.rules[position], {}):
            needed.add(position)
    while waiting:
        _, key = heappop(waiting)
        if waiting and waiting[0][1] == key:
            continue
        for position in deriving[key]:
            if position not in fired:
                continue
            rule = firing.rules[position]
            for head, terms in rule.heads:
                bound = _bound([(key, terms)], demanded, {}) if head == key else None
                if bound is not None and look(
                    rule, bound if firing.rules[position].is_plain else {}
                ):
                    needed.add(position)
    return needed, demanded


def _bound(body: Iterable[Atom], known: Known, bound: dict[str, int]) -> dict[str, int] | None:
    """Narrow the kinds that the variables of a rule can be of; None where its body cannot hold."""
    for key, terms in body:
        places = known.get(key)
        if places is None:
            return None
        for place, variable, kinds in terms:
            both = places[place] & (bound.get(variable, ANY) if variable else kinds)
            if not both:
                return None
            if variable:
                bound[variable] = both
    return bound


def _kinds_at(key: Key, terms: Iterable[Term], bound: Mapping[str, int]) -> Kinds:
    """Return of which kinds the terms of an atom can be."""
    found = [ANY] * key[1]
    for place, variable, kinds in terms:
        found[place] = bound.get(variable, ANY) if variable else kinds
    return tuple(found)


def _add(known: dict[Key, Kinds], key: Key, kinds: Kinds) -> bool:
    """Add kinds to those of a predicate; return whether that adds anything."""
    old = known.get(key)
    if old == kinds:
        return False
    new = kinds if old is None else tuple(map(or_, old, kinds))
    known[key] = new
    return new != old
