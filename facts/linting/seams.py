"""Seams of a map of boards: levels that differ on both sides, terrain that ends there (B6)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hexcourt.facts.base.errors import listed
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Raster, kind_of
from hexcourt.facts.geometry.hexes import Owners
from hexcourt.facts.linting.codes import Confidence, LintFinding

MIN_RUN = 6
"""How many pixels of a seam at least make a finding."""

MAX_SHIFT = 8
"""By how many pixels what goes on may be moved along the seam."""

Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class _Seam:
    """A stretch where two boards meet: the pixels on either side of it, both of shape (length, 2)."""

    boards: tuple[str, str]
    one: npt.NDArray[np.int64]
    other: npt.NDArray[np.int64]


def seam_findings(board: Board) -> Iterator[LintFinding]:
    """Look at the seams of a map of boards."""
    raster = board.raster
    if raster is None or board.sections is None:
        return
    finder = Owners(board.layout, board.places.astype(np.int64))
    for seam in _seams(board):
        owners = finder.at(seam.other[:, 0] + 0.5, seam.other[:, 1] + 0.5)
        yield from _levels(board, raster, seam, owners)
        yield from _endings(board, raster, seam, owners)


def _seams(board: Board) -> Iterator[_Seam]:
    """Find the seams by the hexes that are part of two boards: their centres lie on it."""
    assert board.sections is not None
    shared: dict[tuple[str, ...], list[tuple[float, float]]] = defaultdict(list)
    for record in board.hexes:
        parts = board.sections.parts[record.name]
        if len(parts) == 2:
            shared[parts].append(board.layout.centre(record.place))
    for (first, second), centres in sorted(shared.items()):
        places = np.array(centres)
        axis = int(np.ptp(places[:, 0]) > np.ptp(places[:, 1]))
        # one hex does not tell which way the seam runs
        if len(places) < 2 or np.ptp(places[:, axis]) > 0:
            continue
        margin = float(board.layout.column_step if axis else board.layout.hex_height) / 2
        low, high = places[:, 1 - axis].min() - margin, places[:, 1 - axis].max() + margin
        along = np.arange(max(0, int(low)), min(board.layout.extent[1 - axis], int(high)))
        across = round(float(places[0, axis]))
        pair = [np.full(len(along), across - 1), np.full(len(along), across)]
        sides = [np.stack((along, s) if axis else (s, along), axis=1) for s in pair]
        yield _Seam((first, second), sides[0], sides[1])


def _levels(
    board: Board, raster: Raster, seam: _Seam, owners: npt.NDArray[np.int64]
) -> Iterator[LintFinding]:
    apart_kinds = ("depression", "water", "bridge")
    by_itself = np.array([kind_of(t) in apart_kinds or t == "cliff" for t in raster.terms])
    one, other = (raster.level[tuple(side.T)].astype(np.int16) for side in (seam.one, seam.other))
    ground = ~by_itself[raster.terrain[tuple(seam.one.T)]]
    ground &= ~by_itself[raster.terrain[tuple(seam.other.T)]]
    for start, end in _runs((one != other) & ground):
        yield _finding(
            board,
            "B601",
            seam,
            owners,
            (start, end),
            f"the ground on both sides of the seam lies on levels {one[start] // 2} and "
            f"{other[start] // 2}",
            Confidence.LIKELY if end - start > 2 * MAX_SHIFT else Confidence.ODD,
        )


def _endings(
    board: Board, raster: Raster, seam: _Seam, owners: npt.NDArray[np.int64]
) -> Iterator[LintFinding]:
    kinds = {
        "a road": ("road", "bridge"),
        "a depression": ("depression", "water"),
        "water": ("water", "depression"),
        "a building": ("building", "factory"),
    }
    sides = [raster.terrain[tuple(side.T)] for side in (seam.one, seam.other)]
    for entry, some in kinds.items():
        own = np.array([kind_of(term) == some[0] for term in raster.terms])
        same = np.array([kind_of(term) in some for term in raster.terms])
        for here, there in (sides, sides[::-1]):
            for start, end in _runs(own[here]):
                near = same[there[max(0, start - MAX_SHIFT) : end + MAX_SHIFT]]
                if not near.any():
                    yield _finding(
                        board,
                        "B602",
                        seam,
                        owners,
                        (start, end),
                        f"{entry} runs to the seam, and does not go on",
                        Confidence.ODD,
                    )


def _finding(
    board: Board,
    code: str,
    seam: _Seam,
    owners: npt.NDArray[np.int64],
    run: tuple[int, int],
    text: str,
    sure: Confidence,
) -> LintFinding:
    some = dict.fromkeys(owners[run[0] : run[1]].tolist())
    x, y = seam.other[run[0]].tolist()
    return LintFinding(
        code,
        tuple(board.hexes[each].name for each in some if each >= 0),
        f"boards {listed(seam.boards)}: {text}",
        sure,
        pixels=run[1] - run[0],
        at=(x, y),
    )


def _runs(held: Bools) -> list[tuple[int, int]]:
    """List the runs of a row that are long enough, from first to behind the last."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], held, [False]]).astype(np.int8)))
    pairs = edges.reshape(-1, 2).tolist()
    return [(start, end) for start, end in pairs if end - start >= MIN_RUN]
