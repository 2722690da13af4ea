"""Answers about what a grid coordinate names (A2.2)."""

from __future__ import annotations

from collections.abc import Iterator

from hexcourt.facts.grid.coordinates import Coordinate, parse_coordinate
from hexcourt.solver.answering.answer import Answer
from hexcourt.solver.answering.words import level_words


def read_coordinate(text: str) -> Answer:
    """Read a coordinate and tell its parts."""
    coordinate = parse_coordinate(text)
    coordinate.check_neighbours()
    parts = dict(_parts(coordinate))
    said = ", ".join(f"{name} {told}".strip() for name, told in parts.items())
    lines = (f"{coordinate}: {said}",)
    return Answer("coordinate", None, "done", {"coordinate": text}, [parts], lines=lines)


def _parts(coordinate: Coordinate) -> Iterator[tuple[str, str]]:
    where = coordinate.hex
    if where.board is not None:
        yield "board", where.board
    if where.overlay is not None:
        yield "overlay", where.overlay
    yield "hex", str(where.name)
    if len(coordinate.bypass) == 1:
        yield "Bypass along the hexside with", str(coordinate.bypass[0])
    if len(coordinate.bypass) == 2:
        yield "at the vertex with", " and ".join(map(str, coordinate.bypass))
    if coordinate.half_levels:
        yield "level", level_words(coordinate.half_levels)
    if coordinate.inside is not None:
        yield "in its", coordinate.inside.name.lower()
    if coordinate.facing is not None:
        status = coordinate.facing.status.name.replace("_", " ").capitalize()
        yield f"{status} status facing", str(coordinate.facing.toward)
    if coordinate.covered_arc is not None:
        yield "Covered Arc on the hexspine", "/".join(map(str, coordinate.covered_arc))
    if coordinate.conveyed is not None:
        yield coordinate.conveyed.role.name.capitalize() + " of", coordinate.conveyed.vehicle
    if coordinate.beneath_wire:
        yield "beneath", "Wire"
    if coordinate.beneath_bridge:
        yield "beneath", "a Bridge counter"
