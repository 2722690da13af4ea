"""Infer the sorts of arguments, from what the vocabulary declares (``%=``, ``%#``) and the rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any, NamedTuple

from clingo import SymbolType, ast

from hexcourt.facts.base.errors import listed
from hexcourt.solver.rulebase.declarations import (
    GIVEN_OUT,
    INPUT_MARK,
    WORD_MARK,
    SortUse,
    declarations,
    sort_names,
    sort_uses,
)
from hexcourt.solver.rulebase.rulebase import RuleBase, kept_reading, printed_rules
from hexcourt.solver.rulebase.statement import (
    RuleStatement,
    Signature,
    alternatives,
    is_plain,
    nodes_in,
)

Sorts = frozenset[str] | None
"""The sorts of what stands at a place, None where anything may."""

Places = Mapping[Signature, Sequence[Sorts]]

_AT = ast.ASTType
_KINDS = {SymbolType.Number: "number", SymbolType.String: "text", SymbolType.Function: "word"}


@dataclass(frozen=True, slots=True)
class SortTable:
    """What stands at the places of predicates, and of the ``terms`` that cases are made of; ``kinds``
    are the sorts that are texts, numbers and words. ``homonyms`` are given, and may be derived
    as well. ``rising`` are the sorts that may stand where any number may. Of those in ``joined``
    a rule joins all that it reads; ``unjoined`` is the sentence for one that does not.
    """

    predicates: Places
    terms: Places
    kinds: Mapping[str, frozenset[str]]
    homonyms: frozenset[Signature] = frozenset()
    rising: frozenset[str] = frozenset()
    joined: frozenset[str] = frozenset()
    unjoined: str = ""

    def both(self, one: Sorts, other: Sorts) -> Sorts:
        """Return the sorts that are of both."""
        if one is None or other is None:
            return other if one is None else one
        return one & other or (
            (one | other) & self.amounts
            if one & self.amounts and other & self.amounts
            else frozenset()
        )

    @property
    def amounts(self) -> frozenset[str]:
        """Return the sorts of the numbers that are computed with."""
        return self.rising | {NUMBER}


NUMBER = "number"


def wrong_sort(declared: SortTable, own: Places, statement: RuleStatement) -> str:
    """Describe what is of one sort here and of another there in a rule, "" if nothing. ``own`` are the
    sorts of helpers that the rule set does not know.
    """
    bound: dict[str, Sorts] = {}
    first: dict[str, Signature | str] = {}
    for where, term, sorts in _places(statement, declared, own):
        result = _sorts_of(term, bound, declared)
        if result and sorts and not declared.both(result, sorts):
            text = f"{term} stands in {where} where {_called(declared, sorts)} belongs"
            if term.ast_type is _AT.Variable:
                text = f"{term} is {_called(declared, result)} in {first[term.name]}, "
                text += f"but {_called(declared, sorts)} in {where}"
            places = declared.predicates.get(where) if isinstance(where, Signature) else None
            return f"{text}; write {_form(where, places)}" if places else text
        if term.ast_type is _AT.Variable and term.name != "_" and sorts:
            bound[term.name] = declared.both(bound.get(term.name), sorts)
            first.setdefault(term.name, where)
    return ""


def wrong_value(rule_base: RuleBase, statement: RuleStatement) -> str:
    """Describe a value of a rule that cannot stand where it does, "" if there is none: a word that a
    closed sort does not have, or a number beyond those that its argument may be.
    """
    closed, bounds = _closed(rule_base), _bounds(rule_base)
    for signature, place, word in _words_at(statement):
        sort, words = closed.get((*signature, place), ("", frozenset[str]()))
        if sort and word not in words:
            return f"{word} is no {sort}, as {signature} has; write {listed(sorted(words), 'or')}"
    for node in (statement.node.head, *statement.node.body):
        for atom in _atoms(node):
            for at, name, least, most in bounds.get(Signature(atom.name, len(atom.arguments)), ()):
                term = atom.arguments[at]
                number = term.symbol.number if _is_number(term) else least
                if not least <= number <= most:
                    return f"{number} is no {name}; write a number from {least} to {most}"
    return ""


def _is_number(term: ast.AST) -> bool:
    return term.ast_type is _AT.SymbolicTerm and term.symbol.type is SymbolType.Number


def _word_of(term: ast.AST) -> str:
    """Return the word that a term is, "" for any other; words within terms are not looked at."""
    if term.ast_type is _AT.SymbolicTerm and term.symbol.type is SymbolType.Function:
        return str(term.symbol.name)
    return ""


Closed = Mapping[tuple[str, int, int], tuple[str, frozenset[str]]]
"""Maps predicates, by name and arity, and their places to the closed sort there and all words of it."""


@cache
def _closed(rule_base: RuleBase) -> Closed:
    """Find the places of closed sorts: those that are declared or inferred, and those at which the rules
    have several words, all of one such sort.
    """

    def read() -> list[list[Any]]:
        declared = declared_sorts(rule_base)
        closed = sort_uses(rule_base).get("closed", SortUse()).names
        seen: dict[tuple[str, int, int], set[str]] = defaultdict(set)
        words: dict[str, set[str]] = defaultdict(set)
        of: dict[tuple[str, int, int], str] = {}
        for signature, sorts in declared.predicates.items():
            for place, one in enumerate(sorts):
                if one is not None and len(one) == 1 and one <= closed:
                    (of[*signature, place],) = one
        for statement in rule_base.statements if closed else ():
            if statement.node.ast_type is _AT.Rule:
                for signature, place, word in _words_at(statement):
                    at = (*signature, place)
                    words[of[at]].add(word) if at in of else seen[at].add(word)
        for at, some in seen.items():
            near = [sort for sort, known in words.items() if some <= known]
            if len(some) > 1 and len(near) == 1:
                of[at] = near[0]
        return [[*at, sort, sorted(words[sort])] for at, sort in sorted(of.items())]

    return {
        (name, arity, place): (sort, frozenset(some))
        for name, arity, place, sort, some in kept_reading(rule_base, "closed sorts", read)
    }


def _words_at(statement: RuleStatement) -> Iterator[tuple[Signature, int, str]]:
    """List the words that stand alone at places of predicates in a rule."""
    for node in (statement.node.head, *statement.node.body):
        for atom in _atoms(node):
            signature = Signature(atom.name, len(atom.arguments))
            for place, argument in enumerate(atom.arguments):
                for term in alternatives(argument):
                    if word := _word_of(term):
                        yield signature, place, word


@cache
def _bounds(rule_base: RuleBase) -> Mapping[Signature, Sequence[tuple[int, str, int, int]]]:
    """Map predicates to the places of numbers that have bounds, with name, least and greatest."""
    use = sort_uses(rule_base).get("within", SortUse())
    if not use.names:
        return {}
    least, most = map(int, use.sentence.split(".."))
    return {
        each.signature: tuple(
            (place, name.lower(), least, most)
            for place, (_, name) in enumerate(each.arguments)
            if name in use.names
        )
        for each in declarations(rule_base, INPUT_MARK)
        if any(name in use.names for _, name in each.arguments)
    }


def _form(where: Signature | str, places: Sequence[Sorts]) -> str:
    """Write a predicate with the sorts of its places."""
    lines = [next(iter(each)).upper() if each and len(each) == 1 else "_" for each in places]
    name = where.name if isinstance(where, Signature) else where
    return f"{name}({','.join(lines)})"


def sorts_derived(declared: SortTable, rules: Sequence[RuleStatement]) -> Places:
    """Return the sorts of what some rules derive that the rule set does not."""
    return _with_derived(rules, declared)


def _called(declared: SortTable, sorts: frozenset[str]) -> str:
    some = sorted(sorts)
    if len(some) > 2:
        return "a name" if sorts <= declared.kinds.get("word", frozenset()) else "another thing"
    return " or ".join(f"{'an' if each[0] in 'aeiou' else 'a'} {each}" for each in some)


def declared_sorts(rule_base: RuleBase) -> SortTable:
    """Return the sorts of all places of a rule set; house rules have none of their own here."""
    return _declared_sorts(printed_rules() if rule_base.house_rules else rule_base)


@cache
def _declared_sorts(rule_base: RuleBase) -> SortTable:
    names = sort_names(rule_base)
    kinds: dict[str, set[str]] = defaultdict(set)
    by_name: dict[str, str] = {}
    for kind, sort, arguments in names:
        kinds[kind].add(sort)
        by_name |= dict.fromkeys(arguments, sort)
    fixed: dict[Signature, list[Sorts]] = {}
    for mark in (INPUT_MARK, GIVEN_OUT):
        for each in declarations(rule_base, mark):
            sorts = [_one(by_name.get(name)) for _, name in each.arguments]
            known = fixed.get(each.signature)
            fixed[each.signature] = sorts if known is None else [*map(_either, known, sorts)]
    uses = defaultdict(SortUse, sort_uses(rule_base))
    terms: dict[Signature, list[Sorts]] = {}
    for each in declarations(rule_base, WORD_MARK):
        if each.role in ("action", "given", "attack", "target"):
            sorts = [_one(k if k in uses["cases"].names else None) for k, _ in each.arguments]
            known = terms.get(each.signature)
            terms[each.signature] = sorts if known is None else [*map(_either, known, sorts)]
    signatures = frozenset(each.signature for each in declarations(rule_base, INPUT_MARK))
    frozen = {kind: frozenset(some) for kind, some in kinds.items()}
    joined = uses["joined"]
    declared = SortTable(fixed, terms, frozen, signatures, uses["rising"].names, *joined)

    def grow() -> list[Any]:
        rules = [each for each in rule_base.statements if each.node.ast_type is _AT.Rule]
        grown = _with_derived(rules, declared)
        return [[*key, [e and sorted(e) for e in some]] for key, some in sorted(grown.items())]

    return replace(
        declared,
        predicates={
            Signature(name, arity): tuple(None if e is None else frozenset(e) for e in some)
            for name, arity, some in kept_reading(rule_base, "sorts", grow)
        },
    )


def _one(sort: str | None) -> Sorts:
    return None if sort is None else frozenset([sort])


def _either(one: Sorts, other: Sorts) -> Sorts:
    return None if one is None or other is None else one | other


def _with_derived(rules: Sequence[RuleStatement], declared: SortTable) -> Places:
    """Add to what is declared what rules derive, until nothing is added; what nothing tells may be
    anything, and so may what is declared without a sort.
    """
    heads = {head for each in rules for head in each.heads}
    fixed = dict(declared.predicates)
    found: dict[Signature, list[Sorts]] = {
        each: list(fixed.get(each) or [frozenset()] * each.arity) for each in {*fixed, *heads}
    }
    for homonym in heads & declared.homonyms:  # what is derived may mean something else
        fixed.pop(homonym, None)
    now = replace(declared, predicates=found)
    readers: dict[Signature, list[RuleStatement]] = defaultdict(list)
    for statement in rules:
        for name in statement.needs:
            readers[name].append(statement)
    flat = {each: _flat(each, now) for each in rules}
    for constants in (False, True):  # what constants are is told last, and by their kind alone
        waiting = dict.fromkeys(rules)
        while waiting:
            rule = next(iter(waiting))
            del waiting[rule]
            for signature, place, sorts, is_constant in _derived(flat[rule], now):
                known = found[signature][place]
                if known is None or (is_constant and not constants):
                    continue
                mask = signature in fixed or is_constant
                if mask and known and (sorts is None or known & sorts):
                    continue
                more = None if sorts is None else known | sorts
                if more == known:
                    continue
                found[signature][place] = more
                waiting |= dict.fromkeys(readers[signature])
    return {s: tuple(each or None for each in some) for s, some in found.items()}


@dataclass(frozen=True, slots=True)
class _Flat:
    """A rule for what it derives: its variables with where they stand in the body, or with the sorts
    that they have there, and the terms of its heads with where they stand.
    """

    body: Sequence[tuple[str, tuple[Signature, int] | None, Sorts]]
    heads: Sequence[tuple[Signature, int, ast.AST, str]]


def _flat(statement: RuleStatement, now: SortTable) -> _Flat:
    body: list[tuple[str, tuple[Signature, int] | None, Sorts]] = []
    for literal in filter(is_plain, statement.node.body):
        if literal.atom.ast_type is _AT.SymbolicAtom:
            for atom in _atoms(literal):
                signature = Signature(atom.name, len(atom.arguments))
                for place, term in enumerate(atom.arguments):
                    body += [(name, (signature, place), None) for name in _named(term)]
        for _, term, sorts in of_literal(literal, replace(now, predicates={}), {}):
            body += [(name, None, sorts) for name in _named(term) if sorts is not None]
    heads = [
        (Signature(atom.name, len(atom.arguments)), place, term, next(iter(_named(term)), ""))
        for atom in _atoms(statement.node.head)
        for place, term in enumerate(atom.arguments)
    ]
    return _Flat(body, heads)


def _named(term: ast.AST) -> list[str]:
    """Return the name of a variable, none for another term."""
    is_named = term.ast_type is _AT.Variable and term.name != "_"
    return [str(term.name)] if is_named else []


def _derived(flat: _Flat, now: SortTable) -> Iterator[tuple[Signature, int, Sorts, bool]]:
    """Return the sorts of what a rule derives, as far as is known, and whether that is a constant."""
    bound: dict[str, Sorts] = {}
    for name, at, sorts in flat.body:
        known = now.predicates.get(at[0]) if at is not None else None
        entry = known[at[1]] if at is not None and known is not None else sorts
        bound[name] = now.both(bound.get(name), entry)
    for signature, place, term, name in flat.heads:
        if name:
            yield signature, place, bound.get(name), False
            continue
        sorts = _sorts_of(term, bound, now)
        if sorts == now.kinds.get("number"):
            sorts = frozenset([NUMBER])
        yield signature, place, sorts, term.ast_type is not _AT.BinaryOperation


def _places(
    statement: RuleStatement, now: SortTable, own: Places
) -> Iterator[tuple[Signature | str, ast.AST, Sorts]]:
    """List the terms of a rule with the predicate in which each stands, and the sorts there."""
    for literal in statement.node.body:
        yield from of_literal(literal, now, own)
    for literal in statement.node.body:
        if not is_plain(literal):
            yield from _of_atoms(_atoms(literal), now, own)
    yield from _of_atoms(_atoms(statement.node.head), now, own)


def of_literal(
    literal: ast.AST, now: SortTable, own: Places
) -> Iterator[tuple[Signature | str, ast.AST, Sorts]]:
    """List the terms of a literal that is not denied; a number is what is equal to one."""
    if not is_plain(literal):
        return
    if literal.atom.ast_type is _AT.SymbolicAtom:
        yield from _of_atoms(_atoms(literal), now, own)
    elif literal.atom.ast_type is _AT.Comparison and len(literal.atom.guards) == 1:
        (guard,) = literal.atom.guards
        if guard.comparison == ast.ComparisonOperator.Equal:
            one, other = literal.atom.term, guard.term
            for term, value in ((one, other), (other, one)):
                if value.ast_type is not _AT.Variable:
                    yield f"{term} = {value}", term, _sorts_of(value, {}, now)
                    yield from _of_term(value, now, str(value))


def _of_atoms(
    atoms: Iterable[ast.AST], now: SortTable, own: Places
) -> Iterator[tuple[Signature | str, ast.AST, Sorts]]:
    for atom in atoms:
        signature = Signature(atom.name, len(atom.arguments))
        sorts = now.predicates.get(signature) or own.get(signature) or [None] * signature.arity
        for term, some in zip(atom.arguments, sorts, strict=True):
            yield signature, term, some
            yield from _of_term(term, now, signature)


def _of_term(
    term: ast.AST, now: SortTable, where: Signature | str
) -> Iterator[tuple[Signature | str, ast.AST, Sorts]]:
    """List what stands in a term that cases are made of."""
    if term.ast_type is _AT.Function and term.arguments:
        sorts = now.terms.get(Signature(term.name, len(term.arguments)))
        if sorts is not None:
            yield from ((where, each, s) for each, s in zip(term.arguments, sorts, strict=True))


@lru_cache(1 << 14)
def _atoms(node: ast.AST) -> Sequence[ast.AST]:
    """List the atoms of a head or a literal, also in conditions and aggregates; of pools each."""
    symbols = (n.symbol for n in nodes_in(node) if n.ast_type is _AT.SymbolicAtom)
    every = (each for symbol in symbols for each in alternatives(symbol))
    return [each for each in every if each.ast_type is _AT.Function]


def _sorts_of(term: ast.AST, bound: Mapping[str, Sorts], now: SortTable) -> Sorts:
    """Return of which sorts a term may be."""
    kind = term.ast_type
    if kind is _AT.Variable:
        return None if term.name == "_" else bound.get(term.name)
    if kind is _AT.SymbolicTerm:
        return now.kinds.get(_KINDS.get(term.symbol.type, ""))
    if kind is _AT.BinaryOperation:
        sides = [_sorts_of(each, bound, now) for each in (term.left, term.right)]
        rising = [each is not None and len(each) == 1 and each <= now.rising for each in sides]
        rises = rising[0] and not rising[1]
        if term.operator_type == ast.BinaryOperator.Plus:
            rises = rising[0] != rising[1]
        return sides[not rising[0]] if rises else frozenset([NUMBER])
    if kind in (_AT.UnaryOperation, _AT.Interval):
        return frozenset([NUMBER])
    if kind is _AT.Function and not term.external and term.name:
        return now.kinds.get("word")
    return None


def unjoined(declared: SortTable, own: Places, statement: RuleStatement) -> str:
    """Describe which term of a ``joined`` sort a rule does not join to the others that it is about,
    "" if there is none: many are given at once, and the rule would read those of another.
    """
    groups: list[set[str]] = []
    loose = ""
    for atom in [
        *_atoms(statement.node.head),
        *(a for e in statement.node.body for a in _atoms(e)),
    ]:
        signature = Signature(atom.name, len(atom.arguments))
        sorts = declared.predicates.get(signature) or own.get(signature) or ()
        subjects = [
            str(term)
            for term, some in zip(atom.arguments, sorts, strict=False)
            if some and some <= declared.joined
        ]
        if not subjects:
            continue
        named = {each for each in subjects if each != "_"}
        if not named:
            loose = loose or str(atom)
        joined = [each for each in groups if each & named]
        groups = [each for each in groups if not each & named] + [named.union(*joined)]
    if not loose and len(groups) < 2:
        return ""
    result = loose or str(sorted(groups[-1])[0])
    return declared.unjoined.format(result)


class PlacedTerm(NamedTuple):
    """A term of a rule, the sorts of the place where it stands, and whether that is in its head."""

    term: ast.AST
    sorts: Sorts
    in_head: bool


def places_of(declared: SortTable, own: Places, statement: RuleStatement) -> Iterator[PlacedTerm]:
    """List the terms of all atoms of a rule, also in conditions and aggregates."""
    for node, in_head in ((statement.node.head, True), *((e, False) for e in statement.node.body)):
        for _, term, sorts in _of_atoms(_atoms(node), declared, own):
            yield PlacedTerm(term, sorts, in_head)
