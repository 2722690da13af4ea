"""Answers about maps as a configuration lays them, and about what differs between two boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from hexcourt.facts.areas.area import Compass
from hexcourt.facts.base.errors import listed, shown
from hexcourt.facts.boards.board import Board
from hexcourt.facts.formats.read_board import NORTHS
from hexcourt.facts.maps.changes.meaning import DONE, REFUSED, Made
from hexcourt.facts.maps.compose_map import ComposedMap
from hexcourt.facts.maps.differences import (
    HEXSIDE,
    BoardDifference,
    board_changes,
    change_places,
    heading_changes,
)
from hexcourt.facts.maps.joining import PlacedSection
from hexcourt.facts.maps.overlays.apply_overlays import overlays_of
from hexcourt.solver.answer.answer import Answer
from hexcourt.solver.answer.words import attributes, counted
from hexcourt.solver.boards.line_differences import ChangedLine, ComparedPairs, compare_pairs
from hexcourt.solver.position.areas import Areas
from hexcourt.solver.query.answers import north_assumption

_FEW = 8
"""How many names a line of words lists; JSON has all."""


def map_answer(composed_map: ComposedMap) -> Answer:
    """Return how a map is placed."""
    boards = [_board_row(composed_map, each) for row in composed_map.rows for each in row]
    areas, order = Areas(composed_map.board), composed_map.board.indices
    edges = [
        {"edge": side, "hexes": sorted(areas.asked(f"edge(H,{side})"), key=order.__getitem__)}
        for side in map(str, Compass)
    ]
    rows = [
        *boards,
        *edges,
        *_seams(composed_map.board),
        *_overlays(composed_map),
        *map(_change_row, composed_map.made),
    ]
    counts = {
        "boards": len(boards) or 1,
        "hexes": len(composed_map.board.hexes),
        "half_hexes": len(composed_map.board.half_hexes),
        "changes": sum(each.outcome == DONE for each in composed_map.made),
        "refused": sum(each.outcome == REFUSED for each in composed_map.made),
    }
    assumptions = tuple(north_assumption(composed_map.board, "north"))
    lines = (
        *_lines(composed_map, rows, counts),
        *(f"taken for granted: {each}" for each in assumptions),
    )
    arguments = {
        "north": composed_map.board.north or NORTHS[0],
        "play": list(composed_map.configuration.play),
    }
    return Answer(
        "map show", composed_map.board, "done", arguments, rows, counts, assumptions, lines=lines
    )


def _board_row(composed_map: ComposedMap, section: PlacedSection) -> dict[str, Any]:
    section_name = section.section
    version, wanted = (
        composed_map.versions[section_name.id],
        composed_map.wanted.get(section_name.id),
    )
    names = [each.name for each in section.hexes]
    columns = [each.place[0] for each in section.hexes]
    return {
        "board": section_name.id,
        "row": section.row + 1,
        "place": section.column + 1,
        "reversed": section_name.reversed,
        "crop": None if section_name.crop is None else list(section_name.crop),
        "version": version,
        "version_wanted": wanted,
        "hexes": len(names),
        "hexrows": [_hexrow(section, min(columns)), _hexrow(section, max(columns))],
    }


def _hexrow(section: PlacedSection, column: int) -> str:
    name = next(each.name for each in section.hexes if each.place[0] == column)
    return name.rstrip("0123456789")


def _seams(board: Board) -> Iterator[dict[str, Any]]:
    """Describe the hexes that are parts of two boards."""
    found: dict[tuple[str, ...], list[str]] = {}
    for name, parts in (board.sections.parts if board.sections is not None else {}).items():
        if len(parts) > 1:
            found.setdefault(parts, []).append(name)
    for parts, hexes in sorted(found.items()):
        yield {"seam": list(parts), "hexes": hexes}


def _overlays(composed_map: ComposedMap) -> Iterator[dict[str, Any]]:
    """Describe the overlays; one may lie on none of the hexes that are left, or in play."""
    on_map = overlays_of(composed_map.board)
    for name in dict.fromkeys(
        (*on_map, *(each.name for each in composed_map.configuration.overlays))
    ):
        yield {"overlay": name, "hexes": list(on_map.get(name, ()))}


def _change_row(made: Made) -> dict[str, Any]:
    return {
        "change": made.written,
        "board": made.board or None,
        "outcome": {DONE: "made", REFUSED: "refused"}.get(made.outcome, "nothing"),
        "meaning": made.meaning or None,
        "cited": made.cited or None,
        "why": made.why or None,
        "hexes": list(made.hexes),
        "hexsides": [list(pair) for pair in made.hexsides],
    }


def _lines(
    composed_map: ComposedMap, rows: list[dict[str, Any]], counts: dict[str, int]
) -> Iterator[str]:
    half = f", {counts['half_hexes']} of them half-hexes" if counts["half_hexes"] else ""
    play = (
        f"; in play: {', '.join(composed_map.configuration.play)}"
        if composed_map.configuration.play
        else ""
    )
    size = f"{counted(counts['hexes'], 'hex', 'hexes')}{half}"
    yield f"{composed_map.board.title}: {size}, North is {composed_map.board.north or NORTHS[0]}{play}"
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
    yield from map(_made_line, composed_map.made)


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


Row = dict[str, Any]

COUNTING = ("size", "map rules")
"""What of two boards as wholes makes them different boards: not what they are called."""

MAX_CHANGES_LISTED, MAX_LINES_LISTED, MAX_NAMES_LISTED = 60, 3, 12
"""How many changes, lines of one cause, and names in a row the text tells; JSON tells all."""


@dataclass(frozen=True)
class ComparedBoards:
    """Two boards, what differs, and where."""

    old: Board
    new: Board
    heading: tuple[BoardDifference, ...]
    changes: tuple[BoardDifference, ...]
    places: tuple[tuple[str, ...], ...]
    pairs: ComparedPairs | None

    @property
    def hexes(self) -> tuple[str, ...]:
        """List the hexes of all changes."""
        return tuple(name for place in self.places for name in place)


def compare_boards(old: Board, new: Board, pairs: bool = True) -> ComparedBoards:
    """Compare two boards; with ``pairs`` all lines between the Locations that both have, too."""
    heading = tuple(heading_changes(old, new))
    changes = board_changes(old, new)
    places = change_places(old, new, changes)
    same = not changes and not any(each.what in COUNTING for each in heading)
    found = None
    if pairs:
        found = ComparedPairs(0, (), (), ()) if same else compare_pairs(old, new, places)
    return ComparedBoards(old, new, heading, changes, places, found)


def comparison_answer(found: ComparedBoards, names: Sequence[str]) -> Answer:
    """Return what was compared, as an answer."""
    rows = [*_heading_rows(found), *_change_rows(found), *_cause_rows(found), *_line_rows(found)]
    differs = found.changes or any(each.what in COUNTING for each in found.heading)
    lines = found.pairs.changed if found.pairs is not None else ()
    counts = {"changes": len(found.changes), "places": len(found.places)}
    if found.pairs is not None:
        counts |= {"lines": len(lines), "pairs": found.pairs.pairs}
    return Answer(
        "board diff",
        None,
        "no" if differs or lines else "yes",
        {"boards": [shown(each) for each in names], "pairs": found.pairs is not None},
        rows,
        counts,
        lines=tuple(_lines_compared(found)),
    )


def _heading_rows(found: ComparedBoards) -> Iterator[Row]:
    for each in found.heading:
        yield {"differs": each.what, "old": shown(each.old, 400), "new": shown(each.new, 400)}
    if found.pairs is not None:
        for which, names in (("old", found.pairs.only_old), ("new", found.pairs.only_new)):
            if names:
                yield {"only_on": which, "locations": list(names)}


def _change_rows(found: ComparedBoards) -> Iterator[Row]:
    number = {name: n for n, place in enumerate(found.places, 1) for name in place}
    for each in found.changes:
        yield {
            "change": each.what,
            **attributes(each, "hexes", "old", "new", "pixels"),
            "place": number.get(each.hexes[0], 0),
        }


Cause = tuple[tuple[int, ...], bool]
"""The places that lines are due to, and whether it takes them together."""


def _by_cause(lines: Sequence[ChangedLine]) -> dict[Cause, list[ChangedLine]]:
    found: dict[Cause, list[ChangedLine]] = {}
    for each in sorted(lines, key=lambda line: (len(line.places), line.places, line.together)):
        found.setdefault((each.places, each.together), []).append(each)
    return found


def _kinds(lines: Sequence[ChangedLine]) -> dict[str, int]:
    """Count lines by what they were and are, without rules."""
    counts = Counter(f"{_short(each.old)} -> {_short(each.new)}" for each in lines)
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _short(verdict: str) -> str:
    return "hindered" if "+" in verdict else verdict.partition(" by ")[0]


def _cause_rows(found: ComparedBoards) -> Iterator[Row]:
    if found.pairs is None:
        return
    for (places, together), lines in _by_cause(found.pairs.changed).items():
        yield {
            "cause": [place + 1 for place in places],
            "together": together,
            "hexes": [name for place in places for name in found.places[place]],
            "lines": len(lines),
            "kinds": _kinds(lines),
        }


def _line_rows(found: ComparedBoards) -> Iterator[Row]:
    for each in () if found.pairs is None else found.pairs.changed:
        yield {
            "from": each.a,
            "to": each.b,
            **attributes(each, "old", "new", "together"),
            "causes": [place + 1 for place in each.places],
        }


def _lines_compared(found: ComparedBoards) -> Iterator[str]:
    for each in found.heading:
        yield f"{each.what}: {shown(each.old, 200)} -> {shown(each.new, 200)}"
    for each in found.changes[:MAX_CHANGES_LISTED]:
        yield _change_line(each)
    if len(found.changes) > MAX_CHANGES_LISTED:
        yield f"and {len(found.changes) - MAX_CHANGES_LISTED} changes more"
    if found.pairs is not None:
        for which, names in (("old", found.pairs.only_old), ("new", found.pairs.only_new)):
            if names:
                yield f"Locations on the {which} board alone: {_some_compared(names)}"
    places = counted(len(found.places), "place")
    summary = (
        f"{counted(len(found.changes), 'change')} in {places}" if found.changes else "no change"
    )
    if found.pairs is None:
        yield summary
        return
    lines = found.pairs.changed
    compared = f"of {counted(found.pairs.pairs, 'pair')} of Locations" if found.pairs.pairs else ""
    yield f"{summary}{f'; {len(lines)} {compared} are judged otherwise' if compared else ''}"
    for causes, some in _by_cause(lines).items():
        yield from _cause_lines(found, causes, some)


def _change_line(each: BoardDifference) -> str:
    where = f"hexside {'-'.join(each.hexes)}" if each.what == HEXSIDE else each.hexes[0]
    what = "" if each.what == HEXSIDE else f" {each.what}"
    pixels = "" if each.pixels is None else f" ({counted(each.pixels, 'pixel')})"
    return f"{where}:{what} {each.old} -> {each.new}{pixels}"


def _cause_lines(
    found: ComparedBoards, cause: Cause, lines: Sequence[ChangedLine]
) -> Iterator[str]:
    causes, together = cause
    if causes:
        names = (_some_compared(found.places[place]) for place in causes)
        where = f"{'place' if len(causes) == 1 else 'places'} {listed(str(c + 1) for c in causes)}"
        where += f" ({'; '.join(names)})"
        if len(causes) > 1:
            where += " together" if together else ", each by itself"
    else:
        where = "no place that they pass"
    kinds = ", ".join(f"{n} {kind}" for kind, n in _kinds(lines).items())
    yield f"due to {where}: {kinds}"
    for each in lines[:MAX_LINES_LISTED]:
        yield f"  {each.a} to {each.b}: {each.old} -> {each.new}"


def _some_compared(names: Sequence[str]) -> str:
    more = f" and {len(names) - MAX_NAMES_LISTED} more" if len(names) > MAX_NAMES_LISTED else ""
    return ", ".join(names[:MAX_NAMES_LISTED]) + more
