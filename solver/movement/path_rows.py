"""Ways of a unit as rows of JSON, and in words: step by step, with what each costs and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from hexcourt.facts.base.errors import listed
from hexcourt.facts.boards.board import Board
from hexcourt.facts.pieces.pieces import Piece
from hexcourt.solver.answer.words import (
    charge_words,
    cited_row,
    level_words,
    pieces_in_words,
    range_words,
    terrain_words,
)
from hexcourt.solver.movement.engine import MovementEngine, Step, Way
from hexcourt.solver.movement.mover import unit_assumptions
from hexcourt.solver.movement.moves import MoveReasons
from hexcourt.solver.movement.routes import BlockingRule
from hexcourt.solver.position.locations import UnitPosition
from hexcourt.solver.position.states import (
    State,
    move_words,
    place_words,
    state_words,
    vertex_words,
)


def step_rows(
    engine: MovementEngine, way: Way, reasons: Mapping[str, MoveReasons] | None = None
) -> Iterator[dict[str, Any]]:
    """Return the steps of a way as rows; costs are whole and half MF or MP."""
    turn, spent = 0, (0, 0)
    for step in way.steps:
        edge = step.edge
        if step.turn != turn:
            first = step.turn == 1
            set_out = engine.price_to_set_out(edge.source) if first else engine.later_price
            turn, spent = step.turn, (set_out, set_out)
        spent = _spent(engine, way, step, spent)
        row: dict[str, Any] = {
            "turn": step.turn,
            "from": state_words(engine.board, edge.source),
            "to": state_words(engine.board, edge.target),
            "how": move_words(engine.board, edge.source, edge.target, edge.move) or None,
            "cost": edge.price / 2,
            "cost_most": edge.highest_price / 2,
            "spent": spent[0] / 2,
            "spent_most": spent[1] / 2,
            "minimum_move": step.minimum_move,
            "advance": step.advance,
            "at_risk": edge.risky,
            "undetermined": edge.doubtful,
        }
        if reasons is not None:
            row |= _reason_rows(engine.board, edge.source, reasons[edge.move], way.sure)
        yield row


def _spent(
    engine: MovementEngine, way: Way, step: Step, before: tuple[int, int]
) -> tuple[int, int]:
    """Return what has been spent at least and at most after a step."""
    if step.advance:
        return before
    least, most = before[0] + step.edge.price, before[1] + step.edge.highest_price
    if step.minimum_move:
        return min(_whole(engine, step.turn, way.sure), least), step.spent
    return (least, step.spent) if way.sure else (step.spent, most)


def _whole(engine: MovementEngine, turn: int, sure: bool) -> int:
    """Return all that the unit has for a turn, in halves."""
    return engine.later_allowance if sure and turn > 1 else engine.allowance


def _reason_rows(board: Board, source: State, reasons: MoveReasons, sure: bool) -> dict[str, Any]:
    undecided = reasons.undecided if sure else reasons.in_doubt
    return {
        "charges": [
            cited_row(
                c.citation, what=charge_words(c.what), cost=c.cost / 2, undetermined=c.perhaps
            )
            for c in reasons.charges
        ],
        "risks": [cited_row(rule, what=terrain_words(what)) for what, rule in reasons.risks],
        "undecided": [cited_row(each) for each in dict.fromkeys(undecided)],
        "remarks": [cited_row(each) for each in reasons.remarks],
        "choices": [vertex_words(board, source.hex, vertex) for vertex in reasons.choices],
    }


def way_row(
    engine: MovementEngine, what: str, way: Way, reasons: Mapping[str, MoveReasons] | None = None
) -> dict[str, Any]:
    """Return a way as a row; ``what`` says which way it is."""
    steps = list(step_rows(engine, way, reasons))
    return {
        "way": what,
        "from": state_words(engine.board, way.start),
        "to": steps[-1]["to"],
        "turns": way.turn,
        "spent": steps[-1]["spent"],
        "spent_most": steps[-1]["spent_most"],
        "factor": engine.unit.factor,
        "certain": way.sure,
        "at_risk": way.risky,
        "steps": steps,
    }


def blocking_row(board: Board, bar: BlockingRule) -> dict[str, Any]:
    """Return a rule that blocks moves as a row."""
    ends = [place_words(board, each) for each in (bar.source, bar.target)]
    return cited_row(bar.citation, blocks=bar.count, **{"from": ends[0], "to": ends[1]})


def halved(amount: float) -> int:
    """Return MF or MP in halves."""
    return round(2 * amount)


def _between(least: float, most: float, steps: Iterable[Mapping[str, Any]]) -> str:
    """Write what some steps cost, at least and at most: all that lies between if more than one part
    of it is not decided.
    """
    parts = sum(
        sum(charge["undetermined"] for charge in step["charges"]) if "charges" in step else 1
        for step in steps
        if step["cost"] != step["cost_most"]
    )
    return range_words(halved(least), halved(most), "or" if parts == 1 else "to")


def spent_words(engine: MovementEngine, row: Mapping[str, Any]) -> str:
    """Describe what a way costs: ``4 of its 4 MF``, in which turn."""
    unit = engine.unit
    has = _whole(engine, row["turns"], row["certain"])
    whole = f"{level_words(has)} {unit.factor}"
    last = row["steps"][-1]
    in_turn = [step for step in row["steps"] if step["turn"] == row["turns"]]
    numbers = _between(row["spent"], row["spent_most"], in_turn)
    if last["minimum_move"]:
        text = f"for all its {whole}, by a minimum move ({engine.rules['minimum_move']})"
    elif halved(row["spent_most"]) > has and row["certain"]:
        text = (
            f"for {numbers} {unit.factor}, its {whole} and the road bonus ({engine.rules['bonus']})"
        )
    else:
        text = f"for {numbers} of its {whole}"
    if last["advance"]:
        text += f", and advances ({engine.rules['advances']})"
    return text if row["turns"] == 1 else f"in {row['turns']} turns, {text} in the last"


def step_lines(engine: MovementEngine, row: Mapping[str, Any], why: bool = False) -> Iterator[str]:
    """Show a way step by step; ``why`` with every part of each cost."""
    turn = 0
    for number, step in enumerate(row["steps"], 1):
        if step["turn"] != turn:
            turn = step["turn"]
            if row["turns"] > 1:
                yield f"  turn {turn}:"
            if start := (
                0 if step["minimum_move"] else halved(step["spent_most"] - step["cost_most"])
            ):
                yield f"      starts for {level_words(start)} {engine.unit.factor}"
        before = [each for each in row["steps"][:number] if each["turn"] == turn]
        yield f"  {number:2}  {_step_words(engine, before)}"
        if why:
            for line in _why_words(engine, step):
                yield f"        {line}"


def _step_words(engine: MovementEngine, steps: Sequence[Mapping[str, Any]]) -> str:
    """Write the last of the steps of a turn."""
    step = steps[-1]
    how = f", {step['how']}" if step["how"] else ""
    if step["minimum_move"]:
        cost = f"all {level_words(halved(step['spent_most']))} {engine.unit.factor}, minimum move"
    elif step["advance"]:
        cost = f"advances ({engine.rules['advances']})"
    else:
        cost = f"{_between(step['cost'], step['cost_most'], [step])} {engine.unit.factor}"
        cost += f" ({_between(step['spent'], step['spent_most'], steps)} spent)"
    items = sorted({each["rule"] for each in step.get("undecided", ())})
    marks = ["at risk"] * step["at_risk"]
    if step["undetermined"]:
        marks.append(f"if it is allowed ({', '.join(items)})")
    elif step["cost"] != step["cost_most"]:
        marks.append(f"not decided ({', '.join(items)})")
    return ", ".join([f"{step['from']} to {step['to']}{how}: {cost}", *marks])


def rule_words(row: Mapping[str, Any]) -> str:
    """Write a rule in a line."""
    sure = "" if row["confidence"] == "high" else f", {row['confidence']} confidence"
    return f"{row['rule']}{sure}: {row['sentence']}"


def _why_words(engine: MovementEngine, step: Mapping[str, Any]) -> Iterator[str]:
    factor = engine.unit.factor
    for each in step["charges"]:
        perhaps = "perhaps " * each["undetermined"]
        yield f"{perhaps}{level_words(halved(each['cost']))} {factor}, {each['what']}"
        yield f"  {rule_words(each)}"
    for each in step["risks"]:
        yield f"at risk, {each['what']}"
        yield f"  {rule_words(each)}"
    charged = {each["rule"] for each in step["charges"] if each["undetermined"]}
    for each in step["undecided"]:
        if each["rule"] not in charged:
            yield "not decided"
            yield f"  {rule_words(each)}"
    for each in step["remarks"]:
        yield "remark"
        yield f"  {rule_words(each)}"
    if step["choices"]:
        yield f"declares to pass beside vertex {listed(step['choices'], 'or')}"


def undecided_lines(row: Mapping[str, Any]) -> Iterator[str]:
    """Name the rules for want of which the way or its cost is not known."""
    fields = {each["rule"]: each for step in row["steps"] for each in step["undecided"]}
    if fields:
        yield "not decided:"
    for each in fields.values():
        yield f"  {rule_words(each)}"


def placed_lines(engine: MovementEngine, pieces: Iterable[Piece] = ()) -> Iterator[str]:
    """Describe what lies on the board."""
    if placed := pieces_in_words(engine.board, (*engine.pieces, *pieces)):
        yield f"placed: {', '.join(placed)}"


def assumption_lines(engine: MovementEngine, where: UnitPosition) -> Iterator[str]:
    """Describe what is taken for granted of a vehicle: what it may spend, and which way it faces."""
    if not engine.on_foot and (items := list(unit_assumptions(engine, where))):
        yield f"taken for granted: {'; '.join(items)}"
