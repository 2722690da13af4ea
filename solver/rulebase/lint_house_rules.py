"""Lists all that is wrong with a file of house rules, with line and column, as editors want it.

House rules are refused with one sentence, by the first thing that is wrong. Here the statement that a
refusal names is taken out, and the rest is read again, until nothing is refused any more.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from hexcourt.facts.base.errors import BadInput, RuleError
from hexcourt.facts.base.patterns import pattern
from hexcourt.solver.rulebase.program import Program
from hexcourt.solver.rulebase.read_house_rules import UNKNOWN, UNREAD, amended_rules
from hexcourt.solver.rulebase.rulebase import HouseRules

MAX_PROBLEMS = 50
"""How many problems of a file are listed at most."""

_PLACED = pattern(r", line (\d+)(?:, column (\d+))?: (.*)", re.DOTALL)
_NAMED = pattern(r"\b([a-z_]\w*)/\d+")
_FOLLOWS = (UNKNOWN, UNREAD)


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """What is wrong at a place of a file; lines and columns count from 1."""

    line: int
    column: int
    message: str


def problems_of(rules: HouseRules) -> list[Problem]:
    """List what is wrong with house rules, in the order of their lines.

    A statement has one problem at most. What a statement that was taken out derived is not missed in the
    others.
    """
    lines, found, gone = rules.text.split("\n"), list[Problem](), ""
    for _ in range(MAX_PROBLEMS):
        try:
            amended_rules((HouseRules(rules.name, "\n".join(lines), rules.facts),))
            break
        except (BadInput, RuleError) as error:
            placed = _PLACED.search(str(error))
            if placed is None:  # of the file as a whole
                message = str(error).removeprefix(f"{rules.name}: ")
                found += [Problem(1, 1, message)] * (not found)
                break
            line, message = int(placed[1]), placed[3]
            begin, end = _statement_at(rules.name, lines, line)
            text = "\n".join(lines[begin - 1 : end])
            named = _NAMED.search(message)
            follows = any(each in message for each in _FOLLOWS) and named is not None
            if not (follows and named is not None and re.search(rf"\b{named[1]}\b", gone)):
                column = int(placed[2] or 0) or _column(lines[line - 1], named)
                found.append(Problem(line, column, message))
            if not text.strip():
                break
            gone += text
            lines[begin - 1 : end] = [""] * (end - begin + 1)
    return sorted(found)


def _statement_at(name: str, lines: list[str], line: int) -> tuple[int, int]:
    """Return the first and the last line of the statement at a line: of one that cannot be parsed those
    up to a full stop.
    """
    try:
        for each in Program(name, "\n".join(lines)).statements:
            if each.line <= line <= each.end:
                return each.line, each.end
    except RuleError:
        pass
    ends = (n for n in range(line, len(lines) + 1) if lines[n - 1].rstrip().endswith("."))
    return line, next(ends, line)


def _column(line: str, named: re.Match[str] | None) -> int:
    """Return where what is named stands in a line, else where the line begins."""
    at = re.search(rf"\b{named[1]}\b", line) if named is not None else None
    return (at.start() if at is not None else len(line) - len(line.lstrip())) + 1
