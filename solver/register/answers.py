"""Answers about the register of rules: every paragraph, what decides it, and what holds it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hexcourt.facts.examples.printed import printed_examples
from hexcourt.facts.examples.worked_example import example_names
from hexcourt.solver.answer.answer import Answer
from hexcourt.solver.register.register import (
    STATES,
    ParagraphEntry,
    entry,
    failing_without,
    needs_of,
    project_folder,
    register,
    section,
)
from hexcourt.solver.rulebase.statement import Block


def list_rules() -> Answer:
    """List every paragraph with its state, its confidence, and how much holds it."""
    return _listed(register(), "rules list", {})


def _listed(
    entries: Sequence[ParagraphEntry], command: str, arguments: Mapping[str, Any]
) -> Answer:
    states = Counter(each.state for each in entries)
    rows = [_row(each) for each in entries]
    lines = tuple(_register_lines(entries, rows, states))
    return Answer(command, None, "done", arguments, rows, dict(states), lines=lines)


def _register_lines(
    entries: Sequence[ParagraphEntry], rows: Sequence[Mapping[str, Any]], states: Mapping[str, int]
) -> Iterator[str]:
    text = ", ".join(f"{states[each]} {each}" for each in STATES if states[each])
    yield f"{len(entries)} paragraphs: {text}"
    document = ""
    for row in rows:
        if row["document"] != document:
            document = row["document"]
            yield from ("", document)
        yield (
            f"  {row['number']:<11}{row['state']:<14}{row['confidence'] or '':<8}"
            f"{row['rules']:>3} rules {row['tests']:>3} tests {row['examples']:>3} examples  "
            f"{row['subject']}"
        )


def show_rule(number: str) -> Answer:
    """Show one rule: our statements, their programs, what they need and give, tests, open points; of a
    section, such as A6, list the rules.
    """
    if of_section := section(number):
        return _listed(of_section, "rules show", {"number": number})
    found = entry(number)
    row = dict(_row(found)) | {
        "statements": [_statement(each) for each in found.rules],
        "held_by": [f"{each.file}::{each.name}" for each in found.tests],
        "shown_by": _examples(found.paragraph.number),
        "open": found.paragraph.open,
        "contradiction": " ".join(filter(None, _contradictions(found))),
    }
    lines = tuple(_rule_lines(found, row))
    return Answer("rules show", None, "done", {"number": number}, [row], lines=lines)


def _rule_lines(found: ParagraphEntry, row: Mapping[str, Any]) -> Iterator[str]:
    confidence = f", confidence {found.confidence}" if found.confidence else ""
    about = f" {found.paragraph.subject}" if found.paragraph.subject else ""
    yield f"{row['number']}{about} ({found.paragraph.document}): {found.state}{confidence}"
    for block in found.rules:
        yield from _block_lines(block)
    for title, lines in (
        ("left open", filter(None, [found.paragraph.open])),
        ("contradiction", _contradictions(found)),
        ("tests", row["held_by"]),
        ("examples", row["shown_by"]),
    ):
        items = list(lines)
        if items:
            yield from ("", f"{title}:")
        yield from (f"  {line}" for line in items)


def _examples(number: str) -> list[str]:
    """Name the worked examples of a rule."""
    printed = [each.name for each in printed_examples() if each.rule == number]
    searched = re.sub(r"^([a-z]+)", r"\1_", number.lower()).replace(".", "_")
    return [*printed, *(name for name in example_names() if name == searched)]


def _contradictions(found: ParagraphEntry) -> list[str]:
    return [each for each in (found.paragraph.contradiction, found.paragraph.example) if each]


def _block_lines(block: Block) -> Iterator[str]:
    folder = "" if block.file.startswith("facts/") else "asp/"
    yield from ("", f"{block.sentence} [{block.confidence}]  {folder}{block.file}:{block.line}")
    for line in block.text.splitlines():
        yield f"    {line}"
    needs, gives = needs_of(block)
    if gives:
        yield f"  needs {', '.join(needs) or 'nothing'}; gives {', '.join(gives)}"
    if (test := failing_without(project_folder()).get(block.digest)) is not None:
        yield f"  without it {test} fails"


def _row(found: ParagraphEntry) -> Mapping[str, Any]:
    number = found.paragraph.number
    return {
        "number": number,
        "document": found.paragraph.document,
        "subject": found.paragraph.subject,
        "state": found.state,
        "confidence": found.confidence or None,
        "text": found.paragraph.text,
        "rules": len(found.rules),
        "tests": len(found.tests),
        "examples": len(_examples(number)),
    }


def _statement(block: Block) -> Mapping[str, Any]:
    needs, gives = needs_of(block)
    return {
        "sentence": block.sentence,
        "confidence": block.confidence,
        "file": block.file,
        "line": block.line,
        "program": block.text,
        "needs": list(needs),
        "gives": list(gives),
        "fails_without": failing_without(project_folder()).get(block.digest),
    }
