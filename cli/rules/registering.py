"""Shows the register of rules: every paragraph, what decides it, and what holds it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from rich.console import Console

from hexcourt.cli.showing.output import say
from hexcourt.facts.boards.embedded import example_names
from hexcourt.facts.examples.printed import printed_examples
from hexcourt.solver.answering.answer import Answer
from hexcourt.solver.register.blocks import needs_of
from hexcourt.solver.register.paragraphs import STATES, Entry, entry, register
from hexcourt.solver.statutes.statute import Block


def show_register(console: Console, as_json: bool) -> int:
    """List every paragraph with its state, its confidence, and how much holds it."""
    entries = register()
    states = Counter(each.state for each in entries)
    answer = Answer(
        "rules", None, "done", {"number": None}, [_row(each) for each in entries], dict(states)
    )
    if as_json:
        say(console, answer.as_json())
        return answer.exit_status
    told = ", ".join(f"{states[each]} {each}" for each in STATES if states[each])
    say(console, f"{len(entries)} paragraphs: {told}")
    document = ""
    for each in entries:
        if each.paragraph.document != document:
            document = each.paragraph.document
            say(console, f"\n{document}")
        row = _row(each)
        say(
            console,
            f"  {row['number']:<11}{row['state']:<14}{row['confidence'] or '':<8}"
            f"{row['rules']:>3} rules {row['tests']:>3} tests {row['examples']:>3} examples  "
            f"{row['subject']}",
        )
    return answer.exit_status


def show_rule(console: Console, number: str, as_json: bool) -> int:
    """Show one rule: our statements, their programs, what they need and give, tests, open points."""
    found = entry(number)
    row = dict(_row(found)) | {
        "statements": [_statement(each) for each in found.rules],
        "held_by": [f"{each.file}::{each.name}" for each in found.tests],
        "shown_by": _examples(found.paragraph.number),
        "open": found.paragraph.open,
        "contradiction": " ".join(filter(None, _contradictions(found))),
    }
    answer = Answer("rules", None, "done", {"number": number}, [row])
    if as_json:
        say(console, answer.as_json())
        return answer.exit_status
    confidence = f", confidence {found.confidence}" if found.confidence else ""
    about = f" {found.paragraph.subject}" if found.paragraph.subject else ""
    say(console, f"{row['number']}{about} ({found.paragraph.document}): {found.state}{confidence}")
    for block in found.rules:
        _show_block(console, block)
    for title, lines in (
        ("left open", filter(None, [found.paragraph.open])),
        ("contradiction", _contradictions(found)),
        ("tests", row["held_by"]),
        ("examples", row["shown_by"]),
    ):
        told = list(lines)
        if told:
            say(console, f"\n{title}:")
        for line in told:
            say(console, f"  {line}")
    return answer.exit_status


def _examples(number: str) -> list[str]:
    """Name the worked examples of a rule."""
    printed = [each.name for each in printed_examples() if each.rule == number]
    searched = re.sub(r"^([a-z]+)", r"\1_", number.lower()).replace(".", "_")
    return [*printed, *(name for name in example_names() if name == searched)]


def _contradictions(found: Entry) -> list[str]:
    return [each for each in (found.paragraph.contradiction, found.paragraph.example) if each]


def _show_block(console: Console, block: Block) -> None:
    folder = "" if block.file.startswith("facts/") else "asp/"
    say(console, f"\n{block.sentence} [{block.confidence}]  {folder}{block.file}:{block.line}")
    for line in block.text.splitlines():
        say(console, f"    {line}")
    needs, gives = needs_of(block)
    if gives:
        say(console, f"  needs {', '.join(needs) or 'nothing'}; gives {', '.join(gives)}")


def _row(found: Entry) -> Mapping[str, Any]:
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
    }
