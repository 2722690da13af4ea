"""The register: every paragraph of the rule documents, with what decides it and what holds it."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from types import MappingProxyType

from hexcourt.facts.base.errors import BadInput, listed
from hexcourt.facts.base.patterns import pattern
from hexcourt.solver.register.marks import MarkedTest, tests_of
from hexcourt.solver.rulebase.declarations import (
    GIVEN_OUT,
    INPUT_MARK,
    WORD_MARK,
    Declaration,
    declarations,
    descriptions,
)
from hexcourt.solver.rulebase.rulebase import PROFILES, RuleBase, active_rules
from hexcourt.solver.rulebase.statement import Block, Citation, Signature


def left_open() -> frozenset[str]:
    """List the predicates that say what is not known."""
    return _of_role("open")


def thrown() -> frozenset[str]:
    """List the predicates that say what dice decide."""
    return _of_role("dice")


def _of_role(role: str) -> frozenset[str]:
    found = declarations(active_rules(), GIVEN_OUT)
    return frozenset(each.name for each in found if each.role == role)


def rule_blocks() -> tuple[Block, ...]:
    """List the cited rules of all programs that have statements, in the order of their files."""
    return active_rules().blocks


def needs_of(block: Block) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """List the predicates that the statements of a block read, and those that they derive."""
    return block.reads, () if block.geometry else block.heads


STATES = ("decided", "dice", "unknown", "contradiction", "heading", "missing")
CONFIDENCES = ("low", "medium", "high")
GEOMETRY = ("geometry/coordinates.py", "geometry/hexes.py", "maps/joining.py")
"""What of the documents is geometry and notation is decided where these are read: ``#!`` comments."""

_CITED = pattern(r"#! (\S+) (high|medium|low): (.*)")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph as ``docs/paragraphs.csv`` lists it: ``text`` is whole, cut or a heading.

    ``open`` tells what the text leaves open, ``contradiction`` in which two ways it can be read,
    ``example`` what of its examples contradicts it.
    """

    number: str
    document: str
    subject: str
    text: str
    open: str
    contradiction: str
    example: str


@dataclass(frozen=True, slots=True)
class ParagraphEntry:
    """A paragraph with the cited rules that decide it and the tests that hold these."""

    paragraph: Paragraph
    rules: tuple[Block, ...]
    tests: tuple[MarkedTest, ...]

    @property
    def state(self) -> str:
        """Return whether it is decided, dice, unknown, a contradiction, a heading, or missing."""
        heads = {head for each in self.rules for head in each.heads}
        if self.paragraph.text == "heading":
            return "heading"
        if not self.rules:
            return "missing"
        if heads <= left_open():
            return "unknown"
        if self.paragraph.contradiction:
            return "contradiction"
        return "dice" if heads & thrown() else "decided"

    @property
    def confidence(self) -> str:
        """Return the least confidence of the rules that decide it, "" where none does."""
        confidences = [each.confidence for each in self.rules if not set(each.heads) <= left_open()]
        return min(confidences, key=CONFIDENCES.index, default="")


def project_folder() -> Path:
    """Return the folder of the sources, where the list of paragraphs and the tests are.

    Raises BadInput where the program is installed without them.
    """
    with as_file(files("hexcourt.asp") / "profiles" / "los.lp") as file:
        folder = file.resolve().parent.parent.parent
    if not (folder / "docs" / "paragraphs.csv").is_file():
        raise BadInput("the register is not installed; run this from a copy of the sources")
    return folder


@cache
def register() -> tuple[ParagraphEntry, ...]:
    """List every paragraph of the documents, in their order."""
    folder = project_folder()
    rules = (*rule_blocks(), *geometry_blocks(folder / "facts"))
    tests = tests_of(folder)
    return tuple(_entry(each, rules, tests) for each in paragraphs(folder))


def paragraphs(folder: Path) -> tuple[Paragraph, ...]:
    """Read the list of paragraphs."""
    with (folder / "docs" / "paragraphs.csv").open(encoding="utf-8", newline="") as opened:
        return tuple(Paragraph(**row) for row in csv.DictReader(opened))


@cache
def failing_without(folder: Path) -> Mapping[str, str]:
    """Map the digests of rules to the test that fails without each, as far as these were taken out."""
    text = folder / "docs" / "mutants.csv"
    if not text.is_file():
        return MappingProxyType({})
    with text.open(encoding="utf-8", newline="") as opened:
        return MappingProxyType(
            {row["digest"]: row["test"] for row in csv.DictReader(opened) if row["test"]}
        )


def entry(number: str) -> ParagraphEntry:
    """Find a rule by its number: a paragraph of the documents, or a rule that these lean on.

    Raises BadInput, with the nearest numbers, where there is none.
    """
    wanted = number.strip()
    for each in register():
        if each.paragraph.number.lower() == wanted.lower():
            return each
    rules = rule_blocks()
    known = {each.number.lower(): each.number for each in rules}
    if wanted.lower() not in known:
        numbers = sorted({*(each.paragraph.number for each in register()), *known.values()})
        near = get_close_matches(wanted.upper()[:20], numbers, n=3, cutoff=0.5)
        mend = f"did you mean {listed(near, 'or')}?" if near else "`hexcourt rules` lists them"
        raise BadInput(f"{wanted[:20]}: no rule of that number is known; {mend}")
    outside = Paragraph(
        known[wanted.lower()], "rules that these lean on", "", "outside", "", "", ""
    )
    return _entry(outside, rules, tests_of(project_folder()))


def section(number: str) -> tuple[ParagraphEntry, ...]:
    """List the rules of a section (A6: A6.1, A6.2 and so on) or a chapter (A), in order; none for what
    is neither, or is the number of a rule itself.
    """
    wanted = number.strip().upper()
    numbers = {each.paragraph.number for each in register()} | {e.number for e in rule_blocks()}
    if wanted in numbers or not _SECTION.fullmatch(wanted):
        return ()
    begin = f"{wanted}." if wanted[-1].isdigit() else wanted
    held = (each for each in numbers if each.startswith(begin) and each[len(begin)].isdigit())
    return tuple(entry(each) for each in sorted(held))


_SECTION = pattern("[A-Z]{1,3}[0-9]{0,3}")


def geometry_blocks(folder: Path) -> tuple[Block, ...]:
    """List what is cited in the programs of geometry and notation."""
    found = []
    for name in GEOMETRY:
        file = folder / name
        lines = file.read_text("utf-8").splitlines() if file.is_file() else []
        for place, line in enumerate(lines, start=1):
            if (match := _CITED.fullmatch(line.strip())) is not None:
                cited = Citation(match[1], match[2], match[3], Path(name).name, place)
                found.append(Block(cited, f"facts/{name}", "", (), geometry=True))
    return tuple(found)


def _entry(
    paragraph: Paragraph, rules: Iterable[Block], tests: Iterable[MarkedTest]
) -> ParagraphEntry:
    number = paragraph.number
    return ParagraphEntry(
        paragraph,
        tuple(each for each in rules if each.number == number),
        tuple(each for each in tests if number in each.numbers),
    )


# The index of predicates: what each means, where the rules derive it, and where it is read


_HEADER = """\
# Predicates of the rules

