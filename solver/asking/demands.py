"""Finds out what a question has to be told: for each line or way that it could be about, no more.

An argument that is a name is demanded as it is; one that is a variable ranges over what the
looked-up literals beside it leave (as "magic sets" do: Bancilhon and others, "Magic sets and other
strange ways to implement logic programs", 1986).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence

import clingo

from hexcourt.facts.fact_text import quoted
from hexcourt.facts.pieces import Piece
from hexcourt.solver.asking.literals import Asked
from hexcourt.solver.asking.question import Question
from hexcourt.solver.asking.telling import INPUTS, Demand
from hexcourt.solver.asking.vocabulary import STATUSES
from hexcourt.solver.asking.worlds import Choice, pieces_of

_VARIABLE = re.compile("_*[A-Z][A-Za-z0-9_']*")

Domain = Callable[[str], Sequence[str]]
"""Lists the names of a kind of place."""


def demand_of(asked: Question, domain: Domain, base: str, pieces: Collection[Piece] = ()) -> Demand:
    """Find what a question demands; ``pieces`` are those that may lie in one world or another."""
    every = [each for body in asked.bodies for each in body.asked]
    if not every:
        return {}
    rules, kinds = [], set()
    for number, each in enumerate(every):
        rule, used = _rule(number, each)
        rules.append(rule)
        kinds |= used
    ranges = [
        f"place_of({kind},{quoted(name)})." for kind in sorted(kinds) for name in domain(kind)
    ]
    ranges += [f"status_of({each})." for each in STATUSES]
    choices = [f"{{ {piece.fact} }}." for piece in sorted(pieces)]
    control = _grounded("\n".join([base, *ranges, *choices, *rules]))
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
    body = list(each.beside)
    values, kinds = [], set()
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
    told = f"demand({number},({','.join(values)},))"
    return (f"{told} :- {'; '.join(body)}." if body else f"{told}."), kinds


def found_pieces(choice: Choice, base: str) -> tuple[Piece, ...]:
    """List the pieces of a choice that the board allows."""
    rules = [
        f"piece({piece}) :- {body.text}." if body.text else f"piece({piece})."
        for piece, body in choice.elements
    ]
    control = _grounded("\n".join([base, *rules]))
    atoms = control.symbolic_atoms.by_signature("piece", 1)
    return pieces_of(str(atom.symbol.arguments[0]) for atom in atoms)


def _grounded(program: str) -> clingo.Control:
    control = clingo.Control(logger=lambda code, text: None)
    control.add("base", [], program)
    control.ground([("base", [])])
    return control
