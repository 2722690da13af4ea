"""Small positions by chance in which two pieces or hexsides, or more, meet in one move."""

from __future__ import annotations

import random
from itertools import combinations, pairwise

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.api.position import Position
from tests.tiny import tiny

HEXES = tuple(f"{column}{row}" for column in "ABCD" for row in range(1, 4))
OBSTACLES = (
    *("woods", "building(stone,0)", "building(wood,1) level(1) stairwell", "rail_cars"),
    *("building(stone,1)@2 level(1) stairwell", "factory(stone,1)", "building(stone,0)@2"),
)
GROUND = ("", "", "", "", "", "@2", "brush", "orchard", "shellholes", "gully@-2", "marsh", "@-2")
STREETS = ("narrow_street(paved)", "narrow_street(paved)", "narrow_street(unpaved)", "rail(glrr)")
SIDES = (
    *("road(paved)", "road(dirt)", "road(paved)", "wall", "hedge", "gully", "building_side"),
    *("rail(glrr)", "rail(tram) road(paved)", "building_side rowhouse_wall(1)", "cliff"),
)


def adjoin(one: str, other: str) -> bool:
    """Tell whether two hexes adjoin; even columns lie half a hex lower."""
    (x, y), (u, v) = ((ord(n[0]), 2 * int(n[1:]) + ord(n[0]) % 2 * -1) for n in (one, other))
    return (abs(x - u), abs(y - v)) in ((0, 2), (1, 1))


PAIRS = tuple((a, b) for a, b in combinations(HEXES, 2) if adjoin(a, b))


def hub_of(chance: random.Random) -> tuple[str, set[str]]:
    """Choose a hex in the middle, and those round it."""
    hub = chance.choice(("B2", "C2"))
    return hub, {name for name in HEXES if adjoin(name, hub)}


def board_text(chance: random.Random, hub: str, around: set[str]) -> str:
    """Write a board: an obstacle in the middle, streets past it and roads to it."""
    told = []
    for name in HEXES:
        kinds = OBSTACLES if name == hub or chance.random() < 0.15 else GROUND
        told.append(f"{name} {chance.choice(kinds)}")
    for a, b in PAIRS:
        past = hub in (a, b)
        radial = not past and {a, b} <= around  # it ends at a vertex of the middle hex
        if chance.random() < (0.7 if past or radial else 0.2):
            told.append(f"{a}-{b} {chance.choice((*STREETS, *SIDES) if past else SIDES)}")
    if chance.random() < 0.3:
        told.append("map_rule(cellars)")
    return ", ".join(told)


def pieces_near(around: set[str]) -> list[str]:
    """List what may perhaps be laid in some hexes and on their hexsides."""
    found = []
    for a, b in PAIRS:
        if {a, b} <= around:
            found += 4 * [f'roadblock("{a}","{b}")']
            found += [f'street_vehicle("{a}","{b}")', f'breach("{a}","{b}")']
    for name in sorted(around):
        found += [f'rubble("{name}",stone)', f'rubble("{name}",wood)', f'debris("{name}")']
        found += [f'{kind}("{name}")' for kind in ("afv", "wreck", "trench", "foxhole")]
        found += [
            f'trail_break("{name}")',
            f'enemy("{name}")',
            f'smoke("{name}",2)',
            f'dust("{name}")',
        ]
    ends = sorted(around)
    return [*found, *(f'tunnel("{a}","{b}")' for a, b in pairwise(ends))]


def bare_and_laid(number: int, clouds: bool = True) -> tuple[Position, Position]:
    """Make a position of a dozen hexes, without pieces and with two to five of them that meet there.

    Without ``clouds`` there is no SMOKE and no dust among the pieces.
    """
    chance = random.Random(f"pieces that meet {number}")
    hub, around = hub_of(chance)
    board = tiny(board_text(chance, hub, around), rim=chance.choice((20, 300, 300)))
    bare = position = Position(board)
    wanted = pieces_near({hub, *around})  # with roadblocks more than once: oftener
    if not clouds:
        wanted = [piece for piece in wanted if not piece.startswith(("smoke(", "dust("))]
    most = chance.choice((2, 2, 3, 5))
    for piece in chance.sample(wanted, len(wanted)):
        if len(position.placed) == most:
            break
        if piece in position.placed:
            continue
        try:
            position = position.place(piece)
        except BadInput:  # it may not lie there
            continue
    return bare, position


def meeting(number: int, clouds: bool = True) -> Position:
    """Make a position of a dozen hexes with two to five pieces in and round the hex in the middle."""
    return bare_and_laid(number, clouds)[1]
