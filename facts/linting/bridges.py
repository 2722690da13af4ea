"""Bridges: half of one, or with nothing beneath it (B4)."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

import numpy as np

from hexcourt.facts.boards.records import UNDER
from hexcourt.facts.linting.drawing import CODES, Drawing
from hexcourt.facts.linting.finding import Confidence, Finding
from hexcourt.facts.linting.regions import Numbers, regions_of

LEAST_DRAWN = 30
"""How many pixels of a bridge in a hex are more than a neighbour's that reaches over."""

LEAST_BED = 100
"""How many pixels of depression or water there are at least in the hex of a bridge that spans them."""

ALIKE = 3
"""How many times as large one side of a bridge is at most as the other."""

AMID = 4.0
"""How far from the centre dot the middle of a bridge is at most that is drawn over all of its road."""


def bridge_findings(drawing: Drawing) -> Iterator[Finding]:
    """Look at the bridges (B6)."""
    drawn = drawing.drawn(lambda code: code.kind == "bridge")
    places = np.argwhere(drawn)
    held = drawing.owners[drawn]
    spanned = {(each.hex, each.place) for each in drawing.board.locations if each.place == UNDER}
    for number in np.unique(held).tolist():
        if number < 0:
            continue
        xs, ys = places[held == number].T
        if len(xs) < LEAST_DRAWN:
            continue
        record, place = drawing.board.hexes[number], (int(xs[0]), int(ys[0]))
        if (record.name, UNDER) not in spanned:
            yield Finding(
                "B401",
                (record.name,),
                f"part of a bridge is drawn in {record.name}, and its centre dot is on none",
                Confidence.LIKELY,
                pixels=len(xs),
                at=place,
            )
            continue
        sides = _sides(xs, ys)
        aside = hypot(*(drawing.board.centres[number] - (xs.mean() + 0.5, ys.mean() + 0.5)))
        if aside > AMID and (len(sides) == 1 or sides[0] > ALIKE * sides[1]):
            yield Finding(
                "B402",
                (record.name,),
                f"the bridge in {record.name} is drawn on one side of its road alone",
                Confidence.LIKELY,
                pixels=len(xs),
                at=place,
            )
        bed = sum(
            drawing.by_hex.get((number, code), 0)
            for code, told in CODES.items()
            if told.kind in ("depression", "water")
        )
        if bed < LEAST_BED:
            yield Finding(
                "B403",
                (record.name,),
                f"hardly any depression or water is drawn beneath the bridge in {record.name}",
                Confidence.LIKELY,
                pixels=bed,
                at=place,
            )


def _sides(xs: Numbers, ys: Numbers) -> list[int]:
    """Count the pixels of each part of a bridge, the largest first."""
    box = np.zeros((int(np.ptp(xs)) + 1, int(np.ptp(ys)) + 1), dtype=np.uint8)
    box[xs - xs.min(), ys - ys.min()] = 1
    regions = regions_of(box)
    parts: list[int] = regions.size[regions.value == 1].tolist()
    return sorted(parts, reverse=True)
