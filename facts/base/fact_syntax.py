"""Reads and writes plain facts, the only part of the ASP language that a facts file may use.

The text may come from anywhere. clingo's own parser opens the files that a text includes, so
facts are read here by a small grammar: names, whole numbers, quoted strings and terms made of them.
Whatever this grammar accepts, clingo reads in the same way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import NamedTuple

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.base.sizes import MAX_FACTS

DEEPEST = 8
"""How deep terms may be nested."""

LARGEST_NUMBER = 2**31 - 1


class QuotedText(str):
    """A quoted string."""

    __slots__ = ()


class Term(str):
    """A constant or a function, written without spaces."""

    __slots__ = ()


Argument = int | QuotedText | Term


class Fact(NamedTuple):
    """A fact and the offset in the text where it begins."""

    predicate: str
    arguments: tuple[Argument, ...]
    at: int


def string_term(text: str) -> str:
    """Write a string as ASP does; control characters other than tab and new line become spaces."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{_CONTROL.sub(" ", escaped)}"'


def atom_text(name: str, arguments: Iterable[str]) -> str:
    """Write an atom or a term, whose arguments are written already; without any it is a name."""
    text = ",".join(arguments)
    return f"{name}({text})" if text else name


def written(argument: Argument) -> str:
    """Write an argument as ASP does."""
    return string_term(argument) if isinstance(argument, QuotedText) else str(argument)


COMMENTED = "% begins a comment; leave comments out"
"""Why a text that is no file, such as an option, is refused: it is shown as it was written."""


@dataclass(frozen=True, slots=True)
class SourceText:
    """A text and the name of the file it is from, for telling where something is wrong.

    A text that is not ``in_lines`` is a single one, such as an option, and no line is given.
    """

    text: str
    origin: str
    in_lines: bool = True

    def line(self, at: int) -> int:
        """Return the number of the line of an offset, from 1."""
        return self.text.count("\n", 0, at) + 1

    def refusal(self, at: int, sentence: str) -> BadInput:
        """Word a refusal that names the file and the line."""
        line = f", line {self.line(at)}" if self.in_lines else ""
        return BadInput(f"{self.origin}{line}: {sentence}")


_CONTROL = pattern("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|\r")
_UNPRINTABLE = pattern("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|\r(?!\n)")
_GAP = pattern(r"(?:[ \t\r\n]+|%(?!\*)[^\n]*)*")
_GAPS = frozenset(("", *" \t\r\n%"))
_STRING = pattern(r'"((?:[^"\\\n]|\\["\\n])*)"')
_ESCAPE = pattern(r'\\(["\\n])')
_NAME = pattern(r"_*[a-z][A-Za-z0-9_]*")
_NUMBER = pattern(r"-?(?:0|[1-9][0-9]{0,9})(?![A-Za-z0-9_])")
_STATEMENT_END = pattern(r"\.(?!\.)")

# the two predicates that come in tens of thousands, one fact a line, are read in one step
_WHOLE = "(0|[1-9][0-9]{0,6})"
_SIGNED = "(-?(?:0|[1-9][0-9]{0,6}))"
_SPAN = pattern(
    rf"span\({_WHOLE},{_WHOLE},{_WHOLE},([a-z_]+(?:\([a-z0-9_,]+\))?),{_SIGNED}\)\.\r?\n"
)
_CORNER = pattern(rf'corner\("([^"\\\n]*)",{_WHOLE},{_WHOLE},{_SIGNED},{_SIGNED}\)\.\r?\n')

# and so are all others that hold no more than short numbers, plain strings, and terms of names
_WORD = "(?!not[(),])[a-z][A-Za-z0-9_]*"
_PART = f"(?:{_WORD}|0|[1-9][0-9]{{0,6}})"
_TERM = rf"{_WORD}(?:\({_PART}(?:,{_PART})*\))?"
_SHORT = "-?(?:0|[1-9][0-9]{0,6})"
_ANY = rf'(?:"[^"\\\n]*"|{_SHORT}|{_TERM})'
_FACT = pattern(rf"({_WORD})\(({_ANY}(?:,{_ANY})*)\)\.[ \t]*\r?\n")
_ARGUMENT = pattern(rf'"([^"\\\n]*)"|({_SHORT})|({_TERM})')

