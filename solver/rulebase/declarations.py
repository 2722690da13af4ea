"""What the vocabulary declares: predicates from outside (``%?``), for outside (``%>``), and words of
questions and cases (``%:``), each with its arguments and a sentence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from clingo import SymbolType, ast

from hexcourt.facts.base.errors import RuleError
from hexcourt.facts.base.patterns import pattern
from hexcourt.solver.rulebase.rulebase import RuleBase
from hexcourt.solver.rulebase.statement import Signature

INPUT_MARK = "%?"
"""Predicates that may come in from outside."""

GIVEN_OUT = "%>"
"""Predicates that are read outside; their role says what they are: decides, open, dice or tells."""

WORD_MARK = "%:"
"""Words of questions (``told``, or no role) and of cases (action, given, attack or target)."""

INSTEAD = "%<"
"""What to do instead of deriving what the file declares as told, or the predicate that is named."""

_INSTEAD = pattern(r"(?:(?P<name>\w+)/(?P<arity>\d+): )?(?P<mend>.*)")

OLD_NAMES = "%~"
"""What a predicate was called in an earlier version, and what it is called now."""

SORTS = "%="
"""Sorts of arguments, by the names that these have."""

_SORT = pattern(r"(?P<kind>text|number|word) (?P<sort>\w+): (?P<names>[\w, ]+) \| .*")

SORT_USES = "%#"
"""Sorts, or arguments, that rules treat in a way of their own."""

_USE = pattern(r"(?P<use>[a-z]+) (?P<names>[\w, ]+)(?:: (?P<sentence>.*))?")

_DECLARED = pattern(
    r"(?:(?P<role>[a-z]+) )?(?P<name>\w+)(?:\((?P<arguments>[^)]*)\))?:?\s+(?P<sentence>.*?)"
    r"(?: \| (?P<example>.*))?"
)


_DESCRIBED = pattern(r"%   (?P<name>\w+)\((?P<arguments>[^()]*)\)\s+(?P<sentence>\S.*)")


@dataclass(frozen=True, slots=True)
class Declaration:
    """A declared predicate or word; ``arguments`` are pairs of kind and name, the kind of ``%?`` and
    ``%>`` being "". The role of a ``%?`` says what it is a fact of, where that matters.
    """

    role: str
    name: str
    arguments: tuple[tuple[str, str], ...]
    sentence: str
    example: str
    file: str
    line: int

    @property
    def signature(self) -> Signature:
        """Return name and arity."""
        return Signature(self.name, len(self.arguments))

    @property
    def form(self) -> str:
        """Write it with the names of its arguments: ``costs(Thing, Price)``."""
        text = ", ".join(name for _, name in self.arguments)
        return f"{self.name}({text})" if text else self.name


@cache
def declarations(rule_base: RuleBase, mark: str) -> tuple[Declaration, ...]:
    """List what the programs declare with a mark, in their order; raises RuleError for what is not
    written as it should be.
    """
    return tuple(
        _declaration(entry, program.name, line)
        for program in rule_base.programs.values()
        if mark in program.text
        for line, entry in program.marked_comments(mark)
    )


@cache
def given_otherwise(rule_base: RuleBase) -> Mapping[Signature, str]:
    """Map predicates that are given, of which the program reads more than rules do, to what to do
    instead of deriving them; what the rule set derives of its own may be derived.
    """
    derived = {
        h for e in rule_base.statements if not e.file.startswith("vocabulary/") for h in e.heads
    }
    named: dict[Signature, str] = {}
    found: dict[Signature, str] = {}
    for program in rule_base.programs.values():
        for _, entry in program.marked_comments(INSTEAD) if INSTEAD in program.text else ():
            match = _INSTEAD.fullmatch(entry)
            assert match is not None  # it matches any text
            if match["name"]:
                named[Signature(match["name"], int(match["arity"]))] = match["mend"]
                continue
            every = {
                e.signature for e in declarations(rule_base, INPUT_MARK) if e.file == program.name
            }
            found |= dict.fromkeys(every - derived, match["mend"])
    return MappingProxyType({**found, **named})


@cache
def old_names(rule_base: RuleBase) -> Mapping[str, str]:
    """Map the names that predicates had in an earlier version to those of today."""
    found = {}
    for program in rule_base.programs.values():
        for _, entry in program.marked_comments(OLD_NAMES) if OLD_NAMES in program.text else ():
            old, new = entry.split()
            found[old] = new
    return MappingProxyType(found)


@cache
def sort_names(rule_base: RuleBase) -> tuple[tuple[str, str, frozenset[str]], ...]:
    """List the sorts: of which kind each is, its name, and what arguments of it are called."""
    found = []
    for program in rule_base.programs.values():
        for line, entry in program.marked_comments(SORTS) if SORTS in program.text else ():
            match = _SORT.fullmatch(entry)
            if match is None:
                raise RuleError(f"{program.name}:{line}: declares no sort: {entry[:60]}")
            found.append((match["kind"], match["sort"], _names_in(match["names"])))
    return tuple(found)


class SortUse(NamedTuple):
    """Names that are treated in one way, and the sentence of those that are not treated so."""

    names: frozenset[str] = frozenset()
    sentence: str = ""


@cache
def sort_uses(rule_base: RuleBase) -> Mapping[str, SortUse]:
    """Map each use of sorts, or of arguments, to their names."""
    found = {}
    for program in rule_base.programs.values():
        for line, entry in program.marked_comments(SORT_USES) if SORT_USES in program.text else ():
            match = _USE.fullmatch(entry)
            if match is None:
                raise RuleError(f"{program.name}:{line}: declares no use of sorts: {entry[:60]}")
            found[match["use"]] = SortUse(_names_in(match["names"]), match["sentence"] or "")
    return MappingProxyType(found)


def _names_in(text: str) -> frozenset[str]:
    return frozenset(each.strip() for each in text.split(","))


@cache
def descriptions(rule_base: RuleBase) -> tuple[Declaration, ...]:
    """List what the heads of programs say of predicates: ``%   wet(X)   X is wet``."""
    found = []
    for program in rule_base.programs.values():
        first = min((each.line for each in program.statements), default=0)
        for line, comment in sorted(program.comments.items()):
            match = _DESCRIBED.fullmatch(comment) if line < first else None
            if match is not None:
                names = [each.strip() for each in match["arguments"].split(",") if each.strip()]
                arguments = tuple(("", each) for each in names)
                items = (match["name"], arguments, match["sentence"], "")
                found.append(Declaration("", *items, program.name, line))
    return tuple(found)


def _declaration(text: str, file: str, line: int) -> Declaration:
    match = _DECLARED.fullmatch(text)
    if match is None:
        raise RuleError(f"{file}:{line}: declares nothing: {text[:60]}")
    arguments = [each.split() for each in (match["arguments"] or "").split(",") if each.strip()]
    if not all(0 < len(each) < 3 for each in arguments):
        raise RuleError(f"{file}:{line}: an argument is a name, or a kind and a name: {text[:60]}")
    return Declaration(
        match["role"] or "",
        match["name"],
        tuple((each[0] if each[1:] else "", each[-1]) for each in arguments),
        match["sentence"],
        match["example"] or "",
        file,
        line,
    )


# Kinds of the terms at each place of a predicate, in facts and in rules
#
# A kind is the name of a constant, a function's name with ``(`` after it, or one of the two marks
# below.


Kinds = frozenset[str]

NUMBER: Kinds = frozenset("#")
STRING: Kinds = frozenset('"')

Key = tuple[str, int]
"""A predicate's name, and the number of its arguments."""

