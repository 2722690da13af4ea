"""What clingo's operations on whole numbers come to, in Python's numbers, which never wrap."""

from __future__ import annotations

from collections.abc import Callable

from clingo import ast

DIVIDING = (ast.BinaryOperator.Division, ast.BinaryOperator.Modulo)

LARGEST_EXPONENT = 31
"""From here on a power of more than 1 leaves the range."""


def quotient(x: int, y: int) -> int:
    """Divide as clingo does: towards 0."""
    return abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)


WITH_ONE: dict[int, Callable[[int], int]] = {
    ast.UnaryOperator.Minus: lambda x: -x,
    ast.UnaryOperator.Negation: lambda x: ~x,
    ast.UnaryOperator.Absolute: abs,
}
WITH_TWO: dict[int, Callable[[int, int], int]] = {
    ast.BinaryOperator.Plus: lambda x, y: x + y,
    ast.BinaryOperator.Minus: lambda x, y: x - y,
    ast.BinaryOperator.Multiplication: lambda x, y: x * y,
    ast.BinaryOperator.Division: quotient,
    ast.BinaryOperator.Modulo: lambda x, y: x - y * quotient(x, y),
    ast.BinaryOperator.Power: lambda x, y: x**y,
    ast.BinaryOperator.And: lambda x, y: x & y,
    ast.BinaryOperator.Or: lambda x, y: x | y,
    ast.BinaryOperator.XOr: lambda x, y: x ^ y,
}


def can_reckon(operator: int, x: int, y: int) -> bool:
    """Tell whether an operation has a value, and one that is not beyond all bounds."""
    if operator in DIVIDING:
        return y != 0
    return operator != ast.BinaryOperator.Power or (
        y >= 0 and (abs(x) <= 1 or y <= LARGEST_EXPONENT)
    )
