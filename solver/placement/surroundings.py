"""Asks the rules which places a hex has, and which Locations are ADJACENT to or connected with each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import clingo

from hexcourt.facts.boards.board import Board
from hexcourt.facts.pieces.pieces import Piece
from hexcourt.solver.placement.hex_facts import HexFacts, given_lines, unit_named
from hexcourt.solver.placement.placement import check_pieces
from hexcourt.solver.rulebase.ground import arguments_of, atoms_of
from hexcourt.solver.rulebase.reasons import reasons_for
from hexcourt.solver.rulebase.statement import Citation

PROFILE = "adjacency"


ADJACENT = "adjacent"


KINDS = (ADJACENT, "connected")
"""What the rules say of two Locations: that they are ADJACENT, or connected without being so."""


@dataclass(frozen=True, slots=True, order=True)
class Neighbour:
    """A Location as hex and place, why it is ADJACENT or only connected, and the rule."""

    hex: str
    place: str
    why: str
    citation: Citation
    adjacent: bool


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The places of a hex, those that rules and pieces add too (cellar, steeple, trench), and what
    is ADJACENT to, or connected with, each of them.
    """

    places: tuple[str, ...]
    neighbours: Mapping[str, tuple[Neighbour, ...]]


def surroundings_of(
    board: Board, name: str, pieces: Iterable[Piece] = (), given: Iterable[str] = ()
) -> Surroundings:
    """Ask what places a hex has, and what lies around them; ``given`` are terms of the rules."""
    hex_facts = HexFacts(board, unit_named("squad"), given_lines(given))
    placed = tuple(sorted(set(pieces)))
    check_pieces(hex_facts, placed)
    grounded = _ground(hex_facts, name, placed)
    spots = arguments_of(grounded, "spot", 2)
    places = sorted(str(place) for owner, place in spots if owner.string == name)
    found: dict[str, set[Neighbour]] = {place: set() for place in places}
    beside = [
        atom
        for kind in KINDS
        for atom in atoms_of(grounded, kind, 4)
        if atom.arguments[0].arguments[0].string == name
    ]
    for atom, cited in reasons_for(grounded, PROFILE, beside).items():
        here, there, why, _ = atom.arguments
        other, where = there.arguments
        neighbour = Neighbour(other.string, str(where), why.name, cited[0], atom.name == ADJACENT)
        found.setdefault(str(here.arguments[1]), set()).add(neighbour)
    return Surroundings(
        tuple(places),
        {
            place: tuple(sorted(each, key=lambda n: (n.hex, n.place, not n.adjacent, n.why)))
            for place, each in found.items()
        },
    )


def neighbours_of(
    board: Board, name: str, place: str, pieces: Iterable[Piece] = (), given: Iterable[str] = ()
) -> tuple[Neighbour, ...]:
    """List what is ADJACENT to, or connected with, a Location."""
    return surroundings_of(board, name, pieces, given).neighbours.get(place, ())


def _ground(hex_facts: HexFacts, name: str, pieces: tuple[Piece, ...]) -> clingo.Control:
    hex_facts.board.hex(name)
    far = {each for piece in pieces if name in piece.hexes for each in piece.hexes}
    around = hex_facts.around({name, *far})
    near = [piece for piece in pieces if around.issuperset(piece.hexes)]
    wanted = (("spot", 2), *((kind, 4) for kind in KINDS))
    return hex_facts.ground(around, near, PROFILE, wanted)
