"""Answers about lines of sight: one line with every reason, and who sees a Location."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

import numpy as np

from hexcourt.facts.base.errors import BadInput, listed
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Location
from hexcourt.facts.tracing.line_facts import SightLine
from hexcourt.facts.tracing.sight_lines import Pairs, ranges_of
from hexcourt.solver.answer.answer import AS_DRAWN, NO_COUNTERS, OF_LINE, Answer, not_read_by
from hexcourt.solver.answer.words import (
    cited_row,
    counted,
    in_columns,
    level_words,
    piece_words,
    pieces_in_words,
    reason_words,
)
from hexcourt.solver.placement.placement import met_by_lines
from hexcourt.solver.placement.statuses import doubt_words, status_words
from hexcourt.solver.position.board_state import BoardState
from hexcourt.solver.position.locations import possible_ends, read_unit_at
from hexcourt.solver.position.read_actions import bears_on_lines, lays_counters
from hexcourt.solver.sight.batch_los import CLEAR, VERDICTS
from hexcourt.solver.sight.exact_los import LineVerdict
from hexcourt.solver.sight.los_engine import LineResult, LosEngine, VerdictTable, judge_on_cores


def los_engine(position: BoardState) -> LosEngine:
    """Return the engine for the lines of a position; it knows what that of the position which this one
    was made from has learnt.
    """
    return position.kept("lines", partial(_opened, position))


def _opened(position: BoardState) -> LosEngine:
    board, lender = position.board_of_lines, position.lender
    if lender is None:
        return LosEngine(board)
    lent = los_engine(lender)
    if board.hexsides == lent.board.hexsides:
        return LosEngine(board, like=lent)
    return LosEngine(board, precedents_of=lent)


def table_rows(board: Board, table: VerdictTable, some: Sequence[int]) -> list[dict[str, Any]]:
    """Return some pairs as rows."""
    pairs = table.pairs[some]
    names = {number: table.places[number].table_name for number in np.unique(pairs).tolist()}
    verdicts = table.verdicts
    columns = (
        pairs,
        ranges_of(board, table.places, pairs),
        *(each[some] for each in (verdicts.verdict, verdicts.hindrance, verdicts.rule)),
        *(each[some] for each in (table.margin, table.hindrance_margin)),
    )
    return [
        {
            "from": names[first],
            "to": names[second],
            "range": apart,
            "verdict": VERDICTS[verdict],
            "hindrance": hindrance if verdict == CLEAR else None,
            "rule": table.rules[rule] or None,
            "margin": margin,
            "hindrance_margin": hindrance_margin if verdict == CLEAR else None,
        }
        for (first, second), apart, verdict, hindrance, rule, margin, hindrance_margin in zip(
            *(each.tolist() for each in columns), strict=True
        )
    ]


class TableRows(Sequence[dict[str, Any]]):
    """All pairs as rows, which are many, and are made when one is looked at."""

    def __init__(self, board: Board, table: VerdictTable) -> None:
        self._board, self._table = board, table

    @cached_property
    def _made(self) -> list[dict[str, Any]]:
        return table_rows(self._board, self._table, range(len(self)))

    def __len__(self) -> int:
        """Count them."""
        return len(self._table)

    def __getitem__(self, place: Any) -> Any:
        """Return one of them, or some."""
        return self._made[place]

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Return them one after the other."""
        return iter(self._made)


def in_order(board: Board) -> Iterator[Location]:
    """List all Locations hex by hex, lowest first but the ground before what lies under a bridge."""
    for record in board.hexes:
        yield from sorted(
            board.locations_of(record.name),
            key=lambda place: (place.place != "ground", place.level),
        )


def arguments(
    position: BoardState, statuses: Mapping[str, str], margin: float, within: int | None = None
) -> dict[str, Any]:
    """Return what every question about lines is asked with."""
    return {
        "statuses": dict(statuses),
        "place": list(position.placed),
        "margin": margin,
        **({"given": list(position.given)} if position.given else {}),
        **({} if within is None else {"within": within}),
    }


def assumed(position: BoardState, statuses: Mapping[str, str]) -> tuple[str, ...]:
    """List what is taken for granted; what cannot matter to a line of sight is said to be so."""
    return (
        *(pieces_in_words(position.board_of_lines) or [NO_COUNTERS]),
        AS_DRAWN,
        *status_words(position.board_of_lines, statuses),
        *unread_by_sight(position),
    )


