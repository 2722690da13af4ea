"""Tells as facts what is drawn right up to the edges of a map, by pixels.

    drawn_at_edge(Hex, Side, T, Share)   of a stretch of road at this side of the drawing (up, right,
                                         down or left), so much lies in the hex, in thousandths

Where the edge cuts hexes in two, a road leaves the map between two half-hexes, over no hexside of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
import numpy.typing as npt

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Raster
from hexcourt.facts.boards.terrain_terms import kind_of
from hexcourt.facts.formats.fact_text import quoted
from hexcourt.facts.grid.geometry import Owners
from hexcourt.facts.moving.raster_clearance import ROADS

Line = npt.NDArray[np.uint8]


def edge_facts(board: Board) -> Iterator[str]:
    """List the facts of a board that is drawn by pixels."""
    if board.raster is None:
        return
    owners = Owners(board.layout, board.places.astype(np.int64))
    width, height = board.raster.terrain.shape
    across, down = np.arange(width) + 0.5, np.arange(height) + 0.5
    inside = 0.5  # pixels: no more than rounding may move an edge
    sides = {
        "up": (board.raster.terrain[:, 0], across, np.full(width, inside)),
        "right": (board.raster.terrain[-1], np.full(height, width - inside), down),
        "down": (board.raster.terrain[:, -1], across, np.full(width, height - inside)),
        "left": (board.raster.terrain[0], np.full(height, inside), down),
    }
    terms = _roads(board.raster)
    for side, (line, xs, ys) in sides.items():
        hexes = owners.at(xs, ys)
        for first, last in _stretches(np.isin(line, list(terms))):
            held = hexes[first:last][hexes[first:last] >= 0]
            numbers, counts = np.unique(held, return_counts=True)
            most = int(np.bincount(line[first:last]).argmax())
            for number, count in zip(numbers.tolist(), counts.tolist(), strict=True):
                name = quoted(board.hexes[number].name)
                yield f"drawn_at_edge({name},{side},{terms[most]},{1000 * count // len(held)})."


def _roads(raster: Raster) -> Mapping[int, str]:
    """Map the numbers of terrain that is a road to what hexsides call it; a deck is part of its road."""
    return {
        number: ROADS.get(term, "road(dirt)")
        for number, term in enumerate(raster.terms)
        if term in ROADS or kind_of(term) == "bridge"
    }


def _stretches(held: npt.NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """List where a line holds something: first, and behind the last."""
    turns = np.flatnonzero(np.diff(np.pad(held.astype(np.int8), 1)))
    return zip(turns[::2].tolist(), turns[1::2].tolist(), strict=True)
