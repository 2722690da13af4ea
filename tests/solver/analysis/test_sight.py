"""Worlds of lines of sight are what the program traces; faults planted in the rules are found there."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterable
from dataclasses import replace
from functools import cache, partial
from types import MappingProxyType

import clingo
import pytest
from clingo.symbol import parse_term

from hexcourt.solver.analysis.core.programs import PositionFamily, worlds_of
from hexcourt.solver.analysis.core.search import Search, every_by_clauses
from hexcourt.solver.analysis.findings import ExaminedFamily, examine
from hexcourt.solver.analysis.generators.families import FAMILIES
from hexcourt.solver.analysis.generators.line_positions import (
    ONE_HEX_CHANGED,
    SIGHT,
    SIGHT_CHANGED,
    SIGHT_TURNED,
    SightPosition,
    WorldLine,
)
from hexcourt.solver.analysis.generators.line_shapes import centre_shapes, vertex_shapes
from hexcourt.solver.api.position import Position
from hexcourt.solver.position.locations import read_location
from hexcourt.solver.position.opening import reopened
from hexcourt.solver.rulebase.rulebase import active_rules, worlds_program
from hexcourt.solver.sight.los_engine import LosEngine
from tests.amended_rules import Amendment, amended
from tests.effort import long, sample
from tests.worlds_grounded import ground_worlds, part_of, world_of

LONG = 10_000.0


def bounded(family: PositionFamily, **bounds: int) -> PositionFamily:
    return replace(family, scope=MappingProxyType({**family.scope, **bounds}))


TINY = bounded(SIGHT, most_hexes=3)
FEW = part_of(TINY, 1, "emrr")
TOLD = (
    *("end", "adjoining", "end_hex", "embankment", "in_depression", "upslope", "afloat"),
    *("on_embankment", "on_hillock", "entrenched", "emplaced", "touch", "lies_in", "on_side"),
    *("range", "within", "next_to", "near", "centre_level", "beside", "aside", "over_rim"),
    *("in_bed", "in_water", "by_cliff", "indoors", "along", "along_cliff"),
    *("at_vertex", "across_own_hex", "in_cellar", "beneath_rubble", "leaves_indoors"),
    *("on_crest", "crest_faces", "same_hex", "end_in", "across_bridge", "apart_by"),
    *("no_stairwell", "steeple_hex", "length", "lit", "unknown_storeys", "upstairs"),
    *("in_pillbox", "dot_between_rows", "dot_on_row", "vertex_between_rows", "vertex_on_row"),
)
LINES = (
    *("bypass_changed", "one_hex_changed", "sight_through_air", "spine_turned", "sight_changed"),
    "sight_at_angles",
)
"""Families whose worlds are held against the tracer, those first that are grounded soonest."""
OF_LINE = (
    *("end", "adjoining", "end_hex", "in_depression", "upslope", "afloat", "on_embankment"),
    *("on_hillock", "entrenched", "emplaced", "at_vertex", "across_own_hex", "in_cellar"),
    *("beneath_rubble", "leaves_indoors", "on_crest", "crest_faces"),
    *("same_hex", "end_in", "across_bridge", "apart_by", "no_stairwell", "steeple_hex"),
    *("length", "lit", "upstairs", "in_pillbox", "dot_between_rows", "dot_on_row"),
    *("vertex_between_rows", "vertex_on_row"),
)
"""Predicates whose first argument is a line; that of the others is a feature."""


@cache
def grounded(name: str) -> tuple[clingo.Control, tuple[str, ...], tuple[str, ...]]:
    """Ground the worlds of a family, each with a change where the family has any."""
    worlds = worlds_of(part_of(FAMILIES[name], len(name)), active_rules())
    every = ":- not changed." if FAMILIES[name].scope["most_lines"] > 2 else ""
    control = ground_worlds(worlds, every)
    things = worlds.scope.things
    return control, things["terrains"], things["hexside terrains"]


def random_world(seed: int, name: str) -> tuple[str, ...]:
    """Give a world of a shape with terrain, levels, hexside terrain and a counter by chance."""
    chance = random.Random(seed)
    control, terrains, sides = grounded(name)
    shape = chance.choice(atoms_of(control, "shape", 1))
    number = shape.arguments[0]
    places = arguments_of(control, "shape_hex", number)
    borders = arguments_of(control, "shape_side", number)
    stands = sorted(map(str, atoms_of(control, "stands", 2)))
    counters = sorted({str(each.arguments[1]) for each in atoms_of(control, "lies_there", 2)})
    circumstances = [
        str(each) for name in ("given", "guessed") for each in atoms_of(control, name, 1)
    ]
    for attempt in range(60):
        wanted = [str(shape)]
        wanted += [f"printed_in({n},{chance.choice(terrains)})" for n in places]
        wanted += [f"solid_at({n},{2 * chance.randrange(3)})" for n in places]
        wanted += [
            f"on_hexside({chance.choice(borders)},{chance.choice(sides)})" for _ in borders[:1]
        ]
        counter = chance.choice((*counters, ""))
        wanted += [f"lies_there({chance.choice(places)},{counter})"] * bool(counter)
        wanted += [chance.choice(circumstances)] if circumstances else []
        wanted += [chance.choice(stands)] * chance.randrange(2)
        kept = [each for each in wanted[1:] if chance.random() < 0.96**attempt]
        assumed = [(parse_term(each), True) for each in (wanted[0], *kept)]
        found = world_of(control, assumed)
        if found is not None:
            return tuple(found)
    raise AssertionError("no world was found")


def atoms_of(control: clingo.Control, name: str, arity: int) -> list[clingo.Symbol]:
    return sorted(each.symbol for each in control.symbolic_atoms.by_signature(name, arity))


def arguments_of(control: clingo.Control, name: str, shape: clingo.Symbol) -> list[int]:
    """Number the hexes or hexsides of a shape."""
    atoms = (e.symbol.arguments for e in control.symbolic_atoms if e.symbol.name == name)
    return sorted({each[1].number for each in atoms if each[0] == shape})


def told_of(facts: Iterable[str], line: int) -> tuple[frozenset[object], list[object]]:
    """Give what is told of a line, and of each hex and thing that it touches in order."""
    read = [re.fullmatch(r"(\w+)\((-?\d+|\"\w+\")(?:,(.*))?\)\.?", each) for each in facts]
    found = [m.groups("") for m in read if m is not None and m[1] in TOLD]
    of_line = {
        (name, rest) for name, about, rest in found if name in OF_LINE and about == str(line)
    }
    ends = {rest.partition(",")[2] for name, rest in of_line if name == "end_hex"}
    on_way = {
        about for name, about, rest in found if name == "touch" and rest.split(",")[0] == str(line)
    }
    touched = ends | {rest for name, about, rest in found if name == "lies_in" and about in on_way}
    railways: dict[str, set[str]] = {}
    for name, about, rest in found:
        # an embankment matters between hexes alone (FB6.121): within one the tracer names none
        if name == "embankment" and about in touched and ends:
            railways.setdefault(rest, set()).add(about)
    said: dict[int, set[tuple[str, str]]] = {}
    for name, about, rest in found:
        if name == "touch" and rest.startswith(f"{line},"):
            said[int(about)] = {(name, rest.partition(",")[2])}
    for name, about, rest in found:
        if name not in (*OF_LINE, "touch") and not about.startswith('"') and int(about) in said:
            said[int(about)].add((name, rest))
    features = [frozenset(each) for _, each in sorted(said.items())]
    # what begins at one point of the line comes in any order
    grounds = [
        each
        for each in features
        if not (names := {name for name, _ in each}) & {"on_side", "along"}
        and not names >= {"aside", "within"}  # what fills the air of a hex passed in Bypass
    ]
    told = {*of_line, *features, *(frozenset(each) for each in railways.values())}
    return frozenset(told), list(dict.fromkeys(hexes_of(each) for each in grounds))


def hexes_of(feature: frozenset[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(each for each in feature if each[0] in ("range", "lies_in")))


def traced(line: WorldLine) -> tuple[frozenset[object], list[object]]:
    board = Position(reopened(line.board), line.placed, line.given).board_of_lines
    a, b = (read_location(board, each)[0] for each in line.ends)
    statuses = {
        place.name: line.statuses[said]
        for place, said in zip((a, b), line.ends, strict=True)
        if said in line.statuses
    }
    facts = LosEngine(board).line(a, b, statuses).facts
    return told_of((part for each in facts for part in each.split(". ")), 0)


@pytest.mark.parametrize("seed", range(sample(1, 300)))
def test_worlds_touch_what_the_program_traces(seed: int) -> None:
    atoms = random_world(seed, LINES[seed % len(LINES)])
    position = SIGHT_CHANGED.read(atoms)
    assert isinstance(position, SightPosition)
    lines = sorted({int(e.split("(")[1].split(",")[0]) for e in atoms if e.startswith("end(")})
    assert [told_of(atoms, n) for n in lines] == [traced(each) for each in position.lines]
    assert position.ask_again(atoms, None, "") == ""


def examined(family: PositionFamily, check: str, text: str, program: str) -> ExaminedFamily:
    """Examine the rules with a fault planted, over tiny worlds."""
    with amended(Amendment(text=text, program=program)):
        return examine(
            family, (check,), LONG, wanted=lambda key, _: "taken" in key or "Z9.9" in key
        )


@long
def test_a_rule_of_hindrance_with_another_value_is_a_conflict() -> None:
    fault = (
        '%! Z9.9 high: an embankment shelters by two\nshelters(F,E,2,"Z9.9") :- sheltering(F,E).'
    )
    (finding,) = examined(FEW, "conflicts", fault, "fb06_cover.lp").open
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
    turned = bounded(SIGHT_TURNED, most_hexes=2)
    with amended(Amendment(text=fault, program="a06_line_of_sight.lp")):
        found = examine(turned, ("properties",), LONG)
    assert {"reciprocity", "same_rules"} <= {each.kind for each in found.open}
    assert all(not each.differs for each in found.open)


def test_clauses_show_what_the_program_shows() -> None:
    own = "broken(met,(V,R)) :- as_it_is(L), verdict(L,V), blocked(L,R)."
    worlds = worlds_of(ONE_HEX_CHANGED, active_rules(), own)
    by_program, by_clauses = (
        search("property", time.monotonic() + LONG)
        for search in (Search(worlds).every, partial(every_by_clauses, worlds))
    )
    assert by_clauses.complete
    assert by_program.complete
    assert by_clauses.classes == by_program.classes != ()


def test_the_programs_of_worlds_derive_nothing_of_the_rules() -> None:
    own = {
        head
        for family in (SIGHT, SIGHT_TURNED)
        for name in family.programs
        for each in worlds_program(name).statements
        for head in each.heads
    }
    derived = {head for each in active_rules().profile("los").statements for head in each.heads}
    assert {each.name for each in own & derived} == {"touch"} & {each.name for each in derived}


def test_shapes_are_those_apart_by_a_turn_or_a_mirror() -> None:
    # of the 6 * range hexes at a range, twelve are apart by turns and mirrors of one line
    assert [each.ends[1] for each in centre_shapes(4, 4)] == [
        *("A2", "A3", "B2", "A4", "B3", "A5", "B4", "C4")
    ]
    assert len(vertex_shapes(1)) == 3