Written from the rules by `python bench/predicates.py`. Files are those of `asp/`. *From* names the
programs that derive a predicate, or says *input*, if Python gives it to the rules. *To* names the
programs that read it, and says what it is outside the rules: a verdict (decides), a gap (open), an
outcome of dice (dice), another result (output), or a word of questions (question).

| predicate | meaning | from | to |
| --- | --- | --- | --- |
"""


@dataclass(frozen=True, slots=True)
class Predicate:
    """A predicate with its arguments by name, what it means, and who derives and reads it."""

    signature: Signature
    arguments: tuple[str, ...]
    sentence: str
    is_given: bool
    derived: tuple[str, ...]
    read: tuple[str, ...]
    given_out: str

    @property
    def form(self) -> str:
        """Write it with the names of its arguments."""
        name, arity = self.signature
        if not arity:
            return name
        return f"{name}({', '.join(self.arguments)})" if self.arguments else f"{name}/{arity}"


def predicates(rule_base: RuleBase) -> tuple[Predicate, ...]:
    """List all predicates, sorted."""
    derived = _places(rule_base, ((s.file, each) for s in rule_base.statements for each in s.heads))
    read = _places(rule_base, ((s.file, each) for s in rule_base.statements for each in s.reads))
    result = _by_signature(declarations(rule_base, INPUT_MARK))
    out = _by_signature(declarations(rule_base, GIVEN_OUT))
    query = _by_signature(d for d in declarations(rule_base, WORD_MARK) if d.role in ("", "told"))
    described = _by_signature(descriptions(rule_base))
    found = []
    for signature in sorted({*derived, *read, *result}):
        sources = (each.get(signature) for each in (result, out, query, described))
        known = next((each for each in sources if each is not None), None)
        roles = [out[signature].role] if signature in out else []
        roles += ["asked"] if signature in query else []
        found.append(
            Predicate(
                signature,
                tuple(name for _, name in known.arguments) if known else (),
                known.sentence if known else "",
                signature in result,
                derived.get(signature, ()),
                read.get(signature, ()),
                ", ".join(roles),
            )
        )
    return tuple(found)


def index_text(rule_base: RuleBase) -> str:
    """Write the index as a page."""
    return _HEADER + "".join(_row(each) for each in predicates(rule_base))


def _row(each: Predicate) -> str:
    source = ", ".join([*(["*input*"] if each.is_given else []), *each.derived])
    outside = each.given_out.replace("tells", "output").replace("asked", "question")
    target = ", ".join([*each.read, *([f"*{outside}*"] if outside else [])])
    meaning = each.sentence.replace("|", "\\|")
    return f"| `{each.form}` | {meaning} | {source} | {target} |\n"


def _by_signature(every: Iterable[Declaration]) -> Mapping[Signature, Declaration]:
    found: dict[Signature, Declaration] = {}
    for each in every:
        found.setdefault(each.signature, each)
    return found


def _places(
    rule_base: RuleBase, items: Iterator[tuple[str, Signature]]
) -> Mapping[Signature, tuple[str, ...]]:
    """List the programs of predicates, each once, in their order; profiles derive and read nothing."""
    found: dict[Signature, dict[str, None]] = {}
    for file, signature in items:
        if not file.startswith(f"{PROFILES}/"):
            found.setdefault(signature, {})[file.removesuffix(".lp")] = None
    return {signature: tuple(files) for signature, files in found.items()}
