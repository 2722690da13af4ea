"""Changes the terrain of a drawing, pixel by pixel.

What lies in a depression, or on an elevated road, keeps its place to the ground: where level 2 becomes
level 1, the gully in it sinks with it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.records import EDGE, is_building, kind_of
from hexcourt.facts.formats.import_archive import touched
from hexcourt.facts.geometry.hexes import Layout, Owners, Position, blocks, neighbour
from hexcourt.facts.maps.changes.reading import BARE, TerrainChange, terms_of

# --- The drawing of a board -----------------------------------------------------------------------
#
# A pixel belongs to the hex that holds its middle, and to the hexside of it that is nearest.


Mask = npt.NDArray[np.bool_]
Pixels = tuple[npt.NDArray[np.int64], ...]

HEXSIDE_BREADTH = 1 / 20
"""How far from a hexside what is newly drawn on it reaches, in heights of a hex."""


class PaintedBoard:
    """A drawing that is being changed: ``terrain`` indexes ``terms``, ``level`` is in whole levels.

    ``names`` are the printed names of the hexes by place.
    """

    def __init__(
        self,
        layout: Layout,
        names: Mapping[Position, str],
        terms: Sequence[str],
        terrain: npt.NDArray[np.uint8],
        level: npt.NDArray[np.int8],
    ) -> None:
        self.layout = layout
        self.names = names
        self.terms = list(terms)
        self.terrain = terrain.copy()
        self.level = level.copy()

    def __copy__(self) -> PaintedBoard:
        """Return a drawing like it that can be changed without it."""
        return PaintedBoard(self.layout, self.names, self.terms, self.terrain, self.level)

    @cached_property
    def places(self) -> list[Position]:
        """List the places of the hexes, as they are numbered."""
        return list(self.names)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Number the hexes by name."""
        return {name: number for number, name in enumerate(self.names.values())}

    @cached_property
    def centres(self) -> npt.NDArray[np.float64]:
        """Return the centres of the hexes, shape (hexes, 2)."""
        return self.layout.centres(self.places)

    @cached_property
    def _owners(self) -> Owners:
        return Owners(self.layout, np.array(self.places))

    def codes(self, terms: Collection[str]) -> list[int]:
        """Number all that is drawn of some terms."""
        return [number for number, term in enumerate(self.terms) if term in terms]

    def of_kind(self, *kinds: str) -> list[int]:
        """Number all that is drawn of some classes of terrain."""
        return [n for n, term in enumerate(self.terms) if term and kind_of(term) in kinds]

    def code(self, term: str) -> int | None:
        """Number a term to paint with, nothing where this drawing cannot show it."""
        return self.terms.index(term) if term in self.terms else None

    def showing(self, codes: Sequence[int]) -> Mask:
        """Find the pixels of some numbers."""
        wanted = np.zeros(256, np.bool_)
        wanted[list(codes)] = True
        found: Mask = wanted[self.terrain]
        return found

    def offsets(self) -> npt.NDArray[np.int8]:
        """Return how each pixel lies to the ground that it belongs to: a depression a level beneath it
        (B19), an elevated road a level above it.
        """
        lies = np.zeros(256, np.int8)
        lies[self.of_kind("depression")] = -1
        lies[self.codes(("elevated_road",))] = 1
        found: npt.NDArray[np.int8] = lies[self.terrain]
        return found

    def ground(self) -> npt.NDArray[np.int8]:
        """Return the level of the ground that each pixel belongs to."""
        found: npt.NDArray[np.int8] = self.level - self.offsets()
        return found

    def owned(self, pixels: Pixels) -> npt.NDArray[np.int64]:
        """Number the hex of each pixel, -1 off the board."""
        owners = np.empty(len(pixels[0]), np.int64)
        for block in blocks(len(owners)):
            xs, ys = pixels[0][block], pixels[1][block]
            owners[block] = self._owners.at(xs + 0.5, ys + 0.5)
        return owners

    def sides(self, pixels: Pixels, owners: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return which hexside of its hex is nearest to each pixel."""
        offsets = np.stack([pixels[0] + 0.5, pixels[1] + 0.5], axis=1) - self.centres[owners]
        middles = self.layout.hexside_middles()
        ways = offsets @ (middles / (middles**2).sum(axis=1)[:, None]).T
        nearest: npt.NDArray[np.int64] = ways.argmax(axis=1)
        return nearest

    def sides_in(self, mask: Mask) -> Iterator[tuple[int, int]]:
        """List the hexsides that some pixels lie on: by the points that boards are derived from."""
        points = (self.centres[:, None, :] + self.layout.hexside_points()).reshape(-1, 2)
        held = touched(mask, points).any(axis=1)
        return (divmod(key, 6) for key in np.flatnonzero(held).tolist())

    def window(self, numbers: Collection[int]) -> tuple[slice, slice]:
        """Return a rectangle that holds some hexes."""
        some = self.centres[sorted(numbers)]
        reach = np.array([float(self.layout.column_step), float(self.layout.hex_height)])
        low = np.maximum(0, np.floor(some.min(axis=0) - reach)).astype(int)
        high = np.ceil(some.max(axis=0) + reach).astype(int)
        return slice(int(low[0]), int(high[0])), slice(int(low[1]), int(high[1]))

    def within(self, mask: Mask, numbers: Collection[int]) -> Mask:
        """Leave of some pixels those of some hexes."""
        found, pixels = self._near(mask, numbers)
        keep = np.isin(self.owned(pixels), sorted(numbers))
        found[pixels[0][keep], pixels[1][keep]] = True
        return found

    def on_sides(self, mask: Mask, sides: Collection[tuple[int, int]]) -> Mask:
        """Leave of some pixels those of some hexsides, each given by a hex and a direction."""
        both = {side for each in sides for side in self.both(each)}
        found, pixels = self._near(mask, {number for number, _ in both})
        owners = self.owned(pixels)
        on_board = owners >= 0
        pixels = pixels[0][on_board], pixels[1][on_board]
        owners = owners[on_board]
        keys = owners * 6 + self.sides(pixels, owners)
        keep = np.isin(keys, [number * 6 + side for number, side in both])
        found[pixels[0][keep], pixels[1][keep]] = True
        return found

    def beside(self, side: tuple[int, int]) -> Mask:
        """Find the pixels that a new drawing on a hexside covers."""
        everything = np.ones(self.terrain.shape, np.bool_)
        found = self.on_sides(everything, {side})
        xs, ys = np.nonzero(found)
        middle = self.layout.hexside_middles()[side[1]]
        length = float(np.linalg.norm(middle))
        offsets = np.stack([xs + 0.5, ys + 0.5], axis=1) - self.centres[side[0]]
        far = np.abs(offsets @ (middle / length) - length) > HEXSIDE_BREADTH * float(
            self.layout.hex_height
        )
        found[xs[far], ys[far]] = False
        return found

    def both(self, side: tuple[int, int]) -> list[tuple[int, int]]:
        """Name a hexside from both its hexes, or from the one that is on the board."""
        number, direction = side
        other = self._by_place.get(neighbour(self.places[number], direction))
        return [side] if other is None else [side, (other, (direction + 3) % 6)]

    @cached_property
    def _by_place(self) -> dict[Position, int]:
        return {place: number for number, place in enumerate(self.places)}

    def _near(self, mask: Mask, numbers: Collection[int]) -> tuple[Mask, Pixels]:
        """Return an empty mask, and the pixels near some hexes."""
        found = np.zeros(self.terrain.shape, np.bool_)
        if not numbers:
            none = np.zeros(0, np.int64)
            return found, (none, none)
        window = self.window(numbers)
        xs, ys = np.nonzero(mask[window])
        return found, (xs + window[0].start, ys + window[1].start)

    def filled(self, mask: Mask, by: Mask) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int8]]:
        """Return terrain and level with some pixels taken over from the nearest ``by`` pixels: ring by
        ring, of several neighbours the terrain most met, the smallest number where several are.

        What no such pixel is near stays as it is.
        """
        terrain, level = self.terrain.copy(), self.level.copy()
        left, known = mask & ~by, by.copy()
        while left.any():
            xs, ys = np.nonzero(left)
            votes = np.full((8, len(xs)), -1, np.int64)
            for row, (dx, dy) in enumerate(_AROUND):
                there = (
                    np.clip(xs + dx, 0, mask.shape[0] - 1),
                    np.clip(ys + dy, 0, mask.shape[1] - 1),
                )
                seen = known[there]
                both = terrain[there].astype(np.int64) * 256 + (level[there].astype(np.int64) + 128)
                votes[row, seen] = both[seen]
            ordered = np.sort(votes, axis=0)
            counts = ((ordered[:, None] == ordered[None, :]) & (ordered >= 0)[:, None]).sum(axis=1)
            best = ordered[counts.argmax(axis=0), np.arange(len(xs))]
            now = best >= 0
            if not now.any():
                break
            at = xs[now], ys[now]
            terrain[at] = (best[now] // 256).astype(np.uint8)
            level[at] = (best[now] % 256 - 128).astype(np.int8)
            known[at], left[at] = True, False
        return terrain, level


_AROUND = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


Sides = frozenset[tuple[int, int]]
"""Hexsides, each told by the number of a hex and a direction."""

GAP_BREADTH = 1 / 8
"""How far beside a woods-road the bare ground of its gap reaches, in heights of a hex."""

WOODED = ("woods", "forest", "pine_woods", "light_woods", "light_jungle", "dense_jungle")


def repaint(
    picture: PaintedBoard, change: TerrainChange, hexes: frozenset[int] | None, sides: Sides | None
) -> Mask:
    """Make a change, in some hexes or on some hexsides alone; give the pixels that it found."""
    found = matching(picture, change, hexes, sides)
    if not found.any():
        return found
    ground = picture.ground()
    if change.to_level is not None:
        ground[found] = change.to_level
    painted = found
    if change.target is not None:
        if change.ground:
            painted = found & picture.showing(picture.codes((BARE,)))
        picture.terrain[painted] = _paint(picture, change.target)
    picture.level[found] = (ground + picture.offsets())[found]
    return found


def matching(
    picture: PaintedBoard, change: TerrainChange, hexes: frozenset[int] | None, sides: Sides | None
) -> Mask:
    """Find the pixels that a change is about."""
    if sides is not None and change.source is not None and BARE in change.source:
        found = np.zeros(picture.terrain.shape, np.bool_)
        for side in sides:
            found |= picture.beside(side)
        return found
    found = np.ones(picture.terrain.shape, np.bool_)
    if change.source is not None:
        found = picture.showing(picture.codes(change.source))
    if change.at_level is not None:
        found &= picture.ground() == change.at_level
    if sides is not None:
        return picture.on_sides(found, sides)
    if hexes is None:
        return found
    if change.source is not None and all(kind_of(each) == "hexside" for each in change.source):
        return picture.on_sides(found, {(number, side) for number in hexes for side in range(6)})
    return picture.within(found, hexes)


def refuse_unsupported(change: TerrainChange) -> None:
    """Raise BadInput for what no drawing can show: terrain of a hexside that fills hexes, or back."""
    on_side = change.target is not None and kind_of(change.target) == "hexside"
    if change.hexside is not None and not (on_side and change.source):
        _refuse_unsupported_hexside(change)
    if change.target is None:
        return
    if change.source is None:
        if on_side:
            raise BadInput(f"{change.target} lies on hexsides; name one such as I35-J34")
        return
    from_side = all(kind_of(each) == "hexside" for each in change.source)
    bare = change.source == (BARE,)
    if on_side and not from_side and not (bare and change.hexside):
        raise BadInput(
            f"{change.target} lies on hexsides, and {change.source[0]} does not; write such as "
            f"'open I35-J34 -> {change.target}'"
        )
    if from_side and not on_side and change.target != BARE:
        raise BadInput(
            f"{change.source[0]} lies on hexsides, and {change.target} does not; write "
            f"'{change.source[0]} -> open'"
        )


def _refuse_unsupported_hexside(change: TerrainChange) -> None:
    """Raise BadInput where what a hexside is to hold, or to lose, lies on none."""
    source = change.source or ()
    if source and all(kind_of(each) in ("hexside", EDGE) for each in source):
        return
    first, other = change.hexside or ("", "")
    if not source:
        raise BadInput(
            f"it does not say what is to go from hexside {change.where}; write such as "
            f"'hedge {change.where} -> wall'"
        )
    target = change.target if source == (BARE,) else source[0]
    raise BadInput(
        f"{target} lies in hexes, not on hexside {change.where}; write such as "
        f"'{first} {other}: {source[0]} -> {change.target}'"
    )


def _paint(picture: PaintedBoard, term: str) -> int:
    code = picture.code(term)
    if code is None:
        raise BadInput(f"{term} cannot be drawn on this board; take terrain that archives show")
    return code


# --- Changes of whole features --------------------------------------------------------------------


def no_roads(picture: PaintedBoard) -> Mask:
    """Take roads away, but for those on bridges: what is a bridge's deck stays one (B6)."""
    found = picture.showing(picture.codes(terms_of("road"))) & ~decks(picture)
    picture.terrain[found] = _paint(picture, BARE)
    return found


def no_woods_roads(picture: PaintedBoard) -> Mask:
    """Replace by woods the roads of woods-road hexes: those with a road at the centre dot that lies
    in woods.
    """
    roads = picture.showing(picture.codes(terms_of("road"))) & ~decks(picture)
    reach = round(GAP_BREADTH * float(picture.layout.hex_height))
    verges = picture.showing(picture.codes((BARE,))) & dilated(roads, reach)
    unknown = roads | verges
    apart = picture.showing(picture.of_kind("hexside", "bridge", "road"))
    terrain, _ = picture.filled(unknown, ~unknown & ~apart)
    woods = unknown & np.isin(terrain, picture.codes(WOODED))
    dots = np.minimum(picture.centres.astype(np.int64), np.array(roads.shape) - 1)
    in_woods = (dilated(roads, 2) & woods)[dots[:, 0], dots[:, 1]]
    found = picture.within(woods, frozenset(np.flatnonzero(in_woods).tolist()))
    picture.terrain[found] = terrain[found]
    return found


def roads_to_paths(picture: PaintedBoard) -> Mask:
    """Make paths of roads, and let woods close over those in woods (B13.6)."""
    closed = no_woods_roads(picture)
    found = picture.showing(picture.codes(terms_of("road"))) & ~decks(picture)
    picture.terrain[found] = _paint(picture, "path")
    return found | closed


def no_bridges(picture: PaintedBoard) -> Mask:
    """Take bridges away, with the road on them: the depression or water beneath is there alone."""
    bridges = picture.showing(picture.of_kind("bridge"))
    found = bridges | decks(picture)
    below = picture.showing(picture.of_kind("depression", "water"))
    other = picture.showing(picture.of_kind("hexside", "bridge", "road"))
    terrain, level = picture.filled(found, ~found & ~other)
    wet = np.isin(terrain, np.unique(picture.terrain[below])) if below.any() else bridges
    taken = found & (bridges | wet)
    picture.terrain[taken], picture.level[taken] = terrain[taken], level[taken]
    return taken


def no_rivers(picture: PaintedBoard) -> Mask:
    """Replace rivers by the bare ground of their valley: water that lies beneath level 0 is a river's,
    as archives draw rivers and ponds alike.
    """
    low = picture.showing(picture.codes(("water", "shallow_water"))) & (picture.level < 0)
    found = low | picture.showing(picture.codes(("river", "shallow_river")))
    picture.terrain[found] = _paint(picture, BARE)
    return found


def bars_to_buildings(picture: PaintedBoard) -> Mask:
    """Join rowhouses: replace their bars by what building stands beside them (B23.71)."""
    bars = picture.showing(picture.codes(terms_of("rowhouse_wall")))
    built = picture.showing(
        [n for n, term in enumerate(picture.terms) if term and is_building(term)]
    )
    terrain, level = picture.filled(bars, built)
    picture.terrain[bars], picture.level[bars] = terrain[bars], level[bars]
    return bars


def dilated(mask: Mask, reach: int) -> Mask:
    """Add to some pixels those near them."""
    found = mask.copy()
    for _ in range(reach):
        found[1:] |= found[:-1].copy()
        found[:-1] |= found[1:].copy()
        found[:, 1:] |= found[:, :-1].copy()
        found[:, :-1] |= found[:, 1:].copy()
    return found


def decks(picture: PaintedBoard) -> Mask:
    """Find the road on bridges: in the box round the bridge pixels of a hex, as on import."""
    bridges = picture.showing(picture.of_kind("bridge"))
    found = np.zeros(bridges.shape, np.bool_)
    if not bridges.any():
        return found
    pixels: Pixels = np.nonzero(bridges)
    owners = picture.owned(pixels)
    for owner in np.unique(owners[owners >= 0]):
        xs, ys = pixels[0][owners == owner], pixels[1][owners == owner]
        found[xs.min() : xs.max() + 1, ys.min() : ys.max() + 1] = True
    return found & picture.showing(picture.of_kind("road"))


PROCEDURES: Mapping[str, Callable[[PaintedBoard], Mask]] = MappingProxyType(
    {
        "no roads": no_roads,
        "no woods-roads": no_woods_roads,
        "roads -> paths": roads_to_paths,
        "no bridges": no_bridges,
        "no rivers": no_rivers,
        "rowhouse bars -> building": bars_to_buildings,
    }
)
"""Changes that are told by a phrase of their own."""


def level_cliffs(picture: PaintedBoard, before: PaintedBoard) -> Collection[tuple[int, int]]:
    """Take cliffs away between hexes that have come to one level; give the hexsides that part hexes of
    one level now and did not before (B11).
    """
    dots = np.minimum(picture.centres.astype(np.int64), np.array(picture.level.shape) - 1)
    was, now = (each.ground()[dots[:, 0], dots[:, 1]] for each in (before, picture))
    sides = set()
    for number in np.flatnonzero(was != now).tolist():
        for direction in range(6):
            both = picture.both((number, direction))
            first, other = both[0][0], both[-1][0]
            if was[first] != was[other] and now[first] == now[other]:
                sides.update(both)
    cliffs = picture.showing(picture.codes(("cliff",)))
    if sides and cliffs.any():
        picture.terrain[picture.on_sides(cliffs, sides)] = _paint(picture, BARE)
    return sides
