"""Tells a board of the overlays that lie on it: which hexes they cover, where they end, what is untold.

Features of hexes: ``overlay(o2)`` of a covered hex; ``untold(level)``, ``untold(ground)`` and
``untold(storeys)`` where the overlay or the documents do not say how high it lies, what lies there, how
many levels its building has. Hexsides where overlays end carry ``overlay_edge`` (A2.72).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Hex
from hexcourt.facts.formats.vasl_terrain import terrain_codes
from hexcourt.facts.grid.geometry import Layout, Position, neighbour
from hexcourt.facts.maps.overlays.drawing import Sheet

_FEATURE = re.compile(r"overlay\(([a-z0-9_]+)\)|untold\((level|ground|storeys)\)")

_REACH = (-1.5, -0.5, 0.5, 1.5)
"""How far from a hexside, in pixels, a line along it touches what is drawn."""

_STEPS = np.linspace(0.06, 0.94, 45)


@dataclass(frozen=True)
class Lying:
    """What is to be told of one board, by the names that it gives its hexes: which overlays cover a hex,
    what is untold there, and on which hexsides their terrain ends, told as (covered hex, other hex).
    """

    covers: Mapping[str, str]
    untold: Mapping[str, frozenset[str]]
    ends: tuple[tuple[str, str], ...]
    sides: tuple[tuple[str, str], ...]
    storeys: frozenset[str]
    about: str


def overlays_of(board: Board) -> Mapping[str, tuple[str, ...]]:
    """List the overlays on a board or map, each with the hexes that it covers."""
    found: dict[str, tuple[str, ...]] = {}
    for record in board.hexes:
        for each in record.features:
            match = _FEATURE.fullmatch(each)
            if match is not None and match[1]:
                found[match[1]] = (*found.get(match[1], ()), record.name)
    return found


def is_of_overlay(feature: str) -> bool:
    """Tell whether a feature tells of an overlay."""
    return _FEATURE.fullmatch(feature) is not None


def with_overlays(board: Board, lying: Lying | None) -> Board:
    """Tell a board of its overlays."""
    if lying is None:
        return board
    changed = replace(
        board,
        source=f"{board.source}. {lying.about}",
        hexes=tuple(_told(record, lying) for record in board.hexes),
    )
    filled = [
        (here, there) for here, there in lying.sides if board.by_name[here].inherent is not None
    ]
    return changed.with_overlay_edges([*lying.ends, *filled])


def _told(record: Hex, lying: Lying) -> Hex:
    name = lying.covers.get(record.name)
    if name is None:
        return record
    untold = set(lying.untold.get(record.name, ()))
    #! B23.2 low: the picture of an overlay does not tell how many levels its buildings have
    if record.name in lying.storeys and any(_SMALL.fullmatch(term) for term in record.terrain):
        untold.add("storeys")
    said = [f"overlay({name})", *(f"untold({each})" for each in untold)]
    return replace(record, features=tuple(sorted({*record.features, *said})))


_SMALL = re.compile(r"building\((stone|wood),0\)")


def edges(
    sheet: Sheet, layout: Layout, covered: Mapping[Position, int]
) -> Iterator[tuple[Position, Position, bool]]:
    """List the hexsides where overlays end: the covered place, the other one, and whether terrain of the
    overlay reaches the hexside, and none that the board draws there does.
    """
    corners = layout.corner_offsets()
    for place in sorted(covered):
        for direction in range(6):
            other = neighbour(place, direction)
            if other in covered:
                continue
            centre = np.array(layout.centre(place))
            start, end = (centre + corners[each % 6] for each in (direction, direction + 1))
            yield place, other, _reached(sheet, start, end, covered[place])


def _reached(
    sheet: Sheet,
    start: np.typing.NDArray[np.float64],
    end: np.typing.NDArray[np.float64],
    number: int,
) -> bool:
    along = end - start
    across = np.array([-along[1], along[0]]) / np.linalg.norm(along)
    points = start + along * _STEPS[:, None]
    near = np.concatenate([points + across * each for each in _REACH])
    xs, ys = np.floor(near).astype(np.int64).T
    width, height = sheet.whose.shape
    here = (xs >= 0) & (ys >= 0) & (xs < width) & (ys < height)
    xs, ys = xs[here], ys[here]
    standing = _standing()[sheet.archive.terrain[xs, ys]]
    whose = sheet.whose[xs, ys]
    return bool((standing & (whose == number)).any() and not (standing & (whose < 0)).any())


def _standing() -> np.typing.NDArray[np.bool_]:
    """Tell which terrain codes are features that a line along a hexside may meet."""
    found = np.zeros(256, dtype=np.bool_)
    kinds = ("other", "building", "factory")
    found[[n for n, each in terrain_codes().items() if each.kind in kinds]] = True
    return found
