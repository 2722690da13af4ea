"""Finds the origin of what the rules derive in a way of its own, to hold the reasons told against.

Into each rule number in a head goes the place of the citation above it: ``"B23.4"`` becomes
``"B23.4@movement.lp:101"``. What the rules then derives names its origin by itself, however often a
number is handed on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import clingo

from hexcourt.facts.boards.board import Board
from hexcourt.facts.pieces.pieces import Piece
from hexcourt.solver.movement.moves import MoveReasons, explain
from hexcourt.solver.placement.hex_facts import HexFacts, unit_named
from hexcourt.solver.position.states import Move

RULES = Path(__file__).resolve().parent.parent / "asp"
CITED = re.compile(r"%!\s+(\S+)\s")
TOLD = (("charged", 4), ("perhaps", 4), ("risky", 3), ("doubtful", 2), ("remark", 2), ("barred", 2))

Origin = tuple[str, str, str, str]
"""What is said, of which move, with which arguments, and where that is cited."""


def origins(profile: str, facts: str) -> set[Origin]:
    """List what the rules say of moves, with the places that its numbers carry."""
    control = clingo.Control()
    for file in files_of(RULES / "profiles" / f"{profile}.lp"):
        control.add("base", [], "\n".join(_marked(file)))
    control.add("base", [], facts)
    control.ground([("base", [])])
    return {
        (name, str(move), ",".join(map(str, rest)), rule.string.partition("@")[2])
        for name, arity in TOLD
        for atom in control.symbolic_atoms.by_signature(name, arity)
        for move, *rest, rule in [atom.symbol.arguments]
    }


def told(found: dict[str, MoveReasons]) -> Iterator[Origin]:
    """List what is told of moves in the same way."""
    for move, reasons in found.items():
        for each in reasons.charges:
            name = "perhaps" if each.perhaps else "charged"
            yield name, move, f"{each.what},{each.cost}", each.citation.key
        for what, cited in reasons.risks:
            yield "risky", move, what, cited.key
        for name, rules in (
            ("doubtful", reasons.doubts),
            ("remark", reasons.remarks),
            ("barred", reasons.blocking),
        ):
            for cited in rules:
                yield name, move, "", cited.key


def wrong_reasons(
    board: Board, unit: str, hexes: Iterable[str] | None = None, pieces: Sequence[Piece] = ()
) -> tuple[int, list[Origin]]:
    """Count the reasons of all moves of a unit within some hexes, and list those cited otherwise than
    they were derived, and those that are not told at all.
    """
    hex_facts = HexFacts(board, unit_named(unit))
    within = set(hex_facts.neighbours if hexes is None else hexes)
    every = origins(hex_facts.unit.profile, hex_facts.facts(pieces, hex_facts.around(within)))
    derived = {each for each in every if within.issuperset(Move(each[1]).hexes)}
    moves = {move for _, move, _, _ in derived}
    found = set(told(dict(explain(hex_facts, moves, pieces))))
    untold = {each[:3] for each in derived} - {each[:3] for each in found}
    wrong = {each for each in found if each[1] in moves} - derived
    return len(found), sorted(wrong | {(*each, "") for each in untold})


def files_of(file: Path) -> list[Path]:
    """List a profile's programs, each once."""
    found: dict[Path, None] = {}
    waiting = [file.resolve()]
    while waiting:
        here = waiting.pop()
        if here not in found:
            found[here] = None
            names = re.findall(r'^#include "([^"]+)"\.', here.read_text("utf-8"), re.MULTILINE)
            waiting += [(here.parent / name).resolve() for name in reversed(names)]
    return list(found)


def _marked(file: Path) -> Iterator[str]:
    cited: dict[str, int] = {}
    for line, text in enumerate(file.read_text("utf-8").splitlines(), start=1):
        if text.startswith("#include"):
            continue
        if (match := CITED.match(text)) is not None:
            cited[match[1]] = line
        if text.startswith("%"):
            continue
        head, arrow, body = text.partition(":-")
        for number, place in cited.items():
            head = head.replace(f'"{number}"', f'"{number}@{file.name}:{place}"')
            body = body.replace(f'"{number}"', "_")  # asked for whatever its origin
        yield f"{head}{arrow}{body}"
