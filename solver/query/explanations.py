"""Describes why an answer is what it is, and what would turn it: as lines and as rows of JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.pieces.pieces import piece_text
from hexcourt.solver.answer.words import beside_words, cited_row, counted, reason_words
from hexcourt.solver.explain.derivation import Failure
from hexcourt.solver.explain.rendering import as_json, as_text
from hexcourt.solver.movement.charges import explain
from hexcourt.solver.movement.path_rows import rule_words, step_lines, way_row
from hexcourt.solver.placement.place_pieces import met_by_lines
from hexcourt.solver.query.outcomes import Finding, verdict
from hexcourt.solver.query.reasons import Reasons, about_world, reasons
from hexcourt.solver.query.session import QuerySession
from hexcourt.solver.query.worlds import World
from hexcourt.solver.sight.answers import reason_rows
from hexcourt.solver.sight.multi_world_los import Sight

MOST_TURNING = 8
"""How many of the smallest changes are shown as lines."""


@dataclass(frozen=True)
class Explained:
    """An explanation as lines to print and as rows of JSON."""

    lines: tuple[str, ...]
    rows: tuple[Mapping[str, Any], ...]


def explain_answer(
    session: QuerySession, finding: Finding, most: int = 40, every: bool = False
) -> Explained:
    """Describe why an answer is what it is."""
    if finding.answer == "out_of_budget":
        return Explained((), ())
    try:
        world = about_world(finding)
    except BadInput as error:
        return Explained((f"why: {error}",), ())
    told = reasons(session, finding, world, most - 1, every)
    tree = as_json(told.found)
    lines = [_head(told)]
    lines += [f"  {line}" for line in as_text(told.found)]
    rows: list[Mapping[str, Any]] = [{"why": tree, "world": _texts(told.world)}]
    room = most - len(lines)
    for found in (_looked_past(session, told), _ways(session, told), _beside(told)):
        for block, row in found:
            rows.append(row)
            if len(block) <= room:
                lines += block
                room -= len(block)
            elif room > 1:
                lines += [*block[: room - 1], f"  ... {len(block) - room + 1} more lines"]
                room = 0
    return Explained(tuple(lines), tuple(rows))


def _head(told: Reasons) -> str:
    """Describe of which world an explanation is, and whether of one reading of the rules only."""
    where = f", where {_world_words(told.world)}" if told.world else ""
    if not told.certain:
        return f"why perhaps{where}:"
    return f"why{where}, in one reading of what is not decided:" if told.taken else f"why{where}:"


def _looked_past(
    session: QuerySession, told: Reasons
) -> Iterator[tuple[list[str], Mapping[str, Any]]]:
    """Describe what clear lines pass without being blocked, and what hinders them."""
    if isinstance(told.found, Failure):
        return
    lying = met_by_lines((*session.pieces, *told.world))
    for sight in told.sights:
        near = session.sights.pieces_near([sight], lying)[sight]
        heard = session.sights.session(near)
        viewer, target = (heard.board.location(n) for n in (sight.viewer, sight.target))
        line, ruling = heard.rule(
            viewer, target, sight.statuses(session.sights.units), explain=True
        )
        reasons_told = reason_rows(line, ruling)
        words = [f"  {part}" for row in reasons_told for part in reason_words(row)]
        if words:
            yield (
                [f"along the line from {_sight_words(sight)}:", *words],
                {
                    "line": [sight.viewer, sight.target],
                    "reasons": reasons_told,
                },
            )


def _sight_words(sight: Sight) -> str:
    viewer, target = (
        f"{name} ({status})" if status else name
        for name, status in ((sight.viewer, sight.viewer_status), (sight.target, sight.status))
    )
    return f"{viewer} to {target}"


def _ways(session: QuerySession, told: Reasons) -> Iterator[tuple[list[str], Mapping[str, Any]]]:
    """Tell ways step by step, each step with its costs and rules."""
    movement = session.ways.session if told.ways else None
    for atom, way in told.ways:
        if movement is None or not way.steps:
            continue
        pieces = (*session.pieces, *told.world)
        charged = explain(movement.hex_facts, {step.edge.move for step in way.steps}, pieces)
        row = way_row(movement, "found", way, charged)
        yield [f"{atom}:", *step_lines(movement, row, why=True)], {"atom": atom, **row}


def _beside(told: Reasons) -> Iterator[tuple[list[str], Mapping[str, Any]]]:
    """Describe why Locations are ADJACENT."""
    for atom, neighbour in told.beside:
        row = cited_row(neighbour.citation, atom=atom, because=beside_words(neighbour.why))
        yield [f"{atom}: {row['because']}", f"  {rule_words(row)}"], row


def changes_that_turn(session: QuerySession, finding: Finding, vary: Sequence[str]) -> Explained:
    """Describe which of the smallest changes of a declared family would turn the answer.

    Without a family there must be no answer to turn: how near one came is said by ``explain_answer``.
    """
    if not vary:
        raise BadInput(
            "--why-not: say what may change, such as --vary '{ roadblock(A,B) : road(A,B) } <= 1'"
        )
    survey = session.survey(finding.question.text, vary)
    asked = finding.question
    before = verdict(asked, survey.decider.decide([session.state(asked, survey.demand, ())])[0])
    other: list[World] = []
    unsettled = 0
    for world, outcome in survey.decided():
        if isinstance(outcome, str):
            continue
        said = verdict(asked, outcome)
        if said not in ("yes", "no"):
            unsettled += 1
        if said in (before, "unknown", "out_of_budget") or (other and len(world) > len(other[0])):
            continue
        if other and len(world) < len(other[0]):
            other.clear()
        other.append(world)
    rows = tuple({"turns": _texts(world), "from": before} for world in other)
    if not other:
        told = f"no change of the family turns the answer ({before} as it is)"
        if unsettled:
            told += f"; in {counted(unsettled, 'world')} that is not decided"
        return Explained((told,), rows)
    size = counted(len(other[0]), "piece")
    shown = [f"  {_world_words(world)}" for world in other[:MOST_TURNING]]
    if len(other) > MOST_TURNING:
        shown.append(f"  and {len(other) - MOST_TURNING} more (--json gives them all)")
    head = f"{before} as it is; the smallest changes that turn it, {size}:"
    return Explained((head, *shown), rows)


def _texts(world: World) -> list[str]:
    return [piece_text(piece) for piece in world]


def _world_words(world: World) -> str:
    return " and ".join(_texts(world)) or "nothing is laid"
