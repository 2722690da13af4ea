"""Special rules that say where units set up (S08, S10), and those that nothing applies (S06)."""

from __future__ import annotations

import pytest

from hexcourt.solver.scenario.setup.limits import setup_hexes
from tests.tiny_cards import findings, found, group, scenario

pytestmark = pytest.mark.usefixtures("engines")

HOUSE = "A1:A6, B1:B6, C1:C6, C2 building(stone,1)"


@pytest.mark.parametrize(
    ("say", "s08", "s10"),
    [
        ("Red MMC must set up in building C2", "fail", "pass"),  # 3 squads to a Location
        ("Red MMC must set up in hexes C2, C3, C4", "pass", "pass"),
        ("Red MMC may not set up in hexes C1, C2, C3, C4, C5", "fail", "pass"),
        ("Red leaders must set up in building C2", "pass", "pass"),
        ("Blue MMC must set up in building C2", "pass", "pass"),  # of the other side
        ("Red unbroken squads must set up in building C2", "unknown", "pass"),
        ("Red MMC must set up in building Z9", "unknown", "pass"),
        ("Red Guns must set up in hex A1", "fail", "fail"),
        ("Red Guns may not set up in hex C2", "pass", "pass"),
    ],
)
def test_special_rules_say_where_units_set_up(say: str, s08: str, s10: str) -> None:
    case = scenario(
        HOUSE,
        f'[[rule]]\nid = "ssr1"\nsay = ["{say}"]\n',
        group("r1", "red", "7 squad 4-6-7, leader 8-0, LMG, gun 57L AT", 'setup = "hexrow C"'),
    )
    assert found("S08", case)["r1"] == s08
    assert found("S10", case)["r1"] == s10
    (fail,) = [e for e in findings("S08", case) if e.found == "fail"] or [None]
    assert fail is None or say in fail.sentence


def test_a_group_of_units_that_have_to_be_elsewhere_is_not_all_over_its_area() -> None:
    rule = '[[rule]]\nid = "ssr1"\nsay = ["Red MMC must set up in hexes C2, C3"]\n'
    for units, where in (("squad 4-6-7", ("C2", "C3")), ("squad 4-6-7, leader 8-0", None)):
        case = scenario(HOUSE, rule, group("r1", "red", units, 'setup = "hexrow C"'))
        assert setup_hexes(case, case.card.group("r1")) == (
            where or tuple(f"C{n}" for n in range(1, 7))
        )


@pytest.mark.parametrize(
    "say", ["Marsh has no effect on LOS", "Weather is overcast", "German MMC must set up on Mars"]
)
def test_a_rule_that_nothing_applies_is_told(say: str) -> None:
    case = scenario(HOUSE, f'[[rule]]\nid = "ssr1"\nsay = ["{say}"]\n')
    assert found("S06", case)["rule ssr1"] == "unknown"
