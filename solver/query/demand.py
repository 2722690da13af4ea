"""Finds out what a question has to be told: for each line or way that it could be about, no more.

An argument that is a name is demanded as it is; one that is a variable ranges over what the
looked-up literals beside it leave (as "magic sets" do: Bancilhon and others, "Magic sets and other
strange ways to implement logic programs", 1986).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence

import clingo

from hexcourt.facts.base.fact_syntax import string_term
from hexcourt.facts.pieces.pieces import Piece
from hexcourt.solver.language.literals import Asked, Body
from hexcourt.solver.position.board_facts import INPUTS, NeededFacts
from hexcourt.solver.query.board_language import PATHS, STATUSES, STEADY
from hexcourt.solver.query.worlds import Choice, pieces_of
from hexcourt.solver.rulebase.exact_arithmetic import exact

_VARIABLE = re.compile(r"\b_*[A-Z][A-Za-z0-9_']*(?=[^\"]*(?:\"[^\"]*\"[^\"]*)*$)")
_ATOM = re.compile(r"[a-z]\w*(\(|$)")

Domain = Callable[[str], Sequence[str]]
"""Lists the names of a kind of place."""


def needed_facts(
    bodies: Iterable[Body],
    domain: Domain,
    base: str,
    pieces: Collection[Piece],
    steady: bool,
) -> NeededFacts:
    """Find what some bodies demand of what is ``steady`` (``board_language.STEADY``), or of the rest.

    ``pieces`` are those that may lie in one world or another; ``base`` tells the board, and for the rest
    what is steady.
    """
    asked = (each for body in bodies for each in body.asked)
    every = [each for each in asked if (each.askable.name in STEADY) == steady]
    if not every:
        return {}
    rules, kinds = [], set()
    for number, each in enumerate(every):
        rule, used = _rule(number, each)
        rules.append(rule)
        kinds |= used
    ranges = [
        f"place_of({kind},{string_term(name)})." for kind in sorted(kinds) for name in domain(kind)
    ]
    ranges += [f"status_of({each})." for each in STATUSES]
    choices = [f"{{ {piece.fact} }}." for piece in sorted(pieces)]
    control = _grounded("\n".join([base, *ranges, *choices]), rules)
    found: dict[tuple[str, int], set[tuple[str, ...]]] = {}
    for atom in control.symbolic_atoms.by_signature("demand", 2):
        which, values = atom.symbol.arguments
        key = _key(every[which.number])
        found.setdefault(key, set()).add(tuple(map(str, values.arguments)))
    return {key: frozenset(values) for key, values in found.items()}


def _key(each: Asked) -> tuple[str, int]:
    """Give the name of a told predicate and the number of arguments that it is told with."""
    return each.askable.name, len(each.arguments)


def _rule(number: int, each: Asked) -> tuple[str, set[str]]:
    """Write the rule that demands, and say over which kinds of places it ranges."""
    values, kinds = [], set()
    body = [beside for beside in each.beside if _is_known(beside, each)]
    for position in INPUTS[_key(each)]:
        value = each.arguments[position]
        value = f"Any{position}" if value == "_" else value
        values.append(value)
        if not _VARIABLE.fullmatch(value):
            continue
        kind = each.askable.kinds[position]
        if kind == "status":
            body.append(f"status_of({value})")
        else:
            kinds.add(kind)
            body.append(f"place_of({kind},{value})")
    if _key(each)[0] in PATHS and any(map(_VARIABLE.fullmatch, values[:2])):
        body.append(f"{values[0]} != {values[1]}")  # a path leads somewhere else
    bound = {name for literal in body for name in _VARIABLE.findall(literal)}
    body += [
        beside
        for beside in each.beside
        if not _ATOM.match(beside) and bound.issuperset(_VARIABLE.findall(beside))
    ]
    told = f"demand({number},({','.join(values)},))"
    return (f"{told} :- {'; '.join(body)}." if body else f"{told}."), kinds


def _is_known(beside: str, asked: Asked) -> bool:
    """Tell whether a literal is known before another is told: a steady one hangs on no other."""
    steady = beside.startswith(tuple(f"{name}(" for name in STEADY))
    return _ATOM.match(beside) is not None and not (steady and asked.askable.name in STEADY)


def found_pieces(choice: Choice, base: str) -> tuple[Piece, ...]:
    """List the pieces of a choice that the board allows."""
    rules = [
        f"piece({piece}) :- {body.text}." if body.text else f"piece({piece})."
        for piece, body in choice.elements
    ]
    control = _grounded(base, rules)
    atoms = control.symbolic_atoms.by_signature("piece", 1)
    return pieces_of(str(atom.symbol.arguments[0]) for atom in atoms)


def _grounded(base: str, rules: Sequence[str]) -> clingo.Control:
    written = exact("what is asked", "\n".join(rules), base)
    control = clingo.Control(logger=lambda code, text: None)
    control.add("base", [], f"{base}\n{written.program}")
    written.ground(control)
    return control
