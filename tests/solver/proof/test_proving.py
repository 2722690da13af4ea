"""The route from programs to proofs agrees with clingo, and its parts with each other."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from types import ModuleType

import clingo
import pytest
from pysat.solvers import Solver

from hexcourt.solver.proof import clauses as clauses_module
from hexcourt.solver.proof import stable_models as stable_models_module
from hexcourt.solver.proof.clauses import Cnf, translate
from hexcourt.solver.proof.ground_program import (
    GroundProgram,
    GroundRule,
    ProgramError,
    WeightRule,
    circles,
    ground_program,
    read_aspif,
    write_aspif,
)
from hexcourt.solver.proof.grounding import ground
from hexcourt.solver.proof.proof_checking import check_proof
from hexcourt.solver.proof.stable_models import (
    Model,
    Refutation,
    Undecided,
    decide,
    objection,
    solve,
)
from tests.effort import one_in, sample, some_of


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, Path(__file__).parents[2] / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


random_program = load("random_programs").random_program

SEEDS = range(2400)
BLOCKS = some_of([SEEDS[start : start + 400] for start in range(0, len(SEEDS), 400)], 3)

PIGEONS = """
pigeon(1..{more}). hole(1..{holes}). 1 {{ in(P,H) : hole(H) }} 1 :- pigeon(P).
:- hole(H), 2 {{ in(P,H) }}.
"""


def pigeons(holes: int) -> str:
    return PIGEONS.format(more=holes + 1, holes=holes)


# --- what clingo says -----------------------------------------------------------------------------


@cache
def stable_models(text: str) -> list[frozenset[str]]:
    control = clingo.Control(["0"])
    control.add("base", [], text)
    control.ground([("base", [])])
    found: list[frozenset[str]] = []
    control.solve(on_model=lambda m: found.append(frozenset(map(str, m.symbols(atoms=True)))))
    return found


def cnf_models(cnf: Cnf) -> Iterator[set[int]]:
    """Enumerate the models on the atoms alone."""
    if () in cnf.clauses:
        return
    with Solver(name="minisat22", bootstrap_with=[list(each) for each in cnf.clauses]) as solver:
        while solver.solve():
            model = {each for each in solver.get_model() if 0 < each <= cnf.atoms}
            yield model
            solver.add_clause([-n if n in model else n for n in range(1, cnf.atoms + 1)])


def named(program: GroundProgram, atoms: set[int] | frozenset[int]) -> frozenset[str]:
    return frozenset(name for atom, name in program.names if atom in atoms)


def disagreement(program: GroundProgram, expected: Sequence[frozenset[str]]) -> str:
    """Compare all models of the ordered clauses with those of clingo."""
    found = [named(program, model) for model in cnf_models(translate(program))]
    same = sorted(map(sorted, found)) == sorted(map(sorted, expected))
    return "" if same else f"{found} against {expected}"


@cache
def grounded(seed: int) -> GroundProgram | None:
    try:
        return ground(random_program(seed))
    except ProgramError as error:  # clingo rewrites some recursive sums as disjunctions
        assert "disjunction" in str(error)
        return None


# --- against clingo -------------------------------------------------------------------------------


@one_in(2)
@pytest.mark.parametrize("seeds", BLOCKS, ids=str)
def test_random_programs_are_decided_as_by_clingo(seeds: range) -> None:
    refuted = compared = looped = 0
    for seed in seeds:
        program = grounded(seed)
        if program is None:
            continue
        compared += 1
        expected = stable_models(random_program(seed))
        decision = decide(program)
        looped += bool(decision.loops)
        if isinstance(decision.outcome, Refutation):
            refuted += 1
            assert not expected, seed
            proof = "\n".join(decision.outcome.proof)
            checks = check_proof(decision.cnf.clauses, decision.outcome.core, proof)
            assert all(check.ok for check in checks), (seed, checks)
        else:
            assert isinstance(decision.outcome, Model)
            atoms = {atom for atom in decision.outcome.true if atom <= program.atoms}
            assert not objection(program, atoms), seed
            assert named(program, atoms) in expected, seed
    assert compared > 0.9 * len(seeds)
    assert refuted > 20 and looped > 5


@pytest.mark.parametrize(
    "seeds", [range(sample(300, 1000)), range(1000, sample(1300, 2000))], ids=str
)
def test_models_of_ordered_clauses_are_the_stable_models(
    seeds: range, monkeypatch: pytest.MonkeyPatch
) -> None:
    if 1000 in seeds:  # by ranks instead of elimination
        monkeypatch.setattr(clauses_module, "ELIMINATION_FACTOR", 0)
        monkeypatch.setattr(clauses_module, "ALWAYS", 0)
    for seed in seeds:
        program = grounded(seed)
        if program is not None:
            assert not disagreement(program, stable_models(random_program(seed))), seed


def test_proofs_of_ordered_clauses_stand() -> None:
    for seed in range(sample(400, 1000)):
        program = grounded(seed)
        cnf = translate(program) if program is not None else None
        outcome = solve(cnf) if cnf is not None else None
        if cnf is not None and isinstance(outcome, Refutation):
            checks = check_proof(cnf.clauses, outcome.core, "\n".join(outcome.proof))
            assert all(check.ok for check in checks), seed


def test_loops_forbid_no_stable_model() -> None:
    """The formula of any set at all, not only of those that the search picks, keeps every model."""
    random, tried = Random(7), 0
    for seed in range(600):
        program = grounded(seed)
        looped = [a for a, n in enumerate(circles(program)) if n] if program is not None else []
        if program is None or not looped:
            continue
        loops = [tuple(sorted(random.sample(looped, random.randint(1, len(looped)))))] * 2
        expected = set(stable_models(random_program(seed)))
        models = {named(program, each) for each in cnf_models(translate(program, loops))}
        assert expected <= models, seed
        tried += 1
    assert tried > 100


def test_the_search_falls_back_on_ordering(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stable_models_module, "ROUNDS", 1)
    ordered = 0
    for seed in range(400):
        program = grounded(seed)
        if program is not None:
            decision = decide(program)
            ordered += decision.loops is None
            expected = stable_models(random_program(seed))
            assert isinstance(decision.outcome, Model) == bool(expected), seed
    assert ordered > 5


# --- faults are noticed ---------------------------------------------------------------------------


def disagreements() -> int:
    found = 0
    for seed in range(300):
        program = grounded(seed)
        if program is not None:
            found += bool(disagreement(program, stable_models(random_program(seed))))
    return found


def test_without_ordering_the_comparison_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clauses_module, "forbid_circles", lambda clauses, arrows: None)
    assert disagreements()


def test_with_a_wrong_completion_the_comparison_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clauses_module.Translation, "complete", lambda self: None)
    assert disagreements()


def test_with_a_wrong_weight_the_comparison_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    right = clauses_module.weight_literal
    monkeypatch.setattr(clauses_module, "weight_literal", lambda c, t, b: right(c, t, b + 1))
    assert disagreements()


@pytest.mark.parametrize("way", ["elimination", "ranks"])
def test_every_ordering_clause_matters(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two circles through three atoms, dropping a clause lets some circle hold itself up."""
    if way == "ranks":
        monkeypatch.setattr(clauses_module, "ELIMINATION_FACTOR", 0)
        monkeypatch.setattr(clauses_module, "ALWAYS", 0)
    text = "a :- b. b :- c. c :- a. a :- c. c :- b. b :- a. {x}. a :- x. b :- x. c :- x."
    program = ground(text)
    before = len(clauses_module.Translation(program, ordered=False).cnf().clauses)
    whole = translate(program)
    assert sorted(len(named(program, each)) for each in cnf_models(whole)) == [0, 4]
    noticed = 0
    for drop in range(before, len(whole.clauses)):
        kept = whole.clauses[:drop] + whole.clauses[drop + 1 :]
        models = cnf_models(Cnf(whole.atoms, whole.variables, kept))
        noticed += sorted(len(named(program, each)) for each in models) != [0, 4]
    assert noticed >= 3


