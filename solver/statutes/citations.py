"""Reads the citations of the law: the ``%!`` comments, and the rules that they stand above."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import takewhile
from pathlib import Path

from clingo import ast

from hexcourt.solver.statutes.repeal import law_folder, programs_of, repealed_now

RULINGS = (
    "blocks",
    "hinders",
    "doubtful",
    "unsettled",
    "shut",
    "blocked",
    "passes",
    "shelters",
    "hull_down",
    "advantage",
    "refused",
    "allowed",
    "effect",
    "outcome",
    "unsure",
    "risk",
    "brings",
)
"""The predicates whose rules decide something, each with a rule number among its arguments."""

_COMMENT = re.compile(r"%!\s+(\S+)\s+(high|medium|low):\s*(.*)")


@dataclass(frozen=True, slots=True)
class Citation:
    """A rule of the law: its number, how sure we are, our sentence, and where it stands."""

    number: str
    confidence: str
    sentence: str
    file: str
    line: int

    def __str__(self) -> str:
        """Give number and sentence."""
        return f"{self.number}: {self.sentence}"


@dataclass(frozen=True, slots=True)
class CitedRule:
    """A rule that decides something, with its citation and its text."""

    citation: Citation
    predicate: str
    head: str
    body: str


def cited_rules(profile: str) -> tuple[CitedRule, ...]:
    """List the deciding rules of a profile that are in force, in the order of its files."""
    return _cited_rules(profile, repealed_now())


@cache
def _cited_rules(profile: str, repealed: frozenset[str]) -> tuple[CitedRule, ...]:
    found: list[CitedRule] = []

    def visit(file: Path, node: ast.AST) -> None:
        if node.ast_type is not ast.ASTType.Rule or node.head.ast_type is not ast.ASTType.Literal:
            return
        symbol = getattr(node.head.atom, "symbol", None)
        if symbol is None or symbol.ast_type is not ast.ASTType.Function:
            return
        numbers = re.findall(r'"([^"]+)"', str(node.head))
        if symbol.name in RULINGS and numbers:
            begin = node.location.begin
            citation = _citation(str(file), begin.line, numbers[0])
            body = ", ".join(str(literal) for literal in node.body)
            found.append(CitedRule(citation, symbol.name, str(node.head), body))

    with law_folder() as folder:
        for program in programs_of(folder, profile):
            ast.parse_string(program.text, partial(visit, program.file))
    return tuple(found)


def explaining(rules: Sequence[CitedRule], wanted: Callable[[CitedRule], bool]) -> str:
    """Write beside deciding rules copies that say which rule it was: ``explained(Number, Head)``."""
    return "\n".join(
        f"explained({number},{rule.head}) :- {rule.body}."
        for number, rule in enumerate(rules)
        if wanted(rule)
    )


def citation_of(profile: str, number: str) -> Citation:
    """Find the citation of the first deciding rule of a number."""
    return next(r.citation for r in cited_rules(profile) if r.citation.number == number)


def cited_number(profile: str, number: str, about: tuple[str, ...] = ()) -> Citation:
    """Find the citation of a rule number in the files of a profile.

    Of several it is the one whose sentence and statements name the most of the words ``about``, else the
    first.
    """
    return _cited_number(profile, number, about, repealed_now())


@cache
def _cited_number(
    profile: str, number: str, about: tuple[str, ...], repealed: frozenset[str]
) -> Citation:
    with law_folder() as folder:
        found = [
            (citation, text)
            for program in programs_of(folder, profile)
            for citation, text in _cited_blocks(program.file)
            if citation.number == number
        ]
    if not found:
        return Citation(number, "low", "a rule without a citation", profile, 0)

    def named(text: str) -> int:
        return sum(re.search(rf"\b{re.escape(word)}\b", text) is not None for word in about)

    return max(found, key=lambda each: named(each[1]))[0]


def _cited_blocks(file: Path) -> list[tuple[Citation, str]]:
    """Give each citation of a program with its sentence and the statements beneath it."""
    lines = file.read_text("utf-8").splitlines()
    return [
        (each, " ".join([each.sentence, *statements_below(lines, each.line)]))
        for each in citations(str(file))
    ]


def statements_below(lines: Sequence[str], line: int) -> list[str]:
    """Give the lines of the statements below a citation that begins in a line, counted from 1: up to
    the next citation or an empty line.
    """
    below = takewhile(lambda each: each.strip() and not each.startswith("%!"), lines[line:])
    return [each for each in below if not each.startswith("%")]


def _citation(file: str, line: int, number: str) -> Citation:
    """Find the citation that stands above a rule: the nearest of its number."""
    above = [each for each in citations(file) if each.line < line and each.number == number]
    if above:
        return above[-1]
    return Citation(number, "low", "a rule without a citation", Path(file).name, line)


@cache
def citations(file: str) -> tuple[Citation, ...]:
    """List the citations of a program."""
    lines = Path(file).read_text("utf-8").splitlines()
    found = []
    for place, text in enumerate(lines):
        match = _COMMENT.match(text)
        if match is None:
            continue
        sentence = [match.group(3)]
        for further in lines[place + 1 :]:
            if not re.match(r"%\s{2,}\S", further):
                break
            sentence.append(further.lstrip("% "))
        found.append(
            Citation(match.group(1), match.group(2), " ".join(sentence), Path(file).name, place + 1)
        )
    return tuple(found)
