"""Lets in a program from outside only when all that it holds is on a list of what is allowed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass

from clingo.ast import AST, ASTType, Sign, parse_string

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.fact_syntax import COMMENTED, LARGEST_NUMBER
from hexcourt.facts.base.patterns import pattern
from hexcourt.solver.rulebase.statement import nodes_in

# Words of a program from outside, checked before clingo's parser may see it
#
# The parser opens the files that a program includes, crashes on deep nesting, ends the process at a
# character it does not know, stops at a NUL and cuts numbers down to 32 bits, all without a word. So
# what reaches it is made of known words only, not too deep, and holds no comments.


LONGEST = 100_000
"""The longest program, in characters."""

DEEPEST = 64
"""How deep a term may be nested: brackets and operators, counted together."""

_LINE_ENDS_AND_TAB = frozenset("\t\n")
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Categories of characters that do not show, or that change how others show."""

_WORD_TOKENS = pattern(
    r"""
      (?P<gap> [ \t\r\n]+ )
    | (?P<comment> %(?!\*)[^\n]* )
    | (?P<block> %\* )
    | (?P<string> "(?:[^"\\\n]|\\["\\n])*" )
    | (?P<number> 0x[0-9A-Fa-f]+ | 0o[0-7]+ | 0b[01]+ | [0-9]+ )
    | (?P<name> [_']*[A-Za-z][A-Za-z0-9_']* | _ )
    | (?P<directive> \#sum\+ | \#[A-Za-z0-9_]* )
    | (?P<opening> [(\[{] )
    | (?P<closing> [)\]}] )
    | (?P<operator> \.\. | \*\* | [-+*/\\?^~&|@] )
    | (?P<separator> :- | :~ | != | <> | [<>=]=? | [,;:.] )
    """,
    re.VERBOSE,
)
_IN_BLOCK = pattern(r"\*%|%\*|%[^\n]*|[^*%]+|\*")
_OTHER_FORMAT = pattern(r"asp\s+[0-9]")
_WHY_NOT_lexing = {
    "#const": "sets a constant; write its value instead",
    "#defined": "hides misspelt names; leave it out",
    "#edge": "adds an edge to a graph; leave it out",
    "#external": "leaves an atom open; write a choice instead",
    "#heuristic": "steers the search; leave it out",
    "#include": "reads another file; write its rules here",
    "#maximise": "asks for the best answer; leave it out",
    "#maximize": "asks for the best answer; leave it out",
    "#minimise": "asks for the best answer; leave it out",
    "#minimize": "asks for the best answer; leave it out",
    "#project": "merges answers; leave it out",
    "#script": "runs code; leave it out",
    "#show": "chooses what is shown; leave it out",
    "#theory": "defines a theory; leave it out",
}


def refusal(text: str, source: str, at: int, sentence: str) -> BadInput:
    """Write a refusal of what stands at an offset: source, line, column and the sentence."""
    before = text[:at]
    line, column = before.count("\n") + 1, at - before.rfind("\n")
    return BadInput(f"{source}, line {line}, column {column}: {sentence}")


def without_comments(
    text: str, source: str, directives: Collection[str], longest: int = LONGEST
) -> str:
    """Blank out the comments of a program, leaving everything else in its place.

    ``directives`` are the words with ``#`` that may occur. Raises BadInput where the text is too long or
    nested too deep, or holds a character, number or directive that is not allowed, or a string or
    comment that does not end.
    """
    if len(text) > longest:
        raise BadInput(f"{source}: {len(text)} characters are too many; give {longest} at most")
    scan = _Scan(text, source, directives)
    plain = "".join(scan.words())
    if _OTHER_FORMAT.match(plain):
        raise scan.refusal(0, "this is a ground program; write rules")
    return plain


_ORDINARY = pattern(r"[\n\t -~]*")


