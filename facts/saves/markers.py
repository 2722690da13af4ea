"""What the markers of a setup say: hexes of a colour, lines along hexsides, and which counters a caption
is about.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from hexcourt.facts.grid.coordinates import parse_hex
from hexcourt.facts.saves.charting import Spot
from hexcourt.facts.saves.saved import Coloured, Group, Label, SavedCounter
from hexcourt.facts.sizes import MOST_CAPTIONS

CALLED = {"green": "lime", "pink": "fuchsia"}
"""What captions call the colours of markers that VASL calls otherwise."""

VICTORY = "vc"
"""The colour of markers of victory hexes."""

_COLOUR = "(black|blue|green|pink|red|white|yellow)"
_FILLED = re.compile(rf"{_COLOUR} ?(?:0-hex|Perimeter)", re.IGNORECASE)
_RADIUS = re.compile(rf"{_COLOUR} ([1-9])-hex", re.IGNORECASE)
_LINE = re.compile(rf"(?:.* )?{_COLOUR} perimeter", re.IGNORECASE)
_VICTORY_HEX = re.compile(r"VC Hex [LS]")
_TEMPLATE = "ob_setup"
_ABOUT_A_SETUP = re.compile(r"\b(sets? up|enters?|placed in)\b", re.IGNORECASE)
_LONGEST_CAPTION = 400

OF_A_SIDE = (
    *("squad", "half-squad", "crew", "leader", "commissar", "hero", "armor-leader", "smc"),
    *("infantry", "sw", "gun", "vehicle", "concealment"),
)
"""The kinds of counters that a side's order of battle has."""


def coloured_hexes(counters: Sequence[SavedCounter]) -> tuple[Coloured, ...]:
    """List the hexes that markers give a colour, colour by colour.

    A marker that fills a radius is told at its middle: ``lime radius 4``.
    """
    return (*_by_colour(counters, _fill), *_by_colour(counters, _radius))


def coloured_lines(counters: Iterable[SavedCounter]) -> tuple[Coloured, ...]:
    """List the places of perimeter lines, colour by colour."""
    return _by_colour(counters, _line)


def _by_colour(
    counters: Iterable[SavedCounter], colour_of: Callable[[SavedCounter], str | None]
) -> tuple[Coloured, ...]:
    found: dict[str, list[Spot | None]] = {}
    for each in counters:
        colour = colour_of(each)
        if colour is not None:
            found.setdefault(colour, []).append(each.spot)
    return tuple(
        Coloured(
            colour,
            tuple(sorted((each for each in spots if each is not None), key=_order)),
            spots.count(None),
        )
        for colour, spots in sorted(found.items())
    )


def _fill(counter: SavedCounter) -> str | None:
    if _VICTORY_HEX.fullmatch(counter.base):
        return VICTORY
    # a line and a filled hex may be called alike but for their slot: "Blue perimeter", "Perimeter"
    if _LINE.fullmatch(counter.base):
        return None
    named = _FILLED.fullmatch(counter.name)
    return _called(named[1]) if named else None


def _radius(counter: SavedCounter) -> str | None:
    named = _RADIUS.fullmatch(counter.name)
    return f"{_called(named[1])} radius {named[2]}" if named else None


def _line(counter: SavedCounter) -> str | None:
    named = _LINE.fullmatch(counter.name) if _fill(counter) is None else None
    return _called(named[1]) if named else None


def _called(colour: str) -> str:
    return CALLED.get(colour.lower(), colour.lower())


def _order(spot: Spot) -> tuple[str, int, int, int]:
    name = parse_hex(spot.hex)
    return spot.board, name.column, name.row, -1 if spot.number is None else spot.number


def groups(counters: Iterable[SavedCounter], labels: Sequence[Label]) -> tuple[Group, ...]:
    """Give each counter of a side that lies beside the boards to the caption of a setup or entry that is
    nearest above it.

    Captions are the labels that vasl-templates made for that; in a setup without such labels those
    that speak of it briefly. Taken by place alone, so a caption's counters are likely, not sure.
    """
    captions = [each for each in labels if each.template and _TEMPLATE in each.template]
    captions = (captions or list(filter(_is_caption, labels)))[:MOST_CAPTIONS]
    below: dict[int, list[SavedCounter]] = {number: [] for number in range(len(captions))}
    for each in counters:
        placed = each.spot is not None and not each.spot.beside
        if each.kind in OF_A_SIDE and not placed:
            above = [n for n, caption in enumerate(captions) if caption.y <= each.y]
            if above:
                nearest = min(above, key=lambda n: _gap(captions[n], each))
                below[nearest].append(each)
    found = (Group(captions[n], tuple(some)) for n, some in below.items() if some)
    return tuple(sorted(found, key=lambda each: (each.caption.template or "", each.caption.y)))


def _is_caption(label: Label) -> bool:
    return len(label.text) <= _LONGEST_CAPTION and _ABOUT_A_SETUP.search(label.text) is not None


def _gap(caption: Label, counter: SavedCounter) -> float:
    return 0.8 * abs(caption.x - counter.x) + counter.y - caption.y
