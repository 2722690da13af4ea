"""Answers questions about movement: one path, what is in reach, what is ADJACENT."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hexcourt.facts.boards.board import Board
from hexcourt.facts.errors import BadInput, listed
from hexcourt.facts.grid.coordinates import in_capitals, parse_coordinate
from hexcourt.solver.answering.answer import Answer
from hexcourt.solver.answering.moving.movers import Mover, assumed, given, open_court
from hexcourt.solver.answering.moving.path_rows import (
    bar_row,
    granted_lines,
    placed_lines,
    rule_words,
    spent_words,
    step_lines,
    undecided_lines,
    way_row,
)
from hexcourt.solver.answering.words import (
    counted,
    level_words,
    piece_words,
)
from hexcourt.solver.moving.charges import explain
from hexcourt.solver.moving.movement import MovementCourt, Way
from hexcourt.solver.moving.path_ends import goals_of
from hexcourt.solver.moving.routes import Asked, Route, find_route
from hexcourt.solver.position.locations import hex_named
from hexcourt.solver.position.pieces import read_pieces
from hexcourt.solver.position.whereabouts import Whereabouts, read_whereabouts

# --- one path ---------------------------------------------------------------------------------------


def find_path(
    mover: Mover, goal: str, only: str | None = None, avoid: Sequence[str] = (), turns: int = 1
) -> Answer:
    """Find the cheapest way from one place to another, or prove that there is none."""
    if only not in (None, "bypass"):
        raise BadInput(f"{only}: a path may be asked for by Bypass alone; write bypass")
    court, where, starts = open_court(mover)
    end = read_whereabouts(court.board, court.unit, goal)
    goals = goals_of(court, end, starts)
    asked = _asked(court, avoid, (where, end), only == "bypass", turns)
    route = find_route(court, starts, goals, asked)
    free = None
    if route.answer == "no" and asked != Asked(turns=turns):
        free = find_route(court, starts, goals, Asked(turns=turns)).way
    rows = list(_route_rows(court, route, free))
    return Answer(
        "path",
        court.board,
        route.answer,
        given(court, mover, to=goal, turns=turns, only=only, avoid=list(avoid)),
        rows,
        {} if route.way else {"hexes_reached": route.reached, "hexes_ever_reached": route.ever},
        assumed(court, mover, where, asked.avoided_pieces),
        court.unit.profile,
        tuple(_route_lines(court, (where, end), route, rows, False)),
        tuple(_route_lines(court, (where, end), route, rows, True)),
    )


def _asked(
    court: MovementCourt,
    avoid: Sequence[str],
    ends: Sequence[Whereabouts],
    only_bypass: bool,
    turns: int,
) -> Asked:
    """Read what is to be avoided; refuse what contradicts the question."""
    pieces = read_pieces(court.board, (text for text in avoid if "(" in text))
    hexes = frozenset(_avoided_hex(court.board, text) for text in avoid if "(" not in text)
    shunned = {n for p in pieces if p.predicate != "roadblock" for n in p.hexes} | hexes
    for where, what in zip(ends, ("starts", "is to end"), strict=True):
        if where.hex in shunned:
            raise BadInput(
                f"--avoid {where.hex}: the unit {what} in that hex; leave it out or go elsewhere"
            )
    return Asked(only_bypass, hexes, pieces, turns)


def _avoided_hex(board: Board, text: str) -> str:
    coordinate = parse_coordinate(in_capitals(text))
    if str(coordinate.hex) != str(coordinate):
        raise BadInput(
            f"--avoid {text[:60]}: is more than a hex; name a hex such as {coordinate.hex.name}, "
            'or a piece such as roadblock("L12","K13")'
        )
    return hex_named(board, text, coordinate.hex)


def _route_rows(court: MovementCourt, route: Route, free: Way | None) -> Iterator[dict[str, Any]]:
    """Give an answer as rows; ``free`` is the way that there would be on no terms."""
    told = (
        ("found" if route.answer == "yes" else "possible", route.way),
        ("without_luck", route.safe),
        ("later", route.later),
        ("unrestricted", free),
    )
    pieces = (*court.pieces, *route.asked.avoided_pieces)
    moves = {step.edge.move for _, way in told if way is not None for step in way.steps}
    reasons = explain(court.law, moves, pieces) if moves else {}
    for what, way in told:
        if way is not None:
            yield way_row(court, what, way, reasons)
    for bar in route.bars:
        yield bar_row(court.board, bar)


def _route_lines(
    court: MovementCourt,
    ends: tuple[Whereabouts, Whereabouts],
    route: Route,
    rows: Sequence[Mapping[str, Any]],
    why: bool,
) -> Iterator[str]:
    where, end = ends
    who = court.unit.said
    ways = {row["way"]: row for row in rows if "way" in row}
    between = f"from {where.text} to {end.text}{_terms_words(route.asked)}"
    within = "" if route.asked.turns == 1 else f" within {route.asked.turns} turns"
    found = ways.get("found") or ways.get("possible")
    if found is None:
        has = f"{level_words(court.unit.allowance)} {court.unit.factor}"
        yield f"no: {who} with {has} cannot go {between}{within or ' in one turn'}"
    elif route.answer == "yes":
        yield f"yes: {who} goes {between} {spent_words(court, found)}"
    else:
        yield (
            f"unknown: {who} goes {between} {spent_words(court, found)}, if what is not "
            "decided allows it"
        )
    yield from placed_lines(court, route.asked.avoided_pieces)
    yield from granted_lines(court, where)
    if found is not None:
        yield from step_lines(court, found, why)
        if not why or route.answer == "unknown":
            yield from undecided_lines(found)
        if found["at_risk"]:
            yield from _without_luck_lines(court, route, ways.get("without_luck"), why)
        return
    yield from _no_lines(court, end, route, rows, why)


def _terms_words(asked: Asked) -> str:
    """Say on which terms a way is wanted."""
    avoided = [f"the {piece_words(each)}" for each in asked.avoided_pieces]
    avoided += sorted(asked.avoided_hexes)
    return " by Bypass alone" * asked.only_bypass + (
        f", avoiding {listed(avoided)}," if avoided else ""
    )


def _without_luck_lines(
    court: MovementCourt,
    route: Route,
    safe: Mapping[str, Any] | None,
    why: bool,
) -> Iterator[str]:
    if safe is None:
        left = "" if route.answer == "unknown" else "; no way in time does without"
        yield f"dice decide on the steps at risk{left}"
        return
    yield f"dice decide on the steps at risk; without luck {spent_words(court, safe)}:"
    yield from step_lines(court, safe, why)


def _no_lines(
    court: MovementCourt,
    end: Whereabouts,
    route: Route,
    rows: Sequence[Mapping[str, Any]],
    why: bool,
) -> Iterator[str]:
    ways = {row["way"]: row for row in rows if "way" in row}
    reached = counted(route.reached, "hex", "hexes")
    yield f"the search was exhaustive: {reached} can be reached in that time"
    if (later := ways.get("later")) is not None:
        sure = "" if later["certain"] else ", if what is not decided allows it"
        yield f"it goes {spent_words(court, later)}{sure}:"
        yield from step_lines(court, later, why)
        if not later["certain"]:
            yield from undecided_lines(later)
    else:
        ever = counted(route.ever, "hex", "hexes")
        yield f"nor in any number of turns, in which {ever} can be reached"
        yield from _bar_lines(court, end, route, rows)
    if (free := ways.get("unrestricted")) is not None:
        yield f"without these terms it goes {spent_words(court, free)}:"
        yield from step_lines(court, free)


def _bar_lines(
    court: MovementCourt,
    end: Whereabouts,
    route: Route,
    rows: Sequence[Mapping[str, Any]],
) -> Iterator[str]:
    bars = [row for row in rows if "bars" in row]
    if bars:
        yield "what bars the moves out of them:"
    for row in bars:
        count = counted(row["bars"], "move")
        yield f"  {count}, such as {row['from']} to {row['to']}"
        yield f"    {rule_words(row)}"
    if route.too_dear is not None:
        factor = court.unit.factor
        costs = f"{level_words(route.too_dear)} {factor} at least, and it has"
        yield f"other moves cost {costs} {level_words(court.unit.allowance)} {factor}"
    elif not bars:
        said = "no rule bars a move out of them; none leads to"
        if route.asked.only_bypass:
            said = "no hexside that may be passed along leads on from them, nor to"
        yield f"{said} {end.text}"
