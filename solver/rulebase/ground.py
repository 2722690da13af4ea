"""Grounds the active rules: a profile of it over facts, checked while it loads."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import clingo
from clingo import ast
from clingo.control import BackendType

from hexcourt.facts.base.errors import RuleError
from hexcourt.solver.rulebase.declarations import Key, Kinds, Pattern, Places, atoms, kinds_of_facts
from hexcourt.solver.rulebase.program import ground_into
from hexcourt.solver.rulebase.rulebase import (
    HouseRules,
    RuleBase,
    active_rules,
    kept_reading,
    other_rules,
    rules_of_folder,
    use_rules,
)
from hexcourt.solver.rulebase.statement import atom_of
from hexcourt.solver.sandbox.threads import carry


@dataclass(frozen=True, slots=True)
class ActiveRules:
    """A profile of the rules: the name of an entry file in ``asp/`` that lists what to include."""

    profile: str

    def ground(
        self,
        facts: str,
        constants: Mapping[str, int] | None = None,
        like: str = "",
        wanted: tuple[tuple[str, int], ...] = (),
    ) -> clingo.Control:
        """Ground the rules over facts; any warning of clingo is an error.

        ``constants`` are values for its ``#const`` definitions. Rules that cannot fire are left out:
        ``ground_whole`` tells where one of them is misspelt. Of many facts some of each kind may be
        given beside (``like``), so that not all are looked through for it. Where only predicates
        that are ``wanted`` are read, printed rules on which none of them depends are left out, too.
        """
        if like:
            nodes = _nodes_firing(active_rules(), self.profile, like)
        else:
            rules = active_rules()
            # of house rules all are grounded: what goes wrong in one is always told
            is_part = wanted and not rules.house_rules
            idle = idle_rules(rules, self.profile, wanted) if is_part else frozenset()
            nodes = firing(rules, self.profile).could_fire(facts, idle)
        return self._ground_firing(nodes, facts, constants)

    def ground_to(self, file: Path, facts: str, further: str = "") -> clingo.Control:
        """Ground all the rules over facts into a file, as aspif; what is given back knows atoms, and
        solves nothing. ``further`` are statements about what is shown.
        """
        nodes = firing(active_rules(), self.profile).could_fire(facts)
        control = self._ground_firing(nodes, facts, None, [further], file)
        control.solve()  # which ends the file
        return control

    def _ground_firing(
        self,
        nodes: Sequence[Node],
        facts: str,
        constants: Mapping[str, int] | None,
        further: Sequence[str] = (),
        file: Path | None = None,
    ) -> clingo.Control:
        options = ["--warn=no-atom-undefined"]
        try:
            return _ground([*nodes, *further], facts, constants, options, file)
        except RuleError as error:
            rules = active_rules().house_rules
            if rules:
                from hexcourt.solver.rulebase.read_house_rules import reckons_ill

                raise reckons_ill([each.name for each in rules], str(error)) from None
            # it names file and line where it is ground as the parser read it
            whole = active_rules().profile(self.profile).nodes
            return _ground([*whole, *further], facts, constants, options, file)

    def ground_whole(self) -> clingo.Control:
        """Ground all the rules over no facts; an undeclared predicate is an error too."""
        return _ground(active_rules().profile(self.profile).nodes, "", None, [])

    @property
    def digest(self) -> str:
        """Fingerprint all programs of the active rules."""
        return active_rules().digest


@lru_cache(64)
def _nodes_firing(rule_base: RuleBase, profile: str, facts: str) -> Sequence[Node]:
    """List the statements that could fire over facts like these, those that are written as one text."""
    nodes = firing(rule_base, profile).could_fire(facts)
    written = "\n".join(each for each in nodes if isinstance(each, str))
    return (*(each for each in nodes if not isinstance(each, str)), written)


def _ground(
    nodes: Sequence[Node],
    facts: str,
    constants: Mapping[str, int] | None,
    options: Sequence[str],
    file: Path | None = None,
) -> clingo.Control:
    given = [f"--const={name}={value}" for name, value in (constants or {}).items()]
    texts: list[str] = []
    control = clingo.Control(
        ["--warn=all", *options, *given],
        logger=lambda code, text: texts.append(f"{code.name}: {text}"),
    )
    if file is not None:
        control.register_backend(BackendType.Aspif, str(file), replace=True)
    try:
        written = "\n".join(each for each in nodes if isinstance(each, str))
        ground_into(control, (e for e in nodes if isinstance(e, ast.AST)), written, facts)
    except RuntimeError as error:
        raise RuleError("; ".join(texts) or str(error)) from None
    if texts:
        raise RuleError("; ".join(texts))
    return control


def atoms_of(grounded: clingo.Control, name: str, arity: int) -> list[clingo.Symbol]:
    """Return the atoms of a predicate; these outlive the program, as its ``symbolic_atoms`` do not."""
    return [each.symbol for each in grounded.symbolic_atoms.by_signature(name, arity)]


def arguments_of(grounded: clingo.Control, name: str, arity: int) -> list[list[clingo.Symbol]]:
    """Return the arguments of each atom of a predicate."""
    return [atom.arguments for atom in atoms_of(grounded, name, arity)]


def mentioned_names(profile: str) -> frozenset[str]:
    """List every name that the rules of a profile mention; they cannot tell other names apart."""
    return _mentioned_names(active_rules(), profile)


@cache
def _mentioned_names(rule_base: RuleBase, profile: str) -> frozenset[str]:
    def names() -> list[str]:
        nodes = map(str, firing(rule_base, profile).nodes)
        rules = (
            each for each in nodes if not each.startswith("#defined")
        )  # which tells nothing apart
        return sorted({name for rule in rules for name in re.findall(r"[a-z][A-Za-z0-9_']*", rule)})

    return frozenset(kept_reading(rule_base, f"mentioned {profile}", names))


LONGEST = 40_000
"""The most characters of facts that are looked through: of more, grounding takes most of the time."""

Node = ast.AST | str
"""A statement: as clingo reads it, or as it writes it, which is read in less time."""

Atom = tuple[Key, tuple[Pattern, ...]]

_KEPT_BY_KINDS = 512

_KEPT_STATEMENTS = 1 << 14
"""Profiles share most of their statements, and so does a rule set with what it is amended to."""


@dataclass(frozen=True, slots=True)
class _Rule:
    heads: Sequence[Atom]
    body: Sequence[Atom]
    """The atoms that must hold: none that is denied, or stands in a condition or an aggregate."""


@dataclass(frozen=True, eq=False)
class Firing:
    """The statements of a profile, as clingo reads or writes them, read for which of them could fire."""

    nodes: Sequence[Node]
    rules: Mapping[int, _Rule]
    """The rules by their position in ``nodes``."""
    others: frozenset[int]
    """The positions of what is no rule: it always stays."""
    readers: Mapping[Key, Sequence[int]]
    constants: frozenset[str]

    def could_fire(self, facts: str, idle: frozenset[int] = frozenset()) -> Sequence[Node]:
        """List the statements of the profile without rules that derive nothing over these facts, and
        without those at some positions that are not wanted (``idle``).
        """
        result = kinds_of_facts(facts) if len(facts) <= LONGEST else None
        if result is None or any(self._is_constant(places) for places in result.values()):
            return tuple(each for n, each in enumerate(self.nodes) if n not in idle)
        return _could_fire(self, tuple(sorted(result.items())), idle)

    def fired(self) -> frozenset[int]:
        """Return which rules could fire without further facts, by their positions in ``nodes``."""
        return _fired(self, (), frozenset())

    def _is_constant(self, places: Places) -> bool:
        return any(kinds and not self.constants.isdisjoint(kinds) for kinds in places)


@cache
def firing(rule_base: RuleBase, profile: str) -> Firing:
    """Read a profile for which of its rules could fire, or look up how it was read before."""
    result = kept_reading(
        rule_base,
        f"firing {profile}",
        lambda: _firing_as_lists(read(rule_base.profile(profile).nodes)),
    )
    return _firing_of_lists(*result)


@cache
def idle_rules(rule_base: RuleBase, profile: str, wanted: tuple[Key, ...]) -> frozenset[int]:
    """Return the positions of the rules of a profile on which no predicate of ``wanted`` depends."""

    def positions() -> list[int]:
        statements = rule_base.profile(profile).statements
        deriving: dict[Key, list[int]] = defaultdict(list)
        waiting: list[Key] = list(wanted)
        idle: set[int] = set()
        for n, statement in enumerate(statements):
            for head in statement.heads:
                deriving[head].append(n)
            if statement.heads:
                idle.add(n)
            else:  # constraints, and what is no rule, always stay
                waiting += statement.reads
        known = set(waiting)
        while waiting:
            for n in idle.intersection(deriving[waiting.pop()]):
                idle.remove(n)
                more = set(statements[n].reads) - known
                known |= more
                waiting += more
        return sorted(idle)

    return frozenset(kept_reading(rule_base, f"idle {profile} {wanted}", positions))


def read(statements: Iterable[ast.AST]) -> Firing:
    """Read statements for which of them could fire."""
    nodes = tuple(each for each in statements if each.ast_type is not ast.ASTType.Comment)
    named = (each.name for each in nodes if each.ast_type is ast.ASTType.Definition)
    constants = frozenset(named)
    read = [_read(each, _named_in(each, constants)) for each in nodes]
    rules = {n: rule for n, rule in enumerate(read) if rule is not None}
    others = (n for n, each in enumerate(nodes) if each.ast_type is not ast.ASTType.Rule)
    return _firing(nodes, rules, frozenset(others), constants)


def _firing(
    nodes: Sequence[Node],
    rules: Mapping[int, _Rule],
    others: frozenset[int],
    constants: frozenset[str],
) -> Firing:
    readers: dict[Key, list[int]] = defaultdict(list)
    for position, rule in rules.items():
        for key in {key for key, _ in rule.body}:
            readers[key].append(position)
    return Firing(nodes, rules, others, readers, constants)


def _firing_as_lists(firing: Firing) -> list[Any]:
    """Write it as lists, texts and numbers."""
    rules = [
        [place, *([_atom_as_list(each) for each in some] for some in (rule.heads, rule.body))]
        for place, rule in firing.rules.items()
    ]
    nodes = [_written(each) for each in firing.nodes]
    return [nodes, rules, sorted(firing.others), sorted(firing.constants)]


def _firing_of_lists(
    nodes: list[str], rules: list[Any], others: list[int], constants: list[str]
) -> Firing:
    kinds: dict[tuple[str, ...], Kinds] = {}

    def atom(items: list[Any]) -> Atom:
        name, patterns = items
        questions = tuple(
            kinds.setdefault(tuple(each), frozenset(each)) if isinstance(each, list) else each
            for each in patterns
        )
        return (name, len(questions)), questions

    read = {
        place: _Rule([atom(each) for each in heads], [atom(each) for each in body])
        for place, heads, body in rules
    }
    return _firing(nodes, read, frozenset(others), frozenset(constants))


def _atom_as_list(atom: Atom) -> list[Any]:
    (name, _), query = atom
    return [name, [sorted(each) if isinstance(each, frozenset) else each for each in query]]


@lru_cache(_KEPT_STATEMENTS)
def _read(node: ast.AST, constants: frozenset[str]) -> _Rule | None:
    if node.ast_type is ast.ASTType.Rule:
        items = (atoms(each, constants) for each in filter(None, map(atom_of, node.body)))
        return _Rule(_heads(node.head, constants), [each[0] for each in items if len(each) == 1])
    if node.ast_type is ast.ASTType.External:
        return _Rule(atoms(node.atom.symbol, constants), ())
    return None


def _named_in(node: ast.AST, constants: frozenset[str]) -> frozenset[str]:
    """Return those constants that a statement may name, so that profiles with others read it alike."""
    written = _written(node)
    return frozenset(each for each in constants if each in written)


@lru_cache(_KEPT_STATEMENTS)
def _written(node: ast.AST) -> str:
    return str(node)


def _heads(head: ast.AST, constants: frozenset[str]) -> Sequence[Atom]:
    if head.ast_type is ast.ASTType.Literal:
        is_atom = head.atom.ast_type is ast.ASTType.SymbolicAtom
        return atoms(head.atom.symbol, constants) if is_atom else ()
    weighed = head.ast_type is ast.ASTType.HeadAggregate  # #count { 1,X : p(X) : q(X) }
    parts = [each.condition if weighed else each for each in head.elements]
    return [each for part in parts for each in _heads(part.literal, constants)]


@lru_cache(_KEPT_BY_KINDS)
def _could_fire(
    firing: Firing, items: tuple[tuple[Key, Places], ...], idle: frozenset[int]
) -> Sequence[Node]:
    fired = _fired(firing, items, idle)
    return tuple(
        node
        for position, node in enumerate(firing.nodes)
        if position in fired or position in firing.others
    )


def _fired(
    firing: Firing, items: tuple[tuple[Key, Places], ...], idle: frozenset[int]
) -> frozenset[int]:
    known: dict[Key, list[Kinds | None]] = {key: list(places) for key, places in items}
    fired: set[int] = set()
    waiting = {position for position, rule in firing.rules.items() if not rule.body}
    waiting.update(each for key in known for each in firing.readers.get(key, ()))
    while waiting:
        grown: set[Key] = set()
        for position in sorted(waiting - idle):
            rule = firing.rules[position]
            bound = _bound(rule.body, known)
            if bound is not None:
                fired.add(position)
                grown.update(key for key, query in rule.heads if _grows(known, key, query, bound))
        waiting = {each for key in grown for each in firing.readers.get(key, ())}
    return frozenset(fired)


def _bound(
    body: Sequence[Atom], known: Mapping[Key, Sequence[Kinds | None]]
) -> Mapping[str, Kinds] | None:
    """Return which kinds the variables of a rule can be of; None where its body cannot hold."""
    bound: dict[str, Kinds] = {}
    for key, query in body:
        places = known.get(key)
        if places is None:
            return None
        for kinds, pattern in zip(places, query, strict=True):
            if kinds is None or pattern is None:
                continue
            name = pattern if isinstance(pattern, str) else ""
            wanted = bound.get(name) if isinstance(pattern, str) else pattern
            both = kinds if wanted is None else kinds & wanted
            if not both:
                return None
            if name:
                bound[name] = both
    return bound


def _grows(
    known: dict[Key, list[Kinds | None]],
    key: Key,
    questions: Sequence[Pattern],
    bound: Mapping[str, Kinds],
) -> bool:
    """Add the kinds of a head to what is known; tell whether that adds anything."""
    grows = key not in known
    places = known.setdefault(key, [frozenset()] * len(questions))
    for place, pattern in enumerate(questions):
        kinds, more = places[place], bound.get(pattern) if isinstance(pattern, str) else pattern
        if kinds is not None and (more is None or not more <= kinds):
            places[place] = None if more is None else kinds | more
            grows = True
    return grows


def under_house_rules(rules: tuple[HouseRules, ...]) -> AbstractContextManager[object]:
    """Return a context in which some house rules hold; raises BadInput as ``amended_rules`` does."""
    if not rules or active_rules().house_rules == rules:
        return nullcontext()
    from hexcourt.solver.rulebase.read_house_rules import amended_rules  # few amend the rules

    return use_rules(amended_rules(rules))


carry(rules_of_folder, other_rules)
carry(under_house_rules, lambda: active_rules().house_rules)
