"""Reads a program from outside word by word before clingo's parser may see it.

The parser opens the files that a program includes, crashes on deep nesting, ends the process at a
character it does not know, stops at a NUL and cuts numbers down to 32 bits, all without a word. So what
reaches it is made of known words only, not too deep, and holds no comments.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

from hexcourt.facts.errors import BadInput
from hexcourt.facts.formats.fact_text import LARGEST_NUMBER

LONGEST = 100_000
"""The longest program, in characters."""

DEEPEST = 64
"""How deep a term may be nested: brackets and operators, counted together."""

_LINE_ENDS_AND_TAB = frozenset("\t\n")
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Categories of characters that do not show, or that change how others show."""

_WORDS = re.compile(
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
_IN_BLOCK = re.compile(r"\*%|%\*|%[^\n]*|[^*%]+|\*")
_OTHER_FORMAT = re.compile(r"asp\s+[0-9]")
_WHY_NOT = {
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
    """Word a refusal of what stands at an offset: source, line, column and the sentence."""
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
            match = _WORDS.match(self.text, start)
            if match is None:
                raise self.unknown()
            self.at = match.end()
            kind = match.lastgroup or ""
            self.check_word(kind, match[0], start)
            word = self.text[start : self.at]
            found.append(_blank(word) if kind in ("comment", "block") else word)
        return found

    def check_characters(self) -> None:
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
            why = _WHY_NOT.get(word, "is not a word of rules; leave it out")
            raise self.refusal(at, f"{word[:40]} {why}")
        elif kind == "name" and word.lstrip("_").startswith("'"):
            # a variable to clingo, so that 'F31' would stand for every hex
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


def _blank(comment: str) -> str:
    return re.sub(r"[^\n]", " ", comment)
