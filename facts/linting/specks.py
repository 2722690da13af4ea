"""Terrain of some pixels, which lines meet as they meet the real thing (B5)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from hexcourt.facts.linting.drawing import CODES, Drawing
from hexcourt.facts.linting.finding import Confidence, Finding

LARGEST_SPECK, SURE_SPECK = 12, 3
"""How many pixels a speck has at most, and one that is surely nothing else."""

NEAR = 10
"""Within how many pixels terrain of its kind makes a speck part of that."""

LEAST_INHERENT = 60
"""Of how many pixels at least inherent terrain is that fills its hex."""

_STANDING = ("other", "building", "factory", "depression", "water", "bridge")


def speck_findings(drawing: Drawing) -> Iterator[Finding]:
    """Look at small regions of terrain."""
    yield from _specks(drawing)
    yield from _inherent(drawing)


def _specks(drawing: Drawing) -> Iterator[Finding]:
    regions, terrain = drawing.regions, drawing.terrain
    standing = drawing.is_code(lambda code: code.kind in _STANDING)
    small = (regions.size <= LARGEST_SPECK) & standing[regions.value]
    alike = {code: _alike(drawing, code) for code in np.unique(regions.value[small]).tolist()}
    for region in np.flatnonzero(small).tolist():
        xs, ys = regions.pixels(region)
        window = terrain[
            max(0, xs.min() - NEAR) : xs.max() + NEAR + 1,
            max(0, ys.min() - NEAR) : ys.max() + NEAR + 1,
        ]
        code = int(regions.value[region])
        if int(alike[code][window].sum()) > len(xs):
            continue
        hexes = drawing.hexes_of(drawing.owners[xs, ys].tolist())
        yield Finding(
            "B501",
            hexes,
            f"a speck of {CODES[code].term}, with none of its kind near",
            Confidence.CERTAIN if len(xs) <= SURE_SPECK else Confidence.LIKELY,
            pixels=len(xs),
            at=regions.place(region),
        )


def _alike(drawing: Drawing, code: int) -> npt.NDArray[np.bool_]:
    """Tell which codes are of one kind with another: by class, or by name where that says little."""
    told = CODES[code]
    name = told.term.partition("(")[0]
    return drawing.is_code(
        lambda each: (
            each.kind == told.kind and (told.kind != "other" or each.term.partition("(")[0] == name)
        )
    )


def _inherent(drawing: Drawing) -> Iterator[Finding]:
    held: dict[tuple[int, str], int] = defaultdict(int)
    for (number, code), count in drawing.by_hex.items():
        held[number, CODES[code].term] += count
    for number, record in enumerate(drawing.board.hexes):
        count = held.get((number, record.inherent or ""), 0)
        if record.inherent is not None and count < LEAST_INHERENT:
            yield Finding(
                "B502",
                (record.name,),
                f"{record.inherent} fills {record.name}, of which {count} pixels are drawn",
                Confidence.CERTAIN if count <= SURE_SPECK else Confidence.LIKELY,
                pixels=count,
            )
