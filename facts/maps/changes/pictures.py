"""The drawing of a board while a map is laid: pixels that can be found, and painted over.

A pixel belongs to the hex that holds its middle, and to the hexside of it that is nearest.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from hexcourt.facts.boards.terrain_terms import kind_of
from hexcourt.facts.formats.sampling import touched
from hexcourt.facts.grid.geometry import Layout, Owners, Position, blocks, neighbour

Mask = npt.NDArray[np.bool_]
Pixels = tuple[npt.NDArray[np.int64], ...]

BESIDE = 1 / 20
"""How far from a hexside what is newly drawn on it reaches, in heights of a hex."""


class Picture:
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

    def __copy__(self) -> Picture:
        """Give a drawing like it that can be changed without it."""
        return Picture(self.layout, self.names, self.terms, self.terrain, self.level)

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
        """Give the centres of the hexes, shape (hexes, 2)."""
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
        """Tell how each pixel lies to the ground that it belongs to: a depression a level beneath it
        (B19), an elevated road a level above it.
        """
        lies = np.zeros(256, np.int8)
        lies[self.of_kind("depression")] = -1
        lies[self.codes(("elevated_road",))] = 1
        found: npt.NDArray[np.int8] = lies[self.terrain]
        return found

    def ground(self) -> npt.NDArray[np.int8]:
        """Give the level of the ground that each pixel belongs to."""
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
        """Tell which hexside of its hex is nearest to each pixel."""
        offsets = np.stack([pixels[0] + 0.5, pixels[1] + 0.5], axis=1) - self.centres[owners]
        middles = self.layout.hexside_middles()
        ways = offsets @ (middles / (middles**2).sum(axis=1)[:, None]).T
        nearest: npt.NDArray[np.int64] = ways.argmax(axis=1)
        return nearest

    def sides_in(self, mask: Mask) -> Iterator[tuple[int, int]]:
        """List the hexsides that some pixels lie on: by the points that boards are derived from."""
        middles = self.layout.hexside_middles()
        inward = middles * (1 - 1 / np.linalg.norm(middles, axis=1))[:, None]
        points = (self.centres[:, None, :] + inward[None, :, :]).reshape(-1, 2)
        held = touched(mask, points).any(axis=1)
        return (divmod(key, 6) for key in np.flatnonzero(held).tolist())

    def window(self, numbers: Collection[int]) -> tuple[slice, slice]:
        """Give a rectangle that holds some hexes."""
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
        """Leave of some pixels those of some hexsides, each told by a hex and a direction."""
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
        far = np.abs(offsets @ (middle / length) - length) > BESIDE * float(self.layout.hex_height)
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
        """Give an empty mask, and the pixels near some hexes."""
        found = np.zeros(self.terrain.shape, np.bool_)
        if not numbers:
            none = np.zeros(0, np.int64)
            return found, (none, none)
        window = self.window(numbers)
        xs, ys = np.nonzero(mask[window])
        return found, (xs + window[0].start, ys + window[1].start)

    def filled(self, mask: Mask, by: Mask) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int8]]:
        """Give terrain and level with some pixels taken over from the nearest ``by`` pixels: ring by
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
