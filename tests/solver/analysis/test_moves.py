"""Worlds of moves say what the program says of them; a price told twice is found."""

from __future__ import annotations

import random
from functools import cache

import clingo
import pytest

from hexcourt.solver.analysis.core.programs import worlds_of
from hexcourt.solver.analysis.findings import examine
from hexcourt.solver.analysis.generators.families import FAMILIES
from hexcourt.solver.rulebase.rulebase import active_rules, printed_rules, worlds_program
from tests.amended_rules import Amendment, amended
from tests.effort import long, sample
from tests.worlds_grounded import ground_worlds, part_of, world_of

BYPASS = ("bypass_on_foot", "bypass_of_vehicles")

AIR = ("air_on_foot", "air_of_vehicles")
BESIDE = ("design", "situations", "given_ways", "given_fire")
ENTRY = ("entry_on_foot", "entry_of_vehicles")
MOVES = ("moves_on_foot", "moves_uphill", "moves_of_vehicles")
NAMES = (*MOVES, *BYPASS, *ENTRY, *AIR, "ways", "ground")

_TOLD = ("target", "fired_from", "leads", "leads", "said", "told", "told")
"""What rules are told beside a board."""


@cache
def grounded(name: str) -> clingo.Control:
    return ground_worlds(worlds_of(part_of(FAMILIES[name], len(name)), active_rules()))


@cache
def free(name: str, kind: str) -> list[clingo.Symbol]:
    """List what a world may hold of a kind."""
    atoms = (each for each in grounded(name).symbolic_atoms if each.symbol.name == kind)
    return sorted((each.symbol for each in atoms if not each.is_fact), key=str)


def random_world(name: str, seed: int) -> list[str]:
    """Ask for one thing after the other at random, and keep what goes together."""
    chance = random.Random(seed)
    control = grounded(name)
    assumed: list[tuple[clingo.Symbol, bool]] = []
    kinds = ("terrain", "hexside", "drawn", "beyond", "laid", "terrain", "given", "laid")
    some = sorted(chance.sample(kinds, sample(4, len(kinds))), key=kinds.index)
    for kind in (*some, "world_fact", "world_fact", "also", "also", *_TOLD):
        for each in chance.sample(wanted := free(name, kind), min(4, len(wanted))):
            if control.solve(assumptions=[*assumed, (each, True)]).satisfiable:
                assumed.append((each, True))
                break
    found = world_of(control, assumed)
    assert found is not None
    return found


@pytest.mark.parametrize("name", [*sample(("ground",), NAMES), *BESIDE])
@pytest.mark.parametrize("seed", range(sample(1, 60)))
def test_worlds_say_what_the_program_says(name: str, seed: int) -> None:
    atoms = random_world(name, seed)
    assert FAMILIES[name].read(atoms).ask_again(atoms, None, "") == ""


OF_HEXSIDES = {"between/4", "ends_at/2", "meets/4", "turn/2"}
OF_TABLES = {"boxed/1", "debris_or_rubble/1", "dug/1", "may_lie_on_embankment/1"}
ELSEWHERE = {"away/2", "cellar/1", "ground_level/2", "refused/2"}
"""Compared as holds, spot and location are, and in worlds of actions."""


def test_what_other_folders_read_of_the_ground_is_compared_between_rule_sets() -> None:
    ground, others = set(), set()
    for each in printed_rules().statements:
        if each.file.startswith("ground/"):
            ground.update(map(str, each.heads))
        else:
            others.update(map(str, each.reads))
    compared = [e for e in worlds_program("ground.lp").statements if e.names == ("of_ground",)]
    known = {str(name) for each in compared for name in each.reads}
    assert ground & others - known == OF_HEXSIDES | OF_TABLES | ELSEWHERE


@pytest.mark.parametrize("who", ["squad", "tank"])
def test_an_outcome_counts_those_whom_its_goals_mean(who: str) -> None:
    wanted = {f"world_fact({each})" for each in ("outcome", f"present(them,church,{who})")}
    told = [(each, str(each) in wanted) for each in free("design", "world_fact")]
    atoms = world_of(grounded("design"), told)
    assert atoms is not None
    assert ("holds(empty)" in atoms) == (who == "tank")
    assert FAMILIES["design"].read(atoms).ask_again(atoms, None, "") == ""


@long
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


@long
def test_a_wall_that_costs_more_from_one_side_breaks_a_property() -> None:
    fault = (
        "%! Z9.9 high: from the North a wall costs more\n"
        'charged(M,hexside(wall),2,"Z9.9") :- crosses(M,A,3), over(A,3,wall), foot.'
    )
    with amended(Amendment(text=fault, program="a04_prices.lp")):
        found = examine(FAMILIES["moves_on_foot"], ("properties",), 10_000.0)
    assert {each.kind for each in found.open} == {"both_sides", "turned"}
    assert all(not each.differs for each in found.open)


def test_the_programs_of_worlds_derive_nothing_of_the_rules() -> None:
    own = {
        head
        for name in FAMILIES["moves_on_foot"].programs
        for each in worlds_program(name).statements
        for head in each.heads
    }
    derived = {
        head for each in active_rules().profile("moving_infantry").statements for head in each.heads
    }
    assert {each.name for each in own & derived} <= {"location", "hex", "over"}
