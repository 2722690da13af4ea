"""Worlds of lines of sight are what the program traces; faults planted in the law are found there."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from types import MappingProxyType

import clingo
import pytest
from clingo import ast
from clingo.symbol import parse_term

from hexcourt.solver.examining.findings import Examined, examine
from hexcourt.solver.examining.sight.sight_positions import Line
from hexcourt.solver.examining.sight.sight_worlds import SIGHT, SIGHT_CHANGED, SIGHT_TURNED
from hexcourt.solver.examining.worlds import Family, worlds_of
from hexcourt.solver.position.opening import opened_anew
from hexcourt.solver.position.position import Position
from hexcourt.solver.seeing.session import SightCourt
from hexcourt.solver.statutes.lawbook import in_force, worlds_program
from hexcourt.solver.statutes.repeal import Amendment, amended

from .effort import long, sample

LONG = 10_000.0
TINY = replace(SIGHT, scope=MappingProxyType({**SIGHT.scope, "most_hexes": 3}))
TOLD = (
    *("end", "adjoining", "end_hex", "embankment", "in_depression", "upslope", "afloat"),
    *("on_embankment", "on_hillock", "entrenched", "emplaced", "touch", "lies_in", "on_side"),
    *("range", "within", "next_to", "near", "centre_level", "beside", "aside", "over_rim"),
    *("in_bed", "in_water", "by_cliff", "indoors"),
)
OF_LINE = TOLD[:11]
"""Predicates whose first argument is a line; that of the others is a feature."""


@cache
def grounded(hexes: int) -> tuple[clingo.Control, tuple[str, ...], tuple[str, ...]]:
    scope = MappingProxyType({**SIGHT_CHANGED.scope, "most_hexes": hexes})
    worlds = worlds_of(replace(SIGHT_CHANGED, scope=scope), in_force())
    control = clingo.Control(["--warn=none", "--models=1"])
    with ast.ProgramBuilder(control) as builder:
        for node in worlds.nodes:
            builder.add(node)
    control.add("base", [], f"{worlds.text}:- not last_hex({hexes}). :- not changed.\n")
    control.ground([("base", [])])
    return control, worlds.scope.terrains, worlds.scope.hexside_terrains


def random_world(seed: int) -> tuple[str, ...]:
    """Give a world with terrain, levels, hexside terrain and a counter by chance."""
    chance, hexes = random.Random(seed), 2 + seed % 3
    control, terrains, sides = grounded(hexes)
    for _ in range(200):
        wanted = [f"printed_in({n},{chance.choice(terrains)})" for n in range(1, hexes + 1)]
        wanted += [f"solid_at({n},{2 * chance.randrange(3)})" for n in range(1, hexes + 1)]
        wanted += [f"on_hexside({chance.randrange(1, hexes)},{chance.choice(sides)})"]
        counter = chance.choice(("afv", "debris", "rubble(stone)", ""))
        wanted += [f"lies_there({chance.randrange(1, hexes + 1)},{counter})"] * bool(counter)
        assumed = [(parse_term(each), True) for each in wanted]
        with control.solve(yield_=True, assumptions=assumed) as handle:
            model = handle.model()
            if model is not None:
                return tuple(sorted(map(str, model.symbols(atoms=True))))
    raise AssertionError("no world was found")


def told_of(facts: Iterable[str], line: int) -> list[tuple[str, ...]]:
    """Give what is told of a line, its features numbered from 0."""
    read = [re.fullmatch(r"(\w+)\((-?\d+|\"\w+\")(?:,(.*))?\)\.?", each) for each in facts]
    found = [m.groups("") for m in read if m is not None and m[1] in TOLD]
    touched = [int(f) for name, f, rest in found if name == "touch" and rest.startswith(f"{line},")]
    numbers = {str(f): str(n) for n, f in enumerate(sorted(touched))}
    kept = []
    for name, about, rest in found:
        if name == "embankment":
            kept.append((name, about, rest))
        elif name in OF_LINE:
            kept += [(name, "0", rest)] * (about == str(line))
        elif about in numbers:
            rest = re.sub(r"^\d+,", "0,", rest) if name == "touch" else rest
            kept.append((name, numbers[about], rest))
    return sorted(kept)


def traced(line: Line) -> list[tuple[str, ...]]:
    board = Position(opened_anew(line.board), line.laid).board_of_lines
    by_name = {each.name: each for each in board.locations}
    a, b = (by_name[each] for each in line.ends)
    return told_of(SightCourt(board).line(a, b, line.statuses).facts, 0)


@pytest.mark.parametrize("seed", range(sample(2, 300)))
def test_worlds_touch_what_the_program_traces(seed: int) -> None:
    atoms = random_world(seed)
    position = SIGHT_CHANGED.read(atoms)
    assert [told_of(atoms, n) for n, _ in enumerate(position.lines)] == [
        traced(each) for each in position.lines
    ]
    assert position.ask_again(atoms, None, "") == ""


def examined(family: Family, check: str, text: str, program: str) -> Examined:
    """Examine the law with a fault planted, over tiny worlds."""
    with amended(Amendment(text=text, program=program)):
        return examine(
            family, (check,), LONG, wanted=lambda key, _: "taken" in key or "Z9.9" in key
        )


def test_a_rule_of_hindrance_with_another_value_is_a_conflict() -> None:
    fault = (
        '%! Z9.9 high: an embankment shelters by two\nshelters(F,E,2,"Z9.9") :- sheltering(F,E).'
    )
    (finding,) = examined(TINY, "conflicts", fault, "fb06_cover.lp").open
    assert [each.number for each in finding.rules] == ["FB6.124", "Z9.9"]
    assert finding.position is not None
    assert not finding.differs
    assert finding.position.facts.count("hex(") == 3
    assert "emrr" in finding.position.facts


@long
def test_a_rule_of_lines_that_nothing_can_meet_is_dead() -> None:
    fault = (
        "%! Z9.9 high: woods in which brush grows block\n"
        'blocks(F,"Z9.9") :- touch(F,_,woods,_), touch(F,_,brush,_).'
    )
    (finding,) = examined(TINY, "dead", fault, "a06_line_of_sight.lp").open
    assert "never fires" in finding.sentence


@long
def test_a_verdict_that_hangs_on_the_direction_breaks_reciprocity() -> None:
    fault = (
        "%! Z9.9 high: nobody looks up from brush\n"
        'blocks(F,"Z9.9") :- touch(F,L,brush,_), within(F,a), end(L,b,X), X > 0.'
    )
    turned = replace(SIGHT_TURNED, scope=MappingProxyType({**SIGHT_TURNED.scope, "most_hexes": 2}))
    with amended(Amendment(text=fault, program="a06_line_of_sight.lp")):
        found = examine(turned, ("properties",), LONG)
    assert {"reciprocity", "same_rules"} <= {each.kind for each in found.open}
    assert all(not each.differs for each in found.open)


def test_the_programs_of_worlds_derive_nothing_of_the_law() -> None:
    own = {
        head
        for family in (SIGHT, SIGHT_TURNED)
        for name in family.programs
        for each in worlds_program(name).statutes
        for head in each.heads
    }
    derived = {head for each in in_force().profile("los").statutes for head in each.heads}
    assert {each.name for each in own & derived} == {"touch"} & {each.name for each in derived}
