"""Turns a board archive into a board: what the archive leaves to be derived from its pixels.

Every derivation treats the drawing alike when it is turned by 180 degrees: a point that lies on the
border of pixels counts for all the pixels that it touches, and ties are settled by the kind of
terrain, never by the order of reading.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import ceil, inf
from pathlib import Path
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from hexcourt.facts.base.errors import BadInput, shown
from hexcourt.facts.boards.board import Board, hexside_key
from hexcourt.facts.boards.records import (
    GROUND,
    UNDER,
    Hex,
    Location,
    Raster,
    TerrainCode,
    inherent_terms,
    kind_of,
    terrain_codes,
)
from hexcourt.facts.boards.sizes import MAX_HEXSIDE_PIXELS
from hexcourt.facts.formats.drawn_hexes import (
    had_along,
    hexside_terms,
    shares_of,
    terrain_at_points,
)
from hexcourt.facts.formats.vasl_archive import Archive, DraftNotes, read_archive
from hexcourt.facts.geometry.coordinates import column_letters
from hexcourt.facts.geometry.hexes import Layout, Owners, Position, blocks, neighbour

# --- Pixels at points, alike when a drawing is turned by 180 degrees ------------------------------
#
# A point on the border of pixels counts for all the pixels that it touches.


def touched(
    grid: npt.NDArray[np.generic], points: npt.NDArray[np.float64]
) -> npt.NDArray[np.int16]:
    """Read the (up to four different) pixels that each point touches, shape (points, 4)."""
    low = np.ceil(points - 1e-9).astype(np.int64) - 1
    high = np.floor(points + 1e-9).astype(np.int64)
    limits = np.array(grid.shape) - 1
    low, high = np.clip(low, 0, limits), np.clip(high, 0, limits)
    corners = [(low, low), (low, high), (high, low), (high, high)]
    return np.stack([grid[xs[:, 0], ys[:, 1]] for xs, ys in corners], axis=1).astype(np.int16)


def settled(values: npt.NDArray[np.int16]) -> npt.NDArray[np.int16]:
    """Take the value met most often in each row, the smallest where several are."""
    ordered = np.sort(values, axis=1)
    votes = (ordered[:, :, None] == ordered[:, None, :]).sum(axis=2)
    best: npt.NDArray[np.int16] = ordered[np.arange(len(ordered)), votes.argmax(axis=1)]
    return best


LARGEST = 100_000
"""The largest number, up or down, that the metadata may give a size or place."""

MIN_BUILDING = 0.01
"""The part of a hex that a building covers, at least, that stands near its dot and misses it."""

HIGHEST = 15
"""The highest level, up or down, that a drawing may hold."""


def import_board(path: Path, content: bytes | None = None) -> Board:
    """Read a VASL board archive as a board, from its file or from what was read of it."""
    return board_of(read_archive(path, content))


def board_of(archive: Archive) -> Board:
    """Derive a board from what an archive holds."""
    layout, names = grid_of(archive)
    codes = _codes_used(archive)
    sampled = _Samples(archive, layout, list(names))
    raster = _with_bridge_roads(_raster(archive, codes), sampled, layout)
    hexes, locations = _hexes(archive, names, codes, sampled, raster, layout)
    title = title_of(archive)
    board = Board(
        name=title,
        source=f"VASL board archive {title} version {archive.attributes.get('version', '?')}",
        layout=layout,
        hexes=hexes,
        locations=locations,
        hexsides=MappingProxyType(_hexside_terrain(archive, names, codes, sampled, layout)),
        raster=raster,
    )
    return board if archive.drafted is None else _marked(board, archive.drafted)


def _marked(board: Board, drafted: DraftNotes) -> Board:
    """Mark a board as a draft, and its hexes with what of them is not sure; leave out hexes off the
    map.
    """
    off = drafted.off
    hexes = tuple(
        replace(record, features=tuple(sorted({*record.features, *drafted.marks[record.name]})))
        if record.name in drafted.marks
        else record
        for record in board.hexes
        if record.name not in off
    )
    if not hexes:
        raise BadInput(f"board {board.title}: no hex of the draft is on the map; draft it again")
    return replace(
        board,
        source=f"{board.source}. {drafted.sentence}",
        hexes=hexes,
        locations=tuple(each for each in board.locations if each.hex not in off),
        hexsides=MappingProxyType(
            {pair: terms for pair, terms in board.hexsides.items() if not off.intersection(pair)}
        ),
        assumptions=(*board.assumptions, drafted.sentence),
    )


def with_filled_hexes(archive: Archive, printed: Archive) -> Archive:
    """Fill hexes that had no inherent terrain with what has been drawn into their middle (B.6): it takes
    the place of open ground. Published archives are drawn so from the start.
    """
    inherent = [number for number, code in terrain_codes().items() if code.inherent]
    had = np.isin(printed.terrain, inherent)
    new = np.isin(archive.terrain, inherent) & ~had
    if not new.any():
        return archive
    layout, names = grid_of(archive)
    sampled = _Samples(archive, layout, list(names))
    drawn = np.full(len(names) + 1, -1)  # the last stands for what is in no middle
    xs, ys = np.nonzero(new)
    drawn[sampled.owners_in_middle(xs, ys)] = archive.terrain[xs, ys]
    drawn[sampled.owners_in_middle(*np.nonzero(had))] = -1
    drawn[-1] = -1
    bare = [number for number, code in terrain_codes().items() if code.term == "open"]
    open_xs, open_ys = np.nonzero(np.isin(archive.terrain, bare))
    fills = drawn[sampled.owners.at(open_xs + 0.5, open_ys + 0.5)]
    terrain = archive.terrain.copy()
    terrain[open_xs[fills >= 0], open_ys[fills >= 0]] = fills[fills >= 0]
    return replace(archive, terrain=terrain)


def grid_of(archive: Archive) -> tuple[Layout, Mapping[Position, str]]:
    """Place and name the hexes of an archive's board, without reading what is drawn there."""
    layout = _layout(archive)
    return layout, MappingProxyType(_names(archive, layout))


