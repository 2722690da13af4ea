"""Short forms of house rules: one statement that stands for those that the vocabulary writes below its
name (``asp/vocabulary/short_forms.lp``), and words that count as others.

A short form keeps its line, its citation and its body. Its parameters are bound in the body of each
statement that it stands for. Where a file says what counts as what, the rules read each fact about such
things by another name, ``as_counted_`` before its own, which holds of what they count as.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType

from clingo import ast

from hexcourt.facts.base.cache import digest_of
from hexcourt.facts.base.errors import BadInput, listed
from hexcourt.facts.base.patterns import pattern
from hexcourt.solver.rulebase.declarations import (
    GIVEN_OUT,
    INPUT_MARK,
    WORD_MARK,
    Declaration,
    SortUse,
    declarations,
    sort_uses,
)
from hexcourt.solver.rulebase.known_words import words_known
from hexcourt.solver.rulebase.program import Program, grounded
from hexcourt.solver.rulebase.rulebase import AMENDMENTS, RuleBase
from hexcourt.solver.rulebase.statement import RuleStatement, Signature

SHORT_MARK = "%@"
"""Short forms: what the vocabulary declares with it."""

PLACED_MARK = "%+"
"""What is placed, in the program that declares what is given about it."""

COUNTS_AS = Signature("counts_as", 2)

COUNTED = "as_counted_"
"""What the names begin with by which rules read facts about words that may count as others."""

SHORT_FORMS_FILE = "short_forms.lp"
"""The file that the rules about what counts as what seem to stand in."""

_DEFINED = f"#defined {COUNTS_AS}. counted_otherwise(T) :- counts_as(T,_)."

_STATEMENT = pattern(r"(?<=\.)\s+(?=[a-z])")

_Refusal = Callable[[RuleStatement, str], BadInput]


# --- statements that stand for others -----------------------------------------------------------------


def expanded(rule_base: RuleBase, program: Program, refusal: _Refusal) -> Program:
    """Write a program with the statements that its short forms stand for, on the same lines.

    Raises BadInput, made by ``refusal``, for a short form that names no action or attack,
    or words that cannot count as each other.
    """
    forms = {each.signature: each for each in declarations(rule_base, SHORT_MARK)}
    found = [(s, forms[h]) for s in program.statements for h in s.heads if h in forms]
    lines = program.text.splitlines(keepends=True)
    for statement, form in found:
        text = _text_for(rule_base, statement, form, refusal)
        first, last = statement.line - 1, statement.end
        before = "".join(lines[first:last])
        lines[first:last] = [
            before.replace(statement.text, text, 1) if text else before,
            *[""] * (last - first - 1),
        ]
    return Program(program.name, "".join(lines)) if found else program


def _text_for(
    rule_base: RuleBase, statement: RuleStatement, form: Declaration, refusal: _Refusal
) -> str:
    """Write what a short form stands for, in one line; "" for one that the rules read as it stands."""
    arguments = statement.node.head.atom.symbol.arguments
    written, bound = {"Rule": _number_of(statement)}, []
    for (kind, name), argument in zip(form.arguments, arguments, strict=True):
        if kind in ("action", "attack"):
            written[name] = _word(rule_base, kind, str(argument), statement, refusal)
        else:
            written[name] = f"{name}_"
            bound.append(f"{name}_ = {argument}")
    if form.signature == COUNTS_AS:
        _check_alike(rule_base, arguments, statement, refusal)
    _, _, template = form.example.partition(" => ")
    more = [*bound, *map(str, statement.node.body)]
    found = []
    for text in _STATEMENT.split(template) if template else ():
        full = re.sub(r"\b[A-Z]\w*\b", lambda match: written.get(match[0], match[0]), text)
        head, _, body = full.removesuffix(".").partition(" :-")
        found.append(f"{head} :- {'; '.join(filter(None, [body.strip(), *more]))}.")
    # what a statement says on several lines of its own it says on its first one here
    return " ".join(found)


def _number_of(statement: RuleStatement) -> str:
    return f'"{statement.heading.number}"' if statement.heading is not None else '""'


def _word(
    rule_base: RuleBase, role: str, word: str, statement: RuleStatement, refusal: _Refusal
) -> str:
    """Return an attack's word, or an action's with all arguments left open."""
    known = {e.signature for e in declarations(rule_base, WORD_MARK) if e.role == role}
    if role == "action":  # what is placed is an action too
        known |= {
            each.signature
            for each in declarations(rule_base, INPUT_MARK)
            if f"{PLACED_MARK} " in rule_base.programs[each.file].text
        }
    forms = sorted(each for each in known if each.name == word)
    if not forms:
        names = listed(sorted({each.name for each in known})[:3])
        raise refusal(statement, f"{word[:60]} is no {role}; write one of {names}, ...")
    if role == "attack":
        return word
    some = [f"{each.name}({','.join('_' * each.arity)})" if each.arity else word for each in forms]
    return some[0] if len(some) == 1 else f"({';'.join(some)})"


# --- words that count as other ones --------------------------------------------------------------------


@cache
def _classes(rule_base: RuleBase) -> Mapping[str, frozenset[str]]:
    """Map words, without arguments, to the classes that keep words apart (``%# apart``), as the smallest
    profile that derives these has them.
    """
    apart = sort_uses(rule_base).get("apart", SortUse()).names
    profiles = (rule_base.profile(each) for each in rule_base.profiles)
    deriving = [p for p in profiles if apart <= {n for s in p.statements for n in s.names}]
    found: dict[str, set[str]] = {}
    if apart and deriving:
        least = min(deriving, key=lambda each: len(each.statements))
        control = grounded(least.nodes, "")  # atoms live no longer than this
        for each in control.symbolic_atoms:
            if each.symbol.name in apart:
                found.setdefault(each.symbol.arguments[0].name, set()).add(each.symbol.name)
    return MappingProxyType({word: frozenset(some) for word, some in found.items()})


def _check_alike(
    rule_base: RuleBase, arguments: Iterable[ast.AST], statement: RuleStatement, refusal: _Refusal
) -> None:
    """Refuse a word that is left open, or counts as one of another class: what lies where, and how high,
    would have to change with it.
    """
    one, other = (str(each).partition("(")[0] for each in arguments)
    for name in (one, other):
        if name not in words_known(rule_base):
            raise refusal(
                statement,
                f"{name[:60] or '()'} is no word of the rules, or of a map; name two such",
            )
    known: frozenset[str] = frozenset()
    classes = _classes(rule_base)
    unlike = sorted(classes.get(one, known) ^ classes.get(other, known))
    if unlike:
        raise refusal(
            statement,
            f"{one[:60]} cannot count as {other[:60]}, as one of them alone is a {unlike[0]}; change "
            "the map (docs/reference/maps.md)",
        )


class _Counted(ast.Transformer):
    """Reads some predicates by other names, in bodies."""

    def __init__(self, signatures: frozenset[Signature]) -> None:
        self._signatures = signatures

    def visit_Rule(self, node: ast.AST) -> ast.AST:  # noqa: N802 - clingo calls it so
        """Leave the head of a rule as it is."""
        return node.update(body=self.visit_sequence(node.body))

    def visit_SymbolicAtom(self, node: ast.AST) -> ast.AST:  # noqa: N802 - clingo calls it so
        """Return an atom its other name."""
        symbol = node.symbol
        if symbol.ast_type is not ast.ASTType.Function:
            return node
        if Signature(symbol.name, len(symbol.arguments)) not in self._signatures:
            return node
        return node.update(symbol=symbol.update(name=f"{COUNTED}{symbol.name}"))


def counting(
    rule_base: RuleBase, rewrite: Callable[[RuleBase, Mapping[RuleStatement, str]], RuleBase]
) -> RuleBase:
    """Return the rules as they are where words may count as others: each reads what counts.

    ``rewrite`` gives statements other texts. The programs that say what counts are among those that are
    added to each profile (``further``).
    """
    places = _counted_places(rule_base)
    signatures = frozenset(places)
    reader = _Counted(signatures)
    texts = {
        each: str(reader(each.node))
        for each in rule_base.statements
        if each.kind in ("rule", "choice", "constraint") and not signatures.isdisjoint(each.reads)
    }
    found = replace(rewrite(rule_base, texts), digest=digest_of([rule_base.digest, COUNTED]))
    further = {}
    for profile in rule_base.profiles:
        read = {name for each in rule_base.profile(profile).statements for name in each.reads}
        if some := sorted(signatures & read):
            lines = [line for each in some for line in _counted(each, places[each])]
            text = "\n".join([_DEFINED, *lines, ""])
            name = f"{AMENDMENTS}/counted/0/{profile}/{SHORT_FORMS_FILE}"
            further[profile] = (Program(name, text),)
    return replace(found, further=MappingProxyType(further))


def _counted_places(rule_base: RuleBase) -> Mapping[Signature, int]:
    """Map what is given about words that may count as others to the place of these."""
    words = {
        each.arguments[0][1]
        for each in declarations(rule_base, GIVEN_OUT)
        if each.signature == COUNTS_AS
    }
    return {
        each.signature: place
        for each in declarations(rule_base, INPUT_MARK)
        for place, (_, name) in enumerate(each.arguments)
        if name in words
    }


def _counted(name: Signature, place: int) -> Iterable[str]:
    """Write the two rules by which something given is read."""
    arguments = [f"X{number}" for number in range(name.arity)]
    old = f"{name.name}({','.join(arguments)})"
    yield f"{COUNTED}{old} :- {old}, not counted_otherwise({arguments[place]})."
    new = [*arguments[:place], "Y", *arguments[place + 1 :]]
    yield f"{COUNTED}{name.name}({','.join(new)}) :- {old}, counts_as({arguments[place]},Y)."
