"""A board made ready for tracing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from itertools import product

import numpy as np
import numpy.typing as npt

from hexcourt.facts.base.kernels import Octants
from hexcourt.facts.boards.board import Board, hexside_key
from hexcourt.facts.boards.records import Hex, Outline, kind_of, storeys
from hexcourt.facts.geometry.hexes import Owners, neighbour
from hexcourt.facts.tracing.hex_lines import Stretches, walk_hexes, walk_points
from hexcourt.facts.tracing.outline_tracing import OutlineCodes, OutlineEdges, trace_outlines
from hexcourt.facts.tracing.pixel_drawing import RasterDrawing
from hexcourt.facts.tracing.pixel_tracing import (
    PackedPixels,
    Stops,
    octants_of,
    pack_single,
    trace_raster,
)
from hexcourt.facts.tracing.touched import (
    ALONG,
    INHERENT,
    Ends,
    Hexsides,
    Runs,
    SceneColumns,
    Touchables,
    covers,
    hexes_of,
    overgrown,
)
from hexcourt.facts.tracing.touched_counters import (
    Stretch,
    TouchedCounter,
    add_barriers,
    add_touchables,
    touch_barriers,
    touch_counters,
)

LEAP_FROM = 40
"""Lines for which measuring the leaps of a drawing repays itself."""

LEAP_FROM_AGAIN = 2_000
"""The same for one of many drawings that differ little, each of which serves few lines."""

WITHIN = 0.999
"""Where in a hex its vertices are looked at, from its centre dot on."""

OUTLINE_GRAIN = 15.0
"""How far an outline may be off, in drawing units: what the slices were read with."""


MAP_EDGE = "map_edge"
"""What is printed in a hex beyond whose hexside the map ends: nothing lies there."""


class Scene:
    """Traces sight lines over one board.

    ``bare`` lists terrain that need not be distinguished from open ground, ``cleared`` hexes in
    which nothing stands any more of what rubble has ``swept`` away, whatever is drawn there,
    ``counters`` how the board's counters lie, ``barriers`` what its roadblocks raise, ``grown``
    in which depressions what grows at their sides grows too. A scene ``like`` it, of the same board
    with other counters and roadblocks, lends it what it has measured.
    """

    def __init__(
        self,
        board: Board,
        bare: Collection[str] = (),
        cleared: Collection[str] = (),
        counters: tuple[TouchedCounter, ...] = (),
        like: Scene | None = None,
        barriers: tuple[Stretch, ...] = (),
        swept: Collection[str] = (),
        grown: Collection[tuple[str, str]] = (),
    ) -> None:
        self.board = board
        self._grown = grown
        self.bare = bare
        self.swept = frozenset(swept)
        self.cleared = frozenset(cleared)
        self.counters = counters
        self._barriers = barriers
        self._leap_from = LEAP_FROM
        if like is not None:
            self._printed = like._printed
            self.__dict__["vertex_levels"] = like.vertex_levels
            self._leap_from = LEAP_FROM_AGAIN
            if board.raster is not None:
                self._drawing = like._drawing

    @cached_property
    def _printed(self) -> Hexsides:
        """Number the hexsides, with what is printed there."""
        return Hexsides.of(self.board)

    @cached_property
    def hexsides(self) -> Hexsides:
        """Number the hexsides, with what stands there."""
        sides = {(each.hex, each.beyond): each.term for each in self._barriers if each.beyond >= 0}
        return self._printed.with_further(sides) if sides else self._printed

    @cached_property
    def _drawing(self) -> RasterDrawing:
        assert self.board.raster is not None
        drawn = overgrown(self.board, self.board.raster, self._grown)
        return RasterDrawing(self.board, drawn, self._printed, self.swept)

    @cached_property
    def _pixels(self) -> tuple[npt.NDArray[np.uint16], Touchables]:
        return self._drawing.numbered(self.bare, self.cleared)

    @cached_property
    def _outlines(self) -> tuple[OutlineCodes, Touchables]:
        return number_outlines(self.drawn, self._printed, self.cleared, self.swept)

    @cached_property
    def drawn(self) -> Board:
        """Return the board with every terrain drawn that a line may have to be given of."""
        further = fillings(self.board, self.bare, self.cleared, self.swept)
        return replace(self.board, outlines=self.board.outlines + further)

    @cached_property
    def _edges(self) -> OutlineEdges:
        return OutlineEdges.of(self.drawn.outlines, self.drawn.outline_boxes)

    @cached_property
    def touchables(self) -> Touchables:
        """List what can be touched on this board."""
        drawn = (self._pixels if self.board.raster is not None else self._outlines)[1]
        if self.counters:
            drawn = add_touchables(drawn, self.counters)
        if self._barriers:
            drawn = add_barriers(drawn, self._barriers, self._printed.by_hex, self.board)
        return drawn

    @cached_property
    def columns(self) -> SceneColumns:
        """Look up what runs are sorted by."""
        return SceneColumns.of(self.board, self.hexsides, self.touchables.terms)

    def barrier_of(self, code: int) -> Stretch | None:
        """Find what of a roadblock is touched by a number of what can be touched."""
        rows = [each for each in self._barriers for _ in each.terms]
        place = code - (len(self.touchables.terrain) - len(rows))
        return rows[place] if 0 <= place < len(rows) else None

    @property
    def grain(self) -> float:
        """Return how far the drawing can be trusted, in drawing units."""
        return 1.0 if self.board.raster is not None else OUTLINE_GRAIN

    @cached_property
    def leaping(self) -> PackedPixels:
        """Return the pixels packed for many lines."""
        return PackedPixels(self._pixels[0])

    @cached_property
    def _stepping(self) -> Octants:
        return pack_single(self._pixels[0])

    def octants_of(self, ends: Ends) -> npt.NDArray[np.int64]:
        """Number the octants of directions that lines go to."""
        return octants_of(self.board.points[ends[:, 1]] - self.board.points[ends[:, 0]])

    @property
    def takes_much(self) -> bool:
        """Return whether one octant at a time is to be traced, since its packed pixels take much
        room.
        """
        return self.board.raster is not None and not self.leaping.all_kept

    def forget(self, octant: int) -> None:
        """Release the pixels packed for an octant that no more lines go to, where they are many."""
        if "leaping" in vars(self):
            self.leaping.forget(octant)

    def _packed(self, ends: Ends) -> Octants:
        if len(ends) < self._leap_from:
            return self._stepping
        return self.leaping.towards(np.unique(self.octants_of(ends)).tolist())

    @cached_property
    def _rims(self) -> npt.NDArray[np.uint8]:
        flagged = np.append(self.hexsides.carry("depression"), False)
        return flagged[self.hexsides.by_hex].astype(np.uint8)

    @cached_property
    def _filled(self) -> npt.NDArray[np.bool_]:
        return np.array([record.inherent is not None for record in self.board.hexes])

    @property
    def _met(self) -> npt.NDArray[np.bool_]:
        """Return which hexes lines meet by hexsides and vertices: those that are filled (B.6, B.9)."""
        met = self._filled.copy()
        met[[each.hex for each in self.counters if each.upon == "hex"]] = True
        return met

    @cached_property
    def vertex_levels(self) -> npt.NDArray[np.int32]:
        """Return the level of the ground at the vertices of hexes that inherent terrain fills, each
        within its hex, shape (hexes, 6).
        """
        levels = np.zeros((len(self.board.hexes), 6), dtype=np.int32)
        filled = np.flatnonzero(self._filled)
        corners = WITHIN * self.board.layout.corner_offsets()
        points = (self.board.centres[filled, None] + corners).reshape(-1, 2)
        if self.board.raster is None:
            found = vertex_levels(self.board, np.repeat(filled, 6), points)
        else:
            drawn = self.board.raster.level
            x, y = np.clip(
                np.floor(points).astype(np.int64).T, 0, np.array(drawn.shape)[:, None] - 1
            )
            found = drawn[x, y]
        levels[filled] = found.reshape(-1, 6)
        return levels

    @cached_property
    def _map_edge(self) -> npt.NDArray[np.bool_]:
        return np.array([MAP_EDGE in record.features for record in self.board.hexes])

    @property
    def may_stop(self) -> bool:
        """Return whether lines may be left off at what blocks: where nothing lies on the pixels."""
        return self.board.raster is not None and not self.counters and not self._barriers

    def trace(
        self,
        ends: Ends,
        shifts: npt.NDArray[np.float64] | None = None,
        stops: Stops | None = None,
    ) -> Runs:
        """Trace lines between points given by their numbers.

        Each thread may be moved by its ``shifts`` in drawing units, shape (lines, 2); then it is not
        given how deep they go. Lines are left off at what blocks them as ``stops`` tells, where
        they ``may_stop``.
        """
        runs = self._traced(ends, shifts, stops if self.may_stop else None)
        if self.counters:
            runs = self._with_counters(runs, ends)
        if self._barriers:
            begins, ends_at = (self.board.points[ends[:, end]] for end in (0, 1))
            threads = (begins, ends_at)
            runs = touch_barriers(
                runs, self.touchables, self._barriers, self.board, threads, shifts
            )
        return runs

    def _with_counters(
        self, runs: Runs, ends: Ends, lies: npt.NDArray[np.bool_] | None = None
    ) -> Runs:
        """Put counters into the runs of lines; see ``touch_counters``."""
        passed = None
        if (ends >= len(self.board.hexes)).any():
            owners = self.board.owners[ends].astype(np.int32)
            passed = np.where(ends >= len(self.board.hexes), owners, np.int32(-1))
        runs = touch_counters(runs, self.touchables, self.counters, lies, passed)
        return runs.without((runs.codes == INHERENT) & ~self._filled[runs.hexes])

    def _traced(
        self, ends: Ends, shifts: npt.NDArray[np.float64] | None, stops: Stops | None
    ) -> Runs:
        board = self.board
        moved = np.zeros(ends.shape) if shifts is None else shifts
        if board.raster is None:
            stretches = self._walked(ends, grace=0.0)
            codes = self._outlines[0]
            runs = trace_outlines(
                self.drawn,
                self._edges,
                codes,
                self.hexsides.sides,
                ends,
                stretches,
                moved,
                self._met,
            )
            return replace(runs, astray=_astray(stretches, self._map_edge, flanks=True))
        stretches = self._walked(ends, grace=1.0)
        inherent = (INHERENT, self._met)
        packed = self._packed(ends)
        items = (packed, ends, board.points, stretches, inherent, moved)
        runs = trace_raster(*items, stops=stops, depths=shifts is None)
        return replace(runs, astray=self._astray(stretches))

    def _walked(self, ends: Ends, grace: float) -> Stretches:
        """Find the hexes along lines; between centre dots that is quick."""
        dots = bool((ends < len(self.board.hexes)).all())
        return (walk_hexes if dots else walk_points)(self.board, self._rims, ends, grace)

    def _astray(self, stretches: Stretches) -> npt.NDArray[np.bool_]:
        """Return which lines over a raster leave the board."""
        return _astray(stretches, self._map_edge, flanks=False)

    def sideways(self, ends: Ends) -> npt.NDArray[np.float64]:
        """Return the smallest shift across each line, shape (lines, 2): its opposite is one too."""
        course = np.abs(self.board.points[ends[:, 1]] - self.board.points[ends[:, 0]])
        steep = course[:, 1] > course[:, 0]
        return self.grain * np.stack([steep, ~steep], axis=1).astype(np.float64)


def _astray(
    stretches: Stretches, map_edge: npt.NDArray[np.bool_], flanks: bool
) -> npt.NDArray[np.bool_]:
    """Return which lines leave the hexes of the board; with ``flanks`` also along a hexside of its rim,
    unless the map itself ends there.
    """
    lines = len(stretches.starts) - 1
    last = np.append(stretches.ends, 1.0)[stretches.starts[1:] - 1]
    astray = (last < 1.0 - 1e-9) & (np.diff(stretches.starts) > 0)
    lost = stretches.hexes < 0
    if flanks:
        along = (stretches.marks & ALONG) > 0
        other = np.maximum(stretches.hexes, stretches.twins)
        lost = (lost | (along & (stretches.twins < 0))) & ~(along & map_edge[other])
    astray |= np.bincount(
        np.repeat(np.arange(lines), np.diff(stretches.starts))[lost], minlength=lines
    ).astype(np.bool_)
    return astray


# Numbers what the outlines of a board show, so that tracing meets numbers only.

GROUND = "ground"


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
    seen on both sides of a line that runs along it (A6.1). Of two buildings that is the lower one.
    """
    corners = board.layout.corner_offsets()
    terms: dict[int, list[str]] = {}
    for number, term in sorted(filled):
        terms.setdefault(number, []).append(term)
    for number, side in product(terms, range(3)):
        other = int(board.neighbours[number, side])
        for pair in product(terms[number], terms.get(other, ())):
            if pair[0] == pair[1] or all(each.startswith("building(") for each in pair):
                here, there = board.centres[number], board.centres[other]
                ring = here, here + corners[side], there, here + corners[(side + 1) % 6]
                names = f"{board.hexes[number].name}-{board.hexes[other].name}"
                points = tuple((float(x), float(y)) for x, y in ring)
                term = min(pair, key=storeys)
                yield Outline(f"{names} {term}", term, None, (points,))


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
            inside = np.logical_xor.reduce([covers(ring, points) for ring in rings])
            found[inside] = np.maximum(found[inside], drawn.base)
    return found
