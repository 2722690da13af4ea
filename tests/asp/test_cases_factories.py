"""Cases of Factories, their Rooftops, and armored cupolas under attack."""

from __future__ import annotations

import pytest

from tests.case_rows import ATTACK, attack, worked

PLANT = "A1 factory(stone,1), A2"
SHED = "A1 factory(wood,1), A2"
TOWER = "A1 factory(stone,2) stairwell, A2"
LOW = "A1 factory(stone,1) stairwell, A2"
INSIDE = "A1 factory(stone,2) stairwell, A2 factory(stone,2), A1-A2 building_side"
HALF = "factory_hindrance half_level O.4A"
BETWEEN = "open_ground none O.4C | hindrance 0 O.4C"
CUPOLA = 'is_cupola("A1")'

ROWS = [
    attack("O10", "O.4A", PLANT, "indirect", "A1", "tem(factory) 3 O.4A"),
    attack("O10 wood", "O.4A", SHED, "indirect", "A1", "tem(factory) 2 O.4A"),
    attack(
        "O10 Fortified", "O.4A", PLANT, "indirect", "A1",
        "tem(factory) 3 O.4A | tem(fortified) 0 O.4A", 'fortified("A1")',
    ),
    attack("O10 Roofless", "O5.41", PLANT, "indirect", "A1", "tem unknown O5.41", 'roofless("A1")'),
    attack("O10 roof", "B23.8", PLANT, "indirect", "A1/rooftop", "tem unknown B23.8"),
    attack("O10 Sniper", "O.4A", PLANT, "sniper", "A1", "tem(factory) 3 O.4A"),
    attack("O10 Sniper wood", "O.4A", SHED, "sniper", "A1", "tem(factory) 2 O.4A"),
    attack("no Factory", "A14.21", "A1, A2", "sniper", "A1", "tem unknown A14.21"),
    attack(
        "Direct Fire", "O.4A B23.741", PLANT, 'small_arms("A2")', "A1",
        f"{HALF} | tem unknown B23.741",
    ),
    attack("Direct Fire on the roof", "B23.8", PLANT, 'ordnance("A2")', "A1/rooftop",
           "tem unknown B23.8"),
    attack(
        "up", "O.4C", LOW, 'level_change("A1/rooftop")', "A1",
        "attacked_at rooftop O.4C | attacked_at quasi(1) O.4C | mf_a_level 1 O.4C"
        " | falls_back_to ground O.4C",
    ),
    attack(
        "down", "O.4C", TOWER, 'level_change("A1")', "A1/rooftop",
        "attacked_at ground O.4C | attacked_at quasi(1) O.4C | attacked_at quasi(2) O.4C"
        " | mf_a_level 1 O.4C | falls_back_to rooftop O.4C",
    ),
    attack(
        "up by a road", "O.4C", f"{PLANT}, A1-A2 road(paved)", 'level_change("A1/rooftop")', "A1",
        "attacked_at rooftop O.4C | attacked_at quasi(1) O.4C | mf_a_level 1 O.4C"
        " | falls_back_to ground O.4C",
    ),
    attack(
        "no Access Point", "O.4B", PLANT, 'level_change("A1/rooftop")', "A1",
        "level_change impossible O.4B",
    ),
    attack(
        "between", "O.4C", TOWER, 'small_arms("A2")', 'quasi("A1",2)',
        f"{BETWEEN} | tem(building) 3 O.4C | residual_at quasi(2) O.4C",
    ),
    attack(
        "between, from inside", "O.4C", INSIDE, 'snap_shot("A2")', 'quasi("A1",1)',
        f"{BETWEEN} | tem 0 O.4C | residual_at quasi(1) O.4C",
    ),
    attack(
        "between, Residual FP", "O.4C", TOWER, "residual", 'quasi("A1",1)',
        f"{BETWEEN} | tem 0 O.4C",
    ),
    attack(
        "above the levels", "O.4B", LOW, 'small_arms("A2")', 'quasi("A1",2)',
        "quasi_location none O.4B",
    ),
    attack("given in Bypass", "A4.3", PLANT, "residual", "A1", "", 'in_bypass("A1")'),
    attack(
        "O12 up", "O.4C", TOWER, 'small_arms("A1")', "A1/rooftop",
        "height_advantage 1 O.4C | pbf allowed O.4C",
    ),
    attack(
        "O12 up elsewhere", "", PLANT, 'small_arms("A1")', "A1/rooftop", "attack impossible O.4B"
    ),
    attack(
        "O12 down", "O.4C", TOWER, 'small_arms("A1/rooftop")', "A1",
        f"{HALF} | tem factory O.4C | pbf allowed O.4C",
    ),
    attack(
        "O12 down elsewhere", "O.4B", PLANT, 'small_arms("A1/rooftop")', "A1",
        "attack impossible O.4B",
    ),
    attack(
        "O12 Fortified", "O.4C", TOWER, 'small_arms("A1/rooftop")', "A1",
        f"{HALF} | tem factory O.4C | tem(fortified) 0 O.4C | pbf allowed O.4C", 'fortified("A1")',
    ),
    attack(
        "cupola in CC", "O.7", "A1, A2", 'cc("A1")', "A1", "paatc needed O.7 | ccv used O.7", CUPOLA
    ),
    attack("CC", "A11.1", "A1, A2", 'cc("A1")', "A1", "cc unknown A11.1"),
    attack(
        "cupola in the MPh", "O.7", "A1, A2", "enters_cupola(mph)", "A1",
        "cupola revealed O.7", CUPOLA,
    ),
    attack(
        "cupola in the APh", "O.7", "A1, A2", "enters_cupola(aph)", "A1",
        "cupola revealed O.7 | paatc now O.7 | paatc failed: pinned_there O.7"
        " | paatc passed: nothing O.7",
        CUPOLA,
    ),
    attack(
        "Wall Advantage over a cupola", "O.7", "A1, A2, A1-A2 wall", 'claims_advantage("A2")',
        "A1", "cupola revealed O.7", CUPOLA,
    ),
    attack(
        "not ADJACENT", "O.7", "A1, A2, A3, A1-A2 wall", 'claims_advantage("A3")', "A1",
        "cupola hidden O.7", CUPOLA,
    ),
]  # fmt: skip


@pytest.mark.parametrize(ATTACK, ROWS)
def test_factories(
    board: str, attack: str, target: str, given: tuple[str, ...], expected: list[str]
) -> None:
    assert worked(board, attack, target, given) == expected