# --- the reduct -----------------------------------------------------------------------------------


def test_what_is_no_stable_model_is_objected_to() -> None:
    random, tried = Random(3), 0
    for seed in range(500):
        program = grounded(seed)
        if program is None or not program.atoms:
            continue
        expected = set(stable_models(random_program(seed)))
        sets = list(cnf_models(translate(program)))[:3]
        for atoms in sets:
            assert not objection(program, atoms)
        for _ in range(4):
            start = random.choice(sets) if sets else set[int]()
            other = start ^ {random.randint(1, program.atoms) for _ in range(random.randint(1, 3))}
            if named(program, other) not in expected:
                assert objection(program, other), seed
                tried += 1
    assert tried > 500


@pytest.mark.parametrize(
    ("atoms", "sentence"),
    [
        ({1, 2}, "a holds, but nothing derives it"),
        ({1, 2, 9}, "atom 9 is none of the program's"),
        (set[int](), ""),
        ({3}, "rule 4 of the ground program, a constraint, is broken"),
    ],
)
def test_objections_say_what_is_wrong(atoms: set[int], sentence: str) -> None:
    rules = [
        GroundRule(False, (1,), (2,)),
        GroundRule(False, (2,), (1,)),
        GroundRule(True, (3,), ()),
        GroundRule(False, (), (3,)),
    ]
    program = ground_program(rules, [], [(1, "a"), (2, "b"), (3, "c")])
    assert objection(program, atoms) == sentence


