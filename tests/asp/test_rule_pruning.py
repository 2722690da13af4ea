"""Rules that cannot fire are left out of grounding: what is ground without them is the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import clingo
import pytest
from clingo import ast

from hexcourt.facts.base.errors import RuleError
from hexcourt.solver.api.position import Position
from hexcourt.solver.placement.hex_facts import HexFacts, unit_named
from hexcourt.solver.rulebase.declarations import NUMBER, STRING, kinds_of_facts
from hexcourt.solver.rulebase.ground import ActiveRules, atoms_of
from hexcourt.solver.rulebase.program import Program
from hexcourt.solver.rulebase.rulebase import active_rules
from hexcourt.solver.rulebase.slicing import Node, firing, read, with_tables
from tests.effort import one_in, sample
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
    parsed = [each for each in nodes if not isinstance(each, str)]
    return {str(each.head) for each in parsed if each.ast_type is ast.ASTType.Rule and each.body}


def ground(nodes: Sequence[Node], facts: str) -> list[tuple[str, bool]]:
    control = clingo.Control(["--warn=none"])
    control.add("base", [], "\n".join(map(str, nodes)))
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


def test_what_may_be_chosen_counts_as_a_fact() -> None:
    assert kept('{ terrain("A1",sand) }.') == {"dry(H)", "near(H)"}


@pytest.mark.parametrize(
    "facts",
    [
        '{ terrain("A1",woods); terrain("A2",woods) }.',
        '1 { terrain("A1",woods) }.',
        '{ terrain("A1",woods) } 1.',
        '{ terrain("A1",woods) : hex("A1") }.',
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


@pytest.mark.parametrize("seed", range(sample(25, 4_000)))
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


QUESTIONS: tuple[Callable[[Position], object], ...] = (
    lambda board: board.los("A1", "A4"),
    lambda board: board.los("B1", "A4"),
    lambda board: board.see("A1"),
    lambda board: board.path("A1", "A4", unit="squad"),
    lambda board: board.path("A1", "B3", unit="tank"),
    lambda board: board.adjacent("B1"),
    lambda board: board.entry("A1", "B1"),
    lambda board: board.legal('fortify(trench,"A1")', 'mines("B1",ap,6,hidden)'),
    lambda board: board.effect('small_arms("A4")', "B1"),
)


def test_what_questions_read_is_ground_equally(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules over what each question gives them, in full and as far as it is needed."""
    compared: dict[str, int] = {}
    needed = ActiveRules.ground

    def ground_twice(rules: ActiveRules, facts: str, *args: Any, **more: Any) -> clingo.Control:
        part = needed(rules, facts, *args, **more)
        wanted = more.pop("wanted", ())
        whole = needed(rules, facts, *args, **more)
        for each in wanted:
            assert sorted(atoms_of(part, *each)) == sorted(atoms_of(whole, *each)), each
            compared[rules.profile] = compared.get(rules.profile, 0) + len(atoms_of(part, *each))
        return part

    monkeypatch.setattr(ActiveRules, "ground", ground_twice)
    walls = "A1-A2 wall, A2-B1 hedge, A3-B2 road(dirt), B2-B3 road(dirt)"
    board = tiny(f"A1 woods, A2 gully@-2, A3, A4 @2, B1 building(stone,1), B2:B4, {walls}")
    position = Position(board).place('roadblock("A3","B2")', 'wreck("B3")', 'rubble("B4",stone)')
    for ask in QUESTIONS:
        ask(position)
    assert {name for name, atoms in compared.items() if atoms} >= PROFILES_READ


PROFILES_READ = {
    "los",
    "features",
    "moving_infantry",
    "adjacency",
    "entry_infantry",
    "cases",
    "reach",
}


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


