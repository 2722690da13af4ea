"""One thing asked of a board again: a line, a move, a Location, a status, a deed, ADJACENT Locations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping

import clingo
import numpy as np

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Location
from hexcourt.solver.comparing.adjacent_sight import AND, told_of
from hexcourt.solver.comparing.both_ways import verdict_of
from hexcourt.solver.deeds.judging import judge_deeds
from hexcourt.solver.moving.moves import MoveLaw, unit_named
from hexcourt.solver.placing.statuses import Statuses
from hexcourt.solver.position.states import Move
from hexcourt.solver.seeing.session import SightCourt

LINES, MOVES, PLACES, DEEDS, ADJACENT = (
    *("lines of sight", "moves", "Locations and statuses", "deeds"),
    "ADJACENT Locations",
)
"""What is asked of boards one thing at a time."""

_OF_MOVES = (("charged", 4), ("perhaps", 4), ("barred", 2), ("doubtful", 2), ("risky", 3))


def line(board: Board, words: str) -> str | None:
    """Judge one line of sight: ``line A1 to A3``."""
    _, first, _, second = words.split()
    by_name = {each.table_name: each for each in board.ground_locations}
    if not {first, second} <= by_name.keys():
        return None
    return told_of_line(board, (by_name[first], by_name[second]))


def told_of_line(board: Board, ends: tuple[Location, Location]) -> str:
    """Write the verdict of a line with its hindrance or rule."""
    return verdict_of(SightCourt(board).table(ends, np.array([[0, 1]]), measured=False), 0)


def told_of_moves(grounded: clingo.Control) -> Mapping[str, str]:
    """Write of every move whether it may be made, and what it is charged."""
    told: dict[str, list[str]] = defaultdict(list)
    for name, arity in _OF_MOVES:
        for atom in grounded.symbolic_atoms.by_signature(name, arity):
            about, *rest = atom.symbol.arguments
            told[str(about)].append(f"{name}({','.join(map(str, rest))})")
    atoms = grounded.symbolic_atoms.by_signature("leads", 3)
    leads = {str(atom.symbol.arguments[0]) for atom in atoms}
    return {
        move: f"{'may' if move in leads else 'may not'}: {' '.join(sorted(told[move]))}"
        for move in sorted({*told, *leads})
    }


def move(board: Board, words: str) -> str | None:
    """Tell of one move of a unit: ``squad go(...)``."""
    unit, _, wanted = words.partition(" ")
    return told_of_moves(MoveLaw(board, unit_named(unit)).ground()).get(wanted)


def place(board: Board, words: str) -> str | None:
    """Tell of a Location, or of a status there: ``Location A5h1``, ``emplaced in A3``."""
    first, _, name = words.rpartition(" ")
    found = [each for each in board.locations if each.name == name]
    if not found:
        return None
    return told_of_place(found[0]) if first == "Location" else statuses(board, [words]).get(words)


def told_of_place(each: Location) -> str:
    """Write the level of a Location."""
    unsure = f", unsure by {each.unsure}" if each.unsure else ""
    return f"level {each.sight_level / 2:g}{unsure}"


def statuses(board: Board, asked: Iterable[str]) -> Mapping[str, str]:
    """Tell which of some statuses, ``emplaced in A3``, units may not have."""
    posts = [(name, status) for status, _, name in (each.partition(" in ") for each in asked)]
    found = {}
    for ruled in Statuses(board).ruled(posts, board.counters):
        said = "refused" if ruled.refused else "in doubt"
        found[f"{ruled.status} in {ruled.name}"] = f"{said}: {ruled.why}"
    return found


def told_of_deeds(board: Board, asked: Iterable[str]) -> Mapping[str, str]:
    """Tell whether deeds may be done, and by which rules."""
    found = {}
    for ruling in judge_deeds(board, asked):
        rules = ", ".join(dict.fromkeys(each.number for each in ruling.rules))
        found[ruling.deed] = f"{ruling.verdict}{' by ' * bool(rules)}{rules}"
    return found


def deed(board: Board, words: str) -> str | None:
    """Tell of one deed whether it may be done."""
    return told_of_deeds(board, [words])[words]


def adjacent(board: Board, words: str) -> str | None:
    """Tell of two Locations whether they are ADJACENT, and see each other."""
    first, _, second = words.partition(AND)
    by_name = {each.name: each for each in board.locations}
    if not {first, second} <= by_name.keys():
        return None
    return told_of(board, (by_name[first], by_name[second]))


ASKED: Mapping[str, Callable[[Board, str], str | None]] = {
    LINES: line,
    MOVES: move,
    PLACES: place,
    DEEDS: deed,
    ADJACENT: adjacent,
}
"""How one thing of each subject is asked again: a law that knows nothing of it gives nothing."""


def command_of(subject: str, words: str, board: str) -> str:
    """Write the command by which a user asks it of a board."""
    first, _, last = words.rpartition(" ")
    if subject == LINES:
        _, a, _, b = words.split()
        return f"hexcourt los {board} {a} {b} --why"
    if subject == MOVES:
        unit, _, made = words.partition(" ")
        states = Move(made).states
        ends = [f"{each.hex}/{each.kind}" if each.off_map else each.hex for each in states]
        a, b = (ends or [*Move(made).hexes] * 2)[:2]
        return f"hexcourt path {board} {a} {b} --unit {unit} --why"
    if subject == PLACES and first == "Location":
        return f"hexcourt board show {board} {last.partition('/')[0]}"
    if subject == PLACES:
        return f"hexcourt see {board} {last} --status {first.partition(' ')[0]}"
    if subject == ADJACENT:
        return f"hexcourt adjacent {board} {words.partition(AND)[0]}"
    return f"hexcourt legal {board} '{words}'"
