"""Worlds of moves say what the program says of them; a price told twice is found."""

from __future__ import annotations

import random
from functools import cache

import clingo
import pytest
from clingo import ast
from clingo.symbol import parse_term

from hexcourt.solver.examining.families import FAMILIES
from hexcourt.solver.examining.findings import examine
from hexcourt.solver.examining.worlds import Worlds, worlds_of
from hexcourt.solver.statutes.lawbook import in_force, worlds_program
from hexcourt.solver.statutes.repeal import Amendment, amended

from .effort import sample, some_of

NAMES = ("moves_on_foot", "moves_uphill", "moves_of_vehicles")
LAID = (
    *('counter("A2",ground,wreck)', 'counter("A2",ground,rubble(stone))', 'enemy("A2",ground)'),
    *('trench("A2")', 'roadblock("A1","A2")'),
)


@cache
def grounded(name: str) -> tuple[clingo.Control, Worlds]:
    worlds = worlds_of(FAMILIES[name], in_force())
    control = clingo.Control(["--warn=none", "--models=1"])
    with ast.ProgramBuilder(control) as builder:
        for node in worlds.nodes:
            builder.add(node)
    control.add("base", [], worlds.text)
    control.ground([("base", [])])
    return control, worlds


def random_world(name: str, seed: int) -> list[str]:
    chance = random.Random(seed)
    control, worlds = grounded(name)
    for _ in range(200):
        wanted = [f'terrain("A{n}",{chance.choice(worlds.scope.terrains)})' for n in (1, 2)]
        wanted += [f'hexside("A1","A2",{chance.choice(worlds.scope.hexside_terrains)})']
        wanted += [f"laid({chance.choice(LAID)})"] * (name != "moves_uphill")
        assumed = [(parse_term(each), True) for each in wanted]
        with control.solve(yield_=True, assumptions=assumed) as handle:
            model = handle.model()
            if model is not None:
                return sorted(map(str, model.symbols(atoms=True)))
    raise AssertionError("no world was found")


@pytest.mark.parametrize("name", some_of(NAMES, 2))
@pytest.mark.parametrize("seed", range(sample(2, 60)))
def test_worlds_say_what_the_program_says(name: str, seed: int) -> None:
    atoms = random_world(name, seed)
    assert FAMILIES[name].read(atoms).ask_again(atoms, None, "") == ""


def test_a_second_price_is_a_conflict() -> None:
    fault = (
        "%! Z9.9 high: brush costs three\n"
        'charged(M,terrain(brush),6,"Z9.9") :- meets_terrain(M,H,ground), holds(H,brush).'
    )
    with amended(Amendment(text=fault, program="a04_prices.lp")):
        found = examine(FAMILIES["moves_of_vehicles"], ("conflicts",), 10_000.0)
    planted = [each for each in found.open if "Z9.9" in {rule.number for rule in each.rules}]
    assert planted
    for finding in planted:
        assert finding.position is not None
        assert not finding.differs
        assert "brush" in finding.position.facts


def test_the_programs_of_worlds_derive_nothing_of_the_law() -> None:
    own = {
        head
        for name in FAMILIES["moves_on_foot"].programs
        for each in worlds_program(name).statutes
        for head in each.heads
    }
    derived = {
        head for each in in_force().profile("moving_infantry").statutes for head in each.heads
    }
    assert {each.name for each in own & derived} <= {"location", "hex", "over"}