# --- grounding ------------------------------------------------------------------------------------


def test_given_facts_stay_conditions() -> None:
    program = ground("#defined q/1. p(X) :- q(X).", ["q(2)", "q(1)", "q(2)"])
    names = program.name_of()
    assert sorted(names[atom] for atom in program.given) == ["q(1)", "q(2)"]
    bodies = [rule.body for rule in program.rules if isinstance(rule, GroundRule) and rule.body]
    assert sorted(names[body[0]] for body in bodies) == ["q(1)", "q(2)"]
    assert stable(program) == [{"q(1)", "q(2)", "p(1)", "p(2)"}]


def stable(program: GroundProgram) -> list[frozenset[str]]:
    return [named(program, each) for each in cnf_models(translate(program))]


def test_a_given_fact_that_is_derived_too_is_a_fact() -> None:
    program = ground("#defined q/0. q :- p. {p}.", ["q"])
    assert sorted(map(sorted, stable(program))) == [["p", "q"], ["q"]]


def test_atoms_not_shown_have_names() -> None:
    program = ground("{a;b}. c :- a. #show b/0.")
    assert {name for _, name in program.names} == {"a", "b", "c"}


def test_externals_of_the_program_itself() -> None:
    program = ground("#external a. #external b. [true] #external c. [free] d :- a. d :- b, c.")
    assert sorted(map(sorted, stable(program))) == [["b"], ["b", "c", "d"]]


def test_constants_are_part_of_the_program() -> None:
    program = ground("#const n=1. p(1..n).", constants={"n": 3})
    assert [name for _, name in program.names] == ["p(1)", "p(2)", "p(3)"]


def test_strings_come_through() -> None:
    given = ['q("ä\\n\\"%* #include",-1,(2,),x(#sup))', "-q"]
    program = ground("#defined q/4. #defined -q/0. p :- q(_,_,_,_).", given)
    assert {name for _, name in program.names} >= set(given)
    assert read_aspif(write_aspif(program)) == program


@pytest.mark.parametrize(
    ("rules", "given", "sentence"),
    [
        ("a ; b.", [], "disjunction"),
        ("{a}. #minimize { 1 : a }.", [], "minimize"),
        ("{a}. :~ a. [1]", [], "minimize"),
        ("#edge (1,2).", [], "#edge"),
        ('#include "x.lp".', [], "#include"),
        ("#script (lua) #end.", [], "#script"),
        ("a :- b.", [], "b"),
        ("a :- ", [], "syntax error"),
        ("p(X) :- not q(X).", [], "unsafe"),
        ("a. \ud800", [], "unprintable"),
        ('a. %* %* *% *% #include "x.lp".', [], "#include"),
        ("a. %* %* *% *% #script (lua) #end.", [], "#script"),
        ("a.", ["b. c :- a"], "no ground atom"),
        ("a.", ["b."], "no ground atom"),
        ("a.", ["p(X)"], "no ground atom"),
        ("a.", ["1"], "no ground atom"),
        ("a.", ["(1,2)"], "no ground atom"),
        ("a.", [""], "no ground atom"),
        ("a.", ["\ud800"], "no ground atom"),
    ],
)
def test_what_there_is_no_proof_for(rules: str, given: list[str], sentence: str) -> None:
    with pytest.raises(ProgramError, match=sentence):
        ground(rules, given)


