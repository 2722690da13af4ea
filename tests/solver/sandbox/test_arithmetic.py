"""Numbers of questions are those that Python reckons, or refused; none wraps, none crashes."""

from __future__ import annotations

import random

import clingo
import pytest
from clingo import ast

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.analysis.answers import analyse_rules
from hexcourt.solver.api.position import Position
from hexcourt.solver.query.session import QuerySession
from hexcourt.solver.rulebase.interval_analysis import (
    LARGEST,
    WITH_ONE,
    WITH_TWO,
    can_compute,
    check_arithmetic,
)
from hexcourt.solver.rulebase.read_house_rules import amended_rules
from hexcourt.solver.rulebase.rulebase import HouseRules
from tests.effort import sample
from tests.tiny import tiny

SESSION = QuerySession(tiny("A1:A4"))


@pytest.mark.parametrize(
    "question",
    [
        "exists : X = (-2147483647-1) / -1",
        "exists : X = (-2147483647-1) \\ -1",
        "exists : 65536*65536 = 0",
        "exists : X = 2**31",
        "exists : X = -2147483647 - 2",
        "exists : 1 = |(-2147483647-1)|",
        "max N : N = #sum { 2147483647,H : hex(H) }",
        "max N : N = #sum { 2147483647,H : hex(H); 1 }",
        "exists : #sum { 200000000,A,B : hex(A), hex(B) } > 0",
        "max M : N = #count { A,B,C,D : hex(A), hex(B), hex(C), hex(D) }, M = N*N*N*N",
        "which X : X = 2147483646..2147483647",
        "exists : N = 1..70000, hex(H) : N*N > 5",
        "max M : X = 1..70000, M = #sum { X*X : hex(H) }",
        "max M : M = #sum { X*X,X : X = 1..2000 }",
    ],
)
def test_what_may_leave_32_bits_is_refused(question: str) -> None:
    with pytest.raises(BadInput, match="may be out of range, beyond 2147483647; "):
        SESSION.ask(question)


@pytest.mark.parametrize("term", ["1/0", "1 \\ 0", "5 / (X-X)", "5 / X"])
def test_division_by_zero_is_refused(term: str) -> None:
    with pytest.raises(BadInput, match="may divide by 0"):
        SESSION.ask(f"exists : X = 0..3, Y = {term}")


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("max M : N = #count { H : hex(H) }, N <= 200, M = N*N*N*N", 256),
        ("max N : N = #sum { X+1,H : level(H,X), hex(H) }", 8),
        ("max Y : X = 1..3, Y = 6 / X", 6),
        ("max Y : X = 0..3, X != 0, Y = 6 / X", 6),
        ("max Y : X = 0..3, X > 1, Y = 6 \\ X", 0),
        ("max X : X = 2147483646", 2147483646),
        ("max M : N = #count { H : hex(H) }, M = N*N*N*N", 256),
        ("max N : N = #sum { X,A,B : range(A,B,X) }", 20),
        ("max N : N = #sum { 1000000,A,B : hex(A), hex(B) }", 16_000_000),
        ("max N : hex(H), N = #sum { X*X*X*X*X*X,B : range(H,B,X) }", 794),
        ("max Z : Y = -5..5, Y >= 0, Z = (Y-2147483643) / (Y-6)", 2147483638),
        ("max Y : range(A,B,X), X > 0, Y = X*X*X*X*X / X", 81),
        ("min X : X = -2147483647", -2147483647),
    ],
)
def test_what_stays_within_is_answered(question: str, value: int) -> None:
    assert SESSION.ask(question).value == (value, value)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("which X, Z : X = 0..1, Z = 2147483647-X", {(0, LARGEST), (1, LARGEST - 1)}),
        ("which X, Z : X = 0..1, Z = 2147483646+X", {(0, LARGEST - 1), (1, LARGEST)}),
        ("which X, Z : X = 0..1, Z = 65536*32767+65535-X", {(0, LARGEST), (1, LARGEST - 1)}),
        ("which X, Z : X = 0..1, Z = -2147483647+X", {(0, -LARGEST), (1, 1 - LARGEST)}),
        ("which X, Z : X = 1..2, Z = 0..X", {(1, 0), (1, 1), (2, 0), (2, 1), (2, 2)}),
        ("which X : X = 2147483645..2147483645+1", {(LARGEST - 2,), (LARGEST - 1,)}),
        ("which Z : Z = 2147483647", {(LARGEST,)}),
        ("which X : X = 0..1, X < 2147483647", {(0,), (1,)}),
        ("which N : N = #count { H : hex(H) }, N >= 0, N <= 2147483647", {(4,)}),
        ("which N : N = #count { H : hex(H) }, N >= 0, N <= 50000*40000", {(4,)}),
        ("which N : N = #count { Y : X = 0..1, Y = 2147483647-X }", {(2,)}),
        ("which N : N = #min { 2147483647-X : X = 0..1 }", {(LARGEST - 1,)}),
        ("exists : hex(H) : X = 0..1, Z = 2147483647-X", {()}),
    ],
)
def test_clingo_does_not_count_through_all_between_two_bounds(
    question: str, rows: set[tuple[int, ...]]
) -> None:
    assert {tuple(map(int, row)) for row in SESSION.ask(question).rows} == rows