def unread_by_sight(position: BoardState) -> Iterator[str]:
    """Describe what lies there or is given that no rule of lines of sight speaks of."""
    met = met_by_lines(position.pieces)
    others = [piece_words(each) for each in position.pieces if each not in met]
    entries = position.parsed_facts
    facts = [e.text for e in entries if not bears_on_lines(e) and not lays_counters(e)]
    for each in (*others, *(f"given {each}" for each in facts)):
        yield f"{each}{not_read_by('lines of sight')}"


def placed_line(position: BoardState, statuses: Mapping[str, str]) -> Iterator[str]:
    """Write in a line what lies on the board, and in one each which status of a unit is
    undetermined.
    """
    if placed := pieces_in_words(position.board_of_lines):
        yield f"placed: {', '.join(placed)}"
    for entry in doubt_words(position.board_of_lines, statuses):
        yield f"taken for granted: {entry}"


def judge_line(
    position: BoardState,
    ends: tuple[str, str],
    statuses: tuple[str | None, str | None] = (None, None),
    margin: float = 0.0,
) -> Answer:
    """Judge one line of sight; to a hexside passed in Bypass, if it is the same at both its vertices."""
    board = position.board_of_lines
    possible = [possible_ends(board, end) for end in ends]
    if max(map(len, possible)) > 1:
        return _at_either_vertex(position, ends, possible, statuses, margin)
    engine = los_engine(position)
    units = [read_unit_at(board, *each) for each in zip(ends, statuses, strict=True)]
    (first, _), (second, _) = units
    if first == second:
        raise BadInput(f"{ends[0]} and {ends[1]} are one Location; name two")
    fields = {place.name: status for place, status in units if status}
    given = {place.name: position.statuses.get(place.name) for place, _ in units} | fields
    held = {name: status for name, status in given.items() if status}
    result = engine.explain_line(first, second, held, margin, explain=True)
    rule = result.line_verdict.rule or None
    if result.verdict == "too_close" and result.close is not None:
        rule = result.close.number
    placed = tuple(placed_line(position, held))
    reasons = reason_rows(result.line, result.line_verdict)
    row = _line_row(board, result, rule, reasons, engine.scene.grain)
    return Answer(
        "los",
        board,
        OF_LINE[row["verdict"]],
        {"viewer": first.name, "target": second.name, **arguments(position, held, margin)},
        [row],
        Counter({row["verdict"]: 1}),
        assumed(position, held),
        lines=tuple(_lines(placed, row, result, False, engine.scene.grain)),
        why=tuple(_lines(placed, row, result, True, engine.scene.grain)),
    )


def _at_either_vertex(
    position: BoardState,
    ends: tuple[str, str],
    possible: Sequence[tuple[str, ...]],
    statuses: tuple[str | None, str | None],
    margin: float,
) -> Answer:
    """Judge a line to each vertex of a hexside; raises BadInput where they differ."""
    found = [
        judge_line(position, (a, b), statuses, margin) for a in possible[0] for b in possible[1]
    ]
    known = {(each.rows[0]["verdict"], each.rows[0]["hindrance"]) for each in found}
    sides = [(end, both) for end, both in zip(ends, possible, strict=True) if len(both) > 1]
    if len(known) > 1:
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
    board: Board, line_result: LineResult, rule: str | None, reasons: Sequence[Any], grain: float
) -> dict[str, Any]:
    line, ruling = line_result.line, line_result.line_verdict
    hindrance_margin = grain if line_result.close_hindrance is None else 0.0
    return {
        "from": line.a.table_name,
        "to": line.b.table_name,
        "range": board.range(line.a.hex, line.b.hex),
        "verdict": line_result.verdict,
        "hindrance": ruling.hindrance if line_result.verdict == "clear" else None,
        "rule": rule,
        "margin": line_result.margin,
        "hindrance_margin": hindrance_margin if line_result.verdict == "clear" else None,
        "reasons": list(reasons),
    }


def _headline(row: Mapping[str, Any], line: SightLine) -> str:
    entry = {
        "clear": "clear",
        "blocked": f"blocked by {row['rule']}",
        "unknown": f"unknown ({row['rule']})",
        "too_close": f"too close to call ({row['rule']})",
    }[row["verdict"]]
    hindrance = f", hindrance +{row['hindrance']}" if row["hindrance"] else ""
    ends = " to ".join(f"{end.name} (level {_level(end)})" for end in (line.a, line.b))
    return f"{ends}, range {row['range']}: {entry}{hindrance}"


def _level(place: Location) -> str:
    return f"unknown: {place.unsure}" if place.unsure else level_words(place.level)


