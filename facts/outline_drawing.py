"""Numbers what the outlines of a board show, so that tracing meets numbers only."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from hexcourt.facts.board import Board, Hex
from hexcourt.facts.geometry import Owners
from hexcourt.facts.hexsides import Hexsides
from hexcourt.facts.outline_tracing import OutlineCodes
from hexcourt.facts.terrain_terms import kind_of
from hexcourt.facts.touchables import Touchables

GROUND = "ground"


def number_outlines(board: Board, hexsides: Hexsides) -> tuple[OutlineCodes, Touchables]:
    """Number what can be touched on a board drawn as outlines."""
    numbers: dict[tuple[str, int, int], int] = {}

    def number(term: str, level: int, hexside: int = -1) -> int:
        return numbers.setdefault((term, level, hexside), len(numbers) + 1)

    raised = _raised(board)
    levels = [_ground_level(record, raised) for record in board.hexes]
    outline = [
        [
            number("open" if drawn.terrain == GROUND else drawn.terrain, drawn.base)
            if drawn.base is not None
            else number(drawn.terrain, _solid(record))
            for record in board.hexes
        ]
        for drawn in board.outlines
    ]
    codes = OutlineCodes(
        outline=np.array(outline, dtype=np.int64).reshape(len(board.outlines), len(board.hexes)),
        ground=np.array([number("open", level) for level in levels], dtype=np.int64),
        inherent=np.array([0 if each.inherent else -1 for each in board.hexes], dtype=np.int64),
        hexside=np.array(
            [
                _standing_code(board, hexsides, side, levels, number)
                for side in range(len(hexsides.sides))
            ],
            dtype=np.int64,
        ),
    )
    terms = tuple(
        sorted(
            {"open"}
            | {term for term, _, _ in numbers}
            | {h.inherent for h in board.hexes if h.inherent}
        )
    )
    columns = list(zip(*numbers, strict=True))
    touchables = Touchables(
        terms=terms,
        terrain=np.array([-1, *map(terms.index, columns[0])], dtype=np.int32),
        level=np.array([0, *columns[1]], dtype=np.int32),
        hexside=np.array([-1, *columns[2]], dtype=np.int32),
        cliff=np.zeros(len(numbers) + 1, dtype=np.bool_),
    )
    return codes, touchables


def _standing_code(
    board: Board,
    hexsides: Hexsides,
    side: int,
    levels: list[int],
    number: Callable[[str, int, int], int],
) -> int:
    """Number the standing terrain of a hexside; on a slope it lies at the higher level (B9.6)."""
    standing = [
        term
        for term in sorted(hexsides.terms[side])
        if kind_of(term) == "hexside" and term != "cliff"
    ]
    if not standing:
        return -1
    first, second = hexsides.sides[side, :2]
    return number(standing[0], max(_solid(board.hexes[first]), _solid(board.hexes[second])), side)


def _solid(record: Hex) -> int:
    """Give the level of the ground in a hex whose centre dot may lie on a half-level structure."""
    return record.level // 2 * 2


def _ground_level(record: Hex, raised: Mapping[str, int]) -> int:
    """Give the level of the ground outside every outline that raises it."""
    return min(_solid(record), raised[record.name] - 2) if record.name in raised else _solid(record)


def _raised(board: Board) -> Mapping[str, int]:
    """Find the hexes that an outline of raised ground reaches, with the lowest level it raises to."""
    owners = Owners(board.layout, board.places.astype(np.int64))
    found: dict[str, int] = {}
    for drawn in board.outlines:
        if drawn.terrain != GROUND or drawn.base is None:
            continue
        corners = np.array(drawn.rings[0], dtype=np.float64)
        reached = set(owners.at(corners[:, 0], corners[:, 1]).tolist()) - {-1}
        reached |= {n for n, record in enumerate(board.hexes) if record.level >= drawn.base}
        for index in reached:
            name = board.hexes[index].name
            found[name] = min(found.get(name, drawn.base), drawn.base)
    return found
