"""Shapes in which obstacles are drawn in worlds of moves, measured by the program's own geometry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from hexcourt.facts.boards.board import Board
from hexcourt.facts.formats.read_board import parse_board
from hexcourt.facts.tracing.clearance import FARTHEST
from hexcourt.facts.tracing.movement_facts import measured

Corners = tuple[tuple[int, int], ...]

_BLANK = 'hex("A1"). elevation("A1",0). terrain("A1",open). location("A1",ground,0).'
_MEASURED = "woods"
_INSIDE = 0.999
"""How much of its hex a depiction covers at the most, so that no corner belongs to another hex."""

_RIMS = {"small": 300, "middle": 100}
_CUTS = {"side": 260, "most": -100}
"""Depictions that leave a rim free on all sides; and that lie on one side of a straight cut, so far
from the centre dot: thousandths of a hex.
"""


def outline_facts(name: str, terrain: str, shape: str, centre: tuple[int, int]) -> Iterator[str]:
    """Write a depiction in a hex as facts, its centre dot in drawing units."""
    yield f'outline("{name} {terrain}",{terrain},ground).'
    for number, (x, y) in enumerate(shapes()[shape]):
        yield f'corner("{name} {terrain}",0,{number},{x + centre[0]},{y + centre[1]}).'


@cache
def shapes() -> Mapping[str, Corners]:
    """Map the names of shapes to their corners about the centre dot, as terms of a world."""
    corners = _INSIDE * _blank().layout.corner_offsets()
    reach = float(np.abs(corners[:, 1]).max())
    found = {name: _rounded(corners * (1 - rim / reach)) for name, rim in _RIMS.items()}
    for name, cut in _CUTS.items():
        for direction in range(6):
            found[f"{name}({direction})"] = _rounded(_beyond(corners, direction, cut))
    return MappingProxyType(found)


@cache
def shape_facts() -> tuple[str, ...]:
    """Return what a world has to know of each shape: its share, its distances, its middle."""
    return tuple(fact for shape in shapes() for fact in _measured_facts(shape))


def _measured_facts(shape: str) -> Iterator[str]:
    drawn = "\n".join([_BLANK, *outline_facts("A1", _MEASURED, shape, (0, 0))])
    shown = measured(parse_board(drawn, "shape.lp")).shown[0, _MEASURED]
    yield f"scope_shape({shape},{shown.share})."
    for direction, gap in enumerate(shown.gaps):
        if gap <= FARTHEST:
            yield f"scope_gap({shape},{direction},{gap})."
    if not shape.startswith("side"):
        yield f"scope_centred({shape})."


def _blank() -> Board:
    return parse_board(_BLANK, "blank.lp")


def _beyond(corners: npt.NDArray[np.float64], direction: int, cut: int) -> npt.NDArray[np.float64]:
    """Keep of a hex what lies so far toward a hexside."""
    toward = corners[direction] + corners[(direction + 1) % 6]
    depth = corners @ (toward / np.hypot(*toward)) - cut
    kept = []
    for number, corner in enumerate(corners):
        after = (number + 1) % 6
        if depth[number] >= 0:
            kept.append(corner)
        if (depth[number] >= 0) != (depth[after] >= 0):
            share = depth[number] / (depth[number] - depth[after])
            kept.append(corner + share * (corners[after] - corner))
    return np.array(kept)


def _rounded(corners: npt.NDArray[np.float64]) -> Corners:
    return tuple((round(x), round(y)) for x, y in corners.tolist())
