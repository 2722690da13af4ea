"""A board as a worked example reads it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches
from types import MappingProxyType

import numpy as np

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Hex, Location, Raster
from hexcourt.facts.boards.terrain_terms import inherent_in
from hexcourt.facts.errors import BadInput
from hexcourt.facts.examples.worked_example import Example
from hexcourt.facts.formats.fact_text import quoted


def example_board(example: Example, board: Board) -> Board:
    """Read the board's terrain as the example does, without its counters.

    Raises BadInput where the example names a Location or an outline that the board does not have.
    """
    try:
        for name in _locations(example):
            board.location(name)
        _refuse_strange_outlines(example, board)
    except BadInput as error:
        raise BadInput(f"{example.name}: {error}") from None
    return _read_as(board, example.reads_as) if example.reads_as else board


def _locations(example: Example) -> Iterator[str]:
    for counter in (*example.placed, *example.rubble_choices):
        yield Location(counter.hex, counter.place, 0).name
    for unit in example.units:
        places = (unit.place, *unit.candidates) if unit.place else unit.candidates
        yield from (place.location for place in places)


def _refuse_strange_outlines(example: Example, board: Board) -> None:
    known = [outline.name for outline in board.outlines]
    for name in example.readings:
        if name not in known:
            near = get_close_matches(name, known, n=1, cutoff=0.5)
            mend = f"write {quoted(near[0])}" if near else "leave it out"
            raise BadInput(f"outline {quoted(name)} is not on board {board.name}; {mend}")


def _read_as(board: Board, reads_as: Mapping[str, str]) -> Board:
    hexsides = {
        key: frozenset(reads_as.get(each, each) for each in terms)
        for key, terms in board.hexsides.items()
    }
    return replace(
        board,
        hexes=tuple(_hex_read_as(each, reads_as) for each in board.hexes),
        hexsides=MappingProxyType(hexsides),
        outlines=tuple(
            replace(each, terrain=reads_as.get(each.terrain, each.terrain))
            for each in board.outlines
        ),
        raster=_raster_read_as(board.raster, reads_as) if board.raster is not None else None,
    )


def _hex_read_as(record: Hex, reads_as: Mapping[str, str]) -> Hex:
    if reads_as.keys().isdisjoint({*record.terrain, record.inherent}):
        return record
    terrain = tuple(sorted({reads_as.get(each, each) for each in record.terrain}))
    own = () if record.inherent is None else (reads_as.get(record.inherent, record.inherent),)
    return replace(record, terrain=terrain, inherent=inherent_in(own) or inherent_in(terrain))


def _raster_read_as(raster: Raster, reads_as: Mapping[str, str]) -> Raster:
    read = [reads_as.get(each, each) for each in raster.terms]
    terms = tuple(sorted(set(read)))
    numbers = np.array([terms.index(each) for each in read], np.uint8)
    return Raster(terms, numbers[raster.terrain], raster.level)
