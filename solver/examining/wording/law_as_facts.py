"""Tells the law as it is written as facts: what each statement says, and what is cited for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import clingo
from clingo import ast

from hexcourt.solver.register.paragraphs import Paragraph
from hexcourt.solver.statutes.declarations import GIVEN_OUT, Declaration, declarations
from hexcourt.solver.statutes.lawbook import PROFILES, WORLDS, Lawbook
from hexcourt.solver.statutes.statute import Citation, Signature, Statute

_KINDS = {"Halves": "halves", "TEM": "whole", "Value": "whole", "Points": "whole"}
"""How what a declared argument holds is counted."""

_NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.]*\d)")
"""A number that a sentence names; B9.21 and K12 are none."""

_DECIDING = ("decides", "open", "dice")


class WrittenLaw:
    """The statements and citations of a law, each by a number, and what is told of them."""

    def __init__(self, lawbook: Lawbook, paragraphs: Sequence[Paragraph]) -> None:
        self.citations: Sequence[Citation] = lawbook.citations
        self.statutes = [
            each for each in lawbook.statutes if not each.file.startswith((PROFILES, WORLDS))
        ]
        self._paragraphs = paragraphs
        self._numbers = {each.number for each in self.citations}
        self._declared: Mapping[Signature, Declaration] = {
            each.signature: each
            for each in declarations(lawbook, GIVEN_OUT)
            if each.role in _DECIDING
        }

    @property
    def facts(self) -> Iterator[clingo.Symbol]:
        """Tell what asp/worlds/words.lp reads."""
        places = {}
        for place, cited in enumerate(self.citations):
            places[cited] = place
            yield _fact("cited", place, cited.number)
            yield _fact("numbered", cited.number, _chapter(cited.number))
            for number in _NUMBER.findall(cited.sentence):
                yield _fact("told", place, int(number))
        for place, statute in enumerate(self.statutes):
            if statute.heading is not None:
                yield _fact("under", place, places[statute.heading])
            yield from self._said(place, statute)
        for each in self._paragraphs:
            yield _fact("paragraph", each.number)
            yield _fact("chapter_at_hand", _chapter(each.number))

    def _said(self, place: int, statute: Statute) -> Iterator[clingo.Symbol]:
        head = _head(statute)
        if head is None:
            return
        declared = self._declared.get(Signature(head.name, len(head.arguments)))
        if declared is None:
            return
        yield _fact("derives", place, clingo.Function(head.name))
        own = self._numbers.intersection(statute.strings)
        for number in sorted(own):
            yield _fact("own", place, number)
        for (_, name), term in zip(declared.arguments, head.arguments, strict=True):
            if name == "Rule" and not own:
                yield _fact("hands_on", place)
                if _is_carried(str(term), statute.node.body):
                    yield _fact("carried", place)
            if name in _KINDS and (value := _whole(term)) is not None and own:
                yield _fact("value", place, clingo.Function(_KINDS[name]), value)


def _chapter(number: str) -> str:
    return number.partition(".")[0]


def _fact(name: str, *arguments: clingo.Symbol | str | int) -> clingo.Symbol:
    return clingo.Function(name, [_term(each) for each in arguments])


def _term(value: clingo.Symbol | str | int) -> clingo.Symbol:
    if isinstance(value, str):
        return clingo.String(value)
    return clingo.Number(value) if isinstance(value, int) else value


def _head(statute: Statute) -> ast.AST | None:
    """Give the atom that a rule derives, where it derives one."""
    if statute.kind not in ("rule", "fact"):
        return None
    symbol: ast.AST = statute.node.head.atom.symbol
    return symbol if symbol.ast_type is ast.ASTType.Function else None


def _is_carried(term: str, body: Sequence[ast.AST]) -> bool:
    """Tell whether an atom of the body, not denied, holds the term."""
    atoms = (
        each.atom.symbol
        for each in body
        if each.ast_type is ast.ASTType.Literal
        and each.sign == ast.Sign.NoSign
        and each.atom.ast_type is ast.ASTType.SymbolicAtom
    )
    functions = (each for each in atoms if each.ast_type is ast.ASTType.Function)
    return any(term in map(str, each.arguments) for each in functions)


def _whole(term: ast.AST) -> int | None:
    told = str(term)
    return int(told) if re.fullmatch(r"-?\d+", told) else None
