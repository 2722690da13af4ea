"""Tells what is cited for what the rule set derived: the citation of the very statement that derived it.

A deciding atom carries a rule number among its arguments. Beside each statement that could derive one
stands a copy that tells which statement it was, ``explained__(Statement,Head,Source)``: grounded after
the rules, over what the rule set derived, and only for the atoms that are asked about. Where a
statement hands on the number that an atom of its body carries, such as that of a table of costs, that
atom is its source and is asked about in turn: the sentence cited is that of the statement which gave
the number.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple
from functools import cache, cached_property
from itertools import count
from typing import Any, NamedTuple

import clingo
from clingo import ast

from hexcourt.facts.base.patterns import pattern
from hexcourt.solver.rulebase.program import in_clingo
from hexcourt.solver.rulebase.rulebase import RuleBase, active_rules, kept_reading
from hexcourt.solver.rulebase.statement import (
    Citation,
    FreshNames,
    RuleStatement,
    Signature,
    function_of,
    named,
)

UNCITED = "a rule without a citation"

_ASKED, _EXPLAINED, _NONE = "asked__", "explained__", "none__"
_PARTS = count(1)
_QUOTED = pattern(r'"([^"]*)"')


def reasons_for(
    grounded: clingo.Control,
    profile: str,
    atoms: Iterable[clingo.Symbol],
    handed_on: bool = True,
) -> Mapping[clingo.Symbol, tuple[Citation, ...]]:
    """Map some true atoms of a grounded profile to what is cited for them.

    An atom that several statements derive has several citations, in the order of the programs. Unless
    numbers that are ``handed_on`` are wanted, statements that have none of their own are left out.
    The questions stay in ``grounded``: it is of use to be asked again.
    """
    wanted = sorted(set(atoms))
    if not wanted:
        return {}
    reasoning = _reasoning(active_rules(), profile)
    found = _explained(grounded, reasoning, wanted)
    if not handed_on:
        own = {atom: [each for each in entry if each[1] is None] for atom, entry in found.items()}
        return {atom: reasoning.cited(atom, own) for atom in wanted if own.get(atom)}
    return {atom: reasoning.cited(atom, found) for atom in wanted}


def first_reason(
    grounded: clingo.Control, profile: str, atoms: Iterable[clingo.Symbol]
) -> Citation | None:
    """Return the citation of the first of some true atoms, sorted as text, or None without an atom."""
    cited = reasons_for(grounded, profile, atoms)
    return next((cited[atom][0] for atom in sorted(cited, key=str)), None)


def possible_reasons(profile: str, name: str) -> tuple[Citation, ...]:
    """List what is cited for the statements that could derive a predicate, in their order."""
    statements = active_rules().profile(profile).statements
    cited = (cited_for(each) for each in statements if name in each.names)
    return tuple(dict.fromkeys(each for each in cited if each is not None))


def cited_for(statement: RuleStatement) -> Citation | None:
    """Return what is cited for a statement, or what its block begins with."""
    return statement.citation or statement.heading


def deciding_predicates(rule_base: RuleBase, profile: str) -> tuple[Signature, ...]:
    """List, sorted, the predicates of a profile that some statement derives with a rule number."""

    def read() -> list[Signature]:
        return sorted({head for each, _ in deciding(rule_base, profile) for head in each.heads})

    return tuple(Signature(*each) for each in kept_reading(rule_base, f"deciding {profile}", read))


def deciding(rule_base: RuleBase, profile: str) -> tuple[tuple[RuleStatement, str], ...]:
    """List the statements of a profile that have a rule number of their own in the head, with this."""
    reasoning = _reasoning(rule_base, profile)
    return tuple(
        (each, number)
        for each in reasoning.statements
        for number in each.strings
        if number in reasoning.numbers
    )


_Explained = Mapping[clingo.Symbol, Sequence[tuple[int, clingo.Symbol | None]]]


def _explained(
    grounded: clingo.Control, reasoning: _Reasoning, wanted: Sequence[clingo.Symbol]
) -> _Explained:
    """Ask which statements derived atoms, and from which source each took its number."""
    number = next(_PARTS)
    question, explained = f"{_ASKED}{number}", f"{_EXPLAINED}{number}"
    lines = [f"{question}({atom})." for atom in wanted]
    carriers = {reasoning.carrier(atom) for atom in wanted}
    copies = reasoning.copies(carriers, reasoning.numbers_of(wanted))
    lines += [each.text(question, explained) for each in copies]
    lines.append(f"{question}(Source) :- {explained}(_,_,Source), Source != {_NONE}.")
    part = f"reasons__{number}"
    with in_clingo():
        grounded.add(part, [], "\n".join(lines))
        grounded.ground([(part, [])])
    found: dict[clingo.Symbol, list[tuple[int, clingo.Symbol | None]]] = {}
    for atom in grounded.symbolic_atoms.by_signature(explained, 3):
        place, head, source = atom.symbol.arguments
        origin = None if source.match(_NONE, 0) else source
        found.setdefault(head, []).append((place.number, origin))
    return found


class _Carrier(NamedTuple):
    """A predicate, and which of its arguments, counted from 0, holds a rule number: none where -1."""

    signature: Signature
    position: int


class _Reasoning:
    """What is known of a profile's statements: which derive a predicate, and where numbers come from."""

    def __init__(self, rule_base: RuleBase, profile: str) -> None:
        self._rule_base, self._profile = rule_base, profile
        self._copied: dict[_Carrier, tuple[_Copy, ...]] = {}
        self._citations: dict[int, Citation | None] = {}

    @cached_property
    def statements(self) -> tuple[RuleStatement, ...]:
        """List the statements that are rules."""
        every = self._rule_base.profile(self._profile).statements
        return tuple(each for each in every if each.node.ast_type is ast.ASTType.Rule)

    @cached_property
    def numbers(self) -> frozenset[str]:
        """List the numbers of the rules that are cited."""

        def read() -> list[str]:
            programs = self._rule_base.profile(self._profile).programs
            return sorted({each.number for program in programs for each in program.citations})

        return frozenset(kept_reading(self._rule_base, f"numbers {self._profile}", read))

    @cached_property
    def _deriving(self) -> Mapping[str, Sequence[int]]:
        found: dict[str, list[int]] = {}
        for place, each in enumerate(self.statements):
            name, _, _ = str(each.node.head).partition("(")
            found.setdefault(name, []).append(place)
        return found

    def carrier(self, atom: clingo.Symbol) -> _Carrier:
        """Return which argument of an atom is its rule number."""
        position = -1
        for place, each in enumerate(atom.arguments):
            if each.type is clingo.SymbolType.String and each.string in self.numbers:
                position = place
        return _Carrier(Signature(atom.name, len(atom.arguments)), position)

    def cited(self, atom: clingo.Symbol, explained: _Explained) -> tuple[Citation, ...]:
        """Follow an atom down to the statements that gave it its number."""
        places = sorted(set(self._origins(atom, explained, set())))
        cited = [each for place in places if (each := self._citations[place])]
        return tuple(dict.fromkeys(cited)) or (self._uncited(atom),)

    def _origins(
        self, atom: clingo.Symbol, explained: _Explained, seen: set[clingo.Symbol]
    ) -> Iterator[int]:
        if atom in seen:
            return
        seen.add(atom)
        for place, source in explained.get(atom, ()):
            further = [] if source is None else list(self._origins(source, explained, seen))
            yield from further or [place]

    def _number(self, symbol: clingo.Symbol) -> bool:
        return symbol.type is clingo.SymbolType.String and symbol.string in self.numbers

    def _uncited(self, atom: clingo.Symbol) -> Citation:
        position = self.carrier(atom).position
        number = atom.arguments[position].string if position >= 0 else ""
        return Citation(number, "low", UNCITED, "", 0)

    def numbers_of(self, atoms: Iterable[clingo.Symbol]) -> frozenset[str]:
        """List the rule numbers that atoms carry."""
        return frozenset(e.string for atom in atoms for e in atom.arguments if self._number(e))

    def copies(self, carriers: Iterable[_Carrier], numbers: Collection[str]) -> Iterator[_Copy]:
        """Return the copies of the statements that derive some predicates with some numbers, and of
        those these need: what is handed on is the same number.
        """
        waiting = sorted(carriers)
        known = set(waiting)
        while waiting:
            carrier = waiting.pop()
            for copy in self._copies(carrier):
                if copy.source is None and self._has_other(copy.head, numbers):
                    continue
                yield copy
                if copy.source is not None and copy.source not in known:
                    known.add(copy.source)
                    waiting.append(copy.source)

    def _has_other(self, head: str, numbers: Collection[str]) -> bool:
        """Return whether a head is written with rule numbers, and none of these."""
        result = self.numbers.intersection(_QUOTED.findall(head))
        return bool(result) and result.isdisjoint(numbers)

    def _copies(self, carrier: _Carrier) -> tuple[_Copy, ...]:
        """Write, or look up, the copies of the statements that derive a predicate."""
        if carrier not in self._copied:
            text = "{}/{} {}".format(*carrier.signature, carrier.position)
            name = f"copies {self._profile} {text}"
            copies, cited = kept_reading(
                self._rule_base, name, lambda: self._copies_as_lists(carrier)
            )
            self._copied[carrier] = tuple(_Copy.of_list(*each) for each in copies)
            for place, text in cited:
                self._citations[place] = None if text is None else Citation(*text)
        return self._copied[carrier]

    def _copies_as_lists(self, carrier: _Carrier) -> list[Any]:
        copies, cited = [], []
        for place in self._deriving.get(carrier.signature.name, ()):
            for node in self.statements[place].node.unpool():
                copy = _copy(place, node, carrier)
                if copy is not None:
                    copies.append(copy.as_list)
            found = cited_for(self.statements[place])
            cited.append([place, None if found is None else list(astuple(found))])
        return [copies, cited]


