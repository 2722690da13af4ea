"""The words that rules, bounded positions and the vocabulary know: a misspelt one in a user's own rules
is refused, by which nothing would be derived, and nothing said.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from difflib import get_close_matches
from functools import cache

from clingo import SymbolType, ast

from hexcourt.facts.base.errors import listed
from hexcourt.facts.base.patterns import pattern
from hexcourt.solver.rulebase.declarations import GIVEN_OUT, declarations
from hexcourt.solver.rulebase.rulebase import RuleBase, all_worlds_programs
from hexcourt.solver.rulebase.statement import RuleStatement, Signature, nodes_in

_WORD = pattern(r"(?<![\w\"])[a-z]\w*")
_NO_CODE = pattern(r'"[^"\n]*"|%.*')


@cache
def words_known(rule_base: RuleBase) -> frozenset[str]:
    """Return the words of a rule set: those of its rules, and of what the vocabulary says."""
    found: set[str] = set()
    for program in (*rule_base.programs.values(), *all_worlds_programs()):
        outside = program.name.startswith(
            "vocabulary/"
        )  # its comments say what may come from outside
        found.update(_WORD.findall(program.text if outside else _NO_CODE.sub("", program.text)))
    return frozenset(found)


def unknown_word(
    rule_base: RuleBase,
    own: Collection[Signature],
    known: Collection[str],
    statement: RuleStatement,
) -> str:
    """Describe the first word of a rule that neither the rules nor ``known`` have, "" if there is none.

    ``own`` are the names of helpers, at whose places any word may stand, as in the heads of what is
    given out: ``effect(noise,1,"SSR 6")``.
    """
    there = words_known(rule_base)
    free = {*own, *_given_out(rule_base)}
    body = (word for each in statement.node.body for word in _words(each, own))
    for word in (*_words(statement.node.head, free), *body):
        if word not in there and word not in known and not word[-1].isdigit():
            near = get_close_matches(word[:60], sorted({*there, *known}), n=2, cutoff=0.7)
            mend = f"did you mean {listed(near, 'or')}?" if near else "write one that rules read"
            return f"{word[:60]} is a word that no rule and no map has; {mend}"
    return ""


def words_made(
    rule_base: RuleBase, statements: Iterable[RuleStatement], own: Collection[Signature]
) -> frozenset[str]:
    """Return the words that rules make up, in the heads of helpers and of what is given out."""
    free = {*own, *_given_out(rule_base)}
    heads = (each.node.head for each in statements if free.issuperset(each.heads))
    return frozenset(word for head in heads for word in _words(head, ()))


@cache
def _given_out(rule_base: RuleBase) -> frozenset[Signature]:
    return frozenset(each.signature for each in declarations(rule_base, GIVEN_OUT))


def _words(node: ast.AST, own: Collection[Signature]) -> Iterator[str]:
    """List the constants, and the names of terms, in the atoms of a node but those of helpers."""
    for atom in nodes_in(node):
        if atom.ast_type is ast.ASTType.SymbolicAtom:
            symbol = atom.symbol
            terms = getattr(symbol, "arguments", ())
            if Signature(getattr(symbol, "name", ""), len(terms)) in own:
                continue
            for term in terms:
                yield from _of_term(term)
        elif atom.ast_type is ast.ASTType.Comparison:
            yield from _of_term(atom)


def _of_term(term: ast.AST) -> Iterator[str]:
    for each in nodes_in(term):
        if each.ast_type is ast.ASTType.Function and each.name:
            yield str(each.name)
        elif each.ast_type is ast.ASTType.SymbolicTerm:
            symbol = each.symbol
            if symbol.type is SymbolType.Function and symbol.name:
                yield str(symbol.name)
