"""Leaves of a map what is in play."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from types import MappingProxyType

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Sections
from hexcourt.facts.errors import BadInput
from hexcourt.facts.grid.geometry import Position


def in_play(board: Board, places: Collection[Position]) -> Board:
    """Leave the hexes of some places; hexes at the new edge stay whole."""
    kept = {each.name for each in board.hexes if each.place in places}
    if not kept:
        raise BadInput("play leaves no hex of the map; tell of hexes that it has")
    if len(kept) == len(board.hexes):
        return board
    sides = {
        pair: terms for pair, terms in board.hexsides.items() if pair[0] in kept and pair[1] in kept
    }
    return replace(
        board,
        hexes=tuple(each for each in board.hexes if each.name in kept),
        locations=tuple(each for each in board.locations if each.hex in kept),
        hexsides=MappingProxyType(sides),
        counters=tuple(each for each in board.counters if each.hex in kept),
        sections=_left(board.sections, kept),
    )


def _left(sections: Sections | None, kept: Collection[str]) -> Sections | None:
    if sections is None:
        return None
    return Sections(
        parts=MappingProxyType({k: v for k, v in sections.parts.items() if k in kept}),
        halves=frozenset(sections.halves & set(kept)),
        aliases=MappingProxyType({k: v for k, v in sections.aliases.items() if v in kept}),
    )
