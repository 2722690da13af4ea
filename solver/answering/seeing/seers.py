"""Answers about who sees a Location."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Location
from hexcourt.facts.lines.sighting import Pairs, ranges_of
from hexcourt.solver.answering.answer import Answer
from hexcourt.solver.answering.seeing.table_rows import (
    arguments,
    assumed,
    court_of_lines,
    in_order,
    laid_line,
    table_rows,
)
from hexcourt.solver.answering.words import counted, in_columns
from hexcourt.solver.position.board_state import BoardState
from hexcourt.solver.position.locations import read_unit_at
from hexcourt.solver.seeing.bulk import VERDICTS
from hexcourt.solver.seeing.on_cores.shared_out import judge_on_cores


def who_sees(
    position: BoardState,
    target_names: Sequence[str],
    status: str | None = None,
    margin: float = 0.0,
    within: int | None = None,
    workers: int | None = None,
) -> Answer:
    """List which Locations see one, or each of several, if told of those ``within`` so many hexes; where
    its unit has a status, also what that changes. Without ``workers`` all cores are at work.
    """
    board = position.board_of_lines
    known = dict(read_unit_at(board, name, status) for name in target_names)
    statuses = {**position.statuses, **{each.name: s for each, s in known.items() if s is not None}}
    targets = list(known)
    held = [statuses.get(each.name) for each in targets]
    places, pairs = _pairs(board, targets, within)
    plain = [position.statuses.get(each.name) for each in places[: -len(targets)]]
    court = court_of_lines(position)
    table = judge_on_cores(court, places, pairs, [*plain, *held], margin, workers=workers)
    rows = table_rows(board, table, range(len(table)))
    if any(held):
        others = [*plain, *(None for _ in targets)]
        again = judge_on_cores(court, places, pairs, others, margin, workers=workers)
        for row, verdict in zip(rows, again.verdicts.verdict.tolist(), strict=True):
            if statuses.get(board.locations_by_name[row["to"]].name) is not None:
                row["without_status"] = VERDICTS[verdict]
    seen: list[str] = []
    why: list[str] = []
    for target in targets:
        some = [row for row in rows if row["to"] == target.table_name]
        told = tuple(_seers(position, target, statuses, some))
        seen += told
        why += [*told, *_others(board, some), *_changes(board, statuses.get(target.name), some)]
    names = [each.name for each in targets]
    return Answer(
        "see",
        board,
        "done",
        {
            **({"target": names[0]} if len(names) == 1 else {"targets": names}),
            **arguments(position, statuses, margin, within),
        },
        rows,
        Counter(row["verdict"] for row in rows),
        assumed(position, statuses),
        lines=tuple(seen),
        why=tuple(why),
    )


def _pairs(
    board: Board, targets: Sequence[Location], within: int | None
) -> tuple[list[Location], Pairs]:
    """Pair all other Locations with each target; these come last in the list of places, once more."""
    others = list(in_order(board))
    places = [*others, *targets]
    pairs = np.array(
        [
            (viewer, len(others) + number)
            for number, target in enumerate(targets)
            for viewer, place in enumerate(others)
            if place != target
        ],
        dtype=np.int64,
    ).reshape(-1, 2)
    return places, pairs if within is None else pairs[ranges_of(board, places, pairs) <= within]


def _seers(
    position: BoardState,
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
        yield from ("The others:", *others)
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
