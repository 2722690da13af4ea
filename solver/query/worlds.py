"""Worlds to ask about: pieces supposed, and every choice of a family of pieces.

A family is written as a choice of clingo, ``{ roadblock(A,B) : narrow(A,B) } = 1``: which pieces may
lie, where the board looks so, and how many of them do.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import chain, combinations
from math import comb, prod

from clingo import ast

from hexcourt.facts.base.errors import BadInput, listed
from hexcourt.facts.boards.board import Board
from hexcourt.facts.pieces.pieces import PIECES, Piece, counter_of_fact, piece_text, read_piece
from hexcourt.solver.language.literals import Body, BodyReader
from hexcourt.solver.language.question import choice_bounds, with_halves
from hexcourt.solver.language.vocabulary import string_in
from hexcourt.solver.placement.hex_facts import HexFacts
from hexcourt.solver.placement.placement import refusals
from hexcourt.solver.position.board_language import BoardLanguage
from hexcourt.solver.position.changes import one_way_round
from hexcourt.solver.rulebase.exact_arithmetic import exact
from hexcourt.solver.rulebase.statement import (
    alternatives,
    variables_of,
)
from hexcourt.solver.rulebase.untrusted_program import FAMILY, checked_statements

LIES_ALREADY = "lies there already"

MAX_COUNTABLE = 10**1000
"""More worlds than these are not even counted."""

World = tuple[Piece, ...]
"""The pieces that lie in a world beside those of the board, sorted."""


@dataclass(frozen=True)
class Choice:
    """A family as it is written: its elements, piece and body, and how many of them lie."""

    text: str
    elements: tuple[tuple[str, Body], ...]
    least: int
    most: int | None


@dataclass(frozen=True)
class Family:
    """The pieces of which between ``least`` and ``most`` lie; ``refused`` maps those that may not lie
    where the family would have them to the rule.
    """

    text: str
    pieces: tuple[Piece, ...]
    least: int
    most: int
    refused: tuple[tuple[str, str], ...] = ()

    @property
    def size(self) -> int:
        """Count the choices: they may be more than a length can tell."""
        return sum(comb(len(self.pieces), n) for n in range(self.least, self.most + 1))

    def __iter__(self) -> Iterator[World]:
        """Go through the choices, fewest pieces first."""
        sizes = range(self.least, self.most + 1)
        return chain.from_iterable(combinations(self.pieces, n) for n in sizes)


def read_choice(text: str, board: Board) -> Choice:
    """Read a family; raises BadInput where the text is none."""
    shown = " ".join(text.split())[:80]
    such = "write one such as '{ roadblock(A,B) : narrow(A,B) } = 1'"
    if not shown.removesuffix("."):
        raise BadInput(f"the family of worlds is missing; {such}")
    language = BoardLanguage(board)
    result = with_halves(language.renamed(text).strip().removesuffix("."), language.halved_words)
    statements = checked_statements(f"{result}.", "the family of worlds", allowed=FAMILY)
    if len(statements) != 1 or statements[0].ast_type is not ast.ASTType.Rule:
        raise BadInput(f"{shown}: is not one choice; {such}")
    head, body = statements[0].head, statements[0].body
    if head.ast_type is not ast.ASTType.Aggregate or body:
        raise BadInput(f"{shown}: is no choice between braces; {such}")
    least, most = choice_bounds(head, shown)
    elements = tuple(_element(board, each) for each in head.elements)
    return Choice(shown, elements, least, most)


def _element(board: Board, element: ast.AST) -> tuple[str, Body]:
    """Read a piece and where it may lie."""
    literal = element.literal
    symbol = getattr(literal.atom, "symbol", None)
    if literal.sign != ast.Sign.NoSign or symbol is None:
        raise BadInput(f"{literal}: is no piece; write one such as roadblock(A,B)")
    language = BoardLanguage(board)
    reader = BodyReader(language)
    for each in alternatives(symbol):
        _check_piece(language, reader, each)
    read = reader.finished([list(element.condition)], ())
    body = read.bodies[0]
    rule = f"piece({symbol}) :- {body.text}." if body.text else f"piece({symbol})."
    rule = exact(str(element), rule, wording=language.wording.of).program
    language.check_safe(str(element), rule, read.kinds)
    return str(symbol), body


def _check_piece(language: BoardLanguage, reader: BodyReader, symbol: ast.AST) -> None:
    """Check a piece and the hexes that it names, and give its variables their kinds."""
    name = getattr(symbol, "name", str(symbol))
    if symbol.ast_type is not ast.ASTType.Function or name not in PIECES:
        near = get_close_matches(name[:40], PIECES, n=1, cutoff=0.6)
        mend = (
            f"did you mean {near[0]}?" if near else f"choose one of {listed(sorted(PIECES), 'or')}"
        )
        raise BadInput(f"{name[:40]}: is no piece that may lie; {mend}")
    known = PIECES[name]
    if not sum(not kind.optional for _, kind in known) <= len(symbol.arguments) <= len(known):
        text = ", ".join(each for each, kind in known if not kind.optional)
        raise BadInput(f"{symbol}: {name} has other arguments; write {name}({text})")
    for (what, _), argument in zip(known, symbol.arguments, strict=False):
        for each in alternatives(argument):
            if what in ("Hex", "Vertex"):
                _check_hex(language, reader, symbol, each)


def _check_hex(language: BoardLanguage, reader: BodyReader, symbol: ast.AST, term: ast.AST) -> None:
    for each in variables_of(term):
        language.check_variable(each)
    if term.ast_type is ast.ASTType.Variable:
        reader.names.give_kind(term.name, "hex")
        return
    name = string_in(term)
    if name is None:
        raise BadInput(f"{symbol}: {term} is no hex; quote its name")
    language.board.hex(name)


def pieces_of(found: Iterable[str]) -> tuple[Piece, ...]:
    """Read pieces as a family names them; on a hexside the order of the hexes makes no difference."""
    return tuple(sorted({one_way_round(read_piece(text)) for text in found}))


def family_of(
    choice: Choice, pieces: Collection[Piece], hex_facts: HexFacts, lying: Collection[Piece] = ()
) -> Family:
    """Make a family of the pieces of a choice, without those that may not lie, or lie already."""
    there = {each.fact: LIES_ALREADY for each in pieces if _lies(each, hex_facts.board, lying)}
    refused = there | _refused(hex_facts, sorted(each for each in pieces if each.fact not in there))
    allowed = tuple(sorted(each for each in pieces if each.fact not in refused))
    most = len(allowed) if choice.most is None else min(choice.most, len(allowed))
    items = tuple(sorted((piece_text(p), refused[p.fact]) for p in pieces if p.fact in refused))
    return Family(choice.text, allowed, choice.least, most, items)


def _lies(piece: Piece, board: Board, lying: Collection[Piece]) -> bool:
    is_counter = piece.predicate == "counter"
    return piece in lying or (is_counter and counter_of_fact(piece.fact) in board.counters)


def _refused(hex_facts: HexFacts, pieces: Sequence[Piece]) -> dict[str, str]:
    """Map the pieces that may not lie, each by itself, to the rule that refuses it."""
    if not pieces:
        return {}
    every = set(hex_facts.neighbours)
    together = {fact for fact, _ in refusals(hex_facts, every, pieces)}
    found: dict[str, str] = {}
    for piece in pieces:
        if piece.fact in together:  # perhaps only beside another one
            around = hex_facts.around(hex_facts.touched(piece))
            found.update(
                (f, rule) for f, rule in refusals(hex_facts, around, [piece]) if f == piece.fact
            )
    return found


def count_worlds(families: Sequence[Family]) -> int:
    """Count the worlds of some families together."""
    if _share_pieces(families):
        return sum(1 for _ in worlds_of(families))
    size = prod(family.size for family in families)
    if size > MAX_COUNTABLE:
        raise BadInput("the families have more worlds than can be counted; vary less")
    return size


def worlds_of(families: Sequence[Family]) -> Iterator[World]:
    """Go through all worlds of some families, each once, in a fixed order."""
    mixed = (tuple(sorted({*chain(*choices)})) for choices in _mixtures(families))
    if not _share_pieces(families):
        yield from mixed
        return
    seen: set[World] = set()
    for world in mixed:
        if world not in seen:
            seen.add(world)
            yield world


def _mixtures(families: Sequence[Family]) -> Iterator[tuple[World, ...]]:
    if not families:
        yield ()
        return
    for first in families[0]:
        for rest in _mixtures(families[1:]):
            yield (first, *rest)


def _share_pieces(families: Sequence[Family]) -> bool:
    """Return whether a piece is in two families: then two mixtures may be one world."""
    every = [piece for family in families for piece in family.pieces]
    return len(set(every)) < len(every)