def test_many_given_facts() -> None:
    given = [f'touch({n},"L{n % 7}",woods,{n % 3})' for n in range(20_000)]
    program = ground("hit(N) :- touch(N,_,woods,0).", given)
    assert len(program.given) == len(given)
    assert len(program.rules) > 26_000
    decision = decide(program)
    assert isinstance(decision.outcome, Model)


# --- aspif ----------------------------------------------------------------------------------------


def test_clingo_reads_the_text_as_the_same_program(tmp_path: Path) -> None:
    for seed in range(150):
        program = grounded(seed)
        if program is None:
            continue
        text = write_aspif(program)
        assert read_aspif(text) == program
        (tmp_path / "ground.aspif").write_text(text)
        control = clingo.Control(["0"])
        control.load_aspif([str(tmp_path / "ground.aspif")])
        found: list[frozenset[str]] = []
        control.solve(
            on_model=lambda m, f=found: f.append(frozenset(map(str, m.symbols(shown=True))))
        )
        expected = stable_models(random_program(seed))
        assert sorted(map(sorted, found)) == sorted(map(sorted, expected)), seed


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "does not begin"),
        ("asp 1 0 0 incremental\n0\n", "does not begin"),
        ("asp 1 0 0\n1 0 1 1 0 0\n", "breaks off"),
        ("asp 1 0 0\n0\n1 0 1 1 0 0\n", "line 3: there is text"),
        ("asp 1 0 0\n2 0 1 1 1\n0\n", "line 2: a statement of kind '2'"),
        ("asp 1 0 0\n1 0 2 1 2 0 0\n0\n", "disjunction"),
        ("asp 1 0 0\n1 0 1 1 0 3 1\n0\n", "line 2: the rule's body"),
        ("asp 1 0 0\n1 0 -1 0 0\n0\n", "line 2"),
        ("asp 1 0 0\n1 0 1 1 0\n0\n", "line 2: the statement is not aspif"),
        ("asp 1 0 0\n1 0 1 x 0 0\n0\n", "line 2: the statement is not aspif"),
        ("asp 1 0 0\n1 0 1 0 0 0\n0\n", "below 1"),
        ("asp 1 0 0\n1 0 1 1 1 2 1 2 -3\n0\n", "below 0"),
        ("asp 1 0 0\n1 0 1 99999999999 0 0\n0\n", "far too high"),
        ("asp 1 0 0\n5 1 3\n0\n", "line 2"),
        ("asp 1 0 0\n5 -1 1\n0\n", "below 1"),
        ("asp 1 0 0\n4 1 a 1 1\n4 1 a 1 2\n0\n", "one name"),
        ("asp 1 0 0\n4 1 a 1 1\n4 1 b 1 1\n0\n", "two names"),
        ("asp 1 0 0\n4 1 a 1 -1\n0\n", "below 1"),
        ("asp 1 0 0\n4 9 a 1 1\n0\n", "line 2"),
        ("asp 1 0 0\n1 0 1 1 0 0 " + "9" * 5000 + "\n0\n", "line 2"),
    ],
)
def test_broken_texts(text: str, sentence: str) -> None:
    with pytest.raises(ProgramError, match=sentence):
        read_aspif(text)


# --- size and proofs ------------------------------------------------------------------------------


def test_weights_that_are_too_many_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = tuple((atom, 50 + atom) for atom in range(1, 31))
    choice = GroundRule(True, tuple(range(1, 31)), ())
    rule = WeightRule(False, (31,), 1000, pairs)
    monkeypatch.setattr("hexcourt.solver.proof.clauses.LARGEST_DIAGRAM", 1000)
    with pytest.raises(ProgramError, match="smaller weights"):
        translate(ground_program([choice, rule], [], []))


