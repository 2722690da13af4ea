"""Rules that cannot fire are left out of grounding: what is ground without them is the same."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import clingo
import pytest
from clingo import ast

from hexcourt.facts.base.errors import RuleError
from hexcourt.solver.placement.hex_facts import HexFacts, unit_named
from hexcourt.solver.rulebase.declarations import NUMBER, STRING, kinds_of_facts
from hexcourt.solver.rulebase.ground import ActiveRules, Node, firing, idle_rules, read
from hexcourt.solver.rulebase.program import Program
from hexcourt.solver.rulebase.rulebase import active_rules, read_rulebase
from tests.effort import sample
from tests.random_rules import FACTS, random_rules
from tests.tiny import tiny

RULES = """
wet(H) :- terrain(H,stream).
dry(H) :- terrain(H,T), barren(T).
barren(sand). barren(rock).
high(H) :- elevation(H,L), L > 2, not wet(H).
mixed(H) :- wet(H), dry(H).
near(H) :- terrain(H,(stream;sand)).
raised(H,L+1) :- elevation(H,L).
"""


def kept(facts: str, rules: str = RULES) -> set[str]:
    """List the heads of the rules with bodies that could fire."""
    nodes = read(Program("", rules).nodes).could_fire(facts)
    rules = [each for each in nodes if not isinstance(each, str)]
    return {str(each.head) for each in rules if each.ast_type is ast.ASTType.Rule and each.body}


def ground(nodes: Sequence[Node], facts: str) -> list[tuple[str, bool]]:
    control = clingo.Control(["--warn=none"])
    with ast.ProgramBuilder(control) as builder:
        for node in nodes:
            assert isinstance(node, ast.AST)
            builder.add(node)
    control.add("base", [], facts)
    control.ground([("base", [])])
    models: list[str] = []
    control.configuration.solve.models = "0"  # type: ignore[union-attr]
    control.solve(on_model=lambda model: models.append(str(sorted(model.symbols(atoms=True)))))
    atoms = sorted((str(each.symbol), each.is_fact) for each in control.symbolic_atoms)
    return [*atoms, *((each, True) for each in sorted(models))]


def test_a_rule_is_left_out_where_a_predicate_is_not_there() -> None:
    assert kept('elevation("A1",3).') == {"high(H)", "raised(H,(L+1))"}


def test_a_rule_is_left_out_where_no_kind_is_asked_for() -> None:
    assert kept('terrain("A1",sand).') == {"dry(H)", "near(H)"}
    assert kept('terrain("A1",stream).') == {"wet(H)", "near(H)"}
    assert kept('terrain("A1",woods).') == set()
    assert "mixed(H)" in kept('terrain("A1",stream). terrain("A2",rock).')


@pytest.mark.parametrize(
    "facts",
    [
        '{ terrain("A1",woods) }.',
        "terrain(H,woods) :- hex(H).",
        '%* " *% terrain("A1",woods). %* " *%',
    ],
)
def test_of_more_than_plain_facts_nothing_is_left_out(facts: str) -> None:
    assert len(kept(facts)) == 6


def test_what_a_constant_stands_for_may_be_anything() -> None:
    rules = "#const half = 2. wide(H) :- width(H,half). deep(H) :- depth(H,2)."
    assert kept("width(a,2).", rules) == {"wide(H)"}
    assert kept("depth(a,half).", rules) == {"wide(H)", "deep(H)"}


def test_kinds_are_told_of_each_place() -> None:
    told = kinds_of_facts('on("A1",f(x,"2"),-3). on("B1",y,4). dark.')
    assert told == {("on", 3): (STRING, frozenset({"f(", "y"}), NUMBER), ("dark", 0): ()}


@pytest.mark.parametrize("seed", range(sample(60, 4_000)))
def test_random_programs_are_ground_equally(seed: int) -> None:
    lines = random_rules(seed).splitlines()
    told = [each for each in lines if each.startswith(tuple(f[:-1] for f in FACTS))]
    plain = "\n".join(each for each in told if ".." not in each)
    rest = "\n".join(each for each in lines if each not in plain.splitlines())
    try:
        whole = read(Program("", rest).nodes)
    except RuleError:
        pytest.skip("clingo does not read it: a condition within a condition")
    assert ground(whole.could_fire(plain), plain) == ground(whole.nodes, plain)


ASKED = (
    ("cases", 'asked(fortify(trench,at("A1",ground))).', (("verdict", 2), ("refused", 2))),
    ("cases", 'attack(shell_holes). target("A1",ground).', (("effect", 3), ("unsure", 2))),
    ("reach", 'concerned("A1").', (("reach", 1),)),
    ("placing", 'roadblock("A1","A2").', (("refused", 2),)),
    ("barriers", 'roadblock("A1","A2").', (("stretch", 6),)),
)


@pytest.mark.parametrize(("profile", "facts", "wanted"), ASKED)
def test_what_is_wanted_does_not_hang_on_rules_that_are_left_out(
    profile: str, facts: str, wanted: tuple[tuple[str, int], ...]
) -> None:
    board = tiny("A1 woods, A2, B1 building(stone,1), A1-A2 wall")
    told = f"{HexFacts(board, unit_named('squad')).facts()}\n{facts}"
    whole = ActiveRules(profile).ground(told)
    part = ActiveRules(profile).ground(told, wanted=wanted)
    assert len(part.symbolic_atoms) < len(whole.symbolic_atoms)
    for each in wanted:
        found = {str(atom.symbol) for atom in part.symbolic_atoms.by_signature(*each)}
        assert found == {str(atom.symbol) for atom in whole.symbolic_atoms.by_signature(*each)}


def test_what_a_denied_or_counted_atom_hangs_on_is_kept(tmp_path: Path) -> None:
    (tmp_path / "profiles").mkdir()
    rules = (
        "a(1). b(1). out(X) :- n(X), not a(X), 0 < #count { Y : b(Y) }. n(1). idle(X) :- out(X)."
    )
    (tmp_path / "profiles" / "own.lp").write_text(rules)
    assert idle_rules(read_rulebase(tmp_path), "own", (("out", 1),)) == {4}


@pytest.mark.parametrize("profile", active_rules().profiles)
def test_a_whole_profile_reads_nothing_undeclared(profile: str) -> None:
    ActiveRules(profile).ground_whole()


@pytest.mark.parametrize("profile", active_rules().profiles)
def test_a_profile_that_is_kept_is_what_was_read(profile: str) -> None:
    nodes = active_rules().profile(profile).nodes
    read_once, kept_once = read(nodes), firing(active_rules(), profile)
    again: list[ast.AST] = []
    ast.parse_string("\n".join(map(str, kept_once.nodes)), again.append)
    assert again[1:] == list(nodes) == list(read_once.nodes)  # after `#program base.`
    assert kept_once.readers == read_once.readers
    assert kept_once.constants == read_once.constants