class _Scan:
    """One pass over a text; ``at`` is the offset of the next word."""

    def __init__(self, text: str, source: str, directives: Collection[str]) -> None:
        self.text = text
        self.source = source
        self.directives = directives
        self.at = 0
        self.nested = [0]  # of each bracket that is open, the operators since the last separator

    def refusal(self, at: int, sentence: str) -> BadInput:
        return refusal(self.text, self.source, at, sentence)

    def words(self) -> list[str]:
        """List the words and the gaps between them, comments as spaces."""
        self.check_characters()
        found = []
        while self.at < len(self.text):
            start = self.at
            match = _WORD_TOKENS.match(self.text, start)
            if match is None:
                raise self.unknown()
            self.at = match.end()
            kind = match.lastgroup or ""
            self.check_word(kind, match[0], start)
            word = self.text[start : self.at]
            found.append(re.sub(r"[^\n]", " ", word) if kind in ("comment", "block") else word)
        return found

    def check_characters(self) -> None:
        if _ORDINARY.fullmatch(self.text):  # nearly all programs: one by one takes long
            return
        for at, character in enumerate(self.text):
            if character.isprintable() or character in _LINE_ENDS_AND_TAB:
                continue
            if unicodedata.category(character) not in _UNSEEN:
                continue
            if character != "\r" or not self.text.startswith("\n", at + 1):
                raise self.refusal(at, f"unprintable character {character!a}; leave it out")

    def unknown(self) -> BadInput:
        character = self.text[self.at]
        if character == '"':
            sentence = 'a string begins that does not end well; write "..." on one line'
        else:
            sentence = f"{character!r} means nothing here; leave it out, or put it in double quotes"
        return self.refusal(self.at, sentence)

    def check_word(self, kind: str, word: str, at: int) -> None:
        if kind == "block":
            self.skip_block(at)
        elif kind == "number":
            self.check_number(word, at)
        elif kind == "directive" and word not in self.directives:
            why = _WHY_NOT_lexing.get(word, "is no known word; leave it out")
            raise self.refusal(at, f"{word[:40]} {why}")
        elif kind == "name" and word.lstrip("_").startswith("'"):
            # a variable to clingo, so that 'A1' would stand for everything
            raise self.refusal(at, 'a single quotation mark begins a name; write a string as "..."')
        else:
            self.count(kind, at)

    def skip_block(self, at: int) -> None:
        """Step over the rest of a block comment; such comments nest."""
        depth = 1
        while depth:
            match = _IN_BLOCK.match(self.text, self.at)
            if match is None:
                raise self.refusal(at, "a block comment does not end; close it with *%")
            depth += {"%*": 1, "*%": -1}.get(match[0], 0)
            self.at = match.end()

    def check_number(self, word: str, at: int) -> None:
        base = {"0x": 16, "0o": 8, "0b": 2}.get(word[:2], 10)
        # a longer word is too large in any base but the binary, where nobody needs leading zeros
        if len(word) > 40 or int(word, base) > LARGEST_NUMBER:
            raise self.refusal(at, f"{word[:40]} is out of range; write at most {LARGEST_NUMBER}")

    def count(self, kind: str, at: int) -> None:
        """Keep count of the nesting; unbalanced brackets are left to clingo's parser to tell."""
        if kind == "opening":
            self.nested.append(0)
        elif kind == "closing" and len(self.nested) > 1:
            self.nested.pop()
        elif kind == "separator":
            self.nested[-1] = 0
        elif kind == "operator":
            self.nested[-1] += 1
        else:
            return
        if len(self.nested) - 1 + sum(self.nested) > DEEPEST:
            raise self.refusal(at, f"a term is nested over {DEEPEST} deep; write it flatter")


@dataclass(frozen=True, slots=True)
class PermittedSyntax:
    """What a program may hold beyond plain rules and constraints.

    ``choices`` are choice heads, ``minimize`` weak constraints and ``#minimize`` or ``#maximize``,
    ``constants`` are ``#const`` definitions, ``comments`` are what a text may hold that is a file's.
    ``mend`` says how to mend what cannot be read.
    """

    choices: bool = True
    minimize: bool = False
    constants: bool = False
    comments: bool = True
    mend: str = "mend the rule"


RULES = PermittedSyntax()
FAMILY = PermittedSyntax(comments=False, mend="write such as '{ fact : condition } <= 1'")
QUESTION = PermittedSyntax(comments=False, mend="mend the question")
"""What an option may hold: it is shown as it was written."""


_WORDS = frozenset(
    {
        *("#true", "#false", "#count", "#sum", "#sum+", "#min", "#max"),
        *("#inf", "#infimum", "#sup", "#supremum", "#program"),
    }
)
_BEST = frozenset(("#minimize", "#minimise", "#maximize", "#maximise"))

_PARTS = frozenset(
    {
        ASTType.Aggregate,
        ASTType.BinaryOperation,
        ASTType.BodyAggregate,
        ASTType.BodyAggregateElement,
        ASTType.BooleanConstant,
        ASTType.Comparison,
        ASTType.ConditionalLiteral,
        ASTType.Function,
        ASTType.Guard,
        ASTType.Interval,
        ASTType.Literal,
        ASTType.Pool,
        ASTType.Program,
        ASTType.Rule,
        ASTType.SymbolicAtom,
        ASTType.SymbolicTerm,
        ASTType.UnaryOperation,
        ASTType.Variable,
    }
)
"""What a program may be made of."""

