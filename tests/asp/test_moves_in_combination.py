"""Small positions in which rules of movement meet: what is answered, and for how many MF or MP.

Each was written from the documents; most stand in pairs that differ in one thing.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.api.position import Position
from hexcourt.solver.placement.rule_locations import with_rule_locations
from tests.rulings import rule
from tests.tiny import tiny

FLOWER = "A2, A3, B1:B3, C2, C3"
STREET = f"{FLOWER}, B2 building(stone,0), B2-C2 narrow_street(paved)"
CREST = f"{FLOWER}, B2 building(stone,0)@2, B2-C2 narrow_street(paved)"
ALLEYS = f"{STREET}, " + ", ".join(f"B2-{each} narrow_street(paved)" for each in ("C3", "A2", "A3"))
CARS = f"{FLOWER}, B2 rail_cars"
ROAD = "A1:A6, " + ", ".join(f"A{row}-A{row + 1} road(paved)" for row in range(1, 6))
CELLARS = (
    "map_rule(cellars), A1 building(stone,1) stairwell, A2 building(stone,1), A1-A2 building_side, "
    "A3, A4 building(stone,1), A5 building(stone,1) stairwell, A4-A5 building_side, A6"
)
ROWHOUSE = CELLARS.replace("A1-A2 building_side", "A1-A2 rowhouse_wall(1)")
BLOCK = 'roadblock("B2","C2","B1")'
BLOCKS = f'{BLOCK} + roadblock("A2","B2","B1")'
ALL_BLOCKS = f'{BLOCKS} + roadblock("A3","B2","B3") + roadblock("B2","C3","B3")'
WALLED = f"{CELLARS}, A2-A3 wall"
TRACK = "A1, A2, A1-A2 rail(glrr)"
FLOORS = "A1:A2 building(stone,1) level(1), A1 stairwell, A1-A2 building_side, A3"
ROOF = "A1 factory(stone,1) stairwell, A2"
TUNNEL = 'tunnel("A2","A4")'
TRENCHES = 'trench("A1") + trench("A2")'
TRENCH = 'trench("A3")'
BURIED = 'rubble("A2",stone)'
FALLEN = 'rubble("A4",stone,cellar)'
LONG_GUN = "main_armament(tank,75,none)"


@dataclass(frozen=True)
class Asked:
    """A question and its answer: ``yes 3`` for 3 MF or MP, ``yes 2-3`` for 2 or 3.

    Pieces and given things are apart by `` + ``.
    """

    rules: str
    board: str
    laid: str
    ends: str
    answer: str
    unit: str = "squad"
    most: float | None = None
    bypass: bool = False
    rim: int = 300
    given: str = ""


def along(
    rules: str, board: str, laid: str, answer: str, unit: str = "squad", **more: object
) -> Asked:
    """Ask for Bypass, or VBM, of B2 along its side with C2."""
    return Asked(rules, board, laid, "C3 B1", answer, unit, bypass=True, **more)  # type: ignore[arg-type]


CASES = [
    # Narrow Streets, and what lies on them
    along("Q4.11", STREET, "", "yes 2"),
    along("Q4.141", STREET, BLOCK, "yes 3"),
    Asked("Q4.141", ALLEYS, BLOCKS, "B1 B3", "yes 3", bypass=True),
    Asked("Q4.141", ALLEYS, ALL_BLOCKS, "B1 B3", "yes 4", bypass=True),
    along("Q4.11", STREET, "", "yes 9", "truck", rim=20),
    along("Q4.141", STREET, BLOCK, "no", "truck", rim=20),
    along("B6.431", STREET, 'street_vehicle("B2","C2")', "no", "truck", rim=20),
    along("B6.431", STREET, 'street_vehicle("B2","C2")', "yes 2"),
    along("D2.14", STREET, 'wreck("B2")', "yes 3-4", "tank", rim=20),
    along("D2.14", STREET, 'wreck("C2")', "yes 3", "tank", rim=20),
    along("D2.14", STREET, 'wreck("B2")', "yes 2"),
    along("Q4.11", CREST, 'enemy("B2")', "unknown"),
    along("A4.3", CREST, 'enemy("C2")', "no"),
    along("Q4.15", CREST, 'rubble("C2",stone)', "unknown"),
    along("Q4.126", STREET, 'rubble("C2",stone)', "unknown", "tank", rim=20),
    # turrets and towing
    along("Q4.121", STREET, "", "yes 3", "tank", rim=20, given=f"turret_at(tank,3) + {LONG_GUN}"),
    along("Q4.121", STREET, "", "no", "tank", rim=20, given=f"turret_at(tank,1) + {LONG_GUN}"),
    along("Q4.121", STREET, "", "unknown", "tank", rim=20, given="turret_at(tank,1)"),
    along("Q4.124", STREET, "", "yes 3", "tank", rim=20, given="towing(gun)"),
    along("C10.1", f"{FLOWER}, B2 building(stone,0)", "", "unknown", "truck", given="towing(gun)"),
    # Rail Cars
    Asked("FB6.22", CARS, "", "B1 B2", "yes 2"),
    Asked("FB6.22", CARS, "", "B1 B2", "no", "truck"),
    Asked("FB6.26", CARS, 'rubble("B2",stone)', "B1 B2", "yes 3"),
    along("FB6.22", CARS, "", "yes 4", "tank"),
    along("FB6.22", f"{CARS}, B2-C2 rail(glrr)", "", "yes 6", "tank"),
    along("A4.3", CARS, 'rubble("B2",stone)', "no"),
    # Cellars, tunnels and trenches
    Asked("O6.2", CELLARS, "", "A1/cellar A2/cellar", "yes 2", rim=20),
    Asked("A4.14", CELLARS, 'enemy("A2",cellar)', "A1/cellar A2/cellar", "no", rim=20),
    Asked("A4.14", CELLARS, 'enemy("A2")', "A1/cellar A2/cellar", "yes 2", rim=20),
    Asked("B23.71", ROWHOUSE, "", "A1/cellar A2/cellar", "no", most=2, rim=20),
    Asked("B23.71", ROWHOUSE, 'breach("A1","A2")', "A1/cellar A2/cellar", "yes 2", most=2, rim=20),
    Asked("B8.6", CELLARS, TUNNEL, "A2/cellar A4/cellar", "unknown", most=2, rim=20),
    Asked("B8.6", CELLARS, f"{TUNNEL} + {BURIED}", "A2/cellar A4/cellar", "unknown", most=2, rim=20),
    Asked("O6.6", CELLARS, f"{TUNNEL} + {FALLEN}", "A2/cellar A4", "no", most=2, rim=20),
    Asked("O6.21", CELLARS, TRENCH, "A3/trench A2/cellar", "yes 2", most=2, rim=20),
    Asked("O6.21", WALLED, TRENCH, "A3/trench A2/cellar", "yes 2", most=2, rim=20),
    Asked("O6.6", CELLARS, f"{TRENCH} + {BURIED}", "A3/trench A2/cellar", "no", most=3, rim=20),
    Asked("B10.4", "A1, A2 @2", TRENCHES, "A1/trench A2/trench", "yes 2"),
    Asked("B27.5", "A1, A2, A1-A2 wall", TRENCHES, "A1/trench A2/trench", "yes 1"),
    # roads
    Asked("B3.4", ROAD, "", "A1 A6", "yes 5"),
    Asked("O.1", ROAD, 'debris("A3")', "A1 A6", "no"),
    Asked("O.1", ROAD, 'debris("A3") + trail_break("A3")', "A1 A6", "yes 5"),
    Asked("B29.4", ROAD, 'roadblock("A2","A3")', "A1 A5", "yes 5"),
    Asked("B29.4", ROAD, 'roadblock("A2","A3")', "A1 A4", "no", "truck"),
    Asked("B29.4", ROAD, 'roadblock("A1","A2") + roadblock("A2","A3")', "A1 A3", "yes 4"),
    # from outside the map as from a hex of it
    Asked("A24.7", "A1, A2", 'smoke("A1",white)', "A1/off A1", "yes 2"),
    Asked("A24.7", "A1, A2", 'smoke("A1",white)', "A2 A1", "yes 2"),
    Asked("A24.7", "A1, A2", 'smoke("A1",white)', "A1 A1/off", "yes 1"),
    Asked("B25.4", "A1, A2", 'blaze("A1")', "A1/off A1", "unknown"),
    Asked("B2.4", "A1 shellholes, A2", "", "A1/off A1", "yes 2", given='took_cover("A1",shellholes)'),
    Asked("B2.4", "A1 shellholes, A2", "", "A1/off A1", "yes 1"),
    Asked("B27.56", "A1 feature(turntable), A2", "", "A1/off A1", "no", "tank", most=5),
    Asked("B27.56", "A1 feature(turntable), A2", "", "A1/off A1", "yes 1"),
    Asked("D2.14", "A1, A2", 'wreck("A1")', "A1/off A1", "yes 1-2", "tank", most=5),
    Asked("B32.1", TRACK, "", "A1/off A1", "yes 1-2", "tank", most=5),
    Asked("B32.1", TRACK, "", "A1 A1/off", "yes 2-3", "tank", most=5),
    Asked("B32.1", TRACK, "", "A1/off A1", "yes 1"),
    # SMOKE and the like on other Levels, at Crest status and in entrenchments
    Asked("A24.7", FLOORS, 'smoke("A2",white,level(1))', "A1h1 A2h1", "yes 3", rim=20),
    Asked("A24.7", FLOORS, 'smoke("A2",white)', "A1h1 A2h1", "yes 2-3", rim=20),
    Asked("A24.7", FLOORS, 'smoke("A1",white)', "A1h1 A2h1", "yes 2", rim=20),
    Asked("A24.7", FLOORS, 'smoke("A2",white,level(1))', "A3 A2", "yes 2-3", rim=20),
    Asked("A24.7", FLOORS, 'smoke("A2",upstairs)', "A3 A2", "yes 2-3", rim=20),
    Asked("A24.7", FLOORS, 'smoke("A2",upstairs) + smoke("A2",white)', "A3 A2", "yes 3", rim=20),
    Asked("A24.7", FLOORS, 'smoke("A1",white)', "A1 A1h1", "yes 1-2", rim=20),
    Asked("B25.4", FLOORS, 'blaze("A2")', "A1h1 A2h1", "unknown", most=2, rim=20),
    Asked("B25.4", FLOORS, 'blaze("A1")', "A1h1 A2h1", "yes 2", most=2, rim=20),
    Asked("C1.5", FLOORS, 'ffe("A1")', "A1 A1h1", "unknown", most=1, rim=20),
    Asked("F11.7", FLOORS, 'dust("A2")', "A1h1 A2h1", "unknown", most=2, rim=20),
    Asked("A24.7", "A1, A2 gully@-2, A3", 'smoke("A2",white)', "A1 A2/CRA1", "yes 2", rim=20),
    Asked("A24.7", "A1, A2 gully@-2, A3", 'smoke("A2",white)', "A2 A2/CRA1", "yes 2", rim=20),
    Asked("A24.7", "A1, A2", f'{TRENCHES} + smoke("A2",white)', "A1/trench A2/trench", "yes 2"),
    Asked("A24.7", CELLARS, 'smoke("A1",white)', "A1/cellar A1", "yes 1-2", rim=20),
    Asked("A24.7", CELLARS, 'smoke("A1",white)', "A1 A1/cellar", "yes 1", rim=20),
    # roofs and stairs
    Asked("O.4B", ROOF, "", "A1 A1/rooftop", "yes 2"),
    Asked("O.4B", ROOF, "", "A1 A1/rooftop", "no", given='roofless("A1")'),
    Asked("Q4.3", "A1 building(stone,1) level(1) feature(dot(large_round)), A2", "", "A1 A1h1", "yes 1"),
    Asked("Q4.3", "A1 building(stone,1) level(1), A2", "", "A1 A1h1", "no"),
    # setting out, entry in Motion, half an MP
    Asked("A2.52", "A1, A2", "", "A1/off A1", "yes 4", "truck", most=4),
    Asked("A2.52", "A1, A2", "", "A1/off A1", "no", "truck", most=3.5),
    Asked("D2.11", "A1, A2", "", "A1 A2", "yes 5", "truck", most=5),
    Asked("D2.11", "A1, A2", "", "A1 A2", "no", "truck", most=4.5),
]  # fmt: skip


@pytest.mark.parametrize(
    "asked",
    [pytest.param(each, marks=rule(*each.rules.split())) for each in CASES],
    ids=lambda asked: f"{asked.rules} {asked.unit} {asked.laid}".replace('"', ""),
)
def test_moves_in_combination(asked: Asked) -> None:
    laid, given = (list(filter(None, each.split(" + "))) for each in (asked.laid, asked.given))
    position = Position(tiny(asked.board, rim=asked.rim)).place(*laid).give(*given)
    start, goal = asked.ends.split()
    answer = position.path(
        start, goal, unit=asked.unit, allowance=asked.most, only="bypass" if asked.bypass else None
    )
    verdict, *spent = asked.answer.split()
    assert str(answer.verdict) == verdict
    if spent:
        least, _, most = spent[0].partition("-")
        found = answer.rows[0]["spent"], answer.rows[0]["spent_most"]
        assert found == (float(least), float(most or least))
    if verdict == "unknown":
        assert asked.rules in "\n".join(answer.lines)


CHURCH = (
    "map_rule(cellars), A1 building(stone,1) level(1) feature(dot(white_cross)), "
    "A2 building(stone,1), A1-A2 building_side"
)
SEWER = "A1 feature(manhole), A2, B0, B1, A1-A2 road(paved), A1-B0 road(paved)"


@pytest.mark.parametrize(
    ("numbers", "board", "laid", "given", "place", "beside"),
    [
        ("B8.2", SEWER, "", "", "sewer", "A1"),
        ("O.6", SEWER, 'rubble("A1",stone)', "", "sewer", ""),
        ("O.6", SEWER, 'rubble("A1",stone) + trail_break("A1")', "", "sewer", "A1"),
        ("B8.2", SEWER, 'debris("A1")', "", "sewer", "A1"),
        ("Q4.2", CHURCH, "", "", "cellar", "A2/cellar"),
        ("B23.25", f"{CHURCH}, A1 stairwell", "", "", "cellar", "A1 A2/cellar"),
        ("O.4B", ROOF, "", "", "rooftop", "A1"),
        ("O.4B", ROOF, "", 'roofless("A1")', "rooftop", "no such"),
        ("O.4B", ROOF, "", 'roofless("A1")', "ground", "A2"),
    ],
)
def test_what_is_beside(
    numbers: str, board: str, laid: str, given: str, place: str, beside: str
) -> None:
    position = Position(with_rule_locations(tiny(board)))
    position = position.place(*filter(None, laid.split(" + "))).give(*filter(None, [given]))
    name = "A1" if place == "ground" else f"A1/{place}"
    if beside == "no such":
        with pytest.raises(BadInput, match="does not exist"):
            position.adjacent(name)
        return
    assert " ".join(row["location"] for row in position.adjacent(name).rows) == beside
    asked = position.ask(
        f'which L : connected("{name}",L)'
        if place == "sewer"
        else f'which L : adjacent("{name}",L)'
    )
    assert " ".join(row["row"]["L"] for row in asked.rows if row.get("row")) == beside