Places = tuple[Kinds | None, ...]
"""The kinds at each place of a predicate; None is any kind."""

Pattern = Kinds | str | None
"""What an atom of a rule asks for at a place: kinds, a variable, or anything."""

_TOKEN = pattern(
    r'\s+|%(?!\*)[^\n]*|(?P<string>"(?:[^"\\\n]|\\.)*")|(?P<number>-?[0-9]+)|(?P<name>[a-z]\w*)'
    r"|(?P<mark>[(),.])|(?P<other>.)"
)


def kinds_of_facts(text: str) -> Mapping[Key, Places] | None:
    """Return the kinds at each place of the facts of a text, and of facts that may be chosen, each
    within braces of its own; None where it is more.
    """
    found: dict[Key, list[set[str]]] = {}
    predicate, places = "", [""]
    depth = 0
    for token in _TOKEN.finditer(text):
        group, word = token.lastgroup, token.group()
        if group is None:
            continue
        if group == "mark" and word == "." and depth == 0 and predicate:
            key = (predicate, len(places) if places[0] else 0)
            for known, kind in zip(
                found.setdefault(key, [set() for _ in places]), places, strict=True
            ):
                known.add(kind)
            predicate, places = "", [""]
        elif group == "mark" and word in "()" and predicate:
            if word == "(" and depth == 1:
                places[-1] += word
            depth += 1 if word == "(" else -1
        elif group == "mark" and word == "," and depth:
            if depth == 1:
                places.append("")
        elif group == "name" and depth == 0 and not predicate:
            predicate = word
        elif group in ("name", "number", "string") and depth:
            if depth == 1 and not places[-1]:
                places[-1] = {"number": "#", "string": '"'}.get(group, word)
        elif depth or word != ("}" if predicate else "{"):
            return None
    if predicate or depth:
        return None
    return {key: tuple(frozenset(known) for known in each[: key[1]]) for key, each in found.items()}


def atoms(symbol: ast.AST, constants: frozenset[str]) -> Sequence[tuple[Key, tuple[Pattern, ...]]]:
    """Return what the atoms of a symbol ask for; a pool is several. ``constants`` stand for others."""
    if symbol.ast_type is ast.ASTType.Pool:
        return [each for part in symbol.arguments for each in atoms(part, constants)]
    if symbol.ast_type is ast.ASTType.UnaryOperation:  # an atom that is denied: -wet("A1")
        return [
            ((f"-{key[0]}", key[1]), questions)
            for key, questions in atoms(symbol.argument, constants)
        ]
    questions = tuple(_pattern(each, constants) for each in symbol.arguments)
    return [((symbol.name, len(questions)), questions)]


def _pattern(term: ast.AST, constants: frozenset[str]) -> Pattern:
    kind = term.ast_type
    if kind is ast.ASTType.Variable:
        return None if term.name == "_" else str(term.name)
    if kind is ast.ASTType.SymbolicTerm and term.symbol.type is SymbolType.Number:
        return NUMBER
    if kind is ast.ASTType.SymbolicTerm and term.symbol.type is SymbolType.String:
        return STRING
    if kind is ast.ASTType.SymbolicTerm and term.symbol.type is SymbolType.Function:
        return None if term.symbol.name in constants else frozenset([term.symbol.name])
    if kind is ast.ASTType.Function and not term.external and term.arguments:
        return frozenset([f"{term.name}("])
    if kind in (ast.ASTType.BinaryOperation, ast.ASTType.Interval):
        return NUMBER
    if kind is ast.ASTType.Pool:
        parts = [_pattern(each, constants) for each in term.arguments]
        known = [each for each in parts if isinstance(each, frozenset)]
        return frozenset().union(*known) if len(known) == len(parts) else None
    return None