_WHY_NOT = {
    ASTType.Disjunction: "a head holds one atom or one choice; write a rule for each atom",
    ASTType.HeadAggregate: "a head holds no aggregate; ask for it in the body",
    ASTType.Minimize: "a weak constraint asks for the best answer; write a constraint with :-",
    ASTType.TheoryAtom: "& begins a theory atom; leave it out",
}

_SYNTAX_ERROR = pattern(
    r"<string>:(\d+):(\d+)[-:\d]*: error: syntax error, unexpected (\S+?),?\s.*", re.DOTALL
)
_WORDED = {
    "<IDENTIFIER>": "a name",
    "<NUMBER>": "a number",
    "<STRING>": "a string",
    "<VARIABLE>": "a variable",
    "<ANONYMOUS>": "_",
}


def checked_statements(
    text: str, source: str, *, allowed: PermittedSyntax = RULES
) -> tuple[AST, ...]:
    """Parse a program from outside; comments and ``#program base`` are not among the statements.

    Nothing is run, read or grounded. Raises BadInput, with the line and the column, at the first thing
    that is no rule or is not allowed.
    """
    plain = without_comments(text, source, _directives(allowed))
    if not allowed.comments and plain != text:
        at = next(n for n, (one, other) in enumerate(zip(text, plain, strict=True)) if one != other)
        raise refusal(text, source, at, COMMENTED)
    statements = _parsed(plain, source, allowed.mend)
    best = {ASTType.Minimize} if allowed.minimize else frozenset[ASTType]()
    parts = _PARTS | best | ({ASTType.Definition} if allowed.constants else frozenset())
    for statement in statements:
        for node in nodes_in(statement):
            sentence = _why_not(node, parts, allowed)
            if sentence:
                begin = node.location.begin
                raise _refusal(plain, source, begin.line, begin.column, sentence)
    return tuple(each for each in statements if each.ast_type != ASTType.Program)


def _directives(allowed: PermittedSyntax) -> frozenset[str]:
    best = _BEST if allowed.minimize else frozenset()
    return _WORDS | best | ({"#const"} if allowed.constants else frozenset())


def _parsed(plain: str, source: str, mend: str) -> list[AST]:
    statements: list[AST] = []
    texts: list[str] = []
    reason = ""
    try:
        parse_string(plain, statements.append, logger=lambda code, message: texts.append(message))
    except RuntimeError as error:
        reason = str(error)
    if not texts and not reason:
        return statements
    match = _SYNTAX_ERROR.fullmatch(texts[0]) if texts else None
    if match is None:
        raise BadInput(f"{source}: {' '.join((texts or [reason])[0].split())}; {mend}")
    word = _WORDED.get(match[3], f'"{match[3]}"')
    sentence = f"{word} does not belong here; {mend}"
    if match[3] == "EOF":
        sentence = f"the text ends too soon; {mend.replace('mend', 'complete')}"
    raise _refusal(plain, source, int(match[1]), int(match[2]), sentence)


def _refusal(plain: str, source: str, line: int, column: int, sentence: str) -> BadInput:
    """Write a refusal where clingo counts columns in bytes."""
    lines = plain.split("\n")
    if line > len(lines):  # clingo ends a text with a line end of its own
        return refusal(plain, source, len(plain), sentence)
    before = sum(len(each) + 1 for each in lines[: line - 1])
    within = lines[line - 1].encode()[: column - 1].decode(errors="ignore")
    return refusal(plain, source, before + len(within), sentence)


def _why_not(node: AST, parts: frozenset[ASTType], allowed: PermittedSyntax) -> str:
    """Describe why something is not allowed; empty where it is."""
    kind = node.ast_type
    if kind not in parts and allowed is FAMILY:
        return f"this is no choice between braces; {allowed.mend}"
    if kind not in parts:
        return _WHY_NOT.get(kind, f"this is not allowed here; {allowed.mend}")
    if kind == ASTType.Function and node.external:
        return f"@{node.name} calls a script; leave it out"
    if kind == ASTType.Program and (node.name != "base" or node.parameters):
        return "#program begins another part; leave it out"
    if kind == ASTType.Rule:
        return _why_no_head(node.head, allowed)
    return ""


def _why_no_head(head: AST, allowed: PermittedSyntax) -> str:
    derived = [head]
    if head.ast_type == ASTType.Aggregate:
        if not allowed.choices:
            return "{ } makes this a choice; derive one atom"
        derived = [element.literal for element in head.elements]
    for literal in derived:
        if literal.ast_type != ASTType.Literal:
            continue  # refused as what it is
        if literal.sign != Sign.NoSign:
            return "not stands in a head; write a constraint with :-"
        if literal.atom.ast_type == ASTType.Comparison:
            return "a head compares; write the comparison in the body"
    return ""