@pytest.mark.parametrize(
    "question",
    [
        "exists : X = 0..2147483645",
        "which Z : X = 0..1, Z = X..X+2147483645",
        "which X : X >= 2147483646, X <= 2147483647",
        "which X : X >= 0, X <= 2147483646",
        "which X, Z : X = 0..1, X+Z = 2147483647",
        "which X, Z : X = 0..1, 2147483645+X <= Z <= 2147483646",
        "which H : level(H,L), L <= 2147483647",
        "which H, Z : level(H,L), Z = L+2000000000",
    ],
)
def test_what_clingo_would_count_through_is_refused(question: str) -> None:
    with pytest.raises(BadInput, match=r"may count more|too large|so large|out of range"):
        SESSION.ask(question)


@pytest.mark.parametrize(
    "body",
    ["X = 0..1, Z = 2147483647-X, Z > 5", "N = #count { H : hex(H) }, N >= 0, N <= 2147483646"],
)
def test_neither_families_nor_house_rules_nor_properties_count_through_them(body: str) -> None:
    rule = f'%! SSR 1 high: woods block\nblocks(F,"SSR 1") :- touch(F,_,woods,_), {body}.\n'
    with pytest.raises(BadInput, match=r"out of range|too large"):
        amended_rules((HouseRules("house.lp", rule),))
    with pytest.raises(BadInput, match=r"out of range|too large"):
        text = f"%! Z1 high: so\nbroken(spots,H) :- hex(H), {body}.\n"
        analyse_rules("rules properties", ("properties",), own=HouseRules("own.lp", text))
    if "#count" not in body:  # a family has no aggregates
        family = f"{{ rubble(H,wood) : hex(H), {body} }} <= 1"
        assert SESSION.ask("always : hex(H)", vary=[family]).answer == "yes"


def expression(rolled: random.Random, depth: int) -> tuple[str, int | None]:
    """Make a term and reckon it as Python does; nothing where it divides by 0 or is no number."""
    if depth == 0 or rolled.random() < 0.2:
        most = rolled.choice([9, 70_000, LARGEST])
        number = rolled.randint(-most, most)
        return f"({number})", number
    operator = rolled.choice(["+", "-", "*", "/", "\\", "**", "&", "?", "^", "|", "~", "neg"])
    left, x = expression(rolled, depth - 1)
    if operator in ("|", "~", "neg"):
        written = {"|": f"|{left}|", "~": f"(~{left})", "neg": f"(-{left})"}[operator]
        reckoned = {"|": abs, "~": lambda n: ~n, "neg": lambda n: -n}[operator]
        return written, None if x is None else reckoned(x)
    right, y = expression(rolled, depth - 1)
    written = f"({left}{operator}{right})"
    if x is None or y is None or (operator in ("/", "\\") and y == 0):
        return written, None
    if operator == "**":
        small = y >= 0 and (abs(x) <= 1 or y <= 64)
        return written, x**y if small else None
    return written, reckon(operator, x, y)


def reckon(operator: str, x: int, y: int) -> int:
    if operator in ("/", "\\"):
        quotient = abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)
        return quotient if operator == "/" else x - y * quotient
    return {"+": x + y, "-": x - y, "*": x * y, "&": x & y, "?": x | y, "^": x ^ y}[operator]


ROWS = (
    "hex(A), hex(B), range(A,B,X)",
    "hex(H), X = #count { B : range(H,B,1) }",
    "X = 1..3",
    "X = -2..2",
)


def question_of(rolled: random.Random) -> tuple[str, str]:
    """Make a question about a term with a variable, what binds that, and the term."""
    number, _ = expression(rolled, rolled.randint(0, 2))
    term = rolled.choice(
        ["X*{}", "X+{}", "{}-X", "X**2*{}", "{}/(X+7)", "(X-{})\\5", "{}&X", "-X*{}"]
    )
    return f"({term.format(number)})", rolled.choice(ROWS)


def test_random_questions_come_to_what_python_reckons_or_are_refused() -> None:
    rolled = random.Random(20)
    refused = needless = 0
    tried = sample(60, 10_000)
    values = {"#count": (1, 2), "range": range(4), "1..3": (1, 2, 3), "-2..2": range(-2, 3)}
    for _ in range(tried):
        term, row = question_of(rolled)
        over = next(these for key, these in values.items() if key in row)
        reckoned = [evaluated(term, x) for x in over]
        try:
            found = SESSION.ask(f"which X, Y : {row}, Y = {term}")
        except BadInput:
            refused += 1
            needless += None not in reckoned
            continue
        assert None not in reckoned, (term, row)
        assert {(int(x), int(y)) for x, y in found.rows} == set(zip(over, reckoned, strict=True)), (
            term,
            row,
        )
    assert refused < tried
    assert needless <= tried // 200


