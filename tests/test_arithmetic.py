"""Numbers of questions are those that Python reckons, or refused; none wraps, none crashes."""

from __future__ import annotations

import random

import clingo
import pytest

from hexcourt.facts.errors import BadInput
from hexcourt.solver.asking.language.arithmetic import LARGEST, check_arithmetic
from hexcourt.solver.asking.session import Court

from .effort import sample
from .tiny import tiny

COURT = Court(tiny("A1:A4"))


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
        "exists : #sum { 1000000,A,B : hex(A), hex(B) } > 0",
        "max M : N = #count { H : hex(H) }, M = N*N*N*N",
        "which X : X = 2147483646..2147483647",
        "exists : N = 1..70000, hex(H) : N*N > 5",
        "max M : X = 1..70000, M = #sum { X*X : hex(H) }",
    ],
)
def test_what_may_leave_32_bits_is_refused(question: str) -> None:
    with pytest.raises(BadInput, match="may be out of range, beyond 2147483647; "):
        COURT.ask(question)


@pytest.mark.parametrize("term", ["1/0", "1 \\ 0", "5 / (X-X)", "5 / X"])
def test_division_by_zero_is_refused(term: str) -> None:
    with pytest.raises(BadInput, match="may divide by 0"):
        COURT.ask(f"exists : X = 0..3, Y = {term}")


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("max M : N = #count { H : hex(H) }, N <= 200, M = N*N*N*N", 256),
        ("max N : N = #sum { X+1,H : level(H,X), hex(H) }", 8),
        ("max Y : X = 1..3, Y = 6 / X", 6),
        ("max Y : X = 0..3, X != 0, Y = 6 / X", 6),
        ("max Y : X = 0..3, X > 1, Y = 6 \\ X", 0),
        ("max X : X = 2147483646", 2147483646),
        ("min X : X = -2147483647", -2147483647),
    ],
)
def test_what_stays_within_is_answered(question: str, value: int) -> None:
    assert COURT.ask(question).value == (value, value)


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
