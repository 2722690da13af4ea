"""How far buildings reach: the hexes whose building it is, at the centre dot or beside it (B.1).

On a drawing by pixels a building is a patch of building pixels that touch each other, at corners too. On
one by outlines it is what is told, or measured, to run on over hexsides.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Hex, Raster
from hexcourt.facts.boards.terrain_terms import is_building
from hexcourt.facts.moving.movement_facts import measured
from hexcourt.facts.moving.raster_clearance import BUILDING_SIDE


def building_extents(board: Board) -> Mapping[str, frozenset[str]]:
    """Map each building hex to the hexes of all of its building."""
    if board.raster is not None:
        patches = _patches(board.raster)
        columns, rows = np.floor(board.centres).astype(int).T
        width, height = patches.shape
        at = patches[np.clip(columns, 0, width - 1), np.clip(rows, 0, height - 1)]
        groups = {record.name: int(number) for record, number in zip(board.hexes, at, strict=True)}
        groups |= {
            record.name: _largest(board, patches, record)
            for record in board.hexes
            if not groups[record.name] and any(map(is_building, record.terrain))
        }
        return _grouped({name: group for name, group in groups.items() if group})
    return _grouped(_by_hexsides(board))


def _patches(raster: Raster) -> npt.NDArray[np.int32]:
    """Number the patches of building pixels from 1; 0 is none."""
    is_built = np.array([is_building(term) for term in raster.terms])
    built = is_built[raster.terrain]
    width, height = built.shape
    # stretches of each column, joined where they touch those of the column before
    edges = np.diff(np.pad(built.astype(np.int8), ((0, 0), (1, 1))), axis=1)
    firsts, lasts = np.nonzero(edges == 1), np.nonzero(edges == -1)
    columns, starts, ends = firsts[0], firsts[1], lasts[1]
    parents = list(range(len(columns)))

    def root(number: int) -> int:
        while parents[number] != number:
            parents[number] = parents[parents[number]]
            number = parents[number]
        return number

    begin = np.searchsorted(columns, np.arange(width + 1)).tolist()
    for column in range(1, width):
        before, after = begin[column - 1], begin[column]
        here = after
        while before < begin[column] and here < begin[column + 1]:
            if starts[before] <= ends[here] and starts[here] <= ends[before]:
                one, other = sorted((root(before), root(here)))
                parents[other] = one
            if ends[before] < ends[here]:
                before += 1
            else:
                here += 1
    found = np.zeros((width, height), dtype=np.int32)
    runs = zip(columns.tolist(), starts.tolist(), ends.tolist(), strict=True)
    for number, (at, start, end) in enumerate(runs):
        found[at, start:end] = root(number) + 1
    return found


def _largest(board: Board, patches: npt.NDArray[np.int32], record: Hex) -> int:
    """Number the patch that covers most of a hex whose dot lies in none, 0 where none does."""
    x, y = map(float, board.layout.centre(record.place))
    half = float(board.layout.column_step) * 2 / 3  # as far as the vertices are
    left, top = max(0, int(x - half)), max(0, int(y - half))
    window = patches[left : int(x + half) + 1, top : int(y + half) + 1]
    xs, ys = np.nonzero(window)
    owners = board.layout.places_at(xs + left + 0.5, ys + top + 0.5)
    inside = (owners == np.array(record.place)).all(axis=1)
    counts = np.bincount(window[xs[inside], ys[inside]], minlength=1)
    return int(counts.argmax())


def _by_hexsides(board: Board) -> dict[str, int]:
    """Number the buildings of a board that is drawn by outlines, or told by hexsides."""
    found = {
        record.name: number
        for number, record in enumerate(board.hexes)
        if any(map(is_building, record.terrain))
    }
    joined = [pair for pair, terms in board.hexsides.items() if BUILDING_SIDE in terms]
    for number, side, term in measured(board).over:
        if term == BUILDING_SIDE:
            beyond = board.hexes[int(board.neighbours[number, side])]
            joined.append((board.hexes[number].name, beyond.name))
    for one, other in joined:
        if one in found and other in found:
            least, most = sorted((found[one], found[other]))
            found = {name: least if group == most else group for name, group in found.items()}
    return found


def _grouped(groups: Mapping[str, int]) -> Mapping[str, frozenset[str]]:
    gathered: dict[int, set[str]] = {}
    for name, group in groups.items():
        gathered.setdefault(group, set()).add(name)
    whole = {group: frozenset(names) for group, names in gathered.items()}
    return {name: whole[group] for name, group in groups.items()}
