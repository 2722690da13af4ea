"""A question as it is asked: its mode, its terms, and its body as rules for the solver.

``MODE TERMS : BODY``, and for ``all`` ``TERMS : BODY -> BODY``. A body is that of a clingo rule. It is
checked against the vocabulary and a dialect before anything is solved, and turned into the units of
rules, which may count in halves what is asked in wholes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from clingo import SymbolType, ast

from hexcourt.facts.base.errors import BadInput, listed
from hexcourt.facts.base.patterns import pattern
from hexcourt.solver.language.literals import Body, BodyReader
from hexcourt.solver.language.vocabulary import HALVES, Dialect, guards_of, in_wholes, is_aggregate
from hexcourt.solver.rulebase.exact_arithmetic import ComputedRules, exact
from hexcourt.solver.rulebase.interval_analysis import check_arithmetic
from hexcourt.solver.rulebase.untrusted_program import QUESTION, checked_statements

MODES = ("which", "exists", "all", "count", "min", "max", "always", "never")
"""What may be asked of a body: see docs/reference/questions.md.

What each comes to in one world is in ``solver/query/deciding.py`` and ``direct_encoding.py``, in many
worlds in ``settling.py``, as text and rows in ``outcomes.py``, in a certificate
in ``statement.py`` and ``certifying.py``; sweeps add up results in ``solver/studies/results.py``.
"""

UNIVERSAL = ("all", "always", "never")
"""The modes that claim something of every world; the others ask whether there is a world."""

WITH_TERMS = {"which": "H", "count": "H", "min": "C", "max": "C"}
"""The modes that name terms, with an example of one."""

HEAD = "answer"
"""The predicate under which terms and bodies are parsed."""

_STRINGS = pattern(r'"(?:[^"\\\n]|\\.)*"')
_WRITTEN_HALF = pattern(
    r"(?:(?<![\w.])|(?<=\.\.))(?:(?P<whole>\d+)\.(?P<part>\d+)|(?P<before>\d+)?½)"
    r"(?!\w|\.\d)"
)
_PLACE = pattern(
    r"the question, line (?P<line>\d+), column (?P<column>\d+): (?P<rest>.*)", re.DOTALL
)
_HALVES = pattern(rf"{HALVES}\((\d+)\)")
LONGEST = 20_000
MAX_DIGITS = 6
"""How many digits a number with halves has before its point at most."""


def split_question(text: str, dialect: Dialect) -> tuple[str, str, str]:
    """Split a question into mode, terms and the rest."""
    head, colon, rest = split_outside_strings(text, ":")
    words = head.split(None, 1)
    if not words:
        raise BadInput(f"the question is missing; write one such as {dialect.example}")
    mode = words[0]
    terms = words[1] if len(words) > 1 else ""
    if mode not in MODES:
        near = get_close_matches(mode[:20].lower(), MODES, n=1, cutoff=0.6)
        mend = f"did you mean {near[0]}?" if near else f"begin with {listed(MODES, 'or')}"
        raise BadInput(f"{in_short(mode)}: is no way to ask; {mend}")
    if not colon:
        raise BadInput(f"{in_short(text)}: the colon is missing; write {mode} ... : what is asked")
    if not rest.strip():
        raise BadInput(
            f"{in_short(text)}: nothing is asked after the colon; write for example "
            f"{dialect.example_literal}"
        )
    if mode in WITH_TERMS and not terms.strip():
        raise BadInput(
            f"{in_short(text)}: {mode} of what? Write for example {mode} {WITH_TERMS[mode]} : ..."
        )
    if mode in ("min", "max") and len(terms_of(terms)) > 1:
        raise BadInput(
            f"{in_short(text)}: {mode} takes one term; write {mode} {WITH_TERMS[mode]} : ..."
        )
    if mode in ("exists", "always", "never") and terms.strip():
        raise BadInput(f"{in_short(text)}: {mode} takes no term; write {mode} : ...")
    return mode, terms, rest


def terms_of(terms: str) -> list[str]:
    """Split terms at the commas between them."""
    parts, depth = [""], 0
    for each in re.findall(r'"(?:[^"\\\n]|\\.)*"|.', terms, re.DOTALL):
        depth += (each == "(") - (each == ")")
        if each == "," and not depth:
            parts.append("")
        else:
            parts[-1] += each
    return parts


def parsed(terms: str, body: str, dialect: Dialect) -> tuple[list[ast.AST], list[ast.AST]]:
    """Parse terms and a body; raises BadInput where they are anything else."""
    shown = in_short(body)
    for each in terms_of(terms) if terms.strip() else ():
        if not each.strip():
            raise BadInput(
                f"{in_short(terms)}: a term is missing between commas; leave the comma out"
            )
    if not body.strip():
        raise BadInput(f"{shown}: a side of -> is empty; write what is claimed")
    halved = dialect.halved_words
    written = with_halves(body, halved).rstrip().removesuffix(".")
    head = with_halves(terms, halved).replace("\n", " ")
    statements = _statements(head, written, dialect.example_literal)
    if len(statements) != 1 or statements[0].ast_type is not ast.ASTType.Rule:
        raise BadInput(f"{shown}: a question is one body; leave full stops out")
    rule = statements[0]
    symbol = getattr(getattr(rule.head, "atom", None), "symbol", None)
    if symbol is None or symbol.ast_type is not ast.ASTType.Function or symbol.name != HEAD:
        raise BadInput(f"{shown}: cannot be read as a question; write terms, a colon and a body")
    for each in symbol.arguments:
        _check_term(each)
    for each in rule.body:
        if is_aggregate(each) and not guards_of(each.atom):
            raise BadInput(
                f"{shown}: a set in braces says nothing by itself; compare it, as in 1 <= {{ ... }}"
            )
    return list(symbol.arguments), list(rule.body)


def _check_term(term: ast.AST) -> None:
    """Refuse terms that are no single thing."""
    if term.ast_type is ast.ASTType.Variable and term.name == "_":
        raise BadInput("_ stands for anything, and cannot be asked for; name a variable, such as H")
    if term.ast_type is ast.ASTType.Function and not term.name:
        raise BadInput(f"{term}: is a pair; leave the parentheses out, as in which A, B : ...")


def _statements(terms: str, body: str, literal: str) -> Sequence[ast.AST]:
    """Parse terms and a body as a rule; an error names the words of the question that it is about."""
    before = f"{HEAD}("
    try:
        return checked_statements(
            f"{before}{terms}) :-\n{body}\n.", "the question", allowed=QUESTION
        )
    except BadInput as error:
        match = _PLACE.fullmatch(str(error))
        if match is None:
            raise
        line, column = int(match["line"]) - 2, int(match["column"]) - 1
        lines = body.split("\n")
        rest = match["rest"]
        if line < 0:  # what a user has not written is left out
            at, rest = terms[column - len(before) :] or terms, _TERM
        elif line >= len(lines):
            raise BadInput(
                f"{in_short(lines[-1])}: its end is no literal such as {literal}; complete it"
            ) from None
        else:
            at = lines[line][column:]
            if "does not belong here" in rest:
                rest = f"{rest.partition(';')[0]}; {_mend(lines[line][:column], at, literal)}"
        at = _HALVES.sub(lambda half: in_wholes(int(half[1])), at)
        raise BadInput(f"the question, at {in_short(at)[:30]}: {rest}") from None


_TERM = "what is asked for is no term; name a variable, and say in the body what it is"
_COUNTED = pattern(r"(?:^|[^#\w])(count|sum|min|max)\s*(?:\{[^{}]*)?$")


def _mend(before: str, at: str, literal: str) -> str:
    """Return what to write in place of words of a body that cannot be read."""
    if counted := _COUNTED.search(before):
        inner = "1,H" if counted[1] == "sum" else "H"
        return f"write a number within a question as N = #{counted[1]} {{ {inner} : {literal} }}"
    if at.startswith("#") and before.count("{") > before.count("}"):
        return "no number is counted within another; ask for one of them alone"
    if at.startswith(":") and not at.startswith(":-"):
        return f"a colon stands once, and between braces alone; write a comma before {literal}"
    return f"write literals such as {literal}, with commas between them"


def with_halves(text: str, words: str) -> str:
    """Write numbers with halves as terms that clingo reads: 2.5 as ``halves(5)``.

    ``words`` name what has halves.
    """

    def number(match: re.Match[str]) -> str:
        if len((match["whole"] or match["before"] or "").lstrip("0")) > MAX_DIGITS:
            raise BadInput(f"{in_short(match[0])}: is out of range; write at most 999999.5")
        part = (match["part"] or "5").rstrip("0")
        if part not in ("", "5"):
            raise BadInput(f"{match[0]}: {words} go by halves; write {match['whole']}.5")
        whole = int(match["whole"] or match["before"] or 0)
        return f"{HALVES}({2 * whole + 1})" if part else str(whole)

    parts = _STRINGS.split(text)
    strings = [*_STRINGS.findall(text), ""]
    return "".join(
        _WRITTEN_HALF.sub(number, part) + string
        for part, string in zip(parts, strings, strict=True)
    )


def masked(text: str) -> str:
    """Write blanks for the strings in a text."""
    return _STRINGS.sub(lambda match: "_" * len(match[0]), text)


def split_outside_strings(text: str, mark: str) -> tuple[str, str, str]:
    """Split at the first mark that is not in a quoted string."""
    at = masked(text).find(mark)
    if at < 0:
        return text, "", ""
    return text[:at], mark, text[at + len(mark) :]


def in_short(text: str) -> str:
    """Write the beginning of a text on one line."""
    short = " ".join(text.split())[:60]
    return "".join(each if each.isprintable() else "?" for each in short) or "the question"


_BOUNDS: Mapping[int, Callable[[int], tuple[int, int | None]]] = {
    ast.ComparisonOperator.Equal: lambda n: (n, n),
    ast.ComparisonOperator.LessEqual: lambda n: (0, n),
    ast.ComparisonOperator.LessThan: lambda n: (0, n - 1),
    ast.ComparisonOperator.GreaterEqual: lambda n: (n, None),
    ast.ComparisonOperator.GreaterThan: lambda n: (n + 1, None),
}


def choice_bounds(head: ast.AST, shown: str) -> tuple[int, int | None]:
    """Return how many elements of a choice hold at the least and at the most, None for all of them.

    Raises BadInput, naming the choice as it is ``shown``, for what is no number.
    """
    least, most = 0, None
    turned = {
        ast.ComparisonOperator.LessEqual: ast.ComparisonOperator.GreaterEqual,
        ast.ComparisonOperator.LessThan: ast.ComparisonOperator.GreaterThan,
        ast.ComparisonOperator.GreaterEqual: ast.ComparisonOperator.LessEqual,
        ast.ComparisonOperator.GreaterThan: ast.ComparisonOperator.LessThan,
    }
    for guard, left in ((head.left_guard, True), (head.right_guard, False)):
        if guard is None:
            continue
        term = guard.term
        if (
            term.ast_type is not ast.ASTType.SymbolicTerm
            or term.symbol.type is not SymbolType.Number
        ):
            raise BadInput(f"{shown}: {term} is no whole number; write one")
        operator = turned.get(guard.comparison, guard.comparison) if left else guard.comparison
        if operator not in _BOUNDS:
            raise BadInput(f"{shown}: != is no bound; write =, <= or >=")
        low, high = _BOUNDS[operator](term.symbol.number)
        least = max(least, low)
        most = high if most is None else most if high is None else min(most, high)
    return least, most


ANSWER, CASE, KEPT, BROKEN = HEAD, "case", "claim_kept", "broken"
"""The predicates that a question derives."""


@dataclass(frozen=True)
class Question:
    """A question: ``body`` is what it asks for, ``then`` what ``all`` claims of it (else nothing).

    ``terms`` are written as the solver reads them, ``names`` as they were asked; ``variables`` are all
    that the body names. ``kinds`` maps each of both to its kind of argument, as far as it is known.
    """

    text: str
    mode: str
    names: tuple[str, ...]
    terms: tuple[str, ...]
    variables: tuple[str, ...]
    body: Body
    then: Body | None
    kinds: Mapping[str, str]
    wording: Callable[[ast.AST], str] = field(default=str, compare=False, repr=False)

    @property
    def columns(self) -> tuple[str, ...]:
        """Name what a row of the answer holds: the terms asked for, else all variables."""
        return self.names if self.mode in ("which", "count") else (*self.names, *self.variables)

    @property
    def arity(self) -> int:
        """Count the values of a row."""
        return len(self.columns)

    @property
    def rules(self) -> str:
        """Write the rules that derive the answers; for a claim its cases, and those that break it."""
        named = self.terms if self.mode in ("which", "count") else (*self.terms, *self.variables)
        row = f"({','.join(named)})" if named else ""
        if self.then is None:
            return f"{ANSWER}{row} :- {self.body.text}."
        return (
            f"{CASE}{row} :- {self.body.text}.\n"
            f"{KEPT}{row} :- {self.body.text}; {self.then.text}.\n"
            f"{BROKEN}{row} :- {CASE}{row}, not {KEPT}{row}."
        )

    def exact_rules(self, facts: str) -> ComputedRules:
        """Return the rules so that no number wraps where they are grounded over some facts."""
        return exact(self.text, self.rules, facts, self.wording)

    def check_bounded(self) -> None:
        """Raise BadInput unless no number can leave the range, whatever the facts."""
        check_arithmetic(self.text, self.rules, self.wording)

    @property
    def bodies(self) -> tuple[Body, ...]:
        """List the bodies; what ``all`` claims is asked of what its cases are."""
        if self.then is None:
            return (self.body,)
        return (self.body, self.then.after(self.body))


def read_question(text: str, dialect: Dialect) -> Question:
    """Read a question in a dialect; raises BadInput where it is none, or names what does not exist."""
    if len(text) > LONGEST:
        raise BadInput(
            f"the question is {len(text)} characters long; write at most {LONGEST}, or ask in parts"
        )
    text = dialect.renamed(text)
    mode, terms, rest = split_question(text, dialect)
    if "%" in masked(text):
        raise BadInput(f"{in_short(text)}: % begins a comment; leave comments out")
    premise, arrow, claim = split_outside_strings(rest, "->")
    if mode == "all" and not arrow:
        raise BadInput(f"{in_short(text)}: all needs a claim; write {dialect.example_claim}")
    if arrow and mode not in ("all", "always"):
        raise BadInput(f"{in_short(text)}: only all and always may claim with ->; use all")
    reader = BodyReader(dialect)
    listed_terms, body = parsed(terms, premise, dialect)
    bodies = [body, parsed("", claim, dialect)[1]] if arrow else [body]
    read = reader.finished(bodies, listed_terms)
    names = tuple(each.strip() for each in terms_of(terms)) if terms.strip() else ()
    _check_numbers(mode, names, read.term_kinds, dialect)
    question = Question(
        text=text.strip(),
        mode=mode,
        names=names,
        terms=read.terms,
        variables=tuple(each for each in read.bodies[0].variables if each not in names),
        body=read.bodies[0],
        then=read.bodies[1] if arrow else None,
        kinds={**dict(zip(names, read.term_kinds, strict=True)), **read.kinds},
        wording=dialect.wording.of,
    )
    rules = question.exact_rules("").program  # clingo crashes at some numbers while it only reads
    dialect.check_safe(question.text, rules, question.kinds)
    return question


def _check_numbers(mode: str, names: Sequence[str], kinds: Sequence[str], dialect: Dialect) -> None:
    """Refuse to look for the least or greatest of what is no number."""
    if mode in ("min", "max") and kinds[0] and kinds[0] not in dialect.numbers:
        raise BadInput(
            f"{mode} {names[0]}: is a {kinds[0]}, no number; write which {names[0]}, or ask for "
            f"{listed((f'a {each}' for each in (*dialect.halved, 'number')), 'or')}"
        )