def title_of(archive: Archive) -> str:
    """Return the name of an archive's board as it is shown."""
    return shown(archive.attributes.get("name", Path(archive.path).name))


def _number(archive: Archive, name: str, default: Fraction) -> Fraction:
    written = archive.attributes.get(name, "")
    if not written.strip():
        return default
    try:
        value = float(written.strip()[:40])
    except ValueError:
        value = inf
    if not abs(value) <= LARGEST:
        raise BadInput(
            f"{archive.path}: BoardMetadata.xml has {name}={written[:40]!r}; "
            f"write a number of at most {LARGEST}"
        )
    return Fraction(str(value))


def _layout(archive: Archive) -> Layout:
    """Place the hexes; a size within a hundredth of the exact fit is taken as that fit."""
    width, height = archive.terrain.shape
    if archive.attributes.get("altHexGrain", "").upper() == "TRUE":
        raise BadInput(f"{archive.path}: altHexGrain boards are not supported; give another board")
    if archive.columns < 2:
        raise BadInput(
            f"{archive.path}: LOSData gives {archive.columns} hexrow; at least 2 are needed"
        )
    column_step = _snapped(
        _number(archive, "hexWidth", Fraction(225, 4)), Fraction(width, archive.columns - 1)
    )
    hex_height = _snapped(
        _number(archive, "hexHeight", Fraction(129, 2)), Fraction(height, archive.rows)
    )
    left = max(Fraction(0), _number(archive, "A1CenterX", Fraction(0)))
    top = _number(archive, "A1CenterY", hex_height / 2)
    top = _snapped(top + _rows_above(top, hex_height) * hex_height, hex_height / 2)
    if not 4 <= column_step <= width or not 4 <= hex_height <= height:
        raise BadInput(
            f"{archive.path}: BoardMetadata.xml gives hexes of {float(column_step):g} by "
            f"{float(hex_height):g} pixels on a drawing of {width} by {height}; mend hexWidth, hexHeight"
        )
    layout = Layout(column_step, hex_height, (left, top), (width, height))
    right, bottom = layout.centre((archive.columns - 1, 2 * archive.rows - 2))
    if right > width + 1 or bottom > height + 1:
        raise BadInput(
            f"{archive.path}: {archive.columns} by {archive.rows} hexes of {float(column_step):g} by "
            f"{float(hex_height):g} pixels do not fit a drawing of {width} by {height}; "
            "mend BoardMetadata.xml"
        )
    return layout


