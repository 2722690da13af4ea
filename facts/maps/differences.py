"""What differs between two boards: hexes, hexsides, the drawing; and which of it hangs together."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Hex, Location, Raster
from hexcourt.facts.formats.import_archive import board_of
from hexcourt.facts.formats.vasl_archive import Archive
from hexcourt.facts.geometry.hexes import Layout, Owners
from hexcourt.facts.tracing.touched import hexes_of

DRAWING = "drawing"
HEXSIDE = "hexside"

Pixel = TypeVar("Pixel", bound=np.generic)

MAX_KINDS_LISTED = 3
"""How many kinds of pixels that differ are told of a hex."""


@dataclass(frozen=True, slots=True)
class BoardDifference:
    """One difference: what it is about, one hex, or the two of a hexside, and what either board has.

    ``pixels`` counts those that differ, where the drawing does.
    """

    what: str
    hexes: tuple[str, ...]
    old: str
    new: str
    pixels: int | None = None


def heading_changes(old: Board, new: Board) -> Iterator[BoardDifference]:
    """Return what differs of the boards as wholes: name, source, size of the drawing, number of
    hexes.
    """
    for what, one, other in (
        ("name", old.name, new.name),
        ("source", old.source, new.source),
        ("size", _size(old), _size(new)),
        ("map rules", _joined_words(old.map_rules), _joined_words(new.map_rules)),
    ):
        if one != other:
            yield BoardDifference(what, (), one, other)


def _size(board: Board) -> str:
    width, height = board.layout.extent
    scale = f"{float(board.layout.column_step):g} by {float(board.layout.hex_height):g}"
    return f"{len(board.hexes)} hexes of {scale} on a drawing of {width} by {height}"


def board_changes(old: Board, new: Board) -> tuple[BoardDifference, ...]:
    """List what differs by hexes and hexsides, in the order of the boards."""
    order = {name: n for n, name in enumerate(dict.fromkeys([*old.by_name, *new.by_name]))}
    both = set(old.by_name).intersection(new.by_name)
    of_both = (*_of_hexsides(old, new), *_of_drawings(old, new))
    found = [*_of_hexes(old, new), *(each for each in of_both if both.issuperset(each.hexes))]
    return tuple(sorted(found, key=lambda each: [order[name] for name in each.hexes]))


def _of_hexes(old: Board, new: Board) -> Iterator[BoardDifference]:
    for name in dict.fromkeys([*old.by_name, *new.by_name]):
        one, other = old.by_name.get(name), new.by_name.get(name)
        if one is None or other is None:
            yield BoardDifference("hex", (name,), _there(one), _there(other))
            continue
        items = (_aspects(old, one), _aspects(new, other))
        for what in items[0]:
            if items[0][what] != items[1][what]:
                yield BoardDifference(what, (name,), items[0][what], items[1][what])


def _there(record: Hex | None) -> str:
    return "none" if record is None else "there"


def _aspects(board: Board, record: Hex) -> Mapping[str, str]:
    """Describe all that a board says about a hex, aspect by aspect."""
    column, half_row = record.place
    return {
        "place": f"column {column}, half row {half_row}",
        "level": f"{record.level / 2:g}",
        "terrain": _joined_words(record.terrain),
        "inherent terrain": record.inherent or "none",
        "bottom of the depression": "none" if record.bed is None else f"{record.bed / 2:g}",
        "stairwell": "there" if record.stairwell else "none",
        "slopes": _joined_words(map(str, sorted(record.slopes))),
        "Locations": _joined_words(_location(each) for each in board.locations_of(record.name)),
        "printed": _joined_words(record.features),
        "counters": _joined_words(
            f"{each.terrain} {each.place}" for each in board.counters if each.hex == record.name
        ),
        "roadblocks": _joined_words(
            "-".join(each) for each in board.roadblocks if each[0] == record.name
        ),
    }


def _location(place: Location) -> str:
    return (
        f"{place.place} {place.level / 2:g}{f'uncertain by {place.unsure}' if place.unsure else ''}"
    )


def _joined_words(words: Iterable[str]) -> str:
    return ", ".join(sorted(words)) or "none"


def _of_hexsides(old: Board, new: Board) -> Iterator[BoardDifference]:
    for key in sorted({*old.hexsides, *new.hexsides}):
        one, other = (board.hexsides.get(key, frozenset()) for board in (old, new))
        if one != other:
            yield BoardDifference(HEXSIDE, key, _joined_words(one), _joined_words(other))


def _of_drawings(old: Board, new: Board) -> Iterator[BoardDifference]:
    if drawn_alike(old, new):
        yield from _of_pixels(old, new)
    elif old.raster is None and new.raster is None:
        yield from _of_outlines(old, new)


def drawn_alike(old: Board, new: Board) -> bool:
    """Return whether both boards are drawn by pixels on one grid."""
    return old.raster is not None and new.raster is not None and old.layout == new.layout


def _of_pixels(old: Board, new: Board) -> Iterator[BoardDifference]:
    assert old.raster is not None
    assert new.raster is not None
    terms = sorted({*old.raster.terms, *new.raster.terms})
    one, other = old.raster.numbered(terms), new.raster.numbered(terms)
    xs, ys = np.nonzero((one != other) | (old.raster.level != new.raster.level))
    if not len(xs):
        return
    owners = Owners(old.layout, old.places.astype(np.int64)).at(xs + 0.5, ys + 0.5)
    for number in np.unique(owners[owners >= 0]).tolist():
        mine = xs[owners == number], ys[owners == number]
        tally: Tally[tuple[str, str]] = Tally()
        for a, b, low, high in zip(
            one[mine].tolist(),
            other[mine].tolist(),
            old.raster.level[mine].tolist(),
            new.raster.level[mine].tolist(),
            strict=True,
        ):
            tally[
                (terms[a], terms[b]) if a != b else (f"level {low / 2:g}", f"level {high / 2:g}")
            ] += 1
        most = sorted(tally.items(), key=lambda item: (-item[1], item[0]))[:MAX_KINDS_LISTED]
        yield BoardDifference(
            DRAWING,
            (old.hexes[number].name,),
            ", ".join(f"{before} {count}" for (before, _), count in most),
            ", ".join(f"{after} {count}" for (_, after), count in most),
            len(mine[0]),
        )


def _of_outlines(old: Board, new: Board) -> Iterator[BoardDifference]:
    one, other = set(old.outlines), set(new.outlines)
    touched: dict[str, tuple[list[str], list[str]]] = {}
    for board, at, some in ((old, 0, one - other), (new, 1, other - one)):
        for drawn in some:
            for name in hexes_of(board, drawn):
                touched.setdefault(name, ([], []))[at].append(f"{drawn.name} ({drawn.terrain})")
    for name, (gone, there) in sorted(touched.items()):
        yield BoardDifference(DRAWING, (name,), _joined_words(gone), _joined_words(there))


def change_places(
    old: Board, new: Board, changes: Iterable[BoardDifference]
) -> tuple[tuple[str, ...], ...]:
    """Gather the hexes of changes by what hangs together, hex by hex next to each other."""
    board = old if len(old.hexes) >= len(new.hexes) else new
    waiting = {name for each in changes for name in each.hexes if name in board.by_name}
    found = []
    for record in board.hexes:
        if record.name not in waiting:
            continue
        waiting.discard(record.name)
        reached = [record.name]
        for name in reached:
            beside = board.neighbours[board.indices[name]].tolist()
            names = {board.hexes[each].name for each in beside if each >= 0} & waiting
            waiting -= names
            reached += sorted(names, key=board.indices.__getitem__)
        found.append(tuple(sorted(reached, key=board.indices.__getitem__)))
    return tuple(found)


def patched(old: Board, new: Board, hexes: Collection[str]) -> Board:
    """Return the old board with some hexes as the new one has them: what is given about them, their
    hexsides, and the pixels in them. Both are drawn alike.
    """
    assert old.raster is not None
    assert new.raster is not None
    terms = tuple(sorted({*old.raster.terms, *new.raster.terms}))
    terrain, level = old.raster.numbered(terms), old.raster.level.copy()
    other = new.raster.numbered(terms)
    xs, ys = np.nonzero((terrain != other) | (level != new.raster.level))
    owners = Owners(old.layout, old.places.astype(np.int64)).at(xs + 0.5, ys + 0.5)
    mine = np.isin(owners, [old.indices[name] for name in hexes])
    place = xs[mine], ys[mine]
    terrain[place], level[place] = other[place], new.raster.level[place]
    sides = {key: t for key, t in old.hexsides.items() if not _all_in(key, hexes)}
    sides |= {key: t for key, t in new.hexsides.items() if _all_in(key, hexes)}
    return replace(
        old,
        hexes=tuple(new.by_name[h.name] if h.name in hexes else h for h in old.hexes),
        locations=tuple(
            place
            for record in old.hexes
            for place in (new if record.name in hexes else old).locations_of(record.name)
        ),
        hexsides=MappingProxyType(sides),
        raster=Raster(terms, terrain, level),
    )


def _all_in(key: tuple[str, str], hexes: Collection[str]) -> bool:
    return key[0] in hexes and key[1] in hexes


# --- Boards turned by 180 degrees -----------------------------------------------------------------


def turned(board: Board) -> Board:
    """Turn a board by 180 degrees: drawing, places and slopes; names stay."""
    layout, raster = board.layout, board.raster
    width, height = layout.extent
    low, high = board.places.min(axis=0), board.places.max(axis=0)
    columns, rows = (int(each) for each in low + high)
    # the parity of column plus half row must stay even, so the place is moved by a whole hex
    odd = (columns + rows) % 2
    place = {h.name: (columns - h.place[0], rows + odd - h.place[1]) for h in board.hexes}
    return replace(
        board,
        layout=_turned_layout(layout, columns, rows + odd),
        hexes=tuple(
            replace(each, place=place[each.name], slopes=_opposite(each.slopes))
            for each in board.hexes
        ),
        outlines=tuple(
            replace(
                each,
                rings=tuple(tuple((width - x, height - y) for x, y in ring) for ring in each.rings),
            )
            for each in board.outlines
        ),
        raster=None
        if raster is None
        else Raster(raster.terms, _upside_down(raster.terrain), _upside_down(raster.level)),
    )


def _turned_layout(layout: Layout, columns: int, rows: int) -> Layout:
    """Place the grid so that each hex's centre is its old centre turned about the drawing's middle."""
    width, height = layout.extent
    x = Fraction(width) - layout.origin[0] - layout.column_step * columns
    y = Fraction(height) - layout.origin[1] - layout.hex_height * rows / 2
    return replace(layout, origin=(x, y))


def _opposite(directions: Iterable[int]) -> frozenset[int]:
    return frozenset((each + 3) % 6 for each in directions)


def _upside_down(pixels: npt.NDArray[Pixel]) -> npt.NDArray[Pixel]:
    return np.ascontiguousarray(pixels[::-1, ::-1])


def read_turned(archive: Archive, upright: Board) -> Board | None:
    """Turn an archive's pixels and derive the board from them, its hexes renamed as on ``upright``.

    Nothing where the turned hexes do not fall on the grid of the same archive (an even number of
    columns, half hexes on one side only).
    """
    renamed = _opposite_names(upright)
    if renamed is None:
        return None
    return _renamed(board_of(_turned_archive(archive, renamed)), renamed)


def _opposite_names(board: Board) -> Mapping[str, str] | None:
    """Return which hex lies where each hex lies after the turn."""
    width, height = board.layout.extent
    centres = {
        tuple(np.round(centre, 6)): h.name
        for h, centre in zip(board.hexes, board.centres, strict=True)
    }
    found = {}
    for record, (x, y) in zip(board.hexes, board.centres, strict=True):
        other = centres.get((round(width - x, 6), round(height - y, 6)))
        if other is None:
            return None
        found[record.name] = other
    return found


def _turned_archive(archive: Archive, renamed: Mapping[str, str]) -> Archive:
    return replace(
        archive,
        elevation=_upside_down(archive.elevation),
        terrain=_upside_down(archive.terrain),
        stairways=archive.stairways[::-1].copy(),
        slopes=_turned_sides(archive.slopes, renamed),
        embankments=_turned_sides(archive.embankments, renamed),
    )


def _turned_sides(
    sides: Mapping[str, frozenset[int]], renamed: Mapping[str, str]
) -> Mapping[str, frozenset[int]]:
    return MappingProxyType(
        {
            renamed[name]: _opposite(directions)
            for name, directions in sides.items()
            if name in renamed
        }
    )


def _renamed(board: Board, names: Mapping[str, str]) -> Board:
    def pair(key: tuple[str, str]) -> tuple[str, str]:
        first, second = sorted(names[name] for name in key)
        return first, second

    return replace(
        board,
        hexes=tuple(replace(record, name=names[record.name]) for record in board.hexes),
        locations=tuple(replace(place, hex=names[place.hex]) for place in board.locations),
        hexsides=MappingProxyType({pair(key): terms for key, terms in board.hexsides.items()}),
    )
