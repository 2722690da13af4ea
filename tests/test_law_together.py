"""Worlds of deeds beside pieces, and of statuses, say what the program says, and show planted faults."""

from __future__ import annotations

import clingo
import pytest
from clingo import ast

from hexcourt.solver.examining.families import FAMILIES
from hexcourt.solver.examining.findings import examine
from hexcourt.solver.examining.worlds import worlds_of
from hexcourt.solver.statutes.amendments.repeal import Amendment, amended
from hexcourt.solver.statutes.lawbook import in_force

from .effort import long, sample

LONG = 10_000.0


@pytest.mark.parametrize("seed", range(sample(1, 8)))
@pytest.mark.parametrize("name", ["beside_a_piece", "statuses"])
def test_random_worlds_come_to_what_the_program_says(name: str, seed: int) -> None:
    family = FAMILIES[name]
    worlds = worlds_of(family, in_force())
    control = clingo.Control(["--warn=none", "--rand-freq=1", f"--seed={seed}"])
    with ast.ProgramBuilder(control) as builder:
        for node in worlds.nodes:
            builder.add(node)
    control.add("base", [], worlds.text)
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        model = handle.model()
        assert model is not None
        position = family.read(sorted(map(str, model.symbols(atoms=True))))
    assert position.ask_again((), None, "") == ""


@pytest.mark.parametrize("name", ["statuses", "one_hex_changed"])
def test_where_no_world_is_left_nothing_is_said_to_hold(name: str) -> None:
    (looked,) = examine(FAMILIES[name], ("properties",), LONG, ":- hex(_).").looked
    assert looked.empty
    assert not looked.complete


@long
def test_a_leave_that_another_deed_gives_is_found() -> None:
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


def test_a_state_of_which_no_rule_speaks_is_a_gap() -> None:
    with amended(Amendment(taken=("C11.2",))):
        told = examine(FAMILIES["statuses"], ("gaps",), LONG)
    assert told.looked[0].complete
    assert {each.key for each in told.findings} >= {"gaps statuses (emplaced,under)"}
    assert not any(each.differs for each in told.findings)