_NOT_PLAIN = (
    (pattern(r"%\*"), "starts a block comment; write % at the start of each line instead"),
    (
        pattern(r"#[A-Za-z]*"),
        "is a directive; leave it out: a facts file holds plain facts alone",
    ),
    (pattern(r":-|<-"), "makes this a rule with a body; write plain facts alone"),
    (pattern(r":~"), "is a weak constraint; write plain facts alone"),
    (pattern(r"[{}]"), "makes this a choice; write plain facts alone"),
    (
        pattern(r"[;|:]"),
        "makes this a disjunction, pool or condition; write each fact by itself",
    ),
    (
        pattern(r"[A-Z]{1,8}[0-9]{1,4}(?![A-Za-z0-9_])"),
        'is not quoted; write a name in double quotes, such as "A1"',
    ),
    (pattern(r"_*[A-Z][A-Za-z0-9_]*|_"), "is a variable; write plain facts alone"),
    (pattern(r"not\b|-(?=[a-z_])"), "negates; write plain facts alone"),
    (pattern(r"\.\."), "makes this an interval; write each number as a fact of its own"),
    (pattern(r"@"), "calls a script; write plain facts alone"),
    (pattern(r"&"), "is a theory atom; write plain facts alone"),
    (pattern(r'"'), 'begins a string that does not end well; write "..." on one line'),
    (
        pattern(r"[0-9]+[A-Za-z_]*"),
        "is not a number; write a whole number without leading zeros",
    ),
    (pattern(r"[-+*/\\^?~<>=!]"), "is an operation; write the result as a whole number"),
)
"""What a program may hold and a facts file may not, and how to mend it."""


def read_facts(source: SourceText) -> Iterator[Fact]:
    """Read plain facts in order; raises BadInput at the first thing that is not one."""
    bad = _UNPRINTABLE.search(source.text)
    if bad is not None:
        raise source.refusal(bad.start(), f"unprintable character {bad[0]!r}; leave it out")
    reader = _Reader(source)
    while reader.skip_gap():
        yield reader.fact()


class _Reader:
    """Reads a text from front to back; ``at`` is the offset of the next character."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.text = source.text
        self.at = 0

    def skip_gap(self) -> bool:
        """Skip white space, and comments of a file; tell whether anything is left."""
        if self.text[self.at : self.at + 1] not in _GAPS:
            return True
        gap = _GAP.match(self.text, self.at)
        if gap and "%" in gap[0] and not self.source.in_lines:
            raise self.source.refusal(self.at, COMMENTED)
        self.at = gap.end() if gap else self.at
        return self.at < len(self.text)

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Step over what the pattern matches, and the gap behind it."""
        match = pattern.match(self.text, self.at)
        if match is not None:
            self.at = match.end()
            self.skip_gap()
        return match

    def fact(self) -> Fact:
        start = self.at
        quick = _SPAN.match(self.text, start)
        if quick is not None:
            self.at = quick.end()
            row, first, last, term, level = quick.groups()
            span = (int(row), int(first), int(last), Term(term), int(level))
            return Fact("span", span, start)
        quick = _CORNER.match(self.text, start)
        if quick is not None:
            self.at = quick.end()
            name, *numbers = quick.groups()
            return Fact("corner", (QuotedText(name), *map(int, numbers)), start)
        quick = _FACT.match(self.text, start)
        if quick is not None:
            self.at = quick.end()
            return Fact(quick[1], tuple(map(_plain_argument, _ARGUMENT.finditer(quick[2]))), start)
        name = self.name("a fact")
        arguments = tuple(self.arguments(1)) if self.meets("(") else ()
        if self.take(_STATEMENT_END) is None:
            raise self.refusal("a full stop")
        return Fact(name, arguments, start)

    def name(self, wanted: str) -> str:
        match = None if _NOT.match(self.text, self.at) else self.take(_NAME)
        if match is None:
            raise self.refusal(wanted)
        return match[0]

    def meets(self, mark: str) -> bool:
        return self.text.startswith(mark, self.at)

    def step(self) -> None:
        self.at += 1
        self.skip_gap()

    def arguments(self, depth: int) -> Iterator[Argument]:
        """Read arguments from the opening parenthesis to the closing one."""
        if depth > DEEPEST:
            raise self.source.refusal(
                self.at, f"a term is nested over {DEEPEST} deep; write it flatter"
            )
        self.step()
        yield self.argument(depth)
        while self.meets(","):
            self.step()
            yield self.argument(depth)
        if not self.meets(")"):
            raise self.refusal("a comma or a closing parenthesis")
        self.step()

    def argument(self, depth: int) -> Argument:
        number = self.take(_NUMBER)
        if number is not None:
            if abs(int(number[0])) > LARGEST_NUMBER:
                sentence = f"{number[0]} is out of range; write at most {LARGEST_NUMBER}"
                raise self.source.refusal(number.start(), sentence)
            return int(number[0])
        string = self.take(_STRING)
        if string is not None:
            return QuotedText(_ESCAPE.sub(lambda match: match[1].replace("n", "\n"), string[1]))
        name = self.name("a number, a string or a term")
        if not self.meets("("):
            return Term(name)
        return Term(f"{name}({','.join(written(each) for each in self.arguments(depth + 1))})")

    def refusal(self, wanted: str) -> BadInput:
        """Describe what stands where something else is wanted."""
        for wrong, sentence in _NOT_PLAIN:
            match = wrong.match(self.text, self.at)
            if match is not None:
                return self.source.refusal(self.at, f"{match[0][:40]} {sentence}")
        if self.at >= len(self.text):
            return self.source.refusal(
                self.at, f"the text ends where {wanted} belongs; complete it"
            )
        sentence = f"{self.text[self.at]} stands where {wanted} belongs; mend the fact"
        return self.source.refusal(self.at, sentence)