@pytest.mark.parametrize("seed", range(sample(25, 4_000)))
def test_what_is_wanted_of_random_programs_is_ground_equally(seed: int) -> None:
    lines = random_rules(seed).splitlines()
    read_as_facts = [each[:-1] for number, each in enumerate(FACTS) if seed >> number & 1]
    given = [each for each in lines if each.startswith(tuple(read_as_facts)) and ".." not in each]
    facts = "\n".join(given if read_as_facts else [])
    rest = "\n".join(each for each in lines if each not in facts.splitlines())
    try:
        whole = with_tables(read(Program("", rest).nodes))
    except RuleError:
        pytest.skip("clingo does not read it: a condition within a condition")
    for wanted in sorted({key for rule in whole.rules.values() for key, _ in rule.heads}):
        found, every = (
            asked(whole.needed(facts, (wanted,)), facts, wanted),
            asked(whole.nodes, facts, wanted),
        )
        assert found[0] == every[0]
        assert found[1] >= every[1]  # what is left out may have no answer


def asked(
    nodes: Sequence[Node], facts: str, wanted: tuple[str, int]
) -> tuple[list[tuple[str, bool]], set[str]]:
    """Ground, and return the atoms of a predicate, and those of them in each answer set."""
    show = f"#show. #show {wanted[0]}/{wanted[1]}."
    own = [each for each in nodes if not str(each).startswith("#show")]
    control = clingo.Control(["--warn=none", "--models=0", "--project=show"])
    control.add("base", [], "\n".join([*map(str, own), facts, show]))
    control.ground([("base", [])])
    found: set[str] = set()
    control.solve(on_model=lambda model: found.add(str(sorted(model.symbols(shown=True)))))
    atoms = control.symbolic_atoms.by_signature(*wanted)
    return sorted((str(each.symbol), each.is_fact) for each in atoms), found


SOUGHT = """
height(woods,2). height(brush,1). height(building,4). half(T,H/2) :- height(T,H), not low(T). low(brush).
high(H) :- terrain(H,T), half(T,N), N > 0.
tall(H,N) :- terrain(H,T), N = #max { X : height(T,X) }.
bare(H) :- hex(H), not height(T,_) : terrain(H,T).
"""


def needed(facts: str, *wanted: tuple[str, int]) -> set[str]:
    """List the rows and the heads of the rules that are needed."""
    nodes = with_tables(read(Program("", SOUGHT).nodes)).needed(facts, wanted)
    lines = [each for node in nodes for each in str(node).split(". ")]
    return {each.partition(" :-")[0].rstrip(".") for each in lines} - {"#program base"}


def test_of_tables_only_the_rows_are_kept_that_something_asks_for() -> None:
    woods = 'hex("A1"). terrain("A1",woods).'
    assert needed(woods, ("high", 1)) == {"half(woods,1)", "height(woods,2)", "high(H)"}
    assert needed(woods, ("tall", 2)) == {"height(woods,2)", "tall(H,N)"}
    assert needed(woods, ("bare", 1)) == {"height(woods,2)", "bare(H)"}
    assert needed('hex("A1"). terrain("A1",road).', ("high", 1)) == set()
    assert needed(woods, ("half", 2)) >= {"half(building,2)", "half(woods,1)"}


def test_a_table_that_facts_add_to_is_derived_anew() -> None:
    facts = 'terrain("A1",road). height(road,6).'
    assert needed(facts, ("high", 1)) == {"high(H)", "half(T,(H/2))"}


@pytest.mark.parametrize("profile", active_rules().profiles)
def test_a_whole_profile_reads_nothing_undeclared(profile: str) -> None:
    ActiveRules(profile).ground_whole()


@one_in(3)
@pytest.mark.parametrize("profile", active_rules().profiles)
def test_a_profile_that_is_kept_is_what_was_read(profile: str) -> None:
    nodes = active_rules().profile(profile).nodes
    read_once, kept_once = read(nodes), firing(active_rules(), profile)
    again: list[ast.AST] = []
    ast.parse_string("\n".join(map(str, kept_once.nodes)), again.append)
    assert again[1:] == list(nodes) == list(read_once.nodes)  # after `#program base.`
    assert kept_once.rules == read_once.rules
    assert kept_once.others == read_once.others
    assert kept_once.constants == read_once.constants
