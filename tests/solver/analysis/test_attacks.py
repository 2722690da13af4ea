"""Worlds of attacks say what the program says; faults planted in the rules are found there."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from hexcourt.solver.analysis.core.programs import PositionFamily
from hexcourt.solver.analysis.findings import RuleFinding, examine
from hexcourt.solver.analysis.generators.attack_positions import ATTACKS, CLOSE_SHOTS, SHOTS
from tests.amended_rules import Amendment, amended
from tests.effort import long, sample
from tests.worlds_grounded import some_world

LONG = 10_000.0
SMALL = MappingProxyType({**ATTACKS.scope, "most_hexes": 1, "most_given": 1})


def found(family: PositionFamily, check: str, text: str) -> RuleFinding:
    """Examine the rules with a fault planted; one finding is about it."""
    with amended(Amendment(text=text, program="case_cover.lp")):
        told = examine(family, (check,), LONG, wanted=lambda key, _: "Z9.9" in key)
    assert all(each.complete for each in told.looked)
    (finding,) = told.findings
    assert not finding.differs
    return finding


@long
def test_a_second_tem_is_a_conflict() -> None:
    fault = (
        "%! Z9.9 high: a crag is worse\n"
        'effect(tem(crag),2,"Z9.9") :- attacking(residual), target(at(H,ground)), holds(H,crag).'
    )
    finding = found(replace(ATTACKS, scope=SMALL), "conflicts", fault)
    assert {each.number for each in finding.rules} == {"Z9.9", "handed on"}
    assert finding.position is not None
    assert finding.position.command.endswith("--attack 'residual' --target 'A1'")


def test_an_attack_of_which_no_rule_speaks_is_a_gap() -> None:
    with amended(Amendment(taken=("B25.6",))):
        told = examine(replace(ATTACKS, scope=SMALL), ("gaps",), LONG)
    assert [each.key for each in told.findings] == ["gaps attacks spreading_fire"]


@pytest.mark.parametrize("seed", range(sample(1, 12)))
@pytest.mark.parametrize(
    "family",
    [ATTACKS, pytest.param(SHOTS, marks=long), pytest.param(CLOSE_SHOTS, marks=long)],
    ids=lambda each: each.name,
)
def test_random_worlds_come_to_what_the_program_says(family: PositionFamily, seed: int) -> None:
    apart = "" if family is CLOSE_SHOTS else ':- not hex("A2").'
    atoms = some_world(family, seed + 2, f"{apart} :- fire_line(blocked).")
    assert family.read(atoms).ask_again((), None, "") == ""