def _plain_argument(match: re.Match[str]) -> Argument:
    if match.lastindex == 1:
        return QuotedText(match[1])
    return int(match[2]) if match.lastindex == 2 else Term(match[3])


_NOT = pattern(r"not(?![A-Za-z0-9_])")


# --- Predicates and the kinds of their arguments --------------------------------------------------


Arguments = tuple[Argument, ...]


class ArgumentForm(NamedTuple):
    """A kind of argument: its description, a test of its form, and whether it may be left out.

    ``why_unknown`` returns an error message for a well-formed value that is not known, else "".
    """

    what: str
    fits: Callable[[Argument], bool]
    optional: bool = False
    why_unknown: Callable[[Argument], str] | None = None


Predicates = Mapping[str, tuple[tuple[str, ArgumentForm], ...]]
"""The predicates of a file, with the name and the kind of each argument; optional ones come last."""


def numbers(what: str, least: int, most: int) -> ArgumentForm:
    """Make the kind of whole numbers within two limits."""
    return ArgumentForm(what, lambda value: isinstance(value, int) and least <= value <= most)


def choices(what: str, *allowed: str) -> ArgumentForm:
    """Make the kind of terms, or numbers, that are listed."""
    return ArgumentForm(
        what, lambda value: not isinstance(value, QuotedText) and str(value) in allowed
    )


def matching(what: str, pattern: str) -> ArgumentForm:
    """Make the kind of quoted strings that a regular expression matches whole."""
    compiled = re.compile(pattern)
    return ArgumentForm(
        what, lambda value: isinstance(value, QuotedText) and compiled.fullmatch(value) is not None
    )


def optional(kind: ArgumentForm) -> ArgumentForm:
    """Make a kind that may be left out."""
    return kind._replace(optional=True)


TEXT = ArgumentForm('a quoted string such as "words"', lambda value: isinstance(value, QuotedText))
NAME = ArgumentForm(
    'a short quoted name such as "b1"',
    lambda value: isinstance(value, QuotedText) and 0 < len(value) <= 80,
)
CONFIDENCE = choices("high, medium or low", "high", "medium", "low")

NOTE = (("Subject", NAME), ("Confidence", CONFIDENCE), ("Text", TEXT))
"""A doubt or a remark, in whatever file."""


