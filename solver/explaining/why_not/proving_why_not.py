"""Why an atom is not true: the rules that could derive it, and what they lack."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import clingo
from clingo import ast

from hexcourt.solver.explaining.programs.patterns import pattern_of, pattern_text, specialised
from hexcourt.solver.explaining.programs.rules import Variant
from hexcourt.solver.explaining.programs.terms import predicate_of
from hexcourt.solver.explaining.programs.theory import Theory
from hexcourt.solver.explaining.why.derivation import Attempt, Failure, Miss
from hexcourt.solver.explaining.why.proving_why import MOST, NotSo, matching
from hexcourt.solver.explaining.why_not.attempts import Near, attempts_of, missing_of
from hexcourt.solver.explaining.why_not.search import State, nearest

DEPTH = 3
"""Missing atoms are looked into so many times over."""

PATTERNS = 8
"""So many missing atoms of one depth are looked into."""

LISTED = 6
"""So many attempts are listed for what is asked about, half of them for what it lacks."""

ALIKE = 2
"""So many attempts of one rule are listed."""


def why_not(theory: Theory, pattern: str | clingo.Symbol, most: int = MOST) -> Failure:
    """Say what comes nearest to deriving an atom of a pattern; ``most`` lines will be shown.

    In a pattern variables and ``_`` stand for anything. Nearest is the attempt with the fewest
    failing body literals; very large joins are searched in part. Raises NotSo where something true
    matches the pattern, TheoryError for what is no pattern.
    """
    root = pattern_text(pattern_of(str(pattern)))
    true = matching(theory, root)
    if true:
        raise NotSo(f"{true[0]} is true: ask why")
    misses: dict[str, Miss] = {}
    level = [root]
    for depth in range(DEPTH):
        found = _misses(theory, level, LISTED if depth == 0 else LISTED // 2)
        misses.update(found)
        below = [each for miss in found.values() for each in missing_of(miss.attempts)]
        level = [each for each in dict.fromkeys(below) if each not in misses][:PATTERNS]
        if not level:
            break
    return Failure(root, misses, most)


def _misses(theory: Theory, patterns: Sequence[str], listed: int) -> dict[str, Miss]:
    """Look into several patterns at once."""
    owners: list[str] = []
    variants: list[Variant] = []
    says: dict[str, str] = {}
    for pattern in patterns:
        term = pattern_of(pattern)
        fitting = _fitting(theory, term)
        says[pattern] = "" if fitting else _nothing(theory, term)
        owners += [pattern] * len(fitting)
        variants += fitting
    ranked: dict[str, list[Near]] = {pattern: [] for pattern in patterns}
    for owner, variant, states in zip(owners, variants, nearest(theory, variants), strict=True):
        ranked[owner] += _nears(owner, variant, states)
    for each in ranked.values():
        each.sort(key=lambda near: near.distance)
    chosen = [near for pattern in patterns for near in ranked[pattern][:listed]]
    attempts = iter(attempts_of(theory, chosen))
    return {
        pattern: Miss(
            pattern,
            _distinct(next(attempts) for _ in found[:listed]),
            says[pattern],
            len(found[listed:]),
        )
        for pattern, found in ranked.items()
    }


def _distinct(attempts: Iterable[Attempt]) -> tuple[Attempt, ...]:
    """Leave out attempts that read the same, as from several choices of a pool."""
    first: dict[tuple[object, ...], Attempt] = {}
    for each in attempts:
        texts = tuple((trial.state, trial.premise.text) for trial in each.trials)
        first.setdefault((each.rule, each.head, texts), each)
    return tuple(first.values())


def _nears(pattern: str, variant: Variant, states: Sequence[State]) -> list[Near]:
    """Keep the nearest states of a rule, one for each way to fail."""
    best = len(states[0].failed) + len(states[0].todo)
    ways: dict[tuple[int, ...], list[State]] = {}
    for state in states:
        if len(state.failed) + len(state.todo) == best:
            ways.setdefault(state.failed, []).append(state)
    return [
        Near(pattern, variant, alike[0], _shared(alike)) for alike in list(ways.values())[:ALIKE]
    ]


def _shared(states: Sequence[State]) -> frozenset[str]:
    """List the variables that have the same values in all of some states."""
    pairs = [set(zip(state.names, state.values, strict=True)) for state in states]
    return frozenset(name for name, _ in set.intersection(*pairs))


def _fitting(theory: Theory, pattern: ast.AST) -> list[Variant]:
    signature = predicate_of(pattern)
    assert signature is not None
    found = (
        specialised(each, pattern, theory.constant_names) for each in theory.variants(signature)
    )
    return [each for each in found if each is not None]


def _nothing(theory: Theory, pattern: ast.AST) -> str:
    """Say why no rule comes near."""
    signature = predicate_of(pattern)
    assert signature is not None
    name = f"{signature.name}/{signature.arity}"
    if theory.variants(signature):
        return f"no rule for {name} has a head that fits"
    facts = len(theory.bench.atoms(signature))
    if facts:
        return f"no rule derives {name}, and none of its {facts} facts is like it"
    return f"nothing derives {name}"
