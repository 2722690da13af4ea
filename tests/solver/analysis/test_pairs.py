"""Worlds of actions beside pieces, and of statuses, say what the program says, and show planted
faults.
"""

from __future__ import annotations

import pytest

from hexcourt.solver.analysis.findings import examine
from hexcourt.solver.analysis.generators.families import FAMILIES
from tests.amended_rules import Amendment, amended
from tests.effort import long, sample
from tests.worlds_grounded import some_world

LONG = 10_000.0


@pytest.mark.parametrize("seed", range(1, 1 + sample(1, 8)))
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("beside_a_piece", marks=long),
        pytest.param("beside_an_action", marks=long),
        "statuses",
    ],
)
def test_random_worlds_come_to_what_the_program_says(name: str, seed: int) -> None:
    family = FAMILIES[name]
    assert family.read(some_world(family, seed)).ask_again((), None, "") == ""


@pytest.mark.parametrize("name", ["statuses", "one_hex_changed"])
def test_where_no_world_is_left_nothing_is_said_to_hold(name: str) -> None:
    (looked,) = examine(FAMILIES[name], ("properties",), LONG, ":- hex(_).").looked
    assert looked.empty
    assert not looked.complete


@long
def test_a_leave_that_another_action_gives_is_found() -> None:
    fault = (
        "%! Z9.9 high: Wire on a foxhole lets pillboxes stand in a crag\n"
        'allowed(X,"Z9.9") :- asked(X), X = fortify(cupola,at(H,ground)), foxhole(H).'
    )
    with amended(Amendment(text=fault, program="fortifications.lp")):
        told = examine(
            FAMILIES["beside_a_piece"], ("conflicts",), LONG, wanted=lambda key, _: "Z9.9" in key
        )
    assert all(each.complete for each in told.looked)
    assert [each.rules[0].number for each in told.findings] == ["Z9.9"]
    assert not told.findings[0].differs


@long
def test_an_action_that_another_one_bars_and_that_is_not_barred_itself_is_found() -> None:
    fault = (
        "%! Z9.9 high: no Wire is set up in a hex next to one with mines\n"
        'refused(X,"Z9.9") :- fortifies(X,wire,H,_), adjoins(H,G,_), asked(mines(G,_,_,_)).'
    )
    with amended(Amendment(text=fault, program="fortifications.lp")):
        told = examine(
            FAMILIES["beside_an_action"], ("properties",), LONG, wanted=lambda key, _: "Z9.9" in key
        )
    assert told.looked[0].complete
    (found,) = told.findings
    assert found.position is not None
    assert "mines" in found.position.command
    assert not found.differs


@long
def test_a_state_of_which_no_rule_speaks_is_a_gap() -> None:
    with amended(Amendment(taken=("C11.2",))):
        told = examine(FAMILIES["statuses"], ("gaps",), LONG)
    assert told.looked[0].complete
    assert {each.key for each in told.findings} >= {"gaps statuses (emplaced,under)"}
    assert not any(each.differs for each in told.findings)
