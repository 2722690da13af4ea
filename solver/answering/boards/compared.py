"""Answers about what differs between two boards, and between what is seen on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.differences import (
    HEXSIDE,
    Change,
    board_changes,
    change_places,
    heading_changes,
)
from hexcourt.facts.errors import listed
from hexcourt.facts.showing import shown
from hexcourt.solver.answering.answer import Answer
from hexcourt.solver.answering.words import counted
from hexcourt.solver.comparing.board_pairs import ChangedLine, ComparedPairs, compare_pairs

Row = dict[str, Any]

COUNTING = ("size", "map rules")
"""What of two boards as wholes makes them different boards: not what they are called."""

MOST_CHANGES_TOLD, MOST_LINES_TOLD, MOST_NAMES_TOLD = 60, 3, 12
"""How many changes, lines of one cause, and names in a row the text tells; JSON tells all."""


@dataclass(frozen=True)
class ComparedBoards:
    """Two boards, what differs, and where."""

    old: Board
    new: Board
    heading: tuple[Change, ...]
    changes: tuple[Change, ...]
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


def told(found: ComparedBoards, names: Sequence[str]) -> Answer:
    """Tell what was compared, as an answer."""
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
        lines=tuple(_lines(found)),
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
            "hexes": list(each.hexes),
            "old": each.old,
            "new": each.new,
            "pixels": each.pixels,
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
            "old": each.old,
            "new": each.new,
            "causes": [place + 1 for place in each.places],
            "together": each.together,
        }


def _lines(found: ComparedBoards) -> Iterator[str]:
    for each in found.heading:
        yield f"{each.what}: {shown(each.old, 200)} -> {shown(each.new, 200)}"
    for each in found.changes[:MOST_CHANGES_TOLD]:
        yield _change_line(each)
    if len(found.changes) > MOST_CHANGES_TOLD:
        yield f"and {len(found.changes) - MOST_CHANGES_TOLD} changes more"
    if found.pairs is not None:
        for which, names in (("old", found.pairs.only_old), ("new", found.pairs.only_new)):
            if names:
                yield f"Locations on the {which} board alone: {_some(names)}"
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


def _change_line(each: Change) -> str:
    where = f"hexside {'-'.join(each.hexes)}" if each.what == HEXSIDE else each.hexes[0]
    what = "" if each.what == HEXSIDE else f" {each.what}"
    pixels = "" if each.pixels is None else f" ({counted(each.pixels, 'pixel')})"
    return f"{where}:{what} {each.old} -> {each.new}{pixels}"


def _cause_lines(
    found: ComparedBoards, cause: Cause, lines: Sequence[ChangedLine]
) -> Iterator[str]:
    causes, together = cause
    if causes:
        names = (_some(found.places[place]) for place in causes)
        where = f"{'place' if len(causes) == 1 else 'places'} {listed(str(c + 1) for c in causes)}"
        where += f" ({'; '.join(names)})"
        if len(causes) > 1:
            where += " together" if together else ", each by itself"
    else:
        where = "no place that they pass"
    kinds = ", ".join(f"{n} {kind}" for kind, n in _kinds(lines).items())
    yield f"due to {where}: {kinds}"
    for each in lines[:MOST_LINES_TOLD]:
        yield f"  {each.a} to {each.b}: {each.old} -> {each.new}"


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_NAMES_TOLD} more" if len(names) > MOST_NAMES_TOLD else ""
    return ", ".join(names[:MOST_NAMES_TOLD]) + more
