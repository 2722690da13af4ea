"""Answers about what a unit can reach."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from hexcourt.facts.boards.board import Board
from hexcourt.solver.answering.answer import Answer
from hexcourt.solver.answering.moving.movers import Mover, assumed, given, open_court
from hexcourt.solver.answering.moving.path_rows import (
    granted_lines,
    halved,
    placed_lines,
    step_rows,
)
from hexcourt.solver.answering.words import counted, level_words
from hexcourt.solver.moving.charges import explain
from hexcourt.solver.moving.movement import MovementCourt, Search
from hexcourt.solver.position.state_words import place_words, state_words
from hexcourt.solver.position.states import State
from hexcourt.solver.position.whereabouts import Whereabouts


def list_reached(mover: Mover, turns: int = 1, every_state: bool = False) -> Answer:
    """List every Location that can be reached, with the cheapest way to each."""
    court, where, starts = open_court(mover)
    world = court.world
    sure = world.search(starts, turns, True)
    loose = world.search(starts, turns, False)
    calm = world.search(starts, turns, True, lambda edge: not edge.risky)
    nearest = [_nearest_states(court.board, each, every_state) for each in (sure, loose, calm)]
    there = {place_words(court.board, state) for state in starts}
    if every_state:
        there = {state_words(court.board, state) for state in starts}
    rows = [
        _reached_row(court, place, nearest, (sure, loose))
        for place in nearest[1]
        if place not in there
    ]
    _add_rules(court, rows)
    rows.sort(key=lambda row: (not row["certain"], row["turn"], row["spent"], _order(row)))
    certain = [row for row in rows if row["certain"]]
    counts = {"certain": len(certain), "unknown": len(rows) - len(certain)}
    return Answer(
        "reach",
        court.board,
        "done",
        given(court, mover, turns=turns, all=every_state),
        [{key: row[key] for key in row if key != "moves"} for row in rows],
        counts,
        assumed(court, mover, where),
        court.unit.profile,
        tuple(_reached_lines(court, where, rows, turns, every_state)),
    )


def _nearest_states(
    board: Board, search: Search, every_state: bool
) -> dict[str, tuple[tuple[int, int], State]]:
    """Map each Location that a search reached to its turn and cost, and to the state reached first."""
    found: dict[str, tuple[tuple[int, int], State]] = {}
    for state, at in search.all_reached.items():
        if every_state or state.is_reached:
            place = (state_words if every_state else place_words)(board, state)
            if place not in found or (at, state) < found[place]:
                found[place] = at, state
    return found


def _reached_row(
    court: MovementCourt,
    place: str,
    nearest: Sequence[Mapping[str, tuple[tuple[int, int], State]]],
    searches: tuple[Search, Search],
) -> dict[str, Any]:
    sure, loose, calm = (each.get(place) for each in nearest)
    at, state = sure or nearest[1][place]
    way = searches[0 if sure else 1].way(state)
    assert way is not None, "it was reached"
    row: dict[str, Any] = {
        "location": place,
        "hex": state.hex,
        "turn": at[0],
        "spent": at[1] / 2,
        "factor": court.unit.factor,
        "certain": sure is not None,
        "at_risk": way.risky,
        "minimum_move": any(step.minimum_move for step in way.steps if step.turn == at[0]),
        "without_luck": _turn_and_cost(calm),
        "perhaps": _turn_and_cost(loose) if sure and loose and loose[0] < at else None,
        "rules": [],
        "steps": list(step_rows(court, way)),
        "moves": [s.edge.move for s in way.steps if s.edge.in_doubt],
    }
    return row


def _turn_and_cost(found: tuple[tuple[int, int], str] | None) -> dict[str, Any] | None:
    return None if found is None else {"turn": found[0][0], "spent": found[0][1] / 2}


def _add_rules(court: MovementCourt, rows: Iterable[dict[str, Any]]) -> None:
    """Name the rules for want of which it is not known whether Locations are reached."""
    unknown = [row for row in rows if not row["certain"]]
    moves = {move for row in unknown for move in row["moves"]}
    reasons = explain(court.law, moves, court.pieces) if moves else {}
    for row in unknown:
        told = {c.number for move in row["moves"] for c in reasons[move].in_doubt}
        row["rules"] = sorted(told)


def _order(row: Mapping[str, Any]) -> tuple[int, str, int, str]:
    """Sort Locations by column and row, those of a hex by their name."""
    column = row["hex"].rstrip("0123456789")
    return len(column), column, int(row["hex"][len(column) :]), row["location"]


def _reached_lines(
    court: MovementCourt,
    where: Whereabouts,
    rows: Sequence[Mapping[str, Any]],
    turns: int,
    every_state: bool,
) -> Iterator[str]:
    certain = [row for row in rows if row["certain"]]
    hexes = len({row["hex"] for row in certain})
    has = f"{level_words(court.unit.allowance)} {court.unit.factor}"
    within = "in one turn" if turns == 1 else f"within {turns} turns"
    size = counted(len(certain), "state" if every_state else "Location")
    size += f" in {counted(hexes, 'hex', 'hexes')}"
    who = court.unit.said
    yield f"{who} with {has} reaches {size} {within} from {where.text}:"
    yield from placed_lines(court)
    yield from granted_lines(court, where)
    width = max((len(_cost_words(row, turns)) for row in rows), default=0)
    for row in certain:
        yield f"  {_reached_words(row, turns, width)}"
    if len(certain) < len(rows):
        yield "and perhaps, by what is not decided:"
    for row in rows[len(certain) :]:
        rules = ", ".join(row["rules"])
        yield f"  {_reached_words(row, turns, width)}; {rules}"


def _cost_words(row: Mapping[str, Any], turns: int, told: Mapping[str, Any] | None = None) -> str:
    """Say when and for how much a Location is reached; ``told`` is another way to it."""
    told = told or row
    cost = f"{level_words(halved(told['spent']))} {row['factor']}"
    return cost if turns == 1 else f"turn {told['turn']}, {cost}"


def _reached_words(row: Mapping[str, Any], turns: int, width: int) -> str:
    last = row["steps"][-1]
    marks = ["minimum move"] * row["minimum_move"]
    if row["perhaps"]:
        marks.append(f"perhaps {_cost_words(row, turns, row['perhaps'])}")
    if row["at_risk"]:
        luck = row["without_luck"]
        safe = f", {_cost_words(row, turns, luck)} without luck" if luck else ""
        marks.append(f"at risk{safe}")
    how = f", {last['how']}" if last["how"] else ""
    marks.insert(0, f"from {last['from']}{how}")
    return f"{row['location']:12} {_cost_words(row, turns):{width}}  {'; '.join(marks)}"
