"""Ground programs held against their programs by our own grounder: no false alarm, nothing missed."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

import clingo
import pytest

from hexcourt.solver.proof.ground_program import GroundProgram, GroundRule, ProgramError, WeightRule
from hexcourt.solver.proof.grounding import ground, plain_text, program_text
from hexcourt.solver.proof.residual import NotUnderstoodError, Residual, residual
from hexcourt.solver.proof.rules import calculated, compare, text_of
from hexcourt.solver.proof.second_grounder import difference, ground_independently
from tests import effort
from tests.random_rules import random_rules

MAX_MODELS = 2_000

SEEDS = pytest.mark.parametrize(
    "seeds", [range(n, n + 100) for n in range(0, effort.sample(300, 10_000), 100)]
)

Models = frozenset[frozenset[str]] | None


def stable_models(program: GroundProgram) -> Models:
    """List the stable models by clingo's solver; nothing where they are too many."""
    control = clingo.Control([str(MAX_MODELS + 1), "--warn=none"])
    with control.backend() as backend:
        atoms = [0, *(backend.add_atom() for _ in range(program.atoms))]

        def literal(number: int) -> int:
            return atoms[number] if number > 0 else -atoms[-number]

        for rule in program.rules:
            head = [atoms[each] for each in rule.head]
            if isinstance(rule, WeightRule):
                pairs = [(literal(x), weight) for x, weight in rule.body]
                backend.add_weight_rule(head, rule.bound, pairs, rule.choice)
            else:
                backend.add_rule(head, [literal(x) for x in rule.body], rule.choice)
    found: set[frozenset[str]] = set()

    def take(model: clingo.Model) -> None:
        found.add(frozenset(name for atom, name in program.names if model.is_true(atoms[atom])))

    control.solve(on_model=take)
    return frozenset(found) if len(found) <= MAX_MODELS else None


def own(text: str) -> Residual | None:
    """Bring a program to its form by our own grounder; nothing where it is not understood."""
    try:
        return residual(ground_independently(plain_text(program_text(text))))
    except NotUnderstoodError:
        return None


def grounded(text: str) -> GroundProgram | None:
    try:
        return ground(text)
    except ProgramError:
        return None


# --- no false alarm -------------------------------------------------------------------------------


@effort.one_in(3)
@SEEDS
def test_what_clingo_grounds_has_the_form_of_what_we_ground(seeds: range) -> None:
    understood = 0
    for seed in seeds:
        text = random_rules(seed)
        program = grounded(text)
        if program is None:
            continue
        mine = own(text)
        if mine is not None:
            assert not mine.difference(residual(program)), f"{seed}\n{text}"
            understood += 1
    assert understood > len(seeds) / 3


# --- nothing missed -------------------------------------------------------------------------------


def changed(program: GroundProgram, random: Random) -> GroundProgram:
    """Add, drop or change a rule, a literal, a bound or a name."""
    rules = list(program.rules)
    place = random.randrange(len(rules))
    rule = rules[place]
    kind = random.randrange(7)
    if kind == 0:
        rules[place : place + 1] = []
    elif kind == 1:
        body = [random.choice((1, -1)) * random.randint(1, program.atoms) for _ in range(2)]
        head = () if random.random() < 0.3 else (random.randint(1, program.atoms),)
        rules.append(GroundRule(bool(head) and random.random() < 0.3, head, tuple(body)))
    elif kind == 2 and rule.head:
        head = (random.randint(1, program.atoms), *rule.head[1:])
        rules[place] = rule._replace(head=head)
    elif kind == 3 and rule.head:
        rules[place] = rule._replace(choice=not rule.choice, head=rule.head[:1])
    elif kind == 4:
        names = dict(program.names)
        one, other = random.choice(program.names)[0], random.choice(program.names)[0]
        names[one], names[other] = names[other], names[one]
        return replace(program, names=tuple(sorted(names.items())))
    elif isinstance(rule, WeightRule):
        if kind == 5:
            rules[place] = rule._replace(bound=max(0, rule.bound + random.choice((1, -1))))
        else:
            rules[place] = rule._replace(body=rule.body[1:])
    elif rule.body:
        at = random.randrange(len(rule.body))
        literals = [-rule.body[at]] if kind == 5 else []
        rules[place] = rule._replace(body=(*rule.body[:at], *literals, *rule.body[at + 1 :]))
    return replace(program, rules=tuple(rules))