def _rows_above(top: Fraction, hex_height: Fraction) -> int:
    """Count the rows above the drawing whose hexes its names count, where A1 lies above it."""
    return max(0, ceil((-top - 2) / hex_height)) if hex_height >= 4 else 0


def _snapped(value: Fraction, exact: Fraction) -> Fraction:
    return exact if abs(value - exact) < Fraction(1, 100) else value


def _codes_used(archive: Archive) -> dict[int, TerrainCode]:
    known = terrain_codes()
    counts = np.bincount(archive.terrain.ravel(), minlength=256)
    for code in np.flatnonzero(counts):
        if int(code) not in known:
            x, y = np.argwhere(archive.terrain == code)[0]
            raise BadInput(
                f"{archive.path}: LOSData has the unknown terrain code {code} at pixel ({x}, {y}); "
                "fetch a version of the board with known terrain"
            )
    hexsides = sum(
        int(counts[n]) for n in np.flatnonzero(counts) if known[int(n)].kind == "hexside"
    )
    if hexsides > MAX_HEXSIDE_PIXELS:
        raise BadInput(
            f"{archive.path}: LOSData has {hexsides} pixels of hexside terrain; give "
            f"{MAX_HEXSIDE_PIXELS} at most"
        )
    if int(np.abs(archive.elevation.astype(np.int16)).max()) > HIGHEST:
        raise BadInput(
            f"{archive.path}: LOSData has a level beyond {HIGHEST}; fetch the board again"
        )
    return {int(code): known[int(code)] for code in np.flatnonzero(counts)}


def _raster(archive: Archive, codes: dict[int, TerrainCode]) -> Raster:
    terms = tuple(sorted({code.term for code in codes.values()}))
    lookup = np.zeros(256, dtype=np.uint8)
    for number, code in codes.items():
        lookup[number] = terms.index(code.term)
    return Raster(terms, lookup[archive.terrain], archive.elevation * np.int8(2))


def _with_bridge_roads(raster: Raster, sampled: _Samples, layout: Layout) -> Raster:
    """Distinguish the road on a bridge's deck from other road: road pixels in the box round the bridge
    pixels of a hex. Both are drawn alike, but beneath the deck there is no ground (B6.1).
    """
    bridges = [n for n, term in enumerate(raster.terms) if kind_of(term) == "bridge"]
    roads = [n for n, term in enumerate(raster.terms) if kind_of(term) == "road"]
    xs, ys = np.nonzero(np.isin(raster.terrain, bridges))
    if not len(xs):
        return raster
    terms = (*raster.terms, "bridge_road")
    terrain = raster.terrain.copy()
    owners = sampled.owners.at(xs + 0.5, ys + 0.5)
    for owner in np.unique(owners[owners >= 0]):
        mine = owners == owner
        box = np.s_[xs[mine].min() : xs[mine].max() + 1, ys[mine].min() : ys[mine].max() + 1]
        window = terrain[box]
        window[np.isin(window, roads)] = len(terms) - 1
    order = sorted(range(len(terms)), key=terms.__getitem__)
    renumbered = np.argsort(order).astype(np.uint8)
    return Raster(tuple(terms[n] for n in order), renumbered[terrain], raster.level)


