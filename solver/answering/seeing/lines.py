"""Answers about one line of sight: its verdict, its hindrance, and every reason from end to end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Location
from hexcourt.facts.errors import BadInput, listed
from hexcourt.facts.lines.line_facts import SightLine
from hexcourt.solver.answering.answer import OF_LINE, Answer
from hexcourt.solver.answering.seeing.table_rows import (
    arguments,
    assumed,
    court_of_lines,
    laid_line,
)
from hexcourt.solver.answering.words import level_words, reason_rows, reason_words
from hexcourt.solver.position.board_state import BoardState
from hexcourt.solver.position.locations import ends_meant, read_unit_at
from hexcourt.solver.seeing.session import Hearing


def judge_line(
    position: BoardState,
    ends: tuple[str, str],
    statuses: tuple[str | None, str | None] = (None, None),
    margin: float = 0.0,
) -> Answer:
    """Judge one line of sight; to a hexside passed in Bypass, if it is the same at both its vertices."""
    board = position.board_of_lines
    meant = [ends_meant(board, end) for end in ends]
    if max(map(len, meant)) > 1:
        return _at_either_vertex(position, ends, meant, statuses, margin)
    court = court_of_lines(position)
    units = [read_unit_at(board, *each) for each in zip(ends, statuses, strict=True)]
    (first, _), (second, _) = units
    if first == second:
        raise BadInput(f"{ends[0]} and {ends[1]} are one Location; name two")
    told = {place.name: status for place, status in units if status}
    given = {place.name: position.statuses.get(place.name) for place, _ in units} | told
    held = {name: status for name, status in given.items() if status}
    table = court.table((first, second), np.array([[0, 1]]), held)
    may_be_close = bool(min(table.margin[0], table.hindrance_margin[0]) < court.scene.grain)
    heard = court.hear(first, second, held, margin, explain=True, may_be_close=may_be_close)
    rule = table.rules[table.verdicts.rule[0]] or None
    if heard.verdict == "too_close" and heard.close is not None:
        rule = heard.close.number
    laid = tuple(laid_line(position, held))
    reasons = reason_rows(heard.line, heard.ruling)
    row = _line_row(board, heard, rule, reasons, court.scene.grain)
    return Answer(
        "los",
        board,
        OF_LINE[row["verdict"]],
        {"from": first.name, "to": second.name, **arguments(position, held, margin)},
        [row],
        Counter({row["verdict"]: 1}),
        assumed(position, held),
        lines=tuple(_lines(laid, row, heard, False, court.scene.grain)),
        why=tuple(_lines(laid, row, heard, True, court.scene.grain)),
    )


def _at_either_vertex(
    position: BoardState,
    ends: tuple[str, str],
    meant: Sequence[tuple[str, ...]],
    statuses: tuple[str | None, str | None],
    margin: float,
) -> Answer:
    """Judge a line to each vertex of a hexside; raises BadInput where they differ."""
    found = [judge_line(position, (a, b), statuses, margin) for a in meant[0] for b in meant[1]]
    said = {(each.rows[0]["verdict"], each.rows[0]["hindrance"]) for each in found}
    sides = [(end, both) for end, both in zip(ends, meant, strict=True) if len(both) > 1]
    if len(said) > 1:
        end, both = sides[0]
        raise BadInput(
            f"{end}: lines of sight to a unit in Bypass run to a vertex, and here they differ; name "
            f"the vertex, {listed(both, 'or')}"
        )
    same = tuple(f"{end}: the same at {listed(both, 'and')}" for end, both in sides)
    first = found[0]
    return replace(
        first,
        assumed=(*first.assumed, *same),
        lines=(*first.lines, *same),
        why=(*(first.why or ()), *same),
    )


def _line_row(
    board: Board, heard: Hearing, rule: str | None, reasons: Sequence[Any], grain: float
) -> dict[str, Any]:
    line, ruling = heard.line, heard.ruling
    hindrance_margin = grain if heard.close_hindrance is None else 0.0
    return {
        "from": line.a.table_name,
        "to": line.b.table_name,
        "range": board.range(line.a.hex, line.b.hex),
        "verdict": heard.verdict,
        "hindrance": ruling.hindrance if heard.verdict == "clear" else None,
        "rule": rule,
        "margin": heard.margin,
        "hindrance_margin": hindrance_margin if heard.verdict == "clear" else None,
        "reasons": list(reasons),
    }


def _headline(row: Mapping[str, Any], line: SightLine) -> str:
    said = {
        "clear": "clear",
        "blocked": f"blocked by {row['rule']}",
        "unknown": f"unknown ({row['rule']})",
        "too_close": f"too close to call ({row['rule']})",
    }[row["verdict"]]
    hindrance = f", hindrance +{row['hindrance']}" if row["hindrance"] else ""
    ends = " to ".join(f"{end.name} (level {_level(end)})" for end in (line.a, line.b))
    return f"{ends}, range {row['range']}: {said}{hindrance}"


def _level(place: Location) -> str:
    return f"unknown: {place.unsure}" if place.unsure else level_words(place.level)


def _lines(
    laid: Sequence[str], row: Mapping[str, Any], heard: Hearing, why: bool, grain: float
) -> Iterator[str]:
    yield _headline(row, heard.line)
    yield from laid
    if not why:
        deciding = {"blocked": "blocked", "unknown": "undecided"}.get(row["verdict"], "hindered")
        shown = [each for each in row["reasons"] if each["effect"] == deciding]
        if deciding == "blocked":
            shown = [each for each in shown if each["rule"] == row["rule"]][:1]
    else:
        shown = row["reasons"]
    for each in shown:
        what, rule = reason_words(each)
        yield from (f"  {what}", rule)
    others = sorted(set(heard.ways) - {heard.ruling.verdict})
    if others and heard.close is not None:
        said = f"moved by {_grain_words(grain)} the thread gives {' or '.join(others)}"
        yield f"a close call: {said} ({heard.close.number})"
        if why:
            yield f"    {heard.close}"
    if heard.close_hindrance is not None:
        counts = sorted(set(heard.hindered) - {heard.ruling.hindrance})
        said = f"gives hindrance {' or '.join(f'+{each}' for each in counts)}"
        moved = f"moved by {_grain_words(grain)} the thread {said}"
        yield f"a close call: {moved} ({heard.close_hindrance.number})"
        if why:
            yield f"    {heard.close_hindrance}"


def _grain_words(grain: float) -> str:
    return "a pixel" if grain == 1 else f"{grain:g} thousandths of a hex"