def test_formulas_that_are_too_large_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexcourt.solver.proof.clauses.LARGEST", 100)
    with pytest.raises(ProgramError, match="more than 100 clauses"):
        translate(ground(pigeons(6)))


def test_long_circles_need_no_recursion() -> None:
    size = 5000
    rules = [GroundRule(False, (n % size + 1,), (n,)) for n in range(1, size + 1)]
    program = ground_program([*rules, GroundRule(False, (), (-1,))], [], [])
    decision = decide(program)
    assert isinstance(decision.outcome, Refutation)
    assert decision.loops is not None and len(decision.loops) == 1


def test_a_budget_of_conflicts() -> None:
    assert isinstance(decide(ground(pigeons(7)), conflicts=10).outcome, Undecided)


def test_a_proof_takes_no_definitions() -> None:
    # that no two are in one hole is shorter with a variable for some of them, which no checker follows
    holes = range(6)
    some = [tuple(7 * hole + bird + 1 for hole in holes) for bird in range(7)]
    apart = (c for hole in holes for c in combinations(range(7 * hole + 1, 7 * hole + 8), 2))
    clauses = (*some, *((-one, -two) for one, two in apart))
    found = solve(Cnf(42, 42, clauses))
    assert isinstance(found, Refutation)
    proof = "".join(f"{line}\n" for line in found.proof)
    assert all(each.ok for each in check_proof(clauses, found.core, proof))


def test_equal_programs_give_equal_formulas() -> None:
    text = random_program(5)
    assert translate(ground(text)).dimacs() == translate(ground(text)).dimacs()


def test_a_program_refuted_at_once() -> None:
    decision = decide(ground_program([GroundRule(False, (), ())], [], []))
    assert decision.outcome == Refutation(("0",), (1,))
    assert all(c.ok for c in check_proof(decision.cnf.clauses, (1,), "0\n"))


def test_a_proof_may_not_rest_on_what_it_took_away() -> None:
    """dratify 0.1.10 by itself accepts this refutation of clauses that have a model."""
    assert not check_proof([(1,), (-1, 2)], (1, 2), "d -1 2 0\n-2 0\n0\n")[0].ok


@pytest.mark.parametrize("fault", ["dropped", "sign", "cut", "words", "empty"])
def test_a_faulty_proof_is_refused(fault: str) -> None:
    decision = decide(ground(pigeons(5)))
    assert isinstance(decision.outcome, Refutation)
    lines = list(decision.outcome.proof)
    proofs = {
        "dropped": lines[len(lines) // 2 :],
        "sign": [line.replace("-", "") for line in lines],
        "cut": lines[:10],
        "words": [*lines[:10], "x y"],
        "empty": [],
    }
    proof = "\n".join(proofs[fault])
    assert not check_proof(decision.cnf.clauses, decision.outcome.core, proof)[0].ok


def test_a_core_outside_the_formula_is_refused() -> None:
    assert not check_proof([(1,), (-1,)], (1, 3), "0\n")[0].ok
    assert not check_proof([(1,), (-1,)], (1,), "0\n")[0].ok


def test_a_proof_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexcourt.solver.proof.proof_checking.MAX_STEPS", 3)
    assert not check_proof([(1,), (-1,)], (1, 2), "1 0\n" * 5 + "0\n")[0].ok


@pytest.mark.parametrize(("said", "ok"), [("s VERIFIED", True), ("s NOT VERIFIED", False)])
def test_other_checkers_are_asked_where_they_are(
    said: str, ok: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, line in (("drat-trim", said), ("cake_lpr", "s VERIFIED UNSAT")):
        (tmp_path / name).write_text(f"#!/bin/sh\necho '{line}'\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    checks = check_proof([(1,), (-1,)], (1, 2), "0\n")
    names = ["proof by dratify", "proof by drat-trim", "proof by cake_lpr"]
    assert [check.name for check in checks] == names[: 3 if ok else 2]
    assert checks[1].ok == ok
