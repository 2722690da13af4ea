"""Cases of Cellars: Breach, DC, Blaze, SMOKE, lines of sight, Encirclement, collapse."""

from __future__ import annotations

import pytest

from tests.case_rows import ACTION, ATTACK, action, attack, ruled, worked
from tests.rulings import comes_to, rule

MAP = "barricades"
OPEN = "A1, A2"
HOUSE = "A1 building(stone,1) level(1), A2"
DARK = (
    "map_rule(cellars), A1 building(stone,1) level(1), A2 building(stone,1) level(1), "
    "A1-A2 building_side"
)
"""Two Cellars without a stairwell."""
ROW = "map_rule(cellars), A1 building(stone,1), A2 building(stone,1), A1-A2 rowhouse_wall(1)"
BENT = f"{ROW}, B1 building(stone,1), A1-B1 building_side, B1-A2 building_side"
"""A rowhouse bar that one can walk round inside the building."""
LONG = (
    "map_rule(cellars), A1 building(stone,1), A2 building(stone,1), A3 building(stone,1), A4, "
    "A1-A2 building_side, A2-A3 building_side"
)
RUBBLED = 'rubble("M6",stone)'
FALLEN = 'rubble("M6",stone,cellar)'

ACTIONS = [
    action("Breach", "O6.11", MAP, 'breaches("C25/cellar","B25/cellar")', "yes O6.11"),
    action("Breach to B24", "O6.11", MAP, 'breaches("C25/cellar","B24/cellar")', "no O6.11"),
    action("Breach from outside", "O6.11", MAP, 'breaches("D25","C25/cellar")', "no O6.11"),
    action("Breach above", "B23.9221", MAP, 'breaches("D25","C25")', "unknown B23.9221"),
    action("DC", "O6.4", MAP, 'throws_dc("C25/cellar","B25/cellar")', "yes O6.4"),
    action("DC up the stairs", "O6.4", MAP, 'throws_dc("C25/cellar","C25")', "yes O6.4"),
    action("DC outside", "O6.4", MAP, 'throws_dc("C25/cellar","D25")', "no O6.4"),
    action("Breach past a bar", "O6.11", ROW, 'breaches("A1/cellar","A2/cellar")', "unknown O6.11"),
    action("Breach of none", "A2.8", OPEN, 'breaches("A1/cellar","A2/cellar")', "no A2.8 O6.11"),
    action("Encircled in none", "A2.8", OPEN, 'encircled("A1/cellar")', "no A2.8 O6.7"),
    action("DC above", "A23.6", MAP, 'throws_dc("C25","D25")', "unknown A23.6"),
    action("Blaze", "O6.5", MAP, 'blaze_spreads("C25/cellar","C25")', "yes O6.5"),
    *(
        action(
            f"{name} by the {way}", number, MAP, f'{name}("C25/cellar","{there}")', f"no {number}",
            piece,
        )
        for name, number in (("throws_dc", "O6.4"), ("blaze_spreads", "O6.5"))
        for way, there, piece in (
            ("trench", "D24/trench", 'trench("D24")'),
            ("tunnel", "D22", 'tunnel("C25","D22")'),
            ("manhole", "C25/sewer", 'trench("D24")'),
        )
    ),
    action("Blaze outside", "O6.5", MAP, 'blaze_spreads("C25/cellar","D25")', "no O6.5"),
    action("Blaze from outside", "O6.5", MAP, 'blaze_spreads("D25","C25/cellar")', "no O6.5"),
    action("Blaze above", "B25.6", OPEN, 'blaze_spreads("A1","A2")', "unknown B25.6"),
    action("SMOKE down", "O6.8", MAP, 'smoke_reaches("C25","C25/cellar")', "no O6.8"),
    action("O601", "O6.8", MAP, 'smoke_reaches("C25/cellar","C25")', "yes O6.8"),
    action("no stairwell", "A24.1", DARK, 'smoke_reaches("A1/cellar","A1")', "unknown A24.1"),
    action("SMOKE beside", "A24.1", MAP, 'smoke_reaches("D25","C25/cellar")', "unknown A24.1"),
    action("SMOKE elsewhere", "A24.1", OPEN, 'smoke_reaches("A1","A2")', "unknown A24.1"),
    action("O619", "O6.7", MAP, 'encircled("C25/cellar")', "no O6.7"),
    action("upstairs", "A7.72", HOUSE, 'encircled("A1h1")', "yes A7.72"),
    action("on the ground", "A7.72", OPEN, 'encircled("A1")', "unknown A7.72"),
]  # fmt: skip