def evaluated(term: str, x: int) -> int | None:
    """Reckon a term for one value; nothing where a part of it leaves 32 bits, or divides by 0."""
    held: list[int | None] = []

    def value(node: ast.AST) -> int:
        kind = node.ast_type
        if kind is ast.ASTType.SymbolicTerm:
            return int(node.symbol.number)
        if kind is ast.ASTType.Variable:
            return x
        if kind is ast.ASTType.UnaryOperation:
            found = WITH_ONE[node.operator_type](value(node.argument))
        else:
            left, right = value(node.left), value(node.right)
            if not can_compute(node.operator_type, left, right):
                raise OverflowError
            found = WITH_TWO[node.operator_type](left, right)
        if abs(found) > LARGEST:
            raise OverflowError
        return found

    ast.parse_string(f"a :- X = {term}.", lambda each: held.append(each))  # type: ignore[arg-type]
    try:
        return value(held[-1].body[0].atom.guards[0].term)  # type: ignore[union-attr]
    except OverflowError:
        return None


def test_random_terms_come_to_what_python_reckons_or_are_refused() -> None:
    rolled = random.Random(19)
    answered = 0
    for _ in range(sample(600, 10_000)):
        term, value = expression(rolled, rolled.randint(1, 4))
        rule = f"r(X) :- X = {term}."
        try:
            check_arithmetic(term, rule)
        except BadInput:
            continue
        control = clingo.Control(["--warn=none"])
        control.add("base", [], rule)
        control.ground([("base", [])])
        assert [atom.symbol.arguments[0].number for atom in control.symbolic_atoms] == [value], term
        answered += 1
    assert answered > sample(100, 1_500)


# --- actions, what is given, house rules, properties
# ----------------------------------------------------

HOUSE = "%! SSR 1 high: a rule of the house\n"
DERIVED = 'refused(stack(L,N),"SSR 1") :- asked(stack(L,N)), '


@pytest.mark.parametrize(
    "action", ['stack("A1",2147483647)', "deploys_free(858993460,10)", 'stack("A1",-10001)']
)
def test_numbers_of_actions_keep_to_what_the_rules_compute_with(action: str) -> None:
    """Two stacks of 2147483647 had been few enough, and 858993460 of 10 squads a tenth."""
    with pytest.raises(BadInput, match="write at most 10000"):
        Position(tiny("A1:A4")).legal(action)
    with pytest.raises(BadInput, match="write at most 10000"):
        Position(tiny("A1:A4"), given=("kia(2147483647)",)).legal('stack("A1",2)')


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        (DERIVED + "N*N*N > 0.", "beyond 2147483647"),
        (DERIVED + "X = -2147483647-1, X / (0-1) > 0.", "beyond 2147483647"),
        (DERIVED + "X = N-6, 10/X > 5.", "may divide by 0"),
        ("height(brush,2147483647).", "beyond 40000"),
        ('charged(M,mud,100*C,"SSR 1") :- base(M,C).', "beyond 40000"),
        (
            f"big(100*N) :- asked(stack(_,N)), N < 400.\n\n{HOUSE}larger(X*X) :- big(X).\n\n"
            f"{HOUSE}{DERIVED}larger(X), X*X > N.",
            "beyond 40000|beyond 2147483647",
        ),
    ],
)
def test_house_rules_may_not_leave_32_bits(rule: str, message: str) -> None:
    with pytest.raises(BadInput, match=rf"h.lp, line \d+: .*({message})"):
        amended_rules((HouseRules("h.lp", f"{HOUSE}{rule}\n"),))


@pytest.mark.parametrize(
    "rule",
    [
        "base(M,4*C) :- move(M), C = 3.",
        DERIVED + "N*N > 30.",
        DERIVED + "X = N-6, X != 0, 10/X > 5.",
        DERIVED + "#sum { K,H : elevation(H,K) } > 3.",
    ],
)
def test_house_rules_that_stay_within_are_taken(rule: str) -> None:
    assert amended_rules((HouseRules("h.lp", f"{HOUSE}{rule}\n"),)).house_rules


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("broken(p,c) :- X = (-2147483647-1) / -1.", "may be out of range"),
        ("broken(N,c) :- N = 65536*2.", "N names no property"),
    ],
)
def test_properties_may_not_leave_32_bits_either(rule: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        own = HouseRules("p.lp", f"%! Z1 high: so\n{rule}\n")
        analyse_rules("rules properties", ("properties",), own=own)
