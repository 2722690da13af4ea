"""Tells what is cited for what the law derived: the citation of the very statement that derived it.

A deciding atom carries a rule number among its arguments. Beside each statement that could derive one
stands a copy that tells which statement it was, ``explained__(Statement,Head,Source)``: grounded after
the law, over what the law derived, and only for the atoms that are asked about. Where a statement hands
on the number that an atom of its body carries, such as that of a table of costs, that atom is its
source and is asked about in turn: the sentence cited is that of the statement which gave the number.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import count
from typing import NamedTuple

import clingo
from clingo import ast

from hexcourt.solver.statutes.lawbook import Lawbook, Profile, in_force
from hexcourt.solver.statutes.statute import Citation, Signature, Statute

UNCITED = "a rule without a citation"

_ASKED, _EXPLAINED, _NONE = "asked__", "explained__", "none__"
_PARTS = count(1)


class Carrier(NamedTuple):
    """An argument of a predicate, counted from 0, that holds a rule number."""

    signature: Signature
    position: int


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
    reasoning = _reasoning(in_force(), profile)
    found = _explained(grounded, reasoning, wanted)
    if not handed_on:
        own = {atom: [each for each in told if each[1] is None] for atom, told in found.items()}
        return {atom: reasoning.cited(atom, own) for atom in wanted if own.get(atom)}
    return {atom: reasoning.cited(atom, found) for atom in wanted}


def possible_reasons(profile: str, name: str) -> tuple[Citation, ...]:
    """List what is cited for the statements that could derive a predicate, in their order."""
    statutes = in_force().profile(profile).statutes
    cited = (_cited_for(each) for each in statutes if name in each.names)
    return tuple(dict.fromkeys(each for each in cited if each is not None))


def _cited_for(statute: Statute) -> Citation | None:
    """Give what is cited for a statement, or what its block begins with."""
    return statute.citation or statute.heading


def carriers(lawbook: Lawbook, profile: str) -> frozenset[Carrier]:
    """List the arguments of predicates of a profile that hold rule numbers."""
    return _reasoning(lawbook, profile).carriers


def deciding_predicates(lawbook: Lawbook, profile: str) -> tuple[Signature, ...]:
    """List, sorted, the predicates of a profile that some statement derives with a rule number."""
    return tuple(sorted({head for each, _ in deciding(lawbook, profile) for head in each.heads}))


def deciding(lawbook: Lawbook, profile: str) -> tuple[tuple[Statute, str], ...]:
    """List the statements of a profile that have a rule number of their own in the head, with this."""
    return tuple(_reasoning(lawbook, profile).deciding)


_Explained = Mapping[clingo.Symbol, Sequence[tuple[int, clingo.Symbol | None]]]


def _explained(
    grounded: clingo.Control, reasoning: _Reasoning, wanted: Sequence[clingo.Symbol]
) -> _Explained:
    """Ask which statements derived atoms, and from which source each took its number."""
    number = next(_PARTS)
    asked, explained = f"{_ASKED}{number}", f"{_EXPLAINED}{number}"
    signatures = {Signature(each.name, len(each.arguments)) for each in wanted}
    lines = [f"{asked}({atom})." for atom in wanted]
    lines += reasoning.copies(frozenset(signatures), asked, explained)
    lines.append(f"{asked}(Source) :- {explained}(_,_,Source), Source != {_NONE}.")
    part = f"reasons__{number}"
    grounded.add(part, [], "\n".join(lines))
    grounded.ground([(part, [])])
    found: dict[clingo.Symbol, list[tuple[int, clingo.Symbol | None]]] = {}
    for atom in grounded.symbolic_atoms.by_signature(explained, 3):
        place, head, source = atom.symbol.arguments
        origin = None if source.match(_NONE, 0) else source
        found.setdefault(head, []).append((place.number, origin))
    return found


class _Reasoning:
    """What is known of a profile's statements: which carry rule numbers, and where these come from."""

    def __init__(self, profile: Profile) -> None:
        self.statutes = tuple(each for each in profile.statutes if each.kind in ("rule", "fact"))
        cited = {each.number for program in profile.programs for each in program.citations}
        self._shapes = tuple(_shape(each, cited) for each in self.statutes)
        self._held = _held_numbers(self._shapes)
        self._deriving: dict[Signature, list[int]] = {}
        for place, shape in enumerate(self._shapes):
            if shape is not None:
                self._deriving.setdefault(shape.head.signature, []).append(place)
        self._copied: dict[int, tuple[_Copy, ...]] = {}

    @property
    def carriers(self) -> frozenset[Carrier]:
        """List the arguments that hold rule numbers."""
        return frozenset(Carrier(s, p) for s, held in self._held.items() for p in held)

    @property
    def deciding(self) -> Iterator[tuple[Statute, str]]:
        """List the statements that have a rule number of their own in the head, with this."""
        for statute, shape in zip(self.statutes, self._shapes, strict=True):
            if shape is not None:
                for number in shape.head.numbers.values():
                    yield statute, number

    def cited(self, atom: clingo.Symbol, explained: _Explained) -> tuple[Citation, ...]:
        """Follow an atom down to the statements that gave it its number."""
        places = sorted(set(self._origins(atom, explained, set())))
        cited = [each for place in places if (each := _cited_for(self.statutes[place]))]
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

    def _uncited(self, atom: clingo.Symbol) -> Citation:
        signature = Signature(atom.name, len(atom.arguments))
        held = [atom.arguments[p] for p in self._held.get(signature, ())]
        told = [each.string for each in held if each.type is clingo.SymbolType.String]
        return Citation(told[-1] if told else "", "low", UNCITED, "", 0)

    def copies(self, signatures: frozenset[Signature], asked: str, explained: str) -> Iterator[str]:
        """Write the copies of the statements that derive some predicates, and of those these need."""
        waiting, known = sorted(signatures), set(signatures)
        while waiting:
            for place in self._deriving.get(waiting.pop(), ()):
                for copy in self._copies(place):
                    yield copy.text(place, asked, explained)
                    if copy.source is not None and copy.source not in known:
                        known.add(copy.source)
                        waiting.append(copy.source)

    def _copies(self, place: int) -> tuple[_Copy, ...]:
        if place not in self._copied:
            plain = self.statutes[place].node.unpool()
            self._copied[place] = tuple(self._copy(each) for each in plain)
        return self._copied[place]

    def _copy(self, node: ast.AST) -> _Copy:
        body = [str(each) for each in node.body]
        for place, source in self._sources(node):
            body[place] = str(_Naming()(node.body[place]))
            return _Copy(str(node.head), body, body[place], source.signature)
        return _Copy(str(node.head), body, _NONE, None)

    def _sources(self, node: ast.AST) -> Iterator[tuple[int, _Atom]]:
        """Find the atoms of a body, by their places, that carry the number which its head hands on."""
        head = _atom(node.head)
        handed = _handed(head, self._held) if head is not None else set()
        for place, literal in enumerate(node.body if handed else ()):
            atom = _atom(literal)
            if atom is not None and handed & _handed(atom, self._held):
                yield place, atom


