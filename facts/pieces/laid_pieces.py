"""What a user lays on the map for a question of movement: ``roadblock("L12","K13")``,
``trench("D24")``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import MappingProxyType

from hexcourt.facts.boards.records import GROUND
from hexcourt.facts.formats.fact_text import Fact, quoted
from hexcourt.facts.formats.predicates import HEX, Predicates, choices, optional
from hexcourt.facts.grid.coordinates import HEX_NAME
from hexcourt.facts.pieces.counter_reading import MATERIAL, PLACEMENTS, counter_of, read_one

_PLACES = choices(
    "ground, level(N), under, cellar, sewer, rooftop, steeple, trench or foxhole",
    *("ground", "under", "cellar", "sewer", "rooftop", "steeple", "trench", "foxhole"),
    *(f"level({floor})" for floor in range(1, 10)),
)

_RUBBLED = choices("ground, under or cellar", "ground", "under", "cellar")

PIECES: Predicates = MappingProxyType(
    {
        **PLACEMENTS,
        "rubble": (("Hex", HEX), ("Material", MATERIAL), ("Place", optional(_RUBBLED))),
        "roadblock": (("Hex", HEX), ("Hex", HEX), ("Vertex", optional(HEX))),
        "trench": (("Hex", HEX),),
        "foxhole": (("Hex", HEX),),
        "tunnel": (("Hex", HEX), ("Hex", HEX)),
        "breach": (("Hex", HEX), ("Hex", HEX)),
        "trail_break": (("Hex", HEX),),
        "enemy": (("Hex", HEX), ("Place", optional(_PLACES))),
        "street_vehicle": (("Hex", HEX), ("Hex", HEX)),
    }
)
"""The predicates that lay a piece; a roadblock's vertex is told by the third hex that it belongs
to.
"""


@dataclass(frozen=True, slots=True, order=True)
class Piece:
    """A piece on the map: ``fact`` is what the law is told, ``hexes`` those that it lies in or
    between.
    """

    fact: str
    hexes: tuple[str, ...]

    @property
    def predicate(self) -> str:
        """Give what kind of piece it is."""
        return self.fact.split("(")[0]


def read_piece(text: str) -> Piece:
    """Read one piece; raises BadInput where the text is anything else."""
    return piece_of(read_one(text, PIECES, 'roadblock("L12","K13")'))


def piece_of(fact: Fact) -> Piece:
    """Give the piece that a checked fact lays."""
    hexes = tuple(str(each) for each in fact.arguments if re.fullmatch(HEX_NAME, str(each)))
    if fact.predicate in PLACEMENTS:
        counter = counter_of(fact)
        return Piece(f"counter({quoted(counter.hex)},{counter.place},{counter.terrain})", hexes)
    told = ",".join(map(quoted, hexes))
    if fact.predicate == "enemy":
        told += f",{fact.arguments[1] if len(fact.arguments) > 1 else GROUND}"
    return Piece(f"{fact.predicate}({told})", hexes)


def piece_text(piece: Piece) -> str:
    """Write a piece as ``--place`` takes it."""
    counter = re.fullmatch(r'counter\((".+"),(\w+),(\w+)(?:\((\w+)\))?\)', piece.fact)
    if counter is None:
        return piece.fact.replace(",ground)", ")")
    where, place, kind, material = counter.groups()
    told = [where, *filter(None, [material]), *([] if place == "ground" else [place])]
    return f"{kind}({','.join(told)})"
