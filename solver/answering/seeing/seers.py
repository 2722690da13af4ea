"""Answers about who sees a Location."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from hexcourt.facts.boards.board import Board, Location
from hexcourt.solver.answering.answer import Answer
from hexcourt.solver.answering.seeing.table_rows import (
    arguments,
    assumed,
    court_of_lines,
    in_order,
    laid_line,
    table_row,
)
from hexcourt.solver.answering.words import counted, in_columns
from hexcourt.solver.position.locations import read_unit_at
from hexcourt.solver.position.position import Position
from hexcourt.solver.seeing.bulk import VERDICTS


def who_sees(
    position: Position, target_name: str, status: str | None = None, margin: float = 0.0
) -> Answer:
    """List which Locations see one; where its unit has a status, also what that changes."""
    board = position.board_of_lines
    target, known = read_unit_at(board, target_name, status)
    statuses = dict(position.statuses)
    if known is not None:
        statuses[target.name] = known
    places = [target, *(place for place in in_order(board) if place != target)]
    pairs = np.stack([np.arange(1, len(places)), np.zeros(len(places) - 1, int)], axis=1)
    court = court_of_lines(position)
    table = court.table(places, pairs, statuses, margin)
    rows = [table_row(board, table, pair) for pair in range(len(table))]
    held = statuses.get(target.name)
    if held is not None:
        others = {name: each for name, each in statuses.items() if name != target.name}
        plain = court.table(places, pairs, others, margin).verdicts.verdict.tolist()
        told = [row | {"without_status": VERDICTS[n]} for row, n in zip(rows, plain, strict=True)]
    else:
        told = rows
    seen = tuple(_seers(position, target, statuses, rows))
    return Answer(
        "see",
        board,
        "done",
        {"target": target.name, **arguments(position, statuses, margin)},
        told,
        Counter(row["verdict"] for row in rows),
        assumed(position, statuses),
        lines=seen,
        why=(
            *seen,
            *_others(board, rows),
            *_changes(board, held, told),
        ),
    )


def _seers(
    position: Position,
    target: Location,
    statuses: Mapping[str, str],
    rows: Sequence[Mapping[str, Any]],
) -> Iterator[str]:
    board = position.board_of_lines
    status = statuses.get(target.name)
    named = target.name + (f" ({status})" if status else "")
    clear = [row for row in rows if row["verdict"] == "clear"]
    hexes = {board.locations_by_name[row["from"]].hex for row in clear}
    title = f"board {board.name}" if board.name.isdigit() else board.title
    size = f"{counted(len(clear), 'Location')} in {counted(len(hexes), 'hex', 'hexes')}"
    yield f"{size} of {title} {'sees' if len(clear) == 1 else 'see'} {named}:"
    shown = [
        board.locations_by_name[row["from"]].name
        + (f"+{row['hindrance']}" if row["hindrance"] else "")
        for row in clear
    ]
    for line in in_columns(shown):
        yield "  " + line
    yield from laid_line(position, statuses)
    others = []
    for verdict in ("blocked", "unknown", "too_close"):
        rules = Counter(row["rule"] for row in rows if row["verdict"] == verdict)
        for rule, count in sorted(rules.items(), key=lambda item: (-item[1], item[0])):
            others.append(f"  {verdict.replace('_', ' '):9} {count:5}  by {rule}")
    if others:
        yield "\n".join(["The others:", *others])
    if any(row["hindrance"] for row in clear):
        yield "+N after a Location is the hindrance."


def _others(board: Board, rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Name the Locations that do not see, by the rule."""
    found: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        if row["verdict"] != "clear":
            name = board.locations_by_name[row["from"]].name
            found.setdefault((row["verdict"], row["rule"]), []).append(name)
    for (verdict, rule), names in sorted(found.items()):
        yield f"{verdict.replace('_', ' ')} by {rule}:"
        for line in in_columns(names):
            yield "  " + line


def _changes(board: Board, status: str | None, rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Name the Locations for which the status of the unit looked at makes the difference."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for row in rows:
        before = row.get("without_status", row["verdict"])
        if before != row["verdict"]:
            name = board.locations_by_name[row["from"]].name
            rule = "" if row["verdict"] == "clear" else row["rule"]
            found.setdefault((before, row["verdict"], rule), []).append(name)
    if status and not found:
        yield f"That the unit is {status} changes nothing."
    for (before, verdict, rule), names in sorted(found.items()):
        said = f"{before}, but {verdict}{' by ' * bool(rule)}{rule} because the unit is {status}:"
        yield said.replace("_", " ")
        for line in in_columns(names):
            yield "  " + line