class _Atom(NamedTuple):
    """An atom: which of its arguments are variables, and which are rule numbers."""

    signature: Signature
    variables: Mapping[int, str]
    numbers: Mapping[int, str]


class _Shape(NamedTuple):
    """What a statement derives, and the atoms of its body that are not negated."""

    head: _Atom
    body: tuple[_Atom, ...]


def _shape(statute: Statute, cited: Container[str]) -> _Shape | None:
    head = _atom(statute.node.head, statute.strings, cited)
    if head is None:
        return None
    if head.numbers or not head.variables:
        return _Shape(head, ())
    return _Shape(head, tuple(a for each in statute.node.body if (a := _atom(each)) is not None))


def _atom(
    literal: ast.AST, strings: Sequence[str] = (), cited: Container[str] = ()
) -> _Atom | None:
    """Read a literal that is an atom and not negated."""
    if literal.ast_type is not ast.ASTType.Literal or literal.sign != ast.Sign.NoSign:
        return None
    if literal.atom.ast_type is not ast.ASTType.SymbolicAtom:
        return None
    symbol = literal.atom.symbol
    if symbol.ast_type is not ast.ASTType.Function:
        return None
    arguments = list(symbol.arguments)
    variables = {
        p: each.name for p, each in enumerate(arguments) if each.ast_type is ast.ASTType.Variable
    }
    numbers: dict[int, str] = {}
    if any(each in cited for each in strings):
        told = {f'"{each}"': each for each in strings if each in cited}
        numbers = {p: told[str(a)] for p, a in enumerate(arguments) if str(a) in told}
    return _Atom(Signature(symbol.name, len(arguments)), variables, numbers)


def _handed(atom: _Atom, held: Mapping[Signature, set[int]]) -> set[str]:
    """List the variables of an atom that hold rule numbers."""
    positions = held.get(atom.signature, ())
    return {atom.variables[p] for p in positions if atom.variables.get(p, "_") != "_"}


def _held_numbers(shapes: Iterable[_Shape | None]) -> Mapping[Signature, set[int]]:
    """Find what holds rule numbers: where one stands in a head, and what hands these on."""
    held: dict[Signature, set[int]] = {}
    known = [each for each in shapes if each is not None]
    for head, _ in known:
        if head.numbers:
            held.setdefault(head.signature, set()).update(head.numbers)
    grown = True
    while grown:
        grown = False
        for head, body in known:
            names = {name for atom in body for name in _handed(atom, held)}
            found = {p for p, name in head.variables.items() if name in names}
            if found - held.get(head.signature, set()):
                held.setdefault(head.signature, set()).update(found)
                grown = True
    return held


class _Naming(ast.Transformer):
    """Gives names to the variables of an atom that have none, so that the atom can be told."""

    def __init__(self) -> None:
        self._numbers = count()

    def visit_Variable(self, node: ast.AST) -> ast.AST:  # noqa: N802 - clingo names it
        """Name a variable."""
        return node.update(name=f"Any__{next(self._numbers)}") if node.name == "_" else node


class _Copy(NamedTuple):
    """A statement without pools, beside which a copy stands; ``source`` is what it has its number of."""

    head: str
    body: Sequence[str]
    source_atom: str
    source: Signature | None

    def text(self, place: int, asked: str, explained: str) -> str:
        """Write the copy."""
        told = f"{explained}({place},{self.head},{self.source_atom})"
        return f"{told} :- {'; '.join([f'{asked}({self.head})', *self.body])}."


@cache
def _reasoning(lawbook: Lawbook, profile: str) -> _Reasoning:
    return _Reasoning(lawbook.profile(profile))
