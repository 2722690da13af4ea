"""Looks for reasons whose sentence does not fit what they say, by asp/worlds/words.lp."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import clingo
from clingo import ast

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.patterns import pattern
from hexcourt.solver.analysis.core.programs import accepted
from hexcourt.solver.analysis.findings import RuleFinding
from hexcourt.solver.register.register import Paragraph, paragraphs, project_folder
from hexcourt.solver.rulebase.declarations import GIVEN_OUT, Declaration, declarations
from hexcourt.solver.rulebase.rulebase import PROFILES, WORLDS, RuleBase, worlds_program
from hexcourt.solver.rulebase.statement import Citation, RuleStatement, Signature, function_of

# The written rules as facts


WORDING = "words.lp"
"""The program of bounded positions that looks at sentences; a rule set need not have it."""

_KINDS = {"Halves": "halves", "TEM": "whole", "Value": "whole", "Points": "whole"}
"""How what a declared argument holds is counted."""

_NUMBER = pattern(r"(?<![\w.])\d+(?![\w.]*\d)")
"""A number that a sentence names; B9.21 and K12 are none."""

_DECIDING = ("decides", "open", "dice")


class WrittenRules:
    """The statements and citations of a rule set, each by a number, and what is given about them."""

    def __init__(self, rule_base: RuleBase, paragraphs: Sequence[Paragraph]) -> None:
        self.citations: Sequence[Citation] = rule_base.citations
        self.statements = [
            each for each in rule_base.statements if not each.file.startswith((PROFILES, WORLDS))
        ]
        self._paragraphs = paragraphs
        self._numbers = {each.number for each in self.citations}
        self._declared: Mapping[Signature, Declaration] = {
            each.signature: each
            for each in declarations(rule_base, GIVEN_OUT)
            if each.role in _DECIDING
        }

    @property
    def facts(self) -> Iterator[clingo.Symbol]:
        """Return what asp/worlds/words.lp reads."""
        places = {}
        for place, cited in enumerate(self.citations):
            places[cited] = place
            yield _fact("cited", place, cited.number)
            yield _fact("numbered", cited.number, _chapter(cited.number))
            for number in _NUMBER.findall(cited.sentence):
                yield _fact("stated_number", place, int(number))
        for place, statement in enumerate(self.statements):
            if statement.heading is not None:
                yield _fact("under", place, places[statement.heading])
            yield from self._atoms_of(place, statement)
        for each in self._paragraphs:
            yield _fact("paragraph", each.number)
            yield _fact("chapter_at_hand", _chapter(each.number))

    def _atoms_of(self, place: int, statement: RuleStatement) -> Iterator[clingo.Symbol]:
        head = _head(statement)
        if head is None:
            return
        declared = self._declared.get(Signature(head.name, len(head.arguments)))
        if declared is None:
            return
        yield _fact("derives", place, clingo.Function(head.name))
        own = self._numbers.intersection(statement.strings)
        for number in sorted(own):
            yield _fact("own", place, number)
        for (_, name), term in zip(declared.arguments, head.arguments, strict=True):
            if name == "Rule" and not own:
                yield _fact("hands_on", place)
                if _is_carried(str(term), statement.node.body):
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


def _head(statement: RuleStatement) -> ast.AST | None:
    """Return the atom that a rule derives, where it derives one."""
    if statement.kind not in ("rule", "fact"):
        return None
    symbol: ast.AST = statement.node.head.atom.symbol
    return symbol if symbol.ast_type is ast.ASTType.Function else None


def _is_carried(term: str, body: Sequence[ast.AST]) -> bool:
    """Return whether an atom of the body, not denied, holds the term."""
    functions = filter(None, map(function_of, body))
    return any(term in map(str, each.arguments) for each in functions)


def _whole(term: ast.AST) -> int | None:
    text = str(term)
    return int(text) if re.fullmatch(r"-?\d+", text) else None


_MESSAGES = {
    "both_ways": "one sentence gives a yes and a no, or a cost and a ban: {}",
    "of_another": "{} holds the number of another rule than it stands below: {}",
    "from_nowhere": "{} hands on the number of a rule that no atom of its body carries: {}",
    "other_value": "{} holds a value that its sentence does not name: {}",
    "no_paragraph": "the documents have no paragraph {}: {}",
}


@dataclass(frozen=True, slots=True)
class WordingReport:
    """What was found in the rules as written, and of how many citations and statements."""

    findings: tuple[RuleFinding, ...]
    stale: tuple[str, ...]
    citations: int
    statements: int
    unread: int
    """Citations of chapters whose text is not at hand, so that their numbers were not looked up."""


def words_of(
    rule_base: RuleBase,
    wanted: Callable[[str, Sequence[Citation]], bool] = lambda _key, _rules: True,
) -> WordingReport:
    """Look through a rule set; only findings that are ``wanted``, by key and rules, are made."""
    listed = _paragraphs()
    written = WrittenRules(rule_base, listed)
    control = clingo.Control(["--warn=none"])
    control.add("base", [], worlds_program(WORDING).text)
    with control.backend() as backend:
        for fact in written.facts:
            backend.add_rule([backend.add_atom(fact)])
    control.ground([("base", [])])
    found = [each.symbol.arguments[1] for each in control.symbolic_atoms.by_signature("class", 2)]
    findings = [_finding(written, entry) for entry in sorted(found)]
    keys = {each.key for each in findings}
    stale = [each for each in accepted() if each.startswith("words ") and each not in keys]
    chapters = {each.number.partition(".")[0] for each in listed}
    unread = [e for e in written.citations if e.number.partition(".")[0] not in chapters]
    return WordingReport(
        tuple(each for each in findings if wanted(each.key, each.rules)),
        tuple(stale),
        len(written.citations),
        len(written.statements),
        len(unread),
    )


def _paragraphs() -> tuple[Paragraph, ...]:
    try:
        return paragraphs(project_folder())
    except BadInput:  # installed without the list
        return ()


def _finding(written: WrittenRules, result: clingo.Symbol) -> RuleFinding:
    kind, (subject, *_) = result.name, result.arguments
    if kind == "no_paragraph":
        cited = [each for each in written.citations if each.number == subject.string]
        place, rules = subject.string, tuple(cited)
    elif kind == "both_ways":
        rules = (written.citations[subject.number],)
        place = rules[0].key
    else:
        statement = written.statements[subject.number]
        rules = tuple(filter(None, [statement.citation or statement.heading]))
        place = statement.place
    sentence = _MESSAGES[kind].format(*[place] * (kind != "both_ways"), rules[0].sentence)
    mark = hashlib.sha256("".join(map(str, rules)).encode()).hexdigest()[:6]
    key = f"words {kind} {rules[0].number} {mark}"
    return RuleFinding("words", kind, key, sentence, rules, accepted=accepted().get(key))