def _names(archive: Archive, layout: Layout) -> dict[Position, str]:
    """Name the hexes column by column: ``b`` sheets begin at Q, lowered sheets continue the rows."""
    second_sheet = _number(archive, "A1CenterX", Fraction(0)) == -901
    lowered = _number(archive, "A1CenterY", Fraction(0))
    first_row = _rows_above(lowered, layout.hex_height)
    names = {}
    for column in range(archive.columns):
        letters = column_letters(column + 16 if second_sheet else column)
        for row in range(archive.rows + column % 2):
            place = (column, 2 * row - column % 2)
            names[place] = f"{letters}{row + first_row + 1 - column % 2}"
    return names


class _Samples:
    """Terrain codes and levels at the centre and just inside each hexside of every hex."""

    def __init__(self, archive: Archive, layout: Layout, places: list[Position]) -> None:
        self.owners = Owners(layout, np.array(places))
        self.centres = layout.centres(places)
        self.middles = layout.hexside_points()
        self.centre_codes = settled(touched(archive.terrain, self.centres))
        self.levels = settled(touched(archive.elevation, self.centres))
        points = (self.centres[:, None, :] + self.middles[None, :, :]).reshape(-1, 2)
        self.hexside_codes = settled(touched(archive.terrain, points)).reshape(-1, 6)

    def owners_in_middle(
        self, xs: npt.NDArray[np.int64], ys: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int64]:
        """Number the hexes in whose middle pixels lie, -1 for the others: nearer to the centre than to
        the middle of any hexside.
        """
        owners = self.owners.at(xs + 0.5, ys + 0.5)
        off_x, off_y = xs + 0.5 - self.centres[owners, 0], ys + 0.5 - self.centres[owners, 1]
        reach = off_x**2 + off_y**2
        for x, y in self.middles.tolist():
            owners[reach >= (off_x - x) ** 2 + (off_y - y) ** 2] = -1
        return owners


def _hexes(
    archive: Archive,
    names: Mapping[Position, str],
    codes: Mapping[int, TerrainCode],
    sampled: _Samples,
    raster: Raster,
    layout: Layout,
) -> tuple[tuple[Hex, ...], tuple[Location, ...]]:
    inherent = _inherent_terrain(sampled, raster)
    beds = _beds(sampled, raster, layout)
    shown = _shown_terrain(archive, codes, sampled, layout)
    around = _terrain_round_dots(archive, codes, sampled, layout, shown, beds)
    hexes: list[Hex] = []
    locations: list[Location] = []
    for number, (place, name) in enumerate(names.items()):
        code = shown[number]
        level = 2 * int(sampled.levels[number])
        kinds = {code.term, *(held[number] for held in (inherent, around) if number in held)}
        kinds -= {"open"} if number in around else set()
        if number in beds and code.kind != "bridge":
            kinds.add(_bridge_of(archive, sampled, number, layout))
        is_sunk = any(kind_of(term) == "depression" for term in kinds)
        stairwell = bool(archive.stairways[number]) or (code.kind == "building" and code.upper == 1)
        hexes.append(
            Hex(
                name=name,
                place=place,
                level=level,
                terrain=tuple(sorted(kinds)),
                inherent=inherent.get(number),
                bed=level if is_sunk else beds.get(number),
                stairwell=stairwell and (code.upper > 0 or code.kind == "factory"),
                slopes=archive.slopes.get(name, frozenset()),
            )
        )
        locations.append(Location(name, GROUND, level))
        locations += [
            Location(name, f"level({floor})", level + 2 * floor)
            for floor in range(1, code.upper + 1)
        ]
        if number in beds:
            locations.append(Location(name, UNDER, beds[number]))
    return tuple(hexes), tuple(locations)


