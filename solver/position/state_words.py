"""Writes states and moves as a player does: ``K13-L12-K12``, ``E4caD3/D4``, ``Bypass along K13-L12``.

Where a neighbour that a name needs is not on the board, hexside and vertex are named by their
direction: ``X0, along its SW hexside to its W vertex``.
"""

from __future__ import annotations

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import GROUND, Location
from hexcourt.facts.errors import listed
from hexcourt.solver.position.states import Move, State

HEXSIDES = ("N", "NE", "SE", "S", "SW", "NW")
"""The hexsides of a hex by their direction."""

VERTICES = ("NW", "NE", "E", "SE", "SW", "W")
"""The vertices of a hex; vertex 0 is where hexside 0 begins, clockwise."""


def state_words(board: Board, state: State) -> str:
    """Write a state as a player does; ``read_whereabouts`` reads it back."""
    name = state.hex
    if state.kind == "at":
        return Location(name, state.place, 0).name
    if state.kind == "heading":
        return _heading_words(board, state)
    if state.off_map:
        sides = edge_hexsides(board, name)
        return f"{name}/{state.kind}" + f"/{HEXSIDES[state.hexside]}" * (len(sides) > 1)
    if state.kind == "crest":
        return f"{name}/CR{_beyond(board, name, state.hexside)}"
    return _bypass_words(board, state)


def place_words(board: Board, state: State) -> str:
    """Write a state as the Location it is in, no matter which way a vehicle faces there."""
    if state.in_location:
        return Location(state.hex, state.place, 0).name
    return f"{state.hex}/{state.kind}" if state.off_map else state_words(board, state)


def move_words(board: Board, source: State, target: State, move: Move) -> str:
    """Say how a move is made, where it is no plain step from Location to Location."""
    name = target.hex
    if target.kind == "bypass":
        sides = move.hexsides or (target.hexside,)
        return f"Bypass along {listed(hexside_words(board, name, side) for side in sides)}"
    if target.kind == "vbm":
        return f"VBM along {hexside_words(board, name, target.hexside)}"
    if move.is_turn:
        return "a change of VCA"
    if target.kind == "off":
        return "off the map"
    if target.kind == "outside":
        return "along the edge of the map"
    if source.kind == "outside":
        return "onto the map"
    return "in reverse" * move.in_reverse + "by the tunnel" * move.by_tunnel


def hexside_words(board: Board, name: str, side: int) -> str:
    """Name a hexside of a hex."""
    other = _beyond(board, name, side)
    return f"{name}-{other}" if other else f"the {HEXSIDES[side]} hexside of {name}"


def vertex_words(board: Board, name: str, vertex: int) -> str:
    """Name a vertex of a hex."""
    others = [_beyond(board, name, side) for side in ((vertex + 5) % 6, vertex)]
    if all(others):
        return "-".join((name, *map(str, others)))
    return f"the {VERTICES[vertex]} vertex of {name}"


def edge_hexsides(board: Board, name: str) -> list[int]:
    """List the hexsides of a hex beyond which the map ends."""
    return [side for side in range(6) if _beyond(board, name, side) is None]


def _bypass_words(board: Board, state: State) -> str:
    name, side, vertex = state.hex, state.hexside, state.vertex
    other = (side + 5) % 6 if vertex == side else (side + 1) % 6
    hexes = [_beyond(board, name, each) for each in (side, other)]
    if all(hexes):
        return "-".join((name, *map(str, hexes)))
    return f"{name}, along its {HEXSIDES[side]} hexside to its {VERTICES[vertex]} vertex"


def _heading_words(board: Board, state: State) -> str:
    where, vertex = Location(state.hex, state.place, 0).name, state.vertex
    ahead = [_beyond(board, state.hex, each) for each in ((vertex + 5) % 6, vertex)]
    if all(ahead):
        return f"{where}{' ' * (state.place != GROUND)}ca{'/'.join(sorted(map(str, ahead)))}"
    return f"{where}, VCA at its {VERTICES[vertex]} vertex"


def _beyond(board: Board, name: str, side: int) -> str | None:
    other = int(board.neighbours[board.indices[name], side])
    return board.hexes[other].name if other >= 0 else None