def _copy(place: int, node: ast.AST, carrier: _Carrier) -> _Copy | None:
    """Copy a statement without pools, if it derives a predicate; the atom of its body that carries the
    number which its head hands on is its source.
    """
    head = function_of(node.head)
    if head is None or len(head.arguments) != carrier.signature.arity:
        return None
    body = [str(each) for each in node.body]
    handed = head.arguments[carrier.position] if carrier.position >= 0 else None
    if handed is not None and handed.ast_type is ast.ASTType.Variable:
        for number, literal in enumerate(node.body):
            atom = function_of(literal)
            items = map(str, atom.arguments) if atom is not None else ()
            position = next((p for p, each in enumerate(items) if each == handed.name), None)
            if atom is not None and position is not None:
                body[number] = str(named(literal, FreshNames((), "Any__")))
                source = _Carrier(Signature(atom.name, len(atom.arguments)), position)
                return _Copy(place, str(node.head), body, body[number], source)
    return _Copy(place, str(node.head), body, _NONE, None)


class _Copy(NamedTuple):
    """A statement without pools, beside which a copy stands; ``source`` is what it has its number of.

    ``place`` is the statement's among the rules of the profile.
    """

    place: int
    head: str
    body: Sequence[str]
    source_atom: str
    source: _Carrier | None

    @property
    def as_list(self) -> list[Any]:
        """Write it as lists, texts and numbers."""
        source = None if self.source is None else [*self.source.signature, self.source.position]
        return [*self[:-1], source]

    @classmethod
    def of_list(
        cls, place: int, head: str, body: list[str], source_atom: str, source: list[Any] | None
    ) -> _Copy:
        """Return it as it was written."""
        carrier = None if source is None else _Carrier(Signature(*source[:2]), source[2])
        return cls(place, head, body, source_atom, carrier)

    def text(self, asked: str, explained: str) -> str:
        """Write the copy."""
        text = f"{explained}({self.place},{self.head},{self.source_atom})"
        return f"{text} :- {'; '.join([f'{asked}({self.head})', *self.body])}."


@cache
def _reasoning(rule_base: RuleBase, profile: str) -> _Reasoning:
    return _Reasoning(rule_base, profile)
