"""Turns a world of moves into a position as a user has it, and asks the program about all its moves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypedDict

import clingo
from clingo.symbol import parse_term

from hexcourt.facts.pieces.laid_pieces import Piece, piece_text
from hexcourt.solver.examining.moves.shapes import outline_facts
from hexcourt.solver.examining.positions.asked_positions import ToldPosition
from hexcourt.solver.examining.positions.printed_facts import facts_file
from hexcourt.solver.moving.moves import MoveLaw, hexes_in, unit_named
from hexcourt.solver.position.board_state import BoardState
from hexcourt.solver.position.mover_reading import told_of_mover
from hexcourt.solver.position.opening import opened_anew
from hexcourt.solver.position.states import Move

DECISIVE = ("charged", "perhaps", "barred", "doubtful", "risky")
"""What rules say of a move."""

OF_MOVES = (
    *(*DECISIVE, "remark", "leads", "keeps_bonus", "bonus_doubt", "for_cover"),
    *("chooses", "meets_roadblock"),
)
"""What is told of a move."""

OF_UNITS = (
    *("start_price", "later_price", "stop_price", "most", "minimum_move", "bonus"),
    *("in_motion", "rests", "unfit", "may_clear"),
)
"""What is told of the unit, wherever it goes."""

_UNIT = "the unit"

_SUMS = ("(uphill,", "(downhill,", "charged(vbm,")
"""What going up and down, and what VBM costs: sums of other prices."""

_CENTRES = {"A1": (0, 0), "A2": (0, 1000), "B1": (872, 500)}
"""Where the centre dots of the hexes of ``printed.lp`` lie, in thousandths of a hex."""

Told = Mapping[str, frozenset[str]]
"""What is said of each move, and of the unit."""


@dataclass(frozen=True)
class MovePosition(ToldPosition[Told]):
    """The moves of a unit on a facts file with pieces, and what the world says of each."""

    unit: str

    @property
    def command(self) -> str:
        """Write the question as a user asks it."""
        return " ".join(["hexcourt path smallest.lp A1 A2 --why --unit", self.unit, *self.options])

    @property
    def caption(self) -> str:
        """Name the unit."""
        return f"moves of a {self.unit}"

    def in_words(self, told: Told) -> str:
        """Write what is said of each move."""
        said = (
            f"{move}: {' '.join(sorted(some)) or 'nothing'}" for move, some in sorted(told.items())
        )
        return "; ".join(said)

    def unlike(self, told: Told) -> str:
        """Say of which move the program says something else."""
        asked, mine = _level(told), _level(self.told)
        unlike = sorted(each for each in {*asked, *mine} if asked.get(each) != mine.get(each))
        if unlike:
            one = unlike[0]
            said = [sorted(each.get(one, ["no move"])) for each in (asked, mine)]
            return f"of {one} the program says {said[0]}, the world {said[1]}"
        return ""

    def asked(self) -> Told:
        """Ask the law in force about all moves."""
        position = BoardState(opened_anew(self.board), self.laid, self.given)
        unit = unit_named(self.unit)
        given = [f"given({each})." for each in told_of_mover(unit, position.said)]
        law = MoveLaw(position.board, unit, given)
        grounded = law.ground(pieces=position.pieces)
        return told_by(each.symbol for each in grounded.symbolic_atoms if each.is_fact)


def told_by(symbols: Iterable[clingo.Symbol]) -> Told:
    """Gather what is said of the unit, and of each move that does not come from beyond the board."""
    found: dict[str, set[str]] = defaultdict(set)
    moves = set()
    for each in symbols:
        if each.name == "move" and len(each.arguments) == 1:
            moves.add(Move(each.arguments[0]))
        elif each.name in OF_MOVES and each.arguments:
            move, *rest = map(str, each.arguments)
            found[move].add(f"{each.name}({','.join(rest)})")
        elif each.name in OF_UNITS:
            found[_UNIT].add(str(each))
    told = {str(each) for each in moves} | {_UNIT}
    return {each: frozenset(found[each]) for each in told}


def _level(told: Told) -> Told:
    """Leave out the sums that not all families tell."""
    return {
        move: frozenset(each for each in said if not any(sum_ in each for sum_ in _SUMS))
        for move, said in told.items()
    }


def position_of(atoms: Iterable[str]) -> MovePosition:
    """Turn the atoms of a world into a position."""
    held = by_name(atoms)
    said = [each for name in ("move", *OF_MOVES, *OF_UNITS) for each in held.get(name, ())]
    return MovePosition(told=told_by(said), **place_of(held))


def by_name(atoms: Iterable[str]) -> Mapping[str, list[clingo.Symbol]]:
    """Sort the atoms of a world by their names."""
    held: dict[str, list[clingo.Symbol]] = {}
    for each in atoms:
        symbol = parse_term(each)
        held.setdefault(symbol.name, []).append(symbol)
    return held


class Place(TypedDict):
    """What lies where in a world, and who moves."""

    facts: str
    laid: tuple[str, ...]
    unit: str
    given: tuple[str, ...]


def place_of(held: Mapping[str, list[clingo.Symbol]]) -> Place:
    """Write what lies in a world as a user does."""
    laid = [str(each.arguments[0]) for each in held.get("laid", ())]
    return Place(
        facts=facts_file(held) + "".join(f"{each}\n" for each in _outlines(held)),
        laid=tuple(piece_text(Piece(each, tuple(hexes_in(each)))) for each in laid),
        unit=held["unit"][0].arguments[0].name,
        given=tuple(sorted(str(each.arguments[0]) for each in held.get("given", ()))),
    )


def _outlines(held: Mapping[str, list[clingo.Symbol]]) -> Iterator[str]:
    """Write what does not fill its hex as outlines."""
    for each in held.get("drawn", ()):
        name, terrain, shape = each.arguments
        yield from outline_facts(name.string, str(terrain), str(shape), _CENTRES[name.string])
