"""Best answers of a program with ``#minimize``: the first one in an order given, and what all share."""

from __future__ import annotations

from collections.abc import Sequence

import clingo


class NoAnswer(RuntimeError):
    """The program has no answer at all."""


def first_optimum(
    grounded: clingo.Control, preferred: Sequence[clingo.Symbol]
) -> tuple[clingo.Symbol, ...]:
    """Give the atoms of an optimal answer; its optimality is proved.

    Of several, it is the one that holds the earliest of ``preferred`` that it can, taken in order.
    """
    grounded.configuration.solve.models = 0  # type: ignore[union-attr]
    costs, _ = _last(grounded, ())
    bound = ",".join(str(cost) for cost in costs)
    grounded.configuration.solve.opt_mode = f"enum,{bound}" if bound else "enum"  # type: ignore[union-attr]
    grounded.configuration.solve.models = 1  # type: ignore[union-attr]
    kept: list[tuple[clingo.Symbol, bool]] = []
    for atom in preferred:
        if grounded.solve(assumptions=[*kept, (atom, True)]).satisfiable:
            kept.append((atom, True))
        else:
            kept.append((atom, False))
    return _last(grounded, kept)[1]


def possible(grounded: clingo.Control) -> tuple[clingo.Symbol, ...]:
    """Give the atoms that are true in one answer or another."""
    grounded.configuration.solve.models = 0  # type: ignore[union-attr]
    grounded.configuration.solve.enum_mode = "brave"  # type: ignore[union-attr]
    return _last(grounded, ())[1]


def _last(
    grounded: clingo.Control, assumptions: Sequence[tuple[clingo.Symbol, bool]]
) -> tuple[list[int], tuple[clingo.Symbol, ...]]:
    """Give costs and atoms of the last model that solving finds."""
    found: tuple[list[int], tuple[clingo.Symbol, ...]] | None = None
    with grounded.solve(assumptions=assumptions, yield_=True) as models:
        for model in models:
            found = (list(model.cost), tuple(model.symbols(atoms=True)))
    if found is None:
        raise NoAnswer("no answer fits")
    return found
