"""Numbers what the outlines of a board show, so that tracing meets numbers only."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import product

import numpy as np
import numpy.typing as npt

from hexcourt.facts.boards.board import Board, hexside_key
from hexcourt.facts.boards.records import Hex, Outline
from hexcourt.facts.boards.terrain import kind_of
from hexcourt.facts.geometry.hexes import Layout, Owners, Position, neighbour
from hexcourt.facts.tracing.outline_tracing import OutlineCodes
from hexcourt.facts.tracing.touched import Hexsides, Touchables

GROUND = "ground"

_OUTLINES = 4096
"""Outlines of which it is kept which hexes they reach."""


def number_outlines(
    board: Board, hexsides: Hexsides, cleared: Collection[str] = (), swept: Collection[str] = ()
) -> tuple[OutlineCodes, Touchables]:
    """Number what can be touched on a board of outlines; what is ``swept`` away stands no longer in
    ``cleared`` hexes.
    """
    numbers: dict[tuple[str, int, int], int] = {}

    def number(term: str, level: int, hexside: int = -1) -> int:
        return numbers.setdefault((term, level, hexside), len(numbers) + 1)

    raised = _raised(board)
    levels = [_ground_level(record, raised) for record in board.hexes]
    outline = [
        [
            number(*_shown(board, drawn, record, record.name in cleared and drawn.terrain in swept))
            for record in board.hexes
        ]
        for drawn in board.outlines
    ]
    codes = OutlineCodes(
        outline=np.array(outline, dtype=np.int64).reshape(len(board.outlines), len(board.hexes)),
        ground=np.array([number("open", level) for level in levels], dtype=np.int64),
        inherent=np.array([0 if each.inherent else -1 for each in board.hexes], dtype=np.int64),
        level=np.array([_solid(record) for record in board.hexes], dtype=np.int64),
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
    cliffs = {code: level for (term, level, _), code in numbers.items() if term == "cliff"}
    decks = frozenset(code for (term, _, _), code in numbers.items() if kind_of(term) == "bridge")
    feet = {
        code: foot
        for (_, _, side), code in numbers.items()
        if side >= 0 and (foot := _foot(board, hexsides, side)) is not None
    }
    codes = replace(codes, cliffs=cliffs, feet=feet, decks=decks)
    touchables = Touchables(
        terms=terms,
        terrain=np.array([-1, *map(terms.index, columns[0])], dtype=np.int32),
        level=np.array([0, *columns[1]], dtype=np.int32),
        hexside=np.array([-1, *columns[2]], dtype=np.int32),
        cliff=np.array([False, *(term == "cliff" for term in columns[0])]),
    )
    return codes, touchables


def _shown(board: Board, drawn: Outline, record: Hex, gone: bool) -> tuple[str, int]:
    """Name what an outline shows in a hex, and the level that it stands on.

    A bridge is terrain of the hexes that have it alone (B6.2), however far its depiction reaches; what
    stands on a hexside is met there (B9.1), however it is drawn beside it.
    """
    elsewhere = kind_of(drawn.terrain) == "bridge" and drawn.terrain not in record.terrain
    elsewhere |= _is_met_at_hexside(drawn.terrain, record, board)
    if elsewhere or drawn.base is None:
        level = _solid(record)
    else:
        level = drawn.base
    gone |= drawn.terrain == GROUND
    return ("open" if gone or elsewhere else drawn.terrain), level


def _is_met_at_hexside(term: str, record: Hex, board: Board) -> bool:
    """Return whether a term is that of hexside terrain which a hexside of the hex carries."""
    if kind_of(term) != "hexside":
        return False
    beyond = f"hexside({term},"
    if any(feature.startswith(beyond) for feature in record.features):
        return True
    around = (neighbour(record.place, direction) for direction in range(6))
    others = (board.by_place.get(place) for place in around)
    return any(
        other is not None and term in board.hexsides.get(hexside_key(record.name, other.name), ())
        for other in others
    )


def _standing_code(
    board: Board,
    hexsides: Hexsides,
    side: int,
    levels: list[int],
    number: Callable[[str, int, int], int],
) -> int:
    """Number the standing terrain of a hexside; on a slope it lies at the higher level (B9.6)."""
    upright = [term for term in sorted(hexsides.terms[side]) if kind_of(term) == "hexside"]
    if not upright:
        return -1
    # a cliff stands up by the ground on its higher side, so other terrain goes before it
    term = min(upright, key=lambda each: (each == "cliff", each))
    first, second = hexsides.sides[side, :2]
    return number(term, max(_solid(board.hexes[first]), _solid(board.hexes[second])), side)


def _foot(board: Board, hexsides: Hexsides, side: int) -> int | None:
    """Find the higher of the two hexes of a hexside, none where they lie on one level."""
    first, second = (int(number) for number in hexsides.sides[side, :2])
    levels = [_solid(board.hexes[number]) for number in (first, second)]
    if levels[0] == levels[1]:
        return None
    return first if levels[0] > levels[1] else second


def _solid(record: Hex) -> int:
    """Return the level of the ground in a hex whose centre dot may lie on a half-level structure."""
    return record.level // 2 * 2


def _ground_level(record: Hex, raised: Mapping[str, int]) -> int:
    """Return the level of the ground outside every outline that raises it."""
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


def fillings(
    board: Board,
    bare: Collection[str],
    cleared: Collection[str] = (),
    swept: Collection[str] = (),
) -> tuple[Outline, ...]:
    """Draw the terrain that a hex is said to have but no outline shows: it fills the hex, up to the
    hexsides; vertices are whole numbers of thirds.

    Terrain in ``bare``, and what is inherent in the hex, needs no drawing; nor does what is ``swept``
    away in hexes that are ``cleared``.
    """
    drawn: set[tuple[str, str]] = set()
    for outline in board.outlines:
        drawn |= set(product(hexes_of(board, outline), [outline.terrain]))
    corners = board.layout.corner_offsets()
    found = []
    filled: set[tuple[int, str]] = set()
    for record, centre in zip(board.hexes, board.centres, strict=True):
        for term in record.terrain:
            known = term in bare or term == record.inherent or (record.name, term) in drawn
            known |= record.name in cleared and term in swept
            if known or kind_of(term) in ("hexside", "edge", "ground"):
                continue
            ring = tuple((x, y) for x, y in (corners + centre).tolist())
            found.append(Outline(f"{record.name} {term}", term, None, (ring,)))
            filled.add((board.indices[record.name], term))
    return (*found, *_between(board, filled))


def _between(board: Board, filled: set[tuple[int, str]]) -> Iterator[Outline]:
    """Draw what fills two hexes across the hexside between them, from centre dot to centre dot: it is
    seen on both sides of a line that runs along it (A6.1).
    """
    corners = board.layout.corner_offsets()
    for number, term in sorted(filled):
        for side in range(3):
            other = int(board.neighbours[number, side])
            if (other, term) in filled:
                here, there = board.centres[number], board.centres[other]
                ring = here, here + corners[side], there, here + corners[(side + 1) % 6]
                names = f"{board.hexes[number].name}-{board.hexes[other].name}"
                points = tuple((float(x), float(y)) for x, y in ring)
                yield Outline(f"{names} {term}", term, None, (points,))


def hexes_of(board: Board, outline: Outline) -> set[str]:
    """List the hexes that an outline reaches with a corner, or whose centre dot it covers."""
    places = tuple(record.place for record in board.hexes)
    return {board.hexes[number].name for number in _reached(outline, board.layout, places)}


@lru_cache(_OUTLINES)
def _reached(outline: Outline, layout: Layout, places: tuple[Position, ...]) -> frozenset[int]:
    owners, centres = _grid(layout, places)
    corners = np.array(outline.rings[0], dtype=np.float64)
    reached = set(owners.at(corners[:, 0], corners[:, 1]).tolist()) - {-1}
    return frozenset(reached | set(np.flatnonzero(_covers(corners, centres)).tolist()))


@lru_cache(16)
def _grid(layout: Layout, places: tuple[Position, ...]) -> tuple[Owners, npt.NDArray[np.float64]]:
    return Owners(layout, np.array(places, dtype=np.int64)), layout.centres(places)


def _covers(
    ring: npt.NDArray[np.float64], points: npt.NDArray[np.float64]
) -> npt.NDArray[np.bool_]:
    """Return which points lie inside a ring."""
    after = np.roll(ring, -1, axis=0)
    x, y = points[:, 0, None], points[:, 1, None]
    astride = (ring[:, 1] > y) != (after[:, 1] > y)
    with np.errstate(divide="ignore", invalid="ignore"):
        slope = (after[:, 0] - ring[:, 0]) / (after[:, 1] - ring[:, 1])
        right = x < ring[:, 0] + (y - ring[:, 1]) * slope
    covered: npt.NDArray[np.bool_] = (astride & right).sum(axis=1) % 2 == 1
    return covered


def vertex_levels(
    board: Board, hexes: npt.NDArray[np.int64], points: npt.NDArray[np.float64]
) -> npt.NDArray[np.int32]:
    """Return the level of the ground at some points, each in the hex of its number."""
    raised = _raised(board)
    levels = np.array([_ground_level(record, raised) for record in board.hexes], dtype=np.int32)
    found = levels[hexes]
    for drawn in board.outlines:
        if drawn.terrain == GROUND and drawn.base is not None:
            rings = (np.array(ring, dtype=np.float64) for ring in drawn.rings)
            inside = np.logical_xor.reduce([_covers(ring, points) for ring in rings])
            found[inside] = np.maximum(found[inside], drawn.base)
    return found
