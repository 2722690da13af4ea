"""Answers questions about movement: one path, what is in reach, what is ADJACENT."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rich.console import Console

from hexcourt.cli.moving.path_rows import (
    bar_row,
    cited,
    halved,
    rule_words,
    show_granted,
    show_placed,
    show_steps,
    show_undecided,
    spent_words,
    step_rows,
    way_row,
)
from hexcourt.cli.moving.read_movers import Mover, assumed, given, open_court
from hexcourt.cli.showing.answers import AS_DRAWN, NO_COUNTERS, Answer
from hexcourt.cli.showing.output import say
from hexcourt.cli.showing.words import (
    beside_words,
    counted,
    laid_words,
    level_words,
    piece_words,
)
from hexcourt.facts.boards.board import Board, Location
from hexcourt.facts.errors import BadInput, listed
from hexcourt.facts.grid.coordinates import parse_coordinate
from hexcourt.solver.moving.adjacency import PROFILE as ADJACENCY
from hexcourt.solver.moving.adjacency import surroundings_of
from hexcourt.solver.moving.charges import explain
from hexcourt.solver.moving.movement import MovementCourt, Search, Way
from hexcourt.solver.moving.moves import unit_named
from hexcourt.solver.moving.path_ends import goals_of
from hexcourt.solver.moving.routes import Asked, Route, find_route
from hexcourt.solver.position.locations import hex_named
from hexcourt.solver.position.opening import open_board
from hexcourt.solver.position.pieces import locations_listed, read_pieces
from hexcourt.solver.position.state_words import place_words, state_words
from hexcourt.solver.position.states import State
from hexcourt.solver.position.whereabouts import Whereabouts, read_whereabouts

# --- one path ---------------------------------------------------------------------------------------


def find_path(
    console: Console,
    mover: Mover,
    goal: str,
    only: str | None,
    avoid: Sequence[str],
    turns: int,
    why: bool,
    as_json: bool,
) -> int:
    """Find the cheapest way from one place to another, or prove that there is none."""
    court, where, starts = open_court(mover)
    end = read_whereabouts(court.board, court.unit, goal)
    goals = goals_of(court, end, starts)
    asked = _asked(court, avoid, (where, end), only == "bypass", turns)
    route = find_route(court, starts, goals, asked)
    free = None
    if route.answer == "no" and asked != Asked(turns=turns):
        free = find_route(court, starts, goals, Asked(turns=turns)).way
    rows = list(_route_rows(court, route, free))
    answer = Answer(
        "path",
        court.board,
        route.answer,
        given(court, mover, to=goal, turns=turns, only=only, avoid=list(avoid)),
        rows,
        {} if route.way else {"hexes_reached": route.reached, "hexes_ever_reached": route.ever},
        assumed(court, where, asked.avoided_pieces),
        court.unit.profile,
    )
    if as_json:
        say(console, answer.as_json())
    else:
        _show_route(console, court, (where, end), route, rows, why)
    return answer.exit_status


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
    coordinate = parse_coordinate(text)
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


def _show_route(
    console: Console,
    court: MovementCourt,
    ends: tuple[Whereabouts, Whereabouts],
    route: Route,
    rows: Sequence[Mapping[str, Any]],
    why: bool,
) -> None:
    where, end = ends
    who = court.unit.said
    ways = {row["way"]: row for row in rows if "way" in row}
    between = f"from {where.text} to {end.text}{_terms_words(route.asked)}"
    within = "" if route.asked.turns == 1 else f" within {route.asked.turns} turns"
    found = ways.get("found") or ways.get("possible")
    if found is None:
        has = f"{level_words(court.unit.allowance)} {court.unit.factor}"
        say(console, f"no: {who} with {has} cannot go {between}{within or ' in one turn'}")
    elif route.answer == "yes":
        say(console, f"yes: {who} goes {between} {spent_words(court, found)}")
    else:
        say(
            console,
            f"unknown: {who} goes {between} {spent_words(court, found)}, if what is not "
            "decided allows it",
        )
    show_placed(console, court, route.asked.avoided_pieces)
    show_granted(console, court, where)
    if found is not None:
        show_steps(console, court, found, why)
        if not why or route.answer == "unknown":
            show_undecided(console, found)
        if found["at_risk"]:
            _show_without_luck(console, court, route, ways.get("without_luck"), why)
        return
    _show_no(console, court, end, route, rows, why)


def _terms_words(asked: Asked) -> str:
    """Say on which terms a way is wanted."""
    avoided = [f"the {piece_words(each)}" for each in asked.avoided_pieces]
    avoided += sorted(asked.avoided_hexes)
    return " by Bypass alone" * asked.only_bypass + (
        f", avoiding {listed(avoided)}," if avoided else ""
    )


def _show_without_luck(
    console: Console,
    court: MovementCourt,
    route: Route,
    safe: Mapping[str, Any] | None,
    why: bool,
) -> None:
    if safe is None:
        left = "" if route.answer == "unknown" else "; no way in time does without"
        say(console, f"dice decide on the steps at risk{left}")
        return
    say(console, f"dice decide on the steps at risk; without luck {spent_words(court, safe)}:")
    show_steps(console, court, safe, why)


def _show_no(
    console: Console,
    court: MovementCourt,
    end: Whereabouts,
    route: Route,
    rows: Sequence[Mapping[str, Any]],
    why: bool,
) -> None:
    ways = {row["way"]: row for row in rows if "way" in row}
    reached = counted(route.reached, "hex", "hexes")
    say(console, f"the search was exhaustive: {reached} can be reached in that time")
    if (later := ways.get("later")) is not None:
        sure = "" if later["certain"] else ", if what is not decided allows it"
        say(console, f"it goes {spent_words(court, later)}{sure}:")
        show_steps(console, court, later, why)
        if not later["certain"]:
            show_undecided(console, later)
    else:
        ever = counted(route.ever, "hex", "hexes")
        say(console, f"nor in any number of turns, in which {ever} can be reached")
        _show_bars(console, court, end, route, rows)
    if (free := ways.get("unrestricted")) is not None:
        say(console, f"without these terms it goes {spent_words(court, free)}:")
        show_steps(console, court, free)


def _show_bars(
    console: Console,
    court: MovementCourt,
    end: Whereabouts,
    route: Route,
    rows: Sequence[Mapping[str, Any]],
) -> None:
    bars = [row for row in rows if "bars" in row]
    if bars:
        say(console, "what bars the moves out of them:")
    for row in bars:
        count = counted(row["bars"], "move")
        say(console, f"  {count}, such as {row['from']} to {row['to']}")
        say(console, f"    {rule_words(row)}")
    if route.too_dear is not None:
        factor = court.unit.factor
        costs = f"{level_words(route.too_dear)} {factor} at least, and it has"
        say(console, f"other moves cost {costs} {level_words(court.unit.allowance)} {factor}")
    elif not bars:
        said = "no rule bars a move out of them; none leads to"
        if route.asked.only_bypass:
            said = "no hexside that may be passed along leads on from them (A4.3, D2.3), nor to"
        say(console, f"{said} {end.text}")


# --- what is in reach -------------------------------------------------------------------------------


def list_reached(
    console: Console, mover: Mover, turns: int, every_state: bool, as_json: bool
) -> int:
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
    answer = Answer(
        "reach",
        court.board,
        "done",
        given(court, mover, turns=turns, all=every_state),
        [{key: row[key] for key in row if key != "moves"} for row in rows],
        counts,
        assumed(court, where),
        court.unit.profile,
    )
    if as_json:
        say(console, answer.as_json())
    else:
        _show_reached(console, court, where, rows, turns, every_state)
    return answer.exit_status


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
        "moves": [
            s.edge.move for s in way.steps if s.edge.doubtful or s.edge.price < s.edge.dearest
        ],
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
        told = {c.number for move in row["moves"] for c in reasons[move].undecided}
        row["rules"] = sorted(told)


def _order(row: Mapping[str, Any]) -> tuple[int, str, int, str]:
    """Sort Locations by column and row, those of a hex by their name."""
    column = row["hex"].rstrip("0123456789")
    return len(column), column, int(row["hex"][len(column) :]), row["location"]


def _show_reached(
    console: Console,
    court: MovementCourt,
    where: Whereabouts,
    rows: Sequence[Mapping[str, Any]],
    turns: int,
    every_state: bool,
) -> None:
    certain = [row for row in rows if row["certain"]]
    hexes = len({row["hex"] for row in certain})
    has = f"{level_words(court.unit.allowance)} {court.unit.factor}"
    within = "in one turn" if turns == 1 else f"within {turns} turns"
    size = counted(len(certain), "state" if every_state else "Location")
    size += f" in {counted(hexes, 'hex', 'hexes')}"
    who = court.unit.said
    say(console, f"{who} with {has} reaches {size} {within} from {where.text}:")
    show_placed(console, court)
    show_granted(console, court, where)
    width = max((len(_cost_words(row, turns)) for row in rows), default=0)
    for row in certain:
        say(console, f"  {_reached_words(row, turns, width)}")
    if len(certain) < len(rows):
        say(console, "and perhaps, by what is not decided:")
    for row in rows[len(certain) :]:
        rules = ", ".join(row["rules"])
        say(console, f"  {_reached_words(row, turns, width)}; {rules}")


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


# --- what is ADJACENT -------------------------------------------------------------------------------


def list_adjacent(
    console: Console, board_name: str, name: str, placed: Sequence[str], as_json: bool
) -> int:
    """List the Locations that are ADJACENT to one, and those that are connected with it."""
    board = open_board(board_name)
    where = read_whereabouts(board, unit_named("squad"), name)
    pieces = read_pieces(board, placed)
    if not where.states[0].in_location:
        raise BadInput(f"{name}: is no Location; name one, such as {where.hex}")
    around = surroundings_of(board, where.hex, pieces)
    wanted = {state.place for state in where.states}
    here = next((place for place in around.places if place in wanted), None)
    if here is None:
        known = locations_listed(where.hex, around.places)
        raise BadInput(f"{name}: there is no such Location; {where.hex} has: {known}")
    rows = [
        cited(
            each.citation,
            **{"from": Location(where.hex, here, 0).name},
            location=Location(each.hex, each.place, 0).name,
            why=each.why,
            adjacent=each.adjacent,
        )
        for each in around.neighbours.get(here, ())
    ]
    others = [place for place in around.places if place != here]
    laid = laid_words(board, pieces)
    answer = Answer(
        "adjacent",
        board,
        "done",
        {"location": name, "placed": list(placed)},
        rows,
        {
            "adjacent": len({row["location"] for row in rows if row["adjacent"]}),
            "connected": len({row["location"] for row in rows if not row["adjacent"]}),
        },
        (*(laid or [NO_COUNTERS]), AS_DRAWN),
        ADJACENCY,
    )
    if as_json:
        say(console, answer.as_json())
        return answer.exit_status
    named = Location(where.hex, here, 0).name
    say(
        console,
        f"{counted(answer.counts['adjacent'], 'Location')} ADJACENT to {named}, "
        f"{answer.counts['connected']} connected with it:",
    )
    if laid:
        say(console, f"placed: {', '.join(laid)}")
    for row in rows:
        kind = "ADJACENT" if row["adjacent"] else "connected"
        say(console, f"  {row['location']:12} {kind} {beside_words(row['why'])}")
        say(console, f"    {rule_words(row)}")
    if others:
        say(console, f"{where.hex} also has: {locations_listed(where.hex, others)}")
    return answer.exit_status