LINES = [
    action("O609", "O6.3", MAP, 'sees("C25/cellar","B25/cellar")', "yes A6.1"),
    action("O610", "O6.3", MAP, 'sees("C25/cellar","D23")', "no B9.21"),
    action("O610 back", "O6.3", MAP, 'sees("D23","C25/cellar")', "no B9.21"),
    action("D25", "O6.3", MAP, 'sees("C25/cellar","D25")', "yes A6.1"),
    action("up the stairs", "O6.3", MAP, 'sees("C25/cellar","C25")', "yes A6.1"),
    action("no stairwell", "B23.25", DARK, 'sees("A1/cellar","A1")', "no B23.25"),
    action("over no stairwell", "O6.3", DARK, 'sees("A1/cellar","A2/cellar")', "yes A6.1"),
    action("rowhouse", "O6.3", ROW, 'sees("A1/cellar","A2/cellar")', "no B23.71"),
    action("rowhouse all the same", "O6.3", BENT, 'sees("A1/cellar","A2/cellar")', "no B23.71"),
    action(
        "rowhouse Breached", "O6.3", ROW, 'sees("A1/cellar","A2/cellar")', "yes A6.1",
        'breach("A1","A2")',
    ),
    action("O612", "O6.3", MAP, 'sees("L5/cellar","M6/cellar")', "yes A6.1", RUBBLED),
    action("O612 out of it", "O6.6", MAP, 'sees("M6/cellar","M8")', "no O6.6", RUBBLED),
    action("O612 into it", "O6.6", MAP, 'sees("M8","M6/cellar")', "no O6.6", RUBBLED),
    action("O612 not rubbled", "O6.3", MAP, 'sees("M6/cellar","M8")', "yes A6.1"),
    action("in one house", "O6.3", LONG, 'sees("A1/cellar","A3/cellar")', "unknown O6.3"),
    action(
        "in one house, rubbled", "O6.6", LONG, 'sees("A1/cellar","A3/cellar")',
        "unknown O6.3 O6.6", 'rubble("A1",stone)',
    ),
    action("O613", "O6.6", MAP, 'sees("L5/cellar","M6/cellar")', "no O6.6", FALLEN),
    action("O613 back", "O6.6", MAP, 'sees("M6/cellar","L5/cellar")', "no O6.6", FALLEN),
    action("no Cellar", "O6.1", HOUSE, 'sees("A1/cellar","A2")', "no O6.1"),
    action("into no Cellar", "O6.1", HOUSE, 'sees("A2","A1/cellar")', "no O6.1"),
    action("line", "A6.1", "A1:A4", 'sees("A1","A4")', "yes A6.1"),
    action("line through woods", "A6.2", "A1:A4, A2 woods", 'sees("A1","A4")', "no A6.2"),
]  # fmt: skip

FALLS = "afv eliminated O6.62 | crew in_cellar O6.62 | " + " | ".join(
    f"colored_dr {n}: {'falls' if n > 3 else 'stays'} O6.62" for n in range(1, 7)
)
COLLAPSE = "occupants nmc O6.62 | " + " | ".join(
    f"sw_dr {n}: {what} O6.62"
    for n, what in enumerate([*["nothing"] * 3, *["malfunctions"] * 2, "eliminated"], 1)
)

ATTACKS = [
    attack("O616", "O6.62", MAP, "falling_afv", "C25", FALLS),
    attack(
        "through rubble", "B24.4", MAP, "falling_afv", "C25", "colored_dr unknown B24.4",
        'rubble("C25",stone)',
    ),
    attack(
        "O613", "O6.6", MAP, "falling_afv", "C25", "afv cannot_fall O6.6",
        'rubble("C25",stone,cellar)',
    ),
    attack("single hex", "O6.62", HOUSE, "falling_afv", "A1", "cellar none_made O6.62"),
    attack("open", "B23.41", OPEN, "falling_afv", "A1", "afv cannot_fall B23.41"),
    attack("O617", "O6.62", MAP, "collapse", "C25/cellar", COLLAPSE),
    attack("above it", "O6.62", MAP, "collapse", "C25", "occupants spared O6.62"),
]  # fmt: skip


@pytest.mark.parametrize(ACTION, [*ACTIONS, *LINES])
def test_actions(board: str, action: str, given: tuple[str, ...], expected: str) -> None:
    assert ruled(board, action, given) == expected


@pytest.mark.parametrize(ATTACK, ATTACKS)
def test_attacks(
    board: str, attack: str, target: str, given: tuple[str, ...], expected: list[str]
) -> None:
    assert worked(board, attack, target, given) == expected


LONG_HOUSE = ", ".join(
    [
        "map_rule(cellars)",
        *(f"A{n} building(stone,1) level(1)" for n in range(1, 9)),
        *(f"A{n}-A{n + 1} building_side" for n in range(1, 8)),
    ]
)
"""A building of eight hexes."""


@rule("O6.4", "B23.1")
def test_a_building_is_one_however_many_hexes_it_covers() -> None:
    shot = ('small_arms("A1/cellar")', "A8/cellar", "us_number(3)")
    assert "area_fire unknown O6.4" in comes_to(LONG_HOUSE, *shot)
    apart = LONG_HOUSE.replace(", A4-A5 building_side", "")
    assert "area_fire halved O6.4" in comes_to(apart, *shot)