def missed(seed: int, program: GroundProgram, mine: Residual) -> bool | None:
    """Tell whether a changed program passes though its models are others; False if it does not pass."""
    mutant = changed(program, Random(seed))
    try:
        passes = not mine.difference(residual(mutant))
    except NotUnderstoodError:
        passes = False
    if not passes:
        return False
    return True if stable_models(mutant) != stable_models(program) else None


@effort.one_in(3)
@SEEDS
def test_no_change_with_other_models_is_missed(seeds: range) -> None:
    noticed = 0
    for seed in seeds:
        text = random_rules(seed)
        program = grounded(text)
        if program is None or not program.rules or not program.names:
            continue
        mine = own(text)
        if mine is None:
            continue
        passed = missed(seed, program, mine)
        assert not passed, f"{seed}\n{text}"
        noticed += passed is False
    assert noticed > len(seeds) / 6


def test_an_auxiliary_atom_that_nobody_reads_may_not_contradict_itself() -> None:
    program = ground("{ a }. b :- not a.")
    odd = program.atoms + 1
    rules = (*program.rules, GroundRule(False, (odd,), (-odd,)))
    assert not difference(program_text("{ a }. b :- not a."), program)
    with pytest.raises(NotUnderstoodError, match="in a circle"):
        residual(replace(program, atoms=odd, rules=rules))


def test_a_dropped_instance_is_told() -> None:
    text = "#defined e/2. e(1,2). e(2,3). { e(3,4) }. r(X,Y) :- e(X,Y). r(X,Z) :- r(X,Y), e(Y,Z)."
    program = ground(text)
    assert not difference(program_text(text), program)
    last = [rule for rule in program.rules if rule.body][-1]
    less = replace(program, rules=tuple(rule for rule in program.rules if rule != last))
    assert "r(1,4)" in difference(program_text(text), less)


@pytest.mark.parametrize(
    "text",
    [
        "{a}. -b :- a.",
        "#external a.",
        "{a;b}. c :- 1 { a; b }.",
        "{a}. b :- 1 <= #count { 1 : b ; 2 : a }.",
        "#const n = b. a(n) :- n = 1.",
        "#const n = 2. a(n). b :- a(n).",
        "{ p(1..2) }. q :- a : p(X). a.",
        "p(X) :- X = 1..3, Y = X * 2147483647.",
    ],
)
def test_what_is_not_understood_is_said(text: str) -> None:
    program = ground(program_text("{a}."))
    with pytest.raises(NotUnderstoodError):
        difference(program_text(text), program)


def test_constants_are_what_they_are_set_to() -> None:
    text = "#const n = 2. { a(n+1); a(n) }. b(X) :- a(X), X > n, not c(n). c(n) :- a(n). #show c/1."
    assert not difference(program_text(text), ground(text))


# --- terms ----------------------------------------------------------------------------------------

TERMS = (
    *(
        "#inf",
        "#sup",
        "1",
        "-3",
        "0",
        "a",
        "ab",
        "b",
        "zz",
        "_x",
        "a'",
        '"a"',
        '"b"',
        '"a\\"\\n\\\\"',
    ),
    *("f(1)", "f(1,2)", "g(0)", "(1,)", "(1,2)", '("a",1)', "aa(3)", "f(g(1))", "()"),
)


def value_of(text: str) -> object:
    from hexcourt.solver.proof.rules import _value

    return _value(clingo.parse_term(text))


def test_terms_are_ordered_and_written_as_by_clingo() -> None:
    for one, other in product(TERMS, TERMS):
        left, right = clingo.parse_term(one), clingo.parse_term(other)
        found = compare(value_of(one), value_of(other))
        assert (found < 0, found > 0) == (left < right, left > right), (one, other)
    assert all(text_of(value_of(text)) == str(clingo.parse_term(text)) for text in TERMS)


@pytest.mark.parametrize("operator", ["+", "-", "*", "/", "\\", "**", "&", "?", "^"])
def test_numbers_are_calculated_as_by_clingo(operator: str) -> None:
    for one, other in product(range(-7, 8), range(-3, 8)):
        if (operator in ("/", "\\") and not other) or (operator == "**" and other < 0):
            continue
        expected = clingo.parse_term(f"({one}){operator}({other})").number
        assert calculated(operator, one, other) == expected, (one, other)