def _terrain_round_dots(
    archive: Archive,
    codes: Mapping[int, TerrainCode],
    sampled: _Samples,
    layout: Layout,
    shown: Sequence[TerrainCode],
    bridged: Collection[int],
) -> dict[int, str]:
    """Find the hexes whose dots lie in a depression or an elevated road and show something else."""
    kinds = ("open", "other", "road")
    dry = [n for n, code in enumerate(shown) if code.kind in kinds and n not in bridged]
    dots = zip(sampled.centres[dry].tolist(), sampled.levels[dry].tolist(), dry, strict=True)
    points = ((x, y, shown[number], level) for (x, y), level, number in dots)
    return {dry[n]: term for n, term in terrain_at_points(archive, codes, layout, points).items()}


def _shown_terrain(
    archive: Archive, codes: Mapping[int, TerrainCode], sampled: _Samples, layout: Layout
) -> list[TerrainCode]:
    """Take the terrain of each centre dot, or the building of a hex that misses the dot (B.1): one that
    reaches a hexside, or that stands near the dot on dry ground.
    """
    known = terrain_codes()
    built = [n for n, code in codes.items() if code.kind in ("building", "factory")]
    found = [known[code] for code in sampled.centre_codes.tolist()]
    for number, code in enumerate(found if built else ()):
        if code.kind in ("building", "factory"):
            continue
        at_sides = [side for side in sampled.hexside_codes[number].tolist() if side in built]
        if at_sides:
            found[number] = known[max(sorted(set(at_sides)), key=at_sides.count)]
        elif code.kind in ("open", "other", "road"):
            near = _near(archive.terrain, sampled.centres[number], layout, 0.5)
            counts = np.bincount(near.ravel(), minlength=256)[built]
            if counts.sum() >= MIN_BUILDING * float(layout.column_step * layout.hex_height):
                found[number] = known[built[int(counts.argmax())]]
    return found


def _near(
    terrain: npt.NDArray[np.uint8],
    centre: npt.NDArray[np.float64],
    layout: Layout,
    part: float,
) -> npt.NDArray[np.uint8]:
    """Cut out the pixels round a dot that are no farther than so great a part of the way to hexsides."""
    reach = float(layout.hex_height) / 2 * part
    (left, top), (right, bottom) = (
        np.maximum(0, np.ceil(centre - reach - 0.5)),
        centre + reach + 0.5,
    )
    return terrain[int(left) : int(right), int(top) : int(bottom)]


def _inherent_terrain(sampled: _Samples, raster: Raster) -> dict[int, str]:
    """Find the hexes whose middle holds inherent terrain (B.6), so that a neighbour's spilling edge does
    not count.
    """
    known = inherent_terms()
    wanted = [number for number, term in enumerate(raster.terms) if term in known]
    if not wanted:
        return {}
    places = np.flatnonzero(np.isin(raster.terrain, wanted))
    held = np.zeros(len(sampled.centres) * len(raster.terms), dtype=np.int64)
    for block in blocks(len(places)):
        xs, ys = np.divmod(places[block], raster.terrain.shape[1])
        owners = sampled.owners_in_middle(xs, ys)
        inner = owners >= 0
        pairs = owners[inner] * len(raster.terms) + raster.terrain[xs[inner], ys[inner]]
        held += np.bincount(pairs, minlength=len(held))
    found: dict[int, str] = {}
    met = np.flatnonzero(held)
    for pair in met[np.argsort(held[met], kind="stable")].tolist():
        hexagon, number = divmod(pair, len(raster.terms))
        found[hexagon] = raster.terms[number]
    return found


def _beds(sampled: _Samples, raster: Raster, layout: Layout) -> dict[int, int]:
    """Find the hexes whose centre dot is on a bridge (B6), with the bottom of the depression or water
    beneath; a level below the deck where none is drawn.
    """
    kinds = [kind_of(term) for term in raster.terms]
    below = [number for number, kind in enumerate(kinds) if kind in ("depression", "water")]
    centres = settled(touched(raster.terrain, sampled.centres))
    beds: dict[int, int] = {}
    for number in np.flatnonzero(np.array(kinds)[centres] == "bridge"):
        x, y = sampled.centres[number]
        across, down = float(layout.column_step), float(layout.hex_height) / 2
        window = np.s_[
            max(0, int(x - across)) : int(x + across), max(0, int(y - down)) : int(y + down)
        ]
        lower = raster.level[window][np.isin(raster.terrain[window], below)]
        beds[int(number)] = int(lower.min()) if lower.size else 2 * int(sampled.levels[number]) - 2
    return beds