def declared_facts(source: SourceText, predicates: Predicates, of: str) -> dict[str, list[Fact]]:
    """Read the facts of a text by predicate, in order; raises BadInput where one does not fit.

    ``of`` names their owner in error messages.
    """
    found: dict[str, list[Fact]] = {name: [] for name in predicates}
    arities = {name: _arities(declared) for name, declared in predicates.items()}
    for number, fact in enumerate(read_facts(source)):
        if number >= MAX_FACTS:
            raise source.refusal(fact.at, f"too many facts; give {MAX_FACTS} at most")
        if len(fact.arguments) not in arities.get(fact.predicate, ()):
            raise source.refusal(fact.at, _undeclared(fact, predicates, of))
        _check(source, fact, predicates)
        found[fact.predicate].append(fact)
    return found


def single_values(
    source: SourceText, facts: Sequence[Fact], key: int, noun: str
) -> dict[Arguments, Arguments]:
    """Map the first ``key`` arguments of a predicate's facts to the others; refuse contradictions.

    ``noun`` says what the others tell.
    """
    found: dict[Arguments, Arguments] = {}
    for fact in facts:
        subject, value = fact.arguments[:key], fact.arguments[key:]
        if found.setdefault(subject, value) != value:
            about = f"{fact.predicate}({_listed(subject)})" if subject else fact.predicate
            values = f"{_listed(found[subject])[:60]} and {_listed(value)[:60]}"
            raise source.refusal(fact.at, f"{about} has two {noun}, {values}; keep one")
    return found


class DeclaredFacts:
    """The facts of a text by predicate; ``of`` names their owner in error messages.

    ``keys`` has the predicates with one fact for equal first arguments: how many those are, and what the
    fact tells.
    """

    def __init__(
        self,
        source: SourceText,
        predicates: Predicates,
        of: str,
        keys: Mapping[str, tuple[int, str]],
    ) -> None:
        self.source = source
        self.facts = declared_facts(source, predicates, of)
        self._keys = keys

    def single(self, predicate: str) -> dict[Arguments, Arguments]:
        """Map the first arguments of a predicate's facts to the others; refuse contradictions."""
        return single_values(self.source, self.facts[predicate], *self._keys[predicate])

    def value(self, predicate: str, otherwise: str = "") -> str:
        """Return the only argument of a predicate's only fact."""
        return str(self.single(predicate).get((), (otherwise,))[0])

    def listed(self, predicate: str) -> Iterator[Arguments]:
        """List the arguments of a predicate's facts."""
        return (fact.arguments for fact in self.facts[predicate])

    @property
    def notes(self) -> set[tuple[str, str, str]]:
        """Return the notes, each once."""
        return {(str(a), str(b), str(c)) for a, b, c in self.listed("note")}


def _listed(arguments: Arguments) -> str:
    return ",".join(map(written, arguments))


def _check(source: SourceText, fact: Fact, predicates: Predicates) -> None:
    for (name, kind), value in zip(predicates[fact.predicate], fact.arguments, strict=False):
        if not kind.fits(value):
            shown = written(value)[:60]
            sentence = f"{fact.predicate} has {shown} as its {name}; write {kind.what}"
            raise source.refusal(fact.at, sentence)
        if kind.why_unknown is not None and (sentence := kind.why_unknown(value)):
            raise source.refusal(fact.at, sentence)


def _arities(declared: Sequence[tuple[str, ArgumentForm]]) -> range:
    return range(sum(not kind.optional for _, kind in declared), len(declared) + 1)


def _undeclared(fact: Fact, predicates: Predicates, of: str) -> str:
    arity = len(fact.arguments)
    if fact.predicate in predicates:
        counts = _arities(predicates[fact.predicate])
        wanted = " or ".join(map(str, counts)) + " argument" + "s" * (counts[-1] > 1)
        form = _form(fact.predicate, predicates)
        return f"{fact.predicate} takes {wanted}, not {arity}; write {form}"
    shown = f"{fact.predicate[:40]}/{arity}"
    near = get_close_matches(fact.predicate[:40], predicates, n=1, cutoff=0.5)
    mend = (
        f"write {_form(near[0], predicates)}" if near else f"write one of {', '.join(predicates)}"
    )
    return f"{shown} is not a predicate of {of}; {mend}"


def _form(predicate: str, predicates: Predicates) -> str:
    declared = predicates[predicate]
    names = [name for name, _ in declared]
    return " or ".join(f"{predicate}({', '.join(names[:n])})" for n in _arities(declared))
