"""Answers about maps as a configuration lays them: boards, edges, seams, overlays, changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hexcourt.facts.areas.area import Compass
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.board_predicates import NORTHS
from hexcourt.facts.errors import listed
from hexcourt.facts.maps.changes.made import DONE, REFUSED, Made
from hexcourt.facts.maps.joining import LaidSection
from hexcourt.facts.maps.laying import LaidMap
from hexcourt.facts.maps.overlays.telling import overlays_of
from hexcourt.solver.answering.answer import Answer
from hexcourt.solver.answering.asking.area_words import north_granted
from hexcourt.solver.answering.words import counted
from hexcourt.solver.areas.finding import Areas

_FEW = 8
"""How many names a line of words lists; JSON has all."""


def tell_map(laid: LaidMap) -> Answer:
    """Tell how a map is laid."""
    boards = [_board_row(laid, each) for row in laid.rows for each in row]
    areas, order = Areas(laid.board), laid.board.indices
    edges = [
        {"edge": side, "hexes": sorted(areas.asked(f"edge(H,{side})"), key=order.__getitem__)}
        for side in map(str, Compass)
    ]
    rows = [
        *boards,
        *edges,
        *_seams(laid.board),
        *_overlays(laid),
        *map(_change_row, laid.made),
    ]
    counts = {
        "boards": len(boards) or 1,
        "hexes": len(laid.board.hexes),
        "half_hexes": len(laid.board.half_hexes),
        "changes": sum(each.outcome == DONE for each in laid.made),
        "refused": sum(each.outcome == REFUSED for each in laid.made),
    }
    granted = tuple(north_granted(laid.board, "north"))
    lines = (*_lines(laid, rows, counts), *(f"taken for granted: {each}" for each in granted))
    arguments = {"north": laid.board.north or NORTHS[0], "play": list(laid.told.play)}
    return Answer("map show", laid.board, "done", arguments, rows, counts, granted, lines=lines)


def _board_row(laid: LaidMap, section: LaidSection) -> dict[str, Any]:
    told = section.section
    version, wanted = laid.versions[told.id], laid.wanted.get(told.id)
    names = [each.name for each in section.hexes]
    columns = [each.place[0] for each in section.hexes]
    return {
        "board": told.id,
        "row": section.row + 1,
        "place": section.column + 1,
        "reversed": told.reversed,
        "crop": None if told.crop is None else list(told.crop),
        "version": version,
        "version_wanted": wanted,
        "hexes": len(names),
        "hexrows": [_hexrow(section, min(columns)), _hexrow(section, max(columns))],
    }


def _hexrow(section: LaidSection, column: int) -> str:
    name = next(each.name for each in section.hexes if each.place[0] == column)
    return name.rstrip("0123456789")


def _seams(board: Board) -> Iterator[dict[str, Any]]:
    """Tell of the hexes that are parts of two boards."""
    found: dict[tuple[str, ...], list[str]] = {}
    for name, parts in (board.sections.parts if board.sections is not None else {}).items():
        if len(parts) > 1:
            found.setdefault(parts, []).append(name)
    for parts, hexes in sorted(found.items()):
        yield {"seam": list(parts), "hexes": hexes}


def _overlays(laid: LaidMap) -> Iterator[dict[str, Any]]:
    """Tell of the overlays; one may lie on none of the hexes that are left, or in play."""
    lying = overlays_of(laid.board)
    for name in dict.fromkeys((*lying, *(each.name for each in laid.told.overlays))):
        yield {"overlay": name, "hexes": list(lying.get(name, ()))}


def _change_row(made: Made) -> dict[str, Any]:
    return {
        "change": made.told,
        "board": made.board or None,
        "outcome": {DONE: "made", REFUSED: "refused"}.get(made.outcome, "nothing"),
        "meaning": made.meaning or None,
        "cited": made.cited or None,
        "why": made.why or None,
        "hexes": list(made.hexes),
        "hexsides": [list(pair) for pair in made.hexsides],
    }


# --- in words ---------------------------------------------------------------------------------------


def _lines(laid: LaidMap, rows: list[dict[str, Any]], counts: dict[str, int]) -> Iterator[str]:
    half = f", {counts['half_hexes']} of them half-hexes" if counts["half_hexes"] else ""
    play = f"; in play: {', '.join(laid.told.play)}" if laid.told.play else ""
    size = f"{counted(counts['hexes'], 'hex', 'hexes')}{half}"
    yield f"{laid.board.title}: {size}, North is {laid.board.north or NORTHS[0]}{play}"
    for row in rows:
        if "version" in row:
            yield _board_line(row)
        elif "edge" in row:
            yield f"{row['edge']} edge: {_some(row['hexes'])}"
        elif "seam" in row:
            yield f"seam of board {listed(row['seam'])}: {_some(row['hexes'])}"
        elif "overlay" in row:
            where = _some(row["hexes"]) if row["hexes"] else "on none of the hexes that are left"
            yield f"overlay {row['overlay']}: {where}"
    yield from map(_made_line, laid.made)


def _board_line(row: dict[str, Any]) -> str:
    turned = " reversed" if row["reversed"] else ""
    crop = f", cropped to {row['crop']}" if row["crop"] else ""
    first, last = row["hexrows"]
    rows = f"{counted(row['hexes'], 'hex', 'hexes')} of hexrows {first} to {last}"
    wanted = row["version_wanted"]
    differs = f" (the scenario names {wanted})" if wanted not in (None, row["version"]) else ""
    return (
        f"row {row['row']}, place {row['place']}: board {row['board']}{turned}, "
        f"version {row['version']}{differs}{crop}: {rows}"
    )


def _made_line(made: Made) -> str:
    if made.outcome != DONE:
        return made.sentence
    where = f": {_some(made.hexes)}" if made.hexes and not made.hexsides else ""
    sides = [f"{first}-{other}" for first, other in made.hexsides]
    if sides:
        where = f": {counted(len(sides), 'hexside')}: {', '.join(sides[:_FEW])}"
        where += ", ..." if len(sides) > _FEW else ""
    return f"{made.sentence}{where}"


def _some(hexes: list[str] | tuple[str, ...]) -> str:
    more = ", ..." if len(hexes) > _FEW else ""
    return f"{counted(len(hexes), 'hex', 'hexes')}: {', '.join(hexes[:_FEW])}{more}"
