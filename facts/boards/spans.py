"""Pixels as facts: ``span(Row, First, Last, Terrain, Level)``, a stretch of a row of a drawing."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from hexcourt.facts.boards.records import Raster
from hexcourt.facts.formats.fact_text import Fact, Source
from hexcourt.facts.sizes import MOST_PIXELS


def span_lines(raster: Raster) -> list[str]:
    """Write a drawing as facts: row by row the longest stretches of equal terrain and level."""
    width, height = raster.terrain.shape
    if not width or not height:
        return []
    pixels = raster.terrain.T.astype(np.int32) * 256 + (raster.level.T.astype(np.int32) + 128)
    begins = np.ones((height, width), dtype=np.bool_)
    begins[:, 1:] = pixels[:, 1:] != pixels[:, :-1]
    starts = np.flatnonzero(begins)
    ends = np.append(starts[1:], height * width) - 1
    values, kinds = np.unique(pixels.ravel()[starts], return_inverse=True)
    tails = [f"{raster.terms[value // 256]},{value % 256 - 128})." for value in values.tolist()]
    parts = zip(
        (starts // width).tolist(),
        (starts % width).tolist(),
        (ends % width).tolist(),
        kinds.tolist(),
        strict=True,
    )
    return [f"span({row},{first},{last},{tails[kind]}" for row, first, last, kind in parts]


def raster_of(source: Source, facts: Sequence[Fact], width: int, height: int) -> Raster:
    """Read a drawing of ``width`` by ``height`` pixels from facts that cover each pixel once.

    Raises BadInput for stretches outside the drawing, stretches that overlap and pixels left over.
    """
    if width * height > MOST_PIXELS:
        sentence = (
            f"a drawing of {width} by {height} pixels is too large; give {MOST_PIXELS} at most"
        )
        raise source.refusal(facts[0].at, sentence)
    columns = list(zip(*(fact.arguments for fact in facts), strict=True))
    row, first, last, level = (np.array(columns[at], dtype=np.int64) for at in (0, 1, 2, 4))
    _refuse_outside(
        source, facts, np.flatnonzero((row >= height) | (last >= width) | (first > last))
    )
    order = np.lexsort((first, row))
    begin = (row * width + first)[order]
    end = (row * width + last)[order] + 1
    _refuse_overlap(source, facts, order[1:][begin[1:] < end[:-1]])
    _refuse_gap(source, begin, end, width, height)
    names = list(map(str, columns[3]))
    terms = tuple(sorted(set(names)))
    numbers = dict(zip(terms, range(len(terms)), strict=True))
    kinds = np.fromiter(map(numbers.__getitem__, names), dtype=np.uint8, count=len(names))
    lengths = end - begin
    shape = (height, width)
    return Raster(
        terms=terms,
        terrain=np.ascontiguousarray(np.repeat(kinds[order], lengths).reshape(shape).T),
        level=np.ascontiguousarray(
            np.repeat(level[order].astype(np.int8), lengths).reshape(shape).T
        ),
    )


def _shown(fact: Fact) -> str:
    row, first, last = fact.arguments[:3]
    return f"the stretch of row {row} from {first} to {last}"


def _refuse_outside(source: Source, facts: Sequence[Fact], wrong: npt.NDArray[np.int64]) -> None:
    for number in wrong[:1]:
        sentence = (
            f"{_shown(facts[number])} leaves the drawing; mend it, or layout width and height"
        )
        raise source.refusal(facts[number].at, sentence)


def _refuse_overlap(source: Source, facts: Sequence[Fact], wrong: npt.NDArray[np.int64]) -> None:
    for number in wrong[:1]:
        sentence = f"{_shown(facts[number])} overlaps another; cover each pixel once"
        raise source.refusal(facts[number].at, sentence)


def _refuse_gap(
    source: Source,
    begin: npt.NDArray[np.int64],
    end: npt.NDArray[np.int64],
    width: int,
    height: int,
) -> None:
    before = np.concatenate([[0], end])
    after = np.concatenate([begin, [width * height]])
    for gap in np.flatnonzero(before < after)[:1]:
        y, x = divmod(int(before[gap]), width)
        sentence = f"no span covers the pixel in row {y}, column {x}; cover each pixel once"
        raise source.refusal(len(source.text), sentence)