def _lines(
    placed: Sequence[str], row: Mapping[str, Any], line_result: LineResult, why: bool, grain: float
) -> Iterator[str]:
    yield _headline(row, line_result.line)
    yield from placed
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
    others = sorted(set(line_result.ways) - {line_result.line_verdict.verdict})
    if others and line_result.close is not None:
        text = f"moved by {_grain_words(grain)} the thread gives {' or '.join(others)}"
        yield f"a close call: {text} ({line_result.close.number})"
        if why:
            yield f"    {line_result.close}"
    if line_result.close_hindrance is not None:
        counts = sorted(set(line_result.hindered) - {line_result.line_verdict.hindrance})
        text = f"gives hindrance {' or '.join(f'+{each}' for each in counts)}"
        moved = f"moved by {_grain_words(grain)} the thread {text}"
        yield f"a close call: {moved} ({line_result.close_hindrance.number})"
        if why:
            yield f"    {line_result.close_hindrance}"


def _grain_words(grain: float) -> str:
    return "a pixel" if grain == 1 else f"{grain:g} thousandths of a hex"


def who_sees(
    position: BoardState,
    target_names: Sequence[str],
    status: str | None = None,
    margin: float = 0.0,
    within: int | None = None,
    workers: int | None = None,
) -> Answer:
    """List which Locations see one, or each of several, if given of those ``within`` so many
    hexes; where its unit has a status, also what that changes. Without ``workers`` all cores are
    at work.
    """
    board = position.board_of_lines
    known = dict(read_unit_at(board, name, status) for name in target_names)
    statuses = {**position.statuses, **{each.name: s for each, s in known.items() if s is not None}}
    targets = list(known)
    held = [statuses.get(each.name) for each in targets]
    places, pairs = _pairs(board, targets, within)
    plain = [position.statuses.get(each.name) for each in places[: -len(targets)]]
    engine = los_engine(position)
    table = judge_on_cores(engine, places, pairs, [*plain, *held], margin, workers=workers)
    rows = table_rows(board, table, range(len(table)))
    if any(held):
        others = [*plain, *(None for _ in targets)]
        again = judge_on_cores(engine, places, pairs, others, margin, workers=workers)
        for row, verdict in zip(rows, again.verdicts.verdict.tolist(), strict=True):
            if statuses.get(board.locations_by_name[row["to"]].name) is not None:
                row["without_status"] = VERDICTS[verdict]
    seen: list[str] = []
    why: list[str] = []
    for target in targets:
        some = [row for row in rows if row["to"] == target.table_name]
        items = tuple(_seers(position, target, statuses, some))
        seen += items
        why += [*items, *_others(board, some), *_changes(board, statuses.get(target.name), some)]
    return Answer(
        "see",
        board,
        "done",
        {
            "targets": [each.name for each in targets],
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
    yield from placed_line(position, statuses)
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
        text = f"{before}, but {verdict}{' by ' * bool(rule)}{rule} because the unit is {status}:"
        yield text.replace("_", " ")
        for line in in_columns(names):
            yield "  " + line


_EFFECTS = {
    "blocks": "blocked",
    "hinders": "hindered",
    "hinders_whole": "hindered",
    "doubtful": "undecided",
    "unsettled": "undecided",
    "no_line_within": "blocked",
    "blocked": "blocked",
    "otherwise": "another reading",
    "passes": "passes",
    "shelters": "shelters",
    "perhaps_shelters": "may shelter",
    "hull_down": "hull down",
    "advantage": "advantage",
}


def reason_rows(line: SightLine, ruling: LineVerdict) -> list[dict[str, Any]]:
    """List reasons as rows, each place once for each rule, in order from end a to end b."""
    rows: dict[tuple[Any, ...], dict[str, Any]] = {}
    for reason in ruling.reasons:
        feature = None if reason.feature is None else line.features[reason.feature]
        row = cited_row(reason.citation, effect=_EFFECTS[reason.effect])
        if reason.effect in ("hinders", "hinders_whole"):
            row["hindrance"] = reason.value
        if reason.effect in ("shelters", "perhaps_shelters"):
            row["tem"] = reason.value
        if reason.end:
            row["of"] = {"a": line.a, "b": line.b}[reason.end].table_name
        if feature is not None:
            row["hex"] = feature.hex
            row["terrain"] = feature.terrain
            row["ground"] = feature.ground / 2
            row["top"] = ruling.tops.get(feature.number, feature.ground) / 2
            if feature.hexside is not None:
                row["hexside"] = "-".join(feature.hexside)
        lines = [str(value) for name, value in row.items() if name != "hex" or "hexside" not in row]
        rows.setdefault(tuple(lines), row)
    return list(rows.values())