def _bridge_of(archive: Archive, sampled: _Samples, number: int, layout: Layout) -> str:
    """Name the bridge of a hex whose dot shows the road on it: what most of it is drawn as."""
    known = terrain_codes()
    near = _near(archive.terrain, sampled.centres[number], layout, 1)
    counts = np.bincount(near.ravel(), minlength=256)
    bridges = [n for n, code in known.items() if code.kind == "bridge"]
    return known[max(bridges, key=lambda n: int(counts[n]))].term


def _hexside_terrain(
    archive: Archive,
    names: Mapping[Position, str],
    codes: Mapping[int, TerrainCode],
    sampled: _Samples,
    layout: Layout,
) -> dict[tuple[str, str], frozenset[str]]:
    """Take what the middle of each hexside shows, and what is drawn along most of it (B9.1)."""
    known = terrain_codes()
    numbers = {place: number for number, place in enumerate(names)}
    used = {code: term for code, term in hexside_terms().items() if code in codes}
    drawn = shares_of(archive.terrain, layout, sampled.centres, used) if used else {}
    code_at = sampled.hexside_codes.tolist()
    gathered: dict[tuple[str, str], frozenset[str]] = {}
    for (place, name), direction in product(names.items(), range(3)):
        beyond = neighbour(place, direction)
        if beyond not in numbers:
            continue
        sides = ((numbers[place], direction), (numbers[beyond], direction + 3))
        shown = [known[code_at[number][side]] for number, side in sides]
        terms = {code.term for code in shown if code.kind in ("hexside", "depression")}
        if sides[0] in drawn:
            terms |= had_along(drawn[sides[0]], (code.term for code in shown))
        if archive.embankments and any(
            side in archive.embankments.get(each, frozenset())
            for each, (_, side) in zip((name, names[beyond]), sides, strict=True)
        ):
            terms.add("railway_embankment")
        if terms:
            gathered[hexside_key(name, names[beyond])] = frozenset(terms)
    return gathered


# --- Rows of text ---------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Words:
    """Words of a column, in a row of bytes: word ``n`` has so many (``sizes``), from ``starts`` on."""

    content: npt.NDArray[np.uint8]
    starts: npt.NDArray[np.int64]
    sizes: npt.NDArray[np.int64]

    @classmethod
    def of(cls, words: Sequence[str], after: str) -> Words:
        """Take down words, each with what is written after it."""
        written = [(word + after).encode() for word in words]
        sizes = np.array([len(each) for each in written], dtype=np.int64)
        content = np.frombuffer(b"".join(written), dtype=np.uint8)
        return cls(content, np.cumsum(sizes) - sizes, sizes)


def coded_rows(columns: Sequence[tuple[Words, npt.NDArray[np.integer]]]) -> str:
    """Write rows one after the other; each column gives its words, and the number of each row's."""
    first = np.cumsum([0, *(len(words.content) for words, _ in columns)])
    sizes = np.stack([words.sizes[numbers] for words, numbers in columns], axis=1).ravel()
    starts = np.stack(
        [
            words.starts[numbers] + begun
            for (words, numbers), begun in zip(columns, first, strict=False)
        ],
        axis=1,
    ).ravel()
    written = np.cumsum(sizes)
    content = np.concatenate([words.content for words, _ in columns])
    total = int(written[-1]) if len(written) else 0
    source = np.repeat(starts - (written - sizes), sizes) + np.arange(total)
    return content[source].tobytes().decode()
