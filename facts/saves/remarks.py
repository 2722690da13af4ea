"""Sentences about what could not be taken from a save as it stands."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from hexcourt.facts.errors import listed
from hexcourt.facts.saves.charting import Chart, SavedBoard, archive_of
from hexcourt.facts.saves.kinds import UNKNOWN
from hexcourt.facts.saves.saved import SavedCounter
from hexcourt.facts.showing import LONGEST_NAME, shown

_CHANGE = re.compile(r"(\w+?)To(\w+)")
_TWICE = re.compile(r"(\w+)\1")
_MOST_NAMED = 6
_OF_TERRAIN = ("terrain-overlay", "destruction")


def remarks(
    laid: Chart,
    folder: Path | None,
    counters: Sequence[SavedCounter],
    norths: Collection[int],
    unread: int,
    recorded: int,
) -> Iterator[str]:
    """List what was left out, taken as given, or could not be told."""
    if not laid.placed:
        yield "the save has no boards"
    if laid.in_play and not norths:
        yield "no counter says where North is: taken as up"
    if len(norths) > 1:
        yield "counters for North point several ways: the first is taken"
    fillers = [shown(each.board.name) for each in laid.placed if each.board.is_filler]
    if fillers:
        yield f"left out, as fillers beside the map: {listed(fillers)}"
    yield from _about_archives(laid, folder)
    names = Counter(each.board.name for each in laid.in_play)
    twice = [shown(name) for name, times in names.items() if times > 1]
    if twice:
        yield (
            f"there more than once: {listed(twice)}; the map's reader takes a board once, as its "
            "hexes would have the same names"
        )
    for each in laid.in_play:
        yield from _about_version(each.board, each.archive_version)
        if each.overrun is not None:
            width, height = each.overrun
            yield (
                f"board {shown(each.board.name)}: cropped beyond its {width} by {height} pixels, which "
                "the map's reader refuses"
            )
        yield from _about_changes(each.board)
        if each.board.zoom != 1.0:
            name = shown(each.board.name)
            yield f"board {name}: lies {each.board.zoom:g} times as large as printed; laid as printed"
    terrain = [each.name for each in counters if each.kind in _OF_TERRAIN and each.spot]
    if terrain:
        yield f"counters that change terrain are no part of a configuration: {_some(terrain)}"
    unknown = [each.base for each in counters if each.kind == UNKNOWN]
    if unknown:
        yield f"counters of unknown kind: {_some(unknown)}"
    if unread:
        yield f"counters that could not be read: {unread}"
    if recorded:
        yield f"a log: its {recorded} recorded commands are not played"


def _some(names: Sequence[str]) -> str:
    """List some names, each with how often it is there."""
    told = [f"{times} x {shown(each)}" for each, times in Counter(names).items()]
    more = f" and {len(told) - _MOST_NAMED} more" if len(told) > _MOST_NAMED else ""
    return f"{', '.join(told[:_MOST_NAMED])}{more}"


def _about_archives(laid: Chart, folder: Path | None) -> Iterator[str]:
    lacking = [each.board for each in laid.in_play if each.archive_version is None]
    if lacking and folder is not None:
        names = listed(dict.fromkeys(shown(str(archive_of(each, folder))) for each in lacking))
        yield (
            f"not there: {names}; hexes are told as on boards of the usual size, and terrain, lines of "
            "sight and moves need the archives"
        )


def _about_version(board: SavedBoard, version: str | None) -> Iterator[str]:
    if version is not None and board.version not in (None, version):
        yield (
            f"board {shown(board.name)}: saved with version {shown(str(board.version))}, the archive "
            f"has {shown(version)}"
        )


def _about_changes(board: SavedBoard) -> Iterator[str]:
    """Tell of words for terrain changes that are empty, told twice, run together, or at odds."""
    name = shown(board.name)
    if board.surplus:
        yield f"board {name}: empty words among its terrain changes: {board.surplus}"
    again = [each for each, times in Counter(board.changes).items() if times > 1]
    if again:
        words = ", ".join(map(shown, again))
        yield f"board {name}: terrain changes told more than once: {words}"
    becomes: dict[str, dict[str, None]] = {}
    for word in dict.fromkeys(each for each in board.changes if len(each) <= LONGEST_NAME):
        twice = _TWICE.fullmatch(word)
        if twice:
            yield f"board {name}: {shown(word)} looks like {shown(twice[1])} written twice"
        change = _CHANGE.fullmatch(twice[1] if twice else word)
        if change:
            becomes.setdefault(change[1], {})[change[2]] = None
    for what, targets in becomes.items():
        if len(targets) > 1:
            yield (
                f"board {name}: {shown(what)} becomes {listed(map(shown, targets))}, which "
                "contradict one another"
            )
