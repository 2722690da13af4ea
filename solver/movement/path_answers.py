"""Answers about movement: one path, what is in reach, what is ADJACENT, and entry onto the map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from hexcourt.facts.base.errors import BadInput, listed
from hexcourt.facts.base.fact_syntax import string_term
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Location, locations_listed
from hexcourt.facts.geometry.coordinates import in_capitals, parse_coordinate
from hexcourt.solver.answer.answer import AS_DRAWN, NO_COUNTERS, Answer
from hexcourt.solver.answer.words import (
    beside_words,
    cited_row,
    counted,
    level_words,
    piece_words,
    pieces_in_words,
)
from hexcourt.solver.movement.engine import MovementEngine, ReachSearch, Way
from hexcourt.solver.movement.mover import (
    Mover,
    assumed,
    given,
    open_engine,
    placed_arguments,
    unread_by_movement,
)
from hexcourt.solver.movement.moves import MapEntry, entry, explain, profile_of
from hexcourt.solver.movement.path_rows import (
    assumption_lines,
    blocking_row,
    halved,
    placed_lines,
    rule_words,
    spent_words,
    step_lines,
    step_rows,
    undecided_lines,
    way_row,
)
from hexcourt.solver.movement.routes import Route, RouteQuery, find_route, goals_of
from hexcourt.solver.placement.hex_facts import read_unit, unit_named
from hexcourt.solver.placement.surroundings import PROFILE, surroundings_of
from hexcourt.solver.position.board_state import BoardState, mover_terms
from hexcourt.solver.position.changes import read_pieces
from hexcourt.solver.position.locations import UnitPosition, hex_named, read_unit_position
from hexcourt.solver.position.states import State, place_words, state_words
from hexcourt.solver.rulebase.statement import Citation


def find_path(
    mover: Mover, goal: str, only: str | None = None, avoid: Sequence[str] = (), turns: int = 1
) -> Answer:
    """Find the cheapest way from one place to another, or prove that there is none."""
    if only not in (None, "bypass"):
        raise BadInput(f"{only}: a path may be asked for by Bypass alone; write bypass")
    placed = any("(" in text for text in avoid)
    engine, where, starts = open_engine(mover, None if placed else turns)
    end = read_unit_position(engine.board, engine.unit, goal)
    if not engine.may_reach(starts, end.hex, turns):  # why there is no path is asked of all
        engine, where, starts = open_engine(mover)
    goals = goals_of(engine, end, starts)
    query = _asked(engine, avoid, (where, end), only == "bypass", turns)
    route = find_route(engine, starts, goals, query)
    free = None
    if route.answer == "no" and not engine.knows_all:
        engine, where, starts = open_engine(mover)
        route = find_route(engine, starts, goals, query)
    if route.answer == "no" and query != RouteQuery(turns=turns):
        free = find_route(engine, starts, goals, RouteQuery(turns=turns)).way
    rows = list(_route_rows(engine, route, free))
    return Answer(
        "path",
        engine.board,
        route.answer,
        given(engine, mover, goal=goal, turns=turns, only=only, avoid=list(avoid)),
        rows,
        {} if route.way else {"hexes_reached": route.reached, "hexes_ever_reached": route.ever},
        assumed(engine, mover, where, query.avoided_pieces),
        engine.unit.profile,
        tuple(_route_lines(engine, (where, end), route, rows, False)),
        tuple(_route_lines(engine, (where, end), route, rows, True)),
    )


def _asked(
    engine: MovementEngine,
    avoid: Sequence[str],
    ends: Sequence[UnitPosition],
    only_bypass: bool,
    turns: int,
) -> RouteQuery:
    """Read what is to be avoided; refuse what contradicts the question."""
    pieces = read_pieces(engine.board, (text for text in avoid if "(" in text))
    hexes = frozenset(_avoided_hex(engine.board, text) for text in avoid if "(" not in text)
    shunned = {n for p in pieces if p.predicate != "roadblock" for n in p.hexes} | hexes
    for where, what in zip(ends, ("starts", "is to end"), strict=True):
        if where.hex in shunned:
            raise BadInput(
                f"--avoid {where.hex}: the unit {what} in that hex; leave it out or go elsewhere"
            )
    return RouteQuery(only_bypass, hexes, pieces, turns)


def _avoided_hex(board: Board, text: str) -> str:
    coordinate = parse_coordinate(in_capitals(text))
    if str(coordinate.hex) != str(coordinate):
        raise BadInput(
            f"--avoid {text[:60]}: is more than a hex; name a hex such as {coordinate.hex.name}, "
            'or a piece such as roadblock("L12","K13")'
        )
    return hex_named(board, text, coordinate.hex)


def _route_rows(engine: MovementEngine, route: Route, free: Way | None) -> Iterator[dict[str, Any]]:
    """Return an answer as rows; ``free`` is the way that there would be on no terms."""
    items = (
        ("found" if route.answer == "yes" else "possible", route.way),
        ("without_luck", route.safe),
        ("later", route.later),
        ("unrestricted", free),
    )
    pieces = (*engine.pieces, *route.query.avoided_pieces)
    moves = {step.edge.move for _, way in items if way is not None for step in way.steps}
    reasons = explain(engine.hex_facts, moves, pieces) if moves else {}
    for what, way in items:
        if way is not None:
            yield way_row(engine, what, way, reasons)
    for bar in route.blocking_rules:
        yield blocking_row(engine.board, bar)


def _route_lines(
    engine: MovementEngine,
    ends: tuple[UnitPosition, UnitPosition],
    route: Route,
    rows: Sequence[Mapping[str, Any]],
    why: bool,
) -> Iterator[str]:
    where, end = ends
    who = engine.unit.with_article
    ways = {row["way"]: row for row in rows if "way" in row}
    between = f"from {where.text} to {end.text}{_terms_words(route.query)}"
    within = "" if route.query.turns == 1 else f" within {route.query.turns} turns"
    found = ways.get("found") or ways.get("possible")
    if found is None:
        has = f"{level_words(engine.allowance)} {engine.unit.factor}"
        yield f"no: {who} with {has} cannot go {between}{within or ' in one turn'}"
    elif route.answer == "yes":
        yield f"yes: {who} goes {between} {spent_words(engine, found)}"
    else:
        yield (
            f"unknown: {who} goes {between} {spent_words(engine, found)}, if what is not "
            "decided allows it"
        )
    yield from placed_lines(engine, route.query.avoided_pieces)
    yield from assumption_lines(engine, where)
    if found is not None:
        yield from step_lines(engine, found, why)
        if not why or route.answer == "unknown":
            yield from undecided_lines(found)
        if found["at_risk"]:
            yield from _without_luck_lines(engine, route, ways.get("without_luck"), why)
        return
    yield from _no_lines(engine, end, route, rows, why)


def _terms_words(query: RouteQuery) -> str:
    """Describe on which terms a way is wanted."""
    avoided = [f"the {piece_words(each)}" for each in query.avoided_pieces]
    avoided += sorted(query.avoided_hexes)
    return " by Bypass alone" * query.only_bypass + (
        f", avoiding {listed(avoided)}," if avoided else ""
    )


def _without_luck_lines(
    engine: MovementEngine,
    route: Route,
    safe: Mapping[str, Any] | None,
    why: bool,
) -> Iterator[str]:
    if safe is None:
        left = "" if route.answer == "unknown" else "; no path in time does without"
        yield f"dice decide on the steps at risk{left}"
        return
    yield f"dice decide on the steps at risk; without luck {spent_words(engine, safe)}:"
    yield from step_lines(engine, safe, why)


def _no_lines(
    engine: MovementEngine,
    end: UnitPosition,
    route: Route,
    rows: Sequence[Mapping[str, Any]],
    why: bool,
) -> Iterator[str]:
    ways = {row["way"]: row for row in rows if "way" in row}
    reached = counted(route.reached, "hex", "hexes")
    yield f"the search was exhaustive: {reached} can be reached in that time"
    if (later := ways.get("later")) is not None:
        sure = "" if later["certain"] else ", if what is not decided allows it"
        yield f"it goes {spent_words(engine, later)}{sure}:"
        yield from step_lines(engine, later, why)
        if not later["certain"]:
            yield from undecided_lines(later)
    else:
        ever = counted(route.ever, "hex", "hexes")
        yield f"nor in any number of turns, in which {ever} can be reached"
        yield from _blocking_lines(engine, end, route, rows)
    if (free := ways.get("unrestricted")) is not None:
        yield f"without these terms it goes {spent_words(engine, free)}:"
        yield from step_lines(engine, free)


def _blocking_lines(
    engine: MovementEngine,
    end: UnitPosition,
    route: Route,
    rows: Sequence[Mapping[str, Any]],
) -> Iterator[str]:
    blocking = [row for row in rows if "blocks" in row]
    if blocking:
        yield "what blocks the moves out of them:"
    for row in blocking:
        count = counted(row["blocks"], "move")
        yield f"  {count}, such as {row['from']} to {row['to']}"
        yield f"    {rule_words(row)}"
    if route.too_dear is not None:
        factor = engine.unit.factor
        costs = f"{level_words(route.too_dear)} {factor} at least, and it has"
        yield f"other moves cost {costs} {level_words(engine.allowance)} {factor}"
    elif not blocking:
        text = "no rule blocks a move out of them; none leads to"
        if route.query.only_bypass:
            text = "no hexside that may be passed along leads on from them, nor to"
        yield f"{text} {end.text}"


def list_reached(mover: Mover, turns: int = 1, every_state: bool = False) -> Answer:
    """List every Location that can be reached, with the cheapest way to each."""
    engine, where, starts = open_engine(mover, turns)
    world = engine.world
    sure = world.search(starts, turns, True)
    loose = world.search(starts, turns, False)
    calm = world.search(starts, turns, True, lambda edge: not edge.risky)
    nearest = [_nearest_states(engine.board, each, every_state) for each in (sure, loose, calm)]
    there = {place_words(engine.board, state) for state in starts}
    if every_state:
        there = {state_words(engine.board, state) for state in starts}
    rows = [
        _reached_row(engine, place, nearest, (sure, loose))
        for place in nearest[1]
        if place not in there
    ]
    # Name the rules for want of which it is not known whether Locations are reached.
    unknown = [row for row in rows if not row["certain"]]
    moves = {move for row in unknown for move in row["moves"]}
    reasons = explain(engine.hex_facts, moves, engine.pieces) if moves else {}
    for row in unknown:
        known = {c.number for move in row["moves"] for c in reasons[move].in_doubt}
        row["rules"] = sorted(known)
    rows.sort(key=lambda row: (not row["certain"], row["turn"], row["spent"], _order(row)))
    certain = [row for row in rows if row["certain"]]
    counts = {"certain": len(certain), "unknown": len(rows) - len(certain)}
    return Answer(
        "reach",
        engine.board,
        "done",
        given(engine, mover, turns=turns, every_state=every_state),
        [{key: row[key] for key in row if key != "moves"} for row in rows],
        counts,
        assumed(engine, mover, where),
        engine.unit.profile,
        tuple(_reached_lines(engine, where, rows, turns, every_state)),
    )


def _nearest_states(
    board: Board, search: ReachSearch, every_state: bool
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
    engine: MovementEngine,
    place: str,
    nearest: Sequence[Mapping[str, tuple[tuple[int, int], State]]],
    searches: tuple[ReachSearch, ReachSearch],
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
        "factor": engine.unit.factor,
        "certain": sure is not None,
        "at_risk": way.risky,
        "minimum_move": any(step.minimum_move for step in way.steps if step.turn == at[0]),
        "without_luck": _turn_and_cost(calm),
        "possible": _turn_and_cost(loose) if sure and loose and loose[0] < at else None,
        "rules": [],
        "steps": list(step_rows(engine, way)),
        "moves": [s.edge.move for s in way.steps if s.edge.in_doubt],
    }
    return row


def _turn_and_cost(found: tuple[tuple[int, int], str] | None) -> dict[str, Any] | None:
    return None if found is None else {"turn": found[0][0], "spent": found[0][1] / 2}


def _order(row: Mapping[str, Any]) -> tuple[int, str, int, str]:
    """Sort Locations by column and row, those of a hex by their name."""
    column = row["hex"].rstrip("0123456789")
    return len(column), column, int(row["hex"][len(column) :]), row["location"]


def _reached_lines(
    engine: MovementEngine,
    where: UnitPosition,
    rows: Sequence[Mapping[str, Any]],
    turns: int,
    every_state: bool,
) -> Iterator[str]:
    certain = [row for row in rows if row["certain"]]
    hexes = len({row["hex"] for row in certain})
    has = f"{level_words(engine.allowance)} {engine.unit.factor}"
    within = "in one turn" if turns == 1 else f"within {turns} turns"
    size = counted(len(certain), "state" if every_state else "Location")
    size += f" in {counted(hexes, 'hex', 'hexes')}"
    who = engine.unit.with_article
    yield f"{who} with {has} reaches {size} {within} from {where.text}:"
    yield from placed_lines(engine)
    yield from assumption_lines(engine, where)
    width = max((len(_cost_words(row, turns)) for row in rows), default=0)
    for row in certain:
        yield f"  {_reached_words(row, turns, width)}"
    if len(certain) < len(rows):
        yield "and perhaps, by what is not decided:"
    for row in rows[len(certain) :]:
        rules = ", ".join(row["rules"])
        yield f"  {_reached_words(row, turns, width)}; {rules}"


def _cost_words(row: Mapping[str, Any], turns: int, fields: Mapping[str, Any] | None = None) -> str:
    """Describe when and for how much a Location is reached; ``fields`` is another way to it."""
    fields = fields or row
    cost = f"{level_words(halved(fields['spent']))} {row['factor']}"
    return cost if turns == 1 else f"turn {fields['turn']}, {cost}"


def _reached_words(row: Mapping[str, Any], turns: int, width: int) -> str:
    last = row["steps"][-1]
    marks = ["minimum move"] * row["minimum_move"] + ["advances"] * last["advance"]
    if row["possible"]:
        marks.append(f"perhaps {_cost_words(row, turns, row['possible'])}")
    if row["at_risk"]:
        luck = row["without_luck"]
        safe = f", {_cost_words(row, turns, luck)} without luck" if luck else ""
        marks.append(f"at risk{safe}")
    how = f", {last['how']}" if last["how"] else ""
    marks.insert(0, f"from {last['from']}{how}")
    return f"{row['location']:12} {_cost_words(row, turns):{width}}  {'; '.join(marks)}"


def list_adjacent(position: BoardState, name: str) -> Answer:
    """List the Locations that are ADJACENT to one, or connected with it."""
    board, pieces = position.board, position.pieces
    unit = unit_named("squad")
    where = read_unit_position(board, unit, name)
    if not where.states[0].in_location:
        raise BadInput(f"{name}: is no Location; name one, such as {where.hex}")
    around = surroundings_of(board, where.hex, pieces, mover_terms(unit, position.parsed_facts))
    wanted = {state.place for state in where.states}
    here = next((place for place in around.places if place in wanted), None)
    if here is None:
        raise board.no_location(name, where.hex, around.places)
    rows = [
        cited_row(
            each.citation,
            **{"from": Location(where.hex, here, 0).name},
            location=Location(each.hex, each.place, 0).name,
            why=each.why,
            adjacent=each.adjacent,
        )
        for each in around.neighbours.get(here, ())
    ]
    others = [place for place in around.places if place != here]
    placed = pieces_in_words(board, pieces)
    return Answer(
        "adjacent",
        board,
        "done",
        {"location": name, **placed_arguments(position)},
        rows,
        {
            "adjacent": len({row["location"] for row in rows if row["adjacent"]}),
            "connected": len({row["location"] for row in rows if not row["adjacent"]}),
        },
        (*(placed or [NO_COUNTERS]), AS_DRAWN, *unread_by_movement(position, unit)),
        PROFILE,
        tuple(_lines(where.hex, here, rows, placed, others)),
    )


def _lines(
    name: str,
    here: str,
    rows: Sequence[Mapping[str, Any]],
    placed: Sequence[str],
    others: Sequence[str],
) -> Iterator[str]:
    adjacent = {row["location"] for row in rows if row["adjacent"]}
    connected = {row["location"] for row in rows if not row["adjacent"]}
    yield (
        f"{counted(len(adjacent), 'Location')} ADJACENT to {Location(name, here, 0).name}, "
        f"{len(connected)} connected with it:"
    )
    if placed:
        yield f"placed: {', '.join(placed)}"
    for row in rows:
        kind = "ADJACENT" if row["adjacent"] else "connected"
        yield f"  {row['location']:12} {kind} {beside_words(row['why'])}"
        yield f"    {rule_words(row)}"
    if others:
        yield f"{name} also has: {locations_listed(name, others)}"


def find_entry(
    position: BoardState,
    scheduled: Sequence[str],
    obstructed: Sequence[str] = (),
    unit: str = "squad",
) -> Answer:
    """Return how many turns late units enter, and by which hexes."""
    board, mover = position.board, read_unit(unit, None)
    scheduled, obstructed = (
        list(dict.fromkeys(board.called(in_capitals(name)) for name in each))
        for each in (scheduled, obstructed)
    )
    for name in sorted(obstructed):
        board.hex(name)
    blocked = (f"is_blocked({string_term(name)})" for name in obstructed)
    items = (*mover_terms(mover, position.parsed_facts), *blocked)
    found = entry(board, mover, scheduled, position.pieces, items)
    rows = [
        {"hex": name, "turns_late": late, "certain": certain}
        for certain, hexes in ((True, found.surely), (False, found.perhaps))
        for name, late in hexes
    ]
    return Answer(
        "entry",
        board,
        "yes" if found.surely else "unknown" if found.perhaps else "no",
        {
            "scheduled": list(scheduled),
            "obstructed": list(obstructed),
            "unit": mover.name,
            **(placed_arguments(position) if position.placed or position.given else {}),
        },
        rows,
        {"hexes": len(found.surely), "unknown": len(found.perhaps)},
        (*pieces_in_words(board, position.pieces), AS_DRAWN, *unread_by_movement(position, mover)),
        profile_of(mover),
        tuple(
            _lines_entries(
                f"{mover.with_article} that is to enter by {', '.join(scheduled)}", found
            )
        ),
    )


def _lines_entries(who: str, found: MapEntry) -> Iterator[str]:
    names = [name for name, _ in found.surely]
    if not found.surely and not found.perhaps:
        yield f"no: {who} finds no way in on this side of the water"
    elif not found.surely:
        yield f"unknown: whether {who} enters on time is not decided"
    elif not found.turns:
        yield f"yes: {who} enters on time, by {', '.join(names)}"
    else:
        late = counted(found.turns, "turn")
        yield f"yes: {who} enters {late} late, by one of {counted(len(names), 'hex', 'hexes')}:"
        yield f"  {', '.join(names)}"
    for name, late_by in found.perhaps:
        yield f"  perhaps by {name}, {counted(late_by, 'turn') + ' late' if late_by else 'on time'}"
    for rule in found.rules if found.surely or not found.perhaps else ():
        yield f"  {rule}"
    yield from _reasons("obstructed", found.obstructed)
    open_hexes = {name for name, _ in found.perhaps}
    yield from _reasons("undecided", [each for each in found.undecided if each[0] in open_hexes])


def _reasons(what: str, items: Iterable[tuple[str, Citation]]) -> Iterator[str]:
    for name, citation in items:
        yield f"  {name} {what}: {citation}"
