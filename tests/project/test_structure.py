"""The plan of the house holds: who may import whom, what is shipped, and how the rules are written."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from hexcourt.facts.base.errors import RuleError
from hexcourt.facts.boards.records import is_building, kinds, terrain_kinds
from hexcourt.solver.rulebase.ground import ActiveRules
from hexcourt.solver.rulebase.rulebase import active_rules, read_rulebase, use_rules
from tests.project.test_plain_english import nodes_of

PROJECT = Path(__file__).parent.parent.parent
ROOMS = ("asp", "facts", "solver", "cli")
SHIPPED = (*ROOMS, "cases", "docs", "examples")
PROFILES = (
    "asking",
    "barriers",
    "bearing",
    "close_calls",
    "judged_sights",
    "judged_ways_infantry",
    "judged_ways_vehicle",
    "features",
    "los",
    "placing",
    "best_placement",
    "every_placement",
    "moving_infantry",
    "moving_vehicle",
    "cheapest_infantry",
    "cheapest_vehicle",
    "adjacency",
    "entry_infantry",
    "entry_vehicle",
    "counters",
    "reach",
    "locations",
    "turrets",
    "given_pieces",
    "units",
    "cases",
    "shots",
    "design",
    "ground",
    "best_case",
    "outcomes",
    "setups",
    "fitting",
    "entering_infantry",
    "entering_vehicle",
    "registering",
)
BUILT_ON = (
    "cases",
    "locations",
    "features",
    "los",
    "moving_infantry",
    "moving_vehicle",
    "adjacency",
    "entry_infantry",
    "entry_vehicle",
    "setups",
)
"""Profiles that further profiles include."""
PROGRAMS = sorted((PROJECT / "asp").rglob("*.lp"))

CITATION = re.compile(
    r"%! (?P<number>[A-Z]+\.?[0-9][0-9.]*[A-C]?) (?P<confidence>high|medium|low): (?P<sentence>\S.*)"
)


def shown(path: Path) -> str:
    return str(path.relative_to(PROJECT))


# --- rooms ----------------------------------------------------------------------------------------

MODULES = [path for room in ROOMS for path in sorted((PROJECT / room).rglob("*.py"))]
FORBIDDEN = {
    "asp": ("asp", "facts", "solver", "cli"),
    "facts": ("asp", "solver", "cli"),
    "solver": ("cli",),
    "cli": (),
}


def imports(path: Path) -> set[str]:
    """List what of the package a module imports, by names with dots."""
    found: set[str] = set()
    is_kept = path in MODULES  # of the program, which other tests look through, too
    for node in nodes_of(path) if is_kept else ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name the package"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name for name in found if name.startswith("hexcourt.")}


def imported(path: Path) -> set[str]:
    """List the rooms that a module imports from."""
    return {name.split(".")[1] for name in imports(path)}


def test_tests_and_scripts_import_what_is_there() -> None:
    missing = []
    for path in sorted({*PROJECT.glob("tests/**/*.py"), *PROJECT.glob("bench/**/*.py")}):
        for name in imports(path):
            _, *folders, last = name.split(".")
            inner = PROJECT.joinpath(*folders)
            there = (inner / last, (inner / last).with_suffix(".py"), inner.with_suffix(".py"))
            if not any(each.exists() for each in there) and folders:
                missing.append(f"{shown(path)}: {name}")
    assert not missing


@pytest.mark.parametrize("room", ROOMS)
def test_rooms_import_in_one_direction(room: str) -> None:
    told = {shown(each): imported(each) for each in MODULES if each.is_relative_to(PROJECT / room)}
    assert not [name for name, rooms in told.items() if rooms & set(FORBIDDEN[room])]


@pytest.mark.parametrize("room", ["facts", "cli"])
def test_only_the_engine_opens_the_rules(room: str) -> None:
    for module in (PROJECT / room).rglob("*.py"):
        text = module.read_text("utf-8")
        if module == PROJECT / "facts" / "boards" / "piece_table.py":  # it reads names, no rules
            text = text.replace('package_text("hexcourt.asp.vocabulary", "pieces.lp")', "")
        assert "hexcourt.asp" not in text


def test_the_rules_are_no_python() -> None:
    for module in (PROJECT / "asp").rglob("*.py"):
        body = ast.parse(module.read_text("utf-8")).body
        assert all(isinstance(node, ast.Expr) for node in body)


def test_every_program_lies_in_a_package() -> None:
    data = [
        path
        for room in SHIPPED
        for path in (PROJECT / room).rglob("*")
        if path.suffix in (".lp", ".tsv")
    ]
    assert data
    assert all((path.parent / "__init__.py").exists() for path in data)


# --- the rules --------------------------------------------------------------------------------------


@pytest.mark.parametrize("profile", PROFILES)
def test_profile_grounds_without_a_message(profile: str) -> None:
    ActiveRules(profile).ground("")


def test_profiles_are_lists_of_includes() -> None:
    for profile in PROFILES:
        lines = (PROJECT / "asp" / "profiles" / f"{profile}.lp").read_text("utf-8").splitlines()
        assert all(line.startswith(("#include", "%")) for line in lines), profile


def test_every_program_is_part_of_a_profile() -> None:
    rules = [each for each in PROGRAMS if each.parent.name != "worlds"]
    included = set()
    for program in rules:
        names = re.findall(r'#include "(.+)"\.', program.read_text("utf-8"))
        included |= {(program.parent / name).resolve() for name in names}
    entries = {PROJECT / "asp" / "profiles" / f"{name}.lp" for name in PROFILES}
    built_on = {PROJECT / "asp" / "profiles" / f"{name}.lp" for name in BUILT_ON}
    assert included == set(rules) - entries | built_on


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("odd(X) :- unheard_of(X).", "unheard_of"),
        ("odd(X) :- touch(X).", "touch"),
        ("odd(X) :- end(_,_,Y).", "unsafe"),
        ("odd(", "syntax error"),
        ('#include "missing.lp".', "missing.lp is not among the programs"),
    ],
)
def test_a_faulty_program_does_not_load(program: str, message: str, tmp_path: Path) -> None:
    copied = shutil.copytree(PROJECT / "asp", tmp_path / "asp")
    (copied / "profiles" / "faulty.lp").write_text(f'#include "los.lp".\n{program}\n')
    with use_rules(read_rulebase(copied)):
        ActiveRules("los").ground_whole()
        with pytest.raises(RuleError, match=message):
            ActiveRules("faulty").ground_whole()


def test_every_citation_has_number_confidence_and_sentence() -> None:
    for program in PROGRAMS:
        lines = program.read_text("utf-8").splitlines()
        cited = [each for each in lines if each.lstrip().startswith("%!")]
        assert not [each for each in cited if not CITATION.fullmatch(each)], shown(program)


RULE_NUMBER = re.compile(r"[A-Z]+[0-9]*\.[0-9][0-9.]*[A-C]?")


def test_every_number_in_a_head_is_cited_above_it() -> None:
    for statement in active_rules().statements:
        numbers = set(filter(RULE_NUMBER.fullmatch, statement.strings))
        if numbers:
            assert statement.heading is not None, f"{statement.place}: no citation heads its block"
            assert statement.citation is not None, (
                f"{statement.place}: no citation of {numbers} above"
            )
            assert statement.citation.number in numbers, statement.place


def test_every_program_says_what_goes_in_and_out() -> None:
    for program in PROGRAMS:
        text = program.read_text("utf-8")
        assert text.startswith("% "), shown(program)
        if program.stem not in (*PROFILES, "vocabulary"):
            assert re.search(r"^% input: ", text, re.MULTILINE), shown(program)
            assert re.search(r"^% output: ", text, re.MULTILINE), shown(program)


def test_tables_name_their_columns() -> None:
    for program in (PROJECT / "asp" / "tables").glob("*.lp"):
        text = program.read_text("utf-8")
        output = re.search(r"^% output: (?:.*\n)(?:%         .*\n)*", text, re.MULTILINE)
        assert output is not None
        named = {
            (name, str(arguments.count(",") + 1))
            for name, arguments in re.findall(r"^%   (\w+)\(([^)]*)\)", text, re.MULTILINE)
        }
        assert set(re.findall(r"(\w+)/(\d)", output[0])) <= named, shown(program)


def test_vocabulary_describes_what_it_declares() -> None:
    for program in (PROJECT / "asp" / "vocabulary").glob("*.lp"):
        text = program.read_text("utf-8")
        described = {
            (name, arguments.count(",") + 1)
            for name, arguments in re.findall(
                r"^%\? (?:[a-z]+ )?(\w+)\(([^)]*)\)", text, re.MULTILINE
            )
        }
        defined = re.findall(r"#defined (\w+)/(\d+)\.", text)
        assert described == {(name, int(arity)) for name, arity in defined}


# --- rules and facts speak of the same terrain ------------------------------------------------------


@cache
def rules_say(predicate: str) -> dict[str, str]:
    """Map the terrain that a table of the rules lists to its last argument."""
    grounded = ActiveRules("features").ground("")
    found = {}
    for atom in grounded.symbolic_atoms:
        if atom.symbol.name == predicate:
            found[str(atom.symbol.arguments[0])] = str(atom.symbol.arguments[-1])
    return found


TABLES = (
    "height",
    "obstacle",
    "hindrance",
    "open_below",
    "hindrance_below",
    "hexside_terrain",
    "building_terrain",
)


@pytest.mark.parametrize("predicate", TABLES)
def test_the_rules_name_only_known_terrain(predicate: str) -> None:
    assert rules_say(predicate)
    assert set(rules_say(predicate)) <= set(kinds())


def test_what_is_a_building_to_the_rules_is_one_to_the_drawing() -> None:
    drawn = {term for term in kinds() if is_building(term)}
    assert set(rules_say("building_terrain")) == drawn - {"cellar"}  # no terrain that is drawn


TERRAIN_LISTS = re.compile(
    r"woods; *(?:light_woods|forest)|water; *river|shallow_stream; *deep_stream"
)


def test_no_rule_lists_a_class_of_terrain_by_hand() -> None:
    rules = [each for each in PROGRAMS if each.parent.name != "tables"]
    texts = {shown(each): re.sub("%.*", "", each.read_text("utf-8")) for each in rules}
    assert not [name for name, text in texts.items() if TERRAIN_LISTS.search(text)]


def test_hexside_terrain_is_hexside_terrain_to_both() -> None:
    assert set(rules_say("hexside_terrain")) == {
        t for t, kind in kinds().items() if kind == "hexside"
    }


def of_kinds(*wanted: str) -> list[str]:
    return [term for term, kind in terrain_kinds().items() if kind in wanted]


def test_buildings_are_buildings_or_have_a_height() -> None:
    told = {*rules_say("building_terrain"), *rules_say("height"), "cellar"}
    assert not [term for term in of_kinds("building") if term not in told]


def test_what_stands_has_a_height_and_does_something() -> None:
    standing = of_kinds("other", "factory", "bridge")
    told = {*rules_say("obstacle"), *rules_say("hindrance")} & {*rules_say("height")}
    assert standing
    assert not [term for term in standing if term not in told]


def test_what_does_not_stand_does_nothing() -> None:
    told = {term for predicate in TABLES for term in rules_say(predicate)}
    assert not told & {*of_kinds("open", "road", "water", "depression")}


def test_obstacles_and_hindrances_have_heights() -> None:
    standing = set(rules_say("height"))
    assert set(rules_say("obstacle")) <= standing
    assert set(rules_say("hindrance")) <= standing
    assert set(rules_say("hindrance_below")) <= set(rules_say("open_below")) <= standing
    assert set(rules_say("hexside_terrain")) - standing == {"cliff"}
    assert not set(rules_say("obstacle")) & set(rules_say("hindrance"))


def test_inherence_is_told_by_facts_alone() -> None:
    assert not [each.place for each in active_rules().statements if "inherent" in each.names]


def test_what_the_build_runs_by_itself_needs_nothing_of_the_program() -> None:
    """Pip builds where neither the program nor what it depends on is installed."""
    run = (
        "import pathlib, runpy;"
        "marks = runpy.run_path('solver/register/marks.py');"
        "print(len(marks['as_rows'](pathlib.Path('tests'))))"
    )
    command = (sys.executable, "-I", "-S", "-c", run)
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 100
