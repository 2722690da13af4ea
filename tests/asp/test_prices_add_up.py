"""What several pieces or hexsides charge for one move adds up: no charge stands for two things.

What is charged is a set: two things that charge the same, by one rule, for what bears one name, would be
paid once. Each rule that charges is held to that: a copy of it also tells of what it charges, in
hexsides, hexes, vertices and counters, and each charge has to come of one of these alone.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache

import clingo
import pytest
from clingo import ast

from hexcourt.facts.boards.records import kind_of, known_terms
from hexcourt.solver.api.position import Position
from hexcourt.solver.movement.moves import moves_of
from hexcourt.solver.placement.hex_facts import HexFacts, unit_named
from tests import effort
from tests.derivations import RULES, files_of
from tests.meeting import meeting
from tests.tiny import tiny

PRICES = ("charged", "perhaps")
UNITS = ("squad", "tank", "truck", "motorcycle")


@cache
def copies(profile: str) -> str:
    """Write each rule that charges once more, its head naming all that its body speaks of."""
    found: list[str] = []

    def read(statement: ast.AST) -> None:
        if statement.ast_type != ast.ASTType.Rule or not str(statement.head).startswith(PRICES):
            return
        named: set[str] = set()
        for literal in statement.body:
            if literal.sign == ast.Sign.NoSign and "#" not in str(literal):
                variables_of(literal, named)
        line = statement.location.begin.line
        body = "; ".join(map(str, statement.body))
        found.append(f"came({statement.head},{line},({','.join(sorted(named))},)) :- {body}.")

    for file in files_of(RULES / "profiles" / f"{profile}.lp"):
        ast.parse_string(file.read_text().replace("#include", "% "), read)
    assert len(found) > 20
    return "\n".join(found)


def variables_of(node: ast.AST, found: set[str]) -> None:
    if node.ast_type == ast.ASTType.Variable and node.name != "_":
        found.add(node.name)
    for key in node.child_keys:
        child = getattr(node, key)
        for each in (child,) if isinstance(child, ast.AST) else child or ():
            variables_of(each, found)


def charged_twice(position: Position, unit: str) -> list[str]:
    """List the charges of a unit's moves that come of more than one thing."""
    hex_facts = HexFacts(position.board, unit_named(unit))
    control = clingo.Control(["--warn=none"])
    control.load(str(RULES / "profiles" / f"{hex_facts.unit.profile}.lp"))
    control.add("base", [], f"{hex_facts.facts(position.pieces)}\n{copies(hex_facts.unit.profile)}")
    control.ground([("base", [])])
    origins: defaultdict[clingo.Symbol, set[tuple[int, clingo.Symbol]]] = defaultdict(set)
    for atom in control.symbolic_atoms.by_signature("came", 3):
        head, line, things = atom.symbol.arguments
        origins[head].add((line.number, things))
    return sorted(
        f"{head}: {sorted(map(str, each))}" for head, each in origins.items() if len(each) > 1
    )


@pytest.mark.parametrize(
    ("unit", "allowance"),
    effort.one_of(
        [
            (unit, allowance)
            for unit in ("squad", "truck", "tank", "wagon", "motorcycle")
            for allowance in (1, 2, 3)
        ],
        5,
    ),
)
def test_no_move_is_free_however_little_a_unit_has(unit: str, allowance: int) -> None:
    """Terrain that takes all, or half, of what a unit has takes something."""
    kinds = [each for each in sorted(known_terms()) if kind_of(each) not in ("edge", "hexside")]
    told = ", ".join(f"A{n} {kind}, B{n}" for n, kind in enumerate(kinds, 1))
    moves = moves_of(HexFacts(tiny(told), unit_named(unit, allowance)))
    assert len(moves.edges) > 2 * len(kinds) > 100
    assert [edge.move for edge in moves.edges if edge.price < 1] == []


@pytest.mark.parametrize("number", range(effort.sample(6, 200)))
def test_each_charge_comes_of_one_thing(number: int) -> None:
    assert charged_twice(meeting(number), UNITS[number % len(UNITS)]) == []
