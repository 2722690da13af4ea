"""Answers about saves of VASSAL: boards, what lies on them, markers, captions, turn information."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from hexcourt.facts.base.errors import shown
from hexcourt.facts.formats.vassal.save import (
    INFO_FIELDS,
    ColouredHexes,
    Label,
    Save,
    SavedCounter,
    SavedGroup,
)
from hexcourt.facts.formats.vassal.save_map import PlacedBoard, SavedSpot
from hexcourt.facts.geometry.coordinates import (
    BoardHex,
    CoordinateError,
    HexName,
    board_number,
    parse_hex,
)
from hexcourt.solver.answer.answer import Answer
from hexcourt.solver.answer.words import attributes, counted

_MARKING = ("annotation", "label")
"""Kinds that are told as colours, lines and labels."""

_LONGEST_TEXT = 100


def save_answer(save: Save) -> Answer:
    """Return what a save holds."""
    rows = [
        {
            **attributes(save, "header", "vasl", "vassal", "north", "north_given"),
            **attributes(save, "elsewhere", "recorded"),
            "info": {each: save.info.field(each) for each in INFO_FIELDS},
            "setup_notes": list(save.info.notes),
            "extensions": dict(save.extensions),
            "remarks": list(save.notes),
        },
        *map(_board_row, save.chart.placed),
        *map(_counter_row, save.counters),
        *(_coloured_row("hexes", each) for each in save.colours),
        *(_coloured_row("lines", each) for each in save.lines),
        *map(_label_row, save.labels),
        *map(_group_row, save.groups),
    ]
    counts = {
        "boards": len(save.chart.in_play),
        "hexes": save.chart.hexes(),
        "counters": len(save.counters),
        "hidden": len(save.hidden),
        "concealed": len(save.concealed),
    }
    arguments = {"save": shown(save.source)}
    return Answer("map tell", None, "done", arguments, rows, counts, lines=tuple(_lines(save)))


def _board_row(placed: PlacedBoard) -> dict[str, Any]:
    board = placed.board
    return {
        "board": board.name,
        "row": board.grid[1] + 1,
        "place": board.grid[0] + 1,
        **attributes(board, "reversed", "crop", "version", "changes", "zoom"),
        "filler": board.is_filler,
        "archive_version": placed.archive_version,
        "overlays": [
            {"name": name, "hexes": [first, second]} for name, first, second in board.overlays
        ],
        **attributes(placed, "corner", "size"),
        "hexes": len(placed.hexes),
        "hexrows": list(placed.hexrows) if placed.hexes else [],
        "numbers": list(placed.numbers) if placed.hexes else [],
    }


def _spot_row(spot: SavedSpot | None) -> dict[str, Any] | None:
    if spot is None:
        return None
    return {
        **attributes(spot, "board", "hex", "where", "number", "distance", "beside"),
        "coordinate": coordinate(spot.board, spot.hex),
        "others": [coordinate(board, name) for board, name in spot.others],
    }


def _counter_row(counter: SavedCounter) -> dict[str, Any]:
    return {
        "counter": counter.name,
        **attributes(counter, "base", "kind", "nation", "gpid", "x", "y", "beneath", "hidden"),
        **attributes(counter, "concealed", "turned", "states", "label"),
        "at": _spot_row(counter.spot),
        "facing": dict(counter.facing),
    }


def _coloured_row(what: str, coloured: ColouredHexes) -> dict[str, Any]:
    return {
        "colour": coloured.colour,
        "marks": what,
        "spots": [_spot_row(each) for each in coloured.spots],
        "off_map": coloured.off_map,
    }


def _label_row(label: Label) -> dict[str, Any]:
    return {
        "label": label.text,
        **attributes(label, "template", "x", "y"),
        "at": _spot_row(label.spot),
    }


def _group_row(group: SavedGroup) -> dict[str, Any]:
    return {
        "caption": group.caption.text,
        "template": group.caption.template,
        "counters": dict(group.counts),
    }


def coordinate(board: str, name: str) -> str:
    """Write a hex with its board (A2.2); a board that no coordinate can name stands in brackets."""
    try:
        return str(BoardHex(parse_hex(name), board_number(board)))
    except CoordinateError:
        return f"[{shown(board)}]{name}"


def _lines(save: Save) -> Iterator[str]:
    by = [f"{what} {text}" for what, text in (("VASL", save.vasl), ("VASSAL", save.vassal)) if text]
    yield f"{shown(save.source)}: {', '.join(by) or 'of unknown version'} ({save.header})"
    yield from map(_board_line, save.chart.in_play)
    if save.chart.in_play:
        yield f"North: {save.north}"
    yield from _info_lines(save)
    yield from (f"note: {each}" for each in save.notes)
    yield from _counter_lines(save.counters)
    yield from (_coloured_line("hexes marked", each) for each in save.colours)
    yield from (_coloured_line("lines", each) for each in save.lines)
    if save.groups:
        yield "captions, with the counters that lie nearest below each:"
    for each in save.groups:
        text = ", ".join(_times(number, shown(name)) for name, number in each.counts.items())
        yield f"  {_title(each.caption)}: {text}"
    in_groups = {each.caption for each in save.groups}
    rest = [each for each in save.labels if each not in in_groups]
    if rest:
        yield "labels:"
        yield from (f"  {_title(each)}" for each in rest)


def _board_line(placed: PlacedBoard) -> str:
    board = placed.board
    lines = [f"row {board.grid[1] + 1}, place {board.grid[0] + 1}: board {shown(board.name)}"]
    lines += ["reversed"] if board.reversed else []
    lines += [f"version {shown(board.version)}"] if board.version else []
    lines += [f"cropped to {list(board.crop)}"] if board.crop else []
    if placed.hexes:
        rows, numbers = "-".join(placed.hexrows), "-".join(map(str, placed.numbers))
        hexes = counted(len(placed.hexes), "hex", "hexes")
        lines.append(f"hexrows {rows}, numbers {numbers}, {hexes}")
    lines += [
        f"overlay {shown(each)} on {shown(first)}-{shown(second)}"
        for each, first, second in board.overlays
    ]
    lines += [f"changed by {' '.join(map(shown, board.changes))}"] if board.changes else []
    return ", ".join(lines)


def _info_lines(save: Save) -> Iterator[str]:
    fields = {each: save.info.field(each) for each in INFO_FIELDS}
    lines = [f"turn {shown(fields['turn'])}"] if fields["turn"] else []
    lines += [f"{shown(fields['mover'])} moves"] if fields["mover"] else []
    for side in ("axis", "allied"):
        for number in ("elr", "san"):
            value = fields[f"{side}_{number}"]
            lines += [f"{side.capitalize()} {number.upper()} {shown(value)}"] if value else []
    if lines:
        yield ", ".join(lines)
    if save.info.notes:
        yield f"setup notes: {shown(' / '.join(save.info.notes), 3 * _LONGEST_TEXT)}"


def _counter_lines(counters: Sequence[SavedCounter]) -> Iterator[str]:
    by_hex: dict[tuple[str, HexName], list[str]] = defaultdict(list)
    beside: dict[str, Counter[str]] = defaultdict(Counter)
    for each in counters:
        if each.kind in _MARKING:
            continue
        if each.spot is None:
            beside[each.nation or "of no nation"][_counter_words(each)] += 1
        else:
            where = each.spot.board, parse_hex(each.spot.hex)
            by_hex[where].append(
                f"{each.nation or ''} {_counter_words(each)}{_spot_words(each.spot)}".strip()
            )
    if by_hex:
        yield "on the boards:"
        for (board, name), some in sorted(by_hex.items()):
            text = ", ".join(_times(number, what) for what, number in Counter(some).items())
            yield f"  {coordinate(board, str(name))}: {text}"
    if beside:
        yield "beside the boards:"
        for nation, kinds in sorted(beside.items()):
            text = ", ".join(_times(number, what) for what, number in sorted(kinds.items()))
            yield f"  {nation}: {text}"


def _times(number: int, what: str) -> str:
    return what if number == 1 else f"{number} x {what}"


def _counter_words(counter: SavedCounter) -> str:
    more = [f"{each.upper()} {number}" for each, number in counter.facing]
    more += counter.states
    more += ["hidden"] if counter.hidden else []
    more += ["concealed"] if counter.concealed else []
    more += [_one_line(counter.label)] if counter.label else []
    text = f" ({', '.join(more)})" if more else ""
    return f"{counter.kind} {shown(counter.name)}{text}"


def _spot_words(spot: SavedSpot) -> str:
    fields = {"hexside": f" on hexside {spot.number}", "vertex": f" on vertex {spot.number}"}
    return f"{fields.get(spot.where, '')}{', beside the board' if spot.beside else ''}"


def _coloured_line(what: str, coloured: ColouredHexes) -> str:
    named = dict.fromkeys(coordinate(each.board, each.hex) for each in coloured.spots)
    lines = [" ".join(named)] if named else []
    lines += [f"{coloured.off_map} beside the boards"] if coloured.off_map else []
    return f"{what} {coloured.colour}: {', '.join(lines)}"


def _title(label: Label) -> str:
    text = f'"{_one_line(label.text)}"'
    return f"{shown(label.template)} {text}" if label.template else text


def _one_line(text: str) -> str:
    return shown(text.replace("\n", " / "), _LONGEST_TEXT)
