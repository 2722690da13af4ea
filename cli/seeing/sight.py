"""Answers questions about lines of sight: one line, who sees a Location, every pair."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import Progress

from hexcourt.cli.showing.answers import AS_DRAWN, NO_COUNTERS, OF_VERDICT, Answer
from hexcourt.cli.showing.output import draw, keep_board, say
from hexcourt.cli.showing.words import (
    counted,
    in_columns,
    laid_words,
    level_words,
    reason_rows,
    reason_words,
)
from hexcourt.cli.showing.writing import write_whole
from hexcourt.facts.boards.board import Board, Location
from hexcourt.facts.errors import BadInput
from hexcourt.facts.lines.line_facts import SightLine
from hexcourt.facts.lines.sighting import every_pair
from hexcourt.solver.position.locations import read_post
from hexcourt.solver.position.opening import open_board
from hexcourt.solver.seeing.bulk import VERDICTS
from hexcourt.solver.seeing.session import Hearing, SightCourt, Table


def judge_line(
    console: Console,
    board_name: str,
    ends: tuple[str, str],
    statuses: tuple[str | None, str | None],
    placed: Sequence[str],
    why: bool,
    margin: float,
    svg: Path | None,
    as_json: bool,
) -> int:
    """Judge one line of sight."""
    board = open_board(board_name, placed)
    court = SightCourt(board)
    posts = [read_post(board, *each) for each in zip(ends, statuses, strict=True)]
    (first, _), (second, _) = posts
    if first == second:
        raise BadInput(f"{ends[0]} and {ends[1]} are one Location; name two")
    given = {place.name: status for place, status in posts if status}
    heard = court.hear(first, second, given, margin, explain=True)
    reasons = reason_rows(heard.line, heard.ruling)
    table = court.table((first, second), np.array([[0, 1]]), given)
    rule = table.rules[table.verdicts.rule[0]] or None
    row = _line_row(board, heard, rule, reasons)
    answer = Answer(
        "los",
        board,
        OF_VERDICT[heard.verdict],
        {"from": first.name, "to": second.name, **_given(given, placed, margin)},
        [row],
        Counter({heard.verdict: 1}),
        _assumed(board, given),
    )
    if svg is not None:
        keep_board(board_name, svg)
        blocked_at = tuple(r["hex"] for r in reasons if r["effect"] == "blocked" and "hex" in r)
        draw(
            svg,
            board,
            line=(first.hex, second.hex),
            verdict=heard.verdict,
            blocked_at=tuple(dict.fromkeys(blocked_at)),
            caption=_headline(row, heard.line),
        )
    if as_json:
        say(console, answer.as_json())
    else:
        _show_line(console, board, row, heard, why, court.scene.grain)
    return answer.exit_status


def who_sees(
    console: Console,
    board_name: str,
    target_name: str,
    status: str | None,
    placed: Sequence[str],
    why: bool,
    margin: float,
    svg: Path | None,
    as_json: bool,
) -> int:
    """List which Locations see one; to explain, also what its status changes."""
    board = open_board(board_name, placed)
    target, known = read_post(board, target_name, status)
    statuses = {} if known is None else {target.name: known}
    places = [target, *(place for place in _in_order(board) if place != target)]
    pairs = np.stack([np.arange(1, len(places)), np.zeros(len(places) - 1, int)], axis=1)
    court = SightCourt(board)
    table = court.table(places, pairs, statuses, margin)
    rows = [_table_row(board, table, pair) for pair in range(len(table))]
    if why and statuses:
        plain = court.table(places, pairs, margin=margin).verdicts.verdict.tolist()
        rows = [row | {"without_status": VERDICTS[n]} for row, n in zip(rows, plain, strict=True)]
    counts = Counter(row["verdict"] for row in rows)
    answer = Answer(
        "see",
        board,
        "done",
        {"target": target.name, **_given(statuses, placed, margin)},
        rows,
        counts,
        _assumed(board, statuses),
    )
    if svg is not None:
        keep_board(board_name, svg)
        ground = {r["from"]: r["verdict"] for r in rows if r["from"] in board.by_name}
        title = f"Who sees {target.name}" + (f" {statuses[target.name]}" if statuses else "")
        draw(svg, board, target=target.hex, seen=ground, caption=title)
    if as_json:
        say(console, answer.as_json())
    else:
        _show_seers(console, board, target, known, rows)
        if why:
            _show_others(console, board, rows)
            _show_changes(console, board, known, rows)
    return answer.exit_status


def write_matrix(
    console: Console,
    board_name: str,
    out: Path,
    locations: str,
    margin: float,
    placed: Sequence[str] = (),
) -> int:
    """Judge every unordered pair of Locations once, into a CSV file."""
    keep_board(board_name, out)
    board = open_board(board_name, placed)
    places = board.ground_locations if locations == "ground" else tuple(_in_order(board))
    pairs = every_pair(len(places))
    with Progress(console=console, transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task(f"{board.name}: lines of sight", total=len(pairs))
        table = SightCourt(board).table(
            places, pairs, margin=margin, progress=lambda done: progress.advance(task, done)
        )
    write_whole(out, matrix_text(board, table))
    counts = np.bincount(table.verdicts.verdict, minlength=len(VERDICTS)).tolist()
    said = ", ".join(f"{n} {name}" for n, name in zip(counts, VERDICTS, strict=True) if n)
    count = counted(len(pairs), "pair")
    say(console, f"{out}: {count} of Locations on {board.name}{': ' * bool(said)}{said}")
    _show_counters(console, board)
    return 0


COLUMNS = ("from", "to", "range", "verdict", "hindrance", "rule", "margin")


def matrix_text(board: Board, table: Table) -> str:
    """Write a table of verdicts as CSV, one row a pair."""
    names = [place.table_name for place in table.places]
    found = table.verdicts
    first, second = table.pairs[:, 0], table.pairs[:, 1]
    columns = (
        map(names.__getitem__, first.tolist()),
        map(names.__getitem__, second.tolist()),
        map(str, _ranges(board, table).tolist()),
        map(VERDICTS.__getitem__, found.verdict.tolist()),
        np.where(found.verdict == 0, found.hindrance.astype("U4"), "").tolist(),
        map(table.rules.__getitem__, found.rule.tolist()),
        map(_plain_number, table.margin.tolist()),
    )
    return "\n".join([",".join(COLUMNS), *map(",".join, zip(*columns, strict=True)), ""])


def _plain_number(value: float) -> str:
    return f"{value:g}"


def _ranges(board: Board, table: Table) -> Any:
    hexes = np.array([board.indices[place.hex] for place in table.places])
    gaps = np.abs(board.places[hexes[table.pairs[:, 0]]] - board.places[hexes[table.pairs[:, 1]]])
    return gaps[:, 0] + np.maximum(0, (gaps[:, 1] - gaps[:, 0]) // 2)


def _in_order(board: Board) -> Iterator[Location]:
    """List all Locations hex by hex, lowest first but the ground before what lies under a bridge."""
    for record in board.hexes:
        yield from sorted(
            board.locations_of(record.name),
            key=lambda place: (place.place != "ground", place.level),
        )


def _table_row(board: Board, table: Table, pair: int) -> dict[str, Any]:
    """Give one pair as a row."""
    first, second = (table.places[number] for number in table.pairs[pair])
    verdict = VERDICTS[table.verdicts.verdict[pair]]
    return {
        "from": first.table_name,
        "to": second.table_name,
        "range": board.range(first.hex, second.hex),
        "verdict": verdict,
        "hindrance": int(table.verdicts.hindrance[pair]) if verdict == "clear" else None,
        "rule": table.rules[table.verdicts.rule[pair]] or None,
        "margin": float(table.margin[pair]),
    }


def _line_row(
    board: Board, heard: Hearing, rule: str | None, reasons: Sequence[Any]
) -> dict[str, Any]:
    line, ruling = heard.line, heard.ruling
    return {
        "from": line.a.table_name,
        "to": line.b.table_name,
        "range": board.range(line.a.hex, line.b.hex),
        "verdict": heard.verdict,
        "hindrance": ruling.hindrance if heard.verdict == "clear" else None,
        "rule": rule,
        "margin": heard.margin,
        "reasons": list(reasons),
    }


def _headline(row: Mapping[str, Any], line: SightLine) -> str:
    said = {
        "clear": "clear",
        "blocked": f"blocked by {row['rule']}",
        "unknown": f"unknown ({row['rule']})",
        "too_close": "too close to call (A6.1)",
    }[row["verdict"]]
    hindrance = f", hindrance +{row['hindrance']}" if row["hindrance"] else ""
    ends = " to ".join(f"{end.name} (level {_level(end)})" for end in (line.a, line.b))
    return f"{ends}, range {row['range']}: {said}{hindrance}"


def _level(place: Location) -> str:
    return f"unknown: {place.unsure}" if place.unsure else level_words(place.level)


def _show_line(
    console: Console,
    board: Board,
    row: Mapping[str, Any],
    heard: Hearing,
    why: bool,
    grain: float,
) -> None:
    say(console, _headline(row, heard.line))
    _show_counters(console, board)
    if not why:
        deciding = {"blocked": "blocked", "unknown": "undecided"}.get(row["verdict"], "hindered")
        shown = [each for each in row["reasons"] if each["effect"] == deciding]
        if deciding == "blocked":
            shown = [each for each in shown if each["rule"] == row["rule"]][:1]
    else:
        shown = row["reasons"]
    for each in shown:
        say(console, "  " + reason_words(each))
    others = sorted(set(heard.ways) - {heard.ruling.verdict})
    if others:
        other = " or ".join(others)
        say(
            console, f"a close call: moved by {_grain_words(grain)} the thread gives {other} (A6.1)"
        )


def _grain_words(grain: float) -> str:
    return "a pixel" if grain == 1 else f"{grain:g} thousandths of a hex"


def _show_seers(
    console: Console,
    board: Board,
    target: Location,
    status: str | None,
    rows: Sequence[Mapping[str, Any]],
) -> None:
    named = target.name + (f" ({status})" if status else "")
    clear = [row for row in rows if row["verdict"] == "clear"]
    hexes = {board.locations_by_name[row["from"]].hex for row in clear}
    title = f"board {board.name}" if board.name.isdigit() else board.name
    size = f"{counted(len(clear), 'Location')} in {counted(len(hexes), 'hex', 'hexes')}"
    say(console, f"{size} of {title} {'sees' if len(clear) == 1 else 'see'} {named}:")
    shown = [
        board.locations_by_name[row["from"]].name
        + (f"+{row['hindrance']}" if row["hindrance"] else "")
        for row in clear
    ]
    for line in in_columns(shown):
        say(console, "  " + line)
    _show_counters(console, board)
    others = []
    for verdict in ("blocked", "unknown", "too_close"):
        rules = Counter(row["rule"] or "A6.1" for row in rows if row["verdict"] == verdict)
        for rule, count in sorted(rules.items(), key=lambda item: (-item[1], item[0])):
            others.append(f"  {verdict.replace('_', ' '):9} {count:5}  by {rule}")
    if others:
        say(console, "\n".join(["The others:", *others]))
    if any(row["hindrance"] for row in clear):
        say(console, "+N after a Location is the hindrance.")


def _show_others(console: Console, board: Board, rows: Sequence[Mapping[str, Any]]) -> None:
    """Name the Locations that do not see, by the rule."""
    found: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        if row["verdict"] != "clear":
            name = board.locations_by_name[row["from"]].name
            found.setdefault((row["verdict"], row["rule"] or "A6.1"), []).append(name)
    for (verdict, rule), names in sorted(found.items()):
        say(console, f"{verdict.replace('_', ' ')} by {rule}:")
        for line in in_columns(names):
            say(console, "  " + line)


def _show_changes(
    console: Console, board: Board, status: str | None, rows: Sequence[Mapping[str, Any]]
) -> None:
    """Name the Locations for which the status of the unit looked at makes the difference."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for row in rows:
        before = row.get("without_status", row["verdict"])
        if before != row["verdict"]:
            name = board.locations_by_name[row["from"]].name
            rule = row["rule"] or ("" if row["verdict"] == "clear" else "A6.1")
            found.setdefault((before, row["verdict"], rule), []).append(name)
    if status and not found:
        say(console, f"That the unit is {status} changes nothing.")
    for (before, verdict, rule), names in sorted(found.items()):
        said = f"{before}, but {verdict}{' by ' * bool(rule)}{rule} because the unit is {status}:"
        say(console, said.replace("_", " "))
        for line in in_columns(names):
            say(console, "  " + line)


def _show_counters(console: Console, board: Board) -> None:
    if placed := laid_words(board):
        say(console, f"placed: {', '.join(placed)}")


def _given(statuses: Mapping[str, str], placed: Sequence[str], margin: float) -> dict[str, Any]:
    return {"statuses": statuses, "placed": list(placed), "margin": margin}


def _assumed(board: Board, statuses: Mapping[str, str]) -> tuple[str, ...]:
    counters = laid_words(board) or [NO_COUNTERS]
    return (*counters, AS_DRAWN, *(f"{name} is {each}" for name, each in sorted(statuses.items())))
