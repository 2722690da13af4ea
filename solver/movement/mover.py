"""Reads what a question of movement names: unit, allowance, pieces, and where the unit is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board
from hexcourt.facts.pieces.pieces import Piece
from hexcourt.solver.answer.answer import AS_DRAWN, NO_COUNTERS, not_read_by
from hexcourt.solver.answer.words import level_words, pieces_in_words
from hexcourt.solver.movement.engine import MovementEngine
from hexcourt.solver.movement.routes import starts_of
from hexcourt.solver.placement.hex_facts import Unit, read_unit, unit_named
from hexcourt.solver.position.board_state import BoardState, bears_on_moves, mover_terms
from hexcourt.solver.position.locations import UnitPosition, read_unit_position
from hexcourt.solver.position.read_actions import lays_counters
from hexcourt.solver.position.states import State

UNHURT = "unhurt by fire"
_PACE_WORDS = {
    "leader": "with a leader",
    "double_time": "in Double Time",
    "advances": "and advances",
    "assaults": "by Assault Movement",
}
"""How a unit moves, in words."""


def pace_words(engine: MovementEngine) -> str:
    """Describe how the unit moves, each with its rule: ``the unit moves with a leader (A4.12), unhurt by
    fire``.
    """
    rules = {**engine.gains, **engine.rules}
    words_of_pace = [
        f"{words} ({rules[what]})" for what, words in _PACE_WORDS.items() if what in rules
    ]
    return f"the unit moves {', '.join(words_of_pace) or 'alone'}, {UNHURT}"


@dataclass(frozen=True, slots=True)
class Mover:
    """What every question of movement names: a BoardState, a start, a unit, and what it may spend."""

    position: BoardState
    start: str
    unit: str
    allowance: float | str | None = None

    @property
    def arguments(self) -> dict[str, Any]:
        """Return the question's arguments for JSON."""
        return {"start": self.start, "unit": self.unit, **placed_arguments(self.position)}


def placed_arguments(position: BoardState) -> dict[str, Any]:
    """Return what was placed and given, as written, for JSON."""
    fields: dict[str, Any] = {"place": list(position.placed)}
    return fields | ({"given": list(position.given)} if position.given else {})


def unread_by_movement(position: BoardState, unit: Unit | None = None) -> Iterator[str]:
    """Describe what is given that no rule of movement speaks of, be it of a certain unit."""
    units = [f"{place} is {status}" for place, status in sorted(position.statuses.items())]
    entries = [each for each in position.parsed_facts if not lays_counters(each)]
    idle = [each for each in entries if unit is None or not bears_on_moves(unit, each)]
    for each in (*units, *(f"given {entry.text}" for entry in idle)):
        yield f"{each}{not_read_by('movement')}"


def open_engine(
    mover: Mover, turns: int | None = None
) -> tuple[MovementEngine, UnitPosition, tuple[State, ...]]:
    """Open the engine of a unit in a BoardState, and find where the unit starts.

    With ``turns`` the engine may know only the moves that the unit can come to in so many: the rules
    are asked about the whole board once a second question goes farther.
    """
    unit = read_unit(mover.unit, mover.allowance)
    position = mover.position
    where = read_unit_position(position.board, unit, mover.start)
    result = mover_terms(unit, position.parsed_facts)
    whole = (unit, result)
    if turns is not None and not position.has_kept(whole):
        near = position.kept(("near", *whole), lambda: _near_engine(position, whole, where, turns))
        if near is not None and (starts := _starts_within(near, where, turns)):
            return near, where, starts
    engine = position.kept(
        whole, lambda: MovementEngine(position.board, unit, position.pieces, result)
    )
    return engine, where, starts_of(engine.world, where)


def _near_engine(
    position: BoardState, mover: tuple[Unit, tuple[str, ...]], where: UnitPosition, turns: int
) -> MovementEngine | None:
    """Ask the rules about the hexes near a start, of more and more of them until no move in so many
    turns leaves them; nothing where that would be much of the board, or the unit cannot be there.
    """
    board, (unit, words_of_pace) = position.board, mover
    # a guess: on foot a hex costs a whole MF or more, and a road bonus adds one; on roads half an MP
    steps = turns * (unit.allowance // 2 if unit.kind == "infantry" else unit.allowance) + turns
    last = None
    while (core := _within(board, where.hex, steps)) not in (None, last):  # a part may be small
        last = core
        engine = MovementEngine(board, unit, position.pieces, words_of_pace, core)
        starts = _starts_within(engine, where, turns)
        if starts is None:  # the whole board has the words for it
            return None
        if starts:
            return engine
        steps += steps // 2 + 1
    return None


def _within(board: Board, name: str, steps: int) -> frozenset[str] | None:
    """List the hexes within so many steps of one; nothing if they are more than half of the board."""
    found = {board.indices[name]}
    for _ in range(steps):
        before = len(found)
        found.update(n for each in list(found) for n in board.neighbours[each].tolist() if n >= 0)
        if len(found) == before:
            break
        if 2 * len(found) > len(board.hexes):
            return None
    return frozenset(board.hexes[number].name for number in found)


def _starts_within(
    engine: MovementEngine, where: UnitPosition, turns: int
) -> tuple[State, ...] | None:
    """Return where a unit starts if the engine knows all its moves in so many turns, else nothing; None
    where it cannot be there, as far as the engine knows.
    """
    try:
        starts = starts_of(engine.world, where)
    except BadInput:
        return None
    return starts if engine.is_within_core(starts, turns) else ()


def given(engine: MovementEngine, mover: Mover, **more: Any) -> dict[str, Any]:
    """Return the arguments of a question for JSON."""
    return {**mover.arguments, "allowance": engine.unit.allowance / 2, **more}


def assumed(
    engine: MovementEngine, mover: Mover, where: UnitPosition, pieces: Iterable[Piece] = ()
) -> tuple[str, ...]:
    """List what is taken for granted of a path, and what is given that movement does not read."""
    return (
        *assumed_of_paths(engine, where, pieces),
        *unread_by_movement(mover.position, engine.unit),
    )


def assumed_of_paths(
    engine: MovementEngine, where: UnitPosition, pieces: Iterable[Piece] = ()
) -> tuple[str, ...]:
    """List what is taken for granted: what lies on the board, and what was not given of the
    unit.
    """
    return (
        *(pieces_in_words(engine.board, (*engine.pieces, *pieces)) or [NO_COUNTERS]),
        AS_DRAWN,
        pace_words(engine),
        *unit_assumptions(engine, where),
    )


def unit_assumptions(engine: MovementEngine, where: UnitPosition) -> Iterator[str]:
    """Describe what was not given about the unit."""
    unit = engine.unit
    if unit == unit_named(unit.name):
        has = f"{level_words(unit.allowance)} {unit.factor}"
        yield f"{unit.with_article} has {has}" + (
            "" if engine.on_foot else ", as counters like it have"
        )
    if not engine.on_foot:
        yield f"it ends in Motion: to stop costs {level_words(engine.stop_price)} {unit.factor} more"
    if where.any_vca:
        yield f"any VCA at the start in {where.text}"
